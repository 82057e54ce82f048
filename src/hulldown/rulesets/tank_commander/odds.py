"""What may come of an order, from the chance of each outcome number of `victory.py`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import Rows, chance_of
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import victory
from hulldown.rulesets.tank_commander.crew import aboard
from hulldown.rulesets.tank_commander.state import CREW, NOBODY, Health, Kind, Standing, State, Verb
from hulldown.rulesets.tank_commander.victory import Did
from hulldown.rulesets.tank_commander.words import MEMBERS, unit_id

RESULTS = {Did.NOTHING: "miss", Did.GLANCED: "glance", Did.PENETRATED: "penetrate", Did.FELLED: "destroy"}
SHOTS = (Verb.FIRE, Verb.FIRE_AI, Verb.MISSILE)
DRIVES = (Verb.MOVE, Verb.REVERSE, Verb.STRAIGHT)
FRAIL = (Kind.TARGET, Kind.GUN, Kind.SQUAD)  # destroyed by what takes their one hull point (TC-8.16)
Facts = dict[str, Any]


def subject(s: State, a: Action) -> int:
    """The unit whose fate an order is about: the target of a shot, else the unit itself."""
    return a.target if a.verb in SHOTS else a.actor


def whose(s: State, a: Action) -> str:
    """Of whom the odds of an order speak that names no target: the unit itself, or the building (TC-9.8)."""
    unit = subject(s, a)
    if a.verb in SHOTS:
        return f"the building at {name_of(int(a.place))}" if unit == NOBODY else ""
    return "" if unit == NOBODY else unit_id(s, unit)


def outcome_facts(before: State, unit: int, outcome: int) -> Facts:
    """An outcome number in words: what the shot did and what became of the unit."""
    facts: Facts = {"result": RESULTS[Did(outcome & victory.SHOT_BITS)]}
    if unit == NOBODY:
        return facts
    t = before.units[unit]
    standing = Standing((outcome >> victory.STANDING_AT) & 3)
    facts["hull"] = (outcome >> victory.POINTS_AT) & 15
    facts["fire"] = bool((outcome >> victory.BURNING_AT) & 1) and not t.burning
    facts["disabled"] = standing == Standing.DISABLED and t.standing != standing
    facts["abandoned"] = standing == Standing.ABANDONED and t.standing != standing
    facts["destroyed"] = standing == Standing.DESTROYED and t.standing != standing
    if aboard(before, unit):
        facts["riders lost"] = bool((outcome >> victory.RIDERS_AT) & 1)
    for member in range(CREW):
        if t.crew[member] != Health.ABSENT:
            now = Health((outcome >> (victory.CREW_AT + 2 * member)) & 3)
            facts[MEMBERS[member]] = now.name.lower() if now != t.crew[member] else "as before"
    return facts


def fact_rows(before: State, unit: int, chances: Mapping[int, Fraction]) -> Rows[Facts]:
    """All outcomes in words, each with its chance."""
    return [(outcome_facts(before, unit, outcome), chance) for outcome, chance in chances.items()]


def hurt(facts: Facts) -> bool:
    """Whether any crew member came to harm."""
    return any(facts.get(member) in ("wounded", "killed") for member in MEMBERS)


# ---------------------------------------------------------------- the parts that add up to one


def shot_lines(before: State, a: Action, rows: Rows[Facts]) -> list[OddsLine]:
    """Miss, glance, penetrate (TC-7.22); a building has no armor, and that of a squad seldom counts."""
    missed = chance_of(rows, lambda f: f["result"] == "miss")
    miss = OddsLine("Miss", missed, "result", "miss", "TC-7.12")
    if a.target == NOBODY:
        return [miss, OddsLine("Rubble", 1 - missed, "result", "dead", "TC-9.8")]
    if before.units[a.target].kind == Kind.SQUAD:
        rule = "TC-10.10" if a.verb == Verb.MISSILE else "TC-10.11" if a.verb == Verb.FIRE_AI else "TC-10.4"
        gone = chance_of(rows, lambda f: f["result"] in ("penetrate", "destroy"))
        glanced = [OddsLine("Glance", 1 - missed - gone, "result", "glance", "TC-7.16")]
        lost = OddsLine("Destroyed", gone, "result", "dead", rule)
        return [miss, *(glanced if missed + gone != 1 else []), lost]
    return [miss, *armor_lines(rows)]


def armor_lines(rows: Rows[Facts]) -> list[OddsLine]:
    """What a hit does to armor."""
    glanced = chance_of(rows, lambda f: f["result"] == "glance")
    through = chance_of(rows, lambda f: f["result"] in ("penetrate", "destroy"))
    return [
        OddsLine("Glance", glanced, "result", "glance", "TC-7.16"),
        OddsLine("Penetrate", through, "result", "dead", "TC-7.16"),
    ]


def mine_lines(rows: Rows[Facts]) -> list[OddsLine]:
    """What a mine on the way does, where there is one (TC-9.11)."""
    spared = chance_of(rows, lambda f: f["result"] == "miss")
    if spared == 1:
        return []
    short = [OddsLine("No mine goes off", spared, "result", "miss", "TC-9.12")] if spared else []
    return short + armor_lines(rows)


# ---------------------------------------------------------------- what becomes of the unit


def crew_lines(rows: Rows[Facts]) -> list[OddsLine]:
    """Each crew member wounded or killed."""
    lines = []
    for name in MEMBERS:
        chances = explanation.gathered((facts.get(name), chance) for facts, chance in rows)
        for state in ("wounded", "killed"):
            if state in chances:
                lines.append(OddsLine(f"{name.capitalize()} {state}", chances[state], "detail", "", "TC-8.2"))
    return lines


def rider_lines(before: State, unit: int, rows: Rows[Facts]) -> list[OddsLine]:
    """What becomes of squads on a tank, which any hit kills, or inside an APC (TC-10.20, TC-10.23)."""
    if not aboard(before, unit):
        return []
    inside = before.units[unit].kind == Kind.APC
    lost = chance_of(rows, lambda f: f["riders lost"])
    if inside and not lost:
        return []
    text = f"The squad {'inside' if inside else 'on'} it dies"
    return [OddsLine(text, lost, "effect", "", "TC-8.13" if inside else "TC-10.20")]


def effect_lines(before: State, a: Action, unit: int, rows: Rows[Facts]) -> list[OddsLine]:
    """What becomes of the unit."""
    t = before.units[unit]
    if t.kind in FRAIL:
        gone = chance_of(rows, lambda f: f["destroyed"])
        in_result = a.verb in SHOTS and t.kind == Kind.SQUAD  # the result says it already
        return [] if in_result or not gone else [OddsLine("Destroyed", gone, "effect", "", "TC-8.16")]
    lines = explanation.effect_lines(
        rows,
        ("Loses a hull point", lambda f: f["hull"] < t.points, "TC-8.3"),
        ("Disabled", lambda f: f["disabled"], "TC-8.4"),
        ("Destroyed", lambda f: f["destroyed"], "TC-8.11"),
        ("Abandoned", lambda f: f["abandoned"], "TC-6.22"),
        ("Crew hurt", hurt, "TC-8.2"),
        ("Fire", lambda f: f["fire"], "TC-8.6"),
        always={"Disabled", "Fire"} | ({"Crew hurt"} if t.kind == Kind.TANK else set()),
    )
    return lines + rider_lines(before, unit, rows) + crew_lines(rows)


def odds_lines(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """The odds panel of an order."""
    unit = subject(before, a)
    rows = fact_rows(before, unit, chances)
    lines: list[OddsLine] = []
    if a.verb in SHOTS:
        lines = shot_lines(before, a, rows)
    elif a.verb in DRIVES:
        lines = mine_lines(rows)
    return lines if unit == NOBODY else lines + effect_lines(before, a, unit, rows)


# ---------------------------------------------------------------- the tables


def odds_table(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """Everything that can come of a shot; lines of the group "left" are a distribution of their own: the
    chance of each number of hull points left, for what has more than one (TC-8.3).
    """
    lines, unit = odds_lines(before, a, chances), subject(before, a)
    if unit == NOBODY or before.units[unit].points < 2:
        return lines
    left = dict.fromkeys(range(int(before.units[unit].points), -1, -1), Fraction(0))
    left |= explanation.counted(fact_rows(before, unit, chances), lambda f: f["hull"])
    return lines + [
        OddsLine(plural(points, "hull point") + " left", chance, "left", "", "TC-8.3")
        for points, chance in left.items()
    ]


def lasting_table(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """What has become of the target, however many shots there were: nothing about the last one alone."""
    unit = subject(before, a)
    if unit == NOBODY:
        return []
    t = before.units[unit]
    rows = fact_rows(before, unit, chances)
    if t.kind in FRAIL:
        return [OddsLine("Destroyed", chance_of(rows, lambda f: f["destroyed"]), rule="TC-8.16")]

    def out(facts: Facts) -> bool:
        return bool(facts["disabled"] or facts["abandoned"] or facts["destroyed"])

    lines = [
        OddsLine("Out of action", chance_of(rows, out), rule="TC-1.3"),
        OddsLine("Lost a hull point", chance_of(rows, lambda f: f["hull"] < t.points), rule="TC-8.3"),
        OddsLine("Lost two or more", chance_of(rows, lambda f: f["hull"] < t.points - 1), rule="TC-8.3"),
        OddsLine("Burning", chance_of(rows, lambda f: f["fire"]), rule="TC-8.6"),
        OddsLine("Crew hurt", chance_of(rows, hurt), rule="TC-8.2"),
    ]
    return [*lines, *crew_lines(rows)]
