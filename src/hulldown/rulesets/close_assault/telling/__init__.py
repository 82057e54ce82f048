"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.telling import ending, fights, firing, moving, opening
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.common.log import LogWriters

TELLERS = LogWriters(Teller, ending, fights, firing, moving, opening)


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there is no order: then it says who fights with what.
    """
    teller = Teller(s, log)
    if a is not None:
        opening.announce(teller, a)
    elif not teller.rows:
        opening.begin_battle(teller)
    return TELLERS.sentences(teller)
