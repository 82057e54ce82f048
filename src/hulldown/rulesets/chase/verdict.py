"""The verdict on a player's tank (CH-17.1): what keeps it from the field, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown.catalogue.issues import format_place
from hulldown.kernel.events import Terms
from hulldown.rulesets.api.garage import BuildVerdict, Working
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.chase.aiming import LEAST, MOST
from hulldown.rulesets.chase.blueprint import (
    BANDS,
    RULE,
    Blueprint,
    build_name,
    faults,
    gun_name,
    kind_text,
    profile_of,
    read,
)
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import LISTED
from hulldown.rulesets.chase.codes import NO_DM, Facing, Gun, Mobility, Mount, Order
from hulldown.rulesets.chase.damage import speed
from hulldown.rulesets.chase.driving import driving_dm
from hulldown.rulesets.chase.exact.shots import Aim, shot_odds
from hulldown.rulesets.chase.groundwork import blank_state, field_tank
from hulldown.rulesets.chase.gunnery import own_order_dm, target_order_dm, to_hit_dm
from hulldown.rulesets.chase.naming import with_sign
from hulldown.rulesets.chase.reasons import Sum
from hulldown.rulesets.chase.state import Options, Profile, State
from hulldown.rulesets.common.building import Where, placed
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.names import percent
from hulldown.rulesets.common.scenarios import Choices

NEVER = Fraction(0)
YARDSTICK = "warden"  # the tank that others are held against
ASKED = (Facing.FRONT, Facing.RIGHT, Facing.REAR)
SIDES = {Facing.FRONT: "Front", Facing.RIGHT: "Side", Facing.REAR: "Rear"}


def judge(
    build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a tank; see `Ruleset.judge_build`. Nothing is bought by points here (CH-17.1)."""
    s, tank, where = blank_state(options), read(build), placed(build)
    broken = tuple(wrongs(tank, where))
    if broken:
        return BuildVerdict(tank.built, build_name(tank), 0, 0, broken=broken)
    profile_of(tank, field_tank(s, 0).profile)
    return BuildVerdict(
        tank.built,
        build_name(tank),
        0,
        0,
        warnings=tuple(remarks(tank, where)),
        said=tuple(tank_lines(tank, s)),
        workings=tuple(workings(s)),
        worth=tank.points,
    )


def wrongs(tank: Blueprint, where: Where = format_place) -> Iterator[Refusal]:
    """Everything for which a tank has no card and cannot be fielded."""
    for problem in faults(tank):
        yield Refusal("fault", f"{where(problem.place)}: {problem.what}", problem.rule)


def remarks(tank: Blueprint, where: Where = format_place) -> Iterator[Refusal]:
    """What is worth knowing of a tank that is not of section 2.3."""
    if tank.built != LISTED:
        words = f"{tank.points} are what you say, for a tank that is not of section 2.3"
        yield Refusal("own_points", f"{where(('points',))}: {words}", RULE)


# ---------------------------------------------------------------- its numbers, asked of the rules


def drives(s: State, mobility: Mobility, terms: Terms | None = None) -> int:
    """The Driving DM of the tank in the first place with this drive (CH-5.1)."""
    tank = s.tanks[0]
    tank.now.mobility = mobility
    dm = int(driving_dm(s.options, tank, terms or s.mute))
    tank.now.mobility = Mobility.SOUND
    return dm


def speeds(s: State) -> tuple[int, int]:
    """Top Speed with a sound and with a damaged drive (CH-11.6)."""
    top = int(s.tanks[0].profile.top_speed)
    return top, int(speed(s.options, top, Mobility.DAMAGED))


def aims(s: State, band: int, gun: Gun) -> int | None:
    """The DM of a shot at a band apart from orders (CH-10.6); None where the gun cannot fire (CH-10.2)."""
    o, profile, order = s.options, s.tanks[0].profile, Order.MANEUVER
    if profile.range_dm[band] == NO_DM:
        return None
    dm = int(to_hit_dm(o, profile, gun, band, order, order, s.mute))
    return dm - int(own_order_dm(o, order)) - int(target_order_dm(o, order))


def best_band(profile: Profile) -> int:
    """The nearest band at which a gun shoots best."""
    return max(range(len(BANDS)), key=lambda band: (int(profile.range_dm[band]), -band))


def damage_text(profile: Profile) -> str:
    """What a hit does: "4d6+2, AP 2" (section 2.2)."""
    bonus = f"{profile.bonus:+d}" if profile.bonus else ""
    return f"{profile.dice}d6{bonus}" + (f", AP {profile.ap}" if profile.ap else "")


def mount_text(profile: Profile) -> str:
    """How its gun is mounted (CH-10.3)."""
    return "turret" if profile.mount == Mount.TURRET else "fixed"


# ---------------------------------------------------------------- in words


def tank_lines(tank: Blueprint, s: State) -> Iterator[str]:
    """The tank line by line."""
    p = s.tanks[0].profile
    armor = "/".join(str(int(p.armor[way])) for way in ASKED)
    yield f"{build_name(tank)}: {kind_text(tank)}, {tank.points} points"
    yield f"hull {p.hull}, armor {armor} (front/side/rear)"
    top, slow = speeds(s)
    yield f"Driving {with_sign(drives(s, Mobility.SOUND))}, Top Speed {top}, {slow} with a damaged drive"
    yield f"{gun_name(tank)}, {mount_text(p)}: {damage_text(p)}, gunner {p.gunner}"
    yield ranges_text(s)


def ranges_text(s: State) -> str:
    """The DM at each band: "to hit +3 at Medium, +2 at Long; none at Adjacent"."""
    dms = [aims(s, band, Gun.SOUND) for band in range(len(BANDS))]
    shown = ", ".join(f"{with_sign(dm)} at {BANDS[band]}" for band, dm in enumerate(dms) if dm is not None)
    out = ", ".join(BANDS[band] for band, dm in enumerate(dms) if dm is None)
    return f"to hit {shown}" + (f"; none at {out}" if out else "")


def workings(s: State) -> Iterator[Working]:
    """How its numbers come about, and what shots do: its own at the tank that others are held against, and
    the other way round.
    """
    why = listening()
    dm = drives(s, Mobility.SOUND, why)
    yield Working(
        f"Driving {with_sign(dm)}", tuple((m.text, with_sign(m.amount), m.rule) for m in Sum.modifiers(why))
    )
    yield Working("To hit, orders aside", tuple(band_steps(s)))
    if YARDSTICK in SHELF.units().tanks:
        other = field_tank(s, 1, YARDSTICK).profile
        mine, name = s.tanks[0].profile, SHELF.units().tanks[YARDSTICK].name
        yield Working(f"Its shots at a {name} that do damage", tuple(shot_steps(s.options, mine, other)))
        yield Working(f"A {name}'s shots at it that do damage", tuple(shot_steps(s.options, other, mine)))


def band_steps(s: State) -> Iterator[tuple[str, str, str]]:
    """The DM of each band and the least throw that hits."""
    score = int(s.options.gunnery_score)
    for band, name in enumerate(BANDS):
        dm = aims(s, band, Gun.SOUND)
        if dm is None:
            yield name, "cannot fire", "CH-10.2"
        else:
            yield name, f"{with_sign(dm)}, {lowest_throw(score - dm)}", "CH-10.5"


def lowest_throw(throw: int) -> str:
    """The least throw of 2d6 that hits."""
    return "cannot hit" if throw > MOST else f"{max(LEAST, throw)}+ on 2d6"


def shot_steps(o: Options, firer: Profile, target: Profile) -> Iterator[tuple[str, str, str]]:
    """The chance of damage against each side at the gun's best range, both tanks maneuvering."""
    band = best_band(firer)
    orders = (Order.MANEUVER.value, Order.MANEUVER.value)
    for way in ASKED:
        ways = (Facing.FRONT.value, way.value)
        shot = shot_odds(o, Aim(firer, Gun.SOUND, target, band, orders, ways, False))
        words = f"{SIDES[way]} {target.armor[way]}, at {BANDS[band]}, both on Maneuver"
        yield words, percent(1 - shot.severity.get(0, NEVER)), "CH-10.10"
