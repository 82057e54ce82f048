"""The cards beside the table (2.2, 2.3, WS-6, WS-8.3, WS-10.9)."""

from __future__ import annotations

from tests.unit.rulesets.warstrike.test_orders import ordered, patrol
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.rulesets.warstrike.cards import card
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_terrain, set_up
from hulldown.rulesets.warstrike.state import Deed, Fate, Ground, Phase, State
from hulldown.rulesets.warstrike.words import find_unit


def facts_of(s: State, name: str) -> dict[str, str]:
    return dict(card(SHELF, s, find_unit(s, name)).facts)


def test_a_squad_with_its_numbers_and_weapons() -> None:
    """2.2, 2.3."""
    s = patrol()
    squad = card(SHELF, s, find_unit(s, "B1"))
    assert (squad.points.on, squad.points.full, squad.track) == (10, 10, "Models")
    assert (squad.name, squad.kind, squad.placed) == ("Line Squad", "squad", "at 12,5")
    facts = dict(squad.facts)
    assert (facts["Move"], facts["Awareness"]) == ('Mv 6"', 'Aw 12"')
    assert (facts["Skill, evasion"], facts["Armor, toughness"]) == ("BS 3, Ev 3", "Ar 2, To 3")
    assert (facts["Leadership, nerve"], facts["Worth"], facts["Action"]) == (
        "Ld 2, Nv 4",
        "100 VP",
        "none yet",
    )
    assert [text for text, _ in squad.kit] == [
        '9 x rifle: 24", RoF 2, AP 2, FP 4',
        '1 x pistol: 8", RoF 2, AP 2, FP 3, one-handed',
        '1 x LMG: 30", RoF 4, AP 3, FP 4, heavy',
    ]
    assert facts_of(s, "B2")["Commander"] == ".1"


def test_markers_say_what_has_to_be_rolled() -> None:
    """WS-2.5, WS-6.3, WS-6.7: far from the officer."""
    s = patrol()
    u = s.unit[find_unit(s, "R1")]
    u.markers, u.leaderless, u.leader = 3, 1, u.first + 2
    s.model[u.first].alive = 0
    facts = facts_of(s, "R1")
    assert facts["Suppression"] == "3 markers, checks on 2 dice, 2 or less"
    assert facts["Leadership, nerve"] == "Ld 3 -1, first leader lost, Nv 4" and facts["Leader"] == ".3"
    assert "suppressed" in card(SHELF, s, find_unit(s, "R1")).state


def test_states_at_a_glance() -> None:
    """WS-3.7, WS-4.4, WS-10.9, WS-12.3."""
    s = set_up(SHELF, "first_patrol", {})
    assert "gone to ground" in card(SHELF, s, find_unit(s, "B1")).state  # WS-4.4: the defender
    s = patrol()
    assert "gone to ground" not in card(SHELF, s, find_unit(s, "B1")).state
    assert "may Snap Fire" in card(SHELF, s, find_unit(s, "R1")).state
    u = s.unit[find_unit(s, "R1")]
    u.hunkered = 1
    shown = card(SHELF, s, find_unit(s, "R1"))
    assert "hunkered" in shown.state and "may Snap Fire" not in shown.state
    assert dict(shown.facts)["Armor, toughness"] == "Ar 3, To 4 hunkered"


def test_those_in_a_ruin_are_gone_to_ground() -> None:
    """WS-3.7, WS-15.4: a part of the unit; never a vehicle."""
    s = blank_state(SHELF)
    lay_terrain(s, Ground.RUIN, [(10, 10), (14, 10), (14, 14), (10, 14)])
    field_unit(SHELF, s, 0, "cmd", [(12, 12), (13, 12), (16, 12)])
    field_unit(SHELF, s, 1, "car", (12, 13))
    assert facts_of(s, "B1")["Skill, evasion"] == "BS 4, Ev 3 +1 gone to ground (.1 and .2)"
    assert "gone to ground" not in card(SHELF, s, 0).state
    assert facts_of(s, "R1")["Skill, evasion"] == "BS 3, Ev 2"


def test_who_is_dropped_and_who_would_be_lost() -> None:
    """WS-7.4, WS-8.3: on the table, and while a move is laid out."""
    s = patrol()
    far_off = s.unit[find_unit(s, "B1")].first + 9
    s.model[far_off].x, s.model[far_off].y = 26_000, 2_000
    assert facts_of(s, "B1")["Beyond 6 inches"] == ".10"
    assert "scattered" in card(SHELF, s, find_unit(s, "B1")).state
    s = ordered(s, "B1 activate", "B1 advance move first", "B1 go 12,9")
    facts = facts_of(s, "B1")
    assert facts["Out of command"] == ".10" and facts["Move"] == 'Mv 6", leader 2" of 6" left'
    assert "out of command" in card(SHELF, s, find_unit(s, "B1")).state


def test_a_vehicle_shows_what_it_has_taken() -> None:
    """WS-11.18."""
    s = set_up(SHELF, "two_roads", {})
    k = next(k for k in range(s.units) if card(SHELF, s, k).kind == "apc")
    s.model[s.unit[k].first].results = 1
    assert card(SHELF, s, k).note == "1 of 3 kill results"


def test_a_unit_that_is_gone_keeps_a_bare_card() -> None:
    """WS-13.1."""
    s = patrol()
    k = find_unit(s, "R2")
    u = s.unit[k]
    u.fate, u.leader = Fate.LEFT, -1
    for m in range(u.first, u.first + u.size):
        s.model[m].alive = 0
    gone = card(SHELF, s, k)
    assert (
        gone.points.on == 0 and gone.state == {"left the table", "wreck"} and not gone.kit and not gone.facts
    )


def test_cards_of_units_that_wait() -> None:
    """WS-4.8."""
    s = set_up(SHELF, "free_first_patrol", {})
    assert s.phase == Phase.ROLL_OFF or s.phase == Phase.DEPLOY
    assert "not set up" in card(SHELF, s, 0).state and card(SHELF, s, 0).placed == ""


def test_weapons_that_are_silent_now() -> None:
    """WS-9.17, WS-9.26: only one-handed weapons fire at the double."""
    s = patrol()
    s.phase, s.acting, s.deed = Phase.FIRE, find_unit(s, "B1"), Deed.DOUBLE
    assert [used for _, used in card(SHELF, s, find_unit(s, "B1")).kit] == [True, False, True]


def test_cards_of_whole_battles() -> None:
    for scenario in ("two_roads", "free_water_line"):
        for step in wander(scenario, 2, most=150):
            for k in range(step.after.units):
                shown = card(SHELF, step.after, k)
                assert 0 <= shown.points.on <= shown.points.full and shown.name
