"""The batch: games step by step in buffers, proved by replays; what is refused, and what stays secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies import own_pack

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.envs import Batch, IllegalAction, NoEnvironment, TooManyOrders

RULESETS = [name for name in rulesets.names() if rulesets.get(name).encoding]
FIXED = [name for name in RULESETS if rulesets.get(name).encoding.catalogue]  # type: ignore[union-attr]
BUFFERS = ("observations", "rows", "masks", "rewards", "terminals", "truncations", "seats", "counts", "keys")
DUEL = ("chase", "even_ground")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not about speed runs by the rules interpreted, from the first moment."""
    monkeypatch.setenv("HULLDOWN_JIT", "0")


def choose(batch: Batch, chance: np.random.Generator) -> None:
    """Any action that is on offer, for every game."""
    for i, mask in enumerate(batch.masks):
        batch.actions[i] = chance.choice(np.flatnonzero(mask))


def buffers(batch: Batch) -> list[bytes]:
    """All that a caller sees, as bytes."""
    return [getattr(batch, name).tobytes() for name in BUFFERS]


def played(batch: Batch, steps: int, seed: int = 0) -> list[list[bytes]]:
    """Random steps, and what was seen after each."""
    chance, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        choose(batch, chance)
        batch.step()
        seen.append(buffers(batch))
    return seen


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_can_be_replayed_and_proved(name: str) -> None:
    batch = Batch(name, games=2, record=True, seed=5, limit=60)
    chance = np.random.default_rng(1)
    for _ in range(70):
        choose(batch, chance)
        before = [batch.text(i, int(batch.actions[i])) for i in range(2)]
        batch.step()
        assert all(before)
    for i in range(2):
        game = batch.game(i)
        assert game.number == int(batch.lengths[i])
        assert batch.ruleset.digest(game.state) == batch.ruleset.digest(batch.state(i))
        assert hulldown.Game.verify(batch.save(i)) == []
        assert batch.game(i, ended=True).number == int(batch.lanes["decided"][i])


@pytest.mark.parametrize("name", RULESETS)
def test_the_same_seed_and_actions_give_the_same_bytes(name: str) -> None:
    seen = [played(Batch(name, games=3, seed=9, threads=threads), 12) for threads in (1, 3, 1)]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0] != played(Batch(name, games=3, seed=10), 12)


@pytest.mark.parametrize("name", FIXED)
def test_numbers_of_orders_lead_to_the_orders(name: str) -> None:
    rows, fixed = Batch(name, games=2, seed=3), Batch(name, games=2, seed=3, actions="fixed")
    chance = np.random.default_rng(2)
    for _ in range(40):
        choose(rows, chance)
        assert (fixed.masks.sum(axis=1) == fixed.counts).all()
        for i in range(2):
            text = rows.text(i, int(rows.actions[i]))
            numbers = {fixed.text(i, int(n)): int(n) for n in np.flatnonzero(fixed.masks[i])}
            fixed.actions[i] = numbers[text]
        rows.step()
        fixed.step()
        assert (rows.observations == fixed.observations).all()
        assert (rows.rewards == fixed.rewards).all()


def test_buffers_are_never_replaced() -> None:
    batch = Batch(*DUEL, games=3)
    held = {name: getattr(batch, name) for name in BUFFERS}
    played(batch, 30)
    batch.reset()
    assert all(getattr(batch, name) is buffer for name, buffer in held.items())


def test_rows_behind_the_orders_are_minus_one() -> None:
    batch = Batch(*DUEL, games=2)
    chance = np.random.default_rng(0)
    for _ in range(40):
        for i, count in enumerate(batch.counts):
            assert (batch.rows[i, :count, 0] == batch.seats[i]).all()
            assert (batch.rows[i, count:] == -1).all()
            assert batch.masks[i].sum() == count and batch.masks[i, :count].all()
        choose(batch, chance)
        batch.step()


def test_rewards_add_up_to_nothing_and_come_at_the_end() -> None:
    batch, chance, ended = Batch(*DUEL, games=4), np.random.default_rng(4), 0
    for _ in range(150):
        choose(batch, chance)
        batch.step()
        assert (batch.rewards.sum(axis=1) == 0).all()
        assert (batch.rewards[batch.terminals == 0] == 0).all()
        assert np.abs(batch.rewards).max() <= 1
        ended += int(batch.terminals.sum())
    assert ended


@pytest.mark.parametrize("name", RULESETS)
def test_shaped_rewards_add_up_to_those_at_the_end(name: str) -> None:
    """Without discount the sum over a game differs by what the first position promised (Ng et al. 1999)."""
    plain = Batch(name, games=2, seed=2, limit=50)
    shaped = Batch(name, games=2, seed=2, limit=50, shaping=1.0)
    chance, sums, ends = np.random.default_rng(5), np.zeros(2), np.zeros(2)
    promised = shaped.lanes["promise"].copy()
    for _ in range(49):
        choose(plain, chance)
        shaped.actions[:] = plain.actions
        plain.step()
        shaped.step()
        sums += shaped.rewards[:, 0]
        ends += plain.rewards[:, 0]
    running = plain.lanes["games"] == 1
    assert np.allclose(sums[running], (shaped.lanes["promise"] - promised)[running], atol=1e-4)
    assert running.any()


def test_a_game_that_is_over_makes_room_for_the_next() -> None:
    batch, chance = Batch(*DUEL, games=2, seed=7, finals=True), np.random.default_rng(6)
    assert batch.keys.tolist() == [7, 8]
    while not batch.terminals[0]:
        choose(batch, chance)
        batch.step()
    assert batch.keys[0] == 9 and batch.lengths[0] == 0
    assert batch.final_observations[0].any()
    assert (batch.observations[0] != batch.final_observations[0]).any()


def test_lanes_that_do_not_begin_anew_are_left_alone() -> None:
    batch = Batch(*DUEL, games=2, record=True, seed=1, shaping=0.5, discount=0.9)
    played(batch, 7)
    rewards, state = batch.rewards[0].copy(), batch.ruleset.digest(batch.state(0))
    batch.reset(seed=50, which=[1])
    assert (batch.rewards[0] == rewards).all() and not batch.rewards[1].any()
    assert batch.keys.tolist() == [1, 51]
    assert batch.ruleset.digest(batch.game(0).state) == state


def test_only_a_game_that_ended_just_before_is_kept() -> None:
    batch = Batch(*DUEL, games=1, record=True, limit=4)
    with pytest.raises(ValueError, match="no game that has ended"):
        batch.game(0, ended=True)
    played(batch, 5)
    assert batch.game(0, ended=True).number == 4
    batch.reset(which=[0])
    with pytest.raises(ValueError, match="no game that has ended"):
        batch.game(0, ended=True)


def test_a_game_is_cut_at_the_limit() -> None:
    batch = Batch(*DUEL, games=2, limit=3)
    played(batch, 2)
    assert not batch.truncations.any()
    played(batch, 1)
    assert batch.truncations.all() and not batch.terminals.any() and not batch.rewards.any()
    assert not batch.lengths.any()


def test_some_lanes_begin_anew() -> None:
    batch = Batch(*DUEL, games=3, seed=1)
    played(batch, 5)
    lengths = batch.lengths.copy()
    batch.reset(which=[1])
    with pytest.raises(ValueError, match="record=True"):
        batch.game(1)
    assert batch.lengths.tolist() == [lengths[0], 0, lengths[2]]
    assert batch.keys.tolist() == [1, 5, 3]
    batch.reset(seed=100)
    assert batch.keys.tolist() == [100, 101, 102] and not batch.lengths.any()
    with pytest.raises(IndexError, match="0 to 2"):
        batch.reset(which=[3])


@pytest.mark.parametrize("action", [-1, 31, 32, 2**31 - 1, -(2**31)])
def test_an_action_that_is_not_on_offer_changes_nothing(action: int) -> None:
    batch = Batch(*DUEL, games=2)
    played(batch, 3)
    before, states = buffers(batch), batch.states.tobytes()
    batch.actions[:] = 0
    batch.actions[1] = action
    with pytest.raises(IllegalAction, match="game 1"):
        batch.step()
    assert (buffers(batch), batch.states.tobytes()) == (before, states)
    played(batch, 1)


def test_more_orders_than_there_is_room_for_change_nothing() -> None:
    with pytest.raises(TooManyOrders, match="offers 4 orders, width is 2"):
        Batch(*DUEL, games=2, width=2)
    batch, chance = Batch(*DUEL, games=8, width=4, record=True), np.random.default_rng(8)
    for _ in range(200):
        choose(batch, chance)
        before, states = buffers(batch), batch.states.tobytes()
        try:
            batch.step()
        except TooManyOrders:
            assert (buffers(batch), batch.states.tobytes()) == (before, states)
            break
    else:
        pytest.fail("no seat could choose among more than four orders")
    batch.reset()
    played(batch, 1)


@pytest.mark.parametrize(
    "asked, why",
    [
        ({"games": 0}, "games is a whole number"),
        ({"games": True}, "games is a whole number"),
        ({"games": "4"}, "games is a whole number"),
        ({"width": 0}, "width is a whole number"),
        ({"width": 2000}, "width is a whole number"),
        ({"limit": 0}, "limit is a whole number"),
        ({"threads": 0}, "threads is a whole number"),
        ({"seed": -1}, "seed is a whole number"),
        ({"shaping": float("nan")}, "shaping is a number"),
        ({"actions": "any"}, "actions are 'rows' or 'fixed'"),
        ({"seats": "first"}, "without an opponent"),
        ({"seats": "both", "opponent": "random"}, "without an opponent"),
        ({"seats": "third", "opponent": "random"}, "seats are"),
        ({"planes": True}, "open table|no planes"),
        ({"opponent": "nobody"}, "nobody"),
    ],
)
def test_bad_input_is_refused(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Batch(*DUEL, **{"games": 2, **asked})


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(CatalogueError, match="speed"):
        Batch(*DUEL, games=1, options={"speed": 3})
    with pytest.raises(CatalogueError, match="nowhere"):
        Batch("chase", "nowhere", games=1)
    with pytest.raises(rulesets.UnknownRuleset):
        Batch("chess", games=1)


@pytest.mark.parametrize("opponent", ["random", "greedy", "mcts:20", lambda asked: asked.orders[-1]])
def test_an_opponent_decides_for_the_other_seat(opponent: Any) -> None:
    batch, chance = Batch(*DUEL, games=2, opponent=opponent, record=True, seed=4), np.random.default_rng(9)
    learners = set()
    for _ in range(60):
        learner = (np.arange(2) + batch.lanes["games"] - 1) & 1
        assert (batch.seats == learner).all()
        learners |= set(learner.tolist())
        choose(batch, chance)
        batch.step()
    assert learners == {0, 1}
    for i in range(2):
        assert hulldown.Game.verify(batch.save(i, ended=True)) == []
        assert batch.ruleset.digest(batch.game(i).state) == batch.ruleset.digest(batch.state(i))


@pytest.mark.parametrize("seats, seat", [("first", 0), ("second", 1)])
def test_a_learner_keeps_its_seat(seats: Any, seat: int) -> None:
    batch, chance = Batch(*DUEL, games=2, opponent="random", seats=seats), np.random.default_rng(9)
    for _ in range(40):
        assert (batch.seats == seat).all()
        choose(batch, chance)
        batch.step()


def test_own_content_is_played(tmp_path: Path) -> None:
    pack = own_pack(tmp_path / "pack")
    by_words = Batch("chase", "At Dawn", games=2, packs=[pack], options={"driving_tie": "no_winner"})
    setup = hulldown.Setup("chase", packs=[pack], scenario="At Dawn", options={"driving_tie": "no_winner"})
    by_setup = Batch(setup, games=2)
    assert played(by_words, 20) == played(by_setup, 20)
    assert by_setup.content.digest == setup.digest
    with pytest.raises(ValueError, match="already"):
        Batch(setup, games=1, options={"driving_tie": "reroll"})


def test_house_rules_are_played() -> None:
    pack = Path(rulesets.__file__).parent / "chase" / "ideas"
    batch = Batch("chase", games=2, packs=[pack], record=True, seed=1)
    played(batch, 30)
    assert hulldown.Game.verify(batch.save(0)) == []


def test_a_secret_order_is_in_no_byte() -> None:
    """Two games that differ in one secret order look the same to the seat that answers it."""
    seen = []
    for order in range(4):
        batch = Batch(*DUEL, games=1, seed=3, shaping=0.5)
        assert batch.seats[0] == 0 and batch.counts[0] == 4
        batch.actions[0] = order
        batch.step()
        assert batch.seats[0] == 1
        texts = [batch.text(0, k) for k in range(int(batch.counts[0]))]
        seen.append([*buffers(batch), repr(texts)])
    assert seen[0] == seen[1] == seen[2] == seen[3]


@pytest.mark.parametrize("name", RULESETS)
def test_compiled_and_interpreted_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"games": 4, "seed": 6, "shaping": 0.5, "finals": True, "limit": 60}
    if name in FIXED:
        asked |= {"actions": "fixed"}
    plain = played(Batch(name, **asked), 80)
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    batch = Batch(name, **asked)
    assert batch.form.compiled
    assert played(batch, 80) == plain
    assert played(Batch(name, threads=2, **asked), 80) == plain


def test_an_opponent_plays_the_same_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {"games": 4, "seed": 6, "opponent": "greedy"}
    plain = played(Batch(*DUEL, **asked), 40)
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    assert played(Batch(*DUEL, **asked), 40) == plain
    assert played(Batch(*DUEL, threads=3, **asked), 40) == plain


def test_a_ruleset_without_an_encoding_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    with pytest.raises(NoEnvironment, match="no encoding"):
        Batch(replace(rulesets.get("chase"), encoding=None), games=1)
