"""Fire, wrecks and explosions (TC-8.8 to TC-8.14), and ground that changes."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.tank_commander.codes import Ground
from hulldown.rulesets.tank_commander.damage import COOKS_OFF_ON
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.telling.teller import Teller, place
from hulldown.rulesets.tank_commander.vocabulary import GROUNDS


def told_burn(t: Teller, row: Event) -> None:
    """Fire eats a hull point."""
    left = max(0, row.a)
    text = f"{t.name(row.target)} burns: hull {left + 1} to {left}"
    t.open(text, Tell.BURN.rule, "TC-8.9", about=row.target)


def told_cook_off_roll(t: Teller, row: Event) -> None:
    """Whether a wreck's ammunition goes up."""
    up = row.a >= COOKS_OFF_ON
    opening = f"The wreck of {t.name(row.target)} at {place(row)}"
    draft = t.open(opening, Tell.COOK_OFF_ROLL.rule, about=row.target)
    draft.clauses.append("its ammunition cooks off" if up else "it does not cook off")
    text = f"Cooks off on {COOKS_OFF_ON}+, rolled {row.a}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.COOK_OFF_ROLL.rule, COOKS_OFF_ON, up))


def told_explosion(t: Teller, row: Event) -> None:
    """The vehicle explodes."""
    rules = [Tell.EXPLOSION.rule] + (["TC-8.12"] if row.a else [])
    how = "The fire reaches the ammunition, and " if row.a else ""
    t.open(f"{how}{t.name(row.target)} explodes at {place(row)}", *rules)


def told_blast(t: Teller, row: Event) -> None:
    """A unit is caught by an explosion."""
    text = f"The blast from {place(row)} hits {t.name(row.target)}"
    t.open(text, Tell.BLAST.rule, about=row.target)


def told_terrain(t: Teller, row: Event) -> None:
    """The ground changes: a shell or a strike brings a building down, or a vehicle has exploded there."""
    old, new = GROUNDS[Ground(row.a)], GROUNDS[Ground(row.b)]
    rule = "" if row.a == Ground.BUILDING else "TC-8.13"
    t.add(row, f"{place(row)} is {new} now" if old != new else "", rule)
