"""The names that tests/house/test_names.py holds down: where they are, and how many a room may have.

Three kinds: a function named by a bare participle (`told`, `laid_out`); a local or parameter called `one`,
`found`, `said`, `told` or `made`; a class name that two files outside the five rulesets give to two things.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "tests" / "house" / "names.toml"
HEADER = """\
# The names of each room of src/hulldown that tests/house/test_names.py still allows, and how often.
# The counts only shrink: `python scripts/house_numbers.py --lower` writes this file.
"""

RULESETS = frozenset({"tank_commander", "agrav", "close_assault", "warstrike", "chase"})
WORDS = (
    "said told made met laid kept known asked posed shown held begun given taken called drawn dressed "
    "offered led reckoned noted written seen heard done found read lent sent put set cut left"
)
# A word of the list as a whole part of a name: `told`, `_told`, `told_of`, `as_told`.
PARTICIPLE = re.compile(rf"_?(\w+_)?({WORDS.replace(' ', '|')})(_\w+)?")
# What is a verb in the imperative too, or answers yes or no, reads well: `read_file`, `is_known`.
PLAIN = re.compile(r"_*((read|put|set|cut)(_\w+)?|(is|are|was|has|have|not)_\w+|\w+_(read|put|set|cut))_?")
VAGUE = frozenset({"one", "found", "said", "told", "made"})

Places = dict[tuple[str, str, str], list[str]]  # room, kind and name -> where each stands
Counts = dict[tuple[str, str, str], int]


@dataclass(frozen=True)
class Source:
    """A Python file of `src/hulldown`."""

    path: Path  # from `src/hulldown`
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def room(self) -> str:
        """The package of hulldown; `rulesets` has a room for each of its own packages."""
        parts = self.path.parts[:-1]
        return ".".join(parts[:2] if parts[:1] == ("rulesets",) else parts[:1]) or "hulldown"

    @property
    def of_a_ruleset(self) -> bool:
        """Whether this is a file of one of the five rulesets."""
        return self.path.parts[0] == "rulesets" and self.path.parts[1] in RULESETS


def sources(tree: Path) -> list[Source]:
    """The Python files of a tree. Migrations are left out: they are history and never change."""
    base = tree / "src" / "hulldown"
    files = sorted(path for path in base.rglob("*.py") if "versions" not in path.parts)
    return [Source(path.relative_to(base), path.read_text(encoding="utf-8")) for path in files]


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method, inner ones too."""
    return (node for node in source.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def variables(source: Source) -> Iterator[tuple[str, int]]:
    """Every name that is assigned or taken as a parameter, with its line."""
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno


def double_classes(files: list[Source]) -> dict[str, list[tuple[Source, int]]]:
    """Class names that several files outside the five rulesets define at their top level."""
    homes: dict[str, list[tuple[Source, int]]] = defaultdict(list)
    for source in files:
        if not source.of_a_ruleset:
            for node in source.tree.body:
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append((source, node.lineno))
    return {name: places for name, places in homes.items() if len({source.path for source, _ in places}) > 1}


def poor_names(files: list[Source]) -> Places:
    """Every name that the test holds down, by room, kind and name."""
    places: Places = defaultdict(list)
    for source in files:
        for function in functions(source):
            if PARTICIPLE.fullmatch(function.name) and not PLAIN.fullmatch(function.name):
                places[source.room, "function", function.name].append(f"{source.path}:{function.lineno}")
        for name, line in variables(source):
            if name in VAGUE:
                places[source.room, "local", name].append(f"{source.path}:{line}")
    for name, homes in double_classes(files).items():
        for source, line in homes:
            places[source.room, "class", name].append(f"{source.path}:{line}")
    return dict(places)


def counted(places: Places) -> Counts:
    """How often each name stands in each room."""
    return {key: len(where) for key, where in places.items()}


def allowed(text: str) -> Counts:
    """The counts of a names.toml."""
    return {
        (room, kind, name): count
        for room, kinds in tomllib.loads(text).items()
        for kind, names in kinds.items()
        for name, count in names.items()
    }


def as_toml(counts: Mapping[tuple[str, str, str], int]) -> str:
    """A names.toml with these counts."""
    lines, table = [HEADER], ("", "")
    for (room, kind, name), count in sorted(counts.items()):
        if (room, kind) != table:
            table = (room, kind)
            lines.append(f'\n["{room}".{kind}]\n')
        lines.append(f"{name} = {count}\n")
    return "".join(lines)


def increases(counts: Counts, limits: Counts, places: Places) -> list[str]:
    """A line for each name that stands more often than allowed, with all its places."""
    return [
        f"{room}: {kind} {name}: {count}, allowed {limits.get((room, kind, name), 0)}: "
        + ", ".join(places[room, kind, name])
        for (room, kind, name), count in sorted(counts.items())
        if count > limits.get((room, kind, name), 0)
    ]


def decreases(counts: Counts, limits: Counts) -> list[str]:
    """A line for each name that is allowed more often than it stands."""
    return [
        f"{room}: {kind} {name}: {counts.get((room, kind, name), 0)}, allowed {limit}"
        for (room, kind, name), limit in sorted(limits.items())
        if counts.get((room, kind, name), 0) < limit
    ]


def totals(counts: Counts) -> Counter[str]:
    """How many names of each kind there are in all rooms together."""
    result: Counter[str] = Counter()
    for (_, kind, _), count in counts.items():
        result[kind] += count
    return result
