"""Units that hide until they are seen (AG-24): what a side knows, hears, and may try."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.toy import changed
from tests.unit.rulesets.agrav.field import lay, put
from tests.unit.rulesets.agrav.table import LOG, give, table

from hulldown.ai import choose, player
from hulldown.ai.match import play_match
from hulldown.conformance.suite import secrets_hold
from hulldown.game import Game, IllegalOrder, UndoRefused
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.agrav.actions import mask, twin
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.log import tell, tell_seat
from hulldown.rulesets.agrav.movement import why_not_step
from hulldown.rulesets.agrav.state import CENTRE, NOBODY, Phase, Standing, State, Way, tile_at
from hulldown.rulesets.agrav.table import WAYS, beyond, clear
from hulldown.rulesets.agrav.victory import lives, points
from hulldown.rulesets.api.ruleset import Ruleset

FOG = {"fog_of_war": True}
WALLED = ("........", "..####..", "........", "........")  # rows 1 and 3 do not see each other there
RULES = RULESET


def known(s: State, seat: int | None) -> State:
    """What a seat knows."""
    seen: State = RULES.observation(s, seat)
    return seen


def behind(here: str = "D3", there: str = "D1", **options: Any) -> State:
    """A1 south of a wall, B1 north of it. Tiles in column B see each other past its end."""
    ours, theirs = [("bastion", here, "E")], [("strider", there, "S")]
    return table(ours, theirs, WALLED, {**FOG, **options})


def hears(s: State, text: str, seat: int | None, *dice: int) -> list[str]:
    """What a seat hears of an order."""
    after = give(s, text, *dice)
    return [sentence.text for sentence in tell_seat(SHELF, s, after, None, LOG, seat)]


# ---------------------------------------------------------------- what is known


def test_a_hidden_enemy_is_somewhere_and_no_more_is_known() -> None:
    """AG-24.1, AG-24.2: neither place nor state, but that it is in play."""
    s = behind()
    seen = known(s, 0)
    assert seen.units[1].standing == Standing.UNSEEN
    assert seen.occupant[s.units[1].tile] == NOBODY
    assert lives(seen, 1), "nobody has won because the enemy hides"
    assert [card.unit for card in RULES.table.cards(seen, 0)] == ["A1"]
    assert [mark.unit for mark in RULES.table.scene(seen, 0).units] == ["A1"]
    assert RULES.table.status(seen, 0).chips == (("A1", 0, ""),)
    assert all("B1" not in order.text for order in RULES.table.orders(seen, 0))
    assert [mark.unit for mark in RULES.table.scene(known(s, 1), 1).units] == ["B1"]
    assert RULES.table.scene(known(s, None), None).units == (), "who looks on sees what both know"


def test_another_state_of_a_hidden_enemy_is_the_same_to_the_other_side() -> None:
    """AG-24.2."""
    s, chance = behind(), Random(1)
    for _ in range(5):
        other = twin(s, 0, chance)
        assert other is not None and digest(other) != digest(s)
        assert digest(known(other, 0)) == digest(known(s, 0))
        assert digest(known(other, 1)) != digest(known(s, 1)), "its own side knows"


def test_who_is_seen_is_known_but_not_where_it_came_from() -> None:
    """AG-24.5."""
    s = give(give(behind("B3", "C1"), "end"), "B1 step W")
    assert s.known[0] == 1 << 1
    s.units[1].began = tile_at(5, 0)
    seen = known(s, 0).units[1]
    assert (seen.tile, seen.came, seen.began) == (s.units[1].tile,) * 3
    assert seen.health == s.units[1].health and seen.weapons == s.units[1].weapons


def test_without_the_option_nothing_is_hidden() -> None:
    """AG-24.1: nor does it cost anything."""
    s = behind(fog_of_war=False)
    assert known(s, 0) is s and not RULES.hides(s)
    before = digest(s)
    mask(s, 0)
    assert digest(s) == before


def test_points_for_a_hidden_cripple_stay_counted() -> None:
    """AG-24.3, AG-23.2: health is known, so victory points are."""
    s = behind()
    s.units[1].health = 10
    assert points(known(s, 0), 0) == points(s, 0) > 0


def test_at_the_end_all_is_shown() -> None:
    """AG-24.6."""
    s = behind()
    s.phase, s.winner = Phase.OVER, 0
    assert digest(known(s, 0)) == digest(s)


def test_units_to_be_placed_are_hidden() -> None:
    """AG-24.2."""
    s = RULES.set_up("free_crossroads", FOG)
    assert {card.side for card in RULES.table.cards(known(s, 0), 0)} == {0}
    assert RULES.table.cards(known(s, None), None) == []
    assert RULES.rules.to_act(known(s, None)) == RULES.rules.to_act(s)


def test_rounds_of_who_is_hidden_are_not_in_the_air() -> None:
    """AG-24.4: those of a destroyed unit are, and one's own."""
    s = behind()
    for i, side in enumerate((1, 0, 1)):
        s.flight[i].side = s.flight[i].shooter = side
        s.flight[i].target, s.flight[i].place = 1 - side, NOBODY
    s.flying = 3
    seen = known(s, 0)
    assert seen.flying == 1 and seen.flight[0].side == 0
    s.units[1].standing = Standing.DESTROYED
    assert known(s, 0).flying == 3
    s.units[1].standing = Standing.PRESENT
    assert known(s, None).flying == 0


def test_where_a_step_is_possible_the_two_see_each_other() -> None:
    """AG-24.7: over all kinds of ground, with and without smoke and places inside the tile."""
    chance, tried = Random(5), 0
    for _ in range(60):
        signs = ["".join(chance.choice("...*d##") for _ in range(5)) for _ in range(5)]
        signs[2] = signs[2][:2] + chance.choice(".*") + signs[2][3:]
        picture = "\n".join(signs)
        s = lay(picture, {"agrav_diagonal": True})
        unit = put(s, "swift", (2, 2))
        for way in range(WAYS):
            if why_not_step(s, 0, way) == 0:
                tried += 1
                there = beyond(s, unit.tile, way)
                for mine, theirs in ((CENTRE, CENTRE), (chance.randrange(9), chance.randrange(9))):
                    assert clear(s, unit.tile, mine, there, theirs, NOBODY), (picture, way, mine, theirs)
    assert tried > 100


# ---------------------------------------------------------------- what is heard


def test_what_a_hidden_unit_does_is_not_heard() -> None:
    """AG-24.1: its own side hears it as ever."""
    s = give(behind(), "end")
    after = give(s, "B1 step E")
    assert [x.text for x in tell_seat(SHELF, s, after, None, LOG, 1)] == [
        x.text for x in tell(SHELF, after, None, LOG)
    ]
    for order in ("B1 step E", "B1 turn left"):
        assert hears(s, order, 0) == [] == hears(s, order, None)


def test_coming_into_sight_and_leaving_it() -> None:
    """AG-24.5: not from where, not where to."""
    s = give(behind("B3", "C1"), "end")
    assert hears(s, "B1 step W", 0) == ["{B1} comes into sight at B1."]
    assert hears(give(s, "B1 step W"), "B1 step E", 0) == ["{B1} goes out of sight."]


def test_the_opening_names_who_is_seen() -> None:
    """AG-24.2."""
    game = Game.new("agrav", "crossroads", seed=1, options=FOG)
    for seat, mine, theirs in ((0, "{A1}", "{B1}"), (1, "{B1}", "{A1}")):
        said = " ".join(sentence.text for sentence in game.opening(seat))
        assert mine in said and theirs not in said


def test_a_hit_from_a_hidden_unit_is_told_but_not_who_made_it() -> None:
    """AG-24.3: a miss is not heard at all."""
    s = behind()
    s.flight[0].side, s.flight[0].shooter, s.flight[0].target, s.flight[0].place = 1, 1, 0, NOBODY
    s.flight[0].penetration, s.flight[0].damage, s.flying = 60, 60, 1
    s.units[0].tiles = 4  # so that it can miss
    assert [text for text in hears(s, "end", 0, 100) if "round" in text] == []
    told = hears(s, "end", 0, 1)
    assert any(text.startswith("A round from an unseen unit hits {A1}") for text in told)
    assert any("{A1}'s" in text for text in told) and all("{B1}" not in text for text in told)


# ---------------------------------------------------------------- what can be tried


def scout() -> Game:
    """A battle in which A1 stands one step from seeing B1."""
    game = Game.new("agrav", "crossroads", seed=1, options=FOG)
    game.state = behind("C3", "B1")
    game.start = copy(game.state)
    return game


def test_who_has_seen_something_new_does_not_go_back_alone() -> None:
    """AG-24.1: scouting is not free."""
    game = scout()
    game.play("A1 turn left")
    assert not game.revealed_info
    game.undo()
    game.play("A1 step W")
    assert game.revealed_info and game.observation(0).units[1].standing == Standing.PRESENT
    with pytest.raises(UndoRefused, match="showed something"):
        game.undo()


def test_reasons_do_not_tell_what_is_hidden() -> None:
    """AG-24.1: a hidden enemy and one that is not there are refused alike."""
    game = scout()
    with pytest.raises(IllegalOrder) as told:
        game.play("A1 ram B1")
    other = scout()
    moved = twin(other.state, 0, Random(3))
    assert moved is not None
    other.state = moved
    with pytest.raises(IllegalOrder) as again:
        other.play("A1 ram B1")
    assert told.value.refusal == again.value.refusal


def test_corner_fire_is_expected_where_somebody_may_lurk() -> None:
    """AG-16.4, AG-24.1: a step with a weapon set may throw dice, though no enemy is known of."""
    s = behind()
    steps = [
        order for order in RULES.table.orders(known(s, 0), 0) if order.group == "move" and not order.refusal
    ]
    assert steps and not any(order.random for order in steps)
    s.units[0].weapon[0].cone = Way.E
    steps = [
        order for order in RULES.table.orders(known(s, 0), 0) if order.group == "move" and not order.refusal
    ]
    assert steps and all(order.random for order in steps)


def test_a_save_holds_nothing_that_was_not_seen() -> None:
    """AG-24.1."""
    game = scout()
    game.play("end")
    game.play("B1 turn left")
    assert game.revealed(0).number == 0


# ---------------------------------------------------------------- computer players


@pytest.mark.parametrize("scenario", ["crossroads", "silence_the_gun", "free_yard"])
def test_computer_players_play_on_what_they_see(scenario: str) -> None:
    """AG-24.1: they may order only what is allowed, though they do not see everything."""
    game = Game.new("agrav", scenario, seed=3, options=FOG)
    minds = [player("random:seed=1", RULES), player("mcts:2:seed=1", RULES)]
    for _ in range(16):
        if not game.to_act:
            break
        seat = game.to_act[0]
        game.play(choose(minds[seat], game.ruleset, game.state, seat))


def test_a_match_between_players_in_the_fog_ends() -> None:
    """AG-24.1."""
    match = play_match(RULES, "crossroads", ("random", "random"), 1, 5, FOG)
    assert match.games[0].winner in (0, 1, 2)


# ---------------------------------------------------------------- holes


def leaves_rounds(s: State, seat: int) -> None:
    """A veil with a hole: it keeps the energy of hidden units."""
    left = [int(s.units[u].energy) for u in range(s.count)]
    mask(s, seat)
    for u, energy in enumerate(left):
        s.units[u].energy = energy


CHATTY = changed(RULESET, secrets={"log_for": lambda before, s, a, log, seat: tell(SHELF, s, a, log)})
HOLED = changed(RULESET, rules={"mask": leaves_rounds})


@pytest.mark.parametrize(("made", "message"), [(CHATTY, "hears betrays it"), (HOLED, "knows two positions")])
def test_the_check_of_secrets_finds_a_hole(made: Ruleset, message: str) -> None:
    """AG-24.2."""
    crossroads = {"crossroads": RULESET.files.scenarios()["crossroads"]}
    small = changed(made, files={"scenarios": lambda: crossroads})
    assert message in "\n".join(secrets_hold(small, range(1)))
