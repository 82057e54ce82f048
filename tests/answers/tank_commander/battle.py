"""The sequence of play (TC-1, TC-4, TC-8): End Phases, time, whose activation comes when; squads (TC-10)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Given, Whole, ask
from hulldown.kernel.actions import make
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of, step
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, with_dice
from hulldown.rulesets.tank_commander.actions import apply, check
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.setup import lay
from hulldown.rulesets.tank_commander.shooting import why_no_target
from hulldown.rulesets.tank_commander.state import NOBODY, Ground, Phase, Standing, State, Verb, Weapon
from hulldown.rulesets.tank_commander.turn import activate, advance, start_turn, waits
from hulldown.rulesets.tank_commander.victory import call_time

from .posing import board_carrier, cells, condition, end_phase, field, post, recruit, stand, state_words, word

WINNERS = {0: "first", 1: "second", DRAW: "draw", RUNNING: None}
HERE, AHEAD, BEHIND, FAR = "E6", "E5", "E7", "E8"  # the carrier faces north, the enemy stands behind it
THICK = [9, 9, 9]
CARRIER, SQUAD = 0, 1


def give(s: State, d: Dice, verb: Verb, u: int, target: int = NOBODY) -> None:
    """An order of the seat whose turn it is, and what follows from it. ValueError if it is refused."""
    a = make(int(s.seat), verb, u, target)
    if reason := check(s, a.seat, a):
        raise ValueError(f"refused: {word(Why.of(reason))}")
    apply(s, a, d, OFF)


# ---------------------------------------------------------------- End Phase


def battlefield(given: Given, units: Sequence[Mapping[str, Any]]) -> State:
    s = field(given)
    for row in units:
        u = recruit(s, 0, row.get("type", "tank"), row.get("armor"), lieutenant=len(row.get("crew", ())) > 4)
        post(s, u, row["hex"], row.get("hull", "N"))
        condition(s, u, row)
    return s


def whole_end_phase(given: Given, units: Sequence[Mapping[str, Any]], dice: Sequence[int]) -> dict[str, Any]:
    """What an End Phase leaves of each unit, and the hexes it changes (TC-8.9 to TC-8.14)."""
    before = battlefield(given, units)

    def play(d: Dice) -> State:
        s = copy(before)
        end_phase(s, d, OFF)
        return s

    s, used = with_dice(play, dice)
    if used != len(dice):
        raise ValueError(f"only {used} of {len(dice)} dice were thrown")
    changed = [cell for cell in cells(s) if s.ground[cell] != before.ground[cell]]
    return {
        "terrain": Whole({name_of(cell): word(Ground(s.ground[cell])) for cell in changed}),
        **{
            row["id"]: {"state": word(Standing(s.units[u].standing)), **state_words(s, u)}
            for u, row in enumerate(units)
        },
    }


# ---------------------------------------------------------------- time and order


def sides(given: Given, *counts: int) -> State:
    """So many fresh tanks on each side, not on the board, the first side going first."""
    s = field(given)
    for side, count in enumerate(counts):
        for _ in range(count):
            recruit(s, side)
    return s


def time_up(given: Given, hp_first: Sequence[int], hp_second: Sequence[int]) -> str | None:
    """Who wins when time runs out with these hull points on operational units (TC-1.7)."""
    s = sides(given, len(hp_first), len(hp_second))
    for u, points in enumerate((*hp_first, *hp_second)):
        s.units[u].points = points
    s.game_turn = int(s.options.turn_limit)
    call_time(s, OFF)
    return WINNERS[int(s.winner)]


def activation_order(given: Given, first: Sequence[Any], second: Sequence[Any]) -> list[str | None]:
    """Which side activates when in one game turn (TC-4.4, TC-4.11)."""
    s, d, found = sides(given, len(first), len(second)), new_dice(0), []
    s.game_turn = 0
    start_turn(s, d, OFF)
    advance(s, d, OFF)
    while s.game_turn == 1 and s.winner == RUNNING:
        if s.phase == Phase.CHOOSE:
            ready = (u for u in range(s.count) if s.units[u].side == s.seat and waits(s, u))
            give(s, d, Verb.ACTIVATE, next(ready))
        else:
            found.append(WINNERS[int(s.seat)])
            give(s, d, Verb.END, int(s.active))
    return found


# ---------------------------------------------------------------- squads


def infantry_target(given: Given, squad: str, friends: Sequence[Any]) -> dict[str, Any]:
    """Whether a squad with friends around may be shot at, or why not (TC-10.5, TC-10.6)."""
    s = field(given)
    u = post(s, recruit(s, 0), FAR)
    v = post(s, recruit(s, 1, "infantry"), squad)
    for kind, name, standing in friends:
        stand(s, post(s, recruit(s, 1, kind), name), Standing[standing.upper()])
    reason = why_no_target(s, u, Weapon.MAIN_GUN, v, NOBODY)
    free = reason == Why.ALLOWED
    return {"targetable": free, **({} if free else {"reason": word(Why.of(reason))})}


def ride(given: Given) -> State:
    """A squad on a tank or in an APC, with nobody else there yet."""
    s = field(given)
    u = post(s, recruit(s, 0, given["carrier"]), HERE)
    board_carrier(s, recruit(s, 0, "infantry"), u)
    return s


def begin(s: State, d: Dice, verb: Verb, u: int, target: int = NOBODY) -> None:
    """The activation of a unit, up to this order."""
    s.seat = int(s.units[u].side)
    activate(s, u, OFF)
    give(s, d, verb, u, target)


def shot(s: State, d: Dice) -> None:
    """An enemy tank right behind the carrier fires at it."""
    begin(s, d, Verb.FIRE, post(s, recruit(s, 1), BEHIND), CARRIER)


def glanced(s: State, d: Dice) -> None:
    s.units[CARRIER].armor = THICK
    shot(s, d)


def disabled(s: State, d: Dice) -> None:
    s.units[CARRIER].points = 1
    shot(s, d)


def burning(s: State, d: Dice) -> None:
    s.units[CARRIER].burning = 1
    end_phase(s, d, OFF)


def mined(s: State, d: Dice) -> None:
    s.mine[cell_of(AHEAD)] = 1
    begin(s, d, Verb.MOVE, CARRIER)


def blasted(s: State, d: Dice) -> None:
    stand(s, post(s, recruit(s, 1), FAR), Standing.DISABLED)
    end_phase(s, d, OFF)


def cooked_off(s: State, d: Dice) -> None:
    stand(s, CARRIER, Standing.DISABLED)
    end_phase(s, d, OFF)


# What happens, and the dice it takes: a hit is a 6, a miss a 1.
EVENTS = {
    "missed_shot": (shot, (1,)),
    "glancing_hit": (glanced, (6, 1, 1)),
    "penetrating_hit": (shot, (6, 6, 1)),
    "disabled": (disabled, (6, 6, 1)),
    "burning": (burning, ()),
    "mine": (mined, (6, 1)),
    "blast_within_2": (blasted, (6, 6, 1, 1)),
    "cook_off": (cooked_off, (6,)),
}


def wall_in(s: State) -> None:
    """Buildings on every hex beside the carrier but the one where the enemy will stand."""
    for direction in range(len(DIRECTIONS)):
        cell = step(cell_of(HERE), direction)
        if cell != cell_of(BEHIND):
            lay(s, {cell: "building"})


def get_out(s: State, d: Dice) -> None:
    """The owner places a squad that must leave its carrier on the first hex where it can (TC-10.23)."""
    for direction in range(len(DIRECTIONS)):
        a = make(int(s.seat), Verb.BAIL_OUT, SQUAD, place=step(cell_of(HERE), direction))
        if s.phase == Phase.BAIL_OUT and check(s, a.seat, a) == Why.ALLOWED:
            apply(s, a, d, OFF)


def carried_squad(given: Given, event: str, free_adjacent: bool = True) -> str:
    """What an event on its carrier does to a squad, in a word (TC-10.20 to TC-10.23)."""
    act, dice = EVENTS[event]

    def play(d: Dice) -> State:
        s = ride(given)
        if not free_adjacent:
            wall_in(s)
        act(s, d)
        get_out(s, d)
        return s

    t = with_dice(play, dice)[0].units[SQUAD]
    if t.standing == Standing.DESTROYED:
        return "destroyed"
    return "mounted" if t.carrier == CARRIER else "on_foot"


ANSWERS = {
    "end_phase": ask(whole_end_phase),
    "time_up": ask(time_up, give="winner"),
    "activation_order": ask(activation_order, give="sides"),
    "infantry_target": ask(infantry_target),
    "carried_squad": ask(carried_squad, give="squad"),
}
