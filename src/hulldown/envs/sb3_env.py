"""The face of Stable-Baselines: a VecEnv with masks, as MaskablePPO of sb3-contrib asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from hulldown.ai.bot import PlayerSpec
from hulldown.catalogue import ScenarioSource
from hulldown.envs.batch import Batch, Seats
from hulldown.envs.gym_env import SEEDS
from hulldown.envs.spaces import RENDER_MODES, action_space, check_render_mode, observation_space
from hulldown.envs.spaces import render as render_batch
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.setup import Setup


class BatchVecEnv(VecEnv):  # type: ignore[misc]
    """Battles side by side, an opponent in the other seat of each. IllegalAction for what is not on offer."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES}

    def __init__(self, batch: Batch, render_mode: str | None = None) -> None:
        """A batch with an opponent."""
        self.batch, self._actions = batch, np.zeros(batch.games, np.int64)
        self.render_mode = check_render_mode(render_mode)
        super().__init__(batch.games, observation_space(batch), action_space(batch))

    def reset(self) -> NDArray[Any]:
        """New games, after `seed` always the same ones."""
        seed = self._seeds[0]
        if seed is None:
            self.batch.reset()
        else:
            self.batch.reset(seed=int(np.random.default_rng(seed).integers(SEEDS)))
        self._reset_seeds()
        self._reset_options()
        return self.batch.observations.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of a step."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Carry out an action in each game, then what the opponents answer."""
        batch, learners = self.batch, self.batch.seats.copy()
        batch.actions[:] = self._actions
        batch.step()
        over, cut = batch.terminals != 0, batch.truncations != 0
        infos: list[dict[str, Any]] = [{} for _ in range(batch.games)]
        for i in np.flatnonzero(over | cut):
            infos[i]["terminal_observation"] = batch.final_observations[i].copy()
            infos[i]["TimeLimit.truncated"] = bool(cut[i])
        rewards = batch.rewards[np.arange(batch.games), learners]
        return batch.observations.copy(), rewards, over | cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action on offer, a row for each game."""
        return self.batch.masks.astype(np.bool_)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method gives for some games: `action_masks`."""
        given = getattr(self, method_name)(*args, **kwargs)
        return [given[i] for i in self._chosen(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have something."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What some games have: the same for all."""
        value = getattr(self, attr_name)
        return [value for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set something for all games at once."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Nothing is wrapped around a game."""
        return [False for _ in self._chosen(indices)]

    def _chosen(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))

    def get_images(self) -> Sequence[Any]:
        """The first battle as pixels."""
        return [render_batch(self.batch, "rgb_array")]

    def render(self, mode: str | None = None) -> Any:
        """The first battle as text, SVG or pixels."""
        return render_batch(self.batch, mode or self.render_mode)

    def close(self) -> None:
        self.batch.close()


def sb3(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource = "",
    games: int = 64,
    *,
    opponent: PlayerSpec = "greedy",
    seats: Seats = "alternate",
    render_mode: str | None = None,
    **asked: Any,
) -> BatchVecEnv:
    """Battles for Stable-Baselines; see `Batch` for what else can be asked."""
    asked = {"scaled": True, **asked}
    return BatchVecEnv(
        Batch(ruleset, scenario, games, opponent=opponent, seats=seats, finals=True, **asked), render_mode
    )
