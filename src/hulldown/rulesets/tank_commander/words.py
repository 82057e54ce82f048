"""The words of the game: names, refusals, and orders as text and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from hulldown.catalogue import ValidationIssue
from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import DIRECTIONS, cell_at, cell_of, name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import UnitMark
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, by_name, line
from hulldown.rulesets.common.names import numbered, plural, spelled
from hulldown.rulesets.tank_commander import state
from hulldown.rulesets.tank_commander.crew import is_aboard
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.state import NOBODY, Ability, Drive, Kind, Mission, Role, State, Verb

WAYS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
MEMBERS = ("commander", "driver", "gunner", "loader", "lieutenant commander")
FACES = ("front", "side", "rear")
SHELL_NAMES = ("anti-infantry weapon", "AT", "HE")
MEDALS = ("", "bronze", "silver", "gold")
ANY_WAY = (Drive.HOVER, Drive.LEGS, Drive.FOOT)  # what moves without turning
DRIVES = {drive: "any way" if drive in ANY_WAY else "" for drive in Drive}
RANKS = {state.Rank.NONE: "", state.Rank.VETERAN: "veteran", state.Rank.ACE: "ace"}
STORM, NIGHT = "storm", "night"
GROUNDS = spelled(state.Ground, OPEN="open ground")
ABILITY_NAMES = {
    Ability.BOOMING_VOICE: "Booming Voice",
    Ability.DOUBLE: "Move move move!",
    Ability.STRAIGHT: "Move move move!",
    Ability.BRING_IT_DOWN: "Bring it down!",
    Ability.QUICK_LOAD: "Quick Load",
}
LOSSES = {  # without numbers, which an option may change; the card has them
    Role.COMMANDER: ("fewer actions", "fewer actions still"),
    Role.DRIVER: ("drives less far", "can neither move nor turn"),
    Role.GUNNER: ("aims worse", "cannot fire"),
    Role.LOADER: ("loads slower", "cannot load"),
}


COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(n: int, word: str, many: str = "") -> str:
    """So many of something, a small number in letters: "two moves"."""
    return f"{COUNTS[n] if n < len(COUNTS) else n} {word if n == 1 else many or f'{word}s'}"


def hexes(n: int) -> str:
    """So many hexes."""
    return plural(n, "hex", "hexes")


# ---------------------------------------------------------------- naming
# Names of units: the side's letter and a number, T and G for statics (A1, B2, T1); what they are called.


STATIC_LETTERS: dict[int, str] = {Kind.TARGET: "T", Kind.GUN: "G"}
PRIZED = {Mission.DESTROY_TARGET: "Staff squad", Mission.ESCORT: "Escorted squad"}


def name_units(places: list[tuple[str, str]], kinds: list[tuple[int, Kind]]) -> Iterator[ValidationIssue]:
    """What is wrong with the names of a roster: units are numbered in order within their letter."""
    names = numbered(STATIC_LETTERS.get(kind, "AB"[seat]) for seat, kind in kinds)
    for (table, name), right in zip(places, names, strict=True):
        if name != right:
            yield ValidationIssue((table, name), f"must be called {right}")


def unit_id(s: State, u: int) -> str:
    """The name a unit is ordered by: "A1"."""
    return unit_ids(s)[u]


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return numbered(STATIC_LETTERS.get(t.kind, "AB"[t.side]) for t in s.units[: s.count])


def find_unit(s: State, name: str) -> int:
    """The number of a unit. ValueError lists those there are."""
    known = unit_ids(s)
    if name not in known:
        raise ValueError(f"there is no unit {name!r}: there are {', '.join(known)}")
    return known.index(name)


def catalogue_name(shelf: Shelf, s: State, u: int) -> str:
    """What the catalogue calls this kind of unit: "Battle tank"."""
    return list(shelf.units().units.values())[s.units[u].profile].name


def kind_name(shelf: Shelf, s: State, u: int) -> str:
    """The kind of unit within a sentence: "battle tank", "AA gun"."""
    name = catalogue_name(shelf, s, u)
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def squad_name(s: State, u: int) -> str:
    """A squad by what its mission wants of it (TC-13.17, TC-13.19)."""
    return PRIZED.get(Mission(s.mission), "Squad") if u == s.prize else "Squad"


def unit_name(shelf: Shelf, s: State, u: int) -> str:
    """What the unit is called after its build ("Hunter"), or after its kind."""
    build = s.units[u].build
    if build >= 0:
        key, entry = list(shelf.units().builds.items())[build]
        return entry.name or key
    return squad_name(s, u) if s.units[u].kind == Kind.SQUAD else catalogue_name(shelf, s, u)


def ability_name(s: State, ability: int) -> tuple[str, str]:
    """What an ability is called, and what it does under these options (TC-6.3 to TC-6.10)."""
    o = s.options
    moves, far = in_words(o.double_moves, "move"), in_words(o.straight_hexes, "hex", "hexes")
    double = f"the next {moves} for one action"
    if o.double_move == state.DoubleMove.EVERY_MOVE:
        double = f"{moves} for each action paid"
    effects = {
        Ability.BOOMING_VOICE: plural(o.booming_voice, "more action"),
        Ability.DOUBLE: double,
        Ability.STRAIGHT: f"one action drives up to {far} straight on",
        Ability.BRING_IT_DOWN: f"every shot hits on {o.bring_it_down_score}+",
        Ability.QUICK_LOAD: f"loading costs {f'{o.quick_load_cost} AP' if o.quick_load_cost else 'nothing'}",
    }
    return ABILITY_NAMES[Ability(ability)], effects[Ability(ability)]


# ---------------------------------------------------------------- counters
# Units as they are drawn and read aloud: what stands on the board, with what it carries and is worth.


FIGURES = {Kind.TANK: "tank", Kind.APC: "apc", Kind.SQUAD: "squad", Kind.GUN: "gun", Kind.TARGET: "target"}
EXOTIC = {Drive.HOVER: "hover", Drive.LEGS: "walker"}
WORTH = {"target": "must be destroyed", "escort": "must be brought across"}


def cells(s: State) -> list[int]:
    """Every cell of the board, column by column."""
    return [cell_at(column, row) for column in range(s.columns) for row in range(s.rows)]


def on_map(s: State) -> list[int]:
    """Units that stand on the board, wrecks included; not those that are carried."""
    return [u for u in range(s.count) if s.units[u].cell != NOBODY and s.occupant[s.units[u].cell] == u]


def is_wreck(s: State, u: int) -> bool:
    """Whether a unit stands on the board but can act no more."""
    return s.units[u].standing in (state.Standing.DISABLED, state.Standing.ABANDONED)


def figure(s: State, u: int) -> str:
    """The silhouette of a unit; hover tanks and walkers have their own (TC-14.11)."""
    t = s.units[u]
    return EXOTIC.get(Drive(t.drive)) or FIGURES[Kind(t.kind)]


def states(s: State, u: int) -> frozenset[str]:
    """What a counter shows beside its kind."""
    t = s.units[u]
    shown = {
        "active": u == s.active,
        "spent": t.activated > 0 and s.phase != state.Phase.OVER and not is_wreck(s, u),
        "burning": t.burning > 0 and t.standing != state.Standing.DESTROYED,
        "wreck": is_wreck(s, u),
        "cover": t.covered > 0 and t.standing == state.Standing.OPERATIONAL,
    }
    return frozenset(name for name, on in shown.items() if on)


def passengers(s: State, u: int) -> list[int]:
    """The squads on or in a vehicle (TC-10.20, TC-10.21)."""
    return [squad for squad in range(s.count) if is_aboard(s, squad, u)]


def worth(s: State, u: int) -> str:
    """What the battle is about, if it is this unit or a squad it carries (TC-13.17, TC-13.19)."""
    if s.prize == NOBODY or (s.prize != u and not is_aboard(s, s.prize, u)):
        return ""
    return "escort" if s.mission == Mission.ESCORT else "target"


# ---------------------------------------------------------------- words


def spoken_unit(shelf: Shelf, s: State, u: int) -> str:
    """A unit as a screen reader says it."""
    t = s.units[u]
    parts = [f"{SIDES[t.side]} {unit_id(s, u)} {unit_name(shelf, s, u)}", kind_name(shelf, s, u)]
    if t.hull != NOBODY:
        parts.append(f"hull {DIRECTIONS[t.hull]}")
    if t.turret != NOBODY:
        parts.append(f"turret {DIRECTIONS[t.turret]}")
    parts.append(f"{t.points} of {t.full} hull points")
    if squads := passengers(s, u):
        parts.append(f"carries {' and '.join(unit_id(s, squad) for squad in squads)}")
    if s.prize == u:
        parts.append(WORTH[worth(s, u)])
    return ", ".join([*parts, *sorted("in cover" if name == "cover" else name for name in states(s, u))])


def unit_mark(shelf: Shelf, s: State, u: int) -> UnitMark:
    """A unit as it is drawn."""
    t = s.units[u]
    return UnitMark(
        unit=unit_id(s, u),
        side=t.side,
        kind=figure(s, u),
        name=unit_name(shelf, s, u),
        place=name_of(t.cell),
        hull=None if t.hull == NOBODY else t.hull,
        turret=None if t.turret == NOBODY else t.turret,
        points=t.points,
        points_full=t.full,
        state=states(s, u),
        spoken=spoken_unit(shelf, s, u),
        aboard=tuple(unit_id(s, squad) for squad in passengers(s, u)),
        outside=t.kind != Kind.APC,
        prize="" if is_wreck(s, u) else worth(s, u),
    )


def pieces(shelf: Shelf, s: State) -> list[UnitMark]:
    """Every unit of the battle, those that are carried or still to come too."""
    return [unit_mark(shelf, s, u) for u in range(s.count)]


# ---------------------------------------------------------------- refusals
# Why an order is refused, in words with the rule.


BY_VERB: dict[tuple[Why, Verb | None], tuple[str, str]] = {  # words and rule, "" as for any other verb
    (Why.NO_EQUIPMENT, Verb.SMOKE): ("", "TC-2.13"),
    (Why.NO_EQUIPMENT, Verb.FIRE_AI): ("", "TC-5.12"),
    (Why.NO_EQUIPMENT, Verb.STRIKE): ("no air support", "TC-2.16"),
    (Why.NO_EQUIPMENT, Verb.MINE): ("carries no mines", "TC-2.17"),
    (Why.NO_EQUIPMENT, Verb.LIEUTENANT): ("", "TC-2.15"),
    (Why.USED_UP, Verb.STRIKE): ("the air strike has been called", "TC-12.2"),
    (Why.USED_UP, Verb.MINE): ("every mine is laid", "TC-12.11"),
    (Why.NO_CREW, Verb.EXTINGUISH): ("", "TC-5.16"),
    (Why.NO_CREW, Verb.SMOKE): ("", "TC-5.18"),
    (Why.NO_CREW, Verb.STRIKE): ("", "TC-5.18"),
    (Why.NO_CREW, Verb.MINE): ("", "TC-5.18"),
    (Why.NO_AP, Verb.LOAD): ("", "TC-6.17"),
    (Why.OUT_OF_RANGE, Verb.SMOKE): ("", "TC-5.14"),
    (Why.OUT_OF_RANGE, Verb.MINE): ("", "TC-12.11"),
    (Why.OUT_OF_RANGE, Verb.FLARE): ("", "TC-14.5"),
    (Why.OUT_OF_RANGE, Verb.DISMOUNT): ("", "TC-10.19"),
    (Why.IMPASSABLE, Verb.SMOKE): ("", "TC-5.14"),
    (Why.IMPASSABLE, Verb.MOVE): ("", "TC-5.4"),
    (Why.IMPASSABLE, Verb.STRAIGHT): ("", "TC-6.6"),
    (Why.IMPASSABLE, Verb.MINE): ("a building stands there", "TC-12.11"),
    (Why.IMPASSABLE, Verb.DISMOUNT): ("", "TC-10.19"),
    (Why.HEX_OCCUPIED, Verb.MINE): ("", "TC-12.11"),
    (Why.HEX_OCCUPIED, Verb.DISMOUNT): ("", "TC-10.19"),
    (Why.NOT_IN_ZONE, Verb.MINE): ("not in your half, or too near an enemy", "TC-12.11"),
    (Why.NOT_VALID_TARGET, Verb.FIRE): ("shells do nothing to it", "TC-13.27"),
    (Why.NOT_VALID_TARGET, Verb.MISSILE): ("", "TC-10.10"),
    (Why.IN_COVER, Verb.COVER): ("", "TC-15.9"),
    (Why.NO_CARRIER, Verb.DISMOUNT): ("the squad is on foot", "TC-15.9"),
    (Why.NO_SUCH_ACTION, Verb.LIEUTENANT): ("", "TC-6.12"),
    (Why.IMPASSABLE, Verb.DEPLOY): ("a building stands there", ""),
    (Why.NOT_IN_ZONE, Verb.DEPLOY): ("outside the deployment zone", ""),
}
RULES_BY_KIND: dict[tuple[Why, Kind | None], str] = {
    (Why.MOVEMENT_CAP, Kind.SQUAD): "TC-10.8",
    (Why.MOVEMENT_CAP, Kind.APC): "TC-11.4",
}


def refusal(code: int, verb: Verb | None = None, kind: Kind | None = None) -> Refusal:
    """The words and the rule of a reason code; verb and kind of unit sharpen them where they can."""
    why = Why.of(code)
    text, rule = BY_VERB.get((why, verb), ("", ""))
    usual = RULES_BY_KIND.get((why, kind), why.rule)
    return Refusal(why.name.lower(), text or why.text, rule or usual)


# ---------------------------------------------------------------- text
# Orders as text and back: "A1 move", "A1 turn left with", "A2 missile B1 AT" (TC-15.2).


ABILITIES = {
    "commander": Ability.BOOMING_VOICE,
    "driver double": Ability.DOUBLE,
    "driver straight": Ability.STRAIGHT,
    "gunner": Ability.BRING_IT_DOWN,
    "loader": Ability.QUICK_LOAD,
}
ROLES = {role.name.lower(): role for role in Role if role != Role.LIEUTENANT}
WAY_WORDS = {name: direction for direction, name in enumerate(DIRECTIONS)}


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
    if s.units[a.actor].drive not in ANY_WAY:
        if words:
            raise ValueError(f"{name} only moves straight ahead: turn it first")
    elif words:
        a.facing = grammar.one_of(WAY_WORDS, words.pop(0), "direction")
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
DIRECTION = grammar.word("facing", WAY_WORDS, "direction", "NE")
ROUND = grammar.word("choice", {"AT": state.Shell.AT, "HE": state.Shell.HE}, "round", "AT")
HEXES: FormPart[State] = grammar.column(
    "choice", "how many hexes", "2", lambda s, hexes: str(hexes), read_hexes
)
TURRET = replace(
    grammar.word("choice", {"with": 1, "stay": 0}, "way for the turret", "with"),
    write=lambda s, a: "with" if a.choice == 1 else "stay",  # the rule asks no more of the column
)
ROLE = grammar.word("choice", ROLES, "role", "gunner")
ABILITY = FormPart[State](
    "the ability", "gunner", lambda s, a: grammar.word_of(ABILITIES, a.choice), read_ability, (1, 2)
)
WAY = FormPart[State](
    "the direction if it moves in any", "", grammar.maybe(DIRECTION).write, read_way, (0, 1)
)


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
