/** Where links and buttons lead. t.me links open inside the page, all others after a question. */

import { act } from "./api.js";
import { chooseChat, confirm, toast } from "./overlays.js";
import { faceOf } from "./sidebar.js";

const OPENABLE = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Follows links and the buttons that do not ask the bot. `page` is described in `app.js`. */
export class Links {
  constructor(page) {
    this.page = page;
  }

  /** Opens an address as the person now shown. */
  async open(url) {
    const { view } = this.page;
    const link = await act("open_link", {
      user_id: view.userId,
      chat_id: view.chatId ?? undefined,
      url,
    });
    await this[`_${link.kind}`](link);
  }

  /** Does what a button without callback data says. */
  async press(button) {
    const { composer } = this.page;
    if (button.url) return this.open(button.url);
    if (button.login_url) return this.open(button.login_url.url);
    if (button.copy_text) return this.copy(button.copy_text.text);
    if ("switch_inline_query_current_chat" in button) {
      return composer.write(this.#inline(button.switch_inline_query_current_chat));
    }
    if ("switch_inline_query" in button) return this.#elsewhere(button.switch_inline_query, {});
    const chosen = button.switch_inline_query_chosen_chat;
    if (chosen) return this.#elsewhere(chosen.query ?? "", chosen);
    return toast("Такие кнопки песочница не умеет нажимать");
  }

  async copy(text) {
    await navigator.clipboard.writeText(text);
    toast("Скопировано");
  }

  /** Opens the bot a mention names; other people have no page here. */
  mention(text) {
    const { store, view } = this.page;
    const isBot = text.slice(1).toLowerCase() === store.bot.user.username.toLowerCase();
    if (isBot) view.go({ chatId: view.userId });
    else toast(`Собеседник ${text}`);
  }

  _private({ chat_id: chatId }) {
    this.page.view.go({ chatId });
  }

  async _startgroup({ payload, groups }) {
    const { store, view } = this.page;
    const group = await chooseChat("Добавить бота в группу", groups.map((id) => store.chats.get(id)));
    if (!group) return;
    await act("add_bot", { user_id: view.userId, chat_id: group.id, payload: payload || undefined });
    view.go({ chatId: group.id });
  }

  async _share({ text, chats }) {
    const chat = await this.#choose("Поделиться с…", chats.map((id) => this.page.store.chats.get(id)));
    if (!chat) return;
    this.page.view.go({ chatId: chat.id });
    this.page.composer.write(text);
  }

  async _external({ url }) {
    if (!OPENABLE.has(URL.canParse(url) ? new URL(url).protocol : "")) {
      return toast("Эту ссылку песочница не откроет");
    }
    if (await confirm("Открыть ссылку?", url, "Открыть")) window.open(url, "_blank", "noopener");
    return undefined;
  }

  async #elsewhere(query, { allow_bot_chats: bots, allow_group_chats: groups, ...others }) {
    const { store, view, composer } = this.page;
    const any = !bots && !groups && !others.allow_user_chats && !others.allow_channel_chats;
    const fits = (chat) => any || (chat.type === "private" ? bots : groups);
    const chat = await this.#choose("Куда отправить?", store.chatsOf(view.userId).filter(fits));
    if (!chat) return;
    view.go({ chatId: chat.id });
    composer.write(this.#inline(query));
  }

  /** One of the chats that the person is in, by choice; undefined if none is chosen. */
  chooseAmongOwn(title) {
    const { store, view } = this.page;
    return this.#choose(title, store.chatsOf(view.userId));
  }

  /** Private chats are shown by the bot's name, so that the list reads as the list of chats does. */
  async #choose(title, chats) {
    const faces = chats.map((chat) => ({ ...faceOf(chat, this.page.store), chat }));
    return (await chooseChat(title, faces))?.chat;
  }

  #inline(query) {
    return `@${this.page.store.bot.user.username} ${query}`;
  }
}
