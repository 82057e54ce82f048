"""Tank Shock: attacks in passing, and breaking out of Combat (CA-12); for its end see `stranded`."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.charging import charge_distance, charge_in_force
from hulldown.rulesets.close_assault.codes import NOBODY, Kind, Order, Phase, Stage
from hulldown.rulesets.close_assault.combat import begin, finish, remember_foes
from hulldown.rulesets.close_assault.contact import touched_by, why_not_stand
from hulldown.rulesets.close_assault.events import charge_measured, responded, shock_declared
from hulldown.rulesets.close_assault.fights import shock_penalty
from hulldown.rulesets.close_assault.losses import survivors
from hulldown.rulesets.close_assault.movement import begin_leg
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.variants import RulesMode

# ---------------------------------------------------------------- who may shock whom


@rule
def all_vehicles(s: State, k: int) -> bool:
    """Whether all models of a detachment are vehicles (CA-12.1, CA-12.2)."""
    return is_vehicle(s, int(s.detachment[k].first))


@rule
def can_be_shocked(s: State, k: int) -> bool:
    """Whether a detachment is of Infantry or Cavalry (CA-12.2)."""
    kind = s.profile[int(s.detachment[k].profile)].kind
    return bool(kind == Kind.INFANTRY or kind == Kind.CAVALRY)


@rule
def acted(s: State, k: int) -> bool:
    """Whether a model of a detachment turned or piled in (CA-12.2, CA-14.2)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if s.model[m].done != 0:
            return True
    return False


@rule
def holding(s: State, k: int) -> int:
    """The enemies that one who began Engaged must still shock before it drives (CA-12.29), as bits."""
    t = s.detachment[k]
    if t.engaged == 0 or t.broke_out != 0:
        return 0
    return touched_by(s, k) & ~int(t.shocked)


@rule
def why_not_break_out(s: State, holders: int) -> int:
    """HELD if any of the enemies that touch a detachment cannot be shocked (CA-12.29)."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and not can_be_shocked(s, j):
            return Why.TS_HELD
    return Why.ALLOWED


@rule
def why_not_stop(s: State, k: int) -> int:
    """Whether the vehicles may stop where they are: nothing overlapped, coherency not needed (CA-12.5)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            why = why_not_stand(s, m, s.model[m].base, 1)
            if why != Why.ALLOWED:
                return why
    return Why.ALLOWED


@rule
def why_not_target(target: int, touched: int, shocked: int, held: bool) -> int:
    """What contacts say against a target; detachments as bits (CA-12.2). held: it breaks out (CA-12.29)."""
    if touched & target == 0:
        return Why.TS_NO_CONTACT
    if not held and touched & ~target & ~shocked != 0:
        return Why.TS_OTHER_CONTACT
    return Why.TS_REPEAT if shocked & target != 0 else Why.ALLOWED


@rule
def why_not_shock(s: State, k: int, target: int) -> int:
    """The first reason against a Tank Shock where the vehicles stand (CA-12.2, in the order of CA-20.4)."""
    t = s.detachment[k]
    if s.options.rules_mode == RulesMode.TODAY or t.order != Order.CHARGE:
        return Why.ORDER
    if not all_vehicles(s, k):
        return Why.TYPE
    why = why_not_stop(s, k)
    if why != Why.ALLOWED:
        return why
    if not can_be_shocked(s, target) or s.detachment[target].side == t.side:
        return Why.TS_TARGET_TYPE
    held = holding(s, k)
    why = why_not_target(1 << target, touched_by(s, k), int(t.shocked), held != 0)
    if why != Why.ALLOWED:
        return why
    return Why.TS_TURNED if acted(s, k) else why_not_break_out(s, held)


# ---------------------------------------------------------------- the attack


@rule
def declare(s: State, k: int, target: int, e: Log) -> None:
    """Name the target at the stop; it answers next (CA-12.4 to CA-12.6, CA-12.23, CA-12.31)."""
    t = s.detachment[k]
    penalty = shock_penalty(int(t.shocks))
    t.shocks += 1
    t.shocked = int(t.shocked) | (1 << target)
    shock_declared(e, k, target, int(t.shocks), penalty)
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            s.model[m].charge = charge_in_force(s, m, True)
            charge_measured(e, m, charge_distance(s, m), int(s.model[m].charge))
    remember_foes(s, (1 << k) | (1 << target))
    s.acting, s.target, s.response = k, target, NOBODY
    s.phase, s.side = Phase.RESPONSE, int(s.detachment[target].side)


@rule
def respond(s: State, response: int, e: Log) -> None:
    """The target stands, stands and fires, or gets out of the way, all of it (CA-12.6, CA-12.7)."""
    s.response = response
    responded(e, int(s.target), response)


@rule
def begin_fights(s: State) -> None:
    """The Fights of the models in contact, chosen by who made the Tank Shock (CA-12.8 to CA-12.11)."""
    acting = int(s.acting)
    both = (1 << acting) | (1 << int(s.target))
    begin(s, both, Stage.SHOCK, int(s.detachment[acting].side))


@rule
def drive_on(s: State) -> bool:
    """After the Fights and their tests: whether the vehicles drive on (CA-12.17, CA-12.20).

    They do if any are left and still hold their order; a detachment that breaks out is free once nobody
    unshocked holds it (CA-12.29, CA-12.34).
    """
    k = int(s.acting)
    t = s.detachment[k]
    finish(s)
    s.target, s.response = NOBODY, NOBODY
    if survivors(s, k) == 0 or t.order != Order.CHARGE:
        return False
    if t.engaged != 0 and holding(s, k) == 0:
        t.broke_out = 1
    begin_leg(s, k)
    s.phase, s.side = Phase.MOVING, int(t.side)
    return True
