"""What a network learns from games (scripts/selfplay.py, scripts/learning.py, scripts/rounds.py)."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed

from hulldown.catalogue import CatalogueError
from hulldown.kernel.jit import rule
from hulldown.kernel.network import UNIT, Features, clear, correction, describe
from hulldown.kernel.records import blank
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.common.bots import engine, load_network

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import duels
import learning
import rounds
from selfplay import Branching, Positions, as_positions


class Of(IntEnum):
    """Of a unit."""

    HULL = 0
    GUN = 1


class Whole(IntEnum):
    """Of a side."""

    TURN = 0


@rule
def extract(s: Any, f: Features) -> None:
    """Both tanks by their hits."""
    clear(f, 1)
    for side in range(2):
        at = describe(f, side, side, 2)
        f.unit_values[at + Of.HULL] = s.grit[side] / 4.0
        f.kind[side] = 0


@rule
def nothing(s: Any) -> int:
    """No lead."""
    return 0


def network(file: Path) -> Network:
    return Network(Of, Whole, 1, extract, nothing, file)


def positions(count: int, seed: int = 1) -> Positions:
    """Positions that whoever has more hull and gun wins, of one to three units a side."""
    lot = np.random.default_rng(seed)
    each = lot.integers(1, 4, (count, 2))
    side = np.concatenate([np.repeat([0, 1], pair) for pair in each]).astype(np.int8)
    units = lot.uniform(0, 1, (len(side), 2)).astype(np.float16)
    where = np.repeat(np.arange(count), each.sum(axis=1))
    lead = np.bincount(where, units.sum(axis=1) * np.where(side == 0, 1, -1), count)
    return Positions(
        units,
        side,
        each.sum(axis=1),
        lot.uniform(0, 1, (count, 2)).astype(np.float32),
        np.zeros((count, 2), np.int64),
        np.zeros(count, np.float32),
        (lead > 0).astype(np.float32),
        np.arange(count),
        np.array(["street"] * count),
    )


def test_the_slopes_are_those_of_the_loss(tmp_path: Path) -> None:
    batch = learning.Batches(positions(40)).of(np.arange(40))
    w = {name: value.astype(np.float64) for name, value in learning.initial(network(tmp_path), 3).items()}
    w["score"] += 0.3
    slopes = learning.slopes(w, batch, learning.forward(w, batch))

    def loss() -> float:
        return float(learning.losses(learning.forward(w, batch).odds, batch.score).mean())

    for name, value in w.items():
        at = (0,) * value.ndim
        kept = float(value[at])
        value[at] = kept + 1e-4
        above = loss()
        value[at] = kept - 1e-4
        rise = (above - loss()) / 2e-4
        value[at] = kept
        assert slopes[name][at] == pytest.approx(rise, abs=2e-4), name


def test_it_learns_who_wins(tmp_path: Path) -> None:
    fit = learning.fit_network(positions(6000), learning.initial(network(tmp_path), 3), epochs=150, seed=1)
    assert fit.before == pytest.approx(np.log(2), abs=1e-6)
    assert fit.after < 0.3
    assert set(fit.by_scenario) == {"street"}


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    one, two = (
        learning.fit_network(positions(500), learning.initial(network(tmp_path), 3), epochs=2, seed=1)
        for _ in range(2)
    )
    assert all((one.weights[name] == two.weights[name]).all() for name in one.weights)


def test_what_was_learned_is_written_and_judges_positions_in_the_kernel(tmp_path: Path) -> None:
    some = positions(50)
    file = tmp_path / "network.toml"
    w = learning.fit_network(positions(2000), learning.initial(network(file), 3), epochs=5, seed=1).weights
    learning.write(file, network(file), w, {"rounds": 1})
    weights, lead = load_network(network(file))
    assert lead == pytest.approx(float(w["lead"][0]), abs=1e-4)
    odds = learning.forward(w, learning.Batches(some).of(np.arange(50))).odds
    f, begins = blank(Features), 0
    for i in range(50):
        clear(f, 1)
        for u in range(some.count[i]):
            at = describe(f, u, int(some.side[begins + u]), 2)
            for k in range(2):
                f.unit_values[at + k] = float(some.units[begins + u, k])
        begins += int(some.count[i])
        for side in range(2):
            f.side_values[side] = float(some.sides[i, side])
        assert correction(f, weights, 2, 1, 1) / UNIT == pytest.approx(odds[i], abs=0.02)
    again = rounds.read(network(file))
    assert all(np.abs(again[name] - w[name]).max() < 1e-4 for name in w)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("\ngun = ", "\ncannon = ", "cannon, gun"),
        ("lead = ", "ahead = ", "lead"),
        ("unit_bias = [\n", "unit_bias = [\n  [1.0],\n", "unit_bias"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    file = tmp_path / "network.toml"
    learning.write(file, network(file), learning.initial(network(file), 3), {})
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(CatalogueError, match=says):
        load_network(network(file))


def test_a_file_for_other_kinds_of_battle_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.toml"
    learning.write(file, network(file), learning.initial(network(file), 3), {})
    with pytest.raises(CatalogueError, match="biases for 2 kinds"):
        load_network(replace(network(file), kinds=2))


def test_without_a_file_nothing_is_corrected(tmp_path: Path) -> None:
    weights, lead = load_network(network(tmp_path / "network.toml"))
    assert lead == 1.0 and len(weights) == 0


def branched(seed: int, tmp_path: Path) -> Positions:
    """Positions of some games of the toy."""
    ruleset = changed(TOY, computers={"network": network(tmp_path)})
    branching = Branching(ruleset, "street", engine(ruleset).backend, "greedy:40%", "greedy:5%")
    rows = [(row, number) for number in range(4) for row in branching.rows(number, seed)]
    return as_positions([row for row, _ in rows], [number for _, number in rows], "street")


def test_games_are_branched_from_and_played_on(tmp_path: Path) -> None:
    some = branched(1, tmp_path)
    assert set(some.game.tolist()) == set(range(4))
    assert set(some.score.tolist()) <= {0.0, 0.5, 1.0} and len(set(some.score.tolist())) > 1
    assert (some.count == 2).all() and len(some.units) == 2 * len(some.score)


def test_the_same_seed_branches_alike(tmp_path: Path) -> None:
    one, two, other = (branched(seed, tmp_path) for seed in (1, 1, 2))
    assert (one.units == two.units).all() and (one.score == two.score).all()
    assert len(one.units) != len(other.units) or (one.units != other.units).any()


def test_all_games_of_a_round_are_played_once() -> None:
    plan = rounds.Plan(2, 100, 2, 1, 1, 1, 5)
    some = rounds.tasks(TOY, ["street", "bridge", "hill"], plan, 1)
    played = [(one.scenario, number) for one in some for number in range(one.first, one.first + one.games)]
    assert len(played) == len(set(played)) == 3 * 34
    assert {one.seed for one in some} != {one.seed for one in rounds.tasks(TOY, ["street"], plan, 0)}


def test_positions_are_joined_in_their_order() -> None:
    one, two = positions(3, 1), positions(4, 2)
    both = Positions.joined([one, replace(two, game=two.game + 3)])
    assert both.game.tolist() == list(range(7))
    assert len(both.units) == len(one.units) + len(two.units)


def test_positions_of_a_solved_duel_are_worth_what_the_solution_says() -> None:
    some, again = (duels.walk(duels.Task(3, 1, 4, 1)) for _ in range(2))
    assert (some.score == again.score).all() and (some.units == again.units).all()
    assert some.score.min() >= 0 and some.score.max() <= 1 and set(some.game.tolist()) == {3}
    assert len(some.score) > 10 and len(set(some.score.tolist())) > 5


def test_a_secret_order_is_worth_what_it_takes_from_the_best_answers() -> None:
    walking = duels.Walk()
    start = duels.draw_duel(walking.ruleset, Random(2))
    plan = duels.ChaseSolving(SHELF).solve(start).strategy(start)
    for seat in range(2):
        worths = [
            duels.secret_worth(plan, seat, number)
            for number, one in enumerate(plan.mixtures[seat])
            if one.chance > 1e-6
        ]
        assert worths == pytest.approx([float(plan.value)] * len(worths), abs=1e-6)
