"""Rams, stomps and demolition charges: what needs an enemy or a structure next to it (AG-19, AG-21.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, Chassis, Height, Verb
from hulldown.rulesets.agrav.geometry import distance
from hulldown.rulesets.agrav.naming import barricade_id, enemies, place_name, points, unit_name
from hulldown.rulesets.agrav.ramming import (
    barricade_cost,
    far_side,
    may_ram,
    stomp_damage,
    tank_damage,
    tiles_closer,
)
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import beyond_edge, charge_line, section_distance
from hulldown.rulesets.common.buttons import Dress

RAM = Dress("ram", "Ram", "clash", "T")
STOMP = Dress("ram", "Stomp", "clash", "T")
CHARGE = Dress("charge", "Demolition charge", "mine", "C")

# ---------------------------------------------------------------- rams


def ram_damage(s: State, u: int, target: int, spent: int) -> int:
    """What a ram does, in tenths (AG-19.12, AG-19.13)."""
    unit, other = s.units[u], s.units[target]
    if unit.chassis == Chassis.TANK:
        return tank_damage(s.options, unit, tiles_closer(s.options, unit, int(other.tile)))
    return stomp_damage(s.options, int(other.chassis), spent)


def ram_text(b: Buttons, a: Action) -> str:
    """Whom, and how hard if it can be."""
    whom = f"{b.name(a.target)} {unit_name(b.s, a.target)}"
    return whom if b.code(a) else f"{whom}, {points(ram_damage(b.s, a.actor, a.target, a.choice))} damage"


def ram_cost(s: State, a: Action) -> int:
    """Mobility of a ram: 1 for a tank, what it spends for a walker."""
    return int(s.options.ram_cost) if s.units[a.actor].chassis == Chassis.TANK else max(0, a.choice)


def ram_buttons(b: Buttons, u: int) -> None:
    """Enemies next to a tank or walker, a walker's with any mobility, the most first."""
    s, unit = b.s, b.s.units[u]
    walker = unit.chassis == Chassis.WALKER
    fit = [v for v in enemies(s, b.seat) if may_ram(int(unit.chassis), int(s.units[v].chassis))]
    near = [v for v in fit if distance(int(unit.tile), int(s.units[v].tile)) <= 1]
    efforts = range(int(unit.left), -1, -1) if walker and near else [int(unit.left)]
    rams = [b.make(Verb.RAM, u, target=v, choice=n) for v in near or fit[:1] for n in efforts]
    allowed = [a for a in rams if not b.code(a)] or rams[:1]
    b.spread(
        allowed,
        STOMP if walker else RAM,
        lambda a: ram_text(b, a),
        cost=lambda a: ram_cost(s, a),
        random=True,
    )


def barricade_buttons(b: Buttons, u: int) -> None:
    """Barricades on the edges of a tank's tile (AG-19.17)."""
    s, unit = b.s, b.s.units[u]
    for k in range(s.barricades):
        beyond = far_side(s, u, k) if s.barricade[k].tile != NOBODY else NOBODY
        if unit.chassis != Chassis.TANK or beyond == NOBODY:
            continue
        hard = points(tank_damage(s.options, unit, tiles_closer(s.options, unit, beyond)))
        a = b.make(Verb.RAM_BARRICADE, u, place=BARRICADE + k)
        cost = barricade_cost(s, u, beyond)
        b.put(a, RAM, f"barricade {barricade_id(k)}, {hard} damage", cost, True)


# ---------------------------------------------------------------- charges


def charge_buttons(b: Buttons, u: int) -> None:
    """Structures and barricades next to a squad with a charge, or why there is nothing to blow up."""
    s = b.s
    line = charge_line(s, u)
    if line == NOBODY:
        return
    tile = int(s.units[u].tile)
    near = [i for i in range(s.sections) if s.section[i].height != Height.GONE]
    near = sorted(near, key=lambda i: section_distance(s, i, tile))
    edges = [k for k in range(s.barricades) if s.barricade[k].tile != NOBODY]
    edges = [BARRICADE + k for k in edges if tile in (s.barricade[k].tile, beyond_edge(s, k))]
    choices = [b.make(Verb.CHARGE, u, place=place) for place in (*edges, *near)]
    allowed = [a for a in choices if not b.code(a)] or choices[:1]
    damage = s.units[u].weapon[line].damage
    b.spread(allowed, CHARGE, lambda a: f"{damage} to {place_name(s, a.place)}")


def assault_buttons(b: Buttons, u: int) -> None:
    """Rams of tanks and walkers, charges of squads."""
    ram_buttons(b, u)
    barricade_buttons(b, u)
    charge_buttons(b, u)
