"""Taking back: free until a die falls or somebody else decides, then by agreement."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import begin, refusal

from hulldown.server.play.session import undoing

PEOPLE = frozenset({0, 1})
ALONE = frozenset({0})


@dataclass(frozen=True)
class Decided:
    number: int
    seat: int
    rolled: bool = False
    secret: bool = False
    hidden: bool = False


@pytest.mark.parametrize(
    ("line", "people", "free", "by_consent", "back_to"),
    [
        ([], PEOPLE, False, False, 0),
        ([Decided(1, 0)], PEOPLE, True, False, 0),
        ([Decided(1, 0), Decided(4, 0)], PEOPLE, True, False, 1),
        ([Decided(1, 0, True)], PEOPLE, False, True, 0),
        ([Decided(1, 0, True)], ALONE, False, False, 0),
        ([Decided(1, 0, True), Decided(2, 0)], ALONE, True, False, 1),
        ([Decided(1, 0), Decided(2, 1)], PEOPLE, False, True, 0),
        ([Decided(1, 0), Decided(2, 1)], ALONE, True, False, 0),
        ([Decided(1, 0), Decided(2, 1, True)], ALONE, False, False, 0),
        ([Decided(1, 1)], PEOPLE, False, False, 0),
        ([Decided(1, 0, secret=True)], PEOPLE, False, True, 0),
        ([Decided(1, 0, secret=True)], ALONE, False, False, 0),
        ([Decided(1, 0), Decided(2, 1, secret=True)], ALONE, False, False, 0),
        ([Decided(1, 0, secret=True), Decided(2, 0)], PEOPLE, True, False, 1),
        ([Decided(1, 0, hidden=True)], ALONE, True, False, 0),
        ([Decided(1, 0, hidden=True), Decided(2, 1, hidden=True)], ALONE, False, False, 0),
    ],
)
def test_whose_word_an_undo_needs(
    line: list[Decided], people: frozenset[int], free: bool, by_consent: bool, back_to: int
) -> None:
    plan = undoing(line, 0, people, ended=False)
    assert (plan.free, plan.by_consent, plan.back_to) == (free, by_consent, back_to)
    assert bool(plan.why) is not free
    assert not undoing(line, 0, people, ended=True).free


def test_a_hidden_die_is_no_reason_that_is_told() -> None:
    line = [Decided(1, 0, hidden=True), Decided(2, 1, True, hidden=True)]
    assert undoing(line, 0, PEOPLE, ended=False).why.startswith("Since your last decision the other side")


def test_who_has_seen_something_new_cannot_go_back_alone() -> None:
    line = [Decided(1, 0, hidden=True)]
    assert undoing(line, 0, PEOPLE, False, surprised=True).by_consent
    assert not undoing(line, 0, ALONE, False, surprised=True).free


def test_a_free_undo_is_a_row_of_its_own(client: TestClient) -> None:
    table = begin(client)
    fresh = table.view(0)
    table.act(0, "A1 take 2")
    assert table.view(0)["undo"] == {"possible": True, "why": "", "asked": None}
    told = table.undo(0).json()
    assert told["number"] == 2
    assert told["log"] == []
    assert told["cards"] == fresh["cards"] and told["board"]["digests"] == fresh["board"]["digests"]
    assert table.act(0, "A1 take 1").json()["number"] == 3
    assert [part["number"] for part in table.view()["log"]] == [3]
    refusal(table.act(1, "B1 take 1", number=1), 409, "stale")


def test_after_a_die_both_sides_must_agree(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 60})
    table.act(0, "A1 throw")
    why = table.view(0)["undo"]
    assert why["possible"] and "die" in why["why"]
    waiting = table.undo(0).json()
    assert (waiting["number"], waiting["undo"]["asked"], waiting["undo"]["possible"]) == (1, 0, False)
    assert table.view(1)["undo"]["asked"] == 0
    assert table.undo(0).json()["number"] == 1
    agreed = table.undo(1).json()
    assert (agreed["number"], agreed["log"], agreed["to_act"]) == (2, [], [0])


def test_a_wish_to_undo_ends_with_the_next_decision(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 60})
    table.act(0, "A1 throw")
    table.undo(0)
    table.act(1, "B1 take 1")
    assert table.view(0)["undo"]["asked"] is None
    table.undo(0)
    assert table.view()["number"] == 2
    table.undo(1)
    assert [part["number"] for part in table.view()["log"]] == []


def test_against_the_computer_no_die_is_taken_back(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "greedy:seed=1"}]
    table = begin(client, seats, options={"pebbles": 1})
    refusal(table.undo(0), 409, "no_undo")
    assert not table.view(0)["undo"]["possible"]
    assert not table.view(None)["undo"]["possible"]
    refusal(table.undo(None), 403, "not_yours")


def test_an_ended_game_stays_ended(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 1})
    table.act(0, "A1 take 1")
    refusal(table.undo(0), 409, "over")
    assert not table.view(0)["undo"]["possible"]
