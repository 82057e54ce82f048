"""Exact chances beside the slow obvious way: every die thrown one by one through the verbs of play."""

from fractions import Fraction
from itertools import product

import pytest

from hulldown.kernel.dice import clear, new_dice, next_branch, rewind
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase import exact, setup
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.exact import QUIET, damage, dice_sums, effect_odds, scratch, success_odds
from hulldown.rulesets.chase.gunnery import collide, shoot
from hulldown.rulesets.chase.state import Event, Facing, Options, Order, Pair, Phase, Profile, Source, State
from hulldown.rulesets.chase.turn import shift
from hulldown.rulesets.common.explanation import gathered

SMALL = {  # one damage die, so that a whole shot can be thrown
    "hull": 3, "front": 4, "side": 3, "rear": 2, "top_speed": 9, "agility": 0, "driver": 1, "gunner": 1,
    "mount": "turret", "weapon": {"dice": 1, "bonus": 2, "ap": 1, "range_dm": [0, 1, 0, 0, -1, -2, -3]},
}  # fmt: skip


def options(**chosen: str | bool) -> Options:
    return SHELF.options_under(chosen)


def small() -> Profile:
    p = blank(Profile)
    setup.write_profile(SHELF, p, SMALL)
    return p


def duel(o: Options, **of_pair: object) -> State:
    """A scratch duel of two small tanks; fields of the pair as given."""
    s = scratch(o, blank(Pair))
    for name, value in of_pair.items():
        setattr(s.pair[0], name, value)
    for t in (0, 6):
        s.tanks[t].profile, s.tanks[t].now.hull = small(), 3
    return s


def thrown(start: State, act, again: bool = False):  # type: ignore[no-untyped-def]
    """Every way the dice of an action can fall: the chance of what `act` returns.

    `again` for what starts from the same position though it has happened.
    """
    found: list[tuple[object, Fraction]] = []
    d = new_dice(0)
    clear(d, 2)
    while True:
        rewind(d, 2)
        s = start if again else copy(start)
        outcome = act(s, d)
        chance = Fraction(1)
        for i in range(d.at):
            chance /= d.sides[i]
        found.append((outcome, chance))
        if not next_branch(d):
            return gathered(found)


def condition(s: State, t: int) -> tuple[int, int, int] | None:
    now = s.tanks[t].now
    return None if now.hull <= 0 else (now.hull, now.mobility, now.gun)


def test_sums_of_dice() -> None:
    assert dice_sums(0) == {0: 1}
    assert [dice_sums(2)[total] * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(dice_sums(6).values()) == 1 and dice_sums(6)[36] == Fraction(1, 6**6)


def test_a_driving_test_against_every_other() -> None:
    # CH-13.3: unequal pairs only, weights w(i)w(j), divided by their sum
    found = exact.driving_odds(options(), 2, 0)
    pairs = [(a + b + 2, c + d) for a, b, c, d in product(range(1, 7), repeat=4) if a + b + 2 != c + d]
    for winner in (0, 1):
        wins = sum(1 for x, y in pairs if (x > y) == (winner == 0) and x >= 8)
        got = sum(p for k, p in found.items() if k.winner == winner and k.success[0])
        assert got == Fraction(wins, len(pairs))


def test_a_tied_pair_of_a_team_battle() -> None:
    # CH-14.5: a d6 decides, success stays as rolled
    found = exact.driving_odds(options(team_battle=True), 0, 0)
    assert sum(p for k, p in found.items() if k.winner == 0) == Fraction(1, 2)
    assert sum(p for k, p in found.items() if k.success[0]) == success_odds(0, 8)


def test_an_immobilised_tank_has_lost() -> None:
    # CH-5.8
    assert {(k.winner, k.success): p for k, p in exact.driving_odds(options(), None, 2).items()} == {
        (1, (False, True)): success_odds(2, 8),
        (1, (False, False)): 1 - success_odds(2, 8),
    }
    assert [k.winner for k in exact.driving_odds(options(), None, None)] == [-1]


@pytest.mark.parametrize("down", [False, True])
def test_a_shot_is_what_shooting_does(down: bool) -> None:
    # CH-10.10 against CH-10.7, every die of it
    o = options()
    orders, facings = (int(Order.PURSUE), int(Order.HULL_DOWN)), (int(Facing.FRONT), int(Facing.RIGHT))
    s = duel(o, range=2, order=list(orders), facing=list(facings))
    s.tanks[6].down = int(down)

    def act(s: State, d) -> tuple[int, int]:  # type: ignore[no-untyped-def]
        shoot(s, s.pair[0], 0, d, QUIET)
        return (s.tanks[0].struck, s.tanks[0].severity) if s.tanks[0].severity > 0 else (-1, 0)

    odds = exact.shot_odds(o, exact.Aim(small(), 0, small(), 2, orders, facings, down))
    seen = thrown(s, act, again=True)
    assert {wound: p for wound, p in seen.items() if wound[1] > 0} == odds.wounds
    assert sum(odds.severity.values()) == 1 and odds.hit == success_odds(odds.dm, 8)


def test_why_a_shot_cannot_be_fired() -> None:
    # CH-10.2
    aim = exact.Aim(small(), 2, small(), 2, (0, 0), (0, 0), False)
    odds = exact.shot_odds(options(), aim)
    assert odds.why and odds.hit == 0 and exact.after(options(), odds.wounds, (3, 0, 0)) == {(3, 0, 0): 1}


@pytest.mark.parametrize("facings", [(Facing.FRONT, Facing.REAR), (Facing.RIGHT, Facing.FRONT)])
def test_a_collision_is_what_colliding_does(facings: tuple[int, int]) -> None:
    # CH-8.11 to CH-8.15: both tanks at once, independent of each other
    o = options()
    s = duel(o, facing=[int(facing) for facing in facings], effect=[2, 0])

    def act(s: State, d):  # type: ignore[no-untyped-def]
        for t in (0, 6):
            s.tanks[t].now = damage(3, 0, 0)
        collide(s, s.pair[0], 0, d, QUIET)
        return condition(s, 0), condition(s, 6)

    crash = exact.crash_odds(o, exact.Impact(small(), 0, facings[0]), exact.Impact(small(), 0, facings[1]), 2)
    hurt = exact.after(o, exact.crash_wounds(o, crash.attacker), (3, 0, 0))
    done = exact.after(o, exact.crash_wounds(o, crash.defender), (3, 0, 0))
    assert thrown(s, act, again=True) == {(a, b): p * q for a, p in hurt.items() for b, q in done.items()}


def test_what_is_missing_of_a_ram_is_its_failure() -> None:
    ram = exact.ram_odds(
        options(),
        exact.Impact(small(), 0, Facing.FRONT),
        exact.Impact(small(), 1, Facing.REAR),
        effect_odds(-1, 8),
    )
    assert sum(ram.attacker.values()) == 1 and sum(ram.defender.values()) == success_odds(-1, 8)


@pytest.mark.parametrize("reading", ["order", "shift"])
def test_movement_is_what_the_steps_do(reading: str) -> None:
    """The transition under a policy against steps 5 and 6 of play with every d4 thrown (CH-13.3, CH-7.10)."""
    o = options(direction_facing=reading)
    policy = exact.Policy(exact.farthest_shift)
    for first, second in product(Order.__members__.values(), repeat=2):
        if first < 0 or second < 0:
            continue
        for driven in exact.driving_odds(o, 0, 1):
            chart = exact.look_up(o, (int(first), int(second)), driven)
            bands = exact.farthest_shift(chart.shifts)
            there = exact.arrive(o, chart, 5, bands)
            if Source.CHOICE_A in there.sources or Source.CHOICE_B in there.sources:
                continue  # nothing but chance
            s = duel(o)
            s.pair[0] = copy(chart.pair)
            s.pair[0].range, s.pair[0].open, s.pair[0].tank = 5, 1, [0, 6]

            def act(s: State, d, bands: int = bands) -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
                shift(s, s.pair[0], bands, d, QUIET)
                p = s.pair[0]
                return (int(p.raw), p.facing[0], p.facing[1]) if s.phase != Phase.OVER else (7, s.event, 0)

            if there.event != Event.NONE:
                assert thrown(s, act) == {(7, there.event, 0): 1}
                continue
            pairs = exact.facing_pairs(o, there, policy)
            assert thrown(s, act) == {(there.pair.raw, f, g): p for (f, g), p in pairs.items()}


def test_who_rams_first_without_a_winner() -> None:
    # CH-8.5: a d6 decides between two pursuers that nobody has beaten
    o = options(driving_tie="no_winner")
    driven = exact.Driven(-1, (True, True), (0, 0))
    there = exact.arrive(o, exact.look_up(o, (0, 0), driven), 1, -2)
    assert {sides: p for p, sides in there.rammers} == {(0, 1): Fraction(1, 2), (1, 0): Fraction(1, 2)}
    assert there.band == 1  # they ran past each other


def test_the_opening_asks_the_loser_first() -> None:
    # CH-6.13, and the last step breaks contact
    chart = exact.look_up(options(), (2, 2), exact.Driven(0, (True, False), (0, 0)))
    step = exact.openings(options(), chart.pair, 6)
    assert isinstance(step, exact.Asked) and step.side == 1
    assert step.yes == exact.Gone(Event.ESC_B)
    assert step.no == exact.Asked(0, exact.Gone(Event.ESC_A), exact.Stays(6))
    stacked = exact.openings(options(mm_increase_stack=True), chart.pair, 3)
    assert isinstance(stacked, exact.Asked)
    assert stacked.yes == exact.Asked(0, exact.Stays(5), exact.Stays(4))
