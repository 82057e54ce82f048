"""Run with the sources of one tree: what `import hulldown` names, and games played by it. Prints JSON.

same_library.py names: every public name; same_library.py resolve < NAMES: what has become of them here;
same_library.py play RULESET SCENARIO: a game of random orders, told, with its save.

It uses public names alone, so that it runs in every tree.
"""

from __future__ import annotations

import importlib
import inspect
import json
import random
import sys
from typing import Any

MODULES = ("hulldown", "hulldown.ai", "hulldown.game", "hulldown.odds", "hulldown.lab", "hulldown.views")
ORDERS = 60


def parameters(thing: Any) -> str:
    """The names of what a function takes; nothing for what is no function."""
    try:
        return ", ".join(inspect.signature(thing).parameters) if callable(thing) else ""
    except (TypeError, ValueError):
        return ""


def names() -> list[str]:
    """Every public name, and the public members of every public class."""
    listed = []
    for home in MODULES:
        module = importlib.import_module(home)
        for name in sorted(module.__all__):
            thing = getattr(module, name)
            listed.append(f"{home}:{name}")
            if inspect.isclass(thing):
                listed += [f"{home}:{name}.{part}" for part in dir(thing) if not part.startswith("_")]
    return listed


def resolve(path: str) -> str:
    """What a public name is here."""
    home, _, rest = path.partition(":")
    try:
        thing = importlib.import_module(home)
        for name in rest.split("."):
            thing = getattr(thing, name)
    except (ImportError, AttributeError) as wrong:
        return f"gone: {wrong}"
    return f"there ({parameters(thing)})"


def play(ruleset: str, scenario: str) -> dict[str, Any]:
    """A game of random orders with dice of a seed."""
    import hulldown

    game, chance, told = hulldown.new(ruleset, scenario, seed=11), random.Random(5), []
    for number in range(ORDERS):
        orders = game.legal()
        if not orders:
            break
        order = chance.choice(orders)
        step: dict[str, Any] = {"order": str(order), "seat": order.seat, "offered": list(map(str, orders))}
        if number % 15 == 0:
            step["board"], step["odds"] = str(game), str(game.odds(order))
        turn = game.play(order)
        step |= {"told": str(turn), "dice": list(turn.dice), "digest": game.digest, "to_act": game.to_act}
        told.append(step)
    game.undo(agreed=True)
    again = hulldown.load(game.save())
    return {"steps": told, "game": repr(game), "again": repr(again), "save": game.save()}


def main() -> None:
    """Do what the first word says."""
    what, *rest = sys.argv[1:]
    if what == "names":
        answer: Any = names()
    elif what == "resolve":
        answer = {path: resolve(path) for path in json.load(sys.stdin)}
    else:
        answer = play(*rest)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
