"""A board as ink on paper: plain vectors and letters, and the names of what lies on it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise, product
from typing import NamedTuple
from xml.etree import ElementTree

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

from hulldown.rulesets.api.scene import HexScene, Scene, Structure, TileScene
from hulldown.rulesets.api.words import Glossary
from hulldown.views.board import board
from hulldown.views.cards.art import BOLD, INK, PAPER, SANS, SERIF, Art, Lettering, run
from hulldown.views.hex.grid import HALF as HEX_HALF
from hulldown.views.hex.grid import centre as hex_centre
from hulldown.views.picture import BOX
from hulldown.views.styles import SVG, channels, name_of, settled
from hulldown.views.tiles.grid import TILE, box, parse
from hulldown.views.tiles.grid import centre as tile_centre

MOVE = re.compile(r"(\w+)\(([^)]*)\)")
MIXED = re.compile(r"rgba\((\d+),(\d+),(\d+),([\d.]+)\)")
PATTERN = re.compile(r"url\(#([\w-]+)\)")
WORDS = ("title", "desc", "style")
GRADIENTS = ("linearGradient", "radialGradient")
SKIPPED = (*WORDS, *GRADIENTS, "pattern", "clipPath")  # what is no ink of its own
HARDLY = 0.25  # of a gradient that lets more through than this leaves, paper shows nothing
OF_LETTERS = ("fill", "font-size", "font-weight", "font-family", "text-anchor", "stroke", "paint-order")
USUAL = 16.0  # board units of letters that nothing says the size of
BOWS = 6  # straight pieces of a bow along which is cut
FINE, COARSER = 20.0, 3.0  # the side of a pattern below which it is printed larger, and how much
BOLD_FROM, FAINT = 600, 0.05  # the weight from which letters are bold; what hardly shows is not set


Box = tuple[float, float, float, float]  # left, top, right and foot


class VectorPicture(NamedTuple):
    """A picture to be printed, how wide and high it is in its own units, and where each part of it lies."""

    parts: ElementTree.Element
    letters: list[Lettering]
    width: float
    height: float
    boxes: dict[ElementTree.Element, Box]

    def within(self, left: float, top: float, right: float, foot: float) -> Art:
        """What of it touches a part of the picture; letters there are whole."""
        seen = (left, top, right, foot)
        kept = self._crop_element(self.parts, seen)
        inner = "".join(ElementTree.tostring(element, encoding="unicode") for element in kept)
        letters = [letter for letter in self.letters if apart(reach(letter), seen) is False]
        return Art([inner.replace(f' xmlns="{SVG}"', "")] if inner else [], letters)

    def _crop_element(self, element: ElementTree.Element, seen: Box) -> ElementTree.Element:
        """A copy of an element without what lies elsewhere."""
        copy = ElementTree.Element(element.tag, element.attrib)
        for part in element:
            if part not in self.boxes or not apart(self.boxes[part], seen):
                copy.append(self._crop_element(part, seen) if len(part) else part)
        return copy


class Wash(NamedTuple):
    """An even colour in place of a gradient: a PDF would show one that lets something through as ink."""

    colour: str
    share: float


def washed(gradient: ElementTree.Element) -> Wash:
    """The mean of a gradient's stops, each as heavy as it covers what lies below."""
    stops = [style_of(stop) for stop in gradient]
    shares = [float(stop.get("stop-opacity", 1)) for stop in stops]
    heavy = sum(shares) or 1.0
    mixed = [
        round(sum(share * tone[axis] for share, tone in zip(shares, tones, strict=True)) / heavy)
        for tones in ([channels(stop["stop-color"]) for stop in stops],)
        for axis in range(3)
    ]
    return Wash("#" + "".join(f"{tone:02x}" for tone in mixed), sum(shares) / max(1, len(shares)))


def apart(box: Box, other: Box) -> bool:
    """Whether two boxes do not touch."""
    return box[2] < other[0] or other[2] < box[0] or box[3] < other[1] or other[3] < box[1]


def reach(lettering: Lettering) -> Box:
    """Where a line of letters lies, at the most."""
    far = run(lettering.text, lettering.size, lettering.face)
    return lettering.x - far, lettering.y - far, lettering.x + far, lettering.y + far


def trace_scene(scene: Scene) -> VectorPicture:
    """The board of a scene."""
    return inked(board(scene, standalone=True))


def inked(picture: str) -> VectorPicture:
    """A picture that stands alone."""
    match = BOX.search(picture)
    root = ElementTree.fromstring(settled(picture))
    known = [element for element in root.iter() if "id" in element.attrib]
    taking = Flattener(
        {element.attrib["id"]: element for element in known if name_of(element) == "pattern"},
        {
            element.attrib["id"]: "".join(map(path_of, element))
            for element in known
            if name_of(element) == "clipPath"
        },
        {element.attrib["id"]: washed(element) for element in known if name_of(element) in GRADIENTS},
    )
    group = ElementTree.Element(f"{{{SVG}}}g")
    group.extend(taking.flatten(part, Identity, {}) for part in [*root] if name_of(part) not in WORDS)
    ElementTree.register_namespace("", SVG)
    wide, tall = (float(match[1]), float(match[2])) if match else (1.0, 1.0)
    return VectorPicture(group, taking.letters, wide, tall, taking.boxes)


@dataclass
class Flattener:
    """Takes a picture apart, element by element."""

    patterns: dict[str, ElementTree.Element]
    outlines: dict[str, str]
    washes: dict[str, Wash]
    letters: list[Lettering] = field(default_factory=list)
    boxes: dict[ElementTree.Element, Box] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=count)

    def flatten(
        self, element: ElementTree.Element, at: Transform, style: dict[str, str], within: str = ""
    ) -> ElementTree.Element:
        """An element as it is printed; letters in it are kept aside, where they lie.

        What is cut to an outline is cut shape by shape; `within` is that outline on the whole picture.
        """
        at = at.transform(moved(element.get("transform", "")))
        style = {**style, **style_of(element)}
        if cut := PATTERN.fullmatch(element.get("clip-path", "")):
            within = carried(self.outlines.get(cut[1], ""), at)
        if name_of(element) == "text":
            self.keep_text(element, at, style)
            return ElementTree.Element(f"{{{SVG}}}g")
        copy = ElementTree.Element(element.tag, dict(element.attrib))
        own = style_of(element)
        copy.attrib.pop("style", None)
        filling = next(iter(PATTERN.findall(own.get("fill", ""))), "")
        if wash := self.washes.get(filling):
            if wash.share < HARDLY:
                return ElementTree.Element(f"{{{SVG}}}g")
            own |= {"fill": wash.colour, "fill-opacity": f"{wash.share:.2f}"}
        if pattern := self.patterns.get(filling):
            return self.filled(copy, own, pattern, at)
        copy.attrib |= plain(own)
        copy.attrib.pop("clip-path", None)
        parts = [part for part in element if name_of(part) not in SKIPPED]
        copy.extend(self.flatten(part, at, style, within) for part in parts)
        self.measured(copy, at)
        return self.clip(copy, carried(within, at.inverse())) if within and path_of(copy) else copy

    def clip(self, shape: ElementTree.Element, outline: str) -> ElementTree.Element:
        """A shape of which only what lies within an outline shows, a piece for each closed line of it."""
        group = ElementTree.Element(f"{{{SVG}}}g")
        if "transform" in shape.attrib:
            group.set("transform", shape.attrib.pop("transform"))
        defined = ElementTree.SubElement(group, f"{{{SVG}}}defs")
        for line in closed_lines(outline):
            name = f"in{next(self.numbers)}"
            clip = ElementTree.SubElement(defined, f"{{{SVG}}}clipPath", {"id": name})
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
            ElementTree.SubElement(clip, f"{{{SVG}}}polygon", {"points": points})
            ElementTree.SubElement(group, shape.tag, {**shape.attrib, "clip-path": f"url(#{name})"})
        if shape in self.boxes:
            self.boxes[group] = self.boxes[shape]
        return group

    def measured(self, element: ElementTree.Element, at: Transform) -> None:
        """Note where an element lies, strokes and all; of a group that is where its parts do."""
        if len(element):
            inner = [self.boxes.get(part) for part in element if name_of(part) != "defs"]
            known = [box for box in inner if box]
            if len(known) == len(inner) and known:
                left, top, right, foot = zip(*known, strict=True)
                self.boxes[element] = min(left), min(top), max(right), max(foot)
        elif outline := path_of(element):
            wide = float(element.get("stroke-width", 1)) * math.hypot(at.xx, at.xy)
            x0, y0, x1, y1 = bounds(outline, at)
            self.boxes[element] = x0 - wide, y0 - wide, x1 + wide, y1 + wide

    def filled(
        self, element: ElementTree.Element, own: dict[str, str], pattern: ElementTree.Element, at: Transform
    ) -> ElementTree.Element:
        """A shape filled with a pattern: as many copies of it as lie within its outline, then the outline."""
        group = ElementTree.Element(f"{{{SVG}}}g")
        if not (shape := path_of(element)):
            return group
        places = repeated(pattern, shape)
        for part in pattern:
            if line := path_of(part):
                copies = "".join(carried(line, where) for where in places)
                look = plain(style_of(part)) | ({"opacity": own["opacity"]} if "opacity" in own else {})
                group.append(self.clip(ElementTree.Element(f"{{{SVG}}}path", {"d": copies} | look), shape))
        if own.get("stroke", "none") != "none":
            ElementTree.SubElement(group, element.tag, element.attrib | plain({**own, "fill": "none"}))
        self.boxes[group] = bounds(shape, at)
        return group

    def keep_text(self, element: ElementTree.Element, at: Transform, style: dict[str, str]) -> None:
        """Keep a line of letters."""
        text = "".join(element.itertext()).strip()
        if not text or float(style.get("opacity", "1")) < FAINT:
            return
        x, y = at.transformPoint((float(element.get("x", 0)), float(element.get("y", 0))))
        size = float(style.get("font-size", f"{USUAL}px").removesuffix("px")) * math.hypot(at.xx, at.xy)
        anchor, fill = style.get("text-anchor", "start"), plain(style).get("fill", "#000000")
        turn = math.degrees(math.atan2(at.xy, at.xx))
        halo = style.get("stroke", "") if "paint-order" in style else ""
        self.letters.append(Lettering(x, y, size, text, face(style), anchor, fill, turn, halo))


def repeated(pattern: ElementTree.Element, shape: str) -> list[Transform]:
    """Where the copies of a pattern lie within a shape; one that is very fine is printed coarser."""
    turn = moved(pattern.get("patternTransform", ""))
    wide, tall = float(pattern.get("width", 1)), float(pattern.get("height", 1))
    if max(wide, tall) < FINE:
        turn = turn.scale(COARSER)
    left, top, right, foot = bounds(shape, turn.inverse())
    across = range(math.floor(left / wide), math.ceil(right / wide))
    down = range(math.floor(top / tall), math.ceil(foot / tall))
    return [turn.translate(column * wide, row * tall) for column, row in product(across, down)]


def path_of(element: ElementTree.Element) -> str:
    """The outline of a shape as a path; nothing for what is no shape."""
    number = {name: float(element.get(name, 0)) for name in ("x", "y", "cx", "cy", "r", "width", "height")}
    name = name_of(element)
    if name == "path":
        return element.get("d", "")
    if name == "rect":
        wide, tall = number["width"], number["height"]
        return f"M{number['x']} {number['y']}h{wide}v{tall}h{-wide}z"
    if name in ("circle", "ellipse"):
        rx = number["r"] or float(element.get("rx", 0))
        ry = number["r"] or float(element.get("ry", 0))
        return f"M{number['cx'] - rx} {number['cy'] - ry}h{2 * rx}v{2 * ry}h{-2 * rx}z"
    return ""


def carried(path: str, at: Transform) -> str:
    """A path, moved."""
    if not path or at == Identity:
        return path
    pen = SVGPathPen(None, ntos=lambda number: f"{number:.1f}")
    parse_path(path, TransformPen(pen, at))
    return str(pen.getCommands())


def closed_lines(path: str) -> list[list[tuple[float, float]]]:
    """The points along each closed line of a path; its bows as short straight pieces."""
    pen = RecordingPen()
    parse_path(path, pen)
    lines: list[list[tuple[float, float]]] = []
    for kind, points in pen.value:
        if kind == "moveTo":
            lines.append([points[0]])
        elif kind == "lineTo":
            lines[-1].append(points[0])
        elif kind in ("curveTo", "qCurveTo"):
            lines[-1] += bow(lines[-1][-1], *points)
    return [line for line in lines if len(line) > 2]


def bow(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """Points along a bow, without its first."""
    bow_points = []
    for step in range(1, BOWS + 1):
        left, share = list(points), step / BOWS
        while len(left) > 1:
            pairs = pairwise(left)
            left = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairs]
        bow_points.append(left[0])
    return bow_points


def face(style: dict[str, str]) -> str:
    """The font that comes along for letters of a style."""
    weight, family = style.get("font-weight", "400"), style.get("font-family", "")
    if "serif" in family and "sans-serif" not in family:
        return SERIF
    return BOLD if weight == "bold" or (weight.isdigit() and int(weight) >= BOLD_FROM) else SANS


def style_of(element: ElementTree.Element) -> dict[str, str]:
    """What an element says of its looks, as attributes or as a style."""
    pairs = (part.partition(":") for part in element.get("style", "").split(";") if ":" in part)
    asked = {name: element.attrib[name] for name in OF_LETTERS if name in element.attrib}
    return asked | {name.strip(): value.strip() for name, _, value in pairs}


def plain(style: dict[str, str]) -> dict[str, str]:
    """A style as attributes that a PDF can follow: what shows through a colour stands beside it."""
    result = {}
    for name, value in style.items():
        if match := MIXED.fullmatch(value):
            red, green, blue, share = match.groups()
            result[name] = f"#{int(red):02x}{int(green):02x}{int(blue):02x}"
            result[f"{name}-opacity"] = share
        elif name not in ("filter", "pointer-events", "font-family", "paint-order", "letter-spacing"):
            result[name] = value
    return result


def bounds(path: str, at: Transform) -> tuple[float, float, float, float]:
    """Left, top, right and foot of a path, moved."""
    pen = ControlBoundsPen(None)
    parse_path(path, TransformPen(pen, at))
    return pen.bounds or (0.0, 0.0, 0.0, 0.0)


def moved(text: str) -> Transform:
    """A `transform` attribute as numbers."""
    at = Identity
    for name, given in MOVE.findall(text):
        numbers = [float(number) for number in re.split(r"[\s,]+", given.strip()) if number]
        if name == "translate":
            at = at.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0)
        elif name == "scale":
            at = at.scale(numbers[0], numbers[-1])
        elif name == "rotate":
            x, y = numbers[1:] if len(numbers) == 3 else (0.0, 0.0)
            at = at.translate(x, y).rotate(math.radians(numbers[0])).translate(-x, -y)
        elif name == "matrix":
            at = at.transform(Transform(*numbers))
    return at


# ---------------------------------------------------------------- naming
# What lies on a printed board, by its name: paper has no pointer to ask with.


NAME_SIZE = 2.7  # millimetres of a name
LOW = 0.84  # of the way from the middle of a place to its lower edge
OPEN = "open"


def named(
    picture: VectorPicture, scene: HexScene | TileScene, glossary: Glossary, step: float
) -> VectorPicture:
    """A picture with the names of its terrain; `step` is how many millimetres a unit of it is."""
    return picture._replace(letters=[*picture.letters, *name_letters(scene, glossary, step)])


def name_letters(scene: HexScene | TileScene, glossary: Glossary, step: float) -> list[Lettering]:
    """The names of a board's terrain where they stand on its picture."""
    size = NAME_SIZE / step
    return [
        Lettering(
            x, y, min(size, room / max(0.1, run(text, 1.0, BOLD))), text, BOLD, "middle", INK, 0.0, PAPER
        )
        for text, x, y, room in names(scene, glossary)
    ]


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
