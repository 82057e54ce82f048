"""Campaigns: setting one up, following it, spending points, beginning its battles, taking it along."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Depends
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from hulldown.catalogue.load import LARGEST_FILE
from hulldown.catalogue.overlay import MAX_LAYERS
from hulldown.catalogue.pack import WORD
from hulldown.rulesets.api.campaigning import CampaignOffer, RefitCost
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.dependencies import Me, TheContent, TheServices, Token
from hulldown.server.people.accounts import Account
from hulldown.server.players.computers import checked
from hulldown.server.schemas.openapi import RULESET, Call
from hulldown.server.schemas.requests import PRINTABLE, GameId, Label, Layers, Name, Number, Sent, Setting
from hulldown.server.schemas.responses import NewGame, SeatTicket, json_response
from hulldown.server.services import Services
from hulldown.server.workshop import campaigns
from hulldown.server.workshop.campaigns import By, CampaignLine, CampaignView, Kept, NewCampaign, understood
from hulldown.store.campaigns import running_of
from hulldown.store.games import NewSeat, NoSuchGame, get

SHOWN = 24  # campaigns in the list
Called = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PRINTABLE)]
Upgrades = Annotated[list[Name], Field(max_length=40, default_factory=list)]
Value = Annotated[int, Field(ge=0, le=99)]
Kind = Literal["human", "computer", "invite"]
FileText = Annotated[str, StringConstraints(max_length=2 * LARGEST_FILE)]
PackName = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=PRINTABLE)]
Word = Annotated[str, StringConstraints(pattern=f"^{WORD}$")]
ScenarioText = Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_FILE)]
PackNames = Annotated[list[PackName], Field(max_length=MAX_LAYERS, default_factory=list)]


class Toml(Response):
    """A campaign file."""

    media_type = "application/toml"


class ArmorIn(Sent):
    """Finished armor values."""

    front: Value
    side: Value
    rear: Value


class TankIn(Sent):
    """A tank to begin with: a sample build, or armor and upgrades; names of its crew by role."""

    name: Called
    build: Label = ""
    armor: ArmorIn | None = None
    upgrades: Upgrades
    crew: Annotated[list[Called], Field(max_length=40, default_factory=list)]


class LeaderIn(Sent):
    """Who leads a side. A computer side names its player."""

    kind: Kind = "human"
    player: Label = ""


class SideIn(LeaderIn):
    """A side of a campaign."""

    name: Called
    tanks: Annotated[list[TankIn], Field(min_length=1, max_length=40)]


class LayersIn(Sent):
    """The units of packs, the last on top, and the texts of their scenarios by ids."""

    layers: Layers
    scenarios: Annotated[dict[Word, ScenarioText], Field(max_length=64, default_factory=dict)]


class CampaignIn(LayersIn):
    """A campaign to begin. Without missions they follow in the order of the rulebook. `packs` are those that
    it is fought with, by their names; `scenarios` are missions that do not come with the game."""

    ruleset: Name
    name: Called
    missions: Annotated[list[Name], Field(max_length=20, default_factory=list)]
    options: Annotated[dict[Name, Setting], Field(max_length=128, default_factory=dict)]
    packs: PackNames
    sides: Annotated[list[SideIn], Field(min_length=2, max_length=2)]


class CampaignFileIn(Sent):
    """A campaign file to go on from, and who leads its sides."""

    ruleset: Name
    text: FileText
    sides: Annotated[list[LeaderIn], Field(min_length=2, max_length=2)]


class RefitIn(Sent):
    """A tank to be built anew: finished armor and upgrades. `number` is where the campaign stands."""

    tank: Called
    armor: ArmorIn
    upgrades: Upgrades
    number: Number


class ChoiceIn(Sent):
    """Which tanks of a side fight the next battle, in order."""

    tanks: Annotated[list[Called], Field(min_length=1, max_length=8)]
    number: Number


class NumberIn(Sent):
    """Where the campaign stands."""

    number: Number


def _seat(ruleset: Ruleset, leader: LeaderIn, name: str = "") -> NewSeat:
    return NewSeat(leader.kind, checked(leader.player, ruleset) if leader.kind == "computer" else "", name)


# ---------------------------------------------------------------- setting up


def offer(content: TheContent) -> CampaignOffer:
    """What a campaign can be set up from."""
    return campaigns.campaigning(content.ruleset)[1].offer()


def offer_with(content: TheContent, message: LayersIn) -> CampaignOffer:
    """What a campaign can be set up from with the units and the scenarios of packs."""
    rules = campaigns.campaigning(content.ruleset, [layer.layer for layer in message.layers])[1]
    return rules.offer(message.scenarios)


def begin(message: CampaignIn, services: TheServices, caller: Me) -> NewCampaign:
    """Begin a campaign. The answer tells its tokens, once."""
    owner = may_begin(services, caller)
    data = message.model_dump(exclude_none=True)
    for side in data["sides"]:
        del side["kind"], side["player"]
    plan = {
        key: data[key] for key in ("name", "missions", "options", "packs", "layers", "scenarios", "sides")
    }
    ruleset = campaigns.with_campaigns(message.ruleset)
    wanted = [_seat(ruleset, side, side.name) for side in message.sides]
    return campaigns.create_campaign(services.db, message.ruleset, plan, wanted, owner)


def may_begin(services: Services, caller: Account) -> str | None:
    """Whose a campaign is that is begun now. Refused (401, 429) for one that may not be begun."""
    owner, limits = caller.keeps(), services.settings.limits
    if owner is not None:
        with services.db.reading() as transaction:
            running = running_of(transaction, owner)
        caller.check_quota(running, limits.campaigns_per_owner, "campaigns that are going on")
    return owner


def load(message: CampaignFileIn, services: TheServices, caller: Me) -> NewCampaign:
    """Go on from a campaign file. Every rule that it breaks is named."""
    owner = may_begin(services, caller)
    ruleset = campaigns.with_campaigns(message.ruleset)
    wanted = [_seat(ruleset, side) for side in message.sides]
    return campaigns.carried_on(services.db, message.ruleset, message.text, wanted, owner=owner)


def recent(services: TheServices, caller: Me) -> list[CampaignLine]:
    """The caller's campaigns, those last gone on with first."""
    return campaigns.listed(services.db, SHOWN, caller)


# ---------------------------------------------------------------- following


async def settle(services: Services, campaign: str) -> Kept:
    """Write down the aftermath of a battle that has ended meanwhile, and give the campaign as it stands."""
    current = await asyncio.to_thread(campaigns.load_campaign, services.db, campaign)
    if not current.fighting or not await asyncio.to_thread(_ended, services, current.fighting):
        return current
    async with services.sessions.using(current.fighting) as session:

        def write() -> None:
            campaigns.settled(
                services.db, campaign, session.id, session.match.state, session.match.secret.afterwards
            )

        await session.run(write)
    return await asyncio.to_thread(campaigns.load_campaign, services.db, campaign)


def _ended(services: Services, game: str) -> bool:
    with services.db.reading() as transaction:
        try:
            return get(transaction, game).finished is not None
        except NoSuchGame:
            return False


async def by(caller: Me, token: Token) -> By:
    """Who asks."""
    return By(caller, token)


Asking = Annotated[By, Depends(by)]


async def view(campaign: GameId, services: TheServices, by: Asking) -> Response:
    """The campaign as the caller sees it, after the aftermath of a battle that has ended."""
    await settle(services, campaign)
    return await _view(services, campaign, by)


async def _view(services: Services, campaign: str, by: By) -> Response:
    return json_response(
        await asyncio.to_thread(campaigns.campaign_view, services.db, campaign, by), CampaignView
    )


def differences(campaign: GameId, services: TheServices) -> list[RuleDifference]:
    """What of a campaign is not by the printed rules, value by value."""
    return campaigns.differences(services.db, campaign)


async def file(campaign: GameId, services: TheServices, by: Asking) -> Response:
    """The campaign as a file, for those who take part: everything that was decided and befell it."""
    current = await settle(services, campaign)
    current.taking_part(by, "take it along")
    text = await asyncio.to_thread(current.rules.write, current.plan, current.entries)
    name = f'attachment; filename="campaign-{campaign}.toml"'
    return Toml(text, headers={"content-disposition": name})


# ---------------------------------------------------------------- deciding


def _refit(message: RefitIn) -> dict[str, Any]:
    return {"what": "refit", **message.model_dump(exclude={"number"})}


def weigh(campaign: GameId, message: RefitIn, services: TheServices, by: Asking) -> RefitCost:
    """What a refit would cost, and every rule that it would break, for those who take part."""
    current = campaigns.load_campaign(services.db, campaign)
    current.taking_part(by, "weigh a refit")
    with understood():
        return current.rules.weigh(current.plan, current.entries, _refit(message))


async def refit(campaign: GameId, message: RefitIn, services: TheServices, by: Asking) -> Response:
    """Spend points of a tank between battles."""
    return await _decide(services, campaign, by, message.number, _refit(message))


async def choice(campaign: GameId, message: ChoiceIn, services: TheServices, by: Asking) -> Response:
    """Say which tanks fight the next battle."""
    entry = {"what": "choice", "tanks": message.tanks}
    return await _decide(services, campaign, by, message.number, entry)


async def abandon(campaign: GameId, message: NumberIn, services: TheServices, by: Asking) -> Response:
    """Give the campaign up; what was fought stays written."""
    await settle(services, campaign)
    return await _decide(services, campaign, by, message.number, {"what": "abandon"})


async def _decide(services: Services, campaign: str, by: By, number: int, entry: dict[str, Any]) -> Response:
    await asyncio.to_thread(campaigns.decided, services.db, campaign, by, number, entry)
    return await _view(services, campaign, by)


async def battle(campaign: GameId, message: NumberIn, services: TheServices, by: Asking) -> Response:
    """Begin the next battle: an ordinary game, whose seats are those of the campaign."""
    await settle(services, campaign)
    game = await asyncio.to_thread(campaigns.start_battle, services.db, campaign, by, message.number)
    async with services.session(game) as session:
        tickets = [SeatTicket(row.seat, row.kind, None) for row in session.seats]
    return json_response(NewGame(game, tickets), NewGame)


CAMPAIGN = "/api/campaigns/{campaign}"
CALLS: list[Call] = [
    ("GET", RULESET + "/campaign", offer, CampaignOffer),
    ("POST", RULESET + "/campaign", offer_with, CampaignOffer),
    ("POST", "/api/campaigns", begin, NewCampaign),
    ("GET", "/api/campaigns", recent, list[CampaignLine]),
    ("POST", "/api/campaigns/load", load, NewCampaign),
    ("GET", CAMPAIGN, view, CampaignView),
    ("GET", CAMPAIGN + "/differences", differences, list[RuleDifference]),
    ("POST", CAMPAIGN + "/weigh", weigh, RefitCost),
    ("POST", CAMPAIGN + "/refit", refit, CampaignView),
    ("POST", CAMPAIGN + "/choice", choice, CampaignView),
    ("POST", CAMPAIGN + "/battle", battle, NewGame),
    ("POST", CAMPAIGN + "/abandon", abandon, CampaignView),
]
FILES: list[Call] = [("GET", CAMPAIGN + "/file", file, Toml)]
