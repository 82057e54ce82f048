"""Events declared once, and how they become sentences."""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from inspect import get_annotations
from string import Formatter
from types import ModuleType
from typing import Annotated, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

from hulldown.kernel.actions import Event, Log, SumTerm, emit
from hulldown.kernel.jit import rule
from hulldown.rulesets.api.ruleset import SIDES, plain_events
from hulldown.rulesets.api.words import Modifier, Roll, Sentence

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


# ---------------------------------------------------------------- log
# Events become sentences: what the tellers of all rulesets do alike.
#
# An event whose kind has a sentence needs nothing more. What needs thought is told by a function in a chapter
# of the ruleset's `telling/`, which takes the fields that it wants by their names:
#
# @tells(ld_checked) def told_check(t: Teller, row: Event, unit: int, faces: int) -> None: ...


F = TypeVar("F", bound=Callable[..., None])
S = TypeVar("S")
WriteLog = Callable[[Any, Event], None]  # by a teller, of a row
NOTHING = -1


@dataclass
class Draft:
    """A sentence in the making: its opening, the clauses that follow, dice and rules.

    `kind` is the kind of event that began it, `about` the unit that it all happens to; `shot` and
    `shows` as in `Sentence`, `upkeep`, too.
    """

    opening: str
    rules: list[str]
    clauses: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    heading: bool = False
    about: int = NOTHING
    shot: bool = False
    shows: str = ""
    upkeep: bool = False
    kind: EventKind[Any] | None = None

    def finish(self) -> Sentence:
        """The finished sentence."""
        text = self.opening + (": " + "; ".join(self.clauses) if self.clauses else "")
        rules = tuple(dict.fromkeys(rule for rule in self.rules if rule))
        sentence = text if self.heading else text + "."
        return Sentence(sentence, rules, tuple(self.rolls), self.heading, self.shot, self.shows, self.upkeep)


class LogWriter(Generic[S]):
    """Turns the events of one action into sentences; `s` is the position after it.

    A ruleset adds what puts a field in words, by the field's name (`unit`, `model`, ...). `row` is the event
    that is told now, `kind` its kind.
    """

    kinds: ClassVar[Kinds]
    upkeep: ClassVar[
        Collection[EventKind[Any]]
    ] = ()  # what the rules do by themselves, and the headings over it
    about_target: ClassVar[bool] = False  # sentences are about the target of an event, not the actor
    modifier: ClassVar[staticmethod[[int, int], Modifier]]  # a summand in words
    unit_id: ClassVar[staticmethod[[Any, int], str]]  # what a unit is ordered by
    is_called: ClassVar[staticmethod[[Any, int], str]]  # what it is called

    def __init__(self, s: S, log: Log) -> None:
        self.s = s
        self.log = log
        self.drafts: list[Draft] = []
        self.rows = plain_events(log)
        self.at = 0
        self.told_to = 0  # events before this one have been told together with an earlier one

    @property
    def row(self) -> Event:
        """The event that is told now."""
        return self.rows[self.at]

    @property
    def kind(self) -> EventKind[Any]:
        """Its kind."""
        return self.kinds[self.row.kind]

    def open(self, text: str, *rules: str, heading: bool = False, about: int = NOTHING) -> Draft:
        """Begin a sentence."""
        upkeep = bool(self.rows) and self.kind in self.upkeep
        self.drafts.append(Draft(text, list(rules), heading=heading, about=about, upkeep=upkeep))
        return self.drafts[-1]

    def summands(self, row: Event) -> list[SumTerm]:
        """The reason rows that belong to an event."""
        return list(self.log.why.rows[row.first_reason : row.first_reason + row.reasons])

    def sentences(self) -> list[Sentence]:
        """All of them, finished."""
        return [draft.finish() for draft in self.drafts]

    def coming(self) -> Iterator[Event]:
        """The events that are still to be told, one after the other."""
        for at, row in enumerate(self.rows):
            self.at = at
            if at >= self.told_to:
                yield row

    def about(self, row: Event) -> int:
        """Whom a sentence about an event is about, if its teller says nothing else."""
        return int(row.target if self.about_target else row.actor)

    def of(self, actor: int) -> int:
        """The unit that an actor belongs to: itself, where models do not act for their unit."""
        return actor

    def unit(self, unit: int) -> str:
        """A unit as the page styles it."""
        return "{" + self.unit_id(self.s, unit) + "}"

    def full(self, unit: int) -> str:
        """A unit with what it is called."""
        return f"{self.unit(unit)} ({self.is_called(self.s, unit)})"

    def side(self, side: int) -> str:
        """Who commands a side."""
        return SIDES[side]

    def begin(self, text: str, *rules: str, about: int | None = None) -> Draft:
        """Begin a sentence about the event that is told now."""
        draft = self.open(text, *(rules or self.kind.rules))
        draft.kind, draft.about = self.kind, self.about(self.row) if about is None else about
        return draft

    def heading(self, text: str, *rules: str) -> None:
        """A heading: a turn, an activation."""
        self.open(text, *rules, heading=True)

    def going(self, *kinds: EventKind[Any], about: int | None = None) -> Draft | None:
        """The sentence under way, if an event of these kinds began it, and if it is about somebody."""
        draft = self.drafts[-1] if self.drafts else None
        if draft is None or draft.kind not in kinds or about not in (None, draft.about):
            return None
        return draft

    def run(self, *kinds: EventKind[Any]) -> list[Event]:
        """The events of some kinds (this one's) that follow at once on one unit's actors, told together."""
        wanted, unit, events = kinds or (self.kind,), self.of(self.row.actor), []
        for row in self.rows[self.at :]:
            if self.kinds[row.kind] not in wanted or self.of(row.actor) != unit:
                break
            events.append(row)
        self.told_to = self.at + len(events)
        return events

    def modifiers(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event, in words."""
        return tuple(self.modifier(reason.code, reason.amount) for reason in self.summands(row))


def describes(*kinds: EventKind[Any]) -> Callable[[F], F]:
    """Mark the function that tells events of some kinds.

    Beside the teller it takes fields that all these kinds have, by name, and `row` for the row itself.
    TypeError: it asks for another.
    """

    def mark(fn: F) -> F:
        for kind in kinds:
            unknown = [name for name in parameter_names(fn) if name != "row" and name not in kind.fields]
            if unknown:
                raise TypeError(f"{fn.__name__}: {kind} has no {unknown}, it has {list(kind.fields)}")
        fn.__tells__ = kinds  # type: ignore[attr-defined]
        return fn

    return mark


def parameter_names(fn: Callable[..., None]) -> list[str]:
    """What a teller's function takes beside the teller."""
    return list(inspect.signature(fn).parameters)[1:]


def bind_parameters(fn: Callable[..., None], kind: EventKind[Any]) -> WriteLog:
    """A function that takes fields by name, as one that takes a row of a kind."""
    taken = [(name, kind.fields.get(name)) for name in parameter_names(fn)]

    def write(t: Any, row: Event) -> None:
        fn(t, **{name: row if column is None else int(getattr(row, column)) for name, column in taken})

    return write


def by_template(teller: type[LogWriter[Any]], kind: EventKind[Any]) -> WriteLog:
    """What tells an event by the sentence of its kind. TypeError: it asks for words that there are not."""
    taken = []
    for words, name, how in parts(kind.sentence):
        if how and not hasattr(teller, how):
            raise TypeError(f"{kind}: {teller.__name__} has no {how}() for its sentence")
        method = how or (name if hasattr(teller, name or "") else None)
        taken.append((words, kind.fields.get(name or ""), method))

    def write(t: LogWriter[Any], row: Event) -> None:
        text = ""
        for words, column, method in taken:
            text += words
            if column is not None:
                value = int(getattr(row, column))
                text += str(getattr(t, method)(value) if method else value)
        if kind.heading:
            t.heading(text, *kind.rules)
        else:
            t.begin(text)

    return write


class LogWriters:
    """What tells each kind of event: its sentence, or the function of a chapter that is marked for it.

    TypeError: a kind is told by nobody, or twice.
    """

    def __init__(self, teller: type[LogWriter[Any]], *chapters: ModuleType) -> None:
        marked = [fn for chapter in chapters for fn in vars(chapter).values() if hasattr(fn, "__tells__")]
        self._told: dict[int, WriteLog] = {}
        for kind in teller.kinds:
            ways = [bind_parameters(fn, kind) for fn in dict.fromkeys(marked) if kind in fn.__tells__]
            if kind.sentence:
                ways.append(by_template(teller, kind))
            if len(ways) != 1:
                raise TypeError(f"{kind} is told in {len(ways)} ways: it wants a sentence, or one function")
            self._told[kind.kind] = ways[0]

    def __getitem__(self, kind: int) -> WriteLog:
        return self._told[kind]

    def sentences(self, t: LogWriter[Any]) -> list[Sentence]:
        """All events told, each in its turn."""
        for row in t.coming():
            self._told[row.kind](t, row)
        return t.sentences()
