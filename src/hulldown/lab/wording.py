"""The answer of a study in a sentence, as a player would say it, with its interval and between whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hulldown.lab.plan import Plan
from hulldown.lab.study import Arm, Kind, Study


class Answer(NamedTuple):
    """One line of what came out. Shares, and differences between them, are in points of a hundred."""

    what: str
    arm: str
    scenario: str
    estimate: float
    low: float
    high: float
    verdict: str


FEW = 3  # answers that are told one by one
VERDICTS = ("different", "same", "undecided")
Touched = Mapping[str, Mapping[str, Any]]  # by arm: in which share of how many blocks games went otherwise


class Asked(NamedTuple):
    """What a sentence is made of."""

    study: Study
    plan: Plan
    answers: Sequence[Answer]
    touched: Touched
    names: Mapping[str, str]  # of scenarios, as they are called

    def place(self, one: Answer) -> str:
        """What the scenario of an answer is called."""
        return self.names.get(one.scenario, one.scenario)

    @property
    def effect(self) -> str:
        """The smallest effect that was asked about: `3 points`."""
        return points(self.study.decide.smallest_effect)


def sentence(asked: Asked) -> str:
    """The answer in a line."""
    if not asked.answers:
        return "Nothing was played yet."
    players = " and ".join(dict.fromkeys(asked.study.players))
    return f"{SENTENCES[asked.study.kind](asked)} Between computer players ({players})."


def percent(one: Answer) -> str:
    """`54.0 % (51.2 to 56.9)`."""
    return f"{one.estimate:.1f} % ({one.low:.1f} to {one.high:.1f})"


def points(value: float) -> str:
    """`3 points`, `1 point`, `2.5 points`."""
    return f"{value:g} {'point' if value == 1 else 'points'}"


def fair_said(asked: Asked) -> str:
    ends = {
        "different": "not fair",
        "same": f"fair within {asked.effect}",
        "undecided": f"not settled whether it is fair within {asked.effect}",
    }
    if len(asked.answers) == 1:
        (one,) = asked.answers
        return f"The first side takes {percent(one)}: {ends[one.verdict]}."
    if len(asked.answers) <= FEW:
        lines = [f"{asked.place(one)}: {percent(one)}, {ends[one.verdict]}" for one in asked.answers]
        return f"The first side takes, in {'; '.join(lines)}."
    by = by_verdict(asked)
    said = [f"Of {len(asked.answers)} scenarios {number_are(by['same'])} fair within {asked.effect}"]
    if by["different"]:
        unfair = [f"{asked.place(one)} {percent(one)}" for one in by["different"]]
        said.append(f"{number_are(unfair)} not - the first side takes in {', '.join(unfair)}")
    if by["undecided"]:
        open_ones = ", ".join(map(asked.place, by["undecided"]))
        said.append(f"{number_are(by['undecided'])} not settled: {open_ones}")
    return "; ".join(said) + "."


def number_are(ones: Sequence[object]) -> str:
    """`1 is`, `4 are`."""
    return f"{len(ones)} {'is' if len(ones) == 1 else 'are'}"


def by_verdict(asked: Asked) -> dict[str, list[Answer]]:
    """The answers by their verdict."""
    return {kind: [one for one in asked.answers if one.verdict == kind] for kind in VERDICTS}


def difference(one: Answer) -> str:
    """`1.3 points more (2.0 less to 4.6 more)`."""
    return f"{signed(one.estimate)} ({signed(one.low, '')} to {signed(one.high, '')})"


def signed(value: float, unit: str = " points") -> str:
    """`1.3 points more`."""
    return f"{abs(value):.1f}{unit} {'more' if value >= 0 else 'less'}"


def variant_said(asked: Asked) -> str:
    if len(asked.answers) > FEW:
        return atlas_said(asked)
    effect = asked.effect
    ends = {
        "different": "a difference",
        "same": f"no difference of {effect} or more",
        "undecided": f"not settled whether that is {effect} or more",
    }
    lines = []
    for one in asked.answers:
        where = f" in {asked.place(one)}" if len(asked.study.scenarios) > 1 else ""
        says = arm_says(asked.plan.arms[one.arm]) or one.arm
        lines.append(f"{says} gives the first side {difference(one)}{where}: {ends[one.verdict]}")
    came_up = asked.touched
    rare = []
    for arm, found in came_up.items():
        if found["share"] == 0:
            rare.append(f"it never came up in {found['blocks']:,} pairs")
        else:
            rare.append(f"games went otherwise in {100 * found['share']:.0f} % of {found['blocks']:,} pairs")
        if len(came_up) > 1:
            rare[-1] = f"{arm}: {rare[-1]}"
    return "; ".join(lines) + ". " + capital("; ".join(rare)) + "."


def forces_said(asked: Asked) -> str:
    ends = {
        "different": "the forces differ",
        "same": f"even within {asked.effect}",
        "undecided": "not settled",
    }
    lines = [
        f"{one.arm} takes {percent(one)} in {asked.place(one)}: {ends[one.verdict]}" for one in asked.answers
    ]
    return "; ".join(lines) + "."


def atlas_said(asked: Asked) -> str:
    by = by_verdict(asked)
    found = sorted(by["different"], key=lambda one: -abs(one.estimate))
    names = ", ".join(
        f"{one.arm} ({one.estimate:+.1f}, {one.low:+.1f} to {one.high:+.1f})" for one in found[:5]
    )
    never = sum(one["share"] == 0 for one in asked.touched.values())
    more = f", most of all {names}" if found else ""
    same = len(by["same"])
    return (
        f"Of {len(asked.answers)} changes {len(found)} change who wins{more}; {same} make no difference of "
        f"{asked.effect} or more ({never} never came up), {number_are(by['undecided'])} not settled."
    )


def depth_said(asked: Asked) -> str:
    ends = {"different": "", "same": ": thinking wins nothing there", "undecided": ": not settled"}
    lines = [f"{one.what}: {percent(one)}{ends[one.verdict]}" for one in asked.answers]
    tells = all(one.verdict == "different" and one.estimate > 50 for one in asked.answers)
    return f"{'Skill tells' if tells else 'Skill does not tell everywhere'}. {'; '.join(lines)}."


def units_said(asked: Asked) -> str:
    good = [one for one in asked.answers if one.verdict == "different"]
    if not good:
        return "No unit or upgrade stands out yet: all intervals reach nothing."
    best, worst = asked.answers[0], asked.answers[-1]
    best_of, least_of = (one.what.replace("_", " ") for one in (best, worst))
    return capital(
        f"{best_of} is worth most: one more gives {worth(best)}; {least_of} least: {worth(worst)}."
    )


def worth(one: Answer) -> str:
    """`+4.2 points of share (+1.0 to +7.4)`."""
    return f"{one.estimate:+.1f} points of share ({one.low:+.1f} to {one.high:+.1f})"


def tune_said(asked: Asked) -> str:
    ends = {
        "same": "confirmed on fresh dice",
        "different": "which misses the target on fresh dice",
        "undecided": "not confirmed yet",
    }
    nearest = f"comes nearest to {100 * asked.study.target:g} %"
    lines = [
        f"{one.arm} {nearest} in {asked.place(one)}: {percent(one)}, {ends[one.verdict]}"
        for one in asked.answers
    ]
    return "; ".join(lines) + "."


def profile_said(asked: Asked) -> str:
    several = len({one.arm for one in asked.answers}) > 1
    where = [f"{one.arm}, {asked.place(one)}" if several else asked.place(one) for one in asked.answers]
    lines = [
        f"{it}: the first side takes {percent(one)}" for it, one in zip(where, asked.answers, strict=True)
    ]
    return "; ".join(lines) + "."


SENTENCES = {
    Kind.FAIR: fair_said,
    Kind.VARIANT: variant_said,
    Kind.FORCES: forces_said,
    Kind.ATLAS: atlas_said,
    Kind.DEPTH: depth_said,
    Kind.UNITS: units_said,
    Kind.TUNE: tune_said,
    Kind.PROFILE: profile_said,
}


def arm_says(arm: Arm) -> str:
    """What an arm changes, in words: `Reverse move: yes`."""
    said = [f"{titled(name)}: {as_said(value)}" for name, value in {**arm.options, **arm.values}.items()]
    return ", ".join([*said, *(titled(Path(path).stem) for path in arm.packs)])


def titled(name: str) -> str:
    """What an option, a number or a pack is called where it stands alone."""
    return capital(name.replace("_", " "))


def as_said(value: object) -> str:
    """A value in words: yes and no for what is true or false."""
    words = str(value).lower() if isinstance(value, bool) else str(value)
    return {"true": "yes", "false": "no"}.get(words, words.replace("_", " "))


def capital(text: str) -> str:
    """A sentence's first letter."""
    return text[:1].upper() + text[1:]
