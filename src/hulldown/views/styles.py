"""Style rules of pictures: those that one needs alone, and none where a programme knows none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from importlib import resources
from typing import NamedTuple
from xml.etree import ElementTree

LIGHT_DARK = re.compile(r"light-dark\(([^,()]+),\s*([^,()]+)\)")
CLASS_IN_SELECTOR = re.compile(r"\.([A-Za-z][\w-]*)")
CLASS_ATTRIBUTE = re.compile(r'class="([^"]*)"')
REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')
DRAWING = re.compile(r'^<[^>]*?\bid="([\w-]+)".*$', re.MULTILINE)
NAMED, VALUE = re.compile(r"(--[\w-]+):"), re.compile(r"var\((--[\w-]+)\)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SCOPE = ".board"
SHEETS = (
    "web/shared/look.css",
    "views/board.css",
    "views/tiles.css",
    "views/plane.css",
    "web/table/effects.css",
)


@lru_cache(maxsize=1)
def symbols() -> str:
    """The drawings that boards, cards and pages refer to, as one `<defs>` element."""
    file = _asset_text("views/symbols.svg")
    return file[file.index("<defs>") : file.index("</svg>")].strip()


def drawings_for(markup: str) -> str:
    """The `<defs>` with only the drawings that the markup refers to: itself, by another or by a class."""
    known = _drawings()
    wanted: dict[str, str] = {}
    pending = REFERENCE.findall(markup)
    while pending:
        for key in pending:
            if key in known:
                wanted[key] = known[key]
        drawn = "".join(wanted.values())
        asked = REFERENCE.findall(drawn + _style(_classes(f'class="board"{markup}{drawn}')))
        pending = [key for key in asked if key in known and key not in wanted]
    return f"<defs>{''.join(wanted[key] for key in sorted(wanted))}</defs>"


def with_styles(markup: str) -> str:
    """The markup of a picture with the style rules and the drawings that it needs before it."""
    drawings = drawings_for(markup)
    return style_for(f'class="board"{markup}{drawings}') + drawings + markup


def style_for(markup: str) -> str:
    """A `<style>` element with the colour columns and the rules for the classes of the markup."""
    return f"<style>{_style(_classes(markup))}</style>"


def _classes(markup: str) -> frozenset[str]:
    """The class names that the markup wears."""
    return frozenset(name for names in CLASS_ATTRIBUTE.findall(markup) for name in names.split())


@lru_cache(maxsize=32)
def _style(used: frozenset[str]) -> str:
    """Light colours, dark colours where the system asks for them, and the rules kept."""
    sheet = "".join(map(_asset_text, SHEETS))
    rules = list(_rules(COMMENT.sub("", sheet)))
    kept = "".join(_rule_in_use(selector, body, used) for selector, body in rules)
    country, *others = (body for selector, body in rules if selector == ":root")
    wanted = set(VALUE.findall(kept))
    colours = country + "".join(body for body in others if not wanted.isdisjoint(NAMED.findall(body)))
    light, dark = LIGHT_DARK.sub(r"\1", colours), LIGHT_DARK.sub(r"\2", colours)
    return f"{SCOPE}{{{light}}}@media (prefers-color-scheme: dark){{{SCOPE}{{{dark}}}}}{kept}"


def _rule_in_use(selector: str, body: str, used: frozenset[str]) -> str:
    """A rule as the picture carries it, or nothing.

    Selectors stay as they are: an ancestor put before them would not reach into copied drawings.
    """
    parts = [part.strip() for part in selector.split(",")]
    parts = [part for part in parts if _applies(part, used)]
    if not parts or selector.startswith("@"):
        return ""
    return f"{','.join(parts)}{{{body.strip()}}}"


def _applies(selector: str, used: frozenset[str]) -> bool:
    """Whether a selector names classes, and only such as the picture has."""
    names = CLASS_IN_SELECTOR.findall(selector)
    return bool(names) and used.issuperset(names) and selector.startswith(".")


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The outermost rules of a style sheet as (selector, body)."""
    depth, start, opened = 0, 0, 0
    for index, sign in enumerate(sheet):
        if sign == "{":
            opened = opened if depth else index
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield sheet[start:opened].strip(), sheet[opened + 1 : index]
                start = index + 1


@lru_cache(maxsize=1)
def _drawings() -> dict[str, str]:
    """Every drawing by its id; each stands on a line of its own."""
    return {match.group(1): match.group(0) for match in DRAWING.finditer(symbols())}


@lru_cache(maxsize=6)
def _asset_text(file: str) -> str:
    """The text of a file shipped with hulldown."""
    return resources.files("hulldown").joinpath(file).read_text(encoding="utf-8")


# ---------------------------------------------------------------- inline styles
# A picture without style sheets: what every programme draws as a browser does.
#
# A board that stands alone has its colours from a style sheet with variables, which a symbol takes from the
# place where it is used. Programmes that turn SVG into pixels know no such thing. Here every element gets its
# own style, symbols are copied to where they are used, and colours are numbers.


SVG = "http://www.w3.org/2000/svg"
OF_PAGES = ("width", "height", "touch-action", "cursor", "animation", "transition", "outline", "color-scheme")
RULE = re.compile(r"([^{}@]+)\{([^{}]*)\}")
BLOCK = re.compile(r"@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
PART = re.compile(r"([a-zA-Z]*)((?:\.[\w-]+)*)")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
MIX = re.compile(r"color-mix\(in srgb,\s*(#\w+)\s+(\d+)%,\s*(#\w+|transparent)\)")
FONT = re.compile(r"(?:(italic)\s+)?(?:(\d{3}|bold|normal)\s+)?([\d.]+)px(?:/[\d.]+)?\s+(.+)")

Kind = tuple[str, frozenset[str]]  # an element as selectors see it: its name and classes


class Styled(NamedTuple):
    """One selector of a style sheet: what it asks of an element and of those around it, from the outside."""

    weight: tuple[int, int, int]  # classes, names, place in the sheet
    parts: tuple[Kind, ...]
    style: dict[str, str]


def settled(picture: str) -> str:
    """A picture that stands alone, with every colour in its place."""
    root = ElementTree.fromstring(picture)
    sheet = [rule for style in root.iter(f"{{{SVG}}}style") for rule in rules_of(style.text or "")]
    sheet.sort(key=lambda rule: rule.weight)
    drawn = StyleInliner(root, sheet).copied(root, (), {})
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(drawn, encoding="unicode")


def rules_of(sheet: str) -> Iterator[Styled]:
    """The rules of a sheet that hold at any time: without those of a dark screen and without movement."""
    plain = BLOCK.sub("", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S))
    for place, (selectors, body) in enumerate(RULE.findall(plain)):
        pairs = (part.partition(":") for part in body.split(";") if ":" in part)
        style = {name.strip(): value.strip() for name, _, value in pairs}
        for selector in selectors.split(","):
            parts = tuple(map(kind_of, selector.split()))
            if None not in parts:
                known = tuple(part for part in parts if part is not None)
                classes = sum(len(names) for _, names in known)
                yield Styled((classes, sum(bool(tag) for tag, _ in known), place), known, style)


def kind_of(word: str) -> Kind | None:
    """`text.on.far`; nothing for what asks for a pointer, a focus or a place among others."""
    match = PART.fullmatch(word)
    return (match[1], frozenset(match[2].split(".")[1:])) if match else None


def fits(asked: Kind, actual: Kind) -> bool:
    """Whether an element is what a part of a selector asks for."""
    return asked[0] in ("", actual[0]) and asked[1] <= actual[1]


def chosen(parts: tuple[Kind, ...], line: tuple[Kind, ...]) -> bool:
    """Whether a selector chooses the last of a line of elements, each within the one before."""
    if not fits(parts[-1], line[-1]):
        return False
    around = iter(reversed(line[:-1]))
    return all(any(fits(part, kind) for kind in around) for part in reversed(parts[:-1]))


class StyleInliner:
    """Copies a picture element by element."""

    def __init__(self, root: ElementTree.Element, sheet: list[Styled]) -> None:
        self.sheet = sheet
        self.by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self.root = (name_of(root), classes_of(root))

    def copied(
        self, element: ElementTree.Element, around: tuple[Kind, ...], variables: Mapping[str, str]
    ) -> ElementTree.Element:
        """An element with all below it; `variables` are those of the place where it is drawn."""
        line = (*around, (name_of(element), classes_of(element)))
        style: dict[str, str] = {}
        for rule in self.sheet:
            if chosen(rule.parts, line):
                style |= rule.style
        named = {name: value for name, value in style.items() if name.startswith("--")}
        own = {name: worked_out(value, {**variables, **named}) for name, value in named.items()}
        known = {**variables, **own}
        copy = ElementTree.Element(
            element.tag, {k: v for k, v in element.attrib.items() if k not in ("class", "id")}
        )
        if name_of(element) not in ("use", "symbol"):
            copy.attrib |= {"id": element.attrib["id"]} if "id" in element.attrib else {}
        shown = {name: worked_out(value, known) for name, value in style.items() if name not in own}
        if text := style_text(shown):
            copy.set("style", f"{text};{element.get('style', '')}".rstrip(";"))
        copy.text, copy.tail = element.text, element.tail
        if name_of(element) == "use":
            self.place_copy(element, copy, known)
            return copy
        copy.extend(
            self.copied(part, line, known) for part in element if name_of(part) not in ("style", "symbol")
        )
        return copy

    def place_copy(
        self, use: ElementTree.Element, copy: ElementTree.Element, variables: Mapping[str, str]
    ) -> None:
        """What is used at a place, there."""
        drawn = deepcopy(self.by_id[use.get("href", "").removeprefix("#")])
        copy.tag = f"{{{SVG}}}g"
        x, y = (float(copy.attrib.pop(name, 0)) for name in ("x", "y"))
        wide = copy.attrib.pop("width", None)
        copy.attrib.pop("height", None)
        copy.attrib.pop("href")
        moved = f"{copy.get('transform', '')} translate({x:g} {y:g})"
        if wide and (box := drawn.get("viewBox")):
            left, top, width, _ = map(float, box.split())
            moved += f" scale({float(wide) / width:g}) translate({-left:g} {-top:g})"
        copy.set("transform", moved.strip())
        drawn.tag = f"{{{SVG}}}g" if name_of(drawn) == "symbol" else drawn.tag
        for name in ("viewBox", "overflow"):
            drawn.attrib.pop(name, None)
        copy.append(self.copied(drawn, (self.root, ("defs", frozenset())), variables))
        copy[-1].attrib.pop("id", None)


def name_of(element: ElementTree.Element) -> str:
    """An element's name without its language."""
    return element.tag.rpartition("}")[2]


def classes_of(element: ElementTree.Element) -> frozenset[str]:
    """An element's classes."""
    return frozenset(element.get("class", "").split())


def worked_out(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables put in and its colours mixed."""
    while VARIABLE.search(value):
        value = VARIABLE.sub(lambda match: variables.get(match[1], (match[2] or "none").strip()), value)
    return MIX.sub(lambda match: mixed(match[1], int(match[2]), match[3]), value)


def mixed(colour: str, percent: int, other: str) -> str:
    """`#8899aa`: so much of one colour, the rest of another; `rgba(136,153,170,0.4)` where it is none."""
    if other == "transparent":
        return f"rgba({','.join(map(str, channels(colour)))},{percent / 100:g})"
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round((percent * a + (100 - percent) * b) / 100):02x}" for a, b in pairs)


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue of `#8899aa` or `#89a`."""
    digits = color[1:] if len(color) > 5 else "".join(digit * 2 for digit in color[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def style_text(style: Mapping[str, str]) -> str:
    """Properties as a style attribute, a font in its parts."""
    parts = dict(style)
    if font := FONT.fullmatch(parts.pop("font", "")):
        italic, weight, size, family = font.groups()
        parts |= {"font-style": italic} if italic else {}
        parts |= {"font-weight": weight or "normal", "font-size": f"{size}px", "font-family": family}
    kept = {name: value for name, value in parts.items() if not name.startswith(OF_PAGES)}
    return ";".join(f"{name}:{value}" for name, value in kept.items())
