"""Events as sentences: what a player would say, with every die and its reasons. One file per chapter."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.log import LogWriters
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.telling import activating, ending, harming
from hulldown.rulesets.tank_commander.telling.teller import Teller

TELLERS = LogWriters(Teller, activating, ending, harming)


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one action as sentences; `s` is the position after it."""
    return TELLERS.sentences(Teller(s, log))
