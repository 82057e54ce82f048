#!/usr/bin/env python3
"""The shape of the house in figures: lines, what stands twice, imports, circles.

scripts/measure.py [--list NAME] prints a table; `--list` shows what one figure counts: twins, passing, short,
circles. Nothing is judged here: the bounds that are kept stand in tests/house.
"""

from __future__ import annotations

import argparse
import ast
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
RULESETS = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
SHORT = 40  # lines; a file below is a paragraph, not a chapter
WIDE = 100  # characters of a line of JavaScript
Function = ast.FunctionDef | ast.AsyncFunctionDef
DECLARED = ast.dump(ast.parse("...").body[0])


@dataclass(frozen=True)
class Module:
    """A Python file of the package."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """As it is imported."""
        parts = self.path.relative_to(SOURCE).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def ruleset(self) -> str:
        """The ruleset that it belongs to, or nothing."""
        parts = self.path.relative_to(SOURCE).parts
        return parts[2] if parts[1] == "rulesets" and parts[2] in RULESETS else ""

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def functions(self) -> Iterator[Function]:
        """Every function and method, also those within others."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


def modules() -> list[Module]:
    """All Python files of the package."""
    return [Module(path, path.read_text()) for path in sorted(SOURCE.rglob("*.py"))]


# ---------------------------------------------------------------- what stands twice, what only passes on


def body_of(fn: Function) -> list[ast.stmt]:
    """What a function does, without its docstring."""
    return fn.body[1:] if ast.get_docstring(fn, clean=False) is not None else fn.body


def twins(known: Iterable[Module]) -> list[list[str]]:
    """Functions of several rulesets with the same parameters and the same body; a declaration has none."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for module in known:
        if module.ruleset:
            for fn in module.functions():
                names, body = [one.arg for one in fn.args.args], [ast.dump(one) for one in body_of(fn)]
                if body in ([], [DECLARED]):
                    continue
                mark = f"{names} {body}"
                found[mark].append((module.ruleset, f"{module.name}.{fn.name}"))
    groups = [[name for _, name in group] for group in found.values() if len({one for one, _ in group}) > 1]
    return sorted(groups)


def passing(known: Iterable[Module]) -> list[str]:
    """Methods of the five `game.py` that do nothing but pass their arguments on."""
    return [
        f"{module.ruleset}: {fn.name}"
        for module in known
        if module.ruleset and module.path.name == "game.py"
        for fn in module.functions()
        if passes_on(fn)
    ]


def passes_on(fn: Function) -> bool:
    """Whether a method is one call of something else with nothing but its own arguments."""
    body = [one for one in body_of(fn) if not isinstance(one, ast.ImportFrom)]
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    value = body[0].value
    if isinstance(value, ast.Name | ast.Attribute):
        return True
    own = {one.arg for one in fn.args.args}
    if not isinstance(value, ast.Call):
        return False
    given = [*value.args, *(one.value for one in value.keywords)]
    return all(isinstance(one, ast.Name) and one.id in own for one in given)


# ---------------------------------------------------------------- imports


def imported(module: Module, names: Iterable[str]) -> Iterator[str]:
    """The modules of the package that a module imports, within functions and for types alone, too."""
    known = set(names)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                whole = f"{node.module}.{one.name}"
                yield from (name for name in [whole if whole in known else node.module] if name in known)


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of modules that all import each other, however far round (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(one: str) -> None:
        index[one] = low[one] = len(index)
        stack.append(one)
        for other in graph[one]:
            if other not in index:
                visit(other)
                low[one] = min(low[one], low[other])
            elif other in stack:
                low[one] = min(low[one], index[other])
        if low[one] == index[one]:
            at = stack.index(one)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for one in graph:
        if one not in index:
            visit(one)
    return found


def graph_of(known: list[Module]) -> dict[str, list[str]]:
    """Who imports whom."""
    names = [module.name for module in known]
    return {module.name: sorted({*imported(module, names)} - {module.name}) for module in known}


def import_lines(module: Module) -> int:
    """The lines that imports take."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


# ---------------------------------------------------------------- JavaScript

IMPORT = re.compile(r"""^(?:import|export)\s[^;]*?from\s*["'](\.[^"']+)["']""", re.MULTILINE)
# As the formatter lays a function out: its last line is a brace below its first letter.
BEGINS = re.compile(r"^( *)(?!.*\b(?:if|for|while|switch|catch)\b).*(?:\bfunction\b.*|=>|\)) \{$")


def scripts() -> dict[Path, str]:
    """The scripts of the pages."""
    return {path: path.read_text() for path in sorted(SOURCE.rglob("*.js"))}


def script_graph(known: Mapping[Path, str]) -> dict[str, list[str]]:
    """Which script imports which."""
    return {
        str(path): [str((path.parent / name).resolve()) for name in IMPORT.findall(text)]
        for path, text in known.items()
    }


def script_functions(known: Mapping[Path, str]) -> Iterator[tuple[int, str]]:
    """Every function of the pages with a body of its own: its lines, and where it stands."""
    for path, text in known.items():
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if begins := BEGINS.match(line):
                brace = begins[1] + "}"
                rest = enumerate(lines[number + 1 :], 2)
                size = next((size for size, other in rest if other.startswith(brace)), 1)
                yield size, f"{path.relative_to(SOURCE)}:{number + 1}"


# ---------------------------------------------------------------- the table


def quantile(values: Iterable[int], share: float) -> int:
    """The value below which a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def figures(known: list[Module], pages: Mapping[Path, str]) -> Iterator[tuple[str, str]]:
    """Every figure with its name."""
    sizes = [module.lines for module in known if module.path.name != "__init__.py"]
    functions = [(fn.end_lineno or 0) - fn.lineno + 1 for module in known for fn in module.functions()]
    own = [module for module in known if module.ruleset]
    filled = sum(1 for module in known for line in module.text.splitlines() if line.strip())
    same = twins(known)
    yield "Python files", f"{len(known)}"
    yield "Python lines", f"{sum(module.lines for module in known):,}"
    yield "  of the five rulesets", f"{sum(module.lines for module in own):,}"
    for name in RULESETS:
        yield f"    {name}", f"{sum(module.lines for module in own if module.ruleset == name):,}"
    yield "file: median, 90 %", f"{statistics.median(sizes):.0f}, {quantile(sizes, 0.9)}"
    yield f"files under {SHORT} lines", f"{sum(size < SHORT for size in sizes)}"
    yield "function: median, 90 %", f"{statistics.median(functions):.0f}, {quantile(functions, 0.9)}"
    yield "identical functions across rulesets", f"{len(same)} groups, {sum(map(len, same))} functions"
    yield "methods of game.py that pass on", f"{len(passing(known))}"
    yield "imports, share of filled lines", f"{sum(map(import_lines, known)) / filled:.1%}"
    yield "circles of imports, Python", f"{len(circles(graph_of(known)))}"
    lines = [len(line) for text in pages.values() for line in text.splitlines()]
    yield "JavaScript files, lines", f"{len(pages)}, {len(lines):,}"
    yield f"lines over {WIDE}, longest", f"{sum(line > WIDE for line in lines)}, {max(lines)}"
    yield "longest function", f"{max(script_functions(pages))[0]}"
    yield "circles of imports, JavaScript", f"{len(circles(script_graph(pages)))}"


def main() -> None:
    """Print the table, or what a figure counts."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--list", choices=["twins", "passing", "short", "circles"])
    wanted = asked.parse_args().list
    known, pages = modules(), scripts()
    if wanted == "twins":
        print("\n".join(", ".join(group) for group in twins(known)))
    elif wanted == "passing":
        print("\n".join(passing(known)))
    elif wanted == "short":
        few = (m for m in known if m.lines < SHORT and m.path.name != "__init__.py")
        print("\n".join(f"{m.lines:4} {m.path.relative_to(SOURCE)}" for m in few))
    elif wanted == "circles":
        found = [*circles(graph_of(known)), *circles(script_graph(pages))]
        print("\n".join(", ".join(Path(one).name for one in group) for group in found))
    else:
        for name, value in figures(known, pages):
            print(f"{name:40}{value:>24}")


if __name__ == "__main__":
    main()
