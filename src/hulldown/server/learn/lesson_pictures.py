"""The pictures of lessons and puzzles: their real boards, cut around what they are about."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from hulldown.game.lessons import opened
from hulldown.rulesets.api.lessons import Lesson, Puzzle
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids
from hulldown.server.learn.lessons import taught
from hulldown.views.thumbnails import around

MOST = 400  # pictures at hand, of some 100 kB each


@lru_cache(maxsize=MOST)
def picture(ruleset: str, name: str) -> str:
    """The board at the beginning of a lesson or puzzle. Refused (404) if there is none of that name."""
    return board_of(*taught(ruleset, name))


def board_of(ruleset: Ruleset, lesson: Lesson | Puzzle) -> str:
    """A lesson's board around what it shows, a puzzle's around all that stands there, as its side sees it
    and without what only helps who acts.
    """
    scene = ruleset.table.scene(opened(ruleset, lesson).observation(lesson.seat), None)
    subject = lesson.subject if isinstance(lesson, Lesson) else ""
    return around(replace(scene, aids=Aids()), subject).picture
