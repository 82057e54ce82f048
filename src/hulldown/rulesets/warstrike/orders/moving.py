"""The moving half: places for the leader, members left behind, the end, taking it back (WS-7, WS-8)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.shapes import distance
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import compass, point, spot
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.codes import Deed, Gait, Verb
from hulldown.rulesets.warstrike.danger import owes_test
from hulldown.rulesets.warstrike.moving import move_begun
from hulldown.rulesets.warstrike.orders.buttons import Buttons
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.vocabulary import far

GO = Dress("march", "Go", "move", "G")
GATHER = Dress("march", "Gather", "crew", "G")
STAY = Dress("stay", "Leave behind", "cover", "L")
BACK = Dress("back", "Take it back", "undo", "B")
END = Dress("end", "End the move", "end", "Space")
STAND = Dress("end", "Stay", "end", "Space")
WINDS = (
    "east",
    "east-northeast",
    "northeast",
    "north-northeast",
    "north",
    "north-northwest",
    "northwest",
    "west-northwest",
    "west",
    "west-southwest",
    "southwest",
    "south-southwest",
    "south",
    "south-southeast",
    "southeast",
    "east-southeast",
)  # the sixteen directions of WS-16.4


def way_words(s: State, a: Action) -> str:
    """Where a unit would go."""
    v, x, y = s.model[s.unit[a.actor].leader], int(a.x), int(a.y)
    if any((x, y) == (s.objective_x[i], s.objective_y[i]) for i in range(s.objectives)):
        return f"to the objective at {spot(x, y)}"
    if (x, y) == (v.x, v.y):
        return "round the leader, who stays"
    return f"{compass(x - int(v.x), y - int(v.y), WINDS)}, {far(distance(int(v.x), int(v.y), x, y))}"


def march_buttons(b: Buttons) -> None:
    """Whole moves, as proposed (WS-16.4)."""
    for a in b.offered(Verb.MARCH):
        dress = GATHER if b.s.deed == Deed.RALLY else GO
        b.put(a, dress, way_words(b.s, a), place=point(int(a.x), int(a.y)))


def behind_buttons(b: Buttons, k: int) -> None:
    """Members of a move that is laid out, to be left where they were (WS-7.10, WS-8.17)."""
    for m in living(b.s, k):
        v = b.s.model[m]
        if v.gait in (Gait.PLACED, Gait.WALKS) and (v.x, v.y) != (v.from_x, v.from_y):
            b.put(b.make(Verb.STAY, m), STAY, b.model(m))


def moving_buttons(b: Buttons) -> None:
    """All that the moving unit may do in one click; way-points and single places are set on the board."""
    k = int(b.s.acting)
    march_buttons(b)
    begun = bool(move_begun(b.s, k))
    if begun:
        behind_buttons(b, k)
        b.put(b.make(Verb.BACK, k), BACK, "to where it set out")
    danger = any(owes_test(b.s, m) for m in living(b.s, k)) if begun else False
    b.put(b.make(Verb.END, k), END if begun else STAND, b.full(k), danger)
