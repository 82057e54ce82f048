"""The Fights of a Combat that goes on, as the exact odds see them: hubs with their spokes (CA-9.4, CA-19.4).

All numbers are asked of the rules on the position itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hulldown.rulesets.close_assault.bonuses import everything, most_of, total_worth, worth
from hulldown.rulesets.close_assault.exact.fights import Spoke, Wounds, ladder_of
from hulldown.rulesets.close_assault.exact.spending import Budget, Objective
from hulldown.rulesets.close_assault.fights import caf, dice_of, evading
from hulldown.rulesets.close_assault.state import State, alive, profile_of, side_of
from hulldown.rulesets.close_assault.variants import FightTie
from hulldown.rulesets.common.dicing import gathered


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
        side_of(s, hub) == s.chooser,
        int(s.model[hub].fought),
        s.options.fight_tie == FightTie.BOTH_WOUND,
    )


def spoke_of(s: State, hub: int, spoke: int) -> Spoke:
    """One opponent of a hub, which spends all it has for its only Fight (CA-19.6)."""
    weapons = range(s.profile[profile_of(s, hub)].weapons)
    return Spoke(
        caf(s, hub, spoke, 0, s.mute),
        caf(s, spoke, hub, 0, s.mute) + total_worth(s, spoke, hub, everything(s, spoke, hub)),
        evading(s, spoke),
        tuple(worth(s, hub, spoke, w) if most_of(s, hub, spoke, w) else 0 for w in weapons),
        evading(s, hub),
        dice_of(s, hub, spoke),
        ladder_of(s.options),
    )


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
