/** A rule in a slip over the table, which stays as it is; from there to its whole chapter. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { written } from "../shared/trusted_html.js";

/** @import { RuleAnswer } from "api" */

/** @type {Record<string, string>} */
const MARKS = {
  source: "as printed",
  base: "as printed in the game it was written for",
  ruling: "our ruling, where the printed rules are silent",
  option: "an option",
};

/**
 * The slip that is open, and the addresses of the rules that were read in it, the last one shown.
 * @type {{slip: HTMLDialogElement|null, read: string[]}}
 */
const open = { slip: null, read: [] };

/** Show the rule that an address of a rulebook names. */
export async function showRule(/** @type {string} */ href) {
  const told = await asked(href);
  open.read.push(href);
  const slip = open.slip ?? laid();
  fill(slip, told);
}

/** What the server says of a rule, with the numbers in force that the address names. */
function asked(/** @type {string} */ href) {
  const { pathname, search, hash } = new URL(href, location.href);
  const ruleset = pathname.split("/").filter(Boolean)[1];
  const id = decodeURIComponent(hash.slice(1));
  return /** @type {Promise<RuleAnswer>} */ (
    call(`/api/rulesets/${ruleset}/rules/${encodeURIComponent(id)}${search}`)
  );
}

/** The slip, empty; Escape, its button or a click beside it close it. */
function laid() {
  const closed = () => {
    slip.remove();
    open.slip = null;
    open.read = [];
  };
  const slip = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "slip ask ruling", "aria-labelledby": "ruling", onclose: closed })
  );
  slip.addEventListener("click", (event) => event.target === slip && slip.close());
  document.body.append(slip);
  slip.showModal();
  open.slip = slip;
  return slip;
}

function fill(/** @type {HTMLDialogElement} */ slip, /** @type {RuleAnswer} */ told) {
  const { id, mark, name, title, html, address, explained } = told;
  const links = explained.map((one, i) => [i > 0 && ", ", book(one.address, one.title)]);
  const back = () => {
    open.read.pop();
    const before = open.read.pop();
    if (before) showRule(before).catch(() => slip.close());
  };
  const several = open.read.length > 1;
  slip.replaceChildren(
    h("h2", { id: "ruling", tabindex: -1 }, title),
    h("p", { class: "sub" }, `${name}, rule ${id} \u00b7 ${MARKS[mark] ?? mark}`),
    h("div", { class: "text" }, written(html)),
    h(
      "p",
      { class: "sub" },
      links.length > 0 && ["Explained in ", links, " \u00b7 "],
      whole(address),
    ),
    h(
      "form",
      { method: "dialog", class: "row" },
      several && h("button", { type: "button", class: "plain", onclick: back }, "Back"),
      h("button", { class: "cta" }, "Close"),
    ),
  );
  slip.scrollTop = 0;
  /** @type {HTMLElement} */ (slip.querySelector("h2")).focus();
}

const book = (/** @type {string} */ href, /** @type {string} */ words) =>
  h("a", { href, target: "rulebook" }, words);

const whole = (/** @type {string} */ href) => book(href, "The whole chapter");
