"""Positions as text: what they hold, games that begin there, and every text that is refused."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed
from tests.unit.game.test_game import new, played_out

import hulldown
from hulldown import rulesets
from hulldown.game import Game, PositionError, SaveError, from_position, replay
from hulldown.game.game import load, verify
from hulldown.kernel.records import digest
from hulldown.rulesets.api.ruleset import Ruleset

SCENARIOS = Path(rulesets.__file__).parent


def begun(text: str, seed: int | None = 1) -> Game:
    return from_position(text, seed, TOY)


@pytest.fixture
def text() -> str:
    game = new()
    for order in ("A1 aim", "A1 barrage", "B1 hide"):
        game.play(order)
    return game.position()


def test_a_position_is_one_line_that_names_rules_and_scenario(text: str) -> None:
    assert text.startswith("hulldown/1 toy/3 street ") and "\n" not in text
    assert len(text.split()) == 4 and len(text) < 200


def test_a_game_begins_where_the_text_says_with_no_past_and_dice_of_its_own(text: str) -> None:
    game = begun(text)
    assert game.digest == begun(text, 2).digest and game.number == 0
    assert game.legal() == begun(text).legal() and game.to_act == (1,)
    assert game.position() == text == begun(text.replace(" ", "\n  ")).position()
    assert game.play("B1 barrage").dice == begun(text).play("B1 barrage").dice
    assert begun(text, None).commitment != begun(text, None).commitment


def test_what_is_played_from_there_can_be_taken_back_copied_and_looked_at(text: str) -> None:
    game = begun(text)
    game.play("B1 aim")
    game.play("A1 barrage")
    assert [p.digest for _, p in game.replay()] == [game.at(n).digest for n in range(3)]
    assert game.at(0) == begun(text) == begun(text, 2) and game.copy() == game
    game.undo(agreed=True)
    assert begun(game.position()).digest == game.digest and begun(game.position()) != game


@pytest.mark.parametrize("sealed", [False, True])
def test_a_save_carries_the_position_that_the_game_began_from(text: str, sealed: bool) -> None:
    game = begun(text)
    game.play("B1 barrage")
    saved = game.save(sealed)
    assert verify(saved, TOY) == []
    back = load(saved, TOY)
    assert back == game and back.save(sealed) == saved and back.origin == text
    assert "position" not in json.loads(new().save())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda data, other: data | {"position": other},
            "starting position is not the one|something in the file",
        ),
        (lambda data, other: data | {"position": "x"}, "position: a position reads"),
        (lambda data, other: data | {"options": {"last": 9}}, "position: it belongs to another scenario"),
        (lambda data, other: {k: v for k, v in data.items() if k != "position"}, "starting position is not"),
    ],
)
def test_a_save_with_another_position_is_refused(
    text: str, change: Callable[[dict[str, Any], str], dict[str, Any]], message: str
) -> None:
    game = begun(text)
    changed = json.dumps(change(json.loads(game.save()), played_out().at(3).position()))
    with pytest.raises(SaveError, match=message):
        load(changed, TOY)


def test_it_holds_options_forces_and_a_scenario_of_one_s_own_word_for_word() -> None:
    mine = (SCENARIOS / "tank_commander/scenarios/skirmish.toml").read_text(encoding="utf-8")
    forces = {"A1": {"build": "Hunter"}}
    game = hulldown.new("tank_commander", mine, seed=7, options={"adv_mines": True}, forces=forces)
    for _ in range(5):
        game.play(game.legal()[0])
    again = hulldown.from_position(game.position(), seed=2)
    assert again.digest == game.digest and again.position() == game.position()
    assert (again.options, again.forces, again.scenario) == (game.options, game.forces, game.scenario)
    assert game.position().split()[:3] == ["hulldown/1", f"tank_commander/{game.ruleset.version}", "-"]
    assert len(game.position()) < 4_000


def test_it_holds_what_one_side_keeps_secret() -> None:
    game = hulldown.new("chase", "even_ground", seed=1)
    while len(game.to_act) < 2:
        game.play(game.legal()[0])
    game.play(game.legal(0)[0])
    again = hulldown.from_position(game.position())
    assert again.to_act == (1,) and again.digest == game.digest


# ---------------------------------------------------------------- texts that are refused


def refused(text: str, ruleset: Ruleset = TOY) -> str:
    with pytest.raises(PositionError) as wrong:
        from_position(text, 1, ruleset)
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


def signed(body: Any, head: str = "hulldown/1 toy/3 street") -> str:
    """A text with any content and the right checksum."""
    packed = zlib.compress(body if isinstance(body, bytes) else json.dumps(body).encode())
    return worded(packed, head)


def worded(packed: bytes, head: str = "hulldown/1 toy/3 street") -> str:
    marked = replay._mark(head.split(), packed) + packed
    return f"{head} {base64.urlsafe_b64encode(marked).decode().rstrip('=')}"


def state(**changes: Any) -> str:
    return signed({"start": TOY.digest(new().start), "state": changes})


def test_a_changed_text_is_refused(text: str) -> None:
    *head, word = text.split()
    middle = len(word) // 2
    other = word[:middle] + ("A" if word[middle] != "A" else "B") + word[middle + 1 :]
    assert "its checksum is another" in refused(" ".join([*head, other]))
    assert "its checksum is another" in refused(text.replace("street", "strait"))
    assert "its checksum is another" in refused(text[:-4])
    assert "other letters" in refused(f"{text}!") and "other letters" in refused(f"{text}ä")
    for nothing in ("", "hulldown/1", "chess", "hulldown/2 toy/3 street AAAA", " ".join(head)):
        assert "a position reads" in refused(nothing)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("hulldown/1 toy/2 street", "made by version 2 of the rules, these are 3"),
        ("hulldown/1 toy street", "made by version  of the rules"),
        ("hulldown/1 chess/3 street", "no ruleset 'chess'"),
        ("hulldown/1 toy/3 lane", "toy has no scenario 'lane'"),
        ("hulldown/1 toy/3 /etc/passwd", "toy has no scenario"),
        ("hulldown/1 toy/3 mine.toml", "toy has no scenario"),
        ("hulldown/1 toy/3 -", "its scenario is missing"),
    ],
)
def test_other_rules_and_scenarios_are_refused(head: str, message: str) -> None:
    assert message in refused(signed({"start": TOY.digest(new().start), "state": {}}, head))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([], "no position"),
        ({"more": 1}, "no position"),
        (b"{", "cannot be read"),
        (b"\xff", "cannot be read"),
        (b"[" * 200_000, "cannot be read"),
        (b'{"start": ' + b"9" * 10_000 + b"}", "cannot be read"),
        ({"options": []}, "its options are no table"),
        ({"forces": 3}, "its forces are no table"),
        ({"options": {"last": "many"}}, "its scenario cannot be set up"),
        ({"start": "0" * 16}, "its scenario or a unit has changed"),
    ],
)
def test_other_contents_are_refused(body: Any, message: str) -> None:
    assert message in refused(signed(body))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turns": 1}, "state has no field 'turns'"),
        ({"turn": True}, "state.turn cannot be True"),
        ({"turn": 1.5}, "state.turn cannot be 1.5"),
        ({"turn": 1 << 31}, "state.turn cannot be 2147483648"),
        ({"turn": -(1 << 31) - 1}, "state.turn cannot be"),
        ({"turn": {}}, "state.turn cannot be"),
        ({"grit": 3}, "state.grit is no table"),
        ({"grit": {"2": 3}}, "state.grit has no entry '2'"),
        ({"grit": {"-1": 3}}, "state.grit has no entry '-1'"),
        ({"grit": {"0": "x"}}, "state.grit.0 cannot be 'x'"),
        ({"side": 7}, "the rules"),
        ({"side": -5}, "the rules"),
        ({"winner": 9}, "do not know who decides"),
    ],
)
def test_numbers_that_fit_no_field_and_positions_that_rules_cannot_judge_are_refused(
    changes: dict[str, Any], message: str
) -> None:
    assert message in refused(state(**changes))
    assert begun(state(turn=2)).state.turn == 2


def test_large_texts_are_refused_without_being_unpacked() -> None:
    assert "at most 600,000 characters" in refused("x" * 600_001)
    bomb = zlib.compressobj(9)
    packed = b"".join(bomb.compress(b" " * 1_000_000) for _ in range(400)) + bomb.flush()
    assert len(packed) < 400_000
    tracemalloc.start()
    assert "too large or not whole" in refused(worded(packed))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 40_000_000  # bytes, of the 400 million that it says
    whole = zlib.compress(b"{}")
    assert "too large or not whole" in refused(worded(whole[:-2]))
    assert "too large or not whole" in refused(worded(whole + b"more"))
    assert "cannot be read" in refused(worded(b"no such thing"))


def endless(s: Any, seat: int | None) -> Any:
    """The rules come to no end where more turns were played than there are."""
    turn = int(s.turn)
    while turn > s.last:
        turn += 1
    return TOY.table.status(s, seat)


def broken(s: Any, seat: int | None, unit: str = "") -> Any:
    raise KeyError("no such place")


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (changed(TOY, table={"status": endless}), "the rules come to no end with it"),
        (changed(TOY, table={"scene": broken}), "the rules cannot answer for it: KeyError('no such place')"),
        (changed(TOY, rules={"legal": lambda s, seat, m: 0}), "nothing to order"),
        (changed(TOY, rules={"estimate": lambda s, seat: 1_000_001}), "the rules cannot judge it"),
    ],
)
def test_positions_for_which_the_rules_cannot_answer_are_refused(ruleset: Ruleset, message: str) -> None:
    assert message in refused(state(turn=50), ruleset)


def test_whoever_traces_goes_on_tracing(text: str) -> None:
    import sys

    def tracer(*given: Any) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        begun(text)
        during = sys.gettrace()
    finally:
        sys.settrace(before)
    assert during is tracer


def test_a_refused_text_leaves_nothing_behind(text: str) -> None:
    kept = digest(new().start)
    refused(state(side=7))
    assert digest(new().start) == kept and begun(text).position() == text
