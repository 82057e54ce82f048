"""What carries over from battle to battle (TC-14.6): sides, tanks, crews, names, experience, points."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Armor, Loadout
from hulldown.rulesets.tank_commander.codes import CREW, Rank, Role
from hulldown.rulesets.tank_commander.state import Options

KIND = "tank"  # only battle tanks have crews (TC-6.23)
LIEUTENANT = "lieutenant"  # the upgrade that gives the fifth seat (TC-2.15)
SEATS = 4  # members that every tank has


def rank_of(xp: int, o: Options) -> Rank:
    """What experience makes of a member (TC-14.8)."""
    if xp >= o.ace_at:
        return Rank.ACE
    return Rank.VETERAN if xp >= o.veteran_at else Rank.NONE


@dataclass(frozen=True)
class Member:
    """A member of a crew: experience and battles fought."""

    name: str
    xp: int = 0
    battles: int = 0

    def rank(self, o: Options) -> Rank:
        """Its rank (TC-14.8)."""
        return rank_of(self.xp, o)


@dataclass(frozen=True)
class Fallen:
    """A member who was killed: where, when and as what."""

    name: str
    tank: str
    role: Role
    battle: int
    xp: int


@dataclass(frozen=True)
class Tank:
    """A tank of a campaign with its crew by role; the fifth is the lieutenant, if there ever was one.

    `points` are those spent and those saved together; `lost` is how many tanks this crew has lost.
    """

    name: str
    armor: tuple[int, int, int]
    upgrades: tuple[str, ...]
    points: int
    crew: tuple[Member, ...]
    battles: int = 0
    kills: int = 0
    lost: int = 0

    @property
    def loadout(self) -> Loadout:
        """The build, as it is fielded."""
        front, side, rear = self.armor
        return Loadout(unit=KIND, armor=Armor(front=front, side=side, rear=rear), upgrades=self.upgrades)

    def seated(self, role: int) -> bool:
        """Whether a member fights in this tank: a lieutenant only where there is a seat (TC-14.17)."""
        return role < len(self.crew) and (role < SEATS or LIEUTENANT in self.upgrades)

    def ranks(self, o: Options) -> tuple[Rank, ...]:
        """The ranks of those who fight, by role."""
        return tuple(self.crew[role].rank(o) if self.seated(role) else Rank.NONE for role in range(CREW))


@dataclass(frozen=True)
class Side:
    """One side of a campaign: its tanks, its dead, the battles that it won."""

    name: str
    tanks: tuple[Tank, ...]
    fallen: tuple[Fallen, ...] = ()
    victories: int = 0

    @property
    def xp(self) -> int:
        """All experience of the living; it decides between equal victories (TC-14.10)."""
        return sum(member.xp for tank in self.tanks for member in tank.crew)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the living and the dead."""
        living = (member.name for tank in self.tanks for member in tank.crew)
        return (*living, *(member.name for member in self.fallen))


def base_armor() -> tuple[int, int, int]:
    """The armor of a tank that nothing was bought for (TC-2.1)."""
    return SHELF.units().units[KIND].armor.values


# ---------------------------------------------------------------- names that nobody has given


FIRST = (
    *("Ada", "Bruno", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla", "Leon"),
    *("Mira", "Nils", "Olga", "Piet", "Rosa", "Sven", "Tilda", "Ulf", "Vera", "Wim", "Yana", "Zeno"),
)
LAST = (
    *("Brandt", "Coster", "Dahl", "Ferro", "Hale", "Ivers"),
    *("Kern", "Lund", "Marek", "Novak", "Orsini", "Rook"),
)
TANKS = (
    *("Ironside", "Old Bess", "Lucky Seven", "Marigold"),
    *("Thunderer", "Grey Goose", "Hedgehog", "Bellwether"),
)


def fresh_person(taken: Collection[str]) -> str:
    """The next name of the list that nobody in the campaign has or had."""
    return fresh(people(), taken)


@cache
def people() -> list[str]:
    """Every first name with every last name; neighbors of the list share neither."""
    rounds = ((i % len(FIRST), (i + i // len(FIRST)) % len(LAST)) for i in range(len(FIRST) * len(LAST)))
    return [f"{FIRST[first]} {LAST[last]}" for first, last in rounds]


def fresh(names: list[str], taken: Collection[str]) -> str:
    """The first name that is not taken; with a number behind it when all are."""
    for number in range(1, len(taken) + 2):
        for name in names:
            candidate = name if number == 1 else f"{name} {number}"
            if candidate not in taken:
                return candidate
    raise AssertionError("there are more candidates than names taken")
