/** What the page knows of the small Telegram, kept up to date by events. No DOM here. */

/** Chats, messages and unanswered taps. `changed` is called after each change. */
export class Store {
  bot = null;
  /** Whether events arrive. */
  connected = true;
  people = new Map();
  chats = new Map();
  messages = new Map();
  queries = new Map();
  /** Ids of taps that are over, as their end may be heard of before their beginning. */
  #over = new Set();

  constructor(changed) {
    this.changed = changed;
  }

  /** Takes a snapshot as `GET /api/state` gives it. */
  load(snapshot) {
    this.bot = snapshot.bot;
    this.people = new Map(snapshot.people.map((user) => [user.id, user]));
    this.chats = new Map(snapshot.chats.map((chat) => [chat.id, chat]));
    this.messages = new Map(
      Object.entries(snapshot.messages).map(([chatId, list]) => [Number(chatId), list]),
    );
    this.queries = new Map(snapshot.queries.map((query) => [query.id, query]));
    this.changed();
  }

  /** Takes one event; those that change nothing kept here are left to other listeners. */
  apply(event) {
    this.#takers[event.type]?.(event);
    this.changed();
  }

  setConnected(now) {
    this.connected = now;
    this.changed();
  }

  /** Chats that the person has: the private one and the groups where they are a member. */
  chatsOf(userId) {
    const own = [...this.chats.values()].filter((chat) => this.isIn(userId, chat));
    const last = (chat) => this.messagesIn(chat.id).at(-1)?.date ?? 0;
    return own.sort((a, b) => last(b) - last(a) || (a.id === userId ? -1 : 1));
  }

  isIn(userId, chat) {
    if (chat.type === "private") return chat.id === userId;
    if (chat.migrated_to) return false;
    return isPresent(memberOf(chat, userId));
  }

  /** Messages of a chat, or of one forum topic: null is everything, 0 the General topic. */
  messagesIn(chatId, threadId = null) {
    const all = this.messages.get(chatId) ?? [];
    if (threadId === null) return all;
    return all.filter((message) => threadOf(message) === threadId);
  }

  message(chatId, messageId) {
    return this.messagesIn(chatId).find((message) => message.message_id === messageId);
  }

  /** Data of the buttons that this person has tapped under the message and that wait for an answer. */
  pendingTaps(userId, message) {
    const waiting = [...this.queries.values()].filter(
      (query) =>
        query.user_id === userId &&
        query.chat_id === message.chat.id &&
        query.message_id === message.message_id,
    );
    return new Set(waiting.map((query) => query.data));
  }

  /** Marks a tap as waiting while it is on its way to the server; returns what ends that. */
  expectAnswer(userId, message, data) {
    const id = Symbol(data);
    const [chatId, messageId] = [message.chat.id, message.message_id];
    this.queries.set(id, { user_id: userId, chat_id: chatId, message_id: messageId, data });
    this.changed();
    return () => {
      this.queries.delete(id);
      this.changed();
    };
  }

  #takers = {
    message: ({ chat_id: chatId, message }) => {
      const known = this.message(chatId, message.message_id);
      if (known) return this.#replace(chatId, message);
      return this.messages.set(chatId, [...this.messagesIn(chatId), message]);
    },
    edited: ({ chat_id: chatId, message }) => this.#replace(chatId, message),
    deleted: ({ chat_id: chatId, message_ids: ids }) => {
      const gone = new Set(ids);
      const left = this.messagesIn(chatId).filter(({ message_id: id }) => !gone.has(id));
      this.messages.set(chatId, left);
    },
    query: ({ query }) => this.#over.has(query.id) || this.queries.set(query.id, query),
    answer: ({ query_id: id }) => this.#endQuery(id),
    query_expired: ({ query_id: id }) => this.#endQuery(id),
    chat: ({ chat }) => this.chats.set(chat.id, chat),
    chat_removed: ({ chat_id: chatId }) => {
      this.chats.delete(chatId);
      this.messages.delete(chatId);
    },
    person: ({ user }) => this.people.set(user.id, user),
    bot: ({ bot }) => {
      this.bot = bot;
    },
  };

  #replace(chatId, message) {
    const list = this.messagesIn(chatId);
    const replaced = list.map((old) => (old.message_id === message.message_id ? message : old));
    this.messages.set(chatId, replaced);
  }

  #endQuery(id) {
    this.#over.add(id);
    this.queries.delete(id);
  }
}

/** The member record of a user in a chat, if any. */
export function memberOf(chat, userId) {
  return chat.members?.find((member) => member.user_id === userId);
}

/** Whether a member record means that the user is in the chat now. */
export function isPresent(member) {
  return Boolean(member) && !["left", "kicked"].includes(member.status);
}

/** Forum topic of a message; 0 is General, and what has no topic. */
export function threadOf(message) {
  return message.is_topic_message ? message.message_thread_id : 0;
}
