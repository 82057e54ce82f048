/** The home page: a battle with one click, a form for any other, and the battles that are kept. */

import { newGame } from "../shared/dice.js";
import { $, h, preparing, symbols } from "../shared/dom.js";
import { fileOf } from "../shared/forms.js";
import { beginGame, call, me, themeButton } from "../shared/net.js";
import { makeSetup, offered } from "./setup.js";

/** @import { RulesetInfo } from "../shared/types.js" */

const FIRST = { ruleset: "tank_commander", scenario: "skirmish" };

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

const none = () => h("p", { class: "sub" }, "None yet. What you play is kept here.");

/** Whose battles these are, and the battles; a first visit does without most of it. */
async function home() {
  const about = /** @type {HTMLDetailsElement} */ ($("you"));
  const lay = async () => (await import("./you.js")).you(about, trouble);
  if (location.pathname === "/me") {
    const { comeBack } = await import("./you.js");
    await comeBack().catch(trouble);
  }
  about.addEventListener("toggle", () => lay().catch(trouble), { once: true });
  if (me()) await lay();
  const others = await call("/api/games");
  if (!me() && !others.length) return void $("recent").replaceChildren(none());
  const { battles } = await import("./battles.js");
  await battles(trouble);
}

async function open(/** @type {Event} */ event) {
  const file = fileOf(event);
  if (!file) return;
  $("trouble").hidden = true;
  try {
    const made = await beginGame("/api/games/load", JSON.parse(await file.text()));
    location.assign(`/table/${made.game}`);
  } catch (error) {
    const unread = new Error(`${file.name} is no saved battle.`);
    trouble(error instanceof SyntaxError ? unread : error);
  }
}

/** Of all rulesets the names; what one offers comes when it is chosen. */
async function offer() {
  const rulesets = await call("/api/rulesets");
  const one = (/** @type {string|null} */ id) =>
    rulesets.find((/** @type {any} */ r) => r.id === id);
  const asked = one(new URLSearchParams(location.search).get("ruleset"));
  const first = asked ?? one(FIRST.ruleset) ?? rulesets[0];
  if (!first) return;
  makeSetup(/** @type {HTMLFormElement} */ ($("setup")), rulesets, first.id, start, trouble);
  firstBattle(await offered(first.id));
}

themeButton($("theme"));
$("file").addEventListener("change", open);
symbols().catch(trouble);
offer().catch(trouble);
home().catch(trouble);
compiling().catch(() => {});
