"""The table as a scene: what stands on it, and what helps the player to choose."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Aids, Band, Encounter, Target, TrackScene, UnitMark
from hulldown.rulesets.api.words import Status
from hulldown.rulesets.chase import state
from hulldown.rulesets.chase.actions import decider, no_shot, picked, to_act
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.gunnery import destroyed
from hulldown.rulesets.chase.state import NOBODY, Event, Gun, Mobility, Phase, Standing, State, side_of
from hulldown.rulesets.chase.turn import own_pair, takes_orders, why_not_fire
from hulldown.rulesets.chase.victory import DRAW, side_score
from hulldown.rulesets.chase.words import (
    BANDS,
    DOES,
    FACINGS,
    METRES,
    ORDERS,
    find_tank,
    opponent,
    pairs_of,
    player,
    tank_id,
    tank_name,
    tanks,
    type_name,
)
from hulldown.rulesets.common.pieces import true_words, unit_or

EVENTS: dict[int, str] = {
    Event.DESTROY_A: "{A} is destroyed",
    Event.DESTROY_B: "{B} is destroyed",
    Event.BOTH: "both tanks are destroyed",
    Event.ESC_A: "{A} escapes",
    Event.ESC_B: "{B} escapes",
    Event.ESC_BOTH: "both tanks escape",
    Event.LIMIT_A: "turn limit, {A} is ahead",
    Event.LIMIT_B: "turn limit, {B} is ahead",
    Event.LIMIT_EQ: "turn limit, neither is ahead",
    Event.LIMIT: "turn limit",
}
ENDS: dict[int, str] = {
    Event.DESTROY_B: "{B} destroyed",
    Event.DESTROY_A: "{A} destroyed",
    Event.BOTH: "both destroyed",
    Event.ESC_B: "{B} escapes",
    Event.ESC_A: "{A} escapes",
    Event.ESC_BOTH: "both escape",
    Event.LIMIT_A: "{A} ahead",
    Event.LIMIT_B: "{B} ahead",
    Event.LIMIT_EQ: "level",
    Event.LIMIT: "turn limit",
}
MIRRORED = (
    (Event.DESTROY_B, Event.DESTROY_A),
    (Event.BOTH, Event.BOTH),
    (Event.ESC_B, Event.ESC_A),
    (Event.ESC_BOTH, Event.ESC_BOTH),
    (Event.LIMIT_A, Event.LIMIT_B),
    (Event.LIMIT_EQ, Event.LIMIT_EQ),
)
HALVES = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def payoff_text(payoff: int) -> str:
    """A payoff as players write it: "+1", "-½", "0" (CH-12.6)."""
    whole, rest = divmod(abs(payoff), state.PAYOFF)
    part = Fraction(rest, state.PAYOFF)
    shown = HALVES.get(part, f" {part}" if whole else str(part)) if part else ""
    sign = "+" if payoff > 0 else "-" if payoff < 0 else ""
    return f"{sign}{whole if whole or not part else ''}{shown}"


def halves(doubled: int) -> str:
    """A score that is kept doubled (CH-14.10)."""
    return f"{doubled // 2}{'½' if doubled % 2 else ''}"


def result_words(s: State, payoff: int) -> str:
    """CH-12.7: "Cobalt: victory" for a whole point, "advantage" for less, mirrored for side B."""
    if payoff == 0:
        return "Draw"
    word = "victory" if abs(payoff) >= state.PAYOFF else "advantage"
    return f"{player(s, 0 if payoff > 0 else 1)}: {word}"


def with_names(s: State, text: str) -> str:
    """A text about the tanks of sides A and B of a duel, with their names (CH-12.7)."""
    first, second = s.pair[0].tank
    return text.format(A=tank_id(s, first), B=tank_id(s, second))


def match_text(s: State) -> str:
    """The sum of payoffs of both players in a match (CH-12.7)."""
    first, second = payoff_text(s.total), payoff_text(-s.total)
    return f"Match: {SIDES[0]} {first}, {SIDES[1]} {second}"


def duel_text(s: State, duel: int) -> str:
    """Who won the last duel of a match, `duel` as they are counted from 0, and by what (CH-12.7).

    Tanks are told by their players: the next duel has others of the same names.
    """
    first = duel & 1
    why = EVENTS[s.event].format(A=f"{SIDES[first]}'s tank", B=f"{SIDES[1 - first]}'s tank")
    if s.payoff == 0:
        return f"Duel {duel + 1} is a draw: {why}"
    winner = SIDES[first if s.payoff > 0 else 1 - first]
    return f"{winner} wins duel {duel + 1}: {why} ({payoff_text(abs(s.payoff))})"


def team_text(s: State) -> str:
    """The score of a team battle (CH-14.10)."""
    scores = [f"{player(s, side)} {halves(side_score(s, side))}" for side in range(2)]
    return f"Score: {', '.join(scores)}"


def result(s: State) -> str:
    """How the battle ended, in a line (CH-12.7)."""
    winner = "A draw" if s.winner == DRAW else f"{SIDES[s.winner]} wins"
    if s.event == Event.SCORE:
        given = f"{player(s, s.given_up)} surrenders. " if s.given_up != NOBODY else ""
        return f"{given}{winner}. {team_text(s)}"
    if s.duels > 1:
        match = f"{winner} the match" if s.winner != DRAW else winner
        return f"{match}. {match_text(s)}. {duel_text(s, s.duel)}"
    surrendered = s.given_up != NOBODY
    how = f"{player(s, s.given_up)} surrenders" if surrendered else with_names(s, EVENTS[s.event])
    return f"{result_words(s, s.payoff)}, {how}"


# ---------------------------------------------------------------- whose decision


def owing(s: State) -> list[int]:
    """The sides that still owe orders, as everybody may know (CH-4.3)."""
    late = [t for t in tanks(s) if takes_orders(s, t) and not s.tanks[t].ordered]
    return sorted({side_of(t) for t in late}, key=lambda side: state.seat_of(s, side))


def orders_text(s: State) -> str:
    """Who has ordered and who has not."""
    late = owing(s)
    if len(late) != 1:
        return f"{SIDES[0]} and {SIDES[1]} give secret orders"
    return f"{player(s, 1 - late[0])} has ordered. Waiting for {player(s, late[0])}."


def pending_decision(s: State) -> str:
    """The decision that is waited for, in every step but that of orders."""
    t = acting(s)
    mine, enemy = tank_id(s, t), opponent(s, t)
    other = tank_id(s, enemy) if enemy != NOBODY else ""
    questions = {
        Phase.PAIRING: f"whom {mine} joins against",
        Phase.DIRECTION: f"whether {mine} pursues or flees",
        Phase.SHIFT: f"how far {mine} shifts the range",
        Phase.RAM: f"whether {mine} rams {other}",
        Phase.OPENING: f"whether {mine} opens the range",
        Phase.TARGETS: f"whom {mine} fires at",
    }
    what = facings_text(s, mine, other) if s.phase == Phase.FACING else questions[Phase(s.phase)]
    return f"{player(s, side_of(t))} decides {what}"


def facings_text(s: State, mine: str, other: str) -> str:
    """The sides that are chosen: of both tanks, or of the one that the chart gives (CH-7.6)."""
    p, side = s.pair[s.acting], decider(s)
    names = [name for name, whose in ((mine, side), (other, 1 - side)) if picked(p, whose)]
    return f"which side {names[0]} shows" if len(names) == 1 else f"which sides {' and '.join(names)} show"


def acting(s: State) -> int:
    """The tank that decides now; -1 in the step of orders and when all is over."""
    if s.phase in (Phase.ORDERS, Phase.OVER):
        return NOBODY
    if s.phase in (Phase.PAIRING, Phase.TARGETS, Phase.DIRECTION):
        return s.acting
    return s.pair[s.acting].tank[decider(s)]


def text(s: State) -> str:
    """Whose decision it is, or how it ended."""
    if s.phase == Phase.OVER:
        return result(s)
    return orders_text(s) if s.phase == Phase.ORDERS else pending_decision(s)


def deciding_tanks(s: State) -> list[int]:
    """The tanks that are to decide now; in the step of orders the first of each side without one."""
    if s.phase != Phase.ORDERS:
        return [acting(s)] if to_act(s) else []
    late = [t for t in tanks(s) if takes_orders(s, t) and not s.tanks[t].ordered]
    return [next(t for t in late if side_of(t) == side) for side in owing(s)]


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """The tanks that take part in the turn: those with an order, those that decide now."""
    now = deciding_tanks(s)
    active = [t for t in tanks(s) if s.tanks[t].standing == Standing.ACTIVE]
    done = {t for t in active if s.phase == Phase.ORDERS and s.tanks[t].ordered}
    how = {t: "now" if t in now else "done" if t in done else "" for t in active}
    return tuple((tank_id(s, t), state.seat_of(s, side_of(t)), how[t]) for t in active)


# ---------------------------------------------------------------- what stands beside


def range_text(s: State) -> str:
    """The range of a duel with its distance; nothing in a team battle, where each pair has its own."""
    if s.options.team_battle or s.phase == Phase.OVER:
        return ""
    band = current_band(s, 0)
    return f"Range: {BANDS[band]}" + (f", {METRES[band]}" if 0 <= band < len(METRES) else "")


def current_band(s: State, i: int) -> int:
    """The range of a pair as it stands; before a ram it may be the one of tanks that run past each other."""
    p = s.pair[i]
    return p.raw if s.phase in (Phase.FACING, Phase.RAM) and i == s.acting else p.range


def can_happen(s: State, event: int) -> bool:
    """Whether a duel can end so: nobody escapes where the range stops at Distant (CH-2.5)."""
    escape = event in (Event.ESC_A, Event.ESC_B, Event.ESC_BOTH)
    return not escape or s.options.beyond_distant != state.BeyondDistant.STOP


def payoffs_text(s: State) -> str:
    """What the ends of a duel are worth (CH-12.6): to both alike, or else to the player of side A."""
    if s.options.team_battle:
        return ""
    worth = [s.payoffs[event] for event in Event if 0 <= event < state.PAYOFFS]
    if not s.limit_fixed and all(worth[mine] == -worth[theirs] for mine, theirs in MIRRORED):
        gains = ("destroy", Event.DESTROY_B), ("drive off", Event.ESC_B), ("ahead", Event.LIMIT_A)
        texts = [f"{name} {payoff_text(worth[event])}" for name, event in gains if can_happen(s, event)]
        return f"Worth: {', '.join(texts)}"
    ends = [Event.LIMIT] if s.limit_fixed else [Event.LIMIT_A, Event.LIMIT_B, Event.LIMIT_EQ]
    by_worth: dict[int, list[str]] = {}
    for event in [e for e in ENDS if (e < Event.LIMIT_A or e in ends) and can_happen(s, e)]:
        by_worth.setdefault(worth[event], []).append(with_names(s, ENDS[event]))
    best_first = sorted((payoff for payoff in by_worth if payoff), reverse=True)
    parts = [f"{payoff_text(payoff)} {', '.join(by_worth[payoff])}" for payoff in best_first]
    return f"Worth to {player(s, 0)}: {'; '.join(parts)}"


def extras(s: State) -> dict[str, str]:
    """What there is to say besides, each thing by its name."""
    match = s.duels > 1
    has_just_begun = s.duel > 0 and s.turn == 1 and s.phase != Phase.OVER
    lines = {
        "ended": duel_text(s, s.duel - 1) if has_just_begun else "",
        "range": range_text(s),
        "duel": f"Duel {s.duel + 1} of {s.duels}" if match else "",
        "score": match_text(s) if match else team_text(s) if s.options.team_battle else "",
        "payoffs": payoffs_text(s),
    }
    return {name: line for name, line in lines.items() if line}


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line. The position is the one that this seat knows."""
    over = s.phase == Phase.OVER
    more = extras(s)
    beside = [line for name, line in more.items() if name not in ("payoffs", "ended") and not over]
    return Status(
        turn=s.turn,
        turns=s.turn_limit,
        phase=Phase(s.phase).name.lower(),
        text=" · ".join([text(s), *beside]),
        chips=chips(s),
        result=result(s) if over else "",
        winner=s.winner if over else None,
        extras=more,
        whole="battle" if s.options.team_battle else "match" if s.duels > 1 else "duel",
        part="duel" if s.duels > 1 else "",
    )


# ---------------------------------------------------------------- drawing
# The battle as it is drawn: bands of range, and the tanks that meet (section 2.1, CH-2.6).


MOBILITY = {Mobility.SOUND: "sound", Mobility.DAMAGED: "damaged", Mobility.IMMOBILISED: "immobilised"}
GUN = {Gun.SOUND: "sound", Gun.DAMAGED: "damaged", Gun.KNOCKED_OUT: "knocked out"}
SPOKEN = {"down": "hull down", "wreck": "destroyed", "gone": "escaped", "active": "to decide"}


def lost(s: State, t: int) -> bool:
    """Whether a tank is destroyed, by a collision of this turn too (CH-11.7)."""
    tank = s.tanks[t]
    return tank.standing == Standing.DESTROYED or bool(destroyed(tank.now))


def states(s: State, t: int) -> frozenset[str]:
    """What is drawn of a tank beside its kind."""
    shown = {
        "active": t in deciding_tanks(s),
        "wreck": lost(s, t),
        "down": s.tanks[t].down > 0 and not lost(s, t),
        "gone": s.tanks[t].standing == Standing.ESCAPED,
    }
    return true_words(shown)


def damage_words(now: state.Damage) -> list[str]:
    """What is broken, in words (CH-11.6)."""
    drive = {Mobility.DAMAGED: "drive damaged", Mobility.IMMOBILISED: "immobilised"}
    gun = {Gun.DAMAGED: "gun damaged", Gun.KNOCKED_OUT: "gun knocked out"}
    words = (drive.get(Mobility(now.mobility)), gun.get(Gun(now.gun)))
    return [word for word in words if word]


def doing(s: State, t: int) -> str:
    """This turn's order as it may be known: which, that there is one, or what comes of it (CH-4.3)."""
    tank = s.tanks[t]
    if s.phase == Phase.ORDERS:
        known = f"order: {ORDERS[tank.order]}" if tank.order in ORDERS else "order given"
        return known if tank.ordered else ""
    if tank.order != state.Order.HULL_DOWN:
        return DOES.get(tank.order, "")
    return "" if tank.down else "not hull down"  # which is said of it besides (CH-9.1)


def spoken(shelf: Shelf, s: State, t: int) -> str:
    """A tank as a screen reader says it."""
    tank = s.tanks[t]
    parts = [
        f"{player(s, side_of(t))} {tank_id(s, t)} {tank_name(shelf, s, t)}".strip(),
        type_name(shelf, s, t),
    ]
    parts.append(f"{max(0, tank.now.hull)} of {tank.profile.hull} hull points")
    return ", ".join([*parts, *damage_words(tank.now), *(SPOKEN[word] for word in sorted(states(s, t)))])


def unit_mark(shelf: Shelf, s: State, t: int) -> UnitMark:
    """A tank as it is drawn; a gun in a fixed mount has no turret (CH-10.3)."""
    tank = s.tanks[t]
    return UnitMark(
        unit=tank_id(s, t),
        side=state.seat_of(s, side_of(t)),
        kind="tank",
        name=tank_name(shelf, s, t),
        hull=0,
        turret=0 if tank.profile.mount == state.Mount.TURRET else None,
        points=max(0, tank.now.hull),
        points_full=tank.profile.hull,
        state=states(s, t),
        spoken=spoken(shelf, s, t),
        doing=doing(s, t),
    )


def shows(s: State, i: int, side: int) -> str:
    """The facing of a side's tank in a pair; none before step 6, none carried over (CH-3.4)."""
    way = s.pair[i].facing[side]
    return FACINGS[way].lower() if way in FACINGS and s.phase != Phase.PAIRING else ""


def encounter(s: State, i: int) -> Encounter:
    """A pair; what was its range is told once the turn has begun."""
    p = s.pair[i]
    first = state.side_of_seat(s, 0)
    return Encounter(
        first=tank_id(s, p.tank[first]),
        second=tank_id(s, p.tank[1 - first]),
        band=current_band(s, i),
        first_shows=shows(s, i, first),
        second_shows=shows(s, i, 1 - first),
        past=s.phase == Phase.ORDERS and s.turn > 1,
        was=None if s.phase == Phase.PAIRING else p.was,
    )


def target(s: State, t: int, i: int) -> Target:
    """An opponent as a target, with the reason why a tank cannot fire at it (CH-10.2, CH-14.9)."""
    p = s.pair[i]
    code = why_not_fire(s, t, i)
    why = no_shot(code, p.range, p.facing[side_of(t)]) if code else None
    enemy = tank_id(s, p.tank[1 - side_of(t)])
    return Target("", enemy, f"{why.text} {why.rule}" if why else "", current_band(s, i))


def aids(s: State, unit: str) -> Aids:
    """Who is looked at or decides; whom it can fire at where targets are named, whom it meets elsewhere."""
    t = unit_or(find_tank, s, unit, acting(s))
    if t == NOBODY or s.tanks[t].standing != Standing.ACTIVE:
        return Aids()
    if s.phase == Phase.TARGETS:
        targets = tuple(target(s, t, i) for i in pairs_of(s, t) if own_pair(s, t, i))
    else:
        met = opponent(s, t)
        targets = (Target("", tank_id(s, met)),) if met != NOBODY else ()
    return Aids(unit=tank_id(s, t), targets=targets)


def scene(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> TrackScene:
    """The battle for a seat, from the position that it knows, on the ladder of ranges (section 2.1)."""
    turn = f"Turn {s.turn} of {s.turn_limit}"
    return TrackScene(
        bands=tuple(Band(BANDS[band], note) for band, note in enumerate(METRES)),
        units=tuple(unit_mark(shelf, s, t) for t in tanks(s)),
        encounters=tuple(encounter(s, i) for i in range(s.pairs)),
        title="Chase",
        subtitle=f"{turn}, duel {s.duel + 1} of {s.duels}" if s.duels > 1 else turn,
        aids=aids(s, unit),
    )
