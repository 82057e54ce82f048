"""Overshoot, ram attempts and collisions (CH-8)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.chase.codes import Collision
from hulldown.rulesets.chase.damage import severity_of
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.ramming import crash_penetration, drive_effect
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.throw import faces_of, sum_of
from hulldown.rulesets.chase.variants import CollisionArmor, CollisionFacingArmor
from hulldown.rulesets.chase.vocabulary import COLLISIONS, FACES, LOCATIONS, margin
from hulldown.rulesets.face.words import Modifier, Roll

DAMAGES = {Collision.T_BONE: "CH-8.11", Collision.HEAD_ON: "CH-8.12", Collision.SIDESWIPE: "CH-8.13"}


def told_ram_first(t: Teller, row: Event) -> None:
    """Both may ram and nobody has won: a d6 says who is asked first."""
    draft = t.begin(row, f"Both may ram: {t.name(row.actor)} is asked first")
    a, b = sorted((row.actor, row.target))
    text = f"1-3 {t.name(a)}, 4-6 {t.name(b)}: rolled {row.a}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.RAM_FIRST.rule))


def told_ram_declined(t: Teller, row: Event) -> None:
    """A tank that could ram does not."""
    t.begin(row, f"{t.name(row.actor)} does not try to ram {t.name(row.target)}")


def told_ram(t: Teller, row: Event) -> None:
    """A ram attempt: a test of its own, or the turn's test with `ram_test` = same."""
    said = margin(effect_of(row.d))
    draft = t.begin(row, f"{t.name(row.actor)} tries to ram {t.name(row.target)}", "CH-8.2", "CH-8.6")
    if row.a:
        draft.clauses.append(f"{row.d}, {said}")
        draft.rolls.append(t.test(row, Tell.RAM.rule))
    else:
        draft.clauses.append(f"its Driving test of this turn was {row.d}, {said}")
    if not succeeds(row.d):
        draft.clauses.append("it misses")


def told_collision(t: Teller, row: Event) -> None:
    """How the two tanks meet."""
    t.collision = row
    ours, theirs = FACES[row.b], FACES[row.c]
    text = f"{COLLISIONS[row.a]}: {t.name(row.actor)}'s {ours} strikes {t.name(row.target)}'s {theirs}"
    draft = t.begin(row, text, "CH-8.8", "CH-8.9", DAMAGES[Collision(row.a)])
    if row.a == Collision.SIDESWIPE:
        effect = drive_effect(t.s.options, row.d)
        draft.clauses.append(f"Drive Effect {effect}")
        draft.rules.append("CH-8.16")


def told_crash(t: Teller, row: Event) -> None:
    """What a collision does to one tank: damage, armor, what is left, severity."""
    through = crash_penetration(t.s.options, row.a, row.b)
    armored = t.s.options.collision_armor != CollisionArmor.NONE
    against = f" against Armor {row.b}" if armored else ", whatever the Armor"
    why = f" ({formula(t, row)})" if formula(t, row) else ""
    draft = t.begin(row, f"{t.name(row.target)} takes {row.a}{why}{against}", "CH-8.15", "CH-11.1")
    draft.clauses.append(
        f"{through} through, severity {severity_of(through)}" if through else "nothing through"
    )
    if row.d:
        draft.rolls.append(sideswipe(t, row))
    if row.c > 0:
        t.wounds.append(draft)


def formula(t: Teller, row: Event) -> str:
    """What the damage of a T-Bone or a Head-On is made of (CH-8.11, CH-8.12, CH-8.14)."""
    if t.collision is None or t.collision.a == Collision.SIDESWIPE:
        return ""
    rammer, target = "the rammer", "its target"
    hits_back = row.target == t.collision.actor
    own = t.s.options.collision_facing_armor == CollisionFacingArmor.OWN
    if t.collision.a == Collision.T_BONE:
        plate = target if hits_back or own else rammer
        return f"the lower of {rammer}'s Top Speed and {plate}'s Armor"
    fast, slow = (rammer, target) if hits_back else (target, rammer)
    plate = fast if own else slow
    return f"{fast}'s Top Speed, and the lower of {slow}'s Top Speed and {plate}'s Armor"


def sideswipe(t: Teller, row: Event) -> Roll:
    """The 2d6 of a sideswipe: less 2 for the rammer, times the Drive Effect for its target (CH-8.13)."""
    faces = faces_of(row.d)
    dice, total = " + ".join(map(str, faces)), sum_of(row.d)
    if t.collision is not None and row.target == t.collision.actor:
        less = (Modifier("rammer", row.a - total, "CH-8.13"),)
        return Roll(total, 6, f"{dice} - 2 = {row.a} damage.", "CH-8.13", modifiers=less, faces=faces)
    effect = row.a // total
    return Roll(total, 6, f"({dice}) x {effect} = {row.a} damage.", "CH-8.13", faces=faces)


def told_crash_location(t: Teller, row: Event) -> None:
    """Where a collision strikes."""
    draft = t.going(Tell.CRASH) or t.begin(row, f"{t.name(row.target)} is struck")
    draft.clauses.append(LOCATIONS[row.b])
    text = f"1-4 Hull, 5-6 Drive: {row.a} is the {LOCATIONS[row.b]}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.CRASH_LOCATION.rule))


def told_worn(t: Teller, row: Event) -> None:
    """The Armor of a side wears down."""
    t.begin(row, f"{t.name(row.target)}'s {FACES[row.a]} is worn down to Armor {row.b}")


def told_overshoot(t: Teller, row: Event) -> None:
    """Nobody was rammed: the tanks run past each other."""
    t.begin(row, f"{t.name(row.actor)} and {t.name(row.target)} run past each other", "CH-8.1", "CH-8.7")


def told_range_now(t: Teller, row: Event) -> None:
    """The range after the ram step, where that is news."""
    draft = t.going(Tell.OVERSHOOT)
    if draft:
        draft.opening += f" and end at {BANDS[row.a]}"
    elif row.b:
        t.begin(row, f"{t.name(row.actor)} and {t.name(row.target)} stop at {BANDS[row.a]}", "CH-8.7")
