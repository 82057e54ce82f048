/** The little Markdown of the rulebooks as elements: paragraphs, lists, tables, code, bold, italic, rule ids. */

import { h } from "../shared/dom.js";

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\b[A-Z]{2,4}-\d+\.\d+\b)/;

/** A line with its marks. */
export function line(/** @type {string} */ text) {
  return text.split(MARKS).map((part) => {
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("b", {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("i", {}, part.slice(1, -1));
    if (/^[A-Z]{2,4}-\d+\.\d+$/.test(part))
      return h("a", { class: "rule", href: `#${part}` }, part);
    return part;
  });
}

/** A rule's text: blocks parted by empty lines, tables and lists among them. */
export function prose(/** @type {string} */ text) {
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

let tables = 0; // so far: each is a region with a name of its own, so that keys can push it sideways

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
    { class: "wide", tabindex: 0, role: "region", "aria-label": `Table ${++tables}` },
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
