"""Plots of the games of a study themselves: how long, how close, how they ended, who was left, what was
chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hulldown.lab.plot_data import (
    MOST_LINES,
    SIDES,
    Data,
    PlotData,
    ResultPlot,
    bars_spoken,
    bounds,
    hundredths,
    metric,
    numbered,
    share_of,
    two_arms,
)
from hulldown.views import plots as draw
from hulldown.views.plots.canvas import plain, tenths

MOST_BINS = 24  # of a histogram
POINTS = [f"p{at:02d}" for at in range(21)]  # columns of the curves
PERCENTS = (10, 25, 50, 75, 90)
COURSES = {
    "draws": "games drawn",
    "behind": "winner behind, of the game",
    "decided_at": "not decided, of the game",
    "luckier_won": "luckier side won",
}


def rows_of(frame: pl.DataFrame, arm: str, scenario: str) -> pl.DataFrame:
    """The rows of an arm in a scenario."""
    return frame.filter((pl.col("arm") == arm) & (pl.col("scenario") == scenario))


# ---------------------------------------------------------------- length


def lengths(of: PlotData) -> Iterator[ResultPlot]:
    """How long games lasted, in every scenario: two arms side by side."""
    games = of.frames.get("games")
    if games is None or games.is_empty() or "turns" not in games.columns:
        return
    unit = "turns" if games["turns"].n_unique() > 1 else "orders"
    arms = two_arms(of)
    for number, scenario in enumerate(of.scenes):
        some = {arm: rows_of(games, arm, scenario)[unit].to_numpy() for arm in arms}
        some = {arm: values for arm, values in some.items() if len(values)}
        if not some:
            continue
        bins = binned(list(some.values()))
        title = of.of_scene("How long games last", scenario)
        spans = "; ".join(length_text(of, arm, values, len(some)) for arm, values in some.items())
        meaning = f"The middle half of all games, in {unit}: {spans}."
        series = [f"{of.arm(arm)}, on average {tenths(values.mean())}" for arm, values in some.items()]
        key = numbered("lengths", number)
        words = of.words(key, title, f"{meaning} {'; '.join(series)}.")
        svg = draw.histogram(words, bins, series, unit, width=of.width)
        rows = tuple((part.text, *(f"{tenths(100 * share)} %" for share in part.shares)) for part in bins)
        yield ResultPlot(key, title, meaning, svg, (unit.capitalize(), *map(of.arm, some)), rows)


def length_text(of: PlotData, arm: str, values: NDArray[Any], arms: int) -> str:
    """Between what lies the middle half of the games: `4 to 6, middle 5 (as printed)`."""
    low, middle, high = np.percentile(values, (25, 50, 75), method="nearest")
    span = plain(low) if low == high else f"{plain(low)} to {plain(high)}"
    return f"{span}, middle {plain(middle)}{f' ({of.arm(arm)})' if arms > 1 else ''}"


def binned(series: Sequence[NDArray[Any]]) -> list[draw.LengthBin]:
    """Whole numbers, several in a bin where there are many."""
    low, high = min(int(numbers.min()) for numbers in series), max(int(numbers.max()) for numbers in series)
    width = next(
        step * 10**power
        for power in range(7)
        for step in (1, 2, 5)
        if (high - low) / (step * 10**power) < MOST_BINS
    )
    first = low // width * width
    count = (high - first) // width + 1
    bins = []
    for at in range(count):
        start = first + at * width
        shares = tuple(float(np.mean((numbers >= start) & (numbers < start + width))) for numbers in series)
        bins.append(draw.LengthBin(str(start) if width == 1 else f"{start}–{start + width - 1}", shares))
    return bins


# ---------------------------------------------------------------- prospects


def prospects(of: PlotData) -> Iterator[ResultPlot]:
    """The first side's prospects along the games of two arms in every scenario."""
    curves = of.frames.get("curves")
    if curves is None or curves.is_empty() or not set(POINTS) <= set(curves.columns):
        return
    pairs = [(scenario, arm) for scenario in of.scenes for arm in two_arms(of)]
    for number, (scenario, arm) in enumerate(pairs):
        rows = rows_of(curves, arm, scenario)
        if rows.is_empty():
            continue
        points = np.percentile(rows.select(POINTS).to_numpy(), PERCENTS, axis=0)
        decided = (metric(of, arm, scenario).get("decided_at") or {}).get("value")
        title = of.of_scene("The first side's prospects", scenario)
        if len(two_arms(of)) > 1:
            title += f", {of.arm(arm)}"
        half = points[:, 10]
        meaning = (
            "The first side's chance to win along the game: half-way it lies between "
            f"{half[1]:.0f} and {half[3]:.0f} % in half of the games."
        )
        if decided is not None:
            meaning += f" On average a game was decided after {100 * decided:.0f} % of its length."
        key = numbered("prospects", number)
        tenth, quarter, middle, most, nearly_all = points.tolist()
        band = draw.ChanceCurve(tenth, quarter, middle, most, nearly_all, decided)
        svg = draw.prospects(of.words(key, title, meaning), band, width=of.width)
        table = tuple(
            (f"{5 * at} %", *(f"{points[row, at]:.0f} %" for row in range(len(PERCENTS))))
            for at in range(len(POINTS))
        )
        head = ("Of the game", "1 in 10 below", "1 in 4 below", "Middle", "1 in 4 above", "1 in 10 above")
        yield ResultPlot(key, title, meaning, svg, head, table)


# ---------------------------------------------------------------- shares


def of_two_arms(
    of: PlotData,
    key: str,
    title: str,
    read: Callable[[Data], Mapping[str, tuple[Data | None, str, str]]],
    mean: Callable[[Sequence[draw.ShareBar]], str],
    first: str,
    source: Sequence[Data],
) -> Iterator[ResultPlot]:
    """Bars of two arms side by side, in every scenario.

    `read` gives of an entry of `source` the rows by their words: a share, a note behind it, the group it
    stands under; `first` is what the rows are.
    """
    arms = two_arms(of)
    for number, scenario in enumerate(of.scenes):
        entries = {
            arm: [entry for entry in source if (entry["arm"], entry["scenario"]) == (arm, scenario)]
            for arm in arms
        }
        rows = {
            arm: {text: row for entry in some for text, row in read(entry).items()}
            for arm, some in entries.items()
            if some
        }
        names = list(dict.fromkeys(text for some in rows.values() for text in some))
        if not names:
            continue
        bars = []
        for name in names:
            mine = [some.get(name) for some in rows.values()]
            there = next(row for row in mine if row)
            note = next((row[1] for row in mine if row and row[1]), "")
            bars.append(draw.ShareBar(name, tuple(share_of(row and row[0]) for row in mine), note, there[2]))
        bars.sort(key=lambda bar: bar.group)
        called = of.of_scene(title, scenario)
        meaning, own = mean(bars), numbered(key, number)
        words = of.words(own, called, f"{meaning} {bars_spoken(bars)}")
        svg = draw.share_bars(words, bars[:MOST_LINES], [of.arm(arm) for arm in rows], width=of.width)
        head = [first, *(part for arm in rows for part in (of.arm(arm), "Interval, %")), "Note"]
        table = [
            [bar.text, *(part for share in bar.shares for part in in_table(share)), bar.note or bar.group]
            for bar in bars
        ]
        if not any(line[-1] for line in table):
            head, table = head[:-1], [line[:-1] for line in table]
        yield ResultPlot(own, called, meaning, svg, tuple(head), tuple(map(tuple, table)))


def in_table(share: draw.ShareEstimate | None) -> tuple[str, str]:
    """A share and its interval."""
    if share is None:
        return "does not occur", ""
    data = {"value": share.value, "low": share.low, "high": share.high}
    return hundredths(data), bounds(data)


def endings(of: PlotData) -> Iterator[ResultPlot]:
    """How games ended, in words; the rules that the last sentence of a game cites are in the table."""
    rules: dict[str, str] = {}

    def rows_of(entry: Data) -> dict[str, tuple[Data | None, str, str]]:
        rows: dict[str, tuple[Data | None, str, str]] = {}
        for end in entry.get("ended_by") or []:
            cited = end["rules"]
            words = of.display_names.ending(cited)
            rules[words] = ", ".join(cited.split()) if "-" in cited else ""
            rows[words] = (end, "", "")
        return rows

    def mean(bars: Sequence[draw.ShareBar]) -> str:
        share = bars[0].shares[0]
        return f"Most often: {bars[0].text} ({100 * share.value:.0f} % of games)." if share else ""

    for two_arm in of_two_arms(of, "endings", "How games ended", rows_of, mean, "How", of.metrics):
        rows = tuple((*row, rules.get(row[0], "")) for row in two_arm.rows)
        yield replace(two_arm, head=(*two_arm.head, "Rules"), rows=rows)


def courses(of: PlotData) -> Iterator[ResultPlot]:
    """How open games were."""

    def rows_of(entry: Data) -> dict[str, tuple[Data | None, str, str]]:
        return {words: (entry[name], "", "") for name, words in COURSES.items() if entry.get(name)}

    def mean(bars: Sequence[draw.ShareBar]) -> str:
        if len(bars) == 1:
            return "A draw counts half for either side."
        return (
            "A good game stays open long, and its winner was behind now and then; luck should not decide all."
        )

    yield from of_two_arms(of, "courses", "How open games were", rows_of, mean, "Share", of.metrics)


def survival(of: PlotData) -> Iterator[ResultPlot]:
    """In how many games each unit stood at the end."""

    def rows_of(entry: Data) -> dict[str, tuple[Data | None, str, str]]:
        left = entry["left"]["value"]
        note = f"{100 * left:.0f} % of it left" if left is not None else ""
        name = f"{entry['unit']} {entry['name']}".strip()
        return {name: (entry["survival"], f"({note})" if note else "", SIDES[int(entry["side"]) % 2])}

    def mean(bars: Sequence[draw.ShareBar]) -> str:
        known = [(bar.shares[0].value, bar.text) for bar in bars if bar.shares[0]]
        if not known:
            return "The share of games at the end of which a unit still stood."
        least, most = min(known), max(known)
        return (
            f"The share of games at the end of which a unit still stood: most often {most[1]} "
            f"({100 * most[0]:.0f} %), least often {least[1]} ({100 * least[0]:.0f} %)."
        )

    source = of.result.get("units") or []
    yield from of_two_arms(of, "units", "Who was left", rows_of, mean, "Unit", source)


def choices(of: PlotData) -> Iterator[ResultPlot]:
    """How often every order was given when it could be."""

    def rows_of(entry: Data) -> dict[str, tuple[Data | None, str, str]]:
        orders = sorted(entry["orders"], key=lambda row: -row["offered"])
        return {
            row["order"]: (row, f"({row['said']}{', ' * bool(row['said'])}{row['offered']:,} times open)", "")
            for row in orders
        }

    def mean(bars: Sequence[draw.ShareBar]) -> str:
        dead = [bar.text for bar in bars if "hardly ever" in bar.note]
        always = [bar.text for bar in bars if "nearly always" in bar.note]
        texts = [f"hardly ever given: {', '.join(dead)}"] * bool(dead)
        texts += [f"nearly always given: {', '.join(always)}"] * bool(always)
        more = f" {'; '.join(texts)}.".replace(" h", " H", 1).replace(" n", " N", 1) if texts else ""
        return f"How often an order was given when it could be.{more}"

    source = of.result.get("choices") or []
    yield from of_two_arms(of, "choices", "Which orders were given", rows_of, mean, "Order", source)
