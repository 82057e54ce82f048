"""Shields switched, charge sent and smoke thrown, before it is done (AG-13, AG-14, AG-22)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.actions import apply
from hulldown.rulesets.agrav.codes import NOBODY, Shield
from hulldown.rulesets.agrav.explaining.layers import noted
from hulldown.rulesets.agrav.explaining.shots import named
from hulldown.rulesets.agrav.naming import tile_name
from hulldown.rulesets.agrav.smoke import LASTING
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling import TELLERS
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.variants import ActivationDoubleLasts, ActivationDoubleScope
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.shared.dicing import open_log
from hulldown.rulesets.shared.explaining import Notes
from hulldown.rulesets.shared.wording import joined, plural


def outcome(s: State, a: Action) -> Notes:
    """What an order without dice does to a copy of the position, told as the log would."""
    after, log = copy(s), open_log()
    apply(after, a, new_dice(0), log)
    return noted(TELLERS.sentences(Teller(after, log)))


def explain_shield(s: State, a: Action) -> Explanation:
    """Price and danger of a shield switched on, what one switched off keeps (AG-13.11 to AG-13.21)."""
    on = s.units[a.actor].shield.state != Shield.ACTIVE
    notes = list(outcome(s, a))
    if on:
        everything = s.options.activation_double_scope == ActivationDoubleScope.ALL
        what = "All damage to it" if everything else "Damage to the shield"
        own = s.options.activation_double_lasts == ActivationDoubleLasts.OWN_TURN
        until = "this turn ends" if own else "your next turn"
        notes.append((f"{what} counts double until {until}.", "AG-13.21"))
    notes.append(("It does not regenerate this turn.", "AG-13.13"))
    return Explanation(f"{named(s, a.actor)} switches its shield {'on' if on else 'off'}", notes=tuple(notes))


def explain_transfer(s: State, a: Action) -> Explanation:
    """What is lost on the way and what arrives (AG-14.4 to AG-14.8)."""
    title = f"{named(s, a.actor)} sends {a.choice} to {named(s, a.target)}"
    return Explanation(title, notes=outcome(s, a))


def explain_smoke(s: State, a: Action) -> Explanation:
    """Where, how long it lasts, and that it blinds both sides (AG-3.11, AG-4.4)."""
    where = joined([tile_name(tile) for tile in (a.place, a.target, a.choice) if tile != NOBODY])
    lasts = (f"It hangs there for {plural(LASTING, 'enemy turn')}.", "AG-3.11")
    blinds = ("Nobody sees through it, into it or out of it, but neighbours see each other.", "AG-4.4")
    return Explanation(f"{named(s, a.actor)} throws smoke on {where}", notes=(lasts, blinds))
