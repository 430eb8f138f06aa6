/** Small forms: a new person, a new group, a new topic. */

import { act } from "./api.js";
import { h } from "./dom.js";
import { dialog } from "./overlays.js";
import { nameOf } from "./words.js";

/** Asks for a name; resolves to the new person, or undefined. */
export function newPerson(tried) {
  return form("Новый человек", "Добавить", tried, {
    fields: [
      field("first_name", "Имя", { required: true, maxlength: 64 }),
      field("last_name", "Фамилия", { maxlength: 64 }),
      field("username", "Имя пользователя", { pattern: "[A-Za-z]\\w{4,31}", placeholder: "латиницей" }),
    ],
    submit: (data) =>
      act("new_person", {
        first_name: data.get("first_name"),
        last_name: data.get("last_name") || undefined,
        username: data.get("username") || undefined,
        language_code: "ru",
      }),
  });
}

/** Asks for a title and members; resolves to the new chat, or undefined. */
export function newGroup({ store, view }, tried) {
  const others = [...store.people.values()].filter((user) => user.id !== view.userId);
  return form("Новая группа", "Создать", tried, {
    fields: [
      field("title", "Название", { required: true, maxlength: 128 }),
      ...others.map((user) => box("members", nameOf(user), String(user.id), true)),
      box("with_bot", "Позвать бота", "yes", true),
      box("supergroup", "Супергруппа", "yes", false),
      box("forum", "С темами", "yes", false),
    ],
    submit: (data) =>
      act("new_group", {
        user_id: view.userId,
        title: data.get("title"),
        members: data.getAll("members").map(Number),
        with_bot: data.has("with_bot"),
        supergroup: data.has("supergroup") || data.has("forum"),
        forum: data.has("forum"),
      }),
  });
}

/** Asks for a name; resolves to `{message_thread_id}`, or undefined. */
export function newTopic({ view }, chat, tried) {
  return form("Новая тема", "Создать", tried, {
    fields: [field("name", "Название", { required: true, maxlength: 128 })],
    submit: (data) =>
      act("new_topic", { user_id: view.userId, chat_id: chat.id, name: data.get("name") }),
  });
}

function form(title, label, tried, { fields, submit }) {
  return dialog(title, (close) => {
    const element = h(
      "form",
      { class: "form" },
      fields,
      h(
        "div",
        { class: "dialog-buttons" },
        h("button", { type: "button", class: "dialog-button", onclick: () => close() }, "Отмена"),
        h("button", { type: "submit", class: "dialog-button" }, label),
      ),
    );
    element.addEventListener("submit", async (event) => {
      event.preventDefault();
      await tried(async () => close(await submit(new FormData(element))));
    });
    return [element];
  });
}

function field(name, label, limits) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("input", { name, autocomplete: "off", ...limits }),
  );
}

function box(name, label, value, checked) {
  return h(
    "label",
    { class: "box" },
    h("input", { type: "checkbox", name, value, checked }),
    h("span", {}, label),
  );
}
