"""How a ruleset answers vector files: what is called, where its inputs stand, how its result is named.

Answers are proof, not product: they live beside the vector files (`tests/answers/<ruleset>` for
`tests/vectors`) and are loaded from there. A package or file of answers has a mapping `ANSWERS` from the name
of a question (`op` or `what`) to a function of what is given; what a file expects no answer ever sees.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

Given = Mapping[str, Any]
Answer = Mapping[str, Any]
Question = Callable[[Given], Answer]

FOLDER = "answers"
PROOF = Path(__file__).resolve().parents[3] / "tests"  # of a checkout; an installed package has none


class NoAnswers(ValueError):
    """There are no answers to load; one line says where they were sought."""


class NotCovered(LookupError):
    """The question is about rules that are not written yet; the message names them."""


class Whole(dict[str, Any]):
    """A mapping in an answer that must match key for key: no key of it is free."""


class UnorderedRows(list[Any]):
    """A list in an answer whose order means nothing: the rows of a distribution."""


class Measure(float):
    """A measured number in an answer: compared by value, whole or not, to within its slack."""

    slack: float

    def __new__(cls, value: float, slack: float = 0.002) -> Measure:
        measure = super().__new__(cls, value)
        measure.slack = slack
        return measure


# ---------------------------------------------------------------- declaring

MISSING = object()
Read = Callable[[Any], Any]
Give = str | tuple[str, ...] | Read | Mapping[str, Read] | None


def key(
    name: str, read: Callable[[Any], Any] | None = None, default: Any = MISSING
) -> Callable[[Given], Any]:
    """An input that stands under a key, perhaps read by a function, perhaps with a default (not read)."""

    def value(given: Given) -> Any:
        if default is not MISSING and name not in given:
            return default
        return given[name] if read is None else read(given[name])

    return value


def ask(rule: Callable[..., Any], at: tuple[Any, ...] | None = None, give: Give = None) -> Question:
    """A question that is answered by calling `rule`.

    `at` says where each argument stands: a text is a key of what is given, a function (such as `key(...)`)
    is asked with all that is given, anything else is the argument itself. Without it each parameter of
    `rule` stands under its own name (those with a default may be missing), and one called `given` is all.
    `give` names the result: one name; a name for each part of a tuple; a function of the result for each
    name; or a function that makes the answer of it. Without it the result is the answer.
    """
    inputs = _by_name(rule) if at is None else _in_order(at)

    def question(given: Given) -> Answer:
        arguments, named = inputs(given)
        return _named(rule(*arguments, **named), give)

    return question


Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def _in_order(at: tuple[Any, ...]) -> Callable[[Given], Arguments]:
    def value(place: Any, given: Given) -> Any:
        if isinstance(place, str):
            return given[place]
        return place(given) if callable(place) else place

    return lambda given: (tuple(value(place, given) for place in at), {})


def _by_name(rule: Callable[..., Any]) -> Callable[[Given], Arguments]:
    parameters = signature(rule).parameters.values()
    free = {parameter.name for parameter in parameters if parameter.default is not Parameter.empty}
    names = [parameter.name for parameter in parameters]

    def inputs(given: Given) -> Arguments:
        whole = {**given, "given": given}
        return (), {name: whole[name] for name in names if name in whole or name not in free}

    return inputs


def _named(result: Any, give: Give) -> Answer:
    if isinstance(give, str):
        return {give: result}
    if isinstance(give, tuple):
        return dict(zip(give, result, strict=True))
    if isinstance(give, Mapping):
        return {name: read(result) for name, read in give.items()}
    answer: Answer = give(result) if give else result
    return answer


# ---------------------------------------------------------------- loading


def answers_in(path: str | Path) -> Mapping[str, Question]:
    """The answers of a Python file or package, which is run. NoAnswers says in one line what is wrong."""
    return _load_answers(Path(path).resolve())


@cache
def _load_answers(path: Path) -> Mapping[str, Question]:
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file() or file.suffix != ".py":
        raise NoAnswers(f"{path}: no answers: neither a Python file nor a package of Python files")
    name = f"answers_in_{abs(hash(path))}"
    spec = spec_from_file_location(
        name, file, submodule_search_locations=[str(path)] if path.is_dir() else None
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:
        del sys.modules[name]
        raise NoAnswers(f"{path}: no answers: {type(wrong).__name__}: {wrong}".splitlines()[0]) from wrong
    answers = getattr(module, "ANSWERS", None)
    if not isinstance(answers, Mapping):
        raise NoAnswers(f"{path}: no answers: it has no mapping ANSWERS")
    return answers


def answers_for(ruleset: str, file: Path) -> Mapping[str, Question]:
    """The answers of a ruleset to a vector file: `answers/<ruleset>`, a package or a file, in the folders at
    and above the vector file, else in the tests of the checkout that runs. NoAnswers if there are none."""
    for place in _places(ruleset, file):
        if place.is_file() or (place / "__init__.py").is_file():
            return answers_in(place)
    raise NoAnswers(
        f"{file}: {ruleset} has no answers: there is no {FOLDER}/{ruleset} beside or above it; "
        "a checkout has them in tests, and --answers PATH names others"
    )


def _places(ruleset: str, file: Path) -> Iterator[Path]:
    for folder in (*file.resolve().parents, PROOF):
        yield folder / FOLDER / ruleset
        yield folder / FOLDER / f"{ruleset}.py"
