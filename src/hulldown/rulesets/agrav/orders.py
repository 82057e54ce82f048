"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import movement, state, table, words
from hulldown.rulesets.agrav.accuracy import fixed, is_indirect, reaction_mode
from hulldown.rulesets.agrav.actions import check, legal, to_act
from hulldown.rulesets.agrav.armor import crits_of
from hulldown.rulesets.agrav.board import lines
from hulldown.rulesets.agrav.damage import (
    activate,
    arriving,
    beyond_edge,
    charge_line,
    receive,
    section_distance,
    takes_charge,
)
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.shooting import hit_percent, watches, why_not_ready
from hulldown.rulesets.agrav.state import BARRICADE, NOBODY, Chassis, Phase, State, Verb, Way
from hulldown.rulesets.agrav.table import beyond
from hulldown.rulesets.agrav.words import ANCHORS as PLACES
from hulldown.rulesets.agrav.words import enemies, modes_of, points, present, tile_name, way_name, weapon_name
from hulldown.rulesets.api.words import Amount, Refusal
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress, by_phase
from hulldown.rulesets.common.names import plural

# Nothing is to be known of these beforehand.
PLAIN = (Verb.TURN, Verb.REPOSITION, Verb.DEPLOY, Verb.ROLL, Verb.FIRST, Verb.END, Verb.CONCEDE)
AT_THINGS = (Verb.SHOOT, Verb.CHARGE, Verb.RAM_BARRICADE)  # their place is a section, no tile


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    ids = staticmethod(words.unit_ids)
    is_called = staticmethod(words.unit_name)
    plain = PLAIN

    def text(self, s: State, a: Action) -> str:
        return words.action_text(self.shelf, s, a)

    @cached_property
    def views(self) -> dict[int, frozenset[int]]:
        """The sections and barricade sections that each unit of the seat sees."""
        return {v: visible_places(self.s, v) for v in present(self.s, self.seat)}

    def target(self, a: Action) -> str:
        """The unit that an order is aimed at, or the structure or barricade, by its name."""
        if a.verb in AT_THINGS and a.place != NOBODY:
            return words.place_id(a.place)
        return self.name(a.target) if a.verb != Verb.SMOKE else ""  # the other tiles of smoke are no units

    def place(self, a: Action, place: Any) -> str:
        """The tile at which an order points on the map."""
        return tile_name(place) if place not in (None, NOBODY) else ""

    def reason(self, a: Action, code: int) -> Refusal:
        return words.refusal(self.s.options, code)


# ---------------------------------------------------------------- moving
# Steps, turns, places inside a tile: all that costs mobility but rams (AG-7, AG-2.9).


STEP = Dress("move", "Move", "move", "M")
TURNS = (
    (-1, Dress("turn", "Turn left", "left", "Q")),
    (1, Dress("turn", "Turn right", "right", "E")),
    (2, Dress("turn", "Turn about", "back", "B")),
)
SHIFT = Dress("anchor", "Shift in tile", "dismount", "X")
HOW = {0: "ahead", movement.SIDEWAYS: "sideways", table.ABOUT: "back"}


def watched(s: State, u: int, tile: int) -> bool:
    """Whether a step or a shift may be answered by fire: an enemy's cone lies there, or the unit has weapons
    set while enemies are out of its side's sight (AG-16.8, AG-16.10).
    """
    side = s.units[u].side
    for enemy in present(s, 1 - side):
        if any(watches(s, enemy, w, tile) for w in range(s.units[enemy].weapons)):
            return True
    waiting = any(s.units[u].weapon[w].cone != NOBODY for w in range(s.units[u].weapons))
    return waiting and words.lurking(s, side)


def step_text(s: State, u: int, way: int) -> str:
    """Where a step leads: "north to F6, ahead"."""
    unit = s.units[u]
    how = "" if unit.chassis == Chassis.INFANTRY else HOW.get(movement.turned_away(unit, way), "")
    there = f"{way_name(way)} to {tile_name(beyond(s, unit.tile, way))}"
    return f"{there}, {how}" if how else there


def step_buttons(b: Buttons, u: int) -> None:
    """Steps into the tiles around, ahead first; directions that the chassis has not are left out."""
    s, unit = b.s, b.s.units[u]
    first = unit.facing
    ways = [Way((first + by) % len(Way)) for by in range(len(Way))]
    ways = [way for way in ways if beyond(s, unit.tile, way) != NOBODY]
    ways = [way for way in ways if unit.chassis == Chassis.AGRAV or not table.diagonal(way)]
    steps = [b.make(Verb.STEP, u, choice=way) for way in ways]
    useful = [a for a in steps if b.code(a) != Why.DIRECTION_NOT_ALLOWED]
    b.spread(
        useful or steps,
        STEP,
        lambda a: step_text(s, u, a.choice),
        cost=lambda a: movement.step_cost(s, u, a.choice),
        random=lambda a: watched(s, u, beyond(s, unit.tile, a.choice)),
        place=lambda a: beyond(s, unit.tile, a.choice),
    )


def turn_buttons(b: Buttons, u: int) -> None:
    """Turns of a vehicle (AG-7.2, AG-7.5, AG-7.7)."""
    unit = b.s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return
    for choice, dress in TURNS:
        cost = movement.turn_cost(b.s, u, choice)
        facing = (unit.facing + 2 * choice) % len(Way)
        detail = f"to the {way_name(facing)}" + ("" if cost else ", free")
        b.put(b.make(Verb.TURN, u, choice=choice), dress, detail, cost=cost, facing=facing, ring="hull")


def shift_buttons(b: Buttons, u: int) -> None:
    """Other places inside the tile, for those that have them (AG-2.9)."""
    unit = b.s.units[u]
    if movement.may_shift(b.s, unit):
        choices = [
            b.make(Verb.REPOSITION, u, choice=at) for at in range(movement.ANCHORS) if at != unit.anchor
        ]
        b.spread(choices, SHIFT, shift_text, random=watched(b.s, u, unit.tile))


def shift_text(a: Action) -> str:
    """Where in the tile: "northeast corner"."""
    place = PLACES[a.choice]
    if place == "centre":
        return "the centre"
    return f"{place} {'corner' if len(place) > len('south') else 'edge'}"


# ---------------------------------------------------------------- opening
# Free play before the first turn: the roll-off, who moves first, who stands where (AG-6.1).


ROLL = Dress("roll", "Roll off", "play", "R")
CHOICES = (
    (1, Dress("first", "Move first", "play", "F"), "deploys first, in the south"),
    (0, Dress("second", "Move second", "back", "S"), "deploys second, in the north"),
)
FACINGS = (Way.N, Way.E, Way.S, Way.W)


def opening_buttons(b: Buttons) -> None:
    """The roll-off; who has won it moves first or second."""
    if b.s.chooser == NOBODY:
        b.put(b.make(Verb.ROLL), ROLL, "the higher d100 chooses", random=True)
        return
    for choice, dress, detail in CHOICES:
        b.put(b.make(Verb.FIRST, choice=choice), dress, detail)


def placing_buttons(b: Buttons) -> None:
    """The next unit on each free tile of the zone, each way that it can face, towards the enemy first."""
    for a in b.legal_of(Verb.DEPLOY):
        u = a.actor
        dress = Dress("deploy", f"Deploy {b.full(u)}", "move", "D")
        squad = b.s.units[u].chassis == Chassis.INFANTRY
        ways = [a.facing] if squad else sorted(FACINGS, key=lambda way: way != a.facing)
        for way in ways:
            facing = "" if squad else f", facing {way_name(way)}"
            placed = b.make(Verb.DEPLOY, u, place=a.place, facing=way)
            b.put(placed, dress, f"on {tile_name(a.place)}{facing}", place=a.place)


# ---------------------------------------------------------------- firing
# Shots by weapon and mode, at units and at structures, and weapons set to reaction fire (AG-8, AG-16).


FIRE_KEYS = "FGJKL"  # by the weapon's place on the sheet
REACT = Dress("reaction_fire", "Watch", "turret", "R")
STRUCTURES = Dress("structures", "Bring down", "disarm", "A")


def weapon_icon(gun: state.Weapon) -> str:
    """What a weapon looks like on a button."""
    if gun.family == state.Family.MISSILE or gun.family == state.Family.ROCKET:
        return "missile"
    if gun.energy:
        return "quick"
    return "he" if gun.he else "fire"


def fire_buttons(b: Buttons, u: int) -> None:
    """Each weapon at every enemy: each mode that it may use, or why there is none."""
    s = b.s
    for w in lines(s, u):
        icon = weapon_icon(s.units[u].weapon[w])
        name, key = weapon_name(b.shelf, s, u, w), words.weapon_ids(b.shelf, s, u)[w]
        dress = Dress(f"fire_{key}", f"Fire {name}", icon, FIRE_KEYS[w])
        modes, shots = modes_of(s.units[u].weapon[w].family), list[Action]()
        for enemy in enemies(s, b.seat):
            shots += b.allowed([b.make(Verb.SHOOT, u, target=enemy, facing=m, choice=w) for m in modes])
        b.spread(shots, dress, lambda a: shot_text(b, a), random=True)


def shot_text(b: Buttons, a: Action) -> str:
    """At whom, how, and how likely each shot is to hit."""
    s, w = b.s, a.choice
    parts = [f"at {words.place_kind(a.place) if a.target == NOBODY else b.full(a.target)}"]
    if len(modes_of(s.units[a.actor].weapon[w].family)) > 1:
        parts.append(words.MODES[state.Mode(a.facing)])
    if not b.code(a):
        parts.append(f"{hit_percent(s, a.actor, w, a.facing, a.target, a.place, s.mute)}%")
    return ", ".join(parts)


def visible_places(s: State, u: int) -> frozenset[int]:
    """The sections and barricade sections that a unit sees."""
    sections = [i for i in range(s.sections) if table.section_in_sight(s, u, i)]
    barricades = [BARRICADE + k for k in range(s.barricades) if table.barricade_in_sight(s, u, k)]
    return frozenset(sections + barricades)


def places_for(b: Buttons, u: int, mode: int) -> list[int]:
    """The sections and barricade sections that a unit sees or, for indirect fire, only allies see."""
    if not is_indirect(mode):
        return sorted(b.views[u])
    return sorted(frozenset().union(*b.views.values()) - b.views[u])


def structure_buttons(b: Buttons, u: int) -> None:
    """Every weapon that is ready at every section that it may fire at, and why at no other (AG-8.13)."""
    s = b.s
    ready = [w for w in lines(s, u) if not why_not_ready(s, u, w)]
    shots = [
        a
        for w in ready
        for mode in modes_of(s.units[u].weapon[w].family)
        for place in places_for(b, u, mode)
        if not b.code(a := b.make(Verb.SHOOT, u, place=place, facing=mode, choice=w))
    ]
    for a in shots:
        b.put(a, STRUCTURES, f"{weapon_name(b.shelf, s, u, a.choice)} {shot_text(b, a)}", random=True)
    aimed = {a.place for a in shots}
    for w in (ready or lines(s, u))[:1]:  # a shot in its first mode: what is refused of it says why
        mode = modes_of(s.units[u].weapon[w].family)[0]
        for place in standing_places(s):
            if place not in aimed:
                a = b.make(Verb.SHOOT, u, place=place, facing=mode, choice=w)
                b.put(a, STRUCTURES, words.place_name(s, place))


def standing_places(s: State) -> list[int]:
    """The sections and barricade sections that still stand."""
    sections = [i for i in range(s.sections) if s.section[i].height != state.Height.GONE]
    return sections + [BARRICADE + k for k in range(s.barricades) if s.barricade[k].tile != NOBODY]


def react_buttons(b: Buttons, u: int) -> None:
    """The cones in which its weapons may wait, a ring for each, and none again; mortars never do (AG-16.5,
    AG-16.7).
    """
    s = b.s
    choices = [a for w in lines(s, u) for a in cones(b, u, w)]
    codes = {b.code(a) for a in choices}
    for a in choices[:1] if len(codes) == 1 and 0 not in codes else choices:
        off = a.facing == NOBODY
        label = "Watch no longer" if off else f"Watch {way_name(a.facing)}"
        name = weapon_name(b.shelf, s, u, a.choice)
        detail = name + (", fixed ahead" if fixed(s, u, a.choice) else "")
        facing = None if off else int(a.facing)
        b.put(a, replace(REACT, label=label), detail, facing=facing, ring="" if off else name)


def cones(b: Buttons, u: int, w: int) -> list[Action]:
    """What one weapon may be set to, ahead first."""
    gun, first = b.s.units[u].weapon[w], b.s.units[u].facing
    if reaction_mode(gun.family) == NOBODY:
        return []
    ways = [first] if fixed(b.s, u, w) else [(first + by) % len(Way) for by in range(len(Way))]
    settings = [b.make(Verb.REACT, u, facing=way, choice=w) for way in ways if way != gun.cone]
    off = [b.make(Verb.REACT, u, facing=NOBODY, choice=w)] if gun.cone != NOBODY else []
    return [*off, *settings]


# ---------------------------------------------------------------- equipping
# Shields switched, charge sent, smoke thrown (AG-13, AG-14, AG-22).


ON = Dress("shield", "Shield on", "cover", "S")
OFF = Dress("shield", "Shield off", "cover", "S")
TRANSFER = Dress("transfer", "Send charge", "mount", "W")
SMOKE = Dress("smoke", "Smoke", "smoke", "D")
ASIDE = table.ABOUT // 2  # eighths of a circle
Screened = tuple[int, ...]
"""The tiles of a screen of smoke, in rising order."""

# ---------------------------------------------------------------- shields


def charge_text(screen: state.Screen) -> str:
    """Charge of maximum: "142.5/150"."""
    return f"{points(screen.charge)}/{points(screen.maximum)}"


def shield_buttons(b: Buttons, u: int) -> None:
    """The shield, switched on at a price or off (AG-13.20)."""
    screen = b.s.units[u].shield
    if screen.state == state.Shield.ABSENT:
        return
    a = b.make(Verb.SHIELD, u)
    if screen.state == state.Shield.ACTIVE:
        b.put(a, OFF, f"keeps {points(screen.charge)}")
        return
    after = copy(screen)
    cost = activate(b.s.options, after) if not b.code(a) else 0
    b.put(a, ON, f"costs {points(cost)}, then {charge_text(after)}" if cost else charge_text(screen))


def transfer_text(b: Buttons, a: Action) -> str:
    """What arrives, and what the shield of the other has then (AG-14.7)."""
    s = b.s
    after = copy(s.units[a.target].shield)
    came = arriving(s.options, state.POINT * a.choice, crits_of(s.units[a.actor], state.Part.TRANSFER))
    receive(s.options, after, came)
    return f"{a.choice} to {b.full(a.target)}, {points(came)} arrive, then {charge_text(after)}"


def transfer_buttons(b: Buttons, u: int) -> None:
    """Charge to each neighbour that can take it: all, half, or any number of points (AG-14.8)."""
    s, unit = b.s, b.s.units[u]
    if not unit.transfer:
        return
    whole = unit.shield.charge // state.POINT
    for a in b.legal_of(Verb.TRANSFER, u):
        amount = Amount("Charge to send", a.choice, 1, whole, words.action_text(b.shelf, s, a, blank=True))
        b.put(a, TRANSFER, transfer_text(b, a), amount=amount)
    if not b.legal_of(Verb.TRANSFER, u):
        friends = [v for v in present(s, unit.side) if v != u]
        likely = [v for v in friends if takes_charge(s, u, v)] or friends or [u]
        a = b.make(Verb.TRANSFER, u, target=likely[0], choice=max(1, whole))
        b.put(a, TRANSFER, transfer_text(b, a))


# ---------------------------------------------------------------- smoke


def across(s: State, u: int, tile: int) -> list[int]:
    """A tile and those beside it, across the line from the vehicle: a screen as wide as it can be."""
    here = s.units[u].tile
    way = table.way_towards(table.between_x(here, tile), table.between_y(here, tile))
    beside = [beyond(s, tile, (way + by) % len(Way)) for by in (-ASIDE, ASIDE)] if way != NOBODY else []
    return [tile, *(t for t in beside if t != NOBODY and table.takes_smoke(s, u, t))]


def smoke_choices(b: Buttons, u: int) -> dict[Screened, int]:
    """A screen round each tile within reach, and what is offered to computer players; each with its tile."""
    s = b.s
    near = (state.tile_at(column, row) for row in range(s.rows) for column in range(s.columns))
    screens: dict[Screened, int] = {}
    for tile in near:
        if table.takes_smoke(s, u, tile):
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
    if not any(unit.part[k].part == state.Part.SMOKE for k in range(unit.parts)):
        return
    choices, left = smoke_choices(b, u), f"{unit.smoke} left"
    orders = [smoke_order(b, u, on) for on in choices]
    b.spread(
        orders,
        SMOKE,
        lambda a: f"on {' '.join(map(tile_name, screen_tiles(a)))}, {left}",
        place=lambda a: choices[screen_tiles(a)],
    )


# ---------------------------------------------------------------- assaulting
# Rams, stomps and demolition charges: what needs an enemy or a structure next to it (AG-19, AG-21.6).


RAM = Dress("ram", "Ram", "clash", "T")
STOMP = Dress("ram", "Stomp", "clash", "T")
CHARGE = Dress("charge", "Demolition charge", "mine", "C")


def ram_damage(s: State, u: int, target: int, spent: int) -> int:
    """What a ram does, in tenths (AG-19.12, AG-19.13)."""
    unit, other = s.units[u], s.units[target]
    if unit.chassis == Chassis.TANK:
        spent = movement.tiles_closer(s.options, unit, other.tile)
    return int(movement.ram_damage(s, u, target, spent, s.mute))


def ram_text(b: Buttons, a: Action) -> str:
    """Whom, and how hard if it can be."""
    if b.code(a):
        return b.full(a.target)
    return f"{b.full(a.target)}, {points(ram_damage(b.s, a.actor, a.target, a.choice))} damage"


def ram_cost(s: State, a: Action) -> int:
    """Mobility of a ram: 1 for a tank, what it spends for a walker."""
    return s.options.ram_cost if s.units[a.actor].chassis == Chassis.TANK else max(0, a.choice)


def ram_buttons(b: Buttons, u: int) -> None:
    """Enemies next to a tank or walker, a walker's with any mobility, the most first."""
    s, unit = b.s, b.s.units[u]
    walker = unit.chassis == Chassis.WALKER
    fit = [v for v in enemies(s, b.seat) if movement.may_ram(unit.chassis, s.units[v].chassis)]
    near = [v for v in fit if table.distance(unit.tile, s.units[v].tile) <= 1]
    efforts = range(unit.left, -1, -1) if walker and near else [unit.left]
    rams = [b.make(Verb.RAM, u, target=v, choice=n) for v in near or fit[:1] for n in efforts]
    b.spread(
        b.allowed(rams),
        STOMP if walker else RAM,
        lambda a: ram_text(b, a),
        cost=lambda a: ram_cost(s, a),
        random=True,
    )


def barricade_buttons(b: Buttons, u: int) -> None:
    """Barricades on the edges of a tank's tile (AG-19.17)."""
    s, unit = b.s, b.s.units[u]
    for k in range(s.barricades):
        beyond = movement.far_side(s, u, k) if s.barricade[k].tile != NOBODY else NOBODY
        if unit.chassis != Chassis.TANK or beyond == NOBODY:
            continue
        closer = movement.tiles_closer(s.options, unit, beyond)
        hard = points(movement.ram_damage(s, u, NOBODY, closer, s.mute))
        a = b.make(Verb.RAM_BARRICADE, u, place=BARRICADE + k)
        cost = movement.barricade_cost(s, u, beyond)
        b.put(a, RAM, f"barricade {words.barricade_id(k)}, {hard} damage", True, cost=cost)


def charge_buttons(b: Buttons, u: int) -> None:
    """Structures and barricades next to a squad with a charge, or why there is nothing to blow up."""
    s = b.s
    line = charge_line(s, u)
    if line == NOBODY:
        return
    tile = s.units[u].tile
    near = [i for i in range(s.sections) if s.section[i].height != state.Height.GONE]
    near = sorted(near, key=lambda i: section_distance(s, i, tile))
    edges = [k for k in range(s.barricades) if s.barricade[k].tile != NOBODY]
    edges = [BARRICADE + k for k in edges if tile in (s.barricade[k].tile, beyond_edge(s, k))]
    choices = [b.make(Verb.CHARGE, u, place=place) for place in (*edges, *near)]
    damage = s.units[u].weapon[line].damage
    b.spread(b.allowed(choices), CHARGE, lambda a: f"{damage} to {words.place_name(s, a.place)}")


END = Dress("end", "End turn", "end", "Space")


def idle_text(s: State, seat: int) -> str:
    """What a side leaves undone if it ends its turn now: "4 weapons ready, 2 units can move"."""
    mine = present(s, seat)
    guns = [(u, w) for u in mine for w in lines(s, u) if why_not_ready(s, u, w) == 0]
    idle = sum(s.units[u].weapon[w].cone == NOBODY for u, w in guns)
    moving = sum(s.units[u].left > 0 for u in mine)
    text = [f"{plural(idle, 'weapon')} idle"] if idle and enemies(s, seat) else []
    text += [f"{plural(moving, 'unit')} can move"] if moving else []
    return ", ".join(text) or "all is done"


UNIT_BUTTONS = (
    *(step_buttons, turn_buttons, shift_buttons),
    *(fire_buttons, react_buttons, structure_buttons),
    *(ram_buttons, barricade_buttons, charge_buttons),
    *(shield_buttons, transfer_buttons, smoke_buttons),
)


def side_buttons(b: Buttons) -> None:
    """All orders of the units of the side to move, and the end of its turn."""
    for u in present(b.s, b.seat):
        for buttons_of in UNIT_BUTTONS:
            buttons_of(b, u)
    b.put(b.make(Verb.END), END, idle_text(b.s, b.seat))


BUTTONS = {Phase.ROLL_OFF: opening_buttons, Phase.DEPLOY: placing_buttons, Phase.TURN: side_buttons}
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE)
