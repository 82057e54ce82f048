"""Shots and what a hit does: armor, wounds, hull, fire (TC-7, TC-8.1 to TC-8.7)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.tank_commander.codes import NOBODY, Health, Kind, Role, Shell
from hulldown.rulesets.tank_commander.damage import BURNS_ON, WOUNDS_ON, penetrates
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.shooting import is_hit
from hulldown.rulesets.tank_commander.telling.teller import Teller, place
from hulldown.rulesets.tank_commander.vocabulary import FACES, LOSSES, MEMBERS, SHELL_NAMES, hexes

AI_RULES = {Kind.SQUAD: "TC-10.11", Kind.APC: "TC-11.3"}


def weapon_fired(t: Teller, row: Event) -> tuple[str, str]:
    """What is fired, and the rule that lets it be."""
    kind = Kind(t.s.units[row.actor].kind)
    if row.a == Shell.NONE:
        return f"its {SHELL_NAMES[row.a]}", AI_RULES.get(kind, "TC-5.12")
    if kind == Kind.SQUAD:
        return f"an {SHELL_NAMES[row.a]} missile", "TC-10.9"
    return SHELL_NAMES[row.a], "TC-5.9"


def told_shot(t: Teller, row: Event) -> None:
    """A shot, with the number needed and the die."""
    at = t.name(row.target) if row.target != NOBODY else f"the building at {place(row)}"
    weapon, rule = weapon_fired(t, row)
    draft = t.open(f"{t.name(row.actor)} fires {weapon} at {at} over {hexes(row.d)}", rule, about=row.target)
    draft.shot = row.target != NOBODY
    if row.b == 0:
        draft.rules.append("TC-9.8")
        return
    success = is_hit(t.s, row.c, row.b)
    verdict = "hit" if success else "missed"
    text = f"Needs {row.b}+, rolled {row.c}: {verdict}."
    draft.rolls.append(Roll(row.c, 6, text, "TC-7.13", row.b, success, t.reasons(row)))
    if not success:
        draft.clauses.append("missed")
    elif kills_squads(t, row):
        draft.rules.append("TC-10.4")


def kills_squads(t: Teller, row: Event) -> bool:
    """Whether a shot needs no armor roll: a main gun or an AI weapon at a squad (TC-10.4)."""
    missile = row.a != Shell.NONE and t.s.units[row.actor].kind == Kind.SQUAD
    return row.target != NOBODY and t.s.units[row.target].kind == Kind.SQUAD and not missile


def told_armor(t: Teller, row: Event) -> None:
    """The armor roll; a unit without a facing has no side to name."""
    through = penetrates(row.d, row.c, row.b)
    verdict = "penetrated" if through else "glances"
    faced = t.s.units[row.target].hull != NOBODY
    face = FACES[row.a] if faced else "armor"
    text = f"{row.d} + {row.c} = {row.d + row.c} against {face} {row.b}: {verdict}."
    needed = max(1, row.b - row.c + 1)
    draft = t.add(row, f"{'penetrates' if through else 'glances off'} the {face}", "TC-7.17")
    draft.rolls.append(Roll(row.d, 6, text, Tell.ARMOR.rule, needed if needed <= 6 else None, through))


def told_wound_roll(t: Teller, row: Event) -> None:
    """Whether a glancing hit hurts anyone."""
    hurt = row.a >= WOUNDS_ON
    text = f"{WOUNDS_ON}+ wounds, rolled {row.a}: {'somebody is hurt' if hurt else 'nobody is hurt'}."
    draft = t.add(row, "" if hurt else "nobody is hurt")
    draft.rolls.append(Roll(row.a, 6, text, Tell.WOUND_ROLL.rule, WOUNDS_ON, hurt))


def told_wound(t: Teller, row: Event) -> None:
    """Who is hurt."""
    state = "killed" if row.b == Health.KILLED else "wounded"
    loss = LOSSES.get(Role(row.a))
    effect = f" ({loss[row.b - 1]})" if loss else ""
    draft = t.add(row, f"the {MEMBERS[row.a]} is {state}{effect}")
    text = f"Picked {row.c} of {row.d} living: the {MEMBERS[row.a]} is {state}."
    draft.rolls.append(Roll(row.c, row.d, text, "TC-8.5"))


def told_medkit(t: Teller, row: Event) -> None:
    """The medkit helps."""
    t.add(row, "the medkit makes it no wound at all" if row.b else "the medkit takes the penalty away")


def told_hull(t: Teller, row: Event) -> None:
    """Hull points left; what has but one is gone with it, and is told of as destroyed."""
    one = t.s.units[row.target].full == 1
    t.add(row, "" if one else f"{row.a} hull point{'' if row.a == 1 else 's'} left")


def told_fire_roll(t: Teller, row: Event) -> None:
    """Whether HE starts a fire."""
    alight = row.b == 1
    verdict = "fire" if alight else "no fire"
    draft = t.add(row, "it burns" if alight else "")
    text = f"{BURNS_ON}+ starts a fire, rolled {row.a}: {verdict}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.FIRE_ROLL.rule, BURNS_ON, alight))


def told_disabled(t: Teller, row: Event) -> None:
    """A vehicle is out of action."""
    t.add(row, f"{t.name(row.target)} is disabled")


def told_abandoned(t: Teller, row: Event) -> None:
    """Nobody is left alive inside."""
    t.add(row, f"the whole crew is dead, {t.name(row.target)} stands abandoned")


def told_destroyed(t: Teller, row: Event) -> None:
    """A unit is removed: what was hit, or a squad that it carried (TC-10.20, TC-8.13)."""
    carrier = t.draft(row).about
    if carrier in (NOBODY, row.target):
        t.add(row, f"{t.name(row.target)} is destroyed")
    elif t.s.units[carrier].kind == Kind.APC:
        t.add(row, f"{t.name(row.target)} inside it is destroyed", "TC-8.13")
    else:
        t.add(row, f"{t.name(row.target)} riding on it is destroyed", "TC-10.20")
