"""A duel as a question describes it; dice laid; words in and out."""

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given
from hulldown.kernel.dice import Dice, Mode, new_dice, script_dice
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.driving import judge
from hulldown.rulesets.chase.gunnery import destroyed
from hulldown.rulesets.chase.setup import BAND_NAMES, blank_state, engage_duel, field_tank
from hulldown.rulesets.chase.state import (
    NOBODY,
    PAYOFF,
    SIDE_TANKS,
    Band,
    Damage,
    Facing,
    Mobility,
    Options,
    Order,
    Pair,
    Phase,
    Profile,
    State,
)
from hulldown.rulesets.common.explanation import OFF

MUTE = OFF.why  # keeps no reasons
DUELLISTS = (0, SIDE_TANKS)
SIDES = "AB"
PLAIN = {  # a tank with nothing special: DMs of 0, a gun that reaches everywhere
    "hull": 6,
    "front": 0,
    "side": 0,
    "rear": 0,
    "top_speed": 0,
    "agility": 0,
    "driver": 0,
    "gunner": 0,
    "mount": "turret",
    "weapon": {"dice": 0, "bonus": 0, "ap": 0, "range_dm": [0] * len(BAND_NAMES)},
}


def options_of(given: Given) -> Options:
    return SHELF.options_under(given.get("options", {}))


def duel(given: Given, tank_a: Any = None, tank_b: Any = None) -> State:
    """Two tanks in contact under the options of a question, plain ones unless it names them."""
    s = blank_state(given.get("options"))
    for t, tank in zip(DUELLISTS, (tank_a or PLAIN, tank_b or PLAIN), strict=True):
        field_tank(SHELF, s, t, tank)
    engage_duel(s, band_of(given.get("range", "Medium")))
    s.turn, s.acting = 1, 0
    return s


def give_orders(s: State, *orders: str) -> Pair:
    """Both orders, revealed; their pair."""
    p = s.pair[0]
    for side, order in enumerate(orders):
        s.tanks[DUELLISTS[side]].order = p.order[side] = order_of(order)
    s.phase = Phase.PAIR
    return p


def drive(s: State, *totals: int | None) -> None:
    """Both Driving tests; None is an immobilised tank, which makes none (CH-5.8)."""
    for t, total in zip(DUELLISTS, totals, strict=True):
        tank = s.tanks[t]
        tank.rolled, tank.total, tank.first = int(total is not None), total or 0, total or 0
        if total is None:
            tank.now.mobility = Mobility.IMMOBILISED
    judge(s.options, s.pair[0], *(int(total is not None) for total in totals), *(n or 0 for n in totals))


def profile_of(tank: Any) -> Profile:
    return field_tank(SHELF, blank_state(), 0, tank).profile


def put_damage(now: Damage, state: Sequence[int]) -> None:
    """A damage state: hull points, mobility, gun (CH-11.8)."""
    now.hull, now.mobility, now.gun = state


def damage_state(now: Damage) -> list[int] | None:
    """A damage state as a list, None if it is a destroyed tank's."""
    return None if destroyed(now) else [int(now.hull), int(now.mobility), int(now.gun)]


def payoff_of(s: State) -> Fraction:
    """What the duel was worth to A."""
    return Fraction(int(s.payoff), PAYOFF)


# ---------------------------------------------------------------- dice


def faces(total: int, dice: int = 2) -> list[int]:
    """Faces of so many d6 with this total."""
    shown: list[int] = []
    for left in range(dice - 1, -1, -1):
        shown.append(max(1, min(6, total - sum(shown) - left)))
    return shown


def laid(*shown: int) -> Dice:
    """Dice that show these faces of d6 first."""
    d = script_dice(new_dice(0), [(face, 6) for face in shown])
    d.mode = Mode.FREE
    return d


# ---------------------------------------------------------------- words


def band_of(name: str) -> int:
    return BAND_NAMES.index(name)


def band_word(band: int) -> str | None:
    """The name of a band, None out of contact."""
    return BAND_NAMES[band] if Band.ADJACENT <= band <= Band.DISTANT else None


def order_of(word: str) -> Order:
    return Order[word.upper()]


def facing_of(word: str) -> Facing:
    return Facing[word.upper()]


def title(code: IntEnum) -> str:
    """A facing or location as questions write it."""
    return code.name.title()


def side_word(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


def side_of(word: str | None) -> int:
    """A side by its letter; nobody by any other word."""
    return SIDES.index(word) if word in ("A", "B") else NOBODY


def winner_word(side: int) -> str:
    return side_word(side) or "none"
