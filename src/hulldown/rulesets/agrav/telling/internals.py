"""Behind the armour: what gets through, health, crits, stun, models of a squad (AG-12, AG-15, AG-21)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.armor import DOUBLE
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Part
from hulldown.rulesets.agrav.crits import DAMAGED, WRECKED
from hulldown.rulesets.agrav.internals import FIFTHS, ROLLS
from hulldown.rulesets.agrav.naming import points, tile_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import HARMS, PARTS, decimal
from hulldown.rulesets.face.words import Roll

LAYERS = (Tell.INTERNAL, Tell.SPALL, Tell.HE_BONUS)

# ---------------------------------------------------------------- what gets through


def told_internal(t: Teller, row: Event) -> None:
    """D times the share that got through (AG-10.4); of a shot that did not the armour has told."""
    if row.a == 0:
        return
    draft = t.begin(row, f"{t.name(row.target)} inside", Tell.INTERNAL.rule)
    base = Fraction(row.c * row.a, POINT * row.b)
    penetration = t.blow_on(row.target).penetration
    if row.a == row.b:
        draft.clauses.append(f"all of {points(row.c)}")
        return
    share = f"{decimal(penetration * row.a / row.b)}/{decimal(penetration)}"
    draft.clauses.append(f"{points(row.c)} x {share} = {decimal(base)}")


def told_spall(t: Teller, row: Event) -> None:
    """Splinters: the penetration beyond the plate, at most its thickness (AG-12.1, AG-12.2)."""
    if row.a == 0:
        return
    draft = t.going(Tell.INTERNAL, about=row.target) or t.begin(row, f"{t.name(row.target)} inside")
    capped = f" (of {points(row.b)}, capped at the plate's {points(row.c)})" if row.b > row.c else ""
    draft.clauses.append(f"spalling {points(row.a)}{capped}")
    draft.rules += [Tell.SPALL.rule, "AG-12.2"] if capped else [Tell.SPALL.rule]


def told_he_bonus(t: Teller, row: Event) -> None:
    """HE doubles, up to twice the thickness (AG-12.3, AG-12.4)."""
    if row.a == 0:
        return
    draft = t.going(Tell.INTERNAL, about=row.target) or t.begin(row, f"{t.name(row.target)} inside")
    capped = f" (of {points(row.b)}, capped at {points(row.c)})" if row.a < row.b else ""
    draft.clauses.append(f"HE {points(row.a)} more{capped}")
    draft.rules.append(Tell.HE_BONUS.rule)


def told_health(t: Teller, row: Event) -> None:
    """Health lost, and the crit rolls that are due for it (AG-12.8)."""
    draft = t.going(*LAYERS, about=row.target) or t.begin(row, f"{t.name(row.target)} inside")
    if not (draft.clauses and draft.clauses[-1].endswith((f" = {points(row.a)}", f"all of {points(row.a)}"))):
        draft.clauses.append(f"{points(row.a)} in all{', doubled' if row.place == DOUBLE else ''}")
    draft.clauses.append(f"health {points(row.b + row.c)} to {points(row.c)} (-{points(row.b)})")
    draft.rules += ["AG-12.6", "AG-13.21"] if row.place == DOUBLE else ["AG-12.6"]
    lost = row.d - row.c
    t.thresholds = [k for k in range(1, ROLLS + 1) if lost - row.b < Fraction(k * row.d, FIFTHS) <= lost]
    t.kind = Tell.HEALTH


# ---------------------------------------------------------------- crits


def told_crit_roll(t: Teller, row: Event) -> None:
    """A crit on the die of the budget, and what it does to the part (AG-12.8 to AG-12.12)."""
    share = (
        f"has lost {100 * t.thresholds.pop(0) // FIFTHS}% of its health" if t.thresholds else "takes a crit"
    )
    said, rules = harmed(t, row)
    draft = t.begin(row, f"{t.name(row.target)} {share}", "AG-12.8", *rules)
    draft.clauses.append(f"{row.b} on d{row.a} {said}")
    draft.rolls.append(Roll(row.b, row.a, f"{row.b} {said}.", "AG-12.10"))


def harmed(t: Teller, row: Event) -> tuple[str, tuple[str, ...]]:
    """What a crit roll comes to."""
    if row.c == NOBODY:
        return "is beyond every part", ("AG-12.10",)
    part = part_words(t, row)
    if row.d > WRECKED:
        return f"is the {part}, destroyed before", ("AG-12.12",)
    does = "damages" if row.d == DAMAGED else "destroys"
    return f"{does} the {part} ({HARMS[row.c][row.d - 1]})", ("AG-12.11", "AG-12.12")


def part_words(t: Teller, row: Event) -> str:
    """A part, with the weapon that it belongs to."""
    if row.place == NOBODY:
        return PARTS[row.c]
    weapon = t.weapon(row.target, row.place)
    return weapon if row.c == Part.WEAPON else f"{PARTS[row.c]} of the {weapon}"


# ---------------------------------------------------------------- the end of a unit, stun


def told_destroyed(t: Teller, row: Event) -> None:
    """A unit is gone; a vehicle leaves debris (AG-9.3)."""
    if t.s.units[row.target].chassis == Chassis.INFANTRY:
        t.begin(row, f"{t.name(row.target)} has no models left and is gone", "AG-21.5", Tell.DESTROYED.rule)
        return
    text = f"{t.name(row.target)} is destroyed and leaves debris at {tile_name(row.place)}"
    why = "AG-12.13" if t.s.units[row.target].health <= 0 else "AG-12.14"
    t.begin(row, text, why, Tell.DESTROYED.rule)


def told_stun(t: Teller, row: Event) -> None:
    """A unit is stunned by what it took in this turn, or by a ram (AG-15.4, AG-19.1)."""
    if row.place == 1:
        t.begin(row, f"{t.name(row.target)} is stunned by the ram", "AG-19.1", "AG-15.2")
        return
    weight = int(t.s.options.stun_armour_weight)
    total = Fraction(2 * (row.a + weight * row.b) + row.c, 2 * POINT)
    summands = [(row.a, "health"), (weight * row.b, "armour"), (row.c, "shield")]
    words = [f"{'half of ' if what == 'shield' else ''}{points(n)} {what}" for n, what in summands if n]
    together = f" = {decimal(total)}" if len(words) > 1 or row.c else ""
    draft = t.begin(row, f"{t.name(row.target)} is stunned", Tell.STUN.rule, "AG-15.2")
    draft.clauses.append(f"{' + '.join(words)}{together}")
    draft.clauses.append(f"a quarter of its health is {decimal(Fraction(row.d, 4 * POINT))}")


# ---------------------------------------------------------------- squads


def told_model(t: Teller, row: Event) -> None:
    """A model of a squad is hit: all that one shot hits are told together (AG-21.5)."""
    draft = t.going(Tell.MODEL_KILLED, about=row.target)
    if draft is None:
        draft = t.begin(row, t.name(row.target), Tell.MODEL_KILLED.rule)
        draft.clauses.append(model_formula(t, row))
        draft.rules += ["AG-21.1"] if t.next(Tell.MODEL_KILLED) else []
    if row.a:
        left = f"has {points(row.c)} of {points(row.b + row.c)} left"
        draft.clauses.append(f"model {row.place + 1} {left if row.c else f'is killed (-{points(row.b)})'}")
    after = t.next(Tell.MODEL_KILLED)
    if row.a and (after is None or after.target != row.target):
        draft.clauses.append(f"{points(row.d)} health left to the squad")


def model_formula(t: Teller, row: Event) -> str:
    """What a model suffers: the damage, less the share that its suit stops."""
    blow, thickness = t.blow_on(row.target), int(t.s.units[row.target].thickness)
    if not thickness:
        return f"damage {points(row.a)} to a model"
    against = f"thickness {thickness} against penetration {decimal(blow.penetration)}"
    if blow.penetration <= thickness:
        return f"{against}, not through"
    share = f"{decimal(blow.penetration - thickness)}/{decimal(blow.penetration)}"
    return f"{against}; {decimal(blow.damage)} x {share} = {points(row.a)} to a model"
