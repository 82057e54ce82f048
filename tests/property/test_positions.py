"""Positions as text, over all rulesets: what is written is read as the same, what is changed is refused."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lanes import examples

import hulldown
from hulldown import rulesets
from hulldown.game import Game, Position, PositionError, from_position, replay
from hulldown.kernel.records import fields

ORDERS = 20
SOME = settings(max_examples=5, deadline=None, derandomize=True)
MORE = settings(max_examples=examples(20), deadline=None, derandomize=True)
ODD = (-1, 0, 1, 2, 7, 100, -100, 32_767, -32_768, 2**31 - 1, -(2**31))


@cache
def played(name: str, scenario: str, seed: int) -> Game:
    """A game after some random orders."""
    game, chance = hulldown.new(name, scenario, seed=seed), random.Random(seed)
    for _ in range(seed * 7 % ORDERS):
        if game.to_act:
            game.play(chance.choice(game.legal()))
    return game


def some_game(data: st.DataObject, name: str) -> Game:
    scenario = data.draw(st.sampled_from(sorted(rulesets.get(name).files.scenarios())))
    return played(name, scenario, data.draw(st.integers(0, 9)))


def begun_or_refused(text: str) -> Game | None:
    try:
        return from_position(text, 1)
    except PositionError as wrong:
        assert str(wrong) and "\n" not in str(wrong)
        return None


@pytest.mark.parametrize("name", rulesets.names())
@SOME
@given(data=st.data())
def test_a_position_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    game = some_game(data, name)
    text, before = game.position(), game.digest
    again = from_position(text, seed=game.number)
    assert (again.digest, again.position(), again.to_act) == (
        before,
        text,
        game.to_act,
    ) and game.digest == before
    assert again.legal() == game.legal() and again.view(0) == game.view(0) and again.result == game.result
    if again.to_act:
        again.play(again.legal()[0])
        assert hulldown.load(again.save()) == again


@pytest.mark.parametrize("name", rulesets.names())
@MORE
@given(data=st.data())
def test_a_mutated_text_is_refused_or_means_the_same(name: str, data: st.DataObject) -> None:
    game = some_game(data, name)
    text = game.position()
    at, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    end = data.draw(st.sampled_from((at, at + 1, end)))
    put = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(("A", "_", " ", "=", "/", text[:end]))))
    found = begun_or_refused(text[:at] + put + text[end:])
    assert found is None or found.position() == text


def somewhere(data: st.DataObject, cls: type) -> dict[str, Any]:
    """A change of one number anywhere in a record."""
    f = data.draw(st.sampled_from(fields(cls)))
    inner = data.draw(st.sampled_from(ODD)) if isinstance(f.kind, str) else somewhere(data, f.kind)
    return {f.name: {str(data.draw(st.integers(0, f.length - 1))): inner} if f.length else inner}


@pytest.mark.parametrize("name", rulesets.names())
@SOME
@given(data=st.data())
def test_a_position_with_odd_numbers_is_refused_or_can_be_asked(name: str, data: st.DataObject) -> None:
    game = some_game(data, name)
    head, body = replay._decode(game.position())
    odd = somewhere(data, game.ruleset.state)
    found = begun_or_refused(replay._encode(head, body | {"state": body["state"] | odd}))
    if found is not None:
        assert isinstance(found, Position) and all(found.view(seat).scene for seat in (0, 1, None))
        assert (found.result is None) == bool(found.legal())
