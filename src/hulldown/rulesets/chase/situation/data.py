"""A situation as data: two tanks, how they are, what both did this turn, and what is asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, Problem, Value, unknown
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import (
    Band,
    Bonus,
    Dice,
    Hull,
    Modifier,
    Mount,
    OwnTank,
    OwnWeapon,
    Plate,
    Skill,
    Speed,
)
from hulldown.rulesets.chase.state import BANDS

OWN = "own"
TEAM = "team_battle"  # a situation is a duel

Name = Annotated[str, Field(max_length=40)]
Order = Literal["pursue", "flee", "maneuver", "hull_down"]
Facing = Literal["front", "right", "rear", "left"]


class Tank(Entry):
    """A tank of `units.toml` with a crew, or one of your own with every number; its damage; its turn.

    Without `left` it has all its hull points. A weapon of your own has one range DM, and without one it
    cannot fire. `effect` is that of its Driving test, for rams under `ram_test` = same.
    """

    what: Name = "warden"
    crew: Name = REGULAR
    hull: Hull = 6
    front: Plate = 15
    side: Plate = 10
    rear: Plate = 7
    top_speed: Speed = 10
    agility: Modifier = 0
    driver: Skill = 2
    gunner: Skill = 2
    mount: Mount = "turret"
    weapon: Name = "medium_gun"
    dice: Dice = 4
    bonus: Bonus = 0
    ap: Plate = 0
    range_dm: Modifier | None = None
    left: Annotated[int, Field(ge=1, le=12)] | None = None
    mobility: Literal["sound", "damaged", "immobilised"] = "sound"
    gun: Literal["sound", "damaged", "knocked_out"] = "sound"
    order: Order = "maneuver"
    facing: Facing = "front"
    success: bool = True
    effect: Annotated[int, Field(ge=0, le=20)] = 0

    def made(self) -> str | OwnTank:
        """What is fielded, as `groundwork.field_tank` takes it."""
        if self.what != OWN:
            return self.what
        dms = (self.range_dm,) * BANDS
        weapon = OwnWeapon(listed=self.weapon)
        if self.weapon == OWN:
            weapon = OwnWeapon(dice=self.dice, bonus=self.bonus, ap=self.ap, range_dm=dms)
        numbers = {name: getattr(self, name) for name in OwnTank.model_fields if hasattr(self, name)}
        return OwnTank(**{**numbers, "weapon": weapon})

    def hull_points(self) -> int:
        """Hull points of the unhurt tank."""
        tanks = SHELF.units().tanks
        return tanks[self.what].hull if self.what in tanks else self.hull


class Between(Entry):
    """Range, who won the Driving tests, and whether a ram comes out of a run past the enemy (CH-8.1)."""

    range: Band = "Medium"
    winner: Literal["a", "b", "none"] = "a"
    overshoot: bool = False


class Policy(Entry):
    """How both sides choose where the chart lets them (CH-13.3)."""

    shift: Literal["max", "zero"] = "max"
    own: Facing = "front"
    enemy: Facing = "rear"
    ram: bool = False
    open: bool = False


class Situation(Entry):
    """All of it. What is left out is a warden that fires at another at Medium, both maneuvering.

    `what` is a shot of A1 (with B1's in return), a ram by A1, or two maneuvers from the secret orders to
    the end of the movement; `pairs` = all asks for every pair of orders.
    """

    what: Literal["shot", "ram", "maneuvers"] = "shot"
    pairs: Literal["this", "all"] = "this"
    a: Tank = Tank()
    b: Tank = Tank()
    between: Between = Between()
    policy: Policy = Policy()
    options: Annotated[dict[Name, Value], Field(max_length=128)] = Field(default_factory=dict)


def problems(asked: Situation) -> Iterator[Problem]:
    """Names that do not exist, and more hull points than there are."""
    yield from tank_problems("a", asked.a)
    yield from tank_problems("b", asked.b)
    known = SHELF.options()
    for name in asked.options:
        if name == TEAM:
            yield Problem(("options", name), "a situation is a duel", "CH-14.1")
        elif name not in known:
            yield Problem(("options", name), unknown("option", name, known))


def tank_problems(place: str, tank: Tank) -> Iterator[Problem]:
    """What is wrong with one of the two."""
    units = SHELF.units()
    named: tuple[tuple[str, str, str, Mapping[str, object], tuple[str, ...]], ...] = (
        ("what", "tank", tank.what, units.tanks, (OWN,)),
        ("crew", "crew", tank.crew, units.crews, ()),
        ("weapon", "weapon", tank.weapon, units.weapons, (OWN,)),
    )
    for field, word, name, known, more in named:
        if name not in known and name not in more:
            yield Problem((place, field), unknown(word, name, (*known, *more)))
            return
    if (tank.left or 0) > tank.hull_points():
        yield Problem((place, "left"), f"must be at most {tank.hull_points()}, not {tank.left}", "CH-11.8")
