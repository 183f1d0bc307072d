// Reports of enemy units on the map: what was learned, how old it is. A report is no counter: it is a diamond, fainter and
// with a broken rim as it ages, and its age is written on it.
import { GLYPH } from "./counters.js";
import { s } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { RED } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.gen.js").Contact} Contact */

const HALF = 27; // from the middle of a diamond to its points
const STEP = 5; // between the reports of one hex
const FAINT = [1, 0.94, 0.86, 0.72, 0.66, 0.6, 0.56]; // by age in turns

export class EnemyReports {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "contacts" });
    board.marks.works.after(this.layer);
    this.drawn = "";
    /** @type {Record<string, Contact[]>} */
    this.at = {};
  }

  /** @param {Contact[]} contacts the oldest first */
  draw(contacts) {
    const key = JSON.stringify(contacts);
    if (key === this.drawn) return;
    this.drawn = key;
    const before = Object.keys(this.at);
    this.at = {};
    for (const contact of contacts) if (this.board.geometry.hexes[contact.hex]) (this.at[contact.hex] ??= []).push(contact);
    this.layer.replaceChildren(...Object.values(this.at).map((list) => this.stack(list)));
    for (const hex of before) if (!this.at[hex]) this.board.tell(hex, this.board.pieces.stacks[hex] ?? []);
    for (const [hex, list] of Object.entries(this.at)) this.tell(hex, list);
  }

  /** A hex says what is reported in it. @param {string} hex @param {Contact[]} list */
  tell(hex, list) {
    const words = list.map((c) => c.words).join("; ");
    this.board.hitOf?.[hex]?.setAttribute("aria-label", t("map.hex-reported", { hex, text: this.board.geometry.hexes[hex].text, contacts: words }));
  }

  /** @param {Contact[]} list */
  stack(list) {
    const { x, y } = this.board.geometry.hexes[list[0].hex];
    const out = (/** @type {number} */ at) => (at - (list.length - 1) / 2) * STEP;
    const pieces = list.map((contact, at) => this.piece(contact, x + out(at), y - out(at), at === list.length - 1));
    const many = list.length > 1 ? [s("g", { transform: `translate(${x + 22} ${y - 24})` },
      s("circle", { r: 10, fill: "#26241f", stroke: "#fff", "stroke-width": 1.6 }),
      s("text", { y: 4.6, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill: "#fff", class: "label" }, `${list.length}`))] : [];
    return s("g", { "data-contact": list[0].hex }, s("title", {}, list.map((c) => c.words).join("\n")), pieces, many);
  }

  /** @param {Contact} contact @param {number} x @param {number} y @param {boolean} top */
  piece(contact, x, y, top) {
    const { age, stale, glyph, direction } = contact;
    const said = [contact.formation, age === 0 ? t("map.contact-new") : t("map.contact-age", { n: age })].filter(Boolean).join(" · ");
    const wide = 10 + 5.6 * said.length;
    return s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, opacity: FAINT[Math.min(age, FAINT.length - 1)], class: stale ? "contact stale" : "contact" },
      direction >= 0 ? s("path", { d: "M0 -25V-38M-6 -33L0 -40L6 -33", transform: `rotate(${direction})`, fill: "none", stroke: RED, "stroke-width": 4, "stroke-linejoin": "round" }) : "",
      s("path", { d: `M0 ${-HALF}L${HALF} 0L0 ${HALF}L${-HALF} 0Z`, fill: stale ? "#F3E9DF" : "#FBD9D4", stroke: "#fff", "stroke-width": 5, "stroke-linejoin": "round" }),
      s("path", { d: `M0 ${-HALF}L${HALF} 0L0 ${HALF}L${-HALF} 0Z`, fill: "none", stroke: RED, "stroke-width": stale ? 2 : 2.8, "stroke-dasharray": stale ? "5 4" : "none", "stroke-linejoin": "round" }),
      top && glyph ? s("g", { transform: "translate(-11.4 -7.6) scale(.76)" },
        s("path", { d: "M0 0H30V20H0Z", fill: "#fff", stroke: "#3a0c12", "stroke-width": 1.6 }),
        s("path", { d: GLYPH[glyph] ?? "", fill: glyph === "artillery" ? "#3a0c12" : "none", stroke: "#3a0c12", "stroke-width": 1.8 })) : "",
      top && !glyph ? s("text", { y: 7, "text-anchor": "middle", "font-size": 22, "font-weight": 700, fill: "#3a0c12", class: "label" }, "?") : "",
      top && contact.size_mark ? s("text", { y: -10, "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, fill: "#3a0c12", class: "label" }, contact.size_mark) : "",
      top ? s("g", { transform: `translate(0 ${HALF - 5})` },
        s("rect", { x: -wide / 2, y: -7, width: wide, height: 14, rx: 7, fill: "#fff", stroke: RED, "stroke-width": 1.1 }),
        s("text", { y: 4, "text-anchor": "middle", "font-size": 11, "font-weight": 600, fill: "#3a0c12", class: "label" }, said)) : "");
  }
}
