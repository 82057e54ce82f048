"""Everything that rules emit has words, and words say no number that a rule could change."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    board,
    duel,
    give,
    hurt,
    patrol,
    place,
    refused,
    rider,
    turn_of,
)

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common import log as declared
from hulldown.rulesets.common.explanation import open_log, with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.air import roll_strike, roll_weather
from hulldown.rulesets.tank_commander.cards import card, note_of, status
from hulldown.rulesets.tank_commander.crew import cook_off
from hulldown.rulesets.tank_commander.events import Illegal, Sum, Why
from hulldown.rulesets.tank_commander.log import tell, verdict, victory_rules
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.orders import ABILITY_KEYS
from hulldown.rulesets.tank_commander.setup import WORDS
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    AaFail,
    Ability,
    Ending,
    Health,
    Kind,
    Mission,
    Phase,
    Rank,
    Role,
    Standing,
    State,
    Verb,
)
from hulldown.rulesets.tank_commander.victory import score
from hulldown.rulesets.tank_commander.words import (
    ABILITIES,
    ABILITY_NAMES,
    LOSSES,
    parse_action,
    refusal,
    unit_name,
)


def test_every_code_has_words() -> None:
    assert all(code.text for code in [*Why, *Sum] if code)
    assert set(WORDS) == set(Illegal) - {Illegal.LEGAL}
    assert set(ABILITY_NAMES) == set(ABILITIES.values()) == set(ABILITY_KEYS) == set(Ability)
    assert set(LOSSES) == set(Role) - {Role.LIEUTENANT}


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("commander", "4 AP a turn"),
        ("driver", "drives 2 hexes"),
        ("gunner", "to hit: 1 more"),
        ("loader", "load 2 AP"),
    ],
)
def test_a_wounded_member_s_card_has_the_numbers_of_the_rules(member: str, said: str) -> None:
    s = duel()
    hurt(s, 0, **{member: Health.WOUNDED})
    assert note_of(s, 0, Role[member.upper()]) == said  # TC-6.15 to TC-6.18


def test_a_wounded_driver_s_card_follows_the_tank() -> None:
    s = duel()
    s.units[0].speed = 2
    hurt(s, 0, driver=Health.WOUNDED)
    assert note_of(s, 0, Role.DRIVER) == "drives 1 hex"


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("kind", list(events.event), ids=str)
def test_every_event_is_told(kind: declared.EventKind[Any]) -> None:
    """Also those that random battles seldom come to: each makes a sentence of its own, or part of one."""
    s, e = duel(), open_log()
    kind(e, *[int(column != "actor") for column in kind.fields.values()])
    sentences = tell(None, s, None, e)
    assert sentences and all(one.text.strip(" .") and one.rules for one in sentences)


def sentence(s: State, text: str, *dice: int) -> Sentence:
    """What is told first of an order."""
    return tell(None, give(s, text, *dice), None, LOG)[0]


def told(s: State, text: str, *dice: int) -> str:
    """Its words."""
    return sentence(s, text, *dice).text


def test_a_squad_moves_rides_and_takes_cover() -> None:
    s = patrol()
    place(s, 0, "tank", "E4")
    place(s, 0, "apc", "F5")
    first = sentence(s, "A1 move S")
    assert (first.text, first.rules) == ("{A1} moves to E6, 2 AP left.", ("TC-10.7",))
    assert told(s, "A1 cover") == "{A1} takes cover, 2 AP left."
    assert told(s, "A1 mount A2") == "{A1} gets onto {A2} at E4, 2 AP left."
    inside = sentence(s, "A1 mount A3")
    assert (inside.text, inside.rules) == ("{A1} gets into {A3} at F5, 2 AP left.", ("TC-10.18", "TC-10.21"))
    s.units[0].carrier, s.units[0].cell, s.occupant[cell_of("E5")] = 3, NOBODY, NOBODY
    assert told(s, "A1 dismount E5") == "{A1} gets out of {A3} to E5, 2 AP left."


def test_a_squad_clears_mines_and_captures() -> None:
    s = patrol(mines=["E4"])
    s.objectives, s.objective[0], s.holder[0] = 1, cell_of("E5"), NOBODY
    assert told(s, "A1 disarm E4") == "{A1} clears the mine at E4, 2 AP left."
    assert told(s, "A1 capture") == "{A1} captures the objective at E5, 2 AP left."


def test_missiles_and_anti_infantry_weapons_are_told_by_who_fires_them() -> None:
    s = patrol()
    place(s, 1, "infantry", "E4")
    missile = sentence(s, "A1 missile B2 AT", 4, 1)
    assert missile.text == (
        "{A1} fires an AT missile at {B2} over 1 hex: penetrates the armor; {B2} is destroyed."
    )
    assert missile.rules[0] == "TC-10.9" and missile.rolls[1].text == "1 + 6 = 7 against armor 3: penetrated."
    shot = sentence(s, "A1 ai B2", 4)
    assert shot.text == "{A1} fires its anti-infantry weapon at {B2} over 1 hex: {B2} is destroyed."
    assert shot.rules[0] == "TC-10.11"
    tank = duel(theirs="J1", upgrades=["ai"])
    place(tank, 1, "infantry", "E7")
    assert sentence(tank, "A1 ai B2", 3).rules == ("TC-5.12",)


def test_riders_are_told_as_such() -> None:  # TC-10.20
    s = duel()
    rider(s, 1)
    shot = sentence(s, "A1 fire B1", 4, 1, 1)
    assert "{B2} riding on it is destroyed; penetrates the front" in shot.text and "TC-10.20" in shot.rules


def heard(s: State, rule: Callable[[State, Dice], None], *dice: int) -> list[Sentence]:
    """What is told of a rule at work with these dice."""

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        rule(made, d)
        return made

    return tell(None, with_dice(play, dice)[0], None, LOG)


def carried() -> State:
    """A1 has disabled the APC B1 at E5, which carries B2; passengers bail out at once."""
    s = board({"passenger_bailout": "immediate"})
    place(s, 0, "tank", "E8")
    place(s, 1, "apc", "E5", "S")
    rider(s, 1)
    s.units[1].points, s.first = 1, 0
    return give(turn_of(s, 0), "A1 fire B1", 4, 6)


def test_passengers_bail_out_or_die_when_their_carrier_cooks_off() -> None:  # TC-10.23, TC-8.13
    out = sentence(carried(), "B2 bail E4")
    assert (out.text, out.rules) == ("{B2} bails out of {B1} to E4.", ("TC-10.23",))
    lost = heard(carried(), lambda s, d: cook_off(s, 1, d, LOG), 4)[0]
    assert lost.text == ("The wreck of {B1} at E5: its ammunition cooks off; {B2} inside it is destroyed.")


def test_mines_and_flares_are_told() -> None:
    s = duel(upgrades=["mine"])
    assert told(s, "A1 mine E9") == "{A1} lays a mine at E9, 4 AP left."
    mined = duel(theirs="J1", mines=["E7"])
    assert tell(None, give(mined, "A1 move", 1, 1), None, LOG)[1].text.startswith(
        "{A1} drives onto the mine at E7"
    )
    around, over = ({"night": True, "flare_mode": mode} for mode in ("around_tank", "targeted"))
    assert told(duel(options=around), "A1 flare") == (
        "{A1} fires a flare that lights E8 and every hex within 3, 4 AP left."
    )
    assert told(duel(options=over), "A1 flare E5") == (
        "{A1} fires a flare that lights E5 and every hex beside it, 4 AP left."
    )


def strike(s: State, *dice: int) -> list[Sentence]:
    """What is told when the first strike rolls."""
    return heard(s, lambda made, d: roll_strike(made, 0, d, LOG), *dice)


def test_air_strikes_are_called_awaited_and_told_hex_by_hex() -> None:  # TC-12.3 to TC-12.7
    s = duel(upgrades=["air_support"], terrain={"E4": "building"})
    assert told(s, "A1 strike E5") == "{A1} calls an air strike on E5, 4 AP left."
    s = give(s, "A1 strike E5")
    (waits,) = strike(s, 5)
    assert waits.text == "Cobalt's air strike on E5: not yet."
    assert (waits.rolls[0].needed, waits.rolls[0].success) == (6, False)
    comes = strike(s, 6, 1, 2, 1, 1)
    assert comes[0].text == "Cobalt's air strike on E5: it comes; it runs 2 hexes north."
    assert [roll.text for roll in comes[0].rolls[1:]] == ["Direction 1: north.", "Distance 2: 2 hexes."]
    assert comes[1].text.startswith("The air strike hits {B1} at E5: penetrates the rear")
    assert comes[2].text == "The air strike hits the building at E4: E4 is rubble now."


def test_aa_guns_are_told() -> None:  # TC-13.27
    s = duel(upgrades=["air_support"], theirs="J1", options={"aa_fail": "scaled"})
    s = give(s, "A1 strike F1")
    s.mission, s.attacker = Mission.DISABLE_AA_GUNS, 0
    for name in ("B2", "E3"):
        place(s, 1, "aa_gun", name)
    (stopped,) = strike(s, 6, 4)
    assert stopped.text == "Cobalt's air strike on F1: it comes; the AA guns turn it away."
    assert stopped.rolls[1].text == "2 AA guns would stop it on 4+, rolled 4: it fails."
    s.options.aa_fail = AaFail.LITERAL
    passed = strike(s, 6, 4, 1, 6)[0]
    assert "the AA guns let it through" in passed.text
    assert passed.rolls[1].text == "2 AA guns cannot stop it, rolled 4: it gets through."
    for gun in (2, 3):
        s.units[gun].standing = Standing.DESTROYED
    passed = strike(s, 6, 1, 1, 6)[0]
    assert "no AA gun is left to stop it" in passed.text


def test_the_weather_is_told() -> None:  # TC-14.1
    s = duel(options={"weather": True})
    for die, said in ((1, "a storm breaks"), (6, "no storm")):
        (line,) = heard(s, lambda made, d: roll_weather(made, d, LOG), die)
        assert line.text == f"The weather: {said}." and line.rolls[0].value == die


def test_scores_are_told() -> None:  # TC-13.13
    s = duel()
    s.mission, s.objectives, s.attacker = Mission.CAPTURE_OBJECTIVES, 2, NOBODY
    s.holder[0] = s.holder[1] = 1
    forget(LOG)
    score(s, LOG)
    assert tell(None, s, None, LOG)[0] == Sentence(
        "Rust scores 2 points, 2 in all.", ("TC-13.13",), upkeep=True
    )


# ---------------------------------------------------------------- how battles end


def ended(mission: Mission, winner: int, ending: Ending, attacker: int = 0) -> State:
    """A battle that is over, Cobalt attacking."""
    s = board()
    place(s, 0, "tank", "E8")
    place(s, 1, "infantry", "E2")
    s.mission, s.attacker, s.winner, s.ending = mission, attacker, winner, ending
    s.prize, s.prize_cell, s.phase = NOBODY, cell_of("F1"), Phase.OVER
    s.objectives = 3
    s.holder[0], s.holder[1], s.holder[2] = 0, 1, 1
    s.score[0], s.score[1] = 5, 3
    return s


DONE, TIME, BEATEN = Ending.ACCOMPLISHED, Ending.TIME, Ending.BEATEN


@pytest.mark.parametrize(
    ("mission", "winner", "ending", "said", "rule"),
    [
        (Mission.SKIRMISH, 0, BEATEN, "Rust has nothing left that can fight: Cobalt wins", "TC-1.3"),
        (Mission.SKIRMISH, 2, DONE, "Both sides have won at the same moment: a draw", "TC-1.8"),
        (Mission.CAPTURE_OBJECTIVES, 0, TIME, "Time is up: Cobalt wins by 5 points to 3", "TC-13.13"),
        (Mission.BREAKTHROUGH, 0, DONE, "Cobalt wins: a tank is across", "TC-13.15"),
        (Mission.BREAKTHROUGH, 1, DONE, "Rust wins: no attacking tank is left", "TC-13.15"),
        (Mission.BREAKTHROUGH, 1, TIME, "Rust wins: time is up and no tank is across", "TC-1.5"),
        (Mission.DESTROY_TARGET, 0, DONE, "Cobalt wins: the depot at F1 is destroyed", "TC-13.17"),
        (
            Mission.DESTROY_TARGET,
            1,
            TIME,
            "Rust wins: time is up and the depot at F1 still stands",
            "TC-13.17",
        ),
        (Mission.ESCORT, 0, DONE, "Cobalt wins: the squad is across", "TC-13.19"),
        (Mission.ESCORT, 1, DONE, "Rust wins: the escorted squad is destroyed", "TC-13.19"),
        (Mission.ESCORT, 1, TIME, "Rust wins: time is up and the squad is not across", "TC-13.19"),
        (Mission.BEACH_LANDING, 0, DONE, "Cobalt wins: the landing holds 1 of 3 objectives", "TC-13.21"),
        (
            Mission.BEACH_LANDING,
            1,
            TIME,
            "Rust wins: time is up and the landing holds only 1 of 3 objectives",
            "TC-13.21",
        ),
        (Mission.URBAN_WARFARE, 0, DONE, "Cobalt wins: it owns every plaza", "TC-13.23"),
        (Mission.URBAN_WARFARE, 0, TIME, "Time is up: Cobalt wins by 5 points to 3", "TC-13.23"),
        (Mission.DISABLE_AA_GUNS, 0, DONE, "Cobalt wins: the bunker is destroyed", "TC-13.27"),
        (
            Mission.DISABLE_AA_GUNS,
            1,
            DONE,
            "Rust wins: every air strike is spent and the bunker stands",
            "TC-13.27",
        ),
        (Mission.DISABLE_AA_GUNS, 1, TIME, "Rust wins: time is up and the bunker stands", "TC-13.27"),
    ],
)
def test_each_mission_ends_in_its_own_words(
    mission: Mission, winner: int, ending: Ending, said: str, rule: str
) -> None:
    s = ended(mission, winner, ending, NOBODY if mission == Mission.URBAN_WARFARE else 0)
    assert verdict(s, winner, ending) == said
    assert rule in victory_rules(s, winner, ending)
    assert status(s, None).result == said and status(s, None).text.startswith(said)


@pytest.mark.parametrize("mission", list(Mission))
@pytest.mark.parametrize("ending", list(Ending))
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_no_ending_is_without_words(mission: Mission, ending: Ending, winner: int) -> None:
    if (ending, winner) == (Ending.CONCEDED, 2):
        return  # one side has conceded, the other has won
    if ending == DONE and winner == 1 and mission in (Mission.DESTROY_TARGET, Mission.BEACH_LANDING):
        return  # whose defenders win on time only
    if ending == DONE and mission in (Mission.SKIRMISH, Mission.BASIC_TRAINING, Mission.CAPTURE_OBJECTIVES):
        return  # nothing wins them at once but that the other side is beaten
    s = ended(mission, winner, ending)
    assert verdict(s, winner, ending) and victory_rules(s, winner, ending)


def test_an_even_score_is_decided_by_objectives_then_by_hull() -> None:  # TC-13.13, TC-1.7
    s = ended(Mission.CAPTURE_OBJECTIVES, 1, TIME, NOBODY)
    s.score[0] = 3
    assert verdict(s, 1, TIME) == "Time is up: Rust wins with more objectives"
    s.holder[1] = NOBODY
    assert verdict(s, 0, TIME) == "Time is up: Cobalt wins with more hull left"
    assert victory_rules(s, 0, TIME) == ("TC-1.5", "TC-13.13", "TC-1.7")


def test_the_target_is_named() -> None:  # TC-13.17
    s = ended(Mission.DESTROY_TARGET, 0, DONE)
    s.prize = 1
    assert verdict(s, 0, DONE) == "Cobalt wins: the staff squad B1 is destroyed"
    s.prize = 0
    assert verdict(s, 0, DONE) == "Cobalt wins: the target A1 is destroyed"


def test_the_table_tells_who_conceded() -> None:  # TC-1.6
    assert (
        status(ended(Mission.SKIRMISH, 0, Ending.CONCEDED), None).result == "Rust has conceded: Cobalt wins"
    )


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("code", "verb", "kind", "rule"),
    [
        (Why.NO_EQUIPMENT, Verb.STRIKE, Kind.TANK, "TC-2.16"),
        (Why.NO_EQUIPMENT, Verb.MINE, Kind.TANK, "TC-2.17"),
        (Why.USED_UP, Verb.STRIKE, Kind.TANK, "TC-12.2"),
        (Why.USED_UP, Verb.MINE, Kind.TANK, "TC-12.11"),
        (Why.OUT_OF_RANGE, Verb.FLARE, Kind.TANK, "TC-14.5"),
        (Why.IMPASSABLE, Verb.DISMOUNT, Kind.SQUAD, "TC-10.19"),
        (Why.MOVEMENT_CAP, Verb.MOVE, Kind.SQUAD, "TC-10.8"),
        (Why.MOVEMENT_CAP, Verb.MOVE, Kind.APC, "TC-11.4"),
        (Why.MOVEMENT_CAP, Verb.MOVE, Kind.TANK, "TC-5.5"),
        (Why.IN_COVER, Verb.COVER, Kind.SQUAD, "TC-15.9"),
        (Why.IN_COVER, Verb.MOVE, Kind.SQUAD, "TC-10.13"),
        (Why.SCREENED, Verb.FIRE, Kind.TANK, "TC-10.6"),
    ],
)
def test_a_refusal_names_the_sharpest_rule(code: Why, verb: Verb, kind: Kind, rule: str) -> None:
    assert refusal(code, verb, kind).rule == rule


def test_a_squad_on_foot_is_told_that_it_is() -> None:  # TC-15.9 j
    s = patrol()
    a = parse_action(s, 0, "A1 dismount E4")
    assert refused(s, "A1 dismount E4") == "no_carrier"
    assert refusal(check(s, 0, a), Verb.DISMOUNT).text == "the squad is on foot"


# ---------------------------------------------------------------- cards


def test_a_squad_s_card_has_its_weapons_and_what_it_rides_on() -> None:
    s = board()
    place(s, 0, "tank", "E8")
    squad = rider(s, 0)
    on_tank = card(SHELF, s, squad)
    assert (on_tank.kind, on_tank.place, on_tank.placed, on_tank.crew) == ("squad", "E8", "on A1", ())
    assert on_tank.facts == (
        ("Missiles", "3 hexes, 4+"),
        ("Anti-inf.", "2 hexes, 4+"),
        ("Moves", "0 of 2, any way"),
        ("Rides", "on A1"),
    )
    assert ("Riders", "A2") in card(SHELF, s, 0).facts
    s.units[squad].covered = 1
    assert "cover" in card(SHELF, s, squad).state


def test_a_carrier_s_card_names_who_is_inside() -> None:
    s = board()
    apc = place(s, 0, "apc", "E8")
    rider(s, apc)
    shown = card(SHELF, s, apc)
    assert (shown.kind, shown.points.full, shown.loaded, shown.crew) == ("apc", 2, None, ())
    assert shown.facts == (("Anti-inf.", "3 hexes, 4+"), ("Moves", "0 of 3"), ("Inside", "A2"))
    assert card(SHELF, s, 1).placed == "in A1"


@pytest.mark.parametrize(
    ("kind", "figure"), [("hover_tank", "hover"), ("walker", "walker"), ("aa_gun", "gun")]
)
def test_every_kind_has_its_card(kind: str, figure: str) -> None:
    s = board({"exotic_units": True})
    shown = card(SHELF, s, place(s, 0, kind, "E8"))
    assert shown.kind == figure
    assert dict(shown.facts).get("Moves", "").endswith("any way") == (kind != "aa_gun")
    assert bool(shown.crew) == (kind != "aa_gun")


def test_a_card_counts_strikes_and_mines() -> None:
    s = duel(upgrades=["air_support", "mine", "mine"])
    assert card(SHELF, s, 0).kit == (("Air Support", False), ("Anti-Tank Mines (2 left)", False))
    s.units[0].called, s.units[0].laid = 1, 2
    assert card(SHELF, s, 0).kit == (("Air Support", True), ("Anti-Tank Mines (0 left)", True))


def test_ranges_in_the_dark_and_flares_are_on_the_card() -> None:  # TC-14.4, TC-14.5
    s = duel(options={"night": True})
    assert dict(card(SHELF, s, 0).facts)["Range"] == "6 hexes, 4+; 3 in the dark"
    s = give(s, "A1 flare")
    assert dict(card(SHELF, s, 0).facts)["Flare"] == "burns over E8"


def test_ranks_stand_beside_the_crew_in_a_campaign() -> None:  # TC-14.8
    for campaign, said in ((True, "ace"), (False, "")):
        s = duel(options={"campaign": campaign})
        s.units[0].rank[Role.GUNNER] = Rank.ACE
        assert card(SHELF, s, 0).crew[Role.GUNNER].note == said


def test_a_squad_is_called_after_its_part_in_the_mission() -> None:  # TC-13.17, TC-13.19
    s = patrol()
    s.prize = 0
    names = {
        Mission.SKIRMISH: "Squad",
        Mission.ESCORT: "Escorted squad",
        Mission.DESTROY_TARGET: "Staff squad",
    }
    for mission, name in names.items():
        s.mission = mission
        assert unit_name(SHELF, s, 0) == name


# ---------------------------------------------------------------- the line at the top


def test_the_line_at_the_top_tells_sky_mission_and_strikes() -> None:
    s = duel(options={"night": True, "weather": True})
    s.storm, s.mission, s.attacker = 1, Mission.CAPTURE_OBJECTIVES, NOBODY
    s.objectives, s.score[0], s.score[1] = 3, 5, 3
    s.holder[0], s.holder[1], s.holder[2] = 0, 0, 1
    assert status(s, None).text == (
        "Cobalt to act: A1 · night, storm · Objectives: Cobalt 2, Rust 1, score 5-3"
    )
    assert set(status(s, None).extras) == {"sky", "objectives"}


def test_strikes_left_and_coming_are_told() -> None:  # TC-13.27
    s = duel(theirs="J1")
    s.mission, s.attacker, s.free_strikes[0] = Mission.DISABLE_AA_GUNS, 0, 3
    assert status(give(s, "A1 strike F1"), None).extras == {"strikes": "Cobalt: 2 strikes left, 1 coming"}
    own = give(duel(upgrades=["air_support"]), "A1 strike F1")
    assert status(own, None).extras == {"strikes": "Cobalt: 1 strike coming"}


def test_waypoints_are_counted() -> None:  # TC-13.9
    s = duel()
    s.waypoints, s.visited[0] = 3, 1
    assert status(s, None).extras == {"waypoints": "Waypoints: 1 of 3"}


def test_who_bails_out_or_lays_mines_is_asked_for() -> None:
    s = duel()
    for phase, said in ((Phase.MINES, "Cobalt: A1, lay a mine"), (Phase.BAIL_OUT, "Cobalt: place the squad")):
        s.phase = phase
        assert status(s, None).text.startswith(said)
