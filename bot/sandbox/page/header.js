/** The bar over the history: whom one talks to, and the topics of a forum. */

import { avatar } from "./avatar.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { faceOf } from "./sidebar.js";
import { isPresent } from "./store.js";
import { count, nameOf } from "./words.js";

const MEMBERS = ["участник", "участника", "участников"];

/** Shows the peer of the open chat and its topics. */
export class Header {
  #drawn = "";

  /** @param {{topic: (threadId: number | null) => void, newTopic: () => void}} does */
  constructor(peer, topics, does) {
    this.peer = peer;
    this.topics = topics;
    this.does = does;
  }

  update(store, view, chat) {
    const face = faceOf(chat, store);
    const status = statusOf(store, chat);
    const key = JSON.stringify([face, status, chat.topics, view.threadId]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    fill(
      this.peer,
      avatar(face, "middle"),
      h(
        "span",
        { class: "peer-text" },
        h("span", { class: "peer-name" }, nameOf(face)),
        h("span", { class: `peer-status ${status.kind}` }, status.text),
      ),
    );
    this.topics.hidden = !chat.is_forum;
    fill(this.topics, ...(chat.is_forum ? this.#tabs(chat, view.threadId) : []));
  }

  #tabs(chat, threadId) {
    const places = [
      { name: "Все", id: null },
      { name: "Общая", id: 0 },
      ...chat.topics.map((topic) => ({ ...topic, id: topic.message_thread_id })),
    ];
    const tabs = places.map(({ name, id, is_closed: closed }) =>
      h(
        "button",
        {
          type: "button",
          class: "topic",
          "aria-current": id === threadId ? "true" : null,
          onclick: () => this.does.topic(id),
        },
        closed && icon("lock"),
        name,
      ),
    );
    const add = h(
      "button",
      { type: "button", class: "topic add", "aria-label": "Новая тема", onclick: this.does.newTopic },
      icon("plus"),
    );
    return [...tabs, add];
  }
}

function statusOf(store, chat) {
  if (!store.connected) return { kind: "", text: "соединение…" };
  if (chat.type !== "private") {
    const present = chat.members.filter(isPresent).length;
    return { kind: "", text: count(present, MEMBERS) };
  }
  return store.bot.online ? { kind: "", text: "бот" } : { kind: "off", text: "бот не запущен" };
}
