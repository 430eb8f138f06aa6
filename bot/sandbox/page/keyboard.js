/** The inline keyboard under a message, changed in place so that the focus stays where it was. */

import { arrange, h } from "./dom.js";
import { icon } from "./icons.js";

const STYLES = new Set(["primary", "success", "danger"]);

/** Keeps one button element for each place of the keyboard. */
export class KeyboardView {
  #rows = [];

  /** @param {(button: object, place: {row: number, column: number}) => void} press */
  constructor(press) {
    this.press = press;
    this.element = h("div", { class: "keyboard", role: "group", "aria-label": "Кнопки" });
  }

  /**
   * @param {object | undefined} markup Bot API `InlineKeyboardMarkup`
   * @param {Set<string>} pending callback data of taps not answered yet
   */
  update(markup, pending) {
    const layout = markup?.inline_keyboard ?? [];
    const held = this.#focused();
    while (this.#rows.length < layout.length) this.#rows.push({ element: row(), places: [] });
    this.#rows.length = layout.length;
    arrange(
      this.element,
      this.#rows.map(({ element }) => element),
    );
    layout.forEach((buttons, index) => this.#updateRow(index, buttons, pending));
    this.element.hidden = layout.length === 0;
    if (held && !this.#focused()) this.#focusNear(held);
  }

  #focused() {
    for (const [row, { places }] of this.#rows.entries()) {
      const column = places.findIndex(({ element }) => element === document.activeElement);
      if (column >= 0) return { row, column };
    }
    return null;
  }

  /** The place is gone: the focus goes to the one nearest to it, or to the message. */
  #focusNear({ row, column }) {
    const places = this.#rows.at(Math.min(row, this.#rows.length - 1))?.places ?? [];
    const near = places.at(Math.min(column, places.length - 1))?.element;
    (near ?? this.element.closest(".row"))?.focus({ preventScroll: true });
  }

  #updateRow(row, buttons, pending) {
    const { element, places } = this.#rows[row];
    while (places.length < buttons.length) places.push(this.#place(row, places.length));
    places.length = buttons.length;
    arrange(
      element,
      places.map((place) => place.element),
    );
    buttons.forEach((button, column) => places[column].show(button, pending));
  }

  #place(row, column) {
    let current = null;
    const label = h("span", { class: "label" });
    const corner = h("span", { class: "corner" });
    const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
    const element = h("button", { type: "button", class: "key" }, label, corner, spinner);
    const busy = () => element.getAttribute("aria-busy") === "true";
    element.addEventListener("click", () => {
      if (!busy()) this.press(current, { row, column });
    });
    const show = (button, pending) => {
      element.setAttribute("aria-busy", String(pending.has(button.callback_data)));
      if (JSON.stringify(button) === JSON.stringify(current)) return;
      current = button;
      label.textContent = button.text;
      element.title = button.text;
      element.className = STYLES.has(button.style) ? `key ${button.style}` : "key";
      const sign = cornerIcon(button);
      corner.replaceChildren(...(sign ? [icon(sign)] : []));
    };
    return { element, show };
  }
}

function row() {
  return h("div", { class: "keyboard-row" });
}

/** The small sign that tells what a button does besides asking the bot. */
function cornerIcon(button) {
  if (button.url || button.login_url || button.web_app) return "link";
  if (button.copy_text) return "copy";
  const inline = ["switch_inline_query", "switch_inline_query_current_chat"];
  if (button.switch_inline_query_chosen_chat || inline.some((name) => name in button)) {
    return "inline";
  }
  return null;
}
