/** Name, crew and paint of the unit in work. */

import { drawing, h, panel } from "../shared/dom.js";
import { unitOf } from "./buying.js";
import { edit, garage } from "./garage.js";

const LONGEST = 40;

/** Drawn anew only when other fields appear: a field that is being written in stays as it is. @param {HTMLElement} el */
export function drawDress(el) {
  const unit = unitOf();
  const aboard = (unit?.crew ?? []).filter(
    (one) => !one.comes_with || garage.build.upgrades?.includes(one.comes_with),
  );
  const { paint } = garage.build;
  panel(el, [garage.offer, unit?.id, garage.id, aboard.length, paint.scheme, paint.pattern], () => [
    h("h2", {}, unit?.crew.length ? "Name and crew" : "Name"),
    field("Name", "name", garage.build.name, (to) => edit({ name: to }, false)),
    aboard.map((one) =>
      field(one.name, one.id, garage.build.crew?.[one.id] ?? "", (to) =>
        edit({ crew: { ...garage.build.crew, [one.id]: to } }, false),
      ),
    ),
    h("h2", {}, "Paint"),
    h(
      "fieldset",
      { class: "paints" },
      h("legend", { class: "vh" }, "Color scheme"),
      garage.offer.schemes.map((look) => choice("scheme", look, swatch(look.tones, "plain"))),
    ),
    paint.scheme !== garage.offer.schemes[0]?.id &&
      h(
        "fieldset",
        { class: "paints" },
        h("legend", { class: "vh" }, "Pattern"),
        garage.offer.patterns.map((look) => choice("pattern", look, swatch(tones(), look.id))),
      ),
  ]);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    el.querySelectorAll("input[data-role]")
  )) {
    const value =
      input.dataset.role === "name"
        ? garage.build.name
        : (garage.build.crew?.[input.dataset.role ?? ""] ?? "");
    if (input !== document.activeElement && input.value !== value) input.value = value;
  }
}

const tones = () =>
  garage.offer.schemes.find((look) => look.id === garage.build.paint.scheme)?.tones ?? [];

const field = (
  /** @type {string} */ name,
  /** @type {string} */ id,
  /** @type {string} */ value,
  /** @type {(to: string) => void} */ set,
) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, name),
    h("input", {
      value,
      maxlength: LONGEST,
      autocomplete: "off",
      "data-role": id,
      "data-key": `name ${id}`,
      oninput: (/** @type {any} */ e) => set(e.target.value),
    }),
  );

function choice(
  /** @type {"scheme"|"pattern"} */ what,
  /** @type {import("../shared/types.js").Look} */ look,
  /** @type {Node} */ picture,
) {
  const set = () => edit({ paint: { ...garage.build.paint, [what]: look.id } });
  return h(
    "label",
    {},
    h("input", {
      type: "radio",
      name: what,
      value: look.id,
      checked: garage.build.paint[what] === look.id,
      "data-key": `${what} ${look.id}`,
      onchange: set,
    }),
    picture,
    h("span", {}, look.name),
  );
}

const MARKS = {
  plain: "",
  bands: "M0 7h34M0 16h34",
  hatch: "M-4 14L12 -2M4 24L28 0M20 26L38 8",
  dots: "M7 6h0M19 15h0M29 5h0M9 18h0M26 19h0",
  splinter: "M2 14L14 4L9 18ZM19 21L32 14L24 4Z",
};

/** A patch of a scheme in a pattern. The colors are set as attributes, which no content policy minds. */
function swatch(/** @type {string[]} */ [base, mark], /** @type {string} */ pattern) {
  const ink =
    pattern === "splinter"
      ? `fill="${mark}"`
      : `fill="none" stroke="${mark}" stroke-width="${pattern === "dots" ? 6 : 3}" stroke-linecap="round"`;
  const two = pattern === "plain" && mark ? `<path d="M34 0V22H16Z" fill="${mark}"/>` : "";
  return drawing(
    base
      ? `<svg viewBox="0 0 34 22" class="swatch" aria-hidden="true"><rect width="34" height="22" fill="${base}"/>${two}<path d="${MARKS[pattern] ?? ""}" ${mark ? ink : ""}/></svg>`
      : '<svg viewBox="0 0 34 22" class="swatch" aria-hidden="true"><path d="M2 20L32 2" stroke="currentColor" stroke-width="1.5"/></svg>',
  );
}
