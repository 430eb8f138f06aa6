/** The list above the input: commands while "/" is typed, inline results while "@bot …" is. */

import { fileUrl } from "./api.js";
import { fill, h } from "./dom.js";

/** A listbox steered from the text field: the focus never leaves the field. */
export class Suggestions {
  #items = [];
  #current = -1;

  /** @param {HTMLTextAreaElement} field */
  constructor(field) {
    this.field = field;
    this.element = h("div", {
      class: "suggestions",
      id: "suggestions",
      role: "listbox",
      "aria-label": "Подсказки",
      hidden: true,
    });
    // A press on the list must not take the focus from the field.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    field.setAttribute("aria-controls", "suggestions");
    this.#announce();
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * @param {{node: Node, pick: () => void, fill?: () => void}[]} items `pick` answers Enter and a
   *   click, `fill` answers Tab
   */
  show(items, kind = "") {
    if (items.length === 0) return this.hide();
    this.#items = items.map((item, index) => ({ ...item, option: this.#option(item, index) }));
    this.element.className = `suggestions ${kind}`;
    fill(this.element, ...this.#items.map(({ option }) => option));
    this.element.hidden = false;
    return this.#select(0);
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#select(-1);
  }

  /** Takes a key pressed in the field; returns whether it was for the list. */
  key(event) {
    if (!this.open || event.isComposing) return false;
    const act = {
      ArrowDown: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
      Enter: () => this.#items[this.#current].pick(),
      Tab: () => (this.#items[this.#current].fill ?? this.#items[this.#current].pick)(),
      Escape: () => this.hide(),
    }[event.key];
    if (!act || event.shiftKey) return false;
    event.preventDefault();
    event.stopPropagation();
    act();
    return true;
  }

  #option(item, index) {
    return h(
      "div",
      {
        id: `suggestion-${index}`,
        class: "suggestion",
        role: "option",
        onclick: item.pick,
        onpointermove: () => this.#current !== index && this.#select(index),
      },
      item.node,
    );
  }

  #step(by) {
    this.#select((this.#current + by + this.#items.length) % this.#items.length);
    this.#items[this.#current].option.scrollIntoView({ block: "nearest" });
  }

  #select(index) {
    this.#current = index;
    this.#items.forEach(({ option }, place) =>
      option.setAttribute("aria-selected", String(place === index)),
    );
    this.#announce();
  }

  #announce() {
    this.field.setAttribute("aria-expanded", String(this.open));
    if (this.#current < 0) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `suggestion-${this.#current}`);
  }
}

/** One line of the command list. */
export function commandNode({ command, description }) {
  return h(
    "span",
    { class: "command" },
    h("span", { class: "command-name" }, `/${command}`),
    h("span", { class: "command-description" }, description),
  );
}

/** One inline result: picture if there is one, title, description. */
export function resultNode(result) {
  const picture = pictureOf(result);
  return h(
    "span",
    { class: "result" },
    picture ? h("img", { class: "result-picture", src: picture, alt: "" }) : letter(result),
    h(
      "span",
      { class: "result-text" },
      h("span", { class: "result-title" }, result.title ?? result.caption ?? "Без названия"),
      h("span", { class: "result-description" }, result.description ?? ""),
    ),
  );
}

function letter({ title }) {
  return h("span", { class: "result-picture letter" }, [...(title ?? "♠")][0]);
}

/** Only pictures that the sandbox itself keeps: the page asks nobody outside. */
function pictureOf(result) {
  const fileId = result.photo_file_id ?? result.gif_file_id ?? result.sticker_file_id;
  return fileId ? fileUrl(fileId) : null;
}
