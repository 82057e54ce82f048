"""Rams of tanks, stomps of walkers, barricades rammed (AG-19)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import NOBODY
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.ramming import PER_MOBILITY, PER_TILE
from hulldown.rulesets.agrav.telling.teller import Blow, Teller, by_half
from hulldown.rulesets.agrav.vocabulary import decimal, plural


def told_ram(t: Teller, row: Event) -> None:
    """What a ram does to its target and to the rammer, each with its sum; no roll (AG-19.11)."""
    strikes(t, row)
    verb = "rams" if row.d else "stomps on"
    draft = t.begin(row, f"{t.name(row.actor)} {verb} {t.aim(row)}", *ram_rules(row))
    draft.clauses.append(f"{effort(row)} = {points(row.a)}{pierces(row.a, row.target)}")
    if row.b:
        own = "the obstacle's" if row.target == NOBODY else "the target's armour"
        draft.clauses.append(f"it takes {own} {points(row.b)} itself{pierces(row.b, row.actor)}")


def strikes(t: Teller, row: Event) -> None:
    """What strikes target and rammer from now on."""
    t.blow = Blow(damage=by_half(row.a).damage)
    t.struck = {row.target: by_half(row.a)} if row.target != NOBODY else {}
    t.struck[row.actor] = by_half(row.b)


def pierces(tenths: int, unit: int) -> str:
    """The penetration, where there is armour to go through."""
    return f", penetration {decimal(by_half(tenths).penetration)}" if unit != NOBODY else ""


def effort(row: Event) -> str:
    """The sum of a ram: armour and tiles, or base and mobility (AG-19.4 to AG-19.9)."""
    if row.d:
        own = points(row.a - PER_TILE * row.c)
        return f"own armour {own} + {points(PER_TILE)} x {plural(row.c, 'tile')} closer"
    base = points(row.a - PER_MOBILITY * row.c)
    return f"base {base} + {points(PER_MOBILITY)} x {row.c} mobility"


def ram_rules(row: Event) -> list[str]:
    """The rules of a ram."""
    if row.target == NOBODY:
        return ["AG-19.17", "AG-3.5"]
    return ["AG-19.12", "AG-19.4", "AG-19.5", "AG-19.2"] if row.d else ["AG-19.13", "AG-19.8", "AG-19.2"]
