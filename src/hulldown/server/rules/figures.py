"""The pictures in texts to read, drawn by the program from real positions and real odds.

    board:skirmish?orders=A1 move;A1 turn left&unit=A1&crop=C4-H10
    odds:?shooter.what=Hunter&between.range=5&show=The shot

A picture is asked for by the mark of its directive, and only directives that stand in a text that comes with
the ruleset are drawn: each once, so that nobody can ask for work without end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from hulldown.game import Game
from hulldown.rulesets.api.files import TEXTS
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids, Scene
from hulldown.server.odds.page import drawing, evaluate, tables
from hulldown.views.charts import percent
from hulldown.views.prose import Picture, pictures_of
from hulldown.views.thumbnails import VIEW_BOX, Cut, crop_scene

MARK = 12  # letters of a directive's mark
ODDS = "odds"
SHOW = "show"  # which part of a chart
WIDE = 640


@dataclass(frozen=True)
class Directive:
    """A picture that a text names: what is drawn, of which scenario, and with what."""

    kind: str
    scenario: str
    given: dict[str, str]


def parse_directive(named: str) -> Directive:
    """A directive taken apart."""
    kind, _, rest = named.partition(":")
    scenario, _, query = rest.partition("?")
    return Directive(kind, scenario, dict(parse_qsl(query, keep_blank_values=True)))


def mark_of(named: str) -> str:
    """By what a picture is asked for."""
    return sha256(named.encode()).hexdigest()[:MARK]


def named_in(ruleset: Ruleset) -> Iterator[str]:
    """The directives of all texts of a ruleset."""
    for name in TEXTS:
        yield from pictures_of(ruleset.files.text(name))


def render_figure(ruleset: Ruleset, mark: str) -> str:
    """The picture of a mark. KeyError if no text names such a one."""
    known = {mark_of(named): named for named in named_in(ruleset)}
    return illustration(ruleset, known[mark]).picture


def figure_view(ruleset: Ruleset, named: str) -> Picture:
    """A picture as a page shows it."""
    figure = illustration(ruleset, named)
    address = f"/api/rulesets/{ruleset.id}/pictures/{mark_of(named)}.svg"
    return Picture(address, figure.words, round(figure.width), round(figure.height))


@cache
def _illustrations() -> dict[tuple[str, str], Cut]:
    return {}


def illustration(ruleset: Ruleset, named: str) -> Cut:
    """A picture drawn, or as it was drawn before. ValueError and what the game says of a wrong directive."""
    kept, key = _illustrations(), (ruleset.id, named)
    if key not in kept:
        asked = parse_directive(named)
        kept[key] = _odds(ruleset, asked) if asked.kind == ODDS else crop_scene(*_position(ruleset, asked))
    return kept[key]


def _position(ruleset: Ruleset, asked: Directive) -> tuple[Scene, str]:
    """The scene of a position: a scenario after some orders, with the dice of a seed."""
    given = asked.given
    game = Game.new(ruleset, asked.scenario, int(given.get("seed", "1")))
    for order in filter(None, (text.strip() for text in given.get("orders", "").split(";"))):
        game.play(order)
    unit = given.get("unit", "")
    if not unit:
        return replace(ruleset.table.scene(game.state, None), aids=Aids()), given.get("crop", "")
    return ruleset.table.scene(game.state, int(given.get("seat", "0")), unit), given.get("crop", "")


def _odds(ruleset: Ruleset, asked: Directive) -> Cut:
    """The chart of a situation of the odds page; with `show=...` only the part under that heading."""
    data = {name: text for name, text in asked.given.items() if name != SHOW}
    answer = evaluate(ruleset, situation(data))
    parts = [part for part in tables([answer.lines]) if asked.given.get(SHOW, part.title) == part.title]
    chart = drawing([answer], parts, WIDE, alone=True)
    box = VIEW_BOX.search(chart)
    if not box:
        raise ValueError(f"there is nothing to show of {answer.posed.title}")
    rows = [(row.text, chance) for part in parts for row in part.rows for chance in row.chances if chance]
    texts = (f"{text} {percent(Fraction(chance.chance))} %" for text, chance in rows)
    return Cut(chart, float(box[1]), float(box[2]), f"{answer.posed.title}: {'; '.join(texts)}.")


def situation(given: dict[str, str]) -> dict[str, Any]:
    """The fields of a form as the data of a situation: `shooter.what` is `what` of the table `shooter`."""
    data: dict[str, Any] = {}
    for name, text in given.items():
        *tables, last = name.split(".")
        into = data
        for table in tables:
            into = into.setdefault(table, {})
        into[last] = _value(text)
    return data


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
