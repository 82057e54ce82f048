"""What plots of a study are made of, and how they call what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from hulldown import rulesets
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.study_names import StudyNames, arm_text, endings_of
from hulldown.lab.verdict_text import DIFFERENCES, verdict_words, what_text, word_of
from hulldown.views import plots as draw
from hulldown.views.plots.canvas import all_numbers, signed, tenths

Data = Mapping[str, Any]
MOST_LINES = 24  # of a plot; all others stand in its table
MOST_SCENES = 4  # scenarios with plots of their games
SIDES = ("first side", "second side")


@dataclass(frozen=True)
class ResultPlot:
    """A plot: `svg` for a page that has the style sheet, `meaning` in a line of plain English, and the table
    behind it.
    """

    id: str
    title: str
    meaning: str
    svg: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PlotData:
    """What plots are made of. `apart` stands before their ids, where a page has the same plots twice; `names`
    are those of the study, where the result does not say them yet.
    """

    result: Data
    looks: Sequence[Data]
    frames: Mapping[str, pl.DataFrame]
    study: Study | None = None
    width: int = 640
    apart: str = ""
    names: StudyNames = field(default_factory=StudyNames)

    @cached_property
    def display_names(self) -> StudyNames:
        """What people call scenarios and arms."""
        given_names = self.result.get("names") or {}
        own = {arm: arm_text(self.study.arm(arm)) for arm in self.study.arms} if self.study else {}
        arms = {**own, **self.names.arms, **given_names.get("arms", {})}
        scenarios = {**self.shipped, **self.names.scenarios, **given_names.get("scenarios", {})}
        units = {**self.names.units, **given_names.get("units", {})}
        return StudyNames(scenarios, arms, endings_of(self.ruleset), units)

    @property
    def ruleset(self) -> str:
        """The ruleset that the games are of."""
        return self.study.ruleset if self.study else str(self.result.get("ruleset", ""))

    @property
    def shipped(self) -> dict[str, str]:
        """What the scenarios that come with the rules are called."""
        ruleset = self.ruleset
        if ruleset not in rulesets.names():
            return {}
        return {name: scenario.name for name, scenario in rulesets.get(ruleset).files.scenarios().items()}

    @property
    def kind(self) -> str:
        """The kind of the study."""
        return str(self.result.get("kind") or (self.study.kind if self.study else ""))

    @property
    def effect(self) -> float:
        """The smallest effect that was asked about, in points; 0 where that is not known."""
        return self.study.decide.smallest_effect if self.study else 0.0

    @property
    def centre(self) -> float:
        """What no difference is, in points of share."""
        if self.kind in DIFFERENCES:
            return 0.0
        return 100 * self.study.target if self.study and self.kind == QuestionKind.TUNE else 50.0

    @property
    def metrics(self) -> list[Data]:
        """What the games were like: scenarios as they were asked about, as printed first, numbers by size."""
        asked = self.study.scenarios if self.study else ()
        place = {scenario: number for number, scenario in enumerate(asked)}
        listed = self.result.get("metrics") or []
        return sorted(listed, key=lambda metric: (place.get(metric["scenario"], 0), in_order(metric["arm"])))

    @property
    def scenes(self) -> list[str]:
        """The scenarios whose games have plots."""
        return list(dict.fromkeys(metric["scenario"] for metric in self.metrics))[:MOST_SCENES]

    def words(self, key: str, title: str, spoken: str) -> draw.Words:
        """What a plot says of itself."""
        return draw.Words(f"{self.apart}{key}", title, spoken)

    def arm(self, name: str) -> str:
        """An arm as people call it: `as printed`, or what it changes."""
        return self.display_names.arm(name)

    def place(self, scenario: str) -> str:
        """A scenario as people call it."""
        return self.display_names.scenario(scenario)

    def of_scene(self, title: str, scenario: str) -> str:
        """A title that says where, if there is more than one place."""
        return f"{title}: {self.place(scenario)}" if len(self.scenes) > 1 else title

    def verdict(self, answer: Data) -> str:
        """What is said of an answer in a few words; nothing where a study gives no verdict."""
        return verdict_words(self.kind, answer, self.effect, self.centre)

    @property
    def overall(self) -> str:
        """What is said of the whole study in a few words."""
        answers = [answer for answer in self.result.get("answers") or () if answer["verdict"] == "different"]
        verdicts = dict.fromkeys(map(self.verdict, answers))
        sure = word_of(self.kind, self.result["verdict"])
        return sure if not verdicts or sure in verdicts else next(iter(verdicts))

    def axis(self, unit: str, band: float = 0.0) -> draw.Axis:
        """The axis of a share of the first side, or of a difference."""
        if self.kind in DIFFERENCES:
            return draw.Axis(unit, 0.0, band, -100.0, 100.0, signed)
        return draw.Axis(unit, self.centre, band, 0.0, 100.0, tenths)


# ---------------------------------------------------------------- names and numbers


def in_order(arm: str) -> tuple[bool, tuple[float, ...], str]:
    """Arms as people list them: as printed, then by the values of knobs, then by name."""
    values = knob_values(arm)
    return arm != BOOK, values, "" if values else arm


def knob_values(arm: str) -> tuple[float, ...]:
    """The numbers of an arm that is named by its knobs: `turn_limit=8`."""
    try:
        return tuple(float(part.split("=")[1]) for part in arm.split(","))
    except (IndexError, ValueError):
        return ()


def numbered(name: str, number: int) -> str:
    """`lengths`, `lengths-2`, ..."""
    return name if number == 0 else f"{name}-{number + 1}"


def hundredths(estimate: Data | None, name: str = "value") -> str:
    """A share of a file in hundredths: `54.0 %`."""
    value = estimate.get(name) if estimate else None
    return f"{tenths(100 * value)} %" if all_numbers(value) and value is not None else "not known"


def between(low: float | None, high: float | None, tell: Any = tenths) -> str:
    """`51.2 to 56.9`."""
    return f"{tell(low)} to {tell(high)}" if all_numbers(low, high) else "not known"


def share_of(estimate: Data | None) -> draw.ShareEstimate | None:
    """A share of a file with its interval."""
    if not estimate or not all_numbers(estimate.get("value", estimate.get("share"))):
        return None
    value = estimate.get("value", estimate.get("share"))
    if not all_numbers(estimate.get("low"), estimate.get("high")):
        return draw.ShareEstimate(float(value or 0.0))
    low, high = (min(1.0, max(0.0, float(estimate[end]))) for end in ("low", "high"))
    return draw.ShareEstimate(float(value or 0.0), low, high)


def two_arms(of: PlotData) -> list[str]:
    """The arms whose games are held against each other: two, however many there are."""
    arms = list(dict.fromkeys(metric["arm"] for metric in of.metrics))
    if len(arms) <= 2:
        return arms
    if BOOK not in arms:
        return [arms[0], arms[-1]]
    answers = [
        answer for answer in of.result.get("answers") or [] if answer["arm"] in arms and answer["arm"] != BOOK
    ]
    most = max(answers, key=lambda answer: abs(answer["estimate"] or 0.0), default=None)
    return [BOOK, most["arm"] if most else arms[1]]


def metric(of: PlotData, arm: str, scenario: str) -> Data:
    """What the games of an arm were like in a scenario."""
    return next(
        (metric for metric in of.metrics if (metric["arm"], metric["scenario"]) == (arm, scenario)), {}
    )


def hundredth(value: float | None) -> float | None:
    """A share as points; what is not known stays so."""
    return None if value is None else 100 * value


def bounds(estimate: Data) -> str:
    """The interval of a share, in hundredths."""
    return between(hundredth(estimate.get("low")), hundredth(estimate.get("high")))


def bars_spoken(bars: Sequence[draw.ShareBar]) -> str:
    """Bars of shares, read out."""
    texts = []
    for bar in bars[:8]:
        values = [f"{100 * share.value:.1f} %" for share in bar.shares if share]
        texts.append(f"{bar.text}: {' and '.join(values) or 'not known'}")
    return "; ".join(texts) + (f"; and {len(bars) - 8} more." if len(bars) > 8 else ".")


def answer_text(of: PlotData, answer: Data) -> str:
    """What an answer is about."""
    return what_text(of.display_names, of.kind, answer)
