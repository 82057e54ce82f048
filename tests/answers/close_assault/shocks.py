"""Tank Shock, charge bonuses and the ledger of bonuses (CA-10, CA-11, CA-12)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.plane import GRAIN
from hulldown.rulesets.close_assault import movement, shooting, values
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import loser_of, why_not_shock
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import distribution, morale_failure
from hulldown.rulesets.close_assault.fights import shock_penalty
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.odds import previewed
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Kind, Order, State, Verb
from hulldown.rulesets.close_assault.turn import clear_model
from hulldown.rulesets.close_assault.values import KINDS, mils
from hulldown.rulesets.common.explanation import OFF

from .fights import spokes
from .posing import UNITS, X, Y, inches, options_of, order_of, reason, verdict

FRONT, REAR = 0, 1
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))  # of the Rhino: ahead, behind, left, right
HALF_RHINO = (0.75, 0.5)
AWAY = 8  # inches


def rhino(given: Given, unit: str = "Rhino", order: Order = Order.CHARGE) -> State:
    """A table with one model of the first side."""
    s = blank_state(given.get("options"))
    field_detachment(SHELF, s, 0, unit, [(X, Y)], order=order)
    return s


def beside(s: State, unit: str, side: int, away: int = 0) -> int:
    """A detachment of one enemy model on a side of the Rhino, touching it or away; its model."""
    k = field_detachment(SHELF, s, 1, unit, [(X, Y)])
    m = int(s.detachment[k].first)
    b, (east, north) = s.model[m].base, SIDES[side]
    b.x += east * (mils(HALF_RHINO[0] + away) + int(b.half_length))
    b.y += north * (mils(HALF_RHINO[1] + away) + int(b.half_width))
    return m


# ---------------------------------------------------------------- the ledger


def ledger(given: Given, weapons: Sequence[Given], events: Sequence[Any]) -> dict[str, Any]:
    """What becomes of a round's spending and firing (CA-10.1 to CA-10.8)."""
    s, names = rhino(given), [one["name"] for one in weapons]
    reach = {"front": beside(s, "Line infantry", FRONT), "rear": beside(s, "Line infantry", REAR)}
    p = s.profile[0]
    p.weapons = len(weapons)
    for w, one in zip(p.weapon, weapons, strict=False):
        w.bonuses, w.arc = one["bonuses"], Arc[one.get("arc", "all").upper()]
        w.pair = names.index(one["coaxial_with"]) if "coaxial_with" in one else NOBODY
        w.value = [one.get("values", {}).get(kind.name.lower(), 0) for kind in Kind]
    clear_model(s.model[0], p)
    results = [reason(happen(s, reach, names, *event)) or "ok" for event in events]
    return {"results": results, "left": {name: int(s.model[0].left[i]) for i, name in enumerate(names)}}


def happen(s: State, reach: Mapping[str, int], names: Sequence[str], event: str, *how: Any) -> int:
    """One event of a ledger; the reason if it is refused."""
    if event == "end_round":
        clear_model(s.model[0], s.profile[0])
        return Why.ALLOWED
    weapon = names.index(how[0])
    if event == "fire":
        why = shooting.why_not_fire_weapon(s, 0, weapon)
        if why == Why.ALLOWED:
            shooting.note_fired(s, 0, weapon)
        return why
    number, kind, arc = how[1:]
    s.profile[1].kind, spent = Kind[kind.upper()], values.packed(weapon, number)
    why = shooting.why_not_spend(s, 0, reach[arc], spent)
    if why == Why.ALLOWED:
        shooting.spend(s, 0, reach[arc], spent, OFF)
    return why


# ---------------------------------------------------------------- charges


def charge_bonus(given: Given) -> dict[str, Any]:
    """How far a vehicle has charged and what it gives (CA-11.3 to CA-11.5)."""
    s = rhino(given)
    v = s.model[0]
    s.profile[0].move, v.since = mils(given["movement"]), mils(given["path_since"]) * GRAIN
    v.base.x, v.base.y = map(mils, given["now"])
    v.start_x, v.start_y = map(mils, given["start"])
    v.shock_x, v.shock_y = map(mils, given["last_shock"] or given["start"])
    return {"distance": inches(movement.charge_distance(s, 0)), "bonus": movement.charge_bonus(s, 0)}


def charge_scope(given: Given, bonus: int) -> int:
    """What of a charge bonus is in force (CA-11.6, CA-12.30)."""
    fights = given["tank_shock"] or given["ended_in_contact"]
    stayed, engaged = given["turned"] or given["piled_in"], given["began_engaged"]
    return movement.scoped(options_of(given), bonus, fights, engaged, stayed, given["broke_out"])


# ---------------------------------------------------------------- Tank Shock


def shock_result(
    vehicle_wounds: int, enemy_wounds: int, vehicles_alive: int, enemies_alive: int
) -> list[str]:
    """Who tests after a Tank Shock (CA-12.17 to CA-12.19)."""
    loser = loser_of(vehicle_wounds, enemy_wounds)
    left = (vehicles_alive, enemies_alive)
    return [("vehicle", "enemy")[loser]] if loser != NOBODY and left[loser] else []


def deciding(types: Sequence[str]) -> str:
    """A unit of the type that decides: a detachment here has one type."""
    return UNITS[max(KINDS[name] for name in types)]


def shock_legal(
    given: Given, target: str, touching: Sequence[str], shocked: Sequence[str], turned: bool
) -> int:
    """Whether a Tank Shock may be declared (CA-12.2)."""
    s, numbers = rhino(given, deciding(given["acting_types"]), order_of(given)), {}
    begin_move(s, 0)
    for i, name in enumerate(dict.fromkeys([target, *touching, *shocked])):
        unit = deciding(given["target_types"]) if name == target else UNITS[Kind.INFANTRY]
        numbers[name] = int(s.model[beside(s, unit, i, 0 if name in touching else AWAY)].detachment)
    s.detachment[0].shocked = sum(1 << numbers[name] for name in shocked)
    s.model[0].done = Verb.TURN + 1 if turned else 0
    return why_not_shock(s, 0, numbers[target])


def break_out(given: Given, touching_types: Mapping[str, Sequence[str]]) -> int:
    """Whether an Engaged Rhino may shock its way out, beginning with the first it touches (CA-12.29)."""
    s = rhino(given, order=order_of(given))
    for i, types in enumerate(touching_types.values()):
        beside(s, deciding(types), i)
    begin_move(s, 0)
    return why_not_shock(s, 0, 1)


def preview(given: Given, hub_wounds: int, others_alive: bool, fights: Sequence[Given]) -> dict[str, Any]:
    """The chances of tests and failures in a planned Tank Shock (CA-19.9)."""
    spread, own = distribution(hub_wounds, spokes(fights)), hub_wounds + int(others_alive)
    fails = [morale_failure(given[side]) for side in ("morale_vehicle", "morale_target")]
    seen = previewed(spread, own, given["target_size"], fails[0], fails[1])
    return {name: getattr(seen, name) for name in SEEN}


SEEN = ("vehicle_tests", "vehicle_fails", "target_tests", "target_fails")
ANSWERS = {
    "ledger": ask(ledger),
    "charge_bonus": ask(charge_bonus),
    "charge_scope": ask(charge_scope, give="bonus"),
    "shock": ask(lambda shocks: shock_penalty(options_of({}), shocks), at=("shocks_before",), give="penalty"),
    "shock_result": ask(shock_result, give="tests"),
    "shock_legal": ask(shock_legal, give=verdict),
    "break_out": ask(break_out, give=verdict),
    "shock_preview": ask(preview),
}
