"""What seats do: who is to decide, what is offered, why not, and carrying it out."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.actions import Action, Actions, Log, offer
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.chase import words
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.driving import Row, can_be_ordered, raw_range, row_of
from hulldown.rulesets.chase.events import Sum, Why, held_back, ordered
from hulldown.rulesets.chase.gunnery import after_ram, armor_against, closes, no_fire, shot_dm
from hulldown.rulesets.chase.state import (
    FACINGS,
    NOBODY,
    SIDE_TANKS,
    TANKS,
    Facing,
    Mobility,
    Mount,
    Options,
    Order,
    Pair,
    Phase,
    Source,
    State,
    Verb,
    seat_of,
    side_of,
    side_of_seat,
)
from hulldown.rulesets.chase.turn import (
    advance,
    awaits_order,
    choose_facing,
    join,
    name_target,
    open_range,
    owes_orders,
    own_pair,
    pair_of,
    ram,
    shift,
    side_to_ask,
    steer,
    takes_orders,
    why_not_fire,
    why_not_join,
    why_not_reserve,
)
from hulldown.rulesets.chase.victory import surrender
from hulldown.rulesets.chase.words import BANDS, tank_id, with_sign
from hulldown.rulesets.common.explanation import listening


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why `seat` may not decide this now."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOUR_DECISION
    verb = a.verb
    if verb == Verb.SURRENDER:
        return why_not_surrender(s, side_of_seat(s, seat))
    if verb < 0 or verb > Verb.DIRECTION:
        return Why.NO_SUCH_DECISION
    if a.actor < 0 or a.actor >= TANKS or side_of(a.actor) != side_of_seat(s, seat):
        return Why.NOT_YOUR_DECISION
    if verb == Verb.ORDER:
        return why_not_order(s, a.actor, a.choice)
    if verb == Verb.JOIN:
        return why_not_joining(s, a.actor, a.target)
    if verb == Verb.DIRECTION:
        return why_not_direction(s, a.actor, a.choice)
    if verb == Verb.TARGET:
        return why_not_target(s, a.actor, a.target)
    return why_not_in_pair(s, a)


@rule
def why_not_surrender(s: State, side: int) -> int:
    """CH-12.4: in step 1, openly, until the first own order is committed."""
    if s.phase == Phase.PAIRING:
        return Why.ALLOWED
    if s.phase != Phase.ORDERS:
        return Why.NOT_YOUR_DECISION
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        if s.tanks[t].ordered != 0 and s.tanks[t].now.mobility != Mobility.IMMOBILISED:
            return Why.ALREADY_ORDERED
    return Why.ALLOWED if owes_orders(s, side) else Why.NOT_YOUR_DECISION


@rule
def why_not_order(s: State, t: int, order: int) -> int:
    """CH-4.3, CH-4.4."""
    if not can_be_ordered(s.options, order):
        return Why.NO_SUCH_DECISION
    if s.phase != Phase.ORDERS or not takes_orders(s, t):
        return Why.NOT_YOUR_DECISION
    if s.tanks[t].now.mobility == Mobility.IMMOBILISED and order != Order.HULL_DOWN:
        return Why.IMMOBILISED
    return Why.ALREADY_ORDERED if s.tanks[t].order != Order.NONE else Why.ALLOWED


@rule
def why_not_direction(s: State, t: int, order: int) -> int:
    """CH-4.6: one of two, in the step of directions, of the tank that is asked."""
    if order != Order.PURSUE and order != Order.FLEE:
        return Why.NO_SUCH_DECISION
    return Why.ALLOWED if s.phase == Phase.DIRECTION and t == s.acting else Why.NOT_YOUR_DECISION


@rule
def why_not_joining(s: State, t: int, enemy: int) -> int:
    """CH-14.4."""
    if s.phase != Phase.PAIRING or t != s.acting:
        return Why.NOT_YOUR_DECISION
    return why_not_reserve(s, t) if enemy == NOBODY else why_not_join(s, t, enemy)


@rule
def why_not_target(s: State, t: int, enemy: int) -> int:
    """CH-14.9, CH-10.2."""
    if s.phase != Phase.TARGETS or t != s.acting:
        return Why.NOT_YOUR_DECISION
    i = pair_of(s, t, enemy)
    return Why.NOT_AN_OPPONENT if i == NOBODY else why_not_fire(s, t, i)


@rule
def why_not_in_pair(s: State, a: Action) -> int:
    """Decisions about the pair that is being resolved."""
    if s.phase < Phase.SHIFT or s.phase > Phase.OPENING:
        return Why.NOT_YOUR_DECISION
    p = s.pair[s.acting]
    side = side_of(a.actor)
    if p.tank[side] != a.actor or p.tank[1 - side] != a.target:
        return Why.NOT_YOUR_DECISION
    if a.verb == Verb.RAM and not closes(p):
        return Why.NO_CLOSING_MOVE
    if a.verb == Verb.OPEN and row_of(p) != Row.M_M:
        return Why.NOT_BOTH_MANEUVER
    if a.verb == Verb.FACE and s.phase == Phase.FACING:
        return why_not_face(p, side, a.facing, a.choice)
    if side != decider(s) or a.verb != verb_now(s):
        return Why.NOT_YOUR_DECISION
    if a.verb == Verb.SHIFT:
        return Why.ALLOWED if p.low <= a.choice and a.choice <= p.high else Why.NOT_THIS_SHIFT
    return Why.ALLOWED if a.choice == 0 or a.choice == 1 else Why.NO_SUCH_DECISION


@rule
def verb_now(s: State) -> int:
    """The decision that a pair waits for."""
    if s.phase == Phase.SHIFT:
        return Verb.SHIFT
    if s.phase == Phase.FACING:
        return Verb.FACE
    return Verb.RAM if s.phase == Phase.RAM else Verb.OPEN


@rule
def why_not_face(p: Pair, side: int, first: int, second: int) -> int:
    """CH-7.6: exactly the facings that the chart gives to the chooser."""
    if chooser(p) != side:
        return Why.NOT_YOUR_FACING
    if not fits(picked(p, 0), first) or not fits(picked(p, 1), second):
        return Why.NOT_YOUR_FACING
    return Why.ALLOWED


@rule
def fits(open_choice: bool, facing: int) -> bool:
    """Whether a facing is given where it is a choice, and none where it is not."""
    return 0 <= facing < FACINGS if open_choice else facing == NOBODY


# ---------------------------------------------------------------- offering
# Who owes a decision, and what a seat can decide (CH-16.1).


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: both while orders are given (CH-4.3), else the decider."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ORDERS:
        seats = 1 << seat_of(s, 0) if owes_orders(s, 0) else 0
        return seats | (1 << seat_of(s, 1) if owes_orders(s, 1) else 0)
    return 1 << seat_of(s, decider(s))


@rule
def decider(s: State) -> int:
    """The side that decides in every step but that of orders (CH-3.3)."""
    if s.phase == Phase.PAIRING or s.phase == Phase.TARGETS or s.phase == Phase.DIRECTION:
        return side_of(s.acting)
    p = s.pair[s.acting]
    if s.phase == Phase.SHIFT:
        return p.decider
    if s.phase == Phase.FACING:
        return chooser(p)
    return side_to_ask(p)


@rule
def chooser(p: Pair) -> int:
    """The side that picks facings of a pair; only one ever does (CH-7.6)."""
    return 0 if p.source[0] == Source.CHOICE_A or p.source[1] == Source.CHOICE_A else 1


@rule
def picked(p: Pair, side: int) -> bool:
    """Whether the facing of a side's tank is somebody's choice."""
    return bool(p.source[side] == Source.CHOICE_A or p.source[side] == Source.CHOICE_B)


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """Every decision a seat can take now, in a fixed order. Surrender is left to people (CH-13.9)."""
    m.count = 0
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.ORDERS:
        offer_orders(s, seat, m)
    elif s.phase == Phase.PAIRING:
        offer_joins(s, seat, m)
    elif s.phase == Phase.TARGETS:
        offer_targets(s, seat, m)
    elif s.phase == Phase.DIRECTION:
        offer(m, seat, Verb.DIRECTION, s.acting, -1, -1, -1, Order.PURSUE)
        offer(m, seat, Verb.DIRECTION, s.acting, -1, -1, -1, Order.FLEE)
    else:
        offer_in_pair(s, seat, s.pair[s.acting], m)
    return m.count


@rule
def offer_orders(s: State, seat: int, m: Actions) -> None:
    """The orders of the secret choice for each tank that has none yet (CH-4.2); one if it is immobilised
    (CH-4.4).
    """
    side = side_of_seat(s, seat)
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        if awaits_order(s, t):
            if s.tanks[t].now.mobility != Mobility.IMMOBILISED:
                if can_be_ordered(s.options, Order.CHANGE_RANGE.value):
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.CHANGE_RANGE)
                else:
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.PURSUE)
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.FLEE)
                offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.MANEUVER)
            offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.HULL_DOWN)


@rule
def offer_joins(s: State, seat: int, m: Actions) -> None:
    """CH-14.4: the enemies that can be joined against, and reserve."""
    t = s.acting
    for enemy in range(TANKS):
        if why_not_join(s, t, enemy) == 0:
            offer(m, seat, Verb.JOIN, t, enemy, -1, -1, -1)
    if why_not_reserve(s, t) == 0:
        offer(m, seat, Verb.JOIN, t, NOBODY, -1, -1, -1)


@rule
def offer_targets(s: State, seat: int, m: Actions) -> None:
    """CH-14.9."""
    t = s.acting
    for i in range(s.pairs):
        if own_pair(s, t, i) and why_not_fire(s, t, i) == 0:
            offer(m, seat, Verb.TARGET, t, s.pair[i].tank[1 - side_of(t)], -1, -1, -1)


@rule
def offer_in_pair(s: State, seat: int, p: Pair, m: Actions) -> None:
    """Shift, facings, ram and opening of the pair that is being resolved."""
    side = decider(s)
    t, enemy = p.tank[side], p.tank[1 - side]
    if s.phase == Phase.SHIFT:
        for shift in range(p.low, p.high + 1):
            offer(m, seat, Verb.SHIFT, t, enemy, -1, -1, shift)
    elif s.phase == Phase.FACING:
        offer_facings(p, seat, t, enemy, m)
    else:
        verb = Verb.RAM if s.phase == Phase.RAM else Verb.OPEN
        offer(m, seat, verb, t, enemy, -1, -1, 1)
        offer(m, seat, verb, t, enemy, -1, -1, 0)


@rule
def offer_facings(p: Pair, seat: int, t: int, enemy: int, m: Actions) -> None:
    """Any facing for each tank that the chart gives to the chooser (CH-7.6)."""
    for first in range(FACINGS if picked(p, 0) else 1):
        for second in range(FACINGS if picked(p, 1) else 1):
            mine = first if picked(p, 0) else NOBODY
            theirs = second if picked(p, 1) else NOBODY
            offer(m, seat, Verb.FACE, t, enemy, -1, mine, theirs)


# ---------------------------------------------------------------- carrying out
# Carrying out a legal decision, then going on to the next one. What a seat cannot know.


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out a decision and everything that follows from it without another."""
    carry_out(s, a, d, e)
    advance(s, d, e)


@rule
def carry_out(s: State, a: Action, d: Dice, e: Log) -> None:
    """A decision alone. What it comes to is reckoned anew from here (see `fate`)."""
    for t in range(TANKS):
        s.tanks[t].left = 0
    verb = a.verb
    if verb == Verb.ORDER:
        commit(s, a.actor, a.choice, e)
    elif verb == Verb.SURRENDER:
        surrender(s, side_of_seat(s, a.seat), e)
    elif verb == Verb.JOIN:
        settle_pairing(s, a.actor, a.target, e)
    elif verb == Verb.DIRECTION:
        steer(s, a.actor, a.choice, e)
    elif verb == Verb.TARGET:
        name_target(s, a.actor, pair_of(s, a.actor, a.target), e)
    else:
        decide_in_pair(s, a, d, e)


@rule
def commit(s: State, t: int, order: int, e: Log) -> None:
    """A secret order (CH-4.3): the log says that it was given, not which."""
    s.tanks[t].order, s.tanks[t].ordered = order, 1
    ordered(e, t)


@rule
def settle_pairing(s: State, t: int, enemy: int, e: Log) -> None:
    """CH-14.4."""
    if enemy == NOBODY:
        held_back(e, t)
    else:
        join(s, t, enemy, e)


@rule
def decide_in_pair(s: State, a: Action, d: Dice, e: Log) -> None:
    """Shift, facings, ram or opening of the pair that is being resolved."""
    p = s.pair[s.acting]
    if s.phase == Phase.SHIFT:
        shift(s, p, a.choice, d, e)
    elif s.phase == Phase.FACING:
        choose_facing(s, p, a.facing, a.choice, d, e)
    elif s.phase == Phase.RAM:
        ram(s, p, a.choice, d, e)
    else:
        open_range(s, p, a.choice, e)


# ---------------------------------------------------------------- what a seat cannot know


@rule
def mask(s: State, seat: int) -> None:
    """Forget the orders of the other side; a spectator (-1) knows neither's. That they were given is known.

    An immobilised tank has one order, which is no secret (CH-4.4).
    """
    if s.phase != Phase.ORDERS:
        return
    for t in range(TANKS):
        if seat_of(s, side_of(t)) != seat and s.tanks[t].now.mobility != Mobility.IMMOBILISED:
            s.tanks[t].order = Order.NONE


# ---------------------------------------------------------------- refusals
# Why a decision is refused, in the words of the rules (CH-16.2, CH-16.5, CH-10.2).


UNKNOWN = {"shifts": "the legal list", "band": "this range", "facing": "another"}


def refusal(code: int, **known: str) -> Refusal:
    """The words and the rule of a reason code; `known` fills in the shifts, the band or the facing."""
    why = Why.of(code)
    return Refusal(why.name.lower(), why.text.format(**(UNKNOWN | known)), why.rule)


def no_shot(code: int, band: int, facing: int) -> Refusal:
    """Why a tank cannot fire at a range with its own facing (CH-10.2)."""
    return refusal(code, band=BANDS[band], facing=words.FACINGS.get(facing, UNKNOWN["facing"]))


def refusal_for(s: State, seat: int, a: Action) -> Refusal | None:
    """Why a decision cannot be taken in this position, with its numbers; None if it can."""
    code = check(s, seat, a)
    if not code:
        return None
    if code == Why.NOT_THIS_SHIFT:
        p = s.pair[s.acting]
        return refusal(code, shifts=", ".join(with_sign(n) for n in range(p.low, p.high + 1)))
    if a.verb == Verb.TARGET and code in (Why.NO_RANGE_DM, Why.FIXED_GUN):
        p = s.pair[pair_of(s, a.actor, a.target)]
        return no_shot(code, p.range, p.facing[side_of(a.actor)])
    return refusal(code)


# ---------------------------------------------------------------- aiming
# A shot before it is fired: whether the gun can, what it needs, what armor it meets (CH-10).


LEAST, MOST = 2, 12  # of 2d6


@dataclass(frozen=True)
class Aim:
    """What a tank's shot in a pair needs. `armor` is what is left of it after AP, None while unknown.

    `needed` is the lowest throw of 2d6 that hits, `score` the lowest total. `provided` is said of a fixed gun
    whose facing is open.
    """

    firer: str
    target: str
    refusal: Refusal | None
    dm: int
    modifiers: tuple[Modifier, ...]
    facing: str
    armor: int | None
    score: int
    provided: str = ""

    @property
    def needed(self) -> int:
        """The lowest throw that hits (CH-10.5)."""
        return max(LEAST, self.score - self.dm)

    @property
    def text(self) -> str:
        """The shot in a sentence: "B1 hits on 7+ of 2d6 (DM +1), Rear armor 7"."""
        if self.refusal:
            return f"{self.firer} cannot fire: {self.refusal.text[0].lower()}{self.refusal.text[1:]}"
        hits = f"hits on {self.needed}+ of 2d6" if self.needed <= MOST else "cannot hit"
        met = "" if self.armor is None else f", {self.facing} armor {self.armor} left"
        return f"{self.firer} {hits} (DM {with_sign(self.dm)}){self.provided}{met}"


def as_moved(o: Options, p: Pair, raw: int) -> Pair:
    """A pair as it is after the ram step if nobody rams (CH-8.7)."""
    q = copy(p)
    q.raw, q.range = raw, after_ram(o, raw, 0)
    return q


def after_shift(o: Options, p: Pair, bands: int) -> Pair:
    """A pair after a shift, if nobody rams (CH-2.4)."""
    q = as_moved(o, p, raw_range(o, p.range, bands))
    q.shift = bands
    return q


def foreseen(s: State, i: int) -> Pair:
    """A pair as its shots will find it, as far as that is settled: an overshoot ends at Close."""
    p = s.pair[i]
    return (
        as_moved(s.options, p, int(p.raw))
        if s.phase in (Phase.FACING, Phase.RAM) and i == s.acting
        else copy(p)
    )


def aim(s: State, p: Pair, side: int, shelf: Shelf | None = None) -> Aim:
    """The shot of a side's tank in a pair whose range and orders are known (CH-10.2, CH-10.5, CH-10.9).

    House rules are called as on the shelf.
    """
    t, enemy = p.tank[side], p.tank[1 - side]
    firer = s.tanks[t]
    way, shown = p.facing[side], p.facing[1 - side]
    waits = firer.profile.mount == Mount.FIXED and way == Facing.NONE
    code = no_fire(firer.now.gun, firer.profile, p.range, Facing.FRONT if waits else way)
    why = listening()
    dm = 0
    if not code:
        dm = shot_dm(s, p, side, why)
    return Aim(
        firer=tank_id(s, t),
        target=tank_id(s, enemy),
        refusal=no_shot(code, p.range, way) if code else None,
        dm=dm,
        modifiers=Sum.modifiers(why, shelf),
        facing=words.FACINGS.get(shown, ""),
        armor=armor_against(s, p, side, shown, s.mute) if shown in words.FACINGS else None,
        score=int(s.options.gunnery_score),
        provided=" if it shows its Front" if waits else "",
    )
