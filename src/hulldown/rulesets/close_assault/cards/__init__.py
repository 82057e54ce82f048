"""A card for each detachment: models and Wounds left, order, CAF, bonuses left, what it did this round."""

from __future__ import annotations

from hulldown.rulesets.close_assault.cards.numbers import facts, wounds_text
from hulldown.rulesets.close_assault.cards.weapons import living, weapon_lines
from hulldown.rulesets.close_assault.codes import Order, Phase
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import engaged
from hulldown.rulesets.close_assault.counters import figure, own_models
from hulldown.rulesets.close_assault.naming import detachment_name, facing_words, kind_name, unit_name
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.face.words import Card, Pips
from hulldown.rulesets.shared.wording import spot


def facing(s: State, k: int) -> str:
    """How the first of its vehicles faces."""
    there = own_models(s, k)
    if not there or not is_vehicle(s, there[0]):
        return ""
    return facing_words(int(s.model[there[0]].base.facing))


def states(s: State, k: int) -> frozenset[str]:
    """What a glance must show."""
    d = s.detachment[k]
    if not living(s, k):
        return frozenset({"destroyed", "wreck"})
    found = {
        "not set up": not own_models(s, k),
        "active": k == s.acting,
        "engaged": engaged(s, k),
        "falls back": d.order == Order.FALL_BACK,
        "moved": bool(d.moved) and k != s.acting,
        "fired": bool(d.shot),
        "scattered": s.phase != Phase.DEPLOY and not coherent(s, k),
    }
    return frozenset(word for word, so in found.items() if so)


def card(s: State, k: int) -> Card:
    """A detachment's card; the position is the one that the seat knows."""
    d = s.detachment[k]
    there, gone = own_models(s, k), not living(s, k)
    first = s.model[there[0]].base if there else None
    return Card(
        unit=detachment_name(s, k),
        side=int(d.side),
        name=unit_name(s, k),
        kind=figure(s, k),
        kind_name=kind_name(int(s.profile[d.profile].kind)),
        place="",  # no place of the board has a name: a click finds the detachment by its own
        placed=", ".join(part for part in (f"at {spot(int(first.x), int(first.y))}", facing(s, k)) if part)
        if first
        else "",
        hull=None,
        turret=None,
        plates=None,
        actions=None,
        points=Pips(len(living(s, k)), int(d.size)),
        facts=() if gone else tuple(facts(s, k)),
        kit=() if gone else tuple(weapon_lines(s, k)),
        state=states(s, k),
        track="Models",
        note="" if gone else wounds_text(s, k),
    )


def cards(s: State, seat: int | None) -> list[Card]:
    """The cards of all detachments."""
    return [card(s, k) for k in range(s.detachments)]
