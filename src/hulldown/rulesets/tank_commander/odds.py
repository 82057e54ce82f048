"""What stands behind an order: the sum of a shot, what to expect; and what may come of it, from the chance
of each outcome number of `victory.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import distance, name_of
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import Notes, Rows, chance_of, explains
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import air, state, victory
from hulldown.rulesets.tank_commander.air import NEVER
from hulldown.rulesets.tank_commander.board import over_mine, way_of
from hulldown.rulesets.tank_commander.crew import aboard, face_struck, face_undirected
from hulldown.rulesets.tank_commander.events import Sum
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    Health,
    Kind,
    Shell,
    Standing,
    State,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.victory import Did
from hulldown.rulesets.tank_commander.words import (
    FACES,
    MEMBERS,
    SHELL_NAMES,
    action_text,
    hexes,
    unit_id,
    unit_name,
)

WEAPON_OF = {Verb.FIRE: Weapon.MAIN_GUN, Verb.FIRE_AI: Weapon.AI_WEAPON, Verb.MISSILE: Weapon.MISSILE}


def named(shelf: Shelf, s: State, u: int) -> str:
    """A unit with what it is called: "A1 Hunter"."""
    return f"{unit_id(s, u)} {unit_name(shelf, s, u)}"


def armor_text(s: State, u: int, face: int) -> str:
    """The plate of a unit; one without a facing has armor."""
    name = FACES[face] if s.units[u].hull != NOBODY else "armor"
    return f"{name} {s.units[u].armor[face]}"


# ---------------------------------------------------------------- shots


def shell_of(s: State, a: Action) -> Shell:
    """The round that an order fires, NONE for an anti-infantry weapon."""
    if a.verb == Verb.MISSILE:
        return Shell(a.choice)
    return Shell(s.units[a.actor].loaded) if a.verb == Verb.FIRE else Shell.NONE


def rider_notes(s: State, target: int) -> Notes:
    """What a hit means for squads on or in the target (TC-10.20, TC-10.23)."""
    if not aboard(s, target):
        return ()
    if s.units[target].kind == Kind.APC:
        return (("The squad inside is safe from shots.", "TC-10.23"),)
    return (("Any hit kills the squad that rides on it.", "TC-10.20"),)


def shot_notes(s: State, target: int, shell: Shell) -> Notes:
    """Warnings worth reading before the click."""
    t = s.units[target]
    if t.kind not in (Kind.TANK, Kind.APC):
        return (("A squad that is hit is destroyed.", "TC-10.4"),) if t.kind == Kind.SQUAD else ()
    notes, number = [], s.options.cooks_off_on
    if t.points <= s.options.penetration_damage and (t.kind == Kind.TANK or s.options.apc_cookoff):
        what = "a disabled tank" if t.kind == Kind.TANK else "a disabled carrier"
        last = "Last hull point" if t.points == 1 else f"{t.points} hull points left"
        notes.append((f"{last}: {what} cooks off on {number}+ when the turn ends.", "TC-8.10"))
    if shell == Shell.AT:
        notes.append(("AT starts no fire.", "TC-8.6"))
    elif t.burning:
        notes.append(("It burns already.", "TC-8.7"))
    return (*notes, *rider_notes(s, target))


def struck(s: State, a: Action) -> str:
    """The armor that a shot would meet (TC-7.17); none counts for a squad under gun or AI weapon."""
    if s.units[a.target].kind == Kind.SQUAD and a.verb != Verb.MISSILE:
        return "no armor counts"
    return f"strikes {armor_text(s, a.target, face_struck(s, a.target, s.units[a.actor].cell))}"


def explain_shot(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The number needed, summand by summand, and the armor that would be struck (TC-7.13, TC-7.17)."""
    weapon, shell = WEAPON_OF[Verb(a.verb)], shell_of(s, a)
    cell = aim_cell(s, a.target, a.place)
    far = hexes(distance(s.units[a.actor].cell, cell))
    what = f"{SHELL_NAMES[shell]} missile" if weapon == Weapon.MISSILE else SHELL_NAMES[shell]
    if a.target == NOBODY:
        title, subtitle = f"{what} at the building {name_of(cell)}", far
        notes: Notes = (("Any hit makes it rubble.", "TC-9.8"),)
        if s.options.building_hit == state.BuildingHit.AUTO:
            return Explanation(title, f"{far}, hits without a roll", notes=notes)
    else:
        title, subtitle = f"{what} at {named(shelf, s, a.target)}", f"{far}, {struck(s, a)}"
        notes = shot_notes(s, a.target, shell)
    number, terms = Sum.behind(shelf, needed, s, a.actor, weapon, a.target, cell)
    return Explanation(title, subtitle, number, terms, notes)


# ---------------------------------------------------------------- driving


def explain_move(s: State, a: Action) -> Explanation:
    """A move; over a mine, which armor it tests (TC-9.12)."""
    title = f"{unit_id(s, a.actor)} {'reverses' if a.verb == Verb.REVERSE else 'moves'}"
    mined = [cell for cell in way_of(s, a) if s.mine[cell]]
    if not mined:
        return Explanation(title)
    if not over_mine(s, a):
        return Explanation(title, notes=((f"The mine at {name_of(mined[0])} does not go off.", "TC-9.12"),))
    armor = armor_text(s, a.actor, face_undirected(s, a.actor))
    note = (f"There is a mine at {name_of(mined[0])}: an AT hit on {armor}.", "TC-9.12")
    return Explanation(title, notes=(note, *rider_notes(s, a.actor)))


# ---------------------------------------------------------------- air strikes, mines, flares


def strike_target_notes(shelf: Shelf, s: State, a: Action) -> Notes:
    """Who stands on the mark: friend or foe is hit (TC-12.7)."""
    there = s.occupant[a.place]
    if there == NOBODY:
        return ()
    if s.units[there].kind == Kind.SQUAD:
        hit = "is destroyed"
    else:
        hit = f"is hit on {armor_text(s, there, face_undirected(s, there))}"
    own = ", your own," if s.units[there].side == s.units[a.actor].side else ""
    return ((f"{named(shelf, s, there)}{own} {hit} if it still stands there.", "TC-12.7"),)


def explain_strike(shelf: Shelf, s: State, a: Action) -> Explanation:
    """When a strike comes, what it hits, and what AA guns may do (TC-12.3 to TC-12.7, TC-13.27)."""
    numbers = ", ".join(f"{air.strike_needed(s.options, rolls)}+" for rolls in range(3))
    line = s.options.airstrike_pattern == state.AirstrikePattern.LINE
    hits = "every hex up to that far" if line else "the hex that far away"
    notes = [
        (f"It comes on {numbers} and so on, one roll each turn from the next.", "TC-12.3"),
        (f"An AT round hits the mark; a die for the way and one for the distance, and {hits}.", "TC-12.5"),
    ]
    side = s.units[a.actor].side
    guns = air.standing_guns(s, 1 - side)
    if air.had_free_strikes(s, side) and guns:
        fails = air.aa_fails_on(s, guns)
        stops = f"would stop it on {fails}+" if fails < NEVER else "cannot stop it"
        notes.append((f"{plural(guns, 'AA gun')} {stops} as things stand.", "TC-13.27"))
    return Explanation(f"Air strike on {name_of(a.place)}", notes=(*notes, *strike_target_notes(shelf, s, a)))


def explain_mine(s: State, a: Action) -> Explanation:
    """A mine hits whoever drives over it, friend or foe (TC-9.12)."""
    t = s.units[a.actor]
    left = t.upgrade[state.Upgrade.MINE] - t.laid
    notes = (("Any vehicle of either side sets it off; squads and hover tanks never do.", "TC-9.12"),)
    return Explanation(f"A mine on {name_of(a.place)}", f"{left} left", notes=notes)


def explain_flare(s: State, a: Action) -> Explanation:
    """A flare helps both sides (TC-14.5)."""
    over = name_of(a.place if a.place != NOBODY else s.units[a.actor].cell)
    notes = (("Both sides see by it until this tank's next turn.", "TC-14.5"),)
    return Explanation(f"A flare over {over}", notes=notes)


def explain_mount(shelf: Shelf, s: State, a: Action) -> Explanation:
    """On a tank a squad is at risk, in an APC it is not (TC-10.20, TC-10.23)."""
    inside = s.units[a.target].kind == Kind.APC
    title = f"{unit_id(s, a.actor)} gets {'into' if inside else 'onto'} {named(shelf, s, a.target)}"
    risk = "Inside, hits on the carrier do not harm it." if inside else "Any hit on the tank kills it."
    return Explanation(title, notes=((risk, "TC-10.23" if inside else "TC-10.20"),))


def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains every order."""
    shot = partial(explain_shot, shelf)
    explainers: dict[Verb, Callable[[State, Action], Explanation]] = {
        Verb.FIRE: shot,
        Verb.FIRE_AI: shot,
        Verb.MISSILE: shot,
        Verb.MOVE: explain_move,
        Verb.REVERSE: explain_move,
        Verb.STRAIGHT: explain_move,
        Verb.STRIKE: partial(explain_strike, shelf),
        Verb.MINE: explain_mine,
        Verb.FLARE: explain_flare,
        Verb.MOUNT: partial(explain_mount, shelf),
    }
    return explains(explainers, action_text)


# ---------------------------------------------------------------- odds
# What may come of an order in words.


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
        for health in ("wounded", "killed"):
            if health in chances:
                lines.append(
                    OddsLine(f"{name.capitalize()} {health}", chances[health], "detail", "", "TC-8.2")
                )
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
