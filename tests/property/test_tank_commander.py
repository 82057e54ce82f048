"""What holds in every position of Tank Commander that play can reach, whatever is ordered and rolled."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from hulldown.conformance.playing import OFF, Moment, legal_orders, moments
from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Event
from hulldown.kernel.hexes import DIRECTIONS, distance, step
from hulldown.kernel.records import copy, digest
from hulldown.odds import exact
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ability,
    Ground,
    Health,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    Verb,
)
from hulldown.rulesets.tank_commander.crew import living, load_cost, points_left
from hulldown.rulesets.tank_commander.mirror import mirrored, mirrored_order
from hulldown.rulesets.tank_commander.questions.posing import cells, field, lay, post, recruit
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.scenario import set_up
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import advance, start_turn

TC = get("tank_commander")
CHOICES = {
    name: st.sampled_from(option.values)
    for name, option in TC.options().items()
    if not option.number and name not in ("epic_veto", "painted", "named", "deployment")
}
KIT = ("he", "smoke", "medkit", "lieutenant", "engine", "optics")
NEAR = ("D5", "E4", "E6", "F6", "G5", "E8", "C4", "G7")
SOME = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Stage.generate],  # a battle does not get clearer by shrinking its seed
)


def skirmish(seed: int, options: dict[str, str]) -> State:
    """Two pairs of tanks close together at the start of a game turn, hurt, on broken ground with mines."""
    luck, s = random.Random(seed), field({"options": options})
    for u, place in enumerate(luck.sample(NEAR, 4)):
        kit = luck.sample(KIT, luck.randint(0, len(KIT)))
        post(s, recruit(s, u % 2, "tank", (7, 6, 6), kit), place, luck.choice(DIRECTIONS))
        batter(luck, s, u)
    for cell in cells(s):
        if s.occupant[cell] == NOBODY:
            lay(s, cell, luck.choice(GROUNDS))
            s.mine[cell] = int(luck.random() < 0.1)
    s.game_turn, s.first = luck.randint(3, 8), luck.randint(0, 1)
    start_turn(s, new_dice(seed), OFF)
    advance(s, new_dice(seed), OFF)
    return s


def batter(luck: random.Random, s: State, u: int) -> None:
    """Hull points lost, a fire, wounds."""
    t = s.units[u]
    t.points, t.burning, t.turret = luck.randint(1, 2), luck.randint(0, 1), luck.randint(0, 5)
    for member in range(CREW):
        if t.crew[member] == Health.OK and luck.random() < 0.4:
            t.crew[member] = Health.WOUNDED


OPTIONS = st.lists(st.sampled_from(sorted(CHOICES)), max_size=4, unique=True).flatmap(
    lambda chosen: st.fixed_dictionaries({name: CHOICES[name] for name in chosen})
)
SEEDS = st.integers(0, 2**20)
SKIRMISHES = st.builds(skirmish, SEEDS, OPTIONS)
BATTLES = st.tuples(SKIRMISHES, SEEDS)


def battle(start: State, seed: int) -> Iterator[Moment]:
    """Random play from a position to the end; the log of a moment holds until the next."""
    return moments(TC, "skirmish", seed, start=start)


GROUNDS = [Ground.OPEN] * 6 + [Ground.FOREST, Ground.MUD, Ground.HILL, Ground.BUILDING, Ground.RUBBLE]

# ---------------------------------------------------------------- positions


def sound(s: State) -> None:
    """One position: the board and the units agree, and no number is out of its range."""
    standing = {int(s.units[u].cell): u for u in range(s.count) if on_board(s, u)}
    assert {cell: u for cell, u in enumerate(s.occupant) if u != NOBODY} == standing  # TC-3.7
    assert len(standing) == sum(on_board(s, u) for u in range(s.count))
    for u in range(s.count):
        sound_unit(s, u)
    listed = {int(cell) for cell in s.building[: s.buildings]}
    assert listed == {cell for cell in cells(s) if s.ground[cell] == Ground.BUILDING}
    assert all(s.ground[cell] not in (Ground.OFF_BOARD, Ground.BUILDING) for cell in standing)


def on_board(s: State, u: int) -> bool:
    return s.units[u].cell >= 0 and s.units[u].standing != Standing.DESTROYED


def sound_unit(s: State, u: int) -> None:
    t = s.units[u]
    assert 0 <= t.points <= 4
    assert points_left(s, u) >= 0
    assert t.spent >= 0
    assert t.moved >= 0
    assert -1 <= t.hull < 6
    assert (t.turret >= 0) == (t.kind == Kind.TANK)
    assert t.loaded in tuple(Shell)
    assert all(Health.OK <= health <= Health.ABSENT for health in t.crew)
    assert len(t.crew) == CREW
    if t.standing == Standing.OPERATIONAL:
        assert t.points > 0
        assert t.kind != Kind.TANK or living(s, u) > 0
    if t.standing == Standing.DISABLED:
        assert 0 < t.fell <= s.fallen
    if t.stand_in != NOBODY:
        assert t.crew[t.stand_in] == Health.KILLED
    if t.ability != NOBODY and s.winner < 0:
        assert s.active == u


@SOME
@given(BATTLES)
def test_every_position_is_sound(game: tuple[State, int]) -> None:
    for m in battle(*game):
        sound(m.after)


def never_gets_better(before: State, after: State, u: int) -> None:
    old, new = before.units[u], after.units[u]
    assert new.points <= old.points
    assert all(b <= a for a, b in zip(new.crew, old.crew, strict=True))
    assert new.standing >= old.standing or new.standing == Standing.DISABLED
    assert all(b <= a for a, b in zip(new.used, old.used, strict=True))
    assert new.smoked >= old.smoked


@SOME
@given(BATTLES)
def test_nothing_mends_smoke_stays_and_wrecks_never_act(game: tuple[State, int]) -> None:
    for m in battle(*game):
        for u in range(m.before.count):
            never_gets_better(m.before, m.after, u)
            if m.before.units[u].standing != Standing.OPERATIONAL:
                assert m.chosen.actor != u
                assert not any(row.actor == u and row.kind == Tell.ACTIVATE for row in told(m))
        assert all(b <= a for a, b in zip(m.after.smoke, m.before.smoke, strict=True))
        assert all(b >= a for a, b in zip(m.after.mine, m.before.mine, strict=True))


def told(m: Moment) -> list[Event]:
    return list(m.log.events[: m.log.count])


@SOME
@given(BATTLES)
def test_nobody_moves_farther_than_the_cap_or_through_anything(game: tuple[State, int]) -> None:
    for m in battle(*game):
        for row in told(m):
            if row.kind in (Tell.MOVE, Tell.REVERSE):
                assert distance(int(row.c), int(row.place)) == 1
                assert m.before.ground[row.place] not in (Ground.OFF_BOARD, Ground.BUILDING)
                assert m.before.occupant[row.place] in (NOBODY, m.chosen.actor)
        if m.after.active != NOBODY and not m.after.options.move_move_move:
            t = m.after.units[m.after.active]
            assert t.moved <= t.speed + t.upgrade[0]  # a driver hurt on the way leaves what was driven


@SOME
@given(BATTLES)
def test_a_game_turn_activates_each_unit_once_and_time_ends_the_battle(
    game: tuple[State, int],
) -> None:
    seen: dict[tuple[int, int], int] = {}
    for m in battle(*game):
        turn = int(m.before.game_turn)
        for row in told(m):
            turn = int(row.a) if row.kind == Tell.TURN else turn
            if row.kind == Tell.ACTIVATE:
                key = (turn, int(row.actor))
                seen[key] = seen.get(key, 0) + 1
    assert set(seen.values()) == {1}  # TC-4.11
    assert max(turn for turn, _ in seen) <= 10  # TC-1.5
    assert m.after.phase == Phase.OVER


# ---------------------------------------------------------------- every order there is


def conceivable(s: State, seat: int) -> list[Action]:
    """Every order that could be thought of for the active unit, sensible or not."""
    u, found = int(s.active), []
    for verb in (Verb.MOVE, Verb.REVERSE, Verb.EXTINGUISH, Verb.END):
        found.append(make(seat, verb, u))
    found += [make(seat, Verb.STRAIGHT, u, choice=n) for n in range(1, 4)]
    found += [make(seat, Verb.TURN, u, facing=f, choice=c) for f in range(6) for c in (0, 1)]
    found += [make(seat, Verb.TURRET, u, facing=f) for f in range(6)]
    found += [make(seat, verb, u, target=v) for verb in (Verb.FIRE, Verb.FIRE_AI) for v in range(s.count)]
    found += [make(seat, Verb.FIRE, u, place=cell) for cell in cells(s)]
    found += [make(seat, Verb.SMOKE, u, place=cell) for cell in cells(s)]
    found += [make(seat, Verb.LOAD, u, choice=shell) for shell in Shell]
    found += [make(seat, Verb.ABILITY, u, choice=ability) for ability in Ability]
    return found + [make(seat, Verb.LIEUTENANT, u, choice=role) for role in Role]


def left_out(s: State, a: Action) -> bool:
    """Orders that are allowed and not offered, because another offered one does the same or undoes it."""
    t = s.units[a.actor]
    if a.verb == Verb.LOAD:
        return bool(a.choice == t.loaded or load_cost(s, a.actor) == 0)
    if a.verb == Verb.TURN:
        return bool(t.turret < 0)
    if a.verb == Verb.STRAIGHT:  # farther than the way is free
        cell = int(t.cell)
        for _ in range(a.choice):
            cell = step(cell, int(t.hull))
            if s.ground[cell] in (Ground.OFF_BOARD, Ground.BUILDING) or s.occupant[cell] != NOBODY:
                return True
    return False


def key(a: Action) -> tuple[int, ...]:
    return (a.verb, a.actor, a.target, a.place, a.facing, a.choice)


@SOME
@given(BATTLES)
def test_what_is_allowed_is_offered(game: tuple[State, int]) -> None:
    for m in battle(*game):
        if m.before.phase != Phase.ACT or m.number % 7:
            continue
        offered = {key(a) for a in m.orders}
        allowed = [a for a in conceivable(m.before, m.seat) if check(m.before, m.seat, a) == 0]
        assert offered <= {key(a) for a in allowed}
        assert [m.text(a) for a in allowed if key(a) not in offered and not left_out(m.before, a)] == []


# ---------------------------------------------------------------- symmetry and arithmetic


@SOME
@given(st.builds(skirmish, SEEDS, st.just({})), SEEDS)
def test_the_rules_favour_no_side(start: State, seed: int) -> None:
    for m in moments(TC, "skirmish", seed, start=start, limit=25):
        twin, dice = mirrored(m.before), (new_dice(seed), new_dice(seed))
        one, other = copy(m.before), twin
        TC.verbs.apply(other, mirrored_order(m.before, m.chosen), dice[1], OFF)
        TC.verbs.apply(one, m.chosen, dice[0], OFF)
        assert digest(mirrored(one)) == digest(other), m.text(m.chosen)


def test_what_is_mirrored_twice_is_the_same() -> None:
    s = set_up("skirmish")
    assert digest(mirrored(mirrored(s))) == digest(s)
    assert [s.ground[cell] for cell in cells(s)] == [
        mirrored(s).ground[cell] for cell in cells(s)
    ]  # TC-13.11


@SOME
@given(SKIRMISHES)
def test_the_chances_of_any_order_add_up_to_one(s: State) -> None:
    seat = int(s.seat)
    for a in legal_orders(TC, s, seat)[:40]:
        if a.verb == Verb.FIRE:
            assert sum(exact(TC, s, [a]).chances().values()) == 1
