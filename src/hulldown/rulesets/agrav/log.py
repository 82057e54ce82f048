"""Events as sentences: the course of the battle, and what a seat hears of it."""

from __future__ import annotations

import sys
from fractions import Fraction

from hulldown.kernel.actions import Action, Event, Log
from hulldown.kernel.batch import DRAW
from hulldown.kernel.house_rules import REROLLED
from hulldown.rulesets.agrav import events, shot_log, state, words
from hulldown.rulesets.agrav.accuracy import is_high, shaken
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import marked
from hulldown.rulesets.agrav.movement import SIDEWAYS, bare_step, turned_away
from hulldown.rulesets.agrav.occasions import HouseOccasion
from hulldown.rulesets.agrav.shot_log import Blow, Teller, change_blow
from hulldown.rulesets.agrav.state import (
    D100,
    NOBODY,
    PERCENT,
    POINT,
    Chassis,
    Ending,
    Feature,
    Phase,
    Shield,
    State,
)
from hulldown.rulesets.agrav.table import between_x, between_y, way_towards
from hulldown.rulesets.agrav.turn import blast, blast_penetration
from hulldown.rulesets.agrav.victory import points as victory_points
from hulldown.rulesets.agrav.words import decimal, points
from hulldown.rulesets.api.ruleset import SIDES, plain_events
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.log import Draft, LogWriters, WriteLog, bind_parameters, describes, leader
from hulldown.rulesets.common.names import joined, plural


def begin_battle(t: Teller) -> None:
    """Before anything has happened: who commands what, what scores, and whose turn begins (AG-6.1)."""
    s = t.s
    for side in range(2):
        fielded = [
            t.full(u)
            for u in range(s.count)
            if s.units[u].side == side and s.units[u].standing != state.Standing.ABSENT and u not in t.unseen
        ]
        if fielded:
            t.open(f"{t.side(side)} commands {joined(fielded)}", "AG-6.1")
    for zone in range(s.zones):
        open_zone(t, zone)
    if s.phase == Phase.ROLL_OFF:
        t.open("Both sides roll for who moves first, then place their units", "AG-6.1", "AG-6.9")
    elif s.phase == Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places its units first", "AG-6.1", "AG-6.9")
    else:
        t.heading(turn_heading(s, int(s.round), int(s.side)))


def open_zone(t: Teller, zone: int) -> None:
    """What a side earns where, and at the end of which rounds."""
    z = t.s.zone[zone]
    rounds = joined([str(n) for n in range(1, t.s.rounds + 1) if z.rounds >> n & 1])
    place = words.place_name(t.s, int(z.section)) + "," if z.section != NOBODY else zone_words(t.s, zone)
    where = f"within {plural(int(z.reach), 'tile')} of {place}"
    text = f"A side alone {where} scores {z.points} at the end of rounds {rounds}"
    lost = f"; the side in whose turn it collapses loses {z.felling}"
    t.open(text + (lost if z.felling else ""), "AG-23.2")


# ---------------------------------------------------------------- roll-off and deployment


@describes(events.rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int) -> None:
    """Both sides roll a d100; the higher one chooses."""
    winner = leader(cobalt, rust)
    draft = t.begin_roll_off("Both sides roll to choose who moves first", (cobalt, rust), winner, sides=D100)
    draft.add(t.score(cobalt, rust))
    draft.add("they roll again" if winner == NOBODY else f"{t.side(winner)} chooses")


@describes(events.first_chosen)
def describe_first(t: Teller, side: int, chooser: int) -> None:
    """Who moves first, and so deploys first."""
    how = "first" if side == chooser else "second"
    t.begin(f"{t.side(chooser)} chooses to move {how}: {t.side(side)} deploys and moves first")


@describes(events.deployed)
def describe_deployed(t: Teller, unit: int, tile: int, facing: int) -> None:
    squad = t.s.units[unit].chassis == Chassis.INFANTRY
    towards = "" if squad else f", facing {words.way_name(facing)}"
    t.begin(f"{t.unit(unit)} is placed at {words.tile_name(tile)}{towards}")


# ---------------------------------------------------------------- rounds and turns


def round_heading(s: State, number: int) -> str:
    """Which round it is."""
    return f"Round {number} of {s.rounds}"


def turn_heading(s: State, number: int, side: int) -> str:
    """Whose turn of which round it is."""
    return f"{round_heading(s, number)} · {SIDES[side]}'s turn"


@describes(events.round_started)
def describe_round(t: Teller, number: int) -> None:
    """A round begins: the heading of its first turn names it too."""
    if not t.next(events.turn_started):
        t.heading(round_heading(t.s, number))


@describes(events.turn_started)
def describe_turn(t: Teller, side: int, number: int) -> None:
    t.heading(turn_heading(t.s, number, side))


# ---------------------------------------------------------------- moving
# Steps, turns, smoke, and rams of tanks, stomps of walkers, barricades rammed (AG-7, AG-19, AG-22).


TURNS = {Chassis.TANK: events.turned.rule, Chassis.WALKER: "AG-7.5", Chassis.AGRAV: "AG-7.7"}


def mobility(cost: int, left: int) -> str:
    """What it cost, and what is left."""
    return f"for {cost} mobility, {left} left" if cost else f"for nothing, {left} mobility left"


@describes(events.stepped)
def describe_step(t: Teller, unit: int, tile: int, came: int, cost: int, tiles: int, left: int) -> None:
    """A step into another tile; one through a rammed barricade was paid for with the ram (AG-19.17)."""
    mover = t.s.units[unit]
    tank, walker = mover.chassis == Chassis.TANK, mover.chassis == Chassis.WALKER
    way = way_towards(between_x(came, tile), between_y(came, tile))
    sideways = walker and turned_away(mover, way) == SIDEWAYS
    verb, rule = words.STEPS[int(mover.chassis)]
    if sideways:
        verb, rule = "sidesteps", "AG-7.4"
    elif cost == 0:
        verb, rule = f"{verb} on", "AG-19.17"
    usual = t.amended_by(HouseOccasion.STEP_COST, int(bare_step(t.s.options, mover, way)))
    dearer = cost > max(1, usual)  # by debris for tanks, else by a barricade
    obstacle = "" if not dearer else " into debris" if tank else " over a barricade"
    where = f"from {words.tile_name(came)} to {words.tile_name(tile)}{obstacle}"
    price = f"{mobility(cost, left)}{t.because()}"
    text = f"{t.unit(unit)} {verb} {where} {price}; {plural(tiles, 'tile')} this turn"
    draft = t.begin(text, rule, t.kind.rule)
    if dearer:
        draft.rules.insert(1, "AG-3.3" if tank else "AG-3.7")


@describes(events.turned)
def describe_turning(t: Teller, unit: int, facing: int, cost: int, left: int) -> None:
    rule = TURNS[Chassis(t.s.units[unit].chassis)]
    t.begin(
        f"{t.unit(unit)} turns to face {words.way_name(facing)} {mobility(cost, left)}{t.because()}", rule
    )


@describes(events.smoke_laid)
def describe_smoke(t: Teller, unit: int, first: int, second: int, third: int, left: int) -> None:
    tiles = joined([words.tile_name(tile) for tile in (first, second, third) if tile != NOBODY])
    t.begin(f"{t.unit(unit)} lays smoke on {tiles}, {plural(left, 'use')} left")


# ---------------------------------------------------------------- rams


@describes(events.rammed)
def describe_ram(
    t: Teller, unit: int, target: int, place: int, damage: int, own: int, effort: int, tank: int
) -> None:
    """What a ram does to its target and to the rammer, each with its sum; no roll (AG-19.11)."""
    ram_strikes(t, unit, target, damage, own)
    if target == NOBODY:
        rules = ["AG-19.17", "AG-3.5"]
    else:
        rules = ["AG-19.12", "AG-19.4", "AG-19.5"] if tank else ["AG-19.13", "AG-19.8"]
        rules.append("AG-19.2")
    draft = t.begin(f"{t.unit(unit)} {'rams' if tank else 'stomps on'} {t.aim(target, place)}", *rules)
    printed = damage - sum(term.amount for term in t.terms_on(HouseOccasion.RAM))
    reckoned = f"{ram_sum(t.s.options, printed, effort, tank)}{t.because_of(HouseOccasion.RAM)}"
    draft.add(f"{reckoned} = {points(damage)}{pierces(t, damage, target)}")
    if own:
        whose = "the obstacle's" if target == NOBODY else "the target's armour"
        draft.add(f"it takes {whose} {points(own)} itself{pierces(t, own, unit)}")


def ram_strikes(t: Teller, unit: int, target: int, damage: int, own: int) -> None:
    """What strikes target and rammer from now on."""
    t.strikes(damage)
    t.struck |= {target: t.ram_blow(damage)} if target != NOBODY else {}
    t.struck[unit] = t.ram_blow(own)


def pierces(t: Teller, tenths: int, unit: int) -> str:
    """The penetration, where there is armour to go through."""
    return f", penetration {decimal(t.ram_blow(tenths).penetration)}" if unit != NOBODY else ""


def ram_sum(o: state.Options, damage: int, effort: int, tank: int) -> str:
    """The sum of a ram: armour and tiles, or base and mobility (AG-19.4 to AG-19.9)."""
    if tank:
        own = points(damage - POINT * o.ram_tile_damage * effort)
        return f"own armour {own} + {o.ram_tile_damage} x {plural(effort, 'tile')} closer"
    base = points(damage - POINT * o.stomp_mobility_damage * effort)
    return f"base {base} + {o.stomp_mobility_damage} x {effort} mobility"


# ---------------------------------------------------------------- ending
# The end of a turn, points of the scenario, and how a battle ends (AG-6, AG-23, section 6).


@describes(events.armour_cooled)
def describe_cooling(t: Teller, unit: int, lost: int, cooled: int, durability: int, heat: int) -> None:
    """Heat turns into wear and cools (AG-11.8)."""
    draft = t.begin(f"{t.unit(unit)}'s armour cools", "AG-11.6")
    if lost:
        over = words.times_text(t.s.options.heat_limit)
        text = f"heat above {over} the limit costs {points(lost)} armour, {points(durability)} left"
        draft.add(text, "AG-11.5")
    more = t.because_of(HouseOccasion.COOLING)
    draft.add(f"{points(cooled)} heat less, {points(heat)} left{more}", t.kind.rule)


@describes(events.shield_rested)
def describe_shield(t: Teller, unit: int, state: int, charge: int, gain: int, turns: int) -> None:
    """What the end of the owner's turn does to a shield: reset, crack or regeneration (AG-13.18)."""
    if state == Shield.DISABLED:
        text, rule = f"resets in {plural(turns, 'turn')}", "AG-13.10"
    elif gain:
        more = t.because_of(HouseOccasion.REGENERATION)
        text, rule = f"regains {points(gain)}: charge {points(charge)}{more}", "AG-13.9"
    elif turns:
        text, rule = f"stays cracked for {plural(turns, 'turn')} and regains nothing", "AG-13.19"
    elif charge == 0:
        text, rule = "is reset: inactive, with no charge yet", "AG-13.10"
    else:
        text, rule = "regains nothing; its crack ends", "AG-13.19"
    t.begin(f"{t.unit(unit)}'s shield {text}", rule, t.kind.rule)


@describes(events.stun_eased)
def describe_stun_over(t: Teller, unit: int, stun: int) -> None:
    left = f"is less stunned now: -{shaken(t.s.options, stun)}%" if stun else "has got over its stun"
    t.begin(f"{t.unit(unit)} {left}", *(["AG-15.2"] if stun else []), t.kind.rule)


# ---------------------------------------------------------------- points, the end of the battle


@describes(events.scored)
def describe_score(t: Teller, side: int, zone: int, points: int, total: int) -> None:
    """A side alone at a place that scores, or one in whose turn it was brought down."""
    where = zone_words(t.s, zone)
    if points < 0:
        text = f"{t.side(side)} loses {plural(-points, 'point')}, because {where} collapsed in its turn"
    else:
        text = f"{t.side(side)} alone is at {where} and scores {plural(points, 'point')}"
    t.begin(f"{text}; {total} for the scenario so far")


def zone_words(s: State, zone: int) -> str:
    """A place that scores."""
    z = s.zone[zone]
    return words.place_kind(z.section) if z.section != NOBODY else words.tile_name(z.tile)


@describes(events.game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    rule = {Ending.WIPED_OUT: ["AG-23.3"], Ending.POINTS: ["AG-23.2"]}.get(Ending(ending), [])
    t.begin(verdict(winner, ending, (cobalt, rust), t.s.options.winning_lead), t.kind.rule, *rule)


def verdict(winner: int, how: int, totals: tuple[int, int], lead: int) -> str:
    """How a battle ended, in a sentence without its full stop; `totals` are the victory points,
    `lead` what wins.
    """
    tally = f"{max(totals)} to {min(totals)}"
    if winner == DRAW:
        both = "Both sides have lost their last unit: a draw"
        return both if how == Ending.WIPED_OUT else f"Nobody is {lead} points ahead, {tally}: a draw"
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT:
        return f"{loser} has no units left: {wins}"
    if how == Ending.OBJECTIVE:
        return f"The objective is down: {wins}"
    if how == Ending.HELD:
        return f"The objective still stands: {wins}"
    return f"{wins}, for {loser} has conceded" if how == Ending.CONCEDED else f"{wins} by {tally} points"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    totals = victory_points(s, 0), victory_points(s, 1)
    return verdict(int(s.winner), int(s.ending), totals, s.options.winning_lead)


# ---------------------------------------------------------------- structures
# Structures and barricades: hits, collapse, explosions, demolition charges (AG-20, AG-21.6).


@describes(events.section_hit)
def describe_section_hit(t: Teller, section: int, net: int, left: int, before: int, marks: int) -> None:
    """What a hit takes off a section, and whether it is over 20% of what it had (AG-20.5, AG-20.10)."""
    draft = t.begin(f"{t.section(section)} takes {net_sum(t, net, marks >> 1)}")
    add_loss(t, draft, left, before, marks & 1)
    if left == 0:
        draft.add("it will collapse", "AG-20.12")


@describes(events.barricade_hit)
def describe_barricade_hit(
    t: Teller, barricade: int, damage: int, left: int, before: int, fifth: int
) -> None:
    """What a hit takes off a barricade section; at 0 it is gone (AG-20.11)."""
    draft = t.begin(f"{t.barricade(barricade)} takes {points(damage)}")
    add_loss(t, draft, left, before, fifth)
    if left == 0:
        later = t.s.options.barricade_is_structure and t.s.barricade[barricade].tile != NOBODY
        draft.add("it will collapse" if later else "it is gone")


def add_loss(t: Teller, draft: Draft, left: int, before: int, fifth: int) -> None:
    """What it had and has, and whether a hit over a fifth of it did it (AG-20.5)."""
    if fifth:
        draft.add(f"over {t.s.options.fell_share}% of {points(before)}", "AG-20.5")
    draft.add(f"{points(before)} to {points(left)}")


def net_sum(t: Teller, net: int, features: int) -> str:
    """ "80 + 60 heat - 100 (hardened) = 40": what is left of a hit, in its order (AG-20.10)."""
    blow, less = t.blow, resistance(t, features)
    if not blow.damage:  # an explosion: what it did at this distance
        blow = Blow(damage=Fraction(net + (POINT * t.s.options.reinforced if less else 0), POINT))
    text = decimal(blow.damage)
    heat = blow.energy and marked(features, Feature.VOLATILE)
    if heat:
        text = f"{text} + {blow.heat} heat"
    text = (
        halving_text(t, text, heat, less) if blow.high and marked(features, Feature.HARDENED) else text + less
    )
    return points(net) if text == decimal(blow.damage) else f"{text} = {points(net)}"


def resistance(t: Teller, features: int) -> str:
    """What reinforced and hardened sections take off every hit (AG-20.6, AG-20.9)."""
    for feature in (Feature.HARDENED, Feature.REINFORCED):
        if marked(features, feature):
            return f" - {t.s.options.reinforced} ({feature.name.lower()})"
    return ""


def halving_text(t: Teller, text: str, heat: bool, less: str) -> str:
    """A hardened section halves what comes from above, before or after the 100 (option)."""
    left = PERCENT - t.s.options.hardened_share
    half = " / 2" if left == words.HALF else f" x {left}%"
    if t.s.options.hardened_order == state.HardenedOrder.FLAT_THEN_HALF:
        return f"({text}{less}){half}"
    return f"({text}){half}{less}" if heat else f"{text}{half}{less}"


@describes(events.section_collapsed)
def describe_collapse(t: Teller, section: int, ruin: int, durability: int) -> None:
    """A section becomes a ruin or debris (AG-20.3, AG-20.13)."""
    what = f"a ruin, durability {points(durability)}" if ruin else "a field of debris"
    t.begin(f"{t.section(section)} collapses").add(what)


@describes(events.section_exploded)
def describe_explosion(t: Teller, section: int) -> None:
    """A volatile section explodes (AG-20.14, table 3.9)."""
    t.strikes()
    o = t.s.options
    near, reach = plural(o.near_blast, "tile"), int(o.blast_reach)
    far = f"{points(blast(o, o.near_blast))} within {near}, {points(blast(o, reach))} at {reach}"
    t.begin(f"{t.section(section)} explodes: {far}")


@describes(events.blast_reached)
def describe_blast(t: Teller, unit: int, damage: int) -> None:
    o = t.s.options
    far = o.near_blast if damage == blast(o, o.near_blast) else o.blast_reach
    blow = t.struck[unit] = Blow(Fraction(blast_penetration(o, far)), Fraction(damage, POINT))
    text = f"The explosion reaches {t.unit(unit)}: damage {points(damage)}"
    t.begin(f"{text}, penetration {decimal(blow.penetration)}")


@describes(events.charge_set_off)
def describe_charge(t: Teller, unit: int, place: int, damage: int) -> None:
    """A squad sets off its demolition charge: no roll (AG-21.6)."""
    t.strikes(damage)
    text = f"{t.unit(unit)} sets off its demolition charge at {t.place(place)}"
    t.begin(f"{text}: {points(damage)}, no roll")


# ---------------------------------------------------------------- hearing
# What one seat hears while units are hidden (AG-24.1, AG-24.3, AG-24.5).
#
# Whose actions a seat does not notice does nothing in its log; a hit is told, but not who made it.


PLACING = (events.stepped, events.repositioned, events.deployed)
MEETING = (events.reaction_fired, events.corner_fired)
ACTING = [kind for kind in events.event if kind.fields.get("unit") == "actor"]  # done by a unit


class Ears:
    """Which units a seat (None: who looks on) saw during one action.

    `there` were in its sight when it ended, so that their place is known; `noticed` also those that were
    when it began, and those that met an enemy on the way.
    """

    def __init__(self, before: State, after: State, log: Log, seat: int | None) -> None:
        rows = [row for row in plain_events(log) if events.event[row.kind] in MEETING]
        met = {u for row in rows for u in (row.actor, row.target)}
        self.before = self._visible_units(before, seat)
        self.there = self._visible_units(after, seat) | met
        self.noticed = self.before | self.there

    def _visible_units(self, s: State, seat: int | None) -> set[int]:
        return {u for u in range(s.count) if sees(s, u, seat)}


def sees(s: State, u: int, seat: int | None) -> bool:
    """Whether a unit is a seat's own, in sight of its side, or destroyed for all to see (AG-24.1)."""
    unit = s.units[u]
    in_sight = bool(s.known[1 - unit.side] >> u & 1)
    return unit.side == seat or in_sight or unit.standing == state.Standing.DESTROYED


# ---------------------------------------------------------------- what is told otherwise


def silent(t: Teller, row: Event) -> None:
    """Nothing is to be heard."""


def shot_unseen(t: Teller, unit: int, weapon: int, mode: int) -> None:
    """Somebody fires; if it hits, that is told."""
    t.fires(unit, weapon, is_high(mode))


def roll_unseen(t: Teller, target: int, place: int, hit: int) -> None:
    """A hit from an unseen unit; a round that is only on its way is not heard."""
    if hit and not t.blow.high:
        t.begin(f"A shot from an unseen unit hits {t.aim(target, place)}", "AG-24.3")


def blow_unseen(t: Teller, penetration: int, damage: int, heat: int) -> None:
    """What struck is seen by what it does."""
    change_blow(t, penetration, damage, heat)


def impact_unseen(t: Teller, unit: int, target: int, place: int, weapon: int) -> None:
    """A round from an unseen unit that hits."""
    t.fires(unit, abs(weapon) - 1, True)
    if weapon > 0:
        t.begin(f"A round from an unseen unit hits {t.aim(target, place)}", "AG-24.3")


def ram_unseen(t: Teller, unit: int, target: int, place: int, damage: int, own: int) -> None:
    """Something breaks through a barricade."""
    ram_strikes(t, unit, target, damage, own)
    t.begin(f"An unseen unit rams {t.aim(target, place)}", "AG-24.3")


def charge_unseen(t: Teller, place: int, damage: int) -> None:
    """A demolition charge goes off."""
    t.strikes(damage)
    t.begin(f"A demolition charge goes off at {t.place(place)}", "AG-24.3")


def describe_appearing(t: Teller, row: Event) -> None:
    """A unit steps into sight; where it came from nobody saw."""
    t.begin(f"{t.unit(row.actor)} comes into sight at {words.tile_name(row.place)}", "AG-24.5")


def describe_vanishing(t: Teller, row: Event) -> None:
    """A unit steps out of sight; where it went nobody sees."""
    t.begin(f"{t.unit(row.actor)} goes out of sight", "AG-24.5")


UNSEEN = {
    kind.kind: bind_parameters(writer, kind)
    for kind, writer in (
        (events.shot_fired, shot_unseen),
        (events.rolled_to_hit, roll_unseen),
        (events.blow_changed, blow_unseen),
        (events.landed, impact_unseen),
        (events.rammed, ram_unseen),
        (events.charge_set_off, charge_unseen),
    )
}


def otherwise(ears: Ears, row: Event) -> WriteLog | None:
    """How an event is told to a seat that did not see all of it; None for one that is told as it is."""
    kind = events.event[row.kind]
    if kind == events.event.rerolled:
        return None if row.actor in ears.noticed else silent
    if kind not in ACTING:
        return None
    if row.actor not in ears.noticed:
        return UNSEEN.get(row.kind, silent)
    if kind == events.charge_sent and row.target not in ears.noticed:
        return silent
    if kind in PLACING and row.actor not in ears.there:
        return describe_vanishing
    return describe_appearing if kind in PLACING and row.actor not in ears.before else None


# ---------------------------------------------------------------- telling


TELLERS = LogWriters(Teller, shot_log, sys.modules[__name__], opening=begin_battle)
tell = TELLERS.tell


def tell_seat(
    shelf: Shelf, before: State, s: State, a: Action | None, log: Log, seat: int | None
) -> list[Sentence]:
    """The same as a seat hears it that does not see everything (AG-24.1)."""
    teller, ears = Teller(s, log, shelf), Ears(before, s, log, seat)
    teller.unseen = frozenset(range(s.count)) - ears.noticed
    if not teller.rows:
        begin_battle(teller)
    for row in teller.coming():
        (otherwise(ears, row) or TELLERS[row.kind])(teller, row)
        if row.kind != REROLLED:
            teller.add_rerolls()
    return teller.sentences()
