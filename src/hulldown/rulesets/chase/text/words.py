"""The words that orders are written and read with."""

from __future__ import annotations

from hulldown.rulesets.chase.codes import Facing, Order, Verb

SURRENDER = "surrender"
NONE = "none"
ORDERS: dict[int, str] = {order: order.name.lower() for order in Order if order != Order.NONE}
FACINGS: dict[int, str] = {facing: facing.name.lower() for facing in Facing if facing != Facing.NONE}
ANSWERS = ("no", "yes")
ANSWERED: dict[int, str] = {Verb.RAM: "ram", Verb.OPEN: "open"}
