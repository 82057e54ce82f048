"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling import (
    armor,
    ending,
    firing,
    internals,
    moving,
    opening,
    ramming,
    shields,
    structures,
    turns,
)
from hulldown.rulesets.agrav.telling.ending import outcome_text
from hulldown.rulesets.agrav.telling.hearing import Ears, otherwise
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.face.words import Sentence

__all__ = ["TELLERS", "heard", "outcome_text", "tell"]

Told = Callable[[Teller, Event], None]
TELLERS: dict[Tell, Told] = {
    Tell.ROUND_START: turns.told_round_start,
    Tell.TURN_START: turns.told_turn_start,
    Tell.STEP: moving.told_step,
    Tell.TURN: moving.told_turn,
    Tell.REPOSITION: moving.told_reposition,
    Tell.SHOT: firing.told_shot,
    Tell.ROLL: firing.told_roll,
    Tell.IN_FLIGHT: firing.told_in_flight,
    Tell.IMPACT: firing.told_impact,
    Tell.SHIELD_HIT: shields.told_shield_hit,
    Tell.SHIELD_CRACK: shields.told_shield_crack,
    Tell.SHIELD_DOWN: shields.told_shield_down,
    Tell.HEAT: armor.told_heat,
    Tell.ARMOUR: armor.told_armour,
    Tell.DURABILITY: armor.told_durability,
    Tell.INTERNAL: internals.told_internal,
    Tell.SPALL: internals.told_spall,
    Tell.HE_BONUS: internals.told_he_bonus,
    Tell.HEALTH: internals.told_health,
    Tell.CRIT_ROLL: internals.told_crit_roll,
    Tell.DESTROYED: internals.told_destroyed,
    Tell.STUN: internals.told_stun,
    Tell.RAM: ramming.told_ram,
    Tell.STRUCTURE_HIT: structures.told_structure_hit,
    Tell.BARRICADE_HIT: structures.told_barricade_hit,
    Tell.COLLAPSE: structures.told_collapse,
    Tell.EXPLOSION: structures.told_explosion,
    Tell.MODEL_KILLED: internals.told_model,
    Tell.SHIELD_TOGGLE: shields.told_shield_toggle,
    Tell.TRANSFER: shields.told_transfer,
    Tell.REACTION_SET: firing.told_reaction_set,
    Tell.REACTION_FIRE: firing.told_reaction_fire,
    Tell.CORNER_FIRE: firing.told_corner_fire,
    Tell.SMOKE: moving.told_smoke,
    Tell.HEAT_STEP: turns.told_heat_step,
    Tell.SHIELD_STEP: turns.told_shield_step,
    Tell.STUN_STEP: turns.told_stun_step,
    Tell.SCORE: ending.told_score,
    Tell.GAME_END: ending.told_end,
    Tell.CONCEDE: ending.told_concede,
    Tell.DEPLOYED: turns.told_deployed,
    Tell.LOST_ROUND: firing.told_lost_round,
    Tell.ROLL_OFF: turns.told_roll_off,
    Tell.CHARGE: structures.told_charge,
    Tell.MOVES_FIRST: turns.told_moves_first,
}


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there are none: then it says who fights with what.
    """
    return told(Teller(s, log), lambda row: None)


def heard(before: State, s: State, a: Action | None, log: Log, seat: int | None) -> list[Sentence]:
    """The same as a seat hears it that does not see everything (AG-24.1)."""
    teller, ears = Teller(s, log), Ears(before, s, log, seat)
    teller.unseen = frozenset(range(s.count)) - ears.noticed
    return told(teller, lambda row: otherwise(ears, row))


def told(teller: Teller, instead: Callable[[Event], Told | None]) -> list[Sentence]:
    """All events told, some of them otherwise."""
    if not teller.rows:
        opening.told_opening(teller)
    for at, row in enumerate(teller.rows):
        teller.at = at
        (instead(row) or TELLERS[Tell.of(row.kind)])(teller, row)
    return teller.sentences()
