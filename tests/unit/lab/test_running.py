"""Studies that run: the same for anybody who plays them, and after any stop."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.game import prepare
from hulldown.lab.plan import plan_of
from hulldown.lab.playing import SLICE, Here, Job, Processes, Runner, Slice, Task
from hulldown.lab.recording import CannotKeep, Folder, StudyReplay, game_of, telling
from hulldown.lab.report import exported, finish
from hulldown.lab.running import Run
from hulldown.lab.study import Arm, Decide, RecordSpec, Study

RESULTS = ("result.json", "games.parquet", "units.parquet", "choices.parquet", "looks.parquet")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    prepare(rulesets.get("chase"))


def study(**changed: Any) -> Study:
    """A quick question: random players, an effect that is large."""
    usual: dict[str, Any] = {
        "kind": "variant",
        "ruleset": "chase",
        "scenarios": ("long_shot",),
        "players": ("random", "random"),
        "seed": 7,
        "arms": {"changed": Arm(options={"random_facing": "front_heavy"})},
        "decide": Decide(smallest_effect=5.0, most_pairs=1_000),
    }
    return Study(**{**usual, **changed})


def done(path: Path, asked: Study, executor: Any = None) -> dict[str, bytes]:
    """A study played to its end in a folder: the files that come of it."""
    folder = Folder.open(path) if path.exists() else Folder.begin(path, asked, Path("."))
    run = Run(folder.study, path, folder, executor or Here())
    for _ in run:
        pass
    finish(run)
    return files(path)


def files(path: Path) -> dict[str, bytes]:
    found = {name: (path / name).read_bytes() for name in RESULTS if (path / name).exists()}
    return found | {"csv": exported(Folder.open(path), ".csv")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, dict[str, bytes]]:
    """A study that nobody disturbed."""
    asked = study(record=RecordSpec(tables=("units", "choices"), curve="luck"))
    return asked, done(tmp_path_factory.mktemp("lab") / "whole", asked)


def test_games_depend_on_their_place_alone() -> None:
    asked = study()
    together, apart = (Runner(asked, plan_of(asked), Path(".")) for _ in range(2))
    later = together.play(3, (0, 1))
    assert rows(apart.play(3, (1,))) == rows(later)[SLICE:]
    assert rows(apart.play(3, (0,))) == rows(later)[:SLICE]
    assert rows(apart.play(2, (0,))) != rows(later)[:SLICE]


def rows(played: Slice) -> list[tuple[Any, ...]]:
    games = played.games
    return list(
        zip(*(games[name].tolist() for name in ("setting", "block", "key", "winner", "digest")), strict=True)
    )


@pytest.mark.landing
def test_any_number_of_workers_gives_the_same_bytes(
    whole: tuple[Study, dict[str, bytes]], tmp_path: Path
) -> None:
    asked, expected = whole
    playing = Processes(2)
    try:
        assert done(tmp_path / "two", asked, playing) == expected
    finally:
        playing.close()


@pytest.mark.parametrize("stops", [(1,), (0, 2, 3), (5,)])
def test_a_study_that_was_stopped_goes_on_as_if_it_had_not(
    whole: tuple[Study, dict[str, bytes]], tmp_path: Path, stops: tuple[int, ...]
) -> None:
    asked, expected = whole
    path = tmp_path / "stopped"
    Folder.begin(path, asked, Path("."))
    for stop in stops:
        folder = Folder.open(path)
        for number, _ in enumerate(Run(folder.study, path, folder)):
            if number == stop:
                break
    assert done(path, asked) == expected


def test_a_slice_that_was_cut_off_is_played_again(
    whole: tuple[Study, dict[str, bytes]], tmp_path: Path
) -> None:
    asked, expected = whole
    path = tmp_path / "cut"
    done(path, asked)
    part = path / "parts" / "000001.games.parquet"
    part.write_bytes(part.read_bytes()[:50])
    (path / "parts" / "000002.games.parquet").unlink()
    assert done(path, asked) == expected


class Murdered(Processes):
    """Processes of which one is killed as soon as the first slice is in."""

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        for number, played in enumerate(super().play(task, jobs)):
            if number == 1 and self._pool is not None:
                os.kill(next(iter(self._pool._processes)), signal.SIGKILL)
            yield played


@pytest.mark.landing
def test_a_worker_that_dies_is_replaced(whole: tuple[Study, dict[str, bytes]], tmp_path: Path) -> None:
    asked, expected = whole
    playing = Murdered(2)
    try:
        assert done(tmp_path / "murdered", asked, playing) == expected
    finally:
        playing.close()


def test_arms_that_are_the_same_never_differ() -> None:
    run = Run(study(arms={"changed": Arm()}), Path("."))
    for _ in run:
        pass
    (cell,) = run.watches[-1].cells
    assert set(cell.counts) == {0.0}
    assert cell.touched == 0
    assert run.watches[-1].verdicts() == ["same"]


def test_thoughts_of_their_own_make_them_differ() -> None:
    run = Run(study(arms={"changed": Arm()}), Path("."), apart=True)
    next(iter(run))
    assert len(run.watches[-1].cells[0].counts) > 1


def test_one_game_again_is_the_game_of_the_study(
    whole: tuple[Study, dict[str, bytes]], tmp_path: Path
) -> None:
    asked, _ = whole
    done(tmp_path / "again", asked)
    folder = Folder.open(tmp_path / "again")
    again = StudyReplay(folder)
    assert list(again.differences(again.sample(12))) == []
    kinds = telling(folder)
    assert set(kinds) == {"typical", "closest", "one_sided"}
    game = game_of(folder, kinds["closest"])
    assert game.number == again.rows["orders"][kinds["closest"]]
    with pytest.raises(CatalogueError, match="there is no game"):
        again.game(len(again.rows))


def test_a_wrong_row_is_found(whole: tuple[Study, dict[str, bytes]], tmp_path: Path) -> None:
    asked, _ = whole
    done(tmp_path / "wrong", asked)
    again = StudyReplay(Folder.open(tmp_path / "wrong"))
    winner = again.rows["winner"].to_numpy().copy()
    winner[3] = 1 - min(1, winner[3])
    again.rows = again.rows.with_columns(winner=np.asarray(winner))
    assert list(again.differences([2, 3])) == ["game 3: is another game when it is played again"]


def test_a_folder_is_never_overwritten(tmp_path: Path) -> None:
    Folder.begin(tmp_path / "one", study(), Path("."))
    with pytest.raises(CatalogueError, match="holds a study already"):
        Folder.begin(tmp_path / "one", study(), Path("."))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(CatalogueError, match="is there already"):
        Folder.begin(tmp_path / "other", study(), Path("."))
    with pytest.raises(CatalogueError, match="holds no study"):
        Folder.open(tmp_path / "other")


def test_other_rules_are_named(tmp_path: Path) -> None:
    folder = Folder.begin(tmp_path / "one", study(), Path("."))
    folder.same_rules()
    lock = tmp_path / "one" / "lock.json"
    lock.write_text(
        lock.read_text().replace('"rules": "', '"rules": "0').replace('"kernel": "', '"kernel": "0')
    )
    with pytest.raises(CatalogueError, match=r"played by other rules \(kernel changed\)"):
        folder.same_rules()


def test_an_arm_that_cannot_be_set_up_is_named_before_anything_is_played(tmp_path: Path) -> None:
    asked = study(arms={"changed": Arm(forces={"A1": "nobody"})})
    with pytest.raises(CatalogueError, match=r'^changed: unknown build "nobody"'):
        Run(asked, Path("."))


def test_packs_and_scenarios_go_along_with_a_study(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    sheet = 'name = "Mine"\nruleset = "chase"\n[options]\nrandom_facing = "front_heavy"\n'
    (pack / "pack.toml").write_text(sheet)
    asked = study(arms={"changed": Arm(packs=("mine",))})
    folder = Folder.begin(tmp_path / "out", asked, tmp_path)
    assert folder.study.arms["changed"].packs == ("files/mine",)
    (pack / "pack.toml").unlink()
    run = Run(folder.study, folder.path, folder)
    next(iter(run))
    plain = Run(study(), Path("."))
    next(iter(plain))
    assert run.watches[0].cells[0].counts == plain.watches[0].cells[0].counts


def test_a_full_disk_is_told_and_loses_nothing(
    whole: tuple[Study, dict[str, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, expected = whole
    path = tmp_path / "full"
    folder = Folder.begin(path, asked, Path("."))
    written = pl.DataFrame.write_parquet
    room = iter(range(7))

    def into_what_is_left(frame: pl.DataFrame, file: Path, **how: Any) -> None:
        if next(room, None) is None:
            file.write_bytes(b"PAR1 half of it")
            raise OSError(28, "No space left on device")
        written(frame, file, **how)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", into_what_is_left)
    with pytest.raises(CannotKeep, match="cannot be written: No space left on device"):
        for _ in Run(folder.study, path, folder):
            pass
    monkeypatch.undo()
    assert done(path, asked) == expected


def test_some_games_are_told(whole: tuple[Study, dict[str, bytes]]) -> None:
    _, files_of = whole
    told = json.loads(files_of["result.json"])["told"]
    assert [(one["arm"], one["games"]) for one in told] == [("book", 24), ("changed", 24)]
    for some in told:
        rules = {one["rule"]: one["share"] for one in some["rules"]}
        assert rules["CH-12.7"] == 1.0  # every duel ends by it
        assert {(one["by"], one["unit"]) for one in some["removed"]} <= {
            (by, unit) for by in ("A1", "B1", "") for unit in ("A1", "B1")
        }
        assert some["removed"]
        assert all(one["low"] <= one["share"] <= one["high"] for one in some["rules"] + some["removed"])
