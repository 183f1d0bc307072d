// Counters: NATO boxes drawn by hand in a 50 x 50 square.
// They are drawn at their place in the map's own measure: a transform or opacity on each part of hundreds of counters
// would cost the browser more than all the rest of the board.
import { s } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../types.gen.js").Unit} Unit */
/** @typedef {import("../types.gen.js").UnitState} UnitState */
/** @typedef {import("../types.gen.js").Sign} Sign */
/** @typedef {Record<string, Sign>} Signs */

/** Fill, ink, edge and box of each style. @type {Record<string, [string, string, string, string]>} */
export const INK = {
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
const ROOM = 40; // beside the box, for the name
const LETTER = 0.46; // its width, in its size
const CROSS = "M0 0L30 20M30 0L0 20";
const TRACK = "M9 4.5H21A5.5 5.5 0 0 1 21 15.5H9A5.5 5.5 0 0 1 9 4.5Z";
const WHEELS = "M14 33.4a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0M31.6 33.4a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0";
export const GLYPH = /** @type {Record<string, string>} */ ({
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

/** Draws in the square of a counter: everything so many times larger, from this corner on. */
export class Pen {
  /** @param {number} k @param {[number, number]} corner */
  constructor(k, [x, y]) {
    this.k = k;
    this.x = x;
    this.y = y;
  }

  /** @param {number} value @param {number} [from] */
  at(value, from = 0) {
    return +(value * this.k + from).toFixed(2);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {Record<string, any>} look */
  rect(x, y, width, height, look) {
    const { rx, "stroke-width": thick, ...rest } = look;
    const box = { x: this.at(x, this.x), y: this.at(y, this.y), width: this.at(width), height: this.at(height) };
    return s("rect", { ...box, rx: rx && this.at(rx), "stroke-width": thick && this.at(thick), ...rest });
  }

  /** @param {string} d @param {number} thick @param {Record<string, any>} look @param {[number, number]} [from] a corner in the square */
  path(d, thick, look, [dx, dy] = [0, 0]) {
    const moved = d.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, step, numbers) => {
      const found = numbers.match(/-?\d*\.?\d+/g) ?? [];
      return step + found.map((/** @type {string} */ v, /** @type {number} */ i) => this.number(step, i, Number(v), dx, dy)).join(" ");
    });
    return s("path", { d: moved, "stroke-width": this.at(thick), ...look });
  }

  /** One number of path data: a length, a flag of an arc, or a place. @param {string} step @param {number} i @param {number} v @param {number} dx @param {number} dy */
  number(step, i, v, dx, dy) {
    const arc = step === "A" || step === "a";
    if (arc && i % 7 >= 2 && i % 7 <= 4) return v;
    if (step !== step.toUpperCase() || (arc && i % 7 < 2)) return this.at(v);
    const across = arc ? i % 7 === 5 : step === "H" || (step !== "V" && i % 2 === 0);
    return across ? this.at(v + dx, this.x) : this.at(v + dy, this.y);
  }

  /** @param {number} x @param {number} y @param {number} size @param {string} fill @param {string} words @param {Record<string, any>} [look] */
  text(x, y, size, fill, words, look = {}) {
    const place = { x: this.at(x, this.x), y: this.at(y, this.y), "font-size": this.at(size) };
    return s("text", { ...place, "text-anchor": "middle", "font-weight": 700, fill, ...look }, words);
  }
}

/** How one mark shows on a counter. @param {Pen} pen @param {Sign} sign @param {string} ink */
function signed(pen, sign, ink) {
  const line = { fill: "none", stroke: ink };
  if (sign.sign === "corner") {
    return [pen.path("M50 0H33L50 17Z", 0.9, { fill: "#D7263D", stroke: "#fff" }), pen.text(44.6, 8.6, 8.8, "#fff", sign.letter ?? "")];
  }
  if (sign.sign === "trench") return [pen.path("M3 49.5V45.5H8V49.5M42 49.5V45.5H47V49.5M3 45.5L8 41M47 45.5L42 41", 1.7, line)];
  if (sign.sign === "flag") return [pen.path("M43 36.5V28M43 28L49.2 30.5L43 33Z", 1.3, { fill: "#FFD400", stroke: "#1c1705", "stroke-linejoin": "round" })];
  if (sign.sign === "tick") return [pen.path("M42.5 22l2.6 2.8 4-5.4", 2, line)];
  return [pen.text(45, 33, 8.8, "#ffb4a8", sign.letter ?? "")];
}

/**
 * The counter of a unit with its corner at a place; `signs` says how its marks show.
 * @param {Unit} unit @param {string[]} marks @param {Signs} signs @param {number} size
 * @param {string} [extra] @param {string} [print] @param {[number, number]} [corner]
 */
export function counter(unit, marks, signs, size, extra = "", print = unit.print, corner = [0, 0]) {
  const [fill, ink, edge, box] = INK[unit.style] ?? INK.us;
  const boxInk = unit.style === "ss" ? "#111" : ink;
  const pen = new Pen(size / 50, corner);
  const [sx, sy] = [pen.at(7.6, pen.x), pen.at(21.5, pen.y)];
  const seen = new Set();
  const shown = marks.map((m) => signs[m]).filter((x) => x && !seen.has(x.sign + x.letter) && seen.add(x.sign + x.letter));
  const long = print.length > 6 ? 11.6 : print.length > 5 ? 13 : 14.5;
  const tall = Math.min(8.2, ROOM / (unit.short.length * LETTER)); // a long name is written smaller: it ends with its counter
  return s("g", { class: `counter ${extra}` },
    pen.rect(1.8, 2.6, 50, 50, { rx: 4, fill: "#1e160a", "fill-opacity": 0.42 }),
    pen.rect(0, 0, 50, 50, { class: "edge", rx: 4, fill, stroke: edge, "stroke-width": 1.5 }),
    extra.includes("spent") ? pen.rect(0, 0, 50, 50, { class: "veil", rx: 4 }) : "",
    pen.path("M1.6 4.2Q1.6 1.6 4.2 1.6H45.8Q48.4 1.6 48.4 4.2", 0.9, { fill: "none", stroke: "#fff", "stroke-opacity": 0.35 }),
    pen.text(25, 9.6, 9, ink, unit.size_mark),
    pen.rect(10, 11.5, 30, 19.5, { fill: box, stroke: boxInk, "stroke-width": 1.7 }),
    pen.path(GLYPH[unit.glyph] ?? CROSS, 1.6, { fill: "none", stroke: boxInk }, [10, 11.5]),
    unit.letter && pen.text(25, 25.3, 10.5, boxInk, unit.letter),
    pen.rect(10, 32.2, 30, 2.6, { fill: STRIPE[unit.style] ?? "#444" }),
    unit.wheels && pen.path(WHEELS, 1.1, { class: "wheels", fill: box, stroke: boxInk }),
    pen.text(25, 47.2, long, ink, print),
    pen.text(7.6, 21.5, tall, ink, unit.short, { class: "short", transform: `rotate(-90 ${sx} ${sy})`, "font-weight": 600 }),
    shown.map((sign) => signed(pen, sign, ink)));
}

/** What a screen reader says of a counter. @param {Unit} unit @param {UnitState} [state] */
export function spoken(unit, state) {
  const facts = unit.sheet.map((row) => `${row.what} ${row.value ?? ""}`);
  const said = [unit.name, unit.side, ...facts, state?.hex && t("map.in-hex", { hex: state.hex }), ...(state?.marks ?? [])];
  return said.filter(Boolean).join(", ");
}

/** A counter as a picture of its own, for panels. @param {Unit} unit @param {string[]} marks @param {Signs} signs @param {number} size @param {string} [print] */
export const small = (unit, marks, signs, size, print = unit.print) =>
  s("svg", { width: size, height: size, viewBox: "-2 -2 56 56", "aria-hidden": "true", focusable: "false" },
    counter(unit, marks, signs, 50, "", print));
