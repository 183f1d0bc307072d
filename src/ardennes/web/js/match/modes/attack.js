// An attack being planned: targets, attackers, and the odds the server works out. The server also chooses who attacks
// when a hex is only pointed at; the page shows what it says.
import { post } from "../../lib/api.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Odds} Odds */
/** @typedef {import("../../types.gen.js").Declared} Declared */
/** @typedef {import("../../map/board.js").How} How */
/**
 * @typedef {object} Plan
 * @property {string[]} targets
 * @property {string[]} attackers
 * @property {string} [just] whose chip was pressed last: no preview of taking that back while the pointer stays
 * @property {string[]} offered
 * @property {string[]} with hexes that may be attacked as well
 * @property {boolean} pending declared already
 * @property {boolean} [strict] not all of those offered may attack together
 * @property {string} [open] the part of the sum that is explained
 * @property {boolean} [table] the whole table of results is shown
 * @property {Odds | null} odds
 */

export class Attack {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Plan | null} */
    this.plan = null;
  }

  forget() {
    this.plan = null;
  }

  /** The plan that is being made, and not one that is only looked at. */
  making() {
    return this.plan && !this.plan.pending && !this.table.replay ? this.plan : null;
  }

  /** @param {string} hex @param {How} how */
  async aim(hex, how) {
    const { table } = this;
    const found = table.state.choices.targets.find((t) => t.hex === hex);
    if (!found) return;
    if (this.plan?.with.includes(hex) && how.shift) {
      await this.toggleTarget(hex);
      return;
    }
    if (how.keyboard && this.making()?.targets.includes(hex)) {
      this.declare();
      return;
    }
    const { attackers } = found;
    const picked = attackers.filter((u) => u === table.picking.unit); // it is among those proposed
    table.forget();
    table.tab = "orders";
    this.plan = { targets: [hex], attackers: picked, offered: [...attackers], with: found.with, pending: false, strict: Boolean(found.first), odds: null };
    await this.reckon({ propose: true });
    table.board.camera.reveal(hex);
  }

  /** The first of these that is there. @param {string[]} wanted */
  focus(...wanted) {
    const found = wanted.map((what) => this.table.frame.panel.querySelector(what)).find((node) => node instanceof HTMLElement);
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {string} hex */
  toggleTarget(hex) {
    const { plan } = this;
    if (!plan) return null;
    plan.targets = plan.targets.includes(hex) ? plan.targets.filter((t) => t !== hex) : [...plan.targets, hex].sort();
    if (!plan.targets.length) return this.table.cancel();
    const all = this.table.state.choices.targets;
    const each = plan.targets.map((t) => all.find((x) => x.hex === t)?.attackers ?? []);
    plan.offered = each[0].filter((u) => each.every((list) => list.includes(u)));
    plan.attackers = [];
    return this.reckon({ propose: true });
  }

  /** @param {string} id */
  toggle(id) {
    const { plan } = this;
    if (!plan) return null;
    plan.just = id;
    plan.attackers = plan.attackers.includes(id) ? plan.attackers.filter((u) => u !== id) : [...plan.attackers, id];
    return this.reckon({ focus: document.activeElement instanceof HTMLButtonElement ? id : "" });
  }

  /** Opens or closes the reason behind a part of the sum. @param {string} what */
  explain(what) {
    const { plan } = this;
    if (!plan) return;
    plan.open = plan.open === what ? "" : what;
    this.table.drawPanel();
    this.focus(`[data-part="${CSS.escape(what)}"]`);
  }

  toggleTable() {
    const { plan } = this;
    if (!plan) return;
    plan.table = !plan.table;
    this.table.drawPanel();
    this.table.frame.panel.querySelector(".crt")?.scrollIntoView({ block: "nearest" });
  }

  /** An attack that was declared. @param {Declared} attack */
  lookAt(attack) {
    this.table.forget();
    this.plan = { targets: attack.targets, attackers: attack.attackers, offered: [], with: [], pending: true, odds: null };
    return this.reckon();
  }

  /** A declared attack is given up: by an order, or, while attacks are declared, by taking it back; those declared after it are declared again. @param {Declared} attack */
  async withdraw(attack) {
    const { giving, state } = this.table;
    if (attack.withdraw) {
      await giving.give(attack.withdraw);
      return;
    }
    const later = state.board.attacks.filter((x) => x.number > attack.number).flatMap((x) => x.again ? [x.again] : []);
    this.table.forget();
    while (this.table.state.board.attacks.length > attack.number) {
      const { seq } = this.table.state;
      await giving.undo("undo");
      if (this.table.state.seq === seq) return; // it cannot be taken back: the reason is told
    }
    await giving.giveAll(later);
  }

  /** Gives the order, where there is one. */
  declare() {
    const { odds } = this.making() ?? {};
    return odds?.order ? this.table.giving.giveAll(odds.orders ?? [odds.order]) : null;
  }

  /** The hexes that could be attacked, one after the other. @param {number} step */
  next(step) {
    const list = this.table.state.choices.targets.map((t) => t.hex);
    const at = list.indexOf(this.plan?.targets[0] ?? "");
    const hex = list[(at + step + list.length) % list.length];
    this.table.board.focus(hex);
    return this.aim(hex, { shift: false, keyboard: false });
  }

  /** Left and right walk the chips, Enter plans, T shows the table. @param {KeyboardEvent} e @returns {boolean} was it for the plan? */
  press(e) {
    if (!this.making() || e.shiftKey) return false;
    const { panel } = this.table.frame;
    const at = document.activeElement;
    const chips = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-attacker]:not([disabled])")]);
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (step && chips.length) {
      const here = chips.findIndex((node) => node === at);
      chips[here < 0 ? (step > 0 ? 0 : chips.length - 1) : (here + step + chips.length) % chips.length].focus();
      return true;
    }
    if (e.key === "Enter" && (!at?.closest("button, a, summary") || at.matches("[data-attacker]"))) {
      this.declare();
      return true;
    }
    if (e.key.toLowerCase() === "t") {
      this.toggleTable();
      return true;
    }
    return false;
  }

  /** @param {{propose?: boolean, focus?: string}} [how] */
  async reckon({ propose = false, focus = "" } = {}) {
    const { plan, table } = this;
    if (!plan) return;
    const { targets, attackers } = plan;
    if (attackers.length || propose) {
      const failed = (/** @type {Error} */ e) => ({ columns: [], lines: [], shifts: [], refusal: { facts: e.message, rule: "", way_out: "" } });
      const odds = await post(table.path("/odds"), { targets, attackers, propose }, table.token()).then((a) => a.odds, failed);
      if (this.plan !== plan || plan.attackers !== attackers) return; // another question was asked meanwhile
      plan.odds = odds;
      if (propose) plan.attackers = odds.attackers ?? [];
    } else plan.odds = null;
    table.drawAll();
    if (focus) this.focus(`[data-attacker="${focus}"]`);
  }

  /** On the map: rings, wedges and the odds, and the hexes this attack would oblige to. */
  show() {
    const { plan, table } = this;
    if (!plan) return;
    const { marks, geometry } = table.board;
    const chip = plan.odds?.column ?? "…";
    const must = plan.pending ? [] : (plan.odds?.follows ?? []).flatMap((row) => row.hex ? [row.hex] : []);
    marks.showTargets(plan.targets, [[plan.targets[0], chip], ...must.map((hex) => /** @type {[string, string]} */ ([hex, "must"]))], [...plan.with, ...must]);
    const froms = [...new Set(plan.attackers.map((u) => table.unitAt(u)?.hex ?? "").filter(Boolean))];
    const wedges = froms.flatMap((from) => plan.targets
      .filter((to) => geometry.hexes[to]?.near.includes(from))
      .map((to) => ({ from, to, kind: /** @type {const} */ ("attack"), label: "" })));
    const planned = plan.pending ? [] : table.state.board.arrows ?? []; // the other attacks stay in sight
    marks.showArrows([...planned, ...wedges, ...(plan.odds?.arrows ?? [])]);
  }
}
