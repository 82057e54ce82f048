"""Why an order is refused, as a player would say it, with its code and rule (2.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.words import Refusal
from hulldown.rulesets.warstrike.codes import NOBODY, Phase, Verb
from hulldown.rulesets.warstrike.moving import model_refused
from hulldown.rulesets.warstrike.naming import model_id
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State


def refusal(code: int) -> Refusal:
    """The words, the code of 2.6 and the rule of a reason."""
    why = Why.of(code)
    return Refusal(f"R_{why.name}", why.text, why.rule)


def refused(s: State, a: Action, code: int) -> Refusal:
    """The same; of a move that may not end as it is laid out with the model whose reason it is (WS-16.6)."""
    said = refusal(code)
    m = NOBODY
    if a.verb == Verb.END and s.phase == Phase.MOVE and a.actor == s.acting:
        m = model_refused(s, int(a.actor))
    return said if m == NOBODY else Refusal(said.code, f"{model_id(s, m)}: {said.text}", said.rule)
