"""Questions of exact odds: the rules themselves, played on every tape."""

from __future__ import annotations

from fractions import Fraction

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import Dice, lay, new_dice
from hulldown.kernel.events import forget
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ability,
    Health,
    Role,
    Shell,
    Standing,
    Weapon,
)
from hulldown.rulesets.tank_commander.crew import declare, wound
from hulldown.rulesets.tank_commander.equipment import load, why_no_load
from hulldown.rulesets.tank_commander.fate import Did, shot_did
from hulldown.rulesets.tank_commander.reasons import Tell, Why
from hulldown.rulesets.tank_commander.shooting import fire, why_no_shot, why_no_target
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import activate, roll_initiative
from hulldown.rulesets.tank_commander.weather import roll_weather

from .battle import end_phase
from .dicing import (
    OFF,
    Spread,
    certain,
    chance_that,
    chances,
    open_log,
    spread,
)
from .posing import condition, field, post, recruit, stand
from .shots import SHOOTER, TARGET, shooter

NEVER = 10_000  # game turns: a battle that time does not end


def ask_odds(given: Given) -> Answer:
    """One shot at a tank: the chances of TC-7.22."""
    s = field(given)
    u, v = shooter(s, given), post(s, recruit(s, 1), TARGET, "S")
    s.units[v].armor = [given["armor"]] * 3
    s.strength[s.units[u].loaded] = given["strength"]
    condition(s, v, given)
    log = open_log()

    def play(d: Dice) -> tuple[Did, bool, bool]:
        made = copy(s)
        forget(log)
        fire(made, u, v, NOBODY, d, log)
        t = made.units[v]
        return Did(shot_did(log, v)), Health.WOUNDED in t.crew, t.burning != 0

    found = chances(play).items()
    return {
        "p_hit": sum((p for (did, _, _), p in found if did != Did.NOTHING), Fraction(0)),
        "p_pen": sum((p for (did, _, _), p in found if did == Did.PENETRATED), Fraction(0)),
        "p_glance": sum((p for (did, _, _), p in found if did == Did.GLANCED), Fraction(0)),
        "p_wound": sum((p for (_, wounded, _), p in found if wounded), Fraction(0)),
        "p_fire": sum((p for (_, _, burns), p in found if burns), Fraction(0)),
    }


# ---------------------------------------------------------------- several shots


def range_stand(needed: int, points: int) -> State:
    """A tank before an APC of base armor, which every AT hit penetrates, with some hull points."""
    s = field({})
    u, v = post(s, recruit(s, 0), SHOOTER), post(s, recruit(s, 1, "apc"), TARGET)
    s.units[u].accuracy = needed
    s.units[v].points = points
    activate(s, u, OFF)
    return s


def shoot(s: State, d: Dice) -> None:
    """Load if the gun is empty, then fire if the target still stands."""
    if s.units[0].loaded == Shell.NONE and why_no_load(s, 0, Shell.AT) == Why.ALLOWED:
        load(s, 0, Shell.AT, OFF)
    if why_no_target(s, 0, Weapon.MAIN_GUN, 1, NOBODY) == Why.TARGET_OUT_OF_ACTION:
        return
    if refusal := why_no_shot(s, 0, Weapon.MAIN_GUN, 1, NOBODY):
        raise ValueError(f"the shot is refused: {Why.of(refusal).name.lower()}")
    fire(s, 0, 1, NOBODY, d, OFF)


def felled(needed: int, points: int, shots: int) -> Fraction:
    """The chance that so many shots of one activation take so many hull points.

    More than three shots need Quick Load (TC-6.9).
    """
    start = range_stand(needed, points)
    if shots > 3:
        declare(start, 0, Ability.QUICK_LOAD, OFF)
    found = certain(start)
    for _ in range(shots):
        found = spread(found, shoot)
    return chance_that(found, lambda s: s.units[1].standing == Standing.DISABLED)


def needed_for(p: str) -> int:
    """The number needed whose single shot has a chance. ValueError if no shot has it."""
    for number in range(2, 8):
        if felled(number, 1, 1) == Fraction(p):
            return number
    raise ValueError(f"no shot penetrates with a chance of {p}")


def ask_at_least_one(given: Given) -> Answer:
    """At least one penetration in several shots of one activation."""
    return {"p": felled(needed_for(given["p"]), 1, given["shots"])}


def ask_penetrations_at_least(given: Given) -> Answer:
    """At least so many penetrations in several shots (TC-8.3, TC-8.4)."""
    return {"p": felled(needed_for(given["p_pen"]), given["need"], given["shots"])}


# ---------------------------------------------------------------- crew


def crewed(members: int, living: list[str]) -> State:
    """A tank of which only these are alive."""
    s = field({})
    u = recruit(s, 0, lieutenant=members > Role.LIEUTENANT)
    for role in Role:
        if s.units[u].crew[role] == Health.OK and role.name.lower() not in living:
            s.units[u].crew[role] = Health.KILLED
    return s


def wounding(s: State, d: Dice) -> None:
    """One wound on the only tank."""
    wound(s, 0, d, OFF)


def ask_crew_pick(given: Given) -> Answer:
    """The chance of each living member to be hit (TC-8.2, TC-8.5); a list when they differ."""
    living = given["living"]
    found = spread(certain(crewed(CREW if "lieutenant" in living else CREW - 1, living)), wounding)
    each = [
        chance_that(found, lambda s, role=role: s.units[0].crew[role] == Health.WOUNDED)  # type: ignore[misc]
        for role in Role
        if role.name.lower() in living
    ]
    return {"each": each[0] if len(set(each)) == 1 else each}


def ask_death_after_wounds(given: Given) -> Answer:
    """The chance that some wounds kill anybody (TC-8.2)."""
    everybody = [role.name.lower() for role in Role]
    found: Spread = certain(crewed(given["crew"], everybody))
    for _ in range(given["wounds"]):
        found = spread(found, wounding)
    return {"p_any_killed": chance_that(found, lambda s: Health.KILLED in s.units[0].crew)}


# ---------------------------------------------------------------- game turns


def ask_storm_chance(given: Given) -> Answer:
    """The chance that a game turn brings a storm (TC-14.1, TC-14.2)."""
    s = field({**given, "options": {"weather": True}})
    return {"p": chance_that(spread(certain(s), blow), lambda made: made.storm != 0)}


def blow(s: State, d: Dice) -> None:
    """The weather roll of a Start Phase."""
    roll_weather(s, d, OFF)


def close_turn(s: State, d: Dice) -> None:
    """One End Phase, then the next game turn."""
    end_phase(s, d, OFF)
    s.game_turn += 1


def ask_cookoff_within(given: Given) -> Answer:
    """The chance that a wreck explodes within some game turns (TC-8.10)."""
    s = field({})
    s.options.turn_limit = NEVER
    stand(s, post(s, recruit(s, 0), TARGET), Standing.DISABLED)
    found = certain(s)
    for _ in range(given["turns"]):
        found = spread(found, close_turn)
    return {"p": chance_that(found, lambda s: s.units[0].standing == Standing.DESTROYED)}


def ask_rolloff(given: Given) -> Answer:
    """Who goes first: the first pair of dice on every tape, ties rolled again (TC-4.1, TC-4.2).

    After a tie the rule begins anew, so the chance of going first is a share of the decided rolls.
    """
    s = field({})
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    first = [first_roll(s, pair) for pair in pairs]
    wins, ties = Fraction(first.count(0), len(pairs)), Fraction(first.count(NOBODY), len(pairs))
    return {"p_first_wins_first_roll": wins, "p_tie": ties, "p_first_goes_first": wins / (1 - ties)}


def first_roll(s: State, pair: tuple[int, int]) -> int:
    """Who wins the first roll-off with two dice; NOBODY for a tie, after which the rule must roll again."""
    log = open_log()
    d = lay(new_dice(1), [(face, 6) for face in pair])
    roll_initiative(s, d, log)
    if log.events[0].kind != Tell.ROLL_OFF or (log.events[0].c == NOBODY) != (log.count > 1):
        raise ValueError("a tie is not rolled again")
    return int(log.events[0].c)
