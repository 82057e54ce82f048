"""The board as a scene: ground, structures, smoke, rounds in flight, zones, units, aids (AG-3.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hulldown.rulesets.agrav.aids import aids, tiles
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Feature, Ground, Height, Phase, Standing
from hulldown.rulesets.agrav.counters import is_visible, unit_mark
from hulldown.rulesets.agrav.deployment import in_zone
from hulldown.rulesets.agrav.naming import barricade_id, section_id, tile_name, unit_id
from hulldown.rulesets.agrav.state import Round, Section, State
from hulldown.rulesets.agrav.state import Zone as Score
from hulldown.rulesets.agrav.structures import nearest_tile
from hulldown.rulesets.agrav.victory import zone_distance
from hulldown.rulesets.api.scene import Barricade, Marker, Structure, Terrain, TileScene, Zone

IN_PLAY = (Standing.PRESENT, Standing.UNSEEN)
GROUND = {Ground.DEBRIS: "debris", Ground.WALL: "wall", Ground.GATE: "gate"}

# ---------------------------------------------------------------- what stands on the map


def terrain(s: State) -> Iterator[Terrain]:
    """Debris, walls and closed gates (AG-3.9, AG-3.13)."""
    for tile in tiles(s):
        if s.ground[tile] in GROUND and standing(s, tile) == NOBODY:
            yield Terrain(tile_name(tile), GROUND[Ground(s.ground[tile])])


def standing(s: State, tile: int) -> int:
    """The section that still stands on a tile, -1 for none."""
    i = int(s.built[tile])
    return NOBODY if i == NOBODY or s.section[i].height == Height.GONE else i


def durability_label(tenths: int) -> str:
    """Durability as the board has it, in points begun: what stands is never written as 0."""
    return str(-(-tenths // POINT))


def kind(section: Section) -> str:
    """Height, or ruin (AG-20.12)."""
    if section.ruin:
        return "ruin"
    return "high" if section.height == Height.HIGH else "low"


def structures(s: State) -> Iterator[Structure]:
    """Sections that stand, with durability where it is less than it was at first (AG-3.12, AG-3.15)."""
    footprint: dict[int, list[str]] = {}
    for tile in tiles(s):
        if standing(s, tile) != NOBODY:
            footprint.setdefault(standing(s, tile), []).append(tile_name(tile))
    for i, places in sorted(footprint.items()):
        section = s.section[i]
        whole = not section.ruin and section.durability >= section.full
        marks = frozenset(feature.name.lower() for feature in Feature if section.features & feature)
        left = "" if whole else durability_label(section.durability)
        falling = section.felled != 0 or section.durability == 0
        yield Structure(section_id(i), tuple(places), kind(section), marks, left, falling)


def barricades(s: State) -> Iterator[Barricade]:
    """Barricade sections that stand (AG-3.6, AG-3.7)."""
    fresh = max((s.barricade[k].durability for k in range(s.barricades)), default=0)
    for k in range(s.barricades):
        barricade = s.barricade[k]
        if barricade.tile != NOBODY and barricade.durability > 0:
            left = "" if barricade.durability >= fresh else durability_label(barricade.durability)
            side = "south" if barricade.south else "east"
            yield Barricade(barricade_id(k), tile_name(barricade.tile), side, left)


# ---------------------------------------------------------------- what lies on it for a while


def smoke(s: State) -> Iterator[Marker]:
    """Smoke with the turns it lasts (AG-3.10)."""
    for tile in tiles(s):
        if s.smoke[tile] > 0:
            yield Marker(tile_name(tile), "smoke", note=str(s.smoke[tile]))


def landing(s: State, seat: int | None, shell: Round) -> int:
    """Where a seat sees that a round will come down, -1 if it does not (AG-17.10, AG-24.1).

    With fog the rounds of an enemy out of sight are hidden; one's own fly to where the target was last seen.
    """
    own = shell.side == seat
    if s.options.fog_of_war and not own and not is_visible(s, seat, shell.shooter):
        return NOBODY
    if shell.target == NOBODY:
        return place_tile(s, shell.place)
    if s.units[shell.target].standing not in IN_PLAY:
        return NOBODY
    return int(s.units[shell.target].tile if is_visible(s, seat, shell.target) else s.last_seen[shell.target])


def place_tile(s: State, place: int) -> int:
    """A tile of a section or barricade: the one that comes first on the map."""
    return int(s.barricade[place - BARRICADE].tile) if place >= BARRICADE else nearest_tile(s, place, 0)


def flights(s: State, seat: int | None) -> Iterator[Marker]:
    """Rounds in flight by target and side, with their number where it is more than one (AG-17.13)."""
    shells = [s.flight[i] for i in range(s.flying)]
    rounds = Counter((landing(s, seat, shell), int(shell.side)) for shell in shells)
    for (tile, side), many in sorted(rounds.items()):
        if tile != NOBODY:
            yield Marker(tile_name(tile), "flight", side, str(many) if many > 1 else "")


def sightings(s: State, seat: int | None) -> Iterator[Marker]:
    """With fog, where enemies out of sight were last seen (AG-24.1)."""
    if seat is None or not s.options.fog_of_war:
        return
    for u in range(s.count):
        hidden = s.units[u].standing in IN_PLAY and not is_visible(s, seat, u)
        if hidden and s.last_seen[u] != NOBODY:
            yield Marker(tile_name(s.last_seen[u]), "last-seen", int(s.units[u].side), unit_id(s, u))


# ---------------------------------------------------------------- zones


def deployment(s: State) -> Iterator[Zone]:
    """Where the sides set up while they do (AG-6.9)."""
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            yield Zone("deploy", side, tuple(tile_name(tile) for tile in tiles(s) if in_zone(s, side, tile)))


def rounds_of(bits: int) -> str:
    """Rounds as words: "rounds 4, 6 and 8"."""
    numbers = [str(number) for number in range(bits.bit_length()) if bits >> number & 1]
    if len(numbers) == 1:
        return f"round {numbers[0]}"
    return f"rounds {', '.join(numbers[:-1])} and {numbers[-1]}"


def scores(s: State, seat: int | None) -> Iterator[Zone]:
    """Places that still score, with all tiles from which they are held, and who is there (section 6)."""
    for i in range(s.zones):
        score: Score = s.zone[i]
        ahead = int(score.rounds) >> s.round << s.round
        if ahead:
            near = tuple(tile_name(tile) for tile in tiles(s) if zone_distance(s, score, tile) <= score.reach)
            there = [side for side in range(2) if is_at(s, seat, score, side)]
            owner = there[0] if len(there) == 1 else None
            note = f"{score.points} points in {rounds_of(ahead)}"
            yield Zone("score", NOBODY, near, note, owner, contested=len(there) == 2)


def is_at(s: State, seat: int | None, score: Score, side: int) -> bool:
    """Whether a side is seen within reach of a place that scores."""
    return any(
        s.units[u].side == side
        and is_visible(s, seat, u)
        and zone_distance(s, score, int(s.units[u].tile)) <= score.reach
        for u in range(s.count)
    )


# ---------------------------------------------------------------- all of it


def subtitle(s: State) -> str:
    """The round."""
    if s.phase in (Phase.ROLL_OFF, Phase.DEPLOY):
        return "Setting up"
    return f"Round {s.round} of {s.rounds}"


def scene(s: State, seat: int | None, unit: str = "") -> TileScene:
    """The board for a seat (None: a spectator); with fog only what it knows (AG-24.1)."""
    return TileScene(
        columns=int(s.columns),
        rows=int(s.rows),
        terrain=tuple(terrain(s)),
        structures=tuple(structures(s)),
        barricades=tuple(barricades(s)),
        markers=(*smoke(s), *flights(s, seat), *sightings(s, seat)),
        units=tuple(unit_mark(s, u) for u in range(s.count) if is_visible(s, seat, u)),
        title="AGrav",
        subtitle=subtitle(s),
        aids=aids(s, seat, unit),
        zones=(*deployment(s), *scores(s, seat)),
        built=frozenset(tile_name(tile) for tile in tiles(s) if s.built[tile] != NOBODY),
    )
