/** An option or a number where a rule has it: its values, and the ways to try another. */

import { h } from "../shared/dom.js";

/** @import { OptionInfo } from "../shared/types.js" */

/** The workshop with a number or an option in its hands. */
const inHand = (/** @type {string} */ ruleset, /** @type {string} */ id) =>
  `/workshop?${new URLSearchParams({ ruleset, value: id })}`;

/** The Lab with the question whether another value changes who wins. */
const whatIf = (/** @type {string} */ ruleset, /** @type {string} */ option) =>
  `/lab?${new URLSearchParams({ ruleset, option })}`;

/** A way to the Lab for each other value; of a number, to be chosen there. */
function ifs(
  /** @type {string} */ ruleset,
  /** @type {OptionInfo} */ { id, number, values, default: printed },
) {
  const link = (/** @type {string} */ option, /** @type {string} */ words) => {
    const name = number ? `What if ${id} were another?` : `What if ${id} were ${words}?`;
    const href = whatIf(ruleset, option);
    return h("a", { href, "aria-label": name }, number ? "What if?" : words);
  };
  if (number) return [link(id, "")];
  const others = values.filter((value) => value !== printed);
  return [
    "What if ",
    others.map((value, i) => [i > 0 && ", ", link(`${id}=${value}`, value)]),
    "?",
  ];
}

/** The home page with the form for a battle in which an option is otherwise. */
function playing(/** @type {string} */ ruleset, /** @type {OptionInfo} */ option) {
  const other = option.values.find((value) => value !== option.default);
  if (option.value || option.number || !other) return [];
  const asked = new URLSearchParams({ ruleset, option: `${option.id}=${other}` });
  const name = `Play with ${other}: ${option.id}`;
  return [
    " \u00b7 ",
    h("a", { href: `/?${asked}#setup`, "aria-label": name }, `Play with ${other}`),
  ];
}

export function variant(/** @type {string} */ ruleset, /** @type {OptionInfo} */ option) {
  const values = option.number ? `${option.low} to ${option.high}` : option.values.join(", ");
  const name = `Change it in the Workshop: ${option.id}`;
  return h(
    "p",
    { class: "variant" },
    h("b", {}, option.value ? "Number " : "Option "),
    h("code", {}, option.id),
    `: ${values}; here `,
    h("b", {}, option.default),
    `. ${option.text} `,
    ifs(ruleset, option),
    playing(ruleset, option),
    " \u00b7 ",
    h("a", { href: inHand(ruleset, option.id), "aria-label": name }, "Change it"),
  );
}
