/**
 * A tank of a campaign: plates, equipment, points, its crew with experience, and the slip on
 * which points are spent.
 */

import { h, rule } from "../shared/dom.js";
import { glyph, pips } from "../shared/panels.js";

/** @import { Deciding, Member, Purchase, Side, Tank } from "./types.js" */

const FACES = ["front", "side", "rear"];
const FULL = 6; // experience at which the bar is full: the last rank
/** @type {Record<string, string>} */
const RANKS = {
  Veteran: "M4 14l8-6 8 6",
  Ace: "M12 3l2.6 6 6.4.5-4.9 4.2 1.5 6.3L12 16.6l-5.6 3.4 1.5-6.3L3 9.5 9.4 9z",
};

export function tankCard(
  /** @type {Tank} */ tank,
  /** @type {Side} */ side,
  /** @type {Deciding|null} */ deciding,
) {
  return h(
    "article",
    { class: "tank", "aria-label": `${tank.name} of ${side.name}` },
    h(
      "header",
      {},
      h("h3", {}, tank.name),
      tank.stands_for
        ? h(
            "span",
            { class: `tag u${side.seat ? "b" : "a"}`, title: "Fights in this battle as" },
            tank.stands_for,
          )
        : h("span", { class: "sub" }, "stays at home"),
      deciding &&
        !tank.stands_for &&
        h("button", { class: "plain", onclick: () => deciding.first(tank.name) }, "Let it fight"),
    ),
    h("p", { class: "sub" }, history(tank)),
    h(
      "dl",
      { class: "build" },
      h("dt", {}, "Armor"),
      h(
        "dd",
        { class: "num" },
        tank.armor.map((value, i) => h("span", {}, FACES[i], " ", h("b", {}, value), " ")),
      ),
      h("dt", {}, "Equipment"),
      h("dd", {}, tank.kit.join(", ") || "none"),
      h("dt", {}, "Points"),
      h(
        "dd",
        {},
        pips({ on: tank.points - tank.saved, full: tank.points }, "points", "spent"),
        h(
          "span",
          { class: "num" },
          ` ${tank.points - tank.saved} of ${tank.points} spent`,
          tank.saved > 0 && h("b", {}, `, ${tank.saved} to spend`),
        ),
        " ",
        h("span", { class: "sub" }, `at most ${tank.most}`),
      ),
    ),
    h("ul", { class: "crewlist" }, tank.crew.map(member)),
    deciding && refitting(tank, deciding),
  );
}

/** What the tank has been through. */
function history(/** @type {Tank} */ tank) {
  const battles = `${tank.battles} ${tank.battles === 1 ? "battle" : "battles"}`;
  return [
    battles,
    tank.kills && `${tank.kills} put out of action`,
    tank.lost && `${tank.lost} ${tank.lost === 1 ? "tank" : "tanks"} lost`,
  ]
    .filter(Boolean)
    .join(", ");
}

function member(/** @type {Member} */ one) {
  const missing =
    one.next_at === null
      ? "the highest rank"
      : `${one.next_at - one.xp} more to ${one.rank ? "Ace" : "Veteran"}`;
  return h(
    "li",
    { class: one.seated ? "" : "waits" },
    h(
      "span",
      { class: "who" },
      h("b", {}, one.name),
      h("small", {}, one.role, !one.seated && ", waits for a seat"),
    ),
    h(
      "span",
      {
        class: "xp",
        role: "img",
        "aria-label": `${one.xp} experience, ${one.rank || "no rank"}, ${missing}`,
      },
      h(
        "span",
        { class: "bar" },
        h("span", { class: "fill", style: `width:${(100 * Math.min(one.xp, FULL)) / FULL}%` }),
      ),
      h("span", { class: "num" }, one.xp),
    ),
    h(
      "span",
      { class: "rank" },
      one.rank
        ? [glyph(RANKS[one.rank]), h("b", {}, one.rank)]
        : h("span", { class: "sub" }, missing),
    ),
    one.skill && h("small", { class: "skill" }, one.skill),
  );
}

// ---------------------------------------------------------------- spending

/** The slip on which points are spent; the server weighs every change. */
function refitting(/** @type {Tank} */ tank, /** @type {Deciding} */ deciding) {
  const counts = Object.fromEntries(tank.purchases.map((p) => [p.id, p.count]));
  const said = h("div", { class: "said", role: "status" });
  const keep = h("button", { class: "cta", type: "submit", disabled: true }, "Keep this build");
  const weigh = async () => show(await deciding.weigh(asked(tank, counts)));
  const show = (/** @type {any} */ weighed) => {
    keep.disabled = weighed.broken.length > 0 || !changed(tank, counts);
    said.replaceChildren(
      h(
        "p",
        { class: "num" },
        h("b", {}, weighed.cost),
        ` of ${weighed.points} points, `,
        h("b", {}, Math.max(0, weighed.points - weighed.cost)),
        " saved",
      ),
      ...weighed.broken.map((/** @type {any} */ one) =>
        h("p", { class: "fault" }, one.text, " ", rule(one.rule)),
      ),
    );
  };
  const rows = tank.purchases.map((p) =>
    stepper(p, counts, () => weigh().catch((e) => said.replaceChildren(e.message))),
  );
  const form = h(
    "form",
    {
      class: "refit",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        deciding.refit(asked(tank, counts));
      },
    },
    h("ul", {}, rows),
    said,
    keep,
  );
  return h(
    "details",
    { id: `refit-${tank.name.replace(/\W/g, "-")}`, class: "refitting" },
    h(
      "summary",
      {},
      tank.saved
        ? `Spend ${tank.saved} ${tank.saved === 1 ? "point" : "points"}`
        : "Change equipment",
    ),
    form,
  );
}

function stepper(
  /** @type {Purchase} */ p,
  /** @type {Record<string, number>} */ counts,
  /** @type {() => void} */ changedNow,
) {
  const shown = h("output", { class: "num" }, p.count);
  const button = (/** @type {string} */ word, /** @type {string} */ sign) =>
    h("button", { type: "button", class: "plain", "aria-label": `${word} ${p.name}` }, sign);
  const [less, more] = [button("less", "\u2212"), button("more", "+")];
  const step = (/** @type {number} */ by) => {
    counts[p.id] = Math.max(p.least, Math.min(p.most, counts[p.id] + by));
    shown.textContent = String(counts[p.id]);
    [less.disabled, more.disabled] = [counts[p.id] <= p.least, counts[p.id] >= p.most];
  };
  less.addEventListener("click", () => {
    step(-1);
    changedNow();
  });
  more.addEventListener("click", () => {
    step(1);
    changedNow();
  });
  step(0);
  return h(
    "li",
    { title: p.text },
    h("span", {}, p.name, " ", rule(p.rule)),
    h("small", { class: "sub" }, `${p.cost} ${p.cost === 1 ? "point" : "points"}`),
    h("span", { class: "step" }, less, shown, more),
  );
}

/** The build that the steppers say. */
function asked(/** @type {Tank} */ tank, /** @type {Record<string, number>} */ counts) {
  const armor = Object.fromEntries(FACES.map((face) => [face, counts[face]]));
  const upgrades = tank.purchases
    .filter((p) => !FACES.includes(p.id))
    .flatMap((p) => Array.from({ length: counts[p.id] }, () => p.id));
  return { tank: tank.name, armor, upgrades };
}

const changed = (/** @type {Tank} */ tank, /** @type {Record<string, number>} */ counts) =>
  tank.purchases.some((p) => counts[p.id] !== p.count);
