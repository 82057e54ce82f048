"""Moves of the activated detachment: ways, charges, Tank Shocks, in contact, the end (CA-4, CA-12 to 14)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault.activating import may_move
from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, Manner, Order, Phase, Trait, Verb
from hulldown.rulesets.close_assault.contact import arc_between, gap_of, touched_by
from hulldown.rulesets.close_assault.encircling import lay_on_way
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.hits import weapon_has
from hulldown.rulesets.close_assault.naming import degrees, far, model_name, model_named
from hulldown.rulesets.close_assault.proposing.closing import foremost, leader, nth_nearest
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.proposing.offers import has_driven
from hulldown.rulesets.close_assault.rounds import owes_order
from hulldown.rulesets.close_assault.route import after_way, way_round
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.tank_shock import all_vehicles
from hulldown.rulesets.close_assault.text import SIDES
from hulldown.rulesets.close_assault.vocabulary import ARCS, BRIEFLY, ORDERS, in_numbers
from hulldown.rulesets.common.buttons import Dress
from hulldown.rulesets.common.grammar import word_of
from hulldown.rulesets.common.names import compass, plural, point, spot

GO = Dress("go", "Go", "move", "G")
CHARGE = Dress("charge", "Charge", "clash", "C")
REAR = Dress("charge_rear", "Charge the rear", "clash", "R")
AT = Dress("drive_at", "Shock", "mount", "T")
HERE = Dress("shock", "Tank Shock", "mount", "K")
BREAK = Dress("shock", "Break out", "mount", "K")
CLOSE = Dress("close_up", "Pile in", "crew", "P")
ROUND = Dress("encircle", "Encircle", "left", "R")
TURN = Dress("turn", "Turn", "turret", "T")
BACK = Dress("back", "Take it back", "undo", "B")
WAY_BACK = Dress("set_back", "Set back", "back", "S")
END = Dress("end", "End the move", "end", "Space")
DEFEND = Dress("defend", "Point Defence", "gun", "D")
WINDS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")

# ---------------------------------------------------------------- ways


def way_words(s: State, a: Action) -> str:
    """Where a detachment would go."""
    b = s.model[guide(s, int(a.actor))].base
    dx, dy = a.x - int(b.x), a.y - int(b.y)
    if any(s.objective_x[i] == a.x and s.objective_y[i] == a.y for i in range(s.objectives)):
        return f"to the objective at {spot(a.x, a.y)}"
    return f"{compass(dx, dy, WINDS)}, {far(length(dx, dy))}" if dx or dy else "stay"


def away(s: State, k: int, target: int) -> int:
    """How far the nearest of a detachment is from touching another."""
    i = foremost(s, k, target, 0)
    return max(0, gap_of(s, i, nth_nearest(s, i, target, 0)) - CONTACT)


def manoeuvre_buttons(b: Buttons) -> None:
    """Ways, charges and drives at a target, as proposed (CA-20.3)."""
    for a in b.legal_of(Verb.MANOEUVRE):
        if a.choice == Manner.GO:
            b.put(a, GO, way_words(b.s, a), place=point(int(a.x), int(a.y)))
        elif a.choice == Manner.PILE_IN:
            b.put(a, CLOSE, "who touches nobody closes up")
        else:
            dress = {Manner.CHARGE: CHARGE, Manner.CHARGE_REAR: REAR, Manner.SHOCK: AT}[Manner(a.choice)]
            label = f"{dress.label} {'of ' if dress is REAR else ''}{aimed_at(b, a)}"
            b.put(a, Dress(dress.group, label, dress.icon, dress.key), aim_words(b, a))


def aimed_at(b: Buttons, a: Action) -> str:
    """The detachment that is charged, or the one model of it: "R5.1 left" from the left."""
    whom = b.names[a.target] if a.place == NOBODY else model_name(b.s, int(a.place))
    return whom if a.facing == NOBODY else f"{whom} {word_of(SIDES, int(a.facing))}"


def aim_words(b: Buttons, a: Action) -> str:
    """What the target is, and how far away."""
    k, j = int(a.actor), int(a.place)
    gap = away(b.s, k, int(a.target)) if j == NOBODY else max(0, gap_of(b.s, leader(b.s, k, j), j) - CONTACT)
    short = a.choice != Manner.SHOCK and not touched_by(after_way(b.s, a), k)
    whom = f"{b.full(int(a.target))}, nearest model" if j == NOBODY else b.full(int(a.target))
    return f"{whom}, {far(gap)} away{', ends short of it' if short else ''}"


# ---------------------------------------------------------------- in contact


def shock_buttons(b: Buttons, k: int) -> None:
    """Tank Shocks where the vehicles stand, those refused with their reason (CA-12.2, CA-12.29)."""
    if b.s.detachment[k].order != Order.CHARGE or not all_vehicles(b.s, k):
        return
    dress = BREAK if b.s.phase == Phase.ENGAGED else HERE
    touched = touched_by(b.s, k)
    near = [j for j in b.enemies if touched >> j & 1] or b.enemies
    b.spread([b.make(Verb.SHOCK, k, target=j) for j in near], dress, lambda a: b.full(int(a.target)))


def arc_round(s: State, m: int, vehicle: int, far: int) -> int:
    """The arc of a vehicle in which a model stands that goes round it (CA-5.3)."""
    lay_on_way(s, m, vehicle, far, 1, 1)
    arc = int(arc_between(s.options, s.model[vehicle].base, s.trial))
    wipe(s)
    return arc


def round_buttons(b: Buttons) -> None:
    """Stops round a vehicle, and the arc in which they are (CA-13.1)."""
    for a in b.legal_of(Verb.ENCIRCLE):
        way = "counter-clockwise" if a.choice > 0 else "clockwise"
        whom, place = model_named(b.s, int(a.target)), point(*way_round(b.s, a))
        arc = ARCS[arc_round(b.s, int(a.actor), int(a.target), int(a.choice))]
        words = f"{model_name(b.s, a.actor)}, {far(abs(a.choice))} {way} to the {arc} of {whom}"
        b.put(a, ROUND, words, place=place)


def turn_buttons(b: Buttons) -> None:
    """Facings that a vehicle in contact can turn to (CA-14.1)."""
    for a in b.legal_of(Verb.TURN):
        b.put(a, TURN, f"{model_named(b.s, int(a.actor))}, to face {degrees(int(a.facing))}°")


# ---------------------------------------------------------------- Point Defence, the end


def defence_buttons(b: Buttons, k: int) -> None:
    """Point Defence weapons before or after the move (CA-15.9)."""
    d = b.s.detachment[k]
    p = b.s.profile[d.profile]
    armed = any(weapon_has(p.weapon[w], Trait.POINT_DEFENCE) for w in range(p.weapons))
    if not armed or d.order not in (Order.ADVANCE, Order.MARCH):
        return
    shots = [b.make(Verb.DEFEND, k, target=j) for j in b.enemies]
    b.spread(shots, DEFEND, lambda a: f"at {b.full(int(a.target))}", random=True)


def end_buttons(b: Buttons, k: int) -> None:
    """To end here, or why not; the way back; to take back what was moved by hand (CA-4.10, CA-12.32)."""
    if has_driven(b.s, k) or b.legal_of(Verb.BACK):
        b.put(b.make(Verb.BACK, k), BACK, "to where this leg began")
    if b.s.detachment[k].shocks:
        b.put(b.make(Verb.FALLBACK, k), WAY_BACK, "along its own way, to where it may end")
    label = "Stay" if b.s.phase == Phase.ENGAGED else END.label
    b.put(b.make(Verb.END, k), Dress(END.group, label, END.icon, END.key), b.full(k))


def moving_buttons(b: Buttons) -> None:
    """All that the activated detachment may do."""
    k = int(b.s.acting)
    manoeuvre_buttons(b)
    shock_buttons(b, k)
    round_buttons(b)
    turn_buttons(b)
    if b.s.phase == Phase.MOVING:
        defence_buttons(b, k)
    end_buttons(b, k)


# ---------------------------------------------------------------- opening
# Set-up, the orders of a round, and who is activated (CA-2.13, CA-3).


DRESSES = {
    Order.FIRST_FIRE: Dress("first_fire", "First Fire", "fire", "F"),
    Order.ADVANCE: Dress("advance", "Advance", "move", "A"),
    Order.MARCH: Dress("march", "March", "quick", "M"),
    Order.CHARGE: Dress("charge_order", "Charge", "clash", "C"),
}
TAKEN_UP = Dress("back", "Take it up again", "undo", "B")


def order_buttons(b: Buttons) -> None:
    """The four orders for every detachment that has none yet (CA-3.2)."""
    for k in b.own:
        if owes_order(b.s, k):
            for order, dress in DRESSES.items():
                b.put(b.make(Verb.ORDER, k, choice=order), dress, in_numbers(BRIEFLY[order], b.s.options))


def activate_buttons(b: Buttons) -> None:
    """Who is activated next; who stays for First Fire is not (CA-3.6, CA-3.7)."""
    for k in b.own:
        order = int(b.s.detachment[k].order)
        if may_move(b.s, k) or order == Order.FIRST_FIRE:
            dress = Dress("activate", f"Activate {b.full(k)}", "play", "A")
            b.put(b.make(Verb.ACTIVATE, k), dress, ORDERS[order])


def place_buttons(b: Buttons) -> None:
    """Formations in the own zone; who is placed in part may be taken up again (CA-2.13)."""
    for a in b.legal_of(Verb.FORM):
        dress = Dress("form", f"Place {b.full(int(a.actor))}", "flag", "P")
        where = point(int(a.x), int(a.y))
        b.put(a, dress, f"at {where}, {plural(a.choice, 'model')} abreast", place=where)
    if b.s.acting != NOBODY:
        b.put(b.make(Verb.BACK, b.s.acting), TAKEN_UP, "")


def opening_buttons(b: Buttons) -> None:
    """What is asked before anybody moves."""
    if b.s.phase == Phase.DEPLOY:
        place_buttons(b)
    elif b.s.phase == Phase.ORDERS:
        order_buttons(b)
    else:
        activate_buttons(b)
