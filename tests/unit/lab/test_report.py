"""The report of a study: one file, whole, that says what the result says and nothing more."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from tests.unit.lab.studied import EVIL, ONES, frames_of, looks_of

from hulldown.catalogue import CatalogueError
from hulldown.lab.recording import LOCK, PARTS, STUDY, Folder
from hulldown.lab.report import report_html
from hulldown.lab.study import study_text

VOID = {"meta", "link", "br", "img", "input"}
LOCKED = {"version": "0.1.0", "rules": "fedcba9876543210", "machine": {"system": "Linux", "cores": 2}}


class Reader(HTMLParser):
    """What stands in a page: elements that are open, headings, ids, text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.resources: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.resources += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def folder(path: Path, kind: str) -> Folder:
    study, result = ONES[kind]
    (path / PARTS).mkdir(parents=True)
    (path / STUDY).write_text(study_text(study))
    (path / LOCK).write_text(json.dumps(LOCKED))
    found = Folder(path, study)
    found.write_result(result)
    arms = dict.fromkeys(one["arm"] for one in result["metrics"])
    for name, frame in frames_of(*arms).items():
        found.write_table(name, frame)
    for look in looks_of(*dict.fromkeys(one["arm"] for one in result["answers"])):
        found.note(look)
    return found


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {kind: report_html(folder(tmp_path_factory.mktemp("report") / kind, kind)) for kind in ONES}


every = pytest.mark.parametrize("kind", ONES)


@every
def test_a_report_is_whole_and_needs_nothing_else(kind: str, pages: dict[str, str]) -> None:
    page = read(pages[kind])
    assert page.resources == []
    assert "@import" not in pages[kind] and not re.search(r"url\((?!#)", pages[kind])
    assert not {"script", "link", "iframe", "img"} & {tag for tag, _ in page.tags}


@every
def test_headings_are_in_order_and_ids_differ(kind: str, pages: dict[str, str]) -> None:
    page = read(pages[kind])
    assert page.headings[0] == 1 and page.headings.count(1) == 1
    assert all(later - former <= 1 for former, later in pairwise(page.headings))
    assert len(page.ids) == len(set(page.ids))


@every
def test_tables_have_captions_and_their_headings_a_scope(kind: str, pages: dict[str, str]) -> None:
    page = read(pages[kind])
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == tags.count("caption") > 0
    assert all(given.get("scope") in ("col", "row") for tag, given in page.tags if tag == "th")
    lines = re.findall(r"<tr>(.*?)</tr>", pages[kind])
    assert all(line.startswith("<th scope=") for line in lines)


@every
def test_it_says_the_sentence_the_numbers_and_where_they_come_from(kind: str, pages: dict[str, str]) -> None:
    study, result = ONES[kind]
    text = "".join(read(pages[kind]).text)
    for words in (result["sentence"], study_text(study), study.name, "hulldown study run study.toml"):
        assert words in text
    for words in ("0123456789abcdef", "fedcba9876543210", "hulldown 0.1.0", "Tank Commander"):
        assert words in text
    assert "None" not in text and "nan" not in text


@every
def test_equal_studies_have_equal_reports(kind: str, pages: dict[str, str], tmp_path: Path) -> None:
    assert report_html(folder(tmp_path / "again", kind)) == pages[kind]


def test_names_cannot_break_out(pages: dict[str, str]) -> None:
    assert "<script" not in pages["variant"]
    assert EVIL in "".join(read(pages["variant"]).text)


def test_light_and_dark_are_written_out(pages: dict[str, str]) -> None:
    style = pages["fair"].split("<style>")[1].split("</style>")[0]
    assert "prefers-color-scheme:dark" in style and "light-dark(" not in style
    used, known = set(re.findall(r"var\((--[\w-]+)\)", style)), set(re.findall(r"(--[\w-]+):", style))
    assert used <= known
    assert "@media print" in style


def test_the_luck_is_taken_out_on_the_scale_of_the_answer(pages: dict[str, str]) -> None:
    text = " ".join(read(pages["fair"]).text)
    assert "With the luck taken out" in text and "53.5" in text and "1.9 times" in text
    assert "With the luck taken out" not in pages["depth"]


def test_many_answers_are_folded(pages: dict[str, str]) -> None:
    assert "<summary>All 40 answers</summary>" in pages["atlas"]
    assert "What the games were like, in numbers" in pages["atlas"]


def test_a_study_that_was_stopped_or_stalled_says_so(tmp_path: Path) -> None:
    kept = folder(tmp_path / "stopped", "fair")
    kept.write_result({**ONES["fair"][1], "finished": False, "stalls": 1234})
    text = "".join(read(report_html(kept)).text)
    assert "It was stopped before it came to an end." in text and "1,234 games never ended" in text


def test_without_tables_and_looks_there_are_the_answers(tmp_path: Path) -> None:
    kept = folder(tmp_path / "bare", "fair")
    for path in (*kept.path.glob("*.parquet"), kept.path / "looks.jsonl", kept.path / LOCK):
        path.unlink()
    assert "54.0 (50.0 to 58.0)" in "".join(read(report_html(kept)).text)


def test_without_a_result_there_is_no_report(tmp_path: Path) -> None:
    kept = folder(tmp_path / "none", "fair")
    (kept.path / "result.json").unlink()
    with pytest.raises(CatalogueError, match="has no result yet"):
        report_html(kept)
