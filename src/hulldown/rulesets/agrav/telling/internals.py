"""Behind the armour: what gets through, health, crits, stun, models of a squad (AG-12, AG-15, AG-21)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Part
from hulldown.rulesets.agrav.events import got_through, he_added, health_lost, model_hit, spalled
from hulldown.rulesets.agrav.hits import PERCENT, total_over
from hulldown.rulesets.agrav.internals import DAMAGED, WRECKED
from hulldown.rulesets.agrav.naming import points, tile_name
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import PARTS, decimal, harm_text, multiplier_text, share_text
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import describes

QUARTER = 25  # percent

# ---------------------------------------------------------------- what gets through


@describes(got_through)
def describe_internal(t: Teller, unit: int, through: int, whole: int, damage: int) -> None:
    """D times the share that got through (AG-10.4); of a shot that did not the armour has told."""
    if through == 0:
        return
    draft = t.begin(f"{t.unit(unit)} inside")
    if through == whole:
        draft.clauses.append(f"all of {points(damage)}")
        return
    penetration = t.blow_on(unit).penetration
    share = f"{decimal(penetration * through / whole)}/{decimal(penetration)}"
    base = Fraction(damage * through, POINT * whole)
    draft.clauses.append(f"{points(damage)} x {share} = {decimal(base)}")


@describes(spalled)
def describe_spall(t: Teller, unit: int, bonus: int, beyond: int, cap: int) -> None:
    """Splinters: the penetration beyond the plate, at most its thickness (AG-12.1, AG-12.2)."""
    if bonus == 0:
        return
    draft = t.going(got_through, about=unit) or t.begin(f"{t.unit(unit)} inside")
    capped = f" (of {points(beyond)}, capped at the plate's {points(cap)})" if beyond > cap else ""
    draft.clauses.append(f"spalling {points(bonus)}{capped}")
    draft.rules += [t.kind.rule, "AG-12.2"] if capped else [t.kind.rule]


@describes(he_added)
def describe_he_bonus(t: Teller, unit: int, bonus: int, base: int, cap: int) -> None:
    """HE doubles, up to twice the thickness (AG-12.3, AG-12.4)."""
    if bonus == 0:
        return
    draft = t.going(got_through, about=unit) or t.begin(f"{t.unit(unit)} inside")
    capped = f" (of {points(base)}, capped at {points(cap)})" if bonus < base else ""
    draft.clauses.append(f"HE {points(bonus)} more{capped}")
    draft.rules.append(t.kind.rule)


@describes(health_lost)
def describe_health(
    t: Teller, unit: int, times: int, damage: int, removed: int, left: int, full: int
) -> None:
    """Health lost, and the crit rolls that are due for it (AG-12.8)."""
    draft = t.going(got_through, spalled, he_added, about=unit) or t.begin(f"{t.unit(unit)} inside")
    if not (
        draft.clauses and draft.clauses[-1].endswith((f" = {points(damage)}", f"all of {points(damage)}"))
    ):
        draft.clauses.append(f"{points(damage)} in all{f', {multiplier_text(times)}' if times > 1 else ''}")
    draft.clauses.append(f"health {points(removed + left)} to {points(left)} (-{points(removed)})")
    draft.rules += ["AG-12.6", "AG-13.21"] if times > 1 else ["AG-12.6"]
    draft.kind = t.kind
    lost = full - left
    o = t.s.options
    shares = sorted((o.first_crit, o.second_crit, o.third_crit, o.fourth_crit))
    t.thresholds = [share for share in shares if lost - removed < Fraction(share * full, PERCENT) <= lost]


# ---------------------------------------------------------------- crits


@describes(events.crit_rolled)
def describe_crit_roll(
    t: Teller, unit: int, weapon: int, sides: int, die: int, part: int, crits: int
) -> None:
    """A crit on the die of the budget, and what it does to the part (AG-12.8 to AG-12.12)."""
    share = "takes a crit"
    if t.thresholds:
        share = f"has lost {t.thresholds.pop(0)}% of its health"
    rules = ["AG-12.12"]
    if part == NOBODY:
        text, rules = "is beyond every part", ["AG-12.10"]
    elif crits > WRECKED:
        text = f"is the {part_words(t, unit, part, weapon)}, destroyed before"
    else:
        does = "damages" if crits == DAMAGED else "destroys"
        text = f"{does} the {part_words(t, unit, part, weapon)} ({harm_text(t.s.options, part, crits)})"
        rules = ["AG-12.11", "AG-12.12"]
    draft = t.begin(f"{t.unit(unit)} {share}", t.kind.rule, *rules)
    draft.clauses.append(f"{die} on d{sides} {text}")
    draft.rolls.append(Roll(die, sides, f"{die} {text}.", "AG-12.10"))


def part_words(t: Teller, unit: int, part: int, weapon: int) -> str:
    """A part, with the weapon that it belongs to."""
    if weapon == NOBODY:
        return PARTS[part]
    name = t.weapon(unit, weapon)
    return name if part == Part.WEAPON else f"{PARTS[part]} of the {name}"


# ---------------------------------------------------------------- the end of a unit, stun


@describes(events.unit_destroyed)
def describe_destroyed(t: Teller, unit: int, tile: int) -> None:
    """A unit is gone; a vehicle leaves debris (AG-9.3)."""
    gone = t.s.units[unit]
    if gone.chassis == Chassis.INFANTRY:
        t.begin(f"{t.unit(unit)} has no models left and is gone", "AG-21.5", t.kind.rule)
        return
    why = "AG-12.13" if gone.health <= 0 else "AG-12.14"
    t.begin(f"{t.unit(unit)} is destroyed and leaves debris at {tile_name(tile)}", why, t.kind.rule)


@describes(events.stunned)
def describe_stun(t: Teller, unit: int, ram: int, health: int, armour: int, charge: int, full: int) -> None:
    """A unit is stunned by what it took in this turn, or by a ram (AG-15.4, AG-19.1)."""
    if ram:
        t.begin(f"{t.unit(unit)} is stunned by the ram", "AG-19.1", "AG-15.2")
        return
    weighed = int(t.s.options.stun_armour_weight) * armour
    o = t.s.options
    total = Fraction(total_over(o, health, armour, charge), PERCENT * POINT)
    summands = [(health, "health"), (weighed, "armour"), (charge, "shield")]
    part = "" if o.stun_shield_share == PERCENT else f"{share_text(o.stun_shield_share)} of "
    words = [f"{part if what == 'shield' else ''}{points(n)} {what}" for n, what in summands if n]
    together = f" = {decimal(total)}" if len(words) > 1 or charge else ""
    draft = t.begin(f"{t.unit(unit)} is stunned", t.kind.rule, "AG-15.2")
    draft.clauses.append(f"{' + '.join(words)}{together}")
    share = "a quarter" if o.stun_share == QUARTER else f"{o.stun_share}%"
    least = decimal(Fraction(o.stun_share * full, PERCENT * POINT))
    draft.clauses.append(f"{share} of its health is {least}")


# ---------------------------------------------------------------- squads


@describes(model_hit)
def describe_model(
    t: Teller, unit: int, model: int, damage: int, removed: int, left: int, squad: int
) -> None:
    """A model of a squad is hit: all that one shot hits are told together (AG-21.5)."""
    after = t.next(model_hit)
    draft = t.going(model_hit, about=unit)
    if draft is None:
        draft = t.begin(t.unit(unit))
        draft.clauses.append(model_formula(t, unit, damage))
        draft.rules += ["AG-21.1"] if after else []
    if damage:
        still = f"has {points(left)} of {points(removed + left)} left"
        draft.clauses.append(f"model {model + 1} {still if left else f'is killed (-{points(removed)})'}")
    if damage and (after is None or after.unit != unit):
        draft.clauses.append(f"{points(squad)} health left to the squad")


def model_formula(t: Teller, unit: int, damage: int) -> str:
    """What a model suffers: the damage, less the share that its suit stops."""
    blow, thickness = t.blow_on(unit), int(t.s.units[unit].thickness)
    if not thickness:
        return f"damage {points(damage)} to a model"
    against = f"thickness {thickness} against penetration {decimal(blow.penetration)}"
    if blow.penetration <= thickness:
        return f"{against}, not through"
    share = f"{decimal(blow.penetration - thickness)}/{decimal(blow.penetration)}"
    return f"{against}; {decimal(blow.damage)} x {share} = {points(damage)} to a model"
