"""Replay files: save, load and verify. JSON, readable, checked to the last field; nothing is executed.

A file holds the set-up, the orders as text and the dice that fell, with digests of positions on
the way. Loading plays the game again through the rules, so an edited file cannot make a
position that the rules do not lead to. A sealed file lacks the dice key: it can be watched.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.game.game import Game
from hulldown.game.orders import Die
from hulldown.game.secret import DiceSecret
from hulldown.kernel.dice import TAPE
from hulldown.kernel.records import digest
from hulldown.rulesets.ruleset import Ruleset

LARGEST = 4_000_000  # characters
MOST_ORDERS = 20_000

Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Digest = Annotated[str, StringConstraints(pattern="^([0-9a-f]{16})?$")]
Key = Annotated[str, StringConstraints(pattern="^([0-9a-f]{16})?$")]
Hex = Annotated[str, StringConstraints(pattern="^[0-9a-f]{0,64}$")]
Dice = Annotated[str, StringConstraints(pattern=r"^(\d{1,6}/\d{1,6}( \d{1,6}/\d{1,6})*)?$", max_length=2000)]
Value = Annotated[str, StringConstraints(max_length=200)] | int | bool


class SaveError(ValueError):
    """A replay file cannot be used; the message names the line, the field or the order."""


@dataclass(frozen=True)
class Difference:
    """Where playing a file again gives something else: the order's number (0: before the first)."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"order {self.number}: {self.text}" if self.number else self.text


class Part(BaseModel):
    """A part of the file: unknown fields refused, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Move(Part):
    """One order: "5/6 2/6" are a five and a two on six-sided dice."""

    seat: Annotated[int, Field(ge=0, le=1)]
    order: Word
    dice: Dice = ""
    digest: Digest = ""


class Throws(Part):
    """Where the dice come from. The key is missing in a sealed file."""

    commitment: Hex
    key: Key = ""
    salt: Hex = ""


class ScenarioFile(Part):
    """A scenario that does not come with the ruleset, word for word."""

    name: Word
    text: Annotated[str, StringConstraints(max_length=262_144)]


class Replay(Part):
    """The whole file."""

    format: Literal["hulldown game"]
    format_version: Literal[1]
    ruleset: Word
    ruleset_version: int
    scenario: Word | ScenarioFile
    options: dict[Word, Value] = {}
    forces: dict[Word, dict[Word, Any]] = {}
    dice: Throws
    start: Digest
    orders: Annotated[list[Move], Field(max_length=MOST_ORDERS)]
    end: Digest
    result: Annotated[int, Field(ge=0, le=2)] | None = None


# ---------------------------------------------------------------- save


def _dice_text(dice: tuple[Die, ...]) -> str:
    return " ".join(f"{face}/{sides}" for face, sides in dice)


def _scenario(game: Game) -> str | ScenarioFile:
    if isinstance(game.scenario, str):
        return game.scenario
    return ScenarioFile(name=game.scenario.name, text=game.script)


def save(game: Game, sealed: bool = False) -> str:
    """The file of a game, one order a line."""
    secret = None if sealed else game.secret
    replay = Replay(
        format="hulldown game",
        format_version=1,
        ruleset=game.ruleset.id,
        ruleset_version=game.ruleset.version,
        scenario=_scenario(game),
        options=game.options,
        forces=game.forces,
        dice=Throws(
            commitment=game.commitment, key=secret.key if secret else "", salt=secret.salt if secret else ""
        ),
        start=digest(game.start),
        orders=[],
        end=game.digest,
        result=game.result,
    )
    moves = (
        Move(seat=t.act.seat, order=t.act.text, dice=_dice_text(t.dice), digest=t.digest)
        for t in game.history
    )
    lines = ",\n".join("  " + move.model_dump_json(exclude_defaults=True) for move in moves)
    body = replay.model_dump_json(indent=1, exclude_none=True)
    return body.replace('"orders": []', f'"orders": [\n{lines}\n ]' if lines else '"orders": []', 1) + "\n"


# ---------------------------------------------------------------- load and verify


def _read(text: str) -> Replay:
    if len(text) > LARGEST:
        raise SaveError(f"a replay file has at most {LARGEST:,} characters")
    try:
        return Replay.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SaveError(f"{place}: {first['msg']}" if place else str(first["msg"])) from None


def _ruleset(replay: Replay, ruleset: Ruleset | None) -> Ruleset:
    if ruleset is not None and ruleset.id == replay.ruleset:
        return ruleset
    try:
        return rulesets.get(replay.ruleset)
    except rulesets.UnknownRuleset as unknown:
        raise SaveError(f"ruleset: {unknown}") from None


def _opened(replay: Replay, ruleset: Ruleset) -> Game:
    """The game before its first order."""
    secret = DiceSecret(replay.dice.key, replay.dice.salt) if replay.dice.key else None
    scenario = replay.scenario
    try:
        if isinstance(scenario, ScenarioFile):
            return _from_file(replay, ruleset, scenario, secret)
        if scenario not in ruleset.scenarios():
            raise SaveError(f"scenario: {ruleset.id} has no scenario {scenario!r}")
        game = Game(ruleset, scenario, secret, replay.options, replay.forces)
    except (CatalogueError, ValueError) as wrong:
        raise SaveError(str(wrong)) from None
    game.commitment = replay.dice.commitment
    return game


def _from_file(replay: Replay, ruleset: Ruleset, file: ScenarioFile, secret: DiceSecret | None) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        name = Path(file.name).name
        path = Path(folder) / (name if name.endswith(".toml") else "scenario.toml")
        path.write_text(file.text, encoding="utf-8")
        return Game(ruleset, path, secret, replay.options, replay.forces)


def _tape(move: Move) -> tuple[Die, ...]:
    pairs = (pair.split("/") for pair in move.dice.split())
    return tuple((int(face), int(sides)) for face, sides in pairs)


def _repeat(game: Game, move: Move) -> str:
    """Play one recorded order; what differs, or nothing."""
    recorded = _tape(move)
    if len(recorded) > TAPE or any(not 1 <= face <= sides for face, sides in recorded):
        return f"dice {move.dice} cannot be thrown"
    try:
        act = game.parse(move.order, move.seat)
        if refusal := game.check(act):
            return f"{move.order} is refused: {refusal.text} ({refusal.rule})"
        turn = game.carry_out(act.row, recorded if game.sealed else None)
    except (ValueError, IndexError) as wrong:
        return f"{move.order}: {wrong}"
    if turn.dice != recorded:
        return f"the dice are {_dice_text(turn.dice) or 'none'}, the file says {move.dice or 'none'}"
    if move.digest and move.digest != game.digest:
        return "the position is not the one in the file"
    return ""


def _before(replay: Replay, game: Game) -> str:
    """What is wrong before the first order."""
    if replay.ruleset_version != game.ruleset.version:
        here = game.ruleset.version
        return f"the file was made by version {replay.ruleset_version} of the rules, these are {here}"
    if game.secret and game.secret.commitment != replay.dice.commitment:
        return "the dice key is not the one that was promised at the start"
    if digest(game.start) != replay.start:
        return "the starting position is not the one in the file: a scenario or a unit has changed"
    return ""


def _replayed(replay: Replay, ruleset: Ruleset | None) -> tuple[Game, list[Difference]]:
    """Play a file again as far as it agrees."""
    game = _opened(replay, _ruleset(replay, ruleset))
    if wrong := _before(replay, game):
        return game, [Difference(0, wrong)]
    for number, move in enumerate(replay.orders, 1):
        if wrong := _repeat(game, move):
            return game, [Difference(number, wrong)]
    if replay.end != game.digest:
        return game, [Difference(len(replay.orders), "the last position is not the one in the file")]
    if replay.result != game.result:
        return game, [Difference(len(replay.orders), "the result is not the one in the file")]
    return game, []


def load(text: str, ruleset: Ruleset | None = None) -> Game:
    """The game of a file, ready to go on. SaveError names what is wrong.

    `ruleset` may be given for one that is not registered by name.
    """
    game, differences = _replayed(_read(text), ruleset)
    if differences:
        raise SaveError(str(differences[0]))
    return game


def verify(text: str, ruleset: Ruleset | None = None) -> list[Difference]:
    """What differs when a file is played again: empty, or the first difference."""
    return _replayed(_read(text), ruleset)[1]
