"""The face of PufferLib: many games whose buffers PufferLib holds, an opponent in the other seat of each."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from pufferlib import PufferEnv

from hulldown.ai.bot import PlayerSpec
from hulldown.catalogue import ScenarioSource
from hulldown.envs.batch import Batch, Seats
from hulldown.envs.spaces import action_space, check_render_mode
from hulldown.envs.spaces import render as render_batch
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.setup import Setup

INTERVAL = 128  # steps between two reports


class BatchPufferEnv(PufferEnv):  # type: ignore[misc]
    """Battles as PufferLib plays them.

    PufferLib knows no masks. So the mask of the actions on offer follows each observation, and an
    action that is not on offer becomes the one at the same place, counted round, among those that are.
    """

    def __init__(self, batch: Batch, render_mode: str | None = None, buf: Any = None) -> None:
        """A batch with an opponent; `buf` are the buffers of the process that runs it, if it has some."""
        low, high = batch.bounds
        zeros, ones = np.zeros(batch.choices), np.ones(batch.choices)
        self.single_observation_space = Box(
            np.concatenate([low, zeros]).astype(np.float32),
            np.concatenate([high, ones]).astype(np.float32),
            dtype=np.float32,
        )
        self.single_action_space = action_space(batch)
        self.num_agents, self.batch, self.render_mode = batch.games, batch, check_render_mode(render_mode)
        self._size, self._steps = batch.observations.shape[1], 0
        self._returns: list[float] = []
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[Any]]:
        """New games, with a seed those of that seed."""
        self.batch.reset(seed=seed)
        self._show()
        return self.observations, []

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, float]]]:
        """Carry out an action in each game, then what the opponents answer."""
        batch, learners = self.batch, self.batch.seats.copy()
        batch.actions[:] = self._to_legal(np.asarray(actions).reshape(-1))
        batch.step()
        self.rewards[:] = batch.rewards[np.arange(batch.games), learners]
        self.terminals[:], self.truncations[:] = batch.terminals != 0, batch.truncations != 0
        self._returns += self.rewards[self.terminals != 0].tolist()
        self._show()
        return self.observations, self.rewards, self.terminals, self.truncations, self._report()

    def _to_legal(self, actions: NDArray[Any]) -> NDArray[Any]:
        """The actions, those that are not on offer replaced."""
        batch, chosen = self.batch, actions.astype(np.int64)
        offered = batch.masks[np.arange(batch.games), chosen] != 0
        for i in np.flatnonzero(~offered):
            possible = np.flatnonzero(batch.masks[i])
            chosen[i] = possible[chosen[i] % len(possible)]
        return chosen

    def _show(self) -> None:
        self.observations[:, : self._size] = self.batch.observations
        self.observations[:, self._size :] = self.batch.masks

    def _report(self) -> list[dict[str, float]]:
        """Now and then, what the games that have ended came to."""
        self._steps += 1
        if self._steps % INTERVAL or not self._returns:
            return []
        returns, self._returns = self._returns, []
        wins = sum(value > 0 for value in returns) / len(returns)
        return [{"episode_return": sum(returns) / len(returns), "wins": wins, "n": float(len(returns))}]

    def render(self) -> Any:
        """The first battle as text, SVG or pixels."""
        return render_batch(self.batch, self.render_mode)

    def close(self) -> None:
        self.batch.close()


def puffer(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource = "",
    games: int = 1024,
    *,
    opponent: PlayerSpec = "greedy",
    seats: Seats = "alternate",
    render_mode: str | None = None,
    buf: Any = None,
    **asked: Any,
) -> BatchPufferEnv:
    """Battles for PufferLib; see `Batch` for what else can be asked."""
    asked = {"scaled": True, **asked}
    batch = Batch(ruleset, scenario, games, opponent=opponent, seats=seats, **asked)
    return BatchPufferEnv(batch, render_mode, buf)
