/**
 * Dialogs over the page, loaded with the first of them: the menu, help, questions that want a
 * yes, what the battle is about, its dice, its result, and the next rank.
 */

import { keptPart, newGame } from "../shared/dice.js";
import { $, copy, emblem, h, inWords, later, rule, rulebook, titled } from "../shared/dom.js";
import { COLOURS, capital, does, OWN, Whose, who, whose } from "../shared/names.js";
import {
  asksAll,
  call,
  invites,
  keepSetting,
  LAST_GAME,
  setting,
  showsChances,
} from "../shared/net.js";
import { byTouch, named, panel, percent, plain } from "../shared/panels.js";
import { striped } from "./danger.js";
import { save } from "./export.js";
import { standing } from "./header.js";
import { speed, speeds } from "./motion.js";
import { switchSound } from "./notify.js";
import { inFull } from "./orders.js";
import { act } from "./play.js";
import { again, base, oneDevice, settle } from "./session.js";
import { nextVolume, soundOn } from "./sounds.js";
import { change } from "./state.js";

/** @import { Dice, KeptPart, TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */
/** @import { HomeLine } from "../home/types.js" */

const BACK = "Back to the campaign";
const MUCH = 0.1; // a change of the chance to win that decides something
const HAND =
  "Click a unit, then an order or a target. The first click shows what it means, the second " +
  "orders it. The wheel zooms the board.";
const BY_FINGER =
  "Tap a unit, then an order or a target. The first tap shows what it means, the second orders " +
  "it. Two fingers zoom the board.";

/** What the help slip shows. */
const HELP = [
  ["letters, digits", "the order on the button with that key"],
  ["Arrow keys", "move on the board"],
  ["Enter", "choose; again to order it"],
  ["Space", "end the activation or turn"],
  ["/", "every order as a list, with a search"],
  ["Esc", "back, or drop the choice"],
  ["?", "what the computer would do"],
  ["U", "undo"],
  ["N", "next unit of yours"],
  ["V", "where an enemy could fire at your unit"],
  ["Q E", "turn the ghost of a move"],
  ["[ and ]", "on the film's page: a step back or forward"],
  ["P", "on the film's page: play"],
  ["S", "study a battle that has ended"],
  ["< and >", "the turning point before or after, in a study"],
  ["pointer held, focus", "what a thing or word is; Enter keeps it open, Escape closes it"],
  [", and .", "what the other side did since you looked, a step back or forward"],
  ["+  \u2212  0", "closer, farther, whole board"],
  ["Shift+S", "sound on or off"],
  ["H", "this help"],
];

/** Show a slip; it goes with Escape, its buttons or a click beside it. */
function slip(/** @type {string} */ title, /** @type {any[]} */ ...content) {
  const box = h(
    "dialog",
    {
      class: "slip ask",
      "aria-label": title,
      onclick: (/** @type {Event} */ e) => e.target === box && box.close(),
      onclose: () => box.remove(),
    },
    h("h2", {}, title),
    ...content,
  );
  document.body.append(box);
  box.showModal();
  return box;
}

const button = (
  /** @type {string} */ cls,
  /** @type {string} */ text,
  /** @type {() => void} */ press,
) => h("button", { class: cls, onclick: press }, text);

const closer = (text = "Close") =>
  h("form", { method: "dialog" }, h("button", { class: "plain" }, text));

export function help(/** @type {State} */ s) {
  const learn = `/learn/${s.view?.ruleset.id ?? "tank_commander"}`;
  const legend = $("legend");
  const keys = h(
    "dl",
    { class: "keys" },
    HELP.map(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]),
  );
  const board = [h("p", { class: "sub" }, byTouch() ? BY_FINGER : HAND), legend];
  const box = slip(
    byTouch() ? "On the board" : "Keys",
    byTouch()
      ? [board, h("h3", {}, "Keys, with a keyboard"), keys]
      : [keys, h("h3", {}, "On the board"), board],
    h("p", {}, h("a", { href: learn }, "Learn these rules: six short lessons and puzzles")),
    closer(),
  );
  box.classList.add("help-of");
  const title = /** @type {HTMLElement} */ (box.querySelector("h2"));
  title.tabIndex = -1;
  title.focus(); // else the first line of the legend has it, and is scrolled to
  box.scrollTop = 0;
  box.addEventListener("close", () => $("elsewhere").append(legend)); // for the next time
}

/** Ask before something that cannot be taken back. */
function confirmed(
  /** @type {string} */ question,
  /** @type {string} */ yes,
  /** @type {() => void} */ does,
) {
  const agree = () => {
    box.close();
    does();
  };
  const row = h("div", { class: "row" }, button("cta", yes, agree), closer("No, go on"));
  const box = slip(question, row);
}

/** The menu of the table. */
export function menu(/** @type {State} */ s) {
  const { view } = s;
  if (!view) return;
  const item = (/** @type {string} */ text, /** @type {(e: Event) => void} */ press) =>
    h("li", {}, h("button", { onclick: press }, text));
  const leaves = (/** @type {string} */ text, /** @type {() => void} */ does) =>
    item(text, () => {
      box.close();
      does();
    });
  const link = (/** @type {string} */ href, /** @type {string} */ text) =>
    h("li", {}, h("a", { href }, text));
  const shared = (/** @type {string} */ text, /** @type {string} */ page) =>
    item(text, (e) => copy(e, `${location.origin}/${page}/${s.game}`));
  const concede = view.orders.find((o) => o.group === "concede" && !o.refusal);
  const { whole, part } = view.status; // in a match of duels it is only this duel
  const giveUp = () =>
    concede && confirmed(`Give this ${part || whole} up?`, "Concede", () => act(s, [concede.text]));
  const campaign = setting(`battle.${s.game}`);
  const book = h("a", { href: rulebook(), target: "rulebook" }, "Rulebook");
  // Nothing of a lesson is kept, so there is nothing to save, to watch or to give up.
  const kept = (/** @type {() => any[]} */ items) => (s.lesson ? [] : items());
  const list = [
    h("li", {}, book),
    kept(() => [
      leaves("Mission", () => slip(view.scenario.name, mission(s, view), closer())),
      item(chancesNow(), (e) => flip(s, e)),
      item(stripesNow(s), (e) => stripe(s, e)),
      item(soundNow(), (e) => resound(s, e)),
      item(volumeNow(), (e) => revolume(s, e)),
      item(speedNow(), hurry),
      item(asksNow(), (e) => asks(s, e)),
      leaves("The dice", () => slip("The dice", ...aboutDice(view), closer())),
    ]),
    item(wordsNow(), (e) => reword(s, e)),
    leaves("Keys and what is on the board", () => help(s)),
    kept(() => [
      leaves("Save the battle as a file", () => save(s)),
      item("Ask the Lab about this battle", () => askLab(s)),
      !s.replay && link(`/replay/${s.game}?watch`, "Watch the battle from its start"),
      !view.result && shared("Copy a link to watch", "table"),
      shared("Copy a link to the film", "replay"),
      invites(s.game).map((invite) =>
        item(`Copy the invite link for ${who(view, invite.seat)}`, (e) => copy(e, invite.link)),
      ),
      view.people.draw.may && !oneDevice(s) && leaves("Offer a draw", () => offerDraw(s)),
      concede && leaves("Concede \u2026", giveUp),
      campaign && link(`/campaign/${campaign}`, BACK),
    ]),
  ];
  const ways = $("ways");
  if (!s.lesson) leadOn(s);
  /** @type {HTMLDetailsElement} */ ($("more")).open = true; // a menu in a menu is one too many
  const box = slip("Menu", h("ul", { class: "menu" }, list), ways, closer());
  box.classList.add("menu-of");
  box.addEventListener("close", () => $("elsewhere").append(ways)); // for the next time
}

/** What is played here, as the addresses of other pages have it. */
const setupOf = (/** @type {State} */ s) => call(`${base(s)}/setup`, { token: s.session.token });

/** The Lab, on what is played here. */
async function askLab(/** @type {State} */ s) {
  try {
    const { ruleset, setup } = await setupOf(s);
    const asked = { ruleset, kind: "fair", setup: JSON.stringify(setup) };
    location.assign(`/lab?${new URLSearchParams(asked)}`);
  } catch (error) {
    change(s, { trouble: { text: /** @type {Error} */ (error).message, rule: "" } });
  }
}

/** The ways to other pages take along what is not by the printed rules. */
async function leadOn(/** @type {State} */ s) {
  const { ruleset, setup } = await setupOf(s).catch(() => ({ setup: {} }));
  const { scenario: _, ...own } = setup;
  if (!Object.keys(own).length) return;
  const { takeAlong } = await import("../shared/setup.js");
  takeAlong(ruleset, { setup: JSON.stringify(setup) });
}

const offerDraw = (/** @type {State} */ s) => settle(s, "offer", { what: "draw", say: "offer" });

function name(/** @type {Event} */ event, /** @type {string} */ text) {
  /** @type {Element} */ (event.currentTarget).textContent = text;
}

const asksNow = () => `Ask me everywhere: ${setting("ask", "off")}`;

/** Every order is shown and confirmed, also those without a choice; or no more than needed. */
function asks(/** @type {State} */ s, /** @type {Event} */ event) {
  keepSetting("ask", asksAll() ? "off" : "on");
  name(event, asksNow());
  change(s, {});
}

const soundNow = () => `Sound: ${soundOn() ? "on" : "off"}`;

function resound(/** @type {State} */ s, /** @type {Event} */ event) {
  switchSound(s);
  name(event, soundNow());
}

const volumeNow = () => `Volume: ${setting("volume", "full")}`;

function revolume(/** @type {State} */ s, /** @type {Event} */ event) {
  nextVolume(s.sounds);
  name(event, volumeNow());
}

const speedNow = () => `Speed: ${speed()}`;

/** How long shots and drives take. */
function hurry(/** @type {Event} */ event) {
  keepSetting("speed", speeds[(speeds.indexOf(speed()) + 1) % speeds.length]);
  name(event, speedNow());
}

const wordsNow = () => `Orders in full words: ${inFull() ? "on" : "off"}`;

/** Buttons say all in full words, under headings; or as short as those who know them like it. */
function reword(/** @type {State} */ s, /** @type {Event} */ event) {
  keepSetting("words", inFull() ? "short" : "full");
  name(event, wordsNow());
  change(s, {});
}

const stripesNow = (/** @type {State} */ s) =>
  `Stripes where you could be hit: ${striped(s) ? "on" : "off"}`;

function stripe(/** @type {State} */ s, /** @type {Event} */ event) {
  keepSetting("stripes", striped(s) ? "off" : "on");
  name(event, stripesNow(s));
  change(s, {});
}

const chancesNow = () => `Chance to win: ${setting("chances", "on")}`;

function flip(/** @type {State} */ s, /** @type {Event} */ event) {
  keepSetting("chances", showsChances() ? "off" : "on");
  name(event, chancesNow());
  change(s, {});
}

// ---------------------------------------------------------------- the end of the battle

/** The sentence of the log that says how it ended; without one, the bare result. */
function ending(/** @type {TableView} */ view, /** @type {string} */ text) {
  const last = (view.log.at(-1)?.sentences ?? []).findLast((x) =>
    plain(x.text).toLowerCase().includes(text.toLowerCase()),
  );
  return last ? named(last.text.split("\n")[0], view.cards) : capital(text);
}

/**
 * The throw by which the chance to win changed most, where that was much: between two chances that
 * the bar showed one after the other.
 */
function turningPoint(/** @type {State} */ s, /** @type {TableView} */ view) {
  const known = s.chances.flatMap((chance, number) =>
    chance === null ? [] : [{ number, chance }],
  );
  const after = new Map(known.map(({ number, chance }) => [number, chance]));
  const steps = [...new Set([0, ...view.log.map((part) => part.number)])];
  const next = steps.slice(1).flatMap((number, i) => {
    const [before, chance] = [after.get(steps[i]), after.get(number)];
    return before === undefined || chance === undefined ? [] : [{ number, before, chance }];
  });
  const leaps = next.map(({ number, before, chance }) => {
    const by = view.result?.winner === 0 ? chance - before : before - chance;
    return { number, before, after: chance, by };
  });
  const most = leaps.sort((a, b) => b.by - a.by)[0];
  if (!most || most.by < MUCH) return false;
  const told = view.log.find((part) => part.number === most.number)?.sentences ?? [];
  const sentence = told.find((one) => one.rolls.length)?.text.split("\n")[0];
  const [from, to] = [most.before, most.after].map((x) => percent(view.seat === 1 ? 1 - x : x));
  const viewer = view.seat === null ? whose(view, 0) : "your";
  return (
    sentence &&
    h(
      "p",
      {},
      h("b", {}, "What decided it: "),
      named(sentence, view.cards),
      ` From ${from} to ${to}, ${viewer} chance by the bar above. Study shows every order.`,
    )
  );
}

const SCORES =
  /\bscores?\b|[1-9]\d* VP (to (?!\d)|at the end\b)|: [1-9]\d* VP\b|loses [1-9]\d* points?, /;

/** What the points of both sides are for, as the log told it. */
function scoring(/** @type {TableView} */ view) {
  const parts = view.log.filter((part) => part.number > 0);
  const told = parts.flatMap((part) => part.sentences.map((one) => one.text.split("\n")[0]));
  const end = view.result?.text.toLowerCase() ?? ""; // what the card says above
  const lines = told.filter(
    (text) => SCORES.test(text) && !plain(text).toLowerCase().includes(end),
  );
  return (
    lines.length > 0 && [
      h("p", {}, h("b", {}, "The points:")),
      h(
        "ul",
        {},
        lines.map((text) => h("li", {}, named(text, view.cards))),
      ),
    ]
  );
}

/** Back to the campaign that a battle belongs to, if it was opened from there. */
function inCampaign(/** @type {string} */ game) {
  const campaign = setting(`battle.${game}`);
  return campaign && h("a", { class: "plain", href: `/campaign/${campaign}` }, BACK);
}

/** Another battle: where the other side is elsewhere, with it; else at once, in either seat. */
function anew(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (view.people.swaps)
    return view.seat !== null && button("go", "Rematch, sides swapped", () => again(s));
  const computer = view.seats.some((seat) => seat.kind === "computer");
  return [
    button("go", "Play again", () => again(s)),
    computer && view.seat !== null && button("plain", "Play the other side", () => again(s, true)),
  ];
}

/** Say why what was wanted did not come about. */
const tell = (/** @type {State} */ s, /** @type {Error} */ { message }) =>
  change(s, { trouble: { text: message, rule: "" } });

/**
 * The card of a battle that is over: how, by what, and what to do next.
 * @param {HTMLElement} el
 * @param {State} s
 * @param {() => void} study opens the study of the battle
 */
export function drawOver(el, s, study) {
  const result = s.view?.result;
  panel(el, [result, s.view?.people.swaps, s.chances], () => {
    if (!result || !s.view) return [];
    const { seat, scenario } = s.view;
    const head =
      result.winner === 2
        ? "A draw"
        : seat === null || oneDevice(s)
          ? does(s.view, result.winner, "win")
          : result.winner === seat
            ? "Victory"
            : "Defeat";
    return [
      h("h2", {}, head),
      h("p", {}, ending(s.view, result.text)),
      h(
        "div",
        { class: "after" },
        anew(s, s.view),
        button("plain", "Study", study),
        !s.replay && h("a", { class: "plain", href: `/replay/${s.game}?watch` }, "Watch"),
        inCampaign(s.game),
      ),
      !s.replay && onward(s.view, (error) => tell(s, error)),
      result.winner !== 2 && turningPoint(s, s.view),
      h(
        "details",
        { class: "why" },
        h("summary", {}, "Why, and whether the dice were fair"),
        h("p", {}, h("b", {}, "The mission: "), scenario.victory, " ", rule(scenario.rule)),
        scoring(s.view),
        standing(s.view.status),
        proofLine(s.view),
      ),
    ];
  });
}

// ---------------------------------------------------------------- the mission
// What a battle is about, for the dialog that explains it.

/** What the battle is about: aims, briefing, who plays, with which options and dice. */
function mission(/** @type {State} */ s, /** @type {TableView} */ view) {
  const { scenario, seats, status, seat } = view;
  const task = seat === null ? "" : scenario.tasks[seat];
  const options = Object.entries(view.options ?? {});
  return h(
    "div",
    { class: "mission-note", id: "mission" },
    task && h("p", { class: "task" }, h("b", {}, "You: "), task),
    h("p", {}, scenario.briefing || scenario.summary),
    h(
      "p",
      {},
      h("b", {}, "Victory: "),
      scenario.victory || scenario.summary,
      " ",
      rule(scenario.rule),
    ),
    standing(status),
    players(seats),
    played(options),
    h("p", { class: "sub" }, view.dice_told),
    later("Print it for a real table", async () => {
      const [{ papers }, what] = await Promise.all([
        import("../shared/print_links.js"),
        printed(s, view).catch((error) => /** @type {Error} */ (error).message),
      ]);
      return papers(() => what);
    }),
  );
}

/** What of the battle is printed: its scenario as it began, with all that it is played with. */
async function printed(/** @type {State} */ s, /** @type {TableView} */ view) {
  const { ruleset, scenario, options } = view;
  try {
    const { setup } = await setupOf(s);
    return { ruleset: ruleset.id, scenario: setup.scenario, options: {}, setup };
  } catch (error) {
    if (scenario.id === OWN) throw error;
    return { ruleset: ruleset.id, scenario: scenario.id, options };
  }
}

/** Who plays which side. */
function players(/** @type {TableView["seats"]} */ seats) {
  const name = (/** @type {{who: string, kind: string, seat: number}} */ one) =>
    one.who !== COLOURS[one.seat] ? one.who : "a person";
  const each = seats.map((one) =>
    h("li", {}, emblem(one.seat), ` ${COLOURS[one.seat]}: ${name(one)}`),
  );
  return h("ul", { class: "players" }, each);
}

const played = (/** @type {[string, any][]} */ options) =>
  options.length > 0 &&
  h(
    "p",
    { class: "sub" },
    "Played with ",
    options.map(([id, value], i) => [i ? ", " : "", `${titled(id)}: ${inWords(value)}`]),
    ".",
  );

// ---------------------------------------------------------------- the next rank
// After a victory over a rank of the computer: the next rank, on the same ground.

/** The line of a battle, made once. @type {Map<string, HTMLElement>} */
const lines = new Map();

/** Whether the viewer has beaten the computer in a battle that can be begun again. */
const beaten = (/** @type {TableView} */ { result, seat, seats, scenario, game }) =>
  seat !== null &&
  result?.winner === seat &&
  seats[1 - seat].kind === "computer" &&
  scenario.id !== OWN &&
  !setting(`battle.${game}`); // of a campaign

/**
 * What a victory leads to, filled in once the ranks are known; Home begins with that rank from now
 * on.
 * @param {TableView} view
 * @param {(error: any) => void} trouble
 */
function onward(view, trouble) {
  const before = lines.get(view.game);
  if (before) return before;
  const line = h("p", { class: "onward", hidden: true });
  lines.set(view.game, line);
  if (beaten(view)) lay(line, view, trouble).catch(() => {}); // the line may be down
  return line;
}

/**
 * @param {HTMLElement} line
 * @param {TableView} view
 * @param {(error: any) => void} trouble
 */
async function lay(line, view, trouble) {
  const { ruleset, seats, seat, scenario, options } = view;
  const [mine, theirs] = [seat ?? 0, seats[1 - (seat ?? 0)]];
  /** @type {HomeLine[]} */
  const games = await call("/api/home");
  const ranks = games.find(({ id }) => id === ruleset.id)?.players ?? [];
  const at = ranks.findIndex(({ id }) => id === theirs.player);
  if (at < 0) return;
  const [{ name }, next] = [ranks[at], ranks[at + 1]];
  line.hidden = false;
  if (!next) return void line.append(`You beat ${name}, the highest rank.`);
  keepSetting(`rank.${ruleset.id}`, next.id);
  keepSetting(`beaten.${ruleset.id}`, name);
  keepSetting(LAST_GAME, ruleset.id); // Home begins with it, too
  const other = { kind: "computer", player: next.id, name: "" };
  const you = { kind: "human", player: "", name: "" };
  const order = { ruleset: ruleset.id, scenario: scenario.id, options, forces: {}, seed: null };
  const seated = mine ? [other, you] : [you, other];
  const go = async () => {
    const made = await newGame("/api/games", seated, { ...order, seats: seated });
    location.assign(`/table/${made.game}`);
  };
  const press = () => go().catch(trouble);
  line.append(
    `You beat ${name}. `,
    h("button", { class: "plain", onclick: press }, `Try ${next.name}`),
  );
}

// ---------------------------------------------------------------- the dice
// Where they come from, and after the battle the proof that every promise was kept.

const KEPT = "Every promise of the dice was kept.";
const IN_THEM = "The dice used your page's part, and";
const AGAIN = "The saved battle holds all of it: hulldown verify rolls every die again.";

/** Browsers have no hashes on a page that came without TLS from another machine. */
const canHash = () => Boolean(globalThis.crypto?.subtle);

/** SHA-256 of words. */
async function hashed(/** @type {string} */ words) {
  const made = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether words have a promise; true where that cannot be told. */
const holds = async (/** @type {string} */ words, /** @type {string} */ promise) =>
  !canHash() || (await hashed(words)) === promise;

/** What was promised at the start and is not what was shown at the end. */
async function broken(
  /** @type {TableView} */ view,
  /** @type {Dice} */ dice,
  /** @type {KeptPart | null} */ kept,
) {
  const { commitment, promises } = view;
  const found = [];
  if (!(await holds(`hulldown dice ${dice.key} ${dice.salt}`, commitment)))
    found.push("the server's part is not the one that it promised");
  for (const [seat, part] of dice.parts.entries())
    if (part && !(await holds(`hulldown part ${part}`, promises[seat] ?? "")))
      found.push(`the part of ${whose(view, seat)} page is not the one that it promised`);
  if (!kept) return found;
  if (dice.parts[kept.seat] !== kept.part) found.push("what this page sent is not in them");
  if (commitment !== kept.commitment) found.push("the server promised something else before");
  for (const [seat, promise] of kept.promises.entries())
    if (promise && promise !== promises[seat])
      found.push(`${whose(view, seat)} page promised something else before`);
  return found;
}

/** What this page can say of the dice's promises when the battle is over; else nothing. */
async function proof(/** @type {TableView} */ view) {
  const { dice } = view;
  if (!dice) return "";
  const kept = keptPart(view.game);
  const wrong = await broken(view, dice, kept);
  if (wrong.length) return `The dice are not what was promised: ${wrong.join("; ")}.`;
  if (canHash()) return kept ? `${IN_THEM} every promise was kept.` : KEPT;
  return kept ? `${IN_THEM} the promises are those that it saw before.` : "";
}

/** The proof as a line that fills itself. */
function proofLine(/** @type {TableView} */ view) {
  const line = h("p", { class: "sub proof" }, view.dice_told);
  proof(view).then((text) => line.append(text && ` ${text}`));
  return line;
}

/** All of it: promises, and after the battle what was promised. */
function aboutDice(/** @type {TableView} */ view) {
  const { dice, commitment, promises } = view;
  const parts = [["The server", commitment, dice && `${dice.key} ${dice.salt}`]];
  for (const [seat, promise] of promises.entries())
    if (promise) parts.push([`${Whose(view, seat)} page`, promise, dice?.parts[seat] ?? null]);
  return [
    proofLine(view),
    h(
      "dl",
      { class: "parts" },
      parts.map(([who, promise, part]) => [
        h("dt", {}, who),
        h("dd", {}, "promised ", h("code", {}, promise)),
        part && h("dd", {}, "was ", h("code", {}, part)),
      ]),
    ),
    dice && h("p", { class: "sub" }, AGAIN),
  ];
}
