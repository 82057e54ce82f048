"""The battles that Gymnasium makes by name: `gymnasium.make("hulldown/Skirmish-v1")`.

They are registered when `hulldown.envs` is imported, so nothing of a ruleset is loaded here.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

# The version of each ruleset's encoding (`Encoding.version`): who has trained an agent needs to know.
VERSIONS = {"agrav": 1, "chase": 1, "close_assault": 1, "tank_commander": 1, "warstrike": 1}


def battles() -> dict[str, tuple[str, str]]:
    """The ruleset and the scenario of each name: "Skirmish-v1"."""
    folder = Path(str(resources.files("hulldown"))) / "rulesets"
    return {
        f"{file.stem.title().replace('_', '')}-v{version}": (ruleset, file.stem)
        for ruleset, version in VERSIONS.items()
        for file in sorted((folder / ruleset / "scenarios").glob("*.toml"))
    }


def register_battles() -> None:
    """Make Gymnasium know the battles."""
    from gymnasium.envs.registration import register

    for name, (ruleset, scenario) in battles().items():
        kwargs = {"ruleset": ruleset, "scenario": scenario}
        register(id=f"hulldown/{name}", entry_point="hulldown.envs.gym_env:gym", kwargs=kwargs)
