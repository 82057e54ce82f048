"""The table as a scene: what stands on it, and what helps the player to choose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.engine import legal_actions
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, direction, mils
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import End, Foresight, PreviewShot
from hulldown.rulesets.api.scene import (
    Aids,
    Drag,
    Foot,
    Goal,
    Link,
    ModelPath,
    Patch,
    PlaneAids,
    PlaneScene,
    Span,
    Spot,
    TableZone,
    Target,
)
from hulldown.rulesets.close_assault import movement, table, turn, words
from hulldown.rulesets.close_assault.actions import check, has_driven, legal, move, to_act
from hulldown.rulesets.close_assault.catalogue import Shelf
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import NEVER, fire_odds
from hulldown.rulesets.close_assault.fights import FARTHEST, lay_on_way, leaps, reach_round, why_not_begin
from hulldown.rulesets.close_assault.movement import remaining
from hulldown.rulesets.close_assault.occasions import range_of
from hulldown.rulesets.close_assault.proposing import guide, in_hand, manoeuvre
from hulldown.rulesets.close_assault.shooting import why_not_fire
from hulldown.rulesets.close_assault.state import (
    NOBODY,
    TOL,
    Arc,
    Extra,
    Firing,
    Ground,
    Manner,
    Order,
    Phase,
    State,
    Verb,
    is_vehicle,
    side_of,
)
from hulldown.rulesets.close_assault.table import unplaced, wipe
from hulldown.rulesets.close_assault.words import detachment_name, foot, model_name, own_models
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.names import inches, point, signed, whole_inches
from hulldown.rulesets.common.pieces import Reach, ahead, group_or, named_spots, straight_reach, whole_moves

GROUND = {Ground.OPEN: "open", Ground.ROUGH: "rubble", Ground.WOOD: "forest", Ground.BLOCK: "building"}
PHASES_OF_MOVEMENT = frozenset(range(Phase.MOVEMENT, Phase.FIRST_FIRE))
TENTH = 100  # lengths of ways are shown to a tenth of an inch


def box(x0: int, y0: int, x1: int, y1: int) -> tuple[Spot, ...]:
    """The corners of a rectangle."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def patches(s: State) -> Iterator[Patch]:
    """The terrain (2.4)."""
    for i in range(s.areas):
        area = s.area[i]
        yield Patch(GROUND[Ground(area.ground)], box(area.x0, area.y0, area.x1, area.y1))


def goals(s: State) -> Iterator[Goal]:
    """The objectives, and who would hold them now (CA-18.2)."""
    for i in range(s.objectives):
        mine, theirs = turn.strength_at(s, i, 0), turn.strength_at(s, i, 1)
        side = turn.holder(mine, theirs)
        yield Goal(
            f"Objective {i + 1}",
            (s.objective_x[i], s.objective_y[i]),
            s.options.objective_reach,
            None if side == NOBODY else side,
            f"strength {max(mine, theirs)} to {min(mine, theirs)}" if mine or theirs else "",
            contested=turn.contested(mine, theirs),
        )


def fields(s: State) -> Iterator[TableZone]:
    """Where the sides set up while they do (CA-2.13), and what a side must reach (section 6)."""
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            zone = s.zone[side]
            yield TableZone("deploy", side, box(zone.x0, zone.y0, zone.x1, zone.y1))
    if s.extra != Extra.NONE:
        yield TableZone("goal", s.extra_side, beyond_line(s), f"{s.extra_points} VP beyond this line")


def beyond_line(s: State) -> tuple[Spot, ...]:
    """The part of the table beyond the scenario's line, seen from the own edge of who must reach it."""
    line, away = s.extra_line, (s.edge[s.extra_side] + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    width, height = s.width, s.height
    ahead = away <= turn.QUARTER_TURNS
    if away % HALF_CIRCLE == turn.QUARTER_TURNS:
        return box(0, line, width, height) if ahead else box(0, 0, width, line)
    return box(line, 0, width, height) if ahead else box(0, 0, line, height)


def spot(s: State, m: int) -> Spot:
    """Where the middle of a model is."""
    return s.model[m].base.x, s.model[m].base.y


def chains(s: State, k: int) -> Iterator[Link]:
    """The neighbours of the acting detachment, and of every one the gaps that are too wide (CA-2.8)."""
    models = own_models(s, k)
    left, reached = set(models[1:]), set(models[:1])
    while left:
        _, here, there = min((table.gap_of(s, i, j), i, j) for i in reached for j in left)
        near = table.linked(s, here, there)
        if k == s.acting or not near:
            yield Link((spot(s, here), spot(s, there)), "chain" if near else "broken")
        reached.add(there)
        left.remove(there)


def fights(s: State) -> Iterator[Link]:
    """The Fights chosen that are still to be fought (CA-9.4)."""
    if s.phase in (Phase.PAIRING, Phase.SPENDING):
        for i in range(s.fights):
            fight = s.fight[i]
            if not fight.done and words.on_table(s, fight.own) and words.on_table(s, fight.enemy):
                now = s.phase == Phase.SPENDING and i == s.current
                yield Link((spot(s, fight.own), spot(s, fight.enemy)), "now" if now else "fight")


def ways(s: State) -> Iterator[ModelPath]:
    """Where models came along: those of the acting detachment now, those of others this round (CA-4.2)."""
    for k in range(s.detachments) if s.phase in PHASES_OF_MOVEMENT else []:
        if k == s.acting or s.detachment[k].moved:
            yield from (way(s, m, k != s.acting) for m in own_models(s, k) if s.model[m].turns > 0)


def way(s: State, m: int, old: bool) -> ModelPath:
    """The way of one model in its last activation."""
    v = s.model[m]
    turns = zip(v.turn_x[: v.turns], v.turn_y[: v.turns], strict=True)
    start = (v.start_x, v.start_y)
    return ModelPath(model_name(s, m), side_of(s, m), (start, *turns), "" if old else way_note(s, m), old)


def way_note(s: State, m: int) -> str:
    """How long the way is, counted twice on difficult ground, and what is left (CA-4.1, CA-4.5)."""
    v = s.model[m]
    driven, cost = mils(v.driven), mils(v.cost)
    counted = "" if cost == driven else f", counts {rounded(cost)}″"
    return f"{rounded(driven)}″{counted}, {rounded(remaining(s, m))}″ left"


def rounded(length: int) -> str:
    """A length to a tenth of an inch."""
    return inches((length + TENTH // 2) // TENTH * TENTH)


def scene(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> PlaneScene:
    """The table for a seat (None: a spectator), from the position as that seat knows it (CA-3.4)."""
    groups = words.alive_groups(s)
    picture = PlaneScene(
        width=s.width,
        height=s.height,
        patches=tuple(patches(s)),
        goals=tuple(goals(s)),
        groups=tuple(words.group_mark(shelf, s, k) for k in groups),
        units=tuple(words.model_mark(shelf, s, m) for k in groups for m in own_models(s, k)),
        title="Close Assault",
        subtitle="Setting up" if s.phase == Phase.DEPLOY else f"Round {s.round} of {s.rounds}",
        aids=aids(shelf, s, seat, unit),
        fields=tuple(fields(s)),
        links=(*(link for k in groups for link in chains(s, k)), *fights(s)),
        ways=tuple(ways(s)),
    )
    wipe(s)
    return picture


# ---------------------------------------------------------------- aids
# What helps the player to choose: reach, arcs, ranges, charge bands, targets, whom to fight.


ARC = 3500  # mils that the arcs of a vehicle are drawn
PARTS = {Arc.ALL: "all", Arc.FRONT: "front", Arc.REAR: "rear"}
AIMS = (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK)


def arcs(s: State, k: int) -> Iterator[Span]:
    """The arcs of every vehicle of a detachment (CA-5.2)."""
    for m in own_models(s, k):
        if is_vehicle(s, m):
            yield Span("arc", foot(s, m), ARC)


def ranges(shelf: Shelf, s: State, k: int) -> Iterator[Span]:
    """How far the weapons of its first model reach, a line for each range and arc (CA-2.10, CA-5.6)."""
    m = guide(s, k)
    profile, known = s.profile[s.detachment[k].profile], set()
    for w in range(profile.weapons):
        for i in range(profile.weapon[w].lines):
            line = profile.weapon[w].line[i]
            part = PARTS[Arc(line.arc)] if is_vehicle(s, m) else "all"
            far = int(range_of(s, m, line, NOBODY, s.mute))
            if far > 0 and (far, part) not in known:
                known.add((far, part))
                text = f"{inches(far)}″ {words.weapon_name(shelf, s, k, w)}"
                yield Span("range", foot(s, m), far, part, text)


def bands(s: State, k: int) -> Iterator[Span]:
    """From where a charging vehicle has which bonus, measured from where its charge begins (CA-11.3)."""
    v = s.model[guide(s, k)]
    move = int(movement.full_move_of(s, k))
    start = Foot(v.shock_x, v.shock_y, v.shock_facing, 0, 0, True)
    for far in movement.band_edges(s.options, move):
        yield Span("band", start, far, note=f"charge {signed(movement.band(s.options, far + TOL + 1, move))}")


def spans(shelf: Shelf, s: State, k: int, probe: State | None) -> Iterator[Span]:
    """All of them, as far as they matter to what the detachment does."""
    yield from arcs(s, k)
    if guide(s, k) == NOBODY:
        return
    if s.detachment[k].order in (Order.FIRST_FIRE, Order.ADVANCE):
        yield from ranges(shelf, s, k)
    if probe is not None and s.detachment[k].order == Order.CHARGE and is_vehicle(s, guide(s, k)):
        yield from bands(probe, k)


def targets(s: State, seat: int, k: int, rows: list[Action]) -> Iterator[Target]:
    """Whom it may fire at, and why not at the others; whom it is offered to charge or shock."""
    aimed = aimed_at(rows, k)
    for j in range(s.detachments):
        if s.detachment[j].side == seat or not own_models(s, j):
            continue
        if turn.fires(s.phase):
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
        a.target
        for a in rows
        if a.actor == k and (a.verb == Verb.SHOCK or (a.verb == Verb.MANOEUVRE and a.choice in AIMS))
    }


def aids(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> Aids:
    """The aids for a seat (None: a spectator, who chooses nothing), for a detachment of its own."""
    decides = seat is not None and bool(to_act(s) >> seat & 1)
    if seat is not None and decides and s.phase == Phase.PAIRING:
        return pairs(s, seat)
    if seat is not None and decides and s.phase == Phase.DEPLOY:
        return placing(s, seat, named(s, unit))
    k = looked_at(s, seat, unit)
    if seat is None or k is None:
        return Aids()
    return moving(shelf, s, seat, k) if own_models(s, k) else Aids()


def looked_at(s: State, seat: int | None, unit: str) -> int | None:
    """The detachment of a seat that is meant: the one named, else who acts."""
    acting = s.target if s.phase == Phase.WITHDRAW else s.acting
    k = named(s, unit) if unit else None
    if k is None or s.detachment[k].side != seat:
        k = acting
    return k if k != NOBODY and s.detachment[k].side == seat else None


def pairs(s: State, seat: int) -> PlaneAids:
    """Whom the models of a side may fight next, one by one (CA-9.5)."""
    rows = legal_actions(legal, s, seat)
    chosen = [(a.actor, a.target) for a in rows if a.verb == Verb.PAIR and a.target != NOBODY]
    own, names = ({model_name(s, pair[i]): None for pair in sorted(chosen)} for i in range(2))
    targets = tuple(Target("", name) for name in names)
    return PlaneAids(targets=targets, models=tuple(names), named=(*own, *names))


def placing(s: State, seat: int, chosen: int | None) -> Aids:
    """Where a detachment may be set up as a whole, and its next model to be placed by hand (CA-2.13)."""
    left = [k for k in range(s.detachments) if s.detachment[k].side == seat and unplaced(s, k)]
    if not left:
        return Aids()
    k = s.acting if s.acting != NOBODY else chosen if chosen in left else left[0]
    unit_aids = PlaneAids(
        unit=detachment_name(s, k),
        spots=named_spots(spot_orders(s, legal_actions(legal, s, seat), k)),
        drags=tuple(waiting(s, seat, k)),
        side=seat,
    )
    wipe(s)
    return unit_aids


def moving(shelf: Shelf, s: State, seat: int, k: int) -> PlaneAids:
    """What helps a detachment that stands on the table."""
    rows = legal_actions(legal, s, seat)
    probe = about_to_move(s, k) if movement.moves(s.detachment[k].order) else None
    unit_aids = PlaneAids(
        unit=detachment_name(s, k),
        reach={place: cost for place, (cost, _) in reach(s, seat, detachment_name(s, k), rows).items()},
        targets=tuple(targets(s, seat, k, rows)),
        spots=named_spots(spot_orders(s, rows, k)),
        area=areas(probe, k) if probe is not None else (),
        spans=tuple(spans(shelf, s, k, probe)),
        drags=tuple(drags(s, k)) if s.side == seat else (),
    )
    wipe(s)
    return unit_aids


# ---------------------------------------------------------------- models moved by hand
# Models moved by hand: those that their player moves one by one now, and those set up one by one.


SPOT = "{x},{y}"
RINGS, WAYS_SHOWN = 12, 16  # where a free spot for a model to be set up is looked for


def drags(s: State, k: int) -> Iterator[Drag]:
    """The models that their player moves one by one now (CA-4.2, CA-4.9, CA-13.8, CA-14.1, CA-16.4)."""
    if s.phase == Phase.WITHDRAW and k == s.target:
        yield from (
            Drag(model_name(s, m), f"{model_name(s, m)} place {SPOT}")
            for m in own_models(s, k)
            if movement.to_place(s, m)
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
    """How one model of the acting detachment is moved; None if it is held fast.

    Round a vehicle it is drawn to the spot of its way that is nearest to the hand (CA-13.5).
    """
    name, end = model_name(s, m), f"{detachment_name(s, k)} end"
    if s.model[m].done == movement.TURNED:
        return None
    if s.phase == Phase.MOVING or s.model[m].touched == 0 or s.detachment[k].broke_out:
        free = is_vehicle(s, m) and movement.faces_freely(s, k)
        left = f"{inches(remaining(s, m))}″ left"
        return Drag(name, f"{name} drive {SPOT}", " facing {a}" if free else "", end, left)
    if is_vehicle(s, m):
        return Drag(name, f"{name} turn {{a}}", then=end)
    if leaps(s, m):
        return Drag(name, f"{name} leap {SPOT}", then=end)
    if why_not_begin(s, m) != Why.ALLOWED:
        return None
    most = reach_round(s, m)
    left = f"up to {inches(most)}″ round" if most < FARTHEST else ""
    return Drag(name, f"{name} encircle {SPOT}", then=end, note=left)


def waiting(s: State, seat: int, k: int) -> Iterator[Drag]:
    """The next model of a detachment that is to be set up, where it could stand (CA-2.13)."""
    if unplaced(s, k) == 0 or s.acting not in (NOBODY, k):
        return
    first = s.detachment[k].first
    m = next(m for m in range(first, first + s.detachment[k].size) if table.waits(s, m))
    facing = (s.edge[seat] + HALF_CIRCLE) % CIRCLE
    spot = free_spot(s, seat, m, facing)
    if spot is None:
        return
    b, name = s.model[m].base, model_name(s, m)
    foot = Foot(*spot, facing, b.half_length, b.half_width, bool(b.round))
    left = f"{unplaced(s, k)} of {s.detachment[k].size} to place"
    yield Drag(name, f"{name} place {SPOT} facing {{a}}", note=left, foot=foot)


def free_spot(s: State, seat: int, m: int, facing: int) -> Spot | None:
    """A spot where a model may be set up: near those of its own, else near the middle of the zone."""
    k = s.model[m].detachment
    there, zone = own_models(s, k), s.zone[seat]
    x, y = (zone.x0 + zone.x1) // 2, (zone.y0 + zone.y1) // 2
    if there:
        x, y = s.model[there[-1]].base.x, s.model[there[-1]].base.y
    step = table.spacing(s.model[m].base)
    tried = [(x, y)] if not there else []
    tried += [
        ahead((x, y), step * ring, CIRCLE * way // WAYS_SHOWN)
        for ring in range(1, RINGS)
        for way in range(WAYS_SHOWN)
    ]
    return next((spot for spot in tried if table.why_not_place(s, m, *spot, facing) == Why.ALLOWED), None)


# ---------------------------------------------------------------- route
# Where a detachment is offered to go, and how far its models get straight ahead (CA-4, CA-20.3).


WAYS = 24  # directions tried around a model


def target_of(a: Action) -> Spot | None:
    """The spot that an offered order of a detachment names; None for an order that names none."""
    goes = a.verb == Verb.MANOEUVRE and a.choice == Manner.GO
    return (a.x, a.y) if goes or a.verb in (Verb.FORM, Verb.PLACE) else None


def way_round(s: State, a: Action) -> Spot:
    """Where a model ends that works its way round a vehicle (CA-13.5)."""
    lay_on_way(s, a.actor, a.target, a.choice, 1, 1)
    return s.trial.x, s.trial.y


def spot_orders(s: State, rows: list[Action], k: int) -> list[tuple[Spot, Action]]:
    """Of what is offered to a seat what names a spot to a detachment, and the spots."""
    spots = []
    for a in rows:
        round_it = a.verb == Verb.ENCIRCLE
        own = s.model[a.actor].detachment if round_it else a.actor
        spot = way_round(s, a) if round_it else target_of(a)
        if spot is not None and own == k:
            spots.append((spot, a))
    return spots


def reach(s: State, seat: int, unit: str = "", rows: list[Action] | None = None) -> Reach:
    """The spots that the acting detachment is offered to make for: spot -> (inches in hand, the order).

    `rows` are all that the seat is offered, where that is known already.
    """
    k = named(s, unit)
    if k is None or s.detachment[k].side != seat or s.phase != Phase.MOVING:
        return {}
    rows = legal_actions(legal, s, seat) if rows is None else rows
    ways = ((spot, row, way_length(s, k, row)) for spot, row in spot_orders(s, rows, k))
    return {point(*spot): (whole_inches(far), [row]) for spot, row, far in ways if far > 0}


def way_length(s: State, k: int, a: Action) -> int:
    """How far the guide of a detachment goes by an order, in mils as it is measured."""
    m = guide(s, k)  # nobody where all are held fast
    if m == NOBODY:
        return 0
    if a.verb != Verb.MANOEUVRE:
        return in_hand(s, k, m)
    return mils(int(after_way(s, a).model[m].driven) - s.model[m].driven)


def after_way(s: State, a: Action) -> State:
    """The position after a move as it is proposed (CA-20.3)."""
    moved = copy(s)
    manoeuvre(moved, a, OFF)
    return moved


def towards(s: State, seat: int, k: int, x: int, y: int) -> Action | None:
    """The order to go as near to a spot as a detachment gets."""
    a = make(seat, Verb.MANOEUVRE, k, choice=Manner.GO, x=x, y=y)
    return a if s.phase == Phase.MOVING and check(s, seat, a) == 0 else None


def named(s: State, unit: str) -> int | None:
    """The detachment of that name, or of a model of that name; the acting one where there is no name."""
    return group_or([detachment_name(s, k) for k in range(s.detachments)], unit, s.acting)


# ---------------------------------------------------------------- how far


def about_to_move(s: State, k: int) -> State | None:
    """The position in which a detachment moves: now, or as if it were activated now; None if it cannot."""
    if s.phase in (Phase.MOVING, Phase.ENGAGED) and k == s.acting:
        return s
    if s.phase != Phase.MOVEMENT or not turn.may_move(s, k) or not movement.moves(s.detachment[k].order):
        return None
    probe = copy(s)
    probe.acting = k
    movement.begin_move(probe, k)
    return probe


def areas(s: State, k: int) -> tuple[tuple[Spot, ...], ...]:
    """For each model of a detachment the line that it gets to by one straight drive (CA-4.1 to CA-4.5)."""
    return tuple(
        straight_reach(spot(s, m), remaining(s, m), WAYS, partial(may_drive, s, m))
        for m in own_models(s, k)
        if not movement.is_held(s, m) and remaining(s, m) > 0
    )


def may_drive(s: State, m: int, to: Spot) -> bool:
    """Whether a model can drive straight to a spot."""
    return movement.why_not_drive(s, m, *to) == Why.ALLOWED


# ---------------------------------------------------------------- preview: where a move may end
# What a move of a detachment comes to before it is made: every end facing, and who could fire at whom then
# (CA-4.7, CA-15).


STEP, DEGREE = 5, 100  # degrees between two facings to choose from; hundredths that the rules count in
STAGES = {Order.FIRST_FIRE: Phase.FIRST_FIRE, Order.ADVANCE: Phase.ADVANCING_FIRE}


def ends_near(s: State, seat: int, unit: str, x: int, y: int) -> list[End]:
    """The move of a detachment that makes for a spot of the player's own choice (CA-4.1)."""
    k = named(s, unit)
    a = None if k is None else towards(s, seat, k, x, y)
    far = 0 if k is None or a is None else way_length(s, k, a)
    return [End(None, whole_inches(far), (a,))] if a is not None and far > 0 else []


def turns(s: State, unit: str, end: End) -> Iterator[End]:
    """The same move with each end facing that its vehicles may choose: driven by hand, model by model."""
    k = named(s, unit)
    if k is None or not facings(s, unit):
        return
    moved = after_way(s, end.orders[0])
    for facing in facings(s, unit):
        for m in own_models(moved, k):
            moved.model[m].base.facing = facing * DEGREE
        if movement.why_not_end(moved, k) == Why.ALLOWED:
            yield End(facing, end.cost, tuple(by_hand(moved, k, facing)))


def by_hand(moved: State, k: int, facing: int) -> Iterator[Action]:
    """The drives that took a detachment where it stands, each vehicle with that end facing, and the end."""
    side = moved.detachment[k].side
    for m in own_models(moved, k):
        v = moved.model[m]
        ways = [(v.turn_x[i], v.turn_y[i]) for i in range(v.leg, v.turns)]
        for x, y in ways or [(v.base.x, v.base.y)]:
            yield make(side, Verb.DRIVE, m, x=x, y=y, facing=facing * DEGREE)
    yield make(side, Verb.END, k)


def facings(s: State, unit: str, ring: str = "") -> range:
    """The degrees that a vehicle may choose to look at, clockwise; none in a charge, nor without a facing."""
    k = named(s, unit)
    free = k is not None and own_models(s, k) and is_vehicle(s, guide(s, k)) and movement.faces_freely(s, k)
    return range(360 - STEP, -1, -STEP) if free else range(0)


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The spot of the model that leads a detachment, and its facing in whole degrees."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return "", None
    b = s.model[guide(s, k)].base
    looks = (b.facing + DEGREE // 2) // DEGREE % 360 if is_vehicle(s, guide(s, k)) else None
    return point(b.x, b.y), looks


def carry_out(s: State, a: Action) -> State:
    """The position after an order of a move; at its end the detachment fires as its order lets it: in its
    stage, or with Point Defence at once (CA-15.1, CA-15.9).
    """
    after: State = copy(s)
    k = s.acting
    move(after, a, new_dice(0), OFF)
    if a.verb != Verb.DRIVE and after.detachment[k].order in STAGES:
        in_stage(after, k)
    return after


def in_stage(s: State, k: int) -> None:
    """The fire stage in which the order of a detachment lets it fire has come, and it is its turn."""
    t = s.detachment[k]
    s.phase, s.side, s.acting, t.activated = STAGES[Order(t.order)], t.side, NOBODY, 0


# ---------------------------------------------------------------- shots


def shots_at(s: State, k: int, target: int, first: str = "") -> Iterator[PreviewShot]:
    """The fire of a detachment at another, if it may: the chance of at least one Wound (CA-19.10)."""
    verb = Verb.DEFEND if s.phase == Phase.POINT_DEFENCE else Verb.FIRE
    a = make(s.detachment[k].side, verb, k, target=target)
    if check(s, a.seat, a) != 0:
        return
    firing = Firing.DEFENCE if verb == Verb.DEFEND else Firing.STAGE
    chance = 1 - fire_odds(s, k, target, firing=firing).wounds_lost().get(0, NEVER)
    if chance > 0:
        names = detachment_name(s, k), detachment_name(s, target)
        yield PreviewShot(*names, "", "hurt", Fraction(chance), face_of(s, k, target), a, first=first)


def face_of(s: State, k: int, target: int) -> str:
    """The side of a vehicle that fire meets; empty where it meets both, or infantry (CA-15.8)."""
    pairs = [(m, t) for m in own_models(s, k) for t in own_models(s, target)]
    faces = {"rear" if table.behind(s, m, t) else "front" for m, t in pairs if is_vehicle(s, t)}
    return faces.pop() if len(faces) == 1 else ""


def enemies(s: State, k: int) -> Iterator[int]:
    """The detachments of the other side that are on the table."""
    sides = (j for j in range(s.detachments) if s.detachment[j].side != s.detachment[k].side)
    return (j for j in sides if own_models(s, j))


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a detachment could fire at after its move."""
    k = named(s, unit)
    if k is not None:
        for target in enemies(s, k):
            yield from shots_at(s, k, target)


def as_firing(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot: in the stage of its order, as if that had come."""
    firing: State = copy(s)
    k, target = named(firing, shot.shooter), named(firing, shot.target)
    if k is None or target is None:
        return firing
    if shot.first:
        look_at(firing, k, target)
    in_stage(firing, k)
    return firing


def look_at(s: State, k: int, target: int) -> None:
    """The vehicles of a detachment turn where they stand to look at another (CA-4.7)."""
    there = s.model[guide(s, target)].base
    for m in own_models(s, k):
        b = s.model[m].base
        if is_vehicle(s, m):
            b.facing = direction(there.x - b.x, there.y - b.y)


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy with an order to fire could fire at a detachment; who still advances may turn first."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return
    for enemy in enemies(s, k):
        t = s.detachment[enemy]
        if t.order not in STAGES:
            continue
        firing: State = copy(s)
        in_stage(firing, enemy)
        now = list(shots_at(firing, enemy, k))
        yield from now
        if not now and t.order == Order.ADVANCE and turn.may_move(s, enemy) and not table.engaged(s, enemy):
            look_at(firing, enemy, k)
            if movement.why_not_end(firing, enemy) == Why.ALLOWED:
                yield from shots_at(firing, enemy, k, "turns")


FORESIGHT = Foresight(
    towards=ends_near,
    ends=lambda s, seat, unit: whole_moves(reach(s, seat, unit)),
    turns=turns,
    facings=facings,
    stands=where,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=as_firing,
)
