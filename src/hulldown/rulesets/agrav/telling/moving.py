"""Steps, turns, places inside a tile, smoke (AG-7, AG-2.9, AG-22)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import NOBODY, Chassis
from hulldown.rulesets.agrav.geometry import between_x, between_y, way_towards
from hulldown.rulesets.agrav.movement import SIDEWAYS, STEP, STRAFE, turned_away
from hulldown.rulesets.agrav.naming import ANCHORS, tile_name, way_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import Unit
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import STEPS, joined, plural

TURNS = {Chassis.TANK: Tell.TURN.rule, Chassis.WALKER: "AG-7.5", Chassis.AGRAV: "AG-7.7"}


def mobility(cost: int, left: int) -> str:
    """What it cost, and what is left."""
    return f"for {cost} mobility, {left} left" if cost else f"for nothing, {left} mobility left"


def told_step(t: Teller, row: Event) -> None:
    """A step into another tile; one through a rammed barricade was paid for with the ram (AG-19.17)."""
    unit = t.s.units[row.actor]
    verb, rule = STEPS[int(unit.chassis)]
    if sideways(unit, row):
        verb, rule = "sidesteps", "AG-7.4"
    elif row.b == 0:
        verb, rule = f"{verb} on", "AG-19.17"
    where = f"from {tile_name(row.a)} to {tile_name(row.place)}{obstacle(unit, row)}"
    text = f"{t.name(row.actor)} {verb} {where} {mobility(row.b, row.d)}; {plural(row.c, 'tile')} this turn"
    draft = t.begin(row, text, rule, Tell.STEP.rule)
    if obstacle(unit, row):
        draft.rules.insert(1, "AG-3.3" if unit.chassis == Chassis.TANK else "AG-3.7")


def sideways(unit: Unit, row: Event) -> bool:
    """Whether a walker went to its side."""
    way = way_towards(between_x(row.a, row.place), between_y(row.a, row.place))
    return bool(unit.chassis == Chassis.WALKER and turned_away(unit, way) == SIDEWAYS)


def obstacle(unit: Unit, row: Event) -> str:
    """What made a step dearer: debris for tanks, a barricade for walkers and squads."""
    if row.b <= (STRAFE if sideways(unit, row) else STEP):
        return ""
    return " into debris" if unit.chassis == Chassis.TANK else " over a barricade"


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
