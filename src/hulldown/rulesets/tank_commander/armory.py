"""Builds from the catalogue put to the rule that judges them (TC-2.24)."""

from __future__ import annotations

from hulldown.kernel.records import blank
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.build import Bought, Offer, budget_of, build_cost, why_not_built
from hulldown.rulesets.tank_commander.catalogue import Loadout
from hulldown.rulesets.tank_commander.codes import Upgrade
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.state import Options

WORDS = {
    Illegal.BELOW_BASE: "armor below the profile",
    Illegal.OVER_FACING_LIMIT: "too many points on one facing",
    Illegal.SIDE_EXCEEDS_FRONT: "side armor above front armor",
    Illegal.REAR_EXCEEDS_SIDE: "rear armor above side armor",
    Illegal.NOT_AVAILABLE: "an upgrade this unit cannot have",
    Illegal.OVER_ITEM_LIMIT: "more of an upgrade than allowed",
    Illegal.OVER_BUDGET: "more points than the budget",
}


def budget(loadout: Loadout, o: Options) -> int:
    """Upgrade points of a unit kind, with the bonuses of a battle tank (TC-2.4, TC-2.22, TC-11.5)."""
    unit = catalogue.load_units().units[loadout.unit]
    if unit.kind != "tank":
        return unit.upgrade_points
    return budget_of(unit.upgrade_points, o.painted, o.named, o.epic_veto)


def offer_for(loadout: Loadout, o: Options, points: int | None = None) -> Offer:
    """What may be bought for this kind of unit under these options."""
    units = catalogue.load_units()
    lines = units.upgrades.get(loadout.unit, {})
    made = blank(Offer)
    made.base = list(units.units[loadout.unit].armor.values)
    if "armor" in lines:
        made.armor_limit, made.armor_cost = lines["armor"].limit, lines["armor"].cost
    for upgrade in Upgrade:
        line = lines.get(upgrade.name.lower()) or units.upgrades["tank"][upgrade.name.lower()]
        on = upgrade.name.lower() in lines and (not line.option or getattr(o, line.option))
        made.cost[upgrade], made.limit[upgrade] = line.cost, line.limit if on else 0
    made.budget = budget(loadout, o) if points is None else points
    return made


def bought(loadout: Loadout) -> Bought:
    """A loadout as the rule takes it."""
    made = blank(Bought)
    made.armor = list(loadout.armor.values)
    made.upgrade = [loadout.counts[upgrade.name.lower()] for upgrade in Upgrade]
    return made


def judge_build(loadout: Loadout, o: Options, points: int | None = None) -> tuple[Illegal, int]:
    """The first reason against a build (LEGAL: none) and what it costs."""
    offer, build = offer_for(loadout, o, points), bought(loadout)
    return Illegal.of(why_not_built(offer, build)), build_cost(offer, build)


def build_refusal(loadout: Loadout, o: Options, points: int | None = None) -> str:
    """Why a build is refused, in words with the rule, or nothing."""
    reason, cost = judge_build(loadout, o, points)
    if reason == Illegal.LEGAL:
        return ""
    spent = (
        f": {cost} of {budget(loadout, o) if points is None else points}"
        if reason == Illegal.OVER_BUDGET
        else ""
    )
    return f"{WORDS[reason]}{spent} ({reason.rule})"
