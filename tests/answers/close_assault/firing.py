"""Questions about fire, Overwatch, morale and Withdraw (CA-15, CA-16)."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given, Question
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.codes import Firing, Order, Response, Trait
from hulldown.rulesets.close_assault.exact.firing import hit_chance, morale_failure, save_chance
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment
from hulldown.rulesets.close_assault.hits import (
    can_harm,
    doubled,
    in_half_range,
    in_range,
    needed,
    piercing,
    save_needed,
)
from hulldown.rulesets.close_assault.morale import passes
from hulldown.rulesets.close_assault.overwatch import may_overwatch
from hulldown.rulesets.close_assault.profiling import MUTE, mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.state import Line
from hulldown.rulesets.close_assault.traits import KINDS, bits_of
from hulldown.rulesets.close_assault.withdrawing import note_pursuers, why_not_flee

from .cards import unit

RESPONSES = {"stand": Response.STAND_AND_FIRE, "evade": Response.EVADE}


def ask_hit(given: Given) -> Answer:
    """The roll that hits, its chance, and whether it can harm (CA-15.4, CA-15.5, CA-19.10)."""
    line = line_with(given["traits"])
    line.to_hit = given["to_hit"]
    firing = Firing.OVERWATCH if given["overwatch"] else Firing.STAGE
    face = needed(line, given["target_in_wood"], firing, MUTE)
    harms = can_harm(line, KINDS[given["target"]])
    return {"needed": face, "probability": str(hit_chance(face)), "can_harm": harms}


def ask_save(given: Given) -> Answer:
    """The save against a hit, if there is one, and its chance (CA-15.5, CA-15.6, CA-15.8)."""
    line = line_with(given["traits"])
    line.ap = given["ap"]
    ap = piercing(line, KINDS[given["target"]], given["firer_behind"], MUTE)
    order = Order[given["target_order"].upper()]
    face = save_needed(given["save"], given["invulnerable"], given["jink"], ap, order)
    return {"needed": face or None, "probability": str(save_chance(face))}


def ask_morale(given: Given) -> Answer:
    """Whether a die passes, or how likely the test is failed (CA-16.1, CA-19.9)."""
    if "roll" in given:
        return {"passed": passes(given["morale"], given["roll"])}
    return {"fail_probability": str(morale_failure(given["morale"]))}


def ask_overwatch(given: Given) -> Answer:
    """Whether a detachment may fire in reaction (CA-12.8, CA-12.28, CA-15.10)."""
    order, response = Order[given["order"].upper()], RESPONSES[given["response"]]
    eligible = may_overwatch(order, given["activated"], given["engaged"], response, given["break_out"])
    return {"eligible": eligible}


def ask_fire_dice(given: Given) -> Answer:
    """How many dice a weapon rolls at a distance (CA-15.3)."""
    line, gap = blank(Line), mils(given["distance"])
    line.range, line.traits = mils(given["range"]), int(given["assault"]) << Trait.ASSAULT
    dice = doubled(line, given["dice"], in_half_range(line, gap))
    return {"dice": dice if in_range(line, gap) else 0}


def ask_withdraw(given: Given) -> Answer:
    """Whether a model may withdraw to a place (CA-16.4)."""
    s, model = blank_state(), given["model"]
    base = {"shape": "circle", "diameter": model["diameter"]}
    own = unit(type="Infantry", movement=given["movement"], base=base)
    k = field_detachment(s, 0, own, [(model["x"], model["y"])])
    for enemy in given["enemies"]:
        field_detachment(s, 1, based(enemy["base"]), [(enemy["x"], enemy["y"])], enemy["facing"])
    note_pursuers(s, k)
    x, y = given["end"]
    why = why_not_flee(s, int(s.detachment[k].first), mils(x), mils(y))
    return {"legal": why == Why.ALLOWED}


# ---------------------------------------------------------------- what is asked about


def line_with(traits: list[str]) -> Line:
    """A stat-line of which a question says only its traits."""
    line = blank(Line)
    line.traits = bits_of(traits)
    return line


def based(base: dict[str, Any]) -> UnitProfile:
    """A vehicle of which a question says only its base."""
    return unit(base=base)


OPS: dict[str, Question] = {
    "hit": ask_hit,
    "save": ask_save,
    "morale": ask_morale,
    "overwatch": ask_overwatch,
    "fire_dice": ask_fire_dice,
    "withdraw": ask_withdraw,
}
