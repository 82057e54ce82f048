"""What may be sent to the server. Anything else in a message is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints

from hulldown.catalogue.load import LARGEST_FILE, MaybeVisible, is_toml
from hulldown.catalogue.overlay import MAX_LAYERS, LayerPart
from hulldown.server.people.agreement import GameTerms

# Printable only: no control characters, and (by pydantic) no half surrogates.
PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
Name = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]
Label = Annotated[str, StringConstraints(max_length=64, pattern=PRINTABLE)]
PersonName = Annotated[Label, MaybeVisible]  # empty for none
ActionText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PRINTABLE)]
GameId = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PRINTABLE)]
Layers = Annotated[list[LayerPart], Field(max_length=MAX_LAYERS, default_factory=list)]
Contribution = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]  # of a page to the dice
Seed = Annotated[int, Field(ge=0, le=2**32 - 1)] | None
Choices = Annotated[Sequence[Annotated[str, Field(max_length=80)]], Query(max_length=128)]  # NAME=VALUE
Setting = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)] | bool | Label


class Sent(BaseModel):
    """A message: exact types, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True)


NO_FILE = "is a file of this machine, and the server reads none: send what is in it"


def refuse_file(value: Any) -> Any:
    """The name of something; ValueError for that of a TOML file."""
    if isinstance(value, str) and is_toml(value):
        raise ValueError(NO_FILE)
    return value


def refuse_path(value: Any) -> Any:
    """The id of something; ValueError for a path."""
    if isinstance(value, str) and ("/" in value or "\\" in value):
        raise ValueError(NO_FILE)
    return refuse_file(value)


KeptPackId = Annotated[GameId, BeforeValidator(refuse_path)]
ScenarioId = Annotated[
    str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_.-]*$"), BeforeValidator(refuse_path)
]
BuildOrName = Annotated[Label | dict[Label, JsonValue], BeforeValidator(refuse_file)]
RuleNumber = (
    Annotated[int, Field(ge=-(2**31), le=2**31 - 1)] | Annotated[float, Field(allow_inf_nan=False)] | Label
)


class SetupIn(Sent):
    """What a battle is made of beside its ruleset; what comes later here goes before what comes earlier.

    `packs` are ids of kept packs, the last on top. `scenario` is the id of one of the game or of these packs;
    with `own`, the text of a scenario file, it is a name for that. `options` and `values` are rules and
    numbers that are chosen. In `forces` a unit is fielded as a build, or as the build of a name.
    """

    packs: Annotated[list[KeptPackId], Field(max_length=MAX_LAYERS)] = []
    scenario: ScenarioId = ""
    own: Annotated[str, Field(max_length=LARGEST_FILE)] = ""
    options: Annotated[dict[Name, Setting], Field(max_length=128)] = {}
    values: Annotated[dict[Name, RuleNumber], Field(max_length=128)] = {}
    forces: Annotated[dict[Name, BuildOrName], Field(max_length=64)] = {}


class SeatIn(Sent):
    """Who plays a seat. A computer seat names its player ("mcts:1s")."""

    kind: Literal["human", "computer", "invite"] = "human"
    player: Label = ""
    name: PersonName = ""


class TermsIn(Sent):
    """What the people of a game agree to about time, watching and talking."""

    clock: Literal["none", "game", "days"] = "none"
    minutes: Annotated[int, Field(ge=0, le=600)] = 0
    increment: Annotated[int, Field(ge=0, le=600)] = 0
    days: Annotated[int, Field(ge=0, le=60)] = 0
    delay: Annotated[int, Field(ge=0, le=200)] = 0
    chat: bool = True
    advice: bool = False

    @property
    def terms(self) -> GameTerms:
        """The terms, without what the kind of clock has no use for."""
        game, days = self.clock == "game", self.clock == "days"
        return GameTerms(
            clock=self.clock,
            minutes=self.minutes if game else 0,
            increment=self.increment if game else 0,
            days=self.days if days else 0,
            delay=self.delay,
            chat=self.chat,
            advice=self.advice,
        )


Seats = Annotated[list[SeatIn], Field(min_length=2, max_length=2)]


class NewGameIn(Sent):
    """A game to begin. Without a seed nobody can know the dice; `contribution` is what the page adds to them.

    `own` is the text of a scenario that does not come with the game, which is then called `scenario`;
    `layers` are the units of packs, the last on top. A `setup` takes the place of all these. `listed` is
    whether others find it and may watch: by itself only on a server that is not shared, and only if nobody is
    invited.
    """

    ruleset: Name
    scenario: Name | None = None
    setup: SetupIn | None = None
    options: Annotated[dict[Name, Setting], Field(max_length=128)] = {}
    seed: Seed = None
    contribution: Contribution = ""
    forces: Annotated[dict[Name, dict[Label, JsonValue]], Field(max_length=64)] = {}
    own: Annotated[str, Field(max_length=LARGEST_FILE)] = ""
    layers: Layers
    seats: Seats
    listed: bool | None = None
    terms: TermsIn = TermsIn()


class JoinIn(Sent):
    """To agree to what is played, with what the player fields in place of printed units.

    `contribution` is what the player's page adds to the dice; where they come from a seed, that is named.
    """

    seed: Seed = None
    contribution: Contribution = ""
    forces: Annotated[dict[Name, dict[Label, JsonValue]], Field(max_length=64)] = {}
    key: Key | None = None


class AgainIn(Sent):
    """To play the same again, with changed seats or not: what the page adds to the dice."""

    contribution: Contribution = ""
    swap: bool = False


class InvitationIn(Sent):
    """The link of an invitation, to be drawn. It comes in a body, so that no log of addresses has it."""

    link: Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=PRINTABLE)]


class CodeIn(Sent):
    """The code of an invitation, typed in any way: k7f 2qx. It comes in a body, as a link does."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=16, pattern=PRINTABLE)]


class OwnFileIn(Sent):
    """A file of a player's own, a scenario or a pack, in base 64."""

    name: Label
    data: Annotated[str, Field(max_length=1_000_000, pattern="^[A-Za-z0-9+/]*=*$")]


class ActIn(Sent):
    """Actions to play in order, on the position of that number; with a `key` they are played once, however
    often the message comes."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=64)]
    number: Number
    key: Key | None = None


class UndoIn(Sent):
    """Take back the own last decision, or agree to take it back, on the position of that number; once, with
    a `key`."""

    number: Number
    key: Key | None = None


class OfferIn(Sent):
    """Something offered to the other side, or an answer to what it offers."""

    what: Literal["draw", "undo", "again"]
    say: Literal["offer", "accept", "decline", "withdraw"]


class ChatIn(Sent):
    """A set phrase by its id, or typed words; one of the two."""

    phrase: Annotated[str, StringConstraints(max_length=16, pattern=r"^[a-z]*$")] = ""
    text: Annotated[str, StringConstraints(max_length=300, pattern=PRINTABLE)] = ""


class SilenceIn(Sent):
    """Whether to hear no typed words of the other side."""

    silent: bool


class HurryIn(Sent):
    """Have the computer decide at once on the position of that number."""

    number: Number


class HelloIn(Sent):
    """The first message on a live line: a seat's token, or nothing for a spectator."""

    token: Annotated[str, StringConstraints(max_length=128, pattern=PRINTABLE)] = ""


class LearnIn(Sent):
    """Orders given in a lesson or puzzle; "." for a step that is only read. `number` and `key` say nothing
    there: nothing is written down.
    """

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=16)]
    number: Number = 0
    key: Key | None = None
