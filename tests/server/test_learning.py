"""Lessons and puzzles as the server plays them: every one of every ruleset, to its end."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown import rulesets
from hulldown.game.lessons import READ, LessonProgress, answers
from hulldown.rulesets.api.lessons import meets, parts

NAMES = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
LESSONS = [(name, one) for name in NAMES for one in rulesets.get(name).files.lessons()]
PUZZLES = [
    pytest.param(name, puzzle, marks=[] if name == "tank_commander" else pytest.mark.landing)
    for name in NAMES
    for puzzle in rulesets.get(name).files.puzzles()
]


def at(client: TestClient, ruleset: str, lesson: str, played: list[str]) -> Any:
    answer = client.get(f"/api/learn/{ruleset}/{lesson}/view", params={"played": played})
    assert answer.status_code == 200, answer.text
    return answer.json()


def step(client: TestClient, ruleset: str, lesson: str, played: list[str], *orders: str) -> Any:
    where = f"/api/learn/{ruleset}/{lesson}/step"
    return client.post(where, params={"played": played}, json={"actions": list(orders)})


@pytest.mark.parametrize(("ruleset", "lesson"), LESSONS)
def test_a_lesson_plays_to_its_end(client: TestClient, ruleset: str, lesson: str) -> None:
    """What is expected may be ordered, the dice fall as laid, what is pointed at comes up in its step."""
    found = rulesets.get(ruleset)
    file = found.files.lessons()[lesson]
    walk, view = LessonProgress(found, file), at(client, ruleset, lesson, [])
    steps = [view["lesson"]["step"]]
    awaited = {(number, point) for number, one in enumerate(file.steps) for point in one.point}
    while not view["lesson"]["done"]:
        told = view["lesson"]
        awaited -= {(told["step"], point) for point in told["points"] if there(view, point)}
        expected = walk.expected()
        if expected != READ:
            assert expected in {order["text"] for order in view["orders"]}, "it has a button"
        walk.order(expected)
        answer = step(client, ruleset, lesson, view["lesson"]["played"], expected)
        assert answer.status_code == 200, answer.text
        view = answer.json()
        assert view["number"] == len(walk.game.history)
        steps.append(view["lesson"]["step"])
    assert not awaited
    assert steps == sorted(steps)
    assert steps[-1] == len(file.steps)
    assert view["orders"] == []
    assert view["lesson"]["text"] == file.end


def there(view: Any, point: str) -> bool:
    """Whether what a step points at is on the board, on a card, on a button or on the page."""
    kind, _, name = point.partition(" ")
    if kind == "unit":
        return name in {card["unit"] for card in view["cards"]}
    if kind == "button":
        return any(name in (order["group"], order["text"]) for order in view["orders"])
    if kind == "place":
        return f'"{name}"' in "".join(view["board"]["layers"].values())
    return name in {"unit", "target", "odds", "log", "roster", "mission", "beside"}


@pytest.mark.landing
@pytest.mark.parametrize(("ruleset", "lesson"), LESSONS)
def test_other_orders_are_answered_in_words(client: TestClient, ruleset: str, lesson: str) -> None:
    """At every step, whatever else may be ordered changes nothing and is answered."""
    found = rulesets.get(ruleset)
    walk = LessonProgress(found, found.files.lessons()[lesson])
    while walk.step:
        expected = walk.expected()
        for act in walk.game.legal(walk.lesson.seat)[:3] if walk.step.orders else []:
            if meets(act.text, parts(walk.step.orders[walk.given])[0]):
                continue
            told = refusal(step(client, ruleset, lesson, walk.played, act.text), 409, "lesson")
            assert 10 < len(told["text"]) <= 240
        walk.order(expected)


@pytest.mark.parametrize(("ruleset", "puzzle"), PUZZLES)
def test_a_puzzle_has_a_best_answer(client: TestClient, ruleset: str, puzzle: str) -> None:
    """It is better than the middle one, and each answer is told what it is worth."""
    found = rulesets.get(ruleset)
    ranked = answers(found, found.files.puzzles()[puzzle])
    best, middle = ranked[0], ranked[len(ranked) // 2]
    assert best.value > middle.value
    view = at(client, ruleset, puzzle, [])
    assert view["lesson"]["kind"] == "puzzle"
    for one in (best, middle):
        told = step(client, ruleset, puzzle, [], *one.texts)
        assert told.status_code == 200, told.text
        answer = told.json()["lesson"]["answer"]
        assert answer["place"] == 1 + len({other.value for other in ranked if other.value > one.value})
        assert (answer["share"] == 1.0) == (one.value == best.value)
        assert answer["best"]
        assert answer["yours"]


@pytest.mark.parametrize("ruleset", [name for name, _ in LESSONS])
def test_the_course_lists_lessons_then_puzzles(client: TestClient, ruleset: str) -> None:
    told = client.get(f"/api/learn/{ruleset}").json()
    kinds = [one["kind"] for one in told["taught"]]
    assert kinds == sorted(kinds)
    files = rulesets.get(ruleset).files
    names = [one["id"] for one in told["taught"]]
    assert names == [*files.lessons(), *files.puzzles(), *files.drills()]


def test_what_comes_of_a_wrong_answer_is_shown_step_by_step(client: TestClient) -> None:
    """The order with its likely dice, then the enemy's shot; the same when it is asked for again."""
    told = step(client, "close_assault", "whose_back", [], "B1 fire R1").json()
    lesson = told["lesson"]
    assert lesson["answered"] == ["B1 fire R1"] and lesson["played"] == [] and lesson["back"] == -1
    assert lesson["answer"]["place"] > 1
    assert told["orders"] == [] and told["yours"] is False and told["result"] is None
    numbers = [part["number"] for part in told["log"]]
    begins = at(client, "close_assault", "whose_back", [])["number"]
    assert told["number"] == begins + 2 and numbers[-2:] == [begins + 1, begins + 2]
    where = "/api/learn/close_assault/whose_back/"
    again = client.get(where + "view", params={"answer": ["B1 fire R1"]}).json()
    assert again["log"] == told["log"] and again["lesson"]["answered"] == ["B1 fire R1"]
    assert again["lesson"]["answer"] is None
    between = client.get(f"{where}at/{begins + 1}", params={"answer": ["B1 fire R1"]}).json()
    assert between["number"] == begins + 1 and between["log"] == told["log"][:-1]
    refusal(client.get(f"{where}at/{begins + 1}"), 404, "not_found")


def test_what_comes_of_the_best_answer_is_shown_too(client: TestClient) -> None:
    found = rulesets.get("close_assault")
    best = answers(found, found.files.puzzles()["whose_back"])[0]
    before = at(client, "close_assault", "whose_back", [])
    told = step(client, "close_assault", "whose_back", [], *best.texts).json()
    assert told["lesson"]["answered"] == [best.texts[-1]] and told["lesson"]["answer"]["place"] == 1
    assert told["lesson"]["answer"]["orders"] == list(best.texts)
    assert told["number"] > before["number"] and told["orders"] == []


@pytest.mark.parametrize("drill", ["capture_objectives_1", "urban_warfare_1"])
def test_the_unit_that_decides_is_marked(client: TestClient, drill: str) -> None:
    """Where several may be ordered, none is: that would be half of the answer."""
    view = at(client, "tank_commander", drill, [])
    units = {order["unit"] for order in view["orders"] if order["unit"] and order["refusal"] is None}
    assert view["lesson"]["points"] == [f"unit {unit}" for unit in units if len(units) == 1]


@pytest.mark.parametrize("wrong", [["B9 fire R1"], ["B1 fire R1", "B1 fire R1"], ["R1 fire B1"]])
def test_what_is_no_answer_has_nothing_to_show(client: TestClient, wrong: list[str]) -> None:
    for path in ("view", "at/1"):
        answer = client.get(f"/api/learn/close_assault/whose_back/{path}", params={"answer": wrong})
        refusal(answer, 409, "changed_rules")


@pytest.mark.parametrize(("ruleset", "lesson"), LESSONS)
def test_what_a_lesson_asks_is_no_task_of_its_scenario(client: TestClient, ruleset: str, lesson: str) -> None:
    """A lesson with other units than its scenario speaks of its own only."""
    view = at(client, ruleset, lesson, [])
    assert view["scenario"]["tasks"] == []
    assert view["scenario"]["briefing"] == rulesets.get(ruleset).files.lessons()[lesson].change["briefing"]


@pytest.mark.parametrize(("ruleset", "lesson"), LESSONS)
def test_a_step_that_names_a_button_names_what_stands_on_it(ruleset: str, lesson: str) -> None:
    """A group of orders is called by its name: "drive_at" is the button "Drive at"."""
    for step in rulesets.get(ruleset).files.lessons()[lesson].steps:
        if "button drive_at" in step.point:
            assert "Drive at" in step.do


def test_nothing_is_written_down(client: TestClient) -> None:
    at(client, "tank_commander", "drive", ["."])
    assert client.get("/api/games").json() == []


def test_what_was_played_in_another_lesson_is_refused(client: TestClient) -> None:
    answer = client.get("/api/learn/tank_commander/drive/view", params={"played": ["A1 fire B1"]})
    refusal(answer, 409, "changed_rules")
    refusal(client.get("/api/learn/tank_commander/nothing/view"), 404, "not_found")


def test_an_order_that_is_not_understood_in_a_lesson_is_refused_in_words(client: TestClient) -> None:
    where = "/api/learn/tank_commander/aim/why"
    refusal(client.get(where, params={"action": ["A1 sing"]}), 400, "unclear")
