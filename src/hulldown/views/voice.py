"""Texts as one viewer reads them: names, short forms, and the viewer's own seat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from html import escape, unescape
from typing import Protocol

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.names import joined, plural
from hulldown.views.hex.grid import column_number

LETTERED = re.compile(r"([A-Z]|[B-Z][A-Z])([1-9]\d?)")
NUMBER = re.compile(r"\d+")
# Two alike on one side are told apart by a call sign: the first side has birds, the second winds.
SIGNS = (
    (
        *("Avocet", "Bittern", "Curlew", "Dunlin", "Egret", "Finch", "Gannet", "Jackdaw"),
        *("Lapwing", "Linnet", "Magpie", "Osprey", "Petrel", "Plover", "Puffin", "Robin"),
        *("Siskin", "Snipe", "Starling", "Stork", "Swift", "Teal", "Wagtail", "Wren"),
    ),
    (
        *("Bora", "Boreas", "Etesian", "Foehn", "Ghibli", "Harmattan", "Khamsin", "Levanter"),
        *("Libeccio", "Maestro", "Meltemi", "Mistral", "Monsoon", "Ostro", "Pampero", "Ponente"),
        *("Shamal", "Simoom", "Sirocco", "Sumatra", "Tramontane", "Vardar", "Zephyr", "Zonda"),
    ),
)


class Listed(Protocol):
    """A unit as far as its name goes: a card, or a mark on a board."""

    @property
    def unit(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class UnitName:
    """What a unit is called: `name` after its build, `short` on its plate, `full` in a list.

    `short` and `full` tell two alike on one side apart.
    """

    side: int
    name: str
    short: str
    full: str


def place_name(place: str) -> str:
    """A lettered place as column and row: "E10" is "05\u00b710". Any other text is left as it is."""
    lettered = LETTERED.fullmatch(place)
    if lettered is None:
        return place
    return f"{column(lettered[1]):02}\u00b7{int(lettered[2]):02}"


def column(label: str) -> int:
    """The number of a lettered column: A is 1, Z 26, BA 27."""
    return column_number(label) + 1


def call_sign(game: str, unit: str, side: int) -> str:
    """The call sign of a unit: the same in all of a game, another in the next.

    Units of a side follow each other in the list, so that two have different ones.
    """
    signs = SIGNS[side % 2]
    begin = int.from_bytes(blake2b(f"{game} {side}".encode(), digest_size=4).digest())
    number = NUMBER.search(unit)
    at = int(number[0]) if number else 0
    again = f" {at // len(signs) + 1}" if at >= len(signs) else ""
    return signs[(begin + at) % len(signs)] + again


def unit_names(game: str, units: Iterable[Listed]) -> dict[str, UnitName]:
    """What every unit is called in a game, by its id. A unit without a name goes by its call sign."""
    listed = list(units)
    alike = Counter((unit.side, unit.name) for unit in listed)
    return {unit.unit: _unit_name(game, unit, alike[unit.side, unit.name] > 1) for unit in listed}


def _unit_name(game: str, unit: Listed, alike: bool) -> UnitName:
    if unit.name and not alike:
        return UnitName(unit.side, unit.name, unit.name, unit.name)
    sign = call_sign(game, unit.unit, unit.side)
    return UnitName(unit.side, unit.name, sign, f"{unit.name} {sign}".strip())


def unit_of(name: str, known: Mapping[str, UnitName]) -> str:
    """The unit that a name stands for: itself, or that of a model ("B1.10"). Empty if it is none."""
    unit = name.partition(".")[0]
    return unit if unit in known else ""


# ---------------------------------------------------------------- brief
# What is too long for a line: its dice left out, groups of shots summed, and what was cut marked as cut.
#
# Nothing that was thrown may get lost in the first line of an entry: what follows speaks of all hits.


LONGEST = 140  # letters of the first line of an entry
ALIKE = {"saved": "saved"}  # what is counted and has no s for several
MANY = 4  # weapons that are counted, no longer named

# What was thrown, and what for: the dice beside the sentence show it.
DICE = (
    (re.compile(r"(?<=: )(?:[^:;]*\brolls \d+ on [^;]*; )+"), ""),
    (re.compile(r"; [^;]*\b(?:rolls \d+ on|saves on) [^;]*?(?=;|\.?$)"), ""),
    (re.compile(r"\d+ dic?e?(?: \([^()]*\))?, \d+ or less; rolled [\d, and]*\d, "), ""),
    (re.compile(r"\d+(?:\+(?: hits?)?| or less), rolled \d[\d, ]*: "), ""),
    (re.compile(r"(\d (?:hits?|saved|kill results?)) on \d\+"), r"\1"),
)
ASIDE = re.compile(r" \([^()]*\)(?! x )")  # not a part of a product
MARKED = re.compile(r"\{[^{}|]*\|([^{}]*)\}")
COUNTED = re.compile(r"(\d+) ([a-z][a-z ]*)")
MODEL = r"\{(?:[^{}.]+)\.\d+\} \((?:[a-zA-Z ]+)\)"
LOST = re.compile(rf"(?P<who>\{{[^{{}}.]+\}} loses )(?P<models>{MODEL}(?:(?:, | and ){MODEL})*)")
ROLE = re.compile(r"\(([a-zA-Z ]+)\)")


def visible_text(text: str) -> str:
    """A text for a page as eyes read it: the words in its braces."""
    return MARKED.sub(r"\1", text)


def _counted(lost: re.Match[str]) -> str:
    roles = Counter(ROLE.findall(lost["models"]))
    return lost["who"] + joined([plural(n, role, _men(role)) for role, n in roles.items()])


def _men(role: str) -> str:
    """Several of a role that has no s, such as "riflemen"; empty for others."""
    return f"{role[:-3]}men" if role.endswith("man") else ""


def headed(text: str) -> str:
    """A text that fits into a line and says no dice, or such a line and then all of the text."""
    brief = text
    for dice, rest in DICE:
        brief = dice.sub(rest, brief)
    if len(visible_text(brief)) > LONGEST:
        brief = ASIDE.sub("", brief)
    for all_alike in (False, True):
        if len(visible_text(brief)) > LONGEST:
            brief = _summed(brief, all_alike)
    if len(visible_text(brief)) > LONGEST:
        brief = _shorten(brief)
    return text if brief == text else f"{brief}\n{text}"


@dataclass
class ShotGroup:
    """Shots of one or more weapons: what is counted, in the order in which it is first said."""

    names: list[str]
    counts: Counter[str] = field(default_factory=Counter)

    def clause(self) -> str:
        """The group as one clause."""
        names = joined(self.names) if len(self.names) < MANY else f"{len(self.names)} weapons"
        return ", ".join([names, *(plural(n, word, ALIKE.get(word, "")) for word, n in self.counts.items())])


def _group(clause: str) -> ShotGroup | None:
    """A clause that counts what a weapon did, such as "rifle, 4 shots, 1 hit, no save"; None for others."""
    name, *parts = clause.split(", ")
    counted = [COUNTED.fullmatch(part) for part in parts]
    if len(parts) < 2 or not (counted[0] and counted[1]):
        return None
    group = ShotGroup([name])
    for part in counted:
        if part:
            word = part[2] if part[2] in ALIKE else part[2].removesuffix("s")
            group.counts[word] += int(part[1])
    return group


def _summed(text: str, all_alike: bool) -> str:
    """A text in which groups of the same weapon are one, or of all weapons: nothing thrown is left out."""
    end = "." if text.endswith(".") else ""
    clauses = text.removesuffix(".").split("; ")
    who, colon, does = clauses[0].partition(": ")
    head, clauses = (f"{who}: ", [does, *clauses[1:]]) if colon else ("", clauses)
    groups: dict[str, ShotGroup] = {}
    parts: list[ShotGroup | str] = []
    for clause in clauses:
        group = _group(clause)
        if group is None:
            parts.append(clause)
            continue
        known = groups.setdefault("" if all_alike else group.names[0], group)
        if known is group:
            parts.append(group)
        else:
            known.names += [name for name in group.names if name not in known.names]
            known.counts.update(group.counts)
    if len(parts) == len(clauses):
        return text
    return head + "; ".join(part if isinstance(part, str) else part.clause() for part in parts) + end


def _shorten(text: str) -> str:
    """Who does it and the last clause, with as many between them as fit; else as many words."""
    clauses = text.removesuffix(".").split("; ")
    who, colon, does = clauses[0].partition(": ")
    head, least = (f"{who}: ", 0) if colon else ("", 1)
    middle, last = [does if colon else who, *clauses[1:-1]], clauses[-1:]
    for count in range(len(middle), least - 1, -1) if len(clauses) > 1 else ():
        left_out = [] if count == len(middle) else ["\u2026"]
        brief = f"{head}{'; '.join([*middle[:count], *left_out, *last])}."
        if len(visible_text(brief)) <= LONGEST:
            return brief
    for mark, end in (("; ", " \u2026"), (": ", "."), (", ", " \u2026"), (" ", " \u2026")):
        parts = text.split(mark)
        while len(parts) > 1:
            parts.pop()
            brief = mark.join(parts) + end
            if len(visible_text(brief)) <= LONGEST and brief.count("{") == brief.count("}"):
                return brief
    return text[: LONGEST - 1] + "\u2026"


# ---------------------------------------------------------------- voice
# Texts as one viewer reads them: "You", names of units and numbers of places for Cobalt, A1 and E10.
#
# Rulesets, files, the command line and the API speak of sides by their colours, of units by their ids and of
# places by letters. A page has all that it shows put into its viewer's words here, at the last step.


COLOURS = ("Blue", "Orange")  # the sides, for those who belong to neither
YOU = "you"

SIDE = "|".join(SIDES)
TOKEN = re.compile(
    r"\{(?P<mark>[^{}|]+)\}"
    rf"|(?:\b(?P<of>{SIDE}) )?\b(?P<id>[A-Z]{{1,2}}[1-9]\d?(?:\.\d+)?)\b"
    rf"|\b(?P<acts>{SIDE}) to act\b"
    rf"|\bof (?P<owner>{SIDE})\b(?!')"
    rf"|\b(?P<side>{SIDE})\b(?P<whose>'s)?"
)
ARE = re.compile(r"\b[Yy]ou are $")  # a lesson says which side a learner has
ALONE = re.compile(r"[.,;:]|$")  # behind what is not followed by what is owned
VERB = re.compile(r"(?P<alone> alone)? (?P<verb>[a-z]+s)\b")
NO_VERBS = ("as", "its", "this")
IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
WITH_ES = re.compile(r"(?:ch|sh|ss|x)es$")
CLAUSE = re.compile(r"[^:;.]*")
ALSO = re.compile(r"(?<= and )(has|is|moves|scores|wins)\b")
# What speaks of a side by "it" once that side is "you".
OF_YOURS = (
    (re.compile(r"(Your time has run out: )it gives up"), r"\1you give up"),
    (re.compile(r"(for you at the start of )its(?= turn)"), r"\1your"),
    (re.compile(r"(You command .*: )its(?= own table edge)"), r"\1your"),
)
# Behind these stands a place, where a unit could be named as well, and a tile, where something is built.
OF_A_PLACE = re.compile(
    r"(?:\bto|\bfrom|\bover|\bhex(?:es)?|\btiles? of|\b(?:tile|building|mine|depot|wall)(?: at| on)?) $"
)
LISTED_BEFORE, LISTED_BEHIND = re.compile(r"\b[A-Z]\d+ $"), re.compile(r" [A-Z]\d+\b")
OF_A_TILE = re.compile(r"\b(?:to|from|tile|wall on) $")
IS_BUILT = re.compile(r"(?:,| at [^:;]*:) (?:[a-z]+ )*(?:structure|ruin|barricade)\b")
IN_A_PICTURE = re.compile(r"(?:^|\b(?:at|in|on) |, )$")
BEGINS = re.compile(r"(?:^|[.?!\u00b7\u201c\n]\s*)$")

NUMBERS = r"-?\d+(?:\.\d+)?, ?-?\d+(?:\.\d+)?"  # of a spot on an open table
SPOTS = rf"{NUMBERS}(?:, {NUMBERS})*(?: and {NUMBERS})?"
OBJECTIVE = re.compile(rf"(?<!\d )\b(?:[Tt]he )?(?:enemy )?[Oo]bjective at ({NUMBERS})")
# What only says whereto.
WHERETO = (
    (re.compile(rf"\bmakes for {SPOTS}"), "sets out"),
    (re.compile(rf"\bis led to {SPOTS}"), "is led to a new place"),
    (re.compile(rf"\bis to stand at {SPOTS}"), "gets its place"),
    (re.compile(rf"\bis to walk to {SPOTS}"), "is to walk on"),
)
SOMEWHERE = re.compile(rf",? (?:(?:the first |the leader )?at|from|to|for) {SPOTS}(?=[;:., ]|$)")
BARE_MODEL = re.compile(r"; \{[^{}]*\.[^{}]*\}(?=[.;]|$)")  # nothing is left but where it went

ASKED = re.compile(rf"^({SIDE}): (?!victory|advantage|\d)")
WON = re.compile(rf"^({SIDE}): (victory|advantage)")
COURSE = re.compile(r"^R\d(?: for|,) ")  # the rule by which two tanks drive
TURN = re.compile(r"(?:Turn|Round) \d+")
SPOKEN = re.compile(r'(aria-label="|<(?:desc|title|text|tspan)\b[^>]*>)([^"<]+)')
HEAD = re.compile(r"[A-Z]{1,2}")


@dataclass(frozen=True)
class Hints:
    """What is known of a text: that units are in braces, that it labels a picture, a place it speaks of."""

    braced: bool = False
    pictured: bool = False
    place: str = ""


LOG, PICTURED = Hints(braced=True), Hints(pictured=True)


@dataclass(frozen=True)
class Voice:
    """The words of one viewer: who the seats are and what units, places and goals are called.

    `who` is "you" for a seat of the viewer's own. `columns` and `rows` are those of a board with lettered
    places, 0 where there are none; `built` are what stands there and is named as a place could be. `goals`
    are called by their spots on an open table.
    """

    who: tuple[str, str]
    units: Mapping[str, UnitName] = field(default_factory=dict)
    columns: int = 0
    rows: int = 0
    built: Collection[str] = ()
    goals: Mapping[str, str] = field(default_factory=dict)
    _memory: dict[tuple[str, Hints], str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def log(self, text: str) -> str:
        """A sentence of the log, where every unit is in braces: "{A1|your Hunter}" for a page.

        What is too long for one line is cut there, and stands whole in the next.
        """
        return self._remembered(text, LOG)

    def heading(self, text: str) -> str:
        """A heading of the log: of turns only their number."""
        turn = TURN.match(text)
        return turn[0] if turn else self.log(text)

    def say(self, text: str, place: str = "") -> str:
        """Any other text; `place` is one that it is known to speak of."""
        return self._remembered(text, Hints(place=place))

    def status(self, text: str) -> str:
        """The line of a status: whose turn it is, and what for."""
        return self.say(WON.sub(r"\2 for \1", ASKED.sub(r"\1 to act: ", text)))

    def prose(self, text: str) -> str:
        """What people wrote of both sides: these by their colours, as "it" and "they" go with nobody else."""
        return replace(self, who=COLOURS).say(text)

    def markup(self, layers: Mapping[str, str]) -> dict[str, str]:
        """Layers of a board, with their labels and lettering in the viewer's words."""
        return {layer: self.picture(markup) for layer, markup in layers.items()}

    def picture(self, markup: str) -> str:
        """A picture, or a layer of one, in the same way."""
        return SPOKEN.sub(self._label, markup)

    def unit(self, name: str) -> str:
        """A unit within a sentence: "your Hunter", "the enemy Hunter"; one not known by whose it is."""
        unit = unit_of(name, self.units)
        if unit:
            return f"{self._whose(self.units[unit].side)} {self.units[unit].full}"
        letters = HEAD.match(name)
        alike = letters and [known.side for id, known in self.units.items() if id.startswith(letters[0])]
        return f"{self._whose(alike[0])} unit" if alike else "a unit"

    def _whose(self, side: int) -> str:
        who = self.who[side]
        if who == YOU:
            return "your"
        if YOU in self.who:
            return "the enemy"
        return f"the {who.lower()}" if who in COLOURS else f"{who}'s"

    def plate(self, name: str) -> str:
        """What stands on the plate of a unit; nothing of one that is not known."""
        return self.units[name].short if name in self.units else ""

    def is_place(self, text: str) -> bool:
        """Whether a text could name a place of the board."""
        lettered = LETTERED.fullmatch(text)
        if lettered is None:
            return False
        return column(lettered[1]) <= self.columns and int(lettered[2]) <= self.rows

    def _apart(self, text: str) -> str:
        """On an open table, goals by name and no other spots: what counts there are distances."""
        if self.columns:
            return text
        text = OBJECTIVE.sub(self._goal, text)
        for spot, words in WHERETO:
            text = spot.sub(words, text)
        return BARE_MODEL.sub("", SOMEWHERE.sub("", text))

    def _goal(self, match: re.Match[str]) -> str:
        """A goal that a text names by its spot."""
        goal = self.goals.get(match[1].replace(" ", ""), "the objective")
        return _capital(goal) if match[0][0].isupper() else goal

    def _label(self, label: re.Match[str]) -> str:
        """A label, a description or a word of a picture."""
        text = unescape(label[2])
        if label[1].startswith("<t") and unit_of(text, self.units):
            number = text.partition(".")[2] or self.plate(text)  # a model by its number
        else:
            number = self._remembered(text, PICTURED)
        return label[1] + escape(number)

    def _remembered(self, text: str, hints: Hints) -> str:
        """Most of what a page shows it has shown before, and putting it into words takes its time."""
        words = self._memory.get((text, hints))
        if words is None:
            words = _reword(self, LOST.sub(_counted, text) if hints.braced else text, hints)
            words = words if hints.pictured else self._apart(words)
            words = self._memory[text, hints] = headed(words) if hints.braced else words
        return words


def _reword(v: Voice, text: str, hints: Hints) -> str:
    """A text with every side, unit and place in a viewer's words."""
    text = COURSE.sub("", text)
    result, at, named = "", 0, set[str]()
    while token := TOKEN.search(text, at):
        result += text[at : token.start()]
        kind = token.lastgroup if token.lastgroup != "whose" else "side"
        if kind == "mark":
            words, at = _marked(v, text, token, named)
        elif kind == "id":
            words, at = _unmarked(v, text, token, hints)
        else:
            words, at, text = _side(v, text, token)
        result += _capital(words) if BEGINS.search(result[-4:]) else words
    result = _capital(result + text[at:]) if hints.braced else result + text[at:]
    if YOU in v.who:
        for its, your in OF_YOURS:
            result = its.sub(your, result)
    return result


def _capital(words: str) -> str:
    """Words as they begin a sentence, within braces too."""
    begins = words.find("|") + 1 if words.startswith("{") else 0
    return words[:begins] + words[begins : begins + 1].upper() + words[begins + 1 :]


def _marked(v: Voice, text: str, token: re.Match[str], named: set[str]) -> tuple[str, int]:
    """A unit or a model in braces, and where the text goes on behind what names it a second time."""
    name, at = token["mark"], token.end()
    unit, _, model = name.partition(".")
    known = v.units.get(unit)
    signed = known and known.short != known.name
    words = known.short if known and signed and unit in named else v.unit(name)
    if model and (role := re.compile(r" \(([a-zA-Z ]+)\)").match(text, at)):
        words, at = f"{words}'s {role[1]}", role.end()
    elif model:
        words = f"no. {model}" if named == {unit} else f"{words} no. {model}"
    elif known:
        at = _behind_name(text, at, known)
    named.add(unit)
    if known and text.startswith(f" ({known.name}, ", at):
        return f"{{{name}|{words}}} (", at + len(known.name) + 4
    return f"{{{name}|{words}}}", at


def _behind_name(text: str, at: int, known: UnitName) -> int:
    """Where a text goes on after a unit that it also calls by name, in brackets or without."""
    if text.startswith(f" ({known.name})", at):
        return at + len(known.name) + 3
    return at + len(known.name) + 1 if known.name and text.startswith(f" {known.name}", at) else at


def _unmarked(v: Voice, text: str, token: re.Match[str], hints: Hints) -> tuple[str, int]:
    """What looks like the id of a unit: that, a place, or something else."""
    name, at = token["id"], token.end()
    unit = unit_of(name, v.units)
    if not token["of"] and not _is_unit(v, name, text[: token.start()], text[at:], hints):
        placed = v.is_place(name) and not _is_built(v, name, text[: token.start()], text[at:], hints)
        return place_name(name) if placed else name, at
    _, _, model = name.partition(".")
    words = f"{v.unit(name)} no. {model}" if model else v.unit(name)
    return words, _behind_name(text, at, v.units[unit]) if unit else at


def _is_built(v: Voice, name: str, before: str, behind: str, hints: Hints) -> bool:
    """Whether what could be a place is the name of what is built there."""
    if name not in v.built or IS_BUILT.match(behind):
        return name in v.built
    return not (before or behind) if hints.pictured else not OF_A_TILE.search(before)


def _is_unit(v: Voice, name: str, before: str, behind: str, hints: Hints) -> bool:
    unit = unit_of(name, v.units)
    if not unit:
        return False
    if behind.startswith(f" {v.units[unit].name}") or not v.is_place(name):
        return True
    if hints.braced or name == hints.place or (hints.pictured and _labels_place(before, behind)):
        return False
    if LISTED_BEFORE.search(before) or LISTED_BEHIND.match(behind):
        return False
    return not OF_A_PLACE.search(before)


def _labels_place(before: str, behind: str) -> bool:
    """Whether a label of a picture names a place here: it begins with it, or says what is there."""
    return bool(IN_A_PICTURE.search(before)) and not behind.startswith((":", " "))


def _side(v: Voice, text: str, token: re.Match[str]) -> tuple[str, int, str]:
    """A side with its verb, where the text goes on, and the text with what else that side does."""
    at = token.end()
    side = SIDES.index(token["acts"] or token["owner"] or token["side"])
    who = v.who[side]
    mine = who == YOU
    if token["owner"]:
        return f"of {'yours' if mine else who}", at, text
    if token["acts"]:
        return "your turn" if mine else f"{who}'s turn", at, text
    if ARE.search(text[: token.start()]):
        return COLOURS[side], at, text
    if token["whose"]:
        yours = "yours" if ALONE.match(text, at) else "your"
        return yours if mine else f"{who}'s", at, text
    verb = VERB.match(text, at)
    if not mine or verb is None or verb["verb"] in NO_VERBS:
        return who, at, text
    clause = CLAUSE.match(text, verb.end())
    end = clause.end() if clause else verb.end()
    also = ALSO.sub(lambda m: _plain_verb(m[1]), text[verb.end() : end])
    words = f"{who}{verb['alone'] or ''} {_plain_verb(verb['verb'])}"
    return words, verb.end(), text[: verb.end()] + also + text[end:]


def _plain_verb(verb: str) -> str:
    """A verb of the third person as it goes with "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if WITH_ES.search(verb) else verb[:-1]
