"""Orders read: whatever is not understood is said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.warstrike.codes import INCH, Half, Verb
from hulldown.rulesets.warstrike.naming import find_model, find_unit
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.text.words import (
    AIM,
    ALONE,
    ANSWERS,
    ARM,
    ARMS,
    DEEDS,
    FIRE,
    FIRST,
    HALVES,
    MODEL_PLACES,
    MODEL_PLAIN,
    ONE_WAY,
    UNIT_PLACES,
    UNIT_PLAIN,
)

T = TypeVar("T")
Reader = Callable[[State, int, int, list[str]], Action]
NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,3})?")
DECIMALS = 3  # of a length in inches (WS-1.1)
LONGEST = 24  # characters of a word that is quoted


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says what is not understood."""
    words = text.split()
    if len(words) == 1 and words[0].lower() in ALONE:
        return make(seat, ALONE[words[0].lower()])
    if len(words) < 2:
        raise ValueError(f'{quoted(text)} is no order: say for example "B1 activate"')
    verb, rest = words[1].lower(), words[2:]
    if "." in words[0]:
        m = find_model(s, clipped(words[0]))
        return one_of(OF_MODELS, verb, "something a model can be told")(s, seat, m, rest)
    k = find_unit(s, clipped(words[0]))
    return one_of(OF_UNITS, verb, "something a unit can be told")(s, seat, k, rest)


# ---------------------------------------------------------------- words


def clipped(word: str) -> str:
    """A word as it is quoted: not longer than a line bears."""
    return word if len(word) <= LONGEST else word[:LONGEST] + "..."


def quoted(word: str) -> str:
    """A word in quotation marks."""
    return repr(clipped(word))


def one_of(known: Mapping[str, T], word: str, what: str) -> T:
    """What a word stands for. ValueError lists the words there are."""
    if word.lower() not in known:
        raise ValueError(f"{quoted(word)} is not {what}: there are {', '.join(known)}")
    return known[word.lower()]


def exactly(words: list[str], what: str, *numbers: int) -> None:
    """ValueError unless so many words follow the verb."""
    if len(words) not in numbers:
        raise ValueError(f"say {what}")


def length_of(word: str) -> int:
    """A length in inches, with up to three decimals, in mils (WS-1.1)."""
    if not NUMBER.fullmatch(word):
        raise ValueError(f"{quoted(word)} is no length: say inches with up to three decimals, such as 12.5")
    whole, _, rest = word.lstrip("-").partition(".")
    value = int(whole) * INCH + int(rest.ljust(DECIMALS, "0"))
    return -value if word.startswith("-") else value


def point_of(word: str) -> tuple[int, int]:
    """A place on the table: X,Y in inches."""
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f'{quoted(word)} is no place: say x and y in inches, for example "12.5,8"')
    return length_of(x), length_of(y)


# ---------------------------------------------------------------- readers


def read_deed(word: str) -> Reader:
    """open-fire; advance move first, advance fire first; fall-back move, fall-back fire"""
    deed = DEEDS[word]

    def read(s: State, seat: int, k: int, words: list[str]) -> Action:
        if deed in ONE_WAY and not words:
            return make(seat, Verb.ACT, k, choice=deed, facing=Half.MOVE_FIRST)
        exactly(words, f'what comes first, for example "{word} move {FIRST}"', 1, 2)
        half = one_of(HALVES, words[0], "a half of an action")
        if words[1:] and words[1].lower() != FIRST:
            raise ValueError(f'say "{word} {words[0].lower()} {FIRST}"')
        return make(seat, Verb.ACT, k, choice=deed, facing=half)

    return read


def read_plain(verb: Verb) -> Reader:
    """Orders of one word: end, hold"""

    def read(s: State, seat: int, actor: int, words: list[str]) -> Action:
        exactly(words, "nothing after it", 0)
        return make(seat, verb, actor)

    return read


def read_place(word: str, verb: Verb) -> Reader:
    """Orders with a place: go X,Y"""

    def read(s: State, seat: int, actor: int, words: list[str]) -> Action:
        exactly(words, f'the place, for example "{word} 12.5,8"', 1)
        x, y = point_of(words[0])
        return make(seat, verb, actor, x=x, y=y)

    return read


def read_at(word: str, verb: Verb) -> Reader:
    """Orders against a unit: fire R2"""

    def read(s: State, seat: int, actor: int, words: list[str]) -> Action:
        exactly(words, f'the unit that is fired at, for example "{word} R2"', 1)
        return make(seat, verb, actor, target=find_unit(s, clipped(words[0])))

    return read


def read_answer(choice: int) -> Reader:
    """snap, decline"""

    def read(s: State, seat: int, k: int, words: list[str]) -> Action:
        exactly(words, "nothing after it", 0)
        return make(seat, Verb.SNAP, k, choice=choice)

    return read


def read_arm(s: State, seat: int, m: int, words: list[str]) -> Action:
    """arm 1, arm 2, arm best, arm none"""
    exactly(words, f'which of its weapons, by its number on the card: "{ARM} 1", "best" or "none"', 1)
    return make(seat, Verb.ARM, m, choice=one_of(ARMS, words[0], "a weapon of a model"))


OF_UNITS: dict[str, Reader] = {
    **{word: read_plain(verb) for word, verb in UNIT_PLAIN.items()},
    **{word: read_deed(word) for word in DEEDS},
    **{word: read_place(word, verb) for word, verb in UNIT_PLACES.items()},
    FIRE: read_at(FIRE, Verb.FIRE),
    **{word: read_answer(choice) for word, choice in ANSWERS.items()},
}
OF_MODELS: dict[str, Reader] = {
    **{word: read_place(word, verb) for word, verb in MODEL_PLACES.items()},
    **{word: read_plain(verb) for word, verb in MODEL_PLAIN.items()},
    ARM: read_arm,
    AIM: read_at(AIM, Verb.AIM),
}
