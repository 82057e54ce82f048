"""What the tellers of all chapters share: names, the sentence under way, summands, hexes, points."""

from __future__ import annotations

from hulldown.kernel.events import Event, Log
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared.drafting import Draft, Drafts
from hulldown.rulesets.tank_commander.codes import NOBODY
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import modifier


class Teller(Drafts):
    """Turns the events of one action into sentences. Headline events open one, the others add to it."""

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(log)
        self.s = s

    def name(self, u: int) -> str:
        """A unit as the page styles it."""
        return "{" + unit_id(self.s, u) + "}"

    def draft(self, row: Event) -> Draft:
        """The sentence under way; one is begun if the event comes by itself."""
        if not self.drafts or self.drafts[-1].heading:
            self.open(self.name(row.target) if row.target != NOBODY else "Then")
        return self.drafts[-1]

    def add(self, row: Event, clause: str, rule: str = "") -> Draft:
        """A clause of the sentence under way."""
        draft = self.draft(row)
        if clause:
            draft.clauses.append(clause)
        draft.rules.append(rule or Tell.of(row.kind).rule)
        return draft

    def reasons(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        return tuple(modifier(r.code, r.amount) for r in self.summands(row))


def points(n: int) -> str:
    """Action points left, as said."""
    return f"{n} AP left"


def acted(t: Teller, row: Event, does: str, *rules: str) -> Draft:
    """A unit does something for its action points; those left are in the event's first field."""
    left = f", {points(row.a)}" if row.a >= 0 else ""
    return t.open(f"{t.name(row.actor)} {does}{left}", Tell.of(row.kind).rule, *rules)


def place(row: Event) -> str:
    """The hex of an event."""
    return name_of(row.place)
