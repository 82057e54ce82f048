"""Positions for questions: a duel as a question describes it, words in and out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given
from hulldown.kernel.dice import Dice, Mode, lay, new_dice, roll
from hulldown.kernel.events import Event as Row
from hulldown.kernel.events import Log, Reasons
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.codes import (
    NOBODY,
    PAYOFF,
    SIDE_TANKS,
    Band,
    Event,
    Facing,
    Mobility,
    Order,
    Phase,
)
from hulldown.rulesets.chase.damage import destroyed
from hulldown.rulesets.chase.driving import judge
from hulldown.rulesets.chase.groundwork import BAND_NAMES, blank_state, engage_duel, field_tank, options_under
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import Damage, Options, Pair, Profile, State
from hulldown.rulesets.shared.dicing import chances

MUTE = blank(Reasons)  # keeps no reasons
DUELLISTS = (0, SIDE_TANKS)
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
    """The options of a question."""
    return options_under(given.get("options", {}))


def duel(given: Given, tank_a: Any = None, tank_b: Any = None) -> State:
    """Two tanks in contact under the options of a question, plain ones unless it names them."""
    s = blank_state(given.get("options", {}))
    for t, tank in zip(DUELLISTS, (tank_a or PLAIN, tank_b or PLAIN), strict=True):
        field_tank(s, t, tank)
    engage_duel(s, band_of(given.get("range", "Medium")))
    s.turn, s.acting = 1, 0
    return s


def driver_of(dm: int) -> dict[str, Any]:
    """A plain tank with this Driving DM."""
    return {**PLAIN, "driver": 0, "agility": dm}


def give_orders(s: State, order_a: str, order_b: str) -> Pair:
    """Both orders, revealed; their pair."""
    p = s.pair[0]
    for side, order in enumerate((order_a, order_b)):
        s.tanks[DUELLISTS[side]].order = p.order[side] = order_of(order)
    s.phase = Phase.PAIR
    return p


def drive(s: State, totals: Sequence[int | None]) -> None:
    """Both Driving tests; None is an immobilised tank, which makes none (CH-5.8)."""
    rolled = [0 if total is None else 1 for total in totals]
    for t, total in zip(DUELLISTS, totals, strict=True):
        s.tanks[t].rolled, s.tanks[t].total = int(total is not None), total or 0
        s.tanks[t].first = s.tanks[t].total
        if total is None:
            s.tanks[t].now.mobility = Mobility.IMMOBILISED
    judge(s.options, s.pair[0], rolled[0], rolled[1], totals[0] or 0, totals[1] or 0)


def profile_of(tank: Any) -> Profile:
    """What a tank is."""
    return field_tank(blank_state(), 0, tank).profile


def put_damage(now: Damage, state: Sequence[int]) -> None:
    """A damage state: hull points, mobility, gun (CH-11.8)."""
    now.hull, now.mobility, now.gun = state


# ---------------------------------------------------------------- dice


def chance(holds: Callable[[Dice], bool]) -> Fraction:
    """The exact chance that something holds."""
    return chances(holds).get(True, Fraction(0))


def two_dice(d: Dice) -> int:
    """2d6."""
    return roll(d, 6) + roll(d, 6)


def faces(total: int, dice: int = 2) -> list[int]:
    """Faces of so many d6 with this total."""
    shown = []
    for left in range(dice - 1, -1, -1):
        shown.append(max(1, min(6, total - left)))
        total -= shown[-1]
    return shown


def laid(*shown: int) -> Dice:
    """Dice that show these faces of d6 first."""
    d = lay(new_dice(0), [(face, 6) for face in shown])
    d.mode = Mode.FREE
    return d


def rows(log: Log, kind: Tell) -> list[Row]:
    """The events of a kind."""
    return [row for row in log.events[: log.count] if row.kind == kind]


# ---------------------------------------------------------------- words


def band_of(name: str) -> int:
    """A band by name."""
    return BAND_NAMES.index(name)


def band_word(band: int) -> str | None:
    """The name of a band, None out of contact."""
    return BAND_NAMES[band] if Band.ADJACENT <= band <= Band.DISTANT else None


def order_of(word: str) -> Order:
    """An order by its code (CH-4.2)."""
    return Order[word.upper()]


def facing_of_word(word: str) -> Facing:
    """A facing by name."""
    return Facing[word.upper()]


def side_word(side: int) -> str | None:
    """A side's letter, None for nobody."""
    return None if side == NOBODY else "AB"[side]


def side_of_word(word: str | None) -> int:
    """A side by its letter; nobody by any other word."""
    return "AB".index(word) if word in ("A", "B") else NOBODY


def winner_word(side: int) -> str:
    """Who has won a comparison."""
    return side_word(side) or "none"


def escape_word(s: State) -> str | None:
    """Who has escaped, if that ended the duel."""
    if s.phase != Phase.OVER:
        return None
    return {Event.ESC_A: "a_escapes", Event.ESC_B: "b_escapes", Event.ESC_BOTH: "both_escape"}[Event(s.event)]


def damage_state(now: Damage) -> list[int] | None:
    """A damage state as a list, None if it is a destroyed tank's."""
    return None if destroyed(now) else [int(now.hull), int(now.mobility), int(now.gun)]


def payoff_of(s: State) -> Fraction:
    """What the duel was worth to A."""
    return Fraction(int(s.payoff), PAYOFF)


def standing_word(s: State, t: int) -> str:
    """What has become of a tank."""
    return "destroyed" if destroyed(s.tanks[t].now) else "intact"
