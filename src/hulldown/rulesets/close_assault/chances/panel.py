"""The odds panel of an order: the parts that add up to one first, then what comes of them."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import Chances, OddsLine
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.answering import fires_first
from hulldown.rulesets.close_assault.chances.duels import duel_lines, duel_now
from hulldown.rulesets.close_assault.chances.facts import Change, change_of, subject
from hulldown.rulesets.close_assault.codes import NOBODY, Phase, Verb
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import Lines, Notes, Panels, chance_of, counted
from hulldown.rulesets.common.names import decimal, plural

Rows = explanation.Rows[Change]
SHOTS = (Verb.FIRE, Verb.DEFEND, Verb.OVERWATCH)


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """The next Fight or what becomes of the target, in parts that add up to one; then what comes of them."""
    if a.verb == Verb.SPEND and before.phase == Phase.SPENDING and not check(before, int(a.seat), a):
        result = duel_lines(before, duel_now(before, int(a.seat), int(a.choice)))
    else:
        first = a.verb == Verb.RESPOND and fires_first(int(a.choice))
        result = harm_lines(rows, first or a.verb in SHOTS)
    k = subject(before, a)
    return [*result, *effect_lines(before, k, rows), *detail_lines(detachment_name(before, k), rows)]


def harm_lines(rows: Rows, shot: bool) -> Lines:
    """No hit, no harm, Wounds, models lost, each by the worst of it (CA-15.6)."""
    parts = [
        ("No hit that could harm", chance_of(rows, lambda c: not c.lost and not c.hits), "miss", "CA-15.4"),
        ("Hit, all saved", chance_of(rows, lambda c: not c.lost and c.hits), "glance", "CA-15.6"),
        ("Wounds, no model lost", chance_of(rows, lambda c: c.lost and not c.gone), "glance", "CA-15.6"),
        ("Models lost", chance_of(rows, lambda c: c.gone and not c.wiped_out), "dead", "CA-9.7"),
        ("Wiped out", chance_of(rows, lambda c: c.wiped_out), "dead", "CA-18.3"),
    ]
    if not shot:
        unhurt = chance_of(rows, lambda c: not c.lost)
        parts = [("No Wound lost", unhurt, "miss", "CA-9.1"), *parts[2:]]
    return [OddsLine(text, chance, "result", mark, rule) for text, chance, mark, rule in parts if chance]


def effect_lines(before: State, k: int, rows: Rows) -> Lines:
    """What becomes of the detachment."""
    name = detachment_name(before, k)
    events = [
        (f"{name} is wiped out", chance_of(rows, lambda c: c.wiped_out), "CA-18.3"),
        (f"{name} loses a model", chance_of(rows, lambda c: c.gone), "CA-9.7"),
        (f"{name} falls back", chance_of(rows, lambda c: c.breaks), "CA-16.3"),
    ]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in events if chance]


def detail_lines(name: str, rows: Rows) -> Lines:
    """How many Wounds it loses; one number alone is told above."""
    lost = counted(rows, lambda c: c.lost)
    if len(lost) < 3:
        return []
    texts = [(f"{name} loses {plural(n, 'Wound')}", lost[n]) for n in sorted(lost)]
    return [OddsLine(text, chance, "detail", "", "CA-15.6") for text, chance in texts]


def remaining_lines(rows: Rows) -> Lines:
    """Models and Wounds left, the most first."""
    models, wounds = counted(rows, lambda c: c.models), counted(rows, lambda c: c.wounds)
    lines = [OddsLine(str(n), models[n], "Models left", "", "CA-9.7") for n in sorted(models, reverse=True)]
    if wounds != models:
        lines += [
            OddsLine(str(n), wounds[n], "Wounds left", "", "CA-9.1") for n in sorted(wounds, reverse=True)
        ]
    return lines


PANELS = Panels(subject, change_of, result_lines, effect_lines, remaining_lines)


def averages(before: State, k: int, chances: Chances) -> Notes:
    """Wounds, and models where these have several: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = PANELS.changes(before, k, chances)
    wounds = sum((row.lost * chance for row, chance in rows), Fraction(0))
    models = sum((row.gone * chance for row, chance in rows), Fraction(0))
    if not wounds:
        return ()
    also = "" if models == wounds else f", {decimal(models)} models"
    return ((f"On average {detachment_name(before, k)} loses {decimal(wounds)} Wounds{also}.", "CA-15.6"),)
