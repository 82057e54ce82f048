"""What a scenario asks for: places that score, the objective; and not to stand about (section 6)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Face, Standing
from hulldown.rulesets.agrav.geometry import ABOUT, WAYS, between_x, between_y, beyond, distance, struck_face
from hulldown.rulesets.agrav.movement import bare_step, mobility_now
from hulldown.rulesets.agrav.state import State, Unit, Zone
from hulldown.rulesets.agrav.structures import charge_line
from hulldown.rulesets.agrav.victory import zone_distance

POINT = 1_000  # thousandths, as harm
FAR = 24  # half steps from a place beyond which it makes no difference how many
THERE, LEAVES, STAYS = 100, 4, 80  # percent: who is there now will stay; less for each turn to go; at least
NEARER, IN_TIME = 30, 45  # percent: how near a unit is; that it can be there in time
CARRIER, SECOND, HIKE = 40_000, 15_000, 48  # a charge at the objective, another one, half steps there
EVEN = 17_000  # what charges are worth when the attack goes as it should
PER_STEP, GUARD = 700, 75  # for each half step closer with a charge; for each that a defender is
FRONT, CLOSER = 400, 90  # a front towards the nearest enemy, and each tile closer to it


@rule
def off(s: State, u: Unit) -> int:
    """Half steps to what the battle is about; half a step less with the hull along the way."""
    steps = 2 * s.walk[u.tile]
    if steps == 0 or u.chassis != Chassis.TANK:
        return steps
    ahead, behind = (
        beyond(s, u.tile, u.facing),
        beyond(s, u.tile, (u.facing + ABOUT) % WAYS),
    )
    along = (ahead >= 0 and 2 * s.walk[ahead] < steps) or (behind >= 0 and 2 * s.walk[behind] < steps)
    return steps if along else steps + 1


@rule
def marches(s: State, u: int, later: int) -> int:
    """Half steps a unit can make till the end of a round `later` rounds from now."""
    unit = s.units[u]
    turns = later + (1 if unit.side != s.side and s.side == s.first else 0)
    mobility = (unit.left if unit.side == s.side else 0) + turns * mobility_now(s.options, unit)
    return 2 * mobility // bare_step(s.options, unit, unit.facing)


@rule
def presence(s: State, z: Zone, side: int, later: int) -> int:
    """The chance in percent that a side is at a place as it falls due, by its nearest unit."""
    best = 0
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].standing == Standing.PRESENT:
            steps = off(s, s.units[u])
            if steps == 0 and zone_distance(s, z, s.units[u].tile) <= z.reach:
                return max(STAYS, THERE - LEAVES * (2 * later + (1 if s.side == s.first else 0)))
            come = NEARER * (FAR - min(FAR, steps)) // FAR
            best = max(best, come + (IN_TIME if steps <= marches(s, u, later) else 0))
    return best


@rule
def prospect(s: State, z: Zone) -> int:
    """The lead of side 0 in what one place will score, in percent of a score.

    Who is alone there scores: p x (1 - q) for one side, q x (1 - p) for the other, so p - q between them.
    """
    lead, later, coming = 0, 0, z.rounds >> s.round
    while coming > 0:
        if coming & 1 == 1:
            lead += presence(s, z, 0, later) - presence(s, z, 1, later)
        coming >>= 1
        later += 1
    return lead


@rule
def falls(s: State, z: Zone) -> bool:
    """Whether a place that scores comes down at the end of this turn (AG-20.12)."""
    return bool(z.section != NOBODY and z.rounds != 0 and s.section[z.section].felled != 0)


@rule
def places(s: State) -> int:
    """The lead of side 0 in what places will score, or cost whose turn it is as they fall (AG-23.4)."""
    lead = 0
    for i in range(s.zones):
        z = s.zone[i]
        if falls(s, z):
            lead += -POINT * z.felling if s.side == 0 else POINT * z.felling
        else:
            lead += prospect(s, z) * z.points * POINT // 100
    return lead


@rule
def siege(s: State) -> int:
    """The lead of the attacker of the objective: the two nearest charges, less the defenders near it."""
    first, second, guard = 0, 0, 0
    for u in range(s.count):
        unit = s.units[u]
        if unit.standing != Standing.PRESENT:
            continue
        if unit.side != s.attacker:
            guard += GUARD * max(0, FAR - off(s, unit))
        elif unit.chassis == Chassis.INFANTRY and carries(s, u):
            worth = CARRIER - PER_STEP * min(HIKE, off(s, unit))
            second = max(second, min(first, worth))
            first = max(first, worth)
    return first + second * SECOND // CARRIER - guard - EVEN


@rule
def carries(s: State, u: int) -> bool:
    """Whether a squad has its demolition charge yet (AG-21.6)."""
    line = charge_line(s, u)
    return bool(line != NOBODY and s.units[u].weapon[line].loads != 0)


@rule
def bearing(s: State, u: int) -> int:
    """A unit that sees no enemy: how near the nearest is, and whether it has its front to it."""
    unit, near = s.units[u], NOBODY
    for v in range(s.count):
        if s.units[v].side != unit.side and s.units[v].standing == Standing.PRESENT:
            if near == NOBODY or distance(unit.tile, s.units[v].tile) < distance(
                unit.tile, s.units[near].tile
            ):
                near = v
    if near == NOBODY:
        return 0
    there, here = s.units[near].tile, unit.tile
    face = struck_face(unit.facing, between_x(here, there), between_y(here, there))
    return (FRONT if face == Face.FRONT else 0) - CLOSER * distance(here, there)


@rule
def bearings(s: State) -> int:
    """The lead of side 0 in how units stand that see nobody yet."""
    lead = 0
    for u in range(s.count):
        if s.units[u].standing == Standing.PRESENT:
            part = FRONT if s.units[u].sees != 0 else bearing(s, u)
            lead += part if s.units[u].side == 0 else -part
    return lead
