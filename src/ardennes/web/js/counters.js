// Counters: NATO boxes drawn by hand in a 50 x 50 square, shown at SIZE.
import { s } from "./dom.js";

export const SIZE = 62;
const SCALE = SIZE / 50;
const INK = {
  heer: ["#A7B0A6", "#15191A", "#3f4841", "#E3E8E2"], ss: ["#33363B", "#F5F0E0", "#08090A", "#F4F1E6"],
  fj: ["#86A6C0", "#0F1D28", "#365670", "#DCE8F0"], us: ["#8E9B55", "#12160A", "#424a20", "#E8EDCE"],
  us_airborne: ["#6F8A3C", "#0C1105", "#384a19", "#E6EFD2"], uk: ["#D3A868", "#291A07", "#6d4e22", "#F8ECD6"],
};
const STRIPE = { heer: "#5b6b60", ss: "#C9A227", fj: "#2c5d86", us: "#4d5a1c", us_airborne: "#e9dfae", uk: "#8c2f23" };
const CROSS = "M0 0L30 20M30 0L0 20";
const TRACK = "M9 4.5H21A5.5 5.5 0 0 1 21 15.5H9A5.5 5.5 0 0 1 9 4.5Z";
const GLYPH = {
  infantry: CROSS, armor: TRACK, panzergrenadier: CROSS + TRACK, cavalry: "M0 20L30 0" + TRACK,
  airborne: CROSS + "M9.5 18.6A2.75 2.2 0 0 1 15 18.6A2.75 2.2 0 0 1 20.5 18.6",
  commando: TRACK + "M15 1V19", dump: "M9 4H21V16H9ZM9 8H21M9 12H21",
};

/** The counter of a unit; `marks` are the states the server names. */
export function counter(unit, marks = [], extra = "") {
  const [fillColour, ink, edge, box] = INK[unit.style] ?? INK.us;
  const boxInk = unit.style === "ss" ? "#111" : ink;
  const has = (mark) => marks.includes(mark);
  return s("g", { class: `counter ${extra}` }, s("g", { transform: `scale(${SCALE})` },
    s("rect", { x: 1.8, y: 2.6, width: 50, height: 50, rx: 4, fill: "#1e160a", opacity: .42 }),
    s("rect", { class: "edge", width: 50, height: 50, rx: 4, fill: fillColour, stroke: edge, "stroke-width": 1.5 }),
    s("path", { d: "M1.6 4.2Q1.6 1.6 4.2 1.6H45.8Q48.4 1.6 48.4 4.2", fill: "none", stroke: "#fff", "stroke-width": .9, opacity: .35 }),
    s("text", { x: 25, y: 9.6, "text-anchor": "middle", "font-size": 9, "font-weight": 700, fill: ink }, unit.size_mark),
    s("g", { transform: "translate(10 11.5)" },
      s("rect", { width: 30, height: 19.5, fill: box, stroke: boxInk, "stroke-width": 1.7 }),
      s("path", { d: GLYPH[unit.glyph] ?? CROSS, fill: "none", stroke: boxInk, "stroke-width": 1.6 }),
      unit.tiger && s("text", { x: 15, y: 13.8, "text-anchor": "middle", "font-size": 10.5, "font-weight": 700, fill: boxInk }, "T")),
    s("rect", { x: 10, y: 32.2, width: 30, height: 2.6, fill: STRIPE[unit.style] ?? "#444" }),
    s("text", { x: 25, y: 47.2, "text-anchor": "middle", "font-size": 14.5, "font-weight": 700, fill: ink }, unit.kind === "dump" ? "FUEL" : `${unit.factor}-${unit.moves}`),
    s("text", { class: "short", transform: "translate(7.6 21.5) rotate(-90)", "text-anchor": "middle", "font-size": 8.2, "font-weight": 600, fill: ink }, unit.short),
    has("entrenched") && s("path", { d: "M3 49.5V45.5H8V49.5M42 49.5V45.5H47V49.5M3 45.5L8 41M47 45.5L42 41", fill: "none", stroke: ink, "stroke-width": 1.7 }),
    has("disrupted") && s("path", { d: "M50 0H33L50 17Z", fill: "#D7263D", stroke: "#fff", "stroke-width": .9 }),
    has("disrupted") && s("text", { x: 44.6, y: 8.6, "text-anchor": "middle", "font-size": 8.5, "font-weight": 700, fill: "#fff" }, "D"),
    (has("moved") || has("attacked")) && s("path", { d: "M42.5 22l2.6 2.8 4-5.4", fill: "none", stroke: ink, "stroke-width": 2 }),
    has("broken down") && s("text", { x: 45, y: 33, "text-anchor": "middle", "font-size": 9, "font-weight": 700, fill: "#ffb4a8" }, "B")));
}

/** What a screen reader says of a counter. */
export function spoken(unit, state) {
  const marks = state?.marks?.length ? `, ${state.marks.join(", ")}` : "";
  return `${unit.name}, ${unit.side}, factor ${unit.factor}, moves ${unit.moves}${state ? `, in ${state.hex}` : ""}${marks}`;
}

/** A counter as a picture of its own, for panels. */
export const small = (unit, marks = [], size = 62) =>
  s("svg", { width: size, height: size, viewBox: "-2 -2 68 68", "aria-hidden": "true", focusable: "false" }, counter(unit, marks));
