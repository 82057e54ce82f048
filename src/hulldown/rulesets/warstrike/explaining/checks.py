"""Before a unit is activated: its Ld check, and what it has to do if it fails (WS-6, WS-10)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.ruleset import Explanation
from hulldown.rulesets.warstrike.checks import check_dice, check_target, must_check
from hulldown.rulesets.warstrike.codes import Band
from hulldown.rulesets.warstrike.exact.aftermath import passing, taken_off
from hulldown.rulesets.warstrike.explaining.saying import Note, Notes, listening, named, percent
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.threats import concealed
from hulldown.rulesets.warstrike.vocabulary import noted, plural


def explain_activate(s: State, a: Action) -> Explanation:
    """The check of a suppressed unit; without markers there is none (WS-6.1, WS-6.2)."""
    k = int(a.actor)
    title = f"{named(s, k)} is activated"
    if not must_check(s.unit[k].markers):
        return Explanation(title, notes=(("It has no markers and checks nothing.", "WS-6.1"),))
    why = listening()
    score = check_target(s, k, why)
    return Explanation(title, "Ld check", None, noted(why), (*check_notes(s, k, score), fate_note(s, k)))


def check_notes(s: State, k: int, score: int) -> Notes:
    """Dice, score, chance, and what comes off (WS-6.4, WS-6.7)."""
    why = listening()
    dice = check_dice(s, k, why)
    of_dice = ", ".join(f"{term.text} {term.amount}" for term in noted(why))
    chance = passing(dice, score)
    text = f"{plural(dice, 'die', 'dice')} ({of_dice}), {score} or less on one of them"
    return (
        (f"{text}: it passes in {percent(chance)}.", "WS-6.7"),
        (f"Markers off on average: {average(taken_off(dice, score, int(s.unit[k].markers)))}.", "WS-6.4"),
    )


def average(chances: dict[int, Fraction]) -> str:
    """The mean of a number."""
    return f"{float(sum(n * chance for n, chance in chances.items())):.2f}"


def fate_note(s: State, k: int) -> Note:
    """What a failed check means for a unit of this strength (WS-10.2, WS-10.6, WS-10.18)."""
    strength = band(s, k)
    if strength == Band.UPPER:
        return ("If it fails it fires at half its RoF, or moves up to half of Mv.", "WS-10.3")
    if strength == Band.DESTROYED:
        return ("If it fails it is destroyed.", "WS-10.18")
    if concealed(s, k):
        return ("If it fails it stays and hunkers: no enemy near sees it in the open.", "WS-10.8")
    return ("If it fails it flees to the nearest cover, or to its own table edge.", "WS-10.11")
