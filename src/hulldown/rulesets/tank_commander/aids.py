"""What helps the player to choose: where the acting unit can go, what its weapon covers, whom it may hit."""

from __future__ import annotations

from hulldown.kernel.hexes import ahead, distance, name_of
from hulldown.rulesets.face.scene import Aids, Target
from hulldown.rulesets.tank_commander.carrying import whereabouts, why_not_free
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Phase, Standing, Verb, Weapon
from hulldown.rulesets.tank_commander.counters import cells, is_wreck, on_map
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.route import reach
from hulldown.rulesets.tank_commander.shooting import bears, has_weapon, weapon_range, why_no_shot
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.weapons import day_range, has_ai_weapon

SHOTS = {Weapon.MAIN_GUN: Verb.FIRE, Weapon.MISSILE: Verb.MISSILE, Weapon.AI_WEAPON: Verb.FIRE_AI}
"""Each weapon with its order, the one that reaches farthest first."""


def weapons(s: State, u: int) -> list[Weapon]:
    """What a unit can shoot with, in the order of `SHOTS`."""
    return [w for w in SHOTS if has_weapon(s, u, w) and (w != Weapon.AI_WEAPON or has_ai_weapon(s, u))]


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


# ---------------------------------------------------------------- targets


def barred(s: State, u: int, v: int) -> str | None:
    """Why no weapon may be fired at a unit, in words; empty if one may, None if none is meant for it."""
    codes = {weapon: why_no_shot(s, u, weapon, v, NOBODY) for weapon in weapons(s, u)}
    if Why.ALLOWED in codes.values():
        return ""
    for weapon, code in codes.items():
        if code != Why.NOT_INFANTRY:
            why = refusal(code, SHOTS[weapon])
            return f"{why.text} {why.rule}"
    return None


def targets(s: State, u: int) -> tuple[Target, ...]:
    """Enemies and buildings that might be fired at; what bars a shot stands with it."""
    here, found = s.units[u].cell, []
    for v in on_map(s):
        t = s.units[v]
        if t.side != s.units[u].side and t.standing == Standing.OPERATIONAL:
            why = barred(s, u, v)
            if why is not None:
                found.append(Target(name_of(t.cell), unit_id(s, v), why, distance(here, t.cell)))
    return tuple(found + buildings(s, u))


def buildings(s: State, u: int) -> list[Target]:
    """Buildings the main gun may bring down now (TC-9.8)."""
    here = s.units[u].cell
    if not has_weapon(s, u, Weapon.MAIN_GUN):
        return []
    far = day_range(s, u, Weapon.MAIN_GUN)
    return [
        Target(name_of(cell), None, "", distance(here, cell))
        for cell in (ahead(here, s.units[u].turret, i) for i in range(far * far))
        if why_no_shot(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED
    ]


# ---------------------------------------------------------------- all of it


def aided(s: State, unit: str) -> int:
    """The unit whose aids are shown: the one named, else the one that acts."""
    if not unit:
        return s.active
    try:
        return find_unit(s, unit)
    except ValueError:
        return NOBODY


def aids(s: State, seat: int | None, unit: str) -> Aids:
    """Reach, arc and targets of the acting unit, or the arc of any other that is looked at.

    A carried squad has none of them; the ring goes round what carries it.
    """
    u = aided(s, unit)
    if u == NOBODY or is_wreck(s, u) or s.units[u].kind in (Kind.GUN, Kind.TARGET):
        return Aids()
    if u not in on_map(s):
        at = whereabouts(s, u)
        return Aids(unit=unit_id(s, u), place=name_of(at)) if at >= 0 else Aids()
    seen, blind = arc(s, u) if why_not_free(s, u) == Why.ALLOWED else ((), ())
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
