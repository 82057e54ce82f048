"""The words of the game: names, refusals, and orders as text and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.chase import state
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.state import (
    NOBODY,
    Collision,
    Facing,
    Options,
    Order,
    State,
    Verb,
    seat_of,
    side_of,
)
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, clipped, line
from hulldown.rulesets.common.names import plural, spelled, titled

ORDER_NAMES = spelled(order for order in Order if order != Order.NONE)
DOES: dict[int, str] = {  # what a tank with an order does
    Order.PURSUE: "pursues",
    Order.FLEE: "flees",
    Order.MANEUVER: "maneuvers",
    Order.HULL_DOWN: "goes hull down",
    Order.CHANGE_RANGE: "changes range",
}
FACINGS = titled(facing for facing in Facing if facing != Facing.NONE)
FACES = FACINGS | {Facing.RIGHT: "Right side", Facing.LEFT: "Left side"}
LOCATIONS = titled(state.Location)
COLLISIONS = titled(Collision, T_BONE="T-Bone", HEAD_ON="Head-On")
MOBILITIES = spelled(state.Mobility, SOUND="drive sound", DAMAGED="drive damaged")
GUNS = {gun: f"gun {text}" for gun, text in spelled(state.Gun).items()}


def margin(effect: int) -> str:
    """Effect as the margin of a test (CH-1.5): "a success by 1", "a failure by 2"."""
    if effect == 0:
        return "just a success"
    return f"a success by {effect}" if effect > 0 else f"a failure by {-effect}"


def span(faces: Sequence[int]) -> str:
    """Faces of a die that mean the same: "1-3", "4"."""
    return f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else str(faces[0])


def meanings(sides: int, outcome: Callable[[int], int], names: Mapping[int, str]) -> str:
    """What the faces of a die mean: "1-4 Hull, 5-6 Drive" (section 2.6)."""
    by: dict[int, list[int]] = {}
    for face in range(1, sides + 1):
        by.setdefault(int(outcome(face)), []).append(face)
    return ", ".join(f"{span(faces)} {names[what]}" for what, faces in by.items())


def either(faces: int, first: str, second: str) -> str:
    """What a d6 decides between two, so many faces for the first: "1-3 A1, 4-6 B1"."""
    parts = (range(1, faces + 1), first), (range(faces + 1, 7), second)
    return ", ".join(f"{span(shown)} {name}" for shown, name in parts if shown)


def result_word(payoff: int) -> str:
    """What a payoff is called by the side that has it (CH-12.7)."""
    if payoff == 0:
        return "a draw"
    return "a victory" if payoff >= state.PAYOFF else "an advantage"


# ---------------------------------------------------------------- naming
# Names: tanks by their player's letter and a number (A1, B2); words for bands, facings and orders.


BANDS = titled(state.Band, PASSING="passing", BROKEN="out of contact")
NO_GUN_NAME = "Gun"  # of a weapon that the catalogue does not know
METRES = ("under 10 m", "10-100 m", "100-300 m", "300-800 m", "800-1,500 m", "1,500-2,500 m", "2,500-4,000 m")
ORDERS = {order: name.title() for order, name in ORDER_NAMES.items()}


def tank_id(s: State, t: int) -> str:
    """The name a tank is ordered by: "A1". Its letter is that of the player: A is Cobalt's, B Rust's.

    When players change seats in a match (CH-12.7) each goes on with a tank of the same name.
    """
    return roster_name(seat_of(s, side_of(t)), t)


def roster_name(seat: int, t: int) -> str:
    """A tank of a player by its place in the roster."""
    return f"{'AB'[seat]}{t % state.SIDE_TANKS + 1}"


def tanks(s: State) -> list[int]:
    """The tanks that came to the battle, those of the player of seat 0 first."""
    came = [t for t in range(state.TANKS) if s.tanks[t].standing != state.Standing.ABSENT]
    return sorted(came, key=lambda t: seat_of(s, side_of(t)))


def find_tank(s: State, name: str) -> int:
    """The number of a tank. ValueError lists those there are."""
    known = {tank_id(s, t): t for t in tanks(s)}
    if name.upper() not in known:
        raise ValueError(f"there is no tank {name.upper()!r}: there are {', '.join(known)}")
    return known[name.upper()]


def tank_name(shelf: Shelf, s: State, t: int) -> str:
    """What the catalogue calls a tank ("Warden"); nothing for a tank that it does not know."""
    kind = s.tanks[t].profile.kind
    return list(shelf.units().tanks.values())[kind].name if kind != NOBODY else ""


def type_name(shelf: Shelf, s: State, t: int) -> str:
    """What sort of tank it is, within a sentence: "battle tank"."""
    kind = s.tanks[t].profile.kind
    return list(shelf.units().tanks.values())[kind].type if kind != NOBODY else "tank"


def weapon_name(shelf: Shelf, s: State, t: int) -> str:
    """What the catalogue calls a tank's weapon ("Medium gun")."""
    weapon = s.tanks[t].profile.weapon
    return list(shelf.units().weapons.values())[weapon].name if weapon != NOBODY else NO_GUN_NAME


def crew_name(shelf: Shelf, s: State, t: int) -> str:
    """What the catalogue calls a tank's crew: "Veteran"."""
    crew = s.tanks[t].profile.crew
    return list(shelf.units().crews.values())[crew].name if crew != NOBODY else ""


def with_sign(n: int) -> str:
    """A DM or a shift with its sign: "+1", "0", "-2"."""
    return f"{n:+d}" if n else "0"


def player(s: State, side: int) -> str:
    """Who commands a side: "Cobalt". Players change seats in a match (scenario S1)."""
    return SIDES[seat_of(s, side)]


def pairs_of(s: State, t: int) -> list[int]:
    """The pairs in which a tank stands, in contact or not."""
    side = side_of(t)
    return [i for i in range(s.pairs) if s.pair[i].tank[side] == t]


def opponent(s: State, t: int) -> int:
    """The tank that a tank meets in the pair being resolved, or in its only pair; -1 without one."""
    mine = pairs_of(s, t)
    here = [i for i in mine if i == s.acting] or (mine if len(mine) == 1 else [])
    return int(s.pair[here[0]].tank[1 - side_of(t)]) if here else NOBODY


# ---------------------------------------------------------------- text
# Orders as text and back: "A1 pursue", "A1 face A1 front B1 rear" (CH-16.1).


ORDER_WORDS = {order.name.lower(): order for order in Order if order != Order.NONE}
FACING_WORDS = {facing.name.lower(): facing for facing in Facing if facing != Facing.NONE}
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
    return " ".join(f"{tank_id(s, t)} {grammar.word_of(FACING_WORDS, way)}" for t, way in picked)


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
        ways[side] = grammar.one_of(FACING_WORDS, way, "facing")
    a.facing, a.choice = ways


ENEMY = FormPart[State](
    "", "", lambda s, a: "", lambda s, a, words: setattr(a, "target", opponent(s, a.actor)), (0,)
)
BAND_WORDS = grammar.column("choice", "the number of bands", "-1", lambda s, n: with_sign(n), read_bands)
TANKS = FormPart[State]("tanks and what they show", "B1 rear", write_facings, read_facings, (2, 4))
NAMES = NameLookup(find_tank, tank_id)
TANK = NAMES.part("target", "the tank", "B1")
WAY = grammar.word("choice", {word: ORDER_WORDS[word] for word in ("pursue", "flee")}, "direction", "pursue")
ANSWER = grammar.word("choice", {"no": 0, "yes": 1}, "answer", "yes")

GRAMMAR = Grammar[State](
    "A1 pursue",
    {Verb.SURRENDER: line("surrender")},
    Actors(
        "tank",
        NAMES,
        {
            Verb.ORDER: tuple(line(word, choice=order) for word, order in ORDER_WORDS.items()),
            Verb.DIRECTION: line("direction", WAY),
            Verb.SHIFT: line("shift", ENEMY, BAND_WORDS),
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


def house_refusal(o: Options) -> str:
    """Why nothing is solved under house rules, in a line; "" without any."""
    if not o.house.count:
        return ""
    rules = f"{plural(int(o.house.count), 'house rule')} {'is' if o.house.count == 1 else 'are'}"
    return f"The solver knows only the printed rules and options: {rules} in force."
