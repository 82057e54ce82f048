"""The files of a ruleset on one shelf: units, options, scenarios and the rulebook.

Each is read when it is first asked for, and then kept. What is refused names file, line and field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from hulldown import catalogue
from hulldown.catalogue import CatalogueError, Check, Entry, ValidationIssue, as_word, load, unknown_name
from hulldown.catalogue.house_rules import FILE as HOUSE_RULES
from hulldown.catalogue.house_rules import TABLE as HOUSE_TABLE
from hulldown.catalogue.house_rules import HouseRule, HouseRuleFile
from hulldown.catalogue.load import TOML, name_fault, same_name
from hulldown.catalogue.overlay import Layer, load_overlay, merge_layers
from hulldown.catalogue.pack import SHEET, PackSheet, plain_word
from hulldown.catalogue.rulebook import RulebookText, apply_numbers
from hulldown.kernel.records import blank
from hulldown.rulesets.api.files import (
    OWN,
    Files,
    OptionInfo,
    RosterUnit,
    Rulebook,
    ScenarioInfo,
    UnitInfo,
    ValueInfo,
)
from hulldown.rulesets.api.house_rules import HouseRuleTerms
from hulldown.rulesets.api.lessons import (
    DRILLS,
    FOLDER,
    PUZZLES,
    Drill,
    Drills,
    Lesson,
    Puzzle,
    Puzzles,
    Start,
    drill_problems,
    merge_tables,
    start_positions,
)
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import GLOSSARY_FILE, Glossary
from hulldown.rulesets.common import house_rules
from hulldown.rulesets.common.enums import HouseRuleNames
from hulldown.rulesets.common.lint import complaints
from hulldown.rulesets.common.scenarios import Choices, Known

NEW_SCENARIO = "scenario.toml"  # in the folder of a ruleset: what its editor begins with


class ScenarioBase(Protocol):
    """What every scenario file says of its battle; each of its sides has a `name`, perhaps a `role` and a
    `task`.
    """

    name: str
    summary: str
    briefing: str
    victory: str
    rule: str

    @property
    def sides(self) -> Sequence[Any]: ...

    @property
    def options(self) -> Choices: ...


class UnitFile(Protocol):
    """What every unit of a file says of itself."""

    name: str
    text: str
    source: str


class Uncoded(Entry):
    """`uncoded.toml`: the ids of rules that are prose, each with why nothing is left to decide."""

    rules: dict[str, str]


U = TypeVar("U", bound=Entry)  # what units.toml holds
S = TypeVar("S", bound=ScenarioBase)
O = TypeVar("O")  # noqa: E741 - the record of a game's options
Listed = TypeVar("Listed", bound=UnitFile)
Found = TypeVar("Found", covariant=True)
T = TypeVar("T", bound=Entry)
Fit = Callable[[S, Sequence[ValidationIssue]], Iterable[ValidationIssue]]
P = ParamSpec("P")
R = TypeVar("R")
Shelf = TypeVar("Shelf", bound="RulesetFiles[Any, Any, Any]")
Answering = Callable[Concatenate[Shelf, P], R]
IDEAS = "ideas"  # the folder of a pack with house rules to be tried
SHELVES = 32  # with layers over them, that are kept: each may hold a megabyte that somebody sent


def once(ask: Answering[Shelf, P, R]) -> Answering[Shelf, P, R]:
    """A method, or a function of a shelf, whose answers the shelf keeps as long as it lives."""

    @wraps(ask)
    def answer(self: Shelf, /, *args: P.args, **names: P.kwargs) -> R:
        key = (ask, args, *names.items())
        if key not in self.memory:
            self.memory[key] = ask(self, *args, **names)
        result: R = self.memory[key]
        return result

    return answer


def shipped(ask: Answering[Shelf, P, R]) -> Answering[Shelf, P, R]:
    """A method that answers alike with and without layers: the shelf without them keeps its answers."""
    kept = once(ask)

    @wraps(ask)
    def answer(self: Shelf, /, *args: P.args, **names: P.kwargs) -> R:
        return kept(self.bare(), *args, **names)

    return answer


def nothing(file: Any) -> Iterable[ValidationIssue]:
    """No problem."""
    return ()


@dataclass(frozen=True, eq=False)
class RulesetFiles(Generic[U, S, O]):
    """What a ruleset says of its files; the rest is alike in all.

    `scenario_problems` judges a scenario with its ground under it and includes its options. `turns` counts
    what the rulebook calls a `period`; `points` is what a side builds to in free set-up. `kinds` are the
    models of files beside the four, by their names, and `layered` those that packs may lay files over, as
    they may over the units. `warnings` are what the author of a scenario should
    know though it can be played. With `ground` a scenario may name another as its `ground`, and is
    what that makes of the two; `no_ground` is what keeps it from that.
    Scenarios are listed as the rulebook names them, those with free set-up last, or by `order`. `house` says
    what house rules can be about, which packs lay over a file that comes without any. `layers` are
    what packs lay over its files; a shelf with some knows the one `without`.
    """

    folder: Path
    unit_file: type[U]
    scenario_file: type[S]
    record: type[O]
    scenario_problems: Callable[[S, U, Known], Iterable[ValidationIssue]]
    unit_list: Callable[[U], Iterable[UnitInfo]]
    roster: Callable[[S, U], Iterable[RosterUnit]]
    turns: Callable[[S], int]
    unit_problems: Check[Any] = nothing
    period: str = "turn"
    points: Callable[[S], int] = lambda file: 0
    kinds: Mapping[str, type[Entry]] = field(default_factory=dict)
    layered: tuple[str, ...] = ()
    warnings: Callable[[S], Iterable[ValidationIssue]] = nothing
    ground: Callable[[S, S], S] | None = None
    no_ground: Callable[[S], Iterable[ValidationIssue]] = nothing
    order: Callable[[S], Any] | None = None
    house: HouseRuleTerms = field(default_factory=HouseRuleTerms)
    layers: tuple[Layer, ...] = ()
    without: RulesetFiles[U, S, O] | None = None
    memory: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    # ---- layers
    def under(self, layers: tuple[Layer, ...]) -> Self:
        """The same shelf with other layers over its files; none take away those there are."""
        bare = self.bare()
        return bare if not layers else _under(bare, layers, tuple(layer.shown for layer in layers))

    def bare(self) -> Self:
        """The shelf without layers."""
        without: Any = self.without
        return without or self

    def load_file(self, name: str, model: type[T], check: Check[T] | None = None) -> T:
        """A file with what lies over it. CatalogueError names what is wrong, and in which."""
        above, path = [layer for layer in self.layers if layer.file == name], self.folder / name
        return load_overlay(path, above, model, check, name) if above else load(path, model, check, name)

    # ---- what is read
    @once
    def units(self) -> U:
        """What comes with the game, and what packs in force change of it and add to it."""
        return self.load_file("units.toml", self.unit_file, self._unit_problems)

    def unit_file_problems(self, file: U) -> Iterator[ValidationIssue]:
        """What is wrong in a unit file but its sources. A ruleset whose units depend on more of the shelf
        says more.
        """
        yield from self.unit_problems(file)
        yield from unseen_names(dict(file))

    def _unit_problems(self, file: U) -> Iterator[ValidationIssue]:
        yield from self.unit_file_problems(file)
        if self.layers:  # what comes with the game is asked by `problems_of`
            yield from self._source_problems(file)

    def _source_problems(self, file: U) -> Iterator[ValidationIssue]:
        rules = self.rulebook().rules
        for place, rule in sources(dict(file)):
            if rule not in rules:
                yield ValidationIssue(place, f"there is no rule {rule}")

    @once
    def house_rules(self) -> dict[str, HouseRule]:
        """The house rules in force, in their order. CatalogueError names what is wrong with them."""
        above = [layer for layer in self.layers if layer.file == HOUSE_RULES]
        if not above:
            return {}
        listed = self.load_file(HOUSE_RULES, HouseRuleFile, self.house_rule_problems).house_rules
        return {key: rule for key, rule in listed.items() if not rule.off}

    @shipped
    def house_ideas(self) -> dict[str, HouseRule]:
        """House rules that come with the game to be tried, by their ids: those of a pack in its folder."""
        path = self.folder / IDEAS / SHEET
        if not path.is_file():
            return {}
        ideas = load(path, PackSheet, shown=f"{IDEAS}/{SHEET}").house_rules
        return {plain_word(rule.name): rule for rule in ideas}

    def house_rule_problems(self, file: HouseRuleFile) -> Iterator[ValidationIssue]:
        """What is wrong with house rules."""
        return house_rules.house_rule_problems(file, self.house)

    @once
    def house_names(self) -> HouseRuleNames:
        """What the log and the odds call the house rules in force."""
        return house_rules.names_of(self.house_rules(), self.house)

    @shipped
    def options(self) -> dict[str, catalogue.Option]:
        """Every rule variant by name, in the rulebook's order."""
        file = self.folder / "options.toml"
        return load(file, catalogue.Options, catalogue.option_issues, file.name).options

    @shipped
    def values(self) -> dict[str, catalogue.Value]:
        """Every number of the rules that can be changed, by name, in the rulebook's order."""
        file = self.folder / "values.toml"
        if not file.exists():
            return {}
        return load(file, catalogue.Values, catalogue.value_issues, file.name).values

    @shipped
    def variants(self) -> dict[str, catalogue.Variant]:
        """What a game may be played with: options, then values."""
        return {**self.options(), **self.values()}

    @shipped
    def rulebook(self) -> RulebookText:
        """The numbered rules: `text`, `rules` (id -> (mark, text)) and `chapters`."""
        return catalogue.load_rules(self.folder / "rulebook.md", "rulebook.md")

    @shipped
    def text(self, name: str) -> str:
        """A text to read, of those of `TEXTS`; "" where there is none."""
        file = self.folder / f"{name}.md"
        return catalogue.read_text(file, file.name) if file.exists() else ""

    @shipped
    def uncoded(self) -> dict[str, str]:
        """The rules that no code decides, by id, with the reason."""
        return load(self.folder / "uncoded.toml", Uncoded, shown="uncoded.toml").rules

    @shipped
    def lessons(self) -> dict[str, Lesson]:
        """The guided battles, by the names of their files, as they follow each other on their path."""
        files = sorted(path for path in (self.folder / FOLDER).glob("*.toml") if path.name != PUZZLES)
        every = {path.stem: self._taught(path, Lesson) for path in files}
        return dict(sorted(every.items(), key=lambda item: item[1].number))

    @shipped
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles by name, easiest first."""
        file = self.folder / FOLDER / PUZZLES
        return self._taught(file, Puzzles).puzzles if file.exists() else {}

    @shipped
    def drills(self) -> dict[str, Drill]:
        """The puzzles out of real games by name, easiest first."""
        file = self.folder / DRILLS
        return load(file, Drills, self._drill_problems, DRILLS).drills if file.exists() else {}

    def _drill_problems(self, file: Drills) -> Iterator[ValidationIssue]:
        for name, drill in file.drills.items():
            yield from self._problems_of_start(("drills", name), drill)
        yield from drill_problems(file)

    def _taught(self, path: Path, model: type[T]) -> T:
        return load(path, model, self._start_problems, f"{FOLDER}/{path.name}")

    def _start_problems(self, file: Entry) -> Iterator[ValidationIssue]:
        """Scenarios and rule variants that are none."""
        for place, start in start_positions(file):
            yield from self._problems_of_start(place, start)

    def _problems_of_start(self, place: catalogue.Place, start: Start) -> Iterator[ValidationIssue]:
        if start.scenario not in self._stems():
            unmet = unknown_name("scenario", start.scenario, self.scenario_names())
            yield ValidationIssue((*place, "scenario"), unmet)
        for name, value in start.options.items():
            known = name in self.variants()
            wrong = (
                self.variant_fault(name, value) if known else unknown_name("option", name, self.variants())
            )
            if wrong:
                yield ValidationIssue((*place, "options", name), wrong)

    def opening(self, start: Start) -> catalogue.ScenarioSource:
        """The scenario that a lesson begins with: one of the game, with its own words and changes."""
        name = f"scenarios/{start.scenario}.toml"
        text = catalogue.read_text(self.folder / name, name)
        return merge_tables(catalogue.parse_toml(text, name), start.overlay)

    @shipped
    def scenario_names(self) -> tuple[str, ...]:
        """The scenarios that come with the game, in the order in which they are listed."""
        names = self._stems()
        if order := self.order:
            return tuple(sorted(names, key=lambda name: order(self._shipped(name, None))))
        text = self.rulebook().text
        printed = {name: text.find(f"`{name}`") % (len(text) + 1) for name in names}  # those it has not, last
        return tuple(sorted(names, key=lambda name: (name.startswith("free_"), printed[name])))

    def scenario(self, which: catalogue.ScenarioSource, fit: Fit[S] | None = None) -> S:
        """A scenario that comes with the game, by name, or one of your own: a path, a TOML text or data.

        `fit` says what else keeps it from being played, and is told what is wrong with it already.
        CatalogueError has a line for each problem, or says which scenarios there are.
        """
        source = catalogue.resolve_scenario(which, self._stems() if self.order else self.scenario_names())
        if isinstance(source, str):
            return self._shipped(source, fit)
        return self._grounded(self._load_scenario(source, "", lambda file: self._problems(file, fit)))

    @shipped
    def _stems(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in (self.folder / "scenarios").glob("*.toml")))

    @once
    def _shipped(self, name: str, fit: Fit[S] | None) -> S:
        file = f"scenarios/{name}.toml"
        return self._grounded(
            self._load_scenario(self.folder / file, file, lambda scenario: self._problems(scenario, fit))
        )

    def _load_scenario(self, path: Path | catalogue.OwnFile, shown: str, check: Check[Any]) -> S:
        model: Any = self.scenario_file
        scenario: S = load(path, model, check, shown)
        return scenario

    @once
    def tables(self) -> dict[str, dict[str, Any]]:
        """The files over which packs may lay others, as plain data with what they lay over them now."""
        models: dict[str, type[Entry]] = {"units": self.unit_file, **self._kinds()}
        names = ("units", *self.layered, *self._house())
        return {f"{name}.toml": self._table(f"{name}.toml", models[name]) for name in names}

    def _table(self, name: str, model: type[Entry]) -> dict[str, Any]:
        above = [layer for layer in self.layers if layer.file == name]
        return merge_layers([Layer(name, catalogue.read_text(self.folder / name, name), name), *above], model)

    def _kinds(self) -> dict[str, type[Entry]]:
        return {"uncoded": Uncoded, **self.kinds, **dict.fromkeys(self._house(), HouseRuleFile)}

    def _house(self) -> tuple[str, ...]:
        return (HOUSE_TABLE,) if self.house.occasions else ()

    # ---- what is wrong with them
    def problems_of(self, path: Path, shown: str = "", inspect: Check[Any] = nothing) -> list[str]:
        """What is wrong with a copy of one of our files, or with a scenario, its warnings included.

        `inspect` adds what else a unit file must satisfy.
        """

        def units(file: U) -> Iterator[ValidationIssue]:
            yield from self.unit_file_problems(file)
            yield from self._source_problems(file)
            yield from inspect(file)

        def scenario(file: S) -> Iterator[ValidationIssue]:
            yield from self._problems(file, None)
            yield from self.warnings(file)

        name = path.name.lower()
        if name == "units.toml":
            return complaints(lambda: load(path, self.unit_file, units, shown))
        if path.parent.name == FOLDER:
            model: type[Entry] = Puzzles if name == PUZZLES else Lesson
            return complaints(lambda: load(path, model, self._start_problems, shown))
        if name == DRILLS:
            return complaints(lambda: load(path, Drills, self._drill_problems, shown))
        if catalogue.is_toml(name) and (stem := name.removesuffix(TOML)) in self._kinds():
            return complaints(lambda: load(path, self._kinds()[stem], shown=shown))
        return complaints(lambda: self._load_scenario(path, shown, scenario))

    def data_problems(self, inspect: Check[Any] = nothing) -> list[str]:
        """What is wrong with the files that come with the game."""
        names = [*self._kinds(), "units", *(f"scenarios/{name}" for name in self.scenario_names())]
        taught = sorted(f"{FOLDER}/{path.stem}" for path in (self.folder / FOLDER).glob("*.toml"))
        shown = [f"{name}.toml" for name in [*names, *taught]]
        shown += [name for name in (DRILLS, NEW_SCENARIO) if (self.folder / name).exists()]
        return [line for name in shown for line in self.problems_of(self.folder / name, name, inspect)]

    def _problems(self, file: S, fit: Fit[S] | None) -> Iterator[ValidationIssue]:
        """What keeps a scenario from being played, its rule and its ground included."""
        if ground := self._ground_of(file):
            wrong = [*self.no_ground(file)]
            if not wrong and ground not in self.scenario_names():
                wrong = [
                    ValidationIssue(("ground",), unknown_name("scenario", ground, self.scenario_names()))
                ]
            yield from wrong
            if wrong:
                return
        issues = [*self.scenario_problems(self._grounded(file), self.units(), self.variants())]
        issues += named_problems(file)
        yield from issues
        if file.rule not in self.rulebook().rules:
            yield ValidationIssue(("rule",), f"there is no rule {file.rule}")
        if fit:
            yield from fit(file, issues)

    def _ground_of(self, file: S) -> str:
        return file.ground if self.ground else ""  # type: ignore[attr-defined]

    def _grounded(self, file: S) -> S:
        name = self._ground_of(file)
        return self.ground(file, self.scenario(name)) if self.ground and name else file

    # ---- the part of a ruleset
    def files(
        self,
        models: Mapping[str, type[Entry]],
        file_problems: Callable[[Path], list[str] | None] | None = None,
        data_problems: Callable[[], list[str]] | None = None,
        sums: Callable[[], list[ValidationIssue]] = list,
    ) -> Files:
        """The files of a ruleset; `models` are its kinds of TOML file beside those on the shelf.

        A ruleset that judges more than the files themselves has its own `file_problems` and `data_problems`.
        """
        scenario: Any = self.scenario_file
        return Files(
            scenarios=self.listed_scenarios,
            own_scenario=self.listed_own,
            scenario_options=self.scenario_options,
            options=self.listed_options,
            values=self.listed_values,
            units=self.listed_units,
            rulebook=self.listed_rulebook,
            text=self.text,
            quickref=self.listed_quickref,
            glossary=self.glossary,
            tables=self.tables,
            lessons=self.lessons,
            puzzles=self.puzzles,
            drills=self.drills,
            opening=self.opening,
            variant_fault=self.variant_fault,
            layered=("units.toml", *(f"{name}.toml" for name in (*self.layered, *self._house()))),
            house=self.house,
            house_rules=self.house_rules,
            house_ideas=self.house_ideas,
            models={
                **self.kinds,
                **dict.fromkeys(self._house(), HouseRuleFile),
                "units": self.unit_file,
                "scenario": scenario,
                **models,
                "glossary": Glossary,
                "lesson": Lesson,
                "puzzles": Puzzles,
                "drills": Drills,
                "uncoded": Uncoded,
            },
            file_problems=file_problems or self.problems_of,
            data_problems=data_problems or self.data_problems,
            sums=sums,
        )

    # ---- the rule variants of a game
    def options_under(self, chosen: Choices) -> O:
        """The options of a game in which these were chosen. CatalogueError names a wrong one."""
        options = blank(self.record)
        self.set_options(options, chosen)
        return options

    def set_options(self, into: O, chosen: Choices) -> None:
        """Write every option and value into the field of its name, the default where nothing is chosen.

        CatalogueError names an option that there is not, or a value that it has not.
        """
        known = self.variants()
        for name in chosen:
            if name not in known:
                raise CatalogueError([unknown_name("option", name, known)])
        for name, variant in known.items():
            try:
                setattr(into, name, variant.encode(chosen[name]) if name in chosen else variant.default_code)
            except ValueError as error:
                kind = "option" if isinstance(variant, catalogue.Option) else "value"
                raise CatalogueError([f"{kind} {name}: {error} ({variant.rule})"]) from None
        table: Any = into
        house_rules.write_house_rules(table.house, self.house_rules().values(), self.house)

    def variant_fault(self, name: str, value: str | int | bool) -> str:
        """Why an option or a number cannot be so, or nothing."""
        try:
            self.variants()[name].encode(value)
        except ValueError as error:
            return str(error)
        return ""

    def departures(self, options: O) -> list[str]:
        """The options and values that are not as printed, in words with their rule."""
        printed, words = self.options_under({}), []
        for name, variant in self.variants().items():
            code = int(getattr(options, name))
            if code != getattr(printed, name):
                words.append(f"{name}: {as_word(variant.decode(code))} ({variant.rule})")
        return words

    # ---- what is offered when a game is set up
    @once
    def listed_scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios that come with the game, in their order; of those only that packs in force leave
        playable.
        """
        result = {}
        for name in self.scenario_names():
            with suppress(CatalogueError) if self.layers else nullcontext():
                result[name] = self._listed(name, self.scenario(name))
        return result

    def _listed(self, name: str, file: S) -> ScenarioInfo:
        return ScenarioInfo(
            id=name,
            name=file.name,
            summary=file.summary,
            briefing=file.briefing,
            victory=file.victory,
            sides=tuple(part(side, called) for side, called in zip(file.sides, SIDES, strict=False)),
            tasks=tuple(str(side.task) for side in file.sides),
            turns=self.turns(file),
            period=self.period,
            rule=file.rule,
            roster=tuple(self.roster(file, self.units())),
            points=self.points(file),
        )

    def listed_own(self, file: catalogue.OwnFile) -> ScenarioInfo:
        """A scenario of a player's own. CatalogueError names what is wrong with it."""
        return self._listed(OWN, self.scenario(file))

    def scenario_options(self, which: catalogue.ScenarioSource) -> Choices:
        """The options and numbers that a scenario states. CatalogueError names what is wrong with it."""
        return self.scenario(which).options

    @shipped
    def listed_options(self) -> dict[str, OptionInfo]:
        """The rule variants, in the order of their file."""
        return {
            name: OptionInfo(
                id=name,
                values=tuple(as_word(value) for value in option.values),
                default=as_word(option.default),
                text=option.text,
                rule=option.rule,
                number=option.kind == "number",
                low=option.low or 0,
                high=option.high or 0,
                words={option.encode(value): as_word(value) for value in option.values},
                before={int(until): as_word(value) for until, value in option.before.items()},
            )
            for name, option in self.options().items()
        }

    @shipped
    def listed_values(self) -> dict[str, ValueInfo]:
        """The numbers of the rules, in the order of their file."""
        return {
            name: ValueInfo(
                name,
                value.default,
                value.low,
                value.high,
                value.rule,
                value.text,
                value.unit,
                value.default_code,
            )
            for name, value in self.values().items()
        }

    @once
    def listed_units(self) -> tuple[UnitInfo, ...]:
        """The units that come with the game, in the order of their file."""
        return tuple(self.unit_list(self.units()))

    @shipped
    def listed_rulebook(self) -> Rulebook:
        """The numbered rules as they are shown."""
        book = self.rulebook()
        return Rulebook(book.text, dict(book.rules), book.marked, self._signed())

    @shipped
    def listed_quickref(self) -> Rulebook:
        """The quick reference, with its numbers marked as those of the rulebook are."""
        file = self.folder / "quickref.md"
        marked = catalogue.read_text(file, file.name) if file.exists() else ""
        return Rulebook(apply_numbers(marked, {}), {}, {"": marked}, self._signed())

    @shipped
    def glossary(self) -> Glossary:
        """What everything on the table is."""
        file = self.folder / GLOSSARY_FILE
        return load(file, Glossary, shown=file.name) if file.exists() else Glossary()

    def _signed(self) -> frozenset[str]:
        return frozenset(name for name, value in self.values().items() if value.low < 0)


@lru_cache(SHELVES)
def _under(bare: Any, layers: tuple[Layer, ...], shown: tuple[str, ...]) -> Any:
    """Equal layers of two people are two, if they are called otherwise: saves and faults name them."""
    return replace(bare, layers=layers, without=bare)


def listed_units(
    known: Mapping[str, Listed], kind: Callable[[Listed], str], points: Callable[[Listed], int]
) -> Iterator[UnitInfo]:
    """The units of a table of a file, in its order; a unit without a name is called by its key."""
    for key, unit in known.items():
        yield UnitInfo(key, unit.name or key, kind(unit), points(unit), unit.text, unit.source)


def part(side: Any, called: str) -> str:
    """A side's part in a battle; a name that is what every page calls the side is left out."""
    if side.name == called:
        return str(side.role)
    return f"{side.name}: {side.role}" if side.role else str(side.name)


class NamedUnits(Protocol[Found]):
    """A unit file whose units are found by key or by name; `key_of` is empty where there is none."""

    @property
    def units(self) -> Mapping[str, Found]: ...

    def key_of(self, name: str) -> str: ...


def unit_named(file: NamedUnits[Found], name: str) -> Found:
    """A unit of a file by key or name. CatalogueError says which there are."""
    key = file.key_of(name)
    if not key:
        raise CatalogueError([unknown_name("unit", name, file.units)])
    return file.units[key]


def sources(table: Mapping[str, Any], place: catalogue.Place = ()) -> Iterator[tuple[catalogue.Place, str]]:
    """Every rule id that entries of a table, or of tables in it, name as their `source`, with its place."""
    for key, entry in table.items():
        if isinstance(entry, Mapping):
            yield from sources(entry, (*place, key))
        elif isinstance(entry, Entry) and "source" in type(entry).model_fields:
            yield (*place, key, "source"), entry.source  # type: ignore[attr-defined]


def unseen_names(table: Mapping[str, Any], place: catalogue.Place = ()) -> Iterator[ValidationIssue]:
    """Entries of a table, or of tables in it, whose `name` nobody could see."""
    for key, entry in table.items():
        if isinstance(entry, Mapping):
            yield from unseen_names(entry, (*place, key))
        elif isinstance(entry, Entry):
            name = getattr(entry, "name", "")
            if fault := name_fault(name) if name else "":
                yield ValidationIssue((*place, key, "name"), fault)


def named_problems(file: ScenarioBase) -> Iterator[ValidationIssue]:
    """Names of a scenario and its sides that nobody could see, and two sides with one name."""
    if fault := name_fault(file.name):
        yield ValidationIssue(("name",), fault)
    for number, side in enumerate(file.sides):
        if fault := name_fault(side.name):
            yield ValidationIssue(("sides", number, "name"), fault)
    if len(file.sides) == 2 and same_name(file.sides[0].name, file.sides[1].name):
        yield ValidationIssue(
            ("sides", 1, "name"), f"{catalogue.quote(file.sides[1].name)} is the name of the other side"
        )
