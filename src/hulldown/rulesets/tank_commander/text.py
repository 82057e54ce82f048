"""Orders as text and back: "A1 move", "A1 turn left with", "A2 missile B1 AT" (TC-15.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, by_name, line
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Drive, Role, Shell, Verb
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.state import State

ABILITIES = {
    "commander": Ability.BOOMING_VOICE,
    "driver double": Ability.DOUBLE,
    "driver straight": Ability.STRAIGHT,
    "gunner": Ability.BRING_IT_DOWN,
    "loader": Ability.QUICK_LOAD,
}
ROLES = {role.name.lower(): role for role in Role if role != Role.LIEUTENANT}
WAYS = {name: direction for direction, name in enumerate(DIRECTIONS)}


def side_of_turn(old: int, new: int) -> str:
    """Which way a facing turns by 60 degrees."""
    return "left" if (new - old) % 6 == 5 else "right"


def turn_text(part: Literal["hull", "turret"]) -> FormPart[State]:
    """A new facing of hull or turret, by the way it turns."""

    def old(s: State, a: Action) -> int:
        return int(getattr(s.units[a.actor], part))

    def read(s: State, a: Action, words: Words) -> None:
        turn = grammar.one_of({"left": 5, "right": 1}, words.pop(0), "way to turn")
        a.facing = (old(s, a) + turn) % 6

    return FormPart("the way to turn", "left", lambda s, a: side_of_turn(old(s, a), a.facing), read)


def read_way(s: State, a: Action, words: Words) -> None:
    """The direction of units that move any way (TC-10.7, TC-14.12); the others go forward (TC-5.3)."""
    name = unit_id(s, a.actor)
    if s.units[a.actor].drive not in (Drive.HOVER, Drive.LEGS, Drive.FOOT):
        if words:
            raise ValueError(f"{name} only moves straight ahead: turn it first")
    elif words:
        a.facing = grammar.one_of(WAYS, words.pop(0), "direction")
    else:
        raise ValueError(f'{name} moves in any direction: name one, for example "{action_text(s, a)} NE"')


def read_ability(s: State, a: Action, words: Words) -> None:
    a.choice = grammar.one_of(ABILITIES, " ".join(words), "ability")
    words.clear()


def read_hexes(s: State, word: str) -> int:
    """How far a straight run goes (TC-6.5)."""
    far = {str(hexes): hexes for hexes in range(1, s.options.straight_hexes + 1)}
    return grammar.one_of(far, word, "number of hexes")


HEX: FormPart[State] = grammar.column(
    "place", "the hex", "E5", lambda s, cell: name_of(cell), lambda s, word: cell_of(word.upper())
)
UNITS = NameLookup(find_unit, unit_id)
UNIT = UNITS.part("target", "the unit", "B1")
DIRECTION = grammar.word("facing", WAYS, "direction", "NE")
ROUND = grammar.word("choice", {"AT": Shell.AT, "HE": Shell.HE}, "round", "AT")
HEXES: FormPart[State] = grammar.column(
    "choice", "how many hexes", "2", lambda s, hexes: str(hexes), read_hexes
)
TURRET = replace(
    grammar.word("choice", {"with": 1, "stay": 0}, "way for the turret", "with"),
    write=lambda s, a: "with" if a.choice == 1 else "stay",  # the rule asks no more of the column
)
ROLE = grammar.word("choice", ROLES, "role", "gunner")
ABILITY: FormPart[State] = FormPart(
    "the ability", "gunner", lambda s, a: grammar.word_of(ABILITIES, a.choice), read_ability, (1, 2)
)
ANY_WAY = "the direction if it moves in any"
WAY: FormPart[State] = FormPart(ANY_WAY, "", grammar.maybe(DIRECTION).write, read_way, (0, 1))


def shots(word: str) -> tuple[grammar.OrderForm[State], ...]:
    """At a building or at a unit."""
    return line(word, grammar.after("building", HEX), target=NOBODY), line(word, UNIT)


GRAMMAR = Grammar[State](
    "A1 move",
    {Verb.ROLL: line("roll off"), Verb.CONCEDE: line("concede")},
    Actors(
        "unit",
        UNITS,
        {
            **by_name((Verb.ACTIVATE, Verb.REVERSE, Verb.EXTINGUISH, Verb.COVER, Verb.CAPTURE, Verb.END)),
            Verb.MOVE: line("move", WAY),
            Verb.STRAIGHT: line("straight", HEXES, WAY),
            Verb.TURN: line("turn", turn_text("hull"), TURRET),
            Verb.TURRET: line("turret", turn_text("turret")),
            Verb.FIRE: shots("fire"),
            Verb.FIRE_AI: shots("ai"),
            Verb.MISSILE: line("missile", UNIT, ROUND),
            Verb.LOAD: line("load", ROUND),
            Verb.FLARE: line("flare", grammar.maybe(HEX)),
            Verb.MOUNT: line("mount", UNIT),
            Verb.DEPLOY: line("deploy", HEX, grammar.maybe(DIRECTION)),
            Verb.PREPARE: line("prepare", DIRECTION, ROUND),
            Verb.ABILITY: line("ability", ABILITY),
            Verb.LIEUTENANT: line("lieutenant", ROLE),
            **by_name((Verb.SMOKE, Verb.STRIKE, Verb.MINE, Verb.DISARM, Verb.DISMOUNT), HEX),
            Verb.BAIL_OUT: line("bail", HEX),
        },
    ),
)
action_text, parse_action = GRAMMAR.write, GRAMMAR.parse
