"""Builds from the catalogue put to the rule that judges them (TC-2.24)."""

from __future__ import annotations

from hulldown.kernel.records import blank
from hulldown.rulesets.tank_commander.build import Bought, Offer, barred, budget_of, build_cost, why_not_built
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout, Units, is_named, is_painted
from hulldown.rulesets.tank_commander.codes import Drive, Upgrade
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.state import Options

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


def budget(loadout: Loadout, o: Options, units: Units) -> int:
    """Upgrade points of a unit kind, with the bonuses of a battle tank (TC-2.4, TC-2.22, TC-11.5)."""
    unit = units.units[loadout.unit]
    if unit.kind != "tank":
        return unit.upgrade_points
    paint, names = bonuses_of(loadout)
    return budget_of(unit.upgrade_points, int(o.painted or paint), int(o.named or names), o.epic_veto)


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
    lines = units.upgrades.get(loadout.unit, {})
    made = blank(Offer)
    made.base = list(units.units[loadout.unit].armor.values)
    if "armor" in lines:
        made.armor_limit, made.armor_cost = lines["armor"].limit, lines["armor"].cost
    for upgrade in Upgrade:
        name = upgrade.name.lower()
        if line := lines.get(name) or units.upgrades.get("tank", {}).get(name):
            on = name in lines and (not line.option or getattr(o, line.option))
            made.cost[upgrade], made.limit[upgrade] = line.cost, line.limit if on else 0
    made.barred = int(is_barred(loadout.unit, o, units))
    made.budget = budget(loadout, o, units) if points is None else points
    return made


def bought(loadout: Loadout) -> Bought:
    """A loadout as the rule takes it."""
    made = blank(Bought)
    made.armor = list(loadout.armor.values)
    made.upgrade = [loadout.counts[upgrade.name.lower()] for upgrade in Upgrade]
    return made


def judge_build(
    loadout: Loadout, o: Options, points: int | None = None, units: Units | None = None
) -> tuple[Illegal, int]:
    """The first reason against a build (LEGAL: none) and what it costs."""
    offer, build = offer_for(loadout, o, points, units), bought(loadout)
    return Illegal.of(why_not_built(offer, build)), build_cost(offer, build)


def build_refusal(loadout: Loadout, o: Options, points: int | None = None) -> str:
    """Why a build is refused, in words with the rule, or nothing."""
    offer, made = offer_for(loadout, o, points), bought(loadout)
    reason = Illegal.of(why_not_built(offer, made))
    if reason == Illegal.LEGAL:
        return ""
    spent = f": {build_cost(offer, made)} of {offer.budget}" if reason == Illegal.OVER_BUDGET else ""
    return f"{WORDS[reason]}{spent} ({reason.rule})"
