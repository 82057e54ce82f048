"""How long WarStrike's sight and its odds of an attack take.

    python benchmarks/warstrike.py

The aim: sight of all pairs of two squads of ten under 200 microseconds compiled. The odds of an attack are
exact, with everything that is asked of the rules for them; nothing of them is compiled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from machine import best_of, print_machine, print_table

from hulldown.kernel.jit import compiled, rule
from hulldown.kernel.records import pack
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.odds import attack_odds
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.shooting import aim_all, begin_fire, forget_aim
from hulldown.rulesets.warstrike.state import Deed, Phase, State
from hulldown.rulesets.warstrike.table import sight

TIMES = 2000  # of compiled work
SCENARIO = "two_roads"
Work = Callable[[], object]


@rule
def sights(s: State, k: int, target: int, times: int) -> int:
    """The sight states of all pairs of two units, so many times; their sum."""
    a, b, total = s.unit[k], s.unit[target], 0
    for _ in range(times):
        for i in range(int(a.first), int(a.first) + int(a.size)):
            for j in range(int(b.first), int(b.first) + int(b.size)):
                total += sight(s, i, j)
    return total


@rule
def aims(s: State, k: int, target: int, times: int) -> int:
    """Who of a unit fires what at another, so many times; all shots."""
    total = 0
    for _ in range(times):
        total += aim_all(s, k, target, target)
        forget_aim(s, k)
    return total


def squads() -> tuple[State, int, int]:
    """The basic mission as it is set up, and a squad of ten of each side, the first about to fire."""
    s = set_up(SHELF, SCENARIO)
    tens = [[k for k in range(s.units) if s.unit[k].side == side and s.unit[k].size == 10] for side in (0, 1)]
    k, target = tens[0][0], tens[1][0]
    s.acting, s.deed, s.phase = k, Deed.OPEN_FIRE, Phase.FIRE
    begin_fire(s, k)
    return s, k, target


def close_up(s: State, k: int, target: int) -> None:
    """The first squad moves up to 12 inches from the other, where everybody may fire."""
    across = int(s.model[s.unit[target].first].x - s.model[s.unit[k].first].x)
    ahead = int(s.model[s.unit[target].first].y - s.model[s.unit[k].first].y) - 12_000
    for m in range(s.unit[k].first, s.unit[k].first + s.unit[k].size):
        s.model[m].x += across
        s.model[m].y += ahead


def tasks() -> Iterator[tuple[str, float]]:
    """What is measured, and how long it takes in microseconds."""
    for name, near in (("across the table", False), ("at 12 inches", True)):
        s, k, target = squads()
        if near:
            close_up(s, k, target)
        for what, work in (("sight of 100 pairs", sights), ("who fires what", aims)):
            row, run = pack(s)[0], compiled(work)
            run(row, k, target, 1)
            spent = best_of(5, partial(run, row, k, target, TIMES))
            yield f"{what}, {name}", spent / TIMES * 1e6
        began = time.process_time()
        attack_odds(s, k, target)
        yield f"odds of an attack, {name}, interpreted", (time.process_time() - began) * 1e6


def main() -> None:
    """Measure and print."""
    print_machine()
    print_table(("what", "µs"), [(name, f"{spent:,.1f}") for name, spent in tasks()])


if __name__ == "__main__":
    main()
