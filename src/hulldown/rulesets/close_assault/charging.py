"""The charge bonus of vehicles (CA-11)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import length, mils
from hulldown.rulesets.close_assault.codes import TOL
from hulldown.rulesets.close_assault.state import Options, State, profile_of
from hulldown.rulesets.close_assault.variants import (
    BandBoundary,
    ChargeDistance,
    LeaveCombatBonus,
    RulesMode,
)

MOST = 3  # CA-11.3: from one and a half full moves on


@rule
def band(o: Options, distance: int, move: int) -> int:
    """The bonus of a distance charged, in bands of half a full move (CA-11.3, CA-11.4)."""
    bonus = 0
    for halves in range(1, MOST + 1):
        if o.band_boundary == BandBoundary.LOWER:
            reached = 2 * distance > halves * move + 2 * TOL
        else:
            reached = 2 * distance >= halves * move - 2 * TOL
        if reached:
            bonus = halves
    return bonus


@rule
def charge_distance(s: State, m: int) -> int:
    """How far a vehicle has charged, from where it began or from its last Tank Shock (CA-11.1, CA-11.5)."""
    v = s.model[m]
    if s.options.charge_distance == ChargeDistance.PATH:
        return mils(int(v.since))
    x, y = int(v.base.x), int(v.base.y)
    from_start = length(x - int(v.start_x), y - int(v.start_y))
    return min(from_start, length(x - int(v.shock_x), y - int(v.shock_y)))


@rule
def charge_bonus(s: State, m: int) -> int:
    """The charge bonus of a vehicle where it stands, against enemies in its Front arc (CA-11.2, CA-11.7)."""
    return band(s.options, charge_distance(s, m), int(s.profile[profile_of(s, m)].move))


@rule
def scoped(o: Options, bonus: int, fights: bool, engaged: bool, stayed: bool, broke_out: bool) -> int:
    """What of a charge bonus is in force (CA-11.6, CA-12.28, CA-12.30).

    fights: in a Tank Shock, or the charge ended in contact; engaged: it began so; stayed: it turned or
    piled in.
    """
    if not fights or stayed or o.rules_mode == RulesMode.TODAY:
        return 0
    if engaged and (not broke_out or o.leave_combat_bonus == LeaveCombatBonus.NONE_ALL_MOVE):
        return 0
    return bonus


@rule
def charge_in_force(s: State, m: int, fights: bool) -> int:
    """The charge bonus with which a vehicle fights where it stands; fights as in `scoped`."""
    v = s.model[m]
    t = s.detachment[int(v.detachment)]
    return scoped(s.options, charge_bonus(s, m), fights, t.engaged != 0, v.done != 0, t.broke_out != 0)
