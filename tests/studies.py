"""Studies that several folders of tests ask: one that takes seconds, one that never ends meanwhile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hulldown import rulesets

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


OWN_TANK = """
[tanks.gull]
name = "Möwe"
type = "hover"
text = "Quick and thin."
hull = 4
armor = { front = 9, side = 7, rear = 5 }
top_speed = 20
agility = 3
weapon = "autocannon"
mount = "turret"
points = 85
source = "CH-11.8"
"""


def own_pack(folder: Path) -> Path:
    """A pack of Chase with a tank, a number and two scenarios of its own: one with that tank on both sides,
    called "At Dawn", one by points.
    """
    chase = Path(rulesets.__file__).parent / "chase" / "scenarios"
    (folder / "scenarios").mkdir(parents=True)
    sheet = 'name = "Gulls"\nruleset = "chase"\n[values]\nt_bone_factor = 3\n'
    (folder / "pack.toml").write_text(sheet, "utf-8")
    (folder / "units.toml").write_text(OWN_TANK, "utf-8")
    for source, name, title in (("even_ground", "dawn", "At Dawn"), ("free_platoons", "flock", "The Flock")):
        text = (chase / f"{source}.toml").read_text("utf-8").replace('tank = "warden"', 'tank = "gull"')
        text = re.sub('^name = ".*"$', f'name = "{title}"', text, count=1, flags=re.MULTILINE)
        (folder / "scenarios" / f"{name}.toml").write_text(text, "utf-8")
    return folder
