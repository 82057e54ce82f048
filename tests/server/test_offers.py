"""What the home page can offer: options by chapters, and a small picture of every board."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from hulldown import rulesets


def offered(client: TestClient, ruleset: str) -> Any:
    return client.get(f"/api/rulesets/{ruleset}").json()


def test_the_list_of_rulesets_names_what_can_be_chosen_and_no_more(client: TestClient) -> None:
    """Home loads it before anything is chosen: options and briefings of every ruleset would weigh it down."""
    answer = client.get("/api/rulesets")
    for line in answer.json():
        assert set(line) == {"id", "name", "scenarios", "campaigns"}
        full = offered(client, line["id"])
        assert line["scenarios"] == [{"id": one["id"], "name": one["name"]} for one in full["scenarios"]]
        assert (line["name"], line["campaigns"]) == (full["name"], full["campaigns"])
    assert len(answer.content) < 600 * len(answer.json())
    assert client.get("/api/rulesets/nothing").status_code == 404


def test_home_shows_every_ruleset_with_the_board_of_a_first_battle(client: TestClient) -> None:
    """Only what a card shows, and what one click needs: the computer player that forms begin with."""
    books = {book["id"]: book for book in client.get("/api/rules").json()}
    answer = client.get("/api/home")
    assert [line["id"] for line in answer.json()] == [one["id"] for one in client.get("/api/rulesets").json()]
    for line in answer.json():
        full, scenario = offered(client, line["id"]), line["scenario"]
        assert line["text"] == books[line["id"]]["text"]
        assert scenario in [{"id": one["id"], "name": one["name"]} for one in full["scenarios"]]
        assert line["seat"] == rulesets.get(line["id"]).first_seat
        assert line["players"] == full["players"] and sum(one["usual"] for one in line["players"]) == 1
        assert client.get(line["picture"]).headers["content-type"] == "image/svg+xml"
        lessons = client.get(f"/api/learn/{line['id']}").json()["taught"]
        assert line["lesson"] in [one["id"] for one in lessons if one["kind"] == "lesson"] or not lessons


def test_every_option_is_in_one_group(client: TestClient) -> None:
    for ruleset in ("tank_commander", "pebbles"):
        offer = offered(client, ruleset)
        grouped = [option for group in offer["groups"] for option in group["options"]]
        assert sorted(grouped) == sorted(option["id"] for option in offer["options"])


def test_an_option_of_a_mission_stands_with_it(client: TestClient) -> None:
    groups = offered(client, "tank_commander")["groups"]
    own = {option: group["scenarios"] for group in groups for option in group["options"]}
    assert own["target_type"] == ["destroy_target"]
    assert own["aa_fail"] == ["disable_aa_guns"]
    assert own["night"] == []
    assert "Sequence of play" in [group["title"] for group in groups]  # without the chapter's number


def test_every_scenario_has_a_small_board(client: TestClient) -> None:
    boards = client.get("/api/rulesets/tank_commander/boards").json()
    assert list(boards) == [one["id"] for one in offered(client, "tank_commander")["scenarios"]]
    assert all(board.startswith("<svg") for board in boards.values())
    assert client.get("/api/rulesets/nothing/boards").status_code == 404
