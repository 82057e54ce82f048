"""The terms of a game: what its people agree to about time, watching and talking. No rule of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

DAY = 86_400.0  # seconds

Clocked = Literal["none", "game", "days"]


@dataclass(frozen=True)
class GameTerms:
    """`clock`: without one; `minutes` for the whole game for each seat with `increment` seconds more whenever
    it has handed over; or `days` for whatever it decides until it hands over. Who watches without a seat
    sees the game `delay` decisions late. Without `chat` only set phrases are said. With `advice` those who
    play apart may ask the computer what to do.
    """

    clock: Clocked = "none"
    minutes: int = 0
    increment: int = 0
    days: int = 0
    delay: int = 0
    chat: bool = True
    advice: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> GameTerms:
        """The terms as they are kept; those of a game from before there were any are the usual ones."""
        return cls(**kept)

    @property
    def to_row(self) -> dict[str, Any]:
        """The terms as they are kept."""
        return asdict(self)

    @property
    def clocked(self) -> bool:
        """Whether time runs."""
        return self.clock != "none"

    @property
    def allowance(self) -> float:
        """The seconds that a seat has at first."""
        return self.days * DAY if self.clock == "days" else self.minutes * 60.0

    def words(self) -> list[str]:
        """What is agreed, as it is shown before joining and at the table."""
        lines = []
        if self.clock == "game":
            more = f", and {self.increment} s more after each turn" if self.increment else ""
            lines.append(f"{_counted(self.minutes, 'minute')} each for the whole battle{more}")
        elif self.clock == "days":
            lines.append(f"{_counted(self.days, 'day')} for each turn")
        else:
            lines.append("No clock")
        if self.delay:
            lines.append(f"Who watches is {_counted(self.delay, 'decision')} behind")
        if not self.chat:
            lines.append("Only set phrases are said")
        if self.advice:
            lines.append("Both may ask the computer for advice")
        return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
