/** A page that is opened with a kept pack: what of it is in force, told on the page. */

import { $, h, some } from "./dom.js";
import { leadTo } from "./nav.js";
import { call, packHere } from "./net.js";

/** The pages that can be opened with a pack, and by what they are told the rules. */
const PAGES = [
  ["/garage", "ruleset"],
  ["/odds", "rules"],
];

/**
 * Say which pack is in force, with a way to it and one back, and take it along to other pages; the
 * options and numbers that it plays otherwise than printed. One for other rules has nothing here.
 * @param {string} ruleset
 * @returns {Promise<Record<string, string|number|boolean>>}
 */
export async function tellPack(ruleset) {
  const id = packHere();
  const kept = id && (await call(`/api/workshop/packs/${encodeURIComponent(id)}`));
  if (!kept || kept.ruleset !== ruleset) return {};
  const { sheet, units } = kept.pack;
  const { name, options = {}, values = {} } = sheet;
  const parts = [
    ...(Object.keys(units).length ? ["its units"] : []),
    ...some(Object.keys(options).length, "option"),
    ...some(Object.keys(values).length, "number"),
  ];
  for (const [page, key] of PAGES) {
    leadTo(page, `${page}?${new URLSearchParams({ [key]: ruleset, pack: id })}`);
  }
  const without = new URL(location.href);
  without.searchParams.delete("pack");
  $("trouble").after(
    h(
      "p",
      { class: "slip packed", id: "packed" },
      "This page uses the pack ",
      h("a", { href: `/workshop?${new URLSearchParams({ pack: id })}` }, name),
      `: ${parts.join(", ") || "it changes nothing here"}. `,
      h("a", { href: without.href }, "Go on without it"),
    ),
  );
  return { ...options, ...values };
}
