/**
 * The form that sets a campaign up: what it is about and one button to begin it; behind that sides,
 * tanks, missions, length; or a file to go on from.
 */

import { drawing, h, letter, SIDES } from "../shared/dom.js";
import { brought, fileOf, labelled, ownFiles, select, settled, strength } from "../shared/forms.js";
import { call, textOf } from "../shared/net.js";

/** @import { Brought, OwnFiles, OwnScenario } from "../shared/types.js" */

const WHO = [
  ["human", "a person here"],
  ["computer", "the computer"],
  ["invite", "a person by link"],
];
// Who leads and what the sides are called at first.
const START = [
  ["human", "North Guard"],
  ["computer", "Harbor Company"],
];
const DEFAULT_TANKS = 2;
const NO_MISSION = "Without a battle tank on both sides, so no mission here";

/**
 * @param {HTMLFormElement} form
 * @param {any[]} rulesets
 * @param {(path: string, order: any) => void} begin
 */
export async function makeForm(form, rulesets, begin) {
  const able = await Promise.all(
    rulesets
      .filter((set) => set.campaigns)
      .map(async ({ id }) => {
        const [offer, set] = await Promise.all([
          call(`/api/rulesets/${id}/campaign`),
          call(`/api/rulesets/${id}`),
        ]);
        return { ...offer, set, scenarios: {} };
      }),
  );
  if (!able.length)
    return form.replaceChildren(h("p", { class: "sub" }, "No ruleset here has campaigns."));
  const ruleset = select(
    "ruleset",
    able.map((o) => [o.set.id, o.set.name]),
  );
  const body = h("div", { class: "fields" });
  const chosen = () => able.find((o) => o.set.id === ruleset.value) ?? able[0];
  const build = () => {
    chosen().scenarios = {};
    body.replaceChildren(...fields({ ...chosen() }, body));
  };
  ruleset.addEventListener("change", build);
  build();
  const own = h(
    "details",
    { class: "own-way", id: "own-way" },
    h("summary", {}, "Choose names, tanks, leaders and missions yourself"),
    (able.length > 1 && labelled("Rules", ruleset)) || ruleset,
    body,
    h("div", { class: "row" }, fromFile(form, chosen, begin)),
  );
  form.replaceChildren(
    ...story(chosen()),
    h("button", { class: "cta" }, "Begin the campaign"),
    h(
      "p",
      { class: "sub" },
      "You can begin at once: everything is filled in, and the computer leads the other side.",
    ),
    own,
  );
  ruleset.hidden = able.length === 1;
  // What is wrong in a field that is folded away is shown.
  form.addEventListener("invalid", () => own.setAttribute("open", ""), true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await settled(form);
    begin("/api/campaigns", orderOf(form, chosen()));
  });
}

/** What a campaign is about, and a picture of where it begins. */
function story(/** @type {any} */ { story: told, battles, set }) {
  if (!told) return [h("h2", {}, "A new campaign")];
  const fill = (/** @type {string} */ text) =>
    text.replace("{tanks}", String(DEFAULT_TANKS)).replace("{battles}", String(battles));
  const picture = h("div", { class: "first-board", "aria-hidden": "true" });
  call(`/api/rulesets/${set.id}/boards`).then(
    (boards) => boards[told.first] && picture.append(drawing(boards[told.first])),
    () => {},
  );
  return [
    h("h2", {}, told.title),
    h(
      "div",
      { class: "story" },
      h(
        "div",
        {},
        told.paragraphs.map((/** @type {string} */ text) => h("p", {}, fill(text))),
        h("p", {}, h("b", {}, `First: ${told.first_name}. `), told.first_summary),
      ),
      picture,
    ),
  ];
}

/** What is filled in; packs change what there is to choose. */
function fields(/** @type {any} */ offer, /** @type {HTMLElement} */ body) {
  return [
    labelled(
      "Called",
      h("input", { name: "name", value: "Autumn campaign", maxlength: 40, required: true }),
    ),
    labelled(
      "Battles",
      h("input", {
        name: "battles",
        type: "number",
        min: 1,
        max: offer.most_battles,
        value: offer.battles,
        required: true,
      }),
    ),
    SIDES.map((title, seat) => side(offer, title, seat)),
    missions(offer),
    ownFiles("A scenario or a pack of your own", offer.set, {
      scenario: (own) => {
        offer.scenarios[idFor(offer, own)] = own.text;
      },
      choose: (wanted, now) => pack(offer, body, wanted, now),
    }),
  ].flat();
}

/** The id of a scenario of the player's own as a mission: its name, as no other is called. */
function idFor(/** @type {any} */ offer, /** @type {OwnScenario} */ { info, text }) {
  const words = info.name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const word = words.replace(/^_+|_+$/g, "").slice(0, 40) || "mission";
  const free = (/** @type {string} */ id) =>
    id in offer.scenarios
      ? offer.scenarios[id] === text
      : offer.set.scenarios.every((/** @type {any} */ s) => s.id !== id);
  for (let n = 1; ; n++) {
    const id = n > 1 ? `${word}_${n}` : word;
    if (free(id)) return id;
  }
}

/**
 * Lay a pack into the form: missions and builds are those that there are with it.
 * @param {any} offer
 * @param {HTMLElement} body
 * @param {OwnFiles["options"]} wanted
 * @param {Brought} now
 */
async function pack(offer, body, wanted, { layers }) {
  const { missions: fought, samples } = await call(`/api/rulesets/${offer.set.id}/campaign`, {
    body: { layers, scenarios: offer.scenarios },
  });
  Object.assign(offer, { missions: fought, samples });
  for (const one of /** @type {NodeListOf<HTMLSelectElement>} */ (
    body.querySelectorAll('select[name^="build-"]')
  ))
    one.replaceChildren(...builds(offer, one.value));
  const left = [...body.querySelectorAll("[name=mission]:not(:checked)")].map((one) =>
    one.getAttribute("value"),
  );
  body
    .querySelector(".missions")
    ?.replaceChildren(...fought.map((/** @type {any} */ m) => mission(m, !left.includes(m.id))));
  const named = fought.map((/** @type {any} */ m) => m.id);
  const useless = Object.keys(offer.scenarios).filter((id) => !named.includes(id));
  const leftOut = body.querySelector(".left-out");
  if (leftOut) leftOut.textContent = useless.length ? `${NO_MISSION}: ${useless.join(", ")}.` : "";
  /** @type {HTMLInputElement|null} */
  const battles = body.querySelector("[name=battles]");
  if (battles && wanted.campaign_battles) battles.value = String(wanted.campaign_battles);
  return Object.keys(wanted).length;
}

/** The sample builds there are. */
const builds = (/** @type {any} */ offer, /** @type {string} */ chosen) =>
  offer.samples.map((/** @type {any} */ s) =>
    h("option", { value: s.id, selected: s.id === chosen, title: s.text }, s.name),
  );

/** A side: what it is called, who leads it, its tanks. */
function side(/** @type {any} */ offer, /** @type {string} */ title, /** @type {number} */ seat) {
  const [kind, name] = START[seat];
  const leader = select(`kind-${seat}`, WHO, kind);
  const level = strength(`player-${seat}`, offer.set.players);
  const tanks = h("div", { class: "tanks" });
  const count = select(
    `count-${seat}`,
    Array.from({ length: offer.most_tanks }, (_, i) => [String(i + 1), String(i + 1)]),
    String(DEFAULT_TANKS),
  );
  const muster = () =>
    tanks.replaceChildren(
      ...Array.from({ length: Number(count.value) }, (_, i) => tank(offer, seat, i)),
    );
  const tell = () => {
    level.hidden = leader.value !== "computer";
  };
  leader.addEventListener("change", tell);
  count.addEventListener("change", muster);
  muster();
  tell();
  return h(
    "fieldset",
    { class: `side-${letter(seat)}` },
    h("legend", {}, title),
    labelled(
      "Called",
      h("input", { name: `side-${seat}`, value: name, maxlength: 40, required: true }),
    ),
    labelled("Led by", leader),
    level,
    labelled("Tanks", count),
    tanks,
  );
}

/** A tank: its name and its build. */
function tank(/** @type {any} */ offer, /** @type {number} */ seat, /** @type {number} */ i) {
  const name = offer.names[(2 * i + seat) % offer.names.length];
  return h(
    "div",
    { class: "tank-row" },
    h("input", {
      name: `tank-${seat}`,
      value: name,
      maxlength: 40,
      required: true,
      "aria-label": `Name of tank ${i + 1}`,
    }),
    h(
      "select",
      { name: `build-${seat}`, "aria-label": `Build of tank ${i + 1}` },
      builds(offer, offer.samples[(i + seat) % 4]?.id),
    ),
    h("input", {
      class: "crew-names",
      name: `crew-${seat}`,
      maxlength: 220,
      placeholder: "crew: named for you, or Ann, Ben, Cat, Dan",
      "aria-label": `Crew of tank ${i + 1}: names separated by commas`,
    }),
  );
}

function missions(/** @type {any} */ offer) {
  return h(
    "details",
    {},
    h("summary", {}, "Missions"),
    h(
      "p",
      { class: "sub" },
      "You fight them in this order. After the last one the first comes again.",
    ),
    h(
      "div",
      { class: "missions" },
      offer.missions.map((/** @type {any} */ m) => mission(m, true)),
    ),
    h("p", { class: "sub left-out", role: "status" }),
  );
}

const mission = (/** @type {any} */ m, /** @type {boolean} */ checked) =>
  h(
    "label",
    { class: "mission" },
    h("input", { type: "checkbox", name: "mission", value: m.id, checked }),
    h("span", {}, m.name, " ", h("small", {}, `${m.tanks[0]} against ${m.tanks[1]}`)),
  );

/** Who leads the sides, as the form says. */
const leaders = (/** @type {FormData} */ data) =>
  [0, 1].map((seat) => {
    const kind = String(data.get(`kind-${seat}`));
    return { kind, player: kind === "computer" ? String(data.get(`player-${seat}`)) : "" };
  });

function orderOf(/** @type {HTMLFormElement} */ form, /** @type {any} */ offer) {
  const data = new FormData(form);
  const { packs, options, layers } = brought(form);
  const missions = data.getAll("mission").map(String);
  const own = Object.entries(offer.scenarios).filter(([id]) => missions.includes(id));
  const names = (/** @type {string} */ text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
  const tanks = (/** @type {number} */ seat) =>
    data.getAll(`tank-${seat}`).map((name, i) => ({
      name,
      build: data.getAll(`build-${seat}`)[i],
      crew: names(String(data.getAll(`crew-${seat}`)[i])),
    }));
  return {
    ruleset: offer.set.id,
    name: data.get("name"),
    missions,
    scenarios: Object.fromEntries(own),
    options: { ...options, campaign_battles: Number(data.get("battles")) },
    packs,
    layers,
    sides: leaders(data).map((leader, seat) => ({
      ...leader,
      name: data.get(`side-${seat}`),
      tanks: tanks(seat),
    })),
  };
}

/** A campaign file, led by those whom the form names. */
function fromFile(
  /** @type {HTMLFormElement} */ form,
  /** @type {() => any} */ chosen,
  /** @type {(path: string, order: any) => void} */ begin,
) {
  const open = async (/** @type {any} */ event) => {
    const file = fileOf(event);
    const sides = leaders(new FormData(form));
    const ruleset = chosen().set.id;
    if (file)
      begin(
        "/api/campaigns/load",
        textOf(file).then((text) => ({ ruleset, text, sides })),
      );
    event.target.value = "";
  };
  return h(
    "label",
    { class: "plain file" },
    "Go on from a file",
    h("input", { class: "vh", type: "file", accept: ".toml", onchange: open }),
  );
}
