"""What the pages and the public docstrings name is there: functions, attributes, commands, options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
import typer
from tests.house.test_docs import without_blocks

import hulldown
from hulldown import ai, lab
from hulldown.cli.commands import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
API = ("hulldown", "hulldown.ai", "hulldown.game", "hulldown.odds", "hulldown.lab")

SPAN = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*(?:\(\))?)+)(?:\(.*\))?")
CALL = re.compile(r"([a-z_]\w*)\((?:[a-z_, ]*)\)")
OPTION = re.compile(r"--[a-z][a-z-]*")
FILE = re.compile(r"\.(py|md|toml|json|js|css|svg|png|html|ini|parquet)$")
OTHERS = {"hulldown.players", "hulldown.rulesets.NAME"}  # a group of entry points; a place for a name
ELSEWHERE = frozenset({"--install-completion", "--help"})  # what every program has


@cache
def things() -> dict[str, Any]:
    """What the words of prose stand for, as it comes from the library."""
    game = hulldown.new("chase", "even_ground", seed=1)
    order = game.legal()[0]
    odds, turn = game.odds(order), game.copy().play(order)
    match = ai.MatchResult(("a", "b"), [ai.MatchGame(0, 0, 0, 0, 0)])
    decision = ai.Decision(game.ruleset, game.observation(0), 0, (order.row,), Random(1))
    asked = lab.ask("fair", "chase", "even_ground", "random")
    return {
        "game": game, "position": game.as_seen_by(0), "view": game.view(0), "order": order, "turn": turn,
        "odds": odds, "match": match, "d": decision, "asked": asked, "study": asked.study,
    }  # fmt: skip


@cache
def public() -> dict[str, Any]:
    """Every public class and function by its name."""
    return {name: getattr(import_module(home), name) for home in API for name in import_module(home).__all__}


def walked(thing: Any, names: list[str]) -> str:
    """What of a chain of names is missing, or nothing. A called one ends it: what it gives is not asked."""
    for name in names:
        bare = name.removesuffix("()")
        if isinstance(thing, ModuleType) and not hasattr(thing, bare):
            try:
                import_module(f"{thing.__name__}.{bare}")
            except ModuleNotFoundError:
                return name
        fields = getattr(thing, "__annotations__", {}) if inspect.isclass(thing) else {}
        if not hasattr(thing, bare):
            return "" if bare in fields else name
        thing = getattr(thing, bare)
        if name != bare:
            return ""
    return ""


def missing_name(span: str) -> str:
    """The name of a code span that the library does not have, or nothing."""
    found = DOTTED.fullmatch(span)
    if span in OTHERS or found is None or FILE.search(span):
        return ""
    first, rest = found[1], found[2][1:].split(".")
    if first == "hulldown":
        return walked(hulldown, rest)
    thing = things().get(first, public().get(first))
    return "" if thing is None else walked(thing, rest)


# ---------------------------------------------------------------- commands


@cache
def command() -> Any:
    """The whole program as its commands."""
    return typer.main.get_command(app)


def options_of(one: Any) -> set[str]:
    """The options of a command, those of its parts included."""
    own = {text for parameter in one.params for text in (*parameter.opts, *parameter.secondary_opts)}
    parts = getattr(one, "commands", {}).values()
    return own.union(*(options_of(part) for part in parts)) | ELSEWHERE


@cache
def other_options() -> set[str]:
    """The options of the scripts beside the program."""
    files = [*(ROOT / "scripts").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    return {text for file in files for text in OPTION.findall(file.read_text(encoding="utf-8"))}


def missing_command(span: str) -> str:
    """What of `hulldown COMMAND --option` there is not, or nothing."""
    one, words = command(), span.split()[1:]
    while words and hasattr(one, "commands") and not words[0].startswith(("-", ".")):
        if words[0] not in one.commands:
            return words[0]
        one, words = one.commands[words[0]], words[1:]
    return next((text for text in OPTION.findall(" ".join(words)) if text not in options_of(one)), "")


def missing(span: str) -> str:
    """What a code span names that is not there, or nothing."""
    if span.startswith("hulldown ") and not span.startswith(("hulldown order", "hulldown mix")):
        return missing_command(span)
    if span.startswith("--"):
        known = options_of(command()) | other_options()
        return next((text for text in OPTION.findall(span) if text not in known), "")
    return missing_name(span)


# ---------------------------------------------------------------- the texts

HASHED = ("hulldown dice KEY SALT", "hulldown part PART")  # texts of which a hash is taken


def spans(text: str) -> list[str]:
    """The code spans of a text, its blocks left out."""
    return [span for span in SPAN.findall(without_blocks(text)) if span not in HASHED]


def docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of all that is public, methods included."""
    for home in API:
        yield home, import_module(home).__doc__ or ""
        for name in import_module(home).__all__:
            thing = getattr(import_module(home), name)
            yield f"{home}.{name}", getattr(thing, "__doc__", "") or ""
            members = inspect.getmembers(thing, callable_or_property) if inspect.isclass(thing) else ()
            yield from (
                (f"{home}.{name}.{part}", inspect.getdoc(member) or "")
                for part, member in members
                if not part.startswith("_")
            )


def callable_or_property(member: Any) -> bool:
    """Whether a member of a class has a docstring of its own."""
    return callable(member) or isinstance(member, property)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [(span, what) for span in spans(text) if (what := missing(span))] == []


def test_what_the_library_s_page_calls_is_there() -> None:
    """`legal()`, `view(seat)`: methods of what the page is about."""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    homes = [hulldown, ai, lab, *things().values()]
    called = {found[1] for span in spans(text) if (found := CALL.fullmatch(span))}
    assert {name for name in called if not any(hasattr(home, name) for home in homes)} == set()
    assert len(called) > 6


def test_what_public_docstrings_name_is_there() -> None:
    said = list(docstrings())
    assert [(where, span) for where, text in said for span in spans(text) if missing(span)] == []
    assert len(said) > 150


@pytest.mark.parametrize(
    ("span", "what"),
    [
        ("game.ruleset.options()", "options()"),
        ("game.ruleset.files.options()", ""),
        ("hulldown.nothing", "nothing"),
        ("hulldown.ai.play_match(...)", ""),
        ("position.as_seen_by(0)", ""),
        ("MatchResult.tabel", "tabel"),
        ("OddsLine.text", ""),
        ("hulldown simulat chase", "simulat"),
        ("hulldown simulate chase --game 3", "--game"),
        ("hulldown study run x.toml --out DIR", ""),
        ("--no-such-thing", "--no-such-thing"),
        ("game.py", ""),
    ],
)
def test_a_name_that_is_not_there_would_be_missed(span: str, what: str) -> None:
    assert missing(span) == what
