"""The ways from page to page: on every page the same, with the one marked in which it lies."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from hulldown.server.http.static_pages import MORE, PAGES, SPARED, WAYS

NAV = re.compile(r'<nav class="ways".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)"(?: class="(\w+)")?(?: aria-current="(\w+)")?>([^<]*)</a>')
OUTSIDE = {"table", "replay"}  # battles, which no way leads to
MOST = 6  # in the bar, More included


def asked(path: str) -> str:
    """An address of a page."""
    return path.format(game="ABC", ruleset="chase", lesson="duel", campaign="ABC")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_leads_to_every_other(client: TestClient, path: str) -> None:
    [nav] = NAV.findall(client.get(asked(path)).text)
    links = LINK.findall(nav)
    once = [(name, to, mark) for to, kind, mark, name in links if kind != "again"]
    assert [(name, to) for name, to, _ in once] == list((WAYS | MORE).items())
    assert 'id="theme"' in nav
    marked = [(to, mark) for _, to, mark in once if mark]
    assert len(marked) == (path.split("/")[1] not in OUTSIDE)
    assert all((mark == "page") is (to == path) for to, mark in marked)


def test_the_bar_has_six_ways_at_most_and_a_phone_finds_the_others_under_more(client: TestClient) -> None:
    [nav] = NAV.findall(client.get("/garage").text)
    bar, more = nav.split("<details")
    assert len(LINK.findall(bar)) < MOST
    for name in SPARED:
        assert [one[1] for one in LINK.findall(bar) if one[3] == name] == ["spare"]
        assert [one[1] for one in LINK.findall(more) if one[3] == name] == ["again"]
    assert '<summary class="away">' in more


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("/me", "/"),
        ("/campaign/ABC", "/campaigns"),
        ("/join/ABC", "/"),
        ("/learn/chase/duel", "/learn"),
    ],
)
def test_a_page_within_marks_the_way_to_where_it_lies(client: TestClient, path: str, way: str) -> None:
    nav = NAV.search(client.get(path).text)
    assert nav and f'href="{way}" aria-current="true"' in nav[0]


@pytest.mark.parametrize("way", (WAYS | MORE).values())
def test_every_way_leads_to_a_page(client: TestClient, way: str) -> None:
    answer = client.get(way)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_a_page_that_is_as_it_was_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/garage")
    again = client.get("/garage", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/odds", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200
