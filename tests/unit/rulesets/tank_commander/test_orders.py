"""Orders as text and as buttons: whatever is legal can be said, pressed and read back."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, patrol, place, rider, turn_of

from hulldown.kernel.actions import forget, key
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import cell_of
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.tank_commander.actions import apply, check, to_act
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.orders import Buttons, orders
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.state import Mission, Phase, Shell, State, Verb
from hulldown.rulesets.tank_commander.words import action_text, parse_action

AIR, MINES = ["air_support"], ["mine", "mine"]
STRANGE = {
    "deployment": "zones",
    "mine_deploy": "setup",
    "night": True,
    "flare_mode": "targeted",
    "weather": True,
    "passenger_bailout": "immediate",
}
KEYS_OF_THE_PAGE = "UNPH"  # undo, next unit, play the film, help


def group(s: State, name: str) -> list[OrderButton]:
    """The orders of one button."""
    return [order for order in orders(SHELF, s, s.seat) if order.group == name]


def groups(s: State) -> set[str]:
    """The buttons there are."""
    return {order.group for order in orders(SHELF, s, s.seat)}


def walk(scenario: str, options: dict[str, object], moments: int = 100) -> Iterator[State]:
    """Moments of a battle of aimless players who would rather not end an activation."""
    s, d, random = set_up(SHELF, scenario, options), new_dice(1), Random(scenario)
    for _ in range(moments):
        if not to_act(s):
            return
        yield s
        rows = Buttons(s, s.seat).legal
        busy = [a for a in rows if a.verb != Verb.END]
        forget(LOG)
        apply(s, random.choice(busy if busy and random.random() < 0.9 else rows), d, LOG)
        tell(None, s, None, LOG)


@pytest.mark.parametrize("options", [{}, STRANGE], ids=["plain", "strange"])
@pytest.mark.parametrize("scenario", SHELF.scenario_names())
def test_every_legal_order_can_be_read_back_and_is_on_a_button(
    scenario: str, options: dict[str, object]
) -> None:
    for i, s in enumerate(walk(scenario, options if scenario != "basic_training" else {})):
        rows = Buttons(s, s.seat).legal
        texts = [action_text(s, a) for a in rows]
        assert [key(parse_action(s, s.seat, text)) for text in texts] == [key(a) for a in rows]
        if i % 8 == 0:
            listed = orders(SHELF, s, s.seat)
            assert set(texts) <= {order.text for order in listed if not order.refusal}
            judged = [check(s, s.seat, parse_action(s, s.seat, order.text)) == 0 for order in listed]
            assert judged == [order.refusal is None for order in listed]
            assert_keys_are_clear(listed)


def assert_keys_are_clear(listed: list[OrderButton]) -> None:
    """A key means one button, but for the abilities, which have one each."""
    meant: dict[str, str] = {}
    for order in listed:
        name = order.label if order.group == "crew" else order.group
        if order.key:
            assert order.key not in KEYS_OF_THE_PAGE
            assert meant.setdefault(order.key, name) == name, order.key


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    "text",
    [
        "A1 move NE",
        "A1 missile B1 AT",
        "A1 missile B1 HE",
        "A1 ai B1",
        "A1 cover",
        "A1 capture",
        "A1 disarm E4",
        "A1 mount A2",
        "A1 dismount E4",
        "A1 bail E4",
        "A1 straight 2 SW",
        "A1 deploy E9",
        "A2 move",
        "A2 straight 3",
        "A2 strike E5",
        "A2 mine E9",
        "A2 flare",
        "A2 flare E5",
        "A2 deploy E9 NW",
    ],
)
def test_orders_are_said_as_they_are_read(text: str) -> None:
    s = patrol()
    place(s, 0, "tank", "E8")
    assert action_text(s, parse_action(s, 0, text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A1 move", 'A1 moves in any direction: name one, for example "A1 move NE"'),
        ("A1 straight 2", 'A1 moves in any direction: name one, for example "A1 straight 2 NE"'),
        ("A1 move up", "'up' is no direction: there are N, NE, SE, S, SW, NW"),
        ("A1 straight", 'say how many hexes and the direction if it moves in any, for example "straight 2"'),
        ("A1 straight 4 N", "'4' is no number of hexes: there are 1, 2, 3"),
        ("A2 move N", "A2 only moves straight ahead: turn it first"),
        ("A2 straight 2 N", "A2 only moves straight ahead: turn it first"),
        ("A1 cover E5", "'cover' takes nothing after it"),
        ("A1 disarm", 'say the hex, for example "disarm E5"'),
        ("A1 disarm here", "'HERE' is not a hex name such as D7"),
        ("A1 missile B1", 'say the unit and the round, for example "missile B1 AT"'),
        ("A1 missile B1 smoke", "'smoke' is no round: there are AT, HE"),
        ("A1 mount C1", "there is no unit 'C1': there are A1, B1, A2"),
    ],
)
def test_what_is_not_understood_is_said_in_a_sentence(text: str, why: str) -> None:
    s = patrol()
    place(s, 0, "tank", "E8")
    with pytest.raises(ValueError) as caught:
        parse_action(s, 0, text)
    assert str(caught.value) == why


def test_what_units_can_do_is_listed_for_a_word_that_is_none() -> None:
    with pytest.raises(
        ValueError, match=r"'fly' is not something a unit can do: there are .*missile.*strike"
    ):
        parse_action(patrol(), 0, "A1 fly")


# ---------------------------------------------------------------- only what the kind can do


def test_a_squad_has_no_gun_to_load_and_a_tank_takes_no_cover() -> None:
    s = patrol()
    place(s, 0, "tank", "E8")
    assert groups(s) == {"move", "missile", "cover", "mount", "end", "concede"}
    s.units[2].loaded = Shell.NONE
    tank = groups(turn_of(s, 2))
    assert {"fire", "load", "turret", "crew"} <= tank
    assert not tank & {"cover", "mount", "missile", "capture", "ai"}


def test_an_apc_fires_at_squads_only_and_has_neither_turret_nor_crew() -> None:
    s = board()
    place(s, 0, "apc", "E8")
    place(s, 1, "infantry", "E6")
    place(s, 1, "tank", "H3")
    turn_of(s, 0)
    assert [(order.target, order.refusal) for order in group(s, "ai")] == [("B1", None)]
    assert not groups(s) & {"fire", "load", "turret", "crew", "mine", "flare"}
    assert [order.detail for order in group(s, "turn")] == ["north-west", "north-east"]


def test_objectives_and_mines_are_offered_where_there_are_any() -> None:
    s = patrol(mines=["E4", "A1"])
    s.objectives, s.objective[0], s.holder[0] = 1, cell_of("E5"), -1
    assert [order.text for order in group(s, "capture")] == ["A1 capture"]
    assert [(order.place, order.refusal) for order in group(s, "disarm")] == [("E4", None)]
    far = patrol(mines=["A1"])
    assert [order.refusal and order.refusal.code for order in group(far, "disarm")] == ["no_mine"]
    assert not groups(patrol()) & {"capture", "disarm"}


def test_a_squad_moves_into_each_hex_beside_it() -> None:
    s = patrol("A1", terrain={"B1": "building"})
    moves = group(s, "move")
    assert [(order.place, order.refusal and order.refusal.code) for order in moves] == [
        ("B1", "impassable"),
        ("A2", None),
    ]
    assert moves[1].detail == "south to A2"


def test_what_is_refused_whatever_is_chosen_is_listed_once() -> None:
    s = patrol()
    s.units[0].moved = 2
    (move,) = group(s, "move")
    assert move.refusal is not None and (move.refusal.code, move.refusal.rule) == ("movement_cap", "TC-10.8")


def test_a_carried_squad_can_only_get_down() -> None:
    s = board(terrain={"E7": "building"})
    place(s, 0, "tank", "E8")
    place(s, 1, "tank", "E2")
    squad = rider(s, 0)
    turn_of(s, squad)
    legal = {order.group for order in orders(SHELF, s, 0) if not order.refusal}
    assert legal == {"dismount", "end", "concede"}
    down = {order.place: order.refusal and order.refusal.code for order in group(s, "dismount")}
    assert down == {"E7": "impassable", "F7": None, "F8": None, "E9": None, "D8": None, "D7": None}
    (move,), (missile,) = group(s, "move"), group(s, "missile")
    assert move.refusal and missile.refusal and {move.refusal.code, missile.refusal.code} == {"mounted"}


def test_missiles_are_offered_at_every_enemy_with_either_round() -> None:
    s = patrol()
    place(s, 1, "infantry", "E3")
    texts = [(order.text, order.refusal and order.refusal.code) for order in group(s, "missile")]
    assert texts == [
        ("A1 missile B1 AT", "out_of_range"),
        ("A1 missile B1 HE", "out_of_range"),
        ("A1 missile B2 AT", None),
        ("A1 missile B2 HE", None),
    ]
    assert [order.text for order in group(s, "ai")] == ["A1 ai B2"]


# ---------------------------------------------------------------- any hex of the board


def test_a_player_may_mark_any_hex_of_the_board() -> None:  # TC-12.1
    s = duel(upgrades=AIR, terrain={"B2": "building"})
    strikes = group(s, "strike")
    assert len({order.place for order in strikes}) == len(strikes) == 100
    assert not any(order.refusal for order in strikes)
    assert (strikes[0].place, strikes[0].detail) == ("E5", "on E5, B1 there")
    assert len(Buttons(s, 0).legal) < 60  # computer players look at fewer


def test_a_strike_that_cannot_be_called_says_why_once() -> None:
    s = duel(upgrades=AIR)
    s.units[0].called = 1
    (order,) = group(s, "strike")
    assert order.refusal is not None and (order.refusal.text, order.refusal.rule) == (
        "the air strike has been called",
        "TC-12.2",
    )
    assert "strike" not in groups(duel())


def test_a_carrier_calls_the_free_strikes_of_its_mission() -> None:  # TC-13.27
    s = board()
    place(s, 0, "apc", "E8")
    place(s, 1, "tank", "E2")
    s.mission, s.attacker, s.free_strikes[0] = Mission.DISABLE_AA_GUNS, 0, 1
    s.prize_cell = cell_of("F1")
    assert [order.place for order in group(turn_of(s, 0), "strike")][:2] == ["F1", "E2"]


def test_a_flare_goes_wherever_the_gun_reaches_by_day() -> None:  # TC-14.5
    s = duel("A10", options={"night": True, "flare_mode": "targeted"})
    places = {order.place for order in group(s, "flare")}
    assert "A4" in places and "A3" not in places and "G7" in places and "H7" not in places
    assert [order.text for order in group(duel(options={"night": True}), "flare")] == ["A1 flare"]
    assert "flare" not in groups(duel())


def test_mines_go_beside_the_tank() -> None:  # TC-12.11
    s = duel(upgrades=MINES)
    assert {order.place for order in group(s, "mine")} == {"E7", "F7", "F8", "E9", "D8", "D7"}
    assert {order.detail for order in group(give(s, "A1 mine E9"), "mine")} >= {"on E7, 1 left"}
    s.units[0].laid = 2
    (order,) = group(s, "mine")
    assert order.refusal is not None and order.refusal.rule == "TC-12.11"


# ---------------------------------------------------------------- outside an activation


def test_mines_before_the_battle_are_laid_hex_by_hex() -> None:  # TC-12.11
    s = duel(upgrades=MINES, options={"mine_deploy": "setup"})
    s.phase, s.zone[0], s.zone_size[0] = Phase.MINES, cell_of("A10"), 1
    places = {order.place for order in group(s, "mine")}
    assert "A10" in places and "A5" not in places and "E8" not in places and "E7" not in places


def test_a_squad_that_bails_out_is_placed() -> None:  # TC-10.23
    s = board({"passenger_bailout": "immediate"})
    place(s, 0, "apc", "E8")
    place(s, 1, "tank", "E6", "S")
    squad = rider(s, 0)
    s.units[0].points, s.first = 1, 1
    s = give(turn_of(s, 1), "B1 fire A1", 6, 6)
    assert s.phase == Phase.BAIL_OUT and s.seat == 0
    assert {order.place for order in group(s, "bail")} == {"E7", "F7", "F8", "E9", "D8", "D7"}
    assert group(s, "bail")[0].unit == "A2" and s.units[squad].cell < 0


# ---------------------------------------------------------------- units that go any way


@pytest.mark.parametrize("kind", ["hover_tank", "walker"])
def test_hover_tanks_and_walkers_move_by_direction_and_never_reverse(kind: str) -> None:
    s = board({"exotic_units": True, "reverse_move": True})
    place(s, 0, kind, "E8")
    place(s, 1, "tank", "A1")
    turn_of(s, 0)
    assert [order.text for order in group(s, "move")] == [
        f"A1 move {way}" for way in ("N", "NE", "SE", "S", "SW", "NW")
    ]
    assert "reverse" not in groups(s) and {"turn", "turret"} <= groups(s)
    runs = group(give(s, "A1 ability driver straight"), "straight")
    assert len(runs) == 17  # three each way, but only two hexes are left in the south
    assert {order.place for order in runs if order.text.endswith(" N")} == {"E7", "E6", "E5"}


def test_only_a_move_that_sets_off_a_mine_rolls_dice() -> None:  # TC-9.12, TC-14.12
    for kind, rolls in (("walker", True), ("hover_tank", False), ("infantry", False)):
        s = board({"exotic_units": True}, mines=["E7"])
        place(s, 0, kind, "E8")
        place(s, 1, "tank", "A1")
        turn_of(s, 0)
        assert {order.place: order.random for order in group(s, "move")}["E7"] is rolls
