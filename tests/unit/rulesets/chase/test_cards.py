"""Cards and the line above them: what a tank is, what a seat knows of this turn, how it ended."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, seen_by, wander

from hulldown.rulesets import get
from hulldown.rulesets.chase.board import payoff_text, status
from hulldown.rulesets.chase.cards import card
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import PAYOFF, Gun, State


def facts(s: State, t: int) -> dict[str, str]:
    """The lines of a card."""
    return dict(card(SHELF, s, t).facts)


def test_what_a_tank_is() -> None:
    """Sections 2.2 and 2.3."""
    s = duel("kestrel", "anvil", crew="veteran")
    shown, lines = card(SHELF, s, 0), facts(s, 0)
    assert (shown.name, shown.kind_name, shown.plates) == ("Kestrel", "scout", (10, 8, 6))
    assert [line for line, used in shown.kit if not used] == [
        "Autocannon 3d6+1, AP 2",
        "+2 at Adjacent, Close",
        "+1 at Short",
        "0 at Medium",
        "-1 at Long",
        "-3 at Very Long",
        "no shot at Distant",
    ]
    assert lines["Driving"] == "+5"
    assert [seat.note for seat in shown.crew] == ["veteran, skill 3", "veteran, skill 3"]
    assert facts(s, 6)["Gun"] == "sound, fixed"


def test_damage_is_on_the_card() -> None:
    """CH-11.6."""
    s = duel(damage={"B1": (2, 1, 2)})
    shown, lines = card(SHELF, s, 6), facts(s, 6)
    assert (shown.points.on, shown.points.full) == (2, 6)
    assert (lines["Drive"], lines["Speed"], lines["Driving"]) == ("damaged", "10", "+1")
    assert lines["Gun"] == "knocked out"


def test_only_the_own_order_is_known() -> None:
    """CH-4.3: that the other side has ordered is no secret, what it ordered is one."""
    s = give(duel(), "A1 flee")
    assert facts(seen_by(s, 0), 0)["Order"] == "Flee"
    assert facts(seen_by(s, 1), 0)["Order"] == "given"
    assert facts(seen_by(s, -1), 0)["Order"] == "given"
    assert facts(seen_by(s, 0), 6)["Order"] == "none yet"


def test_after_the_reveal() -> None:
    """CH-5.3, CH-9.2: order, total, success, winner, hull down."""
    s = give(duel(), "A1 pursue, B1 hull_down", 6, 6, 5, 3)
    assert facts(s, 0)["Test"] == "14, success, wins"
    assert facts(s, 6)["Test"] == "11, success"
    assert facts(s, 6)["Order"] == "Hull Down"
    assert "down" in card(SHELF, s, 6).state
    s = give(s, "A1 shift -3")
    assert facts(s, 0)["Shows"] == "Front"
    assert card(SHELF, s, 0).placed == "Adjacent from B1"


def test_colours_follow_the_seat() -> None:
    """Scenario S1: players change seats after each duel."""
    s = duel("warden", "warden", duels=3)
    assert [card(SHELF, s, t).side for t in (0, 6)] == [0, 1]
    s = give(s, "surrender")
    assert s.duel == 1 and [card(SHELF, s, t).side for t in (0, 6)] == [1, 0]
    cards = get("chase").table.cards(s, 0)
    assert [(one.unit, one.side) for one in cards] == [("A1", 0), ("B1", 1)]  # CH-12.7: as before
    line = status(give(s, "A1 flee"), None)
    assert line.chips == (("A1", 0, "done"), ("B1", 1, "now"))
    assert line.text.startswith("Cobalt has ordered. Waiting for Rust.")
    assert line.extras["score"] == "Match: Cobalt -1, Rust +1"
    assert line.extras["duel"] == "Duel 2 of 3"


# ---------------------------------------------------------------- status


def test_who_is_waited_for() -> None:
    s = duel()
    assert status(s, 0).text == "Cobalt and Rust give secret orders · Range: Medium, 300-800 m"
    assert (status(s, 0).whole, status(s, 0).part) == ("duel", "")
    assert status(s, 0).chips == (("A1", 0, "now"), ("B1", 1, "now"))
    s = give(s, "B1 hull_down")
    assert status(seen_by(s, 0), 0).text.startswith("Rust has ordered. Waiting for Cobalt.")
    s = give(s, "A1 pursue", 6, 6, 1, 1)
    assert status(s, 1).text.startswith("Cobalt decides how far A1 shifts the range")
    assert status(s, 1).chips == (("A1", 0, "now"), ("B1", 1, ""))


@pytest.mark.parametrize(
    ("payoff", "text"),
    [
        (PAYOFF, "+1"),
        (-PAYOFF, "-1"),
        (0, "0"),
        (PAYOFF // 2, "+½"),
        (-PAYOFF // 4, "-¼"),
        (5 * PAYOFF // 4, "+1¼"),
        (PAYOFF // 10, "+1/10"),
        (-11 * PAYOFF // 10, "-1 1/10"),
    ],
)
def test_payoffs_as_players_write_them(payoff: int, text: str) -> None:
    assert payoff_text(payoff) == text


def test_result_words() -> None:
    """CH-12.7: a whole point is a victory, less an advantage, nothing a draw."""
    assert status(give(duel(), "surrender"), None).result == "Rust: victory, Cobalt surrenders"
    s = give(duel(range="Distant"), "A1 flee, B1 hull_down", 6, 6, 1, 1)
    over = status(give(s, "A1 shift +3"), None)
    assert (over.result, over.winner) == ("Rust: advantage, A1 escapes", 1)
    s = give(duel(range="Distant"), "A1 flee, B1 flee", 6, 6, 1, 1)
    assert status(s, None).result == "Draw, both tanks escape"


def test_what_is_broken_stands_first_on_a_card() -> None:
    s = duel()
    assert card(SHELF, s, 0).facts[0][0] == "Order"
    s.tanks[0].now.gun = Gun.KNOCKED_OUT
    assert card(SHELF, s, 0).facts[:2] == (("Gun", "knocked out"), ("Order", "none yet"))


def test_the_result_of_a_match_is_its_sum() -> None:
    """CH-12.7: Cobalt gives every duel up, from whichever seat."""
    s = duel("warden", "warden", duels=3)
    for _ in range(3):
        s = give(s, "surrender")
    assert status(s, None).result == (
        "Rust wins the match. Match: Cobalt -3, Rust +3. Rust wins duel 3: Cobalt's tank is destroyed (+1)"
    )


def test_the_result_of_a_team_battle_is_its_score() -> None:
    """CH-14.10."""
    s = give(battle(["warden", "kestrel"], ["lancer"]), "surrender")
    assert status(s, None).result == "Cobalt surrenders. Rust wins. Score: Cobalt 0, Rust 185"


def test_what_ends_are_worth() -> None:
    """CH-12.6: the standard in short, what a scenario changes in full."""
    assert status(duel(), None).extras["payoffs"] == "Worth: destroy +1, drive off +½, ahead +¼"
    chase = status(set_up(SHELF, "breakout", None, None), None).extras["payoffs"]
    lost = "-1 A1 destroyed, B1 escapes, A1 escapes, both escape"
    assert chase == f"Worth to Cobalt: +1 B1 destroyed, turn limit; {lost}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_can_be_told(scenario: str) -> None:
    for seed in range(2):
        for s, seat, _ in wander(scenario, seed):
            line = status(s, seat)
            assert line.text and (line.winner is None) == (seat >= 0) == (not line.result)
            now = {side for _, side, how in line.chips if how == "now"}
            assert seat in now or seat < 0
            for t in range(12):
                if s.tanks[t].standing:
                    assert card(SHELF, s, t).points.on >= 0
