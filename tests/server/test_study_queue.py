"""The queue of studies on a server that several people use: room, prices, turns, and what its host may do."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, refusal
from tests.studies import QUICK
from tests.waiting import PATIENCE, wait_until

from hulldown.server.app import create_app
from hulldown.server.http.errors import ApiError
from hulldown.server.lab import queue
from hulldown.server.lab.queue import STUDY, Studies, write_json
from hulldown.server.people.accounts import Account
from hulldown.server.settings import Limits, Settings

ENDLESS = (sys.executable, "-c", "import signal; signal.pause()")
A_STUDY = 'name = "A study"\nkind = "fair"\nruleset = "chase"\n'


def kept_in(folder: Path, **limits: Any) -> Settings:
    return Settings(
        f"sqlite:///{folder / 'games.sqlite'}",
        hosts=(),
        compile=False,
        study_workers=1,
        limits=Limits(rate=1e6, burst=1e6, **limits),
    )


def studies_in(folder: Path, **limits: Any) -> Studies:
    settings = kept_in(folder, **limits)
    return Studies(settings, settings.database or "")


def guest(address: str) -> Account:
    return Account(owner=f"owner of {address}", nobodys=False, address=address)


def draw_up(studies: Studies, caller: Account) -> str:
    name = studies.fresh(caller)
    folder = studies.draft_folder(name)
    folder.mkdir()
    (folder / STUDY).write_text(A_STUDY, "utf-8")
    return name


def begin(studies: Studies, address: str) -> str:
    name = draw_up(studies, guest(address))
    studies.begin(name, guest(address))
    return name


# ---------------------------------------------------------------- room


def test_of_ten_begun_at_once_as_many_are_taken_as_an_address_may_have(tmp_path: Path) -> None:
    """By two processes on the same folder: to look for room and to take it were two things."""
    both = [studies_in(tmp_path, studies_per_client=2) for _ in range(2)]
    me = guest("192.0.2.1")
    names = [draw_up(both[0], me) for _ in range(10)]
    refused: list[ApiError] = []
    gate = threading.Barrier(len(names))

    def ask(at: int) -> None:
        studies = both[at % 2]
        gate.wait(PATIENCE)
        try:
            studies.begin(names[at], me)
        except ApiError as why:
            refused.append(why)
        finally:
            studies.forget(names[at])

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(len(names))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [why.code for why in refused] == ["too_many_studies"] * 8
    assert len(both[0].queue()) == len(both[0].names()) == 2
    assert not list(both[0].folder.glob("*.new"))


def test_to_go_on_with_many_at_once_takes_no_more_room(tmp_path: Path) -> None:
    studies = studies_in(tmp_path, studies_per_client=1)
    me, names = guest("192.0.2.1"), []
    for _ in range(3):
        names.append(begin(studies, me.address))
        studies.stop(names[-1])
    studies.go_on(names[0], me)
    with pytest.raises(ApiError, match="1 studies of yours"):
        studies.go_on(names[1], me)
    assert studies.queue() == [names[0]]


# ---------------------------------------------------------------- prices


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A shared server on which every study takes 1,228 minutes, and nothing is played."""
    monkeypatch.setattr(queue, "COMMAND", ENDLESS)
    made = create_app(kept_in(tmp_path, study_minutes=60.0))

    async def ask(what: str, **job: Any) -> dict[str, Any]:
        assert what == "cost" and Path(job["study"]).is_file()
        return {"cost": {"games": 9, "minutes": 1228.0, "rate": 1.0}}

    with TestClient(made, base_url=HOST):
        monkeypatch.setattr(made.state.services.lab_worker, "ask", ask)
        yield made


def calling(app: Any, address: str) -> TestClient:
    client = TestClient(app, base_url=HOST, client=(address, 5000))
    client.headers["Hulldown-Me"] = client.post("/api/me", json={}).json()["token"]
    return client


def test_a_guest_is_told_the_price_before_anything_is_taken(app: Any) -> None:
    one, host = calling(app, "192.0.2.1"), calling(app, "127.0.0.1")
    why = refusal(one.post("/api/studies", json={"study": QUICK}), 403, "too_long_study")["text"]
    assert "60 minutes" in why and "1,228" in why
    assert one.post("/api/studies/cost", json={"study": QUICK}).json()["fault"] == why
    assert app.state.services.studies.names() == []
    assert not list(app.state.services.studies.folder.glob("*.new"))
    assert host.post("/api/studies/cost", json={"study": QUICK}).json()["fault"] == ""
    assert host.post("/api/studies", json={"study": QUICK}).status_code == 200


def test_the_host_lists_stops_and_deletes_what_guests_began(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, host = (calling(app, address) for address in ("192.0.2.1", "192.0.2.2", "127.0.0.1"))
    studies = app.state.services.studies
    name = begin(studies, "192.0.2.1")
    refusal(other.get("/api/studies?everybodys=true"), 403, "not_yours")
    refusal(other.post(f"/api/studies/{name}/stop"), 404, "not_found")
    refusal(other.request("DELETE", f"/api/studies/{name}"), 404, "not_found")
    assert [line["id"] for line in host.get("/api/studies?everybodys=true").json()] == [name]
    assert host.get("/api/studies").json() == one.get("/api/studies").json() == []
    assert host.post(f"/api/studies/{name}/stop").status_code == 200
    assert studies.queue() == []
    assert host.request("DELETE", f"/api/studies/{name}").status_code == 200
    assert studies.names() == []


def test_a_call_that_a_proxy_hands_on_is_not_the_host_s(app: Any) -> None:
    """A proxy on the same machine that nobody named speaks for everybody."""
    host = calling(app, "127.0.0.1")
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        refusal(host.get("/api/studies?everybodys=true", headers={header: "192.0.2.7"}), 403, "not_yours")


# ---------------------------------------------------------------- turns


def test_owners_have_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many studies one of them has waiting, and though none comes to an end."""
    monkeypatch.setattr(queue, "TURN", 0.0)
    monkeypatch.setattr(queue, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(queue, "COMMAND", ENDLESS)
    had: list[str] = []
    started = queue.start_process

    def started_now(command: Any, said: Any) -> Any:
        had.append(Path(command[len(ENDLESS)]).name.removesuffix(queue.ENDING))
        return started(command, said)

    monkeypatch.setattr(queue, "start_process", started_now)
    studies = studies_in(tmp_path)
    first, second = begin(studies, "192.0.2.1"), begin(studies, "192.0.2.1")
    other = begin(studies, "192.0.2.2")
    studies.start()
    try:
        wait_until(lambda: len(had) >= 6)
    finally:
        studies.close()
    assert had[:6] == [first, other, second, other, first, other]
    assert sorted(studies.queue()) == sorted([first, second, other])


def test_alone_a_study_is_played_without_a_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "TURN", 0.0)
    studies = studies_in(tmp_path)
    first = begin(studies, "192.0.2.1")
    begin(studies, "192.0.2.1")
    player = studies._player
    assert player._why_stop(first, 1e6, 0.0, 1e9) == ""
    begin(studies, "192.0.2.2")
    assert player._why_stop(first, 1e6, 0.0, 1e9) == "turn"


def test_a_guest_s_study_ends_when_it_has_had_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The price is an estimate: whoever gets round it has no more than that."""
    monkeypatch.setattr(queue, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(queue, "COMMAND", ENDLESS)
    studies = studies_in(tmp_path, study_minutes=0.0)
    name = begin(studies, "192.0.2.1")
    studies.start()
    wait_until(lambda: not studies.queue() and not studies.running())
    studies.close()
    me = guest("192.0.2.1")
    line = studies.line(name, me)
    assert line.state == "failed" and "minutes of a guest" in line.fault
    with pytest.raises(ApiError, match="minutes of a guest"):
        studies.go_on(name, me)


# ---------------------------------------------------------------- many that are kept


def test_a_list_reads_each_long_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of computing for 900 studies, each time."""
    studies, me = studies_in(tmp_path), guest("192.0.2.1")
    for number in range(20):
        name = begin(studies, me.address)
        studies.stop(name)
        path = studies.path(name)
        result = {"verdict": "same", "sentence": f"Number {number}.", "pairs": 64, "finished": True}
        write_json(path / queue.RESULT, result)
    first = studies.lines(me)
    assert {line.sentence for line in first} == {f"Number {number}." for number in range(20)}
    assert {line.state for line in first} == {"done"}
    with monkeypatch.context() as patch:
        for name in ("load_toml", "load_fresh", "last_look"):
            patch.setattr(
                f"hulldown.server.lab.queue.{name}", lambda path: pytest.fail(f"{path} is read again")
            )
        assert studies.lines(me) == first
    write_json(studies.path(first[0].id) / queue.RESULT, {"sentence": "Another.", "finished": True})
    assert studies.lines(me)[0].sentence == "Another."


def test_the_command_line_does_the_same(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from hulldown.cli.commands import app as commands

    studies = studies_in(tmp_path)
    first, second = begin(studies, "192.0.2.1"), begin(studies, "192.0.2.2")
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"

    def run(*more: str) -> Any:
        done = CliRunner().invoke(commands, ["queue", "--database", url, "--json", *more])
        assert done.exit_code == 0, done.output
        return [(row["id"], row["state"], row["by"]) for row in json.loads(done.stdout)["studies"]]

    assert run() == [(first, "queued", "192.0.2.1"), (second, "queued", "192.0.2.2")]
    assert run("--stop", first) == [(second, "queued", "192.0.2.2"), (first, "stopped", "192.0.2.1")]
    assert run("--delete", second) == [(first, "stopped", "192.0.2.1")]
    wrong = CliRunner().invoke(commands, ["queue", "--database", url, "--stop", "nothing"])
    assert wrong.exit_code == 2 and "no study 'nothing'" in wrong.output
