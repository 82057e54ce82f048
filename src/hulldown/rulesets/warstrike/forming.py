"""Formations worth a button in a free set-up: forward and back, on either wing and in the middle (WS-4.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.kernel.actions import Action
from hulldown.rulesets.warstrike.codes import Edge
from hulldown.rulesets.warstrike.leaving import to_edge
from hulldown.rulesets.warstrike.state import State

ACROSS = ("west", "middle", "east")  # parts of a zone along an edge in the north or the south
UPRIGHT = ("south", "middle", "north")  # along one in the east or the west
PARTS = len(ACROSS)

Named = tuple[str, Action]


def chosen(s: State, offered: Sequence[Action]) -> list[Named]:
    """Of the formations offered to a unit the few that are buttons, in words; any other is set by hand."""
    return [one for part in range(PARTS) for one in in_part(s, part, offered)]


def in_part(s: State, part: int, offered: Sequence[Action]) -> Iterator[Named]:
    """The places farthest forward and back in a part of the zone, each as near to its middle as can be."""
    here = [a for a in offered if part_of(s, a) == part]
    if not here:
        return
    forward = min(here, key=lambda a: (-depth(s, a), off_middle(s, part, a)))
    back = min(here, key=lambda a: (depth(s, a), off_middle(s, part, a)))
    name = (ACROSS if lies_across(s, forward) else UPRIGHT)[part]
    if depth(s, forward) == depth(s, back):
        yield name, forward
        return
    yield f"{name} forward", forward
    yield f"{name} back", back


def lies_across(s: State, a: Action) -> bool:
    """Whether the own edge of the side that places lies in the north or the south (WS-4.6)."""
    return s.edge[a.seat] in (Edge.NORTH, Edge.SOUTH)


def along(s: State, a: Action) -> tuple[int, int, int]:
    """Where the leader would stand along his own edge, and from where to where his zone reaches there."""
    zone = s.zone[a.seat]
    if lies_across(s, a):
        return int(a.x), int(zone.x0), int(zone.x1)
    return int(a.y), int(zone.y0), int(zone.y1)


def part_of(s: State, a: Action) -> int:
    """Which part of the zone a place lies in."""
    at, low, high = along(s, a)
    return min(PARTS - 1, (at - low) * PARTS // (high - low))


def off_middle(s: State, part: int, a: Action) -> int:
    """How far a place is from the middle of a part of the zone, in sixths of a mil."""
    at, low, high = along(s, a)
    return abs(2 * PARTS * (at - low) - (2 * part + 1) * (high - low))


def depth(s: State, a: Action) -> int:
    """How far forward a place is: from the own edge."""
    return to_edge(s, int(a.seat), int(a.x), int(a.y))
