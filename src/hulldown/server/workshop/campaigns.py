"""Campaigns as the server keeps them: begun, gone on with, and settled once when a battle has ended.

What a campaign is and allows the ruleset says (`hulldown.rulesets.api.campaigning`); what is written is only
ever appended, in one transaction with the game it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session as Transaction

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.overlay import Layer
from hulldown.game import Game
from hulldown.game.secret import DiceSecret
from hulldown.rulesets.api.campaigning import (
    CampaignBroken,
    Campaigning,
    CampaignStanding,
    Data,
    NoCampaigns,
    in_words,
    layers_of,
)
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Stack, checked_overlay, with_overlay
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import ANYBODY, Account
from hulldown.server.play.match import listed as scenario_info
from hulldown.server.play.new_game import facts
from hulldown.server.schemas.responses import SeatTicket
from hulldown.store import campaigns, games
from hulldown.store.campaigns import EntryWritten, NoSuchCampaign
from hulldown.store.database import Database
from hulldown.store.games import NewSeat, NoSuchGame
from hulldown.store.models import CampaignRow, CampaignSeatRow, GameRow

LONGEST_TEXT = 4000  # characters of a refusal that names every broken rule
STALE = "The campaign has gone on since you saw it."


@dataclass(frozen=True)
class By:
    """Who asks something of a campaign: an owner, or with the token of the keeper or of a side."""

    caller: Account = ANYBODY
    token: str | None = None


@dataclass(frozen=True)
class NewCampaign:
    """A campaign that was begun. The keeper decides for the computer's sides; `token` proves a side, in the
    campaign and in each of its battles. Both are told once."""

    campaign: str
    keeper: str
    seats: list[SeatTicket]


@dataclass(frozen=True)
class CampaignLine:
    """A campaign in the list of campaigns."""

    campaign: str
    ruleset: str
    title: str
    status: str
    finished: bool


@dataclass(frozen=True)
class Leader:
    """Who leads a side."""

    seat: int
    kind: str
    player: str
    name: str


@dataclass(frozen=True)
class CampaignView:
    """A campaign as a caller sees it. `yours` are the sides that the caller decides for; `begins` is whether
    the caller may begin a battle; `fight` says how the battle that is being fought stands."""

    campaign: str
    ruleset: str
    number: int
    leaders: list[Leader]
    yours: list[int]
    begins: bool
    fight: str
    standing: CampaignStanding


# ---------------------------------------------------------------- refusing


@contextmanager
def understood() -> Iterator[None]:
    """What is not understood or not allowed as a refusal that names everything that is wrong."""
    try:
        yield
    except CampaignBroken as broken:
        first = broken.refusals[0]
        text = "; ".join(in_words(refusal) for refusal in broken.refusals)[:LONGEST_TEXT]
        raise ApiError(409, first.code, text, first.rule) from None
    except CatalogueError as error:
        raise ApiError(400, "unclear", str(error)[:LONGEST_TEXT]) from None


def campaigning(of: str | Ruleset, layers: Sequence[Layer] = ()) -> tuple[Ruleset, Campaigning]:
    """A ruleset with campaigns, with layers that somebody sent over its files. Refused (404) if there is
    none, (400) with what is wrong in the layers."""
    ruleset = with_campaigns(of)
    with understood():
        ruleset = checked_overlay(ruleset, [*ruleset.layers, *layers])
    return ruleset, ruleset.need_campaign()


def with_campaigns(of: str | Ruleset) -> Ruleset:
    """A ruleset with campaigns. Refused (404) if there is none."""
    try:
        ruleset = rulesets.find(of)
        ruleset.need_campaign()
    except (rulesets.UnknownRuleset, NoCampaigns) as error:
        raise ApiError(404, "not_found", str(error)) from None
    return ruleset


# ---------------------------------------------------------------- reading


class Kept:
    """A campaign as it is written down; `ruleset` is the one with its packs."""

    def __init__(self, transaction: Transaction, campaign: str) -> None:
        """Refused (404) if there is no such campaign."""
        try:
            self.row: CampaignRow = campaigns.get(transaction, campaign)
        except NoSuchCampaign:
            raise ApiError(404, "not_found", "There is no such campaign.") from None
        self.seats: Sequence[CampaignSeatRow] = campaigns.seats(transaction, campaign)
        self.entries: list[Data] = [entry.entry for entry in campaigns.entries(transaction, campaign)]
        self.ruleset = with_overlay(with_campaigns(self.row.ruleset), layers_of(self.row.plan))

    @property
    def id(self) -> str:
        """The campaign's id."""
        return self.row.id

    @property
    def rules(self) -> Campaigning:
        """What the rules say of it, with its packs."""
        return self.ruleset.need_campaign()

    @property
    def plan(self) -> Data:
        """What it began with."""
        return self.row.plan

    @property
    def fighting(self) -> str:
        """The game of the battle that is being fought, or nothing."""
        last = next((entry for entry in reversed(self.entries) if entry["what"] in ("start", "battle")), None)
        over = any(entry["what"] == "abandon" for entry in self.entries)
        return str(last.get("game", "")) if last and last["what"] == "start" and not over else ""

    def standing(self) -> CampaignStanding:
        """How it stands. Refused (409) if the rules do not lead there any more."""
        try:
            return self.rules.standing(self.plan, self.entries)
        except (CampaignBroken, CatalogueError):
            text = "This campaign was fought under rules that have changed since, and cannot be opened."
            raise ApiError(409, "changed_rules", text) from None

    def deciding(self, by: By) -> frozenset[int] | None:
        """The sides that somebody decides for; None for a spectator. Refused (401) for a token that proves
        nothing."""
        sides = campaigns.proven(self.row, self.seats, by.token, by.caller.owner)
        if sides is None and by.token is not None:
            raise ApiError(401, "no_seat", "That is not the token of a side of this campaign.")
        return sides

    def taking_part(self, by: By, what: str) -> frozenset[int]:
        """The sides that somebody decides for. Refused (403) for a spectator."""
        sides = self.deciding(by)
        if sides is None:
            raise ApiError(403, "not_yours", f"Only who takes part in the campaign may {what}.")
        if by.token is not None and by.caller.owner is not None:
            campaigns.claim(self.seats, by.token, by.caller.owner)
        return sides

    def append(self, transaction: Transaction, entry: Data) -> None:
        """Write down one more entry that is allowed, and how the campaign stands after it."""
        with understood():
            checked = self.rules.checked(self.plan, self.entries, entry)
        self.entries.append(checked)
        now = self.standing()
        ended = now.stage in ("over", "abandoned")
        campaigns.append(transaction, self.id, len(self.entries), checked, now.text, ended)


def load_campaign(db: Database, campaign: str) -> Kept:
    """A campaign by its id."""
    with db.reading() as transaction:
        return Kept(transaction, campaign)


def campaign_view(db: Database, campaign: str, by: By) -> CampaignView:
    """A campaign as somebody sees it."""
    with db.reading() as transaction:
        current = Kept(transaction, campaign)
        yours = current.deciding(by)
        fight = _fight(transaction, current.fighting)
        return CampaignView(
            campaign=current.id,
            ruleset=current.row.ruleset,
            number=len(current.entries),
            leaders=[Leader(seat.seat, seat.kind, seat.player, seat.name) for seat in current.seats],
            yours=sorted(yours or ()),
            begins=yours is not None,
            fight=fight,
            standing=current.standing(),
        )


def _fight(transaction: Transaction, game: str) -> str:
    """How a game stands, if it is there."""
    try:
        return games.get(transaction, game).status if game else ""
    except NoSuchGame:
        return ""


def differences(db: Database, campaign: str) -> list[RuleDifference]:
    """What of a campaign is not by the printed rules, value by value."""
    current = load_campaign(db, campaign)
    current.standing()
    content = Content(Stack(current.ruleset), chosen=current.plan["options"])
    # A campaign keeps what was chosen together with what packs said, so it does not know who set it.
    changes = [replace(change, source="") for change in content.differences()]
    for name, text in current.plan.get("scenarios", {}).items():
        info = current.ruleset.files.own_scenario(OwnFile(name, text))
        changes.append(RuleDifference("scenario", name, info.name, "", "new", info.rule))
    return changes


def listed(db: Database, limit: int, caller: Account | None = None) -> list[CampaignLine]:
    """The campaigns last gone on with: all, or those of a caller."""
    with db.reading() as transaction:
        if caller is None:
            rows = campaigns.recent(transaction, limit)
        else:
            rows = campaigns.mine(transaction, caller.owner, caller.nobodys, limit)
        return [CampaignLine(r.id, r.ruleset, r.title, r.status, r.finished is not None) for r in rows]


# ---------------------------------------------------------------- beginning


def create_campaign(
    db: Database, ruleset: str, plan: Data, wanted: Sequence[NewSeat], owner: str | None = None
) -> NewCampaign:
    """Write down a new campaign; the computer's sides spend their points at once."""
    rules = campaigning(ruleset, layers_of(plan))[1]
    with understood():
        full = rules.plan(plan)
    return _store(db, ruleset, full, [], wanted, owner)


def carried_on(
    db: Database,
    ruleset: str,
    text: str,
    wanted: Sequence[NewSeat],
    shown: str = "campaign",
    owner: str | None = None,
) -> NewCampaign:
    """Write down the campaign of a file. A battle that was being fought is begun anew; games that are not
    here any more are not linked."""
    rules = campaigning(ruleset)[1]
    with understood():
        layers = rules.overlay_layers(text, shown)
    rules = campaigning(ruleset, layers)[1]
    with understood():
        plan, entries = rules.parse(text, shown)
    if entries and entries[-1]["what"] == "start":
        entries.pop()
    with db.reading() as transaction:
        known = {game: _finished(transaction, game) for game in {str(e.get("game", "")) for e in entries}}
    for entry in entries:
        if "game" in entry and not known[str(entry["game"])]:
            entry["game"] = ""
    return _store(db, ruleset, plan, entries, wanted, owner)


def _finished(transaction: Transaction, game: str) -> bool:
    try:
        return bool(game) and games.get(transaction, game).finished is not None
    except NoSuchGame:
        return False


def _store(
    db: Database,
    name: str,
    plan: Data,
    entries: Sequence[Data],
    wanted: Sequence[NewSeat],
    owner: str | None,
) -> NewCampaign:
    """Write a campaign, its seats and its entries, all or nothing."""
    ruleset, rules = campaigning(name, layers_of(plan))
    status = rules.standing(plan, entries).text[:400]
    with db.transaction() as transaction:
        row, tokens = campaigns.add(
            transaction,
            ruleset=ruleset.id,
            version=ruleset.version,
            title=str(plan["name"])[:200],
            plan=plan,
            status=status,
            wanted=[replace(seat, owner=owner if seat.kind == "human" else None) for seat in wanted],
            owner=owner,
        )
        for number, entry in enumerate(entries, 1):
            campaigns.append(transaction, row.id, number, entry, status, linked=False)
        computers_spend(transaction, Kept(transaction, row.id))
    tickets = [SeatTicket(at, seat.kind, tokens.seats[at]) for at, seat in enumerate(wanted)]
    return NewCampaign(row.id, tokens.keeper, tickets)


# ---------------------------------------------------------------- going on


def computers_spend(transaction: Transaction, current: Kept) -> None:
    """Computer sides spend what points they have, if the campaign goes on."""
    if current.standing().stage != "between":
        return
    for seat in current.seats:
        if seat.kind == "computer":
            for entry in current.rules.advice(current.plan, current.entries, seat.seat):
                current.append(transaction, entry)


def decided(db: Database, campaign: str, by: By, number: int, entry: Data) -> None:
    """Write down what somebody decides. Refused for others than the leader of the side it is about."""

    def write(transaction: Transaction, current: Kept) -> None:
        yours = current.taking_part(by, "decide in it")
        with understood():
            side = current.rules.side_of(current.plan, current.entries, entry)
        if side is not None and side not in yours:
            raise ApiError(403, "not_yours", "Only the leader of that side may decide this.")
        current.append(transaction, entry)

    _change(db, campaign, number, write)


def start_battle(db: Database, campaign: str, by: By, number: int) -> str:
    """Begin the next battle: an ordinary game, written down together with the entry that begins it."""
    started: list[str] = []

    def write(transaction: Transaction, current: Kept) -> None:
        current.taking_part(by, "begin a battle")
        started.append(next_battle(transaction, current, listed=by.caller.nobodys))

    _change(db, campaign, number, write)
    return started[0]


def next_battle(transaction: Transaction, current: Kept, listed: bool = True) -> str:
    """The game of the next battle, written down together with the entry that begins it. Where nobody is
    invited others may find it (`listed`)."""
    game = _game(transaction, current, listed).id
    current.append(transaction, {"what": "start", "game": game})
    return game


def _game(transaction: Transaction, current: Kept, listed: bool) -> GameRow:
    """The game of the next battle, with the campaign's seats."""
    secret = DiceSecret.from_seed(None)
    with understood():
        order = current.rules.next_battle(current.plan, current.entries)
        game = Game(current.ruleset, order.scenario, secret, order.options, order.forces)
    count = sum(entry["what"] == "start" for entry in current.entries) + 1
    scenario = scenario_info(current.ruleset, order.scenario).name
    title = f"{current.row.title}, battle {count}: {scenario}"[:200]
    details: dict[str, Any] = {"title": title, "owner": current.row.owner}
    details["listed"] = listed and all(seat.kind != "invite" for seat in current.seats)
    row = games.add(transaction, secret=secret, **{**facts(game), **details})
    campaigns.sit_down(transaction, row.id, current.seats)
    return row


def settled(db: Database, campaign: str, game: str, state: Any, key: str) -> None:
    """Write down the aftermath of a game that has ended, once; then the computer's sides spend points."""
    try:
        with db.transaction() as transaction:
            current = Kept(transaction, campaign)
            if current.fighting == game:
                current.append(transaction, current.rules.fought(current.plan, current.entries, state, key))
                computers_spend(transaction, current)
    except EntryWritten:
        return  # by another call at the same time


def _change(db: Database, campaign: str, number: int, write: Callable[[Transaction, Kept], None]) -> None:
    """Do something to a campaign that stands at `number`. Refused (409) if it has gone on."""
    try:
        with db.transaction() as transaction:
            current = Kept(transaction, campaign)
            if number != len(current.entries):
                raise ApiError(409, "stale", STALE, number=len(current.entries))
            write(transaction, current)
    except EntryWritten:
        raise ApiError(409, "stale", STALE) from None
