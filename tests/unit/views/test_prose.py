"""Markdown of rulebooks as HTML: ids are links, tables tables, and no HTML of a text passes."""

import pytest

from hulldown.views.prose import Picture, Writing, pictures_of

WRITING = Writing(frozenset({"TC-7.13"}))
HOSTILE = [
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "[x](javascript:alert(1))",
    "[x](data:text/html,hello)",
    "![x](javascript:alert(1))",
    "![x](https://elsewhere.example/spy.png)",
    "[x](//elsewhere.example)",
    '<board:"onload=alert(1)>',
    "- **TC-1** <b onclick=alert(1)>x</b>",
    "`<script>`",
    "```\n</code><script>alert(1)</script>\n```",
]


def test_ids_of_the_book_are_links_and_others_are_not() -> None:
    html = WRITING.html("By TC-7.13, not TC-99.1, `TC-7.13` or [TC-7.13](#here).")
    assert html.count('href="#TC-7.13"') == 1
    assert "not TC-99.1" in html
    assert (
        Writing({"TC-7.13"}, "/rulebook/x")
        .line("TC-7.13")
        .startswith('<a class="rule" href="/rulebook/x#TC-')
    )


def test_a_table_is_a_table_in_a_region() -> None:
    html = WRITING.html("| a | b |\n|---|---|\n| 1 | TC-7.13 |")
    assert 'role="region"' in html
    assert "<td>1</td>" in html
    assert 'href="#TC-7.13"' in html


@pytest.mark.parametrize("text", HOSTILE)
def test_no_html_of_a_text_passes(text: str) -> None:
    html = WRITING.html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<b " not in html
    assert "href=" not in html


def test_a_picture_is_shown_as_whoever_draws_it_says() -> None:
    def drawn(named: str) -> Picture:
        assert named == "board:a?orders=A1 move&unit=A1"
        return Picture("/here.svg", 'A "tank" & more', 300, 200)

    html = Writing({"TC-7.13"}, "", drawn).html("![See TC-7.13](<board:a?orders=A1 move&unit=A1>)")
    assert 'src="/here.svg" alt="A &quot;tank&quot; &amp; more" width="300"' in html
    assert 'href="#TC-7.13"' in html


def test_pictures_are_listed_as_they_are_named() -> None:
    assert pictures_of("![a](<board:x?crop=A1-B2>) ![b](/no.png)\n\n![c](odds:?a.b=1)") == [
        "board:x?crop=A1-B2",
        "odds:?a.b=1",
    ]


def test_a_block_can_be_pushed_by_keys() -> None:
    assert '<pre tabindex="0"><code>a\n</code></pre>' in WRITING.html("```\na\n```")
