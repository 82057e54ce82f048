/** What a person takes along of a battle: its link, its file, pictures of its moments. */

import { copy, h } from "../shared/dom.js";
import { download, Refused } from "../shared/net.js";
import { stops } from "./film.js";
import { base } from "./session.js";
import { alter, change } from "./state.js";

/** @import { State } from "./types.js" */

const BEFORE = 12; // steps before the one shown that a moving picture begins with
const FRAMES = 48; // steps that the server puts into one

/** What the file of a battle is called. */
const fileOf = (/** @type {State} */ s) =>
  `hulldown-${s.view?.scenario.id ?? "battle"}-${s.game}.json`;

/** Give the person the battle as a file. */
export async function save(/** @type {State} */ s) {
  told(s, await taken(s, "save", fileOf(s), ""));
}

/** Link, file, picture, moving picture of a battle that is studied. */
export function along(/** @type {State} */ s, /** @type {number} */ here) {
  const link = `${location.origin}/replay/${s.game}?at=${here}`;
  const button = (/** @type {string} */ text, /** @type {(event: Event) => void} */ press) =>
    h("button", { class: "plain", "data-key": `along ${text}`, onclick: press }, text);
  return [
    h(
      "div",
      { class: "along" },
      button("Share", (event) => copy(event, link)),
      button("File", () => save(s)),
      button("Report", () => report(s, "txt")),
      button("Report as a table", () => report(s, "csv")),
      button("Picture", () => picture(s, here)),
      gif(s, here),
      s.study?.making && h("span", { role: "status" }, s.study.making),
    ),
    h(
      "p",
      { class: "sub" },
      "Share copies a link to this step. The file proves itself: ",
      h("code", {}, `hulldown verify ${fileOf(s)}`),
    ),
  ];
}

/** The battle as a report for a league. */
async function report(/** @type {State} */ s, /** @type {string} */ kind) {
  const name = `hulldown-${s.game}-league.${kind}`;
  told(s, await taken(s, `league.${kind}`, name, ""));
}

/** The form of a moving picture: from which step to which. */
function gif(/** @type {State} */ s, /** @type {number} */ here) {
  const all = stops(s);
  const index = all.indexOf(here);
  const field = (/** @type {string} */ label, /** @type {number} */ value) =>
    h("input", {
      type: "number",
      "aria-label": label,
      min: 0,
      max: all.length - 1,
      value,
      required: true,
    });
  const from = field("From step", Math.max(0, index - BEFORE));
  const to = field("To step", Math.max(index, Math.min(BEFORE, all.length - 1)));
  const make = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [first, last] = [all[Number(from.value)], all[Number(to.value)]];
    moving(s, first, last);
  };
  return h(
    "details",
    { class: "gif" },
    h("summary", { class: "plain", "data-key": "gif" }, "GIF"),
    h(
      "form",
      { onsubmit: make },
      h("span", {}, "Steps ", from, " to ", to),
      h("button", { class: "plain" }, "Make it"),
      h("small", {}, `${FRAMES} steps at most`),
    ),
  );
}

/** The board of a step as PNG, or where the server makes none as SVG. */
async function picture(/** @type {State} */ s, /** @type {number} */ number) {
  const path = `at/${number}/picture`;
  const name = `hulldown-${s.game}-${number}`;
  const refused = await taken(s, `${path}.png`, `${name}.png`, "Drawing the picture \u2026");
  if (refused?.code === "no_pictures")
    await taken(s, `${path}.svg`, `${name}.svg`, "Drawing the picture \u2026");
  else told(s, refused);
}

async function moving(
  /** @type {State} */ s,
  /** @type {number} */ first,
  /** @type {number} */ last,
) {
  const path = `film.gif?from=${first}&to=${last}`;
  told(s, await taken(s, path, `hulldown-${s.game}.gif`, "Drawing the steps \u2026"));
}

function told(/** @type {State} */ s, /** @type {Refused|null} */ refused) {
  if (refused) change(s, { trouble: { text: refused.message, rule: "" } });
}

/**
 * Give the person a file that the server makes; what the server refuses comes back.
 * @param {State} s
 * @param {string} path
 * @param {string} name
 * @param {string} making what is said meanwhile
 */
async function taken(s, path, name, making) {
  const { token } = s.session;
  const headers = { ...(token && { Authorization: `Bearer ${token}` }) };
  const signal = s.study?.stop.signal;
  alter(s, { making });
  try {
    const answer = await fetch(`${base(s)}/${path}`, { headers, signal });
    if (!answer.ok) {
      const why = await answer.json().catch(() => ({}));
      return new Refused(answer.status, why.error ?? {});
    }
    download(name, await answer.blob(), answer.headers.get("content-type") ?? "");
  } catch {
    return signal?.aborted ? null : new Refused(0, { text: "The server does not answer." });
  } finally {
    alter(s, { making: "" });
  }
  return null;
}
