"""What seats do: who is to decide, what is offered, why not, and carrying it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from hulldown.kernel.actions import Action, Actions, Log, make, offer
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import SEEING, UNSEEING, fixed, why_no_line
from hulldown.rulesets.agrav.damage import (
    charge,
    charge_line,
    marked,
    section_distance,
    takes_charge,
    toggle,
    transfer,
    why_not_charge,
    why_not_toggle,
    why_not_transfer,
)
from hulldown.rulesets.agrav.events import Why, first_chosen
from hulldown.rulesets.agrav.movement import (
    ANCHORS,
    can_pay_turn,
    may_shift,
    ram,
    ram_barricade,
    reposition,
    step,
    stuck,
    turn,
    why_no_way,
    why_not_ram,
    why_not_ram_barricade,
    why_not_reposition,
    why_not_step,
    why_not_turn,
)
from hulldown.rulesets.agrav.shooting import (
    has_line,
    holds_fire,
    keep_round,
    loaded,
    set_reaction,
    shoot,
    why_not_react,
    why_not_ready,
    why_not_shoot,
    wipe,
)
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    CENTRE,
    MODELS,
    NOBODY,
    PARTS,
    POINT,
    TILES,
    UNITS,
    WEAPONS,
    Chassis,
    Feature,
    Mode,
    Occasion,
    Phase,
    Round,
    Screen,
    Shield,
    Standing,
    State,
    Struck,
    Unit,
    Verb,
    Way,
    Weapon,
    tile_at,
)
from hulldown.rulesets.agrav.table import (
    ABOUT,
    WAYS,
    barricade_between,
    between_x,
    between_y,
    beyond,
    distance,
    in_sight,
    look_all,
    make_smoke,
    solid,
    takes_smoke,
    visible_enemies,
    way_towards,
    why_not_smoke,
)
from hulldown.rulesets.agrav.turn import advance, choose_order, deploy, end_turn, roll_off, why_not_deploy
from hulldown.rulesets.agrav.victory import concede
from hulldown.rulesets.agrav.words import TURNS, present
from hulldown.rulesets.common.enums import count_of


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why a seat may not do this now. Seat and side are the same number."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOUR_TURN
    if a.verb == Verb.CONCEDE:
        return Why.ALLOWED
    if s.phase == Phase.ROLL_OFF:
        return why_not_choose(s, seat, a)
    if seat != s.side:
        return Why.NOT_YOUR_TURN
    if s.phase == Phase.DEPLOY:
        placing = a.verb == Verb.DEPLOY
        return why_not_deploy(s, a.actor, a.place, a.facing) if placing else Why.NO_SUCH_ACTION
    if a.verb == Verb.END:
        return Why.ALLOWED
    if a.actor < 0 or a.actor >= s.count or s.units[a.actor].standing != Standing.PRESENT:
        return Why.NO_SUCH_ACTION
    return Why.NOT_YOUR_TURN if s.units[a.actor].side != seat else why_not_act(s, a)


@rule
def why_not_choose(s: State, seat: int, a: Action) -> int:
    """Free play: a roll, then the higher one chooses to move first or second (AG-6.1)."""
    if s.chooser == NOBODY:
        if seat != 0:
            return Why.NOT_YOUR_TURN
        return Why.ALLOWED if a.verb == Verb.ROLL else Why.NO_SUCH_ACTION
    if seat != s.chooser:
        return Why.NOT_YOUR_TURN
    return Why.ALLOWED if a.verb == Verb.FIRST and 0 <= a.choice <= 1 else Why.NO_SUCH_ACTION


@rule
def why_not_act(s: State, a: Action) -> int:
    """An action of a unit in its own turn, in any order, in pieces (AG-6.5, AG-6.6)."""
    u, verb, choice = a.actor, a.verb, a.choice
    if verb == Verb.STEP:
        return why_not_step(s, u, choice)
    if verb == Verb.TURN:
        return why_not_turn(s, u, choice)
    if verb == Verb.REPOSITION:
        return why_not_reposition(s, u, choice)
    if verb == Verb.SHOOT:
        return why_not_shoot(s, u, choice, a.facing, a.target, a.place)
    if verb == Verb.REACT:
        return why_not_react(s, u, choice, a.facing)
    return why_not_special(s, a)


@rule
def why_not_special(s: State, a: Action) -> int:
    """Rams, shields, smoke and charges."""
    u, verb = a.actor, a.verb
    if verb == Verb.RAM:
        return why_not_ram(s, u, a.target, a.choice)
    if verb == Verb.RAM_BARRICADE:
        return why_not_ram_barricade(s, u, a.place)
    if verb == Verb.SHIELD:
        return why_not_toggle(s, u)
    if verb == Verb.TRANSFER:
        return why_not_transfer(s, u, a.target, a.choice)
    if verb == Verb.SMOKE:
        return why_not_smoke(s, u, a.place, a.target, a.choice)
    if verb == Verb.CHARGE:
        return why_not_charge(s, u, a.place)
    return Why.NO_SUCH_ACTION


# ---------------------------------------------------------------- weapons
# The weapon orders worth weighing: shots at enemies and at sections that matter, and reaction fire.


MODES = 7


@rule
def offer_weapons(s: State, u: int, goals: int, m: Actions) -> None:
    """Shots and reaction fire of every weapon that is fired. A setting that stands is left alone."""
    held, ways = holds_fire(s, s.units[u].side), 0
    in_view = goals & s.units[u].sees_sections
    for w in range(s.units[u].weapons):
        if has_line(s, u, w) and loaded(s, u, w):
            if not held and why_not_ready(s, u, w) == 0:
                offer_shots(s, u, w, m)
                if in_view != 0:
                    offer_demolition(s, u, w, in_view, m)
            if s.units[u].weapon[w].cone == NOBODY:
                if ways == 0:
                    ways = ways_to_enemies(s, u)
                offer_cones(s, u, w, ways, m)


@rule
def offer_shots(s: State, u: int, w: int, m: Actions) -> None:
    """The modes of a weapon at every enemy that its side knows of: who sees it fires directly (AG-17.4)."""
    seat, family = s.units[u].side, s.units[u].weapon[w].family
    known = s.known[seat]
    for target in range(s.count):
        if (known >> target) & 1 == 1 and s.units[target].standing == Standing.PRESENT:
            modes = SEEING[family] if in_sight(s, u, target) else UNSEEING[family]
            for mode in range(MODES):
                if (modes >> mode) & 1 == 1 and why_no_line(s, u, w, mode, target, NOBODY) == 0:
                    offer(m, seat, Verb.SHOOT, u, target, -1, mode, w)


@rule
def offer_demolition(s: State, u: int, w: int, in_view: int, m: Actions) -> None:
    """Shots at the sections that matter and are in view."""
    seat, modes = s.units[u].side, SEEING[s.units[u].weapon[w].family]
    for i in range(s.sections):
        if (in_view >> i) & 1 == 1:
            for mode in range(MODES):
                if (modes >> mode) & 1 == 1 and why_no_line(s, u, w, mode, NOBODY, i) == 0:
                    offer(m, seat, Verb.SHOOT, u, -1, i, mode, w)


@rule
def sections_in_view(s: State, seat: int) -> int:
    """Bits of the watched sections that a side sees."""
    seen = 0
    for u in range(s.count):
        if s.units[u].side == seat:
            seen |= s.units[u].sees_sections
    return seen


@rule
def sections_worth_it(s: State, seat: int) -> int:
    """Bits of the sections in view that are worth a shot."""
    goals = sections_in_view(s, seat)
    left, i = goals, 0
    while left != 0:
        if left & 1 == 1 and not matters(s, i, seat):
            goals &= ~(1 << i)
        left >>= 1
        i += 1
    return goals


@rule
def matters(s: State, i: int, seat: int) -> bool:
    """Whether a section is worth a shot: the objective, or a volatile one with an enemy in its blast."""
    if marked(s.section[i].features, Feature.OBJECTIVE):
        return bool(seat == s.attacker)
    for enemy in range(s.count):
        if s.units[enemy].standing == Standing.PRESENT and s.units[enemy].side != seat:
            if section_distance(s, i, s.units[enemy].tile) <= s.options.blast_reach:
                return True
    return False


@rule
def ways_to_enemies(s: State, u: int) -> int:
    """Bits of the directions in which enemies are."""
    here, ways = s.units[u].tile, 0
    for enemy in range(s.count):
        if s.units[enemy].standing == Standing.PRESENT and s.units[enemy].side != s.units[u].side:
            there = s.units[enemy].tile
            ways |= 1 << max(0, way_towards(between_x(here, there), between_y(here, there)))
    return ways


@rule
def offer_cones(s: State, u: int, w: int, ways: int, m: Actions) -> None:
    """Reaction fire towards the enemies, of the hull's weapons where it points (AG-16.2, AG-16.7)."""
    unit = s.units[u]
    seat, facing = unit.side, unit.facing
    if why_not_react(s, u, w, facing) != 0:
        return
    if fixed(s, u, w):
        ways = 1 << facing
    for way in range(WAYS):
        if (ways >> way) & 1 == 1:
            offer(m, seat, Verb.REACT, u, -1, -1, way, w)


# ---------------------------------------------------------------- offering
# Who is to act, and what is offered: everything a sensible player would weigh, in a fixed order.
#
# `legal` leaves out what only people want, though `check` allows it: shots at sections that matter to nobody,
# cones that look away from the enemy, places inside a tile from which as many are seen, smoke far from any
# line, odd amounts of charge. They are listed by `everything`.


@rule
def to_act(s: State) -> int:
    """The seat that owes a decision, as a bit; 0 when the battle is over."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ROLL_OFF:
        return 1 << max(0, s.chooser)  # anybody may roll for both: seat 0 does (AG-6.1)
    return 1 << s.side


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """What a seat is offered now."""
    m.count = 0
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.ROLL_OFF and s.chooser == NOBODY:
        offer(m, seat, Verb.ROLL, -1, -1, -1, -1, -1)
    elif s.phase == Phase.ROLL_OFF:
        offer(m, seat, Verb.FIRST, -1, -1, -1, -1, 1)
        offer(m, seat, Verb.FIRST, -1, -1, -1, -1, 0)
    elif s.phase == Phase.DEPLOY:
        offer_deployment(s, seat, m)
    else:
        goals = sections_worth_it(s, seat)
        for u in range(s.count):
            if s.units[u].standing == Standing.PRESENT and s.units[u].side == seat:
                offer_unit(s, u, goals, m)
        offer(m, seat, Verb.END, -1, -1, -1, -1, -1)
    return m.count


@rule
def offer_deployment(s: State, seat: int, m: Actions) -> None:
    """Tiles for the next unit that waits, facing the middle (AG-6.1, AG-6.9)."""
    for u in range(UNITS):
        if u < s.count and s.units[u].standing == Standing.WAITING and s.units[u].side == seat:
            facing = Way.N if seat == s.first else Way.S
            if s.units[u].chassis == Chassis.INFANTRY:
                facing = Way.N
            for tile in range(TILES):
                if why_not_deploy(s, u, tile, facing) == 0:
                    offer(m, seat, Verb.DEPLOY, u, -1, tile, facing, -1)
            return


@rule
def offer_unit(s: State, u: int, goals: int, m: Actions) -> None:
    """All that one unit may do. `goals`: the sections that are worth a shot."""
    offer_moves(s, u, m)
    offer_shifts(s, u, m)
    offer_weapons(s, u, goals, m)
    offer_rams(s, u, m)
    offer_devices(s, u, m)
    if s.units[u].chassis == Chassis.INFANTRY and charge_line(s, u) != NOBODY:
        offer_charges(s, u, m)


@rule
def offer_moves(s: State, u: int, m: Actions) -> None:
    """Steps and turns: nothing without mobility but the free turn of an AGrav (AG-7.7)."""
    unit = s.units[u]
    seat = unit.side
    if (unit.left <= 0 and unit.free_turn == 0) or stuck(unit) != 0:
        return
    if unit.left > 0:
        for way in range(0, WAYS, 1 if unit.chassis == Chassis.AGRAV else 2):
            if why_no_way(s, u, way) == 0:
                offer(m, seat, Verb.STEP, u, -1, -1, -1, way)
    if unit.chassis != Chassis.INFANTRY:
        for choice in range(-1, 3):
            if choice != 0 and can_pay_turn(s, u, choice):
                offer(m, seat, Verb.TURN, u, -1, -1, -1, choice)


# ---------------------------------------------------------------- rams and devices


@rule
def offer_rams(s: State, u: int, m: Actions) -> None:
    """Rams and stomps at neighbours with all the mobility there is, and rams of barricades (AG-19)."""
    unit = s.units[u]
    if unit.rammed != 0 or (unit.chassis != Chassis.TANK and unit.chassis != Chassis.WALKER):
        return
    for target in range(s.count):
        near = s.units[target].side != unit.side and s.units[target].standing == Standing.PRESENT
        if near and distance(unit.tile, s.units[target].tile) <= 1:
            if why_not_ram(s, u, target, unit.left) == 0:
                offer(m, unit.side, Verb.RAM, u, target, -1, -1, unit.left)
    if unit.chassis == Chassis.TANK and unit.left > 0:
        offer_barricade(s, u, unit.facing, m)
        offer_barricade(s, u, (unit.facing + ABOUT) % WAYS, m)


@rule
def offer_barricade(s: State, u: int, way: int, m: Actions) -> None:
    """Through the barricade straight ahead or behind (AG-19.17)."""
    b = barricade_between(s, s.units[u].tile, way)
    if b != NOBODY and why_not_ram_barricade(s, u, BARRICADE + b) == 0:
        offer(m, s.units[u].side, Verb.RAM_BARRICADE, u, -1, BARRICADE + b, -1, -1)


@rule
def offer_devices(s: State, u: int, m: Actions) -> None:
    """The shield switched, charge sent (all of it, and half), smoke towards the nearest enemy."""
    unit = s.units[u]
    seat = unit.side
    if unit.shield.state != Shield.ABSENT and why_not_toggle(s, u) == 0:
        offer(m, seat, Verb.SHIELD, u, -1, -1, -1, -1)
    if unit.transfer != 0 and unit.transferred == 0:
        offer_transfers(s, u, m)
    if unit.smoke > 0 and unit.smoked == 0:
        offer_smoke(s, u, m)


@rule
def offer_transfers(s: State, u: int, m: Actions) -> None:
    """Charge sent to each friend that can take it (AG-14)."""
    seat, whole = s.units[u].side, s.units[u].shield.charge // POINT
    for friend in range(s.count):
        if s.units[friend].side == seat and why_not_transfer(s, u, friend, whole) == 0:
            offer(m, seat, Verb.TRANSFER, u, friend, -1, -1, whole)
            if whole > 1:
                offer(m, seat, Verb.TRANSFER, u, friend, -1, -1, whole // 2)


@rule
def nearest_enemy(s: State, u: int) -> int:
    """The tile of the nearest enemy in play, -1 without one."""
    here, best = s.units[u].tile, NOBODY
    for enemy in range(s.count):
        other = s.units[enemy]
        if other.standing == Standing.PRESENT and other.side != s.units[u].side:
            if best == NOBODY or distance(here, other.tile) < distance(here, best):
                best = other.tile
    return best


@rule
def offer_smoke(s: State, u: int, m: Actions) -> None:
    """Smoke on the tiles next to the vehicle that lie towards the nearest enemy (AG-22.1)."""
    here, enemy = s.units[u].tile, nearest_enemy(s, u)
    for way in range(WAYS):
        tile = beyond(s, here, way)
        if enemy != NOBODY and tile != NOBODY and distance(tile, enemy) < distance(here, enemy):
            if why_not_smoke(s, u, tile, NOBODY, NOBODY) == 0:
                offer(m, s.units[u].side, Verb.SMOKE, u, -1, tile, -1, -1)


@rule
def offer_charges(s: State, u: int, m: Actions) -> None:
    """Demolition charges on what stands next to the squad (AG-21.6)."""
    tile, done = s.units[u].tile, 0
    for way in range(0, WAYS, 2):
        there, b = beyond(s, tile, way), barricade_between(s, tile, way)
        section = s.built[there] if there != NOBODY else NOBODY
        if section != NOBODY and (done >> section) & 1 == 0:
            done |= 1 << section
            offer_charge(s, u, section, m)
        if b != NOBODY:
            offer_charge(s, u, BARRICADE + b, m)


@rule
def offer_charge(s: State, u: int, place: int, m: Actions) -> None:
    """One place for a charge, if it can be used there."""
    if why_not_charge(s, u, place) == 0:
        offer(m, s.units[u].side, Verb.CHARGE, u, -1, place, -1, -1)


# ---------------------------------------------------------------- shifting
# The places inside a tile worth weighing (AG-2.9): out of cover, and back into it.


SHIFTS = 2  # offered in one tile and turn: to look round a corner and back. It is free, so it would never end


@rule
def offer_shifts(s: State, u: int, m: Actions) -> None:
    """The place with the most enemies in view, and the one with the fewest, if not as many as now."""
    unit = s.units[u]
    if unit.shifts >= SHIFTS or not may_shift(s, unit) or stuck(unit) != 0:
        return
    most, open_place = count_of(unit.sees), NOBODY
    fewest, cover = most, NOBODY
    for anchor in range(ANCHORS):
        seen = count_of(visible_enemies(s, u, unit.tile, anchor))
        if seen > most:
            most, open_place = seen, anchor
        elif seen < fewest:
            fewest, cover = seen, anchor
    if open_place != NOBODY:
        offer(m, unit.side, Verb.REPOSITION, u, -1, -1, -1, open_place)
    if cover != NOBODY:
        offer(m, unit.side, Verb.REPOSITION, u, -1, -1, -1, cover)


# ---------------------------------------------------------------- every order
# Every order that may be given now, what only people want included; all choices of AGrav can be counted.


HEADINGS = (Way.N, Way.E, Way.S, Way.W)
Asker = Callable[[State, int, int], Iterator[Action]]


def every_order(s: State, seat: int) -> Iterator[Action]:
    """Each once, in the order of the verbs of each unit. The tiles of a screen of smoke have no order."""
    if not to_act(s) >> seat & 1:
        return
    for a in candidate_actions(s, seat):
        if not check(s, seat, a):
            yield a


def candidate_actions(s: State, seat: int) -> Iterator[Action]:
    """Every order that a seat could ask for in this phase of the battle."""
    if s.phase == Phase.ROLL_OFF:
        yield make(seat, Verb.ROLL)
        yield from (make(seat, Verb.FIRST, choice=first) for first in (1, 0))
    elif s.phase == Phase.DEPLOY:
        yield from placings(s, seat)
    else:
        for u in present(s, seat):
            for ask in ASKERS:
                yield from ask(s, seat, u)
        yield make(seat, Verb.END)
    yield make(seat, Verb.CONCEDE)


def tiles(s: State) -> list[int]:
    """Every tile of the map."""
    return [tile_at(column, row) for row in range(s.rows) for column in range(s.columns)]


def places(s: State) -> list[int]:
    """Every section and barricade section."""
    return [*range(s.sections), *(BARRICADE + k for k in range(s.barricades))]


def placings(s: State, seat: int) -> Iterator[Action]:
    """The units that wait, on every tile; squads have no facing (AG-2.2, AG-6.1)."""
    for u in range(s.count):
        if s.units[u].standing == Standing.WAITING and s.units[u].side == seat:
            headings = HEADINGS[:1] if s.units[u].chassis == Chassis.INFANTRY else HEADINGS
            for tile in tiles(s):
                yield from (make(seat, Verb.DEPLOY, u, place=tile, facing=heading) for heading in headings)


def moves(s: State, seat: int, u: int) -> Iterator[Action]:
    """Steps, turns and the places in a tile (AG-7, AG-2.9)."""
    yield from (make(seat, Verb.STEP, u, choice=way) for way in Way)
    yield from (make(seat, Verb.TURN, u, choice=choice) for choice in TURNS.values())
    yield from (make(seat, Verb.REPOSITION, u, choice=anchor) for anchor in range(ANCHORS))


def shots(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every weapon in every mode at every unit, section and barricade section (AG-8.13)."""
    for w in range(s.units[u].weapons):
        for mode in Mode:
            for target in range(s.count):
                yield make(seat, Verb.SHOOT, u, target, facing=mode, choice=w)
            for place in places(s):
                yield make(seat, Verb.SHOOT, u, place=place, facing=mode, choice=w)


def reactions(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every weapon set to every direction, and to none (AG-16.7)."""
    for w in range(s.units[u].weapons):
        yield from (make(seat, Verb.REACT, u, facing=way, choice=w) for way in (NOBODY, *Way))


def assaults(s: State, seat: int, u: int) -> Iterator[Action]:
    """Rams, a walker's with any mobility, and demolition charges (AG-19, AG-21.6)."""
    left = int(s.units[u].left)
    efforts = range(left + 1) if s.units[u].chassis == Chassis.WALKER else (left,)
    for target in range(s.count):
        yield from (make(seat, Verb.RAM, u, target, choice=spent) for spent in efforts)
    for place in places(s):
        yield make(seat, Verb.CHARGE, u, place=place)
        if place >= BARRICADE:
            yield make(seat, Verb.RAM_BARRICADE, u, place=place)


def charges(s: State, seat: int, u: int) -> Iterator[Action]:
    """The shield switched, and charge sent in every whole amount (AG-13.20, AG-14.8)."""
    yield make(seat, Verb.SHIELD, u)
    for friend in range(s.count):
        if takes_charge(s, u, friend):
            for amount in range(1, int(s.units[u].shield.charge) // POINT + 1):
                yield make(seat, Verb.TRANSFER, u, friend, choice=amount)


def screens(s: State, seat: int, u: int) -> Iterator[Action]:
    """Smoke on one to three tiles (AG-22.1)."""
    if not s.units[u].smoke:
        return
    open_tiles = [t for t in tiles(s) if takes_smoke(s, u, t)]
    for number in (1, 2, 3):
        for chosen in combinations(open_tiles, number):
            first, second, third, *_ = (*chosen, NOBODY, NOBODY)
            yield make(seat, Verb.SMOKE, u, place=first, target=second, choice=third)


ASKERS: tuple[Asker, ...] = (moves, shots, reactions, assaults, charges, screens)


# ---------------------------------------------------------------- carrying out
# Carrying out a legal action.


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out an action and what follows from it without another decision."""
    verb = a.verb
    if verb == Verb.END:
        end_turn(s, d, e)
    elif verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif verb == Verb.ROLL:
        roll_off(s, d, e)
    elif verb == Verb.FIRST:
        choose_order(s, a.choice)
        first_chosen(e, s.first, s.chooser)
    elif verb == Verb.DEPLOY:
        deploy(s, a.actor, a.place, a.facing, e)
    elif verb <= Verb.REACT:
        act(s, a, d, e)
    else:
        act_specially(s, a, d, e)
    advance(s, d, e)


@rule
def act(s: State, a: Action, d: Dice, e: Log) -> None:
    """Moving and shooting."""
    u, verb, choice = a.actor, a.verb, a.choice
    if verb == Verb.STEP:
        step(s, u, choice, d, e)
    elif verb == Verb.TURN:
        turn(s, u, choice, d, e)
    elif verb == Verb.REPOSITION:
        reposition(s, u, choice, d, e)
    elif verb == Verb.SHOOT:
        shoot(s, u, choice, a.facing, a.target, a.place, Occasion.ORDER, d, e)
    else:
        set_reaction(s, u, choice, a.facing, e)


@rule
def act_specially(s: State, a: Action, d: Dice, e: Log) -> None:
    """Rams, shields, smoke and charges."""
    u, verb = a.actor, a.verb
    if verb == Verb.RAM:
        ram(s, u, a.target, a.choice, d, e)
    elif verb == Verb.RAM_BARRICADE:
        ram_barricade(s, u, a.place, d, e)
    elif verb == Verb.SHIELD:
        toggle(s, u, e)
    elif verb == Verb.TRANSFER:
        transfer(s, u, a.target, a.choice, e)
    elif verb == Verb.SMOKE:
        make_smoke(s, u, a.place, a.target, a.choice, e)
    else:
        charge(s, u, a.place, e)


# ---------------------------------------------------------------- veiling
# What a seat cannot know while units are hidden, and the proof that it does not (AG-24).
#
# A hidden enemy is known to be in play somewhere, and what hits have left of it (AG-24.3); no more.


@rule
def mask(s: State, seat: int) -> None:
    """Make a position forget what a seat does not see; who looks on (-1) knows what both sides do (AG-24.1).

    When the battle is over nothing is hidden any more (AG-24.6).
    """
    if s.options.fog_of_war == 0 or s.phase == Phase.OVER:
        return
    forget_rounds(s, seat)
    for u in range(s.count):
        unit = s.units[u]
        if hidden(s, u, seat):
            hide(s, u, seat)
        elif unit.side != seat:
            unit.came, unit.began = unit.tile, unit.tile  # seen now, but not where it came from
            unit.shifts = 0


@rule
def hidden(s: State, u: int, seat: int) -> bool:
    """Whether a seat does not know where a unit is, though it is in play (AG-24.1, AG-24.2).

    To who looks on, units that wait to be placed are those of the scenario, so that somebody can place them.
    """
    unit = s.units[u]
    if unit.side == seat or unit.standing == Standing.DESTROYED or unit.standing == Standing.ABSENT:
        return False
    if unit.standing == Standing.WAITING:
        return seat >= 0
    return (s.known[1 - unit.side] >> u) & 1 == 0


# ---------------------------------------------------------------- units


@rule
def hide(s: State, u: int, seat: int) -> None:
    """Take a unit off the map: it is somewhere. Who looks on does not know where it was last seen either."""
    unit = s.units[u]
    if unit.standing == Standing.PRESENT:
        s.occupant[unit.tile] = NOBODY
    unit.standing = Standing.UNSEEN
    if seat < 0:
        s.last_seen[u] = NOBODY
    forget_place(unit)
    forget_tracks(unit)
    forget_devices(unit)
    for w in range(WEAPONS):
        forget_weapon(unit.weapon[w])
    for p in range(PARTS):
        forget_part(unit.part[p])


@rule
def forget_place(u: Unit) -> None:
    """Where it is, how it stands there, how it moves."""
    u.tile, u.came, u.began, u.anchor, u.shifts, u.facing = 0, 0, 0, 0, 0, 0
    u.mobility, u.left, u.tiles, u.turned, u.free_turn, u.rammed = 0, 0, 0, 0, 0, 0
    u.last_tiles, u.sees, u.sees_sections = 0, 0, 0


@rule
def forget_tracks(u: Unit) -> None:
    """Armour, heat, stun, energy. Health is known: hits are told to everybody, and nothing else takes it."""
    u.thickness, u.durability, u.durability_full, u.heat = 0, 0, 0, 0
    u.stun, u.stunned, u.lost_health, u.lost_durability, u.lost_charge = 0, 0, 0, 0, 0
    u.energy, u.output, u.capacity, u.sensors, u.budget = 0, 0, 0, 0, 0
    if u.models == 0:  # of a vehicle, how its faces are worn (AG-10.2)
        for m in range(MODELS):
            u.model[m] = 0


@rule
def forget_devices(u: Unit) -> None:
    """Turret, smoke, shield, and how many weapons and parts there are."""
    u.turret, u.smoke, u.smoked, u.transfer, u.transferred = 0, 0, 0, 0, 0
    u.weapons, u.parts = 0, 0
    forget_shield(u.shield)


@rule
def forget_shield(f: Screen) -> None:
    """Whether there is one, and how it is."""
    f.state, f.nominal, f.full, f.maximum, f.charge = 0, 0, 0, 0, 0
    f.crack, f.reset, f.toggled, f.activated = 0, 0, 0, 0


@rule
def forget_weapon(g: Weapon) -> None:
    """A weapon and what became of it."""
    g.kind, g.family, g.penetration, g.damage, g.thermal = NOBODY, 0, 0, 0, 0
    g.energy, g.he, g.area, g.shots, g.per_model, g.power, g.reload = 0, 0, 0, 0, 0, 0, 0
    g.mount, g.stabiliser, g.loads, g.fired, g.waiting, g.cone, g.crits = 0, 0, 0, 0, 0, NOBODY, 0


@rule
def forget_part(p: Struck) -> None:
    """A part of the sheet."""
    p.part, p.weapon, p.last, p.crits = 0, NOBODY, 0, 0


# ---------------------------------------------------------------- rounds in flight


@rule
def unnoticed(s: State, shell: Round, seat: int) -> bool:
    """A round whose shooter a seat does not see; who looks on must see whom it flies to as well (AG-24.4)."""
    if shell.side == seat:
        return False
    if hidden(s, shell.shooter, seat):
        return True
    return seat < 0 and shell.target != NOBODY and hidden(s, shell.target, seat)


@rule
def forget_rounds(s: State, seat: int) -> None:
    """Take rounds out of the air that a seat does not know of."""
    kept = 0
    for i in range(s.flying):
        if not unnoticed(s, s.flight[i], seat):
            if kept != i:
                keep_round(s.flight[kept], s.flight[i])
            kept += 1
    for i in range(kept, s.flying):
        wipe(s.flight[i])
    s.flying = kept


# ---------------------------------------------------------------- twin
# Proof of AG-24: positions that differ only in what a seat does not see.


def twin(s: State, seat: int | None, chance: Random) -> State | None:
    """The same battle with one hidden enemy elsewhere and in another state; None if there is none to make."""
    viewer = NOBODY if seat is None else seat
    unseen = [
        u
        for u in range(s.count)
        if s.units[u].standing == Standing.PRESENT and s.units[u].side != seat and hidden(s, u, viewer)
    ]
    if not s.options.fog_of_war or s.phase != Phase.TURN or not unseen:
        return None
    u = chance.choice(unseen)
    free = [tile for tile in tiles(s) if not solid(s, tile) and s.occupant[tile] == NOBODY]
    for tile in chance.sample(free, len(free)):
        other = with_unit_at(s, u, tile)
        if list(other.known) == list(s.known) and list(other.last_seen) == list(s.last_seen):
            change(other, u, chance)
            return other
    return None


def with_unit_at(s: State, u: int, tile: int) -> State:
    """A unit on another tile, and everybody looks again."""
    after: State = copy(s)
    unit = after.units[u]
    after.occupant[unit.tile] = NOBODY
    after.occupant[tile] = u
    unit.tile = unit.came = unit.began = tile
    unit.anchor = CENTRE
    look_all(after)
    return after


def change(s: State, u: int, chance: Random) -> None:
    """What a hidden unit may have done besides: turned, set a weapon, spent energy, switched its shield."""
    unit = s.units[u]
    if unit.chassis != Chassis.INFANTRY:
        unit.facing = chance.choice(HEADINGS)
    if unit.weapons:
        unit.weapon[0].cone = unit.facing
    unit.energy = unit.smoke = 0
    if unit.shield.state == Shield.ACTIVE and unit.shield.charge > POINT:
        unit.shield.state, unit.shield.charge = Shield.INACTIVE, unit.shield.charge - POINT
