"""Fire in the fire stages: targets, a second one for Point Defence, weapons kept back (CA-15)."""

from __future__ import annotations

from hulldown.rulesets.close_assault.bonuses import why_not_fire_weapon
from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.codes import NOBODY, Verb
from hulldown.rulesets.close_assault.naming import model_named, weapon_name
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import can_fire, why_not_open_fire
from hulldown.rulesets.close_assault.state import alive, profile_of
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import joined

FIRE = Dress("fire", "Fire", "fire", "F")
BOTH = Dress("fire_both", "Fire at two", "gun", "T")
HOLD = Dress("hold", "Hold fire", "end", "H")
CEASE = Dress("cease", "Nobody else fires", "end", "N")
SPARE = Dress("spare", "Keep from firing", "cover", "K")


def fire_buttons(b: Buttons, k: int) -> None:
    """Every target of a detachment, or why it is none (CA-15.2)."""
    shots = [b.make(Verb.FIRE, k, target=j, place=NOBODY) for j in b.enemies]
    b.spread(shots, FIRE, lambda a: f"at {b.full(int(a.target))}", random=True)
    for a in b.offered(Verb.FIRE):
        if a.actor == k and a.place != NOBODY:
            b.put(a, BOTH, f"at {b.names[a.target]}, Point Defence at {b.names[a.place]}", True)


def spare_buttons(b: Buttons, k: int) -> None:
    """Weapons whose bonuses a player may want for close combat: fired, they are gone (CA-10.3)."""
    s = b.s
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        for w in range(s.profile[profile_of(s, m)].weapons):
            if alive(s, m) and s.model[m].left[w] and why_not_fire_weapon(s, m, w) == Why.ALLOWED:
                b.put(b.make(Verb.SPARE, m, choice=w), SPARE, f"{model_named(s, m)}: {weapon_name(s, k, w)}")


def firing_buttons(b: Buttons) -> None:
    """All detachments of the side that have the order for this stage; one word for all (CA-3.9, CA-3.11)."""
    for k in b.own:
        if why_not_open_fire(b.s, k) == Why.FIRE_ORDER:
            continue
        fire_buttons(b, k)
        if can_fire(b.s, k):
            b.put(b.make(Verb.HOLD, k), HOLD, b.full(k))
            spare_buttons(b, k)
    still = [b.names[k] for k in b.own if can_fire(b.s, k)]
    b.put(b.make(Verb.CEASE), CEASE, f"in this stage: {joined(still)}")
