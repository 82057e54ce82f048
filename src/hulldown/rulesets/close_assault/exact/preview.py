"""What a planned Tank Shock promises, for both answers of its target (CA-19.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from hulldown.kernel.events import Log
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.answering import (
    fires_first,
    hold_evaders,
    in_contact,
    in_part,
    say,
    why_not_answer,
)
from hulldown.rulesets.close_assault.codes import NOBODY, Response
from hulldown.rulesets.close_assault.combat import choose, must_choose, pick
from hulldown.rulesets.close_assault.exact.fights import Wounds, margin
from hulldown.rulesets.close_assault.exact.firing import morale_failure, overwatch_odds
from hulldown.rulesets.close_assault.exact.stars import joined, stars_of
from hulldown.rulesets.close_assault.hits import remaining_wounds
from hulldown.rulesets.close_assault.morale import morale_of
from hulldown.rulesets.close_assault.pairing import why_not_pair
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.tank_shock import begin_fights, count_overwatch, declare
from hulldown.rulesets.common.dicing import gathered


@dataclass(frozen=True)
class Preview:
    """One answer of the target: Wounds of vehicles and target in the Fights, tests, and Overwatch before."""

    spread: Mapping[Wounds, Fraction]
    vehicle_tests: Fraction
    vehicle_fails: Fraction
    target_tests: Fraction
    target_fails: Fraction
    overwatch: Fraction = Fraction(0)  # expected Wounds, if it fires (CA-19.9)

    @property
    def margin(self) -> Fraction:
        """Expected Wounds of the target less those of the vehicles, in the Fights."""
        return margin(dict(self.spread))


def previewed(
    spread: Mapping[Wounds, Fraction],
    own_left: int,
    target_left: int,
    morale: int,
    target_morale: int,
    before: int = 0,
) -> Preview:
    """Tests and failures by the Wounds of both sides and what each has left (CA-12.17 to CA-12.19). before:
    Wounds of the vehicles before the Fights that count as well.
    """
    tests = chance_of(spread, lambda own, enemy: own + before > enemy and own < own_left)
    theirs = chance_of(spread, lambda own, enemy: enemy > own + before and enemy < target_left)
    return Preview(
        spread, tests, tests * morale_failure(morale), theirs, theirs * morale_failure(target_morale)
    )


def chance_of(spread: Mapping[Wounds, Fraction], holds: Callable[[int, int], bool]) -> Fraction:
    """The chance of those Wounds, own and enemy's, for which something holds."""
    return sum((chance for wounds, chance in spread.items() if holds(*wounds)), Fraction(0))


# ---------------------------------------------------------------- on the table


def shock_preview(s: State, k: int, target: int) -> dict[Response, Preview]:
    """Each answer that the target of a legal Tank Shock has, where the vehicles stand (CA-19.9); of those in
    part (CA-12.7) the one that is best for it.
    """
    declared = copy(s)
    declare(declared, k, target, blank(Log))
    previews: dict[Response, Preview] = {}
    for answer, evaders in answers_of(declared):
        promise = promised(declared, answer, evaders)
        if answer not in previews or promise.margin < previews[answer].margin:
            previews[answer] = promise
    return previews


def answers_of(s: State) -> Iterator[tuple[Response, int]]:
    """The answers that the target of the Tank Shock that goes on has, each with who gets out of the way in
    part, as bits.
    """
    k = int(s.target)
    for answer in Response:
        parts = range(1, in_contact(s, k, int(s.acting)) + 1) if in_part(answer) else (0,)
        yield from ((answer, bits) for bits in parts if why_not_answer(s, k, answer, bits) == Why.ALLOWED)


def promised(s: State, answer: Response, evaders: int = 0) -> Preview:
    """What an answer to the Tank Shock that goes on leads to, Overwatch and Fights after each of its results
    (CA-12.8, CA-12.9, CA-19.9). Wounds from Overwatch count for the tests as the option says (CA-12.19).
    """
    k, target = int(s.acting), int(s.target)
    if not fires_first(answer):
        return fought(s, k, target, answer, evaders)
    ready, had = copy(s), remaining_wounds(s, k)
    hold_evaders(ready, target, evaders)
    fire = overwatch_odds(ready, target, k)
    after = []
    for left, chance in fire.after.items():
        then = hurt(s, fire.models, left)
        after.append((fought(then, k, target, answer, evaders, had - remaining_wounds(then, k)), chance))
    return replace(mean(after), overwatch=fire.expected_wounds)


def hurt(s: State, models: Sequence[int], left: Sequence[int]) -> State:
    """The position in which these models have so many Wounds left."""
    tried = copy(s)
    for m, wounds in zip(models, left, strict=True):
        tried.model[m].wounds = wounds
    return tried


def mean(cases: Sequence[tuple[Preview, Fraction]]) -> Preview:
    """Several cases as one, each with its chance."""
    spread = gathered(
        (wounds, chance * weight) for preview, weight in cases for wounds, chance in preview.spread.items()
    )

    def of(part: Callable[[Preview], Fraction]) -> Fraction:
        return sum((part(preview) * weight for preview, weight in cases), Fraction(0))

    return Preview(
        spread,
        of(lambda p: p.vehicle_tests),
        of(lambda p: p.vehicle_fails),
        of(lambda p: p.target_tests),
        of(lambda p: p.target_fails),
    )


def fought(s: State, k: int, target: int, answer: Response, evaders: int, shot: int = 0) -> Preview:
    """The Fights after an answer and so many Wounds by Overwatch: best spending in the first legal list."""
    tried = copy(s)
    say(tried, answer, evaders, blank(Log))
    begin_fights(tried)
    count_overwatch(tried, shot)
    before = int(tried.detachment[k].wounds_lost)  # those by Overwatch, where they count (CA-12.19)
    spread = listed_spread(tried)
    left = remaining_wounds(s, k), remaining_wounds(s, target)
    return previewed(spread, *left, morale_of(s, k), morale_of(s, target), before)


def combat_spread(s: State, k: int) -> dict[Wounds, Fraction]:
    """A Combat if it is picked, Wounds of the side that picks it first: the same way (CA-17.2, CA-19.4)."""
    tried = copy(s)
    pick(tried, k)
    return listed_spread(tried)


def listed_spread(s: State) -> dict[Wounds, Fraction]:
    """The Wounds of a Combat that begins here: the list is made Fight by Fight, always the first there is."""
    log = blank(Log)
    while s.current == NOBODY and must_choose(s, log):
        choose(s, *first_pair(s), log)
    return joined([star.spread() for star in stars_of(s)])


def expected_wounds(spread: Mapping[Wounds, Fraction]) -> tuple[Fraction, Fraction]:
    """The Wounds to be expected on either side (CA-19.4)."""
    own = sum((chance * wounds[0] for wounds, chance in spread.items()), Fraction(0))
    return own, own + margin(dict(spread))


def first_pair(s: State) -> tuple[int, int]:
    """The first legal pair of models for the list of Fights (CA-19.12)."""
    pairs = ((own, enemy) for own in range(s.models) for enemy in range(s.models))
    return next((pair for pair in pairs if why_not_pair(s, *pair) == Why.ALLOWED), (NOBODY, NOBODY))
