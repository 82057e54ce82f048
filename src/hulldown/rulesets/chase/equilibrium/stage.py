"""One turn of a duel as arrays: damage states, what shots and rams make of them, the course of the turn."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from hulldown.kernel.matrix_games import Array, number, solve_games, zeros
from hulldown.kernel.records import copy, pack
from hulldown.rulesets.api.bot import Cancelled, CannotSolve, IsCancelled, SolveProgress
from hulldown.rulesets.chase import exact, state
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.driving import directions, secret_orders
from hulldown.rulesets.chase.state import NOBODY, Band, Event, Facing, Mobility, Options, Order, Source
from hulldown.rulesets.chase.victory import limit_event
from hulldown.rulesets.chase.words import house_refusal
from hulldown.rulesets.common.explanation import gathered

STEPS = 3  # of mobility and of the gun
MOVES = tuple((first, second) for first in range(STEPS) for second in range(STEPS))  # mobilities of A, B
WORST = 4  # severity
ONE = Fraction(1)


# ---------------------------------------------------------------- damage states
# The damage states of a tank as numbers (CH-13.1): gun before mobility before hull points. The states of one
# gun step stand together, since a shot depends on the gun; the destroyed tank comes last.


class Conditions:
    """All states of a tank with so many hull points, under the options of its duel."""

    def __init__(self, hull: int, options: Options) -> None:
        self.hull, self.options = hull, options
        self.living: list[exact.Condition] = [
            (points, mobility, gun)
            for gun in range(STEPS)
            for mobility in range(STEPS)
            for points in range(1, hull + 1)
        ]
        self.destroyed = len(self.living)
        self.numbers = {condition: i for i, condition in enumerate(self.living)}
        self.mobility = np.array([condition[1] for condition in self.living])
        self.gun = np.array([condition[2] for condition in self.living])

    def __len__(self) -> int:
        return len(self.living)

    def number(self, condition: exact.Condition | None) -> int:
        """The number of a state; None is destroyed."""
        return self.destroyed if condition is None else self.numbers[condition]

    def of_gun(self, gun: int) -> slice:
        """The states with this gun step."""
        return slice(gun * STEPS * self.hull, (gun + 1) * STEPS * self.hull)

    @cached_property
    def harm(self) -> dict[tuple[int, int], Any]:
        """The next state of each living one, by location and severity (CH-11.3 to CH-11.7)."""
        return {
            (location, severity): np.array(
                [self.number(exact.next_condition(self.options, c, location, severity)) for c in self.living]
            )
            for location in map(int, state.Location)
            for severity in range(1, WORST + 1)
        }

    def kernel(self, wounds: exact.Wounds, fractions: bool, whole: Fraction = ONE) -> Array:
        """The chance of each next state [from, to]; what the wounds leave of `whole` has no effect."""
        matrix = zeros((len(self), len(self) + 1), fractions)
        each = np.arange(len(self))
        for (location, severity), chance in wounds.items():
            matrix[each, self.harm[location, severity]] += number(chance, fractions)
        matrix[each, each] += number(whole - sum(wounds.values()), fractions)
        return matrix


# ---------------------------------------------------------------- duel
# What is solved: two tanks, options, payoffs and turns, without anything of a battle under way.


SETTLED = ("start_range", "turn_limit", "duels")  # options of set-up: the position has them (CH-17.3)
ESCAPES = {Event.ESC_A, Event.ESC_B, Event.ESC_BOTH}  # ends that no duel has where the range stops (CH-2.5)
NO_MATTER = ("kind", "crew", "points", "weapon")  # names and prices change no duel


@dataclass(frozen=True)
class Duel:
    """A duel as CH-13.4 sees it."""

    options: Options
    profiles: tuple[state.Profile, state.Profile]
    payoffs: tuple[int, ...]  # for A, in PAYOFF, by Event (CH-12.6)
    limit_fixed: bool  # CH-12.5
    turns: int

    def payoff(self, event: int) -> Fraction:
        """What an end of the duel is worth to A."""
        return Fraction(self.payoffs[event], state.PAYOFF)

    def spread(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest payoff that can come about."""
        limits = {Event.LIMIT_A, Event.LIMIT_B, Event.LIMIT_EQ}
        skipped = set(limits) if self.limit_fixed else {Event.LIMIT}
        if self.options.beyond_distant == state.BeyondDistant.STOP:
            skipped |= ESCAPES
        met = [self.payoff(event) for event in range(len(self.payoffs)) if event not in skipped]
        return min(met), max(met)

    def digest(self) -> str:
        """Short and different for duels that differ in anything that matters."""
        hasher = hashlib.sha256(pack(self.options).tobytes())
        for profile in self.profiles:
            plain = copy(profile)
            for name in NO_MATTER:
                setattr(plain, name, 0)
            hasher.update(pack(plain).tobytes())
        hasher.update(np.array([*self.payoffs, int(self.limit_fixed), self.turns]).tobytes())
        return hasher.hexdigest()[:24]


def solvable(s: state.State) -> bool:
    """Whether a game can be solved whole: a duel by printed rules whose positions are few enough (CH-14.11,
    CH-8.19).
    """
    return s.options.team_battle == 0 and s.options.armor_wear == 0 and not house_refusal(s.options)


@cache
def usual_options() -> Options:
    """The options as they are where nothing is chosen. To be read only."""
    return SHELF.options_under({})


def duel_of(s: state.State) -> Duel:
    """The duel that a position belongs to. CannotSolve for a team battle (CH-14.11), for Armor that wears
    down (CH-8.19) and under house rules.
    """
    if why := house_refusal(s.options):
        raise CannotSolve(why)
    if s.options.team_battle != 0:
        raise CannotSolve("a team battle cannot be solved, only a duel of one tank a side (CH-14.11)")
    if s.options.armor_wear != 0:
        raise CannotSolve(
            "a duel in which Armor wears down has too many positions to be solved (CH-8.19, armor_wear)"
        )
    profiles = copy(s.tanks[0].profile), copy(s.tanks[state.SIDE_TANKS].profile)
    payoffs = tuple(int(payoff) for payoff in s.payoffs)
    options = copy(s.options)
    for name in SETTLED:
        setattr(options, name, getattr(usual_options(), name))
    return Duel(options, profiles, payoffs, s.limit_fixed != 0, int(s.turn_limit))


# ---------------------------------------------------------------- tables
# What shots and collisions do to whole tables of damage states, each looked up once (CH-10.10, CH-8).


Pair = tuple[int, int]
FRESH = None  # in place of an Effect: a test of its own, all its Effects (CH-8.6)
ALL = tuple(facing.value for facing in Facing if facing >= 0)
Kernels = dict[Pair, tuple[Array, Array]]


class Scene(NamedTuple):
    """How two tanks stand when the guns fire. Lists are A's, B's."""

    band: int
    orders: Pair
    facings: Pair
    down: tuple[bool, bool]
    first: int  # side that fires first, -1 for both at once (CH-10.4)


class Tables:
    """Kernels of a duel, made when they are first asked for, by one thread at a time: players share them."""

    def __init__(self, duel: Duel, fractions: bool) -> None:
        self.duel, self.fractions = duel, fractions
        first, second = (Conditions(int(profile.hull), duel.options) for profile in duel.profiles)
        self.conditions = (first, second)
        self.shots: tuple[list[Array], list[Array]] = ([], [])  # by number: the firer is A, B
        self._severities: tuple[exact.Severities, exact.Severities] = ({}, {})
        self._shot_numbers: dict[tuple[object, ...], int] = {}
        self._scenes: dict[Scene, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._rams: dict[tuple[object, ...], Kernels] = {}
        self._making = threading.Lock()

    # ------------------------------------------------------------ facings

    def merged(self, side: int, facing: int) -> int:
        """A facing, Left as Right where both have the same Armor (CH-13.6)."""
        armor = self.duel.profiles[side].armor
        if facing == Facing.LEFT and armor[Facing.LEFT] == armor[Facing.RIGHT]:
            return Facing.RIGHT.value
        return facing

    @cached_property
    def facings(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The facings of each side that differ."""
        first, second = (
            tuple(dict.fromkeys(self.merged(side, facing) for facing in ALL)) for side in range(2)
        )
        return first, second

    @cached_property
    def random(self) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """The chance of each of them when a die decides (CH-7.7)."""
        odds = exact.facing_odds(self.duel.options).items()
        first, second = (gathered((self.merged(side, f), p) for f, p in odds) for side in range(2))
        return first, second

    # ------------------------------------------------------------ shots

    def shooting(self, scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of A's and of B's shot kernels, by the firer's gun step."""
        if scene not in self._scenes:
            with self._making:
                first, second = (
                    tuple(self._shot_number(side, gun, scene) for gun in range(STEPS)) for side in range(2)
                )
                self._scenes[scene] = first, second
        return self._scenes[scene]

    def _shot_number(self, side: int, gun: int, scene: Scene) -> int:
        """Shots that do the same to every target state share a kernel."""
        firer, target = self.duel.profiles if side == 0 else self.duel.profiles[::-1]
        orders, facings = (pair if side == 0 else pair[::-1] for pair in (scene.orders, scene.facings))
        aim = exact.Aim(firer, gun, target, scene.band, orders, facings, scene.down[1 - side])
        key = (side, aim.gun, aim.band, aim.orders, aim.facings, aim.down)
        if key not in self._shot_numbers:
            shot = exact.shot_odds(self.duel.options, aim, self._severities[side])
            effect = (side, *sorted(shot.wounds.items()))
            if effect not in self._shot_numbers:
                self._shot_numbers[effect] = len(self.shots[side])
                self.shots[side].append(self.conditions[1 - side].kernel(shot.wounds, self.fractions))
            self._shot_numbers[key] = self._shot_numbers[effect]
        return self._shot_numbers[key]

    # ------------------------------------------------------------ collisions

    def ramming(self, side: int, facings: Pair, effect: int | None) -> Kernels:
        """What a ram by a side does to A and to B, by the mobilities of A and B.

        With FRESH the target's chances add up to that of a successful attempt, otherwise to one.
        """
        key = (side, facings, effect)
        if key not in self._rams:
            self._rams[key] = {
                moves: self._ram(side, facings, effect, moves)
                for moves in MOVES
                if moves[side] != Mobility.IMMOBILISED
            }
        return self._rams[key]

    def _ram(self, side: int, facings: Pair, effect: int | None, moves: Pair) -> tuple[Array, Array]:
        o = self.duel.options
        impacts = [exact.Impact(p, m, f) for p, m, f in zip(self.duel.profiles, moves, facings)]
        effects = {effect: Fraction(1)} if effect is not None else self.attempts(side, moves[side])
        crash = exact.ram_odds(o, impacts[side], impacts[1 - side], effects)
        hurt = self.conditions[side].kernel(exact.crash_wounds(o, crash.attacker), self.fractions)
        sure = sum(effects.values(), Fraction(0))
        done = self.conditions[1 - side].kernel(exact.crash_wounds(o, crash.defender), self.fractions, sure)
        return (hurt, done) if side == 0 else (done, hurt)

    def attempts(self, side: int, mobility: int) -> dict[int, Fraction]:
        """The Effects of a fresh ram attempt that succeeds; none for an immobilised tank (CH-8.4)."""
        o = self.duel.options
        dm = exact.drive_dm(o, self.duel.profiles[side], mobility)
        return {} if dm is None else exact.effect_odds(dm, int(o.ram_score))


# ---------------------------------------------------------------- course
# The course of a turn for each pair of orders, worked out once: it is the same however many turns are left.
#
# A branch is one result of both Driving tests. It knows how likely it is for every mobility of both tanks,
# what the chart says, and where each shift from each range leads. Where a direction is named after the tests
# the choice comes before the branches (CH-4.6).


Orders = tuple[int, int]
BANDS = tuple(band.value for band in Band if Band.ADJACENT <= band <= Band.DISTANT)


class Way(NamedTuple):
    """A shift and where it leads."""

    shift: int
    there: exact.Arrival


@dataclass(eq=False)
class Branch:
    """Two orders and one result of both tests."""

    duel: Duel
    orders: Orders
    driven: exact.Driven
    chart: exact.Chart
    ways: tuple[tuple[Way, ...], ...]  # by range

    @cached_property
    def opening(self) -> tuple[exact.Opening, ...]:
        """Step 8 from each range (CH-6.13)."""
        return tuple(exact.openings(self.duel.options, self.chart.pair, band) for band in BANDS)


@dataclass(eq=False)
class Naming:
    """A side is to say which way its tank changes the range (CH-4.6)."""

    side: int
    ways: tuple[Course, ...]  # of DIRECTIONS


Course = Branch | Naming


class Outcome(NamedTuple):
    """What follows from both tests, with its chance by the mobilities of both tanks [A, B]."""

    course: Course
    weight: Array


def legal_orders(o: Options, mobility: int) -> tuple[int, ...]:
    """CH-4.4: an immobilised tank has one order."""
    return (Order.HULL_DOWN.value,) if mobility == Mobility.IMMOBILISED else secret_orders(o)


def legal_part(duel: Duel, payoffs: Array, a: exact.Condition, b: exact.Condition) -> Array:
    """The rows and columns of the orders that tanks in these states have."""
    return payoffs[np.ix_(*(legal_orders(duel.options, mobility) for _, mobility, _ in (a, b)))]


def order_slots(o: Options) -> int:
    """How long arrays are that are numbered by orders."""
    return max(secret_orders(o)) + 1


def branches(course: Course) -> Iterator[Branch]:
    """All branches that a course can come to."""
    if isinstance(course, Branch):
        yield course
    else:
        for way in course.ways:
            yield from branches(way)


class Plan:
    """All branches of a duel."""

    def __init__(self, duel: Duel, fractions: bool) -> None:
        self.duel, self.fractions, o = duel, fractions, duel.options
        self._tests = {
            moves: exact.driving_odds(o, *(exact.drive_dm(o, p, m) for p, m in zip(duel.profiles, moves)))
            for moves in MOVES
        }
        pairs = product(secret_orders(o), repeat=2)
        self.outcomes = {(first, second): self._outcomes((first, second)) for first, second in pairs}

    def course(self, orders: Orders, driven: exact.Driven) -> Course:
        """What follows from two orders and both tests, open directions first: the loser's, without a winner
        A's (CH-4.6).
        """
        loser = 0 if driven.winner == NOBODY else 1 - driven.winner
        for side in (loser, 1 - loser):
            if orders[side] == Order.CHANGE_RANGE:
                named = (orders[:side] + (way,) + orders[side + 1 :] for way in directions(orders[side]))
                return Naming(side, tuple(self.course((first, second), driven) for first, second in named))
        return self.branch(orders, driven)

    def branch(self, orders: Orders, driven: exact.Driven) -> Branch:
        """What follows from two orders and both tests."""
        chart = exact.look_up(self.duel.options, orders, driven)
        ways = tuple(
            tuple(Way(shift, exact.arrive(self.duel.options, chart, band, shift)) for shift in chart.shifts)
            for band in BANDS
        )
        return Branch(self.duel, orders, driven, chart, ways)

    def _outcomes(self, orders: Orders) -> list[Outcome]:
        """What tanks with these orders can come to; equal courses are one."""
        weights: dict[exact.Driven, Array] = {}
        plain: dict[exact.Driven, Course] = {}
        for moves, tests in self._tests.items():
            if all(order in legal_orders(self.duel.options, m) for order, m in zip(orders, moves)):
                for driven, chance in tests.items():
                    result = self._drop_idle_effects(orders, driven, plain)
                    weights.setdefault(result, zeros((STEPS, STEPS), self.fractions))
                    weights[result][moves] += number(chance, self.fractions)
        return [Outcome(plain.get(result) or self.course(orders, result), w) for result, w in weights.items()]

    def _drop_idle_effects(
        self, orders: Orders, driven: exact.Driven, plain: dict[exact.Driven, Course]
    ) -> exact.Driven:
        """A result without the Effects that no ram will ask for."""
        bare = driven._replace(effect=(0, 0))
        if bare not in plain:
            plain[bare] = self.course(orders, bare)
        ways = (w for branch in branches(plain[bare]) for band in branch.ways for w in band)
        rammers = {side for w in ways for _, sides in w.there.rammers for side in sides}
        first, second = (
            driven.effect[side] if side in rammers and driven.success[side] else 0 for side in range(2)
        )
        return driven._replace(effect=(first, second))


# ---------------------------------------------------------------- fire
# The fire step for whole tables of damage states (CH-10.4): two kernels around the next turn's values.


class Fire:
    """Values before the fire step, for some states of A (`rows`) and of B (`columns`).

    `values` are those after it, by range, with the destroyed tank last in both directions.
    """

    def __init__(self, tables: Tables, values: Array, rows: Array, columns: Array) -> None:
        self.tables, self.values = tables, values
        self.rows, self.columns = rows, columns
        first, second = tables.conditions
        self._row_guns = [np.flatnonzero(first.gun[rows] == gun) for gun in range(STEPS)]
        self._column_guns = [np.flatnonzero(second.gun[columns] == gun) for gun in range(STEPS)]
        self._known: dict[tuple[object, ...], Array] = {}

    def value(self, scene: Scene) -> Array:
        """What a scene is worth to A before the shots [rows, columns]."""
        own, enemy = self.tables.shooting(scene)
        key = (scene.band, scene.first, own, enemy)
        if key not in self._known:
            fire = {NOBODY: self._at_once, 0: self._first_a, 1: self._first_b}[scene.first]
            self._known[key] = fire(scene.band, own, enemy)
        return self._known[key]

    def at_all(self, scene: Scene) -> Array:
        """The same with the values of destroyed tanks beside, between which nobody fires (CH-8.17).

        Only where rows and columns are all states.
        """
        fought = self.value(scene)
        values = zeros((fought.shape[0] + 1, fought.shape[1] + 1), self.tables.fractions)
        values[:-1, :-1] = fought
        bury(values, self.tables)
        return values

    def _fired_at(self, band: int, shot: int) -> Array:
        """B has fired with a kernel; A not yet: [rows, next states of B]."""
        key = (band, shot)
        if key not in self._known:
            self._known[key] = self.tables.shots[1][shot][self.rows] @ self.values[band]
        return self._known[key]

    def _by_gun(self, shots: tuple[int, ...]) -> list[Array]:
        """A's kernels by gun step, turned round: [next states of B, columns]."""
        return [self.tables.shots[0][shot][self.columns].T for shot in shots]

    def _at_once(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """Both from the state before."""
        values = zeros((len(self.rows), len(self.columns)), self.tables.fractions)
        for across, columns in enumerate(self._column_guns):
            met = self._fired_at(band, enemy[across]) if columns.size else None
            for down, rows in enumerate(self._row_guns):
                if rows.size and met is not None:
                    shot = self.tables.shots[0][own[down]][self.columns[columns]].T
                    values[np.ix_(rows, columns)] = met[rows] @ shot
        return values

    def _first_a(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """A first; B answers with the gun it then has, if it is still there."""
        second = self.tables.conditions[1]
        answered = self.values[band][self.rows].copy()  # as it is where B is destroyed
        for gun in range(STEPS):
            answered[:, second.of_gun(gun)] = self._fired_at(band, enemy[gun])[:, second.of_gun(gun)]
        values = zeros((len(self.rows), len(self.columns)), self.tables.fractions)
        for rows, shot in zip(self._row_guns, self._by_gun(own)):
            if rows.size:
                values[rows] = answered[rows] @ shot
        return values

    def _first_b(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """B first."""
        first = self.tables.conditions[0]
        answered = self.values[band][:, self.columns].copy()
        for gun, shot in enumerate(self._by_gun(own)):
            answered[first.of_gun(gun)] = self.values[band][first.of_gun(gun)] @ shot
        values = zeros((len(self.rows), len(self.columns)), self.tables.fractions)
        for gun, columns in enumerate(self._column_guns):
            if columns.size:
                values[:, columns] = self.tables.shots[1][enemy[gun]][self.rows] @ answered[:, columns]
        return values


def bury(values: Array, tables: Tables) -> None:
    """Write the payoffs of destroyed tanks into the last row and column of [..., A, B] (CH-13.2, CH-12.2)."""
    duel = tables.duel
    values[..., -1, :] = number(duel.payoff(Event.DESTROY_A), tables.fractions)
    values[..., :, -1] = number(duel.payoff(Event.DESTROY_B), tables.fractions)
    values[..., -1, -1] = number(duel.payoff(Event.BOTH), tables.fractions)


# ---------------------------------------------------------------- stage
# One turn, all open decisions made as they are best for whoever makes them (CH-13.4).
#
# Every value is an array over states of A and of B: all of them when a duel is solved, a single one when a
# position is asked about. Steps are taken from the last to the first.


def best(side: int, values: Iterable[Array]) -> Array:
    """A takes the most, B gives the least. What is the very same array is looked at once."""
    different = {id(value): value for value in values}
    return reduce(np.maximum if side == 0 else np.minimum, different.values())


class Stage:
    """A turn before values that are known."""

    def __init__(
        self, tables: Tables, values: Array, rows: Array | None = None, columns: Array | None = None
    ) -> None:
        first, second = (np.arange(len(states)) for states in tables.conditions)
        self.tables, self.duel, self.fractions = tables, tables.duel, tables.fractions
        self.everywhere = Fire(tables, values, first, second)  # a collision can lead to any state
        if rows is None or columns is None:
            self.rows, self.columns, self.fire = first, second, self.everywhere
        else:
            self.rows, self.columns, self.fire = rows, columns, Fire(tables, values, rows, columns)
        self._mobility = tables.conditions[0].mobility[self.rows], tables.conditions[1].mobility[self.columns]
        self._collisions: dict[tuple[object, ...], Array] = {}

    def flat(self, event: int) -> Array:
        """The payoff of an end."""
        payoffs = zeros((len(self.rows), len(self.columns)), self.fractions)
        payoffs[...] = number(self.duel.payoff(event), self.fractions)
        return payoffs

    def blend(self, parts: list[tuple[Fraction, Array]]) -> Array:
        """What comes by chance."""
        if len(parts) == 1:
            return parts[0][1]
        shares = [number(chance, self.fractions) * value for chance, value in parts]
        return reduce(np.add, shares)

    # ------------------------------------------------------------ steps 8 and 9

    def scene(self, branch: Branch, facings: Pair, band: int) -> Scene:
        """How both stand when the guns fire."""
        turns = self.duel.options.fire_order == state.FireOrder.WINNER_FIRST
        first = branch.driven.winner if turns else NOBODY
        merged = self.tables.merged(0, facings[0]), self.tables.merged(1, facings[1])
        return Scene(band, branch.orders, merged, branch.chart.down, first)

    def opening_value(self, branch: Branch, facings: Pair, step: exact.Opening) -> Array:
        """From what is left of the opening step."""
        if isinstance(step, exact.Asked):
            return best(
                step.side, (self.opening_value(branch, facings, answer) for answer in (step.yes, step.no))
            )
        if isinstance(step, exact.Gone):
            return self.flat(step.event)
        return self.fire.value(self.scene(branch, facings, step.band))

    # ------------------------------------------------------------ step 7

    def ask_rams(self, branch: Branch, facings: Pair, sides: tuple[int, ...], band: int) -> Array:
        """Sides are asked to ram, one after another; `band` is the range without a ram."""
        if not sides:
            return self.opening_value(branch, facings, branch.opening[band])
        rest = self.ask_rams(branch, facings, sides[1:], band)
        return best(sides[0], (self.attempt_value(branch, facings, sides[0], rest), rest))

    def attempt_value(self, branch: Branch, facings: Pair, side: int, rest: Array) -> Array:
        """A ram attempt (CH-8.6); `rest` is what a failure is worth."""
        if self.duel.options.ram_test == state.RamTest.FRESH:
            return self.collision(branch, facings, side, FRESH) + self._failure(side) * rest
        if not branch.driven.success[side]:
            return rest
        return self.collision(branch, facings, side, branch.driven.effect[side])

    def _failure(self, side: int) -> Array:
        """The chance that a fresh attempt fails, by the rammer's mobility."""
        mobilities = self._mobility[side]
        failure = zeros((int(mobilities.max()) + 1,), self.fractions)
        for mobility in range(failure.size):
            failure[mobility] = number(1 - sum(self.tables.attempts(side, mobility).values()), self.fractions)
        failing = failure[mobilities]
        return failing[:, None] if side == 0 else failing[None, :]

    def collision(self, branch: Branch, facings: Pair, side: int, effect: int | None) -> Array:
        """A successful ram: the guns fire at Adjacent unless a tank is gone (CH-8.17)."""
        scene = self.scene(branch, facings, Band.ADJACENT.value)
        key = (scene, side, effect)
        if key not in self._collisions:
            self._collisions[key] = self._collide(scene, side, effect)
        return self._collisions[key]

    def _collide(self, scene: Scene, side: int, effect: int | None) -> Array:
        after = self.everywhere.at_all(scene)
        values = zeros((len(self.rows), len(self.columns)), self.fractions)
        for moves, (first, second) in self.tables.ramming(side, scene.facings, effect).items():
            rows, columns = (np.flatnonzero(self._mobility[i] == moves[i]) for i in range(2))
            if rows.size and columns.size:
                hit = first[self.rows[rows]] @ after @ second[self.columns[columns]].T
                values[np.ix_(rows, columns)] = hit
        return values

    # ------------------------------------------------------------ steps 5 and 6

    def ram_value(self, branch: Branch, facings: Pair, there: exact.Arrival) -> Array:
        """From the beginning of the ram step, facings known."""
        return self.blend(
            [(chance, self.ask_rams(branch, facings, sides, there.band)) for chance, sides in there.rammers]
        )

    def facing_value(self, branch: Branch, there: exact.Arrival) -> Array:
        """From the facing step: dice first, then whoever chooses (CH-7.5)."""
        drawn = (
            random.items() if source == Source.RANDOM else [(NOBODY, ONE)]
            for source, random in zip(there.sources, self.tables.random)
        )
        return self.blend(
            [(p * q, self.choice_value(branch, there, (f, g))) for (f, p), (g, q) in product(*drawn)]
        )

    def choice_value(self, branch: Branch, there: exact.Arrival, drawn: Pair) -> Array:
        """The choice of facings, with those that dice have drawn, NOBODY elsewhere."""
        sources = there.sources
        first, second = (self._open(side, sources[side], drawn[side]) for side in (0, 1))
        chooser = 0 if Source.CHOICE_A in sources else 1
        return best(chooser, (self.ram_value(branch, (f, g), there) for f in first for g in second))

    def _open(self, side: int, source: int, drawn: int) -> tuple[int, ...]:
        """The facings that a tank can still come to."""
        if source == Source.RANDOM:
            return (drawn,)
        if source == Source.CHOICE_A or source == Source.CHOICE_B:
            return self.tables.facings[side]
        return (exact.facing_of_source(source),)

    def arrival_value(self, branch: Branch, there: exact.Arrival) -> Array:
        """After the shift: an escape, or the facing step."""
        return self.flat(there.event) if there.event != Event.NONE else self.facing_value(branch, there)

    def shift_values(self, branch: Branch, bands: tuple[int, ...]) -> list[Array]:
        """From the shift on, for each range; the shifts of several ranges lead to the same places."""
        known: dict[tuple[object, ...], Array] = {}

        def reached(there: exact.Arrival) -> Array:
            key = (there.event, there.sources, there.band, there.rammers)
            if key not in known:
                known[key] = self.arrival_value(branch, there)
            return known[key]

        return [
            best(branch.chart.decider, [reached(way.there) for way in ways])
            for ways in (branch.ways[band] for band in bands)
        ]

    def outcome_values(self, course: Course, bands: tuple[int, ...]) -> list[Array]:
        """From the tests on, for each range: directions that are still open, then the shift (CH-4.6)."""
        if isinstance(course, Branch):
            return self.shift_values(course, bands)
        ways = [self.outcome_values(way, bands) for way in course.ways]
        return [best(course.side, values) for values in zip(*ways)]

    # ------------------------------------------------------------ the matrix

    def matrices(self, plan: Plan, bands: tuple[int, ...] = BANDS) -> Array:
        """The payoff of each pair of orders: [range, order of A, order of B, rows, columns].

        Orders that a tank cannot give (CH-4.4) have nothing sensible.
        """
        slots = order_slots(self.duel.options)
        payoffs = zeros((len(bands), slots, slots, len(self.rows), len(self.columns)), self.fractions)
        for orders, outcomes in plan.outcomes.items():
            for course, weights in outcomes:
                weight = weights[np.ix_(*self._mobility)]
                if weight.any():
                    for at, value in enumerate(self.outcome_values(course, bands)):
                        payoffs[(at, *orders)] += weight * value
        return payoffs


# ---------------------------------------------------------------- induction
# Backward induction: the value of every situation, from the last turn to the first (CH-13.4).


@dataclass(frozen=True)
class Solved:
    """A solved duel as arrays. States are numbered by `conditions`, orders as in CH-4.2.

    `values[t, r, a, b]` is worth to A with t turns left at range r; t = 0 is the turn limit, and the last a
    and the last b are destroyed tanks. `first[t - 1, r, o, a, b]` is the chance of A's order o with t turns
    left, `second` that of B's; they have living states only.
    """

    duel: Duel
    conditions: tuple[Conditions, Conditions]
    values: Array
    first: Array
    second: Array


class Turn(NamedTuple):
    """One turn of all situations: values with destroyed tanks, mixtures of A and of B."""

    values: Array
    first: Array
    second: Array


def at_the_limit(tables: Tables) -> Array:
    """The values when no turn is left, for every range (CH-12.5)."""
    duel, fractions = tables.duel, tables.fractions
    first, second = tables.conditions
    values = zeros((len(BANDS), len(first) + 1, len(second) + 1), fractions)
    for a, own in enumerate(first.living):
        for b, enemy in enumerate(second.living):
            event = limit_event(first.hull, exact.damage(*own), second.hull, exact.damage(*enemy))
            values[:, a, b] = number(duel.payoff(Event.LIMIT if duel.limit_fixed else event), fractions)
    bury(values, tables)
    return values


def settle(tables: Tables, payoffs: Array) -> Turn:
    """Solve the matrix games of every range and of all states (CH-13.5)."""
    fractions, bands = tables.fractions, payoffs.shape[0]
    sizes = [len(states) for states in tables.conditions]
    values = zeros((bands, sizes[0] + 1, sizes[1] + 1), fractions)
    slots = order_slots(tables.duel.options)
    first, second = zeros((bands, slots, *sizes), fractions), zeros((bands, slots, *sizes), fractions)
    for own, rows in _by_orders(tables.conditions[0]):
        for enemy, columns in _by_orders(tables.conditions[1]):
            at = np.ix_(range(bands), rows, columns)
            games = payoffs[np.ix_(range(bands), own, enemy, rows, columns)].transpose(1, 2, 0, 3, 4)
            shape = games.shape[2:]
            solution = solve_games(games.reshape(*games.shape[:2], -1))
            values[at] = solution.value.reshape(shape)
            for line, order in enumerate(own):
                first[:, order][at] = solution.rows[line].reshape(shape)
            for line, order in enumerate(enemy):
                second[:, order][at] = solution.columns[line].reshape(shape)
    bury(values, tables)
    return Turn(values, first, second)


def _by_orders(states: Conditions) -> Iterator[tuple[tuple[int, ...], Array]]:
    """The legal orders with the states that have them (CH-4.4)."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number_of, mobility in enumerate(states.mobility):
        groups.setdefault(legal_orders(states.options, int(mobility)), []).append(number_of)
    for orders, numbers in groups.items():
        yield orders, np.array(numbers)


def turns_back(
    tables: Tables, turns: int, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
) -> Iterator[Turn]:
    """The equilibria with 1, 2, 3 ... turns left. Cancelled when `cancelled` says so between two of them."""
    plan, later = Plan(tables.duel, tables.fractions), at_the_limit(tables)
    for turn in range(turns):
        if cancelled and cancelled():
            raise Cancelled
        if progress:
            progress(turn / turns, f"{turn + 1} of {turns} turns left")
        result = settle(tables, Stage(tables, later).matrices(plan))
        later = result.values
        yield result


def solve_duel(
    duel: Duel,
    fractions: bool = False,
    progress: SolveProgress | None = None,
    cancelled: IsCancelled | None = None,
) -> Solved:
    """Solve a duel. With `fractions` without rounding, which only duels of very few hull points bear."""
    tables = Tables(duel, fractions)
    turns = list(turns_back(tables, duel.turns, progress, cancelled))
    values, first, second = zip(*turns)
    values = at_the_limit(tables), *values
    return Solved(duel, tables.conditions, np.stack(values), np.stack(first), np.stack(second))
