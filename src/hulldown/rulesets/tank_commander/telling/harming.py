"""Shots, air strikes, fires and explosions, and what they do (TC-7, TC-8, TC-12, TC-13.27)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.codes import NOBODY, Ground, Health, Kind, Role, Shell
from hulldown.rulesets.tank_commander.damage import penetrates
from hulldown.rulesets.tank_commander.shooting import is_hit
from hulldown.rulesets.tank_commander.telling.teller import Teller
from hulldown.rulesets.tank_commander.variants import AirstrikePattern
from hulldown.rulesets.tank_commander.vocabulary import FACES, GROUNDS, LOSSES, MEMBERS, hexes

AI_RULES = {Kind.SQUAD: "TC-10.11", Kind.APC: "TC-11.3"}


def weapon_fired(t: Teller, unit: int, shell: int) -> tuple[str, str]:
    """What is fired, and the rule that lets it be."""
    kind = Kind(t.s.units[unit].kind)
    if shell == Shell.NONE:
        return f"its {t.shell(shell)}", AI_RULES.get(kind, "TC-5.12")
    if kind == Kind.SQUAD:
        return f"an {t.shell(shell)} missile", "TC-10.9"
    return t.shell(shell), "TC-5.9"


@describes(events.fired)
def describe_shot(
    t: Teller, row: Event, unit: int, target: int, cell: int, shell: int, needed: int, die: int, away: int
) -> None:
    at = t.unit(target) if target != NOBODY else f"the building at {t.cell(cell)}"
    weapon, rule = weapon_fired(t, unit, shell)
    draft = t.begin(f"{t.unit(unit)} fires {weapon} at {at} over {hexes(away)}", rule)
    draft.shot = target != NOBODY
    if needed == 0:
        draft.rules.append("TC-9.8")
        return
    success = is_hit(t.s, die, needed)
    verdict = "hit" if success else "missed"
    text = f"Needs {needed}+, rolled {die}: {verdict}."
    draft.rolls.append(Roll(die, 6, text, "TC-7.13", needed, success, t.modifiers(row)))
    missile = shell != Shell.NONE and t.s.units[unit].kind == Kind.SQUAD
    if not success:
        draft.clauses.append("missed")
    elif target != NOBODY and t.s.units[target].kind == Kind.SQUAD and not missile:
        draft.rules.append("TC-10.4")  # no armor roll: a main gun or an AI weapon at a squad


@describes(events.armor_rolled)
def describe_armor(t: Teller, unit: int, face: int, armor: int, strength: int, die: int) -> None:
    """The armor roll; a unit without a facing has no side to name."""
    through = penetrates(die, strength, armor)
    verdict = "penetrated" if through else "glances"
    where = FACES[face] if t.s.units[unit].hull != NOBODY else "armor"
    text = f"{die} + {strength} = {die + strength} against {where} {armor}: {verdict}."
    needed = max(1, armor - strength + 1)
    draft = t.add(f"{'penetrates' if through else 'glances off'} the {where}", "TC-7.17")
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, needed if needed <= 6 else None, through))


@describes(events.wound_rolled)
def describe_wound_roll(t: Teller, die: int) -> None:
    """Whether a glancing hit hurts anyone."""
    number = t.s.options.wounds_on
    hurt = die >= number
    text = f"{number}+ wounds, rolled {die}: {'somebody is hurt' if hurt else 'nobody is hurt'}."
    draft = t.add("" if hurt else "nobody is hurt")
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, number, hurt))


@describes(events.crew_hit)
def describe_wound(t: Teller, member: int, health: int, picked: int, living: int) -> None:
    state = "killed" if health == Health.KILLED else "wounded"
    loss = LOSSES.get(Role(member))
    effect = f" ({loss[health - 1]})" if loss else ""
    draft = t.add(f"the {MEMBERS[member]} is {state}{effect}")
    text = f"Which of {living} crew members, rolled {picked}: the {MEMBERS[member]} is {state}."
    draft.rolls.append(Roll(picked, living, text, "TC-8.5"))


@describes(events.medkit_used)
def describe_medkit(t: Teller, ignored: int) -> None:
    t.add("the medkit makes it no wound at all" if ignored else "the medkit takes the penalty away")


@describes(events.hull_hit)
def describe_hull(t: Teller, unit: int, hull: int) -> None:
    """Hull points left; what has but one is gone with it, and is told of as destroyed."""
    t.add("" if t.s.units[unit].full == 1 else f"{plural(hull, 'hull point')} left")


@describes(events.fire_rolled)
def describe_fire_roll(t: Teller, die: int, burns: int) -> None:
    draft = t.add("it burns" if burns else "")
    number = t.s.options.burns_on
    text = f"{number}+ starts a fire, rolled {die}: {'fire' if burns else 'no fire'}."
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, number, bool(burns)))


@describes(events.disabled)
def describe_disabled(t: Teller, unit: int) -> None:
    t.add(f"{t.unit(unit)} is disabled")


@describes(events.abandoned)
def describe_abandoned(t: Teller, unit: int) -> None:
    t.add(f"the whole crew is dead, {t.unit(unit)} stands abandoned")


@describes(events.destroyed)
def describe_destroyed(t: Teller, unit: int) -> None:
    """A unit is removed: what was hit, or a squad that it carried (TC-10.20, TC-8.13)."""
    carrier = t.under_way().about
    if carrier in (NOBODY, unit):
        where, rule = "", t.kind.rule
    elif t.s.units[carrier].kind == Kind.APC:
        where, rule = " inside it", "TC-8.13"
    else:
        where, rule = " riding on it", "TC-10.20"
    t.add(f"{t.unit(unit)}{where} is destroyed", rule)


# ---------------------------------------------------------------- fires, wrecks, explosions


@describes(events.burned)
def describe_burn(t: Teller, unit: int, hull: int) -> None:
    t.begin(f"{t.unit(unit)} burns: hull {hull + t.s.options.fire_damage} to {max(0, hull)}")


@describes(events.cook_off_rolled)
def describe_cook_off_roll(t: Teller, unit: int, cell: int, die: int) -> None:
    number = t.s.options.cooks_off_on
    up = die >= number
    draft = t.begin(f"The wreck of {t.unit(unit)} at {t.cell(cell)}")
    draft.clauses.append("its ammunition cooks off" if up else "it does not cook off")
    text = f"Cooks off on {number}+, rolled {die}."
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, number, up))


@describes(events.exploded)
def describe_explosion(t: Teller, unit: int, cell: int, by_fire: int) -> None:
    how = "The fire reaches the ammunition, and " if by_fire else ""
    rules = (t.kind.rule, "TC-8.12") if by_fire else t.kind.rules
    t.begin(f"{how}{t.unit(unit)} explodes at {t.cell(cell)}", *rules, about=NOBODY)


@describes(events.ground_changed)
def describe_terrain(t: Teller, cell: int, old: int, new: int) -> None:
    """The ground changes: a shell or a strike brings a building down, or a vehicle has exploded there."""
    was, now = GROUNDS[Ground(old)], GROUNDS[Ground(new)]
    rule = t.kind.rule if old == Ground.BUILDING else "TC-8.13"
    t.add(f"{t.cell(cell)} is {now} now" if was != now else "", rule)


# ---------------------------------------------------------------- air strikes


@describes(events.strike_rolled)
def describe_strike_roll(t: Teller, cell: int, die: int, needed: int, comes: int, side: int) -> None:
    """Whether a strike arrives in this game turn."""
    verdict = "it comes" if comes else "not yet"
    draft = t.begin(f"{t.side(side)}'s air strike on {t.cell(cell)}")
    draft.clauses.append(verdict)
    text = f"Comes on {needed}+, rolled {die}: {verdict}."
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, needed, bool(comes)))


@describes(events.flak_rolled)
def describe_aa_roll(t: Teller, die: int, fails_on: int, fails: int, guns: int) -> None:
    """Whether AA guns turn it away."""
    did = "the AA guns turn it away" if fails else "the AA guns let it through"
    draft = t.add("no AA gun is left to stop it" if guns == 0 else did)
    can = fails_on <= 6
    stops = f"would stop it on {fails_on}+" if can else "cannot stop it"
    verdict = "it fails" if fails else "it gets through"
    text = f"{plural(guns, 'AA gun')} {stops}, rolled {die}: {verdict}."
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, fails_on if can else None, bool(fails)))


@describes(events.strike_line_rolled)
def describe_strike_line(t: Teller, cell: int, direction: int, distance: int) -> None:
    """Where the strike runs: a die for the direction, a die for the distance."""
    way, far = t.way(direction - 1), hexes(distance)
    point = t.s.options.airstrike_pattern == AirstrikePattern.POINT
    draft = t.add(f"it falls on {t.cell(cell)} and {far} {way} of it" if point else f"it runs {far} {way}")
    draft.rolls.append(Roll(direction, 6, f"Direction {direction}: {way}.", t.kind.rule))
    draft.rolls.append(Roll(distance, 6, f"Distance {distance}: {far}.", t.kind.rule))


@describes(events.strike_hit)
def describe_strike_hit(t: Teller, unit: int, cell: int) -> None:
    """What stands in a hex of the line is hit."""
    struck = t.unit(unit) if unit != NOBODY else "the building"
    draft = t.begin(f"The air strike hits {struck} at {t.cell(cell)}")
    if unit != NOBODY and t.s.units[unit].kind != Kind.SQUAD:
        draft.rules.append("TC-7.21")
