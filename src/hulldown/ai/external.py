"""Players of one's own: a function, or a class whose instances are called, that gives orders.

They come as they are, by the entry point group "hulldown.players" or as `module:object`. What they do wrong
costs them the game, with the reason named, and nobody else anything.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from hulldown.ai.bot import PlayerFault, Progress, Searcher, Thought
from hulldown.ai.position import Order, Position
from hulldown.kernel.actions import ACTIONS, Action, keep, key
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.ruleset import Ruleset

GROUP = "hulldown.players"
PACKAGE = Path(__file__).parents[1]
ADDRESS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
DEFAULT_SECONDS = 1.0  # what a player is asked to keep to where nobody says otherwise
LONGEST = 200  # characters of a reason
CALL = "()"  # how the name of a function ends that only this process has


class Decision(Position):
    """One decision, as the player who owes it is asked: the position as its seat knows it.

    It answers what any position does for that seat: `legal()`, `check`, exact `odds`, `view()`. `state` is
    the player's own copy. `rows` are the orders on offer, `orders` the same as text. `random` is the chance
    that the player may use, so that a match can be played again. It is asked to answer within `seconds`.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        state: Any,
        seat: int,
        rows: tuple[Action, ...],
        random: Random,
        seconds: float = DEFAULT_SECONDS,
    ) -> None:
        """`state` is what the seat knows."""
        super().__init__(ruleset, state)
        self.seat: int = seat
        self.rows, self.random, self.seconds = rows, random, seconds

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """The orders on offer, as text. Any other that is allowed may be given, too."""
        return tuple(self.ruleset.speech.action_text(self.state, row) for row in self.rows)


Answer = Callable[[Decision], Any]  # gives the text of an order, an order of `legal`, or one of `rows`
LENT: dict[str, Answer | type] = {}  # functions and classes of this process by the names that stand for them


def find_player(text: str) -> Answer | type | None:
    """The function or class that is installed under a name or stands at `module:object`; None if there is
    none.

    ValueError says why what is named cannot be had.
    """
    if text in LENT:
        return LENT[text]
    for entry in entry_points(group=GROUP):
        if entry.name == text:
            return _load_answer(text, entry.load)
    if text.endswith(CALL):
        raise ValueError(f"the player {text} is a function of another program: say where that is")
    return _load_answer(text, lambda: _at(text)) if ADDRESS.fullmatch(text) else None


def register(source: Answer | type) -> str:
    """A name for a function or class, by which this process finds it: where it stands if that can be
    imported, else one of its own, such as `restless()`.
    """
    place = f"{getattr(source, '__module__', '')}:{getattr(source, '__qualname__', '')}"
    if ADDRESS.fullmatch(place) and not only_here(place):
        try:
            if _at(place) is source:
                return place
        except (ImportError, AttributeError):
            pass
    name, number = name_of(source), 1
    while LENT.setdefault(text := f"{name}{number if number > 1 else ''}{CALL}", source) is not source:
        number += 1
    return text


def only_here(text: str) -> bool:
    """Whether a name leads to something of this very process or of the script that it runs: another process
    would not find it, or would run the script again.
    """
    module = text.partition(":")[0]
    return text in LENT or (bool(ADDRESS.fullmatch(text)) and _is_main(module))


def name_of(source: Answer | type) -> str:
    """What a function or class is called."""
    return getattr(source, "__name__", type(source).__name__).strip("<>")


def installed() -> list[str]:
    """The names of players that are installed."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


def about(name: str) -> str:
    """The first line of what an installed player says of itself, or why it cannot be had."""
    try:
        source = find_player(name)
        answer = source and to_answer(name, source)
    except ValueError as error:
        return str(error)
    text = inspect.getdoc(answer) or inspect.getdoc(type(answer)) or ""
    return text.partition("\n")[0] or "A player that is installed next to hulldown."


def _at(address: str) -> Any:
    """What stands at `module:object`. The script that runs is not imported beside itself: that would run it
    again.
    """
    module, _, path = address.partition(":")
    value: Any = sys.modules["__main__"] if _is_main(module) else import_module(module)
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _is_main(module: str) -> bool:
    """Whether a name is that of the script or the module that this process runs."""
    main: ModuleType | None = sys.modules.get("__main__")
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    if module == "__main__" or (spec is not None and spec.name == module):
        return True
    if not file or Path(file).stem != module.rpartition(".")[2]:
        return False
    try:
        there = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return False
    return (
        there is not None and bool(there.origin) and Path(str(there.origin)).resolve() == Path(file).resolve()
    )


def _load_answer(text: str, load: Callable[[], Any]) -> Answer | type:
    """What is loaded. ValueError says why it cannot be."""
    try:
        loaded: Answer | type = load()
        return loaded
    except Exception as error:  # whatever it is, it is not ours
        raise ValueError(f"the player {text} cannot be had: {_reason(error)}") from None


def to_answer(text: str, source: Any) -> Answer:
    """What is called for an order: the object, or an instance of the class. ValueError if it cannot be."""
    answer = _load_answer(text, source) if isinstance(source, type) else source
    if not callable(answer):
        raise ValueError(f"the player {text} is neither a function nor a class whose instances can be called")
    try:
        inspect.signature(answer).bind(None)
    except TypeError:
        raise ValueError(
            f"the player {text} must take one argument, the decision, and return an order"
        ) from None
    except ValueError:  # it does not tell what it takes
        pass
    return answer


def _reason(error: BaseException) -> str:
    """An exception in one line, with the last place outside hulldown that it passed."""
    passed = traceback.extract_tb(error.__traceback__)
    places = [frame for frame in passed if not Path(frame.filename).is_relative_to(PACKAGE)]
    place = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}"[:LONGEST] + place


class ExternalPlayer:
    """A player of one's own at a desk."""

    def __init__(self, name: str, source: Answer | type, seed: int) -> None:
        """`source` is what is called, or its class. ValueError if nothing can be."""
        self.name, self.source = name, source
        self._answer = to_answer(name, source)
        self._random = Random(seed)

    def begin(self, key: int) -> None:
        self._random = Random(key)

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> Thought:
        """The order that it gives. PlayerFault if it crashes, or gives what may not be given."""
        rows = [desk.order(row) for row in range(desk.legal(seat))]
        state = desk.backend.to_object(desk.root, 0, desk.ruleset.state)
        shown = tuple(copy(row) for row in rows)  # it may write into whatever it is shown
        asked = Decision(desk.ruleset, copy(state), seat, shown, self._random)
        try:
            given = self._answer(asked)
        except Exception as error:
            raise PlayerFault(self.name, f"crashed: {_reason(error)}") from None
        order = self._to_action(desk.ruleset, state, seat, given)
        known = {key(row): i for i, row in enumerate(rows)}
        if key(order) not in known:
            if order.seat != seat or desk.ruleset.rules.check(state, seat, order):
                raise PlayerFault(self.name, f"gave an order that may not be given: {_short_repr(given)}")
            known[key(order)] = min(len(rows), ACTIONS - 1)
            keep(desk.orders.rows[known[key(order)]], order)
        return Thought([known[key(order)]], [0.5], [1])

    def _to_action(self, ruleset: Ruleset, state: Any, seat: int, given: Any) -> Action:
        """The order of an answer. PlayerFault for what is none."""
        given = given.row if isinstance(given, Order) else given
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


def _short_repr(given: Any) -> str:
    """An answer as far as it fits a line."""
    return repr(given)[:80] if isinstance(given, str) else "a row of its own"
