"""A small table for tests: tanks at a range, orders in words, dice laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.kernel.actions import Event, forget
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.chase.actions import apply, check, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.events import Why, event
from hulldown.rulesets.chase.setup import blank_state, engage_duel, field_tank
from hulldown.rulesets.chase.state import SIDE_TANKS, Band, Phase, State, seat_of, side_of
from hulldown.rulesets.chase.turn import advance, first_pairing
from hulldown.rulesets.chase.words import find_tank, parse_action
from hulldown.rulesets.common.explanation import OFF, open_log, with_dice
from hulldown.rulesets.common.log import EventKind

LOG = open_log()
PRINTED = SHELF.options_under({})  # rules by the book
Made = str | Mapping[str, Any]  # a tank of section 2.3 by name, or every number of one's own
Hurt = Sequence[int]  # a damage state: hull points, mobility, gun
Damages = Mapping[str, Hurt]  # by tank: {"B1": (2, 1, 0)}


def band(name: str) -> Band:
    """A range band by name: "Very Long"."""
    return Band[name.upper().replace(" ", "_")]


def ranks(
    ours: Sequence[Made], theirs: Sequence[Made], options: Mapping[str, Any] | None, crew: str
) -> State:
    """Tanks of both sides on a field with these options, nobody engaged yet; 12 turns."""
    s = blank_state(options or {})
    for side, made in enumerate((ours, theirs)):
        for i, tank in enumerate(made):
            field_tank(SHELF, s, side * SIDE_TANKS + i, tank, crew)
    s.turn_limit = 12
    return s


def hurt(s: State, damage: Damages) -> None:
    """Set damage states: hurt(s, {"A1": (4, 0, 1)})."""
    for name, state in damage.items():
        now = s.tanks[find_tank(s, name)].now
        now.hull, now.mobility, now.gun = state


def begun(s: State, damage: Damages, turns: int, turn: int) -> State:
    """On to the first decision of a turn."""
    hurt(s, damage)
    s.turn_limit, s.turn, s.phase = turns, turn - 1, Phase.START
    advance(s, new_dice(0), OFF)
    return s


def duel(
    ours: Made = "warden",
    theirs: Made = "marten",
    range: str = "Medium",
    damage: Damages | None = None,
    options: Mapping[str, Any] | None = None,
    turns: int = 12,
    turn: int = 1,
    duels: int = 1,
    crew: str = "regular",
) -> State:
    """A1 against B1 at the start of a turn, before the orders."""
    s = ranks([ours], [theirs], options, crew)
    s.duels = duels
    engage_duel(s, band(range))
    return begun(s, damage or {}, turns, turn)


def battle(
    ours: Sequence[Made],
    theirs: Sequence[Made],
    range: str = "Medium",
    damage: Damages | None = None,
    options: Mapping[str, Any] | None = None,
    turns: int = 12,
    turn: int = 1,
    crew: str = "regular",
) -> State:
    """A team battle after its first pairing (CH-14.3)."""
    s = ranks(ours, theirs, {"team_battle": True, **(options or {})}, crew)
    s.start_range = band(range)
    first_pairing(s, OFF)
    return begun(s, damage or {}, turns, turn)


def seat_for(s: State, text: str) -> int:
    """Whose order a text is: of the tank named first; without one, of the seat that is to act."""
    word = text.split()[0]
    if word.lower() == "surrender":
        return 0 if to_act(s) & 1 else 1
    return seat_of(s, side_of(find_tank(s, word)))


def give(s: State, text: str, *dice: int) -> State:
    """The position after an order with these dice: all of them, and no more, are thrown.

    Several orders may be given in one text, "A1 pursue, B1 flee"; the dice fall after the last.
    """
    *earlier, last = text.split(", ")
    for order in earlier:
        s = carried_out(s, order, ())
    return carried_out(s, last, dice)


def carried_out(s: State, text: str, dice: Sequence[int]) -> State:
    """The position after one order."""
    a = parse_action(s, seat_for(s, text), text)
    if code := check(s, int(a.seat), a):
        raise AssertionError(f"{text}: {Why.of(code).name}")

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        apply(made, a, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice), f"{text} threw {used} dice"
    return made


def refused(s: State, text: str, seat: int | None = None) -> str:
    """The first reason against an order, in lower case; "allowed" if there is none."""
    asking = seat_for(s, text) if seat is None else seat
    return Why.of(check(s, asking, parse_action(s, asking, text))).name.lower()


def told() -> list[EventKind[Any]]:
    """The kinds of event of the last order."""
    return [event[row.kind] for row in events()]


def events() -> list[Event]:
    """The events of the last order."""
    return list(LOG.events[: LOG.count])


def state(s: State, name: str) -> tuple[int, int, int]:
    """The damage state of a tank: hull points, mobility, gun."""
    now = s.tanks[find_tank(s, name)].now
    return int(now.hull), int(now.mobility), int(now.gun)


def distance(s: State, pair: int = 0) -> str:
    """The range of a pair: "MEDIUM"."""
    return Band(int(s.pair[pair].range)).name
