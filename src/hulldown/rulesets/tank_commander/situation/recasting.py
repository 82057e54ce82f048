"""A shot of a game, or a build of the garage, as the data of a situation.

What a situation cannot say is found by `unsaid.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import arc, distance
from hulldown.kernel.records import blank
from hulldown.rulesets.face.situation import Told
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.carrying import aboard
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.chances.explaining import shell_of
from hulldown.rulesets.tank_commander.chances.outcomes import SHOTS
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ability,
    Face,
    Ground,
    Health,
    Rank,
    Role,
    Shell,
    Upgrade,
    Verb,
)
from hulldown.rulesets.tank_commander.crew import alive
from hulldown.rulesets.tank_commander.night import is_lit
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.scenario import muster
from hulldown.rulesets.tank_commander.shooting import aim_cell, sheltered
from hulldown.rulesets.tank_commander.sight import passes
from hulldown.rulesets.tank_commander.situation.asking import pose
from hulldown.rulesets.tank_commander.situation.data import BUILDING, OWN, Situation, Stands, Troop, problems
from hulldown.rulesets.tank_commander.situation.form import ABILITIES, OPTIONS
from hulldown.rulesets.tank_commander.situation.unsaid import left_out, unsaid
from hulldown.rulesets.tank_commander.state import State, Unit
from hulldown.rulesets.tank_commander.verdict import read

Data = dict[str, Any]
FRESH = ("kind", "profile", "armor", "full", "accuracy", "upgrade")  # what a unit keeps from its build


def situation_of(s: State, a: Action) -> Told | None:
    """A shot at the table as a situation, or None for an order that is no shot."""
    if a.verb not in SHOTS:
        return None
    if code := check(s, int(a.seat), a):
        barred = refusal(code, Verb(a.verb))
        return Told(None, ((f"This shot cannot be fired: {barred.text}.", barred.rule),))
    data = described(s, a)
    lost = tuple(unsaid(s, a, pose(data)))
    return Told(None, lost) if lost else Told(data, tuple(left_out(s, a)))


def described(s: State, a: Action) -> Data:
    """The situation as data, without its defaults."""
    there = aim_cell(s, int(a.target), int(a.place))
    data = {
        "shooter": shooter(s, a),
        "target": {"what": BUILDING} if a.target == NOBODY else target(s, int(a.target), int(a.actor)),
        "between": between(s, int(a.target), int(s.units[a.actor].cell), there),
        "options": dict(options(s)),
    }
    asked = validate(data, Situation, problems, "situation")
    return asked.model_dump(mode="json", exclude_defaults=True)


def options(s: State) -> Iterator[tuple[str, str | int | bool]]:
    """The options a shot can depend on, where they are not the printed ones."""
    known = SHELF.options()
    for name in OPTIONS:
        option, code = known[name], int(getattr(s.options, name))
        if code == option.code(option.default):
            continue
        values = [value for value in option.values if option.code(value) == code]
        yield name, values[0] if values else code


# ---------------------------------------------------------------- the two units


def shooter(s: State, a: Action) -> Data:
    """Who shoots, with what, under which ability and rank."""
    t = s.units[a.actor]
    ability = Ability(t.ability).name.lower() if t.ability != NOBODY else ""
    return {
        **troop(s, int(a.actor)),
        "weapon": weapon(s, a),
        "ability": ability if ability in ABILITIES else "",
        "gunner_rank": Rank(t.rank[Role.GUNNER]).name.lower() if s.options.campaign else "none",
    }


def weapon(s: State, a: Action) -> str:
    """The weapon and its round."""
    if a.verb == Verb.FIRE_AI:
        return "ai"
    shell = "he" if shell_of(s, a) == Shell.HE else "at"
    return f"{'missile' if a.verb == Verb.MISSILE else 'gun'}_{shell}"


def target(s: State, u: int, by: int) -> Data:
    """What is shot at, the side it shows, and what protects it."""
    t = s.units[u]
    hull = int(t.hull)
    shown = Face.FRONT if hull == NOBODY else Face(arc(int(t.cell), hull, int(s.units[by].cell)))
    return {
        **troop(s, u),
        "shows": shown.name.lower(),
        "points": None if t.points == t.full else int(t.points),
        "burning": bool(t.burning),
        "covered": bool(t.covered),
        "carries": aboard(s, u) > 0,
    }


def troop(s: State, u: int) -> Data:
    """A unit by the name of its build or kind, else by armor and upgrades; its crew, and where it stands."""
    t = s.units[u]
    ground = Ground(s.ground[t.cell]).name.lower()
    return {
        **fielded(s, u),
        "crew": {Role(m).name.lower(): health(t, m) for m in range(CREW)},
        "stand_in": Role(t.stand_in).name.lower() if steps_in(s, u) else "",
        "treated": Role(t.treated).name.lower() if 0 <= t.treated < CREW else "",
        "stands": ground if ground in get_args(Stands) else "open",
    }


def health(t: Unit, member: int) -> str:
    """The health of a crew member as the form has it."""
    there = t.crew[member] != Health.ABSENT
    return Health(t.crew[member]).name.lower() if there else "ok"


def steps_in(s: State, u: int) -> bool:
    """Whether a lieutenant holds a role."""
    return s.units[u].stand_in != NOBODY and bool(alive(s, u, Role.LIEUTENANT))


def fielded(s: State, u: int) -> Data:
    """What a unit was mustered as."""
    t, units = s.units[u], SHELF.units()
    kind = list(units.units)[t.profile]
    for name in (list(units.builds)[t.build] if t.build != NOBODY else kind, kind):
        loadout, build = Troop(what=name).loadout()
        fresh = blank(Unit)
        muster(fresh, int(t.side), loadout, build, s.options)
        if all(getattr(fresh, field) == getattr(t, field) for field in FRESH):
            return {"what": name}
    armor = dict(zip(("front", "side", "rear"), map(int, t.armor), strict=True))
    bought = [Upgrade(i).name.lower() for i, count in enumerate(t.upgrade) for _ in range(count)]
    return {"what": OWN, "unit": kind, **armor, "upgrades": bought}


def build_values(build: Mapping[str, Any]) -> Data:
    """A build as the values of a unit's fields, legal or not; a kind without upgrades is named."""
    loadout = read(build)
    if loadout.unit not in SHELF.units().upgrades:
        return {"what": loadout.unit}
    armor = loadout.armor.model_dump()
    return {"what": OWN, "unit": loadout.unit, **armor, "upgrades": list(loadout.upgrades)}


# ---------------------------------------------------------------- between them


def between(s: State, unit: int, here: int, there: int) -> Data:
    """Range, what on the line makes the shot harder, light and weather."""
    line, beside = crossed(s, unit, here, there)
    return {
        "range": int(distance(here, there)),
        "line": line,
        "where": "target" if beside else "shooter",
        "lit": bool(s.options.night and is_lit(s, there)),
        "storm": bool(s.storm),
    }


def crossed(s: State, unit: int, here: int, there: int) -> tuple[str, bool]:
    """The terrain on the line that matters, and whether it is beside the target (TC-9.6, TC-9.10)."""
    if not sheltered(s, unit):
        return "open", True
    if passes(s, here, there, Ground.HILL, True):
        return "hill", True
    if passes(s, here, there, Ground.FOREST, False):
        return "forest", bool(passes(s, here, there, Ground.FOREST, True))
    return "open", True
