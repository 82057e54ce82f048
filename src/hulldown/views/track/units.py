"""Units of a battle without a map: turned to what they show, behind a bank when hull down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from hulldown.rulesets.api.scene import TrackScene, UnitMark
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import Point, num, paths, placed, text_at
from hulldown.views.track import lanes
from hulldown.views.track.lanes import MARGIN, ROOMY, WIDTH, LanePlan, LaneUnit, fate
from hulldown.views.units import armor, body, grouped, team

BANK = "M33-38C40-47 50-42 52-26C54-9 54 9 52 26C50 42 40 47 33 38C38 26 40 13 40 0C40-13 38-26 33-38Z"
SLOPE = "".join(f"M{46 - abs(y) / 14:.0f} {y}h{7 - abs(y) / 20:.0f}" for y in range(-35, 38, 5))
LEAVING = "M-52-11l-10 11 10 11M-66-11l-10 11 10 11"
WORDS_BELOW = 32.0
CARD = "M-41 0h82q8 0 8 8v88q0 8-8 8h-82q-8 0-8-8v-88q0-8 8-8z"
CARD_IN = "M-38 9h76v86h-76z"
CARD_BELOW, CARD_LETTERS = 126.0, 11
SECRET, KNOWN = "order given", "order: "  # what is said of a secret order, and before one that is not
LETTER = 11.2  # width of a letter on a small page
VERB = "shows "
ARCS, ARC = (42.0, 42.0), 58.0  # half the angles of armor, how far it is from the middle of a unit
OVER, HALF = 78.0, 92.0  # a plate over a unit: how far above it, and how far from the edge it stays
PLATED = 8.4  # width of a letter on it
BESIDE = 92.0  # from the middle of a unit to what it shows along a line


def figures(stands: Iterable[LaneUnit]) -> str:
    """Layer l-units."""
    return "".join(_figure(stand) for stand in stands)


def _figure(stand: LaneUnit) -> str:
    """One unit with its bank, and chevrons behind it when it got away."""
    unit, turned = stand.unit, (0 if stand.way >= 0 else 180) + stand.lean
    turn = f' transform="rotate({turned})"' if turned else ""
    ground = "" if "wreck" in unit.state else team(unit.side, 1.05 * stand.scale)
    bank = _bank(turn) if "down" in unit.state and stand.way else ""
    gone = f'<path class="leaving"{turn} d="{LEAVING}"/>' if "gone" in unit.state and stand.way else ""
    plates = stand.shows and not fate(unit)
    arcs = armor(Point(0, 0), stand.hull, ARCS, ARC * stand.scale, stand.shows) if plates else ""
    drawn = body(unit, stand.hull, stand.turret, bank)
    return grouped(
        unit, stand.at, f'{ground}{gone}{arcs}<g class="u-body" transform="scale({stand.scale})">{drawn}</g>'
    )


def _bank(turn: str) -> str:
    """A bank of earth on the side of the enemy, with the slope towards him."""
    return (
        f'<g{turn}><path class="t-shade" transform="translate(3 3)" d="{BANK}"/>'
        f'<path class="r-hill" d="{BANK}"/><path class="hach" d="{SLOPE}"/></g>'
    )


def words(drawn: LanePlan) -> str:
    """Beside each unit what it shows, and its name where there is room (part of layer l-tags)."""
    return "".join(_words(panel, stand) for panel in drawn.panels for stand in panel.stands)


def _words(panel: lanes.Panel, stand: LaneUnit) -> str:
    """The words of one unit; where it shows enemies different sides, these stand on the lines to them."""
    unit, roomy = stand.unit, panel.height == ROOMY
    bearings = [(pair, _side(pair, stand)) for pair in panel.pairs if stand in (pair.first, pair.second)]
    sides = {side for _, side in bearings}
    several = len(sides) > 1 and not fate(unit)
    showing = "" if several else fate(unit) if roomy else lanes.shows(unit, sides.pop())
    text = _short(["" if roomy else lanes.doing(unit), showing, "hull down" if lanes.hull_down(unit) else ""])
    beside = "".join(_beside(stand, pair, side) for pair, side in bearings) if several else ""
    return beside + _text("says", Point(stand.tag.x, stand.tag.y + WORDS_BELOW), text)


def standing(unit: UnitMark) -> str:
    """What became of a unit, or how it stands, beside its card and the plate of its side."""
    return fate(unit) or ("hull down" if lanes.hull_down(unit) else "")


def plates(drawn: LanePlan) -> str:
    """The side that each unit of a duel shows, on a plate over it (part of layer l-tags)."""
    roomy = [(pair, panel) for panel in drawn.panels if panel.height == ROOMY for pair in panel.pairs]
    return "".join(
        plate(stand, pair.encounter.past, Point(max(stand.at.x, HALF), stand.at.y - OVER * stand.scale), True)
        for pair, _ in roomy
        for stand in (pair.first, pair.second)
    )


def plate(stand: LaneUnit, past: bool, at: Point, verb: bool) -> str:
    """The side that a unit shows to its enemy, or has shown, about a spot."""
    words = lanes.shows(stand.unit, stand.shows, past)
    if not stand.shows or fate(stand.unit):
        return ""
    first, side = words.split(" ", 1)
    half = PLATED * len(words if verb else side) / 2 + 9
    name = "shown past" if past else "shown"
    before = f'<tspan class="verb">{first} </tspan>' if verb else ""
    return (
        f'<g class="{name}" {placed(at)}><rect x="{num(-half)}" y="-15" width="{num(2 * half)}" height="30" '
        f'rx="7"/><text y="{5 if verb else 7}">{before}{escape(side)}</text></g>'
    )


def cards(drawn: LanePlan) -> str:
    """What each unit does this turn, as a card below it where there is room; its back while it is secret."""
    roomy = (panel for panel in drawn.panels if panel.height == ROOMY)
    placed = (stand for panel in roomy for stand in panel.stands)
    return "".join(card(stand, Point(stand.at.x, stand.at.y + CARD_BELOW)) for stand in placed)


def card(stand: LaneUnit, top: Point) -> str:
    """One card, the middle of its upper edge at a spot; nothing for who does nothing."""
    words = lanes.doing(stand.unit)
    if not words:
        return ""
    at = placed(top)
    frame = paths(CARD, "card-c", "card-f")
    if words == SECRET:
        inner = f'<path class="card-in" d="{CARD_IN}"/><text class="card-q" y="70">?</text>'
        side = f"order back side-{side_letter(stand.unit.side)}"
        return f'<g class="{side}" {at}><title>{words}</title>{frame}{inner}</g>'
    lines = _broken(words.removeprefix(KNOWN))
    texts = "".join(
        f'<text y="{num(55 + 20 * (row - (len(lines) - 1) / 2))}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return f'<g class="order side-{side_letter(stand.unit.side)}" {at}>{frame}{texts}</g>'


def _broken(words: str) -> list[str]:
    """Words in lines that a card holds."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= CARD_LETTERS:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _short(lines: list[str]) -> str:
    """Several things said of a unit in a row; after another word the side that it shows needs no verb."""
    there = [line for line in lines if line]
    return ", ".join(line if not i else line.removeprefix(VERB) for i, line in enumerate(there))


def _side(pair: lanes.Pair, stand: LaneUnit) -> str:
    """What a unit shows in an encounter."""
    return pair.encounter.first_shows if stand == pair.first else pair.encounter.second_shows


def _beside(stand: LaneUnit, pair: lanes.Pair, side: str) -> str:
    """What a unit shows to one of several enemies, on the line to him."""
    other = pair.second if stand == pair.first else pair.first
    share = min(BESIDE / max(1.0, abs(other.at.x - stand.at.x)), 0.45)
    x = stand.at.x + (other.at.x - stand.at.x) * share
    y = stand.at.y + (other.at.y - stand.at.y) * share
    return _text("says", Point(x, y - 7), side.capitalize())


def _text(name: str, at: Point, text: str) -> str:
    """A few words with their middle at a spot, or as near to it as the frame lets them be.

    The verb is marked, so that a small page can leave it out.
    """
    half = LETTER * len(text) / 2
    x = min(max(at.x, MARGIN + half), WIDTH - MARGIN - half)
    marked = (
        escape(text).replace(VERB, f'<tspan class="verb">{VERB}</tspan>', 1)
        if name == "says"
        else escape(text)
    )
    return f'<text class="{name}" x="{num(x)}" y="{num(at.y)}">{marked}</text>' if text else ""


# ---------------------------------------------------------------- aside
# The strip below the lanes: units in reserve, escaped and destroyed, which meet nobody.


SCALE, STEP, ROW, INSET = 0.72, 82.0, 116.0, 18.0
MOST = int((WIDTH - 2 * MARGIN - 2 * INSET) / STEP)


@dataclass(frozen=True)
class SideStrip:
    """Headings as (spot, text) and units of the strip, and how high it is."""

    top: float
    height: float
    headings: tuple[tuple[Point, str], ...]
    stands: tuple[LaneUnit, ...]


def strip(scene: TrackScene, top: float) -> SideStrip:
    """Where the units in no encounter stand: in rows, those of one fate together under their heading."""
    headings: list[tuple[Point, str]] = []
    stands: list[LaneUnit] = []
    x, y = MARGIN + INSET, top
    for heading, units in lanes.apart(scene):
        for begin in range(0, len(units), MOST):
            here = units[begin : begin + MOST]
            if x + STEP * len(here) > WIDTH - MARGIN - INSET:
                x, y = MARGIN + INSET, y + ROW
            headings += [] if begin else [(Point(x, y + 19), heading)]
            stands += [_waiting(unit, x + STEP * (turn + 0.5), y + 66) for turn, unit in enumerate(here)]
            x += STEP * len(here) + INSET
    return SideStrip(top, y + ROW - top if stands else 0.0, tuple(headings), tuple(stands))


def _waiting(unit: UnitMark, x: float, y: float) -> LaneUnit:
    """One unit, nose up."""
    return LaneUnit(unit, Point(x, y), SCALE, Point(x, y + 34), 0.9, 0, None, 0)


def ground(drawn: SideStrip) -> str:
    """The paper under the strip."""
    if not drawn.stands:
        return ""
    return (
        f'<rect class="aside" x="{num(MARGIN)}" y="{num(drawn.top)}" width="{num(WIDTH - 2 * MARGIN)}" '
        f'height="{num(drawn.height)}" rx="2"/>'
    )


def names(drawn: SideStrip) -> str:
    """The headings."""
    return "".join(text_at("aside-t", at, text) for at, text in drawn.headings)
