"""How Chase answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.conformance.answers import Question

from . import chart, driving, ending, gunnery, odds, ramming, solving, teams

ANSWERS: dict[str, Question] = {
    "driving_test": driving.ask_driving_test,
    "driving_result": driving.ask_driving_result,
    "driving_odds": odds.ask_driving_odds,
    "random_facing": driving.ask_random_facing,
    "chart": chart.ask_chart,
    "transition": odds.ask_transition,
    "opening": chart.ask_opening,
    "may_ram": chart.ask_may_ram,
    "legal_orders": chart.ask_legal_orders,
    "collision_types": ramming.ask_collision_types,
    "ram_attempt": ramming.ask_ram_attempt,
    "ram_sequence": ramming.ask_ram_sequence,
    "collision": ramming.ask_collision,
    "top_speed": ramming.ask_top_speed,
    "collision_location": ramming.ask_collision_location,
    "sideswipe_odds": odds.ask_sideswipe_odds,
    "to_hit": gunnery.ask_to_hit,
    "can_fire": gunnery.ask_can_fire,
    "location_odds": gunnery.ask_location_odds,
    "severity": gunnery.ask_severity,
    "shot_result": gunnery.ask_shot_result,
    "shot_odds": odds.ask_shot_odds,
    "apply_damage": gunnery.ask_apply_damage,
    "fire_order": ending.ask_fire_order,
    "payoffs": ending.ask_payoffs,
    "turn_limit": ending.ask_turn_limit,
    "dead_position": ending.ask_dead_position,
    "surrender": ending.ask_surrender,
    "state_count": solving.ask_state_count,
    "solve": solving.ask_solve,
    "first_pairing": teams.ask_first_pairing,
    "join": teams.ask_join,
    "relieve": teams.ask_relieve,
    "team_score": teams.ask_team_score,
}

__all__ = ["ANSWERS"]
