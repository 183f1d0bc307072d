// An attack is drafted: targets, attackers, and the odds that the server computes. The server proposes the attackers when
// the player clicks a target. A declared attack can be looked at the same way.
import { post } from "../../lib/api.js";
import { t } from "../../lib/text.js";
import { attackPanel } from "../panels/odds.js";
import { Mode, following } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").Odds} Odds */
/** @typedef {import("../../types.gen.js").Declared} Declared */
/** @typedef {import("../../map/board.js").How} How */

export class Attack extends Mode {
  name = "attack";
  fills = true;
  isTouched = true;
  hasSubject = true;
  just = ""; // the unit whose chip was pressed last: no preview of taking that back while the pointer stays
  open = ""; // the part of the sum that is explained
  showsTable = false; // the whole table of results is shown
  strict = false; // not all of those offered may attack together
  /** @type {string[]} units that may attack */
  offered = [];
  /** @type {string[]} hexes that may be attacked as well */
  with = [];
  /** @type {Odds | null} */
  odds = null;

  /** @param {Parts} parts @param {string[]} targets @param {string[]} attackers @param {boolean} [pending] whether it is declared already */
  constructor(parts, targets, attackers, pending = false) {
    super(parts);
    this.targets = targets;
    this.attackers = attackers;
    this.pending = pending;
  }

  get idle() {
    return false;
  }

  get subject() {
    return this.targets.join();
  }

  // ---- clicks and keys

  /** @param {string} id @param {string} hex @param {How} how */
  onUnit(id, hex, how) {
    if (!this.pending && this.parts.isOwn(id) && this.offered.includes(id)) return this.toggle(id);
    return super.onUnit(id, hex, how);
  }

  /** @param {string} hex @param {How} how @returns {unknown} */
  onTarget(hex, how) {
    if (this.with.includes(hex) && how.shift) return this.toggleTarget(hex);
    if (how.keyboard && !this.pending && this.targets.includes(hex)) return this.declare();
    return super.onTarget(hex, how);
  }

  /** The arrow keys walk the chips when one of them has the focus. @param {string} key */
  onKey(key) {
    if (key === "q") return this.toggleTable();
    const step = key === "ArrowRight" ? 1 : -1;
    const chips = /** @type {HTMLElement[]} */ ([...this.parts.frame.panel.querySelectorAll("[data-attacker]:not([disabled])")]);
    const at = chips.findIndex((node) => node === document.activeElement);
    if (chips.length) chips[(at + step + chips.length) % chips.length].focus();
    return undefined;
  }

  /** The next hex that can be attacked. @param {number} step */
  next(step) {
    const targets = this.parts.state.choices.targets.map((x) => x.hex);
    if (!targets.length || this.pending) return super.next(step);
    const hex = following(targets, this.targets[0], step);
    this.parts.board.focus(hex);
    return this.parts.modes.attack(hex);
  }

  // ---- the draft

  /** @param {string} hex */
  toggleTarget(hex) {
    const targets = this.targets.includes(hex) ? this.targets.filter((x) => x !== hex) : [...this.targets, hex].sort();
    if (!targets.length) return this.parts.leave();
    const all = this.parts.state.choices.targets;
    const each = targets.map((x) => all.find((target) => target.hex === x)?.attackers ?? []);
    this.targets = targets;
    this.offered = each[0].filter((unit) => each.every((list) => list.includes(unit)));
    this.attackers = [];
    return this.compute({ propose: true });
  }

  /** @param {string} id */
  toggle(id) {
    this.just = id;
    this.attackers = this.attackers.includes(id) ? this.attackers.filter((unit) => unit !== id) : [...this.attackers, id];
    return this.compute({ focus: document.activeElement instanceof HTMLButtonElement ? id : "" });
  }

  /** Open or close the reason behind a part of the sum. @param {string} part */
  explain(part) {
    this.open = this.open === part ? "" : part;
    this.parts.drawPanel();
    this.focus(`[data-part="${CSS.escape(part)}"]`);
  }

  toggleTable() {
    this.showsTable = !this.showsTable;
    this.parts.drawPanel();
    this.parts.frame.panel.querySelector(".crt")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} selector */
  focus(selector) {
    const node = this.parts.frame.panel.querySelector(selector);
    if (node instanceof HTMLElement) node.focus();
  }

  /** Give the order, where there is one. */
  declare() {
    const { order, orders } = this.odds ?? {};
    return order && !this.pending ? this.parts.actions.giveAll(orders ?? [order]) : null;
  }

  /** Ask for the odds. @param {{propose?: boolean, focus?: string}} [how] */
  async compute({ propose = false, focus = "" } = {}) {
    const { parts, targets, attackers } = this;
    if (attackers.length || propose) {
      const failed = (/** @type {Error} */ e) => ({ columns: [], lines: [], shifts: [], refusal: { facts: e.message, rule: "", way_out: "" } });
      const odds = await post(parts.path("/odds"), { targets, attackers, propose }, parts.token()).then((a) => a.odds, failed);
      if (parts.mode !== this || this.attackers !== attackers) return; // another question was asked meanwhile
      this.odds = odds;
      if (propose) this.attackers = odds.attackers ?? [];
    } else this.odds = null;
    parts.drawAll();
    if (focus) this.focus(`[data-attacker="${focus}"]`);
  }

  // ---- what is shown

  lit() {
    return this.attackers;
  }

  /** Rings, wedges and the odds, and the hexes that this attack obliges to attack as well. */
  highlight() {
    const { state, board: { marks, geometry } } = this.parts;
    const { targets, pending, odds } = this;
    const owed = pending ? [] : (odds?.follows ?? []).flatMap((row) => row.hex ? [row.hex] : []);
    marks.showTargets(targets, [[targets[0], odds?.column ?? "…"], ...owed.map((hex) => /** @type {[string, string]} */ ([hex, t("match.must")]))], [...this.with, ...owed]);
    const starts = [...new Set(this.attackers.map((unit) => this.parts.unitAt(unit)?.hex ?? "").filter(Boolean))];
    const wedges = starts.flatMap((from) => targets
      .filter((to) => geometry.hexes[to]?.near.includes(from))
      .map((to) => ({ from, to, kind: /** @type {const} */ ("attack"), label: "" })));
    const others = pending ? [] : state.board.arrows ?? []; // the other attacks stay in sight
    marks.showArrows([...others, ...wedges, ...(odds?.arrows ?? [])]);
  }

  /** @param {import("../match.js").Table} table */
  panel(table) {
    return attackPanel(table, this);
  }
}

/**
 * Give up a declared attack: by an order, or, while attacks are declared, by taking it back. Attacks declared after it are
 * declared again.
 * @param {Parts} parts @param {Declared} attack
 */
export async function withdraw(parts, attack) {
  const { actions } = parts;
  if (attack.withdraw) {
    await actions.give(attack.withdraw);
    return;
  }
  const later = parts.state.board.attacks.filter((x) => x.number > attack.number).flatMap((x) => x.again ? [x.again] : []);
  parts.leave();
  while (parts.state.board.attacks.length > attack.number) {
    const { seq } = parts.state;
    await actions.undo("undo");
    if (parts.state.seq === seq) return; // it cannot be taken back, and a notice says why
  }
  await actions.giveAll(later);
}
