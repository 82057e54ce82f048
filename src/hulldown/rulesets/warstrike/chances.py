"""Odds in words: what an order may do to a unit, and what is left of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import Chances, Note, OddsLine
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.common.explanation import Lines, Panels, chance_of, counted
from hulldown.rulesets.common.names import decimal, plural
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.codes import NOBODY, Fate, Phase, Verb
from hulldown.rulesets.warstrike.exact.attack import attack_odds
from hulldown.rulesets.warstrike.exact.orders import Share, fired_at, shares
from hulldown.rulesets.warstrike.fate import outcome, unpacked
from hulldown.rulesets.warstrike.naming import unit_id
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.suppression import must_check

OWN = (Verb.ACTIVATE, Verb.ACT)


def subject(s: State, a: Action) -> int:
    """The unit whose fate the odds of an order are about, NOBODY where none is at stake at once."""
    if a.verb == Verb.FIRE:
        return int(a.target)
    if a.verb == Verb.SNAP and a.choice == 1:
        return int(s.acting)
    if a.verb in OWN or (a.verb in (Verb.MARCH, Verb.END) and s.phase == Phase.MOVE):
        return int(a.actor)
    return NOBODY


@dataclass(frozen=True)
class Change:
    """A unit before an order and one fate after it."""

    models_before: int
    markers_before: int
    models: int
    markers: int
    fate: Fate

    @property
    def lost(self) -> int:
        """Models lost; those of a unit that left alive are none (WS-10.16)."""
        return 0 if self.fate == Fate.LEFT else self.models_before - self.models

    @property
    def gained(self) -> int:
        """Markers more than before; below 0 for markers that came off."""
        return self.markers - self.markers_before

    @property
    def destroyed(self) -> bool:
        """Whether it is destroyed (WS-13.1)."""
        return self.fate == Fate.DESTROYED

    @property
    def has_left(self) -> bool:
        """Whether it left the table alive (WS-10.16)."""
        return self.fate == Fate.LEFT


def change_of(before: State, k: int, number: int) -> Change:
    """What became of a unit, as an outcome number says it."""
    models_before, markers_before, _ = unpacked(outcome(before, OFF, k))
    models, markers, fate = unpacked(number)
    return Change(models_before, markers_before, models, markers, Fate(fate))


def outcome_facts(before: State, k: int, number: int) -> dict[str, Any]:
    """A fate in words: {"models": 8, "lost": 2, "markers": 1, "destroyed": False, "left": False}."""
    if k == NOBODY:
        return {}
    change = change_of(before, k, number)
    return {
        "models": change.models,
        "lost": change.lost,
        "markers": change.markers,
        "destroyed": change.destroyed,
        "left": change.has_left,
    }


# ---------------------------------------------------------------- in lines


Rows = explanation.Rows[Change]


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """What a player wants to know before an order."""
    k = subject(before, a)
    checked = a.verb == Verb.ACTIVATE and must_check(before.unit[k].markers)
    result = check_lines(rows) if checked else harm_lines(rows)
    further = [line for share in shares(before, a) for line in share_lines(before, share)]
    effects, details = effect_lines(before, k, rows), detail_lines(unit_id(before, k), rows)
    return [*result, *effects, *next_check(before, a), *further, *details]


def check_lines(rows: Rows) -> Lines:
    """A check passed, or failed with what comes of that at once (WS-6.2, WS-10)."""
    parts = [
        ("Passes its check", chance_of(rows, passed), "glance", "WS-6.4"),
        ("Fails: Fall Back!", chance_of(rows, lambda c: not passed(c) and not gone(c)), "miss", "WS-6.5"),
        ("Fails and leaves the table", chance_of(rows, lambda c: c.has_left), "dead", "WS-10.15"),
        ("Fails and is destroyed", chance_of(rows, lambda c: c.destroyed), "dead", "WS-10.18"),
    ]
    return [OddsLine(text, chance, "result", mark, rule) for text, chance, mark, rule in parts if chance]


def gone(change: Change) -> bool:
    """Whether a unit is out of the game."""
    return change.destroyed or change.has_left


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
        ("Leaves the table", lambda c: c.has_left, "dead", "WS-10.15"),
    ]
    chances = [(text, chance_of(rows, event), mark, rule) for text, event, mark, rule in parts]
    return [OddsLine(text, chance, "result", mark, rule) for text, chance, mark, rule in chances if chance]


def effect_lines(before: State, k: int, rows: Rows) -> Lines:
    """What becomes of the unit."""
    name = unit_id(before, k)
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
    chances = [(text, share.chance * chance, rule) for text, chance, rule in events]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in chances if chance]


def detail_lines(name: str, rows: Rows) -> Lines:
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


def remaining_lines(rows: Rows) -> Lines:
    """Models and markers left, the most first."""
    models, markers = counted(rows, lambda c: c.models), counted(rows, lambda c: c.markers)
    lines = [OddsLine(str(n), models[n], "Models left", "", "WS-11.17") for n in sorted(models, reverse=True)]
    return lines + [OddsLine(str(n), markers[n], "Markers", "", "WS-6.9") for n in sorted(markers)]


PANELS = Panels(subject, change_of, result_lines, effect_lines, remaining_lines)


def averages(before: State, k: int, chances: Chances) -> tuple[Note, ...]:
    """Models lost and markers taken: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = PANELS.changes(before, k, chances)
    lost = sum((row.lost * chance for row, chance in rows), Fraction(0))
    gained = sum((max(0, row.gained) * chance for row, chance in rows), Fraction(0))
    if not lost and not gained:
        return ()
    name, text = unit_id(before, k), f"loses {decimal(lost)} models and takes {decimal(gained)} markers"
    return ((f"On average {name} {text}.", "WS-11.20"),)
