/**
 * Who else is at the table: who is there, and the call when a decision is yours.
 * Loaded when there is somebody else, or the battle has begun.
 */

import { $, dressed, h } from "../shared/dom.js";
import { Who } from "../shared/names.js";
import { seats } from "../shared/net.js";
import { panel } from "../shared/panels.js";
import { attendance, sign } from "../shared/presence.js";
import { callers, drawCalling } from "./notify.js";
import { change } from "./state.js";

/** @import { State } from "./types.js" */

const LOOK = 30_000; // ms between two looks at the clock: for how long somebody is away

/** Draw it all; the first time once its styles are there, which would move the rest. */
export async function drawCompany(/** @type {State} */ s) {
  s.calling.ready ??= ready(s);
  await s.calling.ready;
  drawPeople($("people"), s);
  drawCalling(s);
}

async function ready(/** @type {State} */ s) {
  await Promise.all(["shared/presence", "table/presence"].map((x) => dressed(`/static/${x}.css`)));
  callers(s, { sound: $("sound"), bell: $("bell") });
  setInterval(() => change(s, {}), LOOK);
}

/** The people of the other seats: who is here, who is away. Nobody, where all sit at one device. */
function drawPeople(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { view, attending } = s;
  if (!view) return;
  const own = seats(s.game);
  const others = view.seats.filter(
    (one) => one.kind !== "computer" && one.seat !== view.seat && own[one.seat]?.kind !== "human",
  );
  const told = others.map((one) => ({
    seat: one.seat,
    ...attendance(attending.seen, one.seat, attending.heard),
  }));
  el.hidden = !told.length || Boolean(view.result);
  panel(el, [JSON.stringify(told)], () =>
    told.map(({ seat, state, words }) =>
      h("li", { class: state }, sign(state), h("span", {}, `${Who(view, seat)} ${words}`)),
    ),
  );
}
