"""Set-up, the orders of a round, and who is activated (CA-2.13, CA-3)."""

from __future__ import annotations

from hulldown.rulesets.close_assault.activating import may_move
from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.codes import NOBODY, Order, Phase, Verb
from hulldown.rulesets.close_assault.rounds import owes_order
from hulldown.rulesets.close_assault.vocabulary import ORDERS
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import plural, point

DRESSES = {
    Order.FIRST_FIRE: Dress("first_fire", "First Fire", "fire", "F"),
    Order.ADVANCE: Dress("advance", "Advance", "move", "A"),
    Order.MARCH: Dress("march", "March", "quick", "M"),
    Order.CHARGE: Dress("charge", "Charge", "strike", "C"),
}
BRIEFLY = {  # CA-3.3
    Order.FIRST_FIRE: "stays, fires first, Overwatch",
    Order.ADVANCE: "up to M, fires last, Overwatch until then",
    Order.MARCH: "up to 2 M, Infantry 3 M, no fire",
    Order.CHARGE: "up to 2 M into contact, no fire",
}
BACK = Dress("back", "Take it up again", "undo", "B")


def order_buttons(b: Buttons) -> None:
    """The four orders for every detachment that has none yet (CA-3.2)."""
    for k in b.own:
        if owes_order(b.s, k):
            for order, dress in DRESSES.items():
                b.put(b.make(Verb.ORDER, k, choice=order), dress, BRIEFLY[order])


def activate_buttons(b: Buttons) -> None:
    """Who is activated next; who stays for First Fire is not (CA-3.6, CA-3.7)."""
    for k in b.own:
        order = int(b.s.detachment[k].order)
        if may_move(b.s, k) or order == Order.FIRST_FIRE:
            dress = Dress("activate", f"Activate {b.full(k)}", "play", "A")
            b.put(b.make(Verb.ACTIVATE, k), dress, ORDERS[order])


def place_buttons(b: Buttons) -> None:
    """Formations in the own zone; who is placed in part may be taken up again (CA-2.13)."""
    for a in b.offered(Verb.FORM):
        dress = Dress("form", f"Place {b.full(int(a.actor))}", "flag", "P")
        where = point(int(a.x), int(a.y))
        b.put(a, dress, f"at {where}, {plural(a.choice, 'model')} abreast", place=where)
    if b.s.acting != NOBODY:
        b.put(b.make(Verb.BACK, b.s.acting), BACK, "")


def opening_buttons(b: Buttons) -> None:
    """What is asked before anybody moves."""
    if b.s.phase == Phase.DEPLOY:
        place_buttons(b)
    elif b.s.phase == Phase.ORDERS:
        order_buttons(b)
    else:
        activate_buttons(b)
