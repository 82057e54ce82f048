"""What people call what a study is about: scenarios, arms, forces, units, how games ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, is_toml
from hulldown.lab.arms import Arm, StudyBase, content_of
from hulldown.lab.study import BOOK, QuestionKind, Study
from hulldown.lab.unit_numbers import numbers_of
from hulldown.rulesets.api.garage import NoBuilds
from hulldown.rulesets.common.content import Content

UNSAID = {"fault": "A player's own fault", "stalled": "Never ended", "?": "No rule is named"}
UNREADABLE = (CatalogueError, OSError, LookupError)


@dataclass(frozen=True)
class StudyNames:
    """Scenarios, arms and units by what people call them; an arm by what it changes or fields, the book by
    what it is; how games ended by the rules that were cited.
    """

    scenarios: Mapping[str, str] = field(default_factory=dict)
    arms: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)

    def scenario(self, key: str) -> str:
        """A scenario; one that is not known by what its file is called."""
        return "All scenarios" if key == "all" else self.scenarios.get(key) or from_file(key)

    def arm(self, key: str) -> str:
        """An arm: what it changes, or its own name where that is said in no words."""
        if "/" in key and key not in self.arms:
            return " against ".join(map(self.arm, key.split("/")))
        return self.arms.get(key) or ("as printed" if key == BOOK else turned(key))

    def unit(self, key: str) -> str:
        """A unit, or what is bought for one: a plate or an upgrade."""
        return self.units.get(key) or spaced(key)

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
    shown = {name: with_base(study, arm) if name == BOOK else arm for name, arm in given.items()}
    if study.ruleset not in rulesets.names():
        return StudyNames({}, {name: arm_text(arm) for name, arm in shown.items()})
    contents = {name: packs_of(study, name, arm, base) for name, arm in given.items()}
    titles = {
        path: pack.sheet.name
        for name, content in contents.items()
        for path, pack in zip(paths_of(study, name, given[name]), content.stack.packs, strict=False)
    }
    if any(arm.units for arm in given.values()):
        numbers = [numbers_of(content.ruleset) for content in dict.fromkeys(contents.values())]
        titles |= {place: unit.title for known in numbers for place, unit in known.items()}
    below = contents[BOOK].ruleset.files.house_rules()
    titles |= {key: rule.name for key, rule in below.items()}
    scenarios = {key: title_of(key, tuple(contents.values()), base) for key in study.scenarios}
    texts = {}
    for name, arm in shown.items():
        content = contents[BOOK if arm.force else name]
        texts[name] = arm_text(arm, titles, builds_in(arm, content, study, base))
    return StudyNames(scenarios, distinct(texts), units=units_of(study, contents[BOOK], base))


def with_base(study: Study, book: Arm) -> Arm:
    """The book with what its base says, for its name."""
    base = study.base
    return book.model_copy(
        update={
            "options": {**base.options, **book.options},
            "values": {**base.values, **book.values},
            "packs": (*base.packs, *book.packs),
        }
    )


def paths_of(study: Study, name: str, arm: Arm) -> tuple[str, ...]:
    """The packs that an arm is played with."""
    return tuple(pack for layer in study.played(name, arm) for pack in layer.packs)


def distinct(texts: Mapping[str, str]) -> dict[str, str]:
    """Arms by their texts; those whose texts are the same by their own names, too."""
    often = Counter(text for text in texts.values() if text)
    return {
        name: f"{text} ({turned(name)})" if often[text] > 1 and name != BOOK else text
        for name, text in texts.items()
    }


def on_scenario(content: Content, study: Study, base: Path) -> Content:
    """The same on the first scenario of a study, whose options units may need."""
    key = study.scenarios[0]
    try:
        return content.on(base / key if is_toml(key) else key)
    except UNREADABLE:
        return content


def builds_in(arm: Arm, content: Content, study: Study, base: Path) -> dict[str, str]:
    """What the builds that an arm names are called, by how it names them."""
    named = [what for what in (*arm.forces.values(), *arm.force) if isinstance(what, str)]
    if not named:
        return {}
    chosen = on_scenario(content, study, base).choosing(choices_of(study.base, study.arm(BOOK), arm))
    samples = {sample.id: sample.name for sample in chosen.samples}
    return {what: samples.get(what) or build_title(what, chosen, base) for what in named}


def build_title(what: str, content: Content, base: Path) -> str:
    """What a build is called; one that cannot be read any more by how it is named."""
    try:
        build = content.build(base / what if is_toml(what) else what)
    except (*UNREADABLE, NoBuilds):
        return from_file(what)
    return str(build.get("name") or from_file(what))


def units_of(study: Study, content: Content, base: Path) -> dict[str, str]:
    """What the units, plates and upgrades are called that a study of units is about; of others nothing."""
    if study.kind is not QuestionKind.UNITS:
        return {}
    chosen = on_scenario(content, study, base).choosing(choices_of(study.base, study.arm(BOOK)))
    builds = chosen.ruleset.builds
    if builds is None:
        return {}
    garage = builds.garage(chosen.variants)
    names = {sample.id: sample.name for sample in garage.samples}
    for offer in garage.units:
        names |= {upgrade.id: upgrade.name for upgrade in offer.upgrades}
        names |= {f"{facing.id} armor": facing.name for facing in offer.facings}
    return names


def choices_of(*layers: StudyBase) -> dict[str, Any]:
    """The options and numbers of a base and arms over it, the last on top."""
    chosen: dict[str, Any] = {}
    for layer in layers:
        chosen |= {**layer.options, **layer.values}
    return chosen


def packs_of(study: Study, name: str, arm: Arm, base: Path) -> Content:
    """The packs of an arm over its ruleset; none of them if one cannot be read."""
    try:
        return content_of(study.ruleset, [StudyBase(packs=paths_of(study, name, arm))], base)
    except UNREADABLE:
        return Content.resolve(study.ruleset)


def title_of(key: str, contents: tuple[Content, ...], base: Path) -> str:
    """What a scenario is called, by the first packs that know it."""
    for content in contents:
        try:
            return content.on(base / key if is_toml(key) else key).info.name
        except UNREADABLE:
            continue
    return from_file(key)


def arm_text(
    arm: Arm, titles: Mapping[str, str] | None = None, builds: Mapping[str, str] | None = None
) -> str:
    """What an arm changes or fields, in words: `Reverse move: yes`, `Warden, hull: 9`, `2 × Hunter and
    Bulwark`. Packs and numbers of units have titles, and builds names; what has none is called by its file.
    """
    called = titles or {}
    changed = {**arm.options, **arm.values}
    texts = [f"{capital(spaced(name))}: {format_value(value)}" for name, value in changed.items()]
    texts += [f"{called.get(place) or place}: {value:g}" for place, value in arm.units.items()]
    texts += [f"Without {called.get(key) or capital(spaced(key))}" for key in arm.off]
    texts += [called.get(path) or from_file(path) for path in arm.packs]
    texts += [f"{build_text(what, builds or {})} as {unit}" for unit, what in arm.forces.items()]
    force = Counter(build_text(what, builds or {}) for what in arm.force)
    if force:
        texts.append(listed([name if n == 1 else f"{n} \u00d7 {name}" for name, n in force.items()]))
    return ", ".join(texts)


def build_text(what: Any, builds: Mapping[str, str]) -> str:
    """What a build of an arm is called."""
    if isinstance(what, str):
        return builds.get(what) or from_file(what)
    return str(what.get("name") or "a build of its own")


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


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
