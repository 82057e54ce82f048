"""A model against several enemies, one after another (CA-19.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hulldown.rulesets.close_assault.duel import HUB_DICE, spoke_dice
from hulldown.rulesets.close_assault.exact.fights import Fought, fight_odds

Wounds = tuple[int, int]  # own, enemy
SKIPPED: tuple[tuple[Wounds, Fraction], ...] = (((0, 0), Fraction(1)),)


@dataclass(frozen=True)
class Spoke:
    """One opponent of the hub, its own bonuses in its CAF: it has one Fight, so it spends all (CA-19.6)."""

    hub: int  # CAF of the hub against it, before bonuses
    caf: int
    evading: bool = False
    values: tuple[int, ...] = ()  # worth of each weapon's bonus against it, 0 for none
    hub_evades: bool = False  # the hub gets out of the way of several vehicles
    hub_dice: int = HUB_DICE  # more against one that has other Fights behind it (CA-9.3)


def spoke_odds(spoke: Spoke, fought: int, spent: int = 0, both_wound: bool = False) -> Fought:
    """The Fight of a spoke after so many Fights of the hub, with so much spent on it."""
    dice, ours = spoke_dice(fought), spoke.hub + spent
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
