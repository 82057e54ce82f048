"""The plots of studies: pure functions, to scale, inside their picture, readable without color."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from hulldown.views import plots as draw
from hulldown.views.plots.canvas import breadth, fitted, plain, signed, tenths, ticks

SVG = "{http://www.w3.org/2000/svg}"
EVIL = 'A <script>alert("1")</script> & so on'
WIDTHS = [1, 280, 328, 460, 640, 1200, 99_999]


def words(key: str = "plot") -> draw.Words:
    return draw.Words(key, f"Title of {EVIL}", f"Spoken {EVIL}")


def forest(width: int) -> str:
    lines = [
        draw.ForestRow("As printed", 54.0, 51.2, 56.9, group="Skirmish"),
        draw.ForestRow(EVIL, 48.0, 20.0, 99.9, "diamond", False, "Breakthrough"),
        draw.ForestRow("x" * 90, None, None, None),
        draw.ForestRow("No interval", 50.0, None, None),
    ]
    return draw.forest(words(), lines, draw.Axis("share, %", 50.0, 3.0, 0.0, 100.0), width=width)


def narrowing(width: int) -> str:
    stands = [
        draw.EstimatePoint(64 * n, 54 - n / 9, 54 - n / 9 - 90 / n, 54 - n / 9 + 90 / n)
        for n in range(1, 300)
    ]
    return draw.narrowing(words(), stands, draw.Axis("", 50.0, 3.0, 0.0, 100.0), width=width)


def one_look(width: int) -> str:
    axis = draw.Axis("", 0.0, 3.0, -100.0, 100.0, signed)
    return draw.narrowing(words(), [draw.EstimatePoint(64, 1.0, -100.0, 100.0)], axis, "games", width=width)


def histogram(width: int) -> str:
    bins = [draw.LengthBin(f"{at}–{at + 4}", (at / 300, 0.0)) for at in range(0, 120, 5)]
    return draw.histogram(words(), bins, ("as printed", EVIL), "turns", width=width)


def prospects(width: int) -> str:
    rows = [[50 + (at - 2) * n * 1.2 for n in range(21)] for at in range(5)]
    tenth, quarter, middle, most, nearly = rows
    return draw.prospects(words(), draw.ChanceCurve(tenth, quarter, middle, most, nearly, 1.0), width=width)


def share_bars(width: int) -> str:
    rows = [
        draw.ShareBar("TC-1.3", (draw.ShareEstimate(0.966, 0.94, 0.981), None), group="first side"),
        draw.ShareBar(
            EVIL,
            (draw.ShareEstimate(0.0, 0.0, 0.1), draw.ShareEstimate(1.0)),
            "(hardly ever given)",
            "second side",
        ),
    ]
    return draw.share_bars(words(), rows, ("as printed", "changed"), width=width)


def dose_response(width: int) -> str:
    doses = [draw.DosePoint(at, 40 + at, 38 + at, 42.5 + at, at % 2) for at in range(4, 21, 2)]
    reached = draw.Reached(10.0, 9.0, 30.0)
    return draw.dose_response(words(), doses, ("Skirmish", EVIL), EVIL, 50.0, reached, width=width)


def worth(width: int) -> str:
    things = [draw.CostPoint(f"{EVIL} {at}", 1 + at % 3, 9.0 - at, 4.0 - at, 15.0 - at) for at in range(14)]
    things.sort(key=lambda one: one.cost)
    return draw.worth_against_cost(words(), things, width=width)


ALL: list[Callable[[int], str]] = [
    forest, narrowing, one_look, histogram, prospects, share_bars, dose_response, worth,
]  # fmt: skip
every = pytest.mark.parametrize("plot", ALL, ids=lambda one: one.__name__)


def drawn(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def texts(markup: str) -> list[str]:
    return [one.text or "" for one in drawn(markup).iter(f"{SVG}text")]


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text)]


def places(root: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """Every point that is drawn, but for what is moved by a group; lettering as wide as it may get."""
    moved = {id(inner) for group in root.iter(f"{SVG}g") for inner in group.iter()}
    skipped = {id(inner) for kind in ("defs",) for outer in root.iter(SVG + kind) for inner in outer.iter()}
    for one in root.iter():
        if id(one) in moved | skipped:
            continue
        x, y = float(one.get("x") or 0), float(one.get("y") or 0)
        if one.tag == f"{SVG}rect":
            yield x, y
            yield x + float(one.get("width") or 0), y + float(one.get("height") or 0)
        elif one.tag == f"{SVG}line":
            yield float(one.get("x1") or 0), float(one.get("y1") or 0)
            yield float(one.get("x2") or 0), float(one.get("y2") or 0)
        elif one.tag == f"{SVG}circle":
            across, down, r = (float(one.get(name) or 0) for name in ("cx", "cy", "r"))
            yield from ((across - r, down - r), (across + r, down + r))
        elif one.get("points"):
            found = numbers(one.get("points") or "")
            yield from zip(found[::2], found[1::2], strict=True)
        elif one.tag == f"{SVG}text":
            wide = breadth(one.text or "", 12)
            start = {"end": x - wide, "middle": x - wide / 2}.get(one.get("text-anchor") or "", x)
            yield from ((start, y - 9), (start + wide, y + 3))


@every
@pytest.mark.parametrize("width", WIDTHS)
def test_everything_lies_inside_the_picture(plot: Callable[[int], str], width: int) -> None:
    root = drawn(plot(width))
    wide, tall = numbers(root.get("viewBox") or "")[2:]
    assert draw.NARROWEST <= wide <= draw.WIDEST
    for x, y in places(root):
        assert -1 <= x <= wide + 1, (x, wide)
        assert -1 <= y <= tall + 1, (y, tall)


@every
def test_names_cannot_break_out(plot: Callable[[int], str]) -> None:
    markup = plot(640)
    assert "<script" not in markup
    root = drawn(markup)
    assert [one.text for one in root][:2] == [f"Title of {EVIL}", f"Spoken {EVIL}"]


@every
def test_a_plot_is_a_picture_with_a_name(plot: Callable[[int], str]) -> None:
    root = drawn(plot(640))
    names = (root.get("aria-labelledby") or "").split()
    said = {one.get("id"): one.text for one in root}
    assert root.get("role") == "img"
    assert [said[name] for name in names] == [f"Title of {EVIL}", f"Spoken {EVIL}"]


@every
def test_equal_rows_give_equal_pictures(plot: Callable[[int], str]) -> None:
    assert plot(640) == plot(640)


@every
def test_what_is_referred_to_is_there_under_the_name_of_the_plot(plot: Callable[[int], str]) -> None:
    markup = plot(640)
    assert set(re.findall(r"url\(#([^)]+)\)", markup)) == set(re.findall(r'<pattern id="([^"]+)"', markup))
    assert all(name.startswith("plot-") for name in re.findall(r' id="([^"]+)"', markup))


@every
def test_colors_are_left_to_the_style_sheet(plot: Callable[[int], str]) -> None:
    assert not re.search(r'(?:fill|stroke)="(?!url\()', plot(640))
    used = {name for names in re.findall(r'class="([^"]*)"', plot(640)) for name in names.split()}
    known = set(re.findall(r"\.([\w-]+)", draw.stylesheet()))
    assert used - {"pl-band"} <= known


@every
def test_a_plot_that_stands_alone_brings_light_and_dark(plot: Callable[[int], str]) -> None:
    alone = draw.standing_alone(plot(640))
    assert "prefers-color-scheme: dark" in alone and ".pl-line" in alone and "light-dark(" not in alone
    drawn(alone)


def test_a_forest_is_to_scale_and_says_its_numbers() -> None:
    markup = forest(640)
    first = next(one for one in drawn(markup).iter(f"{SVG}line") if one.get("class") == "pl-line")
    middle = next(one for one in drawn(markup).iter(f"{SVG}circle"))
    low, high = float(first.get("x1") or 0), float(first.get("x2") or 0)
    share = (float(middle.get("cx") or 0) - low) / (high - low)
    assert share == pytest.approx((54.0 - 51.2) / (56.9 - 51.2), abs=0.02)
    assert {"54.0 (51.2 to 56.9)", "not known", "Skirmish", "50.0"} <= set(texts(markup))
    assert "hatched: too small to matter (3 points)" in texts(markup)


def test_an_open_mark_is_another_shape_than_a_full_one() -> None:
    assert '"pl-mark pl-open"' in forest(640) and '"pl-mark pl-full"' in forest(640)


def test_a_narrowing_interval_says_where_it_ends() -> None:
    found = texts(narrowing(640))
    assert "20.8 (20.5 to 21.1)" in found and "after 19,136 pairs" in found
    assert "1,000" in found and "19,136" in found
    assert "after 64 games" in texts(one_look(640))


def test_edges_end_at_the_picture_and_do_not_run_along_it() -> None:
    root = drawn(narrowing(640))
    for one in root.iter(f"{SVG}polyline"):
        if one.get("class") == "pl-edge":
            heights = numbers(one.get("points") or "")[1::2]
            assert len(heights) > 1
            assert not any(a == b for a, b in pairwise(heights[:3]))


def test_bars_are_to_scale_and_told_apart_by_pattern() -> None:
    markup = share_bars(640)
    bars = [one for one in drawn(markup).iter(f"{SVG}rect") if "pl-bar" in (one.get("class") or "")]
    tracks = [one for one in drawn(markup).iter(f"{SVG}rect") if one.get("class") == "pl-track"]
    key, bars = bars[:2], bars[2:]
    assert key[1].get("fill") == "url(#plot-ink)" and key[0].get("fill") is None
    whole = float(tracks[0].get("width") or 0)
    widths = [float(one.get("width") or 0) / whole for one in bars]
    assert widths == pytest.approx([0.966, 0.0, 1.0], abs=0.005)
    assert {"96.6 % (94 to 98.1)", "does not occur", "0 % (0 to 10)", "100 %"} <= set(texts(markup))


def test_a_histogram_with_two_kinds_has_a_key_and_with_one_has_numbers() -> None:
    assert "as printed" in texts(histogram(640))
    bins = [draw.LengthBin("1", (0.25,)), draw.LengthBin("2", (0.75,))]
    assert {"25", "75", "turns"} <= set(texts(draw.histogram(words(), bins, ("all",), "turns")))


def test_worth_is_numbered_as_in_its_list() -> None:
    found = texts(worth(1200))
    assert "14" in found and any(one.startswith("14 A") for one in found)


@pytest.mark.parametrize(
    "markup",
    [
        draw.forest(words(), [], draw.Axis("%")),
        draw.histogram(words(), [], (), "turns"),
        draw.share_bars(words(), [], ()),
        draw.worth_against_cost(words(), []),
        draw.forest(words(), [draw.ForestRow("x", math.nan, math.nan, math.nan)], draw.Axis("%", 50.0, 3.0)),
    ],
)
def test_nothing_to_show_is_still_a_picture(markup: str) -> None:
    assert "nan" not in markup
    drawn(markup)


def test_numbers_are_written_as_people_write_them() -> None:
    assert [plain(one) for one in (2816, 4.94, -2.0, 0.0, -0.01)] == ["2,816", "4.9", "−2", "0", "0"]
    assert [signed(one) for one in (1.34, -0.4, 0.01)] == ["+1.3", "−0.4", "0.0"]
    assert [tenths(one) for one in (54, -0.04, -3.25)] == ["54.0", "0.0", "−3.2"]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-17.3, 9.9), (44, 58), (0, 0.004), (0, 123_456)])
def test_ticks_are_few_round_and_within(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 6
    assert all(low <= one <= high for one in found)
    assert len({round(b - a, 9) for a, b in pairwise(found)}) == 1


def test_words_are_cut_to_the_room_there_is() -> None:
    assert fitted("short", 400) == "short"
    cut = fitted("a very long name of a unit that nobody will read", 100)
    assert cut.endswith("…") and breadth(cut) <= 100
