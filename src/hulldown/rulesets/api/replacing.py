"""How a pack's `rules.py` says which rule a function takes the place of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hulldown.kernel.jit import rule

F = TypeVar("F", bound=Callable[..., Any])
REPLACES = "__replaces__"  # the attribute that names the rule


def replaces(name: str) -> Callable[[F], F]:
    """Let a function of `rules.py` take the place of a rule: `tank_commander.shooting.gunner_penalty`.

    It takes what the rule takes and gives what it gives, by the same types, and is compiled like it. What
    `rules.py` imports under the name of the rule is the printed rule, which the function may call.
    """

    def mark(fn: F) -> F:
        setattr(fn, REPLACES, name)
        return rule(fn)

    return mark
