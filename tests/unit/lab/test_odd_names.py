"""Studies in folders that are called like patterns or addresses, with names that a spreadsheet would run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from hulldown.lab.recording import LOCK, PARTS, STUDY, Folder
from hulldown.lab.report import exported
from hulldown.lab.study import Study, study_text
from hulldown.server.lab.page import frames_of, table

STUDY_OF = Study(kind="profile", ruleset="chase", scenarios=("long_shot",), players=("random", "random"))


def odd_folder(tmp_path: Path) -> Folder:
    path = tmp_path / "100%41 #1 who? [a] *.study"
    (path / PARTS).mkdir(parents=True)
    (path / STUDY).write_text(study_text(STUDY_OF))
    (path / LOCK).write_text("{}")
    return Folder(path, STUDY_OF)


def test_what_a_study_keeps_is_found_again_in_any_folder(tmp_path: Path) -> None:
    folder = odd_folder(tmp_path)
    for number in range(2):
        frame = pl.DataFrame({"setting": [0], "block": [number], "winner": [1]})
        frame.write_parquet(folder.part(number, "games"))
    kept = folder.load_slice(1)
    assert kept is not None and kept.games["block"].tolist() == [1]
    assert folder.table("games", {0: 2})["block"].to_list() == [0, 1]
    assert folder.table("units", {0: 2}).is_empty()


def test_games_for_a_spreadsheet_hold_no_formula(tmp_path: Path) -> None:
    folder = odd_folder(tmp_path)
    arms = ["=1+1", "Käfer", "-5"]
    folder.write_table("games", pl.DataFrame({"arm": arms, "block": np.arange(3)}))
    expected = "\ufeffarm,block\n'=1+1,0\nKäfer,1\n-5,2\n".encode()
    assert exported(folder, ".csv") == expected
    assert table(folder.path).read_bytes() == expected
    assert frames_of(folder.path)["games"]["arm"].to_list() == arms
