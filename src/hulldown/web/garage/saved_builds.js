/** Kept builds: take into work, rename, copy, delete and take that back; save, and take along. */

import { copy, h } from "../shared/dom.js";
import { call, download, keepSetting } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { builds, refresh, unitOf, work } from "./draft.js";

/** @import { Build, SavedBuild } from "../shared/types.js" */
/** @import { Garage } from "./types.js" */

/** The slips for importing and printing, loaded with the first of them. */
export const slips = () => import("./dialogs.js");

/** Whether the draft is not as it is kept. */
const dirty = (/** @type {Garage} */ g) => JSON.stringify(g.judged?.build) !== g.saved;

export function drawShelf(
  /** @type {Garage} */ g,
  /** @type {HTMLElement} */ list,
  /** @type {HTMLElement} */ tools,
) {
  const changed = dirty(g);
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {(event: Event) => void} */ onclick,
    cls = "plain",
  ) => h("button", { class: cls, "data-key": key, onclick }, words);
  const saved = g.id ? (changed ? "Save" : "Saved") : "Save this build";
  panel(tools, [g.id, changed, g.judged?.toml], () => [
    button("save", saved, () => save(g, g.id), "cta"),
    g.id && button("save new", "Save as a new one", () => save(g, "")),
    button("take", "Save as a file (TOML)", () => takeAlong(g)),
    button("words", "Copy as text", (event) => copy(event, g.judged?.words ?? "")),
    button("import", "Import", async () => (await slips()).openImport(g)),
    button("test", "Test it", () => test(g)),
    button("print", "Print cards", async () => (await slips()).openPrinting(g)),
  ]);
  const none = "None yet. Your saved builds appear here. Field them when you set up a battle.";
  panel(list, [g.shelf, g.id], () =>
    g.shelf.length ? g.shelf.map((one) => entry(g, one)) : [h("li", { class: "sub" }, none)],
  );
}

function entry(/** @type {Garage} */ g, /** @type {SavedBuild} */ one) {
  const here = one.id === g.id;
  const button = (/** @type {string} */ word, /** @type {() => void} */ onclick) => {
    const attrs = { "aria-label": `${word}: ${one.name}`, "data-key": `${word} ${one.id}` };
    return h("button", { class: "plain", ...attrs, onclick }, word);
  };
  const points = one.budget ? `, ${one.cost} points` : "";
  const words = `${kindOf(g, one)}${points}${one.legal ? "" : ", not legal without options"}`;
  const told = () => (g.judged && dirty(g) ? `You are working on ${one.name}.` : "");
  return h(
    "li",
    { class: here ? "here" : null, "aria-current": here ? "true" : null },
    h("span", { class: "nm" }, h("b", {}, one.name), h("small", { class: "num" }, words)),
    button("Edit", () => work(g, one.build, one.id, told())),
    button("Rename", () => rename(g, one)),
    button("Copy", () => keep(g, { ...one.build, name: `${one.name.slice(0, 32)}, copy` })),
    button("Delete", () => remove(g, one)),
  );
}

function kindOf(/** @type {Garage} */ g, /** @type {SavedBuild} */ one) {
  const unit = g.offer.units.find((u) => u.id === one.unit);
  return (unit?.name ?? one.unit.replaceAll("_", " ")).toLowerCase();
}

/** To the Lab: does this build, in the place of a printed unit, change who wins? */
async function test(/** @type {Garage} */ g) {
  const unit = unitOf(g)?.id ?? "";
  const build = g.judged?.build ?? g.build;
  const text = JSON.stringify(build);
  const sample = g.offer.samples.find((one) => JSON.stringify(one.build) === text)?.id ?? "";
  keepSetting("lab.build", JSON.stringify({ build, unit, sample }));
  const { labAddress } = await import("../shared/setup.js");
  location.assign(labAddress(g.ruleset, { build: "1" }));
}

function takeAlong(/** @type {Garage} */ { judged }) {
  if (!judged) return;
  const words = (judged.build.name || judged.name).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const file = `${words.replace(/^-|-$/g, "") || "build"}.toml`;
  download(file, judged.toml, "application/toml");
}

/** Write something on the shelf and show the shelf anew. */
async function shelved(/** @type {Garage} */ g, /** @type {() => Promise<any>} */ act) {
  try {
    const done = await act();
    await refresh(g);
    trouble();
    return done;
  } catch (error) {
    trouble(error);
    return null;
  }
}

const keep = (/** @type {Garage} */ g, /** @type {Build} */ build) =>
  shelved(g, () => call(builds(g), { body: { ruleset: g.ruleset, build } }));

const change = (/** @type {Garage} */ g, /** @type {string} */ id, /** @type {Build} */ build) => {
  const body = { ruleset: g.ruleset, build };
  return shelved(g, () => call(builds(g, id), { method: "PUT", body }));
};

async function save(/** @type {Garage} */ g, /** @type {string} */ id) {
  const made = await (id ? change(g, id, g.build) : keep(g, g.build));
  if (!made) return;
  const but = made.legal ? "" : ", though it is not legal without options";
  work(g, made.build, made.id);
  toast(`${made.name} is saved${but}.`);
}

/** The name is written where it stands; Enter keeps it, Escape does not. */
function rename(/** @type {Garage} */ g, /** @type {SavedBuild} */ one) {
  const button = document.querySelector(`[data-key="Rename ${CSS.escape(one.id)}"]`);
  const place = button?.closest("li")?.querySelector("b");
  if (!place) return;
  const label = `New name of ${one.name}`;
  const input = h("input", { value: one.build.name, maxlength: 40, "aria-label": label });
  let over = false;
  const end = async (/** @type {boolean} */ good) => {
    if (over) return;
    over = true;
    const name = input.value;
    if (!good || name === one.build.name) return input.replaceWith(place);
    const made = await change(g, one.id, { ...one.build, name });
    if (made && g.id === one.id) work(g, { ...g.build, name }, one.id);
  };
  input.addEventListener("keydown", (e) => {
    if (e.key === "Enter" || e.key === "Escape") end(e.key === "Enter");
  });
  input.addEventListener("blur", () => end(true));
  place.replaceWith(input);
  input.select();
}

async function remove(/** @type {Garage} */ g, /** @type {SavedBuild} */ one) {
  const gone = await shelved(g, () => call(builds(g, one.id), { method: "DELETE" }));
  if (!gone) return;
  if (g.id === one.id) Object.assign(g, { id: "", saved: "" });
  await refresh(g);
  toast(`${one.name} is deleted.`, () => keep(g, gone.build));
}
