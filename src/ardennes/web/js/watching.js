// The log as it grows, and the moves of others shown on the board.
import { get } from "./api.js";
import { DICE } from "./log.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").UnitState} UnitState */

export class Watching {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {LogEntry[]} */
    this.log = [];
    this.heard = 0; // the change up to which the log is known
    this.moving = false;
    this.skipping = false;
  }

  /** Nothing has been heard yet: another seat looks now. */
  forget() {
    this.log = [];
    this.heard = 0;
  }

  skip() {
    this.skipping = true;
  }

  /**
   * What is new of the log: the end of it that came with the view, or fetched where that does not reach back far
   * enough. What was undone is dropped.
   * @param {import("./types.js").MatchView} [state] @returns {Promise<LogEntry[]>}
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

  /** Plays the moves of others on the board as it was; any click or key skips to the end. @param {LogEntry[]} entries */
  async show(entries) {
    const { table } = this;
    if (!table.pace(1) || !entries.length || document.hidden) return;
    this.skipping = false;
    this.moving = true;
    table.frame.watchbar.hidden = false;
    table.frame.markSpeed();
    table.board.marks.clear();
    table.frame.card.replaceChildren();
    for (const entry of entries) {
      for (const event of entry.events) if (!this.skipped()) await this.scene(event);
    }
    this.moving = false;
    table.frame.watchbar.hidden = true;
  }

  skipped() {
    return this.skipping || this.table.closed;
  }

  /** One event, shown as the game's stage says. @param {GameEvent} event */
  async scene(event) {
    const { table } = this;
    const { units } = table.state.board;
    const shown = table.stage.events[event.event] ?? {};
    const goes = [event.unit ?? event.units ?? []].flat(); // one unit, or a stack
    const pieces = units.filter((u) => goes.includes(u.id));
    const piece = pieces[0];
    const redraw = () => table.board.drawUnits(units, { hidden: !table.overlays.on.counters });
    if (piece && event.path?.length > 1) {
      table.board.camera.reveal(event.path.at(-1));
      for (const each of pieces) each.hex = "";
      redraw();
      const steps = Math.min(5, event.path.length - 1);
      await table.board.carry(table.stage.units[piece.id], event.path, table.pace(180) * steps, () => this.skipped());
      for (const each of pieces) each.hex = event.path.at(-1);
      redraw();
      return;
    }
    if (shown.does === "appear" && !piece && table.stage.units[event.unit]) {
      units.push({ id: event.unit, hex: event[shown.at ?? "hex"], marks: [] });
      redraw();
    }
    if (shown.does === "vanish" && piece) {
      piece.hex = "";
      redraw();
    }
    if (shown.does) await this.words(event, table.pace(shown.parts ? 1100 : 500));
  }

  /** What an event says over its hexes. @param {GameEvent} event @param {number} ms @param {() => boolean} [skipped] */
  async words(event, ms, skipped = () => this.skipped()) {
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
      if (this.table.stage.events[event.event]?.parts) this.words(event, ms, () => this.table.closed);
    }
  }
}
