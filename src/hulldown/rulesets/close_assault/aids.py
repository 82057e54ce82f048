"""What helps the player to choose: reach, arcs, ranges, charge bands, targets, whom to fight."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action
from hulldown.kernel.buffers import legal_actions
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, shifted_x, shifted_y
from hulldown.rulesets.api.scene import Aids, PlaneAids, Target
from hulldown.rulesets.api.tabletop import Drag, Foot, Span, Spot
from hulldown.rulesets.close_assault.actions import to_act
from hulldown.rulesets.close_assault.actions.offering import legal
from hulldown.rulesets.close_assault.codes import NOBODY, TOL, Arc, Manner, Order, Phase, Verb
from hulldown.rulesets.close_assault.counters import foot, own_models
from hulldown.rulesets.close_assault.deployment import spacing, unplaced, waits, why_not_place
from hulldown.rulesets.close_assault.encircling import FARTHEST, leaps, reach_round, why_not_begin
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.halting import band, band_edges
from hulldown.rulesets.close_assault.movement import TURNED, faces_freely, moves, remaining
from hulldown.rulesets.close_assault.naming import detachment_name, model_name, weapon_name
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.proposing.offers import has_driven
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.route import about_to_move, areas, named, reach, spot_orders
from hulldown.rulesets.close_assault.shooting import why_not_fire
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.close_assault.turn import fires
from hulldown.rulesets.close_assault.withdrawing import to_place
from hulldown.rulesets.common.names import inches, point, signed

ARC = 3500  # mils that the arcs of a vehicle are drawn
PARTS = {Arc.ALL: "all", Arc.FRONT: "front", Arc.REAR: "rear"}
AIMS = (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK)

# ---------------------------------------------------------------- arcs, ranges, bands


def arcs(s: State, k: int) -> Iterator[Span]:
    """The arcs of every vehicle of a detachment (CA-5.2)."""
    for m in own_models(s, k):
        if is_vehicle(s, m):
            yield Span("arc", foot(s, m), ARC)


def ranges(s: State, k: int) -> Iterator[Span]:
    """How far the weapons of its first model reach, a line for each range and arc (CA-2.10, CA-5.6)."""
    m = guide(s, k)
    profile, known = s.profile[s.detachment[k].profile], set()
    for w in range(profile.weapons):
        for i in range(profile.weapon[w].lines):
            line = profile.weapon[w].line[i]
            part = PARTS[Arc(line.arc)] if is_vehicle(s, m) else "all"
            if line.range > 0 and (int(line.range), part) not in known:
                known.add((int(line.range), part))
                text = f"{inches(int(line.range))}″ {weapon_name(s, k, w)}"
                yield Span("range", foot(s, m), int(line.range), part, text)


def bands(s: State, k: int) -> Iterator[Span]:
    """From where a charging vehicle has which bonus, measured from where its charge begins (CA-11.3)."""
    v = s.model[guide(s, k)]
    move = int(s.profile[s.detachment[k].profile].move)
    start = Foot(int(v.shock_x), int(v.shock_y), int(v.shock_facing), 0, 0, True)
    for far in band_edges(s.options, move):
        yield Span("band", start, far, note=f"charge {signed(band(s.options, far + TOL + 1, move))}")


def spans(s: State, k: int, probe: State | None) -> Iterator[Span]:
    """All of them, as far as they matter to what the detachment does."""
    yield from arcs(s, k)
    if guide(s, k) == NOBODY:
        return
    if s.detachment[k].order in (Order.FIRST_FIRE, Order.ADVANCE):
        yield from ranges(s, k)
    if probe is not None and s.detachment[k].order == Order.CHARGE and is_vehicle(s, guide(s, k)):
        yield from bands(probe, k)


# ---------------------------------------------------------------- targets


def targets(s: State, seat: int, k: int, rows: list[Action]) -> Iterator[Target]:
    """Whom it may fire at, and why not at the others; whom it is offered to charge or shock."""
    aimed = aimed_at(rows, k)
    for j in range(s.detachments):
        if s.detachment[j].side == seat or not own_models(s, j):
            continue
        if fires(int(s.phase)):
            code = why_not_fire(s, k, j, NOBODY)
            yield Target("", detachment_name(s, j), barred(code))
        elif j in aimed:
            yield Target("", detachment_name(s, j))


def barred(code: int) -> str:
    """A reason in words with its rule, empty if nothing speaks against it."""
    if code == Why.ALLOWED:
        return ""
    why = Why.refusal(code)
    return f"{why.text} ({why.rule})"


def aimed_at(rows: list[Action], k: int) -> set[int]:
    """The detachments that offers to a detachment aim at."""
    return {
        int(a.target)
        for a in rows
        if a.actor == k and (a.verb == Verb.SHOCK or (a.verb == Verb.MANOEUVRE and a.choice in AIMS))
    }


# ---------------------------------------------------------------- all of it


def aids(s: State, seat: int | None, unit: str = "") -> Aids:
    """The aids for a seat (None: a spectator, who chooses nothing), for a detachment of its own."""
    decides = seat is not None and bool(to_act(s) >> seat & 1)
    if seat is not None and decides and s.phase == Phase.PAIRING:
        return pairs(s, seat)
    if seat is not None and decides and s.phase == Phase.DEPLOY:
        return placing(s, seat, named(s, unit))
    k = looked_at(s, seat, unit)
    if seat is None or k is None:
        return Aids()
    return moving(s, seat, k) if own_models(s, k) else Aids()


def looked_at(s: State, seat: int | None, unit: str) -> int | None:
    """The detachment of a seat that is meant: the one named, else who acts."""
    acting = int(s.target if s.phase == Phase.WITHDRAW else s.acting)
    candidates = [named(s, unit) if unit else None, acting if acting >= 0 else None]
    return next((k for k in candidates if k is not None and s.detachment[k].side == seat), None)


def spots(s: State, rows: list[Action], k: int) -> tuple[tuple[str, Spot], ...]:
    """The places that orders to a detachment name."""
    return tuple({point(*spot): (point(*spot), spot) for spot, _ in spot_orders(s, rows, k)}.values())


def pairs(s: State, seat: int) -> PlaneAids:
    """Whom the models of a side may fight next, one by one (CA-9.5)."""
    rows = legal_actions(legal, s, seat)
    chosen = [(int(a.actor), int(a.target)) for a in rows if a.verb == Verb.PAIR and a.target != NOBODY]
    own, names = ({model_name(s, pair[i]): None for pair in sorted(chosen)} for i in range(2))
    targets = tuple(Target("", name) for name in names)
    return PlaneAids(targets=targets, models=tuple(names), named=(*own, *names))


def placing(s: State, seat: int, chosen: int | None) -> Aids:
    """Where a detachment may be set up as a whole, and its next model to be placed by hand (CA-2.13)."""
    left = [k for k in range(s.detachments) if s.detachment[k].side == seat and unplaced(s, k)]
    if not left:
        return Aids()
    k = int(s.acting) if s.acting != NOBODY else chosen if chosen in left else left[0]
    unit_aids = PlaneAids(
        unit=detachment_name(s, k),
        spots=spots(s, legal_actions(legal, s, seat), k),
        drags=tuple(waiting(s, seat, k)),
        side=seat,
    )
    wipe(s)
    return unit_aids


def moving(s: State, seat: int, k: int) -> PlaneAids:
    """What helps a detachment that stands on the table."""
    rows = legal_actions(legal, s, seat)
    probe = about_to_move(s, k) if moves(int(s.detachment[k].order)) else None
    unit_aids = PlaneAids(
        unit=detachment_name(s, k),
        reach={place: cost for place, (cost, _) in reach(s, seat, detachment_name(s, k), rows).items()},
        targets=tuple(targets(s, seat, k, rows)),
        spots=spots(s, rows, k),
        area=areas(probe, k) if probe is not None else (),
        spans=tuple(spans(s, k, probe)),
        drags=tuple(drags(s, k)) if s.side == seat else (),
    )
    wipe(s)
    return unit_aids


# ---------------------------------------------------------------- handling
# Models moved by hand: those that their player moves one by one now, and those set up one by one.


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
    if s.phase == Phase.MOVING and not has_driven(s, k):
        yield Drag(detachment_name(s, k), f"{detachment_name(s, k)} go {SPOT}")  # all of it, by its label
    for m in own_models(s, k):
        model_drag = drag(s, k, m)
        if model_drag is not None:
            yield model_drag


def drag(s: State, k: int, m: int) -> Drag | None:
    """How one model of the acting detachment is moved; None if it is held fast."""
    name, end = model_name(s, m), f"{detachment_name(s, k)} end"
    if s.model[m].done == TURNED:
        return None
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
