"""Orders read: whatever is not understood is said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from hulldown.kernel.actions import Action, make
from hulldown.kernel.plane import CIRCLE
from hulldown.rulesets.close_assault.bonuses import MOST, packed
from hulldown.rulesets.close_assault.codes import MODELS, NOBODY, Manner, Verb
from hulldown.rulesets.close_assault.naming import find_detachment, find_model
from hulldown.rulesets.close_assault.sliding import nearest_round
from hulldown.rulesets.close_assault.state import State, profile_of
from hulldown.rulesets.close_assault.text.words import (
    ABREAST,
    AND,
    CLOSE_UP,
    CONCEDE,
    FACING,
    MANNERS,
    NO,
    NO_MORE,
    NOBODY_ELSE,
    NONE,
    ORDERS,
    PLAIN,
    RESPONSES,
    SIDES,
    YES,
)

T = TypeVar("T")
Reader = Callable[[State, int, int, list[str]], Action]
NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,3})?")
MIL, HUNDREDTH = 1000, 100


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says what is not understood."""
    words = text.split()
    plain = " ".join(words).lower()
    if plain == CONCEDE:
        return make(seat, Verb.CONCEDE)
    if plain == NO_MORE:
        return make(seat, Verb.PAIR)
    if plain == NOBODY_ELSE:
        return make(seat, Verb.CEASE)
    if len(words) < 2:
        raise ValueError(f'{text!r} is no order: say for example "B1 charge R1"')
    verb, rest = words[1].lower(), words[2:]
    if "." in words[0]:
        m = find_model(s, words[0])
        return one_of(OF_MODELS, verb, "something a model can do")(s, seat, m, rest)
    k = find_detachment(s, words[0])
    return one_of(OF_DETACHMENTS, verb, "something a detachment can do")(s, seat, k, rest)


# ---------------------------------------------------------------- words


def listed(names: Iterable[str]) -> str:
    """Names in a sentence."""
    return ", ".join(names)


def one_of(known: Mapping[str, T], word: str, what: str) -> T:
    """What a word stands for. ValueError lists the words there are."""
    if word.lower() not in known:
        raise ValueError(f"{word!r} is not {what}: there are {listed(known)}")
    return known[word.lower()]


def exactly(words: list[str], what: str, *numbers: int) -> None:
    """ValueError unless so many words follow the verb."""
    if len(words) not in numbers:
        raise ValueError(f"say {what}")


def scaled(word: str, scale: int, what: str) -> int:
    """A number with up to three decimals, in parts of `scale`."""
    if not NUMBER.fullmatch(word):
        raise ValueError(f"{word!r} is no {what}: say a number such as 12.5")
    whole, _, rest = word.lstrip("-").partition(".")
    places = len(str(scale)) - 1
    if len(rest) > places:
        raise ValueError(f"{word!r} is finer than a {what} can be: {places} decimals at most")
    value = int(whole) * scale + int((rest + "000")[:places] or 0)
    return -value if word.startswith("-") else value


def point_of(word: str) -> tuple[int, int]:
    """A place on the table: X,Y in inches."""
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f'{word!r} is no place: say x and y in inches, for example "12.5,8"')
    return scaled(x, MIL, "length"), scaled(y, MIL, "length")


def angle_of(word: str) -> int:
    """A facing in degrees."""
    angle = scaled(word, HUNDREDTH, "facing")
    if not 0 <= angle < CIRCLE:
        raise ValueError(f"{word} is no facing: they go from 0 to 359.99 degrees, 0 to the right, 90 up")
    return angle


def facing_of(words: list[str]) -> int:
    """facing DEGREES, or nothing."""
    if not words:
        return NOBODY
    if len(words) != 2 or words[0].lower() != FACING:
        raise ValueError(f'say "{FACING}" and degrees after the place, for example "{FACING} 90"')
    return angle_of(words[1])


def number_of(word: str, what: str, most: int) -> int:
    """A small whole number."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) <= most):
        raise ValueError(f"{word!r} is no {what}: say a whole number up to {most}")
    return int(word)


# ---------------------------------------------------------------- detachments


def read_order(s: State, seat: int, k: int, words: list[str]) -> Action:
    """order first-fire|advance|march|charge"""
    exactly(words, 'one of the orders, for example "order charge"', 1)
    return make(seat, Verb.ORDER, k, choice=one_of(ORDERS, words[0], "an order"))


def read_defence(s: State, seat: int, k: int, words: list[str]) -> Action:
    """defend TARGET|none"""
    exactly(words, 'at whom Point Defence weapons fire, or "none"', 1)
    target = NOBODY if words[0].lower() == NONE else find_detachment(s, words[0])
    return make(seat, Verb.DEFEND, k, target=target)


def read_go(s: State, seat: int, k: int, words: list[str]) -> Action:
    """go X,Y"""
    exactly(words, 'the place, for example "go 24,18"', 1)
    x, y = point_of(words[0])
    return make(seat, Verb.MANOEUVRE, k, x=x, y=y, choice=Manner.GO)


def read_at(manner: Manner) -> Reader:
    """charge TARGET, charge MODEL, charge MODEL SIDE, charge-rear TARGET, drive-at TARGET, drive-at MODEL"""

    def read(s: State, seat: int, k: int, words: list[str]) -> Action:
        sided = manner == Manner.CHARGE
        exactly(words, "the target, for example R1, or R1.2", *((1, 2) if sided else (1,)))
        side = one_of(SIDES, words[1], "a side of a vehicle") if len(words) > 1 else NOBODY
        if "." not in words[0]:
            target = find_detachment(s, words[0])
            return make(seat, Verb.MANOEUVRE, k, target=target, facing=side, choice=manner)
        m = find_model(s, words[0])
        target = int(s.model[m].detachment)
        return make(seat, Verb.MANOEUVRE, k, target=target, place=m, facing=side, choice=manner)

    return read


def read_close_up(s: State, seat: int, k: int, words: list[str]) -> Action:
    """close-up"""
    exactly(words, f'"{CLOSE_UP}" and nothing after it', 0)
    return make(seat, Verb.MANOEUVRE, k, choice=Manner.PILE_IN)


def read_shock(s: State, seat: int, k: int, words: list[str]) -> Action:
    """shock TARGET"""
    exactly(words, 'the target, for example "shock R1"', 1)
    return make(seat, Verb.SHOCK, k, target=find_detachment(s, words[0]))


def read_overwatch(s: State, seat: int, k: int, words: list[str]) -> Action:
    """overwatch yes|no"""
    exactly(words, f'"overwatch {YES}" or "overwatch {NO}"', 1)
    return make(seat, Verb.OVERWATCH, k, choice=one_of({YES: 1, NO: 0}, words[0], "an answer"))


def read_fire(s: State, seat: int, k: int, words: list[str]) -> Action:
    """fire TARGET, fire TARGET and SECOND"""
    exactly(words, 'the target, for example "fire R1", or "fire R1 and R2"', 1, 3)
    second = NOBODY
    if len(words) > 1:
        if words[1].lower() != AND:
            raise ValueError(f'say "{AND}" between the target and that of Point Defence weapons')
        second = find_detachment(s, words[2])
    return make(seat, Verb.FIRE, k, target=find_detachment(s, words[0]), place=second)


def read_form(s: State, seat: int, k: int, words: list[str]) -> Action:
    """form X,Y facing DEGREES abreast N"""
    exactly(words, 'place, facing and width, for example "form 12,3 facing 90 abreast 5"', 5)
    if words[3].lower() != ABREAST:
        raise ValueError(f'say "{ABREAST}" and how many models stand in a row')
    x, y = point_of(words[0])
    files = number_of(words[4], "number of models", MODELS)
    return make(seat, Verb.FORM, k, x=x, y=y, facing=facing_of(words[1:3]), choice=files)


def read_plain(verb: Verb) -> Reader:
    """Orders of one word."""

    def read(s: State, seat: int, k: int, words: list[str]) -> Action:
        exactly(words, "nothing after it", 0)
        return make(seat, verb, k)

    return read


def read_response(response: int) -> Reader:
    """stand, stand-and-fire, evade"""

    def read(s: State, seat: int, k: int, words: list[str]) -> Action:
        exactly(words, "nothing after it", 0)
        return make(seat, Verb.RESPOND, k, choice=response)

    return read


# ---------------------------------------------------------------- models


def read_drive(s: State, seat: int, m: int, words: list[str]) -> Action:
    """drive X,Y, drive X,Y facing DEGREES"""
    exactly(words, 'the next way-point, for example "drive 12.5,8 facing 90"', 1, 3)
    x, y = point_of(words[0])
    return make(seat, Verb.DRIVE, m, x=x, y=y, facing=facing_of(words[1:]))


def read_encircle(s: State, seat: int, m: int, words: list[str]) -> Action:
    """encircle VEHICLE LENGTH, counter-clockwise or, below 0, clockwise; encircle X,Y, as near as it leads"""
    exactly(words, 'the vehicle and how far round it, for example "encircle B1.1 -2.5", or a place', 1, 2)
    if len(words) == 1:
        vehicle, far = nearest_round(s, m, *point_of(words[0]))
        return make(seat, Verb.ENCIRCLE, m, target=vehicle, choice=far)
    vehicle = find_model(s, words[0])
    return make(seat, Verb.ENCIRCLE, m, target=vehicle, choice=scaled(words[1], MIL, "length"))


def read_leap(s: State, seat: int, m: int, words: list[str]) -> Action:
    """leap X,Y"""
    exactly(words, 'the place, for example "leap 12.5,8"', 1)
    x, y = point_of(words[0])
    return make(seat, Verb.LEAP, m, x=x, y=y)


def read_turn(s: State, seat: int, m: int, words: list[str]) -> Action:
    """turn DEGREES"""
    exactly(words, 'the facing in degrees, for example "turn 90"', 1)
    return make(seat, Verb.TURN, m, facing=angle_of(words[0]))


def read_pair(s: State, seat: int, m: int, words: list[str]) -> Action:
    """fights ENEMY"""
    exactly(words, 'the enemy, for example "fights R1.2"', 1)
    return make(seat, Verb.PAIR, m, target=find_model(s, words[0]))


def read_spending(s: State, seat: int, m: int, words: list[str]) -> Action:
    """spend and a number for each weapon"""
    weapons = int(s.profile[profile_of(s, m)].weapons)
    each = f"each of its {weapons} weapons, in the order of its card" if weapons != 1 else "its weapon"
    exactly(words, f"how many bonuses of {each}", weapons)
    spent = sum(packed(w, number_of(word, "number of bonuses", MOST)) for w, word in enumerate(words))
    return make(seat, Verb.SPEND, m, choice=spent)


def read_place(s: State, seat: int, m: int, words: list[str]) -> Action:
    """place X,Y, place X,Y facing DEGREES"""
    exactly(words, 'the place, for example "place 12.5,8 facing 90"', 1, 3)
    x, y = point_of(words[0])
    return make(seat, Verb.PLACE, m, x=x, y=y, facing=facing_of(words[1:]))


def read_spare(s: State, seat: int, m: int, words: list[str]) -> Action:
    """spare WEAPON, by its number on the card"""
    exactly(words, "the number of the weapon on the card", 1)
    return make(seat, Verb.SPARE, m, choice=number_of(words[0], "weapon", 99) - 1)


OF_DETACHMENTS: dict[str, Reader] = {
    "order": read_order,
    "defend": read_defence,
    "go": read_go,
    CLOSE_UP: read_close_up,
    "shock": read_shock,
    "overwatch": read_overwatch,
    "fire": read_fire,
    "form": read_form,
    **{word: read_at(manner) for word, manner in MANNERS.items()},
    **{word: read_response(response) for word, response in RESPONSES.items()},
    **{word: read_plain(verb) for word, verb in PLAIN.items()},
}
OF_MODELS: dict[str, Reader] = {
    "drive": read_drive,
    "encircle": read_encircle,
    "leap": read_leap,
    "turn": read_turn,
    "fights": read_pair,
    "spend": read_spending,
    "place": read_place,
    "spare": read_spare,
}
