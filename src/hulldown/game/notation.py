"""A position as one short text, as chess has FEN, and the game that goes on from there.

    hulldown/1 tank_commander/2 skirmish pVfLz8ZaB0I...

It names the version of this form, the ruleset with its version, and the scenario ("-" for one of your own).
The last word is a checksum and, compressed, what the position was set up with (options, forces, a scenario of
one's own word for word) and where it differs from the starting position, field by field. Reading it never
trusts it: its size is bounded, every number must fit its field, and the rules must be able to answer for the
position, for which they get so many steps and no more.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from hulldown import rulesets
from hulldown.ai.position import Position
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.load import LARGEST_FILE
from hulldown.catalogue.overlay import MAX_LAYERS, Layer
from hulldown.game.battle import Battle
from hulldown.game.secret import DiceSecret
from hulldown.kernel.records import PLAIN, Field, copy, fields
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import checked_overlay

B = TypeVar("B", bound=Battle)
FORM = "hulldown/1"
OWN = "-"  # in place of the name of a scenario
LONGEST = 600_000  # characters
LARGEST = 1_500_000  # bytes of what is compressed
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


def _change(f: Field, was: Any, now: Any) -> Any:
    """What is now in a field, if it is something else than it was."""
    if f.length:
        changes = {str(i): _value(f, was[i], now[i]) for i in range(f.length)}
        return {i: change for i, change in changes.items() if change is not None} or None
    return _value(f, was, now)


def _value(f: Field, was: Any, now: Any) -> Any:
    if isinstance(f.kind, str):
        return None if int(was) == int(now) else int(now)
    return _changes(was, now) or None


# ---------------------------------------------------------------- reading


def opened(text: str, secret: DiceSecret | None, kind: type[B], ruleset: Ruleset | None = None) -> B:
    """A game of a kind that begins where a text says, with the dice of a secret, or sealed without one.

    PositionError if it cannot.
    """
    head, body = _decode(text)
    rules, scenario = _layered(_ruleset(head[1], ruleset), body), _scenario(head[2], body)
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
        raw = stream.decompress(packed, LARGEST)
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


def _ruleset(word: str, ruleset: Ruleset | None) -> Ruleset:
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


def _scenario(name: str, body: dict[str, Any]) -> str | OwnFile:
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


def _apply_change(record: Any, f: Field, change: Any, place: str) -> None:
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


def _number(f: Field, value: Any, place: str) -> int:
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
