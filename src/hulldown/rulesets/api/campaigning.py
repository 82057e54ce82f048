"""What a ruleset with campaigns supplies, and what is shown of one. Servers and commands are written against
this face only; a campaign is a plan and entries, plain data that only the ruleset understands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hulldown.catalogue import OwnFile
from hulldown.catalogue.overlay import Layer, LayerPart
from hulldown.rulesets.api.words import Refusal, Sentence

Data = dict[str, Any]


class CampaignBroken(ValueError):
    """Something that the rules of a campaign do not allow; `refusals` has every rule it breaks."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(in_words(refusal) for refusal in self.refusals))


class NoCampaigns(ValueError):
    """This ruleset has no battles in a row."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there are no campaigns in {name}")


def in_words(refusal: Refusal) -> str:
    """A refusal with its rule."""
    return f"{refusal.text} ({refusal.rule})" if refusal.rule else refusal.text


# ---------------------------------------------------------------- what can be chosen


@dataclass(frozen=True)
class MissionInfo:
    """A mission that a campaign can have, with how many tanks of each side it prints."""

    id: str
    name: str
    tanks: tuple[int, int]


@dataclass(frozen=True)
class SampleTank:
    """A sample build to begin with."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class CampaignStory:
    """What a campaign is about: a title, a few paragraphs for whoever leads the first side ("{tanks}" and
    "{battles}" stand for how many there are), and the first battle with what it is.
    """

    title: str
    paragraphs: tuple[str, ...]
    first: str
    first_name: str
    first_summary: str


@dataclass(frozen=True)
class CampaignOffer:
    """What a campaign is set up from. `names` are names for tanks that nobody has named; `story` tells what
    it is about, None for one that has none.
    """

    missions: tuple[MissionInfo, ...]
    battles: int
    most_battles: int
    most_tanks: int
    samples: tuple[SampleTank, ...]
    names: tuple[str, ...]
    rule: str
    story: CampaignStory | None = None


# ---------------------------------------------------------------- how it stands


@dataclass(frozen=True)
class MemberView:
    """A member of a crew. `next_at` is the experience of the next rank; unseated ones wait for a seat."""

    role: str
    name: str
    xp: int
    rank: str
    next_at: int | None
    skill: str
    battles: int
    seated: bool


@dataclass(frozen=True)
class RefitPurchase:
    """What points can buy for a tank, how much of it there is and may be; `least` cannot be taken off."""

    id: str
    name: str
    text: str
    cost: int
    count: int
    least: int
    most: int
    rule: str


@dataclass(frozen=True)
class TankView:
    """A tank with its crew. `stands_for` is the unit it fights as in this or the next battle, if it does."""

    name: str
    armor: tuple[int, int, int]
    kit: tuple[str, ...]
    points: int
    saved: int
    most: int
    crew: tuple[MemberView, ...]
    battles: int
    kills: int
    lost: int
    stands_for: str
    purchases: tuple[RefitPurchase, ...]


@dataclass(frozen=True)
class CampaignSide:
    """A side: its victories, its experience, its tanks, its dead in words."""

    seat: int
    name: str
    victories: int
    xp: int
    tanks: tuple[TankView, ...]
    fallen: tuple[str, ...]


@dataclass(frozen=True)
class BattleView:
    """A battle: `state` is fought, running, next or later; `told` is its aftermath."""

    number: int
    scenario: str
    name: str
    summary: str
    state: str
    game: str
    winner: int | None
    fielded: tuple[tuple[str, str], ...]
    told: tuple[Sentence, ...]


@dataclass(frozen=True)
class CampaignStanding:
    """How a campaign stands. `stage` is between, fighting, over or abandoned; `packs` are those that it is
    fought with, by their names."""

    name: str
    packs: tuple[str, ...]
    stage: str
    text: str
    winner: int | None
    battles: tuple[BattleView, ...]
    sides: tuple[CampaignSide, ...]


@dataclass(frozen=True)
class BattleOrder:
    """The game in which the next battle is fought."""

    scenario: str | OwnFile
    options: Data
    forces: dict[str, Data]


@dataclass(frozen=True)
class RefitCost:
    """What a refit would cost of the points of its tank, and every rule it would break."""

    cost: int
    points: int
    broken: tuple[Refusal, ...]


def layers_of(plan: Mapping[str, Any]) -> tuple[Layer, ...]:
    """What packs lay over the files of the ruleset in a campaign, from its plan."""
    return tuple(LayerPart(**layer).layer for layer in plan.get("layers", ()))


class Campaigning(ABC):
    """The campaigns of a ruleset. A campaign is `plan` and `entries`; entries are only ever appended.

    Every plan has a `name`, `options`, in `layers` what packs lay over the files of the ruleset, and in
    `scenarios` the texts of missions that do not come with the game, by their ids. A campaign takes both
    along, as a save does. What is asked about a plan is asked of the ruleset with its layers over it.
    """

    @abstractmethod
    def offer(self, scenarios: Mapping[str, str] | None = None) -> CampaignOffer:
        """What a campaign can be set up from; those of these `scenarios` that can be missions come first."""

    @abstractmethod
    def plan(self, data: Mapping[str, Any]) -> Data:
        """A plan in full. CatalogueError names everything that is wrong with it."""

    @abstractmethod
    def overlay_layers(self, text: str, shown: str = "campaign") -> tuple[Layer, ...]:
        """What a campaign file says that packs lay over the files of the ruleset, not judged yet."""

    @abstractmethod
    def parse(self, text: str, shown: str = "campaign") -> tuple[Data, list[Data]]:
        """Plan and entries of a campaign file. CatalogueError names every broken rule, each with its line;
        `shown` is what the file is called in messages."""

    @abstractmethod
    def write(self, plan: Data, entries: Sequence[Data]) -> str:
        """The campaign as a file."""

    @abstractmethod
    def standing(self, plan: Data, entries: Sequence[Data]) -> CampaignStanding:
        """How the campaign stands after its entries."""

    @abstractmethod
    def checked(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> Data:
        """One more entry, if it is allowed. CampaignBroken has every rule it breaks, CatalogueError what
        is not understood."""

    @abstractmethod
    def side_of(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> int | None:
        """The seat whose tanks an entry is about; None for both or for neither."""

    @abstractmethod
    def weigh(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> RefitCost:
        """What a refit would come to. CampaignBroken if there is no such tank."""

    @abstractmethod
    def next_battle(self, plan: Data, entries: Sequence[Data]) -> BattleOrder:
        """The game of the next battle. CampaignBroken if none can begin."""

    @abstractmethod
    def fought(self, plan: Data, entries: Sequence[Data], state: Any, key: str) -> Data:
        """The entry of a battle that has ended: from its last position and the key of its dice."""

    @abstractmethod
    def advice(self, plan: Data, entries: Sequence[Data], seat: int) -> list[Data]:
        """How a computer side spends its points: the refits, ready to be appended."""
