"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.naming import signed, tank_id
from hulldown.rulesets.chase.state import State, seat_of, side_of
from hulldown.rulesets.chase.text.words import ANSWERED, ANSWERS, FACINGS, NONE, ORDERS, SURRENDER


def shown(s: State, a: Action) -> list[tuple[int, int]]:
    """The facings that an order picks: tank and facing, that of seat 0 first (CH-7.6)."""
    first, second = (a.actor, a.target) if side_of(a.actor) == 0 else (a.target, a.actor)
    picked = [(t, way) for t, way in ((first, a.facing), (second, a.choice)) if way != NOBODY]
    return sorted(picked, key=lambda one: seat_of(s, side_of(one[0])))


def facings(s: State, a: Action) -> str:
    """The facings in words: "face A1 front B1 rear"."""
    return " ".join(["face", *(f"{tank_id(s, t)} {FACINGS[way]}" for t, way in shown(s, a))])


def answer(s: State, a: Action) -> str:
    """A yes or no."""
    return f"{ANSWERED[Verb(a.verb)]} {ANSWERS[a.choice]}"


WRITERS: dict[Verb, Callable[[State, Action], str]] = {
    Verb.ORDER: lambda s, a: ORDERS[a.choice],
    Verb.SHIFT: lambda s, a: f"shift {signed(a.choice)}",
    Verb.FACE: facings,
    Verb.RAM: answer,
    Verb.OPEN: answer,
    Verb.TARGET: lambda s, a: f"target {tank_id(s, a.target)}",
    Verb.JOIN: lambda s, a: f"join {tank_id(s, a.target) if a.target != NOBODY else NONE}",
}


def action_text(s: State, a: Action) -> str:
    """The stable text of an order: "A1 shift -2"."""
    verb = Verb(a.verb)
    return SURRENDER if verb == Verb.SURRENDER else f"{tank_id(s, a.actor)} {WRITERS[verb](s, a)}"
