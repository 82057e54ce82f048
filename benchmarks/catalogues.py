"""Importing a BattleScribe catalogue: time and memory, each size in a process of its own.

    python benchmarks/catalogues.py                  # 0.5, 1, 2 and 4 MB
    python benchmarks/catalogues.py --file FILE      # a file that you have

The catalogue is made up: units with a turret to choose, guns that they must have and may buy, links between
all of them, rules and conditions, about as many of each to a kilobyte as people write.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

from machine import print_machine, print_table

SIZES = (0.5, 1.0, 2.0, 4.0)  # MB
SCHEMA = "http://www.battlescribe.net/schema/catalogueSchema"
STATS = ("Movement", "Save", "CAF", "Morale", "W")
LINE = ("Range", "Dice", "To Hit", "AP", "Traits")
GUNS = 400  # shared weapons


def node(tag: str, *children: str, text: str = "", **attributes: object) -> str:
    """An element; `type_` stands for a name that Python keeps for itself."""
    pairs = "".join(f' {name.rstrip("_")}="{value}"' for name, value in attributes.items())
    return f"<{tag}{pairs}>{text}{''.join(children)}</{tag}>"


def profile(name: str, titles: tuple[str, ...], texts: tuple[str, ...]) -> str:
    """A profile."""
    pairs = zip(titles, texts, strict=True)
    rows = (node("characteristic", text=text, name=title, typeId=f"t-{title}") for title, text in pairs)
    return node(
        "profiles", node("profile", node("characteristics", *rows), id=f"p-{name}", name=name, typeId="t")
    )


def gun(number: int) -> str:
    """A shared weapon with a rule and a price."""
    texts = (f"{8 + number % 30}&quot;", str(1 + number % 4), "4+", f"-{number % 4}", "Light AT, Arc (Front)")
    description = node("description", text="What it does. " * 12)
    rule = node("rules", node("rule", description, id=f"r-{number}", name="Light AT"))
    price = node("costs", node("cost", name="pts", typeId="t-pts", value=5))
    held = profile(f"Gun {number}", LINE, texts)
    return node("selectionEntry", held, rule, price, id=f"w-{number}", name=f"Gun {number}", type="upgrade")


def limits(least: int, most: int) -> str:
    """How many are chosen."""
    usual = {"id": "k", "field": "selections", "scope": "parent"}
    kinds = (("min", least), ("max", most))
    return node(
        "constraints", *(node("constraint", type=kind, value=value, **usual) for kind, value in kinds)
    )


def link(number: int, least: int) -> str:
    """A link to a weapon."""
    target = {"targetId": f"w-{number % GUNS}", "type": "selectionEntry"}
    return node("entryLink", limits(least, 1), id=f"l-{number}", name="Gun", **target)


def unit(number: int) -> str:
    """A detachment of vehicles with a turret to choose, guns, and prices that change."""
    condition = node("condition", type="equalTo", value=4, field="selections", scope="self", childId="model")
    change = node("modifier", node("conditions", condition), type="set", value=150, field="t-pts")
    turret = node("entryLinks", *(link(number * 7 + at, 0) for at in range(3)))
    group = node("selectionEntryGroup", limits(1, 1), turret, id=f"g-{number}", name="Turret")
    model = node(
        "selectionEntry",
        limits(3, 9),
        node("categoryLinks", node("categoryLink", id="c", targetId="x", name="Vehicle (2)")),
        profile(f"Tank {number}", STATS, ("9&quot;", "3+", "+2", "3+", str(1 + number % 3))),
        node("selectionEntryGroups", group),
        node("entryLinks", *(link(number * 11 + at, at % 2) for at in range(4))),
        id=f"m-{number}",
        name=f"Tank {number}",
        type="model",
    )
    inside = (node("modifiers", *[change] * 4), node("selectionEntries", model))
    return node("selectionEntry", *inside, id=f"u-{number}", name=f"Squadron {number}", type="unit")


def catalogue(megabytes: float) -> bytes:
    """A catalogue of about so many megabytes."""
    guns = [gun(number) for number in range(GUNS)]
    units, size = [], sum(map(len, guns))
    while size < megabytes * 1_000_000:
        units.append(unit(len(units)))
        size += len(units[-1])
    lists = (node("selectionEntries", *units), node("sharedSelectionEntries", *guns))
    return node("catalogue", *lists, xmlns=SCHEMA, id="c", name="Made up", gameSystemId="s").encode()


def measure(data: bytes) -> None:
    """Import it here, and print what it took."""
    from hulldown import rulesets
    from hulldown.exchange.battlescribe import read

    rules = rulesets.find("close_assault")
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    result = read(data, "made.cat", rules, {})
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    counts = (result.counts["units"], result.counts["weapons"], len(result.questions), len(result.remarks))
    print(
        f"{len(data) / 1e6:.2f}",
        *counts,
        f"{took:.2f}",
        f"{peak / 1024:.0f}",
        f"{before / 1024:.0f}",
        sep="\t",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--file", type=Path, help="a file that you have")
    parser.add_argument("--one", type=float, help="only this size, in this process")
    asked = parser.parse_args()
    if asked.one or asked.file:
        measure(asked.file.read_bytes() if asked.file else catalogue(asked.one))
        return
    print_machine()
    rows = []
    for size in SIZES:
        command = [sys.executable, __file__, "--one", str(size)]
        rows.append(
            subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().split("\t")
        )
    head = ("MB", "units", "weapons", "questions", "remarks", "s of CPU", "MB at the most", "MB before")
    print_table(head, rows)


if __name__ == "__main__":
    main()
