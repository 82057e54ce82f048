"""Rules: ordinary typed functions that also exist compiled.

`@rule` marks a function and leaves it as it is, so the module that holds it is always plain
Python: importable at once, steppable, without Numba. `compiled(fn)` gives the same source
compiled by Numba for the one signature its annotations name, together with every rule it
calls. Both live side by side in one process, so a game can start interpreted while the
compiled twin is loaded or built.

`@generic` marks a searcher written once for all rulesets. It takes a ruleset's rules as
arguments annotated `Callable`, which become typed function pointers: as fast as direct calls,
compiled without the rules behind them, and cached properly. Its annotations may use the type
variable `S` for the state.

Compiled code is cached on disk in a folder named by a digest of every source it can depend on,
because Numba by itself only notices changes in the file that holds a function.
"""

from __future__ import annotations

import collections.abc
import contextlib
import dis
import functools
import hashlib
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator
from enum import Enum, EnumMeta
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from hulldown.kernel.records import blank, copy, dtype_of

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S", bound=Any)  # the state record of whichever ruleset a searcher is bound to

LONGEST = 200  # characters of what Numba says
ALIGNED = 16  # bytes, of records on the stack

_RULES: set[Any] = set()
_FEATURES: set[Any] = set()
_COMPILED: dict[tuple[Any, ...], Any] = {}
_LISTENING: list[Callable[[str], None]] = []
_COMPILING = threading.RLock()  # the cache folder is a setting of the whole process


class NotCompilable(TypeError):
    """A rule does what compiled code cannot, as make a list of its own; the message has its file and line."""


def rule(fn: F) -> F:
    """Mark a function as a rule: part of the compiled surface."""
    _RULES.add(fn)
    if sys.version_info < (3, 12):
        _hasten_codes(fn)
    return fn


def _hasten_codes(fn: Callable[..., Any]) -> None:
    """Make `Health.OK` in a rule a plain lookup, as it is from Python 3.12 on.

    In 3.11 it runs a Python function, and that takes a third of an interpreted game.
    """
    for name in fn.__code__.co_names:
        codes = fn.__globals__.get(name)
        if isinstance(codes, EnumMeta) and not isinstance(vars(codes)[codes._member_names_[0]], codes):
            for member in codes._member_names_:
                type.__setattr__(codes, member, codes[member])


def feature(fn: F) -> F:
    """Mark a rule of one or two arguments that says whether something optional is in force, of which most
    games have nothing.

    Compiled for those it is False, so that all that hangs on it costs them nothing.
    """
    _FEATURES.add(fn)
    return rule(fn)


def _absent(of: Any) -> bool:
    return False


def _absent_here(of: Any, where: Any) -> bool:
    return False


generic = rule  # the difference is in the annotations; the name tells the reader


def _share(to: list[S], i: int, source: list[S], j: int) -> None:
    to[i] = source[j]


@generic
def assign(to: list[S], i: int, source: list[S], j: int) -> None:
    """Copy one record over another. (Plain objects would be shared by a bare assignment.)"""
    to[i] = copy(source[j])


class Scratch:
    """Room for one record that a rule needs while it runs: `room = Scratch(Record)`, then `room()` in a rule.

    Its fields hold anything at first: compiled, it is a piece of the stack.
    """

    def __init__(self, cls: type[Any]) -> None:
        self.record: Any = cls

    def __call__(self) -> Any:
        return blank(self.record)


class Linked:
    """A rule that compiled code calls as an external symbol: it is compiled once for all that call it."""

    def __init__(self, fn: Callable[..., Any], features: bool) -> None:
        self.rule, self.features = fn, features

    def __call__(self, *arguments: Any) -> Any:
        return self.rule(*arguments)


_SUBSTITUTES = {assign: _share}  # on NumPy records a bare assignment copies


def rules_within(fn: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The rules a rule calls, each with the name it calls it by, in the order of its code."""
    for name in _names(fn.__code__):
        callee = rule_behind(fn.__globals__.get(name))
        if callee is not None:
            yield name, callee


def rule_behind(value: Any) -> Callable[..., Any] | None:
    """The rule that a name stands for: a marked function, or what an object has as its `__rule__`."""
    fn = getattr(value, "__rule__", value)
    return fn if isinstance(fn, types.FunctionType) and fn in _RULES else None


@functools.cache
def _names(code: types.CodeType) -> tuple[str, ...]:
    """The global names a function reads (attributes are not among them)."""
    return tuple(dict.fromkeys(i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"))


def closure_of(*roots: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The rules and everything they call, callees first."""
    order: dict[Callable[..., Any], None] = {}

    def visit(fn: Callable[..., Any]) -> None:
        if fn in order:
            return
        for _, callee in rules_within(fn):
            visit(callee)
        order[fn] = None

    for root in roots:
        visit(root)
    return list(order)


# ---------------------------------------------------------------- the cache on disk


def cache_root() -> Path:
    """Where compiled code is kept: HULLDOWN_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("HULLDOWN_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hulldown"


def _flavour() -> str:
    """The settings of Numba that change the code it makes, as a part of a folder's name."""
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
    return f"-{hashlib.sha256(repr(settings).encode()).hexdigest()[:8]}" if settings else ""


def realm(module: str) -> str:
    """The package whose sources a module's rules depend on, beside those that are common to all.

    A package directly below `hulldown` or `hulldown.rulesets`, or another's outermost package:
    rules in `actions` call rules in the packages around them. A module in no package is its own.
    """
    parts = module.split(".")
    depth = 3 if parts[:2] == ["hulldown", "rulesets"] else 2 if parts[0] == "hulldown" else 1
    wider_first = (".".join(parts[:n]) for n in range(depth, len(parts) + 1))
    return next(name for name in wider_first if getattr(sys.modules[name], "__file__", None))


def _common() -> list[Path]:
    """The files that rules of any realm may depend on: the kernel, and what is written for all rulesets."""
    house = Path(__file__).parents[1]
    parts = ("kernel", "rulesets/api", "rulesets/common")
    return [file for part in parts for file in sorted((house / part).rglob("*.py"))]


def _sources(package: str) -> list[Path]:
    """The files of a package with all below it; for a lone module, those beside it. Options are among them:
    what a ruleset offers as a variant or a value is a field of its record, and weights stand in the code.
    """
    module_file = sys.modules[package].__file__
    assert module_file is not None
    beside = Path(module_file).parent
    files = beside.rglob if hasattr(sys.modules[package], "__path__") else beside.glob
    tables = ("options.toml", "values.toml", "judgement.toml", "network.toml")
    return sorted(file for pattern in ("*.py", *tables) for file in files(pattern))


@functools.lru_cache
def cache_folder(package: str) -> Path:
    """The cache of a realm: named by a digest of what is common to all realms and of the realm's sources."""
    digest = hashlib.sha256(sys.version.encode())
    for path in dict.fromkeys([*_common(), *_sources(package)]):
        digest.update(path.name.encode() + path.read_bytes())
    label = package.rpartition(".")[2] + _flavour()
    return cache_root() / f"{label}-{digest.hexdigest()[:16]}"


@functools.lru_cache
def source_stamp(package: str) -> str:
    """Where the sources of a realm and of what is common to all stand, and since when, as a digest. Numba
    takes what it has kept for those very files alone: for the same sources installed elsewhere or anew it
    compiles once more, into the same folder.
    """
    digest = hashlib.sha256()
    for path in dict.fromkeys([*_common(), *_sources(package)]):
        digest.update(f"{path} {path.stat().st_mtime}\n".encode())
    return digest.hexdigest()[:16]


def cache_place(fn: Callable[..., Any], bound: dict[Any, Any], face: CallMode, features: bool) -> Path:
    """Where the twins of a rule are kept. One made for a record, or without features, has a place of its own.

    Numba numbers the twins of one function as they come: two processes that made twins for two records at
    once would give both the same number, and each would find the other's.
    """
    place = cache_folder(realm(fn.__module__)) / (face.value if features else f"{face.value}-bare")
    if not _is_generic(fn):
        return place
    return place.joinpath(*sorted(map(_label, bound.values())))


def _label(meant: Any) -> str:
    """What a type variable means, as a part of a folder's name: a record, or a number of some width."""
    if get_origin(meant) is Annotated:
        return str(get_args(meant)[1])
    return f"{meant.__module__}.{meant.__qualname__}"


def drop_stale(package: str) -> None:
    """Remove the caches of earlier sources of a package."""
    current = cache_folder(package)
    for old in current.parent.glob(current.name[:-16] + "?" * 16):
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


# ---------------------------------------------------------------- compiling


@functools.cache
def hints_of(fn: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of a rule, with how wide its numbers are."""
    return get_type_hints(fn, include_extras=True)


def _numba_type(hint: Any, bound: dict[Any, Any]) -> Any:
    from numba import boolean, float64, int64, types, void

    hint = bound.get(hint, hint)
    if get_origin(hint) is Annotated:  # a number: only lists hold narrow ones
        hint = get_args(hint)[0]
    basic = {int: int64, bool: boolean, float: float64, type(None): void, None: void}
    if hint in basic:
        return basic[hint]
    if get_origin(hint) in (list, collections.abc.Sequence):
        fixed = get_origin(hint) is collections.abc.Sequence  # a table that is only read
        return types.Array(_element_type(get_args(hint)[0], bound), 1, "C", readonly=fixed)
    if get_origin(hint) is collections.abc.Callable:
        takes, gives = get_args(hint)
        return types.FunctionType(_numba_type(gives, bound)(*(_numba_type(a, bound) for a in takes)))
    return _numba_record(hint)


def _element_type(hint: Any, bound: dict[Any, Any]) -> Any:
    """The Numba type of what a list holds: a number as wide as its annotation says."""
    from numba import from_dtype

    hint = bound.get(hint, hint)
    if get_origin(hint) is Annotated:
        return from_dtype(np.dtype(get_args(hint)[1]))
    return _numba_type(hint, bound)


@functools.cache
def _numba_record(cls: type) -> Any:
    from numba import from_dtype

    return from_dtype(dtype_of(cls))


@functools.cache
def _on_the_stack(cls: type) -> Any:
    """What gives a compiled rule room for a record."""
    from numba.core import cgutils
    from numba.core.registry import cpu_target
    from numba.extending import intrinsic

    kind = _numba_record(cls)

    def room(typing: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            place = cgutils.alloca_once(builder, context.get_data_type(kind))
            place.align = ALIGNED
            return place

        return kind(), write

    allocate = intrinsic(room)
    cpu_target.typing_context.refresh()  # the rule that asks is being compiled and must know it already
    return allocate


def signature_of(fn: Callable[..., Any], bound: dict[Any, Any]) -> Any:
    """The types of a rule's arguments and of what it gives, as Numba has them."""
    hints = {name: _numba_type(hint, bound) for name, hint in hints_of(fn).items()}
    gives = hints.pop("return")
    return gives(*hints.values())


class CallMode(Enum):
    """How a compiled rule is called. Only the last two become machine code and are cached."""

    INNER = "inner"  # by other compiled rules, whose machine code then contains it
    POINTER = "pointer"  # through a function pointer, by searchers
    ENTRY = "entry"  # from Python


class _Scope(dict[str, Any]):
    """The names a twin reads, each looked up when Numba first asks for it.

    So the rules that a rule calls are compiled only if it is not found in the cache itself.
    """

    def __init__(self, fn: types.FunctionType, bound: dict[Any, Any], features: bool) -> None:
        super().__init__(__name__=fn.__module__, __builtins__=__builtins__)
        self._plain, self._bound, self._features = fn.__globals__, bound, features

    def __missing__(self, name: str) -> Any:
        meaning = self._plain[name]
        if isinstance(meaning, Scratch):
            meaning = _on_the_stack(meaning.record)
        if isinstance(meaning, Linked):
            meaning = external(meaning, self._bound)
        behind = rule_behind(meaning)
        if behind is not None:
            for callee in closure_of(behind):  # callees first: nested compiles cost Numba more
                twin = compiled(callee, self._bound, CallMode.INNER, self._features)
            meaning = twin
        self[name] = meaning
        return meaning


@functools.cache
def _at_symbol(symbol: str, signature: Any) -> Any:
    """What calls, in compiled code, the machine code that stands at a symbol."""
    from numba.core import cgutils
    from numba.core.registry import cpu_target
    from numba.extending import intrinsic

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args]
        kind = cgutils.ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, symbol), given)

    arguments = "".join(f", a{n}" for n in range(len(signature.args)))
    scope: dict[str, Any] = {"signature": signature, "write": write}
    exec(f"def call(typing{arguments}):\n    return signature, write", scope)
    caller = intrinsic(scope["call"])
    cpu_target.typing_context.refresh()
    return caller


def external(linked: Linked, bound: dict[Any, Any]) -> Any:
    """What compiled code calls a linked rule by, once the linker knows where it is."""
    from numba.core.codegen import ll

    fn, signature = linked.rule, signature_of(linked.rule, bound)
    result = compiled(fn, bound, CallMode.POINTER, linked.features).get_compile_result(signature)
    words = (fn.__module__, fn.__qualname__, str(linked.features), str(signature))
    symbol = f"hulldown_{fn.__name__}_{hashlib.sha256(' '.join(words).encode()).hexdigest()[:16]}"
    ll.add_symbol(symbol, result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))
    return _at_symbol(symbol, signature)


def _twin(fn: types.FunctionType, bound: dict[Any, Any], features: bool) -> types.FunctionType:
    """The function again, its names bound to compiled rules instead of plain ones."""
    twin = types.FunctionType(fn.__code__, _Scope(fn, bound, features), fn.__name__, fn.__defaults__)
    twin.__module__, twin.__qualname__ = fn.__module__, fn.__qualname__
    return twin


def compiled(
    fn: Callable[..., Any],
    bound: dict[Any, Any] | None = None,
    face: CallMode = CallMode.ENTRY,
    features: bool = True,
) -> Any:
    """The compiled twin of a rule, built with all it calls or loaded from the cache.

    `bound` gives the record class for the type variable `S` of a generic searcher. Without `features` it is
    for games that have none in force. A misspelt field raises AttributeError naming the rule, whatever
    else has no machine code NotCompilable.
    """
    bound, features = bound or {}, features or not _has_features(fn)
    names = tuple(sorted((str(k), v) for k, v in bound.items())) if _is_generic(fn) else ()
    key = (fn, names, face, features)
    with _COMPILING:
        if key not in _COMPILED:
            for tell in _LISTENING:
                tell(fn.__name__)
            _COMPILED[key] = _compile(fn, bound, face, features)
        return _COMPILED[key]


@contextlib.contextmanager
def listening(tell: Callable[[str], None]) -> Iterator[None]:
    """Be told the name of every rule about to be compiled or loaded."""
    _LISTENING.append(tell)
    try:
        yield
    finally:
        _LISTENING.remove(tell)


@functools.cache
def _is_generic(fn: Callable[..., Any]) -> bool:
    """Whether a rule or anything it calls has a type variable, as `S`, in its annotations."""
    return _mentions_variable(fn) or any(_is_generic(callee) for _, callee in rules_within(fn))


@functools.cache
def _has_features(fn: Callable[..., Any]) -> bool:
    """Whether a rule or anything it calls asks for a feature."""
    return fn in _FEATURES or any(_has_features(callee) for _, callee in rules_within(fn))


def _mentions_variable(fn: Callable[..., Any]) -> bool:
    def mentions(hint: Any) -> bool:
        if isinstance(hint, list | tuple):
            return any(mentions(h) for h in hint)
        return isinstance(hint, TypeVar) or any(mentions(a) for a in get_args(hint))

    return any(mentions(h) for h in hints_of(fn).values())


def _shortcuts(face: CallMode) -> dict[str, Any]:
    """Options of Numba that halve the time to compile; none if this Numba lacks what they need."""
    try:
        from hulldown.kernel.pipeline import Entrance, Inner
    except ImportError:
        return {}
    # nothing is allocated, so no references need counting
    return {"pipeline_class": Inner if face is CallMode.INNER else Entrance, "_nrt": False}


@contextlib.contextmanager
def _remembering() -> Iterator[None]:
    """Have Numba remember what it works out, if this Numba can be made to."""
    try:
        from hulldown.kernel.pipeline import installed
    except (ImportError, AttributeError):
        yield
        return
    with installed():
        yield


def _compile(fn: Any, bound: dict[Any, Any], face: CallMode, features: bool) -> Any:
    from numba import config, njit
    from numba.core import errors

    source: Any = _SUBSTITUTES.get(fn, fn)
    if fn in _FEATURES and not features:
        source = _absent if fn.__code__.co_argcount == 1 else _absent_here
    twin = _twin(source, bound, features)
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_place(fn, bound, face, features))
    try:
        with _remembering():
            return njit(
                signature_of(fn, bound),
                cache=face is not CallMode.INNER,
                nogil=True,
                error_model="numpy",  # no rule divides by zero, so none need test for it
                no_cpython_wrapper=face is not CallMode.ENTRY,
                no_cfunc_wrapper=face is not CallMode.POINTER,
                **_shortcuts(face),
            )(twin)
    except KeyError as missing:  # all that Numba says of a misspelt field
        raise AttributeError(f"{fn.__module__}.{fn.__name__}: no field {missing}") from None
    except errors.NumbaError as wrong:  # it speaks of types, and at length
        place = f"{fn.__code__.co_filename}:{fn.__code__.co_firstlineno}"
        raise NotCompilable(f"{place}: {fn.__name__}: {str(wrong).splitlines()[0][:LONGEST]}") from None
    finally:
        config.CACHE_DIR = before


def bind(
    fn: Callable[..., Any], bound: dict[Any, Any], features: bool = True, **rules: Callable[..., Any]
) -> Callable[..., Any]:
    """A compiled searcher with the rules it takes first already given, as function pointers."""
    overload = compiled(fn, bound).get_overload(signature_of(fn, bound))
    return functools.partial(
        overload, *(compiled(rules[k], bound, CallMode.POINTER, features) for k in _callables(fn, rules))
    )


def bind_plain(fn: Callable[..., Any], **rules: Callable[..., Any]) -> Callable[..., Any]:
    """The same searcher interpreted."""
    return functools.partial(fn, *(rules[k] for k in _callables(fn, rules)))


def _callables(fn: Callable[..., Any], rules: dict[str, Callable[..., Any]]) -> list[str]:
    return [name for name in hints_of(fn) if name in rules]
