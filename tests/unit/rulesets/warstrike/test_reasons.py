"""Every reason of 2.6 by an order that is refused for it, as `check` says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.giving import FAR, Piece, Unit, battle, code, give

from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import Deed, Ground, State

LONER: Unit = ("mark", (10, 10))
PAIR: Unit = ("line", [(10, 10), (13, 10)])
APART: Unit = ("line", [(10, 10), (10, 18)])  # 7 inches between the bases
GUNNERS: Unit = ("guns", [(10, 10), (13, 10)])  # the second an HMG team
STORM: Unit = ("storm", [(10, 10), (12, 10)])
ENEMY: Unit = ("line", [(10, 20)])
ADVANCE = ("B1 activate", "B1 advance move first")
DOUBLE = ("B1 activate", "B1 double move first")
OPEN = ("B1 activate", "B1 open-fire")


def box(ground: Ground, x0: float, y0: float, x1: float, y1: float) -> Piece:
    """A rectangle of terrain."""
    return ground, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def nothing(s: State) -> None:
    """The position as it is."""


def suppressed(s: State) -> None:
    """B1 has a marker."""
    s.unit[0].markers = 1


@dataclass
class Case:
    """A table, orders and their dice, and the order that is refused for a reason."""

    why: Why
    order: str
    first: tuple[str | tuple[str, int, int], ...] = ADVANCE
    ours: tuple[Unit, ...] = (PAIR,)
    theirs: tuple[Unit, ...] = (FAR,)
    terrain: tuple[Piece, ...] = ()
    before: Callable[[State], None] = nothing
    options: dict[str, Any] = field(default_factory=dict)


FAILED = ("B1 activate", 6, 6)  # two dice, none at 4 or less
CASES = [
    Case(Why.OFF_TABLE, "B1 go 10,0.4", ours=(("mark", (10, 3)),)),
    Case(Why.IMPASSABLE, "B1 go 10,14", terrain=(box(Ground.WATER, 5, 12, 15, 13),)),
    Case(Why.ENEMY_GAP, "B1 go 10,14", theirs=(("mark", (10, 15.9)),)),
    Case(Why.OVERLAP, "B1 go 10,14", ours=(PAIR, ("mark", (10, 14.5)))),
    Case(Why.TOO_FAR, "B1 go 10,16.1"),
    Case(Why.TERRAIN_CAP, "B1 go 10,17", DOUBLE, terrain=(box(Ground.BOG, 5, 12, 15, 13),)),
    Case(Why.NO_MOVE, "B1.2 place 13,11", OPEN),
    Case(Why.NO_MOVE, "B1 go 10,11", ("B1 activate", "B1 rally move first")),
    Case(Why.NOT_ELIGIBLE, "B1.2 place 10,15", ours=(APART,)),
    Case(Why.PLACE_RANGE, "B1.2 place 17.1,10"),
    Case(
        Why.FURTHER,
        "B1 end",
        (*ADVANCE, "B1 go 10,4", "B1.2 stay", "B1.2 step 10,25"),
        ours=(("line", [(10, 10), (10, 24)]),),
    ),
    Case(Why.MUST_REGAIN, "B1 end", (*DOUBLE, "B1 go 10,14", "B1.2 stay", "B1.2 step 14,11")),
    Case(Why.NO_FIRE, "B1.1 arm 1", ("B1 activate", "B1 double fire first"), theirs=(("mark", (10, 15)),)),
    Case(
        Why.HEAVY_MOVED,
        "B1.2 arm 1",
        (*ADVANCE, "B1 march 10,11"),
        (GUNNERS,),
        theirs=(ENEMY,),
    ),
    Case(
        Why.NOT_SEEN_BY_LEADER,
        "B1 fire R2",
        (*OPEN, "B1 end"),
        theirs=(ENEMY, ("line", [(30, 10)])),
        terrain=(box(Ground.BLOCK, 14, 9, 15, 11),),
    ),
    Case(Why.NO_TARGET, "B1 fire R2", (*OPEN, "B1 end"), theirs=(ENEMY, FAR)),
    Case(Why.FIRE_OR_MOVE, "B1 fire R1", (FAILED, "B1 fall-back move"), theirs=(ENEMY,), before=suppressed),
    Case(Why.FIRE_OR_MOVE, "B1 go 10,9", (FAILED, "B1 fall-back fire"), theirs=(ENEMY,), before=suppressed),
    Case(Why.ONLY_FALL_BACK, "B1 advance move first", (FAILED,), before=suppressed),
    Case(Why.ALREADY_ACTED, "B1 activate", ("B1 activate", "B1 go-to-ground"), (PAIR, ("mark", (30, 5)))),
    Case(Why.NOT_OFFERED, "B1 fall-back move", ("B1 activate",)),
    Case(Why.NOT_OFFERED, "B1 go-to-ground", ("B1 activate",), (("car", (10, 10)),)),
    Case(Why.NOT_YOURS, "B1 end", ("B1 activate",)),
    Case(Why.NOT_YOURS, "R1 activate", ()),
    Case(Why.WAYPOINTS, "B1 go 10.2,10", (*ADVANCE, *[f"B1 go 10.{i % 2},10" for i in range(1, 9)])),
    Case(Why.SPLIT, "B1.1 aim R2", (*OPEN, "B1 end"), theirs=(ENEMY, ("line", [(14, 20)]))),
]


def played(case: Case) -> State:
    """The position in which the order is refused."""
    s = battle(case.ours, case.theirs, case.terrain, **case.options)
    case.before(s)
    for one in case.first:
        s = give(s, one) if isinstance(one, str) else give(s, *one)
    return s


@pytest.mark.parametrize("case", CASES, ids=[f"{case.why.name} {case.order}" for case in CASES])
def test_a_reason_is_given(case: Case) -> None:
    """2.6, WS-16.6: the first reason against an order."""
    assert code(played(case), case.order) == case.why.name.lower()


def test_out_of_zone() -> None:
    """WS-4.5, WS-4.8."""
    s = give(set_up(SHELF, "free_first_patrol"), "roll", 6, 1)
    assert code(s, "B1 form 15,20") == "out_of_zone"


def asked() -> State:
    """R1 and R2 may Snap Fire at B1, which ran past them: R1 is asked."""
    s = battle([LONER], [("mark", (20, 14)), ("mark", (20, 18))])
    s.unit[1].last = s.unit[2].last = Deed.OPEN_FIRE
    return give(give(give(s, "B1 activate"), "B1 double move first"), "B1 march 10,21")


def test_who_is_not_asked_may_not_snap_fire() -> None:
    """WS-12.3, WS-12.4: unit by unit."""
    s = asked()
    assert code(s, "R2 snap") == "no_snap"
    assert code(give(s, "R1 decline"), "R2 snap") == "ok"


def test_no_reason_is_forgotten() -> None:
    """2.6: every one has its order here."""
    elsewhere = {Why.OK, Why.OUT_OF_ZONE, Why.NO_SNAP}
    assert {case.why for case in CASES} | elsewhere == set(Why)
