"""Odds in words: what an order may do, and what is left of a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product, starmap
from math import prod
from typing import Any, NamedTuple

from hulldown.kernel.actions import Action, forget, make
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy, pack
from hulldown.rulesets.api.odds import End, Ends, Foresight, OddsLine, PreviewShot, TooManyWays
from hulldown.rulesets.chase import actions, events, exact, gunnery, state, turn, victory
from hulldown.rulesets.chase.actions import aim, check, foreseen, to_act
from hulldown.rulesets.chase.driving import ram_dm, raw_range, secret_orders, takes_test
from hulldown.rulesets.chase.explanation import Names, chart_rows, prize, row_heading
from hulldown.rulesets.chase.state import NOBODY, Mobility, Order, Pair, Phase, Standing, State, Verb, side_of
from hulldown.rulesets.chase.words import BANDS, COLLISIONS, action_text, find_tank, pairs_of, tank_id
from hulldown.rulesets.common.explanation import chances, gathered, open_log, plays

WIDEST = 4_000  # positions; only team battles can lead to more
NO_WOUND = (0, 0)
DESTROYED = (0, 0, 0)  # as a damage state (CH-11.7)
Throws = dict[int, tuple[int, int]]  # of each tank that makes a test: its first total, its last


class TooWide(TooManyWays):
    """A team battle goes on in more ways than are worth counting."""


class Leaf(NamedTuple):
    """A position in which the dice of a decision may leave the battle, with its chance."""

    state: State
    chance: Fraction

    @property
    def fires(self) -> bool:
        """Whether the guns fire next."""
        return bool(self.state.phase == Phase.FIRE)

    @property
    def over(self) -> bool:
        """Whether the turn has ended (`victory.keep_fates`)."""
        return bool(self.state.tanks[0].left != 0)


def unfold(s: State, a: Action) -> list[Leaf]:
    """Every position before the guns fire, at the next decision or at the end of the turn. TooWide."""
    todo: list[Leaf] = list(decision_leaves(s, a))
    done: list[Leaf] = []
    while todo:
        if len(todo) + len(done) > WIDEST:
            raise TooWide(len(todo) + len(done))
        leaf = todo.pop()
        if leaf.fires or leaf.over:
            done.append(leaf)
            continue
        for after, chance, goes_on in onward(leaf.state):
            (todo if goes_on else done).append(Leaf(after, leaf.chance * chance))
    return done


def decision_leaves(s: State, a: Action) -> Iterator[Leaf]:
    """The decision itself."""
    if a.verb == Verb.RAM and a.choice and not s.options.house.count:
        yield from ram_leaves(s)
        return

    def play(d: Dice) -> State:
        after = copy(s)
        actions.carry_out(after, a, d, exact.QUIET)
        return after

    leaves = starmap(Leaf, plays(play))
    yield from merged(leaves) if a.verb == Verb.RAM else leaves


def merged(leaves: Iterable[Leaf]) -> Iterator[Leaf]:
    """Equal positions as one."""
    same: dict[bytes, Leaf] = {}
    for leaf in leaves:
        key = pack(leaf.state).tobytes()
        before = same[key].chance if key in same else NEVER
        same[key] = Leaf(leaf.state, before + leaf.chance)
    yield from same.values()


def onward(s: State) -> Iterator[tuple[State, Fraction, bool]]:
    """One step of the turn: each position it leads to, and whether the turn goes on from there."""
    if s.phase == Phase.DRIVING:
        for after, chance in after_tests(s):
            yield after, chance, True
        return

    def play(d: Dice) -> tuple[State, bool]:
        after = copy(s)
        return after, bool(turn.step(after, d, exact.QUIET))

    for (after, goes_on), chance in plays(play):
        yield after, chance, goes_on


def after_tests(s: State) -> Iterator[tuple[State, Fraction]]:
    """Positions after the Driving tests: one for each result that the chart tells apart (CH-13.3)."""
    tested = [t for t in range(state.TANKS) if takes_test(s, t)]
    cases = team_totals(s, tested) if s.options.team_battle else duel_totals(s, tested)
    for rolled, chance in cases:
        after = copy(s)
        for t in range(state.TANKS):
            after.tanks[t].rolled, after.tanks[t].total, after.tanks[t].first = 0, 0, 0
        for t, (first, last) in rolled.items():
            after.tanks[t].rolled, after.tanks[t].total, after.tanks[t].first = 1, last, first
        after.phase = Phase.PAIR
        yield after, chance


def duel_totals(s: State, tested: list[int]) -> Iterable[tuple[Throws, Fraction]]:
    """Totals of a duel with equal results taken together. Ties that are rolled again fall out (CH-5.4)."""
    both = (0, state.SIDE_TANKS)
    a, b = (exact.battle_rolls(s, t) if t in tested else exact.NO_TEST for t in both)
    groups: dict[exact.Driven, tuple[exact.Tested, Fraction]] = {}
    for test, chance in exact.driving_outcomes(s.options, a, b):
        key = exact.driven_of(test.pair)
        groups[key] = test, chance + (groups[key][1] if key in groups else 0)
    weight = sum((chance for _, chance in groups.values()), Fraction(0))
    for test, chance in groups.values():
        rolled = zip(both, test.first, test.last, strict=True)
        thrown = {t: (first, last) for t, first, last in rolled if first is not None and last is not None}
        yield thrown, chance / weight


def team_totals(s: State, tested: list[int]) -> Iterable[tuple[Throws, Fraction]]:
    """Totals of everybody in a team battle (CH-14.5)."""
    if (ways := len(exact.dice_sums(2)) ** len(tested)) > WIDEST:
        raise TooWide(ways)
    for rolls in product(*(exact.battle_rolls(s, t) for t in tested)):
        chance = prod((part for _, part in rolls), start=Fraction(1))
        thrown = {t: total for t, (total, _) in zip(tested, rolls, strict=True) if total is not None}
        yield {t: (total, total) for t, total in thrown.items()}, chance


# ---------------------------------------------------------------- movement


def places(s: State, orders: tuple[int, int], policy: exact.Policy) -> dict[exact.Place, Fraction]:
    """The chance of each end of the movement of a duel that waits for orders, with these orders and choices:
    as `exact.transition`, but played, so that house rules count.
    """
    begun = fresh_copy(s)
    for side, order in enumerate(orders):
        begun.tanks[begun.pair[0].tank[side]].order = begun.pair[0].order[side] = order
    begun.phase = Phase.DRIVING
    todo, ended = [(Leaf(begun, Fraction(1)), NOBODY, False)], []
    while todo:
        leaf, rammer, waits = todo.pop()
        if leaf.over or leaf.state.phase in (Phase.TARGETS, Phase.FIRE, Phase.END):
            ended.append((place_of(leaf.state, rammer), leaf.chance))
        elif not waits:
            steps = onward(leaf.state)
            todo += [(Leaf(after, leaf.chance * part), rammer, not goes_on) for after, part, goes_on in steps]
        else:
            a = by_policy(leaf.state, policy)
            for after in decision_leaves(leaf.state, a):
                rams = a.verb == Verb.RAM and after.state.tanks[a.actor].collided
                by = side_of(a.actor) if rams else rammer
                todo.append((Leaf(after.state, leaf.chance * after.chance), by, False))
    return gathered(ended)


def by_policy(s: State, policy: exact.Policy) -> Action:
    """The decision that a policy makes where a pair waits for it."""
    p, side = s.pair[s.acting], actions.decider(s)
    seat, t, enemy = state.seat_of(s, side), int(p.tank[side]), int(p.tank[1 - side])
    if s.phase == Phase.SHIFT:
        shift = policy.shift(tuple(range(int(p.low), int(p.high) + 1)))
        return make(seat, Verb.SHIFT, t, enemy, choice=shift)
    if s.phase == Phase.FACING:
        ways = [int(policy.own if whose == side else policy.enemy) for whose in range(2)]
        shown = [way if actions.picked(p, whose) else NOBODY for whose, way in enumerate(ways)]
        return make(seat, Verb.FACE, t, enemy, facing=shown[0], choice=shown[1])
    if s.phase == Phase.RAM:
        return make(seat, Verb.RAM, t, enemy, choice=int(policy.ram))
    return make(seat, Verb.OPEN, t, enemy, choice=int(policy.open))


def place_of(s: State, rammer: int) -> exact.Place:
    """Where the movement of a duel has ended."""
    p = s.pair[0]
    if p.raw == state.Band.BROKEN:
        return exact.Place(int(s.event))
    facings = int(p.facing[0]), int(p.facing[1])
    down = bool(s.tanks[p.tank[0]].down), bool(s.tanks[p.tank[1]].down)
    return exact.Place(state.Event.NONE.value, int(p.range), facings, down, rammer)


# ---------------------------------------------------------------- rams


def ram_effects(s: State, p: Pair, side: int) -> dict[int, Fraction]:
    """The chance of each Effect of a ram that succeeds (CH-8.6); the rest fails."""
    if s.options.ram_test == state.RamTest.SAME:
        return {int(p.effect[side]): Fraction(1)} if p.success[side] else {}
    return exact.effect_odds(ram_dm(s, p, side, s.mute), s.options.ram_score)


def impact(s: State, p: Pair, side: int) -> exact.Impact:
    """A tank of a pair as it meets the other one."""
    t = s.tanks[p.tank[side]]
    return exact.Impact(t.profile, int(t.now.mobility), int(p.facing[side]))


def ram_leaves(s: State) -> Iterator[Leaf]:
    """A ram attempt of the side that is asked: it fails, or both tanks are hurt (CH-8.5, CH-8.17)."""
    p = s.pair[s.acting]
    side = turn.side_to_ask(p)
    effects = ram_effects(s, p, side)
    success = sum(effects.values(), Fraction(0))
    if success < 1:
        after = fresh_copy(s)
        turn.ram(after, after.pair[s.acting], 1, exact.scripted_dice(1, 1), exact.QUIET)
        yield Leaf(after, 1 - success)
    if not success:
        return
    crash = exact.ram_odds(s.options, impact(s, p, side), impact(s, p, 1 - side), effects)
    for mine, chance in with_none(exact.crash_wounds(s.options, crash.attacker), Fraction(1)).items():
        for theirs, part in with_none(exact.crash_wounds(s.options, crash.defender), success).items():
            yield Leaf(after_crash(s, side, mine, theirs), chance * part)


def fresh_copy(s: State) -> State:
    """A copy for a new decision: no tank's fate is settled."""
    after = copy(s)
    for t in after.tanks:
        t.left = 0
    return after


def with_none(wounds: exact.Wounds, whole: Fraction) -> dict[tuple[int, int], Fraction]:
    """Wounds with what is left of their whole as no wound."""
    rest = whole - sum(wounds.values(), Fraction(0))
    return {**wounds, **({NO_WOUND: rest} if rest else {})}


def after_crash(s: State, side: int, mine: tuple[int, int], theirs: tuple[int, int]) -> State:
    """The position after a collision with these wounds."""
    after = fresh_copy(s)
    p = after.pair[s.acting]
    for whose, wound in ((side, mine), (1 - side, theirs)):
        t = int(p.tank[whose])
        after.tanks[t].collided = 1
        if wound != NO_WOUND:
            gunnery.harm(s.options, after.tanks[t].now, *wound)
            gunnery.wear(after, t, int(p.facing[whose]), exact.QUIET)
    turn.end_ram(after, p, 1, exact.QUIET)
    return after


# ---------------------------------------------------------------- fates
# What becomes of a tank by a decision, exactly: the numbers of `victory.py` with their chances.


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The exact chance of each fate of the tank that a decision is about (CH-10.10, CH-13.3).

    None where no tank is named; TooWide in the rare team battle that goes on in too many ways to count.
    """
    subject = int(a.target if a.target != NOBODY else a.actor)
    if subject == NOBODY:
        return None
    return fates_of(unfold(s, a), subject, exact.Gunfire())


def fates_of(leaves: Iterable[Leaf], t: int, guns: exact.Gunfire) -> dict[int, Fraction]:
    """The chance of each fate of a tank over these positions, their shots counted."""
    return gathered(part for leaf in leaves for part in fates_in(leaf, t, guns))


def fates_in(leaf: Leaf, t: int, guns: exact.Gunfire) -> Iterable[tuple[int, Fraction]]:
    """The fates of a tank from one position."""
    standing = int(leaf.state.tanks[t].standing)
    if not leaf.fires or standing != Standing.ACTIVE:
        return [(int(victory.outcome(leaf.state, exact.QUIET, t)), leaf.chance)]
    dead = victory.fate_of(Standing.DESTROYED.value, *DESTROYED)
    spread = guns.spread(leaf.state, t).items()
    return [
        (int(victory.fate_of(standing, *now) if now else dead), leaf.chance * chance)
        for now, chance in spread
    ]


def outcome_facts(before: State, t: int, number: int) -> dict[str, Any]:
    """A fate in words: {"standing": "active", "hull": 3, "mobility": "damaged", "gun": "sound"}."""
    standing, hull, mobility, gun = victory.unpack_fate(number)
    return {
        "standing": Standing(standing).name.lower(),
        "hull": hull,
        "mobility": Mobility(mobility).name.lower(),
        "gun": state.Gun(gun).name.lower(),
    }


# ---------------------------------------------------------------- secret
# The odds panel of a secret order: both Driving tests, then the chart against each order of the enemy.


Lines = list[OddsLine]
Tests = Mapping[exact.Driven, Fraction]
NEVER = Fraction(0)


def order_lines(s: State, a: Action) -> Lines:
    """The Driving tests and, for each order of each opponent, range and shots (CH-16.4)."""
    t, side = int(a.actor), side_of(int(a.actor))
    pairs = [s.pair[i] for i in pairs_of(s, t) if s.pair[i].open]
    lines: Lines = []
    hang = False  # whether the tests hang on the order of an enemy
    for p in pairs:
        tests = tests_of(s, p)
        rows = rows_of(s, p, side, int(a.choice)) if s.options.house.count else []
        hang = hang or any(tests_of(s, q) != tests for q in rows)
        lines += [] if hang else first_lines(s, p, side, int(a.choice), tests, alone=len(pairs) == 1)
    for p in pairs:
        for q in rows_of(s, p, side, int(a.choice)):
            heading = row_heading(names_of(s, q), q, side, int(a.choice))
            lines += hanging_lines(s, q, side, int(a.choice), heading) if hang else []
            lines += pair_lines(s, q, side, heading)
    return lines


def rows_of(s: State, p: Pair, side: int, order: int) -> list[Pair]:
    """A pair with an order of a side against each that its enemy may have."""
    return list(chart_rows(p, side, order, orders_of(s, int(p.tank[1 - side]))))


def hanging_lines(s: State, q: Pair, side: int, order: int, heading: str) -> Lines:
    """The Driving tests for two orders, where a house rule has them hang on both."""
    tests = tests_of(s, q)
    lines = [*win_lines(s, q, side, order, tests, heading), *test_lines(s, q, side, order, tests, heading)]
    return [line for line in lines if line.rule != "CH-9.1" or order == Order.HULL_DOWN]


def names_of(s: State, p: Pair) -> Names:
    """Both tanks of a pair."""
    return tank_id(s, p.tank[0]), tank_id(s, p.tank[1])


def orders_of(s: State, t: int) -> list[int]:
    """The orders that a tank may have: all, unless one is known (CH-4.2, CH-4.4)."""
    if s.tanks[t].now.mobility == Mobility.IMMOBILISED:
        return [Order.HULL_DOWN.value]
    return list(secret_orders(s.options)) if s.tanks[t].order == Order.NONE else [int(s.tanks[t].order)]


# ---------------------------------------------------------------- Driving tests


def tests_of(s: State, p: Pair) -> Tests:
    """Every result of both tests of a pair (CH-13.3)."""
    return exact.driven_odds(s.options, *exact.both_rolls(s, p))


def chance_of_success(tests: Tests, side: int) -> Fraction:
    """The chance that a side's own total reaches the score (CH-5.3)."""
    return sum((p for driven, p in tests.items() if driven.success[side]), NEVER)


def first_lines(s: State, p: Pair, side: int, order: int, tests: Tests, *, alone: bool) -> Lines:
    """What an order is given for, then the rest of the tests: hull down comes of success (CH-9.1), all else
    of who wins (CH-5.3). Against several enemies nothing comes first.
    """
    down = order == Order.HULL_DOWN
    groups = ("effect", "effect") if not alone else ("effect", "result") if down else ("result", "effect")
    return [*win_lines(s, p, side, order, tests, groups[0]), *test_lines(s, p, side, order, tests, groups[1])]


def win_lines(s: State, p: Pair, side: int, order: int, tests: Tests, group: str) -> Lines:
    """Who wins the Driving tests (CH-5.3), and what the own order gains then."""
    marks = {side: "dead", 1 - side: "miss", NOBODY: "glance"}
    names = {who: f"{tank_id(s, p.tank[who])} wins the Driving test" for who in (side, 1 - side)}
    lines = []
    for who, mark in marks.items():
        chance = sum((part for driven, part in tests.items() if driven.winner == who), NEVER)
        text = names.get(who, "Nobody wins the Driving test")
        if chance and who == side:
            text += f": {prize(s, p, side, order, orders_of(s, int(p.tank[1 - side])))}"
        if chance:
            lines.append(OddsLine(text, chance, group, mark if group == "result" else "", "CH-5.3"))
    return lines


def test_lines(s: State, p: Pair, side: int, order: int, tests: Tests, group: str) -> Lines:
    """Successes; that of a tank that goes hull down is what hides it (CH-9.2)."""
    ours, theirs = tank_id(s, p.tank[side]), tank_id(s, p.tank[1 - side])
    chance = chance_of_success(tests, side)
    first = [OddsLine(f"{ours} succeeds", chance, group, "", "CH-5.3")]
    if order == Order.HULL_DOWN:
        marks = ("dead", "miss") if group == "result" else ("", "")
        first = [OddsLine(f"{ours} gets hull down", chance, group, marks[0], "CH-9.1")]
        if group == "result":
            first.append(OddsLine(f"{ours} stays in the open", 1 - chance, group, marks[1], "CH-9.1"))
    enemy = OddsLine(f"{theirs} succeeds", chance_of_success(tests, 1 - side), "effect", "", "CH-5.3")
    return [*first, enemy]


# ---------------------------------------------------------------- one pair of orders


def pair_lines(s: State, p: Pair, side: int, heading: str) -> Lines:
    """What two orders come to: both shots at the present range, hull down, where the range can go."""
    tests = tests_of(s, p)
    lines = [shot_line(s, p, side, heading), shot_line(s, p, 1 - side, heading)]
    if p.order[1 - side] == Order.HULL_DOWN:
        text = f"{tank_id(s, p.tank[1 - side])} gets hull down"
        lines.append(OddsLine(text, chance_of_success(tests, 1 - side), heading, "", "CH-9.1"))
    return [*lines, *range_lines(s, p, tests, heading)]


def shot_line(s: State, p: Pair, side: int, heading: str) -> OddsLine:
    """The chance to hit at the present range, a fixed gun supposed to bear (CH-10.6)."""
    q = copy(p)
    q.facing[:] = [state.Facing.NONE.value, state.Facing.NONE.value]
    shot = aim(s, q, side)
    chance = NEVER if shot.refusal else exact.hit_odds(s, q, side)
    return OddsLine(f"{shot.firer} hits at {BANDS[p.range]}", chance, heading, "", "CH-10.6")


def range_lines(s: State, p: Pair, tests: Tests, heading: str) -> Lines:
    """Who may move the range how far, with the chance of the test results that allow it (CH-6.10)."""
    chances: dict[tuple[str, str], Fraction] = {}
    for driven, chance in tests.items():
        words = range_words(s, p, exact.chart_of(s, p, driven))
        chances[words] = chances.get(words, NEVER) + chance
    return [OddsLine(text, chance, heading, "", rule) for (text, rule), chance in chances.items()]


def range_words(s: State, p: Pair, chart: exact.Chart) -> tuple[str, str]:
    """A range cell in words, with its rule: "A1 may go from Medium to Short"."""
    bands = [raw_range(s.options, int(p.range), shift) for shift in chart.shifts]
    if len(bands) == 1:
        stays = bands[0] == p.range
        return f"The range {'stays' if stays else f'becomes {band_words(bands[0])}'}", "CH-6.1"
    who = tank_id(s, p.tank[chart.decider])
    ends = [band_words(band) for band in (bands[0], bands[-1]) if band != p.range]
    return f"{who} may bring it to {' or '.join(ends)}", "CH-6.10"


def band_words(band: int) -> str:
    """A raw range as a place to go to (CH-2.4)."""
    words = {int(state.Band.PASSING): "Passing", int(state.Band.BROKEN): "out of contact"}
    return words.get(band, BANDS[band])


# ---------------------------------------------------------------- planning
# Odds of several orders given one after another: each position between two of them once (CH-13.3).


MOST = 4_000  # positions that a plan may lead through: a second or two
SHOT_AND_STEP = 2  # positions counted for each way in which shots fall


def plan_odds(s: State, plan: Sequence[Action], subject: int) -> Mapping[int, Fraction]:
    """The exact chance of each fate of a tank after the orders of a plan.

    A plan stops where its next order has become impossible. TooWide where there are too many positions.
    """
    return gathered(Planner(plan, subject).outcomes(s))


class Planner:
    """Walks a plan order by order; equal positions between two orders are one."""

    def __init__(self, plan: Sequence[Action], subject: int) -> None:
        self.plan, self.subject, self.guns = plan, subject, exact.Gunfire()
        self.seen = 0

    def count(self) -> None:
        """Count a position. TooWide when the plan has led through too many."""
        self.seen += 1
        if self.seen > MOST:
            raise TooWide(self.seen)

    def outcomes(self, s: State) -> Iterator[tuple[int, Fraction]]:
        """The fates of the tank with their chances, some of them several times."""
        layer = [Leaf(s, Fraction(1))]
        for order, following in zip(self.plan, self.plan[1:]):
            reached: dict[bytes, Leaf] = {}
            for after in self.after(layer, order):
                seat = int(following.seat)
                if not to_act(after.state) >> seat & 1 or check(after.state, seat, following):
                    yield int(victory.outcome(after.state, exact.QUIET, self.subject)), after.chance
                    continue
                key = pack(after.state).tobytes()
                before = reached[key].chance if key in reached else Fraction(0)
                reached[key] = Leaf(after.state, before + after.chance)
            layer = list(reached.values())
        for root in layer:
            for leaf in unfold(root.state, self.plan[-1]):
                self.count()
                for fate, chance in fates_in(leaf, self.subject, self.guns):
                    yield fate, chance * root.chance

    def after(self, layer: list[Leaf], order: Action) -> Iterator[Leaf]:
        """Every position at the next decision, or at the end, after an order."""
        for root in layer:
            todo = [Leaf(leaf.state, leaf.chance * root.chance) for leaf in unfold(root.state, order)]
            while todo:
                leaf = todo.pop()
                steps = self.fired(leaf.state) if leaf.fires else onward(leaf.state)
                for after, chance, goes_on in steps:
                    self.count()
                    reached = Leaf(after, leaf.chance * chance)
                    if goes_on:
                        todo.append(reached)
                    else:
                        yield reached

    def fired(self, s: State) -> Iterator[tuple[State, Fraction, bool]]:
        """The positions one step after the shots, the damage states of all tanks together; whether play goes
        on from there. TooWide before the first of them where there are too many.
        """
        if self.seen + SHOT_AND_STEP * (ways := self.guns.ways(s)) > MOST:
            raise TooWide(self.seen + ways)
        for states, chance in self.guns.together(s):
            self.seen += 1
            after = copy(s)
            after.phase = Phase.END
            for t, now in states.items():
                damage = after.tanks[t].now
                damage.hull, damage.mobility, damage.gun = now or DESTROYED
            for later, part, goes_on in onward(after):
                yield later, chance * part, goes_on


# ---------------------------------------------------------------- panel
# The odds panel of a decision: the own shot or ram first, then what becomes of both tanks this turn.


def odds_lines(before: State, a: Action, odds: Mapping[int, Fraction]) -> Lines:
    """What a player wants to know before a decision. `odds` are the fates of the tank it is about."""
    if a.verb == Verb.ORDER:
        return order_lines(before, a)
    if a.verb == Verb.DIRECTION:
        return fate_lines(before, int(a.actor), odds)
    if a.target == NOBODY or a.verb == Verb.JOIN:
        return []
    try:
        leaves = unfold(before, a)
    except TooWide:
        return fate_lines(before, int(a.target), odds)
    guns = exact.Gunfire()
    mine = shot_parts(before, leaves, int(a.actor), int(a.target), guns)
    theirs = shot_parts(before, leaves, int(a.target), int(a.actor), guns)
    ramming = a.verb == Verb.RAM and a.choice == 1
    return [
        *(ram_lines(before) if ramming else mine.results()),
        *sights(leaves, a),
        *(mine.hits() if ramming else []),
        *fate_lines(before, int(a.target), odds),
        *theirs.hits(),
        *fate_lines(before, int(a.actor), fates_of(leaves, int(a.actor), guns)),
        *(crash_lines(before) if ramming else mine.severities()),
    ]


class Parts:
    """The shot of a tank at another over the positions in which the guns fire."""

    def __init__(self, before: State, firer: int, target: int) -> None:
        self.firer, self.target = firer, target
        self.names = tank_id(before, firer), tank_id(before, target)
        self.asked = self.barred = self.hit = self.through = NEVER
        self.severity: dict[int, Fraction] = dict.fromkeys(range(1, 5), NEVER)

    def add(self, leaf: Leaf, guns: exact.Gunfire) -> None:
        """Count a position in which the shot is due."""
        self.asked += leaf.chance
        shot = guns.shot(leaf.state, self.firer)
        if shot.why:
            self.barred += leaf.chance
            return
        self.hit += leaf.chance * shot.hit
        for (_, degree), part in guns.wounds(leaf.state, self.firer).items():
            self.through += leaf.chance * part
            self.severity[degree] += leaf.chance * part

    def results(self) -> Lines:
        """The own shot as parts that add up to one, where it is sure that the guns fire (CH-10.7)."""
        if self.asked != 1 or self.barred == 1:
            return []
        none = [OddsLine(f"{self.names[0]} cannot fire", self.barred, "result", "miss", "CH-10.2")]
        return [
            *(none if self.barred else []),
            OddsLine(f"{self.names[0]} misses", 1 - self.barred - self.hit, "result", "miss", "CH-10.5"),
            OddsLine("Hit without effect", self.hit - self.through, "result", "glance", "CH-10.9"),
            OddsLine("Hit that does damage", self.through, "result", "dead", "CH-11.1"),
        ]

    def hits(self) -> Lines:
        """The chance that this shot hits, where the guns can fire."""
        if not self.asked or self.barred == self.asked:
            return []
        return [OddsLine(f"{self.names[0]} hits {self.names[1]}", self.hit, "effect", "", "CH-10.5")]

    def severities(self) -> Lines:
        """How bad the own hit is (CH-11.1)."""
        return [
            OddsLine(f"Severity {degree} to {self.names[1]}", chance, "detail", "", "CH-11.1")
            for degree, chance in self.severity.items()
            if chance
        ]


def shot_parts(before: State, leaves: Iterable[Leaf], firer: int, target: int, guns: exact.Gunfire) -> Parts:
    """Add up a shot over every position in which it is due."""
    parts = Parts(before, firer, target)
    for leaf in leaves:
        if leaf.fires and exact.target_of(leaf.state, firer) == target:
            parts.add(leaf, guns)
    return parts


def sights(leaves: list[Leaf], a: Action) -> Lines:
    """Where somebody decides before the guns fire: what both shots would hit with as it stands."""
    waiting = [leaf for leaf in leaves if not leaf.fires and not leaf.over]
    if len(waiting) < len(leaves) or not waiting:
        return []
    s = waiting[0].state
    i = turn.pair_of(s, int(a.actor), int(a.target))
    if i == NOBODY:
        return []
    p = foreseen(s, i)
    lines = []
    for side in (side_of(int(a.actor)), 1 - side_of(int(a.actor))):
        shot = aim(s, p, side)
        chance = NEVER if shot.refusal else exact.hit_odds(s, p, side)
        lines.append(OddsLine(f"{shot.firer} would hit at {BANDS[p.range]}", chance, "effect", "", "CH-10.5"))
    return lines


def fate_lines(before: State, t: int, odds: Mapping[int, Fraction]) -> Lines:
    """What becomes of a tank: nothing is said of what cannot get worse any more."""
    name, was = tank_id(before, t), victory.unpack_fate(int(victory.pack_fate(before.tanks[t])))
    rows = [(victory.unpack_fate(number), chance) for number, chance in odds.items()]

    def sums(column: int, value: int) -> Fraction:
        """The chance of a value that the tank did not have before."""
        if was[column] == value:
            return NEVER
        return sum((chance for row, chance in rows if row[column] == value), NEVER)

    lost = sum((p for row, p in rows if row[1] < was[1] and row[0] == Standing.ACTIVE), NEVER)
    lines = [
        OddsLine(f"{name} destroyed", sums(0, Standing.DESTROYED), "effect", "dead", "CH-11.7"),
        OddsLine(f"{name} escapes", sums(0, Standing.ESCAPED), "effect", "", "CH-12.3"),
        OddsLine(f"{name} gun knocked out", sums(3, state.Gun.KNOCKED_OUT), "effect", "", "CH-11.5"),
        OddsLine(f"{name} immobilised", sums(2, Mobility.IMMOBILISED), "effect", "", "CH-11.4"),
        OddsLine(f"{name} loses hull points", lost, "effect", "", "CH-11.3"),
        OddsLine(f"{name} gun damaged", sums(3, state.Gun.DAMAGED), "detail", "", "CH-11.5"),
        OddsLine(f"{name} drive damaged", sums(2, Mobility.DAMAGED), "detail", "", "CH-11.4"),
    ]
    return [line for line in lines if line.chance]


def crash_of(s: State) -> tuple[int, Fraction, exact.Crash]:
    """Who rams, the chance that it succeeds, and the collision, the target's part with that chance."""
    p = s.pair[s.acting]
    side = turn.side_to_ask(p)
    if s.options.house.count:
        return side, *walked_crash(s, p, side)
    effects = ram_effects(s, p, side)
    crash = exact.ram_odds(s.options, impact(s, p, side), impact(s, p, 1 - side), effects)
    return side, sum(effects.values(), NEVER), crash


def walked_crash(s: State, p: Pair, side: int) -> tuple[Fraction, exact.Crash]:
    """The same with the dice of a ram in every way: house rules counted."""
    log = open_log()

    def play(d: Dice) -> tuple[int, ...]:
        after = fresh_copy(s)
        forget(log)
        turn.ram(after, after.pair[s.acting], 1, d, log)
        return tuple(int(row.severity) for row in events.crashed.rows(log))

    ways = {severe: chance for severe, chance in chances(play).items() if severe}
    success = sum(ways.values(), NEVER)
    attacker, defender = (
        gathered((severe[whose], chance) for severe, chance in ways.items()) for whose in range(2)
    )
    hurt = {degree: chance / success for degree, chance in sorted(attacker.items())}
    return success, exact.Crash(hurt, dict(sorted(defender.items())))


def ram_lines(s: State) -> Lines:
    """Success, and the type of the collision (CH-8.6, CH-8.8)."""
    p = s.pair[s.acting]
    side, success, _ = crash_of(s)
    kind = COLLISIONS[gunnery.collision_type(int(p.facing[side]), int(p.facing[1 - side]))]
    return [
        OddsLine("The ram fails", 1 - success, "result", "miss", "CH-8.6"),
        OddsLine(kind, success, "result", "dead", "CH-8.8"),
    ]


def crash_lines(s: State) -> Lines:
    """How bad the collision is for both (CH-8.15)."""
    p = s.pair[s.acting]
    side, success, crash = crash_of(s)
    done = [(1 - side, crash.defender, Fraction(1)), (side, crash.attacker, success)]
    named = [(tank_id(s, p.tank[whose]), severity, whole) for whose, severity, whole in done]
    return [
        OddsLine(f"Ram: severity {degree} to {name}", p_of * whole, "detail", "", "CH-8.15")
        for name, severity, whole in named
        for degree, p_of in severity.items()
        if degree and p_of * whole
    ]


# ---------------------------------------------------------------- preview
# What a secret order comes to before it is given: both shots, for each order of the enemy (CH-10.6).


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every order that a tank may be given; as there is no map, an order is called a place ("pursue")."""
    t = find_tank(s, unit)
    rows = [make(seat, Verb.ORDER, t, choice=order) for order in Order if order != Order.NONE]
    legal = [a for a in rows if s.phase == Phase.ORDERS and check(s, seat, a) == 0]
    return {name_of(s, a): [End(None, 0, (a,))] for a in legal}


def name_of(s: State, a: Action) -> str:
    """The order of an action as its text has it."""
    return action_text(s, a).partition(" ")[2]


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The order that a tank has."""
    t = find_tank(s, unit)
    order = int(s.tanks[t].order)
    return ("" if order == Order.NONE else name_of(s, order_of(s, t)), None)


def order_of(s: State, t: int) -> Action:
    """The order that a tank has, as it was given."""
    return make(state.seat_of(s, side_of(t)), Verb.ORDER, t, choice=int(s.tanks[t].order))


def carry_out(s: State, a: Action) -> State:
    """The position with an order given; nobody is waited for."""
    after: State = copy(s)
    after.tanks[a.actor].order = a.choice
    return after


def shots(s: State, unit: str, own: bool) -> Iterator[PreviewShot]:
    """The shots of a tank with an order, or at it, for each order of each enemy, at the present range."""
    t = find_tank(s, unit)
    side, order = side_of(t), int(s.tanks[t].order)
    if order == Order.NONE:
        return
    for p in (s.pair[i] for i in pairs_of(s, t) if s.pair[i].open):
        names, firing = names_of(s, p), side if own else 1 - side
        for q in chart_rows(p, side, order, orders_of(s, int(p.tank[1 - side]))):
            line, heading = shot_line(s, q, firing, ""), row_heading(names, q, side, order)
            if line.chance > NEVER:
                pair, given = (names[firing], names[1 - firing]), f"if{heading[2:]}"
                yield PreviewShot(*pair, "", "hit", line.chance, "", order_of(s, t), given)


FORESIGHT = Foresight(
    ends=ends,
    stands=where,
    after=carry_out,
    shots=partial(shots, own=True),
    threats=partial(shots, own=False),
)
