"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.log import LogWriters
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling import activating, course, firing
from hulldown.rulesets.warstrike.telling.teller import Teller

TELLERS = LogWriters(Teller, activating, course, firing)


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there is no order: then it says who fights with what.
    """
    teller = Teller(s, log)
    if a is not None:
        course.announce(teller, a)
    elif not teller.rows:
        course.begin_battle(teller)
    return TELLERS.sentences(teller)
