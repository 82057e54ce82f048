"""The end of a turn, points of the scenario, and how a battle ends (AG-6, AG-23, section 6)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.rulesets.agrav.accuracy import SHAKEN
from hulldown.rulesets.agrav.codes import NOBODY, Ending, Shield
from hulldown.rulesets.agrav.events import armour_cooled, game_ended, scored, shield_rested, stun_eased
from hulldown.rulesets.agrav.naming import points, section_id, tile_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.victory import LEAD
from hulldown.rulesets.agrav.victory import points as victory_points
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.shared.telling import tells
from hulldown.rulesets.shared.wording import plural

# ---------------------------------------------------------------- the end of a turn


@tells(armour_cooled)
def told_cooling(t: Teller, unit: int, lost: int, cooled: int, durability: int, heat: int) -> None:
    """Heat turns into wear and cools (AG-11.8)."""
    draft = t.begin(f"{t.unit(unit)}'s armour cools", "AG-11.6")
    if lost:
        text = f"heat above twice the limit costs {points(lost)} armour, {points(durability)} left"
        draft.clauses.append(text)
        draft.rules.append("AG-11.5")
    draft.clauses.append(f"{points(cooled)} heat less, {points(heat)} left")
    draft.rules.append(t.kind.rule)


@tells(shield_rested)
def told_shield(t: Teller, unit: int, state: int, charge: int, gain: int, turns: int) -> None:
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


@tells(stun_eased)
def told_stun(t: Teller, unit: int, stun: int) -> None:
    """The stun counter drops."""
    left = f"is less stunned now: -{SHAKEN[stun]}%" if stun else "has got over its stun"
    t.begin(f"{t.unit(unit)} {left}", *(["AG-15.2"] if stun else []), t.kind.rule)


# ---------------------------------------------------------------- points, the end of the battle


@tells(scored)
def told_score(t: Teller, side: int, zone: int, points: int, total: int) -> None:
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
    return f"structure {section_id(z.section)}" if z.section != NOBODY else tile_name(z.tile)


@tells(game_ended)
def told_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over."""
    rule = {Ending.WIPED_OUT: ["AG-23.3"], Ending.POINTS: ["AG-23.2"]}.get(Ending(ending), [])
    t.begin(verdict(winner, ending, (cobalt, rust)), t.kind.rule, *rule)


def verdict(winner: int, how: int, totals: tuple[int, int]) -> str:
    """How a battle ended, in a sentence without its full stop; `totals` are the victory points."""
    tally = f"{max(totals)} to {min(totals)}"
    if winner == DRAW:
        both = "Both sides have lost their last unit: a draw"
        return both if how == Ending.WIPED_OUT else f"Nobody is {LEAD} points ahead, {tally}: a draw"
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
    return verdict(int(s.winner), int(s.ending), (victory_points(s, 0), victory_points(s, 1)))
