"""What passes between a player and a game: orders, what came of them, and why not."""

from __future__ import annotations

from dataclasses import dataclass, field

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Event, Reason
from hulldown.rulesets.words import Refusal, Sentence

Die = tuple[int, int]  # (face, sides)
SPECTATOR = 2  # its place after both seats


class NotUnderstood(ValueError):
    """A text is no order of this game."""


class IllegalOrder(ValueError):
    """An order that may not be given now. `refusal` has the reason in words and the rule."""

    def __init__(self, order: str, refusal: Refusal) -> None:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        super().__init__(f"{order}: {refusal.text}{rule}")
        self.order = order
        self.refusal = refusal


class UndoRefused(ValueError):
    """The last order cannot be taken back; the message says why."""


class SealedGame(ValueError):
    """The game was loaded from a file without its dice: it can be watched, not continued."""


@dataclass(frozen=True)
class Act:
    """One order of one seat. Two are equal when they have the same seat and text."""

    text: str
    row: Action = field(compare=False, repr=False)
    seat: int = 0

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Turn:
    """One order carried out: its events, the dice in the order they fell, and the log's sentences.

    `number` counts orders from 1. `digest` is that of the position after it. `heard` is the log of both
    seats and of spectators, where not all hear the same.
    """

    number: int
    act: Act
    events: tuple[Event, ...]
    reasons: tuple[Reason, ...]
    dice: tuple[Die, ...]
    sentences: tuple[Sentence, ...]
    digest: str = ""
    heard: tuple[tuple[Sentence, ...], ...] = ()

    def told(self, seat: int | None) -> tuple[Sentence, ...]:
        """What a seat hears of it (None: a spectator)."""
        return self.heard[SPECTATOR if seat is None else seat] if self.heard else self.sentences

    def __str__(self) -> str:
        return " ".join(s.text.replace("{", "").replace("}", "") for s in self.sentences) or self.act.text
