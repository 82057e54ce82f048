#!/usr/bin/env python3
"""Count what makes the source easy or hard to enter, and print the counts of several trees side by side.

scripts/house_numbers.py [TREE ...] prints a Markdown table with one column a tree: a commit, a branch, or a
folder that holds `src/hulldown`. Without one it counts this tree.

scripts/house_numbers.py --lower writes tests/house/names.toml, the poor names that are still allowed. It only
lowers counts. With --moved a room may have more than before if no kind has more in all rooms together.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import house_names as names

ROOT = names.ROOT
ISSUE = "e6c75e76"  # the last commit before the house was rebuilt
RECENT = 100  # subjects that count for a tree from before it
Sources = list[names.Source]


# ---------------------------------------------------------------- what is counted


def size(node: ast.stmt | ast.expr) -> int:
    """The lines of a piece of code."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def length(source: names.Source) -> int:
    """The lines of a file."""
    return source.text.count("\n")


def rules(source: names.Source) -> Iterator[ast.FunctionDef]:
    """The functions that are compiled: `@rule`, `@rule(...)`, `@generic(...)`."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef):
            marks = [getattr(mark, "func", mark) for mark in node.decorator_list]
            if {getattr(mark, "id", "") for mark in marks} & {"rule", "generic"}:
                yield node


def others_per_rule_line(files: Sources) -> float:
    """Lines of `rulesets` that are no rule, for one that is. A rule is counted from its decorator to its end;
    blank lines, imports and docstrings count on either side.
    """
    ours = [source for source in files if source.room.startswith("rulesets")]
    inside = sum(
        size(node) + node.lineno - node.decorator_list[0].lineno for source in ours for node in rules(source)
    )
    return (sum(map(length, ours)) - inside) / inside


def int_calls(files: Sources, room: str) -> int:
    """`int()` around the read of a field or an element in a rule; constant tables (in capitals) are left out,
    for they are NumPy's. The issue says 3,332 for the rulesets and 165 for the kernel at ec23dd9f, where
    this counts 3,331 and 156.
    """
    return sum(
        isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "int"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Attribute | ast.Subscript)
        and not root_of(node.args[0]).isupper()
        for source in files
        if source.room.startswith(room)
        for function in rules(source)
        for node in ast.walk(function)
    )


def root_of(node: ast.expr) -> str:
    """The first name of `s.units[i].place`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return getattr(node, "id", "")


def import_share(files: Sources) -> float:
    """Lines of import statements, in percent of the lines that are not blank."""
    statements = (
        node for source in files for node in source.nodes if isinstance(node, ast.Import | ast.ImportFrom)
    )
    full = sum(bool(line.strip()) for source in files for line in source.text.splitlines())
    return 100 * sum(map(size, statements)) / full


def ruleset_files(files: Sources) -> str:
    """Python files of the smallest and of the largest of the five rulesets.

    At ec23dd9f 87 to 113; the issue says 132, where files of other kinds were counted.
    """
    counts = Counter(source.room for source in files if source.of_a_ruleset)
    return f"{min(counts.values())} to {max(counts.values())}"


def participles(files: Sources) -> int:
    """Different function names with a participle in them. `read`, `set_up` and `is_known` count here, as they
    do in the issue; the test of names lets them stand.
    """
    found = {function.name for source in files for function in names.functions(source)}
    return sum(names.PARTICIPLE.fullmatch(name) is not None for name in found)


def locals_called(files: Sources, *called: str) -> int:
    """Assignments and parameters of these names."""
    return sum(name in called for source in files for name, _ in names.variables(source))


# ---------------------------------------------------------------- circles of imports


def module(source: names.Source) -> str:
    """The dotted name of a file."""
    parts = ("hulldown", *source.path.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(files: Sources) -> dict[str, set[str]]:
    """Which module imports which, inside functions and for the type checker too."""
    known = {module(source) for source in files}
    graph: dict[str, set[str]] = defaultdict(set)
    for source in files:
        here = module(source)
        package = here.split(".") if source.path.name == "__init__.py" else here.split(".")[:-1]
        for node in source.nodes:
            graph[here] |= set(imported(node, package, known)) - {here}
    return graph


def imported(node: ast.AST, package: list[str], known: set[str]) -> Iterator[str]:
    """The modules of hulldown that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif isinstance(node, ast.ImportFrom):
        start = package[: len(package) - node.level + 1] if node.level else []
        base = ".".join([*start, *filter(None, [node.module])])
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            yield from [inner] if inner in known else [base] if base in known else []


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules that import each other, directly or round about."""
    reach = {here: reachable(graph, here) for here in list(graph)}
    groups = {frozenset(there for there in reach[here] if here in reach.get(there, ())) for here in reach}
    return [set(group) for group in groups if group]


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    """Every module that an import of this one leads to; itself only through a circle."""
    seen: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting.extend(graph.get(here, ()))
    return seen


# ---------------------------------------------------------------- trees


def git(*words: str) -> str:
    """What a git command prints; an empty text where it fails."""
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def subject_length(tree: str) -> str:
    """The median length of commit subjects since the issue; of a tree from before, of its last ones."""
    ref = "HEAD" if Path(tree).resolve() == ROOT else tree
    since = git("log", "--format=%s", f"{ISSUE}..{ref}").splitlines()
    recent = since or git("log", "--format=%s", "-n", str(RECENT), ref).splitlines()
    return f"{median(map(len, recent)):.0f}" if recent else "-"


ROWS: dict[str, Callable[[Sources], object]] = {
    "Python files": len,
    "Python lines": lambda files: f"{sum(map(length, files)):,}",
    "other lines a rule line carries": lambda files: f"{others_per_rule_line(files):.2f}",
    "files a ruleset": ruleset_files,
    "imports, share of lines": lambda files: f"{import_share(files):.1f} %",
    "circles of imports": lambda files: len(circles(imports(files))),
    "participle function names": participles,
    "locals called `one`": lambda files: locals_called(files, "one"),
    "locals called `found`": lambda files: locals_called(files, "found"),
    "locals called `said`, `told`, `made`": lambda files: locals_called(files, "said", "told", "made"),
    "double class names outside the rulesets": lambda files: len(names.double_classes(files)),
    "`int()` in rules": lambda files: f"{int_calls(files, 'rulesets'):,}",
    "`int()` in rules of the kernel": lambda files: int_calls(files, "kernel"),
    "median file": lambda files: f"{median(map(length, files)):.0f}",
    "longest file": lambda files: max(map(length, files)),
    "longest function": lambda files: max(size(f) for source in files for f in names.functions(source)),
}


def scripts_of_pages(tree: Path) -> tuple[int, int]:
    """Files and lines of JavaScript and TypeScript."""
    files = [path for path in (tree / "src").rglob("*") if path.suffix in {".js", ".ts"}]
    return len(files), sum(path.read_text(encoding="utf-8").count("\n") for path in files)


def column(tree: str) -> list[object]:
    """The numbers of a tree."""
    if Path(tree, "src", "hulldown").is_dir():
        return numbers(Path(tree), tree)
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", tree, "src"], capture_output=True)
    if archive.returncode:
        sys.exit(f"{tree}: neither a folder with src/hulldown nor a commit")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
            packed.extractall(folder, filter="data")
        return numbers(Path(folder), tree)


def numbers(folder: Path, tree: str) -> list[object]:
    """The numbers of the sources in a folder."""
    files = names.sources(folder)
    page_files, page_lines = scripts_of_pages(folder)
    return [
        *(count(files) for count in ROWS.values()),
        page_files,
        f"{page_lines:,}",
        subject_length(tree),
    ]


def print_table(trees: list[str]) -> None:
    """Print the numbers of all trees in Markdown."""
    titles = [*ROWS, "scripts of the pages", "lines of these", "commit subject, median"]
    columns = [column(tree) for tree in trees]
    heads = ["this tree" if Path(tree).resolve() == ROOT else tree for tree in trees]
    print("| | " + " | ".join(heads) + " |")
    print("|---|" + "--:|" * len(trees))
    for title, *values in zip(titles, *columns, strict=True):
        print(f"| {title} | " + " | ".join(map(str, values)) + " |")


def lower(moved: bool) -> None:
    """Write names.toml with the counts of today, if they have not grown."""
    places = names.poor_names(names.sources(ROOT))
    counts = names.counted(places)
    if names.ALLOWED.exists():
        limits = names.allowed(names.ALLOWED.read_text(encoding="utf-8"))
        before, after = names.totals(limits), names.totals(counts)
        grown = names.increases(counts, limits, places)
        if moved:
            grown = [
                f"{kind}: {after[kind]}, allowed {before[kind]}"
                for kind in after
                if after[kind] > before[kind]
            ]
        if grown:
            sys.exit("\n".join(["more than before:", *grown]))
    names.ALLOWED.write_text(names.as_toml(counts), encoding="utf-8")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", nargs="*", default=[str(ROOT)], metavar="TREE")
    parser.add_argument("--lower", action="store_true", help="lower the counts of names.toml")
    parser.add_argument("--moved", action="store_true", help="with --lower: names may have changed rooms")
    given = parser.parse_args()
    if given.lower:
        lower(given.moved)
    else:
        print_table(given.trees)


if __name__ == "__main__":
    main()
