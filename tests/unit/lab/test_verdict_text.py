"""What a study says agrees with its interval, in every kind of study and for any data."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from hulldown.lab.deciding import StudyVerdict
from hulldown.lab.estimating import share
from hulldown.lab.plan import Contrast, StudyPlan, plan_of, without
from hulldown.lab.results import answer_of, metrics
from hulldown.lab.running import Watch
from hulldown.lab.study import Arm, Decide, Study
from hulldown.lab.verdict_text import (
    SideEffect,
    StudyNames,
    VerdictInput,
    VerdictLine,
    names_of,
    rounded_up,
    sentence,
    side_effects,
)

KINDS: dict[str, dict[str, Any]] = {
    "fair": {},
    "variant": {"arms": {"changed": Arm(options={"armor_wear": True})}},
    "forces": {"arms": {"heavy": Arm(force=("a",)), "light": Arm(force=("b",))}},
    "depth": {"players": ("random", "greedy")},
    "tune": {"knobs": {"t_bone_factor": (1, 3)}},
    "atlas": {},
}
SCORES = {kind: np.array([-0.5, 0.0, 0.5]) for kind in KINDS} | {
    "variant": np.array([-1.0, -0.5, 0.0, 0.5, 1.0]),
    "atlas": np.array([-1.0, -0.5, 0.0, 0.5, 1.0]),
}
SHARE = re.compile(r"(-?[\d.]+) % \((-?[\d.]+) to (-?[\d.]+)\)")
CHANGE = re.compile(r"([\d.]+) points (more|less) \(([\d.]+) (more|less) to ([\d.]+) (more|less)\)")
VALUE = re.compile(r"\(([+-][\d.]+), ([+-][\d.]+) to ([+-][\d.]+)\)")
EVERY = [(kind, cells) for kind in KINDS for cells in (1, 5)]


@lru_cache
def plan(kind: str, cells: int) -> tuple[Study, StudyPlan]:
    """A study of a kind that asks about so many things."""
    scenarios = ("long_shot", "even_ground", "breakout", "under_the_rail", "platoon_clash")
    study = Study(
        kind=kind, ruleset="chase", scenarios=scenarios[: 1 if kind == "atlas" else cells], **KINDS[kind]
    )
    whole = plan_of(study)
    if kind == "tune":
        return study, without(whole, [arm for arm in whole.arms if arm != "t_bone_factor=2"])
    if kind == "atlas":
        return study, without(whole, list(whole.arms)[cells + 1 :])
    return study, whole


def answered(kind: str, cells: int, chance: np.random.Generator) -> VerdictInput:
    """A study of made-up scores."""
    study, planned = plan(kind, cells)
    effect = float(chance.choice([0.2, 1.0, 3.0, 5.0, 12.5]))
    study = study.model_copy(update={"decide": Decide(smallest_effect=effect)})
    watch = Watch(study, planned)
    for one in watch.cells:
        law = chance.dirichlet(np.full(len(SCORES[kind]), chance.choice([0.3, 1.0, 30.0])))
        blocks = 64 * int(chance.choice([1, 2, 8, 60, 2_000]))
        law = (law + law[::-1]) / 2 if chance.random() < 0.5 else law
        drawn = chance.multinomial(blocks, law)
        one.counts = Counter(dict(zip(SCORES[kind].tolist(), drawn.tolist(), strict=True)))
        one.games, one.stalls = blocks, blocks if chance.random() < 0.03 else 0
    answers = list(map(answer_of, watch.cells, watch.conclusions()))
    missing = dict(zip((one.key for one in answers), watch.missing(), strict=True))
    void = frozenset(answer.key for answer, one in zip(answers, watch.cells, strict=True) if one.void)
    return VerdictInput(study, answers, names_of(study, Path("."), planned.arms), missing, void)


def judged(asked: VerdictInput, one: VerdictLine) -> tuple[bool, bool, bool]:
    """Whether an answer lies within the effect, beyond it, and away from no difference: by its numbers."""
    effect, low, high = asked.study.decide.smallest_effect, one.low - asked.centre, one.high - asked.centre
    low, high = round(low, 6), round(high, 6)
    return -effect < low and high < effect, low >= effect or high <= -effect, low > 0 or high < 0


@pytest.mark.parametrize(("kind", "cells"), EVERY)
def test_verdict_and_interval_agree(kind: str, cells: int) -> None:
    chance = np.random.default_rng(cells)
    seen: Counter[str] = Counter()
    for _ in range(80):
        asked = answered(kind, cells, chance)
        for one in asked.answers:
            within, beyond, differs = judged(asked, one)
            assert one.low <= one.estimate <= one.high and one.low < one.high
            if one.key in asked.void:
                assert one.verdict == "undecided"
                continue
            assert one.verdict == (
                StudyVerdict.SAME if within else StudyVerdict.DIFFERENT if differs else StudyVerdict.UNDECIDED
            )
            if within or beyond:
                assert asked.missing[one.key] == 0
            seen[one.verdict] += 1
    assert set(seen) == {"same", "different", "undecided"}


def numbers_in(text: str, kind: str) -> list[tuple[float, float, float]]:
    """The numbers with intervals that a text tells."""
    if kind in ("variant", "atlas"):
        sign = {"more": 1, "less": -1}
        told = [
            (float(value) * sign[a], float(low) * sign[b], float(high) * sign[c])
            for value, a, low, b, high, c in CHANGE.findall(text)
        ]
        return told + [tuple(map(float, row)) for row in VALUE.findall(text)]  # type: ignore[misc]
    return [tuple(map(float, row)) for row in SHARE.findall(text)]  # type: ignore[misc]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "atlas"])
def test_the_sentence_answers_what_was_asked(kind: str) -> None:
    """Read as a person would: what it says first, and the interval that stands beside it."""
    chance = np.random.default_rng(1)
    for _ in range(120):
        asked = answered(kind, 1, chance)
        (one,) = asked.answers
        text = sentence(asked)
        within, beyond, differs = judged(asked, one)
        yes, no, open_ = (text.startswith(word) for word in ("Yes: ", "No: ", "Not settled: "))
        assert yes + no + open_ == 1, text
        if one.key in asked.void:
            assert open_ and "never ended" in text
            continue
        ((value, low, high),) = numbers_in(text, kind)
        assert (low, high) == pytest.approx((one.low, one.high), abs=1e-6)
        assert value == pytest.approx(one.estimate, abs=0.06)
        effect = asked.study.decide.smallest_effect
        assert (-effect < round(low - asked.centre, 6) and round(high - asked.centre, 6) < effect) is within
        if kind == "depth":  # skill tells if the stronger player is better at all
            assert yes is (differs and not within and one.estimate > 50)
            assert ("less than" in text) is within
        else:
            assert {"fair": yes, "tune": yes}.get(kind, no) is within
            assert {"fair": no, "tune": no}.get(kind, yes) is beyond
            assert ("about" in text or "hardly any" in text) is (not within and not beyond)
        better = re.search(r"(first|second|heavy|light|greedy|random)(?: side)? is better", text)
        if better and kind in ("fair", "forces"):
            assert differs and (better[1] in ("first", "heavy")) is (one.estimate > 50)
        assert not better or differs
        open_difference = kind == "variant" and differs and not within and not beyond
        assert ("That is a difference" in text) is open_difference


def test_an_atlas_counts_what_its_answers_say() -> None:
    chance = np.random.default_rng(2)
    for _ in range(60):
        asked = answered("atlas", 5, chance)
        text = sentence(asked)
        rows = [(one, *judged(asked, one)) for one in asked.answers if one.key not in asked.void]
        large = [one for one, _, beyond, _ in rows if beyond]
        some = [one for one, within, beyond, differs in rows if differs and not within and not beyond]
        same = [one for one, within, *_ in rows if within]
        others = len(asked.answers) - len(large) - len(some) - len(same)
        assert f"Of 5 changes {len(large)} change who wins by" in text
        assert (f"{len(some)} change it, whether by so much is open" in text) is bool(some)
        assert f"{len(same)} change it by less" in text
        assert re.search(rf"{others} (is|are) not settled", text)
        told = {tuple(round(n, asked.places) for n in (one.low, one.high)) for one in (*large, *some)}
        assert {(low, high) for _, low, high in numbers_in(text, "atlas")} == told


# ---------------------------------------------------------------- single cases


def asked_about(low: float, high: float, verdict: str, **more: Any) -> VerdictInput:
    """A variant with one answer, asked about 5 points."""
    study = Study(
        kind="variant",
        ruleset="tank_commander",
        scenarios=("skirmish",),
        arms={"changed": Arm(options={"reverse_move": True})},
        decide=Decide(smallest_effect=5.0),
    )
    one = VerdictLine("changed", "changed", "skirmish", (low + high) / 2, low, high, verdict)
    given: dict[str, Any] = {
        "names": names_of(study, Path(".")),
        "missing": {one.key: more.pop("missing", 0)},
    }
    return VerdictInput(study, [one], **{**given, **more})


GIVES = "Reverse move: yes gives the first side"
NEAR = "the true value is so near that hardly any number of pairs would settle it"
FORMS = [
    (2.0, 8.1, "different", 876, f"Not settled: {GIVES} 5.0 points more (2.0 more to 8.1 more). That is a "
     "difference; whether it is 5 points or more is open: about 880 more pairs would settle it."),
    (0.2, 3.4, "same", 0, f"No: {GIVES} 1.8 points more (0.2 more to 3.4 more), less than 5 points "
     "either way."),
    (-53.9, 0.8, "undecided", 101, f"Not settled: {GIVES} 26.6 points less (53.9 less to 0.8 more). Whether "
     "it changes who wins, and by 5 points or more, is open: about 110 more pairs would settle it."),
    (6.0, 12.0, "different", 0, f"Yes: {GIVES} 9.0 points more (6.0 more to 12.0 more), 5 points or more."),
    (0.1, 9.9, "different", None, f"Not settled: {GIVES} 5.0 points more (0.1 more to 9.9 more). That is a "
     f"difference; whether it is 5 points or more is open: {NEAR}."),
]  # fmt: skip


@pytest.mark.parametrize(("low", "high", "verdict", "missing", "said"), FORMS)
def test_forms(low: float, high: float, verdict: str, missing: int | None, said: str) -> None:
    text = sentence(asked_about(low, high, verdict, missing=missing))
    assert text == f"{said} Between computer players (greedy)."


def test_what_never_came_up_is_said_without_a_difference() -> None:
    touched = {"changed": {"share": 0.0, "low": 0.0, "high": 0.01, "blocks": 768}}
    text = sentence(asked_about(-0.4, 0.4, "same", touched=touched))
    assert text.startswith("No: Reverse move: yes never came up in 768 pairs, so it changes who wins by less")
    assert "differ" not in text.split("Between")[0]


def test_draws_and_length_are_told_where_nobody_wins_more() -> None:
    effects = [
        SideEffect("changed", "skirmish", "draws", 0.004, 0.667, 0.6, 0.7),
        SideEffect("changed", "skirmish", "turns", 8.2, 4.1, -0.6, -0.4),
    ]
    text = sentence(asked_about(-2.0, 1.8, "same", effects=effects))
    assert text.startswith(
        "No difference in who wins, but 66.7 % of the games are drawn instead of 0.4 % and they last 4.1 "
        f"turns instead of 8.2. {GIVES} 0.1 points less (2.0 less to 1.8 more), less than 5 "
        "points either way."
    )
    besides = sentence(asked_about(6.0, 12.0, "different", effects=effects[1:]))
    assert "Besides, games last 4.1 turns instead of 8.2." in besides


def test_figures_are_rounded_up_to_two() -> None:
    assert [rounded_up(n) for n in (3, 64, 101, 876, 4_321, 99_100)] == [3, 64, 110, 880, 4_400, 100_000]


# ---------------------------------------------------------------- beside who wins


def games(arm: str, draws: float, turns: float, seed: int = 1, blocks: int = 640) -> pl.DataFrame:
    """Made-up games of an arm."""
    chance = np.random.default_rng(seed)
    winner = np.where(chance.random(blocks) < draws, 2, chance.integers(0, 2, blocks))
    length = np.maximum(1, np.round(chance.normal(turns, turns / 5, blocks)))
    return pl.DataFrame(
        {"arm": arm, "scenario": "skirmish", "setting": 0, "block": range(blocks), "swap": 0,
         "winner": winner, "turns": length, "orders": length * 10, "stalled": False, "ended_by": "TC-1.3"}
    )  # fmt: skip


CELL = Contrast("changed", "changed", "skirmish", 1, 0)


def effects_of(draws: float, turns: float) -> list[str]:
    both = pl.concat([games("book", 0.004, 8.0), games("changed", draws, turns, 2)])
    return [one.what for one in side_effects([CELL], both, Decide())]


def test_only_large_and_sure_effects_are_told() -> None:
    assert effects_of(0.004, 8.0) == []
    assert effects_of(0.02, 8.3) == []
    assert effects_of(0.667, 8.0) == ["draws"]
    assert effects_of(0.004, 4.0) == ["turns"]
    assert effects_of(0.667, 16.0) == ["draws", "turns"]


def test_no_share_of_games_is_without_width() -> None:
    (told,) = metrics(games("book", 0.0, 8.0, blocks=128))
    for name in ("first", "draws", "stalls"):
        assert told[name]["low"] < told[name]["high"], name
    assert told["draws"]["value"] == 0.0 and told["draws"]["high"] == pytest.approx(
        share(np.zeros(128), np.ones(128)).high, abs=0.01
    )
    (same,) = metrics(games("book", 0.0, 8.0).with_columns(turns=8))
    assert same["turns"] == {"value": 8.0, "low": None, "high": None}


def test_names_stand_in_for_files() -> None:
    names = StudyNames({"files/m2.toml": "The Ford"}, {"changed": "Hard rams"})
    study = Study(
        kind="variant", ruleset="chase", scenarios=("files/m2.toml", "long_shot"), arms={"changed": Arm()}
    )
    answers = [VerdictLine("changed", "changed", name, 0.0, -1.0, 1.0, "same") for name in study.scenarios]
    text = sentence(VerdictInput(study, answers, names))
    assert "Hard rams gives the first side" in text and " in The Ford, less than 3 points" in text
    assert "files" not in text and ".toml" not in text
