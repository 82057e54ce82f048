"""What the server sends, field by field. These classes are also the published schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from fastapi.responses import Response
from pydantic import TypeAdapter

from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.api.files import OptionInfo, ScenarioInfo
from hulldown.rulesets.api.situation import Told
from hulldown.rulesets.api.words import Card, Modifier, OrderButton, Sentence, Status
from hulldown.server.schemas.voice import spoken


@dataclass(frozen=True)
class ErrorBody:
    """Why something was refused: `number` is where the game stands, `rule` the rule that forbids it."""

    code: str
    text: str
    rule: str
    number: int | None


@dataclass(frozen=True)
class Readiness:
    """How far the compiled rules of a ruleset are: `what` is being built now."""

    ready: bool
    done: int
    total: int
    what: str


@dataclass(frozen=True)
class About:
    """The version and how far each ruleset's compiled rules are."""

    version: str
    rulesets: dict[str, Readiness]


@dataclass(frozen=True)
class PlayerInfo:
    """A computer player to choose; `exact` is how it plays and what was measured, where `text` is plain."""

    id: str
    name: str
    text: str
    exact: str
    usual: bool  # the one that forms begin with


@dataclass(frozen=True)
class OptionGroup:
    """The options that change the rules of a chapter; `scenarios` are those that the chapter describes."""

    title: str
    options: list[str]
    scenarios: list[str]


@dataclass(frozen=True)
class ScenarioName:
    """A scenario by id and name."""

    id: str
    name: str


@dataclass(frozen=True)
class HomeLine:
    """A ruleset as Home shows it: what game it is, its first battle with a `picture` of it, who plays there.

    `minutes` are those of the shortest scenario and of the longest, none where they are not known; `about` is
    a sentence on the first battle; `seat` is the side with about even chances in it; `lesson` is the first
    lesson, empty without one.
    """

    id: str
    name: str
    text: str
    minutes: tuple[int, int] | None
    scenario: ScenarioName
    about: str
    seat: int
    picture: str
    players: list[PlayerInfo]
    lesson: str


@dataclass(frozen=True)
class RulesetLine:
    """A ruleset in the list of rulesets: what there is to choose from, all else is asked for by its id.

    `campaigns` says whether it has campaigns.
    """

    id: str
    name: str
    scenarios: list[ScenarioName]
    campaigns: bool


@dataclass(frozen=True)
class RulesetInfo:
    """A ruleset as the pages offer it. Every option is in one of the groups. `numbers` counts the values.

    `campaigns` says whether it has campaigns, `house` whether this server has house rules for it, `shared`
    whether others than its host can call it.
    """

    id: str
    name: str
    prefix: str
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    groups: list[OptionGroup]
    numbers: int
    players: list[PlayerInfo]
    campaigns: bool
    house: bool
    shared: bool


@dataclass(frozen=True)
class Variants:
    """Options and numbers of the rules together; each is in one of the groups."""

    options: list[OptionInfo]
    groups: list[OptionGroup]


@dataclass(frozen=True)
class OwnScenario:
    """A scenario of a player's own: as it is listed, its text, a small picture of its board."""

    info: ScenarioInfo
    text: str
    board: str


@dataclass(frozen=True)
class OwnFiles:
    """What a file of a player's own brings: a scenario, or a pack with what it changes."""

    name: str
    text: str
    options: dict[str, str | int | bool]
    scenarios: list[OwnScenario]
    layers: list[Layer]


@dataclass(frozen=True)
class RuleText:
    """One numbered rule: as it is written, and as a page shows it."""

    id: str
    mark: str
    text: str
    html: str = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a rulebook; `html` is what stands in it before its first rule."""

    title: str
    rules: list[RuleText]
    html: str = ""


@dataclass(frozen=True)
class ReadingChapter:
    """A chapter to read: `rules` are those that it tells."""

    id: str
    title: str
    html: str
    rules: list[str]


@dataclass(frozen=True)
class RulebookAnswer:
    """A rulebook: two pages for quick reference, chapters to read, the numbered rules by chapters."""

    name: str
    chapters: list[Chapter]
    quickref: str = ""
    reading: list[ReadingChapter] = field(default_factory=list)


@dataclass(frozen=True)
class Explained:
    """A chapter to read that tells a rule, and where it stands."""

    title: str
    address: str


@dataclass(frozen=True)
class RuleAnswer:
    """One numbered rule by itself: `title` is its chapter, `address` its place in the whole book."""

    id: str
    mark: str
    name: str
    title: str
    html: str
    address: str
    explained: list[Explained]


@dataclass(frozen=True)
class SeatTicket:
    """A seat with the token that proves it, told once; a computer seat has none."""

    seat: int
    kind: str
    token: str | None


@dataclass(frozen=True)
class BattleSetup:
    """What a battle is played with: the ruleset, and a setup as messages and addresses have it."""

    ruleset: str
    setup: dict[str, Any]


@dataclass(frozen=True)
class NewGame:
    """A game that was begun; `commitment` and `promises` are those of its dice, as in a TableView.

    `unproved` is what the file that it was loaded from cannot prove, being old.
    """

    game: str
    seats: list[SeatTicket]
    commitment: str = ""
    promises: list[str] = field(default_factory=list)
    unproved: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Invited:
    """A game and the code that invites to it; `code` is empty once it holds no more."""

    game: str
    code: str


@dataclass(frozen=True)
class Withdrawn:
    """An invitation that was taken back, with the game."""

    game: str


@dataclass(frozen=True)
class GameLine:
    """A game in the list of games. `title` names ruleset and scenario, `status` who is to decide."""

    game: str
    ruleset: str
    scenario: str
    title: str
    status: str
    number: int
    updated: datetime
    finished: bool


@dataclass(frozen=True)
class RulesetName:
    """A ruleset by id and name."""

    id: str
    name: str


@dataclass(frozen=True)
class SeatView:
    """Who plays which side. `who` is that for whoever looks, within a sentence: Cobalt, or for a page you."""

    seat: int
    side: str
    kind: str
    player: str
    name: str
    who: str


@dataclass(frozen=True)
class LogPart:
    """What happened in one step, in sentences. Number 0 is the set-up."""

    number: int
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class BoardView:
    """The board: the opening tag, the inner markup of changed layers, and every layer's digest."""

    head: str
    layers: dict[str, str]
    digests: dict[str, str]


@dataclass(frozen=True)
class UndoView:
    """Whether the viewer may undo now, why not or on what terms, and which seat asks for it."""

    possible: bool
    why: str
    asked: int | None = None


@dataclass(frozen=True)
class ResultView:
    """How the game ended: the winning seat, or 2 for a draw."""

    winner: int
    text: str


@dataclass(frozen=True)
class DiceView:
    """All that the dice came from, once the game has ended; `parts` are those of both seats' pages.

    The commitment is SHA-256 of "hulldown dice KEY SALT", a promise that of "hulldown part PART".
    """

    key: str
    salt: str
    parts: list[str]


@dataclass(frozen=True)
class Stopped:
    """Why the rest of several actions was not played: die, seen, refused, over; `at`: the first left out."""

    why: str
    text: str
    rule: str
    at: int


@dataclass(frozen=True)
class TermsView:
    """What was agreed, and the same in words."""

    clock: str
    minutes: int
    increment: int
    days: int
    delay: int
    chat: bool
    advice: bool
    words: list[str]


@dataclass(frozen=True)
class ClockView:
    """The seconds that a seat has left, and whether they run."""

    seat: int
    left: float
    runs: bool


@dataclass(frozen=True)
class OfferView:
    """Something that both sides must want: `by` the seat that offers it, whether the viewer `may`, else why
    not."""

    by: int | None
    may: bool
    why: str


@dataclass(frozen=True)
class PeopleView:
    """What stands between the people of a game. Whoever watches with a delay is told nothing but the terms.

    `claim` is whether the viewer may claim the game, which the other side has left; `swaps` says that the
    next battle needs the other side, with seats changed; `next` is that battle, once it has begun.
    """

    terms: TermsView
    clocks: list[ClockView]
    draw: OfferView
    again: OfferView
    swaps: bool
    next: str
    claim: bool


@dataclass(frozen=True)
class PhraseView:
    """A set phrase."""

    id: str
    text: str


@dataclass(frozen=True)
class ChatLine:
    """Something said, by a seat or by a spectator; `phrase` is empty where it was typed."""

    seat: int | None
    phrase: str
    text: str
    created: datetime


@dataclass(frozen=True)
class ChatView:
    """What is said at a table, as the viewer may read it, oldest first. Players and spectators talk apart
    until the game has ended.

    `types` is whether the viewer may type, else `why` not; `silent` whether the viewer hears no typed words
    of the other side.
    """

    phrases: list[PhraseView]
    lines: list[ChatLine]
    types: bool
    why: str
    silent: bool


@dataclass(frozen=True)
class TableView:
    """Everything the table page shows to one seat or to a spectator.

    `able` are the units that can be given an order now, `unit` is the one whose reach and lines the board
    shows, `acting` the one to look at if nobody has chosen one.
    `secrets` says that somebody owes an order which only its own side may know, or decides on what only
    its own side sees. `waiting` are the seats of those who are invited and have not joined: until they have,
    nobody has anything to order, and it is for them that everybody waits.
    `seed` is that of dice from one, `dice_told` says to everybody where the dice come from. `commitment` is
    the server's promise of them, `promises` those of both seats' pages ("" of one that added nothing; none
    where pages cannot add), `dice` all that was promised, once the game has ended.
    `usual` are orders of `unit` that are given one after another, `alone` the order that is no choice: the
    only one there is, or nothing.
    `people` is what stands between those who play. `called` are the short names of units, for a page.
    """

    game: str
    number: int
    ruleset: RulesetName
    scenario: ScenarioInfo
    options: dict[str, str | int | bool]
    seat: int | None
    seats: list[SeatView]
    status: Status
    to_act: list[int]
    yours: bool
    orders: list[OrderButton]
    able: list[str]
    unit: str
    acting: str
    cards: list[Card]
    board: BoardView
    reach: dict[str, int]
    log: list[LogPart]
    win: float | None
    undo: UndoView
    result: ResultView | None
    seed: int | None
    dice_told: str
    commitment: str
    promises: list[str]
    dice: DiceView | None
    secrets: bool
    waiting: list[int]
    usual: list[OrderButton]
    alone: str
    people: PeopleView
    called: dict[str, str]
    played: list[str] | None = None
    stopped: Stopped | None = None


@dataclass(frozen=True)
class OddsRow:
    """One line of an odds panel: the chance as an exact fraction and as a number."""

    text: str
    chance: str
    value: float
    group: str
    mark: str
    rule: str


@dataclass(frozen=True)
class OddsAnswer:
    """The odds of an order or a plan. `samples` is 0 when the odds are exact; `situation` is a single order
    for the odds page, None where that has nothing to say of such orders.
    """

    actions: list[str]
    title: str
    subtitle: str
    needed: int | None
    modifiers: list[Modifier]
    lines: list[OddsRow]
    notes: list[tuple[str, str]]
    exact: bool
    samples: int
    situation: Told | None


@dataclass(frozen=True)
class RouteAnswer:
    """The orders that take a unit to a place, with their cost: as texts, in the words of their buttons, and
    the places that the unit comes to on its way.
    """

    actions: list[str]
    cost: int
    words: list[str]
    places: list[str]


@dataclass(frozen=True)
class WhyAnswer:
    """Whether orders may be given one after another. `refused` is the position in the list of the first that
    may not, -1 if all may; `text` and `rule` say why. `picture` is what those before it would change, to lie
    over a board on which things stand anywhere; empty on others.
    """

    refused: int
    code: str
    text: str
    rule: str
    picture: str


@dataclass(frozen=True)
class Advice:
    """An order with its label and the chance to win that the computer expects of it.

    `share` is how often it is given where orders should be mixed. `margin` is how far the true value may lie
    from `value`, 95 times of 100, for the games that were tried; null where none was.
    """

    text: str
    label: str
    value: float
    share: float | None = None
    margin: float | None = None


@dataclass(frozen=True)
class HintAnswer:
    """The best orders, best first. `adviser` is who was asked, where a ruleset has players of its own;
    `about` is what the values speak of: "match".
    """

    adviser: str
    orders: list[Advice]
    about: str = "battle"


REFUSAL = {
    "type": "object",
    "properties": {"error": TypeAdapter(ErrorBody).json_schema()},
    "required": ["error"],
    "additionalProperties": False,
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {"application/json": {"schema": REFUSAL}}}
    for status, text in {
        400: "Not understood",
        401: "No such seat",
        403: "Not yours",
        404: "Not found",
        409: "Stale or illegal",
        413: "Too large",
        429: "Too often",
    }.items()
}


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"


class Pdf(Response):
    """Pages to print."""

    media_type = "application/pdf"


class Csv(Response):
    """A table for a spreadsheet."""

    media_type = "text/csv"


PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
HOUR = "public, max-age=3600"


def picture_response(markup: str, **headers: str) -> Svg:
    """A picture, in which no script runs; further headers by their names."""
    return Svg(markup, headers={"content-security-policy": PICTURE_POLICY} | headers)


def lasting_picture(markup: str) -> Svg:
    """A picture that stays as it is for an hour."""
    return picture_response(markup, **{"cache-control": HOUR})


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The serializer of a type."""
    return TypeAdapter(kind)


def json_response(value: Any, kind: Any, status: int = 200) -> Response:
    """A value as JSON in the voice of the call, by the fields of its class and nothing else."""
    return Response(adapter(kind).dump_json(spoken(value)), status, media_type="application/json")
