"""Roll-offs, set-up, and who is activated (WS-4, WS-5.5)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import plural, point
from hulldown.rulesets.warstrike.checks import must_check
from hulldown.rulesets.warstrike.codes import NOBODY, Verb
from hulldown.rulesets.warstrike.forming import chosen
from hulldown.rulesets.warstrike.naming import deed_name
from hulldown.rulesets.warstrike.orders.buttons import Buttons

ROLL = Dress("roll", "Roll off", "play", "R")
BACK = Dress("back", "Take it up again", "undo", "B")
STANDS = Dress("end", "It stands", "end", "Space")


def roll_buttons(b: Buttons) -> None:
    """The roll-off before the battle (WS-4.7, WS-4.10)."""
    b.put(b.make(Verb.ROLL), ROLL, "the higher die wins", True)


def form_buttons(b: Buttons) -> None:
    """A few formations in the own zone for each unit; the others are set by hand (WS-4.8, WS-4.9)."""
    offered = b.offered(Verb.FORM)
    for k in dict.fromkeys(int(a.actor) for a in offered):
        dress = Dress("form", f"Place {b.full(k)}", "flag", "P")
        for words, a in chosen(b.s, [a for a in offered if a.actor == k]):
            b.put(a, dress, words, place=point(int(a.x), int(a.y)))


def place_buttons(b: Buttons) -> None:
    """Units to place; one that is begun may be taken up again, or stands (WS-4.11)."""
    form_buttons(b)
    k = int(b.s.acting)
    if k != NOBODY:
        b.put(b.make(Verb.END, k), STANDS, b.full(k))
        b.put(b.make(Verb.BACK, k), BACK, b.full(k))


def state_words(b: Buttons, a: Action) -> str:
    """What is to be known of a unit before it is activated."""
    u = b.s.unit[a.actor]
    if must_check(u.markers):
        return f"{plural(int(u.markers), 'marker')}: it checks first"
    return f"last: {deed_name(int(u.last))}" if u.last else "no markers"


def activate_buttons(b: Buttons) -> None:
    """Who is activated next; who has acted is not (WS-5.6)."""
    for k in b.own:
        a = b.make(Verb.ACTIVATE, k)
        dress = Dress("activate", f"Activate {b.full(k)}", "play", "A")
        b.put(a, dress, state_words(b, a), bool(must_check(b.s.unit[k].markers)))
