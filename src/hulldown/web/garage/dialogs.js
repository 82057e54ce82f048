/** Slips over the page, loaded with the first of them: bringing a build in, printing cards. */

import { $, drawing, h, rule, SIDES } from "../shared/dom.js";
import { call, download, textOf, withSetup } from "../shared/net.js";
import { ask, work } from "./draft.js";

/** @import { Garage, Printable, Problem, Wish } from "./types.js" */

const slip = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ ($(id));

const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, cls = "plain") =>
  h("button", { class: cls, onclick }, words);

// ---------------------------------------------------------------- importing

const LARGEST = 16_384; // bytes of a file that may be a build

/** The slip for a file, or text that was pasted; what was written into it stays. */
export function openImport(/** @type {Garage} */ g) {
  const box = slip("importing");
  const { text, wrong } = importing(box, g);
  wrong.replaceChildren();
  text.placeholder = g.judged?.toml ?? "";
  box.showModal();
  text.focus();
}

/** Its field for the text and its list of what is wrong; the slip is filled the first time. */
function importing(/** @type {HTMLDialogElement} */ box, /** @type {Garage} */ g) {
  if (!box.childElementCount) {
    const field = { rows: 9, spellcheck: "false", "aria-label": "Text of a build file" };
    const accept = ".toml,text/plain,application/toml";
    const onchange = (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) takeFile(g, file);
    };
    const file = h("input", { class: "vh", type: "file", accept, onchange });
    const words = "Paste the text of a build file, or open one. It works with hulldown build too.";
    box.append(
      h("h2", { id: "importing-title" }, "Import a build"),
      h("p", { class: "sub" }, words),
      h("textarea", field),
      h("ul", { class: "broken", role: "alert" }),
      h(
        "div",
        { class: "row" },
        h("label", { class: "plain file" }, "Open a file", file),
        button("Import", () => take(g), "cta"),
        button("Close", () => box.close()),
      ),
    );
  }
  const text = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const wrong = /** @type {HTMLElement} */ (box.querySelector(".broken"));
  return { text, wrong };
}

/** A file that was chosen or dropped on the page. */
export async function takeFile(/** @type {Garage} */ g, /** @type {File} */ file) {
  const box = slip("importing");
  if (!box.open) openImport(g);
  const { text, wrong } = importing(box, g);
  if (file.size > LARGEST) return complain(wrong, `${file.name} is too large for a build.`);
  try {
    text.value = await textOf(file);
  } catch (error) {
    return complain(wrong, /** @type {Error} */ (error).message);
  }
  await take(g);
}

async function take(/** @type {Garage} */ g) {
  const box = slip("importing");
  const { text, wrong } = importing(box, g);
  try {
    const body = { toml: text.value };
    const { build, problems } = await call(`/api/rulesets/${g.ruleset}/import`, { body });
    wrong.replaceChildren(...problems.map(complaint));
    if (!build) return;
    box.close();
    text.value = "";
    work(g, build, "", `You are working on ${build.name || "a build"}, as imported.`);
  } catch (error) {
    complain(wrong, /** @type {Error} */ (error).message);
  }
}

const complain = (/** @type {HTMLElement} */ wrong, /** @type {string} */ words) =>
  wrong.replaceChildren(h("li", {}, words));

/** A mistake with its line, its field and the rule behind it. */
function complaint(/** @type {Problem} */ { line, field, text, rule: id }) {
  const where = [line && `Line ${line}`, field].filter(Boolean).join(", ");
  return h("li", {}, h("b", {}, where), where && ": ", text, " ", rule(id));
}

// ---------------------------------------------------------------- printing

const MOST = 48; // cards at a time

/** What can be printed: the draft, what is kept, and the samples. @returns {Printable[]} */
const printable = (/** @type {Garage} */ { build, shelf, offer }) => [
  { key: "draft", name: build.name || "This build", note: "in work", build },
  ...shelf.map((one) => ({
    key: one.id,
    name: one.name,
    note: one.budget ? `saved, ${one.cost} points` : "saved",
    build: one.build,
  })),
  ...offer.samples.map((one) => ({
    key: `sample ${one.id}`,
    name: one.name,
    note: "sample",
    build: one.build,
  })),
];

/** Which cards, how many, on what paper; as sheets from the browser, as PDF or as SVG. */
export function openPrinting(/** @type {Garage} */ g) {
  const { print } = g;
  const box = slip("printing");
  const wrong = h("p", { class: "wrong", role: "alert" });
  const radio = (
    /** @type {"paper"|"side"} */ name,
    /** @type {string|number} */ value,
    /** @type {string} */ words,
  ) => {
    const onchange = () => Object.assign(print, { [name]: value });
    const input = h("input", { type: "radio", name, checked: print[name] === value, onchange });
    return h("label", {}, input, h("span", {}, words));
  };
  const sum = (/** @type {any} */ event) => {
    print.summary = event.target.checked;
  };
  const go = (/** @type {(g: Garage, wish: Wish) => Promise<void>} */ act) => async () => {
    try {
      wrong.textContent = "";
      await act(g, wished(g));
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  };
  const head = (/** @type {number} */ side) => (side ? "hatched head" : "black head");
  const sides = SIDES.map((name, side) => radio("side", side, `${name}, ${head(side)}`));
  const papers = [radio("paper", "a4", "A4"), radio("paper", "letter", "Letter")];
  print.counts = new Map([["draft", 1]]);
  box.replaceChildren(
    h("h2", { id: "printing-title" }, "Print cards"),
    h(
      "ul",
      { class: "lines" },
      printable(g).map((one) => row(g, one)),
    ),
    h("fieldset", { class: "kinds" }, h("legend", {}, "Paper"), papers),
    h("fieldset", { class: "kinds" }, h("legend", {}, "Side"), sides),
    h(
      "label",
      {},
      h("input", { type: "checkbox", checked: print.summary, onchange: sum }),
      " with a sheet that sums up the force",
    ),
    wrong,
    h(
      "div",
      { class: "row" },
      button("Print", go(sheets), "cta"),
      button("PDF", go(pdf)),
      button("SVG", go(pictures)),
      button("Close", () => box.close()),
    ),
  );
  box.showModal();
}

function row(/** @type {Garage} */ { print }, /** @type {Printable} */ { key, name, note }) {
  const oninput = (/** @type {any} */ event) => {
    const wish = Math.floor(Number(event.target.value) || 0);
    print.counts.set(key, Math.max(0, Math.min(MOST, wish)));
  };
  const number = { type: "number", class: "num", min: 0, max: MOST, oninput };
  const value = print.counts.get(key) ?? 0;
  return h(
    "li",
    {},
    h("span", { class: "what" }, h("b", {}, name), h("small", {}, note)),
    h("input", { ...number, value, "aria-label": `Cards of ${name}` }),
  );
}

/** What was asked for, as the server takes it. @returns {Wish} */
function wished(/** @type {Garage} */ g) {
  const { counts, ...how } = g.print;
  const builds = printable(g).flatMap((one) => Array(counts.get(one.key) ?? 0).fill(one.build));
  if (!builds.length) throw new Error("Choose how many cards of each build.");
  if (builds.length > MOST) throw new Error(`At most ${MOST} cards at a time.`);
  return { builds, ...how };
}

/** The sheets instead of the page, for as long as the browser prints. */
async function sheets(/** @type {Garage} */ g, /** @type {Wish} */ wish) {
  const { pages } = await ask(g, "cards", wish);
  $("sheet").className = wish.paper;
  $("sheet").replaceChildren(...pages.map(drawing));
  slip("printing").close();
  window.print();
}

async function pictures(/** @type {Garage} */ g, /** @type {Wish} */ wish) {
  const { pages } = await ask(g, "cards", wish);
  for (const [i, page] of pages.entries())
    download(`cards${i ? `-${i + 1}` : ""}.svg`, page, "image/svg+xml");
}

async function pdf(/** @type {Garage} */ g, /** @type {Wish} */ wish) {
  const body = JSON.stringify({ options: g.options, ...wish });
  const headers = { "Content-Type": "application/json" };
  const address = `/api/rulesets/${g.ruleset}/cards.pdf`;
  const answer = await fetch(withSetup(address), { method: "POST", headers, body });
  if (!answer.ok) throw new Error((await answer.json()).error?.text ?? "The server refused this.");
  download("cards.pdf", await answer.blob(), "application/pdf");
}
