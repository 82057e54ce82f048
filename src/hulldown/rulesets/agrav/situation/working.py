"""The arithmetic behind a shot that nobody orders: reaction fire."""

from __future__ import annotations

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Reasons
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import apply
from hulldown.rulesets.agrav.codes import NOBODY, Occasion, Verb
from hulldown.rulesets.agrav.explaining.shots import chance_text, hit_notes, price_notes, title
from hulldown.rulesets.agrav.modes import reaction_mode
from hulldown.rulesets.agrav.shooting import accuracy
from hulldown.rulesets.agrav.situation.posing import SHOOTER
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.vocabulary import modifier
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.dicing import OFF


def reaction_told(s: State, w: int, step: Action) -> Explanation:
    """A shot of reaction fire where the target has stepped into view (AG-16.1, AG-8.8)."""
    after = copy(s)
    after.units[SHOOTER].weapon[w].cone = NOBODY
    apply(after, step, new_dice(0), OFF)
    mode = reaction_mode(int(after.units[SHOOTER].weapon[w].family))
    a = make(0, Verb.SHOOT, SHOOTER, int(step.actor), NOBODY, mode, w)
    why = blank(Reasons)
    why.on = 1
    percent = accuracy(after, SHOOTER, w, mode, a.target, NOBODY, Occasion.REACTION, NOBODY, why)
    sums = tuple(modifier(why.rows[i].code, why.rows[i].amount) for i in range(why.count))
    found = (*hit_notes(after, a), *price_notes(after, a))
    return Explanation(f"{title(after, a)}, reaction fire", chance_text(after, a, percent), None, sums, found)
