"""Drafts in every ruleset's editor: any strokes at all leave a draft that can be drawn and judged."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import toml_text
from hulldown.kernel.hexes import hex_name
from hulldown.rulesets.api.editing import Draft, Drafted, Editor, EditorInfo, NoSense
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.views.board import board

EDITED = [name for name in rulesets.names() if rulesets.get(name).editor]
STARTS = [(name, one) for name in EDITED for one in [*rulesets.get(name).files.scenarios(), ""]]
SESSIONS, STROKES = 4, 24
ODD = (None, True, -1, 0, 1, 7, 2.5, "", "B", "A1", "N", "x" * 90, [], {}, [1, 2], ["E5"], {"a": 1})


def editor(name: str) -> tuple[Ruleset, Editor]:
    ruleset = rulesets.get(name)
    assert ruleset.editor is not None
    return ruleset, ruleset.editor


def after(name: str, draft: Draft, *strokes: Any) -> Drafted:
    return editor(name)[1].drafted(draft, strokes, {})


def spot(luck: random.Random, info: EditorInfo, draft: Drafted) -> Any:
    """A place of the board, now and then one that is not on it."""
    width, height = draft.size or (8, 8)
    if info.board == "plane":
        return [round(luck.uniform(-1, width + 1) * 8) / 8, round(luck.uniform(-1, height + 1) * 8) / 8]
    return hex_name(luck.randrange(int(width) + 1), luck.randrange(int(height) + 1))


def edge(luck: random.Random, draft: Drafted) -> str:
    column, row = (luck.randrange(int(most)) for most in draft.size)
    return f"{column},{row} {luck.choice('SE')}"


def painted(luck: random.Random, info: EditorInfo, draft: Drafted) -> dict[str, Any]:
    """A stroke of any brush."""
    brush = luck.choice(info.brushes)
    stroke: dict[str, Any] = {"do": luck.choice(("paint", "paint", "erase")), "brush": brush.id}
    if stroke["do"] == "erase" and luck.random() < 0.6:
        del stroke["brush"]
    many = {"point": 1, "box": 2, "polygon": luck.randint(2, 5), "line": luck.randint(1, 4)}
    spots = [spot(luck, info, draft) for _ in range(many.get(brush.shape, luck.randint(1, 5)))]
    if brush.shape == "edges":
        spots = [edge(luck, draft) for _ in range(2)]
    return {**stroke, "points" if info.board == "plane" else "places": spots}


def handled(luck: random.Random, info: EditorInfo, draft: Drafted) -> dict[str, Any]:
    """A stroke at a unit."""
    names = [one.id for one in draft.pieces] or ["A1"]
    stroke: dict[str, Any] = {"do": luck.choice(("add", "move", "turn", "remove", "replace", "count"))}
    match stroke["do"]:
        case "add":
            unit = luck.choice(info.units).id
            stroke |= {"side": luck.randrange(2), "unit": unit, "at": spot(luck, info, draft)}
        case "turn":
            facing = luck.choice(info.facings) if info.facings else luck.randrange(-45, 400, 15)
            stroke |= {"piece": luck.choice(names), "facing": facing}
        case "replace":
            stroke |= {"piece": luck.choice(names), "unit": luck.choice(info.units).id}
        case "count":
            stroke |= {"piece": luck.choice(names), "value": luck.randint(1, 8)}
        case "move":
            stroke |= {"piece": luck.choice(names), "at": spot(luck, info, draft)}
        case _:
            stroke |= {"piece": luck.choice(names)}
    return stroke


def written(luck: random.Random, info: EditorInfo) -> dict[str, Any]:
    """A field of the form given some value, often none that it can have."""
    fields = [one for section in info.sections for one in section.fields]
    field = luck.choice(fields)
    fitting = [one.value for one in field.choices] or ([field.low, field.high] if field.high else ["Words"])
    value = luck.choice(fitting) if luck.random() < 0.6 else luck.choice(ODD)
    return {"do": "set", "field": field.id, "value": value}


def whole(luck: random.Random, info: EditorInfo, draft: Drafted) -> dict[str, Any]:
    """A stroke at the whole board."""
    kind = luck.choice(("size", "mirror", "copy"))
    if kind == "size":
        return {"do": "size", "to": [luck.randint(low, high) for _, _, low, high in info.sizes] or [9, 9]}
    if kind == "mirror":
        return {"do": "mirror", "how": luck.choice(info.mirrors).id if info.mirrors else "turned"}
    spots = [spot(luck, info, draft) for _ in range(6)]
    if info.board == "plane":
        return {"do": "copy", "box": [*spots[0], *spots[1]], "to": spots[2]}
    return {"do": "copy", "places": spots[1:], "to": spots[0]}


def any_stroke(luck: random.Random, info: EditorInfo, draft: Drafted) -> dict[str, Any]:
    sort = luck.random()
    if sort < 0.45 and info.brushes:
        return painted(luck, info, draft)
    if sort < 0.75:
        return handled(luck, info, draft)
    return written(luck, info) if sort < 0.9 else whole(luck, info, draft)


@pytest.mark.parametrize(("name", "start"), STARTS)
def test_every_scenario_opens_without_problems_and_stays_what_it_is(name: str, start: str) -> None:
    ruleset, editing = editor(name)
    draft = editing.opened(start)
    made = editing.drafted(draft, [], {})
    assert made.draft == draft and json.loads(json.dumps(made.draft)) == draft
    assert tomllib.loads(toml_text(made.draft)) == draft
    assert made.playable and not made.left_out and board(made.scene).startswith("<svg")
    seats = {piece.side for piece in made.pieces}
    assert seats == {0} if start == "basic_training" and not made.pieces[1:] else 0 in seats
    if start:
        assert ruleset.digest(ruleset.set_up(draft)) == ruleset.digest(ruleset.set_up(start))
    else:
        assert ruleset.set_up(draft) and seats == {0, 1}


@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("seed", range(SESSIONS))
def test_any_strokes_leave_a_draft_that_is_drawn_and_judged(name: str, seed: int) -> None:
    ruleset, editing = editor(name)
    luck, info = random.Random(f"{name} {seed}"), editing.info()
    start = luck.choice(info.starts).id
    made, done = editing.drafted(editing.opened(start), [], {}), 0
    for _ in range(STROKES):
        stroke = any_stroke(luck, info, made)
        before = json.dumps(made.draft)
        try:
            made = after(name, made.draft, stroke)
            done += 1
        except NoSense as wrong:
            assert 0 < len(str(wrong)) <= 300
            assert json.dumps(made.draft) == before
            continue
        assert board(made.scene).startswith("<svg")
        assert len({piece.id for piece in made.pieces}) == len(made.pieces)
        assert after(name, made.draft).draft == made.draft
        assert made.playable == playable(ruleset, tomllib.loads(toml_text(made.draft)))
    assert done > STROKES // 4


def playable(ruleset: Ruleset, draft: Draft) -> bool:
    try:
        ruleset.set_up(draft)
    except CatalogueError:
        return False
    return True


@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_mirrored_twice_is_mirrored_once(name: str, seed: int) -> None:
    _, editing = editor(name)
    info, luck = editing.info(), random.Random(f"{name} {seed}")
    for how in info.mirrors:
        draft = editing.opened(luck.choice(info.starts).id)
        made = editing.drafted(draft, [], {})
        for _ in range(5):
            stroke = painted(luck, info, made) if info.brushes else handled(luck, info, made)
            try:
                made = after(name, made.draft, stroke)
            except NoSense:
                continue
        once = after(name, made.draft, {"do": "mirror", "how": how.id})
        twice = after(name, once.draft, {"do": "mirror", "how": how.id})
        assert twice.scene == once.scene
        assert twice.pieces == once.pieces


@pytest.mark.parametrize("name", [name for name in EDITED if editor(name)[1].info().brushes])
@pytest.mark.parametrize("named", [True, False])
def test_what_is_painted_and_taken_away_leaves_nothing(name: str, named: bool) -> None:
    _, editing = editor(name)
    info, draft = editing.info(), editing.opened("")
    for brush in [one for one in info.brushes if one.group not in ("Zones", "Features")]:
        stroke = {"do": "paint", "brush": brush.id, **on_open_ground(brush.shape, info, after(name, draft))}
        laid = after(name, draft, stroke)
        assert laid.draft != draft, brush
        gone = {**stroke, "do": "erase"} | ({} if named else {"brush": ""})
        if "points" in gone:
            gone["points"] = gone["points"][:1] if brush.shape in ("point", "line") else [MIDDLE]
        assert after(name, laid.draft, gone).draft == draft, brush


MIDDLE = [15.0, 15.0]  # of what is laid on a table


def on_open_ground(shape: str, info: EditorInfo, draft: Drafted) -> dict[str, Any]:
    """Where a brush lays something in the middle of an empty board."""
    across, down = int(draft.size[0]) // 2, int(draft.size[1]) // 2
    if info.board == "plane":
        box = [[13.0, 13.5], [17.0, 13.5], [17.0, 16.5], [13.0, 16.5]]
        return {"points": {"point": [MIDDLE], "box": [box[0], box[2]], "line": box[:2]}.get(shape, box)}
    if shape == "edges":
        return {"places": [f"{across},{down} S", f"{across},{down} E"]}
    return {"places": [hex_name(across, down), hex_name(across + 1, down)]}
