// A whole formation picked, wherever its units stand, and sent to one goal: the server says who goes how far.
import { post } from "../../lib/api.js";
import { small } from "../../map/counters.js";
import { clicks, h, notice, rule } from "../../lib/dom.js";
import { placeOf } from "../panels/boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").March} March */
/** @typedef {import("../../types.gen.js").MarchStep} MarchStep */

const GOLD = "#FFD400";
const CLOSE = 0.9; // the scale at which a formation is shown at most when one jumps to it
const MODES = [["", "as they are"], ["in column", "in column"]];

export class Group {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.key = "";
    /** @type {string[]} the units of the formation that are on the map */
    this.units = [];
    this.mode = "";
    this.goal = "";
    /** @type {March | null} */
    this.march = null;
  }

  forget() {
    this.key = "";
    this.units = [];
    this.goal = "";
    this.march = null;
  }

  /** May what is picked be sent somewhere now? */
  ready() {
    const { stage, state, side } = this.table;
    return Boolean(this.key && stage.marches && state.choices.mine && this.key.startsWith(`${side}/`));
  }

  /** @param {string} key of a formation @param {boolean} [jump] bring it into view */
  pick(key, jump = false) {
    const { table } = this;
    const members = new Set(table.board.formations.members(key));
    const found = table.shown().units.filter((u) => members.has(u.id));
    if (!found.length) return notice(`Nobody of ${this.title(key)} is on the map.`);
    table.forget();
    table.cancelFan();
    this.key = key;
    this.units = found.map((u) => u.id);
    table.tab = "orders";
    if (jump) table.board.camera.fit([...new Set(found.map((u) => u.hex))], CLOSE);
    return table.drawAll();
  }

  /** The formation of the unit that is picked. */
  pickWhole() {
    const { picking, board } = this.table;
    const key = picking.unit ? board.formations.of(picking.unit) : "";
    if (key) return this.pick(key);
    return notice(picking.unit ? "This unit belongs to no formation." : "Pick a unit first; then its whole formation.");
  }

  /** @param {string} [key] */
  title(key = this.key) {
    const [side, group] = key.split("/");
    return this.table.stage.formations?.[side]?.[group]?.title ?? group;
  }

  /** Towards this hex; the same hex once more goes. @param {string} hex */
  async aim(hex) {
    if (hex === this.goal && this.march?.steps.length) return this.go();
    this.goal = hex;
    return this.ask();
  }

  async ask() {
    const { table, goal, units, mode } = this;
    this.march = null;
    try {
      const { march } = await post(table.path("/march"), { units, hex: goal, mode }, table.token());
      if (this.goal === goal) this.march = march;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
    return table.drawAll();
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    return this.goal ? this.ask() : this.table.drawAll();
  }

  /** One order after the other; what changes meanwhile ends the march. */
  async go() {
    const { table, key, mode, march } = this;
    if (!march?.steps.length) return;
    await table.giving.giveAll(march.steps.map((step) => step.order));
    if (table.closed || !table.state.choices.mine) return;
    this.pick(key);
    this.mode = mode;
    table.drawPanel();
  }

  /** On the map; false when no formation is picked. */
  show() {
    if (!this.key) return false;
    const { marks } = this.table.board;
    const here = new Set(this.units.map((id) => this.table.unitAt(id)?.hex ?? ""));
    marks.showHexes([...here], GOLD);
    if (this.goal) marks.chips.append(marks.chip(this.goal, "goal", "#0B63CE"));
    marks.showArrows((this.march?.steps ?? []).map((step) => ({ from: step.from, to: step.to, kind: "move", label: "" })));
    return true;
  }

  /** Beside the map: who belongs to it, and where the march leads. */
  panel() {
    const { table } = this;
    const { stage } = table;
    const list = this.units.map((id) => {
      const unit = stage.units[id];
      const state = table.unitAt(id);
      return h("button", { class: "pick", "data-pick": id, title: `${unit.name}, ${state?.hex ?? ""}`, onclick: () => table.goToUnit(id) },
        small(unit, state?.marks ?? [], stage.signs, 44, state?.print), h("small", {}, state?.hex ?? ""));
    });
    return h("section", { class: "group", "data-group": this.key }, h("h2", {}, `${this.title()}, the whole formation`),
      h("p", { class: "quiet" }, `${this.units.length} units on the map.`, this.ready() && !this.goal ? ` ${clicks()} a hex: all go towards it.` : ""),
      this.ready() ? h("div", { class: "options", role: "group", "aria-label": "How to set out" }, (stage.march_modes ?? MODES).map(([mode, label]) =>
        h("button", { class: mode === this.mode ? "on" : "", "aria-pressed": String(mode === this.mode), onclick: () => this.setMode(mode) }, label))) : null,
      this.goal ? this.plan() : this.ready() ? h("div", { class: "options" }, h("button", { id: "staff-group", onclick: () => table.staff.ask(this.units) }, "Let the staff move it")) : null,
      h("div", { class: "picks" }, list));
  }

  plan() {
    const { table, march } = this;
    const where = placeOf(table.stage, this.goal);
    if (!march) return h("p", {}, "…");
    const many = march.steps.length;
    return [
      h("h3", {}, `To ${where}`),
      h("div", { class: "options" },
        h("button", { class: "main", id: "march", disabled: !many, onclick: () => this.go() }, `March: ${many} order${many === 1 ? "" : "s"}`),
        h("button", { onclick: () => { this.goal = ""; this.march = null; table.drawAll(); } }, "Another goal")),
      h("ul", { class: "plain" }, march.steps.map((step) => h("li", { "data-step": step.to }, step.label))),
      march.stay.map((why) => h("div", { class: "why" }, why.facts, " ", rule(table.stage.game, why.rule))),
    ];
  }
}
