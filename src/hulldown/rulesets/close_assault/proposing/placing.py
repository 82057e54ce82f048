"""Places proposed: formations at the set-up (section 6), models in a Withdraw (CA-16.4, CA-20.3)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer, offer_at
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import NOBODY, Verb
from hulldown.rulesets.close_assault.deployment import unplaced, why_not_form
from hulldown.rulesets.close_assault.proposing.marching import swing
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, profile_of
from hulldown.rulesets.close_assault.withdrawing import heading_of, nearest_edge, why_not_place

STEPS = 6  # along each side of the zone
FILES = 5  # the widest formation proposed


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """Formations on a grid over the own zone, facing away from the own edge."""
    zone, facing = s.zone[seat], (int(s.edge[seat]) + HALF_CIRCLE) % CIRCLE
    for k in range(s.detachments):
        t = s.detachment[k]
        if t.side != seat or unplaced(s, k) < t.size:
            continue
        files = min(FILES, int(t.size))
        for i in range(STEPS):
            for j in range(STEPS):
                x = int(zone.x0) + (int(zone.x1) - int(zone.x0)) * (2 * i + 1) // (2 * STEPS)
                y = int(zone.y0) + (int(zone.y1) - int(zone.y0)) * (2 * j + 1) // (2 * STEPS)
                if why_not_form(s, k, x, y, facing, files) == Why.ALLOWED:
                    offer_at(m, seat, Verb.FORM, k, x, y, facing, files)


# ---------------------------------------------------------------- in a Withdraw


FAN, FANS = 3000, 7  # directions: by 30 degrees, up to 90 to either side of straight away
HALVES = 2  # the full distance, and half of it


@rule
def offer_flight(s: State, k: int, m: Actions) -> None:
    """By the search, or the next model by hand: at full and half distance in a fan away from the enemy."""
    side = int(s.detachment[k].side)
    offer(m, side, Verb.WITHDRAW, k, -1, -1, -1, -1)
    i = nearest_edge(s, k)
    if i == NOBODY:
        return
    b, heading = s.model[i].base, heading_of(s, k)
    for half in range(HALVES, 0, -1):
        far = int(s.profile[profile_of(s, i)].move) * half // HALVES
        for n in range(FANS):
            angle = (heading + FAN * swing(n)) % CIRCLE
            x, y = shifted_x(int(b.x), far, angle), shifted_y(int(b.y), far, angle)
            if why_not_place(s, i, x, y) == Why.ALLOWED:
                offer_at(m, side, Verb.PLACE, i, x, y, -1, -1)
