"""Why an order is refused, as a player would say it, with its code and rule (2.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.words import Refusal
from hulldown.rulesets.warstrike.codes import NOBODY, Phase, Verb
from hulldown.rulesets.warstrike.moving import model_refused
from hulldown.rulesets.warstrike.naming import model_id
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State

TEXTS = {
    Why.OFF_TABLE: "the base would leave the table",
    Why.IMPASSABLE: "water or a block is in the way",
    Why.ENEMY_GAP: "bases of enemies stay at least 1 inch apart",
    Why.OVERLAP: "the base would overlap another",
    Why.TOO_FAR: "that is farther than this action lets it go",
    Why.TERRAIN_CAP: "area terrain or an obstacle holds it to its Mv",
    Why.NO_MOVE: "it may not move in this action",
    Why.NOT_ELIGIBLE: "it walks and is not placed: it started too far from its leader, or they all walk",
    Why.PLACE_RANGE: "that is too far from where its leader ends",
    Why.FURTHER: "out of command, it may not end farther from its leader than it started",
    Why.MUST_REGAIN: "it can end within 2 inches of its unit: it does that, or stays where it is",
    Why.NO_FIRE: "this weapon does not fire in this action",
    Why.HEAVY_MOVED: "in one action a heavy weapon fires or moves, not both",
    Why.NOT_SEEN_BY_LEADER: "Open Fire! needs a target that its leader can see",
    Why.NO_TARGET: "nobody of that unit is in range and in sight",
    Why.FIRE_OR_MOVE: "a unit that falls back fires or moves, not both",
    Why.ONLY_FALL_BACK: "its Ld check failed: it can only Fall Back!",
    Why.ALREADY_ACTED: "it has already acted in this Action Phase",
    Why.NO_SNAP: "it may not Snap Fire now",
    Why.NOT_OFFERED: "it may not choose that now",
    Why.OUT_OF_ZONE: "that is not wholly inside your set-up zone",
    Why.NOT_YOURS: "that is not what has to be decided now",
    Why.WAYPOINTS: "its way has as many turns as can be kept",
    Why.SPLIT: "all fire at one target",
}


def refusal(code: int) -> Refusal:
    """The words, the code of 2.6 and the rule of a reason."""
    why = Why.of(code)
    return Refusal(f"R_{why.name}", TEXTS[why], why.rule)


def refused(s: State, a: Action, code: int) -> Refusal:
    """The same; of a move that may not end as it is laid out with the model whose reason it is (WS-16.6)."""
    said = refusal(code)
    m = NOBODY
    if a.verb == Verb.END and s.phase == Phase.MOVE and a.actor == s.acting:
        m = model_refused(s, int(a.actor))
    return said if m == NOBODY else Refusal(said.code, f"{model_id(s, m)}: {said.text}", said.rule)
