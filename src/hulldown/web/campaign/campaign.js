/** The campaign page: all campaigns and a form for a new one, or one campaign as it goes from battle to battle. */

import { announce, emblem, h, rulesOf, symbols } from "../shared/dom.js";
import { call, keepSeats, keepSetting, setting } from "../shared/net.js";
import { nextTheme } from "../shared/theme.js";
import { makeForm } from "./new.js";
import { record, timeline } from "./record.js";
import { tankCard } from "./tanks.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const id = location.pathname.split("/").filter(Boolean)[1] ?? "";
const AGAIN = 4000; // ms until a battle that is being fought is looked at again

/** @typedef {import("./types.js").CampaignView} CampaignView */
/** The tokens of a campaign held in this browser: the keeper's, and by seat. */
/** @typedef {{keeper: string, seats: Object<string, string>}} Held */

/** @returns {Held} */
function held(/** @type {string} */ campaign) {
  try {
    return { keeper: "", seats: {}, ...JSON.parse(setting(`campaign.${campaign}`, "{}")) };
  } catch {
    return { keeper: "", seats: {} };
  }
}

const keep = (/** @type {string} */ campaign, /** @type {Held} */ tokens) =>
  keepSetting(`campaign.${campaign}`, JSON.stringify(tokens));

function trouble(/** @type {any} */ error) {
  $("trouble").hidden = !error;
  $("trouble").replaceChildren(
    ...(error
      ? String(error.message)
          .split("\n")
          .flatMap((line, i) => [i ? h("br") : "", line])
      : []),
  );
  if (error) $("trouble").scrollIntoView({ block: "nearest" });
}

// ---------------------------------------------------------------- all campaigns

async function all() {
  document.title = "Campaigns \u00b7 hulldown";
  const [rulesets, list] = await Promise.all([call("/api/rulesets"), call("/api/campaigns")]);
  const form = /** @type {HTMLFormElement} */ (
    h("form", { class: "slip setup", "aria-label": "Set up a campaign" })
  );
  $("page").replaceChildren(
    h(
      "div",
      { class: "start-page" },
      form,
      h(
        "section",
        { class: "slip recent", "aria-labelledby": "list" },
        h("h2", { id: "list" }, "Campaigns"),
        h("ul", {}, list.map(entry)),
        !list.length &&
          h(
            "p",
            { class: "sub" },
            "None yet. A campaign takes your crews from battle to battle: who lives learns, who falls is replaced.",
          ),
      ),
    ),
  );
  await makeForm(form, rulesets, begin);
}

const entry = (/** @type {any} */ line) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "entry", href: `/campaign/${line.campaign}` },
      h("b", {}, line.title),
      h("small", {}, line.status),
      h("i", {}, line.finished ? "read it again" : held(line.campaign).keeper ? "go on" : "follow"),
    ),
  );

/** Begin one, keep its tokens, go to its page. */
async function begin(/** @type {string} */ path, /** @type {any} */ order) {
  trouble(null);
  try {
    const made = await call(path, { body: order });
    const seats = Object.fromEntries(
      made.seats
        .filter((/** @type {any} */ s) => s.token)
        .map((/** @type {any} */ s) => [s.seat, s.token]),
    );
    keep(made.campaign, { keeper: made.keeper, seats });
    location.assign(`/campaign/${made.campaign}`);
  } catch (error) {
    trouble(error);
  }
}

// ---------------------------------------------------------------- one campaign

/** @type {CampaignView|null} */ let shown = null;

/** The token by which a seat is decided for, if it is held here and a person leads it. */
const tokenOf = (/** @type {CampaignView} */ view, /** @type {number} */ seat) =>
  view.leaders[seat].kind === "computer" ? "" : (held(id).seats[seat] ?? "");

/** Any token that may begin a battle. */
const anyToken = () => Object.values(held(id).seats)[0] ?? held(id).keeper;

async function load() {
  take(await call(`/api/campaigns/${id}`));
}

function take(/** @type {CampaignView} */ view) {
  const before = shown;
  shown = view;
  trouble(null);
  if (before && JSON.stringify(before) === JSON.stringify(view)) return again();
  rulesOf(view.ruleset);
  document.title = `${view.standing.name} \u00b7 hulldown`;
  $("name").textContent = view.standing.name;
  const open = new Set([...document.querySelectorAll("details[open][id]")].map((el) => el.id));
  $("page").replaceChildren(head(view), timeline(view, toTable), sides(view), record(view));
  for (const el of document.querySelectorAll("details[id]"))
    if (open.has(el.id)) el.setAttribute("open", "");
  if (before) announce(view.standing.text);
  again();
}

/** While a battle is fought elsewhere, look again after a while. */
function again() {
  if (shown?.standing.stage === "fighting") setTimeout(() => load().catch(trouble), AGAIN);
}

/** What there is to do now. */
function head(/** @type {CampaignView} */ view) {
  const { standing } = view;
  const next = standing.battles.find((b) => b.state === "next");
  const running = standing.battles.find((b) => b.state === "running");
  return h(
    "section",
    { class: `slip now ${standing.stage}`, "aria-label": "How it stands" },
    h("p", { class: "how" }, standing.text),
    next && h("p", { class: "sub" }, h("b", {}, next.name, ". "), next.summary),
    running && h("p", { class: "sub" }, view.fight),
    h(
      "div",
      { class: "row" },
      next &&
        anyToken() &&
        h(
          "button",
          { class: "cta", id: "begin", onclick: beginBattle },
          `Start battle ${next.number}: ${next.name}`,
        ),
      running?.game &&
        h(
          "a",
          {
            class: "cta",
            id: "table",
            href: `/table/${running.game}`,
            onclick: () => toTable(running.game),
          },
          "Go to the table",
        ),
      h(
        "a",
        { class: "plain", href: `/api/campaigns/${view.campaign}/file`, download: "" },
        "Take it along as a file",
      ),
      invites(view),
      anyToken() &&
        ["between", "fighting"].includes(standing.stage) &&
        h("button", { class: "plain", onclick: abandon }, "Abandon \u2026"),
    ),
  );
}

/** Links for people who lead a side from elsewhere. */
function invites(/** @type {CampaignView} */ view) {
  return view.leaders
    .filter((l) => l.kind === "invite" && held(id).keeper && held(id).seats[l.seat])
    .map((l) =>
      h(
        "button",
        {
          class: "plain",
          onclick: async (/** @type {Event} */ e) => {
            const link = `${location.origin}/campaign/${id}#seat=${held(id).seats[l.seat]}`;
            const button = /** @type {HTMLElement} */ (e.currentTarget);
            await navigator.clipboard?.writeText(link).then(
              () => (button.textContent = "Copied"),
              () =>
                button.after(
                  h("input", { value: link, readonly: true, "aria-label": "Invite link" }),
                ),
            );
          },
        },
        `Copy the invite link for ${view.standing.sides[l.seat].name}`,
      ),
    );
}

async function beginBattle() {
  if (!shown) return;
  try {
    const { game } = await call(`/api/campaigns/${id}/battle`, {
      token: anyToken(),
      body: { number: shown.number },
    });
    toTable(game);
    location.assign(`/table/${game}`);
  } catch (error) {
    await load().catch(() => {});
    trouble(error);
  }
}

/** The campaign's tokens prove the seats of its battles as well. */
function toTable(/** @type {string} */ game) {
  const mine = (shown?.leaders ?? []).filter(
    (l) => l.kind !== "computer" && held(id).seats[l.seat],
  );
  keepSeats(
    game,
    mine.map((l) => ({ seat: l.seat, kind: l.kind, token: held(id).seats[l.seat] })),
  );
  keepSetting(`battle.${game}`, id);
}

function sides(/** @type {CampaignView} */ view) {
  return h(
    "div",
    { class: "rosters" },
    view.standing.sides.map((side) =>
      h(
        "section",
        {
          class: `slip roster side-${side.seat ? "b" : "a"}`,
          "aria-labelledby": `side-${side.seat}`,
        },
        sideHead(view, side),
        side.tanks.map((tank) => tankCard(tank, side, deciding(view, side.seat))),
        side.fallen.length > 0 &&
          h(
            "details",
            { class: "fallen", id: `fallen-${side.seat}` },
            h("summary", {}, `Fallen (${side.fallen.length})`),
            h(
              "ul",
              {},
              side.fallen.map((one) => h("li", {}, one)),
            ),
          ),
      ),
    ),
  );
}

const LEADERS = { human: "a person here", invite: "a person by link", computer: "the computer" };

function sideHead(/** @type {CampaignView} */ view, /** @type {import("./types.js").Side} */ side) {
  const leader = view.leaders[side.seat];
  return h(
    "header",
    { class: "side-head" },
    h("h2", { id: `side-${side.seat}` }, emblem(side.seat), side.name),
    h(
      "span",
      { class: "sub" },
      leader.kind === "human" && tokenOf(view, side.seat)
        ? "led by you"
        : `led by ${LEADERS[leader.kind]}`,
    ),
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

/** How a side's tanks are decided about here: null when they are not. */
function deciding(/** @type {CampaignView} */ view, /** @type {number} */ seat) {
  const token = tokenOf(view, seat);
  if (!token || view.standing.stage !== "between") return null;
  const post = (/** @type {string} */ path, /** @type {any} */ body) =>
    call(`/api/campaigns/${id}/${path}`, { token, body: { ...body, number: view.number } });
  const side = view.standing.sides[seat];
  return {
    weigh: (/** @type {any} */ refit) => post("weigh", refit),
    refit: (/** @type {any} */ refit) => post("refit", refit).then(take).catch(trouble),
    first: (/** @type {string} */ tank) =>
      post("choice", {
        tanks: [
          tank,
          ...side.tanks.filter((t) => t.stands_for && t.name !== tank).map((t) => t.name),
        ],
      })
        .then(take)
        .catch(trouble),
  };
}

async function abandon() {
  if (!shown || !confirm("Give the campaign up? What was fought stays written.")) return;
  await call(`/api/campaigns/${id}/abandon`, { token: anyToken(), body: { number: shown.number } })
    .then(take)
    .catch(trouble);
}

/** Sit down with the token of an invite link. */
async function adopt() {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  const view = await call(`/api/campaigns/${id}`, { token });
  const tokens = held(id);
  for (const seat of view.yours) tokens.seats[seat] = token;
  keep(id, tokens);
  history.replaceState(null, "", location.pathname);
}

const theme = $("theme");
theme.textContent = `Theme: ${setting("theme", "system")}`;
theme.addEventListener("click", () => (theme.textContent = `Theme: ${nextTheme()}`));
symbols()
  .then(() => (id ? adopt().then(load) : all()))
  .catch(trouble);
