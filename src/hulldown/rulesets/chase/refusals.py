"""Why a decision is refused, in the words of the rules (CH-16.2, CH-16.5, CH-10.2)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.chase.actions import check
from hulldown.rulesets.chase.codes import Verb
from hulldown.rulesets.chase.naming import BANDS, FACINGS, with_sign
from hulldown.rulesets.chase.reasons import Why
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import pair_of

UNKNOWN = {"shifts": "the legal list", "band": "this range", "facing": "another"}


def refusal(code: int, **known: str) -> Refusal:
    """The words and the rule of a reason code; `known` fills in the shifts, the band or the facing."""
    why = Why.of(code)
    return Refusal(why.name.lower(), why.text.format(**(UNKNOWN | known)), why.rule)


def no_shot(code: int, band: int, facing: int) -> Refusal:
    """Why a tank cannot fire at a range with its own facing (CH-10.2)."""
    return refusal(code, band=BANDS[band], facing=FACINGS.get(facing, UNKNOWN["facing"]))


def refusal_for(s: State, seat: int, a: Action) -> Refusal | None:
    """Why a decision cannot be taken in this position, with its numbers; None if it can."""
    code = check(s, seat, a)
    if not code:
        return None
    if code == Why.NOT_THIS_SHIFT:
        p = s.pair[s.acting]
        return refusal(code, shifts=", ".join(with_sign(n) for n in range(p.low, p.high + 1)))
    if a.verb == Verb.TARGET and code in (Why.NO_RANGE_DM, Why.FIXED_GUN):
        p = s.pair[pair_of(s, a.actor, a.target)]
        return no_shot(code, p.range, p.facing[side_of(a.actor)])
    return refusal(code)
