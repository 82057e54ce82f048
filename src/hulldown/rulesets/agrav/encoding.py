"""A battle of AGrav and its orders as numbers, for agents: the battle, its units and their weapons, what
stands on the map; and the map as pictures.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import ACTIONS, Action
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Byte, Short
from hulldown.rulesets.agrav.accuracy import SEEING, fixed, is_high, why_no_line
from hulldown.rulesets.agrav.actions import MODES, sections_worth_it
from hulldown.rulesets.agrav.damage import living, marked
from hulldown.rulesets.agrav.movement import ANCHORS, mobility_now
from hulldown.rulesets.agrav.shooting import has_line, holds_fire, volley, why_not_ready
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    BARRICADES,
    CENTRE,
    COLUMNS,
    FLYING,
    NOBODY,
    POINT,
    ROWS,
    SECTIONS,
    TILES,
    UNITS,
    WEAPONS,
    ZONES,
    Chassis,
    Family,
    Feature,
    Ground,
    Height,
    Phase,
    Shield,
    Standing,
    State,
    Turret,
    Unit,
    Verb,
    Weapon,
    Zone,
    column_of,
    row_of,
    tile_at,
)
from hulldown.rulesets.agrav.table import (
    ABOUT,
    EAST,
    SOUTH,
    WAYS,
    barricade_between,
    between_x,
    between_y,
    beyond,
    clear,
    solid,
    watched,
    way_towards,
)
from hulldown.rulesets.agrav.victory import DEMOLITION, FAR, holds, points, zone_distance
from hulldown.rulesets.api.encoding import ActionCatalogue, Encoding, Planes
from hulldown.rulesets.common.encoding import block, side_sign, within

VERSION = 1
COUNT, NUMBER, TRACK = 99, 1_000, 30_000  # more is written as so much; tracks are in tenths (AG-1.10)
CRITS, STUNS, STEADY = 2, 2, 2

# The battle, as the seat that decides sees it; of sides 1 is the own one, -1 the enemy, 0 none.
BattleFeature = IntEnum(
    "BattleFeature",
    "ROUND ROUNDS ROLL_OFF CHOOSING DEPLOY BATTLE OVER "
    "ACTS "  # the side that decides
    "FIRST "  # the side that moves first
    "PLACED "  # the row of the own unit that is to be placed; -1 for none
    "OWN_POINTS ENEMY_POINTS LEAD_TO_WIN DEMOLITION ATTACKS COLUMNS ROWS FOG HOLDS_FIRE DIAGONALS",
    start=0,
)

# One unit.
UnitFeature = IntEnum(
    "UnitFeature",
    "OWN PRESENT WAITING UNSEEN DESTROYED TANK WALKER AGRAV INFANTRY VALUE "
    "COLUMN ROW "  # of an enemy that is not seen: where it was last; -1 for nowhere
    "FACING_EAST FACING_SOUTH ANCHOR_EAST ANCHOR_SOUTH "
    "MOBILITY "  # of a turn, as it is now
    "LEFT FREE_TURNS MOVED LAST_MOVED TURNED "
    "HEALTH FULL_HEALTH MODELS THICKNESS DURABILITY FULL_DURABILITY HEAT STUN "
    "ENERGY OUTPUT CAPACITY SENSORS SMOKE TRANSFER HIGH_ACT "
    "SHIELD_UP SHIELD_DOWN SHIELD_DISABLED SHIELD_THICKNESS CHARGE MAXIMUM "
    "RECOVERS "  # turns till a crack ends, or a disabled shield is inactive
    "ACTIVATED "
    "SEES SEEN "  # how many enemies it sees; whether the other side sees it
    "SCREENED "  # turns for which smoke hangs on its tile
    "GOAL "  # steps to what the battle is about
    "INCOMING",  # rounds in flight at it
    start=0,
)

# One weapon: the modes tell its family, rounds in flight are its own.
WeaponFeature = IntEnum(
    "WeaponFeature",
    "DIRECT LOW HIGH PENETRATION DAMAGE THERMAL AREA SHOTS POWER FIXED STABILISER LOADS "
    "WAITS "  # turns till it may fire again, this one among them
    "CONE CRITS FLYING TARGET",
    start=0,
)

# A structure section that stands, a barricade section, a place that scores.
SectionFeature = IntEnum(
    "SectionFeature",
    "HEIGHT WEST NORTH EAST SOUTH DURABILITY REINFORCED HARDENED VOLATILE OBJECTIVE INCOMING",
    start=0,
)
BarricadeFeature = IntEnum("BarricadeFeature", "COLUMN ROW SOUTH DURABILITY", start=0)
ZoneFeature = IntEnum(
    "ZoneFeature",
    "COLUMN ROW SECTION REACH POINTS FELLING "
    "SCORES "  # at the end of this round
    "TIMES "  # how often it will score yet
    "OWN_THERE ENEMY_THERE",
    start=0,
)

BATTLE, UNIT, WEAPON = len(BattleFeature), len(UnitFeature), len(WeaponFeature)
SECTION, EDGE, PLACE = len(SectionFeature), len(BarricadeFeature), len(ZoneFeature)
OF_SIDE, STEP, COUNTED, TRACKED = (-1, 1), (-1, 1), (0, COUNT), (0, TRACK)
COLUMN, ROW, ROW_OF_UNIT = (-1, COLUMNS - 1), (-1, ROWS - 1), (-1, UNITS - 1)
BLOCKS = (
    block(
        "battle",
        1,
        BattleFeature,
        {
            BattleFeature.ROUND: COUNTED,
            BattleFeature.ROUNDS: COUNTED,
            BattleFeature.ACTS: OF_SIDE,
            BattleFeature.FIRST: OF_SIDE,
            BattleFeature.PLACED: ROW_OF_UNIT,
            BattleFeature.OWN_POINTS: (-TRACK, TRACK),
            BattleFeature.ENEMY_POINTS: (-TRACK, TRACK),
            BattleFeature.LEAD_TO_WIN: (0, NUMBER),
            BattleFeature.ATTACKS: OF_SIDE,
            BattleFeature.COLUMNS: (0, COLUMNS),
            BattleFeature.ROWS: (0, ROWS),
        },
    ),
    block(
        "units",
        UNITS,
        UnitFeature,
        {
            UnitFeature.OWN: OF_SIDE,
            UnitFeature.VALUE: (0, NUMBER),
            UnitFeature.COLUMN: COLUMN,
            UnitFeature.ROW: ROW,
            UnitFeature.FACING_EAST: STEP,
            UnitFeature.FACING_SOUTH: STEP,
            UnitFeature.ANCHOR_EAST: STEP,
            UnitFeature.ANCHOR_SOUTH: STEP,
            UnitFeature.MOBILITY: COUNTED,
            UnitFeature.LEFT: COUNTED,
            UnitFeature.FREE_TURNS: COUNTED,
            UnitFeature.MOVED: COUNTED,
            UnitFeature.LAST_MOVED: COUNTED,
            UnitFeature.HEALTH: TRACKED,
            UnitFeature.FULL_HEALTH: TRACKED,
            UnitFeature.MODELS: COUNTED,
            UnitFeature.THICKNESS: (0, NUMBER),
            UnitFeature.DURABILITY: TRACKED,
            UnitFeature.FULL_DURABILITY: TRACKED,
            UnitFeature.HEAT: TRACKED,
            UnitFeature.STUN: (0, STUNS),
            UnitFeature.ENERGY: COUNTED,
            UnitFeature.OUTPUT: COUNTED,
            UnitFeature.CAPACITY: COUNTED,
            UnitFeature.SENSORS: COUNTED,
            UnitFeature.SMOKE: COUNTED,
            UnitFeature.SHIELD_THICKNESS: (0, NUMBER),
            UnitFeature.CHARGE: TRACKED,
            UnitFeature.MAXIMUM: TRACKED,
            UnitFeature.RECOVERS: COUNTED,
            UnitFeature.SEES: (0, UNITS),
            UnitFeature.SCREENED: COUNTED,
            UnitFeature.GOAL: (0, FAR),
            UnitFeature.INCOMING: (0, FLYING),
        },
    ),
    block(
        "weapons",  # five of each unit, in the order of the units
        UNITS * WEAPONS,
        WeaponFeature,
        {
            WeaponFeature.PENETRATION: (0, NUMBER),
            WeaponFeature.DAMAGE: (0, NUMBER),
            WeaponFeature.THERMAL: (0, NUMBER),
            WeaponFeature.SHOTS: COUNTED,
            WeaponFeature.POWER: COUNTED,
            WeaponFeature.STABILISER: (0, STEADY),
            WeaponFeature.LOADS: (-1, COUNT),
            WeaponFeature.WAITS: COUNTED,
            WeaponFeature.CONE: (-1, WAYS - 1),
            WeaponFeature.CRITS: (0, CRITS),
            WeaponFeature.FLYING: (0, FLYING),
            WeaponFeature.TARGET: ROW_OF_UNIT,
        },
    ),
    block(
        "sections",
        SECTIONS,
        SectionFeature,
        {
            SectionFeature.HEIGHT: (0, int(Height.HIGH)),
            SectionFeature.WEST: (0, COLUMNS),
            SectionFeature.NORTH: (0, ROWS),
            SectionFeature.EAST: COLUMN,
            SectionFeature.SOUTH: ROW,
            SectionFeature.DURABILITY: TRACKED,
            SectionFeature.INCOMING: (0, FLYING),
        },
    ),
    block(
        "barricades",
        BARRICADES,
        BarricadeFeature,
        {
            BarricadeFeature.COLUMN: COLUMN,
            BarricadeFeature.ROW: ROW,
            BarricadeFeature.DURABILITY: TRACKED,
        },
    ),
    block(
        "zones",
        ZONES,
        ZoneFeature,
        {
            ZoneFeature.COLUMN: COLUMN,
            ZoneFeature.ROW: ROW,
            ZoneFeature.SECTION: (-1, SECTIONS - 1),
            ZoneFeature.REACH: COUNTED,
            ZoneFeature.POINTS: (-NUMBER, NUMBER),
            ZoneFeature.FELLING: (-NUMBER, NUMBER),
            ZoneFeature.TIMES: COUNTED,
        },
    ),
)


# ---------------------------------------------------------------- rows
# Units of the own side stand first, in the order of the state, then the enemy's. Seat and side are the same
# number. Which units take part is never hidden (AG-24.2).


@rule
def own_units(s: State, seat: int) -> int:
    """How many units a seat has had from the start: the row of its first enemy."""
    own = 0
    for u in range(s.count):
        own += 1 if s.units[u].side == seat else 0
    return own


@rule
def row_of_unit(s: State, seat: int, u: int) -> int:
    """Where a unit stands in the observation of a seat."""
    if u < 0 or u >= s.count:
        return u
    side = s.units[u].side
    row = 0 if side == seat else own_units(s, seat)
    for v in range(u):
        row += 1 if s.units[v].side == side else 0
    return row


@rule
def unit_in_row(s: State, seat: int, row: int) -> int:
    """The unit that stands in a row: undoes `row_of_unit`."""
    if row < 0 or row >= s.count:
        return row
    own = own_units(s, seat)
    side = seat if row < own else 1 - seat
    before = row if row < own else row - own
    for u in range(s.count):
        if s.units[u].side == side:
            if before == 0:
                return u
            before -= 1
    return row


@rule
def turn(s: State, seat: int, a: Action) -> None:
    """The units of an order as rows. The target of smoke is a tile (AG-22.1); places keep their numbers."""
    a.actor = row_of_unit(s, seat, a.actor)
    if a.verb != Verb.SMOKE:
        a.target = row_of_unit(s, seat, a.target)


@rule
def turn_back(s: State, seat: int, a: Action) -> None:
    """The rows of an order as units again."""
    a.actor = unit_in_row(s, seat, a.actor)
    if a.verb != Verb.SMOKE:
        a.target = unit_in_row(s, seat, a.target)


# ---------------------------------------------------------------- battle


@rule
def placed_now(s: State, seat: int) -> int:
    """The row of the unit that a seat is to place: its first one that waits (AG-6.1); -1 for none."""
    if s.phase != Phase.DEPLOY or s.side != seat:
        return NOBODY
    for row in range(own_units(s, seat)):
        if s.units[unit_in_row(s, seat, row)].standing == Standing.WAITING:
            return row
    return NOBODY


@rule
def write_battle(s: State, seat: int, out: list[Short], at: int) -> None:
    """The course of the battle, and the options that change most what is to be done."""
    phase = s.phase
    rolling = phase == Phase.ROLL_OFF
    out[at + BattleFeature.ROUND] = within(s.round, 0, COUNT)
    out[at + BattleFeature.ROUNDS] = within(s.rounds, 0, COUNT)
    out[at + BattleFeature.ROLL_OFF] = 1 if rolling and s.chooser == NOBODY else 0
    out[at + BattleFeature.CHOOSING] = 1 if rolling and s.chooser != NOBODY else 0
    out[at + BattleFeature.DEPLOY] = 1 if phase == Phase.DEPLOY else 0
    out[at + BattleFeature.BATTLE] = 1 if phase == Phase.TURN else 0
    out[at + BattleFeature.OVER] = 1 if phase == Phase.OVER else 0
    out[at + BattleFeature.ACTS] = side_sign(seat, s.chooser if rolling else s.side)
    out[at + BattleFeature.FIRST] = 0 if rolling else side_sign(seat, s.first)
    out[at + BattleFeature.PLACED] = placed_now(s, seat)
    out[at + BattleFeature.OWN_POINTS] = within(points(s, seat), -TRACK, TRACK)
    out[at + BattleFeature.ENEMY_POINTS] = within(points(s, 1 - seat), -TRACK, TRACK)
    out[at + BattleFeature.LEAD_TO_WIN] = within(s.options.winning_lead, 0, NUMBER)
    out[at + BattleFeature.DEMOLITION] = 1 if s.mission == DEMOLITION else 0
    out[at + BattleFeature.ATTACKS] = side_sign(seat, s.attacker)
    out[at + BattleFeature.COLUMNS] = s.columns
    out[at + BattleFeature.ROWS] = s.rows
    out[at + BattleFeature.FOG] = 1 if s.options.fog_of_war != 0 else 0
    out[at + BattleFeature.HOLDS_FIRE] = 1 if phase == Phase.TURN and holds_fire(s, s.side) else 0
    out[at + BattleFeature.DIAGONALS] = 1 if s.options.agrav_diagonal != 0 else 0


# ---------------------------------------------------------------- units


@rule
def write_standing(s: State, seat: int, u: int, out: list[Short], at: int) -> None:
    """Whose a unit is, what it is and what has become of it."""
    unit = s.units[u]
    standing, chassis = unit.standing, unit.chassis
    out[at + UnitFeature.OWN] = side_sign(seat, unit.side)
    out[at + UnitFeature.PRESENT] = 1 if standing == Standing.PRESENT else 0
    out[at + UnitFeature.WAITING] = 1 if standing == Standing.WAITING else 0
    out[at + UnitFeature.UNSEEN] = 1 if standing == Standing.UNSEEN else 0
    out[at + UnitFeature.DESTROYED] = 1 if standing == Standing.DESTROYED else 0
    out[at + UnitFeature.TANK] = 1 if chassis == Chassis.TANK else 0
    out[at + UnitFeature.WALKER] = 1 if chassis == Chassis.WALKER else 0
    out[at + UnitFeature.AGRAV] = 1 if chassis == Chassis.AGRAV else 0
    out[at + UnitFeature.INFANTRY] = 1 if chassis == Chassis.INFANTRY else 0
    out[at + UnitFeature.VALUE] = within(unit.value, 0, NUMBER)


@rule
def write_place(s: State, u: int, out: list[Short], at: int) -> None:
    """Where a unit is and how it stands there; squads face nowhere (AG-2.2)."""
    unit, tile, here = s.units[u], NOBODY, s.units[u].standing == Standing.PRESENT
    if here:
        tile = unit.tile
    elif unit.standing == Standing.UNSEEN:
        tile = s.last_seen[u]
    faces = here and unit.chassis != Chassis.INFANTRY
    out[at + UnitFeature.COLUMN] = NOBODY if tile < 0 else column_of(tile)
    out[at + UnitFeature.ROW] = NOBODY if tile < 0 else row_of(tile)
    out[at + UnitFeature.FACING_EAST] = EAST[unit.facing] if faces else 0
    out[at + UnitFeature.FACING_SOUTH] = SOUTH[unit.facing] if faces else 0
    out[at + UnitFeature.ANCHOR_EAST] = unit.anchor % 3 - 1 if here else 0
    out[at + UnitFeature.ANCHOR_SOUTH] = unit.anchor // 3 - 1 if here else 0
    out[at + UnitFeature.SEES] = count_units(unit.sees)
    out[at + UnitFeature.SEEN] = (s.known[1 - unit.side] >> u) & 1
    out[at + UnitFeature.SCREENED] = within(s.smoke[tile], 0, COUNT) if here else 0
    out[at + UnitFeature.GOAL] = within(s.walk[tile], 0, FAR) if here else 0


@rule
def count_units(bits: int) -> int:
    """How many units bits stand for."""
    number = 0
    for u in range(UNITS):
        number += (bits >> u) & 1
    return number


@rule
def write_body(s: State, unit: Unit, out: list[Short], at: int) -> None:
    """How a unit moves, and what is left of it."""
    out[at + UnitFeature.MOBILITY] = within(mobility_now(s.options, unit), 0, COUNT)
    out[at + UnitFeature.LEFT] = within(unit.left, 0, COUNT)
    out[at + UnitFeature.FREE_TURNS] = within(unit.free_turn, 0, COUNT)
    out[at + UnitFeature.MOVED] = within(unit.tiles, 0, COUNT)
    out[at + UnitFeature.LAST_MOVED] = within(unit.last_tiles, 0, COUNT)
    out[at + UnitFeature.TURNED] = 1 if unit.turned != 0 else 0
    out[at + UnitFeature.HEALTH] = within(unit.health, 0, TRACK)
    out[at + UnitFeature.FULL_HEALTH] = within(unit.health_full, 0, TRACK)
    out[at + UnitFeature.MODELS] = within(living(unit), 0, COUNT)
    out[at + UnitFeature.THICKNESS] = within(unit.thickness, 0, NUMBER)
    out[at + UnitFeature.DURABILITY] = within(unit.durability, 0, TRACK)
    out[at + UnitFeature.FULL_DURABILITY] = within(unit.durability_full, 0, TRACK)
    out[at + UnitFeature.HEAT] = within(unit.heat, 0, TRACK)
    out[at + UnitFeature.STUN] = within(unit.stun, 0, STUNS)
    out[at + UnitFeature.ENERGY] = within(unit.energy, 0, COUNT)
    out[at + UnitFeature.OUTPUT] = within(unit.output, 0, COUNT)
    out[at + UnitFeature.CAPACITY] = within(unit.capacity, 0, COUNT)
    out[at + UnitFeature.SENSORS] = within(unit.sensors, 0, COUNT)
    out[at + UnitFeature.SMOKE] = within(unit.smoke, 0, COUNT)
    out[at + UnitFeature.TRANSFER] = 1 if unit.transfer != 0 else 0
    out[at + UnitFeature.HIGH_ACT] = 1 if unit.turret == Turret.HIGH_ACT else 0


@rule
def write_shield(unit: Unit, out: list[Short], at: int) -> None:
    """The hardshield (AG-13): neither up, down nor disabled where there is none any more."""
    screen = unit.shield
    state = screen.state
    out[at + UnitFeature.SHIELD_UP] = 1 if state == Shield.ACTIVE else 0
    out[at + UnitFeature.SHIELD_DOWN] = 1 if state == Shield.INACTIVE else 0
    out[at + UnitFeature.SHIELD_DISABLED] = 1 if state == Shield.DISABLED else 0
    out[at + UnitFeature.SHIELD_THICKNESS] = within(screen.nominal, 0, NUMBER)
    out[at + UnitFeature.CHARGE] = within(screen.charge, 0, TRACK)
    out[at + UnitFeature.MAXIMUM] = within(screen.maximum, 0, TRACK)
    out[at + UnitFeature.RECOVERS] = within(max(screen.crack, screen.reset), 0, COUNT)
    out[at + UnitFeature.ACTIVATED] = 1 if screen.activated != 0 else 0


@rule
def write_unit(s: State, seat: int, u: int, out: list[Short], at: int) -> None:
    """One unit; nothing but zeros where there is none. Rounds in flight are added later."""
    if u >= s.count:
        return
    write_standing(s, seat, u, out, at)
    write_place(s, u, out, at)
    write_body(s, s.units[u], out, at)
    write_shield(s.units[u], out, at)


# ---------------------------------------------------------------- weapons


@rule
def write_modes(gun: Weapon, out: list[Short], at: int) -> None:
    """How a weapon fires (AG-17.2, AG-18.1); a demolition charge does not."""
    kind = gun.family
    out[at + WeaponFeature.DIRECT] = 1 if kind == Family.GUN or kind == Family.MISSILE else 0
    out[at + WeaponFeature.LOW] = 1 if kind == Family.HOWITZER or kind == Family.ROCKET else 0
    high = kind == Family.ROCKET or kind == Family.MORTAR or kind == Family.MISSILE
    out[at + WeaponFeature.HIGH] = 1 if high else 0


@rule
def write_weapon(s: State, u: int, w: int, out: list[Short], at: int) -> None:
    """One weapon; nothing but zeros where there is none. Rounds in flight are added later."""
    if u >= s.count or w >= s.units[u].weapons:
        return
    gun = s.units[u].weapon[w]
    write_modes(gun, out, at)
    out[at + WeaponFeature.PENETRATION] = within(gun.penetration, 0, NUMBER)
    out[at + WeaponFeature.DAMAGE] = within(gun.damage, 0, NUMBER)
    out[at + WeaponFeature.THERMAL] = within(gun.thermal, 0, NUMBER)
    out[at + WeaponFeature.AREA] = 1 if gun.area != 0 else 0
    out[at + WeaponFeature.SHOTS] = within(volley(s, u, w), 0, COUNT)
    out[at + WeaponFeature.POWER] = within(gun.power, 0, COUNT)
    out[at + WeaponFeature.FIXED] = 1 if fixed(s, u, w) else 0
    out[at + WeaponFeature.STABILISER] = within(gun.stabiliser, 0, STEADY)
    out[at + WeaponFeature.LOADS] = within(gun.loads, -1, COUNT)
    out[at + WeaponFeature.WAITS] = within(max(gun.fired, gun.waiting), 0, COUNT)
    out[at + WeaponFeature.CONE] = within(gun.cone, -1, WAYS - 1)
    out[at + WeaponFeature.CRITS] = within(gun.crits, 0, CRITS)
    out[at + WeaponFeature.TARGET] = NOBODY


# ---------------------------------------------------------------- what stands on the map


@rule
def write_section(s: State, i: int, out: list[Short], at: int) -> None:
    """A structure section; nothing but zeros for what has become debris. Rounds are added later."""
    if i >= s.sections or s.section[i].height == Height.GONE:
        return
    part = s.section[i]
    out[at + SectionFeature.HEIGHT] = part.height
    out[at + SectionFeature.WEST] = part.west
    out[at + SectionFeature.NORTH] = part.north
    out[at + SectionFeature.EAST] = part.east
    out[at + SectionFeature.SOUTH] = part.south
    out[at + SectionFeature.DURABILITY] = within(part.durability, 0, TRACK)
    out[at + SectionFeature.REINFORCED] = 1 if marked(part.features, Feature.REINFORCED) else 0
    out[at + SectionFeature.HARDENED] = 1 if marked(part.features, Feature.HARDENED) else 0
    out[at + SectionFeature.VOLATILE] = 1 if marked(part.features, Feature.VOLATILE) else 0
    out[at + SectionFeature.OBJECTIVE] = 1 if marked(part.features, Feature.OBJECTIVE) else 0


@rule
def write_barricade(s: State, b: int, out: list[Short], at: int) -> None:
    """A barricade section; nothing but zeros where there is none any more."""
    there = b < s.barricades and s.barricade[b].tile != NOBODY
    edge = s.barricade[b]
    out[at + BarricadeFeature.COLUMN] = column_of(edge.tile) if there else 0
    out[at + BarricadeFeature.ROW] = row_of(edge.tile) if there else 0
    out[at + BarricadeFeature.SOUTH] = edge.south if there else 0
    out[at + BarricadeFeature.DURABILITY] = within(edge.durability, 0, TRACK) if there else 0


@rule
def scores_yet(s: State, z: Zone) -> int:
    """How often a place will score from the end of this round on."""
    times, coming = 0, z.rounds >> s.round
    while coming > 0:
        times += coming & 1
        coming >>= 1
    return times


@rule
def write_zone(s: State, seat: int, i: int, out: list[Short], at: int) -> None:
    """A place that scores (section 6); nothing but zeros where there is none."""
    if i >= s.zones:
        return
    z = s.zone[i]
    out[at + ZoneFeature.COLUMN] = NOBODY if z.tile < 0 else column_of(z.tile)
    out[at + ZoneFeature.ROW] = NOBODY if z.tile < 0 else row_of(z.tile)
    out[at + ZoneFeature.SECTION] = z.section
    out[at + ZoneFeature.REACH] = within(z.reach, 0, COUNT)
    out[at + ZoneFeature.POINTS] = within(z.points, -NUMBER, NUMBER)
    out[at + ZoneFeature.FELLING] = within(z.felling, -NUMBER, NUMBER)
    out[at + ZoneFeature.SCORES] = (z.rounds >> s.round) & 1
    out[at + ZoneFeature.TIMES] = within(scores_yet(s, z), 0, COUNT)
    out[at + ZoneFeature.OWN_THERE] = 1 if holds(s, z, seat) else 0
    out[at + ZoneFeature.ENEMY_THERE] = 1 if holds(s, z, 1 - seat) else 0


# ---------------------------------------------------------------- observation

UNITS_FROM = BATTLE
WEAPONS_FROM = UNITS_FROM + UNITS * UNIT
SECTIONS_FROM = WEAPONS_FROM + UNITS * WEAPONS * WEAPON
BARRICADES_FROM = SECTIONS_FROM + SECTIONS * SECTION
ZONES_FROM = BARRICADES_FROM + BARRICADES * EDGE


@rule
def add_rounds(s: State, seat: int, out: list[Short], at: int) -> None:
    """Rounds in flight, at whom they fly and whose they are.

    A weapon has one volley in flight at most: what it fired in one turn lands in its side's next (AG-17.13).
    """
    for i in range(s.flying):
        shell = s.flight[i]
        row = row_of_unit(s, seat, shell.shooter)
        if shell.weapon < s.units[shell.shooter].weapons:
            gun = at + WEAPONS_FROM + (row * WEAPONS + shell.weapon) * WEAPON
            out[gun + WeaponFeature.FLYING] = out[gun + WeaponFeature.FLYING] + 1
            out[gun + WeaponFeature.TARGET] = row_of_unit(s, seat, shell.target)
        if shell.target != NOBODY:
            here = at + UNITS_FROM + row_of_unit(s, seat, shell.target) * UNIT + UnitFeature.INCOMING
            out[here] = out[here] + 1
        elif 0 <= shell.place < s.sections and s.section[shell.place].height != Height.GONE:
            here = at + SECTIONS_FROM + shell.place * SECTION + SectionFeature.INCOMING
            out[here] = out[here] + 1


@rule
def observe(s: State, seat: int, out: list[Short], at: int) -> None:
    """The position as numbers, the units of the seat's own side first."""
    write_battle(s, seat, out, at)
    for row in range(UNITS):
        u = unit_in_row(s, seat, row)
        write_unit(s, seat, u, out, at + UNITS_FROM + row * UNIT)
        for w in range(WEAPONS):
            write_weapon(s, u, w, out, at + WEAPONS_FROM + (row * WEAPONS + w) * WEAPON)
    for i in range(SECTIONS):
        write_section(s, i, out, at + SECTIONS_FROM + i * SECTION)
    for b in range(BARRICADES):
        write_barricade(s, b, out, at + BARRICADES_FROM + b * EDGE)
    for i in range(ZONES):
        write_zone(s, seat, i, out, at + ZONES_FROM + i * PLACE)
    add_rounds(s, seat, out, at)


# ---------------------------------------------------------------- catalogue
# A number for every order on offer. First those of no unit, then so many for each own unit in the order of
# the rows, then shots at sections. How many a unit has depends on how many units the sides began with, so a
# number means the same all through a battle, but for shots at sections when a watched one has fallen.

END, ROLL, CONCEDE, FIRST_AT, DEPLOY_AT = 0, 1, 2, 3, 5
ZONE_ROWS = 5  # in which a side deploys: as many as `values.toml` allows (AG-6.9)
UNITS_AT = DEPLOY_AT + ZONE_ROWS * COLUMNS
ANGLES = 2  # of a weapon at one target: flat or steep (AG-17.2, AG-18.1), as seen or by others' eyes
AMOUNTS = 2  # of charge that are offered: all, and half

# Of one unit, from its first number on.
STEP_AT = 0
TURN_AT = STEP_AT + WAYS
REPOSITION_AT = TURN_AT + 3
REACT_AT = REPOSITION_AT + ANCHORS
RAM_AT = REACT_AT + WEAPONS * WAYS
THROUGH_AT = RAM_AT + WAYS  # a barricade, ahead or behind
SHIELD_AT = THROUGH_AT + 2
SMOKE_AT = SHIELD_AT + 1
CHARGE_AT = SMOKE_AT + WAYS  # each of four ways: what stands there, or a barricade on the edge
TRANSFER_AT = CHARGE_AT + WAYS  # to friends, then shots at enemies

AT_ENEMY = WEAPONS * ANGLES  # for each enemy
OF_UNITS = max(own * (TRANSFER_AT + AMOUNTS * own + AT_ENEMY * (UNITS - own)) for own in range(1, UNITS))
CATALOGUE = UNITS_AT + OF_UNITS + ACTIONS  # no more shots at sections than that are ever on offer


@rule
def numbers_of_unit(s: State, own: int) -> int:
    """How many numbers each unit of a side of so many has."""
    return TRANSFER_AT + AMOUNTS * own + AT_ENEMY * (s.count - own)


@rule
def watched_before(s: State, end: int) -> int:
    """How many of the sections before one are watched: no others are shot at (AG-3.15)."""
    number = 0
    for i in range(end):
        number += 1 if watched(s, i) else 0
    return number


@rule
def weapons_before(s: State, seat: int, end: int) -> int:
    """How many weapons the units of a seat before one have."""
    number = 0
    for u in range(end):
        number += s.units[u].weapons if s.units[u].side == seat else 0
    return number


@rule
def sections_at(s: State, own: int) -> int:
    """The number of the first shot at a section."""
    return UNITS_AT + own * numbers_of_unit(s, own)


@rule
def towards(s: State, u: int, tile: int) -> int:
    """The way from a unit to a tile next to it."""
    here = s.units[u].tile
    return max(0, way_towards(between_x(here, tile), between_y(here, tile)))


@rule
def way_to_place(s: State, u: int, place: int) -> int:
    """Which of the ways round a squad a charge is put, as it is offered: even for a section, odd for a
    barricade; 0 for a place that is not there.
    """
    tile = s.units[u].tile
    for way in range(0, WAYS, 2):
        if place >= BARRICADE:
            if barricade_between(s, tile, way) == place - BARRICADE:
                return way + 1
        else:
            there = beyond(s, tile, way)
            if there != NOBODY and s.built[there] == place:
                return way
    return 0


@rule
def zone_index(s: State, seat: int, tile: int) -> int:
    """A tile of the own deployment zone, row by row from the own edge (AG-6.9)."""
    deep = s.rows - 1 - row_of(tile) if seat == s.first else row_of(tile)
    return within(deep, 0, ZONE_ROWS - 1) * COLUMNS + column_of(tile)


@rule
def shot(own: int, a: Action) -> int:
    """A shot at a unit, from the first number of the unit that fires."""
    at = TRANSFER_AT + AMOUNTS * own + (a.target - own) * AT_ENEMY
    return at + a.choice * ANGLES + (1 if is_high(a.facing) else 0)


@rule
def unit_index(s: State, u: int, own: int, a: Action) -> int:
    """An order of a unit, from its first number. A turn is to the left, right or about."""
    verb, choice = a.verb, a.choice
    if verb == Verb.STEP:
        return STEP_AT + choice
    if verb == Verb.TURN:
        return TURN_AT + max(0, choice)
    if verb == Verb.REPOSITION:
        return REPOSITION_AT + choice
    if verb == Verb.SHOOT:
        return shot(own, a)
    if verb == Verb.REACT:
        return REACT_AT + choice * WAYS + max(0, a.facing)
    if verb == Verb.RAM:
        return RAM_AT + towards(s, u, s.units[unit_in_row(s, a.seat, a.target)].tile)
    if verb == Verb.RAM_BARRICADE:
        behind = barricade_between(s, s.units[u].tile, (s.units[u].facing + ABOUT) % WAYS)
        return THROUGH_AT + (1 if behind == a.place - BARRICADE else 0)
    if verb == Verb.SHIELD:
        return SHIELD_AT
    if verb == Verb.SMOKE:
        return SMOKE_AT + towards(s, u, a.place)
    if verb == Verb.CHARGE:
        return CHARGE_AT + way_to_place(s, u, a.place)
    whole = s.units[u].shield.charge // POINT
    return TRANSFER_AT + AMOUNTS * a.target + (0 if choice == whole else 1)


@rule
def shots_before(s: State, u: int, w: int, goals: int, place: int, before: int) -> int:
    """How many shots at sections a weapon is offered before one at a section in a mode."""
    number, modes = 0, SEEING[s.units[u].weapon[w].family]
    if not has_line(s, u, w) or why_not_ready(s, u, w) != 0:
        return 0
    for i in range(min(place + 1, s.sections)):
        if (goals & s.units[u].sees_sections) >> i & 1 == 1:
            for mode in range(MODES if i < place else before):
                if (modes >> mode) & 1 == 1 and why_no_line(s, u, w, mode, NOBODY, i) == 0:
                    number += 1
    return number


@rule
def rank_of_shot(s: State, seat: int, u: int, a: Action) -> int:
    """How many shots at sections are on offer before one."""
    goals, rank = sections_worth_it(s, seat), 0
    for v in range(u + 1):
        if s.units[v].side == seat and s.units[v].standing == Standing.PRESENT:
            for w in range(a.choice if v == u else s.units[v].weapons):
                rank += shots_before(s, v, w, goals, s.sections, 0)
    return rank + shots_before(s, u, a.choice, goals, a.place, a.facing)


@rule
def section_shot(s: State, seat: int, own: int, u: int, a: Action) -> int:
    """A shot at a watched section.

    Where more are thinkable than the catalogue has room for, with dozens of weapons and of volatile sections,
    they are numbered as they are offered.
    """
    at, sections = sections_at(s, own), watched_before(s, s.sections)
    if at + weapons_before(s, seat, s.count) * ANGLES * sections > CATALOGUE:
        return at + rank_of_shot(s, seat, u, a)
    line = (weapons_before(s, seat, u) + a.choice) * ANGLES + (1 if is_high(a.facing) else 0)
    return at + line * sections + watched_before(s, a.place)


@rule
def index(s: State, seat: int, a: Action) -> int:
    """The number of an order, of those that `legal` offers."""
    own, verb = own_units(s, seat), a.verb
    if verb == Verb.END:
        return END
    if verb == Verb.ROLL:
        return ROLL
    if verb == Verb.CONCEDE:
        return CONCEDE
    if verb == Verb.FIRST:
        return FIRST_AT + a.choice
    if verb == Verb.DEPLOY:
        return DEPLOY_AT + zone_index(s, seat, a.place)
    u = unit_in_row(s, seat, a.actor)
    if verb == Verb.SHOOT and a.target == NOBODY:
        return section_shot(s, seat, own, u, a)
    return UNITS_AT + a.actor * numbers_of_unit(s, own) + unit_index(s, u, own, a)


# ---------------------------------------------------------------- planes
# The whole map as pictures; what lies beyond the edge of a smaller map is zero.

PlaneFeature = IntEnum(
    "PlaneFeature",
    "ON_MAP DEBRIS WALL LOW HIGH VOLATILE OBJECTIVE "
    "BARRICADE_SOUTH BARRICADE_EAST "  # on these edges of the tile
    "SMOKE "  # turns left
    "ZONE "  # within reach of a place that still scores
    "GOAL "  # steps to what the battle is about
    "OWN ENEMY "
    "REMEMBERED "  # where an enemy was last that is not seen now
    "IN_VIEW WATCHED",  # of own units; of enemies that are seen
    start=0,
)
PLANES = block("planes", 1, PlaneFeature, {PlaneFeature.SMOKE: COUNTED, PlaneFeature.GOAL: (0, FAR)}).features
PICTURES = len(PlaneFeature)


@rule
def scores_near(s: State, tile: int) -> bool:
    """Whether a tile is within reach of a place that still scores."""
    for i in range(s.zones):
        if s.zone[i].rounds >> s.round != 0 and zone_distance(s, s.zone[i], tile) <= s.zone[i].reach:
            return True
    return False


@rule
def in_view(s: State, side: int, tile: int) -> bool:
    """Whether a unit of a side sees a tile where units can stand (AG-4.1)."""
    if solid(s, tile):
        return False
    for u in range(s.count):
        unit = s.units[u]
        if unit.side == side and unit.standing == Standing.PRESENT:
            if clear(s, unit.tile, unit.anchor, tile, CENTRE, NOBODY):
                return True
    return False


@rule
def draw_structure(s: State, tile: int, out: list[Byte], at: int) -> None:
    """What is built on a tile."""
    i = s.built[tile]
    if i == NOBODY or not solid(s, tile):
        return
    part = s.section[i]
    out[at + TILES * PlaneFeature.LOW] = 1 if part.height == Height.LOW else 0
    out[at + TILES * PlaneFeature.HIGH] = 1 if part.height == Height.HIGH else 0
    out[at + TILES * PlaneFeature.VOLATILE] = 1 if marked(part.features, Feature.VOLATILE) else 0
    out[at + TILES * PlaneFeature.OBJECTIVE] = 1 if marked(part.features, Feature.OBJECTIVE) else 0


@rule
def draw_tile(s: State, seat: int, tile: int, out: list[Byte], at: int) -> None:
    """One tile of the map on all pictures."""
    ground, occupant = s.ground[tile], s.occupant[tile]
    out[at + TILES * PlaneFeature.ON_MAP] = 1
    out[at + TILES * PlaneFeature.DEBRIS] = 1 if ground == Ground.DEBRIS else 0
    out[at + TILES * PlaneFeature.WALL] = 1 if ground >= Ground.WALL else 0
    draw_structure(s, tile, out, at)
    out[at + TILES * PlaneFeature.BARRICADE_SOUTH] = 1 if s.south[tile] != NOBODY else 0
    out[at + TILES * PlaneFeature.BARRICADE_EAST] = 1 if s.east[tile] != NOBODY else 0
    out[at + TILES * PlaneFeature.SMOKE] = within(s.smoke[tile], 0, COUNT)
    out[at + TILES * PlaneFeature.ZONE] = 1 if scores_near(s, tile) else 0
    out[at + TILES * PlaneFeature.GOAL] = within(s.walk[tile], 0, FAR)
    if occupant != NOBODY:
        own = s.units[occupant].side == seat
        out[at + TILES * PlaneFeature.OWN] = 1 if own else 0
        out[at + TILES * PlaneFeature.ENEMY] = 0 if own else 1
    out[at + TILES * PlaneFeature.IN_VIEW] = 1 if in_view(s, seat, tile) else 0
    out[at + TILES * PlaneFeature.WATCHED] = 1 if in_view(s, 1 - seat, tile) else 0


@rule
def draw(s: State, seat: int, out: list[Byte], at: int) -> None:
    """The map as a seat knows it, a picture for each feature."""
    for row in range(s.rows):
        for column in range(s.columns):
            tile = tile_at(column, row)
            draw_tile(s, seat, tile, out, at + tile)
    for u in range(s.count):
        if s.units[u].standing == Standing.UNSEEN and s.last_seen[u] != NOBODY:
            out[at + TILES * PlaneFeature.REMEMBERED + s.last_seen[u]] = 1


ENCODING = Encoding(
    version=VERSION,
    blocks=BLOCKS,
    observe=observe,
    turn=turn,
    turn_back=turn_back,
    width=128,
    catalogue=ActionCatalogue(CATALOGUE, index),
    planes=Planes(COLUMNS, ROWS, PLANES, draw),
)
