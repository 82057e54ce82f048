"""What is kept of a game so that it is opened without being played again: words of the log, positions."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from hulldown.game.readiness import sources
from hulldown.kernel.records import dtype_of, pack, unpack
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Sentence
from hulldown.server.play.match import DecidedStep, ServerMatch
from hulldown.store.models import ActionRow, SnapshotRow

EVERY = 16  # decisions between two snapshots: no more are played again, in some hundredths of a second
LIGHTEST = 1  # of zlib: a position of 60 kB becomes 2 to 4 kB in half a millisecond, and little less by more


@dataclass(frozen=True)
class StoredLog:
    """What the log says of a decision, to all or to both seats and spectators; whether it was secret."""

    sentences: tuple[Sentence, ...]
    secret: bool
    heard: tuple[tuple[Sentence, ...], ...]


@cache
def _form() -> TypeAdapter[StoredLog]:
    return TypeAdapter(StoredLog)


def log_text(step: DecidedStep) -> str:
    """What the log says of a decision, as it is written down."""
    log = StoredLog(step.sentences, step.secret, step.heard)
    return _form().dump_json(log, exclude_defaults=True).decode()


def step_of(row: ActionRow) -> DecidedStep | None:
    """A decision as it is written down with its words; None if they are not there or cannot be read."""
    try:
        log = _form().validate_json(row.said)
    except ValidationError:
        return None
    return DecidedStep(
        row.number,
        row.seat,
        row.text,
        row.dice,
        row.told,
        row.digest,
        log.sentences,
        log.secret,
        log.heard,
        row.why,
    )


def rules_of(ruleset: Ruleset) -> str:
    """The name of the rules that make and read snapshots: other sources may read them otherwise."""
    return f"{ruleset.id} {sources(ruleset.state.__module__)}"


def dump(match: ServerMatch) -> dict[str, Any]:
    """The position of a match as a snapshot keeps it."""
    position = zlib.compress(pack(match.state).tobytes(), LIGHTEST)
    return {"rules": rules_of(match.ruleset), "drawn": match.game.dice_drawn, "position": position}


def should_snapshot(before: int, now: int) -> bool:
    """Whether a snapshot is to be taken after these numbers."""
    return before // EVERY != now // EVERY


def restore(match: ServerMatch, snapshot: SnapshotRow, line: Sequence[ActionRow]) -> bool:
    """Bring a match before its first order to where a snapshot was taken; whether that could be done.

    It could not if words of decisions before it are missing, or if it is not the position that is written
    down there.
    """
    rows = list(takewhile(lambda row: row.number <= snapshot.number, line))
    steps = [step for row in rows if (step := step_of(row))]
    if len(steps) != len(rows):
        return False
    state = decode(snapshot.position, match.ruleset.state)
    if state is None or match.ruleset.digest(state) != steps[-1].digest:
        return False
    match.resume(state, steps, snapshot.drawn)
    return True


def decode(packed: bytes, kind: type[Any]) -> Any:
    """The position of a snapshot; None if it is none of that kind."""
    form = dtype_of(kind)
    try:
        text = zlib.decompress(packed)
    except zlib.error:
        return None
    return unpack(np.frombuffer(text, form)[0], kind) if len(text) == form.itemsize else None


def numbers(line: Iterable[ActionRow]) -> set[int]:
    """The numbers after which a snapshot may be taken up: the last decision is always played again, so that
    what it showed its seat is known.
    """
    return {row.number for row in list(line)[:-1]}
