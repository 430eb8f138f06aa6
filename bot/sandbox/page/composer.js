/** The input at the bottom: text, files, the command menu, replies and edits. */

import { avatar } from "./avatar.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { Inline } from "./inline.js";
import { menu } from "./overlays.js";
import { Suggestions, commandNode } from "./suggestions.js";
import { nameOf, preview } from "./words.js";

const ATTACHMENTS = [
  { label: "Фото", kind: "photo", icon: "photo", accept: "image/*" },
  { label: "Файл", kind: "document", icon: "document", accept: "" },
  { label: "Анимация", kind: "animation", icon: "play", accept: "image/gif,video/mp4" },
  { label: "Стикер", kind: "sticker", icon: "sticker", accept: "image/webp,image/png" },
];

/** The writing line of the open chat. `does` sends what is written; see `actions.js`. */
export class Composer {
  #commands = [];
  #about = null;
  #chat = null;
  #bot = null;

  constructor(does) {
    this.does = does;
    this.field = h("textarea", {
      rows: 1,
      placeholder: "Сообщение",
      "aria-label": "Сообщение",
      "aria-autocomplete": "list",
      role: "combobox",
      enterkeyhint: "send",
    });
    this.suggestions = new Suggestions(this.field);
    this.inline = new Inline(this.suggestions, { ...does.inline, chosen: () => this.clear() });
    this.speaker = h("button", { type: "button", class: "speaker", "aria-haspopup": "menu" });
    this.commandsButton = h(
      "button",
      { type: "button", class: "commands-button", "aria-label": "Команды бота" },
      icon("menu"),
      h("span", { class: "commands-label" }, "Меню"),
    );
    this.attach = roundButton("attach", "Прикрепить");
    this.send = roundButton("send", "Отправить");
    this.send.classList.add("send");
    this.attach.classList.add("attach");
    this.about = h("div", { class: "about", hidden: true });
    const line = [this.speaker, this.commandsButton, this.field, this.attach, this.send];
    this.element = h(
      "div",
      { class: "composer" },
      this.suggestions.element,
      this.about,
      h("div", { class: "composer-line" }, line),
    );
    this.#listen();
  }

  /** @param {{user: object, chat: object, bot: object, commands: object[]}} now */
  update({ user, chat, bot, commands }) {
    this.#chat = chat;
    this.#bot = bot;
    this.#commands = commands;
    fill(this.speaker, avatar(user, "small"));
    const label = `Вы пишете как ${nameOf(user)}. Сменить`;
    this.speaker.setAttribute("aria-label", label);
    this.speaker.title = label;
    this.commandsButton.hidden = commands.length === 0;
    this.element.classList.toggle("in-group", chat.type !== "private");
  }

  /** Puts text into the line as if typed, and the cursor behind it. */
  write(text) {
    this.field.value = text;
    this.field.focus();
    this.#typed();
  }

  /** Shows what was left unsent in this place; the focus stays where it is. */
  restore(text) {
    this.#about = null;
    this.about.hidden = true;
    this.field.value = text;
    this.#typed();
    this.suggestions.hide();
  }

  clear() {
    this.#dismiss();
    this.field.value = "";
    this.#typed();
  }

  /** The next message answers this one. */
  reply(message) {
    this.#concern({ kind: "reply", message });
  }

  /** The next message replaces the text of this one. */
  edit(message) {
    this.#concern({ kind: "edit", message });
    this.write(message.text ?? "");
  }

  #listen() {
    this.field.addEventListener("input", () => this.#typed());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("blur", () => this.suggestions.hide());
    this.send.addEventListener("click", () => this.#submit());
    this.speaker.addEventListener("click", () => this.does.changeSpeaker(this.speaker));
    this.commandsButton.addEventListener("click", () => this.#toggleCommands());
    this.commandsButton.addEventListener("pointerdown", (event) => event.preventDefault());
    this.attach.addEventListener("click", () => this.#chooseAttachment());
  }

  #key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape" && this.#about) {
      event.stopPropagation();
      this.#dismiss();
    } else if (event.key === "ArrowUp" && this.field.value === "") {
      this.does.editLast();
    }
  }

  async #submit() {
    const text = this.field.value.trim();
    if (!text) return;
    const about = this.#about;
    this.clear();
    const sent = await this.does.submit(text, about);
    if (!sent && this.field.value === "") this.write(text);
  }

  #typed() {
    const text = this.field.value;
    this.#grow();
    this.element.classList.toggle("filled", text.trim() !== "");
    this.does.draft(text);
    this.inline.stop();
    const query = this.#inlineQuery(text);
    if (query !== null) return this.inline.type(query);
    const command = /^\/(\w*)(?:@(\w*))?$/u.exec(text);
    const ours = command && this.#isOurs(command[2] ?? "");
    return ours ? this.#suggest(command[1]) : this.suggestions.hide();
  }

  #grow() {
    this.field.style.height = "auto";
    const { scrollHeight } = this.field;
    // Zero where the line is not on the page yet: one row then.
    if (scrollHeight > 0) this.field.style.height = `${scrollHeight}px`;
  }

  #inlineQuery(text) {
    if (!this.#bot?.supports_inline_queries) return null;
    const [first, ...rest] = text.split(" ");
    const mention = `@${this.#bot.username}`.toLowerCase();
    return first.toLowerCase() === mention && rest.length > 0 ? rest.join(" ") : null;
  }

  /** Whether a command that is addressed to `name`, perhaps half typed, may be for this bot. */
  #isOurs(name) {
    return Boolean(this.#bot?.username.toLowerCase().startsWith(name.toLowerCase()));
  }

  #suggest(prefix) {
    const typed = prefix.toLowerCase();
    const fitting = this.#commands
      .filter(({ command }) => command.startsWith(typed))
      .sort((a, b) => (b.command === typed) - (a.command === typed));
    const items = fitting.map((entry) => ({
      node: commandNode(entry),
      pick: () => this.#run(entry.command),
      fill: () => this.write(`/${entry.command} `),
    }));
    this.suggestions.show(items, "commands");
  }

  #toggleCommands() {
    if (this.suggestions.open) return this.suggestions.hide();
    this.field.focus();
    return this.#suggest("");
  }

  /** In a group a chosen command names its bot, as there may be several. */
  #run(command) {
    const addressed = this.#chat.type === "private" ? "" : `@${this.#bot.username}`;
    this.clear();
    this.does.submit(`/${command}${addressed}`, null);
  }

  #concern(about) {
    this.#about = about;
    const { kind, message } = about;
    const title = kind === "edit" ? "Изменить сообщение" : nameOf(message.sender_chat ?? message.from);
    const cancel = roundButton("close", "Не надо");
    cancel.addEventListener("click", () => this.#dismiss());
    fill(
      this.about,
      icon(kind),
      h(
        "div",
        { class: "about-text" },
        h("span", { class: "about-title" }, title),
        h("span", { class: "about-preview" }, preview(message)),
      ),
      cancel,
    );
    this.about.hidden = false;
    this.field.focus();
  }

  #dismiss() {
    const edited = this.#about?.kind === "edit";
    this.#about = null;
    this.about.hidden = true;
    if (edited) this.write("");
  }

  #chooseAttachment() {
    const items = ATTACHMENTS.map(({ label, kind, icon: sign, accept }) => ({
      label,
      icon: sign,
      act: () => this.#pickFile(kind, accept),
    }));
    menu(this.attach, items);
  }

  #pickFile(kind, accept) {
    const input = h("input", { type: "file", accept });
    input.addEventListener("change", async () => {
      const caption = this.field.value.trim() || undefined;
      if (await this.does.submitFile(kind, input.files[0], caption)) this.clear();
    });
    input.click();
  }
}

function roundButton(sign, label) {
  return h("button", { type: "button", class: "round", "aria-label": label, title: label }, icon(sign));
}
