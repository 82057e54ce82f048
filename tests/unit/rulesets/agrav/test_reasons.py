"""Every reason of section 9 by an order that is refused for it, as `check` says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.unit.rulesets.agrav.blows import crit
from tests.unit.rulesets.agrav.range import OPEN, fence
from tests.unit.rulesets.agrav.table import Stand, give, table, unit

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import Part, Shield, State, Verb
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import action_text, parse_action, printed_refusal

HIGH = ("............", "............", "...HHHHH....", *OPEN[3:])
LOW = ("............", "............", "...LLLLL....", *OPEN[3:])
WALL = ("............", "....#.......", *OPEN[2:])
FAR_OFF = ("troopers", "L8")
EDGE = (4, 4)  # the barricade section south of E5


def nothing(s: State) -> None:
    """The position as it is."""


@dataclass
class Case:
    """Units, an order, why it is refused; what happens before, by hand and by orders of A's turn."""

    why: str
    order: str
    ours: tuple[Stand, ...]
    theirs: tuple[Stand, ...] = ()
    before: Callable[[State], object] = nothing
    first: tuple[tuple[Any, ...], ...] = ()
    picture: tuple[str, ...] = OPEN
    options: dict[str, Any] = field(default_factory=dict)
    shields: bool = False


TANK, WALKER, GRAV, SQUAD = "bastion", "strider", "kestrel", "powersuits"


def wreck(name: str, part: Part) -> Callable[[State], object]:
    """Two crits on a part."""
    return lambda s: crit(unit(s, name), part, 2)


def write(record: object, values: dict[str, int]) -> None:
    """Fields of a record as they are given."""
    for key, value in values.items():
        setattr(record, key, value)


def written(name: str, **values: int) -> Callable[[State], object]:
    """Fields of a unit as they are given."""
    return lambda s: write(unit(s, name), values)


def armed(name: str, w: int, **values: int) -> Callable[[State], object]:
    """Fields of one of its weapons."""
    return lambda s: write(unit(s, name).weapon[w], values)


def shield(name: str, **values: int) -> Callable[[State], object]:
    """Fields of its shield."""
    return lambda s: write(unit(s, name).shield, values)


def barred(s: State) -> None:
    """A barricade section on the edge."""
    fence(s, EDGE)
    look_all(s)


CASES = (
    Case("tile_occupied", "A1 step N", ((TANK, "E5"), (TANK, "E4"))),
    Case("tile_blocked", "A1 step N", ((TANK, "E4"),), picture=HIGH),
    Case("tile_blocked", "A1 step N", ((GRAV, "E3"),), picture=WALL),
    Case("off_map", "A1 step N", ((TANK, "E1"),)),
    Case("corner_blocked", "A1 step NE", ((GRAV, "D2"),), picture=WALL),
    Case("direction_not_allowed", "A1 step E", ((TANK, "E5"),)),
    Case("direction_not_allowed", "A1 step NE", ((WALKER, "E5"),)),
    Case("barricade", "A1 step S", ((TANK, "E5"),), before=barred),
    Case("no_mobility", "A1 step N", ((TANK, "E5"),), before=written("A1", left=0)),
    Case("no_mobility", "A1 step E", ((WALKER, "E5"),), before=written("A1", left=1)),
    Case("immobile", "A1 turn left", ((GRAV, "E5"),), before=wreck("A1", Part.DRIVE)),
    Case("weapon_fired", "A1 fire cannon100 B1", ((TANK, "E5"),), ((TANK, "E1"),), armed("A1", 0, fired=1)),
    Case("reloading", "A1 fire howitzer B1", (("anvil", "E5"),), ((TANK, "E1"),), armed("A1", 0, waiting=1)),
    Case(
        "weapon_destroyed", "A1 fire cannon100 B1", ((TANK, "E5"),), ((TANK, "E1"),), wreck("A1", Part.WEAPON)
    ),
    Case("no_ammo", "A1 fire cannon100 B1", ((TANK, "E5"),), ((TANK, "E1"),), armed("A1", 0, loads=0)),
    Case("no_ammo", "A1 charge S1", ((SQUAD, "E4"),), before=armed("A1", 1, loads=0), picture=HIGH),
    Case("no_power", "A1 fire laser B1", ((WALKER, "E5"),), ((TANK, "E1"),), written("A1", energy=2)),
    Case("no_los", "A1 fire cannon100 B1", ((TANK, "E5"),), ((TANK, "E1"),), picture=LOW),
    Case("out_of_arc", "A1 fire laser B1", ((GRAV, "E5"),), ((TANK, "I5"),)),
    Case("friendly", "A1 fire laser A2", ((GRAV, "E5"), (TANK, "E1"))),
    Case("friendly", "A1 ram A2", ((WALKER, "E5"), (TANK, "E4"))),
    Case("indestructible", "A1 fire laser tile E2", ((GRAV, "E5"),), picture=WALL),
    Case("mode_not_allowed", "A1 fire mortar B1 low", (("anvil", "E5"),), ((TANK, "E1"),)),
    Case("mode_not_allowed", "A1 fire mortar B1 indirect", (("anvil", "E5"),), ((TANK, "E1"),)),
    Case("no_spotter", "A1 fire mortar B1 indirect", (("anvil", "E5"),), ((TANK, "E1"),), picture=LOW),
    Case(
        "high_terrain",
        "A1 fire rocket B1 low indirect",
        (("anvil", "E5"), (SQUAD, "E2")),
        ((TANK, "E1"),),
        picture=HIGH,
    ),
    Case(
        "hold_fire",
        "A1 fire laser B1",
        ((GRAV, "E5"),),
        ((TANK, "E1"),),
        lambda s: setattr(s, "round", 1),
        options={"first_side_hold_fire": True},
    ),
    Case("reaction_not_allowed", "A1 react mortar N", (("anvil", "E5"),)),
    Case("reaction_not_allowed", "A1 react howitzer E", (("anvil", "E5"),)),
    Case("reaction_not_allowed", "A1 react charge E", ((SQUAD, "E5"),)),
    Case("shield_toggled", "A1 shield", ((TANK, "E5"),), first=(("A1 shield",),)),
    Case("shield_disabled", "A1 shield", ((TANK, "E5"),), before=shield("A1", state=Shield.DISABLED)),
    Case("shield_disabled", "A1 shield", ((TANK, "E5"),), before=wreck("A1", Part.SHIELD)),
    Case(
        "shield_disabled",
        "A1 transfer A2 9",
        (("pavise", "E5"), (TANK, "E4")),
        before=shield("A1", state=Shield.DISABLED),
        shields=True,
    ),
    Case("shield_empty", "A1 shield", ((TANK, "E5"),), before=shield("A1", charge=0)),
    Case(
        "transfer_used",
        "A1 transfer A2 9",
        (("pavise", "E5"), (TANK, "E4")),
        first=(("A1 transfer A2 9",),),
        shields=True,
    ),
    Case("transfer_target", "A1 transfer A2 9", (("pavise", "E5"), (TANK, "E3")), shields=True),
    Case("transfer_target", "A1 transfer A2 9", (("pavise", "E5"), (TANK, "E4"))),
    Case("transfer_target", "A1 transfer B1 9", (("pavise", "E5"),), ((TANK, "E4"),), shields=True),
    Case("transfer_missing", "A1 transfer A2 9", ((TANK, "E5"), (TANK, "E4")), shields=True),
    Case("transfer_amount", "A1 transfer A2 201", (("pavise", "E5"), (TANK, "E4")), shields=True),
    Case("transfer_amount", "A1 transfer A2 0", (("pavise", "E5"), (TANK, "E4")), shields=True),
    Case("ram_used", "A1 step S", ((TANK, "E5"),), (("anvil", "E4"),), first=(("A1 ram B1",),)),
    Case("ram_used", "A1 ram B1", ((TANK, "E5"),), (("anvil", "E4"),), first=(("A1 ram B1",),)),
    Case("ram_not_adjacent", "A1 ram B1", ((TANK, "E5"),), ((TANK, "F4"),)),
    Case("ram_not_adjacent", "A1 ram B1", ((WALKER, "E5"),), ((TANK, "E6"),)),
    Case("ram_not_allowed", "A1 ram B1", ((GRAV, "E5"),), ((TANK, "E4"),)),
    Case("ram_not_allowed", "A1 ram B1", ((SQUAD, "E5"),), ((TANK, "E4"),)),
    Case("ram_not_allowed", "A1 ram B1", ((TANK, "E5"),), ((GRAV, "E4"),)),
    Case("smoke_used", "A1 smoke E4", ((GRAV, "E5"),), first=(("A1 smoke E3",),)),
    Case("smoke_used", "A1 smoke E4", ((TANK, "E5"),)),
    Case("smoke_target", "A1 smoke E2", ((GRAV, "E5"),)),
    Case("smoke_target", "A1 smoke E4 E4", ((GRAV, "E5"),)),
    Case("smoke_target", "A1 smoke E2", ((GRAV, "E3"),), picture=WALL),
    Case("charge_target", "A1 charge S1", ((SQUAD, "E5"),), picture=HIGH),
    Case("charge_target", "A1 charge S1", ((SQUAD, "C2"),), picture=HIGH),
    Case("charge_target", "A1 charge B1", ((SQUAD, "E5"),), ((TANK, "E4"),)),
    Case("charge_target", "A1 charge tile E2", ((SQUAD, "E3"),), picture=WALL),
    Case("weapon_fired", "A1 charge S1", ((SQUAD, "E4"),), before=armed("A1", 0, fired=1), picture=HIGH),
    Case("not_your_turn", "B1 step S", ((TANK, "E5"),), ((TANK, "E1"),)),
    Case(
        "not_seen",
        "A1 fire laser B1",
        ((GRAV, "E5"),),
        ((TANK, "E1"),),
        picture=LOW,
        options={"fog_of_war": True},
    ),
)


def given(case: Case) -> tuple[State, Action]:
    """The position and the order."""
    theirs = case.theirs or (FAR_OFF,)  # a side without units has lost
    s = table(case.ours, theirs, case.picture, case.options, case.shields)
    case.before(s)
    for order, *dice in case.first:
        s = give(s, order, *dice)
    return s, parse_action(SHELF, s, 0, case.order)


def code(s: State, a: Action) -> str:
    """A reason as section 9 spells it."""
    return Why.of(check(s, 0, a)).name.lower()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.why}: {case.order}")
def test_an_order_is_refused_for_its_reason(case: Case) -> None:
    """AG-2.3, AG-3.9, AG-5.8, AG-6.8, AG-7.8, AG-7.10, AG-7.12, AG-7.13, AG-8.12, AG-8.13, AG-13.20, AG-14.8,
    AG-16.7, AG-17.4, AG-17.8, AG-17.14, AG-19.11 to AG-19.13, AG-21.6, AG-21.7, AG-22.1, AG-24.1.
    """
    s, a = given(case)
    assert code(s, a) == case.why
    assert action_text(SHELF, s, a).startswith(case.order)  # a refused order can be read out as well


def test_units_are_placed_in_their_zone() -> None:
    """AG-6.1, AG-6.9."""
    s = set_up(SHELF, "free_crossroads")
    s = give(give(s, "roll off", 90, 10), "first")
    assert code(s, parse_action(SHELF, s, 0, "A1 place E5 N")) == "deploy_zone"
    assert code(s, parse_action(SHELF, s, 0, "A1 place E9 N")) == "allowed"
    assert code(s, make(0, Verb.END)) == "no_such_action"


def test_the_other_side_waits() -> None:
    """AG-6.6."""
    s = table(((TANK, "E5"),), ((TANK, "E1"),))
    assert Why.of(check(s, 1, make(1, Verb.END))) == Why.NOT_YOUR_TURN


def test_every_reason_of_the_book_is_given_for_some_order() -> None:
    """Section 9: its codes with its words, and the two that the program adds."""
    text = SHELF.rulebook().text.partition("# 9. Reasons")[2].partition("\n# ")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")][1:]
    printed = {row[0].strip(): row[1].strip() for row in rows}
    made = {why.name.lower(): printed_refusal(why).text for why in Why if why}
    assert printed.items() <= made.items()
    assert made.keys() - printed.keys() == {"no_such_action", "not_seen"}
    shown = {case.why for case in CASES} | {"deploy_zone", "no_such_action"}
    assert shown == made.keys()
