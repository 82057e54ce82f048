"""Why an order is refused, as a player would say it, with its code and rule (2.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Phase, Verb
from hulldown.rulesets.warstrike.moving import model_refused
from hulldown.rulesets.warstrike.naming import model_id
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import Options, State
from hulldown.rulesets.warstrike.vocabulary import inch_words, mv_words


def refusal(code: int, o: Options | None = None) -> Refusal:
    """The words, the code of 2.6 and the rule of a reason, with the numbers in force or the printed ones."""
    why, chosen = Why.of(code), o or SHELF.options_under({})
    text = why.text.format(
        enemy_gap=inch_words(int(chosen.enemy_gap) * FINE),
        command_distance=inch_words(int(chosen.command_distance)),
        terrain_moves=mv_words(int(chosen.terrain_moves), "its Mv"),
    )
    return Refusal(f"R_{why.name}", text, why.rule)


def refused(s: State, a: Action, code: int) -> Refusal:
    """The same; of a move that may not end as it is laid out with the model whose reason it is (WS-16.6)."""
    reason = refusal(code, s.options)
    m = NOBODY
    if a.verb == Verb.END and s.phase == Phase.MOVE and a.actor == s.acting:
        m = model_refused(s, int(a.actor))
    return reason if m == NOBODY else Refusal(reason.code, f"{model_id(s, m)}: {reason.text}", reason.rule)
