"""One Fight, and Fights of one model in turn, exactly (CA-19.1 to CA-19.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache

from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.fights import ENEMY, OWN, spoke_dice, wounded
from hulldown.rulesets.close_assault.state import Options
from hulldown.rulesets.close_assault.variants import FightTie

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
def sums(dice: int) -> Mapping[int, int]:
    """In how many ways so many dice give each sum."""
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
    dice: int, enemy_dice: int, lead: int, evading: bool, both_wound: bool
) -> tuple[int, int, int, int]:
    o = blank(Options)
    o.fight_tie = FightTie.BOTH_WOUND if both_wound else FightTie.NO_WOUND
    counts = [0, 0, 0, 0]
    for own, ways in sums(dice).items():
        for enemy, enemy_ways in sums(enemy_dice).items():
            counts[wounded(o, own + lead, enemy, int(evading))] += ways * enemy_ways
    return counts[ENEMY], counts[OWN], counts[OWN | ENEMY], counts[0]


@cache
def fight_odds(
    dice: int, caf: int, enemy_dice: int, enemy_caf: int, evading: bool = False, both_wound: bool = False
) -> Fought:
    """The chances of one Fight (CA-19.2). evading: the enemy gets out of the way (CA-12.14)."""
    counts = _counted(dice, enemy_dice, caf - enemy_caf, evading, both_wound)
    return Fought(*(Fraction(count, FACES ** (dice + enemy_dice)) for count in counts))


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

    def dice(self, fought: int) -> int:
        """The dice it rolls after so many Fights of the hub (CA-9.3)."""
        return self.ladder[min(fought, STEPS - 1)]


def spoke_odds(spoke: Spoke, fought: int, spent: int = 0, both_wound: bool = False) -> Fought:
    """The Fight of a spoke after so many Fights of the hub, with so much spent on it."""
    dice, ours = spoke.dice(fought), spoke.hub + spent
    if spoke.hub_evades:
        return fight_odds(dice, spoke.caf, spoke.hub_dice, ours, True, both_wound).mirrored
    return fight_odds(spoke.hub_dice, ours, dice, spoke.caf, spoke.evading, both_wound)


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
        after: dict[Wounds, Fraction] = {}
        for (own, enemy), chance in chances.items():
            fights = own < hub_wounds
            odds = results(spoke_odds(spoke, k, spent[k] if spent else 0, both_wound)) if fights else SKIPPED
            for (lost, gained), weight in odds:
                if weight:
                    to = (own + lost, enemy + gained)
                    after[to] = after.get(to, Fraction(0)) + chance * weight
        chances = after
    return chances


def margin(chances: dict[Wounds, Fraction]) -> Fraction:
    """Expected Wounds of the enemy less one's own."""
    return sum((chance * (enemy - own) for (own, enemy), chance in chances.items()), Fraction(0))
