"""What stands behind an order before it is given: checks, limits, scores with their sums, what follows."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.explaining import explains
from hulldown.rulesets.shared.wording import plural, spot
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.codes import Verb
from hulldown.rulesets.warstrike.explaining.checks import explain_activate
from hulldown.rulesets.warstrike.explaining.deeds import explain_deed
from hulldown.rulesets.warstrike.explaining.moves import MOVES
from hulldown.rulesets.warstrike.explaining.shots import explain_aim, explain_fire, explain_snap
from hulldown.rulesets.warstrike.naming import model_named, named
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.text import action_text

__all__ = ["EXPLAINERS", "explain"]


def explain_falls(s: State, a: Action) -> Explanation:
    """Who takes the next kill result, and how many are left (WS-11.17)."""
    left = plural(int(s.kills), "kill result")
    note = (f"{left} still to be taken; one on a model that bears more stays on it.", "WS-11.18")
    return Explanation(f"{model_named(s, int(a.actor))} takes the next kill result", notes=(note,))


def explain_form(s: State, a: Action) -> Explanation:
    """A unit set up in formation (WS-4.9)."""
    return Explanation(f"Place {named(s, int(a.actor))}, its leader at {spot(a.x, a.y)}")


def explain_leads(s: State, a: Action) -> Explanation:
    """An acting leader (WS-2.5, WS-2.6)."""
    k = int(s.model[a.actor].unit)
    note = ("Whoever leads, the unit has -1 Ld from now on.", "WS-2.5")
    return Explanation(f"{model_named(s, int(a.actor))} leads {named(s, k)}", notes=(note,))


EXPLAINERS: dict[Verb, Callable[[State, Action], Explanation]] = {
    Verb.FORM: explain_form,
    Verb.ACTIVATE: explain_activate,
    Verb.ACT: explain_deed,
    **MOVES,
    Verb.AIM: explain_aim,
    Verb.FIRE: explain_fire,
    Verb.SNAP: explain_snap,
    Verb.FALLS: explain_falls,
    Verb.LEAD: explain_leads,
}


explain = explains(EXPLAINERS, action_text, check)
