"""What a battle is made of: rules with packs over them, a scenario, what is chosen, the units fielded.

Every surface asks the same object: a game, odds, cards, print, the garage, studies, solvers. So all of them
agree about every number, unit and option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any, Self

from hulldown import rulesets
from hulldown.catalogue import (
    CatalogueError,
    OwnFile,
    ScenarioSource,
    as_word,
    is_toml,
    read_text,
    resolve_scenario,
    unknown_name,
    unknown_variant,
)
from hulldown.rulesets.api.files import OptionInfo, ScenarioInfo, UnitInfo
from hulldown.rulesets.api.garage import Builds, Forces, Sample
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import Evaluation, FieldGroup
from hulldown.rulesets.common.packs import Pack, Stack, load_pack, stacked
from hulldown.rulesets.common.scenarios import Choices, RuleDifference, of_units
from hulldown.rulesets.common.situations import fitting
from hulldown.rulesets.common.trusted_rules import of_code

PRINTED, CHOSEN = "printed", "chosen"  # where an option or a number comes from, beside packs and a scenario
Build = Mapping[str, Any]
Numbers = Mapping[str, str | int | float]


@dataclass(frozen=True)
class VariantInForce:
    """An option or a number of the rules with what it is now.

    `source` says who set it: "printed", "pack NAME", "scenario NAME" or "chosen".
    """

    info: OptionInfo
    word: str
    source: str


def content_of(
    ruleset: str, packs: tuple[Pack, ...], scenario: str | OwnFile, chosen: Choices, forces: Forces
) -> Content:
    """The content of parts that were resolved before."""
    return Content(stacked(rulesets.find(ruleset), list(packs)), scenario, chosen, forces)


@dataclass(frozen=True, eq=False)
class Content:
    """What a battle is made of. Two with the same `digest` play alike.

    What is said later in this order goes before what is said earlier: the printed rules, packs in their
    order, the scenario's own options, what is `chosen`. `scenario` is "" where none is named: then only what
    needs one is missing. `forces` are builds by the unit that they stand for ("A1").
    """

    stack: Stack
    scenario: str | OwnFile = ""
    chosen: Choices = field(default_factory=dict)
    forces: Forces = field(default_factory=dict)

    @classmethod
    def resolve(
        cls,
        ruleset: str | Ruleset,
        packs: Iterable[str | Path | Pack] = (),
        scenario: ScenarioSource = "",
        options: Choices | None = None,
        values: Numbers | None = None,
        forces: Mapping[str, str | Path | Build] | None = None,
    ) -> Self:
        """Read and check everything once.

        `packs` are folders, files or packs that are read already; `scenario` is a name or an id of a pack or
        of the game, a path, a TOML text or data; a unit of `forces` is fielded as a build, as the file of
        one, or as what is called so. UnknownRuleset, CatalogueError on bad input.
        """
        rules = rulesets.find(ruleset)
        stack = stacked(rules, [pack if isinstance(pack, Pack) else load_pack(Path(pack)) for pack in packs])
        bare = cls(stack, chosen=choices_of(rules, options or {}, values or {}))
        content = bare.on(scenario) if scenario else bare
        return content.fielding(forces or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes it anew of its files: rules are functions, which do not travel."""
        stack = self.stack
        return content_of, (stack.ruleset.id, stack.packs, self.scenario, dict(self.chosen), self.forces)

    # ---------------------------------------------------------------- other content from this

    def on(self, scenario: ScenarioSource) -> Self:
        """The same with another scenario. CatalogueError says which there are."""
        return replace(self, scenario=self.find_scenario(scenario))

    def fielding(self, forces: Mapping[str, str | Path | Build]) -> Self:
        """The same with units fielded as builds, files, or what is called so. CatalogueError if one is none.

        Whether a unit may stand there is judged when a battle is set up.
        """
        return replace(
            self, forces={**self.forces, **{unit: self.build(what) for unit, what in forces.items()}}
        )

    def choosing(self, options: Choices) -> Self:
        """The same with more options or numbers chosen."""
        return replace(self, chosen={**self.chosen, **options})

    # ---------------------------------------------------------------- options and numbers

    @property
    def ruleset(self) -> Ruleset:
        """The rules, with the units and other entries of all packs."""
        return self.stack.ruleset

    @cached_property
    def stated(self) -> Choices:
        """The options and numbers that the scenario states."""
        return self.ruleset.files.scenario_options(self.scenario) if self.scenario else {}

    @cached_property
    def overrides(self) -> dict[str, str | int | bool]:
        """What goes over the scenario: what the packs say and it leaves open, then what is chosen."""
        packs = {name: value for name, value in self.stack.variants.items() if name not in self.stated}
        return {**packs, **self.chosen}

    @cached_property
    def variants(self) -> dict[str, str | int | bool]:
        """The options and numbers that anybody states, as they are in force."""
        return {**self.stack.variants, **self.stated, **self.chosen}

    @property
    def changes(self) -> dict[str, str | int | bool]:
        """What is chosen otherwise than it would be without."""
        without = replace(self, chosen={}).in_force()
        return {name: value for name, value in self.chosen.items() if as_word(value) != without[name].word}

    def in_force(self) -> dict[str, VariantInForce]:
        """Every option and number of the rules, as it is and who set it so."""
        return {
            name: VariantInForce(info, as_word(self.variants.get(name, info.default)), self.source_of(name))
            for name, info in self._infos().items()
        }

    def _infos(self) -> dict[str, OptionInfo]:
        files = self.ruleset.files
        return {**files.options(), **{name: value.option for name, value in files.values().items()}}

    def source_of(self, variant: str) -> str:
        """Who set an option or a number."""
        if variant in self.chosen:
            return CHOSEN
        if variant in self.stated:
            return f"scenario {self.info.name}"
        if variant in self.stack.variants:
            return f"pack {self.stack.owners[variant]}"
        return PRINTED

    # ---------------------------------------------------------------- scenarios and units

    @cached_property
    def info(self) -> ScenarioInfo:
        """The scenario as it is listed. CatalogueError where none is named."""
        if isinstance(self.scenario, OwnFile):
            return self.ruleset.files.own_scenario(self.scenario)
        scenarios = self.ruleset.files.scenarios()
        if self.scenario not in scenarios:
            raise CatalogueError([unknown_name("scenario", self.scenario, scenarios)])
        return scenarios[self.scenario]

    def first_scenario(self) -> str:
        """The scenario that is meant where none is named: the first of a pack, else that of the game."""
        return next(iter(self.stack.scenarios), "") or next(iter(self.ruleset.files.scenarios()))

    def scenarios(self) -> dict[str, ScenarioInfo]:
        """All scenarios that can be played, those of packs first."""
        files = self.ruleset.files
        own = {
            name: replace(files.own_scenario(file), id=name) for name, file in self.stack.scenarios.items()
        }
        return {**own, **files.scenarios()}

    def find_scenario(self, which: ScenarioSource) -> str | OwnFile:
        """A scenario by its id or its name, or one of a file, a text or data. CatalogueError if none."""
        known = [*self.stack.scenarios, *self.ruleset.files.scenarios()]
        if isinstance(which, str) and not is_toml(which):
            if which not in known:
                named = {info.name.casefold(): name for name, info in self.scenarios().items()}
                which = named.get(which.casefold(), which)
            which = self.stack.scenarios.get(which, which)
        return resolve_scenario(which, known)

    def units(self) -> tuple[UnitInfo, ...]:
        """The units of the rules and of the packs."""
        return self.ruleset.files.units()

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """The builds that can be fielded by name, under the options in force; none where nothing is built."""
        builds = self.ruleset.builds
        return builds.garage(self.variants).samples if builds else ()

    def own_first(self, samples: Iterable[Sample]) -> tuple[Sample, ...]:
        """Samples, those of the packs before the ones that come with the game."""
        builds = rulesets.get(self.ruleset.id).builds if self.stack.packs else None
        printed = {sample.id for sample in builds.garage(self.variants).samples} if builds else set()
        return tuple(sorted(samples, key=lambda sample: sample.id in printed))

    def build(self, which: str | Path | Build) -> dict[str, Any]:
        """A build by its id or by its name, or one of a file or of data. CatalogueError, NoBuilds if none."""
        if isinstance(which, Mapping):
            return dict(which)
        builds = self.ruleset.need_builds()
        if isinstance(which, Path) or is_toml(which):
            return read_build(builds, Path(which))
        by_id = {sample.id: sample.build for sample in self.samples}
        by_name = {sample.name.casefold(): sample.build for sample in self.samples}
        build = by_id.get(which) or by_name.get(which.casefold())
        if build is None:
            raise CatalogueError([self.missing_build(which, by_id)])
        return dict(build)

    def missing_build(self, which: str, known: Iterable[str]) -> str:
        """Why nothing can be fielded by a name: a switch is off, or there is none."""
        switch = next(self.switches_for(which), "")
        if switch:
            return f"{which} can't be had without {switch}: set that option, or name a scenario that does"
        return unknown_name("build", which, known)

    def switches_for(self, which: str) -> Iterator[str]:
        """The options with each of which something could be fielded that now can't: "exotic_units=true"."""
        for name, option in self.ruleset.files.options().items():
            for value in option.values:
                samples = self.choosing({name: value}).samples
                if any(which in (sample.id, sample.name) for sample in samples):
                    yield f"{name}={value}"

    # ---------------------------------------------------------------- a battle, a situation

    def pose(self, data: Build) -> Evaluation:
        """A situation with what is in force under its own options. CatalogueError, NoSituations."""
        situations = self.ruleset.need_situations()
        return situations.pose(self.fill(lambda: situations.form({}), data))

    def fill(self, form: Callable[[], Iterable[FieldGroup]], data: Build) -> Build:
        """What a form was filled with, under its options those in force that the form asks for."""
        own = data.get("options", {})
        if not self.variants or not isinstance(own, Mapping):
            return data
        return {**data, "options": {**fitting(self.ruleset, form(), self.variants), **own}}

    def set_up(self) -> Any:
        """The position that the battle begins with. CatalogueError names what is wrong."""
        return self.ruleset.set_up(self.scenario, self.overrides, self.forces)

    def differences(self) -> list[RuleDifference]:
        """Everything that is not by the printed rules, with who set it.

        What a scenario that comes with the game states is as printed.
        """
        own = isinstance(self.scenario, OwnFile)
        result = []
        for name, variant in self.in_force().items():
            printed = variant.info.default if own or name not in self.stated else as_word(self.stated[name])
            if variant.word != printed:
                kind, text, rule = kind_of(variant.info), variant.info.text, variant.info.rule
                result.append(RuleDifference(kind, name, text, printed, variant.word, rule, variant.source))
        tables = of_units(rulesets.get(self.ruleset.id), self.ruleset.files.tables())
        for difference in (*of_code(self.ruleset), *tables):
            result.append(replace(difference, source=self.pack_of(difference.id)))
        if own:
            name = self.info.name
            result.append(
                RuleDifference(
                    "scenario", self.info.id, name, "", "new", self.info.rule, self.scenario_source
                )
            )
        result += [
            RuleDifference("force", unit, unit, "as printed", build_name(build), "", CHOSEN)
            for unit, build in self.forces.items()
        ]
        return result

    @property
    def scenario_source(self) -> str:
        """Whose the scenario is."""
        names = [name for name, file in self.stack.scenarios.items() if file is self.scenario]
        return f"pack {self.stack.owners[f'scenario {names[0]}']}" if names else CHOSEN

    def pack_of(self, place: str) -> str:
        """Which pack has the last word on a place in a table: "tanks.kestrel.hull"."""
        parts = place.split(".")
        places = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        owner = next((self.stack.owners[at] for at in places if at in self.stack.owners), "")
        inside = (name for key, name in self.stack.owners.items() if key.startswith(f"{place}."))
        owner = owner or next(inside, "")
        return f"pack {owner}" if owner else ""

    @cached_property
    def digest(self) -> str:
        """What tells this content from any other: 32 hexadecimal digits.

        Names of files do not count, nor does who set an option.
        """
        infos = self._infos()
        words = {name: as_word(value) for name, value in self.variants.items()}
        differing = {name: word for name, word in words.items() if word != infos[name].default}
        scenario = {"own": self.scenario.text} if isinstance(self.scenario, OwnFile) else self.scenario
        layers = [[layer.file, layer.text] for layer in self.ruleset.layers]
        parts = [self.ruleset.id, self.ruleset.version, layers, scenario, differing, self.forces]
        return sha256(dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


def kind_of(info: OptionInfo) -> str:
    """What a variant is called in differences."""
    return "value" if info.value else "option"


def read_build(builds: Builds, path: Path) -> dict[str, Any]:
    """The build of a file. CatalogueError names the file, the line and the field of what is wrong."""
    text = read_text(path, str(path))
    try:
        return builds.read(text)
    except CatalogueError as wrong:
        raise CatalogueError([f"{path}{line.removeprefix('build')}" for line in wrong.lines]) from None


def build_name(build: Build) -> str:
    """What a build that stands for a unit is called."""
    names = (build.get(key) for key in ("name", "build", "tank", "unit"))
    return next((str(name) for name in names if name), "a build of its own")


def choices_of(ruleset: Ruleset, options: Choices, values: Numbers) -> dict[str, str | int | bool]:
    """Options and numbers that somebody chooses. CatalogueError names one that there is not or can't be so.

    A number may have a fraction: it is kept as a word.
    """
    files = ruleset.files
    rules = {
        "option": {name: option.rule for name, option in files.options().items()},
        "value": {name: value.rule for name, value in files.values().items()},
    }
    for name in values:
        if name not in rules["value"]:
            raise CatalogueError([unknown_variant("value", name, rules, "it belongs into `{}s`")])
    chosen = {**options, **values}
    for name, value in chosen.items():
        kind = "option" if name in rules["option"] else "value"
        if name not in rules[kind]:
            raise CatalogueError([unknown_name("option", name, [*rules["option"], *rules["value"]])])
        if fault := files.variant_fault(name, str(value) if isinstance(value, float) else value):
            raise CatalogueError([f"{kind} {name}: {fault} ({rules[kind][name]})"])
    return {name: str(value) if isinstance(value, float) else value for name, value in chosen.items()}
