"""Exact odds: the rules themselves, played on every tape."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.tank_commander import crew, events, shooting
from hulldown.rulesets.tank_commander.air import roll_weather
from hulldown.rulesets.tank_commander.crew import load, why_no_load
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    Ability,
    Health,
    Role,
    Shell,
    Standing,
    State,
    Weapon,
)
from hulldown.rulesets.tank_commander.turn import activate, roll_initiative
from hulldown.rulesets.tank_commander.victory import Did, shot_did

from .posing import (
    SHOOTER,
    TARGET,
    chance_that,
    condition,
    end_phase,
    field,
    post,
    recruit,
    spread,
    stand,
    word,
)
from .shots import shooter

NEVER = 10_000  # game turns: a battle that time does not end


def one_shot(given: Given, armor: int, strength: int) -> dict[str, Any]:
    """One shot at a tank: the chances of TC-7.22."""
    s, log = field(given), open_log()
    u, v = shooter(s, given), post(s, recruit(s, 1), TARGET, "S")
    s.units[v].armor = [armor] * 3
    s.strength[s.units[u].loaded] = strength
    condition(s, v, given)

    def play(d: Dice) -> tuple[Did, bool, bool]:
        made = copy(s)
        forget(log)
        shooting.fire(made, u, v, NOBODY, d, log)
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


def shoot(s: State, d: Dice) -> None:
    """Load if the gun is empty, then fire if the target still stands."""
    if s.units[0].loaded == Shell.NONE and why_no_load(s, 0, Shell.AT) == Why.ALLOWED:
        load(s, 0, Shell.AT, OFF)
    if shooting.why_no_target(s, 0, Weapon.MAIN_GUN, 1, NOBODY) == Why.TARGET_OUT_OF_ACTION:
        return
    if refusal := shooting.why_no_shot(s, 0, Weapon.MAIN_GUN, 1, NOBODY):
        raise ValueError(f"the shot is refused: {word(Why.of(refusal))}")
    shooting.fire(s, 0, 1, NOBODY, d, OFF)


def felled(needed: int, points: int, shots: int) -> Fraction:
    """The chance that so many shots of one activation take all hull points of an APC of base armor, which
    every AT hit penetrates. More than three shots need Quick Load (TC-6.9).
    """
    s = field({})
    u, v = post(s, recruit(s, 0), SHOOTER), post(s, recruit(s, 1, "apc"), TARGET)
    s.units[u].accuracy, s.units[v].points = needed, points
    activate(s, u, OFF)
    if shots > 3:
        crew.declare(s, u, Ability.QUICK_LOAD, OFF)
    return chance_that(spread(s, *[shoot] * shots), lambda s: s.units[v].standing == Standing.DISABLED)


def at_least(chance: str, shots: int, need: int = 1) -> Fraction:
    """At least so many penetrations in several shots, each with a chance (TC-8.3, TC-8.4)."""
    for number in range(2, 8):
        if felled(number, 1, 1) == Fraction(chance):
            return felled(number, need, shots)
    raise ValueError(f"no shot penetrates with a chance of {chance}")


# ---------------------------------------------------------------- crew


def crewed(members: int, living: Sequence[str]) -> State:
    """A tank of which only these are alive."""
    s = field({})
    u = recruit(s, 0, lieutenant=members > Role.LIEUTENANT)
    for role in Role:
        if s.units[u].crew[role] == Health.OK and word(role) not in living:
            s.units[u].crew[role] = Health.KILLED
    return s


def wounding(s: State, d: Dice) -> None:
    """One wound on the only tank."""
    crew.wound(s, 0, d, OFF)


def crew_pick(living: Sequence[str]) -> Any:
    """The chance of each living member to be hit (TC-8.2, TC-8.5); a list when they differ."""
    found = spread(crewed(CREW if "lieutenant" in living else CREW - 1, living), wounding)
    each = [
        chance_that(found, lambda s, role=role: s.units[0].crew[role] == Health.WOUNDED)  # type: ignore[misc]
        for role in Role
        if word(role) in living
    ]
    return each[0] if len(set(each)) == 1 else each


def death_after_wounds(crew: int, wounds: int) -> Fraction:
    """The chance that some wounds kill anybody (TC-8.2)."""
    found = spread(crewed(crew, [word(role) for role in Role]), *[wounding] * wounds)
    return chance_that(found, lambda s: Health.KILLED in s.units[0].crew)


# ---------------------------------------------------------------- game turns


def storm_chance(given: Given) -> Fraction:
    """The chance that a game turn brings a storm (TC-14.1, TC-14.2)."""
    s = field({**given, "options": {"weather": True}})
    return chance_that(spread(s, lambda s, d: roll_weather(s, d, OFF)), lambda made: made.storm != 0)


def cookoff_within(turns: int) -> Fraction:
    """The chance that a wreck explodes within some game turns (TC-8.10)."""
    s = field({})
    s.options.turn_limit = NEVER
    stand(s, post(s, recruit(s, 0), TARGET), Standing.DISABLED)

    def close_turn(s: State, d: Dice) -> None:
        end_phase(s, d, OFF)
        s.game_turn += 1

    return chance_that(spread(s, *[close_turn] * turns), lambda s: s.units[0].standing == Standing.DESTROYED)


def rolloff() -> tuple[Fraction, Fraction, Fraction]:
    """Who goes first: the first pair of dice on every tape, ties rolled again (TC-4.1, TC-4.2).

    After a tie the rule begins anew, so the chance of going first is a share of the decided rolls.
    """
    first = [first_roll((a, b)) for a in range(1, 7) for b in range(1, 7)]
    wins, ties = (Fraction(first.count(side), len(first)) for side in (0, NOBODY))
    return wins, ties, wins / (1 - ties)


def first_roll(pair: tuple[int, int]) -> int:
    """Who wins the first roll-off with two dice; NOBODY for a tie, after which the rule must roll again."""
    log = open_log()
    roll_initiative(field({}), script_dice(new_dice(1), [(face, 6) for face in pair]), log)
    first = int(events.rolled_off.decode(log.events[0]).first)
    if (first == NOBODY) != (log.count > 1):
        raise ValueError("a tie is not rolled again")
    return first


ANSWERS = {
    "odds": ask(one_shot),
    "at_least_one": ask(at_least, at=("p", "shots"), give="p"),
    "penetrations_at_least": ask(at_least, at=("p_pen", "shots", "need"), give="p"),
    "crew_pick": ask(crew_pick, give="each"),
    "death_after_wounds": ask(death_after_wounds, give="p_any_killed"),
    "cookoff_within": ask(cookoff_within, give="p"),
    "rolloff": ask(rolloff, give=("p_first_wins_first_roll", "p_tie", "p_first_goes_first")),
    "storm_chance": ask(storm_chance, give="p"),
}
