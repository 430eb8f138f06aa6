/** The list of messages of the open chat: kept in step with the store, scrolled as one expects. */

import { arrange, fill, h } from "./dom.js";
import { MessageView } from "./message.js";
import { day, serviceText } from "./words.js";

const TOGETHER_SECONDS = 600;
const NEAR_END_PX = 60;

/** Shows messages in `frame` and follows the end while the reader is there. */
export class History {
  #views = new Map();
  #days = new Map();
  #place = "";
  #following = true;

  /**
   * @param {HTMLElement} frame the scrolling element
   * @param {HTMLElement} toEnd the button that leads to the newest message
   * @param {object} does see `actions.js`
   */
  constructor(frame, toEnd, does) {
    this.frame = frame;
    this.toEnd = toEnd;
    this.does = does;
    this.content = h("div", { class: "days" });
    this.intro = h("div", { class: "intro", hidden: true });
    frame.append(this.intro, this.content);
    frame.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    frame.addEventListener("keydown", (event) => this.#key(event));
    toEnd.addEventListener("click", () => this.scrollToEnd("smooth"));
    const keep = new ResizeObserver(() => this.#following && this.scrollToEnd());
    keep.observe(this.content);
    keep.observe(frame);
  }

  /**
   * @param {{place: string, messages: object[], userId: number, inGroup: boolean,
   *   empty: string, pending: (message: object) => Set<string>}} shown `place` names person, chat
   *   and topic, `empty` is what stands where there are no messages yet
   */
  update(shown) {
    const held = this.frame.contains(document.activeElement);
    if (shown.place !== this.#place) this.#enter(shown.place);
    this.content.classList.toggle("in-group", shown.inGroup);
    const gone = new Set(this.#views.keys());
    const byDay = new Map();
    shown.messages.forEach((message, index) => {
      gone.delete(message.message_id);
      const view = this.#view(message.message_id);
      view.update(message, standing(shown, index));
      const name = day(message.date);
      byDay.set(name, [...(byDay.get(name) ?? []), view.element]);
    });
    for (const id of gone) this.#views.delete(id);
    this.intro.hidden = shown.messages.length > 0 || !shown.empty;
    fill(this.intro, h("strong", {}, "Что умеет этот бот?"), "\n", shown.empty);
    this.#arrange(byDay);
    const lost = held && !this.frame.contains(document.activeElement);
    if (lost) this.frame.focus({ preventScroll: true });
    if (this.#following) this.scrollToEnd();
  }

  /** Whether the newest message is in sight. */
  get atEnd() {
    return this.#following;
  }

  /** Goes to the end and stays there while messages come. */
  follow() {
    this.#following = true;
    this.scrollToEnd();
  }

  scrollToEnd(behavior = "instant") {
    this.frame.scrollTo({ top: this.frame.scrollHeight, behavior });
  }

  /** Scrolls to a message and lights it up for a moment; returns whether it is there. */
  jump(messageId) {
    const element = this.#views.get(messageId)?.element;
    if (!element) return false;
    element.scrollIntoView({ block: "center", behavior: "smooth" });
    element.classList.add("lit");
    setTimeout(() => element.classList.remove("lit"), 1500);
    return true;
  }

  #enter(place) {
    this.#place = place;
    this.#views.clear();
    this.#days.clear();
    this.content.replaceChildren();
    this.#following = true;
  }

  #view(id) {
    if (!this.#views.has(id)) this.#views.set(id, new MessageView(this.does));
    return this.#views.get(id);
  }

  #arrange(byDay) {
    for (const name of this.#days.keys()) if (!byDay.has(name)) this.#days.delete(name);
    const sections = [...byDay].map(([name, elements]) => {
      if (!this.#days.has(name)) this.#days.set(name, daySection(name));
      const section = this.#days.get(name);
      arrange(section, [section.firstElementChild, ...elements]);
      return section;
    });
    arrange(this.content, sections);
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.frame;
    this.#following = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    this.toEnd.hidden = this.#following;
    if (this.#following) this.does.seen();
  }

  /** Arrows walk from message to message, Enter opens the menu of one. */
  #key(event) {
    const rows = [...this.content.querySelectorAll(".row:not(.service)")];
    const focused = document.activeElement?.closest?.(".row");
    const onMessage = document.activeElement === focused;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const now = rows.indexOf(focused);
      const step = event.key === "ArrowUp" ? -1 : 1;
      const next = now < 0 ? rows.at(-1) : rows[now + step];
      next?.focus();
      event.preventDefault();
    } else if (onMessage && focused && ["Enter", "ContextMenu"].includes(event.key)) {
      const box = focused.getBoundingClientRect();
      const message = this.#views.get(Number(focused.dataset.id)).message;
      this.does.menu(message, { x: box.left + 40, y: box.top + 20 });
      event.preventDefault();
    }
  }
}

function daySection(name) {
  return h("section", { class: "day", "aria-label": name }, h("div", { class: "date" }, name));
}

function standing({ messages, userId, inGroup, pending }, index) {
  const message = messages[index];
  return {
    out: isBy(userId, message),
    first: !together(messages[index - 1], message),
    last: !together(message, messages[index + 1]),
    inGroup,
    userId,
    pending: pending(message),
  };
}

function isBy(userId, message) {
  return message.from?.id === userId || message.sandbox?.sent_by === userId;
}

function together(before, after) {
  if (!before || !after || serviceText(before) || serviceText(after)) return false;
  const sender = (message) => message.sender_chat?.id ?? message.from?.id;
  return (
    sender(before) === sender(after) &&
    after.date - before.date < TOGETHER_SECONDS &&
    day(before.date) === day(after.date)
  );
}
