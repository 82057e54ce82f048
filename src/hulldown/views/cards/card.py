"""A unit's printed card: everything to play it at the table, black and white first, with boxes to tick."""

from __future__ import annotations

from hulldown.rulesets.api.garage import CrewLine, UnitCard
from hulldown.views.cards.art import INK, PAPER, RULE, SOFT, Art, svg
from hulldown.views.cards.items import explained, items, strip
from hulldown.views.cards.lettering import BOLD, SANS, SERIF, clipped, lines, run
from hulldown.views.cards.outline import draw_outline
from hulldown.views.cards.record import record_art
from hulldown.views.cards.silhouette import HIGH, WIDE, draw
from hulldown.views.cards.tables import (
    FULL,
    HALF,
    LEADING,
    MANY,
    PAD,
    RIGHT,
    SMALL,
    TALLY,
    WIDTH,
    boxes,
    stores,
    table,
    tallies,
    ticked,
    title,
)

HEAD = 11.6
TICKS = 38.0  # the room that a turn's boxes take
AMPLE, PLAIN, BRIEF = "ample", "plain", "brief"  # how much is said in the small print
CLOSE = 3.8  # from line to line below large numbers
MANY_LINES = 99  # of small print, where there is no end to it
GIVE = 2.2  # how much lower the cells for numbers may be, so that a card is high enough
BETWEEN = 3.0  # the halves of a broad card, one above the other


def card_svg(card: UnitCard, side: int = 0) -> str:
    """The card as a picture of its own; the halves of a broad one stand one above the other."""
    both, down = Art(), 0.0
    for art, height in halves(card, side):
        both.place(art, 0, down)
        down += height + BETWEEN
    return svg(both, WIDTH, down - BETWEEN, spoken(card))


def halves(card: UnitCard, side: int = 0) -> list[tuple[Art, float]]:
    """The card as drawn, with its height, and the other half of a broad one."""
    return [card_art(card, side), *([(record_art(card), FULL)] if card.record else [])]


def spoken(card: UnitCard) -> str:
    """The card in a sentence, for those who hear it."""
    plates = "armor front {}, side {}, rear {}".format(*card.plates) if card.plates else ""
    facts = [f"{label} {value}" for label, value in (*card.heads, *card.facts)]
    return ", ".join(part for part in (card.name, card.kind_name, card.points, plates, *facts) if part)


def card_art(card: UnitCard, side: int = 0) -> tuple[Art, float]:
    """The card as drawn, and its height: full, or half for a unit that needs no more."""
    give = GIVE if card.tallies else 0
    for amount in (AMPLE, PLAIN, BRIEF):
        art, foot = body(card, side, amount)
        if foot <= FULL + give:
            break
    height = HALF if foot <= HALF + give else FULL
    if card.tallies:
        art, _ = body(card, side, amount, TALLY + height - foot)
    art.rect((0, 0, WIDTH, height), width=0.5, r=1.2)
    return art, height


def body(card: UnitCard, side: int, amount: str, room: float = TALLY) -> tuple[Art, float]:
    """Everything but the frame, and where it ends. Where its numbers come from is said only on an ample one,
    a brief one leaves out the words about equipment as well.

    `room` is how high the cells are in which numbers are written anew.
    """
    art = Art()
    header(art, card, side)
    foot = middle(art, card, HEAD + 1.4)
    if card.tallies and not card.record:
        foot = tallies(art, card.tallies, foot, room)
    for grid in card.grids:
        foot = table(art, grid, foot, not card.crew)
    if card.items:
        foot = items(art, card.items, card.list_title, foot)
    if card.strip:
        foot = strip(art, card.strip, foot)
    foot = stores(art, card.stores, foot)
    if card.tallies and card.record:
        foot = tallies(art, card.tallies, foot + 1.6, room)
    if card.crew:
        foot = crew(art, card.crew, foot)
    foot = small_print(art, card, foot, amount == BRIEF)
    return art, explained(art, card.how, foot) if amount == AMPLE else foot


# ---------------------------------------------------------------- the head


def header(art: Art, card: UnitCard, side: int) -> None:
    """Name, kind, points; the head is black for Cobalt and hatched for Rust."""
    light = PAPER if side == 0 else INK
    points_run = max(run(card.points, 3, SANS), run(card.system, 3, SANS))
    room = RIGHT - points_run - 5 - 13
    name = clipped(card.name, room, 4.9, SERIF)
    if side == 0:
        art.rect((0, 0, WIDTH, HEAD), INK, 0)
        art.shapes.append(f'<circle cx="7.2" cy="5.8" r="3.2" fill="{PAPER}"/>')
        art.rect((4.6, 5.1, 5.2, 1.4), INK, 0)
    else:
        hatch(art)
        wide = max(run(name, 4.9, SERIF), run(card.kind_name, 3, SANS))
        art.rect((11.8, 0.8, wide + 2.4, HEAD - 1.6), PAPER, 0)
        art.rect((RIGHT - points_run - 1.2, 0.8, points_run + 2.4, HEAD - 1.6), PAPER, 0)
        art.path("M7.2 2L11 5.8L7.2 9.6L3.4 5.8Z", PAPER, 0.4)
        art.path("M5.2 6L7.4 3.8M6.1 6.9L8.3 4.7M7 7.8L9.2 5.6", width=0.5)
    art.line(0, HEAD, WIDTH, HEAD, 0.5)
    art.write(13, 5.6, 4.9, name, SERIF, fill=light)
    art.write(13, 9.7, 3, clipped(card.kind_name, room, 3), fill=light)
    art.write(RIGHT, 5.3, 3, card.points, anchor="end", fill=light)
    art.write(RIGHT, 9.5, 3, card.system, anchor="end", fill=light)


def hatch(art: Art) -> None:
    """The head of a Rust card: thin lines, which even a poor printer keeps apart."""
    step, at = 3.0, -HEAD
    strokes = []
    while at < WIDTH:
        low, high = max(at, 0.0), min(at + HEAD, WIDTH)
        strokes.append(f"M{low:.2f} {HEAD - (low - at):.2f}L{high:.2f} {HEAD - (high - at):.2f}")
        at += step
    art.path("".join(strokes), width=0.25, stroke=RULE)


# ---------------------------------------------------------------- drawing and numbers


def middle(art: Art, card: UnitCard, top: float) -> float:
    """The unit from above, and beside it boxes and numbers; returns where they end."""
    width = 34.0 if card.crew else figure_width(card)
    if card.outline:
        low = draw_outline(art, card, card.outline, PAD, top)
    else:
        draw(art, card, PAD - 0.6, top, width)
        low = top + width * HIGH / WIDE + 0.8
    rows = len(labels(card))
    left, foot, step = PAD + width + 3, top + 3.2, max(3.6, min(5.0 if card.crew else 4.3, 36 / rows))
    step = CLOSE if card.heads else step
    column = left + 1.6 + max(run(label, 3.1) for label in labels(card))
    if card.heads:
        foot = heads(art, card.heads, left, foot + 1.2)
    for track in card.tracks:
        art.write(left, foot, 3.1, track.label, fill=SOFT)
        boxes(art, track, column, foot)
        foot += step
    for label, value in card.facts:
        art.write(left, foot, 3.1, label, fill=SOFT)
        art.write(column, foot, 3.1, clipped(value, RIGHT - column, 3.1, BOLD), BOLD)
        foot += step
    if card.rounds:
        art.write(left, foot, 3.1, "Loaded", fill=SOFT)
        ticked(art, card.rounds, column, foot, 3.1)
        foot += step
    foot = paint(art, card, left, column, foot, step)
    return max(low, foot - step + 1.6)


def heads(art: Art, numbers: tuple[tuple[str, str], ...], x: float, foot: float) -> float:
    """The largest numbers of a card beside each other; returns where the next line stands."""
    for label, value in numbers:
        x += art.write(x, foot, 3.1, label, fill=SOFT) + 1.8
        x += art.write(x, foot, 6.4, value, SERIF) + 6.0
    return foot + 5.0


def figure_width(card: UnitCard) -> float:
    """How wide the drawing of a unit without a crew is; less where many boxes stand below it."""
    if card.outline:
        return 26.0
    if card.plates:
        return 27.0 if len(card.stores) <= MANY else 21.0
    return 17.0 if card.tallies else 21.0


def labels(card: UnitCard) -> list[str]:
    """What stands in the column before the numbers."""
    return [
        *(track.label for track in card.tracks),
        *(label for label, _ in card.facts),
        *(["Loaded"] if card.rounds else []),
        *(["Paint"] if card.scheme else []),
    ]


def paint(art: Art, card: UnitCard, left: float, column: float, foot: float, step: float) -> float:
    """Scheme and pattern in words, since a printer may have no colors."""
    if not card.scheme:
        return foot
    art.write(left, foot, 3.1, "Paint", fill=SOFT)
    words = card.scheme if card.pattern in ("", "plain") else f"{card.scheme}, {card.pattern}"
    art.write(column, foot, 3.1, clipped(words, RIGHT - column, 3.1, BOLD), BOLD)
    return foot + step


# ---------------------------------------------------------------- the crew


def crew(art: Art, rows: tuple[CrewLine, ...], foot: float) -> float:
    """The crew: two wounds to tick, what each takes away, and the ability that each has once."""
    begin, foot = foot, title(art, "Crew", "TC-6", foot)
    for text, x in (("wounds", 26.8), ("hurt, killed", 37.5), ("once per battle", 53)):
        art.write(x, begin + 3.6, 2.6, text, fill=SOFT)
    art.line(PAD, foot, RIGHT, foot, 0.25)
    for row in rows:
        foot = member(art, row, foot)
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def member(art: Art, row: CrewLine, foot: float) -> float:
    """One of them."""
    high = 7.0 if row.ability or row.name else 5.2
    middle_of = foot + high / 2
    names = (row.role, row.name) if row.name else (row.role,)
    base = middle_of + (1.0 if len(names) == 1 else -0.5)
    art.write(PAD, base, 2.9, clipped(row.name or row.role, 23.5, 2.9, BOLD), BOLD)
    if row.name:
        art.write(PAD, base + 2.9, 2.5, row.role, fill=SOFT)
    for number in range(2):
        art.circle(29.3 + 4.2 * number, middle_of, 1.7)
    if row.note:
        art.write(37.5, middle_of + 1, 2.7, clipped(row.note, RIGHT - 37.5, 2.7))
        return foot + high
    art.write(37.5, middle_of - 0.6, 2.7, row.hurt)
    art.write(37.5, middle_of + 2.5, 2.7, row.killed)
    art.rect((53, middle_of - 1.5, 3, 3), width=0.28)
    art.write(57.2, middle_of + 1, 2.7, clipped(row.ability, RIGHT - 57.2, 2.7))
    return foot + high


# ---------------------------------------------------------------- the foot


def small_print(art: Art, card: UnitCard, foot: float, brief: bool) -> float:
    """Equipment and what is easily forgotten, each with its rule; then the ticks of a turn."""
    texts = [(text.partition(":")[0] if brief else text, rule) for text, rule in card.fitted]
    foot += 3.4
    room = FULL - foot - 3.5 if card.ticks else FULL - foot - 1.8 + LEADING
    wrapped = small_lines([*texts, *card.notes], int(room / LEADING) if brief else MANY_LINES)
    for line in wrapped:
        art.write(PAD, foot, SMALL, line, fill=SOFT)
        foot += LEADING
    beside = len(wrapped) == 1 and run(wrapped[0], SMALL) + TICKS <= RIGHT - PAD
    foot -= LEADING if beside else -0.9 if wrapped else 0
    ticked(art, card.ticks, RIGHT - TICKS if beside else PAD, foot, 2.7)
    return foot + 2.4


def small_lines(texts: list[tuple[str, str]], most: int) -> list[str]:
    """What is said in the small print, in at most so many lines; what has no room there is left out whole."""
    for count in range(len(texts), 0, -1):
        words = "; ".join(f"{words} ({rule})" for words, rule in texts[:count])
        text = words if count == len(texts) else f"{words}; \u2026"
        wrapped = lines(text, RIGHT - PAD, SMALL)
        if len(wrapped) <= max(1, most):
            return wrapped
    return []
