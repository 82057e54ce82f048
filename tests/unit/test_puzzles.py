"""Puzzles made out of games (scripts/puzzles.py): the best is clearly best, the same seed makes the same."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, load
from hulldown.game import prepare
from hulldown.rulesets.api.lessons import Drills, drill_problems

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import posing
import puzzle_words
import puzzles

GIVEN = argparse.Namespace(
    want=1, games=30, scenario=None, seed=5, glance=40, playouts=20, exact=1.0, only=None
)


def text_of(given: argparse.Namespace) -> str:
    """The file that is made."""
    with pytest.MonkeyPatch.context() as quick:  # the rules of the toy are interpreted
        quick.setattr(posing, "PLAYERS", (("greedy:30%", "greedy:10%"),))
        quick.setattr(posing, "LOOKS", 4)
        quick.setattr(posing, "SUREST", 36)
        return puzzles.written(TOY, [*puzzles.collected(TOY, given)][-1], given.seed)


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(GIVEN)


def test_the_same_seed_makes_the_same_file(text: str) -> None:
    assert text_of(GIVEN) == text


def test_what_is_made_is_a_faultless_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "drills.toml"
    file.write_text(text, encoding="utf-8")
    made = load(file, Drills, drill_problems).drills
    assert len(made) == GIVEN.want
    for drill in made.values():
        assert len(drill.worths) >= posing.FEWEST
        assert drill.title and drill.why and drill.question
        assert puzzles.EASIEST <= drill.rating <= puzzles.HARDEST


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("margin = 0.", "margin = 0.9", "margin: the best order leads the next by"),
        ("error = 0.", "error = 0.9", "error: the best order does not lead"),
        ("rating = ", "rating = 9", "rating: "),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    text: str, tmp_path: Path, old: str, new: str, says: str
) -> None:
    file = tmp_path / "drills.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CatalogueError, match=says):
        load(file, Drills, drill_problems)


def toy_race(monkeypatch: pytest.MonkeyPatch, worths: dict[str, Any]) -> posing.Race:
    """A race between orders whose worth with a key is given, of which none is carried out."""
    acts = [argparse.Namespace(text=text, row=text) for text in worths]
    judge = argparse.Namespace(worth=lambda spot, row, key: worths[row](key))
    monkeypatch.setattr(posing, "stir", lambda seed, key: key)
    return posing.Race(judge, None, acts, 1)  # type: ignore[arg-type]


def test_a_race_is_won_by_who_leads_by_more_than_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    race = toy_race(
        monkeypatch,
        {"slow": lambda key: 0.3, "fast": lambda key: 0.6 + 0.01 * (key % 3), "lame": lambda key: 0.0},
    )
    assert race.run([0, 1]) and race.run([2])
    worths, error = race.worths()
    assert max(worths, key=lambda text: worths[text]) == "fast"
    assert worths["fast"] == pytest.approx(0.61, abs=0.002)
    assert worths["slow"] == pytest.approx(0.3, abs=0.002)
    assert 0 < error < 0.01
    assert len(race.rows[2]) == posing.KEYS, "an order far behind gets no more dice"


def test_a_race_of_equals_or_by_luck_is_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    equal = toy_race(monkeypatch, {"one": lambda key: 0.5, "other": lambda key: 0.46})
    assert not equal.run([0, 1])
    lucky = toy_race(monkeypatch, {"one": lambda key: float(key % 2), "other": lambda key: 0.4})
    assert not lucky.run([0, 1])
    assert len(lucky.rows[0]) >= posing.SUREST


def test_words_of_shares() -> None:
    assert puzzle_words.percent(Fraction(11, 36)) == "31%"
    assert puzzle_words.percent(Fraction(1, 5000)) == "under 1%"
    assert puzzle_words.percent(Fraction(624, 625)) == "over 99%"
    assert puzzle_words.percent(0.71) == "71%"


def test_a_file_that_is_worded_anew_says_the_same_once_more() -> None:
    """What is asked and what orders are worth stays, and so do words that are of today already."""
    for name in ("chase", "tank_commander"):
        ruleset = rulesets.get(name)
        text = (Path(rulesets.__file__).parent / name / "drills.toml").read_text(encoding="utf-8")
        assert puzzles.reword(ruleset, text) == text


def test_the_file_of_a_ruleset_is_weighed_again(text: str, tmp_path: Path) -> None:
    file = tmp_path / "drills.toml"
    file.write_text(text, encoding="utf-8")
    for drill in load(file, Drills, drill_problems).drills.values():
        judge = posing.Judge(TOY, TOY.set_up(drill.scenario), posing.Care(40, 20))
        assert puzzles.again(TOY, drill, judge, 9, 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", ("tank_commander", "agrav", "close_assault", "warstrike"))
def test_the_best_stay_the_best_with_other_dice(name: str) -> None:
    ruleset = rulesets.get(name)
    prepare(ruleset)
    some = [one for one in ruleset.files.drills().values() if one.basis == "search"][::8]
    judge = posing.Judge(ruleset, ruleset.set_up(some[0].scenario), posing.Care(300, 400))
    held = [puzzles.again(ruleset, one, judge, 77, 48) for one in some]
    assert sum(held) >= 0.8 * len(held)
