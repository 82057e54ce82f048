/** Light, dark or as the system has it: kept in this browser, set before anything is drawn. */

import { keepSetting, setting } from "./net.js";

export const THEMES = ["system", "light", "dark"];

export function applyTheme(theme = setting("theme", "system")) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Go on to the next theme and say which it is. */
export function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(setting("theme", "system")) + 1) % THEMES.length];
  keepSetting("theme", theme);
  applyTheme(theme);
  return theme;
}

applyTheme();
