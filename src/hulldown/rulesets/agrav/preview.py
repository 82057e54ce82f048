"""What a move comes to before it is made: every end facing, who could fire at whom then or ram whom (AG-7,
AG-8, AG-19).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import words
from hulldown.rulesets.agrav.accuracy import CERTAIN, is_high
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.board import TURNS, Path, acting, lines, probe_of, spots, tiles
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import open_window
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.movement import HALF_TURN, may_ram, turn_cost, why_not_ram, why_not_turn
from hulldown.rulesets.agrav.occasions import hits_of
from hulldown.rulesets.agrav.shooting import face_towards, hit_percent, shots_of, watches, why_not_shoot
from hulldown.rulesets.agrav.state import CENTRE, NOBODY, Chassis, Phase, Standing, State, Verb
from hulldown.rulesets.agrav.table import WAYS, clear, manhattan_distance, solid, tick_smoke
from hulldown.rulesets.agrav.turn import make_all_ready, pass_turn, settle_all
from hulldown.rulesets.agrav.words import find_unit, tile_name, unit_id
from hulldown.rulesets.api.odds import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.common.explanation import OFF

# ---------------------------------------------------------------- where a move may end


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every tile and facing that a unit may move to without being fired at, or be deployed in."""
    known: Ends = defaultdict(list)
    if s.phase == Phase.DEPLOY:
        for a in deployments(s, seat, find_unit(s, unit)):
            facing = None if not facings(s, unit) else int(a.facing)
            known[tile_name(a.place)].append(End(facing, 0, (a,)))
        return known
    u = acting(s, seat, unit)
    for (tile, facing), (cost, path) in spots(s, u).items() if u != NOBODY else ():
        known[tile_name(tile)].append(End(facing if facings(s, unit) else None, cost, tuple(path)))
        if s.units[u].chassis == Chassis.AGRAV:
            known[tile_name(tile)] += other_facings(s, u, tile, cost, path)
    return known


def other_facings(s: State, u: int, tile: int, cost: int, path: Path) -> Iterator[End]:
    """The other facings in which an AGrav may end, which needs none to get anywhere (AG-7.6, AG-7.7)."""
    probe = probe_of(s, u)
    unit = probe.units[u]
    unit.tile, unit.left = tile, unit.left - cost
    for choice in (*TURNS, HALF_TURN):
        if why_not_turn(probe, u, choice) == Why.ALLOWED:
            order = make(unit.side, Verb.TURN, u, choice=choice)
            facing = (unit.facing + 2 * choice) % WAYS
            yield End(facing, cost + turn_cost(probe, u, choice), (*path, order))


def deployments(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every way to deploy a unit, looking forward first (AG-6.1, AG-6.9)."""
    sides = facings(s, unit_id(s, u)) or (0,)
    for tile in tiles(s):
        for facing in sides if seat == s.first else [(way + WAYS // 2) % WAYS for way in sides]:
            a = make(seat, Verb.DEPLOY, u, place=tile, facing=facing)
            if check(s, seat, a) == 0:
                yield a


def facings(s: State, unit: str) -> Sequence[int]:
    """The four directions of a hull, in eighths of a circle; none for a squad (AG-2.2)."""
    return () if s.units[find_unit(s, unit)].chassis == Chassis.INFANTRY else range(0, WAYS, 2)


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The tile and the facing of a unit."""
    u = s.units[find_unit(s, unit)]
    if u.standing != Standing.PRESENT:
        return "", None
    return tile_name(u.tile), (int(u.facing) if facings(s, unit) else None)


def remaining_mobility(s: State, unit: str) -> int | None:
    """The mobility that a unit has left in its turn."""
    return s.units[find_unit(s, unit)].left if s.phase == Phase.TURN else None


def carry_out(s: State, a: Action) -> State:
    """The position after an order of a way: no turn ends by it, and no die is thrown."""
    after: State = copy(s)
    apply(after, copy(a), new_dice(0), OFF)
    return after


# ---------------------------------------------------------------- what is watched


def looks(shelf: Shelf, s: State, unit: str, ring: str) -> int | None:
    """Where the hull looks, or the cone of the weapon that a ring is named after; None if that is not set."""
    w = watching(shelf, s, find_unit(s, unit), ring)
    cone = NOBODY if w == NOBODY else int(s.units[find_unit(s, unit)].weapon[w].cone)
    return where(s, unit)[1] if w == NOBODY else None if cone == NOBODY else cone


def watching(shelf: Shelf, s: State, u: int, ring: str) -> int:
    """The weapon that a ring is named after, -1 for that of the hull."""
    return next((w for w in lines(s, u) if words.weapon_name(shelf, s, u, w) == ring), NOBODY)


def cone_tiles(shelf: Shelf, s: State, unit: str, ring: str) -> Sequence[str] | None:
    """The tiles in a weapon's cone that are in sight of its unit; None of the hull (AG-16.1, AG-16.8)."""
    u = find_unit(s, unit)
    w, here, anchor = watching(shelf, s, u, ring), s.units[u].tile, s.units[u].anchor
    if w == NOBODY:
        return None
    return [
        tile_name(tile)
        for tile in tiles(s)
        if watches(s, u, w, tile) and not solid(s, tile) and clear(s, here, anchor, tile, CENTRE, NOBODY)
    ]


# ---------------------------------------------------------------- shots


def aims(s: State, u: int, target: int) -> Iterator[Action]:
    """The shots that a unit may take at another now and that strike at once (AG-8.13, AG-17.10)."""
    for w in lines(s, u):
        for mode in words.modes_of(s.units[u].weapon[w].family):
            if not is_high(mode) and why_not_shoot(s, u, w, mode, target, NOBODY) == Why.ALLOWED:
                yield make(s.side, Verb.SHOOT, u, target=target, facing=mode, choice=w)


def shot(shelf: Shelf, s: State, a: Action) -> PreviewShot:
    """A shot that may be taken: the side it strikes, the chance that any of its volley hits (AG-8.12)."""
    u, target, w = a.actor, a.target, a.choice
    percent = hit_percent(s, u, w, a.facing, target, NOBODY, s.mute)
    hits = hits_of(s, u, w, a.facing, target, NOBODY, percent)
    shots = shots_of(s, u, w, a.facing, target, NOBODY, s.mute)
    chance = 1 - (1 - Fraction(hits, CERTAIN * CERTAIN)) ** shots
    return PreviewShot(
        unit_id(s, u), unit_id(s, target), words.weapon_name(shelf, s, u, w), "hit", chance, face_of(s, a), a
    )


def face_of(s: State, a: Action) -> str:
    """The side of the target that a shot strikes (AG-2.7); a squad has none."""
    if s.units[a.target].chassis == Chassis.INFANTRY:
        return ""
    return words.FACES[face_towards(s, a.target, s.units[a.actor].tile)]


def ram(s: State, u: int, target: int) -> Iterator[PreviewShot]:
    """A tank's ram or a walker's stomp with all that is left; it needs no roll, and stuns (AG-19.1)."""
    a = make(s.side, Verb.RAM, u, target=target, choice=s.units[u].left)
    if why_not_ram(s, u, target, a.choice) == Why.ALLOWED:
        does = "stomp" if s.units[u].chassis == Chassis.WALKER else "ram"
        names = unit_id(s, u), unit_id(s, target)
        yield PreviewShot(*names, "", does, Fraction(1), face_of(s, a), a, harm=harm_of(s, a))


def harm_of(s: State, a: Action) -> str:
    """What a ram takes from its target's health; nothing is rolled for it (AG-19.2)."""
    before, after = (state.units[a.target].health for state in (s, carry_out(s, a)))
    return f"for {words.points(before - after)} of {words.points(before)} health" if after < before else ""


def shots(shelf: Shelf, s: State, unit: str) -> Iterator[PreviewShot]:
    """What a unit could do to each enemy at once in its turn."""
    u = find_unit(s, unit)
    if s.phase == Phase.TURN and s.units[u].side == s.side:
        for v in words.enemies(s, s.side):
            yield from (shot(shelf, s, a) for a in aims(s, u, v))
            yield from ram(s, u, v)


def as_enemy(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot or rams: in its turn, turned or moved up as it must be."""
    enemy_turn, v = as_next(s), shot.order.actor
    if shot.first and shot.order.verb == Verb.RAM:
        way = way_to_ram(enemy_turn, v, shot.order.target) or ()
        return reduce(carry_out, way, enemy_turn)
    turned = ready_positions(enemy_turn, v) if shot.first else ()
    return next((to for to in turned if check(to, shot.order.seat, shot.order) == 0), enemy_turn)


def ready_positions(s: State, v: int) -> Iterator[State]:
    """The positions in which a unit has turned where it stands (AG-7.1, AG-7.6)."""
    for choice in (*TURNS, HALF_TURN):
        order = make(s.side, Verb.TURN, v, choice=choice)
        if facings(s, unit_id(s, v)) and check(s, s.side, order) == 0:
            yield carry_out(s, order)


def as_next(s: State) -> State:
    """The position at the start of the enemy's turn, were this one to end now, without what dice would do."""
    later: State = copy(s)
    settle_all(later, OFF)
    pass_turn(later)
    open_window(later)
    tick_smoke(later)
    make_all_ready(later)
    return later


def way_to_ram(s: State, v: int, target: int) -> Path | None:
    """The cheapest way to where a unit can ram another, without being fired at (AG-19.12, AG-19.13)."""
    mover, there = s.units[v], s.units[target].tile
    if not may_ram(mover.chassis, s.units[target].chassis):
        return None
    if manhattan_distance(mover.tile, there) > mover.left + 2:  # a stomp reaches over a corner
        return None
    probe = probe_of(s, v)
    for spot, (cost, path) in spots(s, v).items():
        unit = probe.units[v]
        (unit.tile, unit.facing), unit.left = spot, mover.left - cost
        if why_not_ram(probe, v, target, unit.left) == Why.ALLOWED:
            return path
    return None


def ram_after_way(s: State, v: int, target: int) -> Iterator[PreviewShot]:
    """A ram from where a unit stands, or after a turn or the way to its target."""
    way = way_to_ram(s, v, target)
    if way is not None:
        moves = any(order.verb == Verb.STEP for order in way)
        walks = s.units[v].chassis == Chassis.WALKER
        first = ("walks up" if walks else "drives up") if moves else "turns" if way else ""
        for blow in ram(reduce(carry_out, way, s), v, target):
            yield replace(blow, first=first, moves=moves)


def threats(shelf: Shelf, s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy could do to a unit at once in its own turn: shots, also after a turn, and a ram."""
    u = find_unit(s, unit)
    if s.phase != Phase.TURN or s.units[u].standing != Standing.PRESENT or s.units[u].side != s.side:
        return
    enemy_turn = as_next(s)
    for v in words.enemies(s, s.side):
        now = [shot(shelf, enemy_turn, a) for a in aims(enemy_turn, v, u)]
        yield from now
        turned = ready_positions(enemy_turn, v) if not now else ()
        yield from (replace(shot(shelf, to, a), first="turns") for to in turned for a in aims(to, v, u))
        yield from ram_after_way(enemy_turn, v, u)


def ring_facings(shelf: Shelf, s: State, unit: str, ring: str) -> Sequence[int]:
    """The directions in which a ring of a unit can be turned: its hull, or the cone of a weapon."""
    return facings(s, unit) if watching(shelf, s, find_unit(s, unit), ring) == NOBODY else range(WAYS)


def foresight(shelf: Shelf) -> Foresight:
    """What is asked about moves before they are made."""
    return Foresight(
        ends=ends,
        facings=partial(ring_facings, shelf),
        looks=partial(looks, shelf),
        watched=partial(cone_tiles, shelf),
        stands=where,
        left=remaining_mobility,
        after=carry_out,
        shots=partial(shots, shelf),
        threats=partial(threats, shelf),
        as_enemy=as_enemy,
    )
