"""An activation: orders one after another, up to the first that is refused (TC-5, TC-6, TC-10, TC-11)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of
from hulldown.rulesets.common.explanation import OFF, with_dice
from hulldown.rulesets.tank_commander.actions import do, why_not_in_activation
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.state import NOBODY, Ability, Role, Shell, State, Verb
from hulldown.rulesets.tank_commander.turn import activate

from .posing import (
    board_carrier,
    cells,
    condition,
    facing_word,
    field,
    hex_of,
    move_to,
    post,
    recruit,
    state_words,
    word,
)

ABILITIES = {
    "commander": Ability.BOOMING_VOICE,
    "driver straight": Ability.STRAIGHT,
    "driver double": Ability.DOUBLE,
    "gunner": Ability.BRING_IT_DOWN,
    "loader": Ability.QUICK_LOAD,
}
SHOTS = ("fire", "missile")
PLACED = ("smoke", "mine", "strike", "disarm", "dismount")  # orders that name a hex
DECOY = 1  # the unit that stands in for any target while a shot is fired


def order(s: State, u: int, text: str) -> Action:
    """One action of the list as an order."""
    verb, _, rest = text.partition(" ")
    if verb in ("turn", "turret"):
        return rotation(s, u, verb, rest)
    if verb == "load":
        return make(0, Verb.LOAD, u, choice=Shell[rest])
    if verb == "ability":
        return make(0, Verb.ABILITY, u, choice=ABILITIES[rest])
    if verb in PLACED:
        return make(0, Verb[verb.upper()], u, place=cell_of(rest))
    if verb == "mount":
        return make(0, Verb.MOUNT, u, int(s.occupant[cell_of(rest)]))
    if verb == "move3":
        return make(0, Verb.STRAIGHT, u, choice=3)
    return make(0, Verb[verb.upper()], u, facing=DIRECTIONS.index(rest) if rest else NOBODY)


def rotation(s: State, u: int, verb: str, rest: str) -> Action:
    """A turn of the hull, or of the turret alone."""
    t, side = s.units[u], 1 if rest.startswith("right") else 5
    if verb == "turret":
        return make(0, Verb.TURRET, u, facing=(int(t.turret) + side) % 6)
    return make(0, Verb.TURN, u, facing=(int(t.hull) + side) % 6, choice=int(rest.endswith("with")))


def shot(s: State, u: int, text: str) -> int:
    """Fire at something that a shot may be fired at, and miss; ALLOWED, or why no shot is possible.

    The decoy is put on each free hex until a shot at it is legal, and taken away afterwards.
    """
    verb, _, rest = text.partition(" ")
    choice = Shell[rest] if rest else NOBODY
    reason, at = int(Why.NO_TARGET), make(0, Verb[verb.upper()], u, DECOY, choice=choice)
    for cell in cells(s):
        if s.occupant[cell] == NOBODY:
            move_to(s, DECOY, cell)
            reason = why_not_in_activation(s, u, at)
            if reason == Why.ALLOWED:
                do(s, u, at, script_dice(new_dice(0), [(1, 6)]), OFF)
                break
    move_to(s, DECOY, NOBODY)
    return reason


def carry_out(s: State, u: int, text: str, d: Dice) -> int:
    """Do one action if it is allowed; ALLOWED, or the first reason against it."""
    if text.startswith(SHOTS):
        return shot(s, u, text)
    a = order(s, u, text)
    reason = why_not_in_activation(s, u, a)
    if reason == Why.ALLOWED:
        do(s, u, a, d, OFF)
    return reason


def position(given: Given) -> tuple[State, int]:
    """The unit at the start of its activation, with what stands around it."""
    s = field(given)
    crew = given.get("crew", ())
    kind = given.get("unit", "tank")
    aboard = len(crew) > Role.LIEUTENANT
    u = recruit(s, 0, kind, given.get("armor"), given.get("upgrades", ()), aboard)
    recruit(s, 1, "practice_target")
    post(s, u, given["hex"], given["hull"], given["turret"])
    condition(s, u, given)
    for name in given.get("occupied", ()):
        post(s, recruit(s, 1), name)
    activate(s, u, OFF)
    return s, u


def squad_position(given: Given) -> tuple[State, int]:
    """A squad at the start of its activation, on foot or riding on a tank, with vehicles to mount."""
    s = field(given)
    u = recruit(s, 0, "infantry")
    recruit(s, 1, "practice_target")
    if given.get("riding"):
        board_carrier(s, u, post(s, recruit(s, 0), given["riding"]))
    else:
        post(s, u, given["hex"])
    for kind, name in given.get("carriers", ()):
        post(s, recruit(s, 0, kind), name)
    activate(s, u, OFF)
    return s, u


def activation(
    begin: Callable[[Given], tuple[State, int]],
    given: Given,
    actions: Sequence[str],
    dice: Sequence[int] = (),
) -> dict[str, Any]:
    """How an activation goes; on refusal the number of the action and the state before it."""

    def play(d: Dice) -> tuple[State, int, int]:
        s, u = begin(given)
        for number, text in enumerate(actions, 1):
            reason = carry_out(s, u, text, d)
            if reason != Why.ALLOWED:
                return s, number, reason
        return s, 0, Why.ALLOWED

    (s, failed, reason), _ = with_dice(play, dice)
    refused = {"failed": failed, "reason": word(Why.of(reason))} if failed else {}
    return {"ok": not failed, **after(s, 0), **refused}


def after(s: State, u: int) -> dict[str, Any]:
    """The unit and the mines left."""
    t = s.units[u]
    return {
        "ap_left": remaining_points(s, u),
        "hex": hex_of(s, u),
        "hull": facing_word(t.hull),
        "turret": facing_word(t.turret),
        "loaded": Shell(t.loaded).name if t.loaded else None,
        "mines": [name_of(cell) for cell in cells(s) if s.mine[cell]],
        **state_words(s, u),
    }


ANSWERS = {
    "activation": ask(partial(activation, position)),
    "infantry_activation": ask(partial(activation, squad_position)),
}
