"""Fights: who meets whom, bonuses, both rolls, Wounds, and the result of a Combat (CA-9, CA-10, CA-17)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.codes import Arc
from hulldown.rulesets.close_assault.fights import DIGIT
from hulldown.rulesets.close_assault.reasons import Sum, Tell
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.close_assault.vocabulary import ARCS, modifier, plural, signed
from hulldown.rulesets.face.words import Modifier, Roll
from hulldown.rulesets.shared.drafting import Draft

DIE = 6
FIGHTING = (Tell.BONUS_SPENT, Tell.FIGHT_ROLLED)
HARMING = (*FIGHTING, Tell.FIRED, Tell.SAVE_ROLL, Tell.FLED, Tell.WITHDREW)
BOTH = "a tie: both lose a Wound"  # by an option
BASES = {Arc.ALL: Sum.CAF, Arc.FRONT: Sum.FRONT, Arc.REAR: Sum.REAR}  # a CAF of 0 is told too

# ---------------------------------------------------------------- who fights whom


def told_chosen(t: Teller, row: Event) -> None:
    """The list of Fights is complete (CA-9.6)."""
    if row.a == 0:
        t.begin(row, "No two models touch any more: there are no Fights", "CA-12.9")
        return
    t.heading(f"Combat: {plural(row.a, 'Fight')}, chosen by {t.side(row.actor)}", Tell.FIGHTS_CHOSEN.rule)
    if row.a > 1:
        t.begin(row, "In this order", Tell.FIGHTS_CHOSEN.rule, about=-1)


def told_listed(t: Teller, row: Event) -> None:
    """One of them; an only one is told when it is fought."""
    draft = t.going(Tell.FIGHTS_CHOSEN)
    if draft is not None:
        draft.clauses.append(f"{t.model(row.actor)} against {t.model(row.target)}")
        draft.rules.append(Tell.FIGHT_LISTED.rule)


# ---------------------------------------------------------------- one Fight


def fight_of(t: Teller, row: Event) -> Draft:
    """The sentence of the Fight that an event belongs to: the one under way, or a new one."""
    pair = frozenset((row.actor, row.target))
    number = sum(1 << m for m in pair)
    going = t.going(*FIGHTING, about=number)
    rolled = sum(1 for roll in going.rolls if roll.faces) if going else 0
    if going is not None and rolled < 2:
        return going
    first = row if row.kind == Tell.FIGHT_ROLLED else t.next(Tell.FIGHT_ROLLED) or row
    return t.begin(row, f"{t.model(first.actor)} fights {t.model(first.target)}", "CA-9.1", about=number)


def told_spent(t: Teller, row: Event) -> None:
    """Bonuses named before the roll (CA-10.6, CA-10.7)."""
    draft = fight_of(t, row)
    each = "each" if row.b > 1 else ""
    bonuses = f"{plural(row.b, 'bonus', 'bonuses')} of its {t.weapon(row.actor, row.a)}"
    draft.clauses.append(f"{t.model(row.actor)} spends {bonuses}, {signed(row.c)} {each}".rstrip())
    draft.rules.append(Tell.BONUS_SPENT.rule)


def told_rolled(t: Teller, row: Event) -> None:
    """One side's dice, CAF and total (CA-9.1, CA-9.3, CA-9.10)."""
    draft = fight_of(t, row)
    faces = digits(row.a)
    arc = f"{ARCS[row.place]} CAF" if ARCS[row.place] else "CAF"
    said = f"rolls {row.b} on {len(faces)}D6, {arc} {signed(row.c)}: {row.d}"
    draft.clauses.append(f"{t.model(row.actor)} {said}")
    draft.rules += ["CA-9.10", *(["CA-9.3"] if len(faces) > 2 else [])]
    draft.rolls.append(
        Roll(
            row.b,
            DIE,
            f"{t.model(row.actor)} {said}.",
            Tell.FIGHT_ROLLED.rule,
            modifiers=terms(t, row),
            faces=faces,
        )
    )


def terms(t: Teller, row: Event) -> tuple[Modifier, ...]:
    """Every term of the CAF, the base first even if it is 0."""
    base, found = BASES[Arc(row.place)], t.summands(row)
    worth = sum(reason.amount for reason in found if reason.code == base)
    others = [modifier(reason.code, reason.amount) for reason in found if reason.code != base]
    return (modifier(base, worth), *others)


def digits(faces: int) -> tuple[int, ...]:
    """Faces out of the number that they are the digits of."""
    found: list[int] = []
    while faces:
        faces, face = divmod(faces, DIGIT)
        found.insert(0, face)
    return tuple(found)


def told_skipped(t: Teller, row: Event) -> None:
    """One of the two is gone (CA-9.7)."""
    t.begin(row, f"{t.model(row.actor)} against {t.model(row.target)} is not fought: one of them is gone")


def told_tied(t: Teller, row: Event) -> None:
    """Nobody loses a Wound: equal totals, or the enemy was out of the way (CA-9.2, CA-12.14)."""
    draft = t.going(*FIGHTING) or t.begin(row, f"{t.model(row.actor)} and {t.model(row.target)}")
    ours, theirs = last_totals(t)
    even = ours == theirs
    draft.clauses.append(
        "a tie, nobody loses a Wound" if even else f"{t.model(row.target)} is out of the way"
    )
    draft.rules.append(Tell.FIGHT_TIED.rule if even else "CA-12.14")


def last_totals(t: Teller) -> tuple[int, int]:
    """The totals of both sides of the Fight just told."""
    rolled = [row.d for row in t.rows[: t.at] if row.kind == Tell.FIGHT_ROLLED]
    return int(rolled[-2]), int(rolled[-1])


# ---------------------------------------------------------------- Wounds


def told_wound(t: Teller, row: Event) -> None:
    """A Wound is lost, on a tie by both (CA-9.2); the last one is told with the model (CA-9.1, CA-15.6)."""
    draft = t.going(*HARMING) or t.begin(row, "Harm is done")
    draft.rules.append(Tell.WOUND.rule if t.kind in FIGHTING else "CA-15.6")
    if t.kind in FIGHTING and BOTH not in draft.clauses and len(set(last_totals(t))) == 1:
        draft.clauses.append(BOTH)
        draft.rules.append(Tell.FIGHT_TIED.rule)
    if row.a:
        draft.clauses.append(f"{t.model(row.actor)} loses a Wound, {row.a} left")


def told_destroyed(t: Teller, row: Event) -> None:
    """A model is removed (CA-9.7), or finds no place to withdraw to (CA-16.4)."""
    name = t.model(row.actor)
    hit = t.at > 0 and t.rows[t.at - 1].kind == Tell.WOUND
    going = t.going(*HARMING)
    if going is not None and t.kind == Tell.FLED:
        going.rules.append("CA-16.7")
        return
    if hit and going is not None:
        going.clauses.append(f"{name} is destroyed")
        going.rules.append(Tell.MODEL_DESTROYED.rule)
        return
    lost = "is destroyed" if hit else "cannot get clear and is destroyed"
    t.begin(row, f"{name} {lost}", Tell.MODEL_DESTROYED.rule if hit else "CA-16.4")


# ---------------------------------------------------------------- results


def told_shock_result(t: Teller, row: Event) -> None:
    """Wounds lost in the Fights of a Tank Shock (CA-12.19)."""
    told_result(t, row, t.unit(row.actor), t.unit(row.target))


def told_combat_result(t: Teller, row: Event) -> None:
    """Wounds lost by both sides in a Combat (CA-17.5)."""
    told_result(t, row, t.side(0), t.side(1))


def told_result(t: Teller, row: Event, one: str, other: str) -> None:
    """Who lost more tests morale (CA-12.17, CA-12.18, CA-17.5)."""
    first = "The Tank Shock is over" if row.kind == Tell.SHOCK_RESULT else "The Combat is over"
    draft = t.begin(row, first)
    draft.clauses.append(f"{one} lost {plural(row.a, 'Wound')}, {other} {row.b}")
    if row.a == row.b:
        draft.clauses.append("nobody tests")
    else:
        draft.clauses.append(f"{one if row.a > row.b else other} has lost")
