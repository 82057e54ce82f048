"""What is at 0 at the end of a turn: ruins, debris, and then explosions (AG-20.12 to AG-20.14)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, Ending, Feature, Ground, Height, Phase, Way
from hulldown.rulesets.agrav.events import barricade_collapsed, section_collapsed
from hulldown.rulesets.agrav.explosions import explode
from hulldown.rulesets.agrav.geometry import beyond
from hulldown.rulesets.agrav.lanes import measure
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import marked, remove_barricade, ruin_durability
from hulldown.rulesets.agrav.variants import DebrisSpread
from hulldown.rulesets.agrav.victory import DEMOLITION, finish, forfeit


@rule
def fell(s: State, d: Dice, e: Log) -> None:
    """Step 2 of the end of a turn (AG-6.7): what is at 0 collapses, then what was volatile explodes.

    Both in section order. A section that becomes debris keeps its tiles until the explosions are over.
    """
    if not anything_falls(s):
        return
    volatile = collapse_all(s, e)
    for i in range(s.sections):
        if (volatile >> i) & 1 == 1 and s.phase != Phase.OVER:
            explode(s, i, d, e)
    clear_tiles(s)
    look_all(s)
    measure(s)


@rule
def anything_falls(s: State) -> bool:
    """Whether a section or a barricade section stands at 0 (AG-20.12)."""
    for i in range(s.sections):
        if s.section[i].felled == 1:
            return True
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            return True
    return False


@rule
def collapse_all(s: State, e: Log) -> int:
    """Everything at 0 collapses; those that were volatile, as bits (AG-20.12)."""
    volatile = 0
    for i in range(s.sections):
        if s.section[i].felled == 1 and s.phase != Phase.OVER:
            if marked(int(s.section[i].features), Feature.VOLATILE):
                volatile |= 1 << i
            collapse(s, i, e)
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            barricade_collapsed(e, b, int(s.barricade[b].tile))
            remove_barricade(s, b)
    return volatile


@rule
def collapse(s: State, i: int, e: Log) -> None:
    """One stage of destruction (AG-20.3, AG-20.4): the objective of an attack ends the battle at once."""
    section = s.section[i]
    objective = marked(int(section.features), Feature.OBJECTIVE)
    section.felled = 0
    if section.height == Height.HIGH:
        make_ruin(s, i)
    else:
        spread_debris(s, i)
    section_collapsed(e, i, int(section.ruin), int(section.durability))
    forfeit(s, i, e)
    if objective and s.mission == DEMOLITION:
        finish(s, int(s.attacker), Ending.OBJECTIVE, e)


@rule
def make_ruin(s: State, i: int) -> None:
    """A high structure becomes a low ruin on the same tiles, without special features (AG-20.13)."""
    section = s.section[i]
    section.full = ruin_durability(int(section.full))
    section.durability = section.full
    section.height, section.ruin, section.features = Height.LOW, 1, 0


@rule
def spread_debris(s: State, i: int) -> None:
    """A low structure or ruin becomes a field of debris on its tiles, or around it too (AG-20.13)."""
    section = s.section[i]
    section.height, section.ruin, section.features, section.durability = Height.GONE, 0, 0, 0
    for tile in range(s.rows * COLUMNS):
        if s.built[tile] == i:
            s.ground[tile] = Ground.DEBRIS
            if s.options.debris_spread == DebrisSpread.ADJACENT:
                strew_around(s, tile)


@rule
def strew_around(s: State, tile: int) -> None:
    """Debris on the clear orthogonal neighbours of a tile (option debris_spread)."""
    strew(s, beyond(s, tile, Way.N))
    strew(s, beyond(s, tile, Way.E))
    strew(s, beyond(s, tile, Way.S))
    strew(s, beyond(s, tile, Way.W))


@rule
def strew(s: State, tile: int) -> None:
    """Debris on one tile, if it is on the map and clear."""
    if tile != NOBODY and s.ground[tile] == Ground.CLEAR and s.built[tile] == NOBODY:
        s.ground[tile] = Ground.DEBRIS


@rule
def clear_tiles(s: State) -> None:
    """Nothing stands any longer where a section has become debris."""
    for tile in range(s.rows * COLUMNS):
        i = int(s.built[tile])
        if i != NOBODY and s.section[i].height == Height.GONE:
            s.built[tile] = NOBODY
