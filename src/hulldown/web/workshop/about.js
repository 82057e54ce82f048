/** About the pack: its name, who made it, what it is for. */

import { h } from "../shared/dom.js";
import { change, write } from "./draft.js";
import { faultsAt } from "./odds.js";

/** @import { Workshop } from "./types.js" */

/** @type {["name"|"author"|"licence"|"text", string, number, string][]} */
const FIELDS = [
  ["name", "Name", 80, "What the pack is called everywhere."],
  ["author", "Made by", 80, ""],
  ["licence", "Licence", 80, "What others may do with it: CC BY 4.0, for example."],
  ["text", "What it is for", 2000, "The question it answers, or why you play it this way."],
];

export function drawAbout(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  if (!el.querySelector("#about")) layOut(w, el);
  for (const [key] of FIELDS) {
    const input = /** @type {HTMLInputElement} */ (el.querySelector(`[name=${key}]`));
    const value = w.pack.sheet[key] ?? "";
    if (document.activeElement !== input) input.value = value;
    const wrong = /** @type {HTMLElement} */ (el.querySelector(`#wrong-${key}`));
    wrong.textContent = faultsAt(w, "pack", key)
      .map((one) => one.text)
      .join("; ");
  }
  const code = /** @type {HTMLElement} */ (el.querySelector("#code"));
  code.hidden = !w.pack.rules;
}

/** What a pack with code says of it. */
function codeOf(/** @type {Workshop} */ w) {
  const onclick = () => change(w, { rules: undefined });
  const words =
    "This pack has code that takes the place of rules (rules.py). You change it in a text";
  return h(
    "p",
    { id: "code", hidden: true },
    `${words} editor; other servers take the pack only if their host trusts it. `,
    h(
      "button",
      { type: "button", class: "plain", "data-key": "code", onclick },
      "Leave the code out",
    ),
  );
}

function layOut(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const oninput = (/** @type {any} */ { target }) => write(w, { [target.name]: target.value });
  const line = (/** @type {(typeof FIELDS)[number]} */ [name, words, maxlength, text]) => {
    const given = { name, maxlength, autocomplete: "off", "data-key": name, oninput };
    const told = text ? { "aria-describedby": `about-${name}` } : {};
    const input = { ...given, ...told };
    return h(
      "div",
      { class: "about" },
      h(
        "label",
        {},
        h("span", {}, words),
        name === "text" ? h("textarea", { ...input, rows: 6 }) : h("input", input),
      ),
      text && h("small", { id: `about-${name}` }, text),
      h("span", { class: "mend", id: `wrong-${name}`, role: "alert" }),
    );
  };
  const form = h("form", { id: "about" }, FIELDS.map(line));
  form.addEventListener("submit", (event) => event.preventDefault());
  el.replaceChildren(h("h2", {}, "About this pack"), form, codeOf(w));
}
