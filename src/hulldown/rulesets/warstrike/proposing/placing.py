"""Places proposed for whole units in a free set-up (WS-4.8, WS-4.9, WS-16.9)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer, offer_at
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import INCH, NOBODY, Verb
from hulldown.rulesets.warstrike.deployment import may_be_placed, why_not_form, why_not_ready
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State

LONG, SHORT = 9, 3  # places along the longer and the shorter side of the zone
HALF_INCH = INCH // 2


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """Every unit that may be placed, in formation on a grid over the zone; of one begun its end, or the way
    back.
    """
    if s.acting != NOBODY:
        if why_not_ready(s, int(s.acting)) == Why.OK:
            offer(m, seat, Verb.END, int(s.acting), -1, -1, -1, -1)
        else:  # a computer that likes neither would go back and forth for ever
            offer(m, seat, Verb.BACK, int(s.acting), -1, -1, -1, -1)
        return
    for k in range(int(s.units)):
        if may_be_placed(s, k):
            offer_formations(s, seat, k, m)
    k = 0
    while m.count == 0 and k < s.units:
        if may_be_placed(s, k):
            offer_any(s, seat, k, m)
        k += 1


@rule
def offer_formations(s: State, seat: int, k: int, m: Actions) -> None:
    """One unit in formation, its leader on a grid over the zone."""
    zone = s.zone[seat]
    wide = int(zone.x1) - int(zone.x0) >= int(zone.y1) - int(zone.y0)
    columns, rows = LONG if wide else SHORT, SHORT if wide else LONG
    for i in range(columns):
        for j in range(rows):
            x = int(zone.x0) + (int(zone.x1) - int(zone.x0)) * (2 * i + 1) // (2 * columns)
            y = int(zone.y0) + (int(zone.y1) - int(zone.y0)) * (2 * j + 1) // (2 * rows)
            offer_formation(s, seat, k, x, y, m)


@rule
def offer_any(s: State, seat: int, k: int, m: Actions) -> None:
    """In a zone so full that none of those is left: the first half inch at which the unit finds room."""
    zone = s.zone[seat]
    for i in range((int(zone.x1) - int(zone.x0)) // HALF_INCH):
        for j in range((int(zone.y1) - int(zone.y0)) // HALF_INCH):
            if m.count == 0:
                offer_formation(s, seat, k, int(zone.x0) + i * HALF_INCH, int(zone.y0) + j * HALF_INCH, m)


@rule
def offer_formation(s: State, seat: int, k: int, x: int, y: int, m: Actions) -> None:
    """A unit in formation with its leader at a place, if it may stand there."""
    if why_not_form(s, k, x, y) == Why.OK:
        offer_at(m, seat, Verb.FORM, k, x, y, -1, -1)
