// The ways into each mode. The page has one mode at a time: `store.mode`.
import { get, post } from "../../lib/api.js";
import { h, notice } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { Aim } from "./aim.js";
import { Attack } from "./attack.js";
import { DrawWay } from "./draw-way.js";
import { Formation, formationTitle } from "./formation.js";
import { LookBack } from "./look-back.js";
import { Mode } from "./mode.js";
import { PickUnits } from "./pick-units.js";
import { Reinforce } from "./reinforce.js";
import { Select } from "./select.js";
import { SetUp } from "./setup.js";
import { StaffPlan } from "./staff-plan.js";

/** @typedef {import("./mode.js").Parts} ModeParts */
/** @typedef {ModeParts & Pick<import("../match.js").Table, "staff" | "feed" | "take">} Parts */

const CLOSE = 0.9; // the largest scale to which the map zooms for a formation

export class Modes {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.isPlanning = false; // the staff is asked for a plan
    /** @type {PickUnits | null} what was picked stays while the decision stays */
    this.picks = null;
    /** @type {SetUp | null} */
    this.setups = null;
  }

  /** The mode in which nothing is selected. @returns {Mode} */
  home() {
    const { parts } = this;
    const { choices } = parts.state;
    if (parts.replay) return new LookBack(parts);
    if (!choices.mine) return new Mode(parts);
    const { picker } = choices;
    if (picker) {
      if (JSON.stringify(this.picks?.picker) !== JSON.stringify(picker)) this.picks = new PickUnits(parts, picker);
      return this.picks ?? new Mode(parts);
    }
    this.picks = null;
    if (!choices.keeps_setup) return new Mode(parts);
    if (this.setups?.side !== parts.side) this.setups = new SetUp(parts);
    return this.setups;
  }

  /** @param {string} unit @param {{unit: string, ways: import("./mode.js").Way[]} | null} [before] the unit selected before, if it can come here */
  async select(unit, before = null) {
    const mode = new Select(this.parts, unit, before);
    this.parts.begin(mode);
    await mode.load();
    if (this.parts.mode === mode) this.parts.drawAll();
  }

  /** @param {Select} select @returns {DrawWay} */
  drawWay(select) {
    const mode = new DrawWay(select);
    this.parts.begin(mode);
    return mode;
  }

  /** Begin to draw the way of the selected unit, or stop. */
  toggleDrawing() {
    const { mode } = this.parts;
    if (mode instanceof DrawWay) mode.stop();
    else if (mode instanceof Select && mode.ways.length) {
      this.drawWay(mode);
      this.parts.drawAll();
    } else notice(t("match.draw.none"));
  }

  /** @param {string} hex @param {string} [unit] that was selected, and attacks */
  async attack(hex, unit = "") {
    const { parts } = this;
    const target = parts.state.choices.targets.find((x) => x.hex === hex);
    if (!target) return;
    const mode = new Attack(parts, [hex], target.attackers.filter((x) => x === unit)); // it is among those proposed
    Object.assign(mode, { offered: [...target.attackers], with: target.with, strict: Boolean(target.first) });
    parts.begin(mode);
    parts.tab = "orders";
    await mode.compute({ propose: true });
    parts.board.camera.reveal(hex);
  }

  /** Look at an attack that was declared. @param {import("../../types.gen.js").Declared} attack */
  declared({ targets, attackers }) {
    const mode = new Attack(this.parts, targets, attackers, true);
    this.parts.begin(mode);
    return mode.compute();
  }

  /** @param {string} key of a formation @param {boolean} [jump] bring it into view @param {string} [method] */
  formation(key, jump = false, method = "") {
    const { parts } = this;
    const members = new Set(parts.board.formations.members(key));
    const units = parts.shown().units.filter((u) => members.has(u.id));
    if (!units.length) {
      notice(t("match.formation.none", { formation: formationTitle(parts.stage, key) }));
      return;
    }
    parts.tab = "orders";
    if (jump) parts.board.camera.fit([...new Set(units.map((u) => u.hex))], CLOSE);
    parts.enter(new Formation(parts, key, units.map((u) => u.id), method));
  }

  /** The whole formation of the selected unit. */
  wholeFormation() {
    const { unit } = this.parts.mode;
    const key = unit ? this.parts.board.formations.of(unit) : "";
    if (key) this.formation(key);
    else notice(unit ? t("match.formation.no-formation") : t("match.formation.select-first"));
  }

  /** List the units that can come to a hex. @param {string} hex */
  async reinforce(hex) {
    const { parts } = this;
    if (!hex) return;
    try {
      const { comers } = await get(parts.path(`/comers?hex=${encodeURIComponent(hex)}`), parts.token());
      parts.tab = "orders";
      parts.enter(new Reinforce(parts, hex, comers));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** For the hex that has the keyboard focus, else that of the selected unit. */
  reinforceHere() {
    const { board, mode } = this.parts;
    const focus = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex : "";
    return this.reinforce(focus || this.parts.unitAt(mode.unit)?.hex || board.focused());
  }

  /** @param {import("../../types.gen.js").AirTask} task @param {string[]} squadrons that go */
  aim(task, squadrons) {
    const { parts } = this;
    parts.enter(new Aim(parts, task, squadrons));
    parts.drawCard();
    parts.board.focus(parts.board.camera.middle()); // the arrow keys start in the middle of the view
  }

  /** Ask the staff for a plan. @param {string[]} [units] only for these; none: for all */
  async staffPlan(units = []) {
    const { parts } = this;
    if (this.isPlanning) return;
    this.isPlanning = true;
    parts.leave();
    const decision = () => `${parts.state.choices.decision?.kind} ${parts.state.board.turn}`;
    const before = decision();
    /** @type {import("../../types.gen.js").StaffPlan | null} */
    let plan = null;
    try {
      ({ plan } = await post(parts.path("/staff"), { units }, parts.token()));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    } finally {
      this.isPlanning = false;
    }
    if (parts.closed) return;
    if (plan && before === decision()) parts.enter(new StaffPlan(parts, plan)); // each order is judged when it is given
    else parts.drawAll();
  }

  /** The button that asks for a plan. */
  staffButton() {
    const { choices } = this.parts.state;
    if (!choices.mine || choices.history || this.parts.mode instanceof StaffPlan) return null;
    return h("div", { class: "options staffed" }, h("button", { id: "staff", disabled: this.isPlanning, title: t("match.staff.preview"), onclick: () => this.staffPlan() },
      this.isPlanning ? t("match.staff.thinking") : t("match.staff.rest")));
  }
}
