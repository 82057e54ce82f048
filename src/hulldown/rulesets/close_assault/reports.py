"""What changed against the parent game: before and after, one unit or all against all (CA-19.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, ValidationIssue, validate
from hulldown.kernel.records import copy
from hulldown.rulesets.api import situation
from hulldown.rulesets.api.situation import BarChart, FieldGroup, ReportData, SheetCell, SituationField
from hulldown.rulesets.close_assault.catalogue import SHELF, Shelf
from hulldown.rulesets.close_assault.exact import Fought, fight_odds
from hulldown.rulesets.close_assault.fights import single_caf, spoke_dice, vehicle_caf
from hulldown.rulesets.close_assault.movement import band
from hulldown.rulesets.close_assault.situation import (
    ARC_OF,
    MODE,
    Chosen,
    Name,
    Own,
    option_problems,
    options,
    own_problems,
    sheets,
    unit_problem,
    units,
)
from hulldown.rulesets.close_assault.state import Arc, FightTie, Options, Order, Profile, RulesMode
from hulldown.rulesets.close_assault.values import MUTE, UnitProfile, is_of_vehicles, profile_from
from hulldown.rulesets.common.ruleset_files import once
from hulldown.rulesets.common.situations import choice

ARCS = (Arc.FRONT, Arc.REAR)


class Charger(Enum):
    """Who holds the Charge order, and how many half moves a charging vehicle has driven."""

    NOBODY = "nobody charges"
    HALF = "it charges half a move"
    ONE = "it charges one move"
    ONE_AND_HALF = "it charges one and a half moves"
    TWO = "it charges two moves"
    OPPONENT = "the opponent charges"

    @property
    def halves(self) -> int:
        """Half moves that the vehicle has charged."""
        return CHARGES.index(self) if self in CHARGES else 0


CHARGES = (Charger.NOBODY, Charger.HALF, Charger.ONE, Charger.ONE_AND_HALF, Charger.TWO)
FULL_CHARGE = 4  # half moves of an opponent that charges (CA-19.11)


@dataclass(frozen=True)
class Row:
    """One case, as the vehicle sees it."""

    arc: Arc  # the one in which the opponent stands
    charger: Charger
    bare: Fought  # after, no bonus spent
    full: Fought  # after, every legal bonus spent
    today: Fought

    def change(self, after: Fought) -> tuple[Fraction, Fraction, Fraction]:
        """What became of win, tie and loss."""
        return after.win - self.today.win, after.tie - self.today.tie, after.loss - self.today.loss


# ---------------------------------------------------------------- CAFs


def all_bonuses(p: Profile, arc: Arc, kind: int) -> int:
    """What all bonuses of a unit add against a type of model in an arc (CA-7, CA-10.6)."""
    weapons = (p.weapon[i] for i in range(p.weapons))
    return sum(int(w.bonuses * w.value[kind]) for w in weapons if w.arc in (Arc.ALL, arc))


def caf_after(o: Options, p: Profile, arc: Arc, halves: int, bonus: int, order: Order) -> int:
    """The CAF of a unit under the proposal, with so many half moves charged (CA-9.10, CA-11)."""
    if not is_of_vehicles(p):
        return single_caf(o, int(p.caf), order, False, 0, MUTE)
    base, move = int(p.front if arc is Arc.FRONT else p.rear), int(p.move)
    return vehicle_caf(o, base, arc, bonus, band(o, halves * move // 2, move), 0, order, MUTE)


def caf_today(o: Options, p: Profile, order: Order) -> int:
    """Today's single CAF, and what the Charge order adds for whoever has it (CA-1.5, CA-19.8)."""
    today = copy(o)
    today.rules_mode = RulesMode.TODAY
    return single_caf(today, int(p.caf), order, is_of_vehicles(p), 0, MUTE)


def duel(o: Options, ours: int, theirs: int) -> Fought:
    """One Fight of the first of both (CA-19.3)."""
    both = o.fight_tie == FightTie.BOTH_WOUND
    dice = spoke_dice(o, 0)
    return fight_odds(dice, ours, dice, theirs, both_wound=both)


# ---------------------------------------------------------------- the report


def compare_units(
    o: Options, vehicle: Profile, opponent: Profile, spends: bool = False, opponent_arc: Arc = Arc.FRONT
) -> tuple[Row, ...]:
    """All cases of a vehicle against an opponent (CA-19.8).

    spends: an opponent that is a vehicle spends all its bonuses; opponent_arc: its arc that is struck.
    A vehicle that charges as the opponent has charged two full moves (CA-19.11).
    """
    return tuple(
        case(o, vehicle, opponent, arc, charger, spends, opponent_arc) for arc in ARCS for charger in Charger
    )


def case(
    o: Options,
    vehicle: Profile,
    opponent: Profile,
    arc: Arc,
    charger: Charger,
    spends: bool = False,
    opponent_arc: Arc = Arc.FRONT,
) -> Row:
    """One case of the report."""
    ours = Order.CHARGE if charger.halves else Order.ADVANCE
    theirs = Order.CHARGE if charger is Charger.OPPONENT else Order.ADVANCE
    against = all_bonuses(opponent, opponent_arc, int(vehicle.kind)) if spends else 0
    halves = FULL_CHARGE if charger is Charger.OPPONENT else 0
    other = caf_after(o, opponent, opponent_arc, halves, against, theirs)
    spent = 0, all_bonuses(vehicle, arc, int(opponent.kind))
    bare, full = (duel(o, caf_after(o, vehicle, arc, charger.halves, n, ours), other) for n in spent)
    today = duel(o, caf_today(o, vehicle, ours), caf_today(o, opponent, theirs))
    return Row(arc, charger, bare, full, today)


# ---------------------------------------------------------------- data
# What reports are asked for, as data: units, the arcs in which they meet, who charges, what is spent.


Side = Literal["front", "rear"]
Who = Literal["nobody", "half", "one", "one_and_half", "two", "opponent"]


class Asked(Entry):
    """What all reports share. `own` are profiles of a player's own, as files of one unit have them.

    `spends`: an opponent that is a vehicle spends all its bonuses.
    """

    own: Own = Checked(default_factory=dict)
    options: Chosen = Checked(default_factory=dict)
    spends: bool = False

    @cached_property
    def rules(self) -> Options:
        """The rule options as the rules take them."""
        return SHELF.options_under(self.options)

    def profile(self, sheet: UnitProfile) -> Profile:
        """A unit as the rules take it."""
        return profile_from(sheet, self.rules)


class Compare(Asked):
    """A unit against an opponent, every case (CA-19.8). `struck`: the arc of an opponent that is struck."""

    vehicle: Name = "rhino"
    opponent: Name = "line_infantry"
    struck: Side = "front"


class Matrix(Asked):
    """One case for all units. `shown` is what a cell says of the unit of its row."""

    arc: Side = "front"
    charger: Who = "nobody"
    bonuses: Literal["none", "all"] = "all"
    shown: Literal["win", "tie", "loss"] = "win"


def charger_of(word: Who) -> Charger:
    """Who charges, by the word of the form."""
    return Charger[word.upper()]


def problems(shelf: Shelf, asked: Asked) -> Iterator[ValidationIssue]:
    """What is wrong with a report's data; `rules_mode` means nothing where both are compared (CA-1.5)."""
    yield from own_problems(shelf, asked.own)
    yield from option_problems(asked.options, (MODE,))


def compare_problems(shelf: Shelf, asked: Compare) -> Iterator[ValidationIssue]:
    """The same of a comparison, with its units."""
    yield from problems(shelf, asked)
    known = sheets(shelf, asked.own)
    for field in ("vehicle", "opponent"):
        yield from unit_problem((field,), getattr(asked, field), known)


# ---------------------------------------------------------------- form
# The forms of the reports.


SIDES = {"front": "front arc", "rear": "rear arc"}
CHARGERS = {charger.name.lower(): charger.value for charger in Charger}
BONUSES = {"all": "all that are legal", "none": "none"}
SPENDS = SituationField(
    "spends", "A vehicle as opponent spends all its bonuses", "flag", False, rule="CA-19.8"
)
SHOWN = {"win": "the opponent suffers a Wound", "tie": "a tie", "loss": "it suffers a Wound itself"}


def compare_form(shelf: Shelf) -> tuple[FieldGroup, ...]:
    """A unit, an opponent, and how the opponent stands."""
    return form(
        "Who meets whom",
        SituationField("vehicle", "Unit", "choice", "rhino", units(shelf, {})),
        SituationField("opponent", "Opponent", "choice", "line_infantry", units(shelf, {})),
        SituationField("struck", "Strikes its", "choice", "front", choice(SIDES), rule="CA-9.10"),
        SPENDS,
    )


def matrix_form() -> tuple[FieldGroup, ...]:
    """The case, and what is shown of it."""
    return form(
        "The case",
        SituationField("arc", "Opponents stand in its", "choice", "front", choice(SIDES), rule="CA-5.3"),
        SituationField("charger", "Charge", "choice", "nobody", choice(CHARGERS), rule="CA-11.3"),
        SituationField("bonuses", "It spends", "choice", "all", choice(BONUSES), rule="CA-10.1"),
        SPENDS,
        SituationField("shown", "Chance that", "choice", "win", choice(SHOWN), rule="CA-9.1"),
    )


def form(title: str, *fields: SituationField) -> tuple[FieldGroup, ...]:
    """Fields, and rule options for the curious."""
    return FieldGroup(title, fields), FieldGroup("Rule options", options((MODE,)), True)


# ---------------------------------------------------------------- compare
# Before and after, one unit against an opponent: every arc and charge as tables and plots (CA-19.8).


COMPARE = "compare"
RULE = "CA-19.8"
BARE, FULL = "Proposal, no bonus", "Proposal, all bonuses"
AFTER, TODAY = "Proposal", "Today"
RESULTS = ("win", "tie", "loss")
PLACES = {Arc.FRONT: "Opponent in its front arc", Arc.REAR: "Opponent in its rear arc"}


def compared(shelf: Shelf, data: Mapping[str, Any]) -> ReportData:
    """The comparison that was asked for. CatalogueError says what is not understood."""
    asked = validate(data, Compare, partial(compare_problems, shelf), "report")
    known = sheets(shelf, asked.own)
    vehicle, opponent = known[asked.vehicle], known[asked.opponent]
    ours, theirs = asked.profile(vehicle), asked.profile(opponent)
    rows = compare_units(asked.rules, ours, theirs, asked.spends, ARC_OF[asked.struck])
    names = vehicle.name, opponent.name
    return ReportData(
        f"{names[0]} against {names[1]}",
        asked.model_dump(mode="json"),
        (
            table("Win, tie and loss", (BARE, FULL, TODAY), rows, chances),
            table("Change against today", (BARE, FULL), rows, changes),
        ),
        (
            plot("Win, no bonus", rows, lambda row: row.bare),
            plot("Win, all bonuses", rows, lambda row: row.full),
        ),
        (*notes(names, asked), *house_notes(shelf)),
    )


def notes(names: tuple[str, str], asked: Compare) -> Sequence[tuple[str, str]]:
    """How the tables are meant."""
    spent = "spends all its bonuses" if asked.spends else "spends no bonuses"
    return (
        (f"Win: {names[1]} suffers a Wound. Loss: {names[0]} does. Tie: nobody.", "CA-9.2"),
        (f"{names[1]} {spent}; as a vehicle it is struck in its {asked.struck} arc.", RULE),
        (f"A vehicle that charges {names[0]} has charged two full moves.", "CA-19.11"),
        ("Today every unit has one CAF, and whoever has the Charge order adds 1.", "CA-1.5"),
    )


def house_notes(shelf: Shelf) -> tuple[tuple[str, str], ...]:
    """That house rules are left aside: they ask for a moment on a table, and here is none."""
    if not shelf.house_rules():
        return ()
    return (("House rules do not count here: they ask what goes on at the table.", RULE),)


def table(
    title: str, headings: tuple[str, ...], rows: Sequence[Row], cells: Callable[[Row], Iterable[SheetCell]]
) -> situation.ReportTable:
    """Cells of win, tie and loss under each heading, for every case."""
    columns = tuple(
        situation.Column(result.capitalize(), heading) for heading in headings for result in RESULTS
    )
    lines = tuple(situation.ReportRow(row.charger.value, tuple(cells(row)), PLACES[row.arc]) for row in rows)
    return situation.ReportTable(title, "Who charges", columns, lines, RULE)


def chances(row: Row) -> Iterator[SheetCell]:
    """Win, tie and loss: after without and with bonuses, and before."""
    for fought in (row.bare, row.full, row.today):
        yield from map(SheetCell, (fought.win, fought.tie, fought.loss))


def changes(row: Row) -> Iterator[SheetCell]:
    """What became of win, tie and loss against today."""
    for after in (row.bare, row.full):
        yield from (SheetCell(difference, "change") for difference in row.change(after))


def plot(title: str, rows: Sequence[Row], after: Callable[[Row], Fought]) -> BarChart:
    """The chance that the opponent suffers a Wound, after and before."""
    marks = (
        situation.BarRow(row.charger.value, (after(row).win, row.today.win), PLACES[row.arc]) for row in rows
    )
    return BarChart(title, (AFTER, TODAY), tuple(marks))


# ---------------------------------------------------------------- everyone
# All units against all, one case of the comparison (CA-19.8).


MATRIX = "matrix"
SAID = {"win": "the opponent suffers a Wound", "tie": "nobody suffers a Wound", "loss": "it suffers a Wound"}
Pair = tuple[Fraction, Fraction]  # after, today
Names = Mapping[str, str]  # of all units, by their keys


def all_against_all(shelf: Shelf, data: Mapping[str, Any]) -> ReportData:
    """The matrix that was asked for. CatalogueError says what is not understood."""
    asked = validate(data, Matrix, partial(problems, shelf), "report")
    known = sheets(shelf, asked.own)
    units = {key: asked.profile(sheet) for key, sheet in known.items()}
    names = {key: sheet.name for key, sheet in known.items()}
    matrix = {(name, other): pair(asked, p, q) for name, p in units.items() for other, q in units.items()}
    words = f"{charger_of(asked.charger).value}, the opponent in its {asked.arc} arc"
    return ReportData(
        f"All units against all: {words}",
        asked.model_dump(mode="json"),
        (sheet(asked, names, matrix),),
        (plot_of_all(names, matrix),),
        (*notes_on_all(asked), *house_notes(shelf)),
    )


def pair(asked: Matrix, ours: Profile, theirs: Profile) -> Pair:
    """The chance that is shown, of one unit against another: after and today."""
    arc, charger = ARC_OF[asked.arc], charger_of(asked.charger)
    row = case(asked.rules, ours, theirs, arc, charger, asked.spends)
    after = row.full if asked.bonuses == "all" else row.bare
    return chance_of(asked, after), chance_of(asked, row.today)


def chance_of(asked: Matrix, fought: Fought) -> Fraction:
    """The chance that was asked for."""
    return {"win": fought.win, "tie": fought.tie, "loss": fought.loss}[asked.shown]


def sheet(asked: Matrix, names: Names, matrix: Mapping[tuple[str, str], Pair]) -> situation.ReportTable:
    """A row for every unit, a column for every opponent; beside each chance its change against today."""
    lines = []
    for name, words in names.items():
        pairs = (matrix[name, other] for other in names)
        lines.append(
            situation.ReportRow(
                words, tuple(SheetCell(after, "chance", after - today) for after, today in pairs)
            )
        )
    columns = tuple(situation.Column(words, "Opponent") for words in names.values())
    return situation.ReportTable(f"Chance that {SAID[asked.shown]}", "Unit", columns, tuple(lines), RULE)


def plot_of_all(names: Names, matrix: Mapping[tuple[str, str], Pair]) -> BarChart:
    """For every unit the mean over all opponents, after and today."""
    marks = []
    for key, name in names.items():
        pairs = [matrix[key, other] for other in names]
        means = tuple(sum((pair[i] for pair in pairs), Fraction(0)) / len(pairs) for i in range(2))
        marks.append(situation.BarRow(name, means))
    return BarChart("Mean over all opponents", (AFTER, TODAY), tuple(marks))


def notes_on_all(asked: Matrix) -> tuple[tuple[str, str], ...]:
    """How the matrix is meant."""
    spent = "spends all its legal bonuses" if asked.bonuses == "all" else "spends no bonus"
    other = "all its bonuses" if asked.spends else "none"
    return (
        (f"The unit of the row {spent}; a vehicle as opponent {other}, and is struck in front.", RULE),
        ("With each chance stands its change against today, in hundredths.", "CA-1.5"),
        ("A unit without arcs fights alike on all sides.", "CA-9.10"),
    )


# ---------------------------------------------------------------- reports


BUILDERS: dict[str, Callable[[Shelf, Mapping[str, Any]], ReportData]] = {
    COMPARE: compared,
    MATRIX: all_against_all,
}


@once
def reports(shelf: Shelf) -> tuple[situation.ReportForm, ...]:
    """The reports that there are."""
    fights = "The Fights of a unit against an opponent, with front and rear CAF and without."
    case = "One case of the comparison for every unit against every unit."
    return (
        situation.ReportForm(COMPARE, "Today and the proposal", fights, RULE, compare_form(shelf)),
        situation.ReportForm(MATRIX, "All units against all", case, RULE, matrix_form()),
    )


def report(shelf: Shelf, name: str, data: Mapping[str, Any]) -> ReportData:
    """A report worked out. NoReport if there is none of the name."""
    if name not in BUILDERS:
        raise situation.NoReport("Close Assault", name)
    return BUILDERS[name](shelf, data)
