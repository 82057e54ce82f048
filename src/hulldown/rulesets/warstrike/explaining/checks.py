"""Before a unit is activated: its Ld check, and what it has to do if it fails (WS-6, WS-10)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import lay, new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.face.odds import Explanation, Note
from hulldown.rulesets.shared.dicing import OFF, open_log
from hulldown.rulesets.shared.explaining import Notes, listening
from hulldown.rulesets.shared.wording import listed, percent, plural, spot
from hulldown.rulesets.warstrike.activating import activate
from hulldown.rulesets.warstrike.checks import check_dice, check_target, must_check
from hulldown.rulesets.warstrike.codes import Band, Flight
from hulldown.rulesets.warstrike.danger import DIE
from hulldown.rulesets.warstrike.events import flight_began
from hulldown.rulesets.warstrike.exact.aftermath import passing, taken_off
from hulldown.rulesets.warstrike.falling_back import fall_back
from hulldown.rulesets.warstrike.naming import named, unit_id
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.straying import snappers
from hulldown.rulesets.warstrike.vocabulary import SUMS


def explain_activate(s: State, a: Action) -> Explanation:
    """The check of a suppressed unit; without markers there is none (WS-6.1, WS-6.2)."""
    k = int(a.actor)
    title = f"{named(s, k)} is activated"
    if not must_check(s.unit[k].markers):
        return Explanation(title, notes=(("It has no markers and checks nothing.", "WS-6.1"),))
    why = listening()
    score, dice = check_target(s, k, why), check_dice(s, k, s.mute)
    then = "If it fails it" if passing(dice, score) else "So it"
    notes = (*check_notes(s, k, score), fate_note(s, k, then))
    return Explanation(title, "Ld check", None, SUMS.noted(why), notes)


def check_notes(s: State, k: int, score: int) -> Notes:
    """Dice, score, chance, and what comes off (WS-6.4, WS-6.7)."""
    why = listening()
    dice = check_dice(s, k, why)
    of_dice = ", ".join(f"{term.text} {term.amount}" for term in SUMS.noted(why))
    chance = passing(dice, score)
    text = f"{plural(dice, 'die', 'dice')} ({of_dice}), {score} or less on one of them"
    if not chance:
        return ((f"{text}: it cannot pass.", "WS-6.7"),)
    return (
        (f"{text}: it passes in {percent(chance)}.", "WS-6.7"),
        (f"Markers off on average: {average(taken_off(dice, score, int(s.unit[k].markers)))}.", "WS-6.4"),
    )


def average(chances: dict[int, Fraction]) -> str:
    """The mean of a number."""
    return f"{float(sum(n * chance for n, chance in chances.items())):.2f}"


def fate_note(s: State, k: int, then: str) -> Note:
    """What a failed check means for a unit of this strength (WS-10.2, WS-10.6, WS-10.18)."""
    strength = band(s, k)
    if strength == Band.UPPER:
        return (f"{then} fires at half its RoF, or moves up to half of Mv.", "WS-10.3")
    if strength == Band.DESTROYED:
        return (f"{then} is destroyed.", "WS-10.18")
    return flight_note(s, k, then)


def flight_note(s: State, k: int, then: str) -> Note:
    """Where a unit flees to, tried on a copy: nothing of a flight is chosen (WS-10.8, WS-10.11).

    Who may Snap Fire is what the rules ask when nobody falls on dangerous ground on the way (WS-12.4).
    """
    after, log = copy(s), open_log()
    activate(after, k, new_dice(0), OFF)
    fall_back(after, k, lay(new_dice(0), [(DIE, DIE)] * int(s.unit[k].size)), log)
    flights = flight_began.rows(log)
    if not flights:
        return (f"{then} stays and hunkers: no enemy near sees it in the open.", "WS-10.8")
    (to,) = flights
    way = f"flees to cover at {spot(to.x, to.y)}" if to.goal == Flight.COVER else edge_words(after)
    firing = [unit_id(s, j) for j in snappers(after)]
    return (f"{then} {way}{f': {listed(firing)} may Snap Fire' if firing else ''}.", "WS-10.11")


def edge_words(after: State) -> str:
    """A flight to the own edge, and whether it gets there (WS-10.33, WS-10.34)."""
    return "finds no cover and " + ("leaves over" if after.leaves else "runs for") + " its own table edge"
