"""Questions of TC-10: whether a squad may be shot at, and what becomes of one that is carried."""

from __future__ import annotations

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.actions import make
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import DIRECTIONS, cell_of, step
from hulldown.rulesets.tank_commander.actions import apply, check
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase, Standing, Verb, Weapon
from hulldown.rulesets.tank_commander.groundwork import lay
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import why_no_target
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import activate

from .battle import end_phase
from .dicing import OFF, with_dice
from .posing import board_carrier, field, post, recruit, stand

HERE, AHEAD, BEHIND, FAR = "E6", "E5", "E7", "E8"  # the carrier faces north, the enemy stands behind it
THICK = [9, 9, 9]
CARRIER, SQUAD = 0, 1


def ask_infantry_target(given: Given) -> Answer:
    """Whether a squad with friends around may be shot at, or why not (TC-10.5, TC-10.6)."""
    s = field(given)
    u = post(s, recruit(s, 0), FAR)
    v = post(s, recruit(s, 1, "infantry"), given["squad"])
    for kind, name, standing in given["friends"]:
        stand(s, post(s, recruit(s, 1, kind), name), Standing[standing.upper()])
    reason = why_no_target(s, u, Weapon.MAIN_GUN, v, NOBODY)
    free = reason == Why.ALLOWED
    return {"targetable": free} if free else {"targetable": free, "reason": Why.of(reason).name.lower()}


# ---------------------------------------------------------------- what befalls the carrier


def ride(given: Given) -> State:
    """A squad on a tank or in an APC, with nobody else there yet."""
    s = field(given)
    u = post(s, recruit(s, 0, given["carrier"]), HERE)
    board_carrier(s, recruit(s, 0, "infantry"), u)
    return s


def order(s: State, d: Dice, verb: Verb, u: int, target: int = NOBODY) -> None:
    """The activation of a unit, up to this order and what follows from it. ValueError if it is refused."""
    s.seat = int(s.units[u].side)
    activate(s, u, OFF)
    a = make(int(s.seat), verb, u, target)
    if reason := check(s, a.seat, a):
        raise ValueError(f"refused: {Why.of(reason).name.lower()}")
    apply(s, a, d, OFF)


def shot(s: State, d: Dice) -> None:
    """An enemy tank right behind the carrier fires at it."""
    order(s, d, Verb.FIRE, post(s, recruit(s, 1), BEHIND), CARRIER)


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
    order(s, d, Verb.MOVE, CARRIER)


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


def ask_carried_squad(given: Given) -> Answer:
    """What an event on its carrier does to a squad (TC-10.20 to TC-10.23)."""
    act, dice = EVENTS[given["event"]]

    def play(d: Dice) -> State:
        s = ride(given)
        if not given.get("free_adjacent", True):
            wall_in(s)
        act(s, d)
        get_out(s, d)
        return s

    s, _ = with_dice(play, dice)
    return {"squad": plight(s)}


def plight(s: State) -> str:
    """What has become of the squad, in a word."""
    t = s.units[SQUAD]
    if t.standing == Standing.DESTROYED:
        return "destroyed"
    return "mounted" if t.carrier == CARRIER else "on_foot"
