/** The form of a situation, made of what the ruleset says it asks for. */

import { matters, put, typed, valueOf } from "../shared/address.js";
import { h, rule } from "../shared/dom.js";

/** @typedef {import("../shared/address.js").Field} Field */
/** @typedef {import("../shared/address.js").Flat} Flat */
/** @typedef {{title: string, fields: Field[], folded: boolean}} Group */
/** @typedef {{name: string, values: Object<string, any>}} OwnUnit */

const YOURS = "Your builds";

/** Headings that were opened stay open when the form is drawn anew. @type {Set<string>} */
const opened = new Set();

/**
 * Draw the form for one situation; what does not matter is hidden as soon as it does not.
 * @param {HTMLFormElement} form @param {Group[]} groups @param {OwnUnit[]} builds @param {Flat} flat @param {() => void} changed
 */
export function drawForm(form, groups, builds, flat, changed) {
  const known = new Map(groups.flatMap((g) => g.fields).map((f) => [f.id, f]));
  /** @type {[Field, HTMLElement][]} */ const drawn = [];
  /** @type {(() => void)[]} */ const shown = [];
  const tell = () => {
    drawn.forEach(([field, el]) => (el.hidden = !matters(flat, field, known)));
    shown.forEach((show) => show());
    sections.forEach(
      (el, i) => (el.hidden = groups[i].fields.every((field) => !matters(flat, field, known))),
    );
  };
  const make = (/** @type {Field} */ field) => {
    const hanging = groups.flatMap((g) => g.fields).filter((f) => f.by === field.id);
    const el = control(offered(field, flat, known), flat, () => {
      if (!hanging.length) {
        tell();
        changed();
        return;
      }
      hanging.forEach((f) => delete flat[f.id]);
      again();
    });
    drawn.push([field, el]);
    const again = () => {
      drawForm(form, groups, builds, flat, changed);
      form.querySelector(`[name="${field.id}"]`)?.focus();
      changed();
    };
    if (field.builds && builds.length)
      shown.push(
        yours(
          /** @type {HTMLSelectElement} */ (el.querySelector("select")),
          field,
          builds,
          flat,
          known,
          again,
        ),
      );
    return el;
  };
  const sections = groups.map((group) => section(group, flat, make));
  form.replaceChildren(...sections);
  tell();
}

/** A field with the values that can be chosen now: of one that hangs on another those under the value of that. */
function offered(
  /** @type {Field} */ field,
  /** @type {Flat} */ flat,
  /** @type {Map<string, Field>} */ known,
) {
  const other = known.get(field.by);
  if (!other) return field;
  return {
    ...field,
    values: field.values
      .filter(([, , under]) => under === valueOf(flat, other))
      .map(([word, text]) => [word, text, ""]),
  };
}

function section(
  /** @type {Group} */ group,
  /** @type {Flat} */ flat,
  /** @type {(f: Field) => HTMLElement} */ make,
) {
  const fields = group.fields.map(make);
  if (!group.folded) return h("fieldset", {}, h("legend", {}, group.title), fields);
  const touched = group.fields.some((f) => f.id in flat);
  return h(
    "details",
    {
      open: opened.has(group.title) || touched,
      ontoggle: (/** @type {any} */ e) =>
        e.target.open ? opened.add(group.title) : opened.delete(group.title),
    },
    h("summary", {}, group.title),
    fields,
  );
}

function control(
  /** @type {Field} */ field,
  /** @type {Flat} */ flat,
  /** @type {() => void} */ changed,
) {
  const value = valueOf(flat, field);
  const set = (/** @type {string} */ word) => {
    put(flat, field, typed(field, word));
    changed();
  };
  const name = h("span", {}, field.label, " ", rule(field.rule));
  if (field.kind === "several") return several(field, String(value), set, name);
  if (field.kind === "flag") {
    return h(
      "label",
      { class: "flag" },
      h("input", {
        type: "checkbox",
        name: field.id,
        checked: value === true,
        onchange: (/** @type {any} */ e) => set(String(e.target.checked)),
      }),
      name,
    );
  }
  const long = field.label.length > 40 ? "long" : "";
  if (field.kind === "number") {
    return h(
      "label",
      { class: long },
      name,
      h("input", {
        type: "number",
        name: field.id,
        min: field.low,
        max: field.high,
        step: field.fine ? 0.1 : 1,
        value: String(value),
        placeholder: field.hint,
        oninput: (/** @type {any} */ e) => e.target.validity.valid && set(e.target.value),
      }),
    );
  }
  return h(
    "label",
    { class: long },
    name,
    h(
      "select",
      { name: field.id, onchange: (/** @type {any} */ e) => set(e.target.value) },
      choices(field, String(value)),
    ),
  );
}

/**
 * Saved builds among the choices of a field; to choose one is to give its values to the fields beside this one.
 * @param {HTMLSelectElement} select @param {Field} field @param {OwnUnit[]} builds @param {Flat} flat
 * @param {Map<string, Field>} known @param {() => void} again
 */
function yours(select, field, builds, flat, known, again) {
  const beside = (/** @type {OwnUnit} */ one) =>
    Object.entries(one.values).flatMap(([name, value]) => {
      const other = known.get(field.id.replace(/[^.]*$/, name));
      return other
        ? [/** @type {[Field, any]} */ ([other, Array.isArray(value) ? value.join() : value])]
        : [];
    });
  const options = builds.map((one, i) => h("option", { value: `${YOURS} ${i}` }, one.name));
  select.prepend(h("optgroup", { label: YOURS }, options));
  select.addEventListener(
    "change",
    (event) => {
      const at = options.findIndex((option) => option.selected);
      if (at < 0) return;
      event.stopImmediatePropagation();
      beside(builds[at]).forEach(([other, value]) => put(flat, other, value));
      again();
    },
    true,
  );
  return () => {
    const at = builds.findIndex((one) =>
      beside(one).every(([other, value]) => String(valueOf(flat, other)) === String(value)),
    );
    select.value = at < 0 ? String(valueOf(flat, field)) : options[at].value;
  };
}

/** The values of a choice, those with a common heading under it. */
function choices(/** @type {Field} */ field, /** @type {string} */ value) {
  const option = ([word, text]) => h("option", { value: word, selected: word === value }, text);
  const headings = [...new Set(field.values.map(([, , heading]) => heading))];
  return headings.map((heading) => {
    const inside = field.values.filter((v) => v[2] === heading).map(option);
    return heading ? h("optgroup", { label: heading }, inside) : inside;
  });
}

/** Any number of values, as boxes to tick. */
function several(
  /** @type {Field} */ field,
  /** @type {string} */ value,
  /** @type {(word: string) => void} */ set,
  /** @type {HTMLElement} */ name,
) {
  const on = new Set(value.split(",").filter(Boolean));
  const tick = (/** @type {any} */ e) => {
    if (e.target.checked) on.add(e.target.value);
    else on.delete(e.target.value);
    set([...on].join(","));
  };
  return h(
    "fieldset",
    { class: "several" },
    h("legend", {}, name),
    field.values.map(([word, text]) =>
      h(
        "label",
        { class: "flag" },
        h("input", { type: "checkbox", value: word, checked: on.has(word), onchange: tick }),
        text,
      ),
    ),
  );
}
