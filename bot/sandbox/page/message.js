/** One message: bubble, media, text, time, reactions and keyboard, each changed only where it differs. */

import { avatar, colourOf } from "./avatar.js";
import { fill, h } from "./dom.js";
import { render } from "./entities.js";
import { icon } from "./icons.js";
import { KeyboardView } from "./keyboard.js";
import { MediaView } from "./media.js";
import { clock, moment, nameOf, preview, serviceText } from "./words.js";

/**
 * How a message stands among its neighbours and who looks at it.
 *
 * @typedef {{out: boolean, first: boolean, last: boolean, inGroup: boolean, userId: number,
 *   pending: Set<string>}} Standing
 */

/** Who wrote a forwarded message: a person, a group, a channel. */
function originOf(origin) {
  return origin.sender_user ?? origin.sender_chat ?? origin.chat;
}

/** A message in the history. `does` is what can be done with it; see `actions.js`. */
export class MessageView {
  #before = {};
  #standing = "";

  constructor(does) {
    this.does = does;
    this.name = h("div", { class: "name" });
    this.quote = h("button", { class: "quote", type: "button" });
    this.text = h("div", { class: "text" });
    this.reactions = h("div", { class: "reactions" });
    this.media = new MediaView(() => does.enlarge(this.message));
    this.keyboard = new KeyboardView((button) => does.press(this.message, button));
    this.bubble = h("div", { class: "bubble" });
    this.side = h("div", { class: "side" });
    this.element = h(
      "article",
      { class: "row", tabindex: -1 },
      this.side,
      h("div", { class: "column" }, this.bubble, this.keyboard.element),
    );
    this.bubble.append(this.name, this.quote, this.media.element, this.text, this.reactions);
    this.quote.addEventListener("click", () => does.jump(this.message.reply_to_message));
    this.element.addEventListener("contextmenu", (event) => this.#menu(event));
    this.bubble.addEventListener("dblclick", (event) => {
      if (event.target === this.bubble || event.target === this.text) does.reply(this.message);
    });
  }

  /**
   * @param {object} message Bot API `Message`
   * @param {Standing} standing
   */
  update(message, standing) {
    const key = JSON.stringify({ ...standing, pending: [...standing.pending] });
    if (message === this.message && key === this.#standing) return;
    this.#standing = key;
    this.message = message;
    this.element.dataset.id = message.message_id;
    this.element.className = classes(message, standing);
    this.#when("head", [message.from, message.sender_chat, message.via_bot, message.forward_origin, standing], () =>
      this.#head(message, standing),
    );
    this.#when("quote", [message.reply_to_message, message.quote], () => this.#quoteOf(message));
    this.media.update(message);
    this.#when("text", textParts(message), () => fill(this.text, this.#textOf(message)));
    this.#when("reactions", [message.sandbox?.reactions, standing.userId], () =>
      fill(this.reactions, this.#reactionsOf(message, standing.userId)),
    );
    this.keyboard.update(message.reply_markup, standing.pending);
  }

  #when(part, now, draw) {
    const key = JSON.stringify(now);
    if (this.#before[part] === key) return;
    this.#before[part] = key;
    draw();
  }

  #head(message, { out, first, last, inGroup }) {
    const sender = message.sender_chat ?? message.from;
    const service = serviceText(message) !== null;
    const named = inGroup && first && !out && !service && !message.sticker;
    const notes = [
      message.forward_origin && `переслано от ${nameOf(originOf(message.forward_origin))}`,
      message.via_bot && `через @${message.via_bot.username}`,
    ].filter(Boolean);
    this.name.hidden = !named && !notes.length;
    this.name.className = `name ink-${colourOf(sender)}`;
    fill(
      this.name,
      named ? nameOf(sender) : null,
      ...notes.map((note) => h("span", { class: "via" }, ` ${note}`)),
    );
    fill(this.side, inGroup && !out && !service && last ? avatar(sender, "small") : null);
    this.element.setAttribute("aria-label", `${nameOf(sender)}, ${clock(message.date)}`);
  }

  #quoteOf({ reply_to_message: original, quote }) {
    this.quote.hidden = !original;
    if (!original) return;
    const author = original.sender_chat ?? original.from;
    this.quote.className = `quote ink-${colourOf(author)}`;
    fill(
      this.quote,
      h("span", { class: "quote-name" }, nameOf(author)),
      h("span", { class: "quote-text" }, quote?.text ?? preview(original)),
    );
  }

  #textOf(message) {
    const service = serviceText(message);
    if (service) return [service];
    const text = message.text ?? message.caption ?? "";
    const entities = message.entities ?? message.caption_entities;
    return [...render(text, entities, this.does), meta(message)];
  }

  #reactionsOf(message, userId) {
    const byEmoji = Map.groupBy(message.sandbox?.reactions ?? [], ({ emoji }) => emoji);
    return [...byEmoji].map(([emoji, list]) => {
      const mine = list.some((reaction) => reaction.user_id === userId);
      return h(
        "button",
        {
          type: "button",
          class: "reaction",
          "aria-pressed": String(mine),
          onclick: () => this.does.react(message, mine ? null : emoji),
        },
        emoji,
        h("span", { class: "reaction-count" }, String(list.length)),
      );
    });
  }

  #menu(event) {
    if (serviceText(this.message) || event.target.closest("a[href]")) return;
    event.preventDefault();
    this.does.menu(this.message, { x: event.clientX, y: event.clientY });
  }
}

function classes(message, { out, first, last }) {
  const service = serviceText(message) !== null;
  const flags = {
    row: true,
    service,
    out: out && !service,
    in: !out && !service,
    first,
    last,
    bare: Boolean(message.sticker),
    captioned: Boolean(message.caption),
    pictured: Boolean(message.photo || message.animation || message.video),
    "caption-above": Boolean(message.show_caption_above_media),
    keyed: Boolean(message.reply_markup?.inline_keyboard?.length),
  };
  return Object.keys(flags)
    .filter((name) => flags[name])
    .join(" ");
}

function textParts(message) {
  const { text, caption, entities, caption_entities: captionEntities, edit_date: edited } = message;
  return [text, caption, entities, captionEntities, edited, serviceText(message)];
}

function meta(message) {
  const silent = message.sandbox?.silent;
  return h(
    "span",
    { class: "meta", title: moment(message.date) },
    silent && h("span", { class: "mark", title: "Без звука" }, icon("silent")),
    message.edit_date && h("span", { class: "mark" }, "изменено"),
    h("time", { datetime: new Date(message.date * 1000).toISOString() }, clock(message.date)),
    h("span", { class: "ticks" }, icon("read")),
  );
}
