/** The bar of a page: the ways that lie under More, and the theme. */

import { keep, recall } from "./storage.js";

const THEME = "hulldown.theme";
const THEMES = ["system", "light", "dark"];

const themeNow = () => recall(THEME) ?? THEMES[0];

function applyTheme() {
  const theme = themeNow();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The button that goes through the themes. */
function themeButton(/** @type {HTMLElement} */ button) {
  const tell = () => {
    button.textContent = `Theme: ${themeNow()}`;
  };
  button.addEventListener("click", () => {
    keep(THEME, THEMES[(THEMES.indexOf(themeNow()) + 1) % THEMES.length]);
    applyTheme();
    tell();
  });
  tell();
}

/** What lies under More closes as a menu does: by Escape, by a click or a step to elsewhere. */
function closing(/** @type {HTMLDetailsElement} */ more) {
  const close = (/** @type {Event} */ event) => {
    if (!more.closest("dialog") && !more.contains(/** @type {Node} */ (event.target)))
      more.open = false;
  };
  document.addEventListener("click", close);
  document.addEventListener("focusin", close);
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open || more.closest("dialog")) return;
    event.stopPropagation();
    more.open = false;
    more.querySelector("summary")?.focus();
  });
}

/** Have the ways to a page lead to a place in it from now on. */
export function leadTo(/** @type {string} */ page, /** @type {string} */ address) {
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll(`.ways a[href^="${page}"]`)
  ))
    if (way.pathname.startsWith(page)) way.setAttribute("href", address);
}

applyTheme();
const theme = document.getElementById("theme");
if (theme) themeButton(theme);
const more = /** @type {HTMLDetailsElement|null} */ (document.getElementById("more"));
if (more) closing(more);
