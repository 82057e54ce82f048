"""Rams, stomps and charges before they are made: no roll, so every number is known (AG-19, AG-21.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.codes import Chassis
from hulldown.rulesets.agrav.events import stepped
from hulldown.rulesets.agrav.explaining.layers import layers
from hulldown.rulesets.agrav.explaining.shots import named
from hulldown.rulesets.agrav.infantry import charge
from hulldown.rulesets.agrav.naming import place_name
from hulldown.rulesets.agrav.ramming import ram, ram_barricade
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.odds import Explanation


def explain_ram(s: State, a: Action) -> Explanation:
    """Both damages, layer by layer (AG-19.12 to AG-19.15)."""
    notes = layers(s, lambda after, d, e: ram(after, a.actor, a.target, a.choice, d, e))
    does = "stomps on" if s.units[a.actor].chassis == Chassis.WALKER else "rams"
    return Explanation(f"{named(s, a.actor)} {does} {named(s, a.target)}", "no roll", notes=notes)


def explain_barricade(s: State, a: Action) -> Explanation:
    """What it does to the barricade and to the tank; the step through it comes after (AG-19.17)."""
    notes = layers(s, lambda after, d, e: ram_barricade(after, a.actor, a.place, d, e), until=stepped)
    return Explanation(f"{named(s, a.actor)} rams {place_name(s, a.place)}", "no roll", notes=notes)


def explain_charge(s: State, a: Action) -> Explanation:
    """One hit of the charge (AG-21.6, AG-20.10)."""
    notes = layers(s, lambda after, d, e: charge(after, a.actor, a.place, e))
    no_shots = ("The squad does not shoot this turn.", "AG-21.6")
    title = f"Demolition charge of {named(s, a.actor)} on {place_name(s, a.place)}"
    return Explanation(title, "no roll", notes=(*notes, no_shots))
