"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import OrderButton, Refusal
from hulldown.rulesets.chase import actions, state, turn, words
from hulldown.rulesets.chase.actions import check, decider, to_act
from hulldown.rulesets.chase.board import payoff_text
from hulldown.rulesets.chase.driving import breaker, can_be_ordered, opened_range, ram_dm, raw_range
from hulldown.rulesets.chase.gunnery import (
    after_ram,
    collision_type,
    may_ram,
    own_order_term,
    target_order_term,
)
from hulldown.rulesets.chase.state import (
    FACINGS,
    NOBODY,
    Band,
    Facing,
    Order,
    Pair,
    Phase,
    State,
    Verb,
    side_of,
)
from hulldown.rulesets.chase.victory import escape_event
from hulldown.rulesets.chase.words import BANDS, FACES, tank_id, tanks
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.names import plural

PLAIN = (Verb.SURRENDER, Verb.JOIN)  # nothing stands behind these but what the button says


def throws(s: State, a: Action) -> bool:
    """Whether dice fall once a legal decision is taken, as far as its seat can know; after a secret order
    they do as soon as all have ordered.
    """
    if a.verb == Verb.ORDER:
        return True
    tried, d = copy(s), new_dice(0)
    actions.mask(tried, a.seat)
    actions.apply(tried, a, d, OFF)
    return d.count > 0


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(actions.legal)
    to_act = staticmethod(to_act)
    text = staticmethod(words.action_text)
    plain = PLAIN

    def name(self, unit: int) -> str:
        return tank_id(self.s, unit) if unit != NOBODY else ""

    def target(self, a: Action) -> str:
        """The tank to be clicked for an order."""
        return self.name(a.target) if a.verb in (Verb.JOIN, Verb.TARGET) else ""

    def reason(self, a: Action, code: int) -> Refusal | None:
        return actions.refusal_for(self.s, self.seat, a)

    def put(
        self, a: Action, dress: Any, detail: str, random: bool = False, place: Any = None, **more: Any
    ) -> None:
        """One decision as a button; random if the dice fall with it."""
        random = random or (not self.code(a) and a.verb != Verb.SURRENDER and throws(self.s, a))
        super().put(a, dress, detail, random, place, **more)


# ---------------------------------------------------------------- secret
# The secret step: an order for each tank, surrender before the first of them (CH-12.4), directions.


ORDERS = {
    Order.CHANGE_RANGE: (
        Dress("change_range", "Change Range", "move", "1"),
        "closer or away, named after the tests",
    ),
    Order.PURSUE: (Dress("pursue", "Pursue", "move", "1"), "closer"),
    Order.FLEE: (Dress("flee", "Flee", "back", "2"), "away"),
    Order.MANEUVER: (Dress("maneuver", "Maneuver", "turret", "3"), "for position"),
    Order.HULL_DOWN: (Dress("hull_down", "Hull Down", "cover", "4"), "behind cover"),
}


def gunnery_text(s: State, t: int, order: int) -> str:
    """What an order of a tank does to shots: "-2 to hit, +1 to be hit" (section 2.7); unknown without a
    direction. A gun that is knocked out hits nothing.
    """
    if order == Order.CHANGE_RANGE:
        return ""
    own, at = own_order_term(s, t, order, s.mute), target_order_term(s, t, order, s.mute)
    own = 0 if s.tanks[t].now.gun == state.Gun.KNOCKED_OUT else own
    return ", ".join([f"{own:+d} to hit"] * bool(own) + [f"{at:+d} to be hit"] * bool(at))


def order_detail(s: State, t: int, order: int, does: str) -> str:
    """What an order does, to the range and to shots."""
    shots = gunnery_text(s, t, order)
    return f"{does}, {shots}" if shots else does


def order_buttons(b: Buttons, t: int) -> None:
    """The orders of a tank; those that it cannot be given say why (CH-4.4)."""
    for order, (dress, does) in ORDERS.items():
        if not can_be_ordered(b.s.options, order):
            continue
        b.put(b.make(Verb.ORDER, t, choice=order), dress, order_detail(b.s, t, order, does))


def secret_buttons(b: Buttons) -> None:
    """All tanks of the seat that still need an order, or can have but one."""
    s, side = b.s, state.side_of_seat(b.s, b.seat)
    for t in range(side * state.SIDE_TANKS, (side + 1) * state.SIDE_TANKS):
        stuck = turn.takes_orders(s, t) and s.tanks[t].now.mobility == state.Mobility.IMMOBILISED
        if turn.awaits_order(s, t) or stuck:
            order_buttons(b, t)


def direction_buttons(b: Buttons) -> None:
    """Which way a tank changes the range, where that is said after the tests (CH-4.6)."""
    for order in (Order.PURSUE, Order.FLEE):
        dress, does = ORDERS[order]
        detail = order_detail(b.s, b.s.acting, order, does)
        b.put(b.make(Verb.DIRECTION, b.s.acting, choice=order), replace(dress, group="direction"), detail)


def surrender_button(b: Buttons) -> None:
    """CH-12.4: until the first own order is in. Its group keeps it out of the way of the others."""
    lost = "all your tanks" if b.s.options.team_battle else "your tank"
    b.put(b.make(Verb.SURRENDER), Dress("concede", "Surrender", "end"), f"counts as {lost} destroyed")


# ---------------------------------------------------------------- turning
# Choices in the turn about the pair that is being resolved: shift, facings, ram, opening (CH-16.1).


FACING_ICONS: dict[int, str] = {
    Facing.FRONT: "move",
    Facing.RIGHT: "right",
    Facing.REAR: "back",
    Facing.LEFT: "left",
}


def range_label(old: int, raw: int) -> str:
    """A change of range as a choice: "Advance to Short", "Stay at Medium" (CH-2.4)."""
    if raw == Band.BROKEN:
        return "Break contact"
    if raw == Band.PASSING:
        return "Advance and run past"
    return f"Stay at {BANDS[raw]}" if raw == old else f"{'Advance' if raw < old else 'Open'} to {BANDS[raw]}"


def escape_text(s: State, seat: int, side: int, gone: str) -> str:
    """What breaking contact comes to for a seat (CH-12.3, CH-12.6)."""
    if s.options.team_battle:
        return f"{gone} gets out of contact"
    worth = s.payoffs[escape_event(side)]
    return f"{gone} escapes: {payoff_text(worth if s.duel & 1 == seat else -worth)} for you"


def rammers(s: State, p: Pair) -> list[int]:
    """The sides that may ram in a pair as it is (CH-8.4)."""
    tanks = [s.tanks[t] for t in p.tank]
    return [side for side in range(2) if may_ram(s.options, p, tanks[side], tanks[1 - side], side)]


def shift_detail(b: Buttons, p: Pair, bands: int) -> str:
    """How far a shift goes and what it brings with it: an escape, an overshoot, a ram."""
    q = actions.after_shift(b.s.options, p, bands)
    parts = [plural(abs(bands), "band")] if bands else ["no change"]
    if q.raw == Band.BROKEN:
        side = breaker(q)
        return ", ".join([*parts, escape_text(b.s, b.seat, side, tank_id(b.s, p.tank[side]))])
    if q.raw == Band.PASSING:
        parts = [f"overshoot to {BANDS[q.range]}"]
    who = " or ".join(tank_id(b.s, p.tank[side]) for side in rammers(b.s, q))
    return ", ".join([*parts, f"{who} may ram"] if who else parts)


def shift_buttons(b: Buttons, p: Pair, t: int, enemy: int) -> None:
    """Every range that a legal shift leads to, the nearest first (CH-6.10); no excess counts (CH-2.4)."""
    ways: dict[int, int] = {}
    for bands in sorted(range(p.low, p.high + 1), key=abs, reverse=True):
        ways[raw_range(b.s.options, p.range, bands)] = bands
    for raw, bands in sorted(ways.items()):
        icon = "end" if raw == p.range else "move" if raw < p.range else "back"
        a = b.make(Verb.SHIFT, t, target=enemy, choice=bands)
        b.put(a, Dress("shift", range_label(p.range, raw), icon), shift_detail(b, p, bands))


def armor_detail(s: State, p: Pair, given: tuple[int, int], side: int) -> str:
    """The plates that a choice of facings shows, and fixed guns that it keeps silent (CH-10.3, CH-10.9)."""
    parts, silent = [], []
    for whose, word in ((1 - side, "its"), (side, "your")):
        if given[whose] == NOBODY:
            continue
        profile = s.tanks[p.tank[whose]].profile
        parts.append(f"{word} armor {profile.armor[given[whose]]}")
        if profile.mount == state.Mount.FIXED and given[whose] != Facing.FRONT:
            silent.append(f"{word} gun does not bear")
    return ", ".join([*parts, *silent])


def facing_dress(enemy: str, mine: int, theirs: int) -> Dress:
    """Both facings: a group for each of the own; one facing: a single group (CH-7.6)."""
    if mine == NOBODY:
        return Dress("face", f"{enemy} shows {FACES[theirs]}", FACING_ICONS[theirs])
    if theirs == NOBODY:
        return Dress("face", f"Show {FACES[mine]}", FACING_ICONS[mine])
    group = f"show_{words.FACINGS[mine].lower()}"
    return Dress(group, f"{enemy} shows {FACES[theirs]}", FACING_ICONS[mine], str(mine + 1))


def facing_buttons(b: Buttons, p: Pair, t: int, enemy: int) -> None:
    """The facings that the chart gives to the chooser."""
    side = actions.chooser(p)
    free = [list(range(FACINGS)) if actions.picked(p, each_side) else [NOBODY] for each_side in range(2)]
    for mine in free[side]:
        for theirs in free[1 - side]:
            given = (mine, theirs) if side == 0 else (theirs, mine)
            a = b.make(Verb.FACE, t, target=enemy, facing=given[0], choice=given[1])
            b.put(a, facing_dress(tank_id(b.s, enemy), mine, theirs), armor_detail(b.s, p, given, side))


def ram_test_text(s: State, p: Pair, side: int) -> str:
    """What a ram needs (CH-8.6)."""
    if s.options.ram_test == state.RamTest.SAME:
        return f"the Driving test of this turn, a {'success' if p.success[side] else 'failure'}"
    dm = ram_dm(s, p, side, s.mute)
    return f"2d6{dm:+d} against {s.options.ram_score}"


def without_ram(s: State, p: Pair, side: int) -> str:
    """What comes of a side not ramming (CH-8.5, CH-8.7)."""
    verb = "overshoot to" if p.raw == Band.PASSING else "range becomes"
    last = p.asked == 1 or 1 - side not in rammers(s, p)
    unless = "" if last else f" unless {tank_id(s, p.tank[1 - side])} rams"
    return f"{verb} {BANDS[after_ram(s.options, p.raw, 0)]}{unless}"


def ram_buttons(b: Buttons, p: Pair, t: int, enemy: int) -> None:
    """To ram or not, and what happens without a ram (CH-8.5, CH-8.7)."""
    side = decider(b.s)
    kind = words.COLLISIONS[collision_type(p.facing[side], p.facing[1 - side])]
    yes, no = (b.make(Verb.RAM, t, target=enemy, choice=choice) for choice in (1, 0))
    b.put(yes, Dress("ram", f"Ram {tank_id(b.s, enemy)}", "move"), f"{kind} on {ram_test_text(b.s, p, side)}")
    b.put(no, Dress("ram", "No ram", "end"), without_ram(b.s, p, side))


def opening_buttons(b: Buttons, p: Pair, t: int, enemy: int) -> None:
    """To open the range before the guns fire, or not (CH-6.12, CH-6.13)."""
    raw, side = opened_range(b.s.options, p.range), decider(b.s)
    gone = escape_text(b.s, b.seat, side, tank_id(b.s, t)) if raw == Band.BROKEN else "before the guns fire"
    waits = f"{tank_id(b.s, enemy)} may still open" if p.asked == 0 else "the guns fire"
    yes, no = (b.make(Verb.OPEN, t, target=enemy, choice=choice) for choice in (1, 0))
    b.put(yes, Dress("open", range_label(p.range, raw), "back"), gone)
    b.put(no, Dress("open", range_label(p.range, p.range), "end"), waits)


def pair_buttons(b: Buttons) -> None:
    """What the pair that is being resolved waits for."""
    s = b.s
    p, side = s.pair[s.acting], decider(s)
    t, enemy = p.tank[side], p.tank[1 - side]
    makers = {Phase.SHIFT: shift_buttons, Phase.FACING: facing_buttons, Phase.RAM: ram_buttons}
    makers.get(Phase(s.phase), opening_buttons)(b, p, t, enemy)


# ---------------------------------------------------------------- together
# Choices of team battles: whom a free tank joins against, whom a tank fires at (CH-14.4, CH-14.9).


def join_detail(s: State, enemy: int) -> str:
    """At what range a tank would join, and whom it relieves (CH-14.4)."""
    lead = turn.lead_of(s, enemy)
    if lead == NOBODY:
        return f"joins at {BANDS[turn.join_range(s.options, turn.farthest(s, enemy))]}"
    return f"relieves {tank_id(s, lead)} at {BANDS[s.pair[turn.pair_of(s, enemy, lead)].range]}"


def join_buttons(b: Buttons) -> None:
    """Every enemy that still fights, and reserve; those that cannot be joined say why."""
    s, t = b.s, b.s.acting
    enemies = [
        e for e in tanks(s) if side_of(e) != side_of(t) and s.tanks[e].standing == state.Standing.ACTIVE
    ]
    for enemy in enemies:
        a = b.make(Verb.JOIN, t, target=enemy)
        detail = "" if check(s, b.seat, a) else join_detail(s, enemy)
        b.put(a, Dress("join", f"Against {tank_id(s, enemy)}", "mount"), detail)
    b.put(b.make(Verb.JOIN, t), Dress("reserve", "Stay in reserve", "end", "0"), "joins nobody this turn")


def target_buttons(b: Buttons) -> None:
    """Every opponent of the tank, with what the shot needs."""
    s, t = b.s, b.s.acting
    for i in words.pairs_of(s, t):
        if turn.own_pair(s, t, i):
            p, side = s.pair[i], side_of(t)
            enemy, shot = p.tank[1 - side], actions.aim(s, p, side)
            met = f"{shot.needed}+ of 2d6, {shot.facing} armor {shot.armor}"
            detail = BANDS[p.range] if shot.refusal else f"{BANDS[p.range]}, {met}"
            a = b.make(Verb.TARGET, t, target=enemy)
            b.put(a, Dress("target", f"Fire at {tank_id(s, enemy)}", "fire", "F"), detail)


MAKERS = {
    Phase.ORDERS: secret_buttons,
    Phase.DIRECTION: direction_buttons,
    Phase.PAIRING: join_buttons,
    Phase.TARGETS: target_buttons,
}


def orders(s: State, seat: int) -> list[OrderButton]:
    """Everything a seat could choose now, refused orders with their reason."""
    if not to_act(s) >> seat & 1:
        return []
    b = Buttons(s, seat)
    MAKERS.get(Phase(s.phase), pair_buttons)(b)
    if s.phase in (Phase.ORDERS, Phase.PAIRING):
        surrender_button(b)
    return b.orders
