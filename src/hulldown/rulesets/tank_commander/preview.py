"""What a move comes to before it is made: every end facing, and who could fire at whom then (TC-5, TC-7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import FRONT, arc, name_of
from hulldown.rulesets.api.preview import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Phase, Shell, Standing, Verb, Weapon
from hulldown.rulesets.tank_commander.counters import cells, on_map
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.damage import face_struck, penetrates
from hulldown.rulesets.tank_commander.deployment import place
from hulldown.rulesets.tank_commander.drawing import SHOTS, weapons
from hulldown.rulesets.tank_commander.equipment import load
from hulldown.rulesets.tank_commander.movement import traverse
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.route import after, fork, stands
from hulldown.rulesets.tank_commander.shooting import is_hit, needed, why_no_shot
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import activate
from hulldown.rulesets.tank_commander.vocabulary import FACES, SHELL_NAMES

DIE = range(1, 7)
SHELLS = (Shell.AT, Shell.HE)

# ---------------------------------------------------------------- where a move may end


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every hex and hull facing that a drive of the active unit may end in, or that a unit may deploy to."""
    u = find_unit(s, unit)
    known: Ends = defaultdict(list)
    if s.phase == Phase.DEPLOY:
        for a in deployments(s, seat, u):
            known[name_of(int(a.place))].append(End(None if a.facing < 0 else int(a.facing), 0, (a,)))
    elif u == s.active:
        for (cell, hull), (cost, path) in stands(s, seat).items():
            known[name_of(cell)].append(End(None if hull < 0 else hull, cost, tuple(path)))
    return known


def deployments(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every way to deploy a unit; the facing that its hull has already comes first (TC-4.12)."""
    first = max(0, int(s.units[u].hull))
    ways = [(first + turn) % 6 for turn in range(6)] if facings(s, unit_id(s, u)) else [NOBODY]
    for cell in cells(s):
        for way in ways:
            a = make(seat, Verb.DEPLOY, u, place=cell, facing=way)
            if check(s, seat, a) == 0:
                yield a


def facings(s: State, unit: str) -> range:
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
    return (name_of(t.cell) if t.cell >= 0 else ""), (int(t.hull) if t.hull >= 0 else None)


def remaining_ap(s: State, unit: str) -> int | None:
    """The action points that the active unit has left; they count in its activation only."""
    return remaining_points(s, find_unit(s, unit)) if s.phase == Phase.ACT else None


def carry_out(s: State, a: Action) -> State:
    """The position after an order of a drive, or with a unit deployed; nobody else's decision follows."""
    if a.verb != Verb.DEPLOY:
        return after(s, a, new_dice(0), OFF) or s
    result = fork(s, a.actor)
    place(result, a.actor, int(a.place), int(a.facing), OFF)
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
    u, target = int(a.actor), int(a.target)
    weapon, shell = round_of(s, a)
    chance, face = hits(s, u, weapon, target), ""
    if armored(s, weapon, target):
        struck = face_struck(s, target, int(s.units[u].cell))
        chance *= pierces(s, target, struck, shell)
        face = FACES[struck] if s.units[target].hull >= 0 else ""
    verb = "destroy" if s.units[target].kind == Kind.SQUAD else "pierce"
    return PreviewShot(unit_id(s, u), unit_id(s, target), shot_name(s, a), verb, chance, face, a)


def round_of(s: State, a: Action) -> tuple[int, int]:
    """The weapon of a shot, and its round."""
    weapon = next(weapon for weapon, verb in SHOTS.items() if verb == a.verb)
    return weapon, int(s.units[a.actor].loaded) if weapon == Weapon.MAIN_GUN else max(0, int(a.choice))


def shot_name(s: State, a: Action) -> str:
    """What a shot fires."""
    weapon, shell = round_of(s, a)
    return f"missile {SHELL_NAMES[shell]}" if weapon == Weapon.MISSILE else SHELL_NAMES[shell]


def hits(s: State, u: int, weapon: int, target: int) -> Fraction:
    """The chance of the roll to hit (TC-7.12)."""
    number = needed(s, u, weapon, target, int(s.units[target].cell), s.silent)
    return Fraction(sum(is_hit(s, die, number) for die in DIE), len(DIE))


def armored(s: State, weapon: int, target: int) -> bool:
    """Whether a hit rolls against armor: infantry has none against guns (TC-10.4, TC-10.10, TC-10.11)."""
    if weapon == Weapon.AI_WEAPON:
        return False
    return weapon == Weapon.MISSILE or s.units[target].kind != Kind.SQUAD


def pierces(s: State, target: int, face: int, shell: int) -> Fraction:
    """The chance of the armor roll (TC-7.16)."""
    power, armor = int(s.strength[shell]), int(s.units[target].armor[face])
    return Fraction(sum(penetrates(die, power, armor) for die in DIE), len(DIE))


def enemies(s: State, u: int) -> list[int]:
    """The operational units of the other side that are on the map."""
    rivals = (v for v in on_map(s) if s.units[v].side != s.units[u].side)
    return [v for v in rivals if s.units[v].standing == Standing.OPERATIONAL]


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a unit could fire at once in its activation."""
    u = find_unit(s, unit)
    if s.phase == Phase.ACT and u == s.active:
        for v in enemies(s, u):
            yield from (shot(s, a) for a in aims(s, u, v))


def as_enemy(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot: just activated, and loaded and turned as it must be."""
    active = as_active(s, shot.shooter)
    ready = ready_positions(active, int(shot.order.actor), int(shot.order.target)) if shot.first else ()
    name = shot.first, shot.weapon
    return next((to for does, to in ready if (does, shot_name(to, shot.order)) == name), active)


def as_active(s: State, shooter: str) -> State:
    """The position in which an enemy has just been activated (TC-4.8)."""
    v = find_unit(s, shooter)
    result = fork(s, v)
    result.seat = int(s.units[v].side)
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
    t, there = s.units[v], int(s.units[u].cell)
    if t.kind != Kind.TANK:
        return None
    way = next((way for way in range(6) if arc(int(t.cell), way, there) == FRONT), NOBODY)
    bearing: State | None = s if way != NOBODY else None
    while bearing is not None and bearing.units[v].turret != way:
        now = int(bearing.units[v].turret)
        step = 1 if (way - now) % 6 <= 3 else 5
        bearing = after_order(bearing, make(s.seat, Verb.TURRET, v, facing=(now + step) % 6))
    return bearing


def after_order(s: State, a: Action) -> State | None:
    """The position after a tank has turned its turret or loaded, None where it cannot."""
    if check(s, int(a.seat), a) != 0:
        return None
    after_it = fork(s, int(a.actor))
    if a.verb == Verb.LOAD:
        load(after_it, int(a.actor), int(a.choice), OFF)
    else:
        traverse(after_it, int(a.actor), int(a.facing), OFF)
    return after_it


FORESIGHT = Foresight(
    ends=ends,
    facings=lambda s, unit, ring: facings(s, unit),
    looks=looks,
    stands=where,
    left=remaining_ap,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=as_enemy,
)
