/** Photos, animations, files and the like inside a bubble. */

import { fileUrl } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { fileSize } from "./words.js";

const SHOWN_WIDTH = 460;

/** The media of one message. A new photo takes the old one's place only when it can be shown at once. */
export class MediaView {
  element = h("div", { class: "media", hidden: true });
  #shown = "";
  #photo = null;

  /** @param {() => void} enlarge opens the message's photo large */
  constructor(enlarge) {
    this.enlarge = enlarge;
  }

  /** @param {object} message Bot API `Message` */
  update(message) {
    const key = keyOf(message);
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.hidden = key === "";
    if (message.photo) {
      this.#photo ??= new PhotoView(this.enlarge);
      if (!this.#photo.element.isConnected) fill(this.element, this.#photo.element);
      this.#photo.show(message.photo, message.has_media_spoiler);
      return;
    }
    this.#photo = null;
    fill(this.element, key === "" ? null : build(message));
  }
}

/** A photo of several sizes that can be exchanged without a blink. */
class PhotoView {
  #latest = 0;

  constructor(enlarge) {
    this.image = h("img", { alt: "Фото", draggable: "false" });
    this.element = h(
      "button",
      { class: "photo", type: "button", "aria-label": "Открыть фото" },
      this.image,
    );
    this.element.addEventListener("click", () => {
      if (!this.element.classList.contains("veiled")) return enlarge();
      return this.element.classList.remove("veiled");
    });
  }

  async show(sizes, veiled = false) {
    const turn = ++this.#latest;
    const enough = Math.min(SHOWN_WIDTH, innerWidth) * devicePixelRatio;
    const size = sizes.find(({ width }) => width >= enough) ?? sizes.at(-1);
    const first = turn === 1;
    if (first) this.#frame(size, veiled);
    const image = h("img", { alt: "Фото", draggable: "false", src: fileUrl(size.file_id) });
    await image.decode().catch(() => {});
    if (turn !== this.#latest) return;
    if (!first) this.#frame(size, veiled);
    this.image.replaceWith(image);
    this.image = image;
  }

  #frame({ width, height }, veiled) {
    keepShape(this.element, width, height);
    this.element.classList.toggle("veiled", Boolean(veiled));
  }
}

function keyOf(message) {
  if (message.photo) return `photo ${message.photo.at(-1).file_id} ${message.has_media_spoiler}`;
  for (const kind of Object.keys(BUILDERS)) {
    if (message[kind]) return `${kind} ${message[kind].file_id}`;
  }
  return "";
}

function build(message) {
  // An animation carries a document too, for clients that know none: the order of kinds matters.
  const kind = Object.keys(BUILDERS).find((name) => message[name]);
  return BUILDERS[kind](message[kind]);
}

const BUILDERS = {
  animation: (animation) => {
    const src = fileUrl(animation.file_id);
    if (animation.mime_type === "image/gif") return stillable(animation, src);
    return framed(video(src, { loop: true, muted: true, autoplay: !calm(), controls: calm() }), animation);
  },
  video: (file) => framed(video(fileUrl(file.file_id), { controls: true }), file),
  sticker: (sticker) =>
    h("img", {
      class: "sticker",
      src: fileUrl(sticker.file_id),
      alt: `Стикер ${sticker.emoji ?? ""}`.trim(),
    }),
  voice: (voice) => h("audio", { class: "voice", controls: true, src: fileUrl(voice.file_id) }),
  document: (file) => {
    const name = file.file_name ?? "файл";
    return h(
      "a",
      { class: "document", href: fileUrl(file.file_id, name), download: name },
      h("span", { class: "document-icon" }, icon("download")),
      h(
        "span",
        { class: "document-text" },
        h("span", { class: "document-name" }, name),
        h("span", { class: "document-size" }, fileSize(file.file_size)),
      ),
    );
  },
};

function video(src, { muted = false, ...flags }) {
  const element = h("video", { src, playsinline: true, ...flags });
  element.muted = muted;
  return element;
}

function framed(media, { width, height }) {
  const frame = h("div", { class: "frame" }, media);
  if (width && height) keepShape(frame, width, height);
  return frame;
}

/** A GIF cannot be paused: for those who want no motion it starts when asked to. */
function stillable(animation, src) {
  const image = () => h("img", { src, alt: "Анимация" });
  if (!calm()) return framed(image(), animation);
  const frame = h("button", { class: "frame still", type: "button" }, icon("play"), "Показать анимацию");
  frame.addEventListener("click", () => frame.replaceWith(framed(image(), animation)));
  return frame;
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function keepShape(element, width, height) {
  element.style.aspectRatio = `${width} / ${height}`;
  element.style.width = `min(${Math.max(width, 160)}px, ${SHOWN_WIDTH}px, ${(62 * width) / height}vh)`;
}
