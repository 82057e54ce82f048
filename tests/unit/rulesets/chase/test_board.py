"""The picture: bands, tanks that meet, what they show."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, seen_by, wander

from hulldown.rulesets.api.scene import TrackScene, UnitMark
from hulldown.rulesets.chase.board import scene
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.state import State


def mark(drawn: TrackScene, unit: str) -> UnitMark:
    """A unit of a scene."""
    return next(u for u in drawn.units if u.unit == unit)


def test_the_ladder_of_ranges() -> None:
    """Section 2.1."""
    drawn = scene(SHELF, duel(), 0)
    assert [(band.name, band.note) for band in drawn.bands[:2]] == [
        ("Adjacent", "under 10 m"),
        ("Close", "10-100 m"),
    ]
    assert len(drawn.bands) == 7 and drawn.bands[drawn.encounters[0].band].name == "Medium"


def test_a_turn_as_it_is_drawn() -> None:
    """CH-6, CH-9: nothing is shown before the facings; the range moves first."""
    s = duel("warden", "anvil", "Short")
    met = scene(SHELF, s, 0).encounters[0]
    assert (met.first, met.second, met.first_shows, met.second_shows, met.was) == ("A1", "B1", "", "", 2)
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 5, 4)
    assert scene(SHELF, s, 0).encounters[0].band == 2
    assert mark(scene(SHELF, s, 0), "A1").state == {"active"} and mark(scene(SHELF, s, 0), "B1").state == {
        "down"
    }
    s = give(s, "A1 shift -3")
    met = scene(SHELF, s, 0).encounters[0]
    assert (met.band, met.was, met.first_shows, met.second_shows) == (-1, 2, "front", "")
    met = scene(SHELF, give(s, "A1 face B1 rear"), 0).encounters[0]
    assert met.second_shows == "rear"
    assert mark(scene(SHELF, s, 0), "A1").turret == 0
    assert mark(scene(SHELF, s, 0), "B1").turret is None  # CH-10.3: a fixed gun has no turret


def test_players_keep_their_colours_when_they_change_seats() -> None:
    """Scenario S1: the first unit of an encounter is the one that seat 0 commands."""
    s = give(duel("warden", "warden", duels=3), "surrender")
    drawn = scene(SHELF, s, 0)
    assert (drawn.encounters[0].first, drawn.encounters[0].second) == ("A1", "B1")
    assert [(unit.unit, unit.side) for unit in drawn.units] == [("A1", 0), ("B1", 1)]
    assert mark(drawn, "A1").spoken == "Cobalt A1 Warden, battle tank, 6 of 6 hull points, to decide"
    assert drawn.subtitle == "Turn 1 of 12, duel 2 of 3"


def test_an_escape_and_a_wreck() -> None:
    """CH-12.3, CH-12.4."""
    s = give(duel(range="Distant"), "A1 flee, B1 hull_down", 6, 6, 1, 1)
    drawn = scene(SHELF, give(s, "A1 shift +1"), 0)
    assert mark(drawn, "A1").state == {"gone"} and drawn.encounters[0].band == 7
    drawn = scene(SHELF, give(duel(), "surrender"), 1)
    assert mark(drawn, "A1").state == {"wreck"} and "destroyed" in mark(drawn, "A1").spoken


def test_secret_orders_leave_no_trace() -> None:
    """CH-4.3: whatever A1 was ordered, the others see the same."""
    for seat in (1, -1):
        drawn = {
            repr(scene(SHELF, seen_by(give(duel(), f"A1 {o}"), seat), seat)) for o in ("flee", "hull_down")
        }
        assert len(drawn) == 1


def test_an_order_stands_at_its_tank_as_far_as_it_may_be_known() -> None:
    """CH-4.3: its own side reads it, the other that it was given; all read it once it is shown."""

    def doing(s: State, seat: int) -> list[str]:
        drawn = scene(SHELF, seen_by(s, seat), seat)
        return [mark(drawn, unit).doing for unit in ("A1", "B1")]

    s = give(duel(), "A1 pursue")
    assert doing(duel(), 0) == ["", ""]
    assert doing(s, 0) == ["order: Pursue", ""]
    assert doing(s, 1) == doing(s, -1) == ["order given", ""]
    assert doing(give(s, "B1 maneuver", 6, 6, 1, 1), 1) == ["pursues", "maneuvers"]
    assert doing(give(s, "B1 hull_down", 6, 6, 1, 1), 1) == ["pursues", "not hull down"]
    assert doing(give(s, "B1 hull_down", 6, 6, 5, 5), 1) == ["pursues", ""]  # its state says so


def test_aids_point_at_who_can_be_fired_at() -> None:
    """CH-14.9, CH-10.2."""
    s = duel()
    assert scene(SHELF, s, 0, "A1").aids.targets[0].unit == "B1"
    assert scene(SHELF, s, 0, "nobody").aids == scene(SHELF, s, 0).aids
    s = battle(["anvil"], ["marten", "lancer"])
    s = give(s, "A1 pursue, B1 maneuver, B2 maneuver", 6, 6, 1, 1, 1, 2)
    s = give(s, "A1 shift 0", 1)
    s = give(s, "A1 shift -1", 1)
    aids = scene(SHELF, s, 0).aids
    assert aids.unit == "A1"
    assert [(target.unit, target.steps, target.refusal) for target in aids.targets] == [
        ("B1", 3, ""),
        ("B2", 2, ""),
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_can_be_drawn(scenario: str) -> None:
    for seed in range(2):
        for s, seat, _ in wander(scenario, seed):
            drawn = scene(SHELF, s, seat)
            units = {u.unit: u for u in drawn.units}
            for e in drawn.encounters:
                assert units[e.first].side == 0 and units[e.second].side == 1
                assert -1 <= e.band <= len(drawn.bands)
            assert drawn.aids.unit in {"", *units}
