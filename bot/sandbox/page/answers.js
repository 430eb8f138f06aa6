/** Answers to taps are for the window that tapped: others of the same person show nothing. */

const REMEMBERED = 64;

export class Answers {
  #expected = new Set();
  /** Answers that came before the page heard which query its tap had become. */
  #early = new Map();

  /** @param {(answer: object) => void} show */
  constructor(show) {
    this.show = show;
  }

  /** A tap of this window has become the query `id`. */
  expect(id) {
    const answer = this.#early.get(id);
    if (answer) this.show(answer);
    else remember(this.#expected, id);
    this.#early.delete(id);
  }

  /** The bot has answered a query, of whichever window. */
  take(answer) {
    if (this.#expected.delete(answer.query_id)) this.show(answer);
    else {
      this.#early.set(answer.query_id, answer);
      forgetOldest(this.#early);
    }
  }
}

function remember(set, id) {
  set.add(id);
  forgetOldest(set);
}

function forgetOldest(collection) {
  if (collection.size > REMEMBERED) collection.delete(collection.keys().next().value);
}
