"""What is written down of a campaign: the plan it began with and, entry by entry, what was decided and what
befell it. Entries are only ever appended; the chronicle tells the campaign from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from hulldown.catalogue import Entry, OptionValue
from hulldown.catalogue.overlay import MAX_LAYERS, LayerPart
from hulldown.rulesets.tank_commander.campaign.roster import SEATS
from hulldown.rulesets.tank_commander.catalogue.units import Armor
from hulldown.rulesets.tank_commander.codes import CREW

MOST_BATTLES = 20
MOST_TANKS = 4
MOST_ENTRIES = 2000

PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
Label = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PRINTABLE)]
PackName = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=PRINTABLE)]
Word = Annotated[str, StringConstraints(max_length=64)]
Outcome = Literal["first", "second", "draw"]
Standing = Literal["operational", "disabled", "abandoned", "destroyed"]
Health = Literal["ok", "wounded", "killed", "absent"]
Face = Annotated[int, Field(ge=1, le=6)]
OUTCOMES: tuple[Outcome, ...] = ("first", "second", "draw")


class StartingTank(Entry):
    """A tank as a campaign begins with it: a sample build, or armor and upgrades; names by role."""

    name: Label
    build: Word = ""
    armor: Armor | None = None
    upgrades: Annotated[tuple[Word, ...], Field(max_length=40)] = ()
    crew: Annotated[tuple[Label, ...], Field(max_length=40)] = ()


class StartingSide(Entry):
    """A side as a campaign begins with it."""

    name: Label
    tanks: Annotated[tuple[StartingTank, ...], Field(min_length=1, max_length=40)]


class Plan(Entry):
    """What a campaign begins with: its missions, fought in turn from the first again, the rule variants of
    all battles (`campaign_battles` among them), two sides; the names of the `packs` that it is fought with,
    and in `layers` what they lay over the units."""

    name: Label
    missions: Annotated[tuple[Word, ...], Field(max_length=MOST_BATTLES)] = ()
    options: dict[Word, OptionValue] = Field(default_factory=dict)
    packs: Annotated[tuple[PackName, ...], Field(max_length=MAX_LAYERS)] = ()
    layers: Annotated[tuple[LayerPart, ...], Field(max_length=MAX_LAYERS)] = ()
    sides: Annotated[tuple[StartingSide, ...], Field(min_length=2, max_length=2)]


class Refit(Entry):
    """A tank is built anew between battles: finished armor and upgrades (TC-14.10)."""

    what: Literal["refit"] = "refit"
    tank: Label
    armor: Armor
    upgrades: Annotated[tuple[Word, ...], Field(max_length=40)] = ()


class Choice(Entry):
    """Which tanks of a side fight the next battle, in the order in which they stand for printed ones."""

    what: Literal["choice"] = "choice"
    tanks: Annotated[tuple[Label, ...], Field(min_length=1, max_length=MOST_TANKS)]


class Start(Entry):
    """The next battle begins; `game` names the game in which it is fought."""

    what: Literal["start"] = "start"
    game: Word = ""


class FoughtTank(Entry):
    """What became of a tank that took part: standing, crew by role, enemies that its weapons put out."""

    tank: Label
    standing: Standing
    crew: Annotated[tuple[Health, ...], Field(min_length=SEATS, max_length=CREW)]
    kills: Annotated[int, Field(ge=0, le=99)] = 0


class Battle(Entry):
    """A battle was fought: who won, what became of the tanks, and the dice of the aftermath.

    `key` is what the dice come from; without one they were thrown by hand.
    """

    what: Literal["battle"] = "battle"
    game: Word = ""
    winner: Outcome
    tanks: Annotated[tuple[FoughtTank, ...], Field(max_length=2 * MOST_TANKS)]
    dice: Annotated[tuple[Face, ...], Field(max_length=100)] = ()
    key: Annotated[str, StringConstraints(pattern="^([0-9a-f]{16})?$")] = ""


class Abandon(Entry):
    """The campaign is given up; what was fought stays written."""

    what: Literal["abandon"] = "abandon"


AnyEntry = Annotated[Refit | Choice | Start | Battle | Abandon, Field(discriminator="what")]


class Written(Entry):
    """A campaign as a file: the plan, then every entry in order."""

    format: Literal["hulldown campaign"]
    format_version: Literal[1]
    ruleset: Literal["tank_commander"]
    plan: Plan
    entries: Annotated[tuple[AnyEntry, ...], Field(max_length=MOST_ENTRIES)] = ()


class One(Entry):
    """An entry that stands alone, as it is stored."""

    entry: AnyEntry


def as_data(entry: Entry) -> dict[str, Any]:
    """An entry or a plan as plain data."""
    return entry.model_dump(mode="json", exclude_none=True)
