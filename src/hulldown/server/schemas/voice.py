"""What a page is told, in the words of whoever looks at it.

Scripts are answered in the words of rulesets: Cobalt and Rust, A1, E10. A page that asks with the header
`Hulldown-Voice` gets the same answers for its viewer: `you` where somebody's own seat is "you", `sides` where
two people look at one device and nobody is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.matrix import Matrix, MatrixOrder
from hulldown.rulesets.api.scene import PlaneScene, Scene, TileScene, UnitMark
from hulldown.rulesets.api.words import Card, Modifier, OrderButton, Refusal, Roll, Sentence, Status
from hulldown.views.voice import Voice, place_name

T = TypeVar("T")
U = TypeVar("U", bound=UnitMark)
S = TypeVar("S", list[Any], tuple[Any, ...])
HEADER = "Hulldown-Voice"
WAYS = ("you", "sides")
VoiceOf = Callable[[str | None, str], Voice]  # the voice of a table, by token and way

_asked: ContextVar[tuple[str, str | None]] = ContextVar("asked", default=("", None))
_table: ContextVar[VoiceOf | None] = ContextVar("table", default=None)


async def remember_caller(connection: HTTPConnection) -> None:
    """Remember for the time of a call in whose voice it asks, and by which token."""
    way = connection.headers.get(HEADER, "")
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    _asked.set((way if way in WAYS else "", token.strip() if scheme.lower() == "bearer" else None))


def use(voice_of: VoiceOf) -> None:
    """Remember for the time of a call who knows the voices of its table."""
    _table.set(voice_of)


def speaking() -> Voice | None:
    """The voice of this call; None where it is answered in the words of the ruleset."""
    (way, token), voice_of = _asked.get(), _table.get()
    return voice_of(token, way) if way and voice_of else None


def plated(scene: Scene, voice: Voice) -> Scene:
    """A scene whose units have the names of a page on their plates."""
    if isinstance(scene, PlaneScene):
        return replace(scene, groups=_plated(scene.groups, voice), units=_plated(scene.units, voice))
    if isinstance(scene, TileScene):
        return replace(scene, units=_plated(scene.units, voice))
    return replace(scene, units=_plated(scene.units, voice))


def _plated(marks: Iterable[U], voice: Voice) -> tuple[U, ...]:
    return tuple(replace(mark, plate=voice.plate(mark.unit)) for mark in marks)


# ---------------------------------------------------------------- answers

Put = Callable[[Voice, Any, Any], Any]  # a voice, the value of a field, what has the field


def _say(v: Voice, text: str, _of: Any) -> str:
    return v.say(text)


def _log(v: Voice, text: str, _of: Any) -> str:
    return v.log(text)


def _roll(v: Voice, text: str, _of: Any) -> str:
    return v.log(text).rpartition("\n")[2]  # whole: a roll is behind a click


def _prose(v: Voice, text: str, _of: Any) -> str:
    return v.prose(text)


def _each(v: Voice, texts: S, _of: Any) -> S:
    return type(texts)(v.say(text) for text in texts)


def _prose_each(v: Voice, texts: S, _of: Any) -> S:
    return type(texts)(v.prose(text) for text in texts)


def _notes(v: Voice, notes: S, _of: Any) -> S:
    return type(notes)((v.say(text), rule) for text, rule in notes)


def _facts(v: Voice, facts: S, _of: Any) -> S:
    return type(facts)((label, v.say(text)) for label, text in facts)


def _extras(v: Voice, extras: dict[str, str], _of: Any) -> dict[str, str]:
    return {name: v.say(text) for name, text in extras.items()}


def _sentence(v: Voice, text: str, of: Sentence) -> str:
    return v.heading(text) if of.heading else v.log(text)


def _order(v: Voice, text: str, of: OrderButton) -> str:
    return v.say(text, of.place)


def _unit(v: Voice, name: str, of: Card) -> str:
    return v.units[of.unit].full if of.unit in v.units else name


def _placed(v: Voice, text: str, of: Card) -> str:
    return place_name(text) if text == of.place else v.say(text)


def _status(v: Voice, text: str, _of: Any) -> str:
    return v.status(text)


def _picture(v: Voice, markup: str, _of: Any) -> str:
    return v.picture(markup)


# The fields that hold words, by class. All others are walked, or left as they are.
WORDS: dict[str, dict[str, Put]] = {
    Sentence.__name__: {"text": _sentence},
    Roll.__name__: {"text": _roll},
    Modifier.__name__: {"text": _say},
    Refusal.__name__: {"text": _say},
    OrderButton.__name__: {"label": _order, "detail": _order, "full": _order, "words": _each},
    Card.__name__: {"name": _unit, "placed": _placed, "facts": _facts, "note": _say, "roster": _say},
    Status.__name__: {"text": _status, "result": _status, "extras": _extras, "phase": _say},
    ScenarioInfo.__name__: {
        "summary": _prose,
        "briefing": _prose,
        "victory": _prose,
        "sides": _prose_each,
        "tasks": _prose_each,
    },
    Matrix.__name__: {"notes": _notes},
    MatrixOrder.__name__: {"heading": _say},
    "TableView": {"dice_told": _say},
    "LessonTable": {"dice_told": _say},
    "LessonView": {"heading": _say, "text": _say, "do": _say, "happened": _say},
    "UndoView": {"why": _say},
    "ResultView": {"text": _status},
    "OfferView": {"why": _say},
    "ChatView": {"why": _say},
    "Stopped": {"text": _say},
    "OddsAnswer": {"title": _say, "subtitle": _say, "notes": _notes},
    "OddsRow": {"text": _say, "group": _say},
    "RouteAnswer": {"words": _each},
    "WhyAnswer": {"text": _say, "picture": _picture},
    "Advice": {"label": _say},
    "SinceStep": {"picture": _picture},
    "TurningPoint": {"order": _say, "text": _log},
    "BetterAnswer": {"label": _say},
    "AnswerView": {"yours": _say, "best": _say, "why": _say},
}
SILENT = ("BoardView",)  # put into words as it is drawn


def spoken(value: T) -> T:
    """An answer in the voice of this call."""
    v = speaking()
    return value if v is None else _spoken(value, v)


def spoken_text(text: str) -> str:
    """A refusal in the voice of this call; as it is, where nobody knows who calls."""
    try:
        v = speaking()
    except Exception:  # it may be the refusal itself: that the caller has no seat here
        return text
    return text if v is None else v.say(text)


def _spoken(value: Any, v: Voice) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_spoken(part, v) for part in value)
    kind = type(value).__name__
    if not is_dataclass(value) or isinstance(value, type) or kind in SILENT:
        return value
    words, changed = WORDS.get(kind, {}), {}
    for field in fields(value):
        part = getattr(value, field.name)
        now = words[field.name](v, part, value) if field.name in words else _spoken(part, v)
        if now is not part:
            changed[field.name] = now
    return replace(value, **changed) if changed else value
