"""What a study plays: settings, cells, the keys of its games and the forces that meet in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise, product
from pathlib import Path, PurePath
from random import Random
from typing import Any

from hulldown import catalogue, rulesets
from hulldown.ai import player
from hulldown.ai.match import Keys
from hulldown.catalogue.house_rules import TABLE
from hulldown.lab.arms import Arm, content_of, path_from
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.unit_numbers import numbers_of
from hulldown.rulesets.api.files import RosterUnit, ScenarioInfo
from hulldown.rulesets.api.garage import Builds, Forces, Garage, NoBuilds, Sample, UnitOffer
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Build, Content


def key(*of: object) -> int:
    """32 bits of a few words and numbers."""
    text = "\x1f".join(map(str, of)).encode()
    return int.from_bytes(blake2b(text, digest_size=4, person=b"hulldown lab").digest(), "little")


def word_of(scenario: str) -> str:
    """What keys know a scenario by: its name, wherever a file of one's own lies."""
    return PurePath(scenario).stem


def keys_of(seed: int, scenario: str, block: int, seat_of_a: int, apart: str = "") -> Keys:
    """The keys of one game of a block.

    All arms of a block have the same dice, and the same thoughts where they come to the same position; those
    with a word of their own in `apart` have thoughts of their own.
    """
    name = word_of(scenario)
    seats = [key("thoughts", seed, name, block, seat, seat_of_a, apart) for seat in (0, 1)]
    return Keys(key("dice", seed, name, block), (seats[seat_of_a], seats[1 - seat_of_a]))


# ---------------------------------------------------------------- plan
# What a study plays: settings, each a way to set a battle up, and cells, each a question about them.


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
    study has it, and each house rule left out; or the numbers of the units that it goes over, of the house
    rules alone where it goes over `house_rules`. CatalogueError if a pack cannot be read.
    """
    content = content_of(study.ruleset, study.played(BOOK, study.arm(BOOK)), base)
    without = dict(house_rule_switches(content.ruleset))
    if study.over == (TABLE,):
        return compared(study, without)
    if study.over:
        return compared(study, dict(unit_changes(content.ruleset, study.over)))
    return compared(study, without | dict(all_changes(content.ruleset, content.variants)))


def house_rule_switches(ruleset: Ruleset) -> Iterator[tuple[str, Arm]]:
    """An arm without each of the house rules in force: `steady_aim=off`."""
    for key in ruleset.files.house_rules():
        yield f"{key}=off", Arm(off=(key,))


def unit_changes(ruleset: Ruleset, entries: Sequence[str]) -> Iterator[tuple[str, Arm]]:
    """An arm for each number of some units a step up and a step down: `tanks.warden.hull=8`."""
    for place, unit in numbers_of(ruleset).items():
        if any(place.startswith(f"{entry}.") for entry in entries):
            for value in steps(str(unit.value), unit.low, unit.high):
                yield f"{place}={value}", Arm(units={place: float(value)})


def all_changes(
    ruleset: Ruleset, chosen: Mapping[str, str | int | bool] | None = None
) -> Iterator[tuple[str, Arm]]:
    """An arm for each change of a single option or number, named as it is chosen: `turn_limit=8`. What is
    not `chosen` is as printed.
    """
    fault = ruleset.files.variant_fault
    now = {name: catalogue.as_word(value) for name, value in (chosen or {}).items()}
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
    values = {knob: number(value) for knob, value in chosen.items() if "." not in knob}
    return Arm(
        options={knob: value for knob, value in values.items() if knob in options},
        values={knob: value for knob, value in values.items() if knob not in options},
        units={place: value for place, value in chosen.items() if "." in place},
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


# ---------------------------------------------------------------- forces
# Forces of a study: those that it names, and random ones that are as good by the rules of building.


TRIES = 400  # random forces that may turn out illegal before it is said that none can be had


@dataclass(frozen=True)
class Mustered:
    """Forces of both sides, and how many of each thing the first side has more of than the second."""

    forces: Mapping[str, Build]
    more: Mapping[str, int] = field(default_factory=dict)


class PreparedSetting:
    """A setting made ready: what its battles are made of, starting position, players."""

    def __init__(self, study: Study, arms: Mapping[str, Arm], base: Path, setting: Setting) -> None:
        """CatalogueError if it cannot be set up, with the arm and what is wrong."""
        self.study, self.setting = study, setting
        self.sides = setting.sides and (arms[setting.sides[0]], arms[setting.sides[1]])
        layers = study.played(setting.arm, arms.get(setting.arm, Arm()))
        try:
            content = content_of(study.ruleset, layers, base, setting.scenario)
            forces = {**content.forces, **sided_forces(self, content, base)}
            self.content = replace(content, forces=forces)
            self.start = self.content.set_up()
        except (catalogue.CatalogueError, NoBuilds) as wrong:
            raise self._refusal(wrong) from None

    def _refusal(self, wrong: catalogue.CatalogueError | NoBuilds) -> catalogue.CatalogueError:
        """Why the arm cannot be set up, in a line that names it."""
        first, *more = wrong.lines if isinstance(wrong, catalogue.CatalogueError) else (str(wrong),)
        return catalogue.CatalogueError(
            [f"{self.setting.name}: {first}{f' (and {len(more)} more)' if more else ''}"]
        )

    @property
    def ruleset(self) -> Ruleset:
        """The rules with packs over them."""
        return self.content.ruleset

    def _start_position(self, forces: Forces) -> Any:
        try:
            return replace(self.content, forces=forces).set_up()
        except catalogue.CatalogueError as wrong:
            raise self._refusal(wrong) from None

    def allows(self, forces: Forces) -> bool:
        """Whether units may be fielded so."""
        try:
            replace(self.content, forces={**self.content.forces, **forces}).set_up()
        except catalogue.CatalogueError:
            return False
        return True

    def starts(self, blocks: Sequence[int]) -> tuple[list[Any], list[Mustered]]:
        """The starting positions of some blocks, and what was mustered for each."""
        if not self.setting.mustered:
            return [self.start], []
        try:
            drawn = [sample_forces(self, block) for block in blocks]
        except catalogue.CatalogueError as wrong:
            raise self._refusal(wrong) from None
        return [self._start_position(drawn_forces.forces) for drawn_forces in drawn], drawn

    @property
    def info(self) -> ScenarioInfo:
        """The scenario as it is listed."""
        return self.content.info

    @cached_property
    def builds(self) -> Builds:
        """How units are built. CatalogueError where they are not."""
        try:
            return self.ruleset.need_builds()
        except NoBuilds as wrong:
            raise catalogue.CatalogueError([str(wrong)]) from None

    @cached_property
    def garage(self) -> Garage:
        """What can be bought."""
        return self.builds.garage(self.content.variants)

    @cached_property
    def players(self) -> list[Any]:
        """Both players, made once: they keep what they think with."""
        return [player(text, self.ruleset) for text in self.setting.players]

    @cached_property
    def endings(self) -> dict[tuple[int, ...], str]:
        """Which rules say how a game ended, by the event that was told last."""
        return {}


def sided_forces(prepared: PreparedSetting, content: Content, base: Path) -> dict[str, Build]:
    """The builds that the two forces of a study field, by unit. CatalogueError where one has no place."""
    fielded: dict[str, Build] = {}
    for side, force in enumerate(prepared.sides or ()):
        units = units_of(content.info, side)
        places = {unit.unit: unit.kinds for unit in content.info.roster}
        kinds = {sample.name.casefold(): sample.unit for sample in content.samples}
        kinds |= {sample.id: sample.unit for sample in content.samples}
        for what in force.force:
            kind = (kinds.get(what) or kinds.get(what.casefold(), "")) if isinstance(what, str) else ""
            fits = [unit for unit in units if not kind or content.info.points or kind in places[unit]]
            build = content.build(path_from(base, what))
            if not fits:
                raise catalogue.CatalogueError(
                    [f"{prepared.setting.scenario}: side {side + 1} has no place left for {what}"]
                )
            fielded[fits[0]] = build
            units.remove(fits[0])
    return fielded


def units_of(info: ScenarioInfo, side: int) -> list[str]:
    """The units of a side that may be replaced; where it is fielded by points, as many as one likes."""
    own = [unit.unit for unit in info.roster if unit.side == side]
    if info.points and own:
        letter = own[0].rstrip("0123456789")
        return [f"{letter}{at}" for at in range(1, 25)]
    return own


# ---------------------------------------------------------------- at random


def sample_forces(prepared: PreparedSetting, block: int) -> Mustered:
    """Random forces for a block: of equal points where there are points, else of the same kinds of units.

    CatalogueError where the rules of the scenario have no such forces.
    """
    chance = Random(key("forces", prepared.study.seed, word_of(prepared.setting.scenario), block))
    info, garage = prepared.info, prepared.garage
    for _ in range(TRIES):
        sides: list[dict[str, Build]] = []
        counts: list[Counter[str]] = []
        for side in (0, 1):
            if info.points:
                force, count = of_points(prepared, garage.samples, info.points, side, chance)
            else:
                force, count = of_roster(garage, [unit for unit in info.roster if unit.side == side], chance)
            sides.append(force)
            counts.append(count)
        forces = {**sides[0], **sides[1]}
        if all(judged(prepared, build) for build in forces.values()) and prepared.allows(forces):
            return Mustered(
                forces, {name: counts[0][name] - counts[1][name] for name in counts[0] | counts[1]}
            )
    raise catalogue.CatalogueError([f"{prepared.setting.scenario}: no random forces are legal"])


def judged(prepared: PreparedSetting, build: Build) -> bool:
    """Whether a build is legal; samples are."""
    return "upgrades" not in build or prepared.builds.judge(build, prepared.content.variants).legal


def of_points(
    prepared: PreparedSetting, samples: tuple[Sample, ...], points: int, side: int, chance: Random
) -> tuple[dict[str, Build], Counter[str]]:
    """Samples at random until nothing more can be had for the points that are left."""
    units, bought, left = units_of(prepared.info, side), list[Sample](), points
    while can := [sample for sample in samples if 0 < sample.points <= left and len(bought) < len(units)]:
        bought.append(chance.choice(can))
        left -= bought[-1].points
    force: dict[str, Build] = {unit: sample.build for unit, sample in zip(units, bought, strict=False)}
    return force, Counter(sample.id for sample in bought)


def of_roster(
    garage: Garage, roster: list[RosterUnit], chance: Random
) -> tuple[dict[str, Build], Counter[str]]:
    """For each unit a random one that may stand for it: with random upgrades where these are bought, else a
    random sample.
    """
    force: dict[str, Build] = {}
    counts: Counter[str] = Counter()
    offers = {offer.id: offer for offer in garage.units if offer.upgrades}
    for unit in roster:
        can = [sample for sample in garage.samples if sample.unit in unit.kinds]
        offer = next((offers[kind] for kind in unit.kinds if kind in offers), None)
        if offer:
            force[unit.unit], bought = upgraded(offer, chance)
            counts.update(bought)
        elif can:
            sample = chance.choice(can)
            force[unit.unit] = sample.build
            counts[sample.id] += 1
    return force, counts


def upgraded(offer: UnitOffer, chance: Random) -> tuple[Build, Counter[str]]:
    """A unit with random upgrades and plates for all of its points."""
    costs = {upgrade.id: (upgrade.cost, upgrade.limit) for upgrade in offer.upgrades}
    costs |= {f"{facing.id} armor": (facing.cost, facing.limit) for facing in offer.facings}
    bought: Counter[str] = Counter()
    left = offer.budget
    while can := [name for name, (cost, most) in costs.items() if cost <= left and bought[name] < most]:
        name = chance.choice(can)
        bought[name] += 1
        left -= costs[name][0]
    return build_data(offer, bought), bought


def build_data(offer: UnitOffer, bought: Counter[str]) -> dict[str, Any]:
    """A build with what was bought, as a garage writes it down."""
    armor = {facing.id: facing.base + bought[f"{facing.id} armor"] for facing in offer.facings}
    upgrades = [upgrade.id for upgrade in offer.upgrades for _ in range(bought[upgrade.id])]
    return {**offer.sets, "armor": armor, "upgrades": upgrades}
