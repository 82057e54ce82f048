"""Changes made to a save at random: a bit, a field, an order, a die, the promise of the dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from hulldown.game.secret import promise_of

Data = dict[str, Any]
Change = Callable[[Data, Random], None]


def tampered(text: str, chance: Random) -> tuple[str, str]:
    """A save with something changed that leaves it JSON, and the name of what was done to it."""
    while True:
        kind = chance.choice((*CHANGES, BIT))
        changed = flipped(text, chance) if kind == BIT else edited(text, CHANGES[kind], chance)
        if changed and json.loads(changed) != json.loads(text):
            return kind, changed


def means_the_same(text: str, changed: str) -> bool:
    """Whether only the case or the blanks of orders differ, or the empty key of a sealed file is left out."""
    return bool(plain(json.loads(text)) == plain(json.loads(changed)))


def plain(data: Any) -> Any:
    """The data with the orders in one case and single blanks, without dice keys that are empty."""
    if isinstance(data, dict) and isinstance(data.get("dice"), dict):
        data["dice"] = {name: v for name, v in data["dice"].items() if v or name not in ("key", "salt")}
    for move in data["orders"] if isinstance(data, dict) and isinstance(data.get("orders"), list) else ():
        if isinstance(move, dict) and isinstance(move.get("order"), str):
            move["order"] = " ".join(move["order"].split()).casefold()
    return data


BIT = "a bit"


def flipped(text: str, chance: Random) -> str:
    """One bit of the file turned over; nothing if it is no JSON then."""
    raw = bytearray(text.encode())
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    try:
        changed = raw.decode()
        json.loads(changed)
    except ValueError:
        return ""
    return changed


def edited(text: str, change: Change, chance: Random) -> str:
    """The file with one change of its data; nothing if there is nothing of the kind in it."""
    data = json.loads(text)
    try:
        change(data, chance)
    except (IndexError, KeyError):
        return ""
    return json.dumps(data)


def leaves(data: Any) -> list[tuple[Any, Any]]:
    """Every value that is not a list or a table, as where it stands and its key there."""
    found = []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        found += leaves(value) if isinstance(value, dict | list) else [(data, key)]
    return found


def other(value: Any, chance: Random) -> Any:
    """Another value of the same type, near it."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 2))
    if not value:
        return "x"
    at = chance.randrange(len(value))
    return value[:at] + chance.choice("0123456789abcdefABN ") + value[at + 1 :]


def change_a_field(data: Data, chance: Random) -> None:
    place, key = chance.choice(leaves(data))
    place[key] = other(place[key], chance)


def drop_a_field(data: Data, chance: Random) -> None:
    place, key = chance.choice(leaves(data))
    del place[key]


def add_a_field(data: Data, chance: Random) -> None:
    place = chance.choice([data, data["dice"], data["options"], data["forces"], *data["orders"]])
    place[chance.choice(("note", "digest", "key", "turn_limit", "A1", "result", "hash"))] = "0" * 16


def swap_orders(data: Data, chance: Random) -> None:
    orders = data["orders"]
    i, j = chance.sample(range(len(orders)), 2) if len(orders) > 1 else (0, 1)
    orders[i], orders[j] = orders[j], orders[i]


def swap_between_orders(data: Data, chance: Random) -> None:
    """Two orders change places and leave their digests where they were."""
    orders = data["orders"]
    i = chance.randrange(len(orders) - 1)
    for key in ("order", "seat"):
        orders[i][key], orders[i + 1][key] = orders[i + 1][key], orders[i][key]


def drop_an_order(data: Data, chance: Random) -> None:
    del data["orders"][chance.randrange(len(data["orders"]))]


def repeat_an_order(data: Data, chance: Random) -> None:
    at = chance.randrange(len(data["orders"]))
    data["orders"].insert(at, data["orders"][at])


def cut_the_end(data: Data, chance: Random) -> None:
    """The last orders are gone, and the file says that its end is there."""
    count = chance.randrange(1, len(data["orders"]))
    del data["orders"][count:]
    data["end"] = data["orders"][-1]["digest"]


def change_a_die(data: Data, chance: Random) -> None:
    move = chance.choice([move for move in data["orders"] if "dice" in move])
    dice = move["dice"].split()
    at = chance.randrange(len(dice))
    face, sides = map(int, dice[at].split("/"))
    dice[at] = f"{chance.choice([n for n in range(1, sides + 1) if n != face])}/{sides}"
    move["dice"] = " ".join(dice)


def another_number_of_dice(data: Data, chance: Random) -> None:
    move = chance.choice(data["orders"])
    dice = move.get("dice", "").split()
    move["dice"] = " ".join(dice[:-1] if dice and chance.random() < 0.5 else [*dice, "3/6"])


def change_the_promise(data: Data, chance: Random) -> None:
    place, key = chance.choice([(place, key) for place, key in leaves(data["dice"]) if place[key]])
    value = place[key]
    at = chance.randrange(len(value))
    place[key] = value[:at] + chance.choice("0123456789abcdef") + value[at + 1 :]


def swap_pages(data: Data, chance: Random) -> None:
    """What the pages of both seats added, or what they promised, changes places."""
    data["dice"][chance.choice(("parts", "promises"))].reverse()


def change_a_part_and_its_promise(data: Data, chance: Random) -> None:
    """Other numbers of a page, with the promise that fits them."""
    seat, part = chance.randrange(2), f"{chance.getrandbits(128):032x}"
    data["dice"]["parts"][seat], data["dice"]["promises"][seat] = part, promise_of(part)


def take_a_part_away(data: Data, chance: Random) -> None:
    seat = chance.randrange(2)
    for name in ("parts", "promises"):
        data["dice"][name][seat] = ""


def open_or_seal(data: Data, chance: Random) -> None:
    """The dice key is left out, or put in."""
    if data["dice"].pop("key", ""):
        for name in ("salt", "parts"):
            data["dice"].pop(name, None)
        return
    data["dice"].update(key=f"{chance.getrandbits(64):016x}", salt=f"{chance.getrandbits(128):032x}")
    if "promises" in data["dice"]:
        data["dice"].update(key=f"{chance.getrandbits(128):032x}", parts=["", ""])


def call_it_older(data: Data, chance: Random) -> None:
    data["format_version"] = chance.choice([n for n in (1, 2, 3) if n != data["format_version"]])


def say_it_otherwise(data: Data, chance: Random) -> None:
    """Case and blanks of an order, which mean the same."""
    move = chance.choice(data["orders"])
    move["order"] = f" {chance.choice((move['order'].upper(), move['order'].replace(' ', '  ')))}"


CHANGES: dict[str, Change] = {
    change.__name__: change
    for change in (
        change_a_field,
        drop_a_field,
        add_a_field,
        swap_orders,
        swap_between_orders,
        drop_an_order,
        repeat_an_order,
        cut_the_end,
        change_a_die,
        another_number_of_dice,
        change_the_promise,
        swap_pages,
        change_a_part_and_its_promise,
        take_a_part_away,
        open_or_seal,
        call_it_older,
        say_it_otherwise,
    )
}
