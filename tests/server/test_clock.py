"""Clocks: by the server's time, kept with every row, running out by rule; a seat that was left; outages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import AGAINST_COMPUTER, HUMANS, Table, begin, refusal
from tests.server.timed import Timed, lefts, timed

import hulldown
from hulldown.server.people.agreement import DAY, GAP, Clock, GameTerms, Timekeeper
from hulldown.server.people.offers import OTHERS
from hulldown.server.settings import Settings
from hulldown.store import games
from hulldown.store.models import GameRow

GAME = {"clock": "game", "minutes": 10, "increment": 30}
DAYS = {"clock": "days", "days": 2}
DUEL = {"ruleset": "chase", "scenario": "even_ground", "seed": 1}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


@pytest.fixture
def server(settings: Settings) -> Iterator[Timed]:
    with timed(settings) as running:
        yield running


def save_of(table: Table, seat: int = 0) -> str:
    return str(table.get("save", seat).text)


# ---------------------------------------------------------------- arithmetic


def test_outages_count_for_nobody_however_they_overlap() -> None:
    gaps = [(NOON + minutes(10), NOON + minutes(20)), (NOON + minutes(15), NOON + minutes(25))]
    time = Timekeeper(lambda: NOON + minutes(40), gaps)
    assert time.elapsed(NOON) == 25 * 60
    assert time.elapsed(NOON + minutes(12)) == 15 * 60
    assert time.elapsed(NOON + minutes(30)) == 10 * 60
    assert time.between(NOON, NOON + minutes(12)) == 10 * 60


def test_what_an_undo_takes_back_gives_no_time() -> None:
    terms = GameTerms("game", minutes=1, increment=5)
    clock = Clock.fresh(terms)
    assert clock
    spent = clock.run([0], 10).handed_over(0, 3, terms)
    assert spent.left == (55, 60)
    assert spent.after_undo(3) == spent
    assert spent.after_undo(2).left == (50, 60)
    days = GameTerms("days", days=1)
    fresh = Clock.fresh(days)
    assert fresh
    turn = fresh.run([1], DAY / 2).handed_over(1, 4, days)
    assert turn.left == (DAY, DAY)
    assert turn.after_undo(0).left == (DAY, DAY / 2)
    assert Clock.of(turn.to_row) == turn


# ---------------------------------------------------------------- per game, by days


def test_a_clock_runs_for_who_owes_a_decision_from_the_first_one_on(server: Timed) -> None:
    table = server.begin(terms=GAME)
    server.on(minutes=3)
    assert lefts(table) == [(600, False), (600, False)]
    table.act(0, "A1 take 1")
    assert lefts(table) == [(630, False), (600, True)]
    server.on(minutes=4)
    assert lefts(table, 1) == [(630, False), (360, True)]
    table.act(1, "B1 take 1")
    assert lefts(table) == [(630, True), (390, False)]
    assert table.view(0)["people"]["terms"]["words"] == [
        "10 minutes each for the whole battle, and 30 s more after each turn"
    ]


def test_a_restart_neither_gives_nor_takes_time(settings: Settings, server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.on(minutes=4)
    hands = server.hands
    hands.at += timedelta(hours=9)
    with timed(settings, hands) as again:
        same = table.on(again.client)
        assert lefts(same) == [(630, False), (360, True)]
        again.on(minutes=5)
        assert lefts(same) == [(630, False), (60, True)]
        again.on(minutes=2)
        assert same.view(0)["result"]["winner"] == 0


def test_a_machine_that_slept_takes_nobody_s_time(server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.on(minutes=1)
    server.hands.at += timedelta(hours=9)
    server.round()
    assert lefts(table) == [(630, False), (540, True)]
    server.hands.at += GAP
    assert lefts(table)[1] == (540 - GAP.total_seconds(), True)


def test_who_runs_out_of_time_gives_the_battle_up_by_the_rules(server: Timed) -> None:
    table = server.begin(**DUEL, terms=GAME)
    table.act(0, "A1 pursue", number=0)
    server.on(minutes=9)
    assert table.view(0)["result"] is None
    server.on(minutes=2)
    view = table.view(0)
    assert view["result"]["winner"] == 0
    said = view["log"][-1]["sentences"]
    assert said[0]["text"] == "Rust's time has run out: it gives up."
    save = save_of(table)
    assert hulldown.Game.verify(save) == []
    assert save.count('"surrender"') == 3 and '"agreed"' not in save


def test_where_the_rules_know_no_giving_up_the_game_ends_outside_of_them(server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.on(minutes=11)
    view = table.view(1)
    assert view["result"] == {
        "winner": 0,
        "text": "Rust's time has run out: the battle is Cobalt's.",
    }
    assert (view["to_act"], view["orders"], view["status"]["winner"]) == ([], [], 0)
    assert view["dice"] is not None
    refusal(table.act(1, "B1 take 1"), 409, "over")
    assert [part["number"] for part in view["log"]] == [1, 2]
    save = save_of(table)
    assert '"agreed": 0' in save and hulldown.Game.verify(save) == []
    loaded = server.client.post("/api/games/load", json=table.get("save", 0).json()).json()
    assert Table(server.client, loaded["game"], []).view()["result"]["winner"] == 0


def test_no_order_comes_after_the_time_though_the_keeper_is_late(server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.hands.at += timedelta(minutes=10)
    server.client.app.state.services.time.beat = lambda db: None  # type: ignore[attr-defined]
    refusal(table.act(1, "B1 take 1"), 409, "time")
    server.round()
    assert table.view(1)["result"]["winner"] == 0


def test_a_process_ends_what_it_has_open_and_one_of_all_what_is_left(
    settings: Settings, server: Timed
) -> None:
    """The pages of a game hear of its end from the process that has it, whichever that is."""
    open_there, open_nowhere = server.begin(terms=GAME), server.begin(terms=GAME)
    for table in (open_there, open_nowhere):
        table.act(0, "A1 take 1")
        server.client.app.state.services.sessions.forget(table.game)  # type: ignore[attr-defined]

    def ended(table: Table) -> bool:
        with server.client.app.state.services.db.transaction() as transaction:  # type: ignore[attr-defined]
            return games.get(transaction, table.game).finished is not None

    with timed(settings, server.hands) as other:
        other.client.app.state.services.timeouts.start(0, judging=False)  # type: ignore[attr-defined]
        open_there.on(other.client).view(0)
        server.hands.at += timedelta(minutes=10)
        for one in (server, other):
            one.client.app.state.services.time.beat = lambda db: None  # type: ignore[attr-defined]
        server.round()
        assert not ended(open_there) and not ended(open_nowhere)
        other.round()
        assert ended(open_there) and not ended(open_nowhere)
        server.hands.at += OTHERS
        other.round()
        assert not ended(open_nowhere)
        server.round()
        assert ended(open_nowhere)


def test_days_are_for_each_turn(server: Timed) -> None:
    table = server.begin(terms=DAYS)
    table.act(0, "A1 take 1")
    server.on(days=1)
    assert lefts(table)[1] == (DAY, True)
    table.act(1, "B1 take 1")
    server.on(days=1.5)
    table.act(0, "A1 take 1")
    assert lefts(table) == [(2 * DAY, False), (2 * DAY, True)]
    server.on(days=2.1)
    assert table.view(0)["result"]["winner"] == 0


def test_in_secret_orders_both_clocks_run_and_both_may_run_out_at_once(server: Timed) -> None:
    table = server.begin(**DUEL, terms=DAYS)
    table.act(0, "A1 pursue", number=0)
    table.act(1, "B1 evade", number=0)
    running = [runs for _, runs in lefts(table)]
    assert table.view(0)["to_act"] == [seat for seat in (0, 1) if running[seat]]
    while table.view(0)["to_act"] != [0, 1]:
        seat = table.view(0)["to_act"][0]
        order = next(one["text"] for one in table.view(seat)["orders"] if not one["refusal"])
        assert table.act(seat, order).status_code == 200
    assert [runs for _, runs in lefts(table)] == [True, True]
    server.on(days=3)
    view = table.view(0)
    assert (view["result"]["winner"], view["result"]["text"]) == (
        2,
        "The time of both sides has run out at the same moment: a draw.",
    )


def test_an_undo_gives_no_time(server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.on(seconds=60)
    table.act(1, "B1 take 1")
    table.undo(1)
    assert lefts(table) == [(630, False), (540, True)]


@pytest.mark.parametrize(
    ("seats", "terms", "told"),
    [
        (AGAINST_COMPUTER, GAME, "two people"),
        (HUMANS, {"clock": "game"}, "minutes"),
        (HUMANS, {"clock": "days", "minutes": 5}, "days"),
        (HUMANS, {"clock": "sand"}, ""),
        (HUMANS, {"delay": -1}, ""),
        (HUMANS, {"speed": 1}, ""),
    ],
)
def test_terms_that_mean_nothing_are_refused(
    client: TestClient, seats: list[dict[str, str]], terms: dict[str, object], told: str
) -> None:
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": seats, "terms": terms}
    assert told in refusal(client.post("/api/games", json=body), 400, "unclear")["text"]


# ---------------------------------------------------------------- a seat that was left


def test_a_seat_that_was_left_may_be_claimed(server: Timed) -> None:
    table = server.begin()
    table.act(0, "A1 take 1")
    refusal(table.post("claim", 1), 409, "no_claim")
    assert not table.view(0)["people"]["claim"]
    server.on(days=2)
    table.view(1)  # it was there
    server.on(days=2)
    told = refusal(table.post("claim", 0), 409, "no_claim")
    assert "not long ago" in told["text"]
    server.on(days=1.1)
    assert table.view(0)["people"]["claim"]
    view = table.post("claim", 0).json()
    assert view["result"]["winner"] == 0
    assert view["result"]["text"] == "Rust has left the table, and Cobalt claims the battle."


def test_an_outage_is_nobody_s_absence(settings: Settings, server: Timed) -> None:
    table = server.begin()
    table.act(0, "A1 take 1")
    server.hands.at += timedelta(days=9)
    with timed(settings, server.hands) as again:
        refusal(table.on(again.client).post("claim", 0), 409, "no_claim")


def test_a_battle_nobody_comes_back_to_ends_unfinished(server: Timed) -> None:
    table, kept = server.begin(), server.begin(HUMANS)
    for one in (table, kept):
        one.act(0, "A1 take 1")
    server.on(days=29)
    assert row(server.client, table.game).finished is None
    server.on(days=2)
    assert row(server.client, table.game).finished is not None
    assert row(server.client, table.game).status.endswith("it ends unfinished, as a draw.")
    assert row(server.client, kept.game).finished is None


def row(client: TestClient, game: str) -> GameRow:
    """A game as it is written down, without opening it."""
    services: Any = client.app.state.services  # type: ignore[attr-defined]
    with services.db.transaction() as transaction:
        return games.get(transaction, game)


def test_a_due_game_is_found_though_nobody_has_it_open(settings: Settings, server: Timed) -> None:
    table = server.begin(terms=GAME)
    table.act(0, "A1 take 1")
    server.on(minutes=9)
    with timed(replace(settings), server.hands) as again:
        again.on(minutes=3)
        assert row(again.client, table.game).finished is not None


def test_a_game_of_before_there_were_terms_plays_on(client: TestClient) -> None:
    table = begin(client)
    services = client.app.state.services  # type: ignore[attr-defined]
    with services.db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE games SET terms = '{}', clock = '{}', offers = '{}'")
    view = table.act(0, "A1 take 1").json()
    assert (view["number"], view["people"]["terms"]["words"]) == (1, ["No clock"])
