"""Two studies on one scale: a difference only where they played the same blocks."""

from __future__ import annotations

from typing import Any

import polars as pl

from hulldown.lab.estimating import interval
from hulldown.lab.plan import Share
from hulldown.lab.recording import Folder
from hulldown.lab.results import rounded, shares_by_block
from hulldown.lab.study import BOOK


def compared(one: Folder, other: Folder) -> dict[str, Any]:
    """The results of both, and how much more of the points the second gives the first side than the first
    one does, arm by arm, in blocks that both have; else why no difference can be told.
    """
    first, second = one.result() or {}, other.result() or {}
    found: dict[str, Any] = {"first": first, "second": second, "differences": [], "why": ""}
    for field in ("ruleset", "seed", "players"):
        if getattr(one.study, field) != getattr(other.study, field):
            found["why"] = f"they have not the same {field}"
            return found
    shares = [
        shares_by_block(pl.read_parquet(folder.path / "games.parquet", glob=False), Share.FIRST)
        for folder in (one, other)
    ]
    scenarios = sorted(set(shares[0]["scenario"]) & set(shares[1]["scenario"]))
    for scenario in scenarios:
        arms = [
            latest(rows.filter(pl.col("scenario") == scenario)["arm"].unique().to_list()) for rows in shares
        ]
        mine, theirs = (
            rows.filter((pl.col("scenario") == scenario) & (pl.col("arm") == arm)).select("block", "share")
            for rows, arm in zip(shares, arms, strict=True)
        )
        both = mine.join(theirs, on="block", suffix="_other")
        if len(both):
            estimate = interval((both["share_other"] - both["share"]).to_numpy())
            numbers = {name: rounded(100 * getattr(estimate, name)) for name in ("low", "high")}
            row = {"scenario": scenario, "arms": arms, "estimate": rounded(100 * estimate.value), **numbers}
            found["differences"].append(row | {"blocks": len(both)})
    if not found["differences"]:
        found["why"] = "they have no scenario and no block in common"
    return found


def latest(arms: list[str]) -> str:
    """The arm that a study is about: any but the book, the first by name."""
    return min((arm for arm in arms if arm != BOOK), default=BOOK)
