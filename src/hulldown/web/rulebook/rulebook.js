/** The rulebook page: numbered rules by chapter, the options where they apply, and a search. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { prose } from "./prose.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const ruleset = location.pathname.split("/").filter(Boolean).pop() ?? "";

/** @typedef {{id: string, mark: string, text: string}} Rule */
/** @typedef {import("../shared/types.js").OptionInfo} OptionInfo */

const MARKS = {
  source: "as printed",
  ruling: "our ruling",
  option: "an option",
  prose: "explanation",
};

function paragraph(/** @type {Rule} */ rule, /** @type {OptionInfo[]} */ options) {
  return h(
    "section",
    { class: "para", id: rule.id, "data-words": `${rule.id} ${rule.text}`.toLowerCase() },
    h("a", { class: "id", href: `#${rule.id}` }, rule.id),
    h("div", { class: "text" }, prose(rule.text), options.map(variant)),
    rule.mark
      ? h("span", { class: `mark m-${rule.mark}`, title: MARKS[rule.mark] ?? "" }, rule.mark)
      : h("span"),
  );
}

function variant(/** @type {OptionInfo} */ option) {
  const values = option.number ? `${option.low} to ${option.high}` : option.values.join(", ");
  return h(
    "p",
    { class: "variant" },
    h("b", {}, "Option "),
    h("code", {}, option.id),
    `: ${values}; as it stands `,
    h("b", {}, option.default),
    `. ${option.text}`,
  );
}

function chapter(
  /** @type {{title: string, rules: Rule[]}} */ part,
  /** @type {number} */ index,
  /** @type {OptionInfo[]} */ options,
) {
  const variants = (/** @type {Rule} */ rule) => options.filter((o) => o.rule === rule.id);
  return h(
    "section",
    { class: "chapter", id: `chapter-${index}` },
    h("h2", {}, part.title),
    part.rules.map((r) => paragraph(r, variants(r))),
  );
}

/** Show only the rules that hold every word asked for. */
function find(/** @type {string} */ asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".para"))) {
    el.hidden = !words.every((word) => el.dataset.words?.includes(word));
    if (!el.hidden) count += 1;
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chapter")))
    part.hidden = !part.querySelector(".para:not([hidden])");
  $("found").textContent = words.length ? `${count} rules` : "";
}

/** Go to the rule in the address; a search that hides it is taken back. */
function jump() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden || target.closest("[hidden]")) {
    /** @type {HTMLInputElement} */ ($("find")).value = "";
    find("");
  }
  target.scrollIntoView({ block: "start" });
  document.querySelector(".para.here")?.classList.remove("here");
  target.classList.add("here");
}

async function open() {
  const [book, { options }] = await Promise.all([
    call(`/api/rulesets/${ruleset}/rulebook`),
    call(`/api/rulesets/${ruleset}`),
  ]);
  document.title = `${book.name}, rulebook \u00b7 hulldown`;
  $("name").textContent = book.name;
  $("chapters").replaceChildren(
    ...book.chapters.map((/** @type {any} */ c, /** @type {number} */ i) =>
      h("li", {}, h("a", { href: `#chapter-${i}` }, c.title)),
    ),
  );
  $("pages").replaceChildren(
    ...book.chapters.map((/** @type {any} */ c, /** @type {number} */ i) => chapter(c, i, options)),
  );
  jump();
}

addEventListener("hashchange", jump);
$("find").addEventListener("input", () => find(/** @type {HTMLInputElement} */ ($("find")).value));
open().catch((error) => $("pages").replaceChildren(h("p", {}, error.message)));
