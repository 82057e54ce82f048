"""Scenarios drawn by hand, as far as all rulesets draw them alike: strokes are carried out on a draft, units
are numbered, fields of the form are set, and what is wrong is named with its place on the board.

A ruleset says in its `editor.py` what can be laid on its board and how a draft becomes a picture. A draft may
be anything that its file could be: nothing here relies on it being playable.
"""

from __future__ import annotations

import json
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from pydantic import JsonValue, ValidationError

from hulldown import catalogue
from hulldown.catalogue import ValidationIssue, unknown_name
from hulldown.catalogue.load import freeze, root_errors, to_issue
from hulldown.rulesets.api import editing
from hulldown.rulesets.api.editing import Brush, Draft, Drafted, Named, NoSense
from hulldown.rulesets.api.garage import Chosen
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.common.draft import (
    Pattern,
    at_place,
    dig,
    edit_list,
    find,
    fits,
    format_problem,
    longest_in,
    plain,
    prune,
    rename,
    sections_of,
    values_in,
    with_rule,
)
from hulldown.rulesets.common.names import numbered
from hulldown.rulesets.common.ruleset_files import NEW_SCENARIO, RulesetFiles
from hulldown.rulesets.common.scenarios import Choices

MOST_VALUES = 4000  # in a draft: the largest board that ships has some hundred
LONGEST_TEXT = 4000  # characters of one value
LONGEST_MARK = 300  # characters of what is said of a problem
MOST_TOUCHED = 4096  # places of all strokes of a call
MOST_UNITS = 64
MOST_MARKS = 60
MOST_ROUNDS = 8  # of taking out what is wrong: what is left may then be wrong in another way
MOST_PLACES = 80  # marked for one problem
UNREADABLE = {
    "string_type",
    "int_type",
    "int_from_float",
    "float_type",
    "bool_type",
    "tuple_type",
    "dict_type",
    "model_type",
    "model_attributes_type",
}
LENGTHS = ("too_short", "too_long")
NAME = re.compile(r"[A-Z][1-9][0-9]?")


@dataclass
class DraftRow:
    """A unit of a draft: the table it stands in, its name ("" for a new one), its seat, and what is said."""

    table: str
    name: str
    seat: int
    force: Draft


class Mistake(NamedTuple):
    """Why a draft is not of the types of its file; `most` is what a list that is too long may hold."""

    kind: str
    problem: ValidationIssue
    most: int


class Drafting(ABC):
    """The editor of a ruleset. What is abstract is its board; the rest is alike for all.

    `drawn` are places of a draft that hold what is drawn, and must hold nothing else; of those in `single` an
    entry can be left out of the picture by itself. `hidden` are keys that no form asks for, `labels` the
    names of those whose key is no name. `side_names` and
    `unit_names` are the places that name sides and units; `tables` hold units.
    """

    board: ClassVar[editing.Board]
    set_up: ClassVar[Callable[..., Any]]  # of a shelf, as of a ruleset
    brushes: tuple[Brush, ...] = ()
    facings: tuple[str, ...] = ()
    step: int = 0
    mirrors: tuple[Named, ...] = ()
    sizes: tuple[tuple[str, str, int, int], ...] = ()
    tables: tuple[str, ...] = ("units",)
    drawn: tuple[Pattern, ...] = ()
    single: tuple[Pattern, ...] = ()
    hidden: frozenset[str] = frozenset()
    labels: Mapping[str, str] = MappingProxyType({})
    side_names: tuple[Pattern, ...] = ()
    unit_names: tuple[Pattern, ...] = ()

    def __init__(self, shelf: RulesetFiles[Any, Any, Any]) -> None:
        """The editor over what stands on a shelf."""
        self.shelf = shelf

    # ---------------------------------------------------------------- what a ruleset says

    @abstractmethod
    def placeable(self) -> Iterable[editing.Placeable]:
        """The units that can be put on the board."""

    @abstractmethod
    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A unit of a kind, not yet anywhere."""

    @abstractmethod
    def piece(self, draft: Draft, row: DraftRow) -> editing.DraftUnit:
        """A unit as it is listed."""

    @abstractmethod
    def place_unit(self, draft: Draft, row: DraftRow, at: editing.Where) -> None:
        """Put a unit somewhere. NoSense where that is no place of the board."""

    @abstractmethod
    def scene(self, file: Any, aside: frozenset[str]) -> Scene:
        """A draft without mistakes in its ground as it is drawn, those units `aside` left out."""

    def turn(self, draft: Draft, row: DraftRow, facing: str | float) -> None:
        """Turn a unit. NoSense where nothing is turned."""
        raise NoSense(f"{row.name} has no facing")

    def other_unit(self, draft: Draft, row: DraftRow, unit: str) -> None:
        """Make another unit of one, where it stands."""
        row.force["unit"] = unit

    def counted(self, draft: Draft, row: DraftRow, value: int) -> None:
        """Give a unit so many models."""
        raise NoSense(f"{row.name} is not counted in models")

    def paint(self, draft: Draft, brush: Brush, stroke: editing.PaintGround) -> None:
        """Lay something."""
        raise NoSense("Nothing is laid on this board")

    def erase(self, draft: Draft, stroke: editing.Erase) -> None:
        """Take something away."""
        raise NoSense("Nothing is laid on this board")

    def resize(self, draft: Draft, width: float, height: float) -> None:
        """Another size of the board."""
        raise NoSense("This board has no size")

    def mirror(self, draft: Draft, how: str) -> None:
        """Make the board symmetrical."""
        raise NoSense("This board is not mirrored")

    def copy(self, draft: Draft, stroke: editing.Copy) -> None:
        """Repeat ground elsewhere."""
        raise NoSense("Nothing is laid on this board")

    def size(self, draft: Draft) -> tuple[float, ...]:
        """Columns and rows, or width and height in inches; nothing where a board has none."""
        return ()

    def places(self, draft: Draft, place: tuple[str | int, ...]) -> Iterable[editing.Anywhere]:
        """What of the board a place of a draft is about, besides where a unit stands."""
        return ()

    def letter(self, draft: Draft, row: DraftRow) -> str:
        """What begins the name of a unit."""
        return letters(draft)[row.seat]

    def seat(self, draft: Draft, table: str, name: str, force: Draft) -> int:
        """The side of a unit, 0 or 1."""
        return 1 if name[:1] == letters(draft)[1] else 0

    def settle(self, draft: Draft, field: str) -> None:
        """Write what follows by itself from a field that was just set."""
        return

    def before_removing(self, draft: Draft, row: DraftRow) -> None:
        """Write what becomes of others when a unit is taken away."""
        return

    def misplaced(self, file: Any, aside: frozenset[str]) -> Iterable[ValidationIssue]:
        """What is wrong with where units stand, if setting up would only name the first of it."""
        return ()

    def grounded(self, draft: Draft, ground: Draft) -> Draft:
        """A draft with what it takes from another scenario written into it."""
        return {**{key: value for key, value in ground.items() if key not in ("free", "ground")}, **draft}

    # ---------------------------------------------------------------- what is offered

    def blank(self) -> Draft:
        """An empty board that can be played on: a unit of each side stands there."""
        return shipped(self.shelf, NEW_SCENARIO)

    def editor(self) -> editing.Editor:
        """The part of a ruleset."""
        return editing.Editor(info=self.info, opened=self.opened, drafted=self.drafted)

    def info(self) -> editing.EditorInfo:
        """Everything that a page needs before it has a draft."""
        listed = self.shelf.listed_scenarios().values()
        return editing.EditorInfo(
            board=self.board,
            brushes=self.brushes,
            units=tuple(self.placeable()),
            facings=self.facings,
            step=self.step,
            sections=sections_of(
                self.shelf.scenario_file, self.hidden, self.shelf.listed_options(), self.labels
            ),
            mirrors=self.mirrors,
            sizes=self.sizes,
            starts=(*(Named(scenario.id, scenario.name) for scenario in listed), Named("", "An empty board")),
        )

    def opened(self, start: str) -> Draft:
        """A scenario that comes with the game as a draft; NoSense where there is none of that name."""
        if not start:
            return self.blank()
        if start not in self.shelf.scenario_names():
            raise NoSense(unknown_name("scenario", start, self.shelf.scenario_names()))
        return self.complete(shipped(self.shelf, f"scenarios/{start}.toml"))

    def complete(self, draft: Draft) -> Draft:
        """A draft with the ground that it takes from a scenario of the game, which is then its own."""
        ground = draft.get("ground")
        if not self.shelf.ground or not isinstance(ground, str) or ground not in self.shelf.scenario_names():
            return draft
        below = self.complete(shipped(self.shelf, f"scenarios/{ground}.toml"))
        return self.grounded({key: value for key, value in draft.items() if key != "ground"}, below)

    # ---------------------------------------------------------------- strokes

    def drafted(self, draft: Mapping[str, Any], strokes: Sequence[Any], options: Chosen) -> Drafted:
        """A draft after strokes: see `api.editing.Editor`."""
        self.shelf.options_under(options)
        given = parse_strokes(strokes)
        result = self.complete(self.readable(draft))
        for stroke in given:
            self.carry_out(result, stroke)
            if values_in(result) > MOST_VALUES:
                raise NoSense("The draft would be larger than any board")
        result = self.readable(result) if given else result
        return self.judged(result, options)

    def readable(self, draft: Mapping[str, Any]) -> Draft:
        """A draft of which every part is of the right type, as plain data that may be changed.

        NoSense for any other, and for one that is far larger than any board.
        """
        try:
            large = len(json.dumps(draft)) > editing.LARGEST_DRAFT or values_in(draft) > MOST_VALUES
            if large or longest_in(draft) > LONGEST_TEXT:
                raise NoSense("The draft is larger than any board")
            result: Draft = plain(draft)
        except RecursionError:
            raise NoSense("The draft is nested too deeply") from None
        for mistake in self.mistakes(result):
            drawn = any(fits(pattern, mistake.problem.place) for pattern in self.drawn)
            odd = mistake.kind == "value_error" or (
                mistake.kind in LENGTHS and len(mistake.problem.place) > 1
            )
            many = isinstance(at_place(result, mistake.problem.place), list | dict)
            if mistake.kind in UNREADABLE or (drawn and odd) or (many and mistake.kind == "literal_error"):
                raise NoSense(f"{'.'.join(map(str, mistake.problem.place))}: {mistake.problem.what}"[:300])
        if any(len(result.get(table, ())) > MOST_UNITS for table in self.tables):
            raise NoSense(f"A draft has at most {MOST_UNITS} units")
        return result

    def mistakes(self, draft: Draft) -> list[Mistake]:
        """What keeps a draft from being of the file's types."""
        frozen, model = freeze(draft), self.shelf.scenario_file
        try:
            model.model_validate(frozen)
        except ValidationError as error:
            return [
                Mistake(
                    root_error["type"],
                    to_issue(root_error, model, frozen),
                    root_error.get("ctx", {}).get("max_length", 0),
                )
                for root_error in root_errors(error.errors(include_url=False))
            ]
        return []

    def carry_out(self, draft: Draft, stroke: editing.Stroke) -> None:
        """Change a draft by one stroke. NoSense if it means nothing here."""
        match stroke:
            case editing.PaintGround():
                self.paint(draft, self.brush(stroke.brush), stroke)
            case editing.Erase():
                if stroke.brush:
                    self.brush(stroke.brush)
                self.erase(draft, stroke)
            case editing.Add():
                self.add(draft, stroke)
            case editing.SetField():
                self.set_field(draft, stroke.field, stroke.value)
            case editing.Size():
                self.resized(draft, *stroke.to)
            case editing.MirrorBoard():
                self.require_name(stroke.how, "mirror", [mirror.id for mirror in self.mirrors])
                self.mirror(draft, stroke.how)
            case editing.Copy():
                self.copy(draft, stroke)
            case _:
                self.handle(draft, stroke)

    def handle(
        self,
        draft: Draft,
        stroke: editing.MoveUnit | editing.TurnUnit | editing.Remove | editing.Replace | editing.Count,
    ) -> None:
        """Change one unit."""
        rows = self.rows(draft)
        row = next((row for row in rows if row.name == stroke.piece), None)
        if row is None:
            raise NoSense(unknown_name("unit", stroke.piece, [other.name for other in rows]))
        match stroke:
            case editing.MoveUnit():
                self.place_unit(draft, row, stroke.at)
            case editing.TurnUnit():
                self.turn(draft, row, stroke.facing)
            case editing.Replace():
                self.require_name(stroke.unit, "unit", [unit.id for unit in self.placeable()])
                self.other_unit(draft, row, stroke.unit)
            case editing.Count():
                self.counted(draft, row, stroke.value)
            case editing.Remove():
                self.before_removing(draft, row)
                self.enlist(draft, [other for other in self.rows(draft) if other.name != row.name])

    def add(self, draft: Draft, stroke: editing.Add) -> None:
        """A new unit, behind the others of its side."""
        self.require_name(stroke.unit, "unit", [unit.id for unit in self.placeable()])
        rows = self.rows(draft)
        if stroke.side >= max(1, len(draft.get("sides", ()))):
            raise NoSense("There is no such side")
        force = self.new_force(draft, stroke.side, stroke.unit)
        row = DraftRow(self.table_of(stroke.unit), "", stroke.side, force)
        if stroke.at:
            self.place_unit(draft, row, stroke.at)
        alike = [n for n, other in enumerate(rows) if (other.table, other.seat) == (row.table, row.seat)]
        rows.insert(alike[-1] + 1 if alike else len(rows), row)
        if len(rows) > MOST_UNITS:
            raise NoSense(f"A draft has at most {MOST_UNITS} units")
        self.enlist(draft, rows)

    def table_of(self, unit: str) -> str:
        """The table in which a unit of a kind stands."""
        return self.tables[0]

    def resized(self, draft: Draft, width: float, height: float) -> None:
        """Another size of the board, within its bounds."""
        for given, (_, name, low, high) in zip((width, height), self.sizes, strict=False):
            if not low <= given <= high:
                raise NoSense(f"{name} must be from {low} to {high}, not {given:g}")
        self.resize(draft, width, height)

    def brush(self, name: str) -> Brush:
        """The brush of a name."""
        self.require_name(name, "brush", [brush.id for brush in self.brushes])
        return next(brush for brush in self.brushes if brush.id == name)

    def require_name(self, name: str, what: str, names: Sequence[str]) -> None:
        """NoSense if there is none of that name."""
        if name not in names:
            raise NoSense(unknown_name(what, name, names))

    # ---------------------------------------------------------------- units

    def rows(self, draft: Draft) -> list[DraftRow]:
        """Every unit of a draft, in its order."""
        return [
            DraftRow(table, name, self.seat(draft, table, name, force), force)
            for table in self.tables
            for name, force in draft.get(table, {}).items()
        ]

    def enlist(self, draft: Draft, rows: Sequence[DraftRow]) -> None:
        """Make these the units of a draft: numbered within their letters, and called so everywhere."""
        before = {row.name for row in self.rows(draft)}
        named = list(zip(numbered(self.letter(draft, row) for row in rows), rows, strict=True))
        for table in self.tables:
            forces = {name: row.force for name, row in named if row.table == table}
            if forces or table in draft:
                draft[table] = forces
        new = {row.name: name for name, row in named if row.name}
        rename(draft, self.unit_names, dict.fromkeys(before, "") | new)

    # ---------------------------------------------------------------- fields of the form

    def set_field(self, draft: Draft, field: str, value: JsonValue) -> None:
        """Give a field a value, None to leave it out. NoSense where no scenario has such a field."""
        *way, last = field.split(".")
        known = self.shelf.scenario_file.model_fields
        self.require_name((way or [last])[0], "field", [name for name in known if name != "ground"])
        was, old = self.rows(draft), find(draft, field)
        if fits("sides.*.name", (*way, last)) or fits("sides.*.letter", (*way, last)):
            self.check_side(draft, field, value)
        table = dig(draft, way, last)
        value = plain(value)
        if isinstance(table, list):
            edit_list(table, last, value, field)
        elif value is None:
            table.pop(last, None)
        else:
            table[last] = value
        if fits("sides.*.name", (*way, last)) and isinstance(old, str):
            rename(draft, self.side_names, {old: str(value)})
        if fits("sides.*.letter", (*way, last)):
            self.enlist(draft, was)
        self.readable(draft)
        self.settle(draft, field)

    def check_side(self, draft: Draft, field: str, value: JsonValue) -> None:
        """NoSense for a name or a letter that no side can have, or that the other one has."""
        _, number, key = field.split(".")
        others = [side.get(key) for n, side in enumerate(draft.get("sides", ())) if str(n) != number]
        if not isinstance(value, str) or not (value if key == "name" else re.fullmatch("[A-Z]", value)):
            raise NoSense("A side needs a name" if key == "name" else "The letter of a side is one of A to Z")
        if value in others:
            raise NoSense(f"{catalogue.quote(value)} is the {key} of the other side")

    # ---------------------------------------------------------------- what has become of it

    def judged(self, draft: Draft, options: Chosen) -> Drafted:
        """A draft as it is drawn and judged."""
        file, aside, left_out = self.drawable(draft)
        wrong = self.problems(draft, file, aside, options)
        warnings = set() if wrong else {*self.shelf.warnings(self.shelf.scenario(draft))}
        pieces = tuple(self.piece(draft, row) for row in self.rows(draft))
        where = {piece.id: piece.at for piece in pieces}
        return Drafted(
            draft=draft,
            scene=replace(self.scene(file, aside), subtitle=str(draft.get("name", ""))[:80]),
            pieces=pieces,
            size=self.size(draft),
            left_out=tuple(left_out[:MOST_MARKS]),
            problems=tuple(self.mark(draft, problem, where) for problem in wrong[:MOST_MARKS]),
            warnings=tuple(self.mark(draft, problem, where) for problem in sorted(warnings)[:MOST_MARKS]),
            choices=self.choices(draft),
        )

    def problems(
        self, draft: Draft, file: Any, aside: frozenset[str], options: Choices
    ) -> list[ValidationIssue]:
        """What keeps a draft from being played."""
        try:
            type(self).set_up(self.shelf, draft, options)
        except catalogue.CatalogueError as wrong:
            lines = [ValidationIssue((), line) for line in wrong.lines]
            issues = wrong.issues or tuple(self.misplaced(file, aside)) or lines
            return [with_rule(problem) for problem in issues]
        return []

    def drawable(self, draft: Draft) -> tuple[Any, frozenset[str], list[str]]:
        """A draft as its file without what cannot be drawn, the units that cannot, and what was left out."""
        kept, gone = self.typed(self.mended(plain(draft)))
        aside, faults = self.faulty(self.parse_draft(kept))
        gone += prune(kept, faults, self.tables, self.blank())
        kept, more = self.typed(kept)
        gone += more
        rows = self.rows(draft)
        absent = {name for table in self.tables for name in kept.get(table, ())} - {row.name for row in rows}
        left_out = [f"{row.table}.{row.name}" for row in rows if row.name in aside]
        return self.parse_draft(kept), frozenset(aside | absent), [*left_out, *dict.fromkeys(gone)]

    def typed(self, draft: Draft) -> tuple[Draft, list[str]]:
        """A draft that is of the file's types, and what of it is gone for that; an empty board if all is."""
        gone: list[str] = []
        for _ in range(MOST_ROUNDS):
            wrong = self.mistakes(draft)
            if not wrong:
                return draft, gone
            long = [
                mistake
                for mistake in wrong
                if isinstance(at_place(draft, mistake.problem.place), list) and mistake.most
            ]
            for mistake in long:
                del at_place(draft, mistake.problem.place)[mistake.most :]
            gone += prune(
                draft,
                [mistake.problem.place for mistake in wrong if mistake not in long],
                self.tables,
                self.blank(),
            )
        return self.blank(), gone

    def mended(self, draft: Draft) -> Draft:
        """A draft without what of its ground cannot be, where more must be seen to than single entries."""
        return draft

    def parse_draft(self, draft: Draft) -> Any:
        """A draft without mistakes of type as its file."""
        return self.shelf.scenario_file.model_validate(freeze(draft))

    def faulty(self, file: Any) -> tuple[set[str], list[catalogue.Place]]:
        """The units of a file that something is wrong with, and the places of its ground where it is."""
        aside, faults = set[str](), list[catalogue.Place]()
        for problem in self.shelf.scenario_problems(file, self.shelf.units(), self.shelf.variants()):
            if problem.place[0] in self.tables and len(problem.place) > 2:
                aside.add(str(problem.place[1]))
            elif any(fits(pattern, problem.place) for pattern in self.single):
                faults.append(problem.place)
        for table in self.tables:
            aside |= {name for name in getattr(file, table) if not NAME.fullmatch(name)}
        return aside, faults

    def mark(
        self, draft: Draft, problem: ValidationIssue, where: Mapping[str, editing.Anywhere]
    ) -> editing.DraftIssue:
        """A problem with what of the board it is about."""
        named = re.findall(r"\b[A-Z][A-Za-z0-9]{0,7}\b", problem.what) if not problem.place else []
        units = (
            [str(problem.place[1])] if len(problem.place) > 1 and problem.place[0] in self.tables else named
        )
        there = [where[name] for name in units if where.get(name)]
        marked = islice(dict.fromkeys([*there, *self.places(draft, problem.place)]), MOST_PLACES)
        return editing.DraftIssue(
            format_problem(problem, self.tables)[:LONGEST_MARK],
            problem.rule,
            ".".join(map(str, problem.place))[:LONGEST_MARK],
            tuple(marked),
            tuple(name for name in dict.fromkeys(units) if name in where),
        )

    def choices(self, draft: Draft) -> dict[str, tuple[str, ...]]:
        """The names that can stand in fields of the form."""
        sides = tuple(str(side.get("name", "")) for side in draft.get("sides", ()))
        units = tuple(row.name for row in self.rows(draft))
        named = dict.fromkeys(self.side_names, sides) | dict.fromkeys(self.unit_names, units)
        return {field: names for field, names in named.items() if field.split(".")[0] not in self.tables}


# ---------------------------------------------------------------- reading


@cache
def shipped_text(shelf: RulesetFiles[Any, Any, Any], name: str) -> str:
    """The text of a scenario that comes with the game."""
    return catalogue.read_text(shelf.folder / name, name)


def shipped(shelf: RulesetFiles[Any, Any, Any], name: str) -> Draft:
    """A scenario that comes with the game as plain data."""
    return tomllib.loads(shipped_text(shelf, name))


def parse_strokes(given: Sequence[Any]) -> tuple[editing.Stroke, ...]:
    """Strokes of plain data. NoSense names the first that is none."""
    try:
        parsed = catalogue.validate({"strokes": given}, editing.Strokes, shown="").strokes
    except catalogue.CatalogueError as wrong:
        raise NoSense(wrong.lines[0].removeprefix(": ")[:300]) from None
    if sum(len(getattr(stroke, "places", ())) for stroke in parsed) > MOST_TOUCHED:
        raise NoSense(f"The strokes of one call touch at most {MOST_TOUCHED} places")
    return parsed


def letters(draft: Draft) -> list[str]:
    """What begins the names of both sides' units."""
    given = [str(side.get("letter", "AB"[n])) for n, side in enumerate(draft.get("sides", ())[:2])]
    return [*given, *"AB"[len(given) :]]


def zone_brushes(shape: editing.Shape, rule: str) -> tuple[Brush, ...]:
    """The brushes for the zones of both sides, in their colors."""
    return tuple(
        Brush(f"zone_{seat}", f"Zone of {SIDES[seat]}", "Zones", shape, color, "where it sets up", rule)
        for seat, color in enumerate(("#2a6199", "#b8540f"))
    )


def side_name(draft: Draft, seat: int) -> str:
    """The name of a side; what every page calls it where the draft has none."""
    sides = draft.get("sides", ())
    return str(sides[seat].get("name", "")) if seat < len(sides) else SIDES[seat]
