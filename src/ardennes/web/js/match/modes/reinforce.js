// The units that can come to a hex: a list to choose from, without selecting a unit before.
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { small } from "../../map/counters.js";
import { placeOf } from "../panels/boxes.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").Comer} Reinforcement */
/** @typedef {import("../../map/board.js").How} How */

const MANY = 40; // so many are listed

export class Reinforce extends Mode {
  name = "reinforce";
  hasSubject = true;

  /** @param {Parts} parts @param {string} hex @param {Reinforcement[]} list */
  constructor(parts, hex, list) {
    super(parts);
    this.hex = hex;
    this.list = list;
  }

  get idle() {
    return false;
  }

  /** A second click on the hex closes the list. @param {string} id @param {How} how */
  onOtherHex(id, how) {
    return id === this.hex && !this.parts.board.pieces.stacks[id] ? this.parts.leave() : super.onOtherHex(id, how);
  }

  /** Select the unit and put the focus on the hex. @param {string} unit */
  async choose(unit) {
    await this.parts.modes.select(unit);
    this.parts.board.focus(this.hex);
  }

  highlight() {
    const { hex } = this;
    const { marks } = this.parts.board;
    const starts = [...new Set(this.list.map(({ unit }) => this.parts.unitAt(unit)?.hex ?? ""))];
    marks.showHexes([hex, ...starts]);
    marks.showArrows(starts.filter((from) => from && from !== hex).map((from) => ({ from, to: hex, kind: "support", label: "" })));
  }

  panel() {
    const { list, hex, parts } = this;
    const { stage } = parts;
    const row = (/** @type {Reinforcement} */ { unit, label }) => {
      const state = parts.unitAt(unit);
      return h("li", {}, h("button", { class: "comer", "data-comer": unit, onclick: () => this.choose(unit) },
        small(stage.units[unit], state?.marks ?? [], stage.signs, 34, state?.print), h("span", {}, h("b", {}, stage.units[unit].name), ` ${label}`)));
    };
    const more = list.length > MANY ? h("p", { class: "quiet" }, t("match.reinforce.more", { count: list.length - MANY })) : null;
    return h("section", { class: "comers", "data-hex-asked": hex, role: "status" }, h("h2", {}, t("match.reinforce.title", { place: placeOf(stage, hex) })),
      list.length ? h("ul", { class: "plain" }, list.slice(0, MANY).map(row)) : h("p", {}, t("match.reinforce.none")), more);
  }
}
