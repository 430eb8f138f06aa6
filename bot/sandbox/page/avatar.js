/** Round pictures with initials, in the colour that also marks the name. */

import { h } from "./dom.js";
import { nameOf } from "./words.js";

const COLOURS = 7;

const BOT_COLOUR = 5;
const GROUP_SHIFT = 2;

/** Number 0…6 of a person's or chat's colour; the same everywhere and for ever. */
export function colourOf(who) {
  if (who?.is_bot) return BOT_COLOUR;
  const id = who?.id ?? 0;
  return id < 0 ? (GROUP_SHIFT - id) % COLOURS : id % COLOURS;
}

/**
 * @param {object} who Bot API `User` or `Chat`
 * @param {string} size CSS class: "small", "middle" or "large"
 * @returns {HTMLElement} decorative: the name stands beside it or on the control around it
 */
export function avatar(who, size = "middle") {
  return h(
    "span",
    {
      class: `avatar ${size} colour-${colourOf(who)} ${who?.is_bot ? "bot" : ""}`,
      "aria-hidden": "true",
    },
    who?.is_bot ? null : initials(nameOf(who)),
  );
}

function initials(name) {
  const words = name.split(/\s+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.join("").toUpperCase();
}
