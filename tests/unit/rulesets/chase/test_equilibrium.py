"""The solver on small duels: against play itself, in fractions, from both sides, kept on disk."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.answers.chase.odds import one_situation
from tests.unit.rulesets.chase.table import PRINTED, battle, duel, give, state

from hulldown.ai.registry import GreedyPlayer, RulesetPlayer, player
from hulldown.kernel import jit
from hulldown.kernel.dice import Dice, Mode, clear, new_dice, next_branch, rewind
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import Cancelled, CannotSolve
from hulldown.rulesets.chase.actions import apply, mask, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.equilibrium.players import (
    ChaseSolving,
    MatchSolution,
    destruction,
    nearest,
    short_outlook,
    thinkers,
)
from hulldown.rulesets.chase.equilibrium.solution import (
    DuelSolution,
    decisions,
    file_of,
    forget,
    hull_first,
)
from hulldown.rulesets.chase.equilibrium.stage import (
    Conditions,
    Duel,
    Scene,
    Solved,
    Tables,
    duel_of,
    solve_duel,
)
from hulldown.rulesets.chase.exact import QUIET, condition_of
from hulldown.rulesets.chase.state import PAYOFF, SIDE_TANKS, Order, Phase, State
from hulldown.rulesets.chase.words import action_text, parse_action

THINKERS = thinkers(SHELF)


def tank(**changed: Any) -> dict[str, Any]:
    """A tank of one hull point or of what is said."""
    made: dict[str, Any] = {
        "hull": 1, "front": 2, "side": 2, "rear": 1, "top_speed": 4, "agility": 0, "driver": 0, "gunner": 0,
        "mount": "turret", "weapon": {"dice": 1, "bonus": 0, "ap": 0, "range_dm": [0, 0, 0, 0, -1, -1, -1]},
    }  # fmt: skip
    return made | changed


FAST = tank(driver=1, agility=1, rear=0)
STURDY = tank(hull=2, front=4, side=3)
CANNON = {"dice": 0, "bonus": 30, "ap": 0, "range_dm": [-1] * 7}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder for solutions of each test's own."""
    monkeypatch.setenv("HULLDOWN_CACHE", str(tmp_path))
    jit.cache_folder.cache_clear()
    forget()
    yield
    forget()
    jit.cache_folder.cache_clear()


def solved(s: State, exact: bool = False) -> Solved:
    return solve_duel(duel_of(s), exact)


def solution(s: State) -> MatchSolution:
    return ChaseSolving(SHELF).solve(s)


def mirrored(of: Duel) -> Duel:
    """The same duel from the other side (CH-13.7)."""
    order = [1, 0, 2, 4, 3, 5, 7, 6, 8, 9, 10][: len(of.payoffs)]
    payoffs = tuple(-of.payoffs[event] for event in order)
    return replace(of, profiles=of.profiles[::-1], payoffs=payoffs)


# ---------------------------------------------------------------- values


def test_two_immobilised_tanks_shoot_it_out() -> None:
    # One turn, no choice: A hits with 30/36 and B with 21/36, a hit kills, kills at once cancel (CH-10.4)
    gunner = tank(weapon=CANNON, gunner=2)
    s = duel(gunner, tank(weapon=CANNON), damage={"A1": (1, 2, 0), "B1": (1, 2, 0)}, turns=1)
    found = DuelSolution(solve_duel(duel_of(s), fractions=True))
    at = 1, 3, (1, 2, 0), (1, 2, 0)
    stuck = found.solved.conditions[0].number((1, 2, 0))
    assert found.solved.values[1, 3, stuck, stuck] == Fraction(1, 4)
    assert found.matrix(*at).shape == (1, 1) and found.matrix(*at)[0, 0] == Fraction(1, 4)
    assert found.mixtures(*at) == ({Order.HULL_DOWN: 1.0}, {Order.HULL_DOWN: 1.0})


def test_the_end_of_the_duel() -> None:
    # CH-12.2, CH-12.5, CH-13.2
    s = duel(STURDY, tank(), turns=1)
    found = DuelSolution(solved(s))
    assert found.value(0, 2, (2, 0, 0), (1, 0, 0)) == 0  # both as sound as they came
    assert found.value(0, 2, (1, 0, 0), (1, 0, 0)) == -0.25  # half of A's hull points are gone
    assert found.value(0, 2, (2, 0, 1), (1, 0, 0)) == -0.25  # equal but for a gun
    assert found.value(1, 2, None, (1, 0, 0)) == -1 and found.value(1, 2, None, None) == 0


@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param({"ram_test": "same", "sideswipe_effect_floor": 1}, marks=pytest.mark.slow),
        pytest.param({"fire_order": "winner_first", "random_facing": "front_heavy"}, marks=pytest.mark.slow),
    ],
)
def test_fractions_and_floats(options: dict[str, Any]) -> None:
    s = duel(FAST, tank(), options=options, turns=1)
    rounded, exact = solved(s), solved(s, exact=True)
    assert np.abs(rounded.values - exact.values.astype(float)).max() < 1e-12
    assert all(sum(mixture) == 1 for mixture in exact.first[0].reshape(7, 4, -1)[3].T)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"driving_tie": "no_winner", "win_requires_success": True, "both_fleeing_facing": "front"},
    {"range_success": "opposed_win", "both_same_change": "up_to", "order_fire_dms": False},
    {"failure_favors": "opponent", "ram_test": "same", "collision_facing_armor": "own"},
    {"fire_order": "winner_first", "random_facing": "front_heavy", "collision_armor": "none"},
    {"direction_chosen": "after_test", "fire_order": "winner_first"},
    {
        "tied_success": "first",
        "direction_facing": "shift",
        "failure_favors": "opponent",
        "beyond_distant": "stop",
    },
    {"tied_success": "first", "ram_test": "same", "win_requires_success": True},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_other_side_sees_the_negative(options: dict[str, Any]) -> None:
    # CH-13.7, also for payoffs that are not symmetrical
    s = duel(FAST, STURDY, options=options, turns=1 if options else 2)
    s.payoffs[3] = -60
    here, there = solved(s), solve_duel(mirrored(duel_of(s)))
    assert np.abs(here.values + there.values.transpose(0, 1, 3, 2)).max() < 1e-11


@pytest.mark.parametrize("options", OPTIONS)
def test_equal_tanks_are_even(options: dict[str, Any]) -> None:
    s = duel(STURDY, STURDY, options=options, turns=1 if options else 2)
    found = solved(s)
    diagonal = np.arange(19)
    assert np.abs(found.values[:, :, diagonal, diagonal]).max() < 1e-11


def test_armor_that_differs_left_and_right() -> None:
    # CH-13.6: merging the sides is an optimisation only
    s = duel(FAST, STURDY, turns=1)
    s.tanks[SIDE_TANKS].profile.armor[3] = 2
    left = solved(s).values
    s.tanks[SIDE_TANKS].profile.armor[1], s.tanks[SIDE_TANKS].profile.armor[3] = 2, 3
    assert np.abs(left - solved(s).values).max() < 1e-12
    s.tanks[SIDE_TANKS].profile.armor[1] = 3
    assert np.abs(left - solved(s).values).max() > 1e-4


# ---------------------------------------------------------------- against play


def worth(found: MatchSolution, s: State) -> float:
    """What a position of a duel is worth to A, each decision made as it is best."""
    if s.phase == Phase.OVER:
        return s.payoff / PAYOFF
    if s.phase != Phase.ORDERS:
        return float(found.strategy(s).value)
    a, b = (state(s, name) for name in ("A1", "B1"))
    return found.duel.value(s.turn_limit - s.turn + 1, int(s.pair[0].range), a, b)


def outcomes(s: State, text: str) -> list[tuple[Fraction, State]]:
    """Every position that an order can lead to."""
    found: list[tuple[Fraction, State]] = []
    d: Dice = new_dice(0)
    clear(d, Mode.ENUMERATE)
    while True:
        rewind(d, Mode.ENUMERATE)
        after = copy(s)
        apply(after, parse_action(s, 0 if to_act(s) == 1 else 1, text), d, QUIET)
        chance = Fraction(1)
        for i in range(d.at):
            chance /= d.sides[i]
        found.append((chance, after))
        if not next_branch(d):
            return found


def decide(orders: str, *dice: int, range: str = "Short", **more: Any) -> State:
    """A duel without guns after the reveal, two turns before its end; dice of the Driving tests."""
    harm = {"A1": (2, 0, 2), "B1": (2, 0, 2)}
    s = duel(STURDY | {"top_speed": 9}, STURDY | {"top_speed": 9}, range, harm, turns=2, **more)
    return give(s, orders, *dice)


@pytest.mark.parametrize(
    ("orders", "dice", "range"),
    [
        ("A1 pursue, B1 maneuver", (3, 3, 6, 6), "Close"),  # a shift, then B turns its own side
        ("A1 pursue, B1 maneuver", (6, 6, 1, 1), "Close"),  # and by chance
        ("A1 maneuver, B1 hull_down", (6, 5, 2, 1), "Close"),
        ("A1 maneuver, B1 maneuver", (6, 6, 1, 2), "Distant"),
        ("A1 hull_down, B1 hull_down", (1, 1, 2, 1), "Long"),
        ("A1 pursue, B1 flee", (4, 4, 2, 1), "Close"),
        ("A1 flee, B1 hull_down", (4, 4, 2, 1), "Very Long"),
    ],
)
def test_open_decisions_are_worth_what_follows(orders: str, dice: tuple[int, ...], range: str) -> None:
    """The value of every open decision is the mean over all dice of what it leads to (CH-13.4)."""
    follows(decide(orders, *dice, range=range))


AFTER = {"direction_chosen": "after_test", "driving_tie": "no_winner"}


@pytest.mark.parametrize(
    ("orders", "dice", "range"),
    [
        ("A1 change_range, B1 change_range", (3, 3, 6, 6), "Close"),
        ("A1 change_range, B1 change_range", (4, 4, 4, 4), "Very Long"),
        ("A1 change_range, B1 hull_down", (4, 4, 2, 1), "Short"),
    ],
)
def test_directions_after_the_tests_are_worth_what_follows(
    orders: str, dice: tuple[int, ...], range: str
) -> None:
    """CH-4.6: they are open decisions as any other."""
    s = decide(orders, *dice, range=range, options=AFTER)
    assert s.phase == Phase.DIRECTION
    follows(s)


def test_orders_whose_direction_is_open_are_worth_what_the_tests_make_of_them() -> None:
    # CH-4.6: the matrix by every throw of both tests, the best direction looked for only then
    harm = {"A1": (2, 0, 2), "B1": (2, 1, 2)}
    s = duel(STURDY, FAST | {"hull": 2}, "Short", harm, turns=2, options=AFTER)
    found = solution(s)
    rows = [share.text.split()[1] for share in found.strategy(s).mixtures[0]]
    assert rows == ["change_range", "maneuver", "hull_down"]
    matrix = found.duel.matrix(2, int(s.pair[0].range), state(s, "A1"), state(s, "B1"))
    for first, second in (("change_range", "change_range"), ("hull_down", "change_range")):
        known: dict[tuple[int, ...], float] = {}
        mean = 0.0
        for chance, after in outcomes(give(s, f"A1 {first}"), f"B1 {second}"):
            p = after.pair[0]
            tests = int(p.winner), *map(int, p.success)
            if tests not in known:
                known[tests] = worth(found, after)
            mean += float(chance) * known[tests]
        assert matrix[rows.index(first), rows.index(second)] == pytest.approx(mean, abs=1e-12)


def follows(s: State) -> None:
    """Look at open decisions from a position on: each is worth the mean of what it leads to."""
    found = solution(s)
    seen = 0
    waiting = [s]
    while waiting and seen < 8:
        at = waiting.pop()
        seat = 0 if to_act(at) == 1 else 1
        for order in found.duel.outlook(2 - at.turn + 1).weigh(at, at.pair[0], seat):
            if at.phase == Phase.RAM and order.order.choice == 1 and sideswipe(at):
                continue  # ten dice: too many to throw one by one
            after = outcomes(at, action_text(at, order.order))
            mean = sum(float(chance) * worth(found, later) for chance, later in after)
            assert order.value == pytest.approx(mean, abs=1e-12), action_text(at, order.order)
            waiting += [later for _, later in after if later.phase not in (Phase.ORDERS, Phase.OVER)][-2:]
        seen += 1
    assert seen


def sideswipe(s: State) -> bool:
    """Whether a ram now would be one."""
    first, second = (int(facing) for facing in s.pair[0].facing)
    return first == 2 or second == 2 or (first != 0 and second != 0)


def test_a_position_alone_and_among_all() -> None:
    s = duel(FAST, STURDY, turns=2)
    found = DuelSolution(solved(s))
    a, b = (1, 1, 1), (2, 0, 1)
    payoffs = found.matrix(2, 4, a, b)
    x, y = (list(mixture.values()) for mixture in found.mixtures(2, 4, a, b))
    assert x @ payoffs @ y == pytest.approx(found.value(2, 4, a, b), abs=1e-12)
    assert (payoffs @ y).max() - (x @ payoffs).min() < 1e-12
    value, again = one_situation(duel_of(s), 4, a, b)
    assert value == pytest.approx(found.value(2, 4, a, b), abs=1e-12) and np.array_equal(again, payoffs)


# ---------------------------------------------------------------- the face


def test_a_match_is_the_sum_of_its_duels() -> None:
    # Scenario S1, CH-12.7: seats change, payoffs are added
    one = solution(duel(FAST, STURDY, "Medium", turns=2))
    two = solution(duel(FAST, STURDY, "Medium", turns=2, duels=2))
    three = solution(duel(FAST, STURDY, "Medium", turns=2, duels=3))
    assert one.value != 0 and two.value == pytest.approx(0, abs=1e-12)
    assert three.value == pytest.approx(one.value) and (two.lowest, two.highest) == (-2, 2)


def test_strategies_of_both_seats() -> None:
    s = duel(FAST, STURDY, "Medium", turns=2, duels=2)
    found = solution(s)
    here = found.strategy(s)
    assert [share.text for share in here.mixtures[0]] == [
        "A1 pursue", "A1 flee", "A1 maneuver", "A1 hull_down",
    ]  # fmt: skip
    s.duel = 1  # the same orders from the other seat
    there = found.strategy(s)
    assert [share.text[:2] for share in there.mixtures[0]] == ["A1"] * 4  # CH-12.7
    assert [share.chance for share in there.mixtures[0]] == [share.chance for share in here.mixtures[1]]
    swapped = -np.array(here.matrix).T
    assert np.array(there.matrix) - swapped == pytest.approx(there.matrix[0][0] - swapped[0][0], abs=1e-12)


def test_a_seat_that_has_ordered_owes_nothing() -> None:
    # CH-4.3: the other seat does not know which order it was
    s = duel(FAST, STURDY, "Medium", turns=2)
    found = solution(s)
    both = found.strategy(s)
    later = give(s, "B1 flee")
    mask(later, 0)
    half = found.strategy(later)
    assert half.mixtures == (both.mixtures[0], ()) and half.value == both.value
    assert np.array(half.matrix).shape == (4, 1)
    assert max(row[0] for row in half.matrix) == pytest.approx(both.value, abs=1e-12)


def test_what_cannot_be_solved() -> None:
    with pytest.raises(CannotSolve, match="team battle"):
        solution(battle(["warden", "marten"], ["anvil"]))
    found = solution(duel(FAST, STURDY, turns=1))
    with pytest.raises(CannotSolve, match="another game"):
        found.strategy(duel(FAST, FAST, turns=1))


def test_progress_and_stopping() -> None:
    steps: list[float] = []
    s = duel(FAST, tank(), turns=3)
    with pytest.raises(Cancelled):
        ChaseSolving(SHELF).solve(s, lambda done, what: steps.append(done), lambda: len(steps) == 2)
    assert steps == pytest.approx([0, 1 / 3])
    assert ChaseSolving(SHELF).cached(s) is None


def test_the_table_says_what_to_order() -> None:
    sections = solution(duel(FAST, STURDY, turns=5)).table()
    assert [part.title for part in sections[:3]] == [
        "All 5 turns left: both sound", "3 turns left: both sound", "Last turn: both sound",
    ]  # fmt: skip
    assert len(sections) == 15 and "A1 drive damaged" in sections[3].title
    for part in sections:
        assert len(part.rows) == 7 and all(len(row) == len(part.header) for row in part.rows)


def test_states_counted_as_others_count_them() -> None:
    ours = Conditions(3, PRINTED)
    others = [(hull, mobility, gun) for hull in (1, 2, 3) for mobility in range(3) for gun in range(3)]
    assert [ours.living[i] for i in hull_first(3)] == others
    first, _ = solution(duel(FAST, STURDY, turns=1)).hull_first(1)
    assert first.shape == (7, 9, 18, 4) and np.allclose(first.sum(axis=-1), 1)


# ---------------------------------------------------------------- kept


def test_a_solution_is_kept_and_found_again() -> None:
    s = duel(FAST, STURDY, turns=2)
    assert ChaseSolving(SHELF).cached(s) is None
    made = solution(s)
    forget()
    again = ChaseSolving(SHELF).cached(s)
    assert not made.from_cache and again is not None and again.from_cache
    assert np.array_equal(made.duel.solved.values, again.duel.solved.values)
    assert again.strategy(s) == made.strategy(s) and again.seconds == made.seconds
    assert not list(file_of(made.duel.duel).parent.glob("*.part"))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_a_damaged_file_is_written_again(content: bytes) -> None:
    s = duel(FAST, tank(), turns=1)
    path = file_of(solution(s).duel.duel)
    whole = path.stat().st_size
    for damaged in (content, path.read_bytes()[: whole // 2]):
        forget()
        path.write_bytes(damaged)
        assert ChaseSolving(SHELF).cached(s) is None
        assert not solution(s).from_cache and path.stat().st_size > whole // 2


def test_a_file_of_something_else_is_no_solution() -> None:
    s, other = duel(FAST, tank(), turns=1), duel(FAST, STURDY, turns=1)
    wrong, path = file_of(duel_of(other)), file_of(solution(s).duel.duel)
    wrong.write_bytes(path.read_bytes())
    assert ChaseSolving(SHELF).cached(other) is None
    np.savez(path, values=np.array([None]), first=np.zeros(1), second=np.zeros(1), seconds=np.zeros(()))
    forget()
    assert ChaseSolving(SHELF).cached(s) is None


def test_whatever_matters_has_a_file_of_its_own() -> None:
    s = duel(FAST, STURDY, turns=2)
    base = duel_of(s)
    names = {base.digest()}
    s.options.ram_test = 1
    names.add(duel_of(s).digest())
    names |= {replace(base, turns=3).digest(), replace(base, limit_fixed=True).digest()}
    names |= {replace(base, payoffs=(1, *base.payoffs[1:])).digest(), mirrored(base).digest()}
    assert len(names) == 6
    s.options.ram_test = 0
    s.tanks[0].profile.points = 7  # a price changes no duel
    assert duel_of(s).digest() == base.digest()


# ---------------------------------------------------------------- players


def think(name: str, s: State, seat: int, key: int = 1) -> Any:
    known = copy(s)
    mask(known, seat)
    return next(t for t in THINKERS if t.id == name).make().weigh(known, seat, new_dice(key))


def test_exact_answers_the_uniform_mixture() -> None:
    # CH-13.8: as if this turn were the last
    s = duel(FAST, STURDY, "Medium", turns=5)
    last = solution(duel(FAST, STURDY, "Medium", turns=1)).strategy(duel(FAST, STURDY, "Medium", turns=1))
    means = np.array(last.matrix).mean(axis=1)
    assert action_text(s, think("exact", s, 0)[0].order) == last.mixtures[0][int(means.argmax())].text
    worst = np.array(last.matrix).mean(axis=0)
    assert action_text(s, think("exact", s, 1)[0].order) == last.mixtures[1][int(worst.argmin())].text


def test_a_position_that_came_before_is_not_reckoned_again() -> None:
    s = duel(FAST, STURDY, "Medium", turns=5)
    outlook = short_outlook(duel_of(s))
    at = 2, condition_of(s.tanks[0].now), condition_of(s.tanks[SIDE_TANKS].now)
    assert outlook.matrix(*at) is outlook.matrix(*at)
    assert not outlook.matrix(*at).flags.writeable


def test_greedy_is_the_player_that_every_ruleset_has() -> None:
    assert isinstance(player("greedy", "chase"), GreedyPlayer)
    assert isinstance(player("exact", "chase"), RulesetPlayer)


def test_equally_good_orders_go_by_the_list() -> None:
    # CH-13.8: without guns and far apart nothing matters in the last turn
    s = duel(STURDY, STURDY, "Medium", {"A1": (2, 0, 2), "B1": (2, 0, 2)})
    assert [one.order.choice for one in think("exact", s, 0)] == [0, 1, 2, 3]


def test_the_timid_flee_with_a_third_of_their_hull_points() -> None:
    # CH-13.8
    assert think("timid", duel(damage={"A1": (2, 0, 0)}), 0)[0].order.choice == Order.FLEE
    sound, healthy = duel(damage={"A1": (3, 0, 0)}), duel(damage={"A1": (3, 0, 0)})
    assert think("timid", sound, 0)[0].order.choice == think("exact", healthy, 0)[0].order.choice


def test_perfect_orders_as_often_as_it_should() -> None:
    s = duel(FAST, STURDY, "Adjacent", turns=3, damage={"B1": (1, 0, 0)})
    found = solution(s)
    there = next(m for m in (moved(s, band) for band in range(7)) if mixes(found, m))
    mixture = [float(share.chance) for share in found.strategy(there).mixtures[0]]
    given = [think("perfect", there, 0, key)[0].order.choice for key in range(300)]
    for order, chance in enumerate(mixture):
        assert given.count(order) / 300 == pytest.approx(chance, abs=0.09)


def mixes(found: MatchSolution, s: State) -> bool:
    """Whether the first seat gives no order nine times in ten."""
    return max(share.chance for share in found.strategy(s).mixtures[0]) < 0.9


def moved(s: State, band: int) -> State:
    other = copy(s)
    other.pair[0].range = band
    return other


@pytest.mark.parametrize("name", [thinker.id for thinker in THINKERS])
def test_players_decide_whatever_comes(name: str) -> None:
    """Only legal orders, in duels and team battles, to the end."""
    for start in (
        duel(FAST, STURDY, "Close", turns=3, duels=2),
        battle([FAST], [STURDY, FAST], "Close", turns=3),
    ):
        s, d = start, new_dice(3)
        while s.phase != Phase.OVER:
            seat = 0 if to_act(s) & 1 else 1
            weighed = think(name, s, seat)
            assert all(0 <= one.value <= 1 for one in weighed)
            offered = {action_text(s, order) for order in decisions(s, seat)}
            assert {action_text(s, one.order) for one in weighed} <= offered
            apply(s, weighed[0].order, d, QUIET)


def test_a_team_looks_to_the_nearest_pair() -> None:
    # CH-14.11
    s = battle(["warden"], ["marten", "lancer", "hornet"])
    for pair, band in zip(s.pair, (3, 2, 2), strict=False):
        pair.range = band
    assert nearest(s, 0) is s.pair[1] and nearest(s, 8) is s.pair[2]


def test_the_chance_to_destroy() -> None:
    s = battle(["warden"], ["marten", "lancer"], damage={"B1": (1, 0, 0)})
    for pair in s.pair[:2]:
        pair.order, pair.facing = [3, 3], [0, 2]
    assert destruction(s, 0, 7) == 0 < destruction(s, 0, 6) < 1  # five hull points are too many
    assert destruction(s, 0, 0) == 0


# ---------------------------------------------------------------- the sample tanks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("kestrel", "warden", -0.23),
        ("marten", "lancer", 0.12),
        ("marten", "anvil", 0.00),
        ("warden", "auroch", -0.25),
        ("lancer", "hornet", 0.30),
        ("anvil", "bulwark", -0.11),
        ("auroch", "hornet", -0.43),
        ("bulwark", "bulwark", 0.00),
    ],
)
def test_the_table_of_sample_tanks(first: str, second: str, value: float) -> None:
    # Section 2.8: ten turns from Medium, to two decimals
    assert round(float(solution(duel(first, second, "Medium", turns=10)).value), 2) == value


def test_players_in_several_threads_share_the_kernels_of_a_duel() -> None:
    """Matches and the server ask from several threads at once; nobody may get another shot's kernel."""
    one = duel_of(duel(STURDY, FAST, turns=1))
    scenes = [
        Scene(band, (own, enemy), (facing, 0), (False, down), -1)
        for band in range(5)
        for own in range(4)
        for enemy in range(4)
        for facing in range(3)
        for down in (False, True)
    ]

    def kernels(tables: Tables, order: list[Scene]) -> list[bytes]:
        numbers = {scene: tables.shooting(scene) for scene in order}
        return [
            tables.shots[side][n].tobytes() for s in scenes for side in range(2) for n in numbers[s][side]
        ]

    alone, shared = kernels(Tables(one, fractions=False), scenes), Tables(one, fractions=False)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            asked = [scenes[start:] + scenes[:start] for start in (0, 60, 120, 180)]
            found = list(pool.map(lambda order: kernels(shared, order), asked))
    finally:
        sys.setswitchinterval(before)
    assert all(one == alone for one in found)
