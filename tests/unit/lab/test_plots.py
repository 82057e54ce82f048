"""The plots of a study: of what there is, with its numbers, in plain English, with a table behind each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest
from tests.unit.lab.studied import EVIL, ONES, answer, frames_of, looks_of, result_of, study_of

from hulldown.lab.plot_data import PlotData, in_order
from hulldown.lab.plots import ResultPlot, plots

SVG = "{http://www.w3.org/2000/svg}"
kinds = pytest.mark.parametrize("kind", ONES)


def made(kind: str, **more: Any) -> dict[str, ResultPlot]:
    study, result = ONES[kind]
    arms = list(dict.fromkeys(one["arm"] for one in result["metrics"]))
    cells = list(dict.fromkeys(one["arm"] for one in result["answers"]))
    what = "" if kind in ("variant", "atlas", "tune") else result["answers"][0]["what"]
    looks = [] if kind in ("units", "profile") else looks_of(*cells, what=what)
    found = plots(result, looks, frames_of(*arms), **{"study": study, "width": 640, **more})
    return {one.id: one for one in found}


def said(one: ResultPlot) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(one.svg).iter(f"{SVG}text")]


@kinds
@pytest.mark.parametrize("width", [300, 640])
def test_every_plot_is_a_picture_with_a_meaning_and_a_table(kind: str, width: int) -> None:
    found = made(kind, width=width)
    assert found
    for one in found.values():
        ElementTree.fromstring(one.svg)
        assert one.title and one.meaning.endswith(".")
        assert one.rows and all(len(row) == len(one.head) for row in one.rows), one.id
        assert all(isinstance(cell, str) for row in one.rows for cell in row)
        assert "nan" not in one.svg + one.meaning and "None" not in one.svg + one.meaning
        assert "<script" not in one.svg


@kinds
def test_ids_differ_and_the_same_study_gives_the_same_plots(kind: str) -> None:
    study, result = ONES[kind]
    one = plots(result, [], frames_of("book"), study=study)
    assert len({plot.id for plot in one}) == len(one)
    assert one == plots(result, [], frames_of("book"), study=study)


@kinds
def test_plots_of_two_widths_share_a_page(kind: str) -> None:
    both = "".join(one.svg for apart in ("", "narrow-") for one in made(kind, apart=apart).values())
    ids = re.findall(r' id="([^"]+)"', both)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("fair", "answers sure lengths prospects courses endings units choices"),
        (
            "variant",
            "answers sure shares touched lengths prospects prospects-2 courses endings units choices",
        ),
        ("forces", "answers sure shares lengths prospects prospects-2 courses endings"),
        ("units", "answers worth lengths prospects courses endings"),
        ("depth", "answers sure ladder lengths prospects courses endings"),
        ("tune", "answers sure doses lengths prospects prospects-2 courses endings"),
        ("profile", "lengths prospects courses endings"),
    ],
)
def test_there_is_a_plot_of_what_there_is(kind: str, expected: str) -> None:
    assert list(made(kind)) == expected.split()


def test_without_anything_there_is_nothing() -> None:
    assert plots({}, [], {}) == []
    assert plots({"kind": "fair"}, [], {"games": pl.DataFrame(), "curves": pl.DataFrame()}) == []
    empty = {**result_of("fair", []), "metrics": []}
    assert plots(empty, [], {}, study=study_of("fair")) == []


def test_while_it_is_played_only_how_sure_it_is() -> None:
    found = plots({"kind": "fair"}, looks_of("book", what="first side"), {}, study=study_of("fair"))
    assert [one.id for one in found] == ["sure"]
    assert "54.0 (50.0 to 58.0)" in said(found[0])
    assert "is 8 after 640" in found[0].meaning


def test_of_a_look_alone_no_course_is_told_and_no_share_is_over_all() -> None:
    (look,) = looks_of("book", what="first side")[:1]
    wide = {**look, "cells": [{**look["cells"][0], "estimate": 0.3, "low": -0.1, "high": 0.6}]}
    (sure,) = plots({"kind": "fair"}, [wide], {}, study=study_of("fair"))
    assert "80.0 (40.0 to 100.0)" in said(sure)
    assert sure.meaning == "The interval is 60 points wide after 64 pairs."


def test_a_share_stands_against_one_half_and_a_difference_against_nothing() -> None:
    fair, variant = made("fair"), made("variant")
    assert "54.0 (50.0 to 58.0)" in said(fair["answers"])
    assert fair["answers"].rows == (("first side", "Skirmish", "54.0", "50.0 to 58.0", "not fair"),)
    assert "−9.6 (−13.6 to −5.6)" in said(variant["answers"])
    assert "below nothing" in variant["answers"].meaning
    assert variant["answers"].rows[0][0] == "Reverse move: yes"
    assert "+4.0 (0.0 to +8.0)" in said(variant["sure"])


def test_what_was_too_small_to_matter_is_known_from_the_study_only() -> None:
    hatched = "hatched: too small to matter (3 points)"
    assert hatched in said(made("fair")["answers"])
    assert hatched not in said(made("fair", study=None)["answers"])


def test_a_phase_of_its_own_is_shown_alone() -> None:
    looks = looks_of("turn_limit=4", "turn_limit=8") + looks_of("turn_limit=8")[:3]
    study, result = ONES["tune"]
    (sure,) = [one for one in plots(result, looks, {}, study=study) if one.id.startswith("sure")]
    assert sure.rows[0][0] == "64" and sure.rows[-1][0] == "192"


def test_of_many_changes_those_that_differ_most_are_shown_and_all_are_in_the_table() -> None:
    found = made("atlas")
    assert len(found["answers"].rows) == len(found["touched"].rows) == 40
    assert "limit = 39" in said(found["answers"]) and "limit = 12" not in said(found["answers"])
    assert "24 that differ most of 40" in found["answers"].meaning
    assert "1 of 40 never came up" in found["touched"].meaning
    assert sum(name.startswith("sure") for name in found) == 4
    assert list(found["lengths"].head) == ["Turns", "as printed", "limit = 39"]


def test_the_shares_of_lengths_add_up_and_are_those_of_the_games() -> None:
    games = frames_of("book")["games"]
    rows = made("fair")["lengths"].rows
    counted = {str(turns): n for turns, n in games.group_by("turns").len().rows()}
    assert sum(float(row[1].split()[0]) for row in rows) == pytest.approx(100, abs=1)
    for turns, share in rows:
        assert share == f"{100 * counted.get(turns, 0) / 128:.1f} %"


def test_long_games_are_put_together() -> None:
    study, result = ONES["fair"]
    long = frames_of("book")["games"].with_columns(turns=pl.col("turns") * 40)
    (one,) = [plot for plot in plots(result, [], {"games": long}, study=study) if plot.id == "lengths"]
    assert len(one.rows) <= 25 and one.rows[0][0] == "80–99"


def test_how_games_ended_is_said_in_words_with_the_rules_in_the_table() -> None:
    found = made("fair")["endings"]
    beaten = "One side had nothing left that fights"
    assert found.rows[0] == (beaten, "95.0 %", "90.0 to 98.0", "TC-1.3")
    assert found.rows[1][0] == "Never ended" and found.meaning == f"Most often: {beaten} (95 % of games)."
    assert beaten in found.svg and "TC-1.3" not in found.svg and found.head[-1] == "Rules"


def test_units_stand_under_their_side_and_orders_say_what_is_dead() -> None:
    found = made("fair")
    assert {"first side", "second side"} <= set(said(found["units"]))
    assert any(EVIL in row[0] for row in found["units"].rows)
    assert "Hardly ever given: smoke." in found["choices"].meaning


def test_a_dose_says_which_values_reach_what_was_wanted() -> None:
    found = made("tune")["doses"]
    assert "turn_limit = 8 comes to 50 %" in found.meaning and "from 7 to 9.5" in found.meaning
    assert [row[0] for row in found.rows] == ["turn_limit = 4", "turn_limit = 8", "turn_limit = 12"]
    assert {"8 (7 to 9.5)", "wanted: 50 %"} <= set(said(found))


def test_several_knobs_stand_under_each_other() -> None:
    study, result = ONES["tune"]
    tried = [
        {"arm": f"a={a},b={b}", "scenario": "skirmish", "share": 40.0 + a + b, "low": 38.0, "high": 52.0}
        for a in (1, 2)
        for b in (3, 4)
    ]
    (one,) = [
        p for p in plots({**result, "tried": tried, "dose": None}, [], {}, study=study) if p.id == "doses"
    ]
    assert "a = 1, b = 3" in said(one)


def test_a_ladder_says_how_far_apart_its_players_are() -> None:
    found = made("depth")["ladder"]
    assert found.rows[0] == ("greedy", "185", "155 to 215", "432 (382 to 482)")
    assert found.rows[1][3] == "" and "432 points of Elo" in found.meaning


def test_worth_for_cost_is_told_by_name() -> None:
    found = made("units")["worth"]
    assert found.rows[1] == ("2", "side armor", "2", "−6.5", "−10.5 to −2.5", "−3.2")
    assert "optics gives most" in found.meaning


def test_hostile_names_stay_words() -> None:
    study, result = ONES["fair"]
    bad = {**result, "answers": [answer(EVIL, "book", 50.0, "same", f"{EVIL}.toml")]}
    for one in plots(bad, [], {}, study=study.model_copy(update={"name": EVIL})):
        assert "<script" not in one.svg


def test_arms_and_scenarios_are_called_as_people_call_them() -> None:
    arms: Sequence[str] = sorted(["turn_limit=12", "turn_limit=4", "slow", "book"], key=in_order)
    assert list(arms) == ["book", "slow", "turn_limit=4", "turn_limit=12"]
    names = {"scenarios": {"files/mine.toml": "The Ford"}, "arms": {"slow": "Slow tanks"}}
    of = PlotData({"names": names}, [], {}, study_of("fair"))
    called = ("skirmish", "files/mine.toml", "files/other_one.toml", "all")
    assert [of.place(one) for one in called] == ["Skirmish", "The Ford", "Other one", "All scenarios"]
    assert [of.arm(one) for one in ("book", "slow", "a/b")] == ["as printed", "Slow tanks", "a against b"]
