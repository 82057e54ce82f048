/**
 * Before the guns of a duel fire: both tanks go where they fire from and show the side that they
 * show then. What became of them is not told yet.
 */

import { drawing } from "../shared/dom.js";
import { driveTime, glide, spot, wait } from "./motion.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { Clock, State } from "./types.js" */

const PARTS = ".u-turn, .turret, .cast";

/** The parts of a layer as a later position has them; an empty drawing where nothing changes. */
const later = (/** @type {TableView} */ step, /** @type {string} */ layer) =>
  drawing(`<svg>${step.board.layers[layer] ?? ""}</svg>`);

function put(/** @type {Element} */ to, /** @type {Element|null} */ from) {
  const turned = from?.getAttribute("transform");
  if (turned) to.setAttribute("transform", turned);
  else if (from) to.removeAttribute("transform");
}

/** A unit as it stands later, with the armor that its enemy sees. */
function stand(/** @type {Element} */ unit, /** @type {Element} */ then) {
  const parts = then.querySelectorAll(PARTS);
  put(unit, then);
  unit.querySelectorAll(PARTS).forEach((part, i) => {
    put(part, parts[i] ?? null);
  });
  for (const old of unit.querySelectorAll(".armor")) old.remove();
  for (const arc of then.querySelectorAll(".armor"))
    unit.insertBefore(arc, unit.querySelector(".u-body"));
}

/** Let both take their positions, unless the step has brought others in their place. */
export async function takePositions(
  /** @type {State} */ s,
  /** @type {TableView} */ step,
  /** @type {Clock} */ clock,
) {
  const [units, tags, ids, range] = ["units", "tags", "ids", "range"].map((name) =>
    s.board.svg?.querySelector(`:scope > .l-${name}`),
  );
  const [now, said, line] = ["l-units", "l-tags", "l-range"].map((name) => later(step, name));
  const same = step.status.extras.ended === s.shown?.status.extras.ended;
  if (!units || !tags || !ids || !range || !same || !now.childElementCount) return;
  const before = /** @type {Element} */ (units.cloneNode(true));
  let far = 0;
  for (const unit of units.querySelectorAll("[data-unit]")) {
    const id = unit.getAttribute("data-unit");
    const then = now.querySelector(`[data-unit="${id}"]`);
    if (!then) continue;
    const [from, to] = [spot(unit), spot(then)];
    far = Math.max(far, Math.hypot(from.x - to.x, from.y - to.y));
    stand(unit, then);
    const tag = tags.querySelector(`[data-of="${id}"]`);
    if (tag) put(tag, said.querySelector(`[data-of="${id}"]`));
  }
  const plates = ".shown, .range-card";
  for (const old of tags.querySelectorAll(far > 1 ? `${plates}, .says` : plates)) old.remove();
  for (const plate of said.querySelectorAll(plates)) {
    plate.classList.remove("past");
    const verb = plate.querySelector(".verb");
    if (verb) verb.textContent = "shows ";
    tags.append(plate);
  }
  if (line.querySelector(".los")) range.replaceChildren(...line.children);
  if (step.board.layers["l-ids"]) ids.innerHTML = step.board.layers["l-ids"];
  glide(s.motion, before, units);
  await wait(s.motion, clock.over() ? 0 : driveTime(s.motion, far));
}
