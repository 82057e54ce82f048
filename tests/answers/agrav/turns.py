"""Questions about rams, structures, explosions and smoke (AG-3.11, AG-19, AG-20)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav.catalogue import Built, Edge
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Chassis, Height, Shield, Way
from hulldown.rulesets.agrav.collapse import fell
from hulldown.rulesets.agrav.explosions import blast, half_penetration20
from hulldown.rulesets.agrav.footprint import FAR
from hulldown.rulesets.agrav.groundwork import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.ramming import ram, ram_barricade
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.smoke import ticked
from hulldown.rulesets.agrav.state import Section, State, Unit, tile_at
from hulldown.rulesets.agrav.structures import hit_section
from hulldown.rulesets.shared.dicing import OFF, open_log

TWENTIETHS = 20
HERE, AHEAD = (12, 8), (12, 7)  # of a tank that rams northwards


def exact(tenths: int) -> Fraction:
    """An amount of tenths in points."""
    return Fraction(tenths, POINT)


def number(points: Fraction) -> int | float:
    """Points as the vectors write those of a track: whole if they are."""
    return int(points) if points.denominator == 1 else float(points)


def penetration(tenths: int) -> Fraction:
    """The penetration of a ram or explosion of this damage (AG-19.2, table 3.9)."""
    return Fraction(half_penetration20(tenths), TWENTIETHS)


def row_of_kind(log: Log, kind: Tell) -> Event:
    """The first event of a kind."""
    return next(row for row in log.events[: log.count] if row.kind == kind)


# ---------------------------------------------------------------- rams


def plate(u: Unit, given: Given, whose: str) -> None:
    """Armour as a question gives it, the shield down."""
    u.thickness = given[f"{whose}_thickness"]
    u.durability = round(given[f"{whose}_durability"] * POINT)
    u.durability_full = round(given[f"{whose}_max"] * POINT)
    u.shield.state = Shield.ABSENT


def tank_that_came(given: Given) -> State:
    """A tank that came so many tiles closer to the tile ahead of it."""
    s = blank_state(given.get("options", {}))
    u = field_unit(s, 0, "bastion", tile_at(*HERE), Way.N)
    plate(u, given, "own")
    sideways = min(given["tiles_closer"], HERE[0])
    u.began = tile_at(HERE[0] - sideways, HERE[1] + given["tiles_closer"] - sideways)
    return s


def ask_tank_ram(given: Given) -> Answer:
    """What a tank's ram does to both (AG-19.12, AG-19.14)."""
    s = tank_that_came(given)
    plate(field_unit(s, 1, "terrier", tile_at(*AHEAD), Way.N), given, "target")
    log = open_log()
    ram(s, 0, 1, NOBODY, new_dice(0), log)
    hit = row_of_kind(log, Tell.RAM)
    return {
        "damage": str(exact(hit.a)),
        "penetration": str(penetration(hit.a)),
        "self_damage": str(exact(hit.b)),
        "self_penetration": str(penetration(hit.b)),
    }


def ask_stomp(given: Given) -> Answer:
    """What a stomp does, and to whom: a walker hurts only others (AG-19.6 to AG-19.9)."""
    s = blank_state(given.get("options", {}))
    field_unit(s, 0, "strider", tile_at(*HERE), Way.N)
    kinds = {"tank": "bastion", "walker": "strider", "agrav": "kestrel", "infantry": "troopers"}
    target = field_unit(s, 1, kinds[given["target"]], tile_at(*AHEAD), Way.N)
    assert target.chassis == Chassis[given["target"].upper()]
    log = open_log()
    ram(s, 0, 1, given["mobility_spent"], new_dice(0), log)
    hit = row_of_kind(log, Tell.RAM)
    return {
        "damage": number(exact(hit.a)),
        "penetration": number(penetration(hit.a)),
        "self_damage": number(exact(hit.b)),
    }


def ask_barricade_ram(given: Given) -> Answer:
    """A tank against a barricade, the tile beyond free (AG-3.5, AG-19.17)."""
    s = tank_that_came(given)
    b = lay_barricade(s, Edge(AHEAD[0], AHEAD[1], True))
    s.barricade[b].durability = round(given["section_durability"] * POINT)
    log = open_log()
    ram_barricade(s, 0, BARRICADE + b, new_dice(0), log)
    hit = row_of_kind(log, Tell.RAM)
    return {
        "section_damage": str(exact(hit.a)),
        "section_durability": number(exact(int(s.barricade[b].durability))),
        "passes": s.units[0].tile == tile_at(*AHEAD),
        "self_damage": number(exact(hit.b)),
        "self_penetration": number(penetration(hit.b)),
    }


# ---------------------------------------------------------------- structures


def one_section(s: State, given: Given, height: str) -> Section:
    """A section in the middle of the map."""
    words = tuple(given.get("features", ()))
    return build_section(s, [tile_at(*HERE)], Built(height, words))


def ask_structure_hit(given: Given) -> Answer:
    """What a hit takes off a section (AG-20.10, AG-20.15)."""
    s = blank_state(given.get("options", {}))
    section = one_section(s, given, "high")
    section.durability = round(given["durability"] * POINT)
    log = open_log()
    energy, high_angle = int(given["energy"]), int(given["high_angle"])
    hit_section(s, 0, given["damage"] * POINT, given["thermal"] * POINT, energy, high_angle, log)
    net = row_of_kind(log, Tell.STRUCTURE_HIT).a
    return {"net": number(exact(net)), "durability": number(exact(int(section.durability)))}


def ask_collapse(given: Given) -> Answer:
    """What a section becomes at the end of the turn (AG-20.3, AG-20.13)."""
    s = blank_state(given.get("options", {}))
    features = ("weak",) if given["weak"] else ()
    height = "ruin" if given["ruin"] else given["height"]
    section = one_section(s, {"features": features}, height)
    section.durability, section.felled = 0, 1
    fell(s, new_dice(0), OFF)
    standing = section.height != Height.GONE
    word = "ruin" if standing and section.ruin == 1 else "debris"
    return {"becomes": word, "durability": number(exact(int(section.durability)))}


def ask_explosion(given: Given) -> Answer:
    """Table 3.9."""
    damage = blast(min(given["distance"], FAR))
    return {"damage": number(exact(damage)), "penetration": number(penetration(damage))}


def ask_smoke(given: Given) -> Answer:
    """A smoke counter after some turns of its side have begun (AG-3.11)."""
    counter = given["counter"]
    for _ in range(given["own_turn_starts"]):
        counter = ticked(counter)
    return {"counter": counter}


OPS: dict[str, Any] = {
    "tank_ram": ask_tank_ram,
    "stomp": ask_stomp,
    "barricade_ram": ask_barricade_ram,
    "structure_hit": ask_structure_hit,
    "collapse": ask_collapse,
    "explosion": ask_explosion,
    "smoke": ask_smoke,
}
