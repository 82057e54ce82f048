"""The table as players see it: what is drawn is what the rules say, and nothing changes by looking."""

from __future__ import annotations

import math
import re

import pytest

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets.api.scene import PlaneAids, PlaneScene, Sightline
from hulldown.rulesets.warstrike import actions
from hulldown.rulesets.warstrike.board import scene
from hulldown.rulesets.warstrike.cards import status
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.moving import why_not_go
from hulldown.rulesets.warstrike.preview import area, reach
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_objective, lay_terrain, set_up
from hulldown.rulesets.warstrike.state import Deed, Ground, Phase, State
from hulldown.rulesets.warstrike.words import parse_action
from hulldown.views import board, ghost, text_board

ROW = [(10, 10), (11.5, 10), (13, 10), (8.5, 10)]


def give(s: State, *texts: str) -> State:
    """Carry orders of Cobalt out."""
    for text in texts:
        act = parse_action(s, 0, text)
        assert actions.check(s, 0, act) == Why.OK, text
        actions.apply(s, act, new_dice(5), blank(Log))
    return s


def field(**options: str) -> State:
    """A Line Squad of four against a Veteran Squad of three, nothing between them."""
    s = blank_state(SHELF, options)
    field_unit(SHELF, s, 0, "line", ROW)
    field_unit(SHELF, s, 1, "vet", [(10, 30), (12, 30), (14, 30)])
    return s


def aids(s: State, unit: str = "") -> PlaneAids:
    """What helps Cobalt."""
    found = scene(SHELF, s, 0, unit).aids
    assert isinstance(found, PlaneAids)
    return found


def seen(shown: PlaneScene) -> list[tuple[str, str]]:
    """Lines of sight: what they are and what they say."""
    return [(line.kind, line.note) for line in shown.sights]


@pytest.mark.parametrize("name", SHELF.scenario_names())
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_scenario_can_be_drawn(name: str, seat: int | None) -> None:
    s = set_up(SHELF, name)
    before = digest(s)
    shown = scene(SHELF, s, seat)
    assert board(shown)
    assert text_board(shown)
    assert digest(s) == before


def test_terrain_is_drawn_as_what_it_is() -> None:
    """WS-3.1: a wall is an open line, everything else closed."""
    s = blank_state(SHELF)
    square = [(1, 1), (4, 1), (4, 4), (1, 4)]
    for ground in Ground:
        lay_terrain(s, ground, square[:3] if ground == Ground.LINEAR else square)
    shown = scene(SHELF, s, None)
    assert [patch.kind for patch in shown.patches] == [
        "forest", "ruin", "bog", "hill", "danger", "wall", "building", "water",
    ]  # fmt: skip
    assert shown.patches[5].corners == ((1000, 1000), (4000, 1000), (4000, 4000))
    assert "Linear obstacle from 1, 1 to 4, 4." in board(shown)


def test_leaders_and_the_commander_are_marked() -> None:
    """WS-2.3, WS-2.6, WS-2.8."""
    s = field()
    field_unit(SHELF, s, 0, "cmd", (30, 10))
    ranks = {mark.unit: mark.rank for mark in scene(SHELF, s, None).units if mark.rank}
    assert ranks == {"B1.1": "leader", "R1.1": "leader", "B2.1": "commander"}
    s.unit[0].leader = 2
    assert next(mark.rank for mark in scene(SHELF, s, None).units if mark.unit == "B1.3") == "leader"


def test_objectives_say_who_controls_them() -> None:
    """WS-14.4."""
    s = field()
    lay_objective(s, 10, 13, side=1, value=50)
    lay_objective(s, 40, 13)
    lay_objective(s, 12, 13, side=0)
    near, far, home = scene(SHELF, s, None).goals
    assert (near.owner, near.reach, near.note) == (0, 3000, "Rust's, 50 VP")
    assert (far.owner, far.note) == (None, "")
    assert (home.owner, home.note) == (0, "its own")


def test_an_objective_at_which_both_stand_is_contested() -> None:
    """WS-14.4: nobody controls it."""
    s = field()
    ours, theirs = (next(v for v in s.model[: s.models] if s.unit[int(v.unit)].side == k) for k in (0, 1))
    lay_objective(s, 10, 13)
    for v in (ours, theirs):
        v.x, v.y = int(s.objective_x[0]), int(s.objective_y[0])
    (goal,) = scene(SHELF, s, None).goals
    assert (goal.owner, goal.contested) == (None, True)
    assert status(s, None).extras["zones"] == "Objectives: Cobalt 0, Rust 0, contested 1"


def test_own_edges_are_drawn_always_and_zones_in_set_up() -> None:
    """WS-4.6, WS-4.5."""
    assert [(part.kind, part.side) for part in scene(SHELF, field(), None).fields] == [
        ("edge", 0),
        ("edge", 1),
    ]
    s = set_up(SHELF, "free_first_patrol")
    assert [part.kind for part in scene(SHELF, s, None).fields] == ["deploy", "edge", "deploy", "edge"]


def test_the_wash_ends_where_the_leader_may_go() -> None:
    """WS-7.8: each corner can be walked to, nothing beyond a block."""
    s = field()
    lay_terrain(s, Ground.BLOCK, [(5, 13), (20, 13), (20, 14), (5, 14)])
    give(s, "B1 activate", "B1 advance move first")
    (line,) = area(s, 0)
    assert all(why_not_go(s, 0, x, y) == Why.OK for x, y in line if (x, y) != (10_000, 10_000))
    assert max(y for _, y in line) <= 12_500
    assert min(y for _, y in line) == 4_000


def test_a_move_that_is_laid_out_shows_its_way_and_what_is_left() -> None:
    """WS-1.8, WS-16.3: the leader's way is measured, his members are placed."""
    s = give(field(), "B1 activate", "B1 advance move first", "B1 go 10,13", "B1 go 12,13")
    shown = scene(SHELF, s, 0)
    leader = shown.ways[0]
    assert leader.spots == ((10_000, 10_000), (10_000, 13_000), (12_000, 13_000))
    assert leader.note == "5″, 1″ left"
    assert all(way.old and not way.note for way in shown.ways[1:])
    assert len(shown.ways) == 4
    assert [(span.kind, span.note) for span in aids(s).spans] == [("near", "6″ of the leader")]
    give(s, "B1 end")
    assert s.phase == Phase.FIRE
    assert scene(SHELF, s, 0).ways[0].note == "5″"
    give(s, "B1 hold")
    assert all(way.old for way in scene(SHELF, s, 0).ways)


def test_strays_are_told_before_a_move_ends() -> None:
    """WS-8.2, WS-8.3: who ends more than 2 inches from all others is out of command."""
    s = give(field(), "B1 activate", "B1 double move first", "B1 go 10,20")
    assert scene(SHELF, s, 0).remarks == ()
    give(s, "B1.3 stay")
    shown = scene(SHELF, s, 0)
    assert "B1.3 would be out of command (WS-8.3)." in shown.remarks
    assert [link.kind for link in shown.links] == ["broken"]
    assert "B1.3" in aids(s).named


def test_who_is_left_more_than_placing_distance_behind_is_told_too() -> None:
    """WS-7.10: a placed member may stay where it was; it is dropped then."""
    s = give(field(), "B1 activate", "B1 advance move first", "B1 go 10,16", "B1.3 stay", "B1.4 stay")
    told = " ".join(scene(SHELF, s, 0).remarks)
    assert "would stay behind" not in told  # 6 inches and a half, and their bases: within 6
    s.model[2].from_x = s.model[2].x = 16_500
    assert "B1.3 would stay behind, more than 6″ from the leader (WS-7.10)." in scene(SHELF, s, 0).remarks


def test_danger_and_snap_fire_are_told_before_a_move_ends() -> None:
    """WS-3.14, WS-12.2, WS-12.3."""
    s = field()
    lay_terrain(s, Ground.DANGEROUS, [(9, 12), (11, 12), (11, 16), (9, 16)])
    s.unit[1].last = Deed.OPEN_FIRE
    give(s, "B1 activate", "B1 advance move first", "B1 go 10,14")
    assert scene(SHELF, s, 0).remarks == ("B1.1 would test for dangerous ground (WS-3.14).",)
    s = field()
    s.unit[1].last = Deed.OPEN_FIRE
    give(s, "B1 activate", "B1 double move first", "B1 go 10,20")
    assert "R1 may Snap Fire at it (WS-12.2)." in scene(SHELF, s, 0).remarks
    assert ("snap", "R1 Snap Fire 14″") in [(span.kind, span.note) for span in aids(s).spans]


def lines(ground: Ground, corners: list[tuple[float, float]]) -> list[Sightline]:
    """What the leader at 10, 10 sees of one enemy at 10, 30 with terrain between them."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", ROW)
    field_unit(SHELF, s, 1, "mark", (10, 30))
    lay_terrain(s, ground, corners)
    return list(scene(SHELF, s, 0, "B1").sights)


def test_lines_of_sight_say_what_is_in_the_way() -> None:
    """WS-3.15: open, concealed, hidden, blocked, each by its terrain and where it begins."""
    box = [(5.0, 15.0), (15.0, 15.0), (15.0, 18.0), (5.0, 18.0)]
    found = {ground: lines(ground, box)[0] for ground in (Ground.WATER, Ground.WOOD, Ground.BLOCK)}
    assert [(line.kind, line.note) for line in found.values()] == [
        ("open", "19″ (leader)"),
        ("hidden", "19″ hidden, wood (leader)"),
        ("blocked", "19″ blocked, block (leader)"),
    ]
    assert found[Ground.WOOD].at == (10_000, 15_000)
    wall = lines(Ground.LINEAR, [(5, 28), (15, 28)])[0]
    assert (wall.kind, wall.note, wall.at) == (
        "concealed",
        "19″ concealed, linear obstacle (leader)",
        (10_000, 28_000),
    )
    assert wall.target == "R1"


def test_a_hidden_enemy_within_awareness_is_noticed() -> None:
    """WS-3.6."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", ROW)
    field_unit(SHELF, s, 1, "mark", (10, 20))
    lay_terrain(s, Ground.WOOD, [(5, 14), (15, 14), (15, 16), (5, 16)])
    assert seen(scene(SHELF, s, 0, "B1")) == [("hidden", "9″ hidden, noticed, wood (leader)")]


def test_targets_come_with_the_lines_of_all_who_fire() -> None:
    """WS-11.2: a line from every model of the unit."""
    s = give(field(), "B1 activate", "B1 open-fire", "B1 end")
    found = aids(s)
    assert [(target.unit, target.refusal) for target in found.targets] == [("R1", "")]
    assert [line.target for line in found.sights] == ["R1"] * 4


def test_models_are_moved_by_orders_that_are_understood() -> None:
    """WS-7.2 to WS-7.4, WS-16.1: the leader goes, members are placed or walk; each may be taken back."""
    for deed, word in (("advance move first", "place"), ("double move first", "step")):
        s = give(field(), "B1 activate", f"B1 {deed}")
        drags = aids(s).drags
        assert [drag.unit for drag in drags] == ["B1", "B1.1", "B1.2", "B1.3", "B1.4"]
        assert drags[0].order == "B1 march {x},{y}"
        assert (drags[1].order, drags[1].back) == ("B1 go {x},{y}", "B1 back")
        assert (drags[2].order, drags[2].back) == (f"B1.2 {word} {{x}},{{y}}", "B1.2 stay")
        for drag in drags:
            assert parse_action(s, 0, drag.order.replace("{x}", "9").replace("{y}", "11.125"))
            assert not drag.then or parse_action(s, 0, drag.then)
        give(s, "B1 go 10,11")
        assert aids(s).drags[0].unit == "B1.1"  # what is begun goes on model by model


def test_only_the_leader_is_moved_where_the_rest_must_stand() -> None:
    """WS-9.2."""
    s = give(field(), "B1 activate", "B1 open-fire")
    assert [drag.unit for drag in aids(s).drags] == ["B1", "B1.1"]


def test_set_up_by_hand() -> None:
    """WS-4.8, WS-4.9: a unit in formation, then its models."""
    s = set_up(SHELF, "free_first_patrol")
    actions.apply(s, parse_action(s, 0, "roll"), new_dice(5), blank(Log))
    seat, name = int(s.side), "BR"[int(s.side)]
    shown = scene(SHELF, s, seat)
    assert isinstance(shown.aids, PlaneAids)
    (first,) = shown.aids.drags
    assert first.order == f"{first.unit} form {{x}},{{y}}"
    assert first.foot is not None
    assert shown.aids.spots
    place = next(iter(shown.aids.spots))[0]
    act = parse_action(s, seat, f"{name}1 form {place}")
    assert actions.check(s, seat, act) == Why.OK
    actions.apply(s, act, new_dice(5), blank(Log))
    after = scene(SHELF, s, seat).aids
    assert isinstance(after, PlaneAids)
    assert len(after.drags) == 1 + int(s.unit[s.acting].size)


def test_reach_names_the_places_of_whole_moves() -> None:
    """WS-16.4."""
    s = give(field(), "B1 activate", "B1 advance move first")
    found = reach(s, 0, "B1")
    assert found
    assert set(found) == {place for place, _ in aids(s).spots}
    leader = s.model[int(s.unit[0].leader)]
    for far, rows in found.values():
        (row,) = rows
        straight = math.dist((leader.x, leader.y), (row.x, row.y)) / 1000
        assert straight - 0.05 <= far < straight + 1
        assert far <= 6
        assert all(actions.check(s, 0, row) == Why.OK for row in rows)


def test_a_ghost_shows_ways_strays_and_what_follows() -> None:
    """WS-8.3: it is seen and said before it is done."""
    s = give(field(), "B1 activate", "B1 double move first")
    after = give(copy(s), "B1 go 10,20", "B1.3 stay")
    drawn = ghost(scene(SHELF, s, 0), scene(SHELF, after, None))
    assert '<desc class="remark">B1.3 would be out of command (WS-8.3).' in drawn
    assert 'class="chain bad"' in drawn
    assert re.findall(r'class="lbl".*?<text y="4">([^<]*)<', drawn) == ["10″, 2″ left"]


def test_who_acted_and_what_it_suffers_stands_below_its_label() -> None:
    """WS-5.6, WS-6.8, WS-9.31, WS-10.9."""
    s = field()
    s.unit[0].acted, s.unit[0].last, s.unit[0].markers = 1, Deed.ADVANCE, 2
    s.unit[1].ground, s.unit[1].hunkered, s.unit[1].markers = 1, 1, 1
    one, other = scene(SHELF, s, None).groups
    assert one.doing == "Advance!, 2 markers"
    assert "spent" in one.state
    assert other.doing == "gone to ground, hunkered, 1 marker"
    assert other.state == frozenset()
