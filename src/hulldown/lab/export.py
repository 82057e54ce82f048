"""What a study leaves behind: tables, result, report, one file of it; what only its replays show."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import polars as pl

from hulldown.game import Game, Step
from hulldown.lab.plots import plots
from hulldown.lab.recording import LOCK, REPORT, RESULT, STUDY, Folder, StudyReplay, write
from hulldown.lab.report import report_html
from hulldown.lab.results import result_of, share_row, tables
from hulldown.lab.running import Run, StudyLook
from hulldown.views.charts import FORMULA, NUMBER, QUOTE, marked
from hulldown.views.plots import standing_alone

TOLD = 24  # games of an arm in a scenario
REMOVED = "wreck"  # what the card of a unit says that fights no more
NOBODY = ""  # a mine, a fire, the end of a turn


def replay_stats(again: StudyReplay) -> list[dict[str, Any]]:
    """For each arm and scenario: in how many of the games that were told a rule was cited, and how often a
    unit removed another; shares with their interval over games.
    """
    rows = again.rows.with_row_index("number").filter(~pl.col("stalled"))
    stats = []
    for (arm, scenario), some in rows.group_by("arm", "scenario", maintain_order=True):
        numbers = some["number"].to_list()
        drawn = sorted(Random(again.folder.study.seed).sample(numbers, min(TOLD, len(numbers))))
        stats.append({"arm": arm, "scenario": scenario, "games": len(drawn), **of_games(again, drawn)})
    return stats


def of_games(again: StudyReplay, numbers: list[int]) -> dict[str, Any]:
    """What some games tell."""
    rules: Counter[str] = Counter()
    removed: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        cited: set[str] = set()
        lost: set[tuple[str, str]] = set()
        standing: dict[str, bool] = {}
        for game, turn in again.turns(number):
            cited.update(rule for sentence in turn.sentences for rule in sentence.rules)
            lost |= losses(game, turn, standing)
        rules.update(cited)
        removed.update(lost)
    count = len(numbers)
    return {
        "rules": [{"rule": rule, **share_row(times, count)} for rule, times in sorted(rules.items())],
        "removed": [
            {"by": by, "unit": unit, **share_row(times, count)}
            for (by, unit), times in sorted(removed.items())
        ],
    }


def losses(game: Game, turn: Step, standing: dict[str, bool]) -> set[tuple[str, str]]:
    """Who was removed by an order, and by whom: the unit that it names first; `standing` is kept true."""
    now = {card.unit: REMOVED not in card.state for card in game.ruleset.table.cards(game.state, None)}
    gone = {unit for unit, stands in now.items() if not stands and standing.get(unit, True)}
    standing.update(now)
    first = turn.order.text.split()[0]
    return {(first if first in now and first != unit else NOBODY, unit) for unit in gone}


# ---------------------------------------------------------------- export
# What a study leaves behind: tables, the result, the report; and one file of it to give away.


GAMES = (
    "arm", "scenario", "players", "block", "swap", "key", "winner", "ended_by", "orders", "turns", "luck",
    "lead_changes", "behind", "decided_at", "touched", "stalled", "digest",
)  # fmt: skip
BEGINNING = (1980, 1, 1, 0, 0, 0)  # every file of an export is of this date: equal studies, equal bytes


def finish(run: Run) -> dict[str, Any]:
    """Write everything that comes of a study's slices, and give its result. CannotKeep if it cannot."""
    folder = run.folder
    if folder is None:
        return result_of(run)
    frames = tables(run)
    for name, frame in frames.items():
        kept = frame.select(columns_of_games(frame)) if name == "games" else frame.drop("setting")
        folder.write_table(name, kept)
    folder.write_table("looks", looks_of(run.looks))
    result = result_of(run, frames)
    if run.study.record.tables and len(frames["games"]):
        result["told"] = replay_stats(StudyReplay(folder))
    folder.write_result(result)
    for plot in plots(result, folder.looks(), frames, study=run.study):
        folder.write_plot(plot.id, standing_alone(plot.svg))
    write(folder.path / REPORT, report_html(folder).encode())
    return result


def columns_of_games(frame: pl.DataFrame) -> list[pl.Expr]:
    """The columns of `games.parquet` in their order; what was not kept is null."""
    return [pl.col(name) if name in frame.columns else pl.lit(None, pl.Float64).alias(name) for name in GAMES]


def looks_of(looks: list[StudyLook]) -> pl.DataFrame:
    """How every cell stood at every look, without what a clock says."""
    rows = [
        (look.slices, cell.arm, cell.scenario, cell.blocks, cell.estimate, cell.low, cell.high, cell.verdict)
        for look in looks
        for cell in look.cells
    ]
    names = ("slice", "arm", "scenario", "blocks", "estimate", "low", "high", "verdict")
    kinds = (pl.Int64, pl.String, pl.String, pl.Int64, pl.Float64, pl.Float64, pl.Float64, pl.String)
    return pl.DataFrame(rows, dict(zip(names, kinds, strict=True)), orient="row")


def csv(folder: Folder) -> bytes:
    """The games as CSV."""
    return games_csv(folder.path)


def games_csv(path: Path) -> bytes:
    """The games in a study's folder as CSV, of which a spreadsheet calculates nothing."""
    frame = pl.read_parquet(path / "games.parquet", glob=False)
    for name in (name for name, kind in frame.schema.items() if kind == pl.String):
        text = pl.col(name)
        formula = text.str.contains(FORMULA) & ~text.str.contains(NUMBER)
        frame = frame.with_columns(pl.when(formula).then(pl.lit(QUOTE) + text).otherwise(text).alias(name))
    return marked(frame.write_csv()).encode()


def zipped(folder: Folder) -> bytes:
    """All that came of a study, without its parts: what was asked, the result, tables, plots, the report."""
    packed = io.BytesIO()
    files = [folder.path / name for name in (STUDY, LOCK, RESULT, REPORT)]
    files += [
        *folder.path.glob("*.parquet"),
        *folder.path.glob("plots/*.svg"),
        *folder.path.glob("files/**/*"),
    ]
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(file for file in files if file.is_file()):
            name = f"{folder.path.resolve().name}/{path.relative_to(folder.path)}"
            archive.writestr(zipfile.ZipInfo(name, BEGINNING), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


EXPORTS: dict[str, Callable[[Folder], bytes]] = {
    ".csv": csv,
    ".html": lambda folder: (folder.path / REPORT).read_bytes(),
    ".zip": zipped,
}


def exported(folder: Folder, ending: str) -> bytes:
    """A study in one file, by its ending. KeyError for one that there is not."""
    return EXPORTS[ending.lower()](folder)
