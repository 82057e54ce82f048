"""Models moved by hand: those that their player moves one by one now, and those set up one by one."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import NOBODY, Phase
from hulldown.rulesets.close_assault.counters import own_models
from hulldown.rulesets.close_assault.deployment import spacing, unplaced, waits, why_not_place
from hulldown.rulesets.close_assault.encircling import FARTHEST, leaps, reach_round, why_not_begin
from hulldown.rulesets.close_assault.movement import faces_freely, remaining
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.proposing.offers import begun
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.close_assault.withdrawing import to_place
from hulldown.rulesets.face.tabletop import Drag, Foot, Spot
from hulldown.rulesets.shared.wording import inches

SPOT = "{x},{y}"
RINGS, WAYS = 12, 16  # where a free spot for a model to be set up is looked for


def drags(s: State, k: int) -> Iterator[Drag]:
    """The models that their player moves one by one now (CA-4.2, CA-4.9, CA-13.8, CA-14.1, CA-16.4)."""
    if s.phase == Phase.WITHDRAW and k == s.target:
        yield from (
            Drag(model_name(s, m), f"{model_name(s, m)} place {SPOT}")
            for m in own_models(s, k)
            if to_place(s, m)
        )
    if k != s.acting or s.phase not in (Phase.MOVING, Phase.ENGAGED):
        return
    if s.phase == Phase.MOVING and not begun(s, k):
        yield Drag(detachment_name(s, k), f"{detachment_name(s, k)} go {SPOT}")  # all of it, by its label
    for m in own_models(s, k):
        made = drag(s, k, m)
        if made is not None:
            yield made


def drag(s: State, k: int, m: int) -> Drag | None:
    """How one model of the acting detachment is moved; None if it is held fast."""
    name, end = model_name(s, m), f"{detachment_name(s, k)} end"
    if s.phase == Phase.MOVING or s.model[m].touched == 0 or s.detachment[k].broke_out:
        free = is_vehicle(s, m) and faces_freely(s, k)
        left = f"{inches(remaining(s, m))}″ left"
        return Drag(name, f"{name} drive {SPOT}", " facing {a}" if free else "", end, left)
    if is_vehicle(s, m):
        return Drag(name, f"{name} turn {{a}}", then=end)
    if leaps(s, m):
        return Drag(name, f"{name} leap {SPOT}", then=end)
    return slide(s, m, end) if why_not_begin(s, m) == Why.ALLOWED else None


def slide(s: State, m: int, end: str) -> Drag:
    """How a model is drawn round a vehicle: to the spot of its way that is nearest to the hand (CA-13.5)."""
    name, most = model_name(s, m), reach_round(s, m)
    left = f"up to {inches(most)}″ round" if most < FARTHEST else ""
    return Drag(name, f"{name} encircle {SPOT}", then=end, note=left)


# ---------------------------------------------------------------- set up one by one


def waiting(s: State, seat: int, k: int) -> Iterator[Drag]:
    """The next model of a detachment that is to be set up, where it could stand (CA-2.13)."""
    if unplaced(s, k) == 0 or s.acting not in (NOBODY, k):
        return
    first = int(s.detachment[k].first)
    m = next(m for m in range(first, first + int(s.detachment[k].size)) if waits(s, m))
    facing = (int(s.edge[seat]) + HALF_CIRCLE) % CIRCLE
    spot = free_spot(s, seat, m, facing)
    if spot is None:
        return
    b, name = s.model[m].base, model_name(s, m)
    foot = Foot(*spot, facing, int(b.half_length), int(b.half_width), bool(b.round))
    left = f"{unplaced(s, k)} of {s.detachment[k].size} to place"
    yield Drag(name, f"{name} place {SPOT} facing {{a}}", note=left, foot=foot)


def free_spot(s: State, seat: int, m: int, facing: int) -> Spot | None:
    """A spot where a model may be set up: near those of its own, else near the middle of the zone."""
    k = int(s.model[m].detachment)
    there, zone = own_models(s, k), s.zone[seat]
    x, y = (int(zone.x0) + int(zone.x1)) // 2, (int(zone.y0) + int(zone.y1)) // 2
    if there:
        x, y = int(s.model[there[-1]].base.x), int(s.model[there[-1]].base.y)
    step = spacing(s.model[m].base)
    tried = [(x, y)] if not there else []
    tried += [
        (shifted_x(x, step * ring, CIRCLE * way // WAYS), shifted_y(y, step * ring, CIRCLE * way // WAYS))
        for ring in range(1, RINGS)
        for way in range(WAYS)
    ]
    return next((spot for spot in tried if why_not_place(s, m, *spot, facing) == Why.ALLOWED), None)
