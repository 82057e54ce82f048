"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

import threading

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.hexes import DIRECTIONS, name_of, step
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.tank_commander.actions import check, legal
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    Upgrade,
    Verb,
)
from hulldown.rulesets.tank_commander.crew import alive, load_cost, points_left
from hulldown.rulesets.tank_commander.movement import move_cost
from hulldown.rulesets.tank_commander.naming import unit_id, unit_name
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.text import action_text, side_of_turn
from hulldown.rulesets.tank_commander.vocabulary import ABILITY_NAMES, SHELL_NAMES, WAYS
from hulldown.rulesets.words import Order

ABILITY_ICONS = {
    Ability.BOOMING_VOICE: ("voice", "1"),
    Ability.DOUBLE: ("move", "2"),
    Ability.STRAIGHT: ("move", "3"),
    Ability.BRING_IT_DOWN: ("fire", "4"),
    Ability.QUICK_LOAD: ("quick", "5"),
}
ROLE_NAMES = ("commander", "driver", "gunner", "loader")


BUFFER = threading.local()  # filling a buffer is quick, making one takes milliseconds


def legal_rows(s: State, seat: int) -> list[Action]:
    """The legal orders of a seat."""
    if not hasattr(BUFFER, "orders"):
        BUFFER.orders = blank(Actions)
    m = BUFFER.orders
    return [copy(m.rows[i]) for i in range(legal(s, seat, m))]


class Buttons:
    """Collects the orders of one seat, each judged by the rules as it is added."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.orders: list[Order] = []

    def add(
        self,
        a: Action,
        group: str,
        label: str,
        detail: str = "",
        icon: str = "",
        key: str = "",
        cost: int = 0,
        random: bool = False,
    ) -> None:
        """One order as a button, with the reason if it is refused."""
        s = self.s
        code = check(s, self.seat, a)
        self.orders.append(
            Order(
                text=action_text(s, a),
                group=group,
                label=label,
                detail=detail,
                icon=icon,
                key=key,
                cost=cost,
                unit=unit_id(s, a.actor) if a.actor != NOBODY else "",
                target=unit_id(s, a.target) if a.target != NOBODY else "",
                place=name_of(a.place) if a.place != NOBODY else "",
                random=random,
                refusal=refusal(code, Verb(a.verb)) if code else None,
            )
        )

    def make(self, verb: Verb, u: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, u, **fields)


# ---------------------------------------------------------------- before a unit acts


def set_up_buttons(b: Buttons) -> None:
    """Roll-off, deployment, preparation, choice of a unit."""
    s = b.s
    if s.phase == Phase.ROLL_OFF:
        b.add(b.make(Verb.ROLL), "roll", "Roll for first turn", "higher goes first", "play", "R", random=True)
    for a in legal_rows(s, b.seat):
        name = f"{unit_id(s, a.actor)} {unit_name(s, a.actor)}" if a.actor != NOBODY else ""
        if a.verb == Verb.DEPLOY:
            detail = f"{name_of(a.place)}, facing {DIRECTIONS[a.facing]}"
            b.add(a, "deploy", f"Deploy {name}", detail, "move", "D")
    if s.phase == Phase.PREPARE:
        prepare_buttons(b, s.active)
    if s.phase == Phase.CHOOSE:
        for u in range(s.count):
            if s.units[u].side == b.seat and s.units[u].standing == Standing.OPERATIONAL:
                b.add(
                    b.make(Verb.ACTIVATE, u),
                    "activate",
                    f"Activate {unit_id(s, u)}",
                    unit_name(s, u),
                    "crew",
                    "A",
                )


def prepare_buttons(b: Buttons, u: int) -> None:
    """Turret and first round; the printed facing with AT comes first (TC-4.12)."""
    t = b.s.units[u]
    for shell in (Shell.AT, Shell.HE):
        if shell == Shell.HE and not t.upgrade[Upgrade.HE]:
            continue
        for by in range(6):
            facing = (t.hull + by) % 6
            detail = f"turret {WAYS[facing]}, {SHELL_NAMES[shell]} loaded"
            b.add(
                b.make(Verb.PREPARE, u, facing=facing, choice=shell), "prepare", "Ready", detail, "load", "R"
            )


# ---------------------------------------------------------------- the acting unit


def fire_buttons(b: Buttons, u: int) -> None:
    """The main gun at every enemy, and at buildings it could bring down."""
    s, t = b.s, b.s.units[u]
    if t.kind != Kind.TANK:
        return
    label = f"Fire {SHELL_NAMES[t.loaded]}" if t.loaded else "Fire"
    for v in range(s.count):
        o = s.units[v]
        if o.side != t.side and o.standing == Standing.OPERATIONAL:
            b.add(b.make(Verb.FIRE, u, target=v), "fire", label, f"at {unit_id(s, v)}", "fire", "F", 1, True)
    for a in legal_rows(s, b.seat):
        if a.verb == Verb.FIRE and a.target == NOBODY:
            detail = f"at the building {name_of(a.place)}"
            b.add(a, "fire", label, detail, "fire", "F", 1, True)


def drive_buttons(b: Buttons, u: int) -> None:
    """Move, reverse, the straight run, turns of hull and turret."""
    s, t = b.s, b.s.units[u]
    mined = bool(s.mine[forward(s, u)])
    b.add(b.make(Verb.MOVE, u), "move", "Move", "forward", "move", "M", move_cost(s, u), mined)
    if s.options.reverse_move:
        b.add(b.make(Verb.REVERSE, u), "reverse", "Reverse", "backward", "back", "B", move_cost(s, u))
    if t.ability == Ability.STRAIGHT and t.lent:
        for hexes in (1, 2, 3):
            far = f"{hexes} hex{'es' if hexes > 1 else ''} ahead"
            b.add(b.make(Verb.STRAIGHT, u, choice=hexes), "straight", "Straight on", far, "move", "G", 1)
    for by, way, key in ((5, "left", "Q"), (1, "right", "E")):
        facing = (t.hull + by) % 6
        for along, turret in ((1, "turret along"), (0, "turret stays")):
            if along or t.turret != NOBODY:
                a = b.make(Verb.TURN, u, facing=facing, choice=along)
                detail = f"{WAYS[facing]}, {turret}"
                b.add(a, f"turn_{way}", f"Turn {way}", detail, way, key, 1)
    if t.turret != NOBODY:
        for by in (5, 1):
            facing = (t.turret + by) % 6
            way = side_of_turn(t.turret, facing)
            b.add(
                b.make(Verb.TURRET, u, facing=facing),
                "turret",
                "Turret",
                f"{way}, {WAYS[facing]}",
                "turret",
                "T",
                1,
            )


def forward(s: State, u: int) -> int:
    """The cell ahead of the hull."""
    return step(s.units[u].cell, s.units[u].hull)


def load_buttons(b: Buttons, u: int) -> None:
    """Rounds other than the one in the gun."""
    t = b.s.units[u]
    if t.kind != Kind.TANK:
        return
    for shell in (Shell.AT, Shell.HE):
        if shell == t.loaded or (shell == Shell.HE and not t.upgrade[Upgrade.HE]):
            continue
        swap = f"swaps the {SHELL_NAMES[t.loaded]} round" if t.loaded else "the gun is empty"
        a = b.make(Verb.LOAD, u, choice=shell)
        b.add(a, "load", f"Load {SHELL_NAMES[shell]}", swap, "load", "L", load_cost(b.s, u))


def smoke_buttons(b: Buttons, u: int) -> None:
    """Smoke on each hex it may lie on, or why there is none."""
    s = b.s
    places = [a for a in legal_rows(s, b.seat) if a.verb == Verb.SMOKE]
    for a in places:
        b.add(a, "smoke", "Smoke", f"on {name_of(a.place)}", "smoke", "S", 1)
    if not places:
        b.add(
            b.make(Verb.SMOKE, u, place=s.units[u].cell), "smoke", "Smoke", "within 2 hexes", "smoke", "S", 1
        )


def crew_buttons(b: Buttons, u: int) -> None:
    """Fire drill, abilities, the Lieutenant Commander."""
    s, t = b.s, b.s.units[u]
    b.add(b.make(Verb.EXTINGUISH, u), "extinguish", "Extinguish", "put out the fire", "ext", "X", 1)
    if t.kind != Kind.TANK:
        return
    for ability, (icon, key) in ABILITY_ICONS.items():
        name, effect = ABILITY_NAMES[ability]
        b.add(b.make(Verb.ABILITY, u, choice=ability), "ability", name, effect, icon, key)
    if t.upgrade[Upgrade.LIEUTENANT] and not t.begun:
        for role in range(Role.LIEUTENANT):
            if not alive(s, u, role):
                a = b.make(Verb.LIEUTENANT, u, choice=role)
                b.add(a, "lieutenant", "Lieutenant", f"to the {ROLE_NAMES[role]}'s seat", "crew", "C")


def act_buttons(b: Buttons, u: int) -> None:
    """All orders of the unit being activated."""
    fire_buttons(b, u)
    drive_buttons(b, u)
    load_buttons(b, u)
    smoke_buttons(b, u)
    crew_buttons(b, u)
    left = points_left(b.s, u)
    lost = f"{left} AP lost" if left else "all AP spent"
    b.add(b.make(Verb.END, u), "end", f"End {unit_id(b.s, u)}", lost, "end", "Space")


def orders(s: State, seat: int) -> list[Order]:
    """Everything a seat could choose now, refused orders with their reason."""
    b = Buttons(s, seat)
    if s.phase == Phase.OVER or seat != s.seat:
        return []
    if s.phase == Phase.ACT:
        act_buttons(b, s.active)
    else:
        set_up_buttons(b)
    b.add(b.make(Verb.CONCEDE), "concede", "Concede", "the other side wins", "end", "")
    return b.orders
