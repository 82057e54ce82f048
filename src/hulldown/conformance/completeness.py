"""Where the ids of a rulebook are cited, and what a ruleset still owes where something was added to it."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from hulldown.conformance.vectors import load_vectors
from hulldown.kernel.records import fields
from hulldown.rulesets.api.ruleset import OPTIONS, Ruleset
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.log import EventKind
from hulldown.rulesets.common.ruleset_files import NEW_SCENARIO

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
HOUSE = "house"  # the field of a state's variants that holds house rules: no option, no number


@dataclass(frozen=True, slots=True)
class AttributeRead:
    """One `owner.name` of a source. `owner` is what stands before the dot where that is a name, `field` where
    it is an attribute itself, or a parameter of type `Options`: `options` in `s.options.fog` and in `o.fog`.
    `loaded` is False where it is written to.
    """

    owner: str
    field: str
    name: str
    line: int
    loaded: bool


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its top-level functions, classes and codes by name, the rest under "", and its attributes."""

    pieces: tuple[tuple[str, str], ...]
    attributes: tuple[AttributeRead, ...]
    decorated: tuple[str, ...]  # top-level functions with a decorator
    groups: frozenset[str]  # of orders, by the buttons that it dresses: `Dress("fire", ...)`
    assigned: frozenset[str]  # top-level names that are given a value


def parse_file(path: Path, reads: bool = True) -> Source:
    """A file, read again only when it has changed; without what it `reads` of anything in half the time."""
    stat = path.stat()
    return _parse(path, reads, stat.st_mtime_ns, stat.st_size)


@cache
def _parse(path: Path, reads: bool, _changed: int, _size: int) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    nodes = list(ast.walk(tree)) if reads else []
    of_options = set(_of_options(nodes))
    return Source(
        pieces=tuple(_pieces(text, tree)),
        attributes=tuple(_attribute(node, of_options) for node in nodes if isinstance(node, ast.Attribute)),
        groups=frozenset(_groups(nodes)),
        decorated=tuple(node.name for node in functions if node.decorator_list),
        assigned=frozenset(
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ),
    )


def _of_options(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The names in functions that are parameters with the type `Options`."""
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            options = {
                arg.arg for arg in function.args.args if getattr(arg.annotation, "id", "") == "Options"
            }
            for node in ast.walk(function) if options else ():
                if isinstance(node, ast.Name) and node.id in options:
                    yield node


def _groups(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            if called == "Dress":
                yield str(node.args[0].value)


def _attribute(node: ast.Attribute, of_options: set[ast.expr]) -> AttributeRead:
    before = node.value
    return AttributeRead(
        before.id if isinstance(before, ast.Name) else "",
        OPTIONS if before in of_options else before.attr if isinstance(before, ast.Attribute) else "",
        node.attr,
        node.lineno,
        isinstance(node.ctx, ast.Load),
    )


def _pieces(text: str, tree: ast.Module) -> list[tuple[str, str]]:
    lines, pieces = text.splitlines(), []
    rest = list(lines)
    for node in tree.body:
        if name := _defined(node):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            while isinstance(node, ast.Assign) and lines[first - 2].startswith("# "):
                first -= 1  # what codes are stands above them
            pieces.append((name, "\n".join(lines[first - 1 : node.end_lineno])))
            rest[first - 1 : node.end_lineno] = [""] * ((node.end_lineno or first) - first + 1)
    return [*pieces, ("", "\n".join(rest))]


def _defined(node: ast.stmt) -> str:
    """The name of a function, a class, or codes in one line: `Gates = IntEnum("Gates", ...)`."""
    if isinstance(node, Definition):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        target, made_by = node.targets[0], node.value.func
        if isinstance(target, ast.Name) and isinstance(made_by, ast.Name) and made_by.id == "IntEnum":
            return target.id
    return ""


# ---------------------------------------------------------------- citations
# Where the ids of a rulebook are cited: in code, in data, in vectors and in tests.
#
# Sources are read, not run. A range such as "TC-7.3 to TC-7.8" cites every id in between.


@dataclass(frozen=True)
class Citation:
    """One place that cites a rule: `kind` is code, data, vector, answer or test; `where` names it."""

    rule: str
    kind: str
    where: str


def ids_in(text: str, prefix: str) -> Iterator[str]:
    """The ids of rules in a text, ranges told apart, each once."""
    if f"{prefix}-" not in text:
        return
    pattern = rf"\b{prefix}-(\d+)\.(\d+)"
    seen = dict.fromkeys(f"{prefix}-{a}.{b}" for a, b in re.findall(pattern, text))
    for chapter, low, other, high in re.findall(rf"{pattern} to {pattern}", text):
        if chapter == other:
            seen |= dict.fromkeys(f"{prefix}-{chapter}.{n}" for n in range(int(low), int(high) + 1))
    yield from seen


# ---------------------------------------------------------------- reading


def in_sources(
    files: Iterable[Path], root: Path, prefix: str, kind: str, reads: bool = True
) -> Iterator[Citation]:
    """Citations in Python files, by function or class; `reads` as for `parse_file`."""
    for file in sorted(files):
        module = ".".join(file.relative_to(root).with_suffix("").parts)
        for name, text in parse_file(file, reads).pieces:
            for rule in ids_in(text, prefix):
                yield Citation(rule, kind, f"{module}.{name}" if name else module)


def folder_of(ruleset: Ruleset) -> Path:
    """The folder that a ruleset is written in."""
    file = sys.modules[ruleset.state.__module__].__file__
    if file is None:
        raise ValueError(f"{ruleset.name} is written in no folder")
    return Path(file).parent


def in_code(ruleset: Ruleset) -> Iterator[Citation]:
    """Citations in a ruleset's own folder: functions, reasons, events, data files.

    `uncoded.toml` is left out: there a ruleset lists what is not code. So is what an editor begins with.
    """
    folder = folder_of(ruleset)
    yield from in_sources(folder.rglob("*.py"), folder, ruleset.prefix, "code")
    for file in sorted(folder.rglob("*.toml")):
        if file.name in ("uncoded.toml", NEW_SCENARIO):
            continue
        for rule in ids_in(file.read_text(encoding="utf-8"), ruleset.prefix):
            yield Citation(rule, "data", file.relative_to(folder).as_posix())


def in_vectors(path: Path, prefix: str) -> Iterator[Citation]:
    """The rules that the vectors of a file name."""
    for vector in load_vectors(path)[1]:
        for rule in ids_in(" ".join(vector.rules), prefix):
            yield Citation(rule, "vector", vector.id)


def in_tests(folder: Path, prefix: str) -> Iterator[Citation]:
    """The rules that tests name, by function."""
    yield from in_sources(folder.rglob("test_*.py"), folder, prefix, "test", reads=False)


# ---------------------------------------------------------------- judging


def by_rule(citations: Iterable[Citation]) -> dict[str, list[Citation]]:
    """Citations under the rule they cite."""
    result: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        result[citation.rule].append(citation)
    return dict(result)


def unknown_ids(ruleset: Ruleset, citations: Iterable[Citation]) -> list[str]:
    """Citations of rules that the rulebook does not have."""
    rules = ruleset.files.rulebook().rules
    return [f"{citation.where} cites {citation.rule}" for citation in citations if citation.rule not in rules]


def uncited_ids(ruleset: Ruleset, citations: Iterable[Citation]) -> list[str]:
    """Rules that nothing cites and that the ruleset does not call prose or later."""
    done = {citation.rule for citation in citations} | ruleset.checks.uncoded().keys()
    return [rule for rule in ruleset.files.rulebook().rules if rule not in done]


# ---------------------------------------------------------------- completeness
# What a ruleset still owes where something was added to it, and where each of its rules is used.


WORD = re.compile(r"\w+")
WORDS = ("glossary.toml", "options.toml")  # what only speaks of a rule does not carry it out
MARK = Path("unit", "rulesets")  # in the tests of a checkout: a folder for each ruleset


def folder_of_tests(ruleset: Ruleset) -> Path | None:
    """The folder of tests of the checkout that a ruleset is written in; None of an installed one."""
    beside = (above / "tests" for above in folder_of(ruleset).parents)
    return next((tests for tests in beside if (tests / MARK / ruleset.id).is_dir()), None)


def duties(ruleset: Ruleset) -> list[str]:
    """What is missing, a line each with the place where it belongs.

    Proof is asked for only where the tests of the ruleset are at hand, in a checkout.
    """
    missing = [*option_duties(ruleset), *sheet_duties(ruleset), *word_duties(ruleset)]
    missing += [*group_duties(ruleset), *use_duties(ruleset)]
    if tests := folder_of_tests(ruleset):
        missing += [*rule_duties(ruleset, tests), *golden_duties(ruleset, tests)]
    return missing


def option_duties(ruleset: Ruleset) -> Iterator[str]:
    """Options and values without a field of the state or read by no rule, and fields without either."""
    options, values = ruleset.files.options(), ruleset.files.values()
    records = [f.kind for f in fields(ruleset.state) if f.name == OPTIONS]
    held = {f.name for record in records for f in fields(record)} - {HOUSE}
    for kind, names in (("option", options.keys()), ("value", values.keys())):
        for name in sorted(names - held):
            yield f"{kind} {name}: class Options in state.py has no field of its name"
    for name in sorted(held - options.keys() - values.keys()):
        yield f"Options.{name} in state.py: neither options.toml nor values.toml has it"
    read = names_used(ruleset)
    for kind, names in (("option", options.keys()), ("value", values.keys())):
        for name in sorted(names & held - read):
            yield f"{kind} {name}: no rule reads `options.{name}`"
    folder, known = folder_of(ruleset), options.keys() | values.keys() | {HOUSE} | set(dir(dict))
    for file, read_at in attributes(ruleset):
        if read_at.field == OPTIONS and read_at.name not in known:
            place = f"{file.relative_to(folder)}:{read_at.line}"
            yield f"{place}: reads options.{read_at.name}, which neither options.toml nor values.toml has"


def sheet_duties(ruleset: Ruleset) -> Iterator[str]:
    """Options that `rulebook.md` lists nowhere, or `source.md`, where most options have a row there."""
    book, source = (folder_of(ruleset) / f"{name}.md" for name in ("rulebook", "source"))
    listed = book.read_text(encoding="utf-8") if book.exists() else ""
    lines = source.read_text(encoding="utf-8").splitlines() if source.exists() else []
    rows = [line for line in lines if re.match(rf"\| {ruleset.prefix}-", line)]
    options = ruleset.files.options()
    with_row = [option for option in options if any(f"`{option}`" in row for row in rows)]
    most = len(with_row) > 0.9 * len(options)
    for option, entry in options.items():
        if book.exists() and option not in listed:
            yield f"option {option}: rulebook.md has no row for it in the table of options"
        if most and not any(f"`{option}`" in row and entry.rule in row.split("|")[1] for row in rows):
            yield f"option {option}: source.md has no row with {entry.rule} and `{option}`"


def group_duties(ruleset: Ruleset) -> Iterator[str]:
    """Groups of orders that have a button and no words in glossary.toml."""
    dressed = {group for file in folder_of(ruleset).rglob("*.py") for group in parse_file(file).groups}
    known = ruleset.files.glossary().order.keys()
    for group in sorted(dressed - known) if known else ():
        yield f"orders.py: a button is in the group {group}, and glossary.toml has no [order.{group}]"


def attributes(ruleset: Ruleset) -> Iterator[tuple[Path, AttributeRead]]:
    """Every `x.name` in the code of a ruleset, with its file."""
    for file in sorted(folder_of(ruleset).rglob("*.py")):
        for attribute in parse_file(file).attributes:
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
        if module.__name__ in declared or "GRAMMAR" in parse_file(file).assigned:
            yield file


def event_names(file: Path, module: ModuleType) -> list[str]:
    """The events that a module declares."""
    return [name for name in parse_file(file).decorated if isinstance(getattr(module, name), EventKind)]


def tells_events(file: Path, module: ModuleType) -> bool:
    """Whether a module writes the sentences of events."""
    return any(hasattr(getattr(module, name), "__tells__") for name in parse_file(file).decorated)


def rule_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Ids that are no rules, rules that no code decides, and rules that nothing proves."""
    cited = citations(ruleset, tests)
    for line in unknown_ids(ruleset, cited):
        yield f"{line}: {ruleset.prefix}'s rulebook.md has no such rule"
    yield from (
        f"uncoded.toml: {rule} is not in rulebook.md"
        for rule in ruleset.checks.uncoded()
        if rule not in ruleset.files.rulebook().rules
    )
    code = [c for c in cited if c.kind in ("code", "data") and c.where not in WORDS]
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
    return [
        *in_code(ruleset),
        *proven,
        *in_sources(answers, tests, ruleset.prefix, "answer", reads=False),
        *tested,
    ]


def golden_duties(ruleset: Ruleset, tests: Path) -> Iterator[str]:
    """Scenarios without a playthrough that somebody read with the rulebook open, and the other way round."""
    saves = sorted((tests / "golden" / ruleset.id).glob("*.json"))
    played, scenarios = {save.stem for save in saves}, ruleset.files.scenarios()
    for text in sorted((tests / "golden" / ruleset.id).glob("*.txt")):
        if text.stem not in played:
            yield f"{text.name} in tests/golden/{ruleset.id}: its save {text.stem}.json is gone"
    for save in saves:
        of = json.loads(save.read_text(encoding="utf-8"))["scenario"]
        if isinstance(of, str) and of not in scenarios:
            yield f"{save.name} in tests/golden/{ruleset.id}: there is no scenario {of} any more"
    for name in scenarios:
        if name not in played:
            call = f"scripts/golden.py {ruleset.id} {name} greedy:seed=1,greedy:seed=2 7 {name}"
            yield f"scenario {name}: no playthrough in tests/golden/{ruleset.id}; {call} makes one to be read"


# ---------------------------------------------------------------- usage
# Where each rule of a ruleset is used, for whoever reads it: what the citations come to, in words.


SHIPPED = Path(sys.prefix, "share", "doc", "hulldown", "tests")  # where an installed package has its vectors


@dataclass
class Uses:
    """What carries a rule out and quotes it.

    `code` names functions with their file ("shooting.py: needed"), `log` what the log tells by it, `refusals`
    and `sums` the reasons against an order and the summands of a number that name it, in words; `files` the
    data that names it. `vectors` and `tests` count what proves it: None where they are not at hand.
    """

    code: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    vectors: int | None = None
    tests: int | None = None


@cache
def uses(ruleset: Ruleset) -> dict[str, Uses]:
    """Of every rule where it is used; read once."""
    folder = folder_of(ruleset)
    result = {rule: Uses() for rule in ruleset.files.rulebook().rules}
    worded = {
        file for file, module in modules(ruleset) if event_names(file, module) or _codes(ruleset, module)
    }
    for citation in in_code(ruleset):
        if citation.rule not in result:
            continue
        if citation.kind == "data":
            result[citation.rule].files.append(citation.where)
        elif place := _function(folder, citation.where, worded):
            result[citation.rule].code.append(place)
    for rule, into, words in _words(ruleset):
        if rule in result and words not in getattr(result[rule], into):
            getattr(result[rule], into).append(words)
    _count(ruleset, result)
    return result


def _function(folder: Path, where: str, worded: set[Path]) -> str:
    """A function that cites a rule, with its file; "" for a whole module and what is told in words."""
    module, _, name = where.rpartition(".")
    whole = (folder / where.replace(".", "/")).with_suffix(".py").exists()
    if whole or not module or (folder / module.replace(".", "/")).with_suffix(".py") in worded:
        return ""
    return f"{module.replace('.', '/')}.py: {name}"


def _words(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Rules with what quotes them: events, reasons against orders, summands."""
    for file, module in modules(ruleset):
        for kind in (getattr(module, name) for name in event_names(file, module)):
            for rule in kind.rules:
                yield rule, "log", kind.sentence or kind.name.replace("_", " ")
    for codes in (codes for _, module in modules(ruleset) for codes in _codes(ruleset, module)):
        into = "sums" if codes.__name__ == "Sum" else "refusals"
        for code in codes:
            if code.rule:
                yield code.rule, into, code.text or code.name.lower().replace("_", " ")


def _codes(ruleset: Ruleset, module: ModuleType) -> list[type[CodedEnum]]:
    """The codes that a module of reasons declares: one that has those of refusals or summands."""
    tables = ruleset.checks.tables.values()
    declared = {type(code).__module__ for codes, _ in tables for code in codes if isinstance(code, CodedEnum)}
    if module.__name__ not in declared:
        return []
    classes = (
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, CodedEnum)
    )
    codes = (kind for kind in classes if issubclass(kind, CodedEnum))
    return [kind for kind in codes if kind.__module__ == module.__name__]


def _count(ruleset: Ruleset, result: dict[str, Uses]) -> None:
    """Count what proves each rule, where vectors and tests are at hand."""
    tests = folder_of_tests(ruleset)
    vectors = (tests or SHIPPED) / "vectors" / f"{ruleset.id}.vectors.json"
    if vectors.exists():
        proven = by_rule(in_vectors(vectors, ruleset.prefix))
        for rule, entry in result.items():
            entry.vectors = len(proven.get(rule, ()))
    if tests:
        proven = by_rule(in_tests(tests / MARK / ruleset.id, ruleset.prefix))
        for rule, entry in result.items():
            entry.tests = len(proven.get(rule, ()))
