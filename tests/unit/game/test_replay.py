"""Replay files: what comes back, and every way of tampering that is noticed."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.unit.game.test_game import played_out

import hulldown
from hulldown.game import DiceSealed, Game, SaveError
from hulldown.game.game import load, verify
from hulldown.game.secret import DiceSecret


@pytest.fixture(scope="module")
def game() -> Game:
    return played_out(7)


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    return game.save()


def edited(text: str, change: Any) -> str:
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def test_a_saved_game_comes_back_as_it_was(game: Game, text: str) -> None:
    back = load(text, TOY)
    assert back.digest == game.digest
    assert back.save() == text
    assert [str(t) for t in back.history] == [str(t) for t in game.history]
    assert verify(text, TOY) == []


def test_a_game_goes_on_with_the_dice_it_would_have_had() -> None:
    whole, half = Game.new(TOY, "street", seed=5), Game.new(TOY, "street", seed=5)
    for text in ("A1 aim", "A1 fire"):
        half.play(text)
        whole.play(text)
    back = load(half.save(), TOY)
    assert back.play("B1 barrage").dice == whole.play("B1 barrage").dice


def test_a_sealed_file_tells_the_past_and_not_the_dice_to_come(game: Game) -> None:
    sealed = game.save(sealed=True)
    assert game.secret is not None
    assert game.secret.key not in sealed
    back = load(sealed, TOY)
    assert (back.digest, back.commitment) == (game.digest, game.commitment)
    started = Game.new(TOY, "street", seed=1)
    with pytest.raises(DiceSealed, match="watched, not continued"):
        load(started.save(sealed=True), TOY).play("A1 aim")


def test_a_position_inside_a_sealed_game_can_be_looked_at(game: Game) -> None:
    assert load(game.save(sealed=True), TOY).at(6).digest == game.at(6).digest


def test_options_and_forces_travel_with_the_game() -> None:
    game = Game.new(TOY, "street", seed=2, options={"last": 6}, forces={"A1": {"grit": 9}})
    back = load(game.save(), TOY)
    assert (back.state.last, back.state.grit[0]) == (6, 9)


def shot(data: dict[str, Any]) -> dict[str, Any]:
    """The first order with dice."""
    found: dict[str, Any] = next(o for o in data["orders"] if "dice" in o)
    return found


TAMPERED = {
    "another key": (
        lambda d: d["dice"].update(key="0" * 16),
        "the dice key is not the one",
    ),
    "another order": (lambda d: d["orders"][0].update(order="A1 barrage"), "order 1: the dice are "),
    "an illegal order": (lambda d: d["orders"][0].update(order="B1 fire"), "order 1: "),
    "better dice": (
        lambda d: shot(d).update(dice="6/6 6/6 3/3"),
        r"order \d+: the dice are .* says 6/6",
    ),
    "dice of no face": (lambda d: shot(d).update(dice="7/6"), "dice 7/6 cannot be rolled"),
    "a missing order": (lambda d: d["orders"].pop(), "the last position is not the one in the file"),
    "more grit": (lambda d: d["forces"].update(A1={"grit": 9}), "the starting position is not the one"),
    "another result": (lambda d: d.update(result=2), "the result is not the one in the file"),
    "a later version": (lambda d: d.update(ruleset_version=4), "made by version 4 of the rules, these are 3"),
    "an earlier version": (lambda d: d.update(ruleset_version=2), "something in the file was changed"),
    "a digest": (
        lambda d: d["orders"][2].update(digest="0" * 16),
        "order 3: the position is not the one in the file",
    ),
    "no digest": (lambda d: d["orders"][2].pop("digest"), "order 3: the position is not the one in the file"),
    "the promise": (lambda d: d["dice"].update(commitment="0" * 64), "the dice key is not the one"),
    "the hash": (lambda d: d.update(hash="0" * 64), "something in the file was changed"),
    "no hash": (lambda d: d.pop("hash"), "something in the file was changed"),
    "a default made plain": (lambda d: d["options"].update(last=24), "something in the file was changed"),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_tampering_is_noticed_and_named(text: str, change: str) -> None:
    act, expected = TAMPERED[change]
    changed = edited(text, act)
    assert re.search(expected, str(verify(changed, TOY)[0]))
    with pytest.raises(SaveError, match=expected):
        load(changed, TOY)


@pytest.mark.parametrize("change", ["the promise", "the hash", "a digest"])
def test_tampering_with_a_sealed_file_is_noticed(game: Game, change: str) -> None:
    with pytest.raises(SaveError, match=r"changed|position"):
        load(edited(game.save(sealed=True), TAMPERED[change][0]), TOY)


def test_case_and_blanks_of_an_order_mean_the_same_and_are_put_right() -> None:
    game = Game.new("tank_commander", "skirmish", seed=3)
    order = game.play(game.legal()[0]).order.text
    odd = edited(game.save(), lambda d: d["orders"][0].update(order=f"  {order.upper()} "))
    assert verify(odd) == []
    assert load(odd).save() == game.save()


def in_format_1(text: str) -> str:
    """A save as it was written before every order had its digest: digests of another kind here and there."""

    def older(data: dict[str, Any]) -> None:
        data.update(format_version=1, start="1" * 16, end="2" * 16)
        del data["hash"]
        for number, order in enumerate(data["orders"], 1):
            order.update(digest="3" * 16) if number == 16 else order.pop("digest")

    return edited(text, older)


def test_a_file_of_the_last_format_loads_and_says_what_it_cannot_prove(game: Game, text: str) -> None:
    assert load(text, TOY).unproved == ()
    back = load(in_format_1(text), TOY)
    assert back.digest == game.digest
    assert any("positions on the way" in said for said in back.unproved)
    assert back.save() == text  # from now on it proves everything
    with pytest.raises(SaveError, match="order 1: the dice are "):
        load(edited(in_format_1(text), lambda d: d["orders"][0].update(order="A1 barrage")), TOY)


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parent / "format_1").glob("*.json")), ids=lambda f: f.stem
)
def test_a_battle_of_the_last_format_is_still_played(file: Path) -> None:
    """Written before format 2, under the defaults of version 1 of the rules."""
    back = load(file.read_text(encoding="utf-8"))
    assert back.unproved
    assert back.result is not None
    again = load(back.save())
    assert (again.unproved, again.digest) == ((), back.digest)


def test_dice_laid_in_a_sealed_file_must_fit_the_orders(game: Game) -> None:
    changed = edited(game.save(sealed=True), lambda d: shot(d).update(dice="6/6 6/6 3/3 1/6"))
    with pytest.raises(SaveError, match="the order throws other dice"):
        load(changed, TOY)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d.update(colour="red"), "colour: "),
        (lambda d: d.update(format="chess"), "format: "),
        (lambda d: d.update(format_version=1), "hash: a file of format 1 has none"),
        (lambda d: d["orders"][2].update(seat=5), r"orders.2.seat: "),
        (lambda d: d["orders"][2].update(order="x" * 500), r"orders.2.order: "),
        (lambda d: d.update(scenario="/etc/passwd"), "no scenario '/etc/passwd'"),
        (lambda d: d.update(ruleset="chess"), "ruleset: no ruleset 'chess'"),
        (lambda d: d.update(options={"last": "many"}), "many"),
    ],
)
def test_a_field_that_cannot_be_is_named(text: str, change: Any, expected: str) -> None:
    with pytest.raises(SaveError, match=expected):
        load(edited(text, change), TOY)


def test_a_broken_file_is_refused_with_the_line(text: str) -> None:
    with pytest.raises(SaveError, match="line 5"):
        load(text.replace('"ruleset_version": 3,', '"ruleset_version": 3,,'), TOY)
    with pytest.raises(SaveError, match="at most 4,000,000"):
        load(" " * 4_000_001, TOY)


def test_the_commitment_is_the_hash_of_the_key_and_its_salt(game: Game) -> None:
    secret = game.secret
    assert secret is not None
    promised = hashlib.sha256(f"hulldown dice {secret.key} {secret.salt}".encode()).hexdigest()
    assert game.commitment == promised


def test_game_of_a_batch_has_the_dice_of_that_batch() -> None:
    dice = DiceSecret.of_batch(17).dice()
    assert (dice.key, dice.stream) == (17, 0)


def test_a_game_ends_as_its_sides_agree_and_the_file_says_so() -> None:
    game = hulldown.new("tank_commander", "skirmish", seed=7)
    game.play("roll off")
    with pytest.raises(ValueError, match="a result"):
        game.agree(3)
    open_copy = game.copy()
    game.agree(2)
    assert (game.result, game.to_act, game.copy() == game, game == open_copy) == (2, (), True, False)
    with pytest.raises(ValueError, match="ended already"):
        game.agree(0)
    with pytest.raises(hulldown.IllegalOrder):
        game.play(open_copy.legal()[0])
    text = game.save()
    assert '"agreed"' not in open_copy.save()
    assert hulldown.load(text) == game
    assert hulldown.Game.verify(text) == []
    [other] = hulldown.Game.verify(text.replace('"agreed": 2', '"agreed": 1'))
    assert other.text == "the result is not the one in the file"
    with pytest.raises(hulldown.SaveError):
        hulldown.load(text.replace('"agreed": 2', '"agreed": 7'))
    assert game.at(1).result is None
    game.undo(agreed=True)
    assert (game.result, game.number) == (None, 0)


def test_nothing_is_agreed_after_the_rules_have_ended_a_game() -> None:
    game = hulldown.new("tank_commander", "skirmish", seed=7)
    game.play("roll off")
    game.play("concede")
    with pytest.raises(ValueError, match="ended already"):
        game.agree(2)
    [wrong] = hulldown.Game.verify(game.save().replace('"result"', '"agreed": 2,\n "result"'))
    assert "before anything was agreed" in wrong.text
