"""The units themselves (layer l-units): hull and turret are separate drawings and turn on their own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views.badges import badges
from hulldown.views.hulls import slants
from hulldown.views.ink import Point, placed
from hulldown.views.stations import FULL_SCALE, Station, side_letter

FRAME = 'x="-60" y="-60" width="120" height="120"'
FACING = "M0-59l8 11h-16z"
STATES = {"wreck": " out", "gone": " away", "spent": " done"}  # class names by state, the first that holds
THROWN = 50  # degrees that the turret of a wreck lies off its hull
# Light comes from the north-west, however a unit turns.
SHADOW, TURRET_SHADOW = "translate(6 8)", "translate(3.5 5)"
ROUND, POINTED = '<circle class="{}" r="48"/>', '<path class="{}" d="M0-56L56 0L0 56L-56 0Z"/>'


class UnitSymbols(NamedTuple):
    """The drawings of one kind of unit: names in `symbols.svg`, empty where there is none.

    `marked` names the part that wears the pattern of the side.
    """

    hull: str
    turret: str = ""
    marked: str = "hull"
    shadow: bool = True
    spot: bool = False


SHAPES = {
    "tank": UnitSymbols("tank", "turret", spot=True),
    "apc": UnitSymbols("apc"),
    "squad": UnitSymbols("inf", marked="", shadow=False),
    "suits": UnitSymbols("suit", marked="", shadow=False),
    "walker": UnitSymbols("walk", "torso", marked="turret"),
    "hover": UnitSymbols("hover", "hturret"),
    "target": UnitSymbols("target", marked=""),
    "gun": UnitSymbols("gun", "gturret"),
}


def units(placed: Iterable[Station]) -> str:
    """Layer l-units."""
    return "".join(_unit(station) for station in placed)


def _unit(station: Station) -> str:
    """One unit: its side's base, facing wedge, shadow, hull, turret, cover, badges."""
    unit, scale = station.unit, station.scale
    wreck = "wreck" in unit.state
    ground = "" if wreck else team(unit.side, scale / FULL_SCALE)
    wedge = "" if wreck or unit.hull is None else _wedge(unit.hull, scale)
    cover = '<use href="#x-cover"/>' if "cover" in unit.state and not wreck else ""
    drawn = body(unit, turned(unit.hull, 60), turned(unit.turret, 60))
    return grouped(
        unit, station.at, f'{ground}{wedge}<g class="u-body" transform="scale({scale})">{drawn}{cover}</g>'
    )


def grouped(unit: UnitMark, at: Point, inner: str) -> str:
    """The group of a unit at its spot, with what the unit is worth; a client moves it by its transform."""
    return (
        f'<g class="{classes(unit)}" data-unit="{escape(unit.unit)}" {placed(at)}>{inner}{badges(unit)}</g>'
    )


def team(side: int, scale: float = 1.0) -> str:
    """What a unit stands on: a disc for the first side, a diamond for the second, centred at 0 0."""
    shape = ROUND if side == 0 else POINTED
    moved = "" if scale == 1 else f' transform="scale({scale:.2f})"'
    return f"<g{moved}>{shape.format('team-c')}{shape.format('team')}</g>"


def turned(direction: int | None, degrees: int) -> int | None:
    """A direction, counted clockwise from north in steps of so many degrees, as a turn."""
    return None if direction is None else degrees * direction


def body(unit: UnitMark, hull: int | None, turret: int | None, before: str = "") -> str:
    """The drawing of a unit, its centre at 0 0, with hull and turret turned by degrees from north.

    Without a direction of its own a turret looks where the hull does. What lies `before` the hull is
    drawn over it and under the turret.
    """
    return _wreck(unit, hull, turret) if "wreck" in unit.state else _whole(unit, hull, turret, before)


def _wedge(facing: int, scale: float) -> str:
    """The mark on the hex edge where the hull faces; nearer when units share the hex."""
    size = "" if scale == FULL_SCALE else f" scale({scale})"
    return f'<path class="facing" d="{FACING}" transform="rotate({60 * facing}){size}"/>'


def classes(unit: UnitMark) -> str:
    """Side and state as class names."""
    state = next((name for state, name in STATES.items() if state in unit.state), "")
    return f"unit side-{side_letter(unit.side)}{state}"


def _whole(unit: UnitMark, facing: int | None, aim: int | None, before: str) -> str:
    """A unit that still fights."""
    shape, side, turn = SHAPES[unit.kind], side_letter(unit.side), facing or 0
    mark = _framed(f"m-{shape.hull}-{side}") if shape.marked == "hull" else ""
    hull = _framed(f"v-{shape.hull}") + slants(shape.hull, turn) + mark
    parts = [_shadow(shape.hull, turn) if shape.shadow else "", _turning("u-turn", facing, hull), before]
    if shape.turret:
        parts.append(_turret(shape, side, turn if aim is None else aim))
    return "".join(parts)


def _turret(shape: UnitSymbols, side: str, aim: int) -> str:
    """A turret with its shadow, and with what marks the side on it."""
    spot = f'<use href="#m-spot-{side}"/>' if shape.spot else ""
    mark = _framed(f"m-{shape.turret}-{side}") if shape.marked == "turret" else ""
    cast = _shadow("turret", aim, TURRET_SHADOW) if shape.spot else ""
    return cast + _turning(
        "turret", aim, _framed(f"v-{shape.turret}") + slants(shape.turret, aim) + mark + spot
    )


def _wreck(unit: UnitMark, facing: int | None, aim: int | None) -> str:
    """A dark hull on scorched ground with its turret thrown off the ring."""
    shape, turn = SHAPES[unit.kind], facing or 0
    hull = _framed(f"v-{shape.hull}") + slants(shape.hull, turn) + '<use href="#x-hole"/>'
    cast = _shadow(shape.hull, turn) if shape.shadow else ""
    parts = ['<use href="#x-scorch"/>', cast, _turning("u-turn", facing, hull)]
    if shape.turret:
        thrown = (turn if aim is None else aim) + THROWN
        turret = _framed(f"v-{shape.turret}") + slants(shape.turret, thrown)
        parts.append(f'<g transform="translate(9 -6)">{_turning("turret", thrown, turret)}</g>')
    return "".join(parts)


def _framed(symbol: str) -> str:
    """A copy of a vehicle drawing, its centre at 0 0."""
    return f'<use href="#{symbol}" {FRAME}/>'


def _shadow(shape: str, turn: int, moved: str = SHADOW) -> str:
    """What a part casts to the right and below, turned with it."""
    turned = f" rotate({turn})" if turn else ""
    return f'<use class="cast" href="#c-{shape}" transform="{moved}{turned}"/>'


def _turning(name: str, facing: int | None, inner: str) -> str:
    """A part that turns on its own."""
    turn = f' transform="rotate({facing})"' if facing else ""
    return f'<g class="{name}"{turn}>{inner}</g>'
