"""Maps of other programs become scenarios: their cells are laid on a ruleset's board by its own editor.

A format hands over a `ForeignMap`. Nothing here knows a ruleset: the editor says how large a board may be,
which ground it lays and which units there are, and judges the result.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from hulldown.catalogue import quote
from hulldown.catalogue.layout import layout
from hulldown.catalogue.load import name_fault
from hulldown.exchange.model import Answers, ImportFault, ImportQuestion, ImportResult, Remark, RemarkKind
from hulldown.exchange.terrain import (
    BENEATH,
    OPEN,
    TerrainChoice,
    answered,
    ground_brushes,
    ids_of,
    plural,
    terrain_remarks,
    terrain_table,
)
from hulldown.kernel.hexes import STEPS, hex_name
from hulldown.rulesets.api.editing import Brush, Draft, Drafted, Editor, EditorInfo, NoSense
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.common.editing_ground import Cell, inside, rectangles

Grid = Literal["squares", "flat", "pointy"]
WIDEST = 1000  # columns or rows of a map
MOST_UNITS = 48  # of a map that are tried
MOST_KINDS = 40  # of objects that a person may be asked about
STROKES = 100  # of one call of the editor
TILES = ((0, -1), (1, 0), (0, 1), (-1, 0))
CLOCKWISE, COUNTER = "clockwise", "counter-clockwise"
LEFT, DEFAULT = RemarkKind.LEFT, RemarkKind.DEFAULT


@dataclass(frozen=True)
class ForeignUnit:
    """Something that stands on a map and may be a unit; `names` are what it may be called, the best first.

    `side` is whose it is in the words of the map, `turned` its angle in degrees clockwise from the north.
    """

    names: tuple[str, ...]
    cell: Cell
    side: str = ""
    turned: float | None = None


@dataclass(frozen=True)
class ForeignMap:
    """A map of another program. `terrain` names what lies on a cell, the uppermost first.

    `grid` says how its cells lie: squares, or hexes that stand on a flat side or on a point. Of hexes every
    second line (a column of flat ones, a row of others) lies half a cell farther: those whose number from 0
    has the parity `shifted`.
    """

    format: str
    title: str
    columns: int
    rows: int
    grid: Grid
    terrain: Callable[[Cell], tuple[str, ...]]
    shifted: int = 1
    units: tuple[ForeignUnit, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass
class Import:
    """The work on one map: what is known of the ruleset, and what there is to say."""

    ruleset: Ruleset
    editor: Editor
    info: EditorInfo
    answers: Answers
    remarks: list[Remark] = field(default_factory=list)
    questions: list[ImportQuestion] = field(default_factory=list)

    @property
    def cell(self) -> str:
        """What the board's cells are called."""
        return "hex" if self.info.board == "hexes" else "tile"

    def remark(self, kind: RemarkKind, where: str, text: str) -> None:
        """Say something of the map."""
        self.remarks.append(Remark(kind, where[:120], text))

    def ask(self, id_: str, text: str, choices: Sequence[str], usual: str) -> str:
        """The answer to a question."""
        question = answered(id_, text, tuple(choices), usual, self.answers)
        self.questions.append(question)
        return question.answer

    def drafted(self, draft: Draft, strokes: Sequence[dict[str, Any]] = ()) -> Drafted:
        """What strokes make of a draft."""
        result = None
        for start in range(0, max(1, len(strokes)), STROKES):
            result = self.editor.drafted(draft, strokes[start : start + STROKES], {})
            draft = result.draft
        assert result is not None
        return result


def scenario_of(given: ForeignMap, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """A map as a scenario of a ruleset that has a board of cells. ImportFault for any other."""
    editor = ruleset.editor
    info = editor.info() if editor else None
    if editor is None or info is None or info.board not in ("hexes", "tiles"):
        raise ImportFault(
            f"{ruleset.name} has no board of hexes or tiles; a map becomes a scenario of a ruleset that has"
        )
    work = Import(ruleset, editor, info, answers, list(given.remarks))
    board = within_board(work, on_grid(work, given))
    brushes = ground_brushes(info.brushes)
    stacks = {
        (column, row): names
        for row in range(board.rows)
        for column in range(board.columns)
        if (names := board.terrain((column, row)))
    }
    counts = Counter(name for names in stacks.values() for name in dict.fromkeys(names))
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    table, questions = terrain_table(ordered, brushes, work.cell, answers)
    work.questions += questions
    work.remarks += terrain_remarks(table, ordered, brushes, work.cell)
    ground = ground_of(work, stacks, table)
    draft = with_texts(work, board, with_ground(work, board, ground, brushes))
    draft, units = with_units(work, board, draft, ground, brushes)
    name = file_name(given.title, ruleset)
    return ImportResult(
        ruleset=ruleset.id,
        format=given.format,
        title=title_of(given.title),
        texts={f"scenarios/{name}.toml": layout(draft)},
        counts={
            "scenarios": 1,
            f"{work.cell}es" if work.cell == "hex" else "tiles": len(ground),
            "units": units,
        },
        remarks=tuple(work.remarks),
        questions=tuple(work.questions),
    )


# ---------------------------------------------------------------- the grid


def on_grid(work: Import, given: ForeignMap) -> ForeignMap:
    """A map in the columns and rows of the board: on hexes the columns B, D, F lie lower."""
    if not 1 <= given.columns <= WIDEST or not 1 <= given.rows <= WIDEST:
        raise ImportFault(f"A map has 1 to {WIDEST} columns and rows, not {given.columns} by {given.rows}")
    squares = given.grid == "squares"
    if work.info.board == "tiles":
        if not squares:
            text = "every hex becomes the square tile of its column and row"
            work.remark(DEFAULT, "the board", f"The map has hexes, the board has tiles: {text}")
        return given
    if squares:
        text = "every tile becomes the hex of its column and row; every second column lies half a hex lower"
        work.remark(DEFAULT, "the board", f"The map has square tiles, the board has hexes: {text}")
        return given
    flat = turned(work, given) if given.grid == "pointy" else given
    return flat if flat.shifted == 1 else lowered(work, flat)


def turned(work: Import, given: ForeignMap) -> ForeignMap:
    """A map of hexes that stand on a point, turned by a right angle: its rows become columns."""
    way = work.ask(
        "turn",
        "The map's hexes stand on a point, those of the board on a flat side. Which way is the map turned?",
        (CLOCKWISE, COUNTER),
        CLOCKWISE,
    )
    clockwise, columns, rows = way == CLOCKWISE, given.rows, given.columns
    work.remark(DEFAULT, "the board", f"The map is turned {way}, since its hexes stand on a point")

    def image(cell: Cell) -> Cell:
        column, row = cell
        return (columns - 1 - row, column) if clockwise else (row, rows - 1 - column)

    def origin(cell: Cell) -> Cell:
        column, row = cell
        return (row, columns - 1 - column) if clockwise else (rows - 1 - row, column)

    # A row that is shifted to the east comes to lie lower if the map is turned clockwise, else higher.
    lower = (columns - 1 - given.shifted) % 2 if clockwise else 1 - given.shifted
    units = tuple(
        replace(
            unit,
            cell=image(unit.cell),
            turned=None if unit.turned is None else unit.turned + (90 if clockwise else -90),
        )
        for unit in given.units
    )
    return replace(
        given,
        columns=columns,
        rows=rows,
        shifted=lower,
        units=units,
        terrain=lambda cell: given.terrain(origin(cell)),
    )


def lowered(work: Import, given: ForeignMap) -> ForeignMap:
    """A map whose first column lies lower, with a row more: columns A, C, E begin a hex farther south."""
    text = "the first column lies lower than the second: a row is added, in which every second hex is open"
    work.remark(DEFAULT, "the board", text)
    rows = given.rows + (given.columns > 1)
    step = 1 if given.columns > 1 else 0

    def terrain(cell: Cell) -> tuple[str, ...]:
        column, row = cell
        row -= step * (column % 2 == 0)
        return given.terrain((column, row)) if 0 <= row < given.rows else ()

    def image(cell: Cell) -> Cell:
        return cell[0], cell[1] + step * (cell[0] % 2 == 0)

    units = tuple(replace(unit, cell=image(unit.cell)) for unit in given.units)
    return replace(given, rows=rows, terrain=terrain, units=units, shifted=1)


# ---------------------------------------------------------------- the size


def within_board(work: Import, given: ForeignMap) -> ForeignMap:
    """A map as large as the board may be: what is too large is cut, what is too small gets open ground."""
    (_, _, least_wide, widest), (_, _, least_high, highest) = work.info.sizes
    step = 2 if work.info.board == "hexes" else 1  # of columns: every second one lies lower
    west = cut(work, "columns", given.columns, widest, step)
    north = cut(work, "rows", given.rows, highest, 1)
    columns = min(widest, max(least_wide, given.columns))
    rows = min(highest, max(least_high, given.rows))
    if columns > given.columns or rows > given.rows:
        text = (
            f"The board has at least {least_wide} columns and {least_high} rows: what is added is open ground"
        )
        work.remark(DEFAULT, "the board", text)

    def terrain(cell: Cell) -> tuple[str, ...]:
        column, row = cell[0] + west, cell[1] + north
        return given.terrain((column, row)) if inside((column, row), given.columns, given.rows) else ()

    moved = [replace(unit, cell=(unit.cell[0] - west, unit.cell[1] - north)) for unit in given.units]
    units = tuple(unit for unit in moved if inside(unit.cell, columns, rows))
    if len(units) < len(moved):
        work.remark(LEFT, "objects", f"{len(moved) - len(units)} lie beyond the board")
    return replace(given, columns=columns, rows=rows, terrain=terrain, units=units)


def cut(work: Import, what: str, size: int, most: int, step: int) -> int:
    """The first column or row that is taken, from 0."""
    if size <= most:
        return 0
    starts = range(0, size - most + step, step)
    choices = [f"{start + 1}-{min(size, start + most)}" for start in starts]
    text = f"The map has {size} {what}, the board at most {most}. Which are taken?"
    answer = work.ask(f"cut.{what}", text, choices, choices[len(choices) // 2])
    first = int(answer.split("-")[0])
    work.remark(LEFT, what, f"Of {size} only {answer} are taken: the board has at most {most}")
    return first - 1


# ---------------------------------------------------------------- the ground


def ground_of(
    work: Import, stacks: dict[Cell, tuple[str, ...]], table: dict[str, TerrainChoice]
) -> dict[Cell, str]:
    """The kind of ground on each cell that is not open: the uppermost that is not left out."""
    ground, covered = {}, Counter[str]()
    for cell, names in stacks.items():
        kinds = [(name, table[name].kind) for name in names if table[name].kind != BENEATH]
        if not kinds:
            continue
        kind = kinds[0][1]
        if kind != OPEN:
            ground[cell] = kind
        covered.update(name for name, other in kinds[1:] if other not in (kind, OPEN))
    for name, count in covered.items():
        work.remark(LEFT, name, f"lies under other ground on {plural(count, work.cell)}, which counts there")
    return ground


def with_ground(work: Import, board: ForeignMap, ground: dict[Cell, str], brushes: dict[str, Brush]) -> Draft:
    """An empty board of that size with the ground on it; units as the empty board has them."""
    draft = work.editor.opened("")
    start = [{"do": "size", "to": (board.columns, board.rows)}]
    boxes: list[tuple[str, list[int]]] = []
    for kind, brush in brushes.items():
        cells = {cell for cell, lying in ground.items() if lying == kind}
        if cells and brush.shape == "box":
            boxes += [(kind, box) for box in rectangles(cells)]
        elif cells:
            names = tuple(hex_name(*cell) for cell in sorted(cells))
            start.append({"do": "paint", "brush": kind, "places": names})
    draft = work.drafted(draft, start).draft
    boxes.sort(key=lambda box: (-size_of(box[1]), box[1]))
    return with_boxes(work, draft, boxes, ground)


def with_boxes(
    work: Import, draft: Draft, boxes: list[tuple[str, list[int]]], ground: dict[Cell, str]
) -> Draft:
    """A draft with as many of these structures as its rules allow, the largest first."""
    strokes = [
        {"do": "paint", "brush": kind, "places": (hex_name(west, north), hex_name(east, south))}
        for kind, (west, north, east, south) in boxes
    ]
    fits, fails = 0, len(strokes) + 1
    result = work.drafted(draft)
    tried = len(strokes)
    while fits + 1 < fails:
        candidate = work.drafted(draft, strokes[:tried])
        crowded = [problem for problem in candidate.problems if problem.field == "sections"]
        if crowded:
            fails = tried
        else:
            fits, result = tried, candidate
        tried = (fits + fails) // 2
    gone = boxes[fits:]
    cells = [cell for _, box in gone for cell in cells_of(box)]
    for cell in cells:
        ground.pop(cell, None)
    if cells:
        shown = ", ".join(hex_name(*cell) for cell in cells[:8])
        more = " ..." if len(cells) > 8 else ""
        text = (
            f"The rules allow no more structures: {plural(len(cells), work.cell)} stay open ({shown}{more})"
        )
        work.remark(LEFT, "structures", text)
    return result.draft


def cells_of(box: Sequence[int]) -> list[Cell]:
    """The cells of a rectangle."""
    west, north, east, south = box
    return [(column, row) for row in range(north, south + 1) for column in range(west, east + 1)]


def size_of(box: Sequence[int]) -> int:
    """How many cells a rectangle has."""
    west, north, east, south = box
    return (east - west + 1) * (south - north + 1)


# ---------------------------------------------------------------- texts


def with_texts(work: Import, board: ForeignMap, draft: Draft) -> Draft:
    """A draft with its name and what it says of itself; zones in rows lie at its edges."""
    title = title_of(board.title)
    fields: dict[str, Any] = {
        "name": title,
        "summary": f"A map of {board.columns} by {board.rows}, taken over from a {board.format}.",
        "briefing": f"Two sides meet on the map of {title}.",
    }
    for seat, side in enumerate(work.editor.opened("").get("sides", ())):
        rows = side.get("zone", {}).get("rows", ())
        if rows:
            deep = min(len(rows), board.rows)
            first = board.rows - deep if seat == 0 else 0
            fields[f"sides.{seat}.zone"] = {"rows": [first + number + 1 for number in range(deep)]}
    strokes = [{"do": "set", "field": key, "value": value} for key, value in fields.items()]
    return work.drafted(draft, strokes).draft


def title_of(title: str) -> str:
    """A title that can be shown, of one line."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in title).split())
    words = plain.replace("_", " ")[:60].strip()
    return "A map" if name_fault(words) else words[:1].upper() + words[1:]


def file_name(title: str, ruleset: Ruleset) -> str:
    """What a scenario's file is called, without its ending; not as one that comes with the game."""
    name = re.sub(r"[^a-z0-9]+", "_", title.casefold()).strip("_")[:50] or "map"
    return f"{name}_map" if name in ruleset.files.scenarios() else name


# ---------------------------------------------------------------- units


@dataclass(frozen=True)
class Wanted:
    """A unit of the map as it would stand on the board; the `number` tells it from others like it."""

    number: int
    unit: str
    seat: int
    cell: Cell
    turned: float | None

    @property
    def where(self) -> str:
        """How a person finds it."""
        return f"{self.unit} on {hex_name(*self.cell)}"


def with_units(
    work: Import, board: ForeignMap, draft: Draft, ground: dict[Cell, str], brushes: dict[str, Brush]
) -> tuple[Draft, int]:
    """A draft with the units of the map where they stand; a side without has that of the empty board.

    Returns how many are the map's own.
    """
    wanted = list(units_on(work, board))
    draft = with_start_units(work, board, draft, ground, brushes, {unit.cell for unit in wanted})
    start = work.drafted(draft).pieces
    draft, rejected = with_each(work, draft, wanted)
    seats = {unit.seat for unit in wanted if unit not in rejected}
    gone = [{"do": "remove", "piece": piece.id} for piece in reversed(start) if piece.side in seats]
    draft, rejected = with_each(work, work.drafted(draft, gone).draft, list(rejected))
    for unit, why in rejected.items():
        work.remark(LEFT, unit.where, why)
    final = work.drafted(draft)
    if final.problems:
        raise ImportFault(f"This map makes no scenario that can be played: {final.problems[0].text}"[:300])
    usual = [f"{piece.name} {piece.id} on {piece.at}" for piece in final.pieces if piece.side not in seats]
    if usual:
        text = f"{', '.join(usual)}: what a new scenario begins with, since the map has no unit of that side"
        work.remark(DEFAULT, "units", text)
    return final.draft, len(wanted) - len(rejected)


def with_each(work: Import, draft: Draft, wanted: Iterable[Wanted]) -> tuple[Draft, dict[Wanted, str]]:
    """A draft with all these units that may stand there, and why the others may not."""
    rejected = {}
    before = work.drafted(draft)
    for unit in wanted:
        try:
            after = with_unit(work, before.draft, unit)
        except NoSense as why:
            rejected[unit] = str(why)
            continue
        known = {problem.text for problem in before.problems}
        fresh = [problem.text for problem in after.problems if problem.text not in known]
        if fresh:
            rejected[unit] = re.sub(r"^[A-Z][0-9]+: ", "", fresh[0])
        else:
            before = after
    return before.draft, rejected


def with_unit(work: Import, draft: Draft, unit: Wanted) -> Drafted:
    """A draft with one unit more, turned as the map has it."""
    place = hex_name(*unit.cell)
    after = work.drafted(draft, [{"do": "add", "side": unit.seat, "unit": unit.unit, "at": place}])
    piece = next((piece for piece in after.pieces if piece.at == place and piece.what == unit.unit), None)
    if unit.turned is None or piece is None or not piece.facing:
        return after
    facings = work.info.facings
    facing = facings[round(unit.turned * len(facings) / 360) % len(facings)]
    return work.drafted(after.draft, [{"do": "turn", "piece": piece.id, "facing": facing}])


# ---------------------------------------------------------------- what stands on a map


def units_on(work: Import, board: ForeignMap) -> Iterator[Wanted]:
    """The units of a map; what no unit is called like is asked about."""
    known = {plain(unit.name): unit.id for unit in work.info.units}
    known |= {plain(unit.id): unit.id for unit in work.info.units}
    kinds = dict.fromkeys(unit.names[0] for unit in board.units if not unit_named(unit, known))
    ids = ids_of("unit", list(kinds)[:MOST_KINDS])
    chosen = {name: ask_unit(work, id_, name, board) for name, id_ in ids.items()}
    count, sides = 0, set[str]()
    for unit in board.units:
        what = unit_named(unit, known) or chosen.get(unit.names[0], "")
        if not what:
            continue
        count += 1
        if count <= MOST_UNITS:
            seat = seat_named(work, unit.side)
            if seat is None:
                sides.add(unit.side)
                seat = 0 if 2 * unit.cell[1] >= board.rows else 1
            yield Wanted(count, what, seat, unit.cell, unit.turned)
    if count > MOST_UNITS:
        work.remark(LEFT, "objects", f"Of {count} units only the first {MOST_UNITS} are tried")
    for side in sorted(sides):
        what = f"{quote(side)} is no side" if side else "no side is named"
        text = f"{what}: units of the southern half are {SIDES[0]}'s, others {SIDES[1]}'s"
        work.remark(DEFAULT, "objects", text)
    for name in list(kinds)[MOST_KINDS:]:
        work.remark(LEFT, name, "is no unit of these rules")


def ask_unit(work: Import, id_: str, name: str, board: ForeignMap) -> str:
    """The unit that objects of a name become; nothing leaves them out."""
    count = sum(unit.names[0] == name for unit in board.units)
    text = f"Which unit does {quote(name)} become? There {'is' if count == 1 else 'are'} {count} on the map."
    answer = work.ask(id_, text, (BENEATH, *(unit.id for unit in work.info.units)), BENEATH)
    if not answer:
        work.remark(LEFT, name, f"{plural(count, 'object')}: no unit of these rules is called so")
    return answer


def unit_named(unit: ForeignUnit, known: Mapping[str, str]) -> str:
    """The unit that something on a map is called like; nothing for none."""
    return next((known[plain(name)] for name in unit.names if plain(name) in known), "")


def plain(name: str) -> str:
    """A name in small letters and digits."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def seat_named(work: Import, side: str) -> int | None:
    """The seat of a side by its name, its letter or its color; None for no side."""
    names = [str(side.get("name", "")) for side in work.editor.opened("").get("sides", ())]
    for seat, words in enumerate((("a", "blue"), ("b", "red"))):
        if plain(side) in (*words, plain(names[seat]), plain(SIDES[seat])):
            return seat
    return None


# ---------------------------------------------------------------- free ground


def with_start_units(
    work: Import,
    board: ForeignMap,
    draft: Draft,
    ground: dict[Cell, str],
    brushes: dict[str, Brush],
    taken: set[Cell],
) -> Draft:
    """A draft whose units stand on free ground: the first side's in the south, the other's in the north.

    They stand where they can reach each other.
    """
    blocking = {kind for kind in set(ground.values()) if blocks(work, brushes[kind])}
    cells = {(column, row) for column in range(board.columns) for row in range(board.rows)}
    passable = {cell for cell in cells if ground.get(cell) not in blocking}
    free = largest_region(passable, work.info.board == "hexes") - taken
    strokes = []
    for piece in work.drafted(work.editor.opened("")).pieces:
        if not free:
            raise ImportFault("No unit can stand on this map: too few of its cells are free of obstacles")
        goal = ((board.columns - 1) / 2, board.rows - 1 if piece.side == 0 else 0)
        cell = min(free, key=lambda cell: (away(cell, goal) + 2 * (cell in ground), cell))
        free.discard(cell)
        strokes.append({"do": "move", "piece": piece.id, "at": hex_name(*cell)})
    return work.drafted(draft, strokes).draft


def away(cell: Cell, goal: tuple[float, float]) -> float:
    """How far a cell is from a spot of the board; the rows count most."""
    return abs(cell[0] - goal[0]) + 2 * abs(cell[1] - goal[1])


def blocks(work: Import, brush: Brush) -> bool:
    """Whether no unit may stand on what a brush lays: the editor says so of the empty board."""
    draft = work.editor.opened("")
    place = work.drafted(draft).pieces[0].at
    laid = work.drafted(draft, [{"do": "paint", "brush": brush.id, "places": (place,)}])
    return bool(laid.problems)


def largest_region(cells: set[Cell], hexes: bool) -> set[Cell]:
    """The most cells that hang together."""
    left, largest = set(cells), set[Cell]()
    while left:
        region, edge = set[Cell](), [left.pop()]
        while edge:
            cell = edge.pop()
            region.add(cell)
            beside = [near for near in neighbours(cell, hexes) if near in left]
            left.difference_update(beside)
            edge += beside
        if len(region) > len(largest):
            largest = region
    return largest


def neighbours(cell: Cell, hexes: bool) -> Iterator[Cell]:
    """The cells beside a cell, whether they are on the board or not."""
    column, row = cell
    if not hexes:
        yield from ((column + across, row + down) for across, down in TILES)
        return
    for across, down in STEPS:
        height = 2 * row + column % 2 + down
        yield column + across, (height - (column + across) % 2) // 2
