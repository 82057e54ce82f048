"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import DIRECTIONS, name_of
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Role, Shell, Verb
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.text.words import ABILITIES, BARE, PLACED, ROLES, SEATLESS, SHELLS


def side_of_turn(old: int, new: int) -> str:
    """Which way a facing turns by 60 degrees."""
    return "left" if (new - old) % 6 == 5 else "right"


def way(a: Action) -> str:
    """The direction of an order with a space before it, if it names one."""
    return f" {DIRECTIONS[a.facing]}" if a.facing != NOBODY else ""


def turn(s: State, a: Action) -> str:
    """A turn of the hull, with or without the turret."""
    return f"turn {side_of_turn(s.units[a.actor].hull, a.facing)} {'with' if a.choice == 1 else 'stay'}"


def shot(s: State, a: Action) -> str:
    """A shot at a unit or at a building."""
    word = "fire" if a.verb == Verb.FIRE else "ai"
    return f"{word} {unit_id(s, a.target)}" if a.target != NOBODY else f"{word} building {name_of(a.place)}"


WRITERS: dict[Verb, Callable[[State, Action], str]] = {
    Verb.DEPLOY: lambda s, a: f"deploy {name_of(a.place)}{way(a)}",
    Verb.PREPARE: lambda s, a: f"prepare {DIRECTIONS[a.facing]} {SHELLS[Shell(a.choice)]}",
    Verb.MOVE: lambda s, a: f"move{way(a)}",
    Verb.STRAIGHT: lambda s, a: f"straight {a.choice}{way(a)}",
    Verb.TURN: turn,
    Verb.TURRET: lambda s, a: f"turret {side_of_turn(s.units[a.actor].turret, a.facing)}",
    Verb.FIRE: shot,
    Verb.FIRE_AI: shot,
    Verb.MISSILE: lambda s, a: f"missile {unit_id(s, a.target)} {SHELLS[Shell(a.choice)]}",
    Verb.LOAD: lambda s, a: f"load {SHELLS[Shell(a.choice)]}",
    Verb.FLARE: lambda s, a: f"flare {name_of(a.place)}" if a.place != NOBODY else "flare",
    Verb.MOUNT: lambda s, a: f"mount {unit_id(s, a.target)}",
    Verb.ABILITY: lambda s, a: f"ability {ABILITIES[Ability(a.choice)]}",
    Verb.LIEUTENANT: lambda s, a: f"lieutenant {ROLES[Role(a.choice)]}",
}


def rest_of(s: State, a: Action) -> str:
    """An order without the unit's name."""
    verb = Verb(a.verb)
    if verb in BARE:
        return BARE[verb]
    return f"{PLACED[verb]} {name_of(a.place)}" if verb in PLACED else WRITERS[verb](s, a)


def action_text(s: State, a: Action) -> str:
    """The stable text of an order in a position."""
    verb = Verb(a.verb)
    return SEATLESS[verb] if verb in SEATLESS else f"{unit_id(s, a.actor)} {rest_of(s, a)}"
