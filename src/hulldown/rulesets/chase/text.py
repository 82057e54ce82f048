"""Orders as text and back: "A1 pursue", "A1 face A1 front B1 rear" (CH-16.1)."""

from __future__ import annotations

import re

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.codes import NOBODY, Facing, Order, Verb
from hulldown.rulesets.chase.naming import find_tank, opponent, roster_name, tank_id, with_sign
from hulldown.rulesets.chase.state import State, seat_of, side_of
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, clipped, line

ORDERS = {order.name.lower(): order for order in Order if order != Order.NONE}
FACINGS = {facing.name.lower(): facing for facing in Facing if facing != Facing.NONE}
EITHER = re.compile(r"\b([AB])1\b", re.IGNORECASE)
TWO_WORDS = re.compile(r"\b(hull|change)[ -](down|range)\b", re.IGNORECASE)


def read_bands(s: State, word: str) -> int:
    if not re.fullmatch(r"[+-]?[0-7]", word):
        raise ValueError(f"{word!r} is no number of bands: say for example -1, 0 or +2")
    return int(word)


def write_facings(s: State, a: Action) -> str:
    """The facings that an order picks, that of seat 0 first (CH-7.6)."""
    first, second = (a.actor, a.target) if side_of(a.actor) == 0 else (a.target, a.actor)
    picked = [(t, way) for t, way in ((first, a.facing), (second, a.choice)) if way != NOBODY]
    picked.sort(key=lambda entry: seat_of(s, side_of(entry[0])))
    return " ".join(f"{tank_id(s, t)} {grammar.word_of(FACINGS, way)}" for t, way in picked)


def read_facings(s: State, a: Action, words: Words) -> None:
    """For one tank of the pair or for both."""
    ways, t = [NOBODY, NOBODY], a.actor
    a.target = opponent(s, t)
    while words:
        tank, way = find_tank(s, clipped(words.pop(0))), words.pop(0)
        side = side_of(tank)
        if ways[side] != NOBODY:
            raise ValueError("'face' names each tank of a pair once")
        if side == side_of(t) and tank != t:
            raise ValueError(f"{tank_id(s, tank)} is no part of this: {tank_id(s, t)} chooses")
        a.target = tank if side != side_of(t) else a.target
        ways[side] = grammar.one_of(FACINGS, way, "facing")
    a.facing, a.choice = ways


ENEMY: FormPart[State] = FormPart(
    "", "", lambda s, a: "", lambda s, a, words: setattr(a, "target", opponent(s, a.actor)), (0,)
)
BANDS = grammar.column("choice", "the number of bands", "-1", lambda s, n: with_sign(n), read_bands)
TANKS: FormPart[State] = FormPart("tanks and what they show", "B1 rear", write_facings, read_facings, (2, 4))
NAMES = NameLookup(find_tank, tank_id)
TANK = NAMES.part("target", "the tank", "B1")
WAY = grammar.word("choice", {word: ORDERS[word] for word in ("pursue", "flee")}, "direction", "pursue")
ANSWER = grammar.word("choice", {"no": 0, "yes": 1}, "answer", "yes")

GRAMMAR = Grammar[State](
    "A1 pursue",
    {Verb.SURRENDER: line("surrender")},
    Actors(
        "tank",
        NAMES,
        {
            Verb.ORDER: tuple(line(word, choice=order) for word, order in ORDERS.items()),
            Verb.DIRECTION: line("direction", WAY),
            Verb.SHIFT: line("shift", ENEMY, BANDS),
            Verb.FACE: line("face", TANKS),
            Verb.RAM: line("ram", ENEMY, ANSWER),
            Verb.OPEN: line("open", ENEMY, ANSWER),
            Verb.TARGET: line("target", TANK),
            Verb.JOIN: line("join", grammar.or_word("none", TANK)),
        },
    ),
)
action_text = GRAMMAR.write


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text, case aside. ValueError says what is not understood."""
    return GRAMMAR.parse(s, seat, TWO_WORDS.sub(r"\1_\2", " ".join(text.split())))


def reletter(s: State, seat: int, text: str) -> str:
    """An order of version 1 of these rules, which called tanks by their side in every duel of a match: A1 and
    B1 exchanged where the order names the other player's tank as its own (CH-12.7).
    """
    first = text.upper().split()[:1]
    if s.options.team_battle or first == [roster_name(seat, 0)] or first != [roster_name(1 - seat, 0)]:
        return text
    return EITHER.sub(lambda match: roster_name(1 - "AB".index(match[1].upper()), 0), text)
