"""Team battles for tests: so many wardens a side, who is engaged with whom, all orders at once."""

from __future__ import annotations

from typing import Any

from tests.unit.rulesets.chase.table import Hurt, battle, distance, give

from hulldown.kernel.actions import Actions
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.actions import legal, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import blank_state, field_tank
from hulldown.rulesets.chase.state import SIDE_TANKS, TANKS, Standing, State
from hulldown.rulesets.chase.turn import opponents
from hulldown.rulesets.chase.words import find_tank, tank_id


def met(a: int, b: int, band: str = "Medium", guns: bool = False, **more: Any) -> State:
    """So many wardens a side; without guns nobody throws dice in the fire step."""
    damage: dict[str, Hurt] = dict(more.pop("damage", {}))
    if not guns:
        names = [f"A{i + 1}" for i in range(a)] + [f"B{i + 1}" for i in range(b)]
        damage = dict.fromkeys(names, (6, 0, 2)) | damage
    return battle(["warden"] * a, ["warden"] * b, range=band, damage=damage, **more)


def pairs(s: State) -> list[str]:
    """Who is engaged with whom, in the order in which pairs are resolved."""
    return [f"{tank_id(s, int(p.tank[0]))}-{tank_id(s, int(p.tank[1]))}" for p in s.pair[: s.pairs] if p.open]


def ranges(s: State) -> list[str]:
    return [distance(s, i) for i in range(s.pairs)]


def standing(s: State, name: str) -> int:
    return int(s.tanks[find_tank(s, name)].standing)


def order_all(s: State, dice: tuple[int, ...], **words: str) -> State:
    """All orders, side A's first; whoever is not named goes hull down."""
    names = [
        tank_id(s, t) for t in range(TANKS) if s.tanks[t].standing == Standing.ACTIVE and opponents(s, t)
    ]
    text = ", ".join(f"{name} {words.get(name, 'hull_down')}" for name in names)
    return give(s, text, *dice)


def joinable(s: State) -> list[str]:
    """What the free tank that is asked may choose."""
    m = blank(Actions)
    legal(s, 0 if to_act(s) == 1 else 1, m)
    return [tank_id(s, int(a.target)) if a.target >= 0 else "none" for a in m.rows[: m.count]]


def unpaired(a: int, b: int) -> State:
    """Wardens of both sides that nobody has paired."""
    s = blank_state({"team_battle": True})
    for side, count in enumerate((a, b)):
        for i in range(count):
            field_tank(SHELF, s, side * SIDE_TANKS + i)
    return s
