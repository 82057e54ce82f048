"""The bar chart: a pure function, to scale, readable without color."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hulldown.views.charts import NARROWEST, Bar, ChartRow, ChartSection, chart

SVG = "{http://www.w3.org/2000/svg}"
SHOT = ChartSection(
    "The <shot>",
    (
        ChartRow("Miss", (Bar(1 / 3, "33.3 %", "miss"),)),
        ChartRow("Glance", (Bar(1 / 6, "16.7 %", "glance"),)),
        ChartRow("Penetrate", (Bar(1 / 2, "50.0 %"),)),
    ),
)
BOTH = ChartSection(
    "Both",
    (ChartRow("Fire", (Bar(0.25, "25 %"), Bar(0.5, "50 %"))), ChartRow("Smoke", (None, Bar(1.0, "100 %")))),
)


def drawn(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def bars(root: ElementTree.Element) -> list[tuple[str, float]]:
    found = [one for one in root.iter(f"{SVG}rect") if "c-bar" in (one.get("class") or "")]
    return [((one.get("class") or "").split()[-1], float(one.get("width") or 0)) for one in found]


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_bars_are_to_scale_and_tell_their_meaning_by_pattern() -> None:
    root = drawn(chart("A shot", [SHOT]))
    found = bars(root)
    assert [name for name, _ in found] == ["c-miss", "c-glance", "c-dead"]
    longest = found[2][1]
    assert found[0][1] == pytest.approx(longest * 2 / 3, abs=0.2)
    assert {"The <shot>", "Miss", "33.3 %"} <= set(texts(root))


def test_two_series_are_solid_and_hatched_and_named() -> None:
    root = drawn(chart("Two", [BOTH], ("First", "Second")))
    assert [name for name, _ in bars(root)] == ["c-dead", "c-second"] * 2 + ["c-second"]
    assert {"First", "Second", "no such line"} <= set(texts(root))


@pytest.mark.parametrize("width", [1, NARROWEST, 390, 640, 1200, 99_999])
def test_everything_lies_inside_the_picture(width: int) -> None:
    root = drawn(chart("A shot", [SHOT, BOTH], width=width))
    wide, tall = (float(part) for part in (root.get("viewBox") or "").split()[2:])
    assert NARROWEST <= wide <= 1200
    for one in root.iter(f"{SVG}rect"):
        if "c-" in (one.get("class") or "") and one.get("x"):
            assert float(one.get("x") or 0) + float(one.get("width") or 0) <= wide
            assert float(one.get("y") or 0) + float(one.get("height") or 0) <= tall


def test_a_picture_that_stands_alone_brings_light_and_dark() -> None:
    alone = chart("A shot", [SHOT], standalone=True)
    assert "<style>" in alone and "prefers-color-scheme: dark" in alone and ".c-glance" in alone
    assert "light-dark(" not in alone
    assert "<style" not in chart("A shot", [SHOT])


def test_equal_rows_give_equal_pictures() -> None:
    assert chart("A shot", [SHOT]) == chart("A shot", [SHOT])
