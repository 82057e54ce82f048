"""What a ruleset still owes where something was added to it: an option that no rule reads, a rule that
nothing proves, a code without words, a scenario that nobody has played through. Sources are read, not run.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hulldown.conformance.citations import (
    Citation,
    folder_of,
    in_code,
    in_sources,
    in_tests,
    in_vectors,
    overdue_ids,
    uncited_ids,
    unknown_ids,
)
from hulldown.kernel.records import fields
from hulldown.rulesets.face.ruleset import OPTIONS, Ruleset

MARK = Path("unit", "rulesets")  # in the tests of a checkout: a folder for each ruleset


def folder_of_tests(ruleset: Ruleset) -> Path | None:
    """The folder of tests of the checkout that a ruleset is written in; None of an installed one."""
    beside = (above / "tests" for above in folder_of(ruleset).parents)
    return next((tests for tests in beside if (tests / MARK / ruleset.id).is_dir()), None)


def duties(ruleset: Ruleset) -> list[str]:
    """What is missing, a line each with the place where it belongs.

    Proof is asked for only where the tests of the ruleset are at hand, in a checkout.
    """
    missing = [*option_duties(ruleset), *word_duties(ruleset)]
    if tests := folder_of_tests(ruleset):
        missing += [*rule_duties(ruleset, tests), *golden_duties(ruleset, tests)]
    return missing


def option_duties(ruleset: Ruleset) -> Iterator[str]:
    """Options and values without a field of the state or read by no rule, and fields without either."""
    options, values = ruleset.files.options(), ruleset.files.values()
    records = [f.kind for f in fields(ruleset.state) if f.name == OPTIONS]
    held = {f.name for record in records for f in fields(record)}
    for kind, names in (("option", options.keys()), ("value", values.keys())):
        for name in sorted(names - held):
            yield f"{kind} {name}: class Options in state.py has no field of its name"
    for name in sorted(held - options.keys() - values.keys()):
        yield f"Options.{name} in state.py: neither options.toml nor values.toml has it"
    read = names_read(ruleset)
    for kind, names in (("option", options.keys()), ("value", values.keys())):
        for name in sorted(names & held - read):
            yield f"{kind} {name}: no rule reads `options.{name}`"


def names_read(ruleset: Ruleset) -> set[str]:
    """What the code of a ruleset reads of anything, and the options on which its scenarios differ."""
    folder = folder_of(ruleset)
    sources = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    read = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    for file in (folder / "scenarios").glob("*.toml"):
        cases = tomllib.loads(file.read_text(encoding="utf-8")).get("when", ())
        read |= {case["option"] for case in cases}
    return read


def word_duties(ruleset: Ruleset) -> Iterator[str]:
    """Codes that a table of words, or of whatever each code needs, has not."""
    for needed, (codes, known) in ruleset.proof.tables.items():
        for code in codes:
            if code not in known:
                yield f"{type(code).__name__}.{code.name}: it has no {needed}"


def rule_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Ids that are no rules, rules that no code decides, and rules that nothing proves."""
    cited = citations(ruleset, tests)
    for line in unknown_ids(ruleset, cited):
        yield f"{line}: {ruleset.prefix}'s rulebook.md has no such rule"
    yield from (f"uncoded.toml: {rule} is not in rulebook.md" for rule in overdue_ids(ruleset))
    code = [one for one in cited if one.kind in ("code", "data")]
    for rule in uncited_ids(ruleset, code):
        yield f"rule {rule}: no function names it in its docstring; what is no code stands in uncoded.toml"
    proofs = [one for one in cited if one.kind in ("vector", "test")]
    for rule in uncited_ids(ruleset, proofs):
        yield f"rule {rule}: no test in tests/unit/rulesets/{ruleset.id} and no vector names it"


def citations(ruleset: Ruleset, tests: Path) -> list[Citation]:
    """Everything that cites a rule of a ruleset: code and files, vectors, their answers, tests."""
    vectors = tests / "vectors" / f"{ruleset.id}.vectors.json"
    proven = list(in_vectors(vectors, ruleset.prefix)) if vectors.exists() else []
    answers = (tests / "answers" / ruleset.id).rglob("*.py")
    own = [tests / MARK / ruleset.id, tests / "property"]
    tested = (one for folder in own for one in in_tests(folder, ruleset.prefix))
    return [*in_code(ruleset), *proven, *in_sources(answers, tests, ruleset.prefix, "answer"), *tested]


def golden_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Scenarios without a playthrough that somebody read with the rulebook open."""
    played = {save.stem for save in (tests / "golden" / ruleset.id).glob("*.json")}
    for name in ruleset.files.scenarios():
        if name not in played:
            made = f"scripts/golden.py {ruleset.id} {name} greedy:seed=1,greedy:seed=2 7 {name}"
            yield f"scenario {name}: no playthrough in tests/golden/{ruleset.id}; {made} makes one to be read"
