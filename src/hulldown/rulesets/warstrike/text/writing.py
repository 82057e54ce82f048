"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.warstrike.codes import Deed, Half, Verb
from hulldown.rulesets.warstrike.naming import model_id, point, unit_id
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.text.words import (
    AIM,
    ALONE,
    ANSWERS,
    ARM,
    ARMS,
    DEEDS,
    FIRE,
    FIRST,
    HALVES,
    MODEL_PLACES,
    MODEL_PLAIN,
    ONE_WAY,
    UNIT_PLACES,
    UNIT_PLAIN,
    word_of,
)

Writer = Callable[[State, Action], str]


def deed(s: State, a: Action) -> str:
    """open-fire; advance move first; fall-back fire"""
    said, half = word_of(DEEDS, a.choice), word_of(HALVES, a.facing)
    if a.choice in ONE_WAY and a.facing == Half.MOVE_FIRST:
        return said
    return f"{said} {half}" if a.choice == Deed.FALL_BACK else f"{said} {half} {FIRST}"


def there(word: str) -> Writer:
    """An order with a place: go X,Y"""
    return lambda s, a: f"{word} {point(a.x, a.y)}"


def alone(word: str) -> Writer:
    """An order of one word: hold"""
    return lambda s, a: word


OF_UNITS: dict[Verb, Writer] = {
    Verb.ACT: deed,
    Verb.FIRE: lambda s, a: f"{FIRE} {unit_id(s, a.target)}",
    Verb.SNAP: lambda s, a: word_of(ANSWERS, a.choice),
    **{verb: there(word) for word, verb in UNIT_PLACES.items()},
    **{verb: alone(word) for word, verb in UNIT_PLAIN.items()},
}
OF_MODELS: dict[Verb, Writer] = {
    Verb.ARM: lambda s, a: f"{ARM} {word_of(ARMS, a.choice)}",
    Verb.AIM: lambda s, a: f"{AIM} {unit_id(s, a.target)}",
    **{verb: there(word) for word, verb in MODEL_PLACES.items()},
    **{verb: alone(word) for word, verb in MODEL_PLAIN.items()},
}


def action_text(s: State, a: Action) -> str:
    """The stable text of an order in a position."""
    verb = Verb(a.verb)
    if verb in OF_UNITS:
        return f"{unit_id(s, a.actor)} {OF_UNITS[verb](s, a)}"
    if verb in OF_MODELS:
        return f"{model_id(s, a.actor)} {OF_MODELS[verb](s, a)}"
    return word_of(ALONE, verb)
