"""One shot set up by a form, away from any game, and reports that a ruleset works out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.api.words import Refusal


@dataclass(frozen=True)
class SituationField:
    """One thing to choose. `id` leads to it in the data: "shooter.weapon" is data["shooter"]["weapon"].

    `kind` is choice, number, flag, or several (any of the values). `values` are (value, words, heading):
    values with the same heading belong together. A number lies from `low` to `high`; left empty it is
    what `hint` says; a `fine` one may have tenths. The field matters only where every field of `when` has one
    of the values named there. Of a field that hangs on another, `by`, the values can be chosen whose heading
    is the value of that other field; no heading is shown then.
    With `builds` a saved build can be chosen too, which gives values to this field and those beside it.
    """

    id: str
    label: str
    kind: str
    default: str | int | float | bool = ""
    values: tuple[tuple[str, str, str], ...] = ()
    low: int | float = 0
    high: int | float = 0
    hint: str = ""
    rule: str = ""
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    builds: bool = False
    by: str = ""
    fine: bool = False


@dataclass(frozen=True)
class FieldGroup:
    """Fields under one heading; `folded` ones are for the curious."""

    title: str
    fields: tuple[SituationField, ...]
    folded: bool = False
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Evaluation:
    """A situation as a position in which `order` is to be given, or why it cannot be (`refusal`).

    `again` are the orders that lie between one such order and the next, such as loading; `rested` is the
    same position with action points for any number of them, and `at_once` how many one activation allows; 0
    where nobody asks for several in a row.
    `given` is the whole situation with every default; `notes` are sentences with rule ids. `fate` names a
    list of the position and the rows in it on which alone it depends what more such orders do, if there are.
    `besides` are lines of the table that hang on more than the position and the order; `purpose` says what
    the number needed is for.
    `before` are orders given before `order`, so that the odds are those of all of them, about `subject` if
    that is not what `order` is about. `told` is the arithmetic where it is not that of `order` alone. `row`
    says what several in a row are, and how many one activation allows. With `whole` the ruleset has reckoned
    everything itself: `besides` are all lines there are, and no dice of the order are walked. `crossed`
    are the two fields of the form that rows and columns of the position's matrix (`api.matrix`) are values
    of; none where there is no such matrix.
    """

    given: dict[str, Any]
    title: str
    state: Any
    order: Action
    again: tuple[Action, ...]
    rested: Any
    at_once: int
    refusal: Refusal | None = None
    notes: tuple[tuple[str, str], ...] = ()
    fate: tuple[str, tuple[int, ...]] | None = None
    besides: tuple[OddsLine, ...] = ()
    purpose: str = "to hit"
    before: tuple[Action, ...] = ()
    subject: int | None = None
    told: Explanation | None = None
    row: tuple[str, str] = ("", "")
    whole: bool = False
    crossed: tuple[str, ...] = ()

    @property
    def plan(self) -> tuple[Action, ...]:
        """All the orders, one after another."""
        return (*self.before, self.order)


@dataclass(frozen=True)
class Told:
    """An order of a game as the data of a situation, without its defaults; `notes` are what it leaves out.

    `data` is None where a situation cannot say what the order's odds depend on; `notes` then say why.
    """

    data: dict[str, Any] | None
    notes: tuple[tuple[str, str], ...] = ()


class NoSituations(ValueError):
    """This ruleset has no form for single situations."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has no odds page: ask for the odds of an order in a game")


@dataclass(frozen=True, kw_only=True)
class Situations:
    """Single situations of a ruleset.

    form(own) -> the form; with units of players' own, as `own` of a situation, among the choices.
    pose(data) -> a situation of the form as a position.
    of_order(s, a, forces) -> an order of a game as a situation, None for one that no situation is about;
    `forces` is what players field in the game, where a position alone does not say all.
    unit(build) -> a build of the garage as an entry of `own`, its key and its data, None where none can be.
    fields(build) -> a build of the garage as the values of the fields beside a `builds` field of the form.

    CatalogueError names what is not understood.
    """

    form: Callable[[Mapping[str, Any]], tuple[FieldGroup, ...]]
    pose: Callable[[Mapping[str, Any]], Evaluation]
    of_order: Callable[[Any, Action, Forces], Told | None]
    unit: Callable[[Mapping[str, Any]], tuple[str, dict[str, Any]] | None] = lambda build: None
    fields: Callable[[Mapping[str, Any]], dict[str, Any] | None] = lambda build: None


# ---------------------------------------------------------------- reporting
# Reports: tables with plots that a ruleset works out beyond the odds of one situation, away from any game.
#
# A ruleset says which reports it has and what each asks for; pages and the command line know neither the
# fields nor the rules, and show whatever comes.


@dataclass(frozen=True)
class ReportForm:
    """A report that can be asked for: its name, what it is about, the rule behind it, and its form."""

    id: str
    title: str
    text: str
    rule: str
    groups: tuple[FieldGroup, ...] = ()


@dataclass(frozen=True)
class SheetCell:
    """A number of a table, exact. `kind` is chance, change (of a chance) or number; a change has a sign.

    `beside` is a change that stands with a chance, such as what it has become against before.
    """

    value: Fraction
    kind: str = "chance"
    beside: Fraction | None = None


@dataclass(frozen=True)
class ReportRow:
    """A row of a table under a heading (none: ""); as many cells as the table has columns."""

    text: str
    cells: tuple[SheetCell, ...]
    heading: str = ""


@dataclass(frozen=True)
class Column:
    """A column; neighbours of one `heading` stand under it."""

    text: str
    heading: str = ""


@dataclass(frozen=True)
class ReportTable:
    """A table with its title and the rule that its numbers follow; `first` says what its rows are."""

    title: str
    first: str
    columns: tuple[Column, ...]
    lines: tuple[ReportRow, ...]
    rule: str = ""


@dataclass(frozen=True)
class BarRow:
    """A statement of a plot with a chance in each series."""

    text: str
    values: tuple[Fraction, ...]
    heading: str = ""


@dataclass(frozen=True)
class BarChart:
    """Bars of chances, in one series or two."""

    title: str
    series: tuple[str, ...]
    marks: tuple[BarRow, ...]


@dataclass(frozen=True)
class ReportData:
    """A report worked out: what was asked with every default, tables, plots, sentences with their rules."""

    title: str
    given: dict[str, str | int | bool]
    sheets: tuple[ReportTable, ...]
    plots: tuple[BarChart, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class NoReport(ValueError):
    """This ruleset has no such report."""

    def __init__(self, name: str, report: str) -> None:
        super().__init__(f"{name} has no report {report!r}")


@dataclass(frozen=True)
class Reports:
    """The reports of a ruleset beyond the odds of one situation, such as all units against all.

    offered() -> what can be asked for; report(name, data) -> one worked out. NoReport without it;
    CatalogueError names what is not understood.
    """

    offered: Callable[[], tuple[ReportForm, ...]]
    report: Callable[[str, Mapping[str, Any]], ReportData]
