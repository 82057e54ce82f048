/** Scenarios of the pack: a list, new ones from what ships or from nothing, and the editor. */

import { drawing, dressed, h, many } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { change, put } from "./draft.js";
import { redo, undo, unwind } from "./history.js";
import { keyFor, placeOf, renamedScenario, settleIds } from "./ids.js";
import { renameTrace } from "./trace_store.js";

/** @import { Entry, Workshop } from "./types.js" */

export function drawScenarios(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  dressed("/static/shared/mini.css");
  w.settle = () => settleIds(w);
  if (w.open && w.pack.scenarios[w.open]) return edit(w, el);
  w.editing?.close();
  Object.assign(w, { open: "", editing: null });
  panel(el, [w.bench, w.pack.scenarios, w.verdict, w.boards], () => [
    h("h2", {}, "Scenarios"),
    h(
      "ul",
      { class: "stamps" },
      Object.entries(w.pack.scenarios).map((one) => stamp(w, one)),
    ),
    beginning(w),
  ]);
}

/** A scenario of the pack: its board, what is wrong with it, what can be done. */
function stamp(/** @type {Workshop} */ w, /** @type {[string, Entry]} */ [id, draft]) {
  const drawn = w.verdict?.scenarios[id];
  const faults = (w.verdict?.faults ?? []).filter((one) => one.file === `scenarios/${id}`).length;
  const name = draft.name || id;
  const press = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": `${words}: ${name}`,
        "data-key": `${words} ${id}`,
        onclick,
      },
      words,
    );
  const open = () => {
    w.open = id;
    w.draw();
  };
  return h(
    "li",
    {},
    h("span", { class: "stamp" }, drawn?.board && drawing(drawn.board)),
    h(
      "div",
      {},
      h("b", {}, name),
      h("small", {}, faults ? `${many(faults, "thing")} to mend` : drawn?.summary),
      identity(w, id, name),
      h(
        "div",
        { class: "row" },
        press("Edit", open),
        press("Copy", () => copyOf(w, id)),
        press("Remove", () => remove(w, id)),
      ),
    ),
  );
}

/** The id of a scenario, which commands and addresses name it by. */
function identity(/** @type {Workshop} */ w, /** @type {string} */ id, /** @type {string} */ name) {
  const onchange = (/** @type {any} */ { target }) => {
    const to = target.value.trim() ? keyFor(w, target.value, id) : id;
    if (to === id) target.value = id;
    else {
      w.given.add(to);
      change(w, renamedScenario(w, id, to));
      renameTrace(placeOf(w, id), placeOf(w, to)).catch(() => {});
    }
  };
  const given = { "data-key": `id ${id}`, value: id, size: 14, autocomplete: "off", onchange };
  return h(
    "label",
    { class: "identity" },
    "Id ",
    h("input", { "aria-label": `Id: ${name}`, ...given }),
  );
}

function remove(/** @type {Workshop} */ w, /** @type {string} */ id) {
  const before = w.pack.scenarios;
  const { [id]: gone, ...scenarios } = before;
  change(w, { scenarios });
  toast(`${gone.name || id} is gone.`, () => change(w, { scenarios: before }));
}

function copyOf(/** @type {Workshop} */ w, /** @type {string} */ id) {
  const draft = w.pack.scenarios[id];
  const name = `${draft.name || id}, again`;
  lay(w, { ...structuredClone(draft), name });
}

/** Put a scenario into the pack under a key of its own. */
function lay(/** @type {Workshop} */ w, /** @type {Entry} */ draft) {
  const id = keyFor(w, draft.name ?? "");
  change(w, { scenarios: { ...w.pack.scenarios, [id]: draft } });
  return id;
}

/** A new one: which to start from, by its board. */
function beginning(/** @type {Workshop} */ w) {
  if (w.boards.ruleset !== w.bench.id) boardsOf(w).catch(trouble);
  const start = (/** @type {string} */ id, /** @type {string} */ name) => {
    const board = w.boards.drawn[id];
    const picture = board ? drawing(board) : h("span", { class: id ? "" : "empty" });
    const onclick = () => begin(w, id).catch(trouble);
    const given = { type: "button", "data-key": `start ${id}`, onclick };
    return h(
      "li",
      {},
      h("button", given, h("span", { class: "stamp" }, picture), h("b", {}, name)),
    );
  };
  return h(
    "div",
    { class: "beginning" },
    h("h3", {}, "A new scenario"),
    h("p", { class: "sub" }, "Start from one that ships, or from an empty board."),
    h(
      "ul",
      { class: "starts" },
      start("", "An empty board"),
      w.bench.scenarios.map(({ id, name }) => start(id, name)),
    ),
  );
}

async function begin(/** @type {Workshop} */ w, /** @type {string} */ start) {
  const path = `/api/rulesets/${w.bench.id}/editor`;
  const { scenario } = await call(path, { body: { start } });
  const name = start ? `${scenario.name}, changed` : "A board of mine";
  w.open = lay(w, { ...scenario, name });
}

/** Small pictures of the boards that ship, asked for once. */
async function boardsOf(/** @type {Workshop} */ w) {
  const ruleset = w.bench.id;
  w.boards = { ruleset, drawn: {} };
  const drawn = await call(`/api/rulesets/${ruleset}/boards`);
  if (ruleset === w.bench.id) w.boards = { ruleset, drawn };
  w.draw();
}

// ---------------------------------------------------------------- the editor

/** The open editor takes over a draft that was undone or done again elsewhere. */
function follow(/** @type {Workshop} */ w) {
  const wanted = JSON.stringify(w.pack.scenarios[w.open]);
  if (!w.editing || w.loaded === wanted || JSON.stringify(w.editing.draft()) === wanted) return;
  w.loaded = wanted;
  w.editing.load(w.pack.scenarios[w.open]);
}

/** The editor of the scenario that is open; it is opened once and keeps itself up to date. */
function edit(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const options = { ...w.pack.sheet.options, ...w.pack.sheet.values };
  const { units } = w.pack;
  const host = el.querySelector(".host");
  if (host instanceof HTMLElement && host.dataset.scenario === w.open) return follow(w);
  const id = w.open;
  const back = () => {
    w.open = "";
    settleIds(w);
    w.draw();
  };
  const title = h("h2", {}, w.pack.scenarios[id].name || id);
  const fresh = h("div", { class: "host", "data-scenario": id });
  w.editing?.close();
  w.editing = null;
  panel(el, [w.open, fresh], () => [
    h(
      "div",
      { class: "over-editor" },
      h("button", { type: "button", class: "plain", onclick: back }, "\u2190 All scenarios"),
      title,
    ),
    fresh,
  ]);
  const changed = (
    /** @type {Entry} */ draft,
    /** @type {boolean} */ _playable,
    /** @type {any} */ _problems,
    /** @type {string} */ by,
  ) => {
    if (w.open !== id || JSON.stringify(draft) === JSON.stringify(w.pack.scenarios[id])) return;
    const scenarios = { ...w.pack.scenarios, [id]: draft };
    if (by === "stroke" || by === "redo") change(w, { scenarios });
    else put(w, { scenarios });
    if (by === "undo") unwind(w);
    title.textContent = draft.name || id;
  };
  import("./board.js")
    .then(({ openEditor }) =>
      openEditor(fresh, {
        ruleset: w.bench.id,
        scenario: w.pack.scenarios[id],
        options,
        units,
        changed,
        place: () => placeOf(w, id),
        before: () => undo(w),
        after: () => redo(w),
      }),
    )
    .then((editing) => {
      if (w.open !== id) return editing.close();
      w.editing = editing;
      w.draw();
    })
    .catch(trouble);
}
