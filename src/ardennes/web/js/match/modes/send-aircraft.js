// An aircraft needs a target: its targets are lit with the chance of success, and a click sends it.
import { clicks, h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { BLUE, RED } from "../../map/colours.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").Wing} Wing */

export class SendAircraft extends Mode {
  name = "send-aircraft";
  hasSubject = true;

  /** @param {Parts} parts @param {Wing} wing @param {(hex: string) => void} send */
  constructor(parts, wing, send) {
    super(parts);
    this.wing = wing;
    this.send = send;
    /** @type {string | null} the hex over which its chip is dragged */
    this.over = null;
  }

  get idle() {
    return false;
  }

  /** @param {string} _id @param {string} hex */
  onUnit(_id, hex) {
    return this.onHex(hex);
  }

  /** @param {string} hex @returns {unknown} */
  onHex(hex) {
    if (hex in this.wing.targets) return this.send(hex);
    return this.parts.leave();
  }

  /** @param {number} step */
  next(step) {
    const list = Object.keys(this.wing.targets);
    const focus = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex ?? "" : "";
    return this.parts.board.focus(list[(list.indexOf(focus) + step + list.length) % list.length]);
  }

  highlight() {
    const { marks } = this.parts.board;
    const targets = Object.entries(this.wing.targets);
    marks.showHexes(targets.map(([hex]) => hex), BLUE);
    marks.chips.replaceChildren(...targets.map(([hex, chance]) => marks.chip(hex, `${chance} %`, hex === this.over ? RED : BLUE)));
  }

  panel() {
    const { name, success } = this.wing;
    return h("section", { class: "sending", role: "status" }, h("h2", {}, name), h("p", {}, t("match.air.where", { click: clicks(), success })),
      h("div", { class: "options" }, h("button", { onclick: () => this.cancel() }, t("common.cancel"))));
  }
}
