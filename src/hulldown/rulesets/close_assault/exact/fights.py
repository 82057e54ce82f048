"""One Fight, exactly (CA-19.1 to CA-19.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.duel import ENEMY, OWN, wounded
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
