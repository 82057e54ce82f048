"""Odds and explanations in words: squads, carriers and their riders, statics, missiles, mines."""

from fractions import Fraction

import pytest
from tests.unit.rulesets.tank_commander.table import board, duel, patrol, place, rider

from hulldown.game import Game
from hulldown.kernel.actions import Action, make
from hulldown.kernel.hexes import name_of
from hulldown.odds import odds
from hulldown.rulesets import get
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.odds import explainer, subject, whose
from hulldown.rulesets.tank_commander.state import NOBODY, Ground, Mission, State, Verb
from hulldown.rulesets.tank_commander.words import parse_action

RULESET = get("tank_commander")
HALF = Fraction(1, 2)


def lines(s: State, text: str) -> list[OddsLine]:
    """The odds panel of an order."""
    return odds(RULESET, s, [parse_action(s, s.seat, text)]).lines


def said(s: State, text: str) -> dict[str, Fraction]:
    """What the odds panel says, in order."""
    return {line.text: line.chance for line in lines(s, text)}


def told(s: State, text: str) -> Explanation:
    """What stands behind an order."""
    return explainer(SHELF)(s, parse_action(s, s.seat, text))


def rules(given: Explanation) -> list[str]:
    """The rules of its notes."""
    return [rule for _, rule in given.notes]


# ---------------------------------------------------------------- odds


def test_a_squad_is_missed_or_destroyed() -> None:
    s = duel(theirs="J1", upgrades=["ai"])
    place(s, 1, "infantry", "E7")
    for text in ("A1 fire B2", "A1 ai B2"):  # TC-10.4, TC-5.12
        assert said(s, text) == {"Miss": HALF, "Destroyed": HALF}
    squad = patrol()
    place(squad, 1, "infantry", "E4")
    assert said(squad, "A1 missile B2 HE") == {"Miss": HALF, "Destroyed": HALF}  # TC-10.10


def test_a_missile_meets_the_armor_of_a_tank() -> None:
    s = patrol()
    place(s, 1, "tank", "E3", "S")
    found = said(s, "A1 missile B2 AT")  # AT always beats 6
    assert (found["Miss"], found["Glance"], found["Penetrate"]) == (HALF, 0, HALF)
    assert found["Crew hurt"] == found["Loses a hull point"] == HALF and found["Fire"] == 0


def test_a_carrier_has_no_crew_to_lose() -> None:  # TC-11.5
    s = duel(theirs="J1")
    place(s, 1, "apc", "E6", "S")
    found = said(s, "A1 fire B2")
    assert list(found) == ["Miss", "Glance", "Penetrate", "Loses a hull point", "Disabled", "Fire"]
    assert found["Disabled"] == 0


def test_riders_die_of_any_hit_and_passengers_of_none() -> None:  # TC-10.20, TC-10.23
    s = duel(armor=(9, 6, 6))
    rider(s, 1)
    found = said(s, "A1 fire B1")
    assert found["The squad on it dies"] == found["Glance"] + found["Penetrate"] == HALF
    assert rules(told(s, "A1 fire B1"))[-1] == "TC-10.20"
    s = duel(theirs="J1")
    apc = place(s, 1, "apc", "E6", "S")
    rider(s, apc)
    assert not any("squad" in text for text in said(s, "A1 fire B2"))
    assert rules(told(s, "A1 fire B2"))[-1] == "TC-10.23"


def test_a_static_falls_to_what_penetrates() -> None:  # TC-13.6
    s = duel(theirs="J1")
    s.units[0].loaded = 2
    place(s, 1, "aa_gun", "E6")
    found = said(s, "A1 fire G1")
    assert found == {
        "Miss": HALF,
        "Glance": Fraction(1, 12),
        "Penetrate": Fraction(5, 12),
        "Destroyed": Fraction(5, 12),
    }


def test_a_move_onto_a_mine_has_odds_and_an_armor() -> None:  # TC-9.12, TC-7.21
    s = duel(theirs="J1", mines=["E7"])
    rider(s, 0)
    found = said(s, "A1 move")
    assert (found["Glance"], found["Penetrate"], found["The squad on it dies"]) == (0, 1, 1)
    given = told(s, "A1 move")
    assert given.notes[0] == ("There is a mine at E7: an AT hit on rear 6.", "TC-9.12")
    assert rules(given) == ["TC-9.12", "TC-10.20"]
    assert said(duel(theirs="J1"), "A1 move").keys() == {"Disabled", "Crew hurt", "Fire"}


def test_a_mine_in_the_middle_of_a_straight_run_kills_the_riders() -> None:  # TC-6.6, TC-9.12
    s = duel(theirs="J1", mines=["E7"], options={"undirected_armor": "front"}, armor=(6, 6, 6))
    s.units[0].armor[0] = 9
    rider(s, 0)
    s.units[0].ability, s.units[0].lent = 2, 1
    assert said(s, "A1 straight 3")["The squad on it dies"] == 1


def test_squads_and_hover_tanks_pass_over_mines() -> None:  # TC-9.12, TC-14.12
    s = patrol(mines=["E4"])
    assert told(s, "A1 move N").notes == (("The mine at E4 does not go off.", "TC-9.12"),)
    assert said(s, "A1 move N") == {}


# ---------------------------------------------------------------- explanations


def test_a_missile_says_what_it_would_strike() -> None:
    s = patrol()
    place(s, 1, "tank", "E3", "S")
    given = told(s, "A1 missile B2 HE")
    assert (given.title, given.subtitle, given.needed) == (
        "HE missile at B2 Battle tank",
        "2 hexes, strikes front 6",
        4,
    )
    place(s, 1, "infantry", "E4")
    s.units[3].covered = 1
    given = told(s, "A1 ai B3")
    assert (given.title, given.subtitle) == ("anti-infantry weapon at B3 Squad", "1 hex, no armor counts")
    assert [(m.text, m.amount) for m in given.modifiers] == [("accuracy", 4), ("target in cover", 1)]


def test_storm_and_night_are_summands() -> None:  # TC-14.2, TC-14.4
    s = duel(theirs="E6", options={"weather": True, "night": True})
    s.storm = 1
    given = told(s, "A1 fire B1")
    assert given.needed == 6
    assert [m.text for m in given.modifiers] == ["accuracy", "storm", "target in the dark"]


def test_a_strike_says_when_it_comes_and_whom_it_hits() -> None:  # TC-12.3 to TC-12.7
    given = told(duel(upgrades=["air_support"]), "A1 strike E5")
    assert given.title == "Air strike on E5"
    assert given.notes[0][0] == "It comes on 6+, 5+, 4+ and so on, one roll each turn from the next."
    assert given.notes[-1] == ("B1 Battle tank is hit on rear 6 if it still stands there.", "TC-12.7")
    own = told(duel(upgrades=["air_support"]), "A1 strike E8")
    assert own.notes[-1][0].startswith("A1 Battle tank, your own, is hit")


def test_a_strike_knows_of_aa_guns() -> None:  # TC-13.27
    said = {
        "literal": "2 AA guns cannot stop it as things stand.",
        "scaled": "2 AA guns would stop it on 4+ as things stand.",
        "any_gun": "2 AA guns would stop it on 2+ as things stand.",
    }
    for reading, note in said.items():
        s = duel(theirs="J1", options={"aa_fail": reading})
        s.mission, s.attacker, s.free_strikes[0] = Mission.DISABLE_AA_GUNS, 0, 3
        assert "AA gun" not in str(told(s, "A1 strike F1").notes)
        for place_of_gun in ("B2", "E3"):
            place(s, 1, "aa_gun", place_of_gun)
        assert (note, "TC-13.27") in told(s, "A1 strike F1").notes


def test_mounting_says_what_it_risks() -> None:  # TC-10.20, TC-10.23
    s = patrol()
    place(s, 0, "apc", "E4")
    place(s, 0, "tank", "E6")
    assert told(s, "A1 mount A2").title == "A1 gets into A2 Armored personnel carrier"
    assert [rules(told(s, f"A1 mount {name}")) for name in ("A2", "A3")] == [["TC-10.23"], ["TC-10.20"]]


@pytest.mark.parametrize("verb", list(Verb))
def test_every_verb_has_a_subject(verb: Verb) -> None:
    a = Action()
    a.verb, a.actor, a.target = verb, 0, 1
    shots = (Verb.FIRE, Verb.FIRE_AI, Verb.MISSILE)
    assert subject(board(), a) == (1 if verb in shots else 0)
    a.target = NOBODY
    assert subject(board(), a) == (NOBODY if verb in shots else 0)


def test_the_odds_say_of_whom_they_speak() -> None:
    """TC-9.8: a shot at a building is about that, a move about the unit itself; a shot names its target."""
    game = Game.new("tank_commander", "urban_warfare", seed=3)
    unit = game.state.units[0]
    building = next(cell for cell, ground in enumerate(game.state.ground) if ground == Ground.BUILDING)
    shot = make(int(unit.side), Verb.FIRE, 0, place=building)
    assert whose(game.state, shot) == f"the building at {name_of(building)}"
    assert whose(game.state, make(0, Verb.MOVE, 0)) == "A1"
    assert whose(game.state, make(0, Verb.FIRE, 0, 8)) == ""
    s = duel()
    found = odds(RULESET, s, [parse_action(s, s.seat, "A1 move")])
    assert str(found).startswith("A1 move: what becomes of A1\n") and found.whose == "A1"
    assert ("The chances say what becomes of A1.", "") in found.notes
