// The log as it grows, and what the dice brought to one's own orders.
import { get } from "../lib/api.js";
import { DICE } from "./panels/log.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../types.gen.js").GameEvent} GameEvent */

export class Watching {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {LogEntry[]} */
    this.log = [];
    this.heard = 0; // the change up to which the log is known
  }

  /** Nothing has been heard yet: another seat looks now. */
  forget() {
    this.log = [];
    this.heard = 0;
  }

  /**
   * What is new of the log: the end of it that came with the view, or fetched where that does not reach back far
   * enough. What was undone is dropped.
   * @param {import("../types.gen.js").MatchView} [state] @returns {Promise<LogEntry[]>}
   */
  async moreLog(state) {
    const { table } = this;
    const first = state?.log_tail[0];
    if (state && first && (first.order === 1 || this.log[first.order - 1]?.seq === first.seq)) {
      const known = this.log.splice(first.order - 1);
      this.log.push(...state.log_tail);
      this.heard = state.seq;
      return state.log_tail.filter((entry, at) => known[at]?.seq !== entry.seq);
    }
    /** @type {LogEntry[]} */
    const fresh = [];
    for (let page = 0; page < 100; page++) {
      const on = page ? `&have=${this.log.length}` : ""; // from where the page before ended
      const more = await get(table.path(`/log?after=${this.heard}${on}`), table.token());
      this.log.length = Math.min(this.log.length, more.keep);
      this.log.push(...more.entries);
      fresh.push(...more.entries);
      this.heard = more.more ? more.entries.at(-1).seq : more.seq;
      if (!more.more) break;
    }
    return fresh;
  }

  /** What an event says over its hexes. @param {GameEvent} event @param {number} ms @param {() => boolean} [skipped] */
  async words(event, ms, skipped = () => this.table.closed) {
    const shown = this.table.stage.events[event.event] ?? {};
    const said = (/** @type {string} */ part) => part === "die" ? DICE[event.shown || event.die] ?? "" : String(event[part] ?? "");
    const text = shown.word ?? (shown.parts ?? []).map(said).filter(Boolean).join(shown.between ?? " · ");
    const places = [event[shown.at ?? "hex"]].flat();
    if (!text) return;
    for (const hex of places) {
      this.table.board.camera.reveal(hex);
      await this.table.board.flash(hex, text, ms, skipped);
    }
  }

  /** What the dice brought to one's own order, shown where it happened. @param {GameEvent[]} events */
  flashes(events) {
    const ms = this.table.pace(1700) || 900;
    for (const event of events) {
      if (this.table.stage.events[event.event]?.parts) this.words(event, ms);
    }
  }
}
