"""Rules in Python: a pack's `rules.py`, whose functions take the place of rules.

Code can do anything that its user can, so a pack's code runs only where somebody said that they trust it
(`trust`): on their own machine, or on a server that they start so. Saves and messages name it by its digest
and never carry it.

A ruleset under code is a copy: its modules are loaded a second time, under a package name that ends in the
digest, and in them the pack's functions stand in the place of rules. So the printed rules are as they were,
both can be played and compared in one process, and the compiled code of each has a folder of its own. Another
process that meets the package name makes the same copy, if it trusts the code too.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, get_type_hints

from hulldown.catalogue import CatalogueError, quote, unknown_name
from hulldown.catalogue.layout import layout
from hulldown.catalogue.load import parse_toml
from hulldown.catalogue.overlay import Layer
from hulldown.catalogue.pack import RULES, pack_files
from hulldown.kernel.jit import rule, rule_behind
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.scenarios import RuleDifference

F = TypeVar("F", bound=Callable[..., Any])
REPLACES = "__replaces__"  # the attribute of a function that names its rule
VARIABLE = "HULLDOWN_TRUST"  # packs whose code is trusted, for this process and those that it starts
COPIED = "__"  # before the digests in the name of a copy's package
DIGITS = 12  # of each of them
MOST = 4  # packs with code, one over another
COPY = re.compile(
    rf"(?P<package>[\w.]+?){COPIED}(?P<codes>[0-9a-f]{{{DIGITS}}}(?:_[0-9a-f]{{{DIGITS}}})*)(?P<rest>(?:\.\w+)*)"
)
RULE_ID = re.compile(r"\b[A-Z]{1,3}-\d+(?:\.\d+)*\b")
CODE, NAMES = "code", "rules"  # the tables of the layer that stands for a pack's code


def replaces(name: str) -> Callable[[F], F]:
    """Let a function of `rules.py` take the place of a rule: `tank_commander.shooting.gunner_penalty`.

    It takes what the rule takes and gives what it gives, by the same types, and is compiled like it. What
    `rules.py` imports under the name of the rule is the printed rule, which the function may call.
    """

    def mark(fn: F) -> F:
        setattr(fn, REPLACES, name)
        return rule(fn)

    return mark


@dataclass(frozen=True)
class RuleCode:
    """The text of a `rules.py`; `shown` is what messages call it."""

    text: str
    shown: str

    @cached_property
    def digest(self) -> str:
        """64 hexadecimal digits, equal only for the same text."""
        return sha256(self.text.encode()).hexdigest()

    @cached_property
    def tree(self) -> ast.Module:
        """The code as it is written. CatalogueError for what is no Python."""
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
            line = getattr(wrong, "lineno", None) or 1
            reason = getattr(wrong, "msg", "") or "is no Python"
            raise CatalogueError([f"{self.shown}:{line}: {reason}"]) from None

    @cached_property
    def rules(self) -> dict[str, str]:
        """The rules that it takes the place of, each with the first line of what it says of its own.

        Nothing of it is carried out. CatalogueError where it replaces none, or one twice.
        """
        rules: dict[str, str] = {}
        for node in self.tree.body:
            for name in replaced_names(node):
                if name in rules:
                    raise CatalogueError([f"{self.shown}:{node.lineno}: replaces {quote(name)} twice"])
                assert isinstance(node, ast.FunctionDef)
                words = (ast.get_docstring(node) or node.name.replace("_", " ")).splitlines()[0]
                rules[name] = RULE_ID.sub("", words).replace(" ()", "").strip()[:200]
        if not rules:
            raise CatalogueError([f'{self.shown}:1: no function has @replaces("RULESET.MODULE.RULE")'])
        return rules

    @property
    def layer(self) -> Layer:
        """What stands for the code in saves, messages and digests: its digest and what it replaces."""
        return Layer(RULES, layout({CODE: {self.digest: True}, NAMES: self.rules}), self.shown)


def replaced_names(node: ast.stmt) -> Iterator[str]:
    """The rules that a statement is written to replace."""
    for call in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called == "replaces":
                yield str(call.args[0].value)


# ---------------------------------------------------------------- who is trusted


_TRUSTED: dict[str, RuleCode] = {}
_LOADING = threading.RLock()


def trust(path: Path) -> bool:
    """Let the code of a pack take the place of rules, in this process and those that it starts.

    False if the pack has none. CatalogueError if there is no pack.
    """
    files = pack_files(path)
    if RULES not in files.texts:
        return False
    remember(RuleCode(files.texts[RULES], f"{files.shown}/{RULES}"))
    places = dict.fromkeys([*map(str, trusted_paths()), str(path.resolve())])
    os.environ[VARIABLE] = os.pathsep.join(places)
    return True


def trusted_paths() -> list[Path]:
    """The packs whose code is trusted in this process and those that it starts."""
    return [Path(place) for place in os.environ.get(VARIABLE, "").split(os.pathsep) if place]


def remember(code: RuleCode) -> None:
    """Trust code, if its text can be read. CatalogueError names what is wrong in it."""
    _ = code.rules  # reads it
    _TRUSTED[code.digest[:DIGITS]] = code


def trusted(digest: str) -> RuleCode | None:
    """The trusted code of a digest, or of its first digits."""
    if digest[:DIGITS] not in _TRUSTED:
        for path in trusted_paths():
            files = pack_files(path)
            if RULES in files.texts:
                remember(RuleCode(files.texts[RULES], f"{files.shown}/{RULES}"))
    code = _TRUSTED.get(digest[:DIGITS])
    return code if code and code.digest.startswith(digest) else None


def trusted_code(text: str, shown: str) -> RuleCode:
    """The code of a pack. CatalogueError where nobody said that they trust it."""
    code = RuleCode(text, f"{shown}/{RULES}")
    code_named(code.digest, code.shown, shown)
    return code


def code_named(digest: str, shown: str, pack: str = "and that pack") -> RuleCode:
    """The code of a digest. CatalogueError if it isn't trusted here."""
    code = trusted(digest)
    if code is None:
        why = f"is code in the place of rules (sha256 {digest[:DIGITS]}) and runs only where it is trusted"
        raise CatalogueError(
            [f"{shown}: {why}: if you know who wrote it, start hulldown with --trust {pack}"]
        )
    return code


def codes_of(layers: Sequence[Layer]) -> tuple[RuleCode, ...]:
    """The code that layers name, the last on top. CatalogueError if it isn't trusted here."""
    codes: dict[str, RuleCode] = {}
    for layer in layers:
        if layer.file != RULES:
            continue
        table = parse_toml(layer.text, layer.shown).get(CODE)
        digests = list(table) if isinstance(table, dict) else []
        if len(digests) != 1 or not re.fullmatch("[0-9a-f]{64}", digests[0]):
            raise CatalogueError([f"{layer.shown}: names no code by its digest"])
        code = code_named(digests[0], layer.shown)
        codes[code.digest] = code
    if len(codes) > MOST:
        raise CatalogueError([f"at most {MOST} packs with {RULES} go together"])
    return tuple(codes.values())


# ---------------------------------------------------------------- the copy of a ruleset


def package_under(package: str, layers: Sequence[Layer]) -> str:
    """The package of a ruleset as layers want it: the printed one, or a copy under the code that they name.

    `package` may be either. CatalogueError where code isn't trusted or can't take the place of a rule.
    """
    match = COPY.fullmatch(package)
    printed = match["package"] if match else package
    codes = codes_of(layers)
    if not codes:
        return printed
    name = f"{printed}{COPIED}{'_'.join(code.digest[:DIGITS] for code in codes)}"
    with _LOADING:
        import_module(name)
    return name


class CopiedPackages(MetaPathFinder):
    """Finds modules of copies: those of the printed package, whose imports of each other lead to copies."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The module of a copy; None for any other name, and for code that isn't trusted."""
        match = COPY.fullmatch(fullname)
        if not match or not all(trusted(code) for code in match["codes"].split("_")):
            return None
        spec = find_spec(match["package"] + match["rest"])
        if spec is None or spec.origin is None:
            return None
        copied = fullname.removesuffix(match["rest"])
        loader = CopiedModule(fullname, spec.origin, match["package"], copied)
        places = spec.submodule_search_locations
        folders = None if places is None else list(places)
        return spec_from_file_location(
            fullname, spec.origin, loader=loader, submodule_search_locations=folders
        )


class CopiedModule(SourceFileLoader):
    """Loads a module of a copy from the source of the printed one, without its byte code."""

    def __init__(self, fullname: str, path: str, printed: str, copied: str) -> None:
        super().__init__(fullname, path)
        self.printed, self.copied = printed, copied

    def get_code(self, fullname: str) -> Any:
        tree = ast.parse(self.get_data(self.path))
        return compile(redirected(tree, self.printed, self.copied), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Load the module; with the package itself, put the code in the place of rules."""
        super().exec_module(module)
        if module.__name__ != self.copied:
            return
        try:
            for number, code in enumerate(self.copied.rpartition(COPIED)[2].split("_")):
                known = trusted(code)
                assert known is not None
                put_in_place(known, self.printed, self.copied, number)
        except CatalogueError:  # the next try begins anew
            for name in [name for name in sys.modules if name.startswith(f"{self.copied}.")]:
                del sys.modules[name]
            raise


def redirected(tree: ast.Module, printed: str, copied: str) -> ast.Module:
    """A module whose imports of a package lead to another."""

    def other(name: str) -> str:
        return copied + name[len(printed) :] if name == printed or name.startswith(f"{printed}.") else name

    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            node.module = other(node.module)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                alias.name = other(alias.name)
    return tree


def put_in_place(code: RuleCode, printed: str, copied: str, number: int) -> None:
    """Carry out a pack's code in a copy, and let its functions take the place of rules there.

    What the code itself imports under the name of such a rule is the printed rule, so that it can call it.
    CatalogueError has the line of what is wrong.
    """
    module = ModuleType(f"{copied}.rules_{number}")
    module.__file__ = code.shown
    sys.modules[module.__name__] = module
    tree = redirected(ast.parse(code.text), printed, copied)
    try:
        exec(compile(tree, code.shown, "exec", dont_inherit=True), vars(module))
    except Exception as wrong:
        line = line_of(wrong, code.shown)
        raise CatalogueError([f"{code.shown}:{line}: {type(wrong).__name__}: {wrong}"]) from None
    for fn in [*vars(module).values()]:
        name = getattr(fn, REPLACES, "") if isinstance(fn, FunctionType) else ""
        if not name or fn.__module__ != module.__name__:
            continue
        where = f"{code.shown}:{fn.__code__.co_firstlineno}"
        old = rule_named(name, printed, copied, where)
        must_fit(fn, old, where)
        before = rule(FunctionType(old.__code__, old.__globals__, old.__name__, old.__defaults__))
        before.__annotations__, before.__module__ = old.__annotations__, old.__module__
        vars(module).update({key: before for key, value in vars(module).items() if value is old})
        call_instead(old, fn, number)


def line_of(wrong: BaseException, file: str) -> int:
    """The last line of a file that an exception passed."""
    lines, step = [1], wrong.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            lines.append(step.tb_lineno)
        step = step.tb_next
    return lines[-1]


def rule_named(name: str, printed: str, package: str, where: str) -> FunctionType:
    """The rule that a ruleset has under a name such as `tank_commander.shooting.gunner_penalty`.

    CatalogueError suggests what is near.
    """
    ruleset, _, rest = name.partition(".")
    own = printed.rpartition(".")[2]
    inside, _, called = rest.rpartition(".")
    if ruleset != own or not inside or not called:
        raise CatalogueError([f"{where}: {quote(name)} is no rule's name, such as {own}.turn.NAME"])
    try:
        home = import_module(f"{package}.{inside}")
    except ImportError:
        raise CatalogueError([f"{where}: {own} has no chapter {quote(inside)}"]) from None
    rules: dict[str, FunctionType] = {
        key: value
        for key, value in vars(home).items()
        if isinstance(value, FunctionType) and rule_behind(value) and value.__module__ == home.__name__
    }
    if called not in rules:
        raise CatalogueError([f"{where}: {unknown_name('rule', called, rules)}"])
    return rules[called]


def must_fit(fn: FunctionType, old: FunctionType, where: str) -> None:
    """Whether a function can be called as a rule is. CatalogueError says what it must look like."""
    hints = {}
    try:
        hints = get_type_hints(fn)
    except (NameError, TypeError, AttributeError) as wrong:
        raise CatalogueError([f"{where}: {wrong}"]) from None
    if list(hints.values()) != list(get_type_hints(old).values()) or count_of(fn) != count_of(old):
        form = str(inspect.signature(old)).replace("'", "")
        raise CatalogueError([f"{where}: {fn.__name__} must be as the rule is: {old.__name__}{form}"])


def count_of(fn: FunctionType) -> tuple[int, ...]:
    """How many arguments a function takes, by kind."""
    code = fn.__code__
    return code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_flags & 0x0C


def call_instead(old: FunctionType, new: Callable[..., Any], number: int) -> None:
    """Make a rule call another. Whoever holds the rule, by name or in a table, then has the other."""
    word = f"__{old.__name__}_{number}"
    old.__globals__[word] = new
    given = ", ".join(old.__code__.co_varnames[: old.__code__.co_argcount])
    scope: dict[str, Any] = {}
    text = f"def {old.__name__}({given}):\n    return {word}({given})\n"
    exec(compile(text, old.__code__.co_filename, "exec", dont_inherit=True), scope)
    old.__code__ = scope[old.__name__].__code__.replace(co_firstlineno=old.__code__.co_firstlineno)


# ---------------------------------------------------------------- what is replaced


def of_code(ruleset: Ruleset) -> Iterator[RuleDifference]:
    """The rules of a ruleset that code takes the place of, each with what is played instead."""
    package = ruleset.state.__module__.rpartition(".")[0]
    for code in codes_of(ruleset.layers):
        for name, words in code.rules.items():
            where, _, called = name.partition(".")[2].rpartition(".")
            printed = getattr(import_module(f"{package}.{where}"), called).__doc__ or called
            named = RULE_ID.search(printed)
            title = re.split(r"[,(:;.]", printed)[0].strip()
            yield RuleDifference("rule", f"{NAMES}.{name}", title, "", words, named[0] if named else "")


if not any(isinstance(finder, CopiedPackages) for finder in sys.meta_path):
    sys.meta_path.insert(0, CopiedPackages())  # others would take a copy for the printed package
