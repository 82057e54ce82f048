"""Records: a class of annotated integers that is three things at once.

`@record` makes of such a class what the type checker reads, a NumPy record type for compiled
code (`dtype_of(cls)`) and the shape of a plain object for interpreted code (`blank(cls)`).
Fields are `int` (stored as int32), `Long` (int64: seeds and unbounded counts), `Real` (float64,
for search statistics only), other records, or `Annotated[list[...], length]` of any of these.
One width keeps everything aligned, and no counter of a game comes near 2**31. `Short` (int16) and
`Byte` (int8) are for what a state has hundreds of: a search copies the state for every order it tries.
`Narrowed` is a byte that was an int32 once, and still is in digests: games that were kept prove true. A list
that has become longer says how long it was (`Annotated[list[...], length, before]`): digests know its later
entries only where they are not blank.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from functools import cache
from itertools import compress, groupby
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")
Write = Callable[[Any, list[Any]], None]
Read = Callable[[Sequence[Any], int], Any]
Long = Annotated[int, "i8"]
Real = Annotated[float, "f8"]
Whole = Annotated[int, "i4"]  # the width of `int` in a record, for a list outside one
Single = Annotated[float, "f4"]
Short = Annotated[int, "i2"]
Byte = Annotated[int, "i1"]
Narrowed = Annotated[int, "i1", "i4"]  # as it is kept, as a digest has it
_KINDS: dict[Any, str] = {int: "i4", float: "f8"}
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}  # of the kinds, in a struct
PLAIN, NUMBERS, NESTED, ROWS = range(4)  # one number, a list of them, a record, a list of records


class Field:
    """One field of a record: its NumPy kind or nested record, its length (0: one), its kind in digests, and
    how many entries every digest has.
    """

    __slots__ = ("name", "kind", "length", "told", "before")

    def __init__(self, name: str, hint: Any, length: int, before: int) -> None:
        kinds = get_args(hint)[1:] if get_origin(hint) is Annotated else (_KINDS.get(hint, hint),)
        self.name, self.kind, self.length, self.told = name, kinds[0], length, kinds[-1]
        self.before = before

    @property
    def form(self) -> int:
        """Whether it is PLAIN, NUMBERS, NESTED or ROWS."""
        if isinstance(self.kind, str):
            return NUMBERS if self.length else PLAIN
        return ROWS if self.length else NESTED


# Each entry is put in whole: several threads may ask for the same class at once.
_RECORDS: set[type] = set()
_FIELDS: dict[type, list[Field]] = {}
_DTYPES: dict[type, np.dtype[Any]] = {}
_BLANKS: dict[type, Any] = {}
_COPIERS: dict[type, Callable[[Any], Any]] = {}
_WRITERS: dict[type, Write] = {}
_READERS: dict[type, Read] = {}


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        if get_origin(inner) is list:
            return Field(name, get_args(inner)[0], int(notes[0]), int(notes[-1]))
    return Field(name, hint, 0, 1)


def record(cls: type[T]) -> type[T]:
    """Declare a class of annotated fields as a record; the fields are read when first needed."""
    _RECORDS.add(cls)
    return cls


def fields(cls: type) -> list[Field]:
    """The fields of a record class in order. KeyError if it was not declared with `@record`."""
    if cls not in _FIELDS:
        if cls not in _RECORDS:
            raise KeyError(cls)
        hints = get_type_hints(cls, include_extras=True)
        _FIELDS[cls] = [_field(name, hint) for name, hint in hints.items()]
    return _FIELDS[cls]


def dtype_of(cls: type) -> np.dtype[Any]:
    """The NumPy record type of a record class."""
    if cls not in _DTYPES:
        parts: list[Any] = []
        for f in fields(cls):
            kind = f.kind if isinstance(f.kind, str) else dtype_of(f.kind)
            parts.append((f.name, kind, (f.length,)) if f.length else (f.name, kind))
        _DTYPES[cls] = np.dtype((np.record, parts))
    return _DTYPES[cls]


def array(cls: type, count: int = 1) -> Any:
    """Zeroed records for compiled code; `array(cls)[0]` is one of them."""
    return np.zeros(count, dtype_of(cls))


def blank(cls: type[T]) -> T:
    """A zeroed plain object of a record class, for interpreted code."""
    if cls not in _BLANKS:
        _BLANKS[cls] = _zeroed(cls)
    return copy(_BLANKS[cls])  # type: ignore[no-any-return]


def _zeroed(cls: type[Any]) -> Any:
    blank: Any = object.__new__(cls)
    for f in fields(cls):
        value = [_zero(f.kind) for _ in range(f.length)] if f.length else _zero(f.kind)
        setattr(blank, f.name, value)
    return blank


def _zero(kind: Any) -> Any:
    if isinstance(kind, str):
        return 0.0 if kind == "f8" else 0
    return _zeroed(kind)


def _copying(f: Field) -> str:
    """The line of a copier that copies one field."""
    inner = f"_{f.name}"
    source = {
        PLAIN: f"old.{f.name}",
        NUMBERS: f"old.{f.name}.copy()",
        NESTED: f"{inner}(old.{f.name})",
        ROWS: f"[{inner}(row) for row in old.{f.name}]",
    }
    return f"    made.{f.name} = {source[f.form]}"


def _copier(cls: type) -> Callable[[Any], Any]:
    """What copies a plain object, written out field by field.

    Going round by `__dict__` takes three times as long, and leaves objects whose fields are slower to read.
    """
    if cls not in _COPIERS:
        lines = ["def copier(old):", "    made = new(cls)", *map(_copying, fields(cls)), "    return made"]
        names: dict[str, Any] = {"new": cls.__new__, "cls": cls}
        names |= {f"_{f.name}": _copier(f.kind) for f in fields(cls) if not isinstance(f.kind, str)}
        exec("\n".join(lines), names)
        _COPIERS[cls] = names["copier"]
    return _COPIERS[cls]


def copy(value: T) -> T:
    """An independent copy of a plain record object."""
    return _copier(value.__class__)(value)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- as bytes


def _writing(f: Field) -> str:
    """The line of a writer that writes one field of several numbers."""
    inner, rows = f"_{f.name}", f"listed(old.{f.name}, {f.name!r}, {f.length})"
    return {
        NUMBERS: f"    out.extend({rows})",
        NESTED: f"    {inner}(old.{f.name}, out)",
        ROWS: f"    for row in {rows}: {inner}(row, out)",
    }[f.form]


def _listed(rows: list[Any], name: str, length: int) -> list[Any]:
    """The list of a field. ValueError if it is not as long as in its record."""
    if len(rows) != length:
        raise ValueError(f"{name} has {len(rows)} entries, its record {length}")
    return rows


def _writer(cls: type) -> Write:
    """What puts the numbers of a plain object into a list, in the order of its record.

    Written out field by field, as what copies it.
    """
    if cls not in _WRITERS:
        lines = ["def writer(old, out):"]
        for form, some in groupby(fields(cls), lambda f: f.form):
            if form == PLAIN:
                numbers = "".join(f"old.{f.name}, " for f in some)
                lines.append(f"    out.extend(({numbers}))")
            else:
                lines += map(_writing, some)
        names: dict[str, Any] = {"listed": _listed}
        names |= {f"_{f.name}": _writer(f.kind) for f in fields(cls) if not isinstance(f.kind, str)}
        exec("\n".join(lines), names)
        _WRITERS[cls] = names["writer"]
    return _WRITERS[cls]


def _letters(some: list[Field], for_digest: bool) -> str:
    """The kinds of fields, in a struct."""
    kinds = [f.told if for_digest else f.kind for f in some]
    parts = [LETTERS[kind] if isinstance(kind, str) else _letters(fields(kind), for_digest) for kind in kinds]
    counts = [f.before if for_digest else max(f.length, 1) for f in some]
    return "".join(part * count for part, count in zip(parts, counts, strict=True))


@cache
def _struct(cls: type, for_digest: bool) -> struct.Struct:
    """The bytes of a record: those of its NumPy type, which has no gaps, or those of a digest."""
    return struct.Struct("<" + _letters(fields(cls), for_digest))


@cache
def _digest_span(cls: type, name: str) -> tuple[int, int]:
    """Where the bytes of a field begin and end in a digest."""
    at = [f.name for f in fields(cls)].index(name)
    begins, ends = (struct.calcsize("<" + _letters(fields(cls)[:n], True)) for n in (at, at + 1))
    return begins, ends


@cache
def _usual(cls: type) -> tuple[bool, ...]:
    """Whether every digest has a number of a record, in their order; empty if it has all of them."""
    usual: list[bool] = []
    for f in fields(cls):
        inner = (True,) if isinstance(f.kind, str) else _usual(f.kind) or (True,) * _count(f.kind)
        usual += inner * f.before + (False,) * len(inner) * (max(f.length, 1) - f.before)
    return () if all(usual) else tuple(usual)


@cache
def _later(cls: type) -> tuple[bool, ...]:
    """Whether a digest has a number only where it is not blank."""
    return tuple(not always for always in _usual(cls))


def _bytes(value: Any) -> bytes:
    cls, numbers = value.__class__, []  # type: ignore[var-annotated]
    _writer(cls)(value, numbers)
    return _packed(_struct(cls, False), numbers)


def _digest_bytes(value: Any) -> bytes:
    """What a digest is made of: the bytes that it always has, then later entries that are not blank."""
    cls, numbers = value.__class__, []  # type: ignore[var-annotated]
    _writer(cls)(value, numbers)
    usual = _usual(cls)
    if not usual:
        return _packed(_struct(cls, True), numbers)
    data = _packed(_struct(cls, True), list(compress(numbers, usual)))
    later = list(compress(numbers, _later(cls)))
    return data + f" later {later}".encode() if any(later) else data


def _packed(form: struct.Struct, numbers: Sequence[Any]) -> bytes:
    """Numbers as bytes. OverflowError if one is out of range."""
    try:
        return form.pack(*numbers)
    except struct.error as wrong:
        raise OverflowError(str(wrong)) from None


def pack(value: Any) -> Any:
    """A plain object as an array of one NumPy record. OverflowError if a field is out of range."""
    return np.frombuffer(bytearray(_bytes(value)), dtype_of(value.__class__))


def _reading(f: Field, at: int) -> str:
    """The line of a reader that reads one field, whose numbers begin at `at` of its record's."""
    inner, size = f"_{f.name}", _count(f.kind)
    source = {
        PLAIN: f"numbers[at + {at}]",
        NUMBERS: f"list(numbers[at + {at} : at + {at + f.length}])",
        NESTED: f"{inner}(numbers, at + {at})",
        ROWS: f"[{inner}(numbers, at + {at} + {size} * i) for i in range({f.length})]",
    }
    return f"    made.{f.name} = {source[f.form]}"


@cache
def _count(kind: Any) -> int:
    """How many numbers a field of a kind holds."""
    return 1 if isinstance(kind, str) else sum(_count(f.kind) * max(f.length, 1) for f in fields(kind))


def _reader(cls: type) -> Read:
    """What makes a plain object of the numbers of its record from a place on, as its writer lists them."""
    if cls in _READERS:
        return _READERS[cls]
    lines, at = ["def reader(numbers, at):", "    made = new(cls)"], 0
    for f in fields(cls):
        lines.append(_reading(f, at))
        at += _count(f.kind) * max(f.length, 1)
    names: dict[str, Any] = {"new": cls.__new__, "cls": cls}
    names |= {f"_{f.name}": _reader(f.kind) for f in fields(cls) if not isinstance(f.kind, str)}
    exec("\n".join([*lines, "    return made"]), names)
    _READERS[cls] = names["reader"]
    return _READERS[cls]


def unpack(row: Any, cls: type[T]) -> T:
    """The plain object of a NumPy record (one element of an array)."""
    kind: Any = cls
    return _reader(kind)(_struct(kind, False).unpack(row.tobytes()), 0)  # type: ignore[no-any-return]


def digest(value: Any, without: str = "", instead: str = "") -> str:
    """A short digest of a plain record object: equal positions have equal digests.

    The field `without`, a record, does not enter it; what stands for it is the text `instead`.
    """
    data = _digest_bytes(value)
    if without:
        begins, ends = _digest_span(value.__class__, without)
        data = instead.encode() + b"\0" + data[:begins] + data[ends:]
    return hashlib.sha256(data).hexdigest()[:16]
