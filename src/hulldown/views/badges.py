"""What a unit is worth, as a badge beside it (layer l-units), and whom it carries, for its plate."""

from __future__ import annotations

from html import escape

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views.ink import num

PRIZE_AT = "translate(-39 -39)"  # outside the hull
PRIZES = {"target": "x-bull", "escort": "x-star"}
CARGO_WIDE, CARGO_LETTER = 24.0, 8.0


def crossed_flags() -> str:
    """The flags of both sides, leaning over each other: neither holds what they stand for."""
    return (
        '<g class="held side-b"><use href="#x-flag" transform="translate(9 2) rotate(20)"/></g>'
        '<g class="held side-a"><use href="#x-flag" transform="translate(-9 2) scale(-1 1) rotate(20)"/></g>'
    )


def badges(unit: UnitMark) -> str:
    """A bullseye on what must be destroyed, a star on what must come through."""
    symbol = PRIZES.get(unit.prize)
    return f'<g transform="{PRIZE_AT}"><g class="grow"><use href="#{symbol}"/></g></g>' if symbol else ""


def cargo_wide(unit: UnitMark) -> float:
    """How much room those aboard take on a plate."""
    if not unit.aboard:
        return 0.0
    return CARGO_WIDE + (CARGO_LETTER if len(unit.aboard) > 1 else 0)


def cargo(unit: UnitMark, x: float, y: float) -> str:
    """Those aboard: a closed box for passengers inside, a broken one for riders who can be hit.

    Its left edge is at `x`, its middle at `y`; several have their number beside them.
    """
    if not unit.aboard:
        return ""
    wide = cargo_wide(unit) - 2
    count = f'<text class="tag-n" x="21" y="4.5">{len(unit.aboard)}</text>' if len(unit.aboard) > 1 else ""
    return (
        f'<g class="cargo{" outside" if unit.outside else ""}" data-aboard="{escape(" ".join(unit.aboard))}" '
        f'transform="translate({num(x)} {num(y)})"><rect class="cargo-bg" y="-9" width="{num(wide)}" '
        f'height="18" rx="3"/><g transform="translate(11 0) scale(.75)"><use href="#x-men"/></g>{count}</g>'
    )


def plate(side: str, width: float, name: str) -> str:
    """The shape behind lettering of that width, its centre at 0 0, of the class `name`."""
    if side == "a":
        return (
            f'<rect class="{name}" x="{num(-width / 2)}" y="-9.5" width="{num(width)}" height="19" rx="9.5"/>'
        )
    run = num(width - 10)
    return f'<path class="{name}" d="M{num(-width / 2 - 2)} 0l7-9.5h{run}l7 9.5-7 9.5h-{run}z"/>'
