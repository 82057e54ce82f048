"""Texts that people read are plain English: none has a turn that nobody says aloud.

A ratchet: english.txt has the sentences that may still have one, and only ever shrinks.
"""

from __future__ import annotations

import pytest
from scripts import house_english as english


def exceptions() -> list[tuple[str, str]]:
    return english.allowed(english.ALLOWED.read_text(encoding="utf-8"))


def test_every_text_is_plain() -> None:
    """Rewrite the sentence; the message has the plain word."""
    places = english.banned()
    new = {place: plain for place, plain in places.items() if place not in set(exceptions())}
    assert [f"{file}: {sentence} ({plain})" for (file, sentence), plain in new.items()] == []


def test_what_is_mended_is_no_exception_any_more() -> None:
    """Take it out: python scripts/house_english.py --lower."""
    places = english.banned()
    assert [f"take it out: {file}: {text}" for file, text in exceptions() if (file, text) not in places] == []


@pytest.mark.parametrize(
    ("sentence", "turn"),
    [
        ("The die is to be rolled.", "is to be"),
        ("What the rules do by themselves.", "by themselves"),
        ("Who stands where.", "stands"),
        ("Do you understand such words?", "such"),
        ("Words such as these.", ""),
        ("Two dice are rolled again.", ""),
        ("Set up anew.", "anew"),
    ],
)
def test_a_banned_turn_is_found(sentence: str, turn: str) -> None:
    plain = english.plain_word(sentence)
    assert plain.startswith(f"{turn!r}: ") if turn else plain == ""


def test_a_page_is_read_without_its_code() -> None:
    page = "It stands `where it lies`. [Here](laid.md).\n\n    hulldown laid out\n\n- a point\n  goes on\n"
    texts = [" ".join(text.split()) for text in english.markdown_texts(page)]
    assert [text for text in texts if text] == ["It stands . [Here .", "- a point goes on"]


def test_html_is_read_as_it_is_shown() -> None:
    page = '<p class="such a">Play <b title="now">it</b></p><script>laid()</script>'
    assert list(english.html_texts(page)) == ["Play ", "now", "it"]


def test_scripts_are_read_for_their_strings() -> None:
    script = '// it lies\nconst a = \'b c\'; /* "laid out" */ d(`${n ? \'e f\' : ""} games`, /g "h/, "x");'
    assert list(english.script_texts(script)) == ["b c", "e f", "... games"]


def test_python_is_read_for_its_messages() -> None:
    text = '"""A doc string."""\nx = f"{n} of " f"them"\n# it lies\ny = ("a " "b", "c")\n'
    assert list(english.python_texts(text)) == ["... of them", "a b"]


def test_the_list_is_read_as_it_is_written() -> None:
    places = [("a.md", "It lies: there."), ("b.py", "Laid out")]
    assert english.allowed(english.as_text(places)) == places
    moved = {("c/a.md", "It lies: there."): "", ("c/a.md", "New laid eggs"): ""}
    assert english.lowered(moved, places) == [("c/a.md", "It lies: there.")]
