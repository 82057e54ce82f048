"""Events as sentences: what a player would say, with every die and its reasons. One file per chapter."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.face.ruleset import plain_events
from hulldown.rulesets.face.words import Sentence
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.telling import (
    airstrikes,
    driving,
    equipment,
    shots,
    turns,
    victory,
    wrecks,
)
from hulldown.rulesets.tank_commander.telling.teller import Teller

TELLERS: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.ROLL_OFF: turns.told_roll_off,
    Tell.TURN: turns.told_turn,
    Tell.WEATHER: turns.told_weather,
    Tell.END_PHASE: turns.told_end_phase,
    Tell.DEPLOY: turns.told_deploy,
    Tell.PREPARE: turns.told_prepare,
    Tell.ACTIVATE: turns.told_activate,
    Tell.END: turns.told_end,
    Tell.MOVE: driving.told_move,
    Tell.REVERSE: driving.told_move,
    Tell.TURN_HULL: driving.told_turn_hull,
    Tell.TURRET: driving.told_turret,
    Tell.MINE: driving.told_mine,
    Tell.WAYPOINT: driving.told_waypoint,
    Tell.MOUNT: driving.told_mount,
    Tell.DISMOUNT: driving.told_dismount,
    Tell.SHOT: shots.told_shot,
    Tell.ARMOR: shots.told_armor,
    Tell.WOUND_ROLL: shots.told_wound_roll,
    Tell.WOUND: shots.told_wound,
    Tell.MEDKIT: shots.told_medkit,
    Tell.HULL: shots.told_hull,
    Tell.FIRE_ROLL: shots.told_fire_roll,
    Tell.DISABLED: shots.told_disabled,
    Tell.ABANDONED: shots.told_abandoned,
    Tell.DESTROYED: shots.told_destroyed,
    Tell.BURN: wrecks.told_burn,
    Tell.COOK_OFF_ROLL: wrecks.told_cook_off_roll,
    Tell.EXPLOSION: wrecks.told_explosion,
    Tell.BLAST: wrecks.told_blast,
    Tell.TERRAIN: wrecks.told_terrain,
    Tell.LIEUTENANT: equipment.told_lieutenant,
    Tell.ABILITY: equipment.told_ability,
    Tell.LOAD: equipment.told_load,
    Tell.SMOKE: equipment.told_smoke,
    Tell.FIRE_OUT: equipment.told_fire_out,
    Tell.MINE_LAID: equipment.told_mine_laid,
    Tell.FLARE: equipment.told_flare,
    Tell.COVER: equipment.told_cover,
    Tell.DISARM: equipment.told_disarm,
    Tell.CAPTURE: equipment.told_capture,
    Tell.STRIKE_CALLED: airstrikes.told_strike_called,
    Tell.STRIKE_ROLL: airstrikes.told_strike_roll,
    Tell.AA_ROLL: airstrikes.told_aa_roll,
    Tell.STRIKE_LINE: airstrikes.told_strike_line,
    Tell.STRIKE_HIT: airstrikes.told_strike_hit,
    Tell.SCORE: victory.told_score,
    Tell.CONCEDE: victory.told_concede,
    Tell.VICTORY: victory.told_victory,
}


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one action as sentences; `s` is the position after it."""
    teller = Teller(s, log)
    for row in plain_events(log):
        TELLERS[Tell.of(row.kind)](teller, row)
    return teller.sentences()
