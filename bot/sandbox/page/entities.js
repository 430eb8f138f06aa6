/** Text with Bot API entities → nodes. Offsets are UTF-16 units, as in JavaScript strings. */

import { h } from "./dom.js";

const PLAIN_TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
};

/**
 * @param {string} text
 * @param {object[]} entities Bot API `MessageEntity` list
 * @param {{open: (url: string) => void, command: (text: string) => void, copy: (text: string) => void,
 *   mention: (text: string) => void}} does what a click on each kind of entity does
 * @returns {Node[]}
 */
export function render(text, entities = [], does) {
  const ordered = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return nodes(text, ordered, 0, text.length, does);
}

function nodes(text, entities, from, to, does) {
  const result = [];
  let at = from;
  for (let index = 0; index < entities.length; ) {
    const entity = entities[index];
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset > at) result.push(text.slice(at, entity.offset));
    let next = index + 1;
    while (next < entities.length && entities[next].offset < end) next += 1;
    const inner = nodes(text, entities.slice(index + 1, next), entity.offset, end, does);
    result.push(wrap(entity, text.slice(entity.offset, end), inner, does));
    at = end;
    index = next;
  }
  if (at < to) result.push(text.slice(at, to));
  return result;
}

function wrap(entity, text, inner, does) {
  const plain = PLAIN_TAGS[entity.type];
  if (plain) return h(plain, {}, inner);
  return (WRAPPERS[entity.type] ?? ((_entity, _text, children) => h("span", {}, children)))(
    entity,
    text,
    inner,
    does,
  );
}

const WRAPPERS = {
  url: (_entity, text, inner, does) => link(withScheme(text), inner, does),
  text_link: (entity, _text, inner, does) => link(entity.url, inner, does, entity.url),
  email: (_entity, text, inner, does) => link(`mailto:${text}`, inner, does),
  phone_number: (_entity, text, inner, does) => link(`tel:${text}`, inner, does),
  mention: (_entity, text, inner, does) => action(inner, () => does.mention(text)),
  text_mention: (_entity, _text, inner) => h("span", { class: "mention" }, inner),
  bot_command: (_entity, text, inner, does) => action(inner, () => does.command(text)),
  hashtag: (_entity, _text, inner) => h("span", { class: "mention" }, inner),
  cashtag: (_entity, _text, inner) => h("span", { class: "mention" }, inner),
  code: (_entity, text, inner, does) =>
    h(
      "code",
      { role: "button", tabindex: 0, title: "Скопировать", ...press(() => does.copy(text)) },
      inner,
    ),
  pre: (entity, text, inner, does) =>
    h(
      "pre",
      { "data-language": entity.language },
      h(
        "button",
        { class: "copy-code", type: "button", onclick: () => does.copy(text) },
        "Скопировать",
      ),
      h("code", {}, inner),
    ),
  blockquote: (_entity, _text, inner) => h("blockquote", {}, inner),
  expandable_blockquote: (_entity, _text, inner) => expandable(inner),
  spoiler: (_entity, _text, inner) => spoiler(inner),
};

function withScheme(text) {
  return /^[a-z][a-z0-9+.-]*:/iu.test(text) ? text : `https://${text}`;
}

/** A link that never navigates by itself: the page decides where it leads. */
function link(url, inner, does, title) {
  const opens = (event) => {
    event.preventDefault();
    does.open(url);
  };
  return h("a", { role: "link", tabindex: 0, title, ...press(opens) }, inner);
}

function action(inner, act) {
  return h("a", { role: "button", tabindex: 0, ...press(act) }, inner);
}

function press(act) {
  return {
    onclick: act,
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.currentTarget !== event.target) return;
      event.preventDefault();
      event.stopPropagation();
      act(event);
    },
  };
}

function spoiler(inner) {
  const element = h(
    "span",
    { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Показать скрытое" },
    h("span", {}, inner),
  );
  const reveal = (event) => {
    if (element.classList.contains("shown") || (event.key ?? "Enter") !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
  };
  element.addEventListener("click", reveal, true);
  element.addEventListener("keydown", reveal);
  return element;
}

function expandable(inner) {
  const toggle = h("button", { class: "expand", type: "button", "aria-expanded": "false" }, "Ещё");
  const quote = h("blockquote", { class: "expandable" }, h("div", {}, inner), toggle);
  toggle.addEventListener("click", () => {
    const open = quote.classList.toggle("open");
    toggle.setAttribute("aria-expanded", String(open));
    toggle.textContent = open ? "Свернуть" : "Ещё";
  });
  return quote;
}
