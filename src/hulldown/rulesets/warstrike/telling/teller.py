"""What every chapter of the log needs: names, the sentence under way, runs of events, dice in words."""

from __future__ import annotations

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.face.ruleset import SIDES, plain_events
from hulldown.rulesets.face.words import Modifier, Roll
from hulldown.rulesets.shared.drafting import Draft, Drafts
from hulldown.rulesets.warstrike.naming import model_id, unit_id, unit_name
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.state import State, is_single, side_of
from hulldown.rulesets.warstrike.vocabulary import modifier

DIE = 6


class Teller(Drafts):
    """Turns the events of one action into sentences; `kind` is what the sentence under way is about."""

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(log)
        self.s = s
        self.rows = plain_events(log)
        self.at = 0
        self.told_to = 0  # events before this one have been told together with an earlier one
        self.kind: Tell | None = None

    # ------------------------------------------------------------ names

    def unit(self, k: int) -> str:
        """A unit as the page styles it."""
        return "{" + unit_id(self.s, k) + "}"

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a unit of one by the unit's name."""
        k = self.of(m)
        return self.unit(k) if is_single(self.s, k) else "{" + model_id(self.s, m) + "}"

    def full(self, k: int) -> str:
        """A unit with what it is called."""
        return f"{self.unit(k)} ({unit_name(self.s, k)})"

    def of(self, m: int) -> int:
        """The unit of a model."""
        return int(self.s.model[m].unit)

    def side(self, side: int) -> str:
        """Who commands a side."""
        return SIDES[side]

    def owner(self, m: int) -> str:
        """Who commands a model."""
        return self.side(side_of(self.s, m))

    # ------------------------------------------------------------ sentences

    def begin(self, row: Event, text: str, *rules: str, about: int = -1) -> Draft:
        """Begin a sentence about what an event is about."""
        self.kind = Tell.of(row.kind)
        return self.open(text, *(rules or (self.kind.rule,)), about=about)

    def going(self, *kinds: Tell, about: int | None = None) -> Draft | None:
        """The sentence under way, if it is about one of these kinds of event, and about somebody."""
        if not self.drafts or self.kind not in kinds or self.drafts[-1].heading:
            return None
        draft = self.drafts[-1]
        return draft if about is None or draft.about == about else None

    def heading(self, text: str, *rules: str) -> None:
        """A heading: a player turn, an activation."""
        self.kind = None
        self.open(text, *rules, heading=True)

    def modifiers(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        return tuple(modifier(r.code, r.amount) for r in self.summands(row))

    def run(self, row: Event, *kinds: Tell) -> list[Event]:
        """The events of some kinds that follow at once on models of one unit, told together."""
        found, k = [], self.of(row.actor)
        for after in self.rows[self.at :]:
            if after.kind not in (kinds or (row.kind,)) or self.of(after.actor) != k:
                break
            found.append(after)
        self.told_to = self.at + len(found)
        return found

    def earlier(self, kind: Tell) -> bool:
        """Whether an event of a kind comes before this one."""
        return any(row.kind == kind for row in self.rows[: self.at])


# ---------------------------------------------------------------- dice


def digits(*numbers: int) -> tuple[int, ...]:
    """Faces that an event keeps as the digits of numbers."""
    return tuple(int(face) for number in numbers if number > 0 for face in str(number))


def thrown(
    faces: tuple[int, ...], text: str, rule: str, needed: int | None, passed: int, terms: tuple[Modifier, ...]
) -> Roll:
    """Dice thrown together, of which so many did it: coloured where all did, or none."""
    all_or_none = bool(passed) if passed in (0, len(faces)) else None
    return Roll(sum(faces), DIE, text, rule, needed, all_or_none, terms, faces)
