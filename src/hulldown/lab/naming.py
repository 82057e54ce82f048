"""What people call the things of a study: scenarios and packs by the names that their files give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.lab.forces import scenario_of
from hulldown.lab.study import BOOK, Arm, Study
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import Stack, load_stack, stacked

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
    if study.ruleset not in rulesets.names():
        return StudyNames({}, {name: arm_text(arm) for name, arm in given.items()})
    ruleset, stacks = rulesets.get(study.ruleset), dict[tuple[str, ...], Stack]()
    for arm in given.values():
        if arm.packs not in stacks:
            stacks[arm.packs] = stack_of(ruleset, arm.packs, base)
    titles = {
        path: pack.sheet.name
        for paths, stack in stacks.items()
        for path, pack in zip(paths, stack.packs, strict=False)
    }
    scenarios = {key: title_of(key, tuple(stacks.values()), base) for key in study.scenarios}
    return StudyNames(scenarios, {name: arm_text(arm, titles) for name, arm in given.items()})


def stack_of(ruleset: Ruleset, paths: tuple[str, ...], base: Path) -> Stack:
    """Packs over a ruleset; none of them if one cannot be read."""
    try:
        return load_stack(ruleset, [base / path for path in paths])
    except UNREADABLE:
        return stacked(ruleset, ())


def title_of(key: str, stacks: tuple[Stack, ...], base: Path) -> str:
    """What a scenario is called, by the first packs that know it."""
    for stack in stacks:
        files = stack.ruleset.files
        try:
            which = scenario_of(stack.ruleset, stack.scenario(key), base)
            scenario = files.scenarios()[which] if isinstance(which, str) else files.own_scenario(which)
        except UNREADABLE:
            continue
        return scenario.name
    return from_file(key)


def arm_text(arm: Arm, titles: Mapping[str, str] | None = None) -> str:
    """What an arm changes, in words: `Reverse move: yes`. Packs have titles; one that has none is called by
    its file.
    """
    changed = {**arm.options, **arm.values}
    texts = [f"{capital(spaced(name))}: {format_value(value)}" for name, value in changed.items()]
    return ", ".join([*texts, *((titles or {}).get(path) or from_file(path) for path in arm.packs)])


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
