"""Tables for a spreadsheet: texts stay texts, letters stay letters."""

from __future__ import annotations

import csv

import pytest

from hulldown.views.charts import MARK, csv_text, harmless


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝1", "-", "+"]
)
def test_a_text_that_would_be_calculated_is_marked_as_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    "cell", ["-1", "+2.5", "1e-3", "-1/36", "A-1", "Käfer", "", " =1", "5 - 3", -1, 0.5, None]
)
def test_numbers_and_other_texts_stay_as_they_are(cell: object) -> None:
    assert harmless(cell) == cell


def test_a_mark_says_utf_8_where_there_is_a_letter_beyond_ascii() -> None:
    assert csv_text(("unit", "chance"), [("Tiger", 0.5)]) == "unit,chance\nTiger,0.5\n"
    text = csv_text(("unit", "=chance"), [("Königstiger", -1), ("=A1", "-1/36")])
    assert text.startswith(MARK)
    assert list(csv.reader(text.removeprefix(MARK).splitlines())) == [
        ["unit", "'=chance"], ["Königstiger", "-1"], ["'=A1", "-1/36"]
    ]  # fmt: skip
