"""AGrav's battles as they are shown: what is on the map, what a unit can do, what fog hides."""

import pytest
from tests.unit.rulesets.agrav.field import fence, lay, plain, put

from hulldown.rulesets.agrav.board import reach, scene
from hulldown.rulesets.agrav.cards import status
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import (
    NOBODY,
    Feature,
    Height,
    Phase,
    ReactionTrigger,
    Shield,
    State,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import action_text
from hulldown.rulesets.api.scene import Barricade, Charge, Heat, Marker, Terrain, TileMark, TileScene, Zone
from hulldown.views import board, text_board

SCENARIOS = ("crossroads", "container_yard", "silence_the_gun", "free_crossroads", "free_yard")


def mark(drawn: TileScene, unit: str) -> TileMark:
    """A unit of a scene."""
    return next(one for one in drawn.units if one.unit == unit)


def markers(drawn: TileScene, kind: str) -> list[Marker]:
    """The markers of one kind."""
    return [one for one in drawn.markers if one.kind == kind]


# ---------------------------------------------------------------- all of it


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_scenario_is_drawn_for_everybody(name: str, seat: int | None) -> None:
    s = set_up(SHELF, name)
    for unit in ("", "A1", "B1", "Z9"):
        drawn = scene(SHELF, s, seat, unit)
        assert (drawn.columns, drawn.rows) == (s.columns, s.rows)
        assert board(drawn) and text_board(drawn)


def test_ground_structures_and_barricades() -> None:
    """AG-3.12, AG-3.13: what stands, with its durability once it is less than at first."""
    s = lay("#=d.. HH... HHL.. U....")
    fence(s, (3, 1), "S")
    hurt = fence(s, (4, 3), "E")
    s.barricade[hurt].durability = 1234
    s.section[1].features = Feature.VOLATILE | Feature.WEAK
    s.section[1].durability = 2501
    drawn = scene(SHELF, s, None)
    assert drawn.terrain == (Terrain("A1", "wall"), Terrain("B1", "gate"), Terrain("C1", "debris"))
    high, low, ruin = drawn.structures
    assert (high.name, high.kind, high.left, high.places) == ("S1", "high", "", ("A2", "B2", "A3", "B3"))
    assert (low.kind, low.left, low.features) == ("low", "251", {"volatile", "weak"})
    assert (ruin.kind, ruin.left) == ("ruin", "1500"), "of a ruin it is always written"
    assert drawn.barricades == (Barricade("K1", "D2", "south"), Barricade("K2", "E4", "east", "124"))


def test_what_came_down_is_debris_and_what_is_about_to_is_marked() -> None:
    """AG-20.12: a section at 0 stands until the end of the turn."""
    s = lay("HH.L.")
    s.section[0].durability, s.section[0].felled = 0, 1
    s.section[1].height = Height.GONE
    s.barricade[fence(s, (3, 0), "E")].durability = 0
    drawn = scene(SHELF, s, None)
    assert [(one.name, one.falling, one.left) for one in drawn.structures] == [("S1", True, "0")]
    assert drawn.barricades == ()


def test_smoke_shows_its_turns() -> None:
    """AG-3.10."""
    s = lay("..*..")
    assert markers(scene(SHELF, s, 0), "smoke") == [Marker("C1", "smoke", note="3")]


# ---------------------------------------------------------------- units


def test_each_chassis_has_its_shape() -> None:
    """AG-3.14: a tank, a walker, an AGrav, suits and troopers."""
    s = plain()
    for column, what in enumerate(("bastion", "strider", "kestrel", "powersuits", "troopers")):
        put(s, what, (column, 0), Way.E)
    drawn = scene(SHELF, s, 0)
    assert [unit.kind for unit in drawn.units] == ["tank", "walker", "hover", "suits", "squad"]
    assert [unit.hull for unit in drawn.units] == [2, 2, 2, None, None]
    assert mark(drawn, "A1").points_full == 390
    assert (mark(drawn, "A5").points, mark(drawn, "A5").points_full) == (5, 5)


def test_shield_heat_stun_and_cones_are_shown() -> None:
    """AG-13.15, AG-11.2, AG-15.6, AG-16.7."""
    s = plain()
    unit = put(s, "bastion", (2, 2))
    assert mark(scene(SHELF, s, 0), "A1").shield == Charge("on", 100)
    unit.shield.charge = 1
    unit.shield.crack = 2
    unit.heat, unit.durability, unit.stun, unit.weapon[0].cone = 1201, 1000, 2, Way.SE
    drawn = mark(scene(SHELF, s, 0), "A1")
    assert drawn.shield == Charge("cracked", 1), "any charge is more than none"
    assert drawn.heat == Heat(121, 45), "half the durability, half the limit of 90"
    assert (drawn.stun, drawn.watches, drawn.turret) == (2, (Way.SE,), Way.SE)
    for state, word in ((Shield.INACTIVE, "idle"), (Shield.DISABLED, "down"), (Shield.DESTROYED, "down")):
        unit.shield.state = state
        shield = mark(scene(SHELF, s, 0), "A1").shield
        assert shield is not None and shield.state == word
    unit.shield.state = Shield.ABSENT
    assert mark(scene(SHELF, s, 0), "A1").shield is None


def test_a_unit_off_its_centre_stands_there() -> None:
    """AG-2.9."""
    s = plain()
    put(s, "kestrel", (2, 2), anchor=2)
    assert mark(scene(SHELF, s, 0), "A1").shift == (1, -1)


def test_who_can_do_nothing_more_is_spent() -> None:
    s = plain()
    unit = put(s, "bastion", (2, 2))
    put(s, "bastion", (5, 5), side=1)
    unit.left = 0
    assert not mark(scene(SHELF, s, 0), "A1").state
    for gun in unit.weapon:
        gun.fired = 1
    assert mark(scene(SHELF, s, 0), "A1").state == {"spent"}
    assert not mark(scene(SHELF, s, 0), "B1").state, "it is not its turn"


# ---------------------------------------------------------------- aids


def test_the_aids_are_for_the_unit_looked_at_and_its_orders_only_in_its_turn() -> None:
    s = plain()
    put(s, "bastion", (2, 8))
    put(s, "strider", (2, 0), Way.S, side=1)
    mine = scene(SHELF, s, 0, "A1").aids
    assert (mine.unit, mine.place) == ("A1", "C9")
    assert mine.reach and mine.arc
    assert [(target.unit, target.refusal, target.steps) for target in mine.targets] == [("B1", "", 8)]
    other = scene(SHELF, s, 0, "B1").aids
    assert other.arc and not other.reach and not other.targets
    assert not scene(SHELF, s, 1, "A1").aids.targets
    assert scene(SHELF, s, 0).aids == mine, "who names none looks at the first of the side to move"
    assert scene(SHELF, s, 1).aids.unit == scene(SHELF, s, None).aids.unit == ""


def test_what_bars_a_shot_stands_with_the_target() -> None:
    """AG-8.13."""
    s = lay("..... ..... .HHH. ..... .....")
    put(s, "bastion", (2, 4))
    put(s, "strider", (2, 0), Way.S, side=1)
    hidden, *structures = scene(SHELF, s, 0, "A1").aids.targets
    assert hidden.refusal == "no line of sight AG-8.13"
    assert [(target.place, target.unit) for target in structures] == [("B3", None)], "its nearest tile"


def test_the_arc_ends_where_sight_does() -> None:
    """AG-4.2, AG-8.13: a hull weapon bears ahead only."""
    s = lay("..... ..H.. ..... ..... .....")
    put(s, "swift", (2, 3))
    arc = scene(SHELF, s, 0, "A1").aids.arc
    assert "C3" in arc and "A3" not in arc, "off the arc"
    assert "C1" not in arc, "behind the structure"
    assert "C5" not in arc, "behind the hull"


def plan(s: State, unit: str, place: str) -> tuple[int, list[str]]:
    """What it costs to get somewhere, and the orders."""
    cost, path = reach(s, int(s.side), unit)[place]
    return cost, [action_text(SHELF, s, order) for order in path]


def test_the_way_of_a_tank_has_turns_and_costs_what_its_orders_cost() -> None:
    """AG-7.1, AG-7.2, AG-3.3: into debris a tank pays one more."""
    s = lay("..... ..d.. ..... .....")
    put(s, "bastion", (2, 2))
    assert plan(s, "A1", "C2") == (2, ["A1 step N"])
    assert plan(s, "A1", "D3") == (2, ["A1 turn right", "A1 step E"])
    assert plan(s, "A1", "C4") == (1, ["A1 step S"])


def test_a_walker_strafes_and_an_agrav_goes_aslant() -> None:
    """AG-7.4, AG-7.8."""
    s = plain()
    put(s, "strider", (4, 4))
    put(s, "kestrel", (1, 1))
    assert plan(s, "A1", "F5")[0] == 2
    assert plan(s, "A2", "D4") == (2, ["A2 step SE", "A2 step SE"])


def test_no_way_leads_where_fire_may_answer() -> None:
    """AG-16.8: there the way may end otherwise than planned."""
    s = plain()
    put(s, "kestrel", (0, 8))
    watcher = put(s, "strider", (4, 0), Way.S, side=1)
    assert "E9" in reach(s, 0, "A1")
    watcher.weapon[0].cone = Way.E
    assert "E9" in reach(s, 0, "A1")
    watcher.weapon[0].cone = Way.W
    assert "A1" not in reach(s, 0, "A1"), "into the cone"
    assert "A6" in reach(s, 0, "A1"), "before it"
    watcher.weapon[0].cone = Way.S
    assert "E9" in reach(s, 0, "A1"), "it is in the cone already and stays there"
    s.options.reaction_trigger = ReactionTrigger.ANY_MOVE_IN_VIEW
    assert reach(s, 0, "A1") == {}
    s.options.reaction_trigger = ReactionTrigger.ENTER_VIEW
    watcher.weapon[0].cone = NOBODY
    s.units[0].weapon[0].cone = Way.N
    assert reach(s, 0, "A1"), "it sees everybody already"
    s.known[0] = 0
    assert reach(s, 0, "A1"), "that its own weapon may surprise somebody is no danger (AG-16.10)"
    assert reach(s, 1, "A1") == reach(s, 0, "B1") == reach(s, 0, "A7") == {}


# ---------------------------------------------------------------- zones and rounds in flight


def test_a_place_that_scores_is_drawn_while_it_does() -> None:
    """Section 6: Crossroads scores within 1 tile of (6,5) at the end of rounds 4, 6 and 8."""
    s = set_up(SHELF, "crossroads")
    (zone,) = scene(SHELF, s, 0).zones
    assert zone == Zone("score", -1, ("F5", "G5", "H5", "F6", "G6", "H6", "F7", "G7", "H7"), zone.note)
    assert zone.note == "15 points in rounds 4, 6 and 8"
    assert (zone.owner, zone.contested) == (None, False)
    s.units[0].tile = s.zone[0].tile
    alone = scene(SHELF, s, 0).zones[0]
    assert (alone.owner, alone.contested) == (0, False)
    assert "Cobalt alone now" in status(SHELF, s, None).extras["zones"]
    walker = next(u for u in range(s.count) if s.units[u].side == 1)
    s.units[walker].tile = s.zone[0].tile + 1
    assert scene(SHELF, s, 0).zones[0].contested
    assert "contested now" in status(SHELF, s, None).extras["zones"]
    s.options.fog_of_war, s.known[0] = 1, 0
    assert not scene(SHELF, s, 0).zones[0].contested, "who is not seen contests nothing that a seat knows of"
    s.options.fog_of_war = 0
    s.round = 7
    assert scene(SHELF, s, 0).zones[0].note == "15 points in round 8"
    s.zone[0].rounds = 0
    assert scene(SHELF, s, 0).zones == ()


def test_the_sides_see_where_they_set_up() -> None:
    """AG-6.9."""
    s = set_up(SHELF, "free_crossroads")
    assert scene(SHELF, s, 0).subtitle == "Setting up"
    s.phase = Phase.DEPLOY
    zones = {zone.side: zone.places for zone in scene(SHELF, s, 0).zones if zone.kind == "deploy"}
    assert len(zones[0]) == len(zones[1]) == 3 * s.columns
    assert set(zones[0]).isdisjoint(zones[1])


def test_rounds_in_flight_stand_at_their_targets() -> None:
    """AG-17.13."""
    s = lay("..... ..HH. ..... .....")
    put(s, "anvil", (0, 3))
    put(s, "strider", (4, 3), side=1)
    for i, (target, place) in enumerate(((1, NOBODY), (1, NOBODY), (NOBODY, 0))):
        s.flight[i].shooter, s.flight[i].side = 0, 0
        s.flight[i].target, s.flight[i].place = target, place
    s.flying = 3
    assert markers(scene(SHELF, s, 1), "flight") == [
        Marker("C2", "flight", 0),
        Marker("E4", "flight", 0, "2"),
    ]


# ---------------------------------------------------------------- fog of war (AG-24.1)


def fog() -> State:
    """B1 behind a structure, out of sight of A1; it was seen at E1 before."""
    s = lay("..... HHHHH ..... .....", {"fog_of_war": True})
    put(s, "bastion", (2, 3))
    put(s, "strider", (2, 0), Way.S, side=1)
    s.last_seen[1] = tile_at(4, 0)
    look_all(s)
    return s


def test_fog_hides_who_is_in_nobodys_sight() -> None:
    s = fog()
    drawn = scene(SHELF, s, 0, "A1")
    assert [unit.unit for unit in drawn.units] == ["A1"]
    assert all(target.unit != "B1" for target in drawn.aids.targets)
    assert markers(drawn, "last-seen") == [Marker("E1", "last-seen", 1, "B1")]
    assert scene(SHELF, s, 0, "B1").aids.unit == ""
    assert [unit.unit for unit in scene(SHELF, s, 1).units] == ["B1"]
    assert scene(SHELF, s, None).units == (), "who looks on knows what both sides know"
    assert 'data-unit="B1"' not in board(drawn) and "Strider" not in board(drawn)


def test_fog_hides_the_rounds_of_who_is_hidden_and_where_a_hidden_target_is_now() -> None:
    s = fog()
    for i, (shooter, target) in enumerate(((0, 1), (1, 0))):
        s.flight[i].shooter = s.flight[i].side = shooter
        s.flight[i].target, s.flight[i].place = target, NOBODY
    s.flying = 2
    assert markers(scene(SHELF, s, 0), "flight") == [Marker("E1", "flight", 0)], "where it was last seen"
    assert markers(scene(SHELF, s, 1), "flight") == [], "its own target it has never seen"


def test_who_comes_into_sight_is_shown_again() -> None:
    s = fog()
    s.occupant[s.units[1].tile] = NOBODY
    s.units[1].tile = tile_at(4, 3)
    look_all(s)
    drawn = scene(SHELF, s, 0)
    assert [unit.unit for unit in drawn.units] == ["A1", "B1"]
    assert markers(drawn, "last-seen") == []
    assert len(scene(SHELF, s, None).units) == 2
