"""What a study plays: settings, each a way to set a battle up, and cells, each a question about them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise, product
from pathlib import Path

from hulldown import rulesets
from hulldown.catalogue import as_word
from hulldown.lab.study import BOOK, Arm, QuestionKind, Study
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import load_stack

DOSES = 5  # values of a knob that are played, evenly spread over its range
FEWER = 3  # where there are several knobs


class PointShare(StrEnum):
    """Whose share of the points a cell is about."""

    FIRST = "first"  # the side that has the first seat
    PLAYER = "player"  # the first of the players, whichever seat it has


@dataclass(frozen=True)
class Setting:
    """One way to set a battle up.

    `sides` are the arms whose force each side has, in a study of forces. Where `mustered`, every block draws
    forces of its own. With `both_seats` players change seats even where they are the same: whoever asks
    about a player must not be answered with what a seat is worth.
    """

    arm: str
    scenario: str
    players: tuple[str, str]
    sides: tuple[str, str] | None = None
    mustered: bool = False
    both_seats: bool = False

    @property
    def name(self) -> str:
        """The arm as tables have it; in a study of forces the first side's and the second's."""
        return "/".join(self.sides) if self.sides else self.arm

    @property
    def seatings(self) -> tuple[int, ...]:
        """Which seats the first player has in the games of a block: both, where it matters who plays."""
        return (0,) if self.players[0] == self.players[1] and not self.both_seats else (0, 1)


@dataclass(frozen=True)
class Contrast:
    """A question: how much more of the points `plus` gives than `minus`, or than `against`.

    Settings are numbers in the plan. A block's score is the difference times `weight`; `arm` is what the
    answer is about, and `what` it is in words.
    """

    what: str
    arm: str
    scenario: str
    plus: int
    minus: int | None = None
    against: float = 0.5
    share: PointShare = PointShare.FIRST
    weight: float = 1.0

    @property
    def needs(self) -> tuple[int, ...]:
        """The settings whose games it is about."""
        return (self.plus,) if self.minus is None else (self.plus, self.minus)


@dataclass(frozen=True)
class StudyPlan:
    """What is played. `first` is the number of the first block: a later phase has dice of its own.

    With `whole` all blocks are played, whatever the cells say of it.
    """

    arms: Mapping[str, Arm]
    settings: tuple[Setting, ...]
    cells: tuple[Contrast, ...] = ()
    first: int = 0
    whole: bool = False
    doses: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # knobs' values by arm


def without(plan: StudyPlan, arms: Container[str]) -> StudyPlan:
    """A plan in which some arms are not played."""
    kept = [at for at, setting in enumerate(plan.settings) if setting.arm not in arms]
    now = {at: number for number, at in enumerate(kept)}
    cells = tuple(
        replace(cell, plus=now[cell.plus], minus=None if cell.minus is None else now[cell.minus])
        for cell in plan.cells
        if all(at in now for at in cell.needs)
    )
    return replace(plan, settings=tuple(plan.settings[at] for at in kept), cells=cells)


def plan_of(study: Study, base: Path = Path(".")) -> StudyPlan:
    """The plan of a study whose paths are seen from `base`."""
    return atlas(study, base) if study.kind is QuestionKind.ATLAS else PLANS[study.kind](study)


def of_scenarios(study: Study, arm: str = BOOK) -> Iterator[Setting]:
    """An arm in all scenarios."""
    first, second = study.arm(arm).players or study.players[:2]
    for scenario in study.scenarios:
        yield Setting(arm, scenario, (first, second))


def fair(study: Study) -> StudyPlan:
    """Does the first side take half of the points?"""
    settings = tuple(of_scenarios(study))
    cells = [Contrast("first side", BOOK, setting.scenario, at) for at, setting in enumerate(settings)]
    return StudyPlan(study.arms, settings, tuple(cells))


def variant(study: Study) -> StudyPlan:
    """Does an arm give the first side more or less than the book does?"""
    return compared(study, dict(study.arms))


def compared(study: Study, arms: Mapping[str, Arm]) -> StudyPlan:
    """All arms against the book, in all scenarios, with the same dice."""
    changed = {"arms": {BOOK: study.arm(BOOK), **arms}}
    widened = study.model_copy(update=changed)
    settings: list[Setting] = []
    cells = []
    for scenario in study.scenarios:
        single = widened.model_copy(update={"scenarios": (scenario,)})
        book = len(settings)
        settings += of_scenarios(single)
        for arm in arms:
            if arm != BOOK:
                cells.append(Contrast(arm, arm, scenario, len(settings), book))
                settings += of_scenarios(single, arm)
    return StudyPlan(widened.arms, tuple(settings), tuple(cells))


def forces(study: Study) -> StudyPlan:
    """Which of two forces takes more, each on either side?"""
    one_force, other = (name for name in study.arms if name != BOOK)
    first, second = study.players[:2]
    settings: list[Setting] = []
    cells = []
    for scenario in study.scenarios:
        at = len(settings)
        settings += [
            Setting(BOOK, scenario, (first, second), (one_force, other)),
            Setting(BOOK, scenario, (first, second), (other, one_force)),
        ]
        cells.append(Contrast(f"{one_force} against {other}", one_force, scenario, at, at + 1, weight=0.5))
    return StudyPlan(study.arms, tuple(settings), tuple(cells))


def units(study: Study) -> StudyPlan:
    """Random forces against each other: what each unit or upgrade is worth comes out of all of them."""
    settings = [
        Setting(setting.arm, setting.scenario, setting.players, mustered=True)
        for setting in of_scenarios(study)
    ]
    return StudyPlan(study.arms, tuple(settings), whole=True)


def profile(study: Study) -> StudyPlan:
    """The games themselves, of every arm: how long, how close, how they end, which choices they leave."""
    arms = study.arms or {BOOK: Arm()}
    return StudyPlan(arms, tuple(setting for arm in arms for setting in of_scenarios(study, arm)), whole=True)


def atlas(study: Study, base: Path) -> StudyPlan:
    """Every option at each of its other values, every number a step up and a step down, from the book as the
    study has it. CatalogueError if a pack of it cannot be read.
    """
    ruleset, book = rulesets.get(study.ruleset), study.arm(BOOK)
    stack = load_stack(ruleset, [base / pack for pack in book.packs])
    chosen = stack.options({**book.options, **book.values})
    return compared(study, dict(all_changes(ruleset, chosen)))


def all_changes(
    ruleset: Ruleset, chosen: Mapping[str, str | int | bool] | None = None
) -> Iterator[tuple[str, Arm]]:
    """An arm for each change of a single option or number, named as it is chosen: `turn_limit=8`. What is
    not `chosen` is as printed.
    """
    fault = ruleset.files.variant_fault
    now = {name: as_word(value) for name, value in (chosen or {}).items()}
    for name, option in ruleset.files.options().items():
        usual = now.get(name, option.default)
        others = [value for value in option.values if value != usual]
        if option.number:
            others += [str(value) for value in steps(usual, option.low, option.high)]
        for value in others:
            yield f"{name}={value}", Arm(options={name: value})
    for name, printed in ruleset.files.values().items():
        for number in steps(now.get(name, str(printed.default)), printed.low, printed.high):
            if not fault(name, number):  # some go by halves
                yield f"{name}={number}", Arm(values={name: number})


def steps(default: str, low: float, high: float) -> list[int | str]:
    """A number one step down and one up, within its bounds; a step is what its last place counts."""
    try:
        usual = Decimal(default)
    except ArithmeticError:  # the default is a word
        return []
    step = Decimal(1).scaleb(int(usual.as_tuple().exponent))
    values = [usual - step, usual + step]
    inside = [value for value in values if Decimal(str(low)) <= value <= Decimal(str(high))]
    return [int(value) if value == value.to_integral_value() else str(value) for value in inside]


def depth(study: Study) -> StudyPlan:
    """A ladder of players, each against the one below."""
    settings: list[Setting] = []
    cells = []
    for scenario in study.scenarios:
        for weaker, stronger in pairwise(study.players):
            what = f"{stronger} against {weaker}"
            cells.append(Contrast(what, stronger, scenario, len(settings), share=PointShare.PLAYER))
            settings.append(Setting(BOOK, scenario, (stronger, weaker), both_seats=True))
    return StudyPlan(study.arms, tuple(settings), tuple(cells))


def tune(study: Study) -> StudyPlan:
    """The values of the knobs, each against the target."""
    ruleset = rulesets.get(study.ruleset)
    some = DOSES if len(study.knobs) == 1 else FEWER
    arms: dict[str, Arm] = {}
    doses: dict[str, dict[str, float]] = {}
    for values in product(*(spread(low, high, some) for low, high in study.knobs.values())):
        chosen = dict(zip(study.knobs, values, strict=True))
        name = ",".join(f"{knob}={number(value)}" for knob, value in chosen.items())
        arms[name], doses[name] = turned(ruleset, chosen), chosen
    return at_target(study, arms, doses)


def at_target(
    study: Study, arms: dict[str, Arm], doses: dict[str, dict[str, float]], first: int = 0
) -> StudyPlan:
    """Arms, each of which is asked whether it gives the first side what is wanted."""
    widened = study.model_copy(update={"arms": {BOOK: study.arm(BOOK), **arms}})
    settings = [setting for arm in arms for setting in of_scenarios(widened, arm)]
    cells = [
        Contrast(setting.arm, setting.arm, setting.scenario, at, against=study.target)
        for at, setting in enumerate(settings)
    ]
    return StudyPlan(widened.arms, tuple(settings), tuple(cells), first, whole=not first, doses=doses)


def turned(ruleset: Ruleset, chosen: Mapping[str, float]) -> Arm:
    """The arm in which knobs have some values."""
    options = ruleset.files.options()
    values = {knob: number(value) for knob, value in chosen.items()}
    return Arm(
        options={knob: value for knob, value in values.items() if knob in options},
        values={knob: value for knob, value in values.items() if knob not in options},
    )


def number(value: float) -> int | str:
    """A value of a knob as a file has it."""
    return int(value) if value == int(value) else str(round(value, 4))


def spread(low: float, high: float, count: int) -> list[float]:
    """Values evenly over a range, whole where its ends are."""
    whole = low == int(low) and high == int(high)
    values = [low + (high - low) * at / (count - 1) for at in range(count)]
    return list(dict.fromkeys(float(round(value)) if whole else round(value, 2) for value in values))


PLANS = {
    QuestionKind.FAIR: fair,
    QuestionKind.VARIANT: variant,
    QuestionKind.FORCES: forces,
    QuestionKind.UNITS: units,
    QuestionKind.DEPTH: depth,
    QuestionKind.TUNE: tune,
    QuestionKind.PROFILE: profile,
}
