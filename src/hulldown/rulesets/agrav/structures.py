"""Structures and barricades under fire (AG-20)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Feature, Height
from hulldown.rulesets.agrav.events import barricade_hit, section_hit
from hulldown.rulesets.agrav.fractions import rounded
from hulldown.rulesets.agrav.state import Options, State
from hulldown.rulesets.agrav.variants import HardenedOrder

RESISTANCE = 100 * POINT  # of reinforced and hardened sections (AG-20.6, AG-20.9)


@rule
def marked(features: int, feature: int) -> bool:
    """Whether a feature is among them (AG-3.15)."""
    return (features & feature) != 0


@rule
def net_doubled(o: Options, features: int, dmg10: int, heat10: int, energy: int, high_angle: int) -> int:
    """Twice what a hit takes off a section, in tenths: halving then needs no fraction (AG-20.10)."""
    net = 2 * dmg10
    if energy == 1 and marked(features, Feature.VOLATILE):
        net += 2 * heat10
    hardened = marked(features, Feature.HARDENED)
    flat = 2 * RESISTANCE if hardened or marked(features, Feature.REINFORCED) else 0
    if not (hardened and high_angle == 1):
        return max(0, net - flat)
    if o.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return max(0, net - flat) // 2
    return max(0, net // 2 - flat)


@rule
def shatters(net_doubled: int, durability: int) -> bool:
    """A single hit of over 20% of the durability before it drops a structure to 0 (AG-20.5, AG-20.15)."""
    return 5 * net_doubled > 2 * durability


@rule
def left_of(durability: int, net_doubled: int, net: int) -> int:
    """What is left of a structure after a hit (AG-20.5, AG-1.6)."""
    return 0 if shatters(net_doubled, durability) else max(0, durability - net)


@rule
def hit_section(s: State, i: int, dmg10: int, heat10: int, energy: int, high_angle: int, e: Log) -> None:
    """One hit on a section; one at 0 stands until the turn ends and ignores more (AG-20.10, AG-20.12)."""
    section = s.section[i]
    if section.height == Height.GONE or section.felled == 1:
        return
    before = int(section.durability)
    double = net_doubled(s.options, int(section.features), dmg10, heat10, energy, high_angle)
    net = rounded(s.options, double, 2)
    section.durability = left_of(before, double, net)
    section.felled = 1 if section.durability == 0 else 0
    marks = 2 * int(section.features) + (1 if shatters(double, before) else 0)
    section_hit(e, i, net, int(section.durability), before, marks)


@rule
def hit_barricade(s: State, b: int, dmg10: int, e: Log) -> None:
    """One hit on a barricade section, which is terrain: no 20% rule, removed at once at 0 (AG-20.11).

    As a structure (option) it follows that rule and stands until the end of the turn (AG-20.17).
    """
    barricade = s.barricade[b]
    if barricade.tile == NOBODY or barricade.durability == 0:
        return
    before, structure = int(barricade.durability), s.options.barricade_is_structure == 1
    fifth = structure and shatters(2 * dmg10, before)
    barricade.durability = 0 if fifth else max(0, before - dmg10)
    left = int(barricade.durability)
    barricade_hit(e, b, dmg10, left, before, 1 if fifth else 0)
    if left == 0 and not structure:
        remove_barricade(s, b)


@rule
def remove_barricade(s: State, b: int) -> None:
    """A barricade section is gone and leaves nothing (section 3.8)."""
    barricade = s.barricade[b]
    tile = int(barricade.tile)
    if barricade.south == 1:
        s.south[tile] = NOBODY
    else:
        s.east[tile] = NOBODY
    barricade.tile, barricade.durability = NOBODY, 0


@rule
def ruin_durability(full: int) -> int:
    """A ruin has 1.5 times the full durability of what it was (AG-20.13)."""
    return full * 3 // 2
