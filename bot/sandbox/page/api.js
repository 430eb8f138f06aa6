/** The sandbox server as the page sees it: a snapshot, a stream of events, and actions. */

/** The server said no; the message is meant for the person. */
export class Refused extends Error {}

/** @returns {Promise<object>} everything there is, with the number of the last event included */
export async function snapshot() {
  return getJson("/api/state");
}

/** The commands and the menu button that `userId` would be shown in `chatId`. */
export async function commandsFor(userId, chatId) {
  return getJson(`/api/commands?${new URLSearchParams({ user_id: userId, chat_id: chatId })}`);
}

/**
 * Does something as a person.
 *
 * @param {string} action name of the action, e.g. "send"
 * @param {object} body its fields; `undefined` ones are left out
 * @throws {Refused} when the server refuses or cannot be reached
 */
export async function act(action, body) {
  return post(action, {
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
}

/** Sends a file as a person; `kind` is photo, sticker, voice, document or animation. */
export async function sendMedia(fields, file) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, value);
  }
  form.append("file", file, file.name);
  return post("send_media", { body: form });
}

/** Address of a file; with `name`, one that the browser saves under that name. */
export function fileUrl(fileId, name) {
  const query = name ? `?${new URLSearchParams({ download: name })}` : "";
  return `/api/file/${encodeURIComponent(fileId)}${query}`;
}

/**
 * Listens to events after number `since`; lost connections are taken up again by the browser.
 *
 * @param {number} since
 * @param {{event: (event: object) => void, connected: (now: boolean) => void}} listener
 * @returns {() => void} stops listening
 */
export function listen(since, listener) {
  const source = new EventSource(`/api/events?since=${since}`);
  source.onopen = () => listener.connected(true);
  source.onerror = () => listener.connected(false);
  source.onmessage = ({ data }) => listener.event(JSON.parse(data));
  return () => source.close();
}

async function getJson(url, request) {
  try {
    return await (await fetch(url, request)).json();
  } catch {
    throw new Refused("Песочница не отвечает");
  }
}

async function post(action, request) {
  const answer = await getJson(`/api/do/${action}`, { method: "POST", ...request });
  if (!answer.ok) throw new Refused(answer.error);
  return answer.result;
}
