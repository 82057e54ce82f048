"""A whole turn before it is given: every shot with its own sum, where the unit stands by then (AG-8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.codes import NOBODY, Verb
from hulldown.rulesets.agrav.explaining.shots import explain_shot, named, summed, title
from hulldown.rulesets.agrav.shooting import spend
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared.dicing import OFF
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import plural


def turn_told(s: State, plan: Sequence[Action]) -> Explanation:
    """The first shot in full, of each later one its sum; the rest of the orders as what they do to that."""
    after, steps = unwatched(s), []
    for order in plan:
        if order.verb == Verb.SHOOT:
            break
        steps.append(order)
        go_on(after, order)
    first = explain_shot(after, plan[len(steps)]) if len(steps) < len(plan) else Explanation("")
    later = plan[len(steps) :]
    moved = moved_notes(len([a for a in steps if a.verb == Verb.STEP]), "First")
    shots = sum(a.verb == Verb.SHOOT for a in plan)
    if shots < 2:
        return Explanation(first.title, first.subtitle, None, first.modifiers, (*moved, *first.notes))
    heading = f"{named(s, plan[0].actor)}: {plural(shots, 'volley')}"
    notes = (*moved, *first.notes, *later_notes(after, later))
    return Explanation(heading, f"{first.title}: {first.subtitle}", None, first.modifiers, notes)


def unwatched(s: State) -> State:
    """A copy of a position in which no weapon fires by itself, so that steps need no dice."""
    after = copy(s)
    for unit in after.units:
        for weapon in unit.weapon:
            weapon.cone = NOBODY
    return after


def go_on(s: State, order: Action) -> None:
    """Carry an order out, a shot as if it missed."""
    if check(s, int(order.seat), order):
        return
    if order.verb == Verb.SHOOT:
        spend(s, int(order.actor), int(order.choice))
    else:
        apply(s, order, new_dice(0), OFF)


def later_notes(s: State, plan: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Each shot after the first of this turn, as if those before it had missed."""
    steps = 0
    for number, order in enumerate(plan):
        if order.verb == Verb.END:
            return
        steps += order.verb == Verb.STEP
        if order.verb == Verb.SHOOT and number and not check(s, int(order.seat), order):
            yield from moved_notes(steps, "Then")
            percent, sums = summed(s, order)
            yield f"Then {title(s, order)}: {sum_said(sums)} = {percent}%.", "AG-8.11"
            steps = 0
        go_on(s, order)


def moved_notes(steps: int, when: str) -> Notes:
    """Steps before a shot: only that distance counts."""
    return ((f"{when} it moves {plural(steps, 'tile')}.", "AG-8.7"),) if steps else ()


def sum_said(sums: Sequence[Modifier]) -> str:
    """A sum in words: "80 base - 25 own movement"."""
    signs = ["", *("- " if one.amount < 0 else "+ " for one in sums[1:])]
    return " ".join(f"{sign}{abs(one.amount)} {one.text}" for sign, one in zip(signs, sums, strict=True))
