/** What the source says, and what is ours: every ruling beside the words it goes by. */

import { $, h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { named, written } from "../shared/trusted_html.js";
import { searching } from "./search.js";
import { variant } from "./variants.js";

/** @import { OptionInfo } from "../shared/types.js" */
/** @import { Own } from "./types.js" */

const ruleset = location.pathname.split("/").filter(Boolean)[1] ?? "";
const MARKS = ["ruling", "base", "option", "source"];
/** @type {Record<string, string>} */
const TOLD = {
  ruling: "rulings",
  base: "of the parent",
  option: "optional rules",
  source: "printed, with a switch or addition of ours",
};
/** @type {Record<string, string>} */
const SILENT = {
  ruling: "Silent: it says nothing about this.",
  base: "It takes this from the game it was written for, without repeating it.",
  option: "The source has no words on this one; you can switch it on or off.",
  source: "It says so itself.",
};
/** @type {Record<string, string>} */
const HOW = { says: "", cites: "cited", before: "the rule before" };

function said(/** @type {Own} */ rule) {
  if (!rule.said.length) return h("p", { class: "sub" }, SILENT[rule.mark] ?? "");
  return rule.said.map((one) =>
    h(
      "p",
      {},
      one.how !== "says" && [
        h("a", { class: "rule", href: `/rulebook/${ruleset}#${one.rule}` }, one.rule),
        h("span", { class: "sub" }, ` ${HOW[one.how]}: `),
      ],
      written(one.html),
    ),
  );
}

const row = (/** @type {Own} */ rule, /** @type {OptionInfo[]} */ options) =>
  h(
    "section",
    { class: "pair", id: rule.id, "data-mark": rule.mark, "data-switch": options.length > 0 },
    h(
      "header",
      {},
      h("a", { class: "id", href: `/rulebook/${ruleset}#${rule.id}` }, rule.id),
      h("span", { class: `mark m-${rule.mark}` }, rule.mark),
    ),
    h("div", { class: "source" }, h("h3", {}, "The source"), said(rule)),
    h(
      "div",
      { class: "own" },
      h("h3", {}, "Ours"),
      h("div", { class: "text" }, written(rule.html)),
      options.map((option) => variant(ruleset, option)),
    ),
  );

/** Show only what the form asks for, and count it. */
function sift(/** @type {HTMLFormElement} */ form) {
  const asked = new FormData(form);
  let count = 0;
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".pair"))) {
    const marked = asked.has(el.dataset.mark ?? "");
    el.hidden = !marked || (asked.has("switch") && el.dataset.switch === undefined);
    if (!el.hidden) count += 1;
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chapter")))
    part.hidden = !part.querySelector(".pair:not([hidden])");
  $("count").textContent = `${count} rules`;
}

function filter(/** @type {Record<string, number>} */ counts) {
  const tick = (
    /** @type {string} */ name,
    /** @type {import("../shared/dom.js").Piece} */ words,
    checked = true,
  ) => h("label", { class: "tick" }, h("input", { type: "checkbox", name, checked }), words);
  const form = h(
    "form",
    { class: "sift", "aria-label": "What is shown" },
    MARKS.filter((mark) => counts[mark]).map((mark) => tick(mark, `${counts[mark]} ${TOLD[mark]}`)),
    tick("switch", "only with a switch", false),
    h("span", { class: "sub", id: "count", role: "status" }),
  );
  form.addEventListener("change", () => sift(form));
  return form;
}

async function open() {
  const found = await call(`/api/rulesets/${ruleset}/ours`);
  document.title = `What is ours, ${found.name} \u00b7 hulldown`;
  $("name").textContent = found.name;
  /** @type {HTMLAnchorElement} */ ($("whole")).href = `/rulebook/${ruleset}`;
  const rules = found.chapters.flatMap((/** @type {{rules: Own[]}} */ one) => one.rules);
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { mark } of rules) counts[mark] = (counts[mark] ?? 0) + 1;
  const options = (/** @type {Own} */ rule) =>
    found.options.filter((/** @type {OptionInfo} */ o) => rule.switches.includes(o.id));
  const form = filter(counts);
  $("chapters").replaceChildren(
    ...found.chapters.map((/** @type {any} */ one, /** @type {number} */ i) =>
      h(
        "li",
        {},
        h("a", { href: `#part-${i}` }, `${one.title} `, h("small", {}, one.rules.length)),
      ),
    ),
  );
  $("pages").replaceChildren(
    h(
      "section",
      { class: "thanks text" },
      h("h2", {}, "What the source says, what is ours"),
      written(found.source),
    ),
    found.additions.length
      ? h("p", { class: "sub" }, "Whole tables that are ours: ", ...listed(found.additions))
      : "",
    form,
    ...found.chapters.map((/** @type {any} */ one, /** @type {number} */ i) =>
      h(
        "section",
        { class: "chapter", id: `part-${i}` },
        h("h2", {}, one.title),
        h(
          "p",
          { class: "sub" },
          `${one.rules.length} of ours, ${one.source} as the source has them.`,
        ),
        one.rules.map((/** @type {Own} */ rule) => row(rule, options(rule))),
      ),
    ),
  );
  named($("pages"));
  sift(form);
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

const listed = (/** @type {string[]} */ parts) =>
  parts.map((part, i) => h("span", {}, i > 0 && "; ", written(part)));

searching(ruleset);
opening(document.querySelector("#pages > .sub"), open(), (error) =>
  $("pages").replaceChildren(h("p", {}, error.message)),
);
