"""A Ray cluster gives the bytes that one process gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.lab.test_running import done, study

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.lab.playing import executor


@pytest.mark.slow
def test_a_local_cluster_of_two_gives_the_same_bytes(tmp_path: Path) -> None:
    prepare(rulesets.get("chase"))
    playing = executor(2, "local")
    try:
        clustered = done(tmp_path / "cluster", study(), playing)
    finally:
        playing.close()
    assert clustered == done(tmp_path / "alone", study())
