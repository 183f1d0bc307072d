// Counters: NATO boxes drawn by hand in a 50 x 50 square.
import { s } from "./dom.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").UnitState} UnitState */
/** @typedef {import("./types.js").Sign} Sign */
/** @typedef {Record<string, Sign>} Signs */

/** Fill, ink, edge and box of each style. @type {Record<string, [string, string, string, string]>} */
const INK = {
  heer: ["#A7B0A6", "#15191A", "#3f4841", "#E3E8E2"],
  ss: ["#33363B", "#F5F0E0", "#08090A", "#F4F1E6"],
  fj: ["#86A6C0", "#0F1D28", "#365670", "#DCE8F0"],
  us: ["#8E9B55", "#12160A", "#424a20", "#E8EDCE"],
  us_airborne: ["#6F8A3C", "#0C1105", "#384a19", "#E6EFD2"],
  uk: ["#D3A868", "#291A07", "#6d4e22", "#F8ECD6"],
};
const STRIPE = /** @type {Record<string, string>} */ ({
  heer: "#5b6b60", ss: "#C9A227", fj: "#2c5d86", us: "#4d5a1c", us_airborne: "#e9dfae", uk: "#8c2f23",
});
const CROSS = "M0 0L30 20M30 0L0 20";
const TRACK = "M9 4.5H21A5.5 5.5 0 0 1 21 15.5H9A5.5 5.5 0 0 1 9 4.5Z";
const GLYPH = /** @type {Record<string, string>} */ ({
  infantry: CROSS,
  armor: TRACK,
  panzergrenadier: CROSS + TRACK,
  cavalry: "M0 20L30 0" + TRACK,
  airborne: CROSS + "M9.5 18.6A2.75 2.2 0 0 1 15 18.6A2.75 2.2 0 0 1 20.5 18.6",
  commando: TRACK + "M15 1V19",
  engineer: "M9 14V7H21V14M15 7V12",
  artillery: "M15 10m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  recon: "M0 20L30 0",
  headquarters: "M0 0H30V7H0Z",
  dump: "M9 4H21V16H9ZM9 8H21M9 12H21",
});

/** How one mark shows on a counter. @param {Sign} sign @param {string} ink */
function signed(sign, ink) {
  const letter = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill) =>
    s("text", { x, y, "text-anchor": "middle", "font-size": 8.8, "font-weight": 700, fill }, sign.letter ?? "");
  if (sign.sign === "corner") {
    return [s("path", { d: "M50 0H33L50 17Z", fill: "#D7263D", stroke: "#fff", "stroke-width": 0.9 }), letter(44.6, 8.6, "#fff")];
  }
  if (sign.sign === "trench") {
    const d = "M3 49.5V45.5H8V49.5M42 49.5V45.5H47V49.5M3 45.5L8 41M47 45.5L42 41";
    return [s("path", { d, fill: "none", stroke: ink, "stroke-width": 1.7 })];
  }
  if (sign.sign === "tick") {
    return [s("path", { d: "M42.5 22l2.6 2.8 4-5.4", fill: "none", stroke: ink, "stroke-width": 2 })];
  }
  return [letter(45, 33, "#ffb4a8")];
}

/**
 * The counter of a unit; `signs` says how its marks show.
 * @param {Unit} unit @param {string[]} marks @param {Signs} signs @param {number} size
 * @param {string} [extra] @param {string} [print]
 */
export function counter(unit, marks, signs, size, extra = "", print = unit.print) {
  const [fill, ink, edge, box] = INK[unit.style] ?? INK.us;
  const boxInk = unit.style === "ss" ? "#111" : ink;
  const text = { "text-anchor": "middle", fill: ink };
  const seen = new Set();
  const shown = marks.map((m) => signs[m]).filter((x) => x && !seen.has(x.sign + x.letter) && seen.add(x.sign + x.letter));
  const long = print.length > 5;
  return s("g", { class: `counter ${extra}` }, s("g", { transform: `scale(${(size / 50).toFixed(3)})` },
    s("rect", { x: 1.8, y: 2.6, width: 50, height: 50, rx: 4, fill: "#1e160a", opacity: 0.42 }),
    s("rect", { class: "edge", width: 50, height: 50, rx: 4, fill, stroke: edge, "stroke-width": 1.5 }),
    s("path", { d: "M1.6 4.2Q1.6 1.6 4.2 1.6H45.8Q48.4 1.6 48.4 4.2", fill: "none", stroke: "#fff", "stroke-width": 0.9, opacity: 0.35 }),
    s("text", { ...text, x: 25, y: 9.6, "font-size": 9, "font-weight": 700 }, unit.size_mark),
    s("g", { transform: "translate(10 11.5)" },
      s("rect", { width: 30, height: 19.5, fill: box, stroke: boxInk, "stroke-width": 1.7 }),
      s("path", { d: GLYPH[unit.glyph] ?? CROSS, fill: "none", stroke: boxInk, "stroke-width": 1.6 }),
      unit.letter && s("text", { ...text, x: 15, y: 13.8, "font-size": 10.5, "font-weight": 700, fill: boxInk }, unit.letter)),
    s("rect", { x: 10, y: 32.2, width: 30, height: 2.6, fill: STRIPE[unit.style] ?? "#444" }),
    s("text", { ...text, x: 25, y: 47.2, "font-size": long ? 12 : 14.5, "font-weight": 700 }, print),
    s("text", { ...text, class: "short", transform: "translate(7.6 21.5) rotate(-90)", "font-size": 8.2, "font-weight": 600 }, unit.short),
    shown.map((sign) => signed(sign, ink))));
}

/** What a screen reader says of a counter. @param {Unit} unit @param {UnitState} [state] */
export function spoken(unit, state) {
  const facts = unit.sheet.map((row) => `${row.what} ${row.value ?? ""}`);
  const said = [unit.name, unit.side, ...facts, state?.hex && `in ${state.hex}`, ...(state?.marks ?? [])];
  return said.filter(Boolean).join(", ");
}

/** A counter as a picture of its own, for panels. @param {Unit} unit @param {string[]} marks @param {Signs} signs @param {number} size */
export const small = (unit, marks, signs, size) =>
  s("svg", { width: size, height: size, viewBox: "-2 -2 56 56", "aria-hidden": "true", focusable: "false" },
    counter(unit, marks, signs, 50));
