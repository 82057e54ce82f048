"""Events as sentences: every die, and the sum behind every number."""

from __future__ import annotations

import sys
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DRAW
from hulldown.kernel.house_rules import HOUSE_TERM, REROLLED
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, QUARTER, length
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.close_assault import events, state, words
from hulldown.rulesets.close_assault.events import Sum, event
from hulldown.rulesets.close_assault.fights import DIGIT
from hulldown.rulesets.close_assault.occasions import Occasion
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Ending, Manner, Order, State, Verb, profile_of
from hulldown.rulesets.close_assault.values import number_in, spent_in
from hulldown.rulesets.close_assault.words import far, needs
from hulldown.rulesets.common.log import Draft, EventKind, LogWriter, LogWriters, describes
from hulldown.rulesets.common.names import inches, joined, minus, plural, signed, spot, spread

DIE = 6
SINGULAR = {"dice": "die", "inches": "inch"}  # the units of numbers that house rules change


class Teller(LogWriter[State]):
    """Turns the events of one action into sentences."""

    kinds = event
    modifier = staticmethod(Sum.modifier)
    unit_id = staticmethod(words.detachment_name)
    is_called = staticmethod(words.unit_name)
    facing = staticmethod(words.facing_words)
    degrees = staticmethod(words.whole_degrees)

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a detachment of one by the detachment's name."""
        k = self.of(m)
        return self.unit(k) if self.s.detachment[k].size == 1 else "{" + words.model_name(self.s, m) + "}"

    def of(self, m: int) -> int:
        """The detachment of a model."""
        return int(self.s.model[m].detachment)

    def weapon(self, m: int, w: int) -> str:
        """A weapon of a model."""
        return words.weapon_name(self.shelf, self.s, self.of(m), w)

    def occasion(self, code: int) -> Occasion:
        """What the house rule of a summand is about."""
        number = int(self.s.options.house.rules[code - HOUSE_TERM].occasion)
        return next(occasion for occasion in Occasion if occasion == number)

    def terms_without(self, *occasions: Occasion) -> tuple[Modifier, ...]:
        """The summands of the event that is told now but those of house rules about some occasions."""
        return tuple(
            self.modifier(int(row.code), int(row.amount), self.shelf)
            for row in self.summands()
            if row.code < HOUSE_TERM or self.occasion(int(row.code)) not in occasions
        )

    def because_of(self, rows: list[Any], *occasions: Occasion) -> str:
        """The house rules that counted for some events, each once, with what it added: " (Scouts +2)"."""
        sums: dict[int, int] = {}
        for row in rows:
            first = int(row.first_reason)
            for term in self.log.why.rows[first : first + int(row.reasons)]:
                code = int(term.code)
                if code >= HOUSE_TERM and (not occasions or self.occasion(code) in occasions):
                    sums[code] = sums.get(code, 0) + int(term.amount)
        texts = [self.house_text(code, amount) for code, amount in sums.items()]
        return f" ({', '.join(texts)})" if texts else ""

    def because(self) -> str:
        """The same of the event that is told now."""
        return self.because_of([self.row])

    def house_text(self, code: int, amount: int) -> str:
        """What a house rule added, in the unit of its number: "Scouts +2 inches"."""
        number = self.occasion(code).number
        scale, unit = (number.scale, number.unit) if number else (1, "")
        added = minus(f"{amount / scale:+g}")
        word = SINGULAR[unit] if unit and abs(amount) == scale else unit
        return f"{self.modifier(code, amount, self.shelf).text} {added} {word}".rstrip()

    def later(self, kind: EventKind[Any]) -> list[Any]:
        """The events of a kind that follow, each read."""
        return kind.among(self.rows[self.at + 1 :])


# ---------------------------------------------------------------- lengths


def way_of(way: Any) -> int:
    """How long the straight way of an event is."""
    return length(way.x - way.from_x, way.y - way.from_y)


def ends_at(t: Teller, way: Any) -> str:
    """Where a way ends, and how a vehicle faces there."""
    facing = f", {words.facing_words(way.facing)}" if state.is_vehicle(t.s, way.model) else ""
    return f"to {spot(way.x, way.y)}{facing}"


# ---------------------------------------------------------------- opening
# Before the first event: who fights with what. Orders that no event tells. Orders and Initiative (CA-3).


def begin_battle(t: Teller) -> None:
    """Both sides, the objectives, the scenario's own points, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [k for k in range(s.detachments) if s.detachment[k].side == side]
        t.open(
            f"{t.side(side)} commands {joined([t.full(k, int(s.detachment[k].size)) for k in mine])}",
            "CA-1.6",
        )
    if s.objectives:
        places = [spot(int(s.objective_x[i]), int(s.objective_y[i])) for i in range(s.objectives)]
        where = f"{plural(len(places), 'objective')} at {joined(places)}"
        points = f"{s.options.objective_points} VP each"
        t.open(f"{where}: {points} at the end of every round from round {s.scoring} on", "CA-18.2")
    if s.extra != state.Extra.NONE:
        t.open(f"{s.extra_points} VP to {t.side(int(s.extra_side))} for {extra_words(s)}", "CA-18.3")
    if s.phase == state.Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places a detachment first, then the sides alternate", "CA-2.13")
    elif s.round:
        t.heading(f"Round {s.round} of {s.rounds}", "CA-3.1")


# ---------------------------------------------------------------- orders


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered where no event says it: it may change nothing that anybody sees yet."""
    side = t.side(int(a.seat))
    match a.verb:
        case Verb.ORDER:  # which one stays secret until the reveal
            t.open(f"{side} has given {t.unit(a.actor)} its order", "CA-3.4")
        case Verb.FIRE:
            second = f", its Point Defence at {t.unit(a.place)}" if a.place != NOBODY else ""
            t.heading(f"{t.unit(a.actor)} fires at {t.unit(a.target)}{second}", "CA-15.2")
        case Verb.DEFEND if a.target == NOBODY:
            t.open(f"{t.unit(a.actor)} does not fire its Point Defence weapons", "CA-15.9")
        case Verb.OVERWATCH if a.choice == 0:
            t.open(f"{t.unit(a.actor)} does not fire Overwatch", "CA-15.11")
        case Verb.MANOEUVRE:
            announce_manoeuvre(t, a)
        case Verb.END:
            t.open(f"{t.unit(a.actor)} ends its move", "CA-4.10")
        case Verb.PICK:
            t.open(f"{side} has the Combat of {t.unit(a.actor)} fought next", "CA-17.2")
        case Verb.PAIR if a.actor == NOBODY:
            t.open(f"{side} chooses no more Fights", "CA-12.11")
        case Verb.PAIR if not events.fight_listed.among(t.rows):
            t.open(f"{t.model(a.actor)} is to fight {t.model(a.target)}", "CA-9.6")
        case Verb.SPEND:
            announce_spending(t, a)


def announce_manoeuvre(t: Teller, a: Action) -> None:
    """Where a detachment goes; one that finds no way stays (CA-4.1)."""
    goes = events.leg_moved.among(t.rows) or events.piled_in.among(t.rows)
    if a.choice == Manner.GO and goes:
        t.open(f"{t.unit(a.actor)} makes for {spot(a.x, a.y)}", "CA-4.1")
    elif a.choice in (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK):
        rear = ", for the rear" if a.choice == Manner.CHARGE_REAR else ""
        t.open(f"{t.unit(a.actor)} charges at {t.unit(a.target)}{rear}", "CA-4.6")
    if not goes:
        t.open(f"{t.unit(a.actor)} stays where it is", "CA-4.1")


def announce_spending(t: Teller, a: Action) -> None:
    """Bonuses named (CA-10.7): told with the Fight, unless the other side is still to name its own."""
    weapons = range(t.s.profile[profile_of(t.s, a.actor)].weapons)
    spent = [
        f"{plural(number_in(spent_in(a), w), 'bonus', 'bonuses')} of its {t.weapon(a.actor, w)}"
        for w in weapons
        if number_in(spent_in(a), w)
    ]
    if not spent:
        t.open(f"{t.model(a.actor)} spends no bonus", "CA-10.7")
    elif not events.bonus_spent.among(t.rows):
        t.open(f"{t.model(a.actor)} will spend {joined(spent)}", "CA-10.7")


# ---------------------------------------------------------------- set-up and rounds


@describes(events.model_placed)
def describe_placed(t: Teller, model: int, x: int, y: int) -> None:
    """Models are set up, those of a detachment together (CA-2.13)."""
    many = len(t.run())
    if many == 1:
        t.begin(f"{t.model(model)} is placed at {spot(x, y)}")
        return
    whole = f"{t.full(t.of(model))} is placed"
    t.begin(f"{whole}, {plural(many, 'model')}, the first at {spot(x, y)}", "CA-2.13")


@describes(events.order_revealed)
def describe_orders(t: Teller, unit: int, order: int) -> None:
    """All orders are revealed together, those of a side in one sentence (CA-3.4)."""
    side = int(t.s.detachment[unit].side)
    draft = t.going(events.order_revealed, about=side) or t.begin(f"{t.side(side)}'s orders", about=side)
    draft.add(f"{t.unit(unit)} {words.ORDERS[order]}")


@describes(events.initiative_rolled)
def describe_initiative(t: Teller, side: int, cobalt: int, rust: int, tied: int) -> None:
    """Both roll; the higher die has Initiative (CA-3.5)."""
    draft = t.begin_roll_off("Both sides roll for Initiative", (cobalt, rust), side)
    if side < 0:
        verdict = "they roll again"
    elif tied:
        verdict = f"on a tie it goes to {t.side(side)}, who did not have it last round"
    else:
        verdict = f"{t.side(side)} has Initiative"
    draft.clauses += [t.score(cobalt, rust) + t.because(), verdict]


# ---------------------------------------------------------------- moving
# Moves: activations, ways, pile-ins, Encircle and Turn, flight; Morale (CA-3, CA-4, CA-12 to CA-16).


MOST_LISTED = 3  # models whose ways are told one by one
DOES = {events.piled_in: "piles in", events.withdrew: "withdraws", events.fell_back: "falls back"}


@describes(events.activated)
def describe_activated(t: Teller, unit: int, order: int, engaged: int) -> None:
    """A detachment is activated; why one that cannot move does not (CA-4.8, CA-16.7, CA-16.9, CA-20.2)."""
    name = t.unit(unit)
    t.heading(f"{name} is activated: {words.ORDERS[order]}{t.because()}", t.kind.rule)
    if engaged and order == Order.FALL_BACK:
        t.open(f"{name} is Engaged: it stays and fights", "CA-16.7")
    elif engaged and order != Order.CHARGE:
        t.open(f"{name} is Engaged: without a Charge order it does nothing", "CA-4.8")
    elif engaged and t.s.acting != unit:
        t.open(f"{name} is Engaged and can do nothing but stay", "CA-4.8", "CA-20.2")
    elif order == Order.FALL_BACK and not t.later(events.fell_back) and not t.later(events.fled):
        t.open(f"{name} finds no way towards its own edge", "CA-16.9")


@describes(events.leg_moved, *DOES)
def describe_ways(t: Teller, model: int) -> None:
    """What the models of a detachment do together, each with its way (CA-4.2, CA-4.9, CA-16.4, CA-16.9)."""
    run, k = t.kind.among(t.run()), t.of(model)
    does = DOES.get(t.kind) or ("drives" if state.is_vehicle(t.s, int(t.s.detachment[k].first)) else "moves")
    ways: dict[int, int] = {}
    for leg in run:
        ways[leg.model] = ways.get(leg.model, 0) + way_of(leg)
    ends = {leg.model: ends_at(t, leg) for leg in run}
    why = t.because_of(t.rows[t.at : t.told_to])
    if len(ways) == 1:
        whole = f"{does} {far(ways[model])}" if ways[model] else "pivots"
        t.begin(f"{t.model(model)} {whole} {ends[model]}{why}")
        return
    draft = t.begin(f"{t.unit(k)} {does} with {plural(len(ways), 'model')}{why}", about=k)
    if len(ways) <= MOST_LISTED:
        draft.clauses += [f"{t.model(m)} {far(ways[m])} {ends[m]}" for m in ways]
    else:
        draft.add(f"{spread(list(ways.values()), far)} each")
        draft.add(f"{t.model(model)} {ends[model]}")


@describes(events.put_back)
def describe_return(t: Teller, model: int) -> None:
    """A vehicle without a place to end goes back along its way (CA-12.26)."""
    draft = t.begin(f"{t.unit(t.of(model))} finds no place to end and is set back")
    for leg in t.kind.among(t.run()):
        moves = (leg.x, leg.y) != (leg.from_x, leg.from_y)
        draft.add(f"{t.model(leg.model)} {ends_at(t, leg) if moves else 'stays where it fought'}")


# ---------------------------------------------------------------- in contact


@describes(events.slid)
def describe_slid(t: Teller, model: int, x: int, y: int) -> None:
    """A model that the vehicle touched which turned is nudged along (CA-14.5)."""
    draft = t.going(events.turned) or t.begin("Bases are nudged along")
    draft.add(f"{t.model(model)} is nudged {far(way_of(t.fields))} to {spot(x, y)}", t.kind.rule)


@describes(events.charge_ended)
def describe_charge_ended(t: Teller, model: int, distance: int, bonus: int, shocks: int, held: int) -> None:
    """What each vehicle keeps of its charge for the Engagement stage (CA-11.6, CA-12.24)."""
    k = t.of(model)
    draft = t.going(events.charge_ended, about=k)
    if held:
        if draft is None:
            t.begin(f"{t.unit(k)} fights on in contact, without a charge bonus", about=k)
        return
    if draft is None:
        draft = t.begin(f"{t.unit(k)} ends its charge in contact", about=k)
        if shocks:
            draft.add(f"{signed(-shocks)} for {plural(shocks, 'Tank Shock')}", "CA-12.24")
    draft.add(f"{t.model(model)} charged {far(distance)}, {signed(bonus)} in front{t.because()}")


@describes(events.unit_engaged)
def describe_engaged(t: Teller, unit: int) -> None:
    """Who holds whom now (CA-2.6)."""
    if not t.going(events.unit_engaged, about=unit):
        held = [t.unit(event.enemy) for event in t.kind.among(t.rows) if event.unit == unit]
        t.begin(f"{t.unit(unit)} is Engaged with {joined(held)}")


# ---------------------------------------------------------------- Morale


@describes(events.morale_tested)
def describe_morale(t: Teller, unit: int, die: int, needed: int, passed: int, rally: int) -> None:
    """One die against the Morale value (CA-16.1)."""
    verdict, rule = "passed" if passed else "failed", t.kind.rule
    to_rally = " to rally" if rally else ""
    if not needed:
        t.begin(f"{t.unit(unit)} has no Morale, and passes its test", "CA-16.11")
        return
    draft = t.begin(f"{t.unit(unit)} tests its Morale{to_rally}", "CA-16.6" if rally else rule)
    draft.add(f"{needs(needed)}, rolled {die}: {verdict}")
    text = f"Morale {needs(needed)}: {die}, {verdict}."
    draft.add(roll=Roll(die, DIE, text, rule, needed, bool(passed), t.house_terms()))
    if passed:
        return
    draft.add("it still falls back" if rally else "it falls back", "CA-16.6" if rally else "CA-16.3")
    if not rally and nobody_moves(t, unit):
        draft.add("nobody touches it any more, and it stays where it is", "CA-16.4")


def nobody_moves(t: Teller, k: int) -> bool:
    """Whether a detachment that failed has nobody to withdraw from (CA-16.4)."""
    if t.s.phase == state.Phase.WITHDRAW and t.s.target == k:
        return False
    moves = t.later(events.withdrew) + t.later(events.model_destroyed)
    return not any(t.of(move.model) == k for move in moves)


@describes(events.order_lost)
def describe_order_lost(t: Teller, unit: int) -> None:
    """A detachment acts no further this round (CA-3.8)."""
    draft = t.going(events.morale_tested, about=unit)
    if draft is None:
        t.begin(f"{t.unit(unit)} loses its order for the rest of the round")
        return
    draft.add("it loses its order", t.kind.rule)


@describes(events.rallied)
def describe_rallied(t: Teller, unit: int) -> None:
    """The Fall Back marker goes (CA-16.6)."""
    draft = t.going(events.morale_tested, about=unit) or t.begin(t.unit(unit))
    draft.add("it rallies", t.kind.rule)


# ---------------------------------------------------------------- fights
# Tank Shocks and Fights: who meets whom, bonuses, rolls, Wounds, results (CA-9, CA-10, CA-12, CA-17).


FIGHTING = (events.bonus_spent, events.fight_rolled)
HARMING = (*FIGHTING, events.fired_at, events.rolled_to_save, events.fled, events.withdrew)
BOTH = "a tie: both lose a Wound"  # by an option
BASES = {Arc.ALL: Sum.CAF, Arc.FRONT: Sum.FRONT, Arc.REAR: Sum.REAR}  # a CAF of 0 is told too
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@describes(events.shock_declared)
def describe_declared(t: Teller, unit: int, enemy: int, nth: int, penalty: int) -> None:
    """A Tank Shock, which of the round, its penalty (CA-12.4, CA-12.23); a way out of Combat (CA-12.28)."""
    k = t.s.detachment[unit]
    breaks_out = bool(k.engaged and not k.broke_out)
    draft = t.begin(f"{t.unit(unit)} Tank Shocks {t.unit(enemy)}" + " to break out of Combat" * breaks_out)
    if breaks_out:
        draft.rules.append("CA-12.28")
    if penalty or t.because():
        ordinal = ORDINALS[nth - 1] if nth <= len(ORDINALS) else f"{nth}th"
        draft.add(f"the {ordinal} of the round, at {signed(penalty)}{t.because()}", "CA-12.23")


@describes(events.charge_measured)
def describe_bonus(t: Teller, model: int, distance: int, bonus: int) -> None:
    """The charge bonus of each vehicle (CA-11.1, CA-11.3)."""
    draft = t.going(events.shock_declared) or t.begin("Charge bonuses")
    draft.add(
        f"{t.model(model)} has charged {far(distance)}, {signed(bonus)} in front{t.because()}", *t.kind.rules
    )


@describes(events.responded)
def describe_response(t: Teller, unit: int, response: int) -> None:
    """Stand and fight, or get out of the way (CA-12.6)."""
    t.begin(f"{t.unit(unit)} {words.RESPONSES[response]}", t.kind.rule, words.RESPONSE_RULES[response])


@describes(events.model_evades)
def describe_evader(t: Teller, model: int) -> None:
    """One model gets out of the way while others stand (CA-12.7)."""
    draft = t.going(events.responded) or t.begin("Some get out of the way")
    draft.add(f"{t.model(model)} gets out of the way")


# ---------------------------------------------------------------- who fights whom


@describes(events.fights_chosen)
def describe_chosen(t: Teller, side: int, fights: int) -> None:
    """The list of Fights is complete (CA-9.6)."""
    if fights == 0:
        t.begin("No two models touch any more: there are no Fights", "CA-12.9")
        return
    t.heading(f"Combat: {plural(fights, 'Fight')}, chosen by {t.side(side)}", t.kind.rule)
    if fights > 1:
        t.begin("In this order")


@describes(events.fight_listed)
def describe_listed(t: Teller, model: int, enemy: int) -> None:
    """One of them; an only one is told when it is fought."""
    draft = t.going(events.fights_chosen)
    if draft is not None:
        draft.add(f"{t.model(model)} against {t.model(enemy)}", t.kind.rule)


# ---------------------------------------------------------------- one Fight


def fight_of(t: Teller, model: int, enemy: int) -> Draft:
    """The sentence of the Fight that an event belongs to: the one under way, or a new one."""
    pair = 1 << model | 1 << enemy
    going = t.going(*FIGHTING, about=pair)
    if going is not None and sum(1 for roll in going.rolls if roll.rule == events.fight_rolled.rule) < 2:
        return going
    rolled = events.fight_rolled.among(t.rows[t.at :])
    if rolled:
        model, enemy = rolled[0].model, rolled[0].enemy
    return t.begin(f"{t.model(model)} fights {t.model(enemy)}", "CA-9.1", about=pair)


@describes(events.bonus_spent)
def describe_spent(t: Teller, model: int, enemy: int, weapon: int, bonuses: int, worth: int) -> None:
    """Bonuses named before the roll (CA-10.6, CA-10.7)."""
    draft = fight_of(t, model, enemy)
    spent = f"{plural(bonuses, 'bonus', 'bonuses')} of its {t.weapon(model, weapon)}"
    each = " each" if bonuses > 1 else ""
    draft.add(f"{t.model(model)} spends {spent}, {signed(worth)}{each}{t.because()}", t.kind.rule)


@describes(events.fight_rolled)
def describe_rolled(
    t: Teller, model: int, enemy: int, arc: int, faces: int, rolled: int, caf: int, total: int
) -> None:
    """One side's dice, CAF and total (CA-9.1, CA-9.3, CA-9.10)."""
    draft, shown = fight_of(t, model, enemy), digits(faces)
    base = f"{words.ARCS[arc]} CAF" if words.ARCS[arc] else "CAF"
    more = t.because_of([t.row], Occasion.FIGHT_DICE)
    text = f"{t.model(model)} rolls {rolled} on {len(shown)}D6{more}, {base} {signed(caf)}: {total}"
    draft.add(text)
    draft.rules += ["CA-9.10", *(["CA-9.3"] if len(shown) > 2 else [])]
    terms = caf_terms(t, BASES[Arc(arc)])
    draft.add(roll=Roll(rolled, DIE, f"{text}.", t.kind.rule, modifiers=terms, faces=shown))


def caf_terms(t: Teller, base: Sum) -> tuple[Modifier, ...]:
    """Every term of the CAF, the base first even if it is 0."""
    worth = sum(reason.amount for reason in t.summands() if reason.code == base)
    printed = Sum.modifier(base, 0)
    others = [term for term in t.terms_without(Occasion.FIGHT_DICE) if not is_same(term, printed)]
    return (Sum.modifier(base, worth), *others)


def is_same(term: Modifier, other: Modifier) -> bool:
    """Whether two summands are the same thing, whatever it adds."""
    return (term.text, term.rule) == (other.text, other.rule)


def digits(faces: int) -> tuple[int, ...]:
    """Faces out of the number that they are the digits of."""
    values: list[int] = []
    while faces:
        faces, face = divmod(faces, DIGIT)
        values.insert(0, face)
    return tuple(values)


@describes(events.fight_tied)
def describe_tied(t: Teller, model: int, enemy: int) -> None:
    """Nobody loses a Wound: equal totals, or the enemy was out of the way (CA-9.2, CA-12.14)."""
    draft = t.going(*FIGHTING) or t.begin(f"{t.model(model)} and {t.model(enemy)}")
    if tied(t):
        draft.add("a tie, nobody loses a Wound", t.kind.rule)
    else:
        draft.add(f"{t.model(enemy)} is out of the way", "CA-12.14")


def tied(t: Teller) -> bool:
    """Whether the totals of both sides of the Fight just told are equal."""
    mine, theirs = events.fight_rolled.among(t.rows[: t.at])[-2:]
    return bool(mine.total == theirs.total)


# ---------------------------------------------------------------- Wounds


@describes(events.wound_lost)
def describe_wound(t: Teller, model: int, left: int) -> None:
    """A Wound is lost, on a tie by both (CA-9.2); the last one is told with the model (CA-9.1, CA-15.6)."""
    draft = t.going(*HARMING) or t.begin("Harm is done")
    fights = draft.kind in FIGHTING
    draft.rules.append(t.kind.rule if fights else "CA-15.6")
    if fights and BOTH not in draft.clauses and tied(t):
        draft.add(BOTH, events.fight_tied.rule)
    if left:
        draft.add(f"{t.model(model)} loses a Wound, {left} left")


@describes(events.model_destroyed)
def describe_destroyed(t: Teller, model: int) -> None:
    """A model is removed (CA-9.7), or finds no place to withdraw to (CA-16.4)."""
    hit = t.at > 0 and t.rows[t.at - 1].kind == events.wound_lost.kind
    going = t.going(*HARMING)
    if going is not None and going.kind == events.fled:
        going.rules.append("CA-16.7")
    elif hit and going is not None:
        going.add(f"{t.model(model)} is destroyed", t.kind.rule)
    elif hit:
        t.begin(f"{t.model(model)} is destroyed")
    else:
        t.begin(f"{t.model(model)} cannot get clear and is destroyed", "CA-16.4")


# ---------------------------------------------------------------- results


@describes(events.shock_ended)
def describe_shock_result(t: Teller, unit: int, enemy: int, lost: int, enemy_lost: int) -> None:
    """Wounds lost in the Fights of a Tank Shock (CA-12.19)."""
    describe_result(t, "The Tank Shock is over", (t.unit(unit), lost), (t.unit(enemy), enemy_lost))


@describes(events.combat_ended)
def describe_combat_result(t: Teller, cobalt: int, rust: int) -> None:
    """Wounds lost by both sides in a Combat (CA-17.5)."""
    describe_result(t, "The Combat is over", (t.side(0), cobalt), (t.side(1), rust))


def describe_result(t: Teller, text: str, mine: tuple[str, int], theirs: tuple[str, int]) -> None:
    """Who lost more tests morale (CA-12.17, CA-12.18, CA-17.5)."""
    draft, (first, lost), (second, others) = t.begin(text), mine, theirs
    draft.add(f"{first} lost {plural(lost, 'Wound')}, {second} {others}")
    loser = first if lost > others else second
    draft.add("nobody tests" if lost == others else f"{loser} has lost")


# ---------------------------------------------------------------- firing
# Fire: dice to hit, saves, hits that do nothing, weapons kept back (CA-15).


SHOT = (events.fired_at, events.rolled_to_save)
OF_WEAPONS = (Occasion.FIRE_DICE, Occasion.WEAPON_RANGE)  # what house rules gave a weapon


@describes(events.fired_at)
def describe_fired(
    t: Teller, model: int, enemy: int, weapon: int, dice: int, needed: int, firing: int
) -> None:
    """A weapon fires, all its dice at once (CA-15.3, CA-15.4)."""
    how, rule = words.FIRINGS[firing]
    text = f"{t.model(model)} fires its {t.weapon(model, weapon)} at {t.unit(enemy)} {how}".rstrip()
    draft = t.begin(text + t.because_of([t.row], *OF_WEAPONS), t.kind.rule, rule, "CA-15.4")
    draft.shot = True
    if dice == 0:
        draft.add("it has no dice")
        return
    terms = words.clamp_terms(t.terms_without(*OF_WEAPONS), needed, t.s.options)
    thrown = tell_dice(t, draft, dice, needed, terms)
    faces = ", ".join(str(shot.die) for shot in thrown)
    hits = sum(shot.hit for shot in thrown)
    draft.add(f"{needs(needed)} hits, rolled {faces}: {count(hits, len(thrown))}")


def tell_dice(t: Teller, draft: Draft, dice: int, needed: int, terms: tuple[Modifier, ...]) -> list[Any]:
    """The dice that follow, those among them that house rules had rolled again; who rolls again says so."""
    thrown, again = list[Any](), dict[str, list[str]]()
    t.told_to = t.at + 1
    for row in t.rows[t.at + 1 :]:
        if len(thrown) == dice or row.kind not in (REROLLED, events.rolled_to_hit.kind):
            break
        t.told_to += 1
        if row.kind == REROLLED:
            other = t.kinds.rerolled.decode(row)
            name, rule = t.house.name(other.house_rule), t.house.rule(other.house_rule)
            again.setdefault(name, []).append(str(other.first))
            text, lost = f"{name}: {other.first}, then {other.second}.", other.second
            if other.kept == other.second:
                lost = other.first
            draft.add(roll=Roll(lost, DIE, text, rule))
            continue
        shot = events.rolled_to_hit.decode(row)
        text = f"Needs {needs(needed)}: {shot.die}, {'hit' if shot.hit else 'missed'}."
        draft.add(roll=Roll(shot.die, DIE, text, events.rolled_to_hit.rule, needed, bool(shot.hit), terms))
        thrown.append(shot)
    for name, faces in again.items():
        draft.add(f"{name} has {', '.join(faces)} rolled again")
    return thrown


def count(hits: int, dice: int) -> str:
    """How many of the dice hit."""
    if dice == 1:
        return "hit" if hits else "missed"
    return plural(hits, "hit") if hits else "all missed"


@describes(events.rolled_to_hit)
def describe_hit(t: Teller, model: int, die: int, hit: int) -> None:
    """A die to hit that stands alone."""
    draft = t.going(*SHOT) or t.begin(f"{t.model(model)} fires")
    draft.add(roll=Roll(die, DIE, f"Rolled {die}.", t.kind.rule, success=bool(hit), modifiers=()))


@describes(events.rolled_to_save)
def describe_save(t: Teller, model: int, die: int, needed: int, saved: int) -> None:
    """A hit is saved or not (CA-15.6)."""
    name = t.model(model)
    draft = t.going(*SHOT) or t.begin(f"{name} is hit")
    draft.rules.append(t.kind.rule)
    if needed == state.NONE:
        draft.add(f"{name} has no save against it")
        return
    verdict = "saved" if saved else "not saved"
    draft.add(f"{name} saves on {needs(needed)}, rolled {die}: {verdict}")
    text, terms = (
        f"{name} saves on {needs(needed)}: {die}, {verdict}.",
        save_terms(t, model, needed),
    )
    draft.add(roll=Roll(die, DIE, text, t.kind.rule, needed, bool(saved), terms))


def save_terms(t: Teller, model: int, needed: int) -> tuple[Modifier, ...]:
    """Which save it is, and what the hit takes from an Armour Save."""
    p = t.s.profile[profile_of(t.s, model)]
    pierced = [(r.code, -r.amount) for r in t.summands() if r.code < HOUSE_TERM]
    house = t.house_terms()
    printed = needed - sum(term.amount for term in house)
    if p.save and p.save + sum(amount for _, amount in pierced) == printed:
        return (
            Sum.modifier(Sum.SAVE, int(p.save)),
            *(Sum.modifier(code, amount) for code, amount in pierced),
            *house,
        )
    if p.invulnerable == printed:
        return (Sum.modifier(Sum.INVULNERABLE, printed), *house)
    return (Modifier("Jink save", printed, "CA-15.6"), *house)


@describes(events.hit_lost)
def describe_lost(t: Teller, model: int, enemy: int, harmless: int) -> None:
    """A hit that does nothing (CA-15.5, CA-15.7)."""
    draft = t.going(*SHOT) or t.begin(f"{t.model(model)}'s hit")
    clause = f"such a hit cannot harm {t.unit(enemy)}" if harmless else "a hit finds nobody left"
    if clause not in draft.clauses:
        draft.add(clause)
    draft.rules.append("CA-15.5" if harmless else t.kind.rule)


@describes(events.held_fire)
def describe_no_fire(t: Teller, unit: int) -> None:
    """A detachment holds its fire (CA-3.9), or one of all that could still fire does (CA-3.11)."""
    text, draft = f"{t.unit(unit)} holds its fire", t.going(events.ceased_fire)
    if draft is None:
        t.begin(text)
    else:
        draft.add(text)


# ---------------------------------------------------------------- ending
# Victory points, the end of a round and of a battle (CA-18).


TOWARDS = {
    0: ("east", "x"),
    QUARTER: ("north", "y"),
    HALF_CIRCLE: ("west", "x"),
    HALF_CIRCLE + QUARTER: ("south", "y"),
}
RULES = {
    Ending.ROUNDS: ("CA-18.1", "CA-18.3"),
    Ending.WIPED_OUT: ("CA-18.3", "CA-18.4"),
    Ending.CONCEDED: ("CA-18.4",),
}


@describes(events.detachment_destroyed)
def describe_gone(t: Teller, unit: int, enemy: int, points: int) -> None:
    """The last model of a detachment is gone (CA-18.3)."""
    earned = f"{points} VP to {t.side(enemy)}" if points else "no VP"
    t.begin(f"Nothing is left of {t.full(unit)}: {earned}")


@describes(events.objective_scored)
def describe_objective(t: Teller, side: int, objective: int, cobalt: int, rust: int, points: int) -> None:
    """An objective held at the end of a round (CA-18.2)."""
    end_heading(t)
    mine, theirs = (cobalt, rust) if side == 0 else (rust, cobalt)
    text = f"{t.side(side)} holds the objective at {where(t.s, objective)}, strength {mine} against {theirs}"
    t.begin(f"{text}: {points} VP{t.because()}")


@describes(events.objective_tied)
def describe_tied_end(t: Teller, objective: int, strength: int) -> None:
    """An objective that nobody holds at the end of a round, though both are there (CA-18.2)."""
    end_heading(t)
    text = f"Nobody holds the objective at {where(t.s, objective)}: strength {strength} on both sides, no VP"
    t.begin(text + t.because())


def where(s: State, objective: int) -> str:
    """The place of an objective."""
    return spot(int(s.objective_x[objective]), int(s.objective_y[objective]))


@describes(events.extra_scored)
def describe_extra(t: Teller, side: int, points: int) -> None:
    """The scenario's own points (section 6)."""
    t.begin(f"{t.side(side)}: {extra_words(t.s)}: {points} VP")


def extra_words(s: State) -> str:
    """What the scenario rewards at its end: "at least 2 vehicles wholly north of y = 26 at the end"."""
    away = (int(s.edge[s.extra_side]) + HALF_CIRCLE) % CIRCLE
    towards, axis = TOWARDS[away]
    where = f"{towards} of {axis} = {inches(int(s.extra_line))}"
    if s.extra == state.Extra.BREAKTHROUGH:
        return f"at least {plural(int(s.extra_models), 'vehicle')} wholly {where} at the end"
    return f"{words.detachment_name(s, int(s.extra_unit))} with its centre {where} at the end"


@describes(events.round_ended)
def describe_round_end(t: Teller, cobalt: int, rust: int) -> None:
    """The points after a round (CA-18.1)."""
    end_heading(t)
    t.begin(f"{t.side(0)} has {cobalt} VP, {t.side(1)} {rust}")


def end_heading(t: Teller) -> None:
    """The heading over what is scored at the end of a round, once."""
    for end in events.round_ended.among(t.rows[t.at :])[:1]:
        text = f"End of round {end.number}"
        if not any(draft.heading and draft.opening == text for draft in t.drafts):
            t.heading(text, events.round_ended.rule)


@describes(events.game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over (CA-18.3): by points that are scored at its end, or without them."""
    t.begin(verdict(winner, ending, (cobalt, rust)), *RULES[Ending(ending)])


def verdict(winner: int, how: int, score: tuple[int, int]) -> str:
    """How a battle ended, in a sentence without its full stop."""
    if winner == DRAW:
        level = f"{score[0]} VP each: a draw"
        return "Both sides are wiped out: a draw" if how == Ending.WIPED_OUT else level
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT:
        return f"{loser} has no models left: {wins}"
    if how == Ending.CONCEDED:
        return f"{wins}, for {loser} has conceded"
    return f"{wins} by {max(score)} VP to {min(score)}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    return verdict(int(s.winner), int(s.ending), (int(s.score[0]), int(s.score[1])))


tell = LogWriters(Teller, sys.modules[__name__], opening=begin_battle, announce=announce).tell
