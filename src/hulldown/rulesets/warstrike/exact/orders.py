"""What comes of an order to fire, exactly (WS-11.3, WS-11.20), as the walk of all its dice would count it.

The dice of an attack fall in far too many ways to be walked, but only its markers and kill results matter.
So the order is carried out by the rules once for each of these, with dice laid out that come to it; the dice
after those of the attack are walked as ever. What becomes of one target does not hang on the dice thrown for
another: each has its own odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import (
    Dice,
    DiceFault,
    Mode,
    branch_share,
    branch_size,
    new_dice,
    next_branch,
    rewind,
    script_dice,
)
from hulldown.kernel.records import copy
from hulldown.rulesets.common.dicing import OFF, gathered
from hulldown.rulesets.warstrike.actions import apply, check
from hulldown.rulesets.warstrike.aiming import FACES, NEVER
from hulldown.rulesets.warstrike.arming import NO_WEAPON, why_no_volley
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Verb
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds, passing
from hulldown.rulesets.warstrike.exact.volleys import SHOT, Marks, Volley
from hulldown.rulesets.warstrike.fate import outcome
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, is_vehicle
from hulldown.rulesets.warstrike.suppression import check_dice, check_target

# ---------------------------------------------------------------- several targets


@dataclass(frozen=True)
class Share:
    """A further target: the chance that it is fired at at all, and what that fire does to it."""

    chance: Fraction
    odds: AttackOdds


def elsewhere(s: State, k: int, target: int) -> list[int]:
    """The models of a unit that are told to fire at other units than its target."""
    models, m = [], next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].aim not in (NOBODY, target):
            models.append(m)
        m = next_of(s, k, m)
    return models


def alone(s: State, k: int, target: int) -> State:
    """The position without those who fire elsewhere: to the first target they make no difference."""
    table = copy(s)
    for m in elsewhere(s, k, target):
        table.model[m].aim, table.model[m].arm = NOBODY, NO_WEAPON
    return table


def shares(s: State, a: Action) -> Iterator[Share]:
    """What an order to fire does to each further target, in their order (WS-11.3)."""
    k, target = int(a.actor), int(a.target)
    if a.verb != Verb.FIRE:
        return
    for other in sorted({int(s.model[m].aim) for m in elsewhere(s, k, target)}):
        if why_no_volley(s, k, other, NOBODY) == Why.OK:
            yield Share(permission(s, k), attack_odds(s, k, other, NOBODY))


def permission(s: State, k: int) -> Fraction:
    """The chance that a unit may fire at a further target: in Advance! it takes a passed Ld check."""
    if s.deed == Deed.OPEN_FIRE:
        return Fraction(1)
    return passing(check_dice(s, k, s.mute), check_target(s, k, s.mute))


# ---------------------------------------------------------------- an order


MOST = 64  # ways of the dice after the attack, beyond which it is left to the walk
Faces = list[int]


@dataclass(frozen=True)
class Case:
    """Faces of an attack as they are thrown in turn, and the chance of all that come to the same."""

    faces: Faces
    chance: Fraction


class TooMuch(ValueError):
    """What follows the attack is too much to be carried out in every way."""


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate of the unit fired at, after FIRE or SNAP; None: it is left to the walk."""
    target = fired_at(s, a)
    if target == NOBODY or check(s, int(a.seat), a):
        return None
    if a.verb == Verb.FIRE and elsewhere(s, int(a.actor), target):
        if s.unit[target].last == Deed.FALL_BACK:
            return None  # it may shed a marker at once, unless the fire at others ends the battle (WS-6.11)
        s = alone(s, int(a.actor), target)
    try:
        return gathered(
            (fate, case.chance * chance)
            for case in cases(s, attack_odds(s, int(a.actor), target))
            for fate, chance in fates(s, a, target, case.faces)
        )
    except TooMuch:
        return None


def fired_at(s: State, a: Action) -> int:
    """The unit that an order fires at, of several the first (WS-11.3); NOBODY for other orders."""
    if a.verb == Verb.SNAP and a.choice == 1:
        return int(s.acting)
    return int(a.target) if a.verb == Verb.FIRE else NOBODY


# ---------------------------------------------------------------- dice of an attack


def cases(s: State, odds: AttackOdds) -> Iterator[Case]:
    """Dice for every result of an attack that makes a difference: markers, kill results, hit or not."""
    vehicle = is_vehicle(s, odds.target)
    chances: dict[tuple[int, int, bool], Fraction] = {}
    shown: dict[tuple[int, int, bool], Marks] = {}
    for marks in odds.spread.ways:
        key = odds.gained(marks[0]), marks[1], marks[0] > 0
        chances[key] = chances.get(key, Fraction(0)) + odds.spread.chance(marks)
        shown.setdefault(key, marks)
    for key, chance in chances.items():
        parts = odds.spread.example(shown[key])
        faces = [
            face
            for v, part in zip(odds.volleys, parts, strict=True)
            for face in volley_faces(v, part, vehicle)
        ]
        if key[2] or not vehicle:
            yield Case(faces, chance)
        else:
            yield from unscathed(odds.volleys, faces, chance)


def unscathed(volleys: tuple[Volley, ...], faces: Faces, chance: Fraction) -> Iterator[Case]:
    """A vehicle that saves all hits was hit nevertheless (WS-6.11): missed by all, or hit in vain."""
    missed = Fraction(1)
    for v in volleys:
        missed *= Fraction(SHOT - v.hits, SHOT) ** v.shots
    yield Case(faces, missed)
    if chance > missed:
        yield Case([face for v in volleys for face in saved(v)], chance - missed)


def volley_faces(v: Volley, marks: Marks, vehicle: bool) -> Faces:
    """Dice of a volley with so many hits that suppress and so many kill results (WS-11.16)."""
    hits, results = marks
    shots = [v.hit] * hits + [v.hit - 1] * (v.shots - hits)
    if v.save == NEVER:
        return shots + killing(v, hits, results)
    if vehicle:
        return shots + [v.save - 1] * hits + killing(v, hits, results)
    wanted = [v.save - 1] * results + [v.save] * (hits - results)
    return shots + wanted + killing(v, results, results)


def killing(v: Volley, unsaved: int, results: int) -> Faces:
    """The dice to kill of so many unsaved hits; none is thrown where none can."""
    return [] if v.kill == NEVER else [v.kill] * results + [v.kill - 1] * (unsaved - results)


def saved(v: Volley) -> Faces:
    """Every shot of a volley hits, and every hit is saved; without a save all miss."""
    return [v.hit - 1] * v.shots if v.save == NEVER else [v.hit] * v.shots + [v.save] * v.shots


# ---------------------------------------------------------------- the order itself


def fates(s: State, a: Action, target: int, faces: Faces) -> Iterator[tuple[int, Fraction]]:
    """The order carried out with these dice, and with every dice after them."""
    d = script_dice(new_dice(0), [(face, FACES) for face in faces])
    for _ in range(MOST):
        rewind(d, Mode.ENUMERATE)
        table = copy(s)
        apply(table, a, d, OFF)
        if d.fault != DiceFault.NONE:
            raise TooMuch
        yield outcome(table, OFF, target), share_after(d, len(faces))
        if not next_branch(d) or d.length <= len(faces):
            return
    raise TooMuch


def share_after(d: Dice, first: int) -> Fraction:
    """The chance of the dice after the first ones, which were laid out."""
    for i in range(first):
        d.faces[i] = d.sides[i]
    return Fraction(branch_share(d), branch_size(d))
