"""What Numba works out again for every rule, worked out once: a third of the time to compile.

Rules are hundreds of small functions over the same few types, which Numba is not made for: it
types `int32 == int64` anew at every comparison, trying one overload after another, writes out
the whole State in words to name a pass, and compares its settings value by value. The answers
never change, so here they are remembered. All of it holds only while a rule is compiled, under
Numba's own lock, so other users of Numba in this process never meet it.

None of this is documented by Numba, so `jit` does without this module when Numba has changed.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
from collections.abc import Iterator
from typing import Any

from numba.core import base, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.interpreter import Interpreter
from numba.core.targetconfig import TargetConfig
from numba.core.typing.context import BaseContext

from hulldown.kernel import lowering

_SIGNATURES: dict[Any, Any] = {}
_ATTRIBUTES: dict[Any, Any] = {}
_OPERATORS: dict[Any, Any] = {}
_resolve_call = BaseContext.resolve_function_type
_resolve_getattr = BaseContext.resolve_getattr
_get_call_type = types.Function.get_call_type


def _signature(self: Any, func: Any, args: Any, kws: Any) -> Any:
    """The signature a function has for arguments of these types; failures are not remembered."""
    key = (func, args, tuple(kws.items()) if kws else ())
    try:
        signature = _SIGNATURES.get(key)
    except TypeError:  # an index that is a slice, say, has no hash
        return _resolve_call(self, func, args, kws)
    if signature is None:
        signature = _resolve_call(self, func, args, kws)
        if signature is not None:
            _SIGNATURES[key] = signature
    return signature


def _attribute(self: Any, of: Any, name: str) -> Any:
    """The type of an attribute."""
    attribute_type = _ATTRIBUTES.get((of, name))
    if attribute_type is None:
        attribute_type = _ATTRIBUTES[of, name] = _resolve_getattr(self, of, name)
    return attribute_type


def _call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of an operator or of `int`, which Numba asks for once more when it writes code."""
    args = lowering.widened(self, args)
    key = (self, args)
    try:
        signature = None if kws else _OPERATORS.get(key)
    except TypeError:
        return _get_call_type(self, context, args, kws)
    if signature is None:
        signature = _get_call_type(self, context, args, kws)
        if signature is not None and not kws:
            _OPERATORS[key] = signature
    return signature


def _same_code(self: Any, peepholes: Any, code: Any) -> Any:
    """Code as it was read: Numba looks for `with`, `*args` and dicts in it, which rules have none of."""
    return code


def _settings_equal(self: Any, other: Any) -> Any:
    """Whether settings are the same: nearly always what was set is, and no default need be read."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return self._values == other._values or self.values() == other.values()


def _settings_hash(self: Any) -> int:
    """As Numba's own, the same for all settings of a class (it hashes their names only)."""
    return hash(type(self))


@functools.cache
def _pointer_name(self: Any) -> tuple[str, tuple[()]]:
    """What a function pointer adds to the symbol of a searcher: not all of the State, spelt out."""
    digest = hashlib.sha256(self.name.encode()).hexdigest()[:16]
    return f"{type(self).__name__}{digest}", ()


_INSTEAD: tuple[tuple[Any, str, Any], ...] = (
    (BaseContext, "resolve_function_type", _signature),
    (BaseContext, "resolve_getattr", _attribute),
    (TargetConfig, "__eq__", _settings_equal),
    (TargetConfig, "__hash__", _settings_hash),
    (types.Record, "__repr__", functools.cache(types.Record.__repr__)),
    (types.Array, "__repr__", functools.cache(types.Array.__repr__)),
    (types.FunctionType, "mangling_args", property(_pointer_name)),
    (types.Function, "get_call_type", _call_type),
    (Interpreter, "post_process", _same_code),
    (base.BaseContext, "get_function", lowering.function),
    (base.BaseContext, "get_getattr", lowering.attribute),
    (base, "user_function", lowering.call),
)


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Compile with the shortcuts, and without pauses for garbage (there is next to none)."""
    absent = object()
    collecting = gc.isenabled()
    with global_compiler_lock:
        before = [vars(owner).get(name, absent) for owner, name, _ in _INSTEAD]
        for owner, name, value in _INSTEAD:
            setattr(owner, name, value)
        gc.disable()
        try:
            yield
        finally:
            for (owner, name, _), value in zip(_INSTEAD, before, strict=True):
                if value is absent:
                    delattr(owner, name)
                else:
                    setattr(owner, name, value)
            if collecting:
                gc.enable()
