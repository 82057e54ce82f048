/** The form that sets a battle up: ruleset, mission, side, opponent, options, seed. */

import { drawing, dressed, emblem, h, later, letter, rule, symbols } from "../shared/dom.js";
import {
  brought,
  labelled,
  namesSetup,
  ownFiles,
  select,
  settled,
  strength,
} from "../shared/forms.js";
import { COLOURS, coloured } from "../shared/names.js";
import { call, setupNamed } from "../shared/net.js";
import { choose, differing, layOptions, makeOptions } from "./options.js";

/** @import { OwnScenario, RulesetInfo, ScenarioInfo } from "../shared/types.js" */
/** @import { HomeLine, Picker } from "./types.js" */

const WHO = [
  ["computer", "the computer"],
  ["human", "a friend at this screen"],
  ["invite", "a friend by link or code"],
  ["both", "nobody: the computer plays both sides"],
];
const RULES = () => h("summary", {}, "Rules");
const SHEETS = ["/static/home/setup.css", "/static/shared/mini.css"]; // a first look does without
const PLAYED = ["computer", "both"]; // where the computer plays
const MINE = "mine"; // what a scenario of one's own is called in an address
const LONGEST = 4000; // letters of a setup that the server takes in an address (docs/api.md)
const IN_BATTLE =
  "Start this battle to print it: its menu has Mission, and there is the same link.";

/** @type {Map<string, Promise<RulesetInfo>>} */
const known = new Map();

/** All that a ruleset offers, asked for once; after a failure again. */
function offered(/** @type {string} */ id) {
  /** @type {Promise<RulesetInfo>} */
  const found = known.get(id) ?? call(`/api/rulesets/${id}`);
  known.set(id, found);
  found.catch(() => known.delete(id));
  return found;
}

/**
 * Lay the form out; done when all of it is there.
 * @param {HTMLFormElement} form
 * @param {HomeLine[]} rulesets
 * @param {string} first the ruleset that is laid out at first
 * @param {(order: any) => void} start
 * @param {(error: any) => void} trouble
 */
export async function makeSetup(form, rulesets, first, start, trouble) {
  const body = h("div", { class: "choose" });
  const seat = h("div", { class: "seat" });
  const terms = h("div", {});
  const ruleset = select(
    "ruleset",
    rulesets.map((r) => [r.id, r.name]),
    first,
  );
  /** What the form is laid out for; nothing while that is awaited. @type {RulesetInfo|null} */
  let set = null;
  const { begins, named, seated } = beginning(form, seat);
  const build = async () => {
    const wanted = ruleset.value;
    set = null;
    const found = await offered(wanted);
    if (wanted !== ruleset.value) return;
    set = found;
    const line = rulesets.find(({ id }) => id === found.id);
    const { side, other, moved } = seated(line?.seat ?? 0);
    const begin = line?.scenario.id ?? "";
    const parts = fields(found, { begin, chosen: found.id !== first, side, other, terms });
    body.replaceChildren(which, ...parts.choose);
    seat.replaceChildren(...parts.seat, ...moved, ...foot());
    named();
  };
  const which = labelled("Game", ruleset);
  which.hidden = rulesets.length < 2;
  const foot = () => [
    h(
      "p",
      { class: "leave" },
      h("a", { href: `/rulebook/${ruleset.value}` }, "Rulebook"),
      h("a", { href: "/" }, "Not now"),
    ),
    h("div", { class: "begin" }, begins),
  ];
  const print = later("Print it for a real table", async () =>
    (await import("../shared/print_links.js")).papers(() => set && printed(form, set)),
  );
  print.classList.add("print");
  form.replaceChildren(h("h2", { tabindex: -1 }, "Set up a battle"), body, seat, print);
  ruleset.addEventListener("change", () => build().catch(trouble));
  form.onsubmit = async (event) => {
    event.preventDefault();
    await settled(form);
    if (!set) return;
    const [data, chosen] = [new FormData(form), set];
    const { forcesOf } = await import("./forces.js");
    const agreed = data.has("terms clock")
      ? { terms: (await import("./terms.js")).termsOf(data) }
      : {};
    const forces = await forcesOf(data, chosen.id);
    start({ ...orderOf(form, data, chosen), forces, ...agreed });
  };
  if (!document.querySelector(".sheet-of-symbols")) symbols().catch(trouble);
  await Promise.all([...SHEETS.map(dressed), build()]);
}

/**
 * The button, named by what it does; and who sits where once another game is chosen: who has chosen
 * a side or plays a friend keeps it, else the fairer side of a first battle is taken, and told.
 */
function beginning(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement} */ part) {
  const begins = h("button", { class: "now" });
  let taken = false; // whether somebody has chosen the side
  const named = () => {
    const invites = new FormData(form).get("other") === "invite";
    begins.textContent = invites ? "Make the invitation" : "Start this battle";
  };
  part.addEventListener("change", (event) => {
    taken ||= /** @type {HTMLInputElement} */ (event.target).name === "side";
    named();
  });
  const seated = (/** @type {number} */ fair) => {
    const data = new FormData(form);
    const [before, other] = [data.get("side"), data.get("other")];
    const keeps = before !== null && (taken || other !== "computer");
    const side = keeps ? Number(before) : fair;
    const said = `You are ${COLOURS[side]} here: it is the fairer side for a first battle.`;
    const changed = before !== null && Number(before) !== side;
    const moved = changed ? [h("p", { class: "sub moved", role: "status" }, said)] : [];
    return { side, other, moved };
  };
  return { begins, named, seated };
}

/**
 * What is filled in; a form that nobody has touched yet leaves builds for later.
 * @param {RulesetInfo} set
 * @param {{begin: string, chosen: boolean, side: number, other: FormDataEntryValue|null,
 *   terms: HTMLElement}} at the first scenario, whether the game was chosen here, who sits where
 */
function fields(set, { begin, chosen, side: firstSeat, other: opponent, terms }) {
  let touched = chosen;
  const told = h("div", { class: "about", "aria-live": "polite" });
  const view = h("img", { class: "view", alt: "", onerror: () => view.classList.add("blank") });
  const side = h("div", { class: "sides", role: "radiogroup", "aria-label": "You are" });
  const own = h("div", { class: "own" });
  const options = makeOptions(set);
  const wish = opponent ?? new URLSearchParams(location.search).get("other") ?? "";
  const other = select("other", WHO, String(wish));
  const against = labelled("Against", other);
  const level = strength("player", set.players);
  const seat = () =>
    Number(/** @type {HTMLInputElement|null} */ (side.querySelector(":checked"))?.value ?? 0);
  /** What is chosen; it may be another once the builds have come. @type {ScenarioInfo|null} */
  let now = null;
  const watch = h("input", { type: "checkbox", name: "listed" });
  const watched = h("label", { class: "tick" }, watch, "Others may watch");
  const seated = async () => {
    watched.hidden = !set.shared && other.value !== "invite";
    side.hidden = other.value === "both";
    level.hidden = against.hidden || !PLAYED.includes(other.value);
    const apart = other.value === "invite";
    const { termsFields } = apart ? await import("./terms.js") : { termsFields: null };
    if (!termsFields) terms.replaceChildren();
    else if (!terms.firstChild) terms.append(termsFields());
  };
  const mine = async (opened = false) => {
    const { offerBuilds } = await import("./forces.js");
    if (now) await offerBuilds(own, { ruleset: set.id, info: now, mine: seat(), opened });
  };
  side.addEventListener("change", () => mine());
  const tell = (/** @type {ScenarioInfo} */ info) => {
    told.replaceChildren(...about(info, set.id, info.id === begin));
    view.hidden = !set.scenarios.some(({ id }) => id === info.id); // of one's own there is a stamp
    if (!view.hidden) view.src = `/api/rulesets/${set.id}/scenarios/${info.id}/picture.svg`;
    side.replaceChildren(...sides(info, now ? seat() : firstSeat));
    now = info;
    if (touched) mine();
    else own.replaceChildren(...folded(info, () => mine(true)));
    layOptions(options, info.id);
    against.hidden = info.sides.length === 1;
    if (against.hidden) other.value = "computer";
    seated();
  };
  const picker = missionPicker(set, begin, tell);
  touched = true;
  other.addEventListener("change", seated);
  const wanted = asked(set.id);
  if (Object.keys(wanted).length) choose(options, wanted);
  const apart = set.options.length ? options.all : "";
  const files = ownFiles("A scenario or a pack of your own", set, {
    scenario: picker.add,
    choose: (wanted) => choose(options, wanted),
  });
  const folding = { class: "rules", open: namesSetup(set.id) };
  return {
    choose: [
      picker.list,
      h("div", { class: "chosen" }, view, told),
      own,
      h("details", folding, RULES(), files, options.own, apart, labelled("Seed", seed())),
      options.changed,
    ],
    seat: [h("h3", {}, "You are"), side, against, level, watched, terms],
  };
}

/** The options that an address asks for: `?ruleset=chase&option=NAME=VALUE`. */
function asked(/** @type {string} */ ruleset) {
  const words = new URLSearchParams(location.search);
  if (words.get("ruleset") !== ruleset) return {};
  const pairs = words.getAll("option").map((text) => text.split("="));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}

const seed = () =>
  h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]*", placeholder: "by chance" });

/** What builds are behind until somebody asks for them: a first visit does without. */
function folded(/** @type {ScenarioInfo} */ info, /** @type {() => void} */ open) {
  const title = h("summary", {}, "Your own builds");
  const some = info.roster.some((unit) => unit.kinds.length);
  return some ? [h("details", { ontoggle: open }, title)] : [];
}

/**
 * What of the form is printed. A scenario of one's own goes along in the address, where it has to
 * be short and its packs kept by the server; a battle has both, whatever its files were.
 */
function printed(/** @type {HTMLFormElement} */ form, /** @type {RulesetInfo} */ set) {
  const { ruleset, scenario, own, options } = orderOf(form, new FormData(form), set);
  if (!own) return { ruleset, scenario: String(scenario), options };
  const { setup = "{}", pack } = setupNamed();
  const { packs = pack ? [pack] : [] } = JSON.parse(setup);
  const known = !brought(form).layers.length || packs.length === brought(form).packs.length;
  const asked = { packs, scenario: MINE, own };
  if (!known || JSON.stringify(asked).length > LONGEST) return IN_BATTLE;
  return { ruleset, scenario: MINE, options, setup: asked };
}

/** What the form says, as the server wants it; options left as they are are not named. */
function orderOf(
  /** @type {HTMLFormElement} */ form,
  /** @type {FormData} */ data,
  /** @type {RulesetInfo} */ set,
) {
  /** @type {HTMLInputElement|null} */
  const chosen = form.querySelector("[name=scenario]:checked");
  const mine = Number(data.get("side") ?? 0);
  const kind = String(data.get("other"));
  const computer = { kind: "computer", player: String(data.get("player") ?? ""), name: "" };
  const other = PLAYED.includes(kind) ? computer : { kind, player: "", name: "" };
  const you = kind === "both" ? computer : { kind: "human", player: "", name: "" };
  const seed = String(data.get("seed") ?? "").trim();
  return {
    ruleset: set.id,
    scenario: data.get("scenario"),
    own: chosen?.dataset.own ?? "",
    layers: brought(form).layers,
    seed: seed ? Number(seed) : null,
    options: Object.fromEntries(
      differing(set, (id) => data.get(`option ${id}`)).map(([o, value]) => [o.id, value]),
    ),
    seats: mine === 0 ? [you, other] : [other, you],
    listed: /** @type {HTMLElement|null} */ (form.querySelector(".tick"))?.hidden
      ? null
      : data.has("listed"),
  };
}

// ---------------------------------------------------------------- missions

/**
 * The stamps as a group of radio buttons.
 * @param {RulesetInfo} set
 * @param {string} begin the scenario that is chosen at first
 * @param {(chosen: ScenarioInfo) => void} tell called at once, and with every choice
 * @returns {Picker}
 */
function missionPicker(set, begin, tell) {
  const scenarios = [...set.scenarios];
  const first = scenarios.find((s) => s.id === begin) ?? scenarios[0];
  const list = h(
    "div",
    { class: "missions", role: "radiogroup", "aria-label": "Mission" },
    scenarios.map((s) => stamp(s, s === first)),
  );
  list.addEventListener("change", (event) => {
    const chosen = scenarios.find(
      (s) => s.id === /** @type {HTMLInputElement} */ (event.target).value,
    );
    if (chosen) tell(chosen);
  });
  call(`/api/rulesets/${set.id}/boards`).then(
    (boards) => lay(list, boards),
    () => {},
  );
  if (first) tell(first);
  const add = (/** @type {OwnScenario} */ { info, text, board }) => {
    const mine = { ...info, id: `own-${scenarios.length}` };
    const made = stamp(mine, true);
    const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
    input.dataset.own = text;
    scenarios.push(mine);
    list.append(made);
    lay(list, { [mine.id]: board });
    tell(mine);
    input.focus();
  };
  return { list, add };
}

const stamp = (/** @type {ScenarioInfo} */ s, /** @type {boolean} */ checked) =>
  h(
    "label",
    { class: "mission", title: s.summary },
    h("input", { type: "radio", class: "vh", name: "scenario", value: s.id, checked }),
    h("span", { class: "stamp", "data-board": s.id }),
    h("b", {}, s.name),
  );

/** The boards onto their stamps; drawn by the server, they bring no text of others. */
function lay(/** @type {HTMLElement} */ list, /** @type {Record<string, string>} */ boards) {
  for (const [id, markup] of Object.entries(boards))
    list.querySelector(`[data-board="${CSS.escape(id)}"]`)?.replaceChildren(drawing(markup));
}

/** What a mission is about, with its rule; of one of them, that it is the one to begin with. */
function about(
  /** @type {ScenarioInfo} */ s,
  /** @type {string} */ ruleset,
  /** @type {boolean} */ begin,
) {
  const long = `${s.turns} ${s.period}s at most`;
  return [
    h("h3", {}, s.name, " ", h("small", {}, begin ? `${long}; a good first battle` : long)),
    h("p", {}, coloured(s.briefing || s.summary)),
    s.victory &&
      h("p", {}, h("b", {}, "Victory: "), coloured(s.victory), " ", rule(s.rule, ruleset)),
  ].filter((x) => x instanceof Node);
}

/** The sides to choose from, each with its part in the mission and its units. */
function sides(/** @type {ScenarioInfo} */ s, chosen = 0) {
  const roles = s.sides.length ? s.sides : ["", ""];
  return roles.map((role, side) =>
    h(
      "label",
      { class: `pick-side side-${letter(side)}` },
      h("input", {
        type: "radio",
        name: "side",
        value: String(side),
        checked: side === Math.min(chosen, roles.length - 1),
      }),
      emblem(side),
      h(
        "span",
        {},
        h("b", {}, COLOURS[side]),
        role && ` ${coloured(role)}`,
        h("small", {}, force(s, side)),
      ),
    ),
  );
}

/** A side's units in a line, equal ones counted. */
function force(/** @type {ScenarioInfo} */ s, /** @type {number} */ side) {
  const names = s.roster.filter((unit) => unit.side === side).map((unit) => unit.name);
  return [...new Set(names)]
    .map((name) => [names.filter((n) => n === name).length, name])
    .map(([n, name]) => (n === 1 ? name : `${n} \u00d7 ${name}`))
    .join(", ");
}
