"""The face of PettingZoo: one game, both seats, one after the other."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray
from pettingzoo import AECEnv

from hulldown.catalogue import ScenarioSource
from hulldown.envs.batch import Batch
from hulldown.envs.gym_env import SEEDS
from hulldown.envs.spaces import RENDER_MODES, action_space, check_render_mode, observation_space
from hulldown.envs.spaces import render as render_batch
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.setup import Setup

AGENTS = ["seat_0", "seat_1"]


class BatchAecEnv(AECEnv):  # type: ignore[misc]
    """A battle as PettingZoo plays it.

    Where both seats decide in secret they do so one after the other: the second does not see what the first
    has chosen. An observation is a dict of "observation" and "action_mask"; what a seat sees that has
    nothing to decide is the battle as it was when it last had.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "hulldown_v1",
        "is_parallelizable": False,
    }

    def __init__(self, batch: Batch, render_mode: str | None = None) -> None:
        """A batch of one game without an opponent."""
        super().__init__()
        self.batch, self.render_mode = batch, check_render_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        masks = Box(0, 1, (batch.choices,), np.int8)
        self._observation = Dict({"observation": observation_space(batch), "action_mask": masks})
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation)
        self.action_spaces = {agent: action_space(batch) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed always the same one."""
        if seed is None:
            self.batch.reset()
        else:
            self.batch.reset(seed=int(np.random.default_rng(seed).integers(SEEDS)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._seen = {agent: self._nothing() for agent in AGENTS}
        self._show()

    def _nothing(self) -> dict[str, NDArray[Any]]:
        """What a seat sees before its first decision."""
        batch = self.batch
        return {
            "observation": np.zeros(batch.observations.shape[1], batch.observations.dtype),
            "action_mask": np.zeros(batch.choices, np.int8),
        }

    def _show(self) -> None:
        """Whose turn it is, and what that seat sees."""
        batch = self.batch
        self.agent_selection = AGENTS[int(batch.seats[0])]
        self._seen[self.agent_selection] = {
            "observation": batch.observations[0].copy(),
            "action_mask": batch.masks[0].astype(np.int8),
        }

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What a seat saw when it last had to decide."""
        return self._seen[agent]

    def step(self, action: int | None) -> None:
        """Carry out an action of the seat whose turn it is. IllegalAction if it is not on offer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.actions[0] = -1 if action is None else action
        batch.step()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, map(float, batch.rewards[0]), strict=True))
        over, cut = bool(batch.terminals[0]), bool(batch.truncations[0])
        if over or cut:
            self.terminations = dict.fromkeys(AGENTS, over)
            self.truncations = dict.fromkeys(AGENTS, cut)
            for seen in self._seen.values():
                seen["action_mask"] = np.zeros(batch.choices, np.int8)
            self._seen[agent]["observation"] = batch.final_observations[0].copy()
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self._show()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The battle as text, SVG or pixels."""
        return render_batch(self.batch, self.render_mode)

    def close(self) -> None:
        self.batch.close()


def aec(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource = "",
    *,
    render_mode: str | None = None,
    **asked: Any,
) -> BatchAecEnv:
    """A battle for PettingZoo, both seats agents; `asked` is what `Batch` takes."""
    asked = {"scaled": True, **asked}
    return BatchAecEnv(Batch(ruleset, scenario, 1, finals=True, **asked), render_mode)
