"""Structures and barricades: hits, collapse, explosions, demolition charges (AG-20, AG-21.6)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Feature
from hulldown.rulesets.agrav.explosions import REACH, blast
from hulldown.rulesets.agrav.naming import points, tile_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.structures import RESISTANCE, marked
from hulldown.rulesets.agrav.telling.teller import Blow, Teller, by_half
from hulldown.rulesets.agrav.variants import HardenedOrder
from hulldown.rulesets.agrav.vocabulary import decimal


def told_structure_hit(t: Teller, row: Event) -> None:
    """What a hit takes off a section, and whether it is over 20% of what it had (AG-20.5, AG-20.10)."""
    draft = t.begin(row, f"{cap(t.place(row.place))} takes {net(t, row)}", Tell.STRUCTURE_HIT.rule)
    if row.d & 1:
        draft.clauses.append(f"over 20% of {points(row.c)}")
        draft.rules.append("AG-20.5")
    draft.clauses.append(f"{points(row.c)} to {points(row.b)}")
    if row.b == 0:
        draft.clauses.append("it will collapse")
        draft.rules.append("AG-20.12")


def cap(text: str) -> str:
    """With a capital letter."""
    return text[0].upper() + text[1:]


def net(t: Teller, row: Event) -> str:
    """ "80 + 60 heat - 100 (hardened) = 40": what is left of a hit, in its order (AG-20.10)."""
    blow, features = t.blow, row.d >> 1
    less = resistance(features)
    if not blow.damage:  # an explosion: what it did at this distance
        blow = Blow(damage=Fraction(row.a + (RESISTANCE if less else 0), POINT))
    text = decimal(blow.damage)
    heat = blow.energy and marked(features, Feature.VOLATILE)
    if heat:
        text = f"{text} + {blow.heat} heat"
    text = halved(t, text, heat, less) if blow.high and marked(features, Feature.HARDENED) else text + less
    return points(row.a) if text == decimal(blow.damage) else f"{text} = {points(row.a)}"


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


def told_barricade_hit(t: Teller, row: Event) -> None:
    """What a hit takes off a barricade section; at 0 it is gone (AG-20.11)."""
    name = cap(t.place(BARRICADE + row.place))
    draft = t.begin(row, f"{name} takes {points(row.a)}", Tell.BARRICADE_HIT.rule)
    if row.d:
        draft.clauses.append(f"over 20% of {points(row.c)}")
        draft.rules.append("AG-20.5")
    draft.clauses.append(f"{points(row.c)} to {points(row.b)}")
    if row.b == 0:
        later = t.s.options.barricade_is_structure and t.s.barricade[row.place].tile != NOBODY
        draft.clauses.append("it will collapse" if later else "it is gone")


def told_collapse(t: Teller, row: Event) -> None:
    """A section becomes a ruin or debris; a barricade section is gone (AG-20.3, AG-20.13)."""
    if row.c:
        t.begin(row, f"{cap(t.place(BARRICADE + row.place))} at {tile_name(row.d)} collapses", "AG-20.12")
        return
    draft = t.begin(row, f"{cap(t.place(row.place))} collapses", "AG-20.3", Tell.COLLAPSE.rule, "AG-20.13")
    draft.clauses.append(f"a ruin, durability {points(row.b)}" if row.a else "a field of debris")


def told_explosion(t: Teller, row: Event) -> None:
    """A volatile section explodes, and what reaches each unit (AG-20.14, table 3.9)."""
    if row.target == NOBODY:
        t.blow, t.struck = Blow(), {}
        far = f"{points(blast(1))} within 1 tile, {points(blast(REACH))} at {REACH}"
        t.begin(row, f"{cap(t.place(row.place))} explodes: {far}", "AG-20.7", Tell.EXPLOSION.rule)
        return
    blow = t.struck[row.target] = by_half(row.a)
    text = f"The explosion reaches {t.name(row.target)}: damage {points(row.a)}"
    t.begin(row, f"{text}, penetration {decimal(blow.penetration)}", Tell.EXPLOSION.rule)


def told_charge(t: Teller, row: Event) -> None:
    """A squad sets off its demolition charge: no roll (AG-21.6)."""
    t.blow, t.struck = by_half(row.a), {}
    text = f"{t.name(row.actor)} sets off its demolition charge at {t.place(row.place)}"
    t.begin(row, f"{text}: {points(row.a)}, no roll")
