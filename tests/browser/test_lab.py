"""The Lab: a question in a sentence, watched while it is played, answered, taken along."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, comes_true
from tests.browser.test_axe import ALL, COLORS, FOUND
from tests.studies import ENDLESS, QUICK, own_pack

from hulldown import lab

BUDGET = 150_000  # bytes over the line for the Lab with a question
RAM = "ruleset=chase&scenario=long_shot&option=t_bone_factor=3"


FILES = {"Report, one file": ".html", "Games (CSV)": ".csv", "The study as a file": ".toml"}


def visit(page: Page, server: Server, query: str = RAM) -> None:
    page.goto(f"{server.address}/lab?{query}")
    expect(page.locator("#q-sentence .f").first).to_be_visible()


def quick(page: Page) -> None:
    """Two that give any order, so that a study takes seconds, and dice that fall the same in every run."""
    page.get_by_label("Players", exact=True).select_option("random")
    if not page.get_by_label("Seed of the dice").is_visible():
        page.locator("[data-key=more]").click()
    page.get_by_label("Seed of the dice").fill("7")
    page.keyboard.press("Tab")


def asked(page: Page) -> str:
    """The study that the page has begun."""
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    before = page.url
    page.get_by_role("button", name="Ask", exact=True).click()
    comes_true(page, "before => location.href !== before", before)
    study = page.url.partition("#")[2]
    expect(page.locator(f'#studies li.on a[href="#{study}"]')).to_be_visible()
    return study


def begun(server: Server, **more: Any) -> str:
    """A study that is begun beside the page."""
    return str(server.call("/api/studies", {"study": {**QUICK, **more}})["id"])


def forget(server: Server, page: Page, study: str) -> None:
    me = page.evaluate("localStorage.getItem('hulldown.me')")  # none, where a call began the study
    headers = {"Hulldown-Me": me} if me else {}
    assert page.request.delete(f"{server.address}/api/studies/{study}", headers=headers).ok


def verdict(page: Page) -> str:
    expect(page.locator("#verdict .verdict small")).to_be_visible()
    return page.locator("#verdict .verdict").inner_text()


# ---------------------------------------------------------------- asked and answered


@pytest.mark.quick
def test_the_lab_opens_without_a_question(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/lab")
    expect(page.locator("#q-sentence .f").first).to_be_visible()
    expect(page.locator("#trouble, [role=alert]").filter(has_text="undefined")).to_have_count(0)


def test_a_question_is_asked_and_answered(server: Server, page: Page, tmp_path: Path) -> None:
    visit(page, server)
    expect(page.locator("#q-sentence")).to_have_text(
        re.compile("Does .*T bone factor: 3.* change who wins in")
    )
    quick(page)
    expect(page.locator("#price")).to_contain_text("games,")
    study = asked(page)
    assert "T bone factor: 3 changes who wins by less than 3 points either way" in verdict(page)
    entry = page.locator("#studies li.on")
    expect(entry.locator(".v")).to_have_text("It changes too little to matter.")
    expect(page.locator("#verdict .changes")).to_contain_text("CH-8.11")
    expect(page.locator("[data-plot=answers] svg")).to_be_visible()
    page.locator("[data-plot=answers] summary").click()
    expect(page.locator("[data-plot=answers] tbody tr")).to_have_count(1)
    for name, ending in (
        ("Report, one file", ".html"),
        ("Games (CSV)", ".csv"),
        ("The study as a file", ".toml"),
    ):
        with page.expect_download() as given:
            page.get_by_role("link", name=name).click()
        assert given.value.suggested_filename.endswith(ending)
        given.value.save_as(tmp_path / f"study{ending}")
    told = server.call(f"/api/studies/{study}")["result"]
    loaded, base = lab.load_study(tmp_path / "study.toml")
    run = lab.Run(loaded, base)
    for _ in run:
        pass
    assert lab.result_of(run)["signature"] == told["signature"]
    expect(page.locator("#verdict")).to_contain_text(told["signature"])


def test_stopped_gone_on_with_and_deleted(server: Server, page: Page) -> None:
    study = begun(server, **ENDLESS)
    page.goto(f"{server.address}/lab#{study}")
    expect(page.locator("#verdict .verdict")).to_contain_text("So far")
    expect(page.locator("[data-plot=sure] svg")).to_be_visible()
    expect(page.locator("#verdict .run")).to_contain_text("games a second")
    page.locator("[data-plot=sure] summary").click()
    said = page.locator("#verdict .run").inner_text()
    expect(page.locator("#verdict .run")).not_to_have_text(said)  # it is drawn anew, and stays open
    expect(page.locator("[data-plot=sure] table")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#studies li.on .v")).to_contain_text("Stopped.")
    before = server.call(f"/api/studies/{study}")["line"]["pairs"]
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    comes_true(
        page,
        """async ([id, before]) => {
            const { line } = await (await fetch(`/api/studies/${id}`)).json();
            return line.state === "running" && (line.now?.blocks ?? 0) > before;
        }""",
        [study, before],
    )
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it with all its games?").click()
    expect(page.locator(f'#studies a[href="#{study}"]')).to_have_count(0)
    expect(page.locator("#verdict")).to_have_count(0)


def test_a_game_is_watched(server: Server, page: Page) -> None:
    study = begun(server)
    page.goto(f"{server.address}/lab#{study}")
    verdict(page)
    page.get_by_role("button", name="The closest").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator("#film .count")).to_contain_text("0 of")


def test_asked_again_and_compared(server: Server, page: Page) -> None:
    study = begun(server, name="Hard rams")
    page.goto(f"{server.address}/lab?study={study}")
    verdict(page)
    page.get_by_role("button", name="Ask again with a change").click()
    number = page.get_by_label("T bone factor", exact=True)
    expect(number).to_have_value("3")
    number.fill("2")
    number.press("Tab")
    expect(page.locator("#q-sentence")).to_contain_text("T bone factor: 2")
    other = asked(page)
    assert other != study
    assert "T bone factor: 2" in verdict(page)
    page.get_by_label("Compare with another study").select_option(study)
    expect(page.locator("#beside tbody tr")).to_have_count(1)
    expect(page.locator("#beside svg")).to_be_visible()


def test_better_players_are_asked_with_one_button(server: Server, page: Page) -> None:
    study = begun(server, name="Agreed rams")
    page.goto(f"{server.address}/lab?study={study}")
    verdict(page)
    expect(page.locator("#verdict")).to_contain_text("Plays 64 pairs at most, with mcts:100 on both sides.")
    page.get_by_role("button", name="Would better players agree?").click()
    expect(page.locator(".agreement")).to_contain_text("Would better players agree? mcts:100 is asked")
    expect(page.locator("#studies")).to_contain_text("Do better players agree? Agreed rams")
    check = server.call(f"/api/studies/{study}")["check"]["id"]
    told = "mcts:100 agrees, by 64 pairs: No: so."

    def answered(route: Route) -> None:
        shown = route.fetch().json()
        shown["check"] = {"id": check, "player": "mcts:100", "state": "done", "sentence": told}
        route.fulfill(json=shown)

    page.route(f"**/api/studies/{study}", answered)
    page.reload()
    expect(page.locator(".agreement")).to_contain_text(told)
    page.unroute(f"**/api/studies/{study}")
    page.get_by_role("link", name="The study of mcts:100").click()
    expect(page).to_have_url(re.compile(check))
    forget(server, page, check)


def test_a_study_file_is_opened(server: Server, page: Page, tmp_path: Path) -> None:
    told = server.call("/api/studies/judge", {"study": {**QUICK, "name": "From a file", "seed": 77}})
    path = tmp_path / "mine.toml"
    path.write_text(told["toml"])
    visit(page, server, "ruleset=tank_commander")
    page.locator(".advanced > summary").click()
    page.locator("#study-file").set_input_files(path)
    expect(page.locator("#q-sentence")).to_contain_text("T bone factor: 3")
    expect(page.get_by_label("Seed of the dice")).to_have_value("77")
    path.write_text(told["toml"].replace("long_shot", "nowhere"))
    page.locator("#study-file").set_input_files(path)
    expect(page.locator("#trouble")).to_contain_text("nowhere")


# ---------------------------------------------------------------- the question

SENTENCES = {
    "Is a scenario fair?": "Is .* fair between",
    "Does a change alter who wins?": "Does .* change who wins in",
    "Which of two forces wins?": "Which wins in",
    "What is each unit worth?": "What is each unit worth in",
    "Which rules matter here?": "Which of all rules of Tank Commander",
    "Does skill tell?": "Does skill tell in",
    "Which number makes it even?": "gives the first side",
    "What are its games like?": "What are games of",
}


@pytest.mark.quick
def test_every_kind_is_a_sentence_that_can_be_asked(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander&option=reverse_move=true")
    quick(page)
    for name, words in SENTENCES.items():
        page.get_by_role("button", name=name).click()
        expect(page.locator("#q-sentence")).to_have_text(re.compile(words))
        if name == "Which of two forces wins?":
            expect(page.locator("#price")).to_have_text("Choose both forces.")
            page.locator("[data-key=forces]").click()
            for select in page.locator(".forces select").all()[:1]:
                select.select_option("Hunter")
            page.get_by_label("Second force").first.select_option("Raider")
        expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
        expect(page.locator("#q-wrong li")).to_have_count(0)


@pytest.mark.quick
def test_nothing_is_asked_before_something_is_changed(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    expect(page.locator("#price")).to_have_text("Choose what is changed: an option, a number or a pack.")
    page.get_by_role("button", name="Ask", exact=True).click(force=True)  # leads to what is missing
    page.get_by_label("Find an option or number").fill("t-bone")
    number = page.get_by_label("T bone factor")
    number.fill("99999")
    number.press("Tab")
    expect(page.locator("#q-wrong li")).to_contain_text("99999")
    expect(page.locator("#q-wrong li .rule")).to_have_text("CH-8.11")
    number.fill("2")
    number.press("Tab")
    expect(page.locator("#q-wrong li")).to_have_count(0)
    expect(page.locator(".switches .changed s")).to_have_text("1")


def test_by_keys_alone(server: Server, page: Page) -> None:
    visit(page, server)
    quick(page)
    scenes = page.locator(".ticks summary")
    scenes.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Scenarios")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the first scenario, too
    expect(scenes).to_have_text("Even Ground and Long Shot")
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Scenarios")).to_be_hidden()
    expect(scenes).to_be_focused()
    page.locator("[data-key=effect]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#q-sentence .effect")).to_have_text("4 points")
    expect(page.locator("[data-key=effect]")).to_be_focused()
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    page.locator("#q-price .cta").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_be_focused()
    study = page.url.partition("#")[2]
    forget(server, page, study)


# ---------------------------------------------------------------- ways that lead here


def test_what_if_of_the_rulebook(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/tank_commander#TC-5.4")
    page.get_by_role("link", name="What if reverse_move were true?").click()
    expect(page.locator("[data-key=change]")).to_contain_text("Reverse move: yes")
    expect(page.locator(".switches .changed")).to_contain_text("TC-5.4")
    page.goto(f"{server.address}/rulebook/chase#CH-8.11")
    page.get_by_role("link", name="What if t_bone_factor were another?").click()
    expect(page.get_by_label("T bone factor")).to_be_visible()


@pytest.mark.parametrize("rules", ["tank_commander", "chase", "agrav"])
def test_a_build_of_the_garage_is_tested(server: Server, page: Page, rules: str) -> None:
    page.goto(f"{server.address}/garage?ruleset={rules}")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_role("button", name="Test it").click()
    page.wait_for_url("**/lab?*")
    expect(page.locator("[data-key=change]")).to_contain_text(" as ")
    quick(page)
    expect(page.locator("#price")).to_contain_text("games,")


def test_a_pack_of_the_workshop_is_tested(server: Server, page: Page) -> None:
    pack = {"ruleset": "chase", "sheet": {"name": "Hard rams", "values": {"t_bone_factor": 3}}}
    kept = server.call("/api/workshop/packs", pack)["id"]
    page.goto(f"{server.address}/workshop?pack={kept}")
    page.get_by_role("button", name="Test it").click()
    expect(page.locator("[data-key=change]")).to_contain_text("Hard rams")
    page.get_by_role("button", name="Scenarios").or_(page.locator(".ticks summary")).first.click()
    page.get_by_label("Long Shot", exact=True).check()
    quick(page)
    asked(page)
    assert "Hard rams" in verdict(page)


def own_things(server: Server) -> str:
    """A kept pack with a tank and a scenario of its own."""
    with TemporaryDirectory() as folder:
        files = own_pack(Path(folder) / "gulls")
        tables = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in files.rglob("*.toml")}
    sheet = {name: what for name, what in tables["pack"].items() if name != "ruleset"}
    scenarios = {name: tables[name] for name in ("dawn", "flock")}
    pack = {"ruleset": "chase", "sheet": sheet, "units": tables["units"], "scenarios": scenarios}
    return str(server.call("/api/workshop/packs", pack)["id"])


def test_what_is_open_in_the_workshop_is_what_is_asked_about(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/workshop?pack={own_things(server)}")
    page.get_by_role("button", name="Test it").click()
    expect(page.locator("#q-sentence")).to_have_text(re.compile("Is At Dawn.*Gulls.* fair between"))
    page.locator(".ticks summary").click()
    expect(page.get_by_role("group", name="Scenarios").locator("label").first).to_have_text("At Dawn")
    page.keyboard.press("Escape")
    quick(page)
    asked(page)
    assert "At Dawn" in verdict(page)


def test_a_build_is_not_compared_with_itself(server: Server, page: Page) -> None:
    """It stands on both sides at dawn already: another battle is asked about, unless it is changed."""
    page.goto(f"{server.address}/garage?ruleset=chase&pack={own_things(server)}")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_label("Start from").select_option(label="M\u00f6we (Listed tank)")
    expect(page.locator("#preview svg")).to_contain_text("M\u00f6we")
    page.get_by_role("button", name="Test it").click()
    page.wait_for_url("**/lab?*")
    expect(page.locator("[data-key=change]")).to_contain_text("M\u00f6we as A2")
    expect(page.locator(".ticks summary")).to_contain_text("The Flock")


def test_a_build_of_the_garage_is_tested_with_its_pack(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/garage?ruleset=chase&pack={own_things(server)}")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_role("button", name="Test it").click()
    page.wait_for_url("**/lab?*")
    expect(page.locator("#q-sentence")).to_have_text(re.compile("Does .* as .* change who wins in .*Gulls"))
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")


def test_what_is_played_at_a_table_is_asked_about(server: Server, page: Page) -> None:
    setup = {"packs": [own_things(server)], "scenario": "dawn", "values": {"t_bone_factor": 2}}
    seats = [HUMAN, HUMAN]
    made = server.call("/api/games", {"ruleset": "chase", "setup": setup, "seats": seats, "seed": 7})
    page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][0]['token']}")
    page.get_by_role("button", name="Menu").click()
    garage = page.locator("#ways").get_by_role("link", name="Garage")
    expect(garage).to_have_attribute("href", re.compile("setup=.*at_dawn"))
    page.get_by_role("button", name="Ask the Lab about this battle").click()
    page.wait_for_url("**/lab?*")
    sentence = page.locator("#q-sentence")
    expect(sentence).to_have_text(
        re.compile(r"Is At Dawn.*\(T bone factor: 2, The battle At Dawn\) fair between")
    )
    page.locator("[data-key=change]").click()
    expect(page.get_by_label("Play with")).to_have_value(made["game"])
    quick(page)
    asked(page)
    assert "At Dawn" in verdict(page)


def test_what_the_odds_are_asked_with_is_tested(server: Server, page: Page) -> None:
    packs = [own_things(server), own_things(server)]
    setup = quote(json.dumps({"packs": packs, "values": {"t_bone_factor": 2}}))
    page.goto(f"{server.address}/odds?rules=chase&setup={setup}")
    page.get_by_role("button", name="Test it").click()
    page.wait_for_url("**/lab?*")
    sentence = page.locator("#q-sentence")
    expect(sentence).to_have_text(re.compile("Does T bone factor: 2.* change who wins in.*Gulls, Gulls"))
    expect(page.get_by_label("Play with")).to_have_value(" ".join(packs))
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    page.goto(f"{server.address}/odds?rules=tank_commander#options.night=true")
    page.get_by_role("button", name="Test it").click()
    expect(sentence).to_have_text(re.compile("Does Night: yes.* change who wins in"))


def test_a_setup_that_is_not_understood_is_told(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase&setup=nonsense")
    expect(page.locator("#trouble, [role=alert]").first).to_contain_text("a setup that is not understood")


def test_what_a_pack_changes_is_asked_about_as_printed(server: Server, page: Page) -> None:
    pack = {"ruleset": "chase", "sheet": {"name": "Rams", "values": {"t_bone_factor": 2}}}
    name = server.call("/api/workshop/packs", pack)["id"]
    visit(page, server, f"ruleset=chase&pack={name}&kind=variant&scenario=breakout")
    page.locator("[data-key=change]").click()
    page.get_by_label("Find an option or number").fill("t bone")
    number = page.get_by_label("T bone factor")
    expect(number).to_have_value("2")
    expect(number).to_have_attribute("title", "as it is: 2")
    number.fill("1")
    number.press("Tab")
    expect(page.locator("#q-sentence")).to_have_text(
        re.compile("Does T bone factor: 1 change who wins.*Rams")
    )
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#q-wrong li")).to_have_count(0)


def test_a_number_of_a_unit_is_changed_and_turned(server: Server, page: Page) -> None:
    visit(page, server, f"ruleset=chase&pack={own_things(server)}&kind=variant&scenario=dawn")
    page.locator("[data-key=change]").click()
    page.get_by_label("Find an option or number").fill("m\u00f6we hull")
    number = page.get_by_label("M\u00f6we, hull")
    number.fill("6")
    number.press("Tab")
    expect(page.locator("#q-sentence")).to_contain_text("M\u00f6we, hull: 6")
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Which number makes it even?").click()
    page.get_by_label("Which number to turn").select_option("tanks.gull.hull")
    expect(page.get_by_label("highest")).to_have_value("6")
    expect(page.locator("#q-price .cta")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#q-wrong li")).to_have_count(0)


def test_a_change_is_asked_about_over_a_pack_of_ones_own(server: Server, page: Page) -> None:
    name = own_things(server)
    visit(page, server, f"ruleset=chase&pack={name}&scenario=dawn&option=t_bone_factor=2")
    sentence = page.locator("#q-sentence")
    expect(sentence).to_have_text(re.compile("Does T bone factor: 2 change who wins in At Dawn.*Gulls"))
    expect(page.get_by_label("Play with")).to_have_value(name)
    page.get_by_label("Play with").select_option("")  # its scenario goes with it
    expect(sentence).not_to_contain_text("At Dawn")
    page.get_by_label("Play with").select_option(name)
    expect(sentence).to_contain_text("Gulls")
    page.get_by_role("button", name="Which of two forces wins?").click()
    page.locator(".ticks summary").click()
    page.get_by_label("At Dawn", exact=True).check()
    page.locator("[data-key=forces]").click()
    first = page.get_by_label("First force").first.locator("option").all_inner_texts()
    assert any("M\u00f6we" in text for text in first)
    expect(page.locator("#q-wrong li")).to_have_count(0)


def test_a_study_on_its_way_is_seen_and_sent_once(server: Server, page: Page) -> None:
    sent: list[Route] = []
    page.route("**/api/studies", lambda route: sent.append(route) if route.request.method == "POST" else
               route.continue_())  # fmt: skip
    visit(page, server, "ruleset=chase&kind=fair")
    button = page.locator("#q-price .cta, #question .cta").first
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()
    expect(button).to_have_text("Asking \u2026")
    button.click()
    assert len(sent) == 1
    sent[0].fulfill(status=409, json={"error": {"code": "full", "text": "Too many studies."}})
    expect(button).to_have_text("Ask")
    expect(page.locator("#trouble")).to_have_text("Too many studies.")


def test_players_are_named_in_the_plural(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    players = page.get_by_label("Players", exact=True).locator("option")
    expect(players.filter(has_text="Captain")).to_have_text("Captains")
    for name in ("Recruits", "Exact players", "Timid players", "Random players"):
        expect(players.filter(has_text=name)).to_have_text(name)


# ---------------------------------------------------------------- everybody


def test_axe_finds_nothing(server: Server, open_page: Callable[..., Page]) -> None:
    record = {"tables": ["units", "choices"], "curve": "luck"}
    # Recorded games are slow where they are interpreted: few are enough for a page with all its drawings.
    done = begun(server, record=record, decide={"most_pairs": 64})
    found: dict[str, list[str]] = {}
    for look, how in {"desk": {}, "phone": PHONE}.items():
        page = open_page(**how)
        page.goto(f"{server.address}/lab#{done}")
        verdict(page)
        expect(page.locator("[data-plot=lengths] svg")).to_be_visible()
        page.locator("[data-plot=answers] summary").click()
        page.evaluate(AXE_SCRIPT)
        found[look] = page.evaluate(FOUND, [None, ALL])
        page.emulate_media(color_scheme="dark")
        found[f"{look}, dark"] = page.evaluate(FOUND, [None, COLORS])
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], look
    running = begun(server, **ENDLESS)
    page.goto("about:blank")
    page.goto(f"{server.address}/lab#{running}")
    expect(page.locator("[data-plot=sure] svg")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    found["running"] = page.evaluate(FOUND, [None, ALL])
    forget(server, page, running)
    assert found == {look: [] for look in found}


def test_it_is_light(server: Server, page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    visit(page, server, "ruleset=tank_commander")
    page.wait_for_load_state("networkidle")
    print(f"the Lab weighs {sum(sizes):,.0f} bytes")
    assert 0 < sum(sizes) < BUDGET


def test_without_the_extra_it_says_how_to_get_it(server: Server, page: Page) -> None:
    why = 'The lab needs an extra that is not installed here: pip install "hulldown[lab]"'
    body = json.dumps({"ready": False, "why": why, "most_games": 0})
    page.route("**/api/lab", lambda route: route.fulfill(body=body, content_type="application/json"))
    page.goto(f"{server.address}/lab")
    expect(page.locator("#question")).to_have_text(why)
