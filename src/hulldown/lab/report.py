"""What a study leaves behind: its report, tables, one file of it; what only its replays show."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import polars as pl

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.game import Game, Step
from hulldown.lab import plot_data
from hulldown.lab.plots import plots
from hulldown.lab.recording import LOCK, REPORT, RESULT, STUDY, Folder, StudyReplay, write
from hulldown.lab.results import result_of, share_row, tables
from hulldown.lab.running import Run, StudyLook
from hulldown.lab.study import BOOK, QuestionKind, Study, study_text
from hulldown.lab.study_names import listed, names_of
from hulldown.lab.verdict_text import DIFFERENCES
from hulldown.views.charts import FORMULA, NUMBER, QUOTE, marked
from hulldown.views.plots import standing_alone, stylesheet
from hulldown.views.plots.canvas import all_numbers, plain, signed, tenths
from hulldown.views.styles import LIGHT_DARK

BROAD, NARROW = 560, 330  # widths at which every plot is drawn: for a desk and for a phone
TABLES = ("games", "curves", "units", "choices")
SHOWN = 12  # answers whose table is not folded away
WORDLESS = (
    QuestionKind.PROFILE,
    QuestionKind.UNITS,
    QuestionKind.DEPTH,
)  # what they come to is not said in a word
QUESTIONS = {
    QuestionKind.FAIR: "Is {where} fair?",
    QuestionKind.VARIANT: "Does {what} change who wins in {where}?",
    QuestionKind.FORCES: "Which force wins in {where}: {what}?",
    QuestionKind.UNITS: "Which unit or upgrade is worth how much in {where}?",
    QuestionKind.ATLAS: "Which of all options and numbers matter in {where}?",
    QuestionKind.DEPTH: "Does skill tell in {where}?",
    QuestionKind.TUNE: "Which value of {what} gives the first side {target} % in {where}?",
    QuestionKind.PROFILE: "What are the games of {where} like?",
}
MEASURES = (
    ("First side's share", "first", "share"),
    ("Drawn", "draws", "share"),
    ("Never ended", "stalls", "share"),
    ("Turns", "turns", "number"),
    ("Orders", "orders", "number"),
    ("Lead changes", "lead_changes", "number"),
    ("Winner was behind, of the game", "behind", "share"),
    ("Decided after, of the game", "decided_at", "share"),
    ("Won by the luckier side", "luckier_won", "share"),
)
SECTIONS = {
    "How sure": ("answers", "sure", "shares", "worth", "ladder", "doses", "touched"),
    "The games": ("lengths", "prospects", "courses", "endings"),
    "Units and orders": ("units", "choices"),
}


def report_html(folder: Folder) -> str:
    """The report of what came of a study so far. CatalogueError if nothing did."""
    result = folder.result()
    if result is None:
        raise CatalogueError([f"{folder.path}: has no result yet"])
    frames = {
        name: pl.read_parquet(folder.path / f"{name}.parquet", glob=False)
        for name in TABLES
        if (folder.path / f"{name}.parquet").is_file()
    }
    study, looks = folder.study, folder.looks()
    names = names_of(study, folder.path)
    broad = plots(result, looks, frames, study=study, width=BROAD, names=names)
    narrow = plots(result, looks, frames, study=study, width=NARROW, apart="narrow-", names=names)
    of = plot_data.PlotData(result, looks, frames, study, names=names)
    parts = (
        masthead(study),
        verdict(of, study),
        answers_section(of, figures(broad, narrow, "How sure")),
        section("The games", games_table(of) + figures(broad, narrow, "The games")),
        section("Units and orders", figures(broad, narrow, "Units and orders")),
        game_stats(of),
        luck(of),
        provenance(of, study, lock_in(folder)),
    )
    return page(study.name, "".join(parts))


def lock_in(folder: Folder) -> plot_data.Data:
    """By what it was played."""
    path = folder.path / LOCK
    lock: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return lock


# ---------------------------------------------------------------- the page


def page(name: str, inner: str) -> str:
    """The document around everything, with its style sheet inside."""
    own = resources.files("hulldown").joinpath("lab/report.css").read_text(encoding="utf-8")
    rules = re.sub(r"/\*.*?\*/\s*", "", own, flags=re.DOTALL) + stylesheet()
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(name)} · hulldown Lab</title>\n"
        f"<style>\n{colors(rules)}{rules}</style></head>\n"
        f'<body><main class="page">{inner}</main></body></html>\n'
    )


def colors(rules: str) -> str:
    """The properties of the house that the rules use, in light, and in dark where a screen asks for it.

    They are written out: a friend's browser may not know `light-dark()`.
    """
    sheet = resources.files("hulldown").joinpath("web/shared/look.css").read_text(encoding="utf-8")
    known = re.findall(r"(--[\w-]+):\s*((?:light-dark\([^()]*\)|[^;()])*);", sheet.split("}", 1)[0])
    used = "".join(f"{name}:{value};" for name, value in known if f"var({name})" in rules)
    light, dark = LIGHT_DARK.sub(r"\1", used), LIGHT_DARK.sub(r"\2", used)
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n"
    )


def section(title: str, inner: str) -> str:
    """A slip with a heading; nothing where it would be empty."""
    return f'<section class="slip"><h2>{escape(title)}</h2>{inner}</section>' if inner else ""


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[bool] = ()
) -> str:
    """A table whose first column names its rows; columns of `numbers` are set to the right.

    Wider than the page it scrolls by itself.
    """
    lines = list(rows)
    right = numbers or [all(numeric(line[at]) for line in lines) for at in range(len(head))]

    def cell(words: str, at: int, tag: str) -> str:
        scope = {"th": ' scope="col"', "row": ' scope="row"'}.get(tag, "")
        name = ' class="n"' if right[at] and at else ""
        tag = "th" if tag == "row" else tag
        return f"<{tag}{scope}{name}>{escape(words)}</{tag}>"

    top = "".join(cell(words, at, "th") for at, words in enumerate(head))
    body = "".join(
        f"<tr>{''.join(cell(words, at, 'td' if at else 'row') for at, words in enumerate(line))}</tr>"
        for line in lines
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def numeric(words: str) -> bool:
    """Whether a cell is a number, an interval or nothing, so that it is set to the right."""
    return not words or words[0] in "0123456789+−" or words == "not known"


def folded(words: str, inner: str) -> str:
    """Something behind a line that opens."""
    return f"<details><summary>{escape(words)}</summary>{inner}</details>"


def figures(broad: Sequence[plot_data.ResultPlot], narrow: Sequence[plot_data.ResultPlot], title: str) -> str:
    """The plots of a section, each drawn for a desk and for a phone, with its table behind."""
    stems = SECTIONS[title]
    texts = [
        figure(plot, slim)
        for plot, slim in zip(broad, narrow, strict=True)
        if re.sub(r"-\d+$", "", plot.id) in stems
    ]
    return f'<div class="figures">{"".join(texts)}</div>' if texts else ""


def figure(plot: plot_data.ResultPlot, slim: plot_data.ResultPlot) -> str:
    """A plot with its title, its meaning and its table."""
    return (
        f'<figure><h3>{escape(plot.title)}</h3><p class="meaning">{escape(plot.meaning)}</p>'
        f'<div class="broad">{plot.svg}</div><div class="narrow">{slim.svg}</div>'
        f"{folded('Numbers', table(plot.title, plot.head, plot.rows))}</figure>"
    )


# ---------------------------------------------------------------- what was asked, and the answer


def masthead(study: Study) -> str:
    """Whose report it is."""
    return (
        '<header class="slip mast"><span class="brand">hull<i>down</i></span>'
        f'<h1>{escape(study.name)}</h1><span class="sub">a study of the Lab</span></header>'
    )


def verdict(of: plot_data.PlotData, study: Study) -> str:
    """The question, the sentence, and between whom."""
    result = of.result
    overall = of.overall if study.kind not in WORDLESS else ""
    words = (
        f'<b class="word {escape(result["verdict"])}">{escape(overall.capitalize())}</b>' if overall else ""
    )
    warnings = []
    if not result.get("finished", True):
        warnings.append("It was stopped before it came to an end.")
    if result["stalls"]:
        warnings.append(
            f"{result['stalls']:,} games never ended; if more than 1 in 100 do, nothing is said of who wins."
        )
    notes = "".join(f'<p class="warn">{escape(warning)}</p>' for warning in warnings)
    if check := result.get("check"):
        notes += f'<p class="check"><b>Would better players agree?</b> {escape(check["sentence"])}</p>'
    text = folded("What was asked, as a file", f"<pre>{escape(study_text(study))}</pre>")
    return (
        f'<section class="slip"><p class="asked">{escape(question(of, study))}</p>'
        f'<p class="verdict">{answer_html(result)}</p>{words}'
        f'<p class="sub facts">{escape(facts(of, study))}</p>{notes}{text}</section>'
    )


def answer_html(result: plot_data.Data) -> str:
    """The sentence: the answer large, and smaller what stands beside it; a result of an earlier hulldown
    does not tell them apart.
    """
    answer, beside = str(result["sentence"]), ""
    before, headline, after = answer.partition(result.get("headline") or "\0")
    if headline:
        answer, beside = before + headline, after
    return escape(answer) + (f"<small>{escape(beside)}</small>" if beside else "")


def question(of: plot_data.PlotData, study: Study) -> str:
    """What was asked, as a sentence."""
    where = [of.place(scenario) for scenario in study.scenarios]
    what = [of.arm(arm) for arm in study.arms if arm != BOOK] or list(study.knobs)
    return QUESTIONS[study.kind].format(
        where=listed(where), what=listed(what), target=plain(100 * study.target)
    )


def facts(of: plot_data.PlotData, study: Study) -> str:
    """How much was played, and by whom."""
    result = of.result
    players = " and ".join(dict.fromkeys(result["players"]))
    return " · ".join(
        words
        for words in (
            f"{result['games']:,} games",
            f"{result['pairs']:,} pairs with the same dice" if result["games"] != result["pairs"] else "",
            f"{result['stalls']:,} never ended" if result["stalls"] else "all came to an end",
            f"between computer players ({players})",
            f"smallest effect asked about: {plain(study.decide.smallest_effect)} points, wrong "
            f"{plain(100 * study.decide.error)} times in 100 at most",
        )
        if words
    )


def answers_section(of: plot_data.PlotData, drawn: str) -> str:
    """The answers as a table, folded where they are many, and the plots of how sure they are."""
    answers = of.result["answers"]
    several = len({answer["scenario"] for answer in answers}) > 1
    tell = signed if of.kind in DIFFERENCES else tenths
    rows = []
    for answer in answers:
        value = "not known"
        if all_numbers(answer["estimate"]):
            value = f"{tell(answer['estimate'])} ({plot_data.between(answer['low'], answer['high'], tell)})"
        where = (of.place(answer["scenario"]),) if several else ()
        rows.append((plot_data.answer_text(of, answer), *where, value, of.verdict(answer)))
    unit = "Points of share" if of.kind in DIFFERENCES else "Share, %"
    head = ("What", *(("Scenario",) if several else ()), unit, "Verdict")
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    caption = "In brackets the interval in which the true value is"
    text = table(caption, head, rows) if rows else ""
    if len(rows) > SHOWN:
        text = folded(f"All {len(rows)} answers", text)
    return section("The answer, and how sure it is", text + drawn)


# ---------------------------------------------------------------- the games


def games_table(of: plot_data.PlotData) -> str:
    """What the games were like, a column for each arm and scenario; a row for each where they are many."""
    metrics = of.metrics
    if not metrics:
        return ""
    scenes = len({metric["scenario"] for metric in metrics})
    names = [
        of.arm(metric["arm"]) + (f", {of.place(metric['scenario'])}" if scenes > 1 else "")
        for metric in metrics
    ]
    measures = [measure for measure in MEASURES if any(row.get(measure[1]) for row in metrics)]
    if len(metrics) > 4:
        head = ("Played", "Games", *(words for words, _, _ in measures))
        rows = [
            (name, f"{metric['games']:,}", *(measured(metric.get(key), kind) for _, key, kind in measures))
            for name, metric in zip(names, metrics, strict=True)
        ]
        return folded("What the games were like, in numbers", table("The games", head, rows))
    counts = ("Games", *(f"{metric['games']:,}" for metric in metrics))
    rows = [
        counts,
        *(
            (words, *(measured(metric.get(key), kind, whole=True) for metric in metrics))
            for words, key, kind in measures
        ),
    ]
    caption = "What the games were like; in brackets the interval, 95 % for one look at the end"
    return table(caption, ("Measure", *names), rows)


def measured(estimate: plot_data.Data | None, kind: str, *, whole: bool = False) -> str:
    """A number of the games, with its interval where there is room."""
    if not estimate or not all_numbers(estimate["value"]):
        return "not known"
    share = kind == "share"
    value = plot_data.hundredths(estimate) if share else tenths(estimate["value"])
    if not whole or not all_numbers(estimate["low"], estimate["high"]) or estimate["low"] == estimate["high"]:
        return value
    ends = (max(0.0, estimate["low"]), estimate["high"])
    low, high = (plot_data.hundredth(min(1.0, end)) if share else end for end in ends)
    return f"{value} ({plot_data.between(low, high)})"


def game_stats(of: plot_data.PlotData) -> str:
    """Who removed whom, and which rules came up, in the games that were told."""
    inner = ""
    for some in of.result.get("told", ()):
        what = f"{of.arm(some['arm'])}, {of.place(some['scenario'])}: {some['games']} games told"
        removed = [(entry["by"] or "no unit", entry["unit"], percent_of(entry)) for entry in some["removed"]]
        rules = [(entry["rule"], percent_of(entry)) for entry in some["rules"]]
        if removed:
            inner += table(f"Who removed whom; {what}", ("by", "unit", "of games"), removed)
        inner += folded(f"Rules that came up; {what}", table(what, ("rule", "of games"), rules))
    return section("Told", inner) if inner else ""


def percent_of(entry: plot_data.Data) -> str:
    """A share with its interval: `63 % (43 to 79)`."""
    return f"{100 * entry['share']:.0f} % ({100 * entry['low']:.0f} to {100 * entry['high']:.0f})"


def luck(of: plot_data.PlotData) -> str:
    """The answers with the luck of the dice taken out."""
    entries = of.result.get("adjusted") or []
    if not entries:
        return ""
    tell = signed if of.kind in DIFFERENCES else tenths
    raw = {(answer["arm"], answer["scenario"]): answer["estimate"] for answer in of.result["answers"]}
    rows = []
    for entry in entries:
        raw_estimate = raw.get((entry["arm"], entry["scenario"]))
        adjusted, ratio = entry["estimate"], entry["variance_ratio"]
        rows.append(
            (
                of.arm(entry["arm"]),
                of.place(entry["scenario"]),
                tell(raw_estimate) if raw_estimate is not None else "not known",
                tell(of.centre + adjusted) if all_numbers(adjusted) else "not known",
                f"{plain(ratio, 2)} times" if all_numbers(ratio) else "not known",
            )
        )
    unit = "points" if of.kind in DIFFERENCES else "%"
    head = ("Played", "Scenario", f"As played, {unit}", f"Luck taken out, {unit}", "As good as so many games")
    text = (
        "The luck of the dice, worked out order by order, taken out of the results. On average that changes "
        "nothing; it makes them steadier. The verdict is by the games as they were played."
    )
    inner = table("The same answers with and without luck", head, rows)
    return section("With the luck taken out", f'{inner}<p class="note">{text}</p>')


# ---------------------------------------------------------------- where it comes from


def provenance(of: plot_data.PlotData, study: Study, lock: plot_data.Data) -> str:
    """All that is needed to get the same games again."""
    result, machine = of.result, lock.get("machine") or {}
    pairs = f" in {result['pairs']:,} pairs" if result["games"] != result["pairs"] else ""
    try:
        rules = rulesets.get(study.ruleset).name
    except (LookupError, CatalogueError):
        rules = study.ruleset
    rows = (
        ("Rules", f"{rules}, digest {lock.get('rules', 'not known')}"),
        ("Program", f"hulldown {lock.get('version', '')}"),
        ("Seed", str(study.seed)),
        ("Signature of the games", result["signature"]),
        ("Played", f"{result['games']:,} games{pairs}, {result['stalls']:,} never ended"),
        ("Machine", ", ".join(f"{name} {value}" for name, value in sorted(machine.items()))),
    )
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows if value)
    again = "<dt>To get it again</dt><dd><code>hulldown study run study.toml</code></dd>"
    note = (
        "Save what was asked as study.toml. The same program plays the very same games on any machine, and "
        "the signature comes out the same. Intervals of answers hold however often one looks; those of the "
        f"games for one look at the end; each is wrong in {plain(100 * study.decide.error)} studies of 100. "
        "All of it is between computer players of these levels."
    )
    return section("Where it comes from", f'<dl class="from">{items}{again}</dl><p class="note">{note}</p>')


# ---------------------------------------------------------------- export
# What a study leaves behind: tables, result, report, one file of it; what only its replays show.


TOLD = 24  # games of an arm in a scenario
REMOVED = "wreck"  # what the card of a unit says that fights no more
NOBODY = ""  # a mine, a fire, the end of a turn


def replay_stats(again: StudyReplay) -> list[dict[str, Any]]:
    """For each arm and scenario: in how many of the games that were told a rule was cited, and how often a
    unit removed another; shares with their interval over games.
    """
    rows = again.rows.with_row_index("number").filter(~pl.col("stalled"))
    stats = []
    for (arm, scenario), some in rows.group_by("arm", "scenario", maintain_order=True):
        numbers = some["number"].to_list()
        drawn = sorted(Random(again.folder.study.seed).sample(numbers, min(TOLD, len(numbers))))
        stats.append({"arm": arm, "scenario": scenario, "games": len(drawn), **of_games(again, drawn)})
    return stats


def of_games(again: StudyReplay, numbers: list[int]) -> dict[str, Any]:
    """What some games tell."""
    rules: Counter[str] = Counter()
    removed: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        cited: set[str] = set()
        lost: set[tuple[str, str]] = set()
        standing: dict[str, bool] = {}
        for game, turn in again.turns(number):
            cited.update(rule for sentence in turn.sentences for rule in sentence.rules)
            lost |= losses(game, turn, standing)
        rules.update(cited)
        removed.update(lost)
    count = len(numbers)
    return {
        "rules": [{"rule": rule, **share_row(times, count)} for rule, times in sorted(rules.items())],
        "removed": [
            {"by": by, "unit": unit, **share_row(times, count)}
            for (by, unit), times in sorted(removed.items())
        ],
    }


def losses(game: Game, turn: Step, standing: dict[str, bool]) -> set[tuple[str, str]]:
    """Who was removed by an order, and by whom: the unit that it names first; `standing` is kept true."""
    now = {card.unit: REMOVED not in card.state for card in game.ruleset.table.cards(game.state, None)}
    gone = {unit for unit, stands in now.items() if not stands and standing.get(unit, True)}
    standing.update(now)
    first = turn.order.text.split()[0]
    return {(first if first in now and first != unit else NOBODY, unit) for unit in gone}


# ---------------------------------------------------------------- export
# What a study leaves behind: tables, the result, the report; and one file of it to give away.


GAMES = (
    "arm", "scenario", "players", "block", "swap", "key", "winner", "ended_by", "orders", "turns", "luck",
    "lead_changes", "behind", "decided_at", "touched", "stalled", "digest",
)  # fmt: skip
BEGINNING = (1980, 1, 1, 0, 0, 0)  # every file of an export is of this date: equal studies, equal bytes


def finish(run: Run) -> dict[str, Any]:
    """Write everything that comes of a study's slices, and give its result. CannotKeep if it cannot."""
    folder = run.folder
    if folder is None:
        return result_of(run)
    frames = tables(run)
    for name, frame in frames.items():
        kept = frame.select(columns_of_games(frame)) if name == "games" else frame.drop("setting")
        folder.write_table(name, kept)
    folder.write_table("looks", looks_of(run.looks))
    result = result_of(run, frames)
    if run.study.record.tables and len(frames["games"]):
        result["told"] = replay_stats(StudyReplay(folder))
    before = folder.result() or {}
    if before.get("check") and before["signature"] == result["signature"]:
        result["check"] = before["check"]
    folder.write_result(result)
    for plot in plots(result, folder.looks(), frames, study=run.study):
        folder.write_plot(plot.id, standing_alone(plot.svg))
    write(folder.path / REPORT, report_html(folder).encode())
    return result


def with_check(folder: Folder | None, result: dict[str, Any], check: Mapping[str, Any]) -> dict[str, Any]:
    """A result with what better players say of it, kept in the folder and in its report, if there is one."""
    checked = {**result, "check": dict(check)}
    if folder:
        folder.write_result(checked)
        write(folder.path / REPORT, report_html(folder).encode())
    return checked


def columns_of_games(frame: pl.DataFrame) -> list[pl.Expr]:
    """The columns of `games.parquet` in their order; what was not kept is null."""
    return [pl.col(name) if name in frame.columns else pl.lit(None, pl.Float64).alias(name) for name in GAMES]


def looks_of(looks: list[StudyLook]) -> pl.DataFrame:
    """How every cell stood at every look, without what a clock says."""
    rows = [
        (look.slices, cell.arm, cell.scenario, cell.blocks, cell.estimate, cell.low, cell.high, cell.verdict)
        for look in looks
        for cell in look.cells
    ]
    names = ("slice", "arm", "scenario", "blocks", "estimate", "low", "high", "verdict")
    kinds = (pl.Int64, pl.String, pl.String, pl.Int64, pl.Float64, pl.Float64, pl.Float64, pl.String)
    return pl.DataFrame(rows, dict(zip(names, kinds, strict=True)), orient="row")


def csv(folder: Folder) -> bytes:
    """The games as CSV."""
    return games_csv(folder.path)


def games_csv(path: Path) -> bytes:
    """The games in a study's folder as CSV, of which a spreadsheet calculates nothing."""
    frame = pl.read_parquet(path / "games.parquet", glob=False)
    for name in (name for name, kind in frame.schema.items() if kind == pl.String):
        text = pl.col(name)
        formula = text.str.contains(FORMULA) & ~text.str.contains(NUMBER)
        frame = frame.with_columns(pl.when(formula).then(pl.lit(QUOTE) + text).otherwise(text).alias(name))
    return marked(frame.write_csv()).encode()


def zipped(folder: Folder) -> bytes:
    """All that came of a study, without its parts: what was asked, the result, tables, plots, the report."""
    packed = io.BytesIO()
    files = [folder.path / name for name in (STUDY, LOCK, RESULT, REPORT)]
    files += [
        *folder.path.glob("*.parquet"),
        *folder.path.glob("plots/*.svg"),
        *folder.path.glob("files/**/*"),
    ]
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(file for file in files if file.is_file()):
            name = f"{folder.path.resolve().name}/{path.relative_to(folder.path)}"
            archive.writestr(zipfile.ZipInfo(name, BEGINNING), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


EXPORTS: dict[str, Callable[[Folder], bytes]] = {
    ".csv": csv,
    ".html": lambda folder: (folder.path / REPORT).read_bytes(),
    ".zip": zipped,
}


def exported(folder: Folder, ending: str) -> bytes:
    """A study in one file, by its ending. KeyError for one that there is not."""
    return EXPORTS[ending.lower()](folder)
