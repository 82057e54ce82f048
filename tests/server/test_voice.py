"""What a page is told: in its viewer's words, with nothing that only scripts should read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import AGAINST_COMPUTER, HUMANS, Table, begin

from hulldown.views.voice import LONGEST, visible_text

YOURS = {"Hulldown-Voice": "you"}
FORBIDDEN = re.compile(r"Cobalt|Rust\b|\b[AB]\d\b")
# A place by letters, or what is built there under a name that could be one and does not say what it is.
LETTERED = re.compile(
    r"(?<!tructure )(?<!arricade )\b(?:[A-Z]|[B-Z][A-Z])[1-9]\d?\b"
    r"(?!(?: at [\d\u00b7]+(?: to [\d\u00b7]+)?:|,) (?:[a-z]+ )*(?:structure|ruin|debris|barricade)\b)"
)
ON_A_ROOF = re.compile(r"[SK]\d+")
RULE = re.compile(r"\b[A-Z]{2}-\d")
GIVES_UP = re.compile(r"concede|surrender")
LETTERING = re.compile(r'(?:aria-label="|<(?:desc|title|text|tspan)\b[^>]*>)([^"<]+)')
BATTLES = [
    ("tank_commander", "skirmish"),
    ("tank_commander", "escort"),
    ("tank_commander", "urban_warfare"),
    ("agrav", "container_yard"),
    ("agrav", "silence_the_gun"),
    ("close_assault", "drill_square"),
    ("warstrike", "first_patrol"),
    ("chase", "even_ground"),
]


def texts(view: Any) -> Iterator[str]:
    """Everything that a table page writes or says of a view."""
    for part in view["log"]:
        for sentence in part["sentences"]:
            yield visible_text(sentence["text"])
            assert not any("\n" in roll["text"] for roll in sentence["rolls"]), "a roll is one sentence"
            yield from (visible_text(roll["text"]) for roll in sentence["rolls"])
            yield from (m["text"] for roll in sentence["rolls"] for m in roll["modifiers"])
    for order in [*view["orders"], *view["usual"]]:
        yield from (order["label"], order["detail"], order["full"], *order["words"])
        if order["refusal"]:
            yield order["refusal"]["text"]
    for card in view["cards"]:
        yield from (card["name"], card["placed"], card["note"], *(text for _, text in card["facts"]))
    yield from (view["status"]["text"], view["status"]["result"], *view["status"]["extras"].values())
    yield from (view["scenario"][name] for name in ("summary", "briefing", "victory"))
    yield from (view["dice_told"], view["undo"]["why"], *view["called"].values())
    yield from (seat["who"] for seat in view["seats"])
    for markup in [view["board"]["head"], *view["board"]["layers"].values()]:
        yield from map(unescape, LETTERING.findall(markup))


def said(table: Table, seat: int | None, path: str = "view", **query: Any) -> Any:
    """An answer to a page."""
    headers = table.headers(seat) | YOURS
    return table.client.get(f"/api/games/{table.game}/{path}", headers=headers, params=query).json()


def names_place_by_letters(text: str) -> bool:
    return bool(LETTERED.search(text)) and not ON_A_ROOF.fullmatch(text)


def looked(table: Table, seat: int | None) -> Any:
    view = said(table, seat)
    wrong = [text for text in texts(view) if FORBIDDEN.search(text) or names_place_by_letters(text)]
    assert not wrong
    for part in view["log"]:
        for sentence in part["sentences"]:
            first = visible_text(sentence["text"]).split("\n")[0]
            assert len(first) <= LONGEST, first
            assert not RULE.search(first)
    return view


@pytest.mark.parametrize(("ruleset", "scenario"), BATTLES)
def test_a_page_reads_no_colour_word_and_no_id(client: TestClient, ruleset: str, scenario: str) -> None:
    """A random battle, as both its players and a spectator read it on a page."""
    table = begin(client, HUMANS, ruleset=ruleset, scenario=scenario, seed=4)
    rng, view = random.Random(4), table.view()
    for turn in range(40):
        if view["result"]:
            break
        seat = view["to_act"][0]
        orders = [o["text"] for o in table.view(seat)["orders"] if not o["refusal"]]
        going = [text for text in orders if not GIVES_UP.search(text)] or orders
        view = table.act(seat, rng.choice(going)).json()
        if turn % 10 == 5:
            for viewer in (0, 1, None):
                looked(table, viewer)
    for seat in view["to_act"][:1]:
        offered = [o["text"] for o in table.view(seat)["orders"] if not o["refusal"]]
        table.act(seat, *[text for text in offered if GIVES_UP.search(text)][:1])
    for viewer in (0, 1, None):
        looked(table, viewer)


def test_a_script_is_answered_as_ever(client: TestClient) -> None:
    """Without the header nothing is put into anybody's words, whatever pages asked before."""
    table = begin(client, HUMANS, ruleset="tank_commander", scenario="skirmish", seed=4)
    table.act(0, "roll off")
    before = table.view(0)
    assert [seat["who"] for seat in before["seats"]] == ["Cobalt", "Rust"]
    assert before["log"][0]["sentences"][0]["text"].startswith("Cobalt and Rust roll for the first turn: ")
    assert said(table, 0)["log"][0]["sentences"][0]["text"].startswith(
        "You and Orange roll for the first turn: "
    )
    assert table.view(0) == before


def test_people_are_called_by_name_and_nobody_is_you_at_one_device(client: TestClient) -> None:
    seats = [{"kind": "human", "name": "Bo"}, {"kind": "human", "name": "Anna"}]
    table = begin(client, seats, ruleset="tank_commander", scenario="skirmish", seed=4)
    assert [seat["who"] for seat in said(table, 0)["seats"]] == ["you", "Anna"]
    assert [seat["who"] for seat in said(table, None)["seats"]] == ["Bo", "Anna"]
    shared = table.client.get(
        f"/api/games/{table.game}/view", headers=table.headers(0) | {"Hulldown-Voice": "sides"}
    ).json()
    assert [seat["who"] for seat in shared["seats"]] == ["Bo", "Anna"]
    alone = begin(client, AGAINST_COMPUTER, ruleset="tank_commander", scenario="skirmish", seed=4)
    assert [seat["who"] for seat in said(alone, 0)["seats"]] == ["you", "the computer"]


def test_secret_orders_against_each_other_are_told_in_the_words_of_their_odds(client: TestClient) -> None:
    """A cell of the table unfolds the lines of the odds that stand under its heading."""
    table = begin(client, HUMANS, ruleset="chase", scenario="long_shot", seed=4)
    (matrix,) = said(table, 0, "matrix")
    headings = {choice["heading"] for choice in matrix["columns"]}
    assert "If the enemy Lancer flees" in headings
    assert headings <= {line["group"] for line in said(table, 0, "odds", action="A1 pursue")["lines"]}


def test_a_refusal_speaks_to_its_reader(client: TestClient) -> None:
    table = begin(client, HUMANS, ruleset="tank_commander", scenario="skirmish", seed=4)
    path, body = f"/api/games/{table.game}/act", {"actions": ["A1 fire B1"], "number": 0}
    scripts = table.client.post(path, headers=table.headers(0), json=body).json()["error"]
    pages = table.client.post(path, headers=table.headers(0) | YOURS, json=body).json()["error"]
    assert scripts["code"] == pages["code"]
    assert not FORBIDDEN.search(pages["text"])
    assert (
        "error"
        in table.client.get(path.replace("act", "view"), headers=YOURS | {"Authorization": "Bearer x"}).json()
    )


def test_who_is_not_seen_has_no_name(client: TestClient) -> None:
    """Names are those of the cards that a seat has: nothing is called that it does not know of."""
    more = {"options": {"fog_of_war": True}, "seed": 4}
    table = begin(client, HUMANS, ruleset="agrav", scenario="container_yard", **more)
    view = said(table, 0)
    assert set(view["called"]) == {card["unit"] for card in view["cards"]} == {"A1", "A2", "A3"}
