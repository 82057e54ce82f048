"""Refits between battles: rosters, entries, spending, and what a battle leaves behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints

from hulldown import catalogue
from hulldown.catalogue import Entry, OwnFile, ValidationIssue
from hulldown.catalogue.load import LARGEST_FILE, folded, name_fault, same_name
from hulldown.catalogue.overlay import MAX_LAYERS, LayerPart
from hulldown.catalogue.pack import WORD
from hulldown.kernel.dice import Dice, roll
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.ruleset_files import once
from hulldown.rulesets.common.scenarios import unlisted, within
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout, Scenario, Units
from hulldown.rulesets.tank_commander.events import Illegal
from hulldown.rulesets.tank_commander.garage import broken
from hulldown.rulesets.tank_commander.missions import SHELF, Shelf
from hulldown.rulesets.tank_commander.setup import bought, build_cost, judge_build, name_problems, offer_for
from hulldown.rulesets.tank_commander.state import CREW, Options, Rank, Role, State
from hulldown.rulesets.tank_commander.state import Face as StateFace
from hulldown.rulesets.tank_commander.state import Health as StateHealth
from hulldown.rulesets.tank_commander.state import Standing as StateStanding
from hulldown.rulesets.tank_commander.words import find_unit

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


def base_armor(units: Units) -> tuple[int, int, int]:
    """The armor of a tank that nothing was bought for (TC-2.1)."""
    return units.units[KIND].armor.values


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


# ---------------------------------------------------------------- entries
# What is written down of a campaign: the plan it began with and, entry by entry, what was decided and what
# befell it. Entries are only ever appended; the chronicle tells the campaign from them.


MOST_BATTLES = 20
MOST_TANKS = 4
MOST_ENTRIES = 2000

PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
Label = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PRINTABLE)]
PackName = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=PRINTABLE)]
Word = Annotated[str, StringConstraints(max_length=64)]
ScenarioId = Annotated[str, StringConstraints(pattern=f"^{WORD}$")]
ScenarioText = Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_FILE)]
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
    in `layers` what they lay over the units, and in `scenarios` the texts of missions of one's own."""

    name: Label
    missions: Annotated[tuple[Word, ...], Field(max_length=MOST_BATTLES)] = ()
    options: dict[Word, catalogue.OptionValue] = Field(default_factory=dict)
    packs: Annotated[tuple[PackName, ...], Field(max_length=MAX_LAYERS)] = ()
    layers: Annotated[tuple[LayerPart, ...], Field(max_length=MAX_LAYERS)] = ()
    scenarios: Annotated[dict[ScenarioId, ScenarioText], Field(max_length=MOST_BATTLES)] = Field(
        default_factory=dict
    )
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


# ---------------------------------------------------------------- refits
# TC-14.10: what a tank of a campaign may have, and what a computer side buys.


# What a computer side wants, first things first; armor by facing.
WISHES = (
    *("optics", "front", LIEUTENANT, "barrel", "medkit", "side", "front", "engine", "he", "side", "rear"),
    *("front", "side", "rear", "rear", "smoke", "ai", "air_support", "mine", "mine", "mine"),
)


def cost_of(units: Units, tank: Tank, o: Options) -> int:
    """Points spent on a tank (table 2.2)."""
    return build_cost(offer_for(units, tank.loadout, o, tank.points), bought(tank.loadout))


def saved_points(units: Units, tank: Tank, o: Options) -> int:
    """Points saved: those of the tank that are not spent (TC-14.10)."""
    return tank.points - cost_of(units, tank, o)


def against(
    units: Units, tank: Tank, armor: tuple[int, int, int], upgrades: tuple[str, ...], o: Options
) -> Iterator[Refusal]:
    """Every rule that a refit breaks: limits of table 2.2, points, armor taken off (TC-14.10, TC-14.18)."""
    wanted = replace(tank, armor=armor, upgrades=upgrades).loadout
    for problem in name_problems(units, wanted):
        yield Refusal("unknown-upgrade", problem.what, "TC-2.24")
    yield from broken(offer_for(units, wanted, o, tank.points), bought(wanted))
    for face, before, after in zip(StateFace, tank.armor, armor, strict=True):
        if after < before:
            text = (
                f"points in armor may not be moved later: {face.name.lower()} {before} would become {after}"
            )
            yield Refusal("armor-moved", text, "TC-14.10")


def refit_tank(
    tank: Tank, armor: tuple[int, int, int], upgrades: tuple[str, ...], taken: Collection[str]
) -> Tank:
    """A tank after a legal refit; who first sits in the fifth seat is a recruit (TC-14.17)."""
    kept = tuple(sorted(upgrades))
    crew = tank.crew
    if LIEUTENANT in kept and len(crew) == SEATS:
        crew = (*crew, Member(fresh_person(taken)))
    return replace(tank, armor=armor, upgrades=kept, crew=crew)


def advised_refit(units: Units, tank: Tank, o: Options) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """What a computer side makes of its points: armor and upgrades, never more than the rules allow."""
    have, wanted = wish_counts(units, tank), Counter[str]()
    for wish in WISHES:
        wanted[wish] += 1
        if wanted[wish] > have[wish]:
            more = with_one_more(tank, wish)
            allowed = judge_build(units, more.loadout, o, tank.points)[0] == Illegal.LEGAL
            tank = more if allowed else tank
    return tank.armor, tuple(sorted(tank.upgrades))


def with_one_more(tank: Tank, wish: str) -> Tank:
    """The tank with one more of a wish, allowed or not."""
    if wish.upper() not in StateFace.__members__:
        return replace(tank, upgrades=(*tank.upgrades, wish))
    front, side, rear = (
        value + (face.name.lower() == wish) for face, value in zip(StateFace, tank.armor, strict=True)
    )
    return replace(tank, armor=(front, side, rear))


def wish_counts(units: Units, tank: Tank) -> Counter[str]:
    """How often each wish is fulfilled already."""
    counts = Counter(tank.upgrades)
    for face, value, base in zip(StateFace, tank.armor, base_armor(units), strict=True):
        counts[face.name.lower()] = value - base
    return counts


# ---------------------------------------------------------------- planning
# The plan of a campaign: what is wrong with one, and the sides it begins with (TC-14.14).


@dataclass(frozen=True)
class Opening:
    """A plan that was found in order: its missions in full, its options as rules read them, its sides.

    `files` are its missions by their ids, `units` what its tanks are built of.
    """

    plan: Plan
    missions: tuple[str, ...]
    files: dict[str, Scenario] = field(compare=False)
    sides: tuple[Side, Side]
    options: Options = field(compare=False)
    units: Units = field(compare=False)


# ---------------------------------------------------------------- missions and options


def mission_of(plan: Plan, name: str) -> str | OwnFile:
    """A mission of a plan: one of its own by its text, or one of the game."""
    return OwnFile(name, plan.scenarios[name]) if name in plan.scenarios else name


def own_missions(shelf: Shelf, scenarios: Mapping[str, str]) -> dict[str, Scenario]:
    """Those of some scenarios that both sides have a tank in, by their ids (TC-14.14)."""
    missions, units = {}, shelf.units()
    for name, text in scenarios.items():
        with suppress(catalogue.CatalogueError):
            file = shelf.scenario(OwnFile(name, text))
            if all(tanks_in(units, file)):
                missions[name] = file
    return missions


def tanks_in(units: Units, file: Scenario) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The battle tanks of a scenario, side by side, in printed order (TC-14.14)."""
    tanks = [name for name, force in file.units.items() if force.loadout(units).unit == KIND]
    seats = {name: file.seat_of(file.units[name].side) for name in tanks}
    return (
        tuple(name for name in tanks if seats[name] == 0),
        tuple(name for name in tanks if seats[name] == 1),
    )


@once
def rotation(shelf: Shelf) -> tuple[str, ...]:
    """The missions that both sides have a tank in, in the rulebook's order: what a campaign fights if
    nothing else is chosen (TC-14.14)."""
    units, names = shelf.units(), shelf.listed_scenarios()
    return tuple(name for name in names if all(tanks_in(units, shelf.scenario(name))))


def variants(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The rule variants of every battle: those chosen, and the ranks that crews earned (TC-14.6)."""
    return {**chosen, "campaign": True}


def options_of(plan: Plan) -> Options:
    """The options as rules read them. CatalogueError names one that is wrong."""
    return SHELF.options_under(variants(plan.options))


def course(shelf: Shelf, plan: Plan, o: Options) -> tuple[str, ...]:
    """The mission of every battle; the missions chosen come round again (TC-14.10)."""
    chosen = plan.missions or rotation(shelf)
    return tuple(chosen[i % len(chosen)] for i in range(int(o.campaign_battles)))


# ---------------------------------------------------------------- sides


def muster_tank(units: Units, start: StartingTank, taken: Collection[str], o: Options) -> Tank:
    """A tank as it begins; members without a name get one. The build must exist."""
    armor, upgrades = base_armor(units), start.upgrades
    if start.build:
        sample = units.builds[start.build]
        armor, upgrades = sample.armor.values, sample.upgrades
    if start.armor:
        armor = start.armor.values
    seats = CREW if LIEUTENANT in upgrades else SEATS
    names = list(start.crew[:seats])
    while len(names) < seats:
        names.append(fresh_person({*taken, *names}))
    crew = tuple(Member(name) for name in names)
    return Tank(start.name, armor, tuple(sorted(upgrades)), o.start_points, crew)


def sides_of(units: Units, plan: Plan, o: Options) -> tuple[Side, Side]:
    """Both sides as they begin."""
    taken = {name for side in plan.sides for tank in side.tanks for name in tank.crew}
    sides = []
    for side in plan.sides:
        tanks = []
        for start in side.tanks:
            tanks.append(muster_tank(units, start, taken, o))
            taken |= {member.name for member in tanks[-1].crew}
        sides.append(Side(side.name, tuple(tanks)))
    return sides[0], sides[1]


# ---------------------------------------------------------------- what is wrong


def plan_problems(shelf: Shelf, plan: Plan) -> Iterator[ValidationIssue]:
    """Every rule that a plan breaks."""
    yield from scenario_problems(shelf, plan)
    known = (*own_missions(shelf, plan.scenarios), *rotation(shelf))
    for number, name in enumerate(plan.missions):
        yield from unlisted(("missions", number), "mission for a campaign", [name], known, "TC-14.14")
    if not plan.missions and not rotation(shelf):
        yield ValidationIssue(("missions",), "no mission has a battle tank on both sides", "TC-14.14")
    try:
        o = options_of(plan)
    except catalogue.CatalogueError as error:
        yield ValidationIssue(("options",), error.lines[0])
        o = shelf.options_under({})
    yield from twice(plan, str)
    for seat, side in enumerate(plan.sides):
        if len(side.tanks) > MOST_TANKS:
            text = f"{len(side.tanks)} tanks, but a side has at most {MOST_TANKS}"
            yield ValidationIssue(("sides", seat, "tanks"), text, "TC-14.14")
        for number, start in enumerate(side.tanks):
            yield from within(("sides", seat, "tanks", number), tank_problems(shelf.units(), start, o))


def scenario_problems(shelf: Shelf, plan: Plan) -> Iterator[ValidationIssue]:
    """What is wrong with the scenarios of one's own in a plan."""
    if sum(map(len, plan.scenarios.values())) > LARGEST_FILE:
        yield ValidationIssue(("scenarios",), f"are larger than {LARGEST_FILE // 1024} KiB together")
    for name, text in plan.scenarios.items():
        if name in shelf.scenario_names():
            yield ValidationIssue(("scenarios", name), "is a scenario that comes with the game", "TC-14.14")
        try:
            shelf.scenario(OwnFile(name, text))
        except catalogue.CatalogueError as error:
            yield ValidationIssue(("scenarios", name), error.lines[0])


def names_in(plan: Plan) -> Iterator[tuple[str, catalogue.Place, str]]:
    """Every name of a plan: of what it is, where it is written, the name."""
    yield "campaigns", ("name",), plan.name
    for seat, side in enumerate(plan.sides):
        yield "sides", ("sides", seat, "name"), side.name
        for number, start in enumerate(side.tanks):
            place = ("sides", seat, "tanks", number)
            yield "tanks", (*place, "name"), start.name
            for who, name in enumerate(start.crew):
                yield "people", (*place, "crew", who), name


def new_plan_problems(shelf: Shelf, plan: Plan) -> Iterator[ValidationIssue]:
    """What is wrong with a plan that comes to us: every rule it breaks, names that nobody could see, or tell
    from others. A campaign that goes on already is not asked for its names.
    """
    wrong = [*plan_problems(shelf, plan)]
    yield from wrong
    for _, place, name in names_in(plan):
        if fault := name_fault(name):
            yield ValidationIssue(place, fault)
    known = {problem.place for problem in wrong}
    yield from (problem for problem in twice(plan, folded) if problem.place not in known)
    if same_name(*(side.name for side in plan.sides)):
        yield ValidationIssue(
            ("sides", 1, "name"), f"{catalogue.quote(plan.sides[1].name)} is the name of the other side"
        )


def twice(plan: Plan, seen_as: Callable[[str], str]) -> Iterator[ValidationIssue]:
    """Names of tanks and of people that are given twice: entries tell tanks by their names."""
    known: set[tuple[str, str]] = set()
    for kind, place, name in names_in(plan):
        if (kind, seen_as(name)) in known and kind in ("tanks", "people"):
            yield ValidationIssue(place, f"two {kind} are called {catalogue.quote(name)}")
        known.add((kind, seen_as(name)))


def tank_problems(units: Units, start: StartingTank, o: Options) -> Iterator[ValidationIssue]:
    """What is wrong with a tank at the start: a build that does not exist, or that is not legal for its
    points (TC-2.24, TC-14.14)."""
    builds = units.builds
    if start.build and (start.build not in builds or builds[start.build].unit != KIND):
        known = [name for name, build in builds.items() if build.unit == KIND]
        yield ValidationIssue(("build",), catalogue.unknown_name("build of a tank", start.build, known))
        return
    if start.build and (start.armor or start.upgrades):
        yield ValidationIssue(("build",), "stands alone: a sample build has its own armor and upgrades")
    tank = muster_tank(units, start, (), o)
    for refusal in against(units, tank, tank.armor, tank.upgrades, o):
        yield ValidationIssue((), refusal.text, refusal.rule)
    if len(start.crew) > len(tank.crew):
        yield ValidationIssue(
            ("crew",), f"{len(start.crew)} members, but the tank has {len(tank.crew)} seats", "TC-2.15"
        )


def opening_of(shelf: Shelf, plan: Plan) -> Opening:
    """The opening of a plan that is in order."""
    o, units = options_of(plan), shelf.units()
    missions, own = course(shelf, plan, o), own_missions(shelf, plan.scenarios)
    files = {name: own.get(name) or shelf.scenario(name) for name in missions}
    return Opening(plan, missions, files, sides_of(units, plan, o), o, units)


def read_plan(shelf: Shelf, data: Mapping[str, Any]) -> Plan:
    """Plain data as a plan. CatalogueError names everything that is wrong with it."""
    return catalogue.validate(data, Plan, partial(plan_problems, shelf), "campaign")


def complete_plan(shelf: Shelf, plan: Plan) -> Plan:
    """A plan in order with every mission and every member named, as it is stored."""
    opening = opening_of(shelf, plan)
    sides = tuple(
        side.model_copy(
            update={
                "tanks": tuple(
                    start.model_copy(update={"crew": tuple(member.name for member in tank.crew)})
                    for start, tank in zip(side.tanks, opened_side.tanks, strict=True)
                )
            }
        )
        for side, opened_side in zip(plan.sides, opening.sides, strict=True)
    )
    return plan.model_copy(update={"missions": plan.missions or rotation(shelf), "sides": sides})


# ---------------------------------------------------------------- aftermath
# TC-14.7 to TC-14.10: what a battle leaves of tanks and crews. Every die and every point is told.


DRAWN = 2  # the winner of a draw


class After(CodedEnum):
    """What the aftermath tells."""

    ESCAPE = 0, "TC-14.9"  # member; value: the die, other: 1 when it got out
    FELL = 1, "TC-14.9"  # member, killed in the battle; value: its experience
    XP = 2, "TC-14.7"  # member; value: for fighting, other: for winning, third: for kills
    RANK = 3, "TC-14.8"  # member; value: Rank
    RECRUIT = 4, "TC-14.9"  # member, the new one
    KEPT = 5, "TC-14.9"  # tank came through
    RECOVERED = 6, "TC-14.9"  # tank was a wreck and is repaired
    LOST = 7, "TC-14.9"  # tank; value: 1 when it cooked off
    POINTS = 8, "TC-14.10"  # tank; value: gained, other: points now, third: over the limit and lost


@dataclass(frozen=True)
class Happening:
    """One line of the aftermath, about a tank or a member of its crew."""

    what: After
    tank: str
    role: int = -1
    name: str = ""
    value: int = 0
    other: int = 0
    third: int = 0


class Fought(NamedTuple):
    """What became of a tank in a battle: its standing, its crew by role, its kills."""

    tank: str
    standing: StateStanding
    crew: tuple[StateHealth, ...]
    kills: int


def report(s: State, fielded: Sequence[tuple[str, str]]) -> tuple[Fought, ...]:
    """What a final position says of the tanks that took part, given as (tank, unit)."""
    result = []
    for tank, unit in fielded:
        u = s.units[find_unit(s, unit)]
        crew = tuple(StateHealth(int(u.crew[role])) for role in range(CREW))
        result.append(Fought(tank, StateStanding(int(u.standing)), crew, int(u.kills)))
    return tuple(result)


class Aftermath:
    """The aftermath of one battle, step by step in the order of TC-14.15; `told` is what happened."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        fought: Sequence[Fought],
        winner: int,
        battle: int,
        o: Options,
        armor: tuple[int, int, int],
    ) -> None:
        """`armor` is that of a new tank."""
        self.sides = list(sides)
        self.fought = {entry.tank: entry for entry in fought}
        self.winner, self.battle, self.options, self.armor = winner, battle, o, armor
        self.dead: dict[str, set[int]] = {}
        self.told: list[Happening] = []

    def settle(self, d: Dice) -> tuple[Side, Side]:
        """Both sides after the battle: the dice first, side by side, in roster order (TC-14.15)."""
        for side in self.sides:
            for tank in side.tanks:
                if fought := self.fought.get(tank.name):
                    self.dead[tank.name] = self.killed(tank, fought, d)
        for seat in range(2):
            self.settle_side(seat)
        return self.sides[0], self.sides[1]

    def tell(self, what: After, tank: str, role: int = -1, name: str = "", *numbers: int) -> None:
        """Keep a line."""
        self.told.append(Happening(what, tank, role, name, *numbers))

    def killed(self, tank: Tank, fought: Fought, d: Dice) -> set[int]:
        """Who did not live: killed in battle, or by a low d6 each in a tank that cooked off (TC-14.9)."""
        dead = {role for role in range(CREW) if fought.crew[role] == StateHealth.KILLED}
        if fought.standing != StateStanding.DESTROYED:
            return dead
        for role in range(CREW):
            if fought.crew[role] in (StateHealth.OK, StateHealth.WOUNDED):
                die = roll(d, 6)
                out = die > self.options.cook_off_kills
                self.tell(After.ESCAPE, tank.name, role, tank.crew[role].name, die, int(out))
                if not out:
                    dead.add(role)
        return dead

    def settle_side(self, seat: int) -> None:
        """Experience, the dead, tanks and points of a side, tank by tank."""
        side = self.sides[seat]
        if self.winner == seat:
            side = replace(side, victories=side.victories + 1)
        for number, tank in enumerate(side.tanks):
            if fought := self.fought.get(tank.name):
                side = self.settle_tank(side, number, fought, self.winner == seat)
        self.sides[seat] = side

    def settle_tank(self, side: Side, number: int, fought: Fought, won: bool) -> Side:
        """One tank that took part, and its crew."""
        tank = side.tanks[number]
        dead = self.dead[tank.name]
        crew = tuple(self.grown(tank, role, fought, won) for role in range(len(tank.crew)))
        fallen = tuple(
            Fallen(crew[role].name, tank.name, Role(role), self.battle, crew[role].xp)
            for role in sorted(dead)
        )
        tank = replace(tank, crew=crew, battles=tank.battles + 1, kills=tank.kills + fought.kills)
        kept = self.salvage(tank, fought.standing, won or self.winner == DRAWN)
        tank = self.reward(kept, won) if kept else self.new_tank(tank)
        side = replace(side, fallen=(*side.fallen, *fallen), tanks=with_tank(side.tanks, number, tank))
        return self.fill_seats(side, number, sorted(dead))

    def grown(self, tank: Tank, role: int, fought: Fought, won: bool) -> Member:
        """A member with what it learned, if it fought and lives: for the battle, the victory, and the
        gunner for each kill, up to a limit (TC-14.7)."""
        member = tank.crew[role]
        if fought.crew[role] == StateHealth.ABSENT:
            return member
        if role in self.dead[tank.name]:
            if fought.crew[role] == StateHealth.KILLED:
                self.tell(After.FELL, tank.name, role, member.name, member.xp)
            return replace(member, battles=member.battles + 1)
        o = self.options
        kills = min(o.most_kill_xp, o.xp_kill * fought.kills) if role == Role.GUNNER else 0
        victory = o.xp_victory if won else 0
        self.tell(After.XP, tank.name, role, member.name, o.xp_battle, victory, kills)
        grown = replace(member, xp=member.xp + o.xp_battle + victory + kills, battles=member.battles + 1)
        if grown.rank(o) != member.rank(o):
            self.tell(After.RANK, tank.name, role, member.name, int(grown.rank(o)))
        return grown

    def salvage(self, tank: Tank, standing: StateStanding, held: bool) -> Tank | None:
        """The tank, if it came through or its side holds the field and it did not cook off (TC-14.9)."""
        if standing == StateStanding.OPERATIONAL:
            self.tell(After.KEPT, tank.name)
            return tank
        if held and standing != StateStanding.DESTROYED:
            self.tell(After.RECOVERED, tank.name)
            return tank
        self.tell(After.LOST, tank.name, -1, "", int(standing == StateStanding.DESTROYED))
        return None

    def reward(self, tank: Tank, won: bool) -> Tank:
        """More points, most for the winner, up to a limit in all (TC-14.10)."""
        gained = self.options.points_won if won else self.options.points_after
        points = max(tank.points, min(self.options.most_points, tank.points + gained))
        self.tell(After.POINTS, tank.name, -1, "", gained, points, tank.points + gained - points)
        return replace(tank, points=points)

    def new_tank(self, tank: Tank) -> Tank:
        """A new base tank with points, none of them spent, for the crew (TC-14.9, TC-14.16)."""
        points = self.options.new_tank_points
        return replace(tank, armor=self.armor, upgrades=(), points=points, lost=tank.lost + 1)

    def fill_seats(self, side: Side, number: int, dead: list[int]) -> Side:
        """Recruits for the dead; a lieutenant only if the tank still has the seat (TC-14.9, TC-14.17)."""
        for role in dead:
            tank = side.tanks[number]
            if role >= SEATS and LIEUTENANT not in tank.upgrades:
                crew = tank.crew[:SEATS]
            else:
                recruit = Member(fresh_person(self.all_names(side)))
                self.tell(After.RECRUIT, tank.name, role, recruit.name)
                crew = (*tank.crew[:role], recruit, *tank.crew[role + 1 :])
            side = replace(side, tanks=with_tank(side.tanks, number, replace(tank, crew=crew)))
        return side

    def all_names(self, side: Side) -> set[str]:
        """Every name in the campaign, of the living and the dead."""
        return {name for other in (*self.sides, side) for name in other.people}


def with_tank(tanks: tuple[Tank, ...], number: int, tank: Tank) -> tuple[Tank, ...]:
    """The tanks with one of them exchanged."""
    return (*tanks[:number], tank, *tanks[number + 1 :])
