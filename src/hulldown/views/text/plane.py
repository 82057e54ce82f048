"""A table without places as text, for terminals and golden files.

One sign is an inch wide and a line two inches high. A group's name stands where its first model stands, the
others are o (Cobalt) and x (Rust). Below the table stand the key, the groups with the spots of their models,
and the rest in sentences.
"""

from __future__ import annotations

from itertools import pairwise

from hulldown.rulesets.api.scene import Patch, PlaneScene, Spot, UnitMark
from hulldown.views.ink import Point
from hulldown.views.plane.edges import holds
from hulldown.views.plane.words import sentences, spot
from hulldown.views.text.spoken import heading

INCH = 1000
HIGH, ACROSS = 2 * INCH, 6
MODELS = "ox"
GROUND = {
    "open": " ",
    "forest": "♣",
    "rubble": "∴",
    "building": "█",
    "mud": "~",
    "water": "≈",
    "hill": "▲",
    "bog": "~",
    "ruin": "▒",
    "danger": "!",
    "wall": "=",
}
GOAL = "@"


def text_plane(scene: PlaneScene) -> str:
    """The table with its title, a key of the signs it uses, and the rest in sentences."""
    rows = _rows(scene)
    lines = [f"{_height(scene, index):>3} |{''.join(row)}|" for index, row in enumerate(rows)]
    ruler = "".join(str(inch).ljust(ACROSS) for inch in range(0, len(rows[0]) + 1, ACROSS))
    parts = [
        heading(scene),
        *lines,
        f"     {ruler}",
        _key(scene),
        *(_group(scene, group) for group in scene.groups),
    ]
    return "\n".join(part.rstrip() for part in [*parts, *sentences(scene)] if part) + "\n"


def _height(scene: PlaneScene, index: int) -> int:
    """The inches at the lower edge of a line."""
    return max(0, (scene.height - (index + 1) * HIGH) // INCH)


def _rows(scene: PlaneScene) -> list[list[str]]:
    """Ground, then objectives, then models; names last, so that nothing hides them."""
    columns, count = max(1, scene.width // INCH), max(1, -(-scene.height // HIGH))
    rows = [[_ground(scene, column, row) for column in range(columns)] for row in range(count)]
    for goal in scene.goals:
        _write(scene, rows, goal.at, GOAL)
    for unit in scene.units:
        _write(scene, rows, (unit.foot.x, unit.foot.y), MODELS[unit.side])
    named = set()
    for unit in scene.units:
        if unit.group not in named:
            named.add(unit.group)
            _write(scene, rows, (unit.foot.x, unit.foot.y), unit.group)
    return rows


def _ground(scene: PlaneScene, column: int, row: int) -> str:
    """The ground in the middle of a sign."""
    at = (column * INCH + INCH // 2, scene.height - row * HIGH - HIGH // 2)
    kinds = [patch.kind for patch in scene.patches if _covers(patch, at) or _passes(patch, at)]
    return GROUND[kinds[-1]] if kinds else "·"


def _covers(patch: Patch, at: Spot) -> bool:
    """Whether a spot lies within a piece of ground."""
    return patch.kind != "wall" and holds([Point(*corner) for corner in patch.corners], *at)


def _passes(patch: Patch, at: Spot) -> bool:
    """Whether a wall goes through the sign around a spot."""
    return patch.kind == "wall" and any(_crosses(a, b, at) for a, b in pairwise(patch.corners))


def _crosses(a: Spot, b: Spot, at: Spot) -> bool:
    """Whether a straight piece of wall goes through a sign, looked at in steps of a quarter of an inch."""
    steps = max(1, max(abs(b[0] - a[0]), abs(b[1] - a[1])) * 4 // INCH)
    spots = [[a[i] + (b[i] - a[i]) * step // steps - at[i] for i in (0, 1)] for step in range(steps + 1)]
    return any(-INCH // 2 <= x < INCH // 2 and -HIGH // 2 <= y < HIGH // 2 for x, y in spots)


def _write(scene: PlaneScene, rows: list[list[str]], at: Spot, word: str) -> None:
    """Put a word where a spot is, as far as the line goes."""
    row = min(len(rows) - 1, max(0, (scene.height - at[1] - 1) // HIGH))
    start = min(at[0] // INCH, len(rows[row]) - len(word))
    for shift, sign in enumerate(word):
        if 0 <= start + shift < len(rows[row]):
            rows[row][start + shift] = sign


def _key(scene: PlaneScene) -> str:
    """What the signs on this table mean."""
    kinds = {patch.kind: patch.said or patch.kind for patch in scene.patches}
    signs = ["o Cobalt", "x Rust", *([f"{GOAL} objective"] if scene.goals else [])]
    return "  ".join([*signs, *(f"{sign} {kinds[kind]}" for kind, sign in GROUND.items() if kind in kinds)])


def _group(scene: PlaneScene, group: UnitMark) -> str:
    """A group: what it is, what is left of it, what it does, and where each model stands."""
    spots = [spot((unit.foot.x, unit.foot.y)) for unit in scene.units if unit.group == group.unit]
    doing = f", {group.doing}" if group.doing else ""
    left = f"{group.points}/{group.points_full}"
    return f"{group.unit} {group.name} {left}{doing}: {'; '.join(spots) or 'off the table'}"
