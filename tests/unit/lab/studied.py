"""What studies come to, made up: results, looks and tables as the Lab writes them."""

from __future__ import annotations

import random
from typing import Any

import polars as pl

from hulldown.lab.study import Arm, Decide, QuestionKind, Study

EVIL = '<script>alert("1")</script>'


def estimate(value: float | None, half: float = 0.05) -> dict[str, float | None]:
    if value is None:
        return {"value": None, "low": None, "high": None}
    return {"value": value, "low": round(value - half, 4), "high": round(value + half, 4)}


def study_of(kind: str, **fields: Any) -> Study:
    given: dict[str, Any] = {"scenarios": ("skirmish",), "decide": Decide(smallest_effect=3.0)}
    if kind == "variant":
        given["arms"] = {"reverse": Arm(options={"reverse_move": True})}
    return Study(kind=QuestionKind(kind), ruleset="tank_commander", **{**given, **fields})


def answer(
    what: str, arm: str, value: float | None, verdict: str, scenario: str = "skirmish"
) -> dict[str, Any]:
    low, high = (None, None) if value is None else (value - 4.0, value + 4.0)
    numbers = {"estimate": value, "low": low, "high": high}
    return {"what": what, "arm": arm, "scenario": scenario, **numbers, "verdict": verdict}


def metrics(arm: str, scenario: str = "skirmish", curves: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = {
        "arm": arm, "scenario": scenario, "games": 128, "first": estimate(0.531), "draws": estimate(0.0),
        "stalls": estimate(0.0, 0.0), "orders": estimate(62.2, 2.0), "turns": estimate(4.9, 0.2),
        "ended_by": [
            {"rules": "TC-1.3", "share": 0.95, "low": 0.9, "high": 0.98},
            {"rules": "stalled", "share": 0.05, "low": 0.02, "high": 0.1},
        ],
    }  # fmt: skip
    if curves:
        found |= {"luck": estimate(0.02), "lead_changes": estimate(1.9), "behind": estimate(0.29),
                  "decided_at": estimate(0.73), "luckier_won": estimate(None)}  # fmt: skip
    return found


def result_of(
    kind: str, answers: list[dict[str, Any]], arms: tuple[str, ...] = ("book",), **more: Any
) -> dict[str, Any]:
    return {
        "kind": kind, "name": "A study", "ruleset": "tank_commander", "players": ["greedy", "greedy"],
        "verdict": "different", "sentence": "The first side takes 54.0 % (50.0 to 58.0): not fair.",
        "answers": answers, "pairs": 128, "games": 128 * len(arms), "stalls": 0, "touched": {}, "seed": 7,
        "signature": "0123456789abcdef", "finished": True, "metrics": [metrics(arm) for arm in arms],
        **more,
    }  # fmt: skip


def looks_of(*arms: str, what: str = "") -> list[dict[str, Any]]:
    return [
        {"slices": n, "blocks": 64 * n, "most": 6400, "games": 128 * n, "rate": 100.0, "left": 5.0,
         "cells": [
             {"what": what or arm, "arm": arm, "scenario": "skirmish", "blocks": 64 * n, "estimate": 0.04,
              "low": 0.04 - 0.4 / n, "high": 0.04 + 0.4 / n, "verdict": ""}
             for arm in arms
         ]}
        for n in range(1, 11)
    ]  # fmt: skip


def frames_of(*arms: str) -> dict[str, pl.DataFrame]:
    chance = random.Random(7)
    rows = [(arm, "skirmish", block, chance.randrange(2, 11)) for arm in arms for block in range(128)]
    games = pl.DataFrame(rows, ["arm", "scenario", "block", "turns"], orient="row")
    curves = [
        {
            "arm": arm,
            "scenario": "skirmish",
            **{f"p{at:02d}": (block * at * 7 + 50) % 101 for at in range(21)},
        }
        for arm in arms
        for block in range(128)
    ]
    return {"games": games.with_columns(orders=pl.col("turns") * 12), "curves": pl.DataFrame(curves)}


def units(arm: str) -> list[dict[str, Any]]:
    return [
        {"arm": arm, "scenario": "skirmish", "unit": unit, "name": name, "side": side,
         "survival": estimate(share), "left": estimate(0.3)}
        for unit, name, side, share in (("A1", "Hunter", 0, 0.55), ("B1", EVIL, 1, 0.48), ("B2", "", 1, 1.0))
    ]  # fmt: skip


def choices(arm: str) -> dict[str, Any]:
    orders = [
        {"order": "smoke", "offered": 9000, "given": 2, "share": 0.0002, "low": 0.0, "high": 0.001,
         "said": "hardly ever given"},
        {"order": "fire", "offered": 500, "given": 250, "share": 0.5, "low": 0.45, "high": 0.55, "said": ""},
    ]  # fmt: skip
    return {"arm": arm, "scenario": "skirmish", "entropy": 2.9, "orders": orders}


ONES: dict[str, tuple[Study, dict[str, Any]]] = {
    "fair": (
        study_of("fair"),
        result_of("fair", [answer("first side", "book", 54.0, "different")],
                  units=units("book"), choices=[choices("book")],
                  adjusted=[{"arm": "book", "scenario": "skirmish", "estimate": 3.5, "variance_ratio": 1.9}]),
    ),
    "variant": (
        study_of("variant", name=EVIL),
        result_of("variant", [answer("reverse", "reverse", -9.6, "different")], ("reverse", "book"),
                  touched={"reverse": {"share": 0.976, "low": 0.96, "high": 0.98, "blocks": 128}},
                  units=units("book") + units("reverse"), choices=[choices("book"), choices("reverse")]),
    ),
    "forces": (
        study_of("forces"),
        result_of("forces", [answer("one against other", "one", 51.0, "same")], ("one/other", "other/one")),
    ),
    "units": (
        study_of("units"),
        result_of("units",
                  [answer("optics", "book", 22.6, "different", "all"),
                   answer("side_armor", "book", -6.5, "undecided", "all")],
                  worth=[{"name": "optics", "cost": 1, "for_a_point": 22.6},
                         {"name": "side_armor", "cost": 2, "for_a_point": -3.25}]),
    ),
    "atlas": (
        study_of("atlas"),
        result_of("atlas", [answer(f"limit={n}", f"limit={n}", n / 4 - 3, "same") for n in range(40)],
                  ("book", *(f"limit={n}" for n in range(40))),
                  touched={f"limit={n}": {"share": n / 40, "low": n / 50, "high": n / 39, "blocks": 128}
                           for n in range(40)}),
    ),
    "depth": (
        study_of("depth", players=("random", "greedy")),
        result_of("depth", [answer("greedy against random", "greedy", 92.6, "different")],
                  ladder=[{"player": "greedy", "elo": estimate(184.7, 30.0), "lead": estimate(432.3, 50.0)},
                          {"player": "random", "elo": estimate(-247.6, 50.0), "lead": None}]),
    ),
    "tune": (
        study_of("tune", knobs={"turn_limit": (4, 12)}),
        result_of("tune", [answer("turn_limit=8", "turn_limit=8", 50.2, "same")],
                  ("turn_limit=12", "turn_limit=4", "turn_limit=8"), confirmed=True,
                  tried=[{"arm": f"turn_limit={n}", "scenario": "skirmish",
                          "share": 42.0 + n, "low": 38.0 + n, "high": 46.0 + n}
                         for n in (12, 4, 8)],
                  dose={"knob": "turn_limit", "value": 8.0, "low": 7.0, "high": 9.5,
                        "rising": True, "possible": True}),
    ),
    "profile": (study_of("profile"), result_of("profile", [answer("first side", "book", None, "")])),
}  # fmt: skip
