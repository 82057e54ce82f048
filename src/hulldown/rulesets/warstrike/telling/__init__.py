"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.face.words import Sentence
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling import (
    activating,
    ending,
    falling,
    firing,
    losses,
    moving,
    opening,
    setting_up,
    turns,
)
from hulldown.rulesets.warstrike.telling.announcing import announce
from hulldown.rulesets.warstrike.telling.ending import outcome_text
from hulldown.rulesets.warstrike.telling.teller import Teller

__all__ = ["TELLERS", "outcome_text", "tell"]

TELLERS: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.ROLL_OFF: setting_up.told_roll_off,
    Tell.PLACED: setting_up.told_placed,
    Tell.TURN_START: turns.told_turn_start,
    Tell.MORALE_CHECK: turns.told_morale,
    Tell.VICTORY_CHECK: turns.told_victory,
    Tell.MARKER_SHED: turns.told_shed,
    Tell.ACTIVATED: activating.told_activated,
    Tell.LD_CHECK: activating.told_check,
    Tell.ACTION: activating.told_action,
    Tell.MOVED: moving.told_moved,
    Tell.PLACED_BY_LEADER: moving.told_moved,
    Tell.OUT_OF_COMMAND: moving.told_strays,
    Tell.DANGER_TEST: moving.told_danger,
    Tell.ATTACK: firing.told_attack,
    Tell.GROUP: firing.told_group,
    Tell.TO_HIT: firing.told_dice,
    Tell.TO_SAVE: firing.told_dice,
    Tell.TO_KILL: firing.told_dice,
    Tell.MODEL_HIT: losses.told_hit,
    Tell.MODEL_REMOVED: losses.told_removed,
    Tell.RESULTS_LOST: losses.told_lost,
    Tell.SUPPRESSED: losses.told_suppressed,
    Tell.LEADER_REPLACED: losses.told_leader,
    Tell.WENT_TO_GROUND: activating.told_ground,
    Tell.HUNKERED: falling.told_hunkered,
    Tell.FLIGHT_GOAL: falling.told_goal,
    Tell.SNAP_OFFER: firing.told_offer,
    Tell.SNAP_DECLINED: firing.told_declined,
    Tell.UNIT_LEFT_TABLE: falling.told_left,
    Tell.UNIT_DESTROYED: losses.told_destroyed,
    Tell.HELD_FIRE: activating.told_held,
    Tell.STOOD: activating.told_stood,
    Tell.GAME_END: ending.told_end,
    Tell.OBJECTIVE_SCORED: ending.told_objective,
    Tell.CONCEDED: ending.told_conceded,
    Tell.DEFENDERS_RISE: turns.told_rise,
    Tell.SPLIT_CHECK: activating.told_split_check,
    Tell.TAKEN_BACK: setting_up.told_taken_back,
    Tell.DROPPED: moving.told_strays,
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
