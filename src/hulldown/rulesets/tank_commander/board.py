"""The table as a scene: what stands on it, and what helps the player to choose."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction

from hulldown.kernel import hexes
from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.hexes import FRONT, STRIDE, ahead, distance, name_of, step
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Aids, HexScene, Marker, Sky, Target, Terrain, Zone
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.pieces import unit_or
from hulldown.rulesets.tank_commander import crew, state, words
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.air import is_lit, strike_needed
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.movement import heading, move, sets_off_mines, traverse, turn
from hulldown.rulesets.tank_commander.shooting import (
    bears,
    has_weapon,
    is_hit,
    needed,
    weapon_range,
    why_no_shot,
)
from hulldown.rulesets.tank_commander.state import NOBODY, Ground, Kind, Mission, Phase, State, Verb, Weapon
from hulldown.rulesets.tank_commander.table import on_board, sees
from hulldown.rulesets.tank_commander.turn import activate
from hulldown.rulesets.tank_commander.turn import place as put_down
from hulldown.rulesets.tank_commander.victory import FAR_ROW
from hulldown.rulesets.tank_commander.words import cells, find_unit, on_map, unit_id

Path = list[Action]
Stand = tuple[int, int]  # a cell, and where the hull looks


def way_of(s: State, a: Action) -> list[int]:
    """The cells that an order to drive leads through, the last one where it ends; no farther than the rim."""
    cell, direction = crew.whereabouts(s, a.actor), heading(s, a.actor, a.facing)
    if a.verb == Verb.REVERSE:
        direction = (s.units[a.actor].hull + 3) % 6
    way = []
    for _ in range(a.choice if a.verb == Verb.STRAIGHT else 1):
        cell = step(cell, direction)
        way.append(cell)
        if not on_board(s, cell):
            break
    return way


def over_mine(s: State, a: Action) -> bool:
    """Whether a mine goes off on the way (TC-9.12)."""
    return sets_off_mines(s, a.actor) and any(s.mine[cell] for cell in way_of(s, a))


def drives(s: State, u: int, known: Collection[Stand]) -> list[Action]:
    """The driving orders that are legal now: ahead and turns that take the turret along, or any way; without
    those that lead where it is known already how to get to.
    """
    seat, cell, hull = s.seat, s.units[u].cell, s.units[u].hull
    if s.units[u].drive == state.Drive.TRACKS:
        wanted = [((step(cell, hull), hull), make(seat, Verb.MOVE, u))]
    else:
        ways = range(6)
        wanted = [((step(cell, way), hull), make(seat, Verb.MOVE, u, facing=way)) for way in ways]
    if hull >= 0:
        turns = ((hull + by) % 6 for by in (5, 1))
        wanted += [((cell, way), make(seat, Verb.TURN, u, facing=way, choice=1)) for way in turns]
    return [a for stand, a in wanted if stand not in known and check(s, seat, a) == 0]


def fork(s: State, u: int) -> State:
    """A position that shares with another what driving cannot change, and owns the rest."""
    copied = object.__new__(State)
    copied.__dict__.update(s.__dict__)
    copied.units = list(s.units)
    copied.units[u] = copy(s.units[u])
    copied.occupant, copied.mine = list(s.occupant), list(s.mine)
    return copied


def after(s: State, a: Action, dice: Dice, log: Log) -> State | None:
    """The position after a driving order, None where a die would be rolled (a mine)."""
    if a.verb == Verb.MOVE and over_mine(s, a):  # it may hurt others, whom a fork shares
        return None
    result = fork(s, a.actor)
    thrown = dice.count
    if a.verb == Verb.MOVE:
        move(result, a.actor, a.facing, False, dice, log)
    else:
        turn(result, a.actor, a.facing, a.choice, log)
    result.units[a.actor].begun = 1
    return result if dice.count == thrown else None


def stands(s: State, seat: int) -> dict[Stand, tuple[int, Path]]:
    """Every cell and hull facing that the active unit can drive to without a die, the cheapest first: action
    points, orders.
    """
    u = s.active
    if s.phase != Phase.ACT or u == NOBODY or s.seat != seat or s.units[u].cell == NOBODY:
        return {}
    best: dict[Stand, tuple[int, Path]] = {}
    queue: list[tuple[int, int, State, Path]] = [(0, 0, s, [])]
    pushed, budget = 0, remaining_points(s, u)
    dice = new_dice(0)
    while queue:
        spent, _, at, path = heapq.heappop(queue)
        t = at.units[u]
        if (t.cell, t.hull) in best:
            continue
        best[t.cell, t.hull] = spent, path
        for a in drives(at, u, best):
            to = after(at, a, dice, OFF)
            if to is not None:
                pushed += 1
                heapq.heappush(queue, (budget - remaining_points(to, u), pushed, to, [*path, a]))
    return best


def reach(s: State, seat: int, unit: str = "") -> dict[str, tuple[int, Path]]:
    """Every hex the active unit can drive to without a die: place -> (action points, orders)."""
    cheapest: dict[str, tuple[int, Path]] = {}
    for (cell, _), way in stands(s, seat).items():
        if cell != s.units[s.active].cell:
            cheapest.setdefault(name_of(cell), way)
    return cheapest


SHOTS = {Weapon.MAIN_GUN: Verb.FIRE, Weapon.MISSILE: Verb.MISSILE, Weapon.AI_WEAPON: Verb.FIRE_AI}
"""Each weapon with its order, the one that reaches farthest first."""


def weapons(s: State, u: int) -> list[Weapon]:
    """What a unit can shoot with, in the order of `SHOTS`."""
    return [w for w in SHOTS if has_weapon(s, u, w) and (w != Weapon.AI_WEAPON or crew.has_ai_weapon(s, u))]


def arc(s: State, u: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hexes the longest weapon bears on: those it sees, those it does not (TC-7.2, TC-7.3, TC-14.4)."""
    here = s.units[u].cell
    for weapon in weapons(s, u)[:1]:
        covered = [
            cell
            for cell in cells(s)
            if 0 < distance(here, cell) <= weapon_range(s, u, weapon, cell) and bears(s, u, weapon, cell)
        ]
        seen = [cell for cell in covered if sees(s, here, cell)]
        blind = [cell for cell in covered if cell not in seen]
        return tuple(map(name_of, seen)), tuple(map(name_of, blind))
    return (), ()


def barred(s: State, u: int, v: int) -> str | None:
    """Why no weapon may be fired at a unit, in words; empty if one may, None if none is meant for it."""
    codes = {weapon: why_no_shot(s, u, weapon, v, NOBODY) for weapon in weapons(s, u)}
    if Why.ALLOWED in codes.values():
        return ""
    for weapon, code in codes.items():
        if code != Why.NOT_INFANTRY:
            why = words.refusal(code, SHOTS[weapon])
            return f"{why.text} {why.rule}"
    return None


def targets(s: State, u: int) -> tuple[Target, ...]:
    """Enemies and buildings that might be fired at; what bars a shot stands with it."""
    here, result = s.units[u].cell, []
    for v in on_map(s):
        t = s.units[v]
        if t.side != s.units[u].side and t.standing == state.Standing.OPERATIONAL:
            why = barred(s, u, v)
            if why is not None:
                result.append(Target(name_of(t.cell), unit_id(s, v), why, distance(here, t.cell)))
    return tuple(result + buildings(s, u))


def buildings(s: State, u: int) -> list[Target]:
    """Buildings the main gun may bring down now (TC-9.8)."""
    here = s.units[u].cell
    if not has_weapon(s, u, Weapon.MAIN_GUN):
        return []
    far = crew.day_range(s, u, Weapon.MAIN_GUN)
    return [
        Target(name_of(cell), None, "", distance(here, cell))
        for cell in (ahead(here, s.units[u].turret, i) for i in range(far * far))
        if why_no_shot(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED
    ]


def aids(s: State, seat: int | None, unit: str) -> Aids:
    """Reach, arc and targets of the acting unit, or the arc of another that is looked at.

    A carried squad has none of them; the ring goes round what carries it.
    """
    u = unit_or(find_unit, s, unit, s.active)
    if u == NOBODY or words.is_wreck(s, u) or s.units[u].kind in (Kind.GUN, Kind.TARGET):
        return Aids()
    if u not in on_map(s):
        at = crew.whereabouts(s, u)
        return Aids(unit=unit_id(s, u), place=name_of(at)) if at >= 0 else Aids()
    seen, blind = arc(s, u) if crew.why_not_free(s, u) == Why.ALLOWED else ((), ())
    acting = u == s.active and s.phase == Phase.ACT
    routes = reach(s, seat) if acting and seat is not None else {}
    return Aids(
        unit=unit_id(s, u),
        place=name_of(s.units[u].cell),
        reach={place: cost for place, (cost, _) in routes.items()},
        arc=seen,
        blind=blind,
        targets=targets(s, u) if acting else (),
    )


CROSSINGS = (Mission.BREAKTHROUGH, Mission.ESCORT)


def markers(s: State) -> list[Marker]:
    """Smoke, mines, waypoints, objectives, air strikes, and the building that the battle is about."""
    lying = [Marker(name_of(cell), "smoke") for cell in cells(s) if s.smoke[cell]]
    lying += [Marker(name_of(cell), "mine") for cell in cells(s) if s.mine[cell]]
    return [*lying, *waypoints(s), *objectives(s), *prize(s), *strikes(s)]


def waypoints(s: State) -> list[Marker]:
    """The course of Basic Training, done or not (TC-13.9)."""
    done = [s.visited[i] > 0 for i in range(s.waypoints)]
    return [
        Marker(name_of(s.waypoint[i]), "waypoint", 0 if over else None, str(i + 1), over)
        for i, over in enumerate(done)
    ]


def objectives(s: State) -> list[Marker]:
    """Objectives and plaza markers with their holders (TC-10.15, TC-13.23)."""
    kind = "plaza" if s.mission == Mission.URBAN_WARFARE else "objective"
    holders = [None if s.holder[i] == NOBODY else s.holder[i] for i in range(s.objectives)]
    return [Marker(name_of(s.objective[i]), kind, holder) for i, holder in enumerate(holders)]


def prize(s: State) -> list[Marker]:
    """The depot or the command bunker, until it is rubble and after (TC-13.17, TC-13.27)."""
    if s.prize_cell == NOBODY:
        return []
    name = "Bunker" if s.mission == Mission.DISABLE_AA_GUNS else "Depot"
    gone = s.ground[s.prize_cell] != Ground.BUILDING
    return [Marker(name_of(s.prize_cell), "prize", note=name, done=gone)]


def strikes(s: State) -> list[Marker]:
    """Air strikes on their way, with what they need to come (TC-12.2, TC-12.4)."""
    awaited = [s.strike[i] for i in range(s.strikes) if s.strike[i].over == 0]
    return [
        Marker(name_of(k.cell), "strike", k.side, f"{strike_needed(s.options, k.rolls)}+") for k in awaited
    ]


def zones(s: State) -> list[Zone]:
    """Where the sides deploy while they do (TC-4.12), and the row that must be reached (TC-13.3)."""
    drawn = []
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            hexes = tuple(name_of(s.zone[side * state.ZONE + i]) for i in range(s.zone_size[side]))
            drawn += [Zone("deploy", side, hexes)] if hexes else []
    if s.mission in CROSSINGS:
        row = tuple(name_of(cell) for cell in cells(s) if cell % STRIDE == FAR_ROW)
        drawn.append(Zone("goal", s.attacker, row))
    return drawn


def spoken_marker(marker: Marker) -> str:
    """A marker as a screen reader says it."""
    if marker.kind in ("objective", "plaza"):
        word = "plaza" if marker.kind == "plaza" else "objective"
        return f"{word} of {SIDES[marker.owner]}" if marker.owner is not None else f"{word}, held by nobody"
    if marker.kind == "strike":
        return f"air strike of {SIDES[marker.owner or 0]}, comes on {marker.note}"
    if marker.kind == "prize":
        return f"{marker.note}, {'destroyed' if marker.done else words.WORTH['target']}"
    if marker.kind == "waypoint":
        return f"waypoint {marker.note}{', done' if marker.done else ''}"
    return marker.kind


def spoken_hexes(shelf: Shelf, s: State, lying: list[Marker], lit: tuple[str, ...] | None) -> dict[str, str]:
    """What a screen reader says of each hex."""
    texts = {name_of(cell): [name_of(cell), Ground(s.ground[cell]).name.lower()] for cell in cells(s)}
    for place, parts in texts.items():
        if lit is not None:
            parts.append("lit" if place in lit else "dark")
    for marker in lying:
        texts[marker.place].append(spoken_marker(marker))
    for u in on_map(s):
        texts[name_of(s.units[u].cell)].append(words.spoken_unit(shelf, s, u))
    return {place: ", ".join(parts) for place, parts in texts.items()}


def scene(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> HexScene:
    """The board, with what flares light up by night (TC-14.2, TC-14.5). Nothing is hidden in this game
    (TC-15.5), so every seat gets the same.
    """
    lit = tuple(name_of(cell) for cell in cells(s) if is_lit(s, cell)) if s.options.night else None
    turn = f"Turn {s.game_turn} of {s.options.turn_limit}" if s.game_turn else "Setting up"
    lying = markers(s)
    return HexScene(
        columns=s.columns,
        rows=s.rows,
        terrain=tuple(Terrain(name_of(c), Ground(s.ground[c]).name.lower()) for c in cells(s)),
        markers=tuple(lying),
        units=tuple(words.unit_mark(shelf, s, u) for u in on_map(s)),
        title="Tank Commander",
        subtitle=turn,
        spoken=spoken_hexes(shelf, s, lying, lit),
        aids=aids(s, seat, unit),
        zones=tuple(zones(s)),
        sky=Sky(storm=s.storm > 0, lit=lit),
    )


# ---------------------------------------------------------------- preview: where a move may end
# What a move comes to before it is made: every end facing, and who could fire at whom then (TC-5, TC-7).


DIE = range(1, 7)
SHELLS = (state.Shell.AT, state.Shell.HE)


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every hex and hull facing that a drive of the active unit may end in, or that a unit may deploy to."""
    u = find_unit(s, unit)
    known: Ends = defaultdict(list)
    if s.phase == Phase.DEPLOY:
        for a in deployments(s, seat, u):
            known[name_of(a.place)].append(End(None if a.facing < 0 else a.facing, 0, (a,)))
    elif u == s.active:
        for (cell, hull), (cost, path) in stands(s, seat).items():
            known[name_of(cell)].append(End(None if hull < 0 else hull, cost, tuple(path)))
    return known


def deployments(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every way to deploy a unit; the facing that its hull has already comes first (TC-4.12)."""
    first = max(0, s.units[u].hull)
    ways = [(first + turn) % 6 for turn in range(6)] if facings(s, unit_id(s, u)) else [NOBODY]
    for cell in cells(s):
        for way in ways:
            a = make(seat, Verb.DEPLOY, u, place=cell, facing=way)
            if check(s, seat, a) == 0:
                yield a


def facings(s: State, unit: str, ring: str = "") -> range:
    """The six directions of a hull; none for a squad."""
    t = s.units[find_unit(s, unit)]
    return range(6 if t.kind in (Kind.TANK, Kind.APC) else 0)


def looks(s: State, unit: str, ring: str) -> int | None:
    """The direction of turret or hull; the set-up asks for one as it is, too (TC-4.12)."""
    t = s.units[find_unit(s, unit)]
    return None if s.phase == Phase.PREPARE else int(t.turret if ring == "turret" else t.hull)


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The hex and the hull facing of a unit."""
    t = s.units[find_unit(s, unit)]
    return (name_of(t.cell) if t.cell >= 0 else ""), (t.hull if t.hull >= 0 else None)


def remaining_ap(s: State, unit: str) -> int | None:
    """The action points that the active unit has left; they count in its activation only."""
    return remaining_points(s, find_unit(s, unit)) if s.phase == Phase.ACT else None


def carry_out(s: State, a: Action) -> State:
    """The position after an order of a drive, or with a unit deployed; nobody else's decision follows."""
    if a.verb != Verb.DEPLOY:
        return after(s, a, new_dice(0), OFF) or s
    result = fork(s, a.actor)
    put_down(result, a.actor, a.place, a.facing, OFF)
    return result


# ---------------------------------------------------------------- shots


def aims(s: State, u: int, target: int) -> Iterator[Action]:
    """The shots that a unit may take at another now, with what is loaded (TC-7.23)."""
    for weapon in weapons(s, u):
        if why_no_shot(s, u, weapon, target, NOBODY) != Why.ALLOWED:
            continue
        shells = SHELLS if weapon == Weapon.MISSILE else (NOBODY,)
        yield from (make(s.seat, SHOTS[weapon], u, target=target, choice=shell) for shell in shells)


def shot(s: State, a: Action) -> PreviewShot:
    """A shot that may be taken: the round, the armor it meets, the chance that it does its work."""
    u, target = a.actor, a.target
    weapon, shell = round_of(s, a)
    chance, face = hits(s, u, weapon, target), ""
    if armored(s, weapon, target):
        struck = crew.face_struck(s, target, s.units[u].cell)
        chance *= pierces(s, target, struck, shell)
        face = words.FACES[struck] if s.units[target].hull >= 0 else ""
    verb = "destroy" if s.units[target].kind == Kind.SQUAD else "pierce"
    return PreviewShot(unit_id(s, u), unit_id(s, target), shot_name(s, a), verb, chance, face, a)


def round_of(s: State, a: Action) -> tuple[int, int]:
    """The weapon of a shot, and its round."""
    weapon = next(weapon for weapon, verb in SHOTS.items() if verb == a.verb)
    return weapon, s.units[a.actor].loaded if weapon == Weapon.MAIN_GUN else max(0, a.choice)


def shot_name(s: State, a: Action) -> str:
    """What a shot fires."""
    weapon, shell = round_of(s, a)
    return f"missile {words.SHELL_NAMES[shell]}" if weapon == Weapon.MISSILE else words.SHELL_NAMES[shell]


def hits(s: State, u: int, weapon: int, target: int) -> Fraction:
    """The chance of the roll to hit (TC-7.12)."""
    number = needed(s, u, weapon, target, s.units[target].cell, s.silent)
    return Fraction(sum(is_hit(s, die, number) for die in DIE), len(DIE))


def armored(s: State, weapon: int, target: int) -> bool:
    """Whether a hit rolls against armor: infantry has none against guns (TC-10.4, TC-10.10, TC-10.11)."""
    if weapon == Weapon.AI_WEAPON:
        return False
    return weapon == Weapon.MISSILE or s.units[target].kind != Kind.SQUAD


def pierces(s: State, target: int, face: int, shell: int) -> Fraction:
    """The chance of the armor roll (TC-7.16)."""
    power, armor = s.strength[shell], s.units[target].armor[face]
    return Fraction(sum(crew.penetrates(die, power, armor) for die in DIE), len(DIE))


def enemies(s: State, u: int) -> list[int]:
    """The operational units of the other side that are on the map."""
    rivals = (v for v in on_map(s) if s.units[v].side != s.units[u].side)
    return [v for v in rivals if s.units[v].standing == state.Standing.OPERATIONAL]


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a unit could fire at once in its activation."""
    u = find_unit(s, unit)
    if s.phase == Phase.ACT and u == s.active:
        for v in enemies(s, u):
            yield from (shot(s, a) for a in aims(s, u, v))


def as_enemy(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot: just activated, and loaded and turned as it must be."""
    active = as_active(s, shot.shooter)
    ready = ready_positions(active, shot.order.actor, shot.order.target) if shot.first else ()
    name = shot.first, shot.weapon
    return next((to for does, to in ready if (does, shot_name(to, shot.order)) == name), active)


def as_active(s: State, shooter: str) -> State:
    """The position in which an enemy has just been activated (TC-4.8)."""
    v = find_unit(s, shooter)
    result = fork(s, v)
    result.seat = s.units[v].side
    activate(result, v, OFF)
    return result


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy could fire at a unit at once, were it activated now."""
    u = find_unit(s, unit)
    if s.units[u].cell < 0:
        return
    for v in enemies(s, u):
        active = as_active(s, unit_id(s, v))
        now = [shot(active, a) for a in aims(active, v, u)]
        yield from now
        for first, ready in ready_positions(active, v, u) if not now else ():
            yield from (replace(shot(ready, a), first=first) for a in aims(ready, v, u))


def ready_positions(s: State, v: int, u: int) -> Iterator[tuple[str, State]]:
    """The positions in which a tank has turned its turret to another unit, loaded a round, or both, as far as
    its action points go; and what it did (TC-5.8, TC-5.10).
    """
    bearing = turret_towards(s, v, u)
    if bearing is None:
        return
    turns = "" if bearing is s else "turns"
    if turns:
        yield turns, bearing
    for shell in SHELLS:
        loaded = after_order(bearing, make(s.seat, Verb.LOAD, v, choice=shell))
        if loaded is not None:
            yield ", ".join(filter(None, (turns, "loads"))), loaded


def turret_towards(s: State, v: int, u: int) -> State | None:
    """The position in which the turret of a tank bears on another unit, turned the short way."""
    t, there = s.units[v], s.units[u].cell
    if t.kind != Kind.TANK:
        return None
    way = next((way for way in range(6) if hexes.arc(t.cell, way, there) == FRONT), NOBODY)
    bearing: State | None = s if way != NOBODY else None
    while bearing is not None and bearing.units[v].turret != way:
        now = bearing.units[v].turret
        step = 1 if (way - now) % 6 <= 3 else 5
        bearing = after_order(bearing, make(s.seat, Verb.TURRET, v, facing=(now + step) % 6))
    return bearing


def after_order(s: State, a: Action) -> State | None:
    """The position after a tank has turned its turret or loaded, None where it cannot."""
    if check(s, a.seat, a) != 0:
        return None
    after_it = fork(s, a.actor)
    if a.verb == Verb.LOAD:
        crew.load(after_it, a.actor, a.choice, OFF)
    else:
        traverse(after_it, a.actor, a.facing, OFF)
    return after_it


FORESIGHT = Foresight(
    ends=ends,
    facings=facings,
    looks=looks,
    stands=where,
    left=remaining_ap,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=as_enemy,
)
