"""Films as studies: luck and turning points of ended battles, better orders, pictures; for everybody.

That a picture shows nothing that its seat may not see is held in `test_secrets.py`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from PIL import Image
from tests.server.conftest import Table, begin, refusal
from tests.server.test_saves import loaded
from tests.waiting import PATIENCE

from hulldown.server.players import computers
from hulldown.server.players.computers import FILMS_AT_ONCE, Film, Scales
from hulldown.views.picture import FRAMES, SIDE


def ended(client: TestClient) -> Table:
    """Twelve pebbles, thrown at until somebody has taken the last one."""
    table = begin(client, seed=3)
    while not (view := table.view())["result"]:
        seat = view["to_act"][0]
        table.act(seat, f"{'AB'[seat]}1 throw")
    return table


def test_a_running_battle_tells_nothing_of_its_luck(client: TestClient) -> None:
    table = begin(client)
    table.act(0, "A1 throw")
    for path in ("film", "better/1"):
        for seat in (None, 0, 1):
            refusal(table.get(path, seat), 409, "running")


def test_everybody_sees_luck_and_turning_points_of_an_ended_battle(client: TestClient) -> None:
    table = ended(client)
    told = table.get("film").json()
    assert table.get("film", 1).json() == told
    view = table.view()
    numbers = [0, *(part["number"] for part in view["log"])]
    assert [step["number"] for step in told["steps"]] == numbers
    shown = table.get("chances").json()
    assert [step["value"] for step in told["steps"]] == [shown[number] for number in numbers]  # as the bar
    winner = view["result"]["winner"]
    assert told["steps"][-1]["value"] == 1 - winner
    assert sum(step["luck"] for step in told["steps"]) == pytest.approx(told["luck"]["total"], abs=1e-3)
    turn = told["turning"][-1]
    assert (turn["number"], turn["seat"], turn["order"]) == (numbers[-2], 1 - winner, "Throw")  # one is left
    assert all(abs(one["decided"]) > 0.07 or abs(one["luck"]) >= 0.1 for one in told["turning"])
    assert "1 left" in turn["text"]
    luck = told["luck"]
    assert (luck["rolled"], luck["exact"]) == (len(numbers) - 1,) * 2
    assert luck["one_in"] == round(1 / luck["chance"]) >= 1


def test_an_earlier_position_of_an_ended_battle_has_no_result_yet(client: TestClient) -> None:
    table = ended(client)
    last = table.view()["number"]
    assert table.get("at/0").json()["result"] is None
    assert table.get(f"at/{last}").json()["result"] == table.view()["result"]


def test_a_file_loaded_is_the_same_study(client: TestClient) -> None:
    table = ended(client)
    again = loaded(client, table.get("save").json())
    assert again.get("film").json() == table.get("film").json()


def test_numbers_are_those_of_the_film_after_an_undo(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 2}, seed=3)
    table.act(0, "A1 take 1")
    table.undo(0)
    table.act(0, "A1 take 2")
    assert [step["number"] for step in table.get("film").json()["steps"]] == [0, 3]
    assert table.get("better/3").json()["given"] == "A1 take 2"
    refusal(table.get("better/1"), 404, "not_found")
    refusal(table.get("better/99"), 404, "not_found")
    refusal(table.get("better/0"), 400, "unclear")


def test_what_was_better_is_asked_of_the_position_before(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 3}, seed=3)
    table.act(0, "A1 take 2")
    table.act(1, "B1 take 1")
    told = table.get("better/1").json()
    # The heap of three: to throw wins with 3 to 6, so greedy wants that; taking two is worth a half to it.
    assert (told["seat"], told["given"], told["label"]) == (0, "A1 take 2", "Take 2")
    assert told["value"] == 0.5
    best = {"text": "A1 throw", "label": "Throw", "value": 0.8333, "share": None, "margin": None}
    assert told["orders"][0] == best
    assert table.get("better/2", 0).json()["value"] == 1.0


def test_films_are_weighed_once_and_kept(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Scales] = []
    whole = Scales.film

    def counted(self: Scales, values: Sequence[float]) -> Film:
        made.append(self)
        return whole(self, values)

    monkeypatch.setattr(Scales, "film", counted)
    table = ended(client)
    assert {table.get("film", seat).status_code for seat in (None, 0, 1)} == {200}
    assert len(made) == 1


def test_weighing_is_reported_and_stops_when_everybody_has_left(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, cancelled = threading.Event(), threading.Event()
    answers: list[Any] = []

    async def left(self: Request) -> bool:
        return gone.is_set()

    def slowly(self: Scales) -> bool:
        cancelled.wait(0.05)
        return True

    monkeypatch.setattr(Request, "is_disconnected", left)
    monkeypatch.setattr(Scales, "weigh", slowly)
    monkeypatch.setattr(Scales, "cancel", lambda self: cancelled.set())
    table = ended(client)
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        line.receive_json()
        asked = threading.Thread(target=lambda: answers.append(table.get("film")))
        asked.start()
        assert line.receive_json()["type"] == "weighing"
        assert not cancelled.is_set()
        gone.set()
        asked.join(PATIENCE)
    refusal(answers[0], 409, "left")
    assert cancelled.wait(PATIENCE)


def test_only_so_many_films_are_looked_into_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ended(client)
    services: Any = client.app.state.services  # type: ignore[attr-defined]
    monkeypatch.setattr(services.films, "_places", 0)
    for path in ("film", "better/1", f"at/{1}/picture.svg", "film.gif?from=0&to=1"):
        refusal(table.get(path), 429, "too_often")
    monkeypatch.setattr(services.films, "_places", FILMS_AT_ONCE)
    assert table.get("film").status_code == 200
    assert services.films._places == FILMS_AT_ONCE
    assert computers.KEPT >= len(services.films._kept) == 1


def test_a_moment_is_a_picture(client: TestClient) -> None:
    table = begin(client)
    table.act(0, "A1 throw")
    svg = table.get("at/1/picture.svg", 0)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert "attachment" in svg.headers["content-disposition"]
    assert svg.text.startswith("<svg")
    assert svg.text != table.get("at/0/picture.svg", 0).text
    png = table.get("at/1/picture.png")
    assert max(Image.open(BytesIO(png.content)).size) == pytest.approx(1600, abs=1)
    refusal(table.get("at/2/picture.png"), 404, "not_found")
    refusal(table.get("at/1/picture.pdf"), 404, "not_found")
    wrong = client.get(f"/api/games/{table.game}/at/1/picture.svg", headers={"Authorization": "Bearer x"})
    refusal(wrong, 401, "no_seat")


def test_a_stretch_is_a_moving_picture(client: TestClient) -> None:
    table = ended(client)
    last = table.view()["number"]
    answer = table.get(f"film.gif?from=0&to={last}")
    assert answer.headers["content-type"] == "image/gif"
    picture = Image.open(BytesIO(answer.content))
    assert getattr(picture, "n_frames", 1) > 1
    assert max(picture.size) == pytest.approx(SIDE, abs=1)
    refusal(table.get("film.gif?from=3&to=2"), 400, "unclear")
    refusal(table.get("film.gif?from=0"), 400, "unclear")


def test_a_moving_picture_is_bounded(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 60})
    for at in range(FRAMES):
        table.act(at % 2, f"{'AB'[at % 2]}1 take 1")
    told = refusal(table.get(f"film.gif?from=0&to={FRAMES}"), 400, "too_long")
    assert "48 steps at most, and these are 49" in told["text"]


def test_without_the_extra_there_is_still_an_svg(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ended(client)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    refusal(table.get("at/1/picture.png"), 409, "no_pictures")
    refusal(table.get("film.gif?from=0&to=1"), 409, "no_pictures")
    assert table.get("at/1/picture.svg").status_code == 200
