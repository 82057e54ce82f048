"""What hits do to a tank: chances of location and severity, and of the next damage state (CH-11)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.rulesets.chase.damage import destroyed, harm
from hulldown.rulesets.chase.exact.scratch import damage
from hulldown.rulesets.shared.dicing import gathered

Condition = tuple[int, int, int]  # hull points, mobility, gun of a living tank
Wounds = Mapping[tuple[int, int], Fraction]  # by Location and severity 1 to 4; the rest is no effect


def harmed(now: Condition, location: int, severity: int) -> Condition | None:
    """The next damage state; None if the tank is destroyed (CH-11.3 to CH-11.7)."""
    next_one = damage(*now)
    harm(next_one, location, severity)
    if destroyed(next_one):
        return None
    return int(next_one.hull), int(next_one.mobility), int(next_one.gun)


def after(wounds: Wounds, now: Condition) -> dict[Condition | None, Fraction]:
    """The chance of each next damage state; None is destroyed."""
    struck = [(harmed(now, *wound), chance) for wound, chance in wounds.items()]
    unhurt = 1 - sum(wounds.values(), Fraction(0))
    return gathered([*struck, (now, unhurt)])


def no_wounds() -> Wounds:
    """What a shot that cannot be fired does."""
    return {}
