"""Shields switched, charge sent, smoke thrown (AG-13, AG-14, AG-22)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Part, Shield, Verb, Way
from hulldown.rulesets.agrav.geometry import (
    ABOUT,
    between_x,
    between_y,
    beyond,
    way_towards,
)
from hulldown.rulesets.agrav.internals import crits_of
from hulldown.rulesets.agrav.naming import points, present, tile_name, unit_name
from hulldown.rulesets.agrav.shields import activate, arriving, receive, takes_charge
from hulldown.rulesets.agrav.smoke import takes_smoke
from hulldown.rulesets.agrav.state import Screen, State, tile_at
from hulldown.rulesets.agrav.text import action_text
from hulldown.rulesets.api.words import Amount
from hulldown.rulesets.common.buttons import Dress

ON = Dress("shield", "Shield on", "cover", "S")
OFF = Dress("shield", "Shield off", "cover", "S")
TRANSFER = Dress("transfer", "Send charge", "mount", "W")
SMOKE = Dress("smoke", "Smoke", "smoke", "D")
ASIDE = ABOUT // 2  # eighths of a circle
Screened = tuple[int, ...]
"""The tiles of a screen of smoke, in rising order."""

# ---------------------------------------------------------------- shields


def charge_text(screen: Screen) -> str:
    """Charge of maximum: "142.5/150"."""
    return f"{points(screen.charge)}/{points(screen.maximum)}"


def shield_buttons(b: Buttons, u: int) -> None:
    """The shield, switched on at a price or off (AG-13.20)."""
    screen = b.s.units[u].shield
    if screen.state == Shield.ABSENT:
        return
    a = b.make(Verb.SHIELD, u)
    if screen.state == Shield.ACTIVE:
        b.put(a, OFF, f"keeps {points(screen.charge)}")
        return
    after = copy(screen)
    cost = activate(b.s.options, after) if not b.code(a) else 0
    b.put(a, ON, f"costs {points(cost)}, then {charge_text(after)}" if cost else charge_text(screen))


def transfer_text(b: Buttons, a: Action) -> str:
    """What arrives, and what the shield of the other has then (AG-14.7)."""
    s = b.s
    after = copy(s.units[a.target].shield)
    came = arriving(s.options, POINT * a.choice, crits_of(s.units[a.actor], Part.TRANSFER))
    receive(s.options, after, came)
    named = f"{a.choice} to {b.name(a.target)} {unit_name(s, a.target)}"
    return f"{named}, {points(came)} arrive, then {charge_text(after)}"


def transfer_buttons(b: Buttons, u: int) -> None:
    """Charge to each neighbour that can take it: all, half, or any number of points (AG-14.8)."""
    s, unit = b.s, b.s.units[u]
    if not unit.transfer:
        return
    whole = int(unit.shield.charge) // POINT
    for a in b.legal_of(Verb.TRANSFER, u):
        amount = Amount("Charge to send", a.choice, 1, whole, action_text(s, a, blank=True))
        b.put(a, TRANSFER, transfer_text(b, a), amount=amount)
    if not b.legal_of(Verb.TRANSFER, u):
        friends = [v for v in present(s, int(unit.side)) if v != u]
        likely = [v for v in friends if takes_charge(s, u, v)] or friends or [u]
        a = b.make(Verb.TRANSFER, u, target=likely[0], choice=max(1, whole))
        b.put(a, TRANSFER, transfer_text(b, a))


# ---------------------------------------------------------------- smoke


def across(s: State, u: int, tile: int) -> list[int]:
    """A tile and those beside it, across the line from the vehicle: a screen as wide as it can be."""
    here = int(s.units[u].tile)
    way = way_towards(between_x(here, tile), between_y(here, tile))
    beside = [beyond(s, tile, (way + by) % len(Way)) for by in (-ASIDE, ASIDE)] if way != NOBODY else []
    return [tile, *(t for t in beside if t != NOBODY and takes_smoke(s, u, t))]


def smoke_choices(b: Buttons, u: int) -> dict[Screened, int]:
    """A screen round each tile within reach, and what is offered to computer players; each with its tile."""
    s = b.s
    near = (tile_at(column, row) for row in range(s.rows) for column in range(s.columns))
    screens: dict[Screened, int] = {}
    for tile in near:
        if takes_smoke(s, u, tile):
            wide = tuple(sorted(across(s, u, tile)))
            screens.setdefault((tile,) if wide in screens else wide, tile)
    for a in b.legal_of(Verb.SMOKE, u):
        screens.setdefault(screen_tiles(a), a.place)
    return screens


def screen_tiles(a: Action) -> Screened:
    """The tiles of a screen."""
    return tuple(t for t in (a.place, a.target, a.choice) if t != NOBODY)


def smoke_order(b: Buttons, u: int, on: Screened) -> Action:
    """Smoke on one to three tiles."""
    first, second, third, *_ = (*on, NOBODY, NOBODY)
    return b.make(Verb.SMOKE, u, place=first, target=second, choice=third)


def smoke_buttons(b: Buttons, u: int) -> None:
    """Smoke for a vehicle that has or had a discharger (AG-22.1)."""
    unit = b.s.units[u]
    if not any(unit.part[k].part == Part.SMOKE for k in range(unit.parts)):
        return
    choices, left = smoke_choices(b, u), f"{unit.smoke} left"
    orders = [smoke_order(b, u, on) for on in choices]
    b.spread(orders, SMOKE, lambda a: f"on {tiles_text(a)}, {left}", tile=lambda a: choices[screen_tiles(a)])


def tiles_text(a: Action) -> str:
    """The tiles of a screen in words."""
    return " ".join(map(tile_name, screen_tiles(a)))


def equipment_buttons(b: Buttons, u: int) -> None:
    """What a vehicle carries besides weapons."""
    shield_buttons(b, u)
    transfer_buttons(b, u)
    smoke_buttons(b, u)
