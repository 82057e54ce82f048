"""Steps, turns, places inside a tile, smoke (AG-7, AG-2.9, AG-22)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import NOBODY, Chassis
from hulldown.rulesets.agrav.naming import ANCHORS, tile_name, way_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import STEPS, joined, plural

TURNS = {Chassis.TANK: Tell.TURN.rule, Chassis.WALKER: "AG-7.5", Chassis.AGRAV: "AG-7.7"}


def mobility(cost: int, left: int) -> str:
    """What it cost, and what is left."""
    return f"for {cost} mobility, {left} left" if cost else f"for nothing, {left} mobility left"


def told_step(t: Teller, row: Event) -> None:
    """A step into another tile; one through a rammed barricade was paid for with the ram (AG-19.17)."""
    verb, rule = STEPS[int(t.s.units[row.actor].chassis)]
    where = f"from {tile_name(row.a)} to {tile_name(row.place)}"
    if row.b == 0:
        verb, rule = f"{verb} on", "AG-19.17"
    text = f"{t.name(row.actor)} {verb} {where} {mobility(row.b, row.d)}; {plural(row.c, 'tile')} this turn"
    t.begin(row, text, rule, Tell.STEP.rule)


def told_turn(t: Teller, row: Event) -> None:
    """A turn in the tile."""
    rule = TURNS[Chassis(t.s.units[row.actor].chassis)]
    t.begin(row, f"{t.name(row.actor)} turns to face {way_name(row.a)} {mobility(row.b, row.c)}", rule)


def told_reposition(t: Teller, row: Event) -> None:
    """Another place inside the tile."""
    where = f"{t.name(row.actor)} takes the {ANCHORS[row.a]} of {tile_name(row.place)}"
    t.begin(row, where, "AG-2.8", Tell.REPOSITION.rule)


def told_smoke(t: Teller, row: Event) -> None:
    """Smoke on up to three tiles."""
    tiles = joined([tile_name(tile) for tile in (row.a, row.b, row.c) if tile != NOBODY])
    text = f"{t.name(row.actor)} lays smoke on {tiles}, {plural(row.d, 'use')} left"
    t.begin(row, text, Tell.SMOKE.rule, "AG-3.11")
