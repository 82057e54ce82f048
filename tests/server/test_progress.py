"""How far somebody is in lessons and puzzles: joined without loss, kept for its owner, bounded."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as some
from tests.server.conftest import HOST, refusal

from hulldown.server.app import create_app
from hulldown.server.learn.progress import MOST_DAYS, FirstTry, Learnt, Progress, both, joined
from hulldown.server.settings import Settings

PATH = "/api/me/progress"
DAYS = some.sampled_from([f"2026-11-{day:02}" for day in range(1, 8)])
TRIES = some.builds(FirstTry, some.integers(0, 4), some.booleans(), some.integers(1200, 1202))
HOWS = some.builds(
    Learnt,
    some.lists(some.sampled_from(["A1 move", "."]), max_size=3),
    some.booleans(),
    some.integers(0, 3),
    some.none() | some.sampled_from([0.0, 0.5, 1.0]),
    some.integers(0, 3),
    some.none() | TRIES,
)
NAMES = some.sampled_from(["chase/ram_or_not", "chase/duel", "agrav/hot_armour"])
PROGRESS = some.builds(
    Progress, some.dictionaries(NAMES, HOWS), some.dictionaries(DAYS, some.integers(-60, 60))
)


def how(**more: Any) -> dict[str, Any]:
    return {"played": [], "done": False, "step": 0, "share": None, "at": 0, "first": None, **more}


def known(client: TestClient) -> TestClient:
    client.headers["Hulldown-Me"] = client.post("/api/me", json={"name": "Ann"}).json()["token"]
    return client


def put(client: TestClient, **message: Any) -> Any:
    return client.put(PATH, json=message)


@given(PROGRESS, PROGRESS, PROGRESS)
def test_it_is_joined_alike_in_any_order_and_however_often(one: Any, two: Any, three: Any) -> None:
    assert joined(one, two) == joined(two, one)
    assert joined(joined(one, two), three) == joined(one, joined(two, three))
    assert joined(one, one) == one
    assert joined(joined(one, two), two) == joined(one, two)


@given(PROGRESS, PROGRESS)
def test_nothing_is_lost(one: Any, two: Any) -> None:
    whole = joined(one, two)
    assert whole.days.keys() == one.days.keys() | two.days.keys()
    assert whole.learnt.keys() == one.learnt.keys() | two.learnt.keys()
    for part in (one, two):
        for name, part_of in part.learnt.items():
            now = whole.learnt[name]
            assert now.done >= part_of.done and now.at >= part_of.at
            assert part_of.share is None or (now.share or 0) >= part_of.share
            assert part_of.first is None or (now.first is not None and now.first.at <= part_of.first.at)


def test_a_lesson_stands_where_it_was_left_last() -> None:
    early, late = Learnt([".", "A1 move"], True, 2, at=1), Learnt(["."], False, 1, at=2)
    assert both(early, late) == Learnt(["."], True, 1, at=2)


def test_the_first_try_of_two_counts() -> None:
    wrong, right = FirstTry(5, False, 1300), FirstTry(9, True, 1300)
    one, two = Learnt([], True, 1, 0.4, 5, wrong), Learnt([], True, 1, 1.0, 9, right)
    assert both(one, two) == Learnt([], True, 1, 1.0, 9, wrong)


def test_two_browsers_of_one_owner_know_the_same(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app, base_url=HOST) as here:
        there = TestClient(app, base_url=HOST)
        there.headers["Hulldown-Me"] = known(here).headers["Hulldown-Me"]
        assert here.get(PATH).json() == {"learnt": {}, "days": {}}
        first = {"at": 7, "right": True, "rating": 1300}
        solved = how(done=True, step=1, share=1.0, at=7, first=first)
        sent = {"learnt": {"chase/ram_or_not": solved}, "days": {"2026-11-28": 60}}
        assert put(here, **sent).json() == sent
        lesson = how(played=[".", "A1 pursue"], step=2, at=9)
        answer = put(there, learnt={"chase/duel": lesson}, days={"2026-11-29": -600}).json()
        assert set(answer["learnt"]) == {"chase/duel"}, "what was sent comes back, nothing else"
        whole = here.get(PATH).json()
        assert whole == {
            "learnt": {"chase/duel": lesson, "chase/ram_or_not": solved},
            "days": {"2026-11-28": 60, "2026-11-29": -600},
        }
        only = there.get(PATH, params={"only": ["chase/ram_or_not"]}).json()
        assert only == {"learnt": {"chase/ram_or_not": solved}, "days": {}}
        older = how(played=["."], step=1, at=3)
        assert put(here, learnt={"chase/duel": older}).json()["learnt"] == {"chase/duel": lesson}


def test_it_is_nobody_elses(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app, base_url=HOST) as here:
        put(known(here), days={"2026-11-29": 0})
        assert known(TestClient(app, base_url=HOST)).get(PATH).json()["days"] == {}


def test_nobody_in_particular_keeps_nothing(client: TestClient) -> None:
    refusal(client.get(PATH), 401, "no_owner")
    refusal(put(client, days={"2026-11-29": 0}), 401, "no_owner")


@pytest.mark.parametrize(
    "wrong",
    [
        {"days": {"2026-02-30": 0}},
        {"days": {"29.11.2026": 0}},
        {"days": {"2026-11-29": 2000}},
        {"days": ["2026-11-29"]},
        {"learnt": {"chase": how()}},
        {"learnt": {"chase/../me": how()}},
        {"learnt": {"chase/ram_or_not": how(share=2)}},
        {"learnt": {"chase/ram_or_not": how(played=["A1 move"] * 121)}},
        {"learnt": {"chase/ram_or_not": how(played=["x" * 201])}},
        {"learnt": {"chase/ram_or_not": how(first={"at": 0, "right": True, "rating": 9999})}},
        {"learnt": {"chase/ram_or_not": how(cheats=True)}},
        {"learnt": {f"chase/{number}": how() for number in range(201)}},
        {"streak": 100},
    ],
)
def test_what_is_no_progress_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    refusal(put(known(client), **wrong), 400, "unclear")
    assert client.get(PATH).json() == {"learnt": {}, "days": {}}


def test_nobody_keeps_more_than_can_be_learnt(client: TestClient) -> None:
    known(client)
    first = date(2001, 1, 1)
    days = [(first + timedelta(number)).isoformat() for number in range(MOST_DAYS + 1)]
    for begins in range(0, MOST_DAYS, 200):
        assert put(client, days=dict.fromkeys(days[begins : begins + 200], 0)).status_code == 200
    refusal(put(client, days={days[MOST_DAYS]: 0}), 413, "too_large")
    assert len(client.get(PATH).json()["days"]) == MOST_DAYS


def test_long_lessons_without_end_are_refused(client: TestClient) -> None:
    known(client)
    long = how(played=["A1 go " + "x" * 190] * 100)
    answers = [put(client, learnt={f"chase/{n}{m}": long for m in "ab"}) for n in range(20)]
    codes = [answer.status_code for answer in answers]
    assert codes[0] == 200
    refusal(answers[-1], 413, "too_large")
