"""Shared dice: promised, mixed from all parts, fresh for every order, and nothing to search."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import Counter
from typing import Any

import pytest
from tests.toy import RULESET as TOY

from hulldown.game import Game, SaveError
from hulldown.game.game import load, verify
from hulldown.game.secret import DiceSecret, promise_of
from hulldown.kernel.dice import roll

KEY, SALT, FIRST, SECOND = "0" * 31 + "1", "a" * 32, "b" * 32, "c" * 32
SHARED = DiceSecret(KEY, SALT, (FIRST, SECOND))
CHI_SQUARE_5 = 25.7  # of 5 degrees of freedom, exceeded once in 10,000


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def played(secret: DiceSecret, *orders: str) -> Game:
    game = Game(TOY, "street", secret)
    for text in orders:
        game.play(text)
    return game


# ---------------------------------------------------------------- the secret


def test_promises_and_mix_are_the_hashes_that_the_documents_name() -> None:
    assert SHARED.commitment == hashed(f"hulldown dice {KEY} {SALT}")
    assert SHARED.promises == (hashed(f"hulldown part {FIRST}"), hashed(f"hulldown part {SECOND}"))
    assert SHARED.mix == hashed(f"hulldown mix {KEY} {SALT} {FIRST} {SECOND}")[:32]
    alone = DiceSecret(KEY, SALT)
    assert (alone.promises, alone.mix) == (("", ""), hashed(f"hulldown mix {KEY} {SALT} none none")[:32])
    third = hashed(f"hulldown order {SHARED.mix} 3")
    dice = SHARED.going_on(SHARED.dice(), 3)
    assert (dice.key, dice.stream, dice.count) == (int(third[:8], 16), int(third[8:16], 16), 0)


def test_every_part_counts_whole() -> None:
    """Another bit anywhere in any part, or the parts the other way round, gives another mix."""

    def turned(digits: str, at: int) -> str:
        return f"{int(digits, 16) ^ (1 << at):032x}"

    others = {SHARED.mix, DiceSecret(KEY, SALT, (SECOND, FIRST)).mix, DiceSecret(KEY, SALT, (FIRST, "")).mix}
    for at in range(128):
        others.add(DiceSecret(turned(KEY, at), SALT, SHARED.parts).mix)
        others.add(SHARED.with_part(0, turned(FIRST, at)).mix)
        others.add(SHARED.with_part(1, turned(SECOND, at)).mix)
    assert len(others) == 3 + 3 * 128


def test_dice_of_a_seed_are_those_they_were_and_take_no_part() -> None:
    secret = DiceSecret.from_seed(7)
    drawn = hashed("hulldown seed 7")
    assert (secret.key, secret.salt, secret.seed, secret.promises) == (drawn[:16], drawn[16:48], 7, ())
    assert (secret.dice().key, secret.dice().stream) == (int(drawn[:8], 16), int(drawn[8:16], 16))
    going = secret.dice()
    roll(going, 6)
    assert secret.going_on(going, 1).count == 1
    with pytest.raises(ValueError, match="take no part"):
        secret.with_part(0, FIRST)


def test_the_system_is_asked_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def drawn(count: int) -> str:
        asked.append(count)
        return f"{len(asked)}" * (2 * count)

    monkeypatch.setattr(secrets, "token_hex", drawn)
    made = DiceSecret.from_seed(None)
    assert (made.key, made.salt, asked) == ("1" * 32, "2" * 32, [16, 16])


def test_faces_are_even_over_orders_games_and_throws() -> None:
    """Chi-square of the first dice of many orders, of the same order of many games, and of dice in a row:
    fixed keys, so it always comes out the same."""
    games = [DiceSecret(f"{n:032x}", SALT) for n in range(3000)]
    rows = {
        "orders": [roll(SHARED.going_on(SHARED.dice(), n), 6) for n in range(3000)],
        "games": [roll(one.dice(), 6) for one in games],
        "pairs": [
            (roll(SHARED.going_on(SHARED.dice(), n), 6) + roll(SHARED.going_on(SHARED.dice(), n + 1), 6)) % 6
            for n in range(3000)
        ],
    }
    for faces in rows.values():
        counts = Counter(faces)
        assert sum((counts[face] - 500) ** 2 / 500 for face in counts) < CHI_SQUARE_5
        assert len(counts) == 6


# ---------------------------------------------------------------- the old attack


def searched(promise: str, seeds: range) -> int | None:
    """The seed whose commitment it is: what a spectator could do in half a second."""
    return next((seed for seed in seeds if DiceSecret.from_seed(seed).commitment == promise), None)


def test_a_search_over_seeds_finds_seeds_and_nothing_else() -> None:
    assert searched(Game.new(TOY, "street", seed=1234).commitment, range(2000)) == 1234
    game = Game.new(TOY, "street")
    assert game.secret is not None and len(game.secret.key) == len(game.secret.salt) == 32
    assert searched(game.commitment, range(2000)) is None


# ---------------------------------------------------------------- in a game


def test_dice_of_one_order_say_nothing_of_the_next_and_fall_again_when_it_is_taken_back() -> None:
    game = played(SHARED, "A1 barrage")
    key = (game._dice.key, game._dice.stream)
    fell = game.history[0].dice
    for at in range(len(fell)):
        assert fell[at][0] == roll_of(SHARED, 0, [sides for _, sides in fell])[at]
    game.undo(agreed=True)
    assert game.play("A1 barrage").dice == fell
    game.play("A1 barrage")
    assert (game._dice.key, game._dice.stream) != key
    assert game.at(1).play("A1 barrage").dice == game.history[1].dice
    assert game.copy().play("B1 barrage").dice == game.play("B1 barrage").dice


def roll_of(secret: DiceSecret, throws: int, sides: list[int]) -> list[int]:
    dice = secret.going_on(secret.dice(), throws)
    return [roll(dice, each) for each in sides]


def test_an_order_without_dice_put_in_between_does_not_change_those_to_come() -> None:
    """Nobody gets other dice by an order that throws none."""
    straight, detour = played(SHARED, "A1 barrage"), played(SHARED, "A1 aim", "A1 barrage")
    assert not detour.history[0].dice
    assert straight.history[-1].dice == detour.history[-1].dice


def test_an_unseeded_game_is_saved_with_its_parts_and_comes_back() -> None:
    game = played(SHARED, "A1 barrage", "A1 barrage")
    text = game.save()
    kept = json.loads(text)
    assert kept["format_version"] == 3
    assert kept["dice"] == {
        "commitment": SHARED.commitment,
        "promises": list(SHARED.promises),
        "key": KEY,
        "salt": SALT,
        "parts": [FIRST, SECOND],
    }
    back = load(text, TOY)
    assert (back.save(), back.secret, verify(text, TOY)) == (text, SHARED, [])
    assert back.play("B1 barrage").dice == game.copy().play("B1 barrage").dice
    sealed = game.save(sealed=True)
    assert not [word for word in (KEY, SALT, FIRST, SECOND, SHARED.mix) if word in sealed]
    watched = load(sealed, TOY)
    assert (watched.promises, watched.save(sealed=True)) == (SHARED.promises, sealed)
    watched.unseal()
    assert (watched.commitment, watched.promises) == ("", ())
    assert json.loads(Game.new(TOY, "street", seed=1).save())["format_version"] == 2


def changed(where: str, value: Any) -> str:
    data = json.loads(played(SHARED, "A1 barrage", "A1 barrage").save())
    data["dice"][where] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("parts", [SECOND, SECOND], "what Cobalt's page added to the dice is not what it promised"),
        ("parts", [FIRST, ""], "what Rust's page added to the dice is not what it promised"),
        ("promises", [promise_of(FIRST), promise_of(FIRST)], "what Rust's page added"),
        ("key", "f" * 32, "the dice key is not the one that was promised"),
    ],
)
def test_a_changed_part_is_found(where: str, value: Any, said: str) -> None:
    assert said in str(verify(changed(where, value), TOY)[0])


def test_another_part_with_a_promise_to_fit_throws_other_dice() -> None:
    """Whoever writes the file could make part and promise fit: the dice that fell do not."""
    data = json.loads(changed("parts", [FIRST, KEY]))
    data["dice"]["promises"][1] = promise_of(KEY)
    assert "the dice are" in str(verify(json.dumps(data), TOY)[0])


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("key", "f" * 16, "dice.key: "),
        ("key", "", "dice.parts: "),
        ("parts", None, "dice.parts: "),
        ("parts", [FIRST], "dice.parts"),
        ("parts", [FIRST, "g" * 32], "dice.parts.1"),
        ("promises", None, "dice.promises: "),
    ],
)
def test_dice_that_no_format_tells_are_refused(where: str, value: Any, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        load(changed(where, value), TOY)


def test_a_file_of_a_seed_has_no_parts() -> None:
    data = json.loads(Game.new(TOY, "street", seed=1).save())
    data["dice"]["promises"] = list(SHARED.promises)
    with pytest.raises(SaveError, match=r"dice.promises: a file of format 2 has none"):
        load(json.dumps(data), TOY)
