"""Bytes of files as text, and which names are those of files: the same at every door.

The command line, the pages' server, packs and Python all read files through `decode` and tell a file by its
name through `is_toml`.
"""

from __future__ import annotations

from hulldown.catalogue.issues import CatalogueError

MARK = "\ufeff"  # some editors write it before the first character of a UTF-8 text
WIDE = ("utf-16-le", "utf-16-be")  # what Windows calls "Unicode"
SAVE = "save it as UTF-8"
SAMPLE = 1024  # bytes in which the zeros of a text of two bytes a letter show
TOML, JSON = ".toml", ".json"


def decode(data: bytes, shown: str) -> str:
    """The text of a file in UTF-8, without a byte-order mark. `shown` is the file's name in messages.

    CatalogueError says which line is no UTF-8, in what it seems to be written, and what to do.
    """
    if is_wide(data):
        raise CatalogueError([f"{shown}:1: is UTF-16 text and not UTF-8: {SAVE}"])
    try:
        return strip_bom(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CatalogueError(
            [f"{shown}:{line}: is not UTF-8 text{describe_legacy_letter(data, error.start)}"]
        ) from None


def strip_bom(text: str) -> str:
    """A text without byte-order marks before it."""
    return text.lstrip(MARK)


def is_wide(data: bytes) -> bool:
    """Whether bytes are text of two bytes a letter: by its mark, or because every other byte is zero."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    sample = data[: SAMPLE - len(data[:SAMPLE]) % 2]
    if len(sample) < 8:
        return False
    most = len(sample) // 2 * 0.7
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    return (even == 0 and odd > most) or (odd == 0 and even > most)


def describe_legacy_letter(data: bytes, at: int) -> str:
    """' ("ä" in Windows-1252): save it as UTF-8', where a byte is a letter there; nothing for no text."""
    if 0 in data:
        return ""
    letter = data[at : at + 1].decode("cp1252", "ignore")
    hint = f' ("{letter}" in Windows-1252)' if letter.isprintable() and letter else ""
    return f"{hint}: {SAVE}"


def is_toml(name: str) -> bool:
    """Whether a text is the name of a TOML file: its ending in any case, and all on one line."""
    return name.lower().endswith(TOML) and "\n" not in name


def is_json(name: str) -> bool:
    """Whether a text is the name of a JSON file, as saved games are."""
    return name.lower().endswith(JSON) and "\n" not in name
