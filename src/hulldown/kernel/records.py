"""Records: a class of annotated integers that is three things at once.

`@record` makes of such a class what the type checker reads, a NumPy record type for compiled
code (`dtype_of(cls)`) and the shape of a plain object for interpreted code (`blank(cls)`).
Fields are `int` (stored as int32), `Long` (int64: seeds and unbounded counts), `Real` (float64,
for search statistics only), other records, or `Annotated[list[...], length]` of any of these.
One width keeps everything aligned, and no counter of a game comes near 2**31. `Short` (int16) and
`Byte` (int8) are for what a state has hundreds of: a search copies the state for every order it tries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")
Long = Annotated[int, "i8"]
Real = Annotated[float, "f8"]
Short = Annotated[int, "i2"]
Byte = Annotated[int, "i1"]


class Field:
    """One field of a record: its NumPy kind or nested record class, and its length (0: one)."""

    __slots__ = ("name", "kind", "length")

    def __init__(self, name: str, kind: Any, length: int) -> None:
        self.name, self.kind, self.length = name, kind, length


_FIELDS: dict[type, list[Field]] = {}
_DTYPES: dict[type, np.dtype[Any]] = {}


def _kind(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        return get_args(hint)[1]
    return {int: "i4", float: "f8"}.get(hint, hint)


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        inner, note = get_args(hint)
        if get_origin(inner) is list:
            return Field(name, _kind(get_args(inner)[0]), int(note))
    return Field(name, _kind(hint), 0)


def record(cls: type[T]) -> type[T]:
    """Declare a class of annotated fields as a record; the fields are read when first needed."""
    _FIELDS.setdefault(cls, [])
    return cls


def fields(cls: type) -> list[Field]:
    """The fields of a record class in order. KeyError if it was not declared with `@record`."""
    known = _FIELDS[cls]
    if not known:
        hints = get_type_hints(cls, include_extras=True)
        known.extend(_field(name, hint) for name, hint in hints.items())
    return known


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
    made: Any = cls.__new__(cls)
    for f in fields(cls):
        if isinstance(f.kind, str):
            zero: Callable[[], Any] = float if f.kind == "f8" else int
        else:
            zero = _blank_of(f.kind)
        setattr(made, f.name, [zero() for _ in range(f.length)] if f.length else zero())
    return made  # type: ignore[no-any-return]


def _blank_of(cls: type) -> Callable[[], Any]:
    return lambda: blank(cls)


def copy(value: T) -> T:
    """An independent copy of a plain record object."""
    made: Any = value.__class__.__new__(value.__class__)
    target = made.__dict__
    for name, v in value.__dict__.items():
        kind = type(v)
        if kind is list:
            target[name] = [copy(x) for x in v] if v and type(v[0]) in _FIELDS else v.copy()
        else:
            target[name] = copy(v) if kind in _FIELDS else v
    return made  # type: ignore[no-any-return]


def _row(value: Any, cls: type) -> tuple[Any, ...]:
    out: list[Any] = []
    for f in fields(cls):
        v = getattr(value, f.name)
        if isinstance(f.kind, str):
            out.append(v)
        elif f.length:
            out.append([_row(x, f.kind) for x in v])
        else:
            out.append(_row(v, f.kind))
    return tuple(out)


def pack(value: Any) -> Any:
    """A plain object as an array of one NumPy record. OverflowError if a field is out of range."""
    a = array(value.__class__)
    a[0] = _row(value, value.__class__)
    return a


def unpack(row: Any, cls: type[T]) -> T:
    """The plain object of a NumPy record (one element of an array)."""
    made: Any = cls.__new__(cls)
    for f in fields(cls):
        v = row[f.name]
        if isinstance(f.kind, str):
            setattr(made, f.name, v.tolist())
        elif f.length:
            setattr(made, f.name, [unpack(x, f.kind) for x in v])
        else:
            setattr(made, f.name, unpack(v, f.kind))
    return made  # type: ignore[no-any-return]


def digest(value: Any) -> str:
    """A short digest of a plain record object: equal positions have equal digests."""
    return hashlib.sha256(pack(value).tobytes()).hexdigest()[:16]
