"""The data of a Tiled map: XML (`.tmx`) is put into the form of JSON (`.tmj`), so that there is one reader.

Also the readers of single values, which refuse what is out of bounds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from hulldown.catalogue import quote
from hulldown.exchange.model import ImportFault

MOST_TAGS = 300_000  # of a file in XML, and tables and lists of one in JSON
DEEPEST = 8  # groups of layers in each other
SHOWN = 60  # characters of a value in a message

Data = Mapping[str, Any]


def map_data(data: bytes) -> Data:
    """A map in the form of JSON, whatever its file is written in."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    given = parse_json(data) if start == b"{" else parse_xml(data)
    if given.get("type", "map") != "map":
        raise ImportFault(f"This is a {text(given, 'type')} of Tiled, not a map (.tmx, .tmj)")
    return given


def parse_json(data: bytes) -> Data:
    """The data of a `.tmj` file."""
    if data.count(b"{") + data.count(b"[") > MOST_TAGS:
        raise ImportFault(f"This map has more than {MOST_TAGS} tables and lists")
    try:
        given = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ImportFault("This is no whole JSON file, as a map of Tiled (.tmj) is") from None
    if "layers" not in given or "orientation" not in given:
        raise ImportFault("This JSON file is no map of Tiled: it has no layers and no orientation")
    result: Data = given
    return result


def parse_xml(data: bytes) -> Data:
    """The data of a `.tmx` file. ImportFault for one with a document type or entities."""
    try:
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import fromstring
    except ImportError:
        raise ImportFault("Maps in XML (.tmx) need hulldown[exchange]; save the map as .tmj") from None
    if data.count(b"<") > MOST_TAGS:
        raise ImportFault(f"This map has more than {MOST_TAGS} XML tags; save its tiles as CSV")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise ImportFault(
            "This XML file has a document type or entities, which no map of Tiled has"
        ) from None
    except (ParseError, ValueError, LookupError):
        raise ImportFault("This is no whole XML file, as a map of Tiled (.tmx) is") from None
    if root.tag != "map":
        raise ImportFault(f"This XML file is no map of Tiled: it begins with {quote(root.tag[:SHOWN])}")
    return xml_map(root)


# ---------------------------------------------------------------- XML in the form of JSON


LAYER_TYPES = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}


def xml_map(root: Element) -> Data:
    """A `<map>` as a file in JSON has it."""
    return {
        **root.attrib,
        "type": "map",
        "tilesets": [xml_tileset(tag) for tag in root.findall("tileset")],
        "layers": [xml_layer(tag, 0) for tag in root if tag.tag in LAYER_TYPES],
    }


def xml_layer(tag: Element, deep: int) -> Data:
    """A layer, or a group of them."""
    if deep > DEEPEST:
        raise ImportFault(f"The layers of this map lie in more than {DEEPEST} groups")
    result: dict[str, Any] = {**tag.attrib, "type": LAYER_TYPES[tag.tag]}
    if tag.tag == "group":
        result["layers"] = [xml_layer(inner, deep + 1) for inner in tag if inner.tag in LAYER_TYPES]
    elif tag.tag == "objectgroup":
        result["objects"] = [xml_object(inner) for inner in tag.findall("object")]
    elif (data := tag.find("data")) is not None:
        result |= {key: data.attrib[key] for key in ("encoding", "compression") if key in data.attrib}
        pieces = data.findall("chunk")
        result["data"] = [] if pieces else xml_tiles(data)
        if pieces:
            result["chunks"] = [{**piece.attrib, "data": xml_tiles(piece)} for piece in pieces]
    return result


def xml_tiles(tag: Element) -> str | list[str]:
    """The tiles of a layer or a piece of it: a text, or a tag for each."""
    tiles = tag.findall("tile")
    return [tile.get("gid", "0") for tile in tiles] if tiles else tag.text or ""


def xml_object(tag: Element) -> Data:
    """An object."""
    return {**tag.attrib, "properties": xml_properties(tag)}


def xml_properties(tag: Element) -> dict[str, str]:
    """Properties by their names."""
    return {
        each.get("name", ""): each.get("value") or each.text or ""
        for each in tag.findall("properties/property")
    }


def xml_tileset(tag: Element) -> Data:
    """A tileset with what names its tiles."""
    return {
        **tag.attrib,
        "terrains": [dict(each.attrib) for each in tag.findall("terraintypes/terrain")],
        "tiles": [xml_tile(each) for each in tag.findall("tile")],
        "wangsets": [
            {
                "colors": [dict(color.attrib) for color in each.findall("wangcolor")],
                "wangtiles": [dict(tile.attrib) for tile in each.findall("wangtile")],
            }
            for each in tag.findall("wangsets/wangset")
        ],
    }


def xml_tile(tag: Element) -> Data:
    """A tile of a tileset."""
    image = tag.find("image")
    pictured = {} if image is None else {"image": image.get("source", "")}
    return {**tag.attrib, **pictured, "properties": xml_properties(tag)}


# ---------------------------------------------------------------- values


def number(data: Data, key: str, low: float, high: float, usual: float | None = None) -> float:
    """A number of a map within bounds. ImportFault for anything else."""
    value = data.get(key, usual)
    try:
        result = float(value) if isinstance(value, str | int | float) else float("nan")
    except (ValueError, OverflowError):
        result = float("nan")
    if not isfinite(result) or not low <= result <= high:
        raise ImportFault(f"{key} must be a number from {low:g} to {high:g}, not {quote(str(value)[:SHOWN])}")
    return result


def whole(data: Data, key: str, low: int, high: int, usual: int | None = None) -> int:
    """A whole number of a map within bounds."""
    result = number(data, key, low, high, usual)
    if result != int(result):
        raise ImportFault(f"{key} must be a whole number, not {result:g}")
    return int(result)


def text(data: Data, *keys: str) -> str:
    """The first of these that is a text with something in it."""
    return next(
        (value.strip() for key in keys if isinstance(value := data.get(key), str) and value.strip()), ""
    )


def entries(data: Data, key: str) -> list[Data]:
    """A list of tables; what is none is left out."""
    value = data.get(key)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def properties(data: Data) -> dict[str, str]:
    """Properties that are texts or numbers, by their names in small letters."""
    given = data.get("properties")
    listed = [(each.get("name"), each.get("value")) for each in entries(data, "properties")]
    return {
        str(name).casefold(): str(value).strip()
        for name, value in (given.items() if isinstance(given, dict) else listed)
        if isinstance(value, str | int | float)
    }


def is_on(data: Data, key: str, usual: bool = False) -> bool:
    """A truth value, which XML writes as 0 or 1."""
    return str(data.get(key, usual)).casefold() in ("1", "true")


def is_hidden(data: Data) -> bool:
    """Whether a layer or an object is not shown."""
    return not is_on(data, "visible", usual=True)
