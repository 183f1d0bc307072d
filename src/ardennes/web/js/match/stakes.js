// What is at stake in the open decision, as the server computes it from what this seat may know.
import { get } from "../lib/api.js";

/** @typedef {import("../types.gen.js").StakesAnswer} StakesAnswer */
/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "automation" | "onStakes">} Parts */

export class Stakes {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {StakesAnswer | null} */
    this.answer = null;
    this.known = ""; // the position that the answer is about
    this.asked = ""; // ... and the one that was asked about
  }

  place() {
    const { state, side } = this.parts;
    return `${side} ${state.seq}`;
  }

  /** Whether the decision is an answer to an attack, which has a separate card. */
  isDefence() {
    const { choices, board } = this.parts.state;
    return choices.mine && choices.answers && Boolean(board.battle) && !choices.picker && !choices.units.length;
  }

  /** Whether the stakes of the open decision matter. */
  isWanted() {
    const { state, replay, closed, offline, trial } = this.parts;
    if (!state.choices.mine || replay || closed || offline || trial) return false;
    return this.isDefence() || this.parts.automation.weighs();
  }

  /** Whether the page waits for the answer. */
  isPending() {
    return this.isWanted() && this.known !== this.place();
  }

  /** The stakes of the open decision, if they are known. */
  now() {
    return this.isWanted() && this.known === this.place() ? this.answer : null;
  }

  /** Ask the server; without an answer the player is asked. */
  async load() {
    const { parts } = this;
    const place = this.place();
    if (!this.isPending() || this.asked === place) return;
    this.asked = place;
    const answer = await get(parts.path("/stakes"), parts.token()).catch(() => null);
    if (parts.closed || this.place() !== place) return;
    this.answer = answer;
    this.known = place;
    parts.onStakes();
  }
}
