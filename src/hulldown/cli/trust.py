"""`--trust`: the code of packs that may take the place of rules while a command runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

OPTION = "--trust"
PACK = "--pack"


class NothingToTrust(ValueError):
    """`--trust` names no pack with code."""


def trusting(args: Sequence[str]) -> list[str]:
    """The arguments of a command without `--trust`, after all that it names is trusted.

    `--trust PACK` and `--trust=PACK` name a pack; `--trust` alone means all packs that the other arguments
    name. NothingToTrust where there is none with code; CatalogueError for code with a mistake.
    """
    end = args.index("--") if "--" in args else len(args)
    if not any(word == OPTION or word.startswith(f"{OPTION}=") for word in args[:end]):
        return list(args)
    named, others, alone = separated(args[:end])
    trust_packs(named, [*pack_paths(others)] if alone else [])
    return [*others, *args[end:]]


def separated(words: Sequence[str]) -> tuple[list[str], list[str], bool]:
    """The packs that `--trust` names, the other words, and whether it stands alone somewhere."""
    named: list[str] = []
    others: list[str] = []
    alone, i = False, 0
    while i < len(words):
        word, following = words[i], words[i + 1] if i + 1 < len(words) else ""
        if word.startswith(f"{OPTION}="):
            named.append(word.removeprefix(f"{OPTION}="))
        elif word != OPTION:
            others.append(word)
        elif following and names_pack(following):
            named.append(following)
            i += 1
        else:
            alone = True
        i += 1
    return named, others, alone


def pack_paths(words: Sequence[str]) -> Iterator[str]:
    """The packs among the arguments of a command, each once."""
    paths = (word.removeprefix(f"{PACK}=") for word in words)
    yield from dict.fromkeys(path for path in paths if path[:1] != "-" and names_pack(path))


def names_pack(word: str) -> bool:
    """Whether a word is the path of a pack, as far as that can be seen from outside."""
    from hulldown.catalogue.pack import ENDING, SHEET

    path = Path(word)
    ending = path.name.lower() if path.name.lower() == SHEET else path.suffix.lower()
    try:
        return (path / SHEET).is_file() or (path.is_file() and ending in (SHEET, ENDING, ".zip"))
    except (OSError, ValueError):
        return False


def trust_packs(named: Sequence[str], mentioned: Sequence[str]) -> None:
    """Trust packs that are named, and those of the others that have code. NothingToTrust without one."""
    from hulldown.rulesets.common.trusted_rules import trust

    for path in named:
        if not trust(Path(path)):
            raise NothingToTrust(f"{OPTION}: {path} has no rules.py to trust")
    having = [path for path in mentioned if trust(Path(path))]
    if not named and not having:
        what = "none of the packs named here has a rules.py" if mentioned else "which pack?"
        raise NothingToTrust(f"{OPTION}: {what}: {PACK} PACK {OPTION}, or {OPTION} PACK")
