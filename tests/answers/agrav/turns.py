"""Rams, structures, explosions and smoke (AG-3.11, AG-19, AG-20)."""

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.agrav.armor import ram_penetration20
from hulldown.rulesets.agrav.catalogue import SHELF, Built, Edge
from hulldown.rulesets.agrav.damage import FAR, hit_section
from hulldown.rulesets.agrav.events import rammed, section_hit
from hulldown.rulesets.agrav.movement import ram, ram_barricade
from hulldown.rulesets.agrav.setup import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    NOBODY,
    POINT,
    Chassis,
    Height,
    Section,
    Shield,
    State,
    Unit,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import tick
from hulldown.rulesets.agrav.turn import blast, blast_penetration, fell
from hulldown.rulesets.common.explanation import OFF, open_log

from .posing import KINDS, TWENTIETHS, exact, first_row, options_of, points, tenths

HERE, AHEAD = (12, 8), (12, 7)  # of a tank that rams northwards


def plate(u: Unit, given: Given, whose: str) -> None:
    """Armour as a question gives it, the shield down."""
    u.thickness, u.durability = given[f"{whose}_thickness"], tenths(given[f"{whose}_durability"])
    u.durability_full, u.shield.state = tenths(given[f"{whose}_max"]), Shield.ABSENT


def tank_that_came(given: Given) -> State:
    """A tank that came so many tiles closer to the tile ahead of it."""
    s, closer = blank_state(given.get("options")), given["tiles_closer"]
    u = field_unit(SHELF, s, 0, "bastion", tile_at(*HERE), Way.N)
    plate(u, given, "own")
    sideways = min(closer, HERE[0])
    u.began = tile_at(HERE[0] - sideways, HERE[1] + closer - sideways)
    return s


def ram_told(s: State, spent: int = NOBODY) -> Any:
    """What the first unit's ram of the second does to both: the event."""
    log = open_log()
    ram(s, 0, 1, spent, new_dice(0), log)
    return first_row(log, rammed)


def tank_ram(given: Given) -> dict[str, Any]:
    """What a tank's ram does to both (AG-19.12, AG-19.14)."""
    s = tank_that_came(given)
    plate(field_unit(SHELF, s, 1, "terrier", tile_at(*AHEAD), Way.N), given, "target")
    row = ram_told(s)
    return {
        "damage": exact(row.damage),
        "penetration": exact(ram_penetration20(s.options, row.damage), TWENTIETHS),
        "self_damage": exact(row.own),
        "self_penetration": exact(ram_penetration20(s.options, row.own), TWENTIETHS),
    }


def explosion(given: Given, distance: int) -> dict[str, Any]:
    """Damage and penetration of an explosion (table 3.9)."""
    o = options_of(given)
    hit = points(blast(o, min(distance, FAR)))
    return {"damage": hit, "penetration": blast_penetration(o, distance) if hit else 0}


def stomp(given: Given, target: str, mobility_spent: int) -> dict[str, Any]:
    """What a stomp does, and to whom: a walker hurts only others (AG-19.6 to AG-19.9)."""
    s = blank_state(given.get("options"))
    field_unit(SHELF, s, 0, "strider", tile_at(*HERE), Way.N)
    victim = field_unit(SHELF, s, 1, KINDS[target], tile_at(*AHEAD), Way.N)
    assert victim.chassis == Chassis[target.upper()]
    row = ram_told(s, mobility_spent)
    penetration = points(ram_penetration20(s.options, row.damage), TWENTIETHS)
    return {"damage": points(row.damage), "penetration": penetration, "self_damage": points(row.own)}


def barricade_ram(given: Given, section_durability: float) -> dict[str, Any]:
    """A tank against a barricade, the tile beyond free (AG-3.5, AG-19.17)."""
    s, log = tank_that_came(given), open_log()
    b = lay_barricade(s, Edge(*AHEAD, True))
    s.barricade[b].durability = tenths(section_durability)
    ram_barricade(s, 0, BARRICADE + b, new_dice(0), log)
    row = first_row(log, rammed)
    return {
        "section_damage": exact(row.damage),
        "section_durability": points(s.barricade[b].durability),
        "passes": s.units[0].tile == tile_at(*AHEAD),
        "self_damage": points(row.own),
        "self_penetration": points(ram_penetration20(s.options, row.own), TWENTIETHS),
    }


def section_of(s: State, height: str, features: Sequence[str]) -> Section:
    """A section in the middle of the map."""
    return build_section(s, [tile_at(*HERE)], Built(height, tuple(features)))


def structure_hit(
    given: Given, durability: int, damage: int, thermal: int, features: Sequence[str] = ()
) -> Any:
    """What a hit takes off a section (AG-20.10, AG-20.15)."""
    s, log = blank_state(given.get("options")), open_log()
    section = section_of(s, "high", given.get("features", ()))
    section.durability = tenths(durability)
    flags = int(given["energy"]), int(given["high_angle"])
    hit_section(s, 0, damage * POINT, thermal * POINT, *flags, log)
    return points(first_row(log, section_hit).net), points(section.durability)


def collapse(given: Given, height: str, weak: bool, ruin: bool) -> Any:
    """What a section becomes at the end of the turn (AG-20.3, AG-20.13)."""
    s = blank_state(given.get("options"))
    section = section_of(s, "ruin" if ruin else height, ("weak",) if weak else ())
    section.durability, section.felled = 0, 1
    fell(s, new_dice(0), OFF)
    standing = section.height != Height.GONE and section.ruin == 1
    return "ruin" if standing else "debris", points(section.durability)


def smoke(counter: int, own_turn_starts: int) -> int:
    """A smoke counter after some turns of its side have begun (AG-3.11)."""
    for _ in range(own_turn_starts):
        counter = tick(counter)
    return counter


ANSWERS = {
    "tank_ram": ask(tank_ram),
    "stomp": ask(stomp),
    "barricade_ram": ask(barricade_ram),
    "structure_hit": ask(structure_hit, give=("net", "durability")),
    "collapse": ask(collapse, give=("becomes", "durability")),
    "explosion": ask(explosion),
    "smoke": ask(smoke, give="counter"),
}
