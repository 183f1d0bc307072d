// An attack being planned: targets, attackers, and the odds the server works out.
import { post } from "./api.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Declared} Declared */
/** @typedef {import("./board.js").How} How */
/**
 * @typedef {object} Plan
 * @property {string[]} targets
 * @property {string[]} attackers
 * @property {string[]} offered
 * @property {string[]} with hexes that may be attacked as well
 * @property {boolean} pending declared already
 * @property {boolean} [strict] not all of those offered may attack together
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

  /** @param {string} hex @param {How} how */
  async aim(hex, how) {
    const { table } = this;
    const found = table.state.choices.targets.find((t) => t.hex === hex);
    if (!found) return;
    if (this.plan?.with.includes(hex) && how.shift) {
      await this.toggleTarget(hex);
      return;
    }
    const { attackers } = found;
    const picked = attackers.filter((u) => u === table.picking.unit); // it joins those who would be first
    table.forget();
    table.tab = "orders";
    this.plan = { targets: [hex], attackers: [...new Set([...(found.first ?? attackers), ...picked])], offered: [...attackers], with: found.with, pending: false, strict: Boolean(found.first), odds: null };
    await this.reckon();
    if (how.keyboard) this.focus("#declare:not([disabled])", "[data-attacker]");
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
    plan.attackers = [...plan.offered];
    return this.reckon();
  }

  /** @param {string} id */
  toggle(id) {
    const { plan } = this;
    if (!plan) return null;
    plan.attackers = plan.attackers.includes(id) ? plan.attackers.filter((u) => u !== id) : [...plan.attackers, id];
    return this.reckon(id);
  }

  /** An attack that was declared. @param {Declared} attack */
  lookAt(attack) {
    this.table.forget();
    this.plan = { targets: attack.targets, attackers: attack.attackers, offered: [], with: [], pending: true, odds: null };
    return this.reckon();
  }

  /** @param {string | null} [focus] */
  async reckon(focus = null) {
    const { plan, table } = this;
    if (!plan) return;
    const { targets, attackers } = plan;
    plan.odds = null;
    if (attackers.length) {
      const failed = (/** @type {Error} */ e) => ({ columns: [], lines: [], shifts: [], refusal: { facts: e.message, rule: "", way_out: "" } });
      plan.odds = await post(table.path("/odds"), { targets, attackers }, table.token()).then((a) => a.odds, failed);
    }
    if (this.plan !== plan) return;
    table.drawAll();
    if (focus) this.focus(`[data-attacker="${focus}"]`);
  }

  /** On the map: rings, wedges and the odds. */
  show() {
    const { plan, table } = this;
    if (!plan) return;
    const { marks, geometry } = table.board;
    const chip = plan.odds?.column ?? "…";
    marks.showTargets(plan.targets, [[plan.targets[0], chip]], plan.with);
    const froms = [...new Set(plan.attackers.map((u) => table.unitAt(u)?.hex ?? "").filter(Boolean))];
    const wedges = froms.flatMap((from) => plan.targets
      .filter((to) => geometry.hexes[to]?.near.includes(from))
      .map((to) => ({ from, to, kind: /** @type {const} */ ("attack"), label: "" })));
    marks.showArrows([...wedges, ...(plan.odds?.arrows ?? [])]);
  }
}
