"""The golden cases of AGrav, put to its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.conformance.vectors import Vector, matches, read_vectors
from hulldown.rulesets.agrav.questions import QUESTIONS

CASES = read_vectors(Path(__file__).with_name("agrav.vectors.json"))[1]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_golden_case(case: Vector) -> None:
    answer = QUESTIONS[case.question](case.given)
    assert matches(case.expect, answer), answer
