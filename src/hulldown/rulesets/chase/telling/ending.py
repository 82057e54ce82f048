"""How duels, matches and team battles end (CH-12, CH-14.10)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.kernel.events import Event
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS
from hulldown.rulesets.chase.codes import Event as Ending
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.status import EVENTS, halves, payoff_text
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.vocabulary import result_word
from hulldown.rulesets.face.ruleset import SIDES

LIMITS = (Ending.LIMIT_A, Ending.LIMIT_B, Ending.LIMIT_EQ, Ending.LIMIT)
ESCAPES = (Ending.ESC_A, Ending.ESC_B, Ending.ESC_BOTH)


def told_surrender(t: Teller, row: Event) -> None:
    """A side gives up."""
    t.begin(row, f"{t.player(row.a)} surrenders")


def told_end(t: Teller, row: Event) -> None:
    """A duel or a battle is over: why, and what it is worth."""
    if row.a == Ending.SCORE:
        t.begin(row, f"The battle is over in turn {row.place}: {battle_won(t, row)}", "CH-14.10")
        return
    how = EVENTS[row.a].format(A=t.name(0), B=t.name(SIDE_TANKS))
    if row.c != NOBODY:
        how = f"a surrender counts as {t.name(row.c * SIDE_TANKS)} destroyed"
    if row.d:
        how = f"both guns are knocked out and both tanks immobilised, as at the {how}"
    text = f"The duel is over in turn {row.place}: {how}, {worth(t, row.b)}"
    t.begin(row, text, *end_rules(row))


def worth(t: Teller, payoff: int) -> str:
    """What the end is worth to the side that gains by it (CH-12.7)."""
    if payoff == 0:
        return "a draw (0)"
    side = 0 if payoff > 0 else 1
    return f"{result_word(abs(payoff))} for {t.player(side)} ({payoff_text(abs(payoff))})"


def end_rules(row: Event) -> list[str]:
    """The rules that ended a duel."""
    rules = ["CH-12.1", "CH-12.6", "CH-12.7"]
    if row.d:
        return [*rules, "CH-12.8"]
    if row.c != NOBODY:
        return [*rules, "CH-12.4"]
    if row.a in LIMITS:
        return [*rules, "CH-12.5"]
    return [*rules, "CH-12.3" if row.a in ESCAPES else "CH-12.2"]


def battle_won(t: Teller, row: Event) -> str:
    """Who wins a team battle."""
    return "a draw" if row.b == 0 else f"{t.player(0 if row.b > 0 else 1)} wins"


def told_score(t: Teller, row: Event) -> None:
    """The score of a team battle: enemies destroyed, and half of those escaped."""
    text = f"Score: {t.player(0)} {halves(row.a)}, {t.player(1)} {halves(row.b)}"
    t.begin(row, text)


def told_match(t: Teller, row: Event) -> None:
    """Where a match stands after a duel."""
    both = f"{SIDES[0]} {payoff_text(row.a)}, {SIDES[1]} {payoff_text(-row.a)}"
    if not row.d:
        t.begin(row, f"After duel {row.b} of {row.c}: {both}")
        return
    winner = DRAW if row.a == 0 else (0 if row.a > 0 else 1)
    won = "a draw" if winner == DRAW else f"{SIDES[winner]} wins"
    t.begin(row, f"The match is over, {won}: {both}", Tell.MATCH.rule)
