"""Moves before they are made: made on a copy, the rules say what has come of it (CA-4, CA-11 to 14)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.kernel.plane import mils
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Order, Verb
from hulldown.rulesets.close_assault.contact import arc_of, touched_by
from hulldown.rulesets.close_assault.encircling import encircle, enemies_touched, leap
from hulldown.rulesets.close_assault.explaining.fights import charge_notes, shock_notes
from hulldown.rulesets.close_assault.fights import caf
from hulldown.rulesets.close_assault.halting import charge_distance, why_not_end
from hulldown.rulesets.close_assault.movement import drive, remaining
from hulldown.rulesets.close_assault.naming import (
    degrees,
    detachment_name,
    far,
    model_name,
    model_named,
    named,
)
from hulldown.rulesets.close_assault.pairing import holds
from hulldown.rulesets.close_assault.proposing.closing import manoeuvre
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import callers
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.tank_shock import all_vehicles
from hulldown.rulesets.close_assault.text import SIDES
from hulldown.rulesets.close_assault.turning import turn, units_touched
from hulldown.rulesets.close_assault.vocabulary import ARCS
from hulldown.rulesets.common.explanation import Notes
from hulldown.rulesets.common.grammar import word_of
from hulldown.rulesets.common.names import joined, signed, spot, spread

OFF = blank(Log)  # a log that keeps nothing
AIMS = {Manner.CHARGE: "charges at", Manner.CHARGE_REAR: "charges at the rear of", Manner.SHOCK: "drives at"}

# ---------------------------------------------------------------- a whole detachment


def explain_manoeuvre(s: State, a: Action) -> Explanation:
    """Where a proposed move ends, whom it touches, the charge bonus, and the Tank Shock if it makes one."""
    after, k = copy(s), int(a.actor)
    shocks = manoeuvre(after, a, OFF)
    if shocks:
        notes = (*way_notes(s, after, k), *shock_notes(after, k, int(a.target)))
    else:
        notes = (*way_notes(s, after, k), *contact_notes(after, k))
    return Explanation(title_of(s, a), notes=notes)


def title_of(s: State, a: Action) -> str:
    """Who goes where."""
    name = named(s, int(a.actor))
    if a.choice == Manner.GO:
        return f"{name} goes to {spot(a.x, a.y)}"
    if a.choice == Manner.PILE_IN:
        return f"{name} piles in"
    whom = named(s, int(a.target)) if a.place == NOBODY else model_named(s, int(a.place))
    side = "" if a.facing == NOBODY else f", {word_of(SIDES, int(a.facing))}"
    return f"{name} {AIMS[Manner(a.choice)]} {whom}{side}"


def way_notes(s: State, after: State, k: int) -> Notes:
    """How far the models go, and what they have left then (CA-4.1)."""
    d = s.detachment[k]
    there = [m for m in range(d.first, d.first + d.size) if alive(s, m)]
    gone = [mils(int(after.model[m].driven) - int(s.model[m].driven)) for m in there]
    left = min(remaining(after, m) for m in there)
    if not any(gone):
        return (("It finds no way and stays.", "CA-4.10"),)
    return ((f"{spread(gone, far)} of way, {far(left)} left.", "CA-4.1"),)


def contact_notes(s: State, k: int) -> Notes:
    """Whom it touches where it stands now, with what bonus, and who may fire Overwatch (CA-4.6, CA-11)."""
    touched = touched_by(s, k)
    if s.detachment[k].order != Order.CHARGE:
        return ()
    if not touched:
        return (("It ends in contact with nobody.", "CA-4.6"),)
    names = joined([detachment_name(s, j) for j in range(s.detachments) if holds(touched, j)])
    notes = [(f"It ends in contact with {names}.", "CA-2.6")]
    notes += charge_notes(s, k) if all_vehicles(s, k) and not s.detachment[k].engaged else ()
    notes += [(f"{detachment_name(s, j)} may fire Overwatch first.", "CA-15.11") for j in calling(s, k)]
    return (*notes, *caf_notes(s, k))


def calling(s: State, k: int) -> list[int]:
    """Who may fire at a detachment that ends its charge here."""
    bits = callers(s, k)
    return [j for j in range(s.detachments) if holds(bits, j)]


def caf_notes(s: State, k: int) -> Notes:
    """CAFs of the models in contact, before bonuses and charge by distance (CA-9.10)."""
    notes = []
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        for j in range(s.models) if alive(s, m) else ():
            if holds(enemies_touched(s, m), j):
                ours, theirs = caf_words(s, m, j), caf_words(s, j, m)
                notes.append((f"{ours} against {theirs}, before bonuses.", "CA-9.10"))
    return tuple(notes[:4])


def caf_words(s: State, m: int, j: int) -> str:
    """A model's CAF against another: "B1.1 +0 (front)"."""
    arc = ARCS[int(arc_of(s, m, j))] if is_vehicle(s, m) else ""
    return f"{model_name(s, m)} {signed(caf(s, m, j, 0, s.mute))}{f' ({arc})' if arc else ''}"


# ---------------------------------------------------------------- one model


def explain_drive(s: State, a: Action) -> Explanation:
    """One straight way by hand: what is left, the charge bonus so far, whether the move may end so."""
    after, m = copy(s), int(a.actor)
    drive(after, m, int(a.x), int(a.y), int(a.facing), OFF)
    k = int(s.model[m].detachment)
    notes = [(f"{far(remaining(after, m))} left.", "CA-4.1")]
    if is_vehicle(s, m) and s.detachment[k].order == Order.CHARGE:
        notes.append((f"Charged {far(charge_distance(after, m))} so far.", "CA-11.5"))
    code = why_not_end(after, k)
    if code != Why.ALLOWED:
        why = Why.refusal(code)
        notes.append((f"The move may not end so yet: {why.text}.", why.rule))
    return Explanation(f"{model_named(s, m)} to {spot(a.x, a.y)}", notes=tuple(notes))


def explain_round(s: State, a: Action) -> Explanation:
    """The arc in which it stands then, and the vehicle's CAF there (CA-13.1)."""
    after, m = copy(s), int(a.actor)
    if a.verb == Verb.ENCIRCLE:
        encircle(after, m, int(a.target), int(a.choice), OFF)
    else:
        leap(after, m, int(a.x), int(a.y), OFF)
    vehicles = [v for v in range(s.models) if holds(enemies_touched(after, m), v) and is_vehicle(s, v)]
    notes = tuple((f"{caf_words(after, v, m)}, now {caf_words(s, v, m)}.", "CA-5.3") for v in vehicles)
    b = after.model[m].base
    return Explanation(f"{model_named(s, m)} to {spot(int(b.x), int(b.y))}", notes=notes)


def explain_turn(s: State, a: Action) -> Explanation:
    """In which arc every enemy who touches the vehicle stands then, and the friends it keeps (CA-14.1)."""
    after, v = copy(s), int(a.actor)
    touched = enemies_touched(s, v)
    friends = [j for j in range(s.models) if holds(units_touched(s, v) & ~touched, j)]
    turn(after, v, int(a.facing), OFF)
    notes = [
        (f"{model_name(s, j)} in the {ARCS[int(arc_of(after, v, j))]}: {caf_words(after, v, j)}.", "CA-14.1")
        for j in range(s.models)
        if holds(touched, j)
    ]
    notes += [(f"It keeps touching {model_name(s, j)}.", "CA-14.3") for j in friends]
    notes.append(("No charge bonus, and no Tank Shock after it.", "CA-14.2"))
    return Explanation(f"{model_named(s, v)} turns to face {degrees(int(a.facing))}°", notes=tuple(notes))


def explain_end(s: State, a: Action) -> Explanation:
    """What the end of the move means where the models stand."""
    return Explanation(f"{named(s, int(a.actor))} ends its move", notes=contact_notes(s, int(a.actor)))
