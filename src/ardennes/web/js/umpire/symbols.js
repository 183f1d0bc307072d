// Signs of units, sides and dice, as people at the table know them.
import { s } from "../lib/dom.js";
import { GLYPH } from "../map/counters.js";

/** @typedef {import("./types.js").Unit} Unit */

/** @type {Record<string, string>} */
const OF_TYPE = {
  infantry: "infantry", light: "airborne", tank: "armor", "heavy-tank": "armor", mixed: "panzergrenadier", "heavy-mixed": "panzergrenadier",
  recce: "cavalry",
};
const BOXES = { german: "#E3E8E2", allied: "#E8EDCE" };
/** Pips of a die on a grid of four. @type {[number, number][][]} */
const PIPS = [
  [], [[2, 2]], [[1, 1], [3, 3]], [[1, 1], [2, 2], [3, 3]], [[1, 1], [1, 3], [3, 1], [3, 3]], [[1, 1], [1, 3], [3, 1], [3, 3], [2, 2]],
  [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
];

/** The symbol of a unit. @param {Unit | undefined} unit */
export function symbol(unit) {
  const type = unit?.type ?? "infantry";
  const glyph = type === "infantry" && unit?.troops === "mech" ? "panzergrenadier" : OF_TYPE[type] ?? "artillery";
  const fill = BOXES[/** @type {keyof typeof BOXES} */ (unit?.side ?? "")] ?? "#f4f1e6";
  return s("svg", { class: "nato", width: 28, height: 20, viewBox: "-1 -1 32 22", "aria-hidden": "true" },
    s("rect", { width: 30, height: 20, fill, stroke: "#15191A", "stroke-width": 1.8 }),
    s("path", { d: GLYPH[glyph], fill: "none", stroke: "#15191A", "stroke-width": 1.6 }));
}

/** The sign of a side. @param {string} side */
export function sideFlag(side) {
  const box = (/** @type {string} */ fill) => s("rect", { x: 0.7, y: 0.7, width: 12.6, height: 12.6, rx: 2.5, fill });
  const sign = side === "german" ? [box("#A7B0A6"), s("path", { d: "M7 3v8M3 7h8", stroke: "#15191A", "stroke-width": 2.2 })]
    : side === "allied" ? [box("#8E9B55"), s("path", { d: "M7 2.6l1.3 2.9 3.1.3-2.3 2.1.7 3.1L7 9.4 4.2 11l.7-3.1L2.6 5.8l3.1-.3z", fill: "#fff" })]
      : [box("#2c5d86"), s("circle", { cx: 7, cy: 7, r: 3, fill: "#fff" })];
  return s("svg", { class: "sideflag", width: 16, height: 16, viewBox: "0 0 14 14", "aria-hidden": "true" }, sign);
}

/** A face of a die. @param {number} face @param {number} size */
export const face = (face, size) => s("svg", { class: "face", width: size, height: size, viewBox: "0 0 40 40", "aria-hidden": "true" },
  s("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8, fill: "#fffdf4", stroke: "#1c1705", "stroke-width": 1.6 }),
  PIPS[face].map(([x, y]) => s("circle", { cx: x * 10, cy: y * 10, r: 4, fill: "#1c1705" })));
