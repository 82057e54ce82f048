"""Players of one's own: asked as their seat knows the game, and alone in paying for what they do wrong."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import burrows
from tests.toy.burrows import FOX, HARE
from tests.toy.burrows import RULESET as BURROWS

from hulldown.ai import (
    Decision,
    PlayerFault,
    UnknownPlayer,
    choose,
    external,
    levels,
    play_match,
    player,
    rank,
)
from hulldown.ai.match import play_series
from hulldown.ai.position import Position
from hulldown.conformance.suite import OFF
from hulldown.game import Game
from hulldown.kernel.actions import make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import digest

HERE = __name__


def first(d: Decision) -> str:
    """Gives the first order on offer."""
    return d.orders[0]


class Drawing:
    """Draws."""

    def __call__(self, d: Decision) -> Any:
        return d.random.choice(d.rows)


def crashing(d: Decision) -> str:
    return f"{1 // (d.seat - d.seat)}"


def babbling(d: Decision) -> str:
    return "dance"


def wordless(d: Decision) -> None:
    """Nothing comes of it."""


def cheating(d: Decision) -> Any:
    """Writes into what it is shown, so that its order would be allowed."""
    d.state.aim[d.seat] = 9
    wrong = d.rows[0]
    wrong.seat = 1 - d.seat
    return wrong


SEEN: list[str] = []


def spying(d: Decision) -> Any:
    SEEN.append(digest(d.state))
    return d.rows[0]


NOT_CALLABLE = 5


def named(what: str) -> str:
    return f"{HERE}:{what}"


def test_an_order_is_given_as_text_or_as_a_row() -> None:
    s = TOY.set_up("street")
    offered = [ranked.text for ranked in rank(player("random:seed=1"), TOY, s, 0, 99)]
    (text,) = [ranked.text for ranked in rank(player(named("first")), TOY, s, 0)]
    drawn = {rank(player(f"{named('Drawing')}:seed={n}"), TOY, s, 0)[0].text for n in range(20)}
    assert text in offered and drawn == set(offered)


def test_a_match_is_the_same_again_with_the_same_seed() -> None:
    one, other = (play_match(TOY, "street", (named("Drawing"), "greedy"), 6, seed=4) for _ in range(2))
    assert one.games == other.games
    assert all(game.fault == "" for game in one.games)


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("crashing", r"crashed: ZeroDivisionError: .* \(test_external.py, line \d+\)"),
        ("babbling", "gave no order that is understood: "),
        ("wordless", "answered with NoneType, not with the text of an order"),
        ("cheating", "gave an order that may not be given: a row of its own"),
    ],
)
def test_what_goes_wrong_costs_the_game_and_says_why(what: str, reason: str) -> None:
    with pytest.raises(PlayerFault, match=f"the player {named(what)} {reason}"):
        choose(player(named(what)), TOY, TOY.set_up("street"), 0)
    match = play_match(TOY, "street", ("random", named(what)), 4, seed=2)
    assert match.wins == 4 and all(named(what) in game.fault for game in match.games)
    series = play_series(TOY, "street", ("random", named(what)), 4, seed=2, swap=True)
    assert series.wins_of_players == (4, 0) and len(series.faults) == 4


def test_the_reason_names_the_place_in_a_folder_of_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my-hulldown"
    folder.mkdir()
    (folder / "bots_in_a_house.py").write_text("\n\ndef lost(d):\n    return [][d.seat]\n")
    monkeypatch.syspath_prepend(str(folder))
    with pytest.raises(PlayerFault, match=r"IndexError: .* \(bots_in_a_house.py, line 4\)"):
        choose(player("bots_in_a_house:lost"), TOY, TOY.set_up("street"), 0)


def test_a_player_sees_what_its_seat_knows() -> None:
    """The hare has gone to ground somewhere: the fox is shown the same wherever it is."""
    SEEN.clear()
    for place in (1, 2, 3):
        s = BURROWS.set_up("field", {"turns": 3})
        burrows.apply(s, make(HARE, burrows.Verb.BURROW, choice=place), new_dice(1), OFF)
        choose(player(named("spying")), BURROWS, s, FOX)
    assert len(SEEN) == 3 and len(set(SEEN)) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no_such_module_here:x", "cannot be had: ModuleNotFoundError"),
        (f"{HERE}:nobody", "cannot be had: AttributeError"),
        (f"{HERE}:NOT_CALLABLE", "neither a function nor a class"),
        ("os:../x", "no computer player"),
        ("mcts:fast", "no computer player"),
    ],
)
def test_what_cannot_be_had_is_said(text: str, why: str) -> None:
    with pytest.raises(UnknownPlayer, match=why):
        player(text)


def test_what_somebody_sends_chooses_no_code() -> None:
    with pytest.raises(UnknownPlayer, match="no computer player"):
        player(named("first"), anywhere=False)


def test_installed_players_go_by_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [
        EntryPoint(n, f"{HERE}:{at}", external.GROUP) for n, at in (("steady", "first"), ("lost", "gone"))
    ]
    monkeypatch.setattr(external, "entry_points", lambda group: [e for e in there if e.group == group])
    assert player("steady:seed=3", anywhere=False).name == "steady"
    told = {level.id: level.text for level in levels(TOY)}
    assert told["steady"] == "Gives the first order on offer."
    assert "cannot be had: AttributeError" in told["lost"]
    with pytest.raises(UnknownPlayer, match="captain, lost, steady, random"):
        player("nobody")


def test_a_function_is_a_player_as_it_is() -> None:
    match = play_match("chase", "even_ground", (lambda position: position.legal()[0], "random"), 4, seed=2)
    assert match.players == ("lambda", "random") and all(game.fault == "" for game in match.games)
    by_address = play_match(TOY, "street", (named("Drawing"), "greedy"), 4, seed=2)
    for answer in (Drawing, Drawing()):
        given = play_match(TOY, "street", (answer, "greedy"), 4, seed=2)
        assert given.games == by_address.games and given.players[0] == "Drawing"
    assert play_match(TOY, "street", (Drawing, "greedy"), 4, seed=2, workers=2).games == by_address.games


def test_wherever_a_player_is_taken_a_function_is() -> None:
    s = TOY.set_up("street")
    (text,) = (ranked.text for ranked in rank(first, TOY, s, 0))
    game = Game.new(TOY, "street", seed=1)
    assert [ranked.text for ranked in game.rank(first)] == [text]
    assert TOY.speech.action_text(s, choose(first, TOY, s, 0)) == text
    assert play_series(TOY, "street", (first, first), 2).games == 2
    greedy = player("greedy:seed=1", TOY)
    assert player(greedy) is greedy
    assert play_match(TOY, "street", (greedy, "random"), 2, seed=3).players == ("greedy", "random")
    assert play_match(TOY, "street", (greedy, player(first)), 2, seed=3, workers=2).players[1] == "first"


def test_a_decision_is_the_position_as_its_seat_knows_it() -> None:
    asked: list[Decision] = []

    def asking(d: Decision) -> Any:
        asked.append(d)
        return d.legal()[-1]

    match = play_match(BURROWS, "field", ("random", asking), 2, seed=1)
    assert all(game.fault == "" for game in match.games)
    for d in asked:
        assert isinstance(d, Position) and d.digest == d.as_seen_by(d.seat).digest
        assert [act.text for act in d.legal()] == list(d.orders)
        assert {act.seat for act in d.legal()} == {d.seat}
        assert d.odds(d.orders[0]).lines is not None and d.view() == d.view(d.seat)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda: "A1 wait", "the player lambda must take one argument, the decision"),
        (lambda first, second: "A1 wait", "the player lambda must take one argument, the decision"),
        (7, "a player is a text such as 'greedy', or a function of a decision, not 7"),
        (None, "a player is a text such as 'greedy', or a function of a decision, not None"),
        (type("Mute", (), {}), "the player Mute is neither a function nor a class whose instances"),
    ],
)
def test_what_is_no_player_is_refused_before_the_first_game(given: Any, why: str) -> None:
    with pytest.raises(UnknownPlayer, match=why):
        play_match(TOY, "street", (given, "random"), 2)


@pytest.mark.parametrize("players", ["greedy", ("greedy",), ("greedy", "random", "greedy"), first])
def test_a_match_takes_two_players(players: Any) -> None:
    for play in (play_match, play_series):
        with pytest.raises(UnknownPlayer, match="a match takes two players, such as"):
            play(TOY, "street", players, 2)


def test_a_function_has_a_name_by_which_it_is_found_again() -> None:
    def of_nowhere(d: Decision) -> str:
        return d.orders[0]

    assert external.register(first) == named("first") and not external.only_here(named("first"))
    text = external.register(of_nowhere)
    assert text == external.register(of_nowhere) and player(text).name == text and external.only_here(text)
    other = external.register(lambda d: d.orders[0])
    assert other != external.register(lambda d: d.orders[0])
    with pytest.raises(UnknownPlayer, match=r"gone\(\) is a function of another program"):
        player("gone()")
