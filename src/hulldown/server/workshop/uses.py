"""Situations in which what a pack changes is used: the same search for every ruleset, over its form."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.house_rules import TABLE
from hulldown.odds import TooManyTapes, situation_odds
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.house_rules import switched_off
from hulldown.rulesets.common.situations import PLACE, fitting
from hulldown.rulesets.common.unit_tables import shipped, strings
from hulldown.rulesets.common.variations import Flat, Variations, fields_naming, words_in

MOST_STEPS = 3  # fields that a kind of situation needs besides
FIRST = 80  # near each kind that are looked at one by one
MOST = 240  # situations that one search looks at
SECONDS = 2.0  # of a processor's time for looking at them; what was seen until then is the answer
MOST_BASES = 6  # units of the pack that a search begins with
NOISE = 0.05  # what sampled chances may differ by when nothing is changed


@dataclass(frozen=True)
class PackChange:
    """Something that a pack changes: an option or a number by its name, an entry as "tanks.kestrel".

    `keys` are entries that are it or use it; a `new` one is in no printed rules. A house rule has the ruleset
    `without` it.
    """

    id: str
    words: frozenset[str]
    rule: str = ""
    keys: tuple[str, ...] = ()
    new: bool = False
    without: Ruleset | None = None

    @property
    def unit(self) -> bool:
        """Whether it is an entry of a table."""
        return bool(self.keys)


@dataclass
class ChangeUse:
    """A situation that shows some changes; `fields` is what differs from the form's defaults.

    `title` is the situation in words. With `new` it is there for a unit that no printed rules have.
    """

    changes: list[str]
    title: str
    fields: dict[str, str | int | float | bool]
    situation: dict[str, Any]
    new: bool = False


@dataclass
class ChangeUses:
    """Where what a pack changes can be seen; `unseen` are changes that no situation shows.

    `searched` situations were looked at; `fault` says why none was.
    """

    uses: list[ChangeUse] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    searched: int = 0
    fault: str = ""


@dataclass(frozen=True)
class Outcome:
    """What the rules make of a situation: its lines, or why it cannot be."""

    title: str = ""
    refusal: str = ""
    lines: tuple[OddsLine, ...] = ()
    exact: bool = True

    def differs(self, other: Outcome) -> bool:
        """Whether another one says something else; sampled chances differ by more than noise."""
        if self.refusal or other.refusal:
            return bool(self.refusal) != bool(other.refusal)
        if self.exact and other.exact:
            return self.lines != other.lines
        first, second = (
            {(line.group, line.text): float(line.chance) for line in each.lines} for each in (self, other)
        )
        return any(abs(first.get(key, 0.0) - second.get(key, 0.0)) > NOISE for key in {**first, **second})


def outcome(ruleset: Ruleset, data: Mapping[str, Any], options: Mapping[str, Any]) -> Outcome:
    """A situation under a ruleset and options; one that is not understood is refused."""
    own = {**options, **data.get("options", {})}
    try:
        posed = ruleset.need_situations().pose({**data, "options": own} if own else data)
        if posed.refusal:
            return Outcome(posed.title, posed.refusal.text)
        odds = situation_odds(ruleset, posed)
    except (CatalogueError, TooManyTapes) as wrong:
        return Outcome(refusal=str(wrong) or "too much")
    return Outcome(posed.title, "", tuple(odds.lines), not odds.samples)


# ---------------------------------------------------------------- what is changed


def changes_of(content: Content, tables: Mapping[str, Mapping[str, Any]]) -> Iterator[PackChange]:
    """What a pack changes: entries of its tables, then options and numbers."""
    tables_now = shipped(content.ruleset)
    printed = shipped(Content.resolve(content.ruleset.id).ruleset)
    yield from house_rule_changes(content)
    for table, entries in tables.items():
        for key in entries if table != TABLE else ():
            new = key not in printed.get(table, ())
            yield PackChange(f"{table}.{key}", words_in(key), keys=(key, *users(tables_now, key)), new=new)
    for name, variant in content.in_force().items():
        if name in content.variants and variant.word != variant.info.default:
            info = variant.info
            yield PackChange(name, words_in(name), info.rule)


def house_rule_changes(content: Content) -> Iterator[PackChange]:
    """The house rules in force, each with the ruleset without it."""
    ruleset = content.ruleset
    rules, terms = ruleset.files.house_rules(), ruleset.files.house
    for key, rule in rules.items():
        occasion = terms.occasions[rule.on]
        words = words_in(" ".join((rule.on, *rule.when)))
        without = ruleset.under((*ruleset.layers, switched_off(key)))
        yield PackChange(f"{TABLE}.{key}", words, occasion.rule, without=without)


def users(tables: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The entries that name an entry somewhere, and those that name these."""
    named = {
        (table, name): {text for _, text in strings(entry, "")}
        for table, entries in tables.items()
        for name, entry in entries.items()
    }
    result: dict[str, None] = {}
    wanted = {key}
    for _ in range(3):
        wanted = {name for (_, name), texts in named.items() if texts & wanted and name not in result}
        result |= dict.fromkeys(sorted(wanted))
    return tuple(name for name in result if name != key)


# ---------------------------------------------------------------- searching


@lru_cache(maxsize=16)
def roots_of(ruleset: Ruleset) -> tuple[tuple[tuple[str, Any], ...], ...]:
    """The kinds of situation of a ruleset that differ from the usual, each so that the rules allow it: a ram
    needs who pursues.
    """
    situations = ruleset.need_situations()
    variations = Variations(situations.form({}))
    singles = [flat for _, flat in variations.near({}, frozenset(), "")]
    result = []
    for kind, asked in variations.kinds():
        usual = refusal_of(ruleset, variations.data(kind)) == ""
        if asked or not usual:
            result.append(kind if usual else allowed(ruleset, variations, kind, singles))
    return tuple(tuple(flat.items()) for flat in result if flat)


def allowed(ruleset: Ruleset, variations: Variations, kind: Flat, singles: list[Flat]) -> Flat | None:
    """A kind of situation with what it needs besides. What is refused for another reason is a step ahead."""
    reasons = {refusal_of(ruleset, variations.data(kind))}
    for _ in range(MOST_STEPS):
        ahead = None
        for single in singles:
            flat = single | kind
            reason = refusal_of(ruleset, variations.data(flat))
            if reason == "":
                return flat
            if ahead is None and reason is not None and reason not in reasons:
                ahead = flat
                reasons.add(reason)
        if ahead is None:
            return None
        kind = ahead
    return None


def refusal_of(ruleset: Ruleset, data: Mapping[str, Any]) -> str | None:
    """Why the rules forbid what a situation asks about, "" if they do not; None for no situation at all."""
    try:
        refusal = ruleset.need_situations().pose(data).refusal
    except CatalogueError:
        return None
    return refusal.text if refusal else ""


@lru_cache(maxsize=1024)
def printed_outcome(ruleset: Ruleset, data: str) -> Outcome:
    """A situation by the printed rules: the same for every change of a pack."""
    return outcome(ruleset, json.loads(data), {})


class UseSearch:
    """A search for situations in which each change is used; `most` and `until` end it."""

    def __init__(self, before: Content, after: Content, changes: list[PackChange], most: int, until: float):
        self.before, self.after, self.most, self.until = before.ruleset, after.ruleset, most, until
        self.printed = Content.resolve(self.after.id).ruleset
        self.groups = self.after.need_situations().form({})
        self.chosen = fitting(self.after, self.groups, after.variants)
        self.variations = Variations(self.groups, (PLACE + name for name in self.chosen))
        asked = [change for change in changes if change.unit or change.without or change.id in self.chosen]
        self.open = {change.id: change for change in asked}
        self.result = ChangeUses(unseen=[change.id for change in changes])
        self.looked: set[str] = set()
        own = [key for change in sorted(asked, key=lambda each: not each.new) for key in change.keys[:2]]
        self.bases = [*self.naming(own)[:MOST_BASES], {}]

    def naming(self, keys: list[str]) -> list[Flat]:
        """Situations in which something of these keys is chosen, first where it acts."""
        named = fields_naming(self.groups, dict.fromkeys(keys))
        return [self.variations.holding({}, id_, key) for id_, key in named]

    def run(self) -> ChangeUses:
        """Look at one situation for each change in turn."""
        streams = {name: self.situations(change) for name, change in self.open.items()}
        while self.open and not self.over:
            for name in list(self.open):
                flat = next(streams[name], None) if name in self.open else None
                if flat is None:
                    self.open.pop(name, None)
                elif not self.over:
                    self.look(flat)
        return self.result

    @property
    def over(self) -> bool:
        """Whether enough was looked at."""
        return self.result.searched >= self.most or time.thread_time() > self.until

    def situations(self, change: PackChange) -> Iterator[Flat]:
        """Where a change may be used, the likeliest first; at last several fields at once, without end."""
        variations, random = self.variations, Random(1)
        bases = self.naming(list(change.keys)) if change.unit else self.bases
        yield from bases
        if not bases:
            return
        began = time.thread_time()
        kinds = [dict(root) for root in roots_of(self.printed)]
        self.until += time.thread_time() - began  # what is worked out once is no part of a search
        kinds.sort(key=lambda kind: -variations.weight(kind, change.words, change.rule))
        roots = [*bases, *(bases[0] | kind for kind in kinds)]
        yield from roots[len(bases) :]
        near = [variations.near(root, change.words, change.rule) for root in roots]
        weights = [variations.weight(root, change.words, change.rule) for root in roots]
        singles = [
            (-score - weight, n, at, flat)
            for at, (each, weight) in enumerate(zip(near, weights, strict=True))
            for n, (score, flat) in enumerate(each[:FIRST])
        ]
        yield from (flat for *_, flat in sorted(singles, key=lambda each: each[:3]))
        while any(near):
            for each in near:
                yield variations.together([flat for _, flat in each], random)

    def look(self, flat: Flat) -> None:
        """See which changes a situation shows."""
        data = self.variations.data(flat)
        if (mark := json.dumps(data, sort_keys=True)) in self.looked:
            return
        self.looked.add(mark)
        self.result.searched += 1
        after = outcome(self.after, data, self.chosen)
        before = printed_outcome(self.before, mark)
        for change in list(self.open.values()):
            if self.shows(change, flat, before, after):
                self.keep(change, self.simplest(change, flat))

    def shows(self, change: PackChange, flat: Flat, before: Outcome, after: Outcome) -> bool:
        """Whether a situation shows a change."""
        data = self.variations.data(flat)
        if change.unit:
            if not any(value in change.keys for value in self.values(flat)):
                return False
            if change.new:
                return bool(after.lines)
            return outcome(self.after, data, {}).differs(before)
        if change.without:
            return after.differs(before) and outcome(change.without, data, self.chosen).differs(after)
        rest = {name: value for name, value in self.chosen.items() if name != change.id}
        return after.differs(before) and outcome(self.after, data, rest).differs(after)

    def values(self, flat: Flat) -> Iterator[Any]:
        """What stands in the fields of a situation in which something is chosen."""
        variations = self.variations
        return (variations.value(flat, id_) for id_, entry in variations.fields.items() if entry.values)

    def simplest(self, change: PackChange, flat: Flat) -> Flat:
        """A situation without what it needs not to show a change; its own units stay."""
        base = next((base for base in self.bases if base and base.items() <= flat.items()), {})
        for simpler in self.variations.without(flat, base) if len(flat) > len(base) + 1 else ():
            data = self.variations.data(simpler)
            before = printed_outcome(self.before, json.dumps(data, sort_keys=True))
            if self.shows(change, simpler, before, outcome(self.after, data, self.chosen)):
                return self.simplest(change, simpler)
        return flat

    def keep(self, change: PackChange, flat: Flat) -> None:
        """Note that a situation shows a change."""
        del self.open[change.id]
        self.result.unseen.remove(change.id)
        data = self.variations.data(flat)
        use = next((use for use in self.result.uses if use.situation == data), None)
        if use:
            use.changes.append(change.id)
            use.new = use.new and change.new
        else:
            title = outcome(self.after, data, self.chosen).title
            self.result.uses.append(ChangeUse([change.id], title, flat, data, change.new))


def find_uses(
    before: Content,
    after: Content,
    tables: Mapping[str, Mapping[str, Any]],
    most: int = MOST,
    seconds: float = SECONDS,
) -> ChangeUses:
    """Where what `after` changes can be seen; `tables` are those of its pack."""
    changes = list(changes_of(after, tables))
    if not after.ruleset.situations:
        return ChangeUses(unseen=[change.id for change in changes])
    return UseSearch(before, after, changes, most, time.thread_time() + seconds).run()
