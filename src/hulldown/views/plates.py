"""Labels with the shape of a side: a pill for Cobalt, a pointed lozenge for Rust."""

from __future__ import annotations

from hulldown.views.ink import num


def plate(side: str, width: float, name: str) -> str:
    """The shape behind lettering of that width, its centre at 0 0, of the class `name`."""
    if side == "a":
        return (
            f'<rect class="{name}" x="{num(-width / 2)}" y="-9.5" width="{num(width)}" height="19" rx="9.5"/>'
        )
    run = num(width - 10)
    return f'<path class="{name}" d="M{num(-width / 2 - 2)} 0l7-9.5h{run}l7 9.5-7 9.5h-{run}z"/>'
