"""Games that end otherwise than by an order of their players: what is written, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.rulesets.api.ruleset import SIDES

TIME, CLAIM, DRAW, ABANDONED, LEFT = "time", "claim", "draw", "abandoned", "left"


@dataclass(frozen=True)
class Adjudication:
    """An end outside of the rules: its row, whom it is about (the seat that left or offered), what for, and
    the winning seat or 2 for a draw."""

    number: int
    seat: int
    why: str
    result: int

    @property
    def text(self) -> str:
        """The end in words."""
        return cause_text(self.why, self.seat, self.result)


def cause_text(cause: str, seat: int, result: int | None = None) -> str:
    """Why the server gave an order in a seat's name, or ended a game with a result."""
    side, other = SIDES[seat], SIDES[1 - seat]
    if cause == DRAW:
        return "Both sides have agreed to a draw."
    if cause == ABANDONED:
        return "Nobody has come back to this battle: it ends unfinished, as a draw."
    if cause == LEFT:
        return f"{side} did not fight this battle to its end: it is {other}'s."
    if cause == CLAIM and result is None:
        return f"{side} has left the table, and {other} claims the battle: {side} gives up."
    if cause == CLAIM:
        return f"{side} has left the table, and {other} claims the battle."
    if result == 2:
        return "The time of both sides has run out at the same moment: a draw."
    if result is None:
        return f"{side}'s time has run out: it gives up."
    return f"{side}'s time has run out: the battle is {other}'s."
