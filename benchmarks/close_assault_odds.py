"""How long Close Assault's exact odds take: one Fight, series with best spending, reports of all units.

    python benchmarks/close_assault_odds.py

The aims: the distribution of one Fight under 1 ms, the matrix of all units against all with every case under
5 s. Fights that were reckoned before are known by heart, so memory is emptied before each measurement. It is
the time of the processor: others may use the machine. Nothing here is compiled, nor needs to be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from machine import print_machine, print_table

from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault import exact
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.evaluation import evaluate
from hulldown.rulesets.close_assault.exact import Objective, Spoke, best_order, best_spending
from hulldown.rulesets.close_assault.reports import compare_units, report
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.close_assault.values import profile_from

Work = Callable[[], object]
BONUSES = (1, 2, 1, 1, 2)  # of a fortress, in five weapons
VALUES = (4, 2, 1, 4, 2)
SIX = tuple(Spoke(1 if i < 3 else -1, 3, False, VALUES) for i in range(6))
MIXED = tuple(Spoke(1 if i < 3 else -1, i, False, VALUES) for i in range(6))
THREE = {"opponents": 3, "second": {"arc": "rear"}, "third": {"arc": "rear"}}
SHOCK = {"what": "shock", "a": {"charged": 12}, "opponents": 3}


def forget() -> None:
    """Nothing of an earlier measurement is known."""
    exact.fight_odds.cache_clear()
    exact._counted.cache_clear()
    exact.sums.cache_clear()


def shortest(times: int, work: Work) -> float:
    """The least time of the processor, in seconds, that something took from an empty memory."""
    spent = []
    for _ in range(times):
        forget()
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def matrix(o: Options, units: Mapping[str, Profile]) -> None:
    """Every unit against every unit, in every case."""
    for vehicle in units.values():
        for opponent in units.values():
            compare_units(o, vehicle, opponent)


def tasks() -> Iterator[tuple[str, int, Work]]:
    """What is measured, how often."""
    o = blank(Options)
    units = {name: profile_from(one, o) for name, one in SHELF.units().units.items()}
    yield "one Fight, 2D6 against 2D6", 50, lambda: exact.fight_odds(2, 3, 2, 1)
    yield "one Fight, 2D6 against 6D6", 50, lambda: exact.fight_odds(2, 3, 6, 1)
    yield "best spending, six opponents", 3, lambda: best_spending(3, SIX, BONUSES)
    yield "the same for the result", 3, lambda: best_spending(3, SIX, BONUSES, Objective.RESULT)
    yield "best order of four", 1, lambda: best_order(3, SIX[1:5], BONUSES)
    yield "best order of six, all different", 1, lambda: best_order(3, MIXED, BONUSES)
    yield "situation: Rhino and one infantry", 3, lambda: evaluate(SHELF, {})
    yield "situation: fortress and three", 3, lambda: evaluate(SHELF, {**THREE, "a": {"what": "baneblade"}})
    yield "situation: Tank Shock on three", 3, lambda: evaluate(SHELF, SHOCK)
    yield "report: one unit against one", 5, lambda: report(SHELF, "compare", {})
    yield "report: all against all, one case", 3, lambda: report(SHELF, "matrix", {})
    yield f"matrix: all {len(units)} units, every case", 3, lambda: matrix(o, units)


def main() -> None:
    """Measure and print."""
    print_machine()
    rows = [(name, f"{1000 * shortest(times, work):.3f}") for name, times, work in tasks()]
    print_table(("what", "ms"), rows)


if __name__ == "__main__":
    main()
