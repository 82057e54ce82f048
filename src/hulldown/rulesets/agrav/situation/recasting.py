"""A shot of a game as the data of a situation; what a situation cannot say is told instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect
from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.aiming import spotter_for
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Chassis, Face, Feature, Height, Mode, Verb
from hulldown.rulesets.agrav.explaining.shots import shot_sum
from hulldown.rulesets.agrav.flying import face_towards
from hulldown.rulesets.agrav.geometry import distance
from hulldown.rulesets.agrav.hits import PERCENT, total_over
from hulldown.rulesets.agrav.internals import DAMAGED, WRECKED
from hulldown.rulesets.agrav.naming import weapon_ids
from hulldown.rulesets.agrav.situation import data
from hulldown.rulesets.agrav.situation.asking import evaluate
from hulldown.rulesets.agrav.situation.posing import STATES, STUNS
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.api.situation import Evaluation, Told
from hulldown.rulesets.common.situations import departed, forbidden, without_defaults

Data = dict[str, Any]
Note = tuple[str, str]
DESIGN = ("Its page knows the vehicles and squads of the book, not designs of your own.", "AG-5.1")
AIM = ("Its page cannot say what this shot's accuracy is made of.", "AG-8.11")
TARGET = ("Its page cannot say how the target is.", "AG-9.1")
LANDS = ("There the round lands too, as if the target did not move before.", "AG-17.11")
KEPT = ("chassis", "kind", "thickness", "durability", "heat", "health", "stun", "stunned", "budget", "models")
SCREEN = ("state", "nominal", "full", "maximum", "charge", "activated")


def situation_of(s: State, a: Action) -> Told | None:
    """A shot at the table as a situation, or None for an order that is no shot or not allowed."""
    if a.verb != Verb.SHOOT or check(s, int(a.seat), a):
        return None
    if any(s.units[u].kind == NOBODY for u in (a.actor, a.target) if u != NOBODY):
        return Told(None, (DESIGN,))
    full = {
        "shooter": shooter(s, a),
        "target": target(s, a),
        "between": between(s, a),
        "options": departed(s.options, SHELF.variants(), (*data.OPTIONS, *SHELF.values())),
    }
    given = without_defaults(full, data.Situation, data.problems)
    if lost := tuple(unsaid(s, a, evaluate(given))):
        return Told(None, lost)
    return Told(given, (LANDS,) if is_high(a.facing) else ())


def troop(u: Unit) -> Data:
    """What both sides say of a unit: its name, stun, losses, parts with one crit and with two."""
    living = sum(1 for left in u.model if left > 0)
    crits = {data.part_key(u, k): int(u.part[k].crits) for k in range(u.parts)}
    return {
        "what": SHELF.units().kinds()[u.kind],
        "stun": next(word for word, counter in STUNS.items() if counter == u.stun),
        "models": living if u.chassis == Chassis.INFANTRY and living < u.models else None,
        "damaged": tuple(name for name, count in crits.items() if count == DAMAGED),
        "destroyed": tuple(name for name, count in crits.items() if count >= WRECKED),
    }


def shooter(s: State, a: Action) -> Data:
    """Who shoots, with what and after what."""
    u, mode = s.units[a.actor], Mode(a.facing)
    word = mode.name.lower().removesuffix("_indirect")
    return {
        **troop(u),
        "weapon": weapon_ids(s, a.actor)[a.choice],
        "mode": "" if mode in (Mode.DIRECT, Mode.LOW) else word,
        "tiles": int(u.tiles),
        "turned": bool(u.turned),
    }


def target(s: State, a: Action) -> Data:
    """What is shot at and how it is."""
    if a.target == NOBODY:
        return place(s, int(a.place))
    u = s.units[a.target]
    shared = {
        **troop(u),
        "tiles": int(u.last_tiles),
        "taken": total_over(s.options, int(u.lost_health), int(u.lost_durability), int(u.lost_charge))
        / (PERCENT * POINT),
        "stunned": bool(u.stunned),
    }
    return shared if u.chassis == Chassis.INFANTRY else {**shared, **tracks(s, a, u)}


def tracks(s: State, a: Action, u: Unit) -> Data:
    """The side that is struck, armour, shield and health."""
    face = face_towards(s, int(a.target), int(s.units[a.actor].tile))
    shield = u.shield
    return {
        "shows": Face(face).name.lower(),
        "health": None if u.health == u.health_full else u.health / POINT,
        "durability": None if u.durability == u.durability_full else u.durability / POINT,
        "heat": u.heat / POINT,
        "shield": next((word for word, state in STATES.items() if state == shield.state), "active"),
        "maximum": None if shield.maximum == shield.full else shield.maximum / POINT,
        "charge": None if shield.charge == shield.maximum else shield.charge / POINT,
        "cracked": bool(shield.crack),
        "activated": bool(shield.activated),
    }


def place(s: State, number: int) -> Data:
    """A structure or barricade section."""
    if number >= BARRICADE:
        left = s.barricade[number - BARRICADE].durability / POINT
        return {"what": data.BARRICADE, "durability": left}
    section = s.section[number]
    wanted = ("weak", "reinforced", "hardened", "volatile")
    features = tuple(word for word in wanted if section.features & Feature[word.upper()])
    height = "ruin" if section.ruin else Height(section.height).name.lower()
    return {
        "what": data.STRUCTURE,
        "height": height,
        "features": features,
        "durability": section.durability / POINT,
    }


def between(s: State, a: Action) -> Data:
    """Distance, and the spotter of an indirect shot."""
    facts: Data = {}
    if a.target != NOBODY:
        away = int(distance(int(s.units[a.actor].tile), int(s.units[a.target].tile)))
        facts["range"] = min(away, data.FARTHEST)
    if is_indirect(a.facing):
        v = spotter_for(s, a.actor, a.choice, a.facing, a.target, a.place)
        facts |= {"line": "smoke", "spotter": int(s.units[v].sensors)}
        facts["range"] = max(2, facts.get("range", 4))
    return facts


# ---------------------------------------------------------------- what it cannot say


def unsaid(s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """What a situation cannot say of a shot though its odds depend on it."""
    if posed.refusal:
        yield forbidden(posed.refusal)
        return
    shot = posed.plan[0]
    if shot_sum(s, a)[0] != shot_sum(posed.state, shot)[0]:
        yield AIM
    if a.target != NOBODY and not alike(s, s.units[a.target], posed.state.units[shot.target]):
        yield TARGET
    if a.target == NOBODY and place(s, int(a.place)) != place(posed.state, int(shot.place)):
        yield TARGET


def alike(s: State, u: Unit, other: Unit) -> bool:
    """Whether two units are the same in all that a hit asks for (AG-9.1, AG-15.4)."""
    same = all(getattr(u, name) == getattr(other, name) for name in KEPT)
    same &= all(getattr(u.shield, name) == getattr(other.shield, name) for name in SCREEN)
    same &= bool(u.shield.crack) == bool(other.shield.crack)
    same &= list(u.model) == list(other.model) and troop(u) == troop(other)
    sums = [
        total_over(s.options, int(unit.lost_health), int(unit.lost_durability), int(unit.lost_charge))
        for unit in (u, other)
    ]
    return bool(same and sums[0] == sums[1])
