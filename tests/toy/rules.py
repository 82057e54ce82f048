"""Two gunners shoot it out: aim, hide or fire, in turn, until one falls or the light fails."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from hulldown.kernel.actions import Action, Actions, Log, emit, explain, offer
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import record


class Verb(IntEnum):
    AIM = 0
    HIDE = 1
    FIRE = 2
    BARRAGE = 3  # eight dice: too many to walk with a small limit


class Kind(IntEnum):
    AIMED = 1
    HID = 2
    MISSED = 3
    HIT = 4


class Why(IntEnum):
    NOT_YOURS = 1
    OVER = 2
    STEADY = 3
    HIDDEN = 4
    UNKNOWN = 5


@record
class Duel:
    """The whole position."""

    turn: int  # decisions taken so far
    last: int  # decisions after which the light fails
    side: int  # who acts
    winner: int  # -1 running, 0, 1, 2 draw
    grit: Annotated[list[int], 2]  # hits left
    aim: Annotated[list[int], 2]  # 0 to 2
    cover: Annotated[list[int], 2]  # 0 or 1


@rule
def to_act(s: Duel) -> int:
    return 0 if s.winner >= 0 else 1 << s.side


@rule
def check(s: Duel, seat: int, a: Action) -> int:
    if s.winner >= 0:
        return Why.OVER
    if seat != s.side:
        return Why.NOT_YOURS
    if a.verb == Verb.AIM and s.aim[seat] >= 2:
        return Why.STEADY
    if a.verb == Verb.HIDE and s.cover[seat] != 0:
        return Why.HIDDEN
    return Why.UNKNOWN if a.verb < 0 or a.verb > Verb.BARRAGE else 0


@rule
def legal(s: Duel, seat: int, m: Actions) -> int:
    m.count = 0
    if s.winner >= 0 or seat != s.side:
        return 0
    if s.aim[seat] < 2:
        offer(m, seat, Verb.AIM, -1, -1, -1, -1, -1)
    if s.cover[seat] == 0:
        offer(m, seat, Verb.HIDE, -1, -1, -1, -1, -1)
    offer(m, seat, Verb.FIRE, -1, 1 - seat, -1, -1, -1)
    offer(m, seat, Verb.BARRAGE, -1, 1 - seat, -1, -1, -1)
    return m.count


@rule
def needed(s: Duel, seat: int, e: Log) -> int:
    base = explain(e.why, 1, 5)
    return base - explain(e.why, 2, s.aim[seat]) + explain(e.why, 3, s.cover[1 - seat])


@rule
def fire(s: Duel, seat: int, d: Dice, e: Log) -> None:
    need = needed(s, seat, e)
    face = roll(d, 6)
    harm = 0
    if face >= need:
        harm = 1 if roll(d, 6) < 6 else roll(d, 3)
    s.grit[1 - seat] = max(0, s.grit[1 - seat] - harm)
    emit(e, Kind.HIT if harm > 0 else Kind.MISSED, seat, 1 - seat, -1, face, need, harm, 0)


@rule
def barrage(s: Duel, seat: int, d: Dice, e: Log) -> None:
    harm = 0
    for _ in range(8):
        harm += 1 if roll(d, 6) == 6 else 0
    s.grit[1 - seat] = max(0, s.grit[1 - seat] - harm)
    emit(e, Kind.HIT if harm > 0 else Kind.MISSED, seat, 1 - seat, -1, 6, 6, harm, 8)


@rule
def apply(s: Duel, a: Action, d: Dice, e: Log) -> None:
    seat = s.side
    if a.verb == Verb.AIM:
        s.aim[seat] += 1
        emit(e, Kind.AIMED, seat, -1, -1, 0, 0, 0, 0)
    elif a.verb == Verb.HIDE:
        s.cover[seat] = 1
        emit(e, Kind.HID, seat, -1, -1, 0, 0, 0, 0)
    elif a.verb == Verb.FIRE:
        fire(s, seat, d, e)
        s.aim[seat], s.cover[seat] = 0, 0
    else:
        barrage(s, seat, d, e)
        s.aim[seat], s.cover[seat] = 0, 0
    s.turn += 1
    close(s)


@rule
def close(s: Duel) -> None:
    """Whose turn it is next, or how it ended. A gunner who has aimed once may act again."""
    if s.grit[1 - s.side] == 0:
        s.winner = s.side
    elif s.turn >= s.last:
        s.winner = 2 if s.grit[0] == s.grit[1] else (0 if s.grit[0] > s.grit[1] else 1)
    elif s.turn % 2 == 0:
        s.side = 1 - s.side


@rule
def result(s: Duel) -> int:
    return s.winner


@rule
def estimate(s: Duel, seat: int) -> int:
    if s.winner >= 0:
        return ended(s.winner, seat)
    lead = 100_000 * (s.grit[seat] - s.grit[1 - seat]) + 10_000 * (s.aim[seat] - s.aim[1 - seat])
    return max(1, min(999_999, 500_000 + lead))


@rule
def outcome(s: Duel, e: Log, subject: int) -> int:
    """Hits left, and 16 times whether the last shot hit (1) or missed (2)."""
    told = 0
    for i in range(e.count):
        if e.events[i].target == subject:
            told = 1 if e.events[i].kind == Kind.HIT else 2
    return s.grit[subject] + 16 * told
