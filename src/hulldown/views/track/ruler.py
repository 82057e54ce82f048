"""The bands of a range track: their names on plates, and the lines that they draw over the ground."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from hulldown.rulesets.api.scene import Band
from hulldown.rulesets.api.words import key
from hulldown.views.a11y import attribute
from hulldown.views.ink import num
from hulldown.views.track.lanes import MARGIN, WIDTH, LanePlan, Pair, Panel, across, edges

BROKEN = "broken"


def rulers(bands: tuple[Band, ...], drawn: LanePlan) -> str:
    """Layer l-ids: the name and the distance of each band over the lanes; those in use are underlined."""
    return "".join(_ruler(bands, *ruler) for ruler in drawn.rulers)


def _ruler(bands: tuple[Band, ...], foot: float, mirrored: bool, used: frozenset[int]) -> str:
    """One ruler; after the last band there is no contact any more."""
    named = [*bands, Band(BROKEN)]
    wide = zip(named, _middles(len(bands), mirrored), _widths(len(bands)), strict=True)
    return "".join(
        f'<g class="{classes(band, len(bands), used)}" {what_is(step.name)}'
        f'transform="translate({num(x)} {num(foot)})">'
        f'<rect x="{num(3 - far / 2)}" y="-45" width="{num(far - 6)}" height="37" rx="6"/>'
        f'<text y="{-28 if step.note else -21}">{escape(step.name)}</text>{_note(step.note)}</g>'
        for band, (step, x, far) in enumerate(wide)
    )


def _widths(count: int) -> list[float]:
    """How much room the plate of each band has."""
    begins = [*edges(count), WIDTH - MARGIN]
    return [far - near for near, far in pairwise(begins)]


def what_is(name: str) -> str:
    """What the band is, for who points at it."""
    if name == BROKEN:
        return attribute([key("marker", "broken")])
    return attribute([key("word", name), key("marker", "band")])


def classes(band: int, count: int, used: frozenset[int]) -> str:
    """Whether a band is in use; every second one is marked, so that a small page can use two rows."""
    parts = ["band-n", "odd" * (band % 2), "off" * (band == count), "now" * (min(band, count) in used)]
    return " ".join(part for part in parts if part)


def _note(text: str) -> str:
    """The distance of a band."""
    return f'<text class="band-d" y="-14">{escape(text)}</text>' if text else ""


def _middles(count: int, mirrored: bool) -> list[float]:
    """Where the names stand."""
    begins = edges(count)
    middles = [(begins[band] + begins[band + 1]) / 2 for band in range(count)] + [across(count, count)]
    return [WIDTH - x for x in middles] if mirrored else middles


def lines(drawn: LanePlan) -> str:
    """Layer l-grid: the bands in use are lit, a dotted line between each two."""
    return "".join(_panel(panel, drawn.bands) for panel in drawn.panels)


def _panel(panel: Panel, count: int) -> str:
    """The lines of one panel."""
    tints = "".join(_tint(pair, count, panel.mirrored) for pair in panel.pairs)
    xs = [WIDTH - x if panel.mirrored else x for x in edges(count)]
    bars = "".join(f"M{num(x)} {num(panel.top - 4)}v{num(panel.height + 4)}" for x in xs)
    rows = "".join(f"M{num(MARGIN)} {num(pair.top)}h{num(WIDTH - 2 * MARGIN)}" for pair in panel.pairs[1:])
    between = f'<path class="lane" d="{rows}"/>' if rows else ""
    return f'{tints}{between}<path class="band" d="{bars}"/>'


def _tint(duel: Pair, count: int, mirrored: bool) -> str:
    """The band in which an encounter is, over its strip of ground."""
    band = duel.encounter.band
    if band < 0:
        return ""
    begins = [*edges(count), WIDTH - MARGIN]
    left, right = begins[min(band, count)], begins[min(band, count) + 1]
    if mirrored:
        left, right = WIDTH - right, WIDTH - left
    name = "band-now off" if band >= count else "band-now"
    return (
        f'<rect class="{name}" x="{num(left)}" y="{num(duel.top)}" width="{num(right - left)}" '
        f'height="{num(duel.height)}"/>'
    )
