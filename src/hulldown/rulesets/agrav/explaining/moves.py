"""A step before it is taken: what it costs the aim, who watches; and what a weapon that waits gives up."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.accuracy import OCCASION, own_movement
from hulldown.rulesets.agrav.codes import NOBODY, Occasion, Verb
from hulldown.rulesets.agrav.explaining.shots import named
from hulldown.rulesets.agrav.geometry import beyond
from hulldown.rulesets.agrav.movement import step_cost
from hulldown.rulesets.agrav.naming import enemies, tile_name, unit_id, way_name, weapon_name
from hulldown.rulesets.agrav.reaction import corner_occasion, watches
from hulldown.rulesets.agrav.shooting import has_line
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import plural


def movement_cost(s: State, u: int, w: int, tiles: int) -> int:
    """What so many tiles cost the aim of a weapon (AG-8.6)."""
    unit = s.units[u]
    return own_movement(s.options, tiles, int(unit.turned), int(unit.weapon[w].stabiliser))


def aim_notes(s: State, u: int, tiles: int) -> Notes:
    """What so many tiles cost each weapon that has not fired (AG-8.6)."""
    unit = s.units[u]
    guns = [w for w in range(unit.weapons) if has_line(s, u, w) and not unit.weapon[w].fired]
    costs = {w: movement_cost(s, u, w, tiles) for w in guns}
    said = ", ".join(f"{weapon_name(s, u, w)} -{cost}%" for w, cost in costs.items() if cost)
    return ((f"{plural(tiles, 'tile')} moved then: {said}.", "AG-8.6"),) if said else ()


def watcher_notes(s: State, u: int, tile: int) -> Notes:
    """The weapons of enemies in whose cone a tile lies (AG-16.8)."""
    found = []
    for v in enemies(s, int(s.units[u].side)):
        guns = [w for w in range(s.units[v].weapons) if watches(s, v, w, tile)]
        names = [f"{unit_id(s, v)}'s {weapon_name(s, v, w)}" for w in guns]
        found += [(f"{name} watches {tile_name(tile)}.", "AG-16.8") for name in names]
    return tuple(found)


def corner_notes(s: State, u: int) -> Notes:
    """The unit's own weapons that would fire at an enemy it comes upon (AG-16.4, AG-16.10)."""
    set_up = [w for w in range(s.units[u].weapons) if s.units[u].weapon[w].cone != NOBODY]
    return tuple(
        (
            f"{weapon_name(s, u, w)} fires at an enemy it comes upon to the "
            f"{way_name(s.units[u].weapon[w].cone)}, at -{OCCASION[corner_occasion(s, u, w)]}%.",
            "AG-16.10",
        )
        for w in set_up
    )


def explain_move(s: State, a: Action) -> Explanation:
    """A step or a shift inside the tile: cost, aim, who may fire (AG-8.6, AG-16.8, AG-16.10)."""
    u, unit = int(a.actor), s.units[a.actor]
    step = a.verb == Verb.STEP
    tile = beyond(s, int(unit.tile), a.choice) if step else int(unit.tile)
    cost = step_cost(s, u, a.choice) if step else 0
    title = f"{named(s, u)} {'moves to' if step else 'shifts in'} {tile_name(tile)}"
    subtitle = f"{cost} of {unit.left} mobility" if step else "costs nothing"
    aim = aim_notes(s, u, int(unit.tiles) + 1) if step else ()
    return Explanation(title, subtitle, notes=(*aim, *watcher_notes(s, u, tile), *corner_notes(s, u)))


def explain_reaction(s: State, a: Action) -> Explanation:
    """What a weapon that waits will shoot at, and how well (AG-16.1, AG-16.4, AG-8.8)."""
    u, w = int(a.actor), int(a.choice)
    name = weapon_name(s, u, w)
    if a.facing == NOBODY:
        return Explanation(f"{named(s, u)}: {name} waits no longer")
    turns, corner = OCCASION[Occasion.REACTION], OCCASION[corner_occasion(s, u, w)]
    notes = [
        (f"In the enemy's turn it fires at whoever comes into view there, at -{turns}%.", "AG-16.1"),
        (f"In this turn it fires at an enemy that {unit_id(s, u)} comes upon, at -{corner}%.", "AG-16.4"),
    ]
    moved = movement_cost(s, u, w, int(s.units[u].tiles))
    if moved:
        notes.append((f"What it has moved counts too: -{moved}% so far.", "AG-8.8"))
    return Explanation(f"{named(s, u)}: {name} watches the {way_name(a.facing)}", notes=tuple(notes))
