/** Printing cards: which, how many, on what paper; as sheets from the browser, as PDF or as SVG. */

import { drawing, h, SIDES } from "../shared/dom.js";
import { ask, garage } from "./garage.js";

const MOST = 48;
/** @type {HTMLDialogElement} */ let slip;
/** @type {Map<string, number>} */ const counts = new Map();
const how = {
  paper: /^en-(US|CA)/.test(navigator.language) ? "letter" : "a4",
  side: 0,
  summary: false,
};

export function printing(/** @type {HTMLElement} */ el) {
  slip = /** @type {HTMLDialogElement} */ (el);
}

/** What can be printed: the draft, what is kept, and the samples. */
function printable() {
  return [
    { key: "draft", name: garage.build.name || "This build", note: "in work", build: garage.build },
    ...garage.shelf.map((one) => ({
      key: one.id,
      name: one.name,
      note: one.budget ? `saved, ${one.cost} points` : "saved",
      build: one.build,
    })),
    ...garage.offer.samples.map((one) => ({
      key: `sample ${one.id}`,
      name: one.name,
      note: "sample",
      build: one.build,
    })),
  ];
}

export function openPrinting() {
  counts.clear();
  counts.set("draft", 1);
  draw();
  slip.showModal();
}

function draw() {
  const radio = (
    /** @type {"paper"|"side"} */ what,
    /** @type {any} */ value,
    /** @type {string} */ word,
  ) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: what,
        checked: how[what] === value,
        onchange: () => Object.assign(how, { [what]: value }),
      }),
      h("span", {}, word),
    );
  slip.replaceChildren(
    h("h2", { id: "printing-title" }, "Print cards"),
    h("ul", { class: "lines" }, printable().map(row)),
    h(
      "fieldset",
      { class: "kinds" },
      h("legend", {}, "Paper"),
      radio("paper", "a4", "A4"),
      radio("paper", "letter", "Letter"),
    ),
    h(
      "fieldset",
      { class: "kinds" },
      h("legend", {}, "Side"),
      SIDES.map((name, side) =>
        radio("side", side, `${name}, ${side ? "hatched head" : "black head"}`),
      ),
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: how.summary,
        onchange: (/** @type {any} */ e) => {
          how.summary = e.target.checked;
        },
      }),
      " with a sheet that sums up the force",
    ),
    h("p", { class: "wrong", role: "alert" }),
    h(
      "div",
      { class: "row" },
      h("button", { class: "cta", onclick: () => go(print) }, "Print"),
      h("button", { class: "plain", onclick: () => go(pdf) }, "PDF"),
      h("button", { class: "plain", onclick: () => go(pictures) }, "SVG"),
      h("button", { class: "plain", onclick: () => slip.close() }, "Close"),
    ),
  );
}

function row(/** @type {{key: string, name: string, note: string}} */ one) {
  return h(
    "li",
    {},
    h("span", { class: "what" }, h("b", {}, one.name), h("small", {}, one.note)),
    h("input", {
      type: "number",
      class: "num",
      min: 0,
      max: MOST,
      value: counts.get(one.key) ?? 0,
      "aria-label": `Cards of ${one.name}`,
      oninput: (/** @type {any} */ e) =>
        counts.set(one.key, Math.max(0, Math.min(MOST, Math.floor(Number(e.target.value) || 0)))),
    }),
  );
}

/** What was asked for, as the server takes it. */
function order() {
  const builds = printable().flatMap((one) => Array(counts.get(one.key) ?? 0).fill(one.build));
  if (!builds.length) throw new Error("Say how many cards of which build.");
  if (builds.length > MOST) throw new Error(`At most ${MOST} cards at a time.`);
  return { builds, ...how };
}

async function go(/** @type {(o: any) => Promise<void>} */ act) {
  const wrong = /** @type {HTMLElement} */ (slip.querySelector(".wrong"));
  try {
    wrong.textContent = "";
    await act(order());
  } catch (error) {
    wrong.textContent = /** @type {Error} */ (error).message;
  }
}

/** The sheets instead of the page, for as long as the browser prints. */
async function print(/** @type {any} */ asked) {
  const { pages } = await ask("cards", asked);
  const sheet = /** @type {HTMLElement} */ (document.getElementById("sheet"));
  sheet.className = asked.paper;
  sheet.replaceChildren(...pages.map(drawing));
  slip.close();
  window.print();
}

async function pictures(/** @type {any} */ asked) {
  const { pages } = await ask("cards", asked);
  pages.forEach((/** @type {string} */ page, /** @type {number} */ i) =>
    download(`cards${i ? `-${i + 1}` : ""}.svg`, page, "image/svg+xml"),
  );
}

async function pdf(/** @type {any} */ asked) {
  const answer = await fetch(`/api/rulesets/${garage.ruleset}/cards.pdf`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ options: garage.options, ...asked }),
  });
  if (!answer.ok) throw new Error((await answer.json()).error?.text ?? "The server refused this.");
  download("cards.pdf", await answer.blob(), "application/pdf");
}

/** Give the person a file. */
export function download(
  /** @type {string} */ name,
  /** @type {BlobPart} */ content,
  /** @type {string} */ type,
) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
