"""The lab's page: a study as it is shown, with its course and its plots; two side by side.

`hulldown.lab` and what it needs are an extra: here it is imported where it is used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hulldown import __version__, rulesets
from hulldown.catalogue import CatalogueError, as_word
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import load_pack, load_stack
from hulldown.server.http.errors import ApiError
from hulldown.server.lab import queue
from hulldown.server.lab.requests import need_lab, stranger, why_not, with_ids
from hulldown.server.rules.rulebook import variants

if TYPE_CHECKING:
    from hulldown.lab.unit_numbers import UnitNumber

Opened = TypeVar("Opened")
Kept = tuple[queue.StudyLine, Path]  # a study as it is listed, and its folder
POINTS = 160  # of the course of a study, at most
ENDED = ("done", "stopped")  # states in which a study may have a result
LARGEST = 2 * 1024 * 1024  # bytes of looks that are read one by one; of more, some


@dataclass(frozen=True)
class Change:
    """What an arm changes: an option or a number with what is printed, a number of a unit, or a pack, a
    force, players. What the base says stands under the arm `book`.
    """

    arm: str
    kind: str
    id: str
    value: str
    printed: str
    rule: str
    text: str


@dataclass(frozen=True)
class StudyCheck:
    """What better players say of a study: in which study they are asked, what that is doing, and the
    sentence, empty as long as it has no result.
    """

    id: str
    player: str
    state: str
    sentence: str


@dataclass(frozen=True)
class StudyPage:
    """A study with its result, if there is one, and the last look at it. `study` can be asked again.

    `check` is what better players say of it, if they were asked; `better` the player that can be asked.
    """

    line: queue.StudyLine
    study: dict[str, Any]
    changes: list[Change]
    scenarios: dict[str, str]
    result: dict[str, Any] | None
    look: dict[str, Any] | None
    check: StudyCheck | None = None
    better: str = ""


@dataclass(frozen=True)
class StudyPlot:
    """A plot with a line about its meaning and the table behind it."""

    id: str
    title: str
    meaning: str
    svg: str
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Apart:
    """How much more of the points the second of two studies gives the first side, in points."""

    scenario: str
    arms: list[str]
    estimate: float | None
    low: float | None
    high: float | None
    blocks: int


@dataclass(frozen=True)
class ComparedStudies:
    """Two studies on one scale; `why` says why no difference can be told, where that is so."""

    first: StudyPage
    second: StudyPage
    differences: list[Apart]
    why: str
    svg: str


@dataclass(frozen=True)
class LookPoint:
    """How a cell stood after so many pairs; shares, or differences between them."""

    blocks: int
    estimate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Looks:
    """The course of a cell since an earlier look at `from`: `next` is what to ask for then, `last` the last
    look whole.
    """

    next: int
    points: list[LookPoint]
    last: dict[str, Any] | None


# ---------------------------------------------------------------- one that is kept


def page(line: queue.StudyLine, path: Path, check: Kept | None = None) -> StudyPage:
    """A study as it is shown, with the study in which better players are asked: no game is read."""
    data = json.loads(json.dumps(queue.load_toml(path / queue.STUDY)))
    asked = queue.load_json(path / queue.ASKED)
    files = asked.get("packs", {}) if isinstance(asked, dict) else {}
    ruleset = rulesets.get(line.ruleset) if line.ruleset in rulesets.names() else None
    result = queue.load_json(path / queue.RESULT)
    own = (result or {}).get("names", {}).get("scenarios", {})
    if ruleset and not result:
        own = scenario_names(ruleset, data.get("base", {}).get("packs", ()), path)
    shipped = (
        {scenario.id: scenario.name for scenario in ruleset.files.scenarios().values()} if ruleset else {}
    )
    changed = (
        list(changes(data, ruleset, path, files)) if ruleset else []
    )  # packs by their files, not yet by their ids
    return StudyPage(
        line,
        with_ids(data, files, path),
        changed,
        {**shipped, **own},
        result,
        queue.last_look(path / queue.LOOKS),
        checked(path, result, check),
        better_player(line, path),
    )


def checked(path: Path, result: Mapping[str, Any] | None, check: Kept | None) -> StudyCheck | None:
    """What better players say of a study: in a study of theirs, or as the result has it already."""
    known = (result or {}).get("check")
    if known:
        return StudyCheck("", known["player"], "done", known["sentence"])
    if result is None or check is None:
        return None
    from hulldown.lab import Folder
    from hulldown.lab.agreement import check_of

    line, folder = check
    theirs = queue.load_json(folder / queue.RESULT)
    player = str(queue.load_toml(folder / queue.STUDY).get("players", [""])[0])
    sentence = ""
    if theirs and line.state in ENDED:
        sentence = str(check_of(understood_by(Folder.open, path).study, result, theirs)["sentence"])
    return StudyCheck(line.id, player, line.state, sentence)


def better_player(line: queue.StudyLine, path: Path) -> str:
    """The player that can be asked whether it agrees with a study that is done; empty where none can."""
    if line.state != "done" or why_not() or line.ruleset not in rulesets.names():
        return ""
    from hulldown.lab import Folder
    from hulldown.lab.agreement import better_player as better_than
    from hulldown.lab.agreement import need_answers

    ruleset = rulesets.get(line.ruleset)
    try:
        study = Folder.open(path).study
        need_answers(study)
    except CatalogueError:
        return ""
    better = better_than(study.players, ruleset)
    return "" if not better or stranger(better, ruleset) else better


def changes(
    data: Mapping[str, Any], ruleset: Ruleset, base: Path, files: Mapping[str, str]
) -> Iterator[Change]:
    """What the arms of a study change, with the rules behind it; packs have their ids by their files."""
    known = {variant.id: variant for variant in variants(ruleset)}
    below = data.get("base", {})
    layers = [("book", below), *data.get("arms", {}).items()]
    numbers = partial(numbers_in, ruleset, below.get("packs", ()), base)
    for name, arm in layers:
        for kind in ("options", "values"):
            for variant_id, value in arm.get(kind, {}).items():
                info = known.get(variant_id)
                printed, rule, text = (info.default, info.rule, info.text) if info else ("", "", "")
                yield Change(name, kind[:-1], variant_id, as_word(value), printed, rule, text)
        for place, value in arm.get("units", {}).items():
            yield of_unit(numbers(), name, "unit", place, f"{value:g}")
        for key in arm.get("off", ()):
            yield Change(name, "house_rule", key, "off", "in force", "", "")
        for pack in arm.get("packs", ()):
            known_as = files.get(Path(pack).name, pack)
            yield Change(name, "pack", known_as, pack_name(base / pack), "", "", "")
        for unit, build in arm.get("forces", {}).items():
            yield Change(name, "force", unit, named(build), "", "", "")
        if arm.get("force"):
            yield Change(name, "force", "", ", ".join(map(named, arm["force"])), "", "", "")
        if arm.get("players"):
            yield Change(name, "players", "", " and ".join(arm["players"]), "", "", "")
    for knob in data.get("knobs", {}):
        low, high = data["knobs"][knob]
        if "." in knob:
            yield of_unit(numbers(), "", "knob", knob, f"{low:g} to {high:g}")
        elif info := known.get(knob):
            yield Change("", "knob", knob, f"{low:g} to {high:g}", info.default, info.rule, info.text)


def of_unit(numbers: Mapping[str, UnitNumber], arm: str, kind: str, place: str, value: str) -> Change:
    """A change of a number of a unit, with what it is in the base."""
    number = numbers.get(place)
    before, rule, text = (f"{number.value:g}", number.rule, number.title) if number else ("", "", "")
    return Change(arm, kind, place, value, before, rule, text)


def scenario_names(ruleset: Ruleset, packs: Sequence[str], base: Path) -> dict[str, str]:
    """What the scenarios of packs are called; nothing of packs that cannot be read."""
    with suppress(CatalogueError, OSError):
        stack = load_stack(ruleset, [base / pack for pack in packs])
        own = stack.ruleset.files.own_scenario
        return {name: own(file).name for name, file in stack.scenarios.items()}
    return {}


def numbers_in(ruleset: Ruleset, packs: Sequence[str], base: Path) -> Mapping[str, UnitNumber]:
    """The numbers of units with packs in force; of packs that cannot be read as they are printed."""
    from hulldown.lab.unit_numbers import numbers_of

    with suppress(CatalogueError, OSError):
        return numbers_of(load_stack(ruleset, [base / pack for pack in packs]).ruleset)
    return numbers_of(ruleset)


def pack_name(path: Path) -> str:
    """What a pack is called; one that cannot be read by its file."""
    try:
        return load_pack(path).sheet.name
    except (CatalogueError, OSError):
        return path.stem.replace("_", " ")


def named(build: Any) -> str:
    """What a build is called."""
    return str(build.get("name") or "a build") if isinstance(build, Mapping) else str(build)


def looks(path: Path, since: int, cell: int) -> Looks:
    """The course of a cell from a place in the file of looks on, some points of it."""
    entries, end = load_looks(path / queue.LOOKS, since)
    points = [point for look in entries if (point := point_of(look, cell))]
    return Looks(end, points, entries[-1] if entries else None)


def load_looks(file: Path, since: int = 0) -> tuple[list[dict[str, Any]], int]:
    """Looks from a place in their file on, some of them where they are many; and where the next begins."""
    try:
        size = file.stat().st_size
    except OSError:
        return [], 0
    since = since if 0 <= since <= size else 0
    with file.open("rb") as open_file:
        open_file.seek(since)
        if size - since <= LARGEST:
            lines = open_file.read().split(b"\n")
            whole, end = lines[:-1], size - len(lines[-1])
        else:
            whole = []
            for at in range(POINTS):
                open_file.seek(since + at * (size - since) // POINTS)
                open_file.readline()
                whole.append(open_file.readline().rstrip(b"\n"))
            end = size
    entries: list[dict[str, Any]] = []
    for line in thinned(whole):
        with suppress(ValueError):
            entries.append(json.loads(line))
    return entries, end


def thinned(lines: list[bytes]) -> list[bytes]:
    """Some of many lines, the last among them."""
    step = -(-len(lines) // POINTS) or 1
    return [*lines[:-1:step], *lines[-1:]]


def point_of(look: Mapping[str, Any], cell: int) -> LookPoint | None:
    """How a cell stood in a look."""
    cells = look.get("cells", [])
    if not 0 <= cell < len(cells):
        return None
    row = cells[cell]
    return LookPoint(int(row["blocks"]), row.get("estimate"), row.get("low"), row.get("high"))


# ---------------------------------------------------------------- plots, and two on one scale


def plots(line: queue.StudyLine, path: Path, width: int) -> list[StudyPlot]:
    """The plots of a study, kept beside it; while it is played only how sure it is by now."""
    from hulldown.lab import Folder
    from hulldown.lab.plots import plots as drawn
    from hulldown.lab.study_names import names_of

    need_lab()
    result = queue.load_json(path / queue.RESULT) if line.state in ("done", "stopped", "failed") else None
    shelf, mark = path / "plots" / f"page-{width}.json", {}
    if result:
        mark = {"result": (path / queue.RESULT).stat().st_mtime_ns, "version": __version__}
        known = queue.load_json(shelf)
        if isinstance(known, dict) and known.get("mark") == mark:
            return [StudyPlot(**plot) for plot in known["plots"]]
    study = understood_by(Folder.open, path).study
    frames = frames_of(path) if result else {}
    looks, names = load_looks(path / queue.LOOKS)[0], names_of(study, path)
    study_plots = drawn(result or {"kind": line.kind}, looks, frames, study=study, width=width, names=names)
    page_plots = [
        StudyPlot(
            plot.id, plot.title, plot.meaning, plot.svg, list(plot.head), [list(row) for row in plot.rows]
        )
        for plot in study_plots
    ]
    if result:
        with suppress(OSError):
            shelf.parent.mkdir(exist_ok=True)
            queue.write_json(shelf, {"mark": mark, "plots": [asdict(plot) for plot in page_plots]})
    return page_plots


def understood_by(opened: Callable[[Path], Opened], path: Path) -> Opened:
    """A folder opened. Refused (409) with what is wrong with it."""
    try:
        return opened(path)
    except CatalogueError as error:
        raise ApiError(409, "unreadable", error.lines[0].replace(str(path), "the study")[:400]) from None


def frames_of(path: Path) -> dict[str, Any]:
    """The tables of a study."""
    import polars as pl

    return {
        file.stem: pl.read_parquet(file, glob=False)
        for file in path.glob("*.parquet")
        if file.stem != "looks"
    }


def table(path: Path) -> Path:
    """The games as a file for a spreadsheet, written once. Refused (409) where there are none yet."""
    from hulldown.lab.report import games_csv

    games, file = path / "games.parquet", path / "games.csv"
    if not games.is_file():
        raise ApiError(
            409, "no_games", "This study has no games yet; they are written when it ends or is stopped."
        )
    if not file.is_file() or file.stat().st_mtime_ns < games.stat().st_mtime_ns:
        new = file.with_suffix(".new")
        new.write_bytes(games_csv(path))
        os.replace(new, file)
    return file


def report(path: Path) -> Path:
    """The report as one file, written if it is not there. Refused (409) before the first result."""
    from hulldown.lab import Folder
    from hulldown.lab.report import report_html

    file = path / "report.html"
    if not (path / queue.RESULT).is_file():
        raise ApiError(409, "no_result", "There is nothing to report yet; this study has no result.")
    if not file.is_file() or file.stat().st_mtime_ns < (path / queue.RESULT).stat().st_mtime_ns:
        file.write_bytes(report_html(understood_by(Folder.open, path)).encode())
    return file


def compared(first: Kept, other: Kept, width: int) -> ComparedStudies:
    """Two studies on one scale. Differences are told only where both have played the same games' dice."""
    from hulldown.lab import Folder
    from hulldown.lab.results import compared as both_compared

    need_lab()
    pages = [page(line, path) for line, path in (first, other)]
    for line, path in (first, other):
        if not (path / queue.RESULT).is_file() or not (path / "games.parquet").is_file():
            raise ApiError(409, "no_result", f"{line.name} has no result yet.")
    folders = [understood_by(Folder.open, path) for _, path in (first, other)]
    comparison = both_compared(*folders)
    apart = [Apart(**row) for row in comparison["differences"]]
    return ComparedStudies(pages[0], pages[1], apart, comparison["why"], side_by_side(pages, width))


def about(study: StudyPage, answer: Mapping[str, Any]) -> str:
    """What an answer of a study is about, by the names of its arm and scenario."""
    arms = (study.result or {}).get("names", {}).get("arms", {})
    what = arms.get(answer["what"]) or answer["what"].replace("_", " ")
    scenario = answer["scenario"]
    return f"{what}, {study.scenarios.get(scenario) or scenario.replace('_', ' ')}"


def side_by_side(pages: list[StudyPage], width: int) -> str:
    """The answers of both studies as lines of one plot."""
    from hulldown.views import plots as draw

    answers = [(study, answer) for study in pages for answer in (study.result or {}).get("answers", ())]
    answers = [row for row in answers if row[1].get("estimate") is not None][:24]
    centred = {study.line.kind in ("variant", "atlas", "units") for study in pages}
    if not answers or len(centred) > 1:
        return ""
    lines = [
        draw.ForestRow(
            about(study, answer),
            answer["estimate"],
            answer["low"],
            answer["high"],
            "disc" if study is pages[0] else "diamond",
            answer["verdict"] == "different",
            study.line.name,
        )
        for study, answer in answers
    ]
    differ = centred == {True}
    unit = "points for the first side" if differ else "share of the first side, %"
    bounds = (0.0, 0.0, -100.0, 100.0) if differ else (50.0, 0.0, 0.0, 100.0)
    summary = "; ".join(f"{study.line.name}: {study.line.sentence}" for study in pages)
    words = draw.Words("both", "Both on one scale", summary)
    return draw.forest(words, lines, draw.Axis(unit, *bounds), width=width)
