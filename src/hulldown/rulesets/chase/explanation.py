"""What stands behind an order before it is given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.chase import driving, gunnery, state, words
from hulldown.rulesets.chase.actions import LEAST, MOST, Aim, after_shift, aim, foreseen
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.events import Sum
from hulldown.rulesets.chase.exact import both_rolls, driving_outcomes, facing_of_source, with_tanks
from hulldown.rulesets.chase.orders import escape_text, gunnery_text, rammers, without_ram
from hulldown.rulesets.chase.state import NOBODY, Order, Pair, Source, State, Verb, side_of
from hulldown.rulesets.chase.words import BANDS, pairs_of, tank_id
from hulldown.rulesets.common.explanation import Notes, explains
from hulldown.rulesets.common.names import plural

Names = tuple[str, str]  # of both tanks of a pair, side A's first
Read = Callable[[Pair], int]


def cases(s: State, p: Pair) -> list[Pair]:
    """The pair with its orders, looked up in the chart for every way in which the tests can come out, and
    with every shift where the facings hang on it (CH-7.10).
    """
    pairs: dict[tuple[int, ...], Pair] = {}
    for test, _ in driving_outcomes(s.options, *both_rolls(s, p)):
        q = copy(p)
        q.winner, q.success = test.pair.winner, list(test.pair.success)
        pairs.setdefault((int(q.winner), *map(int, q.success)), q)
    by_shift = s.options.direction_facing == state.DirectionFacing.SHIFT
    result = []
    for q in pairs.values():
        driving.look_up(s, q, s.mute)
        for shift in range(int(q.low), int(q.high) + 1) if by_shift else range(1):
            shifted = copy(q)
            shifted.shift = shift
            driving.find_sources(s.options, shifted)
            result.append(shifted)
    return result


# ---------------------------------------------------------------- what a cell hangs on


def conditions(names: Names, first: int) -> list[tuple[Read, dict[int, str]]]:
    """What a cell may hang on, with the words for each value: the winner, either success (CH-5.3), or what
    the range did (CH-7.10).
    """
    other = 1 - first
    return [
        (
            lambda q: int(q.winner),
            {first: f"if {names[first]} wins", other: f"if {names[other]} wins", NOBODY: "without a winner"},
        ),
        (lambda q: int(q.success[first]), success_words(names[first])),
        (lambda q: int(q.success[other]), success_words(names[other])),
        (lambda q: int(q.shift != 0), {1: "if the range moves", 0: "otherwise"}),
        (lambda q: int(q.shift > 0), {1: "if the range opens", 0: "otherwise"}),
    ]


def success_words(name: str) -> dict[int, str]:
    """How a tank's own test comes out."""
    return {1: f"if {name} succeeds", 0: f"if {name} fails"}


def cell(names: Names, first: int, entries: list[tuple[Pair, str]]) -> str:
    """What a cell says, with its condition if it has one: "its Front if A1 wins, else what B1 chooses"."""
    if len({text for _, text in entries}) == 1:
        return entries[0][1]
    for value, clauses in conditions(names, first):
        by_value: dict[int, set[str]] = defaultdict(set)
        for q, text in entries:
            by_value[value(q)].add(text)
        if all(len(texts) == 1 for texts in by_value.values()):
            return by_case([(next(iter(by_value[n])), when) for n, when in clauses.items() if n in by_value])
    return " or ".join(sorted({text for _, text in entries}))


def by_case(cases: list[tuple[str, str]]) -> str:
    """What holds in which case; of two cases the second is "else"."""
    (text, when), *others = cases
    head, limited, _ = text.partition(" up to ")
    parts = [f"{text} {when}"]
    for other, then in others:
        short = other.removeprefix(f"{head} ") if limited else other
        parts.append(f"else {short}" if len(cases) == 2 else f"{short} {then}")
    return ", ".join(parts)


# ---------------------------------------------------------------- its words


def shift_words(names: Names, q: Pair) -> str:
    """A range cell in words."""
    low, high = int(q.low), int(q.high)
    if low == high:
        return f"the range {moves(low)}s by {abs(low)}" if low else "the range stays"
    who = names[q.decider]
    if low < 0 < high:
        return f"{who} may {moves(low)} or {moves(high)} by {high}"
    most = low if low < 0 else high
    return f"{who} may {moves(most)} up to {plural(abs(most), 'band')}"


def moves(bands: int) -> str:
    """Which way a shift goes."""
    return "close" if bands < 0 else "open"


def source_words(names: Names, q: Pair, side: int) -> str:
    """A facing cell in words."""
    shown = {Source.FRONT: "its Front", Source.REAR: "its Rear", Source.RANDOM: "a side by chance"}
    source = Source(q.source[side])
    return shown.get(source) or f"what {names[source - Source.CHOICE_A]} chooses"


def facing_cell(names: Names, first: int, seen: list[Pair], side: int) -> str:
    """What a facing cell says; a choice that is always the winner's is called so (CH-6.6)."""
    several = len({int(q.winner) for q in seen}) > 1
    if several and all(q.source[side] == driving.choice_of(q.winner) for q in seen if q.winner != NOBODY):
        entries = [(q, "what the winner chooses" if q.winner != NOBODY else "a side by chance") for q in seen]
    else:
        entries = [(q, source_words(names, q, side)) for q in seen]
    return f"{names[side]} shows {cell(names, first, entries)}"


# ---------------------------------------------------------------- rows


def against(s: State, p: Pair, side: int, names: Names) -> tuple[str, str, str, str]:
    """The row of the chart for the orders of a pair: the range, the own facing, the enemy's, the rule."""
    seen = cases(s, p)
    shift = cell(names, side, [(q, shift_words(names, q)) for q in seen])
    mine, theirs = (facing_cell(names, side, seen, whose) for whose in (side, 1 - side))
    row = driving.row_of(p)
    same_way = row == driving.Row.CR_CR and p.order[0] == p.order[1]
    return shift, mine, theirs, "CH-6.3" if same_way else driving.ROW_RULES[driving.Row(row)]


def against_all(s: State, pairs: list[int], side: int, order: int) -> list[tuple[str, str]]:
    """An order of a side's tank against every order that its enemies can have (CH-4.4)."""
    if not pairs:
        return []
    pair = s.pair[pairs[0]]
    enemies = [s.tanks[s.pair[i].tank[1 - side]] for i in pairs]
    stuck = all(enemy.now.mobility == state.Mobility.IMMOBILISED for enemy in enemies)
    other = tank_id(s, pair.tank[1 - side]) if len(pairs) == 1 else "the enemy"
    mine = tank_id(s, pair.tank[side])
    given = (Order.HULL_DOWN.value,) if stuck else driving.secret_orders(s.options)
    names = (mine, other) if side == 0 else (other, mine)
    rows = chart_rows(pair, side, order, given)
    return sentences({row_heading(names, q, side, order): against(s, q, side, names) for q in rows})


def chart_rows(p: Pair, side: int, order: int, others: Iterable[int]) -> Iterator[Pair]:
    """A pair with each row of the chart that an order may come to, open directions each way (CH-4.6)."""
    for theirs in others:
        for own, enemy in product(driving.directions(order), driving.directions(theirs)):
            q = copy(p)
            q.order[side], q.order[1 - side] = own, enemy
            yield q


def row_heading(names: Names, q: Pair, side: int, order: int) -> str:
    """What stands over the lines about a row of an order: "If B1 goes hull down"."""
    own, theirs = int(q.order[side]), int(q.order[1 - side])
    way = f" and {names[side]} {words.DOES[own]}" if own != order else ""
    return f"If {names[1 - side]} {words.DOES[theirs]}{way}"


def prize(s: State, pair: Pair, side: int, own: int, others: Iterable[int]) -> str:
    """The most that an order gains who wins the Driving tests, against any of the enemy's orders."""
    rows = chart_rows(pair, side, own, others)
    won = [q for p in rows for q in cases(s, p) if q.winner == side and q.decider in (side, NOBODY)]
    if own not in (Order.MANEUVER, Order.HULL_DOWN):
        close, away = max(-int(q.low) for q in won), max(int(q.high) for q in won)
        way = {Order.PURSUE: "closer", Order.FLEE: "away"}.get(Order(own), "closer or away")
        return f"up to {plural(close if own == Order.PURSUE else away, 'band')} {way}"
    chosen = [any(q.source[whose] == driving.choice_of(side) for q in won) for whose in (side, 1 - side)]
    return "chooses both sides" if all(chosen) else "chooses its side"


def sentences(rows: dict[str, tuple[str, str, str, str]]) -> list[tuple[str, str]]:
    """Rows as sentences; what the tank itself shows is said once where it is always the same (CH-7.2).

    Each begins as the heading of its odds does, so that a page can put them together.
    """
    shown = {mine for _, mine, _, _ in rows.values()}
    settled = len(shown) == 1 < len(rows)
    lines = [(f"{mine}.", "CH-7.2") for mine in shown if settled]
    for heading, (shift, mine, theirs, rule) in rows.items():
        parts = [shift, theirs] if settled else [shift, mine, theirs]
        lines.append((f"{heading}: {'; '.join(parts)}.", rule))
    return lines


# ---------------------------------------------------------------- choices
# What stands behind a decision: tests with their DMs, collisions, the shots that follow.


def title_of(s: State, t: int, what: str) -> str:
    """The title of an explanation: who does what."""
    return f"{tank_id(s, t)}: {what}"


def full_name(shelf: Shelf, s: State, t: int) -> str:
    """A tank with what it is called."""
    return f"{tank_id(s, t)} {words.tank_name(shelf, s, t)}".strip()


def explain_order(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Driving DM, DMs on shots, and the row of the chart against each order of the enemy (CH-6, CH-10.6)."""
    given = with_tanks(s, a.actor)
    given.tanks[a.actor].order = a.choice
    dm, why = Sum.behind(shelf, driving.own_driving_dm, given, a.actor)
    side, pairs = side_of(a.actor), pairs_of(s, a.actor)
    shots = gunnery_text(s, a.actor, a.choice)
    notes = against_all(s, pairs, side, a.choice)
    if a.choice == Order.HULL_DOWN:
        notes.append(("On success every hit outside the turret is ignored.", "CH-9.1"))
        test = f"Driving test 2d6{dm:+d} against {s.options.driving_score}"
        shots = f"{test}, {shots}" if shots else test  # of other orders it counts who wins, not who succeeds
    return Explanation(title_of(s, a.actor, words.ORDERS[a.choice]), shots, None, why, tuple(notes))


def explain_direction(s: State, a: Action) -> Explanation:
    """DMs on shots, and what the chart gives a direction: the tests are known by now (CH-4.6)."""
    side, notes = side_of(a.actor), [("Pursue shows the Front, Flee the Rear.", "CH-7.2")]
    for i in pairs_of(s, a.actor):
        p = copy(s.pair[i])
        names = tank_id(s, p.tank[0]), tank_id(s, p.tank[1])
        p.order[side], p.order[1 - side] = a.choice, s.tanks[p.tank[1 - side]].order
        if p.order[1 - side] == Order.CHANGE_RANGE:
            notes.append((f"{names[1 - side]} says after you which way it goes.", "CH-4.6"))
            continue
        driving.look_up(s, p, s.mute)
        notes.append((f"Against {names[1 - side]}: {shift_words(names, p)}.", "CH-6.10"))
    return Explanation(
        title_of(s, a.actor, words.ORDERS[a.choice]),
        gunnery_text(s, a.actor, a.choice),
        None,
        (),
        tuple(notes),
    )


# ---------------------------------------------------------------- shots


def both_shots(shelf: Shelf, s: State, p: Pair, side: int) -> tuple[Aim, Notes]:
    """The own shot, and both in sentences; what hull down does to them."""
    mine, theirs = aim(s, p, side, shelf), aim(s, p, 1 - side, shelf)
    notes = [(f"{shot.text}.", shot.refusal.rule if shot.refusal else "CH-10.5") for shot in (mine, theirs)]
    for whose in (side, 1 - side):
        if s.tanks[p.tank[whose]].down:
            hidden = f"{tank_id(s, p.tank[whose])} is hull down: only hits on its turret count."
            notes.append((hidden, "CH-9.1"))
    return mine, tuple(notes)


def of_shot(title: str, subtitle: str, mine: Aim, notes: Notes) -> Explanation:
    """An explanation that is led by the own shot."""
    needed = None if mine.refusal or mine.needed > MOST else mine.needed
    return Explanation(title, subtitle, needed, mine.modifiers, notes)


def explain_target(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The shot at a target (CH-14.9)."""
    side = side_of(a.actor)
    pairs = [s.pair[i] for i in pairs_of(s, a.actor) if s.pair[i].tank[1 - side] == a.target]
    title = title_of(s, a.actor, f"fire at {full_name(shelf, s, a.target)}")
    if not pairs:
        return Explanation(title)
    mine, notes = both_shots(shelf, s, pairs[0], side)
    return of_shot(title, BANDS[pairs[0].range], mine, notes)


# ---------------------------------------------------------------- range and facings


def settled_facings(s: State, p: Pair) -> Pair:
    """The pair with the facings that its orders settle (CH-7.2)."""
    q = copy(p)
    driving.find_sources(s.options, q)
    q.facing[:] = [facing_of_source(int(source)) for source in q.source]
    return q


def open_facings(s: State, p: Pair) -> Notes:
    """The facings that come later, by chance or by choice (CH-7.5)."""
    notes = []
    for side in range(2):
        source, who = Source(p.source[side]), tank_id(s, p.tank[side])
        if source == Source.RANDOM:
            notes.append((f"{who}'s facing comes by chance.", "CH-7.7"))
        elif source in (Source.CHOICE_A, Source.CHOICE_B):
            chooser = tank_id(s, p.tank[source - Source.CHOICE_A])
            notes.append((f"{chooser} then chooses {who}'s facing.", "CH-7.6"))
    return tuple(notes)


def passing_notes(s: State, p: Pair) -> Notes:
    """What comes of closing to Adjacent or past it (CH-8.1, CH-8.3)."""
    who = " or ".join(tank_id(s, p.tank[side]) for side in rammers(s, p))
    over = f" Otherwise they run past each other to {BANDS[p.range]}." if p.raw == state.Band.PASSING else ""
    return ((f"{who} may ram.{over}", "CH-8.1"),) if who else ((over.strip(), "CH-8.1"),) if over else ()


def explain_shift(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The range it leads to, who may ram there, and the shots at it (CH-6.10)."""
    p = s.pair[s.acting]
    q = settled_facings(s, after_shift(s.options, p, a.choice))
    what = f"{BANDS[p.range]} to {BANDS[q.raw]}" if a.choice else f"stay at {BANDS[q.raw]}"
    title = title_of(s, a.actor, what)
    if q.raw == state.Band.BROKEN:
        side = driving.breaker(q)
        return Explanation(title, escape_text(s, a.seat, side, tank_id(s, p.tank[side])))
    mine, notes = both_shots(shelf, s, q, side_of(a.actor))
    return of_shot(title, "", mine, (*passing_notes(s, q), *notes, *open_facings(s, q)))


def explain_facings(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The shots at these facings; before a ram, those after none (CH-7.6, CH-7.9)."""
    p = foreseen(s, s.acting)
    for side, way in enumerate((a.facing, a.choice)):
        if way != NOBODY:
            p.facing[side] = way
    shown = [f"{tank_id(s, p.tank[side])} {words.FACINGS[p.facing[side]]}" for side in range(2)]
    mine, notes = both_shots(shelf, s, p, side_of(a.actor))
    return of_shot(title_of(s, a.actor, "facings"), ", ".join(shown), mine, (*passing_notes(s, p), *notes))


def explain_opening(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The shots at the range that comes of it (CH-6.12)."""
    p = copy(s.pair[s.acting])
    if a.choice:
        p.range = driving.opened_range(s.options, p.range)
    title = title_of(s, a.actor, f"{'open to' if a.choice else 'stay at'} {BANDS[p.range]}")
    if p.range == state.Band.BROKEN:
        return Explanation(title, escape_text(s, a.seat, side_of(a.actor), tank_id(s, a.actor)))
    mine, notes = both_shots(shelf, s, p, side_of(a.actor))
    return of_shot(title, "before the guns fire" if a.choice else "", mine, notes)


# ---------------------------------------------------------------- ramming


def crash_text(s: State, p: Pair, side: int, effect: int) -> list[str]:
    """Damage to rammer and target of a successful ram at worst, armor and severity (CH-8.15)."""
    q = copy(p)
    q.effect[side] = effect
    dice = gunnery.collision_type(p.facing[side], p.facing[1 - side]) == state.Collision.SIDESWIPE
    lines = []
    for whose in (side, 1 - side):
        t, rams = q.tank[whose], whose == side
        most = 6 * gunnery.crash_dice(s, q, t, rams, s.mute) if dice else 0
        damage = gunnery.crash_damage(s, q, t, rams, most, s.mute)
        plate = gunnery.crash_armor(s, q, t, s.mute)
        left = gunnery.crash_penetration(s.options, damage, plate)
        bad = gunnery.severity_in(s, q, t, left, s.mute)
        lines.append(f"{tank_id(s, t)} takes {damage} against armor {plate}: severity {bad}")
    return lines


def collision_notes(s: State, p: Pair, side: int, dm: int) -> Notes:
    """What a successful ram does; a sideswipe hangs on dice, so its worst case is told (CH-8.13)."""
    kind = gunnery.collision_type(p.facing[side], p.facing[1 - side])
    if kind != state.Collision.SIDESWIPE:
        return tuple((f"{text}.", "CH-8.11") for text in crash_text(s, p, side, 0))
    o = s.options
    same = o.ram_test == state.RamTest.SAME
    effect = int(p.effect[side]) if same else max(0, driving.effect_of(MOST + dm, o.ram_score))
    return tuple((f"At worst {text}.", "CH-8.13") for text in crash_text(s, p, side, effect))


def explain_ram(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The test and the collision; without a ram, where the tanks end, and the shots there (CH-8.5)."""
    p, side = s.pair[s.acting], side_of(a.actor)
    if not a.choice:
        mine, notes = both_shots(shelf, s, foreseen(s, s.acting), side)
        return of_shot(title_of(s, a.actor, "no ram"), without_ram(s, p, side), mine, notes)
    dm, why = Sum.behind(shelf, driving.ram_dm, s, p, side)
    kind = words.COLLISIONS[gunnery.collision_type(p.facing[side], p.facing[1 - side])]
    fails = f"If it fails: {without_ram(s, p, side)}."
    fresh, score = s.options.ram_test == state.RamTest.FRESH, s.options.ram_score
    return Explanation(
        title=title_of(s, a.actor, f"ram {full_name(shelf, s, a.target)}"),
        subtitle=f"{kind}, {f'2d6{dm:+d} against {score}' if fresh else 'by the Driving test of this turn'}",
        needed=max(LEAST, score - dm) if fresh and score - dm <= MOST else None,
        modifiers=why if fresh else (),
        notes=(*collision_notes(s, p, side, dm), (fails, "CH-8.7")),
    )


def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains every order."""
    explainers: dict[Verb, Callable[[State, Action], Explanation]] = {
        Verb.ORDER: partial(explain_order, shelf),
        Verb.DIRECTION: explain_direction,
        Verb.SHIFT: partial(explain_shift, shelf),
        Verb.FACE: partial(explain_facings, shelf),
        Verb.RAM: partial(explain_ram, shelf),
        Verb.OPEN: partial(explain_opening, shelf),
        Verb.TARGET: partial(explain_target, shelf),
    }
    return explains(explainers, words.action_text)
