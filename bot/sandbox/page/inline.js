/** Inline mode: "@bot words" in the input asks the bot, the person picks one of its results. */

import { act } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { resultNode } from "./suggestions.js";

const PAUSE_MS = 250;

/** The inline query being typed, at most one. */
export class Inline {
  #timer = null;
  #asked = null;
  #results = [];
  #turn = 0; // rises when what was typed no longer counts
  #early = []; // results that came before the answer that names their query

  /**
   * @param {import("./suggestions.js").Suggestions} suggestions
   * @param {{userId: () => number, chatId: () => number, chosen: () => void,
   *   open: (url: string) => void, failed: (error: Error) => void}} does
   */
  constructor(suggestions, does) {
    this.suggestions = suggestions;
    this.does = does;
  }

  /** Asks for results once the typing pauses. */
  type(query) {
    this.stop();
    this.#timer = setTimeout(() => this.#ask(query, ""), PAUSE_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#early = [];
    this.#asked = null;
    this.#results = [];
  }

  /** Takes an `inline_results` event; others' and late ones come to nothing. */
  take(event, bot) {
    const asked = this.#asked;
    if (!asked || asked.id !== event.query_id) {
      this.#early.push({ event, bot });
      return;
    }
    this.#results = [...this.#results, ...event.results.map((result) => ({ event, result }))];
    const items = this.#results.map((found) => ({
      node: resultNode(found.result),
      pick: () => this.#choose(found.event.query_id, found.result.id),
    }));
    if (event.button) items.unshift(this.#button(event.button, bot));
    if (event.next_offset) {
      items.push({
        node: h("span", { class: "result-more" }, "Показать ещё"),
        pick: () => this.#ask(asked.query, event.next_offset),
      });
    }
    this.suggestions.show(items, "results");
  }

  async #ask(query, offset) {
    const turn = this.#turn;
    try {
      const body = { user_id: this.does.userId(), chat_id: this.does.chatId(), query, offset };
      const { query_id: id } = await act("inline_query", body);
      if (turn !== this.#turn) return;
      this.#asked = { id, query };
      for (const { event, bot } of this.#early.splice(0)) {
        if (event.query_id === id) this.take(event, bot);
      }
    } catch (error) {
      this.does.failed(error);
    }
  }

  async #choose(queryId, resultId) {
    const place = { user_id: this.does.userId(), chat_id: this.does.chatId() };
    try {
      await act("choose_inline", { ...place, query_id: queryId, result_id: resultId });
      this.stop();
      this.does.chosen();
    } catch (error) {
      this.does.failed(error);
    }
  }

  #button({ text, start_parameter: payload }, bot) {
    const url = `https://t.me/${bot.username}?start=${payload ?? ""}`;
    return {
      node: h("span", { class: "result-button" }, icon("link"), text),
      pick: () => this.does.open(url),
    };
  }
}
