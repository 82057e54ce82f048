"""Orders judged before they are given: whether they may be, and what they would change."""

from __future__ import annotations

from typing import Any

from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF
from hulldown.server.play.match import ServerMatch
from hulldown.server.schemas.responses import WhyAnswer
from hulldown.views import ghost

NO_REASON = ("", "", "")


def judged(match: ServerMatch, seat: int, texts: list[str]) -> WhyAnswer:
    """The first of some orders that may not be given after those before it, as far as a seat can know.

    Only what the seat knows is asked, so the answer tells it nothing new. What depends on a die is not
    judged any further. The last of several is what those before it should allow: it is judged but not
    carried out. ValueError says which text is not understood.
    """
    ruleset, known = match.ruleset, copy(match.observation(seat))
    dice = new_dice(0)
    for index, text in enumerate(texts):
        act = ruleset.speech.parse_action(known, seat, text)
        code = ruleset.rules.check(known, seat, act)
        if code:
            why = ruleset.refusal_of(known, act, code)
            return WhyAnswer(index, why.code, why.text, why.rule, changed(match, seat, known))
        if index and index == len(texts) - 1:
            break
        ruleset.rules.apply(known, act, dice, OFF)
        if rolled(dice):
            return WhyAnswer(-1, *NO_REASON, "")
    return WhyAnswer(-1, *NO_REASON, changed(match, seat, known))


def rolled(dice: Dice) -> bool:
    """Whether a die was thrown."""
    return bool(dice.count)


def changed(match: ServerMatch, seat: int, after: Any) -> str:
    """What is different from the position now, drawn."""
    return ghost(match.scene(seat, ""), match.ruleset.table.scene(after, None))
