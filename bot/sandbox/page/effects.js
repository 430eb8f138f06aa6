/** Message effects: a burst of the effect's emoji over the history. */

import { h } from "./dom.js";

/** The free effects of Telegram, by `effect_id`. */
const EMOJI = {
  "5104841245755180586": "🔥",
  "5107584321108051014": "👍",
  "5104858069142078462": "👎",
  "5159385139981059251": "❤️",
  "5046509860389126442": "🎉",
  "5046589136895476101": "💩",
};
const PIECES = 24;

/** Lets pieces fly up and fall; nothing for those who want no motion. */
export function burst(effectId) {
  const emoji = EMOJI[effectId];
  if (!emoji || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = Array.from({ length: PIECES }, (_, index) => {
    const piece = h("span", { class: "effect-piece" }, emoji);
    piece.style.left = `${4 + (index * 92) / PIECES}%`;
    piece.style.animationDelay = `${(index * 7) % 10}0ms`;
    piece.style.setProperty("--drift", `${((index * 37) % 120) - 60}px`);
    return piece;
  });
  const layer = h("div", { class: "effect", "aria-hidden": "true" }, pieces);
  document.querySelector(".history-frame").append(layer);
  setTimeout(() => layer.remove(), 2600);
}
