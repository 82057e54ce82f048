"""Sentences in the making: a headline event opens one, the events that follow from it add to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hulldown.kernel.events import Event, Log, Reason
from hulldown.rulesets.face.words import Roll, Sentence
from hulldown.rulesets.shared.events import Kind

NOTHING = -1


@dataclass
class Draft:
    """A sentence in the making: its opening, the clauses that follow, dice and rules.

    `kind` is the kind of event that began it, `about` the unit that it all happens to; `shot` as in
    `Sentence`.
    """

    opening: str
    rules: list[str]
    clauses: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    heading: bool = False
    about: int = NOTHING
    shot: bool = False
    kind: Kind[Any] | None = None

    def done(self) -> Sentence:
        """The finished sentence."""
        text = self.opening + (": " + "; ".join(self.clauses) if self.clauses else "")
        rules = tuple(dict.fromkeys(rule for rule in self.rules if rule))
        said = text if self.heading else text + "."
        return Sentence(said, rules, tuple(self.rolls), self.heading, self.shot)


class Drafts:
    """The sentences that the events of a log become, in order."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.drafts: list[Draft] = []

    def open(self, text: str, *rules: str, heading: bool = False, about: int = NOTHING) -> Draft:
        """Begin a sentence."""
        self.drafts.append(Draft(text, list(rules), heading=heading, about=about))
        return self.drafts[-1]

    def summands(self, row: Event) -> list[Reason]:
        """The reason rows that belong to an event."""
        return list(self.log.why.rows[row.first_reason : row.first_reason + row.reasons])

    def sentences(self) -> list[Sentence]:
        """All of them, finished."""
        return [draft.done() for draft in self.drafts]
