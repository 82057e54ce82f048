/** The table's tie to the server: which seat speaks, loading positions, showing the steps in between. */

import { call, keepSeats, live, Refused, seats, setting } from "../shared/net.js";
import { diceAfter, shotsAfter } from "./log.js";
import { beat, shot, skipped, still } from "./motion.js";
import { cardOf } from "./orders.js";
import { change, state } from "./state.js";

/** @typedef {import("../shared/types.js").TableView} TableView */

const MOST_STEPS = 30; // more than this is not shown step by step
const READ = 900; // ms to look at a step with dice
const KEPT = 80; // positions of the film kept

/** A view says the viewer's own chance to win; the bar always has seat 0 on the left. */
function firstSeats(/** @type {TableView} */ view) {
  return view.seat === 1 && view.win !== null ? { ...view, win: 1 - view.win } : view;
}

/** @param {import("./board.js").BoardView} board */
export function makeSession(board) {
  let token = "";
  /** The side whose person has the device, where two share it. @type {number|null} */ let holder =
    null;
  let handing = false;
  /** @type {Promise<void>} */ let line = Promise.resolve();
  /** @type {number|null} */ let news = null;
  /** @type {Map<number, TableView>} */ const steps = new Map();
  const base = `/api/games/${state.game}`;

  const query = (unit = state.unit, full = false) =>
    `have=${full ? "" : board.have()}&unit=${encodeURIComponent(unit)}${setting("chances", "on") === "on" ? "&win=1" : ""}`;

  /** The position now, from the server; `full` brings every layer. */
  async function load(full = false, unit = state.unit) {
    news = null;
    try {
      await arrive(await ask(`view?${query(unit, full)}`));
    } catch (error) {
      if (gone(error) && unit) await load(full, "");
      else trouble(error);
    }
  }

  /** A view for the seat that the page speaks for; asked again if that changed meanwhile. @returns {Promise<TableView>} */
  async function ask(/** @type {string} */ path) {
    const asker = token;
    const view = firstSeats(await call(`${base}/${path}`, { token }));
    return asker === token ? view : ask(path);
  }

  /** The unit looked at has left the table. */
  const gone = (/** @type {any} */ error) => error instanceof Refused && error.status === 404;

  /** Whether orders may be given one after another. */
  const why = (/** @type {string[]} */ texts) =>
    call(`${base}/why?${new URLSearchParams(texts.map((text) => ["action", text]))}`, { token });

  /** Send orders; the new position is shown step by step. */
  async function send(/** @type {string} */ path, /** @type {any} */ body) {
    if (state.busy || !state.view) return;
    change({ busy: true, trouble: null });
    const unit = state.view.orders.find((o) => o.text === body.actions?.[0])?.unit || state.unit; // who is activated is shown at once
    try {
      const view = firstSeats(
        await call(`${base}/${path}?${query(unit)}`, {
          token,
          body: { ...body, number: state.view.number },
        }),
      );
      await arrive(view);
      if (view.stopped) change({ trouble: { text: view.stopped.text, rule: view.stopped.rule } });
    } catch (error) {
      if (!gone(error)) trouble(error);
      if (error instanceof Refused && (error.status === 409 || gone(error)))
        await load(false, gone(error) ? "" : state.unit);
    } finally {
      change({ busy: false });
      catchUp();
    }
  }

  /** Load when the server has told of a position that is not the one here. */
  function catchUp() {
    if (news !== null && news !== state.view?.number && !state.busy) load();
  }

  /** Take a position over, after those that came before it. */
  function arrive(/** @type {TableView} */ view) {
    line = line
      .catch(() => {})
      .then(async () => {
        if (state.view?.log.some((part) => !view.log.some((other) => other.number === part.number)))
          steps.clear();
        const next =
          shared(view) && view.seat !== holder
            ? view.yours
              ? view.seat
              : neighbour(view)
            : undefined;
        if (typeof next === "number") return pass(next);
        holder = view.seat;
        await between(view);
        take(view);
        hand(view);
      });
    return line;
  }

  /** Show the steps since the last position one after another, unless the film runs; a key ends it. */

  async function between(/** @type {TableView} */ view) {
    const before = skipped();
    const first = state.view ? state.view.number : view.number;
    const news = [...new Set(view.log.map((part) => part.number))].filter((n) => n > first);
    if (state.at !== null || still() || news.length > MOST_STEPS) return;
    for (const n of news) {
      if (skipped() !== before) return;
      const step = n === view.number ? view : await at(n);
      const shots = shotsAfter(step, n - 1);
      for (const [shooter, target] of shots) shot(board.svg, shooter, target);
      if (shots.length) await beat(280);
      if (n === view.number) return;
      change({ shown: step });
      await beat(diceAfter(step, n - 1) ? READ : 200);
    }
  }

  function take(/** @type {TableView} */ view) {
    if (shared(view)) drop();
    const same =
      state.view?.seat === view.seat &&
      (state.view.number === view.number || undisturbed(state.view, view));
    const fresh = same ? {} : { pick: null, preview: null, group: "", hint: null, glow: "" };
    const unit = same && cardOf(view, state.unit) ? state.unit : view.acting;
    change({
      view,
      ...(state.at === null && { shown: view }),
      ...fresh,
      unit,
      thinking: null,
      target: cardOf(view, state.target) ? state.target : "",
    });
    if (!same) chances();
    if (unit !== view.unit && state.at === null) load(false, unit); // another acts than was looked at
  }

  /** Whether a decision is the same as before: the other side has but ordered in secret. */
  const undisturbed = (/** @type {TableView} */ before, /** @type {TableView} */ view) =>
    before.yours &&
    view.yours &&
    view.secrets &&
    JSON.stringify(before.orders) === JSON.stringify(view.orders);

  /** When the decision is with another person on this device, that seat takes over. */
  function hand(/** @type {TableView} */ view) {
    const next = view.yours || view.result ? undefined : neighbour(view);
    if (next === undefined) return;
    if (shared(view)) return pass(next);
    speakFor(next);
    load();
  }

  /** The other person on this device who owes a decision. */
  function neighbour(/** @type {TableView} */ view) {
    const kept = seats(state.game);
    return view.to_act.find((seat) => kept[seat]?.kind === "human" && kept[seat].token !== token);
  }

  /** Whether two people share this device and one of them owes what the other may not know. */
  const shared = (/** @type {TableView} */ view) =>
    view.secrets && Object.values(seats(state.game)).filter((x) => x.kind === "human").length > 1;

  function speakFor(/** @type {number} */ seat) {
    token = seats(state.game)[seat].token;
    steps.clear();
  }

  /** The curtain, loaded before it is needed where two people share this device. */
  const drop = () => import("./curtain.js");

  /** Pass the device on behind a curtain; the view of a side is asked for when its person says so. */
  async function pass(/** @type {number} */ seat) {
    if (handing) return;
    handing = true;
    const { curtain } = await drop();
    curtain(seat, async () => {
      speakFor(seat);
      holder = seat;
      change({ at: null, playing: false, trouble: null });
      await load(!state.view);
      if (state.view?.seat !== seat)
        return state.trouble?.text ?? "The table did not come. Try again.";
      handing = false;
      return "";
    });
  }

  async function chances() {
    if (setting("chances", "on") !== "on") return;
    const list = await call(`${base}/chances`, { token }).catch(() => null);
    if (list) known(list);
  }

  /** Chances to win by number, for the film, and for the bar if that of the position now is among them; what came meanwhile stays. */
  function known(/** @type {(number|null)[]} */ list) {
    const all = Array.from(
      { length: Math.max(list.length, state.chances.length) },
      (_, i) => list[i] ?? state.chances[i] ?? null,
    );
    const win = state.view ? (all[state.view.number] ?? null) : null;
    const view =
      state.view && win !== null && win !== state.view.win ? { ...state.view, win } : state.view;
    change({ chances: all, view, ...(state.shown === state.view && { shown: view }) });
  }

  /** The position after so many actions. */
  async function at(/** @type {number} */ number) {
    const known = steps.get(number);
    if (known) return known;
    const view = await ask(`at/${number}?${query("")}`);
    steps.set(number, view);
    if (steps.size > KEPT) steps.delete(/** @type {number} */ (steps.keys().next().value));
    return view;
  }

  function trouble(/** @type {any} */ error) {
    if (error instanceof Refused && error.status === 404 && !state.view) throw error;
    change({
      trouble: {
        text:
          error instanceof Refused ? error.message : `${error.message} Nothing is lost; try again.`,
        rule: error.rule ?? "",
      },
    });
  }

  /** Find out which seat this page speaks for, then load and listen. */
  async function start() {
    const invited = new URLSearchParams(location.hash.slice(1)).get("seat");
    const kept = Object.values(seats(state.game)).find((x) => x.kind === "human");
    token = invited ?? kept?.token ?? "";
    await load(true);
    if (invited && state.view?.seat !== null && state.view) {
      keepSeats(state.game, [{ seat: state.view.seat, kind: "human", token: invited }]);
      history.replaceState(null, "", location.pathname);
    }
    live(state.game, () => token, hear);
    if (state.view?.seats.some((s) => s.kind === "computer"))
      call("/api/about").then(
        ({ rulesets }) => prepared(rulesets[state.view?.ruleset.id ?? ""]),
        () => {},
      );
  }

  /** How far the rules of this game are compiled; nothing is told when nobody compiles them. */
  const prepared = (/** @type {{ready: boolean, done: number, total: number}|undefined} */ r) =>
    change({ rules: r && !r.ready && r.done < r.total ? { done: r.done, total: r.total } : null });

  function hear(/** @type {any} */ message) {
    if (message.type === "changed" || message.type === "hello") {
      // the game may have gone on before the line stood
      news = message.number;
      catchUp();
    }
    if (message.type === "hello" && state.view) chances(); // it may have been told before the line stood
    if (message.type === "thinking") change({ thinking: message.done });
    if (message.type === "advising" && message.seat === state.view?.seat && state.advising !== null)
      change({ advising: message.done });
    if (message.type === "chance") known(Object.assign([], { [message.number]: message.value }));
    if (message.type === "undo" && !state.busy) load();
    if (message.type === "rules" && message.ruleset === state.view?.ruleset.id) prepared(message);
    if (message.type === "failed") change({ trouble: { text: message.text, rule: "" } });
    if (message.type !== "line") return;
    if (message.up && !state.line) load();
    change({ line: message.up });
  }

  /** A new battle with the same set-up. */
  async function again() {
    const { ruleset, scenario, seats: all, options } = /** @type {any} */ (state.view);
    try {
      const made = await call("/api/games", {
        body: {
          ruleset: ruleset.id,
          scenario: scenario.id,
          options: options ?? {},
          seats: all.map((/** @type {any} */ s) => ({ kind: s.kind, player: s.player, name: "" })),
        },
      });
      keepSeats(made.game, made.seats);
      location.assign(`/table/${made.game}`);
    } catch (error) {
      trouble(error);
    }
  }

  return { load, send, why, at, start, again, token: () => token, base };
}
