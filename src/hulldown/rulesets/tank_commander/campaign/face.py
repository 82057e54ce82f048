"""The campaigns of Tank Commander behind the face that servers and commands know (TC-14.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.catalogue import Entry, validate
from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.api.campaigning import (
    BattleOrder,
    CampaignBroken,
    Campaigning,
    CampaignOffer,
    CampaignStanding,
    CampaignStory,
    Data,
    MissionInfo,
    RefitCost,
    SampleTank,
)
from hulldown.rulesets.tank_commander.campaign import chronicle, files
from hulldown.rulesets.tank_commander.campaign.chronicle import Campaign
from hulldown.rulesets.tank_commander.campaign.entries import (
    MOST_BATTLES,
    MOST_TANKS,
    Choice,
    One,
    Plan,
    Refit,
    Start,
    Written,
    as_data,
)
from hulldown.rulesets.tank_commander.campaign.planning import (
    complete_plan,
    new_plan_problems,
    opening_of,
    printed_tanks,
    rotation,
    variants,
)
from hulldown.rulesets.tank_commander.campaign.roster import KIND, TANKS
from hulldown.rulesets.tank_commander.campaign.showing import standing
from hulldown.rulesets.tank_commander.campaign.spending import advised_refit, against, cost_of
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.state import State

# What a campaign is about, for whoever has filled in nothing yet.
TITLE = "Autumn on the border"
WHO = (
    "The harvest is in, and the Harbor Company has come over the river. You lead the North Guard: {tanks} "
    "tanks with their crews, {battles} battles, and nobody behind you."
)
STAKES = (
    "Your crews go with you from battle to battle. Who lives learns and gets better at his post; who falls "
    "is replaced by somebody new. What a tank earns you spend between the battles on armor and kit, and the "
    "other side does the same. Who wins more battles wins the campaign."
)


def story() -> CampaignStory:
    """The story of a campaign that nobody has changed yet; its first battle by the rulebook's order."""
    first = SHELF.listed_scenarios()[rotation()[0]]
    return CampaignStory(TITLE, (WHO, STAKES), first.id, first.name, first.summary)


class TankCampaigns(Campaigning):
    """TC-14.6 to TC-14.10 for servers and commands."""

    def offer(self) -> CampaignOffer:
        """Missions with tanks on both sides, and the sample builds of tanks (TC-14.14)."""
        missions = tuple(
            MissionInfo(
                name, SHELF.scenario(name).name, (len(printed_tanks(name)[0]), len(printed_tanks(name)[1]))
            )
            for name in rotation()
        )
        builds = SHELF.units().builds
        samples = tuple(SampleTank(name, build.text) for name, build in builds.items() if build.unit == KIND)
        battles = int(SHELF.options()["campaign_battles"].default)
        tale = story() if missions else None
        return CampaignOffer(missions, battles, MOST_BATTLES, MOST_TANKS, samples, TANKS, "TC-14.10", tale)

    def plan(self, data: Mapping[str, Any]) -> Data:
        """A plan in which every mission and every member is named."""
        return as_data(complete_plan(validate(data, Plan, new_plan_problems, "campaign")))

    def overlay_layers(self, text: str, shown: str = "campaign") -> tuple[Layer, ...]:
        return files.campaign_layers(text, shown)

    def parse(self, text: str, shown: str = "campaign") -> tuple[Data, list[Data]]:
        """Plan and entries of a campaign file."""
        file = files.read(text, shown)
        return as_data(complete_plan(file.plan)), [as_data(entry) for entry in file.entries]

    def write(self, plan: Data, entries: Sequence[Data]) -> str:
        file = {"format": "hulldown campaign", "format_version": 1, "ruleset": "tank_commander"}
        return files.text_of(validate({**file, "plan": plan, "entries": list(entries)}, Written))

    def standing(self, plan: Data, entries: Sequence[Data]) -> CampaignStanding:
        return standing(campaign_of(plan, entries))

    def checked(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> Data:
        """One more entry, if it is allowed."""
        read = entry_of(entry)
        chronicle.after(campaign_of(plan, entries), read)
        return as_data(read)

    def side_of(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> int | None:
        """The seat whose tank is refitted or whose tanks are chosen."""
        read, c = entry_of(entry), campaign_of(plan, entries)
        name = read.tank if isinstance(read, Refit) else read.tanks[0] if isinstance(read, Choice) else ""
        where = c.tank(name)
        return where[0] if where else None

    def weigh(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> RefitCost:
        """Cost and points of a refit, and all that stands against it (TC-14.10)."""
        read, c = entry_of(entry), campaign_of(plan, entries)
        if not isinstance(read, Refit) or c.tank(read.tank) is None:
            raise CampaignBroken(chronicle.objections(c, read))
        tank, o = chronicle.tank_named(c, read.tank), c.opening.options
        wanted = chronicle.rebuilt(tank, read)
        broken = tuple(against(tank, wanted.armor, read.upgrades, o))
        return RefitCost(cost_of(wanted, o), tank.points, broken)

    def next_battle(self, plan: Data, entries: Sequence[Data]) -> BattleOrder:
        """The mission with every tank that takes part in place of a printed one (TC-14.14)."""
        c = campaign_of(plan, entries)
        begun = chronicle.after(c, Start())
        fight = begun.fights[-1]
        return BattleOrder(fight.mission, variants(c.opening.plan.options), chronicle.forces(begun, fight))

    def fought(self, plan: Data, entries: Sequence[Data], state: State, key: str) -> Data:
        """The entry of the battle that has ended."""
        c = campaign_of(plan, entries)
        return as_data(chronicle.battle_entry(c, state, int(state.winner), key))

    def advice(self, plan: Data, entries: Sequence[Data], seat: int) -> list[Data]:
        """A refit for every tank of a side that has points worth spending."""
        c = campaign_of(plan, entries)
        advised_entries = []
        for tank in c.sides[seat].tanks:
            armor, upgrades = advised_refit(tank, c.opening.options)
            if (armor, upgrades) != (tank.armor, tank.upgrades):
                front, side, rear = armor
                armor_data = {"front": front, "side": side, "rear": rear}
                advised_entries.append(
                    {"what": "refit", "tank": tank.name, "armor": armor_data, "upgrades": list(upgrades)}
                )
        return advised_entries


def entry_of(data: Mapping[str, Any]) -> Entry:
    """An entry from plain data. CatalogueError names what is not understood."""
    return validate({"entry": data}, One, shown="entry").entry


def campaign_of(plan: Data, entries: Sequence[Data]) -> Campaign:
    """The campaign of a plan and its entries, which were checked when they were written."""
    opening = opening_of(validate(plan, Plan, shown="campaign"))
    return chronicle.replay(opening, [entry_of(entry) for entry in entries])
