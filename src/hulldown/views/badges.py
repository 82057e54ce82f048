"""What a unit carries and what it is worth: badges that go about with it (part of layer l-units)."""

from __future__ import annotations

from html import escape

from hulldown.rulesets.face.scene import UnitMark
from hulldown.views.ink import num

LETTER = 7.4
CARGO_AT, PRIZE_AT = "translate(26 -2)", "translate(-25 -37)"
PRIZES = {"target": "x-bull", "escort": "x-star"}


def badges(unit: UnitMark) -> str:
    """The badges of one unit, where no hull can face: a hex has no edge to the east or west."""
    return _cargo(unit) + _prize(unit)


def _cargo(unit: UnitMark) -> str:
    """Who is aboard: a closed box for passengers inside, a broken one for riders who can be hit."""
    if not unit.aboard:
        return ""
    text = unit.aboard[0] + (f"+{len(unit.aboard) - 1}" if len(unit.aboard) > 1 else "")
    width = 19 + LETTER * len(text)
    name = "cargo outside" if unit.outside else "cargo"
    box = f'<rect class="cargo-bg" x="-9" y="-9" width="{num(width)}" height="18" rx="2"/>'
    men = '<g transform="translate(-1 0) scale(.75)"><use href="#x-men"/></g>'
    label = f'<text x="{num(width / 2 - 2)}" y="4.5">{escape(text)}</text>'
    return (
        f'<g transform="{CARGO_AT}"><g class="grow {name}" data-aboard="{escape(" ".join(unit.aboard))}">'
        f"{box}{men}{label}</g></g>"
    )


def _prize(unit: UnitMark) -> str:
    """A bullseye on what must be destroyed, a star on what must come through."""
    symbol = PRIZES.get(unit.prize)
    return f'<g transform="{PRIZE_AT}"><g class="grow"><use href="#{symbol}"/></g></g>' if symbol else ""


# ---------------------------------------------------------------- plates
# Labels with the shape of a side: a pill for Cobalt, a pointed lozenge for Rust.


def plate(side: str, width: float, name: str) -> str:
    """The shape behind lettering of that width, its centre at 0 0, of the class `name`."""
    if side == "a":
        return (
            f'<rect class="{name}" x="{num(-width / 2)}" y="-9.5" width="{num(width)}" height="19" rx="9.5"/>'
        )
    run = num(width - 10)
    return f'<path class="{name}" d="M{num(-width / 2 - 2)} 0l7-9.5h{run}l7 9.5-7 9.5h-{run}z"/>'
