"""RA-1: the race of the example ruleset, rule by rule."""

from examples.new_ruleset import RULESET
from examples.new_ruleset.rules import LAST_HEX, Race, apply, check, result, to_act

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice, roll
from hulldown.kernel.records import blank


def dice(wanted: int) -> Dice:
    """Dice whose next throw is this."""
    seed = next(seed for seed in range(1000) if roll(new_dice(seed), 6) == wanted)
    return new_dice(seed)


def give(s: Race, text: str, die: int = 1) -> Race:
    a = RULESET.speech.parse_action(s, s.side, text)
    assert check(s, s.side, a) == 0
    apply(s, a, dice(die), blank(Log))
    return s


def test_sides_take_turns() -> None:
    s = RULESET.set_up("road")
    assert to_act(s) == 0b01  # RA-1.1
    assert to_act(give(s, "creep")) == 0b10
    assert check(s, 0, RULESET.speech.parse_action(s, 0, "creep")) != 0  # RA-1.2


def test_a_creep_goes_one_hex_and_a_dash_two_or_none() -> None:
    s = give(give(RULESET.set_up("road"), "creep"), "dash", 4)
    assert list(s.hex) == [1, 2]  # RA-1.3
    assert list(give(s, "dash", 3).hex) == [1, 2]


def test_the_first_to_arrive_wins_and_drives_no_further() -> None:
    s = RULESET.set_up("road")
    s.hex[0] = LAST_HEX - 1
    assert result(s) == -1
    assert (result(give(s, "dash", 6)), s.hex[0], to_act(s)) == (0, LAST_HEX, 0)  # RA-1.4
