"""The preview of a move: ends, threats and shots as calls tell them, for the seat that decides only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import Table, begin, refusal

from hulldown import rulesets


def crossroads(client: TestClient) -> Table:
    """AGrav's first battle: both sides stand on the map."""
    return begin(client, ruleset="agrav", scenario="crossroads", seed=5)


def wedge(client: TestClient) -> Table:
    """Close Assault's battle of vehicles against infantry, all with Advance, the Rhinos about to move."""
    table = begin(client, ruleset="close_assault", scenario="iron_wedge", seed=7)
    for seat, count in ((0, 5), (1, 6)):
        orders = [f"{'BR'[seat]}{unit} order advance" for unit in range(1, count + 1)]
        assert table.act(seat, *orders).status_code == 200
    seat = table.view()["to_act"][0]
    assert table.act(seat, f"{'BR'[seat]}{5 * seat or 1} activate").status_code == 200
    return table


def mover(table: Table) -> tuple[int, str]:
    """The seat that decides, and its first unit."""
    seat = table.view()["to_act"][0]
    return seat, next(card["unit"] for card in table.view(seat)["cards"] if card["side"] == seat)


def test_a_move_is_told_before_it_is_made(client: TestClient) -> None:
    table = crossroads(client)
    seat, unit = mover(table)
    view = table.view(seat, unit=unit)
    for place, cost in list(view["reach"].items())[:6]:
        told = table.get("preview", seat, unit=unit, place=place).json()
        route = table.get("route", seat, unit=unit, place=place).json()
        assert (told["cost"], told["actions"], told["places"][1:]) == (
            cost,
            route["actions"],
            route["places"],
        )
        assert [end["facing"] for end in told["facings"]] == [0, 2, 4, 6]
        assert told["cost"] == min(end["cost"] for end in told["facings"] if end["cost"] is not None)
        for end in told["facings"]:
            other = table.get("preview", seat, unit=unit, place=place, facing=end["facing"])
            if end["cost"] is None:
                refusal(other, 409, "no_way")
            else:
                assert (other.json()["facing"], other.json()["cost"]) == (end["facing"], end["cost"])


def test_the_orders_told_lead_to_the_facing_told(client: TestClient) -> None:
    table = crossroads(client)
    seat, unit = mover(table)
    place = max(table.view(seat, unit=unit)["reach"].items(), key=lambda to: to[1])[0]
    told = table.get("preview", seat, unit=unit, place=place).json()
    end = next(end for end in reversed(told["facings"]) if end["cost"] is not None)
    chosen = table.get("preview", seat, unit=unit, place=place, facing=end["facing"]).json()
    assert table.act(seat, *chosen["actions"]).status_code == 200
    session = client.app.state.services.sessions.get_cached(table.game)  # type: ignore[attr-defined]
    foresight = rulesets.get("agrav").foresight
    assert foresight
    assert foresight.stands(session.match.state, unit) == (place, end["facing"])


def test_a_ring_is_turned_for_what_its_orders_take(client: TestClient) -> None:
    """Each facing by the fewest points, written so that every order is what it says where it is given."""
    table = begin(client, ruleset="tank_commander", scenario="skirmish", seed=7)
    table.act(0, "roll off")
    for _ in range(2):
        seat = table.view()["to_act"][0]
        table.act(seat, "A1 prepare N AT" if seat == 0 else "B1 prepare S AT")
    seat, unit = mover(table)
    stays = table.get("preview", seat, unit=unit, place=standing(table, seat, unit)).json()["left"]
    told = turned(table, seat, unit)
    ahead = next(end["facing"] for end in told["facings"] if end["cost"] is None)
    costs = {(end["facing"] - ahead) % 6: end["cost"] for end in told["facings"]}
    assert costs == {0: None, 1: 1, 2: 2, 3: 3, 4: 2, 5: 1}
    right = turned(table, seat, unit, facing=(ahead + 2) % 6)
    assert right["actions"] == 2 * [f"{unit} turret right"]
    left = turned(table, seat, unit, facing=(ahead + 4) % 6)
    assert (left["actions"], left["left"]) == (2 * [f"{unit} turret left"], stays - 2)
    assert table.act(seat, *left["actions"]).status_code == 200
    card = next(card for card in table.view(seat)["cards"] if card["unit"] == unit)
    assert card["turret"] == (ahead + 4) % 6
    refusal(table.get("preview", seat, unit=unit, place=card["place"], ring="mast"), 409, "no_way")


def turned(table: Table, seat: int, unit: str, **facing: int) -> Any:
    """What is told of a turret that turns."""
    place = standing(table, seat, unit)
    return table.get("preview", seat, unit=unit, place=place, ring="turret", **facing).json()


def test_nobody_asks_on_the_other_sides_behalf(client: TestClient) -> None:
    table = crossroads(client)
    seat, unit = mover(table)
    place = next(iter(table.view(seat, unit=unit)["reach"]))
    refusal(table.get("preview", 1 - seat, unit=unit, place=place), 409, "not_your_decision")
    refusal(table.get("preview/risk", 1 - seat, unit=unit), 409, "not_your_decision")
    enemy = next(card["unit"] for card in table.view(seat)["cards"] if card["side"] != seat)
    refusal(table.get("preview", seat, unit=enemy, place=place), 409, "no_way")
    refusal(table.get("preview", seat, unit=unit, place="A99"), 409, "no_way")


def test_risk_is_the_worst_threat_of_each_place(client: TestClient) -> None:
    table = crossroads(client)
    seat, unit = mover(table)
    risky = table.get("preview/risk", seat, unit=unit).json()["places"]
    reach = table.view(seat, unit=unit)["reach"]
    assert risky
    assert set(risky) - set(reach) <= {standing(table, seat, unit)}
    for place in list(reach)[::5]:
        told = table.get("preview", seat, unit=unit, place=place).json()
        threats = [shot for shot in told["threats"] if not shot["moves"]]
        assert (place in risky) == bool(threats)
        if threats:
            told = risky[place]
            assert (told["enemies"], told["chance"]) == (len(threats), threats[0]["chance"])


def standing(table: Table, seat: int, unit: str) -> str:
    """Where a unit is."""
    return next(card["place"] for card in table.view(seat)["cards"] if card["unit"] == unit)


def test_risk_on_an_open_table_is_the_worst_threat_of_each_spot(client: TestClient) -> None:
    """Of all spots: the stripes and their numbers are those of the plates."""
    table = wedge(client)
    seat, unit = mover(table)
    unit = table.view(seat)["unit"]
    answer = table.get("preview/risk", seat, unit=unit).json()
    reach = table.view(seat, unit=unit)["reach"]
    assert answer["places"]
    assert answer["layer"].count("risk-n") == len(answer["places"]) < len(reach)
    for place in reach:
        told = table.get("preview", seat, unit=unit, place=place).json()
        assert (place in answer["places"]) == bool(told["threats"])
        if told["threats"]:
            worst = answer["places"][place]
            assert (worst["enemies"], worst["chance"]) == (len(told["threats"]), told["threats"][0]["chance"])
            assert f">{told['threats'][0]['text'].split()[0]} %<" in told["layer"]


def test_a_vehicle_on_an_open_table_is_turned_by_degrees(client: TestClient) -> None:
    table = wedge(client)
    seat, _ = mover(table)
    unit = table.view(seat)["unit"]
    place = next(iter(table.view(seat, unit=unit)["reach"]))
    told = table.get("preview", seat, unit=unit, place=place).json()
    assert [end["facing"] for end in told["facings"]] == list(range(355, -1, -5))
    facing = next(end["facing"] for end in told["facings"] if end["cost"] is not None)
    turned = table.get("preview", seat, unit=unit, place=place, facing=facing).json()
    assert turned["facing"] == facing
    assert f'aria-valuenow="{facing}"' in turned["layer"]
    assert table.act(seat, *turned["actions"]).status_code == 200
    session = client.app.state.services.sessions.get_cached(table.game)  # type: ignore[attr-defined]
    foresight = rulesets.get("close_assault").foresight
    assert foresight
    assert foresight.stands(session.match.state, unit) == (turned["places"][-1], facing)


def test_the_chance_to_stay_safe_is_that_no_threat_succeeds(client: TestClient) -> None:
    table = crossroads(client)
    seat, unit = mover(table)
    for place in list(table.view(seat, unit=unit)["reach"])[::7]:
        told = table.get("preview", seat, unit=unit, place=place).json()
        safe = Fraction(1)
        for threat in told["threats"]:
            safe *= 1 - Fraction(threat["chance"])
            assert threat["text"].split()[0] == str(max(1, min(99, round(100 * threat["share"]))))
        assert Fraction(told["safe"]) == safe


def test_a_lesson_tells_moves_and_a_puzzle_no_chances(client: TestClient) -> None:
    for name, kind in (("drive", "lesson"), ("", "puzzle")):
        taught = client.get("/api/learn/agrav").json()["taught"]
        lesson = name or next(one["id"] for one in taught if one["kind"] == kind)
        table = client.get(f"/api/learn/agrav/{lesson}/view").json()
        unit = table["able"][0] if table["able"] else "A1"
        asked = client.get(f"/api/learn/agrav/{lesson}/preview/risk", params={"unit": unit})
        assert asked.status_code == 200
        if kind == "puzzle":
            assert asked.json()["places"] == {}


@pytest.mark.parametrize("place", ["E6", "nonsense", "1,x", ",", "999,999", "1e9,2"])
def test_what_is_no_spot_of_an_open_table_is_no_way(client: TestClient, place: str) -> None:
    """A unit may go to any spot; what is none is refused as a place out of reach is."""
    table = wedge(client)
    seat = table.view()["to_act"][0]
    refusal(table.get("preview", seat, unit=table.view(seat)["unit"], place=place), 409, "no_way")
