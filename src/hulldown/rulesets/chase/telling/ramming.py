"""Overshoot, ram attempts and collisions (CH-8)."""

from __future__ import annotations

from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.codes import Collision
from hulldown.rulesets.chase.damage import crash_location, severity_of
from hulldown.rulesets.chase.driving import effect_of, faces_of, succeeds, sum_of
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.ramming import crash_penetration, drive_effect
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.variants import CollisionArmor, CollisionFacingArmor
from hulldown.rulesets.chase.vocabulary import COLLISIONS, FACES, LOCATIONS, either, margin, span
from hulldown.rulesets.common.log import describes

DAMAGES = {Collision.T_BONE: "CH-8.11", Collision.HEAD_ON: "CH-8.12", Collision.SIDESWIPE: "CH-8.13"}


@describes(events.asked_first)
def describe_ram_order(t: Teller, tank: int, enemy: int, face: int) -> None:
    """Both may ram and nobody has won: a d6 says who is asked first."""
    draft = t.begin(f"Both may ram: {t.tank(tank)} is asked first")
    a, b = sorted((tank, enemy))
    text = f"{either(t.s.options.ram_first_faces, t.tank(a), t.tank(b))}: rolled {face}."
    draft.rolls.append(Roll(face, 6, text, t.kind.rule))


@describes(events.ram_attempted)
def describe_ram(t: Teller, tank: int, enemy: int, first: int, total: int) -> None:
    """A ram attempt: a test of its own, or the turn's test with `ram_test` = same."""
    score = t.s.options.ram_score if first else t.s.options.driving_score
    verdict = f"{total}, {margin(effect_of(total, score))}"
    draft = t.begin(f"{t.tank(tank)} tries to ram {t.tank(enemy)}", "CH-8.2", "CH-8.6")
    if first:
        draft.clauses.append(verdict)
        draft.rolls.append(t.test(score))
    else:
        draft.clauses.append(f"its Driving test of this turn was {verdict}")
    if not succeeds(total, score):
        draft.clauses.append("it misses")


@describes(events.collided)
def describe_collision(
    t: Teller, rammer: int, target: int, collision: int, ours: int, theirs: int, effect: int
) -> None:
    """How the two tanks meet."""
    t.collision = t.kind.decode(t.row)
    meet = f"{t.tank(rammer)}'s {FACES[ours]} strikes {t.tank(target)}'s {FACES[theirs]}"
    draft = t.begin(f"{COLLISIONS[collision]}: {meet}", *t.kind.rules, DAMAGES[Collision(collision)])
    if collision == Collision.SIDESWIPE:
        draft.clauses.append(f"Drive Effect {drive_effect(t.s.options, effect)}")
        draft.rules.append("CH-8.16")


@describes(events.crashed)
def describe_crash(t: Teller, tank: int, damage: int, armor: int, severity: int, faces: int) -> None:
    """What a collision does to one tank: damage, armor, what is left, severity."""
    through = crash_penetration(t.s.options, damage, armor)
    armored = t.s.options.collision_armor != CollisionArmor.NONE
    against = f" against Armor {armor}" if armored else ", whatever the Armor"
    made_of = formula(t, tank)
    why = f" ({made_of})" if made_of else ""
    draft = t.begin(f"{t.tank(tank)} takes {damage}{why}{against}")
    draft.clauses.append(
        f"{through} through, severity {severity_of(t.s.options, through)}" if through else "nothing through"
    )
    if faces:
        draft.rolls.append(sideswipe(t, tank, damage, faces))
    if severity > 0:
        t.wounds.append(draft)


def formula(t: Teller, tank: int) -> str:
    """What the damage of a T-Bone or a Head-On is made of (CH-8.11, CH-8.12, CH-8.14)."""
    if t.collision is None or t.collision.collision == Collision.SIDESWIPE:
        return ""
    rammer, target = "the rammer", "its target"
    hits_back = tank == t.collision.rammer
    own = t.s.options.collision_facing_armor == CollisionFacingArmor.OWN
    if t.collision.collision == Collision.T_BONE:
        plate = target if hits_back or own else rammer
        return f"{times(t.s.options.t_bone_factor)}the lower of {rammer}'s Top Speed and {plate}'s Armor"
    fast, slow = (rammer, target) if hits_back else (target, rammer)
    plate = fast if own else slow
    often = times(t.s.options.head_on_factor)
    return f"{often}{fast}'s Top Speed, and the lower of {slow}'s Top Speed and {plate}'s Armor"


def times(quarters: int) -> str:
    """How often damage is taken, where it is not once: "1.5 times "."""
    return "" if quarters == 4 else f"{quarters / 4:g} times "


def sideswipe(t: Teller, tank: int, damage: int, thrown: int) -> Roll:
    """The dice of a sideswipe: 2 less for the rammer, times the Drive Effect for its target (CH-8.13)."""
    faces, total = faces_of(thrown), sum_of(thrown)
    dice = " + ".join(map(str, faces))
    if t.collision is not None and tank == t.collision.rammer:
        taken, less = t.s.options.sideswipe_rammer_less, (Modifier("rammer", damage - total, "CH-8.13"),)
        return Roll(total, 6, f"{dice} - {taken} = {damage} damage.", "CH-8.13", modifiers=less, faces=faces)
    effect = damage // total
    return Roll(total, 6, f"({dice}) x {effect} = {damage} damage.", "CH-8.13", faces=faces)


@describes(events.crash_located)
def describe_crash_location(t: Teller, tank: int, face: int, location: int) -> None:
    """Where a collision strikes."""
    draft = t.going(events.crashed) or t.begin(f"{t.tank(tank)} is struck")
    draft.clauses.append(LOCATIONS[location])
    text = f"{crash_faces(t)}: {face} is the {LOCATIONS[location]}."
    draft.rolls.append(Roll(face, 6, text, t.kind.rule))


def crash_faces(t: Teller) -> str:
    """What the faces of a collision's location die mean: "1-4 Hull, 5-6 Drive" (section 2.6)."""
    by: dict[int, list[int]] = {}
    for face in range(1, 7):
        by.setdefault(int(crash_location(t.s.options, face)), []).append(face)
    return ", ".join(f"{span(faces)} {LOCATIONS[location]}" for location, faces in by.items())


@describes(events.ram_ended)
def describe_ram_end(t: Teller, tank_a: int, tank_b: int, band: int, rammed: int) -> None:
    """The range after the ram step, where that is news."""
    draft = t.going(events.overshot)
    if draft:
        draft.opening += f" and end at {BANDS[band]}"
    elif rammed:
        t.begin(f"{t.tank(tank_a)} and {t.tank(tank_b)} stop at {BANDS[band]}")
