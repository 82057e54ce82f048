/** Notes on rules: what the rulebook page says beside them. */

import { h, rule } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { write } from "./draft.js";
import { faultsAt } from "./odds.js";
import { inForce } from "./values.js";

/** @import { Workshop } from "./types.js" */

const MOST = 8; // rules that a search shows
const LONGEST = 2000; // letters of a note

export function drawNotes(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  if (!w.rules.length) rulesOf(w).catch(trouble);
  const { notes = {} } = w.pack.sheet;
  if (!el.querySelector("#notes"))
    el.replaceChildren(
      h("h2", {}, "Notes on rules"),
      h(
        "p",
        { class: "sub" },
        "What the rulebook page adds to a rule when you play with this pack.",
      ),
      h("div", { id: "notes" }),
      finder(w),
    );
  const list = /** @type {HTMLElement} */ (el.querySelector("#notes"));
  const faults = (w.verdict?.faults ?? []).filter((one) => one.field.startsWith("notes"));
  const needs = [Object.keys(notes).join(), w.rules, JSON.stringify(faults)];
  panel(list, needs, () => Object.entries(notes).map((one) => note(w, one)));
  const search = /** @type {HTMLElement} */ (el.querySelector("[type=search]"));
  if (search.dataset.rules !== String(w.rules.length)) search.dispatchEvent(new Event("input"));
  search.dataset.rules = String(w.rules.length);
}

/** The rules with their texts, asked for once. */
async function rulesOf(/** @type {Workshop} */ w) {
  const { bench } = w;
  const { chapters } = await call(`/api/rulesets/${bench.id}/rulebook`);
  if (bench !== w.bench) return;
  w.rules = chapters.flatMap((/** @type {any} */ one) => one.rules);
  w.draw();
}

/** A note under the rule that it belongs to. */
function note(/** @type {Workshop} */ w, /** @type {[string, string]} */ [id, text]) {
  const put = (/** @type {string|null} */ to) => {
    const { [id]: _, ...others } = w.pack.sheet.notes ?? {};
    write(w, { notes: to === null ? others : { ...w.pack.sheet.notes, [id]: to } });
  };
  const oninput = (/** @type {any} */ event) => put(event.target.value);
  const given = { rows: 3, maxlength: LONGEST, "data-key": `note ${id}`, oninput };
  const known = w.rules.find((one) => one.id === id);
  const faults = faultsAt(w, "pack", `notes."${id}"`);
  return h(
    "section",
    { class: "note" },
    h("h3", {}, rule(id)),
    known && h("p", { class: "said" }, inForce(shortened(known.text))),
    h("label", {}, h("span", { class: "vh" }, `Note on ${id}`), h("textarea", given, text)),
    faults.map((one) => h("p", { class: "mend" }, one.text)),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": `Remove the note on ${id}`,
        onclick: () => put(null),
      },
      "Remove",
    ),
  );
}

const shortened = (/** @type {string} */ text) =>
  text.length > 300 ? `${text.slice(0, 300)} \u2026` : text;

/** A search over the rules; what it finds can have a note. */
function finder(/** @type {Workshop} */ w) {
  const found = h("ul", { class: "found" });
  const add = (/** @type {string} */ id) => {
    write(w, { notes: { ...w.pack.sheet.notes, [id]: "What I mean by it." } });
    input.value = "";
    found.replaceChildren();
    setTimeout(() => {
      /** @type {HTMLTextAreaElement|null} */ const area = document.querySelector(
        `[data-key="note ${CSS.escape(id)}"]`,
      );
      area?.focus();
      area?.select();
    });
  };
  const look = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {{id: string, text: string}} */ one) =>
      words.every((word) => `${one.id} ${one.text}`.toLowerCase().includes(word));
    const some = words.length ? w.rules.filter(fits).slice(0, MOST) : [];
    const item = (/** @type {{id: string, text: string}} */ { id, text }) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "plain", onclick: () => add(id) }, `Note on ${id}`),
        " ",
        inForce(shortened(text).slice(0, 140)),
      );
    found.replaceChildren(...some.map(item));
  };
  const placeholder = "words or the id of a rule \u2026";
  const input = h("input", { type: "search", placeholder, oninput: look });
  return h(
    "div",
    { class: "finder-of-rules" },
    h("label", {}, h("span", {}, "A note on which rule?"), input),
    found,
  );
}
