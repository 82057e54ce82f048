"""What a garage shows: what can be bought, what a build is judged to be, and the card that is printed for it.

Plain data like `words.py`: a ruleset fills it in, pages, sheets and the command line show it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from hulldown.rulesets.api.words import Card, Refusal

# ---------------------------------------------------------------- what can be bought


@dataclass(frozen=True)
class BuildPurchase:
    """A line of the list of upgrades: `cost` in points for one, at most `limit` of them.

    A `limit` of 0 says that it cannot be had under these options.
    """

    id: str
    name: str
    cost: int
    limit: int
    text: str
    rule: str


@dataclass(frozen=True)
class Facing:
    """A plate: points are bought on top of `base`, at most `limit` of them, `cost` points each."""

    id: str
    name: str
    base: int
    limit: int
    cost: int
    rule: str


@dataclass(frozen=True)
class Member:
    """A crew member who can be named; one with `comes_with` is aboard only if that was bought."""

    id: str
    name: str
    comes_with: str = ""


@dataclass(frozen=True)
class BuildChoice:
    """One of several values of a field; `sets` are values of other fields beside it that go with it."""

    value: Any
    name: str
    sets: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BuildField:
    """Something of a build that is chosen: one of `choices`, or a number from `low` to `high` in steps.

    `id` is its key in the build; "plate.thickness" lies in a table. `text` says what it does and costs. With
    `several` the value is a list of as many of the choices as one likes; with `words` it is a text that is
    written in, at most so long.
    """

    id: str
    name: str
    text: str
    rule: str
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[BuildChoice, ...] = ()
    several: bool = False
    words: int = 0


@dataclass(frozen=True)
class BuildRows:
    """A list in a build: at most `most` entries of the same fields, a new one like `blank`.

    An entry may have a list of its own, `inner`.
    """

    id: str
    name: str
    most: int
    blank: dict[str, Any]
    fields: tuple[BuildField, ...]
    inner: BuildRows | None = None


@dataclass(frozen=True)
class BuildSection:
    """Fields that belong together, and perhaps a list."""

    title: str
    fields: tuple[BuildField, ...]
    rows: BuildRows | None = None


@dataclass(frozen=True)
class UnitOffer:
    """What can be bought for a kind of unit. `budget` is without the bonus points of a single build.

    `sets` is what a build of this kind says about itself. Plates and upgrades are bought by points;
    `sections` are fields of any other shape. `bare` is one with nothing bought, where no sample is that.
    """

    id: str
    name: str
    figure: str
    text: str
    rule: str
    budget: int
    facings: tuple[Facing, ...]
    upgrades: tuple[BuildPurchase, ...]
    crew: tuple[Member, ...] = ()
    sections: tuple[BuildSection, ...] = ()
    sets: dict[str, Any] = field(default_factory=dict)
    bare: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Bonus:
    """Extra points that a build earns by how it is filled in."""

    id: str
    text: str
    points: int
    rule: str


@dataclass(frozen=True)
class Sample:
    """A build to start from; `build` is plain data as it is judged.

    One whose `unit` nothing is offered for can only be printed and fielded. `points` is what it is worth
    where forces are put together by points.
    """

    id: str
    name: str
    text: str
    rule: str
    unit: str
    build: dict[str, Any]
    points: int = 0


@dataclass(frozen=True)
class PaintLook:
    """A way to paint a unit: a color scheme with its two tones, or a pattern (no tones)."""

    id: str
    name: str
    tones: tuple[str, ...] = ()


@dataclass(frozen=True)
class Garage:
    """Everything that a garage page needs under the options of a game.

    `options` names the options that change what can be bought or what stands on a card.
    """

    units: tuple[UnitOffer, ...]
    samples: tuple[Sample, ...]
    bonuses: tuple[Bonus, ...] = ()
    schemes: tuple[PaintLook, ...] = ()
    patterns: tuple[PaintLook, ...] = ()
    options: tuple[str, ...] = ()


# ---------------------------------------------------------------- what is judged


class NoBuilds(ValueError):
    """Units of this ruleset are not built by points."""

    def __init__(self, name: str) -> None:
        super().__init__(f"units of {name} are not built by points")


@dataclass(frozen=True)
class Working:
    """How something on a card comes about: each step in words, what it adds, and its rule."""

    title: str
    steps: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class BuildVerdict:
    """What a build costs and every rule that it breaks.

    `unit` is the kind of unit and `name` what it is called; `lines` what was bought: item, how many,
    points for all of them. `cost` and `budget` are in upgrade points, both 0 where nothing is bought; `worth`
    is what it counts where forces are put together by points, if not its cost.
    `warnings` do not make it illegal; `said` is what it comes to in words, `workings` how.
    """

    unit: str
    name: str
    cost: int = 0
    budget: int = 0
    lines: tuple[tuple[str, int, int], ...] = ()
    broken: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    said: tuple[str, ...] = ()
    workings: tuple[Working, ...] = ()
    worth: int = 0

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.broken


# ---------------------------------------------------------------- the printed card


@dataclass(frozen=True)
class Track:
    """A row of empty boxes to tick, round ones for what is spent every turn; `label` stands before it."""

    label: str
    boxes: int
    round: bool = False


@dataclass(frozen=True)
class Item:
    """A line of words behind a short `lead`; `name` stands below it in brackets, `rule` at the end.

    `boxes` are round ones under the lead, for what is spent in a turn and comes back; `ticks` have a square
    box each. One without either is only a remark. `aside` stands behind the name.
    """

    text: str
    name: str = ""
    rule: str = ""
    boxes: int = 0
    ticks: tuple[str, ...] = ()
    aside: str = ""
    lead: str = ""


@dataclass(frozen=True)
class Outline:
    """The base of a model from above, in inches, its front up; the arcs are before and behind its middle."""

    length: float
    width: float
    round: bool = False
    arcs: tuple[str, str] = ("front arc", "rear arc")


@dataclass(frozen=True)
class RecordStrip:
    """A row of cells that go from less to more: a number, and what it is for."""

    title: str
    rule: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Grid:
    """A small table: `head` and `rows` have one cell more than there are columns of numbers.

    `widths` of the columns are in millimetres; without them all columns of numbers are as wide.
    """

    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...] = ()


@dataclass(frozen=True)
class RecordTally:
    """A number that is crossed out and written anew: its name and what it begins with."""

    label: str
    full: str


@dataclass(frozen=True)
class Ladder:
    """A number that is written down as it falls: a cell for each stretch below one of `tops`.

    At the `end` of a cell something happens.
    """

    label: str
    rule: str
    tops: tuple[str, ...]
    end: str


@dataclass(frozen=True)
class UnitPart:
    """Something inside a unit: the faces that strike it, its points, and what every strike does to it."""

    faces: str
    name: str
    points: str
    harms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bands:
    """What a die strikes inside a unit, with a box for each time that a part can be struck."""

    title: str
    rule: str
    rows: tuple[UnitPart, ...]


@dataclass(frozen=True)
class RecordCard:
    """The other half of a broad card, on which a battle is written down: health, parts, turns."""

    ladder: Ladder | None
    bands: Bands
    tracks: tuple[Track, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class CrewLine:
    """A crew member on a printed card: two wounds to tick, what each takes away, the ability."""

    role: str
    name: str
    hurt: str
    killed: str
    ability: str
    note: str = ""


@dataclass(frozen=True)
class UnitCard:
    """A unit as it is printed: everything to play it without looking anything up.

    `ticks` are single boxes ("AT 6", "burning"); `fitted` is equipment in words with its rule id;
    `look` names scheme and pattern, `tones` are the scheme's colors (empty: not painted). `strengths` are
    the numbers of the plates that are drawn as nothing and as the thickest; `stores` are boxes below the
    tables; a card with a `record` is broad. `items` are lines of words under the heading `list_title`, a
    `strip` stands below them; `outline` is drawn in place of the figure, `heads` are its largest numbers.
    `brief` is what the summary of a force says of the unit (nothing: its facts), `how` a heading and
    where numbers come from, printed where there is room. One that is `void` cannot be played with: it only
    names what is wrong.
    """

    name: str
    kind_name: str
    figure: str
    system: str
    points: str = ""
    plates: tuple[int, int, int] | None = None
    tracks: tuple[Track, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    rounds: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    crew: tuple[CrewLine, ...] = ()
    fitted: tuple[tuple[str, str], ...] = ()
    ticks: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    scheme: str = ""
    pattern: str = ""
    tones: tuple[str, ...] = ()
    strengths: tuple[int, int] = (3, 10)
    tallies: tuple[RecordTally, ...] = ()
    stores: tuple[Track, ...] = ()
    record: RecordCard | None = None
    list_title: tuple[str, str] = ("", "")
    items: tuple[Item, ...] = ()
    brief: tuple[str, ...] = ()
    void: bool = False
    outline: Outline | None = None
    heads: tuple[tuple[str, str], ...] = ()
    strip: RecordStrip | None = None
    how: tuple[str, ...] = ()


def renamed(card: Card, name: str, crew: dict[str, str]) -> Card:
    """A card at the table with the names its player gave; `crew` is by the letter of the seat."""
    seats = tuple(replace(seat, name=crew.get(seat.letter, seat.name)) for seat in card.crew)
    return replace(card, name=name or card.name, crew=seats)


def flagged(card: Card, force: Mapping[str, Any]) -> Card:
    """A card at the table that says so if its player's build is not by the rules of building."""
    own = force.get("design", force)
    if not isinstance(own, Mapping) or own.get("by_the_rules", True):
        return card
    return replace(card, facts=(*card.facts, ("Build", "not by the rules")))


# ---------------------------------------------------------------- the part of a ruleset

Chosen = Mapping[str, str | int | bool]  # options by name
Forces = Mapping[str, Mapping[str, Any]]  # builds by the name of the unit that they stand for ("A1")


class Judging(Protocol):
    """What a build costs and which rules it breaks, under these options.

    `build` is a TOML file or its plain data as in `forces`, of which a ruleset may let one leave out
    something; or it names a sample. `points` replaces the budget.
    """

    def __call__(
        self, build: Mapping[str, Any] | Path, options: Chosen | None = None, points: int | None = None
    ) -> BuildVerdict: ...


class Offering(Protocol):
    """What can be bought under these options."""

    def __call__(self, options: Chosen | None = None) -> Garage: ...


class Printing(Protocol):
    """The printed card of a build, legal or not."""

    def __call__(self, build: Mapping[str, Any], options: Chosen | None = None) -> UnitCard: ...


@dataclass(frozen=True, kw_only=True)
class Builds:
    """Units that are built by points.

    read(build) -> a build, or the text of a build file, as complete plain data; write(build) -> the text of a
    file that `judge` takes.
    dressed(cards, forces) -> the cards of a table with the names that players gave to their own builds.
    bonuses(build) -> the bonuses of the garage that a build earns by itself, by id.

    CatalogueError names what in a build is not understood.
    """

    judge: Judging
    garage: Offering
    card: Printing
    read: Callable[[Mapping[str, Any] | str], dict[str, Any]]
    write: Callable[[Mapping[str, Any]], str]
    dressed: Callable[[list[Card], Forces], list[Card]]
    bonuses: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda build: ()
