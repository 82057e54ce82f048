"""What packs lay over the files: each ruleset answers from its own shelf, also side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.actions import Log, make
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import FieldGroup
from hulldown.rulesets.common.situations import Values
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.game import RULESET
from hulldown.rulesets.warstrike.setup import blank_state, field_unit
from hulldown.rulesets.warstrike.state import Deed, Phase, State, Verb

WEAPONS = '[weapons.long]\nname = "Long Rifle"\nrange = 30\nrof = 1\nap = 3\nfp = 4\ntraits = ["heavy"]\n'
UNITS = (
    '[units.line]\nname = "Rangers"\n'
    'models = [{ name = "ranger", count = 5, weapons = ["rifle", "long"] }]\n'
    '[units.car]\nmodels = [{ name = "scout car", weapons = ["long"] }]\n'
)
WITH_WEAPONS = (Layer("weapons.toml", WEAPONS, "pack/weapons.toml"),)
LAYERS = (*WITH_WEAPONS, Layer("units.toml", UNITS, "pack/units.toml"))
UNKNOWN = 'unknown weapon "long"'
RANGERS = RULESET.under(LAYERS)
BOTH = [(RULESET, "Line Squad", "rifleman"), (RANGERS, "Rangers", "ranger")]


def firing(ruleset: Ruleset) -> State:
    """A squad that opens fire at another, which its leader sees."""
    shelf = SHELF.under(ruleset.layers)
    s = blank_state(shelf)
    field_unit(shelf, s, 0, "line", (20, 10))
    field_unit(shelf, s, 1, "line", (20, 24))
    s.phase, s.acting, s.deed, s.done = Phase.FIRE, 0, Deed.OPEN_FIRE, 1
    return s


def own_unit(ruleset: Ruleset, **changes: Any) -> dict[str, Any]:
    """A build of a player's own like the Line Squad of a ruleset."""
    builds = ruleset.need_builds()
    return builds.read({"build": "line"}) | {"name": "Own"} | changes


def offered(groups: Iterable[FieldGroup]) -> Values:
    """The units that a form of the odds page offers to fire."""
    return next(field.values for group in groups for field in group.fields if field.id == "firer.what")


# ---------------------------------------------------------------- shelves


def test_equal_layers_give_the_same_ruleset() -> None:
    assert RULESET.under(LAYERS) is RULESET.under(LAYERS)
    assert RANGERS.under(()) is RULESET
    assert (RULESET.layers, RANGERS.layers) == ((), LAYERS)


def test_a_shelf_has_the_weapons_of_its_layers() -> None:
    assert "long" not in SHELF.weapons()
    assert SHELF.under(LAYERS).weapons()["long"].name == "Long Rifle"
    assert SHELF.under(LAYERS).weapons()["rifle"] == SHELF.weapons()["rifle"]


def test_units_carry_the_weapons_of_their_own_shelf_alone() -> None:
    """A unit file is judged by the weapons that lie on the same shelf."""
    with pytest.raises(CatalogueError, match=rf"pack/units\.toml:3: .*{UNKNOWN}"):
        RULESET.under(LAYERS[1:]).files.units()
    assert next(unit.name for unit in RANGERS.files.units()) == "Rangers"


# ---------------------------------------------------------------- side by side


@pytest.mark.parametrize("ruleset, squad, model", BOTH)
def test_a_table_calls_units_and_models_as_its_shelf_does(ruleset: Ruleset, squad: str, model: str) -> None:
    s = firing(ruleset)
    table = ruleset.table
    assert table.cards(s, 0)[0].name == squad
    scene = table.scene(s, 0)
    assert (scene.groups[0].name, scene.units[1].name) == (squad, model)
    hold = next(button for button in table.orders(s, 0) if button.group == "hold")
    assert hold.detail == f"B1 {squad}"
    opening = ruleset.tell(firing(ruleset), None, blank(Log))[0].text
    assert f"{{B1}} ({squad}, " in opening


def test_weapons_of_a_pack_have_their_names_everywhere() -> None:
    s = firing(RANGERS)
    assert any(text.startswith("5 x Long Rifle: 30") for text, _ in RANGERS.table.cards(s, 0)[0].kit)
    arms = [button.detail for button in RANGERS.table.orders(s, 0) if button.group == "arm"]
    assert "B1.1 ranger: Long Rifle, 1 shot" in arms
    for m in range(5):
        s.model[m].arm = 1
    shown = RANGERS.odds.explain(s, (make(0, Verb.FIRE, 0, 1),))
    assert shown.title == "B1 Rangers fires at R1 Rangers"
    assert shown.notes[0][0].startswith("5 x Long Rifle, 5 shots: ")


def test_the_garage_offers_and_judges_by_its_shelf() -> None:
    for ruleset, known in ((RULESET, False), (RANGERS, True)):
        builds = ruleset.need_builds()
        offered = {
            choice.value
            for unit in builds.garage(None).units
            for section in unit.sections
            if section.rows
            for field in section.rows.fields
            for choice in field.choices
        }
        assert ("long" in offered) == known
        judged = builds.judge(own_unit(RANGERS), None, None)
        assert judged.legal == known
    assert UNKNOWN in RULESET.need_builds().judge(own_unit(RANGERS), None, None).broken[0].text
    assert RANGERS.need_builds().card({"build": "line"}, None).name == "Rangers"


def test_a_heavy_weapon_of_a_pack_is_odd_in_a_vehicle() -> None:
    """WS-9.17: what is heavy is said by the shelf on which the weapon lies."""
    warnings = RANGERS.need_builds().judge({"build": "car"}, None, None).warnings
    assert [warning.rule for warning in warnings] == ["WS-9.17"]
    assert RULESET.need_builds().judge({"build": "car"}, None, None).warnings == ()


def test_the_odds_page_asks_for_the_units_of_its_shelf() -> None:
    for ruleset, squad, _ in BOTH:
        page = ruleset.situations
        assert page is not None
        assert ("line", squad, "Infantry") in offered(page.form())
        assert page.pose({}).title == f"{squad}, Open Fire! at {squad}, 12 inches"
        own = page.unit(own_unit(ruleset))
        assert own is not None
        assert offered(page.form({own[0]: own[1]}))[0] == (own[0], "Own", "Your own units")
    page = RULESET.situations
    assert page is not None
    with pytest.raises(CatalogueError, match=UNKNOWN):
        page.unit(own_unit(RANGERS))


def test_fire_of_a_game_goes_to_the_odds_page_of_its_shelf() -> None:
    page = RANGERS.situations
    assert page is not None
    told = page.of_order(firing(RANGERS), make(0, Verb.FIRE, 0, 1), {})
    assert told is not None and told.data is not None
    assert page.pose(told.data).title.startswith("Rangers, Open Fire! at Rangers")


def test_the_editor_places_the_units_of_its_shelf() -> None:
    for ruleset, squad, _ in BOTH:
        assert ruleset.editor is not None
        assert ruleset.editor.info().units[0].name == squad
        drafted = ruleset.editor.drafted(ruleset.editor.opened("two_roads"), [], {})
        assert squad in {piece.name for piece in drafted.pieces}
