"""A decision followed to where its dice end: to the next decision, to the guns, or to the end of the turn.

Everything is carried out by the rules of play, on copies. Where dice fall in few ways each is tried; Driving
tests and rams are put together from the exact odds of the chapter, one position for each of their results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice, Mode, branch_size, clear, new_dice, next_branch, rewind
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import TooManyWays
from hulldown.rulesets.chase.actions.doing import carry_out
from hulldown.rulesets.chase.codes import SIDE_TANKS, TANKS, Phase, Verb
from hulldown.rulesets.chase.damage import harm
from hulldown.rulesets.chase.driving import driving_dm, takes_test
from hulldown.rulesets.chase.encounter import end_ram, ram, side_to_ask
from hulldown.rulesets.chase.exact.collisions import Impact, ram_odds
from hulldown.rulesets.chase.exact.driving import Tested, dice_sums, driving_outcomes, effect_odds
from hulldown.rulesets.chase.exact.scratch import QUIET, scripted_dice
from hulldown.rulesets.chase.exact.shots import Wounds
from hulldown.rulesets.chase.ramming import wear
from hulldown.rulesets.chase.state import Pair, State
from hulldown.rulesets.chase.turn import step
from hulldown.rulesets.chase.variants import RamTest

WIDEST = 4_000  # positions; only team battles can lead to more
NO_WOUND = (0, 0)
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
        """Whether the turn has ended (`ending.keep_fates`)."""
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
    if a.verb == Verb.RAM and a.choice:
        yield from ram_leaves(s)
        return
    for d in tapes():
        after = copy(s)
        carry_out(after, a, d, QUIET)
        yield Leaf(after, Fraction(1, branch_size(d)))


def onward(s: State) -> Iterator[tuple[State, Fraction, bool]]:
    """One step of the turn: each position it leads to, and whether the turn goes on from there."""
    if s.phase == Phase.DRIVING:
        for after, chance in after_tests(s):
            yield after, chance, True
        return
    for d in tapes():
        after = copy(s)
        goes_on = bool(step(after, d, QUIET))
        yield after, Fraction(1, branch_size(d)), goes_on


def tapes() -> Iterator[Dice]:
    """Dice for every way they can fall: a rule throws them before the next is asked for."""
    d = new_dice(0, mode=Mode.ENUMERATE)
    clear(d, Mode.ENUMERATE)
    more = True
    while more:
        rewind(d, Mode.ENUMERATE)
        yield d
        more = bool(next_branch(d))


# ---------------------------------------------------------------- Driving tests


def after_tests(s: State) -> Iterator[tuple[State, Fraction]]:
    """Positions after the Driving tests: one for each result that the chart tells apart (CH-13.3)."""
    tested = [t for t in range(TANKS) if takes_test(s, t)]
    cases = team_totals(s, tested) if s.options.team_battle else duel_totals(s, tested)
    for rolled, chance in cases:
        after = copy(s)
        for t in range(TANKS):
            after.tanks[t].rolled, after.tanks[t].total, after.tanks[t].first = 0, 0, 0
        for t, (first, last) in rolled.items():
            after.tanks[t].rolled, after.tanks[t].total, after.tanks[t].first = 1, last, first
        after.phase = Phase.PAIR
        yield after, chance


def duel_totals(s: State, tested: list[int]) -> Iterable[tuple[Throws, Fraction]]:
    """Totals of a duel with equal results taken together. Ties that are rolled again fall out (CH-5.4)."""
    dms = [driving_dm(s.options, s.tanks[t], s.mute) if t in tested else None for t in (0, SIDE_TANKS)]
    groups: dict[tuple[int, ...], tuple[Tested, Fraction]] = {}
    for test, chance in driving_outcomes(s.options, *dms):
        key = result_of(test.pair)
        groups[key] = test, chance + (groups[key][1] if key in groups else 0)
    weight = sum((chance for _, chance in groups.values()), Fraction(0))
    for test, chance in groups.values():
        both = zip((0, SIDE_TANKS), test.first, test.last, strict=True)
        thrown = {t: (first, last) for t, first, last in both if first is not None and last is not None}
        yield thrown, chance / weight


def result_of(p: Pair) -> tuple[int, ...]:
    """All that the chart and a ram ask of two tests."""
    return int(p.winner), *map(int, p.success), *map(int, p.effect)


def team_totals(s: State, tested: list[int]) -> Iterable[tuple[Throws, Fraction]]:
    """Totals of everybody in a team battle (CH-14.5)."""
    sums = dice_sums(2)
    if (ways := len(sums) ** len(tested)) > WIDEST:
        raise TooWide(ways)
    dms = [driving_dm(s.options, s.tanks[t], s.mute) for t in tested]
    for rolls in product(sums.items(), repeat=len(tested)):
        chance = prod((part for _, part in rolls), start=Fraction(1))
        thrown = {t: roll + dm for t, (roll, _), dm in zip(tested, rolls, dms, strict=True)}
        yield {t: (total, total) for t, total in thrown.items()}, chance


# ---------------------------------------------------------------- rams


def ram_effects(s: State, p: Pair, side: int) -> dict[int, Fraction]:
    """The chance of each Effect of a ram that succeeds (CH-8.6); the rest fails."""
    if s.options.ram_test == RamTest.SAME:
        return {int(p.effect[side]): Fraction(1)} if p.success[side] else {}
    return effect_odds(driving_dm(s.options, s.tanks[p.tank[side]], s.mute), s.options.ram_score)


def impact(s: State, p: Pair, side: int) -> Impact:
    """A tank of a pair as it meets the other one."""
    t = s.tanks[p.tank[side]]
    return Impact(t.profile, int(t.now.mobility), int(p.facing[side]))


def ram_leaves(s: State) -> Iterator[Leaf]:
    """A ram attempt of the side that is asked: it fails, or both tanks are hurt (CH-8.5, CH-8.17)."""
    p = s.pair[s.acting]
    side = side_to_ask(p)
    effects = ram_effects(s, p, side)
    success = sum(effects.values(), Fraction(0))
    if success < 1:
        after = fresh_copy(s)
        ram(after, after.pair[s.acting], 1, scripted_dice(1, 1), QUIET)
        yield Leaf(after, 1 - success)
    if not success:
        return
    crash = ram_odds(s.options, impact(s, p, side), impact(s, p, 1 - side), effects)
    for mine, chance in with_none(crash.attacker_wounds, Fraction(1)).items():
        for theirs, part in with_none(crash.defender_wounds, success).items():
            yield Leaf(after_crash(s, side, mine, theirs), chance * part)


def fresh_copy(s: State) -> State:
    """A copy for a new decision: no tank's fate is settled."""
    after = copy(s)
    for t in after.tanks:
        t.left = 0
    return after


def with_none(wounds: Wounds, whole: Fraction) -> dict[tuple[int, int], Fraction]:
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
            harm(s.options, after.tanks[t].now, *wound)
            wear(after, t, int(p.facing[whose]), QUIET)
    end_ram(after, p, 1, QUIET)
    return after
