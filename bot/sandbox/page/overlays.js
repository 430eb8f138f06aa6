/** What lies over the page: toasts, alerts, questions, lists to choose from and small menus. */

import { avatar } from "./avatar.js";
import { h, stepFocus } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf } from "./words.js";

const TOAST_MS = 2500;
const TOAST_MS_PER_LETTER = 45;

/** A line that appears, stays long enough to be read and goes. */
export function toast(text) {
  const element = h("div", { class: "toast" }, text);
  const area = document.querySelector(".toasts");
  area.replaceChildren(element);
  const lasts = TOAST_MS + text.length * TOAST_MS_PER_LETTER;
  setTimeout(() => element.classList.add("leaving"), lasts);
  setTimeout(() => element.remove(), lasts + 250);
}

/** Takes away what was said to somebody who is not looked at any more. */
export function hush() {
  document.querySelector(".toasts").replaceChildren();
}

/**
 * Opens a dialog window.
 *
 * @param {string} title
 * @param {(close: (value?: unknown) => void) => Node[]} build makes the content
 * @returns {Promise<unknown>} what `close` was called with; undefined after Esc or a click outside
 */
export function dialog(title, build, kind = "") {
  return new Promise((resolve) => {
    let result;
    const close = (value) => {
      result = value;
      element.close();
    };
    const heading = title && h("h2", { class: "dialog-title" }, title);
    const element = h("dialog", { class: `dialog ${kind}`, "aria-label": title || "Сообщение" });
    element.append(h("div", { class: "dialog-body" }, heading, ...build(close)));
    element.addEventListener("click", (event) => event.target === element && element.close());
    element.addEventListener("close", () => {
      element.remove();
      resolve(result);
    });
    document.body.append(element);
    element.showModal();
  });
}

let lastAlert = Promise.resolve();

/** A message that wants to be confirmed. Several come one after the other, never upon each other. */
export function alert(text) {
  lastAlert = lastAlert.then(() => showAlert(text));
  return lastAlert;
}

function showAlert(text) {
  return dialog("", (close) => [
    h("p", { class: "dialog-text" }, text),
    h("div", { class: "dialog-buttons" }, choice("Понятно", () => close())),
  ]);
}

/** Asks yes or no; `yes` is the label that agrees. */
export async function confirm(title, text, yes) {
  const agreed = await dialog(title, (close) => [
    h("p", { class: "dialog-text" }, text),
    h(
      "div",
      { class: "dialog-buttons" },
      choice("Отмена", () => close(false)),
      choice(yes, () => close(true)),
    ),
  ]);
  return agreed === true;
}

/** Lets the person choose one of `chats`; resolves to it, or to undefined. */
export function chooseChat(title, chats) {
  return dialog(title, (close) => [
    chats.length === 0 && h("p", { class: "dialog-text" }, "Подходящих чатов нет."),
    ...chats.map((chat) =>
      h(
        "button",
        { type: "button", class: "list-item", onclick: () => close(chat) },
        avatar(chat, "middle"),
        h("span", { class: "list-text" }, nameOf(chat)),
      ),
    ),
  ]);
}

/**
 * A menu at a point or under a control. Arrows walk, Enter does, Esc closes.
 *
 * @param {{x: number, y: number} | HTMLElement} at
 * @param {({label: string, act: () => void, icon?: string, danger?: boolean, checked?: boolean,
 *   lead?: Node} | null | false)[]} items
 * @param {Node} [top] stands above the items
 */
export function menu(at, items, top) {
  const before = document.activeElement;
  const element = h("div", { class: "menu", role: "menu", popover: "auto" }, top);
  for (const item of items.filter(Boolean)) element.append(menuItem(item, () => element.hidePopover()));
  const buttons = [...element.querySelectorAll("button")];
  element.addEventListener("keydown", (event) => {
    const arrows = event.key.startsWith("ArrowL") || event.key.startsWith("ArrowR");
    stepFocus(event, buttons, arrows ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"]);
  });
  element.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    const inside = element.contains(document.activeElement) || document.activeElement === document.body;
    element.remove();
    if (inside && before?.isConnected) before.focus();
  });
  // Over a modal dialog only what is inside it can be clicked.
  (document.querySelector("dialog[open]") ?? document.body).append(element);
  element.showPopover();
  putAt(element, at);
  element.querySelector(".menu-item")?.focus({ focusVisible: false });
  return element;
}

function menuItem({ label, act, icon: sign, danger, checked, lead }, close) {
  return h(
    "button",
    {
      type: "button",
      role: checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": checked === undefined ? null : String(checked),
      class: danger ? "menu-item danger" : "menu-item",
      onclick: () => {
        close();
        act();
      },
    },
    lead ?? (sign && icon(sign)),
    h("span", { class: "menu-label" }, label),
    checked && icon("check"),
  );
}

function putAt(element, at) {
  const box = at instanceof HTMLElement ? at.getBoundingClientRect() : null;
  const { width, height } = element.getBoundingClientRect();
  const x = box ? box.left : at.x;
  const below = box ? box.bottom + 4 : at.y;
  const above = box ? box.top - 4 - height : at.y - height;
  const top = below + height <= innerHeight - 8 ? below : above;
  element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  element.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}

function choice(label, act) {
  return h("button", { type: "button", class: "dialog-button", onclick: act }, label);
}
