"""How duels, matches and team battles end (CH-12, CH-14.10)."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, Event
from hulldown.rulesets.chase.status import EVENTS, halves, payoff_text
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.vocabulary import result_word
from hulldown.rulesets.common.log import describes

LIMITS = (Event.LIMIT_A, Event.LIMIT_B, Event.LIMIT_EQ, Event.LIMIT)
ESCAPES = (Event.ESC_A, Event.ESC_B, Event.ESC_BOTH)


@describes(events.duel_ended)
def describe_end(t: Teller, turn: int, ending: int, payoff: int, given_up: int, dead: int) -> None:
    """A duel or a battle is over: why, and what it is worth to the side that gains by it (CH-12.7)."""
    gains = t.side(0 if payoff > 0 else 1)
    if ending == Event.SCORE:
        won = f"{gains} wins" if payoff else "a draw"
        t.begin(f"The battle is over in turn {turn}: {won}", "CH-14.10")
        return
    how = EVENTS[ending].format(A=t.tank(0), B=t.tank(SIDE_TANKS))
    rule = "CH-12.5" if ending in LIMITS else ("CH-12.3" if ending in ESCAPES else "CH-12.2")
    if given_up != NOBODY:
        how, rule = f"a surrender counts as {t.tank(given_up * SIDE_TANKS)} destroyed", "CH-12.4"
    if dead:
        how, rule = f"both guns are knocked out and both tanks immobilised, as at the {how}", "CH-12.8"
    amount = abs(payoff)
    worth = f"{result_word(amount)} for {gains} ({payoff_text(amount)})" if payoff else "a draw (0)"
    text = f"The duel is over in turn {turn}: {how}, {worth}"
    t.begin(text, "CH-12.1", "CH-12.6", "CH-12.7", rule)


@describes(events.scored)
def describe_score(t: Teller, score_a: int, score_b: int) -> None:
    """The score of a team battle: enemies destroyed, and half of those escaped."""
    t.begin(f"Score: {t.side(0)} {halves(score_a)}, {t.side(1)} {halves(score_b)}")


@describes(events.match_stood)
def describe_match(t: Teller, total: int, duel: int, duels: int, over: int) -> None:
    """Where a match stands after a duel."""
    both = f"{SIDES[0]} {payoff_text(total)}, {SIDES[1]} {payoff_text(-total)}"
    if not over:
        t.begin(f"After duel {duel} of {duels}: {both}")
        return
    won = f"{SIDES[0 if total > 0 else 1]} wins" if total else "a draw"
    t.begin(f"The match is over, {won}: {both}")
