"""What each terrain of another program becomes: a question for each, answered at first by its words.

Written once for all formats and all rulesets with boards of cells: the kinds of ground are those that the
scenario editor of a ruleset lays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hulldown.catalogue import quote
from hulldown.exchange.model import Answers, ImportFault, ImportQuestion, Remark, RemarkKind
from hulldown.rulesets.api.editing import Brush

OPEN = "open"  # ground on which nothing lies
BENEATH = ""  # left out: what lies under it counts
MOST_TERRAINS = 300  # that a person may be asked about
LAID = ("Ground", "Structures")  # the groups of brushes that lay terrain

# The kinds that words of other programs stand for, the best first. The last word of a name counts first: a
# stone wall is a wall, a forest path a path.
KINDS: dict[tuple[str, ...], str] = {
    ("forest",): "forest wood woodland grove tree jungle bush scrub shrub thicket orchard hedge",
    ("water",): "water river lake sea ocean stream pond rapid torrent canal brook ford",
    ("mud", "debris"): "mud swamp marsh bog mire quicksand wetland",
    ("rubble", "debris"): "rubble rough rock stone boulder crater scree gravel bombed",
    ("ruin", "rubble"): "ruin ruined",
    ("debris", "rubble"): "debris wreck wreckage scrap junk",
    ("building", "high"): (
        "building house structure hangar bunker tower factory industrial roof church castle fort hall "
        "warehouse skyscraper block fuel"
    ),
    ("low", "building"): "hut shed shack barn container cabin",
    ("wall", "building"): "wall rampart palisade fence cliff impassable blocked solid void space",
    ("gate", OPEN): "gate door",
    ("hill",): "hill mountain slope ridge dune mound height level",
    (OPEN,): (
        "open clear grass grassland plain meadow field farmland crop dirt earth ground floor road street "
        "path track lane trail pavement asphalt concrete bridge square sand beach desert snow ice "
        "tundra sunken"
    ),
}
BY_WORD = {word: kinds for kinds, words in KINDS.items() for word in words.split()}


@dataclass(frozen=True)
class TerrainChoice:
    """What a terrain of another program becomes: a kind of ground, OPEN, or BENEATH; and how that came."""

    name: str
    kind: str
    remark: RemarkKind | None


def ground_brushes(brushes: Iterable[Brush]) -> dict[str, Brush]:
    """The brushes that lay terrain, by their ids."""
    return {brush.id: brush for brush in brushes if brush.group in LAID}


def words_of(name: str) -> list[str]:
    """The words of a name in small letters: `ForestPath_02` has two; a plural counts as its singular."""
    parts = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    return [singular(part.casefold()) for part in parts]


def singular(word: str) -> str:
    """A word without the ending of a plural, if it is known so."""
    for shorter in (word, word.removesuffix("s"), word.removesuffix("es")):
        if shorter in BY_WORD:
            return shorter
    return word


def exact_kind(name: str, brushes: Mapping[str, Brush]) -> str:
    """The kind of ground that a name is the id or the name of; nothing for none."""
    plain = " ".join(re.findall(r"[^\W_]+", name.casefold()))
    if plain == OPEN:
        return OPEN
    return next((key for key, brush in brushes.items() if plain in (key, brush.name.casefold())), "")


def likely_kind(name: str, brushes: Mapping[str, Brush]) -> str:
    """The kind of ground that the words of a name stand for; nothing for none."""
    for word in reversed(words_of(name)):
        if word in brushes:
            return word
        for kind in BY_WORD.get(word, ()):
            if kind in brushes or kind == OPEN:
                return kind
    return ""


def usual(name: str, brushes: Mapping[str, Brush]) -> TerrainChoice:
    """What a terrain becomes if nobody says anything else."""
    if kind := exact_kind(name, brushes):
        return TerrainChoice(name, kind, None)
    if kind := likely_kind(name, brushes):
        return TerrainChoice(name, kind, RemarkKind.SUGGESTED)
    return TerrainChoice(name, BENEATH, RemarkKind.DEFAULT)


# ---------------------------------------------------------------- questions


def slug(name: str) -> str:
    """A name as a part of an id."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")[:48] or "x"


def ids_of(lead: str, names: Iterable[str]) -> dict[str, str]:
    """An id for each name; those that would be alike are numbered."""
    ids: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for name in names:
        key = f"{lead}.{slug(name)}"
        taken[key] += 1
        ids[name] = key if taken[key] == 1 else f"{key}_{taken[key]}"
    return ids


def answered(
    id_: str, text: str, choices: tuple[str, ...], usual_answer: str, answers: Answers
) -> ImportQuestion:
    """A question with the answer that holds. ImportFault for an answer that is none of the choices."""
    answer = answers.get(id_, usual_answer)
    if answer not in choices:
        known = ", ".join(quote(choice) for choice in choices[:12])
        raise ImportFault(f"{id_}: {quote(answer)[:60]} is none of {known}")
    return ImportQuestion(id_, text, choices, answer)


def terrain_table(
    counts: Mapping[str, int], brushes: Mapping[str, Brush], cell: str, answers: Answers
) -> tuple[dict[str, TerrainChoice], list[ImportQuestion]]:
    """What every terrain of a map becomes, and the questions. `counts` say on how many cells each lies."""
    if len(counts) > MOST_TERRAINS:
        raise ImportFault(
            f"This map has {len(counts)} kinds of tiles, more than {MOST_TERRAINS}: "
            "give the tiles a class or a terrain name in Tiled"
        )
    choices = (BENEATH, OPEN, *brushes)
    table, questions = {}, []
    for name, id_ in ids_of("terrain", counts).items():
        start = usual(name, brushes)
        text = f"What does {quote(name)} become? It lies on {plural(counts[name], cell)}."
        question = answered(id_, text, choices, start.kind, answers)
        table[name] = TerrainChoice(name, question.answer, None if id_ in answers else start.remark)
        questions.append(question)
    return table, questions


def terrain_remarks(
    table: Mapping[str, TerrainChoice], counts: Mapping[str, int], brushes: Mapping[str, Brush], cell: str
) -> Iterator[Remark]:
    """What was taken for a terrain by its words, and what nobody knows."""
    for name, terrain in table.items():
        where = f"{name}, {plural(counts[name], cell)}"
        if terrain.remark == RemarkKind.SUGGESTED:
            became = "open ground" if terrain.kind == OPEN else brushes[terrain.kind].name.casefold()
            yield Remark(RemarkKind.SUGGESTED, where, f"its name was taken for {became}")
        elif terrain.remark == RemarkKind.DEFAULT:
            text = "no ground of these rules is called so: what lies beneath counts, else open ground"
            yield Remark(RemarkKind.DEFAULT, where, text)


def plural(count: int, word: str) -> str:
    """`1 hex`, `2 hexes`."""
    if count == 1:
        return f"1 {word}"
    return f"{count} {word}es" if word.endswith("x") else f"{count} {word}s"
