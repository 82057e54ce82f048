"""What a ruleset lists of its files, and what a real table needs beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hulldown.catalogue import Entry, OwnFile, ScenarioSource, ValidationIssue, apply_numbers
from hulldown.rulesets.api.house_rules import HouseRuleTerms
from hulldown.rulesets.api.lessons import Drill, Lesson, Puzzle, Start
from hulldown.rulesets.api.words import Glossary

TEXTS = ("reading", "source")  # chapters in prose, whose game it is
OWN = "own"  # the id of a scenario that does not come with the game


@dataclass(frozen=True)
class RosterUnit:
    """A unit of a scenario that acts: whose it is, what it is printed as, what kinds may stand for it.

    `sample` is the sample build of the garage that it is printed as, where one is; else `build` is what the
    scenario itself says of it.
    """

    unit: str
    side: int
    kinds: tuple[str, ...]
    name: str
    sample: str = ""
    build: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenarioInfo:
    """A scenario as the home page lists it. `sides` names what seat 0 and 1 are ("South, ..."), `tasks`
    tells each what it is to do, as "you"; "" where only the briefing does.

    `roster` names the units that a player may replace by builds of their own; where there are `points`, a
    player fields any units for so many points, numbered from A1 or B1, and `roster` is only a proposal.
    `turns` counts what the rulebook calls a `period`.
    """

    id: str
    name: str
    summary: str
    briefing: str
    victory: str
    sides: tuple[str, ...]
    turns: int
    rule: str
    roster: tuple[RosterUnit, ...] = ()
    points: int = 0
    period: str = "turn"
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionInfo:
    """A rule variant: its values, default first, and the rule that it changes.

    `words` has the values by what the state holds of them; `before` the defaults of earlier versions of the
    rules: {2: "shield"} before version 2.
    """

    id: str
    values: tuple[str, ...]
    default: str
    text: str
    rule: str
    number: bool = False  # any whole number from `low` to `high` instead of listed values
    low: int | float = 0
    high: int | float = 0
    words: Mapping[int, str] = field(default_factory=dict)
    before: Mapping[int, str] = field(default_factory=dict)
    value: bool = False  # a number that a rule prints

    def default_in(self, version: int) -> str:
        """The default in a version of the rules; of an option that came later, what was played then."""
        later = [until for until in self.before if version < until]
        return self.before[min(later)] if later else self.default


@dataclass(frozen=True)
class ValueInfo:
    """A number of the rules that can be changed: its bounds, its rule, what it is; `unit` is said behind it.

    `code` is the default as the state holds it.
    """

    id: str
    default: int | float
    low: int | float
    high: int | float
    rule: str
    text: str
    unit: str = ""
    code: int = 0

    @property
    def option(self) -> OptionInfo:
        """As what is chosen with the options of a game."""
        printed, text = str(self.default), f"{self.text} ({self.unit})" if self.unit else self.text
        low, high = self.low, self.high
        return OptionInfo(self.id, (printed,), printed, text, self.rule, True, low, high, value=True)


@dataclass(frozen=True)
class UnitInfo:
    """A unit that can be fielded: its kind, what it costs or counts for (0: nothing), its rule."""

    id: str
    name: str
    kind: str
    points: int
    text: str
    rule: str


@dataclass(frozen=True)
class Rulebook:
    """The numbered rules: id -> (mark, text), in order, and the whole as Markdown.

    `marked` has the text of each rule, and under "" the whole, with the numbers of values marked; `signed`
    are the values that may be below 0.
    """

    text: str
    rules: dict[str, tuple[str, str]] = field(default_factory=dict)
    marked: Mapping[str, str] = field(default_factory=dict)
    signed: frozenset[str] = frozenset()

    def in_force(self, rule: str, changed: Mapping[str, str]) -> str:
        """The text of a rule, or with "" the whole, with the numbers in force, by their names, as players
        write them.
        """
        if not changed:
            return self.rules[rule][1] if rule else self.text
        return apply_numbers(self.marked[rule], changed, self.signed) if self.marked else self.text


def stranger(file: OwnFile) -> ScenarioInfo:
    """A scenario of a player's own as it is listed where a ruleset says nothing of it but its name."""
    return ScenarioInfo(OWN, file.name, "", "", "", (), 0, "")


@dataclass(frozen=True, kw_only=True)
class Files:
    """The files of a ruleset; only scenarios must be there.

    text(name) is a text to read beside the rulebook, "" where there is none (`TEXTS`).
    own_scenario(file) lists a scenario of a player's own, scenario_options(which) are the options and numbers
    that any scenario states. CatalogueError names what is wrong with it.
    `quickref` is what fits on two pages, for the page and beside a real table: a book without numbered rules.
    `models` are its kinds of TOML file besides options: units, scenario, build ... file_problems(path) says
    what is wrong with a copy of a file that only this ruleset has, a line each, or None when it is no such
    file (options, rulebooks and scenarios need not be handled); data_problems() the same of the files that
    come with it; sums() names the units that break the rules of building, or do not come to the points that
    they say, packs in force or not. `layered` names the files over which packs may lay others, tables() is
    the plain data of each. variant_fault(name, value) says
    why an option or a number cannot be so, or nothing. lessons() and puzzles() are guided battles and
    positions with a question, drills() such positions out of real games, opening(start) is the scenario that
    one begins with. `house` says what house rules can be about; house_rules() are those in force, by id, and
    house_ideas() those that come with the game to be tried.
    """

    scenarios: Callable[[], dict[str, ScenarioInfo]]
    own_scenario: Callable[[OwnFile], ScenarioInfo] = stranger
    scenario_options: Callable[[ScenarioSource], Mapping[str, str | int | bool]] = lambda which: {}
    options: Callable[[], dict[str, OptionInfo]] = dict
    values: Callable[[], dict[str, ValueInfo]] = dict
    units: Callable[[], tuple[UnitInfo, ...]] = tuple
    rulebook: Callable[[], Rulebook] = lambda: Rulebook("")
    text: Callable[[str], str] = lambda name: ""
    quickref: Callable[[], Rulebook] = lambda: Rulebook("")
    glossary: Callable[[], Glossary] = Glossary
    models: Mapping[str, type[Entry]] = field(default_factory=dict)
    layered: tuple[str, ...] = ()
    tables: Callable[[], dict[str, dict[str, Any]]] = dict
    lessons: Callable[[], Mapping[str, Lesson]] = dict
    puzzles: Callable[[], Mapping[str, Puzzle]] = dict
    drills: Callable[[], Mapping[str, Drill]] = dict
    opening: Callable[[Start], ScenarioSource] = lambda start: start.scenario
    variant_fault: Callable[[str, str | int | bool], str] = lambda name, value: ""
    file_problems: Callable[[Path], list[str] | None] = lambda path: None
    data_problems: Callable[[], list[str]] = list
    sums: Callable[[], list[ValidationIssue]] = list
    house: HouseRuleTerms = field(default_factory=HouseRuleTerms)
    house_rules: Callable[[], Mapping[str, Any]] = dict
    house_ideas: Callable[[], Mapping[str, Any]] = dict


# ---------------------------------------------------------------- kit
# What a real table needs beside rulebook, board and cards, as a ruleset lists it: its kit.
#
# Plain data: a ruleset says what there is and which rule asks for it, `hulldown.views.printing` draws it.


INCH = 25.4  # millimetres
FULL_SIZE = "An inch is an inch (25.4 mm); bases are as large as in the rules."  # on a table without places


@dataclass(frozen=True)
class Chit:
    """A small marker: a `sign` of a few letters, its word, another word for its back (none: the same).

    There are `count` of it in a battle, and `each` more for every unit. `drawing` is what the board shows for
    it, by its id among the symbols: it takes the place of the sign.
    """

    name: str
    sign: str
    rule: str
    count: int = 0
    each: int = 0
    back: str = ""
    drawing: str = ""


@dataclass(frozen=True)
class Stick:
    """A ruler of so many inches, with what it measures."""

    name: str
    inches: float
    rule: str = ""


@dataclass(frozen=True)
class Arc:
    """A template: a part of a circle, in degrees, of a radius in inches."""

    name: str
    degrees: int
    inches: float
    rule: str = ""


@dataclass(frozen=True)
class RangeStick:
    """A ruler with the bands of a range: where each ends, in inches, and what it is called."""

    name: str
    bands: tuple[tuple[str, float], ...]
    rule: str = ""


@dataclass(frozen=True)
class Dial:
    """A disc with words around it, of which an arrow shows one; one for each unit or each pair of them."""

    name: str
    faces: tuple[str, ...]
    rule: str = ""


@dataclass(frozen=True)
class OrderCard:
    """An order that is laid down face down: its name and what it does."""

    name: str
    text: str
    rule: str


@dataclass(frozen=True)
class DiceSet:
    """So many dice of so many sides; of 100 sides it is a pair of ten, tens and ones."""

    sides: int
    count: int


@dataclass(frozen=True)
class Components:
    """All of it. `pitch` is what a place of the board measures in millimetres: a hex across its flats, the
    side of a tile, an inch; `counter` the side of a counter, of models without a base of their own.

    `turrets` says that a gun may look elsewhere than its hull, so that a counter wants a piece that shows it.
    `scale` says the scale in words. Each side has the `orders` once for every unit of it.
    """

    pitch: float
    counter: float = 20.0
    scale: str = ""
    turrets: bool = False
    chits: tuple[Chit, ...] = ()
    sticks: tuple[Stick, ...] = ()
    arcs: tuple[Arc, ...] = ()
    ranges: tuple[RangeStick, ...] = ()
    dials: tuple[Dial, ...] = ()
    orders: tuple[OrderCard, ...] = ()
    dice: tuple[DiceSet, ...] = (DiceSet(6, 4),)


def rulers(rule: str) -> tuple[Stick, ...]:
    """What distances are measured with on a table without places, where `rule` says that it is inches."""
    return Stick("Ruler", 6, rule), Stick("Ruler", 12, rule)
