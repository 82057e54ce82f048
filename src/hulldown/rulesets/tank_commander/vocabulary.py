"""The words of the game: directions, crew, rounds, abilities, summands of a number."""

from __future__ import annotations

from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander.codes import Ability, Drive, Ground, Rank, Role

WAYS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
MEMBERS = ("commander", "driver", "gunner", "loader", "lieutenant commander")
FACES = ("front", "side", "rear")
SHELL_NAMES = ("anti-infantry weapon", "AT", "HE")
MEDALS = ("", "bronze", "silver", "gold")
DRIVES = {
    Drive.NONE: "",
    Drive.TRACKS: "",
    Drive.HOVER: "any way",
    Drive.LEGS: "any way",
    Drive.FOOT: "any way",
}
RANKS = {Rank.NONE: "", Rank.VETERAN: "veteran", Rank.ACE: "ace"}
STORM, NIGHT = "storm", "night"
GROUNDS = {g: g.name.lower() for g in Ground} | {Ground.OPEN: "open ground"}
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
