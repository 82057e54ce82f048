"""Shots: the number needed, armor, what a hit does (TC-7); builds and crews (TC-2, TC-6, TC-8)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.actions import Log, forget
from hulldown.kernel.dice import Dice, new_dice, roll, script_dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, open_log, with_dice
from hulldown.rulesets.tank_commander import crew, setup, shooting
from hulldown.rulesets.tank_commander.air import fire_flare, roll_weather
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout
from hulldown.rulesets.tank_commander.crew import face_undirected, hit, why_no_load
from hulldown.rulesets.tank_commander.events import Illegal, Why
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.movement import take_cover, why_no_turn
from hulldown.rulesets.tank_commander.setup import judge_build
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    Face,
    Ground,
    Health,
    Rank,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.victory import Did, shot_did

from .posing import SHOOTER, TARGET, condition, crew_words, field, post, recruit, state_words, word

WEAPONS = {"main_gun": Weapon.MAIN_GUN, "ai": Weapon.AI_WEAPON, "missile": Weapon.MISSILE}
BETWEEN = "E7"
OUT_OF_ACTION = (Standing.DISABLED, Standing.ABANDONED, Standing.DESTROYED)
RESULTS = {Did.GLANCED: "glancing", Did.PENETRATED: "penetrating"}


# ---------------------------------------------------------------- the number needed


def put(where: str, code: int, value: int) -> Callable[[State, int, int], None]:
    """Write an entry of a list of the shooter's."""
    return lambda s, u, v: getattr(s.units[u], where).__setitem__(code, value)


def terrain(place: str, kind: str) -> Callable[[State, int, int], None]:
    return lambda s, u, v: setup.lay(s, {cell_of(place): kind})


CAUSES: dict[str, Callable[[State, int, int], None]] = {  # what each modifier takes, of shooter and target
    "optics": put("upgrade", Upgrade.OPTICS, 1),
    "gunner_wounded": put("crew", Role.GUNNER, Health.WOUNDED),
    "gunner_ace": put("rank", Role.GUNNER, Rank.ACE),
    "bring_it_down": lambda s, u, v: setattr(s.units[u], "ability", Ability.BRING_IT_DOWN),
    "forest": terrain(TARGET, "forest"),
    "hill": terrain(BETWEEN, "hill"),
    "cover": lambda s, u, v: take_cover(s, v, OFF),
    "storm": lambda s, u, v: roll_weather(s, script_dice(new_dice(0), [(s.options.storm_on, 6)]), OFF),
    "night": lambda s, u, v: setattr(s.options, "night", 1),
}


def armed(s: State, weapon: Weapon, unit: str = "", **kit: Any) -> int:
    """Somebody with a weapon, on the shooter's hex: a squad for missiles, else a tank."""
    usual = "infantry" if weapon == Weapon.MISSILE else "tank"
    return post(s, recruit(s, 0, unit or usual, **kit), SHOOTER)


def to_hit(given: Given, weapon: str, modifiers: Sequence[str]) -> dict[str, Any]:
    """The number needed with certain modifiers, and the chance of reaching it (TC-7.12 to TC-7.14)."""
    s, gun = field(given), WEAPONS[weapon]
    u = armed(s, gun, upgrades=() if gun == Weapon.MISSILE else ("ai",))
    v = post(s, recruit(s, 1, "tank" if gun == Weapon.MAIN_GUN else "infantry"), TARGET, "S")
    for name in modifiers:
        CAUSES[name](s, u, v)
    number = shooting.needed(s, u, gun, v, cell_of(TARGET), s.silent)
    hits = chances(lambda d: shooting.is_hit(s, roll(d, 6), number)).get(True, Fraction(0))
    reason = shooting.why_no_shot(s, u, gun, v, NOBODY)
    refused = {} if reason == Why.ALLOWED else {"reason": word(Why.of(reason))}
    return {"needed": number, "p_hit": hits, **refused}


def weapon_range(
    given: Given, weapon: str, unit: str = "", upgrades: Sequence[str] = (), target_lit: bool = False
) -> int:
    """How far a weapon reaches, by day and by night (TC-2.2, TC-2.3, TC-2.8, TC-14.4, table 2.4)."""
    s, gun = field(given), WEAPONS[weapon]
    u = armed(s, gun, unit, upgrades=upgrades)
    if target_lit:
        fire_flare(s, post(s, recruit(s, 1), TARGET), NOBODY, OFF)
    return shooting.weapon_range(s, u, gun, cell_of(TARGET))


# ---------------------------------------------------------------- armor


def hull(given: Given, armor: Sequence[int]) -> State:
    """An APC with this armor, struck by rounds of the strength asked about."""
    s = field(given)
    s.strength[Shell.AT] = given.get("strength", s.strength[Shell.AT])
    s.units[post(s, recruit(s, 1, "apc"), TARGET)].armor = list(armor)
    return s


def struck(before: State, face: int, die: int) -> str:
    """Whether a hit on a unit without a crew glances or penetrates with this armor die (TC-7.16)."""
    log = open_log()

    def play(d: Dice) -> Did:
        forget(log)
        hit(copy(before), 0, face, Shell.AT, d, log)
        return Did(shot_did(log, 0))

    return RESULTS[with_dice(play, (die,))[0]]


def penetration(given: Given, armor: int) -> dict[str, Any]:
    """The lowest die that penetrates, 7 for never, and the chance of it (TC-7.19)."""
    s = hull(given, [armor] * 3)
    through = [die for die in range(1, 7) if struck(s, Face.FRONT, die) == "penetrating"]
    return {"lowest_die": min(through, default=7), "p_pen_if_hit": Fraction(len(through), 6)}


def undirected_hit(given: Given, armor: Sequence[int], die: int) -> dict[str, str]:
    """The armor that mines and air strikes meet, and what the die does (TC-7.21)."""
    s = hull(given, armor)
    face = face_undirected(s, 0)
    return {"side": word(Face(face)), "result": struck(s, face, die)}


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
    if reason := shooting.why_no_shot(s, u, weapon, v, place):
        raise ValueError(f"the shot is refused: {word(Why.of(reason))}")
    if weapon == Weapon.MISSILE:
        shooting.fire_missile(s, u, v, Shell[given["round"]], d, e)
    elif weapon == Weapon.AI_WEAPON:
        shooting.fire_ai(s, u, v, d, e)
    else:
        shooting.fire(s, u, v, place, d, e)


def target(s: State, given: Given) -> int:
    """The unit fired at, as the question describes it; NOBODY for a building."""
    kind = given.get("unit", "tank")
    if kind == "building":
        setup.lay(s, {cell_of(TARGET): "building"})
        return NOBODY
    v = post(s, recruit(s, 1, kind, lieutenant=len(given.get("crew", ())) > 4), TARGET, "S")
    if "armor" in given:
        s.units[v].armor = [given["armor"]] * 3
    condition(s, v, given)
    return v


def resolve_hit(given: Given, dice: Sequence[int]) -> dict[str, Any]:
    """One shot from the die to hit to the fire, with the dice in the order of TC-7.20."""
    log = open_log()

    def play(d: Dice) -> tuple[State, int]:
        forget(log)
        s = field(given)
        u, v = shooter(s, given), target(s, given)
        shoot(s, given, u, v, d, log)
        return s, v

    (s, v), used = with_dice(play, dice)
    did = Did(shot_did(log, v))
    shot = {"dice_used": used, "hit": did != Did.NOTHING}
    if v == NOBODY:
        return {**shot, "terrain": word(Ground(s.ground[cell_of(TARGET)]))}
    standings = {word(one): s.units[v].standing == one for one in OUT_OF_ACTION}
    return {**shot, "result": RESULTS.get(did), **state_words(s, v), **standings}


# ---------------------------------------------------------------- builds and crews


def build(
    given: Given,
    unit: str,
    armor: Sequence[int],
    upgrades: Sequence[str],
    painted: bool = False,
    named: bool = False,
) -> dict[str, Any]:
    """Whether a build is legal, what it costs, the first reason against it (TC-2.24)."""
    o = field(given).options
    o.painted, o.named = int(given.get("painted", False)), int(given.get("named", False))
    front, side, rear = armor
    loadout = Loadout(unit=unit, armor=Armor(front=front, side=side, rear=rear), upgrades=tuple(upgrades))
    reason, cost = judge_build(SHELF.units(), loadout, o)
    legal = reason == Illegal.LEGAL
    return {"legal": legal, "cost": cost, **({} if legal else {"reason": word(Illegal.of(reason))})}


def crew_effects(given: Given) -> dict[str, Any]:
    """What a tank with a crew in this state can do (TC-6.14 to TC-6.21)."""
    s, aboard = field(given), len(given["crew"]) > Role.LIEUTENANT
    u = post(s, recruit(s, 0, "tank", given.get("armor"), given.get("upgrades", ()), aboard), SHOOTER)
    v = post(s, recruit(s, 1), TARGET, "S")
    condition(s, u, given)
    if given.get("treated"):
        s.units[u].upgrade[Upgrade.MEDKIT] = 1
    fires = shooting.why_no_weapon(s, u, Weapon.MAIN_GUN) != Why.GUNNER_DEAD
    loads = why_no_load(s, u, Shell.AT) != Why.LOADER_DEAD
    number = shooting.needed(s, u, Weapon.MAIN_GUN, v, cell_of(TARGET), s.silent)
    return {
        "ap": crew.allowance(s, u),
        "cap": crew.movement_cap(s, u),
        "load_ap": crew.load_cost(s, u) if loads else None,
        "main_needed": number if fires else None,
        "can_fire": fires,
        "can_load": loads,
        "can_drive": why_no_turn(s, u, 1) != Why.DRIVER_DEAD,
    }


def wound_sequence(given: Given, crew_size: int, medkit: bool, picks: Sequence[int]) -> dict[str, Any]:
    """The crew after wounds with certain picks, each a place among the living (TC-8.2, TC-8.5)."""

    def play(d: Dice) -> State:
        s = field(given)
        u = recruit(s, 0, upgrades=("medkit",) * medkit, lieutenant=crew_size > Role.LIEUTENANT)
        for _ in picks:
            crew.wound(s, u, d, OFF)
        return s

    s, _ = with_dice(play, picks)
    t = s.units[0]
    return {
        "crew": crew_words(s, 0),
        "treated": word(Role(t.treated)) if NOBODY < t.treated <= Role.LIEUTENANT else None,
        "lc_role": word(Role(t.stand_in)) if t.stand_in != NOBODY else None,
    }


ANSWERS = {
    "to_hit": ask(to_hit),
    "weapon_range": ask(weapon_range, give="range"),
    "penetration": ask(penetration),
    "armor_roll": ask(
        lambda given, armor, die: struck(hull(given, [armor] * 3), Face.FRONT, die), give="result"
    ),
    "undirected_hit": ask(undirected_hit),
    "resolve_hit": ask(resolve_hit),
    "crew_effects": ask(crew_effects),
    "wound_sequence": ask(wound_sequence),
    "build": ask(build),
}
