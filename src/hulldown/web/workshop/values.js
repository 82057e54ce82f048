/** Options and numbers of the rules by chapters: found by words, changed, put back. */

import { h, inWords, many, rule, titled } from "../shared/dom.js";
import { write } from "./draft.js";

/** @import { OptionInfo } from "../shared/types.js" */
/** @import { Row, Value, Workshop } from "./types.js" */

const IN_FORCE = /\*\*([^*]+)\*\* \(printed: ([^)]*)\)/; // how a sentence says another number
const MARKS = /[*`]/g;

export function drawValues(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  if (w.laid !== w.bench || !el.contains(w.rows[0]?.el)) layOut(w, el);
  for (const row of w.rows) row.show();
  sift(w, el);
  if (w.wanted) seek(w);
}

/** Chapters with their rows, and what finds them. */
function layOut(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const known = new Map(w.bench.options.map((one) => [one.id, one]));
  /** @type {Row[]} */ const rows = [];
  const chapters = w.bench.groups.map(({ title, options }, i) => {
    const mine = options.flatMap((id) => {
      const one = known.get(id);
      return one ? [row(w, one)] : [];
    });
    rows.push(...mine);
    return chapter(w, title, mine, i);
  });
  Object.assign(w, { laid: w.bench, rows });
  el.replaceChildren(
    h("h2", {}, "Values and options"),
    finder(w),
    h("p", { class: "sub", id: "found", role: "status" }),
    ...chapters,
  );
}

function chapter(
  /** @type {Workshop} */ w,
  /** @type {string} */ title,
  /** @type {Row[]} */ rows,
  /** @type {number} */ i,
) {
  const key = `${w.bench.id} ${title}`;
  const ontoggle = (/** @type {any} */ event) => {
    if (!w.find && !w.only) w.unfolded[event.target.open ? "add" : "delete"](key);
  };
  if (!i) w.unfolded.add(key);
  const told = h("small", {}, many(rows.length, "line"));
  const list = h(
    "ul",
    { class: "values" },
    rows.map(({ el }) => el),
  );
  return h("details", { class: "chapter", "data-key": key, ontoggle }, [
    h("summary", {}, title, " ", told),
    list,
  ]);
}

function finder(/** @type {Workshop} */ w) {
  const oninput = (/** @type {any} */ event) => {
    w.find = event.target.value;
    w.draw();
  };
  const only = (/** @type {any} */ event) => {
    w.only = event.target.checked;
    w.draw();
  };
  const search = { type: "search", "aria-label": "Find a number or an option", value: w.find };
  const [first] = w.bench.options;
  const placeholder = first ? `${titled(first.id)}, ${first.rule} \u2026` : "";
  return h(
    "div",
    { class: "finder" },
    h("input", { ...search, placeholder, oninput }),
    h(
      "label",
      {},
      h("input", { type: "checkbox", id: "only", checked: w.only, onchange: only }),
      h("span", {}, "Changed ones only"),
    ),
    h(
      "button",
      {
        class: "plain",
        type: "button",
        id: "reset",
        onclick: () => write(w, { values: {}, options: {} }),
      },
      "All as printed",
    ),
  );
}

/** Show the rows with all the words, in chapters laid open; without words as they were left. */
function sift(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const words = w.find.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of w.rows) {
    const has = words.every((word) => row.el.dataset.words?.includes(word));
    row.el.hidden = !has || (w.only && !row.el.classList.contains("changed"));
    if (!row.el.hidden) shown += 1;
  }
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (
    el.querySelectorAll("details.chapter")
  )) {
    const { length } = part.querySelectorAll(".value:not([hidden])");
    part.hidden = !length;
    /** @type {HTMLElement} */ (part.querySelector("summary small")).textContent = many(
      length,
      "line",
    );
    part.open = words.length > 0 || w.only || w.unfolded.has(part.dataset.key ?? "");
  }
  const told = /** @type {HTMLElement} */ (el.querySelector("#found"));
  told.textContent = words.length || w.only ? many(shown, "line") : "";
}

/** Bring the number into view that the address asks about. */
function seek(/** @type {Workshop} */ w) {
  const row = w.rows.find(({ id }) => id === w.wanted);
  w.wanted = "";
  if (!row) return;
  Object.assign(w, { find: "", only: false });
  for (const one of w.rows) one.el.hidden = false;
  const part = /** @type {HTMLDetailsElement} */ (row.el.closest("details"));
  Object.assign(part, { hidden: false, open: true });
  w.unfolded.add(part.dataset.key ?? "");
  row.el.scrollIntoView({ block: "center" });
  row.el.classList.add("here");
  /** @type {HTMLElement|null} */ (row.el.querySelector("input, select"))?.focus({
    preventScroll: true,
  });
}

// ---------------------------------------------------------------- one row

/** A line: what it is, its rule, what is played, and how the rule says it. @returns {Row} */
function row(/** @type {Workshop} */ w, /** @type {OptionInfo} */ one) {
  const table = one.value ? "values" : "options";
  const now = () => w.pack.sheet[table]?.[one.id];
  const set = (/** @type {Value|undefined} */ to) => {
    const { [one.id]: _, ...others } = w.pack.sheet[table] ?? {};
    const printed = to === undefined || String(to) === one.default;
    write(w, { [table]: printed ? others : { ...others, [one.id]: to } });
  };
  const said = h("p", { class: "said" });
  const struck = h("s", { title: "as printed" });
  const wrong = h("p", { class: "mend", role: "alert" });
  const back = h("button", { type: "button", class: "plain back", onclick: () => set(undefined) });
  const { el: control, show: showControl } = one.number ? number(w, one, set) : choice(one, set);
  const el = h(
    "li",
    {
      class: "value",
      id: `value-${one.id}`,
      "data-words": `${one.id} ${titled(one.id)} ${one.text} ${one.rule}`.toLowerCase(),
    },
    h("div", { class: "what" }, h("b", {}, titled(one.id)), " ", rule(one.rule), " ", one.text),
    h("div", { class: "how" }, struck, control),
    said,
    wrong,
    back,
  );
  const show = () => {
    const value = now();
    const changed = value !== undefined;
    el.classList.toggle("changed", changed);
    struck.textContent = changed ? inWords(one.default) : "";
    back.textContent = `Back to ${inWords(one.default)}`;
    back.setAttribute("aria-label", `${titled(one.id)}: back to ${inWords(one.default)}`);
    back.hidden = !changed;
    showControl(changed ? value : one.default);
    const place = `${table}.${one.id}`;
    const fault = w.verdict?.faults.find((f) => f.file === "pack" && f.field === place);
    wrong.textContent = changed && fault ? fault.text : "";
    const sentence = (changed && w.verdict?.sentences[one.id]) || w.bench.sentences[one.id] || "";
    if (said.dataset.text !== sentence) said.replaceChildren(...inForce(sentence));
    said.dataset.text = sentence;
    said.hidden = !sentence;
  };
  return { id: one.id, el, show };
}

/** A sentence of the rulebook: a number that is not the printed one is bold, and says so. */
export function inForce(/** @type {string} */ text) {
  const parts = text.split(IN_FORCE);
  return parts.map((part, i) => {
    if (i % 3 === 1) return h("b", { title: `printed: ${parts[i + 1]}` }, part);
    return i % 3 === 2 ? "" : part.replace(MARKS, "");
  });
}

/** A number, written in or changed by a button on each side. */
function number(
  /** @type {Workshop} */ w,
  /** @type {OptionInfo} */ one,
  /** @type {(to: Value) => void} */ set,
) {
  const by = w.bench.steps[one.id] ?? 1;
  const name = titled(one.id);
  const typed = (/** @type {string} */ text) => {
    const value = Number(text.replace(",", "."));
    return text.trim() === "" || Number.isNaN(value) ? null : value;
  };
  const take = (/** @type {any} */ event) => {
    const value = typed(event.target.value);
    if (value !== null) set(whole(value));
    else if (event.type === "change") set(one.default);
  };
  const given = { inputmode: "decimal", "aria-label": name, autocomplete: "off", size: 4 };
  const input = h("input", { ...given, oninput: take, onchange: take });
  const button = (/** @type {number} */ sign, /** @type {string} */ word) => {
    const press = () => {
      const from = typed(input.value) ?? Number(one.default);
      const to = Math.round((from + sign * by) * 1000) / 1000;
      set(whole(Math.min(one.high, Math.max(one.low, Number.isNaN(to) ? one.low : to))));
    };
    const label = { "aria-label": `${name}: ${word}`, onclick: press };
    return h("button", { type: "button", class: "step", ...label }, sign < 0 ? "\u2212" : "+");
  };
  const group = { class: "stepper", role: "group", "aria-label": name };
  const el = h("span", group, button(-1, "less"), input, button(1, "more"));
  el.title = `${one.low} to ${one.high}`;
  const show = (/** @type {Value} */ value) => {
    if (document.activeElement !== input || typed(input.value) !== Number(value))
      input.value = inWords(value);
    const far = Number(value) < one.low || Number(value) > one.high;
    el.classList.toggle("wrong", far);
  };
  return { el, show };
}

/** A number with a point goes as text, as it is kept. */
const whole = (/** @type {number} */ n) => (Number.isInteger(n) ? n : String(n));

function choice(/** @type {OptionInfo} */ one, /** @type {(to: Value) => void} */ set) {
  const flag = one.values.every((value) => value === "true" || value === "false");
  const onchange = (/** @type {any} */ event) => {
    const { value } = event.target;
    set(flag ? value === "true" : /^-?\d+$/.test(value) ? Number(value) : value);
  };
  const option = (/** @type {string} */ value) => h("option", { value }, inWords(value));
  const el = h("select", { "aria-label": titled(one.id), onchange }, one.values.map(option));
  const show = (/** @type {Value} */ value) => {
    el.value = String(value);
  };
  return { el, show };
}
