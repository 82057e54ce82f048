"""What a ruleset still owes where something was added to it: an option that no rule reads, a rule that
nothing proves, a code without words, a scenario that nobody has played through. Sources are read, not run.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

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
from hulldown.conformance.sources import AttributeRead, read_source
from hulldown.kernel.records import fields
from hulldown.rulesets.api.ruleset import OPTIONS, Ruleset
from hulldown.rulesets.common.events import EventKind

WORD = re.compile(r"\w+")
MARK = Path("unit", "rulesets")  # in the tests of a checkout: a folder for each ruleset


def folder_of_tests(ruleset: Ruleset) -> Path | None:
    """The folder of tests of the checkout that a ruleset is written in; None of an installed one."""
    beside = (above / "tests" for above in folder_of(ruleset).parents)
    return next((tests for tests in beside if (tests / MARK / ruleset.id).is_dir()), None)


def duties(ruleset: Ruleset) -> list[str]:
    """What is missing, a line each with the place where it belongs.

    Proof is asked for only where the tests of the ruleset are at hand, in a checkout.
    """
    missing = [*option_duties(ruleset), *word_duties(ruleset), *use_duties(ruleset)]
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
    read = names_used(ruleset)
    for kind, names in (("option", options.keys()), ("value", values.keys())):
        for name in sorted(names & held - read):
            yield f"{kind} {name}: no rule reads `options.{name}`"
    folder, known = folder_of(ruleset), options.keys() | values.keys() | set(dir(dict))
    for file, read_at in attributes(ruleset):
        if read_at.field == OPTIONS and read_at.name not in known:
            place = f"{file.relative_to(folder)}:{read_at.line}"
            yield f"{place}: reads options.{read_at.name}, which neither options.toml nor values.toml has"


def attributes(ruleset: Ruleset) -> Iterator[tuple[Path, AttributeRead]]:
    """Every `x.name` in the code of a ruleset, with its file."""
    for file in sorted(folder_of(ruleset).rglob("*.py")):
        for attribute in read_source(file).attributes:
            yield file, attribute


def names_used(ruleset: Ruleset) -> set[str]:
    """What the code of a ruleset reads of anything, and the options on which its scenarios differ."""
    folder = folder_of(ruleset)
    read = {attribute.name for _, attribute in attributes(ruleset) if attribute.loaded}
    for file in (folder / "scenarios").glob("*.toml"):
        cases = tomllib.loads(file.read_text(encoding="utf-8")).get("when", ())
        read |= {case["option"] for case in cases}
    return read


def word_duties(ruleset: Ruleset) -> Iterator[str]:
    """Codes that a table of words, or of whatever each code needs, has not."""
    for needed, (codes, known) in ruleset.checks.tables.items():
        for code in codes:
            if code not in known:
                yield f"{type(code).__name__}.{code.name}: it has no {needed}"


def use_duties(ruleset: Ruleset) -> Iterator[str]:
    """Verbs, reasons and summands that no code treats, and events that never happen."""
    spoken = set(files_with_codes(ruleset))
    used = {
        f"{attribute.owner}.{attribute.name}"
        for file, attribute in attributes(ruleset)
        if attribute.owner and file not in spoken
    }
    for codes, _ in ruleset.checks.tables.values():
        names = [f"{type(code).__name__}.{code.name}" for code in codes]
        yield from (f"{name}: no rule uses it" for name in names if name not in used)
    events = {file: names for file, module in modules(ruleset) if (names := event_names(file, module))}
    logs = {file for file, module in modules(ruleset) if tells_events(file, module)}
    sources = (file for file in folder_of(ruleset).rglob("*.py") if file not in events and file not in logs)
    happening = set(WORD.findall(" ".join(file.read_text(encoding="utf-8") for file in sources)))
    for file, names in events.items():
        for name in names:
            if name not in happening:
                yield f"event {name} in {file.name}: nothing makes it happen"


def modules(ruleset: Ruleset) -> Iterator[tuple[Path, ModuleType]]:
    """The modules of a ruleset that have been imported, in the order of their names."""
    package = ruleset.state.__module__.rpartition(".")[0]
    for name in sorted(name for name in sys.modules if name.startswith(f"{package}.")):
        module = sys.modules[name]
        if module.__file__:
            yield Path(module.__file__), module


def files_with_codes(ruleset: Ruleset) -> Iterator[Path]:
    """Where codes are declared, and where the lines of orders word them."""
    declared = {type(code).__module__ for codes, _ in ruleset.checks.tables.values() for code in codes}
    for file, module in modules(ruleset):
        if module.__name__ in declared or "GRAMMAR" in read_source(file).assigned:
            yield file


def event_names(file: Path, module: ModuleType) -> list[str]:
    """The events that a module declares."""
    return [name for name in read_source(file).decorated if isinstance(getattr(module, name), EventKind)]


def tells_events(file: Path, module: ModuleType) -> bool:
    """Whether a module writes the sentences of events."""
    return any(hasattr(getattr(module, name), "__tells__") for name in read_source(file).decorated)


def rule_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Ids that are no rules, rules that no code decides, and rules that nothing proves."""
    cited = citations(ruleset, tests)
    for line in unknown_ids(ruleset, cited):
        yield f"{line}: {ruleset.prefix}'s rulebook.md has no such rule"
    yield from (f"uncoded.toml: {rule} is not in rulebook.md" for rule in overdue_ids(ruleset))
    code = [citation for citation in cited if citation.kind in ("code", "data")]
    for rule in uncited_ids(ruleset, code):
        yield f"rule {rule}: no function names it in its docstring; what is no code stands in uncoded.toml"
    proofs = [citation for citation in cited if citation.kind in ("vector", "test")]
    for rule in uncited_ids(ruleset, proofs):
        yield f"rule {rule}: no test in tests/unit/rulesets/{ruleset.id} and no vector names it"


def citations(ruleset: Ruleset, tests: Path) -> list[Citation]:
    """Everything that cites a rule of a ruleset: code and files, vectors, their answers, tests."""
    vectors = tests / "vectors" / f"{ruleset.id}.vectors.json"
    proven = list(in_vectors(vectors, ruleset.prefix)) if vectors.exists() else []
    answers = (tests / "answers" / ruleset.id).rglob("*.py")
    own = [tests / MARK / ruleset.id, tests / "property"]
    tested = (test for folder in own for test in in_tests(folder, ruleset.prefix))
    return [*in_code(ruleset), *proven, *in_sources(answers, tests, ruleset.prefix, "answer"), *tested]


def golden_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Scenarios without a playthrough that somebody read with the rulebook open, and the other way round."""
    saves = sorted((tests / "golden" / ruleset.id).glob("*.json"))
    played, scenarios = {save.stem for save in saves}, ruleset.files.scenarios()
    for save in saves:
        of = json.loads(save.read_text(encoding="utf-8"))["scenario"]
        if isinstance(of, str) and of not in scenarios:
            yield f"{save.name} in tests/golden/{ruleset.id}: there is no scenario {of} any more"
    for name in scenarios:
        if name not in played:
            call = f"scripts/golden.py {ruleset.id} {name} greedy:seed=1,greedy:seed=2 7 {name}"
            yield f"scenario {name}: no playthrough in tests/golden/{ruleset.id}; {call} makes one to be read"
