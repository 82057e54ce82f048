"""Forces of a study: those that it names, and random ones that are as good by the rules of building."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from hulldown import rulesets
from hulldown.ai import player
from hulldown.catalogue import (
    CatalogueError,
    OwnFile,
    ScenarioSource,
    is_toml,
    read_text,
    resolve_scenario,
    unknown_name,
)
from hulldown.lab.keys import key, word_of
from hulldown.lab.plan import Setting
from hulldown.lab.study import Arm, Study
from hulldown.rulesets.api.files import RosterUnit, ScenarioInfo
from hulldown.rulesets.api.garage import Builds, Garage, NoBuilds, Sample, UnitOffer
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import load_stack

Build = Mapping[str, Any]
TRIES = 400  # random forces that may turn out illegal before it is said that none can be had


@dataclass(frozen=True)
class Mustered:
    """Forces of both sides, and how many of each thing the first side has more of than the second."""

    forces: Mapping[str, Build]
    more: Mapping[str, int] = field(default_factory=dict)


class Setup:
    """A setting made ready: rules with packs over them, starting position, players."""

    def __init__(self, study: Study, arms: Mapping[str, Arm], base: Path, setting: Setting) -> None:
        """CatalogueError if it cannot be set up, with the arm and what is wrong."""
        self.study, self.setting = study, setting
        arm, rules = study.played(setting.arm, arms.get(setting.arm, Arm())), rulesets.get(study.ruleset)
        stack = load_stack(rules, [base / pack for pack in arm.packs])
        self.ruleset: Ruleset = stack.ruleset
        self.options = stack.options({**arm.options, **arm.values})
        self.scenario = scenario_of(self.ruleset, stack.scenario(setting.scenario), base)
        self.sides = setting.sides and (arms[setting.sides[0]], arms[setting.sides[1]])
        self.forces = forces_of(self, arm, base)
        self.start = self._start_position(self.forces)

    def _start_position(self, forces: Mapping[str, Mapping[str, Any]]) -> Any:
        try:
            return self.ruleset.set_up(self.scenario, self.options, forces)
        except CatalogueError as wrong:
            raise CatalogueError([f"{self.setting.arm}: {line}" for line in wrong.lines]) from None

    def allows(self, forces: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether units may be fielded so."""
        try:
            self.ruleset.set_up(self.scenario, self.options, {**self.forces, **forces})
        except CatalogueError:
            return False
        return True

    def starts(self, blocks: Sequence[int]) -> tuple[list[Any], list[Mustered]]:
        """The starting positions of some blocks, and what was mustered for each."""
        if not self.setting.mustered:
            return [self.start], []
        drawn = [sample_forces(self, block) for block in blocks]
        return [self._start_position(drawn_forces.forces) for drawn_forces in drawn], drawn

    @cached_property
    def info(self) -> ScenarioInfo:
        """The scenario as it is listed."""
        files = self.ruleset.files
        if isinstance(self.scenario, str):
            return files.scenarios()[self.scenario]
        return files.own_scenario(self.scenario)

    @cached_property
    def builds(self) -> Builds:
        """How units are built. CatalogueError where they are not."""
        try:
            return self.ruleset.need_builds()
        except NoBuilds as wrong:
            raise CatalogueError([str(wrong)]) from None

    @cached_property
    def garage(self) -> Garage:
        """What can be bought."""
        return self.builds.garage(self.options)

    @cached_property
    def players(self) -> list[Any]:
        """Both players, made once: they keep what they think with."""
        return [player(text, self.ruleset) for text in self.setting.players]

    @cached_property
    def endings(self) -> dict[tuple[int, ...], str]:
        """Which rules say how a game ended, by the event that was told last."""
        return {}


def scenario_of(ruleset: Ruleset, which: ScenarioSource, base: Path) -> str | OwnFile:
    """A scenario by name, or of a file beside the study."""
    own = base / which if isinstance(which, str) and is_toml(which) else which
    return resolve_scenario(own, ruleset.files.scenarios())


def forces_of(ground: Setup, arm: Arm, base: Path) -> dict[str, Build]:
    """The builds that an arm fields, by unit. CatalogueError where it names what there is not."""
    if not (arm.forces or ground.sides):
        return {}
    samples = {sample.id: sample for sample in ground.garage.samples}
    fielded = {unit: build_of(what, samples, base, ground) for unit, what in arm.forces.items()}
    for side, force in enumerate(ground.sides or ()):
        units = units_of(ground, side)
        places = {unit.unit: unit.kinds for unit in ground.info.roster}
        for what in force.force:
            kind = samples[what].unit if isinstance(what, str) and what in samples else ""
            fits = [unit for unit in units if not kind or ground.info.points or kind in places[unit]]
            build = build_of(what, samples, base, ground)
            if not fits:
                raise CatalogueError(
                    [f"{ground.setting.scenario}: side {side + 1} has no place left for {what}"]
                )
            fielded[fits[0]] = build
            units.remove(fits[0])
    return fielded


def build_of(what: str | Build, samples: Mapping[str, Sample], base: Path, ground: Setup) -> Build:
    """A build of a study: a sample's name, a file, or the build itself."""
    if not isinstance(what, str):
        return dict(what)
    if is_toml(what):
        path = base / what
        return ground.builds.read(read_text(path, str(path)))
    if what not in samples:
        raise CatalogueError([unknown_name("sample", what, samples)])
    return samples[what].build


def units_of(ground: Setup, side: int) -> list[str]:
    """The units of a side that may be replaced; where it is fielded by points, as many as one likes."""
    info = ground.info
    own = [unit.unit for unit in info.roster if unit.side == side]
    if info.points and own:
        letter = own[0].rstrip("0123456789")
        return [f"{letter}{at}" for at in range(1, 25)]
    return own


# ---------------------------------------------------------------- at random


def sample_forces(ground: Setup, block: int) -> Mustered:
    """Random forces for a block: of equal points where there are points, else of the same kinds of units.

    CatalogueError where the rules of the scenario have no such forces.
    """
    chance = Random(key("forces", ground.study.seed, word_of(ground.setting.scenario), block))
    info, garage = ground.info, ground.garage
    for _ in range(TRIES):
        sides: list[dict[str, Build]] = []
        counts: list[Counter[str]] = []
        for side in (0, 1):
            if info.points:
                force, count = of_points(ground, garage.samples, info.points, side, chance)
            else:
                force, count = of_roster(garage, [unit for unit in info.roster if unit.side == side], chance)
            sides.append(force)
            counts.append(count)
        forces = {**sides[0], **sides[1]}
        if all(judged(ground, build) for build in forces.values()) and ground.allows(forces):
            return Mustered(
                forces, {name: counts[0][name] - counts[1][name] for name in counts[0] | counts[1]}
            )
    raise CatalogueError([f"{ground.setting.scenario}: no random forces are legal"])


def judged(ground: Setup, build: Build) -> bool:
    """Whether a build is legal; samples are."""
    return "upgrades" not in build or ground.builds.judge(build, ground.options).legal


def of_points(
    ground: Setup, samples: tuple[Sample, ...], points: int, side: int, chance: Random
) -> tuple[dict[str, Build], Counter[str]]:
    """Samples at random until nothing more can be had for the points that are left."""
    units, bought, left = units_of(ground, side), list[Sample](), points
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
