"""Encodings stay as they are: who has trained an agent must be able to rely on a version.

After a change that is meant: raise `VERSION` in the ruleset's `encoding.py` and the number in
`hulldown.envs.registration`, then write the file anew with `python tests/envs/test_golden_encodings.py`.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hulldown import rulesets
from hulldown.envs import Batch

FILE = Path(__file__).resolve().parents[1] / "golden" / "encodings.json"
OBSERVATIONS, GAMES = 1_000, 4


def facts(name: str) -> dict[str, Any]:
    """The version of a ruleset's encoding, what its numbers are, and a digest of many of them."""
    encoding = rulesets.get(name).encoding
    assert encoding is not None
    asked: dict[str, Any] = {"actions": "fixed"} if encoding.catalogue else {}
    batch = Batch(name, games=GAMES, seed=1, planes=encoding.planes is not None, **asked)
    chance, digest = np.random.default_rng(1), hashlib.sha256()
    for _ in range(OBSERVATIONS // GAMES):
        for buffer in (batch.observations, batch.rows, batch.masks, batch.planes):
            digest.update(np.ascontiguousarray(buffer).astype("<i4").tobytes())
        for i, mask in enumerate(batch.masks):
            batch.actions[i] = chance.choice(np.flatnonzero(mask))
        batch.step()
    named = "\n".join([*batch.features, *(f"{low} {high}" for low, high in zip(*batch.bounds, strict=True))])
    return {
        "version": encoding.version,
        "numbers": encoding.size,
        "actions": batch.choices,
        "names": hashlib.sha256(named.encode()).hexdigest()[:16],
        "observations": digest.hexdigest()[:16],
    }


@pytest.mark.parametrize("name", rulesets.names())
def test_an_encoding_changes_only_with_its_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    assert facts(name) == json.loads(FILE.read_text(encoding="utf-8"))[name]


if __name__ == "__main__":
    os.environ["HULLDOWN_JIT"] = "0"
    written = {name: facts(name) for name in rulesets.names()}
    FILE.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
