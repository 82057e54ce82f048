"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.bonuses import number_in
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Verb
from hulldown.rulesets.close_assault.naming import degrees, detachment_name, inches, model_name
from hulldown.rulesets.close_assault.state import State, profile_of
from hulldown.rulesets.close_assault.text.words import (
    ABREAST,
    AND,
    CLOSE_UP,
    CONCEDE,
    FACING,
    MANNERS,
    NO,
    NO_MORE,
    NOBODY_ELSE,
    NONE,
    ORDERS,
    PLAIN,
    RESPONSES,
    SIDES,
    YES,
    word_of,
)


def point(x: int, y: int) -> str:
    """A place: X,Y in inches."""
    return f"{inches(x)},{inches(y)}"


def facing(a: Action) -> str:
    """The facing wanted, with a space before it."""
    return "" if a.facing == NOBODY else f" {FACING} {degrees(a.facing)}"


def manoeuvre(s: State, a: Action) -> str:
    """go X,Y; charge TARGET; charge MODEL SIDE; charge-rear TARGET; drive-at TARGET; close-up"""
    if a.choice == Manner.GO:
        return f"go {point(a.x, a.y)}"
    if a.choice == Manner.PILE_IN:
        return CLOSE_UP
    side = "" if a.facing == NOBODY else f" {word_of(SIDES, a.facing)}"
    target = detachment_name(s, a.target) if a.place == NOBODY else model_name(s, a.place)
    return f"{word_of(MANNERS, a.choice)} {target}{side}"


def fire(s: State, a: Action) -> str:
    """fire TARGET, fire TARGET and SECOND"""
    second = "" if a.place == NOBODY else f" {AND} {detachment_name(s, a.place)}"
    return f"fire {detachment_name(s, a.target)}{second}"


def spending(s: State, a: Action) -> str:
    """spend and the number of bonuses of each weapon in profile order"""
    weapons = s.profile[profile_of(s, a.actor)].weapons
    return " ".join(["spend", *(str(number_in(a.choice, w)) for w in range(weapons))])


def defence(s: State, a: Action) -> str:
    """defend TARGET, defend none"""
    return f"defend {NONE if a.target == NOBODY else detachment_name(s, a.target)}"


OF_DETACHMENTS: dict[Verb, Callable[[State, Action], str]] = {
    Verb.ORDER: lambda s, a: f"order {word_of(ORDERS, a.choice)}",
    Verb.DEFEND: defence,
    Verb.MANOEUVRE: manoeuvre,
    Verb.SHOCK: lambda s, a: f"shock {detachment_name(s, a.target)}",
    Verb.RESPOND: lambda s, a: word_of(RESPONSES, a.choice),
    Verb.OVERWATCH: lambda s, a: f"overwatch {YES if a.choice else NO}",
    Verb.FIRE: fire,
    Verb.FORM: lambda s, a: f"form {point(a.x, a.y)}{facing(a)} {ABREAST} {a.choice}",
}
OF_MODELS: dict[Verb, Callable[[State, Action], str]] = {
    Verb.DRIVE: lambda s, a: f"drive {point(a.x, a.y)}{facing(a)}",
    Verb.ENCIRCLE: lambda s, a: f"encircle {model_name(s, a.target)} {inches(a.choice)}",
    Verb.LEAP: lambda s, a: f"leap {point(a.x, a.y)}",
    Verb.TURN: lambda s, a: f"turn {degrees(a.facing)}",
    Verb.PAIR: lambda s, a: f"fights {model_name(s, a.target)}",
    Verb.SPEND: spending,
    Verb.PLACE: lambda s, a: f"place {point(a.x, a.y)}{facing(a)}",
    Verb.SPARE: lambda s, a: f"spare {a.choice + 1}",
}


def action_text(s: State, a: Action) -> str:
    """The stable text of an order in a position."""
    verb = Verb(a.verb)
    if verb == Verb.CONCEDE:
        return CONCEDE
    if verb == Verb.PAIR and a.actor == NOBODY:
        return NO_MORE
    if verb == Verb.CEASE:
        return NOBODY_ELSE
    if verb in OF_MODELS:
        return f"{model_name(s, a.actor)} {OF_MODELS[verb](s, a)}"
    if verb in OF_DETACHMENTS:
        return f"{detachment_name(s, a.actor)} {OF_DETACHMENTS[verb](s, a)}"
    return f"{detachment_name(s, a.actor)} {word_of(PLAIN, verb)}"
