// The counters on the map: stacks, fans, rings. Only stacks that changed are drawn anew; the ring of the unit picked lies on
// another sheet, so that picking draws no counter anew.
import { s } from "../lib/dom.js";
import { counter, spoken } from "./counters.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").UnitState} UnitState */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{can?: Set<string>, lit?: Set<string>, selected?: string | null, hidden?: boolean}} Look */
/** @typedef {{can: Set<string>, lit: Set<string>}} Shown */

const OFFSET = 6;
const DEEP = 3; // so many counters of a stack are seen, one below the other
const ROOM = 6; // between the counters of a fan

export class Pieces {
  /** @param {Stage} stage @param {Geometry} geometry */
  constructor(stage, geometry) {
    this.stage = stage;
    this.geometry = geometry;
    this.size = geometry.counter;
    this.layer = s("g");
    this.lifted = s("g"); // a stack that is spread out lies above all others
    this.picked = s("g", { class: "picked" }); // the ring of the unit that is picked
    /** @type {Record<string, UnitState[]>} */
    this.stacks = {};
    /** @type {Map<string, {key: string, node: SVGElement}>} */
    this.drawn = new Map();
    /** @type {string | null} The hex whose stack is spread out. */
    this.fan = null;
    this.keepsFan = false; // a click keeps it open
    /** @type {(id: string, stack: UnitState[]) => void} Told what stands in a hex when that changes. */
    this.told = () => {};
  }

  /** @param {UnitState[]} units as the server tells them @param {Look} [look] `can`: those with something to do */
  draw(units, { can = new Set(), lit = new Set(), selected = null, hidden = false } = {}) {
    /** @type {Record<string, UnitState[]>} */
    const stacks = {};
    for (const unit of units) if (this.geometry.hexes[unit.hex]) (stacks[unit.hex] ??= []).push(unit);
    const weight = (/** @type {UnitState} */ u) =>
      (u.id === selected ? 9 : 0) + (lit.has(u.id) ? 4 : 0) + (can.has(u.id) ? 2 : 0) + this.stage.units[u.id].factor / 100;
    for (const hex of Object.keys(this.stacks)) if (!stacks[hex]) this.drop(hex);
    for (const [hex, stack] of Object.entries(stacks)) {
      stack.sort((a, b) => weight(a) - weight(b));
      const flags = stack.map((u) =>
        [u.id, u.marks, u.print, can.has(u.id), lit.has(u.id)].join("|"));
      const key = `${this.fan === hex}${flags.join(";")}`;
      if (this.drawn.get(hex)?.key === key) continue;
      const node = s("g", {}, this.stack(hex, stack, { can, lit }));
      this.drawn.get(hex)?.node.remove();
      (this.fan === hex && stack.length > 1 ? this.lifted : this.layer).append(node);
      this.drawn.set(hex, { key, node });
      this.told(hex, stack);
    }
    this.stacks = stacks;
    this.pick(selected ?? "");
    const display = hidden ? "none" : "";
    for (const layer of [this.layer, this.lifted, this.picked]) layer.style.display = display;
  }

  /** @param {string} selected */
  pick(selected) {
    const hex = Object.keys(this.stacks).find((id) => this.stacks[id].some((u) => u.id === selected));
    const stack = hex ? this.stacks[hex] : [];
    const corner = hex ? this.corner(hex, stack, stack.findIndex((u) => u.id === selected)) : null;
    /** @type {SVGElement[]} */
    const made = corner ? [this.ring(corner, "#111", 4, 8), this.ring(corner, "#FFD400", 4, 4.5)] : [];
    if (hex && stack.length > 1 && this.fan !== hex) made.push(this.count(hex, stack.length)); // it would lie below the ring
    this.picked.replaceChildren(...made);
  }

  /** How far the counters of a stack lie apart. @param {string} hex @param {UnitState[]} stack @returns {[number, boolean]} */
  spread(hex, stack) {
    const fan = this.fan === hex && stack.length > 1;
    return [fan ? this.size + ROOM : OFFSET, fan];
  }

  /** Where a counter of a stack lies. @param {string} hex @param {UnitState[]} stack @param {number} at @returns {[number, number]} */
  corner(hex, stack, at) {
    const { x, y } = this.geometry.hexes[hex];
    const [step, fan] = this.spread(hex, stack);
    const deep = fan ? stack.length : Math.min(stack.length, DEEP);
    const out = (Math.max(0, at - stack.length + deep) - (deep - 1) / 2) * step;
    return [x - this.size / 2 + out, y - this.size / 2 - (fan ? 0 : out)];
  }

  /** @param {string} hex */
  drop(hex) {
    this.drawn.get(hex)?.node.remove();
    this.drawn.delete(hex);
    this.told(hex, []);
  }

  /** @param {string} hex @param {UnitState[]} stack @param {Shown} look */
  stack(hex, stack, look) {
    const { x, y } = this.geometry.hexes[hex];
    const [step, fan] = this.spread(hex, stack);
    const made = [];
    if (fan) {
      const wide = stack.length * step + 10;
      made.push(s("rect", { x: x - wide / 2, y: y - this.size / 2 - 7, width: wide, height: this.size + 14, rx: 9, fill: "#26241f", "fill-opacity": 0.82 }));
    }
    stack.forEach((state, at) => made.push(this.piece(state, look, this.corner(hex, stack, at), fan || at === stack.length - 1)));
    if (stack.length > 1 && !fan) made.push(this.count(hex, stack.length));
    return made;
  }

  /** Those below the top of a stack have no rim and no name of their own: many would be stripes. @param {UnitState} state @param {Shown} look @param {[number, number]} corner @param {boolean} whole */
  piece(state, { can, lit }, corner, whole) {
    const unit = this.stage.units[state.id];
    const done = state.marks.some((m) => this.stage.signs[m]?.done) && !can.has(state.id);
    const look = `${can.has(state.id) ? "can" : ""} ${done ? "spent" : ""} ${whole ? "" : "under"}`;
    const node = counter(unit, state.marks, this.stage.signs, this.size, look, state.print ?? unit.print, corner);
    node.dataset.unit = state.id;
    node.dataset.hex = state.hex;
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", spoken(unit, state));
    if (lit.has(state.id)) node.append(this.ring(corner, "#fff", 3, 6), this.ring(corner, "#C8102E", 3, 3.4));
    else if (can.has(state.id) && whole) node.append(this.ring(corner, "#fff", 1.5, 2.6));
    return node;
  }

  /** @param {[number, number]} corner @param {string} colour @param {number} out @param {number} thick */
  ring([x, y], colour, out, thick) {
    const side = this.size + 2 * out;
    return s("rect", { x: x - out, y: y - out, width: side, height: side, rx: 4 + out, fill: "none", stroke: colour, "stroke-width": thick });
  }

  /** How many lie on one another. @param {string} hex @param {number} count */
  count(hex, count) {
    const { x, y } = this.geometry.hexes[hex];
    const off = (Math.min(count, DEEP) - 1) / 2 * OFFSET;
    const [cx, cy] = [x + this.size / 2 + off, y + this.size / 2 - off];
    return s("g", { "pointer-events": "none" },
      s("circle", { cx, cy, r: 10, fill: "#26241f", stroke: "#f6eed8", "stroke-width": 1.5 }),
      s("text", { x: cx, y: cy + 4.8, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "#fff", class: "label" }, String(count)));
  }
}
