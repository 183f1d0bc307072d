// "Let the staff do the rest": what it would do with the rest of a decision, shown first, then given order by order.
import { post } from "./api.js";
import { h, notice, side_name } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").StaffPlan} StaffPlan */
/** @typedef {import("./types.js").StaffStep} StaffStep */

export class Staff {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {StaffPlan | null} */
    this.plan = null;
    /** @type {Set<string>} kinds of order one does oneself */
    this.own = new Set();
    this.asking = false;
    /** what was given last: so many orders, and the change they led to @type {{seq: number, orders: number}} */
    this.block = { seq: -1, orders: 0 };
  }

  forget() {
    this.plan = null;
  }

  /** @param {string[]} [units] only these; none: all */
  async ask(units = []) {
    const { table } = this;
    if (this.asking) return;
    this.asking = true;
    table.forget();
    table.drawAll();
    const about = () => `${table.state.choices.decision?.kind} ${table.state.board.turn}`;
    const asked = about();
    try {
      const { plan } = await post(table.path("/staff"), { units }, table.token());
      if (asked === about()) this.plan = plan; // each order is judged when it is given
      this.own.clear();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    } finally {
      this.asking = false;
    }
    if (!this.table.closed) table.drawAll();
  }

  /** What the staff is left to do. */
  steps() {
    return (this.plan?.steps ?? []).filter((step) => !this.own.has(String(step.order.do)));
  }

  /** One order after the other; a refusal, or another decision, ends it. */
  async accept() {
    const { table, plan } = this;
    if (!plan) return;
    const before = table.state.orders;
    await table.giving.giveAll(this.steps().map((step) => step.order));
    this.forget();
    if (table.closed) return;
    this.block = { seq: table.state.seq, orders: table.state.orders - before };
    table.drawAll();
    const back = table.state.undo ? null : h("button", { onclick: () => table.giving.undo("undo") }, "Undo");
    notice(`The staff gave ${orders(this.block.orders)}. ${plan.stopped}`, " ", back);
  }

  /** How many orders Undo takes back now: those of the staff together. */
  together() {
    return this.block.seq === this.table.state.seq ? Math.max(1, this.block.orders) : 1;
  }

  // ---- what is shown

  /** The arrows of the plan on the map; false when there is none. */
  show() {
    if (!this.plan) return false;
    const { board, state } = this.table;
    const at = Object.fromEntries(state.board.units.map((u) => [u.id, u.hex]));
    const arrows = this.steps().flatMap((step) => this.arrows(step, at));
    board.marks.showArrows(arrows.filter((x) => x.from && x.to && x.from !== x.to));
    return true;
  }

  /** A step as arrows, from where its units stand by then. @param {StaffStep} step @param {Record<string, string>} at */
  arrows(step, at) {
    const path = step.path.map((x) => x.replace(/r$/, "")).filter((x) => this.table.board.geometry.hexes[x]);
    const to = path.at(-1) ?? "";
    const fights = Boolean(step.order.attackers ?? step.order.targets);
    return step.units.map((unit) => {
      const from = at[unit] ?? "";
      if (to && !fights) at[unit] = to;
      return { from, to, kind: /** @type {"attack" | "plan"} */ (fights ? "attack" : "plan"), label: "" };
    });
  }

  /** The button beside the map. */
  button() {
    const { choices } = this.table.state;
    if (!choices.mine || choices.history || this.plan) return null;
    return h("div", { class: "options staffed" }, h("button", { id: "staff", disabled: this.asking, title: "It shows what it would do; nothing is done before you say so", onclick: () => this.ask() },
      this.asking ? "The staff is thinking …" : "Let the staff do the rest"));
  }

  panel() {
    const { plan, table } = this;
    if (!plan) return null;
    const light = (/** @type {StaffStep | null} */ step) => step ? table.giving.light(step) : table.highlight();
    const row = (/** @type {StaffStep} */ step) => h("li", { title: step.why, tabindex: 0, onpointerenter: () => light(step), onpointerleave: () => light(null), onfocus: () => light(step), onblur: () => light(null) }, step.label);
    const many = this.steps().length;
    const none = plan.stopped ? "The staff can do nothing before the dice" : "The staff would do nothing here";
    return h("section", { class: "staffplan" }, h("h2", {}, plan.steps.length ? `The staff would give ${orders(many)}` : none),
      plan.stopped ? h("p", { class: "quiet" }, plan.stopped) : null,
      h("div", { class: "options" },
        h("button", { class: "main", id: "staff-do", disabled: !many, onclick: () => this.accept() }, many === 1 ? "Do it" : `Do all ${many}`),
        h("button", { id: "staff-not", onclick: () => table.cancel() }, "Cancel")),
      this.kinds(), h("ol", { class: "plain" }, this.steps().map(row)));
  }

  /** The kinds of order in the plan: the guns, the air, the march; what one does oneself is switched off. */
  kinds() {
    const { plan, own, table } = this;
    /** @type {string[]} */
    const found = [...new Set((plan?.steps ?? []).map((step) => String(step.order.do)))];
    if (!plan || found.length < 2) return null;
    const turn = (/** @type {string} */ kind) => {
      if (!own.delete(kind)) own.add(kind);
      table.drawAll();
    };
    const count = (/** @type {string} */ kind) => plan.steps.filter((step) => step.order.do === kind).length;
    return h("div", { class: "options", role: "group", "aria-label": "Left to the staff" }, found.map((kind) => h("button", {
      "data-kind": kind, "aria-pressed": String(!own.has(kind)), class: own.has(kind) ? "" : "on", title: "Pressed: the staff does it; else you do", onclick: () => turn(kind),
    }, `${side_name(kind.replaceAll("_", " "))} ${count(kind)}`)));
  }
}

/** @param {number} count */
const orders = (count) => count === 1 ? "1 order" : `${count} orders`;
