"""The lab on a server: what can be asked, studies played beside it, stopped, gone on with, taken along."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.processes import start, until_end
from tests.server.conftest import HOST, refusal
from tests.studies import ENDLESS, QUICK
from tests.waiting import PATIENCE, wait_until

from hulldown import lab
from hulldown.server.app import create_app
from hulldown.server.lab import page, requests
from hulldown.server.lab.queue import (
    NICENESS,
    RUNNING,
    Studies,
    beside,
    load_json,
    lower_priority,
    write_json,
)
from hulldown.server.settings import Limits, Settings


def ask(client: TestClient, study: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/studies", json={"study": study})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def line(client: TestClient, study: str) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/studies/{study}").json()["line"]
    return told


def waited(client: TestClient, study: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    lines: list[dict[str, Any]] = []

    def look() -> dict[str, Any] | None:
        lines[:] = [line(client, study)]
        return lines[0] if until(lines[0]) else None

    return wait_until(look, lambda: lines[0]) or {}


def in_state(*states: str) -> Callable[[dict[str, Any]], bool]:
    return lambda told: told["state"] in states


def played(told: dict[str, Any]) -> bool:
    return told["state"] == "running" and told["now"] is not None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[TestClient]:
    """A server with one study that has come to its end."""
    with TestClient(create_app(kept_in(folder)), base_url=HOST) as open_client:
        yield open_client


@pytest.fixture(scope="module")
def done(house: TestClient) -> str:
    study: str = ask(house, QUICK)["id"]
    told = waited(house, study, in_state("done", "failed"))
    assert told["state"] == "done", told["fault"]
    return study


def kept_in(folder: Path, **more: Any) -> Settings:
    limits = more.pop("limits", Limits(rate=1e6, burst=1e6))
    hosts = more.pop("hosts", ("testserver",))
    return Settings(
        f"sqlite:///{folder / 'games.sqlite'}", hosts, compile=False, limits=limits, study_workers=1, **more
    )


# ---------------------------------------------------------------- what can be asked


def test_what_can_be_asked(client: TestClient) -> None:
    assert client.get("/api/lab").json() == {"ready": True, "why": "", "most_games": 0}
    offer = client.get("/api/lab/tank_commander").json()
    assert [one["id"] for one in offer["kinds"]] == [str(kind) for kind in lab.QuestionKind]
    assert {"reverse_move", "turn_limit"} <= {one["id"] for one in offer["options"]}
    reverse = next(one for one in offer["options"] if one["id"] == "reverse_move")
    assert "reverse" in offer["rules"][reverse["rule"]]
    names = [one["id"] for one in offer["players"]]
    assert len(set(names)) == len(names) and "random" in names
    assert not any(part.endswith("s") for name in names for part in name.split(":")[1:])  # no clocks
    assert sum(one["usual"] for one in offer["players"]) == 1
    refusal(client.get("/api/lab/nothing"), 404, "not_found")


def test_rules_without_units_have_fewer_questions(client: TestClient) -> None:
    offer = client.get("/api/lab/pebbles").json()
    assert [one["id"] for one in offer["kinds"] if one["why"]] == ["forces", "units"]


def judged(client: TestClient, **study: Any) -> dict[str, Any]:
    answer = client.post("/api/studies/judge", json={"study": {**QUICK, **study}})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_study_is_judged(client: TestClient) -> None:
    told = judged(client)
    assert told["problems"] == []
    assert told["games"] == 1280 and told["settings"] == 2 and told["questions"] == 1
    assert told["study"]["arms"] == {"book": {}, "changed": {"values": {"t_bone_factor": 3}}}
    again = client.post("/api/studies/judge", json={"toml": told["toml"]}).json()
    assert again == told


WRONG = {
    "scenarios[1]": {"scenarios": ["nowhere"]},
    "players[1]": {"players": ["mcts:1s", "random"]},
    "arms.changed.values.t_bone_factor": {"values": {"t_bone_factor": 99999}},
    "arms.changed.values.t_bone_factory": {"values": {"t_bone_factory": 1}},
    "arms.changed.packs[1]": {"packs": ["nobodys"]},
    "decide.smallest_effect": {"decide": {"smallest_effect": 0}},
    "knobs": {"knobs": {"turn_limit": [6, 14]}},
    "ruleset": {"ruleset": "whist"},
    "colour": {"colour": "red"},
}


@pytest.mark.parametrize("field", WRONG)
def test_what_is_wrong_is_told_by_field(client: TestClient, field: str) -> None:
    found = judged(client, **WRONG[field])["problems"]
    assert field in [one["field"] for one in found]
    refusal(client.post("/api/studies", json={"study": {**QUICK, **WRONG[field]}}), 400, "unclear")
    assert client.get("/api/studies").json() == []


@pytest.mark.parametrize(
    "study",
    [
        {"scenarios": ["../../secret.toml"]},
        {"players": ["os:getcwd", "random"]},
        {"arms": {"changed": {"players": ["os:getcwd", "random"]}}},
        {"forces": {"A1": "/etc/hostname.toml"}},
        {"kind": "forces", "values": {}, "arms": {"a": {"force": ["x.toml"]}, "b": {"force": ["kestrel"]}}},
        {"arms": {"changed": {"packs": ["/etc"]}}},
    ],
)
def test_files_and_players_of_the_machine_are_not_for_guests(
    client: TestClient, study: dict[str, Any]
) -> None:
    assert judged(client, **study)["problems"]
    refusal(client.post("/api/studies", json={"study": {**QUICK, **study}}), 400, "unclear")


def test_a_build_with_holes_is_written_down(client: TestClient) -> None:
    """A page sends null for what a build has not; a file has no word for it."""
    build = {"tank": "kestrel", "name": None, "design": {"more": [None, 1]}}
    told = judged(client, forces={"A1": build})
    assert told["study"]["arms"]["changed"]["forces"] == {"A1": {"tank": "kestrel", "design": {"more": [1]}}}


def test_a_price(client: TestClient) -> None:
    price = client.post("/api/studies/cost", json={"study": QUICK}).json()
    assert price["fault"] == "" and price["games"] > 0 and price["rate"] > 0
    wrong = {**QUICK, "forces": {"A1": "nobody"}}
    assert "nobody" in client.post("/api/studies/cost", json={"study": wrong}).json()["fault"]
    refusal(client.post("/api/studies/cost", json={"study": {"kind": "fair"}}), 400, "unclear")


def test_without_the_extra_all_else_goes_on(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "NEEDED", ("no_such_module",))
    state = client.get("/api/lab").json()
    assert not state["ready"] and 'pip install "hulldown[lab]"' in state["why"]
    for answer in (
        client.get("/api/lab/chase"),
        client.post("/api/studies", json={"study": QUICK}),
        client.post("/api/studies/judge", json={"study": QUICK}),
        client.post("/api/studies/cost", json={"study": QUICK}),
    ):
        refusal(answer, 409, "no_lab")
    assert client.get("/api/studies").json() == []
    assert client.get("/lab").status_code == 200
    assert client.get("/api/rulesets/chase").status_code == 200


# ---------------------------------------------------------------- one that was played


def test_a_question_is_asked_and_answered(house: TestClient, done: str) -> None:
    told = line(house, done)
    assert told["name"] == "Harder rams" and told["said"] and told["sentence"]
    assert told["verdict"] == "same" and told["games"] == 2 * told["pairs"] > 0
    page = house.get(f"/api/studies/{done}").json()
    assert page["result"]["finished"] and page["result"]["verdict"] == "same"
    assert [(one["id"], one["printed"], one["rule"]) for one in page["changes"]] == [
        ("t_bone_factor", "1", "CH-8.11")
    ]
    assert page["scenarios"]["long_shot"] == "Long Shot"
    assert done in [one["id"] for one in house.get("/api/studies").json()]


def test_how_it_became_sure(house: TestClient, done: str) -> None:
    looks = house.get(f"/api/studies/{done}/looks", params={"from": 0}).json()
    points = looks["points"]
    assert points[-1]["blocks"] == looks["last"]["blocks"] == line(house, done)["pairs"]
    assert points[-1]["high"] - points[-1]["low"] <= points[0]["high"] - points[0]["low"]
    later = house.get(f"/api/studies/{done}/looks", params={"from": looks["next"]}).json()
    assert later == {"next": looks["next"], "points": [], "last": None}
    assert house.get(f"/api/studies/{done}/looks", params={"cell": 7}).json()["points"] == []


def test_plots_are_drawn_once(house: TestClient, done: str, folder: Path) -> None:
    plots = house.get(f"/api/studies/{done}/plots", params={"width": 443}).json()
    assert plots[0]["id"] == "answers" and plots[0]["meaning"] and plots[0]["rows"]
    assert all(one["svg"].startswith("<svg") and len(one["head"]) for one in plots)
    kept = folder / "studies" / f"{done}.study" / "plots" / "page-440.json"
    before = kept.stat().st_mtime_ns
    assert house.get(f"/api/studies/{done}/plots", params={"width": 457}).json() == plots
    assert kept.stat().st_mtime_ns == before


def test_it_is_taken_along(house: TestClient, done: str) -> None:
    table = house.get(f"/api/studies/{done}/games.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert "harder-rams.csv" in table.headers["content-disposition"]
    assert len(table.text.splitlines()) == line(house, done)["games"] + 1
    report = house.get(f"/api/studies/{done}/report.html")
    assert "script" not in report.headers["content-security-policy"]
    assert line(house, done)["sentence"].split(":")[0] in report.text


def test_the_file_gives_the_same_games_in_python(house: TestClient, done: str, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_bytes(house.get(f"/api/studies/{done}/study.toml").content)
    study, base = lab.load_study(path)
    run = lab.Run(study, base)
    for _ in run:
        pass
    mine, theirs = lab.result_of(run), house.get(f"/api/studies/{done}").json()["result"]
    assert mine["signature"] == theirs["signature"]
    assert mine["answers"] == theirs["answers"]


@pytest.mark.parametrize("which", ["typical", "closest", "one_sided"])
def test_a_game_is_watched_at_the_table(house: TestClient, done: str, which: str) -> None:
    save = house.get(f"/api/studies/{done}/film", params={"which": which})
    assert save.status_code == 200, save.text
    made = house.post("/api/games/load", json=save.json())
    assert made.status_code == 200, made.text
    assert house.get(f"/api/games/{made.json()['game']}/view").json()["result"]


def test_better_players_are_asked_once(
    house: TestClient, done: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = house.get(f"/api/studies/{done}").json()
    assert shown["better"] == "mcts:100" and shown["check"] is None
    monkeypatch.setattr(page, "better_player", lambda line, path: "random")  # in seconds
    check = house.post(f"/api/studies/{done}/check").json()
    assert check["name"] == "Do better players agree? Harder rams" and check["id"] != done
    assert house.post(f"/api/studies/{done}/check").json()["id"] == check["id"]
    asked = house.get(f"/api/studies/{done}").json()["check"]
    assert (asked["id"], asked["player"]) == (check["id"], "random")
    assert waited(house, check["id"], in_state("done", "failed"))["state"] == "done"
    asked = house.get(f"/api/studies/{done}").json()["check"]
    theirs = house.get(f"/api/studies/{check['id']}").json()
    assert theirs["study"]["decide"]["most_pairs"] == 64 and theirs["study"]["seed"] == 0
    assert asked["state"] == "done" and theirs["result"]["headline"] in asked["sentence"]
    assert asked["sentence"].startswith("64 pairs are too few to tell whether random agrees.")


def test_players_that_cannot_agree_are_not_asked(house: TestClient) -> None:
    study: str = ask(house, {**QUICK, "kind": "profile", "decide": {"most_pairs": 64}})["id"]
    waited(house, study, in_state("done"))
    assert house.get(f"/api/studies/{study}").json()["better"] == ""
    refusal(house.post(f"/api/studies/{study}/check"), 409, "no_check")
    refusal(house.post("/api/studies/nosuchstudyatall/check"), 404, "not_found")


def test_two_studies_on_one_scale(house: TestClient, done: str) -> None:
    other = {**QUICK, "name": "Softer rams", "values": {"t_bone_factor": 2}}
    second: str = ask(house, other)["id"]
    refusal(house.get("/api/studies/compare", params={"a": done, "b": second}), 409, "no_result")
    waited(house, second, in_state("done"))
    told = house.get("/api/studies/compare", params={"a": done, "b": second}).json()
    (row,) = told["differences"]
    assert row["low"] <= row["estimate"] <= row["high"] and row["blocks"] > 0 and told["why"] == ""
    assert told["svg"].startswith("<svg")
    third: str = ask(house, {**QUICK, "seed": 5})["id"]
    waited(house, third, in_state("done"))
    told = house.get("/api/studies/compare", params={"a": done, "b": third}).json()
    assert told["differences"] == [] and "seed" in told["why"]


def test_a_pack_is_an_arm(house: TestClient, folder: Path) -> None:
    pack = {"ruleset": "chase", "sheet": {"name": "Hard rams", "values": {"t_bone_factor": 3}}}
    kept = house.post("/api/workshop/packs", json=pack).json()["id"]
    study = {**QUICK, "values": {}, "packs": [kept]}
    told = ask(house, study)
    found = waited(house, told["id"], in_state("done", "failed"))
    assert found["state"] == "done", found["fault"]
    page = house.get(f"/api/studies/{told['id']}").json()
    assert page["study"]["arms"]["changed"]["packs"] == [kept]  # to be asked again
    assert [(one["kind"], one["value"]) for one in page["changes"]] == [("pack", "Hard rams")]
    assert (folder / "studies" / f"{told['id']}.study" / "files" / "hard_rams.hulldown").is_file()
    assert "Hard rams" in found["sentence"]
    other = {**study, "ruleset": "tank_commander", "scenarios": ["skirmish"]}
    problems = house.post("/api/studies/judge", json={"study": other}).json()["problems"]
    assert "other rules" in problems[0]["text"]


# ---------------------------------------------------------------- the queue


def test_a_study_steps_back_for_battles() -> None:
    """`lower_priority` itself: the servers of these tests do without (see conftest)."""
    with until_end([sys.executable, "-c", "import signal; signal.pause()"]) as process:
        lower_priority(process.pid)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICENESS


def test_stopped_gone_on_with_and_deleted(house: TestClient, folder: Path) -> None:
    first: str = ask(house, ENDLESS)["id"]
    second: str = ask(house, {**QUICK, "name": "Next"})["id"]
    now = waited(house, first, played)["now"]
    assert line(house, second)["state"] == "queued" and line(house, second)["place"] == 1
    plots = house.get(f"/api/studies/{first}/plots").json()
    assert [one["id"] for one in plots] == ["sure"]
    assert house.post(f"/api/studies/{first}/stop").json()["state"] in ("stopping", "stopped")
    told = waited(house, first, in_state("stopped", "failed"))
    assert told["state"] == "stopped" and told["fault"] == ""
    assert told["pairs"] >= now["blocks"] and told["sentence"]
    assert waited(house, second, in_state("done", "failed"))["state"] == "done"  # it was its turn
    house.post(f"/api/studies/{first}/continue")
    more = waited(house, first, lambda one: played(one) and one["now"]["blocks"] > told["pairs"])
    assert more["now"]["games"] >= told["games"]
    assert house.request("DELETE", f"/api/studies/{first}").json()["id"] == first
    assert not (folder / "studies" / f"{first}.study").exists()
    refusal(house.get(f"/api/studies/{first}"), 404, "not_found")


def test_the_queue_survives_the_server(tmp_path: Path) -> None:
    with TestClient(create_app(kept_in(tmp_path)), base_url=HOST) as client:
        study: str = ask(client, ENDLESS)["id"]
        waited(client, study, played)
        pid = int(load_json(tmp_path / "studies" / RUNNING)["pid"])
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)  # it ended with the server
    with TestClient(create_app(kept_in(tmp_path)), base_url=HOST) as client:
        waited(client, study, played)
        client.post(f"/api/studies/{study}/stop")
        waited(client, study, in_state("stopped"))


def test_what_a_killed_server_left_behind_is_ended(tmp_path: Path) -> None:
    settings = kept_in(tmp_path)
    studies = Studies(settings, settings.database or "")
    studies.folder.mkdir(parents=True)
    idle = "import signal; signal.pause()"
    orphan = start([sys.executable, "-c", idle, "lost.study"])
    write_json(studies.folder / RUNNING, {"id": "lost", "pid": orphan.pid})
    with studies.changed_queue() as queue:
        queue.append("lost")
    studies.start()
    assert orphan.wait(PATIENCE)
    wait_until(lambda: studies.queue() == [])  # there is no such study any more
    studies.close()


def test_other_rules_are_said(house: TestClient, folder: Path) -> None:
    study: str = ask(house, ENDLESS)["id"]
    waited(house, study, played)
    house.post(f"/api/studies/{study}/stop")
    waited(house, study, in_state("stopped"))
    lock = folder / "studies" / f"{study}.study" / "lock.json"
    lock.write_text(json.dumps({**json.loads(lock.read_text()), "rules": "others"}))
    house.post(f"/api/studies/{study}/continue")
    told = waited(house, study, in_state("failed"))
    assert "other rules" in told["fault"] and str(folder) not in told["fault"]
    house.request("DELETE", f"/api/studies/{study}")


def test_where_studies_are_kept(tmp_path: Path) -> None:
    assert beside(f"sqlite:///{tmp_path / 'games.sqlite'}") == tmp_path / "studies"
    assert beside(f"sqlite:///{tmp_path / 'club.sqlite'}") == tmp_path / "club.studies"
    assert beside("sqlite://").name == beside("postgresql+psycopg://host/db").name == "studies"
    own = replace(kept_in(tmp_path), studies=str(tmp_path / "mine"))
    assert Studies(own, own.database or "").folder == tmp_path / "mine"


# ---------------------------------------------------------------- on a shared server


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Callable[[str], TestClient]]:
    """A server that everybody can call, called from an address."""
    limits = Limits(rate=1e6, burst=1e6, study_games=10_000, studies_per_client=1, studies=3)
    app = create_app(kept_in(tmp_path, hosts=(), limits=limits))
    with TestClient(app, base_url=HOST):

        def called_from(address: str) -> TestClient:
            client = TestClient(app, base_url=HOST, client=(address, 5000))
            client.headers["Hulldown-Me"] = client.post("/api/me", json={}).json()["token"]
            return client

        yield called_from


def test_guests_have_limits_and_the_host_has_none(shared: Callable[[str], TestClient]) -> None:
    guest, other, host = shared("192.0.2.1"), shared("192.0.2.2"), shared("127.0.0.1")
    assert guest.get("/api/lab").json()["most_games"] == 10_000
    assert host.get("/api/lab").json()["most_games"] == 0
    assert "host" in guest.post("/api/studies/judge", json={"study": ENDLESS}).json()["refused"]
    refusal(guest.post("/api/studies", json={"study": ENDLESS}), 403, "too_large_study")
    large: str = ask(host, ENDLESS)["id"]
    mine: str = ask(guest, QUICK)["id"]
    refusal(guest.post("/api/studies", json={"study": QUICK}), 403, "too_many_studies")
    for call in ("stop", "continue"):
        refusal(other.post(f"/api/studies/{mine}/{call}"), 404, "not_found")
        refusal(guest.post(f"/api/studies/{large}/{call}"), 404, "not_found")
    refusal(other.request("DELETE", f"/api/studies/{mine}"), 404, "not_found")
    assert [line(one, mine)["yours"] for one in (guest, other, host)] == [True, False, False]
    assert [one["id"] for one in guest.get("/api/studies").json()] == [mine]
    ask(other, QUICK)
    refusal(host.post("/api/studies", json={"study": QUICK}), 409, "too_many")
    for one, study in ((guest, mine), (host, large)):
        assert one.post(f"/api/studies/{study}/stop").status_code == 200
