"""Code of packs on a server: refused wherever it comes in, unless the host started it with that pack."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, HUMANS, refusal
from tests.server.test_workshop import ask
from tests.trust import forget_trust

import hulldown
from hulldown.catalogue.pack import pack_files, unzip_pack, zip_pack
from hulldown.rulesets.common.packs import load_pack
from hulldown.rulesets.common.trusted_rules import RuleCode, trust
from hulldown.server.app import create_app
from hulldown.server.settings import Settings

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "trusted_packs" / "even_activations"
CODE = RuleCode((EXAMPLE / "rules.py").read_text(), "even/rules.py")
NEW = "/api/games"


@pytest.fixture(autouse=True)
def distrust(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Trusts nothing, now and whenever a test calls it."""

    def forget() -> None:
        forget_trust(monkeypatch)

    forget()
    return forget


def upload(ruleset: str = "tank_commander") -> dict[str, Any]:
    data = zip_pack(pack_files(EXAMPLE).texts)
    return {"ruleset": ruleset, "name": "even.hulldown", "data": base64.b64encode(data).decode()}


def layer() -> dict[str, str]:
    return {"file": CODE.layer.file, "text": CODE.layer.text, "shown": CODE.layer.shown}


def game(**parts: Any) -> dict[str, Any]:
    return {"ruleset": "tank_commander", "scenario": "skirmish", "seats": HUMANS, **parts}


def test_a_server_takes_no_code_that_its_host_does_not_trust(client: TestClient) -> None:
    for path, body in (
        ("/api/workshop/load", upload()),
        ("/api/rulesets/tank_commander/load", {k: v for k, v in upload().items() if k != "ruleset"}),
        (NEW, game(layers=[layer()])),
        (NEW, game(layers=[{**layer(), "text": "[code]\nx = true\n"}])),
    ):
        answer = client.post(path, json=body)
        assert answer.status_code == 400, (path, answer.text)
        assert "trust" in answer.text or "names no code" in answer.text
    pack = {"ruleset": "tank_commander", "sheet": {"name": "Even"}, "rules": CODE.digest}
    (fault,) = ask(client, "judge", pack)["faults"]
    assert "runs only where it is trusted" in fault["text"]


def test_trusted_code_is_played_and_told_to_whoever_joins(client: TestClient) -> None:
    trust(EXAMPLE)
    made = client.post(NEW, json=game(layers=[layer()]))
    assert made.status_code == 200, made.text
    (change,) = client.get(f"{NEW}/{made.json()['game']}/differences").json()
    assert (change["kind"], change["rule"], change["title"]) == ("rule", "TC-4.3", "Who activates next")


def test_a_game_under_code_is_closed_where_it_is_not_trusted(
    settings: Settings, distrust: Callable[[], None]
) -> None:
    trust(EXAMPLE)
    with TestClient(create_app(settings), base_url=HOST) as client:
        name = client.post(NEW, json=game(layers=[layer()])).json()["game"]
    distrust()
    with TestClient(create_app(settings), base_url=HOST) as client:
        text = refusal(client.get(f"{NEW}/{name}/differences"), 409, "changed_rules")["text"]
    assert "cannot be opened here" in text and "--trust" in text


def test_the_workshop_keeps_trusted_code_in_its_pack(client: TestClient) -> None:
    trust(EXAMPLE)
    taken = ask(client, "load", upload())
    pack = {key: taken[key] for key in ("ruleset", "sheet", "units", "scenarios", "rules")}
    assert pack["rules"] == CODE.digest
    verdict = ask(client, "judge", pack)
    assert verdict["faults"] == [] and [change["kind"] for change in verdict["differences"]] == ["rule"]
    out = client.post("/api/workshop/file", json=pack)
    assert unzip_pack(out.content, "out")["rules.py"] == CODE.text
    kept = client.post("/api/workshop/packs", json=pack).json()["id"]
    setup = {"packs": [kept], "scenario": "skirmish"}
    made = client.post(NEW, json={"ruleset": "tank_commander", "seats": HUMANS, "setup": setup})
    assert made.status_code == 200, made.text
    changes = client.get(f"{NEW}/{made.json()['game']}/differences").json()
    assert [change["kind"] for change in changes] == ["rule"]


def test_what_a_battle_under_code_is_played_with_can_be_asked(client: TestClient) -> None:
    """The id of a battle among the packs of a setup means its rules, too."""
    trust(EXAMPLE)
    name = client.post(NEW, json=game(layers=[layer()])).json()["game"]
    made = client.post(
        NEW,
        json={
            "ruleset": "tank_commander",
            "seats": HUMANS,
            "setup": {"packs": [name], "scenario": "skirmish"},
        },
    )
    changes = client.get(f"{NEW}/{made.json()['game']}/differences").json()
    assert [change["kind"] for change in changes] == ["rule"]


def test_a_trusted_pack_has_rules_of_its_own_to_compile() -> None:
    from hulldown.rulesets.common.packs import trusted_rulesets

    assert trusted_rulesets("tank_commander") == []
    trust(EXAMPLE)
    (ruleset,) = trusted_rulesets("tank_commander")
    assert ruleset.rules is not hulldown.ruleset("tank_commander").rules
    assert ruleset.rules is ruleset.under(load_pack(EXAMPLE).layers).rules
    assert trusted_rulesets("chase") == []
