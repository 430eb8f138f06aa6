/** Where this page looks: as whom, at which chat, at which topic. Kept in the address after `#`. */

const READ_KEY = "sandbox.read";
const THEME_KEY = "sandbox.theme";

/** The place shown now, unsent drafts and read marks. `changed` is called when the place changes. */
export class View {
  userId = null;
  chatId = null;
  /** Forum topic: null shows everything, 0 the General topic. */
  threadId = null;
  #drafts = new Map();
  #read = JSON.parse(localStorage.getItem(READ_KEY) ?? "{}");

  constructor(changed) {
    this.changed = changed;
    addEventListener("popstate", () => this.#fromAddress());
    this.#fromAddress();
  }

  /** Goes to a place; what is left out stays, except that another chat starts at all its topics.
   * `how` is "push", or "replace" where the browser's back button should not return. */
  go({ userId = this.userId, chatId = this.chatId, threadId }, how = "push") {
    const sameChat = chatId === this.chatId;
    const thread = threadId === undefined ? (sameChat ? this.threadId : null) : threadId;
    const parts = [userId, chatId, thread].filter((part) => part !== null);
    const hash = `#${parts.join("/")}`;
    if (how === "replace") history.replaceState(null, "", hash);
    else if (location.hash !== hash) history.pushState(null, "", hash);
    this.#fromAddress();
  }

  /** Becomes another person: stays in a group they share, otherwise goes to their private chat. */
  speakAs(userId, store) {
    const chat = store.chats.get(this.chatId);
    const stays = chat && chat.type !== "private" && store.isIn(userId, chat);
    const chatId = this.chatId === null ? null : stays ? chat.id : userId;
    this.go({ userId, chatId });
  }

  /** Name of the place, for telling whether it is another one. */
  get place() {
    return `${this.userId}/${this.chatId}/${this.threadId}`;
  }

  get draft() {
    return this.#drafts.get(this.place) ?? "";
  }

  set draft(text) {
    this.#drafts.set(this.place, text);
  }

  /** Remembers that the person has seen the chat up to this message. */
  markRead(messageId) {
    const key = `${this.userId}:${this.chatId}`;
    if ((this.#read[key] ?? 0) >= messageId) return false;
    this.#read[key] = messageId;
    localStorage.setItem(READ_KEY, JSON.stringify(this.#read));
    return true;
  }

  /** Forgets marks beyond the newest message: they come from a sandbox that is gone. */
  forgetOlder(lastIdIn) {
    for (const [key, read] of Object.entries(this.#read)) {
      if (read > lastIdIn(Number(key.split(":")[1]))) delete this.#read[key];
    }
  }

  /** How many of `messages` the person has not seen, their own left out. */
  unread(userId, chatId, messages) {
    const read = this.#read[`${userId}:${chatId}`] ?? 0;
    return messages.filter(
      (message) => message.message_id > read && message.from?.id !== userId,
    ).length;
  }

  #fromAddress() {
    const before = this.place;
    const [userId, chatId, threadId] = location.hash.slice(1).split("/");
    this.userId = number(userId);
    this.chatId = number(chatId);
    this.threadId = number(threadId);
    if (before !== this.place) this.changed();
  }
}

/** Light or dark: as the system says until the person chooses. */
export class Theme {
  #system = matchMedia("(prefers-color-scheme: dark)");

  constructor(changed) {
    this.changed = changed;
    this.#system.addEventListener("change", () => this.#show());
    this.#show();
  }

  get dark() {
    const chosen = localStorage.getItem(THEME_KEY);
    return chosen ? chosen === "dark" : this.#system.matches;
  }

  toggle() {
    const dark = !this.dark;
    if (dark === this.#system.matches) localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, dark ? "dark" : "light");
    this.#show();
  }

  #show() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    this.changed(this.dark);
  }
}

function number(text) {
  return text ? Number(text) : null;
}
