"""A picture to trace over in the editor of scenarios: it lies as a person lays it, in this browser alone."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import FilePayload, Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server
from tests.browser.test_axe import ALL, FOUND
from tests.browser.test_scenario_editor import HOST, OPEN

from hulldown import rulesets

EDITED = [name for name in rulesets.names() if rulesets.get(name).editor is not None]
PLACED = re.compile(r"translate\((\S+) (\S+)\) rotate\((\S+)\) scale\((\S+)\)")


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int) -> bytes:
    """A picture with a lighter left half, by hand after the format."""
    line = b"\0" + b"\xd8\xc8\x90" * (width // 2) + b"\x40\x68\x58" * (width - width // 2)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(line * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def photo(width: int = 300, height: int = 200) -> FilePayload:
    return {"name": "my map.png", "mimeType": "image/png", "buffer": png(width, height)}


def fold(page: Page) -> Locator:
    return page.locator("details.trace")


def picture(page: Page) -> Locator:
    return page.locator(".board-box .e-trace image")


def lies(page: Page) -> tuple[float, ...]:
    """Middle, degrees and scale of the picture, in units of the board."""
    match = PLACED.fullmatch(page.locator(".e-trace").get_attribute("transform") or "")
    assert match
    return tuple(map(float, match.groups()))


def choose(page: Page, file: FilePayload) -> None:
    if fold(page).get_attribute("open") is None:
        fold(page).locator("summary").click()
    fold(page).get_by_label(re.compile("picture")).first.set_input_files(file)


@pytest.fixture
def editor(server: Server, open_page: OpenPage) -> Callable[..., Page]:
    """Opens the editor of a ruleset with a picture on its empty board."""

    def opened(ruleset: str = "tank_commander", file: FilePayload | None = None, **how: Any) -> Page:
        page = open_page(**how)
        page.route("**/host", lambda route: route.fulfill(body=HOST, content_type="text/html"))
        page.goto(f"{server.address}/host")
        page.evaluate(OPEN, [ruleset, ""])
        expect(page.locator(".board-box svg.board")).to_be_visible()
        choose(page, file or photo())
        expect(picture(page)).to_be_visible()
        return page

    return opened


@pytest.mark.quick
def test_a_picture_is_laid_with_sliders_and_taken_away(editor: Callable[..., Page]) -> None:
    page = editor()
    x, y, turn, scale = lies(page)
    assert turn == 0
    fold(page).get_by_label("Turn").fill("30")
    fold(page).get_by_label("Across").fill("10")
    fold(page).get_by_label("Size").fill("50")
    moved = lies(page)
    assert moved[0] > x and moved[1:3] == (y, 30) and abs(moved[3] - scale / 2) < 0.001
    fold(page).get_by_label("Strength").fill("80")
    expect(page.locator(".e-trace")).to_have_css("opacity", "0.8")
    assert page.locator(".e-trace + *").get_attribute("class") != "e-marks"
    fold(page).get_by_label("Over what is painted").check()
    assert page.locator(".e-trace + *").get_attribute("class") == "e-marks"
    fold(page).get_by_role("button", name="Fit to the board").click()
    assert lies(page) == (x, y, 0, scale)
    fold(page).get_by_role("button", name="Remove the picture").click()
    expect(picture(page)).to_have_count(0)
    expect(fold(page).get_by_label("Choose a picture")).to_be_focused()


def test_a_picture_is_moved_by_pointer_wheel_and_keys(editor: Callable[..., Page]) -> None:
    page = editor()
    before = page.evaluate("window.told.length")
    x, y, _, scale = lies(page)
    hand = fold(page).get_by_role("button", name="Move the picture", exact=True)
    hand.click()
    sheet = page.get_by_role("application", name="Picture to trace over")
    expect(sheet).to_be_focused()
    box = sheet.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1] + 30, steps=3)
    page.mouse.up()
    dragged = lies(page)
    assert dragged[0] > x and dragged[1] > y
    page.mouse.wheel(0, -200)
    page.keyboard.press("+")
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    keyed = lies(page)
    assert keyed[0] < dragged[0] and keyed[1] < dragged[1] and keyed[2] == 2 and keyed[3] > scale
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(hand).to_be_focused()
    assert page.evaluate("window.told.length") == before  # nothing was painted


def test_a_picture_stays_where_it_is_while_the_board_is_painted(editor: Callable[..., Page]) -> None:
    page = editor()
    where = lies(page)
    page.locator(".palette").get_by_role("button", name="Water").click()
    page.locator('.l-hit [data-hex="C3"]').click()
    expect(page.locator(".l-terrain .r-water").first).to_be_attached()
    page.get_by_text("Size and mirror").click()
    page.get_by_label("Columns: more").click()
    expect(page.locator('.l-hit [data-hex="K1"]')).to_be_attached()
    expect(picture(page)).to_be_visible()
    assert lies(page) == where
    assert not [key for key in page.evaluate("window.told.at(-1).draft") if "trac" in key or "image" in key]


def test_two_fingers_scale_and_turn_a_picture(editor: Callable[..., Page]) -> None:
    page = editor(**PHONE)
    before = lies(page)
    fold(page).get_by_role("button", name="Move the picture", exact=True).click()
    sheet = page.locator(".trace-hand")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": at[0], "y": at[1], "id": n} for n, at in enumerate(spots)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x, y), (x + 40, y))
    touch("touchMove", (x, y), (x + 60, y + 60))
    touch("touchEnd")
    after = lies(page)
    assert 30 < after[2] < 60 and after[3] > 1.5 * before[3]


def test_a_picture_is_dropped_on_the_board(editor: Callable[..., Page]) -> None:
    page = editor()
    fold(page).get_by_role("button", name="Remove the picture").click()
    expect(picture(page)).to_have_count(0)
    page.evaluate(
        """async (data) => {
            const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], "map.png", { type: "image/png" }));
            const box = document.querySelector(".board-box");
            box.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        b64encode(png(60, 40)).decode(),
    )
    expect(picture(page)).to_be_visible()


def test_the_picture_that_was_not_used_for_longest_goes_first(editor: Callable[..., Page]) -> None:
    page = editor()
    kept = page.evaluate(
        """async () => {
            const { keepTrace, recallTrace } = await import("/static/workshop/trace_store.js");
            const look = { x: 0, y: 0, scale: 1, turn: 0, strength: 50, over: false };
            for (let n = 0; n < 24; n += 1) await keepTrace(`test/${n}`, new Blob(["picture"]), look);
            const found = [];
            for (let n = 0; n < 24; n += 1) found.push(Boolean(await recallTrace(`test/${n}`)));
            return found;
        }"""
    )
    assert sum(kept) <= 20 and kept[-1]


@pytest.mark.parametrize("ruleset", EDITED)
def test_every_ruleset_has_a_picture_to_trace_over(editor: Callable[..., Page], ruleset: str) -> None:
    page = editor(ruleset)
    assert lies(page)[3] > 0


def test_a_large_picture_is_kept_with_4_million_pixels(editor: Callable[..., Page]) -> None:
    page = editor(file=photo(3200, 2000))
    width, height = (float(picture(page).get_attribute(key) or 0) for key in ("width", "height"))
    assert 3_900_000 < width * height <= 4_000_000 and abs(width / height - 1.6) < 0.01


def test_what_is_no_picture_is_refused_in_a_line(editor: Callable[..., Page]) -> None:
    page = editor()
    for name, kind, data in (("a.txt", "text/plain", b"hello"), ("b.png", "image/png", b"\x89PNG broken")):
        choose(page, {"name": name, "mimeType": kind, "buffer": data})
        line = f"{name} is no picture that is taken: PNG, JPEG or WebP are."
        expect(fold(page).get_by_role("alert")).to_have_text(line)
        expect(picture(page)).to_be_visible()


def scenario(page: Page, server: Server, name: str) -> None:
    """Begin a scenario of that name in the Workshop."""
    page.locator("#chapters").get_by_role("link", name="Scenarios").click()
    page.get_by_role("button", name="An empty board").click()
    expect(page.locator(".board-box svg.board")).to_be_visible()
    page.locator(".form").get_by_label("Name", exact=True).first.fill(name)
    page.locator(".form").get_by_label("Name", exact=True).first.blur()
    expect(page.locator(".over-editor h2")).to_have_text(name)


def test_a_picture_follows_its_scenario_and_stays_in_the_browser(server: Server, page: Page) -> None:
    """Under another id, into the saved pack, over a reload; no other scenario has it, and no server."""
    sent: list[int] = []
    scripts: list[str] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.on("request", lambda request: scripts.append(request.url.rpartition("/")[2]))
    page.goto(f"{server.address}/workshop?ruleset=tank_commander")
    scenario(page, server, "The old hill")
    assert "tracing.js" not in scripts
    choose(page, photo(1200, 800))
    expect(picture(page)).to_be_visible()
    fold(page).get_by_label("Turn").fill("45")
    page.get_by_role("button", name="All scenarios").click()
    scenario(page, server, "A bare field")
    expect(picture(page)).to_have_count(0)
    page.get_by_role("button", name="All scenarios").click()
    page.locator("#doing").get_by_role("button", name=re.compile("Save")).first.click()
    expect(page.locator("#toast")).to_contain_text("Saved as your own pack.")
    page.reload()
    page.get_by_role("button", name="Edit: The old hill").click()
    expect(picture(page)).to_be_visible()
    assert lies(page)[2] == 45
    fold(page).locator("summary").click()
    fold(page).get_by_role("button", name="Remove the picture").click()
    expect(picture(page)).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Edit: The old hill").click()
    expect(page.locator(".board-box svg.board")).to_be_visible()
    fold(page).locator("summary").click()
    expect(fold(page).get_by_label("Choose a picture")).to_be_visible()
    expect(picture(page)).to_have_count(0)
    assert max(sent) < 20_000


@pytest.mark.parametrize("look", [{}, PHONE, {"color_scheme": "dark"}], ids=["desk", "phone", "dark"])
def test_the_controls_hide_nothing_from_anybody(editor: Callable[..., Page], look: dict[str, Any]) -> None:
    page = editor(**look)
    page.evaluate(AXE_SCRIPT)
    fold(page).get_by_role("button", name="Move the picture", exact=True).click()
    assert page.evaluate(FOUND, [None, ALL, None]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
