"""How long AGrav's exact odds take: one shot of each kind, and a unit's whole turn as a plan.

    python benchmarks/agrav_odds.py [--plain]

Two sides stand on open ground, fresh or worn. The aims: a shot under 20 ms, a turn under 500 ms, or sampled
in about that time and saying so; both compiled. It is the time of the processor: others may use the machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from machine import print_machine, print_table

from hulldown.kernel import walk
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.records import blank
from hulldown.odds import Odds, odds
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.setup import blank_state, field_unit
from hulldown.rulesets.agrav.state import Shield, State, Verb, Way
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import find_tile
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine

OURS = {"kestrel": "G8", "citadel": "H8", "tempest": "I8", "terrier": "E8", "troopers": "F8", "anvil": "K8"}
THEIRS = {"strider": "G3", "bastion": "H3", "colossus": "I3", "troopers": "E3", "swift": "D3"}
PLANS = (
    ("kestrel, both weapons", "A1 fire missile B1 direct", "A1 fire laser B1"),
    ("kestrel, move and fire", "A1 step N", "A1 fire missile B2 direct", "A1 step N", "A1 fire laser B2"),
    ("citadel, all weapons", "A2 fire rail B3", "A2 fire chaingun B3", "A2 fire hegun B3"),
    ("citadel, all at one tank", "A2 fire chaingun B2", "A2 fire hegun B2", "A2 fire rail B2"),
    ("tempest", "A3 fire plas B2", "A3 fire lance B2"),
    ("terrier", "A4 fire gun75 B1", "A4 step N", "A4 fire chaingun B1"),
    ("tempest at a light one", "A3 fire lance B5", "A3 fire plas B5"),
    ("three units at one", "A2 fire rail B3", "A1 fire missile B3 direct", "A1 fire laser B3"),
    ("turn handed over", "A2 fire rail B3", "A2 fire chaingun B3", "end"),
    ("anvil, all weapons", "A6 fire howitzer B2", "A6 fire rocket B2 low", "A6 fire chaingun B2"),
    ("volleys", "A2 fire chaingun B2", "A4 fire chaingun B2", "A6 fire chaingun B2", "A5 fire rifle B2"),
    ("everybody at one", "A6 fire rocket B3 low", "A2 fire hegun B3", "A1 fire laser B3", "A3 fire plas B3"),
)
STATES = ("shields up", "shields down", "worn")


def battle(how: str) -> State:
    """Both sides in sight of each other; it is the second round. Who is worn is close to a crit."""
    s = blank_state()
    s.round, s.first, s.side = 2, 0, 0
    for side, units in enumerate((OURS, THEIRS)):
        for what, tile in units.items():
            unit = field_unit(SHELF, s, side, what, find_tile(s, tile), Way.N if side == 0 else Way.S)
            if unit.shield.state == Shield.ACTIVE and how != STATES[0]:
                unit.shield.state = Shield.INACTIVE
            if how == STATES[2] and unit.durability_full:
                unit.health, unit.durability = int(unit.health_full) * 62 // 100, int(unit.durability) // 2
    look_all(s)
    return s


def orders(ruleset: Ruleset, s: State, texts: Sequence[str]) -> list[Action]:
    """Orders of the first side."""
    return [ruleset.speech.parse_action(s, 0, text) for text in texts]


def shots(ruleset: Ruleset, s: State) -> list[tuple[str, list[Action]]]:
    """Every shot that is offered."""
    m = blank(Actions)
    rows = [m.rows[i] for i in range(ruleset.rules.legal(s, 0, m)) if m.rows[i].verb == Verb.SHOOT]
    return [(ruleset.speech.action_text(s, a), [a]) for a in rows]


def shortest(times: int, work: Callable[[], object]) -> float:
    """The least time of the processor, in seconds, that something took."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def measured(ruleset: Ruleset, s: State, plan: list[Action], times: int) -> tuple[Odds, float]:
    """The odds of a plan and the best time they took."""
    return odds(ruleset, s, plan), shortest(times, lambda: odds(ruleset, s, plan))


def main() -> None:
    """Measure and print the slowest shots and every turn."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--plain", action="store_true", help="interpreted")
    given = asked.parse_args()
    ruleset = RULESET
    began = time.perf_counter()
    if not given.plain:
        engine(ruleset).load([walk.walk, walk.throw, walk.empty])
    print_machine()
    print(f"rules ready after {time.perf_counter() - began:.1f} s")
    rows = []
    for how in STATES:
        s = battle(how)
        single = [(text, *measured(ruleset, s, plan, 3)) for text, plan in shots(ruleset, s)]
        slowest = sorted(single, key=lambda row: -row[2])[:3]
        turns = [(name, *measured(ruleset, s, orders(ruleset, s, texts), 2)) for name, *texts in PLANS]
        for text, found, seconds in (*slowest, *turns):
            told = "exact" if found.exact else f"{found.samples} throws"
            rows.append((text, how, told, str(len(found.distribution)), f"{seconds * 1000:.1f}"))
    print_table(("order or plan", "targets", "odds", "outcomes", "ms"), rows)


if __name__ == "__main__":
    main()
