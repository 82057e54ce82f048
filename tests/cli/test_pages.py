"""What is named on the command line stands on the pages that are opened: battles, and house rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.cli.conftest import Run

import hulldown
from hulldown.server import run as server
from hulldown.server.app import create_app
from hulldown.server.settings import Settings

Started = list[dict[str, Any]]
WARDEN = "[tanks.warden]\nhull = 11\n"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """What servers were started with; none serves."""
    found: Started = []

    def serve(host: str, port: int, open_browser: bool, settings: Settings, *rest: Any) -> None:
        found.append({"open": open_browser, "settings": settings, "path": rest[-1]})

    monkeypatch.setattr(server, "serve", serve)
    return found


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack for Chase: a number, a tank."""
    folder = tmp_path / "heavy"
    folder.mkdir()
    name = next(iter(hulldown.rulesets.get("chase").files.values()))
    sheet = f'name = "Heavy"\nruleset = "chase"\n[values]\n{name} = {other(name)}\n'
    (folder / "pack.toml").write_text(sheet, encoding="utf-8")
    (folder / "units.toml").write_text(WARDEN, encoding="utf-8")
    return folder


def other(name: str) -> int | float:
    """A number that is not the printed one."""
    value = hulldown.rulesets.get("chase").files.values()[name]
    return value.low if value.default != value.low else value.high


def pages(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://localhost")


def test_a_battle_that_is_named_is_opened_with_its_packs(
    run: Run, started: Started, pack: Path, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    given = ["chase", "--scenario", "even_ground", "--pack", str(pack), "--player", "random", "--seat", "2"]
    assert run("play", *given, "--seed", "4", "--database", url).exit_code == 0
    (one,) = started
    assert one["open"] and one["settings"].database == url
    path, _, token = one["path"].partition("#seat=")
    game = path.removeprefix("table/")
    with pages(Settings(url, compile=False)) as client:
        bearer = {"Authorization": f"Bearer {token}"}
        view = client.get(f"/api/games/{game}/view", headers=bearer).json()
        assert view["seat"] == 1
        kept = hulldown.load(client.get(f"/api/games/{game}/save", headers=bearer).text)
    assert [layer.text for layer in kept.ruleset.layers] == [WARDEN]
    assert kept.options


def test_a_saved_battle_is_opened_where_it_stood(run: Run, started: Started, tmp_path: Path) -> None:
    game = hulldown.new("chase", "even_ground", seed=3)
    game.play(game.legal()[0])
    file, url = tmp_path / "mine.json", f"sqlite:///{tmp_path / 'games.sqlite'}"
    file.write_text(game.save(), encoding="utf-8")
    assert run("play", "--load", str(file), "--player", "random", "--database", url).exit_code == 0
    token = started[0]["path"].partition("#seat=")[2]
    with pages(Settings(url, compile=False)) as client:
        name = started[0]["path"].partition("#")[0].removeprefix("table/")
        view = client.get(f"/api/games/{name}/view", headers={"Authorization": f"Bearer {token}"}).json()
    assert view["number"] >= 1


def test_house_rules_are_offered_to_everybody(run: Run, started: Started, pack: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    given = ["--pack", str(pack), "--value", "at_strength=7", "--option", "half_rof=down"]
    assert run("serve", *given, "--database", url).exit_code == 0
    rules = started[0]["settings"].rules
    assert set(rules) == {"chase", "tank_commander", "warstrike"}
    with pages(Settings(url, compile=False, rules=rules)) as client:
        found = {name: client.get(f"/api/rulesets/{name}/house") for name in [*rules, "agrav"]}
        flags = {name: client.get(f"/api/rulesets/{name}").json()["house"] for name in found}
    assert flags == {"chase": True, "tank_commander": True, "warstrike": True, "agrav": False}
    assert found["tank_commander"].json()["options"] == {"at_strength": "7"}
    assert found["warstrike"].json()["options"] == {"half_rof": "down"}
    assert [layer["text"] for layer in found["chase"].json()["layers"]] == [WARDEN]
    assert found["agrav"].status_code == 404


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--value", "nonsense=1"], "no ruleset has a value"),
        (["--option", "nonsense=1"], "no ruleset has an option"),
        (["--option", "at_strength=1"], "at_strength is a value: use --value at_strength=1"),
        (["--value", "night=true"], "night is an option: use --option night=true"),
        (["--value", "at_strength=99"], "at_strength"),
        (["--pack", "nowhere"], "nowhere"),
    ],
)
def test_house_rules_that_are_none_are_refused(
    run: Run, started: Started, given: list[str], says: str
) -> None:
    result = run("serve", *given)
    assert (result.exit_code, started) == (2, [])
    assert says in result.stderr
