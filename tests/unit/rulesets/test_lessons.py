"""Files of lessons: what is wrong with one is named by file, line and field; how orders are read off them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.lessons import meets, merge_tables, parts
from hulldown.rulesets.common.lint import ruleset_problems
from hulldown.rulesets.tank_commander.missions import SHELF

LESSON = (SHELF.folder / "lessons" / "battle.toml").read_text(encoding="utf-8")


def wrong(folder: Path, text: str) -> list[str]:
    """What is wrong with a lesson of that text."""
    file = folder / "lessons" / "mine.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return SHELF.problems_of(file, "lessons/mine.toml")


@pytest.mark.parametrize("name", rulesets.names())
def test_the_lessons_that_come_with_the_game_are_faultless(name: str) -> None:
    assert ruleset_problems(rulesets.get(name)) == []


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ('scenario = "skirmish"', 'scenario = "skirmage"', "scenario: "),
        ('title = "Who goes first?"', f'title = "{"x" * 60}"', "steps[1].title: "),
        ('point = ["button roll"]', 'point = ["knob roll"]', "steps[1].point[1]: "),
        ('orders = ["A1 end"]', 'orders = ["A1 end | five"]', ".orders[1]: "),
        ('do = "Press Ready.', 'doo = "Press Ready.', "steps[2].doo: "),
        ("number = 6", "number = 7", "number: "),
        ("minutes = 4", "minutes = 1", "minutes: "),
        ('picture = "unit B1"', 'picture = "button roll"', "picture: "),
        ("[change]\n", "[options]\nhe_rounds_are = 3\n\n[change]\n", "options.he_rounds_are: "),
    ],
)
def test_a_mistake_is_named_with_line_and_field(tmp_path: Path, old: str, new: str, names: str) -> None:
    assert old in LESSON
    told = wrong(tmp_path, LESSON.replace(old, new, 1))
    assert told
    file, line, _ = told[0].split(":", 2)
    assert file == "lessons/mine.toml"
    assert int(line) > 0
    assert names in told[0]


def test_orders_dice_and_kinds() -> None:
    assert parts("A1 fire B1 | 4/6 5/6") == ("A1 fire B1", "4/6 5/6")
    assert parts("A1 end") == ("A1 end", "")
    assert meets("A1 load AT", "a1 load *")
    assert not meets("A1 load AT", "A1 fire *")


def test_what_is_changed_lies_over_the_scenario() -> None:
    below = {"terrain": {"mud": ["C8"], "hill": ["B4"]}, "turn_limit": 10}
    assert merge_tables(below, {"terrain": {"mud": ""}, "turn_limit": 4}) == {
        "terrain": {"hill": ["B4"]},
        "turn_limit": 4,
    }


def test_a_lesson_shows_what_it_points_at_first_unless_it_says_what() -> None:
    lesson = SHELF.lessons()["drive"]
    assert lesson.model_copy(update={"picture": ""}).subject == "unit A1"
    assert lesson.model_copy(update={"picture": "place E7"}).subject == "place E7"
    only_buttons = [step.model_copy(update={"point": ("button fire",)}) for step in lesson.steps]
    assert lesson.model_copy(update={"picture": "", "steps": tuple(only_buttons)}).subject == ""


@pytest.mark.parametrize("name", rulesets.names())
def test_six_short_lessons_stand_on_their_path_by_number(name: str) -> None:
    lessons = list(rulesets.get(name).files.lessons().values())
    assert [lesson.number for lesson in lessons] == [1, 2, 3, 4, 5, 6]
    for lesson in lessons:
        assert 2 <= lesson.minutes <= 4, lesson.title
        assert 3 <= len(lesson.steps) <= 7, lesson.title


@pytest.mark.parametrize("name", rulesets.names())
def test_lessons_call_units_and_sides_as_a_player_does(name: str) -> None:
    """Ids stand in orders and pointers only; a learner has never seen them."""
    for lesson in rulesets.get(name).files.lessons().values():
        texts = [lesson.title, lesson.text, lesson.end, *lesson.wrong.values()]
        for step in lesson.steps:
            texts += [step.title, step.text, step.do, step.after, *step.wrong.values()]
        for text in texts:
            assert not re.search(r"\b([ABR][12]|Cobalt|Rust)\b", text), text
