"""TC-14.10: what a tank of a campaign may have, and what a computer side buys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.tank_commander.armory import bought, judge_build, offer_for
from hulldown.rulesets.tank_commander.build import build_cost
from hulldown.rulesets.tank_commander.campaign.roster import (
    LIEUTENANT,
    SEATS,
    Member,
    Tank,
    base_armor,
    fresh_person,
)
from hulldown.rulesets.tank_commander.catalogue.units import Loadout
from hulldown.rulesets.tank_commander.codes import Face
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.scenario import name_problems
from hulldown.rulesets.tank_commander.state import Options
from hulldown.rulesets.tank_commander.verdict import broken

# What a computer side wants, first things first; armor by facing.
WISHES = (
    *("optics", "front", LIEUTENANT, "barrel", "medkit", "side", "front", "engine", "he", "side", "rear"),
    *("front", "side", "rear", "rear", "smoke", "ai", "air_support", "mine", "mine", "mine"),
)


def cost_of(tank: Tank, o: Options) -> int:
    """Points spent on a tank (table 2.2)."""
    return build_cost(offer_for(tank.loadout, o, tank.points), bought(tank.loadout))


def saved_points(tank: Tank, o: Options) -> int:
    """Points saved: those of the tank that are not spent (TC-14.10)."""
    return tank.points - cost_of(tank, o)


def against(
    tank: Tank, armor: tuple[int, int, int], upgrades: tuple[str, ...], o: Options
) -> Iterator[Refusal]:
    """Every rule that a refit breaks: limits of table 2.2, points, armor taken off (TC-14.10, TC-14.18)."""
    wanted = replace(tank, armor=armor, upgrades=upgrades).loadout
    for problem in name_problems(wanted):
        yield Refusal("unknown-upgrade", problem.what, "TC-2.24")
    yield from broken(offer_for(wanted, o, tank.points), bought(wanted))
    for face, before, after in zip(Face, tank.armor, armor, strict=True):
        if after < before:
            text = (
                f"points in armor may not be moved later: {face.name.lower()} {before} would become {after}"
            )
            yield Refusal("armor-moved", text, "TC-14.10")


def refit_tank(
    tank: Tank, armor: tuple[int, int, int], upgrades: tuple[str, ...], taken: Collection[str]
) -> Tank:
    """A tank after a legal refit; who first sits in the fifth seat is a recruit (TC-14.17)."""
    kept = tuple(sorted(upgrades))
    crew = tank.crew
    if LIEUTENANT in kept and len(crew) == SEATS:
        crew = (*crew, Member(fresh_person(taken)))
    return replace(tank, armor=armor, upgrades=kept, crew=crew)


def advised_refit(tank: Tank, o: Options) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """What a computer side makes of its points: armor and upgrades, never more than the rules allow."""
    have, wanted = wish_counts(tank), Counter[str]()
    for wish in WISHES:
        wanted[wish] += 1
        if wanted[wish] > have[wish]:
            more = with_one_more(tank, wish)
            tank = more if is_allowed(more.loadout, o, tank.points) else tank
    return tank.armor, tuple(sorted(tank.upgrades))


def with_one_more(tank: Tank, wish: str) -> Tank:
    """The tank with one more of a wish, allowed or not."""
    if wish.upper() not in Face.__members__:
        return replace(tank, upgrades=(*tank.upgrades, wish))
    front, side, rear = (
        value + (face.name.lower() == wish) for face, value in zip(Face, tank.armor, strict=True)
    )
    return replace(tank, armor=(front, side, rear))


def wish_counts(tank: Tank) -> Counter[str]:
    """How often each wish is fulfilled already."""
    counts = Counter(tank.upgrades)
    for face, value, base in zip(Face, tank.armor, base_armor(), strict=True):
        counts[face.name.lower()] = value - base
    return counts


def is_allowed(build: Loadout, o: Options, points: int) -> bool:
    """Whether a build may be had for so many points."""
    return judge_build(build, o, points)[0] == Illegal.LEGAL
