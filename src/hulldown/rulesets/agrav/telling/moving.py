"""Steps, turns, smoke, and rams of tanks, stomps of walkers, barricades rammed (AG-7, AG-19, AG-22)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis
from hulldown.rulesets.agrav.events import rammed, smoke_laid, stepped, turned
from hulldown.rulesets.agrav.geometry import between_x, between_y, way_towards
from hulldown.rulesets.agrav.movement import SIDEWAYS, bare_step, turned_away
from hulldown.rulesets.agrav.naming import points, tile_name, way_name
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.agrav.telling.teller import Blow, Teller
from hulldown.rulesets.agrav.vocabulary import STEPS, decimal
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural

TURNS = {Chassis.TANK: turned.rule, Chassis.WALKER: "AG-7.5", Chassis.AGRAV: "AG-7.7"}


def mobility(cost: int, left: int) -> str:
    """What it cost, and what is left."""
    return f"for {cost} mobility, {left} left" if cost else f"for nothing, {left} mobility left"


@describes(stepped)
def describe_step(t: Teller, unit: int, tile: int, came: int, cost: int, tiles: int, left: int) -> None:
    """A step into another tile; one through a rammed barricade was paid for with the ram (AG-19.17)."""
    mover = t.s.units[unit]
    tank, walker = mover.chassis == Chassis.TANK, mover.chassis == Chassis.WALKER
    way = way_towards(between_x(came, tile), between_y(came, tile))
    sideways = walker and turned_away(mover, way) == SIDEWAYS
    verb, rule = STEPS[int(mover.chassis)]
    if sideways:
        verb, rule = "sidesteps", "AG-7.4"
    elif cost == 0:
        verb, rule = f"{verb} on", "AG-19.17"
    dearer = cost > bare_step(t.s.options, mover, way)  # by debris for tanks, else by a barricade
    obstacle = "" if not dearer else " into debris" if tank else " over a barricade"
    where = f"from {tile_name(came)} to {tile_name(tile)}{obstacle}"
    text = f"{t.unit(unit)} {verb} {where} {mobility(cost, left)}; {plural(tiles, 'tile')} this turn"
    draft = t.begin(text, rule, t.kind.rule)
    if dearer:
        draft.rules.insert(1, "AG-3.3" if tank else "AG-3.7")


@describes(turned)
def describe_turn(t: Teller, unit: int, facing: int, cost: int, left: int) -> None:
    """A turn in the tile."""
    rule = TURNS[Chassis(t.s.units[unit].chassis)]
    t.begin(f"{t.unit(unit)} turns to face {way_name(facing)} {mobility(cost, left)}", rule)


@describes(smoke_laid)
def describe_smoke(t: Teller, unit: int, first: int, second: int, third: int, left: int) -> None:
    """Smoke on up to three tiles."""
    tiles = joined([tile_name(tile) for tile in (first, second, third) if tile != NOBODY])
    t.begin(f"{t.unit(unit)} lays smoke on {tiles}, {plural(left, 'use')} left")


# ---------------------------------------------------------------- rams


@describes(rammed)
def describe_ram(
    t: Teller, unit: int, target: int, place: int, damage: int, own: int, effort: int, tank: int
) -> None:
    """What a ram does to its target and to the rammer, each with its sum; no roll (AG-19.11)."""
    ram_strikes(t, unit, target, damage, own)
    if target == NOBODY:
        rules = ["AG-19.17", "AG-3.5"]
    else:
        rules = ["AG-19.12", "AG-19.4", "AG-19.5"] if tank else ["AG-19.13", "AG-19.8"]
        rules.append("AG-19.2")
    draft = t.begin(f"{t.unit(unit)} {'rams' if tank else 'stomps on'} {t.aim(target, place)}", *rules)
    draft.clauses.append(
        f"{ram_sum(t.s.options, damage, effort, tank)} = {points(damage)}{pierces(t, damage, target)}"
    )
    if own:
        whose = "the obstacle's" if target == NOBODY else "the target's armour"
        draft.clauses.append(f"it takes {whose} {points(own)} itself{pierces(t, own, unit)}")


def ram_strikes(t: Teller, unit: int, target: int, damage: int, own: int) -> None:
    """What strikes target and rammer from now on."""
    t.blow = Blow(damage=Fraction(damage, POINT))
    t.struck = {target: t.ram_blow(damage)} if target != NOBODY else {}
    t.struck[unit] = t.ram_blow(own)


def pierces(t: Teller, tenths: int, unit: int) -> str:
    """The penetration, where there is armour to go through."""
    return f", penetration {decimal(t.ram_blow(tenths).penetration)}" if unit != NOBODY else ""


def ram_sum(o: Options, damage: int, effort: int, tank: int) -> str:
    """The sum of a ram: armour and tiles, or base and mobility (AG-19.4 to AG-19.9)."""
    if tank:
        own = points(damage - POINT * o.ram_tile_damage * effort)
        return f"own armour {own} + {o.ram_tile_damage} x {plural(effort, 'tile')} closer"
    base = points(damage - POINT * o.stomp_mobility_damage * effort)
    return f"base {base} + {o.stomp_mobility_damage} x {effort} mobility"
