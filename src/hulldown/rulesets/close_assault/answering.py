"""Answers to a Tank Shock: of the whole target, or as an option of some of its models (CA-12.6 to 12.12)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import WEAPONS, Phase, Response
from hulldown.rulesets.close_assault.contact import touches_detachment
from hulldown.rulesets.close_assault.events import model_evades
from hulldown.rulesets.close_assault.fights import EVADES
from hulldown.rulesets.close_assault.hits import remaining_wounds
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import forget_spared, overwatch, why_not_overwatch
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.close_assault.tank_shock import begin_fights, count_overwatch, respond
from hulldown.rulesets.close_assault.variants import ShockAnswer

ALL_WEAPONS = (1 << WEAPONS) - 1


@rule
def fires_first(response: int) -> bool:
    """Whether an answer begins with Overwatch (CA-12.8)."""
    return response == Response.STAND_AND_FIRE or response == Response.FIRE_SOME_EVADE


@rule
def in_part(response: int) -> bool:
    """Whether only some of the models get out of the way (CA-12.7)."""
    return response == Response.SOME_EVADE or response == Response.FIRE_SOME_EVADE


@rule
def in_contact(s: State, k: int, mover: int) -> int:
    """The models of a detachment that touch the vehicles, as bits from its first: they alone have Fights."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        m = t.first + i
        if alive(s, m) and touches_detachment(s, m, mover):
            bits |= 1 << i
    return bits


@rule
def living(s: State, k: int) -> int:
    """The models of a detachment that are left, as bits from its first."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        if alive(s, t.first + i):
            bits |= 1 << i
    return bits


@rule
def why_not_split(s: State, k: int, mover: int, evaders: int) -> int:
    """Why these models, bits from the first, cannot get out of the way while the others stand (CA-12.7)."""
    if s.options.shock_answer != ShockAnswer.MODELS or evaders <= 0:
        return Why.ANSWERS
    if evaders & ~in_contact(s, k, mover) != 0 or evaders == living(s, k):
        return Why.ANSWERS
    return Why.ALLOWED


@rule
def hold_evaders(s: State, k: int, evaders: int) -> None:
    """Who gets out of the way fires no Overwatch (CA-12.12): its weapons are kept from firing this time."""
    t = s.detachment[k]
    for i in range(t.size):
        if (evaders >> i) & 1 == 1:
            s.model[t.first + i].spared = ALL_WEAPONS


@rule
def why_not_fire_first(s: State, k: int, mover: int, evaders: int) -> int:
    """Why a detachment cannot fire Overwatch before the Fights with the models that stand (CA-12.8)."""
    hold_evaders(s, k, evaders)
    why = why_not_overwatch(s, k, mover)
    forget_spared(s, k)
    return why


@rule
def why_not_answer(s: State, k: int, response: int, evaders: int) -> int:
    """Why a detachment cannot answer a Tank Shock so (CA-12.6 to CA-12.9). evaders: those of an answer in
    part, as bits from its first; without a sense in the others.
    """
    if s.phase != Phase.RESPONSE or k != s.target or response < 0 or response > Response.FIRE_SOME_EVADE:
        return Why.NOT_YOURS
    mover, split = s.acting, evaders if in_part(response) else 0
    if in_part(response):
        why = why_not_split(s, k, mover, split)
        if why != Why.ALLOWED:
            return why
    return why_not_fire_first(s, k, mover, split) if fires_first(response) else Why.ALLOWED


@rule
def name_evaders(s: State, k: int, evaders: int, e: Log) -> None:
    """Keep who gets out of the way while the others stand (CA-12.7)."""
    t = s.detachment[k]
    for i in range(t.size):
        if (evaders >> i) & 1 == 1:
            s.model[t.first + i].done = EVADES
            model_evades(e, t.first + i)


@rule
def say(s: State, response: int, evaders: int, e: Log) -> None:
    """The target says what it does, all of it or model by model (CA-12.6, CA-12.7)."""
    respond(s, response, e)
    name_evaders(s, s.target, evaders, e)


@rule
def answer(s: State, response: int, evaders: int, d: Dice, e: Log) -> None:
    """The target stands, fires first, or gets out of the way; the Fights follow (CA-12.6 to CA-12.10)."""
    k, mover, split = s.target, s.acting, evaders if in_part(response) else 0
    say(s, response, split, e)
    before = remaining_wounds(s, mover)
    if fires_first(response):
        hold_evaders(s, k, split)
        overwatch(s, k, mover, d, e)
    begin_fights(s)
    count_overwatch(s, before - remaining_wounds(s, mover))
