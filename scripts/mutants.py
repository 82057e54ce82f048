#!/usr/bin/env python3
"""Do the tests notice a rule that is wrong? Each mutant is a rule module with one small mistake in it.

scripts/mutants.py [MODULE ...] [--sample N] [--seed S] [--workers W], as in
scripts/mutants.py agrav/damage.py --sample 60

The modules and the tests that should catch their mutants stand in tests/mutants.toml, and there every
mutant that no test can catch, as the game is the same with it, with the reason. Of the others at least
95 of 100 must be caught; the exit status is 1 when fewer are, or when that list is out of date. The
mistakes are those of cosmic-ray, and lines left out; what only annotates is left alone. A mutant is never
written to a file: each run of the tests is a process that reads it in place of the module's own text.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NoReturn

import hypothesis  # noqa: F401  # loaded once, for all runs
import numpy  # noqa: F401
import pydantic  # noqa: F401
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import Keyword
from parso.tree import NodeOrLeaf, search_ancestor

ROOT = Path(__file__).resolve().parent.parent
RULESETS = Path("src/hulldown/rulesets")
KEPT = "tests/mutants.toml"
ENOUGH = 0.95
MEMORY = 4 << 30  # bytes for one run of tests: a mutant that never ends should not take all there is

SWAPPED = {
    "BinaryOperator": "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Mod_FloorDiv BitAnd_BitOr BitOr_BitAnd "
    "BitXor_BitAnd LShift_RShift RShift_LShift",
    "ComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt",
    "UnaryOperator": "Delete_Not Delete_USub Delete_Invert",
}
PLAIN = (
    "AddNot NumberReplacer ReplaceAndWithOr ReplaceOrWithAnd ReplaceTrueWithFalse ReplaceFalseWithTrue "
    "ReplaceBreakWithContinue ReplaceContinueWithBreak ZeroIterationForLoop"
)


class LineLeftOut(Operator):  # type: ignore[misc]
    """A call whose result nobody takes, or a change of something outside the function, is not made."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "simple_stmt" and self.does_something(node.children[0]):
            yield node.start_pos, node.end_pos

    @staticmethod
    def does_something(statement: NodeOrLeaf) -> bool:
        """Whether to leave it out is more than to leave a name without a value."""
        if statement.type == "expr_stmt":
            return any(leaf in statement.children[0].get_code() for leaf in ".[") or (
                statement.children[1].type == "operator" and statement.children[1].value != "="
            )
        return statement.type == "atom_expr"

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        first = node.get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, first.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


def operators() -> Iterator[Operator]:
    """Every kind of mistake."""
    yield LineLeftOut()
    for name in PLAIN.split():
        yield get_operator(f"core/{name}")()
    for kind, swaps in SWAPPED.items():
        for swap in swaps.split():
            yield get_operator(f"core/Replace{kind}_{swap}")()


# ---------------------------------------------------------------- the mutants of a module


@dataclass(frozen=True)
class Mutant:
    """A module with one mistake: its text, the function it is in, its lines as they were and as they are."""

    module: str
    text: str
    place: tuple[str, str, str]
    diff: str


def annotates(leaf: NodeOrLeaf) -> bool:
    """Whether this only annotates, decorates or imports."""
    node = leaf
    while node.parent is not None:
        parent = node.parent
        if parent.type in ("decorator", "import_from", "import_name"):
            return True
        if parent.type in ("annassign", "tfpdef") and node is not parent.children[-1]:
            return True
        if parent.type == "tfpdef" or (parent.type == "annassign" and len(parent.children) == 2):
            return True
        if parent.type == "funcdef" and node is parent.annotation:
            return True
        node = parent
    return False


def function_of(leaf: NodeOrLeaf) -> str:
    """The name of the function or class that this is in."""
    node = search_ancestor(leaf, "funcdef", "classdef")
    return node.name.value if node is not None else ""


def changed(before: str, after: str) -> tuple[str, str, str]:
    """The lines that differ, as they were and as they are, and the whole difference."""
    rows = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2))[2:]
    was = " ".join(row[1:].strip() for row in rows if row[0] == "-")
    now = " ".join(row[1:].strip() for row in rows if row[0] == "+")
    return was, now, "\n".join(rows)


def mutants_of(module: str) -> list[Mutant]:
    """Every mutant of a module that is a program, in the order of its lines."""
    source = (ROOT / RULESETS / module).read_text(encoding="utf-8")
    found, before = [], ""
    for part in get_ast(source).children:
        code = part.get_code()
        after = source[len(before) + len(code) :]
        for where, text in mistakes(code):
            was, now, diff = changed(source, before + text + after)
            found.append(Mutant(module, before + text + after, (where, was, now), diff))
        before += code
    return found


def mistakes(code: str) -> list[tuple[str, str]]:
    """What each mistake makes of one part of a module, and the function that it is made in."""
    tree, found = get_ast(code), {}
    for operator in operators():
        places = [at for node in ast_nodes(tree) for at, _ in operator.mutation_positions(node)]
        for occurrence, at in enumerate(places):
            leaf = tree.get_leaf_for_position(at, include_prefixes=True)
            text = "" if annotates(leaf) else mutate_code(code, operator, occurrence)
            if text and text not in found and squeezed(text) != squeezed(code) and is_program(text):
                found[text] = at, function_of(leaf), text
    return [(where, text) for _, where, text in sorted(found.values())]


def squeezed(code: str) -> str:
    """Code without its blanks."""
    return "".join(code.split())


def is_program(text: str) -> bool:
    """Whether Python reads it: a mistake in words of the language proves nothing."""
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


# ---------------------------------------------------------------- tests against a mutant


def run_tests(module: str, text: str | None, tests: list[str], folder: str) -> NoReturn:
    """In a process of its own: the tests, with a text in place of the module's file. Status 0: all pass."""
    path, as_ever = str(ROOT / RULESETS / module), SourceFileLoader.get_code
    os.environ["HULLDOWN_CACHE"] = f"{folder}/{os.getpid()}"  # no compiled mutant is ever taken for the rule
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT / "src"))

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return compile(text, path, "exec") if text and loader.path == path else as_ever(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    said = os.open(f"{folder}/{os.getpid()}.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    status = 3
    try:
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "xdist", "-n", "0", *tests])
    finally:
        os._exit(int(status))


def begin(module: str, text: str | None, tests: list[str], folder: str) -> int:
    """Start the tests in a process that has all but our own code loaded; its number."""
    number = os.fork()
    if number == 0:
        run_tests(module, text, tests, folder)
    return number


def seconds_of(module: str, tests: list[str], folder: str) -> float:
    """How long the tests take when all is well. SystemExit if it is not."""
    start = time.monotonic()
    number = begin(module, None, tests, folder)
    if os.waitpid(number, 0)[1]:
        said = Path(f"{folder}/{number}.txt").read_text(encoding="utf-8")
        raise SystemExit(refusal(f"{module}: its tests fail without a mistake, too:\n{said}"))
    return time.monotonic() - start


def fates(mutants: list[Mutant], tests: list[str], workers: int, folder: str) -> list[tuple[Mutant, bool]]:
    """Whether a test fails with each mutant in place; one that runs on and on is noticed, too."""
    if not mutants:
        return []
    limit = 20 + 10 * seconds_of(mutants[0].module, tests, folder)
    waiting, running, caught = list(reversed(mutants)), {}, {}
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            number = begin(mutant.module, mutant.text, tests, folder)
            running[number] = mutant, time.monotonic() + limit
        time.sleep(0.02)
        for number, (mutant, until) in list(running.items()):
            if time.monotonic() > until:
                os.kill(number, signal.SIGKILL)
            ended, status = os.waitpid(number, os.WNOHANG)
            if ended:
                caught[mutant.text] = status != 0
                del running[number]
    return [(mutant, caught[mutant.text]) for mutant in mutants]


# ---------------------------------------------------------------- what is said


def refusal(line: str) -> int:
    """Say what is wrong with what was asked; the exit status."""
    print(line, file=sys.stderr)
    return 2


def judge(module: str, fates: list[tuple[Mutant, bool]], equal: dict[tuple[str, str, str], str]) -> bool:
    """Print a module's survivors and its share; whether that is enough."""
    told = [(mutant, was_caught) for mutant, was_caught in fates if mutant.place not in equal]
    for mutant, was_caught in told:
        if not was_caught:
            print(f"\n{module}, {mutant.place[0]}: survived\n{mutant.diff}")
    wrong = [mutant for mutant, was_caught in fates if was_caught and mutant.place in equal]
    for mutant in wrong:
        print(f"\n{module}, {mutant.place[0]}: caught, though {KEPT} calls it equal\n{mutant.diff}")
    good = sum(was_caught for _, was_caught in told)
    share = good / len(told) if told else 1.0
    print(
        f"\n{module}: {good} of {len(told)} mutants caught ({share:.1%}), "
        f"{len(fates) - len(told)} more are equal",
        flush=True,
    )
    return share >= ENOUGH and not wrong


def main(arguments: Iterable[str] | None = None) -> int:
    """Exit status: 0 when enough are caught, 1 when not, 2 when nothing could be tried."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"as in {KEPT}; all of them without")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of each module, at random")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="runs at a time")
    asked = parser.parse_args(arguments)
    kept = tomllib.loads((ROOT / KEPT).read_text(encoding="utf-8"))
    modules = asked.modules or list(kept)
    if unknown := [name for name in modules if name not in kept]:
        return refusal(f"{unknown[0]} is not in {KEPT}: there are {', '.join(kept)}")
    enough = True
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for module in modules:
            mutants = mutants_of(module)
            equal = {(one["in"], one["was"], one["now"]): one["why"] for one in kept[module].get("equal", ())}
            for place in equal.keys() - {mutant.place for mutant in mutants}:
                enough = False
                print(f"{module}, {place[0]}: no mutant makes of `{place[1]}` `{place[2]}`: mend {KEPT}")
            if asked.sample is not None and asked.sample < len(mutants):
                mutants = random.Random(asked.seed).sample(mutants, asked.sample)
            told = fates(mutants, kept[module]["tests"], asked.workers, folder)
            enough &= judge(module, told, equal)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
