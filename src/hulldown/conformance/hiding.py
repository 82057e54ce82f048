"""Secret orders: what two worlds that differ in one of them tell whoever may not know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hulldown.conformance.playing import Moment, legal_orders, moments
from hulldown.kernel import steps
from hulldown.kernel.actions import Action, same
from hulldown.kernel.dice import new_dice
from hulldown.kernel.engine import Plain
from hulldown.kernel.events import Log, listen
from hulldown.kernel.records import blank, copy, digest
from hulldown.odds import odds
from hulldown.rulesets.ruleset import Ruleset

ASKED = 2  # orders of the other seat whose odds are compared
VIEWERS = (0, 1, None)


def seen(ruleset: Ruleset, s: Any, seat: int | None) -> tuple[Any, ...]:
    """Everything a seat is shown of a position: status, orders, cards and scene."""
    known = ruleset.known(s, seat)
    orders = ruleset.orders(known, seat) if seat is not None else []
    return ruleset.status(known, seat), orders, ruleset.cards(known, seat), ruleset.scene(known, seat)


def leaks(ruleset: Ruleset, world: Any, twin: Any, seat: int | None) -> list[str]:
    """What tells a seat two positions apart that should look the same to it (None: a spectator).

    The caller builds the two: they differ only in what is hidden from that seat.
    """
    names = ("status", "orders", "cards", "scene")
    shown = zip(names, seen(ruleset, world, seat), seen(ruleset, twin, seat), strict=True)
    return [f"the {name} of seat {seat} tell the two apart" for name, one, other in shown if one != other]


def reckoned(ruleset: Ruleset, s: Any, seat: int | None) -> list[Any]:
    """What a seat is told of its first orders before it gives one: where it can go, reasons and odds."""
    known = ruleset.known(s, seat)
    if seat is None or not ruleset.verbs.to_act(known) >> seat & 1:
        return []
    orders = legal_orders(ruleset, known, seat)[:ASKED]
    told: list[Any] = [ruleset.explain(known, a) for a in orders]
    told += [odds(ruleset, known, [a]).lines for a in orders]
    return [*told, sorted(ruleset.reach(known, seat))]


def worlds(m: Moment, orders: Iterable[Action]) -> Iterator[tuple[Any, list[Any]]]:
    """For each order the position after it, and what everybody hears: sentences and dice thrown."""
    for a in orders:
        after, dice, log = copy(m.before), new_dice(m.number), blank(Log)
        listen(log)
        m.ruleset.verbs.apply(after, a, dice, log)
        yield after, [m.ruleset.tell(after, a, log), int(dice.count), m.ruleset.verbs.to_act(after)]


def twins(m: Moment) -> tuple[Action, Action] | None:
    """Two secret orders of one unit: others, who owe a decision too, may not know which of them was given."""
    hidden = [a for a in m.orders if m.ruleset.secret(a)]
    if not hidden or m.ruleset.verbs.to_act(m.before) & ~(1 << m.seat) == 0:
        return None
    first = next((a for a in hidden if same(a, m.chosen)), hidden[0])
    others = [a for a in hidden if a.actor == first.actor and a.verb == first.verb and not same(a, first)]
    return (first, m.chance.choice(others)) if others else None


def told_apart(m: Moment, pair: tuple[Action, Action]) -> Iterator[str]:
    """What betrays which of two secret orders was given."""
    ruleset, names = m.ruleset, " or ".join(m.text(a) for a in pair)
    (world, heard), (twin, other) = worlds(m, pair)
    if heard != other:
        yield f"{names}: the sentences, the dice or who is to act betray it"
    for viewer in (1 - m.seat, None):
        known, same_known = ruleset.known(world, viewer), ruleset.known(twin, viewer)
        if digest(known) != digest(same_known):
            yield f"{names}: seat {viewer} knows two positions"
        if not ruleset.verbs.to_act(known) >> m.seat & 1:
            yield f"{names}: to seat {viewer} the order is hidden, but not owed again"
        yield from (f"{names}: {leak}" for leak in leaks(ruleset, world, twin, viewer))
        if reckoned(ruleset, world, viewer) != reckoned(ruleset, twin, viewer):
            yield f"{names}: the odds or reasons of seat {viewer} betray it"


def misknown(m: Moment) -> Iterator[str]:
    """Where what a seat knows is no good to play from: its own orders must be those of the whole position."""
    ruleset = m.ruleset
    for viewer in VIEWERS:
        known = ruleset.known(m.after, viewer)
        if digest(ruleset.known(known, viewer)) != digest(known):
            yield f"what seat {viewer} knows is not what it knows of that"
        if viewer is None:
            continue
        whole, own = (legal_orders(ruleset, s, viewer) for s in (m.after, known))
        if len(whole) != len(own) or not all(map(same, whole, own)):
            yield f"seat {viewer} has other orders in the position it knows"


def secrets_hold(ruleset: Ruleset, seeds: Iterable[int] = range(2), limit: int = 80) -> list[str]:
    """Wherever a secret order is given, another would look the same to the other side and to spectators."""
    if not ruleset.has_secrets():
        return []
    problems, met = [], 0
    for scenario in ruleset.scenarios():
        for seed in seeds:
            for m in moments(ruleset, scenario, seed, limit=limit):
                found = list(misknown(m))
                if pair := twins(m):
                    met += 1
                    found += told_apart(m, pair)
                problems += [f"{scenario}, seed {seed}, decision {m.number}: {problem}" for problem in found]
    return problems if met else [*problems, "secret orders are announced, but none was ever given unseen"]


def veils_agree(ruleset: Ruleset, plain: Plain, fast: Plain, decisions: int = 12) -> list[str]:
    """The compiled veil hides what the interpreted one hides."""
    problems = []
    for scenario in ruleset.scenarios():
        for m in moments(ruleset, scenario, 5, limit=decisions):
            for seat in (-1, 0, 1):
                if concealed(plain, m.after, seat) != concealed(fast, m.after, seat):
                    problems.append(
                        f"{scenario}, decision {m.number}: seat {seat} knows something else compiled"
                    )
    return problems


def concealed(form: Plain, s: Any, seat: int) -> bytes:
    """What a seat knows of a position, as bytes."""
    known = form.space(1)
    form.bound(steps.conceal)(form.hold(s), known, seat)
    return form.key(known, 0)
