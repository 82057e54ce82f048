"""The answer of a study in sentences, with the names that people give to what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, is_toml
from hulldown.kernel.batch import DRAW
from hulldown.lab.arms import Arm, StudyBase, content_of
from hulldown.lab.deciding import Question, confidence_sequence, counted, is_as_large
from hulldown.lab.plan import Contrast
from hulldown.lab.study import BOOK, OWN_ARMS, Decide, QuestionKind, Study
from hulldown.lab.unit_numbers import numbers_of
from hulldown.rulesets.common.content import Content

UNSAID = {"fault": "A player's own fault", "stalled": "Never ended", "?": "No rule is named"}
UNREADABLE = (CatalogueError, OSError, LookupError)


@dataclass(frozen=True)
class StudyNames:
    """Scenarios and arms by what people call them; an arm by what it changes, the book by what it is; how
    games ended by the rules that were cited.
    """

    scenarios: Mapping[str, str] = field(default_factory=dict)
    arms: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)

    def scenario(self, key: str) -> str:
        """A scenario; one that is not known by what its file is called."""
        return "All scenarios" if key == "all" else self.scenarios.get(key) or from_file(key)

    def arm(self, key: str) -> str:
        """An arm: what it changes, or its own name where that is said in no words."""
        if "/" in key and key not in self.arms:
            return " against ".join(key.split("/"))
        return self.arms.get(key) or ("as printed" if key == BOOK else turned(key))

    def ending(self, rules: str) -> str:
        """How a game ended; what has no words of its own by its rules."""
        return self.endings.get(rules) or UNSAID.get(rules) or f"By {rules.replace(' ', ', ')}"


def endings_of(ruleset: str) -> Mapping[str, str]:
    """How games of a ruleset end, by the rules that their last sentence cites."""
    return rulesets.get(ruleset).files.glossary().ending if ruleset in rulesets.names() else {}


def names_of(study: Study, base: Path, arms: Mapping[str, Arm] | None = None) -> StudyNames:
    """The names of a study whose paths are seen from `base`; `arms` are those of its plan. What cannot be
    read any more is called by its file.
    """
    given = {BOOK: study.arm(BOOK), **study.arms, **(arms or {})}
    if study.kind not in OWN_ARMS:
        given[BOOK] = with_base(study.base, given[BOOK])
    if study.ruleset not in rulesets.names():
        return StudyNames({}, {name: arm_text(arm) for name, arm in given.items()})
    contents: dict[tuple[str, ...], Content] = {}
    for name, arm in given.items():
        layers = study.played(name, study.arm(BOOK) if name == BOOK else arm)
        paths = tuple(pack for layer in layers for pack in layer.packs)
        if paths not in contents:
            contents[paths] = packs_of(study.ruleset, paths, base)
    titles = {
        path: pack.sheet.name
        for paths, content in contents.items()
        for path, pack in zip(paths, content.stack.packs, strict=False)
    }
    scenarios = {key: title_of(key, tuple(contents.values()), base) for key in study.scenarios}
    if any(arm.units for arm in given.values()):
        numbers = [numbers_of(content.ruleset) for content in contents.values()]
        titles |= {place: unit.title for known in numbers for place, unit in known.items()}
    return StudyNames(scenarios, {name: arm_text(arm, titles) for name, arm in given.items()})


def with_base(base: StudyBase, book: Arm) -> Arm:
    """The book with what its base says, for its name."""
    return book.model_copy(
        update={
            "options": {**base.options, **book.options},
            "values": {**base.values, **book.values},
            "packs": (*base.packs, *book.packs),
        }
    )


def packs_of(ruleset: str, paths: tuple[str, ...], base: Path) -> Content:
    """Packs over a ruleset; none of them if one cannot be read."""
    try:
        return content_of(ruleset, [StudyBase(packs=paths)], base)
    except UNREADABLE:
        return Content.resolve(ruleset)


def title_of(key: str, contents: tuple[Content, ...], base: Path) -> str:
    """What a scenario is called, by the first packs that know it."""
    for content in contents:
        try:
            return content.on(base / key if is_toml(key) else key).info.name
        except UNREADABLE:
            continue
    return from_file(key)


def arm_text(arm: Arm, titles: Mapping[str, str] | None = None) -> str:
    """What an arm changes, in words: `Reverse move: yes`, `Warden, hull: 9`. Packs and numbers of units have
    titles; a pack that has none is called by its file.
    """
    called = titles or {}
    changed = {**arm.options, **arm.values}
    texts = [f"{capital(spaced(name))}: {format_value(value)}" for name, value in changed.items()]
    texts += [f"{called.get(place) or place}: {value:g}" for place, value in arm.units.items()]
    return ", ".join([*texts, *(called.get(path) or from_file(path) for path in arm.packs)])


def from_file(path: str) -> str:
    """A name as a file has it, without folder and ending."""
    return capital(spaced(PurePath(path).stem))


def spaced(word: str) -> str:
    """A word of a file as people write it."""
    return word.replace("_", " ")


def turned(arm: str) -> str:
    """An arm that is called by the values of knobs: `turn_limit = 8`."""
    return arm.replace("=", " = ").replace(",", ", ")


def format_value(value: object) -> str:
    """A value in words: yes and no for what is true or false."""
    words = str(value).lower() if isinstance(value, bool) else str(value)
    return {"true": "yes", "false": "no"}.get(words, words.replace("_", " "))


def uncapital(text: str) -> str:
    """Words within a sentence; "A1" and "TC" stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def capital(text: str) -> str:
    """A sentence's first letter."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- side effects
# What a change does to games beside who wins: how many are drawn, how long they last.


LENGTHS = ("turns", "orders")
MUCH = 0.1  # of the length of games: a change of it from which on it is told


class SideEffect(NamedTuple):
    """What games of an arm have more or less of than the book's: `draws`, a share, `turns` or `orders`.

    `low` and `high` are bounds of the difference: of shares, and of lengths as parts of the longer one.
    """

    arm: str
    scenario: str
    what: str
    book: float
    changed: float
    low: float
    high: float


def side_effects(cells: Sequence[Contrast], games: pl.DataFrame, decide: Decide) -> Iterator[SideEffect]:
    """Those of all comparisons with the book that are large and sure: drawn games by the smallest effect or
    more, a length by a tenth or more, in turns or else in orders.

    All intervals together hold at all looks, but for the error of the study: it may have stopped at any.
    """
    compared = [cell for cell in cells if cell.minus is not None and cell.weight == 1.0]
    if not compared or games.is_empty():
        return
    level = decide.error / (len(compared) * (1 + len(LENGTHS)))
    blocks = games.group_by("arm", "scenario", "block").agg(
        (pl.col("winner") == DRAW).cast(pl.Float64).mean().alias("draws"),
        *(pl.col(name).cast(pl.Float64).mean() for name in LENGTHS),
    )
    for cell in compared:
        mine, theirs = (
            blocks.filter((pl.col("arm") == arm) & (pl.col("scenario") == cell.scenario))
            for arm in (cell.arm, BOOK)
        )
        both = theirs.join(mine, on="block", suffix="_changed").sort("block")
        if len(both) < 2:
            continue
        effects = [effect_on(what, both, cell, decide, level) for what in ("draws", *LENGTHS)]
        draws, *lengths = effects
        yield from (effect for effect in (draws, next(filter(None, lengths), None)) if effect)


def effect_on(
    what: str, both: pl.DataFrame, cell: Contrast, decide: Decide, level: float
) -> SideEffect | None:
    """What a change does to one of them, where it is large and sure."""
    book, changed = both[what].to_numpy(), both[f"{what}_changed"].to_numpy()
    means = float(book.mean()), float(changed.mean())
    whole, least = (1.0, decide.smallest_effect / 100) if what == "draws" else (max(means), MUCH)
    if not whole or abs(means[1] - means[0]) < least * whole:
        return None
    scores = np.round((changed - book) / whole, 9)
    low, high = confidence_sequence(counted(scores), decide.error, level)
    sure = low > 0 or high < 0
    return SideEffect(cell.arm, cell.scenario, what, *means, low, high) if sure else None


# ---------------------------------------------------------------- verdict text
# The answer of a study in sentences, as a player would say it: yes, no or not settled, with the interval by
# which that was decided, who is better, and between whom.


class VerdictLine(NamedTuple):
    """One line of what came out. Shares, and differences between them, are in points of a hundred."""

    what: str
    arm: str
    scenario: str
    estimate: float
    low: float
    high: float
    verdict: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Which answer it is."""
        return self.what, self.arm, self.scenario


class Standing(Enum):
    """How the question stands, by the interval of an answer."""

    SAME = auto()  # within the smallest effect
    LARGE = auto()  # beyond it
    SOME = auto()  # a difference for sure; whether as large as asked about is open
    OPEN = auto()
    VOID = auto()  # too many games never ended


FEW = 3  # answers that are told one by one
MOST_NAMED = 5  # changes of an atlas that are named
DIFFERENCES = (
    QuestionKind.VARIANT,
    QuestionKind.ATLAS,
    QuestionKind.UNITS,
)  # kinds whose answers are differences


class VerdictInput(NamedTuple):
    """What sentences are made of: the answers of a study, and what stands beside them.

    `missing` says about how many more blocks would settle an answer (None: hardly any number would), `void`
    which answers have too many games that never ended, `touched` by arm in which share of how many blocks
    games went otherwise; `metrics` are those of the result. `unit` is what a block is called.
    """

    study: Study
    answers: Sequence[VerdictLine]
    names: StudyNames
    missing: Mapping[tuple[str, str, str], int | None] = {}
    void: frozenset[tuple[str, str, str]] = frozenset()
    touched: Mapping[str, Mapping[str, Any]] = {}
    effects: Sequence[SideEffect] = ()
    metrics: Sequence[Mapping[str, Any]] = ()
    unit: str = "pairs"
    confirmed: bool = True

    def place(self, line: VerdictLine) -> str:
        """What the scenario of an answer is called."""
        return self.names.scenario(line.scenario)

    def where(self, line: VerdictLine) -> str:
        """` in Skirmish`, where several scenarios are asked about."""
        return f" in {self.place(line)}" if len(self.study.scenarios) > 1 else ""

    @property
    def effect(self) -> str:
        """The smallest effect that was asked about: `3 points`."""
        return points(self.study.decide.smallest_effect)

    @property
    def places(self) -> int:
        """Decimal places of points: those in which the verdict was taken."""
        return Question(self.study.decide.smallest_effect / 100, 0.05).places

    @property
    def centre(self) -> float:
        """What no difference is, in points."""
        if self.study.kind in DIFFERENCES:
            return 0.0
        return 100 * self.study.target if self.study.kind is QuestionKind.TUNE else 50.0

    def standing(self, line: VerdictLine) -> Standing:
        """How the question of an answer stands."""
        if line.key in self.void:
            return Standing.VOID
        if line.verdict != "different":
            return Standing.SAME if line.verdict == "same" else Standing.OPEN
        low, high = (round(end - self.centre, 6) for end in (line.low, line.high))
        large = is_as_large(low, high, self.study.decide.smallest_effect)
        return Standing.LARGE if large else Standing.SOME

    def percent(self, line: VerdictLine) -> str:
        """`54.0 % (51.2 to 56.9)`."""
        value, low, high = (f"{end:.{self.places}f}" for end in (line.estimate, line.low, line.high))
        return f"{value} % ({low} to {high})"

    def difference(self, line: VerdictLine) -> str:
        """`1.3 points more (2.0 less to 4.6 more)`."""
        value, low, high = (abs_text(end, self.places) for end in (line.estimate, line.low, line.high))
        number, _, way = value.partition(" ")
        return f"{number} points {way} ({low} to {high})"

    def more(self, line: VerdictLine) -> str:
        """How much would settle an answer, as the end of a sentence."""
        missing = self.missing.get(line.key)
        if missing:
            return f"about {rounded_up(missing):,} more {self.unit} would settle it"
        if line.key in self.missing and missing is None:
            return f"the true value is so near that hardly any number of {self.unit} would settle it"
        return f"it takes more {self.unit}"


def sentence(asked: VerdictInput) -> str:
    """The answer in a few sentences."""
    if not asked.answers:
        return "Nothing was played yet."
    study = asked.study
    players = " and ".join(dict.fromkeys(study.players))
    base = asked.names.arms.get(BOOK, "") if study.kind not in OWN_ARMS else ""
    played = f", played with {base}" if base else ""
    return f"{SENTENCES[study.kind](asked)} Between computer players ({players}){played}."


# ---------------------------------------------------------------- numbers


def points(value: float) -> str:
    """`3 points`, `1 point`, `2.5 points`."""
    return f"{value:g} {'point' if value == 1 else 'points'}"


def abs_text(value: float, places: int) -> str:
    """`1.3 more`, `2.0 less`; nothing is `0.0 more`."""
    number = f"{abs(value):.{places}f}"
    return f"{number} {'less' if value < 0 and float(number) else 'more'}"


def rounded_up(count: int) -> int:
    """A number in two figures, not too small: `900`, `4300`."""
    step = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // step) * step


def number_are(ones: Sequence[object]) -> str:
    """`1 is`, `4 are`."""
    return f"{len(ones)} {'is' if len(ones) == 1 else 'are'}"


def never_ended(asked: VerdictInput, line: VerdictLine) -> str:
    """Why nothing is said of an answer."""
    return f"Not settled: more than 1 in 100 games{asked.where(line)} never ended."


# ---------------------------------------------------------------- the games


def shares_text(asked: VerdictInput, arm: str, scenario: str) -> tuple[str, str]:
    """How many games were drawn, and how long they last; empty where nothing is known of them."""
    row = next(
        (metric for metric in asked.metrics if (metric["arm"], metric["scenario"]) == (arm, scenario)), None
    )
    if row is None or row["draws"]["value"] is None or row["turns"]["value"] is None:
        return "", ""
    draws, turns = row["draws"], row["turns"]
    drawn = f"{100 * draws['value']:.1f} % ({100 * draws['low']:.1f} to {100 * draws['high']:.1f})"
    return drawn, f"{turns['value']:.1f} turns"


def games_text(asked: VerdictInput, line: VerdictLine) -> str:
    """` Drawn are 4.1 % (2.3 to 7.0) of the games; they last 8.1 turns.`, of one arm."""
    drawn, turns = shares_text(asked, line.arm, line.scenario)
    return f" Drawn are {drawn} of the games; they last {turns}." if drawn else ""


def beside_text(effects: Iterable[SideEffect]) -> str:
    """`66.7 % of the games are drawn instead of 0.4 % and they last 4.1 turns instead of 8.2`."""
    texts = []
    for effect in effects:
        if effect.what == "draws":
            texts.append(
                f"{100 * effect.changed:.1f} % of the games are drawn instead of {100 * effect.book:.1f} %"
            )
        else:
            who = "they last" if texts else "games last"
            texts.append(f"{who} {effect.changed:.1f} {effect.what} instead of {effect.book:.1f}")
    return " and ".join(texts)


# ---------------------------------------------------------------- fair


def fair_text(asked: VerdictInput) -> str:
    if len(asked.answers) <= FEW:
        return " ".join(scenario_text(asked, answer) for answer in asked.answers)
    by = by_standing(asked)
    same, large, some = by[Standing.SAME], by[Standing.LARGE], by[Standing.SOME]
    texts = [f"Of {len(asked.answers)} scenarios {number_are(same)} fair within {asked.effect}"]
    for ones, what in ((large, "not"), (some, "not even, whether by so much is open")):
        if ones:
            places = ", ".join(f"{asked.place(line)} {asked.percent(line)}" for line in ones)
            texts.append(f"{number_are(ones)} {what}: the first side takes in {places}")
    if others := [*by[Standing.OPEN], *by[Standing.VOID]]:
        texts.append(f"{number_are(others)} not settled: {', '.join(map(asked.place, others))}")
    return "; ".join(texts) + "."


def scenario_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Whether one scenario is fair."""
    place, taken, effect = asked.place(line), asked.percent(line), asked.effect
    better = "first" if line.estimate > 50 else "second"
    games = games_text(asked, line)
    match asked.standing(line):
        case Standing.SAME:
            return f"Yes: {place} is fair within {effect}. The first side takes {taken}.{games}"
        case Standing.LARGE:
            return (
                f"No: {place} is not fair, the {better} side is better by {effect} or more. "
                f"The first side takes {taken}.{games}"
            )
        case Standing.SOME:
            return (
                f"Not settled: in {place} the {better} side is better, whether by {effect} or more is open. "
                f"The first side takes {taken}; {asked.more(line)}.{games}"
            )
        case Standing.OPEN:
            return (
                f"Not settled: whether {place} is fair within {effect} is open. "
                f"The first side takes {taken}; {asked.more(line)}.{games}"
            )
    return f"Not settled: more than 1 in 100 games of {place} never ended.{games}"


def by_standing(asked: VerdictInput) -> dict[Standing, list[VerdictLine]]:
    """The answers by how their question stands."""
    return {kind: [answer for answer in asked.answers if asked.standing(answer) is kind] for kind in Standing}


# ---------------------------------------------------------------- a change


def variant_text(asked: VerdictInput) -> str:
    if len(asked.answers) > FEW:
        return atlas_text(asked)
    return " ".join(
        f"{change_text(asked, answer)}{compared_text(asked, answer)}" for answer in asked.answers
    ) + (came_up_text(asked))


def change_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Whether one change alters who wins."""
    what, effect, where = asked.names.arm(line.arm), asked.effect, asked.where(line)
    gives = f"{what} gives the first side {asked.difference(line)}{where}"
    beside = beside_text(
        effect for effect in asked.effects if (effect.arm, effect.scenario) == (line.arm, line.scenario)
    )
    also = f" Besides, {beside}." if beside else ""
    match asked.standing(line):
        case Standing.SAME if beside:
            return f"No difference in who wins, but {beside}. {gives}, less than {effect} either way."
        case Standing.SAME if never_came_up(asked, line):
            blocks = asked.touched[line.arm]["blocks"]
            return (
                f"No: {what} never came up in {blocks:,} {asked.unit}{where}, so it changes who wins by less "
                f"than {effect} either way."
            )
        case Standing.SAME:
            return f"No: {gives}, less than {effect} either way."
        case Standing.LARGE:
            return f"Yes: {gives}, {effect} or more.{also}"
        case Standing.SOME:
            return (
                f"Not settled: {gives}. That is a difference; whether it is {effect} or more is open: "
                f"{asked.more(line)}.{also}"
            )
        case Standing.OPEN:
            return (
                f"Not settled: {gives}. Whether it changes who wins, and by {effect} or more, is open: "
                f"{asked.more(line)}.{also}"
            )
    return f"{never_ended(asked, line)}{also}"


def never_came_up(asked: VerdictInput, line: VerdictLine) -> bool:
    """Whether all games of a change went as they do without it."""
    return bool(asked.touched.get(line.arm, {}).get("share") == 0)


def compared_text(asked: VerdictInput, line: VerdictLine) -> str:
    """` The first side takes 52.1 % of the points instead of 48.2 %; ...`: both arms as they were played."""
    drawn, turns = shares_text(asked, line.arm, line.scenario)
    before, usual = shares_text(asked, BOOK, line.scenario)
    if never_came_up(asked, line) or not drawn or not before:
        return ""
    return f" Drawn are {drawn} of the games, otherwise {before}; they last {turns}, otherwise {usual}."


def came_up_text(asked: VerdictInput) -> str:
    """How often changes came up at all."""
    texts = []
    several = len(asked.touched) > 1
    for arm, touch in asked.touched.items():
        of = f"{asked.names.arm(arm)}: " if several else ""
        if touch["share"]:
            share = 100 * touch["share"]
            percent = f"{share:.0f}" if share >= 1 else "less than 1"
            texts.append(f"{of}games went otherwise in {percent} % of {touch['blocks']:,} {asked.unit}")
        elif several or not all(asked.standing(answer) is Standing.SAME for answer in asked.answers):
            texts.append(f"{of}it never came up in {touch['blocks']:,} {asked.unit}")
    return f" {capital('; '.join(texts))}." if texts else ""


def atlas_text(asked: VerdictInput) -> str:
    by = by_standing(asked)
    same, effect = by[Standing.SAME], asked.effect
    others = [*by[Standing.OPEN], *by[Standing.VOID]]
    texts = [
        f"Of {len(asked.answers)} changes {len(by[Standing.LARGE])} change who wins by {effect} or more"
        f"{named(asked, by[Standing.LARGE])}"
    ]
    if by[Standing.SOME]:
        some = named(asked, by[Standing.SOME])
        texts.append(f"{len(by[Standing.SOME])} change it, whether by so much is open{some}")
    never = sum(never_came_up(asked, line) for line in same)
    texts.append(f"{len(same)} change it by less ({never} never came up)")
    texts.append(f"{number_are(others)} not settled")
    quiet = {line.key[1:] for line in same}
    beside = dict.fromkeys((effect.arm, effect.scenario) for effect in asked.effects)
    arms = [asked.names.arm(arm) for arm, scenario in beside if (arm, scenario) in quiet]
    also = ""
    if arms:
        more = f" and {len(arms) - MOST_NAMED} more" if len(arms) > MOST_NAMED else ""
        also = (
            " No difference in who wins, but in how many games are drawn or how long they last: "
            f"{', '.join(arms[:MOST_NAMED])}{more}."
        )
    return f"{'; '.join(texts)}.{also}"


def named(asked: VerdictInput, ones: Sequence[VerdictLine]) -> str:
    """`, most of all X (+4.1, +2.0 to +6.2), ...`: those that differ most."""
    ranked = sorted(ones, key=lambda line: -abs(line.estimate))[:MOST_NAMED]
    names = (
        f"{asked.names.arm(line.arm)}{asked.where(line)} ({line.estimate:+.{asked.places}f}, "
        f"{line.low:+.{asked.places}f} to {line.high:+.{asked.places}f})"
        for line in ranked
    )
    return f", most of all {', '.join(names)}" if ranked else ""


# ---------------------------------------------------------------- forces and players


def forces_text(asked: VerdictInput) -> str:
    return " ".join(force_text(asked, answer) for answer in asked.answers)


def force_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Which of two forces is better in a scenario."""
    mine, theirs = map(spaced, line.what.split(" against "))
    better = mine if line.estimate > 50 else theirs
    taken = f"{capital(mine)} takes {asked.percent(line)} against {theirs} in {asked.place(line)}"
    effect = asked.effect
    match asked.standing(line):
        case Standing.SAME:
            return f"No: neither force is better by {effect} or more. {taken}."
        case Standing.LARGE:
            return f"Yes: {better} is better by {effect} or more. {taken}."
        case Standing.SOME:
            text = f"Not settled: {better} is better, whether by {effect} or more is open."
            return f"{text} {taken}; {asked.more(line)}."
        case Standing.OPEN:
            text = f"Not settled: whether one of them is better, and by {effect} or more, is open."
            return f"{text} {taken}; {asked.more(line)}."
    return never_ended(asked, line)


def depth_text(asked: VerdictInput) -> str:
    stands = [asked.standing(answer) for answer in asked.answers]
    sure = (Standing.LARGE, Standing.SOME)
    if all(
        stand in sure and answer.estimate > 50 for stand, answer in zip(stands, asked.answers, strict=True)
    ):
        text = "Yes: skill tells."
    elif all(stand is Standing.SAME for stand in stands):
        text = f"No: thinking wins less than {asked.effect}."
    elif any(stand in (Standing.OPEN, Standing.VOID) for stand in stands):
        text = "Not settled: not every step is clear yet."
    else:
        text = "No: skill does not tell on every step."
    return " ".join([text, *(rung_text(asked, answer) for answer in asked.answers)])


def rung_text(asked: VerdictInput, line: VerdictLine) -> str:
    """What a player takes from the one below."""
    stronger, weaker = line.what.split(" against ")
    other = "itself" if stronger == weaker else weaker
    taken = f"{stronger} takes {asked.percent(line)} from {other}{asked.where(line)}"
    match asked.standing(line):
        case Standing.SAME:
            return f"{taken}, less than {asked.effect} more than half or less."
        case Standing.LARGE:
            return f"{taken}." if line.estimate > 50 else f"{taken}: {other} is better."
        case Standing.SOME:
            better = stronger if line.estimate > 50 else other
            return (
                f"{taken}: {better} is better, whether by {asked.effect} or more is open, {asked.more(line)}."
            )
        case Standing.OPEN:
            return f"{taken}: which is better is open, {asked.more(line)}."
    return never_ended(asked, line)


# ---------------------------------------------------------------- worths, knobs, profiles


def units_text(asked: VerdictInput) -> str:
    if not any(answer.verdict == "different" for answer in asked.answers):
        return "No unit or upgrade is clearly better or worse yet: all intervals reach nothing."
    best, worst = asked.answers[0], asked.answers[-1]
    best_of, least_of = (spaced(line.what) for line in (best, worst))
    return capital(
        f"{best_of} is worth most: one more gives {worth(best)}; {least_of} least: {worth(worst)}."
    )


def worth(line: VerdictLine) -> str:
    """`+4.2 points of share (+1.0 to +7.4)`."""
    return f"{line.estimate:+.1f} points of share ({line.low:+.1f} to {line.high:+.1f})"


def tune_text(asked: VerdictInput) -> str:
    if asked.confirmed:
        return " ".join(value_text(asked, answer) for answer in asked.answers)
    values = "; ".join(
        f"{turned(answer.arm)} gives the first side {asked.percent(answer)}{asked.where(answer)}"
        for answer in asked.answers
    )
    return f"Not settled: no value was tested on fresh dice yet. {values}."


def value_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Whether the value that comes nearest to the target reaches it."""
    value, target, effect = turned(line.arm), f"{100 * asked.study.target:g} %", asked.effect
    taken = f"On fresh dice the first side takes {asked.percent(line)}"
    place = asked.place(line)
    match asked.standing(line):
        case Standing.SAME:
            return f"Yes: {value} comes within {effect} of {target} in {place}. {taken}."
        case Standing.LARGE:
            return (
                f"No: of the values tried {value} comes nearest to {target} in {place}, and misses it by "
                f"{effect} or more. {taken}."
            )
        case Standing.SOME:
            text = f"Not settled: {value} comes nearest to {target} in {place} and misses it, whether by"
            return f"{text} {effect} or more is open. {taken}; {asked.more(line)}."
        case Standing.OPEN:
            text = f"Not settled: {value} comes nearest to {target} in {place}, whether within"
            return f"{text} {effect} is open. {taken}; {asked.more(line)}."
    return never_ended(asked, line)


def profile_text(asked: VerdictInput) -> str:
    several = len({answer.arm for answer in asked.answers}) > 1
    texts = []
    for answer in asked.answers:
        arm = f"{asked.names.arm(answer.arm)}, " if several else ""
        took = f"{capital(arm + asked.place(answer))}: the first side takes {asked.percent(answer)}."
        texts.append(f"{took}{games_text(asked, answer)}")
    return " ".join(texts)


SENTENCES = {
    QuestionKind.FAIR: fair_text,
    QuestionKind.VARIANT: variant_text,
    QuestionKind.FORCES: forces_text,
    QuestionKind.ATLAS: atlas_text,
    QuestionKind.DEPTH: depth_text,
    QuestionKind.UNITS: units_text,
    QuestionKind.TUNE: tune_text,
    QuestionKind.PROFILE: profile_text,
}
