"""Tank Shocks and Fights: who meets whom, bonuses, rolls, Wounds, results (CA-9, CA-10, CA-12, CA-17)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.codes import Arc
from hulldown.rulesets.close_assault.fights import DIGIT
from hulldown.rulesets.close_assault.naming import far
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.telling.teller import DIE, Teller
from hulldown.rulesets.close_assault.vocabulary import ARCS, RESPONSE_RULES, RESPONSES
from hulldown.rulesets.common.log import Draft, describes
from hulldown.rulesets.common.names import plural, signed

FIGHTING = (events.bonus_spent, events.fight_rolled)
HARMING = (*FIGHTING, events.fired_at, events.rolled_to_save, events.fled, events.withdrew)
BOTH = "a tie: both lose a Wound"  # by an option
BASES = {Arc.ALL: Sum.CAF, Arc.FRONT: Sum.FRONT, Arc.REAR: Sum.REAR}  # a CAF of 0 is told too
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

# ---------------------------------------------------------------- Tank Shocks


@describes(events.shock_declared)
def describe_declared(t: Teller, unit: int, enemy: int, nth: int, penalty: int) -> None:
    """A Tank Shock, which of the round, its penalty (CA-12.4, CA-12.23); a way out of Combat (CA-12.28)."""
    k = t.s.detachment[unit]
    breaks_out = bool(k.engaged and not k.broke_out)
    draft = t.begin(f"{t.unit(unit)} Tank Shocks {t.unit(enemy)}" + " to break out of Combat" * breaks_out)
    if breaks_out:
        draft.rules.append("CA-12.28")
    if penalty:
        ordinal = ORDINALS[nth - 1] if nth <= len(ORDINALS) else f"{nth}th"
        draft.clauses.append(f"the {ordinal} of the round, at {signed(penalty)}")
        draft.rules.append("CA-12.23")


@describes(events.charge_measured)
def describe_bonus(t: Teller, model: int, distance: int, bonus: int) -> None:
    """The charge bonus of each vehicle (CA-11.1, CA-11.3)."""
    draft = t.going(events.shock_declared) or t.begin("Charge bonuses")
    draft.clauses.append(f"{t.model(model)} has charged {far(distance)}, {signed(bonus)} in front")
    draft.rules += t.kind.rules


@describes(events.responded)
def describe_response(t: Teller, unit: int, response: int) -> None:
    """Stand and fight, or get out of the way (CA-12.6)."""
    t.begin(f"{t.unit(unit)} {RESPONSES[response]}", t.kind.rule, RESPONSE_RULES[response])


@describes(events.model_evades)
def describe_evader(t: Teller, model: int) -> None:
    """One model gets out of the way while others stand (CA-12.7)."""
    draft = t.going(events.responded) or t.begin("Some get out of the way")
    draft.clauses.append(f"{t.model(model)} gets out of the way")


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
        draft.clauses.append(f"{t.model(model)} against {t.model(enemy)}")
        draft.rules.append(t.kind.rule)


# ---------------------------------------------------------------- one Fight


def fight_of(t: Teller, model: int, enemy: int) -> Draft:
    """The sentence of the Fight that an event belongs to: the one under way, or a new one."""
    pair = 1 << model | 1 << enemy
    going = t.going(*FIGHTING, about=pair)
    if going is not None and sum(1 for roll in going.rolls if roll.faces) < 2:
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
    draft.clauses.append(f"{t.model(model)} spends {spent}, {signed(worth)}{each}")
    draft.rules.append(t.kind.rule)


@describes(events.fight_rolled)
def describe_rolled(
    t: Teller, row: Event, model: int, enemy: int, arc: int, faces: int, rolled: int, caf: int, total: int
) -> None:
    """One side's dice, CAF and total (CA-9.1, CA-9.3, CA-9.10)."""
    draft, shown = fight_of(t, model, enemy), digits(faces)
    base = f"{ARCS[arc]} CAF" if ARCS[arc] else "CAF"
    text = f"{t.model(model)} rolls {rolled} on {len(shown)}D6, {base} {signed(caf)}: {total}"
    draft.clauses.append(text)
    draft.rules += ["CA-9.10", *(["CA-9.3"] if len(shown) > 2 else [])]
    terms = caf_terms(t, row, BASES[Arc(arc)])
    draft.rolls.append(Roll(rolled, DIE, f"{text}.", t.kind.rule, modifiers=terms, faces=shown))


def caf_terms(t: Teller, row: Event, base: Sum) -> tuple[Modifier, ...]:
    """Every term of the CAF, the base first even if it is 0."""
    summands = t.summands(row)
    worth = sum(reason.amount for reason in summands if reason.code == base)
    others = [Sum.modifier(reason.code, reason.amount) for reason in summands if reason.code != base]
    return (Sum.modifier(base, worth), *others)


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
        draft.clauses.append("a tie, nobody loses a Wound")
        draft.rules.append(t.kind.rule)
    else:
        draft.clauses.append(f"{t.model(enemy)} is out of the way")
        draft.rules.append("CA-12.14")


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
        draft.clauses.append(BOTH)
        draft.rules.append(events.fight_tied.rule)
    if left:
        draft.clauses.append(f"{t.model(model)} loses a Wound, {left} left")


@describes(events.model_destroyed)
def describe_destroyed(t: Teller, model: int) -> None:
    """A model is removed (CA-9.7), or finds no place to withdraw to (CA-16.4)."""
    hit = t.at > 0 and t.rows[t.at - 1].kind == events.wound_lost.kind
    going = t.going(*HARMING)
    if going is not None and going.kind == events.fled:
        going.rules.append("CA-16.7")
    elif hit and going is not None:
        going.clauses.append(f"{t.model(model)} is destroyed")
        going.rules.append(t.kind.rule)
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
    draft.clauses.append(f"{first} lost {plural(lost, 'Wound')}, {second} {others}")
    loser = first if lost > others else second
    draft.clauses.append("nobody tests" if lost == others else f"{loser} has lost")
