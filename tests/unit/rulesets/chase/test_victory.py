"""How a duel and a match end and what that is worth (CH-12)."""

from fractions import Fraction

import pytest
from tests.unit.rulesets.chase.table import LOG, Hurt, battle, duel, give, refused, told

from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.actions import apply, to_act
from hulldown.rulesets.chase.board import extras
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.events import duel_ended, match_stood
from hulldown.rulesets.chase.setup import blank_state, engage_duel, field_tank, set_up
from hulldown.rulesets.chase.state import PAYOFF, Band, Damage, Event, Phase, Standing, State, seat_of
from hulldown.rulesets.chase.turn import advance, end_turn
from hulldown.rulesets.chase.victory import limit_event, result
from hulldown.rulesets.chase.words import parse_action
from hulldown.rulesets.common.explanation import OFF

SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
A_WINS = (6, 6, 1, 1)
LETHAL = (6, 6, 3, 4, 6, 6, 6, 6)  # a shot that hits the hull as hard as can be


def damage(hull: int, mobility: int, gun: int) -> Damage:
    made = blank(Damage)
    made.hull, made.mobility, made.gun = hull, mobility, gun
    return made


# ---------------------------------------------------------------- payoffs


@pytest.mark.parametrize(
    ("event", "payoff"),
    [
        (Event.DESTROY_B, 1),
        (Event.DESTROY_A, -1),
        (Event.BOTH, 0),
        (Event.ESC_B, Fraction(1, 2)),
        (Event.ESC_A, Fraction(-1, 2)),
        (Event.ESC_BOTH, 0),
        (Event.LIMIT_A, Fraction(1, 4)),
        (Event.LIMIT_B, Fraction(-1, 4)),
        (Event.LIMIT_EQ, 0),
    ],
)
def test_the_payoffs_of_a_standard_duel(event: Event, payoff: Fraction) -> None:
    assert Fraction(int(blank_state().payoffs[event]), PAYOFF) == payoff  # CH-12.6


def test_who_loses_its_tank_loses() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 0, 0), "B1": (1, 0, 2)})
    s = give(s, "A1 pursue, B1 pursue", *A_WINS, *LETHAL)
    assert (s.event, s.payoff, result(s)) == (Event.DESTROY_B, PAYOFF, 0)  # CH-12.1, CH-12.2
    assert s.tanks[6].standing == Standing.DESTROYED
    assert to_act(s) == 0


def test_who_runs_off_the_ladder_has_escaped() -> None:
    s = give(duel(range="Distant", damage=SILENT), "A1 pursue, B1 flee", 1, 1, 6, 6)
    s = give(s, "B1 shift +1")
    assert (s.event, Fraction(s.payoff, PAYOFF)) == (Event.ESC_B, Fraction(1, 2))  # CH-12.3
    assert (s.tanks[0].standing, s.tanks[6].standing) == (Standing.ACTIVE, Standing.ESCAPED)
    s = give(duel(range="Distant", damage=SILENT), "A1 maneuver, B1 hull_down", *A_WINS)
    assert give(s, "A1 shift +1").event == Event.ESC_A  # CH-12.3: the maneuvering tank in R5


# ---------------------------------------------------------------- the turn limit


@pytest.mark.parametrize(
    ("full_a", "a", "full_b", "b", "event"),
    [
        (5, (4, 0, 0), 6, (5, 0, 0), Event.LIMIT_B),  # 24 < 25
        (6, (3, 0, 0), 4, (2, 2, 2), Event.LIMIT_A),  # half each: fewer steps
        (6, (3, 2, 1), 4, (2, 1, 1), Event.LIMIT_B),
        (6, (3, 2, 0), 4, (2, 1, 1), Event.LIMIT_EQ),
        (6, (6, 2, 2), 6, (5, 0, 0), Event.LIMIT_A),
    ],
)
def test_condition_decides_at_the_limit(full_a: int, a: Hurt, full_b: int, b: Hurt, event: Event) -> None:
    assert limit_event(full_a, damage(*a), full_b, damage(*b)) == event  # CH-12.5


def test_the_last_turn_is_played_to_its_end() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 0, 2), "B1": (5, 0, 2)}, turns=2)
    s = give(s, "A1 pursue, B1 pursue", *A_WINS)
    assert (s.turn, s.phase) == (2, Phase.ORDERS)  # CH-12.1
    s = give(s, "A1 flee, B1 flee", *A_WINS)
    assert (s.event, Fraction(s.payoff, PAYOFF)) == (Event.LIMIT_A, Fraction(1, 4))  # CH-12.5


def test_a_limit_can_have_a_fixed_payoff() -> None:
    s = duel("warden", "warden", damage={"A1": (1, 0, 2), "B1": (6, 0, 2)}, turns=1)
    s.limit_fixed, s.payoffs[Event.LIMIT] = 1, PAYOFF
    s = give(s, "A1 pursue, B1 pursue", *A_WINS)
    assert (s.event, s.payoff, s.winner) == (Event.LIMIT, PAYOFF, 0)  # CH-12.5
    breakout = set_up(SHELF, "breakout")
    assert breakout.limit_fixed == 1 and breakout.payoffs[Event.LIMIT] == PAYOFF
    assert [breakout.payoffs[e] for e in (Event.ESC_A, Event.ESC_B, Event.ESC_BOTH)] == [
        -PAYOFF
    ] * 3  # CH-12.6


# ---------------------------------------------------------------- surrender


def test_a_side_may_give_up_until_it_has_ordered() -> None:
    s = duel()
    gone = give(s, "surrender")
    assert (gone.event, gone.payoff, gone.winner) == (Event.DESTROY_A, -PAYOFF, 1)  # CH-12.4
    assert gone.tanks[0].standing == Standing.DESTROYED
    ordered = give(s, "A1 pursue")
    assert refused(ordered, "surrender", seat=0) == "already_ordered"  # CH-12.4: not after the own order
    assert refused(ordered, "surrender", seat=1) == "allowed"
    moved = give(ordered, "B1 flee", *A_WINS)
    assert refused(moved, "surrender", seat=0) == "not_your_decision"


def test_a_side_whose_only_order_is_forced_is_not_asked() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 2, 0)})
    assert refused(s, "surrender", seat=0) == "not_your_decision"  # CH-3.3, CH-4.4
    s = battle(["warden", "warden"], ["anvil", "hornet"], damage={"A1": (6, 2, 0)})
    assert refused(s, "surrender", seat=0) == "allowed"  # CH-12.4: A2 has no order yet


def test_a_side_of_several_gives_up_all_of_them() -> None:
    s = battle(["warden", "marten"], ["anvil", "hornet"])
    s = give(s, "surrender")
    assert [s.tanks[t].standing for t in (0, 1, 6, 7)] == [Standing.DESTROYED] * 2 + [Standing.ACTIVE] * 2
    assert (s.phase, s.winner) == (Phase.OVER, 1)  # CH-12.4, CH-14.10


# ---------------------------------------------------------------- dead positions


def test_a_dead_position_ends_the_duel_as_the_limit_would() -> None:
    s = blank_state()
    for t, hull in ((0, 3), (6, 5)):
        now = field_tank(SHELF, s, t).now
        now.hull, now.mobility, now.gun = hull, 2, 2
    engage_duel(s, Band.MEDIUM)
    s.turn_limit = 12
    advance(s, new_dice(0), OFF)
    assert (s.phase, s.event, s.turn) == (Phase.OVER, Event.LIMIT_B, 0)  # CH-12.8: before the first turn


def test_a_dead_position_is_found_at_the_end_of_a_turn() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 2, 2), "B1": (6, 1, 2)})
    for t in (0, 6):
        s.tanks[t].now.mobility = 2
    end_turn(s, OFF)
    advance(s, new_dice(0), OFF)
    assert (s.phase, s.event, s.turn) == (Phase.OVER, Event.LIMIT_EQ, 1)  # CH-12.8


# ---------------------------------------------------------------- matches


def lost_by_a(s: State) -> State:
    """The duel after side A has given up."""
    return give(s, "surrender")


def test_players_change_seats_after_each_duel_and_payoffs_are_added() -> None:
    s = duel("warden", "warden", duels=3)
    s = lost_by_a(s)
    assert (s.duel, s.total, s.winner) == (1, -PAYOFF, -1)  # CH-12.7
    assert [seat_of(s, side) for side in (0, 1)] == [1, 0]
    assert (s.turn, s.phase, s.pair[0].range) == (1, Phase.ORDERS, Band.MEDIUM)
    s = give(s, "surrender")  # seat 0 again: it commands B now
    assert (s.duel, s.total) == (2, -2 * PAYOFF)
    s = give(s, "A1 pursue")
    assert refused(s, "surrender", seat=1) == "allowed"


def test_fresh_tanks_come_to_every_duel() -> None:
    s = duel("warden", "warden", damage={"A1": (3, 1, 1), "B1": (1, 0, 2)}, duels=2)
    s = give(s, "A1 pursue, B1 pursue", *A_WINS, *LETHAL)
    assert match_stood in told()
    assert [tuple(vars(s.tanks[t].now).values()) for t in (0, 6)] == [(6, 0, 0)] * 2
    assert s.tanks[6].standing == Standing.ACTIVE


def test_the_sum_of_payoffs_decides_a_match() -> None:
    s = duel("warden", "warden", duels=2)
    s = give(s, "surrender")  # seat 0 loses with A
    assert to_act(s) == 3
    apply(s, parse_action(s, 1, "surrender"), new_dice(0), OFF)  # seat 1, which has A now, gives up too
    assert (s.total, s.winner, s.phase) == (0, 2, Phase.OVER)  # CH-12.7


def test_the_end_of_a_duel_is_said_in_the_first_turn_of_the_next() -> None:
    """CH-12.7: of the player's tank, for the next duel has others of the same names."""
    s = give(duel("warden", "lancer", duels=3), "surrender")
    assert extras(s)["ended"] == "Rust wins duel 1: Cobalt's tank is destroyed (+1)"
    assert extras(s)["score"] == "Match: Cobalt -1, Rust +1"
    s = give(s, "surrender")  # seat 0 again, with the other side
    assert extras(s)["ended"] == "Rust wins duel 2: Cobalt's tank is destroyed (+1)"
    s.turn = 2
    assert "ended" not in extras(s)


def test_the_end_is_told_with_its_payoff() -> None:
    give(duel(), "surrender")
    row = duel_ended.rows(LOG)[0]
    assert (row.ending, row.payoff, row.given_up) == (Event.DESTROY_A, -PAYOFF, 0)  # CH-16.3
