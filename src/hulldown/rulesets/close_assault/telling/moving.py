"""Moves: activations, ways, pile-ins, Encircle and Turn, flight; Morale (CA-3, CA-4, CA-12 to CA-16)."""

from __future__ import annotations

from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.codes import Order, Phase
from hulldown.rulesets.close_assault.naming import facing_words, far, whole_degrees
from hulldown.rulesets.close_assault.state import is_vehicle
from hulldown.rulesets.close_assault.telling.teller import DIE, Teller, ends_at, way_of
from hulldown.rulesets.close_assault.vocabulary import ORDERS, needs
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural, signed, spot, spread

MOST_LISTED = 3  # models whose ways are told one by one
DOES = {events.piled_in: "piles in", events.withdrew: "withdraws", events.fell_back: "falls back"}


@describes(events.activated)
def describe_activated(t: Teller, unit: int, order: int, engaged: int) -> None:
    """A detachment is activated; why one that cannot move does not (CA-4.8, CA-16.7, CA-16.9, CA-20.2)."""
    name = t.unit(unit)
    t.heading(f"{name} is activated: {ORDERS[order]}", t.kind.rule)
    if engaged and order == Order.FALL_BACK:
        t.open(f"{name} is Engaged: it stays and fights", "CA-16.7")
    elif engaged and order != Order.CHARGE:
        t.open(f"{name} is Engaged: without a Charge order it does nothing", "CA-4.8")
    elif engaged and t.s.acting != unit:
        t.open(f"{name} is Engaged and can do nothing but stay", "CA-4.8", "CA-20.2")
    elif order == Order.FALL_BACK and not t.later(events.fell_back) and not t.later(events.fled):
        t.open(f"{name} finds no way towards its own edge", "CA-16.9")


@describes(events.leg_moved, *DOES)
def describe_ways(t: Teller, model: int) -> None:
    """What the models of a detachment do together, each with its way (CA-4.2, CA-4.9, CA-16.4, CA-16.9)."""
    run, k = t.kind.among(t.run()), t.of(model)
    does = DOES.get(t.kind) or ("drives" if is_vehicle(t.s, int(t.s.detachment[k].first)) else "moves")
    ways: dict[int, int] = {}
    for event in run:
        ways[event.model] = ways.get(event.model, 0) + way_of(event)
    ends = {event.model: ends_at(t, event) for event in run}
    if len(ways) == 1:
        whole = f"{does} {far(ways[model])}" if ways[model] else "pivots"
        t.begin(f"{t.model(model)} {whole} {ends[model]}")
        return
    draft = t.begin(f"{t.unit(k)} {does} with {plural(len(ways), 'model')}", about=k)
    if len(ways) <= MOST_LISTED:
        draft.clauses += [f"{t.model(m)} {far(ways[m])} {ends[m]}" for m in ways]
    else:
        draft.clauses.append(f"{spread(list(ways.values()), far)} each")
        draft.clauses.append(f"{t.model(model)} {ends[model]}")


@describes(events.put_back)
def describe_return(t: Teller, model: int) -> None:
    """A vehicle without a place to end goes back along its way (CA-12.26)."""
    draft = t.begin(f"{t.unit(t.of(model))} finds no place to end and is set back")
    for event in t.kind.among(t.run()):
        moves = (event.x, event.y) != (event.from_x, event.from_y)
        draft.clauses.append(
            f"{t.model(event.model)} {ends_at(t, event) if moves else 'stays where it fought'}"
        )


# ---------------------------------------------------------------- in contact


@describes(events.encircled)
def describe_encircled(t: Teller, model: int, from_x: int, from_y: int, x: int, y: int) -> None:
    """A model works its way round a vehicle (CA-13.1)."""
    t.begin(f"{t.model(model)} encircles, from {spot(from_x, from_y)} to {spot(x, y)}")


@describes(events.turned)
def describe_turned(t: Teller, model: int, before: int, after: int) -> None:
    """A vehicle turns on the spot (CA-14.1)."""
    t.begin(f"{t.model(model)} turns on the spot, from {facing_words(before)} to {whole_degrees(after)}")


@describes(events.slid)
def describe_slid(t: Teller, model: int, x: int, y: int) -> None:
    """A model that the vehicle touched which turned is nudged along (CA-14.5)."""
    draft = t.going(events.turned) or t.begin("Bases are nudged along")
    draft.clauses.append(f"{t.model(model)} is nudged {far(way_of(t.kind.decode(t.row)))} to {spot(x, y)}")
    draft.rules.append(t.kind.rule)


@describes(events.charge_ended)
def describe_charge_ended(t: Teller, model: int, distance: int, bonus: int, shocks: int, held: int) -> None:
    """What each vehicle keeps of its charge for the Engagement stage (CA-11.6, CA-12.24)."""
    k = t.of(model)
    draft = t.going(events.charge_ended, about=k)
    if held:
        if draft is None:
            t.begin(f"{t.unit(k)} fights on in contact, without a charge bonus", about=k)
        return
    if draft is None:
        draft = t.begin(f"{t.unit(k)} ends its charge in contact", about=k)
        if shocks:
            draft.clauses.append(f"{signed(-shocks)} for {plural(shocks, 'Tank Shock')}")
            draft.rules.append("CA-12.24")
    draft.clauses.append(f"{t.model(model)} charged {far(distance)}, {signed(bonus)} in front")


@describes(events.unit_engaged)
def describe_engaged(t: Teller, unit: int) -> None:
    """Who holds whom now (CA-2.6)."""
    if not t.going(events.unit_engaged, about=unit):
        held = [t.unit(event.enemy) for event in t.kind.among(t.rows) if event.unit == unit]
        t.begin(f"{t.unit(unit)} is Engaged with {joined(held)}")


# ---------------------------------------------------------------- Morale


@describes(events.morale_tested)
def describe_morale(t: Teller, unit: int, die: int, needed: int, passed: int, rally: int) -> None:
    """One die against the Morale value (CA-16.1)."""
    verdict, rule = "passed" if passed else "failed", t.kind.rule
    to_rally = " to rally" if rally else ""
    draft = t.begin(f"{t.unit(unit)} tests its Morale{to_rally}", "CA-16.6" if rally else rule)
    draft.clauses.append(f"{needs(needed)}, rolled {die}: {verdict}")
    text = f"Morale {needs(needed)}: {die}, {verdict}."
    draft.rolls.append(Roll(die, DIE, text, rule, needed, bool(passed)))
    if passed:
        return
    draft.clauses.append("it still falls back" if rally else "it falls back")
    draft.rules.append("CA-16.6" if rally else "CA-16.3")
    if not rally and nobody_moves(t, unit):
        draft.clauses.append("nobody touches it any more, and it stays where it is")
        draft.rules.append("CA-16.4")


def nobody_moves(t: Teller, k: int) -> bool:
    """Whether a detachment that failed has nobody to withdraw from (CA-16.4)."""
    if t.s.phase == Phase.WITHDRAW and t.s.target == k:
        return False
    moves = t.later(events.withdrew) + t.later(events.model_destroyed)
    return not any(t.of(move.model) == k for move in moves)


@describes(events.order_lost)
def describe_order_lost(t: Teller, unit: int) -> None:
    """A detachment acts no further this round (CA-3.8)."""
    draft = t.going(events.morale_tested, about=unit)
    if draft is None:
        t.begin(f"{t.unit(unit)} loses its order for the rest of the round")
        return
    draft.clauses.append("it loses its order")
    draft.rules.append(t.kind.rule)


@describes(events.rallied)
def describe_rallied(t: Teller, unit: int) -> None:
    """The Fall Back marker goes (CA-16.6)."""
    draft = t.going(events.morale_tested, about=unit) or t.begin(t.unit(unit))
    draft.clauses.append("it rallies")
    draft.rules.append(t.kind.rule)
