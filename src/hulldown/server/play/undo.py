"""What an undo would take back, and on whose word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class UndoableStep(Protocol):
    """A decision that stands: its number, whose it was, whether it rolled a die, was secret or hidden."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def rolled(self) -> bool: ...
    @property
    def secret(self) -> bool: ...
    @property
    def hidden(self) -> bool: ...


@dataclass(frozen=True)
class Undoing:
    """What a seat's undo comes to.

    `back_to` is the number that would stand again. `free` undoing needs nobody; `by_consent` needs the
    other side, for the reason `why`; neither means that it is refused for that reason.
    """

    free: bool
    by_consent: bool
    why: str
    back_to: int = 0


def undoing(
    steps: Sequence[UndoableStep], seat: int, people: frozenset[int], ended: bool, surprised: bool = False
) -> Undoing:
    """How a seat's last decision could be taken back. `people` are the seats played by people.

    `surprised`: the last decision of all showed its seat something that was hidden.
    """
    if ended:
        return Undoing(False, False, "The game has ended and its dice are told.")
    own = [at for at, step in enumerate(steps) if step.seat == seat]
    if not own:
        return Undoing(False, False, "You have not decided anything yet.")
    at = own[-1]
    back_to = steps[at - 1].number if at else 0
    taken = steps[at:]
    why = _objection(taken, seat, people)
    if not why and surprised:
        why = "Your last decision brought something into sight."
    if not why:
        return Undoing(True, False, "", back_to)
    if len(people) > 1:
        return Undoing(False, True, f"{why} The other side must agree.", back_to)
    return Undoing(False, False, why, back_to)


def _objection(taken: Sequence[UndoableStep], seat: int, people: frozenset[int]) -> str:
    """Why taking these back is not free, or nothing."""
    if any(step.secret for step in taken):
        return "A secret order stands once it is given."
    if any(step.hidden and step.seat != seat for step in taken):
        return "Since your last decision the other side has decided."
    if any(step.rolled for step in taken):
        return "Since your last decision a die was rolled."
    if any(step.seat != seat and step.seat in people for step in taken):
        return "Since your last decision the other side has decided."
    return ""
