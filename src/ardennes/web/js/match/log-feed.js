// The log as it grows, and results of the player's own orders as words on the map.
import { get } from "../lib/api.js";
import { DICE } from "./panels/log.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "board" | "pace">} Parts */
/** @typedef {import("../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../types.gen.js").GameEvent} GameEvent */

export class LogFeed {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {LogEntry[]} */
    this.log = [];
    this.seq = 0; // the change up to which the log is known
  }

  /** Forget the log: another seat of this screen takes over. */
  clear() {
    this.log = [];
    this.seq = 0;
  }

  /**
   * Return the new entries of the log: from the view, or from the server if the view does not go back far enough. Drop
   * entries that were undone.
   * @param {import("../types.gen.js").MatchView} [state] @returns {Promise<LogEntry[]>}
   */
  async update(state) {
    const { parts } = this;
    const first = state?.log_tail[0];
    if (state && first && (first.order === 1 || this.log[first.order - 1]?.seq === first.seq)) {
      const known = this.log.splice(first.order - 1);
      this.log.push(...state.log_tail);
      this.seq = state.seq;
      return state.log_tail.filter((entry, at) => known[at]?.seq !== entry.seq);
    }
    /** @type {LogEntry[]} */
    const fresh = [];
    for (let page = 0; page < 100; page++) {
      const have = page ? `&have=${this.log.length}` : ""; // continue where the page before ended
      const more = await get(parts.path(`/log?after=${this.seq}${have}`), parts.token());
      this.log.length = Math.min(this.log.length, more.keep);
      this.log.push(...more.entries);
      fresh.push(...more.entries);
      this.seq = more.more ? more.entries.at(-1).seq : more.seq;
      if (!more.more) break;
    }
    return fresh;
  }

  /** Show the word of an event over its hexes for a moment. @param {GameEvent} event @param {number} ms */
  async flashEvent(event, ms) {
    const { board, stage } = this.parts;
    const shown = stage.events[event.event] ?? {};
    const part = (/** @type {string} */ name) => name === "die" ? DICE[event.shown || event.die] ?? "" : String(event[name] ?? "");
    const text = shown.word ?? (shown.parts ?? []).map(part).filter(Boolean).join(shown.between ?? " · ");
    const places = [event[shown.at ?? "hex"]].flat();
    if (!text) return;
    for (const hex of places) {
      board.camera.reveal(hex);
      await board.flash(hex, text, ms, () => this.parts.closed);
    }
  }

  /** Show the results of the player's own order where they happened. @param {GameEvent[]} events */
  flash(events) {
    const ms = this.parts.pace(1700) || 900;
    for (const event of events) {
      if (this.parts.stage.events[event.event]?.parts) this.flashEvent(event, ms);
    }
  }
}
