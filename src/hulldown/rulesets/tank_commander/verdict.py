"""What a player's own build costs and every rule it breaks (TC-2.24): the rule is asked part by part,
with all that another part could break set right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError, load, unknown_name, validate
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.garage import BuildVerdict
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander.armory import EXCUSED, PLENTY, WORDS, bought, is_excused, offer_for
from hulldown.rulesets.tank_commander.build import Bought, Offer, build_cost, why_not_built
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout, unknown_build
from hulldown.rulesets.tank_commander.codes import Face, Upgrade
from hulldown.rulesets.tank_commander.forces import name_problems
from hulldown.rulesets.tank_commander.reasons import Illegal

FORGIVEN = [why.name.lower().replace("_", "-") for why in EXCUSED]
FIRST = "tank"  # the kind of unit that is meant when none is named


def judge(
    build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a build; see `Ruleset.judge_build`."""
    o = SHELF.options_under(options or {})
    loadout = read(build)
    offer, purchases = offer_for(loadout, o, points), bought(loadout)
    wrong = list(broken(offer, purchases))
    excused = [problem for problem in wrong if is_excused(loadout) and problem.code in FORGIVEN]
    return BuildVerdict(
        loadout.unit,
        SHELF.units().units[loadout.unit].name,
        build_cost(offer, purchases),
        offer.budget,
        tuple(lines(offer, purchases)),
        tuple(problem for problem in wrong if problem not in excused),
        tuple(excused),
    )


# ---------------------------------------------------------------- what is meant


def read(build: Mapping[str, Any] | Path) -> Loadout:
    """A build from a file or from plain data. CatalogueError names what is not understood."""
    units = SHELF.units()
    if isinstance(build, Path):
        return load(build, Loadout, name_problems)
    if "build" in build:
        if build["build"] not in units.builds:
            raise CatalogueError([unknown_build(str(build["build"]), units)])
        return units.builds[build["build"]]
    kind = str(build.get("unit", FIRST))
    if kind not in units.units:
        raise CatalogueError([unknown_name("unit", kind, units.units)])
    plain = units.units[kind].armor.model_dump()
    return validate({"unit": kind, "armor": plain, **build}, Loadout, name_problems, "build")


def lines(offer: Offer, build: Bought) -> Iterator[tuple[str, int, int]]:
    """What was bought: item, how many, points."""
    for face in Face:
        extra = int(build.armor[face]) - int(offer.base[face])
        if extra:
            yield f"{face.name.lower()} armor", extra, extra * int(offer.armor_cost)
    for upgrade in Upgrade:
        count = int(build.upgrade[upgrade])
        if count:
            yield upgrade.name.lower(), count, count * int(offer.cost[upgrade])


# ---------------------------------------------------------------- what is broken


def reason(offer: Offer, armor: list[int], upgrades: list[int]) -> Illegal:
    """The rule's first reason against such a build."""
    build = blank(Bought)
    build.armor, build.upgrade = list(armor), list(upgrades)
    return Illegal.of(why_not_built(offer, build))


def refusal(why: Illegal, detail: str) -> Refusal:
    """A reason in words."""
    return Refusal(why.name.lower().replace("_", "-"), f"{WORDS[why]}: {detail}", why.rule)


def broken(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Every rule that a build breaks, in the order of TC-2.24."""
    if offer.barred:
        yield refusal(Illegal.NOT_FIELDED, "this game is played without it")
        offer = copy(offer)
        offer.barred = 0
    yield from broken_facings(offer, build)
    yield from broken_shape(offer, build)
    yield from broken_items(offer, build)
    rest = copy(offer)
    spent = copy(build)
    spent.upgrade = [0] * len(Upgrade)
    rest.budget = int(offer.budget) - build_cost(offer, spent)
    rest.limit = [PLENTY] * len(Upgrade)
    if reason(rest, rest.base, build.upgrade) == Illegal.OVER_BUDGET:
        yield refusal(Illegal.OVER_BUDGET, f"{build_cost(offer, build)} of {offer.budget}")


def broken_facings(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Facings under the profile or with too many points, one by one."""
    for face in Face:
        armor = list(offer.base)
        armor[face] = build.armor[face]
        why = reason(offer, armor, [0] * len(Upgrade))
        if why in (Illegal.BELOW_BASE, Illegal.OVER_FACING_LIMIT):
            base, limit = offer.base[face], offer.base[face] + offer.armor_limit
            yield refusal(why, f"{face.name.lower()} {build.armor[face]} is not from {base} to {limit}")


def broken_shape(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Side above front, rear above side."""
    free = copy(offer)
    free.base, free.armor_limit, free.armor_cost = [0, 0, 0], PLENTY, 0
    front, side, rear = (int(value) for value in build.armor)
    for armor, words in (
        ([front, side, 0], f"side {side}, front {front}"),
        ([max(front, side), side, rear], f"rear {rear}, side {side}"),
    ):
        why = reason(free, armor, [0] * len(Upgrade))
        if why != Illegal.LEGAL:
            yield refusal(why, words)


def broken_items(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Upgrades that this unit cannot have, or not so many of."""
    free = copy(offer)
    free.budget = PLENTY
    for upgrade in Upgrade:
        only = [0] * len(Upgrade)
        only[upgrade] = build.upgrade[upgrade]
        why = reason(free, free.base, only)
        if why != Illegal.LEGAL:
            limit = f", at most {offer.limit[upgrade]}" if why == Illegal.OVER_ITEM_LIMIT else ""
            yield refusal(why, f"{upgrade.name.lower()}, {only[upgrade]} bought{limit}")
