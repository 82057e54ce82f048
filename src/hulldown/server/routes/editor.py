"""The scenario editor: what it offers, and a draft after some strokes, drawn and judged. Nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.api import editing
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.common.draft import capital
from hulldown.rulesets.common.packs import checked_overlay
from hulldown.server.dependencies import TheContent
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.openapi import RULESET, Call
from hulldown.server.schemas.requests import Label, Name, Sent, Setting
from hulldown.views.board import board
from hulldown.views.plane.board import lying

EDITOR = RULESET + "/editor"
UNITS = "units.toml"


class DraftIn(Sent):
    """A draft and the strokes to be carried out on it, or the scenario to start from.

    `units` are tables of units that differ from those of the ruleset, as in a pack.
    """

    start: Label | None = None
    scenario: dict[str, JsonValue] | None = None
    strokes: Annotated[list[JsonValue], Field(max_length=editing.MOST_STROKES)] = Field(default_factory=list)
    options: Annotated[dict[Name, Setting], Field(max_length=128)] = Field(default_factory=dict)
    units: dict[str, JsonValue] = Field(default_factory=dict)


@dataclass(frozen=True)
class DraftedOut:
    """What has become of a draft, with the board as a picture; see `api.editing.Drafted`.

    `units` are all that can be put on the board, if units of a pack are in force. `lies` is what lies on a
    table without places: its words and its corners in inches.
    """

    scenario: dict[str, Any]
    svg: str
    left_out: tuple[str, ...]
    problems: tuple[editing.DraftIssue, ...]
    warnings: tuple[editing.DraftIssue, ...]
    pieces: tuple[editing.DraftUnit, ...]
    size: tuple[float, ...]
    choices: dict[str, tuple[str, ...]]
    units: tuple[editing.Placeable, ...]
    lies: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    playable: bool


def offer(content: TheContent) -> editing.EditorInfo:
    """What can be laid on a board of this ruleset, who can be put there, and the other fields."""
    return editor_of(content.ruleset).info()


def draw(content: TheContent, message: DraftIn) -> DraftedOut:
    """A draft after some strokes."""
    return apply_strokes(content.ruleset, message)


def apply_strokes(ruleset: Ruleset, message: DraftIn) -> DraftedOut:
    """A draft after some strokes. Refused (400) with a sentence on what means nothing in them."""
    if (message.start is None) == (message.scenario is None):
        raise ApiError(400, "unclear", "Send a scenario to start from, or a draft.")
    try:
        editor = editor_of(with_units(ruleset, message.units))
        draft = editor.opened(message.start) if message.start is not None else message.scenario
        result = editor.drafted(draft or {}, message.strokes, message.options)
        return draft_view(result, editor.info().units if message.units else ())
    except editing.NoSense as wrong:
        raise ApiError(400, "unclear", capital(str(wrong))) from None
    except CatalogueError as wrong:
        raise ApiError(400, "unclear", wrong.lines[0][:300]) from None


def with_units(ruleset: Ruleset, units: dict[str, JsonValue]) -> Ruleset:
    """A ruleset with units of a pack in force. CatalogueError names what is wrong with them."""
    if not units:
        return ruleset
    try:
        return checked_overlay(ruleset, [Layer(UNITS, toml_text(units), UNITS)])
    except RecursionError:
        raise CatalogueError([f"{UNITS}: nested too deeply"]) from None


def editor_of(ruleset: Ruleset) -> editing.Editor:
    """The scenario editor of a ruleset. Refused (404) where there is none."""
    if ruleset.editor is None:
        raise ApiError(404, "not_found", f"{ruleset.name} has no scenario editor.")
    return ruleset.editor


def draft_view(draft: editing.Drafted, units: tuple[editing.Placeable, ...]) -> DraftedOut:
    """A draft as it is sent."""
    return DraftedOut(
        scenario=draft.draft,
        svg=board(draft.scene, seed="draft"),
        left_out=draft.left_out,
        problems=draft.problems,
        warnings=draft.warnings,
        pieces=draft.pieces,
        size=draft.size,
        choices=dict(draft.choices),
        units=units,
        lies=tuple(lying(draft.scene)) if isinstance(draft.scene, PlaneScene) else (),
        playable=draft.playable,
    )


CALLS: list[Call] = [
    ("GET", EDITOR, offer, editing.EditorInfo),
    ("POST", EDITOR, draw, DraftedOut),
]
