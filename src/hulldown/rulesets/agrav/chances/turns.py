"""The odds of several orders together: what the whole of them does to a target, whichever order did it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.chances.facts import Change, Rows, changes, name_of, subject
from hulldown.rulesets.agrav.chances.panel import (
    Chances,
    Lines,
    crit_lines,
    effect_lines,
    hit_lines,
    odds_lines,
    odds_table,
    track_lines,
)
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Height, Verb
from hulldown.rulesets.agrav.fate import PLACES, remains
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.vocabulary import decimal
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.common.explanation import Notes, chance_of

Plan = Sequence[Action]


def plan_lines(before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The panel of orders given one after another; of the last alone where only that is about the target."""
    if is_last_alone(before, plan, what):
        return odds_lines(before, plan[-1], chances)
    return turn_lines(before, what, chances)


def plan_table(before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The same in full."""
    if is_last_alone(before, plan, what):
        return odds_table(before, plan[-1], chances)
    lines = turn_lines(before, what, chances)
    return [*lines, *track_lines(before, what, chances)] if lines else []


def is_last_alone(before: State, plan: Plan, what: int) -> bool:
    """Whether all that the orders do to a target is what the last one does; ends of turns do much."""
    others = [a for a in plan[:-1] if subject(before, a) == what or a.verb == Verb.END]
    return not others and subject(before, plan[-1]) == what


def turn_lines(before: State, what: int, chances: Chances) -> Lines:
    """What has become of a target, as parts that add up to one, and what that means for it."""
    if what == NOBODY:
        return []
    if what >= PLACES:
        return place_lines(before, what - PLACES, chances)
    rows = changes(before, what, chances)
    whole = chance_of(rows, unharmed)
    struck = [(change, chance) for change, chance in rows if not unharmed(change)]
    first = OddsLine("No harm done", whole, "result", "miss", "AG-1.1")
    return [first, *hit_lines(struck), *effect_lines(rows), *crit_lines(before, what, rows)]


def further_lines(before: State, what: int, chances: Chances) -> Lines:
    """What becomes of another than the subject, under its name; nothing where no shot at it is possible."""
    lines = turn_lines(before, what, chances)
    harmed = any(line.chance for line in lines[1:])
    return [line.under(name_of(before, what)) for line in lines] if harmed else []


def unharmed(change: Change) -> bool:
    """Whether every track is what it was; a shield may have regenerated (AG-13.9)."""
    now, unit = change.now, change.before
    same_shield = now.shield == unit.shield.state and now.charge >= unit.shield.charge
    return bool(not change.hurt and now.plate == plate_of(change) and same_shield and not change.cracked)


def plate_of(change: Change) -> int:
    """Durability before, or the living models of a squad."""
    unit = change.before
    return sum(1 for left in unit.model if left > 0) if unit.models else int(unit.durability)


def standing(before: State, place: int) -> int:
    """The durability of a structure or barricade section."""
    if place >= BARRICADE:
        return int(before.barricade[place - BARRICADE].durability)
    return int(before.section[place].durability)


def place_lines(before: State, place: int, chances: Chances) -> Lines:
    """What has become of a structure or barricade section (AG-20.10, AG-20.12)."""
    rows = [(remains(number), chance) for number, chance in chances.items()]
    full = standing(before, place)
    falls = sum((p for left, p in rows if left.falling or left.height == Height.GONE), Fraction(0))
    whole = sum((p for left, p in rows if not left.falling and left.durability == full), Fraction(0))
    return [
        OddsLine("No harm done", whole, "result", "miss", "AG-20.2"),
        OddsLine("Damaged, and it stands", 1 - whole - falls, "result", "glance", "AG-20.10"),
        OddsLine("Falls", falls, "result", "dead", "AG-20.12"),
    ]


def averages(before: State, what: int, chances: Chances) -> Notes:
    """One sentence with every track that may fall, to hundredths; none where nothing can."""
    if what == NOBODY:
        return ()
    losses = place_losses(before, what, chances) if what >= PLACES else unit_losses(before, what, chances)
    parts = [f"{decimal(lost)} {name}" for name, lost in losses.items() if lost > 0]
    return ((f"On average it loses {', '.join(parts)}.", "AG-1.3"),) if parts else ()


def unit_losses(before: State, u: int, chances: Chances) -> dict[str, Fraction]:
    """Charge, armour and health of a vehicle, health and models of a squad, in the order of the layers."""
    rows, unit = changes(before, u, chances), before.units[u]
    health = mean(rows, [int(unit.health) - c.now.health for c, _ in rows], POINT)
    if unit.models:
        return {"models": mean(rows, [plate_of(c) - c.now.plate for c, _ in rows], 1), "health": health}
    charge = mean(rows, [int(unit.shield.charge) - c.now.charge for c, _ in rows], POINT)
    plate = mean(rows, [plate_of(c) - c.now.plate for c, _ in rows], POINT)
    return {"charge": charge, "armour": plate, "health": health}


def mean(rows: Rows, lost: list[int], unit: int) -> Fraction:
    """The mean of what is lost in each row; what came back does not count against what was lost."""
    pairs = zip(lost, rows, strict=True)
    return sum((Fraction(max(0, amount), unit) * chance for amount, (_, chance) in pairs), Fraction(0))


def place_losses(before: State, what: int, chances: Chances) -> dict[str, Fraction]:
    """The durability of a structure; one that fell has lost all of it (AG-20.4)."""
    full = standing(before, what - PLACES)
    rows = [(remains(number), chance) for number, chance in chances.items()]
    left = sum(
        (min(full, structure.durability) * chance for structure, chance in rows if structure.height),
        Fraction(0),
    )
    return {"durability": (full - left) / POINT}
