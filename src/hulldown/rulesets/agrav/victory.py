"""When a battle is over, who has won, and what became of a unit."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import ROLLS
from hulldown.rulesets.agrav.damage import beside, living, marked, section_distance
from hulldown.rulesets.agrav.events import conceded, game_ended, landed, rolled_to_hit, scored
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    COLUMNS,
    NOBODY,
    PARTS,
    PERCENT,
    UNITS,
    Chassis,
    Ending,
    Feature,
    Height,
    Options,
    Phase,
    Shield,
    Standing,
    State,
    Unit,
    Zone,
)
from hulldown.rulesets.agrav.table import WAYS, barricade_between, beyond, distance, solid

DRAW = 2
DEMOLITION = 1  # the mission in which the attacker must bring the objective down (Scenario C)


@rule
def finish(s: State, winner: int, ending: int, e: Log) -> None:
    """The battle is over."""
    s.winner, s.ending, s.phase = winner, ending, Phase.OVER
    game_ended(e, winner, ending, points(s, 0), points(s, 1))


@rule
def result(s: State) -> int:
    """-1 while it runs, the side that won, 2 for a draw."""
    return s.winner


@rule
def concede(s: State, side: int, e: Log) -> None:
    """A side gives up."""
    conceded(e, side)
    finish(s, 1 - side, Ending.CONCEDED, e)


# ---------------------------------------------------------------- the last unit


@rule
def lives(s: State, side: int) -> bool:
    """Whether a side has a unit left, deployed or not, seen or not."""
    for u in range(s.count):
        standing = s.units[u].standing
        if s.units[u].side == side and standing != Standing.ABSENT and standing != Standing.DESTROYED:
            return True
    return False


@rule
def judge_wiped(s: State, e: Log) -> bool:
    """Whether the battle is over; it ends at once when a side has lost its last unit (AG-23.1, AG-23.3).

    Nothing is drawn where an objective must come down: if both sides are gone, it stands (AG-23.4).
    """
    if s.phase == Phase.OVER:
        return True
    mine, theirs = lives(s, 0), lives(s, 1)
    if mine and theirs:
        return False
    if mine or theirs:
        finish(s, 0 if mine else 1, Ending.WIPED_OUT, e)
    elif s.mission == DEMOLITION:
        finish(s, 1 - s.attacker, Ending.HELD, e)
    else:
        finish(s, DRAW, Ending.WIPED_OUT, e)
    return True


# ---------------------------------------------------------------- points


@rule
def crippled(o: Options, u: Unit) -> bool:
    """A vehicle in play that has lost 60% or more of its health (AG-23.2)."""
    in_play = u.standing == Standing.PRESENT or u.standing == Standing.UNSEEN
    if not in_play or u.chassis == Chassis.INFANTRY:
        return False
    return bool(PERCENT * (u.health_full - u.health) >= o.crippled_share * u.health_full)


@rule
def forfeit_points(o: Options, u: Unit) -> int:
    """Points that a unit brings the other side: its value once destroyed, a part if crippled (AG-23.2)."""
    if u.standing == Standing.DESTROYED:
        return u.value
    return u.value * o.crippled_value // PERCENT if crippled(o, u) else 0


@rule
def points(s: State, side: int) -> int:
    """Victory points of a side: what enemies have forfeited, and the scenario's (AG-23.2)."""
    total = s.score[side]
    for u in range(s.count):
        if s.units[u].side != side:
            total += forfeit_points(s.options, s.units[u])
    return total


@rule
def judge_limit(s: State, e: Log) -> None:
    """After the last round: an objective still up is held, else 10 points more win (AG-23.1, AG-23.2)."""
    ahead, lead = points(s, 0) - points(s, 1), s.options.winning_lead
    if s.mission == DEMOLITION:
        finish(s, 1 - s.attacker, Ending.HELD, e)
    elif ahead >= lead:
        finish(s, 0, Ending.POINTS, e)
    else:
        finish(s, 1 if ahead <= -lead else DRAW, Ending.POINTS, e)


# ---------------------------------------------------------------- places that score


@rule
def zone_distance(s: State, z: Zone, tile: int) -> int:
    """How far a tile is from a place that scores: one tile, or the nearest of a section."""
    if z.section != NOBODY:
        return section_distance(s, z.section, tile)
    return distance(z.tile, tile)


@rule
def holds(s: State, z: Zone, side: int) -> bool:
    """Whether a side has a unit within reach of a place."""
    for u in range(s.count):
        unit = s.units[u]
        if unit.side == side and unit.standing == Standing.PRESENT:
            if zone_distance(s, z, unit.tile) <= z.reach:
                return True
    return False


@rule
def score_zones(s: State, e: Log) -> None:
    """At the end of its rounds a place scores for the one side that is there (Scenarios A and B)."""
    for i in range(s.zones):
        z = s.zone[i]
        if (z.rounds >> s.round) & 1 == 1:
            mine, theirs = holds(s, z, 0), holds(s, z, 1)
            if mine != theirs:
                score(s, 0 if mine else 1, z.points, i, e)


@rule
def score(s: State, side: int, amount: int, zone: int, e: Log) -> None:
    """Points of the scenario."""
    s.score[side] += amount
    scored(e, side, zone, amount, s.score[side])


@rule
def forfeit(s: State, i: int, e: Log) -> None:
    """What scored has collapsed: it scores no more, and the side whose turn it is loses points (AG-23.4)."""
    for at in range(s.zones):
        z = s.zone[at]
        if z.section == i:
            if z.felling > 0:
                score(s, s.side, -z.felling, at, e)
            z.rounds, z.felling = 0, 0


# ---------------------------------------------------------------- distances on foot
# How far on foot everything is from what a battle is about: places that still score, the objective.
# No rule asks for it. It shows computer players the way round what stands between, and changes only when
# something collapses.


FAR = 100  # farther than any tile of a map that can be reached
DETOUR = 2  # steps that a barricade is worth, as some climb it and some must go round


@rule
def wanted(s: State, tile: int) -> bool:
    """Whether a tile is where somebody wants to be: within reach of a place that scores, at the objective."""
    for i in range(s.zones):
        if s.zone[i].rounds != 0 and zone_distance(s, s.zone[i], tile) <= s.zone[i].reach:
            return True
    for i in range(s.sections):
        part = s.section[i]
        if marked(part.features, Feature.OBJECTIVE) and part.height != Height.GONE:
            if beside(s, i, tile):
                return True
    return False


@rule
def shortened(s: State, tile: int) -> bool:
    """Whether there is a shorter way from a tile by one of its neighbours; it is written down."""
    before = s.walk[tile]
    best = before
    for way in range(0, WAYS, 2):
        there = beyond(s, tile, way)
        if there >= 0 and s.walk[there] + 1 < best:
            best = min(best, s.walk[there] + (1 if barricade_between(s, tile, way) < 0 else 1 + DETOUR))
    s.walk[tile] = best
    return best < before


@rule
def sweep(s: State) -> bool:
    """Once over the map and back; whether anything became nearer."""
    nearer, tiles = False, s.rows * COLUMNS
    for turn in range(2 * tiles):
        tile = turn if turn < tiles else 2 * tiles - 1 - turn
        if tile % COLUMNS < s.columns and not solid(s, tile) and shortened(s, tile):
            nearer = True
    return nearer


@rule
def measure(s: State) -> None:
    """Write down the distance of every tile."""
    for row in range(s.rows):
        for column in range(s.columns):
            tile = row * COLUMNS + column
            s.walk[tile] = 0 if not solid(s, tile) and wanted(s, tile) else FAR
    while sweep(s):
        pass


# ---------------------------------------------------------------- fate
# What became of a unit or a structure, as a number for odds: hits, tracks, shield, crits, or what stands.
#
# Of a unit the number holds everything a hit can change. A vehicle never has more than four crits, for each
# of the four thresholds is passed once (AG-12.7); so the parts struck are four digits.


PLACES = UNITS  # a structure is asked about as this and its place in orders
HITS = 8  # counted up to 7; a volley has 5 shots at most
STUNS, STANCES = 3, 6  # the stun counter of a unit in play; then destroyed, waiting, absent
SHIELDS, CRACKED = 7, 4  # a cracked shield counts on from the states that have no crack
MARKS = PARTS + 1  # a part that was struck, or none
CRITS: int = MARKS**ROLLS
CHARGE, DURABILITY, HEALTH = 1 << 11, 1 << 12, 1 << 13  # more tenths than the tracks of a unit have
ROLL, hit = rolled_to_hit.kind, rolled_to_hit.reader("hit")
IMPACT, weapon = landed.kind, landed.reader("weapon")
FALLING, HEIGHTS = 3, 4  # of a structure: a height, or at 0 until the turn ends

# ---------------------------------------------------------------- as a number


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a unit, or from `PLACES` on of a section or barricade section; see `unpack_fate`."""
    if subject < 0:
        return 0
    hits = hits_on(e, subject)
    if subject >= PLACES:
        return hits + HITS * remaining_structure(s, subject - PLACES)
    u = s.units[subject]
    plate = living(u) if u.chassis == Chassis.INFANTRY else u.durability
    number = (u.health * DURABILITY + plate) * CHARGE + u.shield.charge
    number = (number * SHIELDS + shield_state(u)) * STANCES + stance(u)
    return (number * CRITS + crit_digits(u)) * HITS + hits


@rule
def hits_on(e: Log, subject: int) -> int:
    """How many to-hit rolls at it succeeded, those of rounds that land included (AG-1.1, AG-17.11)."""
    hits = 0
    for i in range(e.count):
        row = e.events[i]
        at = row.target if row.target != NOBODY else PLACES + row.place
        if at == subject:
            if row.kind == ROLL and hit(row) == 1:
                hits += 1
            if row.kind == IMPACT and weapon(row) > 0:
                hits += 1
    return min(hits, HITS - 1)


@rule
def stance(u: Unit) -> int:
    """The stun counter of a unit in play, else how it is out of it."""
    if u.standing == Standing.PRESENT:
        return u.stun
    return STUNS + (0 if u.standing == Standing.DESTROYED else 1 if u.standing == Standing.WAITING else 2)


@rule
def shield_state(u: Unit) -> int:
    """The state of the shield; active or inactive ones may be cracked (AG-13.15)."""
    return u.shield.state + (CRACKED if u.shield.crack > 0 else 0)


@rule
def crit_digits(u: Unit) -> int:
    """The parts with crits in sheet order, twice for a second crit; a digit each (AG-12.11)."""
    digits = 0
    for k in range(u.parts):
        for _ in range(u.part[k].crits):
            digits = digits * MARKS + k + 1
    return digits % CRITS


@rule
def remaining_structure(s: State, place: int) -> int:
    """Durability of a structure and how high it is; one at 0 falls when the turn ends (AG-20.12)."""
    if place >= BARRICADE:
        barricade = s.barricade[place - BARRICADE]
        if barricade.tile == NOBODY:
            return Height.GONE
        return barricade.durability * HEIGHTS + (Height.LOW if barricade.durability > 0 else FALLING)
    section = s.section[place]
    return section.durability * HEIGHTS + (FALLING if section.felled == 1 else section.height)


# ---------------------------------------------------------------- and back


@dataclass(frozen=True)
class Fate:
    """A number of `outcome` taken apart; tracks in tenths."""

    hits: int  # of the last order
    standing: int
    stun: int
    health: int
    plate: int  # durability of a vehicle's armour, living models of a squad
    charge: int
    shield: int
    cracked: bool
    crits: tuple[int, ...]  # positions of the parts, in sheet order, twice for two


@dataclass(frozen=True)
class Remains:
    """The same of a structure."""

    hits: int
    durability: int
    height: int  # nothing that counts while it falls
    falling: bool


def unpack_fate(number: int) -> Fate:
    """What a number says of a unit."""
    number, hits = divmod(number, HITS)
    number, digits = divmod(number, CRITS)
    number, stood = divmod(number, STANCES)
    number, shield = divmod(number, SHIELDS)
    number, charge = divmod(number, CHARGE)
    health, plate = divmod(number, DURABILITY)
    out = {STUNS: Standing.DESTROYED, STUNS + 1: Standing.WAITING, STUNS + 2: Standing.ABSENT}
    standing = out.get(stood, Standing.PRESENT)
    cracked = shield > Shield.DESTROYED
    crits = tuple(k - 1 for k in digits_of(digits))
    return Fate(
        hits,
        standing,
        stood if stood < STUNS else 0,
        health,
        plate,
        charge,
        shield - CRACKED if cracked else shield,
        cracked,
        crits,
    )


def digits_of(number: int) -> list[int]:
    """The marks of `crit_digits`, in their order."""
    return [*digits_of(number // MARKS), number % MARKS] if number else []


def remains(number: int) -> Remains:
    """What a number says of a structure."""
    left, hits = divmod(number, HITS)
    durability, height = divmod(left, HEIGHTS)
    return Remains(hits, durability, height, height == FALLING)
