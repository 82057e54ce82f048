"""A game from the first call to the last, as pages make them."""

from __future__ import annotations

from hashlib import sha256

from fastapi.testclient import TestClient
from tests.server.conftest import AGAINST_COMPUTER, begin, refusal


def test_what_there_is_to_play(client: TestClient) -> None:
    offers = {offer["id"]: offer for offer in client.get("/api/rulesets").json()}
    assert offers["pebbles"]["scenarios"][0]["id"] == "heap"
    offered = client.get("/api/rulesets/pebbles").json()
    assert offered["options"][0]["high"] == 60
    assert "greedy" in {player["id"] for player in offered["players"]}
    about = client.get("/api/about").json()
    assert about["version"]
    assert about["rulesets"]["pebbles"] == {"ready": False, "done": 0, "total": 0, "what": ""}


def test_the_rulebook_comes_by_chapters(client: TestClient) -> None:
    book = client.get("/api/rulesets/pebbles/rulebook").json()
    assert book["name"] == "Pebbles"
    (chapter,) = book["chapters"]
    assert chapter["title"] == "1. The game"
    assert [(rule["id"], rule["mark"]) for rule in chapter["rules"]] == [
        ("PB-1.1", ""),
        ("PB-1.2", "[option]"),
    ]
    refusal(client.get("/api/rulesets/chess/rulebook"), 404, "not_found")


def test_a_whole_game(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 5}, seed=7)
    first = table.view(0)
    assert (first["number"], first["to_act"], first["yours"], first["seat"]) == (0, [0], True, 0)
    assert first["options"] == {"pebbles": 5}
    assert [order["text"] for order in first["orders"]] == ["A1 take 1", "A1 take 2", "A1 throw"]
    assert first["reach"] == {"C1": 2}
    assert not table.view(1)["yours"]
    assert table.view(1)["orders"] == []
    answer = table.act(0, "A1 take 2").json()
    assert (answer["number"], answer["played"], answer["stopped"]) == (1, ["A1 take 2"], None)
    assert answer["to_act"] == [1]
    table.act(1, "B1 take 2")
    last = table.act(0, "A1 take 1").json()
    assert last["result"] == {"winner": 0, "text": "Cobalt has won"}
    assert [part["number"] for part in last["log"]] == [1, 2, 3]
    assert last["log"][0]["sentences"][0]["text"] == "{A1} takes 2, 3 left"
    refusal(table.act(1, "B1 take 1"), 409, "over")
    dice = last["dice"]
    promised = sha256(f"hulldown dice {dice['key']} {dice['salt']}".encode()).hexdigest()
    assert promised == first["commitment"] == last["commitment"]


def test_the_list_of_games(client: TestClient) -> None:
    old, new = begin(client), begin(client, options={"pebbles": 2})
    old.act(0, "A1 take 1")
    new.act(0, "A1 take 2")
    lines = client.get("/api/games").json()
    assert [(line["game"], line["number"], line["finished"]) for line in lines] == [
        (new.game, 1, True),
        (old.game, 1, False),
    ]
    assert lines[1]["title"] == "Pebbles: The Heap"
    assert lines[1]["status"] == "Rust to take"


def test_only_changed_layers_are_sent_again(client: TestClient) -> None:
    table = begin(client)
    board = table.view(0)["board"]
    assert board["head"].startswith("<svg ")
    assert set(board["layers"]) == set(board["digests"])
    again = table.view(0, have=",".join(board["digests"].values()))["board"]
    assert again["layers"] == {}
    assert again["digests"] == board["digests"]
    table.act(0, "A1 take 2")
    table.act(1, "B1 take 2")
    table.act(0, "A1 take 2")
    changed = table.view(0, have=",".join(board["digests"].values()))["board"]["layers"]
    assert "l-ground" in changed
    assert "l-units" not in changed


def test_several_actions_stop_at_a_die(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 60})
    told = table.act(0, "A1 throw", "A1 take 1").json()
    assert told["played"] == ["A1 throw"]
    assert (told["stopped"]["why"], told["stopped"]["at"]) == ("die", 1)
    assert told["number"] == 1
    assert told["log"][0]["sentences"][0]["rolls"][0]["sides"] == 6


def test_several_actions_stop_when_the_decision_passes_on(client: TestClient) -> None:
    told = begin(client).act(0, "A1 take 1", "A1 take 1").json()
    assert (told["played"], told["stopped"]["why"]) == (["A1 take 1"], "over")


def test_odds_route_and_hint(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 3})
    odds = table.get("odds", 0, action="A1 throw").json()
    assert odds["exact"] and odds["samples"] == 0
    assert [(line["text"], line["chance"]) for line in odds["lines"]] == [
        ("0 left", "2/3"),
        ("1 left", "1/6"),
        ("2 left", "1/6"),
    ]
    assert table.get("route", 0, unit="A1", place="C1").json() == {
        "actions": ["A1 take 1"],
        "cost": 2,
        "words": ["Take 1"],
        "places": [],
    }
    refusal(table.get("route", 0, unit="A1", place="A9"), 409, "no_way")
    best = table.get("hint", 0).json()["orders"]
    assert 1 <= len(best) <= 3
    assert {"A1 take 1", "A1 take 2", "A1 throw"} >= {order["text"] for order in best}
    assert all(0 <= order["value"] <= 1 for order in best)
    assert table.view()["number"] == 0


def test_orders_are_judged_and_nothing_is_done(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 3})
    fair = {"refused": -1, "code": "", "text": "", "rule": "", "picture": ""}
    assert table.get("why", 0, action="A1 take 1").json() == fair
    assert table.get("why", 0, action="A1 throw").json() == fair  # nobody learns what the die would show
    told = table.get("why", 0, action=["A1 take 1", "A1 take 1"]).json()
    assert told["refused"] == 1
    assert told["text"]
    refusal(table.get("why", 0, action="A1 take 3 dogs"), 400, "unclear")
    refusal(table.get("why", 1, action="B1 throw"), 409, "not_your_decision")
    assert table.view()["number"] == 0


def test_questions_are_for_the_seat_that_decides(client: TestClient) -> None:
    table = begin(client)
    refusal(table.get("odds", 1, action="B1 throw"), 409, "not_your_decision")
    refusal(table.get("odds", None, action="A1 throw"), 403, "not_yours")
    refusal(table.get("odds", 0, action="B1 throw"), 403, "not_yours")
    refusal(table.get("odds", 0, action="A1 take 3 dogs"), 400, "unclear")
    refusal(table.get("hint", 1), 409, "not_your_decision")
    refusal(table.get("hint"), 403, "not_yours")


def test_earlier_positions(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 60})
    for at in range(6):
        table.act(at % 2, f"{'AB'[at % 2]}1 throw")
    statuses = [table.get(f"at/{number}").json() for number in range(7)]
    assert [view["number"] for view in statuses] == list(range(7))
    assert [len(view["log"]) for view in statuses] == list(range(7))
    titles = [view["board"]["head"] for view in statuses]
    assert titles[6] == table.view()["board"]["head"]
    assert len(set(titles)) == 7
    assert not any(view["orders"] or view["to_act"] for view in statuses)
    refusal(table.get("at/7"), 404, "not_found")


def test_a_picture(client: TestClient) -> None:
    answer = client.get(f"/api/games/{begin(client).game}/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_a_unit_that_is_gone_counts_as_none(client: TestClient) -> None:
    table = begin(client, ruleset="tank_commander", scenario="skirmish")
    table.act(0, "roll off")
    assert table.view(0, unit="Z9") == table.view(0)


def test_what_is_wrong_in_a_set_up_is_said(client: TestClient) -> None:
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": AGAINST_COMPUTER}
    told = refusal(client.post("/api/games", json=body | {"scenario": "moon"}), 400, "unclear")
    assert "heap" in told["text"]
    refusal(client.post("/api/games", json=body | {"ruleset": "chess"}), 400, "unclear")
    refusal(client.post("/api/games", json=body | {"scenario": "../../../etc/passwd"}), 400, "unclear")
    for player in ("deep", "mcts:9999s", "mcts:100s", "mcts:9000000"):
        seats = [{"kind": "human"}, {"kind": "computer", "player": player}]
        refusal(client.post("/api/games", json=body | {"seats": seats}), 400, "unclear")


def test_a_picture_is_sent_again_only_when_the_game_has_gone_on(client: TestClient) -> None:
    table = begin(client)
    address = f"/api/games/{table.game}/picture.svg"
    mark = client.get(address).headers["etag"]
    again = client.get(address, headers={"if-none-match": mark})
    assert (again.status_code, again.content) == (304, b"")
    table.act(0, "A1 take 2")
    assert client.get(address, headers={"if-none-match": mark}).status_code == 200
