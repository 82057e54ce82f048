"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from functools import cached_property

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import distance
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress, by_phase
from hulldown.rulesets.common.names import compass, plural, point, spot
from hulldown.rulesets.warstrike import state
from hulldown.rulesets.warstrike.actions import check, legal, of_model, to_act
from hulldown.rulesets.warstrike.cards import living
from hulldown.rulesets.warstrike.losses import must_check, owes_test
from hulldown.rulesets.warstrike.moving import has_begun_move
from hulldown.rulesets.warstrike.permissions import fires_first
from hulldown.rulesets.warstrike.preview import chosen
from hulldown.rulesets.warstrike.shooting import BEST, NO_WEAPON, carried, shots_now
from hulldown.rulesets.warstrike.state import NOBODY, Deed, Half, Phase, Verb
from hulldown.rulesets.warstrike.table import unit_gap
from hulldown.rulesets.warstrike.words import (
    HALVES,
    INSTEAD,
    action_text,
    briefly,
    deed_name,
    far,
    model_named,
    refused,
    unit_ids,
    unit_name,
    weapon_name,
)

# Nothing is to be known of these beforehand.
PLAIN = (Verb.PLACE, Verb.STAY, Verb.BACK, Verb.ARM, Verb.HOLD, Verb.FORM, Verb.CONCEDE, Verb.ROLL)
AT_UNITS = (Verb.FIRE, Verb.AIM)


class Buttons(buttons.Buttons[state.State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(unit_ids)
    is_called = staticmethod(unit_name)
    plain = PLAIN

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side != self.seat and state.lasts(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The units of this side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side == self.seat and state.lasts(self.s, k)]

    def model(self, m: int) -> str:
        """A model by its name and what it is: "B1.10 LMG team"."""
        return model_named(self.shelf, self.s, m)

    def unit(self, a: Action) -> str:
        """The unit that an order is for, also if it is one of its models'."""
        if a.actor == NOBODY:
            return ""
        return self.names[self.s.model[a.actor].unit if of_model(a.verb) else a.actor]

    def target(self, a: Action) -> str:
        return self.names[a.target] if a.verb in AT_UNITS else ""

    def reason(self, a: Action, code: int) -> Refusal:
        return refused(self.s, a, code)


# ---------------------------------------------------------------- set-up and activation


ROLL = Dress("roll", "Roll off", "play", "R")
UP_AGAIN = Dress("back", "Take it up again", "undo", "B")
STANDS = Dress("end", "It stands", "end", "Space")


def roll_buttons(b: Buttons) -> None:
    """The roll-off before the battle (WS-4.7, WS-4.10)."""
    b.put(b.make(Verb.ROLL), ROLL, "the higher die wins", True)


def form_buttons(b: Buttons) -> None:
    """A few formations in the own zone for each unit; the others are set by hand (WS-4.8, WS-4.9)."""
    offered = b.legal_of(Verb.FORM)
    for k in dict.fromkeys(a.actor for a in offered):
        dress = Dress("form", f"Place {b.full(k)}", "flag", "P")
        for words, a in chosen(b.s, [a for a in offered if a.actor == k]):
            b.put(a, dress, words, place=point(a.x, a.y))


def place_buttons(b: Buttons) -> None:
    """Units to place; one that is begun may be taken up again, or stands (WS-4.11)."""
    form_buttons(b)
    k = b.s.acting
    if k != NOBODY:
        b.put(b.make(Verb.END, k), STANDS, b.full(k))
        b.put(b.make(Verb.BACK, k), UP_AGAIN, b.full(k))


def state_words(b: Buttons, a: Action) -> str:
    """What is to be known of a unit before it is activated."""
    u = b.s.unit[a.actor]
    if must_check(u.markers):
        return f"{plural(u.markers, 'marker')}: it checks first"
    return f"last: {deed_name(u.last)}" if u.last else "no markers"


def activate_buttons(b: Buttons) -> None:
    """Who is activated next; who has acted is not (WS-5.6)."""
    for k in b.own:
        a = b.make(Verb.ACTIVATE, k)
        dress = Dress("activate", f"Activate {b.full(k)}", "play", "A")
        b.put(a, dress, state_words(b, a), bool(must_check(b.s.unit[k].markers)))


# ---------------------------------------------------------------- the six actions


ICONS = {  # and the key
    Deed.OPEN_FIRE: ("fire", "F"),
    Deed.ADVANCE: ("move", "A"),
    Deed.RALLY: ("crew", "R"),
    Deed.DOUBLE: ("quick", "D"),
    Deed.GO_TO_GROUND: ("cover", "G"),
    Deed.FALL_BACK: ("back", "B"),
}


def deed_buttons(b: Buttons) -> None:
    """Every action with each half that may come first; refused ones once."""
    k = b.s.acting
    for deed, (icon, key) in ICONS.items():
        halves = (Half.MOVE_FIRST, Half.FIRE_FIRST) if fires_first(deed) else (Half.MOVE_FIRST,)
        choices = [b.make(Verb.ACT, k, choice=deed, facing=half) for half in halves]
        dress = Dress(deed.name.lower(), deed_name(deed), icon, key)
        falls_back = deed is Deed.FALL_BACK
        b.spread(choices, dress, lambda a: half_words(b.s.options, a.choice, a.facing), random=falls_back)


def half_words(o: state.Options, deed: int, half: int) -> str:
    """What comes first, and what the action allows."""
    if not fires_first(deed):
        return briefly(o, deed)
    return f"{(INSTEAD if deed == Deed.FALL_BACK else HALVES)[half]}: {briefly(o, deed)}"


# ---------------------------------------------------------------- the moving half


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


def way_words(s: state.State, a: Action) -> str:
    """Where a unit would go."""
    v, x, y = s.model[s.unit[a.actor].leader], a.x, a.y
    if any((x, y) == (s.objective_x[i], s.objective_y[i]) for i in range(s.objectives)):
        return f"to the objective at {spot(x, y)}"
    if (x, y) == (v.x, v.y):
        return "round the leader, who stays"
    return f"{compass(x - v.x, y - v.y, WINDS)}, {far(distance(v.x, v.y, x, y))}"


def march_buttons(b: Buttons) -> None:
    """Whole moves, as proposed (WS-16.4)."""
    for a in b.legal_of(Verb.MARCH):
        dress = GATHER if b.s.deed == Deed.RALLY else GO
        b.put(a, dress, way_words(b.s, a), place=point(a.x, a.y))


def behind_buttons(b: Buttons, k: int) -> None:
    """Members of a move that is laid out, to be left where they were (WS-7.10, WS-8.17)."""
    for m in living(b.s, k):
        v = b.s.model[m]
        if v.gait in (state.Gait.PLACED, state.Gait.WALKS) and (v.x, v.y) != (v.from_x, v.from_y):
            b.put(b.make(Verb.STAY, m), STAY, b.model(m))


def moving_buttons(b: Buttons) -> None:
    """All that the moving unit may do in one click; way-points and single places are set on the board."""
    k = b.s.acting
    march_buttons(b)
    begun = bool(has_begun_move(b.s, k))
    if begun:
        behind_buttons(b, k)
        b.put(b.make(Verb.BACK, k), BACK, "to where it set out")
    danger = any(owes_test(b.s, m) for m in living(b.s, k)) if begun else False
    b.put(b.make(Verb.END, k), END if begun else STAND, b.full(k), danger)


# ---------------------------------------------------------------- fire and losses


FIRE = Dress("fire", "Fire", "fire", "F")
HOLD = Dress("hold", "Hold fire", "end", "H")
ARM = Dress("arm", "Weapon", "load", "W")
AIM = Dress("aim", "Aim", "gun", "A")
SNAP = Dress("snap", "Snap Fire", "fire", "F")
DECLINE = Dress("decline", "No Snap Fire", "end", "N")
FALLS = Dress("falls", "Takes the result", "clash", "T")
LEADS = Dress("leads", "Leads from now on", "crew", "L")


def fire_buttons(b: Buttons) -> None:
    """Every target, or why it is none (WS-11.2); weapons and aims of single models; holding fire."""
    k = b.s.acting
    b.spread(
        [b.make(Verb.FIRE, k, target=j) for j in b.enemies],
        FIRE,
        lambda a: f"at {b.full(a.target)}, {far(unit_gap(b.s, k, a.target))} away",
        random=True,
    )
    for m in living(b.s, k):
        arm_buttons(b, m)
        if b.s.options.split_fire != state.SplitFire.OFF:
            aim_buttons(b, m)
    b.put(b.make(Verb.HOLD, k), HOLD, b.full(k))


def arm_buttons(b: Buttons, m: int) -> None:
    """The other weapons of a model that carries several; not to fire at all (WS-2.9)."""
    armed = [i for i in range(state.CARRIED) if carried(b.s, m, i) != NOBODY]
    ready = [i for i in armed if shots_now(b.s, m, carried(b.s, m, i)) > 0]
    if len(armed) < 2 or not ready:
        return
    for choice in (*ready, BEST, NO_WEAPON):
        if choice != b.s.model[m].arm:
            b.put(b.make(Verb.ARM, m, choice=choice), ARM, f"{b.model(m)}: {arm_words(b, m, choice)}")


def arm_words(b: Buttons, m: int, choice: int) -> str:
    """Which weapon, with how many shots."""
    if choice in (BEST, NO_WEAPON):
        return "whichever is best" if choice == BEST else "does not fire"
    weapon = int(carried(b.s, m, choice))
    return f"{weapon_name(b.shelf, b.s, weapon)}, {plural(int(shots_now(b.s, m, weapon)), 'shot')}"


def aim_buttons(b: Buttons, m: int) -> None:
    """Targets of its own that a model may be given (WS-11.3)."""
    for j in b.enemies:
        a = b.make(Verb.AIM, m, target=j)
        if j != b.s.model[m].aim and not b.code(a):
            b.put(a, AIM, f"{b.model(m)} at {b.full(j)}")


# ---------------------------------------------------------------- answers


def snap_buttons(b: Buttons) -> None:
    """Fire at who ran, or not (WS-12.4)."""
    k, mover = b.s.asked, b.s.acting
    b.put(b.make(Verb.SNAP, k, choice=1), SNAP, f"{b.full(k)} at {b.full(mover)}", True)
    b.put(b.make(Verb.SNAP, k, choice=0), DECLINE, f"{b.full(k)} may still fire at another unit")


def model_buttons(b: Buttons) -> None:
    """Who takes the next kill result (WS-11.17), or leads a unit whose leader has fallen (WS-2.6)."""
    for verb, dress in ((Verb.FALLS, FALLS), (Verb.LEAD, LEADS)):
        for a in b.legal_of(verb):
            b.put(a, dress, b.model(a.actor))


BUTTONS = {
    Phase.ROLL_OFF: roll_buttons,
    Phase.DEPLOY: place_buttons,
    Phase.ACTIVATE: activate_buttons,
    Phase.CHOOSE: deed_buttons,
    Phase.MOVE: moving_buttons,
    Phase.SNAP: snap_buttons,
    Phase.FIRE: fire_buttons,
    Phase.CASUALTY: model_buttons,
    Phase.SUCCESSION: model_buttons,
}
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE)
