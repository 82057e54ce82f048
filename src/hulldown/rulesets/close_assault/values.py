"""What is worked out of a profile beforehand: base CAF, bonuses, Get Out of the Way (CA-6, 7, 12)."""

from __future__ import annotations

from hulldown.kernel.events import Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import MOST_BONUSES, Arc, ArmyList, Gift, Kind, Trait
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Line, Options, Profile, Weapon
from hulldown.rulesets.close_assault.variants import AntitankWalkers, BulkyJumpers, InvBetterThan5

BEST_IN_TABLE = 5  # CA-6.5: the best Invulnerable Save that the table knows


@rule
def base_caf(o: Options, p: Profile, arc: int, terms: Terms) -> int:
    """The base CAF of a vehicle in its Front or Rear Combat Arc (CA-6.1 to CA-6.6)."""
    total = explain(terms, Sum.START, by_arc(arc, o.start_front, o.start_rear))
    total += explain(terms, Sum.SIZE, size_step(o, p.kind, arc))
    total += explain(terms, Sum.LIST, list_step(o, p.army, arc))
    total += explain(terms, Sum.SAVE, save_step(o, p.save, arc))
    return total + explain(terms, Sum.INVULNERABLE, invulnerable_step(o, p.invulnerable, arc))


@rule
def by_arc(arc: int, front: int, rear: int) -> int:
    """Of two numbers that of an arc."""
    return front if arc == Arc.FRONT else rear


@rule
def size_step(o: Options, kind: int, arc: int) -> int:
    """What being super-heavy gives (CA-6.2)."""
    return by_arc(arc, o.super_heavy_front, o.super_heavy_rear) if kind == Kind.SHV else 0


@rule
def list_step(o: Options, army: int, arc: int) -> int:
    """What the army list gives (CA-6.3)."""
    if army == ArmyList.LEGIONS:
        return by_arc(arc, o.legions_front, o.legions_rear)
    if army == ArmyList.AUXILIA:
        return by_arc(arc, o.auxilia_front, o.auxilia_rear)
    return by_arc(arc, o.other_list_front, o.other_list_rear)


@rule
def save_step(o: Options, save: int, arc: int) -> int:
    """What the Armour Save gives (CA-6.4); none counts as 6+ (CA-6.6)."""
    if save == 0 or save >= 6:
        return by_arc(arc, o.save_6_front, o.save_6_rear)
    if save == 5:
        return by_arc(arc, o.save_5_front, o.save_5_rear)
    if save == 4:
        return by_arc(arc, o.save_4_front, o.save_4_rear)
    if save == 3:
        return by_arc(arc, o.save_3_front, o.save_3_rear)
    return by_arc(arc, o.save_2_front, o.save_2_rear)


@rule
def invulnerable_step(o: Options, save: int, arc: int) -> int:
    """What the Invulnerable Save gives (CA-6.5, CA-6.6)."""
    if save == 0:
        return 0
    if save >= 6:
        return by_arc(arc, o.invulnerable_6_front, o.invulnerable_6_rear)
    if save == BEST_IN_TABLE or o.inv_better_than_5 == InvBetterThan5.AS_5:
        return by_arc(arc, o.invulnerable_5_front, o.invulnerable_5_rear)
    if save == 4:
        return by_arc(arc, o.invulnerable_4_front, o.invulnerable_4_rear)
    if save == 3:
        return by_arc(arc, o.invulnerable_3_front, o.invulnerable_3_rear)
    return by_arc(arc, o.invulnerable_2_front, o.invulnerable_2_rear)


# ---------------------------------------------------------------- Get Out of the Way


@rule
def gifted(p: Profile, gift: int) -> bool:
    """Whether a model has a special rule."""
    return (p.gifts >> gift) & 1 == 1


@rule
def hampered(o: Options, p: Profile) -> bool:
    """Whether being Bulky tells; Jump Packs spare a model that only as an option (CA-12.13)."""
    spared = o.bulky_jumpers == BulkyJumpers.SPARED and gifted(p, Gift.JUMP_PACKS)
    return gifted(p, Gift.BULKY) and not spared


@rule
def evade_bonus(o: Options, p: Profile, terms: Terms) -> int:
    """What the models of a unit add to their CAF when they get out of the way of a Tank Shock."""
    total = explain(terms, Sum.EVADE, o.evade_bonus)
    light = gifted(p, Gift.JUMP_PACKS) or gifted(p, Gift.SKIMMER)
    total += explain(terms, Sum.EVADE_LIGHT, o.evade_light if light else 0)
    total += explain(terms, Sum.EVADE_BULKY, o.evade_bulky if hampered(o, p) else 0)
    return total + explain(terms, Sum.EVADE_JINK, jink_step(o, p.jink))


@rule
def jink_step(o: Options, jink: int) -> int:
    """What Jink adds; better than 4+ counts as 4+ (CA-12.12, CA-12.13)."""
    if jink == 0:
        return 0
    if jink >= 6:
        return o.evade_jink_6
    return o.evade_jink_5 if jink == 5 else o.evade_jink_4


# ---------------------------------------------------------------- bonuses of weapons


@rule
def has(line: Line, trait: int) -> bool:
    """Whether a stat-line has a trait."""
    return (line.traits >> trait) & 1 == 1


@rule
def shortest_line(w: Weapon) -> int:
    """The line with the shortest range, of equals the first (CA-7.6, CA-7.7); a template counts as 0."""
    best = 0
    for i in range(1, w.lines):
        if w.line[i].range < w.line[best].range:
            best = i
    return best


@rule
def bonus_against(o: Options, line: Line, kind: int, terms: Terms) -> int:
    """The bonus of a stat-line against a type of model; 0: it cannot be used (CA-7.8 to CA-7.14, CA-7.19)."""
    if not can_damage(line, kind):
        return 0
    total = explain(terms, Sum.ONE, before_ap(o, line, kind))
    if full_value(o, line, kind):
        total += explain(terms, Sum.AP, max(0, -line.ap) * for_ap(o, line))
    if total == 0:
        return 0
    return total + explain(terms, Sum.POINT_DEFENCE, point_defence(o, line))


@rule
def before_ap(o: Options, line: Line, kind: int) -> int:
    """The bonus of a line against a type before its armour piercing counts (CA-7.8 to CA-7.12)."""
    if has(line, Trait.LIGHT):
        return o.light_bonus
    if has(line, Trait.LIGHT_AT):
        return o.light_at_bonus if full_value(o, line, kind) else o.light_at_vehicles
    if has(line, Trait.ANTI_TANK):
        return o.anti_tank_bonus if full_value(o, line, kind) else o.anti_tank_infantry
    return o.unclassed_bonus


@rule
def for_ap(o: Options, line: Line) -> int:
    """What each point of armour piercing adds where it counts (CA-7.8 to CA-7.12)."""
    if has(line, Trait.LIGHT):
        return o.light_ap
    if has(line, Trait.LIGHT_AT):
        return o.light_at_ap
    return o.anti_tank_ap if has(line, Trait.ANTI_TANK) else o.unclassed_ap


@rule
def point_defence(o: Options, line: Line) -> int:
    """What Point Defence adds (CA-7.13)."""
    return o.point_defence_bonus if has(line, Trait.POINT_DEFENCE) else 0


@rule
def can_damage(line: Line, kind: int) -> bool:
    """Light weapons cannot harm Vehicles and larger (CA-7.8, CA-7.14)."""
    return kind <= Kind.WALKER or not has(line, Trait.LIGHT)


@rule
def full_value(o: Options, line: Line, kind: int) -> bool:
    """Whether the armour piercing of a line counts against a type; the first trait decides (CA-7.19)."""
    if has(line, Trait.LIGHT):
        return True
    if has(line, Trait.LIGHT_AT):
        return kind <= Kind.WALKER
    if has(line, Trait.ANTI_TANK):
        if kind == Kind.WALKER:
            return bool(o.antitank_walkers == AntitankWalkers.FULL)
        return kind > Kind.WALKER
    return True


@rule
def number_of_bonuses(o: Options, w: Weapon, line: Line) -> int:
    """How many bonuses a weapon gives in a round (CA-7.15, CA-7.16); no more than a battle keeps (CA-8.8)."""
    return min(MOST_BONUSES, many_bonuses(w, line, o.assault_bonuses))


@rule
def many_bonuses(w: Weapon, line: Line, assault: int) -> int:
    """Dice of all mounts, `assault` times as many with that trait; random dice by their mean (CA-7.18)."""
    dice = line.fixed + line.random * (line.sides + 1) // 2
    return dice * w.count * (assault if has(line, Trait.ASSAULT) else 1)
