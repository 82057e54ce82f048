"""A study's folder: what was asked, every slice, what came of it, and any of its games again."""

from __future__ import annotations

import json
import os
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import polars as pl

import hulldown
from hulldown.ai.match import Arena, RecordOptions
from hulldown.catalogue import CatalogueError, is_toml
from hulldown.catalogue.pack import pack_files
from hulldown.deprecated import RenamedMember
from hulldown.game import Game, Step
from hulldown.game.secret import DiceSecret
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DECISIONS, DRAW, RUNNING
from hulldown.lab.arms import StudyBase
from hulldown.lab.plan import PreparedSetting, Setting, keys_of, plan_of
from hulldown.lab.playing import Slice, Table
from hulldown.lab.study import Study, load_study, study_text

STUDY, LOCK, RESULT, REPORT, PARTS = "study.toml", "lock.json", "result.json", "report.html", "parts"
PLOTS = "plots"
LOOKS = "looks.jsonl"  # how it stood while it ran; it may be lost without harm
Layer = TypeVar("Layer", bound=StudyBase)
OWN = "files"  # packs, scenarios and builds of a study, copied beside it
# All that decides games, besides the ruleset: a study goes on only by the same.
RULES = (
    "kernel",
    "catalogue",
    "rulesets/common",
    "rulesets/api",
    "ai",
    "lab/arms.py",
    "lab/plan.py",
    "lab/playing.py",
    "lab/unit_numbers.py",
)
SOURCES = ("*.py", "*.toml")


class CannotKeep(OSError):
    """A study's folder cannot be written; the message says why."""


class Folder:
    """A study on disk."""

    kept = RenamedMember("load_slice")

    def __init__(self, path: Path, study: Study) -> None:
        self.path, self.study = path, study

    # ---- begun and found again

    @classmethod
    def begin(cls, path: Path, study: Study, base: Path) -> Folder:
        """A new folder, with a copy of all files that the study names. CatalogueError if there is one
        already; CannotKeep where none can be.
        """
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            what = (
                "holds a study already; go on with it, or name another"
                if (path / STUDY).exists()
                else "is there already"
            )
            raise CatalogueError([f"{path}: {what}"])
        try:
            (path / PARTS).mkdir(parents=True, exist_ok=True)
            own = with_own_files(study, base, path / OWN)
            write(path / LOCK, as_json(lock_of(own)))
            write(path / STUDY, study_text(own).encode())  # last: with it the folder is a study
        except OSError as wrong:
            raise cannot(path, wrong) from None
        return cls(path, own)

    @classmethod
    def open(cls, path: Path) -> Folder:
        """A folder that holds a study, whatever may be asked today. CatalogueError if it holds none."""
        if not (path / STUDY).is_file():
            raise CatalogueError([f"{path}: holds no study ({STUDY})"])
        study, _ = load_study(path, finished=True)
        return cls(path, study)

    def same_rules(self) -> None:
        """CatalogueError if games would be others today: it says which part of the program has changed, or
        what of the study cannot be asked any more.
        """
        then, now = json.loads((self.path / LOCK).read_text("utf-8")), lock_of(self.study)
        if then.get("rules") != now["rules"]:
            parts = [
                name for name, digest in now["parts"].items() if then.get("parts", {}).get(name) != digest
            ]
            what = ", ".join(parts) or "the program"
            instead = "show or export it, or play it again in another folder"
            raise CatalogueError([f"{self.path}: was played by other rules ({what} changed): {instead}"])
        load_study(self.path)

    # ---- slices

    def keep(self, played: Slice) -> None:
        """Write a slice, its games last. CannotKeep if there is no room; no half of it is there then."""
        try:
            for name, table in sorted(played.tables.items(), key=lambda item: item[0] == "games"):
                path = self.part(played.number, name)
                with_frame = pl.DataFrame(plainly(table))
                new = path.with_suffix(".new")
                with_frame.write_parquet(new, compression="zstd")
                os.replace(new, path)
        except (OSError, pl.exceptions.ComputeError) as wrong:
            raise cannot(self.path, wrong) from None

    def part(self, number: int, table: str) -> Path:
        """The file of a slice's table."""
        return self.path / PARTS / f"{number:06d}.{table}.parquet"

    def load_slice(self, number: int) -> Slice | None:
        """A slice, if it is there and can be read."""
        frames = {}
        for path in sorted((self.path / PARTS).glob(f"{number:06d}.*.parquet")):
            try:
                frame = pl.read_parquet(path, glob=False)
            except (OSError, pl.exceptions.PolarsError):
                return None
            frames[path.name.split(".")[1]] = {name: frame[name].to_numpy() for name in frame.columns}
        return Slice(number, frames) if "games" in frames else None

    def numbers(self) -> set[int]:
        """The slices that are there."""
        return {int(path.name[:6]) for path in (self.path / PARTS).glob("*.games.parquet")}

    # ---- what comes of them

    def table(self, name: str, until: Mapping[int, int]) -> pl.DataFrame:
        """All rows of a table that count: of each setting the blocks below a number."""
        parts = sorted((self.path / PARTS).glob(f"*.{name}.parquet"))
        return counting(pl.scan_parquet(parts, glob=False), until) if parts else pl.DataFrame()

    def write_table(self, name: str, frame: pl.DataFrame) -> None:
        """A table beside the parts, and as CSV."""
        try:
            new = self.path / f"{name}.new"
            frame.write_parquet(new, compression="zstd")
            os.replace(new, self.path / f"{name}.parquet")
        except (OSError, pl.exceptions.PolarsError) as wrong:
            raise cannot(self.path, wrong) from None

    def write_plot(self, name: str, svg: str) -> None:
        """A plot, as a picture of its own."""
        try:
            (self.path / PLOTS).mkdir(exist_ok=True)
            write(self.path / PLOTS / f"{name}.svg", svg.encode())
        except OSError as wrong:
            raise cannot(self.path, wrong) from None

    def note(self, look: Mapping[str, Any]) -> None:
        """Write down how the study stands, for whoever watches it."""
        try:
            with (self.path / LOOKS).open("a", encoding="utf-8") as file:
                file.write(json.dumps(look) + "\n")
        except OSError as wrong:
            raise cannot(self.path, wrong) from None

    def looks(self) -> list[dict[str, Any]]:
        """How the study stood, one look after another; a line that was cut off is left out."""
        path, entries = self.path / LOOKS, list[dict[str, Any]]()
        for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
            with suppress(ValueError):
                entries.append(json.loads(line))
        return entries

    def write_result(self, result: Mapping[str, Any]) -> None:
        """`result.json`, without what differs from machine to machine: the time that it took."""
        try:
            write(self.path / RESULT, as_json({k: v for k, v in result.items() if k != "seconds"}))
        except OSError as wrong:
            raise cannot(self.path, wrong) from None

    def result(self) -> dict[str, Any] | None:
        """What came of it, if it came to an end or was stopped."""
        path = self.path / RESULT
        data: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        return data or None


def cannot(path: Path, wrong: Exception) -> CannotKeep:
    """Why nothing can be kept, in a line."""
    why = getattr(wrong, "strerror", None) or str(wrong).split("\n")[0]
    return CannotKeep(f"{path}: cannot be written: {why}")


def write(path: Path, data: bytes) -> None:
    """A file, whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    os.replace(new, path)


def as_json(data: Mapping[str, Any]) -> bytes:
    """Data as people can read it, too."""
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def counting(rows: pl.LazyFrame, until: Mapping[int, int]) -> pl.DataFrame:
    """Those rows of each setting whose block is below a number."""
    limits = pl.LazyFrame(
        {"setting": list(until), "until": list(until.values())}, {"setting": pl.Int32, "until": pl.Int64}
    )
    known = rows.with_columns(pl.col("setting").cast(pl.Int32)).join(limits, on="setting")
    return known.filter(pl.col("block") < pl.col("until")).drop("until").collect()


def plainly(table: Table) -> dict[str, Any]:
    """Columns as Polars takes them: texts as texts, also where there are none."""
    return {
        name: pl.Series(name, column.tolist(), pl.String)
        if column.dtype == object
        else pl.Series(name, column)
        for name, column in table.items()
    }


# ---------------------------------------------------------------- the files of a study


def with_own_files(study: Study, base: Path, folder: Path) -> Study:
    """The study with its packs, scenarios and builds copied beside it."""

    def with_copies(layer: Layer) -> Layer:
        packs = tuple(copied(base / path, folder) for path in layer.packs)
        forces = {unit: moved(what, base, folder) for unit, what in layer.forces.items()}
        return layer.model_copy(update={"packs": packs, "forces": forces})

    arms = {}
    for name, arm in study.arms.items():
        force = tuple(moved(what, base, folder) for what in arm.force)
        arms[name] = with_copies(arm).model_copy(update={"force": force})
    scenarios = tuple(str(moved(name, base, folder)) for name in study.scenarios)
    return study.model_copy(update={"base": with_copies(study.base), "arms": arms, "scenarios": scenarios})


def moved(what: Any, base: Path, folder: Path) -> Any:
    """A path to a file beside the study; whatever else as it is."""
    return copied(base / what, folder) if isinstance(what, str) and is_toml(what) else what


def copied(path: Path, folder: Path) -> str:
    """A copy of a file or a folder: its path as the study sees it. Two of one name are numbered."""
    if path.resolve().parent == folder.resolve():
        return f"{OWN}/{path.name}"
    folder.mkdir(parents=True, exist_ok=True)
    digest = sha256(str(path.resolve()).encode()).hexdigest()[:4]
    target = folder / path.name
    if target.exists():
        target = folder / f"{path.stem}-{digest}{path.suffix}"
    if path.is_dir():
        for name, text in pack_files(path).texts.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_text(text, encoding="utf-8")
    else:
        shutil.copyfile(path, target)
    return f"{OWN}/{target.name}"


# ---------------------------------------------------------------- by which rules


def lock_of(study: Study) -> dict[str, Any]:
    """What a study was played by: version, digest of all that decides games, machine."""
    root = Path(hulldown.__file__).parent
    parts = {name: digest_of(sources(root / name)) for name in (*RULES, f"rulesets/{study.ruleset}")}
    return {
        "version": hulldown.__version__,
        "rules": sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16],
        "parts": parts,
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count(),
                    "python": platform.python_version()},
    }  # fmt: skip


def sources(place: Path) -> Iterator[Path]:
    """The files of a folder that decide games, or the one that is named."""
    if place.is_file():
        return iter([place])
    return (path for pattern in SOURCES for path in sorted(place.rglob(pattern)))


def digest_of(files: Iterator[Path]) -> str:
    """A digest of some files."""
    mixed = sha256()
    for path in files:
        mixed.update(path.name.encode())
        mixed.update(path.read_bytes())
    return mixed.hexdigest()[:16]


def signature(digests: Sequence[int]) -> str:
    """What games were played, in 16 digits: equal studies have equal ones."""
    mixed = sha256()
    for digest in digests:
        mixed.update(int(digest).to_bytes(4, "little"))
    return mixed.hexdigest()[:16]


# ---------------------------------------------------------------- replaying
# Any game of a study again: as a game for the table, to prove what is written of it, or to watch.


GAMES = "games.parquet"


class StudyReplay:
    """The games of a study's folder, played again by their place in `games.parquet`, from 0."""

    def __init__(self, folder: Folder) -> None:
        """CatalogueError if it has no games yet."""
        path = folder.path / GAMES
        if not path.is_file():
            raise CatalogueError([f"{folder.path}: has no games yet; go on with it first"])
        self.folder, self.rows = folder, pl.read_parquet(path, glob=False)
        self.plan = plan_of(folder.study, folder.path)
        self._prepared: dict[Setting, PreparedSetting] = {}

    def _row(self, number: int) -> dict[str, Any]:
        if not 0 <= number < len(self.rows):
            raise CatalogueError(
                [f"{self.folder.path}: there is no game {number}, only 0 to {len(self.rows) - 1}"]
            )
        return self.rows.row(number, named=True)

    def _setting(self, row: dict[str, Any]) -> PreparedSetting:
        asked = (row["arm"], row["scenario"], row["players"])
        setting = next(
            setting
            for setting in self.plan.settings
            if (setting.name, setting.scenario, ",".join(setting.players)) == asked
        )
        if setting not in self._prepared:
            study, base = self.folder.study, self.folder.path
            self._prepared[setting] = PreparedSetting(study, self.plan.arms, base, setting)
        return self._prepared[setting]

    def arena(self, row: dict[str, Any]) -> tuple[PreparedSetting, Arena, dict[str, Any]]:
        """A game played again, and the forces that were mustered for it."""
        prepared, block, seat = self._setting(row), int(row["block"]), int(row["swap"])
        starts, drawn = prepared.starts([block])
        arena = Arena(prepared.ruleset, starts, prepared.players, RecordOptions(1, DECISIONS))
        keys = keys_of(self.folder.study.seed, prepared.setting.scenario, block, seat)
        arena.play_series([keys], seat)
        return prepared, arena, dict(drawn[0].forces) if drawn else {}

    def game(self, number: int) -> Game:
        """A game as it is played at a table, all orders given: to be told, saved and filmed."""
        game, turns = self._open_game(number)
        for order in turns:
            game.play(game.order_of(order))
        return game

    def turns(self, number: int) -> Iterator[tuple[Game, Step]]:
        """A game order by order: as it stands after each, and what was told of it."""
        game, turns = self._open_game(number)
        for order in turns:
            yield game, game.play(game.order_of(order))

    def _open_game(self, number: int) -> tuple[Game, list[Action]]:
        """A game before its first order, and all its orders."""
        row = self._row(number)
        prepared, arena, mustered = self.arena(row)
        content = replace(prepared.content, forces={**prepared.content.forces, **mustered})
        dice = DiceSecret.of_batch(int(row["key"]))
        game = Game(content.ruleset, content.scenario, dice, content.overrides, content.forces)
        return game, arena.minutes.orders()

    def differences(self, numbers: list[int]) -> Iterator[str]:
        """Those of some games that are not what is written of them, played whole and order by order."""
        for number in numbers:
            row = self._row(number)
            _, arena, _ = self.arena(row)
            played = arena.minutes.games[0]
            if (int(played.winner), int(played.digest)) != (row["winner"], row["digest"]):
                yield f"game {number}: is another game when it is played again"
                continue
            result = self.game(number).result
            first = RUNNING if result is None else int(result)
            if first != row["winner"]:
                yield f"game {number}: ends otherwise at the table than in the study"

    def sample(self, count: int, seed: int = 0) -> list[int]:
        """Some games drawn at random."""
        return sorted(Random(seed).sample(range(len(self.rows)), min(count, len(self.rows))))


def telling(folder: Folder) -> dict[str, int]:
    """The games that are worth watching, by what they are: a typical one, the closest, the most one-sided.

    Typical is the one nearest to the median in length and in when it was decided; closest the one whose lead
    changed most often and that was decided last; most one-sided the one that was decided first. Without
    curves the shortest stands for one-sided, the longest for close.
    """
    rows = StudyReplay(folder).rows.with_row_index("number").filter(~pl.col("stalled"))
    decided = rows.filter(pl.col("winner") != DRAW)
    rows = decided if len(decided) else rows
    if not len(rows):
        return {}
    length = rows["orders"].to_numpy().astype(float)
    curved = "decided_at" in rows.columns and rows["decided_at"].null_count() < len(rows)
    late = rows["decided_at"].fill_nan(1.0).to_numpy() if curved else length / length.max()
    changes = rows["lead_changes"].fill_nan(0.0).to_numpy() if curved else np.zeros(len(length))
    away = np.abs(length - np.median(length)) / max(1.0, float(np.std(length)))
    away += np.abs(late - np.median(late)) / max(0.01, float(np.std(late)))
    data = {
        "typical": int(np.argmin(away)),
        "closest": int(np.lexsort((late, changes))[-1]),
        "one_sided": int(np.lexsort((length, late))[0]),
    }
    numbers = rows["number"].to_list()
    return {what: int(numbers[at]) for what, at in data.items()}


def game_of(folder: Folder, number: int) -> Game:
    """One game of a study, ready to be saved for the table."""
    return StudyReplay(folder).game(number)
