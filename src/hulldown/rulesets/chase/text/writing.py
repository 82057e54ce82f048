"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.naming import signed, tank_id
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.text.words import ANSWERED, ANSWERS, FACINGS, NONE, ORDERS, SURRENDER


def shown(a: Action) -> list[tuple[int, int]]:
    """The facings that an order picks: tank and facing, side A's tank first (CH-7.6)."""
    first, second = (a.actor, a.target) if side_of(a.actor) == 0 else (a.target, a.actor)
    return [(t, way) for t, way in ((first, a.facing), (second, a.choice)) if way != NOBODY]


def facings(a: Action) -> str:
    """The facings in words: "face A1 front B1 rear"."""
    return " ".join(["face", *(f"{tank_id(t)} {FACINGS[way]}" for t, way in shown(a))])


def answer(a: Action) -> str:
    """A yes or no."""
    return f"{ANSWERED[Verb(a.verb)]} {ANSWERS[a.choice]}"


WRITERS: dict[Verb, Callable[[Action], str]] = {
    Verb.ORDER: lambda a: ORDERS[a.choice],
    Verb.SHIFT: lambda a: f"shift {signed(a.choice)}",
    Verb.FACE: facings,
    Verb.RAM: answer,
    Verb.OPEN: answer,
    Verb.TARGET: lambda a: f"target {tank_id(a.target)}",
    Verb.JOIN: lambda a: f"join {tank_id(a.target) if a.target != NOBODY else NONE}",
}


def action_text(s: State, a: Action) -> str:
    """The stable text of an order: "A1 shift -2"."""
    verb = Verb(a.verb)
    return SURRENDER if verb == Verb.SURRENDER else f"{tank_id(a.actor)} {WRITERS[verb](a)}"
