"""Vector files: the golden cases themselves, and the runner that puts them."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY

from hulldown.conformance.answers import NotCovered, UnorderedRows, Whole, answers_for
from hulldown.conformance.vectors import BadVectors, VectorReport, load_vectors, matches, run_vectors

FILES = sorted((Path(__file__).resolve().parents[1] / "vectors").glob("*.vectors.json"))
TWIN = '{"id": "a", "given": {"op": "x"}, "expect": {}}'


@cache
def report_of(file: Path) -> VectorReport:
    return run_vectors(file)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_golden_case_fails_and_none_waits(file: Path) -> None:
    report = report_of(file)
    assert (report.failed, report.uncovered) == ([], [])
    assert report.total == report.passed == len(load_vectors(file)[1]) > 0


def test_every_question_of_a_file_is_known() -> None:
    for file in FILES:
        name, vectors = load_vectors(file)
        assert {vector.question for vector in vectors} <= answers_for(name, file).keys()


# ---------------------------------------------------------------- the runner


def later(given: Mapping[str, Any]) -> Mapping[str, Any]:
    raise NotCovered("TOY-9")


ANSWERS = {
    "double": lambda given: {"sum": 2 * given["n"], "free": "anything"},
    "twice": lambda given: {"sum": 2 * given["n"]},
    "half": lambda given: {"p": Fraction(given["n"], 2), "hexes": {"B1", "A1"}},
    "later": later,
}


def vector(name: str, expect: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"id": name, "rules": ["TOY-1"], "given": given, "expect": expect}


def file_of(folder: Path, *rows: Any, name: str = "toy.vectors.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(list(rows)))
    return path


def test_a_report_counts_and_names_what_differs(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        vector("right", {"sum": 4}, op="double", n=2),
        vector("wrong", {"sum": 5}, op="double", n=2),
        vector("fraction", {"p": "1/2", "hexes": ["A1", "B1"]}, op="half", n=1),
        vector("waits", {"sum": 5}, op="later"),
        vector("broken", {"sum": 5}, op="double"),
        vector("unheard", {"sum": 5}, op="triple"),
    )
    report = run_vectors(path, TOY, ANSWERS)
    assert (report.ruleset, report.total, report.passed, report.uncovered) == ("toy", 6, 2, ["waits"])
    assert [failure.id for failure in report.failed] == ["wrong", "broken", "unheard"]
    assert report.as_dict()["failed"][0] == {
        "id": "wrong",
        "expected": {"sum": 5},
        "got": {"sum": 4, "free": "anything"},
    }
    assert report.failed[1].got == {"error": "KeyError: 'n'"}
    assert not report.ok
    json.dumps(report.as_dict())


def test_several_files_of_one_ruleset_make_one_report(tmp_path: Path) -> None:
    one = file_of(tmp_path, vector("a", {"sum": 2}, op="double", n=1))
    other = file_of(tmp_path, vector("b", {"sum": 2}, op="double", n=1), name="more.vectors.json")
    assert run_vectors([one, other], TOY, ANSWERS).passed == 2


def test_a_file_may_call_the_question_op_or_what(tmp_path: Path) -> None:
    rows = vector("a", {"sum": 2}, what="twice", n=1), vector("b", {"sum": 2}, op="twice", what="?", n=1)
    assert run_vectors(file_of(tmp_path, *rows), TOY, ANSWERS).passed == 2


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        (1, 1, True),
        (1, True, False),
        (True, 1, False),
        (None, None, True),
        ("1/2", Fraction(1, 2), True),
        ("2/4", Fraction(1, 2), True),
        ("0.5 or so", Fraction(1, 2), False),
        (0, Fraction(0), False),
        (["a", "b"], ["b", "a"], False),
        (["a", "b"], {"b", "a"}, True),
        (["a", "a"], {"a"}, False),
        (["a"], ["a", "b"], False),
        ({"x": 1}, {"x": 1, "y": 2}, True),
        ({"x": 1}, {"y": 2}, False),
        ({"x": 1}, Whole(x=1, y=2), False),
        ({"x": {"y": [1]}}, {"x": {"y": [1]}}, True),
        ([{"x": 1}, {"x": 2}], UnorderedRows([{"x": 2}, {"x": 1}]), True),
        ([{"x": 1}, {"x": 1}], UnorderedRows([{"x": 2}, {"x": 1}]), False),
        ([{"x": 1}], UnorderedRows([{"x": 1}, {"x": 1}]), False),
        ({"x": 0.5}, {"x": 0.5000001}, False),
        ({"x": 0.5, "tolerance": "1e-6"}, {"x": 0.5000001}, True),
        ({"x": 0.5, "tolerance": "1e-6"}, {"x": 0.50001}, False),
        ({"x": 0.5, "y": 1, "tolerance": "1e-6"}, {"x": 0.5, "y": 2}, False),
        ({"x": 0.5, "tolerance": "1e-6"}, {}, False),
        ({"x": 1}, 1, False),
    ],
)
def test_what_matches(expected: Any, got: Any, same: bool) -> None:
    assert matches(expected, got) is same


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1"),
        ("{}", "neither a list of vectors"),
        ("[1]", "entry 1: not an object"),
        ('[{"id": "a"}]', "'given' is missing"),
        ('[{"id": "a", "given": {}, "expect": {}}]', "'given' has no 'op'"),
        ('[{"id": "a", "given": {"op": "x"}, "expect": {}, "rules": 5}]', "'rules' is no list"),
        (f"[{TWIN}, {TWIN}]", "two vectors are called 'a'"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "toy.vectors.json"
    path.write_text(text)
    with pytest.raises(BadVectors, match=message) as refused:
        run_vectors(path, TOY, ANSWERS)
    assert "\n" not in str(refused.value)


def test_a_file_names_its_ruleset_by_its_name_or_inside(tmp_path: Path) -> None:
    inside = tmp_path / "cases.json"
    inside.write_text(json.dumps({"ruleset": "tank_commander", "vectors": []}))
    assert run_vectors(inside).ruleset == "tank_commander"
    with pytest.raises(BadVectors, match="names no ruleset"):
        run_vectors(file_of(tmp_path, name="cases2.json"))
    with pytest.raises(BadVectors, match="no ruleset 'nothing'"):
        run_vectors(file_of(tmp_path, name="nothing.vectors.json"))
    with pytest.raises(BadVectors, match="No such file"):
        run_vectors(tmp_path / "missing.vectors.json")
    with pytest.raises(BadVectors, match="toy has no answers"):
        run_vectors(file_of(tmp_path), TOY)
    with pytest.raises(BadVectors, match="one ruleset at a time"):
        run_vectors([inside, file_of(tmp_path, name="chase.vectors.json")])
