/** The left side: people to play for, and the chats of the one chosen. */

import { avatar } from "./avatar.js";
import { fill, h, stepFocus } from "./dom.js";
import { nameOf, preview, serviceText, when } from "./words.js";

/** Draws people and chats; `go` is called with what was chosen. */
export class Sidebar {
  #drawn = "";

  /** @param {(place: {userId?: number, chatId?: number}) => void} go */
  constructor(people, chats, go) {
    this.people = people;
    this.chats = chats;
    this.go = go;
    this.#walk(people, ["ArrowLeft", "ArrowRight"]);
    this.#walk(chats, ["ArrowUp", "ArrowDown"]);
  }

  update(store, view) {
    const people = [...store.people.values()].map((user) => this.#person(user, store, view));
    const chats = store.chatsOf(view.userId).map((chat) => chatLine(chat, store, view));
    const key = JSON.stringify([people, chats, view.userId, view.chatId]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const focused = document.activeElement?.dataset?.key;
    fill(this.people, ...people.map((line) => this.#personButton(line, view)));
    fill(this.chats, ...chats.map((line) => this.#chatButton(line, view)));
    if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  #person(user, store, view) {
    const unread = store
      .chatsOf(user.id)
      .some((chat) => view.unread(user.id, chat.id, store.messagesIn(chat.id)) > 0);
    return { user, unread: unread && user.id !== view.userId };
  }

  #personButton({ user, unread }, view) {
    const chosen = user.id === view.userId;
    return h(
      "button",
      {
        type: "button",
        role: "radio",
        class: "person",
        "aria-checked": String(chosen),
        tabindex: chosen ? 0 : -1,
        "data-key": `person ${user.id}`,
        title: nameOf(user),
        onclick: () => this.go({ userId: user.id }),
      },
      h("span", { class: unread ? "ring unread" : "ring" }, avatar(user, "middle")),
      h("span", { class: "person-name" }, user.first_name),
    );
  }

  #chatButton(line, view) {
    const { chat, title, text, author, time, unread } = line;
    return h(
      "button",
      {
        type: "button",
        class: "chat-item",
        "aria-current": chat.id === view.chatId ? "true" : null,
        "data-key": `chat ${chat.id}`,
        onclick: () => this.go({ chatId: chat.id }),
      },
      avatar(line.face, "large"),
      h("span", { class: "chat-title" }, title),
      h("span", { class: "chat-time" }, time),
      h(
        "span",
        { class: "chat-text" },
        author && h("span", { class: "chat-author" }, author),
        text,
      ),
      unread > 0 && h("span", { class: "badge", title: "Не прочитано" }, String(unread)),
    );
  }

  #walk(list, keys) {
    list.addEventListener("keydown", (event) => {
      if (!stepFocus(event, [...list.children], keys)) return;
      if (list === this.people) document.activeElement.click();
    });
  }
}

/** What the list says about one chat, as plain data. */
function chatLine(chat, store, view) {
  const messages = store.messagesIn(chat.id);
  const last = messages.at(-1);
  const face = faceOf(chat, store);
  return {
    chat,
    face,
    title: nameOf(face),
    author: last ? authorOf(last, chat, view.userId) : "",
    text: last ? preview(last) : emptyText(chat),
    time: last ? when(last.date) : "",
    unread: view.unread(view.userId, chat.id, messages),
  };
}

/** Who a chat is shown as: the bot in a private chat, the group itself otherwise. */
export function faceOf(chat, store) {
  return chat.type === "private" ? store.bot.user : chat;
}

function authorOf(message, chat, userId) {
  if (serviceText(message) !== null) return "";
  if (message.from?.id === userId) return "Вы: ";
  if (chat.type === "private" || !message.from) return "";
  return `${message.from.first_name}: `;
}

function emptyText(chat) {
  return chat.type === "private" ? "Нажмите, чтобы начать" : "Пока тихо";
}
