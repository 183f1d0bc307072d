// A unit is selected: the map shows where it can go.
import { get } from "../../lib/api.js";
import { clicks, h, notice, touch } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { mustAttack, secondPath } from "../../map/move-marks.js";
import { destination, mustWords, takesWords } from "../panels/destination.js";
import { unitPanel } from "../panels/unit.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("./mode.js").Way} Way */
/** @typedef {import("../../map/board.js").How} How */

/** A way with defaults for what the server leaves out. @param {import("../../types.gen.js").Way} way @returns {Way} */
export function withDefaults(way) {
  return { marks: [], sign: "", ask: false, takes: [], forced: [], path: /** @type {string[]} */ (way.order.route ?? [way.hex]), ...way };
}

export class Select extends Mode {
  name = "select";
  hasSubject = true;
  warned = ""; // the hex whose forced attacks a first tap has shown
  /** @type {import("../../types.gen.js").Panel[]} what else the unit may do */
  panels = [];

  /** @param {Parts} parts @param {string} unit */
  constructor(parts, unit) {
    super(parts);
    this.unit = unit;
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
    return this.current().filter((w) => w.hex === hex && !w.takes.length);
  }

  /** The second route there, which takes a place on the way. @param {string} hex */
  secondTo(hex) {
    return this.current().find((w) => w.hex === hex && w.takes.length);
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
    const asHex = choices.hexes[hex] || id === this.unit || !isOwn || this.waysTo(hex).length > 0;
    return asHex && !(how.alt && isOwn) ? this.onHex(hex, how) : this.parts.modes.select(id);
  }

  /** @param {string} id @param {How} [how] @returns {unknown} */
  onHex(id, how) {
    const [mate] = how?.alt ? this.parts.board.pieces.stacks[id]?.slice(-1) ?? [] : [];
    if (mate) return this.parts.modes.select(mate.id);
    const second = how?.shift ? this.secondTo(id) : undefined;
    if (second) return this.go([second]);
    if (how?.shift && this.ways.length) return this.parts.modes.drawWay(this).onHex(id);
    const ways = this.waysTo(id).filter((w) => id !== this.start() || w.path.length < 2); // no march in a circle, unless it is drawn
    if (ways.some((w) => w.forced.length) && touch() && this.warned !== id) { // a finger cannot hover: the first tap warns
      this.warned = id;
      this.onHover(id);
      return undefined;
    }
    return ways.length ? this.go(ways) : super.onHex(id, how);
  }

  /** @param {string | null} hex */
  onHover(hex) {
    const way = hex ? this.waysTo(hex)[0] : undefined;
    if (way) this.showWay(way);
    else if (this.ways.length) this.parts.board.marks.showPath("", []);
    this.parts.frame.panel.querySelector(".destination")?.replaceChildren(...this.destination(hex ?? ""));
    return way;
  }

  /** What the panel says about a lit hex. @param {string} hex */
  destination(hex) {
    const said = destination(this.parts.stage, this, hex);
    return said.length ? said : [h("p", { class: "quiet" }, t("panels.unit.move", { click: clicks() }))];
  }

  /** Give the order of the first way, or ask which. @param {Way[]} ways */
  go(ways) {
    const { actions } = this.parts;
    return ways[0].ask ? actions.choose(ways, ways[0].hex) : actions.give(ways[0].order);
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
    const { marks } = board;
    marks.showPath(this.start(), way.path, stage.units[this.unit], this.parts.unitAt(this.unit)?.marks);
    const second = way.takes.length ? undefined : this.secondTo(way.hex);
    if (second) secondPath(marks, this.start(), second.path, touch() ? takesWords(stage, second) : t("match.second.shift", { words: takesWords(stage, second) }));
    mustAttack(marks, way.hex, way.forced.map((x) => ({ hex: x.hex, text: mustWords(x) })));
  }

  /** @param {import("../match.js").Table} table @returns {Node | null} */
  panel(table) {
    return unitPanel(table, this);
  }
}
