/** Slips over the page: the menu, help, and questions that want a yes. */

import { SIDES, h, named, panel, rule } from "./dom.js";
import { HELP } from "./keys.js";
import { standing } from "./mission.js";
import { keepSetting, seats, setting } from "./net.js";
import { change, state } from "./state.js";
import { nextTheme } from "./theme.js";

/** Show a slip; it goes with Escape, its buttons or a click beside it. */
function slip(/** @type {string} */ title, /** @type {any[]} */ ...content) {
  const box = /** @type {HTMLDialogElement} */ (h("dialog", { class: "slip ask", "aria-label": title, onclick: (/** @type {Event} */ e) => e.target === box && box.close(), onclose: () => box.remove() },
    h("h2", {}, title), ...content));
  document.body.append(box);
  box.showModal();
  return box;
}

const closer = (/** @type {string} */ text = "Close") => h("form", { method: "dialog" }, h("button", { class: "plain" }, text));

export function help() {
  slip("Keys", h("dl", { class: "keys" }, HELP.map(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
    h("p", { class: "sub" }, "By hand: click a unit, then an order or a target. The first click shows what it means, the second orders it. Wheel or two fingers zoom the board."), closer());
}

/** Ask before something that cannot be taken back. */
function confirmed(/** @type {string} */ question, /** @type {string} */ yes, /** @type {() => void} */ act) {
  const box = slip(question, h("div", { class: "row" }, h("button", { class: "cta", onclick: () => { box.close(); act(); } }, yes), closer("No, go on")));
}

/**
 * The menu of the table.
 * @param {{act: (texts: string[]) => void, token: () => string}} can
 */
export function menu(can) {
  const view = state.view;
  if (!view) return;
  const item = (/** @type {string} */ text, /** @type {(e: Event) => void} */ press) => h("li", {}, h("button", { onclick: press }, text));
  const concede = view.orders.find((o) => o.group === "concede" && !o.refusal);
  const box = slip("Menu", h("ul", { class: "menu" },
    h("li", {}, h("a", { href: `/rulebook/${view.ruleset.id}`, target: "rulebook" }, "Rulebook")),
    item("Briefing", () => { box.close(); briefing(); }),
    item(`Chance to win: ${setting("chances", "on")}`, flip),
    item(`Theme: ${setting("theme", "system")}`, (e) => name(e, `Theme: ${nextTheme()}`)),
    item("Keys", () => { box.close(); help(); }),
    item("Save the battle as a file", () => { box.close(); save(can.token()); }),
    !view.result && item("Copy a link to watch", (e) => copy(e, `${location.origin}/table/${state.game}`)),
    item("Copy a link to the film", (e) => copy(e, `${location.origin}/replay/${state.game}`)),
    invites().map(({ side, link }) => item(`Copy the invite link for ${side}`, (e) => copy(e, link))),
    concede && item("Concede \u2026", () => { box.close(); confirmed("Give the battle up?", "Concede", () => can.act([concede.text])); }),
    h("li", {}, h("a", { href: "/garage" }, "Garage")),
    h("li", {}, h("a", { href: "/odds" }, "Odds of any shot")),
    setting(`battle.${state.game}`) && h("li", {}, h("a", { href: `/campaign/${setting(`battle.${state.game}`)}` }, "Back to the campaign")),
    h("li", {}, h("a", { href: "/" }, "Home"))), closer());
}

const name = (/** @type {Event} */ e, /** @type {string} */ text) => (/** @type {Element} */ (e.currentTarget).textContent = text);

function flip(/** @type {Event} */ e) {
  keepSetting("chances", setting("chances", "on") === "on" ? "off" : "on");
  name(e, `Chance to win: ${setting("chances", "on")}`);
  change({});
}

/** The seats that are for somebody else, with their links. */
export function invites() {
  const kept = seats(state.game);
  return Object.keys(kept).filter((seat) => kept[seat].kind === "invite")
    .map((seat) => ({ side: SIDES[Number(seat)], link: `${location.origin}/table/${state.game}#seat=${kept[seat].token}` }));
}

/** Put a link on the clipboard; where that is refused, show it to be copied by hand. */
export async function copy(/** @type {Event} */ event, /** @type {string} */ text) {
  const button = /** @type {Element} */ (event.currentTarget);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.replaceWith(h("input", { readonly: true, value: text, "aria-label": "Link", onfocus: (/** @type {any} */ e) => e.target.select() }));
  }
}

async function save(/** @type {string} */ token) {
  const answer = await fetch(`/api/games/${state.game}/save`, { headers: token ? { Authorization: `Bearer ${token}` } : {} }).catch(() => null);
  const why = answer && !answer.ok ? await answer.json().catch(() => null) : null;
  if (!answer?.ok) return change({ trouble: { text: why?.error?.text ?? "The battle could not be saved now.", rule: "" } });
  const url = URL.createObjectURL(await answer.blob());
  h("a", { href: url, download: `hulldown-${state.view?.scenario.id ?? "battle"}-${state.game}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function briefing() {
  const s = state.view?.scenario;
  if (s) slip(s.name, h("p", {}, s.briefing), h("h3", {}, "Victory"), h("p", {}, s.victory, " ", rule(s.rule)), closer());
}

/** The sentence of the log that says how it ended; without one, the bare result. */
function ending(/** @type {import("./types.js").TableView} */ view, /** @type {string} */ text) {
  const last = (view.log.at(-1)?.sentences ?? []).findLast((x) => x.text.toLowerCase().includes(text.toLowerCase()));
  return last ? named(last.text, view.cards) : text;
}

/** Back to the campaign that a battle belongs to, if it was opened from there. */
function inCampaign(/** @type {string} */ game) {
  const campaign = setting(`battle.${game}`);
  return campaign && h("a", { class: "plain", href: `/campaign/${campaign}` }, "Back to the campaign");
}

/** The slip over the board when the battle is over. */
export function drawOver(/** @type {HTMLElement} */ el, /** @type {import("./state.js").State} */ s, /** @type {{replay: () => void, again: () => void}} */ can) {
  const result = s.view?.result;
  el.hidden = !result || s.at !== null || s.seen;
  panel(el, [result], () => {
    if (!result || !s.view) return [];
    const { seat, scenario } = s.view;
    const both = Object.values(seats(s.game)).filter((x) => x.kind === "human").length > 1;
    const head = result.winner === 2 ? "A draw" : seat === null || both ? `${SIDES[result.winner]} wins` : result.winner === seat ? "Victory" : "Defeat";
    return [h("h2", {}, head), h("p", {}, ending(s.view, result.text)), standing(s.view.status), h("p", { class: "sub" }, h("b", {}, "The mission: "), scenario.victory, " ", rule(scenario.rule)), h("div", { class: "row" },
      h("button", { class: "cta", onclick: can.replay }, "Watch it again"), h("button", { class: "plain", onclick: can.again }, "New battle like this"), h("button", { class: "plain", onclick: () => change({ seen: true }) }, "See the board"), inCampaign(s.game), h("a", { class: "plain", href: "/" }, "Home"))];
  });
}
