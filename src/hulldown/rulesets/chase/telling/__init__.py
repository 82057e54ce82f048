"""Events as sentences: a battle report with every die and its reasons. One file per chapter."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.telling import charting, ending, gunnery, ramming, turns
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.common.log import LogWriters

TELLERS = LogWriters(Teller, charting, ending, gunnery, ramming, turns)


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there are none: then it says who meets whom. Nothing that is still secret is
    read: orders are told of only once an event shows them (CH-4.3).
    """
    teller = Teller(s, log)
    if not teller.rows:
        turns.begin_battle(teller)
    return TELLERS.sentences(teller)
