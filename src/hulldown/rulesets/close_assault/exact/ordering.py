"""The best order of a hub's opponents (CA-19.7).

An order is fixed before the first die (CA-9.6), so who comes next may not depend on how the Fights went: the
best that could be reached from each state of the hub alone would be too good. The programme over sets of
opponents therefore keeps the worth of a whole order of the last Fights in every state at once, and drops an
order only if another is at least as good in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from hulldown.rulesets.close_assault.exact.fights import Spoke
from hulldown.rulesets.close_assault.exact.spending import Budget, Objective, Plan, Spent, Ways, choices

MOST_ORDERED = 6  # opponents of which all orders count (CA-19.7)
Case = tuple[Spent, int, int]  # bonuses left, Wounds left, lead so far (0 where it does not matter)
Left = tuple[int, ...]  # how many opponents of each sort are still to be fought


@dataclass(frozen=True)
class Tail:
    """An order of the last Fights, by sorts of opponents, and its worth in every state."""

    order: tuple[int, ...]
    worths: dict[Case, int]

    def covers(self, other: Tail) -> bool:
        """Whether it is at least as good as another in all states."""
        return all(worth >= other.worths[case] for case, worth in self.worths.items())


@dataclass(frozen=True)
class Ordering:
    """A hub with its opponents, those that are alike being of one sort."""

    budget: Budget
    wounds: int
    bonuses: Spent

    @cached_property
    def sorts(self) -> tuple[Spoke, ...]:
        """The opponents that differ, in the order in which they were given."""
        return tuple(dict.fromkeys(self.budget.spokes))

    def best(self) -> tuple[int, ...]:
        """The best order, as places in the order given; of opponents that are alike the first comes first."""
        waiting = {
            sort: [i for i, spoke in enumerate(self.budget.spokes) if spoke == sort] for sort in self.sorts
        }
        return tuple(waiting[self.sorts[sort]].pop(0) for sort in self.by_sorts())

    def by_sorts(self) -> tuple[int, ...]:
        """The best order by sorts."""
        fights, start = len(self.budget.spokes), (self.bonuses, self.wounds, 0)
        ended = {case: self.budget.worth_at_end(case[2]) for case in self.cases(fights)}
        tails = {tuple(0 for _ in self.sorts): [Tail((), ended)]}
        for fought in reversed(range(fights)):
            tails = self.longer(tails, fought)
        (complete,) = tails.values()
        return max(complete, key=lambda tail: (tail.worths[start], [-sort for sort in tail.order])).order

    def cases(self, fought: int) -> list[Case]:
        """The states in which the hub can be after so many Fights."""
        lefts = list(product(*(range(had + 1) for had in self.bonuses))) if fought else [self.bonuses]
        cases = []
        for lost in range(min(fought, self.wounds) + 1):
            won = fought if self.budget.both_wound else fought - lost
            leads = range(-lost, won + 1) if self.budget.objective is Objective.RESULT else range(1)
            cases += [(left, self.wounds - lost, lead) for left in lefts for lead in leads]
        return cases

    def longer(self, tails: dict[Left, list[Tail]], fought: int) -> dict[Left, list[Tail]]:
        """All orders of one Fight more that another one is not at least as good as."""
        counts, cases = Counter(self.budget.spokes), self.cases(fought)
        extended: dict[Left, list[Tail]] = {}
        for left, shorter in tails.items():
            for sort, spoke in enumerate(self.sorts):
                if left[sort] == counts[spoke]:
                    continue
                kept = extended.setdefault((*left[:sort], left[sort] + 1, *left[sort + 1 :]), [])
                step = self.step(spoke, fought, cases)
                for tail in shorter:
                    keep(kept, Tail((sort, *tail.order), step(tail.worths)))
        return extended

    def step(
        self, spoke: Spoke, fought: int, cases: Sequence[Case]
    ) -> Callable[[dict[Case, int]], dict[Case, int]]:
        """What a Fight with an opponent makes of the worths after it, with best spending (CA-19.5)."""
        wholes, goal = self.budget.wholes(), self.budget.objective
        spends = {left: self.spendings(spoke, fought, left) for left, _, _ in cases}

        def worth(case: Case, then: dict[Case, int]) -> int:
            left, wounds, lead = case
            if wounds == 0:
                return self.budget.worth_at_end(lead) * wholes[fought]
            best = None
            for rest, ways in spends[left]:
                total = 0
                for own, enemy, count in ways:
                    if goal is Objective.MARGIN:
                        total += count * ((enemy - own) * wholes[fought + 1] + then[rest, wounds - own, 0])
                    else:
                        total += count * then[rest, wounds - own, lead + enemy - own]
                best = total if best is None or total > best else best
            assert best is not None  # spending nothing is always a choice
            return best

        return lambda then: {case: worth(case, then) for case in cases}

    def spendings(self, spoke: Spoke, fought: int, left: Spent) -> list[tuple[Spent, Ways]]:
        """What is left after each way to spend on an opponent, and what can come of the Fight."""
        spendings = []
        for spent in choices(left, spoke.values):
            rest = tuple(had - gone for had, gone in zip(left, spent, strict=True))
            added = sum(n * value for n, value in zip(spent, spoke.values, strict=True))
            spendings.append((rest, self.ways(spoke, fought, added)))
        return spendings

    def ways(self, spoke: Spoke, fought: int, added: int) -> Ways:
        """What can come of a Fight; asked again and again."""
        asked = spoke, fought, added
        if asked not in self.outcomes:
            self.outcomes[asked] = self.budget.ways(*asked)
        return self.outcomes[asked]

    @cached_property
    def outcomes(self) -> dict[tuple[Spoke, int, int], Ways]:
        """What can come of the Fights met so far."""
        return {}


def keep(kept: list[Tail], tail: Tail) -> None:
    """Keep an order unless another is at least as good; then those that it is as good as are dropped."""
    if any(other.covers(tail) for other in kept):
        return
    kept[:] = [other for other in kept if not tail.covers(other)]
    kept.append(tail)


def merged(spokes: Sequence[Spoke], bonuses: Sequence[int]) -> tuple[tuple[Spoke, ...], Spent]:
    """Opponents and bonuses with weapons that are worth the same against everybody made one."""
    columns: dict[tuple[int, ...], int] = {}
    for w, had in enumerate(bonuses):
        worth = tuple(spoke.values[w] for spoke in spokes)
        if had and any(worth):
            columns[worth] = columns.get(worth, 0) + had
    fewer = tuple(
        replace(spoke, values=tuple(worth[i] for worth in columns)) for i, spoke in enumerate(spokes)
    )
    return fewer, tuple(columns.values())


def best_order(
    hub_wounds: int,
    spokes: Sequence[Spoke],
    bonuses: Sequence[int],
    objective: Objective = Objective.MARGIN,
    both_wound: bool = False,
) -> Plan:
    """The best spending over all orders of up to six opponents; of more in the order given (CA-19.7)."""
    given, order = tuple(spokes), tuple(range(len(spokes)))
    if len(given) <= MOST_ORDERED:
        fewer, left = merged(given, bonuses)
        order = Ordering(Budget(fewer, objective, both_wound), hub_wounds, left).best()
    budget = Budget(tuple(given[i] for i in order), objective, both_wound)
    value, first = budget.best(hub_wounds, tuple(bonuses))
    return Plan(value, first, order, exact=len(given) <= MOST_ORDERED)
