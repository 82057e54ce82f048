"""Dice: a counter-based generator (Threefry-2x32, 13 rounds) and a tape.

`roll` is the only source of chance in a game. A value is a function of key, stream and count, so
any die can be recomputed. The tape holds values to use before the generator is asked: tests lay
one, replays re-lay the recorded one, exact odds walk all of them. Where many faces of a die mean
the same, a rule says so with `merge_faces`, and the walk takes them as one.

Every intermediate value is non-negative and below 2**63, because overflow of a signed integer
is undefined in compiled code; so the numbers are the same compiled and interpreted.
Source of the generator: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
1, 2, 3", 2011; the test holds it to the published vectors of the 20-round form's building block.
"""

from __future__ import annotations

import math
from enum import IntEnum
from fractions import Fraction
from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.records import Long, blank, record

TAPE = 512
MASK = 0xFFFFFFFF
PARITY = 0x1BD11BDA


class Mode(IntEnum):
    """What happens to a die that the tape does not hold."""

    FREE = 0  # ask the generator
    RECORD = 1  # ask the generator and write the value on the tape
    ENUMERATE = 2  # write face 1 on the tape: `next_branch` steps through the rest


class DiceFault(IntEnum):
    """What went wrong with a tape; 0 is fine."""

    NONE = 0
    OTHER_DIE = 1  # the tape holds a die of another number of sides
    TAPE_FULL = 2


@record
class Dice:
    """The dice of one game or search."""

    key: Long  # 32 bits; with the stream it names the sequence
    stream: Long  # 0 for the game itself; searches use others, so thinking changes nothing
    count: Long  # dice taken from the generator so far
    mode: int
    at: int  # next value on the tape
    length: int  # values on the tape
    fault: int
    value: Annotated[list[int], TAPE]
    sides: Annotated[list[int], TAPE]
    faces: Annotated[list[int], TAPE]  # how many faces the value stands for; more than 1 only in a walk


@rule
def mix(x: int, y: int, turn: int) -> int:
    """One half-round: rotate 32 bits and exclusive-or."""
    return (((y << turn) | (y >> (32 - turn))) & MASK) ^ x


@rule
def threefry(key: int, stream: int, low: int, high: int) -> int:
    """32 random bits for the counter (low, high) under the key (key, stream)."""
    k2 = PARITY ^ key ^ stream
    x, y = (low + key) & MASK, (high + stream) & MASK
    x = (x + y) & MASK
    y = mix(x, y, 13)
    x = (x + y) & MASK
    y = mix(x, y, 15)
    x = (x + y) & MASK
    y = mix(x, y, 26)
    x = (x + y) & MASK
    y = mix(x, y, 6)
    x, y = (x + stream) & MASK, (y + k2 + 1) & MASK
    x = (x + y) & MASK
    y = mix(x, y, 17)
    x = (x + y) & MASK
    y = mix(x, y, 29)
    x = (x + y) & MASK
    y = mix(x, y, 16)
    x = (x + y) & MASK
    y = mix(x, y, 24)
    x, y = (x + k2) & MASK, (y + key + 2) & MASK
    x = (x + y) & MASK
    y = mix(x, y, 13)
    x = (x + y) & MASK
    y = mix(x, y, 15)
    x = (x + y) & MASK
    y = mix(x, y, 26)
    x = (x + y) & MASK
    y = mix(x, y, 6)
    x, y = (x + key) & MASK, (y + stream + 3) & MASK
    return (x + y) & MASK


@rule
def fresh(d: Dice, sides: int) -> int:
    """The next value of the generator, 1 to sides.

    Multiply and shift: for a die of 6 the faces differ by less than 2**-29 in probability.
    """
    count = d.count
    d.count = count + 1
    bits = threefry(d.key, d.stream, count & MASK, count >> 32)
    return 1 + ((bits * sides) >> 32)


@rule
def roll(d: Dice, sides: int) -> int:
    """A number from 1 to sides: from the tape while it lasts, then as the mode says.

    On a full tape every mode asks the generator, so that a rule that rolls until something
    happens comes to an end.
    """
    i = d.at
    if i < d.length:
        d.at = i + 1
        if d.sides[i] != sides:
            d.fault = DiceFault.OTHER_DIE
        return d.value[i]
    v = 1 if d.mode == Mode.ENUMERATE and i < TAPE else fresh(d, sides)
    if d.mode != Mode.FREE:
        if i >= TAPE:
            d.fault = DiceFault.TAPE_FULL
            return v
        d.value[i] = v
        d.sides[i] = sides
        d.faces[i] = 1
        d.at = i + 1
        d.length = i + 1
    return v


@rule
def merge_faces(d: Dice, face: int, last: int) -> int:
    """Say of the face just rolled that all up to `last` mean the same; the face to go on with.

    `last` must be the same for each of these faces: they are a band, and the bands follow each other
    up to the last side. A walk takes a band as one branch, in which the die shows the band's last
    face; everywhere else nothing changes, and the face is the one that was rolled.
    """
    if d.mode != Mode.ENUMERATE or d.fault != DiceFault.NONE:
        return face
    i = d.at - 1
    last = min(last, d.sides[i])
    if face < last:  # the band's first face: a branch that is read again shows its last
        d.faces[i] += last - face
        d.value[i] = last
    return last


@rule
def roll_under(d: Dice, sides: int, limit: int) -> int:
    """A roll of which matters only whether it is equal to or below a limit."""
    face = roll(d, sides)
    return merge_faces(d, face, limit if face <= limit else sides)


@rule
def rewind(d: Dice, mode: int) -> None:
    """Go to the head of the tape; what it holds is read first."""
    d.at = 0
    d.mode = mode


@rule
def clear(d: Dice, mode: int) -> None:
    """An empty tape."""
    d.at = 0
    d.length = 0
    d.fault = DiceFault.NONE
    d.mode = mode


@rule
def next_branch(d: Dice) -> bool:
    """Set the tape to the next combination of faces; False when all have been seen."""
    n = d.at
    while n > 0 and d.value[n - 1] == d.sides[n - 1]:
        n -= 1
    d.length = n
    d.at = 0
    if n == 0:
        return False
    d.value[n - 1] += 1
    d.faces[n - 1] = 1
    return True


@rule
def branch_weight(d: Dice) -> float:
    """Probability of the combination on the tape."""
    p = 1.0
    for i in range(d.at):
        p = p * d.faces[i] / d.sides[i]
    return p


@rule
def branch_size(d: Dice) -> int:
    """How many equally likely ways the dice on the tape can fall, or 0 when beyond 2**62.

    Of these `branch_share` are the combination on the tape, so both make its exact probability.
    """
    n = 1
    for i in range(d.at):
        ways = d.sides[i] // math.gcd(d.faces[i], d.sides[i])
        if n > (1 << 62) // ways:
            return 0
        n *= ways
    return n


@rule
def branch_share(d: Dice) -> int:
    """How many of its `branch_size` ways the combination on the tape is: 1 where no faces are alike."""
    n = 1
    for i in range(d.at):
        n *= d.faces[i] // math.gcd(d.faces[i], d.sides[i])
    return n


def branch_chance(d: Dice) -> Fraction:
    """The exact probability of the combination on the tape, of however many dice."""
    faces = zip(d.faces[: d.at], d.sides[: d.at], strict=True)
    return math.prod((Fraction(int(n), int(sides)) for n, sides in faces), start=Fraction(1))


def new_dice(key: int, stream: int = 0, mode: Mode = Mode.FREE) -> Dice:
    """Interpreted dice for a 32-bit key; streams of one key are independent."""
    d = blank(Dice)
    d.key, d.stream, d.mode = key & MASK, stream & MASK, int(mode)
    return d


def script_dice(d: Dice, values: list[tuple[int, int]]) -> Dice:
    """Put (value, sides) pairs on the tape, to be read from the first."""
    clear(d, Mode.FREE)
    for i, (value, sides) in enumerate(values):
        d.value[i], d.sides[i], d.faces[i] = value, sides, 1
    d.length = len(values)
    return d


def tape(d: Dice) -> list[tuple[int, int]]:
    """The (value, sides) pairs read from or written to the tape so far."""
    return [(int(d.value[i]), int(d.sides[i])) for i in range(d.at)]


# ---------------------------------------------------------------- pooled dice
# Dice that are thrown together and of which only one number matters: their sum, or how many reach a face.
#
# A game rolls them one by one. A walk of all tapes need not: it throws one die with as many faces as the dice
# can fall in ways, numbered in the order of that number, and takes all faces with the same as one branch
# (`merge_faces`). So two dice are 11 branches instead of 36, and fewer where a rule says which sums mean the
# same.


LARGEST = 1 << 30  # faces that one die of a walk may have


@rule
def is_enumerating(d: Dice) -> bool:
    """Whether all ways in which the dice can fall are walked."""
    return bool(d.mode == Mode.ENUMERATE)


@rule
def is_pinned(d: Dice, sides: int) -> bool:
    """Whether the tape already holds the next die by itself: somebody laid it there before the walk."""
    return bool(d.at < d.length and d.sides[d.at] == sides)


@rule
def max_pooled(sides: int) -> int:
    """How many dice a walk can take as one."""
    dice, faces = 0, sides
    while faces <= LARGEST:
        dice, faces = dice + 1, faces * sides
    return dice


@rule
def power(base: int, exponent: int) -> int:
    """A number multiplied by itself so many times."""
    product = 1
    for _ in range(exponent):
        product *= base
    return product


@rule
def binomial(n: int, k: int) -> int:
    """In how many ways k of n can be chosen."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@rule
def last_face(d: Dice) -> int:
    """What the die shows that was rolled last."""
    return d.value[d.at - 1]


# ---------------------------------------------------------------- sums


@rule
def ways_to_sum(dice: int, sides: int, total: int) -> int:
    """In how many ways dice show a sum: those without a limit of faces, less those with a face too high."""
    ways, sign = 0, 1
    for k in range((total - dice) // sides + 1):
        ways += sign * binomial(dice, k) * binomial(total - sides * k - 1, dice - 1)
        sign = -sign
    return ways


@rule
def ways_up_to(dice: int, sides: int, total: int) -> int:
    """In how many ways dice show a sum or less."""
    ways = 0
    for shown in range(dice, total + 1):
        ways += ways_to_sum(dice, sides, shown)
    return ways


@rule
def roll_sum(d: Dice, sides: int, dice: int) -> int:
    """In a walk: the sum of dice thrown as one, at most `max_pooled` of them. Say which are alike."""
    face = roll(d, power(sides, dice))
    total = dice
    while total < dice * sides and ways_up_to(dice, sides, total) < face:
        total += 1
    return total


@rule
def merge_sums(d: Dice, sides: int, dice: int, last: int) -> int:
    """Say of the sum just rolled that all up to `last` mean the same; the sum to go on with."""
    merge_faces(d, last_face(d), ways_up_to(dice, sides, last))
    return last


# ---------------------------------------------------------------- how many reach a face


@rule
def roll_reaching(d: Dice, sides: int, dice: int, face: int) -> int:
    """In a walk: how many of some dice, thrown as one, show a face or more; these are alike already."""
    good = sides + 1 - face
    shown, hits = roll(d, power(sides, dice)), 0
    ways = power(sides - good, dice)
    while ways < shown:
        hits += 1
        ways += binomial(dice, hits) * power(good, hits) * power(sides - good, dice - hits)
    merge_faces(d, shown, ways)
    return hits


@rule
def all_reaching(d: Dice, sides: int, dice: int, face: int) -> int:
    """In a walk: how many of any number of dice show a face or more, as many as can be thrown as one."""
    hits, rest = 0, dice
    while rest > 0:
        many = min(rest, max_pooled(sides))
        hits += roll_reaching(d, sides, many, face)
        rest -= many
    return hits
