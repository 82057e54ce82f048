"""Questions about fire, suppression, leaders and what actions allow (WS-2, WS-6, WS-9, WS-11, WS-12)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given, Measure, Question, Whole
from hulldown.rulesets.shared.dicing import OFF, gathered, open_log
from hulldown.rulesets.warstrike.aiming import (
    FACES,
    NEVER,
    cover_of,
    ev_of,
    hit_chance,
    kill_chance,
    save_chance,
    to_hit,
    to_kill,
    to_save,
)
from hulldown.rulesets.warstrike.arming import HURRIED, has_fire
from hulldown.rulesets.warstrike.casualties import take_all
from hulldown.rulesets.warstrike.checks import dice_for, must_check, target_for
from hulldown.rulesets.warstrike.choosing import options_under
from hulldown.rulesets.warstrike.codes import NOBODY, Band, Deed, Sight, Trait
from hulldown.rulesets.warstrike.danger import DIE, HARMED
from hulldown.rulesets.warstrike.exact.aftermath import passing, taken_off
from hulldown.rulesets.warstrike.exact.volleys import spread_of, volley
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit
from hulldown.rulesets.warstrike.leading import succeed
from hulldown.rulesets.warstrike.permissions import (
    FULL,
    HALF,
    NO_FIRE,
    disorderly_action,
    halves_of_move,
    only_leader,
    place_radius,
    share_of_fire,
    shots_of,
)
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.removing import remove_model
from hulldown.rulesets.warstrike.snap_fire import eligible
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.suppression import markers_after, markers_for

from .ground import WHATEVER, base, inches

SHARES = {FULL: "full", HALF: "half", NO_FIRE: "none"}
FALLING = {"fall_back_half": Band.UPPER, "fall_back_flight": Band.FLIGHT}
MUTE = OFF.why


def ask_hit(given: Given) -> Answer:
    """The score that hits, and its chance (WS-11.9)."""
    bs, ev = given["bs"], given["ev"]
    return {"needed": to_hit(bs, ev), "p": share(hit_chance(bs, ev))}


def ask_save(given: Given) -> Answer:
    """The score that saves, if any, and its chance (WS-11.14)."""
    ap, armour = given["ap"], given["ar"]
    return {"needed": score(to_save(ap, armour)), "p": share(save_chance(ap, armour))}


def ask_kill(given: Given) -> Answer:
    """The score that kills, if any, and its chance (WS-11.15)."""
    fp, toughness = given["fp"], given["to"]
    return {"needed": score(to_kill(fp, toughness)), "p": share(kill_chance(fp, toughness))}


def ask_ev_total(given: Given) -> Answer:
    """The total Ev of a pair (WS-11.12)."""
    state = Sight[given.get("cover", "open").upper()]
    beyond, ground, hunkered, blind = (
        int(given.get(name, False)) for name in ("beyond_aw", "gtg", "hunkered", "leader_blind")
    )
    return {"ev": ev_of(given["ev"], cover_of(options(given), state), beyond, ground, hunkered, blind, MUTE)}


def ask_attack(given: Given) -> Answer:
    """What some volleys come to (WS-11.20); markers without the most that a unit may have."""
    volleys = [
        volley(one["shots"], one["bs"], one["ev"], one["ap"], one["fp"], given["ar"], given["to"])
        for one in given["groups"]
    ]
    o, spread = options(given), spread_of(volleys, False, given["can_die"])
    ways = [(hits, results, spread.chance((hits, results))) for hits, results in spread.ways]
    kills = gathered((results, chance) for _, results, chance in ways)
    markers = gathered((markers_for(o, hits), chance) for hits, _, chance in ways)
    return {
        "p_shot": ratio(volleys[0].chance),
        "p_kills": spread_out(kills),
        "mean_kills": ratio(sum((n * chance for n, chance in kills.items()), Fraction(0))),
        "p_markers": spread_out(markers),
    }


# ---------------------------------------------------------------- what actions allow


def ask_rof(given: Given) -> Answer:
    """The shots of a weapon in an action (WS-9, WS-10.3, WS-10.6, WS-12.1)."""
    action = given["action"]
    if action == "snap":
        return {"shots": HURRIED}
    if action in FALLING and not has_fire(FALLING[action]):
        return {"shots": 0}
    deed = Deed.FALL_BACK if action in FALLING else Deed[action.upper()]
    traits = (int(given.get("one_handed", False)) << Trait.ONE_HANDED) | (
        int(given.get("heavy", False)) << Trait.HEAVY
    )
    moved, unit_moves = bool(given.get("moved", False)), bool(given.get("unit_moves", False))
    return {"shots": shots_of(options(given), given["rof"], traits, deed, moved, unit_moves)}


def ask_permissions(given: Given) -> Answer:
    """What an action allows at a glance (WS-16.2)."""
    deed, o = Deed[given["action"].upper()], options(given)
    halves, radius = halves_of_move(o, deed), place_radius(deed)
    return {
        "leader_max": Measure(halves / 2),
        "place_radius": inches(radius) if radius else None,
        "fire": SHARES[share_of_fire(deed, False, False)],
        "one_handed": SHARES[share_of_fire(deed, True, False)],
        "movement": movement_in(deed, halves),
    }


def movement_in(deed: Deed, halves: int) -> str:
    """Who moves in an action, and how (WS-7.1)."""
    if only_leader(deed):
        return "leader_only" if halves else "none"
    return "disorderly" if disorderly_action(deed) else "orderly"


def ask_snap_eligible(given: Given) -> Answer:
    """Whether a unit may Snap Fire (WS-12.3)."""
    last = Deed[given["last_action"].upper()] if given["last_action"] else Deed.NONE
    ground = int(last == Deed.GO_TO_GROUND)
    flags = given["markers"], int(given["hunkered"]), int(given["already_snapped"])
    return {"allowed": eligible(options(given), last, ground, *flags)}


# ---------------------------------------------------------------- leaders, markers, losses


def ask_ld_check(given: Given) -> Answer:
    """Dice and target of a check, the chance to pass it, markers taken off (WS-6.1 to WS-6.7)."""
    markers, officer = given["markers"], given.get("officer_ld")
    leaderless = int(given.get("leaderless", False))
    dice = dice_for(given["ld"], leaderless, NOBODY if officer is None else officer, MUTE)
    target = target_for(given["nv"], markers, MUTE)
    passes = passing(dice, target) if must_check(markers) else Fraction(1)
    removed = taken_off(dice, target, markers)
    return {"dice": dice, "target": target, "p_pass": ratio(passes), "p_removed": spread_out(removed)}


def ask_suppression(given: Given) -> Answer:
    """The markers that hits add, and the markers then (WS-6.9)."""
    current = given["current"]
    total = markers_after(options(given), current, given["hits"], given["nv"])
    return {"added": total - current, "total": total}


def ask_casualties(given: Given) -> Answer:
    """Who falls, in order (WS-11.17)."""
    s = blank_state(given.get("options"))
    s.firers, _ = group(s, 0, given["firers"])
    s.target, numbers = group(s, 1, given["targets"])
    for m in range(s.models):
        s.fired[m], s.may_die[m] = int(m not in numbers), int(m in numbers)
    s.kills, log = given["kills"], open_log()
    take_all(s, log)
    rows = (log.events[i] for i in range(log.count))
    return {"removed": [numbers[row.actor] for row in rows if row.kind == Tell.MODEL_REMOVED]}


def ask_acting_leader(given: Given) -> Answer:
    """Who takes over (WS-2.6)."""
    s = blank_state(given.get("options"))
    k, survivors = group(s, 0, given["survivors"], given["dead"])
    remove_model(s, int(s.unit[k].leader), OFF)
    succeed(s, k, OFF)
    return {"leader": survivors[int(s.unit[k].leader)]}


def ask_danger_test(given: Given) -> Answer:
    """The chance that so many models all pass their danger tests (WS-3.14)."""
    return {"p_none_lost": ratio((1 - Fraction(HARMED, DIE)) ** given["models"])}


# ---------------------------------------------------------------- what is asked about


def group(
    s: State, side: int, models: list[Mapping[str, Any]], leader: Mapping[str, Any] | None = None
) -> tuple[int, dict[int, int]]:
    """A unit of models with ids of a question, in the order of those, behind its leader if one is named.

    Returns its number, and the id of every model.
    """
    ordered = ([leader] if leader else []) + sorted(models, key=lambda one: int(one["id"]))
    k = field_unit(s, side, WHATEVER, [(one["x"], one["y"]) for one in ordered])
    first = int(s.unit[k].first)
    for m, one in enumerate(ordered, first):
        s.model[m].radius = base(one)[2]
    return k, {m: int(one["id"]) for m, one in enumerate(ordered, first)}


def options(given: Given) -> Any:
    """The options of a question."""
    return options_under(given.get("options", {}))


def share(ways: int) -> str:
    """A number of faces as a chance."""
    return ratio(Fraction(ways, FACES))


def ratio(chance: Fraction) -> str:
    """A fraction as the vectors write it, whole ones too."""
    return f"{chance.numerator}/{chance.denominator}"


def spread_out(chances: Mapping[int, Fraction]) -> Whole:
    """A distribution as the vectors write it."""
    return Whole({str(n): ratio(chance) for n, chance in sorted(chances.items())})


def score(needed: int) -> int | None:
    """A score needed, if there is one."""
    return None if needed == NEVER else needed


OPS: dict[str, Question] = {
    "hit": ask_hit,
    "save": ask_save,
    "kill": ask_kill,
    "ev_total": ask_ev_total,
    "attack": ask_attack,
    "rof": ask_rof,
    "permissions": ask_permissions,
    "snap_eligible": ask_snap_eligible,
    "ld_check": ask_ld_check,
    "suppression": ask_suppression,
    "casualties": ask_casualties,
    "acting_leader": ask_acting_leader,
    "danger_test": ask_danger_test,
}
