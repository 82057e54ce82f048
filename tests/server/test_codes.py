"""The code of an invitation: read out, typed in any way, good for one seat and one day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown.server.routes import people
from hulldown.store.owners import LETTERS, LONG, beginning, code_of, hashed

SEATS = [{"kind": kind, "player": "", "name": ""} for kind in ("human", "invite")]


def somebody(client: TestClient, name: str = "") -> dict[str, str]:
    """The header of somebody new."""
    return {"Hulldown-Me": client.post("/api/me", json={"name": name}).json()["token"]}


def begun(client: TestClient, host: dict[str, str] | None = None) -> tuple[str, str, str]:
    """A game with an invitation: its name, the code, the token of the guest."""
    order = {"ruleset": "chase", "scenario": "even_ground", "seats": SEATS, "layers": []}
    made = client.post("/api/games", json=order, headers=host or {}).json()
    token = made["seats"][1]["token"]
    link = f"http://testserver/join/{made['game']}#seat={token}"
    told = client.post(f"/api/games/{made['game']}/invitation", json={"link": link}).json()
    assert told["game"] == made["game"]
    return made["game"], told["code"], token


def accepted(client: TestClient, game: str, code: str, who: dict[str, str]) -> Any:
    return client.post(f"/api/games/{game}/code", json={"code": code}, headers=who)


def test_a_code_stands_for_the_beginning_of_a_hash() -> None:
    for number in range(300):
        token_hash = hashed(str(number))
        code = code_of(token_hash)
        assert len(code) == LONG + 1 and set(code) <= {*LETTERS, "-"}
        typed = code.replace("-", " ").lower()
        assert beginning(typed) == token_hash[: len(beginning(typed))] and len(beginning(typed)) == 7
    assert beginning("ZZZ-ZZZ") == beginning("K7F-2Q") == beginning("K7F-2Q0") == beginning("") == ""


def test_who_types_the_code_joins_as_by_the_link(client: TestClient) -> None:
    game, code, _ = begun(client)
    who = somebody(client, "Anna")
    assert (
        client.post("/api/invitations", json={"code": code.lower().replace("-", "")}).json()["game"] == game
    )
    [ticket] = accepted(client, game, code, who).json()
    assert (ticket["seat"], ticket["kind"]) == (1, "human")
    proof = {"Authorization": f"Bearer {ticket['token']}"}
    assert client.get(f"/api/games/{game}/view", headers=proof).json()["waiting"] == [1]
    running = client.get("/api/me/games?part=running", headers=who).json()["games"]
    assert [(one["line"]["game"], one["invited"]) for one in running] == [(game, True)]
    joined = client.post(f"/api/games/{game}/join", json={"forces": {}}, headers=proof | who)
    assert joined.json()["waiting"] == []
    [mine] = client.get("/api/me/games", headers=who).json()["games"]
    assert (mine["line"]["game"], mine["invited"], mine["result"]) == (game, False, None)
    refusal(client.post("/api/invitations", json={"code": code}), 404, "not_found")
    refusal(accepted(client, game, code, who), 404, "not_found")


def test_a_code_is_for_one_guest_and_not_for_the_host(client: TestClient) -> None:
    host, anna, ben = (somebody(client) for _ in range(3))
    game, code, token = begun(client, host)
    other, _, _ = begun(client)
    refusal(accepted(client, game, code, host), 409, "joined")
    assert accepted(client, game, code, anna).status_code == 200
    assert accepted(client, game, code, anna).status_code == 200  # the answer may have been lost
    refusal(accepted(client, game, code, ben), 409, "joined")
    refusal(accepted(client, other, code, ben), 404, "not_found")
    refusal(accepted(client, game, code, {}), 401, "no_owner")
    proof = {"Authorization": f"Bearer {token}"}
    assert client.post(f"/api/games/{game}/join", json={"forces": {}}, headers=proof | ben).status_code == 200


@pytest.mark.parametrize("typed", ["ZZZ-ZZZ", "hello", "--", "K7F2QXX"])
def test_what_is_no_code_is_refused(client: TestClient, typed: str) -> None:
    begun(client)
    refusal(client.post("/api/invitations", json={"code": typed}), 404, "not_found")


def test_a_code_is_not_told_of_what_is_no_invitation(client: TestClient) -> None:
    game, _, token = begun(client)
    other, _, _ = begun(client)
    link = f"http://testserver/join/{other}#seat={token}"
    refusal(client.post(f"/api/games/{game}/invitation", json={"link": link}), 400, "unclear")


def test_a_code_holds_for_a_day(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, code, token = begun(client)
    who = somebody(client)
    later = datetime.now(UTC) + timedelta(days=1, minutes=1)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return later

    monkeypatch.setattr(people, "datetime", Clock)
    refusal(client.post("/api/invitations", json={"code": code}), 404, "not_found")
    refusal(accepted(client, game, code, who), 404, "not_found")
    link = f"http://testserver/join/{game}#seat={token}"
    assert client.post(f"/api/games/{game}/invitation", json={"link": link}).json()["code"] == ""
