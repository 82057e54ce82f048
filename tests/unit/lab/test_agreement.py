"""Whether better players agree with a study: the same question again, for a tenth of its pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hulldown import lab, rulesets
from hulldown.catalogue import CatalogueError
from hulldown.lab.agreement import Agreement, again, agreement, better_player, check_of
from hulldown.lab.recording import Folder
from hulldown.lab.study import Arm, Decide, Study

ANSWER = {"what": "changed", "arm": "changed", "scenario": "skirmish"}
CHANGED = {"changed": Arm(options={"reverse_move": True})}


def study_of(kind: str = "variant", **fields: Any) -> Study:
    """A study that asks about 5 points."""
    given = {"arms": CHANGED} if kind == "variant" else {}
    decide = Decide(smallest_effect=5.0, most_pairs=20_000)
    given |= {"ruleset": "tank_commander", "scenarios": ("skirmish",), "decide": decide, **fields}
    return Study(kind=kind, **given)


def answer(low: float, high: float, verdict: str) -> dict[str, Any]:
    return {**ANSWER, "estimate": (low + high) / 2, "low": low, "high": high, "verdict": verdict}


NO, YES = answer(-2.0, 3.0, "same"), answer(6.0, 12.0, "different")
SOME, OPEN = answer(0.2, 7.8, "different"), answer(-3.0, 8.0, "undecided")


def mirrored(one: dict[str, Any]) -> dict[str, Any]:
    """The same for the other side."""
    return answer(-one["high"], -one["low"], one["verdict"])


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (NO, answer(-4.0, 4.0, "same"), "agrees"),
        (NO, answer(-9.0, 9.0, "undecided"), "too_few"),
        (NO, answer(2.0, 9.0, "different"), "too_few"),
        (NO, answer(5.0, 15.0, "different"), "disagrees"),
        (NO, answer(-15.0, -5.0, "different"), "disagrees"),
        (YES, answer(6.0, 20.0, "different"), "agrees"),
        (YES, answer(1.0, 19.0, "different"), "agrees"),  # better for the same side, by how much is open
        (YES, answer(-4.0, 19.0, "undecided"), "too_few"),
        (YES, answer(-4.0, 4.0, "same"), "disagrees"),
        (YES, answer(1.0, 4.5, "same"), "disagrees"),
        (YES, answer(-20.0, -2.0, "different"), "disagrees"),
        (SOME, answer(2.0, 19.0, "different"), "agrees"),
        (SOME, answer(-9.0, 9.0, "undecided"), "too_few"),
        (SOME, answer(-4.0, 4.0, "same"), "too_few"),
        (SOME, answer(-19.0, -2.0, "different"), "disagrees"),
        (OPEN, YES, "too_few"),
    ],
)
def test_players_agree_where_they_answer_alike(
    first: dict[str, Any], second: dict[str, Any], said: str
) -> None:
    assert agreement(study_of(), first, second) == said
    assert agreement(study_of(), mirrored(first), mirrored(second)) == said


def test_shares_are_held_against_a_half() -> None:
    fair, unfair = answer(47.0, 53.0, "same"), answer(56.0, 70.0, "different")
    assert agreement(study_of("fair"), fair, unfair) is Agreement.DISAGREES
    assert agreement(study_of("fair"), unfair, answer(51.0, 75.0, "different")) is Agreement.AGREES


def said_of(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> str:
    """What is said of a study and of its check by mcts:400."""
    other = {"answers": second, "players": ["mcts:400"] * 2, "pairs": 704, "games": 1408}
    check = check_of(study_of(), {"answers": first}, {**other, "headline": "Yes: so."})
    assert check["player"] == "mcts:400" and check["answers"] == second
    return str(check["sentence"])


def test_it_is_said_in_a_sentence() -> None:
    assert said_of([YES], [YES]) == "mcts:400 agrees, by 704 pairs: Yes: so."
    assert said_of([NO], [YES]) == "mcts:400 disagrees, by 704 pairs: Yes: so."
    few = answer(-9.0, 9.0, "undecided")
    assert said_of([NO], [few]) == (
        "704 pairs are too few to tell whether mcts:400 agrees. So far it says: Yes: so."
    )
    assert said_of([OPEN], [YES]) == (
        "The study itself is not settled, so mcts:400 has nothing to agree with. By 704 pairs it says: "
        "Yes: so."
    )


def test_several_answers_agree_if_all_do() -> None:
    there = {**NO, "scenario": "breakthrough"}
    assert said_of([YES, there], [YES, there]).startswith("mcts:400 agrees")
    assert said_of([YES, there], [YES, {**YES, "scenario": "breakthrough"}]).startswith("mcts:400 disagrees")
    few = {**answer(-9.0, 9.0, "undecided"), "scenario": "breakthrough"}
    assert said_of([YES, there], [YES, few]).startswith("704 pairs are too few")


def test_a_tenth_of_the_pairs_is_played_with_the_same_dice() -> None:
    study = study_of(name="x" * 80, seed=7)
    asked = again(study, 6_912, "mcts:400")
    assert asked.decide.most_pairs == 704 and asked.decide.smallest_effect == 5.0
    assert asked.players == ("mcts:400", "mcts:400")
    assert (asked.seed, asked.arms, asked.scenarios) == (study.seed, study.arms, study.scenarios)
    assert asked.name.startswith("Do better players agree? x") and len(asked.name) == 80
    assert again(study, 100, "greedy").decide.most_pairs == 64


DEPTH = study_of("depth", players=("random", "greedy"))


@pytest.mark.parametrize(
    ("study", "player", "why"),
    [
        (DEPTH, "mcts:400", "can check a study of the kind fair, variant, forces, atlas, not depth"),
        (study_of("profile"), "mcts:400", "not profile"),
        (study_of("fair"), "mcts:1s", "thinks by the clock"),
        (study_of("fair"), "nobody", "nobody"),
        (
            study_of(arms={"changed": Arm(players=("random", "greedy"))}),
            "mcts:400",
            "differ in their players",
        ),
    ],
)
def test_what_no_player_can_check_is_refused(study: Study, player: str, why: str) -> None:
    with pytest.raises(CatalogueError, match=why):
        again(study, 1_000, player)


@pytest.mark.parametrize(
    ("players", "better"),
    [
        (("random", "greedy"), "mcts:100"),
        (("greedy:20%", "sensible"), "mcts:100"),
        (("mcts:100", "mcts:100"), "mcts:400"),
        (("greedy", "mcts:200"), "mcts:800"),
        (("perfect", "perfect"), ""),
        (("elsewhere:bot", "greedy"), ""),
    ],
)
def test_better_players_look_farther(players: tuple[str, str], better: str) -> None:
    assert better_player(players, rulesets.get("chase")) == better


def test_what_players_say_is_kept(tmp_path: Path) -> None:
    out, few = tmp_path / "kept", {"most_pairs": 640}
    asked = lab.ask(
        "variant", "chase", "long_shot", "random", options={"armor_wear": True}, decide=few, out=out
    )
    result = asked.answer(check_with="random")
    check = result["check"]
    assert check["player"] == "random" and check["pairs"] == 64
    assert "The change never came up in 64 pairs." in check["sentence"]
    assert (Folder.open(out).result() or {})["check"] == check
    assert check["sentence"] in (out / "report.html").read_text("utf-8")
    lab.opened(out).answer()
    assert (Folder.open(out).result() or {})["check"] == check
