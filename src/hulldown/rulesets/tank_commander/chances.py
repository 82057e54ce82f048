"""Odds and explanations in words: what stands behind an order, and how likely what is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Reasons
from hulldown.kernel.hexes import distance, name_of, step
from hulldown.kernel.records import blank
from hulldown.rulesets.ruleset import Explanation, OddsLine
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Health,
    Kind,
    Shell,
    Standing,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.damage import face_struck, face_undirected
from hulldown.rulesets.tank_commander.fate import BURNING_AT, CREW_AT, POINTS_AT, SHOT_BITS, STANDING_AT, Did
from hulldown.rulesets.tank_commander.naming import unit_id, unit_name
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.text import action_text
from hulldown.rulesets.tank_commander.variants import BuildingHit
from hulldown.rulesets.tank_commander.vocabulary import FACES, MEMBERS, SHELL_NAMES, modifier
from hulldown.rulesets.words import Modifier

RESULTS = {Did.NOTHING: "miss", Did.GLANCED: "glance", Did.PENETRATED: "penetrate", Did.FELLED: "destroy"}
Facts = dict[str, Any]


def subject(s: State, a: Action) -> int:
    """The unit whose fate an order is about: the target of a shot, else the unit itself."""
    if a.verb in (Verb.FIRE, Verb.FIRE_AI):
        return a.target
    return a.actor


# ---------------------------------------------------------------- outcomes


def outcome_facts(before: State, unit: int, outcome: int) -> Facts:
    """An outcome number in words: what the shot did and what became of the unit."""
    facts: Facts = {"result": RESULTS[Did(outcome & SHOT_BITS)]}
    if unit == NOBODY:
        return facts
    t = before.units[unit]
    standing = Standing((outcome >> STANDING_AT) & 3)
    facts["hull"] = (outcome >> POINTS_AT) & 15
    facts["fire"] = bool((outcome >> BURNING_AT) & 1) and not t.burning
    facts["disabled"] = standing == Standing.DISABLED and t.standing != standing
    facts["abandoned"] = standing == Standing.ABANDONED and t.standing != standing
    facts["destroyed"] = standing == Standing.DESTROYED and t.standing != standing
    for member in range(CREW):
        if t.crew[member] != Health.ABSENT:
            now = Health((outcome >> (CREW_AT + 2 * member)) & 3)
            facts[MEMBERS[member]] = now.name.lower() if now != t.crew[member] else "as before"
    return facts


def hurt(facts: Facts) -> bool:
    """Whether any crew member came to harm."""
    return any(facts.get(member) in ("wounded", "killed") for member in MEMBERS)


def chance_of(rows: list[tuple[Facts, Fraction]], event: Callable[[Facts], bool]) -> Fraction:
    """The summed chance of the outcomes for which something is true."""
    return sum((p for facts, p in rows if event(facts)), Fraction(0))


# ---------------------------------------------------------------- the panel


def result_lines(before: State, a: Action, rows: list[tuple[Facts, Fraction]]) -> list[OddsLine]:
    """Miss, glance, penetrate: the parts that make up one shot."""
    if a.verb not in (Verb.FIRE, Verb.FIRE_AI):
        return []
    missed = chance_of(rows, lambda f: f["result"] == "miss")
    if a.target == NOBODY:
        return [
            OddsLine("Miss", missed, "result", "miss", "TC-7.12"),
            OddsLine("Rubble", 1 - missed, "result", "dead", "TC-9.8"),
        ]
    glanced = chance_of(rows, lambda f: f["result"] == "glance")
    return [
        OddsLine("Miss", missed, "result", "miss", "TC-7.12"),
        OddsLine("Glance", glanced, "result", "glance", "TC-7.16"),
        OddsLine("Penetrate", 1 - missed - glanced, "result", "dead", "TC-7.16"),
    ]


def crew_lines(before: State, unit: int, rows: list[tuple[Facts, Fraction]]) -> list[OddsLine]:
    """Each crew member wounded or killed."""
    lines = []
    for member in range(CREW):
        name = MEMBERS[member]
        for state in ("wounded", "killed"):
            p = chance_of(rows, lambda f, n=name, st=state: f.get(n) == st)  # type: ignore[misc]
            if p:
                lines.append(OddsLine(f"{name.capitalize()} {state}", p, "detail", "", "TC-8.2"))
    return lines


def effect_lines(before: State, unit: int, rows: list[tuple[Facts, Fraction]]) -> list[OddsLine]:
    """What becomes of the unit."""
    t = before.units[unit]
    if t.kind in (Kind.TARGET, Kind.GUN, Kind.SQUAD):
        return [OddsLine("Destroyed", chance_of(rows, lambda f: f["destroyed"]), "effect", "", "TC-8.16")]
    fixed = [
        ("Loses a hull point", lambda f: f["hull"] < t.points, "TC-8.3"),
        ("Disabled", lambda f: f["disabled"], "TC-8.4"),
        ("Destroyed", lambda f: f["destroyed"], "TC-8.11"),
        ("Abandoned", lambda f: f["abandoned"], "TC-6.22"),
        ("Crew hurt", hurt, "TC-8.2"),
        ("Fire", lambda f: f["fire"], "TC-8.6"),
    ]
    lines = [OddsLine(text, chance_of(rows, event), "effect", "", rule) for text, event, rule in fixed]
    always = {"Disabled", "Crew hurt", "Fire"}
    return [line for line in lines if line.chance or line.text in always] + crew_lines(before, unit, rows)


def odds_lines(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """The odds panel of an order."""
    unit = subject(before, a)
    rows = [(outcome_facts(before, unit, outcome), p) for outcome, p in chances.items()]
    lines = result_lines(before, a, rows)
    return lines if unit == NOBODY else lines + effect_lines(before, unit, rows)


# ---------------------------------------------------------------- the arithmetic


def summands(why: Reasons) -> tuple[Modifier, ...]:
    """The reasons collected, in words."""
    return tuple(modifier(why.rows[i].code, why.rows[i].amount) for i in range(why.count))


def shot_notes(s: State, u: int, target: int) -> tuple[tuple[str, str], ...]:
    """Warnings worth reading before the click."""
    t, shell = s.units[target], s.units[u].loaded
    notes = []
    if t.points == 1 and t.kind in (Kind.TANK, Kind.APC):
        notes.append(("Last hull point: a disabled tank cooks off on 4+ when the turn ends.", "TC-8.10"))
    if shell == Shell.AT:
        notes.append(("AT starts no fire.", "TC-8.6"))
    elif t.burning:
        notes.append(("It burns already.", "TC-8.7"))
    return tuple(notes)


def explain_shot(s: State, a: Action) -> Explanation:
    """The number needed, summand by summand, and the armor that would be struck (TC-7.13, TC-7.17)."""
    weapon = Weapon.MAIN_GUN if a.verb == Verb.FIRE else Weapon.AI_WEAPON
    cell = aim_cell(s, a.target, a.place)
    away = distance(s.units[a.actor].cell, cell)
    hexes = f"{away} hex{'es' if away != 1 else ''}"
    round_name = SHELL_NAMES[s.units[a.actor].loaded] if weapon == Weapon.MAIN_GUN else SHELL_NAMES[0]
    if a.target == NOBODY:
        title = f"{round_name} at the building {name_of(cell)}"
        notes: tuple[tuple[str, str], ...] = (("Any hit makes it rubble.", "TC-9.8"),)
        if s.options.building_hit == BuildingHit.AUTO:
            return Explanation(title, f"{hexes}, hits without a roll", notes=notes)
        subtitle = hexes
    else:
        face = face_struck(s, a.target, s.units[a.actor].cell)
        title = f"{round_name} at {unit_id(s, a.target)} {unit_name(s, a.target)}"
        subtitle = f"{hexes}, strikes {FACES[face]} {s.units[a.target].armor[face]}"
        notes = shot_notes(s, a.actor, a.target)
    why = blank(Reasons)
    why.on = 1
    number = needed(s, a.actor, weapon, a.target, cell, why)
    return Explanation(title, subtitle, number, summands(why), notes)


def explain_move(s: State, a: Action, ahead: int) -> Explanation:
    """A move; over a mine, which armor it tests (TC-9.12)."""
    title = f"{unit_id(s, a.actor)} moves"
    if not s.mine[ahead]:
        return Explanation(title)
    face = face_undirected(s, a.actor)
    note = f"There is a mine at {name_of(ahead)}: an AT hit on {FACES[face]} {s.units[a.actor].armor[face]}."
    return Explanation(title, notes=((note, "TC-9.12"),))


def explain(s: State, a: Action) -> Explanation:
    """What stands behind an order before it is carried out."""
    if a.verb in (Verb.FIRE, Verb.FIRE_AI):
        return explain_shot(s, a)
    if a.verb == Verb.MOVE:
        return explain_move(s, a, step(s.units[a.actor].cell, s.units[a.actor].hull))
    return Explanation(action_text(s, a))
