"""Questions that vector files ask of a ruleset, and the forms an answer may have.

A ruleset that answers such questions has a method `questions()`: a mapping from the name of a
question (`op`) to a function of what is given. The functions call the rules; they never see
what the file expects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Given = Mapping[str, Any]
Answer = Mapping[str, Any]
Question = Callable[[Given], Answer]


class NotCovered(LookupError):
    """The question is about rules that are not written yet; the message names them."""


class Whole(dict[str, Any]):
    """A mapping in an answer that must match key for key: no key of it is free."""
