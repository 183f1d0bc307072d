// "Let the staff do the rest": the staff's plan for the rest of a decision is shown first, then given order by order.
import { h, notice, side_name } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { Mode } from "./mode.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").StaffPlan} Plan */
/** @typedef {import("../../types.gen.js").StaffStep} Step */
/** @typedef {import("./mode.js").Parts & Pick<Table, "staff">} Parts */

export class StaffPlan extends Mode {
  name = "staff-plan";
  /** @type {Set<string>} kinds of order that the player gives instead */
  excluded = new Set();

  /** @param {Parts} parts @param {Plan} plan */
  constructor(parts, plan) {
    super(parts);
    this.staff = parts.staff;
    this.plan = plan;
  }

  get idle() {
    return false;
  }

  /** The steps left to the staff. */
  steps() {
    return this.plan.steps.filter((step) => !this.excluded.has(String(step.order.do)));
  }

  /** Give one order after the other; a refusal, or another decision, ends it. */
  async accept() {
    const { parts } = this;
    const before = parts.state.orders;
    await parts.actions.giveAll(this.steps().map((step) => step.order));
    if (parts.closed) return;
    const n = parts.state.orders - before;
    this.staff.block = { seq: parts.state.seq, orders: n };
    parts.leave();
    const undo = parts.state.undo ? null : h("button", { onclick: () => parts.actions.undo("undo") }, t("match.undo"));
    notice(t("match.staff.gave", { n }), " ", this.plan.stopped, " ", undo);
  }

  /** Switch a kind of order between the staff and the player. @param {string} kind */
  toggleKind(kind) {
    if (!this.excluded.delete(kind)) this.excluded.add(kind);
    this.parts.drawAll();
  }

  // ---- what is shown

  /** The plan as arrows. */
  highlight() {
    const { board, state } = this.parts;
    const at = Object.fromEntries(state.board.units.map((u) => [u.id, u.hex]));
    const arrows = this.steps().flatMap((step) => this.arrows(step, at));
    board.marks.showArrows(arrows.filter((x) => x.from && x.to && x.from !== x.to));
  }

  /** A step as arrows, from where its units are by then. @param {Step} step @param {Record<string, string>} at */
  arrows(step, at) {
    const path = step.path.map((x) => x.replace(/r$/, "")).filter((x) => this.parts.board.geometry.hexes[x]);
    const to = path.at(-1) ?? "";
    const isAttack = Boolean(step.order.attackers ?? step.order.targets);
    return step.units.map((unit) => {
      const from = at[unit] ?? "";
      if (to && !isAttack) at[unit] = to;
      return { from, to, kind: /** @type {"attack" | "plan"} */ (isAttack ? "attack" : "plan"), label: "" };
    });
  }

  panel() {
    const { plan, parts } = this;
    const steps = this.steps(), n = steps.length;
    const show = (/** @type {Step} */ step) => () => parts.actions.light(step);
    const hide = () => parts.actions.light(null);
    const row = (/** @type {Step} */ step) => h("li", { title: step.why, tabindex: 0, onpointerenter: show(step), onpointerleave: hide, onfocus: show(step), onblur: hide }, step.label);
    const title = plan.steps.length ? t("match.staff.plan", { n }) : t("match.staff.nothing");
    return h("section", { class: "staffplan" }, h("h2", {}, title),
      plan.stopped ? h("p", { class: "quiet" }, plan.stopped) : null,
      plan.final ? h("p", { class: "quiet", "data-final": "" }, plan.final) : null,
      h("div", { class: "options" },
        n ? h("button", { class: "main", id: "staff-do", onclick: () => this.accept() }, t("match.staff.give", { n })) : null,
        h("button", { id: "staff-not", onclick: () => this.cancel() }, n ? t("common.cancel") : t("common.close"))),
      this.kinds(), h("ol", { class: "plain" }, steps.map(row)));
  }

  /** A button for each kind of order in the plan; a kind that is not pressed is left to the player. */
  kinds() {
    const { plan, excluded } = this;
    const all = plan.steps.map((step) => String(step.order.do));
    const kinds = [...new Set(all)];
    if (kinds.length < 2) return null;
    return h("div", { class: "options", role: "group", "aria-label": t("match.staff.kinds") }, kinds.map((kind) => h("button", {
      "data-kind": kind, "aria-pressed": String(!excluded.has(kind)), class: excluded.has(kind) ? "" : "on", title: t("match.staff.kind"), onclick: () => this.toggleKind(kind),
    }, `${side_name(kind.replaceAll("_", " "))} ${all.filter((x) => x === kind).length}`)));
  }
}
