"""The puzzle of the day, and the pictures of what is taught."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from datetime import UTC, date, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown import rulesets
from hulldown.rulesets.api.lessons import Puzzle
from hulldown.server.learn.progress import HARDEST, PACKET, easy_enough, puzzle_of_day

NAMES = tuple(rulesets.names())
TAUGHT = [
    (name, one)
    for name in ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
    for one in [*rulesets.get(name).files.lessons(), *list(rulesets.get(name).files.puzzles())[:2]]
]
A_MONTH = 30  # days without a puzzle that was there before
FIRST = date(2026, 11, 29)


def days(count: int) -> list[date]:
    return [FIRST + timedelta(number) for number in range(count)]


@pytest.mark.parametrize("count", [1, 5, 6, 7, 60, 64])
def test_each_puzzle_comes_once_in_a_round_and_not_soon_again(count: int) -> None:
    names = [f"puzzle{number}" for number in range(count)]
    begins = FIRST + timedelta(-FIRST.toordinal() % count)
    order = [puzzle_of_day("chase", names, begins + timedelta(number)) for number in range(5 * count)]
    for turn in range(5):
        assert sorted(order[turn * count : (turn + 1) * count]) == sorted(names)
    last: dict[str, int] = {}
    for number, name in enumerate(order):
        assert number - last.get(name, -count) > count - PACKET
        last[name] = number


def test_a_day_does_not_depend_on_how_the_puzzles_are_listed_and_rounds_differ() -> None:
    names = [f"puzzle{number}" for number in range(60)]
    one, other = ([puzzle_of_day("agrav", some, day) for day in days(60)] for some in (names, names[::-1]))
    assert one == other
    assert one != [puzzle_of_day("agrav", names, day + timedelta(60)) for day in days(60)]
    assert one != [puzzle_of_day("chase", names, day) for day in days(60)]


@pytest.mark.parametrize("ruleset", NAMES)
def test_the_puzzle_of_a_date_is_one_of_the_course(client: TestClient, ruleset: str) -> None:
    course = client.get(f"/api/learn/{ruleset}").json()
    known = {one["id"]: one for one in course["taught"] if one["kind"] == "puzzle"}
    if not known:
        refusal(client.get(f"/api/learn/{ruleset}/daily"), 404, "not_found")
        return
    told = client.get(f"/api/learn/{ruleset}/daily", params={"date": "2026-11-29"}).json()
    one = known[told["id"]]
    assert told == {
        "ruleset": ruleset,
        "id": told["id"],
        "title": one["title"],
        "text": one["text"],
        "date": "2026-11-29",
        "rating": one["rating"],
        "picture": one["picture"],
    }
    seen = {
        client.get(f"/api/learn/{ruleset}/daily", params={"date": day.isoformat()}).json()["id"]
        for day in days(2 * len(known))
    }
    assert seen == {name for name, one in known.items() if one["rating"] <= HARDEST}
    assert len(seen) >= A_MONTH


def test_where_all_are_hard_one_of_them_comes() -> None:
    hard = Puzzle(title="T", text="T", scenario="s", question="?", why="W", rating=HARDEST + 1)
    easy = hard.model_copy(update={"rating": HARDEST})
    assert easy_enough({"hard": hard}) == ["hard"]
    assert easy_enough({"hard": hard, "easy": easy}) == ["easy"]


def test_without_a_date_it_is_the_servers_day(client: TestClient) -> None:
    before = datetime.now(UTC).date().isoformat()
    told = client.get("/api/learn/chase/daily").json()
    assert told["date"] in (before, datetime.now(UTC).date().isoformat())


@pytest.mark.parametrize(
    "wrong", ["today", "2026-02-30", "20261129", "2026-11-29T10:00", "0000-01-01", "\u0662026-11-29"]
)
def test_what_is_no_date_is_refused_in_words(client: TestClient, wrong: str) -> None:
    told = refusal(client.get("/api/learn/chase/daily", params={"date": wrong}), 400, "bad_date")
    assert "YYYY-MM-DD" in told["text"]


def test_a_daily_puzzle_of_no_ruleset_is_refused(client: TestClient) -> None:
    refusal(client.get("/api/learn/checkers/daily"), 404, "not_found")


@pytest.mark.parametrize(("ruleset", "name"), TAUGHT)
def test_its_picture_is_cut_from_its_board(client: TestClient, ruleset: str, name: str) -> None:
    course = client.get(f"/api/learn/{ruleset}").json()
    one = next(one for one in course["taught"] if one["id"] == name)
    answer = client.get(one["picture"])
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]
    assert len(answer.content) < 300_000
    root = ElementTree.fromstring(answer.text)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    assert width > 0 and height > 0
    assert "var(--a" in answer.text
    assert client.get(one["picture"]).text == answer.text


def test_a_lesson_shows_what_it_is_about_and_a_puzzle_all_of_it(client: TestClient) -> None:
    def box(name: str) -> list[float]:
        root = ElementTree.fromstring(client.get(f"/api/learn/tank_commander/{name}/picture").text)
        return [float(side) for side in str(root.get("viewBox")).split()]

    assert box("drive")[2:] == pytest.approx([220, 220])
    assert box("thin_armor")[3] > 500


def test_a_picture_of_nothing_is_refused(client: TestClient) -> None:
    refusal(client.get("/api/learn/chase/nothing/picture"), 404, "not_found")


def test_the_course_says_where_lessons_stand_and_how_hard_puzzles_are(client: TestClient) -> None:
    taught = client.get("/api/learn/tank_commander").json()["taught"]
    for one in taught:
        if one["kind"] == "lesson":
            assert 1 <= one["number"] <= 6 and 2 <= one["minutes"] <= 10 and one["rating"] == 0
        else:
            assert one["minutes"] == 0 and 400 <= one["rating"] <= 3000
    puzzles = [one for one in taught if one["kind"] == "puzzle"]
    assert [one["number"] for one in puzzles] == list(range(1, len(puzzles) + 1))
    name, rating = puzzles[0]["id"], puzzles[0]["rating"]
    told = client.get(f"/api/learn/tank_commander/{name}/view").json()
    assert told["lesson"]["rating"] == rating
