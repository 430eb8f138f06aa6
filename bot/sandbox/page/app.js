/** Puts the page together: one store, one view, and the parts that draw them. */

import { createActions, tried } from "./actions.js";
import { act, commandsFor, listen, snapshot } from "./api.js";
import { Answers } from "./answers.js";
import { Composer } from "./composer.js";
import { fill } from "./dom.js";
import { burst } from "./effects.js";
import { updateFooter } from "./footer.js";
import { newGroup, newPerson, newTopic } from "./forms.js";
import { Header } from "./header.js";
import { History } from "./history.js";
import { icon } from "./icons.js";
import { openInfo } from "./info.js";
import { alert, hush, menu, toast } from "./overlays.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./store.js";
import { Theme, View } from "./view.js";

const RETRY_MS = 2000;
const NARROW = matchMedia("(max-width: 760px)");
const $ = (selector) => document.querySelector(selector);

let drawn = { place: "", userId: null, commands: [] };
let drawing = false;
let pressing = false;
let stopListening = () => {};

/** What the parts share. `shown` gives the messages in sight, `seen` marks them as read. */
const page = {
  store: new Store(drawSoon),
  view: new View(drawSoon),
  shown: () => page.store.messagesIn(page.view.chatId, page.view.threadId),
  seen: markSeen,
};
const { store, view } = page;
page.answers = new Answers((event) => event.user_id === view.userId && showAnswer(event));
const does = createActions(page);
page.history = new History($(".history"), $("#to-bottom"), does);
page.composer = new Composer(does);

const sidebar = new Sidebar($(".people"), $(".chats"), (place) =>
  place.userId === undefined ? view.go(place) : view.speakAs(place.userId, store),
);
const header = new Header($("#peer"), $(".topics"), {
  topic: (threadId) => view.go({ threadId }),
  newTopic: () => addTopic(store.chats.get(view.chatId)),
});

/** Draws once after however many changes, but never between a press and its click: see `release`. */
function drawSoon() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    if (store.bot && !pressing) draw();
  });
}

/** Draws what waited. The browser drops a click whose element is gone when it comes. */
function release() {
  pressing = false;
  setTimeout(drawSoon);
}

function draw() {
  settle();
  const chat = store.chats.get(view.chatId);
  document.body.dataset.pane = chat ? "chat" : "list";
  $(".connection").textContent = store.connected ? "" : "Соединение…";
  sidebar.update(store, view);
  if (chat) drawChat(chat);
}

function drawChat(chat) {
  const entered = drawn.place !== view.place;
  if (entered) leave();
  header.update(store, view, chat);
  page.composer.update({
    user: store.people.get(view.userId),
    chat,
    bot: store.bot.user,
    commands: drawn.commands,
  });
  updateFooter($(".footer"), {
    chat,
    userId: view.userId,
    threadId: view.threadId,
    composer: page.composer.element,
    start: () => does.submit("/start", null),
    unblock: () => tried(() => act("unblock", { user_id: view.userId, chat_id: chat.id })),
  });
  page.history.update({
    place: view.place,
    messages: page.shown(),
    userId: view.userId,
    inGroup: chat.type !== "private",
    empty: chat.type === "private" ? store.bot.description : "",
    pending: (message) => store.pendingTaps(view.userId, message),
  });
  if (entered) enter();
  markSeen();
}

/** Makes sure that the place exists: a person always, a chat at once where there is room for both. */
function settle() {
  const [first] = store.people.keys();
  if (!store.people.has(view.userId)) view.go({ userId: first, chatId: null }, "replace");
  const chat = store.chats.get(view.chatId);
  if (chat && store.isIn(view.userId, chat)) return;
  // Everybody has a private chat; that of somebody new is about to be told of.
  if (!chat && view.chatId === view.userId) return;
  if (chat?.migrated_to) return view.go({ chatId: chat.migrated_to }, "replace");
  const home = NARROW.matches || !store.chats.has(view.userId) ? null : view.userId;
  return home === view.chatId || view.go({ chatId: home }, "replace");
}

function leave() {
  if (drawn.userId !== view.userId) hush();
  drawn = { place: view.place, userId: view.userId, commands: [] };
}

function enter() {
  page.composer.restore(view.draft);
  if (!NARROW.matches) page.composer.field.focus();
  tried(askCommands);
}

async function askCommands() {
  const { place, userId, chatId } = view;
  const { commands } = await commandsFor(userId, chatId);
  if (place !== view.place) return;
  drawn.commands = commands ?? [];
  drawSoon();
}

function markSeen() {
  const last = store.messagesIn(view.chatId).at(-1);
  if (!last || !page.history.atEnd || document.hidden) return;
  if (view.markRead(last.message_id)) sidebar.update(store, view);
}

async function addTopic(chat) {
  const topic = await newTopic(page, chat, tried);
  if (topic) view.go({ chatId: chat.id, threadId: topic.message_thread_id });
}

/** What events cause besides a change of the store. */
const reactions = {
  reload: () => connect(),
  commands: () => view.chatId !== null && tried(askCommands),
  inline_results: (event) => page.composer.inline.take(event, store.bot.user),
  answer: (event) => page.answers.take(event),
  chat_removed: ({ chat_id: chatId, migrated_to: next }) => {
    if (next && view.chatId === chatId) view.go({ chatId: next });
  },
  message: ({ chat_id: chatId, message }) => {
    if (chatId === view.chatId && message.effect_id) burst(message.effect_id);
  },
};

function showAnswer({ text, show_alert: wantsAlert, url }) {
  if (url) does.open(url);
  else if (text && wantsAlert) alert(text);
  else if (text) toast(text);
}

async function connect() {
  stopListening();
  if (!(await tried(start))) setTimeout(connect, RETRY_MS);
}

async function start() {
  const state = await snapshot();
  view.forgetOlder((chatId) => (state.messages[chatId] ?? []).at(-1)?.message_id ?? 0);
  store.load(state);
  stopListening = listen(state.seq, {
    event: (event) => {
      store.apply(event);
      reactions[event.type]?.(event);
    },
    connected: (now) => store.setConnected(now),
  });
}

function mainMenu() {
  menu($("#main-menu"), [
    {
      label: "Новый человек",
      icon: "person",
      act: async () => {
        const user = await newPerson(tried);
        if (!user) return;
        // The event that tells of them may come later than the answer.
        store.apply({ type: "person", user });
        view.go({ userId: user.id, chatId: user.id });
      },
    },
    {
      label: "Новая группа",
      icon: "group",
      act: async () => {
        const chat = await newGroup(page, tried);
        if (!chat) return;
        store.apply({ type: "chat", chat });
        view.go({ chatId: chat.id });
      },
    },
  ]);
}

function dress() {
  fill($("#main-menu"), icon("menu"));
  fill($("#back"), icon("back"));
  fill($("#to-bottom"), icon("down"));
  $("#main-menu").addEventListener("click", mainMenu);
  $("#back").addEventListener("click", () => view.go({ chatId: null }));
  $("#peer").addEventListener("click", () =>
    openInfo(page, store.chats.get(view.chatId), tried, addTopic),
  );
  const theme = new Theme((dark) => {
    fill($("#theme"), icon(dark ? "sun" : "moon"));
    $("#theme").setAttribute("aria-label", dark ? "Светлая тема" : "Тёмная тема");
  });
  $("#theme").addEventListener("click", () => theme.toggle());
  addEventListener("pointerdown", (event) => (pressing = event.button === 0), true);
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    addEventListener(end, release, true);
  }
  addEventListener("blur", release);
  document.addEventListener("visibilitychange", () => store.bot && drawSoon());
  document.addEventListener("keydown", (event) => {
    const typing = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const free = document.activeElement === document.body || event.target === $(".history");
    if (typing && free && event.key !== " ") page.composer.field.focus();
    if (event.key === "Escape" && NARROW.matches && free) view.go({ chatId: null });
  });
}

dress();
await connect();
