"""Secret orders and hidden units: what two worlds that differ in one of them tell who may not know it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from hulldown.conformance.playing import FIRST, DecisionPoint, Options, legal_orders, moments, mutate
from hulldown.kernel import bindings
from hulldown.kernel.actions import Action, same
from hulldown.kernel.dice import new_dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.events import Log, listen
from hulldown.kernel.records import blank, copy, digest
from hulldown.odds import odds
from hulldown.rulesets.api.ruleset import Ruleset

ASKED = 2  # orders of the other seat whose odds are compared
PROBES = 12  # orders, most of them wrong, whose reasons are compared
EVERY = 16  # of so many positions with hidden units one is looked at: a map takes long to draw
VIEWERS = (0, 1, None)


def visible_to(ruleset: Ruleset, s: Any, seat: int | None) -> tuple[Any, ...]:
    """Everything a seat is shown of a position: status, orders, cards and scene."""
    known = ruleset.observation(s, seat)
    orders = ruleset.table.orders(known, seat) if seat is not None else []
    return (
        ruleset.table.status(known, seat),
        orders,
        ruleset.table.cards(known, seat),
        ruleset.table.scene(known, seat),
    )


def leaks(ruleset: Ruleset, world: Any, twin: Any, seat: int | None) -> list[str]:
    """What tells a seat two positions apart that should look the same to it (None: a spectator).

    The caller builds the two: they differ only in what is hidden from that seat.
    """
    names = ("status", "orders", "cards", "scene")
    shown = zip(names, visible_to(ruleset, world, seat), visible_to(ruleset, twin, seat), strict=True)
    return [f"the {name} of seat {seat} tell the two apart" for name, view, other in shown if view != other]


def previews_for(ruleset: Ruleset, s: Any, seat: int | None) -> list[Any]:
    """What a seat is told of its first orders before it gives one: where it can go, reasons and odds."""
    known = ruleset.observation(s, seat)
    if seat is None or not ruleset.rules.to_act(known) >> seat & 1:
        return []
    orders = legal_orders(ruleset, known, seat)[:ASKED]
    previews: list[Any] = [ruleset.explain(known, [a]) for a in orders]
    previews += [odds(ruleset, known, [a]).lines for a in orders]
    return [*previews, sorted(ruleset.table.reach(known, seat))]


def worlds(m: DecisionPoint, orders: Iterable[Action]) -> Iterator[tuple[Any, list[Any]]]:
    """For each order the position after it, and what everybody hears: sentences and dice thrown."""
    for a in orders:
        after, dice, log = copy(m.before), new_dice(m.number), blank(Log)
        listen(log)
        m.ruleset.rules.apply(after, a, dice, log)
        yield after, [m.ruleset.tell(after, a, log), int(dice.count), m.ruleset.rules.to_act(after)]


def twins(m: DecisionPoint) -> tuple[Action, Action] | None:
    """Two secret orders of one unit: others, who owe a decision too, may not know which of them was given."""
    hidden = [a for a in m.orders if m.ruleset.secret(a)]
    if not hidden or m.ruleset.rules.to_act(m.before) & ~(1 << m.seat) == 0:
        return None
    first = next((a for a in hidden if same(a, m.chosen)), hidden[0])
    others = [a for a in hidden if a.actor == first.actor and a.verb == first.verb and not same(a, first)]
    return (first, m.chance.choice(others)) if others else None


def order_leaks(m: DecisionPoint, pair: tuple[Action, Action]) -> Iterator[str]:
    """What betrays which of two secret orders was given."""
    ruleset, names = m.ruleset, " or ".join(m.text(a) for a in pair)
    (world, heard), (twin, other) = worlds(m, pair)
    if heard != other:
        yield f"{names}: the sentences, the dice or who is to act betray it"
    for viewer in (1 - m.seat, None):
        known, same_known = ruleset.observation(world, viewer), ruleset.observation(twin, viewer)
        if digest(known) != digest(same_known):
            yield f"{names}: seat {viewer} knows two positions"
        if not ruleset.rules.to_act(known) >> m.seat & 1:
            yield f"{names}: to seat {viewer} the order is hidden, but not owed again"
        yield from (f"{names}: {leak}" for leak in leaks(ruleset, world, twin, viewer))
        if previews_for(ruleset, world, viewer) != previews_for(ruleset, twin, viewer):
            yield f"{names}: the odds or reasons of seat {viewer} betray it"


def misknown(m: DecisionPoint) -> Iterator[str]:
    """Where what a seat knows is no good to play from: what it can order there it can order in the whole
    position, and the other way round.
    """
    ruleset, whole = m.ruleset, digest(m.after)
    for viewer in VIEWERS:
        known = ruleset.observation(m.after, viewer)
        seen = digest(known)
        if seen == whole:  # nothing is hidden from it: what follows would ask one position twice
            continue
        if digest(ruleset.observation(known, viewer)) != seen:
            yield f"what seat {viewer} knows is not what it knows of that"
        if viewer is None:
            continue
        for position, other in ((m.after, known), (known, m.after)):
            if any(ruleset.rules.check(other, viewer, a) for a in legal_orders(ruleset, position, viewer)):
                yield f"seat {viewer} has other orders in the position it knows"


# ---------------------------------------------------------------- hidden units


def reasons(m: DecisionPoint, s: Any, seat: int) -> list[str]:
    """The reasons against some orders, right and wrong ones, as a seat is told them."""
    tried = random.Random(m.number)
    orders = [mutate(tried.choice(m.orders), tried) for _ in range(PROBES)]
    return [m.ruleset.speech.refusal(code).code if (code := m.ruleset.why_not(s, a)) else "" for a in orders]


def twin_leaks(m: DecisionPoint, twin: Any, viewer: int | None) -> Iterator[str]:
    """What tells a seat two positions apart that differ in what it does not see, now or after an order."""
    ruleset = m.ruleset
    if digest(ruleset.observation(m.before, viewer)) != digest(ruleset.observation(twin, viewer)):
        yield f"seat {viewer} knows two positions"
    yield from leaks(ruleset, m.before, twin, viewer)
    if previews_for(ruleset, m.before, viewer) != previews_for(ruleset, twin, viewer):
        yield f"the odds or reasons of seat {viewer} betray it"
    if viewer == m.seat and reasons(m, m.before, m.seat) != reasons(m, twin, m.seat):
        yield f"the reasons of seat {viewer} betray it"
    if not ruleset.rules.check(twin, m.seat, m.chosen):
        yield from log_leaks(m, twin, viewer)


def log_leaks(m: DecisionPoint, twin: Any, viewer: int | None) -> Iterator[str]:
    """An order after which a seat knows the same of both must sound the same to it."""
    ruleset, known, heard = m.ruleset, [], []
    for world in (m.before, twin):
        after, dice, log = copy(world), new_dice(m.number), blank(Log)
        listen(log)
        ruleset.rules.apply(after, m.chosen, dice, log)
        known.append(digest(ruleset.observation(after, viewer)))
        heard.append(ruleset.log_for(world, after, m.chosen, log, viewer))
    if known[0] == known[1] and heard[0] != heard[1]:
        yield f"{m.text(m.chosen)}: what seat {viewer} hears betrays it"


def hidden_apart(m: DecisionPoint) -> tuple[int, list[str]]:
    """From how many viewers something is hidden, and what betrays it."""
    met, problems = 0, []
    for viewer in VIEWERS:
        twin = m.ruleset.secrets.twin(m.before, viewer, m.chance)
        if twin is not None:
            met += 1
            problems += list(twin_leaks(m, twin, viewer))
    return met, problems


# ---------------------------------------------------------------- the checks


def may_hide(ruleset: Ruleset) -> bool:
    """Whether anything can be hidden in battles of a ruleset."""
    return ruleset.rules.mask is not bindings.nothing_hidden


def hiding_options(ruleset: Ruleset, scenario: str) -> Options:
    """Options under which something is hidden in a scenario: none, or the first value that does it."""
    choices: list[Options] = [{}]
    choices += [{name: value} for name, option in ruleset.files.options().items() for value in option.values]
    hiding = (chosen for chosen in choices if ruleset.hides(ruleset.set_up(scenario, chosen)))
    return next(hiding, {})


def check_secrets(m: DecisionPoint) -> tuple[int, list[str]]:
    """How many secrets a moment has, and what is wrong with keeping them."""
    if m.ruleset.secrets.has_hidden_info(m.before):
        met, problems = hidden_apart(m) if m.number % EVERY == 1 else (0, [])
        return met, [*problems, *(misknown(m) if met else ())]
    pair = twins(m)
    return int(pair is not None), [*misknown(m), *(order_leaks(m, pair) if pair else ())]


def secrets_hold(ruleset: Ruleset, seeds: Iterable[int] = FIRST, limit: int = 80) -> list[str]:
    """Wherever a secret order is given, another would look the same to the other side and to spectators;
    wherever a unit is hidden, it could be elsewhere.
    """
    if not may_hide(ruleset):
        return []
    problems, met = [], 0
    for scenario in ruleset.files.scenarios():
        options = hiding_options(ruleset, scenario)
        for seed in seeds:
            for m in moments(ruleset, scenario, seed, options, limit=limit):
                kept, wrong = check_secrets(m)
                met += kept
                problems += [f"{scenario}, seed {seed}, decision {m.number}: {problem}" for problem in wrong]
    return problems if met else [*problems, "secrets are announced, but there was never one to keep"]


def veils_agree(ruleset: Ruleset, plain: Interpreted, fast: Interpreted, decisions: int = 12) -> list[str]:
    """The compiled veil hides what the interpreted one hides."""
    problems = []
    for scenario in ruleset.files.scenarios():
        options = hiding_options(ruleset, scenario)
        for m in moments(ruleset, scenario, 5, options, limit=decisions):
            for seat in (-1, 0, 1):
                if bytes_for_seat(plain, m.after, seat) != bytes_for_seat(fast, m.after, seat):
                    problems.append(
                        f"{scenario}, decision {m.number}: seat {seat} knows something else compiled"
                    )
    return problems


def bytes_for_seat(form: Interpreted, s: Any, seat: int) -> bytes:
    """What a seat knows of a position, as bytes."""
    known = form.state_buffer(1)
    form.bound(bindings.conceal)(form.to_buffer(s), known, seat)
    return form.key(known, 0)
