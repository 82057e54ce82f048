"""Activations: the Ld check, the action chosen, what is let be (WS-5.7, WS-6.2, WS-9)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.shared.drafting import Draft
from hulldown.rulesets.warstrike.reasons import Sum, Tell
from hulldown.rulesets.warstrike.telling.teller import Teller, digits, thrown
from hulldown.rulesets.warstrike.telling.turns import shown
from hulldown.rulesets.warstrike.vocabulary import action_name, joined, modifier, plural, signed

OF_DICE = (Sum.LD, Sum.LEADERLESS, Sum.OFFICER)  # the other summands make the score
BY_ITSELF = (
    Tell.HUNKERED,
    Tell.FLIGHT_GOAL,
    Tell.UNIT_DESTROYED,
)  # what comes of Fall Back! without a choice


def told_activated(t: Teller, row: Event) -> None:
    """A unit is activated (WS-5.7)."""
    t.heading(f"{t.full(row.actor)} is activated", Tell.ACTIVATED.rule)


def told_action(t: Teller, row: Event) -> None:
    """The action that is chosen (WS-9.1); below half of its models Fall Back! goes by itself (WS-10.6)."""
    name = t.unit(row.actor)
    follows = [after.kind for after in t.rows[t.at + 1 : t.at + 2]]
    if follows and follows[0] in BY_ITSELF:
        draft = t.begin(row, f"Fall Back! is all that {name} can do", "WS-10.1", about=row.actor)
        if follows[0] == Tell.UNIT_DESTROYED:
            draft.clauses.append("too few of its models are left for it")
            draft.rules.append("WS-10.18")
        return
    said = action_name(row.a, row.b)
    t.begin(row, f"{name} chooses {said}{' as its action' if said.endswith('!') else ''}", about=row.actor)


# ---------------------------------------------------------------- checks


def told_check(t: Teller, row: Event) -> None:
    """A suppressed unit checks before it acts (WS-6.2 to WS-6.5)."""
    draft = t.begin(row, f"{t.unit(row.actor)} makes an Ld check")
    thrown_check(t, row, draft)
    if row.d > 0:
        draft.clauses.append(f"{plural(row.d, 'marker')} off")
        draft.rules.append("WS-6.4")
    if not row.c:
        draft.clauses.append("Fall Back! is its only order")
        draft.rules.append("WS-6.5")


def told_split_check(t: Teller, row: Event) -> None:
    """The check for a further target in Advance! (WS-11.3)."""
    draft = t.begin(row, f"{t.unit(row.actor)} checks whether it fires at {t.unit(row.target)} as well")
    thrown_check(t, row, draft)
    if not row.c:
        draft.clauses.append("those models do not fire")


def thrown_check(t: Teller, row: Event, draft: Draft) -> None:
    """Dice, score and verdict of a check (WS-6.7)."""
    terms = [(Sum.of(r.code), int(r.amount)) for r in t.summands(row)]
    faces, verdict = digits(row.b), "passed" if row.c else "failed"
    draft.clauses.append(f"{dice_words(row.place, terms)}, {row.a} or less")
    draft.clauses.append(f"rolled {shown(faces)}, {verdict}" if faces else f"no dice, {verdict}")
    draft.rules.append("WS-6.7")
    if faces:
        score = tuple(modifier(code, amount) for code, amount in terms if code not in OF_DICE)
        passed = sum(face <= row.a for face in faces)
        text = f"Ld check, {row.a} or less: {verdict}."
        draft.rolls.append(thrown(faces, text, Tell.LD_CHECK.rule, None, passed, score))


def dice_words(dice: int, terms: list[tuple[Sum, int]]) -> str:
    """How many dice, and why: "1 die (Ld 2, -1 first leader lost)"."""
    said = [
        f"{modifier(code, amount).text} {amount if code != Sum.LEADERLESS else signed(amount)}"
        for code, amount in terms
        if code in OF_DICE
    ]
    return plural(dice, "die", "dice") + (f" ({joined(said)})" if said else "")


# ---------------------------------------------------------------- states, nothing done


def told_ground(t: Teller, row: Event) -> None:
    """+1 Ev until the next activation (WS-9.31, WS-9.34)."""
    draft = t.going(Tell.ACTION, about=row.actor) or t.begin(row, f"{t.unit(row.actor)} goes to ground")
    draft.clauses.append("+1 Ev until it is activated again")
    draft.rules += [Tell.WENT_TO_GROUND.rule, "WS-9.34"]


def told_held(t: Teller, row: Event) -> None:
    """A unit does not fire (WS-16.6)."""
    t.begin(row, f"{t.unit(row.actor)} holds its fire")


def told_stood(t: Teller, row: Event) -> None:
    """Nobody of a unit moved (WS-16.6)."""
    t.begin(row, f"{t.unit(row.actor)} stays where it is", about=row.actor)
