"""The plots of a study and of its games, each with a line about its meaning and the table behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hulldown.lab import plot_data
from hulldown.lab.plot_data import MOST_LINES, Data, PlotData, ResultPlot, between, hundredth, metric
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.study_names import StudyNames
from hulldown.lab.verdict_text import DIFFERENCES
from hulldown.views import plots as draw
from hulldown.views.plots.canvas import all_numbers, plain, signed, tenths

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
    arms = plot_data.two_arms(of)
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
        key = plot_data.numbered("lengths", number)
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
    pairs = [(scenario, arm) for scenario in of.scenes for arm in plot_data.two_arms(of)]
    for number, (scenario, arm) in enumerate(pairs):
        rows = rows_of(curves, arm, scenario)
        if rows.is_empty():
            continue
        points = np.percentile(rows.select(POINTS).to_numpy(), PERCENTS, axis=0)
        decided = (metric(of, arm, scenario).get("decided_at") or {}).get("value")
        title = of.of_scene("The first side's prospects", scenario)
        if len(plot_data.two_arms(of)) > 1:
            title += f", {of.arm(arm)}"
        half = points[:, 10]
        meaning = (
            "The first side's chance to win along the game: half-way it is between "
            f"{half[1]:.0f} and {half[3]:.0f} % in half of the games."
        )
        if decided is not None:
            meaning += f" On average a game was decided after {100 * decided:.0f} % of its length."
        key = plot_data.numbered("prospects", number)
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
    arms = plot_data.two_arms(of)
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
            bars.append(
                draw.ShareBar(name, tuple(plot_data.share_of(row and row[0]) for row in mine), note, there[2])
            )
        bars.sort(key=lambda bar: bar.group)
        called = of.of_scene(title, scenario)
        meaning, own = mean(bars), plot_data.numbered(key, number)
        words = of.words(own, called, f"{meaning} {plot_data.bars_spoken(bars)}")
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
    return plot_data.hundredths(data), plot_data.bounds(data)


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
        return {
            name: (entry["survival"], f"({note})" if note else "", plot_data.SIDES[int(entry["side"]) % 2])
        }

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


# ---------------------------------------------------------------- plots
# The plots of a study, each with a line about its meaning and the table behind it.
#
# What they show is taken from `result.json`, from the looks that were noted while it ran, and from its
# tables. There is a plot only of what there is.


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
            plot_data.answer_text(of, answer), answer["estimate"], answer["low"], answer["high"],
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
        (plot_data.answer_text(of, answer), of.place(answer["scenario"]), tell(answer["estimate"]),
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
            return f"The true value is somewhere on the line, which reaches {even}: that is possible too."
        beyond = "above" if answer["low"] > of.centre else "below"
        return f"The true value is somewhere on the line, all of which is {beyond} {even}."
    if not any(answer["verdict"] for answer in listed):
        return "Each true value is somewhere on its line."
    clear = sum(answer["verdict"] == "different" for answer in listed)
    finding = f"it is not {even}"
    return (
        f"A true value is somewhere on its line. Full mark: {finding} ({clear} of {len(listed)}); "
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
    cells = sorted(looks[-1]["cells"], key=lambda cell: -abs(cell["estimate"]))[: plot_data.MOST_SCENES]
    cells.sort(key=looks[-1]["cells"].index)
    for number, cell in enumerate(cells):
        stands = stands_of(of, looks, cell)
        if not stands or not stands[-1].blocks:
            continue
        axis = of.axis("", of.effect)
        first, last = stands[0], stands[-1]
        title = "How sure, pair by pair"
        if len(cells) > 1:
            title += f": {plot_data.answer_text(of, cell)}, {of.place(cell['scenario'])}"
        meaning = (
            f"The interval was {plain(first.high - first.low)} points wide after {first.blocks:,} {unit} and "
            f"is {plain(last.high - last.low)} after {last.blocks:,}; it holds however often one looks."
            if len(stands) > 1
            else f"The interval is {plain(last.high - last.low)} points wide after {last.blocks:,} {unit}."
        )
        key = plot_data.numbered("sure", number)
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
    least = -100.0 if of.kind in DIFFERENCES else 0.0  # of a difference of two shares, or a share
    points: dict[int, draw.EstimatePoint] = {}
    for look in looks:
        for seen in look["cells"]:
            if all(seen[name] == cell[name] for name in same) and seen["blocks"]:
                numbers = (
                    min(max(of.centre + 100 * seen[name], least), 100.0)
                    for name in ("estimate", "low", "high")
                )
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
    disc = of.arm(BOOK if BOOK in arms else next(iter(arms)))
    meaning = f"What the first side takes, a draw counting half. Disc: {disc}; diamond: changed."
    axis = draw.Axis("share of the first side, %", 50.0, 0.0, 0.0, 100.0)
    svg = draw.forest(of.words("shares", title, spoken(meaning, lines)), lines, axis, width=of.width)
    rows = tuple(
        (of.arm(metric["arm"]), of.place(metric["scenario"]), plot_data.hundredths(metric["first"]),
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
    bars = [draw.ShareBar(of.arm(arm), (plot_data.share_of(by_arm[arm]),)) for arm in ranked[:MOST_LINES]]
    never = sum(by_arm[arm]["share"] == 0 for arm in by_arm)
    title = "How often it came up"
    meaning = "With the same dice, the share of pairs in which any game went otherwise than by the book."
    if never:
        meaning += f" {never} of {len(by_arm)} never came up."
    text = f"{meaning} {plot_data.bars_spoken(bars)}"
    svg = draw.share_bars(of.words("touched", title, text), bars, ("",), width=of.width)
    rows = tuple(
        (
            of.arm(arm),
            plot_data.hundredths(by_arm[arm], "share"),
            plot_data.bounds(by_arm[arm]),
            f"{by_arm[arm]['blocks']:,}",
        )
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
    tried.sort(key=lambda trial: plot_data.in_order(trial["arm"]))
    scenes = list(dict.fromkeys(trial["scenario"] for trial in tried))
    title, target = "The share at every value tried", of.centre
    single = all(len(plot_data.knob_values(trial["arm"])) == 1 for trial in tried)
    dose = of.result.get("dose") or {}
    reached = None
    if dose.get("possible") and all_numbers(dose["value"], dose["low"], dose["high"]):
        reached = draw.Reached(dose["value"], dose["low"], dose["high"])
    meaning = dose_meaning(dose, reached, target, single=single)
    if single:
        knob = str(tried[0]["arm"]).split("=")[0]
        points = [
            draw.DosePoint(
                plot_data.knob_values(trial["arm"])[0], trial["share"], trial["low"], trial["high"],
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
    lengths,
    prospects,
    courses,
    endings,
    survival,
    choices,
)
