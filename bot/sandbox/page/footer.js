/** What stands under the history: the composer, or why one cannot write. */

import { fill, h } from "./dom.js";
import { memberOf } from "./store.js";

/**
 * @param {HTMLElement} footer
 * @param {{chat: object, userId: number, threadId: number | null, composer: HTMLElement,
 *   start: () => void, unblock: () => void}} now
 */
export function updateFooter(footer, { chat, userId, threadId, composer, start, unblock }) {
  const state = stateOf(chat, userId, threadId);
  if (footer.dataset.state === state) return;
  footer.dataset.state = state;
  fill(footer, {
    start: () => action("Старт", start),
    blocked: () => action("Разблокировать", unblock),
    closed: () => note("Тема закрыта"),
    muted: () => note("Писать сюда могут только админы"),
    write: () => composer,
  }[state]());
}

function stateOf(chat, userId, threadId) {
  if (chat.type === "private") {
    if (chat.blocked) return "blocked";
    return chat.started ? "write" : "start";
  }
  const status = memberOf(chat, userId)?.status;
  if (["creator", "administrator"].includes(status)) return "write";
  if (chat.topics?.find((topic) => topic.message_thread_id === threadId)?.is_closed) return "closed";
  return chat.permissions?.can_send_messages === false ? "muted" : "write";
}

function action(label, act) {
  return h("button", { type: "button", class: "footer-action", onclick: act }, label);
}

function note(text) {
  return h("p", { class: "footer-note" }, text);
}
