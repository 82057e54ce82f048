"""Environments for agents: battles as numbers, one at a time or thousands in a call.

    from hulldown import envs
    batch = envs.Batch("chase", "even_ground", games=1024)      # buffers in place, NumPy only
    env = envs.gym("tank_commander", "skirmish")                # Gymnasium
    env = envs.aec("tank_commander", "skirmish")                # PettingZoo, both seats
    env = envs.vector("tank_commander", "skirmish", games=64)   # Gymnasium, many in a call

`puffer` and `sb3` are the same for PufferLib and Stable-Baselines. All take what `Batch` takes;
`docs/agents.md` says what the numbers mean. The faces import their library when they are first used:
`pip install "hulldown[rl]"` has those of Gymnasium and PettingZoo. Where Gymnasium is installed it knows the
battles by name from here on: `gymnasium.make("hulldown/Skirmish-v1")`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

TYPE_CHECKING = False  # as `typing` has it, which takes as long to import as all else here
if TYPE_CHECKING:
    from typing import Any

    from hulldown.envs.aec_env import aec
    from hulldown.envs.batch import Batch, IllegalAction, NoEnvironment, TooManyOrders
    from hulldown.envs.gym_env import gym
    from hulldown.envs.puffer_env import puffer
    from hulldown.envs.sb3_env import sb3
    from hulldown.envs.vector_env import vector

__all__ = [
    "Batch",
    "IllegalAction",
    "NoEnvironment",
    "TooManyOrders",
    "aec",
    "gym",
    "puffer",
    "sb3",
    "vector",
]

_PLACES = {
    "Batch": "batch",
    "IllegalAction": "batch",
    "NoEnvironment": "batch",
    "TooManyOrders": "batch",
    "aec": "aec_env",
    "gym": "gym_env",
    "puffer": "puffer_env",
    "sb3": "sb3_env",
    "vector": "vector_env",
}


RL = 'pip install "hulldown[rl]"'
INSTALLED_BY = {
    "gymnasium": RL,
    "pettingzoo": RL,
    "pufferlib": "pip install pufferlib",
    "stable_baselines3": "pip install stable-baselines3 sb3-contrib",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in INSTALLED_BY:
            raise
        raise ImportError(f"{library} is not installed here: {INSTALLED_BY[library]}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


if find_spec("gymnasium") is not None:
    from hulldown.envs.registration import register_battles

    register_battles()
