"""TC-2, TC-11.2 and TC-14.11: what a build costs and whether it is legal; what editions change."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.records import record
from hulldown.rulesets.tank_commander.codes import UPGRADES, Drive, Face, Kind
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.state import Options

FACES = 3
SQUAD_ARMOR = 3  # of table 2.1; `infantry_armor` says what it is
APC_CAP = 3  # of table 2.1; `apc_move_cap` says what it is


@record
class Offer:
    """What may be bought for a kind of unit (tables 2.2 and 2.3, options applied)."""

    base: Annotated[list[int], FACES]  # armor of the profile, front, side, rear
    armor_limit: int  # points on one facing
    armor_cost: int
    cost: Annotated[list[int], UPGRADES]
    limit: Annotated[list[int], UPGRADES]  # 0: not available
    budget: int
    barred: int  # 1: the unit itself may not be fielded


@record
class Bought:
    """A build: finished armor values and how many of each upgrade (TC-2.6)."""

    armor: Annotated[list[int], FACES]
    upgrade: Annotated[list[int], UPGRADES]


@rule
def build_cost(o: Offer, b: Bought) -> int:
    """Points spent: armor by the point, upgrades by the piece (TC-2.5, TC-2.7 to TC-2.17)."""
    total = 0
    for face in range(FACES):
        total += o.armor_cost * (b.armor[face] - o.base[face])
    for i in range(UPGRADES):
        total += o.cost[i] * b.upgrade[i]
    return total


@rule
def why_not_armored(o: Offer, b: Bought) -> int:
    """Armor: not under the profile, at most so much on a facing, side <= front, rear <= side (TC-2.5)."""
    for face in range(FACES):
        if b.armor[face] < o.base[face]:
            return Illegal.BELOW_BASE
    for face in range(FACES):
        if b.armor[face] - o.base[face] > o.armor_limit:
            return Illegal.OVER_FACING_LIMIT
    if b.armor[Face.SIDE] > b.armor[Face.FRONT]:
        return Illegal.SIDE_EXCEEDS_FRONT
    if b.armor[Face.REAR] > b.armor[Face.SIDE]:
        return Illegal.REAR_EXCEEDS_SIDE
    return Illegal.LEGAL


@rule
def why_not_built(o: Offer, b: Bought) -> int:
    """The first reason against a build, in the order of TC-2.24, or LEGAL."""
    if o.barred != 0:
        return Illegal.NOT_FIELDED
    reason = why_not_armored(o, b)
    if reason != Illegal.LEGAL:
        return reason
    for i in range(UPGRADES):
        if b.upgrade[i] > 0 and o.limit[i] == 0:
            return Illegal.NOT_AVAILABLE
    for i in range(UPGRADES):
        if b.upgrade[i] > o.limit[i]:
            return Illegal.OVER_ITEM_LIMIT
    return Illegal.OVER_BUDGET if build_cost(o, b) > o.budget else Illegal.LEGAL


@rule
def barred(drive: int, o: Options) -> bool:
    """Hover tanks and walkers are fielded only with `exotic_units` (TC-14.11)."""
    return o.exotic_units == 0 and (drive == Drive.HOVER or drive == Drive.LEGS)


@rule
def budget_of(base: int, painted: int, named: int, o: Options) -> int:
    """Upgrade points: more for a painted tank, more for names unless refused (TC-2.20 to TC-2.22)."""
    looks = o.paint_points if painted != 0 else 0
    return base + looks + (o.names_points if named != 0 and o.epic_veto == 0 else 0)


@rule
def armor_speed(extra_front: int, extra_side: int, extra_rear: int, o: Options) -> int:
    """`heavy_light_armor`: all points on a facing slow the tank, none at all speed it up (TC-2.23)."""
    if o.heavy_light_armor == 0:
        return 0
    heavy = o.heavy_armor_points
    if extra_front >= heavy or extra_side >= heavy or extra_rear >= heavy:
        return -o.heavy_armor_slows
    return o.light_armor_speeds if extra_front + extra_side + extra_rear == 0 else 0


@rule
def edition_armor(kind: int, armor: int, o: Options) -> int:
    """Armor of a profile; that of infantry is 3 by the table, 2 by the text (TC-10.3)."""
    return armor + o.infantry_armor - SQUAD_ARMOR if kind == Kind.SQUAD else armor


@rule
def edition_speed(kind: int, cap: int, o: Options) -> int:
    """Movement cap of a profile; that of an APC is 3, in the later edition 4 (TC-11.4)."""
    return cap + o.apc_move_cap - APC_CAP if kind == Kind.APC else cap
