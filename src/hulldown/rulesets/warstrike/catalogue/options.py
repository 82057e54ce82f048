"""Rule variants from `options.toml` (2.5)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hulldown.catalogue import Option, Options, load, option_problems

HERE = Path(__file__).parent.parent


@cache
def load_options() -> dict[str, Option]:
    """Every rule variant by name, in the rulebook's order (2.5)."""
    return load(HERE / "options.toml", Options, option_problems, "options.toml").options
