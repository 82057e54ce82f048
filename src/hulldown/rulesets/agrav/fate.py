"""What became of a unit, as a number for odds: health, durability, charge and whether it is there."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.state import State

TRACK = 1 << 13  # more tenths than any track has


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """Standing, stun, health, durability and charge of a unit in one number; see `unpacked`."""
    u = s.units[subject]
    head = int(u.standing) * 4 + int(u.stun)
    health = int(u.health) * TRACK + int(u.durability)
    return (head * TRACK * TRACK + health) * TRACK + int(u.shield.charge)


def unpacked(outcome: int) -> tuple[int, int, int, int, int]:
    """(standing, stun counter, health, durability, charge) of an outcome number, tracks in tenths."""
    rest, charge = divmod(outcome, TRACK)
    rest, durability = divmod(rest, TRACK)
    head, health = divmod(rest, TRACK)
    return head // 4, head % 4, health, durability, charge
