"""Positions as text, and games as files that prove themselves."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hulldown import rulesets
from hulldown.ai.position import Position
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.load import LARGEST_FILE, strip_bom
from hulldown.catalogue.overlay import MAX_LAYERS, Layer, LayerPart
from hulldown.game.battle import Battle, Die
from hulldown.game.secret import LONG, SHORT, DiceSecret
from hulldown.kernel.dice import TAPE
from hulldown.kernel.records import PLAIN, copy, fields
from hulldown.kernel.records import Field as RecordField
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.common.packs import checked_overlay

B = TypeVar("B", bound=Battle)
FORM = "hulldown/1"
OWN = "-"  # in place of the name of a scenario
LONGEST = 600_000  # characters
MOST_BYTES = 1_500_000  # bytes of what is compressed
MARK = 8  # bytes of the checksum
STEPS = 4_000_000  # lines of rules that may run to answer for one; the longest of ours takes 1,400,000
RANGE = {"i1": 1 << 7, "i2": 1 << 15, "i4": 1 << 31, "i8": 1 << 63}
SEATS = (0, 1, None)
PARTS = {"start", "state", "options", "forces", "scenario", "layers"}


class PositionError(ValueError):
    """A text is no position of these rules; the message says why."""


# ---------------------------------------------------------------- writing


def position(game: Battle) -> str:
    """The position of a game as one line. It holds everything, what one side keeps secret too."""
    ruleset, scenario = game.ruleset, game.scenario
    start = ruleset.set_up(scenario, game.options, game.forces)
    body: dict[str, Any] = {"start": ruleset.digest(start), "state": _changes(start, game.state)}
    if game.options:
        body["options"] = game.options
    if game.forces:
        body["forces"] = game.forces
    if ruleset.layers:
        body["layers"] = [[layer.file, layer.text, layer.shown] for layer in ruleset.layers]
    if isinstance(scenario, OwnFile):
        body["scenario"] = [scenario.name, scenario.text]
    head = [FORM, f"{ruleset.id}/{ruleset.version}", OWN if isinstance(scenario, OwnFile) else scenario]
    return _encode(head, body)


def _encode(head: list[str], body: dict[str, Any]) -> str:
    packed = zlib.compress(json.dumps(body, separators=(",", ":")).encode(), 9)
    word = base64.urlsafe_b64encode(_mark(head, packed) + packed).decode().rstrip("=")
    return " ".join([*head, word])


def _mark(head: list[str], packed: bytes) -> bytes:
    return hashlib.sha256(" ".join(head).encode() + b"\n" + packed).digest()[:MARK]


def _changes(was: Any, now: Any) -> dict[str, Any]:
    """The fields in which two records differ, with their values now; entries of a list by their number."""
    changes = {f.name: _change(f, getattr(was, f.name), getattr(now, f.name)) for f in fields(type(was))}
    return {name: change for name, change in changes.items() if change is not None}


def _change(f: RecordField, was: Any, now: Any) -> Any:
    """What is now in a field, if it is something else than it was."""
    if f.length:
        changes = {str(i): _value(f, was[i], now[i]) for i in range(f.length)}
        return {i: change for i, change in changes.items() if change is not None} or None
    return _value(f, was, now)


def _value(f: RecordField, was: Any, now: Any) -> Any:
    if isinstance(f.kind, str):
        return None if int(was) == int(now) else int(now)
    return _changes(was, now) or None


# ---------------------------------------------------------------- reading


def opened(text: str, secret: DiceSecret | None, kind: type[B], ruleset: Ruleset | None = None) -> B:
    """A game of a kind that begins where a text says, with the dice of a secret, or sealed without one.

    PositionError if it cannot.
    """
    head, body = _decode(text)
    rules, scenario = _layered(_parse_ruleset(head[1], ruleset), body), _parse_scenario(head[2], body)
    if isinstance(scenario, str) and scenario not in rules.files.scenarios():
        raise PositionError(f"{rules.id} has no scenario {scenario!r:.80}")
    try:
        game = kind(rules, scenario, secret, _table(body, "options"), _table(body, "forces"))
    except (CatalogueError, ValueError, TypeError) as wrong:
        raise PositionError(f"its scenario cannot be set up: {wrong}") from None
    if rules.digest(game.start) != body.get("start"):
        raise PositionError("its scenario or a unit has changed since it was written")
    state = copy(game.start)
    _apply(state, body.get("state"), "state")
    _answered(Position(rules, state))
    game.begin_at(state)
    game.origin = position(game)
    return game


def _decode(text: str) -> tuple[list[str], dict[str, Any]]:
    """The first words of a text, and what its last one holds."""
    if len(text) > LONGEST:
        raise PositionError(f"a position has at most {LONGEST:,} characters")
    head, words = (split := text.split())[:3], split[3:]
    if not words or head[0] != FORM:
        raise PositionError(f'a position reads "{FORM} RULESET/VERSION SCENARIO ..."')
    word = "".join(words)
    try:
        raw = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise PositionError("its last word is cut or has other letters than were written") from None
    mark, packed = raw[:MARK], raw[MARK:]
    if mark != _mark(head, packed):
        raise PositionError("something in it was changed after it was written: its checksum is another")
    return head, _unpacked(packed)


def _unpacked(packed: bytes) -> dict[str, Any]:
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(packed, MOST_BYTES)
        if not stream.eof or stream.unused_data:
            raise PositionError("what it holds is too large or not whole")
        body = json.loads(raw)
    except (zlib.error, ValueError, RecursionError) as wrong:
        if isinstance(wrong, PositionError):
            raise
        raise PositionError("what it holds cannot be read") from None
    if not isinstance(body, dict) or body.keys() - PARTS:
        raise PositionError("what it holds is no position")
    return body


def _parse_ruleset(word: str, ruleset: Ruleset | None) -> Ruleset:
    name, _, version = word.partition("/")
    try:
        rules = ruleset if ruleset is not None and ruleset.id == name else rulesets.get(name)
    except rulesets.UnknownRuleset as unknown:
        raise PositionError(str(unknown)) from None
    if version != str(rules.version):
        raise PositionError(f"it was made by version {version} of the rules, these are {rules.version}")
    return rules


def _layered(ruleset: Ruleset, body: dict[str, Any]) -> Ruleset:
    """The ruleset with the layers that lay over it."""
    listed, layers = body.get("layers", []), []
    if not isinstance(listed, list) or len(listed) > MAX_LAYERS:
        raise PositionError(f"its layers are no list of at most {MAX_LAYERS}")
    for given in listed:
        match given:
            case [str(file), str(text), str(shown)] if len(text) <= LARGEST_FILE:
                layers.append(Layer(file, text, shown))
            case _:
                raise PositionError("its layers are no texts of files")
    try:
        return checked_overlay(ruleset, layers) if layers else ruleset
    except CatalogueError as wrong:
        raise PositionError(f"its layers: {wrong}") from None


def _parse_scenario(name: str, body: dict[str, Any]) -> str | OwnFile:
    if name != OWN:
        return name
    match body.get("scenario"):
        case [str(named), str(text)]:
            return OwnFile(named, text)
    raise PositionError("its scenario is missing")


def _table(body: dict[str, Any], name: str) -> dict[str, Any]:
    table = body.get(name, {})
    if not isinstance(table, dict):
        raise PositionError(f"its {name} are no table")
    return table


def _apply(record: Any, changes: Any, place: str) -> None:
    """Write changes into a record. PositionError for what it has no room for."""
    if not isinstance(changes, dict):
        raise PositionError(f"{place} is no table")
    known = {f.name: f for f in fields(type(record))}
    for name, change in changes.items():
        if name not in known:
            raise PositionError(f"{place} has no field {name!r:.60}")
        _apply_change(record, known[name], change, f"{place}.{name}")


def _apply_change(record: Any, f: RecordField, change: Any, place: str) -> None:
    if f.form == PLAIN:
        setattr(record, f.name, _number(f, change, place))
        return
    inner = getattr(record, f.name)
    if not f.length:
        _apply(inner, change, place)
        return
    if not isinstance(change, dict):
        raise PositionError(f"{place} is no table")
    for key, value in change.items():
        at, row = _row(key, f.length, place), f"{place}.{key}"
        if isinstance(f.kind, str):
            inner[at] = _number(f, value, row)
        else:
            _apply(inner[at], value, row)


def _row(key: str, length: int, place: str) -> int:
    """The number of an entry of a list."""
    if not (key.isascii() and key.isdigit() and len(key) < 8 and int(key) < length):
        raise PositionError(f"{place} has no entry {key!r:.60}")
    return int(key)


def _number(f: RecordField, value: Any, place: str) -> int:
    if type(value) is not int or not -RANGE[f.kind] <= value < RANGE[f.kind]:
        raise PositionError(f"{place} cannot be {value!r:.60}")
    return value


# ---------------------------------------------------------------- whether the rules can answer for it


class _TooLong(BaseException):
    """More steps were taken than a position needs. No rule may catch it."""


@contextmanager
def _at_most(steps: int) -> Iterator[None]:
    """Run Python for so many lines, then raise _TooLong: no endless loop, on any machine the same."""
    left, before = steps, sys.gettrace()

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLong
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def _answered(asked: Position) -> None:
    """PositionError unless the rules say who decides and what, and everybody can be shown the position."""
    try:
        with _at_most(STEPS):
            problem = _stuck(asked)
            for seat in SEATS:
                asked.view(seat)
    except _TooLong:
        raise PositionError("the rules come to no end with it") from None
    except Exception as wrong:  # whatever the rules stumble over in numbers that no game leads to
        raise PositionError(f"the rules cannot answer for it: {wrong!r:.100}") from None
    if problem:
        raise PositionError(problem)


def _stuck(asked: Position) -> str:
    """Why a game could not go on from here, or nothing."""
    verbs, s = asked.ruleset.rules, asked.state
    owing, result = verbs.to_act(s), verbs.result(s)
    if not (0 <= owing <= 3 and -1 <= result <= 2 and (owing == 0) == (result >= 0)):
        return "the rules do not know who decides in it"
    for seat in (0, 1):
        if not 0 <= verbs.estimate(s, seat) <= WON:
            return "the rules cannot judge it"
        if owing >> seat & 1 and not asked.legal(seat):
            return "a side is to decide in it and has nothing to order"
    return ""


# ---------------------------------------------------------------- replay
# Replay files: written, read, played again. JSON, readable, checked to the last field; nothing is executed.
#
# A file holds the set-up, the orders as text and the dice that fell, each with the digest of the position
# after it, and a hash over all of that. Loading plays the game again through the rules, so an edited file
# cannot make a position that the rules do not lead to, and the hash tells any other change, in the dice of a
# sealed file too: that one lacks the dice key and can only be watched. Files of format 1 had neither the hash
# nor all digests. They still load, and say what they cannot prove (`Game.unproved`). A game whose dice are
# shared (`secret.py`) is written in format 3, with the parts of its dice and what was promised of them; one
# with dice of a seed in format 2, as before.


LARGEST = 4_000_000  # characters
MOST_ORDERS = 20_000
FORMAT: Final = 2
SHARED: Final = 3  # the format of games whose dice are shared
NO_POSITIONS = "the positions on the way: digests were made in another way then"
NO_HASH = "that nothing was changed since it was written, beyond what the rules and the dice key tell"

Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Digest = Annotated[str, StringConstraints(pattern="^([0-9a-f]{16})?$")]
Key = Annotated[str, StringConstraints(pattern="^([0-9a-f]{16}|[0-9a-f]{32})?$")]
PagePart = Annotated[str, StringConstraints(pattern="^([0-9a-f]{32})?$")]
Hash = Annotated[str, StringConstraints(pattern="^([0-9a-f]{64})?$")]
Hex = Annotated[str, StringConstraints(pattern="^[0-9a-f]{0,64}$")]
Dice = Annotated[str, StringConstraints(pattern=r"^(\d{1,6}/\d{1,6}( \d{1,6}/\d{1,6})*)?$", max_length=2000)]
Value = Annotated[str, StringConstraints(max_length=200)] | int | bool


class SaveError(ValueError):
    """A replay file cannot be used; the message names the line, the field or the order."""


@dataclass(frozen=True)
class ReplayDifference:
    """Where playing a file again gives something else: the order's number (0: before the first)."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"order {self.number}: {self.text}" if self.number else self.text


class ReplayPart(BaseModel):
    """A part of the file: unknown fields refused, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ReplayMove(ReplayPart):
    """One order: "5/6 2/6" are a five and a two on six-sided dice; the digest is of the position after it."""

    seat: Annotated[int, Field(ge=0, le=1)]
    order: Word
    dice: Dice = ""
    digest: Digest = ""


class Throws(ReplayPart):
    """Where the dice come from. Key, salt and parts are missing in a sealed file. `promises` and `parts` are
    of the pages of both seats, where dice are shared.
    """

    commitment: Hex
    promises: tuple[Hash, Hash] | None = None
    key: Key = ""
    salt: Hex = ""
    parts: tuple[PagePart, PagePart] | None = None


class EmbeddedScenario(ReplayPart):
    """A scenario that does not come with the ruleset, word for word."""

    name: Word
    text: Annotated[str, StringConstraints(max_length=262_144)]


class Replay(ReplayPart):
    """The whole file."""

    format: Literal["hulldown game"]
    format_version: Literal[1, 2, 3]
    ruleset: Word
    ruleset_version: int
    scenario: Word | EmbeddedScenario
    layers: Annotated[tuple[LayerPart, ...], Field(max_length=MAX_LAYERS, strict=False)] = ()
    options: dict[Word, Value] = {}
    forces: dict[Word, dict[Word, Any]] = {}
    dice: Throws
    start: Digest
    position: Annotated[str, StringConstraints(max_length=LONGEST)] = ""  # that it began from, if from one
    orders: Annotated[list[ReplayMove], Field(max_length=MOST_ORDERS)]
    end: Digest
    result: Annotated[int, Field(ge=0, le=2)] | None = None
    agreed: Annotated[int, Field(ge=0, le=2)] | None = None  # the result, where it is none of the rules
    hash: Hash = ""


def fingerprint(replay: Replay) -> str:
    """The hash over everything a file says. Case and blanks of an order's text say nothing."""
    content = replay.model_dump(mode="json", exclude={"hash"}, exclude_defaults=True)
    for move in content["orders"]:
        move["order"] = " ".join(move["order"].split()).casefold()
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------- save


def _dice_text(dice: tuple[Die, ...]) -> str:
    return " ".join(f"{face}/{sides}" for face, sides in dice)


def _scenario(game: Battle) -> str | EmbeddedScenario:
    if isinstance(game.scenario, str):
        return game.scenario
    return EmbeddedScenario(name=Path(game.scenario.name).name, text=game.scenario.text)


def _throws(game: Battle, secret: DiceSecret | None) -> Throws:
    first, second = game.promises or ("", "")
    promises = (first, second) if game.promises else None
    if secret is None:
        return Throws(commitment=game.commitment, promises=promises)
    parts = secret.parts if secret.shared else None
    return Throws(
        commitment=game.commitment, promises=promises, key=secret.key, salt=secret.salt, parts=parts
    )


def save(game: Battle, sealed: bool = False) -> str:
    """The file of a game, one order a line. ValueError for one that was resumed."""
    if not game.complete:
        raise ValueError("a game that was resumed does not know what came before")
    moves = [
        ReplayMove(seat=t.order.seat, order=t.order.text, dice=_dice_text(t.dice), digest=t.digest)
        for t in game.history
    ]
    replay = Replay(
        format="hulldown game",
        format_version=SHARED if game.promises else FORMAT,
        ruleset=game.ruleset.id,
        ruleset_version=game.ruleset.version,
        scenario=_scenario(game),
        layers=tuple(
            LayerPart(file=layer.file, text=layer.text, shown=layer.shown) for layer in game.ruleset.layers
        ),
        options=game.options,
        forces=game.forces,
        dice=_throws(game, None if sealed else game.secret),
        start=game.ruleset.digest(game.start),
        position=game.origin,
        orders=moves,
        end=game.digest,
        result=game.result,
        agreed=game.agreed,
    )
    lines = ",\n".join("  " + move.model_dump_json(exclude_defaults=True) for move in moves)
    whole = replay.model_copy(update={"orders": [], "hash": fingerprint(replay)})
    absent = {name for name in ("position", "layers") if not getattr(whole, name)}
    body = whole.model_dump_json(indent=1, exclude_none=True, exclude=absent)
    return body.replace('"orders": []', f'"orders": [\n{lines}\n ]' if lines else '"orders": []', 1) + "\n"


# ---------------------------------------------------------------- load and verify


def _parse(text: str) -> Replay:
    text = strip_bom(text)
    if len(text) > LARGEST:
        raise SaveError(f"a replay file has at most {LARGEST:,} characters")
    try:
        replay = Replay.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SaveError(f"{place}: {first['msg']}" if place else str(first["msg"])) from None
    if replay.format_version == 1 and replay.hash:
        raise SaveError("hash: a file of format 1 has none")
    _fitting(replay.dice, replay.format_version)
    return replay


def _fitting(dice: Throws, version: int) -> None:
    """Whether the dice are told as a format tells them. SaveError names the field."""
    shared = version == SHARED
    if shared != (dice.promises is not None):
        raise SaveError(f"dice.promises: a file of format {version} has {'them' if shared else 'none'}")
    if dice.key and len(dice.key) != (LONG if shared else SHORT):
        raise SaveError(f"dice.key: in a file of format {version} it has another length")
    if (dice.parts is not None) != (shared and bool(dice.key)):
        raise SaveError("dice.parts: they go with the key of shared dice, and with no other")


def _ruleset(replay: Replay, ruleset: Ruleset | None) -> Ruleset:
    """The ruleset of a file, with the layers that lay over it."""
    try:
        given = ruleset is not None and ruleset.id == replay.ruleset
        rules = ruleset if ruleset is not None and given else rulesets.get(replay.ruleset)
        return checked_overlay(rules, [layer.layer for layer in replay.layers])
    except rulesets.UnknownRuleset as unknown:
        raise SaveError(f"ruleset: {unknown}") from None
    except CatalogueError as wrong:
        raise SaveError(f"layers: {wrong}") from None


def _opened(replay: Replay, ruleset: Ruleset, kind: type[B]) -> B:
    """The game before its first order."""
    dice = replay.dice
    secret = DiceSecret(dice.key, dice.salt, dice.parts or ("", "")) if dice.key else None
    which = replay.scenario
    if (
        isinstance(which, str) and which not in ruleset.files.scenarios()
    ):  # a path would read files of this machine
        raise SaveError(f"scenario: {ruleset.id} has no scenario {which!r}")
    scenario = which if isinstance(which, str) else OwnFile(which.name, which.text)
    options = ruleset.options_of(replay.ruleset_version, replay.options)
    if replay.position:
        game = _at_position(replay, ruleset, secret, kind)
        if (game.scenario, game.options, game.forces) != (scenario, options, replay.forces):
            raise SaveError("position: it belongs to another scenario, or to other options or forces")
    else:
        try:
            game = kind(ruleset, scenario, secret, options, replay.forces)
        except (CatalogueError, ValueError) as wrong:
            raise SaveError(str(wrong)) from None
    game.commitment, game.promises = dice.commitment, dice.promises or ()
    return game


def _at_position(replay: Replay, ruleset: Ruleset, secret: DiceSecret | None, kind: type[B]) -> B:
    """The game of a file that began from a position, there."""
    try:
        return opened(replay.position, secret, kind, ruleset)
    except PositionError as wrong:
        raise SaveError(f"position: {wrong}") from None


def _tape(move: ReplayMove) -> tuple[Die, ...]:
    pairs = (pair.split("/") for pair in move.dice.split())
    return tuple((int(face), int(sides)) for face, sides in pairs)


def _repeat(game: Battle, move: ReplayMove, version: int, proves: bool) -> str:
    """Play one recorded order of a version of the rules; what differs, or nothing. `proves`: its digest is to
    be compared.
    """
    recorded = _tape(move)
    if len(recorded) > TAPE or any(not 1 <= face <= sides for face, sides in recorded):
        return f"dice {move.dice} cannot be rolled"
    try:
        act = game.parse(game.ruleset.speech.order_of(version, game.state, move.seat, move.order), move.seat)
        if refusal := game.check(act):
            return f"{move.order} is refused: {refusal.text} ({refusal.rule})"
        turn = game.carry_out(act.row, recorded if game.sealed else None)
    except (ValueError, IndexError) as wrong:
        return f"{move.order}: {wrong}"
    if turn.dice != recorded:
        return f"the dice are {_dice_text(turn.dice) or 'none'}, the file says {move.dice or 'none'}"
    if proves and move.digest != turn.digest:
        return "the position is not the one in the file"
    return ""


def _before(replay: Replay, game: Battle) -> str:
    """What is wrong before the first order."""
    if replay.ruleset_version > game.ruleset.version:
        here = game.ruleset.version
        return f"the file was made by version {replay.ruleset_version} of the rules, these are {here}"
    if game.secret and game.secret.commitment != replay.dice.commitment:
        return "the dice key is not the one that was promised at the start"
    promised = replay.dice.promises or ()
    for side, kept, word in zip(SIDES, game.secret.promises if game.secret else (), promised, strict=False):
        if kept != word:
            return f"what {side}'s page added to the dice is not what it promised"
    if NO_POSITIONS not in game.unproved and replay.start != game.ruleset.digest(game.start):
        return "the starting position is not the one in the file: a scenario or a unit has changed"
    return ""


def replayed(text: str, kind: type[B], ruleset: Ruleset | None = None) -> tuple[B, list[ReplayDifference]]:
    """A file played again as far as it agrees with the rules, as a game of a kind, and the first difference,
    if there is one. SaveError names what is wrong with the file itself.
    """
    replay = _parse(text)
    game = _opened(replay, _ruleset(replay, ruleset), kind)
    game.unproved = _unproved(replay, game)
    number, wrong = _differs(replay, game)
    if not wrong:
        return game, []
    written_by, here = replay.ruleset_version, game.ruleset.version
    then = (
        f" (it was made by version {written_by} of the rules, these are {here})" if written_by < here else ""
    )
    return game, [ReplayDifference(number, wrong + then)]


def _unproved(replay: Replay, game: Battle) -> tuple[str, ...]:
    """What a file cannot prove: one of format 1, or of earlier rules whose positions held other things."""
    if replay.format_version == 1:
        return NO_POSITIONS, NO_HASH
    earlier = replay.ruleset_version < game.ruleset.version
    return (NO_POSITIONS,) if earlier and replay.start != game.ruleset.digest(game.start) else ()


def _differs(replay: Replay, game: Battle) -> tuple[int, str]:
    """The order from which on playing again gives something else, and what; no words if nothing does."""
    if wrong := _before(replay, game):
        return 0, wrong
    for number, move in enumerate(replay.orders, 1):
        if wrong := _repeat(game, move, replay.ruleset_version, NO_POSITIONS not in game.unproved):
            return number, wrong
    return len(replay.orders), _agreed(replay, game) or _after(replay, game)


def _agreed(replay: Replay, game: Battle) -> str:
    """End a game as its sides agreed, if they did; what is wrong with that."""
    if replay.agreed is None:
        return ""
    if game.result is not None:
        return "the game had ended by the rules before anything was agreed"
    game.agree(replay.agreed)
    return ""


def _after(replay: Replay, game: Battle) -> str:
    """What is wrong at the end, or with the file as a whole."""
    if NO_POSITIONS not in game.unproved and replay.end != game.digest:
        return "the last position is not the one in the file"
    if replay.result != game.result:
        return "the result is not the one in the file"
    if replay.format_version > 1 and replay.hash != fingerprint(replay):
        return "something in the file was changed after it was written: its hash is another"
    return ""
