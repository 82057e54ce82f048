"""What stands behind an order before it is given: rolls needed, CAF sums, distances, the best spending."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.codes import Verb
from hulldown.rulesets.close_assault.explaining.fights import (
    explain_answer,
    explain_combat,
    explain_pair,
    explain_shock,
    explain_spending,
)
from hulldown.rulesets.close_assault.explaining.moves import (
    explain_drive,
    explain_end,
    explain_manoeuvre,
    explain_round,
    explain_turn,
)
from hulldown.rulesets.close_assault.explaining.shots import explain_shots
from hulldown.rulesets.close_assault.naming import named
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.text import action_text
from hulldown.rulesets.close_assault.variants import WithdrawFrom
from hulldown.rulesets.close_assault.vocabulary import ALLOWS, ORDERS, in_numbers
from hulldown.rulesets.common.explanation import explains

__all__ = ["explain"]


def explain_order(s: State, a: Action) -> Explanation:
    """What an order lets a detachment do (CA-3.3)."""
    notes = tuple((in_numbers(text, s.options), "CA-3.3") for text in ALLOWS[a.choice])
    return Explanation(f"{named(s, int(a.actor))}: {ORDERS[a.choice]}", notes=notes)


FLED_FROM = {  # CA-16.4
    WithdrawFrom.FIGHT_BEGAN: "Away from the enemies that touched it when the fight began, gone or not.",
    WithdrawFrom.TOUCHING_NOW: "Away from the enemies that touch it.",
}


def explain_withdraw(s: State, a: Action) -> Explanation:
    """From whom a detachment withdraws, and how the rules place it (CA-16.4, CA-16.5)."""
    how = "All together, as far from the enemy as they find room; who finds none is destroyed."
    notes = ((FLED_FROM[WithdrawFrom(s.options.withdraw_from)], "CA-16.4"), (how, "CA-16.5"))
    return Explanation(f"{named(s, int(a.actor))} withdraws", notes=notes)


def explain_return(s: State, a: Action) -> Explanation:
    """The way back of vehicles without a place to end (CA-12.26)."""
    note = ("Who has no place to end goes back along its own way to the last one.", "CA-12.26")
    return Explanation(f"{named(s, int(a.actor))} is set back", notes=(note,))


EXPLAINERS: dict[Verb, Callable[[State, Action], Explanation]] = {
    Verb.ORDER: explain_order,
    Verb.DEFEND: explain_shots,
    Verb.DRIVE: explain_drive,
    Verb.MANOEUVRE: explain_manoeuvre,
    Verb.END: explain_end,
    Verb.SHOCK: explain_shock,
    Verb.FALLBACK: explain_return,
    Verb.RESPOND: explain_answer,
    Verb.OVERWATCH: explain_shots,
    Verb.ENCIRCLE: explain_round,
    Verb.LEAP: explain_round,
    Verb.TURN: explain_turn,
    Verb.PAIR: explain_pair,
    Verb.SPEND: explain_spending,
    Verb.WITHDRAW: explain_withdraw,
    Verb.PICK: explain_combat,
    Verb.FIRE: explain_shots,
}
explain = explains(EXPLAINERS, action_text, check)
