"""Sentences as a wargamer reads them beside the rulebook: nothing needed is left out, nothing is wrong."""

from tests.answers.tank_commander.posing import stand
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, patrol, place, rider, turn_of

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.explanation import with_dice
from hulldown.rulesets.tank_commander.air import roll_strike
from hulldown.rulesets.tank_commander.crew import burn, cook_off
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.state import Standing, State


def sentences(s: State, text: str, *dice: int) -> list[Sentence]:
    """What is told of an order."""
    return tell(None, give(s, text, *dice), None, LOG)


def test_a_turret_that_turns_along_is_told_where_it_looks_now() -> None:  # TC-5.6, TC-5.7
    s = give(duel(), "A1 turret right")
    assert sentences(s, "A1 turn left with")[0].text == (
        "{A1} turns north-west with the turret, which now looks north, 3 AP left."
    )
    assert sentences(duel(), "A1 turn left with")[0].text == (
        "{A1} turns north-west with the turret, 4 AP left."
    )


def test_a_shell_at_a_squad_names_the_rule_that_needs_no_armor_roll() -> None:  # TC-10.4
    s = duel(theirs="J1")
    place(s, 1, "infantry", "E5")
    assert sentences(s, "A1 fire B2", 4)[0].rules == ("TC-5.9", "TC-10.4", "TC-8.16")
    assert "TC-10.4" not in sentences(s, "A1 fire B2", 3)[0].rules
    squads = patrol()
    place(squads, 1, "infantry", "E4")
    assert "TC-10.4" not in sentences(squads, "A1 missile B2 AT", 4, 1)[0].rules


def exploded(s: State, by_fire: bool) -> list[str]:
    """What is told when B1 goes up, with the rules of the explosion at the end."""

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        stand(made, 1, Standing.OPERATIONAL if by_fire else Standing.DISABLED)
        made.units[1].points = 1 if by_fire else 0
        if by_fire:
            burn(made, 1, d, LOG)
        else:
            cook_off(made, 1, d, LOG)
        return made

    told = tell(None, with_dice(play, () if by_fire else (4,))[0], None, LOG)
    return [told[0].text, told[1].text, *told[1].rules]


def test_an_explosion_leaves_rubble_by_its_own_rule() -> None:  # TC-8.11, TC-8.12, TC-8.13
    assert exploded(duel(), by_fire=False) == [
        "The wreck of {B1} at E5: its ammunition cooks off.",
        "{B1} explodes at E5: E5 is rubble now.",
        "TC-8.11",
        "TC-8.13",
    ]
    assert exploded(duel(), by_fire=True) == [
        "{B1} burns: hull 1 to 0.",
        "The fire reaches the ammunition, and {B1} explodes at E5: E5 is rubble now.",
        "TC-8.11",
        "TC-8.12",
        "TC-8.13",
    ]


def test_a_unit_put_out_of_action_is_not_told_what_it_could_still_have_done() -> None:  # TC-4.8
    s = board(mines=["E7"])
    place(s, 0, "apc", "E8")
    place(s, 1, "tank", "J1", "S")
    rider(s, 0)
    s.units[0].points, s.first = 1, 0
    texts = [told.text for told in sentences(turn_of(s, 0), "A1 move", 6)]
    assert texts[1].endswith("{A1} is disabled.") and not any("is done" in text for text in texts)


def test_a_strike_at_two_points_is_told_as_two_points() -> None:  # TC-12.6, TC-7.21
    s = give(duel(upgrades=["air_support"], options={"airstrike_pattern": "point"}), "A1 strike E5")

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        roll_strike(made, 0, d, LOG)
        return made

    comes, hits = tell(None, with_dice(play, (6, 1, 2, 1, 1))[0], None, LOG)
    assert comes.text == "Cobalt's air strike on E5: it comes; it falls on E5 and 2 hexes north of it."
    assert hits.rules[:2] == ("TC-12.7", "TC-7.21")


def test_moves_of_other_units_name_their_own_rule() -> None:  # TC-14.12, TC-14.13
    for kind, rule in (("hover_tank", "TC-14.12"), ("walker", "TC-14.13")):
        s = board({"exotic_units": True})
        place(s, 0, kind, "E8")
        place(s, 1, "tank", "J1", "S")
        s.first = 0
        assert sentences(turn_of(s, 0), "A1 move NE")[0].rules == (rule,)
