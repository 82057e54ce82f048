"""The Fights of a situation, exactly: its model against one opponent after another (CA-19.4 to CA-19.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from hulldown.kernel.events import Log
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.bonuses import everything, most_of, packed, why_not_spend
from hulldown.rulesets.close_assault.chances.duels import Duel, duel_of
from hulldown.rulesets.close_assault.codes import Response, Stage
from hulldown.rulesets.close_assault.combat import begin
from hulldown.rulesets.close_assault.exact.fights import Fought
from hulldown.rulesets.close_assault.exact.ordering import best_order
from hulldown.rulesets.close_assault.exact.sequence import Wounds
from hulldown.rulesets.close_assault.exact.spending import Objective, Spent
from hulldown.rulesets.close_assault.exact.stars import Star, star
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.situation.data import Situation
from hulldown.rulesets.close_assault.situation.posing import FIGHTER, HUB, opponents
from hulldown.rulesets.close_assault.state import State, profile_of
from hulldown.rulesets.close_assault.tank_shock import begin_fights, declare, respond

FIRST_ENEMY = FIGHTER + 1
Spends = tuple[Spent, ...]  # for each Fight


@dataclass(frozen=True)
class Series:
    """All Fights: the opponents in the order in which they are fought, what comes of each and of all.

    `spent` is what is known to be spent in each Fight: under best spending that of the first one only, for
    later ones it depends on how the first go. `value` is what best spending reaches, None without it, and
    `rivals` what plainer ways to spend would reach.
    """

    s: State
    opponents: tuple[int, ...]
    star: Star
    met: tuple[Fought, ...]
    spread: dict[Wounds, Fraction]
    spent: Spends
    value: Fraction | None
    goal: Objective
    rivals: tuple[tuple[str, Fraction], ...] = ()

    @cached_property
    def duels(self) -> tuple[Duel, ...]:
        """Each Fight with what is known to be spent in it, if it is fought."""
        then, found = copy(self.s), []
        for k, opponent in enumerate(self.opponents):
            named = bundled(self.spent[k]) if k < len(self.spent) else 0
            then.model[HUB].fought = int(self.s.model[HUB].fought) + k
            found.append(duel_of(then, HUB, opponent, named, everything(then, opponent, HUB)))
        return tuple(found)


def bundled(spent: Spent) -> int:
    """Numbers of bonuses by weapon as the rules pack them."""
    return sum(packed(w, n) for w, n in enumerate(spent))


# ---------------------------------------------------------------- the position in which they are fought


def combat_at(s: State) -> State:
    """The Combat of the Engagement stage, its Fights about to be fought (CA-17.3)."""
    fought = copy(s)
    begin(fought, (1 << int(s.detachments)) - 1, Stage.ENGAGEMENT, 0)
    return gone_on(s, fought)


def shock_at(s: State, answer: Response) -> State:
    """The Fights of a Tank Shock after this answer (CA-12.6 to CA-12.15)."""
    tried, log = copy(s), blank(Log)
    declare(tried, FIGHTER, FIRST_ENEMY, log)
    respond(tried, answer, log)
    begin_fights(tried)
    return gone_on(s, tried)


def gone_on(before: State, begun: State) -> State:
    """A Combat begun, with the Fights that some have behind them in it (CA-9.3)."""
    for m in range(int(before.models)):
        begun.model[m].fought = int(before.model[m].fought)
    return begun


# ---------------------------------------------------------------- spending


def why_not_named(s: State, asked: Situation) -> int:
    """The first reason against the bonuses that are named, Fight by Fight (CA-10)."""
    if asked.a.spend != "named":
        return Why.ALLOWED
    tried = copy(s)
    for spent, m in zip(named_by(s, asked), opponents(asked), strict=True):
        why = why_not_spend(tried, HUB, m, bundled(spent))
        if why != Why.ALLOWED:
            return why
        for w, n in enumerate(spent):
            tried.model[HUB].left[w] -= n
    return Why.ALLOWED


def named_by(s: State, asked: Situation) -> Spends:
    """How many bonuses of each weapon are named against each opponent."""
    weapons = range(1, len(s.model[HUB].left) + 1)
    return tuple(
        tuple(sum(int(one.split(".")[0]) == w for one in set(enemy.spent)) for w in weapons)
        for enemy in asked.enemies
    )


def all_at_once(s: State, models: tuple[int, ...]) -> Spends:
    """In each Fight all that may still be spent."""
    tried, found = copy(s), []
    left = tried.model[HUB].left
    for m in models:
        spent = tuple(most_of(tried, HUB, m, w) if w < weapons_of(s) else 0 for w in range(len(left)))
        found.append(spent)
        for w, n in enumerate(spent):
            left[w] -= n
    return tuple(found)


def weapons_of(s: State) -> int:
    """How many weapons the fighter has."""
    return int(s.profile[profile_of(s, HUB)].weapons)


def fixed(s: State, asked: Situation, models: tuple[int, ...]) -> Spends | None:
    """What is spent in each Fight however they go; None where it is the best."""
    if asked.a.spend == "all":
        return all_at_once(s, models)
    if asked.a.spend == "named":
        return named_by(s, asked)
    return tuple(() for _ in models) if asked.a.spend == "none" else None


# ---------------------------------------------------------------- the Fights


def series(s: State, asked: Situation) -> Series:
    """All Fights of a position in which they are about to be fought."""
    models = opponents(asked)
    goal = Objective.RESULT if asked.a.spend == "result" else Objective.MARGIN
    if asked.sequence == "best" and asked.a.spend != "named":
        models = tuple(models[i] for i in order_of(s, asked, models, goal))
    spent = fixed(s, asked, models)
    made = star(s, HUB, models)
    if spent is not None:
        return told_by(s, models, with_spent(made, spent), spent, goal, None)
    value, first = made.budget(goal).best(made.wounds, made.bonuses)
    found = told_by(s, models, made, (first,), goal, value)
    return replace(found, rivals=tuple(rivals(s, models, made, goal)))


def rivals(s: State, models: tuple[int, ...], made: Star, goal: Objective) -> Iterator[tuple[str, Fraction]]:
    """What it would come to if all were spent as soon as it may be, and if nothing were."""
    ways = ("all at once", all_at_once(s, models)), ("nothing", tuple(() for _ in models))
    for words, spent in ways:
        yield words, with_spent(made, spent).budget(goal).best(made.wounds, ())[0]


def order_of(s: State, asked: Situation, models: tuple[int, ...], goal: Objective) -> tuple[int, ...]:
    """The best order of the opponents (CA-19.7)."""
    made = star(s, HUB, models)
    bonuses = made.bonuses if asked.a.spend != "none" else tuple(0 for _ in made.bonuses)
    return best_order(made.wounds, made.spokes, bonuses, goal, made.both_wound).order


def with_spent(made: Star, spent: Spends) -> Star:
    """The same with bonuses that are part of the CAF: nothing is left to choose."""
    spokes = tuple(
        replace(
            spoke, hub=spoke.hub + sum(n * v for n, v in zip(used, spoke.values, strict=False)), values=()
        )
        for spoke, used in zip(made.spokes, spent, strict=True)
    )
    return replace(made, spokes=spokes, bonuses=())


def told_by(
    s: State, models: tuple[int, ...], made: Star, spent: Spends, goal: Objective, value: Fraction | None
) -> Series:
    """What the exact odds say of a star."""
    met, spread = made.budget(goal).played(made.wounds, made.bonuses)
    return Series(s, models, made, tuple(met), spread, spent, value, goal)
