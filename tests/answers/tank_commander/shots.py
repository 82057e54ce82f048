"""Questions about one shot: the number needed, armor, what a hit does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import Dice, new_dice, roll
from hulldown.kernel.dice import lay as throw
from hulldown.kernel.events import Log, forget
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
    Face,
    Ground,
    Health,
    Kind,
    Rank,
    Role,
    Shell,
    Standing,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.damage import face_undirected, hit
from hulldown.rulesets.tank_commander.fate import Did, shot_did
from hulldown.rulesets.tank_commander.groundwork import lay
from hulldown.rulesets.tank_commander.infantry import take_cover
from hulldown.rulesets.tank_commander.night import fire_flare
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import (
    fire,
    fire_ai,
    fire_missile,
    is_hit,
    needed,
    weapon_range,
    why_no_shot,
)
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.weather import STORM_ON, roll_weather

from .dicing import OFF, chances, open_log, with_dice
from .posing import (
    condition,
    crew_words,
    field,
    post,
    recruit,
)

WEAPONS = {"main_gun": Weapon.MAIN_GUN, "ai": Weapon.AI_WEAPON, "missile": Weapon.MISSILE}
SHOOTER, BETWEEN, TARGET = "E8", "E7", "E6"  # the usual stand: the target two hexes ahead
RESULTS = {Did.GLANCED: "glancing", Did.PENETRATED: "penetrating"}


# ---------------------------------------------------------------- the number needed


def optics(s: State, u: int, v: int) -> None:
    s.units[u].upgrade[Upgrade.OPTICS] = 1


def gunner_wounded(s: State, u: int, v: int) -> None:
    s.units[u].crew[Role.GUNNER] = Health.WOUNDED


def gunner_ace(s: State, u: int, v: int) -> None:
    s.units[u].rank[Role.GUNNER] = Rank.ACE


def bring_it_down(s: State, u: int, v: int) -> None:
    s.units[u].ability = Ability.BRING_IT_DOWN


def forest(s: State, u: int, v: int) -> None:
    lay(s, {cell_of(TARGET): "forest"})


def hill(s: State, u: int, v: int) -> None:
    lay(s, {cell_of(BETWEEN): "hill"})


def cover(s: State, u: int, v: int) -> None:
    take_cover(s, v, OFF)


def storm(s: State, u: int, v: int) -> None:
    roll_weather(s, throw(new_dice(0), [(STORM_ON, 6)]), OFF)


def night(s: State, u: int, v: int) -> None:
    s.options.night = 1


CAUSES: dict[str, Callable[[State, int, int], None]] = {
    "optics": optics,
    "gunner_wounded": gunner_wounded,
    "gunner_ace": gunner_ace,
    "bring_it_down": bring_it_down,
    "forest": forest,
    "hill": hill,
    "cover": cover,
    "storm": storm,
    "night": night,
}


def armed(s: State, weapon: Weapon, **kit: Any) -> int:
    """Somebody with a weapon, on the shooter's hex: a squad for missiles, else a tank."""
    return post(s, recruit(s, 0, "infantry" if weapon == Weapon.MISSILE else "tank", **kit), SHOOTER)


def ask_to_hit(given: Given) -> Answer:
    """The number needed with certain modifiers, and the chance of reaching it (TC-7.12 to TC-7.14)."""
    s, weapon = field(given), WEAPONS[given["weapon"]]
    u = armed(s, weapon, upgrades=() if weapon == Weapon.MISSILE else ("ai",))
    v = post(s, recruit(s, 1, "tank" if weapon == Weapon.MAIN_GUN else "infantry"), TARGET, "S")
    for name in given["modifiers"]:
        CAUSES[name](s, u, v)
    number = needed(s, u, weapon, v, cell_of(TARGET), s.silent)
    hits = chances(lambda d: is_hit(s, roll(d, 6), number))
    answer: dict[str, Any] = {"needed": number, "p_hit": hits.get(True, Fraction(0))}
    reason = why_no_shot(s, u, weapon, v, NOBODY)
    return answer if reason == Why.ALLOWED else {**answer, "reason": Why.of(reason).name.lower()}


def ask_weapon_range(given: Given) -> Answer:
    """How far a weapon reaches, by day and by night (TC-2.2, TC-2.3, TC-2.8, TC-14.4, table 2.4)."""
    s, weapon = field(given), WEAPONS[given["weapon"]]
    usual = "infantry" if weapon == Weapon.MISSILE else "tank"
    u = post(s, recruit(s, 0, given.get("unit", usual), upgrades=given.get("upgrades", ())), SHOOTER)
    if given.get("target_lit"):
        fire_flare(s, post(s, recruit(s, 1), TARGET), NOBODY, OFF)
    return {"range": weapon_range(s, u, weapon, cell_of(TARGET))}


# ---------------------------------------------------------------- armor


def struck(s: State, u: int, face: int, die: int) -> str:
    """Whether a hit on a unit without a crew glances or penetrates with this armor die."""

    log = open_log()

    def play(d: Dice) -> Did:
        forget(log)
        hit(copy(s), u, face, Shell.AT, d, log)
        return Did(shot_did(log, u))

    did, _ = with_dice(play, (die,))
    return RESULTS[did]


def hull(given: Given, armor: list[int]) -> tuple[State, int]:
    """An APC with this armor, struck by rounds of the strength asked about."""
    s = field(given)
    s.strength[Shell.AT] = given.get("strength", s.strength[Shell.AT])
    u = post(s, recruit(s, 1, "apc"), TARGET)
    s.units[u].armor = armor
    return s, u


def ask_armor_roll(given: Given) -> Answer:
    """What one armor die does (TC-7.16)."""
    s, u = hull(given, [given["armor"]] * 3)
    return {"result": struck(s, u, Face.FRONT, given["die"])}


def ask_penetration(given: Given) -> Answer:
    """The lowest die that penetrates, 7 for never, and the chance of it (TC-7.19)."""
    results = []
    for die in range(1, 7):
        s, u = hull(given, [given["armor"]] * 3)
        results.append(struck(s, u, Face.FRONT, die) == "penetrating")
    lowest = results.index(True) + 1 if any(results) else 7
    return {"lowest_die": lowest, "p_pen_if_hit": Fraction(sum(results), len(results))}


def ask_undirected_hit(given: Given) -> Answer:
    """The armor that mines and air strikes meet, and what the die does (TC-7.21)."""
    s, u = hull(given, list(given["armor"]))
    face = face_undirected(s, u)
    return {"side": Face(face).name.lower(), "result": struck(s, u, face, given["die"])}


# ---------------------------------------------------------------- one whole hit


def shooter(s: State, given: Given) -> int:
    """A tank that needs the number asked about, with the round loaded; a squad for missiles."""
    weapon = WEAPONS[given.get("weapon", "main_gun")]
    u = armed(s, weapon, upgrades=() if weapon == Weapon.MISSILE else ("he", "ai"))
    s.units[u].accuracy = given["needed"]
    if weapon == Weapon.MAIN_GUN:
        s.units[u].loaded = Shell[given["round"]]
    return u


def shoot(s: State, given: Given, u: int, v: int, d: Dice, e: Log) -> None:
    """One shot with the weapon asked about. ValueError if it is refused."""
    weapon, place = WEAPONS[given.get("weapon", "main_gun")], cell_of(TARGET)
    if reason := why_no_shot(s, u, weapon, v, place):
        raise ValueError(f"the shot is refused: {Why.of(reason).name.lower()}")
    if weapon == Weapon.MISSILE:
        fire_missile(s, u, v, Shell[given["round"]], d, e)
    elif weapon == Weapon.AI_WEAPON:
        fire_ai(s, u, v, d, e)
    else:
        fire(s, u, v, place, d, e)


def struck_unit(s: State, given: Given) -> int:
    """The unit fired at, as the question describes it; NOBODY for a building."""
    kind = given.get("unit", "tank")
    if kind == "building":
        lay(s, {cell_of(TARGET): "building"})
        return NOBODY
    v = post(s, recruit(s, 1, kind, lieutenant=len(given.get("crew", ())) > 4), TARGET, "S")
    if "armor" in given:
        s.units[v].armor = [given["armor"]] * 3
    condition(s, v, given)
    return v


def ask_resolve_hit(given: Given) -> Answer:
    """One shot from the die to hit to the fire, with the dice in the order of TC-7.20."""
    log = open_log()

    def play(d: Dice) -> tuple[State, int]:
        forget(log)
        s = field(given)
        u, v = shooter(s, given), struck_unit(s, given)
        shoot(s, given, u, v, d, log)
        return s, v

    (s, v), used = with_dice(play, given["dice"])
    return {"dice_used": used, **fate(s, v, log)}


def fate(s: State, v: int, log: Log) -> Answer:
    """What became of the unit, or building, fired at."""
    did = Did(shot_did(log, v))
    if v == NOBODY:
        return {"hit": did != Did.NOTHING, "terrain": Ground(s.ground[cell_of(TARGET)]).name.lower()}
    t = s.units[v]
    answer: dict[str, Any] = {
        "hit": did != Did.NOTHING,
        "result": RESULTS.get(did),
        "hp": int(t.points),
        "burning": t.burning != 0,
        "disabled": t.standing == Standing.DISABLED,
        "abandoned": t.standing == Standing.ABANDONED,
        "destroyed": t.standing == Standing.DESTROYED,
    }
    return {**answer, "crew": crew_words(s, v)} if t.kind == Kind.TANK else answer
