"""A campaign as a TOML file: everything that was decided and befell it, to take along and to read.

Reading one plays its entries again by the rules; every rule that a line breaks is named with its line, and
nothing is taken of a file that breaks one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue import ValidationIssue, parse
from hulldown.catalogue.overlay import Layer
from hulldown.catalogue.toml_writer import toml_value
from hulldown.rulesets.api.campaigning import CampaignBroken
from hulldown.rulesets.tank_commander.campaign.chronicle import after, apply_entry, begin
from hulldown.rulesets.tank_commander.campaign.entries import Written, as_data
from hulldown.rulesets.tank_commander.campaign.planning import new_plan_problems, opening_of


def file_problems(file: Written) -> Iterator[ValidationIssue]:
    """Every rule that a file breaks: its plan, then entry by entry as far as the campaign can be told."""
    wrong = [problem._replace(place=("plan", *problem.place)) for problem in new_plan_problems(file.plan)]
    yield from wrong
    if wrong:
        return
    c = begin(opening_of(file.plan))
    for number, entry in enumerate(file.entries):
        try:
            c = after(c, entry)
        except CampaignBroken as broken:
            for refusal in broken.refusals:
                yield ValidationIssue(("entries", number), refusal.text, refusal.rule)
            c = anyhow(c, entry)


def anyhow(c: Any, entry: Any) -> Any:
    """The campaign after an entry that is not in order, where that can be told: a later entry is then judged
    by what the file meant."""
    try:
        return apply_entry(c, entry)
    except (LookupError, ValueError):
        return c


def read(text: str, shown: str = "campaign") -> Written:
    """A campaign file. CatalogueError names every broken rule with its line."""
    return parse(text, Written, file_problems, shown)


def campaign_layers(text: str, shown: str) -> tuple[Layer, ...]:
    """What a campaign file lays over the units. CatalogueError where it is not written as one."""
    return tuple(layer.layer for layer in parse(text, Written, shown=shown).plan.layers)


# ---------------------------------------------------------------- writing


def text_of(file: Written) -> str:
    """The file of a campaign; reading it gives the same again."""
    data = as_data(file)
    plan = data["plan"]
    lines = [
        'format = "hulldown campaign"',
        "format_version = 1",
        f"ruleset = {toml_value(data['ruleset'])}",
        "",
    ]
    lines += ["[plan]", f"name = {toml_value(plan['name'])}", f"missions = {toml_value(plan['missions'])}"]
    lines += [f"options = {inline(plan['options'])}"]
    lines += [f"packs = {toml_value(plan['packs'])}"] * bool(plan["packs"])
    for layer in plan["layers"]:
        lines += ["", "[[plan.layers]]", *rows(layer)]
    for side in plan["sides"]:
        lines += ["", "[[plan.sides]]", f"name = {toml_value(side['name'])}"]
        for tank in side["tanks"]:
            lines += ["", "[[plan.sides.tanks]]", *rows(tank)]
    for entry in data["entries"]:
        lines += ["", "[[entries]]", *rows(entry)]
    return "\n".join(lines) + "\n"


def rows(table: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each; what is empty is left out."""
    for key, value in table.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{key} = ["
            yield from (f"  {inline(part)}," for part in value)
            yield "]"
        elif value not in ("", [], {}):
            yield f"{key} = {inline(value)}"


def inline(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = (f"{key} = {inline(part)}" for key, part in value.items())
        return f"{{ {', '.join(parts)} }}" if value else "{}"
    return toml_value(value)
