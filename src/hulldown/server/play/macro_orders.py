"""Orders that are usually given one after another, offered as one, and the order that is no choice at all.

What is usual a ruleset says by the groups of its buttons (`Table.macro_orders`). Nothing is offered that the
seat could not order step by step, as far as it knows the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from typing import Any

from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.ruleset import Ruleset, legal_orders
from hulldown.rulesets.api.scene import PlaneAids
from hulldown.rulesets.api.words import OrderButton
from hulldown.server.play.match import ServerMatch

MOST = 48  # chains offered at a time: a unit with more to choose from is ordered step by step
GIVING_UP = "concede"
Paths = AbstractSet[tuple[str, ...]]  # of groups of buttons


def macro_orders(match: ServerMatch, seat: int, unit: str) -> list[OrderButton]:
    """The chains that a unit may begin now: each its last order, with `text` the first, `then` the rest."""
    return match.once(("usual", seat), lambda: _macro_orders(match, seat, unit), unit)


def _macro_orders(match: ServerMatch, seat: int, unit: str) -> list[OrderButton]:
    paths = {path[at:] for path in match.ruleset.table.usual for at in range(len(path) - 1)}
    if not paths or match.secrets:
        return []
    chains = _chains(match.ruleset, match.observation(seat), seat, unit, match.orders_for(seat), paths)
    return [
        replace(
            chain[-1],
            text=chain[0].text,
            then=tuple(order.text for order in chain[1:]),
            words=tuple(" ".join(filter(None, (order.label, order.detail))) for order in chain),
        )
        for chain in islice(chains, MOST)
    ]


def _chains(
    ruleset: Ruleset, state: Any, seat: int, unit: str, orders: Sequence[OrderButton], paths: Paths
) -> Iterator[tuple[OrderButton, ...]]:
    """The orders of a unit along paths of groups, where no die falls before the last of them."""
    for order in orders:
        if order.unit != unit or order.refusal:
            continue
        left = {path[1:] for path in paths if path[0] == order.group}
        if () in left:
            yield (order,)
        further = left - {()}
        after = (
            _after(ruleset, state, ruleset.speech.parse_action(state, seat, order.text)) if further else None
        )
        if after is not None:
            then = ruleset.orders(after, seat)
            yield from ((order, *rest) for rest in _chains(ruleset, after, seat, unit, then, further))


def position_after(ruleset: Ruleset, state: Any, order: Action) -> Any | None:
    """The position after a legal order; None where it throws a die."""
    after, dice = copy(state), new_dice(0)
    ruleset.rules.apply(after, copy(order), dice, blank(Log))
    return None if dice.count else after


def _after(ruleset: Ruleset, state: Any, order: Action) -> Any | None:
    """The same; None too where the decision is another's then."""
    after = position_after(ruleset, state, order)
    return after if after is not None and ruleset.rules.to_act(after) >> int(order.seat) & 1 else None


def before_last(ruleset: Ruleset, known: Any, plan: Sequence[Action]) -> Any | None:
    """The position in which the last of some usual orders is given; None where they are none.

    No die falls before it, so its odds are those of the whole plan, and exact where a single order's are.
    """
    state = known if ruleset.table.usual else None
    for order in plan[:-1]:
        if state is None or ruleset.rules.check(state, int(order.seat), order):
            return None
        state = _after(ruleset, state, order)
    return state


def alone(match: ServerMatch, seat: int | None) -> str:
    """The order that a seat has to give because there is no other; empty where there is a choice.

    A number, a model to be put anywhere or an order that stays secret is one, and giving up is none.
    """
    can = [order for order in match.orders_for(seat) if not order.refusal and order.group != GIVING_UP]
    if seat is None or len(can) != 1 or can[0].amount:
        return ""
    ruleset, known = match.ruleset, match.observation(seat)
    scene = match.scene(seat, can[0].unit)
    if isinstance(scene.aids, PlaneAids) and scene.aids.drags:
        return ""
    orders = legal_orders(ruleset.rules, known, seat)
    texts = {ruleset.speech.action_text(known, order) for order in orders if not ruleset.secret(order)}
    return can[0].text if texts - {ruleset.speech.giving_up} == {can[0].text} else ""
