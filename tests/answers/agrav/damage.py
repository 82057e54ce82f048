"""Questions about what a hit does: shields, armour, internals, crits, stun, models (AG-9 to AG-15, AG-21)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given, Question
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Event as Row
from hulldown.kernel.events import Log
from hulldown.rulesets.agrav import catalogue
from hulldown.rulesets.agrav.armor import effective, heat_step, limit_of, reach, wear
from hulldown.rulesets.agrav.codes import HALF, NOBODY, POINT, Part, Shield
from hulldown.rulesets.agrav.groundwork import blank_state, field_unit, options_under
from hulldown.rulesets.agrav.hits import hit_armour, model_loss, models_hit
from hulldown.rulesets.agrav.internals import (
    base_over,
    bonus_over,
    cap_of,
    lose_health,
    part_struck,
    splinters,
    tenth,
)
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.shields import activate, arriving, factor, receive, step, strike, thickness_over
from hulldown.rulesets.agrav.state import Screen, State, Unit
from hulldown.rulesets.agrav.stun import check_stun, stun, stun_step, total_over
from hulldown.rulesets.shared.dicing import OFF, open_log

FIT = 100_000 * POINT  # health of a vehicle that no hit of a question brings to a crit
PENETRATION = 20  # pen20
Shot = tuple[int, int, int]  # pen20, dmg10, heat10
NAMES = {Part.TRANSFER: "shield transfer"}


# ---------------------------------------------------------------- numbers in and out


def track(points: float) -> int:
    """Tenths of a point."""
    return int(Fraction(str(points)) * POINT)


def points(tenths: int) -> float:
    """Points with at most one decimal."""
    return tenths // POINT if tenths % POINT == 0 else tenths / POINT


def state_of(given: Given) -> State:
    """An empty map under the options of a question."""
    return blank_state(given.get("options", {}))


def vehicle(s: State) -> Unit:
    """A vehicle that survives whatever is done to it, its shield off."""
    u = field_unit(s, 0, "terrier", 0)
    u.health = u.health_full = FIT
    return u


def row_of(log: Log, kind: Tell) -> Row | None:
    """The first event of a kind."""
    return next((row for row in log.events[: log.count] if row.kind == kind), None)


# ---------------------------------------------------------------- armour


def plated(given: Given) -> State:
    """A vehicle with the armour of a question."""
    s = state_of(given)
    u = vehicle(s)
    u.thickness, u.heat = given["thickness"], track(given["heat"])
    u.durability, u.durability_full = track(given["durability"]), track(given["max_durability"])
    return s


def ask_armour_hit(given: Given) -> Answer:
    """Steps 3 to 9 of a shot (AG-9.1)."""
    s = plated(given)
    shot = given["penetration"] * PENETRATION, track(given["damage"]), track(given["thermal"])
    kind = int(given["energy"]), int(given["he"])
    tenths = int(Fraction(given["facing"]) * POINT)
    limit, log = Fraction(limit_of(s.units[0]), int(s.units[0].durability_full)), open_log()
    hit_armour(s, 0, *shot, *kind, tenths, 0, 0, new_dice(0), log)
    health = row_of(log, Tell.HEALTH)
    return {
        "heat": points(s.units[0].heat),
        "limit": str(limit),
        **layers(plated(given), shot, kind, tenths, log),
        "durability": points(s.units[0].durability),
        "internal": points(health.a if health else 0),
    }


def layers(s: State, shot: Shot, kind: tuple[int, int], tenths: int, log: Log) -> dict[str, Any]:
    """What each layer does by itself, with the heat that the shot met there."""
    o, u = s.options, s.units[0]
    met = row_of(log, Tell.ARMOUR)
    assert met is not None
    u.heat = met.c
    e, p, dmg10 = effective(o, u, tenths), reach(u, shot[0]), shot[1]
    bonus = bonus_over(o, u, dmg10, p, e, cap_of(o, u, e, tenths), kind[1])
    return {
        "effective": str(Fraction(e, reach(u, PENETRATION))),
        "penetrates": p > e,
        "durability_damage": points(wear(o, u, dmg10, p, e)),
        "base": str(Fraction(base_over(dmg10, p, e), POINT * p)),
        "bonus": str(Fraction(bonus if splinters(o, kind[0], 0) else 0, POINT * p * tenth(u))),
    }


def ask_heat_step(given: Given) -> Answer:
    """Heat at the end of the own turn (AG-11.8)."""
    s = plated(given)
    heat_step(s, 0, OFF)
    return {"durability": points(s.units[0].durability), "heat": points(s.units[0].heat)}


# ---------------------------------------------------------------- health and crits


def ask_thresholds(given: Given) -> Answer:
    """Health and the crit rolls that it costs (AG-12.7, AG-12.8)."""
    s, log = state_of(given), open_log()
    u = vehicle(s)
    u.health_full, u.health = track(given["max_health"]), track(given["health"])
    lose_health(s, 0, track(given["damage"]), new_dice(0), log)
    rolls = sum(row.kind == Tell.CRIT_ROLL for row in log.events[: log.count])
    return {"health": points(u.health), "crit_rolls": rolls, "destroyed": u.health <= 0}


def part_name(u: Unit, k: int) -> str:
    """A part as the crit table names it."""
    if k == NOBODY:
        return "none"
    struck = u.part[k]
    part = Part(int(struck.part))
    weapon = list(catalogue.load_units().weapons)[u.weapon[struck.weapon].kind] if struck.weapon >= 0 else ""
    if part == Part.WEAPON:
        return weapon
    return f"ammo {weapon}" if part == Part.AMMO else NAMES.get(part, part.name.lower())


def ask_crit_part(given: Given) -> Answer:
    """The part that a roll strikes (AG-12.10)."""
    u = field_unit(state_of(given), 0, given["vehicle"])
    return {"part": part_name(u, part_struck(u, given["roll"]))}


def ask_crit_chance(given: Given) -> Answer:
    """How likely a crit strikes a part."""
    u = field_unit(state_of(given), 0, given["vehicle"])
    struck = Counter(part_name(u, part_struck(u, face)) for face in range(1, u.budget + 1))
    return {"probability": str(Fraction(struck[given["part"]], int(u.budget)))}


# ---------------------------------------------------------------- shields


def screened(given: Given) -> State:
    """A vehicle with the active shield of a question."""
    s = state_of(given)
    put_screen(vehicle(s).shield, given)
    return s


def put_screen(screen: Screen, given: Given) -> Screen:
    """The numbers of a question written to a shield; full where it gives none."""
    screen.state = Shield[given.get("state", "active").upper()]
    screen.nominal, screen.full = given.get("nominal", 0), track(given["default_max"])
    screen.maximum = track(given.get("current_max", given["default_max"]))
    screen.charge = track(given.get("charge", given.get("target_charge", 0)))
    screen.crack = given.get("crack_timer", 2 * int(given.get("cracked", False)))
    screen.reset = given.get("disabled_timer", 0)
    screen.activated = int(given.get("activated", False))
    return screen


def thickness_word(s: State, screen: Screen) -> str:
    """Thickness as an exact number (AG-13.16)."""
    return str(Fraction(thickness_over(s.options, screen), int(screen.full)))


def state_word(screen: Screen) -> str:
    """AG-13.15."""
    return Shield(int(screen.state)).name.lower()


def ask_shield_hit(given: Given) -> Answer:
    """A hit on an active shield (AG-13.16)."""
    s = screened(given)
    screen, pen20 = s.units[0].shield, given["penetration"] * PENETRATION
    before = {
        "thickness": thickness_word(s, screen),
        "factor": str(Fraction(factor(s.options, screen, pen20), HALF)),
    }
    strike(s, 0, pen20, track(given["damage"]), track(given["thermal"]), 0, OFF)
    return {
        **before,
        "crack": screen.crack > 0,
        "removed": points(s.units[0].lost_charge),
        "charge": points(screen.charge),
        "state": state_word(screen),
    }


def ask_ram_shield(given: Given) -> Answer:
    """A ram on an active shield, and what it has left (AG-19.15)."""
    s = screened(given)
    screen, damage = s.units[0].shield, track(given["damage"])
    g = factor(s.options, screen, damage)
    excess = strike(s, 0, damage, damage, 0, 1, OFF)
    return {
        "factor": str(Fraction(g, HALF)),
        "state": state_word(screen),
        "charge": points(screen.charge),
        "excess": str(Fraction(excess, POINT)),
        "excess_penetration": str(Fraction(excess, PENETRATION)),
    }


def ask_shield_activate(given: Given) -> Answer:
    """Switching a shield on (AG-13.20)."""
    s = screened({**given, "state": "inactive"})
    screen = s.units[0].shield
    activate(s.options, screen)
    return {
        "charge": points(screen.charge),
        "current_max": points(screen.maximum),
        "thickness": thickness_word(s, screen),
    }


def ask_shield_steps(given: Given) -> Answer:
    """Ends of own turns in a row, with a working generator (AG-13.18)."""
    s = screened(given)
    screen = s.units[0].shield
    for toggled in given["toggled"]:
        screen.toggled = int(toggled)
        step(s.options, screen, 1)
    return {
        "state": state_word(screen),
        "charge": points(screen.charge),
        "crack_timer": int(screen.crack),
        "disabled_timer": int(screen.reset),
    }


def ask_transfer(given: Given) -> Answer:
    """Charge lent to a neighbour (AG-14.7, AG-14.8)."""
    s = screened(given)
    screen = s.units[0].shield
    arrived = arriving(s.options, track(given["amount"]), given["system_crits"])
    receive(s.options, screen, arrived)
    return {
        "arrives": points(arrived),
        "charge": points(screen.charge),
        "current_max": points(screen.maximum),
        "thickness": thickness_word(s, screen),
    }


# ---------------------------------------------------------------- stun


def ask_stun(given: Given) -> Answer:
    """The sum of one turn (AG-15.4)."""
    s = state_of(given)
    u = vehicle(s)
    u.health_full = track(given["max_health"])
    lost = track(given["health_lost"]), track(given["durability_lost"]), track(given["shield_lost"])
    u.lost_health, u.lost_durability, u.lost_charge = lost
    check_stun(s, 0, OFF)
    total = Fraction(total_over(s.options, *lost), 2 * POINT)
    return {"total": str(total), "stunned": u.stun > 0}


def ask_stun_track(given: Given) -> Answer:
    """The counter after each event (AG-15.6)."""
    s = state_of(given)
    u = vehicle(s)
    counter = []
    for event in given["events"]:
        if event == "end_own_turn":
            stun_step(s, 0, OFF)
        else:
            s.side = int(event == "stun_enemy_turn")
            stun(s, 0, 0, OFF)
        counter.append(int(u.stun))
    return {"counter": counter}


# ---------------------------------------------------------------- models


def ask_models_hit(given: Given) -> Answer:
    """How many models one shot hits (AG-21.1, AG-21.2)."""
    return {"models": models_hit(track(given["damage"]), int(given["area"]), given["living"])}


def ask_model_damage(given: Given) -> Answer:
    """What a model that is hit loses (AG-21.5)."""
    pen20, dmg10 = given["penetration"] * PENETRATION, track(given["damage"])
    loss = model_loss(options_under(given.get("options", {})), given["thickness"], pen20, dmg10)
    return {"damage": points(loss)}


OPS: dict[str, Question] = {
    "armour_hit": ask_armour_hit,
    "heat_step": ask_heat_step,
    "thresholds": ask_thresholds,
    "crit_part": ask_crit_part,
    "crit_chance": ask_crit_chance,
    "shield_hit": ask_shield_hit,
    "ram_shield": ask_ram_shield,
    "shield_activate": ask_shield_activate,
    "shield_steps": ask_shield_steps,
    "transfer": ask_transfer,
    "stun": ask_stun,
    "stun_track": ask_stun_track,
    "models_hit": ask_models_hit,
    "model_damage": ask_model_damage,
}
