"""A duel on a picture that is higher than wide: the track rises, one side stands below, the other above.

What has no letters is the flat picture, turned. Letters and units are put where that leaves them.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape

from hulldown.rulesets.api.scene import Band, TrackScene
from hulldown.views.ink import Point, num, text_at
from hulldown.views.stations import side_letter
from hulldown.views.track import aside
from hulldown.views.track.figures import card, plate, standing
from hulldown.views.track.lanes import MARGIN, ROOMY, WIDTH, LanePlan, LaneUnit, edges, plan
from hulldown.views.track.ruler import BROKEN, classes, what_is
from hulldown.views.track.words import range_name

BROAD, HIGH = 570.0, 832.0  # the picture
RIGHT, DOWN = 84.0, 17.0  # how far the turned picture is moved
PLATE = (6.0, 134.0)  # the left edge of the plates and how wide they are
AWAY, LINE = 74.0, 30.0  # from the middle of a unit to its label, from that to the words
PLATED = Point(-112.0, 44.0)  # from the middle of a unit to the middle of the plate of its side
CARD = Point(112.0, -52.0)  # from the middle of a unit to the middle of its card's upper edge


def rises(scene: TrackScene) -> bool:
    """Whether the picture is asked to rise and can: two units that meet, and nobody else."""
    if scene.below is None:
        return False
    drawn = plan(scene)
    roomy = [panel.height for panel in drawn.panels] == [ROOMY]
    return roomy and not aside.strip(scene, drawn.foot).stands


def turned(markup: str, below: int) -> str:
    """A part of the flat picture without letters."""
    ends = f"-1 1 0 {num(RIGHT)} {num(WIDTH + DOWN)}" if below == 0 else f"1 1 0 {num(RIGHT)} {num(DOWN)}"
    return f'<g transform="matrix(0 {ends})">{markup}</g>'


def place(at: Point, below: int) -> Point:
    """Where a spot of the flat picture is then."""
    return Point(at.y + RIGHT, DOWN + (WIDTH - at.x if below == 0 else at.x))


def stands(drawn: LanePlan, below: int) -> list[LaneUnit]:
    """The units: each still shows its enemy the side that it shows."""
    past = _past(drawn)
    return [_stand(stand, below, past) for stand in drawn.stands]


def _past(drawn: LanePlan) -> bool:
    """Whether the two run past each other: each stands on the other's side then."""
    return drawn.panels[0].pairs[0].encounter.band < 0


def _stand(stand: LaneUnit, below: int, past: bool) -> LaneUnit:
    """One of them; its label is on the side away from the enemy."""
    lean = -90 if below == 0 else 90
    at, down = place(stand.at, below), 1 if ((stand.way > 0) == (below == 0)) != past else -1
    turret = None if stand.turret is None else (stand.turret + lean) % 360
    hull = (stand.hull + lean) % 360
    return replace(stand, at=at, tag=Point(at.x, at.y + down * AWAY), hull=hull, turret=turret, lean=lean)


def ruler(bands: tuple[Band, ...], drawn: LanePlan, below: int) -> str:
    """Layer l-ids: the names of the bands on plates at the left; the one in use is lit."""
    _, _, used = drawn.rulers[0]
    begins, count = [*edges(len(bands)), WIDTH - MARGIN], len(bands)
    plates = ""
    for band, step in enumerate([*bands, Band(BROKEN)]):
        middle = place(Point((begins[band] + begins[band + 1]) / 2, 0), below).y
        plates += (
            f'<g class="{classes(band, count, used)}" {what_is(step.name)}'
            f'transform="translate({num(PLATE[0] + PLATE[1] / 2)} {num(middle)})">'
            f'<rect x="{num(-PLATE[1] / 2)}" y="-19" width="{num(PLATE[1])}" height="38" rx="8"/>'
            f'<text y="8">{escape(step.name)}</text></g>'
        )
    return plates


def words(scene: TrackScene, drawn: LanePlan, placed: list[LaneUnit]) -> str:
    """What each unit shows, its card, and the range in words (part of layer l-tags)."""
    (duel,) = drawn.panels[0].pairs
    past = _past(drawn)
    labels = "".join(
        _words(stand)
        + card(stand, _corner(stand))
        + plate(stand, duel.encounter.past, _beside(stand, past), False)
        for stand in placed
    )
    band = duel.encounter.band
    if 0 <= band < len(scene.bands):
        return labels
    x, y = (sum(way) / len(placed) for way in zip(*(stand.at for stand in placed), strict=True))
    return labels + text_at("says", Point(x + PLATED.x if past else BROAD / 2, y), range_name(scene, band))


def _words(stand: LaneUnit) -> str:
    """The words of one unit, beyond its label."""
    text = standing(stand.unit)
    down = 1 if stand.tag.y > stand.at.y else -1
    y = stand.tag.y + (LINE + 4 if down > 0 else -LINE + 6)
    side = side_letter(stand.unit.side)
    return text_at(f"says side-{side}", Point(stand.tag.x, y), text) if text else ""


def _beside(stand: LaneUnit, past: bool) -> Point:
    """Where the plate of its side is: left of it, towards an enemy that is farther away."""
    down = 0 if past else 1 if stand.tag.y > stand.at.y else -1
    return Point(stand.at.x + PLATED.x, stand.at.y - down * PLATED.y)


def _corner(stand: LaneUnit) -> Point:
    """Where its card is."""
    return Point(stand.at.x + CARD.x, stand.at.y + CARD.y)
