"""The file with the weights of an estimate."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.kernel.network import UNIT
from hulldown.rulesets.common.bots import weights


class Term(IntEnum):
    HULL = 0
    GUN = 1


def written(folder: Path, text: str) -> Path:
    file = folder / "judgement.toml"
    file.write_text(text)
    return file


def test_weights_come_in_the_order_of_the_terms(tmp_path: Path) -> None:
    file = written(tmp_path, "loss = 0.5\n[weights]\ngun = -0.25\nhull = 2\n")
    assert list(weights(file, Term)) == [2 * UNIT, -UNIT // 4]


@pytest.mark.parametrize(("text", "name"), [("hull = 1", "gun"), ("hull = 1\ngun = 1\ndrive = 1", "drive")])
def test_a_name_too_many_or_missing_is_told(tmp_path: Path, text: str, name: str) -> None:
    with pytest.raises(CatalogueError, match=name):
        weights(written(tmp_path, f"[weights]\n{text}\n"), Term)
