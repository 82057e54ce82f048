"""Every sound of the table, as it would be heard."""

from __future__ import annotations

from playwright.sync_api import Page
from tests.browser.table import Server


def test_every_sound_is_audible_and_ends_when_it_says(server: Server, page: Page) -> None:
    page.goto(server.address)
    heard = page.evaluate(RENDERED)
    assert len(heard) == 23
    for name, (seconds, finite, peak, after) in heard.items():
        assert finite, name
        assert 0.03 <= peak <= 0.95, (name, peak)
        assert 0 < seconds < 5, (name, seconds)
        assert after < 0.002, (name, after)


RENDERED = """async () => {
    const {RECIPES} = await import('/static/table/sound_recipes.js');
    const told = {};
    for (const [name, recipe] of Object.entries(RECIPES)) {
        const context = new OfflineAudioContext(1, 6 * 22050, 22050);
        const out = new GainNode(context, {gain: 0.9}); // the full volume
        out.connect(context.destination);
        const seconds = recipe({context, out, at: 0}, {});
        const data = (await context.startRendering()).getChannelData(0);
        const peak = part => part.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        told[name] = [seconds, data.every(Number.isFinite), peak(data),
            peak(data.slice(Math.ceil(22050 * seconds)))];
    }
    return told;
}"""
