/** The card of a chat: what the bot says of itself, who is in the group, and what can be changed. */

import { act } from "./api.js";
import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { confirm, dialog, menu } from "./overlays.js";
import { faceOf } from "./sidebar.js";
import { isPresent } from "./store.js";
import { nameOf, STATUS } from "./words.js";

const MEDIA_RIGHTS = [
  "can_send_audios",
  "can_send_documents",
  "can_send_photos",
  "can_send_videos",
  "can_send_video_notes",
  "can_send_voice_notes",
  "can_send_other_messages",
];
const RIGHTS = {
  everything: rights(true, true),
  textOnly: rights(true, false),
  nothing: rights(false, false),
};

/**
 * @param {object} page see `app.js`
 * @param {(attempt: () => Promise<unknown>) => Promise<boolean>} tried
 * @param {(chat: object) => void} newTopic
 */
export function openInfo(page, chat, tried, newTopic) {
  const { store, view } = page;
  const doing = (action, more) =>
    tried(() => act(action, { user_id: view.userId, chat_id: chat.id, ...more }));
  return dialog("", (close) => {
    const done = (attempt) => () => {
      close();
      attempt();
    };
    const face = faceOf(chat, store);
    const head = h(
      "div",
      { class: "card-head" },
      avatar(face, "huge"),
      h("h2", {}, nameOf(face)),
      face.username && h("p", { class: "muted" }, `@${face.username}`),
    );
    const body =
      chat.type === "private"
        ? privateCard(store, chat, doing, done)
        : groupCard(page, chat, doing, done, () => newTopic(chat));
    return [head, ...body];
  });
}

function privateCard({ bot }, chat, doing, done) {
  const wipe = async () => {
    const text = "Все сообщения этого чата исчезнут и у вас, и у бота.";
    if (await confirm("Очистить историю?", text, "Очистить")) await doing("clear");
  };
  return [
    bot.short_description && h("p", { class: "card-text" }, bot.short_description),
    line("trash", "Очистить историю", done(wipe)),
    chat.blocked
      ? line("check", "Разблокировать бота", done(() => doing("unblock")))
      : line("block", "Заблокировать бота", done(() => doing("block")), true),
  ];
}

function groupCard({ store }, chat, doing, done, newTopic) {
  const everybody = [store.bot.user, ...store.people.values()];
  const present = chat.members.filter(isPresent);
  const inside = new Set(present.map((member) => member.user_id));
  const byId = new Map(everybody.map((user) => [user.id, user]));
  const add = (user) => done(() => doing("add_member", { member_id: user.id }));
  return [
    h("h3", {}, "В группе"),
    ...present
      .filter((member) => byId.has(member.user_id))
      .map((member) => memberLine(byId.get(member.user_id), member, doing, done)),
    ...everybody
      .filter((user) => !inside.has(user.id))
      .map((user) => line("plus", `Добавить: ${nameOf(user)}`, add(user))),
    h("h3", {}, "Группа"),
    chat.is_forum && line("plus", "Новая тема", done(newTopic)),
    ...(chat.topics ?? []).map((topic) => topicLine(topic, doing, done)),
    chat.type === "group" && line("group", "Превратить в супергруппу", done(() => doing("migrate"))),
    line("trash", "Очистить историю", done(() => doing("clear"))),
  ];
}

function topicLine({ message_thread_id: thread, name, is_closed: closed }, doing, done) {
  const action = closed ? "reopen_topic" : "close_topic";
  const label = closed ? `Открыть тему «${name}»` : `Закрыть тему «${name}»`;
  return line("lock", label, done(() => doing(action, { message_thread_id: thread })));
}

function memberLine(user, member, doing, done) {
  const admin = ["creator", "administrator"].includes(member.status);
  const element = h(
    "button",
    { type: "button", class: "list-item", "aria-haspopup": "menu" },
    avatar(user, "middle"),
    h("span", { class: "list-text" }, nameOf(user)),
    h("span", { class: "muted" }, member.is_anonymous ? "аноним" : STATUS[member.status]),
  );
  const change = (action, more) => done(() => doing(action, { member_id: user.id, ...more }));
  const restrict = (permissions) => done(() => doing("restrict_bot", { permissions }));
  element.addEventListener("click", () =>
    menu(element, [
      !admin && { label: "Сделать админом", icon: "person", act: change("promote", {}) },
      member.status === "administrator" && {
        label: "Снять с админов",
        icon: "person",
        act: change("demote"),
      },
      admin && !user.is_bot && {
        label: member.is_anonymous ? "Писать от своего имени" : "Писать от имени группы",
        icon: "mask",
        act: change("promote", { is_anonymous: !member.is_anonymous }),
      },
      user.is_bot && { label: "Разрешить всё", icon: "check", act: restrict(RIGHTS.everything) },
      user.is_bot && { label: "Только текст, без фото", icon: "photo", act: restrict(RIGHTS.textOnly) },
      user.is_bot && { label: "Запретить писать", icon: "silent", act: restrict(RIGHTS.nothing) },
      { label: "Убрать из группы", icon: "trash", danger: true, act: change("remove_member") },
    ]),
  );
  return element;
}

function rights(text, media) {
  const list = MEDIA_RIGHTS.map((name) => [name, media]);
  return { can_send_messages: text, ...Object.fromEntries(list) };
}

function line(sign, label, act, danger = false) {
  return h(
    "button",
    { type: "button", class: danger ? "list-item danger" : "list-item", onclick: act },
    h("span", { class: "list-icon" }, icon(sign)),
    h("span", { class: "list-text" }, label),
  );
}
