"""Structures and barricades: hits, collapse, explosions, demolition charges (AG-20, AG-21.6)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Feature
from hulldown.rulesets.agrav.explosions import REACH, blast
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.structures import RESISTANCE, marked
from hulldown.rulesets.agrav.telling.teller import Blow, Teller, by_half
from hulldown.rulesets.agrav.variants import HardenedOrder
from hulldown.rulesets.agrav.vocabulary import decimal
from hulldown.rulesets.shared.telling import Draft, tells


@tells(events.section_hit)
def told_section_hit(t: Teller, section: int, net: int, left: int, before: int, marks: int) -> None:
    """What a hit takes off a section, and whether it is over 20% of what it had (AG-20.5, AG-20.10)."""
    draft = t.begin(f"{t.section(section)} takes {net_sum(t, net, marks >> 1)}")
    add_loss(draft, left, before, marks & 1)
    if left == 0:
        draft.clauses.append("it will collapse")
        draft.rules.append("AG-20.12")


@tells(events.barricade_hit)
def told_barricade_hit(t: Teller, barricade: int, damage: int, left: int, before: int, fifth: int) -> None:
    """What a hit takes off a barricade section; at 0 it is gone (AG-20.11)."""
    draft = t.begin(f"{t.barricade(barricade)} takes {points(damage)}")
    add_loss(draft, left, before, fifth)
    if left == 0:
        later = t.s.options.barricade_is_structure and t.s.barricade[barricade].tile != NOBODY
        draft.clauses.append("it will collapse" if later else "it is gone")


def add_loss(draft: Draft, left: int, before: int, fifth: int) -> None:
    """What it had and has, and whether a hit over a fifth of it did it (AG-20.5)."""
    if fifth:
        draft.clauses.append(f"over 20% of {points(before)}")
        draft.rules.append("AG-20.5")
    draft.clauses.append(f"{points(before)} to {points(left)}")


def net_sum(t: Teller, net: int, features: int) -> str:
    """ "80 + 60 heat - 100 (hardened) = 40": what is left of a hit, in its order (AG-20.10)."""
    blow, less = t.blow, resistance(features)
    if not blow.damage:  # an explosion: what it did at this distance
        blow = Blow(damage=Fraction(net + (RESISTANCE if less else 0), POINT))
    text = decimal(blow.damage)
    heat = blow.energy and marked(features, Feature.VOLATILE)
    if heat:
        text = f"{text} + {blow.heat} heat"
    text = halved(t, text, heat, less) if blow.high and marked(features, Feature.HARDENED) else text + less
    return points(net) if text == decimal(blow.damage) else f"{text} = {points(net)}"


def resistance(features: int) -> str:
    """What reinforced and hardened sections take off every hit (AG-20.6, AG-20.9)."""
    for feature in (Feature.HARDENED, Feature.REINFORCED):
        if marked(features, feature):
            return f" - {points(RESISTANCE)} ({feature.name.lower()})"
    return ""


def halved(t: Teller, text: str, heat: bool, less: str) -> str:
    """A hardened section halves what comes from above, before or after the 100 (option)."""
    if t.s.options.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return f"({text}{less}) / 2"
    return f"({text}) / 2{less}" if heat else f"{text} / 2{less}"


@tells(events.section_collapsed)
def told_collapse(t: Teller, section: int, ruin: int, durability: int) -> None:
    """A section becomes a ruin or debris (AG-20.3, AG-20.13)."""
    draft = t.begin(f"{t.section(section)} collapses")
    draft.clauses.append(f"a ruin, durability {points(durability)}" if ruin else "a field of debris")


@tells(events.section_exploded)
def told_explosion(t: Teller, section: int) -> None:
    """A volatile section explodes (AG-20.14, table 3.9)."""
    t.blow, t.struck = Blow(), {}
    far = f"{points(blast(1))} within 1 tile, {points(blast(REACH))} at {REACH}"
    t.begin(f"{t.section(section)} explodes: {far}")


@tells(events.blast_reached)
def told_blast(t: Teller, unit: int, damage: int) -> None:
    """What of an explosion reaches a unit."""
    blow = t.struck[unit] = by_half(damage)
    text = f"The explosion reaches {t.unit(unit)}: damage {points(damage)}"
    t.begin(f"{text}, penetration {decimal(blow.penetration)}")


@tells(events.charge_set_off)
def told_charge(t: Teller, unit: int, place: int, damage: int) -> None:
    """A squad sets off its demolition charge: no roll (AG-21.6)."""
    t.blow, t.struck = by_half(damage), {}
    text = f"{t.unit(unit)} sets off its demolition charge at {t.place(place)}"
    t.begin(f"{text}: {points(damage)}, no roll")
