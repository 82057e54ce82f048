/**
 * The campaign page: all campaigns and a form for a new one, or one campaign as it goes from battle
 * to battle.
 */

import {
  $,
  announce,
  copy,
  emblem,
  h,
  letter,
  rule,
  rulesOf,
  symbols,
  use,
} from "../shared/dom.js";
import { asked, call, download, keepSeats, keepSetting, setting } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { named } from "../shared/panels.js";

/** @import { Roll } from "../shared/types.js" */
/** @import { Battle, CampaignView, Deciding, Page, Side, Tokens } from "./types.js" */

const AGAIN = 4000; // ms until a battle that is being fought is looked at again

/** The tokens of a campaign held in this browser. @returns {Tokens} */
function held(/** @type {string} */ campaign) {
  try {
    return { keeper: "", seats: {}, ...JSON.parse(setting(`campaign.${campaign}`, "{}")) };
  } catch {
    return { keeper: "", seats: {} };
  }
}

const keep = (/** @type {string} */ campaign, /** @type {Tokens} */ tokens) =>
  keepSetting(`campaign.${campaign}`, JSON.stringify(tokens));

function trouble(/** @type {any} */ error) {
  const lines = error ? String(error.message).split("\n") : [];
  $("trouble").hidden = !error;
  $("trouble").replaceChildren(...lines.flatMap((line, i) => [i ? h("br") : "", line]));
  if (error) $("trouble").scrollIntoView({ block: "nearest" });
}

// ---------------------------------------------------------------- all campaigns

const NONE =
  "None yet. A campaign takes your crews from battle to battle. Survivors gain experience, " +
  "and you replace the fallen.";

async function all() {
  document.title = "Campaigns \u00b7 hulldown";
  const [rulesets, list] = await Promise.all([call("/api/rulesets"), call("/api/campaigns")]);
  const form = h("form", { class: "slip setup", "aria-label": "Set up a campaign" });
  const kept = h(
    "section",
    { class: "slip recent", "aria-labelledby": "list" },
    h("h2", { id: "list" }, "Campaigns"),
    h("ul", {}, list.map(entry)),
    !list.length && h("p", { class: "sub" }, NONE),
  );
  $("page").replaceChildren(h("div", { class: "start-page" }, form, kept));
  const { makeForm } = await import("./new.js"); // which one campaign has no need of
  await makeForm(form, rulesets, begin);
}

function entry(/** @type {any} */ { campaign, title, status, finished }) {
  const what = finished ? "read it again" : "go on";
  const words = [h("b", {}, title), h("small", {}, status), h("i", {}, what)];
  return h("li", {}, h("a", { class: "entry", href: `/campaign/${campaign}` }, words));
}

/** Begin one, keep its tokens, go to its page; an order may still be read from a file. */
async function begin(/** @type {string} */ path, /** @type {any} */ order) {
  trouble(null);
  try {
    const { campaign, keeper, seats } = await call(path, { body: await order });
    const mine = seats.filter((/** @type {any} */ s) => s.token);
    const tokens = mine.map((/** @type {any} */ s) => [s.seat, s.token]);
    keep(campaign, { keeper, seats: Object.fromEntries(tokens) });
    location.assign(`/campaign/${campaign}`);
  } catch (error) {
    trouble(error);
  }
}

// ---------------------------------------------------------------- one campaign

/** The token by which a seat is decided for, if it is held here and a person leads it. */
const tokenOf = (/** @type {CampaignView} */ view, /** @type {number} */ seat) =>
  view.leaders[seat].kind === "computer" ? "" : (held(view.campaign).seats[seat] ?? "");

/** Any token that may begin a battle. */
function anyToken(/** @type {string} */ id) {
  const { seats, keeper } = held(id);
  return Object.values(seats)[0] ?? keeper;
}

/** Ask or tell the server about a campaign. */
const about = (/** @type {Page} */ page, path = "", how = {}) =>
  call(`/api/campaigns/${page.id}${path}`, how);

const load = async (/** @type {Page} */ page) => take(page, await about(page));

function take(/** @type {Page} */ page, /** @type {CampaignView} */ view) {
  const before = page.shown;
  page.shown = view;
  trouble(null);
  if (before && JSON.stringify(before) === JSON.stringify(view)) return again(page);
  rulesOf(view.ruleset);
  document.title = `${view.standing.name} \u00b7 hulldown`;
  $("name").textContent = view.standing.name;
  const open = new Set([...document.querySelectorAll("details[open][id]")].map((el) => el.id));
  const course = timeline(view, (game) => toTable(page, game));
  $("page").replaceChildren(head(page, view), course, sides(page, view), record(view));
  for (const el of document.querySelectorAll("details[id]"))
    if (open.has(el.id)) el.setAttribute("open", "");
  if (before) announce(view.standing.text);
  again(page);
}

/** While a battle is fought elsewhere, look again after a while. */
function again(/** @type {Page} */ page) {
  if (page.shown?.standing.stage === "fighting") setTimeout(() => load(page).catch(trouble), AGAIN);
}

/** What there is to do now. */
function head(/** @type {Page} */ page, /** @type {CampaignView} */ view) {
  const { text, stage, battles, packs } = view.standing;
  const next = battles.find((b) => b.state === "next");
  const running = battles.find((b) => b.state === "running");
  const mine = anyToken(page.id) || view.begins;
  const start = { class: "cta", id: "begin", onclick: () => beginBattle(page) };
  const toGame = () => running && toTable(page, running.game);
  const table = { class: "cta", id: "table", href: `/table/${running?.game}`, onclick: toGame };
  const along = () => takeAlong(page).catch(trouble);
  const ends = ["between", "fighting"].includes(stage);
  return h(
    "section",
    { class: `slip now ${stage}`, "aria-label": "So far" },
    h("p", { class: "how" }, text),
    next && h("p", { class: "sub" }, h("b", {}, next.name, ". "), next.summary),
    running && h("p", { class: "sub" }, view.fight),
    packs.length > 0 && h("p", { class: "sub" }, "Fought with ", h("b", {}, packs.join(", ")), "."),
    page.differing,
    h(
      "div",
      { class: "row" },
      next && mine && h("button", start, `Start battle ${next.number}: ${next.name}`),
      running?.game && h("a", table, "Go to the table"),
      mine && h("button", { class: "plain", onclick: along }, "Save it as a file"),
      invites(view),
      mine &&
        ends &&
        h("button", { class: "plain", onclick: () => abandon(page) }, "Abandon \u2026"),
    ),
  );
}

/** The campaign as a file, which only those get who take part. */
async function takeAlong(/** @type {Page} */ { id }) {
  const answer = await asked(`/api/campaigns/${id}/file`, { token: anyToken(id) });
  download(`campaign-${id}.toml`, await answer.blob(), "application/toml");
}

/** What of it is not by the printed rules; it stays so to its end. */
async function tellDifferences(/** @type {Page} */ page) {
  const found = await about(page, "/differences");
  if (!found.length) return;
  const { differences } = await import("../shared/differences.js");
  const title = h("summary", {}, h("span", { id: "differing" }, "Not by the printed rules"));
  page.differing.replaceChildren(h("details", { id: "differences" }, title, differences(found)));
}

/** Links for people who lead a side from elsewhere. */
function invites(/** @type {CampaignView} */ { campaign, leaders, standing }) {
  const { keeper, seats } = held(campaign);
  return leaders
    .filter(({ kind, seat }) => kind === "invite" && keeper && seats[seat])
    .map(({ seat }) => {
      const link = `${location.origin}/campaign/${campaign}#seat=${seats[seat]}`;
      const onclick = (/** @type {Event} */ event) => copy(event, link);
      const words = `Copy the invite link for ${standing.sides[seat].name}`;
      return h("button", { class: "plain", onclick }, words);
    });
}

async function beginBattle(/** @type {Page} */ page) {
  if (!page.shown) return;
  try {
    const how = { token: anyToken(page.id), body: { number: page.shown.number } };
    const { game } = await about(page, "/battle", how);
    toTable(page, game);
    location.assign(`/table/${game}`);
  } catch (error) {
    await load(page).catch(() => {});
    trouble(error);
  }
}

/** The campaign's tokens prove the seats of its battles as well. */
function toTable(/** @type {Page} */ { id, shown }, /** @type {string} */ game) {
  const { seats } = held(id);
  const mine = (shown?.leaders ?? []).filter((l) => l.kind !== "computer" && seats[l.seat]);
  const tokens = mine.map(({ seat, kind }) => ({ seat, kind, token: seats[seat] }));
  keepSeats(game, tokens);
  keepSetting(`battle.${game}`, id);
}

function sides(/** @type {Page} */ page, /** @type {CampaignView} */ view) {
  const roster = (/** @type {Side} */ side) => {
    const { seat, fallen } = side;
    const attrs = { class: `slip roster side-${letter(seat)}`, "aria-labelledby": `side-${seat}` };
    const names = fallen.map((one) => h("li", {}, one));
    return h(
      "section",
      attrs,
      sideHead(view, side),
      side.tanks.map((tank) => page.card(tank, side, deciding(page, view, seat))),
      fallen.length > 0 &&
        h(
          "details",
          { class: "fallen", id: `fallen-${seat}` },
          h("summary", {}, `Fallen (${fallen.length})`),
          h("ul", {}, names),
        ),
    );
  };
  return h("div", { class: "rosters" }, view.standing.sides.map(roster));
}

/** @type {Record<string, string>} */
const LEADERS = {
  human: "a person here",
  invite: "a person by link",
  computer: "the computer",
};

function sideHead(/** @type {CampaignView} */ view, /** @type {Side} */ side) {
  const { kind } = view.leaders[side.seat];
  const who = kind === "human" && tokenOf(view, side.seat) ? "you" : LEADERS[kind];
  return h(
    "header",
    { class: "side-head" },
    h("h2", { id: `side-${side.seat}` }, emblem(side.seat), side.name),
    h("span", { class: "sub" }, `led by ${who}`),
    h(
      "span",
      { class: "tally num" },
      h("b", {}, side.victories),
      side.victories === 1 ? " victory " : " victories ",
      h("b", {}, side.xp),
      " experience",
    ),
  );
}

/**
 * How a side's tanks are decided about here: null when they are not.
 * @param {Page} page
 * @param {CampaignView} view
 * @param {number} seat
 * @returns {Deciding|null}
 */
function deciding(page, view, seat) {
  const token = tokenOf(view, seat);
  const own = view.yours.includes(seat) && view.leaders[seat].kind !== "computer";
  if (!(token || own) || view.standing.stage !== "between") return null;
  const post = (/** @type {string} */ path, /** @type {any} */ body) =>
    about(page, path, { token, body: { ...body, number: view.number } });
  const done = (/** @type {Promise<CampaignView>} */ answer) =>
    answer.then((next) => take(page, next)).catch(trouble);
  const first = (/** @type {string} */ name) => {
    const fighting = view.standing.sides[seat].tanks.filter((t) => t.stands_for);
    const others = fighting.map((t) => t.name).filter((other) => other !== name);
    return done(post("/choice", { tanks: [name, ...others] }));
  };
  return {
    weigh: (refit) => post("/weigh", refit),
    refit: (refit) => done(post("/refit", refit)),
    first,
  };
}

async function abandon(/** @type {Page} */ page) {
  if (!page.shown || !confirm("Give the campaign up? Its battles stay on record.")) return;
  const how = { token: anyToken(page.id), body: { number: page.shown.number } };
  await about(page, "/abandon", how)
    .then((view) => take(page, view))
    .catch(trouble);
}

/** Sit down with the token of an invite link. */
async function adopt(/** @type {Page} */ page) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  const view = await about(page, "", { token });
  const tokens = held(page.id);
  for (const seat of view.yours) tokens.seats[seat] = token;
  keep(page.id, tokens);
  history.replaceState(null, "", location.pathname);
}

// ---------------------------------------------------------------- the course of it

/** @type {Record<string, string>} */
const STATES = { fought: "fought", running: "being fought", next: "next", later: "to come" };

/** All battles from the first to the last. */
function timeline(/** @type {CampaignView} */ view, /** @type {(game: string) => void} */ toTable) {
  return h(
    "ol",
    { class: "slip course", "aria-label": "Battles" },
    view.standing.battles.map((battle) =>
      h(
        "li",
        {
          class: battle.state,
          "aria-current": battle.state === "running" || battle.state === "next" ? "step" : null,
        },
        h("span", { class: "stop", "aria-hidden": "true" }, mark(battle)),
        h(
          "span",
          { class: "what" },
          h("b", {}, battleName(battle, toTable)),
          h("small", {}, outcome(view, battle)),
        ),
      ),
    ),
  );
}

function mark(/** @type {Battle} */ battle) {
  if (battle.winner === 0 || battle.winner === 1) return emblem(battle.winner);
  return battle.winner === 2 ? "=" : battle.number;
}

function battleName(/** @type {Battle} */ battle, /** @type {(game: string) => void} */ toTable) {
  if (battle.state === "running" && battle.game)
    return h(
      "a",
      { href: `/table/${battle.game}`, onclick: () => toTable(battle.game) },
      battle.name,
    );
  return battle.state === "fought"
    ? h(
        "a",
        {
          href: `#battle-${battle.number}`,
          onclick: () =>
            document.getElementById(`battle-${battle.number}`)?.setAttribute("open", ""),
        },
        battle.name,
      )
    : battle.name;
}

const outcome = (/** @type {CampaignView} */ view, /** @type {Battle} */ battle) =>
  battle.winner === null
    ? STATES[battle.state]
    : battle.winner === 2
      ? "a draw"
      : `${view.standing.sides[battle.winner].name} won`;

/** What each battle did to tanks and crews, the last one first. */
function record(/** @type {CampaignView} */ view) {
  const fought = view.standing.battles.filter((b) => b.state === "fought").reverse();
  return h(
    "section",
    { class: "slip record", "aria-labelledby": "record" },
    h("h2", { id: "record" }, "Record"),
    fought.length
      ? fought.map((battle, i) => told(view, battle, i === 0))
      : h(
          "p",
          { class: "sub" },
          "No battles yet. Here you will read what each one did to tanks and crews.",
        ),
  );
}

function told(
  /** @type {CampaignView} */ view,
  /** @type {Battle} */ battle,
  /** @type {boolean} */ open,
) {
  const sides = view.standing.sides.map((side) => side.tanks.map((tank) => tank.name));
  const seat = (/** @type {string} */ tank) => (sides[1].includes(tank) ? "b" : "a");
  return h(
    "details",
    { id: `battle-${battle.number}`, open },
    h(
      "summary",
      {},
      h("b", {}, `Battle ${battle.number}, ${battle.name}: `),
      outcome(view, battle),
    ),
    h(
      "p",
      { class: "sub" },
      battle.fielded.map(([tank, unit], i) => [
        i ? ", " : "",
        h("b", { class: `u${seat(tank)}` }, tank),
        ` as ${unit}`,
      ]),
      battle.game && [
        " \u00b7 ",
        h("a", { href: `/replay/${battle.game}` }, "watch the battle again"),
      ],
    ),
    h(
      "ul",
      { class: "told" },
      battle.told.map((line) =>
        h(
          "li",
          {},
          named(line.text, []),
          line.rules.map((id) => [" ", rule(id)]),
          line.rolls.map(die),
        ),
      ),
    ),
  );
}

function die(/** @type {Roll} */ roll) {
  return h(
    "div",
    { class: "roll" },
    use(`d${roll.value}`, `dice ${roll.success ? "hit" : "miss"}`, `rolled ${roll.value}`),
    h("span", {}, roll.text, " ", rule(roll.rule)),
  );
}

async function open(/** @type {string} */ id) {
  await symbols();
  if (!id) return all();
  /** @type {Page} */
  const page = {
    id,
    shown: null,
    card: (await import("./tanks.js")).tankCard,
    differing: h("div"),
  };
  await adopt(page);
  await load(page);
  await tellDifferences(page);
}

const campaign = location.pathname.split("/").filter(Boolean)[1] ?? "";
opening(document.querySelector("#page > .wait"), open(campaign), trouble);
