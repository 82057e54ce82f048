"""Players as they thought before they were made better: named, playable, compared with those of today."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed

from hulldown import rulesets
from hulldown.ai import UnknownPlayer, play_match, player, rank
from hulldown.ai.match import Arena, Keys, RecordOptions
from hulldown.kernel.jit import rule
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.bot import BotVersion, Habits


@rule
def upside_down(s: Any, seat: int) -> int:
    """The worse, the better."""
    return WON - TOY.rules.estimate(s, seat)


FORMER = replace(TOY, computers=replace(TOY.computers, former=(BotVersion(upside_down, Habits()),)))


def test_a_former_player_takes_the_order_that_its_estimate_likes() -> None:
    s = FORMER.set_up("street")
    now, then = (
        rank(player(f"{name}:seed=1", FORMER), FORMER, s, 0, best=99) for name in ("greedy", "greedy@1")
    )
    assert {r.text: r.value for r in then} == pytest.approx({r.text: 1 - r.value for r in now})


@pytest.mark.parametrize("name", ["greedy@2", "mcts@2:20", "mcts@0:20", "mcts@x:20", "random@1", "greedy@"])
def test_a_version_that_never_was_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player(name, FORMER)


@pytest.mark.parametrize(("idle", "given"), [(0.0, "A1 barrage"), (0.2, "A1 fire")])
def test_greedy_rests_where_no_order_gains_what_it_must(idle: float, given: str) -> None:
    s = TOY.set_up("street")
    fire = next(r.order.verb for r in rank(player("greedy", TOY), TOY, s, 0, best=9) if r.text == "A1 fire")
    calm = changed(TOY, computers={"habits": Habits(rest=fire, idle=idle)})
    assert rank(player("greedy", calm), calm, s, 0)[0].text == given


def test_a_match_between_versions_is_the_same_with_any_number_of_workers() -> None:
    one, two = (
        play_match(FORMER, "street", ("greedy", "greedy@1"), 12, seed=3, workers=workers)
        for workers in (1, 2)
    )
    assert [(g.winner, g.decisions) for g in one.games] == [(g.winner, g.decisions) for g in two.games]
    assert one.score > 0.5


@pytest.mark.parametrize("seat_of_a", [0, 1])
def test_each_seat_judges_by_its_own_estimate_also_in_the_kernel(seat_of_a: int) -> None:
    keys = [Keys(11 + i, (2 * i + 1, 2 * i + 2)) for i in range(6)]
    played = []
    for whole in (True, False):
        both = [player(name, FORMER) for name in ("greedy:10%", "mcts@1:20")]
        arena = Arena(FORMER, FORMER.set_up("street"), both, RecordOptions(games=len(keys)), whole)
        arena.play_series(keys, seat_of_a)
        played.append([(int(g.winner), int(g.digest)) for g in arena.minutes.games])
    assert played[0] == played[1]


def test_tank_commander_keeps_its_first_players() -> None:
    ruleset = rulesets.get("tank_commander")
    assert player("mcts@1:100:10%", ruleset).name == "mcts@1:100:10%"
    s = ruleset.set_up("breakthrough")
    first = ruleset.computers.former[0].estimate
    assert first is not None and 0 < first(s, 0) == WON - first(s, 1)
