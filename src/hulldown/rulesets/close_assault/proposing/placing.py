"""Places proposed for a whole detachment at the set-up (section 6: free set-up)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer_at
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE
from hulldown.rulesets.close_assault.codes import Verb
from hulldown.rulesets.close_assault.deployment import unplaced, why_not_form
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State

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
