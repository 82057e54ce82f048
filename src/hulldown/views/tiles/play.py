"""What the acting unit can do on square tiles: arc, reach, selection, targets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hulldown.rulesets.api.scene import Aids, Barricade, Structure, Target
from hulldown.views import aids as shared
from hulldown.views.ink import Point, Room
from hulldown.views.tiles.grid import Box, Tile, box, centre, distance, outline, parse, square
from hulldown.views.tiles.structures import around as around_edge

RING_INSET = 2.5
ARM, INSET = 15.0, 3.0  # of the brackets: how long, how far inside
FREE, TICK = (32.0, 30.0), 6.0  # of a line of sight: what its ends leave free; half a stroke across it


def arc(aids: Aids) -> str:
    """Layer l-arc: where the weapon bears, and whether it sees there."""
    return _arc(frozenset(map(parse, aids.arc)), frozenset(map(parse, aids.blind)))


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Tile], blind: frozenset[Tile]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    if not seen and not blind:
        return ""
    return shared.arc(outline(seen), outline(blind), outline(seen | blind, 3))


def reach(aids: Aids) -> str:
    """Layer l-reach."""
    return shared.reach(aids, parse, square, outline)


# ---------------------------------------------------------------- selection and targets


def aim(aids: Aids, structures: Iterable[Structure], barricades: Iterable[Barricade] = ()) -> str:
    """Layer l-aim: hidden groups for targets, barred rings on refusals."""
    things = {structure.name: box(map(parse, structure.places)) for structure in structures}
    things |= {barricade.name: around_edge(barricade) for barricade in barricades}
    parts = []
    for key, target in shared.targets(aids):
        around = things.get(target.name) or box([parse(target.place)])
        parts.append(
            _refused(target, key, around) if target.refusal else _target(aids.place, target, key, around)
        )
    return "".join(parts)


def ring(selected: str) -> str:
    """The ring around the selected tile (part of layer l-marks): under the unit, so that its gauges show."""
    return shared.ring(square(parse(selected), RING_INSET)) if selected else ""


def _refused(target: Target, key: str, around: Box) -> str:
    """A barred ring at the target's left."""
    left, top, _, bottom = around
    return shared.refused(key, target.refusal, Point(left + 11, (top + bottom) / 2 + 2), " scale(.8)")


def _target(origin: str, target: Target, key: str, around: Box) -> str:
    """The hidden group of a target: the line, and brackets around all of it.

    There is no line without a shooter, in its own tile or to the next.
    """
    sight = ""
    steps = target.steps or (distance(parse(origin), parse(target.place)) if origin else 0)
    if origin and origin != target.place and steps > 1:
        sight = shared.sight(centre(origin), centre(target.place), steps, FREE, TICK)
    return shared.aim(key, sight, shared.brackets(Room(*around).grown(-INSET), ARM))
