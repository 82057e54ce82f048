"""The face of Gymnasium for many games: a VectorEnv whose games begin anew in the step that ends them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hulldown.ai.bot import PlayerSpec
from hulldown.catalogue import ScenarioSource
from hulldown.envs.batch import Batch, Seats
from hulldown.envs.gym_env import SEEDS
from hulldown.envs.spaces import RENDER_MODES, action_space, check_render_mode, observation_space
from hulldown.envs.spaces import render as render_batch
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.setup import Setup

METADATA: dict[str, Any] = {
    "render_modes": RENDER_MODES,
    "render_fps": 4,
    "autoreset_mode": AutoresetMode.SAME_STEP,
}


class BatchVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Battles side by side, an opponent in the other seat of each.

    `infos["action_mask"]` has a row for each game. What a game ended with is in `infos["final_obs"]`, where
    `infos["_final_obs"]` says so.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(self, batch: Batch, render_mode: str | None = None, copy: bool = True) -> None:
        """A batch with an opponent. Without `copy` what is returned are its buffers, written in place."""
        self.batch, self.render_mode, self._copy = batch, check_render_mode(render_mode), copy
        self.num_envs = batch.games
        self.single_observation_space = observation_space(batch)
        self.single_action_space = action_space(batch)
        self.observation_space = batch_space(self.single_observation_space, batch.games)
        self.action_space = batch_space(self.single_action_space, batch.games)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """New games; with a seed always the same ones."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.reset(seed=int(self.np_random.integers(SEEDS)))
        else:
            self.batch.reset()
        return self._output(self.batch.observations), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an action in each game, then what the opponents answer."""
        batch, learners = self.batch, self.batch.seats.copy()
        batch.actions[:] = actions
        batch.step()
        over, cut = batch.terminals.astype(np.bool_), batch.truncations.astype(np.bool_)
        infos, ended = self._infos(), over | cut
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = self._output(batch.final_observations), ended
        rewards = batch.rewards[np.arange(batch.games), learners]
        return self._output(batch.observations), rewards, over, cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action on offer, a row for each game."""
        return self.batch.masks.astype(np.bool_)

    def _output(self, buffer: NDArray[Any]) -> NDArray[Any]:
        return buffer.copy() if self._copy else buffer

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.batch.games, np.bool_)
        masks = self._output(self.batch.masks)
        return {"action_mask": masks, "_action_mask": every, "seat": self.batch.seats.copy(), "_seat": every}

    def render(self) -> Any:
        """The first battle as text, SVG or pixels."""
        shown = render_batch(self.batch, self.render_mode)
        return None if shown is None else (shown,)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def vector(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource = "",
    games: int = 64,
    *,
    opponent: PlayerSpec = "greedy",
    seats: Seats = "alternate",
    render_mode: str | None = None,
    copy: bool = True,
    **asked: Any,
) -> BatchVectorEnv:
    """Battles for Gymnasium, many in a call; see `gym` and `Batch` for what can be asked."""
    asked = {"scaled": True, **asked}
    batch = Batch(ruleset, scenario, games, opponent=opponent, seats=seats, finals=True, **asked)
    return BatchVectorEnv(batch, render_mode, copy)
