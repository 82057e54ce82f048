"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from hulldown.rulesets.agrav.actions import to_act
from hulldown.rulesets.agrav.buttons.assaulting import assault_buttons
from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.buttons.equipping import equipment_buttons
from hulldown.rulesets.agrav.buttons.firing import lines, shooting_buttons
from hulldown.rulesets.agrav.buttons.moving import move_buttons, opening_buttons
from hulldown.rulesets.agrav.codes import NOBODY, Phase, Verb
from hulldown.rulesets.agrav.naming import enemies, present
from hulldown.rulesets.agrav.shooting import why_not_ready
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.common.buttons import CONCEDE, Dress
from hulldown.rulesets.common.names import plural

__all__ = ["orders"]

END = Dress("end", "End turn", "end", "Space")


def unit_buttons(b: Buttons, u: int) -> None:
    """All orders of one unit."""
    move_buttons(b, u)
    shooting_buttons(b, u)
    assault_buttons(b, u)
    equipment_buttons(b, u)


def idle_text(s: State, seat: int) -> str:
    """What a side leaves undone if it ends its turn now: "4 weapons ready, 2 units can move"."""
    mine = present(s, seat)
    guns = [(u, w) for u in mine for w in lines(s, u) if why_not_ready(s, u, w) == 0]
    idle = sum(s.units[u].weapon[w].cone == NOBODY for u, w in guns)
    moving = sum(s.units[u].left > 0 for u in mine)
    text = [f"{plural(idle, 'weapon')} idle"] if idle and enemies(s, seat) else []
    text += [f"{plural(moving, 'unit')} can move"] if moving else []
    return ", ".join(text) or "all is done"


def orders(s: State, seat: int) -> list[OrderButton]:
    """Everything a seat could choose now, refused orders with their reason."""
    b = Buttons(s, seat)
    if s.phase == Phase.OVER or not to_act(s) >> seat & 1:
        return []
    if s.phase != Phase.TURN:
        opening_buttons(b)
    else:
        for u in present(s, seat):
            unit_buttons(b, u)
        b.put(b.make(Verb.END), END, idle_text(s, seat))
    b.put(b.make(Verb.CONCEDE), CONCEDE, "the other side wins")
    return b.orders
