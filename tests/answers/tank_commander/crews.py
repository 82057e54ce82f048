"""Questions of TC-2 and TC-6: builds, what wounds take away, who is wounded by which dice."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.rulesets.tank_commander.armory import judge_build
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout
from hulldown.rulesets.tank_commander.codes import NOBODY, Role, Shell, Upgrade, Weapon
from hulldown.rulesets.tank_commander.crew import allowance, load_cost, movement_cap, wound
from hulldown.rulesets.tank_commander.equipment import why_no_load
from hulldown.rulesets.tank_commander.movement import why_no_turn
from hulldown.rulesets.tank_commander.reasons import Illegal, Why
from hulldown.rulesets.tank_commander.shooting import needed, why_no_weapon
from hulldown.rulesets.tank_commander.state import State

from .dicing import OFF, with_dice
from .posing import (
    condition,
    crew_words,
    field,
    named,
    post,
    recruit,
)
from .shots import SHOOTER, TARGET


def ask_build(given: Given) -> Answer:
    """Whether a build is legal, what it costs, the first reason against it (TC-2.24)."""
    s = field(given)
    s.options.painted = int(given.get("painted", False))
    s.options.named = int(given.get("named", False))
    armor = Armor(**dict(zip(("front", "side", "rear"), given["armor"], strict=True)))
    loadout = Loadout(unit=given["unit"], armor=armor, upgrades=tuple(given["upgrades"]))
    reason, cost = judge_build(loadout, s.options)
    answer = {"legal": reason == Illegal.LEGAL, "cost": cost}
    return answer if reason == Illegal.LEGAL else {**answer, "reason": named(Illegal.of, reason)}


def ask_crew_effects(given: Given) -> Answer:
    """What a tank with a crew in this state can do (TC-6.14 to TC-6.21)."""
    s = field(given)
    aboard = len(given["crew"]) > Role.LIEUTENANT
    u = post(s, recruit(s, 0, "tank", given.get("armor"), given.get("upgrades", ()), aboard), SHOOTER)
    v = post(s, recruit(s, 1), TARGET, "S")
    condition(s, u, given)
    if given.get("treated"):
        s.units[u].upgrade[Upgrade.MEDKIT] = 1
    fires = why_no_weapon(s, u, Weapon.MAIN_GUN) != Why.GUNNER_DEAD
    loads = why_no_load(s, u, Shell.AT) != Why.LOADER_DEAD
    number = needed(s, u, Weapon.MAIN_GUN, v, cell_of(TARGET), s.silent)
    return {
        "ap": allowance(s, u),
        "cap": movement_cap(s, u),
        "load_ap": load_cost(s, u) if loads else None,
        "main_needed": number if fires else None,
        "can_fire": fires,
        "can_load": loads,
        "can_drive": why_no_turn(s, u, 1) != Why.DRIVER_DEAD,
    }


def ask_wound_sequence(given: Given) -> Answer:
    """The crew after wounds with certain picks, each a place among the living (TC-8.2, TC-8.5)."""

    def play(d: Dice) -> State:
        s = field(given)
        upgrades = ("medkit",) if given["medkit"] else ()
        u = recruit(s, 0, upgrades=upgrades, lieutenant=given["crew_size"] > Role.LIEUTENANT)
        for _ in given["picks"]:
            wound(s, u, d, OFF)
        return s

    s, _ = with_dice(play, given["picks"])
    t = s.units[0]
    answer: dict[str, Any] = {"crew": crew_words(s, 0)}
    answer["treated"] = Role(t.treated).name.lower() if NOBODY < t.treated <= Role.LIEUTENANT else None
    answer["lc_role"] = Role(t.stand_in).name.lower() if t.stand_in != NOBODY else None
    return answer
