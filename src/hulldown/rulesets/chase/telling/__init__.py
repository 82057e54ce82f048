"""Events as sentences: a battle report with every die and its reasons. One file per chapter."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.telling import charting, driving, ending, gunnery, ramming, teams, turns
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.face.words import Sentence

TELLERS: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.TURN: turns.told_turn,
    Tell.ORDERED: turns.told_ordered,
    Tell.FORCED: turns.told_forced,
    Tell.REVEALED: turns.told_revealed,
    Tell.DRIVING: driving.told_driving,
    Tell.WINNER: driving.told_winner,
    Tell.TIE_DIE: teams.told_tie_die,
    Tell.CHART: charting.told_chart,
    Tell.RANGE: charting.told_range,
    Tell.BROKEN: charting.told_broken,
    Tell.ESCAPED: charting.told_escaped,
    Tell.FACING: charting.told_facing,
    Tell.RAM_FIRST: ramming.told_ram_first,
    Tell.RAM_DECLINED: ramming.told_ram_declined,
    Tell.RAM: ramming.told_ram,
    Tell.COLLISION: ramming.told_collision,
    Tell.CRASH: ramming.told_crash,
    Tell.CRASH_LOCATION: ramming.told_crash_location,
    Tell.WORN: ramming.told_worn,
    Tell.OVERSHOOT: ramming.told_overshoot,
    Tell.RANGE_NOW: ramming.told_range_now,
    Tell.OPENING: charting.told_opening,
    Tell.TARGET: gunnery.told_target,
    Tell.SHOT: gunnery.told_shot,
    Tell.NO_SHOT: gunnery.told_no_shot,
    Tell.HIT: gunnery.told_hit,
    Tell.DAMAGE: gunnery.told_damage,
    Tell.SEVERITY: gunnery.told_severity,
    Tell.STATE: gunnery.told_state,
    Tell.DESTROYED: gunnery.told_destroyed,
    Tell.END: ending.told_end,
    Tell.PAIRED: teams.told_paired,
    Tell.RESERVE: teams.told_reserve,
    Tell.SURRENDER: ending.told_surrender,
    Tell.MATCH: ending.told_match,
    Tell.SCORE: ending.told_score,
}


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there are none: then it says who meets whom. Nothing that is still secret is
    read: orders are told of only once an event shows them (CH-4.3).
    """
    teller = Teller(s, log)
    if not teller.rows:
        turns.told_match_up(teller)
    for i in range(len(teller.rows)):
        row = teller.at(i)
        TELLERS[Tell.of(row.kind)](teller, row)
    return teller.sentences()
