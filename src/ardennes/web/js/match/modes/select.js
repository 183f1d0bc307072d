// A unit is selected: the map shows where it can go.
import { get } from "../../lib/api.js";
import { notice } from "../../lib/dom.js";
import { unitPanel } from "../panels/unit.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("./mode.js").Way} Way */
/** @typedef {import("../../map/board.js").How} How */

/** A way with defaults for what the server leaves out. @param {import("../../types.gen.js").Way} way @returns {Way} */
export function withDefaults(way) {
  return { marks: [], sign: "", ask: false, path: /** @type {string[]} */ (way.order.route ?? [way.hex]), ...way };
}

export class Select extends Mode {
  name = "select";
  hasSubject = true;
  /** @type {import("../../types.gen.js").Panel[]} what else the unit may do */
  panels = [];

  /** @param {Parts} parts @param {string} unit @param {{unit: string, ways: Way[]} | null} [before] the unit selected before, if it can come to this unit's hex */
  constructor(parts, unit, before = null) {
    super(parts);
    this.unit = unit;
    this.before = before;
  }

  get idle() {
    return false;
  }

  /** Fetch where the unit can go, and what else it may do. */
  async load() {
    const { parts, unit } = this;
    const { stage, state: { choices } } = parts;
    const isAble = choices.mine && choices.units.includes(unit);
    const hasPanels = choices.mine && stage.keeps && parts.isOwn(unit); // it may have other orders, or a reason for none
    if (!isAble && !hasPanels) return;
    parts.tab = "orders";
    try {
      const { reach, panels } = await get(parts.path(`/reach?unit=${encodeURIComponent(unit)}`), parts.token());
      this.ways = reach.map(withDefaults);
      this.panels = panels ?? [];
      this.method = this.ways.some((w) => w.mode === "") ? "" : this.ways[0]?.mode ?? "";
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** The ways of the chosen method. */
  current() {
    return this.ways.filter((w) => w.mode === this.method);
  }

  /** @param {string} hex */
  waysTo(hex) {
    return this.current().filter((w) => w.hex === hex);
  }

  /** Where the unit is. */
  start() {
    return this.parts.unitAt(this.unit)?.hex ?? "";
  }

  // ---- clicks

  /** @param {string} id @param {string} hex @param {How} how */
  onUnit(id, hex, how) {
    const { choices } = this.parts.state;
    const isOwn = this.parts.isOwn(id);
    if (!isOwn && choices.targets.some((t) => t.hex === hex)) return this.onTarget(hex, how);
    const ways = this.waysTo(hex);
    const asHex = choices.hexes[hex] || id === this.unit || !isOwn || ways.some((w) => w.aims) || (ways.length && !choices.units.includes(id));
    return asHex ? this.onHex(hex, how) : this.parts.modes.select(id, ways.length ? { unit: this.unit, ways } : null);
  }

  /** @param {string} id @param {How} [how] @returns {unknown} */
  onHex(id, how) {
    if (how?.shift && this.ways.length) return this.parts.modes.drawWay(this).onHex(id);
    const ways = this.waysTo(id).filter((w) => id !== this.start() || w.path.length < 2); // no march in a circle, unless it is drawn
    return ways.length ? this.go(ways) : super.onHex(id, how);
  }

  /** @param {string | null} hex */
  onHover(hex) {
    const way = hex ? this.waysTo(hex)[0] : undefined;
    if (way) this.showWay(way);
    else if (this.ways.length) this.parts.board.marks.showPath("", []);
    return way;
  }

  /** Give the order of the first way, or ask which. @param {Way[]} ways */
  go(ways) {
    const { actions } = this.parts;
    return ways[0].ask ? actions.choose(ways, ways[0].hex) : actions.give(ways[0].order);
  }

  /** The unit selected before goes to the hex of this one. */
  join() {
    return this.before ? this.go(this.before.ways) : undefined;
  }

  /** @param {string} method */
  setOut(method) {
    this.method = method;
    this.parts.highlight();
    this.parts.drawPanel();
  }

  // ---- what is shown

  highlight() {
    const ways = this.current();
    if (!ways.length) return super.highlight();
    const { board: { marks }, state: { board } } = this.parts;
    marks.showReach(ways, this.parts.foes().flatMap((side) => board.zoc[side] ?? []));
    const beyond = this.beyond();
    if (beyond.length) marks.outline(beyond);
    return undefined;
  }

  /** Hexes that the unit reaches only with the method that the game outlines. */
  beyond() {
    const { outlines } = this.parts.stage;
    const method = outlines && !this.method.endsWith(outlines) ? [this.method, outlines].filter(Boolean).join(", ") : "";
    if (!method) return [];
    const near = new Set(this.current().map((w) => w.hex));
    return this.ways.filter((w) => w.mode === method && !near.has(w.hex)).map((w) => w.hex);
  }

  /** Show the reach of another method while the pointer is on its button. @param {string} method */
  preview(method) {
    this.parts.board.marks.showReach(this.ways.filter((w) => w.mode === method));
  }

  /** @param {Way} way */
  showWay(way) {
    const { stage, board } = this.parts;
    board.marks.showPath(this.start(), way.path, stage.units[this.unit], this.parts.unitAt(this.unit)?.marks);
  }

  /** @param {import("../match.js").Table} table @returns {Node | null} */
  panel(table) {
    return unitPanel(table, this);
  }
}
