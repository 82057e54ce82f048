"""What holds in every position of Tank Commander that play can reach, whatever is ordered and rolled."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from tests.answers.tank_commander.posing import board_carrier, cells, field, post, recruit
from tests.proof.tank_commander import mirror_order, mirror_position

from hulldown.conformance.suite import (
    OFF,
    DecisionPoint,
    events_have_words,
    legal_is_allowed,
    legal_orders,
    moments,
    state_is_sound,
    texts_parse_back,
    watch,
)
from hulldown.kernel.actions import Action, Event, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import DIRECTIONS, cell_of, distance, step
from hulldown.kernel.records import copy, digest
from hulldown.odds import exact
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.crew import aboard, capacity, living, load_cost, remaining_points
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import lay, set_up
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    Ability,
    Ground,
    Health,
    Kind,
    Mission,
    Phase,
    Role,
    Shell,
    Standing,
    State,
    Verb,
)
from hulldown.rulesets.tank_commander.turn import advance, start_turn

TC = get("tank_commander")
CHOICES = {
    name: st.sampled_from(option.values)
    for name, option in TC.files.options().items()
    if not option.number and name not in ("epic_veto", "painted", "named", "deployment")
}
KIT = ("he", "smoke", "medkit", "lieutenant", "engine", "optics", "ai", "mine")
SECOND = ("tank", "apc", "hover_tank", "walker")  # what each side has beside a tank, two squads and luck
NEAR = ("D5", "E4", "E6", "F6", "G5", "E8", "C4", "G7", "F4", "D7")
SOME = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Stage.generate],  # a battle does not get clearer by shrinking its seed
)


def skirmish(seed: int, options: dict[str, str], air: bool = True) -> State:
    """Two vehicles and two squads a side close together, hurt, on broken ground with mines and objectives.

    The first squad of a side rides if there is room. `air`: tanks may have air support.
    """
    luck, s = random.Random(seed), field({"options": options})
    places = luck.sample(NEAR, 8)
    for u, kind in enumerate(("tank", "tank", luck.choice(SECOND), luck.choice(SECOND))):
        kit = luck.sample(KIT, luck.randint(0, len(KIT))) + ["air_support"] * air
        post(s, recruit(s, u % 2, kind, (7, 6, 6), kit), places[u], luck.choice(DIRECTIONS))
        batter(luck, s, u)
    for u in range(4, 8):
        squad = recruit(s, u % 2, "infantry")
        if u < 6 and capacity(s, u - 2) > 0 and luck.random() < 0.7:
            board_carrier(s, squad, u - 2)
        else:
            post(s, squad, places[u])
    broken_ground(luck, s)
    s.game_turn, s.first = luck.randint(3, 8), luck.randint(0, 1)
    start_turn(s, new_dice(seed), OFF)
    advance(s, new_dice(seed), OFF)
    return s


def broken_ground(luck: random.Random, s: State) -> None:
    """Terrain and mines where nobody stands, and two objectives."""
    for cell in cells(s):
        if s.occupant[cell] == NOBODY:
            lay(s, {cell: luck.choice(GROUNDS).name.lower()})
            s.mine[cell] = int(luck.random() < 0.1)
    s.objectives = 2
    s.objective[:2] = [cell_of(name) for name in luck.sample(("E5", "F5", "D6", "G6"), 2)]
    s.holder[:2] = [NOBODY, NOBODY]
    s.mission = luck.choice((Mission.SKIRMISH, Mission.CAPTURE_OBJECTIVES, Mission.URBAN_WARFARE))


def batter(luck: random.Random, s: State, u: int) -> None:
    """Hull points lost, a fire, wounds."""
    t = s.units[u]
    t.points, t.burning = luck.randint(1, 2), luck.randint(0, 1)
    if t.kind == Kind.TANK:
        t.turret = luck.randint(0, 5)
    for member in range(CREW):
        if t.crew[member] == Health.OK and luck.random() < 0.4:
            t.crew[member] = Health.WOUNDED


OPTIONS = st.lists(st.sampled_from(sorted(CHOICES)), max_size=4, unique=True).flatmap(
    lambda chosen: st.fixed_dictionaries({name: CHOICES[name] for name in chosen})
)
SEEDS = st.integers(0, 2**20)
SKIRMISHES = st.builds(skirmish, SEEDS, OPTIONS)
BATTLES = st.tuples(SKIRMISHES, SEEDS)


def battle(start: State, seed: int) -> Iterator[DecisionPoint]:
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
    assert all(s.ground[cell] not in (Ground.OFF_BOARD, Ground.BUILDING) for cell in standing)


def on_board(s: State, u: int) -> bool:
    return s.units[u].cell >= 0 and s.units[u].standing != Standing.DESTROYED


def sound_unit(s: State, u: int) -> None:
    t = s.units[u]
    assert 0 <= t.points <= t.full
    assert remaining_points(s, u) >= 0
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
    assert aboard(s, u) <= capacity(s, u)  # TC-10.22
    if t.carrier != NOBODY:
        sound_passenger(s, u)


def sound_passenger(s: State, u: int) -> None:
    """A carried squad stands nowhere; its carrier is a vehicle of its side that is still there."""
    t, carrier = s.units[u], s.units[s.units[u].carrier]
    assert (t.kind, t.cell, t.standing, t.covered) == (Kind.SQUAD, NOBODY, Standing.OPERATIONAL, 0)
    assert carrier.kind in (Kind.TANK, Kind.APC) and carrier.side == t.side
    assert carrier.standing != Standing.DESTROYED
    if carrier.standing == Standing.DISABLED and s.options.passenger_bailout and s.winner < 0:
        assert s.phase == Phase.BAIL_OUT  # TC-10.23


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
    for name in ("smoked", "laid", "called", "kills"):
        assert getattr(new, name) >= getattr(old, name)


def nothing_mends(m: DecisionPoint) -> None:
    """Units, smoke, scores and strikes only go one way; a mine that is new has just been laid."""
    for u in range(m.before.count):
        never_gets_better(m.before, m.after, u)
        if m.before.units[u].standing != Standing.OPERATIONAL:
            assert m.chosen.actor != u
            assert u not in [row.unit for row in events.activated.rows(m.log)]
    assert all(b <= a for a, b in zip(m.after.smoke, m.before.smoke, strict=True))
    laid = {row.cell for row in events.mine_laid.rows(m.log)}
    for cell, (was, now) in enumerate(zip(m.before.mine, m.after.mine, strict=True)):
        assert now <= was or cell in laid  # TC-12.10
    assert all(b <= a for a, b in zip(m.after.score, m.before.score, strict=True))
    assert m.after.strikes >= m.before.strikes
    for old, new in zip(m.before.strike, m.after.strike, strict=True):
        assert new.over >= old.over and new.rolls >= old.rolls


@SOME
@given(BATTLES)
def test_nothing_mends_smoke_stays_and_wrecks_never_act(game: tuple[State, int]) -> None:
    for m in battle(*game):
        nothing_mends(m)


def told(m: DecisionPoint) -> list[Event]:
    return list(m.log.events[: m.log.count])


@SOME
@given(BATTLES)
def test_nobody_moves_farther_than_the_cap_or_through_anything(game: tuple[State, int]) -> None:
    for m in battle(*game):
        for row in events.moved.rows(m.log) + events.backed_up.rows(m.log):
            assert distance(row.from_cell, row.cell) == 1
            assert m.before.ground[row.cell] not in (Ground.OFF_BOARD, Ground.BUILDING)
            assert m.before.occupant[row.cell] in (NOBODY, m.chosen.actor)
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
            if row.kind == events.turn_started.kind:
                turn = events.turn_started.decode(row).turn
            if row.kind == events.activated.kind:
                key = (turn, events.activated.decode(row).unit)
                seen[key] = seen.get(key, 0) + 1
    assert set(seen.values()) == {1}  # TC-4.11
    assert max(turn for turn, _ in seen) <= 10  # TC-1.5
    assert m.after.phase == Phase.OVER


# ---------------------------------------------------------------- every order there is


PLACED = (Verb.FIRE, Verb.SMOKE, Verb.MINE, Verb.STRIKE, Verb.FLARE, Verb.DISARM, Verb.DISMOUNT)


def conceivable(s: State, seat: int) -> list[Action]:
    """Every order that could be thought of for the active unit, sensible or not."""
    u, found = int(s.active), []
    for verb in (Verb.REVERSE, Verb.EXTINGUISH, Verb.FLARE, Verb.COVER, Verb.CAPTURE, Verb.END):
        found.append(make(seat, verb, u))
    found += [make(seat, Verb.MOVE, u, facing=f) for f in range(-1, 6)]
    found += [make(seat, Verb.STRAIGHT, u, facing=f, choice=n) for f in range(-1, 6) for n in range(1, 4)]
    found += [make(seat, Verb.TURN, u, facing=f, choice=c) for f in range(6) for c in (0, 1)]
    found += [make(seat, Verb.TURRET, u, facing=f) for f in range(6)]
    found += [make(seat, verb, u, target=v) for verb in (Verb.FIRE, Verb.FIRE_AI) for v in range(s.count)]
    found += [make(seat, Verb.MISSILE, u, v, choice=shell) for v in range(s.count) for shell in Shell]
    found += [make(seat, Verb.MOUNT, u, target=v) for v in range(s.count)]
    found += [make(seat, verb, u, place=cell) for verb in PLACED for cell in cells(s)]
    found += [make(seat, Verb.LOAD, u, choice=shell) for shell in Shell]
    found += [make(seat, Verb.ABILITY, u, choice=ability) for ability in Ability]
    return found + [make(seat, Verb.LIEUTENANT, u, choice=role) for role in Role]


def left_out(s: State, a: Action) -> bool:
    """Orders that are allowed and not offered, because another offered one does the same or undoes it.

    Marks and flares are offered where there is an enemy, and allowed anywhere.
    """
    t = s.units[a.actor]
    if a.verb == Verb.STRIKE or (a.verb == Verb.FLARE and a.place != NOBODY):
        return True
    if a.verb == Verb.LOAD:
        return bool(a.choice == t.loaded or load_cost(s, a.actor) == 0)
    if a.verb == Verb.TURN:
        return bool(t.turret < 0)
    if a.verb == Verb.STRAIGHT:  # farther than the way is free
        cell = int(t.cell)
        for _ in range(a.choice):
            cell = step(cell, int(t.hull) if a.facing == NOBODY else int(a.facing))
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


# ---------------------------------------------------------------- the missions

# Numbers that make new things happen; everything else is drawn from the values of the options.
CROWDED = {"rider_capacity": 2, "apc_capacity": 2, "smoke_charges": 1}
WATCHES = (legal_is_allowed, texts_parse_back, events_have_words, state_is_sound)


def mixed_options(luck: random.Random) -> dict[str, str | int | bool]:
    """A handful of rule variants, advanced and questionable ideas among them (TC-14)."""
    chosen = {name: luck.choice(TC.files.options()[name].values) for name in luck.sample(sorted(CHOICES), 8)}
    for name in ("weather", "night", "exotic_units", "campaign"):
        chosen[name] = luck.choice(("true", "false"))
    chosen |= {
        "deployment": luck.choice(("fixed", "zones")),
        "mine_deploy": luck.choice(("adjacent", "rear", "setup")),
        "passenger_bailout": luck.choice(("none", "immediate")),
    }
    return {**chosen, **(CROWDED if luck.random() < 0.5 else {})}


def mixed_values(luck: random.Random) -> dict[str, int]:
    """Other numbers for many rules: a bound of theirs, or anything between the bounds."""
    known = TC.files.values()
    chosen = {name: (int(known[name].low), int(known[name].high)) for name in luck.sample(sorted(known), 30)}
    return {name: luck.choice((low, high, luck.randint(low, high))) for name, (low, high) in chosen.items()}


def faultless(m: DecisionPoint) -> Iterator[str]:
    """Every position of a mission is sound, and nothing in it mends."""
    sound(m.after)
    nothing_mends(m)
    yield from ()


@pytest.mark.parametrize("mission", sorted(TC.files.scenarios()))
def test_random_games_of_every_mission_are_in_order(mission: str) -> None:
    game = watch(TC, mission, 1, (faultless, *WATCHES), mixed_options(random.Random(mission)))
    assert game.problems == []
    assert game.finished


def nobody_waits_in_vain(m: DecisionPoint) -> Iterator[str]:
    """Whoever is asked in an activation can do more than end it, whatever actions cost (TC-4.8)."""
    if m.before.phase == Phase.ACT:
        allowed = (a for a in conceivable(m.before, m.seat) if check(m.before, m.seat, a) == 0)
        if all(a.verb == Verb.END for a in allowed):
            yield f"{m.text(m.chosen)} is all that can be ordered"


@pytest.mark.parametrize("number", range(3))
def test_games_under_any_numbers_are_in_order(number: int) -> None:
    luck = random.Random(number)
    mission = luck.choice(sorted(TC.files.scenarios()))
    chosen = {**mixed_options(luck), **mixed_values(luck)}
    game = watch(TC, mission, 1, (faultless, nobody_waits_in_vain, *WATCHES), chosen)
    assert game.problems == []
    assert game.finished


# ---------------------------------------------------------------- symmetry and arithmetic


@SOME
@given(st.builds(skirmish, SEEDS, st.just({}), st.just(False)), SEEDS)
def test_the_rules_favour_no_side(start: State, seed: int) -> None:
    for m in moments(TC, "skirmish", seed, start=start, limit=40):
        twin, dice = mirror_position(m.before), (new_dice(seed), new_dice(seed))
        one, other = copy(m.before), twin
        TC.rules.apply(other, mirror_order(m.before, m.chosen), dice[1], OFF)
        TC.rules.apply(one, m.chosen, dice[0], OFF)
        assert digest(mirror_position(one)) == digest(other), m.text(m.chosen)


def test_what_is_mirrored_twice_is_the_same() -> None:
    s = set_up(SHELF, "skirmish")
    assert digest(mirror_position(mirror_position(s))) == digest(s)
    assert [s.ground[cell] for cell in cells(s)] == [
        mirror_position(s).ground[cell] for cell in cells(s)
    ]  # TC-13.11


@SOME
@given(SKIRMISHES)
def test_the_chances_of_any_order_add_up_to_one(s: State) -> None:
    seat = int(s.seat)
    for a in legal_orders(TC, s, seat)[:40]:
        if a.verb == Verb.FIRE:
            assert sum(exact(TC, s, [a]).chances().values()) == 1
