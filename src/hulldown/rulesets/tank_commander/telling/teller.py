"""Sentences in the making: a headline event opens one, the events that follow from it add to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hulldown.kernel.events import Event, Log
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.codes import NOBODY
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import modifier
from hulldown.rulesets.words import Modifier, Roll, Sentence


@dataclass
class Draft:
    """A sentence in the making: its opening, the clauses that follow, dice and rules.

    `about` is the unit that it all happens to.
    """

    opening: str
    rules: list[str]
    clauses: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    heading: bool = False
    about: int = NOBODY

    def done(self) -> Sentence:
        """The finished sentence."""
        text = self.opening + (": " + "; ".join(self.clauses) if self.clauses else "")
        rules = tuple(dict.fromkeys(rule for rule in self.rules if rule))
        return Sentence(text if self.heading else text + ".", rules, tuple(self.rolls), self.heading)


class Teller:
    """Turns the events of one action into sentences. Headline events open one, the others add to it."""

    def __init__(self, s: State, log: Log) -> None:
        self.s = s
        self.log = log
        self.drafts: list[Draft] = []

    def name(self, u: int) -> str:
        """A unit as the page styles it."""
        return "{" + unit_id(self.s, u) + "}"

    def open(self, text: str, *rules: str, heading: bool = False, about: int = NOBODY) -> Draft:
        """Begin a sentence."""
        self.drafts.append(Draft(text, list(rules), heading=heading, about=about))
        return self.drafts[-1]

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
        rows = self.log.why.rows[row.first_reason : row.first_reason + row.reasons]
        return tuple(modifier(r.code, r.amount) for r in rows)


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
