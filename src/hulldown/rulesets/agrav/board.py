"""The table as a scene: what stands on it, and what helps the player to choose (AG-3.14)."""

from __future__ import annotations

import copy as shallow
import heapq
from collections import Counter
from collections.abc import Collection, Iterator

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav import state, table, words
from hulldown.rulesets.agrav.accuracy import aim_tile, bears
from hulldown.rulesets.agrav.armor import thickness10
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import nearest_tile
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.movement import step_cost, turn_cost, why_not_step, why_not_turn
from hulldown.rulesets.agrav.shooting import has_line, watches, why_not_ready, why_not_shoot
from hulldown.rulesets.agrav.state import NOBODY, POINT, Chassis, Ground, Phase, Shield, Standing, State, Unit
from hulldown.rulesets.agrav.state import Zone as Score
from hulldown.rulesets.agrav.turn import in_zone
from hulldown.rulesets.agrav.victory import zone_distance
from hulldown.rulesets.agrav.words import tile_name, unit_id
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import (
    Aids,
    Barricade,
    Charge,
    Heat,
    Marker,
    Structure,
    Target,
    Terrain,
    TileMark,
    TileScene,
    Zone,
)
from hulldown.rulesets.common.names import joined
from hulldown.rulesets.common.pieces import unit_or

FIGURES = {Chassis.TANK: "tank", Chassis.WALKER: "walker", Chassis.AGRAV: "hover", Chassis.INFANTRY: "squad"}
SHIELDS = {Shield.ACTIVE: "on", Shield.INACTIVE: "idle", Shield.DISABLED: "down", Shield.DESTROYED: "down"}
ANCHORS_IN_ROW = 3  # AG-2.9


def is_visible(s: State, seat: int | None, u: int) -> bool:
    """Whether a seat is shown a unit: with fog its own and those its side sees (AG-24.1).

    Who only looks on is shown what both sides know of.
    """
    unit = s.units[u]
    if unit.standing != Standing.PRESENT:
        return False
    return not s.options.fog_of_war or unit.side == seat or bool(s.known[1 - unit.side] >> u & 1)


def figure(unit: Unit) -> str:
    """Its silhouette; a squad whose models have armour wears suits (section 3.7)."""
    if unit.chassis == Chassis.INFANTRY and unit.thickness > 0:
        return "suits"
    return FIGURES[Chassis(unit.chassis)]


def arms_facing(unit: Unit) -> int | None:
    """Where turret or arms point: along their cone if one is set, else ahead (AG-16.3)."""
    if unit.chassis == Chassis.INFANTRY:
        return None
    mine = [unit.weapon[w] for w in range(unit.weapons)]
    set_ways = [gun.cone for gun in mine if gun.mount != state.Mount.HULL and gun.cone != NOBODY]
    return int(set_ways[0] if set_ways else unit.facing)


def points(unit: Unit) -> tuple[int, int]:
    """Health left of all, in points begun; of a squad its models (AG-21.5)."""
    if unit.chassis == Chassis.INFANTRY:
        return sum(unit.model[i] > 0 for i in range(unit.models)), unit.models
    return -(-unit.health // POINT), unit.health_full // POINT


def charge(unit: Unit) -> Charge | None:
    """The shield: on, off, cracked or down, and its charge in percent of the default maximum (AG-13.15)."""
    screen = unit.shield
    if screen.state == Shield.ABSENT:
        return None
    cracked = screen.state == Shield.ACTIVE and screen.crack > 0
    share = -(-100 * screen.charge // screen.full) if screen.full else 0
    return Charge("cracked" if cracked else SHIELDS[Shield(screen.state)], share)


def heat(s: State, unit: Unit) -> Heat | None:
    """Heat of the armour and its limit (AG-11.2, AG-11.7)."""
    if unit.chassis == Chassis.INFANTRY or unit.durability_full == 0:
        return None
    return Heat(-(-unit.heat // POINT), thickness10(s.options, unit) // POINT)


def spent(s: State, u: int) -> bool:
    """Whether a unit of the side to move has no mobility and no weapon left that is neither fired nor set to
    reaction fire (AG-6.6, AG-16.7).
    """
    unit = s.units[u]
    if unit.side != s.side or unit.left > 0:
        return False
    return all(unit.weapon[w].cone != NOBODY or why_not_ready(s, u, w) for w in range(unit.weapons))


def spoken(shelf: Shelf, s: State, u: int) -> str:
    """A unit as a screen reader says it; the page adds shield, heat, stun and cones."""
    unit = s.units[u]
    left, full = points(unit)
    parts = [f"{SIDES[unit.side]} {unit_id(s, u)} {words.unit_name(shelf, s, u)}"]
    if unit.chassis == Chassis.INFANTRY:
        return f"{parts[0]}, {left} of {full} models"
    parts += [
        words.CHASSIS[Chassis(unit.chassis)],
        f"faces {words.way_name(unit.facing)}",
        f"{left} of {full} health",
    ]
    return ", ".join(parts)


def unit_mark(shelf: Shelf, s: State, u: int) -> TileMark:
    """A unit on the board; it watches where its weapons are set to reaction fire (AG-16.7)."""
    unit = s.units[u]
    left, full = points(unit)
    row, column = divmod(unit.anchor, ANCHORS_IN_ROW)
    cones = {int(unit.weapon[w].cone) for w in range(unit.weapons)} - {NOBODY}
    return TileMark(
        unit=unit_id(s, u),
        side=unit.side,
        kind=figure(unit),
        name=words.unit_name(shelf, s, u),
        place=tile_name(unit.tile),
        hull=None if unit.chassis == Chassis.INFANTRY else int(unit.facing),
        turret=arms_facing(unit),
        points=left,
        points_full=full,
        state=frozenset({"spent"}) if spent(s, u) else frozenset(),
        spoken=spoken(shelf, s, u),
        shift=(column - 1, row - 1),
        shield=charge(unit),
        heat=heat(s, unit),
        stun=unit.stun,
        watches=tuple(sorted(cones)),
    )


def pieces(shelf: Shelf, s: State) -> list[TileMark]:
    """Every unit of the battle, those still to be placed too."""
    return [unit_mark(shelf, s, u) for u in range(s.count)]


# ---------------------------------------------------------------- route
# Where a unit can get to with the mobility it has left, and by which orders: the rules of steps, asked at
# each place on the way (AG-7).


Path = list[Action]
Spot = tuple[int, int]
"""Tile and facing."""
TURNS = (-1, 1)


def probe_of(s: State, u: int) -> State:
    """A position whose unit can be stood anywhere, to ask the rules what it could do there."""
    probe = shallow.copy(s)
    probe.units = list(s.units)
    probe.units[u] = shallow.copy(s.units[u])
    probe.occupant = list(s.occupant)
    probe.occupant[s.units[u].tile] = NOBODY
    return probe


def choices(probe: State, u: int, known: Collection[Spot]) -> Iterator[tuple[int, Spot, Action]]:
    """The steps and turns that are legal where the unit stands: cost, where it stands then, order; without
    those that lead where it is known already how to get to.

    AGravs go in every direction, so they need no turns to get anywhere (AG-7.6).
    """
    unit = probe.units[u]
    tile, facing, seat = unit.tile, int(unit.facing), unit.side
    for way in range(table.WAYS):
        there = (table.beyond(probe, tile, way), facing)
        if there not in known and not why_not_step(probe, u, way):
            yield step_cost(probe, u, way), there, make(seat, state.Verb.STEP, u, choice=way)
    if unit.chassis in (Chassis.TANK, Chassis.WALKER):
        for choice in TURNS:
            there = (tile, (facing + 2 * choice) % table.WAYS)
            if there not in known and not why_not_turn(probe, u, choice):
                yield turn_cost(probe, u, choice), there, make(seat, state.Verb.TURN, u, choice=choice)


class Danger:
    """Where a moving unit may be fired at (AG-16.8).

    That it may fire itself (AG-16.10) is no danger: a way of several orders ends where dice fall.
    """

    def __init__(self, s: State, u: int) -> None:
        self.s, self.u = s, u
        enemies = [v for v in range(s.count) if s.units[v].side != s.units[u].side]
        self.guns = [(v, w) for v in enemies for w in waiting(s, v)]
        self.known: dict[int, frozenset[tuple[int, int]]] = {}

    def aimed(self, tile: int) -> frozenset[tuple[int, int]]:
        """The enemies' waiting weapons that have a tile in their cone and in sight."""
        if tile not in self.known:
            unit = self.s.units[self.u]
            anchor = unit.anchor if tile == unit.tile else state.CENTRE
            self.known[tile] = frozenset(gun for gun in self.guns if self.covers(gun, tile, anchor))
        return self.known[tile]

    def covers(self, gun: tuple[int, int], tile: int, anchor: int) -> bool:
        """Whether one of them has."""
        enemy, w = gun
        unit = self.s.units[enemy]
        in_cone = watches(self.s, enemy, w, tile)
        return in_cone and table.clear(self.s, unit.tile, unit.anchor, tile, anchor, NOBODY)

    def awaits(self, here: int, there: int) -> bool:
        """Whether a step may be answered: somebody gets the unit into view, by option has it in view."""
        if self.s.options.reaction_trigger == state.ReactionTrigger.ANY_MOVE_IN_VIEW:
            return bool(self.aimed(there))
        return not self.aimed(there) <= self.aimed(here)


def waiting(s: State, u: int) -> list[int]:
    """The weapons of a unit that are set to reaction fire."""
    unit = s.units[u]
    here = unit.standing == Standing.PRESENT
    return [w for w in range(unit.weapons) if here and unit.weapon[w].cone != NOBODY]


def spots(s: State, u: int) -> dict[Spot, tuple[int, Path]]:
    """Every tile and facing that a unit can get to without being fired at, the cheapest first: cost, orders.

    Of ways that cost the same it takes the one with the fewest steps that are not straight ahead.
    """
    probe, danger = probe_of(s, u), Danger(s, u)
    unit, left = probe.units[u], s.units[u].left
    start = (unit.tile, int(unit.facing))
    best: dict[Spot, tuple[int, Path]] = {}
    queue: list[tuple[int, int, int, Spot, Path]] = [(0, 0, 0, start, [])]
    pushed = 0
    while queue:
        spent, awry, _, spot, path = heapq.heappop(queue)
        if spot in best:
            continue
        best[spot] = spent, path
        (unit.tile, unit.facing), unit.left = spot, left - spent
        for cost, there, order in list(choices(probe, u, best)):
            steps = order.verb == state.Verb.STEP
            if not steps or not danger.awaits(spot[0], there[0]):
                pushed += 1
                aside = awry + int(steps and order.choice != spot[1])
                heapq.heappush(queue, (spent + cost, aside, pushed, there, [*path, order]))
    return best


def acting(s: State, seat: int, unit: str) -> int:
    """The unit of that name if a seat can move it now, else NOBODY."""
    u = unit_or(words.find_unit, s, unit)
    mine = u != NOBODY and s.units[u].side == seat == s.side and s.phase == Phase.TURN
    return u if mine and s.units[u].standing == Standing.PRESENT else NOBODY


def reach(s: State, seat: int, unit: str = "") -> dict[str, tuple[int, Path]]:
    """Where a named unit of a seat can get to now, at what cost; nowhere unless it is the seat's turn."""
    u = acting(s, seat, unit)
    cheapest: dict[str, tuple[int, Path]] = {}
    for (tile, _), way in spots(s, u).items() if u != NOBODY else ():
        if tile != s.units[u].tile:
            cheapest.setdefault(tile_name(tile), way)
    return cheapest


# ---------------------------------------------------------------- drawing
# The board as a scene: ground, structures, smoke, rounds in flight, zones, units, aids (AG-3.12).


IN_PLAY = (Standing.PRESENT, Standing.UNSEEN)
GROUND = {Ground.DEBRIS: "debris", Ground.WALL: "wall", Ground.GATE: "gate"}


def terrain(s: State) -> Iterator[Terrain]:
    """Debris, walls and closed gates (AG-3.9, AG-3.13)."""
    for tile in tiles(s):
        if s.ground[tile] in GROUND and standing(s, tile) == NOBODY:
            yield Terrain(tile_name(tile), GROUND[Ground(s.ground[tile])])


def standing(s: State, tile: int) -> int:
    """The section that still stands on a tile, -1 for none."""
    i = s.built[tile]
    return NOBODY if i == NOBODY or s.section[i].height == state.Height.GONE else i


def durability_label(tenths: int) -> str:
    """Durability as the board has it, in points begun: what stands is never written as 0."""
    return str(-(-tenths // POINT))


def kind(section: state.Section) -> str:
    """Height, or ruin (AG-20.12)."""
    if section.ruin:
        return "ruin"
    return "high" if section.height == state.Height.HIGH else "low"


def structures(s: State) -> Iterator[Structure]:
    """Sections that stand, with durability where it is less than it was at first (AG-3.12, AG-3.15)."""
    footprint: dict[int, list[str]] = {}
    for tile in tiles(s):
        if standing(s, tile) != NOBODY:
            footprint.setdefault(standing(s, tile), []).append(tile_name(tile))
    for i, places in sorted(footprint.items()):
        section = s.section[i]
        whole = not section.ruin and section.durability >= section.full
        marks = frozenset(feature.name.lower() for feature in state.Feature if section.features & feature)
        left = "" if whole else durability_label(section.durability)
        falling = section.felled != 0 or section.durability == 0
        yield Structure(words.section_id(i), tuple(places), kind(section), marks, left, falling)


def barricades(s: State) -> Iterator[Barricade]:
    """Barricade sections that stand (AG-3.6, AG-3.7)."""
    fresh = max((s.barricade[k].durability for k in range(s.barricades)), default=0)
    for k in range(s.barricades):
        barricade = s.barricade[k]
        if barricade.tile != NOBODY and barricade.durability > 0:
            left = "" if barricade.durability >= fresh else durability_label(barricade.durability)
            side = "south" if barricade.south else "east"
            yield Barricade(words.barricade_id(k), tile_name(barricade.tile), side, left)


def landing(s: State, seat: int | None, shell: state.Round) -> int:
    """Where a seat sees that a round will come down, -1 if it does not (AG-17.10, AG-24.1).

    With fog the rounds of an enemy out of sight are hidden; one's own fly to where the target was last seen.
    """
    own = shell.side == seat
    if s.options.fog_of_war and not own and not is_visible(s, seat, shell.shooter):
        return NOBODY
    if shell.target == NOBODY and shell.place >= state.BARRICADE:
        return s.barricade[shell.place - state.BARRICADE].tile
    if shell.target == NOBODY:
        return nearest_tile(s, shell.place, 0)  # of its tiles the one that comes first on the map
    if s.units[shell.target].standing not in IN_PLAY:
        return NOBODY
    return s.units[shell.target].tile if is_visible(s, seat, shell.target) else s.last_seen[shell.target]


def markers(s: State, seat: int | None) -> Iterator[Marker]:
    """Smoke with the turns it lasts (AG-3.10); rounds in flight by target and side, how many
    if it is more than one (AG-17.13); with fog, where enemies out of sight were last seen (AG-24.1).
    """
    for tile in tiles(s):
        if s.smoke[tile] > 0:
            yield Marker(tile_name(tile), "smoke", note=str(s.smoke[tile]))
    shells = [s.flight[i] for i in range(s.flying)]
    rounds = Counter((landing(s, seat, shell), shell.side) for shell in shells)
    for (tile, side), many in sorted(rounds.items()):
        if tile != NOBODY:
            yield Marker(tile_name(tile), "flight", side, str(many) if many > 1 else "")
    for u in range(s.count) if seat is not None and s.options.fog_of_war else ():
        hidden = s.units[u].standing in IN_PLAY and not is_visible(s, seat, u)
        if hidden and s.last_seen[u] != NOBODY:
            yield Marker(tile_name(s.last_seen[u]), "last-seen", s.units[u].side, unit_id(s, u))


def deployment(s: State) -> Iterator[Zone]:
    """Where the sides set up while they do (AG-6.9)."""
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            yield Zone("deploy", side, tuple(tile_name(tile) for tile in tiles(s) if in_zone(s, side, tile)))


def scores(s: State, seat: int | None) -> Iterator[Zone]:
    """Places that still score, with all tiles from which they are held, and who is there (section 6)."""
    for i in range(s.zones):
        score: Score = s.zone[i]
        ahead = score.rounds >> s.round << s.round
        if ahead:
            near = tuple(tile_name(tile) for tile in tiles(s) if zone_distance(s, score, tile) <= score.reach)
            seen = [s.units[u] for u in range(s.count) if is_visible(s, seat, u)]
            there = {u.side for u in seen if zone_distance(s, score, u.tile) <= score.reach}
            owner = min(there) if len(there) == 1 else None
            rounds = [str(number) for number in range(ahead.bit_length()) if ahead >> number & 1]
            note = f"{score.points} points in round{'' if len(rounds) == 1 else 's'} {joined(rounds)}"
            yield Zone("score", NOBODY, near, note, owner, contested=len(there) == 2)


def scene(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> TileScene:
    """The board for a seat (None: a spectator); with fog only what it knows (AG-24.1)."""
    begun = s.phase not in (Phase.ROLL_OFF, Phase.DEPLOY)
    return TileScene(
        columns=s.columns,
        rows=s.rows,
        terrain=tuple(terrain(s)),
        structures=tuple(structures(s)),
        barricades=tuple(barricades(s)),
        markers=tuple(markers(s, seat)),
        units=tuple(unit_mark(shelf, s, u) for u in range(s.count) if is_visible(s, seat, u)),
        title="AGrav",
        subtitle=f"Round {s.round} of {s.rounds}" if begun else "Setting up",
        aids=aids(s, seat, unit),
        zones=(*deployment(s), *scores(s, seat)),
        built=frozenset(tile_name(tile) for tile in tiles(s) if s.built[tile] != NOBODY),
    )


# ---------------------------------------------------------------- aids
# What helps the player to choose: where a unit can go, what it bears on and sees, what it may fire at.


def lines(s: State, u: int) -> list[int]:
    """The weapons of a unit that are fired."""
    return [w for w in range(s.units[u].weapons) if has_line(s, u, w)]


def tiles(s: State) -> Iterator[int]:
    """Every tile of the map."""
    return (state.tile_at(column, row) for row in range(s.rows) for column in range(s.columns))


def arc(s: State, u: int) -> tuple[str, ...]:
    """Free tiles that some weapon bears on and that are in sight; there is no range (AG-4.8, AG-8.13).

    The unit's own tile belongs to them, so that the edge of the arc does not run round it.
    """
    unit, guns = s.units[u], lines(s, u)
    here, anchor = unit.tile, unit.anchor
    return tuple(
        tile_name(tile)
        for tile in tiles(s)
        if not table.solid(s, tile)
        and any(tile == here or bears(s, u, w, tile) for w in guns)
        and table.clear(s, here, anchor, tile, state.CENTRE, NOBODY)
    )


def reasons(s: State, u: int, guns: list[int], target: int, place: int) -> Iterator[int]:
    """What speaks against a shot at something, of each weapon in each mode, the plainest first (AG-8.13)."""
    for w in guns:
        for mode in words.modes_of(s.units[u].weapon[w].family):
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
    here = s.units[u].tile
    there = [v for v in range(s.count) if s.units[v].side != s.units[u].side and is_visible(s, seat, v)]
    tiles_of = {v: s.units[v].tile for v in there}
    return [
        Target(tile_name(tile), unit_id(s, v), why_no_fire(s, u, v), table.distance(here, tile))
        for v, tile in tiles_of.items()
    ]


def works(s: State, u: int) -> list[Target]:
    """Structures and barricades in sight that some weapon may fire at, by name, each at its nearest tile."""
    here = s.units[u].tile
    guns = [w for w in lines(s, u) if not why_not_ready(s, u, w)]
    seen = [i for i in range(s.sections) if table.section_in_sight(s, u, i)]
    seen += [state.BARRICADE + k for k in range(s.barricades) if table.barricade_in_sight(s, u, k)]
    spots = [
        (p, aim_tile(s, u, NOBODY, p) if p >= state.BARRICADE else nearest_tile(s, p, here)) for p in seen
    ]
    return [
        Target(tile_name(tile), None, "", table.distance(here, tile), words.place_id(place))
        for place, tile in spots
        if tile != NOBODY and Why.ALLOWED in reasons(s, u, guns, NOBODY, place)
    ]


def looked_at(s: State, seat: int | None, unit: str) -> int:
    """The unit of a name; without one the first of the seat whose turn it is; -1 for none."""
    mine = words.present(s, seat) if seat is not None and seat == s.side and s.phase == Phase.TURN else []
    return unit_or(words.find_unit, s, unit, next(iter(mine), NOBODY))


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
