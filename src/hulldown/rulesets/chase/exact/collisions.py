"""Ram attempts and collisions (CH-8)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from hulldown.rulesets.chase.codes import Collision
from hulldown.rulesets.chase.damage import crash_location, severity_of, speed
from hulldown.rulesets.chase.exact.driving import SIX, dice_sums
from hulldown.rulesets.chase.exact.shots import Wounds
from hulldown.rulesets.chase.ramming import (
    attacker_damage,
    collision_type,
    crash_penetration,
    defender_damage,
)
from hulldown.rulesets.chase.state import Options, Profile
from hulldown.rulesets.common.dicing import gathered


class Impact(NamedTuple):
    """One tank of a collision."""

    profile: Profile
    mobility: int
    facing: int

    def fast(self, o: Options) -> int:
        """Top Speed with drive damage counted (CH-11.6)."""
        return speed(o, int(self.profile.top_speed), self.mobility)

    @property
    def plate(self) -> int:
        """Armor of the facing that strikes (CH-8.10)."""
        return int(self.profile.armor[self.facing])


class Crash(NamedTuple):
    """What a collision does. Given the Effect both tanks are hurt independently of each other: the dice of a
    sideswipe are separate (CH-8.13), and the rammer's damage does not ask for the Effect."""

    options: Options
    kind: int
    attacker: Mapping[int, Fraction]  # severity
    defender: Mapping[int, Fraction]

    @property
    def attacker_wounds(self) -> Wounds:
        """Location and severity of the rammer's damage."""
        return crash_wounds(self.options, self.attacker)

    @property
    def defender_wounds(self) -> Wounds:
        """Location and severity of the target's damage."""
        return crash_wounds(self.options, self.defender)


def crash_odds(o: Options, rammer: Impact, target: Impact, effect: int) -> Crash:
    """A collision with a Drive Effect: every total of its dice (CH-8.11 to CH-8.16)."""
    kind = int(collision_type(rammer.facing, target.facing))
    sideswipe = kind == Collision.SIDESWIPE
    own, other = int(o.sideswipe_rammer_dice), int(o.sideswipe_target_dice)
    meets = (kind, rammer.fast(o), rammer.plate, target.fast(o), target.plate)
    hurt = gathered(
        (_severity(o, attacker_damage(o, *meets, dice), rammer.plate), p)
        for dice, p in dice_sums(own if sideswipe else 0).items()
    )
    done = gathered(
        (_severity(o, defender_damage(o, *meets, dice, effect), target.plate), p)
        for dice, p in dice_sums(other if sideswipe else 0).items()
    )
    return Crash(o, kind, dict(sorted(hurt.items())), dict(sorted(done.items())))


def ram_odds(o: Options, rammer: Impact, target: Impact, effects: Mapping[int, Fraction]) -> Crash:
    """A collision over the Effects of a ram attempt (`checks.effect_odds`, CH-8.6). Their chances need not
    add up to one: then neither do the target's severities, and what is missing is that the ram fails."""
    parts = [(crash_odds(o, rammer, target, effect), p) for effect, p in effects.items()]
    done = gathered((degree, p * q) for crash, p in parts for degree, q in crash.defender.items())
    crash = parts[0][0] if parts else crash_odds(o, rammer, target, 0)
    return Crash(o, crash.kind, crash.attacker, dict(sorted(done.items())))


def _severity(o: Options, damage: int, plate: int) -> int:
    return severity_of(o, crash_penetration(o, damage, plate))


def crash_locations(o: Options) -> Mapping[int, Fraction]:
    """Where collisions strike (section 2.6)."""
    return gathered((int(crash_location(o, face)), Fraction(1, len(SIX))) for face in SIX)


def crash_wounds(o: Options, severity: Mapping[int, Fraction]) -> Wounds:
    """Location and severity; a collision without severity has no effect (CH-8.15)."""
    return {
        (location, degree): p * q
        for location, p in crash_locations(o).items()
        for degree, q in severity.items()
        if degree > 0
    }
