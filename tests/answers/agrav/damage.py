"""What a hit does: shields, armour, internals, crits, stun, models (AG-9 to AG-15, AG-21)."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, ask, key
from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.agrav import armor
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import (
    activate,
    arriving,
    check_stun,
    factor,
    model_loss,
    models_hit,
    receive,
    step,
    strike,
    stun,
    stun_step,
    thickness_over,
    through,
    total_over,
)
from hulldown.rulesets.agrav.events import armour_met, crit_rolled, health_lost
from hulldown.rulesets.agrav.setup import blank_state, field_unit
from hulldown.rulesets.agrav.state import NOBODY, PERCENT, POINT, Face, Part, Screen, Shield, State, Unit
from hulldown.rulesets.common.explanation import OFF, open_log

from .posing import TWENTIETHS, exact, first_row, options_of, pen20, points, tenths

FIT = 100_000 * POINT  # health of a vehicle that no hit of a question brings to a crit
NAMES = {Part.TRANSFER: "shield transfer"}


def vehicle(given: Given) -> tuple[State, Unit]:
    """An empty map with a vehicle that survives whatever is done to it, its shield off."""
    s = blank_state(given.get("options"))
    u = field_unit(SHELF, s, 0, "terrier", 0)
    u.health = u.health_full = FIT
    return s, u


# ---------------------------------------------------------------- armour


def plated(given: Given) -> tuple[State, Unit]:
    s, u = vehicle(given)
    u.thickness, u.heat = given["thickness"], tenths(given["heat"])
    u.durability, u.durability_full = tenths(given["durability"]), tenths(given["max_durability"])
    return s, u


def armour_hit(given: Given) -> dict[str, Any]:
    """Steps 3 to 9 of a shot (AG-9.1)."""
    (s, u), log = plated(given), open_log()
    limit = exact(armor.limit_of(u), u.durability_full)
    shot = pen20(given["penetration"]), tenths(given["damage"]), tenths(given["thermal"])
    face = int(Fraction(given["facing"]) * POINT)
    armor.hit_armour(s, 0, *shot, int(given["energy"]), int(given["he"]), face, 0, 0, new_dice(0), log)
    health = [row.damage for row in health_lost.rows(log)]
    return {
        "heat": points(u.heat),
        "limit": limit,
        **layers(given, shot[0], shot[1], face, log),
        "durability": points(u.durability),
        "internal": points(health[0] if health else 0),
    }


def layers(given: Given, pen: int, dmg: int, face: int, log: Log) -> dict[str, Any]:
    """What each layer does by itself, with the heat that the shot met there."""
    s, u = plated(given)
    o, u.heat = s.options, first_row(log, armour_met).heat
    e, p = armor.effective(o, u, face), armor.reach(u, pen)
    bonus = 0
    if armor.splinters(o, int(given["energy"]), 0):
        bonus = armor.bonus_over(o, u, dmg, p, e, armor.cap_of(o, u, e, face), int(given["he"]))
    return {
        "effective": exact(e, armor.reach(u, TWENTIETHS)),
        "penetrates": p > e,
        "durability_damage": points(armor.wear(o, u, dmg, p, e)),
        "base": exact(armor.base_over(dmg, p, e), POINT * p),
        "bonus": exact(bonus, POINT * p * armor.tenth(u)),
    }


def heat_step(given: Given) -> dict[str, Any]:
    """Heat at the end of the own turn (AG-11.8)."""
    s, u = plated(given)
    armor.heat_step(s, 0, OFF)
    return {"durability": points(u.durability), "heat": points(u.heat)}


# ---------------------------------------------------------------- health and crits


def thresholds(given: Given, max_health: float, health: float, damage: float) -> dict[str, Any]:
    """Health and the crit rolls that it costs (AG-12.7, AG-12.8)."""
    (s, u), log = vehicle(given), open_log()
    u.health_full, u.health = tenths(max_health), tenths(health)
    armor.lose_health(s, 0, tenths(damage), new_dice(0), log)
    rolls = len(crit_rolled.rows(log))
    return {"health": points(u.health), "crit_rolls": rolls, "destroyed": u.health <= 0}


def part_struck(given: Given, vehicle: str, roll: int) -> str:
    """The part that a roll strikes, as the crit table names it (AG-12.10)."""
    u = field_unit(SHELF, blank_state(given.get("options")), 0, vehicle)
    k = armor.part_struck(u, roll)
    if k == NOBODY:
        return "none"
    part, slot = Part(int(u.part[k].part)), u.part[k].weapon
    weapon = list(SHELF.units().weapons)[u.weapon[slot].kind] if slot >= 0 else ""
    if part == Part.WEAPON:
        return weapon
    return f"ammo {weapon}" if part == Part.AMMO else NAMES.get(part, part.name.lower())


def crit_chance(given: Given, vehicle: str, part: str) -> Fraction:
    """How likely a crit strikes a part."""
    budget = int(field_unit(SHELF, blank_state(), 0, vehicle).budget)
    return Fraction(Counter(part_struck(given, vehicle, face + 1) for face in range(budget))[part], budget)


# ---------------------------------------------------------------- shields


def screened(given: Given) -> tuple[State, Screen]:
    """A vehicle with the shield of a question, active and full where it says nothing."""
    s, u = vehicle(given)
    screen = u.shield
    screen.state = Shield[given.get("state", "active").upper()]
    screen.nominal, screen.full = given.get("nominal", 0), tenths(given["default_max"])
    screen.maximum = tenths(given.get("current_max", given["default_max"]))
    screen.charge = tenths(given.get("charge", given.get("target_charge", 0)))
    screen.crack = given.get("crack_timer", 2 * int(given.get("cracked", False)))
    screen.reset, screen.activated = given.get("disabled_timer", 0), int(given.get("activated", False))
    return s, screen


def screen_words(s: State, screen: Screen) -> dict[str, Any]:
    """A shield as answers name it (AG-13.15, AG-13.16)."""
    return {
        "state": Shield(int(screen.state)).name.lower(),
        "charge": points(screen.charge),
        "current_max": points(screen.maximum),
        "crack": screen.crack > 0,
        "crack_timer": int(screen.crack),
        "disabled_timer": int(screen.reset),
        "thickness": exact(thickness_over(s.options, screen), screen.full),
    }


def share(s: State, screen: Screen, pen: int) -> Fraction:
    """The factor of a hit at a shield."""
    return exact(factor(s.options, through(s.options, screen, pen)), PERCENT)


def shield_hit(given: Given, penetration: int, damage: float, thermal: float) -> dict[str, Any]:
    """A hit on an active shield (AG-13.16)."""
    s, screen = screened(given)
    before = {
        "thickness": screen_words(s, screen)["thickness"],
        "factor": share(s, screen, pen20(penetration)),
    }
    strike(s, 0, Face.FRONT, pen20(penetration), tenths(damage), tenths(thermal), 0, OFF)
    return {**screen_words(s, screen), **before, "removed": points(s.units[0].lost_charge)}


def ram_shield(given: Given, damage: float) -> dict[str, Any]:
    """A ram on an active shield, and what it has left (AG-19.15)."""
    (s, screen), amount = screened(given), tenths(damage)
    factor = share(s, screen, amount)
    left = strike(s, 0, Face.FRONT, amount, amount, 0, 1, OFF)
    excess = {"excess": exact(left), "excess_penetration": exact(left, TWENTIETHS)}
    return {"factor": factor, **screen_words(s, screen), **excess}


def shield_activate(given: Given) -> dict[str, Any]:
    """Switching a shield on (AG-13.20)."""
    s, screen = screened({**given, "state": "inactive"})
    activate(s.options, screen)
    return screen_words(s, screen)


def shield_steps(given: Given, toggled: Sequence[bool]) -> dict[str, Any]:
    """Ends of own turns in a row, with a working generator (AG-13.18)."""
    s, screen = screened(given)
    for changed in toggled:
        screen.toggled = int(changed)
        step(s, 0, 1, OFF)
    return screen_words(s, screen)


def transfer(given: Given, amount: float, system_crits: int) -> dict[str, Any]:
    """Charge lent to a neighbour (AG-14.7, AG-14.8)."""
    s, screen = screened(given)
    arrived = arriving(s.options, tenths(amount), system_crits)
    receive(s.options, screen, arrived)
    return {**screen_words(s, screen), "arrives": points(arrived)}


# ---------------------------------------------------------------- stun


def stunned(given: Given, max_health: float) -> dict[str, Any]:
    """The sum of one turn (AG-15.4)."""
    s, u = vehicle(given)
    u.health_full = tenths(max_health)
    lost = [tenths(given[f"{layer}_lost"]) for layer in ("health", "durability", "shield")]
    u.lost_health, u.lost_durability, u.lost_charge = lost
    check_stun(s, 0, OFF)
    return {"total": exact(total_over(s.options, *lost), PERCENT * POINT), "stunned": u.stun > 0}


def stun_track(given: Given, events: Sequence[str]) -> list[int]:
    """The counter after each event (AG-15.6)."""
    (s, u), counter = vehicle(given), []
    for event in events:
        if event == "end_own_turn":
            stun_step(s, 0, OFF)
        else:
            s.side = int(event == "stun_enemy_turn")
            stun(s, 0, 0, OFF)
        counter.append(int(u.stun))
    return counter


PENETRATION, DAMAGE = key("penetration", pen20), key("damage", tenths)
ANSWERS = {
    "armour_hit": ask(armour_hit),
    "heat_step": ask(heat_step),
    "thresholds": ask(thresholds),
    "crit_part": ask(part_struck, give="part"),
    "crit_chance": ask(crit_chance, give="probability"),
    "shield_hit": ask(shield_hit),
    "ram_shield": ask(ram_shield),
    "shield_activate": ask(shield_activate),
    "shield_steps": ask(shield_steps),
    "transfer": ask(transfer),
    "stun": ask(stunned),
    "stun_track": ask(stun_track, give="counter"),
    "models_hit": ask(models_hit, at=(options_of, DAMAGE, key("area", int), "living"), give="models"),
    "model_damage": ask(
        model_loss, at=(options_of, "thickness", PENETRATION, DAMAGE), give={"damage": points}
    ),
}
