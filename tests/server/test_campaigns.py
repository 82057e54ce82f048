"""Campaigns over the wire: begun, fought, settled once, spent, kept, carried along, and refused in full."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError
from tests.anvils import UNITS
from tests.server.conftest import HOST, refusal, settings_in

import hulldown
from hulldown import rulesets
from hulldown.server.app import create_app

PLAIN = {"name": "Harbor", "tanks": [{"name": "Thunderer", "build": "Trainee"}]}
COMPUTER = {"kind": "computer", "player": "random:seed=3"}


class Played:
    """A campaign with its tokens."""

    def __init__(self, client: TestClient, told: Any) -> None:
        self.client, self.id, self.keeper = client, told["campaign"], told["keeper"]
        self.tokens = [seat["token"] for seat in told["seats"]]

    def headers(self, token: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"} if token else {}

    def view(self, token: str | None = None) -> Any:
        answer = self.client.get(f"/api/campaigns/{self.id}", headers=self.headers(token))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, token: str | None, **body: Any) -> Any:
        body.setdefault("number", self.view()["number"])
        return self.client.post(f"/api/campaigns/{self.id}/{path}", json=body, headers=self.headers(token))

    def file(self) -> Any:
        """The campaign's file, for somebody who takes part."""
        return self.client.get(f"/api/campaigns/{self.id}/file", headers=self.headers(self.keeper))

    def battle(self, token: str | None = None) -> str:
        answer = self.post("battle", token or self.tokens[0] or self.keeper)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["game"])

    def act(self, game: str, seat: int, *orders: str) -> Any:
        path, headers = f"/api/games/{game}", self.headers(self.tokens[seat])
        number = self.client.get(f"{path}/view").json()["number"]
        return self.client.post(
            f"{path}/act", json={"actions": list(orders), "number": number}, headers=headers
        )

    def table(self, game: str, seat: int) -> Any:
        """A battle as a side sees it."""
        return self.client.get(f"/api/games/{game}/view", headers=self.headers(self.tokens[seat])).json()

    def concede(self, seat: int) -> str:
        """The next battle, given up by a side as soon as it is asked."""
        game = self.battle(self.tokens[seat])
        while (acting := self.table(game, 0)["to_act"][0]) != seat:
            orders = self.table(game, acting)["orders"]
            self.act(game, acting, next(o["text"] for o in orders if not o["refusal"]))
        answer = self.act(game, seat, "concede")
        assert answer.status_code == 200, answer.text
        return game


def order(**more: Any) -> dict[str, Any]:
    sides = [
        {"name": "North Guard", "tanks": [{"name": "Bess", "build": "Hunter"}, {"name": "Otter"}]},
        {"name": "Harbor", "tanks": [{"name": "Thunderer", "build": "Bulwark"}]},
    ]
    missions = {"missions": ["skirmish"], "options": {"campaign_battles": 2}}
    return {"ruleset": "tank_commander", "name": "Autumn", "sides": sides, **missions, **more}


def begin(client: TestClient, **more: Any) -> Played:
    answer = client.post("/api/campaigns", json=order(**more))
    assert answer.status_code == 200, answer.text
    return Played(client, answer.json())


def test_what_there_is_to_choose(client: TestClient) -> None:
    offer = client.get("/api/rulesets/tank_commander/campaign").json()
    assert "skirmish" in [one["id"] for one in offer["missions"]] and offer["battles"] == 5
    story = offer["story"]
    assert story["first"] == offer["missions"][0]["id"] and story["first_summary"]
    assert story["title"] and "{battles}" in story["paragraphs"][0] and "You lead" in story["paragraphs"][0]
    refusal(client.get("/api/rulesets/pebbles/campaign"), 404, "not_found")
    refusal(client.get("/api/rulesets/chess/campaign"), 404, "not_found")


def test_a_whole_campaign_of_two_people(client: TestClient) -> None:
    campaign = begin(client)
    start = campaign.view(campaign.tokens[0])
    assert start["yours"] == [0] and start["begins"] and start["standing"]["stage"] == "between"
    game = campaign.concede(1)
    after = campaign.view()["standing"]
    assert after["battles"][0]["winner"] == 0 and after["battles"][0]["game"] == game
    bess, otter = after["sides"][0]["tanks"]
    assert [one["xp"] for one in bess["crew"]] == [2] * 5 and bess["points"] == 12 and bess["saved"] == 2
    assert otter["points"] == 10 and after["sides"][1]["tanks"][0]["crew"][0]["xp"] == 1
    assert all(line["rules"] for line in after["battles"][0]["told"])
    spent = campaign.post(
        "refit",
        campaign.tokens[0],
        tank="Bess",
        armor={"front": 9, "side": 8, "rear": 6},
        upgrades=["barrel", "engine", "he", "lieutenant", "medkit", "optics", "smoke"],
    )
    assert spent.json()["standing"]["sides"][0]["tanks"][0]["armor"] == [9, 8, 6]
    campaign.concede(1)
    end = campaign.view()["standing"]
    assert end["stage"] == "over" and end["winner"] == 0
    assert end["sides"][0]["tanks"][0]["crew"][0]["rank"] == "Veteran"
    refusal(campaign.post("battle", campaign.tokens[0]), 409, "over")


def test_the_next_battle_is_fought_with_what_the_crews_have_become(client: TestClient) -> None:
    """Points above ten, ranks and names go into the game (TC-14.8, TC-14.10)."""
    campaign = begin(client, options={"campaign_battles": 4})
    for _ in range(2):
        campaign.concede(1)
    campaign.view()
    campaign.post(
        "refit",
        campaign.tokens[0],
        tank="Bess",
        armor={"front": 9, "side": 9, "rear": 7},
        upgrades=["barrel", "engine", "he", "lieutenant", "medkit", "optics", "smoke"],
    )
    game = campaign.battle()
    with client.app.state.services.db.transaction() as transaction:  # type: ignore[attr-defined]
        forces = transaction.execute(text("SELECT forces FROM games WHERE id = :g"), {"g": game}).scalar()
    assert '"ranks": ["veteran", "veteran"' in str(forces) and '"points": 14' in str(forces)
    view = client.get(f"/api/games/{game}/view").json()
    assert view["cards"][0]["plates"] == [9, 9, 7]


def test_the_player_says_who_fights(client: TestClient) -> None:
    campaign = begin(client)
    answer = campaign.post("choice", campaign.tokens[0], tanks=["Otter"])
    tanks = answer.json()["standing"]["sides"][0]["tanks"]
    assert [tank["stands_for"] for tank in tanks] == ["", "A1"]
    campaign.concede(0)
    assert [t["battles"] for t in campaign.view()["standing"]["sides"][0]["tanks"]] == [0, 1]


def test_a_campaign_against_the_computer_and_between_computers(client: TestClient) -> None:
    sides = order()["sides"]
    mine = begin(client, sides=[sides[0], {**sides[1], **COMPUTER}])
    assert mine.tokens[1] is None and mine.view(mine.keeper)["yours"] == [1]
    mine.concede(0)
    enemy = mine.view()["standing"]["sides"][1]
    assert enemy["victories"] == 1 and enemy["tanks"][0]["saved"] == 0  # spent at once
    watched = begin(client, sides=[{**side, **COMPUTER} for side in sides])
    assert watched.battle(watched.keeper)
    assert watched.view()["standing"]["stage"] in ("fighting", "between")


def test_only_the_leader_of_a_side_decides(client: TestClient) -> None:
    campaign = begin(client)
    refit = {"tank": "Bess", "armor": {"front": 9, "side": 7, "rear": 6}, "upgrades": []}
    refusal(campaign.post("refit", campaign.tokens[1], **refit), 403, "not_yours")
    refusal(campaign.post("refit", campaign.keeper, **refit), 403, "not_yours")
    refusal(campaign.post("refit", None, **refit), 403, "not_yours")
    refusal(campaign.post("refit", "nonsense", **refit), 401, "no_seat")
    refusal(campaign.post("battle", None), 403, "not_yours")
    refusal(campaign.post("choice", campaign.tokens[1], tanks=["Bess"]), 403, "not_yours")
    refusal(campaign.post("abandon", None), 403, "not_yours")
    refusal(client.get("/api/campaigns/nowhere"), 404, "not_found")


def test_every_broken_rule_of_a_refit_is_named_and_nothing_changes(client: TestClient) -> None:
    campaign = begin(client)
    before = campaign.view()
    refit = {"tank": "Bess", "armor": {"front": 7, "side": 9, "rear": 6}, "upgrades": ["mine"] * 4}
    told = refusal(campaign.post("refit", campaign.tokens[0], **refit), 409, "side-exceeds-front")
    assert "TC-14.10" in told["text"] and "at most 3" in told["text"] and "TC-2.5" in told["text"]
    weighed = campaign.post("weigh", campaign.tokens[0], **refit).json()
    assert weighed["points"] == 10 and len(weighed["broken"]) == 3
    assert campaign.view() == before
    refusal(campaign.post("refit", campaign.tokens[0], **{**refit, "tank": "Nobody"}), 409, "no-tank")


def test_a_stale_decision_and_a_battle_that_runs(client: TestClient) -> None:
    campaign = begin(client)
    refusal(campaign.post("battle", campaign.tokens[0], number=7), 409, "stale")
    campaign.battle()
    refusal(campaign.post("battle", campaign.tokens[0]), 409, "fighting")
    refit = {"tank": "Bess", "armor": {"front": 9, "side": 7, "rear": 6}, "upgrades": []}
    refusal(campaign.post("refit", campaign.tokens[0], **refit), 409, "fighting")


def test_the_aftermath_is_written_once_however_many_look(client: TestClient) -> None:
    campaign = begin(client)
    campaign.concede(1)
    with ThreadPoolExecutor(8) as crowd:
        seen = list(crowd.map(lambda _: campaign.view(), range(16)))
    assert len({str(view["standing"]) for view in seen}) == 1
    assert seen[0]["number"] == 2 and seen[0]["standing"]["sides"][0]["victories"] == 1


def test_entries_cannot_be_changed_and_outlive_the_server(client: TestClient, settings: Any) -> None:
    campaign = begin(client)
    campaign.concede(0)
    before = campaign.view()
    db = client.app.state.services.db  # type: ignore[attr-defined]
    for change in ("UPDATE campaign_entries SET what = 'x'", "DELETE FROM campaign_entries"):
        with pytest.raises(DatabaseError), db.transaction() as transaction:
            transaction.execute(text(change))
    with TestClient(create_app(settings), base_url=HOST) as again:
        told = {"campaign": campaign.id, "keeper": "", "seats": []}
        assert Played(again, told).view() == before


def test_a_campaign_goes_along_as_a_file(client: TestClient, tmp_path: Any) -> None:
    campaign = begin(client)
    campaign.concede(1)
    campaign.battle()
    file = campaign.file()
    assert file.headers["content-type"].startswith("application/toml")
    leaders = [{"kind": "human"}, COMPUTER]
    body = {"ruleset": "tank_commander", "text": file.text, "sides": leaders}
    here = Played(client, client.post("/api/campaigns/load", json=body).json())
    assert here.view()["standing"]["battles"][0] == campaign.view()["standing"]["battles"][0]
    assert here.view()["standing"]["stage"] == "between"  # a battle under way is begun anew
    with TestClient(create_app(settings_in(tmp_path / "elsewhere")), base_url=HOST) as other:
        there = Played(other, other.post("/api/campaigns/load", json=body).json())
        assert there.view()["standing"]["battles"][0]["game"] == ""
        there.concede(0)
        assert there.view()["standing"]["stage"] == "over"


LAYER = {"file": "units.toml", "text": UNITS, "shown": "anvils.hulldown/units.toml"}


def anvils(**more: Any) -> dict[str, Any]:
    """What begins a campaign with units of a pack."""
    first = {"name": "North Guard", "tanks": [{"name": "Bess", "build": "Anvil"}]}
    return {"sides": [first, PLAIN], "packs": ["Anvils"], "layers": [LAYER], **more}


def test_a_pack_s_units_are_offered_and_go_along_with_the_campaign(client: TestClient) -> None:
    """The tanks of each battle, what they cost and the file are those of the pack."""
    printed = client.get("/api/rulesets/tank_commander/campaign").json()
    offer = client.post("/api/rulesets/tank_commander/campaign", json={"layers": [LAYER]}).json()
    known = [one["id"] for one in printed["samples"]]
    own = [one for one in offer["samples"] if one["id"] not in known]
    assert [(one["id"], one["name"]) for one in own] == [("Anvil", "Anvil")]
    campaign = begin(client, **anvils())
    view = campaign.view()["standing"]
    bess = view["sides"][0]["tanks"][0]
    assert view["packs"] == ["Anvils"] and bess["armor"] == [9, 9, 7] and bess["saved"] == 3
    assert {one["id"]: one["cost"] for one in bess["purchases"]}["optics"] == 3
    refit = {"tank": "Bess", "armor": {"front": 9, "side": 9, "rear": 7}, "upgrades": ["optics", "he"]}
    told = refusal(campaign.post("refit", campaign.tokens[0], **refit), 409, "over-budget")
    assert "11 of 10" in told["text"]
    differing = client.get(f"/api/campaigns/{campaign.id}/differences").json()
    assert {"units.tank.hull_points", "builds.Anvil", "campaign_battles"} <= {one["id"] for one in differing}
    game = campaign.concede(1)
    save = client.get(f"/api/games/{game}/save").text
    assert hulldown.Game.verify(save) == [] and json.loads(save)["layers"] == [LAYER]
    assert campaign.table(game, 0)["cards"][0]["points"]["full"] == 6
    assert campaign.view()["standing"]["battles"][0]["winner"] == 0


def test_a_campaign_with_a_pack_goes_on_elsewhere(client: TestClient, tmp_path: Any) -> None:
    campaign = begin(client, **anvils(sides=[anvils()["sides"][0], {**PLAIN, **COMPUTER}]))
    campaign.concede(0)
    before = campaign.view()["standing"]
    text = campaign.file().text
    body = {"ruleset": "tank_commander", "text": text, "sides": [{"kind": "human"}, COMPUTER]}
    with TestClient(create_app(settings_in(tmp_path / "elsewhere")), base_url=HOST) as other:
        there = Played(other, other.post("/api/campaigns/load", json=body).json())
        after = there.view()["standing"]
        assert (after["packs"], after["sides"]) == (before["packs"], before["sides"])
        assert there.table(there.concede(0), 0)["cards"][0]["points"]["full"] == 6


@pytest.mark.parametrize(
    ("layers", "says"),
    [
        ([LAYER | {"file": "options.toml"}], "has no file"),
        ([LAYER | {"text": "[units.tank]\nhull_points = 999"}], "units.toml:2: units.tank.hull_points"),
        ([LAYER | {"text": "["}], "units.toml:1: is not TOML"),
        ([LAYER | {"text": "a = " + "[" * 100_000}], "nested too deeply"),
        ([LAYER] * 17, "layers"),
        ([LAYER | {"text": "[units.tank]\n" + "x = 1\n" * 60_000}], "layers"),
    ],
)
def test_units_that_are_none_begin_no_campaign(client: TestClient, layers: list[Any], says: str) -> None:
    told = refusal(client.post("/api/campaigns", json=order(layers=layers)), 400, "unclear")
    assert says in told["text"]
    asked = client.post("/api/rulesets/tank_commander/campaign", json={"layers": layers})
    assert says in refusal(asked, 400, "unclear")["text"]
    assert client.get("/api/campaigns").json() == []


def test_units_that_are_none_are_refused_in_a_file(client: TestClient) -> None:
    campaign = begin(client)
    text = campaign.file().text
    assert "layers" not in text and "packs" not in text
    for layer, says in (
        ('text = "[units.tank]\\nhull_points = 999"', "units.tank.hull_points"),
        ('text = "["', "is not TOML"),
        (f'text = "{"x = 1 " * 60_000}"', "plan.layers"),
    ):
        wrong = text.replace(
            "[[plan.sides]]", f'[[plan.layers]]\nfile = "units.toml"\n{layer}\n[[plan.sides]]', 1
        )
        body = {"ruleset": "tank_commander", "text": wrong, "sides": [COMPUTER, COMPUTER]}
        told = refusal(client.post("/api/campaigns/load", json=body), 400, "unclear")
        assert says in told["text"]
    assert len(client.get("/api/campaigns").json()) == 1


def test_a_campaign_from_before_packs_opens_as_it_did(client: TestClient) -> None:
    campaign = begin(client)
    before = campaign.view()
    with client.app.state.services.db.transaction() as transaction:  # type: ignore[attr-defined]
        told = json.loads(transaction.execute(text("SELECT plan FROM campaigns")).scalar() or "")
        assert (told.pop("packs"), told.pop("layers")) == ([], [])
        transaction.execute(text("UPDATE campaigns SET plan = :p"), {"p": json.dumps(told)})
    assert campaign.view() == before
    campaign.concede(1)
    assert campaign.view()["standing"]["sides"][0]["victories"] == 1


def test_a_broken_file_is_refused_with_every_broken_rule_and_nothing_is_kept(client: TestClient) -> None:
    campaign = begin(client)
    campaign.concede(1)
    campaign.view()
    file = campaign.file().text
    wrong = file.replace('build = "Hunter"', "armor = { front = 12, side = 9, rear = 9 }", 1)
    body = {"ruleset": "tank_commander", "text": wrong, "sides": [COMPUTER, COMPUTER]}
    told = refusal(client.post("/api/campaigns/load", json=body), 400, "unclear")
    assert "front 12" in told["text"] and "TC-2.5" in told["text"] and "TC-2.15" in told["text"]
    assert len(client.get("/api/campaigns").json()) == 1


def test_plans_that_cannot_be(client: TestClient) -> None:
    sides = order()["sides"]
    for wrong, says in (
        ({"missions": ["moon"]}, "moon"),
        ({"options": {"night": "purple"}}, "night"),
        ({"sides": [sides[0], sides[0]]}, "two tanks"),
        ({"sides": [sides[0], {**sides[1], "kind": "computer", "player": "deep blue"}]}, "deep blue"),
        ({"sides": [sides[0]]}, "sides"),
    ):
        told = refusal(client.post("/api/campaigns", json=order(**wrong)), 400, "unclear")
        assert says in told["text"]
    refusal(client.post("/api/campaigns", json=order(ruleset="pebbles")), 404, "not_found")
    assert client.get("/api/campaigns").json() == []


def test_a_campaign_given_up_keeps_its_record(client: TestClient) -> None:
    campaign = begin(client)
    campaign.concede(1)
    told = campaign.post("abandon", campaign.tokens[0]).json()["standing"]
    assert told["stage"] == "abandoned" and told["battles"][0]["winner"] == 0 and told["winner"] is None
    assert client.get("/api/campaigns").json()[0]["finished"]


# ---------------------------------------------------------------- missions of one's own

SHORE = (
    (Path(rulesets.__file__).parent / "tank_commander/scenarios/skirmish.toml")
    .read_text("utf-8")
    .replace('name = "Skirmish"', 'name = "The shore"')
)


def test_missions_of_ones_own_are_offered_fought_and_taken_along(client: TestClient) -> None:
    at = "/api/rulesets/tank_commander/campaign"
    offer = client.post(at, json={"scenarios": {"shore": SHORE}}).json()
    assert offer["missions"][0] == {"id": "shore", "name": "The shore", "tanks": [1, 1]}
    assert offer["missions"][1:] == client.get(at).json()["missions"]
    campaign = begin(client, missions=["shore"], scenarios={"shore": SHORE})
    game = campaign.concede(1)
    assert "The shore" in client.get(f"/api/games/{game}/view").text
    after = campaign.view()["standing"]
    assert [battle["name"] for battle in after["battles"]] == ["The shore"] * 2
    assert after["battles"][0]["winner"] == 0
    changes = client.get(f"/api/campaigns/{campaign.id}/differences").json()
    assert ("scenario", "shore", "The shore") in {(c["kind"], c["id"], c["title"]) for c in changes}
    sides = [{"kind": "human"}, {"kind": "human"}]
    message = {"ruleset": "tank_commander", "text": campaign.file().text, "sides": sides}
    again = Played(client, client.post("/api/campaigns/load", json=message).json())
    assert again.view()["standing"]["battles"][1]["name"] == "The shore"
    again.concede(0)


@pytest.mark.parametrize(
    ("scenarios", "says"),
    [
        ({"shore": "name = 3"}, "scenarios.shore: shore:1: name: "),
        ({"../shore": SHORE}, "scenarios"),
        ({}, 'unknown mission for a campaign "shore"'),
    ],
)
def test_missions_that_are_none_begin_no_campaign(
    client: TestClient, scenarios: dict[str, str], says: str
) -> None:
    wrong = order(missions=["shore"], scenarios=scenarios)
    assert says in refusal(client.post("/api/campaigns", json=wrong), 400, "unclear")["text"]
