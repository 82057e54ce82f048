/** What is done with a pack: played, kept, given away, taken in. */

import { newGame } from "../shared/dice.js";
import { copy, h } from "../shared/dom.js";
import { download } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import {
  addressOf,
  askLab,
  bare,
  change,
  dirty,
  fileFrom,
  mine,
  newPack,
  save,
  say,
  work,
} from "./draft.js";
import { redo, undo } from "./history.js";

/** @import { OwnFiles } from "../shared/types.js" */
/** @import { Pack, Taken, Workshop } from "./types.js" */

const WHO = [
  ["computer", "against the computer"],
  ["human", "against a person here"],
  ["invite", "against a person by link"],
  ["both", "with the computer on both sides"],
];
const OWN = /\.(hulldown|zip|toml)$/i; // the files that hulldown itself writes
const TAKES = ".hulldown,.zip,.toml,.csv,.tsv,.txt";
const PLAYED = ["computer", "both"]; // where the computer plays

export function drawDoing(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const { bench, pack, id, open, shelf } = w;
  panel(el, [bench, pack, w.saved, id, open, shelf, w.past.length, w.future.length], () => [
    playing(w),
    !open &&
      h(
        "div",
        { class: "row" },
        button(w, "undo", "Undo", () => undo(w), !w.past.length),
        button(w, "redo", "Redo", () => redo(w), !w.future.length),
      ),
    h(
      "div",
      { class: "row" },
      button(w, "save", saving(w), () => save(w)),
      button(w, "export", "Export", () => give(w)),
      chooser(w),
      button(w, "link", "Copy a link", (event) => copy(event, location.origin + addressOf(w)), !id),
      button(w, "new", "New pack", () => begin(w), bare(pack) && !id),
      id && along("Garage", `/garage?${new URLSearchParams({ ruleset: pack.ruleset, pack: id })}`),
      button(w, "test", "Test it", () => askLab(w).catch(trouble), bare(pack) && !id),
      id && along("Odds", `/odds?${new URLSearchParams({ rules: pack.ruleset, pack: id })}`),
      id &&
        bench.campaign &&
        along("Campaign", `/campaigns?${new URLSearchParams({ ruleset: pack.ruleset, pack: id })}`),
    ),
  ]);
}

/** A page that is opened with the kept pack in force. */
const along = (/** @type {string} */ name, /** @type {string} */ href, words = `${name} with it`) =>
  h("a", { class: "plain", href }, words);

const saving = (/** @type {Workshop} */ w) => {
  if (!w.id) return "Save";
  if (!mine(w)) return "Save a copy";
  return dirty(w) ? "Save a version" : "Saved";
};

const button = (
  /** @type {Workshop} */ w,
  /** @type {string} */ key,
  /** @type {string} */ words,
  /** @type {(event: Event) => any} */ work,
  off = false,
) => {
  const onclick = (/** @type {Event} */ event) => Promise.resolve(work(event)).catch(trouble);
  const given = { type: "button", class: "plain", "data-key": key, disabled: off };
  const idle = key === "save" && Boolean(w.id) && !dirty(w) && mine(w);
  return h("button", { ...given, disabled: off || idle, onclick }, words);
};

function begin(/** @type {Workshop} */ w) {
  work(w, newPack(w.bench.id), {}, "A new pack. ");
  history.replaceState(null, "", addressOf(w));
}

// ---------------------------------------------------------------- playing

/** Which scenario, who plays it, and a button that begins at once. */
function playing(/** @type {Workshop} */ w) {
  const { players } = w.bench;
  const own = Object.entries(w.pack.scenarios);
  const select = (/** @type {string} */ name, /** @type {any[]} */ options, onchange = () => {}) =>
    h("select", { "aria-label": name, "data-key": name, onchange }, options);
  const option = (/** @type {string} */ value, /** @type {string} */ name, on = false) =>
    h("option", { value, selected: on }, name);
  const chosen = w.scenario.open === w.open ? w.scenario.value : `own ${w.open}`;
  const group = (/** @type {string} */ label, /** @type {string[][]} */ listed) =>
    h(
      "optgroup",
      { label },
      listed.map(([value, name]) => option(value, name, value === chosen)),
    );
  const scenario = select(
    "Scenario to play",
    [
      own.length > 0 &&
        group(
          "Of this pack",
          own.map(([id, { name }]) => [`own ${id}`, name || id]),
        ),
      group(
        w.bench.name,
        w.bench.scenarios.map(({ id, name }) => [id, name]),
      ),
    ],
    () => {
      w.scenario = { open: w.open, value: scenario.value };
    },
  );
  const against = select(
    "Who plays the other side",
    WHO.map(([value, name]) => option(value, name, value === w.against)),
    () => {
      w.against = against.value;
      strength.hidden = !PLAYED.includes(w.against);
    },
  );
  const level = players.find(({ id }) => id === w.level) ?? players.find(({ usual }) => usual);
  const strength = select(
    "How strong the computer is",
    players.map(({ id, name }) => option(id, name, id === level?.id)),
    () => {
      w.level = strength.value;
    },
  );
  const start = async (/** @type {any} */ event) => {
    event.target.disabled = true;
    await play(w, scenario.value, against.value, strength.value).catch(trouble);
    event.target.disabled = false;
  };
  const press = { type: "button", class: "cta", "data-key": "play", onclick: start };
  strength.hidden = !PLAYED.includes(w.against);
  return h("div", { class: "playing" }, scenario, against, strength, h("button", press, "Play it"));
}

/** Begin a battle with the pack, and go to its table. */
async function play(
  /** @type {Workshop} */ w,
  /** @type {string} */ which,
  /** @type {string} */ kind,
  /** @type {string} */ player,
) {
  const computer = { kind: "computer", player, name: "" };
  const other = PLAYED.includes(kind) ? computer : { kind, player: "", name: "" };
  const you = kind === "both" ? computer : { kind: "human", player: "", name: "" };
  const seats = [you, other];
  const made = await newGame("/api/games", seats, { ...(await orderOf(w, which)), seats });
  location.assign(`/table/${made.game}`);
}

/** What is played, as a new battle is told: the scenario, what the pack changes, its units. */
async function orderOf(/** @type {Workshop} */ w, /** @type {string} */ which) {
  const own = which.startsWith("own ") ? which.slice(4) : "";
  const scenarios = own ? { [own]: w.pack.scenarios[own] } : {};
  /** @type {OwnFiles} */
  const brought = await say("bring", { ...w.pack, scenarios });
  return {
    ruleset: w.bench.id,
    scenario: own || which,
    own: own ? brought.scenarios[0].text : "",
    options: brought.options,
    layers: brought.layers,
    seed: null,
    forces: {},
  };
}

// ---------------------------------------------------------------- files

/** The pack as a file. */
async function give(/** @type {Workshop} */ w) {
  const { file, data } = await fileFrom("/api/workshop/file", w.pack);
  download(file ?? "pack.hulldown", data, "application/zip");
}

function chooser(/** @type {Workshop} */ w) {
  const take = async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) await takeFile(w, file).catch(trouble);
    event.target.value = "";
  };
  const given = { class: "vh", type: "file", accept: TAKES, onchange: take };
  return h("label", { class: "plain file" }, "Import", h("input", given));
}

/**
 * Take a file in: a pack in place of the one in work, a scenario into it; what another program
 * wrote is looked at first.
 */
export async function takeFile(/** @type {Workshop} */ w, /** @type {File} */ file) {
  if (!OWN.test(file.name)) {
    await w.turn("import");
    return (await import("./imports.js")).takeIn(w, file);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const name = file.name.slice(0, 60);
  /** @type {Taken} */
  const { ruleset, pack, sheet, units, scenarios, rules } = await say("load", {
    ...{ ruleset: w.bench.id, name, data },
  });
  if (!pack) {
    const before = w.pack.scenarios;
    change(w, { scenarios: { ...before, ...scenarios } });
    toast(`${name} is in the pack.`, () => change(w, { scenarios: before }));
    return w.turn("scenarios");
  }
  if (ruleset !== w.bench.id) await w.take(ruleset, null);
  /** @type {Pack} */
  const taken = { ruleset, sheet, units, scenarios, ...(rules && { rules }) };
  work(w, taken, {}, `You are working on ${sheet.name}. `);
}
