/** Bringing a build in: a file, or text that was pasted. What is wrong is named; what was written stays. */

import { h, rule } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { garage, work } from "./garage.js";

/** @type {HTMLDialogElement} */ let slip;
/** @type {HTMLTextAreaElement} */ let text;
/** @type {HTMLElement} */ let wrong;

/** Make the slip once. */
export function importing(/** @type {HTMLElement} */ el) {
  slip = /** @type {HTMLDialogElement} */ (el);
  text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { rows: 9, spellcheck: "false", "aria-label": "Text of a build file" })
  );
  wrong = h("ul", { class: "broken", role: "alert" });
  const file = h("input", {
    class: "vh",
    type: "file",
    accept: ".toml,text/plain,application/toml",
    onchange: (/** @type {any} */ e) => e.target.files[0] && takeFile(e.target.files[0]),
  });
  slip.replaceChildren(
    h("h2", { id: "importing-title" }, "Import a build"),
    h(
      "p",
      { class: "sub" },
      "Paste the text of a build file, or open one. It is the file that hulldown build judges.",
    ),
    text,
    wrong,
    h(
      "div",
      { class: "row" },
      h("label", { class: "plain file" }, "Open a file", file),
      h("button", { class: "cta", onclick: take }, "Import"),
      h("button", { class: "plain", onclick: () => slip.close() }, "Close"),
    ),
  );
}

export function openImport() {
  wrong.replaceChildren();
  text.placeholder = garage.judged?.toml ?? "";
  slip.showModal();
  text.focus();
}

/** A file that was chosen or dropped on the page. */
export async function takeFile(/** @type {File} */ file) {
  if (!slip.open) openImport();
  if (file.size > 16_384) return complain(`${file.name} is too large for a build.`);
  text.value = await file.text();
  await take();
}

async function take() {
  try {
    const { build, problems } = await call(`/api/rulesets/${garage.ruleset}/import`, {
      body: { toml: text.value },
    });
    wrong.replaceChildren(...problems.map(complaint));
    if (!build) return;
    slip.close();
    text.value = "";
    work(build, "", `Now in work: ${build.name || "a build"}, as imported.`);
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
}

const complain = (/** @type {string} */ words) => wrong.replaceChildren(h("li", {}, words));

/** A mistake with its line, its field and the rule behind it. */
const complaint = (/** @type {{line: number, field: string, text: string, rule: string}} */ one) =>
  h(
    "li",
    {},
    h("b", {}, [one.line && `Line ${one.line}`, one.field].filter(Boolean).join(", ")),
    one.line || one.field ? ": " : "",
    one.text,
    " ",
    rule(one.rule),
  );
