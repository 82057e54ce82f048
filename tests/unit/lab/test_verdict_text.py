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

from hulldown import rulesets
from hulldown.lab.deciding import StudyVerdict
from hulldown.lab.estimating import share
from hulldown.lab.plan import Contrast, StudyPlan, plan_of, without
from hulldown.lab.results import answer_of, metrics
from hulldown.lab.running import Watch
from hulldown.lab.study import Arm, Decide, Study
from hulldown.lab.study_names import StudyNames, names_of
from hulldown.lab.verdict_text import (
    SideEffect,
    VerdictInput,
    VerdictLine,
    answer_text,
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
CHANGE = re.compile(
    r"he (first|second) side takes ([\d.]+) points more \(([\d.]+)(?: (less))? to ([\d.]+)(?: more)?\)"
)
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


@lru_cache
def names(kind: str, cells: int) -> StudyNames:
    """What is called how in such a study."""
    study, planned = plan(kind, cells)
    return names_of(study, Path("."), planned.arms)


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
    return VerdictInput(study, answers, names(kind, cells), missing, void)


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
    """The numbers with intervals that a text tells, as those of the first side."""
    told: list[tuple[float, float, float]] = []
    if kind in ("variant", "atlas"):
        for side, value, low, less, high in CHANGE.findall(text):
            row = (float(value), -float(low) if less else float(low), float(high))
            told.append(row if side == "first" else (-row[0], -row[2], -row[1]))
        return told + [tuple(map(float, row)) for row in VALUE.findall(text)]  # type: ignore[misc]
    for found in SHARE.finditer(text):
        value, low, high = map(float, found.groups())
        before = text[: found.start()].lower()
        if before.endswith(("the second side takes ", "b takes ")):
            value, low, high = 100 - value, 100 - high, 100 - low
        told.append((value, low, high))
    return told


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
        better = re.search(r"(first|second|A|B|greedy|random)(?: side)? is better", text)
        assert not better or (differs and not within)
        if better and kind in ("fair", "forces"):
            assert (better[1] in ("first", "A")) is (one.estimate > 50)
        assert "difference" not in text
        nothing = {"variant": "may change nothing", "fair": "may be even", "forces": "may be even"}
        if kind in nothing:
            assert (nothing[kind] in text) is (not within and not differs)


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
        assert re.search(rf"Of 5 changes {len(large)} changes? who wins by", text)
        assert bool(re.search(rf"{len(some)} changes? it, whether by so much is open", text)) is bool(some)
        assert re.search(rf"{len(same)} changes? it by less", text)
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


CHANGES = "Reverse move: yes changes who wins"
NEAR = "the true value is so near that hardly any number of pairs would settle it"
FORMS = [
    (2.0, 8.1, "different", 876, f"Not settled: {CHANGES}, whether by 5 points or more is open; about 880 "
     "more "
     "pairs would settle it. The first side takes 5.0 points more (2.0 to 8.1)."),
    (0.2, 3.4, "same", 0, f"No: {CHANGES} by less than 5 points either way: the first side takes 1.8 points "
     "more (0.2 to 3.4)."),
    (-3.4, 0.2, "same", 0, f"No: {CHANGES} by less than 5 points either way: the second side takes 1.6 "
     "points "
     "more (0.2 less to 3.4 more)."),
    (-53.9, 0.8, "undecided", 101, "Not settled: Reverse move: yes may change nothing about who wins, or "
     "change it by 5 points or more; about 110 more pairs would settle it. The second side takes 26.6 points "
     "more (0.8 less to 53.9 more)."),
    (6.0, 12.0, "different", 0, f"Yes: {CHANGES} by 5 points or more: the first side takes 9.0 points more "
     "(6.0 to 12.0)."),
    (-12.0, -6.0, "different", 0, f"Yes: {CHANGES} by 5 points or more: the second side takes 9.0 points "
     "more "
     "(6.0 to 12.0)."),
    (0.1, 9.9, "different", None, f"Not settled: {CHANGES}, whether by 5 points or more is open; {NEAR}. The "
     "first side takes 5.0 points more (0.1 to 9.9)."),
]  # fmt: skip


@pytest.mark.parametrize(("low", "high", "verdict", "missing", "said"), FORMS)
def test_forms(low: float, high: float, verdict: str, missing: int | None, said: str) -> None:
    asked = asked_about(low, high, verdict, missing=missing)
    assert answer_text(asked) == said
    assert sentence(asked) == f"{said} Between computer players (greedy)."


def test_what_never_came_up_is_said_and_nothing_else() -> None:
    touched = {"changed": {"share": 0.0, "low": 0.0, "high": 0.01, "blocks": 768}}
    text = sentence(asked_about(-0.4, 0.4, "same", touched=touched))
    assert text == "The change never came up in 768 pairs. Between computer players (greedy)."
    played = [games_of("book", 0.48, 0.01, 5.0), games_of("changed", 0.48, 0.01, 5.0)]
    assert sentence(asked_about(-0.4, 0.4, "same", touched=touched, metrics=played)) == (
        "The change never came up in 768 pairs. The second side takes 52.0 % (50.0 to 54.0) with it and "
        "without it, 1.0 % (0.5 to 1.5) of the games are drawn; games last 5.0 turns. Between computer "
        "players (greedy)."
    )


def test_what_has_not_come_up_yet_may_still_matter() -> None:
    touched = {"changed": {"share": 0.0, "low": 0.0, "high": 0.06, "blocks": 64}}
    text = sentence(asked_about(-9.5, 9.5, "undecided", touched=touched, missing=70))
    assert text == (
        "The change never came up in 64 pairs. Whether it would matter by 5 points or more is not settled; "
        "about 70 more pairs would settle it. Between computer players (greedy)."
    )


def test_draws_and_length_are_told_where_nobody_wins_more() -> None:
    effects = [
        SideEffect("changed", "skirmish", "draws", 0.004, 0.667, 0.6, 0.7),
        SideEffect("changed", "skirmish", "turns", 8.2, 4.1, -0.6, -0.4),
    ]
    text = sentence(asked_about(-2.0, 1.8, "same", effects=effects))
    assert text.startswith(
        f"No: {CHANGES} by less than 5 points either way, but 66.7 % of the games are drawn instead of 0.4 % "
        "and they last 4.1 turns instead of 8.2. The second side takes 0.1 points more (1.8 less to 2.0 "
        "more)."
    )
    besides = sentence(asked_about(6.0, 12.0, "different", effects=effects[1:]))
    assert "Besides, games last 4.1 turns instead of 8.2." in besides


# ---------------------------------------------------------------- who is better, draws, length


def games_of(
    arm: str, first: float, draws: float, turns: float, clock: float = 0.1, scenario: str = "skirmish"
) -> dict[str, Any]:
    """What games of an arm were like: the first side's share, draws, length, how many ended by the clock."""
    ended = [{"rules": "TC-1.3", "share": 1 - clock}, {"rules": "TC-1.5 TC-1.7", "share": clock}]
    return {
        "arm": arm, "scenario": scenario, "games": 1000, "ended_by": ended,
        "first": {"value": first, "low": first - 0.02, "high": first + 0.02},
        "draws": {"value": draws, "low": draws - 0.005, "high": draws + 0.005},
        "turns": {"value": turns, "low": turns - 0.1, "high": turns + 0.1},
    }  # fmt: skip


def tanks(kind: str, *lines: VerdictLine, effect: float = 5.0, **more: Any) -> VerdictInput:
    """A study of Tank Commander with given answers."""
    fields = {"arms", "knobs", "players", "scenarios"} & more.keys()
    given = {"scenarios": ("skirmish",), **{name: more.pop(name) for name in fields}}
    decide = Decide(smallest_effect=effect)
    study = Study(kind=kind, ruleset="tank_commander", decide=decide, **given)
    return VerdictInput(study, lines, names_of(study, Path(".")), **more)


def line(value: float, half: float, verdict: str, arm: str = "book", what: str = "first side") -> VerdictLine:
    return VerdictLine(what, arm, "skirmish", value, value - half, value + half, verdict)


BETWEEN = "Between computer players (greedy)."
GAMES = "1.0 % (0.5 to 1.5) of the games are drawn; games last 5.2 turns."
MANY = {("first side", "book", "skirmish"): 876}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (line(50.2, 4.0, "same"), "Yes: Skirmish is fair within 5 points. The first side takes 50.2 % "
         "(46.2 to "
         "54.2) of the points."),
        (line(60.0, 4.0, "different"), "No: Skirmish is not fair, the first side is better by 5 points or "
         "more. "
         "The first side takes 60.0 % (56.0 to 64.0) of the points."),
        (line(40.0, 4.0, "different"), "No: Skirmish is not fair, the second side is better by 5 points or "
         "more. The second side takes 60.0 % (56.0 to 64.0) of the points."),
        (line(46.0, 3.0, "different"), "Not settled: in Skirmish the second side is better, whether by 5 "
         "points "
         "or more is open; about 880 more pairs would settle it. The second side takes 54.0 % (51.0 to 57.0) "
         "of the points."),
        (line(52.0, 6.0, "undecided"), "Not settled: in Skirmish the sides may be even, or one better by 5 "
         "points or more; about 880 more pairs would settle it. The first side takes 52.0 % (46.0 to "
         "58.0) of "
         "the points."),
    ],
)  # fmt: skip
def test_who_is_better_is_named_with_draws_and_length(answer: VerdictLine, said: str) -> None:
    asked = tanks("fair", answer, missing=MANY, metrics=[games_of("book", 0.5, 0.01, 5.2)])
    assert sentence(asked) == f"{said} {GAMES} {BETWEEN}"


def test_a_change_tells_both_ways_to_play() -> None:
    played = [games_of("book", 0.482, 0.004, 5.0), games_of("changed", 0.572, 0.006, 5.2)]
    touched = {"changed": {"share": 0.98, "low": 0.97, "high": 0.99, "blocks": 6912}}
    text = sentence(asked_about(6.0, 12.0, "different", metrics=played, touched=touched))
    assert text == (
        f"Yes: {CHANGES} by 5 points or more: the first side takes 9.0 points more (6.0 to 12.0). With it "
        "the "
        "first side takes 57.2 % (55.2 to 59.2), without it the second side takes 51.8 % (49.8 to 53.8). "
        "Drawn "
        "are 0.6 % (0.1 to 1.1) of the games with it, 0.4 % (-0.1 to 0.9) without it; they last 5.2 turns "
        "with "
        f"it, 5.0 turns without it. Games went otherwise in 98 % of 6,912 pairs. {BETWEEN}"
    )


MOWE = {"name": "M\u00f6we HE"}
FORCES = {"first": Arm(force=(MOWE,)), "second": Arm(force=("hunter", "hunter"))}
AGAINST = "first against second"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (line(51.0, 3.0, "same", "first", AGAINST), "No: neither force is better by 5 points or more in "
         "Skirmish. M\u00f6we HE takes 51.0 % (48.0 to 54.0) against 2 \u00d7 Hunter."),
        (line(40.0, 4.0, "different", "first", AGAINST), "Yes: 2 \u00d7 Hunter is better by 5 points or "
         "more in "
         "Skirmish. 2 \u00d7 Hunter takes 60.0 % (56.0 to 64.0) against M\u00f6we HE."),
        (line(54.0, 3.0, "different", "first", AGAINST), "Not settled: M\u00f6we HE is better in Skirmish, "
         "whether by 5 points or more is open; it takes more pairs. M\u00f6we HE takes 54.0 % (51.0 to 57.0) "
         "against 2 \u00d7 Hunter."),
        (line(52.0, 6.0, "undecided", "first", AGAINST), "Not settled: the forces may be even in "
         "Skirmish, or "
         "one better by 5 points or more; it takes more pairs. M\u00f6we HE takes 52.0 % (46.0 to 58.0) "
         "against "
         "2 \u00d7 Hunter."),
    ],
)  # fmt: skip
def test_forces_are_called_by_their_units(answer: VerdictLine, said: str) -> None:
    played = [games_of(arms, 0.5, 0.01, 5.2) for arms in ("first/second", "second/first")]
    assert sentence(tanks("forces", answer, arms=FORCES, metrics=played)) == f"{said} {GAMES} {BETWEEN}"


def test_forces_of_the_same_units_keep_their_own_names() -> None:
    arms = {"north": Arm(force=("hunter",)), "south": Arm(force=("hunter",))}
    answer = line(50.0, 3.0, "same", "north", "north against south")
    assert "Hunter (north) takes 50.0 % (47.0 to 53.0) against Hunter (south)." in sentence(
        tanks("forces", answer, arms=arms)
    )


def test_a_unit_in_another_place_is_called_by_its_name() -> None:
    arms = {"changed": Arm(forces={"A1": MOWE})}
    answer = line(9.0, 3.0, "different", "changed", "changed")
    text = sentence(tanks("variant", answer, arms=arms))
    assert text.startswith(
        "Yes: M\u00f6we HE as A1 changes who wins by 5 points or more: the first side takes"
    )


def test_worths_are_told_by_the_names_of_the_garage() -> None:
    best = VerdictLine("optics", "book", "all", 23.0, 21.0, 25.1, "different")
    worst = VerdictLine("front armor", "book", "all", -8.6, -10.5, -6.6, "different")
    text = sentence(tanks("units", best, worst, metrics=[games_of("book", 0.482, 0.01, 5.2)]))
    assert text == (
        "Enhanced Optics is worth most: one more gives +23.0 points of share (+21.0 to +25.1); Front armor "
        "least: -8.6 points of share (-10.5 to -6.6). The second side takes 51.8 % (49.8 to 53.8), 1.0 % "
        "(0.5 "
        f"to 1.5) of the games are drawn; games last 5.2 turns. {BETWEEN}"
    )
    nothing = sentence(tanks("units", line(1.0, 4.0, "undecided", what="optics")))
    assert nothing.startswith("Not settled: no unit or upgrade is clearly worth more or less than the others")


def test_an_atlas_tells_what_matters_and_how_it_is_without() -> None:
    lines = [
        VerdictLine(arm, arm, "skirmish", value, value - 2, value + 2, verdict)
        for arm, value, verdict in (("turn_limit=8", 9.0, "different"), ("fog=true", 0.0, "same"))
    ]
    touched = {"fog=true": {"share": 0.0, "low": 0.0, "high": 0.01, "blocks": 768}}
    text = sentence(tanks("atlas", *lines, touched=touched, metrics=[games_of("book", 0.502, 0.01, 5.2)]))
    assert text == (
        "Of 2 changes 1 changes who wins by 5 points or more, most of all turn_limit = 8 (+9.0, +7.0 to "
        "+11.0); "
        "1 changes it by less (1 never came up); 0 are not settled. Without a change the first side takes "
        "50.2 "
        f"% (48.2 to 52.2), {GAMES} {BETWEEN}"
    )


def test_a_ladder_tells_whether_skill_tells() -> None:
    rung = line(92.6, 3.0, "different", "greedy", "greedy against random")
    played = [games_of("book", 0.5, 0.01, 5.2)]
    text = sentence(tanks("depth", rung, players=("random", "greedy"), metrics=played))
    assert text == (
        f"Yes: skill tells. greedy takes 92.6 % (89.6 to 95.6) from random. {GAMES} Between computer players "
        "(random and greedy)."
    )
    assert sentence(tanks("depth", rung._replace(estimate=50.0, low=47.0, high=53.0, verdict="same"))) == (
        "No: thinking wins less than 5 points. greedy takes 50.0 % (47.0 to 53.0) from random, less than 5 "
        f"points more than half or less. {BETWEEN}"
    )


def test_a_number_that_was_tuned_is_told_in_words() -> None:
    knobs = {"turn_limit": (4.0, 12.0)}
    value = line(50.2, 3.0, "same", "turn_limit=8", "turn_limit=8")
    text = sentence(tanks("tune", value, knobs=knobs, metrics=[games_of("turn_limit=8", 0.5, 0.01, 5.2)]))
    assert text == (
        "Yes: turn limit = 8 comes within 5 points of 50 % in Skirmish. On fresh dice the first side takes "
        f"50.2 % (47.2 to 53.2). {GAMES} {BETWEEN}"
    )


def test_a_profile_tells_who_is_better() -> None:
    answer = VerdictLine("first side", "book", "skirmish", 48.0, 46.0, 50.0, "")
    text = sentence(tanks("profile", answer, metrics=[games_of("book", 0.48, 0.01, 5.2)]))
    assert text == f"Skirmish: the second side takes 52.0 % (50.0 to 54.0). {GAMES} {BETWEEN}"


def test_a_verdict_by_the_clock_says_so_before_anything_else() -> None:
    slow, quick = (games_of("book", 0.5, 0.24, 8.0, clock) for clock in (0.752, 0.14))
    begins = "Most games (75 %) ran out of turns: between these players the verdict is about who leads when "
    answer = line(50.2, 4.0, "same")
    assert sentence(tanks("fair", answer, metrics=[slow])).startswith(f"{begins}time is up. Yes: Skirmish is")
    assert sentence(tanks("fair", answer, metrics=[quick])).startswith("Yes: ")
    assert sentence(tanks("fair", answer, metrics=[slow, {**quick, "games": 3000}])).startswith("Yes: ")


def test_every_rule_of_the_clock_stands_behind_an_ending() -> None:
    for name in rulesets.BUILT_IN:
        glossary = rulesets.get(name).files.glossary()
        cited = {rule for rules in glossary.ending for rule in rules.split()}
        assert set(glossary.clock) <= cited, name
        scored = name in ("close_assault", "warstrike")  # the last turn is where their battles are decided
        assert bool(glossary.clock) is not scored, name


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
    assert "Hard rams changes who wins in The Ford by less than 3 points either way" in text
    assert "files" not in text and ".toml" not in text
