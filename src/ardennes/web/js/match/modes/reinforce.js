// Who can come to a hex: a list to pick from, without a unit picked before.
import { get } from "../../lib/api.js";
import { small } from "../../map/counters.js";
import { h, notice } from "../../lib/dom.js";
import { placeOf } from "../panels/boxes.js";

/** @typedef {import("../match.js").Table} Table */

const MANY = 40; // so many are listed

export class Comers {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.hex = "";
    /** @type {import("../../types.gen.js").Comer[]} */
    this.list = [];
  }

  forget() {
    this.hex = "";
    this.list = [];
  }

  /** Of the hex the keyboard stands on, else of the picked unit's. */
  askHere() {
    const { picking, board } = this.table;
    const on = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex : "";
    return this.ask(on || this.table.unitAt(picking.unit ?? "")?.hex || board.focused());
  }

  /** @param {string} hex */
  async ask(hex) {
    const { table } = this;
    if (!hex) return;
    try {
      const { comers } = await get(table.path(`/comers?hex=${encodeURIComponent(hex)}`), table.token());
      table.forget();
      this.hex = hex;
      this.list = comers;
      table.tab = "orders";
      table.drawAll();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** On the map: the hex, and where they would come from; false when nothing was asked. */
  show() {
    if (!this.hex) return false;
    const { marks } = this.table.board;
    const from = [...new Set(this.list.map((c) => this.table.unitAt(c.unit)?.hex ?? ""))];
    marks.showHexes([this.hex, ...from]);
    marks.showArrows(from.filter((id) => id && id !== this.hex).map((id) => ({ from: id, to: this.hex, kind: "support", label: "" })));
    return true;
  }

  panel() {
    const { table, list } = this;
    const { stage } = table;
    const row = (/** @type {import("../../types.gen.js").Comer} */ comer) => {
      const state = table.unitAt(comer.unit);
      return h("li", {}, h("button", { class: "comer", "data-comer": comer.unit, onclick: () => this.pick(comer.unit) },
        small(stage.units[comer.unit], state?.marks ?? [], stage.signs, 34, state?.print), h("span", {}, h("b", {}, stage.units[comer.unit].name), ` ${comer.label}`)));
    };
    const more = list.length > MANY ? h("p", { class: "quiet" }, `and ${list.length - MANY} more`) : null;
    return h("section", { class: "comers", "data-hex-asked": this.hex, role: "status" }, h("h2", {}, `Who can come to ${placeOf(stage, this.hex)}?`),
      list.length ? h("ul", { class: "plain" }, list.slice(0, MANY).map(row)) : h("p", {}, "None of your units can come there now."), more);
  }

  /** Picks the unit; the hex it was asked about stays in the middle of attention. @param {string} unit */
  async pick(unit) {
    const { hex, table } = this;
    await table.picking.select(unit);
    table.board.focus(hex);
  }
}
