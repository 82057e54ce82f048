"""What a picture carries when it stands alone: the drawings and the style rules that it uses.

Pages load `symbols.svg`, `look.css`, `board.css` and, for the boards and shots that need them, `tiles.css`,
`plane.css` or `effects.css` once. A file or a notebook has no page around it, so the picture takes along only
what it refers to, with the colours written out for light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources

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
    file = _read_asset("views/symbols.svg")
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


def style_for(markup: str) -> str:
    """A `<style>` element with the colour columns and the rules for the classes of the markup."""
    return f"<style>{_style(_classes(markup))}</style>"


def _classes(markup: str) -> frozenset[str]:
    """The class names that the markup wears."""
    return frozenset(name for names in CLASS_ATTRIBUTE.findall(markup) for name in names.split())


@lru_cache(maxsize=32)
def _style(used: frozenset[str]) -> str:
    """Light colours, dark colours where the system asks for them, and the rules kept."""
    sheet = "".join(map(_read_asset, SHEETS))
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
def _read_asset(file: str) -> str:
    """The text of a file shipped with hulldown."""
    return resources.files("hulldown").joinpath(file).read_text(encoding="utf-8")
