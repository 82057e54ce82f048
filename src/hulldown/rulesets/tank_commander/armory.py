"""Builds from the catalogue put to the rule that judges them (TC-2.24); what `units.toml` must satisfy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.catalogue import ValidationIssue, unknown_name
from hulldown.kernel.records import blank
from hulldown.rulesets.common.active_overlay import ACTIVE_OVERLAY
from hulldown.rulesets.tank_commander.build import Bought, Offer, barred, budget_of, build_cost, why_not_built
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import (
    Build,
    Loadout,
    Units,
    is_named,
    is_painted,
    unit_problems,
)
from hulldown.rulesets.tank_commander.codes import Drive, Upgrade
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.state import Options

# ---------------------------------------------------------------- builds


WORDS = {
    Illegal.NOT_FIELDED: "a unit that is fielded only with exotic_units",
    Illegal.BELOW_BASE: "armor below the profile",
    Illegal.OVER_FACING_LIMIT: "too many points on one facing",
    Illegal.SIDE_EXCEEDS_FRONT: "side armor above front armor",
    Illegal.REAR_EXCEEDS_SIDE: "rear armor above side armor",
    Illegal.NOT_AVAILABLE: "an upgrade this unit cannot have",
    Illegal.OVER_ITEM_LIMIT: "more of an upgrade than allowed",
    Illegal.OVER_BUDGET: "more points than the budget",
}


EXCUSED = (  # of a build that is not by the rules
    Illegal.BELOW_BASE,
    Illegal.OVER_FACING_LIMIT,
    Illegal.SIDE_EXCEEDS_FRONT,
    Illegal.REAR_EXCEEDS_SIDE,
    Illegal.OVER_BUDGET,
)
PLENTY = 1_000_000  # a limit that nothing reaches


def budget(loadout: Loadout, o: Options, units: Units) -> int:
    """Upgrade points of a unit kind, with the bonuses of a battle tank (TC-2.4, TC-2.22, TC-11.5)."""
    unit = units.units[loadout.unit]
    if unit.kind != "tank":
        return unit.upgrade_points
    paint, names = bonuses_of(loadout)
    return budget_of(unit.upgrade_points, int(o.painted or paint), int(o.named or names), o)


def fill_values(text: str, o: Options) -> str:
    """A text of `units.toml` with the values in force in place of their names, such as {engine_bonus}."""
    for name in SHELF.values():
        text = text.replace(f"{{{name}}}", str(getattr(o, name)))
    return text


def bonuses_of(loadout: Loadout) -> tuple[bool, bool]:
    """Whether a build earns the point for paint and the one for names by itself (TC-2.22)."""
    lieutenant = loadout.counts["lieutenant"] > 0
    return is_painted(loadout.paint), is_named(loadout.name, loadout.crew, lieutenant)


def is_barred(kind: str, o: Options, units: Units | None = None) -> bool:
    """Whether units of a kind may not be fielded under these options (TC-14.11)."""
    units = units or SHELF.units()
    return barred(Drive[units.units[kind].drive.upper()], o)


def offer_for(loadout: Loadout, o: Options, points: int | None = None, units: Units | None = None) -> Offer:
    """What may be bought for this kind of unit under these options; `units`: from another catalogue."""
    units = units or SHELF.units()
    lines = units.sold_to(loadout.unit)
    offer = blank(Offer)
    offer.base = list(units.units[loadout.unit].armor.values)
    if "armor" in lines:
        offer.armor_limit, offer.armor_cost = lines["armor"].limit, lines["armor"].cost
    for upgrade in Upgrade:
        name = upgrade.name.lower()
        if line := lines.get(name) or units.upgrades.get("tank", {}).get(name):
            on = name in lines and (not line.option or getattr(o, line.option))
            offer.cost[upgrade], offer.limit[upgrade] = line.cost, line.limit if on else 0
    offer.barred = int(is_barred(loadout.unit, o, units))
    offer.budget = budget(loadout, o, units) if points is None else points
    return offer


def bought(loadout: Loadout) -> Bought:
    """A loadout as the rule takes it."""
    build = blank(Bought)
    build.armor = list(loadout.armor.values)
    build.upgrade = [loadout.counts[upgrade.name.lower()] for upgrade in Upgrade]
    return build


def judge_build(
    loadout: Loadout, o: Options, points: int | None = None, units: Units | None = None
) -> tuple[Illegal, int]:
    """The first reason against a build (LEGAL: none) and what it costs."""
    offer, build = offer_for(loadout, o, points, units), bought(loadout)
    return Illegal.of(why_not_built(offer, build)), build_cost(offer, build)


def is_excused(loadout: Loadout) -> bool:
    """Whether a build need not be by the rules: it says so, or a pack changes what builds are made of."""
    return not loadout.by_the_rules or (isinstance(loadout, Build) and bool(ACTIVE_OVERLAY.get()))


def is_unruly(loadout: Loadout, o: Options) -> bool:
    """Whether a build is fielded that the rule would refuse without an excuse."""
    return is_excused(loadout) and judge_build(loadout, o)[0] in EXCUSED


def build_refusal(loadout: Loadout, o: Options, points: int | None = None) -> str:
    """Why a build is refused, in words with the rule, or nothing."""
    offer, build = offer_for(loadout, o, points), bought(loadout)
    reason = Illegal.of(why_not_built(offer, build))
    if reason in EXCUSED and is_excused(loadout):
        build.armor, offer.budget = list(offer.base), PLENTY
        reason = Illegal.of(why_not_built(offer, build))
    if reason == Illegal.LEGAL:
        return ""
    spent = f": {build_cost(offer, build)} of {offer.budget}" if reason == Illegal.OVER_BUDGET else ""
    return f"{WORDS[reason]}{spent} ({reason.rule})"


# ---------------------------------------------------------------- the file of units


BOUGHT = ("armor", *(upgrade.name.lower() for upgrade in Upgrade))  # what a rule knows to sell


def file_problems(path: Path) -> list[str] | None:
    """What is wrong with a copy of `units.toml`; None for a scenario, which is set up instead."""
    return SHELF.problems_of(path, inspect=problems) if path.name.lower() == "units.toml" else None


def data_problems() -> list[str]:
    """What is wrong with the files that come with the game."""
    return SHELF.data_problems(problems)


def problems(file: Units) -> Iterator[ValidationIssue]:
    """What a unit file gets wrong beyond its names; builds are put to the rule when all names are right."""
    issues = [*upgrade_problems(file)]
    yield from issues
    if not issues and not any(unit_problems(file)):
        yield from build_problems(file)


def sums() -> list[ValidationIssue]:
    """Builds that break TC-2.24 or do not come to their points, those of packs in force too."""
    return list(build_problems(SHELF.units()))


def upgrade_problems(file: Units) -> Iterator[ValidationIssue]:
    """Upgrades that no rule knows, or that hang on an option that does not exist."""
    options = SHELF.options()
    for kind, lines in file.upgrades.items():
        for name, line in lines.items():
            place = ("upgrades", kind, name)
            if name not in BOUGHT:
                yield ValidationIssue(place, unknown_name("upgrade", name, BOUGHT))
            if line.option and line.option not in options:
                yield ValidationIssue((*place, "option"), unknown_name("option", line.option, options))


def build_problems(file: Units) -> Iterator[ValidationIssue]:
    """Builds that break TC-2.24 even with every upgrade on sale, and costs that are not the sum."""
    on_sale = {line.option for lines in file.upgrades.values() for line in lines.values() if line.option}
    o = SHELF.options_under(dict.fromkeys({*on_sale, "exotic_units"}, True))
    for name, build in file.builds.items():
        why, cost = judge_build(build, o, units=file)
        if why != Illegal.LEGAL and (build.by_the_rules or why not in EXCUSED):
            yield ValidationIssue(("builds", name), f"{WORDS[why]}; it costs {cost}", why.rule)
        if cost != build.points:
            yield ValidationIssue(
                ("builds", name, "points"), f"it costs {cost}, not {build.points}", "TC-2.4"
            )
