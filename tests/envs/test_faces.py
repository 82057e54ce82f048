"""The faces that other libraries know: their own checks, masks, seeds, and what games show."""

from __future__ import annotations

import pickle
import sys
import warnings
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from hulldown import envs, rulesets
from hulldown.envs.registration import VERSIONS, battles

DUEL = ("chase", "even_ground")
RULESETS = sorted(VERSIONS)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_JIT", "0")


def any_offered(masks: Any, chance: np.random.Generator) -> Any:
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in np.atleast_2d(masks)])


def test_every_battle_has_a_name_and_its_version() -> None:
    named = battles()
    scenarios = [(name, s) for name in rulesets.names() for s in rulesets.get(name).files.scenarios()]
    assert sorted(named.values()) == sorted(scenarios)
    assert named["Skirmish-v1"] == ("tank_commander", "skirmish")
    assert all(f"hulldown/{name}" in gymnasium.registry for name in named)
    for name in rulesets.names():
        encoding = rulesets.get(name).encoding
        assert encoding is not None and VERSIONS[name] == encoding.version


@pytest.mark.parametrize("name", ["EvenGround-v1", "Skirmish-v1", "Crossroads-v1"])
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    env = gymnasium.make(f"hulldown/{name}", opponent="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_of_gymnasium_goes_on(ruleset: str) -> None:
    env, chance = envs.gym(ruleset, opponent="random", limit=60), np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    for _ in range(40):
        assert env.observation_space.contains(seen)
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        seen, reward, over, cut, info = env.step(any_offered(info["action_mask"], chance)[0])
        assert isinstance(reward, float)
        if over or cut:
            seen, info = env.reset()


def test_the_same_seed_is_the_same_game() -> None:
    def first(seed: int) -> bytes:
        env, seen = envs.gym(*DUEL, opponent="random"), []
        observation, info = env.reset(seed=seed)
        for _ in range(10):
            seen.append(observation.tobytes())
            observation, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        return b"".join(seen)

    assert first(3) == first(3) != first(4)


def test_an_action_that_is_not_on_offer_is_refused() -> None:
    env = envs.gym(*DUEL, opponent="random")
    env.reset(seed=1)
    with pytest.raises(envs.IllegalAction):
        env.step(env.action_space.n - 1)
    assert all(env.action_masks()[env.action_space.sample()] for _ in range(20))
    assert pickle.loads(pickle.dumps(env.action_space)) == gymnasium.spaces.Discrete(env.action_space.n)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoo_finds_nothing_wrong(ruleset: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an observation with a mask is a dict, which it does not expect
        api_test(envs.aec(ruleset, limit=80), num_cycles=40)


def test_pettingzoo_finds_seeds_right() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: envs.aec(*DUEL), num_cycles=30)
        api_test(envs.aec(*DUEL, actions="fixed"), num_cycles=1000)


def test_both_seats_share_what_is_won() -> None:
    env, chance = envs.aec(*DUEL), np.random.default_rng(2)
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(500):
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else int(any_offered(seen["action_mask"], chance)[0]))
    assert not env.agents and sum(total.values()) == 0


def test_many_games_of_gymnasium() -> None:
    env, chance = envs.vector(*DUEL, games=4, opponent="random"), np.random.default_rng(3)
    seen, infos = env.reset(seed=1)
    ended = 0
    for _ in range(80):
        assert env.observation_space.contains(seen)
        before = seen.copy()
        new, rewards, over, cut, infos = env.step(any_offered(infos["action_mask"], chance))
        assert (seen == before).all() and rewards.shape == (4,)
        for i in np.flatnonzero(over | cut):
            assert infos["_final_obs"][i]
            assert env.single_observation_space.contains(infos["final_obs"][i])
            ended += 1
        seen = new
    assert ended
    env.close()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_shows_itself(ruleset: str) -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array", None):
        env = envs.gym(ruleset, opponent="random", render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    assert isinstance(shown["ansi"], str) and shown["svg"].startswith("<svg")
    assert shown["rgb_array"].dtype == np.uint8 and shown["rgb_array"].shape[2] == 3
    assert shown[None] is None
    with pytest.raises(ValueError, match="render_mode"):
        envs.gym(ruleset, opponent="random", render_mode="human")


@pytest.mark.parametrize("asked", [{}, {"actions": "fixed"}, {"scaled": True, "finals": True}])
def test_a_batch_travels(asked: dict[str, Any]) -> None:
    batch, chance = envs.Batch(*DUEL, games=3, record=True, **asked), np.random.default_rng(4)
    for _ in range(15):
        batch.actions[:] = any_offered(batch.masks, chance)
        batch.step()
    other = pickle.loads(pickle.dumps(batch))
    for _ in range(60):
        batch.actions[:] = other.actions[:] = any_offered(batch.masks, chance)
        batch.step()
        other.step()
        assert (batch.observations == other.observations).all() and (batch.keys == other.keys).all()
    assert batch.save(1) == other.save(1)


@pytest.mark.parametrize("face, library", [("puffer", "pufferlib"), ("sb3", "stable_baselines3")])
def test_a_missing_library_is_named(face: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for module in [name for name in sys.modules if name.startswith(library + ".")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delitem(sys.modules, f"hulldown.envs.{face}_env", raising=False)
    monkeypatch.delitem(vars(envs), face, raising=False)
    with pytest.raises(ImportError, match="pip install"):
        getattr(envs, face)


class PufferBase:
    """What PufferLib 3.0 does for an environment: it gives it buffers. Its package builds only with downloads
    that a test must not need.
    """

    def __init__(self, buf: Any = None) -> None:
        shape = (self.num_agents, *self.single_observation_space.shape)  # type: ignore[attr-defined]
        self.observations = np.zeros(shape, np.float32)
        self.rewards = np.zeros(len(self.observations), np.float32)
        self.terminals = np.zeros(len(self.observations), np.bool_)
        self.truncations = np.zeros(len(self.observations), np.bool_)


def test_many_games_of_pufferlib(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("pufferlib")
    library.PufferEnv = PufferBase  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pufferlib", library)
    monkeypatch.delitem(sys.modules, "hulldown.envs.puffer_env", raising=False)
    monkeypatch.delitem(vars(envs), "puffer", raising=False)
    env, chance = envs.puffer(*DUEL, games=4, opponent="random"), np.random.default_rng(5)
    seen, _ = env.reset(seed=1)
    held, reports = seen, []
    for _ in range(300):
        assert env.single_observation_space.contains(seen[0])
        assert (seen[:, -env.batch.choices :] == env.batch.masks).all()
        actions = chance.integers(0, env.single_action_space.n, 4)  # on offer or not
        seen, rewards, over, cut, reported = env.step(actions)
        assert seen is held and rewards.shape == over.shape == cut.shape == (4,)
        reports += reported
    assert reports and all(0 <= report["wins"] <= 1 and report["n"] > 0 for report in reports)
    del sys.modules["hulldown.envs.puffer_env"], vars(envs)["puffer"]
