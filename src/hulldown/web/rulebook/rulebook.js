/** The rulebook page: two pages for quick reference, chapters to read, the numbered rules. */

import { $, h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { named, written } from "../shared/trusted_html.js";
import { searching } from "./search.js";
import { variant } from "./variants.js";

/** @import { OptionInfo } from "../shared/types.js" */
/** @import { Book, Reading, Rule, Told, Uses } from "./types.js" */

const ruleset = location.pathname.split("/").filter(Boolean)[1] ?? "";

/** @type {Record<string, string>} */
const MARKS = {
  source: "as printed",
  base: "of the game it was written for",
  ruling: "our ruling",
  option: "an option",
};

function paragraph(
  /** @type {Rule} */ rule,
  /** @type {OptionInfo[]} */ options,
  /** @type {Told} */ { name, notes },
  /** @type {Reading[]} */ reading,
) {
  const note = notes[rule.id];
  return h(
    "section",
    { class: "para", id: rule.id },
    h("a", { class: "id", href: `#${rule.id}` }, rule.id),
    h(
      "div",
      { class: "text" },
      written(rule.html),
      note && h("p", { class: "variant" }, h("b", {}, `${name}: `), note),
      options.map((option) => variant(ruleset, option)),
      explained(reading, rule.id),
      used(ruleset, rule.id),
    ),
    h("span", { class: `mark m-${rule.mark}`, title: MARKS[rule.mark] ?? "" }, rule.mark),
  );
}

/** The quick reference, where there is one. */
const quick = (/** @type {Book} */ { quickref }) =>
  quickref
    ? [
        h(
          "section",
          { class: "chapter quick", id: "quickref" },
          h("h2", {}, "Quick reference"),
          h("div", { class: "sheet" }, written(quickref)),
        ),
      ]
    : [];

const readable = (/** @type {Reading} */ one) =>
  h(
    "section",
    { class: "chapter prose", id: one.id },
    h("h2", {}, one.title),
    h("div", { class: "text" }, written(one.html)),
  );

function chapter(
  /** @type {Book["chapters"][0]} */ part,
  /** @type {number} */ index,
  /** @type {OptionInfo[]} */ options,
  /** @type {Told} */ told,
  /** @type {Reading[]} */ reading,
) {
  const own = (/** @type {Rule} */ rule) => options.filter((o) => o.rule === rule.id);
  return h(
    "section",
    { class: "chapter", id: `chapter-${index}` },
    h("h2", {}, titled(part.title)),
    part.html && h("div", { class: "text loose" }, written(part.html)),
    part.rules.map((r) => paragraph(r, own(r), told, reading)),
  );
}

const titled = (/** @type {string} */ title) => title.replaceAll("`", "");

/** The contents: what to read, then the rules. */
function contents(/** @type {Book} */ book) {
  const link = (/** @type {string} */ to, /** @type {string} */ title) =>
    h("li", {}, h("a", { href: `#${to}` }, title));
  const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ rows) =>
    rows.length ? h("li", {}, h("b", {}, title), h("ol", {}, rows)) : "";
  return [
    ...(book.quickref ? [link("quickref", "Quick reference")] : []),
    part(
      "To read",
      book.reading.map((one) => link(one.id, one.title)),
    ),
    part(
      "The rules",
      book.chapters.map((one, i) => link(`chapter-${i}`, titled(one.title))),
    ),
  ];
}

/** Go to the place in the address. */
function jump() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.scrollIntoView({ block: "start" });
  document.querySelector(".para.here")?.classList.remove("here");
  target.classList.add("here");
}

/** What the address asks for, with the numbers and the notes of the pack that it names. */
async function packed() {
  const asked = new URLSearchParams(location.search);
  const id = asked.get("pack");
  /** @type {Told} */ const none = { name: "", notes: {} };
  if (!id) return { told: none, asked };
  const { pack } = await call(`/api/workshop/packs/${id}`);
  const { name, notes = {}, values = {} } = pack.sheet;
  for (const [value, number] of Object.entries(values)) asked.append("value", `${value}=${number}`);
  return { told: { name, notes }, asked };
}

async function open() {
  const { told, asked } = await packed();
  /** @type {[Book, {options: OptionInfo[]}]} */
  const [book, { options }] = await Promise.all([
    call(`/api/rulesets/${ruleset}/rulebook?${asked}`),
    call(`/api/rulesets/${ruleset}/variants`),
  ]);
  document.title = `${book.name}, rulebook \u00b7 hulldown`;
  $("name").textContent = book.name;
  /** @type {HTMLAnchorElement} */ ($("ours")).href = `/rulebook/${ruleset}/ours`;
  $("chapters").replaceChildren(...contents(book));
  $("pages").replaceChildren(
    ...quick(book),
    ...book.reading.map(readable),
    ...book.chapters.map((part, i) => chapter(part, i, options, told, book.reading)),
  );
  named($("pages"));
  jump();
}

// ---------------------------------------------------------------- where a rule is used
// Asked for when it is first wanted, for all rules of a book at once.

/** @type {Map<string, Promise<Record<string, Uses>>>} */
const known = new Map();

function usesOf(/** @type {string} */ ruleset) {
  const found = known.get(ruleset) ?? call(`/api/rulesets/${ruleset}/uses`);
  known.set(ruleset, found);
  return found;
}

/** A line to open below a rule. */
function used(/** @type {string} */ ruleset, /** @type {string} */ id) {
  const list = h("dl", {});
  const box = h(
    "details",
    { class: "used" },
    h("summary", { "aria-label": `Used in: ${id}` }, "Used in"),
    list,
  );
  box.addEventListener("toggle", async () => {
    if (!box.open || list.firstChild) return;
    const found = (await usesOf(ruleset))[id];
    list.replaceChildren(...(found ? rows(found) : []));
    if (!list.firstChild) list.append(h("dd", {}, "Nothing else: it is here for readers."));
  });
  return box;
}

/** The chapters to read that tell a rule. */
function explained(/** @type {Reading[]} */ reading, /** @type {string} */ id) {
  const telling = reading.filter((one) => one.rules.includes(id));
  if (!telling.length) return null;
  const links = telling.map((one, i) => [i > 0 && ", ", h("a", { href: `#${one.id}` }, one.title)]);
  return h("p", { class: "explained" }, "Explained in ", links);
}

const rows = (/** @type {Uses} */ found) => [
  ...row("Log", found.log),
  ...row("Refusals", found.refusals),
  ...row("Sums", found.sums),
  ...row("Code", found.code, true),
  ...row("Files", found.files, true),
  ...row("Proof", proof(found)),
];

function proof(/** @type {Uses} */ { vectors, tests }) {
  const count = (/** @type {number} */ n, /** @type {string} */ what) =>
    n === 1 ? `1 ${what}` : `${n} ${what}s`;
  const told = [];
  if (vectors) told.push(count(vectors, "golden case"));
  if (tests) told.push(count(tests, "test"));
  return told;
}

function row(/** @type {string} */ name, /** @type {string[]} */ words, code = false) {
  if (!words.length) return [];
  const told = words.map((word) => h("li", {}, code ? h("code", {}, word) : word));
  return [h("dt", {}, name), h("dd", {}, h("ul", {}, told))];
}

// ---------------------------------------------------------------- start

addEventListener("hashchange", jump);
searching(ruleset);
opening(document.querySelector("#pages > .sub"), open(), (error) =>
  $("pages").replaceChildren(h("p", {}, error.message)),
);
