"""Orders written and read, and why an order is refused, in the words of section 9."""

from __future__ import annotations

import re

import pytest
from tests.unit.rulesets.agrav.field import put
from tests.unit.rulesets.agrav.range import fence, ground
from tests.unit.rulesets.agrav.wandering import SCENARIOS, wander

from hulldown.kernel.actions import make, same
from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import BARE, BARRICADE, Mode, State, Verb, Way, tile_at
from hulldown.rulesets.agrav.words import (
    action_text,
    find_tile,
    parse_action,
    printed_refusal,
    tile_name,
    weapon_ids,
)


def table() -> State:
    """Two sides with one of everything: A1 bastion, A2 colossus, A3 tempest, A4 powersuits; B1 anvil."""
    s = ground(("............", "............", "....HH......", "............", "............"))
    fence(s, (2, 2))
    for column, what in enumerate(("bastion", "colossus", "tempest", "powersuits")):
        put(s, what, (column, 4))
    put(s, "anvil", (8, 0), Way.S, side=1)
    return s


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_legal_order_parses_back(scenario: str) -> None:
    """AG-6.6: text and order are one thing, in every position of random games."""
    for seed in range(2):
        for s, seat, offered in wander(scenario, seed):
            texts = [action_text(SHELF, s, a) for a in offered]
            assert len(set(texts)) == len(texts)
            for a, text in zip(offered, texts, strict=True):
                assert same(parse_action(SHELF, s, seat, text), a), text
                assert same(parse_action(SHELF, s, seat, f"  {text.lower()} "), a), text


def test_setting_up_free_play_parses_back() -> None:
    """AG-6.1: the winner of the roll-off chooses, then units are placed."""
    s = set_up(SHELF, "free_crossroads", None, {"A1": {"unit": "terrier"}, "B1": {"unit": "troopers"}})
    for text in ("first", "second", "A1 place F9 E", "B1 place A1", "end", "concede"):
        assert action_text(SHELF, s, parse_action(SHELF, s, 0, text)) == text
    assert parse_action(SHELF, s, 1, "B1 place A1").facing == Way.N  # AG-2.2


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A3 step NE", make(0, Verb.STEP, 2, choice=Way.NE)),
        ("A1 turn about", make(0, Verb.TURN, 0, choice=2)),
        ("A3 anchor 8", make(0, Verb.REPOSITION, 2, choice=8)),
        ("A1 fire cannon100 B1", make(0, Verb.SHOOT, 0, target=4, facing=Mode.DIRECT, choice=0)),
        ("A1 fire cannon100 S1", make(0, Verb.SHOOT, 0, place=0, facing=Mode.DIRECT, choice=0)),
        ("A1 fire cannon100 K1", make(0, Verb.SHOOT, 0, place=BARRICADE, facing=Mode.DIRECT, choice=0)),
        ("A1 fire cannon100 B1 high", make(0, Verb.SHOOT, 0, target=4, facing=Mode.HIGH, choice=0)),
        ("A2 fire rocket B1 low", make(0, Verb.SHOOT, 1, target=4, facing=Mode.LOW, choice=1)),
        (
            "A2 fire rocket B1 high indirect",
            make(0, Verb.SHOOT, 1, target=4, facing=Mode.HIGH_INDIRECT, choice=1),
        ),
        ("B1 fire howitzer A1", make(1, Verb.SHOOT, 4, target=0, facing=Mode.LOW, choice=0)),
        ("B1 fire mortar A1 indirect", make(1, Verb.SHOOT, 4, target=0, facing=Mode.HIGH_INDIRECT, choice=2)),
        ("A2 react lance SW", make(0, Verb.REACT, 1, facing=Way.SW, choice=0)),
        ("A2 react lance off", make(0, Verb.REACT, 1, facing=-1, choice=0)),
        ("A2 ram B1 3", make(0, Verb.RAM, 1, target=4, choice=3)),
        ("A1 ram K1", make(0, Verb.RAM_BARRICADE, 0, place=BARRICADE)),
        ("A1 shield", make(0, Verb.SHIELD, 0)),
        ("A1 transfer A2 40", make(0, Verb.TRANSFER, 0, target=1, choice=40)),
        (
            "A2 smoke A1 B1 C1",
            make(0, Verb.SMOKE, 1, place=tile_at(0, 0), target=tile_at(1, 0), choice=tile_at(2, 0)),
        ),
        ("A4 charge S1", make(0, Verb.CHARGE, 3, place=0)),
        ("A1 fire cannon100 tile A1", make(0, Verb.SHOOT, 0, place=BARE, facing=Mode.DIRECT, choice=0)),
    ],
)
def test_orders_that_people_give(text: str, order: object) -> None:
    """Every verb of AG-6.6, with every mode of AG-17 and AG-18."""
    s = table()
    seat = 1 if text.startswith("B") else 0
    assert same(parse_action(SHELF, s, seat, text), order)  # type: ignore[arg-type]
    assert action_text(SHELF, s, parse_action(SHELF, s, seat, text)) == text


def test_what_goes_without_saying() -> None:
    """AG-17.2: a weapon's only angle may be said; AG-19.8: a walker spends what it has left."""
    s = table()
    howitzer = parse_action(SHELF, s, 1, "B1 fire howitzer A1 low indirect")
    assert same(howitzer, parse_action(SHELF, s, 1, "b1 fire HOWITZER a1 indirect"))
    assert parse_action(SHELF, s, 0, "A2 ram B1").choice == s.units[1].left


def test_fields_that_mean_nothing_are_not_written() -> None:
    """An order that is allowed has a text, whatever stands in the fields that it does not use."""
    s = table()
    assert action_text(SHELF, s, make(0, Verb.END, choice=5)) == "end"
    assert action_text(SHELF, s, make(0, Verb.FIRST, choice=1, place=7)) == "first"


def test_two_weapons_of_a_kind_are_numbered() -> None:
    s = table()
    s.units[0].weapon[1].kind = s.units[0].weapon[0].kind
    assert weapon_ids(SHELF, s, 0) == ["cannon100-1", "cannon100-2"]
    assert parse_action(SHELF, s, 0, "A1 fire cannon100-2 B1").choice == 1
    for gun in (0, 1):
        s.units[1].weapon[gun].kind = s.units[1].weapon[2].kind
    assert weapon_ids(SHELF, s, 1) == ["autocannon1", "autocannon2", "autocannon3"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "is no order"),
        ("A1", "is no order"),
        ("A9 step N", "there is no unit 'A9': there are A1, A2, A3, A4, B1"),
        ("A1 fly", "'fly' is not something a unit can do: there are step, turn"),
        ("A1 step", "say the direction"),
        ("A1 step up", "'up' is no direction: there are N, NE"),
        ("A1 turn north", "'north' is no way to turn: there are left, right, about"),
        ("A3 anchor 9", "'9' is no place in a tile"),
        ("A1 fire laser B1", "'laser' is no weapon of A1: there are cannon100, autocannon"),
        ("A1 fire cannon100", "say weapon, target and mode"),
        ("A1 fire cannon100 S7", "there is no section 'S7': there are S1, K1"),
        ("A2 fire rocket B1", "say one of low, high after the target"),
        ("A2 fire rocket B1 low high", "say one of low, high after the target"),
        ("A2 fire rocket B1 sideways", "'sideways' is no firing mode"),
        ("A4 fire charge S1", 'demolition charges are not fired: say for example "charge S2"'),
        ("A4 charge S1 now", "'now' is too much: say charge S1"),
        ("A4 charge S7", "there is no section 'S7'"),
        ("A1 ram B1 3", "only walkers choose the mobility of a ram"),
        ("A1 ram S1", "'S1' is no barricade"),
        ("A1 transfer A2 half", "'half' is no amount of charge"),
        ("A2 smoke Z9", "'Z9' is no tile of this map: tiles are named A1 to L5"),
        ("A2 smoke A1 A2 A3 A4", "say one to three tiles"),
        ("A1 shield on", "nothing after it"),
    ],
)
def test_what_is_not_understood_is_said(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        parse_action(SHELF, table(), 0, said)


def test_walls_are_named_by_their_tile() -> None:
    """AG-3.9: a tile A1 is not the unit A1, and K1 a barricade or a wall."""
    s = set_up(SHELF, "silence_the_gun")
    a = parse_action(SHELF, s, 0, "A1 fire cannon100 tile K1")
    assert Why.of(check(s, 0, a)) == Why.INDESTRUCTIBLE
    assert action_text(SHELF, s, a) == "A1 fire cannon100 tile K1"


def test_tiles_are_named_by_column_and_row() -> None:
    """AG-2.1: x grows east, y south; the northwest corner is A1."""
    s = table()
    assert [tile_name(tile_at(*at)) for at in ((0, 0), (5, 6), (11, 0))] == ["A1", "F7", "L1"]
    assert find_tile(s, "l5") == tile_at(11, 4)


# ---------------------------------------------------------------- refusals


def test_every_reason_has_words() -> None:
    for why in set(Why) - {Why.ALLOWED}:
        told = printed_refusal(why)
        assert (told.code, told.rule) == (why.name.lower(), why.rule) and told.text


def test_the_words_are_those_of_the_rulebook() -> None:
    """Section 9, line by line; what stands nowhere there is no reason of the rules."""
    section = SHELF.rulebook().text.split("Reasons shown for an illegal action")[1].split("\n## ")[0]
    printed = dict(re.findall(r"^\| `?(\w+)`? \| (.+?) \|$", section, re.MULTILINE))
    ours = {why.name.lower(): printed_refusal(why).text for why in Why}
    named = {code: text for code, text in printed.items() if code != "Code"}
    assert len(named) >= 37
    assert {code: ours[code] for code in named} == named
