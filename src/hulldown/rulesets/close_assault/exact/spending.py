"""The best way to spend weapon bonuses over a series of Fights (CA-19.5 to CA-19.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product

from hulldown.rulesets.close_assault.exact.fights import (
    FACES,
    SKIPPED,
    Fought,
    Spoke,
    Wounds,
    results,
    spoke_odds,
)
from hulldown.rulesets.common.dicing import gathered

Spent = tuple[int, ...]  # bonuses by weapon
Ways = tuple[tuple[int, int, int], ...]  # what can come of a Fight: Wounds, own and enemy's, in so many ways
RESULTS = ((0, 1), (1, 0), (1, 1), (0, 0))  # Wounds, own and enemy's, as `Fought` has them


class Objective(Enum):
    """What is made as large as possible (CA-19.5)."""

    MARGIN = "margin"  # expected Wounds of the enemy less one's own
    RESULT = "result"  # chance to win the Combat less that to lose it


@dataclass(frozen=True)
class Plan:
    """The best that can be reached, and what to spend in the first Fight."""

    value: Fraction
    first: Spent
    order: tuple[int, ...]
    exact: bool = True  # False: of too many opponents, in the order given (CA-19.7)


@dataclass(frozen=True)
class Budget:
    """A hub, its opponents in order and what it has to spend: the dynamic programme of CA-19.5."""

    spokes: tuple[Spoke, ...]
    objective: Objective
    both_wound: bool = False
    fought: int = 0  # Fights that the hub has behind it (CA-9.3)

    def best(self, hub_wounds: int, left: Spent) -> tuple[Fraction, Spent]:
        """The value of all Fights under best play, and the spending in the first of them."""
        value, spent = self._solved()(0, left, hub_wounds, 0)
        return Fraction(value, self.wholes()[0]), spent

    def spread(self, hub_wounds: int, left: Spent) -> dict[Wounds, Fraction]:
        """The joint distribution of (own, enemy) Wounds under best play (CA-19.9)."""
        return self.played(hub_wounds, left)[1]

    def played(self, hub_wounds: int, left: Spent) -> tuple[list[Fought], dict[Wounds, Fraction]]:
        """The same, and what comes of each Fight; its chances sum to that of its being fought (CA-9.7)."""
        best, met = self._solved(), []
        chances: dict[tuple[Spent, int, int], Fraction] = {(left, 0, 0): Fraction(1)}
        for k in range(len(self.spokes)):
            after: dict[tuple[Spent, int, int], Fraction] = {}
            come = [Fraction(0)] * len(RESULTS)
            for (had, own, enemy), chance in chances.items():
                fights = own < hub_wounds
                spent = best(k, had, hub_wounds - own, enemy - own)[1] if fights else tuple(0 for _ in had)
                rest = tuple(n - gone for n, gone in zip(had, spent, strict=True))
                for wounds, weight in self._results(k, spent) if fights else SKIPPED:
                    to = (rest, own + wounds[0], enemy + wounds[1])
                    after[to] = after.get(to, Fraction(0)) + chance * weight
                    if fights:
                        come[RESULTS.index(wounds)] += chance * weight
            met.append(Fought(*come))
            chances = after
        return met, wounds_of(chances)

    def _solved(self) -> Callable[[int, Spent, int, int], tuple[int, Spent]]:
        """The value before Fight k with these bonuses, Wounds and lead, and what to spend in it.

        Values are whole numbers, so many of `wholes()[k]`: fractions would take ten times as long.
        """
        wholes, counts = self.wholes(), cache(self._counts)

        @cache
        def value(k: int, left: Spent, wounds: int, lead: int) -> tuple[int, Spent]:
            if k == len(self.spokes) or wounds == 0:
                return self.worth_at_end(lead) * wholes[k], tuple(0 for _ in left)
            best: tuple[int, Spent] | None = None
            for spent in choices(left, self.spokes[k].values):
                rest = tuple(had - gone for had, gone in zip(left, spent, strict=True))
                total = 0
                for own, enemy, ways in counts(k, self._added(k, spent)):
                    then = 0 if self.objective is Objective.MARGIN else lead + enemy - own
                    gain = enemy - own if self.objective is Objective.MARGIN else 0
                    total += ways * (gain * wholes[k + 1] + value(k + 1, rest, wounds - own, then)[0])
                if best is None or total > best[0]:
                    best = total, spent
            assert best is not None  # spending nothing is always a choice
            return best

        return value

    def wholes(self) -> list[int]:
        """In how many ways the dice of Fight k and all later ones can fall."""
        wholes = [1]
        for k, spoke in reversed([*enumerate(self.spokes)]):
            wholes.insert(0, wholes[0] * FACES ** (spoke.hub_dice + spoke.dice(self.fought + k)))
        return wholes

    def _counts(self, k: int, added: int) -> Ways:
        return self.ways(self.spokes[k], k, added)

    def ways(self, spoke: Spoke, k: int, added: int) -> Ways:
        """What can come of Fight k with an opponent if so much is added (CA-19.2)."""
        wholes = self.wholes()
        odds = spoke_odds(spoke, self.fought + k, added, self.both_wound)
        ways = (
            (own, enemy, int(chance * wholes[k] / wholes[k + 1])) for (own, enemy), chance in results(odds)
        )
        return tuple(row for row in ways if row[2])

    def worth_at_end(self, lead: int) -> int:
        """What the end is worth: the margin is counted on the way, a result at the end."""
        return 0 if self.objective is Objective.MARGIN else (lead > 0) - (lead < 0)

    def _added(self, k: int, spent: Spent) -> int:
        """What bonuses add to the CAF in Fight k (CA-10.6)."""
        return sum(n * value for n, value in zip(spent, self.spokes[k].values, strict=True))

    def _results(self, k: int, spent: Spent) -> Sequence[tuple[tuple[int, int], Fraction]]:
        """What can come of Fight k, with its chance."""
        return results(spoke_odds(self.spokes[k], self.fought + k, self._added(k, spent), self.both_wound))


def wounds_of(chances: dict[tuple[Spent, int, int], Fraction]) -> dict[Wounds, Fraction]:
    """Wounds of both sides, whatever is left to spend; what cannot happen is left out."""
    return gathered(((own, enemy), chance) for (_, own, enemy), chance in chances.items())


def choices(left: Spent, values: Sequence[int]) -> Iterator[Spent]:
    """All that can be spent on an opponent, in the order in which ties are broken (CA-19.5).

    Fewest bonuses first; of as many, more of the earlier weapons first.
    """
    usable = [range(had + 1) if value > 0 else range(1) for had, value in zip(left, values, strict=True)]
    yield from sorted(product(*usable), key=lambda spent: (sum(spent), [-n for n in spent]))


def best_spending(
    hub_wounds: int,
    spokes: Sequence[Spoke],
    bonuses: Sequence[int],
    objective: Objective = Objective.MARGIN,
    both_wound: bool = False,
) -> Plan:
    """The best spending in the order given (CA-19.5)."""
    value, first = Budget(tuple(spokes), objective, both_wound).best(hub_wounds, tuple(bonuses))
    return Plan(value, first, tuple(range(len(spokes))))
