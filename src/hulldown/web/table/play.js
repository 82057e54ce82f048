/** Clicks and keys turned into choices and orders. */

import { call } from "../shared/net.js";
import {
  cardOf,
  groups,
  legal,
  meaning,
  offered,
  picked,
  plainOrder,
  ready,
  standing,
} from "./orders.js";
import { change, state, unpick } from "./state.js";

/** @typedef {import("../shared/types.js").Order} Order */
/** @typedef {import("../shared/types.js").Pick} Pick */

const REST = 130; // ms the pointer rests before odds are asked for

/** @param {ReturnType<typeof import("./session.js").makeSession>} session */
export function makePlay(session) {
  let resting = 0;
  /** The way that was ordered before the server had found it. @type {Pick|null} */
  let eager = null;
  let asking = new AbortController();
  const idle = () => Boolean(state.view?.yours) && state.at === null && !state.busy;
  const act = (/** @type {string[]} */ texts) => session.send("act", { actions: texts });
  const choose = (/** @type {Pick} */ pick) =>
    change({ pick, preview: null, trouble: null, target: pick.target || state.target });

  /** Order what is chosen, or the sensible default of the preparation. True when there was something. */
  function commit() {
    if (!idle()) return false;
    const alone = ready(state);
    const texts = state.pick && !state.pick.refusal ? state.pick.texts : alone ? [alone.text] : [];
    if (state.pick && !state.pick.refusal && !texts.length) eager = state.pick;
    if (texts.length) act(texts);
    return texts.length > 0;
  }

  /** A button was pressed: plain orders are given at once, others are shown first. */
  function press(/** @type {Order} */ order, /** @type {Order[]} */ list) {
    if (!idle() || !state.view) return;
    if (plainOrder(order) || order === ready(state)) act([order.text]);
    else if (state.pick?.texts.join() === order.text && !order.refusal) commit();
    else
      choose(
        picked(
          state.view,
          order,
          list.filter((o) => o.target && o.target === order.target),
        ),
      );
  }

  /** Open a group of orders; when all of them are shots, the first one is shown at once. */
  function unfold(/** @type {string} */ id) {
    change({ group: id, pick: null, preview: null, trouble: null });
    const can = legal(
      (state.view?.orders ?? []).filter(
        (o) => o.group === id && (!o.unit || o.unit === state.unit),
      ),
    );
    const first =
      can.find((o) => o.target && o.target === state.target) ?? can.find((o) => o.target) ?? can[0];
    if (state.view && first && can.every((o) => o.target || o.random))
      choose(
        picked(
          state.view,
          first,
          can.filter((o) => o.target && o.target === first.target),
        ),
      );
  }

  function click(/** @type {string} */ place) {
    clearTimeout(resting);
    if (!state.view || state.at !== null || state.busy) return;
    const meant = meaning(state, place);
    if (meant.does === "commit") return void commit();
    if (meant.unit) look(meant.unit);
    if (meant.pick && state.view.yours) choose(meant.pick);
    else if (meant.does === "route") route(place);
    else if (meant.does === "clear") unpick();
  }

  /** Show what a place means while the pointer or the focus rests on it. */
  function hover(/** @type {string} */ place) {
    clearTimeout(resting);
    if (!idle()) return;
    resting = setTimeout(() => {
      const meant = place && idle() ? meaning(state, place) : null;
      const preview =
        meant?.does === "pick" && meant.pick?.place !== state.pick?.place
          ? (meant.pick ?? null)
          : null;
      if (preview !== state.preview) change({ preview });
    }, REST);
  }

  /** Show what a button means while the pointer or the focus is on it. */
  function peek(/** @type {Order|null} */ order) {
    clearTimeout(resting);
    if (!idle() || !state.view) return;
    const worth =
      order &&
      (order.random || order.explained || order.target || order.place) &&
      order.text !== state.pick?.texts.join();
    const preview = worth ? picked(state.view, order) : null;
    resting = setTimeout(
      () => preview?.texts.join() !== state.preview?.texts.join() && change({ preview }),
      REST,
    );
  }

  async function route(/** @type {string} */ place) {
    const { view, unit } = state;
    /** @type {Pick} */
    const way = {
      texts: [],
      order: null,
      others: [],
      place,
      target: "",
      label: `Go to ${place}`,
      cost: 0,
      random: false,
      refusal: null,
      route: [],
    };
    choose(way);
    try {
      const found = await call(
        `${session.base}/route?unit=${encodeURIComponent(unit)}&place=${encodeURIComponent(place)}`,
        { token: session.token() },
      );
      if (state.pick === way && state.view?.number === view?.number) {
        choose({
          ...way,
          texts: found.actions,
          cost: found.cost,
          route: found.places,
          words: found.words,
        });
        if (eager === way) act(found.actions);
      }
    } catch (error) {
      change({
        pick: null,
        trouble: {
          text: /** @type {Error} */ (error).message,
          rule: /** @type {any} */ (error).rule ?? "",
        },
      });
    }
  }

  /** Look at a unit: its card, and on the board what it can do. */
  function look(/** @type {string} */ unit) {
    const card = cardOf(state.view, unit);
    if (!card) return;
    if (card.side !== (state.view?.seat ?? 0)) return change({ target: unit });
    if (unit === state.unit) return;
    change({ unit, pick: null, preview: null, group: "" });
    if (state.at === null) session.load(false, unit);
  }

  /** The next unit of the seat that may still do something. */
  function next() {
    const view = state.view;
    if (!view) return;
    const done = new Set(
      view.status.chips.filter(([, , how]) => how === "done").map(([unit]) => unit),
    );
    const own = view.cards.filter((c) =>
      view.able.length
        ? view.able.includes(c.unit)
        : c.side === (view.seat ?? 0) && !done.has(c.unit) && !c.state.includes("wreck"),
    );
    const card = own[(own.findIndex((c) => c.unit === state.unit) + 1) % Math.max(1, own.length)];
    if (!card) return;
    look(card.unit);
    const order = view.orders.find(
      (o) => o.group === "activate" && o.unit === card.unit && !o.refusal,
    );
    if (order) choose({ ...picked(view, order), place: standing(card) ?? "" });
  }

  async function advise() {
    if (!idle()) return;
    asking = new AbortController();
    const { signal } = asking;
    change({ busy: true, advising: 0, pick: null, preview: null, trouble: null });
    try {
      change({ hint: await call(`${session.base}/hint`, { token: session.token(), signal }) });
    } catch (error) {
      if (!signal.aborted)
        change({ trouble: { text: /** @type {Error} */ (error).message, rule: "" } });
    } finally {
      change({ busy: false, advising: null });
    }
  }

  /** A piece of advice: looked at, it glows on the board; pressed, it is chosen. */
  function advised(/** @type {string} */ text, /** @type {boolean} */ look) {
    const order = state.view?.orders.find((o) => o.text === text);
    const told = state.hint?.orders.find((o) => o.text === text);
    const pick =
      order && state.view
        ? picked(state.view, order)
        : {
            texts: [text],
            order: null,
            others: [],
            place: "",
            target: "",
            label: told?.label ?? text,
            cost: 0,
            random: false,
            refusal: null,
            route: [],
          };
    if (look) change({ glow: pick.place });
    else choose(pick);
  }

  /** Escape: stop the advice that is awaited; drop the choice, then the open group, then the advice. */
  function back() {
    if (state.advising !== null) return asking.abort();
    if (state.at !== null) return change({ at: null, playing: false, shown: state.view });
    if (state.pick || state.preview) return change({ pick: null, preview: null, trouble: null });
    if (state.group) return unpick();
    change({ hint: null, glow: "", target: "", trouble: null, seen: Boolean(state.view?.result) });
  }

  function undo() {
    if (!state.view || state.at !== null || state.busy) return;
    if (state.view.undo.possible) session.send("undo", {});
    else
      change({
        trouble: {
          text: `No undo. ${state.view.undo.why || "There is nothing to take back."}`,
          rule: "",
        },
      });
  }

  /** Take the sensible default for every unit that is left to prepare. */
  async function prepareAll() {
    for (let most = 0; most < 60; most += 1) {
      const before = state.view?.number;
      const group = state.view?.yours
        ? groups(offered(state)).find((g) => g.id === "prepare")
        : undefined;
      const first = group && legal(group.orders)[0];
      if (!first) return;
      await act([first.text]);
      if (state.view?.number === before) return;
    }
  }

  return {
    act,
    choose,
    commit,
    press,
    unfold,
    click,
    hover,
    peek,
    look,
    next,
    advise,
    advised,
    back,
    undo,
    prepareAll,
  };
}
