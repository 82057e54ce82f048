"""The results of a match as a table."""

from __future__ import annotations

from hulldown.ai import MatchGame, MatchResult
from hulldown.odds import wilson


def played(*winners: int) -> MatchResult:
    """A match of which game n was won by a seat, A having the first seat in even games."""
    games = [MatchGame(n, n, n % 2, winner, 10) for n, winner in enumerate(winners)]
    return MatchResult(("greedy", "random"), games)


def test_a_table_tells_of_both_players_over_all_games_and_by_seat() -> None:
    match = played(0, 1, 0, 0, 2, -1)  # A: won, won, won, lost, drawn, unfinished
    rows = match.table()
    assert [(row["player"], row["seat"]) for row in rows] == [
        *(("greedy", seat) for seat in ("both", "first", "second")),
        *(("random", seat) for seat in ("both", "first", "second")),
        ("whoever", "first"),
    ]
    whole = rows[0]
    assert [whole[name] for name in ("games", "wins", "draws", "losses", "unfinished")] == [6, 3, 1, 1, 1]
    assert (whole["score"], whole["low"], whole["high"]) == (match.score, *match.interval())
    for row in rows:
        assert row["games"] == row["wins"] + row["draws"] + row["losses"] + row["unfinished"]
        assert (row["low"], row["high"]) == wilson(row["score"], row["games"])
    assert rows[0]["score"] + rows[3]["score"] == 1 and rows[1]["games"] + rows[2]["games"] == 6
    assert rows[-1]["wins"] == match.wins_of_seat(0)


def test_it_is_text_and_html_and_plain_rows() -> None:
    rows = played(0, 1).table()
    head, first, *_ = str(rows).splitlines()
    assert head.split()[:5] == ["player", "seat", "games", "wins", "draws"]
    assert "greedy" in first and "100.0 %" in first and "34.2 to 100.0 %" in first
    assert rows._repr_html_().count("<tr>") == 1 + len(rows) and list(rows) == [dict(row) for row in rows]
    html = MatchResult(("<b>", "random"), played(0, 1).games).table()._repr_html_()
    assert "&lt;b&gt;" in html and "<b>" not in html


def test_the_same_player_twice_and_no_game_at_all() -> None:
    twice = MatchResult(("random", "random"), played(0, 1).games).table()
    assert {row["player"] for row in twice} == {"random (A)", "random (B)", "whoever"}
    none = played().table()
    assert [(row["games"], row["low"], row["high"]) for row in none] == [(0, 0.0, 1.0)] * 3
    assert str(none)
