/** The home page: a battle with one click, a form for any other, and the battles that are kept. */

import { newGame } from "../shared/dice.js";
import { $, h, preparing, symbols } from "../shared/dom.js";
import { fileOf } from "../shared/forms.js";
import { call, keepSeats, seats, themeButton } from "../shared/net.js";
import { makeSetup, offered } from "./setup.js";

/** @import { RulesetInfo } from "../shared/types.js" */

const FIRST = { ruleset: "tank_commander", scenario: "skirmish" };
const RECENT = 8;

function trouble(/** @type {any} */ error) {
  $("trouble").hidden = false;
  $("trouble").textContent = [error.message, error.rule].filter(Boolean).join(" ");
}

/** Start a battle, keep its tokens, go to its table. */
async function start(/** @type {any} */ order) {
  $("trouble").hidden = true;
  try {
    const made = await newGame("/api/games", order.seats, order);
    const invited = made.seats.some((/** @type {any} */ one) => one.kind === "invite");
    location.assign(`/${invited ? "invite" : "table"}/${made.game}`);
  } catch (error) {
    trouble(error);
  }
}

function firstBattle(/** @type {RulesetInfo} */ ruleset) {
  const scenario = ruleset.scenarios.find((s) => s.id === FIRST.scenario) ?? ruleset.scenarios[0];
  const computers = ruleset.players;
  const player = (computers.find((p) => p.usual) ?? computers.at(-1))?.id ?? "greedy";
  const button = /** @type {HTMLButtonElement} */ ($("go"));
  if (!scenario) return;
  $("go-what").textContent = `${ruleset.name}, ${scenario.name}, you against the computer`;
  button.disabled = false;
  button.onclick = () =>
    start({
      ruleset: ruleset.id,
      scenario: scenario.id,
      options: {},
      seed: null,
      forces: {},
      seats: [
        { kind: "human", player: "", name: "" },
        { kind: "computer", player, name: "" },
      ],
    });
}

async function recent() {
  const games = await call("/api/games");
  $("recent").replaceChildren(...games.slice(0, RECENT).map(entry));
  if (!games.length)
    $("recent").append(h("li", { class: "sub" }, "None yet. What you play is kept here."));
}

/** @param {any} game */
function entry(game) {
  const mine = Object.values(seats(game.game)).some((s) => s.kind === "human");
  const what = game.finished ? "watch it again" : mine ? "play on" : "watch";
  const status = typeof game.status === "string" ? game.status : (game.status?.text ?? "");
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/${game.finished ? "replay" : "table"}/${game.game}` },
      h("img", {
        src: `/api/games/${game.game}/picture.svg`,
        alt: "",
        loading: "lazy",
        width: 96,
        height: 112,
        onerror: (/** @type {any} */ e) => e.target.classList.add("blank"),
      }),
      h(
        "span",
        {},
        h("b", {}, game.title || game.scenario),
        h("small", {}, status),
        h(
          "small",
          { class: "num" },
          `${game.number} ${game.number === 1 ? "order" : "orders"}, ${when(game.updated)}`,
        ),
        h("i", {}, what),
      ),
    ),
  );
}

/** A moment in words; the server sends seconds or an ISO date. */
function when(/** @type {string|number} */ at) {
  const date = new Date(typeof at === "number" ? at * 1000 : at);
  return Number.isNaN(date.getTime())
    ? ""
    : new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** How far the compiled rules are, quietly; play does not wait for them. */
async function compiling() {
  const { rulesets } = await call("/api/about");
  const busy = Object.values(rulesets).find((/** @type {any} */ r) => !r.ready && r.total);
  $("compiling").replaceChildren(
    ...(busy
      ? [
          h("progress", {
            value: busy.done,
            max: busy.total,
            "aria-label": "The computer player is being prepared",
          }),
          " ",
          preparing(busy),
        ]
      : []),
  );
  if (busy) setTimeout(() => compiling().catch(() => {}), 1500);
}

async function open(/** @type {Event} */ event) {
  const file = fileOf(event);
  if (!file) return;
  $("trouble").hidden = true;
  try {
    const made = await call("/api/games/load", { body: JSON.parse(await file.text()) });
    keepSeats(made.game, made.seats);
    location.assign(`/table/${made.game}`);
  } catch (error) {
    const unread = new Error(`${file.name} is no saved battle.`);
    trouble(error instanceof SyntaxError ? unread : error);
  }
}

/** Of all rulesets the names; what one offers comes when it is chosen. */
async function offer() {
  const rulesets = await call("/api/rulesets");
  const first = rulesets.find((/** @type {any} */ r) => r.id === FIRST.ruleset) ?? rulesets[0];
  if (!first) return;
  makeSetup(/** @type {HTMLFormElement} */ ($("setup")), rulesets, first.id, start, trouble);
  firstBattle(await offered(first.id));
}

themeButton($("theme"));
$("file").addEventListener("change", open);
symbols().catch(trouble);
offer().catch(trouble);
recent().catch(trouble);
compiling().catch(() => {});
