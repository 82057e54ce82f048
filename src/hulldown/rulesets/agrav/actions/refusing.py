"""The first reason why an exact action is refused (section 9)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, Phase, Standing, Verb
from hulldown.rulesets.agrav.deployment import why_not_deploy
from hulldown.rulesets.agrav.movement import why_not_reposition, why_not_step, why_not_turn
from hulldown.rulesets.agrav.ramming import why_not_ram, why_not_ram_barricade
from hulldown.rulesets.agrav.reaction import why_not_react
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.shields import why_not_toggle, why_not_transfer
from hulldown.rulesets.agrav.shooting import why_not_shoot
from hulldown.rulesets.agrav.smoke import why_not_smoke
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import why_not_charge


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why a seat may not do this now. Seat and side are the same number."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOUR_TURN
    if a.verb == Verb.CONCEDE:
        return Why.ALLOWED
    if s.phase == Phase.ROLL_OFF:
        return why_not_choose(s, seat, a)
    if seat != s.side:
        return Why.NOT_YOUR_TURN
    if s.phase == Phase.DEPLOY:
        placing = a.verb == Verb.DEPLOY
        return why_not_deploy(s, a.actor, a.place, a.facing) if placing else Why.NO_SUCH_ACTION
    if a.verb == Verb.END:
        return Why.ALLOWED
    if a.actor < 0 or a.actor >= s.count or s.units[a.actor].standing != Standing.PRESENT:
        return Why.NO_SUCH_ACTION
    return Why.NOT_YOUR_TURN if s.units[a.actor].side != seat else why_not_act(s, a)


@rule
def why_not_choose(s: State, seat: int, a: Action) -> int:
    """Free play: a roll, then the higher one chooses to move first or second (AG-6.1)."""
    if s.chooser == NOBODY:
        if seat != 0:
            return Why.NOT_YOUR_TURN
        return Why.ALLOWED if a.verb == Verb.ROLL else Why.NO_SUCH_ACTION
    if seat != s.chooser:
        return Why.NOT_YOUR_TURN
    return Why.ALLOWED if a.verb == Verb.FIRST and 0 <= a.choice <= 1 else Why.NO_SUCH_ACTION


@rule
def why_not_act(s: State, a: Action) -> int:
    """An action of a unit in its own turn, in any order, in pieces (AG-6.5, AG-6.6)."""
    u, verb, choice = a.actor, a.verb, a.choice
    if verb == Verb.STEP:
        return why_not_step(s, u, choice)
    if verb == Verb.TURN:
        return why_not_turn(s, u, choice)
    if verb == Verb.REPOSITION:
        return why_not_reposition(s, u, choice)
    if verb == Verb.SHOOT:
        return why_not_shoot(s, u, choice, a.facing, a.target, a.place)
    if verb == Verb.REACT:
        return why_not_react(s, u, choice, a.facing)
    return why_not_special(s, a)


@rule
def why_not_special(s: State, a: Action) -> int:
    """Rams, shields, smoke and charges."""
    u, verb = a.actor, a.verb
    if verb == Verb.RAM:
        return why_not_ram(s, u, a.target, a.choice)
    if verb == Verb.RAM_BARRICADE:
        return why_not_ram_barricade(s, u, a.place)
    if verb == Verb.SHIELD:
        return why_not_toggle(s, u)
    if verb == Verb.TRANSFER:
        return why_not_transfer(s, u, a.target, a.choice)
    if verb == Verb.SMOKE:
        return why_not_smoke(s, u, a.place, a.target, a.choice)
    if verb == Verb.CHARGE:
        return why_not_charge(s, u, a.place)
    return Why.NO_SUCH_ACTION
