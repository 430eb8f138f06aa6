/** The few DOM helpers that the page needs. Text is only ever put in as text. */

/**
 * Builds an element. `on…` properties become listeners, `null`, `undefined` and `false` are left out,
 * strings among the children become text nodes.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} props
 * @param {...(Node | string | null | undefined | false | unknown[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Puts `children` in place of what the element held. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/** Makes `parent` hold exactly `nodes` in this order, moving only what is out of place. */
export function arrange(parent, nodes) {
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
  while (parent.children.length > nodes.length) parent.lastElementChild.remove();
}

/** Moves the focus along `elements` by one step of an arrow key; returns whether the key was one. */
export function stepFocus(event, elements, [backward, forward]) {
  if (event.key !== backward && event.key !== forward) return false;
  const now = elements.indexOf(document.activeElement);
  const step = event.key === forward ? 1 : -1;
  const next = now < 0 ? (step > 0 ? 0 : elements.length - 1) : now + step;
  elements[(next + elements.length) % elements.length]?.focus();
  event.preventDefault();
  return true;
}

function present(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}
