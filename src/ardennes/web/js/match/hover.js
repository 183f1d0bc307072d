// What the pointer is over: the way there, and after a moment a card about the unit or the hex.
import { hexTip, tipAt, unitTip } from "./panels/hover-card.js";

/** @typedef {import("./match.js").Table} Table */

const DELAY = 300; // milliseconds before a card

export class Hover {
  /** @param {Pick<Table, "mode" | "shown"> & Parameters<typeof hexTip>[0] & Parameters<typeof unitTip>[0] & Parameters<typeof tipAt>[0]} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {HTMLElement | null} */
    this.tip = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string | null} hex @param {[number, number] | null} point @param {string | null} [unit] the unit of the counter there @param {boolean} [held] a finger rests there */
  show(hex, point, unit = null, held = false) {
    const way = this.parts.mode.onHover(hex);
    this.hide();
    if (hex && point) this.timer = setTimeout(() => this.open(hex, way, point, unit), held ? 0 : DELAY);
  }

  hide() {
    clearTimeout(this.timer);
    this.tip?.remove();
  }

  /** @param {string} hex @param {import("./modes/mode.js").Way | undefined} way @param {[number, number]} point @param {string | null} unit */
  open(hex, way, point, unit) {
    const { parts } = this;
    const state = unit && !way ? parts.shown().units.find((u) => u.id === unit) : null;
    this.tip = state ? tipAt(parts, unitTip(parts, state), point, "sheet-tip") : tipAt(parts, hexTip(parts, hex, way), point, "hex-tip");
  }
}
