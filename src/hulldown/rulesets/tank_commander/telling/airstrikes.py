"""Air strikes: called, awaited, turned away by AA guns, and what they hit (TC-12, TC-13.27)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.telling.teller import Teller, acted, place
from hulldown.rulesets.tank_commander.variants import AirstrikePattern
from hulldown.rulesets.tank_commander.vocabulary import WAYS, hexes, plural


def told_strike_called(t: Teller, row: Event) -> None:
    """A strike is on its way."""
    acted(t, row, f"calls an air strike on {place(row)}")


def told_strike_roll(t: Teller, row: Event) -> None:
    """Whether a strike arrives in this game turn."""
    draft = t.open(f"{SIDES[row.d]}'s air strike on {place(row)}", Tell.STRIKE_ROLL.rule, "TC-12.4")
    draft.clauses.append("it comes" if row.c else "not yet")
    text = f"Comes on {row.b}+, rolled {row.a}: {'it comes' if row.c else 'not yet'}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.STRIKE_ROLL.rule, row.b, bool(row.c)))


def told_aa_roll(t: Teller, row: Event) -> None:
    """Whether AA guns turn it away."""
    draft = t.add(row, "the AA guns turn it away" if row.c else "the AA guns let it through")
    if row.d == 0:
        draft.clauses[-1] = "no AA gun is left to stop it"
    guns = plural(row.d, "AA gun")
    on = f"{guns} would stop it on {row.b}+" if row.b <= 6 else f"{guns} cannot stop it"
    verdict = "it fails" if row.c else "it gets through"
    text = f"{on}, rolled {row.a}: {verdict}."
    needed = row.b if row.b <= 6 else None
    draft.rolls.append(Roll(row.a, 6, text, Tell.AA_ROLL.rule, needed, bool(row.c)))


def told_strike_line(t: Teller, row: Event) -> None:
    """Where the strike runs: a die for the direction, a die for the distance."""
    way = WAYS[row.a - 1]
    point = t.s.options.airstrike_pattern == AirstrikePattern.POINT
    line = f"it runs {hexes(row.b)} {way}"
    draft = t.add(row, f"it falls on {place(row)} and {hexes(row.b)} {way} of it" if point else line)
    draft.rules.append("TC-12.6")
    draft.rolls.append(Roll(row.a, 6, f"Direction {row.a}: {way}.", Tell.STRIKE_LINE.rule))
    draft.rolls.append(Roll(row.b, 6, f"Distance {row.b}: {hexes(row.b)}.", Tell.STRIKE_LINE.rule))


def told_strike_hit(t: Teller, row: Event) -> None:
    """What stands in a hex of the line is hit."""
    struck = t.name(row.target) if row.target != NOBODY else "the building"
    draft = t.open(f"The air strike hits {struck} at {place(row)}", Tell.STRIKE_HIT.rule, about=row.target)
    if row.target != NOBODY and t.s.units[row.target].kind != Kind.SQUAD:
        draft.rules.append("TC-7.21")
