"""AG-17.10 to AG-17.13, AG-18: rounds in flight and where they come down."""

from __future__ import annotations

from tests.unit.rulesets.agrav.range import (
    HIT,
    MISS,
    fire,
    ground,
    kinds,
    reasons,
    stand,
    step,
    thrown,
    told,
    why,
)

from hulldown.kernel.records import blank, digest
from hulldown.rulesets.agrav.events import Sum, Why, landed, launched, rolled_to_hit, round_lost, shot_fired
from hulldown.rulesets.agrav.shooting import land_rounds
from hulldown.rulesets.agrav.state import FLYING, NOBODY, Height, Mode, Round, Standing, State, Way, tile_at
from hulldown.rulesets.agrav.table import look_all

HIGH, TOP, TOP_BLIND = Mode.HIGH, Mode.TOP, Mode.TOP_INDIRECT
MORTAR, ROCKETS, MISSILE = 2, 1, 0


def shelling(**options: object) -> State:
    """An anvil at (2, 7) looks north at a bastion at (2, 1); a kestrel beside it."""
    s = ground(options=options)
    stand(s, 0, "anvil", (2, 7))
    stand(s, 1, "bastion", (2, 1), Way.S)
    stand(s, 0, "kestrel", (4, 7))
    return tough(s, 1)


def tough(s: State, u: int) -> State:
    """Health enough that no hit asks for a crit roll."""
    s.units[u].health = s.units[u].health_full = 99990
    return s


def land(s: State, *dice: int, side: int = 0) -> State:
    """A side's rounds come down."""
    return thrown(s, lambda to, d, e: land_rounds(to, side, d, e), *dice)


def hide(s: State, u: int) -> None:
    """Smoke on a unit's tile."""
    s.smoke[s.units[u].tile] = 3
    look_all(s)


def test_a_first_roll_that_succeeds_hits_nothing_yet() -> None:
    s = fire(shelling(), 0, MORTAR, HIGH, 1, dice=[HIT])
    assert kinds() == [shot_fired, rolled_to_hit, launched]  # AG-17.10
    assert (s.flying, s.units[1].durability) == (1, 2000)
    assert fire(shelling(), 0, MORTAR, HIGH, 1, dice=[MISS]).flying == 0


def test_the_first_roll_is_normal_without_the_low_angle_penalty() -> None:
    s = shelling()
    s.units[1].last_tiles = 6
    fire(s, 0, MORTAR, HIGH, 1, dice=[MISS])
    assert reasons(shot_fired) == {Sum.BASE: 80}  # AG-17.14


def test_the_second_roll_counts_the_tiles_of_the_targets_last_turn_and_nothing_else() -> None:
    s = fire(shelling(), 0, MORTAR, HIGH, 1, dice=[HIT])
    s.units[1].last_tiles, s.units[0].stun, s.units[0].tiles = 9, 2, 5
    hide(s, 1)
    land(s, 56)
    impact = told(landed)[0]
    assert (impact.accuracy, impact.die, impact.again) == (55, 56, 0)  # AG-17.11
    assert impact.weapon == -MORTAR - 1  # AG-17.13
    assert reasons(landed) == {Sum.BASE: 100, Sum.TARGET_MOVED: -45}
    land(s, 55)
    assert told(landed)[0].weapon == MORTAR + 1


def test_high_angle_ignores_the_facing() -> None:
    for way in (Way.N, Way.E, Way.S):
        s = fire(shelling(), 0, MORTAR, HIGH, 1, dice=[HIT])
        s.units[1].facing = way
        after = land(s, HIT)
        assert after.units[1].durability == 2000 - 667  # 100 x 60 / 90 at any side (AG-17.12)


def test_each_shot_that_succeeds_flies_on_its_own_and_they_land_in_order() -> None:
    s = fire(shelling(), 0, ROCKETS, HIGH, 1, dice=[HIT, HIT])
    s = fire(s, 0, MORTAR, HIGH, 1, dice=[HIT])
    assert s.flying == 3  # AG-17.13
    s.units[1].last_tiles = 4
    s = land(s, MISS, 81, HIT)
    assert [(row.unit, row.die) for row in told(landed)] == [(0, 100), (0, 81), (0, 1)]
    assert s.flying == 0
    assert all(digest(shell) == digest(blank(Round)) for shell in s.flight)  # nothing is left of them


def test_only_the_sides_own_rounds_land() -> None:
    s = shelling()
    stand(s, 1, "anvil", (8, 1), Way.S)
    s = fire(s, 0, MORTAR, HIGH, 1, dice=[HIT])
    s.side = 1
    s = fire(s, 3, MORTAR, HIGH, 2, dice=[HIT])
    s.side = 0
    s = land(s, HIT)
    assert (s.flying, s.flight[0].side, s.flight[0].shooter) == (1, 1, 3)
    assert land(s, HIT, side=1).flying == 0


def test_a_round_whose_target_is_gone_is_lost_and_one_whose_shooter_is_gone_lands() -> None:
    s = fire(shelling(), 0, MORTAR, HIGH, 1, dice=[HIT])
    s.units[0].standing = Standing.DESTROYED
    land(s, HIT)
    assert told(landed)  # AG-17.13
    s.units[1].standing = Standing.DESTROYED
    assert land(s).flying == 0
    assert kinds() == [round_lost]  # AG-9.3


def test_both_rolls_at_a_structure_may_be_rolled_again() -> None:
    s = ground(("LL....", "......", "......", "......", "......", "......"))
    stand(s, 0, "anvil", (0, 5))
    s = fire(s, 0, MORTAR, HIGH, place=0, dice=[MISS, HIT])  # AG-20.11
    after = land(s, 100)  # a structure has moved 0: 100% (AG-17.13)
    assert told(landed)[0].accuracy == 100
    assert after.section[0].durability == 5000 - 1000


def test_hardening_halves_what_comes_from_above() -> None:
    for family, mode, dice, left in ((MORTAR, HIGH, (HIT,), 10000), (0, Mode.LOW, (), 10000 - 600)):
        s = ground(("GG....", "......", "......", "......", "......", "......"))
        stand(s, 0, "anvil", (0, 5))
        s = fire(s, 0, family, mode, place=0, dice=[HIT])
        assert land(s, *dice).section[0].durability == left  # 100/2 - 100, 160 - 100 (AG-20.9, AG-18.7)


def test_rounds_still_land_on_the_ruin_but_not_on_debris() -> None:
    s = ground(("HH....", "......", "......", "......", "......", "......"))
    stand(s, 0, "anvil", (0, 5))
    s = fire(s, 0, MORTAR, HIGH, place=0, dice=[HIT])
    s.section[0].height, s.section[0].ruin = Height.LOW, 1
    land(s, HIT)
    assert told(landed)  # AG-20.13
    s.section[0].height = Height.GONE
    land(s)
    assert kinds() == [round_lost]


# ---------------------------------------------------------------- missiles


def test_a_missile_kept_in_sight_is_certain_twice() -> None:
    s = shelling()
    s.units[2].tiles, s.units[1].last_tiles = 7, 8
    s = fire(s, 2, MISSILE, TOP, 1, dice=[100])  # AG-18.3
    assert told(shot_fired)[0].accuracy == 100
    assert land(s, 100).units[1].durability < 2000
    assert told(landed)[0].accuracy == 100  # AG-18.5


def test_a_missile_out_of_sight_or_whose_launcher_is_gone_rolls_as_standard() -> None:
    s = shelling()
    s = fire(s, 2, MISSILE, TOP, 1, dice=[HIT])
    s.units[1].last_tiles = 6
    s.smoke[tile_at(2, 1)] = 3
    look_all(s)
    land(s, HIT)
    assert told(landed)[0].accuracy == 70  # AG-18.5
    s.smoke[tile_at(2, 1)] = 0
    look_all(s)
    land(s, HIT)
    assert told(landed)[0].accuracy == 100  # in sight again at impact
    s.units[2].standing = Standing.DESTROYED
    land(s, HIT)
    assert told(landed)[0].accuracy == 70


def test_a_missile_that_relies_on_an_ally_stays_standard_even_in_sight() -> None:
    s = ground(("......", "......", "HH....", "......", "......", "......"))
    tough(s, stand(s, 1, "bastion", (0, 0)))
    stand(s, 0, "kestrel", (0, 5))
    stand(s, 0, "heron", (5, 0))
    assert why(s, 1, MISSILE, TOP, 0) == Why.NO_LOS
    s = fire(s, 1, MISSILE, TOP_BLIND, 0, dice=[HIT])
    assert reasons(shot_fired) == {Sum.BASE: 100, Sum.INDIRECT: -15}  # AG-18.6
    s.section[0].height, s.built[tile_at(0, 2)] = Height.GONE, NOBODY
    s.units[0].last_tiles = 4
    look_all(s)
    assert why(s, 1, 1, Mode.DIRECT, 0) == Why.ALLOWED  # it sees the target now
    land(s, HIT)
    assert told(landed)[0].accuracy == 80


def test_sight_is_lost_by_any_step_out_of_it() -> None:
    for options, chance in (({}, 90), ({"missile_los_check": "at_impact"}, 100)):
        s = ground((".....#", "....#.", "......", "......", "......", "......"), options)
        tough(s, stand(s, 1, "bastion", (3, 0), Way.E))
        stand(s, 0, "kestrel", (3, 5))
        s = fire(s, 1, MISSILE, TOP, 0, dice=[HIT])
        s.side = 1
        s = step(s, 0, Way.E)  # behind the wall
        s = step(s, 0, Way.W)  # and back
        s.units[0].last_tiles = s.units[0].tiles
        land(s, HIT)
        assert told(landed)[0].accuracy == chance  # AG-18.5


def test_no_more_rounds_fly_than_there_is_room_for() -> None:
    """AG-17.17 keeps such forces from the map; the rule still writes nowhere else."""
    s = shelling()
    s.flying = FLYING
    assert fire(s, 0, MORTAR, HIGH, 1, dice=[HIT]).flying == FLYING
    assert kinds()[-1] == round_lost
