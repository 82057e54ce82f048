"""Events as sentences: every die, and the sum behind every number. One file per chapter."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling import armor, ending, firing, internals, moving, opening
from hulldown.rulesets.agrav.telling.hearing import Ears, otherwise
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.log import LogWriters

TELLERS = LogWriters(Teller, armor, ending, firing, internals, moving, opening, ending)


def tell(s: State, a: Action | None, log: Log) -> list[Sentence]:
    """The events of one decision as sentences; `s` is the position after it.

    Before the first decision there are none: then it says who fights with what.
    """
    teller = Teller(s, log)
    if not teller.rows:
        opening.begin_battle(teller)
    return TELLERS.sentences(teller)


def tell_seat(before: State, s: State, a: Action | None, log: Log, seat: int | None) -> list[Sentence]:
    """The same as a seat hears it that does not see everything (AG-24.1)."""
    teller, ears = Teller(s, log), Ears(before, s, log, seat)
    teller.unseen = frozenset(range(s.count)) - ears.noticed
    if not teller.rows:
        opening.begin_battle(teller)
    for row in teller.coming():
        (otherwise(ears, row) or TELLERS[row.kind])(teller, row)
    return teller.sentences()
