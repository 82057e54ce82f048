"""AG-16: what reacts, to what, in which order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.rulesets.agrav.range import (
    HIT,
    LOG,
    MISS,
    ground,
    kinds,
    reasons,
    stand,
    step,
    thrown,
    told,
)

from hulldown.kernel.actions import make
from hulldown.odds import odds
from hulldown.rulesets.agrav import movement
from hulldown.rulesets.agrav.events import (
    Sum,
    Why,
    corner_fired,
    reaction_fired,
    reaction_set,
    rolled_to_hit,
    shot_fired,
    stepped,
)
from hulldown.rulesets.agrav.odds import others, subject, whose
from hulldown.rulesets.agrav.shooting import nearest_newcomer, set_reaction, why_not_react
from hulldown.rulesets.agrav.state import NOBODY, Mode, Mount, Standing, State, Verb, Way
from hulldown.rulesets.agrav.table import look_all

SCREEN = ("......", "......", "##....", "......", "......", "......")


def react(s: State, u: int, w: int, way: int) -> Why:
    """Set a weapon, if it may be; what speaks against it."""
    s.side = s.units[u].side
    reason = Why.of(why_not_react(s, u, w, way))
    if reason == Why.ALLOWED:
        set_reaction(s, u, w, way, LOG)
    s.side = 1
    return reason


def ambush(what: str = "bastion", mover: str = "swift", **options: object) -> State:
    """Unit 0 at (0, 5) waits; unit 1 of the other side, whose turn it is, is behind a wall at (2, 0).

    Its step east brings it into view, to the northeast.
    """
    s = ground(SCREEN, options)
    stand(s, 0, what, (0, 5))
    stand(s, 1, mover, (2, 0), Way.E)
    s.side = 1
    return s


# ---------------------------------------------------------------- setting


def test_a_working_loaded_unfired_weapon_is_set() -> None:
    s = ambush()
    gun = s.units[0].weapon[0]
    for field, value in (("crits", 2), ("fired", 1), ("waiting", 1), ("loads", 0)):
        was = getattr(gun, field)
        setattr(gun, field, value)
        assert react(s, 0, 0, Way.N) == Why.REACTION_NOT_ALLOWED  # AG-16.7
        setattr(gun, field, was)
    assert react(s, 0, 0, NOBODY) == Why.REACTION_NOT_ALLOWED  # nothing to cancel
    assert react(s, 0, 0, Way.NE) == Why.ALLOWED
    assert gun.cone == Way.NE
    assert react(s, 0, 0, Way.SW) == react(s, 0, 0, NOBODY) == Why.ALLOWED  # changed, cancelled
    assert gun.cone == NOBODY
    assert react(s, 0, 5, Way.N) == react(s, 0, 0, 8) == Why.NO_SUCH_ACTION
    s.side = 1
    assert why_not_react(s, 0, 0, Way.N) == Why.NOT_YOUR_TURN


def test_energy_may_come_until_it_fires() -> None:
    s = ambush("strider")
    s.units[0].energy = 0
    assert react(s, 0, 0, Way.NE) == Why.ALLOWED  # AG-16.9
    s = step(s, 1, Way.E)
    assert s.units[0].weapon[0].cone == Way.NE  # does not fire and keeps its setting


@pytest.mark.parametrize(
    ("weapon", "reason"), [(0, Why.ALLOWED), (1, Why.ALLOWED), (2, Why.REACTION_NOT_ALLOWED)]
)
def test_mortars_cannot_react(weapon: int, reason: Why) -> None:
    assert react(ambush("anvil"), 0, weapon, Way.N) == reason  # AG-16.5


def test_charges_cannot_react_and_each_line_of_a_squad_is_one_weapon() -> None:
    s = ambush("powersuits")
    assert react(s, 0, 1, Way.N) == Why.REACTION_NOT_ALLOWED  # AG-21.7
    s = ambush("troopers")
    assert react(s, 0, 0, Way.N) == react(s, 0, 1, Way.SE) == Why.ALLOWED
    assert [gun.cone for gun in s.units[0].weapon[:2]] == [Way.N, Way.SE]


def test_hull_weapons_watch_where_the_hull_points() -> None:
    s = ambush("anvil")
    assert react(s, 0, 3, Way.NE) == Why.REACTION_NOT_ALLOWED  # AG-16.2
    assert react(s, 0, 3, Way.N) == Why.ALLOWED
    s.side = 0
    s = thrown(s, lambda to, d, e: movement.turn(to, 0, 1, d, e))
    assert s.units[0].weapon[3].cone == Way.E  # AG-16.7


def test_weapons_of_one_turret_watch_the_same_arc() -> None:
    s = ambush("citadel")
    react(s, 0, 0, Way.N)
    react(s, 0, 2, Way.N)
    react(s, 0, 1, Way.SE)
    assert [gun.cone for gun in s.units[0].weapon[:3]] == [Way.SE, Way.SE, Way.N]  # AG-16.3
    assert told(reaction_set)[-1] == (0, 1, Way.SE, 1)
    react(s, 0, 1, NOBODY)
    assert s.units[0].weapon[0].cone == Way.SE


def test_arms_of_a_walker_each_watch_their_own_arc() -> None:
    s = ambush("colossus")
    react(s, 0, 0, Way.N)
    react(s, 0, 1, Way.S)
    assert [gun.cone for gun in s.units[0].weapon[:2]] == [Way.N, Way.S]  # AG-16.3 speaks of turrets


# ---------------------------------------------------------------- the trigger


def test_who_comes_into_view_in_the_cone_is_fired_at_once() -> None:
    s = ambush()
    react(s, 0, 0, Way.NE)
    s.units[0].last_tiles = 2
    s = step(s, 1, Way.E, MISS)
    assert kinds()[:4] == [stepped, reaction_fired, shot_fired, rolled_to_hit]  # AG-16.9
    shot = told(shot_fired)[0]
    assert (shot.unit, shot.target, shot.weapon, shot.mode) == (0, 1, 0, Mode.DIRECT)
    assert reasons(shot_fired) == {Sum.BASE: 80, Sum.OWN_MOVEMENT: -5, Sum.REACTION: -25}  # AG-8.8, AG-16.1
    gun = s.units[0].weapon[0]
    assert (gun.cone, gun.fired, gun.loads) == (NOBODY, 1, 7)  # spent, and the volley of the turn (AG-8.12)
    step(s, 1, Way.E)  # once only


@pytest.mark.parametrize("cone", [Way.S, Way.W, Way.SW, Way.NW])
def test_out_of_the_cone_nothing_happens(cone: Way) -> None:
    s = ambush()
    react(s, 0, 0, cone)
    step(s, 1, Way.E)


def test_moving_on_in_view_is_no_trigger_but_by_the_option() -> None:
    for rule, dice in (("enter_view", []), ("any_move_in_view", [MISS])):
        s = ambush(reaction_trigger=rule)
        s = step(s, 1, Way.E)
        react(s, 0, 0, Way.NE)
        step(s, 1, Way.E, *dice)  # AG-16.8


def test_entering_the_cone_in_full_view_is_a_trigger() -> None:
    s = ground()
    stand(s, 0, "bastion", (5, 7))
    stand(s, 1, "swift", (9, 4))
    react(s, 0, 0, Way.N)
    step(s, 1, Way.W, MISS)  # (8, 4) lies on the diagonal, which belongs to the arc (AG-2.5, AG-16.8)


def test_turning_is_no_trigger() -> None:
    s = ground()
    stand(s, 0, "bastion", (5, 7))
    stand(s, 1, "swift", (5, 2))
    react(s, 0, 0, Way.N)
    thrown(s, lambda to, d, e: movement.turn(to, 1, 1, d, e))  # AG-16.8


def test_a_place_inside_the_tile_is_a_trigger() -> None:
    s = ground(("......", "......", ".#....", "......", "......", "......"))
    stand(s, 0, "bastion", (1, 5))
    stand(s, 1, "swift", (2, 0))
    react(s, 0, 0, Way.N)
    s.units[1].anchor = 3
    look_all(s)
    thrown(s, lambda to, d, e: movement.reposition(to, 1, 4, d, e), MISS)  # AG-2.9, AG-16.8


@pytest.mark.parametrize(
    ("what", "weapon", "cone", "mode", "shots"),
    [
        ("kestrel", 0, Way.N, Mode.DIRECT, 1),  # a missile has no low angle (AG-16.6)
        ("anvil", 0, Way.N, Mode.LOW, 1),  # a howitzer's only mode
        ("colossus", 1, Way.NE, Mode.LOW, 2),  # rockets (AG-16.5)
    ],
)
def test_what_flies_high_reacts_flat(what: str, weapon: int, cone: Way, mode: Mode, shots: int) -> None:
    s = ambush(what)
    react(s, 0, weapon, cone)
    step(s, 1, Way.E, *[MISS] * shots)
    assert told(shot_fired)[0].mode == mode


def test_the_speed_of_the_target_is_that_of_its_last_turn_or_of_this() -> None:
    for rule, penalty in (("last_turn", -10), ("current_turn", -5)):
        s = ambush(reaction_target_speed=rule)
        s.units[1].last_tiles, s.units[1].tiles = 10, 7
        react(s, 0, 0, Way.NE)
        step(s, 1, Way.E, MISS)
        assert reasons(shot_fired)[Sum.FAST_TARGET] == penalty  # AG-16.12


def test_reactions_go_by_unit_and_weapon_until_the_mover_is_gone() -> None:
    s = ambush()
    stand(s, 0, "bastion", (1, 4))
    for u, w in ((2, 1), (2, 0), (0, 1), (0, 0)):
        react(s, u, w, Way.NE)
    after = step(s, 1, Way.E, *[MISS] * 8)
    assert [(row.unit, row.weapon) for row in told(reaction_fired)] == [
        (0, 0),
        (0, 1),
        (2, 0),
        (2, 1),
    ]  # AG-16.11
    assert after.units[1].standing == Standing.PRESENT
    s.units[1].health, s.units[1].durability = 10, 0
    after = step(s, 1, Way.E, HIT)
    assert after.units[1].standing == Standing.DESTROYED
    assert after.units[2].weapon[0].cone == Way.NE  # nothing to fire at: the setting stays (AG-16.13)


# ---------------------------------------------------------------- corner fire


def corner(what: str = "tempest", **options: object) -> State:
    """Unit 0 at (2, 0) behind a wall, its own turn; unit 1 of the other side at (0, 5)."""
    s = ground(SCREEN, options)
    stand(s, 0, what, (2, 0), Way.E)
    stand(s, 1, "bastion", (0, 5), Way.N)
    return s


def set_own(s: State, u: int, w: int, way: Way) -> None:
    """Set a weapon in its own turn and stay in it."""
    react(s, u, w, way)
    s.side = s.units[u].side


def test_rounding_a_corner_fires_at_whom_nobody_knew() -> None:
    s = corner()
    set_own(s, 0, 0, Way.SW)
    s = step(s, 0, Way.E, MISS)
    assert kinds()[:3] == [stepped, corner_fired, shot_fired]
    shot = told(shot_fired)[0]
    assert (shot.unit, shot.target) == (0, 1)
    assert reasons(shot_fired) == {
        Sum.BASE: 80,
        Sum.CORNER: -5,
    }  # High Act (AG-16.4); stabilised, 1 tile (AG-8.7)
    assert s.units[0].weapon[0].fired == 1  # AG-16.10


def test_an_enemy_that_an_ally_sees_is_no_surprise() -> None:
    s = corner()
    stand(s, 0, "terrier", (4, 5))
    set_own(s, 0, 0, Way.SW)
    step(s, 0, Way.E)  # AG-16.10


def test_the_nearest_newcomer_in_the_cone_is_the_target() -> None:
    s = corner("colossus")
    stand(s, 1, "terrier", (1, 4), Way.N)
    set_own(s, 0, 2, Way.SW)
    step(s, 0, Way.E, MISS, MISS, MISS)
    assert [row.enemy for row in told(corner_fired)] == [2]  # 4 tiles, not 5 (AG-16.10)


def test_of_newcomers_equally_near_the_lowest_is_the_target() -> None:
    s = ground()
    stand(s, 0, "colossus", (5, 0), Way.S)
    for place in ((7, 5), (6, 5), (4, 5), (5, 4)):
        stand(s, 1, "terrier", place)
    set_own(s, 0, 2, Way.S)
    assert nearest_newcomer(s, 0, 2, 0b01110) == 1
    assert nearest_newcomer(s, 0, 2, 0b01100) == 2
    assert nearest_newcomer(s, 0, 2, 0b11110) == 4
    s.units[4].standing = Standing.DESTROYED  # by the weapon before
    assert nearest_newcomer(s, 0, 2, 0b11000) == 3
    assert nearest_newcomer(s, 0, 2, 0b10000) == NOBODY


def test_the_high_act_turret_fires_first() -> None:
    s = corner("citadel")
    s.units[0].weapon[0].mount = Mount.HULL
    set_own(s, 0, 0, Way.E)
    s.units[0].weapon[0].cone = Way.SW  # as if the hull pointed there
    set_own(s, 0, 1, Way.SW)
    step(s, 0, Way.E, *[MISS] * 5)
    assert [(row.weapon, row.high_act) for row in told(corner_fired)] == [(1, 1), (0, 0)]  # AG-16.11
    assert [reasons(shot_fired, n)[Sum.CORNER] for n in (0, 1)] == [-5, -15]


def test_a_plain_turret_has_no_bonus() -> None:
    s = corner("bastion")
    set_own(s, 0, 0, Way.SW)
    step(s, 0, Way.E, MISS)
    assert reasons(shot_fired)[Sum.CORNER] == -15  # AG-16.4


def test_corner_fire_comes_before_reactions_and_what_it_destroys_loses_its_shot() -> None:
    s = corner()
    set_own(s, 0, 0, Way.SW)
    react(s, 1, 0, Way.NE)
    s.side = 0
    step(s, 0, Way.E, MISS, MISS)
    assert [kind for kind in kinds() if kind in (corner_fired, reaction_fired)] == [
        corner_fired,
        reaction_fired,  # AG-16.11
    ]
    s.units[1].health, s.units[1].durability = 10, 0
    step(s, 0, Way.E, HIT)
    assert not told(reaction_fired)


def test_stunned_while_waiting_fires_shaken() -> None:
    s = corner()
    set_own(s, 0, 0, Way.SW)
    react(s, 1, 0, Way.NE)
    s.side = 0
    s.units[1].lost_health = 970  # of the 97.5 that stun
    s = step(s, 0, Way.E, HIT, MISS)
    assert s.units[1].stun == 2
    assert reasons(shot_fired, 1)[Sum.STUN] == -50  # AG-16.11


def test_corner_fire_is_shooting_in_the_own_turn() -> None:
    s = corner(first_side_hold_fire=True)
    set_own(s, 0, 0, Way.SW)
    s.round = 1
    step(s, 0, Way.E)  # AG-6.8, AG-16.13


def test_the_odds_of_a_step_tell_of_the_mover_and_of_whom_it_fires_at() -> None:
    """AG-16.10, AG-16.11: corner fire is a part of what the step may do, reaction fire the other."""
    s = corner()
    step_east = [make(0, Verb.STEP, 0, choice=Way.E)]
    assert odds("agrav", s, step_east).lines == []
    set_own(s, 0, 0, Way.SW)
    found = odds("agrav", s, step_east)
    assert found.exact and {line.heading for line in found.lines} == {"B1"}
    share = {line.text: line.chance for line in found.lines}
    assert share["Penetrates"] == 1 - share["No harm done"] == Fraction(80 - 5, 100)
    set_own(s, 1, 0, Way.N)
    s.side = s.units[0].side
    both = odds("agrav", s, step_east)
    assert {line.heading for line in both.lines} == {"A1", "B1"}


def test_the_odds_of_the_end_of_a_turn_tell_of_every_round_that_lands() -> None:
    """AG-17.13: each comes down on its own target."""
    s = corner()
    stand(s, 1, "terrier", (4, 5), Way.N)
    s.flying = 2
    for shell, target in zip(s.flight, (1, 2), strict=False):
        shell.side, shell.target, shell.place = 1 - s.side, target, NOBODY
    assert subject(s, make(0, Verb.END)) == 1 and others(s, make(0, Verb.END)) == (2,)
    assert whose(s, make(0, Verb.END)) == "B1"
