"""Shots at everything hostile; equipment, abilities, the Lieutenant Commander."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.airstrike import knows_strikes, why_no_support
from hulldown.rulesets.tank_commander.buttons.collector import Buttons, Dress, beside
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Kind, Role, Shell, Standing, Upgrade, Verb
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.crew import alive, load_cost
from hulldown.rulesets.tank_commander.equipment import has_ai_weapon
from hulldown.rulesets.tank_commander.naming import ability_name
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import FlareMode, MineDeploy
from hulldown.rulesets.tank_commander.vocabulary import MEMBERS, SHELL_NAMES, hexes

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
    for a in b.legal_of(Verb.FIRE):
        if a.target == NOBODY:
            b.put(a, dress, f"at the building {name_of(a.place)}", True)


def missile_buttons(b: Buttons, u: int) -> None:
    """A missile with either round at every enemy (TC-10.9, TC-10.10)."""
    orders = [b.make(Verb.MISSILE, u, target=v, choice=shell) for v in enemies(b.s, u) for shell in MISSILES]
    for a in free(b, u, orders):
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


SMOKE = Dress("smoke", "Smoke", "smoke", "S")
STRIKE = Dress("strike", "Air strike", "strike", "A")
MINE = Dress("mine", "Lay mine", "mine", "D")
FLARE = Dress("flare", "Flare", "flare", "R")
EXTINGUISH = Dress("extinguish", "Extinguish", "ext", "X")


def load_buttons(b: Buttons, u: int) -> None:
    """Rounds other than the one in the gun."""
    t = b.s.units[u]
    for shell in (Shell.AT, Shell.HE):
        if shell == t.loaded or (shell == Shell.HE and not t.upgrade[Upgrade.HE]):
            continue
        swap = f"swaps the {SHELL_NAMES[t.loaded]} round" if t.loaded else "the gun is empty"
        dress = Dress("load", f"Load {SHELL_NAMES[shell]}", "load", "L", load_cost(b.s, u))
        b.put(b.make(Verb.LOAD, u, choice=shell), dress, swap)


def smoke_buttons(b: Buttons, u: int) -> None:
    """Smoke on each hex it may lie on, or why there is none."""
    places = b.legal_of(Verb.SMOKE)
    for a in places:
        b.put(a, SMOKE, f"on {name_of(a.place)}")
    if not places:
        b.put(
            b.make(Verb.SMOKE, u, place=b.s.units[u].cell), SMOKE, f"within {hexes(b.s.options.smoke_range)}"
        )


# ---------------------------------------------------------------- anywhere on the board


def hexes_of_interest(s: State, u: int) -> Iterator[int]:
    """Every hex of the board: what must be destroyed first, then where enemies stand, then the rest."""
    first = [s.prize_cell] if s.prize_cell != NOBODY else []
    first += [s.units[v].cell for v in enemies(s, u) if s.units[v].cell != NOBODY]
    yield from dict.fromkeys([*first, *cells(s)])


def marked(b: Buttons, cell: int) -> str:
    """A hex with who stands in it."""
    there = b.s.occupant[cell]
    return f"on {name_of(cell)}" + (f", {b.name(there)} there" if there != NOBODY else "")


def anywhere(b: Buttons, verb: Verb, u: int, dress: Dress) -> None:
    """An order on every hex of the board that may be named, or the reason against one (TC-12.1, TC-14.5).

    The rules offer computer players the hexes worth naming; a player may name any that they allow.
    """
    here = b.make(verb, u, place=b.s.units[u].cell)
    if b.code(here):
        return b.put(here, dress, "on any hex")
    for cell in hexes_of_interest(b.s, u):
        a = b.make(verb, u, place=cell)
        if not b.code(a):
            b.show(a, dress, marked(b, cell))


def flare_buttons(b: Buttons, u: int) -> None:
    """A flare over the tank, or over a hex of the player's choice (TC-14.5)."""
    if not b.s.options.night:
        return
    if b.s.options.flare_mode == FlareMode.TARGETED:
        anywhere(b, Verb.FLARE, u, FLARE)
    else:
        b.put(b.make(Verb.FLARE, u), FLARE, "over the tank")


def mine_buttons(b: Buttons, u: int) -> None:
    """A mine in each hex beside the tank (TC-12.11)."""
    s, t = b.s, b.s.units[u]
    if not t.upgrade[Upgrade.MINE] or s.options.mine_deploy == MineDeploy.SETUP:
        return
    left = f"{t.upgrade[Upgrade.MINE] - t.laid} left"
    places = b.legal_of(Verb.MINE)
    for a in places:
        b.put(a, MINE, f"on {name_of(a.place)}, {left}")
    if not places:
        behind = beside(s, t.cell, (t.hull + 3) % 6)
        b.put(b.make(Verb.MINE, u, place=behind[0]), MINE, left)


def equipment_buttons(b: Buttons, u: int) -> None:
    """What a tank or an APC carries."""
    tank = b.s.units[u].kind == Kind.TANK
    if tank:
        load_buttons(b, u)
    smoke_buttons(b, u)
    if knows_strikes(b.s, u) and why_no_support(b.s, u) != Why.NO_EQUIPMENT:
        anywhere(b, Verb.STRIKE, u, STRIKE)
    if tank:
        mine_buttons(b, u)
        flare_buttons(b, u)
    b.put(b.make(Verb.EXTINGUISH, u), EXTINGUISH, "put out the fire")


ABILITY_KEYS = {
    Ability.BOOMING_VOICE: "1",
    Ability.DOUBLE: "2",
    Ability.STRAIGHT: "3",
    Ability.BRING_IT_DOWN: "4",
    Ability.QUICK_LOAD: "5",
}
LIEUTENANT = Dress("lieutenant", "Lieutenant", "crew", "C", 0)


def crew_buttons(b: Buttons, u: int) -> None:
    """Abilities, the Lieutenant Commander."""
    s, t = b.s, b.s.units[u]
    if t.kind != Kind.TANK:
        return
    for ability, key in ABILITY_KEYS.items():
        name, effect = ability_name(s, ability)
        b.put(b.make(Verb.ABILITY, u, choice=ability), Dress("crew", name, "crew", key, 0), effect)
    if t.upgrade[Upgrade.LIEUTENANT] and not t.begun:
        for role in range(Role.LIEUTENANT):
            if not alive(s, u, role):
                a = b.make(Verb.LIEUTENANT, u, choice=role)
                b.put(a, LIEUTENANT, f"to the {MEMBERS[role]}'s seat")
