"""What people agree on: a draw, an undo, the same again in changed seats; and what they say to each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import AGAINST_COMPUTER, HUMANS, Table, begin, refusal
from tests.server.timed import Timed, timed

import hulldown
from hulldown.rulesets.api.words import Sentence
from hulldown.server.settings import Limits, Settings


@pytest.fixture
def server(settings: Settings) -> Iterator[Timed]:
    with timed(settings) as running:
        yield running


def say(table: Table, seat: int | None, what: str, how: str) -> Any:
    return table.post("offer", seat, what=what, say=how)


def draw(table: Table, seat: int) -> Any:
    return table.view(seat)["people"]["draw"]


# ---------------------------------------------------------------- a draw


def test_a_draw_that_both_want_ends_the_game(client: TestClient) -> None:
    table = begin(client, HUMANS)
    table.act(0, "A1 take 1")
    assert say(table, 0, "draw", "offer").json()["people"]["draw"]["by"] == 0
    assert draw(table, 1) == {"by": 0, "may": True, "why": ""}
    view = say(table, 1, "draw", "accept").json()
    text = "Both sides have agreed to a draw."
    assert view["result"] == {"winner": 2, "text": text}
    assert (view["status"]["text"], view["to_act"], view["yours"]) == (text, [], False)
    assert view["log"][-1] == {
        "number": 2,
        "sentences": [asdict(Sentence(text)) | {"rules": [], "rolls": []}],
    }
    refusal(table.act(1, "B1 take 1"), 409, "over")
    refusal(table.undo(0), 409, "over")
    refusal(say(table, 0, "draw", "offer"), 409, "no_offer")
    line = client.get("/api/games").json()[0]
    assert (line["finished"], line["status"], line["number"]) == (True, text, 2)
    assert table.view(0, have="")["dice"] is not None
    film = table.get("at/1", 0).json()
    assert film["number"] == 1 and "to take" in film["status"]["text"]
    assert table.get("picture.svg").status_code == 200


def test_a_game_of_the_greatest_length_can_still_be_drawn(settings: Settings) -> None:
    with timed(replace(settings, limits=Limits(actions=1))) as server:
        table = server.begin(HUMANS)
        table.act(0, "A1 take 1")
        refusal(table.act(1, "B1 take 1"), 409, "too_long")
        say(table, 1, "draw", "offer")
        assert say(table, 0, "draw", "accept").json()["result"]["winner"] == 2


def test_no_draw_is_agreed_after_the_time(server: Timed) -> None:
    table = server.begin(terms={"clock": "game", "minutes": 1})
    table.act(0, "A1 take 1")
    say(table, 1, "draw", "offer")
    server.hands.at += timedelta(minutes=2)
    refusal(say(table, 0, "draw", "accept"), 409, "time")


def test_the_chance_to_win_of_a_drawn_game_is_even(client: TestClient) -> None:
    table = begin(client, HUMANS)
    say(table, 0, "draw", "offer")
    say(table, 1, "draw", "accept")
    assert table.view(1, win=1)["win"] == 0.5


def test_a_drawn_game_is_read_again_saved_and_proved(settings: Settings, client: TestClient) -> None:
    table = begin(client, HUMANS)
    table.act(0, "A1 take 1")
    say(table, 0, "draw", "offer")
    say(table, 1, "draw", "accept")
    with timed(settings) as again:
        view = table.on(again.client).view(0)
        assert (view["result"]["winner"], view["number"]) == (2, 2)
    save = table.get("save", 0)
    assert (save.json()["agreed"], save.json()["result"]) == (2, 2)
    assert hulldown.Game.verify(save.text) == []
    for changed in ('"agreed": 1', '"agreed": 0'):
        assert hulldown.Game.verify(save.text.replace('"agreed": 2', changed))
    loaded = client.post("/api/games/load", json=save.json()).json()["game"]
    assert Table(client, loaded, []).view()["result"]["winner"] == 2


def test_an_offer_of_a_draw_holds_until_whom_it_is_made_to_decides(client: TestClient) -> None:
    table = begin(client, HUMANS)
    say(table, 0, "draw", "offer")
    table.act(0, "A1 take 1")
    assert draw(table, 1)["by"] == 0
    table.act(1, "B1 take 1")
    assert draw(table, 0)["by"] is None
    refusal(say(table, 1, "draw", "accept"), 409, "no_offer")


def test_a_draw_is_declined_withdrawn_and_not_asked_for_again_at_once(client: TestClient) -> None:
    table = begin(client, HUMANS)
    refusal(say(table, 1, "draw", "decline"), 409, "no_offer")
    say(table, 0, "draw", "offer")
    refusal(say(table, 0, "draw", "accept"), 409, "no_offer")
    refusal(say(table, 1, "draw", "withdraw"), 409, "no_offer")
    assert say(table, 0, "draw", "withdraw").json()["people"]["draw"]["by"] is None
    say(table, 0, "draw", "offer")
    assert say(table, 1, "draw", "decline").json()["people"]["draw"]["by"] is None
    assert "declined" in draw(table, 0)["why"]
    refusal(say(table, 0, "draw", "offer"), 409, "no_offer")
    table.act(0, "A1 take 1")
    assert say(table, 0, "draw", "offer").status_code == 200
    assert say(table, 1, "draw", "offer").json()["result"]["winner"] == 2


def test_nobody_else_is_asked(client: TestClient) -> None:
    alone = begin(client, AGAINST_COMPUTER)
    refusal(say(alone, 0, "draw", "offer"), 409, "no_offer")
    table = begin(client, HUMANS)
    refusal(say(table, None, "draw", "offer"), 403, "not_yours")
    say(table, 0, "draw", "offer")
    assert table.view(None)["people"]["draw"]["by"] is None
    refusal(table.post("offer", 0, what="victory", say="offer"), 400, "unclear")


def test_a_battle_of_a_campaign_is_not_drawn(client: TestClient) -> None:
    sides = [{"name": name, "tanks": [{"name": name}]} for name in ("Red", "Blue")]
    body = {"ruleset": "tank_commander", "name": "Autumn", "sides": sides}
    made = client.post("/api/campaigns", json=body).json()
    proof = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    path = f"/api/campaigns/{made['campaign']}/battle"
    game = client.post(path, json={"number": 0}, headers=proof).json()["game"]
    table = Table(client, game, [seat["token"] for seat in made["seats"]])
    assert "campaign" in draw(table, 0)["why"]
    refusal(say(table, 0, "draw", "offer"), 409, "no_offer")


def test_a_wish_to_undo_can_be_refused_and_outlives_a_restart(settings: Settings, client: TestClient) -> None:
    table = begin(client, HUMANS, options={"pebbles": 60})
    table.act(0, "A1 throw")
    table.undo(0)
    with timed(settings) as again:
        assert table.on(again.client).view(1)["undo"]["asked"] == 0
    assert say(table, 1, "undo", "decline").json()["undo"]["asked"] is None
    assert table.view(0)["number"] == 1
    table.undo(0)
    assert say(table, 0, "undo", "withdraw").json()["undo"]["asked"] is None
    table.undo(0)
    assert say(table, 1, "undo", "accept").json()["log"] == []


# ---------------------------------------------------------------- the same again


def ended(server: Timed, **more: Any) -> Table:
    table = server.begin(options={"pebbles": 1}, **more)
    assert table.act(0, "A1 take 1").json()["result"]
    return table


def test_the_same_again_changes_seats_and_tokens_go_along(server: Timed) -> None:
    terms = {"clock": "days", "days": 3, "delay": 2}
    table = ended(server, terms=terms)
    refusal(table.client.post(f"/api/games/{table.game}/again"), 409, "no_offer")
    assert say(table, 1, "again", "offer").json()["people"]["again"]["by"] == 1
    follow = say(table, 0, "again", "accept").json()["people"]["next"]
    assert table.view(1)["people"]["next"] == follow
    changed = Table(server.client, follow, [table.tokens[1], table.tokens[0]])
    view = changed.view(0)
    assert (view["seat"], view["waiting"], view["options"]["pebbles"]) == (0, [], 1)
    assert [seat["kind"] for seat in view["seats"]] == ["invite", "human"]
    told = view["people"]["terms"]
    assert {name: told[name] for name in terms} == terms
    assert changed.act(0, "A1 take 1").json()["result"]["winner"] == 0
    refusal(say(table, 0, "again", "offer"), 409, "no_offer")


def test_the_same_again_can_be_declined(server: Timed) -> None:
    table = ended(server)
    say(table, 0, "again", "offer")
    assert say(table, 1, "again", "decline").json()["people"]["again"]["by"] is None
    running = server.begin()
    refusal(say(running, 0, "again", "offer"), 409, "no_offer")


def test_against_the_computer_it_begins_at_once_in_changed_seats_if_wanted(client: TestClient) -> None:
    table = begin(client, AGAINST_COMPUTER)
    for swap, kinds in ((False, ["human", "computer"]), (True, ["computer", "human"])):
        made = client.post(f"/api/games/{table.game}/again", json={"swap": swap}).json()
        assert [seat["kind"] for seat in made["seats"]] == kinds


# ---------------------------------------------------------------- talk


def heard(table: Table, seat: int | None) -> list[tuple[int | None, str]]:
    return [(line["seat"], line["text"]) for line in table.get("chat", seat).json()["lines"]]


def test_players_and_spectators_talk_apart_until_the_end(client: TestClient) -> None:
    table = begin(client, HUMANS, options={"pebbles": 1})
    assert table.post("chat", 0, phrase="luck").status_code == 200
    table.post("chat", 1, text="<b>Well & good</b>")
    table.post("chat", None, text="Who leads?")
    assert heard(table, 0) == [(0, "Good luck"), (1, "<b>Well & good</b>")]
    assert heard(table, None) == [(None, "Who leads?")]
    table.act(0, "A1 take 1")
    both = [(0, "Good luck"), (1, "<b>Well & good</b>"), (None, "Who leads?")]
    assert heard(table, 1) == heard(table, None) == both


def test_the_other_side_can_silence_typed_words_but_no_set_phrase(client: TestClient) -> None:
    table = begin(client, HUMANS)
    assert table.post("silence", 1, silent=True).json()["silent"]
    told = table.get("chat", 0).json()
    assert (told["types"], told["silent"]) == (False, False)
    refusal(table.post("chat", 0, text="Hurry up!"), 403, "silenced")
    assert table.post("chat", 0, phrase="thanks").status_code == 200
    assert table.post("chat", 1, text="I may.").status_code == 200
    table.act(0, "A1 take 1")
    assert not table.get("chat", 0).json()["types"]
    table.post("silence", 1, silent=False)
    assert table.post("chat", 0, text="Thank you!").status_code == 200
    refusal(table.post("silence", None, silent=True), 403, "not_yours")


def test_without_chat_only_set_phrases_are_said(client: TestClient) -> None:
    table = begin(client, HUMANS, terms={"chat": False})
    refusal(table.post("chat", 0, text="Hello"), 403, "silenced")
    refusal(table.post("chat", None, text="Hello"), 403, "silenced")
    assert table.post("chat", 0, phrase="shot").status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"text": "  "},
        {"text": "x" * 301},
        {"text": "a\u0007b"},
        {"phrase": "luck", "text": "too"},
        {"phrase": "rude"},
        {"text": 5},
        {"text": "x", "loud": True},
    ],
)
def test_what_is_not_said_so(client: TestClient, said: dict[str, Any]) -> None:
    refusal(begin(client, HUMANS).post("chat", 0, **said), 400, "unclear")


def test_signs_that_turn_text_about_are_left_out(client: TestClient) -> None:
    table = begin(client, HUMANS)
    table.post("chat", 0, text="\u202eevil\u200f ")
    assert heard(table, 0) == [(0, "evil")]


def test_talk_is_bounded_in_rate_and_in_number(settings: Settings) -> None:
    with timed(replace(settings, limits=Limits(chat=3))) as server:
        table = server.begin(HUMANS)
        for _ in range(3):
            assert table.post("chat", 0, phrase="luck").status_code == 200
        refusal(table.post("chat", 1, phrase="luck"), 409, "too_long")
        assert table.post("chat", None, text="There is room here.").status_code == 200
    with timed(replace(settings, limits=Limits(chat_a_minute=0))) as server:
        table = server.begin(HUMANS)
        answers = [table.post("chat", 0, phrase="luck").status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]
        assert table.post("chat", 1, phrase="luck").status_code == 200


# ---------------------------------------------------------------- on the live line


def test_news_of_offers_and_talk_go_to_whom_they_are_for(client: TestClient) -> None:
    table = begin(client, HUMANS)
    path = f"/api/games/{table.game}/live"
    with client.websocket_connect(path) as player, client.websocket_connect(path) as spectator:
        player.send_json({"token": table.tokens[1]})
        spectator.send_json({})
        assert [player.receive_json()["type"], spectator.receive_json()["type"]] == ["hello", "hello"]
        say(table, 0, "draw", "offer")
        table.post("chat", 0, phrase="luck")
        table.post("chat", None, text="Hello")
        table.act(0, "A1 take 1")
        assert [player.receive_json()["type"] for _ in range(3)] == ["people", "chat", "changed"]
        assert [spectator.receive_json()["type"] for _ in range(2)] == ["chat", "changed"]
