"""Moves: activations, legs, pile-ins, Encircle and Turn, the way back, flight (CA-3, CA-4, CA-12 to 16)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.codes import Order
from hulldown.rulesets.close_assault.naming import facing_words, whole_degrees
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.telling.teller import Teller, ends_at, far, spot, spread, way_of
from hulldown.rulesets.close_assault.vocabulary import ORDERS, joined, plural, signed

MOST_LISTED = 3  # models whose ways are told one by one


def told_activated(t: Teller, row: Event) -> None:
    """A detachment is activated; why one that cannot move does not (CA-4.8, CA-16.7, CA-16.9, CA-20.2)."""
    k = row.actor
    t.heading(f"{t.unit(k)} is activated: {ORDERS[row.a]}", Tell.ACTIVATED.rule)
    if row.b and row.a == Order.FALL_BACK:
        t.open(f"{t.unit(k)} is Engaged: it stays and fights", "CA-16.7")
    elif row.b and row.a != Order.CHARGE:
        t.open(f"{t.unit(k)} is Engaged: without a Charge order it does nothing", "CA-4.8")
    elif row.b and t.s.acting != k:
        t.open(f"{t.unit(k)} is Engaged and can do nothing but stay", "CA-4.8", "CA-20.2")
    elif row.a == Order.FALL_BACK and t.next(Tell.RAN, Tell.FLED) is None:
        t.open(f"{t.unit(k)} finds no way towards its own edge", "CA-16.9")


# ---------------------------------------------------------------- ways


def told_ways(t: Teller, row: Event, does: str, *rules: str) -> None:
    """What the models of a detachment do together, each with its way."""
    run = t.run(row)
    k = t.of(row.actor)
    ways: dict[int, int] = {}
    for one in run:
        ways[one.actor] = ways.get(one.actor, 0) + way_of(one)
    last = {one.actor: one for one in run}
    if len(ways) == 1:
        whole = f"{does} {far(ways[row.actor])}" if ways[row.actor] else "pivots"
        t.begin(row, f"{t.model(row.actor)} {whole} {ends_at(t, last[row.actor])}", *rules)
        return
    draft = t.begin(row, f"{t.unit(k)} {does} with {plural(len(ways), 'model')}", *rules, about=k)
    if len(ways) <= MOST_LISTED:
        draft.clauses += [f"{t.model(m)} {far(ways[m])} {ends_at(t, last[m])}" for m in ways]
    else:
        draft.clauses.append(f"{spread(list(ways.values()))} each")
        draft.clauses.append(f"{t.model(row.actor)} {ends_at(t, last[row.actor])}")


def told_leg(t: Teller, row: Event) -> None:
    """A leg of a move (CA-4.2)."""
    told_ways(t, row, t.moves(t.of(row.actor)))


def told_pile_in(t: Teller, row: Event) -> None:
    """Who touched nobody closes up (CA-4.9)."""
    told_ways(t, row, "piles in")


def told_withdrew(t: Teller, row: Event) -> None:
    """A detachment gets clear of who touched it (CA-16.4)."""
    told_ways(t, row, "withdraws")


def told_ran(t: Teller, row: Event) -> None:
    """Who falls back runs for its own table edge (CA-16.9)."""
    told_ways(t, row, "falls back", "CA-16.7", Tell.RAN.rule)


def told_set_back(t: Teller, row: Event) -> None:
    """A vehicle without a place to end goes back along its way (CA-12.26)."""
    run = t.run(row)
    draft = t.begin(row, f"{t.unit(t.of(row.actor))} finds no place to end and is set back")
    for one in run:
        moved = (one.place, one.a) != (one.b, one.c)
        draft.clauses.append(f"{t.model(one.actor)} {ends_at(t, one) if moved else 'stays where it fought'}")


def told_fled(t: Teller, row: Event) -> None:
    """A model crosses its own table edge (CA-16.7)."""
    t.begin(row, f"{t.model(row.actor)} flees over the edge of the table", "CA-16.7", about=row.actor)


# ---------------------------------------------------------------- in contact


def told_encircled(t: Teller, row: Event) -> None:
    """A model works its way round a vehicle (CA-13.1)."""
    t.begin(row, f"{t.model(row.actor)} encircles, from {spot(row.place, row.a)} to {spot(row.b, row.c)}")


def told_turned(t: Teller, row: Event) -> None:
    """A vehicle turns on the spot (CA-14.1)."""
    before, after = facing_words(row.a), whole_degrees(row.b)
    t.begin(row, f"{t.model(row.actor)} turns on the spot, from {before} to {after}")


def told_slid(t: Teller, row: Event) -> None:
    """An enemy of the vehicle that turned is nudged along (CA-14.5)."""
    draft = t.going(Tell.TURNED) or t.begin(row, "Bases are nudged along")
    draft.clauses.append(f"{t.model(row.actor)} is nudged {far(way_of(row))} to {spot(row.b, row.c)}")
    draft.rules.append(Tell.SLID.rule)


def told_charge_ended(t: Teller, row: Event) -> None:
    """What each vehicle keeps of its charge for the Engagement stage (CA-11.6, CA-12.24)."""
    k = t.of(row.actor)
    draft = t.going(Tell.CHARGE_ENDED, about=k)
    if row.d:
        if draft is None:
            t.begin(row, f"{t.unit(k)} fights on in contact, without a charge bonus", about=k)
        return
    if draft is None:
        draft = t.begin(row, f"{t.unit(k)} ends its charge in contact", about=k)
        if row.c:
            draft.clauses.append(f"{signed(-row.c)} for {plural(row.c, 'Tank Shock')}")
            draft.rules.append("CA-12.24")
    draft.clauses.append(f"{t.model(row.actor)} charged {far(row.a)}, {signed(row.b)} in front")


def told_engaged(t: Teller, row: Event) -> None:
    """Who holds whom now (CA-2.6)."""
    if t.going(Tell.ENGAGED, about=row.actor):
        return
    held = [one.target for one in t.rows if one.kind == Tell.ENGAGED and one.actor == row.actor]
    names = joined([t.unit(j) for j in held])
    t.begin(row, f"{t.unit(row.actor)} is Engaged with {names}", about=row.actor)


# ---------------------------------------------------------------- set-up, taking back


def told_placed(t: Teller, row: Event) -> None:
    """Models are set up (CA-2.13)."""
    run = t.run(row)
    if len(run) == 1:
        t.begin(row, f"{t.model(row.actor)} is placed at {spot(row.a, row.b)}")
        return
    whole = f"{t.full(t.of(row.actor))} is placed"
    t.begin(row, f"{whole}, {plural(len(run), 'model')}, the first at {spot(row.a, row.b)}", "CA-2.13")


def told_taken_back(t: Teller, row: Event) -> None:
    """What was moved by hand is undone; nothing was rolled for it (CA-4.10)."""
    t.begin(row, f"{t.unit(row.actor)} takes its move back")
