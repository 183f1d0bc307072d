// What a moment draws on the map: a flag that rises, rings, a counter that sinks, an aircraft that crosses.
import { s } from "../../lib/dom.js";
import { counter } from "../../map/counters.js";
import { die } from "./die.js";

/** @typedef {import("../../map/board.js").Board} Board */

const GOLD = "#c9a227", RED = "#c8102e";
const POLE = [-34, -20], TALL = 142; // the foot of the pole from the hex's center, and its height
const CLOTH = "M0 4C24 -12 44 18 70 3C77 0 81 1 85 -2V58C80 62 76 60 70 63C44 78 24 48 0 64Z";
const FOLDS = ["M20 -2C24 20 20 42 22 60", "M52 12C56 30 52 50 54 68"];
const PLANE = "M0 -30C3 -26 4 -18 4 -10L34 4V11L4 6L3 20L11 26V30L0 27L-11 30V26L-3 20L-4 6L-34 11V4L-4 -10C-4 -18 -3 -26 0 -30Z";

/** Draw in the measure of a hex of radius 64 around its center. @param {Board} board @param {string} hex @param {string} kind @param {...any} inside */
function around(board, hex, kind, ...inside) {
  const { hexes, radius } = board.geometry;
  const { x, y } = hexes[hex];
  return s("g", { class: kind, transform: `translate(${x} ${y}) scale(${(radius / 64).toFixed(3)})` }, inside);
}

/** Two rings around a hex. @param {Board} board @param {string} hex @param {boolean} good */
export function ring(board, hex, good) {
  const colour = good ? GOLD : RED;
  const line = (/** @type {number} */ grow, /** @type {string} */ stroke, /** @type {number} */ wide, /** @type {number} */ opacity) =>
    s("path", { d: board.geometry.outline(hex, grow), fill: "none", stroke, "stroke-width": wide, "stroke-opacity": opacity });
  return s("g", { class: "feltring", "data-good": String(good) }, line(1.02, "#fff", 9, 1), line(1.02, colour, 5.5, 1), line(1.24, good ? "#ffd84a" : RED, 3, 0.6), line(1.52, good ? "#ffd84a" : RED, 2.4, 0.3));
}

/** The flag of a side on its pole: a cross for the German, a star for the others. @param {Board} board @param {string} hex @param {string} side */
export function risingFlag(board, hex, side) {
  const { sides } = board.stage;
  const isGerman = side === (sides.includes("german") ? "german" : sides[0]);
  const cross = [["#f5f0e0", 19], ["#15191a", 12]].map(([stroke, wide]) => s("path", { d: "M42 -3C45 20 41 44 43 68M0 34C24 18 44 48 70 33L85 28", fill: "none", stroke, "stroke-width": wide }));
  const star = s("path", { d: "M42 12L48 27L63 28L51 38L55 54L42 45L29 54L33 38L21 28L36 27Z", fill: "#fffdf4" });
  const [x, y] = POLE;
  const fold = (/** @type {string} */ d) => s("path", { d, fill: "none", stroke: "#000", "stroke-opacity": 0.16, "stroke-width": 9 });
  return around(board, hex, "feltflag", s("ellipse", { cx: x + 6, cy: y + 2, rx: 20, ry: 5, fill: "#1e160a", "fill-opacity": 0.5 }),
    s("path", { d: `M${x} ${y}V${y - TALL}`, stroke: "#2b241b", "stroke-width": 7.5, "stroke-linecap": "round" }), s("path", { d: `M${x} ${y}V${y - TALL}`, stroke: "#8a6a3c", "stroke-width": 4, "stroke-linecap": "round" }),
    s("circle", { cx: x, cy: y - TALL - 4, r: 6, fill: "#e8c64f", stroke: "#3b2f05", "stroke-width": 1.6 }),
    s("g", { transform: `translate(${x} ${y - TALL + 6})` }, s("g", { class: "cloth" },
      s("clipPath", { id: "felt-cloth" }, s("path", { d: CLOTH })), s("path", { d: CLOTH, fill: isGerman ? "#a7b0a6" : "#6f8a3c", stroke: "#15191a", "stroke-width": 2.2 }),
      s("g", { "clip-path": "url(#felt-cloth)" }, isGerman ? cross : star, FOLDS.map(fold)))));
}

/** A destroyed counter, grey and small, which leaves a dashed outline. @param {Board} board @param {string} hex @param {string} id */
export function sinking(board, hex, id) {
  const { geometry, pieces, stage } = board;
  const { x, y } = geometry.hexes[hex];
  const half = pieces.size / 2;
  return s("g", { class: "sinks" }, s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "sinking" }, counter(stage.units[id], [], stage.signs, pieces.size, "", stage.units[id].print, [-half, -half]))));
}

/** The place of a destroyed unit: its number and the date. @param {Board} board @param {string} hex @param {string} id @param {string} date */
export function outline(board, hex, id, date) {
  const half = board.pieces.size / 2 * 64 / board.geometry.radius;
  const text = (/** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ words) => s("text", { y, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: "#3a352a", class: "label" }, words);
  return around(board, hex, "gone", s("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5, fill: "#f6f0de", "fill-opacity": 0.66, stroke: "#3a352a", "stroke-width": 2.4, "stroke-dasharray": "6 5" }),
    text(2, 21, board.stage.units[id].short), text(20, 13, date));
}

/** The aircraft on its way, with its shadow. @param {string} colour */
export function aircraft(colour) {
  const body = (/** @type {Record<string, any>} */ look) => s("path", { d: PLANE, ...look });
  return s("g", { class: "aircraft" }, s("g", { transform: "translate(0 60)" }, body({ class: "shadow", fill: "#000", "fill-opacity": 0.28 })),
    body({ class: "plane", fill: colour, stroke: "#15191a", "stroke-width": 1.8, "stroke-linejoin": "round" }),
    [-22, 22].map((cx) => s("circle", { class: "plane", cx, cy: 4, r: 4.6, fill: "#fffdf4" })));
}

/** The die on the hex it was thrown for: large while it lands, small beside the counter afterwards. @param {Board} board @param {string} hex @param {number} face @param {number} sides @param {boolean} isSmall */
export function dieOn(board, hex, face, sides, isSmall) {
  const size = isSmall ? 30 : 74;
  const node = die(face, size, sides);
  node.setAttribute("x", String(isSmall ? -62 : -size / 2));
  node.setAttribute("y", String(isSmall ? 20 : -size / 2));
  return around(board, hex, isSmall ? "hexdie" : "hexthrow", node);
}

/** A small aircraft, where a counter would be. @param {string} colour */
export const planeSign = (colour) => s("svg", { width: 46, height: 46, viewBox: "-37 -33 74 66", "aria-hidden": "true" },
  s("path", { d: PLANE, fill: colour, stroke: "#f3ead2", "stroke-width": 2, "stroke-linejoin": "round" }));
