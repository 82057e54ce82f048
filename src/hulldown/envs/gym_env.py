"""The face of Gymnasium: one game, one agent, an opponent in the other seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from hulldown.ai.bot import PlayerSpec
from hulldown.catalogue import ScenarioSource
from hulldown.envs.batch import Batch, Seats
from hulldown.envs.spaces import RENDER_MODES, check_render_mode, observation_space
from hulldown.envs.spaces import render as render_batch
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.setup import Setup

SEEDS = 1 << 31
METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}


class OfferedActions(Discrete):
    """The actions of a game, of which only those on offer are sampled."""

    def __init__(self, batch: Batch) -> None:
        super().__init__(batch.choices)
        self._batch = batch

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One of the actions on offer, or of those of a mask or of a distribution."""
        if mask is None and probability is None:
            mask = self._batch.masks[0].astype(np.int8)
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Apart from its game it is a plain space."""
        return Discrete, (int(self.n),)


class GymEnv(Env[NDArray[Any], Any]):
    """A battle as Gymnasium plays it.

    `info["action_mask"]`, also `action_masks()` as MaskablePPO asks for it, has 1 for each action on offer;
    any other raises IllegalAction.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(self, batch: Batch, render_mode: str | None = None) -> None:
        """A batch of one game with an opponent."""
        self.batch, self.render_mode = batch, check_render_mode(render_mode)
        self.observation_space, self.action_space = observation_space(batch), OfferedActions(batch)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new game; with a seed always the same one."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.reset(seed=int(self.np_random.integers(SEEDS)))
        else:
            self.batch.reset()
        return self.batch.observations[0].copy(), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Carry out an action, then what the opponent answers. IllegalAction if it is not on offer."""
        batch, learner = self.batch, int(self.batch.seats[0])
        batch.actions[0] = action
        batch.step()
        over, cut = bool(batch.terminals[0]), bool(batch.truncations[0])
        seen = batch.final_observations[0] if over or cut else batch.observations[0]
        return seen.copy(), float(batch.rewards[0, learner]), over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action on offer."""
        offered: NDArray[np.bool_] = self.batch.masks[0] != 0
        return offered

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].astype(np.int8), "seat": int(self.batch.seats[0])}

    def render(self) -> Any:
        """The battle as text, SVG or pixels."""
        return render_batch(self.batch, self.render_mode)

    def close(self) -> None:
        self.batch.close()


def gym(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource = "",
    *,
    opponent: PlayerSpec = "greedy",
    seats: Seats = "alternate",
    render_mode: str | None = None,
    **asked: Any,
) -> GymEnv:
    """A battle for Gymnasium, against any computer player; `asked` is what `Batch` takes.

    Observations are float32 from -1 to 1 unless `scaled=False`, which leaves whole numbers. ImportError
    names the command that installs Gymnasium.
    """
    asked = {"scaled": True, **asked}
    return GymEnv(
        Batch(ruleset, scenario, 1, opponent=opponent, seats=seats, finals=True, **asked), render_mode
    )
