"""Computer players where both sides choose at once: what they may know, and what they make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.toy.burrows import FOX, HARE, RULESET, Verb, apply

from hulldown.ai import choose, play_match, player, rank, win_chance
from hulldown.ai.bot import Progress, Searcher, Thought
from hulldown.ai.match import Arena
from hulldown.conformance.suite import OFF
from hulldown.kernel.actions import make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import digest
from hulldown.rulesets.api.bot import IsCancelled

LEFT, RIGHT, TIGHT = 1, 2, 3


def field(turns: int = 1, hare: int = 0, fox: int = 0) -> Any:
    """A field on which some have chosen already."""
    s = RULESET.set_up("field", {"turns": turns})
    for seat, place in ((HARE, hare), (FOX, fox)):
        if place:
            apply(s, make(seat, Verb.BURROW, choice=place), new_dice(1), OFF)
    return s


@pytest.mark.parametrize("seed", range(5))
def test_replies_do_not_follow_an_order_that_nobody_knows(seed: int) -> None:
    """Hiding saves the hare 1 time in 2, sitting tight 1 in 3; a fox that knew would find it every time."""
    thought = {r.text: r for r in rank(player(f"mcts:400:seed={seed}"), RULESET, field(), HARE)}
    tight = thought["A1 tight"]  # the order given is drawn, so it may be this one
    assert tight.share is not None and tight.share < 0.25
    assert tight.visits < 100 and tight.visits < min(thought["A1 left"].visits, thought["A1 right"].visits)


def test_both_sides_expect_what_the_game_is_worth() -> None:
    """Worth a half to either: nobody finds a sure way against one who does not know."""
    hare, fox = (
        sum(r.value * r.visits for r in rank(player("mcts:2000:seed=4"), RULESET, field(), seat)) / 2000
        for seat in (HARE, FOX)
    )
    assert 0.4 < hare < 0.6 and 0.4 < fox < 0.6
    assert 0.3 < win_chance(RULESET, field(), HARE, 1000) < 0.7


@pytest.mark.parametrize("kind", ["random:seed=1", "greedy:seed=1", "mcts:60:seed=1"])
def test_what_the_other_side_chose_changes_no_thought(kind: str) -> None:
    """The hare has chosen: left or right, the fox ranks its orders alike."""
    thoughts = [rank(player(kind), RULESET, field(3, hare=place), FOX, 9) for place in (LEFT, RIGHT, TIGHT)]
    said = [[(r.text, r.value, r.visits) for r in thought] for thought in thoughts]
    assert said[0] == said[1] == said[2]


def test_the_seat_asked_goes_first_though_a_lower_one_owes_too() -> None:
    assert choose(player("mcts:20:seed=1"), RULESET, field(), FOX).seat == FOX


class Spy:
    """A player that notes the positions it thinks about, and chooses what it is told."""

    name = "spy"

    def __init__(self, row: int, seen: list[tuple[int, str]]) -> None:
        self.row, self.seen = row, seen

    def begin(self, key: int) -> None:
        """Nothing to forget."""

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> Thought:
        count = desk.legal(seat)
        self.seen.append((seat, digest(desk.root[0])))
        return Thought([min(self.row, count - 1)], [0.5], [1])


def spied(first: int) -> Iterator[tuple[int, str]]:
    seen: list[tuple[int, str]] = []
    players = (Spy(first, seen), Spy(0, seen))
    Arena(RULESET, field(), players).play(0, seed=3)  # type: ignore[arg-type]
    return iter(seen)


def test_in_a_match_every_side_thinks_about_what_it_knows() -> None:
    """The fox chooses second and sees the same, whatever the hare has chosen."""
    left, right = list(spied(0)), list(spied(1))
    assert [seat for seat, _ in left] == [HARE, FOX]
    assert left == right
    assert left[1][1] != left[0][1]  # that the hare has chosen is no secret


def test_matches_are_played_to_the_end_in_the_dark() -> None:
    match = play_match(RULESET, "field", ("mcts:30:seed=1", "random:seed=2"), 6, seed=2)
    assert len(match.games) == 6
    assert all(game.winner in (0, 1, 2) for game in match.games)
