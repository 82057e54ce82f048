"""Exact chances, as fractions, counted with the very functions of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb, prod

from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault import shooting, state
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import (
    ENEMY,
    OWN,
    caf,
    dice_of,
    evading,
    roll_preference,
    spoke_dice,
    thrown_in_all,
    ways_of,
    wounded,
)
from hulldown.rulesets.close_assault.occasions import (
    Occasion,
    dice_fired,
    lead_model,
    morale_of,
    needed_by,
    passes,
    ways_to_hit,
)
from hulldown.rulesets.close_assault.shooting import worth
from hulldown.rulesets.close_assault.state import NOBODY, FightTie, Firing, Options, State, alive, profile_of
from hulldown.rulesets.close_assault.values import MUTE, SIDES, can_harm
from hulldown.rulesets.common.explanation import gathered, mean

# ---------------------------------------------------------------- fights
# One Fight, and Fights of one model in turn, exactly (CA-19.1 to CA-19.3).


FACES = 6


@dataclass(frozen=True)
class Fought:
    """Chances of one Fight, by who suffers a Wound; they sum to 1."""

    win: Fraction  # only the enemy
    loss: Fraction  # only oneself
    both: Fraction  # a tie with `fight_tie` = both_wound
    nothing: Fraction

    @property
    def tie(self) -> Fraction:
        """Equal totals, or an enemy that got out of the way unhurt."""
        return self.both + self.nothing

    @property
    def mirrored(self) -> Fought:
        """The same as the enemy sees it."""
        return Fought(self.loss, self.win, self.both, self.nothing)


@lru_cache
def sums(dice: int, kept: int = NOBODY) -> Mapping[int, int]:
    """In how many ways so many dice give each sum; `kept`: of two rolls that, as HouseRuleChange."""
    if kept != NOBODY:
        return {total: ways_of(kept, dice, total) for total in range(dice, FACES * dice + 1)}
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, FACES + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    return ways


@lru_cache
def _counted(
    dice: int, enemy_dice: int, lead: int, evading: bool, both_wound: bool, kept: int, enemy_kept: int
) -> tuple[int, int, int, int]:
    o = blank(Options)
    o.fight_tie = FightTie.BOTH_WOUND if both_wound else FightTie.NO_WOUND
    counts = [0, 0, 0, 0]
    for own, ways in sums(dice, kept).items():
        for enemy, enemy_ways in sums(enemy_dice, enemy_kept).items():
            counts[wounded(o, own + lead, enemy, int(evading))] += ways * enemy_ways
    return counts[ENEMY], counts[OWN], counts[OWN | ENEMY], counts[0]


@cache
def fight_odds(
    dice: int,
    caf: int,
    enemy_dice: int,
    enemy_caf: int,
    evading: bool = False,
    both_wound: bool = False,
    kept: int = NOBODY,
    enemy_kept: int = NOBODY,
) -> Fought:
    """The chances of one Fight (CA-19.2). evading: the enemy gets out of the way (CA-12.14); kept: which of
    two rolls each keeps by a house rule, as HouseRuleChange.
    """
    counts = _counted(dice, enemy_dice, caf - enemy_caf, evading, both_wound, kept, enemy_kept)
    whole = FACES ** (thrown_in_all(dice, kept) + thrown_in_all(enemy_dice, enemy_kept))
    return Fought(*(Fraction(count, whole) for count in counts))


# ---------------------------------------------------------------- Fights of one model in turn


Wounds = tuple[int, int]  # own, enemy
Ladder = tuple[int, ...]  # dice of an opponent, by the Fights that the hub has behind it (CA-9.3)
STEPS = 11  # by then the dice neither rise nor fall any more
SKIPPED: tuple[tuple[Wounds, Fraction], ...] = (((0, 0), Fraction(1)),)


def ladder_of(o: Options) -> Ladder:
    """How the dice of opponents rise (CA-9.3)."""
    return tuple(spoke_dice(o, fought) for fought in range(STEPS))


@cache
def printed_ladder() -> Ladder:
    """The same by the printed rules."""
    return ladder_of(SHELF.options_under({}))


@dataclass(frozen=True)
class Spoke:
    """One opponent of the hub, its own bonuses in its CAF: it has one Fight, so it spends all (CA-19.6)."""

    hub: int  # CAF of the hub against it, before bonuses
    caf: int
    evading: bool = False
    values: tuple[int, ...] = ()  # worth of each weapon's bonus against it, 0 for none
    hub_evades: bool = False  # the hub gets out of the way of several vehicles
    hub_dice: int = field(
        default_factory=lambda: printed_ladder()[0]
    )  # more if it has fought before (CA-9.3)
    ladder: Ladder = field(default_factory=printed_ladder)
    kept: int = NOBODY  # which of two rolls it keeps by a house rule, as HouseRuleChange
    hub_kept: int = NOBODY

    def dice(self, fought: int) -> int:
        """The dice it rolls after so many Fights of the hub (CA-9.3)."""
        return self.ladder[min(fought, STEPS - 1)]

    def thrown(self, fought: int) -> int:
        """The dice that both throw then, second rolls among them."""
        ours = thrown_in_all(self.hub_dice, self.hub_kept)
        return int(ours + thrown_in_all(self.dice(fought), self.kept))


def spoke_odds(spoke: Spoke, fought: int, spent: int = 0, both_wound: bool = False) -> Fought:
    """The Fight of a spoke after so many Fights of the hub, with so much spent on it."""
    dice, ours = spoke.dice(fought), spoke.hub + spent
    kept, hub_kept = spoke.kept, spoke.hub_kept
    if spoke.hub_evades:
        return fight_odds(dice, spoke.caf, spoke.hub_dice, ours, True, both_wound, kept, hub_kept).mirrored
    return fight_odds(spoke.hub_dice, ours, dice, spoke.caf, spoke.evading, both_wound, hub_kept, kept)


def results(odds: Fought) -> tuple[tuple[Wounds, Fraction], ...]:
    """What one Fight adds to the Wounds of both sides, with its chance."""
    return (((0, 1), odds.win), ((1, 0), odds.loss), ((1, 1), odds.both), ((0, 0), odds.nothing))


def distribution(
    hub_wounds: int, spokes: Sequence[Spoke], spent: Sequence[int] = (), both_wound: bool = False
) -> dict[Wounds, Fraction]:
    """The joint distribution of (own, enemy) Wounds with a fixed spending plan (CA-19.4).

    spent: what is added to the hub's CAF in each Fight. Once the hub is gone the rest is skipped (CA-9.7).
    """
    chances: dict[Wounds, Fraction] = {(0, 0): Fraction(1)}
    for k, spoke in enumerate(spokes):
        odds = results(spoke_odds(spoke, k, spent[k] if spent else 0, both_wound))
        chances = gathered(
            ((own + lost, enemy + gained), chance * weight)
            for (own, enemy), chance in chances.items()
            for (lost, gained), weight in (odds if own < hub_wounds else SKIPPED)
        )
    return chances


def margin(chances: Mapping[Wounds, Fraction]) -> Fraction:
    """Expected Wounds of the enemy less one's own."""
    return mean(chances.items(), lambda wounds: wounds[1] - wounds[0])


# ---------------------------------------------------------------- spending
# The best way to spend weapon bonuses over a series of Fights (CA-19.5 to CA-19.7).


Spent = tuple[int, ...]  # bonuses by weapon
Ways = tuple[tuple[int, int, int], ...]  # what can come of a Fight: Wounds, own and enemy's, in so many ways
MOST_WAYS = 600  # to spend bonuses in a Fight that are all compared (CA-19.13)
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
    exact: bool = True  # False: of too many opponents or bonuses, in the order given (CA-19.7, CA-19.13)


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
        return met, gathered(((own, enemy), chance) for (_, own, enemy), chance in chances.items())

    def _solved(self) -> Callable[[int, Spent, int, int], tuple[int, Spent]]:
        """The value before Fight k with these bonuses, Wounds and lead, and what to spend in it.

        Values are whole numbers, so many of `wholes()[k]`: fractions would take ten times as long.
        """
        wholes, ways = self.wholes(), cache(self.ways)

        @cache
        def value(k: int, left: Spent, wounds: int, lead: int) -> tuple[int, Spent]:
            if k == len(self.spokes) or wounds == 0:
                return self.worth_at_end(lead) * wholes[k], tuple(0 for _ in left)
            best: tuple[int, Spent] | None = None
            for spent in choices(left, self.spokes[k].values):
                rest = tuple(had - gone for had, gone in zip(left, spent, strict=True))
                total = 0
                for own, enemy, count in ways(self.spokes[k], k, self._added(k, spent)):
                    then = 0 if self.objective is Objective.MARGIN else lead + enemy - own
                    gain = enemy - own if self.objective is Objective.MARGIN else 0
                    total += count * (gain * wholes[k + 1] + value(k + 1, rest, wounds - own, then)[0])
                if best is None or total > best[0]:
                    best = total, spent
            assert best is not None  # spending nothing is always a choice
            return best

        return value

    def wholes(self) -> list[int]:
        """In how many ways the dice of Fight k and all later ones can fall."""
        wholes = [1]
        for k, spoke in reversed([*enumerate(self.spokes)]):
            wholes.insert(0, wholes[0] * FACES ** spoke.thrown(self.fought + k))
        return wholes

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


def choices(left: Spent, values: Sequence[int]) -> Iterator[Spent]:
    """All that can be spent on an opponent, in the order in which ties are broken (CA-19.5).

    Fewest bonuses first; of as many, more of the earlier weapons first. Of too many ways only those that
    spend the largest bonuses first (CA-19.13).
    """
    usable = [range(had + 1) if value > 0 else range(1) for had, value in zip(left, values, strict=True)]
    if prod(map(len, usable)) > MOST_WAYS:
        yield from largest_first([len(numbers) - 1 for numbers in usable], values)
        return
    yield from sorted(product(*usable), key=lambda spent: (sum(spent), [-n for n in spent]))


def largest_first(left: Sequence[int], values: Sequence[int]) -> Iterator[Spent]:
    """Nothing, the largest bonus, the two largest, and so on to everything (CA-19.13)."""
    spent = [0] * len(left)
    yield tuple(spent)
    for w in sorted(range(len(left)), key=lambda w: -values[w]):
        for _ in range(left[w]):
            spent[w] += 1
            yield tuple(spent)


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


# ---------------------------------------------------------------- ordering
# The best order of a hub's opponents (CA-19.7).
#
# An order is fixed before the first die (CA-9.6), so who comes next may not depend on how the Fights went:
# the best that could be reached from each state of the hub alone would be too good. The programme over sets
# of opponents therefore keeps the worth of a whole order of the last Fights in every state at once, and drops
# an order only if another is at least as good in all of them.


MOST_ORDERED = 6  # opponents of which all orders count (CA-19.7)
MOST_LEFT = 1000  # ways in which bonuses may be left, of which all count (CA-19.13)
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

    @cached_property
    def ways(self) -> Callable[[Spoke, int, int], Ways]:
        """What can come of a Fight; asked again and again."""
        return cache(self.budget.ways)


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
    """The best spending over all orders of up to six opponents; of more in the order given (CA-19.7).

    So it is where bonuses can be left in too many ways (CA-19.13).
    """
    given, order = tuple(spokes), tuple(range(len(spokes)))
    fewer, left = merged(given, bonuses)
    exact = len(given) <= MOST_ORDERED and prod(had + 1 for had in left) <= MOST_LEFT
    if exact:
        order = Ordering(Budget(fewer, objective, both_wound), hub_wounds, left).best()
    budget = Budget(tuple(given[i] for i in order), objective, both_wound)
    value, first = budget.best(hub_wounds, tuple(bonuses))
    return Plan(value, first, order, exact=exact)


# ---------------------------------------------------------------- stars
# The Fights of a Combat that goes on, as the exact odds see them: hubs with their spokes (CA-9.4, CA-19.4).
#
# All numbers are asked of the rules on the position itself.


@dataclass(frozen=True)
class Star:
    """A hub, its Wounds, its bonuses and its opponents in order; a single Fight is a star with one spoke."""

    hub: int
    wounds: int
    bonuses: tuple[int, ...]
    spokes: tuple[Spoke, ...]
    own: bool  # the hub is of the side that chose the Fights
    fought: int = 0  # Fights that the hub has behind it (CA-9.3)
    both_wound: bool = False

    def budget(self, objective: Objective = Objective.MARGIN) -> Budget:
        """Its Fights, to be spent on as the objective says (CA-19.5)."""
        return Budget(self.spokes, objective, self.both_wound, self.fought)

    def spread(self, objective: Objective = Objective.MARGIN) -> dict[Wounds, Fraction]:
        """The joint distribution of Wounds of the chooser's side and the other (CA-19.9)."""
        spread = self.budget(objective).spread(self.wounds, self.bonuses)
        return spread if self.own else {(own, enemy): chance for (enemy, own), chance in spread.items()}


def stars_of(s: State) -> list[Star]:
    """The stars of the Fights that are still to be fought, in the order of their hubs' first Fights."""
    open_fights = [(int(f.own), int(f.enemy)) for f in s.fight[max(0, s.current) : s.fights]]
    open_fights = [pair for pair in open_fights if alive(s, pair[0]) and alive(s, pair[1])]
    hubs: dict[int, list[int]] = {}
    for own, enemy in open_fights:
        spokes_of_enemy = sum(1 for pair in open_fights if pair[1] == enemy)
        hub, spoke = (enemy, own) if spokes_of_enemy > 1 else (own, enemy)
        hubs.setdefault(hub, []).append(spoke)
    return [star(s, hub, spokes) for hub, spokes in hubs.items()]


def star(s: State, hub: int, spokes: Sequence[int]) -> Star:
    """A hub with its spokes."""
    weapons = range(s.profile[profile_of(s, hub)].weapons)
    return Star(
        hub,
        int(s.model[hub].wounds),
        tuple(int(s.model[hub].left[w]) for w in weapons),
        tuple(spoke_of(s, hub, spoke) for spoke in spokes),
        state.side_of(s, hub) == s.chooser,
        int(s.model[hub].fought),
        s.options.fight_tie == FightTie.BOTH_WOUND,
    )


def spoke_of(s: State, hub: int, spoke: int) -> Spoke:
    """One opponent of a hub, which spends all it has for its only Fight (CA-19.6)."""
    weapons = range(s.profile[profile_of(s, hub)].weapons)
    return Spoke(
        caf(s, hub, spoke, 0, s.mute),
        caf(s, spoke, hub, 0, s.mute)
        + shooting.total_worth(s, spoke, hub, shooting.everything(s, spoke, hub)),
        evading(s, spoke),
        tuple(worth(s, hub, spoke, w) if shooting.most_of(s, hub, spoke, w) else 0 for w in weapons),
        evading(s, hub),
        dice_of(s, hub, spoke),
        ladder_against(s, hub, spoke),
        roll_preference(s, spoke, hub),
        roll_preference(s, hub, spoke),
    )


def ladder_against(s: State, hub: int, spoke: int) -> Ladder:
    """How the dice of an opponent rise, by the Fights that the hub has behind it (CA-9.3)."""
    if s.options.house.count == 0:
        return ladder_of(s.options)
    tried, dice = copy(s), []
    for fought in range(STEPS):
        tried.model[hub].fought = fought
        dice.append(int(dice_of(tried, spoke, hub)))
    return tuple(dice)


def joined(spreads: Sequence[dict[Wounds, Fraction]]) -> dict[Wounds, Fraction]:
    """The distribution of the sums of independent Wounds."""
    total: dict[Wounds, Fraction] = {(0, 0): Fraction(1)}
    for spread in spreads:
        total = gathered(
            ((own + lost, enemy + gained), chance * weight)
            for (own, enemy), chance in total.items()
            for (lost, gained), weight in spread.items()
        )
    return total


# ---------------------------------------------------------------- firing: one die
# The odds of fire and of morale, exactly (CA-19.1, CA-19.9, CA-19.10): the rules of play asked one Wound
# after another, and the chances between them multiplied out.


CERTAIN, NEVER = Fraction(1), Fraction(0)
WoundChances = tuple[int, ...]  # left to each target model
Spread = dict[tuple[WoundChances, int], Fraction]  # and saves that had to be made
Count = Callable[[WoundChances], int]


def hit_chance(face: int) -> Fraction:
    """The chance of a hit: that a die shows a face or more (CA-19.10)."""
    return Fraction(SIDES + 1 - face, SIDES)


def save_chance(face: int) -> Fraction:
    """The chance of a save, 0 without one (CA-19.10)."""
    return NEVER if face == state.NONE else hit_chance(face)


def morale_failure(morale: int) -> Fraction:
    """The chance to fail a morale test (CA-16.1, CA-19.9)."""
    return Fraction(sum(not passes(morale, die) for die in range(1, SIDES + 1)), SIDES)


def failure_of_test(s: State, k: int) -> Fraction:
    """The chance of a detachment to fail a morale test, re-rolls by house rules among it."""
    morale = int(morale_of(s, k))
    return 1 - chance_by(s, Occasion.MORALE, int(lead_model(s, k)), NOBODY, morale)


def chance_by(s: State, occasion: Occasion, m: int, enemy: int, face: int) -> Fraction:
    """The chance that a die reaches a face, with a second roll where a house rule has it rolled again."""
    return Fraction(int(ways_to_hit(s, occasion, m, enemy, face)), SIDES * SIDES)


# ---------------------------------------------------------------- a whole detachment


@dataclass(frozen=True)
class FireOdds:
    """What the fire of a detachment does to the models aimed at."""

    models: tuple[int, ...]
    before: WoundChances
    fates: Mapping[tuple[WoundChances, int], Fraction]  # Wounds left and saves made; the chances sum to 1

    @cached_property
    def after(self) -> Mapping[WoundChances, Fraction]:
        """Wounds left, with their chance."""
        return gathered((left, chance) for (left, _), chance in self.fates.items())

    def wounds_lost(self) -> dict[int, Fraction]:
        """The chance of each number of Wounds."""
        return self._spread(lambda left: sum(self.before) - sum(left))

    def models_lost(self) -> dict[int, Fraction]:
        """The chance of each number of models destroyed."""
        standing = sum(wounds > 0 for wounds in self.before)
        return self._spread(lambda left: standing - sum(wounds > 0 for wounds in left))

    @property
    def expected_wounds(self) -> Fraction:
        """The Wounds to be expected (CA-19.9)."""
        return mean(self.wounds_lost().items(), int)

    def destroyed(self, model: int) -> Fraction:
        """The chance that a model is destroyed."""
        place = self.models.index(model)
        return sum((chance for left, chance in self.after.items() if left[place] == 0), NEVER)

    def _spread(self, count: Count) -> dict[int, Fraction]:
        counts = gathered((count(left), chance) for left, chance in self.after.items())
        return dict(sorted(counts.items()))


def fire_odds(s: State, k: int, target: int, second: int = NOBODY, firing: Firing = Firing.STAGE) -> FireOdds:
    """What becomes of the targets if a detachment fires at them from this position (CA-15, CA-19.10)."""
    table = copy(s)
    models = [*models_of(s, target), *(models_of(s, second) if second != NOBODY else ())]
    before = tuple(int(s.model[t].wounds) for t in models)
    spread: Spread = {(before, 0): CERTAIN}
    for m, w in mounts(s, k):
        shot = Shot(table, models, m, w, shooting.aim_of(s, m, w, target, second), firing)
        shots = {left: shot.fired(left) for left in {left for left, _ in spread}}
        spread = mixed((saving(shots[left], saves), c) for (left, saves), c in spread.items())
    return FireOdds(tuple(models), before, spread)


def overwatch_odds(s: State, k: int, mover: int) -> FireOdds:
    """What Overwatch would do to the detachment that moved (CA-15.10, CA-19.9)."""
    return fire_odds(s, k, mover, firing=Firing.OVERWATCH)


def models_of(s: State, k: int) -> range:
    """The models of a detachment."""
    first = int(s.detachment[k].first)
    return range(first, first + int(s.detachment[k].size))


def mounts(s: State, k: int) -> Iterator[tuple[int, int]]:
    """The weapons of a detachment in the order in which they fire: model, weapon."""
    for m in models_of(s, k):
        if alive(s, m):
            yield from ((m, w) for w in range(s.profile[profile_of(s, m)].weapons))


def saving(spread: Spread, saves: int) -> Spread:
    """A spread after so many saves."""
    return {(left, saves + more): chance for (left, more), chance in spread.items()}


def mixed(parts: Iterable[tuple[Spread, Fraction]]) -> Spread:
    """Several spreads as one, each with its chance."""
    return gathered((fate, chance * weight) for spread, weight in parts for fate, chance in spread.items())


# ---------------------------------------------------------------- one weapon


class Shot:
    """One weapon fired at models with any number of Wounds left. Nothing moves meanwhile: whom it can hit,
    and how well, depends only on who still stands and who is hurt, so the rules are asked once for each.
    """

    def __init__(self, table: State, models: Sequence[int], m: int, w: int, k: int, firing: Firing) -> None:
        """`table` is a copy, whose Wounds may be changed; `k` is the detachment that is aimed at."""
        self.table, self.models, self.m, self.w, self.k, self.firing = table, models, m, w, k, firing
        self.whole = [int(table.profile[profile_of(table, t)].wounds) for t in models]
        self.weapon = table.profile[profile_of(table, m)].weapon[w]
        self.house = bool(table.options.house.count)
        self._hits: dict[tuple[bool | int, ...], tuple[int, list[Fraction]]] = {}
        self._next: dict[tuple[int, tuple[int, ...]], tuple[int, Fraction]] = {}

    def fired(self, left: WoundChances) -> Spread:
        """What it does to models with so many Wounds left."""
        standing = left if self.house else tuple(wounds > 0 for wounds in left)
        if standing not in self._hits:
            self._hits[standing] = self.aimed(left)
        line, hits = self._hits[standing]
        return self.after_hits(left, line, hits)

    def aimed(self, left: WoundChances) -> tuple[int, list[Fraction]]:
        """The stat-line that fires, and the chance of each number of hits; of none where it cannot harm."""
        table, m, k = self.table, self.m, self.k
        lay_wounds(table, self.models, left)
        if shooting.why_not_shoot(table, m, self.w, k, self.firing) != Why.ALLOWED:
            return NOBODY, [CERTAIN]
        at = int(shooting.line_against(table, m, self.w, k))
        line = self.weapon.line[at]
        if not can_harm(line, state.kind_of(table, int(table.detachment[k].first))):
            return NOBODY, [CERTAIN]
        near, t = shooting.within_half(table, m, line, k), int(shooting.nearest_target(table, m, line, k))
        face = int(needed_by(table, m, line, t, self.firing, MUTE))
        chance = chance_by(table, Occasion.TO_HIT, m, t, face)
        return at, hits_spread(
            self.weapon,
            line,
            lambda thrown: dice_fired(table, m, line, t, thrown, near, MUTE),
            chance,
        )

    def after_hits(self, left: WoundChances, line: int, hits: Sequence[Fraction]) -> Spread:
        """Every hit allotted and saved before the next (CA-15.7), for each number of hits."""
        spreads: list[Spread] = [{(left, 0): CERTAIN}]
        for _ in hits[1:]:
            once = {was: self.one_hit(was, line) for was in {was for was, _ in spreads[-1]}}
            spreads.append(mixed((saving(once[was], saves), c) for (was, saves), c in spreads[-1].items()))
        return mixed(zip(spreads, hits, strict=True))

    def one_hit(self, left: WoundChances, line: int) -> Spread:
        """What one hit does (CA-15.6, CA-15.7)."""
        place, saved = self.allotted(left, line)
        if place == NOBODY:
            return {(left, 0): CERTAIN}
        hurt = (*left[:place], left[place] - 1, *left[place + 1 :])
        return {(left, 1): saved, (hurt, 1): 1 - saved} if saved else {(hurt, 1): CERTAIN}

    def allotted(self, left: WoundChances, line: int) -> tuple[int, Fraction]:
        """Which of the models the next hit goes to, and the chance of its save; NOBODY for none."""
        marks = tuple(
            wounds if self.house else min(wounds, 1) + (wounds == whole)
            for wounds, whole in zip(left, self.whole, strict=True)
        )
        if (line, marks) not in self._next:
            lay_wounds(self.table, self.models, left)
            t = shooting.allotted(self.table, self.m, self.weapon.line[line], self.k)
            face = (
                state.NONE
                if t == NOBODY
                else shooting.save_against(self.table, self.m, self.weapon.line[line], t, MUTE)
            )
            place = NOBODY if t == NOBODY else self.models.index(t)
            saved = NEVER if face == state.NONE else chance_by(self.table, Occasion.SAVE, t, self.m, face)
            self._next[line, marks] = place, saved
        return self._next[line, marks]


def lay_wounds(table: State, models: Sequence[int], left: WoundChances) -> None:
    """Give the target models so many Wounds."""
    for t, wounds in zip(models, left, strict=True):
        table.model[t].wounds = wounds


def hits_spread(
    weapon: state.Weapon, line: state.Line, fired: Callable[[int], int], chance: Fraction
) -> list[Fraction]:
    """The chance of each number of hits, `fired` being the dice by those thrown (CA-15.3, CA-15.4)."""
    dice = dice_spread(weapon, line)
    chances = [NEVER] * (max(map(fired, dice)) + 1)
    for rolled, share in dice.items():
        n = fired(rolled)
        for hits in range(n + 1):
            chances[hits] += share * comb(n, hits) * chance**hits * (1 - chance) ** (n - hits)
    return chances


def dice_spread(weapon: state.Weapon, line: state.Line) -> dict[int, Fraction]:
    """The chance of each number of Dice of all mounts of a weapon (CA-7.18, CA-15.3)."""
    spread = {int(line.fixed) * int(weapon.count): CERTAIN}
    for _ in range(int(line.random) * int(weapon.count)):
        spread = gathered(
            (dice + face, share / int(line.sides))
            for dice, share in spread.items()
            for face in range(1, int(line.sides) + 1)
        )
    return spread
