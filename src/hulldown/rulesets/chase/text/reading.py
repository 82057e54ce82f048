"""Orders read: whatever is not understood is said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.naming import find_tank, named, opponent, tank_id
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.text.words import ANSWERED, ANSWERS, FACINGS, NONE, ORDERS, SURRENDER

BANDS = re.compile(r"[+-]?[0-7]")
EITHER = re.compile(r"\b([AB])1\b", re.IGNORECASE)
Reader = Callable[[State, int, int, list[str]], Action]


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text, case aside. ValueError says what is not understood."""
    words = text.lower().split()
    if words == [SURRENDER]:
        return make(seat, Verb.SURRENDER)
    if len(words) < 2:
        raise ValueError(f'{text!r} is no order: say for example "A1 pursue"')
    t = find_tank(s, words[0])
    said = " ".join(words[1:]).replace("hull down", "hull_down").replace("hull-down", "hull_down").split()
    return parse_verb(s, seat, t, said)


def relettered(s: State, seat: int, text: str) -> str:
    """An order of version 1 of these rules, which called tanks by their side in every duel of a match: A1 and
    B1 exchanged where the order names the other player's tank as its own (CH-12.7).
    """
    first = text.upper().split()[:1]
    if s.options.team_battle or first == [named(seat, 0)] or first != [named(1 - seat, 0)]:
        return text
    return EITHER.sub(lambda found: named(1 - "AB".index(found[1].upper()), 0), text)


def parse_verb(s: State, seat: int, t: int, words: list[str]) -> Action:
    """The order of a tank, a word and what follows it."""
    orders = {word: order for order, word in ORDERS.items()}
    if words[0] in orders:
        exactly(words, 0)
        return make(seat, Verb.ORDER, t, choice=orders[words[0]])
    if words[0] not in READERS:
        known = ", ".join([*orders, *READERS])
        raise ValueError(f"{words[0]!r} is not something a tank can do: there are {known}")
    return READERS[words[0]](s, seat, t, words)


def exactly(words: list[str], count: int) -> None:
    """ValueError unless so many words follow the first."""
    if len(words) - 1 != count:
        more = f"{count} more word{'' if count == 1 else 's'}, not {len(words) - 1}"
        raise ValueError(f"{words[0]!r} takes {more if count else 'nothing after it'}")


def one_of(word: str, known: Mapping[int, str], what: str) -> int:
    """The number of a word among those known."""
    for number, name in known.items():
        if name == word:
            return number
    raise ValueError(f"{word!r} is no {what}: there are {', '.join(known.values())}")


# ---------------------------------------------------------------- one order each


def read_shift(s: State, seat: int, t: int, words: list[str]) -> Action:
    """shift BANDS: negative closes (CH-6.10)"""
    exactly(words, 1)
    if not BANDS.fullmatch(words[1]):
        raise ValueError(f"{words[1]!r} is no number of bands: say for example -1, 0 or +2")
    return make(seat, Verb.SHIFT, t, opponent(s, t), choice=int(words[1]))


def read_facings(s: State, seat: int, t: int, words: list[str]) -> Action:
    """face TANK FACING, for one tank of the pair or for both (CH-7.6)"""
    if len(words) not in (3, 5):
        raise ValueError("'face' takes tanks and what they show: say for example \"A1 face B1 rear\"")
    ways, enemy = [NOBODY, NOBODY], opponent(s, t)
    for name, way in zip(words[1::2], words[2::2], strict=True):
        named = find_tank(s, name)
        side = side_of(named)
        if ways[side] != NOBODY:
            raise ValueError("'face' names each tank of a pair once")
        if side == side_of(t) and named != t:
            raise ValueError(f"{tank_id(s, named)} is no part of this: {tank_id(s, t)} chooses")
        enemy = named if side != side_of(t) else enemy
        ways[side] = one_of(way, FACINGS, "facing")
    return make(seat, Verb.FACE, t, enemy, facing=ways[0], choice=ways[1])


def read_answer(s: State, seat: int, t: int, words: list[str]) -> Action:
    """ram yes, ram no, open yes, open no"""
    exactly(words, 1)
    verb = Verb(one_of(words[0], ANSWERED, "question"))
    return make(seat, verb, t, opponent(s, t), choice=one_of(words[1], dict(enumerate(ANSWERS)), "answer"))


def read_target(s: State, seat: int, t: int, words: list[str]) -> Action:
    """target TANK (CH-14.9)"""
    exactly(words, 1)
    return make(seat, Verb.TARGET, t, find_tank(s, words[1]))


def read_join(s: State, seat: int, t: int, words: list[str]) -> Action:
    """join TANK, or join none to stay in reserve (CH-14.4)"""
    exactly(words, 1)
    return make(seat, Verb.JOIN, t, NOBODY if words[1] == NONE else find_tank(s, words[1]))


READERS: dict[str, Reader] = {
    "shift": read_shift,
    "face": read_facings,
    "ram": read_answer,
    "open": read_answer,
    "target": read_target,
    "join": read_join,
}
