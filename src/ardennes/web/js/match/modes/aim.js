// An order that wants a hex, or the air zone of one: the player says how many, then clicks.
import { clicks, h, rule, touch } from "../../lib/dom.js";
import { middle, zonesOf } from "../../map/layers.js";
import { BLUE } from "../../map/marks.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").AirTask} AirTask */

export class Aiming {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {{task: AirTask, names: string[]} | null} */
    this.plan = null;
  }

  forget() {
    this.plan = null;
  }

  /** @param {AirTask} task @param {string[]} names who goes */
  begin(task, names) {
    const { table } = this;
    table.forget();
    this.plan = { task, names };
    table.drawAll();
    table.drawCard();
    table.board.focus(table.board.camera.middle()); // the arrows set out from what one looks at
  }

  /** The hex that was clicked; false while nothing is wanted. @param {string} hex */
  click(hex) {
    const { plan, table } = this;
    if (!plan) return false;
    const { task, names } = plan;
    const value = task.by === "zone" ? table.board.geometry.hexes[hex].zone : hex;
    table.why = null;
    table.giving.giveFrom(table.tab, { ...task.order, squadrons: names, [task.field]: value }).then(() => table.drawCard());
    return true;
  }

  /** On the map: the zones, or where reports and attacks are; false while nothing is wanted. */
  show() {
    const { plan, table } = this;
    if (!plan) return false;
    const { marks } = table.board;
    if (plan.task.by === "zone") {
      const zones = Object.entries(zonesOf(table));
      marks.reach.replaceChildren(...zones.flatMap(([, hexes]) => marks.edge(hexes, BLUE, 4)));
      marks.chips.replaceChildren(...zones.map(([zone, hexes]) => marks.chip(middle(table, hexes), `Zone ${zone}`, "#0B4A8A")));
      return true;
    }
    marks.showHexes([...new Set((table.shown().contacts ?? []).map((c) => c.hex))]);
    return true;
  }

  /** What is waited for, over the map. */
  card() {
    const { plan, table } = this;
    if (!plan) return null;
    const number = `${plan.names.length} squadron${plan.names.length === 1 ? "" : "s"}`;
    const where = plan.task.by === "zone" ? "any hex of the zone" : "the hex";
    return h("div", { class: "card-over aiming", role: "region", "aria-label": "Aim" },
      h("h2", {}, `${plan.task.label}: ${number}`), h("p", { class: "quiet" }, `${clicks()} ${where}${touch() ? "" : ", or walk there with the arrows and press Enter"}.`),
      (table.why?.found ?? []).map((x) => h("div", { class: "why", role: "status" }, x.facts, " ", rule(table.stage.game, x.rule), x.way_out ? h("div", {}, x.way_out) : null)),
      h("div", { class: "options" }, h("button", { onclick: () => table.cancel() }, "Not now")));
  }
}
