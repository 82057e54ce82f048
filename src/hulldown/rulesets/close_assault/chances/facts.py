"""Whose fate an order is about, and a fate as named facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.answering import fires_first
from hulldown.rulesets.close_assault.cards import living
from hulldown.rulesets.close_assault.codes import NOBODY, Order, Phase, Verb
from hulldown.rulesets.close_assault.combat import spender
from hulldown.rulesets.close_assault.fate import unpacked
from hulldown.rulesets.close_assault.state import State


def subject(s: State, a: Action) -> int:
    """The detachment whose fate the odds of an order are about, NOBODY where none is at stake at once."""
    verb = a.verb
    if verb == Verb.FIRE or verb == Verb.DEFEND:
        return int(a.target)
    if verb == Verb.OVERWATCH and a.choice == 1:
        return int(s.acting)
    if verb == Verb.RESPOND:
        return int(s.acting) if fires_first(int(a.choice)) else int(s.target)
    if verb == Verb.SPEND and s.phase == Phase.SPENDING:
        return int(s.model[spender(s, 1 - int(a.seat))].detachment)
    return NOBODY


@dataclass(frozen=True)
class Change:
    """A detachment before an order and one fate after it."""

    models_before: int
    wounds_before: int
    fell_back: bool  # before
    models: int
    wounds: int
    falls_back: bool
    hits: int

    @property
    def lost(self) -> int:
        """Wounds lost."""
        return self.wounds_before - self.wounds

    @property
    def gone(self) -> int:
        """Models destroyed."""
        return self.models_before - self.models

    @property
    def wiped_out(self) -> bool:
        """Whether nothing is left of it (CA-18.3)."""
        return self.models == 0 < self.models_before

    @property
    def breaks(self) -> bool:
        """Whether it falls back and did not before (CA-16.3)."""
        return self.falls_back and not self.fell_back


def change_of(before: State, k: int, outcome: int) -> Change:
    """One of these."""
    there = living(before, k)
    wounds = sum(int(before.model[m].wounds) for m in there)
    fell_back = bool(before.detachment[k].order == Order.FALL_BACK)
    return Change(len(there), wounds, fell_back, *unpacked(outcome))


def outcome_facts(before: State, k: int, outcome: int) -> dict[str, Any]:
    """A fate in words: {"models": 3, "wounds": 3, "falls_back": False, "hits": 2}."""
    if k == NOBODY:
        return {}
    change = change_of(before, k, outcome)
    return {
        "models": change.models,
        "wounds": change.wounds,
        "lost": change.lost,
        "destroyed": change.wiped_out,
        "falls_back": change.falls_back,
        "hits": change.hits,
    }
