"""Players of one's own: a function, or a class whose instances are called, that gives orders.

They come by the entry point group "hulldown.players" or as `module:object`. What they do wrong costs them the
game, with the reason named, and nobody else anything.
"""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

from hulldown.ai.desk import Desk
from hulldown.ai.player import Cancelled, PlayerFault, Progress, Thought
from hulldown.kernel.actions import ACTIONS, Action, keep, key
from hulldown.kernel.records import copy
from hulldown.rulesets.face.ruleset import Ruleset

GROUP = "hulldown.players"
HOUSE = Path(__file__).parents[1]
ADDRESS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
USUAL_SECONDS = 1.0  # what a player is asked to keep to where nobody says otherwise
LONGEST = 200  # characters of a reason


@dataclass(frozen=True)
class Decision:
    """One decision `d`, as the player who owes it is asked.

    `state` is the position as the seat knows it, its own copy; `hulldown.Position(d.ruleset, d.state)`
    answers questions about it, exact odds among them. `random` is the chance that it may use, so that a match
    can be played again. It is asked to answer within `seconds`.
    """

    ruleset: Ruleset
    state: Any
    seat: int
    rows: tuple[Action, ...]
    random: Random
    seconds: float = USUAL_SECONDS

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """The orders on offer, as text. Any other that is allowed may be given, too."""
        return tuple(self.ruleset.speech.action_text(self.state, row) for row in self.rows)


Answer = Callable[[Decision], Any]  # the text of an order, or one of `rows`


def named(text: str) -> Answer | None:
    """The player that is installed under a name or stands at `module:object`; None if there is none.

    ValueError says why what is named cannot be had.
    """
    for entry in entry_points(group=GROUP):
        if entry.name == text:
            return _made(text, entry.load)
    return _made(text, lambda: _at(text)) if ADDRESS.fullmatch(text) else None


def installed() -> list[str]:
    """The names of players that are installed."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


def about(name: str) -> str:
    """The first line of what an installed player says of itself, or why it cannot be had."""
    try:
        answer = named(name)
    except ValueError as error:
        return str(error)
    said = inspect.getdoc(answer) or inspect.getdoc(type(answer)) or ""
    return said.partition("\n")[0] or "A player that is installed beside hulldown."


def _at(address: str) -> Any:
    module, _, path = address.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def _made(text: str, load: Callable[[], Any]) -> Answer:
    """What is called for an order: the object, or an instance of the class."""
    try:
        found = load()
        made = found() if isinstance(found, type) else found
    except Exception as error:  # whatever it is, it is not ours
        raise ValueError(f"the player {text} cannot be had: {_reason(error)}") from None
    if not callable(made):
        raise ValueError(f"the player {text} is neither a function nor a class whose instances can be called")
    return made  # type: ignore[no-any-return]


def _reason(error: BaseException) -> str:
    """An exception in one line, with the last place outside hulldown that it passed."""
    passed = traceback.extract_tb(error.__traceback__)
    places = [one for one in passed if not Path(one.filename).is_relative_to(HOUSE)]
    place = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if said else ''}{said}"[:LONGEST] + place


class Visitor:
    """A player of one's own at a desk."""

    def __init__(self, name: str, answer: Answer, seed: int) -> None:
        self.name = name
        self._answer = answer
        self._random = Random(seed)

    def begin(self, key: int) -> None:
        self._random = Random(key)

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        """The order that it gives. PlayerFault if it crashes, or gives what may not be given."""
        rows = [desk.order(row) for row in range(desk.legal(seat))]
        state = desk.form.plain(desk.root, 0, desk.ruleset.state)
        shown = tuple(copy(row) for row in rows)  # it may write into whatever it is shown
        asked = Decision(desk.ruleset, copy(state), seat, shown, self._random)
        try:
            given = self._answer(asked)
        except Exception as error:
            raise PlayerFault(self.name, f"crashed: {_reason(error)}") from None
        order = self._meant(desk.ruleset, state, seat, given)
        known = {key(row): i for i, row in enumerate(rows)}
        if key(order) not in known:
            if order.seat != seat or desk.ruleset.verbs.check(state, seat, order):
                raise PlayerFault(self.name, f"gave an order that may not be given: {_said(given)}")
            known[key(order)] = min(len(rows), ACTIONS - 1)
            keep(desk.orders.rows[known[key(order)]], order)
        return Thought([known[key(order)]], [0.5], [1])

    def _meant(self, ruleset: Ruleset, state: Any, seat: int, given: Any) -> Action:
        """The order of an answer. PlayerFault for what is none."""
        if isinstance(given, Action):
            return given
        if not isinstance(given, str):
            raise PlayerFault(
                self.name, f"answered with {type(given).__name__}, not with the text of an order"
            )
        try:
            return ruleset.speech.parse_action(state, seat, given)
        except ValueError as error:
            raise PlayerFault(self.name, f"gave no order that is understood: {error}"[:LONGEST]) from None


def _said(given: Any) -> str:
    """An answer as far as it fits a line."""
    return repr(given)[:80] if isinstance(given, str) else "a row of its own"
