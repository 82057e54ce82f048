"""One vehicle and what hits it, for tests of damage: targets, shots, what the log says, crits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice
from hulldown.rulesets.agrav.armor import harm
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import hit_vehicle
from hulldown.rulesets.agrav.events import event
from hulldown.rulesets.agrav.setup import blank_state, field_unit
from hulldown.rulesets.agrav.state import Face, Part, Shield, State, Unit, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import EventKind

HERE = tile_at(5, 5)
PRINTED = SHELF.options_under({})  # what parts suffer by the rulebook
Options = Mapping[str, Any]
# penetration, damage, thermal, energy, HE (table 3.5)
CANNON = (130, 70, 0, 0, 0)
HE_GUN = (65, 90, 0, 0, 1)
LASER = (100, 60, 30, 1, 0)
LANCE = (150, 80, 60, 1, 0)
RAIL = (170, 65, 0, 0, 0)
PULSE = (60, 20, 10, 1, 0)


def target(what: str = "bastion", options: Options | None = None, shield: bool = False) -> State:
    """One vehicle or squad on an empty map, its shield off unless told otherwise."""
    s = blank_state(options or {})
    u = field_unit(SHELF, s, 0, what, HERE)
    if not shield and u.shield.state == Shield.ACTIVE:
        u.shield.state = Shield.INACTIVE
    look_all(s)
    return s


def shoot(
    s: State, shot: tuple[int, ...], face: Face = Face.FRONT, dice: Dice | None = None, ram: int = 0
) -> Log:
    """One hit; what the log says of it."""
    penetration, damage, thermal, energy, he = shot
    log = open_log()
    numbers = (20 * penetration, 10 * damage, 10 * thermal, energy, he, face, ram)
    hit_vehicle(s, 0, *numbers, dice or new_dice(1), log)
    return log


def kinds(log: Log) -> list[EventKind[Any]]:
    """What happened, in order."""
    return [event[row.kind] for row in log.events[: log.count]]


def told(log: Log, kind: EventKind[Any]) -> Any:
    """The first event of a kind."""
    return kind.rows(log)[0]


def index(u: Unit, part: Part) -> int:
    """Where a part stands in the crit table."""
    return next(k for k in range(u.parts) if u.part[k].part == part)


def crit(u: Unit, part: Part, times: int = 1) -> None:
    """Crits on a part."""
    for n in range(1, times + 1):
        harm(PRINTED, u, index(u, part), n)
