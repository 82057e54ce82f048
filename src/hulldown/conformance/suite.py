"""What every ruleset must satisfy: its actions, its secrets, its odds, by random play that is watched."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from hulldown.ai import choose, player
from hulldown.game import Game, load, verify
from hulldown.kernel.actions import Action, Actions, Log, forget, key, listen, same
from hulldown.kernel.batch import Tally, games
from hulldown.kernel.dice import Dice, DiceFault, Mode, new_dice
from hulldown.kernel.engine import Interpreted, conceal, nothing_hidden
from hulldown.kernel.records import blank, copy, digest, pack
from hulldown.kernel.walk import WON, worth
from hulldown.odds import Distribution, TooManyTapes, odds
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets.api.files import OptionInfo
from hulldown.rulesets.api.odds import TooManyWays
from hulldown.rulesets.api.ruleset import Ruleset, plain_events
from hulldown.rulesets.common.bots import engine
from hulldown.rulesets.common.explanation import OFF

ROOM = blank(Actions)
WILD = (30, -30, 5_000, -5_000, 10**6, -(10**6))  # beyond every list a position has
LONGEST = 5_000  # decisions; a random game longer than this is taken for endless
WANDERING, HANDFUL = 0.5, 3  # how often an order is picked blindly, from how many it is else chosen
OPENING, OPENINGS = 40, 8  # decisions of a battle whose moments several checks look at; how many are kept
NEAR_MISSES = 3  # orders nearly right that are tried at each decision
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
    for _ in range(NEAR_MISSES):
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


# ---------------------------------------------------------------- suite
# What every ruleset must satisfy: its actions, its secrets, its odds.


ODDS_COMPARED = 2  # orders of the other seat whose odds are compared
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
    orders = legal_orders(ruleset, known, seat)[:ODDS_COMPARED]
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
    return ruleset.rules.mask is not nothing_hidden


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
    form.bound(conceal)(form.to_buffer(s), known, seat)
    return form.key(known, 0)


# ---------------------------------------------------------------- odds checks
# Odds that a ruleset works out itself must be those of its rules, wherever these can be walked.


TAPES = 300  # ways for the dice to fall that are walked for one order; 3,000 finish no more walks
DECISIONS = 6  # of a battle, whose orders are reckoned
ORDERS_WALKED = 4  # orders of one decision


def own_odds_hold(ruleset: Ruleset) -> list[str]:
    """Orders that a ruleset has own odds for: the same as by walking, if they can be walked."""
    if ruleset.odds.own is None:
        return []
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)[:DECISIONS]
        for a in spread(m)
        if (problem := disagreement(ruleset, m.before, a))
    ]


def spread(m: DecisionPoint) -> list[Action]:
    """Some of the orders of a moment, from all over their list; others of an equal list met later."""
    stride = max(1, -(-len(m.orders) // ORDERS_WALKED))
    return m.orders[m.number // stride % stride :: stride]


def disagreement(ruleset: Ruleset, s: Any, a: Action) -> str:
    """What is wrong with the own odds of an order, or nothing."""
    try:
        own = ruleset.odds.own(s, [a], ruleset.odds.subject(s, a)) if ruleset.odds.own else None
        if own is None:
            return ""
        worked_out = Distribution.of(own)
        enumerated = enumerate_outcomes(ruleset, s, [a], ruleset.odds.subject(s, a), TAPES)
    except (TooManyTapes, TooManyWays):
        return ""
    except ValueError as wrong:
        return f"the odds of {ruleset.speech.action_text(s, a)}: {wrong}"
    if worked_out.chances() == enumerated.chances():
        return ""
    return f"the odds of {ruleset.speech.action_text(s, a)} are not those of the rules"


# ---------------------------------------------------------------- suite
# What every ruleset must satisfy, whoever wrote it.
#
# Each check takes a ruleset and gives the problems it found, in sentences; none when all is well.
# `check_all(ruleset)` runs them by name. Seeds and numbers of games are small, so that a suite of tests can
# afford them; give more to look harder.


PLAYERS = ("random:seed=1", "greedy:seed=1", "mcts:2:seed=1")
Check = Callable[[Ruleset], list[str]]


# ---------------------------------------------------------------- play


def games_end(ruleset: Ruleset, seeds: Iterable[int] = FIRST) -> list[str]:
    """Random games come to an end, and every decision on the way is in order (see `playing`)."""
    problems: list[str] = []
    for scenario in ruleset.files.scenarios():
        for seed in seeds:
            game = watch(ruleset, scenario, seed, ALWAYS)
            problems += game.problems
            if not game.finished and not game.problems:
                problems.append(f"{scenario}, seed {seed}: no result after {game.decisions} decisions")
    return problems


def views_hold(ruleset: Ruleset) -> list[str]:
    """Buttons, cards, status and scene of the first decisions say what the rules say."""
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)
        for problem in views_are_whole(m)
    ]


def players_of(ruleset: Ruleset, start: Any) -> list[str]:
    """The general players, and those of the ruleset that can play such a game."""
    own = [f"{bot.id}:seed=1" for bot in ruleset.computers.bots() if not bot.unfit(start)]
    return list(dict.fromkeys([*PLAYERS, *own]))


def players_play(ruleset: Ruleset, decisions: int = 2) -> list[str]:
    """Every kind of computer player finds a legal order in every scenario."""
    problems = []
    for scenario in ruleset.files.scenarios():
        for text in players_of(ruleset, ruleset.set_up(scenario)):
            computer, s, dice = player(text, ruleset), ruleset.set_up(scenario), new_dice(5)
            for _ in range(decisions):
                if (seat := seat_to_act(ruleset, s)) < 0:
                    break
                order = choose(computer, ruleset, s, seat)
                if code := ruleset.rules.check(s, seat, order):
                    problems.append(
                        f"{scenario}: {text} orders what is refused: {ruleset.speech.refusal(code).text}"
                    )
                    break
                ruleset.rules.apply(s, order, dice, OFF)
    return problems


def every_order_holds(ruleset: Ruleset) -> list[str]:
    """The list of every order holds each once, all that is offered and nothing that is refused or misread."""
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)
        for problem in every_order_is_one(m)
    ]


# ---------------------------------------------------------------- the same again


def random_game(ruleset: Ruleset, scenario: str, seed: int, decisions: int) -> Game:
    """A game after some random decisions."""
    game, chance = Game.new(ruleset, scenario, seed=seed), Random(seed)
    while game.to_act and game.number < decisions:
        game.play(chance.choice(game.legal()))
    return game


def saves_hold(ruleset: Ruleset, decisions: int = 40, seed: int = 11) -> list[str]:
    """A saved game loads to the same position, open or sealed, and its replay agrees with itself."""
    problems = []
    for scenario in ruleset.files.scenarios():
        game = random_game(ruleset, scenario, seed, decisions)
        for sealed in (False, True):
            text = game.save(sealed)
            problems += [f"{scenario}: {difference}" for difference in verify(text, ruleset)]
            if load(text, ruleset).digest != game.digest:
                problems.append(f"{scenario}: a loaded game stands differently")
    return problems


def undo_holds(ruleset: Ruleset, decisions: int = 25, seed: int = 12) -> list[str]:
    """Taking back order after order leads through the very positions of the way there."""
    problems = []
    for scenario in ruleset.files.scenarios():
        game = random_game(ruleset, scenario, seed, decisions)
        digests = [game.at(number).digest for number in range(max(0, game.number - 5), game.number)]
        for number, expected in reversed(list(enumerate(digests, game.number - len(digests)))):
            game.undo(agreed=True)
            if game.digest != expected:
                problems.append(f"{scenario}: undone to order {number}, the position is another")
    return problems


def copies_hold(ruleset: Ruleset) -> list[str]:
    """A copy is equal and independent; the same order and dice make equal positions of both."""
    problems = []
    for scenario in ruleset.files.scenarios():
        for m in opening(ruleset, scenario):
            twin, before = copy(m.before), digest(m.before)
            legal_orders(ruleset, m.before, m.seat)
            again = copy(m.before)
            for position in (twin, again):
                ruleset.rules.apply(position, m.chosen, new_dice(m.number), OFF)
            if digest(m.before) != before:
                problems.append(f"{scenario}, decision {m.number}: asking or copying changed the position")
            if digest(twin) != digest(again):
                problems.append(f"{scenario}, decision {m.number}: equal dice, unequal positions")
    return problems


def compiled_agrees(ruleset: Ruleset, count: int = 3) -> list[str]:
    """The compiled rules play the very games that the interpreted ones play. Compiles them if need be."""
    from hulldown.rulesets.common.bots import SEARCHERS

    both = engine(ruleset)
    both.load(list(SEARCHERS))
    plain = Interpreted(ruleset.state, both.verbs)
    problems = []
    for scenario in ruleset.files.scenarios():
        tallies = [run_of_games(form, ruleset.set_up(scenario), count) for form in (plain, both.backend)]
        if tallies[0] != tallies[1]:
            problems.append(f"{scenario}: interpreted {tallies[0]}, compiled {tallies[1]}")
    return problems + (veils_agree(ruleset, plain, both.backend) if may_hide(ruleset) else [])


def run_of_games(form: Interpreted, start: Any, count: int) -> tuple[int, ...]:
    """Seeded random games in one form: decisions, results, digest."""
    tally, dice = form.new(Tally)[0], (form.new(Dice)[0], form.new(Dice)[0])
    orders, log = form.new(Actions)[0], form.new(Log)[0]
    form.bound(games)(form.to_buffer(start), form.to_buffer(start), orders, *dice, log, tally, 0, count)
    return tuple(int(getattr(tally, name)) for name in ("decisions", "first", "second", "draws", "digest"))


# ---------------------------------------------------------------- variants


def values_of(option: OptionInfo) -> list[str]:
    """Values worth trying: every one listed; of a number its bounds too."""
    bounds = [str(option.low), str(option.high)] if option.number else []
    return list(dict.fromkeys([*option.values, option.default, *bounds]))


def options_load(ruleset: Ruleset, everywhere: bool = False, decisions: int = 12) -> list[str]:
    """Every value of every option sets every scenario up and can be played a little, with any orders.

    It is played in one scenario, the values taking them in turn, or in all where it makes a difference.
    """
    rules, options, scenarios = (
        ruleset.files.rulebook().rules,
        ruleset.files.options(),
        list(ruleset.files.scenarios()),
    )
    problems = [
        f"option {name} cites {option.rule!r}" for name, option in options.items() if option.rule not in rules
    ]
    values = [(name, value) for name, option in options.items() for value in values_of(option)]
    for at, scenario in enumerate(scenarios):
        begun: set[str] = set()  # many values are what the scenario has anyway: one game of it is enough
        for number, (name, value) in enumerate(values):
            shown = f"{scenario} with {name} = {value}"
            try:
                start = ruleset.set_up(scenario, {name: value})
            except ValueError as wrong:
                problems.append(f"{shown}: {wrong}")
                continue
            if (everywhere or number % len(scenarios) == at) and (mark := digest(start)) not in begun:
                begun.add(mark)
                game = watch(ruleset, scenario, 17, (), limit=decisions, wandering=1, start=start)
                problems += [f"{shown}: {problem}" for problem in game.problems]
    return problems


CHECKS: Mapping[str, Check] = {
    "games end": games_end,
    "views hold": views_hold,
    "every order holds": every_order_holds,
    "players play": players_play,
    "saves hold": saves_hold,
    "undo holds": undo_holds,
    "copies hold": copies_hold,
    "options load": options_load,
    "own odds hold": own_odds_hold,
    "secrets hold": secrets_hold,
    "compiled agrees": compiled_agrees,
}


def check_all(ruleset: Ruleset) -> dict[str, list[str]]:
    """The problems of every check by its name; only those that found any."""
    results = {name: check(ruleset) for name, check in CHECKS.items()}
    return {name: problems for name, problems in results.items() if problems}
