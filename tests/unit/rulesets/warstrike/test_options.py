"""Every option of 2.5 on the table: what its values change, so that one that is ignored is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.firing_line import battle, lay_ground, shoot
from tests.unit.rulesets.warstrike.flights import WOOD, box, broken, run

from hulldown.kernel.dice import new_dice
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why, rolled_to_hit
from hulldown.rulesets.warstrike.fall_back import ROW, find_cover
from hulldown.rulesets.warstrike.losses import markers_for, owes_test
from hulldown.rulesets.warstrike.movement import in_command, why_not_disorderly
from hulldown.rulesets.warstrike.moving import (
    begin_move,
    end_move,
    go,
    step,
    why_not_end,
    why_not_go,
    why_not_place,
    why_not_step,
)
from hulldown.rulesets.warstrike.permissions import (
    band,
    remove_model,
    rounded_share,
    shots_of,
    succeed,
    why_not_act,
)
from hulldown.rulesets.warstrike.setup import Place, blank_state, field_unit, lay_terrain, set_up
from hulldown.rulesets.warstrike.shooting import why_not_aim
from hulldown.rulesets.warstrike.state import (
    INCH,
    NOBODY,
    Band,
    Deed,
    Fate,
    Ground,
    Half,
    Phase,
    Sight,
    State,
    Trait,
)
from hulldown.rulesets.warstrike.table import sight
from hulldown.rulesets.warstrike.turn import advance, may_snap

Chosen = dict[str, Any]
Seen = tuple[Any, ...]
SINGLE, CAR = "mark", "car"
RIVER: list[Place] = [(0, 15), (48, 15), (48, 15.4), (0, 15.4)]
FOUR: list[Place] = [(24, 18), (25, 18), (23, 18), (24, 19)]
NEAR = [[(24, 24)]]


def going(chosen: Chosen, deed: Deed, *places: Place, unit: str = "line") -> State:
    """A unit at these places whose move begins."""
    s = blank_state(SHELF, chosen)
    s.acting, s.deed, s.phase = field_unit(SHELF, s, 0, unit, list(places)), deed, Phase.MOVE
    begin_move(s, 0)
    return s


def lead(s: State, x: float, y: float) -> State:
    """The leader goes there, the others are arranged."""
    go(s, 0, round(x * INCH), round(y * INCH))
    return s


def send(s: State, m: int, x: float, y: float) -> Why:
    """A member walks there and nowhere else: why the move may not end so."""
    s.model[m].points = 0
    s.model[m].x, s.model[m].y = s.model[m].from_x, s.model[m].from_y
    step(s, m, round(x * INCH), round(y * INCH))
    return Why.of(why_not_end(s, 0))


def spot_of(s: State, m: int) -> tuple[float, float]:
    """Where a model is, in inches."""
    return s.model[m].x / INCH, s.model[m].y / INCH


# ---------------------------------------------------------------- movement


def measure(chosen: Chosen) -> Seen:
    """WS-1.5: whether a member 6.9 inches off, centre to centre, is placed; and may be placed 6.9 away."""
    s = going(chosen, Deed.ADVANCE, (10, 10), (16, 10), (16.9, 10))
    return Why.of(why_not_place(s, 1, 10_000, 16_900)), Why.of(why_not_place(s, 2, 10_000, 14_000))


def sight_allowance(chosen: Chosen) -> Seen:
    """WS-3.5: how a model 0.3 inches inside a wood, and one wholly inside, see out."""
    found = []
    for y in (8.3, 9):
        s = blank_state(SHELF, chosen)
        field_unit(SHELF, s, 0, "line", [(24, y)])
        field_unit(SHELF, s, 1, "line", [(24, 4)])
        lay_terrain(s, Ground.WOOD, WOOD)
        found.append(Sight(sight(s, 0, 1)))
    return tuple(found)


def placement_check(chosen: Chosen) -> Seen:
    """WS-7.9: over a river."""
    s = going(chosen, Deed.ADVANCE, (10, 14), (12, 14))
    lay_terrain(s, Ground.WATER, RIVER)
    return (Why.of(why_not_place(s, 1, 10_000, 16_500)),)


def not_further(chosen: Chosen) -> Seen:
    """WS-8.15: a member who keeps in command and up, but ends further from the leader."""
    s = lead(going(chosen, Deed.DOUBLE, (10, 10), (12, 10), (14, 10)), 10, 11)
    return (send(s, 2, 14.8, 10),)


def must_attempt(chosen: Chosen) -> Seen:
    """WS-8.10: a member who goes half the way after his leader."""
    return (send(lead(going(chosen, Deed.DOUBLE, (10, 10), (12, 10)), 10, 20), 1, 12, 13),)


def coherency(chosen: Chosen) -> Seen:
    """WS-8.9: two beside one another, far from their leader."""
    s = going(chosen, Deed.DOUBLE, (10, 10), (10, 30), (11.5, 30))
    return (in_command(s, 1),)


def catch_up_terrain(chosen: Chosen) -> Seen:
    """WS-8.12: a straggler who runs ten inches through a wood after his unit, and one who keeps up."""
    found = []
    for x, y in ((24, 6), (26, 13)):
        s = going(chosen, Deed.ADVANCE, (24, 20), (x, y), (24, 22))
        lay_terrain(s, Ground.WOOD, WOOD)
        found.append(send(lead(s, 24, 20.1), 1, x, y + 10))
    return tuple(found)


def rally_reach(chosen: Chosen) -> Seen:
    """WS-9.23: members 5, 10 and 20 inches from the leader."""
    s = going(chosen, Deed.RALLY, (10, 10), (16, 10), (21, 10), (31, 10))
    return tuple(Why.of(why_not_place(s, m, 10_000, 12_000)) for m in (1, 2, 3))


def half_rof(chosen: Chosen) -> Seen:
    """WS-9.14: the halves of 1 and 3."""
    o = SHELF.options_under(chosen)
    return rounded_share(o, 1, 50), rounded_share(o, 3, 50)


def double_fire(chosen: Chosen) -> Seen:
    """WS-9.29: whether fire or movement comes first at the double."""
    s = going(chosen, Deed.NONE, (10, 10))
    return tuple(Why.of(why_not_act(s, 0, Deed.DOUBLE, half)) for half in (Half.FIRE_FIRST, Half.MOVE_FIRST))


def leader_rof(chosen: Chosen) -> Seen:
    """WS-9.35: of RoF 3 in Open Fire!, who stood and who moved; and who moved, with a one-handed weapon."""
    o, pistol = SHELF.options_under(chosen), 1 << Trait.ONE_HANDED
    return (
        shots_of(o, 3, 0, Deed.OPEN_FIRE, False, True),
        shots_of(o, 3, 0, Deed.OPEN_FIRE, True, True),
        shots_of(o, 3, pistol, Deed.OPEN_FIRE, True, True),
    )


def gtg_move(chosen: Chosen) -> Seen:
    """WS-9.34: three inches first, not more."""
    s = going(chosen, Deed.GO_TO_GROUND, (10, 10), (12, 10))
    return tuple(Why.of(why_not_go(s, 0, 10_000, y)) for y in (13_000, 13_100))


def single_double_terrain(chosen: Chosen) -> Seen:
    """WS-9.30: a marksman who runs through a wood."""
    s = going(chosen, Deed.DOUBLE, (24, 6), unit=SINGLE)
    lay_terrain(s, Ground.WOOD, WOOD)
    return (Why.of(why_not_go(s, 0, 24_000, 15_000)),)


def vehicle_terrain(chosen: Chosen) -> Seen:
    """WS-15.3: a car in a wood."""
    s = going(chosen, Deed.ADVANCE, (24, 5), unit=CAR)
    lay_terrain(s, Ground.WOOD, WOOD)
    lead(s, 24, 9)
    return (owes_test(s, 0),)


def terrain_touch(chosen: Chosen) -> Seen:
    """WS-3.2: a run along a wood into which the base reaches, and one into which the centre comes; whether a
    walk along dangerous ground is tested; and a base half in a block is refused all the same.
    """
    answers: list[Any] = []
    for x in (19.7, 20.5):
        s = going(chosen, Deed.DOUBLE, (x, 6), unit=SINGLE)
        lay_terrain(s, Ground.WOOD, WOOD)
        answers.append(Why.of(why_not_go(s, 0, round(x * INCH), 15_000)))
    s = going(chosen, Deed.ADVANCE, (19.7, 6), unit=SINGLE)
    lay_terrain(s, Ground.DANGEROUS, WOOD)
    answers.append(owes_test(lead(s, 19.7, 10), 0))
    s = going(chosen, Deed.ADVANCE, (19.7, 6), unit=SINGLE)
    lay_terrain(s, Ground.BLOCK, WOOD)
    return (*answers, Why.of(why_not_go(s, 0, 19_700, 10_000)))


def member_distances(chosen: Chosen) -> Seen:
    """WS-8.8: a member goes to where the next one, which left, has stood: may it, and is it in command there;
    and the one that left, which sees it come.
    """
    s = lead(going(chosen, Deed.DOUBLE, (10, 10), (10, 19), (10, 22)), 10, 10.1)
    send(s, 2, 20, 22)
    send(s, 1, 10, 20.5)
    return Why.of(why_not_disorderly(s, 1)), in_command(s, 1), in_command(s, 2)


# ---------------------------------------------------------------- falling back


def voluntary_fall_back(chosen: Chosen) -> Seen:
    """WS-10.20."""
    s = going(chosen, Deed.NONE, (10, 10))
    return (Why.of(why_not_act(s, 0, Deed.FALL_BACK, Half.MOVE_FIRST)),)


def band_50(chosen: Chosen) -> Seen:
    """WS-10.19: two of four, one of four."""
    return tuple(Band(band(broken(*FOUR[:left], size=4, **chosen), 0)) for left in (2, 1))


def band_25(chosen: Chosen) -> Seen:
    """WS-10.19: the same."""
    return band_50(chosen)


def destroy_check(chosen: Chosen) -> Seen:
    """WS-10.21: one of five is left, and play goes on."""
    s = broken((24, 18), size=5, enemies=NEAR, **chosen)
    field_unit(SHELF, s, 0, SINGLE, [(5, 5)])
    s.acting, s.phase = NOBODY, Phase.ACTIVATE
    advance(s, new_dice(0), OFF)
    return (Fate(s.unit[0].fate),)


def vacuous_concealment(chosen: Chosen) -> Seen:
    """WS-10.24: nobody near."""
    return (run(broken(*FOUR, enemies=[[(24, 35)]], **chosen)).unit[0].hunkered,)


def fallback_aw(chosen: Chosen) -> Seen:
    """WS-10.22: veterans 15 inches off, who notice at 18."""
    s = run(broken((24, 18), enemies=[[(24, 34)]], enemy="vet", size=3, **chosen))
    return (s.unit[0].hunkered,)


def fallback_concealed(chosen: Chosen) -> Seen:
    """WS-10.23: whether a unit hunkers of which none, one, two of four stand before the wood."""
    found = []
    for out in (0, 1, 2):
        places = [(22 + 1.5 * i, 13.6 if i < out else 10) for i in range(4)]
        s = broken(*places, enemies=[[(24, 20)]], terrain=[(Ground.WOOD, WOOD)], **chosen)
        found.append(run(s).unit[0].hunkered)
    return tuple(found)


def fallback_grid(chosen: Chosen) -> Seen:
    """WS-10.25: the place in a wood that is nearest to (24.5, 18)."""
    wood = (Ground.WOOD, box(20, 8, 28, 12.9))
    return (spot_of(run(broken((24.5, 18), enemies=[[(24.5, 28)]], terrain=[wood], **chosen)), 0),)


def fallback_own_part(chosen: Chosen) -> Seen:
    """WS-10.27: of (24, 12) an enemy is nearer than the second model is."""
    places, wood = ((24, 18), (30, 18)), (Ground.WOOD, WOOD)
    return (spot_of(run(broken(*places, enemies=[[(20, 18)]], terrain=[wood], **chosen)), 0)[0],)


def fallback_nearest(chosen: Chosen) -> Seen:
    """WS-10.26: of three woods one is nearest to the leader, behind water, one to his man, one by the way."""
    woods = [box(20, 8, 22, 12), box(33, 16, 35, 20), box(11, 16, 13.5, 20)]
    terrain = [*((Ground.WOOD, wood) for wood in woods), (Ground.WATER, box(16, 13, 26, 13.5))]
    s = broken((21, 18), (30, 18), enemies=[[(24, 29)]], terrain=terrain, **chosen)
    return (find_cover(s, 0) // ROW,)


def fall_back_move(chosen: Chosen) -> Seen:
    """WS-10.32: whether a member may be put down on the other side of a leader who goes three inches into a
    wood, whether it may walk; and how far he may go.
    """
    s = going(chosen, Deed.FALL_BACK, (24, 6), (20, 6))
    lay_terrain(s, Ground.WOOD, WOOD)
    far = Why.of(why_not_go(s, 0, 24_000, 9_100))
    walks = Why.of(why_not_step(s, 1, 20_000, 9_000))
    lead(s, 24, 9)
    return Why.of(why_not_place(s, 1, 28_000, 9_000)), walks, far


def fallback_terrain_cap(chosen: Chosen) -> Seen:
    """WS-10.31: five inches or six, into a wood."""
    table = {"enemies": NEAR, "terrain": [(Ground.WOOD, WOOD)], "mv": 5, "size": 3}
    return (spot_of(run(broken((24, 18), **table, **chosen)), 0),)


def edge_removal(chosen: Chosen) -> Seen:
    """WS-10.34: whether a unit leaves of which the second man, the leader, or all come to the edge."""
    found = []
    for places in (((24, 20), (30, 8)), ((24, 8), (30, 20)), ((24, 8), (30, 8))):
        found.append(run(broken(*places, enemies=[[(27, 18)]], size=5, **chosen)).leaves)
    return tuple(found)


# ---------------------------------------------------------------- fire


def cover_hidden(chosen: Chosen) -> Seen:
    """WS-11.11: 5+ or 6+ to hit a squad in a wood."""
    s = battle(foes=[(24, 10)], at=[(14, 10)], **chosen)
    lay_ground(s, Ground.WOOD, [(22, 5), (30, 5), (30, 15), (22, 15)])
    return tuple(row.needed for row in rolled_to_hit.rows(shoot(s, [1, 1])))


def split_fire(chosen: Chosen) -> Seen:
    """WS-11.3: whether a model may aim at a second unit."""
    s = battle(**chosen)
    field_unit(SHELF, s, 1, "line", [(20, 14)])
    return (Why.of(why_not_aim(s, 0, 2)),)


def casualty_choice(chosen: Chosen) -> Seen:
    """WS-11.17: whether the owner is asked."""
    s = battle(foes=[(20, 10), (20, 12)], **chosen)
    shoot(s, [6, 1, 1, 6])
    return (Phase(s.phase),)


def acting_leader(chosen: Chosen) -> Seen:
    """WS-2.6: whether the owner is asked."""
    s = going(chosen, Deed.ADVANCE, (10, 10), (12, 10), (14, 10))
    remove_model(s, 0, OFF)
    succeed(s, 0, OFF)
    return (s.heirs,)


def suppress_per(chosen: Chosen) -> Seen:
    """WS-6.9: the markers of seven hits."""
    return (markers_for(SHELF.options_under(chosen), 7),)


def snap_eligibility(chosen: Chosen) -> Seen:
    """WS-12.3: after Open Fire!, Advance!, before any action; with a marker; gone to ground; hunkered."""
    s = going(chosen, Deed.NONE, (10, 10))
    found = []
    for deed in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.NONE):
        s.unit[0].last = deed
        found.append(may_snap(s, 0))
    s.unit[0].last, s.unit[0].markers = Deed.OPEN_FIRE, 1
    found.append(may_snap(s, 0))
    s.unit[0].last, s.unit[0].ground, s.unit[0].markers = Deed.GO_TO_GROUND, 1, 0
    found.append(may_snap(s, 0))
    s.unit[0].hunkered, s.unit[0].ground = 1, 0
    return (*found, may_snap(s, 0))


def snap_trigger(chosen: Chosen) -> Seen:
    """WS-12.2: a walk of six inches, one of seven."""
    found = []
    for y in (16, 17):
        s = lead(going(chosen, Deed.DOUBLE, (10, 10), unit=SINGLE), 10, y)
        end_move(s, 0, OFF)
        found.append(s.over)
    return tuple(found)


def snap_point(chosen: Chosen) -> Seen:
    """WS-12.5: in mils, of a run from y = 10 to 20."""
    s = lead(going(chosen, Deed.DOUBLE, (10, 10), unit=SINGLE), 10, 20)
    end_move(s, 0, OFF)
    return (s.model[0].snap_y,)


# ---------------------------------------------------------------- all of them

OK = Why.OK
WITNESSES: dict[Callable[[Chosen], Seen], dict[str | int, Seen]] = {
    measure: {"edge": (OK, OK), "centre": (Why.PLACE_RANGE, Why.NOT_ELIGIBLE)},
    sight_allowance: {"base": (Sight.OPEN, Sight.HIDDEN), "none": (Sight.HIDDEN, Sight.HIDDEN)},
    placement_check: {"line": (Why.IMPASSABLE,), "free": (OK,)},
    not_further: {"out_of_command": (OK,), "all_disorderly": (Why.FURTHER,)},
    must_attempt: {"strict": (Why.MUST_REGAIN,), "soft": (OK,)},
    coherency: {"any_member": (True,), "chain_to_leader": (False,)},
    catch_up_terrain: {"limited": (Why.TERRAIN_CAP, Why.TOO_FAR), "free": (OK, Why.TOO_FAR)},
    rally_reach: {
        "both_12": (OK, OK, Why.NOT_ELIGIBLE),
        "place_only": (OK, Why.NOT_ELIGIBLE, Why.NOT_ELIGIBLE),
        "all": (OK, OK, OK),
    },
    half_rof: {"down_min1": (1, 1), "down": (0, 1), "up": (1, 2)},
    double_fire: {"either": (OK, OK), "after": (Why.NOT_OFFERED, OK)},
    leader_rof: {"full": (3, 3, 3), "half": (3, 1, 3)},
    gtg_move: {"none": (Why.NO_MOVE, Why.NO_MOVE), "half": (OK, Why.TOO_FAR)},
    single_double_terrain: {"limited": (Why.TERRAIN_CAP,), "free": (OK,)},
    voluntary_fall_back: {"false": (Why.NOT_OFFERED,), "true": (OK,)},
    band_50: {"upper": (Band.UPPER, Band.FLIGHT), "lower": (Band.FLIGHT, Band.FLIGHT)},
    band_25: {"upper": (Band.UPPER, Band.FLIGHT), "lower": (Band.UPPER, Band.DESTROYED)},
    destroy_check: {"fall_back": (Fate.FIGHTS,), "immediate": (Fate.DESTROYED,)},
    vacuous_concealment: {"stay": (1,), "flee": (0,)},
    fallback_aw: {"own": (1,), "enemy": (0,)},
    fallback_concealed: {"all": (1, 0, 0), "majority": (1, 1, 0)},
    fallback_own_part: {"nearest": (24,), "farthest": (25,)},
    fallback_grid: {"1.0": ((24, 12),), "0.5": ((24.5, 12),)},
    fallback_terrain_cap: {"false": ((24, 12),), "true": ((24, 13),)},
    edge_removal: {"any": (1, 1, 1), "leader": (0, 1, 1), "all": (0, 0, 1)},
    cover_hidden: {"2": (6,), "1": (5,)},
    split_fire: {"off": (Why.SPLIT,), "base": (OK,)},
    casualty_choice: {"closest": (Phase.FIRE,), "owner": (Phase.CASUALTY,)},
    acting_leader: {"closest": (0,), "owner": (1,)},
    suppress_per: {6: (2,), 3: (3,), 7: (1,)},
    snap_eligibility: {
        "open_fire": (True, False, False, False, False, False),
        "any_unsuppressed": (True, True, False, False, False, False),
        "all": (True, True, True, True, False, False),
    },
    snap_trigger: {"over_mv": (0, 1), "any_move": (1, 1)},
    snap_point: {"at_mv": (16_000,), "end": (20_000,)},
    terrain_touch: {
        "base": (Why.TERRAIN_CAP, Why.TERRAIN_CAP, True, Why.IMPASSABLE),
        "centre": (OK, Why.TERRAIN_CAP, False, Why.IMPASSABLE),
    },
    member_distances: {"final": (Why.FURTHER, False, False), "as_they_stand": (OK, True, False)},
    fallback_nearest: {"leader": (21_000,), "any_model": (34_000,), "path": (13_000,)},
    fall_back_move: {
        "disorderly": (Why.NOT_ELIGIBLE, OK, Why.TOO_FAR),
        "orderly": (OK, Why.NO_MOVE, Why.TOO_FAR),
    },
    vehicle_terrain: {"dangerous": (True,), "normal": (False,)},
}
CASES = [(look, value, seen) for look, values in WITNESSES.items() for value, seen in values.items()]


@pytest.mark.parametrize(("look", "value", "seen"), CASES, ids=lambda one: getattr(one, "__name__", None))
def test_each_value_of_an_option_counts(look: Callable[[Chosen], Seen], value: str | int, seen: Seen) -> None:
    """2.5: and the first is what is played if nothing is chosen."""
    assert look({look.__name__: value}) == seen
    if value == next(iter(WITNESSES[look])):
        assert look({}) == seen


def test_a_witness_shows_every_value_of_its_option() -> None:
    """2.5: for each of its values, no two of which look alike; of a number the default and others.

    An option that has none yet is tried by the checks of all rulesets, which take it from the catalogue.
    """
    for look, values in WITNESSES.items():
        option = SHELF.options()[look.__name__]
        told_of = [str(value) for value in values]
        assert (
            told_of == values_of(look.__name__)
            if option.kind != "number"
            else told_of[0] == str(option.default)
        )
    assert all(len(set(values.values())) == len(values) for values in WITNESSES.values())


def values_of(name: str) -> list[str]:
    """The values of an option, the default first."""
    option = SHELF.options()[name]
    return ["false", "true"] if option.kind == "flag" else [str(value) for value in option.values]


@pytest.mark.parametrize("name", [name for name, one in SHELF.options().items() if one.kind != "number"])
def test_a_battle_has_the_options_that_were_chosen(name: str) -> None:
    """2.5: it states those that are not the default, with their rule."""
    option = SHELF.options()[name]
    for value in values_of(name):
        s = set_up(SHELF, "first_patrol", {name: value})
        assert getattr(s.options, name) == values_of(name).index(value)
        stated = [] if value == values_of(name)[0] else [name]
        assert [said.partition(":")[0] for said in SHELF.departures(s.options)] == stated
        assert all(said.endswith(f"({option.rule})") for said in SHELF.departures(s.options))
