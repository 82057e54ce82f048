"""What passes between a player and a game: orders, what came of them, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from hulldown.ai.position import Order
from hulldown.deprecated import RenamedMember
from hulldown.kernel.events import Event, SumTerm
from hulldown.rulesets.api.words import Roll, Sentence

Die = tuple[int, int]  # (face, sides)
SPECTATOR = 2  # its place after both seats


class UndoRefused(ValueError):
    """The last order cannot be taken back; the message says why."""


class DiceSealed(ValueError):
    """The game was loaded from a file without its dice: it can be watched, not continued."""


def _plain(text: str) -> str:
    """A text of the log as HTML, without the signs that mark unit names."""
    return escape(text.replace("{", "").replace("}", ""))


def _dice(rolls: tuple[Roll, ...]) -> str:
    """The dice of a sentence as HTML, each with what it was thrown for and its rule."""
    rows = "".join(
        f"<li>{''.join(f'[{face}]' for face in roll.faces or (roll.value,))} of {roll.sides}: "
        f"{_plain(roll.text)} {escape(roll.rule)}</li>"
        for roll in rolls
    )
    return f"<ul>{rows}</ul>" if rows else ""


@dataclass(frozen=True)
class Step:
    """One order carried out: its events, the dice in the order they fell, and the log's sentences.

    `number` counts orders from 1. `digest` is that of the position after it. `heard` is the log of both
    seats and of spectators, where not all hear the same.
    """

    number: int
    order: Order
    events: tuple[Event, ...]
    reasons: tuple[SumTerm, ...]
    dice: tuple[Die, ...]
    sentences: tuple[Sentence, ...]
    digest: str = ""
    heard: tuple[tuple[Sentence, ...], ...] = ()

    act = RenamedMember("order")
    told = RenamedMember("log_for")

    def log_for(self, seat: int | None) -> tuple[Sentence, ...]:
        """What a seat hears of it (None: a spectator)."""
        return self.heard[SPECTATOR if seat is None else seat] if self.heard else self.sentences

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{_plain(s.text)}{_dice(s.rolls)}</li>" for s in self.sentences)
        return f"<p><b>{self.number}. {escape(self.order.text)}</b></p><ul>{rows}</ul>"

    def __str__(self) -> str:
        return " ".join(s.text.replace("{", "").replace("}", "") for s in self.sentences) or self.order.text
