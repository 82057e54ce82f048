"""hulldown: a playtesting laboratory for tabletop armoured-combat rules.

    import hulldown
    game = hulldown.new("tank_commander", "skirmish", seed=7)
    order = game.legal()[0]             # orders, printable and parseable: "A1 fire B1"
    print(game.odds(order))             # exact chances
    turn = game.play(order)             # what happened, with dice and reasons
    print(turn)                         # in words
    print(game)                         # the board as text

Computer players are in `hulldown.ai`, odds without a game in `hulldown.odds`, pictures in
`hulldown.views`; `docs/library.md` shows all of it. Names are imported when they are first used:
`import hulldown` costs nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as `typing` has it, which takes as long to import as all else here
if TYPE_CHECKING:
    from typing import Any

    from hulldown.game import (
        Game,
        IllegalOrder,
        NotUnderstood,
        Order,
        Position,
        PositionError,
        SaveError,
        Step,
        UndoRefused,
        from_position,
        load,
        prepare,
        verify,
    )
    from hulldown.odds import Distribution
    from hulldown.rulesets import find as ruleset
    from hulldown.rulesets.common.trusted_rules import replaces
    from hulldown.setup import Setup

    new = Game.new

__version__ = "0.1.0"
__all__ = [
    "Order",
    "Distribution",
    "Game",
    "IllegalOrder",
    "NotUnderstood",
    "Position",
    "PositionError",
    "SaveError",
    "Setup",
    "Step",
    "UndoRefused",
    "from_position",
    "load",
    "new",
    "prepare",
    "replaces",
    "ruleset",
    "verify",
]

_HOMES = {
    "Distribution": "odds",
    "Game": "game",
    "IllegalOrder": "game",
    "NotUnderstood": "game",
    "Order": "game",
    "Position": "game",
    "PositionError": "game",
    "SaveError": "game",
    "Setup": "setup",
    "Step": "game",
    "UndoRefused": "game",
    "from_position": "game",
    "load": "game",
    "prepare": "game",
    "replaces": "rulesets.common.trusted_rules",
    "verify": "game",
}

_RENAMED = {"Act": "Order", "Turn": "Step"}


def __getattr__(name: str) -> Any:
    if name == "new":
        return import_module("hulldown.game").Game.new
    if name == "ruleset":
        return import_module("hulldown.rulesets").find
    if name in _HOMES:
        return getattr(import_module(f"hulldown.{_HOMES[name]}"), name)
    return import_module("hulldown.deprecated").renamed_names("hulldown", _RENAMED, level=3)(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
