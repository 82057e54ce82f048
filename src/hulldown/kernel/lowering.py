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

import operator
from collections.abc import Callable
from typing import Any

from numba.core import cgutils, config, types
from numba.core.base import BaseContext
from numba.core.cgutils import ir
from numba.core.imputils import user_function

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
