"""What lies on a printed board, by its name: paper has no pointer to ask with."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.scene import HexScene, Structure, TileScene
from hulldown.rulesets.api.words import Glossary
from hulldown.views.cards.art import INK, PAPER, Lettering
from hulldown.views.cards.lettering import BOLD, run
from hulldown.views.hex.grid import HALF as HEX_HALF
from hulldown.views.hex.grid import centre as hex_centre
from hulldown.views.printing.vector import VectorPicture
from hulldown.views.tiles.grid import TILE, box, parse
from hulldown.views.tiles.grid import centre as tile_centre

WORDS = 2.7  # millimetres of a name
LOW = 0.84  # of the way from the middle of a place to its lower edge
OPEN = "open"


def named(
    picture: VectorPicture, scene: HexScene | TileScene, glossary: Glossary, step: float
) -> VectorPicture:
    """A picture with the names of its terrain; `step` is how many millimetres a unit of it is."""
    size = WORDS / step
    letters = [
        Lettering(
            x, y, min(size, room / max(0.1, run(text, 1.0, BOLD))), text, BOLD, "middle", INK, 0.0, PAPER
        )
        for text, x, y, room in names(scene, glossary)
    ]
    return picture._replace(letters=[*picture.letters, *letters])


def names(scene: HexScene | TileScene, glossary: Glossary) -> Iterator[tuple[str, float, float, float]]:
    """Each name, the middle of its foot, and how wide it may be, in board units."""
    far = 2 * HEX_HALF if isinstance(scene, HexScene) else TILE
    centre = hex_centre if isinstance(scene, HexScene) else tile_centre
    for patch in scene.terrain:
        if patch.kind != OPEN:
            at = centre(patch.place)
            yield terrain_name(glossary, patch.kind), at.x, at.y + LOW * far / 2, 0.94 * far
    for structure in scene.structures if isinstance(scene, TileScene) else ():
        left, top, right, _ = box(map(parse, structure.places))
        yield of_structure(glossary, structure), (left + right) / 2, top + 0.3 * TILE, right - left - 4


def terrain_name(glossary: Glossary, kind: str) -> str:
    """What a kind of terrain is called."""
    term = glossary.terrain.get(kind)
    return term.name if term else kind.replace("_", " ").capitalize()


def of_structure(glossary: Glossary, building: Structure) -> str:
    """A structure with what is special about it: "High building, weak"."""
    special = [
        terrain_name(glossary, feature)
        for feature in sorted(building.features)
        if feature in glossary.terrain
    ]
    return ", ".join([terrain_name(glossary, building.kind), *(word.lower() for word in special)])
