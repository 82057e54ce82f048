"""An action before it is chosen: how far, who is placed, who walks, how many shots (WS-9, WS-16.2)."""

from __future__ import annotations

from collections import Counter

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.dicing import OFF
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import joined, plural
from hulldown.rulesets.warstrike.activating import MOVING, act
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.cards.weapons import carriers
from hulldown.rulesets.warstrike.codes import Band, Deed, Gait
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.naming import named, weapon_name
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import band, shots_of
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.vocabulary import ALLOWS, action_name, far

WORDS = {
    Gait.PLACED: ("is placed round its leader", "are placed round their leader", "WS-7.3"),
    Gait.WALKS: ("is measured by itself", "are measured by themselves", "WS-8.1"),
}


def explain_deed(s: State, a: Action) -> Explanation:
    """What an action lets this very unit do, from where it stands."""
    k, deed = int(a.actor), int(a.choice)
    title = f"{named(s, k)}: {action_name(deed, int(a.facing))}"
    if deed == Deed.FALL_BACK and band(s, k) != Band.UPPER:
        return Explanation(title, notes=ALLOWS[deed][1:])
    after = copy(s)
    act(after, k, deed, int(a.facing), OFF)
    notes = (*ALLOWS[deed], *limit_notes(after, k), *shot_notes(after, k))
    return Explanation(title, notes=notes)


def limit_notes(after: State, k: int) -> Notes:
    """The leader's limit in inches, and how the members move; the action is chosen on this table."""
    if after.done & MOVING:
        return ()
    begin_move(after, k)
    limit = int(leader_limit(after, k))
    notes = [(f"Its leader walks up to {far(limit)}.", "WS-7.8")] if limit else []
    gaits = Counter(Gait(after.model[m].gait) for m in living(after, k) if m != after.unit[k].leader)
    for gait, (one, many, rule) in WORDS.items():
        if gaits[gait]:
            notes.append((f"{plural(gaits[gait], 'member')} {one if gaits[gait] == 1 else many}.", rule))
    return tuple(notes)


def shot_notes(after: State, k: int) -> Notes:
    """Shots of each weapon if its model stands still (WS-9.14, WS-9.17)."""
    said = []
    for weapon in carriers(after, k):
        w = after.weapon[weapon]
        shots = shots_of(after.options, int(w.rof), int(w.traits), int(after.deed), False, False)
        if shots:
            said.append(f"{weapon_name(weapon)} {shots}")
    return ((f"Shots of a model that stands: {joined(said)}.", "WS-9.14"),) if said else ()
