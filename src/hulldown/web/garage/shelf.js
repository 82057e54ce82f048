/** Kept builds: take into work, rename, copy, delete and take that back; save, import, take along, print. */

import { h, panel } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { garage, refresh, trouble, work } from "./garage.js";
import { openImport } from "./importing.js";
import { download, openPrinting } from "./printing.js";
import { toast } from "./toast.js";

/** @typedef {import("../shared/types.js").SavedBuild} SavedBuild */

/** @param {HTMLElement} list @param {HTMLElement} tools */
export function drawShelf(list, tools) {
  const dirty = JSON.stringify(garage.judged?.build) !== garage.saved;
  panel(tools, [garage.id, dirty, garage.judged?.toml], () => [
    h(
      "button",
      { class: "cta", "data-key": "save", onclick: () => save(garage.id) },
      garage.id ? (dirty ? "Save" : "Saved") : "Save this build",
    ),
    garage.id &&
      h(
        "button",
        { class: "plain", "data-key": "save new", onclick: () => save("") },
        "Save as a new one",
      ),
    h(
      "button",
      {
        class: "plain",
        "data-key": "take",
        onclick: () =>
          garage.judged &&
          download(
            fileName(garage.judged.build.name || garage.judged.name),
            garage.judged.toml,
            "application/toml",
          ),
      },
      "Take along (TOML)",
    ),
    h("button", { class: "plain", "data-key": "import", onclick: openImport }, "Import"),
    h("button", { class: "plain", "data-key": "print", onclick: openPrinting }, "Print cards"),
  ]);
  panel(list, [garage.shelf, garage.id], () =>
    garage.shelf.length
      ? garage.shelf.map(entry)
      : [
          h(
            "li",
            { class: "sub" },
            "None yet. What you save is kept here, and can be fielded when a battle is set up.",
          ),
        ],
  );
}

function entry(/** @type {SavedBuild} */ one) {
  const here = one.id === garage.id;
  const button = (/** @type {string} */ word, /** @type {() => any} */ act) =>
    h(
      "button",
      {
        class: "plain",
        "aria-label": `${word}: ${one.name}`,
        "data-key": `${word} ${one.id}`,
        onclick: act,
      },
      word,
    );
  return h(
    "li",
    { class: here ? "here" : null, "aria-current": here ? "true" : null },
    h(
      "span",
      { class: "nm" },
      h("b", {}, one.name),
      h(
        "small",
        { class: "num" },
        `${kindOf(one)}${one.budget ? `, ${one.cost} points` : ""}${one.legal ? "" : ", not legal without options"}`,
      ),
    ),
    button("Edit", () =>
      work(one.build, one.id, garage.judged && dirtyNow() ? `Now in work: ${one.name}.` : ""),
    ),
    button("Rename", () => rename(one)),
    button("Copy", () => keep({ ...one.build, name: `${one.name.slice(0, 32)}, copy` })),
    button("Delete", () => remove(one)),
  );
}

const dirtyNow = () => JSON.stringify(garage.judged?.build) !== garage.saved;
const kindOf = (/** @type {SavedBuild} */ one) =>
  (
    garage.offer.units.find((u) => u.id === one.unit)?.name ?? one.unit.replaceAll("_", " ")
  ).toLowerCase();
const fileName = (/** @type {string} */ name) =>
  `${
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "build"
  }.toml`;

/** Write something on the shelf and show the shelf anew. */
async function shelved(/** @type {() => Promise<any>} */ act) {
  try {
    const done = await act();
    await refresh();
    trouble();
    return done;
  } catch (error) {
    trouble(error);
    return null;
  }
}

const keep = (/** @type {any} */ build) =>
  shelved(() => call("/api/builds", { body: { ruleset: garage.ruleset, build } }));
const change = (/** @type {string} */ id, /** @type {any} */ build) =>
  shelved(() =>
    call(`/api/builds/${id}`, { method: "PUT", body: { ruleset: garage.ruleset, build } }),
  );

async function save(/** @type {string} */ id) {
  const made = await (id ? change(id, garage.build) : keep(garage.build));
  if (!made) return;
  work(made.build, made.id);
  toast(`${made.name} is saved${made.legal ? "" : ", though it is not legal without options"}.`);
}

/** The name is written where it stands; Enter keeps it, Escape does not. */
function rename(/** @type {SavedBuild} */ one) {
  const place = document
    .querySelector(`[data-key="Rename ${CSS.escape(one.id)}"]`)
    ?.closest("li")
    ?.querySelector("b");
  if (!place) return;
  const input = /** @type {HTMLInputElement} */ (
    h("input", { value: one.build.name, maxlength: 40, "aria-label": `New name of ${one.name}` })
  );
  let over = false;
  const end = async (/** @type {boolean} */ good) => {
    if (over) return;
    over = true;
    if (!good || input.value === one.build.name) return input.replaceWith(place);
    const made = await change(one.id, { ...one.build, name: input.value });
    if (made && garage.id === one.id) work({ ...garage.build, name: input.value }, one.id);
  };
  input.addEventListener(
    "keydown",
    (e) => (e.key === "Enter" || e.key === "Escape") && end(e.key === "Enter"),
  );
  input.addEventListener("blur", () => end(true));
  place.replaceWith(input);
  input.select();
}

async function remove(/** @type {SavedBuild} */ one) {
  const gone = await shelved(() => call(`/api/builds/${one.id}`, { method: "DELETE" }));
  if (!gone) return;
  if (garage.id === one.id) Object.assign(garage, { id: "", saved: "" });
  await refresh();
  toast(`${one.name} is deleted.`, () => keep(gone.build));
}
