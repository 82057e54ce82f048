"""The odds panel of an order: the parts that add up to one first, then what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.chances.facts import Change, Rows, chance_of, changes, subject
from hulldown.rulesets.warstrike.checks import must_check
from hulldown.rulesets.warstrike.codes import NOBODY, Verb
from hulldown.rulesets.warstrike.exact.attack import attack_odds
from hulldown.rulesets.warstrike.exact.orders import fired_at
from hulldown.rulesets.warstrike.exact.split import Share, shares
from hulldown.rulesets.warstrike.naming import unit_id
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.vocabulary import plural

Chances = Mapping[int, Fraction]
Lines = list[OddsLine]


def odds_lines(before: State, a: Action, chances: Chances) -> Lines:
    """What a player wants to know before an order."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    rows, name = changes(before, k, chances), unit_id(before, k)
    checked = a.verb == Verb.ACTIVATE and must_check(before.unit[k].markers)
    result = check_lines(rows) if checked else harm_lines(rows)
    further = [line for share in shares(before, a) for line in share_lines(before, share)]
    return [*result, *effect_lines(rows, name), *next_check(before, a), *further, *detail_lines(rows, name)]


def check_lines(rows: Rows) -> Lines:
    """A check passed, or failed with what comes of that at once (WS-6.2, WS-10)."""
    parts = [
        ("Passes its check", chance_of(rows, passed), "glance", "WS-6.4"),
        ("Fails: Fall Back!", chance_of(rows, lambda c: not passed(c) and not gone(c)), "miss", "WS-6.5"),
        ("Fails and leaves the table", chance_of(rows, lambda c: c.left), "dead", "WS-10.15"),
        ("Fails and is destroyed", chance_of(rows, lambda c: c.destroyed), "dead", "WS-10.18"),
    ]
    return [OddsLine(text, chance, "result", mark, rule) for text, chance, mark, rule in parts if chance]


def gone(change: Change) -> bool:
    """Whether a unit is out of the game."""
    return change.destroyed or change.left


def passed(change: Change) -> bool:
    """Whether a check was passed: that takes at least one marker off (WS-6.4)."""
    return change.gained < 0 and not gone(change)


def harm_lines(rows: Rows) -> Lines:
    """Nothing, suppressed only, models fall, destroyed: each by the worst of it (WS-6.9, WS-11.17)."""
    parts: list[tuple[str, Callable[[Change], bool], str, str]] = [
        (
            "Nobody falls, no marker",
            lambda c: not c.lost and c.gained <= 0 and not gone(c),
            "miss",
            "WS-11.9",
        ),
        ("Suppressed, nobody falls", lambda c: not c.lost and c.gained > 0, "glance", "WS-6.9"),
        ("Models fall", lambda c: c.lost > 0 and not gone(c), "dead", "WS-11.17"),
        ("Destroyed", lambda c: c.destroyed, "dead", "WS-13.1"),
        ("Leaves the table", lambda c: c.left, "dead", "WS-10.15"),
    ]
    told = [(text, chance_of(rows, event), mark, rule) for text, event, mark, rule in parts]
    return [OddsLine(text, chance, "result", mark, rule) for text, chance, mark, rule in told if chance]


def effect_lines(rows: Rows, name: str) -> Lines:
    """What becomes of the unit."""
    events = [
        (f"{name} is destroyed", chance_of(rows, lambda c: c.destroyed), "WS-13.1"),
        (f"{name} loses a model", chance_of(rows, lambda c: c.lost > 0), "WS-11.17"),
        (f"{name} takes a marker", chance_of(rows, lambda c: c.gained > 0), "WS-6.9"),
    ]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in events if chance]


def next_check(before: State, a: Action) -> Lines:
    """The chance that who is fired at is left and fails its next check (WS-6.2)."""
    target = fired_at(before, a)
    if target == NOBODY or check(before, int(a.seat), a):
        return []
    chance = attack_odds(before, int(a.actor), target).fails_next_check
    text = f"{unit_id(before, target)} fails its next check"
    return [OddsLine(text, chance, "effect", "", "WS-6.7")] if chance else []


def share_lines(before: State, share: Share) -> Lines:
    """What becomes of a further target of the same fire, its check regarded (WS-11.3)."""
    odds, name = share.odds, unit_id(before, share.odds.target)
    events = [
        (f"{name} is destroyed", odds.destroyed, "WS-13.1"),
        (f"{name} loses a model", 1 - odds.kills().get(0, Fraction(0)), "WS-11.17"),
        (f"{name} takes a marker", odds.suppresses, "WS-6.9"),
    ]
    told = [(text, share.chance * chance, rule) for text, chance, rule in events]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in told if chance]


def detail_lines(rows: Rows, name: str) -> Lines:
    """How many models it loses, how many markers it takes; what can only be one is told above."""
    lost, gained = counted(rows, lambda c: c.lost), counted(rows, lambda c: max(0, c.gained))
    lines: Lines = []
    if len(lost) > 2:
        lines += [detail(f"{name} loses {plural(n, 'model')}", lost[n], "WS-11.17") for n in sorted(lost)]
    if len(gained) > 2:
        lines += [detail(f"{name} takes {plural(n, 'marker')}", gained[n], "WS-6.9") for n in sorted(gained)]
    return lines


def detail(text: str, chance: Fraction, rule: str) -> OddsLine:
    """A line that a page may fold away."""
    return OddsLine(text, chance, "detail", "", rule)


def counted(rows: Rows, number: Callable[[Change], int]) -> dict[int, Fraction]:
    """The chance of each value of a number."""
    return gathered((number(change), chance) for change, chance in rows)
