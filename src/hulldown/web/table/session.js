/**
 * The table's tie to the server: which seat speaks, loading positions, showing the steps between.
 */

import { preparing } from "../shared/compile_progress.js";
import { newGame } from "../shared/dice.js";
import { live } from "../shared/live.js";
import { speak } from "../shared/names.js";
import {
  call,
  changedOver,
  invites,
  keepSeats,
  me,
  order,
  Refused,
  seats,
  showsChances,
} from "../shared/net.js";
import { cardOf } from "./orders.js";
import { change } from "./state.js";

/** @import { Readiness } from "api" */
/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const KEPT = 80; // positions of the film kept

/** The calls about a game begin with this. */
export const base = (/** @type {State} */ s) => `/api/${s.lesson ? "learn" : "games"}/${s.game}`;

/** The address of a call; a lesson is kept by its page, which says each time what was ordered. */
export function address(/** @type {State} */ s, /** @type {string} */ path) {
  const whole = `${base(s)}/${path}`;
  const { played = [], answered = [] } = s.lesson ?? {};
  const ordered = new URLSearchParams([
    ...played.map((text) => ["played", text]),
    ...answered.map((text) => ["answer", text]),
  ]);
  return ordered.size ? `${whole}${path.includes("?") ? "&" : "?"}${ordered}` : whole;
}

/** A view says the viewer's own chance to win; the bar always has seat 0 on the left. */
function firstSeats(/** @type {TableView} */ view) {
  const arrived = performance.now();
  const win = view.seat === 1 && view.win !== null ? 1 - view.win : view.win;
  return { ...view, win, arrived };
}

function query(/** @type {State} */ s, unit = s.unit, full = false) {
  const have = full ? "" : s.board.have();
  const win = showsChances() ? "&win=1" : "";
  return `have=${have}&unit=${encodeURIComponent(unit)}${win}${s.board.shape()}`;
}

// ---------------------------------------------------------------- asking and ordering

/** The position now, from the server; `full` brings every layer. */
export async function load(/** @type {State} */ s, full = false, unit = s.unit) {
  s.session.news = null;
  try {
    await arrive(s, await ask(s, `view?${query(s, unit, full)}`));
  } catch (error) {
    if (s.lesson && !s.lesson.dropped && changed(error)) await anew(s);
    else if (gone(error) && unit) await load(s, full, "");
    else trouble(s, error);
  }
}

/**
 * A view for the seat that the page speaks for; asked again if that changed meanwhile.
 * @returns {Promise<TableView>}
 */
async function ask(/** @type {State} */ s, /** @type {string} */ path) {
  const { token } = s.session;
  const view = firstSeats(await call(address(s, path), { token }));
  return s.session.token === token ? view : ask(s, path);
}

const changed = (/** @type {unknown} */ error) =>
  error instanceof Refused && error.code === "changed_rules";

/** Begin a lesson again that is another now than when it was left. */
function anew(/** @type {State} */ s) {
  if (s.lesson) s.lesson = { ...s.lesson, played: [], dropped: true };
  return load(s, true, "");
}

/** The unit looked at has left the table. */
const gone = (/** @type {unknown} */ error) => error instanceof Refused && error.status === 404;

/** Whether orders may be given one after another. */
export function whyNot(/** @type {State} */ s, /** @type {string[]} */ texts) {
  const actions = new URLSearchParams(texts.map((text) => ["action", text]));
  return call(address(s, `why?${actions}`), { token: s.session.token });
}

/** Send orders; the new position is shown step by step. */
export async function send(
  /** @type {State} */ s,
  /** @type {string} */ path,
  /** @type {any} */ body,
) {
  if (s.busy || !s.view) return;
  change(s, { busy: true, trouble: null });
  const activated = s.view.orders.find((o) => o.text === body.actions?.[0])?.unit;
  try {
    const to = `${s.lesson ? "step" : path}?${query(s, activated || s.unit)}`; // shown at once
    const full = { token: s.session.token, body: { ...body, number: s.view.number } };
    const once = path === "hurry" ? call : order; // to hurry twice is to hurry
    const view = firstSeats(await once(address(s, to), full));
    await arrive(s, view);
    if (view.stopped) change(s, { trouble: { text: view.stopped.text, rule: view.stopped.rule } });
  } catch (error) {
    if (!gone(error)) trouble(s, error);
    if (error instanceof Refused && (error.status === 409 || gone(error)))
      await load(s, false, gone(error) ? "" : s.unit);
  } finally {
    change(s, { busy: false });
    catchUp(s);
  }
}

/** Offer something, answer an offer, claim: what does not depend on the position. */
export async function settle(
  /** @type {State} */ s,
  /** @type {string} */ path,
  /** @type {any} */ body = {},
) {
  try {
    const full = { token: s.session.token, body };
    const view = firstSeats(await call(`${base(s)}/${path}?${query(s)}`, full));
    await arrive(s, view);
    if (view.people.next) follow(s, view.people.next);
  } catch (error) {
    trouble(s, error);
    await load(s);
  }
}

/** To the battle that both sides wanted next, in the other seat. */
function follow(/** @type {State} */ s, /** @type {string} */ game) {
  const seat = s.view?.seat;
  if (typeof seat !== "number") return;
  const token = changedOver(s.session.token, seat);
  keepSeats(game, [{ seat: 1 - seat, kind: "human", token }]);
  location.assign(`/table/${game}`);
}

/** Load when the server has told of another position than the one here, or of who has joined. */
function catchUp(/** @type {State} */ s) {
  const { news } = s.session;
  const other = news !== s.view?.number || s.view?.waiting.length;
  if (news !== null && other && !s.busy) load(s);
}

/** The sound of what cannot be done. */
async function refuse(/** @type {State} */ s) {
  const sounds = await import("./sounds.js").catch(() => null);
  sounds?.play(s.sounds, "no");
}

function trouble(/** @type {State} */ s, /** @type {any} */ error) {
  if (gone(error) && !s.view) throw error;
  if (error instanceof Refused) refuse(s);
  const text =
    error instanceof Refused ? error.message : `${error.message} Nothing is lost; try again.`;
  change(s, { trouble: { text, rule: error.rule ?? "" } });
}

// ---------------------------------------------------------------- a position arrives

/** Take a position over, after those that came before it. */
function arrive(/** @type {State} */ s, /** @type {TableView} */ view) {
  const { session } = s;
  session.arriving = session.arriving
    .catch(() => {})
    .then(async () => {
      if (view.lesson) (await import("./lesson_store.js")).heard(s, view);
      const numbers = new Set(view.log.map((part) => part.number));
      if (s.view?.log.some((part) => !numbers.has(part.number))) session.steps.clear();
      const other = shared(s, view) && view.seat !== session.holder;
      const next = other ? (view.yours ? view.seat : neighbour(s, view)) : undefined;
      if (typeof next === "number") return pass(s, next);
      session.holder = view.seat;
      await between(s, view);
      take(s, view);
      hand(s, view);
    });
  return session.arriving;
}

/** Show the steps since the last position one by one, unless the film runs; a key ends it. */
async function between(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (s.at !== null || !s.view || view.number <= s.view.number) return;
  const film = await import("./playback.js").catch(() => null); // the line may be down
  await film?.showSteps(s, view, (number) => stepAt(s, number));
}

function take(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (shared(s, view)) curtains();
  const same = s.view?.seat === view.seat && undisturbed(s.view, view);
  const fresh = same ? {} : { pick: null, preview: null, group: "", hint: null, glow: "" };
  const unit = same && cardOf(view, s.unit) ? s.unit : view.acting;
  const target = cardOf(view, s.target) ? s.target : "";
  change(s, {
    view,
    ...(s.at === null && { shown: view }),
    ...fresh,
    unit,
    thinking: null,
    target,
  });
  if (!same) chances(s);
  if (unit !== view.unit && s.at === null) load(s, false, unit); // another acts than was looked at
}

/** Whether a decision is the same as before: at most the other side has ordered in secret. */
const undisturbed = (/** @type {TableView} */ before, /** @type {TableView} */ view) =>
  before.number === view.number ||
  (before.yours &&
    view.yours &&
    view.secrets &&
    JSON.stringify(before.orders) === JSON.stringify(view.orders));

/** The position after so many actions. */
export async function stepAt(/** @type {State} */ s, /** @type {number} */ number) {
  const { steps } = s.session;
  const known = steps.get(number);
  if (known) return known;
  const view = await ask(s, `at/${number}?${query(s, "")}`);
  steps.set(number, view);
  if (steps.size > KEPT) steps.delete(/** @type {number} */ (steps.keys().next().value));
  return view;
}

async function chances(/** @type {State} */ s) {
  if (!showsChances() || s.lesson) return;
  const list = await call(`${base(s)}/chances`, { token: s.session.token }).catch(() => null);
  if (list) keepChances(s, list);
}

/**
 * Chances to win by number, for the film, and for the bar if that of the position now is among
 * them; what came meanwhile stays.
 */
function keepChances(/** @type {State} */ s, /** @type {(number|null)[]} */ list) {
  const length = Math.max(list.length, s.chances.length);
  const all = Array.from({ length }, (_, i) => list[i] ?? s.chances[i] ?? null);
  const win = s.view ? (all[s.view.number] ?? null) : null;
  const view = s.view && win !== null && win !== s.view.win ? { ...s.view, win } : s.view;
  change(s, { chances: all, view, ...(s.shown === s.view && { shown: view }) });
}

// ---------------------------------------------------------------- two people at one device

/** When the decision is with another person on this device, that seat takes over. */
function hand(/** @type {State} */ s, /** @type {TableView} */ view) {
  const next = view.yours || view.result ? undefined : neighbour(s, view);
  if (next === undefined) return;
  if (shared(s, view)) return pass(s, next);
  speak("sides");
  speakFor(s, next);
  load(s);
}

/** The other person on this device who owes a decision. */
function neighbour(/** @type {State} */ s, /** @type {TableView} */ view) {
  const kept = seats(s.game);
  return view.to_act.find(
    (seat) => kept[seat]?.kind === "human" && kept[seat].token !== s.session.token,
  );
}

/** Whether two people share this device and one of them owes what the other may not know. */
const shared = (/** @type {State} */ s, /** @type {TableView} */ view) =>
  view.secrets && oneDevice(s);

/** Whether two people play at this device. */
export const oneDevice = (/** @type {State} */ s) =>
  Object.values(seats(s.game)).filter((x) => x.kind === "human").length > 1;

function speakFor(/** @type {State} */ s, /** @type {number} */ seat) {
  s.session.token = seats(s.game)[seat].token;
  s.session.steps.clear();
}

/** The curtain, loaded before it is needed where two people share this device. */
const curtains = () => import("./curtain.js");

/** Pass the device on behind a curtain; a side's view is asked for when its person says so. */
async function pass(/** @type {State} */ s, /** @type {number} */ seat) {
  const { session } = s;
  if (session.handing) return;
  session.handing = true;
  const { curtain } = await curtains();
  curtain(s.view, seat, async () => {
    speak("you");
    speakFor(s, seat);
    session.holder = seat;
    change(s, { at: null, playing: false, trouble: null });
    await load(s, !s.view);
    if (s.view?.seat !== seat) return s.trouble?.text ?? "The table did not load. Try again.";
    session.handing = false;
    return "";
  });
}

// ---------------------------------------------------------------- the live line

/** Find out which seat this page speaks for, then load and listen. */
export async function start(/** @type {State} */ s) {
  speak(oneDevice(s) ? "sides" : "you");
  if (s.lesson) {
    await (await import("./lesson_store.js")).resumed(s);
    await load(s, true);
    return refused(s);
  }
  const invited = new URLSearchParams(location.hash.slice(1)).get("seat");
  const here = () => Object.values(seats(s.game)).find((x) => x.kind === "human");
  const mine = () => call(`/api/me/games/${s.game}`).then(keep(s), () => {});
  if (!invited && !here() && me()) await mine();
  s.session.token = invited ?? here()?.token ?? "";
  await load(s, true);
  if (s.trouble && !s.view && !invited && me()) {
    change(s, { trouble: null });
    await mine(); // what is kept proves no seat: the server knows whose it is
    s.session.token = here()?.token ?? "";
    await load(s, true);
  }
  refused(s);
  if (s.view?.waiting.includes(s.view.seat ?? -1)) {
    location.replace(`/join/${s.game}#seat=${s.session.token}`);
    return;
  }
  if (s.view?.waiting.some((seat) => invites(s.game).some((one) => one.seat === seat))) {
    location.replace(`/invite/${s.game}`);
    return;
  }
  if (invited && s.view && s.view.seat !== null) {
    keepSeats(s.game, [{ seat: s.view.seat, kind: "human", token: invited }]);
    history.replaceState(null, "", location.pathname);
  }
  live(
    s.game,
    () => s.session.token,
    (message) => hear(s, message),
  );
  if (!s.view?.seats.some((seat) => seat.kind === "computer")) return;
  call("/api/about").then(
    ({ rulesets }) => prepared(s, rulesets),
    () => {},
  );
}

/** A table that does not open says why in its place: there is no other yet. */
function refused(/** @type {State} */ s) {
  if (!s.view && s.trouble) throw new Error(s.trouble.text);
}

/** Keep one's own seats, on a device on which one has not sat at them yet. */
const keep = (/** @type {State} */ s) => (/** @type {any} */ mine) => keepSeats(s.game, mine);

/** How far the rules of each game are compiled. @type {Record<string, Readiness>} */
const readiness = {};

/** Say how far the rules of this game are, and which number it is of all that are compiled. */
function prepared(/** @type {State} */ s, /** @type {Record<string, Readiness>} */ news) {
  Object.assign(readiness, news);
  const rules = preparing(readiness, s.view?.ruleset.id);
  if (rules !== s.rules) change(s, { rules });
}

function hear(/** @type {State} */ s, /** @type {any} */ message) {
  const { type } = message;
  if (type === "changed" || type === "hello") {
    s.session.news = message.number; // the game may have gone on before the line stood
    catchUp(s);
  }
  if (type === "hello" && s.view) chances(s); // it may have been told before the line stood
  if (type === "hello" || type === "presence")
    change(s, { attending: { seen: message.presence ?? message.seats, heard: Date.now() } });
  if (type === "thinking") change(s, { thinking: message.done });
  if (type === "advising" && message.seat === s.view?.seat && s.advising !== null)
    change(s, { advising: message.done });
  if (type === "weighing" && s.study) change(s, { study: { ...s.study, done: message.done } });
  if (type === "chance") keepChances(s, Object.assign([], { [message.number]: message.value }));
  // What the other side asked for before the line stood was told to nobody.
  const together = type === "hello" && s.view?.seats.every(({ kind }) => kind !== "computer");
  if ((type === "undo" || type === "people" || together) && !s.busy) load(s);
  if (type === "people" && message.next) follow(s, message.next);
  if (type === "chat") change(s, { said: s.said + 1 });
  if (type === "rules" && Object.keys(readiness).length)
    prepared(s, { [message.ruleset]: message });
  if (type === "failed") change(s, { trouble: { text: message.text, rule: "" } });
  if (type !== "line") return;
  if (message.up && !s.line) load(s);
  change(s, { line: message.up });
}

/** A new battle with the same set-up; where people play from afar, it is offered. */
export async function again(/** @type {State} */ s, swap = false) {
  const people = s.view?.people;
  if (people?.next) return follow(s, people.next);
  if (people?.swaps) return settle(s, "offer", { what: "again", say: "offer" });
  try {
    const sides = s.view?.seats ?? [];
    const seated = swap ? [...sides].reverse() : sides;
    const made = await newGame(`/api/games/${s.game}/again`, seated, { swap }, s.session.token);
    location.assign(`/table/${made.game}`);
  } catch (error) {
    trouble(s, error);
  }
}
