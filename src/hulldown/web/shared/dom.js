/** Elements in few words, the marks that several panels share, and redrawing a panel only when it must. */

/**
 * What an element can hold; false, null and undefined are left out, lists are laid open.
 * @typedef {Node|string|number|boolean|null|undefined|any[]} Piece
 */

/**
 * Make an element. Attributes that are false or null are left out; those starting with "on" are listeners.
 * @param {string} tag
 * @param {Object<string, any>} [attrs]
 * @param {...Piece} children
 * @returns {HTMLElement}
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
function nodes(/** @type {Piece[]} */ pieces) {
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

/** The icon of an order; the server names it with or without the prefix of the sheet. */
export function icon(/** @type {string} */ name, cls = "i") {
  return use(name.includes("-") ? name : `i-${name}`, cls);
}

/** A small line drawing that is not on the sheet. */
export const glyph = (/** @type {string} */ path) =>
  drawing(`<svg class="i icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);

/** Whether the person is on the keyboard now: then Enter and Space belong to what has the focus. */
export const hand = { keys: false };
document.addEventListener("pointerdown", () => (hand.keys = false), true);
document.addEventListener(
  "keydown",
  (e) => {
    if (e.key === "Tab" || e.key.startsWith("Arrow")) hand.keys = true;
  },
  true,
);

/** The sides by seat, as the board shows them. */
export const SIDES = ["Cobalt", "Rust"];

export const letter = (/** @type {number} */ side) => (side === 1 ? "b" : "a");

export const emblem = (/** @type {number} */ side) =>
  use(`s-${letter(side)}`, `i side-${letter(side)}`);

let rulebook = "";

/** Which rulebook rule links lead to. */
export function rulesOf(/** @type {string} */ ruleset) {
  rulebook = ruleset;
}

/** A link to a rule, or nothing when there is no id. */
export function rule(/** @type {string} */ id) {
  return id
    ? h("a", { class: "rule", href: `/rulebook/${rulebook}#${id}`, target: "rulebook" }, id)
    : "";
}

/** Words that lead to a rule, or only the words when there is no id. */
export function ruled(/** @type {string} */ text, /** @type {string} */ id) {
  return id
    ? h(
        "a",
        { class: "rule words", href: `/rulebook/${rulebook}#${id}`, target: "rulebook", title: id },
        text,
      )
    : text;
}

/** A note, with the words before its colon in bold. */
export function noted(
  /** @type {string[]} */ [text, id],
  /** @type {import("./types.js").Card[]} */ cards,
  cls = "foot",
) {
  const [, head, rest] = /^([^.:;]{3,30}): (.*)$/.exec(text) ?? ["", "", text];
  return h("p", { class: cls }, head && h("b", {}, `${head}: `), named(rest, cards), " ", rule(id));
}

/**
 * Text with units named as "{A1}" turned into styled names.
 * @param {string} text
 * @param {import("./types.js").Card[]} cards
 */
export function named(text, cards) {
  return text.split(/\{([^{}]+)\}/).map((part, index, all) => {
    if (index % 2 === 0) return part;
    const card = cards.find((c) => c.unit === part.split(".")[0]);
    const next = card && all[index + 1].startsWith(` (${card.name}`); // its name follows: not twice
    return h(
      "b",
      { class: card ? `u${letter(card.side)}` : null },
      card?.unit === part && !next ? `${card.unit} ${card.name}`.trim() : part,
    );
  });
}

/** The same text for ears and titles: the braces go. */
export const plain = (/** @type {string} */ text) => text.replace(/[{}]/g, "");

/** A row of boxes, `on` of `full` filled. */
export function pips(/** @type {import("./types.js").Pips} */ row, cls = "ap", what = "") {
  const boxes = Array.from({ length: row.full }, (_, i) =>
    h("i", { class: i < row.on ? "on" : "" }),
  );
  return h(
    "span",
    { class: cls, role: "img", "aria-label": `${what} ${row.on} of ${row.full}`.trim() },
    boxes,
  );
}

export const percent = (/** @type {number} */ value, digits = 0) =>
  `${(100 * value).toFixed(digits)}\u00a0%`;

/** A number with its sign, as modifiers are written. */
export const signed = (/** @type {number} */ n) => (n < 0 ? `\u2212${-n}` : `+${n}`);

const drawn = new WeakMap();

/**
 * Fill a panel when one of the things it `needs` has changed; the focus stays where it was by `data-key`, and in a field what is marked.
 * @param {HTMLElement} el
 * @param {any[]} needs
 * @param {() => Piece[]} build
 */
export function panel(el, needs, build) {
  const before = drawn.get(el);
  if (before && before.length === needs.length && needs.every((n, i) => n === before[i]))
    return false;
  drawn.set(el, needs);
  const focus = document.activeElement;
  const key = focus instanceof HTMLElement && el.contains(focus) ? focus.dataset.key : "";
  const marked =
    focus instanceof HTMLInputElement ? [focus.selectionStart, focus.selectionEnd] : null;
  el.replaceChildren(...nodes(build()));
  const again = key && el.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement && marked && marked[0] !== null)
    again.setSelectionRange(marked[0], marked[1]);
  return true;
}

/** How far the compiled rules are, by which the computer thinks faster. */
export const preparing = (/** @type {{done: number, total: number}} */ rules) =>
  `Preparing the computer player: ${rules.done} of ${rules.total}. You can play meanwhile.`;

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
