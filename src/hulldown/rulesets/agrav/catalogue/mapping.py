"""What the map of a scenario file can get wrong: the picture, its sections, barricades and smoke."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.catalogue import Problem, quote
from hulldown.rulesets.agrav.catalogue.scenarios import Built, Scenario, tiles_of
from hulldown.rulesets.agrav.codes import BARRICADES, COLUMNS, SECTIONS


def map_problems(file: Scenario) -> Iterator[Problem]:
    """Everything wrong with the map; what lies on it is looked at only if the picture can be read."""
    drawn = list(picture_problems(file))
    yield from drawn
    if drawn:
        return
    yield from section_problems(file)
    yield from uncovered_problems(file)
    yield from barricade_problems(file)
    for number, smoke in enumerate(file.smoke):
        if not on_map(file, *smoke.tile) or not walkable(file, *smoke.tile):
            yield Problem(("smoke", number, "tile"), "smoke needs an open tile on the map", "AG-3.11")


def picture_problems(file: Scenario) -> Iterator[Problem]:
    """No picture, rows of different lengths, signs that the legend does not explain."""
    if not file.picture or not file.columns:
        yield Problem(("picture",), "is missing")
        return
    if file.columns > COLUMNS:
        yield Problem(("picture", 0), f"a row has at most {COLUMNS} tiles")
    for row, line in enumerate(file.picture):
        if len(line) != file.columns:
            yield Problem(("picture", row), f"should have {file.columns} tiles, not {len(line)}")
        for sign in sorted(set(line) - set(file.legend) - {"."}):
            yield Problem(("picture", row), f"the legend does not say what {quote(sign)} means")


def section_problems(file: Scenario) -> Iterator[Problem]:
    """Sections off the map, of several kinds of structure, or on top of each other (AG-20.1)."""
    if len(file.sections) > SECTIONS:
        yield Problem(("sections",), f"may be at most {SECTIONS}")
    taken: dict[tuple[int, int], str] = {}
    for name, box in file.sections.items():
        tiles = tiles_of(box)
        place = ("sections", name)
        if not tiles or not all(on_map(file, *tile) for tile in tiles):
            yield Problem(place, "must be [west, north, east, south] on the map")
            continue
        kinds = {file.sign(*tile) for tile in tiles}
        if len(kinds) > 1 or not isinstance(next(iter(kinds)), Built):
            yield Problem(place, "must be one kind of structure in the picture", "AG-20.1")
        for tile in tiles:
            other = taken.setdefault(tile, name)
            if other != name:
                yield Problem(place, f"lies on {other}")
                break


def uncovered_problems(file: Scenario) -> Iterator[Problem]:
    """Structures in the picture that belong to no section."""
    covered = {tile for box in file.sections.values() for tile in tiles_of(box)}
    for row in range(len(file.picture)):
        for column in range(file.columns):
            if isinstance(file.sign(column, row), Built) and (column, row) not in covered:
                yield Problem(("picture", row), f"the structure at {column},{row} is in no section")


def barricade_problems(file: Scenario) -> Iterator[Problem]:
    """Barricades that are not between two tiles of the map, or lie there twice (AG-3.7)."""
    if len(file.barricades) > BARRICADES:
        yield Problem(("barricades",), f"may be at most {BARRICADES}")
    for number, one in enumerate(file.barricades):
        beyond = (one.column, one.row + 1) if one.south else (one.column + 1, one.row)
        if not on_map(file, one.column, one.row) or not on_map(file, *beyond):
            yield Problem(("barricades", number), "must lie between two tiles of the map", "AG-3.7")
        if one in file.barricades[:number]:
            yield Problem(("barricades", number), "lies there already")


def on_map(file: Scenario, column: int, row: int) -> bool:
    """Whether the picture has such a tile."""
    return 0 <= column < file.columns and 0 <= row < len(file.picture)


def walkable(file: Scenario, column: int, row: int) -> bool:
    """Whether units can stand on a tile (AG-2.3)."""
    return file.sign(column, row) in ("clear", "debris", "open gate")
