"""A study as it is written down: a question, who plays, when it may stop and what is kept of the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from hulldown import rulesets
from hulldown.ai import UnknownPlayer, player
from hulldown.ai.bot import KernelPlayer
from hulldown.catalogue import (
    CatalogueError,
    Check,
    Entry,
    Place,
    ValidationIssue,
    is_toml,
    parse,
    read_text,
    unknown_name,
    unknown_variant,
    validate,
)
from hulldown.catalogue.house_rules import TABLE
from hulldown.catalogue.load import Visible, toml_text
from hulldown.catalogue.pack import ENDING as PACK
from hulldown.lab.arms import Arm, StudyBase, base_of, content_of, plain_values
from hulldown.lab.unit_numbers import UnitNumber, numbers_of, unknown_number
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content

BOOK = "book"  # the arm that others are compared with
CHANGED = "changed"  # the one that a quick question is about
USUAL_PAIRS = {"profile": 1_000, "units": 5_000, "tune": 2_000, "atlas": 4_000}  # at most, by kind
FIELDS = {"knobs": "tune", "target": "tune", "over": "atlas"}  # fields that only one kind of study has
CHOSEN = ("options", "values", "packs", "forces")  # what a quick question may change, or play with


class QuestionKind(StrEnum):
    """The question of a study."""

    FAIR = "fair"
    VARIANT = "variant"
    FORCES = "forces"
    UNITS = "units"
    ATLAS = "atlas"
    DEPTH = "depth"
    TUNE = "tune"
    PROFILE = "profile"


OWN_ARMS = (QuestionKind.VARIANT, QuestionKind.PROFILE)  # kinds whose arms are ways to play of their own
Name = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,39}$")]
Players = Annotated[tuple[str, ...], Field(min_length=1, max_length=16)]


class Decide(Entry):
    """When a study may stop.

    `smallest_effect` is in points of share: what matters to whoever asks; `error` the chance of a false
    alarm, and that of missing such an effect; `most_pairs` how many blocks of games are played at most.
    """

    smallest_effect: Annotated[float, Field(ge=0.1, le=50.0)] = 3.0
    error: Annotated[float, Field(ge=0.001, le=0.5)] = 0.05
    most_pairs: Annotated[int, Field(ge=64, le=10_000_000)] = 20_000


class RecordSpec(Entry):
    """What is kept of the games beside their ends."""

    tables: tuple[Literal["units", "choices"], ...] = ()
    curve: Literal["none", "luck"] = "none"


def most_pairs_of(kind: str) -> int:
    """How many blocks a study of a kind plays at most where it does not say."""
    return USUAL_PAIRS.get(kind, Decide().most_pairs)


class Study(Entry):
    """`study.toml`. `players` are the first and the second player, or for `depth` a ladder, weakest first.

    All arms are the `base` with their own change over it; the arm `book` is the base as it is. An atlas goes
    `over` the numbers of some units, or else over all options and numbers of the rules. Where a study does
    not say how many blocks it plays at most its kind does; a profile keeps curves.
    """

    study: Literal[1] = 1
    name: Annotated[str, Field(min_length=1, max_length=80), Visible] = "A study"
    kind: Annotated[QuestionKind, Field(strict=False)]
    ruleset: Annotated[str, Field(pattern="^[a-z][a-z0-9_]{0,40}$")]
    scenarios: Annotated[tuple[str, ...], Field(min_length=1, max_length=64)]
    players: Players = ("greedy", "greedy")
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    over: Annotated[tuple[str, ...], Field(max_length=16)] = ()
    base: StudyBase = StudyBase()
    arms: Annotated[dict[Name, Arm], Field(max_length=400)] = Field(default_factory=dict)
    knobs: Annotated[dict[str, tuple[float, float]], Field(max_length=4)] = Field(default_factory=dict)
    target: Annotated[float, Field(gt=0.0, lt=1.0)] = 0.5
    decide: Decide = Decide()
    record: RecordSpec = RecordSpec()

    @model_validator(mode="before")
    @classmethod
    def _usual(cls, data: Any) -> Any:
        """What a kind of study usually is, where nothing else is said."""
        if not isinstance(data, Mapping) or data.get("kind") not in list(QuestionKind):
            return data
        kind, decide, record = data["kind"], data.get("decide", {}), data.get("record", {})
        more: dict[str, Any] = {}
        if isinstance(decide, Mapping) and "most_pairs" not in decide:
            more["decide"] = {**decide, "most_pairs": most_pairs_of(kind)}
        if kind == QuestionKind.PROFILE and isinstance(record, Mapping) and "curve" not in record:
            more["record"] = {**record, "curve": "luck"}
        return {**data, **more}

    @field_validator("ruleset", mode="before")
    @classmethod
    def _by_id(cls, ruleset: Any) -> Any:
        """A ruleset goes by its id."""
        return ruleset.id if isinstance(ruleset, Ruleset) else ruleset

    def arm(self, name: str) -> Arm:
        """An arm by name; the book, where it does not say otherwise, changes nothing."""
        return self.arms.get(name, Arm())

    def played(self, name: str, arm: Arm) -> tuple[StudyBase, ...]:
        """What an arm of the plan is played with, from the base up. Those of a variant and of a profile stand
        for themselves; all others change one thing of the book.
        """
        alone = name == BOOK or self.kind in OWN_ARMS
        return (self.base, arm) if alone else (self.base, self.arm(BOOK), arm)


# ---------------------------------------------------------------- read and written


def load_study(path: Path, finished: bool = False) -> tuple[Study, Path]:
    """A study file, or that of a study's folder, and the folder that its paths are seen from.

    CatalogueError has a line for each mistake: file, line, field. Of a study that is `finished` only the form
    is looked at: what came of it can be read, whatever may be asked today.
    """
    file = path / "study.toml" if path.is_dir() else path
    base = file.parent

    def wrong(study: Study) -> Iterable[ValidationIssue]:
        return () if finished else problems(study, base)

    return with_ids(parse(read_text(file, str(file)), Study, wrong, str(file)), base), base


def study_of(data: Any, base: Path, wrong: Check[Study] | None = None, shown: str = "the study") -> Study:
    """A study of plain data whose paths are seen from `base`. CatalogueError names what is wrong with it."""
    judge = wrong or (lambda study: problems(study, base))
    return with_ids(validate(data, Study, judge, shown), base)


def with_ids(study: Study, base: Path) -> Study:
    """A study with its scenarios by their ids, where it has them by name: their games have the same dice."""
    if study.ruleset not in rulesets.names():
        return study
    contents = list(contents_of(study, base))
    names = tuple(scenario_id(name, contents) for name in study.scenarios)
    return study if names == study.scenarios else study.model_copy(update={"scenarios": names})


def scenario_id(name: str, contents: Iterable[Content]) -> str:
    """The id of a scenario by what people call it, by the first content that knows it; a path as it is."""
    for content in () if is_toml(name) else contents:
        known = content.scenarios()
        if name in known:
            return name
        for key, info in known.items():
            if info.name.casefold() == name.casefold():
                return key
    return name


def contents_of(study: Study, base: Path) -> Iterator[Content]:
    """The content of every arm, for its packs; of those that can be read, the book's first."""
    packs = [
        tuple(pack for layer in study.played(name, arm) for pack in layer.packs)
        for name, arm in {BOOK: study.arm(BOOK), **study.arms}.items()
    ]
    for paths in dict.fromkeys(packs):
        with suppress(CatalogueError):
            yield content_of(study.ruleset, [StudyBase(packs=paths)], base)


def study_text(study: Study) -> str:
    """A study as a file, with its defaults filled in."""
    apart = {"base", "arms", "decide", "record", "knobs", "target"}
    data = study.model_dump(mode="json", exclude=apart if study.over else {*apart, "over"})
    if study.kind is QuestionKind.TUNE:
        data["target"] = study.target
    tables: dict[str, Any] = {"base": base} if (base := arm_data(study.base)) else {}
    tables |= {f"arms.{name}": arm_data(arm) for name, arm in study.arms.items()}
    if study.knobs:
        tables["knobs"] = study.model_dump(mode="json")["knobs"]
    tables |= {name: study.model_dump(mode="json")[name] for name in ("decide", "record")}
    return toml_text(data) + "".join(f"\n[{name}]\n{toml_text(table)}" for name, table in tables.items())


def arm_data(arm: StudyBase) -> dict[str, Any]:
    """What a base or an arm says, without what it leaves as it is."""
    data = arm.model_dump(mode="json", exclude_none=True)
    return {name: without_nothing(value) for name, value in data.items() if value}


def without_nothing(data: Any) -> Any:
    """Plain data without what is null in it: a file has no word for that."""
    if isinstance(data, Mapping):
        return {name: without_nothing(value) for name, value in data.items() if value is not None}
    return [without_nothing(value) for value in data if value is not None] if isinstance(data, list) else data


def question(
    kind: str,
    base: Mapping[str, Any] | None = None,
    change: Mapping[str, Any] | None = None,
    arms: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Base and arms of a quick question, as data of a study file.

    A variant asks about the `change`: it is an arm against the book, which is the `base`. In any other kind
    all games are played with it, over the base.
    """
    new, below = plain_layer(change), plain_layer(base)
    mine = dict(arms or {})
    if not new:
        pass
    elif kind == QuestionKind.VARIANT:
        before = mine.get(CHANGED)
        mine = {BOOK: {}, **mine, CHANGED: {**(before if isinstance(before, Mapping) else {}), **new}}
    elif set(new) - set(CHOSEN):  # a base has no numbers of units
        mine = {**mine, BOOK: new}
    else:
        below = with_more(below, new)
    return ({"base": below} if below else {}) | ({"arms": mine} if mine else {})


def quick_question(
    data: Mapping[str, Any],
    base: Mapping[str, Any] | None = None,
    change: Mapping[str, Any] | None = None,
    folder: Path = Path("."),
) -> dict[str, Any]:
    """A quick question as data of a study file, whose paths are seen from `folder`. The packs of a change
    without which a scenario cannot be set up are the base: without them there is no game to compare with.
    """
    kind, new = str(data.get("kind")), dict(change or {})
    if kind == QuestionKind.VARIANT and not base and needs_packs(data, new, folder):
        base = {"packs": new.pop("packs")}
    arms = data.get("arms")
    return {**data, **question(kind, base, new, arms if isinstance(arms, Mapping) else None)}


def needs_packs(data: Mapping[str, Any], change: Mapping[str, Any], folder: Path) -> bool:
    """Whether a scenario of a question is one of the packs of its change, or has units of theirs."""
    ruleset, scenarios = data.get("ruleset"), data.get("scenarios")
    if not change.get("packs") or ruleset not in rulesets.names() or not isinstance(scenarios, list | tuple):
        return False
    for name in scenarios:
        try:
            content_of(str(ruleset), (), folder, str(name)).set_up()
        except CatalogueError:
            return True
    return False


def plain_layer(layer: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a base or an arm says, without what is empty, with options and numbers as a file has them."""
    given = {name: what for name, what in (layer or {}).items() if what}
    plain = {name: plain_values(what) for name, what in given.items() if name in ("options", "values")}
    return given | plain


def with_more(base: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A base with more of the same over it."""
    both = {name: {**base.get(name, {}), **above.get(name, {})} for name in ("options", "values", "forces")}
    packs = [*base.get("packs", ()), *above.get("packs", ())]
    return {name: what for name, what in (both | {"packs": packs}).items() if what}


# ---------------------------------------------------------------- judged


def problems(study: Study, base: Path) -> Iterator[ValidationIssue]:
    """What is wrong with a study beyond its form, as far as it shows before anything is set up."""
    if study.ruleset not in rulesets.names():
        yield ValidationIssue(("ruleset",), unknown_name("ruleset", study.ruleset, rulesets.names()))
        return
    ruleset = rulesets.get(study.ruleset)
    yield from players_problems(study, ruleset)
    yield from kind_problems(study)
    yield from layer_problems(study.base, ("base",), ruleset, base)
    for name, arm in study.arms.items():
        yield from layer_problems(arm, ("arms", name), ruleset, base)
    contents = list(contents_of(study, base))
    yield from number_problems(study, ruleset, contents)
    for number, scenario in enumerate(study.scenarios):
        if is_toml(scenario):
            if not (base / scenario).is_file():
                yield ValidationIssue(("scenarios", number), f"there is no file {scenario}")
        elif contents and not any(knows(content, scenario) for content in contents):
            unknown = unknown_name("scenario", scenario, contents[0].scenarios())
            yield ValidationIssue(("scenarios", number), unknown)


def knows(content: Content, scenario: str) -> bool:
    """Whether a content has a scenario, by its id or by its name."""
    known = content.scenarios()
    return scenario in known or scenario.casefold() in {info.name.casefold() for info in known.values()}


def players_problems(study: Study, ruleset: Ruleset) -> Iterator[ValidationIssue]:
    """Players that there are not, or whose games cannot be played again."""
    if study.kind is QuestionKind.DEPTH:
        if len(study.players) < 2:
            yield ValidationIssue(
                ("players",), "a study of depth takes a ladder of two players or more, weakest first"
            )
    elif len(study.players) != 2:
        yield ValidationIssue(("players",), f"takes two players, not {len(study.players)}")
    yield from repeatable(study.players, ("players",), ruleset)
    for name, arm in study.arms.items():
        yield from repeatable(arm.players or (), ("arms", name, "players"), ruleset)


def texts_of(study: Study) -> tuple[str, ...]:
    """All players of a study and its arms."""
    return (*study.players, *(text for arm in study.arms.values() for text in arm.players or ()))


def repeatable(players: Iterable[str], place: Place, ruleset: Ruleset) -> Iterator[ValidationIssue]:
    """Those of some players that are none, or think by the clock."""
    for number, text in enumerate(players):
        try:
            computer = player(text, ruleset)
        except (UnknownPlayer, ValueError) as wrong:
            yield ValidationIssue((*place, number), str(wrong))
            continue
        if isinstance(computer, KernelPlayer) and computer.is_timed:
            yield ValidationIssue(
                (*place, number),
                f"{text} thinks by the clock, so no game of it can be repeated; give it playouts: mcts:200",
            )


def kind_problems(study: Study) -> Iterator[ValidationIssue]:
    """What does not go with the kind of a study."""
    kind, others = study.kind, [name for name in study.arms if name != BOOK]
    alone = (*OWN_ARMS, QuestionKind.FORCES)
    for field, owner in FIELDS.items():
        if field in study.model_fields_set and kind != owner:
            yield ValidationIssue((field,), f"belongs to a study of the kind {owner}, not {kind}")
    if kind is QuestionKind.VARIANT and not others:
        what = f"an option, a value, a pack or players in an arm beside {BOOK}"
        yield ValidationIssue(("arms",), f"nothing is changed: a variant needs {what}")
    if kind is QuestionKind.TUNE and not study.knobs:
        yield ValidationIssue(
            ("knobs",), "a study that tunes needs a value with its range: turn_limit = [6, 14]"
        )
    if kind is QuestionKind.FORCES and len(others) != 2:
        yield ValidationIssue(("arms",), "a study of forces takes two arms, each with its force")
    for name, arm in study.arms.items():
        if arm.force and kind is not QuestionKind.FORCES:
            yield ValidationIssue(("arms", name, "force"), "belongs to a study of the kind forces")
        if kind is QuestionKind.FORCES and name != BOOK and not arm.force:
            yield ValidationIssue(("arms", name), "has no force: a list of samples or builds")
        if name != BOOK and kind not in alone:
            yield ValidationIssue(("arms", name), f"a study of the kind {kind} plays the arm {BOOK} alone")
        if arm.players and kind not in OWN_ARMS:
            yield ValidationIssue(
                ("arms", name, "players"), "who plays stands above all arms: players = [...]"
            )
        if (
            kind is QuestionKind.FORCES
            and name != BOOK
            and (own := set(arm_data(arm)) - {"force", "players"})
        ):
            what = "both forces play by the same rules, those of the arm"
            yield ValidationIssue(("arms", name, min(own)), f"{what} {BOOK}")


def number_problems(study: Study, ruleset: Ruleset, contents: Sequence[Content]) -> Iterator[ValidationIssue]:
    """Numbers that cannot be turned or not so far, and units that an atlas cannot go over; the `contents` are
    those of the arms.
    """
    units: dict[str, UnitNumber] = {}
    if (
        study.over
        or any("." in knob for knob in study.knobs)
        or any(arm.units for arm in study.arms.values())
    ):
        for laid in [*(content.ruleset for content in contents), ruleset]:
            units = {**numbers_of(laid), **units}
    options, values = ruleset.files.options(), ruleset.files.values()
    known = {
        name: (option.low, option.high, option.rule) for name, option in options.items() if option.number
    }
    known |= {name: (value.low, value.high, value.rule) for name, value in values.items()}
    known |= {place: (unit.low, unit.high, unit.rule) for place, unit in units.items()}
    for name, (low, high) in study.knobs.items():
        if name not in known:
            text = unknown_number(name, units) if "." in name else unknown_name("number", name, known)
            yield ValidationIssue(("knobs", name), text)
            continue
        least, most, rule = known[name]
        if not least <= low < high <= most or not isfinite(high - low):
            yield ValidationIssue(("knobs", name), f"must be a range within {least:g} to {most:g}", rule)
        elif name in units and (fault := units[name].fault(low) or units[name].fault(high)):
            yield ValidationIssue(("knobs", name), fault, rule)
    for number, entry in enumerate(study.over):
        if entry == TABLE:
            if study.over != (TABLE,):
                yield ValidationIssue(("over", number), f"{TABLE} goes with no units")
            elif not any(content.ruleset.files.house_rules() for content in contents):
                yield ValidationIssue(("over", number), "no house rule is in force: name a pack in [base]")
            continue
        if not any(place.startswith(f"{entry}.") for place in units):
            places = dict.fromkeys(".".join(unit.keys[: unit.entry]) for unit in units.values() if unit.entry)
            yield ValidationIssue(("over", number), unknown_name("unit", entry, places))
    for name, arm in study.arms.items():
        for place, value in arm.units.items():
            if place not in units:
                yield ValidationIssue(("arms", name, "units", place), unknown_number(place, units))
            elif fault := units[place].fault(value):
                yield ValidationIssue(("arms", name, "units", place), fault, units[place].rule)


def layer_problems(layer: StudyBase, place: Place, ruleset: Ruleset, base: Path) -> Iterator[ValidationIssue]:
    """Options, values and packs that there are not, and what they cannot be."""
    known: Mapping[str, Mapping[str, Any]]
    known = {"options": ruleset.files.options(), "values": ruleset.files.values()}
    both = {kind[:-1]: names for kind, names in known.items()}
    for kind, chosen in (("options", layer.options), ("values", layer.values)):
        for name, value in chosen.items():
            if name not in known[kind]:
                yield ValidationIssue((*place, kind, name), unknown_variant(kind[:-1], name, both))
            elif fault := ruleset.files.variant_fault(name, value):
                yield ValidationIssue((*place, kind, name), fault, known[kind][name].rule)
    for number, path in enumerate(layer.packs):
        if not (base / path).exists():
            yield ValidationIssue(
                (*place, "packs", number), f"there is no pack {path} (a folder or a {PACK} file)"
            )


# ---------------------------------------------------------------- to be filled in


def template(kind: str, about: Ruleset | Content, folder: Path = Path(".")) -> str:
    """A study file of a kind for a ruleset or for own content: it can be run as it is, and says what can be
    changed. What the content has in no file goes into one in `folder`.
    """
    content = about if isinstance(about, Content) else Content.resolve(about)
    ruleset = content.ruleset
    base, named = base_of(content, folder)
    scenario, usual = named or contested(content), ruleset.computers.study_player
    players = ("random", "greedy", "mcts:100") if kind == QuestionKind.DEPTH else (usual, usual)
    fields: dict[str, Any] = {
        "kind": QuestionKind(kind),
        "ruleset": ruleset.id,
        "scenarios": (scenario,),
        "players": players,
        "base": StudyBase.model_validate(base, strict=False),
    }
    name, option = next(iter(ruleset.files.options().items()))
    values = ruleset.files.values()
    if kind == QuestionKind.VARIANT:
        other = next((value for value in option.values if value != option.default), str(option.high))
        fields["arms"] = {CHANGED: Arm(options={name: other})}
    if kind == QuestionKind.TUNE:
        knob, known = next(iter(values.items()))
        fields["knobs"] = {knob: (float(known.low), float(known.high))}
    if kind == QuestionKind.FORCES:
        placed = content if named else content.on(scenario)
        kinds = kinds_of(placed.info)
        names = [sample.id for sample in placed.samples if sample.unit in kinds][:2]
        fields["arms"] = {f"force_{at}": Arm(force=(force,)) for at, force in enumerate(names, 1)}
    study = Study(name=f"A study of {ruleset.name}", **fields)
    return study_text(study)


def contested(content: Content) -> str:
    """The first scenario in which both sides have a place for the same kind of unit; else the first. Those of
    packs go before those of the game.
    """
    known = content.scenarios()
    return next((name for name, info in known.items() if kinds_of(info)), next(iter(known)))


def kinds_of(info: ScenarioInfo) -> tuple[str, ...]:
    """The kinds of units that both sides of a scenario have a place for."""
    first, second = (
        [kind for unit in info.roster if unit.side == side for kind in unit.kinds] for side in (0, 1)
    )
    return tuple(kind for kind in dict.fromkeys(first) if kind in second)
