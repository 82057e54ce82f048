"""Whether better players agree with a study: a part of its pairs again, with them on both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from hulldown import rulesets
from hulldown.ai import UnknownPlayer, player
from hulldown.ai.registry import MctsPlayer
from hulldown.catalogue import CatalogueError
from hulldown.lab.deciding import is_as_large
from hulldown.lab.playing import SLICE, Executor
from hulldown.lab.results import result_of
from hulldown.lab.running import Run, StudyLook
from hulldown.lab.study import QuestionKind, Study, repeatable
from hulldown.lab.verdict_text import DIFFERENCES
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.ruleset import Ruleset

PART = 10  # of so many pairs better players play one
KINDS = (QuestionKind.FAIR, QuestionKind.VARIANT, QuestionKind.FORCES, QuestionKind.ATLAS)
MORE = 4  # times the playouts of a search that is better


class Agreement(StrEnum):
    """What better players say of an answer."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    TOO_FEW = "too_few"  # games, to tell


# ---------------------------------------------------------------- asked again


def better_player(players: Sequence[str], ruleset: Ruleset) -> str:
    """A player that is better than these, as a text: one that searches, or one that does so longer. Empty
    where none is known.
    """
    try:
        minds = [player(text, ruleset, anywhere=False) for text in players]
    except (UnknownPlayer, ValueError):
        return ""
    playouts = [mind.budget.playouts for mind in minds if isinstance(mind, MctsPlayer)]
    if playouts:
        return f"mcts:{MORE * max(playouts)}" if max(playouts) else ""
    usual = ruleset.computers.study_player
    own = {computer.id for computer in ruleset.computers.bots()}
    if any(text.split(":")[0] in own for text in players):
        return ""
    return "mcts:100" if usual in players else usual


def need_answers(study: Study) -> None:
    """CatalogueError for a study that gives no verdict on who wins between its players."""
    if study.kind not in KINDS:
        known = ", ".join(KINDS)
        raise CatalogueError([f"other players can check a study of the kind {known}, not {study.kind}"])
    if any(arm.players for arm in study.arms.values()):
        raise CatalogueError(["other players can't check a study whose arms differ in their players"])


def again(study: Study, pairs: int, better: str) -> Study:
    """The same question, of a tenth of so many pairs with the same dice and a better player on both sides.

    CatalogueError for a kind that has no such answer, and for a player that there is not or that thinks by
    the clock.
    """
    need_answers(study)
    if wrong := list(repeatable([better], ("players",), rulesets.get(study.ruleset))):
        raise CatalogueError([wrong[0].what])
    most = max(SLICE, -(-pairs // PART // SLICE) * SLICE)
    changed = {
        "name": f"Do better players agree? {study.name}"[:80],
        "players": (better, better),
        "decide": study.decide.model_copy(update={"most_pairs": most}),
    }
    return study.model_copy(update=changed)


def check_study(
    run: Run,
    result: Mapping[str, Any],
    better: str,
    executor: Executor | None = None,
    cancelled: IsCancelled = lambda: False,
    watching: Callable[[StudyLook], None] = lambda look: None,
) -> dict[str, Any]:
    """Ask a study that was played again, with a better player: `check` of its result; empty if it is
    stopped before its end.
    """
    second = Run(again(run.study, result["pairs"], better), run.base, None, executor, cancelled=cancelled)
    for look in second:
        watching(look)
    return {} if second.stopped else check_of(run.study, result, result_of(second))


# ---------------------------------------------------------------- compared


def check_of(study: Study, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """What better players say of a study: the player, the pairs, whether they agree, in a sentence."""
    others = {key_of(answer): answer for answer in second["answers"]}
    agreements = [
        agreement(study, answer, others[key_of(answer)])
        for answer in first["answers"]
        if key_of(answer) in others
    ]
    overall = together(agreements)
    return {
        "player": second["players"][0],
        "pairs": second["pairs"],
        "games": second["games"],
        "agreement": str(overall),
        "sentence": check_text(overall, first, second),
        "answers": list(second["answers"]),
    }


def key_of(answer: Mapping[str, Any]) -> tuple[str, str, str]:
    """What an answer is about."""
    return answer["what"], answer["arm"], answer["scenario"]


def agreement(study: Study, answer: Mapping[str, Any], other: Mapping[str, Any]) -> Agreement:
    """Whether an answer of better players is the same: settled alike, or at least better for the same side
    where one side was; another where their interval rules the first answer out.
    """
    centre = 0.0 if study.kind in DIFFERENCES else 50.0
    effect = study.decide.smallest_effect
    if None in (answer["low"], answer["high"], other["low"], other["high"]):
        return Agreement.TOO_FEW
    low, high = (round(answer[end] - centre, 6) for end in ("low", "high"))
    less, more = (round(other[end] - centre, 6) for end in ("low", "high"))
    if answer["verdict"] == "same":
        if other["verdict"] == "same":
            return Agreement.AGREES
        return Agreement.DISAGREES if is_as_large(less, more, effect) else Agreement.TOO_FEW
    if answer["verdict"] != "different":
        return Agreement.TOO_FEW
    if high < 0:
        less, more = -more, -less
    least = effect if is_as_large(low, high, effect) else 0.0
    if more < least:
        return Agreement.DISAGREES
    return Agreement.AGREES if less > 0 else Agreement.TOO_FEW


def together(agreements: Sequence[Agreement]) -> Agreement:
    """What several answers come to: they disagree if one does, and agree if all do."""
    if Agreement.DISAGREES in agreements:
        return Agreement.DISAGREES
    return Agreement.AGREES if agreements and set(agreements) == {Agreement.AGREES} else Agreement.TOO_FEW


def check_text(overall: Agreement, first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """`mcts:400 agrees, by 704 pairs: No: ...`"""
    who, pairs, headline = second["players"][0], f"{second['pairs']:,} pairs", second["headline"]
    if overall is not Agreement.TOO_FEW:
        return f"{who} {overall}, by {pairs}: {headline}"
    if any(answer["verdict"] == "undecided" for answer in first["answers"]):
        text = f"The study itself is not settled, so {who} has nothing to agree with."
        return f"{text} By {pairs} it says: {headline}"
    return f"{pairs} are too few to tell whether {who} agrees. So far it says: {headline}"
