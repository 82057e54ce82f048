"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.telling import (
    ending,
    fights,
    firing,
    morale,
    moving,
    opening,
    shocking,
    turns,
)
from hulldown.rulesets.close_assault.telling.announcing import announce
from hulldown.rulesets.close_assault.telling.ending import outcome_text
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.face.words import Sentence

__all__ = ["TELLERS", "outcome_text", "tell"]

TELLERS: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.ROUND_START: turns.told_round_start,
    Tell.ORDERS_REVEALED: turns.told_orders,
    Tell.INITIATIVE: turns.told_initiative,
    Tell.ACTIVATED: moving.told_activated,
    Tell.LEG_MOVED: moving.told_leg,
    Tell.SHOCK_DECLARED: shocking.told_declared,
    Tell.CHARGE_BONUS: shocking.told_bonus,
    Tell.RESPONSE: shocking.told_response,
    Tell.FIRED: firing.told_fired,
    Tell.HIT_ROLL: firing.told_hit,
    Tell.SAVE_ROLL: firing.told_save,
    Tell.FIGHTS_CHOSEN: fights.told_chosen,
    Tell.FIGHT_LISTED: fights.told_listed,
    Tell.BONUS_SPENT: fights.told_spent,
    Tell.FIGHT_ROLLED: fights.told_rolled,
    Tell.FIGHT_SKIPPED: fights.told_skipped,
    Tell.FIGHT_TIED: fights.told_tied,
    Tell.WOUND: fights.told_wound,
    Tell.MODEL_DESTROYED: fights.told_destroyed,
    Tell.DETACHMENT_DESTROYED: ending.told_gone,
    Tell.SHOCK_RESULT: fights.told_shock_result,
    Tell.COMBAT_RESULT: fights.told_combat_result,
    Tell.MORALE: morale.told_morale,
    Tell.ORDER_LOST: morale.told_order_lost,
    Tell.WITHDREW: moving.told_withdrew,
    Tell.ENCIRCLED: moving.told_encircled,
    Tell.PILED_IN: moving.told_pile_in,
    Tell.TURNED: moving.told_turned,
    Tell.SLID: moving.told_slid,
    Tell.CHARGE_ENDED: moving.told_charge_ended,
    Tell.ENGAGED: moving.told_engaged,
    Tell.OBJECTIVE_SCORED: ending.told_objective,
    Tell.ROUND_END: ending.told_round_end,
    Tell.GAME_END: ending.told_end,
    Tell.RALLIED: morale.told_rallied,
    Tell.SET_BACK: moving.told_set_back,
    Tell.RAN: moving.told_ran,
    Tell.FLED: moving.told_fled,
    Tell.EXTRA_SCORED: ending.told_extra,
    Tell.PLACED: moving.told_placed,
    Tell.HELD_FIRE: firing.told_held,
    Tell.CEASED_FIRE: firing.told_ceased,
    Tell.SPARED: firing.told_spared,
    Tell.TAKEN_BACK: moving.told_taken_back,
    Tell.CONCEDED: ending.told_conceded,
    Tell.HIT_LOST: firing.told_lost,
}


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there is no order: then it says who fights with what.
    """
    teller = Teller(s, log)
    if a is not None:
        announce(teller, a)
    elif not teller.rows:
        opening.told_opening(teller)
    for at, row in enumerate(teller.rows):
        teller.at = at
        if at >= teller.told_to:
            TELLERS[Tell.of(row.kind)](teller, row)
    return teller.sentences()
