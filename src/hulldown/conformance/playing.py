"""Random play, watched: each decision of a game as a moment that checks can look at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from hulldown.kernel.actions import Action, Actions, Log, forget, key, listen, same
from hulldown.kernel.dice import Dice, DiceFault, Mode, new_dice
from hulldown.kernel.records import blank, copy, digest, pack
from hulldown.kernel.walk import WON, worth
from hulldown.rulesets.api.ruleset import Ruleset, plain_events

OFF = blank(Log)  # a log that keeps nothing
ROOM = blank(Actions)
WILD = (30, -30, 5_000, -5_000, 10**6, -(10**6))  # beyond every list a position has
LONGEST = 5_000  # decisions; a random game longer than this is taken for endless
WANDERING, HANDFUL = 0.5, 3  # how often an order is picked blindly, from how many it is else chosen
OPENING, OPENINGS = 40, 8  # decisions of a battle whose moments several checks look at; how many are kept
PROBES = 3  # orders nearly right that are tried at each decision
JUDGED = 4  # of so many decisions one is judged by the estimate, which is the slowest rule, and each end
FIRST = (0,)  # seeds of the games that a check plays of each battle, unless it is given more
FIELDS = ("verb", "actor", "target", "place", "facing", "choice", "x", "y")
Options = Mapping[str, str | int | bool]


@dataclass
class DecisionPoint:
    """One decision: the position, every legal order, the one given, and what came of it."""

    ruleset: Ruleset
    number: int
    before: Any
    seat: int
    orders: list[Action]
    chosen: Action
    after: Any
    log: Log
    dice: Dice
    chance: random.Random
    reached: dict[tuple[int, ...], str] = field(default_factory=dict)

    @cached_property
    def others(self) -> list[Action]:
        """The legal orders of the other seat, which may owe a decision as well."""
        return legal_orders(self.ruleset, self.before, 1 - self.seat)

    @cached_property
    def legal_keys(self) -> set[tuple[int, ...]]:
        """The legal orders of the seat, as numbers."""
        return {key(a) for a in self.orders}

    def outcome(self, a: Action) -> str:
        """The digest of the position an order leads to; the same dice whenever one is asked about."""
        if (wanted := key(a)) not in self.reached:
            after = copy(self.before)
            self.ruleset.rules.apply(after, a, new_dice(self.number), OFF)
            self.reached[wanted] = digest(after)
        return self.reached[wanted]

    def text(self, a: Action) -> str:
        """An order in words."""
        return self.ruleset.speech.action_text(self.before, a)


Watch = Callable[[DecisionPoint], Iterator[str]]


class Stuck(ValueError):
    """A seat owes a decision and has no order to give, or the game does not end."""


def seat_to_act(ruleset: Ruleset, s: Any, chance: random.Random | None = None) -> int:
    """A seat that owes a decision, -1 when the game is over; of several the lowest, or one by chance."""
    seats = int(ruleset.rules.to_act(s))
    owing = [seat for seat in range(2) if seats >> seat & 1]
    if len(owing) > 1 and chance:
        return chance.choice(owing)
    return owing[0] if owing else -1


def legal_orders(ruleset: Ruleset, s: Any, seat: int) -> list[Action]:
    """The legal orders of a seat as rows of their own."""
    return [copy(ROOM.rows[i]) for i in range(ruleset.rules.legal(s, seat, ROOM))]


def pick(
    ruleset: Ruleset, s: Any, seat: int, orders: list[Action], chance: random.Random, wandering: float
) -> Action:
    """Now and then any order, else the one of a handful that looks best: random sides seldom meet."""
    if chance.random() < wandering:
        return chance.choice(orders)
    handful = chance.sample(orders, min(len(orders), HANDFUL))
    if len(handful) == 1:
        return handful[0]

    def promise(a: Action) -> float:
        after = copy(s)
        ruleset.rules.apply(after, a, new_dice(chance.getrandbits(32)), OFF)
        return worth(ruleset.rules.estimate, after, seat)

    return max(handful, key=promise)


def moments(
    ruleset: Ruleset,
    scenario: str,
    seed: int,
    options: Options | None = None,
    forces: Mapping[str, Any] | None = None,
    limit: int = LONGEST,
    start: Any = None,
    wandering: float = WANDERING,
) -> Iterator[DecisionPoint]:
    """A random game decision by decision, to its end or to `limit` decisions, from `start` if one is given.

    The log of a moment holds until the next one. Stuck if the game goes nowhere.
    """
    s, log = start or ruleset.set_up(scenario, options, forces), blank(Log)
    dice, chance = new_dice(seed, mode=Mode.FREE), random.Random(seed)
    listen(log)
    for number in range(1, limit + 1):
        seat = seat_to_act(ruleset, s, chance)
        if seat < 0:
            return
        orders = legal_orders(ruleset, s, seat)
        if not orders:
            raise Stuck(f"decision {number}: seat {seat} has nothing to order")
        chosen, after = pick(ruleset, s, seat, orders, chance, wandering), copy(s)
        forget(log)
        ruleset.rules.apply(after, chosen, dice, log)
        yield DecisionPoint(ruleset, number, s, seat, orders, chosen, after, log, dice, chance)
        s = after
    if limit == LONGEST:
        raise Stuck(f"no end after {limit} decisions")


@lru_cache(maxsize=OPENINGS)
def opening(ruleset: Ruleset, scenario: str) -> list[DecisionPoint]:
    """The first moments of a random game, played once for every check of positions and orders.

    Their logs are gone: each held until the next one.
    """
    return list(moments(ruleset, scenario, 3, limit=OPENING))


@dataclass
class WatchedGame:
    """What watching a game came to."""

    problems: list[str] = field(default_factory=list)
    decisions: int = 0
    finished: bool = False


def watch(
    ruleset: Ruleset,
    scenario: str,
    seed: int,
    watches: tuple[Watch, ...],
    options: Options | None = None,
    limit: int = LONGEST,
    most: int = 8,
    wandering: float = WANDERING,
    start: Any = None,
) -> WatchedGame:
    """Play a random game under the eyes of some watches; at most so many problems."""
    game, shown = WatchedGame(), f"{scenario}, seed {seed}"
    try:
        for moment in moments(
            ruleset, scenario, seed, options, limit=limit, start=start, wandering=wandering
        ):
            game.decisions, game.finished = moment.number, ruleset.rules.result(moment.after) >= 0
            for look in watches:
                game.problems += [
                    f"{scenario}, seed {seed}, decision {moment.number}: {p}" for p in look(moment)
                ]
            if len(game.problems) >= most:
                break
    except Stuck as wrong:
        game.problems.append(f"{shown}: {wrong}")
    return game


# ---------------------------------------------------------------- watches


def only_seats_that_owe(m: DecisionPoint) -> Iterator[str]:
    """Orders are offered to the seats that owe a decision and to nobody else; a result ends the game."""
    verbs = m.ruleset.rules
    for seat in range(2):
        owes = bool(verbs.to_act(m.before) >> seat & 1)
        if bool(m.orders if seat == m.seat else m.others) != owes:
            yield f"seat {seat} {'owes a decision without orders' if owes else 'has orders out of turn'}"
    if (verbs.result(m.after) >= 0) != (verbs.to_act(m.after) == 0):
        yield "a result and somebody still to act, or neither"


def offers(m: DecisionPoint) -> Iterator[tuple[int, list[Action]]]:
    """The legal orders of every seat that owes a decision; first of the one whose moment it is."""
    yield m.seat, m.orders
    other = 1 - m.seat
    if m.ruleset.rules.to_act(m.before) >> other & 1:
        yield other, m.others


def legal_is_allowed(m: DecisionPoint) -> Iterator[str]:
    """No legal order is refused, none is offered twice, each is its seat's own."""
    for seat, orders in offers(m):
        seen: set[tuple[int, ...]] = set()
        for a in orders:
            if code := m.ruleset.rules.check(m.before, seat, a):
                yield f"{m.text(a)} is offered and refused: {m.ruleset.speech.refusal(code).code}"
            if key(a) in seen:
                yield f"{m.text(a)} is offered twice"
            seen.add(key(a))
            if a.seat != seat:
                yield f"{m.text(a)} is offered to the other side"


def mutate(a: Action, chance: random.Random) -> Action:
    """The order with one field changed."""
    mutant = copy(a)
    name = chance.choice(FIELDS)
    now = getattr(a, name)
    value = chance.choice((-1, 0, 1, 2, 3, 5, now + 1, now - 1, now + 6, now - 6, *WILD))
    setattr(mutant, name, value)
    return mutant


def does_what_it_says(m: DecisionPoint, a: Action) -> Iterator[str]:
    """An allowed order does what its text says, stray fields or not."""
    text = m.text(a)
    read = m.ruleset.speech.parse_action(m.before, m.seat, text)
    if same(a, read):
        return
    if m.outcome(a) != m.outcome(read):
        fields = ", ".join(f"{name} {getattr(a, name)}" for name in FIELDS)
        yield f"an order ({fields}) is allowed and does something else than {text!r}"


def probes_are_judged(m: DecisionPoint) -> Iterator[str]:
    """Orders nearly right: a refused one is not offered and has words; an allowed one can be carried out."""
    rules = m.ruleset.files.rulebook().rules
    for _ in range(PROBES):
        a = mutate(m.chance.choice(m.orders), m.chance)
        code = m.ruleset.rules.check(m.before, m.seat, a)
        if code == 0:
            yield from does_what_it_says(m, a)
            continue
        refusal = m.ruleset.speech.refusal(code)
        if key(a) in m.legal_keys:
            yield f"{m.text(a)} is refused ({refusal.code}) and offered"
        if not refusal.text or not refusal.code or (refusal.rule and refusal.rule not in rules):
            yield f"reason {code} has no words, or cites {refusal.rule!r}"


def texts_parse_back(m: DecisionPoint) -> Iterator[str]:
    """The text of an order is read as that order."""
    for seat, a in ((seat, a) for seat, orders in offers(m) for a in orders):
        text = m.text(a)
        try:
            read = m.ruleset.speech.parse_action(m.before, seat, text)
        except ValueError as wrong:
            yield f"{text!r} is not understood: {wrong}"
            continue
        if not same(a, read):
            yield f"{text!r} is read as {m.text(read)!r}"


def every_order_is_one(m: DecisionPoint) -> Iterator[str]:
    """Each of the list of every order may be given, stands there once, is its text; the offered are there."""
    for seat, offered in offers(m):
        every = list(m.ruleset.every_order(m.before, seat))
        keys = {key(a) for a in every}
        if len(keys) != len(every):
            yield f"{len(every) - len(keys)} of every order of seat {seat} are there twice"
        yield from (
            f"{m.text(a)} is offered and not among every order" for a in offered if key(a) not in keys
        )
        for a in every:
            if code := m.ruleset.rules.check(m.before, seat, a):
                yield f"{m.text(a)} is among every order and refused: {m.ruleset.speech.refusal(code).code}"
            elif not is_round_trip(m, seat, a):
                yield f"{m.text(a)!r}, among every order, is read as something else"


def is_round_trip(m: DecisionPoint, seat: int, a: Action) -> bool:
    """Whether the text of an order is read as that order."""
    try:
        return bool(same(a, m.ruleset.speech.parse_action(m.before, seat, m.text(a))))
    except ValueError:
        return False


def events_have_words(m: DecisionPoint) -> Iterator[str]:
    """What happened is told in sentences whose rules exist; no event is lost, no die goes wrong."""
    rules = m.ruleset.files.rulebook().rules
    if m.log.lost or m.dice.fault != DiceFault.NONE:
        yield f"{m.text(m.chosen)} loses events or dice"
    sentences = m.ruleset.tell(m.after, m.chosen, m.log)
    if m.log.count and not sentences:
        yield f"{m.text(m.chosen)} passes without a word: kinds {[e.kind for e in plain_events(m.log)]}"
    for sentence in sentences:
        if not sentence.text.strip():
            yield f"{m.text(m.chosen)}: an empty sentence"
        cited = [*sentence.rules, *(r.rule for r in sentence.rolls)]
        cited += [modifier.rule for r in sentence.rolls for modifier in r.modifiers]
        yield from (f"{sentence.text!r} cites {rule!r}" for rule in cited if rule and rule not in rules)


def estimates_are_in_range(m: DecisionPoint) -> Iterator[str]:
    """What runs is nobody's for sure, what is won is worth more than half: at every end, and sometimes."""
    won = m.ruleset.rules.result(m.after)
    if won < 0 and m.number % JUDGED:
        return
    both = [m.ruleset.rules.estimate(m.after, seat) for seat in range(2)]
    if sum(both) != WON:
        yield f"the estimates of the seats are {both[0]} and {both[1]}"
    for seat, value in enumerate(both):
        if not (0 < value < WON if won < 0 else 0 <= value <= WON):
            yield f"the estimate of seat {seat} is {value}"
        if won >= 0 and (won == seat) != (2 * value > WON):
            yield f"seat {seat} has won or not, but its estimate is {value}"


def state_is_sound(m: DecisionPoint) -> Iterator[str]:
    """The position fits its record and the order given has not been changed by it."""
    try:
        pack(m.after)
    except (OverflowError, TypeError, ValueError) as wrong:
        yield f"{m.text(m.chosen)} leaves a position that does not fit its record: {wrong}"


def views_are_whole(m: DecisionPoint) -> Iterator[str]:
    """Every seat and a spectator can be shown the position, which stays as it is; every button allowed is an
    allowed order.
    """
    for seat in (0, 1, None):
        known = m.ruleset.observation(m.before, seat)
        before = digest(known)
        m.ruleset.table.status(known, seat)
        m.ruleset.table.cards(known, seat)
        m.ruleset.table.scene(known, seat)
        if digest(known) != before:
            yield f"to show the position to seat {seat} changes it"
    for button in m.ruleset.table.orders(m.ruleset.observation(m.before, m.seat), m.seat):
        try:
            a = m.ruleset.speech.parse_action(m.before, m.seat, button.text)
        except ValueError as wrong:
            yield f"button {button.text!r} is not understood: {wrong}"
            continue
        code = m.ruleset.rules.check(m.before, m.seat, a)
        if bool(code) != bool(button.refusal):
            yield f"button {button.text!r} says {button.refusal}, the rules say {code}"


ALWAYS: tuple[Watch, ...] = (
    only_seats_that_owe,
    legal_is_allowed,
    probes_are_judged,
    texts_parse_back,
    events_have_words,
    estimates_are_in_range,
    state_is_sound,
)
