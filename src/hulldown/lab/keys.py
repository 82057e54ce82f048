"""What a game of a study is played by: keys that depend on nothing but the study's seed and the game's place.

A game must be the same whoever plays it, in whichever order and cut into whatever slices. 32 bits name the
dice of a block: among 20,000 blocks about every twentieth study has two with the same dice.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import PurePath

from hulldown.ai.match import Keys


def key(*of: object) -> int:
    """32 bits of a few words and numbers."""
    text = "\x1f".join(map(str, of)).encode()
    return int.from_bytes(blake2b(text, digest_size=4, person=b"hulldown lab").digest(), "little")


def word_of(scenario: str) -> str:
    """What keys know a scenario by: its name, wherever a file of one's own lies."""
    return PurePath(scenario).stem


def keys_of(seed: int, scenario: str, block: int, seat_of_a: int, apart: str = "") -> Keys:
    """The keys of one game of a block.

    All arms of a block have the same dice, and the same thoughts where they come to the same position; those
    with a word of their own in `apart` have thoughts of their own.
    """
    name = word_of(scenario)
    seats = [key("thoughts", seed, name, block, seat, seat_of_a, apart) for seat in (0, 1)]
    return Keys(key("dice", seed, name, block), (seats[seat_of_a], seats[1 - seat_of_a]))
