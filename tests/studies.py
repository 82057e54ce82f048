"""Studies that several folders of tests ask: one that takes seconds, one that never ends meanwhile."""

from __future__ import annotations

from typing import Any

QUICK: dict[str, Any] = {
    "name": "Harder rams",
    "kind": "variant",
    "ruleset": "chase",
    "scenarios": ["long_shot"],
    "players": ["random", "random"],
    "values": {"t_bone_factor": 3},
    "decide": {"most_pairs": 640},
}
ENDLESS = {  # so small an effect takes millions of pairs
    **QUICK,
    "name": "Endless",
    "scenarios": ["even_ground"],
    "options": {"driving_tie": "no_winner"},
    "decide": {"smallest_effect": 0.1, "most_pairs": 10_000_000},
}
