"""The whole battle as one record. Absent is -1; lists of two are by side, A first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import record
from hulldown.rulesets.chase.codes import PAIRS, PAYOFFS, SIDE_TANKS, TANKS
from hulldown.rulesets.common.variants import VariantCodes, fields_of

BANDS = 7


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (CH-15)."""


@record
class Profile:
    """What a tank is (sections 2.2, 2.3). Nothing here changes in a battle but worn Armor (CH-8.19)."""

    kind: int  # position in units.toml
    crew: int  # crew variant: position in units.toml
    points: int
    hull: int  # hull points at the start
    armor: Annotated[list[int], 4]  # by Facing
    top_speed: int
    agility: int
    driver: int
    gunner: int
    mount: int
    weapon: int  # position in units.toml
    dice: int
    bonus: int
    ap: int
    range_dm: Annotated[list[int], BANDS]  # NO_DM where it cannot fire


@record
class Damage:
    """The damage state of a living tank (CH-11.8); hull points of 0 and less are a destroyed one."""

    hull: int
    mobility: int
    gun: int


@record
class Tank:
    """One tank: what it is, how it is, and this turn's order and Driving test."""

    profile: Profile
    standing: int
    now: Damage
    order: int  # secret until the reveal
    ordered: int  # 1 once it has its order: everybody may know that
    rolled: int  # 1 when it made a Driving test this turn
    total: int
    first: int  # the total before ties were rolled again (CH-5.10)
    down: int  # the hull-down flag (CH-9.2)
    collided: int  # took part in a collision this turn (CH-14.7)
    aim: int  # the pair it fires in, -1 for none (CH-14.9)
    struck: int  # Location of the hit of its shot, -1 for none
    severity: int  # of that hit
    worn: Annotated[list[int], 4]  # points that collisions took off its Armor, by Facing (CH-8.19)
    left: int  # how it came out of the turn (`fate.packed`); 0 while the turn goes on


@record
class Pair:
    """Two opposing tanks and what the chart makes of this turn (CH-6). Lists are by side."""

    tank: Annotated[list[int], 2]
    range: int
    was: int  # range at the start of the turn
    order: Annotated[list[int], 2]
    winner: int  # side, -1 for none
    success: Annotated[list[int], 2]
    effect: Annotated[list[int], 2]  # of the Driving tests (only with `ram_test` = same)
    decider: int  # side that picks the shift
    low: int  # legal shifts are low to high
    high: int
    shift: int
    raw: int
    source: Annotated[list[int], 2]
    facing: Annotated[list[int], 2]
    first: int  # side asked first to ram or to open
    asked: int  # how many were asked in this step
    open: int  # 0 once contact is broken or a tank is gone
    moved: int  # 1 once its steps 5 to 8 are done


@record
class State:
    """A duel, a match of duels or a team battle."""

    options: Options
    payoffs: Annotated[list[int], PAYOFFS]  # for A, in PAYOFF, by Event
    limit_fixed: int  # 1: the turn limit has the fixed payoff of Event.LIMIT (CH-12.5)
    start_range: int
    turn_limit: int
    duels: int  # of a match (scenario S1)
    duel: int  # 0 first; in odd duels the players have changed seats
    total: int  # payoffs of the player of seat 0 in duels that are over
    turn: int
    phase: int
    acting: int  # the pair, or in PAIRING and TARGETS the tank, that the phase is about
    winner: int  # seat; -1 while it runs, 2 a draw
    event: int  # how the last duel ended
    payoff: int  # its payoff for A
    given_up: int  # side that surrendered
    count: Annotated[list[int], 2]  # tanks of each side
    pairs: int
    pair: Annotated[list[Pair], PAIRS]
    tanks: Annotated[list[Tank], TANKS]
    mute: Terms  # never on: for questions that want only the number


@rule
def side_of(t: int) -> int:
    """The side of a tank."""
    return 0 if t < SIDE_TANKS else 1


@rule
def seat_of(s: State, side: int) -> int:
    """The seat that commands a side: players change seats after each duel of a match (scenario S1)."""
    return side ^ (s.duel & 1)


@rule
def side_of_seat(s: State, seat: int) -> int:
    """The side that a seat commands."""
    return seat ^ (s.duel & 1)
