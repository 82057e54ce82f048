"""Where a unit can go, and what follows from it, before the order is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.engine import legal_actions
from hulldown.kernel.plane import distance, next_meeting
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import End, Foresight, PreviewShot
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Drag, Foot, Link, PlaneMark, Sightline, Spot, UnitMark
from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.common.names import listed, point, whole_inches
from hulldown.rulesets.common.pieces import Reach, group_or, straight_reach, whole_moves
from hulldown.rulesets.warstrike import movement, table, turn, words
from hulldown.rulesets.warstrike.actions import check, legal
from hulldown.rulesets.warstrike.catalogue import Shelf
from hulldown.rulesets.warstrike.events import Why, danger_tested, left_behind, out_of_command
from hulldown.rulesets.warstrike.moving import end_move, has_begun_move, march, why_not_go
from hulldown.rulesets.warstrike.odds import attack_odds
from hulldown.rulesets.warstrike.permissions import disorderly_action, why_not_act
from hulldown.rulesets.warstrike.routes import to_edge
from hulldown.rulesets.warstrike.shooting import begin_fire, targetable_at
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    Deed,
    Edge,
    Gait,
    Half,
    Phase,
    Sight,
    State,
    Verb,
    is_single,
    is_vehicle,
    lasts,
    on_table,
    side_of,
)
from hulldown.rulesets.warstrike.words import model_id, unit_id

SET_UP = (Phase.ROLL_OFF, Phase.DEPLOY)

# ---------------------------------------------------------------- models


def own_models(s: State, k: int) -> list[int]:
    """The models of a unit that stand on the table."""
    first = s.unit[k].first
    every = range(first, first + s.unit[k].size)
    return [m for m in every if on_table(s, m) and not turn.waits(s.model[m])]


def spot(s: State, m: int) -> Spot:
    """Where the middle of a model is."""
    return s.model[m].x, s.model[m].y


def foot(s: State, m: int) -> Foot:
    """Where a model stands, and its base (WS-1.3)."""
    r = s.model[m].radius
    return Foot(*spot(s, m), 0, r, r, True)


def figure(s: State, m: int) -> str:
    """The silhouette of a model."""
    if is_vehicle(s, s.model[m].unit):
        return "apc"
    return "gun" if table.is_team(s.model[m].radius) else "squad"


def model_mark(shelf: Shelf, s: State, m: int) -> PlaneMark:
    """A model on the board; its rank is that of the task force commander (WS-2.8), or of the leader or acting
    leader of a unit (WS-2.3, WS-2.6).
    """
    k = s.model[m].unit
    full = s.profile[s.unit[k].profile].wounds
    left = full - s.model[m].results
    rank = "leader" if words.leads(s, m) and s.unit[k].size > 1 else ""
    return PlaneMark(
        unit=model_id(s, m),
        side=side_of(s, m),
        kind=figure(s, m),
        name=words.model_name(shelf, s, m),
        points=left,
        points_full=full,
        state=states(s, k),
        foot=foot(s, m),
        group=unit_id(s, k),
        rank="commander" if s.model[m].officer else rank,
    )


# ---------------------------------------------------------------- units


def alive_units(s: State) -> list[int]:
    """The units with models on the table."""
    return [k for k in range(s.units) if own_models(s, k)]


def states(s: State, k: int) -> frozenset[str]:
    """Whether a unit acts now, or has acted in this Action Phase (WS-5.6)."""
    if k == s.acting:
        return frozenset({"active"})
    done = s.phase not in SET_UP and s.unit[k].side == s.side and s.unit[k].acted
    return frozenset({"spent"}) if done else frozenset()


def doing(s: State, k: int) -> str:
    """Its last action, its markers of suppression, and the states that last (WS-6.8, WS-9.31, WS-10.9)."""
    u = s.unit[k]
    if s.phase in SET_UP:
        return ""
    parts = [words.deed_name(u.last)] if u.last != Deed.NONE else []
    if u.ground and u.last != Deed.GO_TO_GROUND:
        parts.append("gone to ground")
    if u.hunkered:
        parts.append("hunkered")
    if u.markers:
        parts.append(f"{u.markers} marker{'s' if u.markers > 1 else ''}")
    if s.acting != NOBODY and u.side != s.side and turn.may_snap(s, k):
        parts.append("may Snap Fire")
    return ", ".join(parts)


def points(s: State, k: int) -> tuple[int, int]:
    """Kill results that the models of a unit still absorb, and how many it absorbed at the start."""
    u, each = s.unit[k], s.profile[s.unit[k].profile].wounds
    left = sum(each - s.model[m].results for m in range(u.first, u.first + u.size) if on_table(s, m))
    return left, u.size * each


def unit_mark(shelf: Shelf, s: State, k: int) -> UnitMark:
    """A unit: what its label says."""
    (left, full), there = points(s, k), own_models(s, k)
    name, side = unit_id(s, k), s.unit[k].side
    models = f", {len(there)} of {s.unit[k].size} models" if s.unit[k].size > 1 else ""
    return UnitMark(
        unit=name,
        side=side,
        kind=figure(s, there[0]),
        name=words.unit_name(shelf, s, k),
        points=left,
        points_full=full,
        state=states(s, k),
        spoken=f"{SIDES[side]} {name} {words.unit_name(shelf, s, k)}{models}",
        doing=doing(s, k),
    )


def pieces(shelf: Shelf, s: State) -> list[PlaneMark]:
    """Every model of the battle, those still to be placed too (WS-1.3)."""
    sizes = ((s.unit[k].first, s.unit[k].size) for k in range(s.units))
    return [model_mark(shelf, s, m) for first, size in sizes for m in range(first, first + size)]


# ---------------------------------------------------------------- seeing
# Lines of sight as they are drawn: what lies in the way of each, and where (WS-3).


KINDS = {Sight.OPEN: "open", Sight.CONCEALED: "concealed", Sight.HIDDEN: "hidden", Sight.BLOCKED: "blocked"}
TENTH = 100_000  # millionths: distances are shown to a tenth of an inch


def rounded(fine: int) -> str:
    """A length to a tenth of an inch."""
    return f"{words.length((fine + TENTH // 2) // TENTH * TENTH)}″"


def in_the_way(s: State, i: int, j: int, state: int) -> int:
    """The first piece of terrain that makes the sight state of one model to another; NOBODY in the open."""
    a, b = s.model[i], s.model[j]
    ends = (a.x, a.y, a.radius, b.x, b.y, b.radius)
    for n in range(s.pieces):
        piece = s.piece[n]
        if state == Sight.BLOCKED and table.blocks(piece, *spot(s, i), *spot(s, j)):
            return n
        if state == Sight.HIDDEN and table.hides(s.options, piece, *ends):
            return n
        if state == Sight.CONCEALED and table.conceals(s.options, piece, *ends):
            return n
    return NOBODY


def where(s: State, i: int, j: int, n: int) -> Spot:
    """Where the line between two models first meets a piece of terrain; else the target's spot."""
    (ax, ay), (bx, by) = spot(s, i), spot(s, j)
    whole = max(1, distance(ax, ay, bx, by))
    far = min(whole, next_meeting(s.piece[n].shape, ax, ay, bx, by, 0))
    return ax + (bx - ax) * far // whole, ay + (by - ay) * far // whole


def line(s: State, i: int, j: int, state: int, with_note: bool = True) -> Sightline:
    """One line, with what it says."""
    n = in_the_way(s, i, j, state)
    at = None if n == NOBODY else where(s, i, j, n)
    note = f"{rounded(table.gap(s, i, j))}{reason(s, i, j, state, n)}" if with_note else ""
    target = unit_id(s, s.model[j].unit)
    return Sightline((spot(s, i), spot(s, j)), KINDS[Sight(state)], note, at, target)


def reason(s: State, i: int, j: int, state: int, n: int) -> str:
    """Why it is not open: "concealed, linear obstacle"; who is hidden may still be noticed (WS-3.6)."""
    if state == Sight.OPEN:
        return ""
    noticed = ", noticed" if state == Sight.HIDDEN and targetable_at(s, i, j, state) else ""
    ground = f", {words.ground_name(s.piece[n].ground)}" if n != NOBODY else ""
    return f" {KINDS[Sight(state)]}{noticed}{ground}"


def best_line(s: State, i: int, k: int, with_note: bool) -> Sightline:
    """The line from a model to that model of a unit which it sees best, of those the nearest."""
    seen = []
    for far, j in sorted((table.gap(s, i, j), j) for j in own_models(s, k)):
        state = table.sight(s, i, j)
        seen.append((not targetable_at(s, i, j, state), state, far, j))
        if state == Sight.OPEN:  # none that stands farther off is seen better
            break
    _, state, _, j = min(seen)
    return line(s, i, j, state, with_note)


def from_leader(s: State, k: int) -> Iterator[Sightline]:
    """What the leader of a unit sees of each enemy unit from where he is, or would end (WS-3.17)."""
    if not lasts(s, k):
        return
    for enemy in (j for j in alive_units(s) if s.unit[j].side != s.unit[k].side):
        seen = best_line(s, s.unit[k].leader, enemy, True)
        yield seen if is_single(s, k) else replace(seen, note=f"{seen.note} (leader)")


def from_all(s: State, k: int, enemies_of: list[int]) -> Iterator[Sightline]:
    """What each model of a unit sees of some enemy units (WS-3.15)."""
    for enemy in enemies_of:
        for m in own_models(s, k):
            yield best_line(s, m, enemy, m == s.unit[k].leader)


# ---------------------------------------------------------------- straying
# Who would be left behind or out of command, and what else follows from a move that is laid out.


def walks(s: State, k: int, m: int) -> bool:
    """Whether a model is measured by itself in the move that goes on (WS-8.1)."""
    return bool(s.phase == Phase.MOVE and k == s.acting and s.model[m].gait == Gait.WALKS)


def strays(s: State, k: int) -> list[int]:
    """Members out of command where they end (WS-8.3); those too far off to be placed (WS-7.4)."""
    leader = s.unit[k].leader
    near = s.options.orderly_start
    keeps_up = {
        m: movement.in_command(s, m)
        if walks(s, k, m)
        else movement.in_placing_distance(s, m, *spot(s, m), near)
        for m in own_models(s, k)
        if m != leader
    }
    return [m for m, so in keeps_up.items() if not so]


def links(s: State, k: int) -> Iterator[Link]:
    """A line from each stray to what it should be near: a member, or its leader (WS-8.2, WS-7.3)."""
    for m in strays(s, k):
        here, to = spot(s, m), spot(s, s.unit[k].leader)
        if walks(s, k, m):
            others = (spot(s, j) for j in own_models(s, k) if j != m)
            to = min(others, key=lambda other: distance(*here, *other))
        yield Link((here, to), "broken")


def lost(s: State, k: int) -> list[int]:
    """Members that walk by themselves in the move that goes on and end out of command (WS-8.3)."""
    return [m for m in strays(s, k) if walks(s, k, m)]


# ---------------------------------------------------------------- what follows


def went(s: State, m: int) -> bool:
    """Whether a model ends elsewhere than it set out, or walked."""
    v = s.model[m]
    return bool(v.points > 0 or v.x != v.from_x or v.y != v.from_y)


def outlook(s: State) -> Iterator[tuple[str, str]]:
    """What comes of a move if it ends as it is laid out, each with its rule.

    It is ended on a copy, so the rules say it that will judge it: strays, danger tests, Snap Fire.
    """

    def models(members: list[int]) -> str:
        return listed([model_id(s, m) for m in members])

    after, k, log = copy(s), s.acting, open_log()
    end_move(after, k, log)
    out, left = ([row.model for row in kind.rows(log)] for kind in (out_of_command, left_behind))
    if out:
        yield f"{models(out)} would be out of command.", out_of_command.rule
    if left:
        far = f"more than {words.length(s.options.orderly_start)}″ from the leader"
        yield f"{models(left)} would stay behind, {far}.", left_behind.rule
    tests = [m for m in own_models(after, k) if after.model[m].tests]
    if tests:
        yield f"{models(tests)} would test for dangerous ground.", danger_tested.rule
    firing = [unit_id(s, j) for j in snappers(after)]
    if firing:
        yield f"{listed(firing)} may Snap Fire at it.", "WS-12.2"


def snappers(after: State) -> list[int]:
    """The units that will be asked for Snap Fire at a move that has ended, as the rules do it (WS-12.4)."""
    after.phase, units = Phase.SNAP, []
    after.asked = turn.next_to_ask(after)
    while after.asked != NOBODY:
        units.append(after.asked)
        after.asked = turn.next_to_ask(after)
    return units


def remarks(s: State) -> Iterator[str]:
    """What a player wants to know before a move ends."""
    if s.phase == Phase.MOVE and has_begun_move(s, s.acting):
        for text, rule in outlook(s):
            yield f"{text[:-1]} ({rule})."


# ---------------------------------------------------------------- route
# Where a unit is offered to go, how far its leader gets, and models moved by hand (WS-4.8, 7.8, 16).


ACROSS = ("west", "middle", "east")  # parts of a zone along an edge in the north or the south
UPRIGHT = ("south", "middle", "north")  # along one in the east or the west
PARTS = len(ACROSS)

Named = tuple[str, Action]


def chosen(s: State, offered: Sequence[Action]) -> list[Named]:
    """Of the formations offered to a unit the few that are buttons, in words; any other is set by hand."""
    return [formation for part in range(PARTS) for formation in in_part(s, part, offered)]


def in_part(s: State, part: int, offered: Sequence[Action]) -> Iterator[Named]:
    """The places farthest forward and back in a part of the zone, each as near to its middle as can be."""
    here = [a for a in offered if part_of(s, a) == part]
    if not here:
        return
    forward = min(here, key=lambda a: (-depth(s, a), off_middle(s, part, a)))
    back = min(here, key=lambda a: (depth(s, a), off_middle(s, part, a)))
    name = (ACROSS if lies_across(s, forward) else UPRIGHT)[part]
    if depth(s, forward) == depth(s, back):
        yield name, forward
        return
    yield f"{name} forward", forward
    yield f"{name} back", back


def lies_across(s: State, a: Action) -> bool:
    """Whether the own edge of the side that places lies in the north or the south (WS-4.6)."""
    return s.edge[a.seat] in (Edge.NORTH, Edge.SOUTH)


def along(s: State, a: Action) -> tuple[int, int, int]:
    """Where the leader would stand along his own edge, and from where to where his zone reaches there."""
    zone = s.zone[a.seat]
    if lies_across(s, a):
        return a.x, zone.x0, zone.x1
    return a.y, zone.y0, zone.y1


def part_of(s: State, a: Action) -> int:
    """Which part of the zone a place lies in."""
    at, low, high = along(s, a)
    return min(PARTS - 1, (at - low) * PARTS // (high - low))


def off_middle(s: State, part: int, a: Action) -> int:
    """How far a place is from the middle of a part of the zone, in sixths of a mil."""
    at, low, high = along(s, a)
    return abs(2 * PARTS * (at - low) - (2 * part + 1) * (high - low))


def depth(s: State, a: Action) -> int:
    """How far forward a place is: from the own edge."""
    return to_edge(s, a.seat, a.x, a.y)


WAYS = 32  # directions tried around a leader
PARTS_OF_WAY = 32  # a way to a spot that is too far is shortened by one at a time


def spot_orders(s: State, seat: int, k: int) -> list[tuple[Spot, Action]]:
    """The offers to a unit that are buttons and name a spot, with it: whole moves, formations in set-up."""
    orders = [a for a in legal_actions(legal, s, seat) if a.actor == k and a.verb in (Verb.MARCH, Verb.FORM)]
    if s.phase == Phase.DEPLOY:
        orders = [a for _, a in chosen(s, orders)]
    return [((a.x, a.y), a) for a in orders]


def reach(s: State, seat: int, unit: str = "") -> Reach:
    """The spots that the acting unit is offered to make for: spot -> (inches of its leader, the order)."""
    k = named(s, unit)
    if k is None or s.unit[k].side != seat or s.phase != Phase.MOVE:
        return {}
    ways = ((there, row, way_length(s, k, row)) for there, row in spot_orders(s, seat, k))
    return {point(*there): (whole_inches(far), [row]) for there, row, far in ways}


def way_length(s: State, k: int, a: Action) -> int:
    """How far a leader goes by a whole move, in thousandths of an inch."""
    v = s.model[s.unit[k].leader]
    return int(distance(v.x, v.y, a.x, a.y)) // FINE


def towards(s: State, seat: int, k: int, x: int, y: int) -> Action | None:
    """The whole move of a unit as near to a spot as its leader gets straight ahead (WS-7.8)."""
    if s.phase != Phase.MOVE:
        return None
    v = s.model[s.unit[k].leader]
    for part in range(PARTS_OF_WAY, 0, -1):
        there = (v.x + (x - v.x) * part // PARTS_OF_WAY, v.y + (y - v.y) * part // PARTS_OF_WAY)
        a = make(seat, Verb.MARCH, k, x=there[0], y=there[1])
        if check(s, seat, a) == 0:
            return a
    return None


def named(s: State, unit: str) -> int | None:
    """The unit of that name, or of a model of that name; the acting one where there is no name."""
    return group_or(words.unit_ids(s), unit, s.acting)


def limit(s: State, m: int) -> int:
    """How far a measured model may walk in the move that goes on, its path's terrain regarded (WS-16.2)."""
    k = s.model[m].unit
    if s.model[m].gait == Gait.WALKS:
        return movement.path_limit(s, m, movement.allowance(s, m))
    far = movement.leader_limit(s, k)
    return movement.path_limit(s, m, far) if disorderly_action(s.options, s.deed) else far


def remaining_way(s: State, m: int) -> int:
    """How much of that is left, in millionths."""
    return max(0, limit(s, m) - table.path_length(s, m))


def area(s: State, k: int) -> tuple[tuple[Spot, ...], ...]:
    """The line that the leader gets to by one straight way from where he is (WS-7.8); nothing if he stays."""
    leader = s.unit[k].leader
    if (
        s.phase != Phase.MOVE
        or s.model[leader].gait != Gait.LEADS
        or remaining_way(s, leader) < FINE * INCH // 10
    ):
        return ()
    far = (movement.leader_limit(s, k) - table.path_length(s, leader)) // FINE
    return (straight_reach(spot(s, leader), far, WAYS, lambda to: why_not_go(s, k, *to) == Why.OK),)


PLACE = "{x},{y}"
VERBS = {Gait.PLACED: "place", Gait.WALKS: "step"}


def drags(s: State, k: int) -> Iterator[Drag]:
    """What the player of a unit moves by hand now."""
    if s.phase == Phase.MOVE and k == s.acting:
        if s.model[s.unit[k].leader].gait == Gait.LEADS and not has_begun_move(s, k):
            yield whole(s, k)
        yield from filter(None, (drag(s, k, m) for m in own_models(s, k)))


def whole(s: State, k: int) -> Drag:
    """The unit by its label: a whole move in one order, its members arranged by themselves (WS-16.3)."""
    leader = s.unit[k].leader
    note = f"{rounded(remaining_way(s, leader))} left"
    return Drag(unit_id(s, k), f"{unit_id(s, k)} march {PLACE}", note=note, foot=foot(s, leader))


def drag(s: State, k: int, m: int) -> Drag | None:
    """How one model of the unit that moves is moved; None if it stands still (WS-7.2 to WS-7.4)."""
    name, end, gait = model_id(s, m), f"{unit_id(s, k)} end", s.model[m].gait
    note = f"{rounded(remaining_way(s, m))} left" if gait != Gait.PLACED else ""
    if gait == Gait.LEADS:
        return Drag(name, f"{unit_id(s, k)} go {PLACE}", then=end, note=note, back=f"{unit_id(s, k)} back")
    if gait == Gait.STANDS:
        return None
    return Drag(name, f"{name} {VERBS[Gait(gait)]} {PLACE}", then=end, note=note, back=f"{name} stay")


def setting_up(s: State, seat: int, k: int) -> Iterator[Drag]:
    """A unit placed in formation by its leader, then its models one by one (WS-4.8, WS-4.9, WS-4.11)."""
    if not turn.may_be_placed(s, k):
        return
    name, there = unit_id(s, k), own_models(s, k)
    form = f"{name} form {PLACE}"
    if not there:
        yield from (Drag(name, form, foot=outline) for outline in waiting(s, seat, k))
        return
    yield Drag(name, form, then=f"{name} end", foot=foot(s, there[0]), back=f"{name} back")
    for m in there:
        yield Drag(model_id(s, m), f"{model_id(s, m)} place {PLACE}", then=f"{name} end", back=f"{name} back")


def waiting(s: State, seat: int, k: int) -> Iterator[Foot]:
    """Where the leader of a unit that is to be placed waits to be dragged: at the first place offered."""
    r = s.model[s.unit[k].first].radius
    places: list[Spot] = [there for there, _ in spot_orders(s, seat, k)]
    if places and s.acting in (NOBODY, k):
        yield Foot(*places[len(places) // 2], 0, r, r, True)


# ---------------------------------------------------------------- preview
# What a whole move of a unit comes to before it is made: who could fire at whom then (WS-9, WS-11).


def ends_near(s: State, seat: int, unit: str, x: int, y: int) -> list[End]:
    """The whole move of a unit that makes for a spot of the player's own choice (WS-7.8, WS-16.3)."""
    k = named(s, unit)
    a = None if k is None or k != s.acting else towards(s, seat, k, x, y)
    return [] if k is None or a is None else [End(None, whole_inches(way_length(s, k, a)), (a,))]


def where_it_ends(s: State, unit: str) -> tuple[str, int | None]:
    """The place of the leader of a unit; no model has a facing."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return "", None
    return point(*spot(s, s.unit[k].leader)), None


def carry_out(s: State, a: Action) -> State:
    """The position after a whole move, at its fire if that comes next; nobody answers with Snap Fire."""
    position: State = copy(s)
    march(position, a.actor, a.x, a.y)
    position.done |= turn.MOVING
    if turn.next_half(position) == turn.FIRING:
        open_fire(position, a.actor)
    return position


def open_fire(s: State, k: int) -> None:
    """The firing half of a unit's action begins."""
    begin_fire(s, k)
    s.phase = Phase.FIRE


def shots_at(s: State, k: int, target: int) -> Iterator[PreviewShot]:
    """The fire of a unit at another one, if it may: the chance that at least one model falls (WS-11)."""
    a = make(s.unit[k].side, Verb.FIRE, k, target=target)
    if check(s, a.seat, a) == 0:
        kept = attack_odds(s, k, target).kills().get(0, Fraction(0))
        yield PreviewShot(unit_id(s, k), unit_id(s, target), "", "hurt", 1 - kept, "", a)


def enemies_in_turn(s: State, k: int) -> Iterator[int]:
    """The units of the other side that are on the table."""
    return (j for j in range(s.units) if s.unit[j].side != s.unit[k].side and lasts(s, j))


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a unit could fire at in the firing half of its action."""
    k = named(s, unit)
    if k is not None and k == s.acting and s.phase == Phase.FIRE:
        for target in enemies_in_turn(s, k):
            yield from shots_at(s, k, target)


def as_firing(s: State, shooter: str) -> State:
    """The position in which an enemy opens fire, as if activated now, its check passed (WS-9.3)."""
    position: State = copy(s)
    k = named(position, shooter)
    if k is None:
        return position
    position.side = position.unit[k].side
    markers, position.unit[k].markers = position.unit[k].markers, 0
    turn.activate(position, k, new_dice(0), OFF)
    position.unit[k].markers = markers
    if why_not_act(position, k, Deed.OPEN_FIRE, Half.MOVE_FIRST) == Why.OK:
        turn.act(position, k, Deed.OPEN_FIRE, Half.MOVE_FIRST, OFF)
        position.done |= turn.MOVING
        open_fire(position, k)
    return position


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy could fire at a unit, were it activated now."""
    k = named(s, unit)
    if k is None or not lasts(s, k) or s.acting == NOBODY:
        return
    for enemy in enemies_in_turn(s, k):
        position = as_firing(s, unit_id(s, enemy))
        yield from shots_at(position, enemy, k)


FORESIGHT = Foresight(
    ends=lambda s, seat, unit: whole_moves(reach(s, seat, unit)),
    towards=ends_near,
    stands=where_it_ends,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=lambda s, shot: as_firing(s, shot.shooter),
)
