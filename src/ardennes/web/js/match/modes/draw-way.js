// The player draws the way of the selected unit hex by hex, by clicks or by dragging its counter.
import { post } from "../../lib/api.js";
import { notice } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { unitPanel } from "../panels/unit.js";
import { Select, withDefaults } from "./select.js";

/** @typedef {import("./mode.js").Way} Way */
/** @typedef {Omit<import("../../types.gen.js").Route, "ways"> & {ways: Way[]}} Route */
/** @typedef {import("../../map/board.js").How} How */

export class DrawWay extends Select {
  name = "draw-way";
  /** @type {string[]} the hexes drawn so far */
  drawn = [];
  /** @type {Route | null} what the server says about them */
  route = null;
  /** @type {Promise<void> | null} while the server is asked */
  asking = null;

  /** @param {Select} select */
  constructor(select) {
    super(select.parts, select.unit, select.before);
    this.select = select;
    this.ways = select.ways;
    this.panels = select.panels;
    this.method = select.method;
  }

  /** Back to the selected unit, without a drawn way. */
  stop() {
    this.select.method = this.method;
    this.parts.enter(this.select);
    return this.select;
  }

  // ---- clicks and keys

  /** Backspace takes the last hex back. */
  onKey() {
    return this.drawn.length ? this.stepBack() : undefined;
  }

  /** @param {string} id @param {string} hex @param {How} how */
  onUnit(id, hex, how) {
    const isTarget = !this.parts.isOwn(id) && this.parts.state.choices.targets.some((target) => target.hex === hex);
    return isTarget ? this.onTarget(hex, how) : this.onHex(hex);
  }

  /** Draw on to this hex; the last hex again gives the order. @param {string} hex */
  onHex(hex) {
    if (this.drawn.length && hex === this.drawn.at(-1)) return this.follow();
    this.extend(hex);
    return this.check();
  }

  /** @param {string | null} hex */
  onHover(hex) {
    return hex ? this.waysTo(hex)[0] : undefined;
  }

  /** Add a hex; a hex that is on the way already ends it there. @param {string} hex */
  extend(hex) {
    const at = this.drawn.indexOf(hex);
    const last = this.drawn.at(-1) ?? this.start();
    const isPlaced = !last || this.parts.state.choices.keeps_setup; // the unit is put there, without a way
    if (hex === this.start()) this.drawn = [];
    else if (isPlaced) this.drawn = [hex];
    else if (at >= 0) this.drawn.length = at + 1;
    else this.drawn.push(...this.parts.board.geometry.between(last, hex));
  }

  stepBack() {
    this.drawn.pop();
    return this.check();
  }

  /** @param {string} method */
  setOut(method) {
    super.setOut(method);
    if (this.drawn.length) this.check();
  }

  /** Ask the server about the way; while an answer is awaited, only the newest question counts. */
  check() {
    this.route = null;
    this.parts.drawAll();
    if (!this.drawn.length) return null;
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
      if (this.parts.mode === this) this.parts.drawAll();
    });
    return this.asking;
  }

  async ask() {
    const { parts, unit } = this;
    /** @type {string[]} */
    let path = [];
    try {
      while (parts.mode === this && path.join() !== this.drawn.join() && this.drawn.length) {
        path = [...this.drawn];
        const { route } = await post(parts.path("/route"), { unit, path, mode: this.method }, parts.token());
        if (path.join() === this.drawn.join()) this.route = { ...route, ways: route.ways.map(withDefaults) };
      }
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** Give the order for the drawn way. */
  follow() {
    const { route, parts } = this;
    if (route?.ways.length) return this.go(route.ways);
    if (route?.refusal) parts.explain(t("match.this-way"), [route.refusal]);
    return null;
  }

  /** The counter was dragged on to this hex. @param {string | null} hex */
  drag(hex) {
    if (!hex || hex === (this.drawn.at(-1) ?? this.start())) return;
    this.extend(hex);
    this.check();
  }

  /** The counter is dropped: go the way that was dragged if it is legal, else the server's way to that hex. @param {string | null} hex */
  async drop(hex) {
    if (!hex || hex === this.start()) return this.stop();
    const dragged = this.drawn.join();
    await this.asking;
    if (this.parts.mode !== this) return undefined;
    const own = this.drawn.join() === dragged && this.drawn.at(-1) === hex ? this.route?.ways ?? [] : [];
    const [known] = this.waysTo(hex);
    const select = this.stop();
    if (!own.length) return select.onHex(hex);
    const isSafer = own[0].marks.length && known && !known.marks.length;
    if (!isSafer) return select.go(own);
    const label = t("match.way-through", { label: known.label, hexes: known.path.join("-") });
    return this.parts.actions.choose([{ ...known, label }, ...own], hex);
  }

  // ---- what is shown

  /** @param {import("../match.js").Table} table @returns {Node | null} */
  panel(table) {
    return unitPanel(table, this, this);
  }

  highlight() {
    super.highlight();
    if (!this.drawn.length) return;
    const { stage, board } = this.parts;
    const good = this.route ? this.route.path : this.drawn;
    const bad = this.route ? this.drawn.slice(this.route.path.length) : [];
    const end = this.route?.ways.length ? stage.units[this.unit] : null;
    board.marks.showPath(this.start(), good, end, this.parts.unitAt(this.unit)?.marks, bad);
  }
}
