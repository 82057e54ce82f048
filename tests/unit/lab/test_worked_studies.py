"""The worked studies that ship can be run: each is read without a mistake, and every arm can be set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.lab.running import ready
from hulldown.lab.study import load_study

STUDIES = sorted((Path(__file__).resolve().parents[3] / "examples" / "studies").glob("*.toml"))


@pytest.mark.parametrize("path", STUDIES, ids=[path.stem for path in STUDIES])
def test_a_worked_study_can_be_run(path: Path) -> None:
    study, base = load_study(path)
    assert len(ready(study, base).settings) >= len(study.scenarios)


def test_every_ruleset_is_asked_whether_its_battles_are_fair() -> None:
    studies = [load_study(path)[0] for path in STUDIES]
    asked = {one.ruleset for one in studies if one.kind == "fair"}
    assert asked == {"tank_commander", "agrav", "close_assault", "warstrike", "chase"}
