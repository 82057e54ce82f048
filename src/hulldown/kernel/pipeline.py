"""What rules are made of, written out in few words: the less code, the sooner it is compiled.

Numba makes of `s.model[m].wounds` a description of a whole array, which it stores, reads back and takes to
pieces; of `int()` a call; and after every call it asks whether somebody raised. The optimiser clears that
away, which is most of its work. Rules raise nothing and their rows are of fixed length, so here a row is an
address, `int()` of a whole number is that number, and a call is a call. What is computed is the same, a
negative index included. Where Numba is told to check bounds, which raises, all is left as Numba does it.
Only the width of minus and `abs()` is not Numba's: see `widened`.

Like `shortcuts`, this holds only while a rule is compiled.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import operator
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import base, cgutils, config, types
from numba.core.base import BaseContext
from numba.core.cgutils import ir, normalize_ir_text
from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import user_function
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing.context import BaseContext as TypingContext
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

_get_function = BaseContext.get_function
_get_getattr = BaseContext.get_getattr


# ---------------------------------------------------------------- rows inside a record


def _is_row(kind: Any) -> bool:
    """Whether a type is a row of fixed length inside a record."""
    return isinstance(kind, types.NestedArray) and kind.ndim == 1


def _row(context: Any, builder: Any, of: Any, record: Any, name: str) -> Any:
    """The array that a field of a record is: constants, and the address."""
    row = of.typeof(name)
    whole = context.get_value_type(row)
    at = cgutils.get_record_member(builder, record, of.offset(name), context.get_data_type(row.dtype))
    model = context.data_model_manager[row]
    fields: list[Any] = [ir.Constant(kind, None) for kind in whole.elements]
    for field, number in (("nitems", row.nitems), ("itemsize", row.size)):
        place = model.get_field_position(field)
        fields[place] = ir.Constant(whole.elements[place], number)
    for field, numbers in (("shape", row.shape), ("strides", row.strides)):
        place = model.get_field_position(field)
        values = [context.get_constant(types.intp, n) for n in numbers]
        fields[place] = ir.Constant(whole.elements[place], values)
    return builder.insert_value(ir.Constant(whole, fields), at, model.get_field_position("data"))


def _address(context: Any, builder: Any, row: Any, array: Any, kind: Any, index: Any) -> Any:
    """Where an item of a row is; a negative index counts from the end."""
    at = context.cast(builder, index, kind, types.intp)
    if kind.signed and not isinstance(at, ir.Constant):
        length = context.get_constant(types.intp, row.nitems)
        below = builder.icmp_signed("<", at, ir.Constant(at.type, 0))
        at = builder.select(below, builder.add(at, length), at)
    data = builder.extract_value(array, context.data_model_manager[row].get_field_position("data"))
    return builder.gep(data, [at], inbounds=True)


def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """`row[i]`."""
    row, kind = sig.args
    at = _address(context, builder, row, args[0], kind, args[1])
    return context.unpack_value(builder, row.dtype, at, 1)


def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """`row[i] = number`."""
    row, kind, given = sig.args
    number = context.cast(builder, args[2], given, row.dtype)
    at = _address(context, builder, row, args[0], kind, args[1])
    context.pack_value(builder, row.dtype, number, at, align=1)
    return context.get_dummy_value()


def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """`int()` of a whole number."""
    return args[0]


# ---------------------------------------------------------------- what Numba asks


def widened(fn: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types by which minus and `abs()` calculate: 64 bits, as all other arithmetic.

    Numba negates a field in the field's own width, and there -(-128) of a byte is -128.
    """
    narrow = fn.typing_key in (operator.neg, abs) and args[0] in (types.int8, types.int16, types.int32)
    return (types.int64,) if narrow else args


def _direct(fn: Any, sig: Any) -> Callable[..., Any] | None:
    """What is written instead for a function of these types, if anything is."""
    if config.BOUNDSCHECK or not isinstance(fn, types.Function) or not sig.args:
        return None
    asked, of = fn.typing_key, sig.args[0]
    if asked is int and isinstance(of, types.Integer) and sig.args == (sig.return_type,):
        return _same
    if not _is_row(of) or len(sig.args) < 2 or not isinstance(sig.args[1], types.Integer):
        return None
    if asked is operator.getitem:
        return _read
    numbers = isinstance(of.dtype, types.Number) and isinstance(sig.args[-1], types.Number)
    return _write if asked is operator.setitem and numbers else None


def function(self: Any, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
    """In the place of BaseContext.get_function."""
    write = _direct(fn, sig)
    if write is None:
        return _get_function(self, fn, sig, _firstcall)
    return lambda builder, args, loc=None: write(self, builder, sig, args)


def attribute(self: Any, of: Any, name: str) -> Any:
    """In the place of BaseContext.get_getattr."""
    if config.BOUNDSCHECK or not isinstance(of, types.Record) or not _is_row(of.typeof(name)):
        return _get_getattr(self, of, name)
    return lambda context, builder, of, record, name: _row(context, builder, of, record, name)


def call(fndesc: Any, libs: Any) -> Any:
    """In the place of Numba's `user_function`: a call after which nobody asks whether the rule raised."""
    if config.BOUNDSCHECK:
        return user_function(fndesc, libs)

    def emit_call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        callee = context.declare_function(builder.module, fndesc)
        returned = cgutils.alloca_once(builder, callee.args[0].type.pointee)
        excuse = cgutils.alloca_once(builder, callee.args[1].type.pointee)
        given = context.call_conv._get_arg_packer(fndesc.argtypes).as_arguments(builder, args)
        builder.call(callee, [returned, excuse, *given])
        return context.get_returned_value(builder, fndesc.restype, builder.load(returned))

    emit_call.signature = fndesc.argtypes  # type: ignore[attr-defined]
    emit_call.libs = tuple(libs)  # type: ignore[attr-defined]
    return emit_call


# ---------------------------------------------------------------- shortcuts
# What Numba works out again for every rule, worked out once: a third of the time to compile.
#
# Rules are hundreds of small functions over the same few types, which Numba is not made for: it types `int32
# == int64` anew at every comparison, trying one overload after another, writes out the whole State in words
# to name a pass, and compares its settings value by value. The answers never change, so here they are
# remembered. All of it holds only while a rule is compiled, under Numba's own lock, so other users of Numba
# in this process never meet it.
#
# None of this is documented by Numba, so `jit` does without this module when Numba has changed.


_SIGNATURES: dict[Any, Any] = {}
_ATTRIBUTES: dict[Any, Any] = {}
_OPERATORS: dict[Any, Any] = {}
_resolve_call = TypingContext.resolve_function_type
_resolve_getattr = TypingContext.resolve_getattr
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
    args = widened(self, args)
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
    (TypingContext, "resolve_function_type", _signature),
    (TypingContext, "resolve_getattr", _attribute),
    (TargetConfig, "__eq__", _settings_equal),
    (TargetConfig, "__hash__", _settings_hash),
    (types.Record, "__repr__", functools.cache(types.Record.__repr__)),
    (types.Array, "__repr__", functools.cache(types.Array.__repr__)),
    (types.FunctionType, "mangling_args", property(_pointer_name)),
    (types.Function, "get_call_type", _call_type),
    (Interpreter, "post_process", _same_code),
    (base.BaseContext, "get_function", function),
    (base.BaseContext, "get_getattr", attribute),
    (base, "user_function", call),
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


# ---------------------------------------------------------------- pipeline
# How Numba compiles rules here: few passes, and one piece of machine code per entrance.
#
# Numba by itself makes machine code of every function, with everything it calls optimised into it once more,
# so a call tree is optimised as many times over as it is deep. Here an inner rule ends as intermediate code,
# as it was written. An entrance - what a pointer or Python leads to - collects the code of all the rules
# below it, optimises the whole once, and only that becomes machine code. The other half of the time goes into
# Numba's passes; rules need a third of them.
#
# The passes and the pipeline class are what Numba documents under "customizing the compiler"; the library
# class is not, so `jit` does without this module when Numba has changed.


_PHIS = PreLowerStripPhis()


def _assign_once(state: Any) -> None:
    """Numba's ReconstructSSA without the lifetimes it adds: with nothing to free, nobody asks."""
    state.func_ir = reconstruct_ssa(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


def _strip_phis(state: Any) -> None:
    """Numba's PreLowerStripPhis, again without lifetimes."""
    state.func_ir = _PHIS._strip_phi_nodes(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


STEPS: tuple[Callable[[Any], Any], ...] = (
    TranslateByteCode().run_pass,
    FixupArgs().run_pass,
    _assign_once,
    NopythonTypeInference().run_pass,
    _strip_phis,
    NativeLowering().run_pass,
    NoPythonBackend().run_pass,
)


# Rules are many and small: calls are taken in generously, and in two rounds, since callees shrink in the
# first. Nothing in them is done to rows of numbers at once, so looking for that is in vain. On Skirmish this
# plays 2.75 million decisions a second where one round with LLVM's usual threshold of 225 plays 2.5. Verbs
# of more rules than Skirmish has gain nothing to be measured in the second round, a quarter of the time, and
# at most a twentieth by the highest level of optimising: one round of the lowest saves 4 s of compiling.
LEVEL, INLINED = 3, 1000
MANY, PLAIN_LEVEL = 270, 1  # rules of a verb, and the level from there on


class Passes:
    """In the place of Numba's PassManager, which spends longer on timing and naming than some passes."""

    pipeline_name = "rule"

    def __init__(self) -> None:
        self.exec_times: dict[str, Any] = {}  # Numba puts it among a function's metadata

    def run(self, state: Any) -> None:
        """Take a function from bytecode to intermediate or machine code."""
        for step in STEPS:
            step(state)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of one rule, and the libraries of the rules it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Remember a callee's library."""
        self._linking_libraries.append(library)

    def add_ir_module(self, written: Any) -> None:
        """Keep the code of this rule; the entrance that takes it in checks and optimises it."""
        self._final_module = ll.parse_assembly(normalize_ir_text(str(written)))
        self._final_module.name = written.name
        self._final_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing is optimised or made into machine code."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No machine code, no address."""
        return 0

    @property
    def codegen(self) -> InnerLibrary:
        """Where Numba stores the environment of a function with machine code."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """No machine code, nothing to store in."""


class EntranceLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a rule with all it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Take in a callee's library with those below it, each once."""
        if library in self._linking_libraries:
            return
        self._linking_libraries.append(library)
        for below in library._linking_libraries:
            self.add_linking_library(below)

    def _optimize_final_module(self) -> None:
        """Callees belong to this module alone, so the optimiser may reshape or drop them."""
        inner = [library for library in self._linking_libraries if isinstance(library, InnerLibrary)]
        taken_in = {function.name for function in self._final_module.functions}
        for library in inner:
            for function in library.get_defined_functions():
                if function.name in taken_in:  # not what stands behind a branch that is never taken
                    self.get_function(function.name).linkage = "internal"
        many = len(inner) > MANY
        tuning = ll.create_pipeline_tuning_options(PLAIN_LEVEL if many else LEVEL)
        tuning.loop_vectorization = tuning.slp_vectorization = False
        tuning.inlining_threshold = INLINED
        for _ in range(1 if many else 2):
            builder = ll.create_pass_builder(self._codegen._tm, tuning)
            builder.getModulePassManager().run(self._final_module, builder)


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The passes a rule needs."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> list[Any]:
        """Called by Numba once the function is known, before its passes run."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return [Passes()]


class Inner(Pipeline):
    """For rules that only compiled rules call."""

    library = InnerLibrary


class Entrance(Pipeline):
    """For rules reached through a pointer or from Python."""

    library = EntranceLibrary
