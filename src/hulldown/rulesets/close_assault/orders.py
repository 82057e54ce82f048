"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import length
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.close_assault import shooting, state, values
from hulldown.rulesets.close_assault.actions import by_models, check, has_driven, legal, to_act
from hulldown.rulesets.close_assault.board import after_way, way_round
from hulldown.rulesets.close_assault.cards import evade_of
from hulldown.rulesets.close_assault.catalogue import Shelf
from hulldown.rulesets.close_assault.combat import all_vehicles, combat_of, fires_first, in_part, spender
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import dice_of, holds, lay_on_way, listed
from hulldown.rulesets.close_assault.proposing import foremost, guide, leader, nth_nearest
from hulldown.rulesets.close_assault.state import NOBODY, Manner, Order, Phase, Response, State, Verb
from hulldown.rulesets.close_assault.table import arc_between, gap_of, touched_by, wipe
from hulldown.rulesets.close_assault.turn import may_move, owes_order
from hulldown.rulesets.close_assault.values import survivors, weapon_has
from hulldown.rulesets.close_assault.words import (
    ARCS,
    BRIEFLY,
    ORDERS,
    VEHICLE_SIDES,
    action_text,
    degrees,
    detachment_names,
    far,
    in_numbers,
    model_name,
    model_named,
    unit_name,
    weapon_name,
)
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress, by_phase
from hulldown.rulesets.common.grammar import word_of
from hulldown.rulesets.common.names import compass, joined, plural, point, signed, spot

# Nothing is to be known of these beforehand.
PLAIN = (Verb.ACTIVATE, Verb.BACK, Verb.HOLD, Verb.CEASE, Verb.SPARE, Verb.PLACE, Verb.FORM, Verb.CONCEDE)
AT_MODELS = (Verb.ENCIRCLE, Verb.PAIR)  # their target is a model
AT_DETACHMENTS = (Verb.DEFEND, Verb.MANOEUVRE, Verb.SHOCK, Verb.FIRE)


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(detachment_names)
    is_called = staticmethod(unit_name)
    plain = PLAIN

    @cached_property
    def enemies(self) -> list[int]:
        """The detachments of the other side that are left."""
        return [k for k in self.others(1 - self.seat) if survivors(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The detachments of this side that are left."""
        return [k for k in self.others(self.seat) if survivors(self.s, k)]

    def others(self, side: int) -> list[int]:
        """The detachments of a side."""
        return [k for k in range(self.s.detachments) if self.s.detachment[k].side == side]

    def unit(self, a: Action) -> str:
        """The detachment that an order is for, also if it is one of its models'."""
        if a.actor == NOBODY:
            return ""
        k = self.s.model[a.actor].detachment if by_models(a.verb) else a.actor
        return self.names[k] if self.s.detachment[k].side == self.seat else ""

    def target(self, a: Action) -> str:
        """The detachment that an order is aimed at; of a Fight the model."""
        if a.target == NOBODY or a.verb not in (*AT_MODELS, *AT_DETACHMENTS):
            return ""
        if a.verb == Verb.PAIR:
            return model_name(self.s, a.target)
        return self.names[self.s.model[a.target].detachment if a.verb in AT_MODELS else a.target]

    def reason(self, a: Action, code: int) -> Refusal:
        return Why.refusal(code)


# ---------------------------------------------------------------- moving
# Moves of the activated detachment: ways, charges, Tank Shocks, in contact, the end (CA-4, CA-12 to 14).


GO = Dress("go", "Go", "move", "G")
CHARGE = Dress("charge", "Charge", "clash", "C")
REAR = Dress("charge_rear", "Charge the rear", "clash", "R")
AT = Dress("drive_at", "Shock", "mount", "T")
HERE = Dress("shock", "Tank Shock", "mount", "K")
BREAK = Dress("shock", "Break out", "mount", "K")
CLOSE = Dress("close_up", "Pile in", "crew", "P")
ROUND_BUTTON = Dress("encircle", "Encircle", "left", "R")
TURN = Dress("turn", "Turn", "turret", "T")
BACK = Dress("back", "Take it back", "undo", "B")
WAY_BACK = Dress("set_back", "Set back", "back", "S")
END = Dress("end", "End the move", "end", "Space")
DEFEND = Dress("defend", "Point Defence", "gun", "D")
WINDS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")


def way_words(s: State, a: Action) -> str:
    """Where a detachment would go."""
    b = s.model[guide(s, a.actor)].base
    dx, dy = a.x - b.x, a.y - b.y
    if any(s.objective_x[i] == a.x and s.objective_y[i] == a.y for i in range(s.objectives)):
        return f"to the objective at {spot(a.x, a.y)}"
    return f"{compass(dx, dy, WINDS)}, {far(length(dx, dy))}" if dx or dy else "stay"


def manoeuvre_buttons(b: Buttons) -> None:
    """Ways, charges and drives at a target, as proposed (CA-20.3)."""
    for a in b.legal_of(Verb.MANOEUVRE):
        if a.choice == Manner.GO:
            b.put(a, GO, way_words(b.s, a), place=point(a.x, a.y))
        elif a.choice == Manner.PILE_IN:
            b.put(a, CLOSE, "who touches nobody closes up")
        else:
            dress = {Manner.CHARGE: CHARGE, Manner.CHARGE_REAR: REAR, Manner.SHOCK: AT}[Manner(a.choice)]
            label = f"{dress.label} {'of ' if dress is REAR else ''}{aimed_at(b, a)}"
            b.put(a, Dress(dress.group, label, dress.icon, dress.key), aim_words(b, a))


def aimed_at(b: Buttons, a: Action) -> str:
    """The detachment that is charged, or the one model of it: "R5.1 left" from the left."""
    whom = b.names[a.target] if a.place == NOBODY else model_name(b.s, a.place)
    return whom if a.facing == NOBODY else f"{whom} {word_of(VEHICLE_SIDES, a.facing)}"


def aim_words(b: Buttons, a: Action) -> str:
    """What the target is, and how far away."""
    k, j, whom = a.actor, a.place, b.full(a.target)
    if j == NOBODY:
        i, whom = foremost(b.s, k, a.target, 0), f"{whom}, nearest model"
        j = nth_nearest(b.s, i, a.target, 0)
    else:
        i = leader(b.s, k, j)
    gap = max(0, gap_of(b.s, i, j) - state.CONTACT)
    short = a.choice != Manner.SHOCK and not touched_by(after_way(b.s, a), k)
    return f"{whom}, {far(gap)} away{', ends short of it' if short else ''}"


def shock_buttons(b: Buttons, k: int) -> None:
    """Tank Shocks where the vehicles stand, those refused with their reason (CA-12.2, CA-12.29)."""
    if b.s.detachment[k].order != Order.CHARGE or not all_vehicles(b.s, k):
        return
    dress = BREAK if b.s.phase == Phase.ENGAGED else HERE
    touched = touched_by(b.s, k)
    near = [j for j in b.enemies if touched >> j & 1] or b.enemies
    b.spread([b.make(Verb.SHOCK, k, target=j) for j in near], dress, lambda a: b.full(a.target))


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
        whom, place = model_named(b.shelf, b.s, a.target), point(*way_round(b.s, a))
        arc = ARCS[arc_round(b.s, a.actor, a.target, a.choice)]
        words = f"{model_name(b.s, a.actor)}, {far(abs(a.choice))} {way} to the {arc} of {whom}"
        b.put(a, ROUND_BUTTON, words, place=place)


def defence_buttons(b: Buttons, k: int) -> None:
    """Point Defence weapons before or after the move (CA-15.9)."""
    d = b.s.detachment[k]
    p = b.s.profile[d.profile]
    armed = any(weapon_has(p.weapon[w], state.Trait.POINT_DEFENCE) for w in range(p.weapons))
    if not armed or d.order not in (Order.ADVANCE, Order.MARCH):
        return
    shots = [b.make(Verb.DEFEND, k, target=j) for j in b.enemies]
    b.spread(shots, DEFEND, lambda a: f"at {b.full(a.target)}", random=True)


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
    k = b.s.acting
    manoeuvre_buttons(b)
    shock_buttons(b, k)
    round_buttons(b)
    for a in b.legal_of(Verb.TURN):  # facings that a vehicle in contact can turn to (CA-14.1)
        b.put(a, TURN, f"{model_named(b.shelf, b.s, a.actor)}, to face {degrees(a.facing)}°")
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
        order = b.s.detachment[k].order
        if may_move(b.s, k) or order == Order.FIRST_FIRE:
            dress = Dress("activate", f"Activate {b.full(k)}", "play", "A")
            b.put(b.make(Verb.ACTIVATE, k), dress, ORDERS[order])


def place_buttons(b: Buttons) -> None:
    """Formations in the own zone; who is placed in part may be taken up again (CA-2.13)."""
    for a in b.legal_of(Verb.FORM):
        dress = Dress("form", f"Place {b.full(a.actor)}", "flag", "P")
        where = point(a.x, a.y)
        b.put(a, dress, f"at {where}, {plural(a.choice, 'model')} abreast", place=where)
    if b.s.acting != NOBODY:
        b.put(b.make(Verb.BACK, b.s.acting), TAKEN_UP, "")


# ---------------------------------------------------------------- fighting
# Fire, answers, Fights chosen, bonuses named, Withdraws and Combats (CA-9, 10, 12, 15 to 17).


ANSWERS = {
    Response.STAND: Dress("stand", "Stand and fight", "cover", "S"),
    Response.STAND_AND_FIRE: Dress("stand_and_fire", "Stand and fire", "fire", "F"),
    Response.EVADE: Dress("evade", "Get out of the way", "dismount", "E"),
}
SPLIT = {
    Response.SOME_EVADE: Dress("evade_some", "Some get out of the way", "dismount", "E"),
    Response.FIRE_SOME_EVADE: Dress("fire_and_evade", "Some fire, some get out", "fire", "F"),
}
OVERWATCH = Dress("overwatch", "Overwatch", "fire", "F")
NO_OVERWATCH = Dress("no_overwatch", "No Overwatch", "end", "N")
NO_DEFENCE = Dress("no_defence", "No Point Defence", "end", "N")
FIGHT = Dress("fight", "Next Fight", "clash", "F")
ENOUGH = Dress("enough", "No more Fights", "end", "N")
SPEND = Dress("spend", "Spend", "clash", "S")
NOTHING = Dress("spend_nothing", "Spend nothing", "end", "N")
WITHDRAW = Dress("withdraw", "Withdraw", "back", "W")
PLACE = Dress("place", "Withdraw to", "move", "P")
COMBAT = Dress("combat", "Fight this Combat", "clash", "F")


def answer_words(b: Buttons, response: int) -> str:
    """What an answer means, in a few words."""
    if response == Response.STAND:
        return "both may lose Wounds"
    if response == Response.STAND_AND_FIRE:
        return f"Overwatch at {b.names[b.s.acting]} first, it loses its order"
    return f"CAF {signed(evade_of(b.s, int(b.s.target)))}, wounds nobody"


def answer_buttons(b: Buttons) -> None:
    """The three answers to a Tank Shock (CA-12.6), as an option also some models each (CA-12.7)."""
    for response, dress in ANSWERS.items():
        a = b.make(Verb.RESPOND, b.s.target, choice=response)
        b.put(a, dress, answer_words(b, response), fires_first(response))
    for a in b.legal_of(Verb.RESPOND):
        if in_part(a.choice):
            b.put(a, SPLIT[Response(a.choice)], evaders_words(b.s, a), fires_first(a.choice))


def evaders_words(s: State, a: Action) -> str:
    """Which models get out of the way: "R1.1 and R1.3"."""
    first, bits = s.detachment[a.actor].first, a.place
    return joined([model_name(s, first + i) for i in range(s.detachment[a.actor].size) if bits >> i & 1])


def overwatch_buttons(b: Buttons) -> None:
    """Fire at who has just charged, or not (CA-15.11)."""
    k = b.s.target
    b.put(b.make(Verb.OVERWATCH, k, choice=1), OVERWATCH, f"at {b.full(b.s.acting)}", True)
    b.put(b.make(Verb.OVERWATCH, k, choice=0), NO_OVERWATCH, f"{b.names[k]} keeps its order")


def pair_buttons(b: Buttons) -> None:
    """Every pair in contact as the next Fight, or why it cannot be (CA-9.5)."""
    s = b.s
    pairs = [
        b.make(Verb.PAIR, own, target=enemy)
        for own in range(s.models)
        for enemy in range(s.models)
        if state.side_of(s, own) == b.seat and holds(s.near[own], enemy) and not listed(s, own, enemy)
    ]
    b.spread(pairs, FIGHT, lambda a: f"{model_name(s, a.actor)} against {model_named(b.shelf, s, a.target)}")
    if any(a.actor == NOBODY for a in b.legal_of(Verb.PAIR)):
        b.put(b.make(Verb.PAIR), ENOUGH, "begin with the first")


def spend_words(shelf: Shelf, s: State, a: Action, opponent: int) -> str:
    """What is spent, and what it adds."""
    k, m = s.model[a.actor].detachment, a.actor
    weapons, named = range(s.profile[state.profile_of(s, m)].weapons), values.spent_in(a)
    spent = [f"{n} x {weapon_name(shelf, s, k, w)}" for w in weapons if (n := values.number_in(named, w))]
    return f"{signed(shooting.total_worth(s, m, opponent, named))}: {joined(spent)}"


def spend_buttons(b: Buttons) -> None:
    """All that may be spent on the opponent, the most first (CA-10.7)."""
    own, enemy = spender(b.s, b.seat), spender(b.s, 1 - b.seat)
    spends = [(values.spent_in(a), a) for a in b.legal_of(Verb.SPEND)]
    for spent, a in sorted(spends, key=lambda pair: -shooting.total_worth(b.s, own, enemy, pair[0])):
        if spent:
            b.put(a, SPEND, spend_words(b.shelf, b.s, a, enemy), True)
    mine, theirs = dice_of(b.s, own, enemy), dice_of(b.s, enemy, own)
    dice = f"{model_name(b.s, own)} rolls {mine}D6 against {theirs}D6"
    b.put(b.make(Verb.SPEND, own, choice=0), NOTHING, dice, True)


def withdraw_buttons(b: Buttons) -> None:
    """The Withdraw that the rules find (CA-16.5), and places for the next model (CA-16.4)."""
    b.put(b.make(Verb.WITHDRAW, b.s.target), WITHDRAW, f"{b.full(b.s.target)}, all together")
    for a in b.legal_of(Verb.PLACE):
        at = b.s.model[a.actor].base
        dx, dy = a.x - at.x, a.y - at.y
        words = f"{model_named(b.shelf, b.s, a.actor)}, {compass(dx, dy, WINDS)}, {far(length(dx, dy))}"
        b.put(a, PLACE, words, place=point(a.x, a.y))


def combat_buttons(b: Buttons) -> None:
    """The Combats that are left, by the detachments in them (CA-17.2)."""
    for a in b.legal_of(Verb.PICK):
        bits = combat_of(b.s, a.actor)
        b.put(a, COMBAT, joined([name for k, name in enumerate(b.names) if holds(bits, k)]))


FIRE = Dress("fire", "Fire", "fire", "F")
BOTH = Dress("fire_both", "Fire at two", "gun", "T")
HOLD = Dress("hold", "Hold fire", "end", "H")
CEASE = Dress("cease", "Nobody else fires", "end", "N")
SPARE = Dress("spare", "Keep from firing", "cover", "K")


def fire_buttons(b: Buttons, k: int) -> None:
    """Every target of a detachment, or why it is none (CA-15.2)."""
    shots = [b.make(Verb.FIRE, k, target=j, place=NOBODY) for j in b.enemies]
    b.spread(shots, FIRE, lambda a: f"at {b.full(a.target)}", random=True)
    for a in b.legal_of(Verb.FIRE):
        if a.actor == k and a.place != NOBODY:
            b.put(a, BOTH, f"at {b.names[a.target]}, Point Defence at {b.names[a.place]}", True)


def spare_buttons(b: Buttons, k: int) -> None:
    """Weapons whose bonuses a player may want for close combat: fired, they are gone (CA-10.3)."""
    s = b.s
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        for w in range(s.profile[state.profile_of(s, m)].weapons):
            if (
                state.alive(s, m)
                and s.model[m].left[w]
                and shooting.why_not_fire_weapon(s, m, w) == Why.ALLOWED
            ):
                b.put(
                    b.make(Verb.SPARE, m, choice=w),
                    SPARE,
                    f"{model_named(b.shelf, s, m)}: {weapon_name(b.shelf, s, k, w)}",
                )


def firing_buttons(b: Buttons) -> None:
    """All detachments of the side that have the order for this stage; one word for all (CA-3.9, CA-3.11)."""
    for k in b.own:
        if shooting.why_not_open_fire(b.s, k) == Why.FIRE_ORDER:
            continue
        fire_buttons(b, k)
        if shooting.can_fire(b.s, k):
            b.put(b.make(Verb.HOLD, k), HOLD, b.full(k))
            spare_buttons(b, k)
    still = [b.names[k] for k in b.own if shooting.can_fire(b.s, k)]
    b.put(b.make(Verb.CEASE), CEASE, f"in this stage: {joined(still)}")


def last_defence_buttons(b: Buttons) -> None:
    """Point Defence at the end of a move, or not (CA-15.9)."""
    k = b.s.acting
    defence_buttons(b, k)
    b.put(b.make(Verb.DEFEND, k, target=NOBODY), NO_DEFENCE, b.full(k))


BUTTONS: dict[Phase, Callable[[Buttons], None]] = {
    Phase.DEPLOY: place_buttons,
    Phase.ORDERS: order_buttons,
    Phase.MOVEMENT: activate_buttons,
    Phase.MOVING: moving_buttons,
    Phase.ENGAGED: moving_buttons,
    Phase.POINT_DEFENCE: last_defence_buttons,
    Phase.RESPONSE: answer_buttons,
    Phase.OVERWATCH: overwatch_buttons,
    Phase.PAIRING: pair_buttons,
    Phase.SPENDING: spend_buttons,
    Phase.WITHDRAW: withdraw_buttons,
    Phase.FIRST_FIRE: firing_buttons,
    Phase.ENGAGEMENT: combat_buttons,
    Phase.ADVANCING_FIRE: firing_buttons,
}
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE)
