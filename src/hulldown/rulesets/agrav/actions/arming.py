"""The weapon orders worth weighing: shots at enemies and at sections that matter, and reaction fire."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import SEEING, UNSEEING
from hulldown.rulesets.agrav.aiming import fixed, why_no_line
from hulldown.rulesets.agrav.codes import NOBODY, Feature, Standing, Verb
from hulldown.rulesets.agrav.geometry import WAYS, between_x, between_y, way_towards
from hulldown.rulesets.agrav.reaction import loaded, why_not_react
from hulldown.rulesets.agrav.shooting import has_line, holds_fire, why_not_ready
from hulldown.rulesets.agrav.sight import in_sight
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import marked, section_distance

MODES = 7


@rule
def offer_weapons(s: State, u: int, goals: int, m: Actions) -> None:
    """Shots and reaction fire of every weapon that is fired. A setting that stands is left alone."""
    held, ways = holds_fire(s, s.units[u].side), 0
    in_view = goals & s.units[u].sees_sections
    for w in range(s.units[u].weapons):
        if has_line(s, u, w) and loaded(s, u, w):
            if not held and why_not_ready(s, u, w) == 0:
                offer_shots(s, u, w, m)
                if in_view != 0:
                    offer_demolition(s, u, w, in_view, m)
            if s.units[u].weapon[w].cone == NOBODY:
                if ways == 0:
                    ways = ways_to_enemies(s, u)
                offer_cones(s, u, w, ways, m)


@rule
def offer_shots(s: State, u: int, w: int, m: Actions) -> None:
    """The modes of a weapon at every enemy that its side knows of: who sees it fires directly (AG-17.4)."""
    seat, family = s.units[u].side, s.units[u].weapon[w].family
    known = s.known[seat]
    for target in range(s.count):
        if (known >> target) & 1 == 1 and s.units[target].standing == Standing.PRESENT:
            modes = SEEING[family] if in_sight(s, u, target) else UNSEEING[family]
            for mode in range(MODES):
                if (modes >> mode) & 1 == 1 and why_no_line(s, u, w, mode, target, NOBODY) == 0:
                    offer(m, seat, Verb.SHOOT, u, target, -1, mode, w)


@rule
def offer_demolition(s: State, u: int, w: int, in_view: int, m: Actions) -> None:
    """Shots at the sections that matter and are in view."""
    seat, modes = s.units[u].side, SEEING[s.units[u].weapon[w].family]
    for i in range(s.sections):
        if (in_view >> i) & 1 == 1:
            for mode in range(MODES):
                if (modes >> mode) & 1 == 1 and why_no_line(s, u, w, mode, NOBODY, i) == 0:
                    offer(m, seat, Verb.SHOOT, u, -1, i, mode, w)


@rule
def sections_in_view(s: State, seat: int) -> int:
    """Bits of the watched sections that a side sees."""
    seen = 0
    for u in range(s.count):
        if s.units[u].side == seat:
            seen |= s.units[u].sees_sections
    return seen


@rule
def sections_worth_it(s: State, seat: int) -> int:
    """Bits of the sections in view that are worth a shot."""
    goals = sections_in_view(s, seat)
    left, i = goals, 0
    while left != 0:
        if left & 1 == 1 and not matters(s, i, seat):
            goals &= ~(1 << i)
        left >>= 1
        i += 1
    return goals


@rule
def matters(s: State, i: int, seat: int) -> bool:
    """Whether a section is worth a shot: the objective, or a volatile one with an enemy in its blast."""
    if marked(s.section[i].features, Feature.OBJECTIVE):
        return bool(seat == s.attacker)
    for enemy in range(s.count):
        if s.units[enemy].standing == Standing.PRESENT and s.units[enemy].side != seat:
            if section_distance(s, i, s.units[enemy].tile) <= s.options.blast_reach:
                return True
    return False


@rule
def ways_to_enemies(s: State, u: int) -> int:
    """Bits of the directions in which enemies are."""
    here, ways = s.units[u].tile, 0
    for enemy in range(s.count):
        if s.units[enemy].standing == Standing.PRESENT and s.units[enemy].side != s.units[u].side:
            there = s.units[enemy].tile
            ways |= 1 << max(0, way_towards(between_x(here, there), between_y(here, there)))
    return ways


@rule
def offer_cones(s: State, u: int, w: int, ways: int, m: Actions) -> None:
    """Reaction fire towards the enemies, of the hull's weapons where it points (AG-16.2, AG-16.7)."""
    unit = s.units[u]
    seat, facing = unit.side, unit.facing
    if why_not_react(s, u, w, facing) != 0:
        return
    if fixed(s, u, w):
        ways = 1 << facing
    for way in range(WAYS):
        if (ways >> way) & 1 == 1:
            offer(m, seat, Verb.REACT, u, -1, -1, way, w)
