"""What vehicles do with their equipment: loading, smoke, air strikes, mines, flares, putting out fires."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.airstrike import knows_strikes, why_no_support
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Shell, Upgrade, Verb
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.crew import load_cost
from hulldown.rulesets.tank_commander.orders.buttons import Buttons, Dress, beside
from hulldown.rulesets.tank_commander.orders.shooting import enemies
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import FlareMode, MineDeploy
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES

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
    places = b.offered(Verb.SMOKE)
    for a in places:
        b.put(a, SMOKE, f"on {name_of(a.place)}")
    if not places:
        b.put(b.make(Verb.SMOKE, u, place=b.s.units[u].cell), SMOKE, "within 2 hexes")


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


def strike_buttons(b: Buttons, u: int) -> None:
    """An air strike on any hex, for a unit that has or had one to call."""
    if knows_strikes(b.s, u) and why_no_support(b.s, u) != Why.NO_EQUIPMENT:
        anywhere(b, Verb.STRIKE, u, STRIKE)


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
    places = b.offered(Verb.MINE)
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
    strike_buttons(b, u)
    if tank:
        mine_buttons(b, u)
        flare_buttons(b, u)
    b.put(b.make(Verb.EXTINGUISH, u), EXTINGUISH, "put out the fire")
