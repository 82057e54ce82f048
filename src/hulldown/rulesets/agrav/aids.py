"""What helps the player to choose: where a unit can go, what it bears on and sees, what it may fire at."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.agrav.aiming import aim_tile, bears
from hulldown.rulesets.agrav.codes import BARRICADE, CENTRE, NOBODY, Phase
from hulldown.rulesets.agrav.counters import is_visible
from hulldown.rulesets.agrav.geometry import distance, solid
from hulldown.rulesets.agrav.naming import find_unit, modes_of, place_id, present, tile_name, unit_id
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.route import reach
from hulldown.rulesets.agrav.shooting import has_line, why_not_ready, why_not_shoot
from hulldown.rulesets.agrav.sight import barricade_in_sight, clear, section_in_sight
from hulldown.rulesets.agrav.state import State, tile_at
from hulldown.rulesets.agrav.structures import nearest_tile
from hulldown.rulesets.api.scene import Aids, Target


def lines(s: State, u: int) -> list[int]:
    """The weapons of a unit that are fired."""
    return [w for w in range(s.units[u].weapons) if has_line(s, u, w)]


def tiles(s: State) -> Iterator[int]:
    """Every tile of the map."""
    return (tile_at(column, row) for row in range(s.rows) for column in range(s.columns))


def arc(s: State, u: int) -> tuple[str, ...]:
    """Free tiles that some weapon bears on and that are in sight; there is no range (AG-4.8, AG-8.13).

    The unit's own tile belongs to them, so that the edge of the arc does not run round it.
    """
    unit, guns = s.units[u], lines(s, u)
    here, anchor = int(unit.tile), int(unit.anchor)
    return tuple(
        tile_name(tile)
        for tile in tiles(s)
        if not solid(s, tile)
        and any(tile == here or bears(s, u, w, tile) for w in guns)
        and clear(s, here, anchor, tile, CENTRE, NOBODY)
    )


# ---------------------------------------------------------------- targets


def reasons(s: State, u: int, guns: list[int], target: int, place: int) -> Iterator[int]:
    """What speaks against a shot at something, of each weapon in each mode, the plainest first (AG-8.13)."""
    for w in guns:
        for mode in modes_of(int(s.units[u].weapon[w].family)):
            yield why_not_shoot(s, u, w, mode, target, place)


def why_no_fire(s: State, u: int, target: int) -> str:
    """Why no weapon may be fired at a unit, in words with the rule; empty if one may."""
    codes = list(reasons(s, u, lines(s, u), target, NOBODY))
    if not codes or Why.ALLOWED in codes:
        return ""
    why = Why.refusal(codes[0])
    return f"{why.text} {why.rule}"


def enemies(s: State, seat: int, u: int) -> list[Target]:
    """Enemies that the seat knows of; what bars a shot stands with them."""
    here = int(s.units[u].tile)
    there = [v for v in range(s.count) if s.units[v].side != s.units[u].side and is_visible(s, seat, v)]
    return [
        Target(tile_name(t), unit_id(s, v), why_no_fire(s, u, v), distance(here, t))
        for v in there
        for t in (int(s.units[v].tile),)
    ]


def works(s: State, u: int) -> list[Target]:
    """Structures and barricades in sight that some weapon may fire at, by name, each at its nearest tile."""
    here = int(s.units[u].tile)
    guns = [w for w in lines(s, u) if not why_not_ready(s, u, w)]
    seen = [i for i in range(s.sections) if section_in_sight(s, u, i)]
    seen += [BARRICADE + k for k in range(s.barricades) if barricade_in_sight(s, u, k)]
    spots = [(p, aim_tile(s, u, NOBODY, p) if p >= BARRICADE else nearest_tile(s, p, here)) for p in seen]
    return [
        Target(tile_name(tile), None, "", distance(here, tile), place_id(place))
        for place, tile in spots
        if tile != NOBODY and Why.ALLOWED in reasons(s, u, guns, NOBODY, place)
    ]


# ---------------------------------------------------------------- all of it


def looked_at(s: State, seat: int | None, unit: str) -> int:
    """The unit of a name; without one the first of the seat whose turn it is; -1 for none."""
    if not unit:
        mine = present(s, seat) if seat is not None and seat == s.side and s.phase == Phase.TURN else []
        return next(iter(mine), NOBODY)
    try:
        return find_unit(s, unit)
    except ValueError:
        return NOBODY


def aids(s: State, seat: int | None, unit: str) -> Aids:
    """Arc of a unit that is looked at; on its own turn also reach and targets."""
    u = looked_at(s, seat, unit)
    if u == NOBODY or not is_visible(s, seat, u):
        return Aids()
    mine = seat is not None and s.units[u].side == seat == s.side and s.phase == Phase.TURN
    routes = reach(s, seat, unit_id(s, u)) if mine and seat is not None else {}
    return Aids(
        unit=unit_id(s, u),
        place=tile_name(s.units[u].tile),
        reach={place: cost for place, (cost, _) in routes.items()},
        arc=arc(s, u),
        targets=tuple(enemies(s, seat, u) + works(s, u)) if mine and seat is not None else (),
    )
