/** Everything the page says by itself, in Russian. Dates and sizes included. */

const NBSP = "\u00a0";
const plural = new Intl.PluralRules("ru");

/** `count(5, ["участник", "участника", "участников"])` → «5 участников» */
export function count(number, [one, few, many]) {
  const form = { one, few }[plural.select(number)] ?? many;
  return `${number.toLocaleString("ru")}${NBSP}${form}`;
}

/** Time of day of a Unix time in the reader's zone: «09:41». */
export function clock(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString("ru", { hour: "2-digit", minute: "2-digit" });
}

/** Full date and time, for a tooltip. */
export function moment(seconds) {
  return new Date(seconds * 1000).toLocaleString("ru", { dateStyle: "long", timeStyle: "medium" });
}

/** Name of the day: «Сегодня», «Вчера», «7 ноября», «7 ноября 2025» */
export function day(seconds, now = new Date()) {
  const date = new Date(seconds * 1000);
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);
  if (daysAgo === 0) return "Сегодня";
  if (daysAgo === 1) return "Вчера";
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("ru", { day: "numeric", month: "long", year }).replace(/\s*г\.$/u, "");
}

/** When, for the list of chats: the time today, otherwise the date. */
export function when(seconds, now = new Date()) {
  const date = new Date(seconds * 1000);
  if (startOfDay(date).getTime() === startOfDay(now).getTime()) return clock(seconds);
  return date.toLocaleDateString("ru", { day: "2-digit", month: "2-digit", year: "2-digit" });
}

/** Size of a file: «812 Б», «14,2 КБ», «3,1 МБ». */
export function fileSize(bytes) {
  if (bytes === undefined) return "";
  if (bytes < 1024) return `${bytes}${NBSP}Б`;
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "КБ"] : [bytes / 1024 ** 2, "МБ"];
  return `${value.toLocaleString("ru", { maximumFractionDigits: 1 })}${NBSP}${unit}`;
}

/** A person's or a chat's name as shown. */
export function nameOf(who) {
  if (!who) return "Кто-то";
  return who.title ?? [who.first_name, who.last_name].filter(Boolean).join(" ");
}

/** The line that a service message shows, or null for an ordinary message. */
export function serviceText(message) {
  const names = (people) => people.map(nameOf).join(", ");
  if (message.new_chat_members) return `Теперь в группе: ${names(message.new_chat_members)}`;
  if (message.left_chat_member) return `Больше не в группе: ${nameOf(message.left_chat_member)}`;
  if (message.group_chat_created) return `Группа «${message.chat.title}» создана`;
  if (message.supergroup_chat_created) return `Супергруппа «${message.chat.title}» создана`;
  if (message.migrate_to_chat_id) return "Группа стала супергруппой";
  if (message.migrate_from_chat_id) return "Группа стала супергруппой";
  if (message.forum_topic_created) return `Тема «${message.forum_topic_created.name}» создана`;
  if (message.forum_topic_closed) return "Тема закрыта";
  if (message.forum_topic_reopened) return "Тема снова открыта";
  if (message.pinned_message) return `Закреплено: ${preview(message.pinned_message)}`;
  if (message.write_access_allowed) return "Бот может писать сюда";
  return null;
}

/** One line about a message for the list of chats and for quotes. */
export function preview(message) {
  const text = (message.text ?? message.caption ?? "").replace(/\s+/gu, " ").trim();
  return serviceText(message) ?? (text || mediaName(message) || "Сообщение");
}

/** What kind of thing the message carries: «Фото», «Файл»… or "" for text. */
export function mediaName(message) {
  if (message.photo) return "Фото";
  if (message.animation) return "Анимация";
  if (message.sticker) return `Стикер ${message.sticker.emoji ?? ""}`.trim();
  if (message.voice) return "Голосовое сообщение";
  if (message.video) return "Видео";
  if (message.document) return message.document.file_name ?? "Файл";
  return "";
}

export const STATUS = {
  creator: "владелец",
  administrator: "админ",
  member: "",
  restricted: "с ограничениями",
};

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
