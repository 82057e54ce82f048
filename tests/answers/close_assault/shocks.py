"""Questions about Tank Shock, charge bonuses and the ledger of bonuses (CA-10, CA-11, CA-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Answer, Given, Measure, Question
from hulldown.kernel.events import Log
from hulldown.kernel.plane import GRAIN, INCH
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.bonuses import (
    note_fired,
    packed,
    spend,
    why_not_fire_weapon,
    why_not_spend,
)
from hulldown.rulesets.close_assault.charging import charge_bonus, charge_distance, scoped
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Kind, Order, Verb
from hulldown.rulesets.close_assault.combat import loser_of
from hulldown.rulesets.close_assault.exact.preview import previewed
from hulldown.rulesets.close_assault.exact.sequence import distribution
from hulldown.rulesets.close_assault.fights import shock_penalty
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.rounds import clear_model
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.tank_shock import why_not_shock
from hulldown.rulesets.close_assault.traits import KINDS

from .fights import chosen, spokes_of

X, Y = 20, 18  # where a Rhino stands in questions, facing east
UNITS = {  # a unit of each type
    Kind.INFANTRY: "Line infantry",
    Kind.CAVALRY: "Scout bikes",
    Kind.WALKER: "Walker",
    Kind.VEHICLE: "Rhino",
}
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))  # of the Rhino: ahead, behind, left, right
HALF_RHINO = (0.75, 0.5)
AWAY = 8  # inches


def verdict(why: int) -> dict[str, Any]:
    """Legal or not, and the reason as the rulebook writes it (CA-20.4)."""
    return {"legal": why == Why.ALLOWED, "reason": said(why)}


def said(why: int) -> str | None:
    """A reason as the rulebook writes it."""
    return None if why == Why.ALLOWED else f"E_{Why.of(why).name}"


# ---------------------------------------------------------------- the ledger


def ask_ledger(given: Given) -> Answer:
    """What becomes of a round's spending and firing (CA-10.1 to CA-10.8)."""
    s, weapons = blank_state(given.get("options", {})), given["weapons"]
    names = [one["name"] for one in weapons]
    vehicle, reach = field_rhino(s), {}
    for arc, side in (("front", 0), ("rear", 1)):
        reach[arc] = field_beside(s, "Line infantry", side)
    arm(s, weapons, names)
    clear_model(s.model[vehicle], s.profile[0])
    results = [happen(s, vehicle, reach, names, event) for event in given["events"]]
    left = {name: int(s.model[vehicle].left[i]) for i, name in enumerate(names)}
    return {"results": [said(why) or "ok" for why in results], "left": left}


def field_rhino(s: State) -> int:
    """A Rhino of the first side with a Charge order."""
    field_detachment(s, 0, "Rhino", [(X, Y)], order=Order.CHARGE)
    return 0


def field_beside(s: State, unit: str, side: int, away: int = 0) -> int:
    """A detachment of one enemy model on a side of the Rhino, touching it or away; its model."""
    k = field_detachment(s, 1, unit, [(X, Y)])
    m = int(s.detachment[k].first)
    b, (east, north) = s.model[m].base, SIDES[side]
    b.x += east * (mils(HALF_RHINO[0] + away) + int(b.half_length))
    b.y += north * (mils(HALF_RHINO[1] + away) + int(b.half_width))
    return m


def arm(s: State, weapons: Sequence[Given], names: Sequence[str]) -> None:
    """Give the Rhino other weapons."""
    p = s.profile[0]
    p.weapons = len(weapons)
    for w, one in zip(p.weapon, weapons, strict=False):
        w.bonuses, w.arc = one["bonuses"], Arc[one.get("arc", "all").upper()]
        w.pair = names.index(one["coaxial_with"]) if "coaxial_with" in one else NOBODY
        w.value = [one.get("values", {}).get(kind.name.lower(), 0) for kind in Kind]


def happen(s: State, m: int, reach: dict[str, int], names: Sequence[str], event: Sequence[Any]) -> int:
    """One event of a ledger; the reason if it is refused."""
    if event[0] == "end_round":
        clear_model(s.model[m], s.profile[0])
        return Why.ALLOWED
    weapon = names.index(event[1])
    if event[0] == "fire":
        why = why_not_fire_weapon(s, m, weapon)
        if why == Why.ALLOWED:
            note_fired(s, m, weapon)
        return why
    number, kind, arc = event[2:]
    opponent, spent = reach[arc], packed(weapon, number)
    s.profile[1].kind = Kind[kind.upper()]
    why = why_not_spend(s, m, opponent, spent)
    if why == Why.ALLOWED:
        spend(s, m, opponent, spent, blank(Log))
    return why


# ---------------------------------------------------------------- charges


def ask_charge_bonus(given: Given) -> Answer:
    """How far a vehicle has charged and what it gives (CA-11.3 to CA-11.5)."""
    s = blank_state(given.get("options", {}))
    m = field_rhino(s)
    v = s.model[m]
    s.profile[0].move = mils(given["movement"])
    v.base.x, v.base.y = map(mils, given["now"])
    v.start_x, v.start_y = map(mils, given["start"])
    v.shock_x, v.shock_y = map(mils, given["last_shock"] or given["start"])
    v.since = mils(given["path_since"]) * GRAIN
    return {"distance": Measure(charge_distance(s, m) / INCH), "bonus": charge_bonus(s, m)}


def ask_charge_scope(given: Given) -> Answer:
    """What of a charge bonus is in force (CA-11.6, CA-12.30)."""
    fights = given["tank_shock"] or given["ended_in_contact"]
    stayed = given["turned"] or given["piled_in"]
    engaged, broke_out = given["began_engaged"], given["broke_out"]
    return {"bonus": scoped(chosen(given), given["bonus"], fights, engaged, stayed, broke_out)}


# ---------------------------------------------------------------- Tank Shock


def ask_shock(given: Given) -> Answer:
    """The penalty of a Tank Shock (CA-12.23)."""
    return {"penalty": shock_penalty(given["shocks_before"])}


def ask_shock_result(given: Given) -> Answer:
    """Who tests after a Tank Shock (CA-12.17 to CA-12.19)."""
    loser = loser_of(given["vehicle_wounds"], given["enemy_wounds"])
    left = (given["vehicles_alive"], given["enemies_alive"])
    return {"tests": [("vehicle", "enemy")[loser]] if loser != NOBODY and left[loser] else []}


def ask_shock_legal(given: Given) -> Answer:
    """Whether a Tank Shock may be declared (CA-12.2). A detachment has one type: the one that decides."""
    s = blank_state(given.get("options", {}))
    acting = max(KINDS[name] for name in given["acting_types"])
    field_detachment(s, 0, UNITS[acting], [(X, Y)], order=Order[given["order"].upper()])
    begin_move(s, 0)
    target = UNITS[max(KINDS[name] for name in given["target_types"])]
    touching = given["touching"]
    numbers = {}
    for i, name in enumerate(dict.fromkeys([given["target"], *touching, *given["shocked"]])):
        unit = target if name == given["target"] else UNITS[Kind.INFANTRY]
        m = field_beside(s, unit, i, 0 if name in touching else AWAY)
        numbers[name] = int(s.model[m].detachment)
    s.detachment[0].shocked = sum(1 << numbers[name] for name in given["shocked"])
    s.model[0].done = Verb.TURN + 1 if given["turned"] else 0
    return verdict(why_not_shock(s, 0, numbers[given["target"]]))


def ask_break_out(given: Given) -> Answer:
    """Whether an Engaged Rhino may shock its way out, beginning with the first it touches (CA-12.29)."""
    s = blank_state(given.get("options", {}))
    field_detachment(s, 0, "Rhino", [(X, Y)], order=Order[given["order"].upper()])
    for i, types in enumerate(given["touching_types"].values()):
        field_beside(s, UNITS[max(KINDS[name] for name in types)], i)
    begin_move(s, 0)
    return verdict(why_not_shock(s, 0, 1))


def ask_preview(given: Given) -> Answer:
    """The chances of tests and failures in a planned Tank Shock (CA-19.9)."""
    spread = distribution(given["hub_wounds"], spokes_of(given))
    own = given["hub_wounds"] + int(given["others_alive"])
    seen = previewed(spread, own, given["target_size"], given["morale_vehicle"], given["morale_target"])
    return {
        "vehicle_tests": seen.vehicle_tests,
        "vehicle_fails": seen.vehicle_fails,
        "target_tests": seen.target_tests,
        "target_fails": seen.target_fails,
    }


OPS: dict[str, Question] = {
    "ledger": ask_ledger,
    "charge_bonus": ask_charge_bonus,
    "charge_scope": ask_charge_scope,
    "shock": ask_shock,
    "shock_result": ask_shock_result,
    "shock_legal": ask_shock_legal,
    "break_out": ask_break_out,
    "shock_preview": ask_preview,
}
