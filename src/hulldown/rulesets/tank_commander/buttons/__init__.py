"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.tank_commander.buttons.collector import Buttons, Dress
from hulldown.rulesets.tank_commander.buttons.firing import (
    ABILITY_KEYS,
    crew_buttons,
    equipment_buttons,
    shot_buttons,
)
from hulldown.rulesets.tank_commander.buttons.moving import drive_buttons, set_up_buttons, squad_buttons
from hulldown.rulesets.tank_commander.codes import Kind, Phase, Verb
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.state import State

__all__ = ["ABILITY_KEYS", "orders"]

CONCEDE = Dress("concede", "Concede", "end", "", 0)


def act_buttons(b: Buttons, u: int) -> None:
    """All orders of the unit being activated: only what its kind can do."""
    shot_buttons(b, u)
    drive_buttons(b, u)
    if b.s.units[u].kind == Kind.SQUAD:
        squad_buttons(b, u)
    else:
        crew_buttons(b, u)
        equipment_buttons(b, u)
    left = remaining_points(b.s, u)
    lost = f"{left} AP lost" if left else "all AP spent"
    b.put(b.make(Verb.END, u), Dress("end", f"End {b.name(u)}", "end", "Space", 0), lost)


def orders(s: State, seat: int) -> list[OrderButton]:
    """Everything a seat could choose now, refused orders with their reason."""
    b = Buttons(s, seat)
    if s.phase == Phase.OVER or seat != s.seat:
        return []
    if s.phase == Phase.ACT:
        act_buttons(b, s.active)
    else:
        set_up_buttons(b)
    b.put(b.make(Verb.CONCEDE), CONCEDE, "the other side wins")
    return b.orders
