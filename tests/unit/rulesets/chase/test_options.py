"""Every rule variant changes what it is about and nothing else (CH-15).

Here is shown that it does; what it does stands in the files of the chapters.
"""

import re
from functools import cache
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.chase.table import Damages, duel, events, give

from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets import get
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import Options

CHASE = get("chase")
VALUES = {
    name: option.low if option.number else option.values[1] for name, option in CHASE.files.options().items()
}
Dice = tuple[int, ...]

CHANGED = re.compile("pursue|flee")  # orders that are given otherwise where directions come later
SILENT: Damages = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
A_WINS, HIT = (6, 6, 1, 1), (6, 6, 1, 2, 6, 6, 6, 6)


class Piece(NamedTuple):
    """A piece of a duel: orders with their dice, and where it begins."""

    orders: tuple[tuple[str, Dice], ...]
    band: str = "Medium"
    theirs: str = "warden"
    damage: Damages = SILENT


def ram(facing: str, *dice: int, theirs: str = "warden") -> Piece:
    """A closes to Adjacent, sees this facing and rams."""
    first = ("A1 pursue, B1 hull_down", A_WINS), (f"A1 shift -1, A1 face B1 {facing}", ())
    return Piece((*first, ("A1 ram yes", dice)), "Close", theirs)


PIECES = {
    "tie": Piece((("A1 pursue, B1 hull_down", (3, 3, 3, 3, *A_WINS)),)),
    "win without success": Piece((("A1 pursue, B1 hull_down", (2, 2, 1, 1)),)),
    "success without win": Piece((("A1 pursue, B1 maneuver", (3, 3, 6, 6)),)),
    "neither": Piece((("A1 pursue, B1 maneuver", (2, 2, 6, 6)),)),
    "both pursue": Piece((("A1 pursue, B1 pursue", A_WINS),)),
    "both flee": Piece((("A1 flee, B1 flee", A_WINS),)),
    "beaten runner": Piece((("A1 pursue, B1 flee", A_WINS), ("A1 shift -1", ()))),
    "runner": Piece((("A1 flee, B1 hull_down", A_WINS), ("A1 shift +3", ())), "Very Long"),
    "opening": Piece(
        (("A1 maneuver, B1 maneuver", A_WINS), ("A1 face A1 front B1 front, B1 open yes", ())),
    ),
    "random facings": Piece((("A1 maneuver, B1 hull_down", (2, 3, 6, 6, 2, 4)),)),
    "failed ram": ram("left", 1, 1),
    "T-Bone": ram("left", 6, 6, 1, theirs="marten"),
    "Head-On": ram("front", 6, 6, 1, 1),
    "Sideswipe with Effect 0": ram("rear", 3, 3, 1, 1, 6, 6),
    "fire": Piece(
        (("A1 hull_down, B1 hull_down", A_WINS), ("A1 face A1 front B1 front", HIT * 2)),
        damage={"A1": (1, 0, 0), "B1": (1, 0, 0)},
    ),
}
RAMS = {"failed ram", "T-Bone", "Head-On", "Sideswipe with Effect 0"}
CHANGES = {
    "beyond_distant": {"runner"},  # CH-2.5
    "direction_chosen": {
        name for name, piece in PIECES.items() if CHANGED.search(piece.orders[0][0])
    },  # CH-4.6
    "driving_tie": {"tie"},  # CH-5.5
    "win_requires_success": {"win without success"},  # CH-5.6
    "range_success": {"win without success", "success without win"},  # CH-5.9
    "tied_success": {"tie"},  # CH-5.10
    "both_same_change": {"both pursue", "both flee"},  # CH-6.4
    "failure_favors": {"win without success", "neither"},  # CH-6.10
    "mm_increase_stack": {"opening"},  # CH-6.13
    "both_fleeing_facing": {"both flee"},  # CH-7.4
    "random_facing": {"random facings"},  # CH-7.7
    "direction_facing": {"beaten runner"},  # CH-7.10
    "ram_test": RAMS,  # CH-8.6
    "collision_facing_armor": {"T-Bone"},  # CH-8.14: of two equal tanks a Head-On is the same
    "collision_armor": {"T-Bone", "Head-On"},  # CH-8.15
    "sideswipe_effect_floor": {"Sideswipe with Effect 0"},  # CH-8.16
    "armor_wear": {"T-Bone", "Head-On"},  # CH-8.19
    "fire_order": {"fire", "random facings"},  # CH-10.4: in the second B wins, and is first to have no gun
    "order_fire_dms": {"fire"},  # CH-10.6
}


def plain(row: Any) -> dict[str, Any]:
    return dict(vars(row))


def played(name: str, options: dict[str, Any]) -> list[Any]:
    """All that happens in a piece and what it leads to, options aside; what cannot be played so says why."""
    piece = PIECES[name]
    s = duel("warden", piece.theirs, range=piece.band, damage=piece.damage, options=options)
    seen: list[Any] = []
    try:
        for text, dice in piece.orders:
            s = give(s, text, *dice)
            seen += [plain(row) for row in events()]
    except (AssertionError, ValueError) as other:  # other dice or decisions than the usual ones
        return [str(other)]
    after = copy(s)
    after.options = blank(Options)
    after.pair[0].effect = [0, 0]  # kept for a ram under one option only; nobody reads it in another turn
    return [*seen, digest(after)]


@cache
def usual(name: str) -> list[Any]:
    return played(name, {})


@pytest.mark.parametrize("name", PIECES)
def test_the_pieces_can_be_played(name: str) -> None:
    assert len(usual(name)) > 1


@pytest.mark.parametrize("option", CHANGES)
def test_an_option_changes_what_it_is_about_and_nothing_else(option: str) -> None:
    options = {option: VALUES[option]}
    assert {name for name in PIECES if played(name, options) != usual(name)} == CHANGES[option]


def test_what_is_shown_are_options() -> None:
    assert {*CHANGES, *TERMS, "team_battle"} == set(CHASE.files.options())


# ---------------------------------------------------------------- set-up

TEAM_FIELDS = {"tanks", "pair", "pairs", "count", "duels", "acting"}
TERMS = {"start_range": {"start_range", "pair"}, "turn_limit": {"turn_limit"}, "duels": {"duels"}}  # CH-17.3


@pytest.mark.parametrize("scenario", ["even_ground", "breakout", "platoon_clash"])
@pytest.mark.parametrize("option", VALUES)
def test_an_option_changes_nothing_in_a_starting_position_but_who_comes(option: str, scenario: str) -> None:
    before = set_up(SHELF, scenario)
    usual = SHELF.options()[option].encode(VALUES[option]) != getattr(before.options, option)
    new = VALUES[option] if usual else CHASE.files.options()[option].values[0]
    after = set_up(SHELF, scenario, {option: new})
    assert getattr(after.options, option) != getattr(before.options, option)
    setattr(after.options, option, getattr(before.options, option))
    assert digest(after.options) == digest(before.options)
    changed = {f for f, was in vars(before).items() if _flat(was) != _flat(getattr(after, f))}
    if option in TERMS:
        assert changed <= TERMS[option]  # a team battle is one battle whatever is said (CH-14.13)
    elif option == "team_battle":
        assert changed - {"options"} <= TEAM_FIELDS | {"phase"}  # CH-14.1
    else:
        assert digest(after) == digest(before)


def _flat(value: Any) -> Any:
    if isinstance(value, list):
        return [_flat(one) for one in value]
    return value if isinstance(value, int) else {name: _flat(one) for name, one in vars(value).items()}


def test_without_the_option_a_team_scenario_is_a_duel_of_the_first_tanks() -> None:
    s = set_up(SHELF, "platoon_clash", {"team_battle": False})
    assert (list(s.count), s.pairs, s.options.team_battle) == ([1, 1], 1, 0)  # CH-14.1


def test_options_are_listed_in_the_order_of_the_rulebook_with_their_rules() -> None:
    rules = {name: option.rule for name, option in CHASE.files.options().items()}
    printed = [
        ("beyond_distant", "CH-2.5"),
        ("direction_chosen", "CH-4.2"),
        ("driving_tie", "CH-5.5"),
        ("win_requires_success", "CH-5.6"),
        ("range_success", "CH-5.9"),
        ("tied_success", "CH-5.10"),
        ("both_same_change", "CH-6.4"),
        ("failure_favors", "CH-6.10"),
        ("mm_increase_stack", "CH-6.13"),
        ("both_fleeing_facing", "CH-7.4"),
        ("random_facing", "CH-7.7"),
        ("direction_facing", "CH-7.10"),
        ("ram_test", "CH-8.6"),
        ("collision_facing_armor", "CH-8.14"),
        ("collision_armor", "CH-8.15"),
        ("sideswipe_effect_floor", "CH-8.16"),
        ("armor_wear", "CH-8.19"),
        ("fire_order", "CH-10.4"),
        ("order_fire_dms", "CH-10.6"),
        ("team_battle", "CH-14.1"),
        ("start_range", "CH-17.3"),
        ("turn_limit", "CH-17.3"),
        ("duels", "CH-17.3"),
    ]
    assert [one for one in rules.items() if one in printed] == printed
