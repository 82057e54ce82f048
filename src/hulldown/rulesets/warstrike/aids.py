"""What helps the player to choose: reach, circles, ranges of Snap Fire, targets, lines of sight."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.scene import Aids, PlaneAids, Target
from hulldown.rulesets.api.tabletop import Foot, Span
from hulldown.rulesets.warstrike.actions import to_act
from hulldown.rulesets.warstrike.arming import why_not_fire
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Deed, Phase
from hulldown.rulesets.warstrike.counters import alive_units, foot, own_models, spot
from hulldown.rulesets.warstrike.deployment import may_be_placed
from hulldown.rulesets.warstrike.naming import deed_name, length, model_id, unit_id
from hulldown.rulesets.warstrike.permissions import open_limit, place_radius
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.refusals import refusal
from hulldown.rulesets.warstrike.route import area, drags, named, reach, setting_up, spots
from hulldown.rulesets.warstrike.seeing import from_all
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, is_single, lasts
from hulldown.rulesets.warstrike.straying import strays, walks

WALKING = (Deed.ADVANCE, Deed.DOUBLE)  # whose limits are shown before an action is chosen
CHOOSING = (Phase.ACTIVATE, Phase.CHOOSE)

# ---------------------------------------------------------------- circles


def limits(s: State, k: int) -> Iterator[Span]:
    """How far the leader gets in the open by each action that lets all walk (WS-9.12, WS-9.28)."""
    start = Foot(*spot(s, int(s.unit[k].leader)), 0, 0, 0, True)
    for deed in WALKING:
        far = open_limit(s, k, deed)
        yield Span("limit", start, far // FINE, note=f"{length(far)}″ in the open, {deed_name(deed)}")


def circles(s: State, k: int) -> Iterator[Span]:
    """Whom members have to touch: the leader's circle if placed (WS-7.3), else another's (WS-8.2)."""
    if is_single(s, k):
        return
    by_themselves = [m for m in own_models(s, k) if walks(s, k, m)]
    radius = place_radius(s.options, int(s.deed))
    if radius:
        yield Span(
            "near", foot(s, int(s.unit[k].leader)), radius // FINE, note=f"{length(radius)}″ of the leader"
        )
    elif by_themselves:
        near = int(s.options.command_distance) // FINE
        yield from (Span("near", foot(s, m), near) for m in own_models(s, k))


def snap_zones(s: State, k: int) -> Iterator[Span]:
    """How far each enemy unit that may Snap Fire reaches, from its model that reaches farthest (WS-12.3)."""
    for j in alive_units(s):
        if s.unit[j].side != s.unit[k].side and may_snap(s, j):
            far, m = max((reaches(s, m), -m) for m in own_models(s, j))
            yield Span("snap", foot(s, -m), far // FINE, note=f"{unit_id(s, j)} Snap Fire {length(far)}″")


def reaches(s: State, m: int) -> int:
    """The longest range of a model's weapons."""
    return max((int(s.weapon[w].range) for w in s.model[m].weapon if w != NOBODY), default=0)


def spans(s: State, k: int) -> Iterator[Span]:
    """All of them, as far as they matter to what the unit does."""
    if s.phase in CHOOSING:
        yield from limits(s, k)
        if not is_single(s, k):
            near = int(s.options.orderly_start)
            yield Span("near", foot(s, int(s.unit[k].leader)), near // FINE, note=f"{length(near)}″")
    if s.phase == Phase.MOVE and k == s.acting:
        yield from circles(s, k)
        yield from snap_zones(s, k)


# ---------------------------------------------------------------- targets


def targets(s: State, k: int) -> Iterator[Target]:
    """Whom the unit may fire at, and why not at the others (WS-16.6)."""
    for j in alive_units(s):
        if s.phase == Phase.FIRE and k == s.acting and s.unit[j].side != s.unit[k].side:
            yield Target("", unit_id(s, j), barred(s, why_not_fire(s, k, j)))


def barred(s: State, code: int) -> str:
    """A reason in words with its rule, empty if nothing speaks against it."""
    if code == Why.OK:
        return ""
    why = refusal(code, s.options)
    return f"{why.text} ({why.rule})"


# ---------------------------------------------------------------- all of it


def aids(s: State, seat: int | None, unit: str = "") -> Aids:
    """The aids for a seat (None: a spectator, who chooses nothing), for a unit of its own."""
    decides = seat is not None and bool(to_act(s) >> seat & 1)
    if seat is not None and decides and s.phase == Phase.DEPLOY:
        return placing(s, seat, named(s, unit))
    k = looked_at(s, seat, unit)
    if seat is None or k is None or not own_models(s, k) or not lasts(s, k):
        return Aids()
    if s.phase == Phase.SNAP and k == s.asked:
        return answering(s, k)
    return acting(s, seat, k)


def looked_at(s: State, seat: int | None, unit: str) -> int | None:
    """The unit of a seat that is meant: the one named, else who answers or acts."""
    candidates = [named(s, unit) if unit else None, int(s.asked), int(s.acting)]
    units = [k for k in candidates if k is not None and k != NOBODY]
    return next((k for k in units if s.unit[k].side == seat), None)


def placing(s: State, seat: int, chosen: int | None) -> Aids:
    """Where a unit may be set up, and its models to be placed by hand (WS-4.8)."""
    able = [k for k in range(s.units) if may_be_placed(s, k)]
    if not able:
        return Aids()
    k = chosen if chosen in able else able[0]
    return PlaneAids(
        unit=unit_id(s, k), spots=spots(s, seat, k), drags=tuple(setting_up(s, seat, k)), side=seat
    )


def answering(s: State, k: int) -> PlaneAids:
    """What a unit sees of the one that it may Snap Fire at."""
    mover = (Target("", unit_id(s, int(s.acting))),)
    return PlaneAids(unit=unit_id(s, k), targets=mover, sights=tuple(from_all(s, k, [int(s.acting)])))


def acting(s: State, seat: int, k: int) -> PlaneAids:
    """What helps a unit that stands on the table."""
    aimed, reached = tuple(targets(s, k)), reach(s, seat, unit_id(s, k))
    fair = [j for j in alive_units(s) if any(t.unit == unit_id(s, j) and not t.refusal for t in aimed)]
    return PlaneAids(
        unit=unit_id(s, k),
        reach={place: far for place, (far, _) in reached.items()},
        targets=aimed,
        spots=tuple((place, (int(row.x), int(row.y))) for place, (_, (row, *_)) in reached.items()),
        area=area(s, k) if k == s.acting else (),
        spans=tuple(spans(s, k)),
        drags=tuple(drags(s, int(s.acting))) if s.side == seat else (),
        named=tuple(model_id(s, m) for m in strays(s, k)),
        sights=tuple(from_all(s, k, fair)),
    )
