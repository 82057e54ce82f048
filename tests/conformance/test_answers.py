"""Answers to vector files: how they are declared, where they are found, and that they ask the rules."""

import ast
import functools
import json
import sys
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from hulldown.conformance import answers as where
from hulldown.conformance.answers import Given, NoAnswers, answers_for, answers_in, ask, key
from hulldown.conformance.vectors import BadVectors, Vector, load_vectors, run_vectors
from hulldown.kernel import jit

TESTS = Path(__file__).resolve().parents[1]
FILES = sorted((TESTS / "vectors").glob("*.vectors.json"))
DOUBLE = "ANSWERS = {'double': lambda given: {'sum': 2 * given['n']}}\n"
ROW = {"id": "a", "given": {"op": "double", "n": 2}, "expect": {"sum": 4}}
VECTORS = json.dumps({"ruleset": "chase", "vectors": [ROW]})


# ---------------------------------------------------------------- declaring


def shot(weapon: str, needed: int, given: Given, wind: int = 0) -> tuple[str, int]:
    return f"{weapon}{len(given)}", needed + wind


GIVEN = {"weapon": "gun", "needed": 4}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (ask(shot, give=("kind", "roll")), {"kind": "gun2", "roll": 4}),
        (ask(shot, give="both"), {"both": ("gun2", 4)}),
        (ask(shot, give={"roll": lambda pair: pair[1]}), {"roll": 4}),
        (ask(shot, give=dict.fromkeys), {"gun2": None, 4: None}),
        (ask(partial(shot, "bow"), give=("kind", "roll")), {"kind": "bow2", "roll": 4}),
        (ask(max, at=("needed", 3), give="most"), {"most": 4}),
        (ask(max, at=(key("needed", lambda n: n + 1), key("wind", default=9)), give="most"), {"most": 9}),
        (ask(dict, at=(lambda given: given,)), GIVEN),
    ],
)
def test_a_question_is_declared_by_its_call_its_inputs_and_its_name(question: Any, answer: Any) -> None:
    assert question(GIVEN) == answer


def test_a_parameter_with_a_default_is_read_where_it_is_given() -> None:
    assert ask(shot, give=("kind", "roll"))({**GIVEN, "wind": 2}) == {"kind": "gun3", "roll": 6}


@pytest.mark.parametrize("question", [ask(shot), ask(max, at=("needed",)), ask(max, at=(key("needed"), 1))])
def test_an_input_that_is_missing_is_named(question: Any) -> None:
    with pytest.raises((KeyError, TypeError), match="needed"):
        question({"weapon": "gun"})


# ---------------------------------------------------------------- finding


def project(folder: Path, answers: str = DOUBLE, name: str = "answers/chase.py") -> Path:
    """A project with answers; its vector file."""
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text(answers)
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "mine.json").write_text(VECTORS)
    return folder / "cases" / "mine.json"


@pytest.mark.parametrize("name", ["answers/chase.py", "answers/chase/__init__.py", "cases/answers/chase.py"])
def test_answers_are_found_beside_and_above_the_vectors(tmp_path: Path, name: str) -> None:
    assert run_vectors(project(tmp_path, name=name)).passed == 1


def test_a_package_of_answers_imports_its_own_parts(tmp_path: Path) -> None:
    file = project(tmp_path, "from .sums import ANSWERS\n", "answers/chase/__init__.py")
    (tmp_path / "answers" / "chase" / "sums.py").write_text(DOUBLE)
    assert run_vectors(file).passed == 1


def test_a_file_elsewhere_is_answered_by_the_tests_of_the_checkout(tmp_path: Path) -> None:
    assert answers_for("chase", tmp_path / "mine.json") is answers_in(TESTS / "answers" / "chase")


def test_an_installed_package_has_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "PROOF", tmp_path / "none")
    (tmp_path / "mine.json").write_text(VECTORS)
    with pytest.raises(BadVectors, match=r"chase has no answers: .* --answers PATH") as refused:
        run_vectors(tmp_path / "mine.json")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0\n", "ZeroDivisionError"),
        ("import no_such_module\n", "no_such_module"),
        ("", "no mapping ANSWERS"),
    ],
)
def test_answers_that_cannot_be_loaded_are_refused_in_one_line(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(BadVectors, match=message) as refused:
        run_vectors(project(tmp_path, text))
    assert "\n" not in str(refused.value)


def test_a_path_that_holds_no_answers_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.py"):
        with pytest.raises(NoAnswers, match="no answers"):
            answers_in(path)


# ---------------------------------------------------------------- asking the rules

# Designs are judged before a game, in plain Python; how many situations there are is the solver's own.
WITHOUT_RULES = {"agrav": {"build"}, "chase": {"state_count"}}


class Reached(Exception):
    """A rule was called."""


def forget_answers() -> None:
    """Empty the caches of reckoned odds: what another test has asked already would come to no rule."""
    for name, module in list(sys.modules.items()):
        if name.startswith("hulldown.rulesets."):
            for kept in vars(module).values():
                if isinstance(kept, functools._lru_cache_wrapper):
                    kept.cache_clear()


def reaches_a_rule(question: Any, given: Given, rules: set[CodeType]) -> bool:
    """Whether a question comes to a rule; it goes no further."""
    forget_answers()

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code in rules:
            raise Reached

    sys.setprofile(profile)
    try:
        question(given)
    except Reached:
        return True
    finally:
        sys.setprofile(None)
    return False


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_answer_calls_rule_code(file: Path) -> None:
    name, vectors = load_vectors(file)
    answers = answers_for(name, file)
    rules = {fn.__code__ for fn in jit._RULES}
    first: dict[str, Vector] = {}
    for vector in vectors:
        first.setdefault(vector.question, vector)
    idle = {asked for asked, one in first.items() if not reaches_a_rule(answers[asked], one.given, rules)}
    assert idle == WITHOUT_RULES.get(name, set())


def test_an_answer_that_reckons_for_itself_is_noticed() -> None:
    assert not reaches_a_rule(lambda given: {"sum": 4}, {}, {fn.__code__ for fn in jit._RULES})


def test_no_answer_can_look_up_what_a_file_expects() -> None:
    """They get what is given and nothing else, and none of them opens a file."""
    for source in sorted((TESTS / "answers").rglob("*.py")):
        tree = ast.parse(source.read_text())
        names = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
        parts = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        imported = {one.module for one in parts} | {
            f"{one.module}.{a.name}" for one in parts for a in one.names
        }
        imported |= {a.name for one in ast.walk(tree) if isinstance(one, ast.Import) for a in one.names}
        assert not names & {"open", "__import__", "eval", "exec"}, source
        assert not imported & {"json", "pathlib", "os", "io", "hulldown.conformance.vectors"}, source
