"""Orders as text: "A1 move", "A1 turn left with", "A1 fire B1". Every text parses back to its order."""

from __future__ import annotations

from hulldown.kernel.actions import Action, make
from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Role, Shell, Verb
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.state import State

ABILITIES = {
    Ability.BOOMING_VOICE: "commander",
    Ability.DOUBLE: "driver double",
    Ability.STRAIGHT: "driver straight",
    Ability.BRING_IT_DOWN: "gunner",
    Ability.QUICK_LOAD: "loader",
}
ROLES = ("commander", "driver", "gunner", "loader")
SHELLS = {Shell.AT: "AT", Shell.HE: "HE"}
BARE = {
    Verb.ACTIVATE: "activate",
    Verb.MOVE: "move",
    Verb.REVERSE: "reverse",
    Verb.EXTINGUISH: "extinguish",
    Verb.END: "end",
}
SEATLESS = {Verb.ROLL: "roll off", Verb.CONCEDE: "concede"}


def side_of_turn(old: int, new: int) -> str:
    """Which way a facing turns by 60 degrees."""
    return "left" if (new - old) % 6 == 5 else "right"


def rest_of(s: State, a: Action) -> str:
    """An order without the unit's name."""
    verb = Verb(a.verb)
    if verb in BARE:
        return BARE[verb]
    t = s.units[a.actor]
    if verb == Verb.TURN:
        return f"turn {side_of_turn(t.hull, a.facing)} {'with' if a.choice == 1 else 'stay'}"
    if verb == Verb.TURRET:
        return f"turret {side_of_turn(t.turret, a.facing)}"
    if verb in (Verb.FIRE, Verb.FIRE_AI):
        word = "fire" if verb == Verb.FIRE else "ai"
        return (
            f"{word} {unit_id(s, a.target)}" if a.target != NOBODY else f"{word} building {name_of(a.place)}"
        )
    if verb == Verb.DEPLOY:
        return f"deploy {name_of(a.place)} {DIRECTIONS[a.facing]}"
    if verb == Verb.PREPARE:
        return f"prepare {DIRECTIONS[a.facing]} {SHELLS[Shell(a.choice)]}"
    return rest_by_choice(verb, a)


def rest_by_choice(verb: Verb, a: Action) -> str:
    """Orders that name a place or a choice."""
    if verb == Verb.SMOKE:
        return f"smoke {name_of(a.place)}"
    if verb == Verb.STRAIGHT:
        return f"straight {a.choice}"
    if verb == Verb.LOAD:
        return f"load {SHELLS[Shell(a.choice)]}"
    if verb == Verb.ABILITY:
        return f"ability {ABILITIES[Ability(a.choice)]}"
    return f"lieutenant {ROLES[Role(a.choice)]}"


def action_text(s: State, a: Action) -> str:
    """The stable text of an order in a position."""
    verb = Verb(a.verb)
    return SEATLESS[verb] if verb in SEATLESS else f"{unit_id(s, a.actor)} {rest_of(s, a)}"


# ---------------------------------------------------------------- reading


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says what is not understood."""
    words = text.split()
    plain = " ".join(words).lower()
    for verb, said in SEATLESS.items():
        if plain == said:
            return make(seat, verb)
    if len(words) < 2:
        raise ValueError(f'{text!r} is no order: say for example "A1 move"')
    u = find_unit(s, words[0])
    return parse_verb(s, seat, u, words[1].lower(), words[2:])


def parse_verb(s: State, seat: int, u: int, said: str, rest: list[str]) -> Action:
    """The order of a unit, a word and what follows it."""
    for verb, word in BARE.items():
        if said == word:
            exactly(rest, 0, said)
            return make(seat, verb, u)
    readers = {
        "turn": read_turn,
        "turret": read_turret,
        "fire": read_shot,
        "ai": read_shot,
        "deploy": read_deployment,
        "prepare": read_preparation,
        "smoke": read_smoke,
        "straight": read_straight,
        "load": read_load,
        "ability": read_ability,
        "lieutenant": read_lieutenant,
    }
    if said not in readers:
        known = ", ".join([*BARE.values(), *readers])
        raise ValueError(f"{said!r} is not something a unit can do: there are {known}")
    return readers[said](s, seat, u, [said, *rest])


def exactly(rest: list[str], count: int, said: str) -> None:
    """ValueError unless so many words follow."""
    if len(rest) != count:
        raise ValueError(f"{said!r} takes {count} more word{'' if count == 1 else 's'}, not {len(rest)}")


def one_of(word: str, known: tuple[str, ...] | list[str], what: str) -> int:
    """The position of a word among those known, case aside."""
    lowered = [k.lower() for k in known]
    if word.lower() not in lowered:
        raise ValueError(f"{word!r} is no {what}: there are {', '.join(known)}")
    return lowered.index(word.lower())


def turned(facing: int, way: str) -> int:
    """A facing turned 60 degrees left or right."""
    return (facing + (5, 1)[one_of(way, ("left", "right"), "way to turn")]) % 6


def read_turn(s: State, seat: int, u: int, words: list[str]) -> Action:
    """turn left|right with|stay"""
    exactly(words[1:], 2, "turn")
    along = 1 - one_of(words[2], ("with", "stay"), "way for the turret")
    return make(seat, Verb.TURN, u, facing=turned(s.units[u].hull, words[1]), choice=along)


def read_turret(s: State, seat: int, u: int, words: list[str]) -> Action:
    """turret left|right"""
    exactly(words[1:], 1, "turret")
    return make(seat, Verb.TURRET, u, facing=turned(s.units[u].turret, words[1]))


def read_shot(s: State, seat: int, u: int, words: list[str]) -> Action:
    """fire UNIT, fire building HEX, and the same for the anti-infantry weapon (ai)"""
    verb = Verb.FIRE if words[0] == "fire" else Verb.FIRE_AI
    if len(words) == 3 and words[1].lower() == "building":
        return make(seat, verb, u, place=cell_of(words[2].upper()))
    exactly(words[1:], 1, words[0])
    return make(seat, verb, u, target=find_unit(s, words[1]))


def read_deployment(s: State, seat: int, u: int, words: list[str]) -> Action:
    """deploy HEX DIRECTION"""
    exactly(words[1:], 2, "deploy")
    facing = one_of(words[2], DIRECTIONS, "direction")
    return make(seat, Verb.DEPLOY, u, place=cell_of(words[1].upper()), facing=facing)


def read_preparation(s: State, seat: int, u: int, words: list[str]) -> Action:
    """prepare DIRECTION ROUND"""
    exactly(words[1:], 2, "prepare")
    facing = one_of(words[1], DIRECTIONS, "direction")
    return make(seat, Verb.PREPARE, u, facing=facing, choice=1 + one_of(words[2], ("AT", "HE"), "round"))


def read_smoke(s: State, seat: int, u: int, words: list[str]) -> Action:
    """smoke HEX"""
    exactly(words[1:], 1, "smoke")
    return make(seat, Verb.SMOKE, u, place=cell_of(words[1].upper()))


def read_straight(s: State, seat: int, u: int, words: list[str]) -> Action:
    """straight 1|2|3"""
    exactly(words[1:], 1, "straight")
    return make(seat, Verb.STRAIGHT, u, choice=1 + one_of(words[1], ("1", "2", "3"), "number of hexes"))


def read_load(s: State, seat: int, u: int, words: list[str]) -> Action:
    """load AT|HE"""
    exactly(words[1:], 1, "load")
    return make(seat, Verb.LOAD, u, choice=1 + one_of(words[1], ("AT", "HE"), "round"))


def read_ability(s: State, seat: int, u: int, words: list[str]) -> Action:
    """ability commander, ability driver double ..."""
    said = " ".join(words[1:])
    return make(seat, Verb.ABILITY, u, choice=one_of(said, list(ABILITIES.values()), "ability"))


def read_lieutenant(s: State, seat: int, u: int, words: list[str]) -> Action:
    """lieutenant ROLE"""
    exactly(words[1:], 1, "lieutenant")
    return make(seat, Verb.LIEUTENANT, u, choice=one_of(words[1], ROLES, "role"))
