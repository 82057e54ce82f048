"""The example learner: its gradient, its repeatability, its files, and the player that it becomes."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from examples.learner import exploit, player
from examples.learner.policy import Aim, Policy, Sample
from examples.learner.train import Plan, batch_of, fresh, measure, train

from hulldown.ai.match import play_match

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples" / "learner" / "short_duel.toml"
TINY = Plan("chase", DUEL, games=8, length=8, hidden=4, part=32, warming=16, seed=3)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny trainings are sooner done by the rules interpreted."""
    monkeypatch.setenv("HULLDOWN_JIT", "0")


def a_policy(kind: type = np.float64) -> Policy:
    """Three columns of four seen, five orders known."""
    chance = np.random.default_rng(1)
    observations = chance.integers(0, 9, (50, 4)).astype(np.int16)
    observations[:, 2] = 7
    return Policy.new(observations, np.ones((1, 5), np.uint8), 6, chance, kind)


def a_sample(policy: Policy, n: int = 40) -> Sample:
    chance = np.random.default_rng(2)
    seen = policy.see(chance.integers(0, 9, (n, 4)).astype(np.int16))
    legal = chance.random((n, 5)) < 0.6
    chosen = chance.integers(0, 5, n)
    legal[np.arange(n), chosen] = True
    chosen[3] = -1
    logs = np.log(chance.uniform(0.1, 0.6, n))
    return Sample(seen, legal, chosen, logs, chance.standard_normal(n), chance.standard_normal(n))


def test_the_gradient_is_that_of_the_loss() -> None:
    policy, aim, small = a_policy(), Aim(entropy=0.3), 1e-6
    sample = a_sample(policy)
    changes = policy.gradient(sample, aim)[1]
    for name, weight in policy.weights.items():
        for at in list(np.ndindex(weight.shape))[:12]:
            was = weight[at]
            weight[at] = was + small
            above = policy.gradient(sample, aim)[0]
            weight[at] = was - small
            below = policy.gradient(sample, aim)[0]
            weight[at] = was
            assert (above - below) / (2 * small) == pytest.approx(changes[name][at], abs=1e-7), (name, at)


def test_the_same_training_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        train(TINY, steps=128, report=lambda line: None).save(tmp_path / f"{name}.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    other = train(replace(TINY, seed=4), steps=128, report=lambda line: None)
    other.save(tmp_path / "c.npz")
    assert (tmp_path / "a.npz").read_bytes() != (tmp_path / "c.npz").read_bytes()


def test_what_is_saved_is_the_same_again(tmp_path: Path) -> None:
    policy = a_policy(np.float32)
    policy.save(tmp_path / "policy.npz")
    again = Policy.load(tmp_path / "policy.npz")
    seen = np.arange(8, dtype=np.int16).reshape(2, 4)
    masks = np.array([[1, 0, 1, 1, 0], [0, 0, 0, 1, 0]], np.uint8)
    assert (again.chances(seen, masks) == policy.chances(seen, masks)).all()


def test_orders_that_a_policy_does_not_know_are_given_where_there_is_no_other() -> None:
    policy = a_policy()
    masks = np.array([[0, 0, 0, 0, 0, 0, 1, 1]], np.uint8)
    chances = policy.chances(np.zeros((1, 4), np.int16), masks)
    places = policy.choose(chances, masks, np.random.default_rng(0))
    assert list(places) == [-1]
    assert list(policy.actions(places, masks)) == [6]


@pytest.mark.parametrize(("ruleset", "scenario"), [("chase", str(DUEL)), ("tank_commander", "skirmish")])
def test_it_plays_as_a_player(
    ruleset: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = Path(scenario) if scenario.endswith(".toml") else scenario
    plan = replace(TINY, ruleset=ruleset, scenario=where)
    fresh(plan, np.random.default_rng(0)).save(tmp_path / "beginner.npz")
    monkeypatch.setenv(player.FOLDER, str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    result = play_match(ruleset, where, ("examples.learner.player:beginner", "random"), games=1)
    assert not any(game.fault for game in result.games)
    monkeypatch.delattr(player, "beginner", raising=False)


def test_it_sees_at_the_table_what_it_saw_in_the_batch(tmp_path: Path) -> None:
    batch = batch_of(replace(TINY, games=1))
    chance = np.random.default_rng(5)
    for _ in range(30):
        seat = int(batch.seats[0])
        known = batch.ruleset.observation(batch.state(0), seat)
        rows = tuple(batch.order(0, int(number)) for number in np.flatnonzero(batch.masks[0]))
        decision = player.Decision(batch.ruleset, known, seat, rows, None)  # type: ignore[arg-type]
        catalogue = batch.encoding.catalogue
        assert catalogue is not None
        assert (player.observed(batch.encoding, decision) == batch.observations[0]).all()
        assert player.numbers(batch.encoding, catalogue, decision) == list(np.flatnonzero(batch.masks[0]))
        batch.actions[0] = chance.choice(np.flatnonzero(batch.masks[0]))
        batch.step()


def test_a_score_counts_every_game_once() -> None:
    plan = replace(TINY, opponent="random")
    policy = fresh(plan, np.random.default_rng(0))
    score = measure(plan, policy, 12, 7, mixed=True)
    assert score.games == 12
    assert score == measure(plan, policy, 12, 7, mixed=True)


def test_positions_are_seen_as_the_rules_show_them() -> None:
    seen = exploit.Seen(DUEL)
    every = exploit.damage(seen.hulls[0])
    for side in range(2):
        shown = seen.positions(side, 1)
        for number in (0, 4_321, 17_005):
            band, own, enemy = np.unravel_index(number, (exploit.BANDS, len(every), len(every)))
            state = seen.batch.state(0)
            state.turn, state.pair[0].range, state.pair[0].was = 2, int(band), int(band)
            for tank, which in ((0, own if side == 0 else enemy), (6, enemy if side == 0 else own)):
                now = state.tanks[tank].now
                now.hull, now.mobility, now.gun = (int(value) for value in every[which])
            out = [0] * seen.batch.encoding.size
            seen.batch.encoding.observe(state, side, out, 0)
            if side == 0:  # the state is that of the second seat, whose enemy has its order
                out[exploit.BATTLE + exploit.TankFeature.ORDERED] = 0
                for order in ("PURSUE", "FLEE", "MANEUVER", "HULL_DOWN"):
                    out[exploit.BATTLE + exploit.TankFeature[order]] = 0
            known = [column for column in range(len(out)) if column not in hidden(side)]
            assert [out[c] for c in known] == [int(shown[number][c]) for c in known]


def hidden(side: int) -> set[int]:
    """Where the order of the first tank stands, which the second seat must not know."""
    if side == 0:
        return set()
    at = exploit.BATTLE + exploit.SIDE_TANKS * exploit.TANK
    names = ("PURSUE", "FLEE", "MANEUVER", "HULL_DOWN")
    return {at + exploit.TankFeature[name] for name in names}
