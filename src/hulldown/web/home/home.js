/** The home page: a battle with one click, what is for today, the games, what is one's own. */

import { tellPreparing } from "../shared/compile_progress.js";
import { newGame } from "../shared/dice.js";
import { $, h, many, nodes } from "../shared/dom.js";
import { coloured } from "../shared/names.js";
import { call, keepSetting, LAST_GAME, me, setting } from "../shared/net.js";
import { refusal } from "../shared/notices.js";
import { localDay } from "../shared/progress.js";
import { allDays, learnt, myRating, myStreak } from "../shared/progress_store.js";

/** @import { HomeLine } from "./types.js" */
/** @import { Daily, Taught } from "../shared/types.js" */

const FIRST = "tank_commander"; // the rules of the first battle of all
const HUMAN = { kind: "human", player: "", name: "" };
const INVITED = { kind: "invite", player: "", name: "" };
const COUNTS = ["No games", "One game", "Two games", "Three games", "Four games", "Five games"];

/** Start a battle, keep its tokens, go to its table. */
async function start(/** @type {any} */ order) {
  $("trouble").hidden = true;
  try {
    const before = new URLSearchParams(location.search).get("instead"); // an invitation
    const made = before
      ? await (await import("./replace_invitation.js")).inPlaceOf(before, order)
      : await newGame("/api/games", order.seats, order);
    keepSetting(LAST_GAME, order.ruleset);
    const invited = made.seats.some((/** @type {any} */ one) => one.kind === "invite");
    location.assign(`/${invited ? "invite" : "table"}/${made.game}`);
  } catch (error) {
    refusal(error);
  }
}

/** A first battle of a game against somebody, from the side with about even chances. */
const against = (/** @type {HomeLine} */ { id, scenario, seat }, /** @type {any} */ other) =>
  start({
    ruleset: id,
    scenario: scenario.id,
    options: {},
    seed: null,
    forces: {},
    seats: seat ? [other, HUMAN] : [HUMAN, other],
  });

// ---------------------------------------------------------------- the first battle of all

/** The first battle of all: a rank, one click. */
function firstBattle(/** @type {HomeLine} */ line) {
  const { id, name, scenario, about, players } = line;
  const beaten = setting(`beaten.${id}`);
  const won = (/** @type {string} */ next) => h("b", {}, `You beat ${beaten}. Try ${next}.`);
  const kept = setting(`rank.${id}`);
  const first = players.find((one) => one.id === kept) ?? players.find((one) => one.usual);
  const tell = (/** @type {HomeLine["players"][0]|undefined} */ one) => {
    $("rank-told").textContent = one?.text ?? "";
    $("rank-exact").textContent = one?.exact ?? "";
  };
  const choose = (/** @type {HomeLine["players"][0]} */ one) => {
    tell(one);
    keepSetting(`rank.${id}`, one.id);
  };
  $("ranks").replaceChildren(...players.map((one) => rank(one, one === first, () => choose(one))));
  tell(first);
  const wins = beaten && first?.id === kept && first.name !== beaten;
  const words = [`${name}: ${scenario.name}. ${coloured(about)}`, wins && won(first.name)];
  $("first-battle").replaceChildren(...nodes(words));
  const chosen = () =>
    /** @type {HTMLInputElement|null} */ (document.querySelector("[name=rank]:checked"))?.value;
  pressed($("go"), () => against(line, { kind: "computer", player: chosen() ?? "", name: "" }));
  pressed($("invite"), () => against(line, INVITED));
  /** @type {HTMLAnchorElement} */ ($("others")).href = `/?ruleset=${id}`;
}

/** A rank as a button of a group. */
const rank = (
  /** @type {HomeLine["players"][0]} */ { id, name },
  /** @type {boolean} */ checked,
  /** @type {() => void} */ onchange,
) =>
  h(
    "label",
    {},
    h("input", { type: "radio", class: "vh", name: "rank", value: id, checked, onchange }),
    name,
  );

/** A button that starts something: once at a time. */
function pressed(/** @type {HTMLElement} */ el, /** @type {() => Promise<void>} */ begin) {
  const button = /** @type {HTMLButtonElement} */ (el);
  button.disabled = false;
  button.onclick = async () => {
    button.disabled = true;
    await begin();
    button.disabled = false;
  };
}

// ---------------------------------------------------------------- the games

/** How long a battle takes, of the shortest scenario and of the longest, and with whom. */
function lasting(/** @type {number[]|null} */ minutes) {
  const [least, most] = minutes ?? [0, 0];
  const time = !minutes ? [] : [least === most ? `${least} min` : `${least} to ${most} min`];
  return [...time, "against the computer, a friend, or two here"].join(" \u00b7 ");
}

/** A game with the board of its first battle. */
function card(/** @type {HomeLine} */ line) {
  const { id, name, text, minutes, picture, players } = line;
  const rank = setting(`rank.${id}`) || players.find(({ usual }) => usual)?.id;
  const go = h("button", { class: "plain go-in", "aria-label": `Play ${name} now` }, "Play");
  pressed(go, () => against(line, { kind: "computer", player: rank, name: "" }));
  return h(
    "li",
    { class: "card", "data-game": id },
    h(
      "a",
      { class: "play", href: `/?ruleset=${id}`, onclick: here },
      h("span", { class: "thumb" }, h("img", { src: picture, alt: "", loading: "lazy" })),
      h("b", {}, name),
      h("span", {}, text),
      h("small", {}, lasting(minutes)),
    ),
    h(
      "p",
      { class: "ways-in" },
      go,
      h("a", { href: `/learn/${id}`, "aria-label": `Learn ${name}` }, "Learn"),
      h("a", { href: `/rulebook/${id}`, "aria-label": `Rules of ${name}` }, "Rules"),
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
  const wanted = asked.has("ruleset") || asked.has("other");
  form.hidden = !wanted;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".front")))
    part.hidden = wanted;
  if (!wanted) return;
  const [lines, { makeSetup }] = await Promise.all([games(), import("./setup.js")]);
  const first = lines.find(({ id }) => id === (asked.get("ruleset") ?? FIRST)) ?? lines[0];
  if (!first) return;
  await makeSetup(form, lines, first.id, start, refusal);
  scrollTo(0, 0);
  form.querySelector("h2")?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- what is one's own

const none = () => h("p", { class: "soft" }, "None yet. Your battles appear here.");

/** Say that the own battles cannot be shown, and why. */
function unshown(/** @type {any} */ error) {
  const text = `Your battles cannot be shown now. ${error.message}`;
  $("own").replaceChildren(h("p", { class: "soft" }, text));
}

/** Whose battles these are, and the battles; a first visit does without most of it. */
async function home() {
  const about = /** @type {HTMLDetailsElement} */ ($("you"));
  const lay = async () => (await import("./account.js")).you(about, refusal);
  if (location.pathname === "/me") {
    const { comeBack } = await import("./account.js");
    await comeBack().catch(refusal);
  }
  about.addEventListener("toggle", () => lay().catch(refusal), { once: true });
  if (!me()) return void $("own").replaceChildren(none());
  lay().catch(refusal);
  const { battles } = await import("./battles.js");
  await battles(none, refusal);
}

const open = async (/** @type {Event} */ event) => (await import("./entry.js")).open(event);

// ---------------------------------------------------------------- the page

/** The rulesets as this page shows them, asked for once. @type {Promise<HomeLine[]>|undefined} */
let shown;

function games() {
  shown ??= call("/api/home");
  return /** @type {Promise<HomeLine[]>} */ (shown);
}

async function offer() {
  const lines = await games();
  $("games-title").textContent = `${COUNTS[lines.length] ?? "Games"}, each with its own rules`;
  $("games").replaceChildren(...lines.map(card));
  const last = setting(LAST_GAME, FIRST);
  const first = [last, FIRST].map((name) => lines.find(({ id }) => id === name)).find(Boolean);
  if (!first) return;
  firstBattle(first);
  await today(first.id);
}

// ---------------------------------------------------------------- for today
// The puzzle of the day with streak and rating, and the next lesson.

/** Fill the tiles; where there is nothing to learn they stay away. */
async function today(/** @type {string} */ ruleset) {
  const day = localDay();
  /** @type {{taught: Taught[]}} */
  const { taught: lessons } = await call(`/api/learn/${ruleset}?kind=lesson`);
  const lesson = lessons.find(({ id }) => !learnt(`${ruleset}/${id}`).done) ?? lessons[0];
  $("first").hidden = !lesson;
  if (lesson) {
    const { id, title, picture } = lesson;
    fill($("first"), `/learn/${ruleset}/${id}`, picture, title, about(ruleset, lesson));
  }
  /** @type {Daily|null} */
  const daily = await call(`/api/learn/${ruleset}/daily?date=${day}`).catch(() => null);
  $("daily").hidden = !daily;
  if (!daily) return; // the rules have no puzzles
  const { id, text, picture } = daily;
  const solved = day in allDays() ? "Solved today. Another one comes tomorrow." : text;
  fill($("daily"), `/learn/${ruleset}/${id}`, picture, "Puzzle of the day", solved, ...standing());
}

/** A tile that leads to something to learn. */
function fill(
  /** @type {HTMLElement} */ tile,
  /** @type {string} */ to,
  /** @type {string} */ picture,
  /** @type {string} */ title,
  /** @type {(Node|string)[]} */ ...told
) {
  /** @type {HTMLAnchorElement} */ (tile).href = to;
  const words = told.map((one) => (one instanceof Node ? one : h("span", {}, one)));
  tile.replaceChildren(
    h("span", { class: "thumb" }, h("img", { src: picture, alt: "" })),
    h("span", {}, h("b", {}, title), words),
  );
}

/** What a lesson is about, in a sentence; of one that was left, how far it is. */
function about(/** @type {string} */ ruleset, /** @type {Taught} */ lesson) {
  const { id, text, steps, minutes } = lesson;
  const { step } = learnt(`${ruleset}/${id}`);
  if (step > 0 && step < steps) return `You are at step ${step + 1} of ${steps}.`;
  const time = minutes ? ` Takes ${many(minutes, "minute")}.` : "";
  return `${text.split(". ")[0].replace(/\.$/, "")}.${time}`;
}

/** How many days in a row, and the rating; nothing for who never tried a puzzle. */
function standing() {
  const [days, { value, tries }] = [myStreak(), myRating()];
  if (!days && !tries) return [];
  const line = h(
    "small",
    { class: "streak" },
    h("b", {}, many(days, "day")),
    " in a row",
    tries > 0 && [" \u00b7 rating ", h("b", {}, value)],
  );
  return [line];
}

// ---------------------------------------------------------------- start

$("file").addEventListener("change", open);
$("others").addEventListener("click", here);
const codeForm = /** @type {HTMLFormElement} */ ($("by-code"));
codeForm.onsubmit = async (event) => {
  event.preventDefault();
  (await import("./entry.js")).byCode(codeForm); // from now on it is what a submit leads to
  codeForm.requestSubmit();
};
addEventListener("popstate", () => setUp().catch(refusal));
offer().catch(refusal);
setUp().catch(refusal);
home().catch(unshown);
tellPreparing($("compiling")).catch(() => {});
