"""Every order that may be given is listed once; `legal` offers some of them (TC-15.11 j)."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import board, duel, hurt, patrol, place, rider, turn_of
from tests.unit.rulesets.tank_commander.test_orders import STRANGE, walk

from hulldown.game import Game
from hulldown.kernel.actions import Action, Actions, key, make
from hulldown.kernel.hexes import CELLS
from hulldown.kernel.records import blank
from hulldown.rulesets.tank_commander.actions import check, every_order, legal
from hulldown.rulesets.tank_commander.state import Health, Phase, State, Verb
from hulldown.rulesets.tank_commander.words import action_text, parse_action

Row = tuple[int, ...]
# The fields that an order of a verb has beside the unit: the rest mean nothing in it.
HAS = {
    Verb.DEPLOY: "place facing",
    Verb.PREPARE: "facing choice",
    Verb.BAIL_OUT: "place",
    Verb.MOVE: "facing",
    Verb.STRAIGHT: "facing choice",
    Verb.TURN: "facing choice",
    Verb.TURRET: "facing",
    Verb.FIRE: "target place",
    Verb.FIRE_AI: "target",
    Verb.MISSILE: "target choice",
    Verb.LOAD: "choice",
    **dict.fromkeys((Verb.SMOKE, Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.DISARM, Verb.DISMOUNT), "place"),
    Verb.MOUNT: "target",
    Verb.ABILITY: "choice",
    Verb.LIEUTENANT: "choice",
}


def found(s: State) -> list[Row]:
    """What is listed."""
    return [key(a) for a in every_order(s, int(s.seat))]


def offered(s: State) -> list[Row]:
    """What is offered."""
    m = blank(Actions)
    return [key(m.rows[i]) for i in range(legal(s, int(s.seat), m))]


def span(verb: Verb, name: str, values: Iterable[int]) -> Iterable[int]:
    """The values of a field in an order that has it, -1 in one that has not."""
    return values if name in HAS.get(verb, "").split() else (-1,)


def meant(s: State, a: Action) -> Row:
    """A row as the order that it means: what is left over in it goes."""
    if a.verb == Verb.FIRE and a.target >= 0:
        a.place = -1
    if a.verb == Verb.TURN:
        a.choice = 1 if s.units[a.actor].turret < 0 else int(a.choice == 1)
    return key(a)


def by_brute_force(s: State) -> set[Row]:
    """Every row of fields in their whole ranges that `check` allows, as the order that it means."""
    seat, allowed = int(s.seat), set()
    for verb in Verb:
        seatless = verb in (Verb.ROLL, Verb.CONCEDE)
        ranges = (
            span(verb, "target", range(-1, s.count + 1)),
            span(verb, "place", range(-1, CELLS)),
            span(verb, "facing", range(-1, 7)),
            span(verb, "choice", range(-1, 7)),
        )
        if verb == Verb.FIRE:  # at a unit, or at what stands in a hex
            rows: list[tuple[int, ...]] = [(v, -1, -1, -1) for v in range(-1, s.count)]
            rows += [(-1, cell, -1, -1) for cell in range(CELLS)]
        else:
            rows = list(product(*ranges))
        for actor in (-1,) if seatless else range(-1, s.count + 1):
            for row in rows:
                a = make(seat, verb, actor, *row)
                if check(s, seat, a) == 0:
                    allowed.add(meant(s, a))
    return allowed


def armed(**options: Any) -> State:
    """A tank with everything, before an enemy, a building, and hurt."""
    upgrades = ("he", "ai", "smoke", "medkit", "lieutenant", "air_support", "mine", "mine")
    s = duel(upgrades=upgrades, options=options, terrain={"F6": "building", "C7": "forest"}, smoke=["D8"])
    place(s, 1, "infantry", "F7")
    hurt(s, 0, driver=Health.KILLED, loader=Health.WOUNDED)
    s.units[0].burning = 1
    return s


def shot_off() -> State:
    """A tank without a round."""
    s = duel(upgrades=("he",))
    s.units[0].loaded = 0
    return s


def carrier() -> State:
    """An APC with smoke, under way among mines, with a squad inside."""
    s = board(mines=["D5"], terrain={"E6": "mud"})
    u = place(s, 0, "apc", "E6", "NE", ("smoke",))
    rider(s, u)
    place(s, 1, "infantry", "E4")
    return turn_of(s, u)


def on_foot() -> State:
    """A squad between an objective, a mine, a carrier and enemies."""
    s = patrol(mines=["E4", "E5"], objectives={"E5": "neutral"})
    place(s, 0, "apc", "D5")
    place(s, 1, "infantry", "E7")
    return s


def aboard() -> State:
    s = board()
    squad = rider(s, place(s, 0, "tank", "E5"))
    place(s, 1, "tank", "J10")
    return turn_of(s, squad)


def walker() -> State:
    s = board({"exotic_units": True})
    u = post(s, recruit(s, 0, "walker"), "E5", "N")
    place(s, 1, "tank", "J10")
    return turn_of(s, u)


def straight() -> State:
    s = duel(theirs="B2", terrain={"E6": "building"})
    s.units[0].ability, s.units[0].lent = 2, 1
    return s


POSITIONS = {
    "armed": armed,
    "armed at night": lambda: armed(night=True, flare_mode="targeted", mine_deploy="rear"),
    "dazzling": lambda: armed(night=True, reverse_move=True),
    "shot off": shot_off,
    "carrier": carrier,
    "on foot": on_foot,
    "aboard": aboard,
    "walker": walker,
    "straight": straight,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_row_that_is_allowed_is_listed_once(name: str) -> None:
    s = POSITIONS[name]()
    listed = found(s)
    assert len(set(listed)) == len(listed)
    assert set(listed) == by_brute_force(s)
    assert set(offered(s)) <= set(listed)
    for row in listed:
        text = action_text(s, make(*row))
        assert key(parse_action(s, int(s.seat), text)) == row


@pytest.mark.parametrize("scenario", ["skirmish", "disable_aa_guns", "capture_objectives"])
def test_so_it_is_in_set_up_and_whenever_a_unit_is_chosen(scenario: str) -> None:
    met = set()
    for s in walk(scenario, STRANGE, 60):
        phase = Phase(s.phase)
        if phase in met or phase == Phase.ACT:
            continue
        met.add(phase)
        assert set(found(s)) == by_brute_force(s), phase
    assert {Phase.ROLL_OFF, Phase.DEPLOY, Phase.PREPARE} <= met


def test_air_strikes_flares_and_reloads_that_do_little_are_listed_and_not_offered() -> None:
    s = armed(night=True, flare_mode="targeted")
    more = set(found(s)) - set(offered(s))
    assert {row[1] for row in more} == {Verb.STRIKE, Verb.FLARE, Verb.LOAD, Verb.CONCEDE}
    strikes = [row for row in found(s) if row[1] == Verb.STRIKE]
    assert len(strikes) == 100  # any hex of the board (TC-12.2)


def test_a_game_lists_them_for_the_seat_that_decides() -> None:
    game = Game.new("tank_commander", "disable_aa_guns", seed=3)
    while game.state.active != 0 or game.state.phase != Phase.ACT:
        texts = [act.text for act in game.legal()]
        game.play("A1 activate" if "A1 activate" in texts else texts[-1])
    texts = [act.text for act in game.every_order()]
    assert len(set(texts)) == len(texts)
    assert {act.text for act in game.legal()} < set(texts)
    assert {"A1 strike J10", "A1 load AT", "concede"} <= set(texts)
    assert game.every_order(1) == []
