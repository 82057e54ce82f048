"""The rules of the race: a record, and the seven verbs every ruleset has."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.actions import Action, Actions, Log, offer
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import record

CREEP, DASH = 0, 1
LAST_HEX, DASHES_ON = 9, 4
NOT_YOUR_TURN, NO_SUCH_ORDER = 1, 2


@record
class Race:
    """The race: whose turn it is, who won (-1: nobody yet), and where both tanks are."""

    side: int
    winner: int
    hex: Annotated[list[int], 2]


@rule
def to_act(s: Race) -> int:
    """RA-1.1: sides take turns until one has arrived."""
    return 0 if s.winner >= 0 else 1 << s.side


@rule
def check(s: Race, seat: int, a: Action) -> int:
    """0, or why an order is refused (RA-1.1, RA-1.2)."""
    if s.winner >= 0 or seat != s.side or a.seat != seat:
        return NOT_YOUR_TURN
    return 0 if a.verb == CREEP or a.verb == DASH else NO_SUCH_ORDER


@rule
def legal(s: Race, seat: int, m: Actions) -> int:
    """RA-1.2: creep or dash."""
    m.count = 0
    if s.winner < 0 and seat == s.side:
        offer(m, seat, CREEP, -1, -1, -1, -1, -1)
        offer(m, seat, DASH, -1, -1, -1, -1, -1)
    return m.count


@rule
def apply(s: Race, a: Action, d: Dice, e: Log) -> None:
    """RA-1.3, RA-1.4: a creep goes one hex, a dash two on 4+, else nowhere; who arrives wins."""
    hexes = 1
    if a.verb == DASH:
        hexes = 2 if roll(d, 6) >= DASHES_ON else 0
    s.hex[s.side] = min(s.hex[s.side] + hexes, LAST_HEX)
    if s.hex[s.side] == LAST_HEX:
        s.winner = s.side
    s.side = 1 - s.side


@rule
def result(s: Race) -> int:
    """-1 while the race runs, else who won (RA-1.4)."""
    return s.winner


@rule
def estimate(s: Race, seat: int) -> int:
    """The share of the points to be expected, in millionths: about what the lead is worth."""
    if s.winner >= 0:
        return ended(s.winner, seat)
    return 500_000 + 40_000 * (s.hex[seat] - s.hex[1 - seat])


@rule
def outcome(s: Race, e: Log, subject: int) -> int:
    """Where both tanks are, as one number."""
    return s.hex[0] + 16 * s.hex[1]
