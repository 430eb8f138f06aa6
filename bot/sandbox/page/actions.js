/** What a person does with messages: writes, taps, answers, edits, deletes, reacts. */

import { act, Refused, sendMedia } from "./api.js";
import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { Links } from "./links.js";
import { menu, toast } from "./overlays.js";
import { openViewer } from "./viewer.js";
import { nameOf, serviceText } from "./words.js";

const EMOJI = ["👍", "❤", "🔥", "🎉", "😁", "😢", "👎"];

/**
 * @param {object} page store, view, history and composer; see `app.js`
 * @returns {object} the `does` of messages, history and composer
 */
export function createActions(page) {
  const links = new Links(page);
  const here = () => ({ user_id: page.view.userId, chat_id: page.view.chatId });
  const topic = () => ({ message_thread_id: page.view.threadId || undefined });
  const at = (message) => ({ ...here(), message_id: message.message_id });

  const send = async (text, about) => {
    if (about?.kind === "edit") return act("edit", { ...at(about.message), text });
    const sent = act("send", { ...here(), ...topic(), text, reply_to: about?.message.message_id });
    page.history.follow();
    return sent;
  };

  const tap = async (message, button) => {
    const release = page.store.expectAnswer(page.view.userId, message, button.callback_data);
    try {
      const query = await act("tap", { ...at(message), data: button.callback_data });
      page.answers.expect(query.id);
      // The event that tells of it may come later; until then the button would look free.
      page.store.apply({ type: "query", query });
    } finally {
      release();
    }
  };

  const forward = async (message) => {
    const chat = await links.chooseAmongOwn("Переслать");
    if (!chat) return;
    await act("forward", { ...at(message), to_chat_id: chat.id });
    page.view.go({ chatId: chat.id });
  };

  const does = {
    // Writing
    submit: (text, about) => tried(() => send(text, about)),
    submitFile: (kind, file, caption) =>
      tried(() => sendMedia({ ...here(), ...topic(), kind, caption }, file)),
    draft: (text) => {
      page.view.draft = text;
    },
    editLast: () => {
      const own = ({ from, text }) => from?.id === page.view.userId && text;
      const last = page.shown().findLast(own);
      if (last) page.composer.edit(last);
    },
    changeSpeaker: (anchor) => menu(anchor, speakers(page)),
    inline: {
      userId: () => page.view.userId,
      chatId: () => page.view.chatId,
      open: (url) => tried(() => links.open(url)),
      failed: (error) => toast(error.message),
    },

    // Messages
    press: (message, button) =>
      tried(() => (button.callback_data ? tap(message, button) : links.press(button))),
    react: (message, emoji) => tried(() => act("react", { ...at(message), emoji })),
    reply: (message) => page.composer.reply(message),
    enlarge: (message) => openViewer(page.shown().filter(({ photo }) => photo), message),
    jump: (original) => {
      if (!page.history.jump(original.message_id)) toast("Этого сообщения уже нет");
    },
    menu: (message, point) => menu(point, messageMenu(page, message, does), reactionBar(message, does)),
    remove: (message) => tried(() => act("delete", at(message))),
    forward: (message) => tried(() => forward(message)),
    seen: () => page.seen(),

    // Entities
    open: (url) => tried(() => links.open(url)),
    command: (text) => tried(() => send(text, null)),
    copy: (text) => tried(() => links.copy(text)),
    mention: (text) => links.mention(text),
  };
  return does;
}

/** Does it and says what the sandbox refused; returns whether it went well. */
export async function tried(attempt) {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof DOMException)) throw error;
    toast(error.message);
    return false;
  }
}

function speakers({ store, view }) {
  return [...store.people.values()].map((user) => ({
    label: nameOf(user),
    lead: avatar(user, "small"),
    checked: user.id === view.userId,
    act: () => view.speakAs(user.id, store),
  }));
}

function messageMenu(page, message, does) {
  const text = message.text ?? message.caption;
  const own = message.from?.id === page.view.userId;
  return [
    { label: "Ответить", icon: "reply", act: () => does.reply(message) },
    text && { label: "Скопировать текст", icon: "copy", act: () => does.copy(text) },
    serviceText(message) === null && {
      label: "Переслать",
      icon: "forward",
      act: () => does.forward(message),
    },
    own && message.text && { label: "Изменить", icon: "edit", act: () => page.composer.edit(message) },
    { label: "Удалить", icon: "trash", danger: true, act: () => does.remove(message) },
  ];
}

function reactionBar(message, does) {
  const buttons = EMOJI.map((emoji) =>
    h(
      "button",
      {
        type: "button",
        class: "reaction-choice",
        onclick: (event) => {
          event.currentTarget.closest("[popover]").hidePopover();
          does.react(message, emoji);
        },
      },
      emoji,
    ),
  );
  return h("div", { class: "reaction-bar", role: "group", "aria-label": "Реакции" }, buttons);
}
