"""Nothing on a page moves without end: an idle table would burn a core for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "hulldown"
KINDS = {".css", ".html", ".js", ".svg", ".py"}
ENDLESS = re.compile(
    r"animation[\w-]*\s*:[^;}]*\binfinite\b|animation-iteration-count\s*:\s*infinite"
    r"|\biterations\s*:\s*(?:Infinity|Number\.POSITIVE_INFINITY)"
    r"|<animate|<set\b[^>]*\bto=|repeatCount|repeatDur"
)


def _files() -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in KINDS)


def test_no_style_and_no_picture_is_animated_without_end() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {hit.group()}"
        for path in _files()
        for hit in ENDLESS.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        ".a { animation: march 6s linear infinite; }",
        ".a { animation-iteration-count: infinite }",
        "el.animate(frames, { iterations: Infinity })",
        "<animateTransform repeatCount='indefinite'/>",
    ],
)
def test_what_has_no_end_is_noticed(text: str) -> None:
    assert ENDLESS.search(text)
