"""Hardshields, one shot from end to end, structures (AG-9, AG-13, AG-14, AG-20)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import (
    DAMAGED,
    WRECKED,
    crits_of,
    gcd,
    has,
    hit_armour,
    multiplier,
    ram_penetration20,
    round_tenths,
    struck_plate,
)
from hulldown.rulesets.agrav.events import (
    Why,
    barricade_hit,
    charge_sent,
    charge_set_off,
    model_hit,
    section_hit,
    shield_cracked,
    shield_downed,
    shield_rested,
    shield_struck,
    shield_toggled,
    stun_eased,
    stunned,
    unit_destroyed,
)
from hulldown.rulesets.agrav.occasions import (
    MOST_THICKNESS,
    HouseOccasion,
    amend,
    amend_struck,
    drop_terms,
    within,
)
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    COLUMNS,
    NOBODY,
    PERCENT,
    POINT,
    ActivationCostBase,
    Chassis,
    Family,
    Feature,
    Ground,
    HardenedOrder,
    Height,
    Options,
    OverchargeRule,
    Part,
    RamExcessScale,
    RegenerationBase,
    Screen,
    Shield,
    ShieldThermalOrder,
    Standing,
    State,
    StunWindow,
    Unit,
    tile_at,
)
from hulldown.rulesets.agrav.table import WAYS, beyond, distance, look

STOPPED, THROUGH, CRACKING = 1, 2, 3  # how far a hit gets through (AG-13.3, AG-13.4)
DOUBLED = 4  # added to that in the log of a doubled hit

# ---------------------------------------------------------------- hits


@rule
def thickness_over(o: Options, screen: Screen) -> int:
    """Thickness over the default maximum: it follows the current maximum, a crack's the charge (AG-13.16).

    The charge alone changes nothing unless the shield is cracked (AG-13.2, AG-13.5).
    """
    if screen.crack > 0:
        return screen.nominal * screen.charge
    return screen.nominal * (screen.maximum if o.shield_thickness_scales != 0 else screen.full)


@rule
def through(o: Options, screen: Screen, pen20: int) -> int:
    """How far a hit gets through a shield (AG-13.3, AG-13.4)."""
    thickness = 2 * POINT * thickness_over(o, screen)
    reaches = pen20 * screen.full
    if reaches > o.crack_thickness * thickness:
        return CRACKING
    return THROUGH if reaches > thickness else STOPPED


@rule
def factor(o: Options, far: int) -> int:
    """Percent of the damage that a hit does to a shield, by how far it gets through (AG-13.3, AG-13.4)."""
    if far == CRACKING:
        return o.shield_cracked
    return o.shield_through if far == THROUGH else o.shield_stopped


@rule
def doubling(o: Options, screen: Screen) -> int:
    """All damage counts double for a while after the shield was switched on (AG-13.14, AG-13.21)."""
    return o.activation_damage if screen.activated != 0 else 1


@rule
def dealt_over(o: Options, screen: Screen, g: int, dmg10: int, heat10: int) -> int:
    """The damage of a hit to a shield, over 100; heat of energy weapons is added (AG-13.8, AG-13.17).

    g: the percent of it that the shield takes.
    """
    if o.shield_thermal_order == ShieldThermalOrder.AFTER_FACTOR:
        return (dmg10 * g + PERCENT * heat10) * doubling(o, screen)
    return (dmg10 + heat10) * g * doubling(o, screen)


@rule
def excess_of(o: Options, screen: Screen, g: int, dmg10: int) -> int:
    """What a ram has left after it emptied the shield, rounded (AG-19.14, AG-19.15)."""
    beyond = dealt_over(o, screen, g, dmg10, 0) - PERCENT * screen.charge
    if beyond <= 0:
        return 0
    if o.ram_excess_scale == RamExcessScale.SHIELD:
        return round_tenths(o, beyond, PERCENT)
    return round_tenths(o, beyond, g * doubling(o, screen))


@rule
def disable(o: Options, screen: Screen) -> None:
    """Emptied to 0: five turns until it is inactive again; a crack has ended (AG-13.10, AG-13.15)."""
    screen.state, screen.charge = Shield.DISABLED, 0
    screen.reset, screen.crack = o.reset_turns, 0


@rule
def drain(o: Options, screen: Screen, dealt: int, cracks: bool) -> int:
    """Charge falls by what was dealt, at most by all of it; what was removed (AG-13.6, AG-13.16)."""
    removed = min(dealt, screen.charge)
    screen.charge -= removed
    if screen.charge == 0:
        disable(o, screen)
    elif cracks:
        screen.crack = o.crack_turns  # a new crack lasts as long again (AG-13.19)
    return removed


@rule
def struck_shield(s: State, i: int, face: int, terms: Terms) -> int:
    """The nominal thickness of a shield that a hit from the side of a face meets (AG-13.2)."""
    nominal = s.units[i].shield.nominal
    met = amend_struck(s, HouseOccasion.SHIELD, i, face, nominal, terms)
    return within(nominal, 0, MOST_THICKNESS, met)


@rule
def strike(s: State, i: int, face: int, pen20: int, dmg10: int, heat10: int, ram: int, log: Log) -> int:
    """Step 2 of a hit at an active shield: nothing passes (AG-13.7) but what a ram has left (AG-19.3)."""
    o, u = s.options, s.units[i]
    screen = u.shield
    nominal = screen.nominal
    screen.nominal = struck_shield(s, i, face, log.why)
    thickness, far = thickness_over(o, screen), through(o, screen, pen20)
    screen.nominal = nominal
    g = max(0, amend_struck(s, HouseOccasion.SHIELD_LOSS, i, face, factor(o, far), log.why))
    mark = far + (DOUBLED if screen.activated != 0 else 0)
    excess = excess_of(o, screen, g, dmg10) if ram != 0 else 0
    dealt = round_tenths(o, dealt_over(o, screen, g, dmg10, heat10), PERCENT)
    removed = drain(o, screen, dealt, far == CRACKING)
    u.lost_charge += removed
    tell_strike(i, screen, thickness, mark, dealt, removed, excess, far == CRACKING, log)
    return excess


@rule
def tell_strike(
    i: int,
    screen: Screen,
    thickness: int,
    mark: int,
    dealt: int,
    removed: int,
    excess: int,
    cracks: bool,
    log: Log,
) -> None:
    """The hit, and the crack or the end of the shield."""
    common = gcd(screen.full, thickness)
    n, d = thickness // common, screen.full // common
    shield_struck(log, i, mark, n, d, removed, screen.charge)
    if screen.state == Shield.DISABLED:
        shield_downed(log, i, dealt, removed, screen.reset, excess)
    elif cracks:
        shield_cracked(log, i, screen.crack)


# ---------------------------------------------------------------- own turn: switching and the shield step


@rule
def why_not_toggle(s: State, i: int) -> int:
    """Why a vehicle may not switch its shield (AG-13.20)."""
    screen = s.units[i].shield
    if screen.state == Shield.ABSENT:
        return Why.NO_SUCH_ACTION
    if screen.toggled != 0:
        return Why.SHIELD_TOGGLED
    if screen.state == Shield.DISABLED or screen.state == Shield.DESTROYED:
        return Why.SHIELD_DISABLED
    return Why.ALLOWED if screen.charge > 0 else Why.SHIELD_EMPTY


@rule
def activate(o: Options, screen: Screen) -> int:
    """Switch on: the charge becomes the maximum, then 5% of it is paid (AG-13.11, AG-13.12, AG-13.20).

    A cost that takes all of the charge empties the shield (AG-13.23).
    """
    base = screen.full if o.activation_cost_base == ActivationCostBase.DEFAULT_MAX else screen.charge
    cost = min(round_tenths(o, o.activation_cost * base, PERCENT), screen.charge)
    screen.state, screen.activated = Shield.ACTIVE, 1
    screen.maximum = screen.charge
    screen.charge -= cost
    if screen.charge == 0:
        disable(o, screen)
    return cost


@rule
def deactivate(screen: Screen) -> None:
    """Switch off: the charge is kept, the maximum is the default again (AG-13.12, AG-13.20)."""
    screen.state, screen.maximum = Shield.INACTIVE, screen.full


@rule
def toggle(s: State, i: int, log: Log) -> None:
    """Switch the shield on or off; free (AG-13.20)."""
    screen = s.units[i].shield
    before, cost = screen.charge, 0
    if screen.state == Shield.ACTIVE:
        deactivate(screen)
    else:
        cost = activate(s.options, screen)
    screen.toggled = 1
    shield_toggled(log, i, screen.state, before, cost, screen.charge)


@rule
def rest(screen: Screen) -> None:
    """As its owner's turn starts it may be switched again and takes no double damage (AG-6.4, AG-13.21)."""
    screen.toggled, screen.activated = 0, 0


@rule
def gain_of(o: Options, screen: Screen) -> int:
    """1% of the default maximum while active, 2% while inactive (AG-13.9, AG-13.18).

    By option it is a share of the maximum up to which it regains charge.
    """
    active = screen.state == Shield.ACTIVE
    most = screen.maximum if active else screen.full
    share = o.active_gain if active else o.inactive_gain
    whole = most if o.regeneration_base == RegenerationBase.CURRENT_MAX else screen.full
    return round_tenths(o, share * whole, PERCENT)


@rule
def regain(screen: Screen, gain: int) -> None:
    """Charge comes back up to a maximum: the current while active, else the default (AG-13.9, AG-13.18)."""
    most = screen.maximum if screen.state == Shield.ACTIVE else screen.full
    screen.charge = max(screen.charge, min(most, screen.charge + gain))


@rule
def regenerate(o: Options, screen: Screen) -> None:
    """What a shield regains by the printed rules."""
    regain(screen, gain_of(o, screen))


@rule
def step(s: State, i: int, powered: int, log: Log) -> None:
    """Only one of these at the end of the owner's turn (AG-13.18); powered: 1 with a working generator."""
    screen = s.units[i].shield
    if screen.state == Shield.DISABLED:
        screen.reset -= 1
        if screen.reset == 0:
            deactivate(screen)  # which restores the maximum too (AG-13.20)
    elif screen.crack > 0:
        screen.crack -= 1
    elif screen.toggled == 0 and powered != 0:  # no regeneration on a switching turn (AG-13.13)
        regain(screen, amend(s, HouseOccasion.REGENERATION, i, gain_of(s.options, screen), log.why))


@rule
def shield_step(s: State, i: int, log: Log) -> None:
    """The shield of a vehicle at the end of its own turn (AG-13.18)."""
    u = s.units[i]
    screen = u.shield
    if screen.state == Shield.ABSENT or screen.state == Shield.DESTROYED:
        return
    before, wait = screen.charge, screen.reset + screen.crack
    step(s, i, int(has(u, Part.GENERATOR)), log)
    if screen.charge != before or screen.reset + screen.crack != wait:
        left = screen.reset if screen.state == Shield.DISABLED else screen.crack
        gain = screen.charge - before
        shield_rested(log, i, screen.state, screen.charge, gain, left)
    else:
        drop_terms(log)


# ---------------------------------------------------------------- transfer


@rule
def why_not_transfer(s: State, i: int, target: int, amount: int) -> int:
    """Why a vehicle may not send so many points of charge to a unit (AG-14.1 to AG-14.3, AG-14.8)."""
    u = s.units[i]
    if not has(u, Part.TRANSFER):
        return Why.TRANSFER_MISSING
    if u.shield.state != Shield.ACTIVE and u.shield.state != Shield.INACTIVE:
        return Why.SHIELD_DISABLED
    if u.transferred != 0:
        return Why.TRANSFER_USED
    if not takes_charge(s, i, target):
        return Why.TRANSFER_TARGET
    return Why.ALLOWED if amount >= 1 and POINT * amount <= u.shield.charge else Why.TRANSFER_AMOUNT


@rule
def takes_charge(s: State, i: int, target: int) -> bool:
    """An ally with an active shield within 1 tile; no line of sight is needed (AG-14.2, AG-14.3, AG-14.8)."""
    if target < 0 or target >= s.count or target == i:
        return False
    u, other = s.units[i], s.units[target]
    if other.standing != Standing.PRESENT or other.side != u.side or other.shield.state != Shield.ACTIVE:
        return False
    return distance(u.tile, other.tile) <= s.options.transfer_range


@rule
def arriving(o: Options, sent10: int, crits: int) -> int:
    """A fifth is lost on the way, half with a damaged system (AG-14.4, AG-14.8, table 3.10)."""
    lost = o.damaged_transfer_loss if crits >= DAMAGED else o.transfer_loss
    return round_tenths(o, (PERCENT - lost) * sent10, PERCENT)


@rule
def receive(o: Options, screen: Screen, arrived: int) -> None:
    """Fill up to the maximum, then raise that at a loss of half (AG-14.5, AG-14.6, AG-14.7)."""
    fill = min(arrived, max(0, screen.maximum - screen.charge))
    excess = arrived - fill
    kept = round_tenths(o, (PERCENT - o.overcharge_loss) * excess, PERCENT)
    more = kept if o.overcharge_rule == OverchargeRule.TEXT else excess
    screen.maximum = min(screen.full, screen.maximum + more)
    screen.charge = min(screen.maximum, screen.charge + fill + kept)


@rule
def transfer(s: State, i: int, target: int, amount: int, log: Log) -> None:
    """Send charge to a neighbour; an active giver that sends all of it is disabled (AG-14.8)."""
    o, u, other = s.options, s.units[i], s.units[target]
    sent = POINT * amount
    u.shield.charge -= sent
    u.transferred = 1
    if u.shield.state == Shield.ACTIVE and u.shield.charge == 0:
        disable(o, u.shield)
    arrived = arriving(o, sent, crits_of(u, Part.TRANSFER))
    receive(o, other.shield, arrived)
    charge, maximum = other.shield.charge, other.shield.maximum
    charge_sent(log, i, target, sent, arrived, charge, maximum)


# ---------------------------------------------------------------- hits
# One hit from end to end, on vehicles (AG-9.1) and on squads (AG-21), and the stun it leaves (AG-15).


@rule
def hit_vehicle(
    s: State,
    target: int,
    pen20: int,
    dmg10: int,
    heat10: int,
    energy: int,
    he: int,
    face: int,
    ram: int,
    d: Dice,
    e: Log,
) -> None:
    """Steps 2 to 11 of a shot that hit a vehicle (AG-9.1), or of a ram (AG-19.14).

    pen20 is the penetration times 20, dmg10 and heat10 are tenths of a point. With ram = 1 what an emptied
    shield does not stop goes on, its penetration half of what is left (AG-19.3, AG-19.15).
    """
    u = s.units[target]
    if u.standing != Standing.PRESENT:
        return
    if u.shield.state == Shield.ACTIVE:
        dmg10 = strike(s, target, face, pen20, dmg10, heat10, ram, e)
        pen20 = ram_penetration20(s.options, dmg10)
    if dmg10 > 0:
        hit_armour(s, target, pen20, dmg10, heat10, energy, he, multiplier(u.chassis, face), face, ram, d, e)
    if u.health <= 0 or crits_of(u, Part.COCKPIT) >= WRECKED:  # after all crit rolls (AG-12.14)
        destroy(s, target, e)
    check_stun(s, target, e)


@rule
def destroy(s: State, u: int, e: Log) -> None:
    """A destroyed vehicle leaves debris on its tile, a squad nothing (AG-9.3, AG-12.13)."""
    unit = s.units[u]
    if unit.standing != Standing.PRESENT:
        return
    tile = unit.tile
    unit.standing, unit.left = Standing.DESTROYED, 0
    for w in range(unit.weapons):
        unit.weapon[w].cone = NOBODY
    s.occupant[tile] = NOBODY
    if unit.chassis != Chassis.INFANTRY and s.ground[tile] == Ground.CLEAR:
        s.ground[tile] = Ground.DEBRIS
    unit_destroyed(e, u, tile)
    look(s, u)


# ---------------------------------------------------------------- squads


@rule
def living(u: Unit) -> int:
    """Models of a squad that are alive."""
    alive = 0
    for m in range(u.models):
        alive += 1 if u.model[m] > 0 else 0
    return alive


@rule
def models_hit(o: Options, dmg10: int, area: int, alive: int) -> int:
    """One, or for an area shot a model for every 25 damage, rounded up (AG-21.1, AG-21.2)."""
    return min(-(-dmg10 // (POINT * o.area_damage)), alive) if area != 0 else min(1, alive)


@rule
def models_struck(s: State, target: int, dmg10: int, area: int, e: Log) -> int:
    """The same by house rules: one at least."""
    alive = living(s.units[target])
    printed = models_hit(s.options, dmg10, area, alive)
    if printed == 0:
        drop_terms(e)
        return 0
    return min(max(1, amend(s, HouseOccasion.MODELS, target, printed, e.why)), alive)


@rule
def weakest(u: Unit, spared: int) -> int:
    """The living model with the least health left, ties by index, among the bits of `spared` (AG-21.5)."""
    result = NOBODY
    for m in range(u.models):
        if (spared >> m) & 1 == 1 and u.model[m] > 0 and (result < 0 or u.model[m] < u.model[result]):
            result = m
    return result


@rule
def model_loss(o: Options, thickness: int, pen20: int, dmg10: int) -> int:
    """D x (P - thickness) / P, rounded: no heat, spalling or HE for models (AG-21.5)."""
    through = pen20 - 20 * thickness
    return round_tenths(o, dmg10 * through, pen20) if through > 0 else 0


@rule
def hit_squad(s: State, target: int, pen20: int, dmg10: int, area: int, d: Dice, e: Log) -> None:
    """A hit on a squad; those hit are the models with the least health (AG-21.2, AG-21.5, AG-15.8)."""
    u = s.units[target]
    if u.standing != Standing.PRESENT:
        return
    loss = model_loss(s.options, struck_plate(s, target, NOBODY, e.why), pen20, dmg10)
    spared = (1 << u.models) - 1
    for _ in range(models_struck(s, target, dmg10, area, e)):
        m = weakest(u, spared)
        spared &= ~(1 << m)
        hurt_model(s, target, m, loss, e)
    if living(u) == 0:
        destroy(s, target, e)
    check_stun(s, target, e)


@rule
def hurt_model(s: State, target: int, m: int, loss: int, e: Log) -> None:
    """Health of one model; at 0 it is dead (AG-21.5)."""
    u = s.units[target]
    removed = min(loss, u.model[m])
    u.model[m] -= removed
    u.health -= removed
    u.lost_health += removed
    model_hit(e, target, m, loss, removed, u.model[m], u.health)


# ---------------------------------------------------------------- stun
# Stun: what a unit took in one turn, and how long it shakes (AG-15).


SHAKEN = 2  # the counter of a unit just stunned (AG-15.6)


@rule
def total_over(o: Options, health: int, durability: int, charge: int) -> int:
    """The total damage, over 100: shields count half, armour by the option (AG-15.1, AG-15.4)."""
    whole = health + durability * o.stun_armour_weight
    return PERCENT * whole + o.stun_shield_share * charge


@rule
def stun_share(s: State, i: int, terms: Terms) -> int:
    """The percent of its health that stuns a unit, a quarter (AG-15.1, AG-15.4)."""
    share = s.options.stun_share
    return within(share, 1, PERCENT * PERCENT, amend(s, HouseOccasion.STUN, i, share, terms))


@rule
def open_window(s: State) -> None:
    """Step 1 of the start of a turn (AG-6.4): damage to all units is counted anew, by option each round."""
    if s.options.stun_window == StunWindow.ROUND and s.side != s.first:
        return
    for i in range(s.count):
        u = s.units[i]
        u.lost_health, u.lost_durability, u.lost_charge = 0, 0, 0
        u.stunned = 0


@rule
def stun(s: State, i: int, ram: int, log: Log) -> None:
    """Set the counter (AG-15.2): in its own turn half its mobility goes at once (AG-15.3, AG-15.6)."""
    u = s.units[i]
    if u.side == s.side and u.stun != SHAKEN:
        u.left = u.left * s.options.stun_mobility // PERCENT
    u.stun = SHAKEN
    health, durability, charge = u.lost_health, u.lost_durability, u.lost_charge
    stunned(log, i, ram, health, durability, charge, u.health_full)


@rule
def check_stun(s: State, i: int, log: Log) -> None:
    """Step 11 of a hit, on squads too: the sum stuns once, when it is enough (AG-15.5, AG-15.8)."""
    u = s.units[i]
    if u.standing != Standing.PRESENT or u.stunned != 0:
        return
    total = total_over(s.options, u.lost_health, u.lost_durability, u.lost_charge)
    if total >= stun_share(s, i, log.why) * u.health_full:
        u.stunned = 1
        stun(s, i, 0, log)
    else:
        drop_terms(log)


@rule
def stun_by_ram(s: State, i: int, log: Log) -> None:
    """The target of a ram is stunned whatever damage it takes, and whatever stunned it before (AG-19.1)."""
    if s.units[i].standing == Standing.PRESENT:
        stun(s, i, 1, log)


@rule
def stun_step(s: State, i: int, log: Log) -> None:
    """The counter drops at the end of the unit's own turn (AG-15.6)."""
    u = s.units[i]
    if u.stun > 0:
        u.stun -= 1
        stun_eased(log, i, u.stun)


# ---------------------------------------------------------------- structures
# Structures and barricades: where they stand, under fire, under demolition charges (AG-20, AG-21.6).


@rule
def marked(features: int, feature: int) -> bool:
    """Whether a feature is among them (AG-3.15)."""
    return (features & feature) != 0


@rule
def net_over(o: Options, features: int, dmg10: int, heat10: int, energy: int, high_angle: int) -> int:
    """What a hit takes off a section, in tenths, over 100: halving then needs no fraction (AG-20.10)."""
    net = PERCENT * dmg10
    if energy == 1 and marked(features, Feature.VOLATILE):
        net += PERCENT * heat10
    hardened = marked(features, Feature.HARDENED)
    less = hardened or marked(features, Feature.REINFORCED)
    flat = PERCENT * POINT * o.reinforced if less else 0
    share = PERCENT - o.hardened_share
    if not (hardened and high_angle == 1):
        return max(0, net - flat)
    if o.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return max(0, net - flat) * share // PERCENT
    return max(0, net * share // PERCENT - flat)


@rule
def shatters(o: Options, over: int, durability: int) -> bool:
    """A single hit of over 20% of the durability before it drops a structure to 0 (AG-20.5, AG-20.15)."""
    return over > o.fell_share * durability


@rule
def remaining_durability(o: Options, durability: int, over: int, net: int) -> int:
    """What is left of a structure after a hit (AG-20.5, AG-1.6)."""
    return 0 if shatters(o, over, durability) else max(0, durability - net)


@rule
def hit_section(s: State, i: int, dmg10: int, heat10: int, energy: int, high_angle: int, e: Log) -> None:
    """One hit on a section; one at 0 stands until the turn ends and ignores more (AG-20.10, AG-20.12)."""
    section = s.section[i]
    if section.height == Height.GONE or section.felled == 1:
        return
    o, before = s.options, section.durability
    over = net_over(o, section.features, dmg10, heat10, energy, high_angle)
    net = round_tenths(o, over, PERCENT)
    section.durability = remaining_durability(o, before, over, net)
    section.felled = 1 if section.durability == 0 else 0
    marks = 2 * section.features + (1 if shatters(o, over, before) else 0)
    section_hit(e, i, net, section.durability, before, marks)


@rule
def hit_barricade(s: State, b: int, dmg10: int, e: Log) -> None:
    """One hit on a barricade section, which is terrain: no 20% rule, removed at once at 0 (AG-20.11).

    As a structure (option) it follows that rule and stands until the end of the turn (AG-20.17).
    """
    barricade = s.barricade[b]
    if barricade.tile == NOBODY or barricade.durability == 0:
        return
    before, structure = barricade.durability, s.options.barricade_is_structure == 1
    fifth = structure and shatters(s.options, PERCENT * dmg10, before)
    barricade.durability = 0 if fifth else max(0, before - dmg10)
    left = barricade.durability
    barricade_hit(e, b, dmg10, left, before, 1 if fifth else 0)
    if left == 0 and not structure:
        remove_barricade(s, b)


@rule
def remove_barricade(s: State, b: int) -> None:
    """A barricade section is gone and leaves nothing (section 3.8)."""
    barricade = s.barricade[b]
    tile = barricade.tile
    if barricade.south == 1:
        s.south[tile] = NOBODY
    else:
        s.east[tile] = NOBODY
    barricade.tile, barricade.durability = NOBODY, 0


@rule
def ruin_durability(o: Options, full: int) -> int:
    """A ruin has 1.5 times the full durability of what it was (AG-20.1, AG-20.13)."""
    return full * o.ruin_factor // PERCENT


# ---------------------------------------------------------------- footprint
# Where a structure section or a barricade stands, and how far from it a tile is (AG-2.4, AG-20.14).


FAR = 99  # farther than any two tiles of a map


@rule
def nearest_tile(s: State, i: int, tile: int) -> int:
    """The tile of section `i` nearest to a tile (ties: smaller y, then smaller x); -1 if it has none."""
    part = s.section[i]
    best, nearest = FAR, NOBODY
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            there = tile_at(column, row)
            if s.built[there] == i and distance(there, tile) < best:
                best, nearest = distance(there, tile), there
    return nearest


@rule
def section_distance(s: State, i: int, tile: int) -> int:
    """Distance of a tile from the nearest tile of a section (AG-2.4); FAR if it has none."""
    near = nearest_tile(s, i, tile)
    return FAR if near == NOBODY else distance(near, tile)


@rule
def beside(s: State, i: int, tile: int) -> bool:
    """Whether a tile of section `i` is orthogonally next to a tile (AG-21.6).

    The nearest tile does not say it: a corner counts as near as a side (AG-2.4).
    """
    for quarter in range(WAYS // 2):
        there = beyond(s, tile, 2 * quarter)
        if there != NOBODY and s.built[there] == i:
            return True
    return False


@rule
def sections_apart(s: State, i: int, other: int) -> int:
    """Distance between the nearest tiles of two sections."""
    part = s.section[other]
    best = FAR
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            tile = tile_at(column, row)
            if s.built[tile] == other:
                best = min(best, section_distance(s, i, tile))
    return best


@rule
def beyond_edge(s: State, b: int) -> int:
    """The tile south or east of a barricade section, the other of its two (AG-3.7)."""
    barricade = s.barricade[b]
    return barricade.tile + (COLUMNS if barricade.south == 1 else 1)


@rule
def barricade_distance(s: State, i: int, b: int) -> int:
    """Distance of a barricade section from a section: of the nearer of its two tiles (AG-4.6)."""
    return min(section_distance(s, i, s.barricade[b].tile), section_distance(s, i, beyond_edge(s, b)))


# ---------------------------------------------------------------- infantry
# Demolition charges of squads (AG-21.6, AG-21.9). How squads move, shoot and are hit is with those rules.


@rule
def charge_line(s: State, u: int) -> int:
    """The weapon line of a unit that is a demolition charge, -1 for none (AG-21.9)."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].family == Family.CHARGE:
            return w
    return NOBODY


@rule
def has_fired(s: State, u: int) -> bool:
    """Whether any weapon line of a squad has fired this turn."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].fired == 1:
            return True
    return False


@rule
def next_to(s: State, u: int, place: int) -> bool:
    """A section orthogonally next to a squad, or a barricade section on an edge of its tile (AG-21.6)."""
    tile = s.units[u].tile
    if place >= BARRICADE:
        b = place - BARRICADE
        if b >= s.barricades or s.barricade[b].tile == NOBODY:
            return False
        return bool(s.barricade[b].tile == tile or beyond_edge(s, b) == tile)
    if place < 0 or place >= s.sections or s.section[place].height == Height.GONE:
        return False
    return beside(s, place, tile)


@rule
def why_not_charge(s: State, u: int, place: int) -> int:
    """Why a squad may not use its demolition charge there (AG-21.6)."""
    line = charge_line(s, u)
    if line == NOBODY or s.units[u].weapon[line].loads == 0:
        return Why.NO_AMMO
    if has_fired(s, u):
        return Why.WEAPON_FIRED
    return Why.ALLOWED if next_to(s, u, place) else Why.CHARGE_TARGET


@rule
def charge(s: State, u: int, place: int, e: Log) -> None:
    """One hit of the charge, no roll, in place of all shooting of the squad this turn (AG-21.6, AG-21.10)."""
    unit = s.units[u]
    weapon = unit.weapon[charge_line(s, u)]
    weapon.loads -= 1
    for w in range(unit.weapons):
        unit.weapon[w].fired, unit.weapon[w].cone = 1, NOBODY
    damage = POINT * weapon.damage
    charge_set_off(e, u, place, damage)
    if place >= BARRICADE:
        hit_barricade(s, place - BARRICADE, damage, e)
    else:
        hit_section(s, place, damage, 0, 0, 0, e)
