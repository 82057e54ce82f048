"""A situation of the odds page is a position like any other: the same units, rules and odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.tank_commander.table import duel, hurt

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.kernel.hexes import REACH, distance
from hulldown.kernel.records import blank
from hulldown.odds import exact, odds, repeat_odds
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.situation import Evaluation, Told
from hulldown.rulesets.tank_commander.crew import face_struck, remaining_points
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import muster
from hulldown.rulesets.tank_commander.situation import Shooter, Situation, evaluate, form, situation_of
from hulldown.rulesets.tank_commander.state import Face, Health, Role, Shell, State, Unit, Upgrade
from hulldown.rulesets.tank_commander.words import parse_action, unit_name

RULESET = rulesets.get("tank_commander")


def posed(**parts: Any) -> Evaluation:
    """A situation that the rules allow."""
    found = evaluate(SHELF, parts)
    assert found.refusal is None, found.refusal
    return found


def refused(**parts: Any) -> tuple[str, str]:
    found = evaluate(SHELF, parts)
    assert found.refusal is not None
    assert found.at_once == 0
    return found.refusal.code, found.refusal.rule


def told(found: Evaluation) -> Explanation:
    return RULESET.explain(found.state, [found.order])


def lines(found: Evaluation) -> dict[str, Fraction]:
    reckoned = odds(RULESET, found.state, [found.order])
    table = RULESET.odds.in_full(found.state, [found.order], -1, reckoned.distribution.chances())
    return {line.text: line.chance for line in table}


def modifiers(found: Evaluation) -> list[str]:
    return [one.rule for one in told(found).modifiers]


# ---------------------------------------------------------------- the position


def test_nothing_said_is_a_hunter_before_a_hunter() -> None:
    found = posed()
    assert [unit_name(SHELF, found.state, u) for u in (0, 1)] == ["Hunter", "Hunter"]
    assert found.given == Situation().model_dump(mode="json")
    assert lines(found)["Penetrate"] == Fraction(4, 9)  # TC-7.22: 3+ to hit, 3+ through front 8


def test_units_are_what_a_game_would_field() -> None:
    found = posed(target={"what": "Bulwark"})
    loadout, build = Shooter(what="Bulwark").loadout(SHELF.units())
    printed = blank(Unit)
    muster(SHELF.units(), printed, 1, loadout, build, found.state.options)
    fielded = found.state.units[1]
    for field in ("kind", "armor", "full", "accuracy", "allowance", "upgrade", "crew", "build", "profile"):
        assert getattr(fielded, field) == getattr(printed, field), field


@pytest.mark.parametrize("away", range(1, REACH + 1))
@pytest.mark.parametrize("shown", ["front", "side", "rear"])
def test_any_range_and_any_face_can_be_shown(away: int, shown: str) -> None:
    s = evaluate(SHELF, {"between": {"range": away}, "target": {"shows": shown}}).state
    here, there = s.units[0].cell, s.units[1].cell
    assert distance(here, there) == away
    assert face_struck(s, 1, here) == Face[shown.upper()]  # TC-7.17


def test_a_build_of_ones_own() -> None:
    own = {"what": "own", "unit": "hover_tank", "front": 7, "side": 6, "rear": 4, "upgrades": ["optics"]}
    found = posed(shooter=own, target=own | {"shows": "rear"})
    assert found.state.units[0].upgrade[2] == 1
    assert lines(found)["Penetrate"] == Fraction(2, 3)
    assert found.notes == ()
    thick = posed(target={"what": "own", "front": 12})
    assert "over" not in thick.notes[0][0] and "TC-2.5" in thick.notes[0][0]


# ---------------------------------------------------------------- what the rules add


@pytest.mark.parametrize(
    ("parts", "needed", "because"),
    [
        ({"between": {"line": "forest"}}, 4, "TC-9.5"),
        ({"target": {"stands": "forest"}}, 4, "TC-9.5"),
        ({"between": {"line": "hill"}}, 4, "TC-9.9"),
        ({"between": {"storm": True}}, 4, "TC-14.2"),
        ({"options": {"night": True}, "between": {"range": 3}}, 4, "TC-14.4"),
        (
            {"shooter": {"crew": {"gunner": "wounded", "loader": "wounded"}, "treated": "loader"}},
            4,
            "TC-6.16",
        ),
        ({"shooter": {"crew": {"gunner": "killed"}}}, 4, "TC-6.14"),
        ({"shooter": {"ability": "bring_it_down"}}, 2, "TC-6.8"),
        ({"shooter": {"gunner_rank": "ace"}}, 2, "TC-14.8"),
    ],
)
def test_what_makes_the_number(parts: dict[str, Any], needed: int, because: str) -> None:
    found = posed(**parts)
    assert told(found).needed == needed
    assert because in modifiers(found)


def test_a_flare_lifts_the_dark() -> None:
    assert told(posed(options={"night": True}, between={"range": 6, "lit": True})).needed == 3  # TC-14.5


def test_a_hill_that_an_option_leaves_out_is_open_ground() -> None:
    found = posed(options={"adv_hills": False}, between={"line": "hill"})  # TC-9.13
    assert told(found).needed == 3


def test_the_medkit_eases_the_first_wound_and_the_lieutenant_steps_in() -> None:
    assert told(posed(shooter={"crew": {"gunner": "wounded"}})).needed == 3  # TC-6.21
    s = posed(
        shooter={"what": "Pathfinder", "crew": {"driver": "killed", "gunner": "killed"}, "stand_in": "gunner"}
    )
    assert s.state.units[0].stand_in == Role.GUNNER  # TC-6.12
    assert s.state.units[0].crew[Role.DRIVER] == Health.KILLED


def test_a_squad_that_rides_dies_with_any_hit() -> None:
    found = posed(target={"carries": True})  # TC-10.20
    assert lines(found)["The squad on it dies"] == Fraction(2, 3)
    full = posed(target={"what": "hover_tank", "carries": True})  # TC-14.12
    assert full.notes[0][1] == "TC-10.22"


def test_weapons_of_squads() -> None:
    missile = posed(shooter={"what": "infantry", "weapon": "missile_he"}, between={"range": 3})
    assert (told(missile).needed, missile.at_once, missile.again) == (4, 3, ())  # TC-10.9
    rifle = posed(
        shooter={"what": "Carrier", "weapon": "ai"}, target={"what": "infantry"}, between={"range": 3}
    )
    assert lines(rifle)["Destroyed"] == Fraction(1, 2)  # TC-11.1


def test_a_building() -> None:
    assert lines(posed(target={"what": "building"}))["Rubble"] == Fraction(2, 3)  # TC-9.8


# ---------------------------------------------------------------- what the rules forbid


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"between": {"range": 8}}, ("out_of_range", "TC-7.1")),
        ({"shooter": {"turret": "away"}}, ("out_of_arc", "TC-7.2")),
        ({"shooter": {"turret": "beside"}}, ("out_of_arc", "TC-7.2")),
        ({"between": {"line": "smoke"}}, ("no_los", "TC-7.3")),
        ({"between": {"line": "tank"}}, ("no_los", "TC-7.3")),
        ({"between": {"line": "building"}}, ("no_los", "TC-7.3")),
        ({"shooter": {"what": "Bulwark", "weapon": "gun_he"}}, ("no_he", "TC-5.11")),
        ({"shooter": {"what": "Trainee", "crew": {"gunner": "killed"}}}, ("gunner_dead", "TC-6.16")),
        ({"target": {"what": "infantry", "screened": True}}, ("screened", "TC-10.6")),
        ({"shooter": {"what": "infantry"}}, ("no_such_action", "TC-15.3")),
        ({"shooter": {"weapon": "ai"}, "between": {"range": 1}}, ("no_equipment", "TC-5.12")),
    ],
)
def test_what_cannot_be_is_refused_by_its_rule(parts: dict[str, Any], reason: tuple[str, str]) -> None:
    assert refused(**parts) == reason


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"shooter": {"what": "Huntr"}}, 'did you mean "Hunter"'),
        ({"shooter": {"wepon": "ai"}}, "unknown key"),
        ({"between": {"range": 99}}, "at most 8"),
        ({"between": {"range": True}}, "whole number"),
        ({"target": {"points": 5}}, "at most 4"),
        ({"options": {"nigth": True}}, 'did you mean "night"'),
        ({"options": {"night": "perhaps"}}, "night"),
        ({"shooter": {"what": "own", "upgrades": ["wings"]}}, "wings"),
        ({"shooter": {"what": "own", "unit": "zeppelin"}}, "zeppelin"),
        ({"shooter": 7}, "must be a table"),
    ],
)
def test_what_is_not_understood_is_named(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(CatalogueError, match=words):
        evaluate(SHELF, parts)


# ---------------------------------------------------------------- several in a row, the form


def test_a_row_of_shots_loads_between_and_carries_everything_over() -> None:
    found = posed(shooter={"what": "Trainee"}, target={"what": "aa_gun"})
    plan = [found.order, *found.again, found.order]
    chances = exact(RULESET, found.rested, plan).chances()
    gone = RULESET.odds.lasting(found.state, found.order, chances)[0]
    assert (gone.text, gone.chance) == ("Destroyed", 1 - Fraction(1, 2) ** 2)
    assert found.at_once == 3  # TC-5.2: fire, load, fire, load, fire
    assert posed(shooter={"ability": "quick_load"}).at_once == 5  # TC-6.9


@pytest.mark.parametrize(
    "parts",
    [
        {"target": {"crew": {"driver": "wounded"}, "points": 2}},
        {"target": {"what": "Bulwark", "carries": True, "shows": "rear"}},
        {"shooter": {"weapon": "gun_he"}, "target": {"what": "Carrier", "carries": True}},
        {"target": {"what": "Pathfinder"}, "options": {"medkit": "ignore_wound"}},
        {"target": {"points": 1}, "shooter": {"ability": "bring_it_down"}},
        {"target": {"what": "building"}},
    ],
)
def test_the_target_alone_decides_what_more_shots_can_do(parts: dict[str, Any]) -> None:
    """Positions with the same target are one to a row of shots: the odds stay those of the whole plan."""
    found = posed(**parts)
    cycle = [found.order, *found.again]
    row = list(repeat_odds(RULESET, found.rested, cycle, 2, 100_000, found.fate))
    assert row == [exact(RULESET, found.rested, [*cycle * n, found.order], limit=100_000) for n in range(2)]


def test_a_row_stops_when_nobody_can_load() -> None:
    found = posed(shooter={"what": "Trainee", "crew": {"loader": "killed"}})
    assert found.at_once == 1  # TC-6.17


def test_hull_points_left_add_up_to_one() -> None:
    left = [chance for text, chance in lines(posed()).items() if text.endswith(" left")]
    assert sum(left) == 1 and len(left) == 5  # TC-8.3


def test_every_field_leads_into_the_data_and_its_values_are_taken() -> None:
    for field in (field for group in form(SHELF) for field in group.fields):
        values = [value for value, _, _ in field.values] or {"flag": [True], "number": [field.low]}[
            field.kind
        ]
        for value in values:
            data: dict[str, Any] = {}
            inner = data
            *path, last = field.id.split(".")
            for part in path:
                inner = inner.setdefault(part, {})
            inner[last] = [value] if field.kind == "several" else value
            evaluate(SHELF, data)


def test_rules_of_the_form_are_in_the_rulebook() -> None:
    named = {field.rule for group in form(SHELF) for field in group.fields if field.rule}
    assert named <= RULESET.files.rulebook().rules.keys()


# ---------------------------------------------------------------- a shot of a game as a situation


def retold(s: State, text: str) -> Told:
    """The situation of an order in words."""
    found = situation_of(SHELF, s, parse_action(s, int(s.seat), text))
    assert found is not None
    return found


def test_a_plain_shot_is_a_situation_without_much_to_say() -> None:
    told = retold(duel(), "A1 fire B1")
    assert told == Told({"shooter": {"what": "tank"}, "target": {"what": "tank"}, "between": {"range": 3}})


def test_what_a_shot_depends_on_is_in_the_situation() -> None:
    s = duel(
        upgrades=["optics", "he", "lieutenant"],
        options={"natural_six": True, "night": True},
        armor=(8, 7, 6),
        terrain={"E6": "forest"},
    )
    hurt(s, 0, gunner=Health.KILLED)
    s.units[0].stand_in, s.units[0].loaded, s.units[1].points = Role.GUNNER, Shell.HE, 2
    data = retold(s, "A1 fire B1").data
    assert data is not None
    assert data["shooter"] == {
        "what": "own",
        "upgrades": ["optics", "he", "lieutenant"],
        "weapon": "gun_he",
        "crew": {"gunner": "killed"},
        "stand_in": "gunner",
    }
    assert data["target"] == {"what": "own", "front": 8, "side": 7, "points": 2}
    assert data["between"] == {"range": 3, "line": "forest"}
    assert data["options"] == {"natural_six": True, "night": True}


def test_an_order_that_is_no_shot_has_no_situation() -> None:
    s = duel()
    assert situation_of(SHELF, s, parse_action(s, 0, "A1 end")) is None


def test_a_shot_that_is_refused_says_so() -> None:
    told = retold(duel(smoke=["E6"]), "A1 fire B1")
    assert told == Told(None, (("This shot cannot be fired: no line of sight.", "TC-7.3"),))


def test_forest_and_hill_on_one_line_are_more_than_a_situation_can_say() -> None:
    told = retold(duel(terrain={"E6": "hill", "E7": "forest"}), "A1 fire B1")
    assert told.data is None
    assert [rule for _, rule in told.notes] == ["TC-9.5"]


def test_a_crew_hurt_in_an_earlier_battle_with_its_medkit_left_cannot_be_said() -> None:
    s = duel()
    s.units[1].upgrade[Upgrade.MEDKIT] = 1
    hurt(s, 1, driver=Health.WOUNDED)
    assert [rule for _, rule in retold(s, "A1 fire B1").notes] == ["TC-6.21"]


def test_what_only_the_table_counts_is_said_beside_the_situation() -> None:
    """The last shot of a game turn is followed by its End Phase (TC-4.9)."""
    s = duel()
    hurt(s, 0, commander=Health.KILLED, driver=Health.KILLED, gunner=Health.WOUNDED, loader=Health.KILLED)
    s.units[0].used[Role.GUNNER], s.units[1].activated = 1, 1
    s.units[0].spent = remaining_points(s, 0) - 1
    told = retold(s, "A1 fire B1")
    assert told.data is not None
    assert [rule for _, rule in told.notes] == ["TC-4.9"]


def test_so_is_the_end_of_an_activation_where_that_ends_a_turn() -> None:
    """Fires burn and wrecks roll after a shot that leaves nothing to do (TC-4.13)."""
    notes = []
    for spare in (0, 1):
        s = duel(options={"end_of_turn": "activation"})
        hurt(s, 0, commander=Health.KILLED, driver=Health.KILLED, gunner=Health.WOUNDED, loader=Health.KILLED)
        s.units[0].used[Role.GUNNER] = 1
        s.units[0].spent = remaining_points(s, 0) - 1 - spare
        notes.append([rule for _, rule in retold(s, "A1 fire B1").notes])
    assert notes == [["TC-4.5"], []]
