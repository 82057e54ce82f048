"""Fights and Tank Shocks before they are fought: CAFs, chances, spending (CA-9, 10, 12, 19)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import Explanation, Note
from hulldown.rulesets.close_assault.answering import fires_first, in_part
from hulldown.rulesets.close_assault.bonuses import everything, total_worth
from hulldown.rulesets.close_assault.chances.duels import (
    Side,
    duel_listed,
    duel_now,
    fights_listed,
)
from hulldown.rulesets.close_assault.codes import NOBODY, Response
from hulldown.rulesets.close_assault.combat import combat_of, spender
from hulldown.rulesets.close_assault.exact.fights import Fought
from hulldown.rulesets.close_assault.exact.preview import (
    Preview,
    combat_spread,
    expected_wounds,
    promised,
    shock_preview,
)
from hulldown.rulesets.close_assault.exact.stars import Star, stars_of
from hulldown.rulesets.close_assault.fights import shock_penalty, spoke_dice
from hulldown.rulesets.close_assault.halting import charge_distance, charge_in_force
from hulldown.rulesets.close_assault.naming import (
    detachment_name,
    far,
    model_name,
    model_named,
    named,
    weapon_name,
)
from hulldown.rulesets.close_assault.pairing import holds
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.close_assault.vocabulary import RESPONSE_RULES
from hulldown.rulesets.common.explanation import Notes
from hulldown.rulesets.common.names import decimal, joined, percent, plural, signed


def side_words(s: State, side: Side) -> str:
    """What a side brings: "R1.2 rolls 3D6 +2"."""
    return f"{model_name(s, side.model)} rolls {side.dice}D6 {signed(side.caf)}"


def terms_words(side: Side) -> str:
    """The terms of a CAF: "CAF +2, Charge order +1"."""
    return ", ".join(f"{term.text} {signed(term.amount)}" for term in side.terms)


def odds_words(odds: Fought) -> str:
    """Win, tie and loss."""
    return f"win {percent(odds.win)}, tie {percent(odds.tie)}, loss {percent(odds.loss)}"


# ---------------------------------------------------------------- bonuses


def explain_spending(s: State, a: Action) -> Explanation:
    """A Fight with so much spent, and what the best spending over all Fights of the model is."""
    duel = duel_now(s, int(a.seat), int(a.choice))
    title = f"{model_named(s, duel.own.model)} fights {model_named(s, duel.enemy.model)}"
    subtitle = f"{side_words(s, duel.own)}, {side_words(s, duel.enemy)}"
    theirs = (f"{model_name(s, duel.enemy.model)}: {terms_words(duel.enemy)}.", "CA-9.10")
    gone = ("Weapons whose bonuses are spent do not fire later in the round.", "CA-10.3")
    notes = (theirs, *best_notes(s, int(a.seat)), *((gone,) if a.choice else ()))
    return Explanation(title, subtitle, None, duel.own.terms, notes)


def best_notes(s: State, seat: int) -> Notes:
    """The spending that is best over all Fights that the model still has (CA-19.5, CA-19.6)."""
    own, enemy = spender(s, seat), spender(s, 1 - seat)
    star = next((candidate for candidate in stars_of(s) if candidate.hub == own), None)
    if star is None:
        worth = total_worth(s, own, enemy, everything(s, own, enemy))
        return ((f"Its only Fight: everything, {signed(worth)}, is best.", "CA-19.6"),)
    value, spent = star.budget().best(star.wounds, star.bonuses)
    text = f"{spent_words(s, star, spent)} is best, for an expected lead of {decimal(value)} Wounds"
    return ((f"Over {plural(len(star.spokes), 'Fight')}: {text}.", "CA-19.5"),)


def spent_words(s: State, star: Star, spent: tuple[int, ...]) -> str:
    """Bonuses by weapon."""
    k = int(s.model[star.hub].detachment)
    parts = [f"{n} x {weapon_name(s, k, w)}" for w, n in enumerate(spent) if n]
    return joined(parts) if parts else "nothing now"


# ---------------------------------------------------------------- pairs and Combats


def explain_pair(s: State, a: Action) -> Explanation:
    """The next Fight of the list: with no bonus and with all of both sides (CA-9.3, CA-9.6)."""
    if a.actor == NOBODY:
        return Explanation("No more Fights", notes=(("The first of them is fought now.", "CA-12.11"),))
    own, enemy = int(a.actor), int(a.target)
    bare, full = duel_listed(s, own, enemy, False), duel_listed(s, own, enemy, True)
    notes = [(f"No bonuses: {odds_words(bare.odds)}.", "CA-19.2")]
    if (full.own.caf, full.enemy.caf) != (bare.own.caf, bare.enemy.caf):
        lead = f"{signed(full.own.caf)} against {signed(full.enemy.caf)}"
        notes.append((f"All bonuses, {lead}: {odds_words(full.odds)}.", "CA-10.7"))
    notes += gang_notes(s, own, enemy)
    notes.append((f"{model_name(s, enemy)}: {terms_words(bare.enemy)}.", "CA-9.10"))
    title = f"{model_named(s, own)} fights {model_named(s, enemy)}"
    return Explanation(title, f"as Fight {s.fights + 1}", None, bare.own.terms, tuple(notes))


def gang_notes(s: State, own: int, enemy: int) -> Notes:
    """More dice for whoever comes later to a model that has fought before (CA-9.3)."""
    notes = []
    for m, other in ((own, enemy), (enemy, own)):
        before = fights_listed(s, m)
        if before:
            dice = spoke_dice(s.options, before)
            text = f"{model_name(s, other)} rolls {dice}D6 after {plural(before, 'Fight')}"
            notes.append((f"{text} of {model_name(s, m)}.", "CA-9.3"))
    return tuple(notes)


def explain_combat(s: State, a: Action) -> Explanation:
    """Who is in a Combat (CA-9.11, CA-17.2)."""
    bits = combat_of(s, int(a.actor))
    there = [named(s, k) for k in range(s.detachments) if holds(bits, k)]
    note = ("You choose who fights whom, and in which order.", "CA-17.3")
    return Explanation(f"Combat of {joined(there)}", notes=(expected_note(s, a), note))


def expected_note(s: State, a: Action) -> Note:
    """The Wounds to be expected on both sides of a Combat (CA-19.4)."""
    ours, theirs = map(decimal, expected_wounds(combat_spread(s, int(a.actor))))
    text = f"{theirs} Wounds on the enemy and {ours} on your side are to be expected"
    return (f"Best spending: {text}.", "CA-19.4")


# ---------------------------------------------------------------- Tank Shocks


IF = {
    Response.STAND: "If it stands",
    Response.STAND_AND_FIRE: "If it fires Overwatch and stands",
    Response.EVADE: "If it gets out of the way",
    Response.SOME_EVADE: "If some of it get out of the way",
    Response.FIRE_SOME_EVADE: "If some of it get out of the way and the others fire Overwatch",
}

# ---------------------------------------------------------------- one answer


def answer_notes(s: State, k: int, target: int, answer: Response, p: Preview) -> Notes:
    """What an answer promises to both sides."""
    ours, theirs = map(decimal, expected_wounds(p.spread))
    us, them = detachment_name(s, k), detachment_name(s, target)
    text = f"{IF[answer]}: {theirs} Wounds on {them}, {ours} on {us} in the Fights"
    if p.overwatch:
        text += f", after {decimal(p.overwatch)} from Overwatch"
    first: Note = (f"{text}.", RESPONSE_RULES[answer])
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
    charges = [f"{model_name(s, m)} {far(charge_distance(s, m))}, {bonus_words(s, m)}" for m in there]
    return ((f"Charged: {'; '.join(charges)}.", "CA-11.3"),)


def bonus_words(s: State, m: int) -> str:
    """The charge bonus of a vehicle if it fights where it stands."""
    return f"{signed(charge_in_force(s, m, True))} in front"


def shock_notes(s: State, k: int, target: int) -> Notes:
    """Everything about a legal Tank Shock where the vehicles stand."""
    penalty = shock_penalty(s.options, int(s.detachment[k].shocks))
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
    notes = answer_notes(s, k, target, answer, promised(s, answer, max(0, int(a.place))))
    if answer is Response.EVADE:
        notes = (*notes, ("It loses no Wound on a tie, and wounds nobody.", "CA-12.14"))
    if in_part(answer):
        text = "Who gets out of the way loses no Wound on a tie, and wounds nobody."
        notes = (*notes, (text, "CA-12.14"))
    if fires_first(answer):
        notes = (*notes, ("It loses its order for the rest of the round.", "CA-3.8"))
    title = f"{named(s, target)}, Tank Shocked by {named(s, k)}"
    return Explanation(title, IF[answer].replace("If it ", ""), notes=notes)
