"""Moves before they are made: made on a copy, the rules say what has come of it (WS-7, WS-8, WS-12.2)."""

from __future__ import annotations

from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import copy
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import plural, spot
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.codes import Gait, Phase, Verb
from hulldown.rulesets.warstrike.disorderly import allowance, in_command, path_limit
from hulldown.rulesets.warstrike.moving import go, march, step, why_not_end
from hulldown.rulesets.warstrike.naming import model_named, named
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.refusals import refused
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.straying import outlook, went
from hulldown.rulesets.warstrike.vocabulary import far
from hulldown.rulesets.warstrike.walking import path_length

# ---------------------------------------------------------------- a whole unit


def explain_march(s: State, a: Action) -> Explanation:
    """A whole move in one order, and what follows from its end."""
    after, k = copy(s), int(a.actor)
    march(after, k, int(a.x), int(a.y))
    notes = (*way_notes(after, k), *outlook(after))
    return Explanation(f"{named(s, k)} goes to {spot(a.x, a.y)}", notes=notes)


def explain_go(s: State, a: Action) -> Explanation:
    """The leader's next way-point: what is left, who would be lost, whether the move may end so."""
    after, k = copy(s), int(a.actor)
    go(after, k, int(a.x), int(a.y))
    notes = (*way_notes(after, k), *outlook(after), *reason_notes(after, k))
    return Explanation(f"{named(s, k)} is led to {spot(a.x, a.y)}", notes=notes)


def explain_end(s: State, a: Action) -> Explanation:
    """What the end of the move means as it is laid out; in set-up nothing is to be known."""
    k = int(a.actor)
    if s.phase == Phase.DEPLOY:
        return Explanation(f"{named(s, k)} stands")
    after = copy(s)
    notes = (*way_notes(after, k), *outlook(after))
    return Explanation(f"{named(s, k)} ends its move", notes=notes)


def way_notes(after: State, k: int) -> Notes:
    """How far the leader goes, and who is placed (WS-7.8, WS-7.3)."""
    leader = int(after.unit[k].leader)
    walked, limit = int(path_length(after, leader)), int(leader_limit(after, k))
    notes = (
        [(f"The leader walks {far(walked)}, {far(max(0, limit - walked))} left.", "WS-7.8")] if limit else []
    )
    there = [m for m in living(after, k) if m != leader]
    placed = [m for m in there if after.model[m].gait == Gait.PLACED and went(after, m)]
    if placed:
        notes.append((f"{plural(len(placed), 'member')} placed round the leader.", "WS-7.3"))
    return tuple(notes)


def reason_notes(after: State, k: int) -> Notes:
    """The first broken rule of a move as it is laid out."""
    code = why_not_end(after, k)
    if code == Why.OK:
        return ()
    why = refused(after, make(int(after.unit[k].side), Verb.END, k), code)
    return ((f"The move may not end so yet: {why.text}.", why.rule),)


# ---------------------------------------------------------------- one model


def explain_step(s: State, a: Action) -> Explanation:
    """The next way-point of a measured model: what is left, and whether it keeps with its unit (WS-8)."""
    after, m = copy(s), int(a.actor)
    step(after, m, int(a.x), int(a.y))
    nominal = int(allowance(after, m))
    limit, walked = int(path_limit(after, m, nominal)), int(path_length(after, m))
    notes = [(f"{far(walked)} of {far(limit)}, {far(max(0, limit - walked))} left.", "WS-8.11")]
    if limit < nominal:
        notes.append(("Terrain holds it to its Mv.", "WS-8.6"))
    if not in_command(after, m):
        notes.append(("It would end out of command.", "WS-8.3"))
    notes += reason_notes(after, int(s.model[m].unit))
    return Explanation(f"{model_named(s, m)} to {spot(a.x, a.y)}", notes=tuple(notes))


MOVES = {
    Verb.MARCH: explain_march,
    Verb.GO: explain_go,
    Verb.END: explain_end,
    Verb.STEP: explain_step,
}
