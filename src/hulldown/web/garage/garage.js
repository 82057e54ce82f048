/** The garage: a unit is built on the left, judged and drawn on the right, kept below. */

import { $, rulesOf, symbols } from "../shared/dom.js";
import { leadTo } from "../shared/nav.js";
import { call, hasSetup } from "../shared/net.js";
import { trouble } from "../shared/notices.js";
import { ask, judge, lastDraft, newGarage, refresh, unitOf } from "./draft.js";
import { drawBuying, drawDress, drawStart } from "./parts.js";
import { drawShelf, slips } from "./saved_builds.js";
import { drawVerdict } from "./verdict.js";

/** @import { Garage } from "./types.js" */

/** The ruleset of the address, or the first that builds units by points. */
function chosen(/** @type {{id: string}[]} */ all) {
  const asked = new URLSearchParams(location.search).get("ruleset");
  const one = asked === null ? all[0] : all.find(({ id }) => id === asked);
  if (one) return one.id;
  throw new Error(
    asked === null
      ? "No rules here build units by points."
      : `There is no garage for the rules "${asked}".`,
  );
}

function draw(/** @type {Garage} */ g, /** @type {boolean} */ all) {
  if (all) {
    drawStart(g, $("start"));
    drawBuying(g, $("buy"));
    drawDress(g, $("dress"));
  }
  drawVerdict(g, $("verdict"), $("preview"));
  drawShelf(g, $("shelf"), $("tools"));
}

async function open() {
  const g = newGarage();
  g.draw = (all) => draw(g, all);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) (await slips()).takeFile(g, file);
  });
  g.rulesets = await call("/api/garage");
  g.ruleset = chosen(g.rulesets);
  rulesOf(g.ruleset);
  leadTo("/rulebook", `/rulebook/${g.ruleset}`);
  Object.assign(g, lastDraft(g) ?? {});
  const offer = ask(g, "garage").catch(() => {
    g.options = {};
    return ask(g, "garage");
  });
  const rules = `/api/rulesets/${g.ruleset}${hasSetup() ? "/variants" : ""}`;
  const [{ options }, bought] = await Promise.all([call(rules), offer]);
  g.variants = options;
  g.offer = bought;
  if (hasSetup()) g.inForce = await (await import("../shared/setup.js")).showSetup(g.ruleset);
  if (!unitOf(g)) g.build = structuredClone(g.offer.samples[0].build);
  g.draw(true);
  await Promise.all([judge(g), refresh(g)]);
}

symbols().catch(trouble);
open().catch(trouble);
