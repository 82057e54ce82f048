"""What has happened since a seat last decided, order by order, as it knows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.server.play.match import DecidedStep, ServerMatch
from hulldown.server.play.table_view import risen
from hulldown.views import ShotMark
from hulldown.views import since as marks

MOST = 30  # orders told; of more, the last
NAMED = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True)
class SinceStep:
    """One order: its number, who gave it, what the log says of it, and marks to lie over the board."""

    number: int
    seat: int
    sentences: tuple[Sentence, ...]
    picture: str


@dataclass(frozen=True)
class SinceAnswer:
    """The orders after a number; `left_out` counts those before the first that is told."""

    since: int
    left_out: int
    steps: list[SinceStep]


def recap_since(match: ServerMatch, seat: int | None, seen: int, tall: bool = False) -> SinceAnswer:
    """The orders of others since a seat's last decision, and after the number that it has `seen`.

    Where sides decide in secret an own order may have been the last one that was awaited, so what came of it
    is told with the others'. A spectator gets all orders after the number. Orders that neither show nor say
    anything to the seat are left out, as if there were none. Marks lie over the picture of a `tall` stage.
    """
    together = match.ruleset.has_secrets() and not match.fogged
    own = [step.number for step in match.steps if step.seat == seat]
    begin = max([seen, *(number - together for number in own[-1:])])
    wanted = [step for step in match.steps if step.number > begin and (together or step.seat != seat)]
    steps = [
        step for step in _recap_steps(match, seat, wanted[-MOST:], tall) if step.picture or step.sentences
    ]
    return SinceAnswer(begin, max(0, len(wanted) - MOST), steps)


def _recap_steps(
    match: ServerMatch, seat: int | None, wanted: Iterable[DecidedStep], tall: bool
) -> list[SinceStep]:
    """Each order with its marks in the picture of the position now."""
    scenes: dict[int, Scene] = {}

    def scene(number: int) -> Scene:
        if number not in scenes:
            drawn = match.ruleset.table.scene(match.observation_at(number, seat), seat)
            scenes[number] = risen(drawn, seat) if tall else drawn
        return scenes[number]

    numbers = [0, *(step.number for step in match.steps)]
    before = dict(zip(numbers[1:], numbers, strict=False))
    steps = []
    for step in wanted:
        sentences = step.log_for(seat)
        shots = [shot for sentence in sentences if (shot := shot_of(sentence))]
        named = [name for sentence in sentences for name in NAMED.findall(sentence.text)]
        then, now = scene(before[step.number]), scene(numbers[-1])
        picture = marks(then, scene(step.number), shots, now, named[0] if named else "")
        steps.append(SinceStep(step.number, step.seat, sentences, picture))
    return steps


def shot_of(sentence: Sentence) -> ShotMark | None:
    """The shot that a sentence tells. Its first dice are those to hit; all to hit stand for one rule."""
    names = NAMED.findall(sentence.text)
    if not sentence.shot or len(names) < 2:
        return None
    rolls = [roll for roll in sentence.rolls if roll.rule == sentence.rolls[0].rule]
    known = [hit for roll in rolls if (hit := _does_it(roll)) is not None]
    return ShotMark(names[0], names[1], any(known) if known else None)


def _does_it(roll: Roll) -> bool | None:
    """Whether a die did it; of dice thrown together, whether some did, for which they have no one answer."""
    together = len(roll.faces) > 1 and roll.needed is not None
    return True if together and roll.success is None else roll.success
