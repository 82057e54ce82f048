"""Stun: what a unit took in one turn, and how long it shakes (AG-15)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Standing
from hulldown.rulesets.agrav.events import stun_eased, stunned
from hulldown.rulesets.agrav.state import Options, State
from hulldown.rulesets.agrav.variants import StunWindow

SHAKEN = 2  # the counter of a unit just stunned (AG-15.6)


@rule
def total_over(o: Options, health: int, durability: int, charge: int) -> int:
    """Twice the total damage: shields count half, armour by the option (AG-15.1, AG-15.4)."""
    return 2 * (health + durability * int(o.stun_armour_weight)) + charge


@rule
def enough(total: int, full: int) -> bool:
    """At least a quarter of the maximum health (AG-15.1, AG-15.4); total: twice the damage."""
    return 2 * total >= full


@rule
def open_window(s: State) -> None:
    """Step 1 of the start of a turn (AG-6.4): damage to all units is counted anew, by option each round."""
    if s.options.stun_window == StunWindow.ROUND and s.side != s.first:
        return
    for i in range(s.count):
        u = s.units[i]
        u.lost_health, u.lost_durability, u.lost_charge = 0, 0, 0
        u.stunned = 0


@rule
def stun(s: State, i: int, ram: int, log: Log) -> None:
    """Set the counter (AG-15.2): in its own turn half its mobility goes at once (AG-15.3, AG-15.6)."""
    u = s.units[i]
    if u.side == s.side and u.stun != SHAKEN:
        u.left = u.left // 2
    u.stun = SHAKEN
    health, durability, charge = int(u.lost_health), int(u.lost_durability), int(u.lost_charge)
    stunned(log, i, ram, health, durability, charge, int(u.health_full))


@rule
def check_stun(s: State, i: int, log: Log) -> None:
    """Step 11 of a hit, on squads too: the sum stuns once, when it is enough (AG-15.5, AG-15.8)."""
    u = s.units[i]
    if u.standing != Standing.PRESENT or u.stunned != 0:
        return
    total = total_over(s.options, int(u.lost_health), int(u.lost_durability), int(u.lost_charge))
    if enough(total, int(u.health_full)):
        u.stunned = 1
        stun(s, i, 0, log)


@rule
def stun_by_ram(s: State, i: int, log: Log) -> None:
    """The target of a ram is stunned whatever damage it takes, and whatever stunned it before (AG-19.1)."""
    if s.units[i].standing == Standing.PRESENT:
        stun(s, i, 1, log)


@rule
def stun_step(s: State, i: int, log: Log) -> None:
    """The counter drops at the end of the unit's own turn (AG-15.6)."""
    u = s.units[i]
    if u.stun > 0:
        u.stun -= 1
        stun_eased(log, i, int(u.stun))
