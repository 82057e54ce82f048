"""Boards of MegaMek (`.board`): text with a line for each hex becomes a scenario.

A line is `hex 0305 1 "woods:1;foliage_elev:2" "grass"`: column and row from 1, level, terrains with their
levels, theme. The hexes stand on a flat side, and the columns 02, 04, 06 lie lower, as on our boards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hulldown.catalogue import quote
from hulldown.exchange.maps import WIDEST, ForeignMap, scenario_of
from hulldown.exchange.model import Answers, ImportFault, ImportResult, Remark, RemarkKind
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.editing_ground import Cell

FORMAT = "MegaMek board"
LARGEST = 4 * 2**20  # bytes; the largest boards that ship with MegaMek have some 500,000
MOST_HEXES = 100_000
LONGEST_LINE = 4000
SHOWN = 60  # characters of a line in a message
WORD = re.compile(r'"([^"]*)"|(\S+)')
TERRAIN = re.compile(r"\s*([a-z_]{1,40}):(-?\d{1,4}|\*)(?::\d{0,4})*\s*", re.IGNORECASE)
NUMBER = re.compile(r"-?\d{1,4}")

# What lies uppermost on a hex first; what is not here lies under these and over the level.
ORDER = (
    *("building", "fuel_tank", "bridge", "impassable", "woods", "jungle", "rubble", "rough"),
    *("heavy_industrial", "rapids", "water", "magma", "swamp", "mud", "road", "rail", "pavement"),
)
# What says more of another terrain of its hex, or nothing of the ground.
DETAIL = re.compile(
    r"(?:bldg|bridge|fuel_tank)_\w+|foliage_elev|(?:\w+_)?fluff|arms|legs|metal_(?:content|deposit)"
    r"|cliff_\w+|incline_\w+|deployment_zone|ultra_sublevel|theme"
)
# What the level of a terrain means; that of another is said as a number if it is above 1.
LEVELS = {
    "woods": {1: "light woods", 2: "heavy woods", 3: "ultra-heavy woods"},
    "jungle": {1: "light jungle", 2: "heavy jungle", 3: "ultra-heavy jungle"},
    "building": {
        **{1: "light building", 2: "medium building", 3: "heavy building"},
        **{4: "hardened building", 5: "building wall"},
    },
    "rubble": dict.fromkeys(range(1, 6), "rubble") | {6: "ultra rubble"},
    "rough": {1: "rough", 2: "ultra rough"},
    "swamp": {1: "swamp", 2: "quicksand", 3: "quicksand"},
    "water": {0: "shallow water"} | {depth: f"water of depth {depth}" for depth in range(1, 20)},
    "snow": {1: "thin snow", 2: "deep snow"},
    "magma": {1: "magma crust", 2: "liquid magma"},
    "rapids": {1: "rapids", 2: "torrent"},
    "heavy_industrial": {},
}


class BoardHex(NamedTuple):
    """A hex of a board: its level, its terrains with their levels, its theme."""

    level: int
    terrains: tuple[tuple[str, int], ...]
    theme: str


@dataclass
class MegaMekBoard:
    """A board as it is read. `beside` counts the other lines by their first word."""

    columns: int = 0
    rows: int = 0
    hexes: dict[Cell, BoardHex] = field(default_factory=dict)
    beside: Counter[str] = field(default_factory=Counter)


def read(data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """A board as a scenario. ImportFault if it is none, or too large."""
    board = parse_board(data)
    given = ForeignMap(
        format=FORMAT,
        title=re.sub(r"\.board$", "", name, flags=re.IGNORECASE),
        columns=board.columns,
        rows=board.rows,
        grid="flat",
        terrain=lambda cell: names_of(board.hexes[cell]) if cell in board.hexes else (),
        remarks=tuple(remarks_of(board)),
    )
    return scenario_of(given, ruleset, answers)


# ---------------------------------------------------------------- reading


def parse_board(data: bytes) -> MegaMekBoard:
    """A board of its text. ImportFault names the line of what is wrong."""
    if len(data) > LARGEST:
        raise ImportFault(f"A board has at most {LARGEST // 2**20} MiB")
    board = MegaMekBoard()
    for number, line in enumerate(data.decode("utf-8-sig", "replace").splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise ImportFault(f"line {number}: a line has at most {LONGEST_LINE} characters")
        words = [quoted or bare for quoted, bare in WORD.findall(line.split("#")[0])]
        if not words:
            continue
        kind = words[0].casefold()
        if kind == "end":
            break
        if kind == "size":
            board.columns, board.rows = size_of(words, number)
        elif kind == "hex":
            add_hex(board, words, number)
        elif not board.columns and kind not in ("option", "tag", "description", "background", "note"):
            raise ImportFault(f"line {number}: a MegaMek board begins with its size, not {excerpt(line)}")
        else:
            board.beside[kind] += 1
    if not board.columns:
        raise ImportFault('This is no MegaMek board: it has no line such as "size 16 17"')
    if not board.hexes:
        raise ImportFault('This MegaMek board has no line such as "hex 0101 0"')
    return board


def size_of(words: list[str], number: int) -> tuple[int, int]:
    """Columns and rows of a line `size 16 17`."""
    if len(words) != 3 or not all(NUMBER.fullmatch(word) for word in words[1:]):
        raise ImportFault(f'line {number}: the size is two numbers, such as "size 16 17"')
    columns, rows = int(words[1]), int(words[2])
    if not (1 <= columns <= WIDEST and 1 <= rows <= WIDEST and columns * rows <= MOST_HEXES):
        raise ImportFault(f"line {number}: a board of {columns} by {rows} hexes cannot be taken")
    return columns, rows


def add_hex(board: MegaMekBoard, words: list[str], number: int) -> None:
    """Put the hex of a line on the board. ImportFault if it lies beyond it, or there is one already."""
    if not board.columns:
        raise ImportFault(f"line {number}: the size of the board stands before its hexes")
    words += ["0", "", ""][len(words) - 2 :] if len(words) >= 2 else []
    if len(words) < 5 or not NUMBER.fullmatch(words[2]):
        raise ImportFault(f'line {number}: a hex is its place, its level and its terrain: hex 0101 0 "" ""')
    cell = place_of(board, words[1], number)
    if cell in board.hexes:
        raise ImportFault(f"line {number}: hex {excerpt(words[1])} is there already")
    terrains = tuple(terrain_of(part, number) for part in words[3].split(";") if part.strip())
    board.hexes[cell] = BoardHex(int(words[2]), terrains, words[4].strip())


def place_of(board: MegaMekBoard, name: str, number: int) -> Cell:
    """The cell of a name such as 0305; on boards beyond 99 the lines lie in order, row by row."""
    if max(board.columns, board.rows) > 99:
        index = len(board.hexes)
        cell = index % board.columns, index // board.columns
    elif re.fullmatch(r"\d{4}", name):
        cell = int(name[:2]) - 1, int(name[2:]) - 1
    else:
        raise ImportFault(f"line {number}: {excerpt(name)} is not the place of a hex, such as 0101")
    if not (0 <= cell[0] < board.columns and 0 <= cell[1] < board.rows):
        raise ImportFault(
            f"line {number}: hex {excerpt(name)} lies beyond the board of {board.columns} by {board.rows}"
        )
    return cell


def terrain_of(text: str, number: int) -> tuple[str, int]:
    """A terrain with its level: `woods:1`; what follows are its exits."""
    match = TERRAIN.fullmatch(text)
    if not match:
        raise ImportFault(f"line {number}: {excerpt(text)} is not a terrain such as woods:1")
    return match[1].casefold(), 0 if match[2] == "*" else int(match[2])


def excerpt(text: str) -> str:
    """A text in a message."""
    return quote(text.strip()[:SHOWN])


# ---------------------------------------------------------------- what lies on a hex


def names_of(on: BoardHex) -> tuple[str, ...]:
    """The terrains of a hex by names with words, the uppermost first; its level is the lowest."""
    kinds = [pair for pair in on.terrains if not DETAIL.fullmatch(pair[0])]
    kinds.sort(key=lambda pair: ORDER.index(pair[0]) if pair[0] in ORDER else len(ORDER))
    return (*(name_of(kind, level) for kind, level in kinds), *level_name(on.level))


def name_of(kind: str, level: int) -> str:
    """A terrain with its level in words."""
    words = kind.replace("_", " ")
    return LEVELS.get(kind, {}).get(level) or (words if level in (0, 1) else f"{words} {level}")


def level_name(level: int) -> tuple[str, ...]:
    """Ground above or below the level 0 as a terrain of its own."""
    if level == 0:
        return ()
    return (f"hill of level {level}",) if level > 0 else (f"sunken {-level}",)


def remarks_of(board: MegaMekBoard) -> Iterator[Remark]:
    """What of a board no board of ours has."""
    details = Counter(
        kind for on in board.hexes.values() for kind, _ in on.terrains if DETAIL.fullmatch(kind)
    )
    if details:
        text = "these say more of a hex than a board of these rules holds"
        yield Remark(RemarkKind.LEFT, ", ".join(sorted(details))[:120], text)
    themes = sorted({on.theme for on in board.hexes.values() if on.theme})
    if themes:
        yield Remark(RemarkKind.LEFT, "theme", f"{', '.join(themes)[:120]}: boards here have one look")
    for kind, count in sorted(board.beside.items()):
        yield Remark(
            RemarkKind.LEFT, f"{kind[:40]}, {count} lines" if count > 1 else kind[:40], "is not taken"
        )
    missing = board.columns * board.rows - len(board.hexes)
    if missing:
        yield Remark(RemarkKind.DEFAULT, "hexes", f"{missing} have no line: open ground")
