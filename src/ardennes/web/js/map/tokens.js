// What lies on the map besides units: depots, aircraft, parachuted supplies, repairs. The view says which and where.
import { s } from "../lib/dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.gen.js").Token} Token */

const STEP = 27; // between tokens of one hex
/** A token in a square of 24: its colour, and its white sign. @type {Record<string, [string, string]>} */
const LOOKS = {
  drum: ["#7A3B0E", "M7 5.5H17V18.5H7ZM7 10H17M7 14H17"],
  plane: ["#B3122A", "M12 3.5L13.4 9.2L20.5 13V15L13.4 13L13 17.6L15.2 19.4V20.8L12 20L8.8 20.8V19.4L11 17.6L10.6 13L3.5 15V13L10.6 9.2Z"],
  parachute: ["#0B5A8A", "M4 11A8 7 0 0 1 20 11ZM4 11L12 18.5L20 11M12 4V18.5"],
  hammer: ["#3B5A17", "M6 5H15L18 8.5H15V9.5H6ZM10 9.5V20"],
};

export class Tokens {
  /** @param {Board} board */
  constructor(board) {
    this.geometry = board.geometry;
    this.layer = s("g", { class: "tokens" });
    this.drawn = "";
    board.names.layer.before(this.layer); // above the counters, below the names
  }

  /** @param {Token[]} tokens */
  draw(tokens) {
    const key = JSON.stringify(tokens);
    if (key === this.drawn) return;
    this.drawn = key;
    /** @type {Record<string, number>} */
    const before = {};
    this.layer.replaceChildren(...tokens.flatMap((token) => {
      const at = this.place(token, before);
      return at ? [this.piece(token, at)] : [];
    }));
  }

  /** At the foot of its hex beside others, or on its hexside. @param {Token} token @param {Record<string, number>} before @returns {[number, number] | null} */
  place(token, before) {
    if (token.side) {
      const middle = this.geometry.middle(token.side);
      return middle && [middle[0], middle[1] - 20];
    }
    const hex = this.geometry.hexes[token.hex ?? ""];
    if (!hex) return null;
    const at = before[hex.id] = (before[hex.id] ?? -1) + 1;
    return [hex.x - this.geometry.radius * 0.55 + at * STEP, hex.y + this.geometry.radius * 0.58];
  }

  /** @param {Token} token @param {[number, number]} at */
  piece(token, [x, y]) {
    const [fill, sign] = LOOKS[token.look] ?? LOOKS.drum;
    const label = token.label ?? "";
    return s("g", { class: "token", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-token": token.look, "data-at": token.hex ?? token.side },
      s("g", {}, s("title", {}, token.words),
        s("rect", { x: -13, y: -13, width: 26, height: 26, rx: 13, fill, stroke: "#fff", "stroke-width": 2.2 }),
        s("path", { d: sign, transform: "translate(-12 -12)", fill: "none", stroke: "#fff", "stroke-width": 1.7, "stroke-linejoin": "round" }),
        label ? s("g", {}, s("rect", { x: 5, y: -18, width: 7 + 7.6 * label.length, height: 15, rx: 7, fill: "#fff", stroke: fill, "stroke-width": 1.4 }),
          s("text", { x: 8.5 + 3.8 * label.length, y: -6.4, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill, class: "label" }, label)) : ""));
  }
}
