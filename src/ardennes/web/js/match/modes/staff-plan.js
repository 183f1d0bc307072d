// "Let the staff do the rest": what it would do with the rest of a decision, shown first, then given order by order.
import { get, post } from "../../lib/api.js";
import { isQuestion } from "../panels/card.js";
import { h, notice, side_name } from "../../lib/dom.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").StaffPlan} StaffPlan */
/** @typedef {import("../../types.gen.js").StaffStep} StaffStep */
/** @typedef {import("../../types.gen.js").Hint} Hint */
/** @typedef {import("../../types.gen.js").Order} Order */

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
    /** what it would do at a change of the match @type {{seq: number, hint: Promise<Hint>, known: Hint | null}} */
    this.advice = { seq: -1, hint: Promise.reject(), known: null };
    this.advice.hint.catch(() => {}); // nobody has asked
  }

  /** What it would do now; asked once. @returns {Promise<Hint>} */
  hint() {
    const { table } = this;
    const { seq } = table.state;
    if (this.advice.seq === seq) return this.advice.hint;
    const asked = { seq, hint: get(table.path("/hint"), table.token()), known: /** @type {Hint | null} */ (null) };
    this.advice = asked;
    asked.hint.then((/** @type {Hint} */ found) => { asked.known = found; }, () => { asked.seq = -1; });
    return asked.hint;
  }

  /** What the player would do that takes its time. @returns {Promise<Hint>} */
  ponder() {
    const { table } = this;
    return get(table.path("/hint?patient=1"), table.token());
  }

  /** A question with several answers: the one it would give becomes the gold one; where it does not say, none is. */
  async advise() {
    const { table } = this;
    const { seq, choices } = table.state;
    if (table.replay || !isQuestion(choices) || table.flow.next()) return;
    try {
      const { order } = await this.hint();
      if (table.closed || table.replay || table.state.seq !== seq || !choices.buttons.some((b) => !b.end && same(b.order, order))) return;
    } catch {
      return; // it has no time, or nothing to say
    }
    table.flow.since = performance.now(); // Enter was meant for something else
    table.drawCard();
  }

  /** Is it what the staff would do now? @param {Order} order */
  would(order) {
    const { seq, known } = this.advice;
    return Boolean(known && seq === this.table.state.seq && same(known.order, order));
  }

  reason() {
    const { known } = this.advice;
    return known ? `The ${known.player} would do this${known.why ? `: ${known.why}` : ""}` : null;
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
      plan.final ? h("p", { class: "quiet", "data-final": "" }, plan.final) : null,
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

/** The same order, whatever its parts are called first. @param {Order} a @param {Order} b */
const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** @param {number} count */
const orders = (count) => count === 1 ? "1 order" : `${count} orders`;
