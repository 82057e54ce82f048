"""Shots: the main gun, the anti-infantry weapon and missiles at everything hostile."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Shell, Standing, Verb
from hulldown.rulesets.tank_commander.orders.buttons import Buttons, Dress
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES
from hulldown.rulesets.tank_commander.weapons import has_ai_weapon

MISSILES = {
    shell: Dress("missile", f"{SHELL_NAMES[shell]} missile", "missile", "F") for shell in Shell if shell
}
AI_SHOT = Dress("ai", "Anti-infantry", "gun", "I")


def enemies(s: State, u: int) -> list[int]:
    """Operational units of the other side, carried squads too: the refusal says that they are."""
    t = s.units
    return [v for v in range(s.count) if t[v].side != t[u].side and t[v].standing == Standing.OPERATIONAL]


def free(b: Buttons, u: int, choices: list[Action]) -> list[Action]:
    """The shots of a squad that is free; of a carried one the first, to say why it cannot fire (TC-10.22)."""
    return choices if b.s.units[u].carrier == NOBODY else choices[:1]


def fire_buttons(b: Buttons, u: int) -> None:
    """The main gun at every enemy, and at buildings it could bring down."""
    t = b.s.units[u]
    dress = Dress("fire", f"Fire {SHELL_NAMES[t.loaded]}" if t.loaded else "Fire", "fire", "F")
    for v in enemies(b.s, u):
        b.put(b.make(Verb.FIRE, u, target=v), dress, f"at {b.name(v)}", True)
    for a in b.offered(Verb.FIRE):
        if a.target == NOBODY:
            b.put(a, dress, f"at the building {name_of(a.place)}", True)


def missile_buttons(b: Buttons, u: int) -> None:
    """A missile with either round at every enemy (TC-10.9, TC-10.10)."""
    found = [b.make(Verb.MISSILE, u, target=v, choice=shell) for v in enemies(b.s, u) for shell in MISSILES]
    for a in free(b, u, found):
        b.put(a, MISSILES[Shell(a.choice)], f"at {b.name(a.target)}", True)


def ai_buttons(b: Buttons, u: int) -> None:
    """The anti-infantry weapon at every enemy squad."""
    squads = [v for v in enemies(b.s, u) if b.s.units[v].kind == Kind.SQUAD]
    for a in free(b, u, [b.make(Verb.FIRE_AI, u, target=v) for v in squads]):
        b.put(a, AI_SHOT, f"at {b.name(a.target)}", True)


def shot_buttons(b: Buttons, u: int) -> None:
    """The shots of the weapons a unit has."""
    if b.s.units[u].kind == Kind.TANK:
        fire_buttons(b, u)
    elif b.s.units[u].kind == Kind.SQUAD:
        missile_buttons(b, u)
    if has_ai_weapon(b.s, u):
        ai_buttons(b, u)
