"""The lab's questions: what can be asked, a study as it is sent, judged, priced and begun.

`hulldown.lab` and what it needs are an extra: here it is imported where it is used.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, JsonValue, StringConstraints

from hulldown import rulesets
from hulldown.ai import Level, UnknownPlayer, levels, player
from hulldown.ai.registry import MctsPlayer
from hulldown.catalogue import (
    CatalogueError,
    OwnFile,
    ValidationIssue,
    as_word,
    is_toml,
    resolve_scenario,
)
from hulldown.catalogue.load import format_place, parse_toml
from hulldown.catalogue.pack import ENDING as PACK
from hulldown.rulesets.api.files import OptionInfo, ScenarioInfo
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.house_rules import sentence
from hulldown.server.http.errors import ApiError
from hulldown.server.lab.queue import ASKED, CHECKS, STUDY, load_json, write_json
from hulldown.server.players.computers import MOST_PLAYOUTS
from hulldown.server.rules.rulebook import option_groups, variants
from hulldown.server.schemas.requests import PRINTABLE, Sent
from hulldown.server.schemas.responses import OptionGroup, PlayerInfo
from hulldown.server.workshop import packs as workshop
from hulldown.server.workshop.kept import find_document
from hulldown.server.workshop.packs import PackIn, word_of
from hulldown.store.database import Database
from hulldown.store.packs import NoSuchPack

if TYPE_CHECKING:
    from hulldown.lab.plan import StudyPlan
    from hulldown.lab.study import Study

T = TypeVar("T")
NEEDED = ("polars", "scipy")  # of the extra
MISSING = 'The lab needs an extra that is not installed here: pip install "hulldown[lab]"'
KINDS = {
    "fair": "Is a scenario fair?",
    "variant": "Does a change alter who wins?",
    "forces": "Which of two forces wins?",
    "units": "What is each unit worth?",
    "atlas": "Which rules matter here?",
    "depth": "Does skill tell?",
    "tune": "Which number makes it even?",
    "profile": "What are its games like?",
}
OF_UNITS = ("forces", "units")  # kinds that need units which can be chosen
PLAIN = (  # players beside those that a ruleset ranks
    Level("random", "Random player", None, "Gives any legal order: hundreds of games a second."),
    Level("greedy", "Greedy player", None, "Takes the order that looks best right away."),
    Level("mcts:100", "Quick thinker", None, "Thinks ahead 100 times."),
    Level("mcts:400", "Thorough thinker", None, "Thinks ahead 400 times."),
)
CLOCK = re.compile(r":\d+(?:\.\d+)?m?s(?=:|$)")  # the seconds of a player, which a study has no use for
UNREADABLE = "unreadable"  # stands for a scenario that cannot be read
USUAL_THOUGHT = 100  # playouts for a decision that a game of a guest may have
CHANGE = ("options", "values", "packs", "forces", "units", "off")  # of a quick question: what is changed
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PRINTABLE)]
Data = Annotated[dict[Key, JsonValue], Field(max_length=32)]


class StudyIn(Sent):
    """A study as data, or the text of its file. In data `options`, `values`, `packs`, `forces` and `units`
    may stand beside the kind: they are then what a variant changes, and what any other kind is played with
    beside its `base`. Packs are named by the workshop's ids, scenarios by their ids; one of your own may be
    its text or its data.
    """

    study: Data = Field(default_factory=dict)
    toml: Annotated[str, Field(max_length=256 * 1024)] = ""


@dataclass(frozen=True)
class KindOffer:
    """A kind of question; `why` says why it cannot be asked of these rules, empty if it can.

    `most` is how many pairs are played at most where the question says nothing.
    """

    id: str
    name: str
    why: str
    most: int


@dataclass(frozen=True)
class SampleOffer:
    """A unit as it is printed, for a force; `unit` is what kind it is."""

    id: str
    name: str
    unit: str
    points: int


@dataclass(frozen=True)
class NumberOffer:
    """A number of a unit by its place ("tanks.warden.hull"), as it is; None for a bound that it has not."""

    id: str
    title: str
    value: float
    low: float | None
    high: float | None
    rule: str


@dataclass(frozen=True)
class HouseRuleOffer:
    """A house rule that a study can leave out: its id, its name, what it says in a sentence."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class LabOffer:
    """What can be asked about a ruleset. `rules` has the texts of rules that options and numbers change;
    `own` are the scenarios of the packs that are open, `packs` the names of these, the last on top; the
    default of an option or a number is what these packs make of it.
    """

    id: str
    name: str
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    groups: list[OptionGroup]
    rules: dict[str, str]
    players: list[PlayerInfo]
    kinds: list[KindOffer]
    samples: list[SampleOffer]
    own: list[str]
    packs: list[str]
    numbers: list[NumberOffer]
    house_rules: list[HouseRuleOffer]


@dataclass(frozen=True)
class LabState:
    """Whether the lab works here (`why` if not), and how many games a guest may ask for (0: any)."""

    ready: bool
    why: str
    most_games: int


@dataclass(frozen=True)
class Wrong:
    """Something wrong with a study: the field, the words, the rule."""

    field: str
    text: str
    rule: str


@dataclass(frozen=True)
class JudgedStudy:
    """A study judged: what is wrong, the whole of it as data and as a file, how many games it may take.

    `refused` says why it may not be begun here though nothing is wrong with it.
    """

    problems: list[Wrong]
    study: dict[str, Any]
    toml: str
    settings: int
    questions: int
    games: int
    refused: str


@dataclass(frozen=True)
class Price:
    """About what a study takes: games, minutes, pairs; the smallest effect it can find; games a second.

    `fault` says why it cannot be played after all: a change that a scenario does not bear.
    """

    games: int = 0
    minutes: float = 0.0
    most_minutes: float = 0.0
    blocks: int = 0
    findable_effect: float = 0.0
    rate: float = 0.0
    fault: str = ""


# ---------------------------------------------------------------- what can be asked


def why_not() -> str:
    """Why the lab does not work here; empty if it does."""
    return MISSING if any(find_spec(name) is None for name in NEEDED) else ""


def need_lab() -> None:
    """Refused (409) where the extra is missing."""
    if why := why_not():
        raise ApiError(409, "no_lab", why)


def offer(content: Content) -> LabOffer:
    """All that can be asked about a content: the scenarios and units of its packs go first."""
    from hulldown.lab.study import most_pairs_of

    ruleset = content.ruleset
    offered = [by_packs(variant, content) for variant in variants(ruleset)]
    rules = ruleset.files.rulebook().rules
    texts = {variant.rule: rules[variant.rule][1] for variant in offered if variant.rule in rules}
    units = samples(content)
    return LabOffer(
        ruleset.id,
        ruleset.name,
        list(content.scenarios().values()),
        offered,
        option_groups(ruleset, offered),
        texts,
        list(players(ruleset)),
        [KindOffer(kind, name, unfit(kind, units), most_pairs_of(kind)) for kind, name in KINDS.items()],
        units,
        list(content.stack.scenarios),
        [pack.sheet.name for pack in content.stack.packs],
        list(numbers(ruleset)),
        [
            HouseRuleOffer(key, rule.name, sentence(rule, ruleset.files.house))
            for key, rule in ruleset.files.house_rules().items()
        ],
    )


def by_packs(variant: OptionInfo, content: Content) -> OptionInfo:
    """An option or a number as the open packs have it: a change is measured against that."""
    return replace(variant, default=as_word(content.stack.variants.get(variant.id, variant.default)))


def numbers(ruleset: Ruleset) -> Iterator[NumberOffer]:
    """The numbers of units that can be changed or turned."""
    from hulldown.lab.unit_numbers import numbers_of

    for place, number in numbers_of(ruleset).items():
        low, high = (bound if isfinite(bound) else None for bound in (number.low, number.high))
        yield NumberOffer(place, number.title, number.value, low, high, number.rule)


def unfit(kind: str, units: list[SampleOffer]) -> str:
    """Why a kind of question cannot be asked."""
    return "" if units or kind not in OF_UNITS else "These rules have no units to choose from."


def samples(content: Content) -> list[SampleOffer]:
    """The units that a force may be made of, those of packs first."""
    return [
        SampleOffer(sample.id, sample.name, sample.unit, sample.points)
        for sample in content.own_first(content.samples)
    ]


def players(ruleset: Ruleset) -> Iterator[PlayerInfo]:
    """Players whose games can be repeated: those that people choose among, without their clocks, and more."""
    from hulldown.lab.study import repeatable

    seen: set[str] = set()
    for level in (*levels(ruleset), *PLAIN):
        text = CLOCK.sub("", level.id)
        if text in seen or any(repeatable([text], (), ruleset)):
            continue
        seen.add(text)
        measure = CLOCK_SAID.sub("", level.exact or level.text)  # who asks questions wants it
        yield PlayerInfo(text, level.name, measure, "", text == ruleset.computers.study_player)


CLOCK_SAID = re.compile(r", \d+(?:\.\d+)? s at most")


# ---------------------------------------------------------------- a study as it is sent


@dataclass(frozen=True)
class StudyDraft:
    """A study that was understood, the folder that its paths are seen from, its packs by their files."""

    study: Study
    base: Path
    packs: dict[str, str]


@contextmanager
def open_draft(db: Database, message: StudyIn) -> Iterator[StudyDraft]:
    """A study with its packs as files, for as long as it is looked at. CatalogueError says what is wrong."""
    from hulldown.lab.study import problems, study_of

    with TemporaryDirectory(prefix="hulldown-study-") as folder:
        base = Path(folder)
        data = understood(message)
        taken, wrong = with_packs(db, data, base)
        files, unreadable = with_scenarios(data, base)

        def judge(study: Study) -> Iterator[ValidationIssue]:
            faults = [*wrong, *unreadable]
            foreign = [] if faults else list(not_from_here(study, files))
            yield from faults or foreign or problems(study, base)

        yield StudyDraft(study_of(data, base, judge, "study"), base, taken)


def understood(message: StudyIn) -> dict[str, Any]:
    """The data of a study, a quick question with its arm. CatalogueError for a text that is no TOML."""
    from hulldown.lab.study import question, without_nothing

    data: dict[str, Any] = without_nothing(message.study)
    if message.toml:
        data = parse_toml(message.toml, STUDY)
    changed = {name: data.pop(name) for name in CHANGE if name in data}
    arms, base = data.get("arms"), data.get("base")
    if not any(changed.values()) or not isinstance(base, Mapping | None):
        return data
    known = arms if isinstance(arms, Mapping) else {}
    return {**data, **question(str(data.get("kind")), base, changed, known)}


def with_packs(
    db: Database, data: dict[str, Any], base: Path
) -> tuple[dict[str, str], list[ValidationIssue]]:
    """Put the files of packs in the place of their ids, in the base and in all arms; the ids by those files,
    and what is wrong.
    """
    taken: dict[str, str] = {}
    wrong: list[ValidationIssue] = []

    def filed(layer: Any, place: tuple[str, ...]) -> Any:
        ids = layer.get("packs") if isinstance(layer, Mapping) else None
        if not isinstance(ids, list | tuple):
            return layer
        files = []
        for number, pack in enumerate(ids):
            try:
                files.append(exported(db, str(pack), str(data.get("ruleset", "")), base, taken))
            except (NoSuchPack, CatalogueError) as error:
                what = str(error) if isinstance(error, CatalogueError) else "there is no such pack here"
                wrong.append(ValidationIssue((*place, "packs", number), what))
        return {**layer, "packs": files}

    if "base" in data:
        data["base"] = filed(data["base"], ("base",))
    if isinstance(arms := data.get("arms"), Mapping):
        data["arms"] = {name: filed(arm, ("arms", name)) for name, arm in arms.items()}
    return taken, wrong


def with_scenarios(data: dict[str, Any], base: Path) -> tuple[set[str], list[ValidationIssue]]:
    """Put files in the place of scenarios that were sent as texts or data: the names of the files, and what
    is wrong.
    """
    from hulldown.lab.arms import scenario_file

    files: set[str] = set()
    wrong: list[ValidationIssue] = []
    scenarios = data.get("scenarios")
    if not isinstance(scenarios, list | tuple):
        return files, wrong
    data["scenarios"] = list(scenarios)
    for number, scenario in enumerate(scenarios):
        if not isinstance(scenario, Mapping) and not (isinstance(scenario, str) and "\n" in scenario):
            continue
        try:
            own = resolve_scenario(scenario, ())
            assert isinstance(own, OwnFile)
            name = parse_toml(own.text, own.name).get("name")
        except CatalogueError as error:
            wrong.append(ValidationIssue(("scenarios", number), error.lines[0]))
            data["scenarios"][number] = UNREADABLE
            continue
        file = scenario_file(own.text, name if isinstance(name, str) else "", base).name
        data["scenarios"][number] = file
        files.add(file)
    return files, wrong


def exported(db: Database, pack: str, ruleset: str, base: Path, taken: dict[str, str]) -> str:
    """A kept pack as a file beside the study: its name. NoSuchPack, or CatalogueError for other rules."""
    for file, known in taken.items():
        if known == pack:
            return file
    kept = find_document(db, pack)
    if kept.ruleset != ruleset:
        raise CatalogueError([f"the pack {kept.title} is for other rules"])
    file = f"{word_of(kept.title)[:32]}{PACK}"
    if file in taken:
        file = f"{word_of(kept.title)[:32]}-{len(taken)}{PACK}"
    content = PackIn.model_validate_json(kept.document)
    (base / file).write_bytes(workshop.exported(rulesets.get(ruleset), content))
    taken[file] = pack
    return file


def not_from_here(study: Study, files: set[str]) -> Iterator[ValidationIssue]:
    """What a study that somebody sends may not name: files of this machine but for those that were sent with
    it, and players that are found there or think too long.
    """
    for number, scenario in enumerate(study.scenarios):
        if is_toml(scenario) and scenario not in files:
            yield ValidationIssue(("scenarios", number), "a file can't be named here; put it into a pack")
    places: list[tuple[tuple[str, ...], tuple[str, ...]]] = [(("players",), study.players)]
    places += [(("arms", name, "players"), arm.players or ()) for name, arm in study.arms.items()]
    if study.ruleset in rulesets.names():
        for place, names in places:
            for number, text in enumerate(names):
                if what := stranger(text, rulesets.get(study.ruleset)):
                    yield ValidationIssue((*place, number), what)
    builds: list[tuple[tuple[str | int, ...], Any]]
    builds = [(("base", "forces", unit), build) for unit, build in study.base.forces.items()]
    for name, arm in study.arms.items():
        builds += [(("arms", name, "forces", unit), build) for unit, build in arm.forces.items()]
        builds += [(("arms", name, "force", at), build) for at, build in enumerate(arm.force)]
    for where, what in builds:
        if isinstance(what, str) and is_toml(what):
            yield ValidationIssue(where, "a file can't be named here; send the build itself")


def stranger(text: str, ruleset: Ruleset) -> str:
    """Why a player may not play here; empty if it may."""
    try:
        computer = player(text, ruleset, anywhere=False)
    except (UnknownPlayer, ValueError) as wrong:
        return str(wrong)
    budget = computer.budget if isinstance(computer, MctsPlayer) else None
    return f"thinks more than {MOST_PLAYOUTS:,} times" if budget and budget.playouts > MOST_PLAYOUTS else ""


# ---------------------------------------------------------------- judged and begun


def judged(db: Database, message: StudyIn, may: Callable[[int], None]) -> JudgedStudy:
    """What is wrong with a study, and what it comes to. `may` refuses one of too many games."""
    from hulldown.lab.plan import plan_of
    from hulldown.lab.study import study_text

    need_lab()
    try:
        with open_draft(db, message) as draft:
            plan = plan_of(draft.study, draft.base)
            games = games_of(plan, draft.study)
            refused = refusal(may, weight_of(games, draft.study))
            text = study_text(draft.study)
            asked = with_ids(tomllib.loads(text), draft.packs, draft.base)
            return JudgedStudy([], asked, text, len(plan.settings), len(plan.cells), games, refused)
    except CatalogueError as error:
        return JudgedStudy(wrongs(error), {}, "", 0, 0, 0, "")


def refusal(act: Callable[[T], None], asked: T) -> str:
    """The words in which something is refused; empty if it is not."""
    try:
        act(asked)
    except ApiError as refused:
        return refused.text
    return ""


def wrongs(error: CatalogueError) -> list[Wrong]:
    """What is wrong with a study, place by place."""
    if error.issues:
        return [Wrong(format_place(issue.place), issue.what[:400], issue.rule) for issue in error.issues[:20]]
    return [Wrong("", line.removeprefix("study: ")[:400], "") for line in error.lines[:20]]


def games_of(plan: StudyPlan, study: Study) -> int:
    """How many games a study may take at most."""
    return sum(len(setting.seatings) for setting in plan.settings) * study.decide.most_pairs


def weight_of(games: int, study: Study) -> int:
    """So many games, those of players that think long counted several times."""
    texts = [*study.players, *(text for arm in study.arms.values() for text in arm.players or ())]
    minds = [player(text, rulesets.get(study.ruleset), anywhere=False) for text in texts]
    playouts = [mind.budget.playouts for mind in minds if isinstance(mind, MctsPlayer) and mind.budget]
    return games * max(1, max(playouts, default=0) // USUAL_THOUGHT)


def with_ids(data: dict[str, Any], files: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """The data of a study with the ids of packs in the place of their files, and with the texts of own
    scenarios, to be asked again; `folder` is where the study lies.
    """
    for layer in (data.get("base", {}), *data.get("arms", {}).values()):
        if "packs" in layer:
            layer["packs"] = [files.get(os.path.basename(file), file) for file in layer["packs"]]
    data["scenarios"] = [
        (folder / name).read_text("utf-8") if is_toml(name) and (folder / name).is_file() else name
        for name in data.get("scenarios", ())
    ]
    return data


def create_folder(db: Database, message: StudyIn, folder: Path, may: Callable[[int], None]) -> None:
    """The folder of a new study. Refused (400) with what is wrong: nothing is there then."""
    from hulldown.lab.plan import plan_of
    from hulldown.lab.recording import CannotKeep, Folder
    from hulldown.lab.running import ready

    need_lab()
    try:
        with open_draft(db, message) as draft:
            may(weight_of(games_of(plan_of(draft.study, draft.base), draft.study), draft.study))
            ready(draft.study, draft.base)
            Folder.begin(folder, draft.study, draft.base)
            write_json(folder / ASKED, {"packs": draft.packs})
    except CatalogueError as error:
        wrong = wrongs(error)[0]
        text = f"{wrong.field}: {wrong.text}" if wrong.field else wrong.text
        raise ApiError(400, "unclear", text[:400], wrong.rule) from None
    except CannotKeep as error:
        raise ApiError(503, "cannot_keep", str(error)[:400].replace(str(folder), "the study")) from None


def create_check(first: Path, study_id: str, better: str, folder: Path, may: Callable[[int], None]) -> None:
    """The folder of a study in which better players are asked about another. Refused (400) with what is
    wrong: nothing is there then.
    """
    from hulldown.lab.agreement import again
    from hulldown.lab.plan import plan_of
    from hulldown.lab.recording import CannotKeep, Folder
    from hulldown.lab.running import ready

    need_lab()
    kept = Folder.open(first)
    try:
        study = again(kept.study, int((kept.result() or {}).get("pairs", 0)), better)
        may(weight_of(games_of(plan_of(study, first), study), study))
        ready(study, first)
        Folder.begin(folder, study, first)
        packs_by_file = (load_json(first / ASKED) or {}).get("packs", {})
        write_json(folder / ASKED, {"packs": packs_by_file, CHECKS: study_id})
    except CatalogueError as error:
        text = error.lines[0].replace(str(first), "the study")
        raise ApiError(400, "unclear", text[:400]) from None
    except CannotKeep as error:
        raise ApiError(503, "cannot_keep", str(error)[:400].replace(str(folder), "the study")) from None


@contextmanager
def priced(db: Database, message: StudyIn) -> Iterator[Path]:
    """A study as a file among its packs, to be reckoned by another process. Refused (400) if it is wrong."""
    from hulldown.lab.study import study_text

    need_lab()
    try:
        with open_draft(db, message) as draft:
            path = draft.base / STUDY
            path.write_text(study_text(draft.study), "utf-8")
            yield path
    except CatalogueError as error:
        wrong = wrongs(error)[0]
        raise ApiError(
            400, "unclear", f"{wrong.field}: {wrong.text}".removeprefix(": "), wrong.rule
        ) from None
