"""What a shot needs (CA-15.3 to CA-15.8), by stat-lines and numbers alone, and what Wounds take away."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.kernel.pooled_dice import is_enumerating, max_pooled, merge_sums, roll_sum
from hulldown.rulesets.close_assault.codes import NONE, TOL, WHOLE, Firing, Kind, Order, Trait
from hulldown.rulesets.close_assault.events import detachment_destroyed, model_destroyed, wound_lost
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Line, Options, Profile, State, Weapon, alive
from hulldown.rulesets.close_assault.values import can_damage, has

SIDES = 6


@rule
def weapon_has(w: Weapon, trait: int) -> bool:
    """Whether a weapon has a trait: on any of its stat-lines (CA-15.14)."""
    for i in range(w.lines):
        if has(w.line[i], trait):
            return True
    return False


@rule
def takes_part(w: Weapon, firing: int) -> bool:
    """Whether a weapon may fire at all: Point Defence while moving, some never in Overwatch (CA-15.9,
    CA-15.10); all, Blast and the like too, in the fire stages (CA-15.12).
    """
    if firing == Firing.DEFENCE:
        return weapon_has(w, Trait.POINT_DEFENCE)
    return firing != Firing.OVERWATCH or not weapon_has(w, Trait.NO_OVERWATCH)


# ---------------------------------------------------------------- range and dice


@rule
def in_range(line: Line, gap: int) -> bool:
    """Whether a base with this gap is in range, not under a minimum (CA-2.10); touching is 0 (CA-15.12)."""
    far = max(gap, 0)
    return far <= line.range + TOL and far >= line.nearest - TOL


@rule
def in_half_range(o: Options, line: Line, gap: int) -> bool:
    """Whether a base with this gap is within half range, or the part of it that counts (CA-15.3)."""
    return WHOLE * max(gap, 0) <= o.assault_range * line.range + WHOLE * TOL


@rule
def thrown(w: Weapon, line: Line, d: Dice) -> int:
    """The Dice of all mounts of a weapon; random ones are rolled for each mount (CA-7.18, CA-15.3)."""
    dice, many, sides = line.fixed * w.count, line.random * w.count, line.sides
    if is_enumerating(d) and many > 0 and many <= max_pooled(sides):
        total = roll_sum(d, sides, many)
        return dice + merge_sums(d, sides, many, total)
    for _ in range(many):
        dice += roll(d, sides)
    return dice


@rule
def doubled(o: Options, line: Line, dice: int, near: bool) -> int:
    """The dice of a weapon; Assault doubles them with a target model within half range (CA-15.3)."""
    return dice * o.assault_dice if near and has(line, Trait.ASSAULT) else dice


# ---------------------------------------------------------------- hits


@rule
def haste(o: Options, line: Line) -> int:
    """What Overwatch adds to the roll to hit (CA-15.4)."""
    if has(line, Trait.POINT_DEFENCE):
        return o.point_defence_to_hit
    return o.skyfire_to_hit if has(line, Trait.SKYFIRE) else o.overwatch_to_hit


@rule
def needed(o: Options, line: Line, wood: bool, firing: int, terms: Terms) -> int:
    """The roll that hits, modifiers turned round and so added to it (CA-15.4, CA-19.10)."""
    face = explain(terms, Sum.TO_HIT, line.to_hit)
    face += explain(terms, Sum.WOOD, -o.wood_to_hit if wood and not has(line, Trait.IGNORES_COVER) else 0)
    face += explain(terms, Sum.OVERWATCH, -haste(o, line) if firing == Firing.OVERWATCH else 0)
    return max(o.natural_miss + 1, min(o.natural_hit, face))


@rule
def can_harm(line: Line, kind: int) -> bool:
    """Whether hits of a line can harm a type: Light ones not Vehicles and larger (CA-15.5)."""
    return can_damage(line, kind)


@rule
def reached(d: Dice, face: int) -> int:
    """Roll a die of which matters only whether it reaches a face; odds take all others as one."""
    die = roll(d, SIDES)
    return merge_faces(d, die, SIDES if die >= face else face - 1)


# ---------------------------------------------------------------- saves


@rule
def piercing(o: Options, line: Line, kind: int, behind: bool, terms: Terms) -> int:
    """The AP of a hit on a type, 0 or negative: none for Light AT on Vehicles and larger, Anti-tank on
    Infantry and Cavalry (CA-15.5); then better from behind a vehicle (CA-15.8).
    """
    ap = min(0, line.ap)
    if has(line, Trait.LIGHT_AT) and kind > Kind.WALKER:
        ap = o.reduced_ap
    if has(line, Trait.ANTI_TANK) and kind < Kind.WALKER:
        ap = o.reduced_ap
    ap = explain(terms, Sum.PIERCING, ap)
    vehicle = kind == Kind.VEHICLE or kind == Kind.SHV
    return ap + explain(terms, Sum.BEHIND, -o.rear_ap if behind and vehicle else 0)


@rule
def easier(a: int, b: int) -> int:
    """The better of two saves; 0 is none."""
    if a == NONE or b == NONE:
        return a + b
    return min(a, b)


@rule
def save_needed(save: int, invulnerable: int, jink: int, ap: int, order: int) -> int:
    """The best save against a hit with so much AP, 0 for none; Jink not under First Fire (CA-15.6)."""
    armor = save - ap if save != NONE and save - ap <= SIDES else NONE
    best = easier(armor, invulnerable)
    return best if order == Order.FIRST_FIRE else easier(best, jink)


# ---------------------------------------------------------------- losses
# Wounds, models removed, detachments destroyed: the same for Fights, fire and flight (CA-9.7, CA-18.3).


@rule
def survivors(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    t, n = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            n += 1
    return n


@rule
def remaining_wounds(s: State, k: int) -> int:
    """All Wounds that a detachment has left."""
    t, left = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        left += s.model[m].wounds
    return left


@rule
def suffer(s: State, m: int, e: Log) -> None:
    """A model suffers one Wound; with none left it is removed at once (CA-9.1, CA-9.7, CA-15.6)."""
    v = s.model[m]
    v.wounds -= 1
    wound_lost(e, m, v.wounds)
    if v.wounds <= 0:
        remove(s, m, e)


@rule
def remove(s: State, m: int, e: Log) -> None:
    """Take a model off the table; the last one of a detachment scores for the other side (CA-18.3)."""
    v = s.model[m]
    v.wounds = 0
    model_destroyed(e, m)
    k = v.detachment
    if survivors(s, k) == 0:
        t = s.detachment[k]
        other = 1 - t.side
        s.score[other] += t.value
        detachment_destroyed(e, k, other, t.value)


@rule
def longest_reach(p: Profile) -> int:
    """The longest range of all stat-lines of a profile."""
    most = 0
    for w in range(p.weapons):
        for i in range(p.weapon[w].lines):
            most = max(most, p.weapon[w].line[i].range)
    return most
