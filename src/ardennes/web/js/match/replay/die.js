// A die drawn: pips to six faces, a number on a die with more.
import { s } from "../../lib/dom.js";

const [LOW, MID, HIGH] = [22, 50, 78];
/** @type {[number, number][][]} */
const PIPS = [
  [], [[MID, MID]], [[LOW, LOW], [HIGH, HIGH]], [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]], [[LOW, LOW], [HIGH, LOW], [MID, MID], [LOW, HIGH], [HIGH, HIGH]],
  [[LOW, LOW], [HIGH, LOW], [LOW, MID], [HIGH, MID], [LOW, HIGH], [HIGH, HIGH]],
];

/** @param {number} face 0: a blank side @param {number} size @param {number} [sides] */
export function die(face, size, sides = 6) {
  const pips = sides > 6
    ? s("text", { x: MID, y: 64, "text-anchor": "middle", "font-size": face > 999 ? 36 : 42, "font-weight": 700, fill: "#15191a" }, face ? String(face) : "")
    : (PIPS[face] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: 10, fill: "#15191a" }));
  return s("svg", { class: "dieface", width: size, height: size, viewBox: "-4 -4 110 110", "aria-hidden": "true", focusable: "false" },
    s("rect", { x: 4, y: 6, width: 98, height: 98, rx: 17, fill: "#000", "fill-opacity": 0.35 }),
    s("rect", { x: 0, y: 0, width: 100, height: 100, rx: 17, fill: "#fffdf4", stroke: "#c9bd9c", "stroke-width": 2 }), pips);
}
