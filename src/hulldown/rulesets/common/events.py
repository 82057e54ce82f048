"""Events declared once: number, rules, named fields, and their sentence where it is a template.

    event = Kinds()

    @event(31, "WS-16.6", says="{unit} holds its fire")
    def held_fire(e: Log, unit: Actor) -> None: ...

`held_fire(e, k)` writes such an event, in a compiled rule as in an interpreted one, and
`held_fire.read(row).unit` reads it. A row of the kernel has seven columns: `Actor`, `Target` and `Place` say
which one a field takes; all other fields fill a, b, c, d and then what is left. Columns of no field are -1.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from inspect import get_annotations
from string import Formatter
from typing import Annotated, Any, Concatenate, Generic, ParamSpec

from hulldown.kernel.events import Event, Log, emit
from hulldown.kernel.jit import rule

P = ParamSpec("P")

Actor = Annotated[int, "actor"]
Target = Annotated[int, "target"]
Place = Annotated[int, "place"]
COLUMNS = ("actor", "target", "place", "a", "b", "c", "d")  # as `emit` takes them
FREE = ("a", "b", "c", "d", "place", "target", "actor")  # the order in which fields that name none take them


class EventKind(Generic[P]):
    """A kind of event. To call it is to write one.

    `kind` is its number, `rules` are what its sentence cites, `rule` the first of them. `fields` gives the
    column of each field, in order. `sentence` is a template, "" if a teller makes the sentence; `heading`
    says that it opens a turn or an activation. `__rule__` is what stands for it in compiled rules.
    """

    def __init__(
        self,
        declared: Callable[Concatenate[Log, P], None],
        kind: int,
        rules: tuple[str, ...],
        sentence: str,
        heading: bool,
    ) -> None:
        self.kind, self.rules, self.sentence, self.heading = kind, rules, sentence, heading
        self.name, self.rule = declared.__name__, rules[0]
        self._declared: Any = declared
        self.fields = columns(declared)
        unknown = [name for _, name, _ in parts(sentence) if name and name not in self.fields]
        if unknown:
            raise TypeError(f"{self.name}: its sentence names {unknown}, it has {list(self.fields)}")
        row: Any = namedtuple  # its fields are known when this runs, not when types are checked
        self._row = row(self.name, self.fields)
        taken = {column: name for name, column in self.fields.items()}
        values = ", ".join(taken.get(column, "-1") for column in COLUMNS)
        self.__rule__ = self._generated(
            self.name, {"e": Log, **dict.fromkeys(self.fields, int)}, None, f"emit(e, {kind}, {values})"
        )

    def __call__(self, e: Log, *args: P.args, **kwargs: P.kwargs) -> None:
        """Write an event of this kind, if the log is on."""
        if e.on != 0:
            self.__rule__(e, *args, **kwargs)

    def __repr__(self) -> str:
        return self.name

    def decode(self, row: Event) -> Any:
        """The fields of a row by name, as numbers. ValueError: it is a row of another kind."""
        if row.kind != self.kind:
            raise ValueError(f"{self.name} is event {self.kind}, the row is {row.kind}")
        return self._row(*(int(getattr(row, column)) for column in self.fields.values()))

    def among(self, rows: Iterable[Event]) -> list[Any]:
        """The rows of this kind among others, each read."""
        return [self.decode(row) for row in rows if row.kind == self.kind]

    def rows(self, log: Log) -> list[Any]:
        """The events of this kind in a log, each read."""
        return self.among(log.events[: log.count])

    def reader(self, field: str) -> Callable[[Event], int]:
        """A rule that gives one field of a row of this kind, for rules that read the log."""
        code = f"return int(row.{self.fields[field]})"
        read: Callable[[Event], int] = self._generated(f"{self.name}_{field}", {"row": Event}, int, code)
        return read

    def _generated(self, name: str, takes: dict[str, type], gives: type | None, code: str) -> Any:
        """A rule of one line, which stands in the source where the kind is declared."""
        at = self._declared.__code__
        source = "\n" * (at.co_firstlineno - 1) + f"def {name}({', '.join(takes)}): {code}"
        scope = {"__name__": self._declared.__module__, "emit": emit}
        exec(compile(source, at.co_filename, "exec"), scope)
        fn: Any = scope[name]
        fn.__annotations__ = {**takes, "return": gives}
        return rule(fn)


def columns(declared: Callable[..., None]) -> dict[str, str]:
    """The fields of a declared event, each with its column. TypeError: they do not fit into a row."""
    hints = get_annotations(declared, eval_str=True)
    hints.pop("return", None)
    names = list(hints)[1:]  # the first is the log
    asked = {name: hints[name].__metadata__[0] for name in names if hasattr(hints[name], "__metadata__")}
    free = [column for column in FREE if column not in asked.values()]
    others = [name for name in names if name not in asked]
    if len(set(asked.values())) < len(asked) or len(others) > len(free):
        raise TypeError(f"{declared.__name__}: {len(names)} fields do not fit into the columns of a row")
    taken = asked | dict(zip(others, free, strict=False))
    return {name: taken[name] for name in names}


def parts(sentence: str) -> Iterator[tuple[str, str | None, str]]:
    """A template taken apart: words, the field after them (None: the end), the method named for it or ""."""
    for words, name, how, _ in Formatter().parse(sentence):
        yield words, name, how or ""


class Kinds:
    """The kinds of event of a ruleset, by number."""

    def __init__(self) -> None:
        self._kinds: dict[int, EventKind[Any]] = {}

    def __call__(
        self, kind: int, first: str, *others: str, says: str = "", heading: bool = False
    ) -> Callable[[Callable[Concatenate[Log, P], None]], EventKind[P]]:
        """Declare a kind: its number, its rule and others that it cites, its sentence without the full stop.

        In the sentence `{unit}` is a field as the teller's method of that name puts it, or else a number;
        `{enemy:unit}` is put by another method.
        """

        def declare(declared: Callable[Concatenate[Log, P], None]) -> EventKind[P]:
            if kind in self._kinds:
                raise TypeError(f"{declared.__name__} and {self._kinds[kind]} are both event {kind}")
            event_kind = self._kinds[kind] = EventKind(declared, kind, (first, *others), says, heading)
            return event_kind

        return declare

    def __getitem__(self, kind: int) -> EventKind[Any]:
        return self._kinds[kind]

    def __iter__(self) -> Iterator[EventKind[Any]]:
        return iter(self._kinds.values())

    def __len__(self) -> int:
        return len(self._kinds)
