#!/usr/bin/env python3
"""scripts/rule_coverage.py FILE: the functions, vectors and tests that cite each rule, in Markdown."""

import sys
from collections.abc import Iterator
from pathlib import Path

from hulldown import rulesets
from hulldown.conformance.completeness import Citation, by_rule, citations
from hulldown.rulesets.api.ruleset import Ruleset

ROOT = Path(__file__).resolve().parent.parent
MOST = 6  # names in a cell; the rest are counted


def cell(found: list[Citation], *kinds: str) -> str:
    """The places of some kinds in one cell of the table."""
    names = list(dict.fromkeys(one.where for one in found if one.kind in kinds))
    shown = ", ".join(f"`{name}`" for name in names[:MOST])
    return f"{shown} and {len(names) - MOST} more" if len(names) > MOST else shown


def rows(ruleset: Ruleset) -> Iterator[str]:
    """The table of a ruleset."""
    found, uncoded = by_rule(citations(ruleset, ROOT / "tests")), ruleset.checks.uncoded()
    yield "| rule | mark | code and data | vectors | tests |"
    yield "|---|---|---|---|---|"
    for rule, (mark, _) in ruleset.files.rulebook().rules.items():
        places = found.get(rule, [])
        code = cell(places, "code", "data") or (f"prose: {uncoded[rule]}" if rule in uncoded else "")
        yield f"| {rule} | {mark} | {code} | {cell(places, 'vector')} | {cell(places, 'test')} |"


def page() -> str:
    """The whole page."""
    parts = ["# Coverage", "Which functions, vectors and tests cite each rule. Made by `make docs`."]
    for name in rulesets.names():
        ruleset = rulesets.get(name)
        parts += [f"## {ruleset.name}", "\n".join(rows(ruleset))]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("scripts/rule_coverage.py needs one file to write to")
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
