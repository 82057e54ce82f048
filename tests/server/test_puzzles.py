"""Puzzles out of real games: each stands where it says, and every order there has its worth."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown import rulesets
from hulldown.game.lessons import UNWEIGHED, answers, opened
from hulldown.rulesets.api.lessons import Drill

NAMES = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
SOME = 12  # every so manieth is looked at in the quick lane
FEWEST = 60
SHORT = 170  # characters of what a puzzle says before its question


def drills(name: str) -> dict[str, Drill]:
    """The puzzles of a ruleset."""
    return dict(rulesets.get(name).files.drills())


def some(*bases: str) -> list[Any]:
    """The puzzles weighed in one of these ways; most of them are looked at before a landing only."""
    return [
        pytest.param(name, one, marks=[] if number % SOME == 0 else pytest.mark.landing)
        for name in NAMES
        for number, one in enumerate(key for key, drill in drills(name).items() if drill.basis in bases)
    ]


def step(client: TestClient, ruleset: str, drill: str, order: str) -> Any:
    return client.post(f"/api/learn/{ruleset}/{drill}/step", json={"actions": [order]})


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_of_many_kinds(name: str) -> None:
    every = drills(name).values()
    assert len(every) >= FEWEST
    assert len({drill.title for drill in every}) >= FEWEST / 4
    assert len({drill.scenario for drill in every}) >= 3
    assert len({drill.position for drill in every}) == len(every)
    ratings = [drill.rating for drill in every]
    assert ratings == sorted(ratings), "easiest first"
    assert ratings[-1] - ratings[0] >= 400


@pytest.mark.parametrize("name", NAMES)
def test_it_says_in_two_sentences_who_decides_and_what_wins(name: str) -> None:
    """What stands where is seen on the board; nobody drives on foot."""
    for drill in drills(name).values():
        who, what = re.fullmatch(r"(.+?: .+?)\. (.+)\.", drill.text).groups()  # type: ignore[union-attr]
        assert ". " not in who + what and len(drill.text) <= SHORT, drill.text
        assert re.search(r"(turn|round) \d+ of \d+: (it is your turn|[A-Z]\d acts)$", who), drill.text
        assert "needs" not in drill.why and "answers:" not in drill.why
        assert not re.search(r"(squad|infantry|section): .*\bdrive\b", drill.title, re.IGNORECASE)


@pytest.mark.parametrize(("ruleset", "drill"), some("odds", "solver", "search"))
def test_its_orders_are_those_on_offer(ruleset: str, drill: str) -> None:
    """It is the learner's decision, each order on offer has its worth, and one is best by the margin."""
    found, one = rulesets.get(ruleset), drills(ruleset)[drill]
    game = opened(found, one)
    assert one.seat in game.to_act
    assert {act.text for act in game.legal(one.seat)} <= set(one.worths)
    for text in one.worths:
        assert game.check(game.parse(text, one.seat)) is None
    ranked = [answer.value for answer in answers(found, one)]
    assert float(ranked[0] - ranked[1]) == pytest.approx(one.margin, abs=0.001)
    assert one.margin > one.error
    assert [text for text, value in one.values.items() if one.right(value)] == [one.best]


@pytest.mark.parametrize(("ruleset", "drill"), some("odds"))
def test_what_is_exact_is_worked_out_to_the_same(ruleset: str, drill: str) -> None:
    one = drills(ruleset)[drill]
    game = opened(rulesets.get(ruleset), one)
    for text in sorted(one.worths, key=lambda text: -one.values[text])[:2]:
        odds = game.odds(game.parse(text, one.seat))
        assert sum(line.chance for line in odds.subject_lines if line.text in one.counts) == one.values[text]


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_told_what_it_is_worth(client: TestClient, name: str) -> None:
    for drill, one in [*drills(name).items()][::30]:
        view = client.get(f"/api/learn/{name}/{drill}/view").json()
        assert view["lesson"]["kind"] == "puzzle"
        assert view["lesson"]["do"] == one.question
        assert view["yours"]
        assert set(one.worths) & {order["text"] for order in view["orders"]}
        ranked = sorted(one.worths, key=lambda text: -one.values[text])
        for text in (ranked[0], ranked[-1]):
            told = step(client, name, drill, text)
            assert told.status_code == 200, told.text
            answer = told.json()["lesson"]["answer"]
            assert answer["share"] == (1.0 if text == ranked[0] else 0.0)
            assert (answer["place"] == 1) == (text == ranked[0])
            assert answer["why"] == one.why
            shown = told.json()["lesson"]["answered"]
            assert shown == [text], "what comes of an answer is shown"
            assert answer["orders"] == [ranked[0]]
            assert answer["worth"].endswith("to win") == (one.basis == "search")


def test_an_order_that_was_not_weighed_is_refused_in_words(client: TestClient) -> None:
    drill = next(iter(drills("chase")))
    told = refusal(step(client, "chase", drill, "surrender"), 409, "lesson")
    assert told["text"] == UNWEIGHED


@pytest.mark.parametrize("name", NAMES)
def test_a_page_reads_names_of_units_and_not_their_letters(client: TestClient, name: str) -> None:
    for drill, one in [*drills(name).items()][::30]:
        where, page = f"/api/learn/{name}/{drill}/step", {"Hulldown-Voice": "you"}
        told = client.post(where, json={"actions": [one.best]}, headers=page).json()["lesson"]
        for text in (told["text"], *(told["answer"][key] for key in ("yours", "best", "why"))):
            assert not re.search(r"\b[AB][1-9]\b", text), text
