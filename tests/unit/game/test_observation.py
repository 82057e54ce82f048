"""A position as a seat sees it is a position: the whole of it can be asked, and nothing hidden is in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.toy.burrows import FOX, HARE, RULESET

from hulldown import Position, rulesets
from hulldown.conformance.suite import VIEWERS, hiding_options, moments, twins, worlds
from hulldown.game import Game, NotUnderstood
from hulldown.kernel.records import digest

PNG = b"\x89PNG\r\n\x1a\n"


def game(*orders: str) -> Game:
    made = Game.new(RULESET, "field", seed=4)
    for text in orders:
        made.play(text)
    return made


def answers(seen: Position) -> Iterator[Any]:
    """What a position says to every question, whoever is asked about."""
    yield seen.digest, seen.to_act, seen.result, digest(seen.state)
    for seat in VIEWERS:
        yield digest(seen.observation(seat)), digest(seen.as_seen_by(seat).state)
        yield seen.view(seat), seen.text(seat), seen.svg(seat) if seat == seen.seat else ""
        orders = seen.legal(seat)
        yield orders, seen.every_order(seat)[:50] if seat == seen.seat else []
        for order in orders[:1]:
            yield seen.check(order), seen.parse(order.text, order.seat), seen.explain(order)
            yield [line.full for line in seen.odds(order, limit=50).lines]
            yield [(r.text, r.value) for r in seen.rank("random:seed=1", order.seat)]


def test_two_games_that_differ_in_what_is_hidden_give_the_same_answers() -> None:
    left, tight = game("A1 left"), game("A1 tight")
    for seat in (FOX, None):
        assert list(answers(left.as_seen_by(seat))) == list(answers(tight.as_seen_by(seat)))
    assert list(answers(left.as_seen_by(HARE))) != list(answers(tight.as_seen_by(HARE)))


@pytest.mark.parametrize("name", rulesets.names())
def test_in_every_ruleset_the_whole_of_it_can_be_asked(name: str) -> None:
    ruleset = rulesets.get(name)
    scenario = ruleset.first_scenario()
    options, met = hiding_options(ruleset, scenario), 0
    for moment in moments(ruleset, scenario, 7, options, limit=6):
        if moment.number not in (1, 6):
            continue
        whole = Position(ruleset, moment.after)
        for seat in VIEWERS:
            seen = whole.as_seen_by(seat)
            assert type(seen) is Position and seen.digest == ruleset.digest(
                ruleset.observation(moment.after, seat)
            )
            assert list(answers(seen))
            if seat is not None:
                assert seen.legal() == whole.legal(seat)
                assert seen.view() == whole.view(seat) and str(seen) == whole.text(seat)
        if not ruleset.secrets.has_hidden_info(moment.before) and (pair := twins(moment)):
            met += 1
            one, other = (Position(ruleset, world) for world, _ in worlds(moment, pair))
            for seat in (1 - moment.seat, None):
                assert list(answers(one.as_seen_by(seat))) == list(answers(other.as_seen_by(seat)))
    assert met or name != "chase"


def test_it_speaks_for_its_seat_where_no_other_is_named() -> None:
    seen = game().as_seen_by(FOX)
    assert {order.seat for order in seen.legal()} == {FOX} and {o.seat for o in seen.every_order()} == {FOX}
    assert seen.view().seat == FOX and seen.parse("B1 left").seat == FOX
    assert seen.rank("random:seed=1")[0].order.seat == FOX
    assert {order.seat for order in game().legal()} == {HARE, FOX}


def test_a_seat_that_is_none_is_refused_in_a_line() -> None:
    for wrong in (2, -1, "0", "board.png"):
        with pytest.raises(ValueError, match="a seat is 0, 1 or None for a spectator, not"):
            game().as_seen_by(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"not 'board\.png'"):
        game().png("board.png")  # type: ignore[arg-type]
    with pytest.raises(NotUnderstood):
        game().as_seen_by(FOX).check("dance")


def test_an_agreed_end_is_seen_by_all() -> None:
    battle = game()
    battle.agree(2)
    seen = battle.as_seen_by(FOX)
    assert (seen.result, seen.to_act, seen.legal()) == (2, (), [])


def test_the_board_as_a_png(tmp_path: Path) -> None:
    battle = Game.new("chase", "even_ground", seed=1)
    picture = battle.png(path=tmp_path / "board.png")
    assert picture.startswith(PNG) and (tmp_path / "board.png").read_bytes() == picture
    assert battle.as_seen_by(0).png() == picture  # nothing has been ordered that is hidden


def test_a_png_without_its_extra_says_so_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ModuleNotFoundError, match=r'^a PNG needs .* pip install "hulldown\[pictures\]"$'):
        game().png(path=tmp_path / "board.png")
    assert not (tmp_path / "board.png").exists()
