"""The odds panel of an order: the parts that add up to one first, then what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.chances.duels import duel_lines, duel_now
from hulldown.rulesets.close_assault.chances.facts import Rows, chance_of, changes, subject
from hulldown.rulesets.close_assault.codes import NOBODY, Phase, Response, Verb
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.vocabulary import plural
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered

Chances = Mapping[int, Fraction]
Lines = list[OddsLine]
SHOTS = (Verb.FIRE, Verb.DEFEND, Verb.OVERWATCH)


def odds_lines(before: State, a: Action, chances: Chances) -> Lines:
    """What a player wants to know before an order."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    rows = changes(before, k, chances)
    name = detachment_name(before, k)
    return [*result_lines(before, a, rows), *effect_lines(rows, name), *detail_lines(rows, name)]


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """The parts that add up to one: those of the next Fight, or of what becomes of the target."""
    if a.verb == Verb.SPEND and before.phase == Phase.SPENDING and not check(before, int(a.seat), a):
        return duel_lines(before, duel_now(before, int(a.seat), int(a.choice)))
    first = a.verb == Verb.RESPOND and a.choice == Response.STAND_AND_FIRE
    return harm_lines(rows, first or a.verb in SHOTS)


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


def effect_lines(rows: Rows, name: str) -> Lines:
    """What becomes of the detachment."""
    events = [
        (f"{name} is wiped out", chance_of(rows, lambda c: c.wiped_out), "CA-18.3"),
        (f"{name} loses a model", chance_of(rows, lambda c: c.gone), "CA-9.7"),
        (f"{name} falls back", chance_of(rows, lambda c: c.breaks), "CA-16.3"),
    ]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in events if chance]


def detail_lines(rows: Rows, name: str) -> Lines:
    """How many Wounds it loses; one number alone is told above."""
    found = gathered((change.lost, chance) for change, chance in rows)
    if len(found) < 3:
        return []
    said = [(f"{name} loses {plural(n, 'Wound')}", found[n]) for n in sorted(found)]
    return [OddsLine(text, chance, "detail", "", "CA-15.6") for text, chance in said]
