"""Dice that are thrown together and of which only one number matters: their sum, or how many reach a face.

A game rolls them one by one. A walk of all tapes need not: it throws one die with as many faces as the dice
can fall in ways, numbered in the order of that number, and takes all faces with the same as one branch
(`merge_faces`). So two dice are 11 branches instead of 36, and fewer where a rule says which sums mean the
same.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice, Mode, merge_faces, roll
from hulldown.kernel.jit import rule

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
