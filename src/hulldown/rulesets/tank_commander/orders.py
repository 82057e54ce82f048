"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import DIRECTIONS, name_of, step
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import by_phase
from hulldown.rulesets.tank_commander import state, words
from hulldown.rulesets.tank_commander.actions import check, legal, to_act
from hulldown.rulesets.tank_commander.air import knows_strikes, why_no_support
from hulldown.rulesets.tank_commander.board import over_mine, way_of
from hulldown.rulesets.tank_commander.crew import alive, capacity, has_ai_weapon, load_cost, remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.movement import move_cost, straight_declared
from hulldown.rulesets.tank_commander.state import NOBODY, Ability, Kind, Phase, Shell, State, Upgrade, Verb
from hulldown.rulesets.tank_commander.table import on_board
from hulldown.rulesets.tank_commander.words import SHELL_NAMES, WAYS, hexes

EXPLAINED = (Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.MOUNT)  # no die now, but something to know beforehand


def beside(s: State, cell: int, first: int = 0) -> list[int]:
    """The hexes of the board beside a cell, clockwise from a direction."""
    around = (step(cell, (first + turned) % 6) for turned in range(6))
    return [there for there in around if on_board(s, there)]


PRICES = {  # the value that says what an order costs, where nothing else does (TC-15.2)
    Verb.STRAIGHT: "move_cost",
    Verb.TURN: "turn_cost",
    Verb.TURRET: "turret_cost",
    Verb.FIRE: "fire_cost",
    Verb.FIRE_AI: "fire_ai_cost",
    Verb.MISSILE: "missile_cost",
    Verb.SMOKE: "smoke_cost",
    Verb.EXTINGUISH: "extinguish_cost",
    Verb.STRIKE: "strike_cost",
    Verb.MINE: "mine_cost",
    Verb.FLARE: "flare_cost",
    Verb.COVER: "take_cover_cost",
    Verb.CAPTURE: "capture_cost",
    Verb.DISARM: "disarm_cost",
    Verb.MOUNT: "mount_cost",
    Verb.DISMOUNT: "mount_cost",
}


@dataclass(frozen=True)
class Dress(buttons.Dress):
    """The dress of a button that says how many points its order costs; None: the price of its verb."""

    cost: int | None = None


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(words.action_text)
    ids = staticmethod(words.unit_ids)
    is_called = staticmethod(words.unit_name)

    def reason(self, a: Action, code: int) -> Refusal:
        kind = Kind(self.s.units[a.actor].kind) if a.actor != NOBODY else None
        return words.refusal(code, Verb(a.verb), kind)

    def place(self, a: Action, place: Any) -> str:
        """The hex that an order names, or that is given for it."""
        cell = place if a.place == NOBODY and place is not None else a.place
        return name_of(cell) if cell != NOBODY else ""

    def put(
        self, a: Action, dress: Dress, detail: str, random: bool = False, place: Any = None, **more: Any
    ) -> None:
        """One order as a button with its price. Orders with the same `ring` differ only in their facing."""
        cost = getattr(self.s.options, PRICES[Verb(a.verb)]) if dress.cost is None else dress.cost
        explained = random or a.verb in EXPLAINED
        facing = a.facing if more.get("ring") else None
        super().put(a, dress, detail, random, place, cost=cost, explained=explained, facing=facing, **more)


# ---------------------------------------------------------------- moving
# Moves: driving and marching; what a squad does besides.


TURNS = ((5, "left", "Q"), (1, "right", "E"))
STRAIGHT = Dress("straight", "Straight on", "move", "G")
TURRET = Dress("turret", "Turret", "turret", "T")


def forward_buttons(b: Buttons, u: int) -> None:
    """Move, reverse and the straight run of a vehicle on tracks (TC-5.3, TC-5.4, TC-6.6)."""
    s, cost = b.s, move_cost(b.s, u)
    ways = [(b.make(Verb.MOVE, u), Dress("move", "Move", "move", "M", cost), "forward")]
    if s.options.reverse_move:
        ways.append((b.make(Verb.REVERSE, u), Dress("reverse", "Reverse", "back", "B", cost), "backward"))
    if straight_declared(s, u):
        runs = [b.make(Verb.STRAIGHT, u, choice=n) for n in range(1, s.options.straight_hexes + 1)]
        ways += [(a, replace(STRAIGHT, cost=cost), f"{hexes(a.choice)} ahead") for a in runs]
    for a, dress, detail in ways:
        end = way_of(s, a)[-1]
        b.put(a, dress, detail, over_mine(s, a), end if on_board(s, end) else None)


def any_way_buttons(b: Buttons, u: int) -> None:
    """Moves of squads, hover tanks and walkers into each adjacent hex (TC-10.7, TC-14.12, TC-14.13)."""
    s = b.s
    moves = [b.make(Verb.MOVE, u, facing=direction) for direction in range(6)]
    moves = [a for a in moves if on_board(s, way_of(s, a)[-1])]
    carried = s.units[u].carrier != NOBODY  # it has no hex to move from, and so no cost
    b.spread(
        moves,
        Dress("move", "Move", "move", "M", 0 if carried else move_cost(s, u)),
        lambda a: f"{WAYS[a.facing]} to {name_of(way_of(s, a)[-1])}",
        random=lambda a: over_mine(s, a),
        place=lambda a: way_of(s, a)[-1],
    )
    if straight_declared(s, u):
        any_way_runs(b, u)


def any_way_runs(b: Buttons, u: int) -> None:
    """Straight runs in each direction, as far as the way is free (TC-6.6)."""
    s = b.s
    b.spread(
        b.legal_of(Verb.STRAIGHT) or [b.make(Verb.STRAIGHT, u, facing=s.units[u].hull, choice=1)],
        replace(STRAIGHT, cost=move_cost(s, u)),
        lambda a: f"{hexes(a.choice)} {WAYS[a.facing]}",
        random=lambda a: over_mine(s, a),
        place=lambda a: way_of(s, a)[-1],
    )


def turn_buttons(b: Buttons, u: int) -> None:
    """Turns of the hull with the turret or without, then of the turret alone (TC-5.6, TC-5.8)."""
    t = b.s.units[u]
    for by, way, key in TURNS:
        facing = (t.hull + by) % 6
        dress, full = Dress("turn", f"Turn {way}", way, key), f"Turn the hull {way}"
        for along, turret in ((1, "turret along"), (0, "turret stays")):
            a = b.make(Verb.TURN, u, facing=facing, choice=along)
            if t.turret != NOBODY:
                b.put(a, dress, f"{WAYS[facing]}, {turret}", full=full, ring=turret)
            elif along:
                b.put(a, dress, WAYS[facing], full=full, ring="hull")
    if t.turret != NOBODY:
        for by, _, _ in TURNS:
            facing = (t.turret + by) % 6
            detail = f"{words.side_of_turn(t.turret, facing)}, {WAYS[facing]}"
            b.put(b.make(Verb.TURRET, u, facing=facing), TURRET, detail, ring="turret")


def drive_buttons(b: Buttons, u: int) -> None:
    """Everything that moves or turns a unit."""
    t = b.s.units[u]
    if t.drive == state.Drive.TRACKS:
        forward_buttons(b, u)
    else:
        any_way_buttons(b, u)
    if t.kind in (Kind.TANK, Kind.APC):
        turn_buttons(b, u)


COVER = Dress("cover", "Take cover", "cover", "C")
CAPTURE = Dress("capture", "Capture", "flag", "O")
DISARM = Dress("disarm", "Disarm", "disarm", "D")
MOUNT = Dress("mount", "Mount up", "mount", "G")
DISMOUNT = Dress("dismount", "Dismount", "dismount", "G")


def disarm_buttons(b: Buttons, u: int) -> None:
    """Each mine within reach, or that there is none; nothing on a board without mines."""
    s = b.s
    here = s.units[u].cell
    near = [cell for cell in (here, *beside(s, here)) if s.mine[cell]]
    if near or any(s.mine[cell] for cell in words.cells(s)):
        b.spread(
            [b.make(Verb.DISARM, u, place=cell) for cell in near or [here]],
            DISARM,
            lambda a: f"the mine at {name_of(a.place)}" if s.mine[a.place] else "a mine beside it",
        )


def mount_buttons(b: Buttons, u: int) -> None:
    """Each vehicle of the side beside the squad, or that there is none."""
    s, t = b.s, b.s.units
    own = [v for v in range(s.count) if t[v].side == t[u].side and capacity(s, v) > 0]
    own = [v for v in own if t[v].standing == state.Standing.OPERATIONAL and t[v].cell != NOBODY]
    near = [v for v in own if t[v].cell in beside(s, t[u].cell)]
    b.spread(
        [b.make(Verb.MOUNT, u, target=v) for v in near or own[:1]],
        MOUNT,
        lambda a: f"{'into' if t[a.target].kind == Kind.APC else 'onto'} {b.name(a.target)}",
    )


def dismount_buttons(b: Buttons, u: int) -> None:
    """Each hex beside the carrier, or why the squad stays."""
    s = b.s
    carrier = s.units[u].carrier
    b.spread(
        [b.make(Verb.DISMOUNT, u, place=cell) for cell in beside(s, s.units[carrier].cell)],
        DISMOUNT,
        lambda a: f"from {b.full(carrier)} to {name_of(a.place)}",
    )


def squad_buttons(b: Buttons, u: int) -> None:
    """The orders only squads have: a carried one can but get down."""
    s = b.s
    if s.units[u].carrier != NOBODY:
        return dismount_buttons(b, u)
    turn = "the next game turn" if s.options.cover_lasts == state.CoverLasts.GAME_TURN else "its next turn"
    b.put(b.make(Verb.COVER, u), COVER, f"until {turn}")
    if s.objectives:
        b.put(b.make(Verb.CAPTURE, u), CAPTURE, "the objective here")
    disarm_buttons(b, u)
    mount_buttons(b, u)


# ---------------------------------------------------------------- opening
# Orders outside an activation: roll-off, set-up, the choice of a unit, bailing out.


ROLL = Dress("roll", "Roll for first turn", "play", "R", 0)


def roll_buttons(b: Buttons) -> None:
    """The roll-off before the battle."""
    b.put(b.make(Verb.ROLL), ROLL, "higher goes first", random=True)


def deployment_buttons(b: Buttons) -> None:
    """The next unit on each hex of the zone, each way it can face."""
    for a in b.legal_of(Verb.DEPLOY):
        facing = f", facing {DIRECTIONS[a.facing]}" if a.facing != NOBODY else ""
        dress = Dress("deploy", f"Deploy {b.full(a.actor)}", "move", "D", 0)
        b.put(a, dress, f"{name_of(a.place)}{facing}")


def mine_buttons(b: Buttons) -> None:
    """The next mine on each hex where it may lie before the battle (TC-12.11)."""
    dress = Dress("mine", f"Lay a mine of {b.name(b.s.active)}", "mine", "M", 0)
    for a in b.legal_of(Verb.MINE):
        b.put(a, dress, f"on {name_of(a.place)}")


def prepare_buttons(b: Buttons) -> None:
    """Turret and first round; the printed facing with AT comes first (TC-4.12)."""
    u = b.s.active
    t = b.s.units[u]
    dress = Dress("prepare", "Ready", "load", "R", 0)
    for shell in (Shell.AT, Shell.HE):
        if shell == Shell.HE and not t.upgrade[Upgrade.HE]:
            continue
        for by in range(6):
            facing = (t.hull + by) % 6
            detail = f"turret {WAYS[facing]}, {SHELL_NAMES[shell]} loaded"
            full = f"Turn the turret to the {WAYS[facing]}, {SHELL_NAMES[shell]} shell loaded"
            a, ring = b.make(Verb.PREPARE, u, facing=facing, choice=shell), f"{SHELL_NAMES[shell]} loaded"
            b.put(a, dress, detail, full=full, ring=ring)


def choice_buttons(b: Buttons) -> None:
    """Every unit that could be activated (TC-4.11)."""
    s = b.s
    for u in range(s.count):
        if (
            s.units[u].side == b.seat
            and s.units[u].standing == state.Standing.OPERATIONAL
            and s.units[u].allowance
        ):
            dress = Dress("activate", f"Activate {b.name(u)}", "crew", "A", 0)
            b.put(b.make(Verb.ACTIVATE, u), dress, words.unit_name(b.shelf, s, u))


def landing_buttons(b: Buttons) -> None:
    """Where a squad gets out of its disabled carrier (TC-10.23)."""
    for a in b.legal_of(Verb.BAIL_OUT):
        dress = Dress("bail", f"{b.full(a.actor)} bails out", "dismount", "B", 0)
        b.put(a, dress, f"to {name_of(a.place)}")


# ---------------------------------------------------------------- firing
# Shots at everything hostile; equipment, abilities, the Lieutenant Commander.


MISSILES = {
    shell: Dress("missile", f"{SHELL_NAMES[shell]} missile", "missile", "F") for shell in Shell if shell
}
AI_SHOT = Dress("ai", "Anti-infantry", "gun", "I")


def enemies(s: State, u: int) -> list[int]:
    """Operational units of the other side, carried squads too: the refusal says that they are."""
    t = s.units
    return [
        v for v in range(s.count) if t[v].side != t[u].side and t[v].standing == state.Standing.OPERATIONAL
    ]


def squad_shots(b: Buttons, u: int, choices: list[Action], dress: Callable[[Action], Dress]) -> None:
    """The shots of a squad; of a carried one the first, to say why it cannot fire (TC-10.22)."""
    for a in choices if b.s.units[u].carrier == NOBODY else choices[:1]:
        b.put(a, dress(a), f"at {b.name(a.target)}", True)


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
    squad_shots(b, u, orders, lambda a: MISSILES[Shell(a.choice)])


def ai_buttons(b: Buttons, u: int) -> None:
    """The anti-infantry weapon at every enemy squad."""
    squads = [v for v in enemies(b.s, u) if b.s.units[v].kind == Kind.SQUAD]
    squad_shots(b, u, [b.make(Verb.FIRE_AI, u, target=v) for v in squads], lambda a: AI_SHOT)


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
    for a in b.legal_of(Verb.SMOKE):
        b.put(a, SMOKE, f"on {name_of(a.place)}")
    if not b.legal_of(Verb.SMOKE):
        here = b.make(Verb.SMOKE, u, place=b.s.units[u].cell)
        b.put(here, SMOKE, f"within {hexes(b.s.options.smoke_range)}")


def anywhere(b: Buttons, verb: Verb, u: int, dress: Dress) -> None:
    """An order on every hex of the board that may be named, or the reason against one (TC-12.1, TC-14.5).

    The rules offer computer players the hexes worth naming; a player may name any that they allow: first what
    must be destroyed, then where enemies stand.
    """
    here = b.make(verb, u, place=b.s.units[u].cell)
    if b.code(here):
        return b.put(here, dress, "on any hex")
    first = [b.s.prize_cell, *(b.s.units[v].cell for v in enemies(b.s, u))]
    for cell in dict.fromkeys([*(cell for cell in first if cell != NOBODY), *words.cells(b.s)]):
        a = b.make(verb, u, place=cell)
        if not b.code(a):
            there = b.name(b.s.occupant[cell])
            b.put(a, dress, f"on {name_of(cell)}{f', {there} there' if there else ''}", refusal=None)


def flare_buttons(b: Buttons, u: int) -> None:
    """A flare over the tank, or over a hex of the player's choice (TC-14.5)."""
    if not b.s.options.night:
        return
    if b.s.options.flare_mode == state.FlareMode.TARGETED:
        anywhere(b, Verb.FLARE, u, FLARE)
    else:
        b.put(b.make(Verb.FLARE, u), FLARE, "over the tank")


def laying_buttons(b: Buttons, u: int) -> None:
    """A mine in each hex beside the tank (TC-12.11)."""
    s, t = b.s, b.s.units[u]
    if not t.upgrade[Upgrade.MINE] or s.options.mine_deploy == state.MineDeploy.SETUP:
        return
    left = f"{t.upgrade[Upgrade.MINE] - t.laid} left"
    for a in b.legal_of(Verb.MINE):
        b.put(a, MINE, f"on {name_of(a.place)}, {left}")
    if not b.legal_of(Verb.MINE):
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
        laying_buttons(b, u)
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
        name, effect = words.ability_name(s, ability)
        b.put(b.make(Verb.ABILITY, u, choice=ability), Dress("crew", name, "crew", key, 0), effect)
    if t.upgrade[Upgrade.LIEUTENANT] and not t.begun:
        for role in range(state.Role.LIEUTENANT):
            if not alive(s, u, role):
                a = b.make(Verb.LIEUTENANT, u, choice=role)
                b.put(a, LIEUTENANT, f"to the {words.MEMBERS[role]}'s seat")


def act_buttons(b: Buttons) -> None:
    """All orders of the unit being activated: only what its kind can do."""
    u = b.s.active
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


BUTTONS = {
    Phase.ROLL_OFF: roll_buttons,
    Phase.DEPLOY: deployment_buttons,
    Phase.MINES: mine_buttons,
    Phase.PREPARE: prepare_buttons,
    Phase.CHOOSE: choice_buttons,
    Phase.ACT: act_buttons,
    Phase.BAIL_OUT: landing_buttons,
}
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE, Dress("concede", "Concede", "end", cost=0))
