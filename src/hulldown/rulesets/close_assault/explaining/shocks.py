"""A Tank Shock before it is made, and its answers: Wounds and tests to be expected (CA-12, CA-19.9)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.charging import charge_distance, charge_in_force
from hulldown.rulesets.close_assault.codes import Response
from hulldown.rulesets.close_assault.exact.preview import (
    Preview,
    expected_wounds,
    promised,
    shock_preview,
)
from hulldown.rulesets.close_assault.fights import shock_penalty
from hulldown.rulesets.close_assault.naming import detachment_name, far, model_name, named
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.close_assault.vocabulary import RESPONSE_RULES
from hulldown.rulesets.face.odds import Explanation, Note
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import decimal, percent, signed

IF = {
    Response.STAND: "If it stands",
    Response.STAND_AND_FIRE: "If it fires Overwatch and stands",
    Response.EVADE: "If it gets out of the way",
}

# ---------------------------------------------------------------- one answer


def answer_notes(s: State, k: int, target: int, answer: Response, p: Preview) -> Notes:
    """What an answer promises to both sides."""
    ours, theirs = map(decimal, expected_wounds(p.spread))
    us, them = detachment_name(s, k), detachment_name(s, target)
    said = f"{IF[answer]}: {theirs} Wounds on {them}, {ours} on {us} in the Fights"
    if p.overwatch:
        said += f", after {decimal(p.overwatch)} from Overwatch"
    first: Note = (f"{said}.", RESPONSE_RULES[answer])
    tests = test_notes(them, p.target_tests, p.target_fails)
    return (first, *tests, *test_notes(us, p.vehicle_tests, p.vehicle_fails))


def test_notes(name: str, tests: Fraction, fails: Fraction) -> Notes:
    """How likely a side has to test morale, and fails."""
    if not tests:
        return ()
    return ((f"{name} tests morale in {percent(tests)} and fails in {percent(fails)}.", "CA-12.19"),)


# ---------------------------------------------------------------- before it is made


def charge_notes(s: State, k: int) -> Notes:
    """Distance and charge bonus of each vehicle where it stands (CA-11)."""
    d = s.detachment[k]
    there = [m for m in range(d.first, d.first + d.size) if alive(s, m)]
    said = [f"{model_name(s, m)} {far(charge_distance(s, m))}, {bonus_words(s, m)}" for m in there]
    return ((f"Charged: {'; '.join(said)}.", "CA-11.3"),)


def bonus_words(s: State, m: int) -> str:
    """The charge bonus of a vehicle if it fights where it stands."""
    return f"{signed(charge_in_force(s, m, True))} in front"


def shock_notes(s: State, k: int, target: int) -> Notes:
    """Everything about a legal Tank Shock where the vehicles stand."""
    penalty = shock_penalty(int(s.detachment[k].shocks))
    notes = list(charge_notes(s, k))
    if penalty:
        notes.append((f"Earlier Tank Shocks of this round: {signed(penalty)} to every CAF.", "CA-12.23"))
    for answer, promise in shock_preview(s, k, target).items():
        notes += answer_notes(s, k, target, answer, promise)
    return tuple(notes)


def explain_shock(s: State, a: Action) -> Explanation:
    """A Tank Shock here, for each answer of its target, both sides spending as well as they can."""
    title = f"{named(s, int(a.actor))} Tank Shocks {named(s, int(a.target))}"
    notes = shock_notes(s, int(a.actor), int(a.target))
    return Explanation(title, "best spending on both sides", notes=notes)


# ---------------------------------------------------------------- the answer


def explain_answer(s: State, a: Action) -> Explanation:
    """What an answer promises."""
    k, target, answer = int(s.acting), int(s.target), Response(a.choice)
    notes = answer_notes(s, k, target, answer, promised(s, answer))
    if answer is Response.EVADE:
        notes = (*notes, ("It loses no Wound on a tie, and wounds nobody.", "CA-12.14"))
    if answer is Response.STAND_AND_FIRE:
        notes = (*notes, ("It loses its order for the rest of the round.", "CA-3.8"))
    title = f"{named(s, target)}, Tank Shocked by {named(s, k)}"
    return Explanation(title, IF[answer].replace("If it ", ""), notes=notes)
