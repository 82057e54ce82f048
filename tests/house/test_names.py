"""Names say what a thing is: no bare participle, no `one`, no class name with two meanings.

A ratchet: names.toml has how often each poor name may still stand in each room, and only ever shrinks.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from scripts import house_names as names


@cache
def counts_of_today() -> tuple[names.Counts, names.Places]:
    places = names.poor_names(names.sources(names.ROOT))
    return names.counted(places), places


def limits() -> names.Counts:
    return names.allowed(names.ALLOWED.read_text(encoding="utf-8"))


def test_no_poor_name_is_new() -> None:
    """Call it what it is. If it only moved to another room: scripts/house_numbers.py --lower --moved."""
    counts, places = counts_of_today()
    assert names.increases(counts, limits(), places) == []


def test_what_is_gone_is_no_longer_allowed() -> None:
    """Lower the counts: python scripts/house_numbers.py --lower."""
    counts, _ = counts_of_today()
    assert names.decreases(counts, limits()) == []


def source(path: str, text: str) -> names.Source:
    return names.Source(Path(path), text)


@pytest.mark.parametrize(
    ("name", "poor"),
    [
        ("told", True),
        ("_laid_out", True),
        ("as_shown", True),
        ("set_up", False),
        ("read", False),
        ("is_known", False),
        ("format_text", False),
    ],
)
def test_a_participle_is_told_from_a_verb(name: str, poor: bool) -> None:
    places = names.poor_names([source("game/play.py", f"def {name}() -> None: ...")])
    assert bool(places) is poor


def test_a_vague_local_is_noticed_with_its_room_and_line() -> None:
    text = "def f(told):\n    for one in told:\n        print(one)\n"
    places = names.poor_names([source("rulesets/chase/turn.py", text)])
    assert places == {
        ("rulesets.chase", "local", "told"): ["rulesets/chase/turn.py:1"],
        ("rulesets.chase", "local", "one"): ["rulesets/chase/turn.py:2"],
    }


def test_a_class_name_with_two_meanings_is_noticed_outside_the_rulesets() -> None:
    text = "class Line: ..."
    homes = ["game/a.py", "views/b.py", "rulesets/chase/c.py"]
    places = names.poor_names([source(home, text) for home in homes])
    assert sorted(places) == [("game", "class", "Line"), ("views", "class", "Line")]
    assert names.poor_names([source(home, text) for home in homes[1:]]) == {}


def test_the_counts_are_read_as_they_are_written() -> None:
    counts = {("rulesets.chase", "local", "one"): 3, ("game", "class", "Line"): 1}
    assert names.allowed(names.as_toml(counts)) == counts
    assert names.decreases({}, counts) and not names.decreases(counts, counts)
