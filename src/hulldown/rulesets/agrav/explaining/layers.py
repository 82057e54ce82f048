"""What a hit would do, layer by layer: the rules strike a copy of the position, the log tells each step.

Crits are left out: which part they strike is for the dice, so the copy has no parts that could change
anything; how many crit rolls fall due is said at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.chances.facts import part_name
from hulldown.rulesets.agrav.events import crit_rolled, model_hit, rolled_to_hit
from hulldown.rulesets.agrav.internals import band_end
from hulldown.rulesets.agrav.naming import unit_id
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling import TELLERS
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.face.words import Sentence
from hulldown.rulesets.shared.dicing import open_log
from hulldown.rulesets.shared.events import Kind
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.telling import Draft
from hulldown.rulesets.shared.wording import plural

Play = Callable[[State, Dice, Log], None]
THROWN = (crit_rolled, rolled_to_hit)


class StepTeller(Teller):
    """Gives every event a sentence of its own; but the models that one shot hits stay together."""

    def going(self, *kinds: Kind[Any], about: int | None = None) -> Draft | None:
        return super().going(*kinds, about=about) if model_hit in kinds else None


def without_parts(s: State) -> State:
    """A copy of a position in which crits strike nothing."""
    after = copy(s)
    for unit in after.units:
        unit.parts = 0
    return after


def layers(
    s: State,
    play: Play,
    prepare: Callable[[StepTeller], None] = lambda t: None,
    until: Kind[Any] | None = None,
) -> Notes:
    """The steps of what `play` does to a copy of the position, each with its rule.

    `prepare` tells the teller what strikes; from an event `until` on nothing is told.
    """
    after, log = without_parts(s), open_log()
    play(after, new_dice(0), log)
    teller = StepTeller(after, log)
    prepare(teller)
    due: Counter[int] = Counter()
    for row in teller.coming():
        if teller.kind == until:
            break
        if teller.kind == crit_rolled:
            due[crit_rolled.read(row).unit] += 1
        if teller.kind not in THROWN:
            TELLERS[row.kind](teller, row)
    return (*noted(teller.sentences()), *crit_notes(s, due))


def noted(sentences: Iterable[Sentence]) -> Notes:
    """Sentences with the first rule of each, and unit names as plain words."""
    plain = str.maketrans("", "", "{}")
    return tuple((one.text.translate(plain), one.rules[0] if one.rules else "") for one in sentences)


def crit_notes(s: State, due: Counter[int]) -> Notes:
    """How many crit rolls fall due, on which die, and what its faces strike (AG-12.7 to AG-12.10)."""
    rolls = [
        (f"{unit_id(s, u)} takes {plural(count, 'crit roll')} on a d{s.units[u].budget}.", "AG-12.8")
        for u, count in due.items()
    ]
    return (*rolls, *((f"{unit_id(s, u)}'s parts: {bands_said(s, u)}.", "AG-12.10") for u in due))


def bands_said(s: State, u: int) -> str:
    """The faces of the crit die by the part that they strike: "1 to 10 cockpit and sensors, ..."."""
    said, first = [], 1
    for k in range(s.units[u].parts):
        last = band_end(s.units[u], k)
        if last >= first:
            said.append(f"{faces(first, last)} {part_name(s, u, k)}")
        first = max(first, last + 1)
    if first <= s.units[u].budget:
        said.append(f"{faces(first, int(s.units[u].budget))} nothing")
    return ", ".join(said)


def faces(first: int, last: int) -> str:
    """Faces in a row."""
    return str(first) if first == last else f"{first} to {last}"
