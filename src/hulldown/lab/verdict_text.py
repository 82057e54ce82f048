"""The answer of a study in sentences, with the names that people give to what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from hulldown import rulesets
from hulldown.kernel.batch import DRAW
from hulldown.lab.arms import Arm
from hulldown.lab.deciding import Question, confidence_sequence, counted, is_as_large
from hulldown.lab.plan import Contrast
from hulldown.lab.study import BOOK, OWN_ARMS, Decide, QuestionKind, Study
from hulldown.lab.study_names import StudyNames, capital, spaced, turned

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
    SOME = auto()  # one is better for sure; whether by as much as asked about is open
    OPEN = auto()  # it may be nothing, it may be as much as asked about
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

    def percent(self, line: VerdictLine, second: bool = False) -> str:
        """`54.0 % (51.2 to 56.9)`, what the first side takes; or what is left of it for the second."""
        ends = (line.estimate, line.low, line.high)
        if second:
            ends = (100.0 - line.estimate, 100.0 - line.high, 100.0 - line.low)
        value, low, high = (f"{end:.{self.places}f}" for end in ends)
        return f"{value} % ({low} to {high})"

    def difference(self, line: VerdictLine) -> str:
        """`the first side takes 1.3 points more (2.0 less to 4.6 more)`, for the side that gains."""
        second = line.estimate < 0
        low, high = (-line.high, -line.low) if second else (line.low, line.high)
        both = f"{low:.{self.places}f} to {high:.{self.places}f}"
        if low < 0:
            both = f"{-low:.{self.places}f} less to {high:.{self.places}f} more"
        number = f"{abs(line.estimate):.{self.places}f}"
        return f"the {'second' if second else 'first'} side takes {number} points more ({both})"

    def more(self, line: VerdictLine) -> str:
        """How much would settle an answer, as the end of a sentence."""
        missing = self.missing.get(line.key)
        if missing:
            return f"about {rounded_up(missing):,} more {self.unit} would settle it"
        if line.key in self.missing and missing is None:
            return f"the true value is so near that hardly any number of {self.unit} would settle it"
        return f"it takes more {self.unit}"


class VerdictText(NamedTuple):
    """What a study says: the answer to its question, and what stands beside it."""

    answer: str
    beside: str = ""


def sentence(asked: VerdictInput) -> str:
    """The answer in a few sentences."""
    if not asked.answers:
        return "Nothing was played yet."
    study = asked.study
    players = " and ".join(dict.fromkeys(study.players))
    apart = study.kind in OWN_ARMS and study.arm(BOOK) != Arm()  # then no base of all arms
    base = "" if apart else asked.names.arms.get(BOOK, "")
    played = f", played with {base}" if base else ""
    between = f"Between computer players ({players}){played}."
    return " ".join(filter(None, (clock_text(asked), *SENTENCES[study.kind](asked), between)))


def answer_text(asked: VerdictInput) -> str:
    """The answer to the question alone."""
    return SENTENCES[asked.study.kind](asked).answer if asked.answers else ""


def joined(verdicts: Iterable[VerdictText]) -> VerdictText:
    """What several verdicts come to: their answers, then what stands beside them."""
    answers, beside = zip(*verdicts, strict=True)
    return VerdictText(" ".join(answers), " ".join(dict.fromkeys(filter(None, beside))))


# ---------------------------------------------------------------- an answer in a table


WORDS: Mapping[str, tuple[str, str]] = {  # of what is as large as asked about, and of what is smaller
    QuestionKind.FAIR: ("not fair", "fair"),
    QuestionKind.FORCES: ("one is better", "even"),
    QuestionKind.DEPTH: ("one is stronger", "thinking wins nothing"),
    QuestionKind.TUNE: ("misses the target", "reaches the target"),
    QuestionKind.UNITS: ("better or worse", ""),
}


def verdict_words(kind: str, answer: Mapping[str, Any], effect: float, centre: float) -> str:
    """What is said of an answer in a few words; nothing where a study gives no verdict."""
    low, high = answer["low"], answer["high"]
    if answer["verdict"] == "different" and kind != QuestionKind.UNITS and None not in (low, high):
        low, high = (round(end - centre, 6) for end in (low, high))
        if (low > 0 or high < 0) and not is_as_large(low, high, effect):
            return f"not settled: whether it is {points(effect)} or more is open"
    return word_of(kind, answer["verdict"])


def word_of(kind: str, verdict: str) -> str:
    """A verdict as a player would say it; nothing where a study gives none."""
    if verdict == "undecided":
        return "not settled"
    large, small = WORDS.get(kind, ("it matters", "it hardly matters"))
    return {"different": large, "same": small}.get(verdict, "")


def what_text(names: StudyNames, kind: str, answer: Mapping[str, Any]) -> str:
    """What an answer is about, as people call it."""
    what = str(answer["what"])
    if what == answer["arm"]:
        return names.arm(what)
    if kind == QuestionKind.FORCES:
        return " against ".join(map(names.arm, what.split(" against ")))
    return names.unit(what)


# ---------------------------------------------------------------- numbers


def points(value: float) -> str:
    """`3 points`, `1 point`, `2.5 points`."""
    return f"{value:g} {'point' if value == 1 else 'points'}"


def rounded_up(count: int) -> int:
    """A number in two figures, not too small: `900`, `4300`."""
    step = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // step) * step


def number_are(ones: Sequence[object]) -> str:
    """`1 is`, `4 are`."""
    return f"{len(ones)} {'is' if len(ones) == 1 else 'are'}"


def number_change(ones: Sequence[object]) -> str:
    """`1 changes`, `4 change`."""
    return f"{len(ones)} {'changes' if len(ones) == 1 else 'change'}"


def never_ended(asked: VerdictInput, line: VerdictLine) -> str:
    """Why nothing is said of an answer."""
    return f"Not settled: more than 1 in 100 games{asked.where(line)} never ended."


# ---------------------------------------------------------------- the games


MOST = 0.5  # of the games: if more end because turns are up, that is said before anything else


def clock_text(asked: VerdictInput) -> str:
    """That most games ran out of turns, where they did: such players rarely finish a battle."""
    games = sum(metric["games"] for metric in asked.metrics)
    share = sum(metric["games"] * out_of_turns(asked, metric) for metric in asked.metrics) / max(1, games)
    if share <= MOST:
        return ""
    return (
        f"Most games ({100 * share:.0f} %) ran out of turns: between these players the verdict is about who "
        "leads when time is up."
    )


def out_of_turns(asked: VerdictInput, metric: Mapping[str, Any]) -> float:
    """The share of the games that ended because turns were up."""
    ruleset = asked.study.ruleset
    clock = set(rulesets.get(ruleset).files.glossary().clock if ruleset in rulesets.names() else ())
    return float(sum(end["share"] for end in metric["ended_by"] if clock & set(end["rules"].split())))


class GamesPlayed(NamedTuple):
    """What games were like, in words: who took more of the points, how many were drawn, how long."""

    leader: str
    drawn: str
    turns: str


def games_played(asked: VerdictInput, scenario: str, *arms: str) -> GamesPlayed | None:
    """The games of some arms in a scenario; None where nothing is known of them."""
    rows = [row for row in asked.metrics if row["arm"] in arms and row["scenario"] == scenario]
    if not rows or any(row[name]["value"] is None for row in rows for name in ("first", "draws", "turns")):
        return None
    games = sum(row["games"] for row in rows)
    first, draws, turns = (
        sum(row[name]["value"] * row["games"] for row in rows) / games for name in ("first", "draws", "turns")
    )
    low, high = (end(row["first"][name] for row in rows) for end, name in ((min, "low"), (max, "high")))
    side = "first"
    if first < 0.5:
        side, first, low, high = "second", 1 - first, 1 - high, 1 - low
    fewest, most = min(row["draws"]["low"] for row in rows), max(row["draws"]["high"] for row in rows)
    return GamesPlayed(
        f"the {side} side takes {in_percent(first, low, high)}",
        in_percent(draws, fewest, most),
        f"{turns:.1f} turns",
    )


def in_percent(value: float, low: float, high: float) -> str:
    """`4.1 % (2.3 to 7.0)`."""
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def games_text(asked: VerdictInput, scenario: str, *arms: str) -> str:
    """`4.1 % (2.3 to 7.0) of the games are drawn; games last 8.1 turns.`"""
    games = games_played(asked, scenario, *arms)
    if not games:
        return ""
    where = f"In {asked.names.scenario(scenario)} " if len(asked.study.scenarios) > 1 else ""
    return f"{where}{games.drawn} of the games are drawn; games last {games.turns}."


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


def fair_text(asked: VerdictInput) -> VerdictText:
    if len(asked.answers) <= FEW:
        return joined(scenario_text(asked, answer) for answer in asked.answers)
    by = by_standing(asked)
    same, large, some = by[Standing.SAME], by[Standing.LARGE], by[Standing.SOME]
    texts = [f"Of {len(asked.answers)} scenarios {number_are(same)} fair within {asked.effect}"]
    for ones, what in ((large, "not"), (some, "not even, whether by so much is open")):
        if ones:
            places = ", ".join(f"{asked.place(line)} {asked.percent(line)}" for line in ones)
            texts.append(f"{number_are(ones)} {what}: the first side takes in {places}")
    if others := [*by[Standing.OPEN], *by[Standing.VOID]]:
        texts.append(f"{number_are(others)} not settled: {', '.join(map(asked.place, others))}")
    return VerdictText("; ".join(texts) + ".")


def scenario_text(asked: VerdictInput, line: VerdictLine) -> VerdictText:
    """Whether one scenario is fair, and which side is better."""
    place, effect = asked.place(line), asked.effect
    second = line.estimate < 50
    side = "second" if second else "first"
    taken = f"The {side} side takes {asked.percent(line, second)} of the points."
    games = games_text(asked, line.scenario, line.arm)
    match asked.standing(line):
        case Standing.SAME:
            return VerdictText(f"Yes: {place} is fair within {effect}. {taken}", games)
        case Standing.LARGE:
            answer = f"No: {place} is not fair, the {side} side is better by {effect} or more. {taken}"
            return VerdictText(answer, games)
        case Standing.SOME:
            answer = (
                f"Not settled: in {place} the {side} side is better, whether by {effect} or more is open; "
                f"{asked.more(line)}. {taken}"
            )
            return VerdictText(answer, games)
        case Standing.OPEN:
            answer = (
                f"Not settled: in {place} the sides may be even, or one better by {effect} or more; "
                f"{asked.more(line)}. {taken}"
            )
            return VerdictText(answer, games)
    return VerdictText(f"Not settled: more than 1 in 100 games of {place} never ended.", games)


def by_standing(asked: VerdictInput) -> dict[Standing, list[VerdictLine]]:
    """The answers by how their question stands."""
    return {kind: [answer for answer in asked.answers if asked.standing(answer) is kind] for kind in Standing}


# ---------------------------------------------------------------- a change


def variant_text(asked: VerdictInput) -> VerdictText:
    if len(asked.answers) > FEW:
        answer, beside = atlas_text(asked)
        return VerdictText(answer, " ".join(filter(None, (beside, came_up_text(asked)))))
    quiet = [line for line in asked.answers if never_came_up(asked, line)]
    verdicts = [
        VerdictText(change_text(asked, line), compared_text(asked, line))
        for line in asked.answers
        if line not in quiet
    ]
    verdicts += [quiet_text(asked, lines) for lines in by_arm(quiet)]
    answer, beside = joined(verdicts)
    return VerdictText(answer, " ".join(filter(None, (beside, came_up_text(asked)))))


def by_arm(lines: Iterable[VerdictLine]) -> list[list[VerdictLine]]:
    """Answers, those about one arm together."""
    arms: dict[str, list[VerdictLine]] = {}
    for line in lines:
        arms.setdefault(line.arm, []).append(line)
    return list(arms.values())


def change_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Whether one change alters who wins, and which side it helps."""
    what, effect, where = asked.names.arm(line.arm), asked.effect, asked.where(line)
    gain = asked.difference(line)
    beside = beside_text(
        effect for effect in asked.effects if (effect.arm, effect.scenario) == (line.arm, line.scenario)
    )
    also = f" Besides, {beside}." if beside else ""
    match asked.standing(line):
        case Standing.SAME if beside:
            return (
                f"No: {what} changes who wins{where} by less than {effect} either way, but {beside}. "
                f"{capital(gain)}."
            )
        case Standing.SAME:
            return f"No: {what} changes who wins{where} by less than {effect} either way: {gain}."
        case Standing.LARGE:
            return f"Yes: {what} changes who wins{where} by {effect} or more: {gain}.{also}"
        case Standing.SOME:
            return (
                f"Not settled: {what} changes who wins{where}, whether by {effect} or more is open; "
                f"{asked.more(line)}. {capital(gain)}.{also}"
            )
        case Standing.OPEN:
            return (
                f"Not settled: {what} may change nothing about who wins{where}, or change it by {effect} or "
                f"more; {asked.more(line)}. {capital(gain)}.{also}"
            )
    return f"{never_ended(asked, line)}{also}"


def never_came_up(asked: VerdictInput, line: VerdictLine) -> bool:
    """Whether all games of a change went as they do without it."""
    return bool(asked.touched.get(line.arm, {}).get("share") == 0) and line.key not in asked.void


def quiet_text(asked: VerdictInput, lines: Sequence[VerdictLine]) -> VerdictText:
    """What is said of a change that never came up, in whichever scenarios."""
    line, arms = lines[0], {answer.arm for answer in asked.answers}
    what = asked.names.arm(line.arm) if len(arms) > 1 else "the change"
    text = f"{capital(what)} never came up in {asked.touched[line.arm]['blocks']:,} {asked.unit}."
    if any(asked.standing(answer) is not Standing.SAME for answer in lines):
        text += f" Whether it would matter by {asked.effect} or more is not settled; {asked.more(line)}."
    places = len({answer.scenario for answer in lines})
    return VerdictText(text, both_text(asked, line) if places == 1 else "")


def both_text(asked: VerdictInput, line: VerdictLine) -> str:
    """What games are like that are the same with a change and without it."""
    games = games_played(asked, line.scenario, line.arm)
    if not games:
        return ""
    return (
        f"{capital(games.leader)} with it and without it, {games.drawn} of the games are drawn; games last "
        f"{games.turns}."
    )


def compared_text(asked: VerdictInput, line: VerdictLine) -> str:
    """Both arms as they were played: the side that takes more, draws, length."""
    changed, usual = (games_played(asked, line.scenario, arm) for arm in (line.arm, BOOK))
    if not changed or not usual:
        return ""
    it = "it" if len(asked.answers) == 1 else f"{asked.names.arm(line.arm)}{asked.where(line)}"
    return (
        f"With {it} {changed.leader}, without it {usual.leader}. Drawn are {changed.drawn} of the games with "
        f"it, {usual.drawn} without it; they last {changed.turns} with it, {usual.turns} without it."
    )


def came_up_text(asked: VerdictInput) -> str:
    """How often changes came up that did at all."""
    texts = []
    several = len(asked.touched) > 1
    for arm, touch in asked.touched.items():
        if touch["share"]:
            of = f"{asked.names.arm(arm)}: " if several else ""
            share = 100 * touch["share"]
            percent = f"{share:.0f}" if share >= 1 else "less than 1"
            texts.append(f"{of}games went otherwise in {percent} % of {touch['blocks']:,} {asked.unit}")
    return f"{capital('; '.join(texts))}." if texts else ""


def atlas_text(asked: VerdictInput) -> VerdictText:
    by = by_standing(asked)
    same, effect = by[Standing.SAME], asked.effect
    others = [*by[Standing.OPEN], *by[Standing.VOID]]
    texts = [
        f"Of {len(asked.answers)} changes {number_change(by[Standing.LARGE])} who wins by {effect} or more"
        f"{named(asked, by[Standing.LARGE])}"
    ]
    if by[Standing.SOME]:
        some = named(asked, by[Standing.SOME])
        texts.append(f"{number_change(by[Standing.SOME])} it, whether by so much is open{some}")
    never = sum(never_came_up(asked, line) for line in same)
    texts.append(f"{number_change(same)} it by less ({never} never came up)")
    texts.append(f"{number_are(others)} not settled")
    quiet = {line.key[1:] for line in same}
    beside = dict.fromkeys((effect.arm, effect.scenario) for effect in asked.effects)
    arms = [asked.names.arm(arm) for arm, scenario in beside if (arm, scenario) in quiet]
    also = ""
    if arms:
        more = f" and {len(arms) - MOST_NAMED} more" if len(arms) > MOST_NAMED else ""
        also = (
            " Less than that for who wins, but more or fewer games are drawn, or they last longer or "
            f"shorter, with {', '.join(arms[:MOST_NAMED])}{more}."
        )
    return VerdictText(f"{'; '.join(texts)}.{also}", usual_text(asked))


def usual_text(asked: VerdictInput) -> str:
    """Who is better without any change, how many games are drawn, how long they last, by scenario."""
    texts = []
    for scenario in asked.study.scenarios if len(asked.study.scenarios) <= FEW else ():
        if games := games_played(asked, scenario, BOOK):
            where = f" in {asked.names.scenario(scenario)}" if len(asked.study.scenarios) > 1 else ""
            texts.append(
                f"Without a change {games.leader}{where}, {games.drawn} of the games are drawn; games last "
                f"{games.turns}."
            )
    return " ".join(texts)


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


def forces_text(asked: VerdictInput) -> VerdictText:
    return joined(force_text(asked, answer) for answer in asked.answers)


def force_text(asked: VerdictInput, line: VerdictLine) -> VerdictText:
    """Which of two forces is better in a scenario."""
    arms = line.what.split(" against ")
    mine, theirs = map(asked.names.arm, arms)
    second = line.estimate < 50
    better, other = (theirs, mine) if second else (mine, theirs)
    place, effect = asked.place(line), asked.effect
    taken = f"{capital(better)} takes {asked.percent(line, second)} against {other}."
    games = games_text(asked, line.scenario, "/".join(arms), "/".join(reversed(arms)))
    match asked.standing(line):
        case Standing.SAME:
            return VerdictText(f"No: neither force is better by {effect} or more in {place}. {taken}", games)
        case Standing.LARGE:
            return VerdictText(f"Yes: {better} is better by {effect} or more in {place}. {taken}", games)
        case Standing.SOME:
            answer = (
                f"Not settled: {better} is better in {place}, whether by {effect} or more is open; "
                f"{asked.more(line)}. {taken}"
            )
            return VerdictText(answer, games)
        case Standing.OPEN:
            answer = (
                f"Not settled: the forces may be even in {place}, or one better by {effect} or more; "
                f"{asked.more(line)}. {taken}"
            )
            return VerdictText(answer, games)
    return VerdictText(never_ended(asked, line), games)


def depth_text(asked: VerdictInput) -> VerdictText:
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
    answer = " ".join([text, *(rung_text(asked, answer) for answer in asked.answers)])
    scenarios = asked.study.scenarios
    games = games_text(asked, scenarios[0], BOOK) if len(scenarios) == 1 else ""
    return VerdictText(answer, games)


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


def units_text(asked: VerdictInput) -> VerdictText:
    games = usual_games(asked)
    if not any(answer.verdict == "different" for answer in asked.answers):
        text = "Not settled: no unit or upgrade is clearly worth more or less than the others yet."
        return VerdictText(text, games)
    best, worst = asked.answers[0], asked.answers[-1]
    best_of, least_of = (asked.names.unit(line.what) for line in (best, worst))
    text = f"{best_of} is worth most: one more gives {worth(best)}; {least_of} least: {worth(worst)}."
    return VerdictText(capital(text), games)


def worth(line: VerdictLine) -> str:
    """`+4.2 points of share (+1.0 to +7.4)`."""
    return f"{line.estimate:+.1f} points of share ({line.low:+.1f} to {line.high:+.1f})"


def usual_games(asked: VerdictInput) -> str:
    """Who is better with forces drawn by lot, how many games are drawn, how long they last."""
    scenarios = asked.study.scenarios
    games = games_played(asked, scenarios[0], BOOK) if len(scenarios) == 1 else None
    if not games:
        return ""
    return f"{capital(games.leader)}, {games.drawn} of the games are drawn; games last {games.turns}."


def tune_text(asked: VerdictInput) -> VerdictText:
    if asked.confirmed:
        return joined(value_text(asked, answer) for answer in asked.answers)
    values = "; ".join(
        f"{spaced(turned(answer.arm))} gives the first side {asked.percent(answer)}{asked.where(answer)}"
        for answer in asked.answers
    )
    return VerdictText(f"Not settled: no value was tested on fresh dice yet. {values}.")


def value_text(asked: VerdictInput, line: VerdictLine) -> VerdictText:
    """Whether the value that comes nearest to the target reaches it."""
    value, target, effect = spaced(turned(line.arm)), f"{100 * asked.study.target:g} %", asked.effect
    taken = f"On fresh dice the first side takes {asked.percent(line)}"
    place, games = asked.place(line), games_text(asked, line.scenario, line.arm)
    match asked.standing(line):
        case Standing.SAME:
            return VerdictText(f"Yes: {value} comes within {effect} of {target} in {place}. {taken}.", games)
        case Standing.LARGE:
            answer = (
                f"No: of the values tried {value} comes nearest to {target} in {place}, and misses it by "
                f"{effect} or more. {taken}."
            )
            return VerdictText(answer, games)
        case Standing.SOME:
            answer = (
                f"Not settled: {value} comes nearest to {target} in {place} and misses it, whether by "
                f"{effect} or more is open; {asked.more(line)}. {taken}."
            )
            return VerdictText(answer, games)
        case Standing.OPEN:
            answer = (
                f"Not settled: {value} comes nearest to {target} in {place}, whether within {effect} is "
                f"open; {asked.more(line)}. {taken}."
            )
            return VerdictText(answer, games)
    return VerdictText(never_ended(asked, line), games)


def profile_text(asked: VerdictInput) -> VerdictText:
    several = len({answer.arm for answer in asked.answers}) > 1
    texts = []
    for answer in asked.answers:
        arm = f"{asked.names.arm(answer.arm)}, " if several else ""
        second = answer.estimate < 50
        side = "second" if second else "first"
        took = f"{capital(arm + asked.place(answer))}: the {side} side takes {asked.percent(answer, second)}."
        texts.append(f"{took} {games_text(asked, answer.scenario, answer.arm)}".rstrip())
    return VerdictText(" ".join(texts))


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
