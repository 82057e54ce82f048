"""What holds in every position of AGrav that play can reach, whatever is ordered and rolled.

Every battle is played once; each decision is held against its rules on the way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.unit.rulesets.agrav.test_sight import twin

from hulldown.conformance.suite import OFF
from hulldown.kernel.actions import Action, Actions, Event, forget
from hulldown.kernel.dice import DiceFault, Mode, new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets import get
from hulldown.rulesets.agrav.actions import apply, legal, to_act
from hulldown.rulesets.agrav.armor import WRECKED, crits_of, energy_limit
from hulldown.rulesets.agrav.events import (
    armour_cooled,
    armour_heated,
    armour_worn,
    barricade_collapsed,
    barricade_hit,
    charge_sent,
    crit_rolled,
    event,
    health_lost,
    model_hit,
    section_collapsed,
    section_hit,
    shield_rested,
    shield_struck,
    shield_toggled,
)
from hulldown.rulesets.agrav.state import (
    NOBODY,
    POINT,
    Chassis,
    Ground,
    Height,
    Part,
    Screen,
    Shield,
    Standing,
    State,
    Unit,
    Verb,
    column_of,
    row_of,
)
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import EventKind

AGRAV = get("agrav")
BRAWLS = sorted((Path(__file__).parents[1] / "parity" / "agrav").glob("*.toml"))  # every unit at arm's length
BATTLES = [*AGRAV.files.scenarios(), *BRAWLS]
BOLD = (Verb.SHOOT, Verb.RAM, Verb.RAM_BARRICADE, Verb.CHARGE, Verb.TRANSFER)
FORWARD, HANDFUL = 0.7, 4  # how often one of these is ordered, and the best of how many orders otherwise
LOOKED, PAIRS = 25, 3  # every so many decisions so many lines of sight are drawn again
MOST = 300  # decisions of a battle that are looked at
SEEDS = [  # each battle once; `make test-all` fights each twice more
    *range(len(BATTLES)),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(len(BATTLES), 3 * len(BATTLES))),
]
LOG = open_log()
ROOM = blank(Actions)


@dataclass
class Step:
    """One decision of a battle: the position before and after it, and what was told."""

    before: State
    after: State
    order: Action
    events: list[Event]


def options_of(luck: random.Random) -> dict[str, Any]:
    """Some options at some other value."""
    known = AGRAV.files.options()
    names = luck.sample([n for n, one in known.items() if not one.number], luck.choice((0, 6, 12)))
    return {name: luck.choice(known[name].values) for name in names}


def drawn(s: State, luck: random.Random) -> Action:
    """An order of sides that like to fight: most often a shot or a ram, else what looks best of a handful."""
    seat = 0 if to_act(s) & 1 else 1
    rows = [copy(row) for row in ROOM.rows[: legal(s, seat, ROOM)] if row.verb != Verb.CONCEDE]
    bold = [row for row in rows if row.verb in BOLD]
    if bold and luck.random() < FORWARD:
        return luck.choice(bold)

    def promise(a: Action) -> int:
        after = copy(s)
        apply(after, a, new_dice(luck.getrandbits(32)), OFF)
        return AGRAV.rules.estimate(after, seat)

    return max(luck.sample(rows, min(len(rows), HANDFUL)), key=promise)


def battle(seed: int) -> Iterator[Step]:
    """A battle of a scenario, under options drawn."""
    luck, d = random.Random(seed), new_dice(seed, mode=Mode.FREE)
    scenario = BATTLES[seed % len(BATTLES)]
    s = AGRAV.set_up(scenario, {} if scenario in BRAWLS else options_of(luck))
    for _ in range(MOST):
        if not to_act(s):
            return
        order, before = drawn(s, luck), copy(s)
        forget(LOG)
        apply(s, order, d, LOG)
        assert (LOG.lost, d.fault) == (0, DiceFault.NONE)
        yield Step(before, s, order, LOG.events[: LOG.count])


def present(s: State) -> dict[int, Unit]:
    """The units on the map by number."""
    return {u: s.units[u] for u in range(s.count) if s.units[u].standing == Standing.PRESENT}


# ---------------------------------------------------------------- the board


def board_is_sound(s: State) -> None:
    """AG-2.3: a unit to a tile, none in what is solid; sections and barricades agree with the tiles."""
    standing = {u: int(unit.tile) for u, unit in present(s).items()}
    assert {tile: u for tile, u in enumerate(s.occupant) if u != NOBODY} == {
        t: u for u, t in standing.items()
    }
    for tile in standing.values():
        assert s.ground[tile] in (Ground.CLEAR, Ground.DEBRIS) and s.built[tile] == NOBODY  # AG-2.3
        assert column_of(tile) < s.columns and row_of(tile) < s.rows
    assert all(0 <= turns <= s.options.smoke_turns for turns in s.smoke)  # AG-3.10
    for tile in (tile for tile in range(len(s.smoke)) if s.smoke[tile] > 0):
        assert s.smoker[tile] in (0, 1) and s.ground[tile] < Ground.WALL  # AG-3.11, AG-22.1
    sections_are_sound(s)
    edges = {(int(one.tile), int(one.south)): b for b, one in enumerate(s.barricade[: s.barricades])}
    for tile in range(len(s.south)):
        assert s.south[tile] == edges.get((tile, 1), NOBODY) and s.east[tile] == edges.get((tile, 0), NOBODY)


def sections_are_sound(s: State) -> None:
    """AG-20.12, AG-20.13: what has tiles stands and has durability, or waits to fall; debris has neither."""
    tiles = Counter(int(i) for i in s.built if i != NOBODY)
    for i in range(s.sections):
        one = s.section[i]
        assert (tiles[i] > 0) == (one.height != Height.GONE)
        assert 0 <= one.durability <= one.full
        assert (one.durability == 0) == (one.height == Height.GONE or one.felled == 1)
        assert one.ruin == 0 or (one.height, one.features) == (Height.LOW, 0)  # AG-20.13
    for b in range(s.barricades):
        one = s.barricade[b]
        assert one.durability >= 0
        standing = one.durability > 0 or s.options.barricade_is_structure == 1
        assert standing or one.tile == NOBODY  # AG-20.11


# ---------------------------------------------------------------- units


def unit_is_sound(s: State, u: Unit) -> None:
    """Nothing is negative or over its maximum."""
    assert 0 <= u.health <= u.health_full
    assert 0 <= u.durability <= u.durability_full
    assert u.heat >= 0 and 0 <= u.stun <= 2  # AG-11.8, AG-15.6
    assert 0 <= u.energy <= energy_limit(s.options, u)  # AG-5.8
    assert 0 <= u.smoke <= s.options.discharger_uses and u.left >= 0 and u.tiles >= 0
    assert min(u.lost_health, u.lost_durability, u.lost_charge) >= 0
    screen_is_sound(u.shield)
    for part in u.part[: u.parts]:
        assert 0 <= part.crits <= WRECKED  # AG-12.11
    for weapon in u.weapon[: u.weapons]:
        assert weapon.loads >= -1 and 0 <= weapon.waiting <= weapon.reload + 1  # AG-5.9, AG-8.12
        assert weapon.cone == NOBODY or (u.standing == Standing.PRESENT and weapon.crits < WRECKED)
    if u.chassis == Chassis.INFANTRY:
        assert u.health == sum(u.model[: u.models])  # AG-21.5
        assert (u.durability, u.heat, u.shield.state) == (0, 0, Shield.ABSENT)  # AG-11.7
        assert all(0 <= left <= u.model_full for left in u.model[: u.models])
    dead = u.health == 0 or crits_of(u, Part.COCKPIT) >= WRECKED
    assert dead == (u.standing == Standing.DESTROYED)  # AG-9.3, AG-12.14


def screen_is_sound(screen: Screen) -> None:
    """AG-13.15, AG-13.16: the charge below its maximum, the maximum below the default; states and waits."""
    assert 0 <= screen.charge <= screen.maximum <= screen.full
    assert 0 <= screen.crack <= 2 and 0 <= screen.reset <= 5  # AG-13.10, AG-13.19
    assert (screen.reset > 0) == (screen.state == Shield.DISABLED)
    if screen.state == Shield.DISABLED:
        assert (screen.charge, screen.crack) == (0, 0)
    if screen.state == Shield.ACTIVE:
        assert screen.charge > 0 and screen.maximum > 0  # AG-13.7
    if screen.state in (Shield.ABSENT, Shield.DESTROYED):
        assert screen.charge == 0


# ---------------------------------------------------------------- sight


def sight_is_mutual(s: State) -> None:
    """AG-4.1: whoever is seen sees, and only enemies on the map are kept in mind."""
    here = present(s)
    for u in range(s.count):
        for v in range(s.count):
            sees = s.units[u].sees >> v & 1
            assert sees == s.units[v].sees >> u & 1
            assert not sees or (u in here and v in here and here[u].side != here[v].side)
    for side in range(2):
        known = {v for v in here if here[v].side != side and here[v].sees}
        assert s.known[side] == sum(1 << v for v in known)  # AG-24.1


def sight_is_true(s: State, luck: random.Random) -> None:
    """AG-4.1 to AG-4.5: some lines, drawn again in exact fractions over every tile."""
    here = present(s)
    pairs = [(u, v) for u in here for v in here if here[u].side < here[v].side]
    for u, v in luck.sample(pairs, min(PAIRS, len(pairs))):
        a, b = here[u], here[v]
        assert bool(a.sees >> v & 1) == twin(s, int(a.tile), int(a.anchor), int(b.tile), int(b.anchor)), (
            u,
            v,
        )


# ---------------------------------------------------------------- what the log says is what was lost


class Ledger:
    """The tracks of a position, moved on by nothing but what the log says."""

    def __init__(self, s: State) -> None:
        units = s.units[: s.count]
        self.health = [int(u.health) for u in units]
        self.durability = [int(u.durability) for u in units]
        self.heat = [int(u.heat) for u in units]
        self.charge = [int(u.shield.charge) for u in units]
        self.full = [int(u.shield.full) for u in units]
        self.doubling = 1 if s.options.activation_double_scope else 2  # "shield" is the second value
        self.section = [int(one.durability) for one in s.section[: s.sections]]
        self.edge = [int(one.durability) for one in s.barricade[: s.barricades]]

    def shield_hit(self, e: Any) -> None:
        self.charge[e.unit] -= e.removed
        assert e.removed >= 0 and self.charge[e.unit] == e.left  # AG-13.6

    def shield_toggle(self, e: Any) -> None:
        assert (self.charge[e.unit], e.before - e.paid) == (e.before, e.charge)  # AG-13.20
        self.charge[e.unit] = e.charge

    def shield_step(self, e: Any) -> None:
        self.charge[e.unit] += e.gain
        assert e.gain >= 0 and self.charge[e.unit] == e.charge  # AG-13.18

    def transferred(self, e: Any) -> None:
        self.charge[e.unit] -= e.sent
        gained = e.charge - self.charge[e.receiver]
        assert 0 <= gained <= e.arrived < e.sent  # AG-14.4: some is lost, none is made
        self.charge[e.receiver] = e.charge

    def warmed(self, e: Any) -> None:
        assert (self.heat[e.unit], e.before + e.added) == (e.before, e.heat)  # AG-11.7
        self.heat[e.unit] = e.heat

    def heat_step(self, e: Any) -> None:
        assert e.lost >= 0 and e.cooled >= 0 and self.heat[e.unit] - e.cooled >= e.heat  # AG-11.8
        self.durability[e.unit] -= e.lost
        assert self.durability[e.unit] == e.durability
        self.heat[e.unit] = e.heat

    def worn(self, e: Any) -> None:
        self.durability[e.unit] -= e.removed
        most = max(e.cap, e.value) * self.doubling + POINT // 2  # which rounding can add (AG-1.3)
        assert 0 <= e.removed <= most and self.durability[e.unit] == e.left  # AG-10.6, AG-10.7, AG-13.21

    def hurt(self, e: Any) -> None:
        self.health[e.unit] -= e.removed
        assert 0 <= e.removed <= e.damage and self.health[e.unit] == e.left  # AG-9.1

    def model_hit(self, e: Any) -> None:
        self.health[e.unit] -= e.removed
        assert 0 <= e.removed <= e.damage and self.health[e.unit] == e.squad  # AG-21.5

    def crit_roll(self, e: Any) -> None:
        assert 1 <= e.die <= e.sides  # AG-12.8
        if e.part == Part.SHIELD and e.crits <= WRECKED:  # table 3.10
            self.full[e.unit] = self.full[e.unit] // 2 if e.crits < WRECKED else 0
            self.charge[e.unit] = min(self.charge[e.unit], self.full[e.unit])

    def structure_hit(self, e: Any) -> None:
        assert self.section[e.section] == e.before and 0 <= e.left <= e.before  # AG-20.10
        assert e.left == (0 if e.marks & 1 else max(0, e.before - e.net))
        self.section[e.section] = e.left

    def barricade_hit(self, e: Any) -> None:
        assert self.edge[e.barricade] == e.before  # AG-20.11
        assert e.left == (0 if e.fifth else max(0, e.before - e.damage))
        self.edge[e.barricade] = e.left

    def collapsed(self, e: Any) -> None:
        assert self.section[e.section] == 0  # AG-20.12
        self.section[e.section] = e.durability

    def barricade_collapsed(self, e: Any) -> None:
        assert self.edge[e.barricade] == 0  # AG-20.12


ENTRIES: Mapping[EventKind[Any], Callable[[Ledger, Any], None]] = {
    shield_struck: Ledger.shield_hit,
    shield_toggled: Ledger.shield_toggle,
    shield_rested: Ledger.shield_step,
    charge_sent: Ledger.transferred,
    armour_heated: Ledger.warmed,
    armour_cooled: Ledger.heat_step,
    armour_worn: Ledger.worn,
    health_lost: Ledger.hurt,
    model_hit: Ledger.model_hit,
    crit_rolled: Ledger.crit_roll,
    section_hit: Ledger.structure_hit,
    barricade_hit: Ledger.barricade_hit,
    section_collapsed: Ledger.collapsed,
    barricade_collapsed: Ledger.barricade_collapsed,
}


def log_accounts_for_all(step: Step) -> None:
    """AG-9.1: what a position lost and gained is what its events say, to the tenth of a point."""
    moved, now = Ledger(step.before), Ledger(step.after)
    for row in step.events:
        if (entry := ENTRIES.get(event[row.kind])) is not None:
            entry(moved, event[row.kind].decode(row))
    assert vars(moved) == vars(now)


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_is_sound_from_first_to_last(seed: int) -> None:
    luck = random.Random(seed)
    for number, step in enumerate(battle(seed)):
        board_is_sound(step.after)
        for u in range(step.after.count):
            unit_is_sound(step.after, step.after.units[u])
        sight_is_mutual(step.after)
        log_accounts_for_all(step)
        if number % LOOKED == 0:
            sight_is_true(step.after, luck)
