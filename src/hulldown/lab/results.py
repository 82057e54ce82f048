"""What came of a study: one sentence, its answers, what the games were like; two studies on one scale."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import norm

from hulldown.kernel.batch import DRAW
from hulldown.lab.deciding import Conclusion, StudyVerdict, confidence_sequence, counted, round_outward
from hulldown.lab.estimating import (
    Estimate,
    dose_response_of_blocks,
    entropy,
    interval,
    ladder,
    share,
    worths,
)
from hulldown.lab.plan import PointShare
from hulldown.lab.playing import SLICE, score_of, tables_of
from hulldown.lab.recording import Folder, signature
from hulldown.lab.running import FRESH, Run, Watch, Watched, together
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.study_names import names_of
from hulldown.lab.verdict_text import VerdictInput, VerdictLine, answer_text, sentence, side_effects
from hulldown.odds import wilson
from hulldown.rulesets.api.ruleset import Ruleset

HARDLY = 0.01  # an order given so seldom when it could be is as good as dead
SLOPE = 0.25  # of the logistic curve where both sides are even
NEARLY_ALWAYS = 0.9  # one given so often where three kinds can be leaves no choice
SEEN_ENOUGH = 200  # decisions in which an order could be given before anything is said of it
FIRST = pl.when(pl.col("winner") == 0).then(1.0).when(pl.col("winner") == 1).then(0.0).otherwise(0.5)
CURVES = ("luck", "lead_changes")
PARTS = ("behind", "decided_at")  # of a game, as a share of it


def as_data(line: VerdictLine) -> dict[str, Any]:
    """An answer for files and scripts: what is not known is null."""
    return {k: rounded(v) if isinstance(v, float) else v for k, v in line._asdict().items()}


def rounded(value: float) -> float | None:
    """A number as it is written down; none for what is not one."""
    return round(value, 4) if math.isfinite(value) else None


def result_of(run: Run, frames: Mapping[str, pl.DataFrame] | None = None) -> dict[str, Any]:
    """`result.json` of a study that was played, or of what there is of one that was stopped.

    `frames` are its tables, if somebody has them already.
    """
    study = run.study
    frames = frames or tables(run)
    games = frames["games"]
    answers, more = ANSWERS[study.kind](run, frames)
    pairs = max((watched.slices for watched in run.watches), default=0) * SLICE
    numbers = list(metrics(games.filter(pl.col("block") < FRESH)))
    asked = verdict_input(run, answers, games, numbers, "games" if len(games) == pairs else "pairs")
    result: dict[str, Any] = {
        "kind": str(study.kind),
        "name": study.name,
        "ruleset": study.ruleset,
        "players": list(study.players),
        "verdict": str(overall(study, answers)),
        "sentence": sentence(asked),
        "headline": answer_text(asked),
        "answers": [as_data(answer) for answer in answers],
        "asked": {
            "smallest_effect": study.decide.smallest_effect,
            "error": study.decide.error,
            **({"target": study.target} if study.kind is QuestionKind.TUNE else {}),
        },
        "open": open_answers(asked),
        "pairs": pairs,
        "games": len(games),
        "stalls": int(games["stalled"].sum()) if len(games) else 0,
        "touched": dict(asked.touched),
        "side_effects": [rounded_row(effect._asdict()) for effect in asked.effects],
        "names": {
            "scenarios": dict(asked.names.scenarios),
            "arms": dict(asked.names.arms),
            **({"units": dict(asked.names.units)} if asked.names.units else {}),
        },
        "seed": study.seed,
        "signature": signature(games["digest"].to_list()) if len(games) else "",
        "finished": not run.stopped,
        **({"left_out": dict(run.ready.left_out)} if run.ready.left_out else {}),
        **more,
        "metrics": numbers,
    }
    if "units" in frames:
        result["units"] = list(unit_rows(frames["units"]))
    if "choices" in frames:
        result["choices"] = list(choice_rows(frames["choices"], run.ready.settings[0].ruleset))
    return result | {"seconds": round(run.seconds, 2)}


def verdict_input(
    run: Run,
    answers: Sequence[VerdictLine],
    games: pl.DataFrame,
    numbers: Sequence[Mapping[str, Any]],
    unit: str,
) -> VerdictInput:
    """What the sentences of a study are made of."""
    study, watch = run.study, run.watches[-1]
    called = names_of(study, run.base, watch.plan.arms)
    known = {prepared.setting.scenario: prepared.info.name for prepared in run.ready.settings.values()}
    cells = [] if study.kind in (QuestionKind.PROFILE, QuestionKind.UNITS) else watch.cells
    keys = [answer.key for answer in answers[: len(cells)]]
    return VerdictInput(
        study,
        answers,
        replace(called, scenarios={**called.scenarios, **known}),
        dict(zip(keys, watch.missing(), strict=True)) if cells else {},
        frozenset(key for key, cell in zip(keys, cells, strict=True) if cell.void),
        touched(run.watches),
        list(side_effects(watch.plan.cells, games, study.decide)),
        numbers,
        unit,
        study.kind is not QuestionKind.TUNE or watch.plan.first >= FRESH,
    )


def open_answers(asked: VerdictInput) -> list[dict[str, Any]]:
    """The answers whose question is not settled: about how many more pairs would do it (null where hardly
    any number would), and whether too many of their games never ended.
    """
    return [
        {
            "what": answer.what,
            "arm": answer.arm,
            "scenario": answer.scenario,
            "more_pairs": asked.missing[answer.key],
            "never_ended": answer.key in asked.void,
        }
        for answer in asked.answers
        if answer.key in asked.void or asked.missing.get(answer.key, 0) != 0
    ]


def rounded_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row for files."""
    return {name: rounded(value) if isinstance(value, float) else value for name, value in row.items()}


def overall(study: Study, answers: Sequence[VerdictLine]) -> StudyVerdict:
    """The verdict of the whole study."""
    return together([StudyVerdict(answer.verdict) for answer in answers if answer.verdict])


def touched(watches: Sequence[Watch]) -> dict[str, Any]:
    """In how many blocks a change made any difference to the games, by arm."""
    by_arm: dict[str, Any] = {}
    for watch in watches:
        for arm in {cell.cell.arm for cell in watch.cells if cell.cell.minus is not None}:
            cells = [cell for cell in watch.cells if cell.cell.arm == arm]
            blocks, came_up = sum(cell.blocks for cell in cells), sum(cell.touched for cell in cells)
            by_arm[arm] = {**share_row(came_up, blocks), "blocks": blocks}
    return dict(sorted(by_arm.items()))


# ---------------------------------------------------------------- tables


def tables(run: Run) -> dict[str, pl.DataFrame]:
    """All rows that count, in an order of their own; settings by what they are."""
    settings = run.plan.settings
    names = pl.DataFrame(
        {
            "setting": list(range(len(settings))),
            "arm": [setting.name for setting in settings],
            "scenario": [setting.scenario for setting in settings],
            "players": [",".join(setting.players) for setting in settings],
        },
        {"setting": pl.Int32, "arm": pl.String, "scenario": pl.String, "players": pl.String},
    )
    frames = {}
    for name in (*tables_of(run.study), "forces"):
        rows = run.rows(name)
        if rows.is_empty() and name != "games":
            continue
        order = [
            column
            for column in ("setting", "block", "swap", "unit", "side", "verb", "choice", "name")
            if column in rows
        ]
        frames[name] = rows.join(names, on="setting").sort(order) if len(rows) else rows
    if len(frames["games"]):
        frames["games"] = with_touched(frames["games"], run.watches)
    return frames


def with_touched(games: pl.DataFrame, watches: Sequence[Watch]) -> pl.DataFrame:
    """The games with whether each went otherwise than the book's with the same dice; null for those."""
    against = {
        cell.cell.plus: cell.cell.minus
        for watch in watches
        for cell in watch.cells
        if cell.cell.minus is not None and cell.cell.arm != BOOK
    }
    if not against:
        return games.with_columns(pl.lit(None, pl.Boolean).alias("touched"))
    books = pl.DataFrame(
        {"setting": list(against), "book": list(against.values())}, {"setting": pl.Int32, "book": pl.Int32}
    )
    key = ["book", "block", "swap"]
    theirs = games.select(pl.col("setting").alias("book"), "block", "swap", pl.col("digest").alias("its"))
    joined = games.join(books, on="setting", how="left").join(
        theirs, on=key, how="left", maintain_order="left"
    )
    return joined.with_columns((pl.col("digest") != pl.col("its")).alias("touched")).drop("book", "its")


# ---------------------------------------------------------------- answers, by kind

Answered = tuple[list[VerdictLine], dict[str, Any]]


def cells_answered(run: Run, frames: Mapping[str, pl.DataFrame]) -> Answered:
    """Every cell: a share, or a difference between shares, with the interval that holds at all looks."""
    watch = run.watches[-1]
    answers = list(map(answer_of, watch.cells, watch.conclusions()))
    return answers, {"adjusted": adjusted(watch)} if run.study.record.curve == "luck" else {}


def answer_of(watched: Watched, verdict: Conclusion) -> VerdictLine:
    """A cell in points: its share, or the difference that it is about, with the interval of its verdict."""
    cell = watched.cell
    if cell.minus is None:
        base = 100 * cell.against
    else:
        base = 0.0 if cell.weight == 1.0 else 50.0
    least, most = (0.0, 100.0) if base else (-100.0, 100.0)
    mean, low, high = (
        min(most, max(least, base + 100 * end)) for end in (watched.mean, verdict.low, verdict.high)
    )
    return VerdictLine(cell.what, cell.arm, cell.scenario, mean, low, high, str(verdict.verdict))


def adjusted(watch: Watch) -> list[dict[str, Any]]:
    """The same differences with the luck of the dice taken out, and by how much that narrows them."""
    return [
        {
            "arm": cell.cell.arm,
            "scenario": cell.cell.scenario,
            "estimate": rounded(100 * cell.adjusted.mean),
            "variance_ratio": rounded(cell.adjusted.variance_ratio),
        }
        for cell in watch.cells
        if cell.blocks
    ]


def depth_answered(run: Run, frames: Mapping[str, pl.DataFrame]) -> Answered:
    """The rungs, and what they come to in Elo over all scenarios."""
    answers, more = cells_answered(run, frames)
    names = list(dict.fromkeys(run.study.players))
    rows = shares_by_block(frames["games"], PointShare.PLAYER)
    pairs = [tuple(pair.split(",")) for pair in rows["players"].to_list()]
    first = np.array([names.index(pair[0]) for pair in pairs])
    second = np.array([names.index(pair[1]) for pair in pairs])
    blocks = np.unique(
        rows.select(pl.concat_str("scenario", "block")).to_series().to_list(), return_inverse=True
    )[1]
    if len(names) == 1:  # a player against itself
        return answers, {"ladder": [], **more}
    strengths = ladder(names, first, second, rows["share"].to_numpy(), blocks, run.study.seed)
    rungs = [
        {
            "player": rung.name,
            "elo": estimate_of(rung.elo),
            "lead": estimate_of(rung.step) if rung.step else None,
        }
        for rung in strengths
    ]
    return answers, {"ladder": rungs, **more}


def estimate_of(estimate: Estimate) -> dict[str, float | None]:
    """An estimate for files."""
    return {"value": rounded(estimate.value), "low": rounded(estimate.low), "high": rounded(estimate.high)}


def units_answered(run: Run, frames: Mapping[str, pl.DataFrame]) -> Answered:
    """What one more of each thing is worth to a side in an even battle, in points of share: where things cost
    points, beyond what these buy on average. All intervals hold together.
    """
    if "forces" not in frames:
        return [], {}
    wide = frames["forces"].pivot(
        on="name", index=["setting", "block"], values="more", aggregate_function="first"
    )
    names = sorted(name for name in wide.columns if name not in ("setting", "block"))
    rows = frames["games"].select("setting", "block", "swap", "winner").join(wide, on=["setting", "block"])
    rows = rows.sort("setting", "block", "swap")
    design = rows.select(names).fill_null(0).to_numpy().astype(float)
    won = score_of(rows["winner"].to_numpy())
    blocks = np.unique(rows["block"].to_numpy(), return_inverse=True)[1]
    points = costs(run)
    prices = np.array([points.get(name, 0) for name in names], float)
    estimates = worths(design, won, np.ones(len(won)), blocks=blocks, costs=prices if prices.any() else None)
    wider = many_looks(len(names), run.study.decide.error)
    answers = []
    for name, column in zip(names, estimates.columns, strict=True):
        value, half = SLOPE * column.value, SLOPE * (column.high - column.value) * wider
        low, high = (100 * end for end in round_outward(value - half, value + half, 1))
        verdict = StudyVerdict.DIFFERENT if low > 0 or high < 0 else StudyVerdict.UNDECIDED
        answers.append(VerdictLine(name, BOOK, "all", 100 * value, low, high, str(verdict)))
    answers.sort(key=lambda answer: -answer.estimate)
    worth = [{"name": answer.what, "cost": points.get(answer.what)} for answer in answers]
    return answers, {"worth": worth, "seat": estimate_of(estimates.seat)}


def many_looks(count: int, error: float) -> float:
    """How many times wider than a 95 % interval one must be that holds for so many things at once
    (Bonferroni): what stands out of it is told to do so.
    """
    return float(norm.isf(error / 2 / max(1, count)) / norm.isf(0.025))


def costs(run: Run) -> dict[str, int]:
    """What things cost by the rules of building, where they cost anything."""
    garage = run.ready.settings[0].garage
    by_sample = {sample.id: sample.points for sample in garage.samples if sample.points}
    for offer in garage.units:
        by_sample |= {upgrade.id: upgrade.cost for upgrade in offer.upgrades}
        by_sample |= {f"{facing.id} armor": facing.cost for facing in offer.facings}
    return by_sample


def tune_answered(run: Run, frames: Mapping[str, pl.DataFrame]) -> Answered:
    """The value that comes nearest to the target, confirmed; and with one knob the range that reaches it."""
    study, plan, first = run.study, run.plan, run.watches[0]
    answers, more = cells_answered(run, frames)
    if len(study.knobs) == 1:
        (knob,) = study.knobs
        doses = {arm: values[knob] for arm, values in first.plan.doses.items()}
        by_block = shares_by_block(frames["games"].filter(pl.col("block") < FRESH), PointShare.FIRST)
        wide = (
            by_block.group_by("arm", "block")
            .agg(pl.col("share").mean())
            .pivot(on="arm", index="block", values="share")
        )
        arms = [arm for arm in doses if arm in wide.columns]
        scores = wide.sort("block").select(arms).drop_nulls().to_numpy()
        dose = dose_response_of_blocks(np.array([doses[arm] for arm in arms]), scores, study.target)
        more["dose"] = {
            "knob": knob, "value": dose.value, "low": dose.low, "high": dose.high,
            "rising": bool(dose.rising), "possible": bool(dose.possible),
        }  # fmt: skip
    tried = []
    for cell in first.cells:
        low, high = (rounded(100 * (study.target + end)) for end in cell.alone[:2])
        taken = rounded(100 * (study.target + cell.mean))
        arm, scenario = cell.cell.arm, cell.cell.scenario
        tried.append({"arm": arm, "scenario": scenario, "share": taken, "low": low, "high": high})
    return answers, {"tried": tried, "confirmed": plan.first >= FRESH, **more}


def profile_answered(run: Run, frames: Mapping[str, pl.DataFrame]) -> Answered:
    """The first side's share in every scenario."""
    answers = []
    for (arm, scenario), rows in sorted_groups(frames["games"], "arm", "scenario"):
        value, low, high = (100 * end for end in share_in(rows, FIRST))
        answers.append(VerdictLine("first side", arm, scenario, value, low, high, ""))
    return answers, {}


ANSWERS = {
    QuestionKind.FAIR: cells_answered,
    QuestionKind.VARIANT: cells_answered,
    QuestionKind.FORCES: cells_answered,
    QuestionKind.ATLAS: cells_answered,
    QuestionKind.DEPTH: depth_answered,
    QuestionKind.UNITS: units_answered,
    QuestionKind.TUNE: tune_answered,
    QuestionKind.PROFILE: profile_answered,
}


def shares_by_block(games: pl.DataFrame, whose: PointShare) -> pl.DataFrame:
    """The share of each block, by arm, scenario and players: the first side's, or the first player's."""
    own = (
        pl.when(pl.col("swap") == 0).then(FIRST).otherwise(1.0 - FIRST)
        if whose is PointShare.PLAYER
        else FIRST
    )
    keys = ["arm", "scenario", "players", "block"]
    return games.group_by(keys).agg(own.mean().alias("share")).sort(keys)


def sorted_groups(rows: pl.DataFrame, *by: str) -> Iterator[tuple[tuple[Any, ...], pl.DataFrame]]:
    """Groups in the order of the plan, and within a setting by their names."""
    order = ["setting"] if "setting" in rows.columns else []
    return iter(rows.sort(*order, *by, maintain_order=True).group_by(*by, maintain_order=True))


# ---------------------------------------------------------------- the games themselves


def metrics(games: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """What the games of every arm and scenario were like at the end; intervals are over blocks."""
    if not len(games):
        return
    for (arm, scenario), rows in sorted_groups(games, "arm", "scenario"):
        yield {
            "arm": arm,
            "scenario": scenario,
            "games": len(rows),
            "first": share_of_blocks(rows, FIRST),
            "draws": share_of_blocks(rows, (pl.col("winner") == DRAW).cast(pl.Float64)),
            "stalls": share_of_blocks(rows, pl.col("stalled").cast(pl.Float64)),
            "orders": of_blocks(rows, pl.col("orders").cast(pl.Float64)),
            "turns": of_blocks(rows, pl.col("turns").cast(pl.Float64)),
            **{name: of_blocks(rows, pl.col(name)) for name in CURVES if name in rows.columns},
            **{name: share_of_blocks(rows, pl.col(name)) for name in PARTS if name in rows.columns},
            **({"luckier_won": share_of_blocks(rows.filter(pl.col("winner").is_in([0, 1])), luckier())}
               if "luck" in rows.columns else {}),
            "ended_by": [
                {"rules": rules, **share_row(count, len(rows))}
                for rules, count in endings(rows)
            ],
        }  # fmt: skip


def endings(rows: pl.DataFrame) -> list[tuple[str, int]]:
    """By which rules games ended, and how many, the most frequent first."""
    return rows.group_by("ended_by").len().sort("len", "ended_by", descending=True).rows()


def share_row(count: int, of: int) -> dict[str, float | None]:
    """A share that was counted, with its interval."""
    low, high = wilson(count / max(1, of), of)
    return {"share": rounded(count / max(1, of)), "low": rounded(low), "high": rounded(high)}


def luckier() -> pl.Expr:
    """Whether the side that had more luck won."""
    return ((pl.col("luck") > 0) == (pl.col("winner") == 0)).cast(pl.Float64)


def share_of_blocks(rows: pl.DataFrame, what: pl.Expr) -> dict[str, float | None]:
    """The same of what lies between 0 and 1."""
    return estimate_of(share_in(rows, what))


def share_in(rows: pl.DataFrame, what: pl.Expr) -> Estimate:
    """A share of the games, over their blocks; games of which it is not known do not count."""
    known = rows.select("block", it=what.fill_nan(None)).drop_nulls()
    blocks = known.group_by("block").agg(pl.col("it").sum(), pl.len()).sort("block")
    return share(blocks["it"].to_numpy(), blocks["len"].to_numpy())


def of_blocks(rows: pl.DataFrame, what: pl.Expr) -> dict[str, float | None]:
    """The mean of something over the games, with its interval over blocks."""
    means = rows.group_by("block").agg(what.mean().alias("it")).sort("block")["it"]
    return estimate_of(interval(means.drop_nulls().to_numpy().astype(float)))


def unit_rows(units: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """How every unit fared: in how many games it stood at the end, what was left of it."""
    rows = units.with_columns(
        pl.col("standing").cast(pl.Float64),
        (pl.col("left") / pl.when(pl.col("full") > 0).then(pl.col("full"))).alias("share_left"),
    )
    for (arm, scenario, unit, name, side), some in sorted_groups(
        rows, "arm", "scenario", "unit", "name", "side"
    ):
        yield {
            "arm": arm, "scenario": scenario, "unit": unit, "name": name, "side": side,
            "survival": share_of_blocks(some, pl.col("standing")),
            "left": share_of_blocks(some, pl.col("share_left")),
        }  # fmt: skip


def choice_rows(choices: pl.DataFrame, ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """How often each kind of order was given when it could be, which are as good as dead and which are nearly
    always given; and how much is left open by what is chosen, in bits.
    """
    names = verbs_of(ruleset)
    by = ["verb", "choice"]  # the same order may be called by what it was aimed at: one name must do
    choices = choices.with_columns(pl.col("order").filter(pl.col("order") != "").min().over(by).fill_null(""))
    for (arm, scenario), some in sorted_groups(choices, "arm", "scenario"):
        orders = []
        for (verb,), rows in sorted_groups(some, "verb"):
            # every choice of a verb repeats in how many decisions the verb could be ordered
            could = rows.unique(["setting", "block", "swap", "side"])
            by_block = could.group_by("block").agg(pl.col("offered", "wide_offered").sum()).sort("block")
            chosen = rows.group_by("block").agg(pl.col("given", "wide_given").sum()).sort("block")
            given, wide = share(chosen["given"], by_block["offered"]), by_block["wide_offered"]
            remark = ""
            if by_block["offered"].sum() >= SEEN_ENOUGH and given.high < HARDLY:
                remark = "hardly ever given"
            elif wide.sum() >= SEEN_ENOUGH and share(chosen["wide_given"], wide).low > NEARLY_ALWAYS:
                remark = "nearly always given"
            by_name = pl.when(pl.col("choice") >= 0).then(pl.col("order")).otherwise(pl.lit(""))
            for (called,), its in sorted_groups(rows.with_columns(by_name.alias("called")), "called"):
                own = its.group_by("block").agg(pl.col("given").sum())
                mine = (
                    by_block.join(own, on="block", how="left").sort("block")["given"].fill_null(0).to_numpy()
                )
                if mine.sum() or not chosen["given"].sum():
                    estimate, could_be = share(mine, by_block["offered"]), by_block["offered"].to_numpy()
                    counts = {"offered": int(could_be.sum()), "given": int(mine.sum())}
                    given_of = {
                        "share": rounded(estimate.value),
                        "low": rounded(estimate.low),
                        "high": rounded(estimate.high),
                    }
                    orders.append({"order": called or names[int(verb)], **counts, **given_of, "said": remark})
        yield {
            "arm": arm,
            "scenario": scenario,
            "entropy": rounded(float(entropy(np.array([order["given"] for order in orders], float)))),
            "orders": sorted(orders, key=lambda order: str(order["order"])),
        }


def verbs_of(ruleset: Ruleset) -> dict[int, str]:
    """What kinds of orders are called."""
    codes, _ = next(iter(ruleset.checks.tables.values()))
    return {int(code): code.name.lower().replace("_", " ") for code in codes}


# ---------------------------------------------------------------- comparing
# Two studies on one scale: a difference only where they played the same blocks.


def compared(first_folder: Folder, other: Folder) -> dict[str, Any]:
    """The results of both, and how much more of the points the second gives the first side than the first
    one does, arm by arm, in blocks that both have; of ladders how much more it gives each player. Else why no
    difference can be told. Intervals are confidence sequences: either study may have stopped at any look.
    """
    first, second = first_folder.result() or {}, other.result() or {}
    comparison: dict[str, Any] = {"first": first, "second": second, "differences": [], "why": ""}
    for field in ("ruleset", "seed", "players"):
        if getattr(first_folder.study, field) != getattr(other.study, field):
            comparison["why"] = f"they have not the same {field}"
            return comparison
    ladders = [folder.study.kind is QuestionKind.DEPTH for folder in (first_folder, other)]
    if ladders[0] != ladders[1]:
        comparison["why"] = "one is about players, the other about sides"
        return comparison
    shares = [
        shares_of(folder, PointShare.PLAYER if ladders[0] else PointShare.FIRST)
        for folder in (first_folder, other)
    ]
    for scenario in sorted(set(shares[0]["scenario"]) & set(shares[1]["scenario"])):
        there = [rows.filter(pl.col("scenario") == scenario) for rows in shares]
        arms = [rows["about"].unique().to_list() for rows in there]
        pairs = [(arm, arm) for arm in sorted(set(arms[0]) & set(arms[1]))]
        for pair in pairs if ladders[0] else [(latest(arms[0]), latest(arms[1]))]:
            mine, theirs = (
                rows.filter(pl.col("about") == arm).select("block", "share")
                for rows, arm in zip(there, pair, strict=True)
            )
            both = mine.join(theirs, on="block", suffix="_other")
            if len(both):
                scores = (both["share_other"] - both["share"]).to_numpy()
                low, high = round_outward(
                    *confidence_sequence(counted(scores), first_folder.study.decide.error), 1
                )
                numbers = {"estimate": scores.mean(), "low": low, "high": high}
                row = {"scenario": scenario, "arms": list(pair)}
                row |= {name: rounded(100 * float(value)) for name, value in numbers.items()}
                comparison["differences"].append(row | {"blocks": len(both)})
    if not comparison["differences"]:
        comparison["why"] = "they have no scenario and no block in common"
    return comparison


def shares_of(folder: Folder, whose: PointShare) -> pl.DataFrame:
    """The shares of a study's blocks; `about` is the arm, or of a ladder the two players."""
    rows = shares_by_block(pl.read_parquet(folder.path / "games.parquet", glob=False), whose)
    players = pl.col("players").str.replace(",", " against ")
    return rows.with_columns((players if whose is PointShare.PLAYER else pl.col("arm")).alias("about"))


def latest(arms: list[str]) -> str:
    """The arm that a study is about: any but the book, the first by name."""
    return min((arm for arm in arms if arm != BOOK), default=BOOK)
