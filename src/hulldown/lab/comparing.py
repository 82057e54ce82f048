"""Two studies on one scale: a difference only where they played the same blocks."""

from __future__ import annotations

from typing import Any

import polars as pl

from hulldown.lab.deciding import confidence_sequence, counted, round_outward
from hulldown.lab.plan import PointShare
from hulldown.lab.recording import Folder
from hulldown.lab.results import rounded, shares_by_block
from hulldown.lab.study import BOOK, QuestionKind


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
