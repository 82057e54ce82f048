/** Elements in few words, and the words and signs that every page has. */

/**
 * What an element can hold; false, null and undefined are left out, lists are laid open.
 * @typedef {Node|string|number|boolean|null|undefined|any[]} Piece
 */

/**
 * Make an element. Attributes that are false or null are left out; those starting with "on"
 * are listeners.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attrs]
 * @param {...Piece} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "style")
      el.style.cssText = value; // an attribute would be refused by the page's content policy
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  el.append(...nodes(children));
  return el;
}

/** The pieces that are something, as an element takes them. */
export function nodes(/** @type {Piece[]} */ pieces) {
  return /** @type {any[]} */ (pieces.flat(9))
    .filter((c) => c || c === 0)
    .map((c) => (c instanceof Node ? c : String(c)));
}

/** An SVG element from markup of our own (no text of others in it). */
export function drawing(/** @type {string} */ markup) {
  const box = document.createElement("template");
  box.innerHTML = markup.trim();
  return /** @type {SVGElement} */ (box.content.firstElementChild);
}

/** A drawing from the sheet of symbols: decoration unless `label` says what it is. */
export function use(/** @type {string} */ id, cls = "i", label = "") {
  const svg = drawing(`<svg class="${cls}"><use href="#${id}"/></svg>`);
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** A style sheet more, once; done when it is in force, or cannot be had. @returns {Promise<any>} */
export const dressed = (/** @type {string} */ href) =>
  new Promise((done) => {
    if (document.querySelector(`link[href="${href}"]`)) done(null);
    else document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });

/** An element of the page that is always there. */
export const $ = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

const page = document.documentElement;

/** The sides by seat, as the board shows them. */
export const SIDES = ["Cobalt", "Rust"];

export const letter = (/** @type {number} */ side) => (side === 1 ? "b" : "a");

export const emblem = (/** @type {number} */ side) =>
  use(`s-${letter(side)}`, `i side-${letter(side)}`);

/**
 * Say which rulebook the links of this page lead to, and what it is played with.
 * @param {string} ruleset
 * @param {Record<string, any>} options
 */
export function rulesOf(ruleset, options = {}) {
  const given = Object.entries(options).map(([name, value]) => ["value", `${name}=${value}`]);
  page.dataset.rules = given.length ? `${ruleset}?${new URLSearchParams(given)}` : ruleset;
}

/** The address of the rulebook that the links of this page lead to. */
export const rulebook = () => `/rulebook/${page.dataset.rules ?? ""}`;

/** A link to a rule, or nothing when there is no id. */
export function rule(/** @type {string} */ id, ruleset = page.dataset.rules ?? "") {
  return (
    id && h("a", { class: "rule", href: `/rulebook/${ruleset}#${id}`, target: "rulebook" }, id)
  );
}

/** `1 point`, `2 points`. */
export const many = (/** @type {number} */ n, /** @type {string} */ word) =>
  `${n} ${word}${n === 1 ? "" : "s"}`;

/** The same as a part of a list, to which none of them adds nothing. */
export const some = (/** @type {number} */ n, /** @type {string} */ word) =>
  n ? [many(n, word)] : [];

/** A moment as people here write it. */
export const when = (/** @type {string} */ at) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(at),
  );

/** An option's value as a person says it. */
export const inWords = (/** @type {any} */ value) =>
  ({ true: "yes", false: "no" })[String(value)] ?? String(value).replaceAll("_", " ");

/** @type {Record<string, string>} */
const SHORT = {
  ...{
    aa: "AA",
    ai: "AI",
    ap: "AP",
    apc: "APC",
    at: "AT",
    bs: "BS",
    caf: "CAF",
    dm: "DM",
    fp: "FP",
    he: "HE",
    los: "LOS",
    vp: "VP",
  },
  ...{ lt: "Lt", adv: "advanced" },
};

/** An option's name as a person says it. */
export function titled(/** @type {string} */ id) {
  const words = id.split("_").map((word) => SHORT[word] ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Something folded that is made when it is first opened.
 * @param {string} words
 * @param {() => Promise<Node[]>} make
 */
export const later = (words, make) => {
  const open = async (/** @type {any} */ { currentTarget: el }) => {
    const made = el.children.length < 2 ? await make() : [];
    if (el.children.length < 2) el.append(...made);
  };
  return h("details", { ontoggle: open }, h("summary", {}, words));
};

/**
 * Put a text on the clipboard; whether it is there now, as only then may a page say so. It may be
 * refused, or absent where a page did not come by https.
 */
export async function copyText(/** @type {string} */ text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Put a link on the clipboard; where that is refused, show it to be copied by hand. */
export async function copy(/** @type {Event} */ event, /** @type {string} */ text) {
  const button = /** @type {Element} */ (event.currentTarget);
  if (await copyText(text)) {
    button.textContent = "Copied";
    return;
  }
  const select = (/** @type {any} */ e) => e.target.select();
  const field = h("input", { readonly: true, value: text, "aria-label": "Link", onfocus: select });
  button.replaceWith(field);
  field.focus();
}

/** Say something to screen readers. */
export function announce(/** @type {string} */ text) {
  const live = document.getElementById("live");
  if (live && text) live.textContent = text;
}

/** The sheet of symbols, put into the page once. */
export async function symbols() {
  const text = await (await fetch("/static/symbols.svg")).text();
  const inner = text.replace(/^[\s\S]*?(?=<defs)/, "").replace(/<\/svg>\s*$/, "");
  document.body.append(
    drawing(`<svg class="sheet-of-symbols" width="0" height="0" aria-hidden="true">${inner}</svg>`),
  );
}
