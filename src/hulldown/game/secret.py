"""The secret that a game's dice come from, and the promises made of it before the first throw.

**Of a seed**, or of a game in a run: 64 bits, half of them the generator's key and half its stream, and one
row of dice for the whole game. Who knows the seed knows the dice; they are for what is to be played again.

**Shared**, which is every other game: parts of 128 bits, one of the server and one of each page whose player
sits down. All dice come from the *mix*, the first 32 hexadecimal digits of

    SHA-256("hulldown mix KEY SALT FIRST SECOND")

with the server's part KEY and its SALT, and what the pages of seat 0 and seat 1 added ("none" if nothing).
The generator knows keys of 64 bits, so every order that throws has dice of its own: key and stream, 8 digits
each, begin

    SHA-256("hulldown order MIX NUMBER")

NUMBER counting the standing orders before it that threw dice. What has fallen says nothing of what will: to
get from dice to the mix is to search 2**128 of them. An order taken back and given again throws the same.

Promised beforehand, as hashes: SHA-256("hulldown dice KEY SALT") of the server, before any page adds a part,
and SHA-256("hulldown part PART") of each page. Shown after the game is all of it, so that anybody can mix
again and throw again; `hulldown verify` does.

Who could cheat, and why not:

- A *spectator* sees hashes of 128 random bits and more: nothing to search.
- A *guest*, who is invited, sees the hashes of server and host before adding a part. Whatever part is chosen,
  the mix is as good as random to whoever does not know the server's.
- A *host whose machine is the server* has promised both other parts before the guest's arrives, and can turn
  neither afterwards: the dice cannot be chosen. Refusing the guest's part until another comes does not help,
  as a page sends the same part again. (Who owns the machine can look into its memory, and so know dice before
  they fall. No promise prevents that, only another machine.)
- A *host on a machine of somebody else* hands a part over to it together with the set-up. So the owner of the
  machine could have chosen the server's part after it; a guest's page does not depend on that owner.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field, replace

from hulldown.kernel.dice import Dice, Mode, new_dice
from hulldown.kernel.records import copy

SHORT, LONG = 16, 32  # hexadecimal digits of the key of one row of dice, and of a part of a shared secret


def _hashed(*words: str) -> str:
    return hashlib.sha256(" ".join(("hulldown", *words)).encode()).hexdigest()


def promise_of(part: str) -> str:
    """The promise of what a page adds to the dice; of nothing, nothing."""
    return part and _hashed("part", part)


@dataclass(frozen=True)
class DiceSecret:
    """`key` is 16 hexadecimal digits, or the server's 32 of a shared secret; `salt` is 32.

    `parts` are what the pages of both seats added to a shared one, 32 digits or nothing each; `seed` is the
    number that it was made of, where that is known.
    """

    key: str
    salt: str
    parts: tuple[str, str] = ("", "")
    seed: int | None = field(default=None, compare=False)

    @classmethod
    def from_seed(cls, seed: int | None) -> DiceSecret:
        """The secret of a seed (any whole number), or a new shared one from the system's randomness."""
        if seed is None:
            return cls(secrets.token_hex(LONG // 2), secrets.token_hex(16))
        drawn = _hashed("seed", str(int(seed)))
        return cls(drawn[:16], drawn[16:48], seed=int(seed))

    @classmethod
    def of_batch(cls, key: int) -> DiceSecret:
        """The secret whose dice are those of game `key` in a run of games (see `kernel.batch`)."""
        return cls(f"{key & 0xFFFFFFFF:08x}00000000", "0" * 32)

    def with_part(self, seat: int, part: str) -> DiceSecret:
        """The secret with what the page of a seat adds. ValueError if it is not a shared one."""
        if not self.shared:
            raise ValueError("dice of a seed take no part of a page")
        first, second = self.parts
        return replace(self, parts=(first, part) if seat else (part, second))

    @property
    def shared(self) -> bool:
        """Whether pages can add to it."""
        return len(self.key) == LONG

    @property
    def commitment(self) -> str:
        """The server's promise: the hash that is shown before the first die."""
        return _hashed("dice", self.key, self.salt)

    @property
    def promises(self) -> tuple[str, ...]:
        """The promises of what both pages added, nothing of a page that did not; none unless it is shared."""
        return tuple(promise_of(part) for part in self.parts) if self.shared else ()

    @property
    def mix(self) -> str:
        """What a shared secret comes to, 128 bits as 32 hexadecimal digits."""
        return _hashed("mix", self.key, self.salt, *(part or "none" for part in self.parts))[:LONG]

    @property
    def afterwards(self) -> str:
        """The key, 16 digits, of dice that are thrown when the game is over, in a campaign."""
        return _hashed("aftermath", self.mix)[:SHORT] if self.shared else self.key

    def dice(self) -> Dice:
        """The game's dice, at the first throw."""
        return _dice(_hashed("order", self.mix, "0") if self.shared else self.key)

    def going_on(self, dice: Dice, throws: int) -> Dice:
        """The dice of the next order, after `throws` orders that threw some: a shared secret's are fresh, the
        others go on in their row. `dice`, the last order's, stay as they are.
        """
        return _dice(_hashed("order", self.mix, str(throws))) if self.shared else copy(dice)


def _dice(digits: str) -> Dice:
    """The dice whose key and stream are the first 16 digits."""
    return new_dice(int(digits[:8], 16), int(digits[8:SHORT], 16), Mode.RECORD)
