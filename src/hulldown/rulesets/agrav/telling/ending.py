"""The end of a turn, points of the scenario, and how a battle ends (AG-6, AG-23, section 6)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.batch import DRAW
from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.accuracy import shaken
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Ending, Feature, Shield
from hulldown.rulesets.agrav.collapse import blast, blast_penetration
from hulldown.rulesets.agrav.events import armour_cooled, game_ended, scored, shield_rested, stun_eased
from hulldown.rulesets.agrav.naming import place_kind, points, tile_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import PERCENT, marked
from hulldown.rulesets.agrav.telling.teller import Blow, Teller
from hulldown.rulesets.agrav.variants import HardenedOrder
from hulldown.rulesets.agrav.victory import points as victory_points
from hulldown.rulesets.agrav.vocabulary import HALF, decimal, times_text
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.log import Draft, describes
from hulldown.rulesets.common.names import plural

# ---------------------------------------------------------------- the end of a turn


@describes(armour_cooled)
def describe_cooling(t: Teller, unit: int, lost: int, cooled: int, durability: int, heat: int) -> None:
    """Heat turns into wear and cools (AG-11.8)."""
    draft = t.begin(f"{t.unit(unit)}'s armour cools", "AG-11.6")
    if lost:
        over = times_text(t.s.options.heat_limit)
        text = f"heat above {over} the limit costs {points(lost)} armour, {points(durability)} left"
        draft.clauses.append(text)
        draft.rules.append("AG-11.5")
    draft.clauses.append(f"{points(cooled)} heat less, {points(heat)} left")
    draft.rules.append(t.kind.rule)


@describes(shield_rested)
def describe_shield(t: Teller, unit: int, state: int, charge: int, gain: int, turns: int) -> None:
    """What the end of the owner's turn does to a shield: reset, crack or regeneration (AG-13.18)."""
    if state == Shield.DISABLED:
        text, rule = f"resets in {plural(turns, 'turn')}", "AG-13.10"
    elif gain:
        text, rule = f"regains {points(gain)}: charge {points(charge)}", "AG-13.9"
    elif turns:
        text, rule = f"stays cracked for {plural(turns, 'turn')} and regains nothing", "AG-13.19"
    elif charge == 0:
        text, rule = "is reset: inactive, with no charge yet", "AG-13.10"
    else:
        text, rule = "regains nothing; its crack ends", "AG-13.19"
    t.begin(f"{t.unit(unit)}'s shield {text}", rule, t.kind.rule)


@describes(stun_eased)
def describe_stun(t: Teller, unit: int, stun: int) -> None:
    """The stun counter drops."""
    left = f"is less stunned now: -{shaken(t.s.options, stun)}%" if stun else "has got over its stun"
    t.begin(f"{t.unit(unit)} {left}", *(["AG-15.2"] if stun else []), t.kind.rule)


# ---------------------------------------------------------------- points, the end of the battle


@describes(scored)
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
    return place_kind(z.section) if z.section != NOBODY else tile_name(z.tile)


@describes(game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over."""
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
        draft.clauses.append("it will collapse")
        draft.rules.append("AG-20.12")


@describes(events.barricade_hit)
def describe_barricade_hit(
    t: Teller, barricade: int, damage: int, left: int, before: int, fifth: int
) -> None:
    """What a hit takes off a barricade section; at 0 it is gone (AG-20.11)."""
    draft = t.begin(f"{t.barricade(barricade)} takes {points(damage)}")
    add_loss(t, draft, left, before, fifth)
    if left == 0:
        later = t.s.options.barricade_is_structure and t.s.barricade[barricade].tile != NOBODY
        draft.clauses.append("it will collapse" if later else "it is gone")


def add_loss(t: Teller, draft: Draft, left: int, before: int, fifth: int) -> None:
    """What it had and has, and whether a hit over a fifth of it did it (AG-20.5)."""
    if fifth:
        draft.clauses.append(f"over {t.s.options.fell_share}% of {points(before)}")
        draft.rules.append("AG-20.5")
    draft.clauses.append(f"{points(before)} to {points(left)}")


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
    half = " / 2" if left == HALF else f" x {left}%"
    if t.s.options.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return f"({text}{less}){half}"
    return f"({text}){half}{less}" if heat else f"{text}{half}{less}"


@describes(events.section_collapsed)
def describe_collapse(t: Teller, section: int, ruin: int, durability: int) -> None:
    """A section becomes a ruin or debris (AG-20.3, AG-20.13)."""
    draft = t.begin(f"{t.section(section)} collapses")
    draft.clauses.append(f"a ruin, durability {points(durability)}" if ruin else "a field of debris")


@describes(events.section_exploded)
def describe_explosion(t: Teller, section: int) -> None:
    """A volatile section explodes (AG-20.14, table 3.9)."""
    t.blow, t.struck = Blow(), {}
    o = t.s.options
    near, reach = plural(o.near_blast, "tile"), int(o.blast_reach)
    far = f"{points(blast(o, o.near_blast))} within {near}, {points(blast(o, reach))} at {reach}"
    t.begin(f"{t.section(section)} explodes: {far}")


@describes(events.blast_reached)
def describe_blast(t: Teller, unit: int, damage: int) -> None:
    """What of an explosion reaches a unit."""
    o = t.s.options
    far = o.near_blast if damage == blast(o, o.near_blast) else o.blast_reach
    blow = t.struck[unit] = Blow(Fraction(blast_penetration(o, far)), Fraction(damage, POINT))
    text = f"The explosion reaches {t.unit(unit)}: damage {points(damage)}"
    t.begin(f"{text}, penetration {decimal(blow.penetration)}")


@describes(events.charge_set_off)
def describe_charge(t: Teller, unit: int, place: int, damage: int) -> None:
    """A squad sets off its demolition charge: no roll (AG-21.6)."""
    t.blow, t.struck = Blow(damage=Fraction(damage, POINT)), {}
    text = f"{t.unit(unit)} sets off its demolition charge at {t.place(place)}"
    t.begin(f"{text}: {points(damage)}, no roll")
