"""The crew of a battle tank: abilities, and where the Lieutenant Commander sits."""

from __future__ import annotations

from hulldown.rulesets.tank_commander.codes import Ability, Kind, Role, Upgrade, Verb
from hulldown.rulesets.tank_commander.crew import alive
from hulldown.rulesets.tank_commander.naming import ability_name
from hulldown.rulesets.tank_commander.orders.buttons import Buttons, Dress
from hulldown.rulesets.tank_commander.vocabulary import MEMBERS

ABILITY_ICONS = {
    Ability.BOOMING_VOICE: ("voice", "1"),
    Ability.DOUBLE: ("move", "2"),
    Ability.STRAIGHT: ("move", "3"),
    Ability.BRING_IT_DOWN: ("fire", "4"),
    Ability.QUICK_LOAD: ("quick", "5"),
}
LIEUTENANT = Dress("lieutenant", "Lieutenant", "crew", "C", 0)


def crew_buttons(b: Buttons, u: int) -> None:
    """Abilities, the Lieutenant Commander."""
    s, t = b.s, b.s.units[u]
    if t.kind != Kind.TANK:
        return
    for ability, (icon, key) in ABILITY_ICONS.items():
        name, effect = ability_name(s, ability)
        b.put(b.make(Verb.ABILITY, u, choice=ability), Dress("ability", name, icon, key, 0), effect)
    if t.upgrade[Upgrade.LIEUTENANT] and not t.begun:
        for role in range(Role.LIEUTENANT):
            if not alive(s, u, role):
                a = b.make(Verb.LIEUTENANT, u, choice=role)
                b.put(a, LIEUTENANT, f"to the {MEMBERS[role]}'s seat")
