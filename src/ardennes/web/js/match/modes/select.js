// What is picked: a unit, where it can go, a way drawn by hand; and what hovering tells.
import { get, post } from "../../lib/api.js";
import { notice } from "../../lib/dom.js";
import { hexTip, tipAt, unitTip } from "../panels/hover-card.js";
import { placeOf } from "../panels/boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Way & {marks: string[], sign: string, ask: boolean, path: string[]}} Way with what the server leaves out */
/** @typedef {Omit<import("../../types.gen.js").Route, "ways"> & {ways: Way[]}} Judged */
/** @typedef {import("../../map/board.js").How} How */

const PATIENCE = 300; // milliseconds before a tooltip
/** @type {How} */
const PLAIN = { shift: false, keyboard: false };

/** A way with what the server leaves out where it says nothing. @param {import("../../types.gen.js").Way} way @returns {Way} */
function whole(way) {
  return { marks: [], sign: "", ask: false, path: /** @type {string[]} */ (way.order.route ?? [way.hex]), ...way };
}

export class Picking {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string | null} */
    this.unit = null;
    /** @type {Way[]} */
    this.ways = [];
    this.mode = "";
    /** @type {import("../../types.gen.js").Panel[]} what else the unit may do */
    this.panels = [];
    this.drawing = false;
    /** @type {string[]} the hexes of the way that is drawn */
    this.drawn = [];
    /** @type {Judged | null} what the server says of it */
    this.judged = null;
    this.asking = false;
    /** @type {{unit: string, ways: Way[]} | null} who was picked before, and could come to this unit's hex */
    this.onto = null;
    /** @type {HTMLElement | null} */
    this.tip = null;
  }

  forget() {
    this.unit = null;
    this.ways = [];
    this.mode = "";
    this.panels = [];
    this.onto = null;
    this.stopDrawing();
  }

  stopDrawing() {
    this.drawing = false;
    this.drawn = [];
    this.judged = null;
  }

  /** The ways of the mode chosen. */
  now() {
    return this.ways.filter((w) => w.mode === this.mode);
  }

  /** @param {string} hex */
  waysTo(hex) {
    return this.now().filter((w) => w.hex === hex);
  }

  // ---- clicks

  /** @param {string} id @param {string} hex @param {How} how @returns {unknown} */
  clickUnit(id, hex, how) {
    const { table } = this;
    if (table.replay) return null;
    if (table.film.moving) return undefined;
    const { choices } = table.state;
    const own = table.stage.units[id].side === table.side;
    const { plan } = table.attack;
    if (table.pool.click(id) || table.aiming.click(hex)) return null;
    if (table.group.ready() && !own) return table.group.aim(hex);
    if (plan && !plan.pending && own && plan.offered.includes(id)) return table.attack.toggle(id);
    if (!own && choices.targets.some((t) => t.hex === hex)) return table.attack.aim(hex, how);
    if (choices.hexes[hex] || this.drawing) return this.clickHex(hex, how);
    if (this.unit && this.unit !== id && !own) return this.clickHex(hex, how);
    if (this.unit && this.unit !== id && this.waysTo(hex).some((w) => w.aims)) return this.clickHex(hex, how);
    const there = this.unit && this.waysTo(hex).length && !choices.units.includes(id);
    if (this.unit === id || there) return this.clickHex(hex, how);
    const onto = this.unit ? { unit: this.unit, ways: this.waysTo(hex) } : null;
    return this.select(id, onto?.ways.length ? onto : null);
  }

  /** @param {string} id @param {How} [how] @returns {unknown} */
  clickHex(id, how = PLAIN) {
    const { table } = this;
    if (table.replay) return null;
    if (table.film.moving) return undefined;
    if (table.aiming.click(id)) return null;
    if (table.group.ready()) return table.group.aim(id);
    if (this.drawing || (how.shift && this.ways.length)) return this.drawTo(id);
    const { choices } = table.state;
    const here = this.waysTo(id).filter((w) => id !== this.start() || w.path.length < 2); // no march in a circle, unless it is drawn
    if (here.length) return here[0].ask ? table.giving.pick(here, id) : table.giving.give(here[0].order);
    if (this.attackable(id)) return table.attack.aim(id, how);
    if (choices.hexes[id]) return table.giving.pick(choices.hexes[id], id);
    return this.clickElsewhere(id, how);
  }

  /** May the hex be attacked? Where orders are written one by one, by the unit that is picked. @param {string} id */
  attackable(id) {
    const { state, stage } = this.table;
    const target = state.choices.targets.find((t) => t.hex === id);
    return Boolean(target && (!stage.sheet || !this.unit || target.attackers.includes(this.unit)));
  }

  /** A hex nothing is offered for: its stack is picked or spread out, or the reason is asked. @param {string} id @param {How} how @returns {unknown} */
  clickElsewhere(id, how) {
    const { table } = this;
    const { choices } = table.state;
    const stack = table.board.pieces.stacks[id] ?? [];
    const ready = stack.filter((u) => choices.units.includes(u.id));
    const own = stack.some((u) => u.id === this.unit);
    if (how.keyboard && (ready.length || own)) { // Enter walks through the stack
      const list = ready.length ? ready : stack;
      const at = list.findIndex((u) => u.id === this.unit);
      return this.select(list[(at + 1) % list.length].id);
    }
    if (own) return this.fanOut(id);
    const asked = this.unit || (choices.targets.length && !table.stage.sheet) || (choices.mine && Object.keys(choices.hexes).length && !stack.length);
    if (asked) return this.askWhy(id);
    if (stack.length) return this.select(stack[stack.length - 1].id);
    if (choices.mine && choices.units.length && table.comers.hex !== id) return table.comers.ask(id);
    return table.cancel();
  }

  /** A click on the picked stack spreads it out; the next one closes it. @param {string} hex */
  fanOut(hex) {
    const { pieces } = this.table.board;
    if (pieces.fan === hex || pieces.stacks[hex].length < 2) {
      pieces.kept = false;
      return this.table.cancel();
    }
    pieces.fan = hex;
    pieces.kept = true;
    return this.table.drawPieces();
  }

  /** @param {string} id @param {{unit: string, ways: Way[]} | null} [onto] who was picked before, and could come here */
  async select(id, onto = null) {
    const { table } = this;
    const { choices } = table.state;
    table.forget();
    this.unit = id;
    this.onto = onto;
    const able = choices.mine && choices.units.includes(id);
    const own = choices.mine && table.stage.keeps && table.stage.units[id].side === table.side; // it may have orders of other kinds, or a reason why not
    if (able || own) {
      table.tab = "orders";
      try {
        const { reach, panels } = await get(table.path(`/reach?unit=${encodeURIComponent(id)}`), table.token());
        if (this.unit !== id) return;
        this.ways = reach.map(whole);
        this.panels = panels ?? [];
        this.mode = this.ways.some((w) => w.mode === "") ? "" : this.ways[0]?.mode ?? "";
      } catch (error) {
        notice(/** @type {Error} */ (error).message);
      }
    }
    table.drawAll();
  }

  /** The unit picked before goes to the hex of this one. */
  join() {
    const ways = this.onto?.ways ?? [];
    return ways[0]?.ask ? this.table.giving.pick(ways, ways[0].hex) : ways[0] && this.table.giving.give(ways[0].order);
  }

  /** @param {string} mode */
  setOut(mode) {
    this.mode = mode;
    this.table.highlight();
    this.table.drawPanel();
    if (this.drawn.length) this.judge();
  }

  /** The next unit, target or hex that can act. @param {number} step */
  next(step) {
    const { state, board } = this.table;
    const { choices } = state;
    const turn = (/** @type {string[]} */ list, /** @type {string} */ at) => list[(list.indexOf(at) + step + list.length) % list.length];
    if (!choices.units.length) {
      const list = choices.targets.length ? choices.targets.map((t) => t.hex) : Object.keys(choices.hexes);
      const focus = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex ?? "" : "";
      return list.length ? board.focus(turn(list, focus)) : null;
    }
    const id = turn(choices.units, this.unit ?? "");
    const hex = this.table.unitAt(id)?.hex;
    if (hex) board.focus(hex);
    return this.select(id);
  }

  /** @param {string} hex */
  async askWhy(hex) {
    const { table } = this;
    const unit = this.unit ? `&unit=${encodeURIComponent(this.unit)}` : "";
    try {
      const { why } = await get(table.path(`/why?hex=${encodeURIComponent(hex)}${unit}`), table.token());
      table.explain(placeOf(table.stage, hex), why);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  // ---- on the map

  /** Shows the reach and the way drawn; false when nothing is picked that can go anywhere. @param {string[]} zoc */
  show(zoc) {
    const ways = this.now();
    if (!ways.length) return false;
    this.table.board.marks.showReach(ways, zoc);
    const farther = this.farther();
    if (farther.length) this.table.board.marks.outline(farther);
    if (this.drawn.length) this.showDrawn();
    return true;
  }

  /** Hexes of the mode that the game shows beside the one chosen, where that mode would carry farther. */
  farther() {
    const { outlines } = this.table.stage;
    const name = outlines && !this.mode.endsWith(outlines) ? [this.mode, outlines].filter(Boolean).join(", ") : "";
    const hexes = name ? this.ways.filter((w) => w.mode === name).map((w) => w.hex) : [];
    const near = new Set(this.now().map((w) => w.hex));
    return hexes.filter((id) => !near.has(id));
  }

  /** The reach of a mode, while one points at its button. @param {string} mode */
  preview(mode) {
    this.table.board.marks.showReach(this.ways.filter((w) => w.mode === mode));
  }

  /** @param {Way} way */
  showWay(way) {
    const { table } = this;
    const state = table.unitAt(this.unit ?? "");
    table.board.marks.showPath(state?.hex ?? "", way.path, table.stage.units[this.unit ?? ""], state?.marks);
  }

  // ---- a way drawn by hand

  /** Where the way begins. */
  start() {
    return this.table.unitAt(this.unit ?? "")?.hex ?? "";
  }

  /** Draw mode on or off. */
  toggleDrawing() {
    if (!this.ways.length) {
      notice("Pick a unit that can move first; then draw its way hex by hex.");
      return;
    }
    const on = !this.drawing;
    this.stopDrawing();
    this.drawing = on;
    this.table.drawAll();
  }

  /** On to this hex; the end once more gives the order. @param {string} hex */
  drawTo(hex) {
    this.drawing = true;
    if (this.drawn.length && hex === this.drawn.at(-1)) return this.goDrawn();
    this.extend(hex);
    return this.judge();
  }

  /** The way goes on to this hex, or back to it where it has been there. @param {string} hex */
  extend(hex) {
    const at = this.drawn.indexOf(hex);
    const last = this.drawn.at(-1) ?? this.start();
    const put = !last || this.table.state.choices.keeps_setup; // it is put there, by no way
    if (hex === this.start()) this.drawn = [];
    else if (put) this.drawn = [hex];
    else if (at >= 0) this.drawn.length = at + 1;
    else this.drawn.push(...this.table.board.geometry.between(last, hex));
  }

  stepBack() {
    this.drawn.pop();
    return this.judge();
  }

  /** Asks the server of the way as it stands; while one answer is awaited, only the newest question counts. */
  async judge() {
    const { table } = this;
    this.judged = null;
    table.drawAll();
    if (!this.drawn.length || this.asking) return;
    this.asking = true;
    const unit = this.unit;
    let path = /** @type {string[]} */ ([]);
    try {
      while (this.unit === unit && path.join() !== this.drawn.join() && this.drawn.length) {
        path = [...this.drawn];
        const { route } = await post(table.path("/route"), { unit, path, mode: this.mode }, table.token());
        if (this.unit === unit && path.join() === this.drawn.join()) this.judged = { ...route, ways: route.ways.map(whole) };
      }
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    } finally {
      this.asking = false;
    }
    if (this.unit === unit) table.drawAll();
  }

  showDrawn() {
    const { table, judged } = this;
    const unit = table.stage.units[this.unit ?? ""];
    const good = judged ? judged.path : this.drawn;
    const bad = judged ? this.drawn.slice(judged.path.length) : [];
    const end = judged?.ways.length ? unit : null;
    table.board.marks.showPath(this.start(), good, end, table.unitAt(this.unit ?? "")?.marks, bad);
  }

  goDrawn() {
    const { judged, table } = this;
    if (!judged) return null;
    if (!judged.ways.length) {
      if (judged.refusal) table.explain("that way", [judged.refusal]);
      return null;
    }
    return judged.ways[0].ask ? table.giving.pick(judged.ways, judged.ways[0].hex) : table.giving.give(judged.ways[0].order);
  }

  /** The counter is dragged over the hexes of its way. @param {string} unit @param {string | null} hex */
  async drag(unit, hex) {
    if (this.unit !== unit) {
      this.unit = unit;
      await this.select(unit);
    }
    if (!hex || !this.ways.length || hex === (this.drawn.at(-1) ?? this.start())) return;
    this.untip();
    this.extend(hex);
    this.judge();
  }

  /** The way that was dragged is gone if it may be; else the way the server knows to that hex. @param {string} unit @param {string | null} hex */
  async drop(unit, hex) {
    const { table } = this;
    const wanted = this.drawn.join();
    if (this.unit !== unit || !hex || hex === this.start()) {
      this.stopDrawing();
      return table.drawAll();
    }
    while (this.asking && this.unit === unit) await new Promise((done) => setTimeout(done, 20));
    const own = this.drawn.join() === wanted && this.drawn.at(-1) === hex ? this.judged?.ways ?? [] : [];
    const known = this.waysTo(hex);
    this.stopDrawing();
    if (!own.length) return this.clickHex(hex);
    const better = own[0].marks.length && known.length && !known[0].marks.length;
    if (better) return table.giving.pick([{ ...known[0], label: `${known[0].label}, by ${known[0].path.join("-")}` }, ...own], hex);
    return own[0].ask ? table.giving.pick(own, hex) : table.giving.give(own[0].order);
  }

  // ---- hovering

  /** @param {string | null} hex @param {[number, number] | null} point @param {string | null} [unit] whose counter it is @param {boolean} [held] a finger rests there */
  hover(hex, point, unit = null, held = false) {
    const way = hex ? this.waysTo(hex)[0] : undefined;
    if (this.unit && this.ways.length && !this.drawn.length) {
      if (way) this.showWay(way);
      else this.table.board.marks.showPath("", []);
    }
    this.untip();
    if (hex && point) this.timer = setTimeout(() => this.tipAt(hex, way, point, unit), held ? 0 : PATIENCE);
  }

  untip() {
    clearTimeout(this.timer);
    this.tip?.remove();
  }

  /** @param {string} hex @param {Way | undefined} way @param {[number, number]} point @param {string | null} unit */
  tipAt(hex, way, point, unit) {
    const state = unit && !way ? this.table.shown().units.find((u) => u.id === unit) : null;
    this.tip = state ? tipAt(this.table, unitTip(this.table, state), point, "sheet-tip") : tipAt(this.table, hexTip(this.table, hex, way), point, "hex-tip");
  }
}
