"""Fights before they are fought: CAFs term by term, chances, the best spending (CA-9, CA-10, CA-19.5)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.bonuses import everything, total_worth
from hulldown.rulesets.close_assault.chances.duels import (
    Duel,
    Side,
    duel_listed,
    duel_now,
    fights_listed,
)
from hulldown.rulesets.close_assault.codes import NOBODY
from hulldown.rulesets.close_assault.combat import combat_of, spender
from hulldown.rulesets.close_assault.duel import spoke_dice
from hulldown.rulesets.close_assault.exact.fights import Fought
from hulldown.rulesets.close_assault.exact.preview import combat_spread, expected_wounds
from hulldown.rulesets.close_assault.exact.stars import Star, stars_of
from hulldown.rulesets.close_assault.naming import model_name, model_named, named, weapon_name
from hulldown.rulesets.close_assault.pairing import holds
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.face.odds import Explanation, Note
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import decimal, joined, percent, plural, signed


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
    star = next((one for one in stars_of(s) if one.hub == own), None)
    if star is None:
        worth = total_worth(s, own, enemy, everything(s, own, enemy))
        return ((f"Its only Fight: everything, {signed(worth)}, is best.", "CA-19.6"),)
    value, spent = star.budget().best(star.wounds, star.bonuses)
    said = f"{spent_words(s, star, spent)} is best, for an expected lead of {decimal(value)} Wounds"
    return ((f"Over {plural(len(star.spokes), 'Fight')}: {said}.", "CA-19.5"),)


def spent_words(s: State, star: Star, spent: tuple[int, ...]) -> str:
    """Bonuses by weapon."""
    k = int(s.model[star.hub].detachment)
    said = [f"{n} x {weapon_name(s, k, w)}" for w, n in enumerate(spent) if n]
    return joined(said) if said else "nothing now"


# ---------------------------------------------------------------- pairs and Combats


def explain_pair(s: State, a: Action) -> Explanation:
    """The next Fight of the list: with no bonus and with all of both sides (CA-9.3, CA-9.6)."""
    if a.actor == NOBODY:
        return Explanation("No more Fights", notes=(("The first of them is fought now.", "CA-12.11"),))
    own, enemy = int(a.actor), int(a.target)
    bare, full = duel_listed(s, own, enemy, False), duel_listed(s, own, enemy, True)
    notes = [(f"No bonuses: {odds_words(bare.odds)}.", "CA-19.2")]
    if (full.own.caf, full.enemy.caf) != (bare.own.caf, bare.enemy.caf):
        notes.append((f"All bonuses, {lead_words(full)}: {odds_words(full.odds)}.", "CA-10.7"))
    notes += gang_notes(s, own, enemy)
    notes.append((f"{model_name(s, enemy)}: {terms_words(bare.enemy)}.", "CA-9.10"))
    title = f"{model_named(s, own)} fights {model_named(s, enemy)}"
    return Explanation(title, f"as Fight {s.fights + 1}", None, bare.own.terms, tuple(notes))


def lead_words(duel: Duel) -> str:
    """Both CAFs."""
    return f"{signed(duel.own.caf)} against {signed(duel.enemy.caf)}"


def gang_notes(s: State, own: int, enemy: int) -> Notes:
    """More dice for whoever comes later to a model that has fought before (CA-9.3)."""
    notes = []
    for m, other in ((own, enemy), (enemy, own)):
        before = fights_listed(s, m)
        if before:
            said = f"{model_name(s, other)} rolls {spoke_dice(before)}D6 after {plural(before, 'Fight')}"
            notes.append((f"{said} of {model_name(s, m)}.", "CA-9.3"))
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
    said = f"{theirs} Wounds on the enemy and {ours} on your side are to be expected"
    return (f"Best spending: {said}.", "CA-19.4")
