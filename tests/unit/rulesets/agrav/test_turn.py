"""The sequence of play, its steps in their order, and free play's beginning (AG-6, AG-1.4, AG-1.7)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.unit.rulesets.agrav.range import HIT, MISS, ground, kinds, stand, thrown, told

from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.dice import Dice
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import (
    Why,
    armour_cooled,
    game_ended,
    landed,
    rolled_off,
    round_started,
    section_collapsed,
    shield_rested,
    stun_eased,
    turn_started,
)
from hulldown.rulesets.agrav.setup import field_unit
from hulldown.rulesets.agrav.state import (
    NOBODY,
    Ground,
    Mode,
    Phase,
    Shield,
    Standing,
    State,
    Verb,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.turn import (
    advance,
    choose_order,
    deploy,
    end_turn,
    open_battle,
    roll_off,
    start_turn,
    why_not_deploy,
)
from hulldown.rulesets.agrav.victory import lives

PICTURE = ("............", "............", ".....L......", "............", "............", "............")
HUT = 0


def table(ours: Any = "terrier", theirs: Any = "terrier", **options: Any) -> State:
    """One unit a side, out of each other's arcs, a low structure between them."""
    s = ground(PICTURE, options)
    stand(s, 0, ours, (5, 5), Way.N)
    stand(s, 1, theirs, (5, 0), Way.N)
    return s


def ended(s: State, *dice: int) -> State:
    """After the turn has ended and the next begun."""
    return thrown(s, end_turn, *dice)


def begun(s: State, *dice: int) -> State:
    """After the start of the turn of the side whose turn it is."""
    return thrown(s, start_turn, *dice)


def in_flight(
    s: State, side: int = 0, target: int = 1, place: int = NOBODY, damage: int = 50, penetration: int = 20
) -> None:
    """A mortar round on its way."""
    shell = s.flight[s.flying]
    shell.side, shell.shooter, shell.weapon = side, side, 0
    shell.target, shell.place = target, place
    shell.penetration, shell.damage = penetration, damage
    s.flying += 1


# ---------------------------------------------------------------- rounds and turns


def test_rounds_alternate() -> None:
    """AG-6.3: first side, second side, next round; either side may be the first."""
    s = table()
    s.first = s.side = 1
    seen = []
    for _ in range(4):
        seen.append((s.round, s.side))
        s = ended(s)
    assert seen == [(2, 1), (2, 0), (3, 1), (3, 0)]
    s = ended(s)
    assert told(round_started) == [] and told(turn_started)[0].side == 0


def test_a_battle_begins() -> None:
    """AG-6.2, AG-6.3."""
    s = thrown(table(), open_battle)
    assert (s.round, s.side, s.phase) == (1, 0, Phase.TURN)
    assert kinds() == [round_started, turn_started]


def given(order: Action, s: State, d: Dice, e: Log) -> None:
    """One order."""
    apply(s, order, d, e)


def test_units_act_in_pieces_and_interleaved() -> None:
    """AG-6.5, AG-6.6: move, shoot, move on, another unit in between; nobody acts in the enemy's turn."""
    s = table()
    stand(s, 0, "heron", (8, 5), Way.N)
    other = make(0, Verb.STEP, 2, choice=Way.E)
    orders = (
        make(0, Verb.STEP, 0, choice=Way.N),
        other,
        make(0, Verb.SHOOT, 0, place=HUT, facing=Mode.DIRECT, choice=0),
        other,
        make(0, Verb.STEP, 0, choice=Way.S),
    )
    for order in orders:
        dice = (HIT,) if order.verb == Verb.SHOOT else ()
        assert check(s, 0, order) == Why.ALLOWED
        assert check(s, 1, order) == Why.NOT_YOUR_TURN
        s = thrown(s, partial(given, order), *dice)
    assert (s.units[0].tiles, s.units[2].tiles) == (2, 2)
    s = ended(s)
    assert check(s, 0, other) == Why.NOT_YOUR_TURN


# ---------------------------------------------------------------- the start of a turn


def test_what_is_ready_again() -> None:
    """AG-6.4, step 4; AG-7.7, AG-19.12."""
    s = table("tempest")
    u = s.units[0]
    u.tiles, u.turned, u.rammed, u.smoked, u.transferred, u.left, u.free_turn = 4, 1, 1, 1, 1, 0, 0
    u.began, u.shield.toggled, u.shield.activated, u.energy = 0, 1, 1, 3
    u.weapon[0].fired, u.weapon[0].cone, u.weapon[1].waiting = 1, Way.E, 2
    enemy = s.units[1]
    enemy.left, enemy.tiles = 0, 3
    s = begun(s)
    u = s.units[0]
    assert (u.tiles, u.turned, u.rammed, u.smoked, u.transferred, u.left, u.free_turn) == (
        0,
        0,
        0,
        0,
        0,
        9,
        1,
    )
    assert (u.began, u.shield.toggled, u.shield.activated, u.energy) == (u.tile, 0, 0, 11)
    assert (u.weapon[0].fired, u.weapon[0].cone, u.weapon[1].waiting) == (0, NOBODY, 1)
    assert (s.units[1].left, s.units[1].tiles) == (0, 3)  # the other side waits for its own turn


def test_energy_stops_at_what_is_stored() -> None:
    """AG-5.8: output 8, two points of capacitor."""
    s = table("tempest")
    s.units[0].energy = 7
    assert begun(s).units[0].energy == 12


def test_stun_halves_mobility() -> None:
    """AG-6.4, AG-15.6: while the counter is 2."""
    s = table()
    for counter, left in ((2, 3), (1, 7)):
        s.units[0].stun = counter
        assert begun(s).units[0].left == left


def test_a_reload_number_blocks_the_next_own_turn() -> None:
    """AG-8.12: fired in this turn, waiting in the next, loaded in the one after."""
    s = table("anvil")
    howitzer = s.units[0].weapon[0]
    howitzer.fired, howitzer.waiting = 1, howitzer.reload + 1
    s = begun(s)
    assert s.units[0].weapon[0].waiting == 1
    assert begun(s).units[0].weapon[0].waiting == 0


def test_damage_towards_stun_is_counted_anew() -> None:
    """AG-6.4, step 1; AG-15.5: of all units, each side's turn."""
    s = table()
    s.units[0].lost_health, s.units[1].lost_durability, s.units[1].stunned = 5, 6, 1
    s = ended(s)
    assert (s.units[0].lost_health, s.units[1].lost_durability, s.units[1].stunned) == (0, 0, 0)


def test_the_window_of_a_round() -> None:
    """AG-15.5, stun_window round: cleared when the first side begins."""
    s = table(stun_window="round")
    s.units[1].lost_health = 5
    s = ended(s)
    assert s.units[1].lost_health == 5
    assert ended(s).units[1].lost_health == 0


def test_rounds_land_after_smoke_and_before_units_are_ready() -> None:
    """AG-6.4: steps 2, 3, 4; a hit at the start stuns nobody of this side."""
    s = table()
    s.smoke[0], s.smoker[0] = 1, 0
    in_flight(s, damage=80, penetration=100)
    s = begun(s, HIT, 40)
    assert s.smoke[0] == 0 and s.flying == 0
    order = kinds()
    assert order.index(turn_started) < order.index(landed)
    assert s.units[1].stun == 2 and s.units[1].lost_health > 0  # the window had been opened before


def test_the_battle_may_end_as_a_turn_begins() -> None:
    """AG-23.1: a round that lands takes the last unit."""
    s = table()
    s.units[1].health = 10
    in_flight(s, damage=80, penetration=100)
    s = begun(s, HIT)
    assert s.phase == Phase.OVER and s.winner == 0


# ---------------------------------------------------------------- the end of a turn


def test_steps_of_units_in_order() -> None:
    """AG-6.7, step 1: heat, shield, stun, and the distance moved (AG-1.7)."""
    s = table()
    field_unit(SHELF, s, 0, "bastion", tile_at(0, 5), Way.N)
    look_all(s)
    u = s.units[2]
    u.heat, u.shield.charge, u.stun, u.tiles = 100, 500, 2, 5
    s.units[1].tiles = 3
    s = ended(s)
    u = s.units[2]
    assert kinds()[:3] == [armour_cooled, shield_rested, stun_eased]
    assert (u.heat, u.shield.charge, u.stun, u.last_tiles) == (10, 515, 1, 5)
    assert s.units[1].last_tiles == 0  # the enemy's last turn is its own


def test_own_distance_counts_until_the_end_of_the_next_turn() -> None:
    """AG-1.7."""
    s = table()
    s.units[0].tiles = 5
    s = ended(ended(s))
    assert (s.units[0].tiles, s.units[0].last_tiles) == (0, 5)
    assert ended(s).units[0].last_tiles == 0


def test_structures_collapse_at_the_end_of_each_turn() -> None:
    """AG-6.7, step 2; AG-20.12."""
    s = table()
    s.section[HUT].durability, s.section[HUT].felled = 0, 1
    s = ended(s)
    assert s.ground[tile_at(5, 2)] == Ground.DEBRIS and s.units[0].sees == 2


def test_structures_collapse_at_the_end_of_the_round() -> None:
    """AG-20.12, structure_collapse_at round."""
    s = table(structure_collapse_at="round")
    s.section[HUT].durability, s.section[HUT].felled = 0, 1
    s = ended(s)
    assert s.section[HUT].felled == 1
    assert ended(s).section[HUT].felled == 0


@pytest.mark.parametrize(("lasts", "still"), [("next_turn", 1), ("own_turn", 0)])
def test_how_long_damage_to_a_new_shield_doubles(lasts: str, still: int) -> None:
    """AG-13.21, activation_double_lasts; it lapses at the latest when the owner's next turn begins."""
    s = table(activation_double_lasts=lasts)
    s.units[0].shield.activated = 1
    s = ended(s)
    assert s.units[0].shield.activated == still
    assert ended(s).units[0].shield.activated == 0


def test_a_shield_switched_this_turn_does_not_regenerate() -> None:
    """AG-13.13: the flag of the turn is still set when the shield steps."""
    s = table()
    field_unit(SHELF, s, 0, "bastion", tile_at(0, 5), Way.N)
    s.units[2].shield.charge, s.units[2].shield.toggled = 500, 1
    s = ended(s)
    assert s.units[2].shield.charge == 500
    assert s.units[2].shield.state == Shield.ACTIVE


# ---------------------------------------------------------------- the last turn


def last(s: State) -> State:
    """The second side's turn of the last round."""
    s.round, s.side = s.rounds, 1
    return s


def test_all_rounds_land_in_the_last_turn() -> None:
    """AG-17.13: the first side's first, between steps 1 and 2, so that collapses follow."""
    s = last(table())
    in_flight(s, side=1, target=0)
    in_flight(s, target=NOBODY, place=HUT, damage=300)
    s.units[1].stun = 1
    s = ended(s, HIT, MISS)
    order = kinds()
    assert [row.unit for row in told(landed)] == [0, 1]
    assert order.index(stun_eased) < order.index(landed) < order.index(section_collapsed)
    assert order[-1] == game_ended and s.flying == 0


def test_the_last_impacts_may_end_the_battle() -> None:
    """AG-23.1, AG-23.3: rounds behind them are not asked any more."""
    s = last(table())
    s.units[1].health = 10
    in_flight(s, side=1, target=0)
    in_flight(s, damage=80, penetration=100)
    s = ended(s, HIT)
    assert s.winner == 0 and s.ending == 1 and len(told(landed)) == 1


def test_rounds_before_the_last_turn_stay_in_flight() -> None:
    """AG-17.13: each waits for its side's next turn."""
    s = table()
    in_flight(s)
    assert ended(s).flying == 1


# ---------------------------------------------------------------- free play


def waiting(*whats: tuple[int, str]) -> State:
    """Units that are not on the map yet."""
    s = ground(("............",) * 4 + ("...#HH......",) + ("............",) * 4)
    for side, what in whats:
        field_unit(SHELF, s, side, what, NOBODY, Way.N).standing = Standing.WAITING
    s.phase, s.chooser = Phase.ROLL_OFF, NOBODY
    return s


def placed(s: State, u: int, at: tuple[int, int], facing: Way = Way.N) -> State:
    """An allowed deployment and what follows."""
    assert refused(s, u, at, facing) == Why.ALLOWED

    def play(to: State, d: Any, e: Any) -> None:
        deploy(to, u, tile_at(*at), facing, e)
        advance(to, d, e)

    return thrown(s, play)


def refused(s: State, u: int, at: tuple[int, int], facing: int = Way.N) -> Why:
    """The first reason against a deployment."""
    return Why.of(why_not_deploy(s, u, tile_at(*at), facing))


def test_the_roll_off() -> None:
    """AG-6.1: ties again, the higher side chooses to move first or second."""
    s = thrown(waiting((0, "terrier"), (1, "terrier")), roll_off, 40, 40, 12, 77)
    assert s.chooser == 1 and len(told(rolled_off)) == 2
    for goes_first, first in ((1, 1), (0, 0)):
        choose_order(s, goes_first)
        assert (s.first, s.side, s.phase) == (first, first, Phase.DEPLOY)


def test_the_first_side_deploys_all_of_its_units_first() -> None:
    """AG-6.1, AG-6.9: then the other, then round 1 begins."""
    s = waiting((0, "terrier"), (1, "troopers"), (0, "heron"))
    s.chooser = 0
    choose_order(s, 1)
    assert refused(s, 1, (0, 0)) == Why.NOT_YOUR_TURN
    s = placed(s, 2, (4, 8), Way.E)
    assert s.side == 0 and refused(s, 2, (5, 8)) == Why.NO_SUCH_ACTION
    s = placed(s, 0, (5, 8))
    assert s.side == 1 and s.phase == Phase.DEPLOY
    s = placed(s, 1, (5, 0))
    assert (s.phase, s.side, s.round) == (Phase.TURN, 0, 1)
    assert s.units[2].facing == Way.E and s.units[2].left == 6
    assert lives(s, 0) and lives(s, 1)


def test_where_units_deploy() -> None:
    """AG-6.9: three rows at an edge that are free to stand on; the first side takes the south."""
    s = waiting((0, "terrier"), (1, "troopers"), (0, "heron"))
    s.rows = 7  # the southern zone reaches the row with the wall and the house
    s.chooser = 0
    choose_order(s, 1)
    assert refused(s, 0, (0, 3)) == Why.DEPLOY_ZONE and refused(s, 0, (0, 4)) == Why.ALLOWED
    assert refused(s, 0, (3, 4)) == Why.TILE_BLOCKED and refused(s, 0, (4, 4)) == Why.TILE_BLOCKED
    assert refused(s, 0, (0, 8)) == Why.OFF_MAP
    assert refused(s, 0, (0, 4), Way.NE) == Why.NO_SUCH_ACTION  # AG-2.2
    s = placed(s, 2, (0, 4))
    assert refused(s, 0, (0, 4)) == Why.TILE_OCCUPIED
    s = placed(s, 0, (1, 4))
    assert refused(s, 1, (0, 3)) == Why.DEPLOY_ZONE and refused(s, 1, (0, 2)) == Why.ALLOWED


def test_the_second_mover_takes_the_north() -> None:
    """AG-6.9, when side 1 moves first."""
    s = waiting((0, "terrier"), (1, "terrier"))
    s.chooser = 1
    choose_order(s, 1)
    assert refused(s, 1, (0, 8)) == Why.ALLOWED and refused(s, 1, (0, 0)) == Why.DEPLOY_ZONE
