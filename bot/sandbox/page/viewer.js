/** A photo as large as the window allows; a click on it shows every pixel. */

import { fileUrl } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {object[]} messages messages with photos, oldest first
 * @param {object} message the one to begin with; arrows lead to its neighbours
 */
export function openViewer(messages, message) {
  let index = messages.findIndex(({ message_id: id }) => id === message.message_id);
  const image = h("img", { alt: "Фото во всю величину" });
  const caption = h("p", { class: "viewer-caption" });
  const save = h("a", { class: "round", "aria-label": "Сохранить" }, icon("download"));
  const shut = h("button", { class: "round", type: "button", "aria-label": "Закрыть" }, icon("close"));
  const stage = h("div", { class: "viewer-stage" }, image);
  const element = h(
    "dialog",
    { class: "viewer", "aria-label": "Фото" },
    h("div", { class: "viewer-bar" }, save, shut),
    stage,
    caption,
  );

  const show = () => {
    const { photo, caption: text, message_id: id } = messages[index];
    const file = photo.at(-1).file_id;
    image.src = fileUrl(file);
    save.href = fileUrl(file, `photo-${id}.jpg`);
    save.download = `photo-${id}.jpg`;
    caption.textContent = text ?? "";
    caption.hidden = !text;
    element.classList.remove("whole");
  };
  const step = (by) => {
    if (!messages[index + by]) return;
    index += by;
    show();
  };

  shut.addEventListener("click", () => element.close());
  image.addEventListener("click", () => element.classList.toggle("whole"));
  stage.addEventListener("click", (event) => event.target === stage && element.close());
  element.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  element.addEventListener("close", () => element.remove());
  show();
  document.body.append(element);
  element.showModal();
  shut.focus({ focusVisible: false });
}
