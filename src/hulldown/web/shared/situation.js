/** The form of a situation, made of what the ruleset says it asks for. */

import { matters, put, typed, valueIn } from "./address.js";
import { h, rule } from "./dom.js";

/** @import { FormField, Flat, Form, Group, Known, OwnUnit } from "./types.js" */

const YOURS = "Your builds";
const LONG = 40; // letters of a label that has a line of its own

/** Draw the form; what does not matter is hidden as soon as it does not. */
export function drawForm(/** @type {Form} */ asked) {
  const { form, groups, flat } = asked;
  const all = groups.flatMap((g) => g.fields);
  /** @type {Known} */
  const known = new Map(all.map((f) => [f.id, f]));
  const off = (/** @type {FormField} */ field) => !matters(flat, field, known);
  const parts = all.map((field) => part(asked, known, field, () => tell()));
  const sections = groups.map((group) => {
    const inside = parts.filter((one) => group.fields.includes(one.field));
    return section(
      asked,
      group,
      inside.map((one) => one.el),
    );
  });
  const tell = () => {
    for (const { field, el, show } of parts) {
      el.hidden = off(field);
      show();
    }
    for (const [i, el] of sections.entries()) el.hidden = groups[i].fields.every(off);
  };
  form.replaceChildren(...sections);
  tell();
}

/** A field in the form: its element, and what is to be done whenever something has changed. */
function part(
  /** @type {Form} */ asked,
  /** @type {Known} */ known,
  /** @type {FormField} */ field,
  /** @type {() => void} */ tell,
) {
  const { form, builds, flat, changed } = asked;
  const hanging = [...known.values()].filter((f) => f.by === field.id);
  const again = () => {
    drawForm(asked);
    /** @type {HTMLElement|null} */ (form.querySelector(`[name="${field.id}"]`))?.focus();
    changed();
  };
  const el = control(offered(field, flat, known), flat, () => {
    if (hanging.length) {
      for (const f of hanging) delete flat[f.id];
      return again();
    }
    tell();
    changed();
  });
  const list = el.querySelector("select");
  const own = field.builds && builds.length > 0 && list;
  return { field, el, show: own ? yours(own, { asked, known, field, again }) : () => {} };
}

/** A field with the values that can be chosen now: of one that hangs on another, those under it. */
function offered(
  /** @type {FormField} */ field,
  /** @type {Flat} */ flat,
  /** @type {Known} */ known,
) {
  const other = known.get(field.by);
  if (!other) return field;
  const under = valueIn(flat, other);
  /** @type {FormField["values"]} */
  const values = field.values
    .filter((value) => value[2] === under)
    .map(([word, text]) => [word, text, ""]);
  return { ...field, values };
}

function section(
  /** @type {Form} */ { opened, flat },
  /** @type {Group} */ group,
  /** @type {HTMLElement[]} */ fields,
) {
  const { title } = group;
  if (!group.folded) return h("fieldset", {}, h("legend", {}, title), fields);
  const touched = group.fields.some((f) => f.id in flat);
  const ontoggle = (/** @type {any} */ event) =>
    opened[event.target.open ? "add" : "delete"](title);
  const open = opened.has(title) || touched;
  return h("details", { open, ontoggle }, h("summary", {}, title), fields);
}

function control(
  /** @type {FormField} */ field,
  /** @type {Flat} */ flat,
  /** @type {() => void} */ changed,
) {
  const { kind, label, id } = field;
  const value = valueIn(flat, field);
  const set = (/** @type {string} */ word) => {
    put(flat, field, typed(field, word));
    changed();
  };
  const name = h("span", {}, label, " ", rule(field.rule));
  if (kind === "several") return several(field, String(value), set, name);
  if (kind === "flag") {
    const onchange = (/** @type {any} */ event) => set(String(event.target.checked));
    const box = h("input", { type: "checkbox", name: id, checked: value === true, onchange });
    return h("label", { class: "flag" }, box, name);
  }
  const long = label.length > LONG ? "long" : "";
  if (kind === "number") {
    const oninput = (/** @type {any} */ event) =>
      event.target.validity.valid && set(event.target.value);
    const limits = { min: field.low, max: field.high, step: field.fine ? 0.1 : 1 };
    const shown = { value: String(value), placeholder: field.hint };
    const input = h("input", { type: "number", name: id, ...limits, ...shown, oninput });
    return h("label", { class: long }, name, input);
  }
  const onchange = (/** @type {any} */ event) => set(event.target.value);
  const list = h("select", { name: id, onchange }, choices(field, String(value)));
  return h("label", { class: long }, name, list);
}

/**
 * Saved builds among the choices of a field; to choose one is to give its values to the fields
 * beside this one. What is returned shows which of them the form says.
 * @param {HTMLSelectElement} select
 * @param {{asked: Form, known: Known, field: FormField, again: () => void}} place
 */
function yours(select, { asked, known, field, again }) {
  const { builds, flat } = asked;
  const beside = (/** @type {OwnUnit} */ one) =>
    Object.entries(one.values).flatMap(([name, value]) => {
      const other = known.get(field.id.replace(/[^.]*$/, name));
      return other ? [{ other, value: Array.isArray(value) ? value.join() : value }] : [];
    });
  const options = builds.map((one, i) => h("option", { value: `${YOURS} ${i}` }, one.name));
  const take = (/** @type {Event} */ event) => {
    const at = options.findIndex((option) => option.selected);
    if (at < 0) return;
    event.stopImmediatePropagation();
    for (const { other, value } of beside(builds[at])) put(flat, other, value);
    again();
  };
  select.prepend(h("optgroup", { label: YOURS }, options));
  select.addEventListener("change", take, true);
  const says = (/** @type {OwnUnit} */ one) =>
    beside(one).every(({ other, value }) => String(valueIn(flat, other)) === String(value));
  return () => {
    const at = builds.findIndex(says);
    select.value = at < 0 ? String(valueIn(flat, field)) : options[at].value;
  };
}

/** The values of a choice, those with a common heading under it. */
function choices(/** @type {FormField} */ field, /** @type {string} */ value) {
  const option = (/** @type {string[]} */ [word, text]) =>
    h("option", { value: word, selected: word === value }, text);
  const headings = [...new Set(field.values.map(([, , heading]) => heading))];
  return headings.map((heading) => {
    const inside = field.values.filter((v) => v[2] === heading).map(option);
    return heading ? h("optgroup", { label: heading }, inside) : inside;
  });
}

/** Any number of values, as boxes to tick. */
function several(
  /** @type {FormField} */ field,
  /** @type {string} */ value,
  /** @type {(word: string) => void} */ set,
  /** @type {HTMLElement} */ name,
) {
  const on = new Set(value.split(",").filter(Boolean));
  const onchange = (/** @type {any} */ event) => {
    on[event.target.checked ? "add" : "delete"](event.target.value);
    set([...on].join(","));
  };
  const tick = (/** @type {string[]} */ [word, text]) => {
    const box = h("input", { type: "checkbox", value: word, checked: on.has(word), onchange });
    return h("label", { class: "flag" }, box, text);
  };
  return h("fieldset", { class: "several" }, h("legend", {}, name), field.values.map(tick));
}
