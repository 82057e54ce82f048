"""A board without what is laid on it as pieces: units, smoke, mines and what else comes and goes."""

from __future__ import annotations

from dataclasses import replace

from hulldown.rulesets.face.scene import PlaneScene, Scene, TrackScene

PASSING = ("smoke", "mine", "flight", "strike", "last-seen")  # markers that lie on a board as pieces do


def bare(scene: Scene) -> Scene:
    """The ground, what is built on it, zones and places that matter; a track is nothing but its pieces."""
    if isinstance(scene, TrackScene):
        return scene
    if isinstance(scene, PlaneScene):
        return replace(scene, units=(), groups=(), links=(), ways=(), sights=())
    return replace(scene, units=(), markers=tuple(one for one in scene.markers if one.kind not in PASSING))
