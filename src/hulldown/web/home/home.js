/** The home page: a battle with one click, the games, a form for any battle, and what is kept. */

import { newGame } from "../shared/dice.js";
import { $, drawing, h } from "../shared/dom.js";
import { fileOf } from "../shared/forms.js";
import { beginGame, call, me, textOf } from "../shared/net.js";
import { refusal } from "../shared/notices.js";
import { tellPreparing } from "../shared/preparing.js";

/** @import { HomeLine } from "./types.js" */

const FIRST = "tank_commander"; // the rules of the first battle of all

/** Start a battle, keep its tokens, go to its table. */
async function start(/** @type {any} */ order) {
  $("trouble").hidden = true;
  try {
    const made = await newGame("/api/games", order.seats, order);
    const invited = made.seats.some((/** @type {any} */ one) => one.kind === "invite");
    location.assign(`/${invited ? "invite" : "table"}/${made.game}`);
  } catch (error) {
    refusal(error);
  }
}

/** The first battle of all: one click, against the computer. */
function firstBattle(/** @type {HomeLine} */ { id, name, scenario, player }) {
  const button = /** @type {HTMLButtonElement} */ ($("go"));
  $("go-what").textContent = `${name}, ${scenario.name}, you against the computer`;
  button.disabled = false;
  button.onclick = () =>
    start({
      ruleset: id,
      scenario: scenario.id,
      options: {},
      seed: null,
      forces: {},
      seats: [
        { kind: "human", player: "", name: "" },
        { kind: "computer", player, name: "" },
      ],
    });
  /** @type {HTMLAnchorElement} */ ($("first")).href = `/learn/${id}`;
}

/** How long a battle takes: of the shortest scenario and of the longest. */
function lasting(/** @type {number[]} */ [least, most]) {
  const minutes = least === most ? `${least}` : `${least} to ${most}`;
  return h("p", { class: "sub" }, `${minutes} minutes, two sides`);
}

/** A game with the board of its first battle. The board is markup of our own. */
function card(/** @type {HomeLine} */ { id, name, text, minutes, board, lesson }) {
  return h(
    "li",
    { class: "slip game", "data-game": id },
    h("div", { class: "picture" }, drawing(board)),
    h("h2", {}, name),
    h("p", {}, text),
    minutes && lasting(minutes),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "cta", href: `/?ruleset=${id}`, "aria-label": `Play ${name}`, onclick: here },
        "Play",
      ),
      lesson &&
        h("a", { class: "plain", href: `/learn/${id}`, "aria-label": `Learn ${name}` }, "Learn"),
      h(
        "a",
        { class: "plain", href: `/rulebook/${id}`, "aria-label": `Rules of ${name}` },
        "Rules",
      ),
    ),
  );
}

/** A link to this page that opens the form without loading the page again. */
function here(/** @type {any} */ event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", event.currentTarget.href);
  setUp().catch(refusal);
}

/** The form for any battle, as the address asks for it; loaded when it is first wanted. */
async function setUp() {
  const asked = new URLSearchParams(location.search);
  const form = /** @type {HTMLFormElement} */ ($("setup"));
  form.hidden = !asked.has("ruleset") && !asked.has("other");
  if (form.hidden) return;
  const [lines, { makeSetup }] = await Promise.all([games(), import("./setup.js")]);
  const first = lines.find(({ id }) => id === (asked.get("ruleset") ?? FIRST)) ?? lines[0];
  if (!first) return;
  await makeSetup(form, lines, first.id, start, refusal);
  form.scrollIntoView({ block: "start" });
  form.querySelector("h2")?.focus({ preventScroll: true });
}

const none = () => h("p", { class: "sub" }, "None yet. What you play is kept here.");

/** Whose battles these are, and the battles; a first visit does without most of it. */
async function home() {
  const about = /** @type {HTMLDetailsElement} */ ($("you"));
  const lay = async () => (await import("./you.js")).you(about, refusal);
  if (location.pathname === "/me") {
    const { comeBack } = await import("./you.js");
    await comeBack().catch(refusal);
  }
  about.addEventListener("toggle", () => lay().catch(refusal), { once: true });
  if (me()) await lay();
  const others = await call("/api/games");
  if (!me() && !others.length) return void $("own").replaceChildren(none());
  const { battles } = await import("./battles.js");
  await battles(refusal);
}

async function open(/** @type {Event} */ event) {
  const file = fileOf(event);
  if (!file) return;
  $("trouble").hidden = true;
  try {
    const made = await beginGame("/api/games/load", JSON.parse(await textOf(file)));
    if (made.unproved.length) return warn(made);
    location.assign(`/table/${made.game}`);
  } catch (error) {
    const unread = new Error(`${file.name} is no saved battle.`);
    refusal(error instanceof SyntaxError ? unread : error);
  }
}

/** Say what the file of a battle cannot prove before the battle is shown. */
function warn(/** @type {{game: string, unproved: string[]}} */ made) {
  const what = made.unproved.join("; nor ");
  $("trouble").replaceChildren(
    `This file is old. It plays the same, but it cannot prove ${what}. `,
    h("a", { class: "plain", href: `/table/${made.game}` }, "Show the battle"),
  );
  $("trouble").hidden = false;
}

/** The rulesets as this page shows them, asked for once. @type {Promise<HomeLine[]>|undefined} */
let shown;

function games() {
  shown ??= call("/api/home");
  return /** @type {Promise<HomeLine[]>} */ (shown);
}

async function offer() {
  const lines = await games();
  $("games").replaceChildren(...lines.map(card));
  const first = lines.find(({ id }) => id === FIRST) ?? lines[0];
  if (first) firstBattle(first);
}

$("file").addEventListener("change", open);
$("invite").addEventListener("click", here);
addEventListener("popstate", () => setUp().catch(refusal));
offer().catch(refusal);
setUp().catch(refusal);
home().catch(refusal);
tellPreparing($("compiling")).catch(() => {});
