"""The secret that a game's dice come from, and the promise made of it before the first throw.

64 bits, half of them the generator's key and half its stream, so that dice already seen do not
let anyone search out the ones to come in practice. The commitment is a hash that can be shown
at the start; the secret and its salt, shown at the end, prove that nothing was changed between.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from hulldown.kernel.dice import Dice, Mode, new_dice


@dataclass(frozen=True)
class DiceSecret:
    """`key` is 16 hexadecimal digits, `salt` 32."""

    key: str
    salt: str

    @classmethod
    def from_seed(cls, seed: int | None) -> DiceSecret:
        """The secret of a seed (any whole number), or a new one from the system's randomness."""
        if seed is None:
            return cls(secrets.token_hex(8), secrets.token_hex(16))
        drawn = hashlib.sha256(f"hulldown seed {int(seed)}".encode()).hexdigest()
        return cls(drawn[:16], drawn[16:48])

    @classmethod
    def of_batch(cls, key: int) -> DiceSecret:
        """The secret whose dice are those of game `key` in a run of games (see `kernel.batch`)."""
        return cls(f"{key & 0xFFFFFFFF:08x}00000000", "0" * 32)

    @property
    def commitment(self) -> str:
        """The hash that is shown before the first die."""
        return hashlib.sha256(f"hulldown dice {self.key} {self.salt}".encode()).hexdigest()

    def dice(self) -> Dice:
        """The game's dice, at the first throw."""
        return new_dice(int(self.key[:8], 16), int(self.key[8:], 16), Mode.RECORD)
