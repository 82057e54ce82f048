"""The course of play: set-up, rounds, and structures that collapse (AG-6, AG-20)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import energy_limit, heat_step
from hulldown.rulesets.agrav.damage import (
    barricade_distance,
    hit_barricade,
    hit_section,
    hit_squad,
    hit_vehicle,
    marked,
    nearest_tile,
    open_window,
    remove_barricade,
    rest,
    ruin_durability,
    section_distance,
    sections_apart,
    shield_step,
    stun_step,
)
from hulldown.rulesets.agrav.events import (
    Why,
    barricade_collapsed,
    blast_reached,
    deployed,
    rolled_off,
    round_started,
    section_collapsed,
    section_exploded,
    turn_started,
)
from hulldown.rulesets.agrav.movement import free_turns, mobility_of, why_not_enter
from hulldown.rulesets.agrav.shooting import land_rounds
from hulldown.rulesets.agrav.state import (
    CENTRE,
    COLUMNS,
    D100,
    NOBODY,
    PEN20,
    POINT,
    TILES,
    UNITS,
    ActivationDoubleLasts,
    Chassis,
    DebrisSpread,
    Ending,
    Feature,
    Ground,
    Height,
    Options,
    Phase,
    Standing,
    State,
    StructureCollapseAt,
    Way,
    column_of,
    row_of,
)
from hulldown.rulesets.agrav.table import (
    between_x,
    between_y,
    beyond,
    look,
    look_all,
    struck_face,
    tick_smoke,
)
from hulldown.rulesets.agrav.victory import (
    DEMOLITION,
    finish,
    forfeit,
    judge_limit,
    judge_wiped,
    measure,
    score_zones,
)


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
            if marked(s.section[i].features, Feature.VOLATILE):
                volatile |= 1 << i
            collapse(s, i, e)
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            barricade_collapsed(e, b, s.barricade[b].tile)
            remove_barricade(s, b)
    return volatile


@rule
def collapse(s: State, i: int, e: Log) -> None:
    """One stage of destruction (AG-20.3, AG-20.4): the objective of an attack ends the battle at once."""
    section = s.section[i]
    objective = marked(section.features, Feature.OBJECTIVE)
    section.felled = 0
    if section.height == Height.HIGH:
        make_ruin(s, i)
    else:
        spread_debris(s, i)
    section_collapsed(e, i, section.ruin, section.durability)
    forfeit(s, i, e)
    if objective and s.mission == DEMOLITION:
        finish(s, s.attacker, Ending.OBJECTIVE, e)


@rule
def make_ruin(s: State, i: int) -> None:
    """A high structure becomes a low ruin on the same tiles, without special features (AG-20.13)."""
    section = s.section[i]
    section.full = ruin_durability(s.options, section.full)
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
        i = s.built[tile]
        if i != NOBODY and s.section[i].height == Height.GONE:
            s.built[tile] = NOBODY


# ---------------------------------------------------------------- explosions
# Volatile sections explode (AG-20.7, AG-20.14, table 3.9).


@rule
def blast(o: Options, distance: int) -> int:
    """Damage of an explosion at a distance, in tenths (AG-20.14, table 3.9)."""
    if distance > o.blast_reach:
        return 0
    return POINT * (o.near_blast_damage if distance <= o.near_blast else o.far_blast_damage)


@rule
def blast_penetration(o: Options, distance: int) -> int:
    """Penetration of an explosion at a distance (AG-20.14, table 3.9)."""
    return o.near_blast_penetration if distance <= o.near_blast else o.far_blast_penetration


@rule
def explode(s: State, i: int, d: Dice, e: Log) -> None:
    """One hit on everything within 2 tiles, no roll and no line of sight (AG-20.14).

    An explosion is one step: if it takes the last units of both sides, nobody wins (AG-20.17, AG-23.3).
    """
    section_exploded(e, i)
    for u in range(s.count):
        if s.units[u].standing == Standing.PRESENT:
            blast_unit(s, i, u, d, e)
    for other in range(s.sections):
        if other != i and s.section[other].height != Height.GONE:
            damage = blast(s.options, sections_apart(s, i, other))
            if damage > 0:
                hit_section(s, other, damage, 0, 0, 0, e)
    for b in range(s.barricades):
        damage = blast(s.options, barricade_distance(s, i, b)) if s.barricade[b].tile != NOBODY else 0
        if damage > 0:
            hit_barricade(s, b, damage, e)
    judge_wiped(s, e)


@rule
def blast_unit(s: State, i: int, u: int, d: Dice, e: Log) -> None:
    """A vehicle takes an HE hit from the nearest tile of the section, a squad an area hit (AG-20.14)."""
    unit = s.units[u]
    tile = unit.tile
    far = section_distance(s, i, tile)
    damage = blast(s.options, far)
    if damage == 0:
        return
    penetration = PEN20 * blast_penetration(s.options, far)
    blast_reached(e, u, damage)
    if unit.chassis == Chassis.INFANTRY:
        hit_squad(s, u, penetration, damage, 1, d, e)
        return
    source = nearest_tile(s, i, tile)
    face = struck_face(unit.facing, between_x(tile, source), between_y(tile, source))
    hit_vehicle(s, u, penetration, damage, 0, 0, 1, face, 0, d, e)


# ---------------------------------------------------------------- deployment: who moves first
# Free play: who moves first, and who stands where (AG-6.1, AG-6.9).


@rule
def awaits_deployment(s: State, side: int) -> bool:
    """Whether a side has units that are not on the map yet."""
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].standing == Standing.WAITING:
            return True
    return False


@rule
def roll_off(s: State, d: Dice, e: Log) -> None:
    """Each side rolls a d100, ties again; the higher one chooses (AG-6.1)."""
    mine, theirs = 0, 0
    while mine == theirs:
        mine, theirs = roll(d, D100), roll(d, D100)
        rolled_off(e, mine, theirs)
    s.chooser = 0 if mine > theirs else 1


@rule
def choose_order(s: State, goes_first: int) -> None:
    """The side that chooses moves first or second; who moves first deploys first (AG-6.1)."""
    s.first = s.chooser if goes_first == 1 else 1 - s.chooser
    s.side = s.first if awaits_deployment(s, s.first) else 1 - s.first
    s.phase = Phase.DEPLOY


# ---------------------------------------------------------------- who stands where


@rule
def in_zone(s: State, side: int, tile: int) -> bool:
    """Three rows at the south edge for the side that moves first, the north edge for the other (AG-6.9)."""
    if side == s.first:
        return row_of(tile) >= s.rows - s.options.deployment_rows
    return row_of(tile) < s.options.deployment_rows


@rule
def faces_well(chassis: int, facing: int) -> bool:
    """Vehicles face north, east, south or west; infantry has no facing and stands as if north (AG-2.2)."""
    if chassis == Chassis.INFANTRY:
        return facing == NOBODY or facing == Way.N
    return facing == Way.N or facing == Way.E or facing == Way.S or facing == Way.W


@rule
def why_not_deploy(s: State, u: int, tile: int, facing: int) -> int:
    """Why a unit may not be placed there: on free tiles of its own zone only (AG-6.1, AG-6.9)."""
    if u < 0 or u >= UNITS or s.phase != Phase.DEPLOY or s.units[u].standing != Standing.WAITING:
        return Why.NO_SUCH_ACTION
    unit = s.units[u]
    if unit.side != s.side:
        return Why.NOT_YOUR_TURN
    if not faces_well(unit.chassis, facing):
        return Why.NO_SUCH_ACTION
    if tile < 0 or tile >= TILES or column_of(tile) >= s.columns or row_of(tile) >= s.rows:
        return Why.OFF_MAP
    if not in_zone(s, unit.side, tile):
        return Why.DEPLOY_ZONE
    return why_not_enter(s, tile)


@rule
def deploy(s: State, u: int, tile: int, facing: int, e: Log) -> None:
    """Place a unit (AG-6.1); once its side has placed all, it is the other's turn to place."""
    unit = s.units[u]
    unit.standing, unit.tile, unit.came, unit.began = Standing.PRESENT, tile, tile, tile
    unit.anchor, unit.facing = CENTRE, Way.N if facing == NOBODY else facing
    s.occupant[tile] = u
    deployed(e, u, tile, unit.facing)
    look(s, u)
    if not awaits_deployment(s, unit.side):
        s.side = 1 - unit.side


# ---------------------------------------------------------------- turn
# The sequence of play: starts and ends of turns, rounds, and the first turn of a battle (AG-6).


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: the battle ends at once when a side has no units left (AG-23.1).

    When all units are deployed the first round begins (AG-6.1).
    """
    if s.phase == Phase.DEPLOY and not awaits_deployment(s, 0) and not awaits_deployment(s, 1):
        open_battle(s, d, e)
    elif s.phase == Phase.TURN:
        judge_wiped(s, e)


@rule
def open_battle(s: State, d: Dice, e: Log) -> None:
    """Round 1 begins with the first side's turn; everything is fresh already (AG-6.2)."""
    s.round, s.side, s.phase = 1, s.first, Phase.TURN
    look_all(s)
    start_turn(s, d, e)


# ---------------------------------------------------------------- the start of a turn


@rule
def start_turn(s: State, d: Dice, e: Log) -> None:
    """The four steps at the start of a side's turn, in their order (AG-6.4)."""
    if s.side == s.first:
        round_started(e, s.round, s.rounds)
    turn_started(e, s.side, s.round)
    open_window(s)
    tick_smoke(s)
    land_rounds(s, s.side, d, e)
    if judge_wiped(s, e):
        return
    make_all_ready(s)


@rule
def make_all_ready(s: State) -> None:
    """Step 4 for every unit of the side whose turn it is (AG-6.4)."""
    for u in range(s.count):
        if acts_now(s, u):
            make_ready(s, u)


@rule
def acts_now(s: State, u: int) -> bool:
    """Whether a unit is in play on the side whose turn it is."""
    return bool(s.units[u].standing == Standing.PRESENT and s.units[u].side == s.side)


@rule
def make_ready(s: State, i: int) -> None:
    """Step 4: settings lapse, energy comes, weapons are unfired, mobility is fresh (AG-6.4, AG-7.7)."""
    o, u = s.options, s.units[i]
    rest(u.shield)
    u.energy = min(u.energy + u.output, energy_limit(o, u))
    for w in range(u.weapons):
        weapon = u.weapon[w]
        weapon.cone, weapon.fired = NOBODY, 0
        weapon.waiting = max(0, weapon.waiting - 1)
    u.tiles, u.shifts, u.turned, u.rammed, u.smoked, u.transferred = 0, 0, 0, 0, 0, 0
    u.began = u.tile
    u.left = mobility_of(s, i)
    u.free_turn = free_turns(o, u)


# ---------------------------------------------------------------- the end of a turn


@rule
def end_turn(s: State, d: Dice, e: Log) -> None:
    """The steps at the end of a side's turn, in their order (AG-6.7), then the next turn.

    After the last turn what is still in flight lands between steps 1 and 2 (AG-17.13).
    """
    settle_all(s, e)
    if not (last_turn(s) and land_all(s, d, e)) and collapses_now(s):
        fell(s, d, e)
    if s.phase == Phase.OVER:
        return
    end_activations(s)
    if s.side != s.first:
        score_zones(s, e)
    if last_turn(s):
        judge_limit(s, e)
    else:
        pass_turn(s)
        start_turn(s, d, e)


@rule
def settle_all(s: State, e: Log) -> None:
    """Step 1 for every unit of the side whose turn ends (AG-6.7)."""
    for u in range(s.count):
        if acts_now(s, u):
            settle_unit(s, u, e)


@rule
def settle_unit(s: State, u: int, e: Log) -> None:
    """Step 1: heat, shield, stun, and what it moved becomes its last turn (AG-6.7, AG-1.7)."""
    heat_step(s, u, e)
    shield_step(s, u, e)
    stun_step(s, u, e)
    s.units[u].last_tiles = s.units[u].tiles


@rule
def last_turn(s: State) -> bool:
    """Whether this is the second side's turn of the last round (AG-23.1)."""
    return s.side != s.first and s.round >= s.rounds


@rule
def land_all(s: State, d: Dice, e: Log) -> bool:
    """Every round still in flight lands, the first side's first (AG-17.13). Whether that ended the battle."""
    land_rounds(s, s.first, d, e)
    if judge_wiped(s, e):
        return True
    land_rounds(s, 1 - s.first, d, e)
    return judge_wiped(s, e)


@rule
def collapses_now(s: State) -> bool:
    """Structures at 0 collapse at the end of every turn, or of every round (AG-20.12)."""
    return s.side != s.first or s.options.structure_collapse_at == StructureCollapseAt.SIDE_TURN


@rule
def end_activations(s: State) -> None:
    """Literally the damage doubles only in the turn in which a shield was switched on (AG-13.21, option)."""
    if s.options.activation_double_lasts == ActivationDoubleLasts.OWN_TURN:
        for u in range(s.count):
            s.units[u].shield.activated = 0


@rule
def pass_turn(s: State) -> None:
    """First side's whole turn, then the second side's (AG-6.3)."""
    if s.side != s.first:
        s.round += 1
    s.side = 1 - s.side
