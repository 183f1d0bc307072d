// A whole formation is selected, wherever its units are, and sent to one hex: the server says which unit goes how far.
import { post } from "../../lib/api.js";
import { clicks, h, notice, rule } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { small } from "../../map/counters.js";
import { placeOf } from "../panels/boxes.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").March} March */
/** @typedef {import("../../map/board.js").How} How */

const GOLD = "#FFD400";

/** @param {import("../../types.gen.js").Stage} stage @param {string} key */
export function formationTitle(stage, key) {
  const [side, group] = key.split("/");
  return stage.formations?.[side]?.[group]?.title ?? group;
}

export class Formation extends Mode {
  name = "formation";
  hasSubject = true;
  goal = "";
  /** @type {March | null} */
  march = null;

  /** @param {Parts} parts @param {string} key @param {string[]} units of the formation that are on the map @param {string} [method] */
  constructor(parts, key, units, method = "") {
    super(parts);
    this.key = key;
    this.units = units;
    this.method = method;
  }

  get idle() {
    return false;
  }

  get canMarch() {
    const { stage, state, side } = this.parts;
    return Boolean(stage.marches && state.choices.mine && this.key.startsWith(`${side}/`));
  }

  // ---- clicks

  /** @param {string} id @param {string} hex @param {How} how */
  onUnit(id, hex, how) {
    return this.canMarch && !this.parts.isOwn(id) ? this.aim(hex) : super.onUnit(id, hex, how);
  }

  /** @param {string} id @param {How} [how] @returns {unknown} */
  onHex(id, how) {
    return this.canMarch ? this.aim(id) : super.onHex(id, how);
  }

  /** @param {string} key */
  onFormation(key) {
    return this.parts.modes.formation(key, key === this.key); // a second click brings it into view
  }

  /** Ask for the march to this hex; the same hex again gives the orders. @param {string} hex */
  aim(hex) {
    if (hex === this.goal && this.march?.steps.length) return this.go();
    this.goal = hex;
    return this.ask();
  }

  async ask() {
    const { parts, goal, units, method } = this;
    this.march = null;
    try {
      const { march } = await post(parts.path("/march"), { units, hex: goal, mode: method }, parts.token());
      if (this.goal === goal) this.march = march;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
    if (parts.mode === this) parts.drawAll();
  }

  /** @param {string} method */
  setMethod(method) {
    this.method = method;
    return this.goal ? this.ask() : this.parts.drawAll();
  }

  clearGoal() {
    this.goal = "";
    this.march = null;
    this.parts.drawAll();
  }

  /** Give one order after the other; the march ends when something else has to be decided. */
  async go() {
    const { parts, march } = this;
    if (!march?.steps.length) return;
    await parts.actions.giveAll(march.steps.map((step) => step.order));
    if (!parts.closed && parts.state.choices.mine) parts.modes.formation(this.key, false, this.method);
  }

  // ---- what is shown

  highlight() {
    const { marks } = this.parts.board;
    marks.showHexes([...new Set(this.units.map((id) => this.parts.unitAt(id)?.hex ?? ""))], GOLD);
    if (this.goal) marks.chips.append(marks.chip(this.goal, t("match.formation.goal"), "#0B63CE"));
    marks.showArrows((this.march?.steps ?? []).map((step) => ({ from: step.from, to: step.to, kind: "move", label: "" })));
  }

  /** @param {import("../match.js").Table} table */
  panel(table) {
    const { parts, units, canMarch, goal } = this;
    const { stage } = parts;
    const button = (/** @type {string} */ id) => {
      const unit = stage.units[id], state = parts.unitAt(id);
      return h("button", { class: "pick", "data-pick": id, title: `${unit.name}, ${state?.hex ?? ""}`, onclick: () => table.goToUnit(id) },
        small(unit, state?.marks ?? [], stage.signs, 44, state?.print), h("small", {}, state?.hex ?? ""));
    };
    const choices = stage.march_modes ?? [["", t("match.formation.as-they-are")], ["in column", t("match.formation.in-column")]];
    const methods = choices.map(([method, label]) =>
      h("button", { class: method === this.method ? "on" : "", "aria-pressed": String(method === this.method), onclick: () => this.setMethod(method) }, label));
    const staff = h("div", { class: "options" }, h("button", { id: "staff-group", onclick: () => parts.modes.staffPlan(units) }, t("match.formation.staff")));
    return h("section", { class: "group", "data-group": this.key }, h("h2", {}, t("match.formation.title", { formation: formationTitle(stage, this.key) })),
      h("p", { class: "quiet" }, t("match.formation.units", { n: units.length }), canMarch && !goal ? ` ${t("match.formation.send", { click: clicks() })}` : ""),
      canMarch ? h("div", { class: "options", role: "group", "aria-label": t("match.formation.method") }, methods) : null,
      goal ? this.plan() : canMarch ? staff : null,
      h("div", { class: "picks" }, units.map(button)));
  }

  /** The march to the goal, unit by unit. */
  plan() {
    const { march, parts: { stage } } = this;
    if (!march) return h("p", {}, "…");
    return [
      h("h3", {}, t("match.formation.to", { place: placeOf(stage, this.goal) })),
      h("div", { class: "options" },
        h("button", { class: "main", id: "march", disabled: !march.steps.length, onclick: () => this.go() }, t("match.formation.march", { n: march.steps.length })),
        h("button", { onclick: () => this.clearGoal() }, t("match.formation.other-goal"))),
      h("ul", { class: "plain" }, march.steps.map((step) => h("li", { "data-step": step.to }, step.label))),
      march.stay.map((why) => h("div", { class: "why" }, why.facts, " ", rule(stage.game, why.rule))),
    ];
  }
}
