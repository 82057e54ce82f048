"""The plots of a study, each with a line about its meaning and the table behind it.

What they show is taken from `result.json`, from the looks that were noted while it ran, and from its tables.
There is a plot only of what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import polars as pl

from hulldown.lab import plots_of_games as games
from hulldown.lab.naming import StudyNames
from hulldown.lab.plot_data import (
    MOST_LINES,
    MOST_SCENES,
    Data,
    PlotData,
    ResultPlot,
    answer_text,
    bars_spoken,
    between,
    bounds,
    hundredth,
    hundredths,
    in_order,
    knob_values,
    numbered,
    share_of,
)
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.verdict_text import DIFFERENCES
from hulldown.views import plots as draw
from hulldown.views.plots.canvas import all_numbers, plain, signed, tenths

__all__ = ["ResultPlot", "plots"]

NUMBERS = ("value", "low", "high")  # of an estimate


def plots(
    result: Data,
    looks: Sequence[Data],
    frames: Mapping[str, pl.DataFrame],
    *,
    study: Study | None = None,
    width: int = 640,
    apart: str = "",
    names: StudyNames | None = None,
) -> list[ResultPlot]:
    """All plots for which there is data. `result` is that of `result_of`, `looks` those of a folder, `frames`
    its tables by name; the study says what was too small to matter and what was aimed at, `names` what people
    call its scenarios and arms where the result does not say it yet.
    """
    of = PlotData(result, looks, frames, study, width, apart, names or StudyNames())
    return [plot for make in MAKERS for plot in make(of)]


# ---------------------------------------------------------------- the answers


def answers(of: PlotData) -> Iterator[ResultPlot]:
    """All answers with their intervals."""
    estimated = [answer for answer in of.result.get("answers") or [] if all_numbers(answer["estimate"])]
    if not estimated:
        return
    ranked = (
        sorted(estimated, key=lambda answer: -abs(answer["estimate"]))
        if of.kind == QuestionKind.ATLAS
        else estimated
    )
    scenes = list(dict.fromkeys(answer["scenario"] for answer in estimated))
    shown = sorted(ranked[:MOST_LINES], key=lambda answer: scenes.index(answer["scenario"]))
    lines = [
        draw.ForestRow(
            answer_text(of, answer), answer["estimate"], answer["low"], answer["high"],
            "diamond" if of.kind in DIFFERENCES and answer["arm"] != BOOK else "disc",
            answer["verdict"] in ("different", ""),
            of.place(answer["scenario"]) if len(scenes) > 1 else "",
        )
        for answer in shown
    ]  # fmt: skip
    kinds = {
        QuestionKind.UNITS: ("What one more is worth", "points of share for one more"),
        QuestionKind.ATLAS: ("What each change does", "points for the first side"),
        QuestionKind.VARIANT: ("What the change does", "points for the first side"),
        QuestionKind.FORCES: ("Which force takes more", "share of the first force, %"),
        QuestionKind.DEPTH: ("Does skill tell", "share of the stronger player, %"),
    }
    title, unit = kinds.get(QuestionKind(of.kind), ("The first side's share", "share of the first side, %"))
    band = of.effect if of.kind not in (QuestionKind.UNITS, QuestionKind.PROFILE) else 0.0
    meaning = answers_mean(of, estimated)
    if len(estimated) > len(shown):
        meaning += f" Shown are the {len(shown)} that differ most of {len(estimated)}; the table has all."
    svg = draw.forest(
        of.words("answers", title, spoken(meaning, lines)), lines, of.axis(unit, band), width=of.width
    )
    tell = signed if of.kind in DIFFERENCES else tenths
    rows = tuple(
        (answer_text(of, answer), of.place(answer["scenario"]), tell(answer["estimate"]),
         between(answer["low"], answer["high"], tell), of.verdict(answer))
        for answer in ranked
    )  # fmt: skip
    yield ResultPlot("answers", title, meaning, svg, ("What", "Scenario", unit, "Interval", "Verdict"), rows)


def answers_mean(of: PlotData, listed: Sequence[Data]) -> str:
    """What the intervals say."""
    even = "nothing" if of.kind in DIFFERENCES else f"{plain(of.centre)} %"
    if len(listed) == 1:
        answer = listed[0]
        if not all_numbers(answer["low"], answer["high"]):
            return "Too little was played for an interval."
        if answer["low"] <= of.centre <= answer["high"]:
            return f"The true value lies somewhere on the line, which reaches {even}: that is possible too."
        beyond = "above" if answer["low"] > of.centre else "below"
        return f"The true value lies somewhere on the line, all of which is {beyond} {even}."
    if not any(answer["verdict"] for answer in listed):
        return "Each true value lies somewhere on its line."
    clear = sum(answer["verdict"] == "different" for answer in listed)
    finding = "a difference was found" if of.kind in DIFFERENCES else f"it is not {even}"
    return (
        f"A true value lies somewhere on its line. Full mark: {finding} ({clear} of {len(listed)}); "
        "open mark: none was, or it is not settled."
    )


def spoken(meaning: str, lines: Sequence[draw.ForestRow]) -> str:
    """A forest of intervals, read out."""
    texts = [
        f"{line.text}: {tenths(line.value)} ({between(line.low, line.high)})"
        for line in lines[:8]
        if line.value is not None
    ]
    more = f"; and {len(lines) - 8} more" if len(lines) > 8 else ""
    return f"{meaning} {'; '.join(texts)}{more}."


def narrowings(of: PlotData) -> Iterator[ResultPlot]:
    """How every answer became sure; of many those that differ most."""
    looks = last_phase(of.looks)
    if not looks:
        return
    unit = "games" if looks[-1]["games"] == looks[-1]["blocks"] else "pairs"
    cells = sorted(looks[-1]["cells"], key=lambda cell: -abs(cell["estimate"]))[:MOST_SCENES]
    cells.sort(key=looks[-1]["cells"].index)
    for number, cell in enumerate(cells):
        stands = stands_of(of, looks, cell)
        if not stands or not stands[-1].blocks:
            continue
        axis = of.axis("", of.effect)
        first, last = stands[0], stands[-1]
        title = "How sure, pair by pair"
        if len(cells) > 1:
            title += f": {answer_text(of, cell)}, {of.place(cell['scenario'])}"
        meaning = (
            f"The interval was {plain(first.high - first.low)} points wide after {first.blocks:,} {unit} and "
            f"is {plain(last.high - last.low)} after {last.blocks:,}; it holds however often one looks."
        )
        key = numbered("sure", number)
        text = f"{meaning} It ends at {axis.tell(last.value)} ({between(last.low, last.high, axis.tell)})."
        svg = draw.narrowing(of.words(key, title, text), stands, axis, unit, width=of.width)
        some = [stands[at] for at in sorted({round(at) for at in np.linspace(0, len(stands) - 1, 16)})]
        rows = tuple(
            (f"{point.blocks:,}", axis.tell(point.value), between(point.low, point.high, axis.tell))
            for point in some
        )
        yield ResultPlot(key, title, meaning, svg, (unit.capitalize(), "Found", "Interval"), rows)


def last_phase(looks: Sequence[Data]) -> list[Data]:
    """The looks of the last phase: a value that was chosen is tested again, with dice of its own; a study
    that was stopped and goes on looks at the same slices again.
    """
    begins = [
        at + 1 for at, (earlier, other) in enumerate(pairwise(looks)) if other["slices"] <= earlier["slices"]
    ]
    return list(looks[begins[-1] if begins else 0 :])


def stands_of(of: PlotData, looks: Sequence[Data], cell: Data) -> list[draw.EstimatePoint]:
    """How a cell stood at every look at which there was more of it."""
    same = ("what", "arm", "scenario")
    points: dict[int, draw.EstimatePoint] = {}
    for look in looks:
        for seen in look["cells"]:
            if all(seen[name] == cell[name] for name in same) and seen["blocks"]:
                numbers = (of.centre + 100 * seen[name] for name in ("estimate", "low", "high"))
                points.setdefault(seen["blocks"], draw.EstimatePoint(seen["blocks"], *numbers))
    return [points[blocks] for blocks in sorted(points)]


def shares(of: PlotData) -> Iterator[ResultPlot]:
    """The first side's share in every arm and scenario, where there are several arms."""
    arms = dict.fromkeys(metric["arm"] for metric in of.metrics)
    if len(arms) < 2 or of.kind not in (QuestionKind.VARIANT, QuestionKind.FORCES):
        return
    scenes = list(dict.fromkeys(metric["scenario"] for metric in of.metrics))
    metrics = sorted(of.metrics, key=lambda metric: scenes.index(metric["scenario"]))[:MOST_LINES]
    lines = [
        draw.ForestRow(
            of.arm(metric["arm"]),
            hundredth(metric["first"]["value"]),
            hundredth(metric["first"]["low"]),
            hundredth(metric["first"]["high"]),
            shape="disc" if metric["arm"] in (BOOK, next(iter(arms))) else "diamond",
            group=of.place(metric["scenario"]) if len(scenes) > 1 else "",
        )
        for metric in metrics
    ]  # fmt: skip
    title = "The first side's share"
    meaning = "What the first side takes, a draw counting half. Disc: as printed; diamond: changed."
    axis = draw.Axis("share of the first side, %", 50.0, 0.0, 0.0, 100.0)
    svg = draw.forest(of.words("shares", title, spoken(meaning, lines)), lines, axis, width=of.width)
    rows = tuple(
        (of.arm(metric["arm"]), of.place(metric["scenario"]), hundredths(metric["first"]),
         between(*(hundredth(metric["first"][end]) for end in ("low", "high"))), f"{metric['games']:,}")
        for metric in metrics
    )  # fmt: skip
    yield ResultPlot(
        "shares", title, meaning, svg, ("Played", "Scenario", "Share", "Interval, %", "Games"), rows
    )


def touches(of: PlotData) -> Iterator[ResultPlot]:
    """In how many pairs a change made any difference to a game."""
    by_arm = of.result.get("touched") or {}
    if not by_arm:
        return
    ranked = sorted(by_arm, key=lambda arm: -(by_arm[arm]["share"] or 0.0))
    bars = [draw.ShareBar(of.arm(arm), (share_of(by_arm[arm]),)) for arm in ranked[:MOST_LINES]]
    never = sum(by_arm[arm]["share"] == 0 for arm in by_arm)
    title = "How often it came up"
    meaning = "With the same dice, the share of pairs in which any game went otherwise than by the book."
    if never:
        meaning += f" {never} of {len(by_arm)} never came up."
    text = f"{meaning} {bars_spoken(bars)}"
    svg = draw.share_bars(of.words("touched", title, text), bars, ("",), width=of.width)
    rows = tuple(
        (of.arm(arm), hundredths(by_arm[arm], "share"), bounds(by_arm[arm]), f"{by_arm[arm]['blocks']:,}")
        for arm in ranked
    )
    yield ResultPlot("touched", title, meaning, svg, ("Change", "Came up", "Interval, %", "Pairs"), rows)


# ---------------------------------------------------------------- one kind of study each


def ladders(of: PlotData) -> Iterator[ResultPlot]:
    """How strong the players of a ladder are."""
    rungs = [rung for rung in of.result.get("ladder") or [] if all_numbers(rung["elo"]["value"])]
    if len(rungs) < 2:
        return
    lines = [draw.ForestRow(rung["player"], *(rung["elo"][name] for name in NUMBERS)) for rung in rungs]
    apart = rungs[0]["elo"]["value"] - rungs[-1]["elo"]["value"]
    title = "How strong the players are"
    meaning = (
        f"{plain(apart, 0)} points of Elo between {rungs[0]['player']} and {rungs[-1]['player']}: 100 points "
        "apart, the stronger takes 64 % of the points; 0 is the middle of them all."
    )
    axis = draw.Axis("Elo", tell=whole)
    svg = draw.forest(of.words("ladder", title, spoken(meaning, lines)), lines, axis, width=of.width)
    rows = tuple(
        (rung["player"], whole(rung["elo"]["value"]), between(rung["elo"]["low"], rung["elo"]["high"], whole),
         lead_text(rung.get("lead")))
        for rung in rungs
    )  # fmt: skip
    yield ResultPlot("ladder", title, meaning, svg, ("Player", "Elo", "Interval", "Before the next"), rows)


def whole(value: float) -> str:
    """A number without places: `−248`."""
    return plain(value, 0)


def lead_text(lead: Data | None) -> str:
    """By how much a player leads the next."""
    if not lead or not all_numbers(lead["value"]):
        return ""
    return f"{whole(lead['value'])} ({between(lead['low'], lead['high'], whole)})"


def doses(of: PlotData) -> Iterator[ResultPlot]:
    """The first side's share at every value that was tried."""
    tried = [
        trial
        for trial in of.result.get("tried") or []
        if all_numbers(trial["share"], trial["low"], trial["high"])
    ]
    if not tried:
        return
    tried.sort(key=lambda trial: in_order(trial["arm"]))
    scenes = list(dict.fromkeys(trial["scenario"] for trial in tried))
    title, target = "The share at every value tried", of.centre
    single = all(len(knob_values(trial["arm"])) == 1 for trial in tried)
    dose = of.result.get("dose") or {}
    reached = None
    if dose.get("possible") and all_numbers(dose["value"], dose["low"], dose["high"]):
        reached = draw.Reached(dose["value"], dose["low"], dose["high"])
    meaning = dose_meaning(dose, reached, target, single=single)
    if single:
        knob = str(tried[0]["arm"]).split("=")[0]
        points = [
            draw.DosePoint(
                knob_values(trial["arm"])[0], trial["share"], trial["low"], trial["high"],
                scenes.index(trial["scenario"]),
            )
            for trial in tried
            if scenes.index(trial["scenario"]) < 3
        ]  # fmt: skip
        text = "; ".join(f"{plain(point.value)}: {tenths(point.share)} %" for point in points[:12])
        svg = draw.dose_response(
            of.words("doses", title, f"{meaning} {text}."),
            points, [of.place(scene) for scene in scenes[:3]], knob, target, reached, width=of.width,
        )  # fmt: skip
    else:
        lines = [
            draw.ForestRow(of.arm(trial["arm"]), trial["share"], trial["low"], trial["high"], "disc", False,
                      of.place(trial["scenario"]) if len(scenes) > 1 else "")
            for trial in sorted(tried, key=lambda trial: scenes.index(trial["scenario"]))[:MOST_LINES]
        ]  # fmt: skip
        axis = of.axis("share of the first side, %", of.effect)
        svg = draw.forest(of.words("doses", title, spoken(meaning, lines)), lines, axis, width=of.width)
    rows = tuple(
        (
            of.arm(trial["arm"]),
            of.place(trial["scenario"]),
            tenths(trial["share"]),
            between(trial["low"], trial["high"]),
        )
        for trial in tried
    )
    yield ResultPlot("doses", title, meaning, svg, ("Value", "Scenario", "Share, %", "Interval, %"), rows)


def dose_meaning(dose: Data, reached: draw.Reached | None, target: float, *, single: bool) -> str:
    """Which values reach the target."""
    if reached:
        return (
            f"{dose['knob']} = {plain(reached.value)} comes to {plain(target)} %, give or take: from "
            f"{plain(reached.low)} to {plain(reached.high)} (hatched)."
        )
    if single and dose:
        return f"No value that was tried reaches {plain(target)} % for certain, which is the dashed line."
    return f"What the first side took at every value, against the {plain(target)} % that were wanted."


def worths(of: PlotData) -> Iterator[ResultPlot]:
    """What things are worth against what they cost."""
    costs = {price["name"]: price for price in of.result.get("worth") or [] if price["cost"]}
    listed = [
        answer
        for answer in of.result.get("answers") or []
        if answer["what"] in costs and all_numbers(answer["estimate"], answer["low"], answer["high"])
    ]
    if of.kind != QuestionKind.UNITS or len(listed) < 2:
        return
    listed.sort(key=lambda answer: (costs[answer["what"]]["cost"], -answer["estimate"]))
    things = [
        draw.CostPoint(
            str(answer["what"]).replace("_", " "), costs[answer["what"]]["cost"],
            answer["estimate"], answer["low"], answer["high"],
        )
        for answer in listed
    ]  # fmt: skip
    title = "Worth against cost"
    ranked = sorted(things, key=lambda thing: -thing.worth / thing.cost)
    most, least = ranked[0], ranked[-1]
    meaning = (
        f"For a point of its cost {most.text} gives most ({signed(most.worth / most.cost)} points of share), "
        f"{least.text} least ({signed(least.worth / least.cost)}); above the dashed line a thing is cheap."
    )
    text = "; ".join(
        f"{thing.text}: cost {plain(thing.cost)}, worth {signed(thing.worth)}" for thing in things[:12]
    )
    svg = draw.worth_against_cost(of.words("worth", title, f"{meaning} {text}."), things, width=of.width)
    rows = tuple(
        (str(number), thing.text, plain(thing.cost), signed(thing.worth),
         between(thing.low, thing.high, signed), signed(thing.worth / thing.cost))
        for number, thing in enumerate(things, 1)
    )  # fmt: skip
    head = ("No.", "What", "Cost", "Worth, points of share", "Interval", "For a point of cost")
    yield ResultPlot("worth", title, meaning, svg, head, rows)


MAKERS: tuple[Callable[[PlotData], Iterator[ResultPlot]], ...] = (
    answers,
    narrowings,
    shares,
    worths,
    ladders,
    doses,
    touches,
    games.lengths,
    games.prospects,
    games.courses,
    games.endings,
    games.survival,
    games.choices,
)
