"""Fire: targets, weapons and aims of single models, Snap Fire; who falls, who leads (WS-2.6, 11, 12)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import plural
from hulldown.rulesets.warstrike.aiming import carried
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON, shots_now
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.codes import CARRIED, NOBODY, Verb
from hulldown.rulesets.warstrike.measuring import unit_gap
from hulldown.rulesets.warstrike.naming import weapon_name
from hulldown.rulesets.warstrike.orders.buttons import Buttons
from hulldown.rulesets.warstrike.variants import SplitFire
from hulldown.rulesets.warstrike.vocabulary import far

FIRE = Dress("fire", "Fire", "fire", "F")
HOLD = Dress("hold", "Hold fire", "end", "H")
ARM = Dress("arm", "Weapon", "load", "W")
AIM = Dress("aim", "Aim", "gun", "A")
SNAP = Dress("snap", "Snap Fire", "fire", "F")
DECLINE = Dress("decline", "No Snap Fire", "end", "N")
FALLS = Dress("falls", "Takes the result", "strike", "T")
LEADS = Dress("leads", "Leads from now on", "crew", "L")


def target_words(b: Buttons, a: Action) -> str:
    """Whom, and how far away."""
    k = int(b.s.acting)
    return f"at {b.full(int(a.target))}, {far(unit_gap(b.s, k, int(a.target)))} away"


def fire_buttons(b: Buttons) -> None:
    """Every target, or why it is none (WS-11.2); weapons and aims of single models; holding fire."""
    k = int(b.s.acting)
    b.spread(
        [b.make(Verb.FIRE, k, target=j) for j in b.enemies], FIRE, lambda a: target_words(b, a), random=True
    )
    for m in living(b.s, k):
        arm_buttons(b, m)
        if b.s.options.split_fire != SplitFire.OFF:
            aim_buttons(b, m)
    b.put(b.make(Verb.HOLD, k), HOLD, b.full(k))


def arm_buttons(b: Buttons, m: int) -> None:
    """The other weapons of a model that carries several; not to fire at all (WS-2.9)."""
    armed = [i for i in range(CARRIED) if carried(b.s, m, i) != NOBODY]
    ready = [i for i in armed if shots_now(b.s, m, carried(b.s, m, i)) > 0]
    if len(armed) < 2 or not ready:
        return
    for choice in (*ready, BEST, NO_WEAPON):
        if choice != b.s.model[m].arm:
            b.put(b.make(Verb.ARM, m, choice=choice), ARM, f"{b.model(m)}: {arm_words(b, m, choice)}")


def arm_words(b: Buttons, m: int, choice: int) -> str:
    """Which weapon, with how many shots."""
    if choice in (BEST, NO_WEAPON):
        return "whichever is best" if choice == BEST else "does not fire"
    weapon = int(carried(b.s, m, choice))
    return f"{weapon_name(weapon)}, {plural(int(shots_now(b.s, m, weapon)), 'shot')}"


def aim_buttons(b: Buttons, m: int) -> None:
    """Targets of its own that a model may be given (WS-11.3)."""
    for j in b.enemies:
        a = b.make(Verb.AIM, m, target=j)
        if j != b.s.model[m].aim and not b.code(a):
            b.put(a, AIM, f"{b.model(m)} at {b.full(j)}")


# ---------------------------------------------------------------- answers


def snap_buttons(b: Buttons) -> None:
    """Fire at who ran, or not (WS-12.4)."""
    k, mover = int(b.s.asked), int(b.s.acting)
    b.put(b.make(Verb.SNAP, k, choice=1), SNAP, f"{b.full(k)} at {b.full(mover)}", True)
    b.put(b.make(Verb.SNAP, k, choice=0), DECLINE, f"{b.full(k)} may still fire at another unit")


def casualty_buttons(b: Buttons) -> None:
    """Who takes the next kill result (WS-11.17)."""
    for a in b.offered(Verb.FALLS):
        b.put(a, FALLS, b.model(int(a.actor)))


def leader_buttons(b: Buttons) -> None:
    """Who leads a unit whose leader has fallen (WS-2.6)."""
    for a in b.offered(Verb.LEAD):
        b.put(a, LEADS, b.model(int(a.actor)))
