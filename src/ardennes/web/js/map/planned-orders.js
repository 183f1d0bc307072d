// What is written, drawn on the map: routes, aims, areas and aircraft. The view says which; lines differ in their dashes,
// not in colour alone.
import { s } from "../lib/dom.js";
import { BLUE, RED } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.gen.js").Trace} Trace */

const BLACK = "#151310";
/** Colour, width and dashes of each kind. @type {Record<string, [string, number, string]>} */
const LINES = {
  move: [BLACK, 4.6, "none"], attack: [RED, 6, "none"], onward: [RED, 4, "11 7"], prepare: ["#7A4B00", 4.6, "3 7"], support: [BLUE, 3.2, "9 5"],
};
const MARCH = /** @type {Record<string, string>} */ ({ non_tactical: "15 7", road_column: "4 6" });
const PLANE = "M12 3.5L13.4 9.2L20.5 13V15L13.4 13L13 17.6L15.2 19.4V20.8L12 20L8.8 20.8V19.4L11 17.6L10.6 13L3.5 15V13L10.6 9.2Z";

export class PlannedOrders {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "traces" });
    board.marks.works.after(this.layer);
    this.drawn = "";
  }

  /** @param {Trace[]} traces */
  draw(traces) {
    const key = JSON.stringify(traces);
    if (key === this.drawn) return;
    this.drawn = key;
    this.layer.replaceChildren(...traces.flatMap((trace) => this.one(trace)));
  }

  /** @param {Trace} trace @returns {Node[]} */
  one(trace) {
    const { geometry } = this.board;
    const path = geometry.known(trace.path);
    if (!path.length) return [];
    if (trace.kind === "area") return [s("g", { class: "trace area" }, this.board.marks.hatch(path, true), this.board.marks.edge(path, BLUE, 2.6))];
    if (trace.kind === "air") return [this.plane(path[0], trace.look)];
    if (path.length < 2) return [];
    const [colour, width, dash] = LINES[trace.kind] ?? LINES.move;
    const points = path.map((id) => geometry.hexes[id]);
    const d = `M${points.map((p) => `${p.x} ${p.y}`).join("L")}`;
    const look = { d, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "butt" };
    return [s("g", { class: `trace ${trace.kind}`, "data-trace": trace.unit },
      s("path", { ...look, stroke: "#fff", "stroke-opacity": 0.85, "stroke-width": width + 3.4 }),
      s("path", { ...look, stroke: colour, "stroke-width": width, "stroke-dasharray": MARCH[trace.look] ?? dash }),
      this.head(points[points.length - 2], points[points.length - 1], colour), trace.label ? this.time(points[points.length - 1], trace.label) : "")];
  }

  /** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} fill */
  head(a, b, fill) {
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    return s("path", { d: "M-13 -10L5 0L-13 10Z", transform: `translate(${b.x} ${b.y}) rotate(${turn.toFixed(1)})`, fill, stroke: "#fff", "stroke-width": 2, "stroke-linejoin": "round" });
  }

  /** When it is there, beside the head. @param {{x: number, y: number}} at @param {string} text */
  time({ x, y }, text) {
    return s("text", { x: x + 12, y: y - 14, "font-size": 19, "font-weight": 700, fill: BLACK, stroke: "#fffdf4", "stroke-width": 5, "paint-order": "stroke", class: "label" }, text);
  }

  /** @param {string} hex @param {string} number */
  plane(hex, number) {
    const { x, y } = this.board.geometry.hexes[hex];
    return s("g", { class: "trace air", transform: `translate(${x - 24} ${y - 26})` },
      s("circle", { r: 13, fill: BLUE, stroke: "#fff", "stroke-width": 2 }),
      s("path", { d: PLANE, transform: "translate(-12 -12)", fill: "#fff" }),
      s("text", { x: 14, y: -6, "font-size": 14, "font-weight": 700, fill: "#08305f", stroke: "#fff", "stroke-width": 3, "paint-order": "stroke", class: "label" }, number));
  }
}
