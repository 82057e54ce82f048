"""Events declared once, and how they become sentences."""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from inspect import get_annotations
from string import Formatter
from types import ModuleType
from typing import Annotated, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

from hulldown.kernel.actions import Action, Event, Log, SumTerm, emit
from hulldown.kernel.house_rules import HOUSE_TERM, REROLLED
from hulldown.kernel.jit import rule
from hulldown.rulesets.api.ruleset import SIDES, plain_events
from hulldown.rulesets.api.words import Modifier, Roll, Sentence
from hulldown.rulesets.common.enums import HouseRuleNames
from hulldown.rulesets.common.names import minus, plural, signed, spot

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
    says that it opens a turn or an activation, `upkeep` that the rules do it by themselves (or that it is the
    heading over that). `__rule__` is what stands for it in compiled rules.
    """

    def __init__(
        self,
        declared: Callable[Concatenate[Log, P], None],
        kind: int,
        rules: tuple[str, ...],
        sentence: str,
        heading: bool,
        upkeep: bool,
    ) -> None:
        self.kind, self.rules, self.sentence = kind, rules, sentence
        self.heading, self.upkeep = heading, upkeep
        self.name, self.rule = declared.__name__, rules[0]
        self._declared: Any = declared
        self.fields = columns(declared)
        unknown = [name for _, names, *_ in parts(sentence) for name in names if name not in self.fields]
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


def parts(sentence: str) -> Iterator[tuple[str, list[str], str, list[str]]]:
    """A template taken apart: words, the fields after them, the method named for these or "", and what the
    method takes beside them. The last part has no fields.
    """
    for words, names, how, _ in Formatter().parse(sentence):
        method, *more = (how or "").split(" ", 1)
        yield words, names.split(",") if names else [], method, more


def rerolled(e: Log, actor: Actor, house_rule: Place, first: int, second: int, kept: int, sides: int) -> None:
    """A house rule had dice rolled again (`kernel.house_rules`); faces rolled together are digits."""


class Kinds:
    """The kinds of event that a ruleset declares, by number; `rerolled` is that of house rules."""

    def __init__(self) -> None:
        self._kinds: dict[int, EventKind[Any]] = {}
        self.rerolled: EventKind[Any] = EventKind(rerolled, REROLLED, ("",), "", False, False)

    def __call__(
        self,
        kind: int,
        first: str,
        *others: str,
        says: str = "",
        heading: bool = False,
        upkeep: bool = False,
    ) -> Callable[[Callable[Concatenate[Log, P], None]], EventKind[P]]:
        """Declare a kind: its number, its rule and others that it cites, its sentence without the full stop.

        In the sentence `{unit}` is a field as the teller's method of that name puts it, or else a number;
        `{enemy:unit}` is put by another method, `{x,y:spot}` are two fields put by one, and
        `{shots:plural hit}` gives the method a word as well.
        """

        def declare(declared: Callable[Concatenate[Log, P], None]) -> EventKind[P]:
            if kind in self._kinds:
                raise TypeError(f"{declared.__name__} and {self._kinds[kind]} are both event {kind}")
            event_kind = EventKind(declared, kind, (first, *others), says, heading, upkeep)
            self._kinds[kind] = event_kind
            return event_kind

        return declare

    def __getitem__(self, kind: int) -> EventKind[Any]:
        return self.rerolled if kind == REROLLED else self._kinds[kind]

    def __iter__(self) -> Iterator[EventKind[Any]]:
        return iter(self._kinds.values())

    def __len__(self) -> int:
        return len(self._kinds)


# ---------------------------------------------------------------- log
# Events become sentences: what the tellers of all rulesets do alike.
#
# An event whose kind has a sentence needs nothing more. What needs thought is told by a function of the
# ruleset's `log.py`, which takes the fields that it wants by their names:
#
# @describes(ld_checked) def describe_check(t: Teller, unit: int, faces: int) -> None: ...


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

    def add(self, clause: str = "", *rules: str, roll: Roll | None = None) -> Draft:
        """Add a clause, if there is one, the rules that it cites, and its dice."""
        self.clauses += [clause] if clause else []
        self.rules += rules
        self.rolls += [roll] if roll else []
        return self

    def finish(self) -> Sentence:
        """The finished sentence."""
        text = self.opening + (": " + "; ".join(self.clauses) if self.clauses else "")
        rules = tuple(dict.fromkeys(rule for rule in self.rules if rule))
        sentence = text if self.heading else text + "."
        return Sentence(sentence, rules, tuple(self.rolls), self.heading, self.shot, self.shows, self.upkeep)


def leader(cobalt: int, rust: int) -> int:
    """The side with the higher number, NOTHING if there is none."""
    return NOTHING if cobalt == rust else int(rust > cobalt)


class LogWriter(Generic[S]):
    """Turns the events of one action into sentences; `s` is the position after it.

    A ruleset adds what puts a field in words, by the field's name (`unit`, `model`, ...). `row` is the event
    that is told now, `kind` its kind.
    """

    kinds: ClassVar[Kinds]
    about_target: ClassVar[bool] = False  # sentences are about the target of an event, not the actor
    modifier: ClassVar[Callable[..., Modifier]]  # a summand in words: its code, its amount, the shelf
    unit_id: ClassVar[staticmethod[[Any, int], str]]  # what a unit is ordered by
    is_called: ClassVar[staticmethod[[Any, Any, int], str]]  # what it is called, by its shelf

    def __init__(self, s: S, log: Log, shelf: Any = None) -> None:
        self.s = s
        self.log = log
        self.shelf = shelf
        self.drafts: list[Draft] = []
        self.rows = plain_events(log)
        self.at = 0
        self.rerolls: list[tuple[str, Roll]] = []  # by house rules, before the event that is told next
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
        upkeep = bool(self.rows) and self.kind.upkeep
        self.drafts.append(Draft(text, list(rules), heading=heading, about=about, upkeep=upkeep))
        return self.drafts[-1]

    @property
    def fields(self) -> Any:
        """Its fields, by name."""
        return self.kind.decode(self.row)

    def summands(self) -> list[SumTerm]:
        """The reason rows that belong to the event that is told now."""
        first = self.row.first_reason
        return list(self.log.why.rows[first : first + self.row.reasons])

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

    def full(self, unit: int, models: int = 1) -> str:
        """A unit with what it is called, and with its size where that is more than one."""
        size = f", {models} models" if models > 1 else ""
        return f"{self.unit(unit)} ({self.is_called(self.shelf, self.s, unit)}{size})"

    def side(self, side: int) -> str:
        """Who commands a side."""
        return SIDES[side]

    def score(self, cobalt: int, rust: int) -> str:
        """A number of both sides: "Cobalt 4, Rust 2"."""
        return f"{self.side(0)} {cobalt}, {self.side(1)} {rust}"

    number = staticmethod(str)
    plural = staticmethod(plural)
    spot = staticmethod(spot)

    def begin(self, text: str, *rules: str, about: int | None = None) -> Draft:
        """Begin a sentence about the event that is told now."""
        draft = self.open(text, *(rules or self.kind.rules))
        draft.kind, draft.about = self.kind, self.about(self.row) if about is None else about
        return draft

    def begin_roll_off(self, text: str, dice: tuple[int, int], winner: int, sides: int = 6) -> Draft:
        """Begin a sentence about a die of each side; `winner` is the side that wins, NOTHING for a tie."""
        draft = self.begin(text)
        for side, die in enumerate(dice):
            rolled = f"{self.side(side)} rolls {die}."
            draft.add(roll=Roll(die, sides, rolled, self.kind.rule, success=side == winner))
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

    def modifiers(self) -> tuple[Modifier, ...]:
        """Its summands in words."""
        return tuple(self.modifier(reason.code, reason.amount, self.shelf) for reason in self.summands())

    @property
    def house(self) -> HouseRuleNames:
        """What the house rules in force are called."""
        return self.shelf.house_names() if self.shelf else HouseRuleNames()

    def house_terms(self) -> tuple[Modifier, ...]:
        """What house rules added to the number of the event that is told now."""
        rows = [row for row in self.summands() if row.code >= HOUSE_TERM]
        return tuple(self.house.modifier(int(row.code), int(row.amount)) for row in rows)

    def amended(self, number: int) -> int:
        """A number of the options with what house rules added to it."""
        return number + sum(term.amount for term in self.house_terms())

    def because(self) -> str:
        """The house rules that counted, to be said behind a sentence: " (Steady aim +1)"."""
        terms = [f"{term.text} {minus(signed(term.amount))}" for term in self.house_terms()]
        return f" ({', '.join(terms)})" if terms else ""

    def add_rerolls(self) -> None:
        """Put the dice that house rules had rolled again into the sentence that tells the last roll."""
        if self.rerolls and self.drafts:
            draft = self.drafts[-1]
            for clause, roll in self.rerolls:
                draft.clauses.insert(0, clause)
                draft.rolls.insert(max(0, len(draft.rolls) - 1), roll)
        self.rerolls = []


def describes(*kinds: EventKind[Any]) -> Callable[[F], F]:
    """Mark the function that tells events of some kinds.

    Beside the teller it takes fields that all these kinds have, by name. TypeError: it asks for another.
    """

    def mark(fn: F) -> F:
        for kind in kinds:
            unknown = [name for name in parameter_names(fn) if name not in kind.fields]
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
    taken = [(name, kind.fields[name]) for name in parameter_names(fn)]

    def write(t: Any, row: Event) -> None:
        fn(t, **{name: int(getattr(row, column)) for name, column in taken})

    return write


def by_template(teller: type[LogWriter[Any]], kind: EventKind[Any]) -> WriteLog:
    """What tells an event by the sentence of its kind. TypeError: it asks for words that there are not."""
    taken = []
    for words, names, how, more in parts(kind.sentence):
        if how and not hasattr(teller, how):
            raise TypeError(f"{kind}: {teller.__name__} has no {how}() for its sentence")
        method = how or (names[0] if names and hasattr(teller, names[0]) else "number")
        taken.append((words, [kind.fields[name] for name in names], method, more))

    def write(t: LogWriter[Any], row: Event) -> None:
        text = ""
        for words, columns, method, more in taken:
            text += words
            if columns:
                text += getattr(t, method)(*(int(getattr(row, column)) for column in columns), *more)
        if kind.heading:
            t.heading(text, *kind.rules)
        else:
            t.begin(text)

    return write


def describe_reroll(
    t: LogWriter[Any], house_rule: int, first: int, second: int, kept: int, sides: int
) -> None:
    """Both rolls, for the sentence of the event that follows; the other die is shown before that which
    counts.
    """
    name = t.house.name(house_rule)
    other = first if kept == second else second
    faces = (other,) if sides > 9 else tuple(map(int, str(other)))
    was, now = (", ".join(str(n)) if sides <= 9 else str(n) for n in (first, second))
    again, stays = ("are re-rolled", "stay") if "," in was else ("is re-rolled", "stays")
    clause = f"{name}: {was} {again}" if kept == second else f"{name}: {was} {stays}, not {now}"
    text = f"{name}: {was}, then {now}."
    roll = Roll(sum(faces), sides, text, t.house.rule(house_rule), faces=faces if len(faces) > 1 else ())
    t.rerolls.append((clause, roll))


T = TypeVar("T", bound=LogWriter[Any])


def nothing(*asked: object) -> None:
    """Say nothing."""


class LogWriters(Generic[T]):
    """What tells each kind of event: its sentence, or the function of a chapter that is marked for it.

    opening(t) says who fights with what before the first decision; announce(t, a) what was ordered where no
    event says it. TypeError: a kind is told by nobody, or twice.
    """

    def __init__(
        self,
        teller: type[T],
        *chapters: ModuleType,
        opening: Callable[[T], None] = nothing,
        announce: Callable[[T, Action], None] = nothing,
    ) -> None:
        marked = [fn for chapter in chapters for fn in vars(chapter).values() if hasattr(fn, "__tells__")]
        self.teller, self.opening, self.announce = teller, opening, announce
        again = teller.kinds.rerolled
        self._told: dict[int, WriteLog] = {again.kind: bind_parameters(describe_reroll, again)}
        for kind in teller.kinds:
            ways = [bind_parameters(fn, kind) for fn in dict.fromkeys(marked) if kind in fn.__tells__]
            if kind.sentence:
                ways.append(by_template(teller, kind))
            if len(ways) != 1:
                raise TypeError(f"{kind} is told in {len(ways)} ways: it wants a sentence, or one function")
            self._told[kind.kind] = ways[0]

    def __getitem__(self, kind: int) -> WriteLog:
        return self._told[kind]

    def sentences(self, t: T) -> list[Sentence]:
        """All events told, each in its turn."""
        for row in t.coming():
            self._told[row.kind](t, row)
            if row.kind != REROLLED:
                t.add_rerolls()
        return t.sentences()

    def tell(self, shelf: Any, s: Any, a: Action | None, log: Log) -> list[Sentence]:
        """The events of one decision as sentences; `s` is the position after it, `a` None before any.

        Units are called as on the shelf.
        """
        t = self.teller(s, log, shelf)
        if a is not None:
            self.announce(t, a)
        elif not t.rows:
            self.opening(t)
        return self.sentences(t)
