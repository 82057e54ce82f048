/**
 * Words of the rules are marked wherever they are shown: labels and equipment of cards whole, in
 * running text only abbreviations, as "Close" or "Move" is a plain word there.
 */

import { h } from "../shared/dom.js";

/** @import { Reader, Terms } from "./types.js" */

const LABELS = ".card dt, .card .crew b";
const LISTS = ".card .gear li";
const TEXTS = ".log .say, .log .m, .odds p, .odds dt, .extras li";
const SIGNS = ".card [data-is]";
const ABBREVIATION = /^(?:[A-Z]{2,4}|[A-Z][vrwd]|RoF)$/;

const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What finds words in a text: one expression for any of them, the longest first. */
function finder(/** @type {string[]} */ words) {
  const any = words
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  return any ? new RegExp(`(?<![\\w-])(${any})(?![\\w-])`) : /$^/;
}

/** The words of a glossary, with their keys. @returns {Reader} */
export function reader(/** @type {Terms} */ terms) {
  const words = new Map(
    Object.entries(terms)
      .filter(([key]) => key.startsWith("word."))
      .flatMap(([key, one]) => [key.slice(5), ...one.words].map((word) => [word, key])),
  );
  const all = [...words.keys()];
  return { words, any: finder(all), short: finder(all.filter((word) => ABBREVIATION.test(word))) };
}

const term = (/** @type {string} */ text, /** @type {string} */ key) =>
  h("span", { class: "term", "data-is": key, role: "button", tabindex: "-1" }, text);

/** Mark what is new in the panels. */
export function mark(
  /** @type {Element} */ table,
  /** @type {Terms} */ terms,
  /** @type {Reader} */ read,
) {
  const fresh = (/** @type {string} */ where) =>
    [...table.querySelectorAll(where)].filter((el) => !el.hasAttribute("data-read"));
  for (const el of fresh(LABELS)) {
    const key = read.words.get(el.textContent ?? "");
    if (key) el.replaceChildren(term(el.textContent ?? "", key));
    else words(el, read, read.any);
  }
  for (const el of fresh(LISTS)) words(el, read, read.any);
  for (const el of fresh(TEXTS)) words(el, read, read.short);
  for (const el of fresh(SIGNS)) sign(el, terms);
  for (const el of fresh(`${LABELS}, ${LISTS}, ${TEXTS}, ${SIGNS}`))
    el.setAttribute("data-read", "");
  for (const panel of table.querySelectorAll(".card, .log, .odds, .beside")) {
    const all = panel.querySelectorAll(".term");
    if (all.length && !panel.querySelector('.term[tabindex="0"]'))
      all[0].setAttribute("tabindex", "0");
  }
}

/** A thing of a card that its panel has given a key, and that the glossary knows. */
function sign(/** @type {Element} */ el, /** @type {Terms} */ terms) {
  if (!terms[el.getAttribute("data-is")?.split(" ")[0] ?? ""]) return;
  el.classList.add("term");
  el.setAttribute("tabindex", "-1");
  if (el.tagName === "SPAN") el.setAttribute("role", "button");
}

/** The words in the text of an element. */
function words(/** @type {Element} */ el, /** @type {Reader} */ read, /** @type {RegExp} */ find) {
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = /** @type {Text} */ (walk.currentNode);
    if (!node.parentElement?.closest(".term, a, button, svg") && find.test(node.data))
      found.push(node);
  }
  for (const node of found) {
    const parts = node.data.split(find);
    node.replaceWith(
      ...parts.map((part, i) => (i % 2 ? term(part, read.words.get(part) ?? "") : part)),
    );
  }
}
