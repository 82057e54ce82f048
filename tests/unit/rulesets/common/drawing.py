"""An editor at hand: drafts of a ruleset after strokes, in few words."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.rulesets import get
from hulldown.rulesets.api.editing import Draft, Drafted, Editor, NoSense


class Hand:
    """Draws in the editor of a ruleset, beginning with a scenario of the game or an empty board."""

    def __init__(self, ruleset: str, start: str = "") -> None:
        self.ruleset = get(ruleset)
        self.editor: Editor = need(self.ruleset.editor)
        self.made = self.editor.drafted(self.editor.opened(start), [], {})

    @property
    def draft(self) -> Draft:
        return self.made.draft

    def do(self, what: str, **said: Any) -> Drafted:
        """Carry out a stroke."""
        self.made = self.editor.drafted(self.draft, [{"do": what, **said}], {})
        return self.made

    def refuses(self, what: str, **said: Any) -> str:
        """Why a stroke means nothing."""
        with pytest.raises(NoSense) as wrong:
            self.do(what, **said)
        return str(wrong.value)

    def wrong(self) -> list[tuple[str, str]]:
        """The fields that are wrong, with their rules."""
        return [(one.field, one.rule) for one in self.made.problems]

    def at(self) -> dict[str, Any]:
        """Where every unit stands."""
        return {one.id: one.at for one in self.made.pieces}

    def drawn(self) -> list[str]:
        """The units of the picture, by name."""
        scene: Any = self.made.scene
        return [one.unit for one in getattr(scene, "groups", scene.units)]


def need(editor: Editor | None) -> Editor:
    assert editor is not None
    return editor
