/** The rulebook page: numbered rules by chapter, options where they apply, a search. */

import { $, h } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @import { OptionInfo } from "../shared/types.js" */

const ruleset = location.pathname.split("/").filter(Boolean).pop() ?? "";

/** @typedef {{id: string, mark: string, text: string}} Rule */

/** @type {Record<string, string>} */
const MARKS = {
  source: "as printed",
  ruling: "our ruling",
  option: "an option",
  prose: "explanation",
};

/**
 * What a pack says beside rules, by their ids.
 * @typedef {{name: string, notes: Record<string, string>}} Told
 */

function paragraph(
  /** @type {Rule} */ rule,
  /** @type {OptionInfo[]} */ options,
  /** @type {Told} */ { name, notes },
) {
  const note = notes[rule.id];
  return h(
    "section",
    { class: "para", id: rule.id, "data-words": `${rule.id} ${rule.text}`.toLowerCase() },
    h("a", { class: "id", href: `#${rule.id}` }, rule.id),
    h(
      "div",
      { class: "text" },
      prose(rule.text),
      note && h("p", { class: "variant" }, h("b", {}, `${name}: `), note),
      options.map(variant),
    ),
    rule.mark
      ? h("span", { class: `mark m-${rule.mark}`, title: MARKS[rule.mark] ?? "" }, rule.mark)
      : h("span"),
  );
}

/** The workshop with a number or an option in its hands. */
const inHand = (/** @type {string} */ id) =>
  `/workshop?${new URLSearchParams({ ruleset, value: id })}`;

/** The Lab with the question whether another value changes who wins. */
const whatIf = (/** @type {string} */ option) => `/lab?${new URLSearchParams({ ruleset, option })}`;

/** A way to the Lab for each other value; of a number, to be chosen there. */
function ifs(/** @type {OptionInfo} */ { id, number, values, default: printed }) {
  const link = (/** @type {string} */ option, /** @type {string} */ words) => {
    const name = number ? `What if ${id} were another?` : `What if ${id} were ${words}?`;
    return h("a", { href: whatIf(option), "aria-label": name }, number ? "What if?" : words);
  };
  if (number) return [link(id, "")];
  const others = values.filter((value) => value !== printed);
  return [
    "What if ",
    others.map((value, i) => [i > 0 && ", ", link(`${id}=${value}`, value)]),
    "?",
  ];
}

function variant(/** @type {OptionInfo} */ option) {
  const values = option.number ? `${option.low} to ${option.high}` : option.values.join(", ");
  return h(
    "p",
    { class: "variant" },
    h("b", {}, option.value ? "Number " : "Option "),
    h("code", {}, option.id),
    `: ${values}; as it stands `,
    h("b", {}, option.default),
    `. ${option.text} `,
    ifs(option),
    " \u00b7 ",
    h(
      "a",
      { href: inHand(option.id), "aria-label": `Change it in the Workshop: ${option.id}` },
      "Change it",
    ),
  );
}

function chapter(
  /** @type {{title: string, rules: Rule[]}} */ part,
  /** @type {number} */ index,
  /** @type {OptionInfo[]} */ options,
  /** @type {Told} */ told,
) {
  const variants = (/** @type {Rule} */ rule) => options.filter((o) => o.rule === rule.id);
  return h(
    "section",
    { class: "chapter", id: `chapter-${index}` },
    h("h2", {}, part.title),
    part.rules.map((r) => paragraph(r, variants(r), told)),
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
  const [book, { options }] = await Promise.all([
    call(`/api/rulesets/${ruleset}/rulebook?${asked}`),
    call(`/api/rulesets/${ruleset}/variants`),
  ]);
  document.title = `${book.name}, rulebook \u00b7 hulldown`;
  $("name").textContent = book.name;
  $("chapters").replaceChildren(
    ...book.chapters.map((/** @type {any} */ c, /** @type {number} */ i) =>
      h("li", {}, h("a", { href: `#chapter-${i}` }, c.title)),
    ),
  );
  $("pages").replaceChildren(
    ...book.chapters.map((/** @type {any} */ c, /** @type {number} */ i) =>
      chapter(c, i, options, told),
    ),
  );
  for (const [i, table] of document.querySelectorAll(".text .wide").entries())
    table.setAttribute("aria-label", `Table ${i + 1}`);
  jump();
}

// ---------------------------------------------------------------- the little Markdown of rulebooks

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\b[A-Z]{2,4}-\d+\.\d+\b)/;

/** A line with its marks. */
function line(/** @type {string} */ text) {
  return text.split(INLINE).map((part) => {
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("b", {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("i", {}, part.slice(1, -1));
    if (/^[A-Z]{2,4}-\d+\.\d+$/.test(part))
      return h("a", { class: "rule", href: `#${part}` }, part);
    return part;
  });
}

/** A rule's text: blocks parted by empty lines, tables and lists among them. */
function prose(/** @type {string} */ text) {
  /** @type {HTMLElement[]} */ const out = [];
  /** @type {string[]} */ let block = [];
  let kind = "p";
  const close = () => {
    if (block.length) out.push(element(kind, block));
    block = [];
  };
  for (const raw of text.split("\n")) {
    const row = raw.trim();
    const next = row.startsWith("|")
      ? "table"
      : /^([-*]|\d+\.) /.test(row)
        ? "ul"
        : kind === "ul" && row
          ? "ul"
          : "p";
    if (!row || next !== kind) close();
    kind = row ? next : "p";
    if (row) block.push(row);
  }
  close();
  return out;
}

function element(/** @type {string} */ kind, /** @type {string[]} */ rows) {
  if (kind === "table") return table(rows);
  if (kind === "ul")
    return h(
      "ul",
      {},
      items(rows).map((item) => h("li", {}, line(item))),
    );
  return h("p", {}, line(rows.join(" ")));
}

/** List rows; one without a bullet goes on with the item before. */
function items(/** @type {string[]} */ rows) {
  /** @type {string[]} */ const made = [];
  for (const row of rows) {
    if (/^([-*]|\d+\.) /.test(row) || !made.length) made.push(row.replace(/^([-*]|\d+\.) /, ""));
    else made[made.length - 1] += ` ${row}`;
  }
  return made;
}

/** A table is a region, so that keys can push it sideways; its name comes with its place. */
function table(/** @type {string[]} */ rows) {
  const cells = rows
    .filter((row) => !/^\|[\s:|-]+\|$/.test(row))
    .map((row) =>
      row
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((c) => c.trim()),
    );
  const [head, ...body] = cells;
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((c) => h("th", {}, line(c))),
        ),
      ),
      h(
        "tbody",
        {},
        body.map((row) =>
          h(
            "tr",
            {},
            row.map((c) => h("td", {}, line(c))),
          ),
        ),
      ),
    ),
  );
}

addEventListener("hashchange", jump);
$("find").addEventListener("input", () => find(/** @type {HTMLInputElement} */ ($("find")).value));
open().catch((error) => $("pages").replaceChildren(h("p", {}, error.message)));
