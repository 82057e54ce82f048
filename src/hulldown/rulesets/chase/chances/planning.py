"""Odds of several orders given one after another: each position between two of them once (CH-13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import branch_size
from hulldown.kernel.records import copy, pack
from hulldown.rulesets.chase.actions import check, to_act
from hulldown.rulesets.chase.chances.fates import fates_in
from hulldown.rulesets.chase.chances.gunfire import Gunfire
from hulldown.rulesets.chase.chances.unfolding import Leaf, TooWide, onward, tapes, unfold
from hulldown.rulesets.chase.codes import Phase
from hulldown.rulesets.chase.exact.scratch import QUIET
from hulldown.rulesets.chase.fate import outcome
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.turn import step
from hulldown.rulesets.common.dicing import gathered

MOST = 4_000  # positions that a plan may lead through: a second or two
SHOT_AND_STEP = 2  # positions counted for each way in which shots fall
DESTROYED = (0, 0, 0)  # as a damage state (CH-11.7)


def plan_odds(s: State, plan: Sequence[Action], subject: int) -> Mapping[int, Fraction]:
    """The exact chance of each fate of a tank after the orders of a plan.

    A plan stops where its next order has become impossible. TooWide where there are too many positions.
    """
    return gathered(Planner(plan, subject).outcomes(s))


class Planner:
    """Walks a plan order by order; equal positions between two orders are one."""

    def __init__(self, plan: Sequence[Action], subject: int) -> None:
        self.plan, self.subject, self.guns = plan, subject, Gunfire()
        self.seen = 0

    def counted(self, leaves: Iterator[Leaf] | list[Leaf]) -> Iterator[Leaf]:
        """The same positions. TooWide when the plan has led through too many."""
        for leaf in leaves:
            self.seen += 1
            if self.seen > MOST:
                raise TooWide(self.seen)
            yield leaf

    def outcomes(self, s: State) -> Iterator[tuple[int, Fraction]]:
        """The fates of the tank with their chances, some of them several times."""
        layer = [Leaf(s, Fraction(1))]
        for order, following in zip(self.plan, self.plan[1:]):
            reached: dict[bytes, Leaf] = {}
            for after in self.after(layer, order):
                if not may(after.state, following):
                    yield int(outcome(after.state, QUIET, self.subject)), after.chance
                    continue
                key = pack(after.state).tobytes()
                before = reached[key].chance if key in reached else Fraction(0)
                reached[key] = Leaf(after.state, before + after.chance)
            layer = list(reached.values())
        for root in layer:
            for leaf in self.counted(unfold(root.state, self.plan[-1])):
                for fate, chance in fates_in(leaf, self.subject, self.guns):
                    yield fate, chance * root.chance

    def after(self, layer: list[Leaf], order: Action) -> Iterator[Leaf]:
        """Every position at the next decision, or at the end, after an order."""
        for root in layer:
            todo = [Leaf(leaf.state, leaf.chance * root.chance) for leaf in unfold(root.state, order)]
            while todo:
                leaf = todo.pop()
                for next_leaf, goes_on in self.counted_on(leaf):
                    if goes_on:
                        todo.append(next_leaf)
                    else:
                        yield next_leaf

    def counted_on(self, leaf: Leaf) -> Iterator[tuple[Leaf, bool]]:
        """One step from a position; whether play goes on from there without a decision."""
        if leaf.fires:
            yield from self.fired(leaf)
            return
        for state, chance, goes_on in onward(leaf.state):
            for next_leaf in self.counted([Leaf(state, leaf.chance * chance)]):
                yield next_leaf, goes_on

    def fired(self, leaf: Leaf) -> Iterator[tuple[Leaf, bool]]:
        """The positions one step after the shots, the damage states of all tanks together; whether play goes
        on from there. TooWide before the first of them where there are too many.
        """
        if self.seen + SHOT_AND_STEP * (ways := self.guns.ways(leaf.state)) > MOST:
            raise TooWide(self.seen + ways)
        for states, chance in self.guns.together(leaf.state):
            self.seen += 1
            for d in tapes():
                after = copy(leaf.state)
                for t, now in states.items():
                    damage = after.tanks[t].now
                    damage.hull, damage.mobility, damage.gun = now or DESTROYED
                after.phase = Phase.END
                goes_on = bool(step(after, d, QUIET))
                for next_leaf in self.counted(
                    [Leaf(after, leaf.chance * chance * Fraction(1, branch_size(d)))]
                ):
                    yield next_leaf, goes_on


def may(s: State, a: Action) -> bool:
    """Whether an order can be given in a position."""
    return bool(to_act(s) >> a.seat & 1) and check(s, int(a.seat), a) == 0
