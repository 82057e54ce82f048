"""Shots: the chance to hit, of each severity (CH-10.10), and of what hits make of a tank (CH-11)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from hulldown.rulesets.chase.damage import destroyed, harm, severity_of, shot_location
from hulldown.rulesets.chase.exact.driving import dice_sums, effect_odds, success_odds
from hulldown.rulesets.chase.exact.scratch import MUTE, damage
from hulldown.rulesets.chase.gunnery import negated, no_fire, penetration, remaining_armor, to_hit_dm
from hulldown.rulesets.chase.state import Options, Profile
from hulldown.rulesets.common.dicing import gathered

# ---------------------------------------------------------------- what hits do


Condition = tuple[int, int, int]  # hull points, mobility, gun of a living tank
Wounds = Mapping[tuple[int, int], Fraction]  # by Location and severity 1 to 4; the rest is no effect


def next_condition(o: Options, now: Condition, location: int, severity: int) -> Condition | None:
    """The next damage state; None if the tank is destroyed (CH-11.3 to CH-11.7)."""
    next_one = damage(*now)
    harm(o, next_one, location, severity)
    if destroyed(next_one):
        return None
    return int(next_one.hull), int(next_one.mobility), int(next_one.gun)


def after(o: Options, wounds: Wounds, now: Condition) -> dict[Condition | None, Fraction]:
    """The chance of each next damage state; None is destroyed."""
    struck = [(next_condition(o, now, *wound), chance) for wound, chance in wounds.items()]
    unhurt = 1 - sum(wounds.values(), Fraction(0))
    return gathered([*struck, (now, unhurt)])


def no_wounds() -> Wounds:
    """What a shot that cannot be fired does."""
    return {}


Severities = dict[tuple[int, int], Mapping[int, Fraction]]  # by DM and armor


class Aim(NamedTuple):
    """One shot: who at whom, and how both stand."""

    firer: Profile
    gun: int
    target: Profile
    band: int
    orders: tuple[int, int]  # the firer's, the target's
    facings: tuple[int, int]  # the firer's, the target's
    down: bool  # whether the target is hull down


class Shot(NamedTuple):
    """The odds of one shot. `why` says why there is none (CH-10.2), 0 if there is."""

    why: int
    dm: int
    armor: int  # after AP
    hit: Fraction
    severity: Mapping[int, Fraction]  # of the shot, misses and hits without effect at 0; no hull down
    wounds: Wounds  # hull down counted


def shot_odds(o: Options, aim: Aim, known: Severities | None = None) -> Shot:
    """All of a shot: 11 totals to hit, the sums of the damage dice, 11 totals of the location.

    `known` remembers the severities of one firer, for those who ask for many of its shots.
    """
    armor = remaining_armor(aim.firer, aim.target, aim.facings[1])
    why = no_fire(aim.gun, aim.firer, aim.band, aim.facings[0])
    if why:
        return Shot(int(why), 0, armor, Fraction(0), {0: Fraction(1)}, no_wounds())
    dm = to_hit_dm(o, aim.firer, aim.gun, aim.band, *aim.orders, MUTE)
    severity = known.get((dm, armor)) if known else None
    if severity is None:
        severity = severity_odds(o, aim.firer, dm, armor)
    if known is not None:
        known[dm, armor] = severity
    hit = success_odds(dm, int(o.gunnery_score))
    return Shot(0, dm, armor, hit, severity, wound_odds(o, severity, aim.down))


def severity_odds(o: Options, firer: Profile, dm: int, armor: int) -> dict[int, Fraction]:
    """The chance of each severity of a shot, 0 for a miss or a hit without effect (CH-10.8, CH-11.1)."""
    score = int(o.gunnery_score)
    parts = [(0, 1 - success_odds(dm, score))]
    for effect, p in effect_odds(dm, score).items():
        for total, q in dice_sums(int(firer.dice)).items():
            through = penetration(o, firer, armor, total, effect)
            parts.append((severity_of(o, through), p * q))
    return dict(sorted(gathered(parts).items()))


def location_odds(o: Options) -> Mapping[int, Fraction]:
    """Where shots strike (section 2.5)."""
    return location_chances(tuple(int(shot_location(o, total)) for total in dice_sums(2)))


@cache
def location_chances(struck: tuple[int, ...]) -> Mapping[int, Fraction]:
    """The same by what each total of 2d6 strikes."""
    return gathered(zip(struck, dice_sums(2).values(), strict=True))


def wound_odds(o: Options, severity: Mapping[int, Fraction], down: bool) -> Wounds:
    """The chance of each location with each severity; what hull down negates has no effect (CH-9.1)."""
    return {
        (location, degree): p * q
        for location, p in location_odds(o).items()
        for degree, q in severity.items()
        if degree > 0 and not negated(int(down), location)
    }
